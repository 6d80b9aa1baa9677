"""A row of a board, and the bytes that it is in a listing.

Each row is two members of its board's listing, three on the board that has everything:

    r  order  game  NUL  player  tail      ranks: its place is that of the row
    p  player  NUL  order  game  tail      finds the rows of a player, the best first
    g  game  NUL  order  player  tail      finds the row of a game

The order is 15 bytes: moves (4), windows (1), undos (4), time of the end in ms (6). With draws it
is 20: after the moves come `_DRAWS`, which no number of windows is, and the draws (4). All numbers
are big-endian, so that bytes compare as the numbers do, over their whole range. Rows that agree in
all of them stand level, in the order of their games' random names. The tail, which orders nothing,
is 12 bytes: the deal's id (10, of which its 16 letters and digits are the base32) and the rules'
version (2).
"""

from base64 import b32decode, b32encode
from dataclasses import dataclass
from enum import Enum
from struct import Struct
from typing import Final

from pasjans_engine.deal_id import is_deal_id
from pasjans_services.eventstore.names import is_name

_MOVES_BYTES: Final = 4
_NUMBERS: Final = Struct(">IBI")
_NUMBERS_WITH_DRAWS: Final = Struct(">IBIBI")
_DRAWS: Final = 2**8 - 1
_TIME_BYTES: Final = 6
_DEAL_BYTES: Final = 10
_VERSION_BYTES: Final = 2
_TAIL_BYTES: Final = _DEAL_BYTES + _VERSION_BYTES

MAX_MOVES: Final = 2**32 - 1
MAX_DRAWS: Final = 2**32 - 1
MAX_WINDOWS: Final = _DRAWS - 1
MAX_UNDOS: Final = 2**32 - 1
MAX_TIME_MS: Final = 2**48 - 1
MAX_RULES_VERSION: Final = 2**16 - 1

_NUL: Final = b"\0"
_AFTER_NUL: Final = b"\1"


class Kind(bytes, Enum):
    """What a member is for: its first byte."""

    BY_GAME = b"g"
    BY_PLAYER = b"p"
    RANKED = b"r"

    @property
    def end(self) -> bytes:
        """What all members of this kind are below."""
        return bytes((self[0] + 1,))


class NotARow(ValueError):
    """Bytes that are no member of a board, or numbers that no row can have."""


@dataclass(frozen=True, slots=True, order=True)
class Row:
    """One solve. Rows compare as they are ranked.

    Attributes:
        moves: Moves of the net line, exits included.
        draws: Cards drawn and piles turned over on the net line.
        windows: Windows opened, the first included; 0 in games that have none.
        undos: How often a move was taken back.
        finished_ms: When the game was solved, by the store's clock, in ms since 1970, UTC.
        game: The game's name.
        player: Its player's id.
        deal_id: The deal's public name.
        rules_version: The version of the rules it was played by.

    Raises:
        NotARow: When a number or a name is out of its range.
    """

    moves: int
    draws: int
    windows: int
    undos: int
    finished_ms: int
    game: str
    player: str
    deal_id: str
    rules_version: int

    def __post_init__(self) -> None:
        for name, value, most in (
            ("moves", self.moves, MAX_MOVES),
            ("draws", self.draws, MAX_DRAWS),
            ("windows", self.windows, MAX_WINDOWS),
            ("undos", self.undos, MAX_UNDOS),
            ("finished_ms", self.finished_ms, MAX_TIME_MS),
            ("rules_version", self.rules_version, MAX_RULES_VERSION),
        ):
            if not 0 <= value <= most:
                raise NotARow(f"{name} of a row are 0 to {most}, not {value}")
        for name in (self.game, self.player):
            if not is_name(name):
                raise NotARow(f"{name!r} is not 1 to 64 letters, digits, - and _")
        if not is_deal_id(self.deal_id):
            raise NotARow(f"{self.deal_id!r} is not a deal's id")

    @property
    def order(self) -> bytes:
        """What it is ranked by."""
        if self.draws:
            numbers = _NUMBERS_WITH_DRAWS.pack(
                self.moves, _DRAWS, self.draws, self.windows, self.undos
            )
        else:
            numbers = _NUMBERS.pack(self.moves, self.windows, self.undos)
        return numbers + self.finished_ms.to_bytes(_TIME_BYTES, "big")


