"""What a player of cards looks at, and where Enter would put it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasjans_engine.game import legal
from pasjans_engine.queens import QUEENS, WASTE, Pile, Place, Position
from pasjans_engine.queens.notation import move_name
from pasjans_terminal.drawing.cards.table import CardTable, Moved
from pasjans_terminal.queens.choice import (
    NOTHING,
    Choice,
    choose,
    counts_of,
    followed,
    kept,
    next_count,
    next_pile,
    next_target,
    sources,
    targets,
)
from support.cardtables import card_table, laid, queens
from support.queens import played, table


def column(number: int) -> Pile:
    return Pile(Place.COLUMN, number - 1)


def house(number: int) -> Pile:
    return Pile(Place.HOUSE, number - 1)


# The run of column 1 fits column 2, its last two cards column 3; column 8 alone is empty, where
# any part of it may go. The waste's top fits houses 1 and 2 and column 4.
HERE = table(
    "6S 6S",
    "",
    ["9H 8H 7H", "TH", "9H", "8S", "2C", "2D", "2C"],
    waste="2D 7S",
    stock="KC",
)
SEEN = laid(HERE)


def enter(choice: Choice) -> str | None:
    """The move that Enter plays."""
    return None if choice.put is None else move_name(choice.put)


def test_a_house_is_the_best_place() -> None:
    choice = choose(SEEN, WASTE)
    assert enter(choice) == "w>h1"
    assert targets(SEEN, choice) == (house(1), house(2), column(4), column(8))


def test_the_places_follow_one_another_round_and_round() -> None:
    choice = choose(SEEN, WASTE)
    seen = []
    for _ in range(5):
        seen.append(enter(choice))
        choice = next_target(SEEN, choice, 1)
    assert seen == ["w>h1", "w>h2", "w>c4", "w>c8", "w>h1"]
    assert enter(next_target(SEEN, choose(SEEN, WASTE), -1)) == "w>c8"


def test_the_longest_run_that_fits_a_card_is_chosen_first() -> None:
    assert enter(choose(SEEN, column(1))) == "c1*3>c2"


def test_how_long_a_run_is_can_be_chosen() -> None:
    assert counts_of(SEEN, column(1)) == (1, 2, 3)
    choice = choose(SEEN, column(1))
    moves = []
    for _ in range(4):
        moves.append(enter(choice))
        choice = next_count(SEEN, choice, 1)
    # The last card alone has no place but the empty column.
    assert moves == ["c1*3>c2", "c1*1>c8", "c1*2>c3", "c1*3>c2"]
    assert enter(next_count(SEEN, choose(SEEN, column(1)), -1)) == "c1*2>c3"


def test_the_piles_follow_one_another_as_they_are_drawn() -> None:
    assert sources(SEEN) == (*map(column, range(1, 8)), WASTE)
    choice = choose(SEEN, column(7))
    assert next_pile(SEEN, choice, 1).cards == Moved(WASTE)
    assert next_pile(SEEN, choose(SEEN, WASTE), 1).cards == Moved(column(1), 3)
    assert next_pile(SEEN, choose(SEEN, WASTE), -1).cards == Moved(column(7))


def test_what_may_not_move_is_not_chosen() -> None:
    assert choose(SEEN, column(8)) == NOTHING
    assert choose(SEEN, house(1)) == NOTHING
    assert choose(SEEN, column(1), 4) == NOTHING
    assert choose(replace(SEEN, puts=()), WASTE) == NOTHING
    assert next_pile(replace(SEEN, puts=()), NOTHING, 1) == NOTHING
    assert kept(replace(SEEN, puts=()), NOTHING) == NOTHING


def after(choice: Choice, here: Position = HERE) -> CardTable:
    """The table when Enter was pressed."""
    move = enter(choice)
    assert move is not None
    return laid(played(QUEENS, here, move))


def test_enter_again_puts_the_same_cards_on_the_next_card_that_they_fit() -> None:
    twice = table("", "", ["7S", "8S", "8S"], waste="KC")
    choice = choose(laid(twice), column(1))
    assert enter(choice) == "c1*1>c2"
    again = followed(after(choice, twice), choice)
    assert again is not None
    assert enter(again) == "c2*1>c3"
    # Both cards that they fit have been tried, and the empty columns do not count.
    there = played(QUEENS, twice, "c1*1>c2")
    assert followed(after(again, there), again) is None


def test_a_card_in_a_house_stays_and_its_pile_is_chosen_again() -> None:
    here = table("6S", "", ["9H", "TH"], waste="8S 7S")
    choice = choose(laid(here), WASTE)
    now = after(choice, here)
    assert followed(now, choice) is None
    assert enter(kept(now, choice)) == "w>h1"


def test_what_fits_an_empty_column_alone_is_chosen_last() -> None:
    here = laid(table("", "", ["9H", "TH"], waste="8S"))
    waste = choose(here, WASTE)
    assert enter(waste) == "w>c3"
    assert enter(kept(here, waste)) == "c1*1>c2"
    assert enter(kept(laid(table("", "", ["9H"], waste="8S")), waste)) == "w>c2"


def test_where_the_pile_has_nothing_more_to_move_another_one_is_chosen() -> None:
    only = table("6S", "", ["7S", "8S"])
    choice = choose(laid(only), column(1))
    assert enter(choice) == "c1>h1"
    assert kept(after(choice, only), choice).cards == Moved(column(2))


@pytest.mark.slow
@given(moves=st.integers(0, 309), keys=st.lists(st.sampled_from(range(6)), max_size=12))
def test_enter_plays_what_the_server_listed_and_nothing_else(moves: int, keys: list[int]) -> None:
    game = queens(moves)
    seen = card_table(game)
    choice = kept(seen, NOTHING)
    turns = (next_pile, next_count, next_target)
    for key in keys:
        choice = turns[key % 3](seen, choice, 1 if key < 3 else -1)
        assert enter(choice) in legal(game) or (choice == NOTHING and not seen.puts)


@pytest.mark.parametrize("moves", [0, 60, 98, 140, 206, 250])
def test_every_move_of_cards_can_be_chosen_by_keys(moves: int) -> None:
    game = queens(moves)
    seen = card_table(game)
    found = set()
    for pile in sources(seen):
        choice = choose(seen, pile)
        for _ in counts_of(seen, pile):
            for _ in targets(seen, choice):
                found.add(enter(choice))
                choice = next_target(seen, choice, 1)
            choice = next_count(seen, choice, 1)
    assert found == set(legal(game)) - {"draw", "redeal"}
