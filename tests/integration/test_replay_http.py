"""Games over HTTP: lists, logs, plies and files, of a gateway that plays them."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from pasjans_engine.game import Redone, Resigned, Undone
from pasjans_engine.rules import RULES
from pasjans_engine.shuffle import commitment
from pasjans_engine.view import canonical, check
from pasjans_protocol import portable
from pasjans_protocol.messages import Claim
from pasjans_services.eventstore.records import Header, decode, encode_dealt, encode_event
from support.inprocess import UNLIMITED, InProcess, Running
from support.lines import random_line
from support.logs import events_of, header_of, keep_line, solved_line
from support.wire import PATIENCE_S, Table, Wire, fresh_id

LINE = random_line("polish", 30, seed=23)
SOLVED = solved_line()
FOREVER = "public, max-age=31536000, immutable"


@asynccontextmanager
async def served(inprocess: InProcess) -> AsyncGenerator[tuple[Running, httpx.AsyncClient]]:
    async with (
        inprocess.gateway() as running,
        httpx.AsyncClient(base_url=running.http_url, timeout=PATIENCE_S) as web,
    ):
        yield running, web


async def listed(web: httpx.AsyncClient, count: int, **wanted: str) -> list[dict[str, Any]]:
    """The games of a list, once the index has heard of so many."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            answer = await web.get("/api/v1/games", params=wanted)
            assert answer.status_code == 200, answer.text
            games: list[dict[str, Any]] = answer.json()["games"]
            if len(games) == count:
                return games
            await asyncio.sleep(0)


async def solved(wire: Wire) -> Table:
    table = await wire.create(SOLVED.rules, deal=SOLVED.deal)
    await table.play(*SOLVED.actions)
    return table


@pytest.mark.slow
async def test_games_are_listed_by_player_rules_deal_and_result(inprocess: InProcess) -> None:
    async with (
        served(inprocess) as (running, web),
        Wire.connect(running.ws_url) as anna,
        Wire.connect(running.ws_url) as ben,
    ):
        await anna.ask(Claim(fresh_id(), "Anna"))
        player = anna.welcome.player
        won = await solved(anna)
        live = await anna.create(LINE.rules, deal=LINE.deal)
        await live.play(*LINE.actions[:3])
        lost = await ben.create(LINE.rules, deal=LINE.deal)
        await lost.play(LINE.actions[0], "resign")

        names = [game["game"] for game in await listed(web, 2, result="finished")]
        assert names == [lost.game, won.game]
        both = await listed(web, 2, player=player)
        assert [game["game"] for game in both] == [live.game, won.game]
        assert [game["name"] for game in both] == ["Anna", "Anna"]
        (only,) = await listed(web, 1, result="solved")
        assert only == both[1]
        assert (only["result"], only["rules"], only["moves"], only["windows"], only["undos"]) == (
            *("solved", SOLVED.rules),
            *(won.view[30], won.view[28], won.view[31]),
        )
        assert (only["version"], only["ended"] >= only["dealt"]) == (won.version, True)
        (playing,) = await listed(web, 1, result="playing")
        assert (playing["game"], playing["version"]) == (live.game, live.version)
        assert (playing["ended"], playing["moves"]) == (None, None)
        assert len(await listed(web, 2, deal=playing["deal_id"])) == 2
        await listed(web, 1, deal=playing["deal_id"], player=player)
        await listed(web, 2, rules="polish")
        await listed(web, 0, rules="polish", result="solved")
        assert len(await listed(web, 3)) == 3


@pytest.mark.slow
async def test_pages_follow_one_another_without_gap_or_repetition(inprocess: InProcess) -> None:
    async with served(inprocess) as (running, web), Wire.connect(running.ws_url) as wire:
        for _ in range(7):
            table = await wire.create("polish")
            await table.play("resign")
        everything = [game["game"] for game in await listed(web, 7, result="resigned")]
        query: dict[str, str] = {"limit": "3", "result": "resigned"}
        pages: list[list[str]] = []
        while True:
            page = (await web.get("/api/v1/games", params=query)).json()
            pages.append([game["game"] for game in page["games"]])
            if page["next"] is None:
                break
            query["before"] = page["next"]
        assert [len(page) for page in pages] == [3, 3, 1]
        assert [name for page in pages for name in page] == everything


