"""Games played and watched with the SDK on a real gateway."""

import asyncio
import random
import re
import sys
from pathlib import Path

import httpx
import pytest

import pasjans
from pasjans_engine.game import legal
from pasjans_engine.view import check, view
from support.gateways import NO_LIMITS, GatewayProcess, Serve
from support.lines import replayed
from support.walkthrough import walkthrough

TOLD = walkthrough()
WATCHER = """
import asyncio, sys, pasjans

async def main() -> None:
    async with pasjans.connect(sys.argv[1]) as client:
        game = await client.join(sys.argv[2])
        assert game.role == "watcher"
        updates = game.updates()
        print("ready", game.version, game.check, flush=True)
        async for update in updates:
            if update.kind == "moved":
                print(update.kind, update.version, update.check, flush=True)
        print(game.result.status, game.moves, game.check, flush=True)

asyncio.run(main())
"""


async def play_all(game: pasjans.Game, moves: tuple[str, ...]) -> None:
    for move in moves:
        await game.play(move)


@pytest.mark.slow
@pytest.mark.parametrize("subprotocol", list(pasjans.Subprotocol))
async def test_the_narrated_game_is_played_to_its_end(
    gateway: GatewayProcess, subprotocol: pasjans.Subprotocol
) -> None:
    options = pasjans.Options(subprotocol=subprotocol)
    async with pasjans.connect(gateway.ws_url, options=options) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        assert game.position == TOLD.deal.replace("00", "--")
        updates = game.updates()
        for move in TOLD.moves:
            assert game.legal is not None
            assert move in game.legal
            await game.play(move)
        assert game.position == TOLD.position
        assert "open" in (game.legal or ())
        assert (game.status, game.windows) == (pasjans.Status.PLAYING, 1)
        for move in TOLD.finish:
            await (game.open() if move == "open" else game.play(move))
        assert (game.status, game.moves, game.windows, game.legal) == ("solved", 38, 3, ())
        assert game.result == pasjans.Result(pasjans.Status.SOLVED, 38, 3, 39, None)
        moved = [each.version async for each in updates if each.kind is pasjans.UpdateKind.MOVED]
        assert moved == list(range(2, 40))


@pytest.mark.slow
async def test_every_position_is_the_engines(gateway: GatewayProcess) -> None:
    chance = random.Random(7)
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create("polish")
        deal = game.position.replace("--", "00")
        played: list[str] = []
        for _ in range(60):
            assert game.legal is not None
            offers = [
                *game.legal,
                *(["undo"] if game.moves else []),
                *(["redo"] * bool(game.redos)),
            ]
            played.append(chance.choice(offers))
            await game.play(played[-1])
            engine = replayed("polish", deal, played)
            assert (game.view, game.check) == (view(engine), check(view(engine)))
            assert game.legal == legal(engine)
            assert (game.moves, game.undos, game.redos) == (
                engine.moves,
                engine.undos,
                engine.redos,
            )


async def test_a_deal_can_be_checked_when_the_game_is_over(gateway: GatewayProcess) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create("russian")
        dealt = game.position
        await game.resign()
        assert game.result is not None
        seed = game.result.seed
        assert seed is not None
        assert pasjans.commitment_of(seed) == game.commitment
        assert pasjans.deal_of("russian", seed).replace("00", "--") == dealt


async def test_the_daily_deal_is_the_same_for_all_and_keeps_its_seed(
    gateway: GatewayProcess,
) -> None:
    async with (
        pasjans.connect(gateway.ws_url) as one,
        pasjans.connect(gateway.ws_url) as other,
    ):
        first = await one.create("polish", daily=True)
        second = await other.create("polish", daily=True)
        assert first.id != second.id
        assert (first.deal_id, first.position) == (second.deal_id, second.position)
        await first.resign()
        assert first.result is not None
        assert first.result.seed is None


