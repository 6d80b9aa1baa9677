"""A game as a stream of events: `decide` what a command causes, `evolve` the game by an event.

Life of a game: `Dealt` is its first event and makes it; each command that is accepted adds
exactly one more. The version of a game is the number of its events.

1. A move goes onto the *line*. Undo takes the last move off it, and redo puts that one back,
   until a new move is played.
2. Undo and redo are events like any other: nothing is ever taken out of the stream.
3. Solved and resigned are final. Lost is not: a player may undo a lost position, or resign.

The history is a linked list that is shared between games, so that a move, an undo and a redo
take the same short time in a long game.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from pasjans_engine.errors import Illegal, Invalid, Reason
from pasjans_engine.events import (
    Command,
    Dealt,
    Event,
    Play,
    Played,
    Redo,
    Redone,
    Resign,
    Resigned,
    Undo,
    Undone,
)
from pasjans_engine.rules import Move, Position, Rules, rules_named
from pasjans_engine.status import Status

__all__ = [
    "Command",
    "Dealt",
    "Event",
    "Game",
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


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """One move of the history and the position on its far side.

    On the line that is the position before the move, among moves to redo the one after it.
    """

    move: Move
    position: Position
    status: Status
    rest: "Link | None"


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game at one version. Equal games have equal streams behind them, as far as it matters.

    Attributes:
        rules: the rules it is played by.
        deal: the deal's text.
        commitment: the promise made for the deal's seed; None for a given deal.
        version: number of events, `Dealt` is the first.
        position: the position now.
        status: how the game stands.
        moves: length of the line: tiles moved and exits taken. This is the score.
        undos: how many moves were taken back, in the whole game.
        redos: how many moves can be redone now.
    """

    rules: Rules
    deal: str
    commitment: str | None
    version: int
    position: Position
    status: Status
    moves: int
    undos: int
    redos: int
    done: Link | None = field(repr=False)
    undone: Link | None = field(repr=False)

    @property
    def over(self) -> bool:
        """Whether every command is refused: solved or resigned."""
        return self.status.over

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that lead from the deal to the position, without what was taken back."""
        return tuple(link.move for link in _links(self.done))[::-1]

    @property
    def redo_line(self) -> tuple[Move, ...]:
        """The moves that redo would play, the next one first."""
        return tuple(link.move for link in _links(self.undone))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.rules.id, self.deal, self.version, self.position))

    def _key(self) -> tuple[object, ...]:
        known = (self.rules.id, self.deal, self.commitment, self.version, self.position)
        return (*known, self.status, self.undos, self.line, self.redo_line)


def decide(game: Game, command: Command) -> tuple[Event, ...]:
    """The events that a command causes: exactly one.

    Raises:
        Illegal: the command is not allowed now; the game is as it was.
    """
    _check_not_over(game)
    match command:
        case Play(move):
            game.rules.play(game.position, move)
            return (Played(move),)
        case Undo():
            _undone(game)
            return (Undone(),)
        case Redo():
            _redone(game)
            return (Redone(),)
        case Resign():
            return (Resigned(),)
        case _:
            assert_never(command)


def evolve(game: Game | None, event: Event) -> Game:
    """The game after an event.

    Raises:
        Illegal, Invalid: the event cannot follow; never for an event that `decide` returned.
    """
    if isinstance(event, Dealt):
        if game is not None:
            raise Invalid("a game is dealt once", event.deal)
        return _dealt(event)
    if game is None:
        raise Invalid(f"a game begins with Dealt, not with {type(event).__name__}", "")
    _check_not_over(game)
    match event:
        case Played(move):
            return _played(game, move)
        case Undone():
            return _undone(game)
        case Redone():
            return _redone(game)
        case Resigned():
            return _resigned(game)
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
    resigned: bool = False,
) -> Game:
    """The game that a snapshot tells: what `replay` of its whole stream gives.

    Raises:
        Illegal, Invalid: the deal or a move is not what these rules know.
    """
    game = _dealt(Dealt(rules, rules_named(rules).version, deal, commitment))
    for move in (*line, *redo_line):
        game = _played(game, move)
    for _ in redo_line:
        game = _undone(game)
    if resigned:
        game = _resigned(game)
    return replace(game, undos=undos, version=version)


def legal(game: Game) -> tuple[str, ...]:
    """Names of the moves that may be played now, the exit included; none when over."""
    if game.status.over:
        return ()
    name = game.rules.move_name
    return tuple(name(move) for move in game.rules.legal_moves(game.position))


def _check_not_over(game: Game) -> None:
    if game.status.over:
        raise Illegal(Reason.GAME_OVER, f"the game is over ({game.status}): nothing can follow")


def _dealt(event: Dealt) -> Game:
    rules = rules_named(event.rules)
    if event.rules_version != rules.version:
        message = f"{event.rules} is played by version {rules.version} of its rules"
        raise Invalid(f"{message}, not {event.rules_version}", str(event.rules_version))
    start = rules.start(event.deal)
    return Game(
        rules=rules,
        deal=event.deal,
        commitment=event.commitment,
        version=1,
        position=start,
        status=rules.status(start),
        moves=0,
        undos=0,
        redos=0,
        done=None,
        undone=None,
    )


def _played(game: Game, move: Move) -> Game:
    position = game.rules.play(game.position, move)
    return Game(
        rules=game.rules,
        deal=game.deal,
        commitment=game.commitment,
        version=game.version + 1,
        position=position,
        status=game.rules.status(position),
        moves=game.moves + 1,
        undos=game.undos,
        redos=0,
        done=Link(move, game.position, game.status, game.done),
        undone=None,
    )


def _undone(game: Game) -> Game:
    last = game.done
    if last is None:
        raise Illegal(Reason.NOTHING_TO_UNDO, "no move has been played yet")
    return Game(
        rules=game.rules,
        deal=game.deal,
        commitment=game.commitment,
        version=game.version + 1,
        position=last.position,
        status=last.status,
        moves=game.moves - 1,
        undos=game.undos + 1,
        redos=game.redos + 1,
        done=last.rest,
        undone=Link(last.move, game.position, game.status, game.undone),
    )


def _redone(game: Game) -> Game:
    following = game.undone
    if following is None:
        raise Illegal(Reason.NOTHING_TO_REDO, "no move was taken back since the last one")
    return Game(
        rules=game.rules,
        deal=game.deal,
        commitment=game.commitment,
        version=game.version + 1,
        position=following.position,
        status=following.status,
        moves=game.moves + 1,
        undos=game.undos,
        redos=game.redos - 1,
        done=Link(following.move, game.position, game.status, game.done),
        undone=following.rest,
    )


def _resigned(game: Game) -> Game:
    return replace(game, version=game.version + 1, status=Status.RESIGNED)


def _links(link: Link | None) -> Iterator[Link]:
    while link is not None:
        yield link
        link = link.rest