@pytest.mark.slow
async def test_a_parameter_that_makes_no_sense_is_named(inprocess: InProcess) -> None:
    async with served(inprocess) as (_, web):
        for query, code in (
            ("player=no%20one", "malformed"),
            (f"deal={'x' * 65}", "malformed"),
            ("player=", "malformed"),
            ("rules=czech", "unknown_rules"),
            ("result=lost", "malformed"),
            ("limit=0", "malformed"),
            ("limit=101", "malformed"),
            ("before=!", "malformed"),
            ("before=A", "malformed"),
            ("before=", "malformed"),
        ):
            answer = await web.get(f"/api/v1/games?{query}")
            assert (answer.status_code, answer.json()["code"]) == (400, code), query
            assert query.partition("=")[0] in answer.json()["message"]


@pytest.mark.slow
async def test_a_ply_is_what_was_seen_live_as_json_and_as_bytes(inprocess: InProcess) -> None:
    async with served(inprocess) as (running, web), Wire.connect(running.ws_url) as wire:
        table = await wire.create(LINE.rules, deal=LINE.deal, guide=True)
        views, legal = [table.view], [table.legal]
        for action in LINE.actions:
            await table.play(action)
            views.append(table.view)
            legal.append(table.legal)
        for ply, seen in enumerate(views):
            path = f"/api/v1/games/{table.game}/at/{ply}"
            info = (await web.get(path)).json()
            octets = await web.get(path, headers={"accept": "application/octet-stream"})
            assert octets.content == canonical(seen)
            assert (tuple(info["view"]), info["check"]) == (seen, check(seen))
            assert tuple(info["legal"]) == legal[ply]
            assert (info["ply"], info["version"], info["line"]) == (ply, ply + 1, "played")
            assert info["event"] == (LINE.actions[ply - 1] if ply else None)
            assert (info["windows"], info["moves"], info["undos"], info["redos"]) == (
                *(seen[28], seen[30], seen[31]),
                seen[32],
            )
            position = RULES[LINE.rules].parse_position(info["position"], seen[28])
            assert RULES[LINE.rules].board(position) == seen[:29]


@pytest.mark.slow
async def test_plies_are_cached_for_ever_an_hour_after_the_end_and_for_a_minute_before(
    inprocess: InProcess,
) -> None:
    """A ply was called immutable that a failover, which lost the end of the log, then changed."""
    hours = 0
    turned = replace(inprocess, clock=lambda: datetime.now(UTC) + timedelta(hours=hours))
    async with served(turned) as (running, web), Wire.connect(running.ws_url) as wire:
        table = await wire.create(LINE.rules, deal=LINE.deal)
        await table.play(LINE.actions[0])
        path = f"/api/v1/games/{table.game}/at/1"
        as_bytes = {"accept": "application/octet-stream"}
        live = await web.get(path)
        assert live.headers["cache-control"] == "public, max-age=60"
        await table.play("resign")
        soon = await web.get(path)
        assert soon.headers["cache-control"] == "public, max-age=60"
        hours = 1

        json_ = await web.get(path)
        octets = await web.get(path, headers=as_bytes)

        for answer in (json_, octets):
            assert answer.headers["cache-control"] == FOREVER
            assert answer.headers["vary"] == "accept"
        assert json_.content == live.content
        assert octets.headers["etag"] == f'"{json_.json()["check"]:08x}"'
        assert json_.headers["etag"] == f'"{json_.json()["check"]:08x}.json"'
        for tag in (json_.headers["etag"], f'"x", W/{json_.headers["etag"]}', "*"):
            same = await web.get(path, headers={"if-none-match": tag})
            assert (same.status_code, same.content) == (304, b"")
            assert same.headers["etag"] == json_.headers["etag"]
            assert same.headers["cache-control"] == FOREVER
        other = await web.get(path, headers={"if-none-match": octets.headers["etag"]})
        assert other.status_code == 200


@pytest.mark.slow
async def test_what_there_is_not_is_refused_with_what_there_is(inprocess: InProcess) -> None:
    async with served(inprocess) as (running, web), Wire.connect(running.ws_url) as wire:
        table = await wire.create(LINE.rules, deal=LINE.deal)
        await table.play(LINE.actions[0])
        game = f"/api/v1/games/{table.game}"
        for path, status, code, says in (
            (f"{game}/at/2", 404, "no_such_version", "0 to 1"),
            (f"{game}/at/{10**15}", 404, "no_such_version", "0 to 1"),
            (f"{game}/at/-1", 400, "malformed", "whole number"),
            (f"{game}/at/{'9' * 20}", 400, "malformed", "whole number"),
            (f"{game}/at/1?line=gross", 400, "malformed", "`played` or `net`"),
            (f"{game}/at/1?line=net", 409, "unexpected", "over"),
            ("/api/v1/games/nosuchgame42/at/0", 404, "no_such_game", "nosuchgame42"),
            ("/api/v1/games/nosuchgame42/log", 404, "no_such_game", "nosuchgame42"),
            ("/api/v1/games/not%20one/export", 404, "no_such_game", "not one"),
        ):
            answer = await web.get(path)
            assert (answer.status_code, answer.json()["code"]) == (status, code), path
            assert says in answer.json()["message"]
            assert answer.headers["cache-control"] == "no-store"
        await table.play("resign")
        answer = await web.get(f"{game}/at/2?line=net")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_version")
        assert "0 to 1" in answer.json()["message"]


