"""Tables for tests of drawings: a game of the engine as the terminal client sees it."""

from pasjans_engine.game import Game, legal
from pasjans_engine.view import view
from pasjans_terminal.dominoes.board import table_of
from pasjans_terminal.dominoes.choice import NOTHING, Choice
from pasjans_terminal.drawing.body import Triangle
from pasjans_terminal.drawing.frame import Scene
from pasjans_terminal.drawing.table import Table


def table(game: Game, choice: Choice = NOTHING, moved: int | None = None) -> Table:
    """What is drawn of a game."""
    return table_of(game.rules.id, view(game), legal(game), choice, moved)


def triangle(scene: Scene) -> Triangle:
    """What a scene shows of a game of dominoes."""
    assert isinstance(scene.body, Triangle)
    return scene.body
