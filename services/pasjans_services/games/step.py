"""What one event changes for those who look on."""

from dataclasses import dataclass
from typing import Final

from pasjans_engine.game import Game
from pasjans_engine.view import View, check, diff, view
from pasjans_protocol import portable
from pasjans_protocol.messages import Delta, Finished

ANY_CHANNEL: Final = 1
"""The channel in messages that are encoded once for many sockets, each with its own number."""


@dataclass(frozen=True, slots=True)
class Step:
    """An event's outcome: the state and the view after it, and the delta that shows it."""

    game: Game
    view: View
    delta: Delta


def step_to(after: Game, before: View) -> Step:
    """The outcome of the event that led to `after`; `before` is the view before it."""
    seen = view(after)
    delta = Delta(ANY_CHANNEL, after.version - 1, diff(before, seen), check(seen))
    return Step(after, seen, delta)


def finished(game: Game, seed: str | None) -> Finished:
    """How a game that is over ended; `seed` is the deal's, if it may be told."""
    return Finished(
        ANY_CHANNEL,
        game.version,
        game.status.value,
        game.moves,
        windows_of(game),
        seed,
        game.draws,
    )


def windows_of(game: Game) -> int:
    """How many windows were opened, up to a game's position; 0 in games that have none."""
    return portable.windows_of(game) or 0
