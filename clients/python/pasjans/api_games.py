"""What a server tells of games over HTTP, as types. What later versions add is passed over."""

from datetime import datetime

from msgspec import Struct

from pasjans_protocol.limits import Uint32


class RuleSet(Struct, frozen=True, kw_only=True):
    """Rules that games are played by.

    Attributes:
        id: the name used everywhere.
        version: of the rules.
        family: `domino` or `queens`, what lies on the table.
    """

    id: str
    version: int
    family: str


class DailyDeal(Struct, frozen=True, kw_only=True):
    """The deal of a day (UTC).

    Attributes:
        rules: id of the rules.
        date: the day, as `2026-11-30`.
        ends: when the next one begins.
        deal_id: public name of the deal.
        deal: the layout, in notation; None while cards of it are secret.
        commitment: commits to the seed, which is told after the day.
    """

    rules: str
    date: str
    ends: datetime
    deal_id: str
    deal: str | None
    commitment: str | None


class GameInfo(Struct, frozen=True, kw_only=True):
    """A game as it is now.

    Attributes:
        game: its id.
        rules: id of the rules.
        rules_version: version of the rules.
        deal_id: public name of the deal.
        deal: the layout it began with, in notation; None while cards of it are secret.
        commitment: commits to the deal's seed; None for a deal that was given.
        player: id of the player.
        name: the player's claimed name, if any.
        version: number of events.
        status: `playing`, `solved`, `lost` or `resigned`.
        moves: moves of the line that stands.
        undos: how often a move was taken back.
        position: the layout now, in notation; None where `deal` is.
        view: the position, slot by slot.
        check: CRC-32 of the view, which has been compared.
        legal: what may be played now.
        seed: the deal's seed, once it may be told.
        draws: cards drawn and piles turned over, which are no moves.
        hints: how often a solver was asked for a hint.
    """

    game: str
    rules: str
    rules_version: int
    deal_id: str
    deal: str | None
    commitment: str | None
    player: str
    name: str | None
    version: int
    status: str
    moves: int
    undos: int
    position: str | None
    view: tuple[Uint32, ...]
    check: int
    legal: tuple[str, ...]
    seed: str | None = None
    draws: int = 0
    hints: int = 0


class ListedGame(Struct, frozen=True, kw_only=True):
    """A game in a list.

    Attributes:
        game: its id.
        rules: id of the rules.
        deal_id: public name of the deal.
        player: id of the player.
        name: the player's claimed name, if any.
        bot: whether a program chose the moves.
        result: `playing`, `solved` or `resigned`.
        version: number of events.
        dealt: when it was dealt.
        ended: when it ended; None while it goes on, and so are those that follow.
        moves: moves of the net line.
        windows: how many windows were opened.
        undos: how often a move was taken back.
    """

    game: str
    rules: str
    deal_id: str
    player: str
    name: str | None
    bot: bool
    result: str
    version: int
    dealt: datetime
    ended: datetime | None
    moves: int | None
    windows: int | None
    undos: int | None


class GamePage(Struct, frozen=True, kw_only=True):
    """Games, newest first.

    Attributes:
        games: some of them; there may be fewer than were asked for, though more follow.
        next: to be given as `before` for those that follow; None when there are none.
    """

    games: tuple[ListedGame, ...]
    next: str | None


class LoggedEvent(Struct, frozen=True, kw_only=True):
    """One event of a game.

    Attributes:
        version: what it made.
        time: when it happened.
        event: a move such as `54@14`, or `open`, `undo`, `redo`, `resign`, `hint`.
        check: CRC-32 of the view after it.
    """

    version: int
    time: datetime
    event: str
    check: int


class GameLog(Struct, frozen=True, kw_only=True):
    """All that happened in a game.

    Attributes:
        game: its id.
        rules: id of the rules.
        rules_version: version of the rules.
        deal: the layout it began with, in notation; None while cards of it are secret.
        deal_id: public name of the deal.
        commitment: commits to the deal's seed; None for a deal that was given.
        seed: the deal's seed, once it may be told.
        source: where the deal comes from: `random`, `given`, or `daily:` and the day.
        player: id of the player.
        bot: whether a program chose the moves.
        time: when it was dealt.
        check: CRC-32 of the view of the deal.
        events: as played, undos among them.
        status: `playing`, `solved`, `lost` or `resigned`.
        version: number of events, the deal among them.
        moves: moves of the net line.
        windows: how many windows were opened.
        undos: how often a move was taken back.
        net: the moves that stand.
        draws: cards drawn and piles turned over, which are no moves.
        hints: how often a solver was asked for a hint.
    """

    game: str
    rules: str
    rules_version: int
    deal: str | None
    deal_id: str
    commitment: str | None
    seed: str | None
    source: str
    player: str
    bot: bool
    time: datetime
    check: int
    events: tuple[LoggedEvent, ...]
    status: str
    version: int
    moves: int
    windows: int
    undos: int
    net: tuple[str, ...]
    draws: int = 0
    hints: int = 0


class Ply(Struct, frozen=True, kw_only=True):
    """A game as it stood at a ply. What it says never changes.

    Attributes:
        game: its id.
        ply: number of events after the deal, or of moves of the net line.
        version: the version as played.
        line: `played` or `net`: what plies count.
        status: `playing`, `solved`, `lost` or `resigned`.
        moves: moves of the line that stood then.
        windows: how many windows were opened.
        undos: how often a move was taken back.
        redos: how many moves could be redone.
        position: the layout, in notation; None while cards of it are secret.
        view: the position, slot by slot.
        check: CRC-32 of the view, which has been compared.
        legal: what could be played.
        event: what led here; None at the deal.
        time: when that was.
        draws: cards drawn and piles turned over, which are no moves.
        hints: how often a solver was asked for a hint.
    """

    game: str
    ply: int
    version: int
    line: str
    status: str
    moves: int
    windows: int
    undos: int
    redos: int
    position: str | None
    view: tuple[Uint32, ...]
    check: int
    legal: tuple[str, ...]
    event: str | None
    time: datetime
    draws: int = 0
    hints: int = 0
