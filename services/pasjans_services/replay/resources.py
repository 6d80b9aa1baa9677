"""What the HTTP endpoints about games answer, as types, from which documents are made too."""

from typing import Annotated

from msgspec import Meta, Struct

from pasjans_services.web.moments import Moment
from pasjans_services.web.resources import Natural

Check = Annotated[int, Meta(ge=0, le=2**32 - 1, description="CRC-32 of the visible position.")]
Version = Annotated[int, Meta(ge=1, description="Number of events up to here, the deal included.")]


class ListedGame(Struct, frozen=True):
    """A game as lists have it."""

    game: str
    rules: str
    deal_id: str
    player: Annotated[str, Meta(description="The public id of its player.")]
    name: Annotated[str | None, Meta(description="The name that the player claimed.")]
    bot: Annotated[bool, Meta(description="Whether a program chose the moves.")]
    result: Annotated[str, Meta(description="`playing`, `solved` or `resigned`.")]
    version: Version
    dealt: Annotated[Moment, Meta(description="When it was dealt.")]
    ended: Annotated[Moment | None, Meta(description="When it ended; null while it is played.")]
    moves: Annotated[int | None, Meta(description="Of the net line; null while it is played.")]
    windows: Annotated[int | None, Meta(description="Opened; null while it is played.")]
    undos: Annotated[int | None, Meta(description="Moves taken back; null while it is played.")]


class GamePage(Struct, frozen=True):
    """Games, newest first: by their end, those in progress by their deal."""

    games: Annotated[
        tuple[ListedGame, ...],
        Meta(description="There may be fewer than `limit`, none even, although more follow."),
    ]
    next: Annotated[
        str | None, Meta(description="To be given as `before`; null when there are no more.")
    ]


class LoggedEvent(Struct, frozen=True):
    """One event of a game after the deal."""

    version: Version
    time: Annotated[Moment, Meta(description="When it happened, by the store's clock.")]
    event: Annotated[
        str, Meta(description="A move as `54@14`, or `undo`, `redo`, `hint` or `resign`.")
    ]
    check: Check


class GameLogInfo(Struct, frozen=True):
    """All that happened in a game."""

    game: str
    rules: str
    rules_version: Natural
    deal: Annotated[
        str | None,
        Meta(
            description="The layout it began with, in notation; null while cards of it are secret."
        ),
    ]
    deal_id: str
    commitment: str | None
    seed: Annotated[str | None, Meta(description="Hex seed of the deal, once it may be told.")]
    source: Annotated[
        str,
        Meta(
            description="`random`, `given`, `daily:` and the UTC date, or `level:` and the level."
        ),
    ]
    player: Annotated[str, Meta(description="The public id of its player.")]
    bot: Annotated[bool, Meta(description="Whether a program chose the moves.")]
    time: Annotated[Moment, Meta(description="When it was dealt, by the store's clock.")]
    check: Annotated[Check, Meta(description="Check of the deal, version 1.")]
    events: Annotated[
        tuple[LoggedEvent, ...], Meta(description="As played: all after the deal, in order.")
    ]
    status: Annotated[str, Meta(description="`playing`, `solved`, `lost` or `resigned`.")]
    version: Version
    moves: Natural
    draws: Annotated[int, Meta(ge=0, description="Cards drawn and piles turned over.")]
    windows: Natural
    undos: Natural
    hints: Annotated[int, Meta(ge=0, description="How often a solver was asked for a hint.")]
    net: Annotated[tuple[str, ...], Meta(description="The moves that stand, in order.")]


class PlyInfo(Struct, frozen=True):
    """A game as it stood at a ply. What is told here never changes."""

    game: str
    ply: Annotated[int, Meta(ge=0, description="0 is the deal.")]
    version: Annotated[
        Version,
        Meta(
            description="Of `played`, ply + 1. Of `net`, the version as played from which on this "
            "stood for good."
        ),
    ]
    line: Annotated[
        str,
        Meta(
            description="`played`: plies are events after the deal, undos among them. "
            "`net`: plies are the moves that stand at the end."
        ),
    ]
    status: Annotated[str, Meta(description="`playing`, `solved`, `lost` or `resigned`.")]
    moves: Natural
    draws: Annotated[int, Meta(ge=0, description="Cards drawn and piles turned over.")]
    windows: Natural
    undos: Natural
    hints: Annotated[int, Meta(ge=0, description="How often a solver was asked for a hint.")]
    redos: Annotated[int, Meta(ge=0, description="How many moves could be redone.")]
    position: Annotated[
        str | None,
        Meta(description="The layout, in notation; null where cards of it lie face down."),
    ]
    view: Annotated[tuple[int, ...], Meta(description="The slots of the visible position.")]
    check: Check
    legal: Annotated[tuple[str, ...], Meta(description="What could be played, in order.")]
    event: Annotated[str | None, Meta(description="What led here; null at the deal.")]
    time: Annotated[Moment, Meta(description="When that was, by the store's clock.")]
