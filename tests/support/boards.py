"""Tables for tests of drawings: a game of the engine as the terminal client sees it."""

from pasjans_engine.game import Game, legal
from pasjans_engine.view import view
from pasjans_terminal.board import table_of
from pasjans_terminal.choice import NOTHING, Choice
from pasjans_terminal.drawing.table import Table


def table(game: Game, choice: Choice = NOTHING, moved: int | None = None) -> Table:
    """What is drawn of a game."""
    return table_of(game.rules.id, view(game), legal(game), choice, moved)
