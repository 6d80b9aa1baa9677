"""Short ways to write domino positions and moves in tests."""

from pasjans_engine.domino import DominoRules, Position
from pasjans_engine.domino.notation import parse_position
from pasjans_engine.tiles import parse_cell

GOAL = "60 61 62 63 64 65 66/50 51 52 53 54 55/40 41 42 43 44/30 31 32 33/20 21 22/10 11/00"
SOLVED = GOAL.replace("00", "--")
DEAL = "42 22 50 63 32 40 54/33 44 31 53 10 66/52 55 30 60 00/11 61 65 51/21 64 20/62 43/41"


def position(text: str) -> Position:
    """The position of a text, with as many windows opened as it shows."""
    return parse_position(text, text.count("--"))


def exchanged(text: str, *pairs: str) -> str:
    """The text after names changed places: `exchanged(SOLVED, "10 11")`."""
    for pair in pairs:
        a, b = pair.split()
        text = text.replace(a, "xx").replace(b, a).replace("xx", b)
    return text


def played(rules: DominoRules, here: Position, *moves: str) -> Position:
    """The position after some moves."""
    for move in moves:
        here = rules.play(here, rules.parse_move(move))
    return here


def held(here: Position, cell: str) -> int:
    """What lies in a cell: a tile, or `EMPTY`."""
    return here.cells[parse_cell(cell)]


def tiles_for(rules: DominoRules, here: Position, cell: str) -> set[str]:
    """The names of the tiles that may be put into a cell now."""
    moves = (rules.move_name(move) for move in rules.legal_puts(here))
    return {move[:2] for move in moves if move[3:] == cell}
