"""What hints by what is seen say, and why."""

import pytest

from pasjans_engine import state
from pasjans_engine.game import Game
from pasjans_engine.queens import QUEENS, QUEENS_3PASS, REDEAL, Position, QueensRules
from pasjans_engine.queens.advice import advise
from pasjans_engine.state import Ply
from pasjans_engine.status import Status
from support.queens import table

DEALT = state.dealt(QUEENS, QUEENS.deal(bytes(32)), None)


def game_at(here: Position, *, turned_over: bool = False, rules: QueensRules = QUEENS) -> Game:
    """A game at a position, after a redeal or before the first."""
    before = Ply(here, Status.PLAYING)
    ply = Ply(here, Status.PLAYING, 0, 1, REDEAL, before) if turned_over else before
    return Game(rules, "", None, version=2, undos=0, redos=0, ply=ply, ahead=None)


def told(
    here: Position, *, turned_over: bool = False, rules: QueensRules = QUEENS
) -> list[tuple[str | None, str, str]]:
    """The suggestions: the name of the move, the reason, the message."""
    found = advise(rules, game_at(here, turned_over=turned_over, rules=rules))
    return [
        (None if one.move is None else rules.move_name(one.move), str(one.reason), one.message)
        for one in found
    ]


COLUMNS = ["2H"] * 8


@pytest.mark.parametrize(
    ("here", "first"),
    [
        (table("KH 6S", columns=["7S"]), ("c1>h2", "house", "7♠ goes to house 2")),
        (table("9S", waste="2C TS"), ("w>h1", "house", "10♠ goes to house 1")),
        (
            table("QH KS", "AS"),
            ("p1>h2", "prisoner", "the prisoner A♠ goes to house 2"),
        ),
        (table("KH", waste="KS"), ("w>h2", "king", "K♠ starts house 2")),
        (table(columns=["5D", "5C 4C", "5S 4D"]), ("c3*1>c1", "uncovers", "uncovers 5♠")),
        (table(columns=["9H 8H", "2C TH"]), ("c1*2>c2", "frees_column", "frees column 1")),
        (
            table("3D", columns=["4D 8H 7H", "9H"]),
            ("c1*2>c2", "uncovers", "uncovers 4♦, which goes to a house"),
        ),
        (
            table(columns=["9H", "7H", "2D"], waste="8H"),
            (
                "w>c1",
                "fills_gap",
                "fills the gap between column 1 and the run of column 2",
            ),
        ),
        (
            table("3D", columns=["5D 4D 3D 2D", "7C", "7C", "8S", "9H", "TC", "2D"]),
            ("c1*2>c8", "splits_run", "frees 4♦, which goes to a house"),
        ),
        (
            table(columns=["2C 8S 7S", "2D 4D"], stock="5H"),
            ("c1*2>c3", "uncovers", "uncovers 2♣"),
        ),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
def test_the_best_suggestion_and_why(here: Position, first: tuple[str, str, str]) -> None:
    assert told(here)[0] == first
    QUEENS.check(here, QUEENS.parse_move(first[0]))


def test_a_run_may_go_on_its_king_in_place_of_the_king_to_a_house() -> None:
    """ "a king in a column may still take the queen of its suit" """
    assert told(table(columns=["KS", "2C QS JS"]))[:2] == [
        ("c1>h1", "king", "K♠ starts house 1"),
        ("c2*2>c1", "on_king", "puts the run on its king"),
    ]


def test_the_stock_is_turned_for_a_card_that_is_wanted() -> None:
    """ "turn the stock: a 7♠ is wanted" """
    here = table("6S", columns=COLUMNS, stock="3C 7S 9D")
    assert told(here) == [("draw", "turn", "turn the stock: a 7♠ is wanted")]


def test_a_card_that_goes_to_a_house_is_named_before_one_that_fills_a_gap() -> None:
    columns = ["9S", "2H 7S", "2H", "2H", "2H", "2H", "2H", "2H"]
    assert told(table("6D", columns=columns, stock="8S 7D"))[0][2].endswith("a 7♦ is wanted")


def test_what_can_be_played_is_played_before_the_stock_is_turned_for_more() -> None:
    """Else both cards would go by again and again, each time for the sake of the other."""
    columns = ["9S", "2H 7S", "9D", "2H 7D", "2H", "2H", "2H", "2H"]
    here = table(columns=columns, waste="8S", stock="8D")
    assert told(here)[:2] == [
        ("w>c1", "fills_gap", "fills the gap between column 1 and the run of column 2"),
        ("draw", "turn", "turn the stock: an 8♦ is wanted"),
    ]


def test_before_the_first_redeal_a_wanted_card_may_be_a_prisoner() -> None:
    here = table("6S KH", "7S 2D", COLUMNS, stock="3C")
    assert told(here)[0] == ("draw", "turn", "turn the stock: a 7♠ is wanted")


def test_after_a_redeal_it_is_known_what_the_stock_holds() -> None:
    here = table("6S KH", "7S 2D", COLUMNS, stock="3C")
    assert told(here, turned_over=True) == [
        (None, "nothing", "nothing useful is left in the stock"),
        (None, "take_back", "take moves back and try another way"),
    ]


def test_the_waste_is_turned_over_for_a_card_in_it() -> None:
    here = table("6S", columns=COLUMNS, waste="7S 3C")
    message = "turn the waste over: a 7♠ is wanted, and lies in the waste"
    assert told(here) == [("redeal", "turn_over", message)]
    early = table("6S", columns=COLUMNS, waste="7S 3C", stock="4C")
    message = "turn the rest of the stock: a 7♠ is wanted, and lies in the waste"
    assert told(early) == [("draw", "turn", message)]


def test_without_a_redeal_what_lies_in_the_waste_is_out_of_reach() -> None:
    here = table("6S", columns=COLUMNS, waste="7S 3C", redeals=2)
    assert told(here, rules=QUEENS_3PASS) == [
        (None, "nothing", "nothing useful is left in the stock")
    ]


def test_where_redeals_are_limited_cards_that_fit_are_kept() -> None:
    here = table(columns=["9H", *COLUMNS[1:]], waste="8H")
    assert told(here, rules=QUEENS_3PASS)[0] == (
        "w>c1",
        "keeps",
        "keeps 8♥ within reach: redeals are limited",
    )
    assert told(here)[0][1] == "nothing"


def test_a_gap_of_several_cards_is_filled_once_they_are_known_to_be_there() -> None:
    columns = ["9S", "2H 5S", *["2H"] * 6]
    here = table(columns=columns, waste="8S", stock="7S 6S")
    assert told(here)[0][1] == "nothing"
    assert told(here, turned_over=True)[0][:2] == ("w>c1", "fills_gap")


def test_no_card_of_the_stock_or_the_waste_goes_into_an_empty_column() -> None:
    """It can be played later as well, and the column is of use until then."""
    here = table(columns=["2H", "2H"], waste="9S", stock="3C")
    assert told(here)[0][1] == "nothing"


def test_a_game_that_is_over_needs_no_advice() -> None:
    assert advise(QUEENS, state.resigned(DEALT)) == ()
