"""A bare echo on the stack that the service stands on, to measure the service against.

The same uvicorn with the same WebSocket side and settings, a Starlette application with a plain
ASGI endpoint, the same event loop and settings of the garbage collector. It sends each frame back.

python -m bench.echo        prints where it is, as one line of JSON, and serves until a signal
"""

import asyncio
import gc
import socket
import sys

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send

from bench.processes import new_event_loop
from pasjans_protocol.limits import MAX_FRAME_BYTES
from pasjans_services.gateway.wsprotocol import WebSocketProtocol


class Echo:
    """Sends back what comes."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket."""
        await receive()
        await send({"type": "websocket.accept", "subprotocol": scope["subprotocols"][0]})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "bytes": message["bytes"]})


class Server(uvicorn.Server):
    """uvicorn, with the service's settings of the garbage collector."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say where."""
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        gc.set_threshold(100_000, 50, 100)
        host, port = self.servers[0].sockets[0].getsockname()
        line = {"websocket": f"ws://{host}:{port}/ws"}
        sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
        sys.stdout.flush()


def main() -> None:
    """Serve on a free port."""
    config = uvicorn.Config(
        Starlette(routes=[WebSocketRoute("/ws", Echo())]),
        port=0,
        backlog=4_096,
        ws=WebSocketProtocol,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
    )
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(Server(config).serve())


if __name__ == "__main__":
    main()
