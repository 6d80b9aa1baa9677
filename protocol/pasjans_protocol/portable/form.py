"""The three kinds of line of a portable file, without their hashes.

A line is a JSON object with its keys in the order of the fields here, without spaces. No string in
it needs an escape, so that there is one way to write each line.
"""

import re
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta

from pasjans_engine.domino import Position
from pasjans_engine.game import (
    Command,
    Dealt,
    Event,
    Game,
    Hint,
    Hinted,
    Play,
    Played,
    Redo,
    Redone,
    Resign,
    Resigned,
    Undo,
    Undone,
)
from pasjans_engine.notation import command_name
from pasjans_engine.status import Status
from pasjans_protocol.complaints import Complaint, complaint, shown
from pasjans_protocol.limits import PATTERNS, Count, GameId, Positive, Uint32

FORMAT: Final = 1

MAX_EVENTS: Final = 20_000
"""The most events of a file, the deal among them; twice what a server lets a game have."""

MAX_LINE_BYTES: Final = 2**18
"""The longest line. The last one names every move that stands: 20,000 take up to 200,000 bytes."""

_UNESCAPED: Final = r"\A[ !#-\[\]-~]*\Z"
_HEX: Final = r"\A[0-9a-f]{64}\Z"

_MEANINGS: Final = {
    **PATTERNS,
    _UNESCAPED: "ASCII characters that need no escape: no quotes, backslashes, control characters",
    _HEX: "64 hexadecimal digits in lower case",
}

_Name = Annotated[str, Meta(min_length=1, max_length=64, pattern=_UNESCAPED)]
_Deal = Annotated[str, Meta(min_length=1, max_length=1024, pattern=_UNESCAPED)]
_Hash = Annotated[str, Meta(pattern=_HEX)]
_Names = Annotated[tuple[_Name, ...], Meta(max_length=MAX_EVENTS)]


class Header(msgspec.Struct, frozen=True, rename={"time_ms": "time"}):
    """Whose game it is, and what was dealt.

    Attributes:
        game: its id.
        rules: the id of the rules.
        rules_version: the version of the rules it was dealt under.
        deal: the deal's text.
        deal_id: the deal's public name.
        commitment: the promise made for the seed, 64 hexadecimal digits; None for a given deal.
        seed: what the deal was made from, 64 hexadecimal digits; None for a given deal, and as
            long as it is not told.
        player: the player's id.
        bot: whether a program chose the moves.
        source: `random`, `given`, `daily:` and the date, as `daily:2026-11-30`, or `level:` and the
            level's name.
        time_ms: when it was dealt, in ms since 1970, UTC.
    """

    game: GameId
    rules: _Name
    rules_version: Positive
    deal: _Deal
    deal_id: _Name
    commitment: _Hash | None
    seed: _Hash | None
    player: _Name
    bot: bool
    source: _Name
    time_ms: Count


class FirstLine(Header, frozen=True, forbid_unknown_fields=True, tag_field="pasjans", tag=FORMAT):
    """The header, and the check of the position that was dealt."""

    check: Uint32


class EventLine(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"time_ms": "time"}
):
    """One event after the deal, and the check of the position it led to."""

    version: Positive
    time_ms: Count
    event: _Name
    check: Uint32


class LastLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How the game stands, and the moves that stand; `windows` is null where there are none.

    `hints` and `draws` are written only where there are some.
    """

    status: Status
    moves: Count
    windows: Count | None
    undos: Count
    net: _Names
    check: Uint32
    hints: Count = 0
    draws: Count = 0


Line = TypeVar("Line", FirstLine, EventLine, LastLine)

_TAGGED: Final = re.compile(rb'\{"pasjans":([0-9]{1,9}),')

_encode: Final = msgspec.json.Encoder().encode
_DECODERS: Final[dict[Any, msgspec.json.Decoder[Any]]] = {
    kind: msgspec.json.Decoder(kind) for kind in (FirstLine, EventLine, LastLine)
}


def body_of(line: FirstLine | EventLine | LastLine) -> bytes:
    """The bytes of a line up to its hash: a JSON object without its closing brace."""
    return _encode(line)[:-1]


def parse_body(kind: type[Line], body: bytes) -> Line:
    """The line of such bytes.

    Raises:
        ValueError: they are not exactly what `body_of` gives for some line of this kind.
    """
    try:
        line: Line = _DECODERS[kind].decode(body + b"}")
        exact = body_of(line) == body
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ValueError(_said(complaint(error, kind, _MEANINGS))) from None
    if not exact:
        raise ValueError("its keys stand in another order, or something is written another way")
    return line


def _said(found: Complaint) -> str:
    if not (found.field and found.wanted):
        return f"its {found}" if found.field else str(found)
    but = f", but {found.got}" if found.got else ""
    return shown(f"its `{found.field}` is not {found.wanted}{but}")


def other_format(line: bytes) -> int | None:
    """The format that a first line names; None when it is this one, or none is named."""
    tagged = _TAGGED.match(line)
    return int(tagged[1]) if tagged is not None and int(tagged[1]) != FORMAT else None


def action_of(game: Game, event: Event) -> str:
    """The text of an event after the deal.

    Raises:
        ValueError: it is a deal.
    """
    return command_name(game.rules, _command(event))


def last_line(game: Game, check: int) -> LastLine:
    """What is to be said of a game at the end."""
    net = tuple(map(game.rules.move_name, game.line))
    return LastLine(
        game.status,
        game.moves,
        windows_of(game),
        game.undos,
        net,
        check,
        game.hints,
        game.draws,
    )


def windows_of(game: Game) -> int | None:
    """Windows opened so far; None in games that have none."""
    return game.position.opened if isinstance(game.position, Position) else None


def _command(event: Event) -> Command:
    match event:
        case Played(move):
            return Play(move)
        case Undone():
            return Undo()
        case Redone():
            return Redo()
        case Resigned():
            return Resign()
        case Hinted():
            return Hint()
        case Dealt():
            raise ValueError("a game is dealt once, by its header")
