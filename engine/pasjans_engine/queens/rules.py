"""Topsy-Turvy Queens: what may be played, and what it does."""

from dataclasses import dataclass
from typing import Final, assert_never

from pasjans_engine.errors import Invalid
from pasjans_engine.queens import board, deal, moves, notation, play, standing
from pasjans_engine.queens.layout import (
    DRAW,
    REDEAL,
    Draw,
    Move,
    Position,
    Put,
    Redeal,
    Size,
)
from pasjans_engine.queens.refusal import refusal
from pasjans_engine.queens.shape import require_put
from pasjans_engine.queens.tables import Tables, build
from pasjans_engine.status import Status


@dataclass(frozen=True, slots=True)
class QueensRules:
    """One rule set of Topsy-Turvy Queens.

    Attributes:
        id: its name in deals, logs and boards.
        tables: what goes on what, for the size that is played.
        max_redeals: how many redeals a game has; None if there is no limit.
        version: goes up when a decision of these rules changes.
        family: games that share notation, positions and moves.
        hidden: part of a deal lies face down.
        has_draws: cards drawn and redeals do not count for the score.
    """

    id: str
    tables: Tables
    max_redeals: int | None
    version: int = 1
    family: str = "queens"
    hidden: bool = True
    has_draws: bool = True

    @property
    def size(self) -> Size:
        """How much there is of everything."""
        return self.tables.size

    def deal(self, seed: bytes) -> str:
        """The deal that a seed decides.

        Raises:
            Invalid: the seed is not 32 bytes long.
        """
        return deal.deal_name(seed, self.size)

    def start(self, text: str) -> Position:
        """The position before the first move.

        Raises:
            Invalid: not the text of a deal.
        """
        return deal.parse_deal(self.size, text)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """What may be played: to houses, then to columns, then draw or redeal.

        To houses go the waste, the columns and the prisoners, in this order; to columns the
        waste, then each column's runs, the shortest first. Houses and columns ascend.
        """
        tables = self.tables
        if moves.solved(tables, position):
            return ()
        found: list[Move] = [
            *moves.puts_to_houses(tables, position),
            *moves.puts_to_columns(tables, position),
        ]
        # Rule 3.4: "`draw` turns one card from the stock to the waste. When the stock is empty,
        # `redeal` turns the waste over"
        if position.stock:
            found.append(DRAW)
        elif position.waste and self.has_redeal(position):
            found.append(REDEAL)
        return tuple(found)

    def has_redeal(self, position: Position) -> bool:
        """Whether a redeal is left."""
        # Rule 3.4: "Redeals are unlimited (`queens`), or two, that is three passes
        # (`queens-3pass`, the book's rule)."
        return self.max_redeals is None or position.redeals < self.max_redeals

    def check(self, position: Position, move: Move) -> None:
        """Refuse a move that is not allowed here.

        Raises:
            Illegal: the error says why, and what would fit.
            Invalid: no position of this size allows the move.
        """
        if isinstance(move, Put):
            require_put(self.size, move)
        refused = refusal(self.tables, position, move, self.max_redeals)
        if refused is not None:
            raise refused

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move.

        Raises:
            Illegal: the move is not allowed here; the error says why and what would fit.
            Invalid: no position of this size allows the move.
        """
        self.check(position, move)
        match move:
            case Draw():
                return play.drawn(position)
            case Redeal():
                redeals = 0 if self.max_redeals is None else position.redeals + 1
                return play.turned_over(position, redeals)
            case Put():
                return play.put(position, move)
            case _:
                assert_never(move)

    def scored(self, move: Move) -> bool:
        """Whether a move counts for the score: a card moved does, a draw or redeal does not."""
        return isinstance(move, Put)

    def solved(self, position: Position) -> bool:
        """Whether all cards are in the houses."""
        return moves.solved(self.tables, position)

    def closed(self, position: Position) -> bool:
        """False: these rules have no emergency exits."""
        return False

    def status(self, position: Position) -> Status:
        """Playing or solved."""
        # Rule 3.7: 'A game has no "lost": the player gives up, or undoes without limit.'
        return Status.SOLVED if self.solved(position) else Status.PLAYING

    def parse_move(self, text: str) -> Move:
        """The move that a text names.

        Raises:
            Invalid: no move has this name.
        """
        return notation.parse_move(self.size, text)

    def move_name(self, move: Move) -> str:
        """The text of a move."""
        return notation.move_name(move)

    def parse_position(self, text: str, windows: int) -> Position:
        """The position of a text.

        Args:
            text: the position, what lies face down included.
            windows: this game has none; the redeals used so far, 0 where they are unlimited.

        Raises:
            Invalid: not the text of a position that play can come to.
        """
        most = self.max_redeals or 0
        if not 0 <= windows <= most:
            message = f"the redeals used by {self.id} are 0 to {most}" if most else "expected 0"
            raise Invalid(f"{message}, not {windows}", str(windows))
        return standing.parse_position(self.tables, text, windows)

    def position_name(self, position: Position) -> str:
        """The text of a position, what lies face down included: not for players."""
        return standing.position_name(position)

    def board(self, position: Position) -> tuple[int, ...]:
        """What may be seen, in the slots that `board` lists; nothing that lies face down."""
        return board.board(self.tables, position)


_TABLES: Final = build(Size())
QUEENS: Final = QueensRules("queens", _TABLES, max_redeals=None)
QUEENS_3PASS: Final = QueensRules("queens-3pass", _TABLES, max_redeals=2)
