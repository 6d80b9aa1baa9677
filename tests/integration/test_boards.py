"""The leaderboard of a real service: rows that come by themselves, over HTTP and WebSocket."""

import asyncio
from typing import Any

import httpx
import pytest

from pasjans_engine.deal_id import deal_id
from pasjans_engine.game import Hinted
from pasjans_engine.rules import RULES
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Claim,
    Claimed,
    Finished,
    Hello,
    Standings,
    Subscribe,
    Unsubscribe,
    Unsubscribed,
)
from pasjans_protocol.portable import verify
from pasjans_protocol.subprotocols import Subprotocol
from pasjans_services.backends import Backends
from pasjans_services.eventstore.records import encode_event
from pasjans_services.games.pars import Pars
from pasjans_services.leaderboard.ids import Group
from pasjans_services.solver.examine import examine
from support import cards, solves
from support.inprocess import Running
from support.leaderboards import (
    leaderboard_of,
    play,
    settled,
    solve_narrated,
    write,
)
from support.solves import NARRATED
from support.wire import Wire, fresh_id

DEAL = f"deal:russian:{deal_id('domino', NARRATED.deal)}"


async def page(web: httpx.AsyncClient, path: str, **query: Any) -> dict[str, Any]:
    answer = await web.get(f"/api/v1/boards/{path}", params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.slow
async def test_the_narrated_game_stands_on_its_deal_s_board_and_the_all_time_board(
    running: Running, shared: Backends, web: httpx.AsyncClient
) -> None:
    async with Wire.connect(running.ws_url) as wire:
        player = wire.welcome.player
        table = await solve_narrated(wire)
        await settled(shared)
        end = (await shared.store.read(table.game))[-1].time_ms

    for board in (DEAL, "all:russian"):
        found = await page(web, board)
        (row,) = found["rows"]
        assert (found["board"], found["size"], found["next"]) == (board, 1, None)
        assert (row["rank"], row["place"]) == (1, 1)
        assert (row["moves"], row["windows"], row["undos"]) == (38, 3, 0)
        assert (row["game"], row["player"], row["name"]) == (table.game, player, None)
        assert (row["rules"], row["rules_version"]) == ("russian", 1)
        assert f"deal:russian:{row['deal_id']}" == DEAL
        assert row["finished"].endswith(f".{end % 1000:03}Z")
    for board in ("dealt:russian", "daily:russian", "all:polish", "all:russian:bots"):
        assert (await page(web, board))["rows"] == []


@pytest.mark.slow
async def test_rows_and_the_board_of_a_deal_say_par_once_it_is_known(
    running: Running, shared: Backends, web: httpx.AsyncClient
) -> None:
    async with Wire.connect(running.ws_url) as wire:
        await solve_narrated(wire)
    await settled(shared)
    _, rules, deal = DEAL.split(":")
    where = f"/api/v1/deals/{rules}/{deal}"
    assert (await web.get(where)).json()["code"] == "no_such_deal"
    found = await page(web, DEAL)
    (row,) = found["rows"]
    assert (found["verdict"], found["par"]) == (None, None)
    assert (row["par"], row["over_par"], row["optimal"]) == (None, None, None)

    pars = Pars(shared.registry)
    await pars.wait_for(rules, deal)
    waiting = (await web.get(where)).json()
    assert (waiting["verdict"], waiting["par"], waiting["nodes"]) == ("unknown", None, 0)
    assert (await page(web, DEAL))["verdict"] == "unknown"

    known = await asyncio.to_thread(examine, RULES[rules], NARRATED.deal, 1_000_000)
    assert known.par is not None
    await pars.keep(rules, deal, known)
    told = (await web.get(where)).json()
    assert (told["verdict"], told["par"], told["deal_id"]) == ("solved", known.par, deal)
    assert "line" not in told
    for board in (DEAL, "all:russian"):
        found = await page(web, board)
        (row,) = found["rows"]
        assert row["par"] == known.par
        assert row["over_par"] == 38 - known.par
        assert row["optimal"] == (known.par == 38)
        assert found["par"] == (known.par if board == DEAL else None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("deals/czech/n3inchcdznabcdef", "unknown_rules"),
        ("deals/polish/n3inchcdznabcdef", "no_such_deal"),
        ("deals/polish/N3", "no_such_deal"),
    ],
)
async def test_a_deal_that_nobody_knows_is_not_found(
    web: httpx.AsyncClient, path: str, code: str
) -> None:
    answer = await web.get(f"/api/v1/{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, code)


@pytest.mark.slow
async def test_the_board_of_a_deal_ranks_and_pages_and_finds_me(
    running: Running, shared: Backends, web: httpx.AsyncClient
) -> None:
    games: list[str] = []
    players: list[str] = []
    for detours in (3, 0, 2, 1):
        async with Wire.connect(running.ws_url) as wire:
            games.append((await solve_narrated(wire, detours=detours)).game)
            players.append(wire.welcome.player)
    await settled(shared)

    rows = (await page(web, DEAL))["rows"]
    assert [row["undos"] for row in rows] == [0, 1, 2, 3]
    assert [row["rank"] for row in rows] == [1, 1, 1, 1]
    assert [row["place"] for row in rows] == [1, 2, 3, 4]
    assert (await page(web, DEAL, limit=2, **{"from": 2}))["rows"] == rows[1:3]
    first = await page(web, DEAL, limit=3)
    assert (await page(web, DEAL, after=first["next"]))["rows"] == rows[3:]
    around = await page(web, f"{DEAL}/around/{players[2]}", limit=3)
    assert around["rows"] == rows[1:4]
    assert around["size"] == 4
    assert (await page(web, f"{DEAL}/around/nobody"))["rows"] == []
    profile = (await web.get(f"/api/v1/players/{players[2]}")).json()
    (record,) = profile["records"]
    assert (record["board"], record["solves"]) == ("all:russian", 1)
    assert record["best"] == rows[2]


@pytest.mark.slow
async def test_names_are_those_of_the_moment(
    running: Running, shared: Backends, web: httpx.AsyncClient
) -> None:
    async with Wire.connect(running.ws_url) as wire:
        await solve_narrated(wire)
        await settled(shared)
        player = wire.welcome.player
        for name in ("Ada", "Grace"):
            assert await wire.ask(Claim(request := fresh_id(), name)) == Claimed(request, name)
            assert (await page(web, DEAL))["rows"][0]["name"] == name
            assert (await web.get(f"/api/v1/players/{player}")).json()["name"] == name


@pytest.mark.slow
async def test_bots_stand_on_boards_of_their_own(
    running: Running, shared: Backends, web: httpx.AsyncClient
) -> None:
    async with Wire.open(running.ws_url) as wire:
        await wire.send(Hello("a bot", bot=True))
        await wire.receive()
        table = await solve_narrated(wire)
    await settled(shared)
    for board in (DEAL, "all:russian"):
        assert (await page(web, board))["rows"] == []
        (row,) = (await page(web, f"{board}:bots"))["rows"]
        assert row["game"] == table.game
    (record,) = (await web.get(f"/api/v1/players/{row['player']}")).json()["records"]
    assert record["board"] == "all:russian:bots"


@pytest.mark.slow
async def test_assisted_solves_stand_on_boards_of_their_own(
    running: Running, shared: Backends, web: httpx.AsyncClient
) -> None:
    game = "assisted"
    log = solves.narrated_log()
    records = [entry.record for entry in log]
    hinted = solves.stored([records[0], encode_event(Hinted()), *records[1:]])
    await write(shared, game, hinted)
    await settled(shared)
    for board in (DEAL, "all:russian"):
        assert (await page(web, board))["rows"] == []
        assert (await page(web, f"{board}:bots"))["rows"] == []
        (row,) = (await page(web, f"{board}:assisted"))["rows"]
        assert row["game"] == game
    (record,) = (await web.get(f"/api/v1/players/{row['player']}")).json()["records"]
    assert record["board"] == "all:russian:assisted"


@pytest.mark.slow
@pytest.mark.parametrize("rules", cards.SOLVED)
async def test_a_solve_of_cards_comes_to_its_boards(
    running: Running, shared: Backends, web: httpx.AsyncClient, rules: str
) -> None:
    known = cards.SOLVED[rules]
    async with Wire.connect(running.ws_url) as wire:
        table = await wire.create(rules, deal=known.deal)
        await play(table, ("draw", "undo", *known.actions))
        (finished,) = [message for message in wire.seen if isinstance(message, Finished)]
        assert (finished.moves, finished.draws, finished.windows) == (known.moves, known.draws, 0)
    await settled(shared)
    # A given deal of cards has another name in each game: a hash would tell what lies face down.
    name = (await web.get(f"/api/v1/games/{table.game}")).json()["deal_id"]
    assert name != deal_id("queens", known.deal)
    for board in (f"all:{rules}", f"deal:{rules}:{name}"):
        (row,) = (await page(web, board))["rows"]
        assert (row["game"], row["deal_id"]) == (table.game, name)
        assert (row["moves"], row["draws"], row["undos"]) == (known.moves, known.draws, 1)
        assert (row["windows"], row["par"], row["optimal"]) == (0, None, None)
    assert (await page(web, f"dealt:{rules}"))["rows"] == []
    (record,) = (await web.get(f"/api/v1/players/{row['player']}")).json()["records"]
    assert record["best"]["draws"] == known.draws
    (listed,) = (await web.get(f"/api/v1/games?rules={rules}")).json()["games"]
    assert (listed["game"], listed["result"], listed["moves"]) == (
        table.game,
        "solved",
        known.moves,
    )
    proved = verify((await web.get(f"/api/v1/games/{table.game}/export")).content.splitlines(True))
    assert (proved.status, proved.draws) == ("solved", known.draws)


TITLES = {
    "polish": "Polish rules",
    "russian": "Russian rules",
    "queens": "Topsy-Turvy Queens",
    "queens-3pass": "Topsy-Turvy Queens, three passes",
}


async def test_the_list_of_boards(web: httpx.AsyncClient) -> None:
    boards = (await web.get("/api/v1/boards")).json()
    assert len(boards) == len(RULES) * len(Group) * 3
    assert len({board["title"] for board in boards}) == len(boards)
    for board in boards:
        found = await page(web, board["board"])
        assert {key: found[key] for key in board} == board
        assert (board["ends"] is None) != board["board"].startswith("daily:")
        assert board["title"].startswith(f"{TITLES[board['rules']]}, ")


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("boards/all:czech", 404, "no_such_board"),
        ("boards/everything", 404, "no_such_board"),
        ("boards/daily:polish:9999-12-31", 404, "no_such_board"),
        ("boards/all:polish%00/around/me", 404, "no_such_board"),
        ("boards/all:polish?limit=0", 400, "malformed"),
        ("boards/all:polish?limit=101", 400, "malformed"),
        ("boards/all:polish?from=0", 400, "malformed"),
        ("boards/all:polish?from=-1", 400, "malformed"),
        ("boards/all:polish?from=x", 400, "malformed"),
        ("boards/all:polish?after=x", 400, "malformed"),
        ("boards/all:polish?after=", 400, "malformed"),
        ("boards/all:polish?after=x&from=1", 400, "malformed"),
        ("boards/all:polish/around/me?limit=1000", 400, "malformed"),
        ("boards/all:polish/around/a%20b", 400, "malformed"),
        ("players/a%00b", 400, "malformed"),
        (f"players/{'x' * 65}", 400, "malformed"),
    ],
)
async def test_what_cannot_be_answered_is_told_with_a_code(
    web: httpx.AsyncClient, path: str, status: int, code: str
) -> None:
    answer = await web.get(f"/api/v1/{path}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]


async def test_far_places_and_unknown_players_have_empty_answers(web: httpx.AsyncClient) -> None:
    assert (await page(web, "all:polish", **{"from": 10**12}))["rows"] == []
    profile = (await web.get("/api/v1/players/nobody")).json()
    assert profile == {"player": "nobody", "name": None, "records": []}


@pytest.mark.slow
@pytest.mark.parametrize("subprotocol", [Subprotocol.MSGPACK, Subprotocol.JSON])
async def test_subscribers_are_told_when_the_first_rows_change(
    running: Running, subprotocol: str
) -> None:
    async with (
        Wire.connect(running.ws_url, subprotocol=subprotocol) as watcher,
        Wire.connect(running.ws_url) as player,
    ):
        request = fresh_id()
        assert await watcher.ask(Subscribe(request, DEAL)) == Standings(request, DEAL, None, 0, ())
        small = await watcher.ask(Subscribe(fresh_id(), "all:russian", 1))
        assert isinstance(small, Standings)

        late = await solve_narrated(player, detours=1)
        told = {one.board: one for one in [await standings(watcher), await standings(watcher)]}
        assert [row.game for row in told[DEAL].rows] == [late.game]
        best = await solve_narrated(player)
        while len((both := await standings(watcher)).rows) < 2:
            pass
        assert (both.board, both.size) == (DEAL, 2)
        assert [(row.rank, row.game, row.undos) for row in both.rows] == [
            (1, best.game, 0),
            (1, late.game, 1),
        ]
        request = fresh_id()
        assert await watcher.ask(Unsubscribe(request, DEAL)) == Unsubscribed(request)
        assert leaderboard_of(running).followed == {"all:russian"}
    async with Wire.connect(running.ws_url) as wire:
        while leaderboard_of(running).followed:
            await wire.ask(Subscribe(fresh_id(), "all:czech"))


async def standings(wire: Wire) -> Standings:
    """The next standings that nobody asked for."""
    while not (isinstance(found := await wire.receive(), Standings) and found.id is None):
        pass
    return found


async def test_a_board_that_is_none_is_refused(running: Running) -> None:
    async with Wire.connect(running.ws_url) as wire:
        refused = await wire.refused(Subscribe(fresh_id(), "all:czech"))
        assert refused.code is Code.NO_SUCH_BOARD
        assert "rules are" in refused.message
        daily = await wire.ask(Subscribe(fresh_id(), "daily:polish"))
        assert isinstance(daily, Standings)
        assert daily.ends is not None
        assert daily.ends % 86_400_000 == 0


@pytest.mark.slow
async def test_an_operator_takes_a_game_off_and_lets_it_back(
    running: Running, shared: Backends, web: httpx.AsyncClient
) -> None:
    async with Wire.connect(running.ws_url) as wire:
        table = await solve_narrated(wire)
    await settled(shared)
    leaderboard = leaderboard_of(running)
    before = await page(web, DEAL)
    assert await leaderboard.exclude(table.game)
    assert (await page(web, DEAL))["rows"] == []
    assert (await leaderboard.rebuild(from_empty=True)).solves == 0
    assert await leaderboard.include(table.game)
    assert await page(web, DEAL) == before
