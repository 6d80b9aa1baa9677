"""Laws of hints by what is seen: they tell nothing hidden, may be played, and come to an end."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import shake_256
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pasjans_engine import state
from pasjans_engine.game import Game
from pasjans_engine.queens import (
    NONE,
    QUEENS,
    QUEENS_3PASS,
    REDEAL,
    Place,
    Position,
    Put,
    QueensRules,
    Size,
)
from pasjans_engine.queens.advice import Reason, advise
from pasjans_engine.queens.moves import is_open, last_cards, run_length
from pasjans_engine.queens.tables import build
from support.strategies import seeds

pytestmark = pytest.mark.slow

SMALL = tuple(
    QueensRules(f"small-{limit}", build(Size(2, 6, 4, 2, 3)), max_redeals=limit)
    for limit in (None, 2)
)
"""24 cards: two decks of two suits with ace to 6."""

FULL = (QUEENS, QUEENS_3PASS)
BY_ID = {rules.id: rules for rules in (*FULL, *SMALL)}
some_rules = st.sampled_from(sorted(BY_ID))
full_rules = st.sampled_from([rules.id for rules in FULL])
small_rules = st.sampled_from([rules.id for rules in SMALL])


def dealt(rules: QueensRules, seed: bytes) -> Game:
    return state.dealt(rules, rules.deal(seed), None)


def table(game: Game) -> Position:
    assert isinstance(game.position, Position)
    return game.position


def wandered(rules: QueensRules, seed: bytes, plies: int) -> Game:
    """A game of a player who fills houses or turns the stock, and at times does anything."""
    game = dealt(rules, seed)
    for pick in shake_256(seed).digest(plies):
        moves = rules.legal_moves(table(game))
        if not moves:
            break
        houses = isinstance(moves[0], Put) and moves[0].target.place is Place.HOUSE
        usual = moves[0 if houses else -1]
        game = state.played(game, moves[pick // 3 % len(moves)] if pick % 3 == 0 else usual)
    return game


some_plies = st.integers(0, 250)


def hidden_otherwise(rules: QueensRules, game: Game, chance: Random) -> Game:
    """The game as it would look the same, with other cards face down.

    Before the first redeal nobody knows which cards are prisoners and which lie in the stock; after
    it everybody has seen the stock.
    """
    here = table(game)
    closed = [
        at
        for at, card in enumerate(here.prisoners)
        if card != NONE and not is_open(rules.tables, here, at)
    ]
    prisoners, stock = [here.prisoners[at] for at in closed], list(here.stock)
    if REDEAL in game.line:
        chance.shuffle(prisoners)
        chance.shuffle(stock)
    else:
        cards = prisoners + stock
        chance.shuffle(cards)
        prisoners, stock = cards[: len(closed)], cards[len(closed) :]
    places = bytearray(here.prisoners)
    for at, card in zip(closed, prisoners, strict=True):
        places[at] = card
    other = replace(here, prisoners=bytes(places), stock=bytes(stock))
    return replace(game, ply=replace(game.ply, position=other))


@settings(max_examples=40)
@given(some_rules, seeds, some_plies)
def test_hints_tell_nothing_that_lies_face_down(name: str, seed: bytes, plies: int) -> None:
    """9. Hidden from everybody until the game is over: unopened prisoners and the stock's order."""
    rules, game = BY_ID[name], wandered(BY_ID[name], seed, plies)
    other = hidden_otherwise(rules, game, Random(seed))
    assert rules.board(table(other)) == rules.board(table(game))
    assert advise(rules, other) == advise(rules, game)


@settings(max_examples=40)
@given(some_rules, seeds, some_plies)
def test_what_is_suggested_may_be_played(name: str, seed: bytes, plies: int) -> None:
    rules, game = BY_ID[name], wandered(BY_ID[name], seed, plies)
    found = advise(rules, game)
    moves = [suggestion.move for suggestion in found if suggestion.move is not None]
    if game.over:
        assert found == ()
        return
    assert found
    assert len(set(moves)) == len(moves)
    assert set(moves) <= set(rules.legal_moves(table(game)))
    if not moves:
        assert [one.reason for one in found] == [Reason.NOTHING, Reason.TAKE_BACK][: len(found)]
        assert len(found) == 1 + (game.ply.before is not None)


def numbers(rules: QueensRules, here: Position) -> tuple[int, ...]:
    """The first five numbers of the module's list; the cards in a column come out right."""
    tables = rules.tables
    lying = [cards for cards in here.columns if cards]
    opened = bytes(card for at, card in enumerate(here.prisoners) if is_open(tables, here, at))
    loose = last_cards(here) + opened
    begun = set(here.houses) - {NONE}
    ready = any(tables.under_in_house[card] in begun for card in loose if card != NONE)
    pile = len(here.waste) + len(here.stock)
    in_prison = sum(card != NONE for card in here.prisoners)
    joints = sum(_runs(rules, cards) - 1 for cards in lying)
    return (pile + in_prison + sum(map(len, lying)), pile, not ready, joints, len(lying))


def _runs(rules: QueensRules, cards: bytes) -> int:
    runs = 0
    while cards:
        cards = cards[: -run_length(rules.tables, cards)]
        runs += 1
    return runs


def followed(rules: QueensRules, game: Game) -> Iterator[Game]:
    """The game after each first suggestion."""
    while (found := advise(rules, game)) and found[0].move is not None:
        game = state.played(game, found[0].move)
        yield game


@settings(max_examples=80)
@given(small_rules, seeds)
def test_hints_of_small_games_never_go_round_in_circles(name: str, seed: bytes) -> None:
    check_progress(BY_ID[name], dealt(BY_ID[name], seed))


@settings(max_examples=4)
@given(full_rules, seeds)
def test_hints_never_go_round_in_circles(name: str, seed: bytes) -> None:
    check_progress(BY_ID[name], dealt(BY_ID[name], seed))


@settings(max_examples=40)
@given(small_rules, seeds, some_plies)
def test_hints_in_the_middle_of_a_game_come_to_an_end_too(
    name: str, seed: bytes, plies: int
) -> None:
    check_progress(BY_ID[name], wandered(BY_ID[name], seed, plies))


def check_progress(rules: QueensRules, game: Game) -> None:
    before, turns = numbers(rules, table(game)), 0
    for after_hint in followed(rules, game):
        now = numbers(rules, table(after_hint))
        if isinstance(after_hint.ply.move, Put):
            assert now < before
            turns = 0
        else:
            assert now == before
            turns += 1
            assert turns <= 2 * now[1] + 1, "one pass to see all, a redeal, one to the card"
        before, game = now, after_hint
    assert game.over or advise(rules, game)[0].reason is Reason.NOTHING
