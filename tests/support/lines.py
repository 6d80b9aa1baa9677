"""Lines of legal commands for tests, made with the engine."""

import random
from dataclasses import dataclass

from pasjans_engine.game import Dealt, Game, decide, evolve, legal
from pasjans_engine.notation import parse_command
from pasjans_engine.rules import rules_named


@dataclass(frozen=True, slots=True)
class Line:
    """A deal, and commands that the engine accepts one after another.

    Attributes:
        rules: Id of the rules.
        deal: The layout.
        actions: The commands.
    """

    rules: str
    deal: str
    actions: tuple[str, ...]


def dealt(rules: str, deal: str) -> Game:
    """A game that was just dealt."""
    return evolve(None, Dealt(rules, rules_named(rules).version, deal, None))


def after(game: Game, action: str) -> Game:
    """The game after a command."""
    for event in decide(game, parse_command(game.rules, action)):
        game = evolve(game, event)
    return game


def replayed(rules: str, deal: str, actions: tuple[str, ...] | list[str]) -> Game:
    """The game after all of these commands."""
    game = dealt(rules, deal)
    for action in actions:
        game = after(game, action)
    return game


def random_line(rules: str, length: int, seed: int, *, undo: float = 0.15) -> Line:
    """A line of `length` commands: moves, exits, and now and then undo or redo."""
    chance = random.Random(seed)
    deal = rules_named(rules).deal(chance.randbytes(32))
    game, actions = dealt(rules, deal), list[str]()
    while len(actions) < length:
        action = _choice(game, chance, undo)
        following = after(game, action)
        if not following.over:
            game = following
            actions.append(action)
    return Line(rules, deal, tuple(actions))


def _choice(game: Game, chance: random.Random, undo: float) -> str:
    moves = legal(game)
    if game.redos and chance.random() < undo:
        return "redo"
    if game.ply.before is not None and (not moves or chance.random() < undo):
        return "undo"
    return chance.choice(moves)
