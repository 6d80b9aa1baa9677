"""Clients that meet no server, and time that passes only when somebody sleeps."""

import socket

import pasjans


def unused_url() -> str:
    """A URL where nobody listens."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return f"ws://127.0.0.1:{unused.getsockname()[1]}/ws"


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def now(self) -> float:
        """The seconds that were slept."""
        return self.now_s

    async def sleep(self, seconds: float) -> None:
        """Have time pass."""
        self.now_s += seconds


def impatient() -> pasjans.Options:
    """Options of a client that gives up without waiting."""
    clock = Clock()
    return pasjans.Options(now=clock.now, sleep=clock.sleep, random=lambda: 1.0)
