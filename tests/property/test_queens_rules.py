"""Games of queens of any length, of the real size and of a small one: what always holds."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import shake_256
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from pasjans_engine import state
from pasjans_engine.errors import Illegal, Invalid, Reason
from pasjans_engine.queens import (
    DRAW,
    FACE_DOWN,
    NONE,
    QUEENS,
    QUEENS_3PASS,
    REDEAL,
    Move,
    Position,
    Put,
    QueensRules,
)
from pasjans_engine.queens.moves import is_open
from pasjans_engine.rules import Rules
from pasjans_engine.status import Status
from support.queens import EASY_DEAL, SMALL, every_move
from support.strategies import seeds

SMALL_3PASS = replace(SMALL, id="small-3pass", max_redeals=2)

FEW = settings(max_examples=30)
"""Lines of play are long, and each is looked at all along."""


def hashed(seed: bytes, length: int) -> bytes:
    """What a player picks, ply by ply; lists that Hypothesis draws come out too short."""
    return shake_256(seed).digest(length)


full_rules = st.sampled_from((QUEENS, QUEENS_3PASS))
all_rules = st.sampled_from((QUEENS, QUEENS_3PASS, SMALL, SMALL_3PASS))
picks = st.builds(hashed, st.binary(min_size=4, max_size=4), st.integers(0, 300))
scraps = st.lists(
    st.sampled_from(("AS", "TH", "--", " ", " | ", " / ", "draw", "w", "c1", "p1", ">", "*2", "h8"))
).map("".join)


def line(rules: QueensRules, deal: str, picks: bytes) -> list[Position]:
    """The positions of a player who fills houses or draws, and at times does anything."""
    positions = [rules.start(deal)]
    for move in choices(rules, positions[0], picks):
        positions.append(rules.play(positions[-1], move))
    return positions


def choices(rules: QueensRules, here: Position, picks: bytes) -> Iterator[Move]:
    """The moves of that player."""
    for pick in picks:
        move = chosen(rules.legal_moves(here), pick)
        if move is None:
            return
        yield move
        here = rules.play(here, move)


def chosen(legal: tuple[Move, ...], pick: int) -> Move | None:
    if not legal:
        return None
    eager, number = pick % 4, pick // 4
    if not eager:
        return legal[number % len(legal)]
    first = legal[0]
    return first if isinstance(first, Put) and first.target.place == "h" else legal[-1]


@st.composite
def lines(draw: st.DrawFn) -> tuple[QueensRules, list[Position]]:
    """Rules, and the positions of a line of play by them; some from a deal that solves itself."""
    rules = draw(all_rules)
    easy = rules.size == QUEENS.size and draw(st.booleans())
    deal = EASY_DEAL if easy else rules.deal(draw(seeds))
    return rules, line(rules, deal, draw(picks))


@st.composite
def same_to_see(draw: st.DrawFn) -> tuple[QueensRules, Position, Position]:
    """Rules and two positions that differ in nothing but what lies face down."""
    rules, positions = draw(lines())
    here = positions[-1]
    shut = [
        prisoner
        for prisoner in range(len(here.prisoners))
        if not is_open(rules.tables, here, prisoner)
    ]
    hidden = [*(here.prisoners[prisoner] for prisoner in shut), *here.stock]
    order = iter(draw(st.permutations(hidden)))
    prisoners = bytearray(here.prisoners)
    for prisoner, card in zip(shut, islice(order, len(shut)), strict=True):
        prisoners[prisoner] = card
    return rules, here, replace(here, prisoners=bytes(prisoners), stock=bytes(order))


def all_cards(rules: QueensRules, here: Position) -> Counter[int]:
    """How often each card is there; a house holds what lies under its top."""
    found: Counter[int] = Counter(b"".join((*here.columns, here.waste, here.stock)))
    found.update(card for card in here.prisoners if card != NONE)
    under = rules.tables.under_in_house
    for top in here.houses:
        card = top
        while card != NONE:
            found[card] += 1
            card = under[card]
    return found


def refused(rules: QueensRules, here: Position, move: Move) -> Illegal | None:
    try:
        rules.check(here, move)
    except Illegal as refusal:
        return refusal
    return None


@FEW
@given(lines())
def test_cards_are_conserved(played: tuple[QueensRules, list[Position]]) -> None:
    rules, positions = played
    dealt = all_cards(rules, positions[0])
    assert dealt.total() == rules.size.cards
    assert set(dealt.values()) == {2}
    for here in positions:
        assert all_cards(rules, here) == dealt


@FEW
@given(lines())
def test_a_move_is_legal_if_and_only_if_it_is_not_refused(
    played: tuple[QueensRules, list[Position]],
) -> None:
    rules, positions = played
    here = positions[-1]
    legal = rules.legal_moves(here)
    assert len(set(legal)) == len(legal)
    assert {move for move in every_move(rules) if refused(rules, here, move) is None} == set(legal)


@FEW
@given(lines())
def test_what_is_solved_and_what_is_over(played: tuple[QueensRules, list[Position]]) -> None:
    rules, positions = played
    for here in positions:
        out = b"".join((*here.columns, here.waste, here.stock, here.prisoners.strip(b"4")))
        assert (rules.status(here) is Status.SOLVED) == (not out)
        assert not rules.closed(here)
    here = positions[-1]
    if rules.status(here) is Status.SOLVED:
        refusals = [refused(rules, here, move) for move in every_move(rules)[:20]]
        assert {refusal and refusal.reason for refusal in refusals} == {Reason.GAME_OVER}


@FEW
@given(lines())
def test_a_text_and_the_redeals_are_a_position(
    played: tuple[QueensRules, list[Position]],
) -> None:
    rules, positions = played
    for here in positions[:: max(1, len(positions) // 8)]:
        assert rules.parse_position(rules.position_name(here), here.redeals) == here


@given(all_rules, scraps | st.text(" -/|>*0123456AKSHwcph", max_size=12))
def test_what_is_accepted_has_one_text(rules: Rules, text: str) -> None:
    for parse, name in (
        (rules.parse_move, rules.move_name),
        (lambda text: rules.parse_position(text, 0), rules.position_name),
    ):
        try:
            value = parse(text)
        except Invalid:
            continue
        assert name(value) == text


@given(all_rules, seeds)
def test_a_deal_and_its_start_agree(rules: QueensRules, seed: bytes) -> None:
    deal = rules.deal(seed)
    houses = " ".join(["--"] * rules.size.houses)
    prisoners, columns, stock = deal.split(" | ")
    start = f"{houses} | {prisoners} | {columns} | -- | {stock}"
    assert rules.position_name(rules.start(deal)) == start


@FEW
@given(same_to_see())
def test_a_board_never_shows_what_lies_face_down(
    pair: tuple[QueensRules, Position, Position],
) -> None:
    """9. Hidden from everybody …: unopened prisoners and the stock's order."""
    rules, here, other = pair
    assert rules.board(here) == rules.board(other)
    assert rules.legal_moves(here) == rules.legal_moves(other)
    assert rules.status(here) is rules.status(other)


