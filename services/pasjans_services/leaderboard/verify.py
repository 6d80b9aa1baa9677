"""From the log of a game to a solve: everything that a row says is played again.

Nothing that anybody said about a game is believed, only its log, and that only where the engine
finds the same: the deal is the one of the seed, the seed the one that was promised, each event
legal where it stands, and the end a solved position.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from pasjans_engine.errors import EngineError
from pasjans_engine.game import Game, evolve
from pasjans_engine.rules import Rules
from pasjans_engine.shuffle import commitment, parse_seed
from pasjans_engine.status import Status
from pasjans_services.eventstore.base import Stored
from pasjans_services.eventstore.records import Header, UnreadableRecord, decode
from pasjans_services.games.gamelog import events
from pasjans_services.games.step import windows_of
from pasjans_services.leaderboard.rows import NotARow, Row
from pasjans_services.leaderboard.solve import GIVEN, Origin, Solve, group_of, is_dealt

SHORTEST_DEAL_ID: Final = 10
"""Characters of a deal's name in logs of version 0.1.0; later ones are longer."""


class Unverified(Exception):
    """A log that cannot have come about by the rules; the message says where it goes wrong."""


@dataclass(frozen=True, slots=True)
class NotASolve:
    """A game that is fine, and that nobody solved, or not yet."""

    status: Status


Verdict: TypeAlias = Solve | NotASolve


def verify(game_id: str, stored: Sequence[Stored]) -> Verdict:
    """What the log of a game proves.

    Args:
        game_id: The game's name.
        stored: Its whole log, from version 1 on.

    Raises:
        Unverified: The log breaks the rules, or is not whole.
    """
    if not stored or [entry.version for entry in stored] != list(range(1, len(stored) + 1)):
        raise Unverified("the log is not whole: its versions are not 1, 2, 3, …")
    header = _header(stored[0])
    game = _replayed(header, stored)
    name = _check_deal(header, game.rules)
    # A deal that lies solved was solved by nobody: its log has no end, and expires.
    if game.status is not Status.SOLVED or game.version == 1:
        return NotASolve(game.status)
    try:
        row = Row(
            moves=game.moves,
            draws=game.draws,
            windows=windows_of(game),
            undos=game.undos,
            finished_ms=stored[-1].time_ms,
            game=game_id,
            player=header.player,
            deal_id=name,
            rules_version=header.rules_version,
        )
    except NotARow as error:
        raise Unverified(str(error)) from error
    group = group_of(bot=header.bot, hints=game.hints)
    return Solve(row, Origin(header.rules, name, header.source, group))


def _header(first: Stored) -> Header:
    try:
        header = decode(first.record)
    except UnreadableRecord as error:
        raise Unverified(f"version 1: {error}") from error
    if not isinstance(header, Header):
        raise Unverified("version 1: a log begins with its deal")
    return header


def _replayed(header: Header, stored: Sequence[Stored]) -> Game:
    game: Game | None = None
    try:
        game = evolve(None, header.event)
        for event in events(stored[1:]):
            game = evolve(game, event)
    except (EngineError, UnreadableRecord, TypeError) as error:
        version = 1 if game is None else game.version + 1
        raise Unverified(f"version {version}: {error}") from error
    return game


def _check_deal(header: Header, rules: Rules) -> str:
    """The deal's public name, if the deal is what it is said to be."""
    if header.source == GIVEN:
        if header.seed is not None or header.commitment is not None:
            raise Unverified("a deal that was given has no seed and no commitment")
    elif is_dealt(header.source):
        _check_seed(header, rules)
    else:
        raise Unverified(f"no deal comes from {header.source!r}")
    name = header.name_of_deal
    if len(header.deal_id) < SHORTEST_DEAL_ID or not name.startswith(header.deal_id):
        raise Unverified(f"the deal's name is {name}, not {header.deal_id!r}")
    return name


def _check_seed(header: Header, rules: Rules) -> None:
    if header.seed is None:
        raise Unverified(f"a deal that was dealt ({header.source}) has a seed")
    try:
        seed = parse_seed(header.seed)
    except EngineError as error:
        raise Unverified(str(error)) from error
    if rules.deal(seed) != header.deal:
        raise Unverified("the deal is not the one that its seed decides")
    if commitment(seed) != header.commitment:
        raise Unverified("the commitment is not that of the seed")
