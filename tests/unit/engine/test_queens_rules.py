"""The rules of Topsy-Turvy Queens, sentence by sentence (section 3)."""

from collections import Counter

import pytest

from pasjans_engine.errors import Illegal
from pasjans_engine.queens import (
    DRAW,
    NONE,
    QUEENS,
    QUEENS_3PASS,
    REDEAL,
    Move,
    Position,
    QueensRules,
    Size,
)
from pasjans_engine.rules import RulesOf
from pasjans_engine.status import Status
from support import oracles
from support.queens import EASY_DEAL, SMALL, cards, greedy_line, names, played, table

CONTRACT: tuple[RulesOf[Position, Move], ...] = (QUEENS, QUEENS_3PASS)
DEAL = oracles.cases("deals.jsonl")[0]["queens"]


def puts(here: Position, rules: QueensRules = QUEENS) -> list[str]:
    """The moves of cards, by name."""
    return [name for name in names(rules, here) if ">" in name]


def test_two_decks_of_52() -> None:
    """1. Two decks, 104 cards."""
    counts = Counter(QUEENS.deal(bytes(32)).replace("/", "").replace("|", "").split())
    assert counts.total() == 104
    assert set(counts.values()) == {2}


def test_the_layout() -> None:
    """1. Seven *prisoners* … Eight columns of four open cards. The other 65 are the stock …"""
    start = QUEENS.start(DEAL)
    prisoners, columns, stock = DEAL.split(" | ")
    assert start.houses == bytes((NONE,) * 8)
    assert start.prisoners == cards(prisoners)
    assert start.columns == tuple(cards(column) for column in columns.split(" / "))
    assert [len(column) for column in start.columns] == [4] * 8
    assert start.stock == cards(stock)
    assert len(start.stock) == QUEENS.size.stock == 65
    assert start.waste == b""


def test_a_house_starts_with_a_king() -> None:
    """2. A house starts with a king; kings take the houses in order … the first free one."""
    assert puts(table(columns=["KS", "AS", "QS"] + ["2C"] * 5)) == ["c1>h1", "c3*1>c1"]
    assert puts(table("KH AC", columns=["KS"] * 8)) == [f"c{column}>h3" for column in range(1, 9)]


@pytest.mark.parametrize(
    ("top", "taken"),
    [("KS", "AS"), ("AS", "2S"), ("9S", "TS"), ("TS", "JS"), ("JS", "QS"), ("KH", "AH")],
)
def test_what_a_house_takes_next(top: str, taken: str) -> None:
    """2. On the king: ace, two, …, queen of that suit, 13 cards."""
    for suit in "SHDC":
        for rank in "A23456789TJQ":
            here = table(top, columns=[rank + suit] + ["KC"] * 7)
            assert ("c1>h1" in puts(here)) == (rank + suit == taken)


def test_a_house_with_its_queen_is_full() -> None:
    """2. … queen of that suit, 13 cards."""
    here = table("QS", "2D", columns=[f"{rank}S" for rank in "A234567J"])
    assert not [name for name in puts(here) if name.endswith("h1")]


def test_both_houses_of_a_suit_are_offered() -> None:
    """2. Two decks: a card may go to either house of its suit where it fits."""
    here = table("4S 4H 4S", waste="5S")
    assert puts(here)[:2] == ["w>h1", "w>h3"]
    assert played(QUEENS, here, "w>h3").houses[:3] == cards("4S 4H 5S")


@pytest.mark.parametrize(
    ("last", "taken"), [("8S", "7S"), ("KS", "QS"), ("2S", "AS"), ("TH", "9H"), ("AS", None)]
)
def test_columns_go_down_in_one_suit(last: str, taken: str | None) -> None:
    """3. Columns go down in one suit (7S on 8S; Q on K; A is lowest, nothing goes on an ace)."""
    for suit in "SHDC":
        for rank in "A23456789TJQK":
            here = table(columns=[last] + ["3C"] * 7, waste=rank + suit)
            assert ("w>c1" in puts(here)) == (rank + suit == taken)