@FEW
@given(same_to_see())
def test_a_refusal_never_names_what_lies_face_down(
    pair: tuple[QueensRules, Position, Position],
) -> None:
    rules, here, other = pair
    for move in every_move(rules):
        refusal, same = refused(rules, here, move), refused(rules, other, move)
        assert (refusal and refusal.args) == (same and same.args)


@FEW
@given(lines())
def test_a_board_has_its_slots(played: tuple[QueensRules, list[Position]]) -> None:
    rules, positions = played
    size = rules.size
    piles = size.houses + size.prisoners + size.columns * size.column_cards
    for here in positions:
        board = rules.board(here)
        assert len(board) == piles + size.stock + 2
        assert max(board[:-2]) <= FACE_DOWN
        assert board[piles:-2].count(NONE) == size.stock - len(here.waste)
        assert board[-2:] == (len(here.stock), here.redeals)


@FEW
@given(lines())
def test_a_redeal_gives_the_same_order_again(
    played: tuple[QueensRules, list[Position]],
) -> None:
    """4. `redeal` turns the waste over; the order is the same again."""
    rules, positions = played
    here = positions[-1]
    if DRAW not in rules.legal_moves(here):
        return
    order = here.waste + here.stock
    for _ in range(len(here.stock)):
        here = rules.play(here, DRAW)
    assert here.waste == order
    if rules.has_redeal(here):
        again = rules.play(here, REDEAL)
        assert (again.stock, again.waste) == (order, b"")
        assert replace(again, stock=b"", waste=order, redeals=here.redeals) == here


@FEW
@given(full_rules, seeds, picks)
def test_undo_takes_back_draws_and_redeals_and_redo_plays_them_again(
    rules: QueensRules, seed: bytes, picks: bytes
) -> None:
    deal = rules.deal(seed)
    games = [state.dealt(rules, deal, None)]
    for move in choices(rules, rules.start(deal), picks):
        games.append(state.played(games[-1], move))
    game = games[-1]
    assert game.moves == sum(map(game.rules.scored, game.line))
    for before in games[-2::-1]:
        game = state.undone(game)
        assert (game.position, game.moves) == (before.position, before.moves)
    for after in games[1:]:
        game = state.redone(game)
        assert (game.position, game.moves) == (after.position, after.moves)
