"""Games of the past and boards, as the SDK sees them on a real server."""

import asyncio
import random

import pytest

import pasjans
from pasjans_engine.view import check, view
from pasjans_protocol import portable
from support.gateways import NO_LIMITS, GatewayProcess, Serve
from support.lines import replayed
from support.proxy import Fate, Proxy
from support.walkthrough import walkthrough

TOLD = walkthrough()
LINE = TOLD.moves + TOLD.finish
WITH_UNDO = (*LINE[:5], "undo", "undo", "redo", "undo", *LINE[3:])
AT_ONCE = pasjans.Options(random=lambda: 0.0)
FASTEST = 100_000

pytestmark = pytest.mark.slow


async def solve(client: pasjans.Client, line: tuple[str, ...] = LINE) -> tuple[str, dict[int, int]]:
    """Play the narrated game to its end; its id, and the checks sent live by version."""
    game = await client.create(TOLD.rules, deal=TOLD.deal)
    checks = {game.version: game.check}
    for action in line:
        await game.play(action)
        checks[game.version] = game.check
    assert game.status is pasjans.Status.SOLVED
    return game.id, checks


async def ended(replay: pasjans.Replay, updates: pasjans.Updates) -> list[pasjans.Update]:
    """What came until a replay stopped."""
    seen: list[pasjans.Update] = []
    async for update in updates:
        seen.append(update)
        if update.kind is pasjans.UpdateKind.STOPPED:
            break
    return seen


async def test_p1_p2_a_replay_has_the_checks_that_were_sent_live(gateway: GatewayProcess) -> None:
    async with pasjans.connect(gateway.ws_url) as client, pasjans.Api(gateway.http_url) as api:
        game, live = await solve(client, WITH_UNDO)
        replay = await client.replay(game, playing=False, speed=FASTEST)
        updates = replay.updates()
        seen = {replay.version: replay.check}
        await replay.play()
        shown = await ended(replay, updates)
        seen |= {update.version: update.check for update in shown}
        assert seen == live
        assert [update.kind for update in shown[-2:]] == ["finished", "stopped"]
        assert replay.result == client.games[game].result
        assert (replay.version, replay.head, replay.playing) == (len(live), len(live), False)
        for version in (7, 1, len(live), 12):
            await replay.seek(version)
            assert replay.check == live[version]
            info = await api.at(game, version - 1)
            assert (info.check, info.view, info.legal) == (replay.check, replay.view, replay.legal)
        net = [await api.at(game, ply, net=True) for ply in range(len(LINE) + 1)]
        for ply, info in enumerate(net):
            engine = replayed(TOLD.rules, TOLD.deal, LINE[:ply])
            assert info.position == engine.rules.position_name(engine.position)
        log = await api.log(game)
        assert [event.event for event in log.events] == [*WITH_UNDO]
        assert {event.version: event.check for event in log.events} | {1: log.check} == live
        assert log.net == LINE
        verified = portable.verify((await api.export(game)).splitlines(keepends=True))
        assert verified.moves == len(LINE)


async def test_p5_who_scrolled_back_stays_there_when_the_connection_resumes(
    gateway: GatewayProcess,
) -> None:
    async with (
        Proxy.before(gateway.ws_url) as proxy,
        pasjans.connect(gateway.ws_url) as player,
        pasjans.connect(proxy.ws_url, options=AT_ONCE) as client,
    ):
        game = await player.create(TOLD.rules, deal=TOLD.deal)
        for move in LINE[:9]:
            await game.play(move)
        replay = await client.replay(game.id, version=10, playing=False)
        await replay.seek(4)
        connections = client.connections()
        assert await anext(connections)
        for _ in range(3):
            proxy.cut()
            assert not await anext(connections)
            assert await anext(connections)
            await game.play("undo")
            await game.play("redo")
            await client.ping()
            assert (replay.version, replay.playing) == (4, False)
            engine = replayed(TOLD.rules, TOLD.deal, LINE[:3])
            assert (replay.view, replay.check) == (view(engine), check(view(engine)))
        followed = await replay.follow()
        while followed.version < game.version:
            await anext(followed.updates())
        assert (followed.view, followed.role) == (game.view, pasjans.Role.WATCHER)


async def test_a_replay_goes_on_through_connections_that_are_cut_anywhere(
    gateway: GatewayProcess,
) -> None:
    chance = random.Random(71)
    async with (
        Proxy.before(gateway.ws_url) as proxy,
        pasjans.connect(gateway.ws_url) as player,
        pasjans.connect(proxy.ws_url, options=AT_ONCE) as client,
    ):
        game, live = await solve(player, WITH_UNDO)
        replay = await client.replay(game, playing=False, speed=FASTEST)
        updates = replay.updates()
        proxy.next_fates.extend(Fate(down_bytes=chance.randrange(1_600)) for _ in range(60))
        proxy.cut()
        await replay.play()
        shown = await ended(replay, updates)
        moved = [update for update in shown if update.kind is pasjans.UpdateKind.MOVED]
        assert [update.version for update in moved] == [*range(2, len(live) + 1)]
        assert {update.version: update.check for update in moved} | {1: live[1]} == live
        assert len(proxy.next_fates) < 55


