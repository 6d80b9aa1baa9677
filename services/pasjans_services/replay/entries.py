"""What the index says of a game, as bytes whose order is that of time.

    entry     time (6 bytes, big-endian, ms), game, result, rules, player, deal; of a finished game
              also moves, windows, undos, events, and how long before `time` it was dealt
    result    one byte: its number, and 0x80 for a bot's game

    end       game, time: by the game's name, when it ended

`packing` says how names and numbers are written. The last number is signed, as a clock may go back.

An entry is a pure function of the log; while a game is in progress, of its first record alone. Of
games with names of this service it takes 64 bytes at most, up to which a small sorted set of Redis
stays compact.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pasjans_engine.game import Game, Status
from pasjans_services.eventstore.base import Stored
from pasjans_services.eventstore.records import Header
from pasjans_services.eventstore.varint import leb128, zigzag
from pasjans_services.games.step import windows_of
from pasjans_services.replay.packing import Reader, packed, size_of

TIME_BYTES: Final = 6
BOT: Final = 0x80


class Result(StrEnum):
    """How a game came out, if it has.

    Attributes:
        number: what stands for it in an entry; the first member is 0.
    """

    PLAYING = "playing"
    SOLVED = "solved"
    RESIGNED = "resigned"

    number: int

    def __init__(self, value: str) -> None:
        self.number = len(type(self).__members__)


_RESULTS: Final = tuple(Result)


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in the index.

    Attributes:
        time_ms: when it ended; of a game in progress, when it was dealt. In ms since 1970, UTC.
        game: its name.
        result: how it came out.
        bot: whether a program chose the moves.
        rules: the id of the rules.
        player: whose game it is.
        deal_id: the deal's public name, as boards have it: logs of 0.1.0 have a shorter one.
        moves: of the net line; 0 of a game in progress, as all that follows.
        windows: opened at the end.
        undos: in the whole game.
        events: the log's length.
        dealt_ms: when it was dealt.
    """

    time_ms: int
    game: str
    result: Result
    bot: bool
    rules: str
    player: str
    deal_id: str
    moves: int
    windows: int
    undos: int
    events: int
    dealt_ms: int

    @property
    def place(self) -> bytes:
        """What the entry's bytes begin with, and those of no other."""
        return self.time_ms.to_bytes(TIME_BYTES) + packed(self.game)


def live_entry(game_id: str, header: Header, first: Stored) -> Entry:
    """The entry of a game in progress, whose first record is known."""
    return Entry(
        time_ms=first.time_ms,
        game=game_id,
        result=Result.PLAYING,
        bot=header.bot,
        rules=header.rules,
        player=header.player,
        deal_id=header.name_of_deal,
        moves=0,
        windows=0,
        undos=0,
        events=0,
        dealt_ms=first.time_ms,
    )


def finished_entry(game_id: str, header: Header, game: Game, first: Stored, last: Stored) -> Entry:
    """The entry of a game that is over."""
    return Entry(
        time_ms=last.time_ms,
        game=game_id,
        result=Result.SOLVED if game.status is Status.SOLVED else Result.RESIGNED,
        bot=header.bot,
        rules=header.rules,
        player=header.player,
        deal_id=header.name_of_deal,
        moves=game.moves,
        windows=windows_of(game),
        undos=game.undos,
        events=game.version,
        dealt_ms=first.time_ms,
    )


def encode(entry: Entry) -> bytes:
    """The bytes of an entry.

    Raises:
        ValueError: a name cannot be packed.
    """
    start = (
        entry.place,
        bytes((entry.result.number | (BOT if entry.bot else 0),)),
        *map(packed, (entry.rules, entry.player, entry.deal_id)),
    )
    if entry.result is Result.PLAYING:
        return b"".join(start)
    age = entry.time_ms - entry.dealt_ms
    numbers = (entry.moves, entry.windows, entry.undos, entry.events, zigzag(age))
    return b"".join((*start, *map(leb128, numbers)))


def names_after_result(*names: str) -> bytes:
    """What follows the result in an entry that begins with these: rules, player, deal."""
    return b"".join(map(packed, names))


def glance(member: bytes) -> tuple[Result, bytes] | None:
    """The result in an entry and what follows it, all unread; None of what is no entry.

    It takes a fiftieth of the time of `decode`, and tells which entries are worth that.
    """
    try:
        at = TIME_BYTES + 1 + size_of(member[TIME_BYTES])
        return _RESULTS[member[at] & ~BOT], member[at + 1 :]
    except IndexError:
        return None


def encode_end(over: Entry) -> bytes:
    """When a game ended, by its name.

    Raises:
        ValueError: its name cannot be packed.
    """
    return packed(over.game) + over.time_ms.to_bytes(TIME_BYTES)


def bounds_of_ends(game_id: str) -> tuple[bytes, bytes]:
    """Between which bytes all ends of a game lie, and those of no other."""
    start = packed(game_id)
    return start, start + b"\xff" * (TIME_BYTES + 1)


def entries_at(end: bytes, game_id: str) -> tuple[bytes, bytes]:
    """Between which bytes all entries of a game with such an end lie, and those of no other."""
    start = end[len(packed(game_id)) :] + packed(game_id)
    return start, start + b"\xff"


def decode_end(member: bytes) -> str:
    """The game whose end such bytes are.

    Raises:
        ValueError: they are of no end.
    """
    reader = Reader(member)
    try:
        game = reader.name()
        reader.bytes(TIME_BYTES)
    except (IndexError, UnicodeError) as error:
        raise ValueError(f"{member.hex()} is no end of a game: {error}") from error
    if not reader.at_end:
        raise ValueError(f"{member.hex()} is no end of a game")
    return game


def decode(member: bytes) -> Entry:
    """The entry of such bytes: `encode(decode(member)) == member`.

    Raises:
        ValueError: they are of no entry.
    """
    reader = Reader(member)
    try:
        time_ms = int.from_bytes(reader.bytes(TIME_BYTES))
        game, flags = reader.name(), reader.byte()
        result, bot = _RESULTS[flags & ~BOT], bool(flags & BOT)
        rules, player, deal_id = reader.name(), reader.name(), reader.name()
        moves = windows = undos = events = age = 0
        if result is not Result.PLAYING:
            moves, windows, undos, events = (reader.number() for _ in range(4))
            age = reader.signed()
        entry = Entry(
            *(time_ms, game, result, bot, rules, player, deal_id),
            *(moves, windows, undos, events, time_ms - age),
        )
        exact = reader.at_end and encode(entry) == member
    except (IndexError, UnicodeError) as error:
        raise ValueError(f"{member.hex()} is no entry of the index: {error}") from error
    if not exact:
        raise ValueError(f"{member.hex()} is no entry of the index")
    return entry
