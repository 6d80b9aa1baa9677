"""A game as this client knows it, proved right at each step; no I/O."""

from dataclasses import dataclass
from typing import Final

from pasjans.slots import SLOTS, Slots, slots_of
from pasjans.updates import Update, UpdateKind
from pasjans_engine.status import Status
from pasjans_engine.view import diff
from pasjans_protocol.errors import OutOfSync
from pasjans_protocol.follow import Follower
from pasjans_protocol.messages import (
    Delta,
    Finished,
    GuidedDelta,
    Presence,
    Resumed,
    Role,
    Snapshot,
    SnapshotReason,
)

STATUSES: Final = tuple(Status)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    Attributes:
        status: solved or resigned.
        moves: moves of the net line, exits included.
        windows: how many windows were opened, the first included; 0 in games that have none.
        version: number of events of the game.
        seed: the deal's seed, 64 hexadecimal digits; None for a deal that was given, or that
            others still play.
        draws: cards drawn and piles turned over on the net line, which are no moves.
    """

    status: Status
    moves: int
    windows: int
    version: int
    seed: str | None
    draws: int = 0


class GameCopy:
    """The copy of one game.

    Attributes:
        facts: the snapshot that it began with, for what does not change during a game.
        role: what this client may do.
        watching: how many follow the game, on all servers, the player among them.
        result: how it ended; None while it goes on.
        divergences: how often the server's log lost its end under this copy.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self.divergences = 0
        self._begin(snapshot)

    def _begin(self, snapshot: Snapshot) -> None:
        self._follower = Follower.of(snapshot)
        self.facts = snapshot
        self.role: Role = snapshot.role
        self.watching = snapshot.watching
        self.result: Result | None = None
        self._set_legal(snapshot.version, snapshot.legal)

    def _set_legal(self, version: int, legal: tuple[str, ...] | None) -> None:
        self._legal_version = version
        self._legal = legal

    @property
    def view(self) -> tuple[int, ...]:
        """The position, slot by slot."""
        return self._follower.view

    @property
    def version(self) -> int:
        """Number of events."""
        return self._follower.version

    @property
    def check(self) -> int:
        """CRC-32 of the view."""
        return self._follower.check

    @property
    def status(self) -> Status:
        """How the game stands; of unknown rules what was said at the end."""
        slots = SLOTS.get(self.facts.rules)
        if slots is not None:
            return STATUSES[self.view[slots.status]]
        return Status.PLAYING if self.result is None else self.result.status

    @property
    def legal(self) -> tuple[str, ...] | None:
        """What may be played; None when it was not asked for, or is not known for this version."""
        return self._legal if self._legal_version == self.version else None

    @property
    def moves(self) -> int:
        """Moves of the net line."""
        return self.view[self._slots.moves]

    @property
    def windows(self) -> int:
        """Windows opened so far, 1 to 3; 0 in games that have none."""
        windows = self._slots.windows
        return 0 if windows is None else self.view[windows]

    @property
    def undos(self) -> int:
        """Undos so far."""
        return self.view[self._slots.undos]

    @property
    def redos(self) -> int:
        """Moves that can be redone now."""
        return self.view[self._slots.redos]

    @property
    def draws(self) -> int:
        """Cards drawn and piles turned over on the net line."""
        draws = self._slots.draws
        return 0 if draws is None else self.view[draws]

    @property
    def hints(self) -> int:
        """Hints taken so far."""
        slot = self._slots.hints
        return self.view[slot] if slot < len(self.view) else 0

    @property
    def _slots(self) -> Slots:
        return slots_of(self.facts.rules)

    def resume(self, resumed: Resumed) -> None:
        """Take the answer to a join with this copy's version; the missing deltas follow."""
        self.role = resumed.role
        self.watching = resumed.watching
        self._set_legal(resumed.head, resumed.legal)

    def replace(self, snapshot: Snapshot) -> Update:
        """Take a snapshot in place of what was known.

        Raises:
            ProtocolError: the snapshot contradicts itself; nothing has changed.
        """
        before = self.view
        self._begin(snapshot)
        if snapshot.reason is SnapshotReason.DIVERGED:
            self.divergences += 1
        changes = _changes(before, self.view)
        sought = snapshot.reason is SnapshotReason.REPLAY
        return self.update(UpdateKind.SOUGHT if sought else UpdateKind.DIVERGED, changes)

    def take(self, message: Delta | GuidedDelta | Presence | Finished) -> Update:
        """Take a message about the game.

        Raises:
            OutOfSync: it does not fit this copy, which is left as it was.
        """
        match message:
            case Delta() | GuidedDelta():
                self._follower.apply(message)
                if isinstance(message, GuidedDelta):
                    self._set_legal(self.version, message.legal)
                return self.update(UpdateKind.MOVED, message.changes)
            case Presence():
                self.watching = message.watching
                return self.update(UpdateKind.PRESENCE)
            case Finished():
                if message.version != self.version:
                    text = f"the game ended at version {message.version}, the copy is at another"
                    raise OutOfSync(text, self.version, self.check)
                status = Status(message.status)
                self.result = Result(
                    status,
                    message.moves,
                    message.windows,
                    message.version,
                    message.seed,
                    message.draws,
                )
                return self.update(UpdateKind.FINISHED)

    def compare(self, version: int, check: int) -> None:
        """Compare with a heartbeat.

        Raises:
            OutOfSync: something was lost on the way.
        """
        self._follower.heartbeat(version, check)

    def update(self, kind: UpdateKind, changes: tuple[int, ...] = ()) -> Update:
        """How the game stands, for those who follow it.

        Args:
            kind: what happened.
            changes: slot, value, slot, value, and so on.
        """
        return Update(
            kind=kind,
            version=self.version,
            changes=tuple(zip(changes[::2], changes[1::2], strict=True)),
            view=self.view,
            check=self.check,
            status=self.status,
            legal=self.legal,
            watching=self.watching,
        )


def _changes(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    """What is different; the slot of hints counts as 0 where a view has none."""
    most = max(len(before), len(after))
    padded = (view + (0,) * (most - len(view)) for view in (before, after))
    return diff(*padded)
