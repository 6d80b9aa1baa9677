"""Becomes the data server, after seeing to it that the server goes when the service does.

Run as a script, never imported: `launch.py PARENT LOCK PIPE PROGRAM ARGUMENT…`.

PARENT is the process id of the service. LOCK is the open file that holds the folder's lock; it
stays open in the server, so the lock is held as long as the server runs. PIPE is the reading end of
a pipe that the service never writes to: a small guard process waits for its end, which is the
service's. With `-` in its place the kernel watches the parent, which Linux alone can do.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Sets up the watch and replaces this process with the server."""
    parent, lock, pipe, *command = sys.argv[1:]
    os.umask(0o077)
    if pipe == "-":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != int(parent):  # it ended before the kernel was asked to watch
            return
    else:
        guard(int(lock), int(pipe))
    os.execv(command[0], command)  # noqa: S606


def guard(lock: int, pipe: int) -> None:
    """Forks a process that waits for the pipe's end and then ends the server."""
    server = os.getpid()
    if os.fork():
        os.close(pipe)
        return
    os.close(lock)  # it is the server's alone
    while os.read(pipe, 1):
        pass
    if os.getppid() == server:  # else the server has ended, and its number may be another's
        os.kill(server, signal.SIGTERM)
    os._exit(0)


if __name__ == "__main__":
    main()
