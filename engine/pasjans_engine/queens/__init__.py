"""Topsy-Turvy Queens: so far the deal, which any client can check against its seed."""

from pasjans_engine.queens.deal import COLUMN_COUNT, PRISONER_COUNT, deal_name

__all__ = ["COLUMN_COUNT", "PRISONER_COUNT", "deal_name"]