@pytest.mark.slow
async def test_many_games_on_one_client(gateway: GatewayProcess) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        games = await asyncio.gather(*(client.create("polish", guide=False) for _ in range(20)))
        assert {game.id for game in games} == set(client.games)
        assert {game.legal for game in games} == {None}
        for _ in range(3):
            await asyncio.gather(*(game.play("undo") for game in games), return_exceptions=True)
        await asyncio.gather(*(game.resign() for game in games))
        assert {game.status for game in games} == {"resigned"}
        await asyncio.gather(*(game.leave() for game in games))
        assert dict(client.games) == {}


@pytest.mark.slow
async def test_more_games_than_a_connection_may_have(gateway: GatewayProcess) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        await asyncio.gather(*(client.create("polish") for _ in range(64)))
        with pytest.raises(pasjans.Refused) as refused:
            await client.create("polish")
        assert refused.value.code is pasjans.Code.TOO_MANY_GAMES
        await next(iter(client.games.values())).leave()
        await client.create("polish")


async def test_refusals_say_why_and_change_nothing(gateway: GatewayProcess) -> None:
    async with (
        pasjans.connect(gateway.ws_url) as client,
        pasjans.connect(gateway.ws_url) as stranger,
    ):
        game = await client.create("polish", deal=TOLD.deal)
        before = (game.version, game.view)
        watched = await stranger.join(game.id)
        for request, code in (
            (game.play("66@06"), pasjans.Code.ILLEGAL),
            (game.open(), pasjans.Code.ILLEGAL),
            (game.undo(), pasjans.Code.ILLEGAL),
            (game.redo(), pasjans.Code.ILLEGAL),
            (game.play("a@b"), pasjans.Code.INVALID),
            (game.play("zażółć"), pasjans.Code.INVALID),
            (watched.resign(), pasjans.Code.NOT_YOUR_GAME),
            (client.create("queens-of-mars"), pasjans.Code.UNKNOWN_RULES),
            (client.create("polish", deal="00 11"), pasjans.Code.BAD_DEAL),
            (client.join("nothing-like-it"), pasjans.Code.NO_SUCH_GAME),
            (client.claim("\u202eola"), pasjans.Code.BAD_NAME),
        ):
            with pytest.raises(pasjans.Refused) as refused:
                await request
            assert refused.value.code is code
        assert (game.version, game.view) == before
        with pytest.raises(pasjans.Refused) as illegal:
            await game.play("66@32")
        assert illegal.value.fits == ("21",)
        assert illegal.value.version == 1
        await game.resign()
        with pytest.raises(pasjans.Refused) as over:
            await game.undo()
        assert over.value.code is pasjans.Code.GAME_OVER


async def test_names_belong_to_who_claimed_them(gateway: GatewayProcess) -> None:
    async with pasjans.connect(gateway.ws_url, name="Ola of Łódź") as client:
        assert client.name == "Ola of Łódź"
        token = client.token
        async with pasjans.connect(gateway.ws_url) as other:
            with pytest.raises(pasjans.Refused, match="name_taken"):
                await other.claim("ola of łódź")
    async with pasjans.connect(gateway.ws_url, token=token, name="Ola of Łódź") as again:
        assert again.name == "Ola of Łódź"


async def test_a_game_is_played_on_with_the_token(gateway: GatewayProcess) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create("russian", deal=TOLD.deal)
        await game.play(TOLD.moves[0])
        token, player = client.token, client.player
    async with pasjans.connect(gateway.ws_url, token=token) as later:
        assert later.player == player
        game = await later.join(game.id)
        assert (game.role, game.version) == ("player", 2)
        await game.play(TOLD.moves[1])
        assert game.version == 3


