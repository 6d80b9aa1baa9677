"""The contract of an event store: one stream of records a game, appended to in atomic steps.

1. The *version* of a game is the number of its records; the first record has version 1. Versions
   have no gaps: a record is only ever appended at head + 1.
2. A record, once acknowledged, is never changed and never taken out, until its game expires.
3. A *command id* is good for one append a game. Whoever sends it again gets the version it got.
4. A store keeps bytes; what they mean is for `records` to say.

Errors:

    StoreError
    ├── StoreUnavailable    cannot be reached; whether the last step was done is unknown
    ├── GameFinished        an append to a game whose last record has been written
    └── NotFinished         a game that cannot be compacted yet

Expiry: a game that was dealt and never moved goes after `DEALT_TTL_MS`. A game in progress goes
`LIVE_TTL_MS` after its last record (up to `TTL_SLACK_MS` later). A finished game stays for ever.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

HOUR_MS: Final = 3_600_000
DAY_MS: Final = 24 * HOUR_MS

DEALT_TTL_MS: Final = DAY_MS
"""How long a game with one record is kept."""

LIVE_TTL_MS: Final = 30 * DAY_MS
"""How long a game with more than one record is kept after the last one, at least."""

TTL_SLACK_MS: Final = HOUR_MS
"""How much longer it may be kept, so that not every append has to push the date back."""

COMMANDS_TTL_MS: Final = DAY_MS
"""How long a compacted game still answers a repeated command id."""


class StoreError(Exception):
    """The store cannot do what it was asked to."""


class StoreUnavailable(StoreError):
    """The store could not be reached in time.

    The outcome of an append is then unknown: send the same command id again, which never appends
    twice.
    """


class GameFinished(StoreError):
    """A game whose final record is in the log takes no more records."""


class NotFinished(StoreError):
    """Only a game whose final record is in the log can be compacted."""


@dataclass(frozen=True, slots=True)
class Appended:
    """The records are in the log.

    Attributes:
        version: version of the last of them.
        time_ms: the store's time that they carry, in ms since 1970, UTC.
    """

    version: int
    time_ms: int


@dataclass(frozen=True, slots=True)
class Repeated:
    """The command id was used before; nothing was appended.

    Attributes:
        version: what it got then.
    """

    version: int


@dataclass(frozen=True, slots=True)
class Stale:
    """The game is not at the expected version; nothing was appended.

    Attributes:
        head: its version; 0 when there is no such game.
    """

    head: int


Outcome: TypeAlias = Appended | Repeated | Stale


@dataclass(frozen=True, slots=True)
class Stored:
    """A record as the log holds it.

    Attributes:
        version: 1 for a game's first record.
        time_ms: when it was appended, by the store's clock, in ms since 1970, UTC.
        record: the bytes that were appended.
    """

    version: int
    time_ms: int
    record: bytes


@dataclass(frozen=True, slots=True)
class Saved:
    """A snapshot: what somebody computed from the records up to a version."""

    version: int
    blob: bytes


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a game is.

    Attributes:
        head: its version; 0 when there is no such game.
        finished: whether its last record has been written.
    """

    head: int
    finished: bool


class EventStore(Protocol):
    """A log of records for each game. See the module.

    Each method raises ValueError for a name that `names.is_name` refuses, and StoreUnavailable when
    the store cannot be reached for some seconds; it tries again by itself before that.
    """

    async def append(
        self, game: str, expected: int, command: str, records: Sequence[bytes], /, final: bool
    ) -> Outcome:
        """Append records, if the game is at the expected version.

        One atomic step: the command id is looked up, the head is compared, the records get the
        versions head + 1, head + 2, …, the command id is kept, and the records are published to
        every other node that watches the game. No reader sees a part of it. Of several writers
        with the same expected version exactly one gets `Appended`.

        A command id that is known gets `Repeated`, whatever else the call says. The caller has to
        expect that for its own call too: when an answer was lost on the way, the store sends the
        same command id again. After `Repeated` the records may or may not be known to the caller:
        it has to read the log up to that version.

        The caller acknowledges nothing before this returns. When the call is cancelled or raises
        StoreUnavailable, the outcome is unknown.

        Args:
            game: its name.
            expected: the version that the records were decided at; 0 makes the game.
            command: the command id, unique in the game.
            records: one or more.
            final: whether the last one ends the game.

        Raises:
            GameFinished: the game is at the expected version and has ended.
        """
        ...

    async def read(self, game: str, after: int = 0, /) -> tuple[Stored, ...]:
        """The records with versions above `after`, without gaps; also of a compacted game."""
        ...

    async def head(self, game: str, /) -> int:
        """The version of a game; 0 when there is none of this name."""
        ...

    async def standing(self, game: str, /) -> Standing:
        """The version of a game, and whether it has ended."""
        ...

    def games(self) -> AsyncIterator[str]:
        """The games there are, in no order, each at least once.

        One that begins or expires meanwhile may be among them or not.
        """
        ...

    async def committed(self, game: str, command: str, /) -> int | None:
        """The version that a command id got; None when it is not known."""
        ...

    async def save_snapshot(self, game: str, version: int, blob: bytes, /) -> None:
        """Keep what was computed from the records up to a version.

        An older snapshot never replaces a newer one, and a snapshot is never ahead of the log.
        It may vanish at any time: whatever it holds must follow from the log.
        """
        ...

    async def load_snapshot(self, game: str, /) -> Saved | None:
        """The newest snapshot; the caller reads the records after its version."""
        ...

    async def compact(self, game: str, /) -> int:
        """Put a finished game into one small blob, from which `read` answers for ever.

        One atomic step takes the log and the snapshot away and puts the blob there. Command ids
        are known for `COMMANDS_TTL_MS` more. May be called again, and by several nodes at once.

        Returns:
            Bytes of the blob.

        Raises:
            NotFinished: the game has not ended, or there is none of this name.
        """
        ...

    async def ping(self) -> None:
        """Return when the store answers."""
        ...

    async def close(self) -> None:
        """Give the connections up. Calls that are under way raise StoreUnavailable."""
        ...