def member(kind: Kind, row: Row) -> bytes:
    """The member of a listing that a row is, for one purpose."""
    game, player = row.game.encode(), row.player.encode()
    match kind:
        case Kind.RANKED:
            parts = (row.order, game, _NUL, player)
        case Kind.BY_PLAYER:
            parts = (player, _NUL, row.order, game)
        case Kind.BY_GAME:
            parts = (game, _NUL, row.order, player)
    version = row.rules_version.to_bytes(_VERSION_BYTES, "big")
    return b"".join((kind.value, *parts, b32decode(row.deal_id.upper()), version))


def parse_member(data: bytes) -> tuple[Kind, Row]:
    """What a member is for, and its row.

    Raises:
        NotARow: When it is not exactly what `member` gives for a row.
    """
    body, tail = data[1:-_TAIL_BYTES], data[-_TAIL_BYTES:]
    try:
        kind = Kind(data[:1])
        if kind is Kind.RANKED:
            order, names = _split(body)
            game, _, player = names.partition(_NUL)
        else:
            first, _, rest = body.partition(_NUL)
            order, second = _split(rest)
            game, player = (first, second) if kind is Kind.BY_GAME else (second, first)
        row = _row(order, game.decode(), player.decode(), tail)
    except (ValueError, IndexError) as error:
        raise NotARow(f"{data!r} is not a row of a board: {error}") from error
    if member(kind, row) != data:
        raise NotARow(f"{data!r} is not a row of a board")
    return kind, row


def parse_row(data: bytes) -> Row:
    """The row of a member.

    Raises:
        NotARow: When it is none.
    """
    return parse_member(data)[1]


def fewer_moves_than(row: Row) -> bytes:
    """What all ranked members with fewer moves are below, and no other."""
    return Kind.RANKED.value + row.order[:_MOVES_BYTES]


def of_player(player: str) -> tuple[bytes, bytes]:
    """The bounds of a player's members, which are in the order of rank."""
    return _about(Kind.BY_PLAYER, player)


def of_game(game: str) -> tuple[bytes, bytes]:
    """The bounds of a game's member."""
    return _about(Kind.BY_GAME, game)


def _about(kind: Kind, name: str) -> tuple[bytes, bytes]:
    start = kind.value + name.encode()
    return start + _NUL, start + _AFTER_NUL


def _split(data: bytes) -> tuple[bytes, bytes]:
    """The order that bytes begin with, and what follows it."""
    size = _numbers_in(data).size + _TIME_BYTES
    return data[:size], data[size:]


def _numbers_in(order: bytes) -> Struct:
    return _NUMBERS_WITH_DRAWS if order[_MOVES_BYTES] == _DRAWS else _NUMBERS


def _row(order: bytes, game: str, player: str, tail: bytes) -> Row:
    layout = _numbers_in(order)
    if len(order) != layout.size + _TIME_BYTES:
        raise NotARow(f"an order does not have {len(order)} bytes")
    moves, *more = layout.unpack(order[: layout.size])
    draws, windows, undos = more[1:] if layout is _NUMBERS_WITH_DRAWS else (0, *more)
    finished_ms = int.from_bytes(order[layout.size :], "big")
    deal_id = b32encode(tail[:_DEAL_BYTES]).decode().lower()
    rules_version = int.from_bytes(tail[_DEAL_BYTES:], "big")
    return Row(moves, draws, windows, undos, finished_ms, game, player, deal_id, rules_version)