@pytest.mark.slow
async def test_the_log_tells_everything_in_order(inprocess: InProcess) -> None:
    async with served(inprocess) as (running, web), Wire.connect(running.ws_url) as wire:
        table = await solved(wire)
        log = (await web.get(f"/api/v1/games/{table.game}/log")).json()
        info = (await web.get(f"/api/v1/games/{table.game}")).json()
        assert [event["event"] for event in log["events"]] == list(SOLVED.actions)
        assert [event["version"] for event in log["events"]] == list(range(2, table.version + 1))
        assert log["events"][-1]["check"] == table.check
        for field in ("game", "rules", "deal", "deal_id", "player", "status", "moves", "version"):
            assert log[field] == info[field], field
        assert len(log["net"]) == log["moves"]
        again = await web.get(
            f"/api/v1/games/{table.game}/log",
            headers={"if-none-match": f'"{table.version}-{table.check:08x}"'},
        )
        assert again.status_code == 304


@pytest.mark.slow
async def test_the_seed_of_the_daily_deal_is_told_when_its_day_is_over(
    inprocess: InProcess,
) -> None:
    days = [datetime(2026, 11, 30, 12, tzinfo=UTC)]
    turned = replace(inprocess, clock=lambda: days[-1])
    async with served(turned) as (running, web), Wire.connect(running.ws_url) as wire:
        table = await wire.create("polish", daily=True)
        game = f"/api/v1/games/{table.game}"
        await table.play("resign")

        async def told() -> list[tuple[str | None, str, str]]:
            answers: list[tuple[str | None, str, str]] = []
            log = await web.get(f"{game}/log")
            answers.append((log.json()["seed"], log.json()["commitment"], log.headers["etag"]))
            export = await web.get(f"{game}/export")
            header = json.loads(export.text.splitlines()[0])
            answers.append((header["seed"], header["commitment"], export.headers["etag"]))
            portable.verify(export.content.splitlines(keepends=True))
            return answers

        before = await told()
        days.append(days[-1] + timedelta(days=1))
        after = await told()
    for (no_seed, promise, tag), (seed, same, other_tag) in zip(before, after, strict=True):
        assert no_seed is None
        assert seed is not None
        assert commitment(bytes.fromhex(seed)) == promise == same
        assert tag != other_tag


@pytest.mark.slow
async def test_a_game_is_exported_as_a_file_that_proves_itself(inprocess: InProcess) -> None:
    async with served(inprocess) as (running, web), Wire.connect(running.ws_url) as wire:
        table = await wire.create("polish")
        path = f"/api/v1/games/{table.game}/export"
        live = await web.get(path)
        proved = portable.verify(live.content.splitlines(keepends=True))
        assert (proved.status, proved.header.seed) == ("playing", None)
        await table.play("resign")

        answer = await web.get(path)

        assert answer.headers["content-type"].startswith("application/x-ndjson")
        disposition = f'attachment; filename="{table.game}.pasjans"'
        assert answer.headers["content-disposition"] == disposition
        proved = portable.verify(answer.content.splitlines(keepends=True))
        assert answer.headers["etag"] == f'"{proved.hash}"'
        assert (proved.status, proved.events) == ("resigned", 2)
        assert (proved.origin, proved.header.player) == ("seed", wire.welcome.player)
        same = await web.get(path, headers={"if-none-match": answer.headers["etag"]})
        assert same.status_code == 304


