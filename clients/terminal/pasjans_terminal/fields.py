"""Reading the fields of a line, and saying what was expected instead."""

from typing import cast

from pasjans_engine.errors import Illegal, Invalid
from pasjans_engine.rules import Position, Rules, rules_named
from pasjans_terminal.batch import BadLine, Line, kind_of


def rules_of(line: Line) -> Rules:
    """The rules that `rules` (or `game`) names.

    Raises:
        BadLine, Invalid: there is no such field, or there are no such rules.
    """
    return rules_named(text_of(line, "rules" if "rules" in line else "game", "rules"))


def text_of(line: Line, name: str, called: str | None = None) -> str:
    """The string in a field.

    Raises:
        BadLine: something else is there, or nothing.
    """
    value = line.get(name)
    if not isinstance(value, str):
        raise BadLine(_expected(line, name, "a string", called))
    return value


def number_of(line: Line, name: str) -> int:
    """The whole number in a field.

    Raises:
        BadLine: something else is there, or nothing.
    """
    value = line.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadLine(_expected(line, name, "a whole number"))
    return value


def moves_of(line: Line) -> tuple[str, ...]:
    """The moves in `moves`, a string with spaces between them or an array of strings.

    Raises:
        BadLine: something else is there; nothing at all means no moves.
    """
    value = line.get("moves")
    if value is None:
        return ()
    if isinstance(value, str):
        return tuple(value.split())
    if isinstance(value, list):
        moves = cast("list[object]", value)
        names = tuple(move for move in moves if isinstance(move, str))
        if len(names) == len(moves):
            return names
    raise BadLine(_expected(line, "moves", "a string or an array of strings"))


def played(rules: Rules, deal: str, moves: tuple[str, ...]) -> Position:
    """The position after the moves.

    Raises:
        Invalid: not a deal of these rules.
        BadLine: a move is refused; says which, why, and what would fit.
    """
    position: Position = rules.start(deal)
    for index, text in enumerate(moves):
        try:
            position = rules.play(position, rules.parse_move(text))
        except Invalid as refusal:
            message = f"move {index} is not a move: {refusal.message}"
            raise BadLine(message, "invalid", index=index, move=text) from None
        except Illegal as refusal:
            raise BadLine(
                f"move {index}, {text}: {refusal.message}",
                "illegal",
                reason=refusal.reason,
                index=index,
                move=text,
                fits=list(refusal.fits),
            ) from None
    return position


def _expected(line: Line, name: str, kind: str, called: str | None = None) -> str:
    if name not in line:
        return f'there is no "{called or name}": expected {kind}'
    return f'"{name}" is {kind_of(line[name])}: expected {kind}'
