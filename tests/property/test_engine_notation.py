"""Parsing and printing are inverse to each other, and nothing else gets through."""

from hypothesis import example, given
from hypothesis import strategies as st

from pasjans_engine.domino import OPEN, Move, Put
from pasjans_engine.errors import Invalid
from pasjans_engine.game import Command, Game, Play, Redo, Resign, Undo
from pasjans_engine.notation import command_name, parse_command
from pasjans_engine.rules import RULES, Rules
from pasjans_engine.shuffle import shuffled
from support.dominoes import GOAL, SOLVED
from support.strategies import domino_lines, domino_rules, seeds

tiles = st.integers(0, 27)
moves: st.SearchStrategy[Move] = st.builds(Put, tiles, tiles) | st.just(OPEN)
commands: st.SearchStrategy[Command] = st.builds(Play, moves) | st.sampled_from(
    (Undo(), Redo(), Resign())
)
scraps = st.lists(
    st.sampled_from(("60", "00", "--", " ", "/", "@", "open", "undo", "06", "7", "é", "\n", GOAL))
).map("".join)


@given(domino_rules, seeds)
def test_deals(rules: Rules, seed: bytes) -> None:
    deal = rules.deal(seed)
    start = rules.start(deal)
    assert rules.position_name(start) == deal.replace("00", "--")
    assert sorted(deal.replace("/", " ").split(" ")) == sorted(GOAL.replace("/", " ").split(" "))


@given(domino_lines)
def test_positions(games: list[Game]) -> None:
    game = games[-1]
    text = game.rules.position_name(game.position)
    assert game.rules.parse_position(text, text.count("--")) == game.position


@given(domino_rules, moves)
def test_moves(rules: Rules, move: Move) -> None:
    assert rules.parse_move(rules.move_name(move)) == move


@given(domino_rules, commands)
def test_commands(rules: Rules, command: Command) -> None:
    assert parse_command(rules, command_name(rules, command)) == command


@given(domino_rules, scraps | st.text(" -/@0123456eno", max_size=12))
@example(RULES["polish"], SOLVED)
def test_what_is_accepted_has_one_text(rules: Rules, text: str) -> None:
    for parse, name in (
        (rules.parse_move, rules.move_name),
        (lambda text: rules.parse_position(text, 1), rules.position_name),
    ):
        try:
            value = parse(text)
        except Invalid:
            continue
        assert name(value) == text


@given(seeds, st.integers(1, 200))
def test_a_shuffle_is_a_permutation(seed: bytes, n: int) -> None:
    assert sorted(shuffled(seed, n)) == list(range(n))
