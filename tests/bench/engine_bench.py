"""What a move costs in the engine: run by hand, prints a small table.

    .venv/bin/python tests/bench/engine_bench.py

Each stage runs over every move of the same games, chosen at random among the legal moves and
weighted towards the first, until solved, lost or 60 moves. Processor time; the best of several
rounds counts, since what disturbs a round only ever makes it slower.
"""

import random
import time
from collections.abc import Callable, Iterable, Sequence

from pasjans_engine.domino import POLISH, RUSSIAN, DominoRules, Position
from pasjans_engine.game import Dealt, Event, Game, Status, decide, evolve, legal, replay
from pasjans_engine.notation import parse_command
from pasjans_engine.view import check, diff, view

GAMES = 120
LONGEST = 60
ROUNDS = 9


def games(rules: DominoRules) -> list[tuple[Game, str]]:
    """Games before each move, and the move's name."""
    rng = random.Random(rules.id)
    moves: list[tuple[Game, str]] = []
    for _ in range(GAMES):
        game = replay([Dealt(rules.id, rules.version, rules.deal(rng.randbytes(32)), None)])
        while game.status is Status.PLAYING and game.moves < LONGEST:
            names = legal(game)
            name = rng.choice((names[0], *names))
            moves.append((game, name))
            game = evolve(game, *decide(game, parse_command(rules, name)))
    return moves


def micros(stage: Callable[..., object], rows: Sequence[Iterable[object]]) -> float:
    """Microseconds a call, the best of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = time.process_time()
        for row in rows:
            stage(*row)
        best = min(best, time.process_time() - begun)
    return best / len(rows) * 1e6


def report(rules: DominoRules) -> None:
    """Print the stages of a move, then `closed` by windows."""
    before = games(rules)
    commands = [(game, parse_command(rules, name)) for game, name in before]
    events: list[tuple[Game, Event]] = [(game, decide(game, c)[0]) for game, c in commands]
    after = [evolve(*row) for row in events]
    views = [(view(game), view(there)) for (game, _), there in zip(before, after, strict=True)]
    stages = {
        "parse": micros(parse_command, [(rules, name) for _, name in before]),
        "decide": micros(decide, commands),
        "evolve": micros(evolve, events),
        "view": micros(view, [(game,) for game in after]),
        "diff": micros(diff, views),
        "check": micros(check, [(there,) for _, there in views]),
    }
    print(f"\n{rules.id}, {len(before)} moves")
    for name, cost in (*stages.items(), ("together", sum(stages.values()))):
        print(f"  {name:10}{cost:8.2f} µs")
    print(f"  {'legal':10}{micros(legal, [(game,) for game in after]):8.2f} µs (guided only)")
    for opened in (1, 2, 3):
        positions = [(p,) for game in after if (p := _position(game)).opened == opened]
        cost = micros(rules.closed, positions)
        print(f"  closed, {opened} opened {cost:6.2f} µs, {1e6 / cost:10,.0f} a second")


def _position(game: Game) -> Position:
    assert isinstance(game.position, Position)
    return game.position


if __name__ == "__main__":
    for each in (POLISH, RUSSIAN):
        report(each)
