"""A game as a stream of events: `decide` what a command causes, `evolve` the game by an event.

1. `Dealt` is the first event and makes the game; each command that is accepted adds exactly one
   more. The version of a game is the number of its events.
2. A move goes onto the line. Undo takes the last move off it and redo puts that one back, until
   a new move is played. Both are events like any other: no event is ever taken out.
3. A hint changes nothing but that it was taken, which stays with the game whatever is undone.
4. Solved and resigned are final: every command is refused. Lost is not: a player may undo a lost
   position, or resign.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from pasjans_engine import state
from pasjans_engine.errors import Illegal, Invalid, Reason
from pasjans_engine.events import (
    Command,
    Dealt,
    Event,
    Hint,
    Hinted,
    Play,
    Played,
    Redo,
    Redone,
    Resign,
    Resigned,
    Undo,
    Undone,
)
from pasjans_engine.rules import Move, rules_named
from pasjans_engine.state import Game
from pasjans_engine.status import Status

__all__ = [
    "Command",
    "Dealt",
    "Event",
    "Game",
    "Hint",
    "Hinted",
    "Play",
    "Played",
    "Redo",
    "Redone",
    "Resign",
    "Resigned",
    "Status",
    "Undo",
    "Undone",
    "decide",
    "evolve",
    "legal",
    "replay",
    "restore",
]


def decide(game: Game, command: Command) -> tuple[Event, ...]:
    """The events that a command causes: exactly one.

    Raises:
        Illegal: the command is not allowed now; the game is as it was.
    """
    _check_not_over(game)
    match command:
        case Play():
            game.rules.check(game.ply.position, command.move)
            return (Played(command.move),)
        case Undo():
            state.undone(game)
            return (Undone(),)
        case Redo():
            state.redone(game)
            return (Redone(),)
        case Resign():
            return (Resigned(),)
        case Hint():
            return (Hinted(),)
        case _:
            assert_never(command)


def evolve(game: Game | None, event: Event) -> Game:
    """The game after an event.

    Raises:
        Illegal, Invalid: the event cannot follow; never for an event that `decide` returned.
    """
    if isinstance(event, Dealt):
        return _dealt(game, event)
    if game is None:
        raise Invalid(f"a game begins with Dealt, not with {type(event).__name__}", "")
    _check_not_over(game)
    match event:
        case Played():
            return state.played(game, event.move)
        case Undone():
            return state.undone(game)
        case Redone():
            return state.redone(game)
        case Resigned():
            return state.resigned(game)
        case Hinted():
            return state.hinted(game)
        case _:
            assert_never(event)


def replay(events: Iterable[Event]) -> Game:
    """The game that a whole stream tells, `Dealt` first.

    Raises:
        Illegal, Invalid: the stream is empty, or an event cannot follow the ones before it.
    """
    game: Game | None = None
    for event in events:
        game = evolve(game, event)
    if game is None:
        raise Invalid("a game has at least one event, Dealt", "")
    return game


def restore(  # noqa: PLR0913, PLR0917
    rules: str,
    deal: str,
    commitment: str | None,
    line: Sequence[Move],
    redo_line: Sequence[Move],
    undos: int,
    version: int,
    *,
    hints: int = 0,
    resigned: bool = False,
) -> Game:
    """The game that a snapshot tells: what `replay` of its whole stream gives.

    Raises:
        Illegal, Invalid: these rules do not know the deal or allow a move.
    """
    game = state.dealt(rules_named(rules), deal, commitment)
    for move in (*line, *redo_line):
        game = state.played(game, move)
    for _ in redo_line:
        game = state.undone(game)
    return replace(game, undos=undos, version=version, hints=hints, resigned=resigned)


def legal(game: Game) -> tuple[str, ...]:
    """Names of the moves that may be played now, `open` last if allowed; none when over."""
    if game.over:
        return ()
    return tuple(map(game.rules.move_name, game.rules.legal_moves(game.position)))


def _check_not_over(game: Game) -> None:
    if game.over:
        raise Illegal(Reason.GAME_OVER, f"the game is over ({game.status}): nothing can follow")


def _dealt(game: Game | None, event: Dealt) -> Game:
    if game is not None:
        raise Invalid("a game is dealt once, as its first event", event.deal)
    rules = rules_named(event.rules)
    if event.rules_version != rules.version:
        message = f"these are the {rules.id} rules in version {rules.version}"
        raise Invalid(f"{message}, not {event.rules_version}", str(event.rules_version))
    return state.dealt(rules, event.deal, event.commitment)
