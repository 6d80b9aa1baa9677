"""The domino games: what may be played, and what it does."""

from dataclasses import dataclass
from typing import Final, assert_never

from pasjans_engine.domino import notation
from pasjans_engine.domino.closed import closed, moved, solved
from pasjans_engine.domino.layout import (
    ABOVE,
    EXIT_TILES,
    MAX_WINDOWS,
    OPEN,
    Move,
    Open,
    Position,
    Put,
)
from pasjans_engine.domino.refusal import exit_refusal, put_refusal
from pasjans_engine.domino.tables import Tables, build
from pasjans_engine.shuffle import shuffled
from pasjans_engine.status import Status
from pasjans_engine.tiles import EMPTY, TILE_COUNT, halves, pips, tile_of


@dataclass(frozen=True, slots=True)
class DominoRules:
    """One rule set of domino solitaire.

    Attributes:
        id: its name in deals, logs and boards.
        tables: what fits where, with one, two and three windows.
        version: goes up when a decision of these rules changes.
        family: games that share notation, positions and moves.
        hidden: no tile ever lies face down.
        has_draws: each move counts.
    """

    id: str
    tables: tuple[Tables, ...]
    version: int = 1
    family: str = "domino"
    hidden: bool = False
    has_draws: bool = False

    def deal(self, seed: bytes) -> str:
        """The deal that a seed decides.

        Raises:
            Invalid: the seed is not 32 bytes long.
        """
        # Seed to deal 4: "Dominoes: cells row by row, columns ascending."
        return notation.cells_name(bytes(shuffled(seed, TILE_COUNT)))

    def start(self, deal: str) -> Position:
        """The position before the first move.

        Raises:
            Invalid: not the text of a deal.
        """
        # Rule 1.3: "`00` is set aside before the first move; its cell is the first window.
        # This is part of the deal and is not a move."
        return _set_aside_next(notation.parse_deal(deal), opened=0)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """What may be played: windows row by row, tiles in set order, then the exit."""
        puts = self.legal_puts(position)
        return (*puts, OPEN) if self.exit_is_open(position) else puts

    def legal_puts(self, position: Position) -> tuple[Put, ...]:
        """The moves of tiles that may be played: windows row by row, tiles in set order."""
        cells = position.cells
        tables = self._tables(position)
        if solved(tables, cells):
            return ()
        puts: tuple[Put, ...] = ()
        window = cells.find(EMPTY)
        while window >= 0:
            puts += tables.puts[window][cells[ABOVE[window]]]
            window = cells.find(EMPTY, window + 1)
        return puts

    def check(self, position: Position, move: Move) -> None:
        """Refuse a move that is not allowed here.

        Raises:
            Illegal: the error says why, and what would fit.
        """
        tables = self.tables[position.opened - 1]
        if isinstance(move, Open):
            if not self.exit_is_open(position):
                raise exit_refusal(tables, position, self.legal_puts(position))
            return
        cells, window = position.cells, move.cell
        # Rule 1.4: "A move takes one tile from any cell into a window" … "The tile may come
        # from anywhere, a cell where it already fits included."
        if (
            cells[window] != EMPTY
            or move.tile not in tables.takes[window][cells[ABOVE[window]]]
            or cells.translate(tables.kinds) in tables.solved
        ):
            raise put_refusal(tables, position, move)

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move.

        Raises:
            Illegal: the move is not allowed here; the error says why and what would fit.
        """
        self.check(position, move)
        cells = position.cells
        if isinstance(move, Open):
            return _set_aside_next(cells, position.opened)
        # Rule 1.4: "its old cell becomes a window."
        return Position(moved(cells, move.tile, cells.index(move.tile), move.cell), position.opened)

    def scored(self, move: Move) -> bool:
        """Whether a move counts for the score."""
        # Rule 1.8: "Score: the number of moves = tiles moved + exits taken."
        match move:
            case Put() | Open():
                return True
            case _:
                assert_never(move)

    def solved(self, position: Position) -> bool:
        """Whether every tile that is not set aside lies where the rules want it."""
        return solved(self._tables(position), position.cells)

    def closed(self, position: Position) -> bool:
        """Whether the layout has closed: the exact rule 1.5, searched."""
        return closed(self._tables(position), position.cells)

    def exit_is_open(self, position: Position) -> bool:
        """Whether the next tile may be set aside now."""
        # Rule 1.6: "In a closed position, and only there, the player may set aside `11` … `22`"
        return position.opened < MAX_WINDOWS and self.closed(position)

    def status(self, position: Position) -> Status:
        """Playing, solved or lost."""
        if self.solved(position):
            return Status.SOLVED
        # Rule 1.6: "Closed with three windows: *lost*."
        if position.opened == MAX_WINDOWS and self.closed(position):
            return Status.LOST
        return Status.PLAYING

    def parse_move(self, text: str) -> Move:
        """The move that a text names.

        Raises:
            Invalid: no move has this name.
        """
        return notation.parse_move(text)

    def move_name(self, move: Move) -> str:
        """The text of a move."""
        return notation.move_name(move)

    def parse_position(self, text: str, windows: int) -> Position:
        """The position of a text with so many windows opened.

        Raises:
            Invalid: not the text of such a position.
        """
        return notation.parse_position(text, windows)

    def position_name(self, position: Position) -> str:
        """The text of a position."""
        return notation.cells_name(position.cells)

    def board(self, position: Position) -> tuple[int, ...]:
        """What may be seen: the tile in each of the 28 cells, then the windows opened."""
        return (*position.cells, position.opened)

    def _tables(self, position: Position) -> Tables:
        return self.tables[position.opened - 1]


def _set_aside_next(cells: bytes, opened: int) -> Position:
    # Rule 1.6: "the player may set aside `11`, wherever it lies: a second window opens there.
    # Closed again: `22`, a third window."
    aside = bytes((EXIT_TILES[opened],))
    return Position(cells.replace(aside, bytes((EMPTY,))), opened + 1)


def _fits_polish(above: int, tile: int) -> bool:
    # Rule 1.4: "Any other window takes a tile only if the cell above it holds a tile U, and the
    # tile has one half equal to a half of U and the other half exactly one pip smaller."
    high, low = halves(above)
    return set(halves(tile)) in ({high, low - 1}, {low, high - 1})


def _fits_russian(above: int, tile: int) -> bool:
    # Rule 2.2: "A window below row 0 takes any tile with exactly one pip fewer, in total, than
    # the tile above (under 22: 30 or 21)."
    return pips(tile) == pips(above) - 1


def _kind_polish(tile: int) -> int:
    # Rule 1.7: "Solved when every tile that is not set aside lies in its goal cell."
    return tile


def _kind_russian(tile: int) -> int:
    # Rule 2.3: "Tiles of equal pips are interchangeable below row 0, since the rule speaks of
    # pips alone."
    high, _ = halves(tile)
    if high == 6:
        return tile
    return max(other for other in range(tile_of(6, 0)) if pips(other) == pips(tile))


POLISH: Final = DominoRules("polish", build(_fits_polish, _kind_polish))
RUSSIAN: Final = DominoRules("russian", build(_fits_russian, _kind_russian))
