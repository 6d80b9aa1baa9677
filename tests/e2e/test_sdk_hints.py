"""Hints and costs of moves, as the SDK gets them from a real server with solvers."""

import random

import pytest

import pasjans
from pasjans_protocol.errors import Code
from support.gateways import GatewayProcess
from support.proxy import Fate, Proxy
from support.walkthrough import walkthrough

TOLD = walkthrough()
LINE = TOLD.moves + TOLD.finish
AT_ONCE = pasjans.Options(random=lambda: 0.0)

pytestmark = pytest.mark.slow


async def test_who_follows_the_hints_needs_par_moves_and_is_assisted(
    solving: GatewayProcess,
) -> None:
    async with pasjans.connect(solving.ws_url) as client, pasjans.Api(solving.http_url) as api:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        advice = await game.hint()
        par = advice.to_go
        assert advice.verdict is pasjans.Verdict.SOLVED
        assert par is not None
        for hints in range(1, par + 1):
            assert (advice.to_go, advice.undo) == (par - game.moves, 0)
            assert (advice.version, game.hints) == (game.version, hints)
            assert advice.action is not None
            await game.play(advice.action)
            if not game.status.over:
                advice = await game.hint()
        assert (game.status, game.moves, game.hints) == (pasjans.Status.SOLVED, par, par)
        info = await api.game(game.id)
        assert (info.hints, info.check) == (par, game.check)
        costs = await api.costs(game.id)
        assert [weighed.cost for weighed in costs.versions if weighed.cost is not None] == [0] * par


async def test_a_hint_counts_once_however_often_the_connection_is_lost(
    solving: GatewayProcess,
) -> None:
    chance = random.Random(5)
    async with Proxy.before(solving.ws_url) as proxy:
        async with pasjans.connect(proxy.ws_url, options=AT_ONCE) as client:
            game = await client.create(TOLD.rules, deal=TOLD.deal)
            proxy.next_fates.extend(Fate(down_bytes=chance.randrange(1_200)) for _ in range(20))
            proxy.cut()
            while proxy.next_fates:
                advice = await game.hint()
                assert game.version == advice.version == game.hints + 1
        async with pasjans.Api(solving.http_url) as api:
            assert (await api.game(game.id)).version == game.version


async def test_what_each_move_cost_adds_up(solving: GatewayProcess) -> None:
    async with pasjans.connect(solving.ws_url) as client, pasjans.Api(solving.http_url) as api:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        with pytest.raises(pasjans.Refused, match="not_over"):
            await api.costs(game.id)
        for action in LINE:
            await game.play(action)
        replay = await client.replay(game.id, playing=False)
        costs = await api.costs(game.id)
        assert [weighed.version for weighed in costs.versions] == [*range(1, replay.head + 1)]
        par = (await replay.hint()).to_go
        assert par is not None
        assert sum(weighed.cost or 0 for weighed in costs.versions) == game.moves - par
        for version in (5, 20):
            await replay.seek(version)
            assert (await replay.hint()).to_go == costs.versions[version - 1].to_go
        assert (await game.hint()).to_go == 0
        assert (game.hints, replay.hints) == (0, 0)


async def test_only_the_player_is_told_and_only_when_it_is_over_the_others(
    solving: GatewayProcess,
) -> None:
    url = solving.ws_url
    async with pasjans.connect(url) as client, pasjans.connect(url) as other:
        game = await client.create("russian")
        watched = await other.join(game.id)
        replay = await other.replay(game.id, playing=False)
        for seen in (watched, replay):
            with pytest.raises(pasjans.Refused) as refused:
                await seen.hint()
            assert refused.value.code is Code.NOT_OVER
        updates = watched.updates()
        await game.resign()
        assert [update.kind async for update in updates] == ["moved", "finished"]
        assert (await watched.hint()).verdict is pasjans.Verdict.SOLVED
        assert (await replay.hint()).version == 1
        with pytest.raises(pasjans.Refused, match="unsupported"):
            await game.hint(ask="moves")


async def test_a_game_of_queens_is_played_by_what_looks_useful(gateway: GatewayProcess) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create("queens")
        for _ in range(40):
            advice = await game.hint(ask="moves")
            assert advice.verdict is None
            if advice.action is None:
                break
            await game.play(advice.action)
        assert game.hints == 0
        assert game.moves + game.draws == game.version - 1
        housed = sum(top is not None for top in game.cards.houses)
        assert housed >= 1
        with pytest.raises(pasjans.Refused):
            await game.play("w>h99")
        await game.resign()
        assert game.result
        assert game.result.seed
        assert game.commitment == pasjans.commitment_of(game.result.seed)
        _, columns, _ = pasjans.deal_of("queens", game.result.seed).split(" | ")
        replay = await client.replay(game.id, version=1, playing=False)
        assert " / ".join(map(" ".join, replay.cards.columns)) == columns