async def test_somebody_with_the_same_token_makes_a_real_conflict(gateway: GatewayProcess) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create("russian", deal=TOLD.deal)
        async with pasjans.connect(gateway.ws_url, token=client.token) as tab:
            same = await tab.join(game.id)
            outcomes = await asyncio.gather(
                game.play(TOLD.moves[0]), same.play(TOLD.moves[0]), return_exceptions=True
            )
            (refused,) = [each for each in outcomes if each is not None]
            assert isinstance(refused, pasjans.Refused)
            assert refused.code is pasjans.Code.CONFLICT
            assert refused.version == 2
            await same.undo()
            assert same.version == 3


async def test_presence_is_told(gateway: GatewayProcess) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create("polish")
        updates = game.updates()
        async with pasjans.connect(gateway.ws_url) as watcher:
            await watcher.join(game.id)
            while (await anext(updates)).watching != 2:
                pass
        while (await anext(updates)).watching != 1:
            pass
        assert game.watching == 1


@pytest.mark.slow
async def test_a_game_is_watched_live_from_another_process(
    gateway: GatewayProcess, tmp_path: Path
) -> None:
    script = tmp_path / "watcher.py"
    script.write_text(WATCHER, encoding="utf-8")
    checks: list[str] = []
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        process = await asyncio.create_subprocess_exec(
            sys.executable, script, gateway.ws_url, game.id, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        assert (await process.stdout.readline()).decode().split() == ["ready", "1", str(game.check)]
        for move in TOLD.moves + TOLD.finish:
            await game.play(move)
            checks.append(f"moved {game.version} {game.check}")
        seen = (await process.stdout.read()).decode().splitlines()
        assert await process.wait() == 0
    assert seen[:-1] == checks
    assert seen[-1] == f"solved 38 {game.check}"


@pytest.mark.slow
async def test_the_rate_limit_is_waited_for(serve: Serve) -> None:
    (gateway,) = serve(1, "--commands-per-s", "20", "--commands-burst", "3")
    async with pasjans.connect(gateway.ws_url) as client:
        games = [await client.create(TOLD.rules, deal=TOLD.deal) for _ in range(10)]
        await asyncio.gather(*(play_all(game, TOLD.moves[:2]) for game in games))
        assert {game.version for game in games} == {3}
    assert _refusals(gateway, "rate_limited") > 0


@pytest.mark.slow
async def test_the_rate_limit_is_raised_when_nobody_wants_to_wait(serve: Serve) -> None:
    (gateway,) = serve(1, "--commands-per-s", "1", "--commands-burst", "3")
    options = pasjans.Options(retry_s=0.0)
    async with pasjans.connect(gateway.ws_url, options=options) as client:
        games = [await client.create(TOLD.rules, deal=TOLD.deal) for _ in range(10)]
        plays = [game.play(TOLD.moves[0]) for game in games]
        outcomes = await asyncio.gather(*plays, return_exceptions=True)
        limited = [each for each in outcomes if isinstance(each, pasjans.Refused)]
        assert len(limited) + outcomes.count(None) == 10
        assert {each.code for each in limited} == {pasjans.Code.RATE_LIMITED}
        assert all(each.retry_after_ms for each in limited)


@pytest.mark.slow
async def test_a_token_of_elsewhere_is_not_taken(serve: Serve, gateway: GatewayProcess) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        token = client.token
    (other,) = serve(1, *NO_LIMITS)
    for forged in (token, "nonsense", f"{token}x"):
        with pytest.raises(pasjans.Closed, match="say hello without"):
            async with pasjans.connect(other.ws_url, token=forged):
                pass


async def test_a_path_that_is_no_gateway_says_so(gateway: GatewayProcess) -> None:
    with pytest.raises(pasjans.Unsupported, match="Check the URL, path included"):
        async with pasjans.connect(gateway.ws_url + "/nothing"):
            pass


def _refusals(gateway: GatewayProcess, code: str) -> float:
    metrics = httpx.get(f"{gateway.http_url}/metrics").text
    found = re.search(rf'pasjans_refusals_total{{code="{code}"}} (\S+)', metrics)
    return float(found[1]) if found else 0.0
