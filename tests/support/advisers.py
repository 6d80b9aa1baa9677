"""Advisers without a solver."""

from pasjans_engine.game import Game
from pasjans_services.games.advice import Advice


class Told:
    """Says what it was told to, and counts how often it was asked.

    Args:
        advice: What it says; None when it must not be asked.
    """

    def __init__(self, advice: Advice | None = None) -> None:
        self.advice = advice
        self.asked: list[Game] = []

    async def about(self, game: Game, _asker: str, /) -> Advice:
        """See `Adviser.about`."""
        self.asked.append(game)
        assert self.advice is not None, "nobody was to ask"
        return self.advice
