"""Texts of commands and events, whatever the game: a move of its rules, or a plain word."""

from typing import Final, assert_never

from pasjans_engine.events import (
    Command,
    Hint,
    Play,
    Redo,
    Resign,
    Undo,
)
from pasjans_engine.rules import Rules

_WORDS: Final[dict[str, Command]] = {
    "undo": Undo(),
    "redo": Redo(),
    "resign": Resign(),
    "hint": Hint(),
}


def parse_command(rules: Rules, text: str) -> Command:
    """The command of a text: a move of the rules, or `undo`, `redo`, `resign`, `hint`.

    Raises:
        Invalid: neither.
    """
    return _WORDS.get(text) or Play(rules.parse_move(text))


def command_name(rules: Rules, command: Command) -> str:
    """The text of a command."""
    match command:
        case Play(move):
            return rules.move_name(move)
        case Undo():
            return "undo"
        case Redo():
            return "redo"
        case Resign():
            return "resign"
        case Hint():
            return "hint"
        case _:
            assert_never(command)