@pytest.mark.slow
async def test_a_game_that_no_file_holds_is_not_exported(inprocess: InProcess) -> None:
    """It answered 500: an operator could let games have more events than a portable file has."""
    header, (move, *_) = header_of(LINE.rules, LINE.deal), events_of(LINE)
    to_and_fro = [encode_event(Undone()), encode_event(Redone())] * (portable.MAX_EVENTS // 2)
    records = [encode_dealt(header), encode_event(move), *to_and_fro, encode_event(Resigned())]
    async with served(inprocess) as (running, web):
        await running.gateway.lobby.store.append("long", 0, "", records, final=True)
        answer = await web.get("/api/v1/games/long/export")
        assert (answer.status_code, answer.json()["code"]) == (409, "too_long")
        assert "20003 events" in answer.json()["message"]
        assert (await web.get("/api/v1/games/long/log")).json()["version"] == len(records)


@pytest.mark.slow
async def test_no_answer_about_a_game_in_progress_tells_its_seed(inprocess: InProcess) -> None:
    async with served(inprocess) as (running, web), Wire.connect(running.ws_url) as wire:
        table = await wire.create("polish")
        first, *_ = await running.gateway.lobby.store.read(table.game)
        header = decode(first.record)
        assert isinstance(header, Header)
        assert header.seed is not None
        secret = header.seed.encode()
        await listed(web, 1, result="playing")
        game = f"/api/v1/games/{table.game}"
        for path in ("/api/v1/games", f"{game}/log", f"{game}/at/0", f"{game}/export"):
            for accept in ("application/json", "application/octet-stream"):
                answer = await web.get(path, headers={"accept": accept})
                assert answer.status_code == 200
                told = answer.content + str(answer.headers).encode()
                assert secret not in told
                assert bytes.fromhex(header.seed) not in told
        await table.play("resign")
        assert secret in (await web.get(f"{game}/export")).content
        assert secret in (await web.get(f"{game}/log")).content


@pytest.mark.slow
async def test_a_long_game_is_answered_too(inprocess: InProcess) -> None:
    line = random_line("polish", 700, seed=5)
    async with served(inprocess) as (running, web):
        await keep_line(running.gateway.lobby.store, "long", line)
        export = await web.get("/api/v1/games/long/export")
        log = (await web.get("/api/v1/games/long/log")).json()
        assert portable.verify(export.content.splitlines(keepends=True)).events == 701
        assert [event["event"] for event in log["events"]] == list(line.actions)


@pytest.mark.slow
async def test_a_request_weighs_as_much_as_has_to_be_replayed_for_it(inprocess: InProcess) -> None:
    """Twenty cold games of ten thousand events a second were allowed, as if they were one ply."""
    limits = replace(UNLIMITED, http_per_s=0.001, http_burst=5)
    bounded = replace(inprocess, settings=replace(inprocess.settings, limits=limits))
    async with served(bounded) as (running, web):
        await keep_line(running.gateway.lobby.store, "short", LINE)
        await keep_line(running.gateway.lobby.store, "long", random_line("polish", 510, seed=5))
        paths = ("short/at/1", "short/at/2", "long/at/999", "short/at/3")
        statuses = [(await web.get(f"/api/v1/games/{path}")).status_code for path in paths]
    assert statuses == [200, 200, 404, 429]


@pytest.mark.slow
async def test_a_look_at_a_game_weighs_as_much_as_its_events(inprocess: InProcess) -> None:
    """A game of ten thousand events was read as often as one of two, each time anew."""
    limits = replace(UNLIMITED, http_per_s=0.001, http_burst=5)
    bounded = replace(inprocess, settings=replace(inprocess.settings, limits=limits))
    async with served(bounded) as (running, web):
        await keep_line(running.gateway.lobby.store, "short", LINE)
        await keep_line(running.gateway.lobby.store, "long", random_line("polish", 510, seed=5))
        statuses = [
            (await web.get(f"/api/v1/games/{game}")).status_code
            for game in ("short", "short", "long", "short")
        ]
    assert statuses == [200, 200, 200, 429]


@pytest.mark.slow
async def test_a_restarted_gateway_answers_the_same(inprocess: InProcess) -> None:
    paths = ("log", "export", "at/0", "at/5", "at/5?line=net", "at/38")
    async with served(inprocess) as (running, web):
        async with Wire.connect(running.ws_url) as wire:
            game = (await solved(wire)).game
        games = await listed(web, 1)
        before = [await web.get(f"/api/v1/games/{game}/{path}") for path in paths]
    async with served(inprocess) as (_, web):
        assert await listed(web, 1) == games
        after = [await web.get(f"/api/v1/games/{game}/{path}") for path in paths]
    assert [answer.content for answer in after] == [answer.content for answer in before]
    assert {answer.status_code for answer in after} == {200}
    assert [answer.headers["etag"] for answer in after] == [a.headers["etag"] for a in before]
