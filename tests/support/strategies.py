"""What property tests draw: honest play, short and long, straight and with undo."""

from collections.abc import Sequence

from hypothesis import strategies as st

from pasjans_engine.domino import POLISH, RUSSIAN
from pasjans_engine.game import (
    Command,
    Dealt,
    Event,
    Game,
    Play,
    Redo,
    Resign,
    Undo,
    decide,
    evolve,
)
from pasjans_engine.rules import RULES, Rules

domino_rules: st.SearchStrategy[Rules] = st.sampled_from((POLISH, RUSSIAN))
all_rules: st.SearchStrategy[Rules] = st.sampled_from(sorted(RULES.values(), key=lambda r: r.id))
seeds = st.binary(min_size=32, max_size=32)
choices = st.lists(st.integers(0, 99), max_size=90)


def possible(game: Game, *, resign: bool = False) -> list[Command]:
    """The commands that are allowed now; moves come first."""
    if game.over:
        return []
    commands: list[Command] = [Play(move) for move in game.rules.legal_moves(game.position)]
    if game.ply.before is not None:
        commands.append(Undo())
    if game.redos:
        commands.append(Redo())
    if resign:
        commands.append(Resign())
    return commands


def straight(rules: Rules, seed: bytes, picks: Sequence[int]) -> list[Game]:
    """The games of a player who only plays moves, one after each event."""
    game = evolve(None, Dealt(rules.id, rules.version, rules.deal(seed), None))
    games = [game]
    for pick in picks:
        moves = game.rules.legal_moves(game.position)
        if not moves:
            break
        (event,) = decide(game, Play(moves[pick % len(moves)]))
        game = evolve(game, event)
        games.append(game)
    return games


def stream(rules: Rules, seed: bytes, picks: Sequence[int]) -> list[Event]:
    """The events of a player who also undoes, redoes and, rarely, resigns."""
    events: list[Event] = [Dealt(rules.id, rules.version, rules.deal(seed), None)]
    game = evolve(None, events[0])
    for pick in picks:
        commands = possible(game, resign=pick == 99)
        if not commands:
            break
        events.extend(decide(game, commands[pick % len(commands)]))
        game = evolve(game, events[-1])
    return events


lines = st.builds(straight, all_rules, seeds, choices)
streams = st.builds(stream, all_rules, seeds, choices)
domino_lines = st.builds(straight, domino_rules, seeds, choices)
domino_streams = st.builds(stream, domino_rules, seeds, choices)
