"""Games to play under load: legal lines, made before any clock starts.

A line plays a game from its deal to its end as a careless player does: moves at random, exits when
they open, now and then a move taken back, and mostly put on again.
"""

import random
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from pasjans_engine.game import Dealt, Game, Status, decide, evolve, legal
from pasjans_engine.notation import parse_command
from pasjans_engine.rules import rules_named

LONGEST: Final = 100
"""Commands in a line, at most: some games go round in circles."""
UNDO_SHARE: Final = 0.05
REDO_SHARE: Final = 0.5
"""How often a move that was taken back is put on again at once."""


@dataclass(frozen=True, slots=True)
class Line:
    """A deal and commands that are all accepted, one after the other.

    Attributes:
        rules: The id of the rules.
        deal: The deal's text.
        actions: The texts of the commands.
    """

    rules: str
    deal: str
    actions: tuple[str, ...]

    def games(self) -> tuple[Game, ...]:
        """The game before the first command, and after each."""
        game = _dealt(self.rules, self.deal)
        games = [game]
        for action in self.actions:
            game = _after(game, action)
            games.append(game)
        return tuple(games)


def random_lines(count: int) -> tuple[Line, ...]:
    """Lines that are the same in each run; the rule sets take turns."""
    return tuple(random_line(("polish", "russian")[n % 2], n) for n in range(count))


def random_line(rules: str, number: int) -> Line:
    """The line of a number: to a solved or lost position, or `LONGEST` commands."""
    rng = random.Random(number)
    deal = rules_named(rules).deal(sha256(f"{rules} {number}".encode()).digest())
    game = _dealt(rules, deal)
    actions: list[str] = []
    while game.status is Status.PLAYING and len(actions) < LONGEST:
        actions.append(_choose(rng, game))
        game = _after(game, actions[-1])
    return Line(rules, deal, tuple(actions))


def _choose(rng: random.Random, game: Game) -> str:
    chance = rng.random()
    if game.redos and chance < REDO_SHARE:
        return "redo"
    if game.moves and chance > 1 - UNDO_SHARE:
        return "undo"
    return rng.choice(legal(game))


def _dealt(rules: str, deal: str) -> Game:
    return evolve(None, Dealt(rules, rules_named(rules).version, deal, None))


def _after(game: Game, action: str) -> Game:
    (event,) = decide(game, parse_command(game.rules, action))
    return evolve(game, event)
