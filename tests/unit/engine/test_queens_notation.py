"""Texts of queens moves, deals and positions, and what is wrong with those that mean nothing."""

import pytest

from pasjans_engine.cards import card_name, parse_kind
from pasjans_engine.errors import Invalid
from pasjans_engine.queens import (
    DRAW,
    QUEENS,
    QUEENS_3PASS,
    REDEAL,
    WASTE,
    Pile,
    Place,
    Put,
    QueensRules,
)
from support import oracles
from support.queens import EASY_DEAL, SMALL, every_move, greedy_line, played

DEAL = oracles.cases("deals.jsonl")[0]["queens"]
PRISONERS, COLUMNS, STOCK = DEAL.split(" | ")
NO_HOUSES = "-- -- -- -- -- -- -- --"
START = f"{NO_HOUSES} | {PRISONERS} | {COLUMNS} | -- | {STOCK}"


@pytest.mark.parametrize(
    ("name", "move"),
    [
        ("draw", DRAW),
        ("redeal", REDEAL),
        ("w>h3", Put(WASTE, 1, Pile(Place.HOUSE, 2))),
        ("w>c5", Put(WASTE, 1, Pile(Place.COLUMN, 4))),
        ("c2>h1", Put(Pile(Place.COLUMN, 1), 1, Pile(Place.HOUSE, 0))),
        ("c4*3>c7", Put(Pile(Place.COLUMN, 3), 3, Pile(Place.COLUMN, 6))),
        ("c4*13>c7", Put(Pile(Place.COLUMN, 3), 13, Pile(Place.COLUMN, 6))),
        ("p1>h4", Put(Pile(Place.PRISONER, 0), 1, Pile(Place.HOUSE, 3))),
    ],
)
def test_moves(name: str, move: object) -> None:
    """Queens move: `draw`, `redeal`, `w>h3`, `w>c5`, `c2>h1`, `c4*3>c7` …, `p1>h4`."""
    assert QUEENS.parse_move(name) == move
    assert QUEENS.move_name(QUEENS.parse_move(name)) == name


@pytest.mark.parametrize("rules", [QUEENS, SMALL])
def test_every_move_has_one_name(rules: QueensRules) -> None:
    moves = every_move(rules)
    names = [rules.move_name(move) for move in moves]
    assert len(set(names)) == len(moves)
    assert tuple(map(rules.parse_move, names)) == moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a move: expected draw, redeal, or cards as w>h3, w>c5, c2>h1, c4*3>c7 or "),
        ("Draw", "'Draw' is not a move: expected draw, redeal, or cards as"),
        ("54@14", "'54@14' is not a move"),
        ("w>h03", "'w>h03' is not a move"),
        ("w>h3 ", "'w>h3 ' is not a move"),
        ("w1>h3", "'w1>h3' is not a move"),
        ("c\u0661>h1", "is not a move"),
        ("c100>h1", "'c100>h1' is not a move"),
        ("c4>c7", "'c4>c7' is not a move: cards between columns are counted, write c4*1>c7"),
        ("c4*1>h1", "'c4*1>h1' is not a move: one card needs no count, write c4>h1"),
        ("c4*2>h1", "one card at a time goes from c4 to h1: c4>h1"),
        ("w*2>c1", "one card at a time goes from w to c1: w>c1"),
        ("c4*14>c1", "a run has 1 to 13 cards, not 14"),
        ("c4*2>c4", "column 4 holds these cards already"),
        ("c9>h1", "there is no column 9: the columns are 1 to 8"),
        ("w>h9", "there is no house 9: the houses are 1 to 8"),
        ("p8>h1", "there is no prisoner 8: the prisoners are 1 to 7"),
        ("p1>c4", "a prisoner may go only to a house, as p1>h4"),
        ("h1>c1", "nothing leaves a house"),
        ("c1>w", "cards go to a house, as h3, or to a column, as c5"),
        ("w>p1", "cards go to a house, as h3, or to a column, as c5"),
    ],
)
def test_what_is_not_a_move(text: str, message: str) -> None:
    with pytest.raises(Invalid) as error:
        QUEENS.parse_move(text)
    assert message in str(error.value)


def test_a_small_game_has_fewer_moves() -> None:
    with pytest.raises(Invalid, match="there is no column 3: the columns are 1 to 2"):
        SMALL.parse_move("c3>h1")
    with pytest.raises(Invalid, match="a run has 1 to 4 cards, not 5"):
        SMALL.parse_move("c1*5>c2")


