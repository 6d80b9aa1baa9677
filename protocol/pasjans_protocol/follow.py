"""A client's copy of a game, which proves at each step that it is right."""

from typing import Self

from pasjans_engine.errors import Invalid
from pasjans_engine.view import check as check_of
from pasjans_engine.view import patch
from pasjans_protocol.errors import Code, OutOfSync, ProtocolError
from pasjans_protocol.messages import Delta, GuidedDelta, Snapshot


class Follower:
    """The visible position of a game at a version, kept up to date by deltas.

    Args:
        view: the position, slot by slot, as a snapshot gave it.
        version: its version.
        check: its check.

    Raises:
        ProtocolError: the check is not that of the view: the snapshot cannot be used.
    """

    __slots__ = ("_check", "_version", "_view")

    def __init__(self, view: tuple[int, ...], version: int, check: int) -> None:
        if check_of(view) != check:
            raise ProtocolError(Code.MALFORMED, "the check of a snapshot is not that of its view")
        self._view: tuple[int, ...] = view
        self._version: int = version
        self._check: int = check

    @classmethod
    def of(cls, snapshot: Snapshot) -> Self:
        """A copy that begins with a snapshot.

        Raises:
            ProtocolError: the check is not that of the view: the snapshot cannot be used.
        """
        return cls(snapshot.view, snapshot.version, snapshot.check)

    @property
    def view(self) -> tuple[int, ...]:
        """The position, slot by slot."""
        return self._view

    @property
    def version(self) -> int:
        """How many events the game has had; what a command chosen now expects."""
        return self._version

    @property
    def check(self) -> int:
        """CRC-32 of the view's canonical bytes."""
        return self._check

    def apply(self, delta: Delta | GuidedDelta) -> None:
        """Take the next delta.

        Raises:
            OutOfSync: it does not change this version, or not into what the server has. The copy
                is left as it was.
        """
        if delta.base != self._version:
            raise self._lost(f"a delta of version {delta.base} came at version {self._version}")
        try:
            view = patch(self._view, delta.changes)
        except Invalid as error:
            raise self._lost(str(error)) from None
        if check_of(view) != delta.check:
            raise self._lost(f"the position after version {delta.base} has another check")
        self._view, self._version, self._check = view, delta.base + 1, delta.check

    def heartbeat(self, version: int, check: int) -> None:
        """Compare the copy with what a heartbeat says of the game.

        Raises:
            OutOfSync: they differ: something was lost on the way.
        """
        if (version, check) != (self._version, self._check):
            theirs = f"the server has version {version}, check {check}"
            raise self._lost(f"{theirs}; the copy has {self._version}, {self._check}")

    def _lost(self, message: str) -> OutOfSync:
        return OutOfSync(message, self._version, self._check)
