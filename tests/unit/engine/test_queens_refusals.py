"""Each reason for which a queens move is refused, with words that say what would fit."""

import pytest

from pasjans_engine.errors import Illegal, Invalid, Reason
from pasjans_engine.queens import (
    NONE,
    QUEENS,
    QUEENS_3PASS,
    WASTE,
    Pile,
    Place,
    Position,
    Put,
    QueensRules,
)
from support.queens import EASY_DEAL, greedy_line, table

KINGS = "kings take the first free house: KH goes to house 2, not"


def refused(here: Position, move: str, rules: QueensRules = QUEENS) -> Illegal:
    with pytest.raises(Illegal) as refusal:
        rules.play(here, rules.parse_move(move))
    with pytest.raises(Illegal) as checked:
        rules.check(here, rules.parse_move(move))
    assert checked.value.args == refusal.value.args
    return refusal.value


@pytest.mark.parametrize(
    ("here", "move", "message", "fits"),
    [
        (table("4S", waste="6H"), "w>h1", "on 4S in house 1 fits 5S, not 6H", ("5S",)),
        (table("KS", waste="KH"), "w>h1", f"{KINGS} 1", ("AS",)),
        (table("KS", waste="KH"), "w>h5", f"{KINGS} 5", ()),
        (table("QS", waste="KH"), "w>h1", f"{KINGS} 1", ()),
        (table("QS", columns=["AS"]), "c1>h1", "on QS in house 1 fits nothing, not AS", ()),
        (table("KS", columns=["QS"]), "c1>h1", "on KS in house 1 fits AS, not QS", ("AS",)),
        (table(waste="2H"), "w>h1", "house 1 is empty and starts with a king, not 2H",
         ("KS", "KH", "KD", "KC")),
        (table(waste="2H"), "w>h2", "house 2 is empty and starts with a king, not 2H", ()),
        (table(columns=["8S"], waste="7H"), "w>c1", "on 8S in column 1 fits 7S, not 7H", ("7S",)),
        (table(columns=["AS"], waste="KS"), "w>c1", "on AS in column 1 fits nothing, not KS", ()),
        (table(columns=["9H", "8S 7S 6S"]), "c2*3>c1", "on 9H in column 1 fits 8H, not 8S",
         ("8H",)),
        (table("QS 3D", "5D"), "p1>h2", "on 3D in house 2 fits 4D, not 5D", ("4D",)),
    ],
)  # fmt: skip
def test_does_not_fit(here: Position, move: str, message: str, fits: tuple[str, ...]) -> None:
    refusal = refused(here, move)
    assert refusal.reason is Reason.DOES_NOT_FIT
    assert str(refusal) == message
    assert refusal.fits == fits


@pytest.mark.parametrize(
    ("here", "move", "message"),
    [
        (table(stock="2C"), "w>h1", "the waste is empty: draw turns a card to it"),
        (table(), "w>c1", "the waste is empty, and so is the stock"),
        (table(), "c3>h1", "column 3 is empty"),
        (table(columns=["2C"]), "c2*1>c1", "column 2 is empty"),
        (table("QS 4D"), "p1>h2", "prisoner 1 has gone to a house already"),
        (table(), "redeal", "the waste is empty: there is nothing to turn over"),
    ],
)
def test_no_card(here: Position, move: str, message: str) -> None:
    refusal = refused(here, move)
    assert refusal.reason is Reason.NO_CARD
    assert str(refusal) == message


@pytest.mark.parametrize(
    ("column", "move", "message"),
    [
        (
            "KD 8S 7S",
            "c1*3>c2",
            "the run at the end of column 1 is 8S 7S: 2 cards at most, not 3",
        ),
        ("8S 7H", "c1*2>c2", "the run at the end of column 1 is 7H: 1 card at most, not 2"),
        ("AH KS", "c1*2>c2", "the run at the end of column 1 is KS: 1 card at most, not 2"),
        ("7S", "c1*2>c2", "the run at the end of column 1 is 7S: 1 card at most, not 2"),
    ],
)
def test_not_a_run(column: str, move: str, message: str) -> None:
    refusal = refused(table(columns=[column]), move)
    assert refusal.reason is Reason.NOT_A_RUN
    assert str(refusal) == message


