"""A connection that listens to sharded pub/sub channels of one server."""

import asyncio
import contextlib
import math
from collections.abc import Callable, Collection, Sequence
from typing import Any

from pasjans_services.eventstore.link import (
    FAULTS,
    ROUND_TRIP_TIMEOUT_S,
    Connection,
    Word,
    pack_command,
)


class LineLost(Exception):
    """The line is gone: what it listened to has to be asked for on another one."""


class Line:
    """Listens until it is lost, once and for good: a line never connects again.

    Args:
        connection: its own; nobody else sends or reads there.
        hear: takes the channel and the data of each message.
        when_lost: called when a fault ends the line, but not by `close`.
    """

    def __init__(
        self,
        connection: Connection,
        hear: Callable[[bytes, bytes], None],
        when_lost: Callable[[], None],
    ) -> None:
        self.lost = False
        self._connection = connection
        self._hear = hear
        self._when_lost = when_lost
        self._sending = asyncio.Lock()
        self._reader: asyncio.Task[None] | None = None
        self._joined: dict[bytes, asyncio.Future[None]] = {}
        self._leaving: set[bytes] = set()
        self._awaits_pong = False

    async def subscribe(self, channels: Collection[bytes]) -> None:
        """Listen to channels; returns when the server has confirmed all of them.

        Raises:
            LineLost: the line is gone, or has no answer.
        """
        fresh = [channel for channel in channels if channel not in self._joined]
        loop = asyncio.get_running_loop()
        self._joined |= {channel: loop.create_future() for channel in fresh}
        joined = [self._joined[channel] for channel in channels]
        if fresh:
            await self._send([(b"SSUBSCRIBE", channel) for channel in fresh])
        _, silent = await asyncio.wait(joined, timeout=ROUND_TRIP_TIMEOUT_S)
        if silent:
            self._fail()
        if self.lost:
            raise LineLost("the connection that listens to other nodes is gone")

    async def unsubscribe(self, channel: bytes) -> None:
        """Listen to a channel no more.

        Raises:
            LineLost: the line is gone.
        """
        if self._joined.pop(channel, None) is not None:
            self._leaving.add(channel)
            await self._send([(b"SUNSUBSCRIBE", channel)])

    async def probe(self) -> None:
        """Ask for a sign of life. The line is lost when the one asked for before has not come.

        Raises:
            LineLost: the line is gone.
        """
        if self._awaits_pong:
            self._fail()
        self._awaits_pong = True
        await self._send([(b"PING",)])

    async def close(self) -> None:
        """Hang up."""
        self._give_up()
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.wait([self._reader])

    async def _send(self, commands: Sequence[tuple[Word, ...]]) -> None:
        async with self._sending:
            if self.lost:
                raise LineLost("the connection that listens to other nodes is gone")
            try:
                async with asyncio.timeout(ROUND_TRIP_TIMEOUT_S):
                    packed = b"".join([pack_command(words) for words in commands])
                    await self._connection.send_packed_command(packed, check_health=False)
            except FAULTS as fault:
                self._fail()
                await self._disconnect()
                raise LineLost(f"other nodes cannot be heard: {fault}") from fault
            if self._reader is None:
                self._reader = asyncio.get_running_loop().create_task(self._read())

    async def _read(self) -> None:
        try:
            while True:
                self._take(await self._connection.read_response(timeout=math.inf))
        except (*FAULTS, LineLost):
            self._fail()
        finally:
            await self._disconnect()

    async def _disconnect(self) -> None:
        with contextlib.suppress(*FAULTS):
            await self._connection.disconnect(nowait=True)

    def _take(self, answer: Any) -> None:
        match answer:
            case [b"smessage", channel, data]:
                self._hear(channel, data)
            case [b"ssubscribe", channel, _]:
                joined = self._joined.get(channel)
                if joined is not None and not joined.done():
                    joined.set_result(None)
            case [b"sunsubscribe", channel, _] if channel in self._leaving:
                self._leaving.discard(channel)
            case [b"sunsubscribe", channel, _] if channel in self._joined:
                raise LineLost("the channel has moved to another server")
            case _:
                self._awaits_pong = False

    def _fail(self) -> None:
        if not self.lost:
            self._give_up()
            if self._reader is not None and self._reader is not asyncio.current_task():
                self._reader.cancel()
            self._when_lost()

    def _give_up(self) -> None:
        self.lost = True
        for joined in self._joined.values():
            if not joined.done():
                joined.set_result(None)
