"""Processes on this machine: their CPU time and memory, and the CPU that they run on."""

import asyncio
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import uvloop

CAN_PIN: Final = hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1
"""Whether a process can be kept on one CPU here."""

_TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")


def new_event_loop() -> asyncio.AbstractEventLoop:
    """The loop that the service runs on."""
    return uvloop.new_event_loop()


def cpu_s(pid: int | None) -> float:
    """CPU time that a process has used, all its threads and the kernel for it included."""
    if pid is None:
        return 0.0
    _, _, fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")
    user, system = fields.split()[11:13]
    return (int(user) + int(system)) / _TICKS_PER_S


def resident_bytes(pid: int) -> int:
    """Memory of a process that is in RAM."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def pin(pid: int, cpu: int) -> None:
    """Keep a process, with all its threads, on one CPU."""
    if CAN_PIN:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), {cpu})


@contextmanager
def pinned(cpu: int) -> Generator[None]:
    """Keep this process on one CPU for a while."""
    if not CAN_PIN:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {cpu})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def children(pid: int) -> tuple[int, ...]:
    """The processes that a process has started and that still run."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return tuple(int(child) for one in lists for child in one.read_text().split())
