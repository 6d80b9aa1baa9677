"""Tables of cards for tests of drawings: a game of the engine as the terminal client sees it."""

from pasjans_engine.game import Game, legal
from pasjans_engine.queens import QUEENS, Position, QueensRules
from pasjans_engine.view import view
from pasjans_terminal.drawing.cards.body import CardBody
from pasjans_terminal.drawing.cards.table import CardTable
from pasjans_terminal.drawing.frame import Scene
from pasjans_terminal.queens.board import table_of
from support.cards import SOLVED
from support.lines import replayed
from support.queens import names


def queens(moves: int, rules: str = "queens") -> Game:
    """A solved game after its first moves."""
    solved = SOLVED[rules]
    return replayed(rules, solved.deal, solved.actions[:moves])


def card_table(game: Game) -> CardTable:
    """What is drawn of a game."""
    return table_of(game.rules.id, view(game), legal(game))


def cards_shown(scene: Scene) -> CardBody:
    """What a scene shows of a game of cards."""
    assert isinstance(scene.body, CardBody)
    return scene.body


def laid(here: Position, rules: QueensRules = QUEENS) -> CardTable:
    """What is drawn of a position."""
    return table_of(rules.id, rules.board(here), names(rules, here))
