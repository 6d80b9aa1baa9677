"""The Starlette application of a gateway process: its routes, and its life around them."""

import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from pasjans_protocol.asyncapi import asyncapi
from pasjans_services import __version__
from pasjans_services.broker.redis import RedisBroker
from pasjans_services.config import Settings
from pasjans_services.eventstore.redis import RedisEventStore, RedisRegistry, connect
from pasjans_services.gateway import pages
from pasjans_services.gateway.gateway import Gateway
from pasjans_services.gateway.http import OPERATIONS
from pasjans_services.gateway.openapi import openapi
from pasjans_services.gateway.players import Players
from pasjans_services.gateway.socket import SocketEndpoint

Handler = Callable[[Request], Awaitable[Response]]


@asynccontextmanager
async def open_gateway(settings: Settings, redis_url: str) -> AsyncGenerator[Gateway]:
    """A gateway over the Redis at `redis_url`, closed with everything it holds."""
    async with AsyncExitStack() as stack:
        node = secrets.token_hex(8)
        client = connect(redis_url)
        stack.push_async_callback(client.aclose)
        store = RedisEventStore(client, node)
        stack.push_async_callback(store.close)
        registry = RedisRegistry(client)
        stack.push_async_callback(registry.close)
        broker = RedisBroker(client, node)
        stack.push_async_callback(broker.close)
        gateway = Gateway(settings, store, broker, registry, await Players.open(registry))
        await broker.start(gateway.lobby.hear)
        stack.push_async_callback(gateway.close)
        yield gateway


def build_app(gateway: Gateway) -> Starlette:
    """The application that serves a gateway."""
    app = Starlette(routes=_routes(gateway))
    app.state.gateway = gateway
    return app


def _routes(gateway: Gateway) -> list[BaseRoute]:
    asyncapi_document, openapi_document = asyncapi(__version__), openapi()
    documents = {"/asyncapi.json": asyncapi_document, "/openapi.json": openapi_document}
    readable = {
        "/": pages.front(),
        "/docs/websocket": pages.websocket(asyncapi_document),
        "/docs/http": pages.http(openapi_document),
    }
    return [
        WebSocketRoute("/ws", SocketEndpoint(gateway)),
        Route("/ws", _upgrade),
        Route("/docs", _docs),
        *(operation.route() for operation in OPERATIONS),
        *(Route(path, _json(document)) for path, document in documents.items()),
        *(Route(path, _html(page)) for path, page in readable.items()),
        Route("/metrics", _metrics),
    ]


def _json(document: dict[str, object]) -> Handler:
    body = msgspec.json.encode(document)

    async def answer(_request: Request) -> Response:
        return Response(body, media_type="application/json")

    return answer


def _html(page: str) -> Handler:
    async def answer(_request: Request) -> Response:
        return HTMLResponse(page, headers=pages.HEADERS)

    return answer


async def _upgrade(_request: Request) -> Response:
    text = (
        "this is the WebSocket of pasjans: connect to it with ws:// or wss://, see /docs/websocket"
    )
    return PlainTextResponse(text, 426, headers={"upgrade": "websocket"})


async def _docs(_request: Request) -> Response:
    return RedirectResponse("/docs/websocket")


async def _metrics(_request: Request) -> Response:
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
