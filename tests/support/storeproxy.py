"""A way to a server on a unix socket that a test can break."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path


class Proxy:
    """Passes bytes on, until told otherwise.

    Attributes:
        silent: what the server says is dropped; connections stay.
        cut_answer: the next thing that the server says is dropped, and all connections are cut.
        connections: how many there have been.
    """

    def __init__(self, server: Path) -> None:
        self.silent = False
        self.cut_answer = False
        self.connections = 0
        self._server = server
        self._writers: list[asyncio.StreamWriter] = []

    def cut(self) -> None:
        """Cut all connections."""
        for writer in self._writers:
            writer.close()
        self._writers.clear()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        up_reader, up_writer = await asyncio.open_unix_connection(self._server)
        self._writers += [writer, up_writer]
        await asyncio.gather(self._up(reader, up_writer), self._down(up_reader, writer))

    async def _up(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
        writer.close()

    async def _down(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                if self.cut_answer:
                    self.cut_answer = False
                    self.cut()
                elif not self.silent:
                    writer.write(data)
        writer.close()


@asynccontextmanager
async def proxied(folder: Path, server: Path) -> AsyncIterator[tuple[Proxy, str]]:
    """A proxy before a server, and the address to use it by."""
    proxy, path = Proxy(server), folder / "proxy"
    listening = await asyncio.start_unix_server(proxy._serve, path)
    try:
        yield proxy, f"unix://{path}"
    finally:
        listening.close()
        proxy.cut()
        await listening.wait_closed()
