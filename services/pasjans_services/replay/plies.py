"""Where a game stood at a ply, as played and on its net line.

As played, ply n is the game after n events that follow the deal, undos among them. On the net
line, ply n is the game after the first n of the moves that stand at the end.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pasjans_engine.game import Event, Game
from pasjans_protocol.portable.form import action_of
from pasjans_services.games.gamelog import History, events


class NoSuchPly(LookupError):
    """The game has no such ply; the message says which it has."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game at a ply.

    Attributes:
        version: the version as played at which it came to stand like this; on the net line, to
            stand like this for good.
        game: the game then; on the net line as it would be, had nothing been taken back: without
            undos, redos and hints, and with the version that follows from its moves.
        action: what led here, as `54@14` or `undo`; None at the deal.
        time_ms: when that was, in ms since 1970, UTC.
    """

    version: int
    game: Game
    action: str | None
    time_ms: int


def as_played(past: History, ply: int) -> Moment:
    """A game after so many events.

    Raises:
        NoSuchPly: It has not so many.
    """
    if ply >= past.head:
        raise NoSuchPly(f"the plies of this game are 0 to {past.head - 1}; {ply} is none of them")
    entry = past.stored[ply]
    action = None
    if ply:
        (event,) = events([entry])
        action = action_of(past.game_at(ply), event)
    return Moment(entry.version, past.game_at(ply + 1), action, entry.time_ms)


def on_net_line(past: History, standing: Sequence[int], ply: int) -> Moment:
    """A game after so many of the moves that stand at the end.

    Args:
        past: What happened.
        standing: What `standing_of` says of it, which whoever asks more than once keeps.
        ply: How many moves.

    Raises:
        NoSuchPly: No so many stand.
    """
    if ply >= len(standing):
        message = f"the net line of this game has plies 0 to {len(standing) - 1}"
        raise NoSuchPly(f"{message}; {ply} is none of them")
    version = standing[ply]
    game = replace(past.game_at(version), version=ply + 1, undos=0, hints=0, redos=0, ahead=None)
    action = game.rules.move_name(game.ply.move) if ply else None
    return Moment(version, game, action, past.stored[version - 1].time_ms)


def standing_of(past: History) -> tuple[int, ...]:
    """For each ply of the net line the version at which it came to stand for good."""
    versions: list[int] = []
    for game in past.games:
        length = game.moves + game.draws
        if length < len(versions) - 1:
            versions.pop()
        elif length == len(versions):
            versions.append(game.version)
    return tuple(versions)


def actions(past: History) -> list[str]:
    """What happened after the deal, event by event."""
    return [
        action_of(game, event)
        for game, event in zip(past.games, events(past.stored[1:]), strict=False)
    ]


def told_events(past: History) -> list[tuple[int, Event]]:
    """The events after the deal, each with its time in ms since 1970, UTC."""
    return [
        (entry.time_ms, event)
        for entry, event in zip(past.stored[1:], events(past.stored[1:]), strict=True)
    ]
