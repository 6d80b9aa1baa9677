"""Whatever bytes come in: a coded answer or a close, the process lives, memory stays flat."""

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import msgpack
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol as Offered

from pasjans_protocol.close_codes import CloseCode, reconnects
from pasjans_protocol.codec import CLIENT_CODECS
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Command, Create, Hello, Join, Ping, Pong, Refused
from pasjans_protocol.subprotocols import Subprotocol
from support.gateways import GatewayProcess
from support.inprocess import UNLIMITED, InProcess
from support.wire import Wire, fresh_id

MSGPACK = CLIENT_CODECS[Subprotocol.MSGPACK]
GOOD = [
    MSGPACK.encode(message)
    for message in (
        Hello("fuzz", None),
        Create("a", "polish", guide=True),
        Join("b", "nosuchgame42", version=3, check=4),
        Command("c", 1, 1, "54@14"),
        Ping("d"),
    )
]


def garbage(seed: int, count: int) -> Iterator[bytes]:
    """Random bytes, and good frames that were cut, bent, nested or filled with wrong types."""
    chance = random.Random(seed)
    for _ in range(count):
        good = chance.choice(GOOD)
        assert isinstance(good, bytes)
        match chance.randrange(6):
            case 0:
                yield chance.randbytes(chance.randrange(200))
            case 1:
                yield good[: chance.randrange(len(good))]
            case 2:
                place = chance.randrange(len(good))
                yield good[:place] + chance.randbytes(1) + good[place + 1 :]
            case 3:
                yield b"\x91" * chance.randrange(1, 16_000)
            case 4:
                fields = msgpack.unpackb(good)
                fields[chance.randrange(len(fields))] = chance.choice(
                    [None, -1, 2**63, 1.5, "x" * 5_000, b"\xff", [], {}, {"a": [1]}, True]
                )
                yield msgpack.packb(fields)
            case _:
                yield good + chance.randbytes(chance.randrange(1, 20))


@pytest.mark.slow
async def test_garbage_gets_a_coded_answer_or_a_close(gateway: GatewayProcess) -> None:
    before = _resident_kib(gateway)
    answered = 0
    for seed in range(60):
        async with Wire.connect(gateway.ws_url) as wire:
            with suppress(ConnectionClosed):
                for frame in garbage(seed, 20):
                    await wire.socket.send(frame)
                    await wire.ask(Ping(fresh_id()))
            answered += sum(isinstance(message, Refused) for message in wire.seen)
            ended = wire.socket.close_code
            assert ended is None or not reconnects(ended)
    assert answered > 200
    async with Wire.connect(gateway.ws_url) as wire:
        await (await wire.create()).play()
    assert gateway.process.poll() is None
    assert "session_failed" not in "".join(gateway.log)
    assert _resident_kib(gateway) - before < 20_000


async def test_a_socket_of_nothing_but_garbage_is_closed(gateway: GatewayProcess) -> None:
    async with Wire.connect(gateway.ws_url) as wire:
        with suppress(ConnectionClosed):
            for _ in range(100):
                await wire.socket.send(b"\xc1")
        code, _ = await wire.closed()
        assert code == CloseCode.FLOODING
        assert {m.code for m in wire.seen if isinstance(m, Refused)} == {Code.MALFORMED}


@pytest.mark.parametrize("size", [16_385, 1 << 20])
async def test_a_frame_that_is_too_large_closes_the_socket(
    gateway: GatewayProcess, size: int
) -> None:
    async with Wire.connect(gateway.ws_url) as wire:
        with suppress(ConnectionClosed):
            await wire.socket.send(bytes(size))
        code, _ = await wire.closed()
        assert code == CloseCode.TOO_BIG


@pytest.mark.slow
async def test_large_frames_leave_memory_as_it_was(gateway: GatewayProcess) -> None:
    async def flood(times: int) -> None:
        for _ in range(times):
            async with Wire.connect(gateway.ws_url) as wire:
                with suppress(ConnectionClosed):
                    await wire.socket.send(bytes(1 << 20))
                await wire.closed()

    await flood(20)
    before = _resident_kib(gateway)
    await flood(100)
    assert _resident_kib(gateway) - before < 10_000


async def test_the_wrong_kind_of_frame_is_malformed(gateway: GatewayProcess) -> None:
    async with Wire.connect(gateway.ws_url) as wire:
        await wire.socket.send("text")
        answer = await wire.receive()
        assert isinstance(answer, Refused)
        assert answer.code is Code.MALFORMED
    async with Wire.connect(gateway.ws_url, subprotocol=Subprotocol.JSON) as wire:
        for frame in (b"{}", "[" * 10_000, '{"type": "ping"}', '{"type": "fly", "id": "x"}', "NaN"):
            await wire.socket.send(frame)
            answer = await wire.receive()
            assert isinstance(answer, Refused)
            assert answer.code in {Code.MALFORMED, Code.UNKNOWN_TYPE}
        assert await wire.ask(Ping("still")) == Pong("still")


async def test_who_offers_no_known_subprotocol_is_told_which_there_are(
    gateway: GatewayProcess,
) -> None:
    for offered in (None, [Offered("chess.1")]):
        with pytest.raises(InvalidStatus) as refused:
            async with connect(gateway.ws_url, subprotocols=offered):
                pass
        assert refused.value.response.status_code == 400
        assert refused.value.response.body is not None
        assert Subprotocol.MSGPACK in refused.value.response.body.decode()


async def test_a_foreign_page_may_not_connect(inprocess: InProcess) -> None:
    friendly = replace(inprocess.settings, origins=("https://friend.example",))
    async with replace(inprocess, settings=friendly).gateway() as running:
        own = running.ws_url.replace("ws:", "http:").removesuffix("/ws")
        for origin in (own, "https://friend.example"):
            async with Wire.open(running.ws_url, origin=origin) as wire:
                await wire.hello()
        for origin in ("https://evil.example", "null", own + ".evil.example", "http://["):
            async with Wire.open(running.ws_url, origin=origin) as wire:
                code, _ = await wire.closed()
            assert code == CloseCode.ORIGIN


async def test_too_many_connections_are_told_to_wait(inprocess: InProcess) -> None:
    few = replace(inprocess.settings, limits=replace(UNLIMITED, connections=2))
    async with (
        replace(inprocess, settings=few).gateway() as running,
        Wire.connect(running.ws_url),
        Wire.connect(running.ws_url),
    ):
        async with Wire.open(running.ws_url) as wire:
            code, _ = await wire.closed()
        assert code == CloseCode.TRY_AGAIN_LATER


async def test_who_says_no_hello_is_let_go(inprocess: InProcess) -> None:
    quick = replace(inprocess.settings, limits=replace(UNLIMITED, hello_timeout_s=0.05))
    async with replace(inprocess, settings=quick).gateway() as running:
        async with Wire.open(running.ws_url) as wire:
            code, _ = await wire.closed()
        assert code == CloseCode.IDLE


def _resident_kib(gateway: GatewayProcess) -> int:
    status = Path(f"/proc/{gateway.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])
