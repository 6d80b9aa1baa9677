"""The Starlette application of a process: its routes, made from what its parts can do."""

from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from pasjans_protocol.asyncapi import asyncapi
from pasjans_protocol.errors import Code
from pasjans_services import __version__
from pasjans_services.gateway.socket import SocketEndpoint
from pasjans_services.service import Service
from pasjans_services.web import pages
from pasjans_services.web.openapi import openapi
from pasjans_services.web.reads import Reads
from pasjans_services.web.resources import Problem

METHOD_REFUSED: Final = 405

Handler = Callable[[Request], Awaitable[Response]]


def build_app(service: Service) -> Starlette:
    """The application that serves a process."""
    asyncapi_document, openapi_document = asyncapi(__version__), openapi(service.operations)
    documents = {"/asyncapi.json": asyncapi_document, "/openapi.json": openapi_document}
    readable = {
        "/": pages.front(),
        "/docs/websocket": pages.websocket(asyncapi_document),
        "/docs/http": pages.http(openapi_document),
    }
    limits = service.gateway.limits
    reads = Reads(limits.http_per_s, limits.http_burst)
    routes: list[BaseRoute] = [
        WebSocketRoute("/ws", SocketEndpoint(service.gateway)),
        Route("/ws", _upgrade),
        Route("/docs", _docs),
        Route("/api/v1", _docs_http),
        *(operation.route(reads) for operation in service.operations),
        *(Route(path, _json(document)) for path, document in documents.items()),
        *(Route(path, _html(page)) for path, page in readable.items()),
        Route("/metrics", _metrics),
    ]
    return Starlette(routes=routes, exception_handlers={404: _nothing_here, 405: _only_read})


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


async def _docs_http(_request: Request) -> Response:
    return RedirectResponse("/docs/http")


async def _nothing_here(request: Request, _error: Exception) -> Response:
    return _problem(404, f"there is nothing at {request.url.path[:200]}")


async def _only_read(request: Request, _error: Exception) -> Response:
    return _problem(405, f"{request.url.path[:200]} can be read, with GET, and nothing else")


def _problem(status: int, what: str) -> Response:
    problem = Problem(Code.UNSUPPORTED, f"{what}; /docs/http lists what can be asked")
    return Response(
        msgspec.json.encode(problem),
        status,
        {"cache-control": "no-store"}
        | ({"allow": "GET, HEAD"} if status == METHOD_REFUSED else {}),
        media_type="application/json",
    )


async def _metrics(_request: Request) -> Response:
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
