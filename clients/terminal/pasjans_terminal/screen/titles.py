"""What is shown, in the line at the top."""

from pasjans import Game
from pasjans_terminal.film import Film
from pasjans_terminal.sentences import rules_name


def playing_title(game: Game) -> str:
    """The title of who plays."""
    return f"pasjans - {rules_name(game.rules)} - game {game.id}"


def watching_title(shown: Game | Film) -> str:
    """The title of who looks on, with what is looked at."""
    return f"pasjans - {rules_name(shown.rules)} - game {shown.id} - {_mode(shown)}"


def _mode(shown: Game | Film) -> str:
    if isinstance(shown, Game):
        return "over" if shown.status.over else "live"
    pace = "" if shown.speed == 100 else f" x{shown.speed / 100:g}"
    return f"replay{pace}, running" if shown.playing else f"replay{pace}, stopped"
