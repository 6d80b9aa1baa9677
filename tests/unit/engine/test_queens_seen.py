import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasjans_engine.errors import Invalid
from pasjans_engine.queens import FACE_DOWN, NONE, QUEENS, QueensRules, Size
from pasjans_engine.queens.layout import Position
from pasjans_engine.queens.seen import Seen, seen_name
from pasjans_engine.queens.tables import build

SMALL = QueensRules("small", build(Size(2, 4, 3, 2, 3)), None)
START = QUEENS.start(QUEENS.deal(bytes(32)))


def played(rules: QueensRules, choices: list[int]) -> Position:
    """A position that some moves lead to."""
    position = rules.start(rules.deal(bytes(32)))
    for choice in choices:
        moves = rules.legal_moves(position)
        if moves:
            position = rules.play(position, moves[choice % len(moves)])
    return position


def test_a_deal_is_seen_but_for_prisoners_and_stock() -> None:
    # Rule 3.9: "Hidden from everybody until the game is over: unopened prisoners and the
    # stock's order."
    seen = Seen.of(QUEENS.board(START))

    assert seen == Seen(bytes((NONE,) * 8), bytes((FACE_DOWN,) * 7), START.columns, b"", 65)


@given(choices=st.lists(st.integers(0, 99), max_size=40))
def test_what_is_seen_is_what_lies_there(choices: list[int]) -> None:
    position = played(SMALL, choices)

    seen = Seen.of(SMALL.board(position), SMALL.size)

    assert (seen.houses, seen.columns) == (position.houses, position.columns)
    assert (seen.waste, seen.stock) == (position.waste, len(position.stock))
    assert seen.redeals == position.redeals
    # Rule 3.6: "When a house has 13 cards its prisoner opens."
    for shown, card in zip(seen.prisoners, position.prisoners, strict=True):
        assert shown in {FACE_DOWN, card}


def test_counters_after_the_board_are_passed_over() -> None:
    board = QUEENS.board(START)

    assert Seen.of((*board, 0, 1, 2, 3, 4, 5)) == Seen.of(board)


def test_the_text_hides_what_lies_face_down() -> None:
    after = QUEENS.play(START, QUEENS.parse_move("draw"))
    houses, prisoners, columns, waste, stock = seen_name(Seen.of(QUEENS.board(after))).split(" | ")

    assert houses == "-- -- -- -- -- -- -- --"
    assert prisoners == "?? ?? ?? ?? ?? ?? ??"
    assert f"{columns} | {waste}" in QUEENS.position_name(after)
    assert stock == "64"


def test_an_open_prisoner_is_named_and_one_that_is_gone_is_not() -> None:
    seen = Seen(bytes((11, NONE)), bytes((5, NONE, FACE_DOWN)), (b"\x00\x01", b""), b"", 0, 2)

    assert seen_name(seen) == "QS -- | 6S -- ?? | AS 2S / -- | -- | 0"


@pytest.mark.parametrize(
    ("view", "text"),
    [((0,) * 33, "210 slots or more, not 33"), ((54,) * 210, "slot 0 holds no card: 54")],
)
def test_what_is_no_view_of_this_game_is_refused(view: tuple[int, ...], text: str) -> None:
    with pytest.raises(Invalid, match=text):
        Seen.of(view)
