"""Boards on a connection (rules 15 and 16)."""

from itertools import product
from typing import Any

import pytest

from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Message,
    Ping,
    Refused,
    Standings,
    Subscribe,
    Unsubscribe,
    Unsubscribed,
    name_of,
)
from pasjans_protocol.transitions import BOARD, BoardState

BOARD_ID = "all:polish"


def to_state(pair: Any, state: BoardState) -> None:
    pair.greet()
    if state is BoardState.ASKED:
        pair.ask(Subscribe("a1", BOARD_ID))
    elif state is not BoardState.UNKNOWN:
        pair.subscribe(BOARD_ID)
    if state is BoardState.ENDING:
        pair.ask(Unsubscribe("a1", BOARD_ID))


@pytest.mark.parametrize(
    ("state", "kind"),
    [*product(BoardState, [Subscribe, Standings, Refused, Unsubscribe, Unsubscribed])],
    ids=lambda part: name_of(part) if isinstance(part, type) else str(part),
)
def test_both_halves_follow_the_table_of_boards(
    state: BoardState, kind: type[Message], halves: Any, refuses: Any
) -> None:
    pair = halves()
    to_state(pair, state)
    messages: dict[type[Message], Any] = {
        Subscribe: Subscribe("b1", BOARD_ID),
        Standings: Standings("a1" if state is BoardState.ASKED else None, BOARD_ID, None, 0, ()),
        Refused: Refused("a1", Code.RATE_LIMITED, "later"),
        Unsubscribe: Unsubscribe("b1", BOARD_ID),
        Unsubscribed: Unsubscribed("a1"),
    }
    after = BOARD.get((state, kind))
    if after is None:
        assert refuses(pair, messages[kind]).code is Code.UNEXPECTED
        return
    step = pair.ask if kind in {Subscribe, Unsubscribe} else pair.tell
    step(messages[kind])
    for half in (pair.client, pair.server):
        assert half._boards._states.get(BOARD_ID, BoardState.UNKNOWN) is after
        shown = {BoardState.SUBSCRIBED, BoardState.ENDING}
        assert half.boards == ({BOARD_ID} if after in shown else set())


@pytest.mark.parametrize(
    ("state", "kind", "text"),
    [
        (
            BoardState.ASKED,
            Subscribe,
            "has asked for the board all:polish already: wait for the answer",
        ),
        (
            BoardState.SUBSCRIBED,
            Subscribe,
            "follows the board all:polish already: unsubscribe first",
        ),
        (
            BoardState.ENDING,
            Subscribe,
            "is leaving the board all:polish: wait for the answer to unsubscribe",
        ),
        (BoardState.UNKNOWN, Unsubscribe, "does not follow the board all:polish"),
        (
            BoardState.ASKED,
            Unsubscribe,
            "does not follow the board all:polish yet: wait for the answer to subscribe",
        ),
        (
            BoardState.ENDING,
            Unsubscribe,
            "is leaving the board all:polish already: wait for the answer",
        ),
    ],
)
def test_a_request_out_of_turn_says_how_the_board_stands(
    state: BoardState, kind: Any, text: str, halves: Any, refuses: Any
) -> None:
    pair = halves()
    to_state(pair, state)
    error = refuses(pair, kind("b1", BOARD_ID))

    assert (error.code, error.id) == (Code.UNEXPECTED, "b1")
    assert error.message == f"this connection {text}"


def test_no_standings_come_unasked_before_the_answer(ready: Any, refuses: Any) -> None:
    ready.ask(Subscribe("a1", BOARD_ID))
    error = refuses(ready, Standings(None, BOARD_ID, None, 0, ()))

    assert error.message == "no standings while board all:polish is asked"


def test_an_answer_is_of_the_board_that_was_asked_for(ready: Any, refuses: Any) -> None:
    ready.subscribe("all:russian")
    ready.ask(Subscribe("a1", BOARD_ID))
    error = refuses(ready, Standings("a1", "all:russian", None, 0, ()))

    assert error.message == "the answer to board all:polish speaks of board all:russian"
    ready.tell(Standings("a1", BOARD_ID, None, 0, ()))


def test_a_connection_has_16_boards_those_asked_for_included(ready: Any, refuses: Any) -> None:
    for number in range(15):
        ready.subscribe(f"deal:polish:{number}")
    ready.ask(Subscribe("a1", BOARD_ID))
    error = refuses(ready, Subscribe("a2", "all:russian"))

    assert (error.code, error.id) == (Code.UNEXPECTED, "a2")
    assert error.message == "a connection has 16 boards at most: unsubscribe from one"
    ready.tell(Refused("a1", Code.NO_SUCH_BOARD, "no"))
    ready.subscribe("all:russian")
    assert len(ready.client.boards) == 16


def test_a_board_that_was_left_may_be_had_again(ready: Any) -> None:
    for _ in range(2):
        ready.subscribe()
        ready.ask(Unsubscribe("u1", BOARD_ID))
        ready.tell(Standings(None, BOARD_ID, None, 0, ()))
        ready.tell(Unsubscribed("u1"))

    assert ready.client.boards == ready.server.boards == frozenset()


def test_an_id_in_use_subscribes_to_nothing(ready: Any, refuses: Any) -> None:
    ready.ask(Ping("a1"))
    ready.subscribe()
    for request in (Subscribe("a1", "all:russian"), Unsubscribe("a1", BOARD_ID)):
        assert refuses(ready, request).code is Code.UNEXPECTED

    assert ready.client.boards == {BOARD_ID}


def test_boards_are_still_known_after_the_close(ready: Any) -> None:
    ready.subscribe()
    ready.client.close()

    assert ready.client.boards == {BOARD_ID}
