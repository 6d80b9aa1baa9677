"""The lines of a game."""

from collections.abc import Iterable, Sequence

import msgspec

from pasjans_engine.game import Dealt, Event, Game, evolve
from pasjans_engine.view import check, view
from pasjans_protocol.portable import chain
from pasjans_protocol.portable.form import (
    MAX_EVENTS,
    EventLine,
    FirstLine,
    Header,
    LastLine,
    action_of,
    body_of,
    last_line,
    parse_body,
)
from pasjans_protocol.portable.origin import prove_origin
from pasjans_protocol.portable.refusal import Flawed


def lines(header: Header, events: Iterable[tuple[int, Event]]) -> tuple[bytes, ...]:
    """The lines of a game's portable file, each with its line feed.

    The checks are computed by playing the game; `hash_of(lines(…)[-1])` stands for the file.

    Args:
        header: whose game it is, and what was dealt. While the game is in progress its seed has
            to be None.
        events: the events after the deal, each with its time in ms since 1970, UTC.

    Raises:
        Invalid, Illegal: the rules do not know the deal, or do not allow an event.
        ValueError: the header is not true or cannot be written, there are too many events, or
            the seed of a game in progress would be told.
    """
    try:
        prove_origin(header)
    except Flawed as flawed:
        raise ValueError(flawed.message) from None
    dealt = Dealt(header.rules, header.rules_version, header.deal, header.commitment)
    game = evolve(None, dealt)
    told: list[FirstLine | EventLine | LastLine] = [_first_line(header, _check(game))]
    for time_ms, event in events:
        if game.version >= MAX_EVENTS:
            raise ValueError(f"a portable file holds {MAX_EVENTS} events at most")
        action = action_of(game, event)
        game = evolve(game, event)
        told.append(EventLine(game.version, time_ms, action, _check(game)))
    if header.seed is not None and not game.over:
        raise ValueError("the seed of a game in progress is told to nobody")
    told.append(last_line(game, _check(game)))
    return _chained(told)


def _check(game: Game) -> int:
    return check(view(game))


def _first_line(header: Header, check: int) -> FirstLine:
    line = FirstLine(**msgspec.structs.asdict(header), check=check)
    return parse_body(FirstLine, body_of(line))


def _chained(told: Sequence[FirstLine | EventLine | LastLine]) -> tuple[bytes, ...]:
    own = chain.START
    written: list[bytes] = []
    for line in told:
        body = body_of(line)
        own = chain.digest(own, body)
        written.append(chain.sealed(body, own))
    return tuple(written)
