"""What is suggested to a player, and why."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pasjans_engine.cards import RANKS, SUITS, card_name
from pasjans_engine.queens.layout import Move

_RANK_TEXTS: Final = dict(zip(RANKS, RANKS, strict=True)) | {"T": "10"}
_SUIT_TEXTS: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))


class Reason(StrEnum):
    """Why a move is suggested, for programs: permanent words."""

    HOUSE = "house"
    PRISONER = "prisoner"
    KING = "king"
    FREES_COLUMN = "frees_column"
    ON_KING = "on_king"
    UNCOVERS = "uncovers"
    FILLS_GAP = "fills_gap"
    KEEPS = "keeps"
    SPLITS_RUN = "splits_run"
    TURN = "turn"
    TURN_OVER = "turn_over"
    NOTHING = "nothing"
    TAKE_BACK = "take_back"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One thing that a player might do.

    Attributes:
        move: the move; None where no move is suggested.
        reason: why, for programs.
        message: why, for people.
    """

    move: Move | None
    reason: Reason
    message: str


def card_text(card: int) -> str:
    """A card as people read it: 7♠, 10♥."""
    name = card_name(card)
    return _RANK_TEXTS[name[0]] + _SUIT_TEXTS[name[1]]
