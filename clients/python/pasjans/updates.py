"""What a game tells those who follow it, one event after another."""

from dataclasses import dataclass, replace
from enum import StrEnum

from pasjans.reader import Reader
from pasjans_engine.status import Status


class UpdateKind(StrEnum):
    """What has changed."""

    MOVED = "moved"
    PRESENCE = "presence"
    DIVERGED = "diverged"
    FINISHED = "finished"
    SOUGHT = "sought"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Update:
    """One change of a game, and how it stands after it.

    Attributes:
        kind: `moved` for an event of the game (undo, redo and resign too), `presence` when others
            came or went, `diverged` when the server lost the end of the log and the game stands
            somewhere else now, `finished` when `result` has come: of a game nothing follows that.
            Of a replay also `sought` when it went to another version, and `stopped` when it does
            not go on by itself any more, at its end or paused.
        version: number of events of the game.
        changes: pairs of slot and new value, slots ascending.
        view: the position, slot by slot.
        check: CRC-32 of the view.
        status: how the game stands.
        legal: what may be played now; None when the game was joined without guide, or while
            later events are known to be on their way.
        watching: how many follow the game, on all servers, the player among them.
    """

    kind: UpdateKind
    version: int
    changes: tuple[tuple[int, int], ...]
    view: tuple[int, ...]
    check: int
    status: Status
    legal: tuple[str, ...] | None
    watching: int


class Updates(Reader[Update]):
    """Updates of one game or replay from now on, for one `async for`.

    Who reads slowly misses no change: when `kept` updates wait, the two oldest become one.
    """

    def __init__(self, kept: int) -> None:
        super().__init__()
        self._kept = max(1, kept)

    def push(self, value: Update) -> None:
        """Give an update to the reader."""
        super().push(value)
        if len(self._waiting) > self._kept:
            oldest = self._waiting.popleft()
            self._waiting[0] = merged(oldest, self._waiting[0])


def merged(first: Update, second: Update) -> Update:
    """Two updates, one after the other, as one."""
    kinds = {first.kind, second.kind}
    kind = next(kind for kind in _WEIGHTIEST if kind in kinds)
    changes = dict(first.changes) | dict(second.changes)
    return replace(second, kind=kind, changes=tuple(sorted(changes.items())))


_WEIGHTIEST = (
    UpdateKind.STOPPED,
    UpdateKind.FINISHED,
    UpdateKind.DIVERGED,
    UpdateKind.SOUGHT,
    UpdateKind.MOVED,
    UpdateKind.PRESENCE,
)
