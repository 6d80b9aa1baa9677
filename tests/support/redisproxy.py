"""A proxy between a gateway and its data server that loses answers or holds requests back."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit

CHUNK_BYTES = 65_536


class RedisProxy:
    """See the module; make it with `before`.

    Attributes:
        url: The data server's address through the proxy.
        lose_answer_to: When a request that holds these bytes has been passed on, the connection is
            cut in place of its answer; once.
        hold_requests_with: Requests that hold these bytes are not passed on.
        held: Set when a request is held back.
    """

    def __init__(self, target: str, own: Path) -> None:
        self._target = target
        self.url = f"unix://{own}"
        self.lose_answer_to: bytes | None = None
        self.hold_requests_with: bytes | None = None
        self.held = asyncio.Event()
        self.answers_lost = 0
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    @asynccontextmanager
    async def before(cls, url: str, folder: Path) -> AsyncGenerator["RedisProxy"]:
        """A proxy before the data server with this `unix://` address; its socket is in `folder`."""
        own = folder / "proxy.sock"
        proxy = cls(unquote(urlsplit(url).path), own)
        server = await asyncio.start_unix_server(proxy._accept, own)
        try:
            yield proxy
        finally:
            server.close()
            proxy.cut()
            await asyncio.gather(*proxy._tasks)

    def cut(self) -> None:
        """Cut every connection."""
        for writer in self._writers:
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        server_reader, server_writer = await asyncio.open_unix_connection(self._target)
        pair = {writer, server_writer}
        self._writers |= pair
        answer_lost = asyncio.Event()
        try:
            await asyncio.gather(
                self._requests(reader, server_writer, answer_lost),
                self._answers(server_reader, writer, answer_lost),
            )
        finally:
            for one in pair:
                one.transport.abort()
            self._writers -= pair

    async def _requests(
        self, reader: asyncio.StreamReader, server: asyncio.StreamWriter, lost: asyncio.Event
    ) -> None:
        while data := await _read(reader):
            if self.hold_requests_with is not None and self.hold_requests_with in data:
                self.held.set()
                continue
            if self.lose_answer_to is not None and self.lose_answer_to in data:
                self.lose_answer_to = None
                lost.set()
            server.write(data)
        server.transport.abort()

    async def _answers(
        self, reader: asyncio.StreamReader, client: asyncio.StreamWriter, lost: asyncio.Event
    ) -> None:
        while data := await _read(reader):
            if lost.is_set():
                self.answers_lost += 1
                break
            client.write(data)
        client.transport.abort()


async def _read(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(CHUNK_BYTES)
    except ConnectionError:
        return b""