async def test_a_game_in_progress_is_replayed_to_where_it_is_while_it_is_played(
    gateway: GatewayProcess,
) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        for move in LINE[:5]:
            await game.play(move)
        replay = await client.replay(game.id, playing=False, speed=FASTEST)
        updates = replay.updates()
        await game.play(LINE[5])
        assert (replay.version, replay.head) == (1, 6)
        await replay.play()
        assert replay.head == 7
        await ended(replay, updates)
        assert (replay.version, replay.view) == (game.version, game.view)
        assert (replay.result, replay.status) == (None, pasjans.Status.PLAYING)
        await game.play(LINE[6])
        assert replay.version == 7
        await replay.play()
        await ended(replay, updates)
        assert (replay.version, replay.view) == (game.version, game.view)


async def test_a_version_that_is_not_there_is_refused(gateway: GatewayProcess) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create("polish")
        with pytest.raises(pasjans.Refused) as refused:
            await client.replay(game.id, version=2)
        assert (refused.value.code, refused.value.version) == (pasjans.Code.NO_SUCH_VERSION, 1)
        replay = await client.replay(game.id)
        with pytest.raises(pasjans.Refused, match="no_such_version"):
            await replay.seek(2)
        assert replay.version == 1
        with pytest.raises(pasjans.Refused, match="no_such_game"):
            await client.replay("nobody-has-it")


async def test_b5_standings_pages_and_profile_say_the_same(serve: Serve) -> None:
    (gateway,) = serve(1, *NO_LIMITS)
    async with (
        pasjans.connect(gateway.ws_url) as watcher,
        pasjans.connect(gateway.ws_url, name="Ola") as client,
        pasjans.connect(gateway.ws_url, bot=True) as bot,
        pasjans.Api(gateway.http_url) as api,
    ):
        boards = [await watcher.standings(f"all:{TOLD.rules}{who}") for who in ("", ":bots")]
        assert [standings.size for standings in boards] == [0, 0]
        updates = [standings.updates() for standings in boards]
        slow = (*LINE[:1], "undo", *LINE)
        games = [(await solve(client, line))[0] for line in (slow, LINE)]
        while [row.game for row in boards[0].rows] != [games[1], games[0]]:
            await anext(updates[0])
        bots, _ = await solve(bot)
        while [row.game for row in boards[1].rows] != [bots]:
            await anext(updates[1])
        (first, second) = boards[0].rows
        assert (first.rank, second.rank, first.place, second.place) == (1, 1, 1, 2)
        assert (first.moves, first.windows, first.undos) == (38, 3, 0)
        assert (second.undos, first.name, first.player) == (1, "Ola", client.player)
        board = f"all:{TOLD.rules}"
        page = await api.board(board)
        assert [
            pasjans.Row(**{f: getattr(row, f) for f in pasjans.Row.__struct_fields__})
            for row in page.rows
        ] == [first, second]
        around = await api.around(board, client.player)
        assert around.rows == page.rows
        profile = await api.player(client.player)
        assert [(record.solves, record.best) for record in profile.records] == [(2, page.rows[0])]
        start = await api.board(board, limit=1)
        assert (await api.board(board, limit=1, after=start.next)).rows == page.rows[1:]
        assert (await api.board(board, start=2)).rows == page.rows[1:]
        assert board in {info.board for info in await api.boards()}
        listed = await api.games(rules=TOLD.rules, result="solved", player=client.player)
        assert [game.game for game in listed.games] == [games[1], games[0]]
        assert listed.games[0].ended == first.finished


async def test_a_board_is_followed_through_a_lost_connection(serve: Serve) -> None:
    first, second = serve(2, *NO_LIMITS)
    async with (
        Proxy.before(first.ws_url) as proxy,
        pasjans.connect(proxy.ws_url, options=AT_ONCE) as watcher,
        pasjans.connect(second.ws_url) as client,
    ):
        standings = await watcher.standings(f"all:{TOLD.rules}", limit=1)
        updates = standings.updates()
        proxy.cut()
        game, _ = await solve(client)
        async for rows in updates:
            if rows:
                break
        assert [row.game for row in standings.rows] == [game]


async def test_other_boards_and_deals_of_the_day_are_told(gateway: GatewayProcess) -> None:
    async with pasjans.connect(gateway.ws_url) as client, pasjans.Api(gateway.http_url) as api:
        daily = await api.daily("polish")
        standings = await client.standings("daily:polish")
        assert standings.ends == daily.ends
        game = await client.create("polish", daily=True)
        assert (game.deal_id, game.commitment) == (daily.deal_id, daily.commitment)
        info = await api.game(game.id)
        assert (info.version, info.view, info.player) == (1, game.view, client.player)
        for board in ("daily:chess", "best:polish", "daily:polish:2026-02-30"):
            with pytest.raises(pasjans.Refused, match="no_such_board"):
                await client.standings(board)
            with pytest.raises(pasjans.Refused, match="no_such_board"):
                await api.board(board)


async def test_many_replay_one_game_at_once(gateway: GatewayProcess) -> None:
    async with pasjans.connect(gateway.ws_url) as player, pasjans.connect(gateway.ws_url) as client:
        game, _ = await solve(player)
        replays = [await client.replay(game, playing=False, speed=FASTEST) for _ in range(20)]
        updates = [replay.updates() for replay in replays]
        await asyncio.gather(*(replay.play() for replay in replays))
        shown = await asyncio.gather(*map(ended, replays, updates))
        assert [len(each) for each in shown] == [len(LINE) + 2] * 20
