"""B4: nothing that a client sends makes or changes a row.

Each test leaves the boards, byte for byte, as an honest game left them; and the logs give the same.
"""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import msgpack
import pytest

from pasjans_protocol.messages import (
    Ack,
    Create,
    Finished,
    Hello,
    Ping,
    Pong,
    Refused,
    Row,
    Snapshot,
    Standings,
    Subscribe,
    Welcome,
    name_of,
    tag_of,
)
from pasjans_protocol.subprotocols import Subprotocol
from pasjans_services.backends import Backends
from pasjans_services.feed.base import Occasion
from pasjans_services.leaderboard.rows import parse_row
from support.dominoes import GOAL
from support.inprocess import Running
from support.leaderboards import (
    content_of,
    play,
    rebuilt,
    settled,
    solve_narrated,
)
from support.solves import NARRATED, NARRATED_ACTIONS
from support.wire import Wire, fresh_id

pytestmark = pytest.mark.slow

METHODS = ("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "GET")
BEST: dict[str, Any] = {
    "moves": 1,
    "windows": 1,
    "undos": 0,
    "finished_ms": 1,
    "finished": "2026-01-01T00:00:00.000Z",
    "status": "solved",
    "rank": 1,
    "score": 1,
    "bot": False,
}


@dataclass(frozen=True, slots=True)
class Honest:
    """A service on which one game was solved honestly.

    Attributes:
        running: The service.
        shared: What its processes share.
        game: The solved game.
        player: Who solved it.
        token: What proves that.
        web: Its pages.
        content: Every member of every board.
    """

    running: Running
    shared: Backends
    game: str
    player: str
    token: str
    web: httpx.AsyncClient
    content: dict[str, tuple[bytes, ...]]

    def lies(self) -> dict[str, Any]:
        """What a cheat would like to be believed."""
        return {**BEST, "game": self.game, "player": self.player, "board": "all:russian"}

    async def is_as_it_was(self) -> None:
        """Fail unless no row came, went or changed."""
        await settled(self.shared)
        assert await content_of(self.shared) == self.content
        assert await rebuilt(self.shared, from_empty=False) == self.content

    def connect(self, token: str | None = None) -> Any:
        """A socket that has said hello."""
        return Wire.connect(self.running.ws_url, token=token)


@pytest.fixture
async def honest(running: Running, shared: Backends, web: httpx.AsyncClient) -> Honest:
    async with Wire.connect(running.ws_url) as wire:
        table = await solve_narrated(wire)
        player, token = wire.welcome.player, wire.welcome.token
    await settled(shared)
    content = await content_of(shared)
    assert len(content["board:all:russian"]) == 3
    return Honest(running, shared, table.game, player, token, web, content)


async def paths(honest: Honest) -> list[str]:
    """Every address that the service names, and some that it does not."""
    document = (await honest.web.get("/openapi.json")).json()
    values = {
        "rules": "russian",
        "game": honest.game,
        "player": honest.player,
        "board": "all:russian",
        "ply": "38",
        "deal_id": "n3inchcdznabcdef",
    }
    named = [path.format_map(values) for path in document["paths"]]
    assert len(named) >= 12
    return [
        *named,
        f"/api/v1/boards/all:russian/{honest.game}",
        "/api/v1/boards/all:russian/rows",
        "/api/v1/scores",
        "/api/v1/admin/rebuild",
        "/api/v1/games",
        "/",
        "/ws",
        "/metrics",
        "/openapi.json",
        "/asyncapi.json",
        "/docs/http",
    ]


async def test_b4_no_address_takes_a_score(honest: Honest) -> None:
    """A score was sent straight to the address that the game's own page used."""
    lies = honest.lies()
    for path in await paths(honest):
        for method in METHODS:
            for sent in (
                {"json": lies},
                {"json": [lies]},
                {"data": lies},
                {"params": lies},
                {"headers": {"authorization": f"Bearer {honest.token}"}, "json": lies},
                {"headers": {"x-http-method-override": "PUT"}, "json": lies},
            ):
                answer = await honest.web.request(method, path, **sent)
                if method in {"GET", "HEAD"}:
                    # No solver runs here, without which nobody knows costs.
                    no_solver = path.endswith("/costs") and answer.status_code == 503
                    assert answer.status_code < 500 or no_solver, (method, path)
                else:
                    assert answer.status_code in {404, 405}, (method, path, answer.status_code)
    await honest.is_as_it_was()


def edited(export: bytes) -> Iterator[bytes]:
    """A portable file with fewer moves, another player, another end, and with one line less."""
    lines = export.splitlines(keepends=True)
    yield export
    yield export.replace(b'"moves":38', b'"moves":8')
    yield export.replace(b'"player":"', b'"player":"x', 1)
    yield b"".join(lines[:-1])
    yield b"".join((lines[0], *lines[-3:]))


async def test_b4_an_edited_export_is_taken_nowhere(honest: Honest) -> None:
    """An edited record of a game was uploaded, and its score was believed."""
    exported = await honest.web.get(f"/api/v1/games/{honest.game}/export")
    assert exported.status_code == 200
    for path in await paths(honest):
        for forged in edited(exported.content):
            for method in ("POST", "PUT", "PATCH"):
                headers = {"content-type": "application/x-ndjson"}
                answer = await honest.web.request(method, path, content=forged, headers=headers)
                assert answer.status_code in {404, 405}
    async with Wire.open(honest.running.ws_url) as wire:
        await wire.socket.send(exported.content)
        await wire.closed()
    await honest.is_as_it_was()


async def test_b4_fields_that_no_message_has_are_not_believed(honest: Honest) -> None:
    """The program told its score in the message that ended the game."""
    lies = honest.lies()
    url = honest.running.ws_url
    async with Wire.open(url, subprotocol=Subprotocol.JSON) as wire:

        async def say(kind: str, **fields: Any) -> None:
            id_ = fresh_id()
            await wire.socket.send(json.dumps({**lies, "type": kind, "id": id_, **fields}))

        await say("hello", client="cheat")
        await wire.receive()
        await say("create", rules="russian", deal=NARRATED.deal)
        while not isinstance(made := await wire.receive(), Snapshot):
            pass
        for action in (NARRATED_ACTIONS[0], "resign"):
            version = wire.tables[made.channel].version
            await say("command", channel=made.channel, expected=version, action=action)
            while not isinstance(await wire.receive(), Ack):
                pass
        for kind in ("join", "replay", "subscribe", "unsubscribe", "claim", "leave", "steer"):
            await say(kind, channel=made.channel, name="Cheat", version=1, playing=False)
        pong = Ping(fresh_id())
        assert await wire.ask(pong) == Pong(pong.id)
    async with honest.connect() as wire:
        extra = list(lies.values())
        for frame in (
            [tag_of(Create), fresh_id(), "russian", NARRATED.deal, False, False, *extra],
            [tag_of(Subscribe), fresh_id(), "all:russian", 10, [[1, honest.game, "me", 1, 1, 0]]],
        ):
            await wire.socket.send(msgpack.packb(frame))
            await wire.receive()
    await honest.is_as_it_was()


async def test_b4_what_only_a_server_says_is_refused_from_a_client(honest: Honest) -> None:
    """A program said that its game was finished, in the server's own words."""
    row = Row(1, honest.game, honest.player, None, 1, 1, 0, 1)
    async with honest.connect() as wire:
        table = await wire.create("russian", deal=NARRATED.deal)
        for message in (
            Finished(table.channel, 2, "solved", 1, 1, None),
            Standings(fresh_id(), "all:russian", None, 1, (row,)),
            Ack(fresh_id(), 39),
        ):
            await wire.socket.send(msgpack.packb([tag_of(type(message)), 1, 2, "solved", 1, 1]))
            answer = await wire.receive()
            assert isinstance(answer, Refused), name_of(type(message))
            assert answer.code == "unknown_type"
        for action in ("solve", "solved", "finish", "moves=1", "54@14;resign", "{}"):
            answer = await table.command(action)
            assert isinstance(answer, Refused)
    await honest.is_as_it_was()


async def test_b4_a_finished_game_that_is_sent_again_counts_once(honest: Honest) -> None:
    """The last move was sent again, and again, and each time the game was won once more."""
    last = fresh_id()
    async with honest.connect(honest.token) as wire:
        table = await wire.join(honest.game)
        for action in (NARRATED_ACTIONS[-1], "resign", "undo", "redo", NARRATED_ACTIONS[0]):
            refused = await table.command(action, expected=table.version, request_id=last)
            assert isinstance(refused, Refused)
            assert refused.code == "game_over"
    async with honest.connect() as wire:
        table = await wire.create("russian", deal=NARRATED.deal)
        await play(table, NARRATED_ACTIONS[:-1])
        for _ in range(3):
            ack = await table.command(NARRATED_ACTIONS[-1], expected=38, request_id=last)
            assert ack == Ack(last, 39)
    await settled(honest.shared)
    content = await content_of(honest.shared)
    games = [parse_row(member).game for member in content["board:all:russian"]]
    assert sorted(games) == sorted([honest.game] * 3 + [table.game] * 3)
    assert await rebuilt(honest.shared, from_empty=True) == content


async def test_b4_a_deal_that_lies_solved_is_no_solve(honest: Honest) -> None:
    """Somebody brought a finished layout along, and led the board with no move at all."""
    async with honest.connect() as wire:
        for rules in ("polish", "russian"):
            answer = await wire.ask(Create(fresh_id(), rules, deal=GOAL))
            assert isinstance(answer, Refused)
            assert answer.code == "bad_deal"
    await honest.is_as_it_was()


async def test_b4_nobody_ends_the_game_of_another(honest: Honest) -> None:
    """A watcher sent the winning move, and stood on the board with it."""
    async with honest.connect() as player, honest.connect() as cheat:
        table = await player.create("russian", deal=NARRATED.deal)
        await play(table, NARRATED_ACTIONS[:-1])
        seat = await cheat.join(table.game)
        for action in (NARRATED_ACTIONS[-1], "resign", "undo"):
            refused = await seat.command(action)
            assert isinstance(refused, Refused)
            assert refused.code == "not_your_game"
        other = await cheat.create("russian", deal=NARRATED.deal)
        refused = await other.command(NARRATED_ACTIONS[-1])
        assert isinstance(refused, Refused)
    await honest.is_as_it_was()


async def test_b4_a_token_that_was_not_given_is_refused(honest: Honest) -> None:
    """A player's id was public, and whoever sent it was believed to be that player."""
    head, _, signature = honest.token.rpartition(".")
    for token in (
        honest.player,
        honest.token[:-1] + ("A" if honest.token[-1] != "A" else "B"),
        f"{head}x.{signature}",
        head,
        json.dumps({"player": honest.player}),
    ):
        async with Wire.open(honest.running.ws_url) as wire:
            await wire.send(Hello("cheat", token))
            refused = await wire.receive()
            assert isinstance(refused, Refused)
            assert refused.code == "bad_token"
    await honest.is_as_it_was()


@asynccontextmanager
async def bot(honest: Honest, token: str | None, *, says_so: bool) -> AsyncIterator[Wire]:
    """A socket of a program, which says so or not."""
    async with Wire.open(honest.running.ws_url) as wire:
        await wire.send(Hello("a program", token, bot=says_so))
        welcome = await wire.receive()
        assert isinstance(welcome, Welcome)
        wire.welcome = welcome
        yield wire


async def test_b4_a_bot_stays_one(honest: Honest) -> None:
    """A program left its mark out when it came back, and stood among people."""
    async with bot(honest, None, says_so=True) as wire:
        token = wire.welcome.token
    async with bot(honest, token, says_so=False) as wire:
        token = wire.welcome.token
        game = (await solve_narrated(wire)).game
    await settled(honest.shared)
    content = await content_of(honest.shared)
    among_people = {key: members for key, members in content.items() if key[-5:] != ":bots"}
    assert among_people == honest.content
    assert {parse_row(member).game for member in content["board:all:russian:bots"]} == {game}


async def test_b4_a_game_that_is_announced_and_not_solved_has_no_row(honest: Honest) -> None:
    """What said that a game was over was believed without a look at the game."""
    async with honest.connect() as wire:
        lost = await wire.create("russian", deal=NARRATED.deal)
        await play(lost, (*NARRATED_ACTIONS[:-1], "resign"))
        for _ in range(3):
            await honest.shared.feed.announce(lost.game, Occasion.OVER)
    await honest.is_as_it_was()
