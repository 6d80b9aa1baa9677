"""A game at one version, and the step that each event is.

The history is a chain that games share, so that a move, an undo and a redo take the same short
time however long the game is.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pasjans_engine.errors import Illegal, Reason
from pasjans_engine.rules import Move, Position, Rules
from pasjans_engine.status import Status


@dataclass(frozen=True, slots=True, eq=False)
class Ply:
    """A position, and how the line came there.

    Attributes:
        position: what lies where, what lies face down included.
        status: playing, solved or lost.
        moves: how many moves lead here that count; 0 at the deal.
        draws: how many moves lead here that do not: cards drawn and piles turned over.
        move: the last move of both; None at the deal.
        before: the ply at which it was played; None at the deal.
    """

    position: Position = field(repr=False)
    status: Status
    moves: int = 0
    draws: int = 0
    move: Move | None = None
    before: "Ply | None" = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Redoable:
    """The ply that redo comes to, and those that redo would come to from there."""

    ply: Ply
    rest: "Redoable | None" = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game at one version.

    Attributes:
        rules: the rules it is played by.
        deal: the deal's text.
        commitment: the promise made for the deal's seed; None for a given deal.
        version: number of events; the first is `Dealt`.
        undos: how many times a move was taken back, in the whole game.
        redos: how many moves can be redone now.
        ply: the position now, and the line to it.
        ahead: what can be redone.
        hints: how many times the player was told what a solver knows.
        resigned: whether the player gave up.
    """

    rules: Rules
    deal: str = field(repr=False)
    commitment: str | None
    version: int
    undos: int
    redos: int
    ply: Ply
    ahead: Redoable | None = field(repr=False)
    hints: int = 0
    resigned: bool = False

    @property
    def position(self) -> Position:
        """What lies where now."""
        return self.ply.position

    @property
    def status(self) -> Status:
        """How the game stands."""
        return Status.RESIGNED if self.resigned else self.ply.status

    @property
    def over(self) -> bool:
        """Whether every command is refused: solved or resigned."""
        return self.resigned or self.ply.status.over

    @property
    def moves(self) -> int:
        """Moves on the line that count: the score."""
        # Rule 1.8: "Score: the number of moves = tiles moved + exits taken."
        return self.ply.moves

    @property
    def draws(self) -> int:
        """Moves on the line that do not count: cards drawn and piles turned over."""
        return self.ply.draws

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that lead from the deal to the position, without what was taken back."""
        return tuple(_moves_to(self.ply))[::-1]

    @property
    def redo_line(self) -> tuple[Move, ...]:
        """The moves that redo would play, the next one first."""
        return tuple(_moves_ahead(self.ahead))

    def __eq__(self, other: object) -> bool:
        """Whether both are at the same point and were dealt the same, however they came there."""
        return isinstance(other, Game) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.rules.id, self.deal, self.version, self.position))

    def _key(self) -> tuple[object, ...]:
        dealt = (self.rules.id, self.deal, self.commitment)
        counts = (self.version, self.undos, self.hints)
        return (*dealt, *counts, self.line, self.redo_line, self.status)


def dealt(rules: Rules, deal: str, commitment: str | None) -> Game:
    """The game before the first move.

    Raises:
        Invalid: not a deal of these rules.
    """
    start = rules.start(deal)
    ply = Ply(start, rules.status(start))
    return Game(rules, deal, commitment, version=1, undos=0, redos=0, ply=ply, ahead=None)


def played(game: Game, move: Move) -> Game:
    """The game after a move.

    Raises:
        Illegal: the rules do not allow it here.
    """
    ply = game.ply
    position = game.rules.play(ply.position, move)
    status = game.rules.status(position)
    scored = game.rules.scored(move)
    after = Ply(position, status, ply.moves + scored, ply.draws + (not scored), move, ply)
    return _at(game, after, None, 0, game.undos)


def undone(game: Game) -> Game:
    """The game after its last move was taken back.

    Raises:
        Illegal: there is none.
    """
    before = game.ply.before
    if before is None:
        raise Illegal(Reason.NOTHING_TO_UNDO, "no move has been played, so none can be undone")
    ahead = Redoable(game.ply, game.ahead)
    return _at(game, before, ahead, game.redos + 1, game.undos + 1)


def redone(game: Game) -> Game:
    """The game after the move that was taken back last was played again.

    Raises:
        Illegal: there is none.
    """
    ahead = game.ahead
    if ahead is None:
        message = "no move was undone since the last move was played, so none can be redone"
        raise Illegal(Reason.NOTHING_TO_REDO, message)
    return _at(game, ahead.ply, ahead.rest, game.redos - 1, game.undos)


def resigned(game: Game) -> Game:
    """The game after the player gave up."""
    return replace(game, version=game.version + 1, resigned=True)


def hinted(game: Game) -> Game:
    """The game after the player was told what a solver knows."""
    return replace(game, version=game.version + 1, hints=game.hints + 1)


def _at(game: Game, ply: Ply, ahead: Redoable | None, redos: int, undos: int) -> Game:
    return Game(
        game.rules,
        game.deal,
        game.commitment,
        game.version + 1,
        undos,
        redos,
        ply,
        ahead,
        game.hints,
    )


def _moves_to(ply: Ply) -> Iterator[Move]:
    while ply.before is not None:
        yield ply.move
        ply = ply.before


def _moves_ahead(ahead: Redoable | None) -> Iterator[Move]:
    while ahead is not None:
        yield ahead.ply.move
        ahead = ahead.rest
