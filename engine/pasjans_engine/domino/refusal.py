"""Why a move is refused, in words that say what would fit."""

from collections.abc import Sequence

from pasjans_engine.domino.closed import closed, solved
from pasjans_engine.domino.layout import ABOVE, EXIT_TILES, MAX_WINDOWS, Position, Put
from pasjans_engine.domino.notation import move_name
from pasjans_engine.domino.tables import Tables
from pasjans_engine.errors import Illegal, Reason
from pasjans_engine.tiles import EMPTY, cell_name, tile_name


def put_refusal(tables: Tables, position: Position, move: Put) -> Illegal:
    """The refusal of a tile's move that is not legal in this position."""
    cells = position.cells
    above = ABOVE[move.cell]
    tile, cell = tile_name(move.tile), cell_name(move.cell)
    if solved(tables, cells):
        return _solved()
    if cells[move.cell] != EMPTY:
        windows = _listed([cell_name(window) for window in position.windows], "or")
        held = tile_name(cells[move.cell])
        message = f"cell {cell} holds {held}: a tile goes into a window, which is {windows}"
        return Illegal(Reason.NOT_A_WINDOW, message)
    fits = tuple(tile_name(fitting) for fitting in tables.takes[move.cell][cells[above]])
    if above != move.cell and cells[above] == EMPTY:
        message = f"cell {cell} lies under a window: nothing fits there while {cell_name(above)}"
        return Illegal(Reason.UNDER_A_WINDOW, f"{message} is empty")
    where = f"cell {cell}" if above == move.cell else f"under {tile_name(cells[above])}"
    offer = f"{where} fit{'' if len(fits) > 1 else 's'} {_listed(fits, 'and')}"
    if move.tile in EXIT_TILES[: position.opened]:
        message = f"{tile} is set aside and comes back at the end; {offer}"
        return Illegal(Reason.SET_ASIDE, message, fits)
    return Illegal(Reason.DOES_NOT_FIT, f"{offer}, not {tile}", fits)


def exit_refusal(tables: Tables, position: Position, puts: Sequence[Put]) -> Illegal:
    """The refusal of an exit that is not open; `puts` are the moves that are."""
    if solved(tables, position.cells):
        return _solved()
    possible = _listed([move_name(put) for put in puts], "or")
    if position.opened < MAX_WINDOWS:
        tile = tile_name(EXIT_TILES[position.opened])
        message = f"the layout is not closed, so {tile} stays; possible now: {possible}"
        return Illegal(Reason.NOT_CLOSED, message)
    if closed(tables, position.cells):
        message = "closed with three windows: the game is lost, undo or resign"
        return Illegal(Reason.LOST, message)
    message = f"all three windows are open already; possible now: {possible}"
    return Illegal(Reason.NOT_CLOSED, message)


def _solved() -> Illegal:
    return Illegal(Reason.GAME_OVER, "the layout is solved: nothing can follow")


def _listed(names: Sequence[str], last: str) -> str:
    if len(names) < 2:
        return names[0] if names else "nothing"
    return f"{', '.join(names[:-1])} {last} {names[-1]}"