def test_a_run_of_any_length_may_move() -> None:
    """3. One card, or a run (… any n ≥ 1), may move onto a fitting card …"""
    here = table(columns=["KD 9S 8S 7S 6S", "8S", "7S", "TS", "9S", "JS", "2C", "2C"])
    moves = [name for name in puts(here) if name.startswith("c1")]
    assert moves == ["c1*1>c3", "c1*2>c2", "c1*3>c5", "c1*4>c4"]
    there = played(QUEENS, here, "c1*3>c5")
    assert there.columns[0] == cards("KD 9S")
    assert there.columns[4] == cards("9S 8S 7S 6S")


def test_an_empty_column_takes_any_card_or_run() -> None:
    """3. … or into an empty column. An empty column takes any card or run."""
    here = table(columns=["2C", "", "KD 5S 4S", "", "2C", "2C", "2C", "2C"], waste="KH")
    moves = puts(here)
    assert moves[:3] == ["w>h1", "w>c2", "w>c4"]
    assert [name for name in moves if name.startswith("c3")] == [
        "c3*1>c2",
        "c3*1>c4",
        "c3*2>c2",
        "c3*2>c4",
    ]
    assert [name for name in moves if name.startswith("c1")] == ["c1*1>c2", "c1*1>c4"]
    assert played(QUEENS, here, "c3*2>c4").columns[3] == cards("5S 4S")


def test_draw_turns_one_card() -> None:
    """4. `draw` turns one card from the stock to the waste."""
    here = played(QUEENS, table(stock="2C 3C", waste="9H"), "draw")
    assert (here.waste, here.stock) == (cards("9H 2C"), cards("3C"))


@pytest.mark.parametrize("rules", [QUEENS, QUEENS_3PASS])
def test_redeal_turns_the_waste_over(rules: QueensRules) -> None:
    """4. When the stock is empty, `redeal` turns the waste over; the order is the same again."""
    start = rules.start(DEAL)
    drawn = played(rules, start, *["draw"] * 65)
    assert DRAW not in rules.legal_moves(drawn)
    assert drawn.waste == start.stock
    again = rules.play(drawn, REDEAL)
    assert (again.stock, again.waste) == (start.stock, b"")
    assert REDEAL not in rules.legal_moves(again)


def test_nothing_to_turn_over() -> None:
    """4. … turns the waste over: with no card in it there is nothing to turn."""
    here = table(columns=["2S"])
    assert not {DRAW, REDEAL} & set(QUEENS.legal_moves(here))
    for move in (DRAW, REDEAL):
        with pytest.raises(Illegal):
            QUEENS.play(here, move)


def test_redeals_are_unlimited() -> None:
    """4. Redeals are unlimited (`queens`) …, so that equal layouts are equal positions."""
    here = table(waste="2C 3C")
    there = here
    for _ in range(5):
        there = played(QUEENS, there, "redeal", "draw", "draw")
    assert there == here


def test_two_redeals() -> None:
    """4. … or two, that is three passes (`queens-3pass`, the book's rule)."""
    here = table(waste="2C 3C")
    there = played(QUEENS_3PASS, here, *["redeal", "draw", "draw"] * 2)
    assert there.redeals == 2
    assert REDEAL not in QUEENS_3PASS.legal_moves(there)
    with pytest.raises(Illegal):
        QUEENS_3PASS.play(there, REDEAL)


def test_where_the_top_of_the_waste_may_go() -> None:
    """5. The top of the waste may go to a house or a column."""
    here = table("4S", columns=["6S", "2C", "2C", "2C", "2C", "2C", "2C", "2C"], waste="3H 5S")
    assert puts(here) == ["w>h1", "w>c1"]
    assert played(QUEENS, here, "w>c1").columns[0] == cards("6S 5S")
    assert played(QUEENS, here, "w>h1").waste == cards("3H")


def test_only_the_last_card_of_a_column_goes_to_a_house() -> None:
    """5. The last card of a column may go to a house. Nothing leaves a house."""
    here = table("4S 7H", columns=["5S 9D", "5S", "8S", "2C", "2C", "2C", "2C", "2C"])
    assert puts(here) == ["c2>h1"]
    assert played(QUEENS, here, "c2>h1").columns[1] == b""


