"""An HTTP server of which a test says every answer, for what a real gateway never does."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

Answer = tuple[int, dict[str, str], bytes]


@asynccontextmanager
async def answering(answer: Callable[[str], Answer]) -> AsyncIterator[str]:
    """A server that answers a path, query included, with status, headers and body; its URL."""

    def respond(_: ServerConnection, request: Request) -> Response:
        status, headers, body = answer(request.path)
        sent = Headers({**headers, "content-length": str(len(body)), "connection": "close"})
        return Response(status, HTTPStatus(status).phrase, sent, body)

    async def talk(connection: ServerConnection) -> None:
        await connection.wait_closed()

    async with serve(talk, "127.0.0.1", 0, process_request=respond) as server:
        host, port = next(iter(server.sockets)).getsockname()[:2]
        yield f"http://{host}:{port}"
