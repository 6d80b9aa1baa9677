"""The SDK goes on by itself, whatever happens to connections, gateways and the data server."""

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

import pasjans
from pasjans_engine.view import check, view
from support.gateways import NO_LIMITS, GatewayProcess, Serve
from support.lines import replayed
from support.oracles import cases
from support.proxy import Fate, Proxy
from support.walkthrough import walkthrough

TOLD = walkthrough()
LINE = TOLD.moves + TOLD.finish
# A thousand moves at random may solve a deal that has a solution, and then nothing can follow.
UNSOLVABLE = next(case["deal"] for case in cases("par-polish.jsonl") if case["par"] is None)
AT_ONCE = pasjans.Options(random=lambda: 0.0)
HEARTBEAT_S = 0.2

pytestmark = pytest.mark.slow


async def play_on(game: pasjans.Game, chance: random.Random, count: int) -> list[str]:
    """Play commands at random, as a player who looks at the position before each."""
    played: list[str] = []
    for _ in range(count):
        assert game.legal is not None
        offers = [*game.legal, *(["undo"] if game.moves else []), *(["redo"] if game.redos else [])]
        played.append(chance.choice(offers))
        await game.play(played[-1])
    return played


async def assert_is(url: str, game: pasjans.Game, deal: str, played: list[str]) -> None:
    """The game is what its player thinks, and what the engine makes of what was played."""
    engine = replayed(game.rules, deal, played)
    assert game.version == 1 + len(played)
    assert (game.view, game.check) == (view(engine), check(view(engine)))
    async with pasjans.connect(url) as other:
        seen = await other.join(game.id)
        assert (seen.version, seen.view, seen.check) == (game.version, game.view, game.check)


@asynccontextmanager
async def versions_seen_by_a_watcher(*urls: str, game: str) -> AsyncIterator[list[int]]:
    """The versions that a watcher gets meanwhile."""
    versions: list[int] = []
    async with pasjans.connect(*urls, options=AT_ONCE) as client:
        watched = await client.join(game)
        updates = watched.updates()

        async def watch() -> None:
            versions.extend(
                [each.version async for each in updates if each.kind is pasjans.UpdateKind.MOVED]
            )

        watching = asyncio.create_task(watch())
        try:
            yield versions
            await watching
        finally:
            watching.cancel()


def random_fates(chance: random.Random, count: int) -> list[Fate]:
    """Connections that are cut at a random byte, some of them in the opening handshake."""
    return [
        Fate(up_bytes=chance.randrange(1_500))
        if chance.random() < 0.5
        else Fate(down_bytes=chance.randrange(3_000))
        for _ in range(count)
    ]


async def test_k3_a_thousand_moves_with_random_drops_and_no_false_conflict(
    gateway: GatewayProcess,
) -> None:
    """After a disconnect a client sent its move with a stale version, and got a false conflict."""
    chance = random.Random(3)
    async with Proxy.before(gateway.ws_url) as proxy:
        proxy.next_fates.extend(random_fates(chance, 400))
        async with pasjans.connect(proxy.ws_url, options=AT_ONCE) as client:
            game = await client.create("polish", deal=UNSOLVABLE)
            played = await play_on(game, chance, 1_000)
            await assert_is(gateway.ws_url, game, UNSOLVABLE, played)
        assert proxy.accepted > 50


async def test_a_watcher_behind_a_bad_network_misses_nothing(gateway: GatewayProcess) -> None:
    chance = random.Random(8)
    async with Proxy.before(gateway.ws_url) as proxy, pasjans.connect(gateway.ws_url) as client:
        game = await client.create("russian", deal=TOLD.deal)
        proxy.next_fates.extend(Fate(down_bytes=chance.randrange(2_500)) for _ in range(200))
        async with versions_seen_by_a_watcher(proxy.ws_url, game=game.id) as versions:
            await play_on(game, chance, 200)
            await game.resign()
        assert versions == list(range(2, game.version + 1))
        assert proxy.accepted > 5


async def test_many_games_come_back_together(gateway: GatewayProcess) -> None:
    async with (
        Proxy.before(gateway.ws_url) as proxy,
        pasjans.connect(proxy.ws_url, options=AT_ONCE) as client,
    ):
        games = [await client.create(TOLD.rules, deal=TOLD.deal) for _ in range(10)]
        for move in TOLD.moves:
            playing = [asyncio.create_task(game.play(move)) for game in games]
            proxy.cut()
            await asyncio.gather(*playing)
        assert {(game.position, game.version) for game in games} == {(TOLD.position, 23)}


