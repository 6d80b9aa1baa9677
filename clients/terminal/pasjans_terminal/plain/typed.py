"""Lines from standard input, whatever that is: a terminal, a pipe, a file."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator
from typing import Final

_CHUNK_BYTES: Final = 65_536


async def lines_of(descriptor: int) -> AsyncIterator[str]:
    """The lines that come, without their ends, until there are no more.

    A thread reads them: event loops cannot wait for files, and a buffered reader that is still
    waiting when Python ends is a fatal error.
    """
    loop = asyncio.get_running_loop()
    chunks: asyncio.Queue[bytes] = asyncio.Queue()

    def read() -> None:
        chunk = b" "
        while chunk:
            try:
                chunk = os.read(descriptor, _CHUNK_BYTES)
            except OSError:
                chunk = b""
            try:
                loop.call_soon_threadsafe(chunks.put_nowait, chunk)
            except RuntimeError:
                return  # The loop is closed: nobody wants them any more.

    threading.Thread(target=read, name="standard input", daemon=True).start()
    rest = b""
    while chunk := await chunks.get():
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield line.decode("utf-8", "replace").rstrip("\r")
    if rest:
        yield rest.decode("utf-8", "replace")
