"""The boards of one connection (rules 15 and 16)."""

from collections.abc import Mapping
from typing import Final

from pasjans_protocol.errors import Code, ProtocolError
from pasjans_protocol.limits import MAX_BOARDS
from pasjans_protocol.messages import Message, Standings, Subscribe, Unsubscribe
from pasjans_protocol.transitions import ASKED, BOARD, ENDING, SUBSCRIBED, UNKNOWN, BoardState

_OUT_OF_TURN: Final[Mapping[tuple[BoardState, type[Message]], str]] = {
    (ASKED, Subscribe): "has asked for the board {} already: wait for the answer",
    (SUBSCRIBED, Subscribe): "follows the board {} already: unsubscribe first",
    (ENDING, Subscribe): "is leaving the board {}: wait for the answer to unsubscribe",
    (UNKNOWN, Unsubscribe): "does not follow the board {}",
    (ASKED, Unsubscribe): "does not follow the board {} yet: wait for the answer to subscribe",
    (ENDING, Unsubscribe): "is leaving the board {} already: wait for the answer",
}
"""What each step means that `BOARD` does not have."""


class Boards:
    """How far the subscription to each board is."""

    __slots__ = ("_states",)

    def __init__(self) -> None:
        self._states: dict[str, BoardState] = {}

    def __repr__(self) -> str:
        return f"Boards({self._states!r})"

    @property
    def subscribed(self) -> frozenset[str]:
        """The boards whose standings may come."""
        states = self._states.items()
        return frozenset(board for board, state in states if state in {SUBSCRIBED, ENDING})

    def check(self, request: Subscribe | Unsubscribe) -> None:
        """Return if a client's message may be sent now.

        Raises:
            ProtocolError: the connection has the board already, or has it not, or has too many.
        """
        # Rule 15: "A connection has a board once, and `MAX_BOARDS` boards at most, those being
        # asked for included."
        state = self._states.get(request.board, UNKNOWN)
        if (state, type(request)) not in BOARD:
            text = f"this connection {_OUT_OF_TURN[state, type(request)].format(request.board)}"
            raise ProtocolError(Code.UNEXPECTED, text, request.id)
        if state is UNKNOWN and len(self._states) >= MAX_BOARDS:
            text = f"a connection has {MAX_BOARDS} boards at most: unsubscribe from one"
            raise ProtocolError(Code.UNEXPECTED, text, request.id)

    def step(self, board: str, kind: type[Message]) -> None:
        """Step over a request that `check` let through, or the answer that ends one."""
        state = BOARD[self._states.get(board, UNKNOWN), kind]
        if state is UNKNOWN:
            del self._states[board]
        else:
            self._states[board] = state

    def show(self, standings: Standings) -> None:
        """Step over standings.

        Raises:
            ProtocolError: they answer nothing, and the connection has not the board.
        """
        # Rule 16: "The server sends standings unasked, with a null id, only of a board that the
        # connection has."
        state = self._states.get(standings.board, UNKNOWN)
        if state is UNKNOWN or (state is ASKED and standings.id is None):
            text = f"no standings while board {standings.board} is {state}"
            raise ProtocolError(Code.UNEXPECTED, text, standings.id)
        self.step(standings.board, Standings)
