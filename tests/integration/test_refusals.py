"""Each refusal code, provoked over the wire: it is the one answer, and nothing has changed."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.errors import ADVICE, Code
from pasjans_protocol.messages import (
    Claim,
    Command,
    Create,
    Hello,
    Hint,
    Join,
    Leave,
    Ping,
    Pong,
    Refused,
    Replay,
    Subscribe,
)
from support.gateways import GatewayProcess
from support.inprocess import UNLIMITED, InProcess
from support.lines import random_line
from support.redisproxy import RedisProxy
from support.wire import Table, Wire, fresh_id

LINE = random_line("polish", 12, seed=3)
Provoke = Callable[[Wire, Table], Awaitable[Refused]]


async def _raw(wire: Wire, frame: bytes | str) -> Refused:
    await wire.socket.send(frame)
    answer = await wire.receive()
    while not isinstance(answer, Refused):
        answer = await wire.receive()
    return answer


async def _foreign(wire: Wire, table: Table) -> Refused:
    return await wire.refused(Command(fresh_id(), table.channel, table.version, "undo"))


async def _not_over(wire: Wire, table: Table) -> Refused:
    return await wire.refused(Hint(fresh_id(), table.channel, table.version))


async def _name_taken(wire: Wire, table: Table) -> Refused:
    name = f"n{fresh_id()}"
    await table.wire.ask(Claim(fresh_id(), name))
    return await wire.refused(Claim(fresh_id(), name.upper()))


async def _again(wire: Wire, table: Table) -> Refused:
    return await wire.refused(Join(fresh_id(), table.game))


async def _no_such_version(wire: Wire, table: Table) -> Refused:
    return await wire.refused(Replay(fresh_id(), table.game, version=5))


def _command(action: str, expected: int = 4) -> Provoke:
    async def provoke(_wire: Wire, table: Table) -> Refused:
        answer = await table.command(action, expected=expected)
        assert isinstance(answer, Refused)
        return answer

    return provoke


def _request(request: Callable[[], object]) -> Provoke:
    async def provoke(wire: Wire, _table: Table) -> Refused:
        return await wire.refused(request())

    return provoke


OWN_SOCKET: dict[Code, Provoke] = {
    Code.MALFORMED: lambda wire, _: _raw(wire, b"\x92\x05"),
    Code.UNKNOWN_TYPE: lambda wire, _: _raw(wire, b"\x92\x63\xa1x"),
    Code.UNEXPECTED: lambda wire, _: _raw(wire, b"\x92\x01\xa1x"),
    Code.INVALID: _command("knight@c3"),
    Code.ILLEGAL: _command("00@60"),
    Code.CONFLICT: _command("undo", expected=3),
    Code.NOT_JOINED: _request(lambda: Leave(fresh_id(), 99)),
    Code.NO_SUCH_GAME: _request(lambda: Join(fresh_id(), "nosuchgame42")),
    Code.ALREADY_JOINED: _again,
    Code.UNKNOWN_RULES: _request(lambda: Create(fresh_id(), "czech")),
    Code.BAD_DEAL: _request(lambda: Create(fresh_id(), "polish", deal="60 61")),
    Code.NO_SUCH_LEVEL: _request(lambda: Create(fresh_id(), "queens", level="impossible")),
    Code.BAD_NAME: _request(lambda: Claim(fresh_id(), "<script>")),
    Code.NO_SUCH_VERSION: _no_such_version,
    Code.NO_SUCH_BOARD: _request(lambda: Subscribe(fresh_id(), "all:czech")),
}
OTHER_SOCKET: dict[Code, Provoke] = {
    Code.NOT_YOUR_GAME: _foreign,
    Code.NOT_OVER: _not_over,
    Code.NAME_TAKEN: _name_taken,
}
ELSEWHERE = {
    Code.GAME_OVER,
    Code.TOO_MANY_GAMES,
    Code.TOO_LONG,
    Code.RATE_LIMITED,
    Code.UNAVAILABLE,
    Code.BAD_TOKEN,
    Code.UNSUPPORTED,
    # Over HTTP alone:
    Code.NO_SUCH_DEAL,
    Code.DEAL_IN_PLAY,
}


def test_each_code_is_provoked_here() -> None:
    assert set(ADVICE) == {*OWN_SOCKET, *OTHER_SOCKET, *ELSEWHERE}


@pytest.mark.parametrize("code", OWN_SOCKET)
async def test_the_players_socket_is_refused(gateway: GatewayProcess, code: Code) -> None:
    async with Wire.connect(gateway.ws_url) as wire:
        table = await wire.create(LINE.rules, deal=LINE.deal)
        await table.play(*LINE.actions[:3])
        view = table.view

        refused = await OWN_SOCKET[code](wire, table)

        assert refused.code is code
        assert refused.message
        await _nothing_changed(gateway, table, view)
        await table.play(*LINE.actions[3:6])


@pytest.mark.parametrize("code", OTHER_SOCKET)
async def test_another_socket_is_refused(gateway: GatewayProcess, code: Code) -> None:
    async with Wire.connect(gateway.ws_url) as owner, Wire.connect(gateway.ws_url) as wire:
        table = await owner.create(LINE.rules, deal=LINE.deal)
        await table.play(*LINE.actions[:3])
        seat = await wire.join(table.game)

        refused = await OTHER_SOCKET[code](wire, table if code is Code.NAME_TAKEN else seat)

        assert refused.code is code
        await _nothing_changed(gateway, table, table.view)


async def _nothing_changed(gateway: GatewayProcess, table: Table, view: tuple[int, ...]) -> None:
    assert (table.version, table.view) == (4, view)
    async with Wire.connect(gateway.ws_url) as late:
        fresh = await late.join(table.game)
        assert (fresh.version, fresh.view) == (4, view)


async def test_an_illegal_move_is_told_what_would_fit(gateway: GatewayProcess) -> None:
    async with Wire.connect(gateway.ws_url) as wire:
        table = await wire.create(LINE.rules, deal=LINE.deal, guide=True)
        cell = table.legal[0].split("@")[1]
        fitting = tuple(move.split("@")[0] for move in table.legal if move.endswith(cell))
        wrong = "66" if "66" not in fitting else "10"

        refused = await table.command(f"{wrong}@{cell}")

        assert isinstance(refused, Refused)
        assert refused.code is Code.ILLEGAL
        assert set(fitting) <= set(refused.fits)
        assert all(tile in refused.message for tile in refused.fits)


async def test_game_over_after_the_end(gateway: GatewayProcess) -> None:
    async with Wire.connect(gateway.ws_url) as wire:
        table = await wire.create(LINE.rules, deal=LINE.deal)
        await table.play("resign")
        for action in (LINE.actions[0], "undo", "resign"):
            refused = await table.command(action)
            assert isinstance(refused, Refused)
            assert (refused.code, refused.version) == (Code.GAME_OVER, 2)


async def test_too_many_games_on_a_socket(gateway: GatewayProcess) -> None:
    async with Wire.connect(gateway.ws_url) as wire:
        tables = [await wire.create() for _ in range(wire.welcome.limits.games)]
        refused = await wire.refused(Create(fresh_id(), "polish"))
        assert refused.code is Code.TOO_MANY_GAMES
        await wire.leave(tables[0])
        await wire.create()


async def test_too_long_a_game_takes_only_resign(inprocess: InProcess) -> None:
    limits = replace(UNLIMITED, events_per_game=8)
    short = replace(inprocess, settings=replace(inprocess.settings, limits=limits))
    async with short.gateway() as running, Wire.connect(running.ws_url) as wire:
        table = await wire.create(LINE.rules, deal=LINE.deal)
        await table.play(*LINE.actions[:7])
        for action in (LINE.actions[7], "undo"):
            refused = await table.command(action)
            assert isinstance(refused, Refused)
            assert (refused.code, refused.version) == (Code.TOO_LONG, 8)
        await table.play("resign")


async def test_rate_limited_says_when_to_come_back_and_the_same_request_then_counts(
    inprocess: InProcess,
) -> None:
    limits = replace(UNLIMITED, commands_per_s=0.5, commands_burst=1)
    strict = replace(inprocess, settings=replace(inprocess.settings, limits=limits))
    async with strict.gateway() as running, Wire.connect(running.ws_url) as wire:
        table = await wire.create(LINE.rules, deal=LINE.deal)
        await table.play(LINE.actions[0])
        refused = await table.command(LINE.actions[1])
        assert isinstance(refused, Refused)
        assert refused.code is Code.RATE_LIMITED
        assert refused.retry_after_ms
        assert table.version == 2
        later = running.gateway.now() + refused.retry_after_ms / 1000
        running.gateway.now = lambda: later
        await table.play(LINE.actions[1])


async def test_a_flood_of_new_games_from_one_address_is_limited(inprocess: InProcess) -> None:
    limits = replace(UNLIMITED, creates_per_s=1, creates_burst=3)
    strict = replace(inprocess, settings=replace(inprocess.settings, limits=limits))
    async with (
        strict.gateway() as running,
        Wire.connect(running.ws_url) as wire,
        Wire.connect(running.ws_url) as other,
    ):
        for _ in range(3):
            await wire.create()
        refused = await other.refused(Create(fresh_id(), "polish"))
        assert refused.code is Code.RATE_LIMITED
        assert refused.retry_after_ms


async def test_unavailable_while_the_store_is_away(inprocess: InProcess, tmp_path: Path) -> None:
    async with (
        RedisProxy.before(inprocess.redis_url, tmp_path) as proxy,
        inprocess.gateway(proxy.url) as running,
        Wire.connect(running.ws_url) as wire,
    ):
        proxy.hold_requests_with = b"nosuchgame77"
        refused = await wire.refused(Join(fresh_id(), "nosuchgame77"))
        assert refused.code is Code.UNAVAILABLE
        assert refused.retry_after_ms
        assert isinstance(await wire.ask(Ping(fresh_id())), Pong)


async def test_a_bad_token_is_refused_and_the_socket_closed(gateway: GatewayProcess) -> None:
    async with Wire.open(gateway.ws_url) as wire:
        await wire.send(Hello("tests 1", "not.a.token"))
        refused = await wire.receive()
        assert isinstance(refused, Refused)
        assert refused.code is Code.BAD_TOKEN
        code, _ = await wire.closed()
        assert code == CloseCode.BAD_TOKEN


async def test_a_request_before_hello_is_refused_and_the_socket_closed(
    gateway: GatewayProcess,
) -> None:
    async with Wire.open(gateway.ws_url) as wire:
        await wire.send(Create("x", "polish"))
        refused = await wire.receive()
        assert refused == Refused("x", Code.UNEXPECTED, refused.message)  # type: ignore[union-attr]
        code, _ = await wire.closed()
        assert code == CloseCode.PROTOCOL_ERROR