def test_cards() -> None:
    """Card: rank `A23456789TJQK` then suit `SHDC`."""
    assert [parse_kind(name) for name in ("AS", "KS", "AH", "TD", "KC")] == [0, 12, 13, 35, 51]
    assert all(parse_kind(card_name(card)) == card for card in range(52))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("HT", "a card is written rank first: TH, not HT"),
        ("10H", "'10H' is not a card: expected a rank of A23456789TJQK, then a suit of SHDC"),
        ("th", "'th' is not a card"),
        ("--", "'--' is not a card"),
        ("", "'' is not a card"),
    ],
)
def test_what_is_not_a_card(text: str, message: str) -> None:
    with pytest.raises(Invalid) as error:
        parse_kind(text)
    assert str(error.value).startswith(message)
    assert error.value.text == text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("|", "/", "expected 3 parts with ' | ' between them: prisoners | columns | stock, not 1"),
        (" / ", " ", "expected 8 parts with ' / ' between them: column 1 / column 2 / "),
        (PRISONERS, PRISONERS[:-3], "the row of prisoners of a deal holds 7 cards, not 6"),
        (PRISONERS, PRISONERS + " --", "'--' is not a card"),
        (STOCK, STOCK[:-3], "the stock of a deal holds 65 cards, not 64"),
        (STOCK, STOCK + " AS", "the stock of a deal holds 65 cards, not 66"),
        (STOCK, "--", "the stock of a deal holds 65 cards, not 0"),
        (COLUMNS[:11], COLUMNS[:8], "column 1 of a deal holds 4 cards, not 3"),
        (COLUMNS[:11], COLUMNS[:11] + " AS", "column 1 of a deal holds 4 cards, not 5"),
        (" / ", "  /  ", "'' is not a card"),
        ("KS", "kS", "'kS' is not a card"),
        ("KS", "QS", "QS is there 4 times: two decks hold it twice"),
        ("KS", "XX", "'XX' is not a card"),
    ],
)
def test_what_is_not_a_deal(old: str, new: str, message: str) -> None:
    with pytest.raises(Invalid) as error:
        QUEENS.start(DEAL.replace(old, new))
    assert str(error.value).startswith(message)


def test_a_deal_of_another_size_is_not_a_deal() -> None:
    with pytest.raises(Invalid):
        SMALL.start(DEAL)
    with pytest.raises(Invalid, match="KS is there once: two decks hold it not at all"):
        SMALL.start("3S | 4S AS / 2S 3S | 4S AS KS")
    with pytest.raises(Invalid, match="AS is there 3 times: two decks hold it twice"):
        SMALL.start("AS | 4S AS / 2S 3S | 4S AS 2S")


def test_a_position_in_play() -> None:
    """`houses | prisoners | col1 / … / col8 | waste | stock`, `--` for whatever is empty."""
    here = QUEENS.start(EASY_DEAL)
    assert QUEENS.position_name(here).startswith(f"{NO_HOUSES} | QS QS QH QH QD QD QC | 4S 3S 2S")
    there = played(QUEENS, here, *["draw"] * 4, "w>h1", "c7>h1", "c7>h1", "c7>h1", "c7>h1")
    text = QUEENS.position_name(there)
    assert text.startswith("4C -- -- -- -- -- -- -- | QS QS QH QH QD QD QC | 4S 3S 2S AS / ")
    assert " / 4D 3D 2D AD / -- / 4C 3C 2C AC | JC JC QC | KS KS KH " in text
    assert QUEENS.parse_position(text, 0) == there


def test_the_text_of_a_solved_game() -> None:
    here = QUEENS.start(EASY_DEAL)
    for move in greedy_line(QUEENS, here):
        here = QUEENS.play(here, move)
    text = (
        "QC QS QS QH QH QD QD QC | -- -- -- -- -- -- -- | "
        "-- / -- / -- / -- / -- / -- / -- / -- | -- | --"
    )
    assert QUEENS.position_name(here) == text
    assert QUEENS.parse_position(text, 0) == here


def test_the_number_beside_a_position_is_the_redeals_used() -> None:
    assert QUEENS.parse_position(START, 0).redeals == 0
    assert [QUEENS_3PASS.parse_position(START, used).redeals for used in (0, 1, 2)] == [0, 1, 2]
    for used in (-1, 1, 2):
        with pytest.raises(Invalid, match="expected 0, not"):
            QUEENS.parse_position(START, used)
    for used in (-1, 3):
        with pytest.raises(Invalid, match="the redeals used by queens-3pass are 0 to 2, not"):
            QUEENS_3PASS.parse_position(START, used)


SMALL_START = "-- -- | 3S | 4S AS / 2S 3S | -- | 4S AS 2S"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3S | 4S AS / 2S 3S | 4S AS 2S", "expected 5 parts with ' | ' between them: houses | "),
        (SMALL_START.replace("-- -- |", "-- |"), "the houses are 2, not 1"),
        (SMALL_START.replace("| 3S |", "| 3S -- |"), "the places of prisoners are 1, not 2"),
        (SMALL_START.replace(" / ", " "), "expected 2 parts with ' / ' between them: column 1 / "),
        (SMALL_START.replace("| 3S |", "| 2S |"), "2S is there 3 times: two decks hold it twice"),
        (SMALL_START.replace("-- -- |", "3S -- |"), "AS is there 3 times"),
        ("-- 4S | 3S | AS / 2S 3S | -- | 4S AS 2S", "house 2 is started while house 1 is empty"),
        (
            "4S -- | -- | 3S AS / 2S 3S | -- | 4S AS 2S",
            "prisoner 1 cannot be gone: house 1 is not full",
        ),
        (
            "-- -- | 3S | 4S AS 3S 2S / -- | -- | 4S AS 2S",
            "column 1 has 2 cards above the run at its end: play leaves 1 at most",
        ),
        ("-- -- | 3S | 4S AS / 2S | 3S | 4S AS 2S", "stock and waste hold 3 cards at most, not 4"),
        ("-- -- | 3S | 4S AS / 2S 3S |  | 4S AS 2S", "'' is not a card"),
        ("-- -- | 3S | 4S -- / 2S 3S | -- | 4S AS 2S", "'--' is not a card"),
        ("AS 4S | 3S | -- / 2S 3S | -- | AS 2S --", "'--' is not a card"),
    ],
)
def test_what_is_not_a_position(text: str, message: str) -> None:
    with pytest.raises(Invalid) as error:
        SMALL.parse_position(text, 0)
    assert str(error.value).startswith(message)
