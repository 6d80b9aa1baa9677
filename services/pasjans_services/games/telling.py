"""What may be told of a deal, and when.

1. A seed is told when the game is over, and nobody else may still play the deal.
2. The text of a deal that lies open is told at once. One with cards that lie face down is told when
   its seed is, or, if it was given and so has none, when the game is over.
3. A position in notation names what lies face down too: it is told where the deal's text is.
"""

from collections.abc import Callable
from typing import TypeAlias

from pasjans_engine.game import Game
from pasjans_services.eventstore.records import Header

ToldSeed: TypeAlias = Callable[[Header], str | None]
"""The seed of a finished game, if it may be told: `Deals.told_seed`."""


def seed_told(header: Header, game: Game, told_seed: ToldSeed) -> str | None:
    """The seed of a game's deal; None if there is none, or it may not be told now."""
    return told_seed(header) if game.over else None


def deal_told(header: Header, game: Game, told_seed: ToldSeed) -> str | None:
    """The text of a game's deal; None if it may not be told now."""
    if not game.rules.hidden:
        return header.deal
    given = header.seed is None
    may_be_told = game.over and (given or told_seed(header) is not None)
    return header.deal if may_be_told else None
