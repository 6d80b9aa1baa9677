"""A lock that a dead process cannot keep."""

import os
import sys
from pathlib import Path
from typing import Self

if sys.platform != "win32":
    import fcntl


class FileLock:
    """A lock on a file, held as long as this open file, or a child's inherited one, is open.

    After you are done with it you must call `close`.
    """

    def __init__(self, file: int) -> None:
        self._file = file

    @classmethod
    def take(cls, path: Path) -> Self | None:
        """The lock of a file, which is made where there is none; None while another holds it.

        Raises:
            OSError: If the file cannot be opened for writing.
        """
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return None
        except OSError:
            os.close(file)
            raise
        return cls(file)

    @property
    def file(self) -> int:
        """The open file, for a child to inherit."""
        return self._file

    def write(self, text: bytes) -> None:
        """Replaces what the file says, for those to read who do not hold the lock."""
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, text, 0)

    def close(self) -> None:
        """Gives the lock back, unless a child has inherited it."""
        os.close(self._file)
