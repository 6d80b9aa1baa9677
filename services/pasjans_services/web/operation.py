"""An HTTP endpoint as data, from which its route and its place in the OpenAPI document are made."""

import math
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pasjans_engine.errors import EngineError
from pasjans_protocol.errors import Code
from pasjans_services.eventstore.base import StoreError
from pasjans_services.web.reads import Reads
from pasjans_services.web.resources import Problem

Handler = Callable[[Request], Awaitable[Any]]

LIMITED: Final = 429
AWAY: Final = "this server cannot answer now; try again in a second"
STORE_AWAY: Final = {503: "The store cannot be reached; try again in a second."}
LIMITED_OR_AWAY: Final = {
    LIMITED: "Too many requests from this address; Retry-After says when.",
    **STORE_AWAY,
}
NOT_STORED: Final = "no-store"

EVENTS_A_REQUEST: Final = 250
"""A request counts as one more for each so many events of a game that is read for it."""

log = structlog.get_logger(__name__)

_MORE: Final = "more"
_ENCODER: Final = msgspec.json.Encoder()


class Refusal(Exception):
    """A request that cannot be answered."""

    def __init__(
        self, status: int, code: Code, message: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers or {}
        self.problem = Problem(code, message)


@dataclass(frozen=True, slots=True)
class Operation:
    """One endpoint.

    Attributes:
        name: Names it in documents.
        path: Its path, parameters in braces.
        summary: What it answers, in one line.
        handler: Answers with something of the type `answer`, or with a response of its own.
        answer: Type of the answer; None when it is in one of `media` alone.
        parameters: Meaning of each path parameter.
        query: Meaning of each query parameter; none is required.
        refusals: Meaning of each status that says no; with `LIMITED` among them it is limited.
        cache: Its Cache-Control header.
        media: Other media types that it answers in, and what they are.
        pending: Meaning of an answer with status 202; empty when there is none.
    """

    name: str
    path: str
    summary: str
    handler: Handler
    answer: Any
    parameters: Mapping[str, str] = field(default_factory=dict[str, str])
    query: Mapping[str, str] = field(default_factory=dict[str, str])
    refusals: Mapping[int, str] = field(default_factory=dict[int, str])
    cache: str = NOT_STORED
    media: Mapping[str, str] = field(default_factory=dict[str, str])
    pending: str = ""

    def route(self, reads: Reads) -> Route:
        """The Starlette route of this endpoint; `reads` bounds how often an address may ask."""

        async def endpoint(request: Request) -> Response:
            headers = {"cache-control": self.cache}
            try:
                self._limit(reads, request)
                answer = await self.handler(request)
                status = 200
            except Refusal as refusal:
                answer, status = refusal.problem, refusal.status
                headers = {"cache-control": NOT_STORED, **refusal.headers}
            except (StoreError, EngineError):
                log.exception("http_failed", path=request.url.path)
                answer, status = Problem(Code.UNAVAILABLE, AWAY), 503
                headers = {"cache-control": NOT_STORED, "retry-after": "1"}
            finally:
                self._charge(reads, request)
            if isinstance(answer, Response):
                return answer
            return Response(_ENCODER.encode(answer), status, headers, media_type="application/json")

        return Route(self.path, endpoint, name=self.name)

    def _limit(self, reads: Reads, request: Request) -> None:
        if LIMITED not in self.refusals:
            return
        if wait_ms := reads.wait_ms(_address(request)):
            message = f"too many requests; ask again in {wait_ms} ms"
            headers = {"retry-after": str(math.ceil(wait_ms / 1000))}
            raise Refusal(LIMITED, Code.RATE_LIMITED, message, headers)

    def _charge(self, reads: Reads, request: Request) -> None:
        more: int = getattr(request.state, _MORE, 0)
        if more and LIMITED in self.refusals:
            reads.charge(_address(request), more)


def weigh(request: Request, more: int) -> None:
    """Let a request count as so many more, since it took much work."""
    setattr(request.state, _MORE, more)


def _address(request: Request) -> str:
    return request.client.host if request.client else "local"


def number_in(request: Request, name: str, default: int, low: int, high: int) -> int:
    """The whole number in a query parameter.

    Raises:
        Refusal: 400, when it is not a number from `low` to `high`.
    """
    text = request.query_params.get(name)
    if text is None:
        return default
    # `isdecimal` also takes digits of other scripts, and `int` takes signs and underscores.
    if not (text.isascii() and text.isdecimal() and len(text) <= 16 and low <= int(text) <= high):
        message = f"`{name}` is a whole number from {low} to {high}, not {text[:40]!r}"
        raise Refusal(400, Code.MALFORMED, message)
    return int(text)