@pytest.mark.parametrize("victim", [0, 1], ids=["with the data server", "without it"])
async def test_a_gateway_is_killed_and_the_game_goes_on_at_another(
    serve: Serve, victim: int
) -> None:
    gateways = serve(2, *NO_LIMITS)
    killed, other = gateways[victim], gateways[1 - victim]
    async with pasjans.connect(killed.ws_url, other.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        async with versions_seen_by_a_watcher(other.ws_url, game=game.id) as versions:
            for number, move in enumerate(LINE):
                playing = asyncio.create_task(game.play(move))
                if number == 15:
                    await asyncio.sleep(0)
                    await asyncio.to_thread(killed.kill)
                await playing
                assert game.version == number + 2
        assert versions == list(range(2, 40))
        assert (game.status, game.moves, game.windows, game.undos) == ("solved", 38, 3, 0)
        await assert_is(other.ws_url, game, TOLD.deal, list(LINE))


async def test_gateways_are_restarted_one_after_another(serve: Serve) -> None:
    first, second = serve(2, *NO_LIMITS)
    async with pasjans.connect(first.ws_url, second.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        for number, move in enumerate(LINE):
            playing = asyncio.create_task(game.play(move))
            if number == 15:
                assert await asyncio.to_thread(first.stop) == 0
            await playing
        assert (game.status, game.version) == ("solved", 39)


async def test_the_data_server_is_killed_and_comes_back(serve: Serve) -> None:
    # With `everysec` a data server on a busy disk holds writes back for up to two seconds, and a
    # -9 of it, not of a gateway, then loses them.
    (gateway,) = serve(1, *NO_LIMITS, "--appendfsync", "always")
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        for number, move in enumerate(LINE):
            playing = asyncio.create_task(game.play(move))
            if number in {5, 20}:
                os.kill(gateway.data_server(), signal.SIGKILL)
            await playing
        await assert_is(gateway.ws_url, game, TOLD.deal, list(LINE))


async def test_a_connection_that_stalls_is_given_up(serve: Serve) -> None:
    (gateway,) = serve(1, *NO_LIMITS, "--heartbeat-s", str(HEARTBEAT_S))
    options = pasjans.Options(attempt_s=1.0)
    async with Proxy.before(gateway.ws_url) as proxy:
        urls = (proxy.ws_url, gateway.ws_url)
        async with pasjans.connect(*urls, options=options) as client:
            game = await client.create(TOLD.rules, deal=TOLD.deal)
            await game.play(LINE[0])
            proxy.stall()
            await game.play(LINE[1])
            await assert_is(gateway.ws_url, game, TOLD.deal, list(LINE[:2]))


@pytest.mark.parametrize("lost", [0, 3, 5])
async def test_r8_a_lost_frame_is_noticed_by_a_watcher(serve: Serve, lost: int) -> None:
    """One frame was lost on the way, and the board stayed wrong until a reload."""
    (gateway,) = serve(1, *NO_LIMITS, "--heartbeat-s", str(HEARTBEAT_S))
    async with Proxy.before(gateway.ws_url) as proxy, pasjans.connect(gateway.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        proxy.next_fates.append(Fate(lost_deltas=frozenset({lost})))
        async with versions_seen_by_a_watcher(proxy.ws_url, game=game.id) as versions:
            await play_on(game, random.Random(lost), 5)
            await game.resign()
        assert versions == list(range(2, 8))


async def test_an_idle_client_comes_back_too(serve: Serve) -> None:
    (gateway,) = serve(1, *NO_LIMITS)
    async with (
        Proxy.before(gateway.ws_url) as proxy,
        pasjans.connect(proxy.ws_url, options=AT_ONCE) as client,
    ):
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        updates = game.updates()
        async with pasjans.connect(gateway.ws_url, token=client.token) as elsewhere:
            same = await elsewhere.join(game.id)
            for number, move in enumerate(LINE[:10]):
                proxy.cut()
                await same.play(move)
                while (update := await anext(updates)).kind is not pasjans.UpdateKind.MOVED:
                    pass
                assert (update.version, update.check) == (number + 2, same.check)
