"""Topsy-Turvy Queens, with unlimited redeals and with two."""

from pasjans_engine.queens.deal import deal_name
from pasjans_engine.queens.layout import (
    DRAW,
    FACE_DOWN,
    NONE,
    REDEAL,
    WASTE,
    Draw,
    Move,
    Pile,
    Place,
    Position,
    Put,
    Redeal,
    Size,
)
from pasjans_engine.queens.rules import QUEENS, QUEENS_3PASS, QueensRules

__all__ = [
    "DRAW",
    "FACE_DOWN",
    "NONE",
    "QUEENS",
    "QUEENS_3PASS",
    "REDEAL",
    "WASTE",
    "Draw",
    "Move",
    "Pile",
    "Place",
    "Position",
    "Put",
    "QueensRules",
    "Redeal",
    "Size",
    "deal_name",
]
