"""The answers about one game, made from its history."""

from pasjans_engine.game import legal
from pasjans_engine.view import check, view
from pasjans_protocol import portable
from pasjans_services.games.gamelog import History
from pasjans_services.games.step import windows_of
from pasjans_services.games.telling import ToldSeed, deal_told, seed_told
from pasjans_services.replay.plies import Moment, actions, told_events
from pasjans_services.replay.resources import GameLogInfo, LoggedEvent, PlyInfo
from pasjans_services.web.moments import iso


def ply_info(game_id: str, ply: int, line: str, moment: Moment) -> PlyInfo:
    """A game at a ply: what never changes, so that a position that hides cards is never named."""
    game = moment.game
    seen = view(game)
    return PlyInfo(
        game=game_id,
        ply=ply,
        version=moment.version,
        line=line,
        status=game.status,
        moves=game.moves,
        draws=game.draws,
        windows=windows_of(game),
        undos=game.undos,
        hints=game.hints,
        redos=game.redos,
        position=None if game.rules.hidden else game.rules.position_name(game.position),
        view=seen,
        check=check(seen),
        legal=legal(game),
        event=moment.action,
        time=iso(moment.time_ms),
    )


def log_info(game_id: str, past: History, told_seed: ToldSeed) -> GameLogInfo:
    """All that happened in a game."""
    header, game = past.header, past.last
    return GameLogInfo(
        game=game_id,
        rules=header.rules,
        rules_version=header.rules_version,
        deal=deal_told(header, game, told_seed),
        deal_id=header.deal_id,
        commitment=header.commitment,
        seed=seed_of(past, told_seed),
        source=header.source,
        player=header.player,
        bot=header.bot,
        time=iso(past.stored[0].time_ms),
        check=past.first_check,
        events=tuple(
            LoggedEvent(entry.version, iso(entry.time_ms), action, delta.check)
            for entry, action, delta in zip(
                past.stored[1:], actions(past), past.deltas, strict=True
            )
        ),
        status=game.status,
        version=past.head,
        moves=game.moves,
        draws=game.draws,
        windows=windows_of(game),
        undos=game.undos,
        hints=game.hints,
        net=tuple(map(game.rules.move_name, game.line)),
    )


def portable_lines(game_id: str, past: History, seed: str | None) -> tuple[bytes, ...]:
    """The lines of a game's portable file."""
    header = past.header
    told = portable.Header(
        game=game_id,
        rules=header.rules,
        rules_version=header.rules_version,
        deal=header.deal,
        deal_id=header.deal_id,
        commitment=header.commitment,
        seed=seed,
        player=header.player,
        bot=header.bot,
        source=header.source,
        time_ms=past.stored[0].time_ms,
    )
    return portable.lines(told, told_events(past))


def seed_of(past: History, told_seed: ToldSeed) -> str | None:
    """The deal's seed, if it may be told."""
    return seed_told(past.header, past.last, told_seed)


def deal_of(past: History, told_seed: ToldSeed) -> str | None:
    """The deal's text, if it may be told."""
    return deal_told(past.header, past.last, told_seed)