@pytest.mark.parametrize("prisoner", ["AS", "5D"])
def test_face_down(prisoner: str) -> None:
    """The words are the same whether the card would fit or not."""
    refusal = refused(table("KS 4D", prisoner), "p1>h1")
    assert refusal.reason is Reason.FACE_DOWN
    assert str(refusal) == "prisoner 1 is face down and opens when house 1 is full"


def test_nothing_is_left_to_draw() -> None:
    refusal = refused(table(waste="2C"), "draw")
    assert refusal.reason is Reason.STOCK_EMPTY
    assert str(refusal) == "the stock is empty; redeal turns the waste over"
    assert str(refused(table(), "draw")) == (
        "the stock is empty; the waste is empty: there is nothing to turn over"
    )


@pytest.mark.parametrize(("stock", "left"), [("2C", "1 card"), ("2C 3C", "2 cards")])
def test_a_redeal_comes_when_the_stock_is_empty(stock: str, left: str) -> None:
    refusal = refused(table(waste="4C", stock=stock), "redeal")
    assert refusal.reason is Reason.STOCK_NOT_EMPTY
    assert str(refusal) == f"the stock still holds {left}: a redeal comes when it is empty"


def test_no_redeal_is_left() -> None:
    here = table(waste="4C", redeals=2)
    refusal = refused(here, "redeal", QUEENS_3PASS)
    words = "all 2 redeals are used: play the waste's top card, undo or resign"
    assert refusal.reason is Reason.NO_REDEAL
    assert str(refusal) == words
    assert str(refused(here, "draw", QUEENS_3PASS)) == f"the stock is empty; {words}"


@pytest.mark.parametrize("move", ["draw", "redeal", "w>h1", "c1*1>c2", "p1>h1"])
def test_nothing_follows_a_solved_game(move: str) -> None:
    here = QUEENS.start(EASY_DEAL)
    for step in greedy_line(QUEENS, here):
        here = QUEENS.play(here, step)
    refusal = refused(here, move)
    assert refusal.reason is Reason.GAME_OVER
    assert str(refusal) == "all cards are in the houses: nothing can follow"


@pytest.mark.parametrize(
    "move",
    [
        Put(Pile(Place.PRISONER, 0), 1, Pile(Place.COLUMN, 0)),
        Put(Pile(Place.HOUSE, 0), 1, Pile(Place.COLUMN, 0)),
        Put(Pile(Place.COLUMN, 0), 2, Pile(Place.HOUSE, 0)),
        Put(Pile(Place.COLUMN, 0), 1, Pile(Place.COLUMN, 0)),
        Put(Pile(Place.COLUMN, 0), 0, Pile(Place.COLUMN, 1)),
        Put(Pile(Place.COLUMN, -1), 1, Pile(Place.HOUSE, 0)),
        Put(Pile(Place.COLUMN, 0), 1, Pile(Place.HOUSE, 8)),
        Put(Pile(Place.COLUMN, 0), 1, Pile(Place.PRISONER, 0)),
        Put(WASTE, 2, Pile(Place.COLUMN, 0)),
        Put(WASTE, 1, WASTE),
        Put(Pile(Place.WASTE, 1), 1, Pile(Place.COLUMN, 0)),
    ],
)
def test_what_no_position_allows_is_invalid(move: Put) -> None:
    here = table("QS", "2S", ["3S 2S", ""], waste="KH")
    with pytest.raises(Invalid):
        QUEENS.play(here, move)
    with pytest.raises(Invalid):
        QUEENS.check(here, move)


def test_a_refused_move_leaves_the_position_as_it_was() -> None:
    here = table("KS", "2S", ["3S 2S"], waste="KH", stock="AD")
    for move in ("redeal", "w>h1", "p1>h1", "c1>h1", "c1*3>c2"):
        refused(here, move)
    assert here == table("KS", "2S", ["3S 2S"], waste="KH", stock="AD")
    assert here.houses[1:] == bytes((NONE,) * 7)
