"""The HTTP endpoints about games that are and were: lists, logs, plies and files."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from pasjans_engine.view import canonical, check, view
from pasjans_protocol import portable
from pasjans_protocol.errors import Code
from pasjans_services.games.gamelog import History, NoSuchGame
from pasjans_services.games.telling import ToldSeed
from pasjans_services.players import Players
from pasjans_services.replay.bodies import (
    deal_of,
    log_info,
    ply_info,
    portable_lines,
    seed_of,
)
from pasjans_services.replay.entries import Result
from pasjans_services.replay.histories import Histories, Recording
from pasjans_services.replay.index import Index
from pasjans_services.replay.plies import Moment, NoSuchPly, as_played, on_net_line
from pasjans_services.replay.queries import (
    GAMES_A_PAGE,
    NET,
    line_of,
    ply_of,
    search_of,
)
from pasjans_services.replay.representations import (
    A_MINUTE,
    ASK_AGAIN,
    FOREVER,
    JSON,
    OCTETS,
    represented,
    wants_octets,
)
from pasjans_services.replay.resources import GameLogInfo, GamePage, ListedGame, PlyInfo
from pasjans_services.replay.search import MAX_PAGE, Listed, search
from pasjans_services.web.cursors import cursor_of
from pasjans_services.web.moments import iso
from pasjans_services.web.operation import (
    EVENTS_A_REQUEST,
    LIMITED_OR_AWAY,
    Operation,
    Refusal,
    weigh,
)

GAME_ID: Final = {"game": "Name of the game, as given when it was made."}
NO_SUCH_GAME: Final = {404: "There is no such game."}
BAD_QUERY: Final = {400: "A parameter makes no sense; the message says what would."}
NDJSON: Final = "application/x-ndjson"
LONG_LOG: Final = 200
"""Events from which on what is made of a whole log is made in a thread."""

T = TypeVar("T")

_encode: Final = msgspec.json.Encoder().encode


class Answers:
    """What the endpoints are made of.

    Args:
        index: The games there are.
        histories: What happened in them.
        players: Knows names.
        told_seed: Which seeds may be told.
    """

    def __init__(
        self, index: Index, histories: Histories, players: Players, told_seed: ToldSeed
    ) -> None:
        self._index = index
        self._histories = histories
        self._players = players
        self._told_seed = told_seed

    def operations(self) -> tuple[Operation, ...]:
        """The endpoints."""
        return (
            Operation(
                "games",
                "/api/v1/games",
                "Games, newest first",
                self._games,
                GamePage,
                query={
                    "player": "Public id of a player.",
                    "rules": "Id of a rule set.",
                    "deal": "Public name of a deal.",
                    "result": "`playing`, `solved`, `resigned`, or `finished` for both of these.",
                    "limit": f"How many at most, 1 to {MAX_PAGE}; {GAMES_A_PAGE} unless given.",
                    "before": "Where to go on: `next` of the page before.",
                },
                refusals=BAD_QUERY | LIMITED_OR_AWAY,
            ),
            Operation(
                "game_log",
                "/api/v1/games/{game}/log",
                "All that happened in a game",
                self._log,
                GameLogInfo,
                GAME_ID,
                refusals=NO_SUCH_GAME | LIMITED_OR_AWAY,
            ),
            Operation(
                "game_at",
                "/api/v1/games/{game}/at/{ply}",
                "A game as it stood at a ply",
                self._at,
                PlyInfo,
                GAME_ID | {"ply": "How many events, or moves of the net line, after the deal."},
                query={"line": "`played`, unless given, or `net`, of games that are over."},
                refusals=BAD_QUERY
                | {404: "There is no such game, or it has no such ply."}
                | {409: "The game is not over, and its net line not known."}
                | LIMITED_OR_AWAY,
                media={OCTETS: "The bytes that `check` is taken of; when Accept asks for them."},
            ),
            Operation(
                "game_export",
                "/api/v1/games/{game}/export",
                "A game as a file that proves itself",
                self._export,
                None,
                GAME_ID,
                refusals=NO_SUCH_GAME
                | {
                    409: "The game has more events than a portable file holds, or the file would "
                    "tell of cards that lie face down: it is played, or others may play its deal."
                }
                | LIMITED_OR_AWAY,
                media={NDJSON: "A portable file, as `pasjans verify` takes it."},
            ),
        )

    # The list

    async def _games(self, request: Request) -> GamePage:
        page = await search(self._index, search_of(request))
        players = sorted({listed.entry.player for listed in page.games})
        names = await asyncio.gather(*map(self._players.name_of, players))
        named = dict(zip(players, names, strict=True))
        return GamePage(
            tuple(_listed(one, named[one.entry.player]) for one in page.games),
            None if page.next is None else cursor_of(page.next),
        )

    # One game

    async def _recorded(self, request: Request) -> tuple[str, Recording]:
        game_id: str = request.path_params["game"]
        known = self._histories.knows(game_id)
        try:
            recording = await self._histories.get(game_id)
        except NoSuchGame as error:
            raise Refusal(404, Code.NO_SUCH_GAME, str(error)) from error
        if not known:
            weigh(request, recording.history.head // EVENTS_A_REQUEST)
        return game_id, recording

    async def _log(self, request: Request) -> Response:
        game_id, recording = await self._recorded(request)
        past = recording.history
        info = await _beside(past, partial(log_info, game_id, past, self._told_seed))
        told = "" if info.seed is None else "-seed"
        tag = f"{past.head}-{past.check_at(past.head):08x}{told}"
        return represented(request, _encode(info), media=JSON, tag=tag, cache=ASK_AGAIN)

    async def _at(self, request: Request) -> Response:
        line, ply = line_of(request), ply_of(request)
        game_id, recording = await self._recorded(request)
        past = recording.history
        moment = _moment(recording, ply, line)
        seen = view(moment.game)
        tag = f"{check(seen):08x}"
        if wants_octets(request):
            body, media = canonical(seen), OCTETS
        else:
            body, media = _encode(ply_info(game_id, ply, line, moment)), JSON
            tag = f"{tag}.json"
        cache = FOREVER if self._histories.settled(past) else A_MINUTE
        headers = {"vary": "accept"}
        return represented(request, body, media=media, tag=tag, cache=cache, headers=headers)

    async def _export(self, request: Request) -> Response:
        game_id, recording = await self._recorded(request)
        past = recording.history
        if past.head > portable.MAX_EVENTS:
            message = f"this game has {past.head} events, and a portable file holds"
            raise Refusal(409, Code.TOO_LONG, f"{message} {portable.MAX_EVENTS}: ask for its log")
        _check_told(past, self._told_seed)
        seed = seed_of(past, self._told_seed)
        lines = await _beside(past, partial(portable_lines, game_id, past, seed))
        return represented(
            request,
            b"".join(lines),
            media=NDJSON,
            tag=portable.hash_of(lines[-1]),
            cache=ASK_AGAIN,
            headers={"content-disposition": f'attachment; filename="{game_id}.pasjans"'},
        )


def _check_told(past: History, told_seed: ToldSeed) -> None:
    """Refuse a file of a game whose deal is a secret: it would begin with it."""
    if deal_of(past, told_seed) is not None:
        return
    if not past.last.over:
        message = "this game is still played, and its file would tell what lies face down"
        raise Refusal(409, Code.NOT_OVER, message)
    message = "others may still play this deal, and the file would tell what lies face down"
    raise Refusal(409, Code.DEAL_IN_PLAY, message)


def _moment(recording: Recording, ply: int, line: str) -> Moment:
    past = recording.history
    try:
        if line != NET:
            return as_played(past, ply)
        if past.last.over:
            return on_net_line(past, recording.standing, ply)
    except NoSuchPly as error:
        raise Refusal(404, Code.NO_SUCH_VERSION, str(error)) from error
    message = "which moves stand is known when the game is over: until then leave `line` out"
    raise Refusal(409, Code.UNEXPECTED, message)


def _listed(listed: Listed, name: str | None) -> ListedGame:
    entry = listed.entry
    over = entry.result is not Result.PLAYING
    return ListedGame(
        game=entry.game,
        rules=entry.rules,
        deal_id=entry.deal_id,
        player=entry.player,
        name=name,
        bot=entry.bot,
        result=entry.result,
        version=listed.version,
        dealt=iso(entry.dealt_ms),
        ended=iso(entry.time_ms) if over else None,
        moves=entry.moves if over else None,
        windows=entry.windows if over else None,
        undos=entry.undos if over else None,
    )


async def _beside(past: History, work: Callable[[], T]) -> T:
    """What some work on a game gives; of a long game it is done beside the sockets."""
    if past.head < LONG_LOG:
        return work()
    return await asyncio.to_thread(work)
