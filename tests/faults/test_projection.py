"""What the projector of the boards sees: faults K6 and K8 that users of other stores reported."""

import asyncio
import random
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from pasjans_services.config import Part
from pasjans_services.feed.base import Occasion
from pasjans_services.leaderboard.rows import Kind, parse_member
from support.inprocess import InProcess
from support.leaderboards import (
    backends_of,
    content_of,
    rebuilt,
    settled,
    solve_narrated,
    write,
)
from support.solves import golden_log, narrated_log
from support.wire import Wire

pytestmark = pytest.mark.slow

GATEWAYS = 3
WRITERS = 8
GAMES_EACH = 3
SEEN_AGAIN = 1_000
MANY_GAMES_S = 50.0


async def test_k6_of_many_writers_each_finished_game_gets_exactly_one_row(
    inprocess: InProcess,
) -> None:
    """Events that were committed in another order than they were numbered were skipped for good."""
    async with AsyncExitStack() as stack:
        gateways = [await stack.enter_async_context(inprocess.gateway()) for _ in range(GATEWAYS)]
        shared = await stack.enter_async_context(backends_of(inprocess))

        async def writer(number: int) -> list[str]:
            games: list[str] = []
            async with Wire.connect(gateways[number % GATEWAYS].ws_url) as wire:
                for _ in range(GAMES_EACH):
                    games.append((await solve_narrated(wire, detours=number)).game)
                    await (await wire.create()).play("resign")
            return games

        by_writer = await asyncio.gather(*map(writer, range(WRITERS)))
        await settled(shared)
        content = await content_of(shared)

        ranked = [member for member in content["board:all:russian"] if member[:1] == b"r"]
        games = [row.game for kind, row in map(parse_member, ranked) if kind is Kind.RANKED]
        assert sorted(games) == sorted(game for solved in by_writer for game in solved)
        assert await rebuilt(shared, from_empty=True) == content


async def test_k6_a_process_that_ends_in_the_middle_leaves_its_games_to_the_others(
    inprocess: InProcess,
) -> None:
    """Games that ended while the only projector restarted never came onto a board."""
    async with backends_of(inprocess) as shared:
        async with inprocess.gateway() as running, Wire.connect(running.ws_url) as wire:
            first = await solve_narrated(wire)
            await settled(shared)
        for number in range(20):
            await write(shared, f"meanwhile{number}", narrated_log(detours=number))
        async with inprocess.gateway():
            await settled(shared)
            content = await content_of(shared)
    games = {parse_member(one)[1].game for one in content["board:all:russian"]}
    assert games == {first.game, *(f"meanwhile{number}" for number in range(20))}


async def test_k8_finished_games_that_are_seen_again_change_nothing(inprocess: InProcess) -> None:
    """A consumer's position went back, and everybody's last games counted twice."""
    chance = random.Random(1)
    logs = [narrated_log(detours=number % 4, player=f"p{number % 7}") for number in range(28)]
    logs += [
        golden_log(name, player=f"p{n}") for n in range(5) for name in ("polish-2", "polish-8")
    ]
    alone = replace(inprocess.settings, parts=(Part.LEADERBOARD,))
    async with (
        replace(inprocess, settings=alone).gateway(),
        backends_of(inprocess) as shared,
    ):
        games = [f"game{number}" for number in range(SEEN_AGAIN)]
        for start in range(0, SEEN_AGAIN, 100):
            some = games[start : start + 100]
            await asyncio.gather(*(write(shared, game, chance.choice(logs)) for game in some))
        await settled(shared, MANY_GAMES_S)
        content = await content_of(shared)
        assert len(content["board:all:russian"]) + len(content["board:all:polish"]) > SEEN_AGAIN

        await shared.feed.rewind("boards")
        await settled(shared, MANY_GAMES_S)
        assert await content_of(shared) == content

        chance.shuffle(games)
        for game in games[:200]:
            await shared.feed.announce(game, Occasion.OVER)
        await settled(shared, MANY_GAMES_S)
        assert await content_of(shared) == content
