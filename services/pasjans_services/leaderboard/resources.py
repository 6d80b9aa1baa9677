"""What the leaderboard's HTTP endpoints answer, as types, from which documents are made too."""

from typing import Annotated

from msgspec import Meta, Struct

from pasjans_services.games.pars import Known
from pasjans_services.web.moments import Moment
from pasjans_services.web.resources import Natural

Positive = Annotated[int, Meta(ge=1)]
BoardId = Annotated[str, Meta(description="Id of the board, as `all:polish`.")]
Title = Annotated[str, Meta(description="What it ranks, for people.")]
Ends = Annotated[Moment | None, Meta(description="When it takes no more solves; null for never.")]
Size = Annotated[int, Meta(ge=0, description="How many rows it has.")]
Rank = Annotated[
    int,
    Meta(ge=1, description="1 more than there are rows with fewer moves; equal for equal moves."),
]
PlayerId = Annotated[str, Meta(description="The public id of the player.")]
Name = Annotated[str | None, Meta(description="The name that the player claimed.")]


class RowInfo(Struct, frozen=True):
    """One solve on a board, which anybody can check: its game can be replayed."""

    rank: Rank
    place: Annotated[int, Meta(ge=1, description="Where it is in the order of all rows, from 1.")]
    game: str
    player: PlayerId
    name: Name
    moves: Annotated[int, Meta(ge=0, description="Moves of the net line, exits included.")]
    draws: Annotated[
        int, Meta(ge=0, description="Cards drawn and piles turned over, which are no moves.")
    ]
    windows: Annotated[
        int,
        Meta(ge=0, description="Windows opened, the first included; 0 in games without windows."),
    ]
    undos: Natural
    finished: Annotated[Moment, Meta(description="When it was solved.")]
    rules: Annotated[str, Meta(description="Id of the rules.")]
    rules_version: Positive
    deal_id: Annotated[str, Meta(description="The deal's public name.")]
    par: Annotated[
        int | None,
        Meta(description="The fewest moves that solve the deal, proved; null while not known."),
    ]
    over_par: Annotated[
        Natural | None, Meta(description="Moves above par; null while par is not known.")
    ]
    optimal: Annotated[
        bool | None,
        Meta(description="Whether nobody can need fewer moves; null while par is not known."),
    ]


class BoardInfo(Struct, frozen=True):
    """A board."""

    board: BoardId
    title: Title
    rules: str
    ends: Ends
    size: Size


class BoardPage(Struct, frozen=True):
    """Some rows of a board that follow each other."""

    board: BoardId
    title: Title
    rules: str
    ends: Ends
    size: Size
    rows: tuple[RowInfo, ...]
    next: Annotated[
        str | None,
        Meta(description="For `after`, to get the rows that follow; null when there are none."),
    ]
    verdict: Annotated[
        Known | None,
        Meta(description="What is known of the deal; null unless it is the board of one deal."),
    ] = None
    par: Annotated[
        int | None,
        Meta(description="The deal's par; null while not known, and on the boards of many deals."),
    ] = None


class Record(Struct, frozen=True):
    """What a player has reached by one rule set."""

    board: Annotated[str, Meta(description="The board of all these solves.")]
    rules: str
    solves: Positive
    best: RowInfo


class Profile(Struct, frozen=True):
    """A player, by what stands on the boards."""

    player: PlayerId
    name: Name
    records: Annotated[
        tuple[Record, ...],
        Meta(description="One a rule set and group of boards with solves of the player."),
    ]
