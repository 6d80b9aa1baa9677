"""Each reason for which a move is refused, with words that say what would fit."""

import pytest

from pasjans_engine.domino import OPEN, POLISH, RUSSIAN, DominoRules
from pasjans_engine.errors import EngineError, Illegal, Invalid, Reason
from support.dominoes import SOLVED, exchanged, position

LOST = "33 61 62 63 64 65 66/32 54 52 53 60 55/10 44 21 43 50/-- -- 20 31/-- 40 42/51 30/41"
TWO_WINDOWS = "60 -- 62 63 64 65 66/50 51 52 53 54 55/-- 41 42 43 44/30 31 32 33/20 21 22/10 40/61"
UNDER_A_WINDOW = (
    "60 61 62 63 64 65 66/-- 51 52 53 54 55/-- 41 42 43 44/30 31 32 33/20 21 22/10 40/50"
)


def under(tile: str) -> str:
    """A layout with a window in cell 10, under this tile."""
    return exchanged(SOLVED, "50 --", f"60 {tile}")


def refused(rules: DominoRules, text: str, move: str) -> Illegal:
    here = position(text)
    with pytest.raises(Illegal) as refusal:
        rules.play(here, rules.parse_move(move))
    with pytest.raises(Illegal) as checked:
        rules.check(here, rules.parse_move(move))
    assert checked.value.args == refusal.value.args
    return refusal.value


@pytest.mark.parametrize(
    ("rules", "text", "move", "message", "fits"),
    [
        (POLISH, under("43"), "54@10", "under 43 fit 33 and 42, not 54", ("33", "42")),
        (POLISH, under("22"), "54@10", "under 22 fits 21, not 54", ("21",)),
        (POLISH, under("10"), "54@10", "under 10 fits nothing, not 54", ()),
        (POLISH, exchanged(SOLVED, "63 --"), "54@03", "cell 03 fits 63, not 54", ("63",)),
        (
            RUSSIAN,
            under("42"),
            "54@10",
            "under 42 fit 32, 41 and 50, not 54",
            ("32", "41", "50"),
        ),
    ],
)
def test_does_not_fit(
    rules: DominoRules, text: str, move: str, message: str, fits: tuple[str, ...]
) -> None:
    refusal = refused(rules, text, move)
    assert refusal.reason is Reason.DOES_NOT_FIT
    assert str(refusal) == message
    assert refusal.fits == fits


def test_not_a_window() -> None:
    refusal = refused(POLISH, TWO_WINDOWS, "43@14")
    assert refusal.reason is Reason.NOT_A_WINDOW
    assert str(refusal) == "cell 14 holds 54: a tile goes into a window, which is 01 or 20"


def test_a_tile_cannot_stay_where_it_is() -> None:
    assert refused(POLISH, exchanged(SOLVED, "55 --"), "55@60").reason is Reason.NOT_A_WINDOW


def test_under_a_window() -> None:
    refusal = refused(POLISH, UNDER_A_WINDOW, "40@20")
    assert refusal.reason is Reason.UNDER_A_WINDOW
    assert str(refusal) == "cell 20 lies under a window: nothing fits there while 10 is empty"


@pytest.mark.parametrize("tile", ["00", "11"])
def test_set_aside(tile: str) -> None:
    refusal = refused(POLISH, TWO_WINDOWS, f"{tile}@20")
    assert refusal.reason is Reason.SET_ASIDE
    assert str(refusal) == f"{tile} is set aside and comes back at the end; under 50 fits 40"
    assert refusal.fits == ("40",)


def test_the_exit_is_shut_while_the_layout_is_not_closed() -> None:
    refusal = refused(POLISH, TWO_WINDOWS, "open")
    assert refusal.reason is Reason.NOT_CLOSED
    assert str(refusal) == ("the layout is not closed, so 22 stays; possible now: 61@01 or 40@20")


def test_there_is_no_fourth_window() -> None:
    text = exchanged(SOLVED, "55 --").replace("11", "--").replace("22", "--")
    refusal = refused(POLISH, text, "open")
    assert refusal.reason is Reason.NOT_CLOSED
    assert str(refusal).startswith("all three windows are open already; possible now: ")


def test_no_exit_is_left_when_the_game_is_lost() -> None:
    refusal = refused(POLISH, LOST, "open")
    assert refusal.reason is Reason.LOST
    assert str(refusal) == "closed with three windows: the game is lost, undo or resign"


@pytest.mark.parametrize("move", ["open", "10@60", "66@60", "00@60", "55@15"])
def test_nothing_follows_a_solved_layout(move: str) -> None:
    refusal = refused(POLISH, SOLVED, move)
    assert refusal.reason is Reason.GAME_OVER
    assert str(refusal) == "the layout is solved: nothing can follow"


def test_not_even_a_tile_that_would_fit_follows_a_solved_layout() -> None:
    solved = SOLVED.replace("11", "--")
    assert refused(POLISH, solved, "20@51").reason is Reason.GAME_OVER
    assert POLISH.legal_moves(position(solved)) == ()


def test_a_refused_move_leaves_the_position_as_it_was() -> None:
    here = position(TWO_WINDOWS)
    for move in (OPEN, POLISH.parse_move("54@20"), POLISH.parse_move("00@14")):
        with pytest.raises(Illegal):
            POLISH.play(here, move)
    assert here == position(TWO_WINDOWS)


def test_invalid_and_illegal_are_told_apart() -> None:
    assert issubclass(Invalid, EngineError)
    assert issubclass(Illegal, EngineError)
    assert not issubclass(Invalid, Illegal)
    assert str(Invalid("no such thing", "x")) == "no such thing"
