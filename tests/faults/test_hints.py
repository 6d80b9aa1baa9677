"""A hint counts once, whatever fails: workers that are killed, answers that are lost."""

import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from pasjans_protocol.messages import Advised, Hint, Refused
from support.hints import solving
from support.inprocess import InProcess
from support.pars import deals_of
from support.redisproxy import RedisProxy
from support.wire import Table, Wire, fresh_id

pytestmark = pytest.mark.slow

STUCK = Path(__file__).with_name("stuck_adviser.py")
DEAL, PAR = deals_of("polish")[0]


def repeat(table: Table, request_id: str) -> Hint:
    return Hint(request_id, table.channel, 1)


def is_first_hint(answer: object) -> bool:
    return isinstance(answer, Advised) and (answer.version, answer.to_go) == (2, PAR)


async def test_a_worker_killed_in_the_middle_of_a_hint_is_stood_in_for(
    inprocess: InProcess,
) -> None:
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(inprocess.gateway())
        player = await stack.enter_async_context(Wire.connect(running.ws_url))
        table = await player.create("polish", deal=DEAL)
        stuck = await create_subprocess_exec(
            sys.executable, str(STUCK), inprocess.redis_url, stdout=PIPE
        )
        assert stuck.stdout is not None
        try:
            assert await stuck.stdout.readline() == b"ready\n"
            request = repeat(table, fresh_id())
            await player.send(request)
            assert await stuck.stdout.readline() == b"judging\n"
        finally:
            stuck.kill()
            await stuck.wait()
        await stack.enter_async_context(solving(inprocess))
        # The player has lost patience, and asks by another way.
        other = await stack.enter_async_context(inprocess.gateway())
        token = player.welcome.token
        again = await stack.enter_async_context(Wire.connect(other.ws_url, token=token))
        second = await again.join(table.game)
        assert is_first_hint(await again.ask(repeat(second, request.id)))
        assert is_first_hint(await player.answer_to(request.id))
        assert (table.version, second.version) == (2, 2)
        assert await running.gateway.lobby.store.head(table.game) == 2


async def test_a_hint_whose_append_got_no_answer_is_asked_for_again(
    inprocess: InProcess, tmp_path: Path
) -> None:
    async with (
        RedisProxy.before(inprocess.redis_url, tmp_path) as proxy,
        inprocess.gateway(proxy.url) as running,
        solving(inprocess),
        Wire.connect(running.ws_url) as player,
    ):
        table = await player.create("polish", deal=DEAL)
        request = repeat(table, fresh_id())
        proxy.lose_answer_to = request.id.encode()
        assert is_first_hint(await player.ask(request))
        assert proxy.answers_lost == 1
        assert await running.gateway.lobby.store.head(table.game) == 2


async def test_a_hint_is_refused_while_the_store_is_away_and_counts_once_then(
    inprocess: InProcess, tmp_path: Path
) -> None:
    async with (
        RedisProxy.before(inprocess.redis_url, tmp_path) as proxy,
        inprocess.gateway(proxy.url) as running,
        solving(inprocess),
        Wire.connect(running.ws_url) as player,
    ):
        table = await player.create("polish", deal=DEAL)
        request = repeat(table, fresh_id())
        proxy.hold_requests_with = request.id.encode()
        refused = await player.ask(request)
        assert isinstance(refused, Refused)
        assert refused.code == "unavailable"
        assert refused.retry_after_ms
        assert table.version == 1
        proxy.hold_requests_with = None
        for _ in range(2):
            assert is_first_hint(await player.ask(request))
        assert await running.gateway.lobby.store.head(table.game) == 2
