"""What requests about games ask for, out of their paths and queries."""

from typing import Final

from starlette.requests import Request

from pasjans_engine.errors import Invalid
from pasjans_engine.rules import rules_named
from pasjans_protocol.errors import Code
from pasjans_services.eventstore.names import is_name
from pasjans_services.replay.entries import Result
from pasjans_services.replay.search import EVERY_RESULT, MAX_PAGE, Search
from pasjans_services.web.cursors import place_of
from pasjans_services.web.operation import Refusal, number_in

GAMES_A_PAGE: Final = 20
PLAYED: Final = "played"
NET: Final = "net"

_RESULTS: Final = {
    **{result.value: frozenset({result}) for result in Result},
    "finished": EVERY_RESULT - {Result.PLAYING},
}


def search_of(request: Request) -> Search:
    """Which games a request looks for.

    Raises:
        Refusal: A parameter makes no sense.
    """
    return Search(
        player=_id_in(request, "player"),
        rules=_rules_in(request),
        deal_id=_id_in(request, "deal"),
        results=_results_in(request),
        limit=number_in(request, "limit", GAMES_A_PAGE, 1, MAX_PAGE),
        before=_cursor_in(request),
    )


def line_of(request: Request) -> str:
    """The line whose plies a request counts.

    Raises:
        Refusal: There is no such line.
    """
    line = request.query_params.get("line", PLAYED)
    if line not in {PLAYED, NET}:
        raise _malformed(f"`line` is `{PLAYED}` or `{NET}`, not {line[:40]!r}")
    return line


def ply_of(request: Request) -> int:
    """The ply that a request names in its path.

    Raises:
        Refusal: It is not a number.
    """
    text: str = request.path_params["ply"]
    if not (text.isascii() and text.isdecimal() and len(text) <= 16):
        raise _malformed(f"a ply is a whole number, 0 the deal, not {text[:40]!r}")
    return int(text)


def _id_in(request: Request, name: str) -> str | None:
    text = request.query_params.get(name)
    if text is not None and not is_name(text):
        message = f"`{name}` is 1 to 64 letters, digits, `-` and `_`, not {text[:70]!r}"
        raise _malformed(message)
    return text


def _rules_in(request: Request) -> str | None:
    text = request.query_params.get("rules")
    if text is None:
        return None
    try:
        return rules_named(text[:40]).id
    except Invalid as error:
        raise Refusal(400, Code.UNKNOWN_RULES, str(error)) from error


def _results_in(request: Request) -> frozenset[Result]:
    text = request.query_params.get("result")
    if text is None:
        return EVERY_RESULT
    if text not in _RESULTS:
        raise _malformed(f"`result` is one of {', '.join(_RESULTS)}, not {text[:40]!r}")
    return _RESULTS[text]


def _cursor_in(request: Request) -> bytes | None:
    text = request.query_params.get("before")
    if text is None:
        return None
    try:
        return place_of(text)
    except ValueError as error:
        message = "`before` is what `next` of the page before says; leave it out to begin"
        raise _malformed(message) from error


def _malformed(message: str) -> Refusal:
    return Refusal(400, Code.MALFORMED, message)
