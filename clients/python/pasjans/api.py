"""What a server tells over HTTP: games that are and were, and boards. Nothing is changed by it."""

import re
from types import TracebackType
from typing import Final, Self, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from pasjans.api_boards import BoardInfo, BoardPage, PlayerProfile
from pasjans.api_games import (
    DailyDeal,
    GameInfo,
    GameLog,
    GamePage,
    Ply,
    RuleSet,
)
from pasjans.arguments import check_board, check_game, check_player
from pasjans.backoff import Retries
from pasjans.costs import Costs
from pasjans.dial import CLIENT
from pasjans.errors import Inconsistent, NoAnswer, Unsupported
from pasjans.options import DEFAULTS, Options
from pasjans_engine.view import check as check_of
from pasjans_protocol import messages
from pasjans_protocol.errors import Code

T = TypeVar("T")

ACCEPTED: Final = 202
"""The status of an answer that is not known yet."""


class _Problem(msgspec.Struct):
    code: Code
    message: str


class Api:
    """Reads over HTTP, as `async with pasjans.Api("http://127.0.0.1:8000") as api:`.

    All methods raise `Refused` when the server says no, after waiting out `rate_limited` and
    `unavailable` as the options say, `NoAnswer` when nobody answers, and `Unsupported` when who
    answers is no pasjans server, or one that has not what is asked for.

    Args:
        url: where the server is, without a path.
        options: how patient to be.

    Raises:
        ValueError: the URL is none.
    """

    def __init__(self, url: str, *, options: Options = DEFAULTS) -> None:
        try:
            parsed = httpx.URL(url)
        except httpx.InvalidURL as error:
            raise ValueError(f"{error}: expected one such as http://127.0.0.1:8000") from None
        if parsed.scheme not in {"http", "https"} or not parsed.host:
            raise ValueError(f"{url} is no URL such as http://127.0.0.1:8000")
        self._options = options
        self._http = httpx.AsyncClient(
            base_url=parsed,
            headers={"user-agent": CLIENT},
            timeout=httpx.Timeout(options.answer_s, connect=options.attempt_s),
            # Loading certificates takes a tenth of a second, and redirects are not followed.
            verify=parsed.scheme == "https",
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections; `async with` does it."""
        await self._http.aclose()

    async def rules(self) -> tuple[RuleSet, ...]:
        """The rules that games are played by there."""
        return await self._get("rules", tuple[RuleSet, ...])

    async def daily(self, rules: str) -> DailyDeal:
        """The deal of this day (UTC)."""
        return await self._get(f"daily/{_quoted(rules)}", DailyDeal)

    # Games

    async def games(  # noqa: PLR0913 - one for each thing to search by
        self,
        *,
        player: str | None = None,
        rules: str | None = None,
        deal: str | None = None,
        result: str | None = None,
        limit: int | None = None,
        before: str | None = None,
    ) -> GamePage:
        """Games, newest first: by their end, those in progress by their deal.

        Args:
            player: id of the player.
            rules: id of the rules.
            deal: public name of the deal.
            result: `playing`, `solved`, `resigned`, or `finished` for both of these.
            limit: how many at most.
            before: `next` of the page before, to go on after it.
        """
        wanted = {"player": player, "rules": rules, "deal": deal, "result": result}
        return await self._get("games", GamePage, **wanted, limit=limit, before=before)

    async def game(self, game: str) -> GameInfo:
        """A game as it is now."""
        check_game(game)
        info = await self._get(f"games/{game}", GameInfo)
        _compare(game, info.view, info.check)
        return info

    async def log(self, game: str) -> GameLog:
        """All that happened in a game, with times and checks."""
        check_game(game)
        return await self._get(f"games/{game}/log", GameLog)

    async def at(self, game: str, ply: int, *, net: bool = False) -> Ply:
        """A game as it stood.

        Args:
            game: its id.
            ply: how many events after the deal; 0 is the deal.
            net: whether to count the moves that stand at the end, in a game that is over.
        """
        check_game(game)
        line = "net" if net else None
        info = await self._get(f"games/{game}/at/{ply}", Ply, line=line)
        _compare(game, info.view, info.check)
        return info

    async def export(self, game: str) -> bytes:
        """A game as a file that proves itself, for `pasjans verify`."""
        check_game(game)
        return await self._ask(f"games/{game}/export", {})

    async def costs(self, game: str) -> Costs:
        """What each move of a game that is over cost, once solvers have found it out.

        It waits for them as long as the options have refused requests sent again, and raises
        `Refused` with the code `unavailable` when that did not do: ask again later. The code is
        `not_over` for a game in progress, and `unsupported` where nobody counts moves to go.
        """
        check_game(game)
        return await self._get(f"games/{game}/costs", Costs)

    # Boards

    async def boards(self) -> tuple[BoardInfo, ...]:
        """The boards of each rule set: of all games, of deals of the server, of today's deal."""
        return await self._get("boards", tuple[BoardInfo, ...])

    async def board(
        self, board: str, *, start: int = 1, limit: int = 20, after: str | None = None
    ) -> BoardPage:
        """Rows of a board.

        Args:
            board: its id, such as `all:polish`.
            start: the place of the first row.
            limit: how many at most.
            after: `next` of the page before, to go on after it, wherever `start` is.
        """
        check_board(board)
        place = {"from": None if after is not None else start, "after": after}
        return await self._get(f"boards/{_quoted(board)}", BoardPage, **place, limit=limit)

    async def around(self, board: str, player: str, *, limit: int = 9) -> BoardPage:
        """The rows around a player's best one; none when the player has none."""
        check_board(board)
        check_player(player)
        return await self._get(f"boards/{_quoted(board)}/around/{player}", BoardPage, limit=limit)

    async def player(self, player: str) -> PlayerProfile:
        """A player, by what stands on the boards."""
        check_player(player)
        return await self._get(f"players/{player}", PlayerProfile)

    # Requests

    async def _get(self, path: str, answer: type[T], **query: str | int | None) -> T:
        body = await self._ask(path, query)
        try:
            return msgspec.json.decode(body, type=answer)
        except msgspec.DecodeError as error:
            where = self._where(path)
            raise Unsupported(f"{where} answers what is not understood here: {error}") from None

    async def _ask(self, path: str, query: dict[str, str | int | None]) -> bytes:
        retries = Retries(self._options)
        given = {name: value for name, value in query.items() if value is not None}
        while True:
            try:
                response = await self._http.get(f"/api/v1/{path}", params=given)
            except httpx.TransportError as error:
                raise NoAnswer(self._where(path), str(error) or type(error).__name__) from None
            if response.is_success and response.status_code != ACCEPTED:
                return response.content
            await retries.wait(self._refusal(response))

    def _refusal(self, response: httpx.Response) -> messages.Refused:
        """The server's words in an answer that is no success, or none yet.

        Raises:
            NoAnswer: something on the way there fails.
            Unsupported: they are not the words of such a server.
        """
        retry_after_ms = _retry_after_ms(response)
        if response.status_code == ACCEPTED:
            text = "solvers are still at it"
            return messages.Refused(None, Code.UNAVAILABLE, text, retry_after_ms=retry_after_ms)
        try:
            problem = msgspec.json.decode(response.content, type=_Problem)
        except msgspec.DecodeError:
            said = f"HTTP {response.status_code} {response.reason_phrase}"
            if response.is_server_error:
                raise NoAnswer(str(response.url), said) from None
            raise Unsupported(
                f"{response.url} answers {said}: check the URL, or choose a later server"
            ) from None
        return messages.Refused(None, problem.code, problem.message, retry_after_ms=retry_after_ms)

    def _where(self, path: str) -> str:
        return str(self._http.base_url.join(f"/api/v1/{path}"))


def _retry_after_ms(response: httpx.Response) -> int | None:
    after = response.headers.get("retry-after", "")
    return 1000 * int(after) if re.fullmatch("[0-9]{1,6}", after) else None


def _quoted(text: str) -> str:
    return quote(text, safe=":")


def _compare(game: str, view: tuple[int, ...], check: int) -> None:
    if check_of(view) != check:
        raise Inconsistent(game)
