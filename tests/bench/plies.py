"""What the parts of a gateway get to see of the games that are played under load."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from bench.lines import Line
from pasjans_engine.game import Event, Game, decide
from pasjans_engine.notation import parse_command
from pasjans_engine.view import View, view
from pasjans_services.eventstore.records import Header
from pasjans_services.games.step import Step, step_to


@dataclass(frozen=True, slots=True)
class Ply:
    """One command of a game, and what comes of it.

    Attributes:
        before: The game that it is for.
        seen: The view of that game.
        action: The command's text.
        event: What it causes.
        step: Where that leads.
    """

    before: Game
    seen: View
    action: str
    event: Event
    step: Step


def plies(line: Line) -> Iterator[Ply]:
    """The commands of a line, one after the other."""
    for (before, after), action in zip(pairwise(line.games()), line.actions, strict=True):
        (event,) = decide(before, parse_command(before.rules, action))
        seen = view(before)
        yield Ply(before, seen, action, event, step_to(after, seen))


def header(line: Line) -> Header:
    """The first record of a line's game, whose deal was given."""
    return Header(line.rules, 1, line.deal, None, None, "d" * 12, "p" * 12, "given", bot=False)