def test_a_full_house_opens_its_prisoner() -> None:
    """6. When a house has 13 cards its prisoner opens."""
    closed = table("JS 3D 3H", "4D 4H", columns=["QS"] + ["2C"] * 7)
    assert puts(closed) == ["c1>h1"]
    opened = played(QUEENS, closed, "c1>h1")
    assert [name for name in puts(opened) if name.startswith("p")] == ["p1>h2"]
    gone = played(QUEENS, opened, "p1>h2")
    assert gone.prisoners[0] == NONE
    assert gone.houses[:3] == cards("QS 4D 3H")


def test_a_prisoner_goes_only_to_a_house() -> None:
    """6. A prisoner may go only to a house."""
    here = table("QS", "4D", columns=["5D", "", "2C", "2C", "2C", "2C", "2C", "2C"])
    assert not [name for name in puts(here) if name.startswith("p")]


@pytest.mark.parametrize("rules", [QUEENS, QUEENS_3PASS])
def test_solved_when_all_cards_are_in_houses(rules: QueensRules) -> None:
    """7. Solved when all 104 cards are in houses."""
    here = rules.start(EASY_DEAL)
    line = greedy_line(rules, here)
    for move in line:
        assert rules.status(here) is Status.PLAYING
        here = rules.play(here, move)
    assert rules.status(here) is Status.SOLVED
    assert rules.legal_moves(here) == ()
    assert here.houses == cards("QC QS QS QH QH QD QD QC")
    assert here.prisoners == bytes((NONE,) * 7)
    assert (here.waste, here.stock, here.columns) == (b"", b"", (b"",) * 8)
    assert sum(map(rules.scored, line)) == 104
    assert line.count(REDEAL) == 1


def test_never_lost() -> None:
    """7. A game has no "lost": the player gives up, or undoes without limit."""
    stuck = table(columns=["2C"] * 8)
    assert QUEENS.legal_moves(stuck) == ()
    assert QUEENS.status(stuck) is Status.PLAYING
    assert not QUEENS.closed(stuck)


def test_the_ids() -> None:
    """8. … the rules' id is part of every deal, log and board, so a variant is a new id."""
    assert [rules.id for rules in CONTRACT] == ["queens", "queens-3pass"]
    for rules in CONTRACT:
        assert (rules.family, rules.version) == ("queens", 1)
        assert rules.hidden
        assert rules.has_draws


def test_draws_and_redeals_do_not_count() -> None:
    for name, scored in (("draw", False), ("redeal", False), ("w>h1", True), ("c1*2>c2", True)):
        assert QUEENS.scored(QUEENS.parse_move(name)) is scored


@pytest.mark.parametrize(
    ("move", "there"),
    [
        ("draw", table("KS", "2D", ["2C"], waste="9D 3H", stock="4H")),
        ("w>h2", None),
        ("c1*1>c2", table("KS", "2D", ["", "2C"], waste="9D", stock="3H 4H")),
    ],
)
def test_a_move_changes_what_it_says_alone(move: str, there: Position | None) -> None:
    here = table("KS", "2D", ["2C"], waste="9D", stock="3H 4H")
    if there is None:
        with pytest.raises(Illegal):
            played(QUEENS, here, move)
    else:
        assert played(QUEENS, here, move) == there
    assert here == table("KS", "2D", ["2C"], waste="9D", stock="3H 4H")


def test_a_small_game_from_its_deal_to_its_end() -> None:
    """The highest rank plays the king: a house is built 4 A 2 3, and a 3 goes on a 4."""
    assert SMALL.size.stock == 3
    here = SMALL.start("3S | 4S AS / 2S 3S | 4S AS 2S")
    assert names(SMALL, here) == ["draw"]
    here = played(SMALL, here, "draw", "w>h1", "c1>h1", "c2*1>c1", "c2>h1", "c1>h1")
    assert SMALL.board(here)[:3] == (2, NONE, 2)
    here = played(SMALL, here, "c1>h2", "draw", "w>h2", "draw", "w>h2", "p1>h2")
    assert SMALL.status(here) is Status.SOLVED


def test_the_sizes_add_up() -> None:
    full = Size()
    assert (full.houses, full.cards, full.stock, full.column_cards) == (8, 104, 65, 16)
    small = SMALL.size
    assert (small.houses, small.cards, small.stock, small.column_cards) == (2, 8, 3, 5)
