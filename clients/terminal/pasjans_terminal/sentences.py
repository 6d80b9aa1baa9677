"""Words and sentences for people, about whichever game."""

from typing import Final, Protocol

_RULES_NAMES: Final = {
    "polish": "Polish rules",
    "russian": "Russian rules",
    "queens": "Topsy-Turvy Queens",
    "queens-3pass": "Topsy-Turvy Queens, three passes",
}


class Refusal(Protocol):
    """A refusal of the server, as the SDK raises it."""

    @property
    def message(self) -> str:
        """Why, for people."""
        ...

    @property
    def fits(self) -> tuple[str, ...]:
        """Names of the tiles that would fit."""
        ...


def counted(number: int, noun: str) -> str:
    """A number of things: `1 move`, `2 moves`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def rules_name(rules: str) -> str:
    """Rules as people call them."""
    return _RULES_NAMES.get(rules, rules)


def sentence(text: str) -> str:
    """A text with a full stop, unless it has an end."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def refusal(refused: Refusal) -> str:
    """A refusal as a sentence, with what would fit unless it says so itself."""
    text = sentence(refused.message[:1].upper() + refused.message[1:])
    missing = [tile for tile in refused.fits if tile not in text]
    return f"{text} It takes {', '.join(refused.fits)}." if missing else text
