"""How sockets end, and that one that does not read harms nobody."""

import asyncio
import socket
from typing import Any
from urllib.parse import urlsplit

import pytest

from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.codec import SERVER_CODECS
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Refused
from pasjans_protocol.subprotocols import SUBPROTOCOL_MSGPACK
from pasjans_services.gateway.socket import Socket
from support.gateways import Serve
from support.inprocess import InProcess, Running
from support.lines import random_line
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
        async with Wire.open(running.ws_url, **_narrow(running.ws_url)) as slow:
            await slow.hello()
            seat = await slow.join(table.game)
            server_side = await _other_socket(running, player)

            _flood(server_side)
            assert server_side.outbox.waiting_bytes == 0
            code, _ = await slow.closed()
            assert code == CloseCode.TOO_SLOW
        await table.play(*LINE.actions[:50])
        async with Wire.connect(running.ws_url) as back:
            again = await back.resume(seat)
            assert again.view == table.view


async def test_a_reader_that_takes_not_even_the_close_is_cut(inprocess: InProcess) -> None:
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as player:
        table = await player.create(LINE.rules, deal=LINE.deal)
        async with Wire.open(running.ws_url, **_narrow(running.ws_url)) as dead:
            await dead.hello()
            await dead.join(table.game)
            server_side = await _other_socket(running, player)

            _flood(server_side)
            async with asyncio.timeout(10):
                await server_side.ended
            assert len(running.gateway.sockets) == 1
            await table.play(*LINE.actions[:5])


def _narrow(url: str) -> dict[str, Any]:
    """Options of a socket that takes little before it counts as slow."""
    parts = urlsplit(url)
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    narrow.connect((parts.hostname, parts.port))
    narrow.setblocking(False)
    return {"sock": narrow, "max_queue": 1, "close_timeout": 0.1}


async def _other_socket(running: Running, player: Wire) -> Socket:
    (other,) = (
        one
        for one in running.gateway.sockets
        if one.session.known_player.id != player.welcome.player
    )
    return other


def _flood(server_side: Socket) -> None:
    """Send frames until the peer, which does not read, counts as too slow."""
    large = SERVER_CODECS[SUBPROTOCOL_MSGPACK].encode(Refused(None, Code.INVALID, "x" * 512))
    for _ in range(1_000_000):
        if server_side.session.ended:
            return
        server_side.outbox.push(large)
    raise AssertionError("a reader that reads nothing was never too slow")
