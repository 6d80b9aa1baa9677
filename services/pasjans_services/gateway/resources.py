"""What the gateway's HTTP endpoints answer, as types, from which documents are made too."""

from typing import Annotated

from msgspec import Meta, Struct

from pasjans_services.web.moments import Moment
from pasjans_services.web.resources import Natural


class RulesInfo(Struct, frozen=True):
    """A rule set that games are played by."""

    id: Annotated[str, Meta(description="The name used in messages and logs.")]
    version: Natural
    family: Annotated[str, Meta(description="`domino` or `queens`: what lies on the table.")]


class DailyInfo(Struct, frozen=True):
    """The deal of this UTC day."""

    rules: str
    date: Annotated[str, Meta(description="The UTC day, as `2026-11-30`.")]
    ends: Annotated[Moment, Meta(description="When the next one begins.")]
    deal_id: str
    deal: Annotated[
        str | None, Meta(description="The layout in notation; null while cards of it are secret.")
    ]
    commitment: Annotated[
        str | None,
        Meta(description="Hex SHA-256 promise of the seed; the seed is told after the day."),
    ]


class GameInfo(Struct, frozen=True):
    """A game as everybody may see it now."""

    game: str
    rules: str
    rules_version: Natural
    deal_id: str
    deal: Annotated[
        str | None,
        Meta(
            description="The layout it began with, in notation; null while cards of it are secret."
        ),
    ]
    commitment: str | None
    player: Annotated[str, Meta(description="The public id of its player.")]
    name: Annotated[str | None, Meta(description="The name that the player claimed.")]
    version: Annotated[int, Meta(ge=1, description="Number of its events.")]
    status: Annotated[str, Meta(description="`playing`, `solved`, `lost` or `resigned`.")]
    moves: Natural
    draws: Annotated[int, Meta(ge=0, description="Cards drawn and piles turned over.")]
    undos: Natural
    hints: Annotated[int, Meta(ge=0, description="How often a solver was asked for a hint.")]
    position: Annotated[
        str | None, Meta(description="The layout now, in notation; null where `deal` is.")
    ]
    view: Annotated[tuple[int, ...], Meta(description="The slots of the visible position.")]
    check: Annotated[int, Meta(ge=0, description="CRC-32 of the visible position.")]
    legal: Annotated[tuple[str, ...], Meta(description="What may be played now, in order.")]
    seed: Annotated[str | None, Meta(description="Hex seed of the deal, once it may be told.")] = (
        None
    )
