"""A TCP proxy that does to a connection what networks do: cut it anywhere, stall it, lose deltas.

It stands between a client and a gateway, in the test's own event loop:

    async with Proxy.before(gateway.ws_url) as proxy:
        proxy.next_fates.append(Fate(down_bytes=300))   # the next connection is cut there
        async with pasjans.connect(proxy.ws_url) as client: ...
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlsplit

from support.frames import FrameSplitter

CHUNK_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of one connection.

    Attributes:
        up_bytes: bytes from the client that pass before the connection is cut; None for all.
        down_bytes: bytes from the server that pass before the connection is cut; None for all.
        lost_deltas: numbers of the server's deltas that are lost, 0 being the connection's first;
            in MessagePack only.
    """

    up_bytes: int | None = None
    down_bytes: int | None = None
    lost_deltas: frozenset[int] = frozenset()


UNHURT = Fate()


class Proxy:
    """A proxy; make it with `before`.

    Attributes:
        ws_url: where clients connect.
        next_fates: fates of the connections to come, in their order; when it is empty they are
            left unhurt.
        refuses: whether new connections are cut at once.
        accepted: how many connections there were.
        up_bytes: bytes that came from clients, over all connections.
        down_bytes: bytes that came from the server, over all connections.
    """

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._open: set[_Pair] = set()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.ws_url = ""
        self.next_fates: deque[Fate] = deque()
        self.refuses = False
        self.accepted = 0
        self.up_bytes = 0
        self.down_bytes = 0

    @classmethod
    @asynccontextmanager
    async def before(cls, ws_url: str) -> AsyncIterator[Self]:
        """A proxy before the server of this URL."""
        parts = urlsplit(ws_url)
        assert parts.hostname is not None
        assert parts.port is not None
        proxy = cls(parts.hostname, parts.port)
        server = await asyncio.start_server(proxy._accept, "127.0.0.1", 0)
        proxy.ws_url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}{parts.path}"
        try:
            yield proxy
        finally:
            server.close()
            proxy.refuses = True
            proxy.cut()
            await asyncio.gather(*proxy._tasks)
            await server.wait_closed()

    def cut(self) -> None:
        """Cut every connection now, without a word to either side."""
        self._flowing.set()
        for pair in tuple(self._open):
            pair.abort()

    def stall(self) -> None:
        """Let nothing through from now on; the connections stay."""
        self._flowing.clear()

    def flow(self) -> None:
        """Let through again, what was held back first."""
        self._flowing.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self.accepted += 1
        fate = self.next_fates.popleft() if self.next_fates else UNHURT
        if self.refuses:
            writer.transport.abort()
            return
        try:
            server_reader, server_writer = await asyncio.open_connection(*self._target)
        except OSError:
            writer.transport.abort()
            return
        pair = _Pair(writer, server_writer)
        self._open.add(pair)
        try:
            await asyncio.gather(
                self._pass_up(reader, pair, fate), self._pass_down(server_reader, pair, fate)
            )
        finally:
            pair.abort()
            self._open.discard(pair)

    async def _pass_up(self, reader: asyncio.StreamReader, pair: "_Pair", fate: Fate) -> None:
        left = fate.up_bytes
        while data := await _read(reader):
            self.up_bytes += len(data)
            await self._flowing.wait()
            left = await pair.to_server(data, left)
        pair.end_to_server()

    async def _pass_down(self, reader: asyncio.StreamReader, pair: "_Pair", fate: Fate) -> None:
        left = fate.down_bytes
        frames = FrameSplitter(fate.lost_deltas)
        while data := await _read(reader):
            self.down_bytes += len(data)
            await self._flowing.wait()
            left = await pair.to_client(frames.kept(data) if fate.lost_deltas else data, left)
        pair.end_to_client()


class _Pair:
    """The two halves of one connection through the proxy."""

    def __init__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self._client = client
        self._server = server

    def abort(self) -> None:
        self._client.transport.abort()
        self._server.transport.abort()

    async def to_server(self, data: bytes, left: int | None) -> int | None:
        """Pass data on; see `_write`. Both halves end at once when its time has come."""
        left = await self._write(self._server, data, left)
        if left == 0:
            self.abort()
        return left

    async def to_client(self, data: bytes, left: int | None) -> int | None:
        """Pass data on; see `_write`. What the client was given still reaches it."""
        left = await self._write(self._client, data, left)
        if left == 0:
            self._client.close()
            self._server.transport.abort()
        return left

    def end_to_server(self) -> None:
        _end(self._server)

    def end_to_client(self) -> None:
        _end(self._client)

    async def _write(
        self, writer: asyncio.StreamWriter, data: bytes, left: int | None
    ) -> int | None:
        """Write what may pass, and give how many bytes may follow; None for any number."""
        if not writer.is_closing():
            writer.write(data if left is None else data[:left])
            try:
                await writer.drain()
            except ConnectionError:
                self.abort()
        return None if left is None else max(0, left - len(data))


async def _read(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(CHUNK_BYTES)
    except ConnectionError:
        return b""


def _end(writer: asyncio.StreamWriter) -> None:
    if not writer.is_closing() and writer.can_write_eof():
        writer.write_eof()
