"""Domino solitaire, by Polish and by Russian rules."""

from pasjans_engine.domino.layout import OPEN, Move, Open, Position, Put
from pasjans_engine.domino.rules import POLISH, RUSSIAN, DominoRules

__all__ = ["OPEN", "POLISH", "RUSSIAN", "DominoRules", "Move", "Open", "Position", "Put"]
