"""What a server tells of boards over HTTP, as types. What later versions add is passed over."""

from datetime import datetime

from msgspec import Struct

from pasjans.rows import Row


class BoardRow(Row, frozen=True, kw_only=True):
    """One solve on a board, with the rules of its game.

    Attributes:
        rules: id of the rules.
        rules_version: version of the rules.
        deal_id: the deal's public name.
    """

    rules: str
    rules_version: int
    deal_id: str


class BoardInfo(Struct, frozen=True, kw_only=True):
    """A board.

    Attributes:
        board: its id.
        title: what it ranks, for people.
        rules: id of the rules.
        ends: when it takes no more solves; None for a board without an end.
        size: how many rows it has.
    """

    board: str
    title: str
    rules: str
    ends: datetime | None
    size: int


class BoardPage(BoardInfo, frozen=True, kw_only=True):
    """Some rows of a board.

    Attributes:
        rows: one after another.
        next: to be given as `after` for those that follow; None when there are none.
        verdict: of a deal's board: whether the deal is `solved` or `unsolvable`, both proved, or
            `unknown`; None of other boards.
        par: of a deal's board: the fewest moves that solve the deal; None while not known.
    """

    rows: tuple[BoardRow, ...]
    next: str | None
    verdict: str | None = None
    par: int | None = None


class PlayerRecord(Struct, frozen=True, kw_only=True):
    """What a player has reached by one rule set.

    Attributes:
        board: id of the board of all these solves.
        rules: id of the rules.
        solves: how many.
        best: the best of them.
    """

    board: str
    rules: str
    solves: int
    best: BoardRow


class PlayerProfile(Struct, frozen=True, kw_only=True):
    """A player, by what stands on the boards.

    Attributes:
        player: the id.
        name: the claimed name, if any.
        records: one a rule set that the player has solves by.
    """

    player: str
    name: str | None
    records: tuple[PlayerRecord, ...]
