"""How sockets end, and that one that does not read harms nobody."""

import asyncio

import pytest

from pasjans_protocol.close_codes import CloseCode
from support.gateways import Serve
from support.inprocess import InProcess
from support.lines import random_line
from support.slow import narrow, overflow
from support.wire import Wire

LINE = random_line("polish", 400, seed=41)


@pytest.mark.slow
async def test_a_stopped_gateway_tells_everybody_to_come_back(serve: Serve) -> None:
    leaving, staying = serve(2)
    async with Wire.connect(leaving.ws_url) as wire, Wire.connect(leaving.ws_url) as watcher:
        table = await wire.create(LINE.rules, deal=LINE.deal)
        await watcher.join(table.game)
        await table.play(*LINE.actions[:5])

        stopped = asyncio.to_thread(leaving.stop)
        codes, exit_code = await asyncio.gather(_codes(wire, watcher), stopped)

        assert codes == [(CloseCode.GOING_AWAY, CloseCode.GOING_AWAY.reason)] * 2
        assert exit_code == 0
        assert "Traceback" not in "".join(leaving.log)
        async with Wire.connect(staying.ws_url, token=wire.welcome.token) as again:
            await (await again.resume(table)).play(*LINE.actions[5:10])


async def _codes(*wires: Wire) -> list[tuple[int, str]]:
    return [await wire.closed() for wire in wires]


async def test_a_reader_that_is_too_slow_is_told_to_resume_and_can(inprocess: InProcess) -> None:
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as player:
        table = await player.create(LINE.rules, deal=LINE.deal)
        async with Wire.open(running.ws_url, **narrow(running.ws_url)) as slow:
            await slow.hello()
            seat = await slow.join(table.game)

            end = overflow(running, slow)
            assert end.outbox.waiting_bytes == 0
            code, _ = await slow.closed()
            assert code == CloseCode.TOO_SLOW
        await table.play(*LINE.actions[:50])
        async with Wire.connect(running.ws_url) as back:
            again = await back.resume(seat)
            assert again.view == table.view


async def test_a_reader_that_takes_not_even_the_close_is_cut(inprocess: InProcess) -> None:
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as player:
        table = await player.create(LINE.rules, deal=LINE.deal)
        async with Wire.open(running.ws_url, **narrow(running.ws_url)) as dead:
            await dead.hello()
            await dead.join(table.game)

            end = overflow(running, dead)
            async with asyncio.timeout(10):
                await end.ended
            assert len(running.gateway.sockets) == 1
            await table.play(*LINE.actions[:5])
