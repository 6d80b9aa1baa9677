"""Faults that a second pair of eyes found in our own gateway, each with its story."""

import socket
from collections.abc import Iterator

import pytest
import redis
import structlog

from pasjans_engine.game import decide, legal
from pasjans_engine.notation import parse_command
from pasjans_engine.view import view
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Create,
    Ping,
    Pong,
    Refused,
    Snapshot,
    SnapshotReason,
)
from pasjans_services.eventstore import keys
from pasjans_services.eventstore.base import Stored
from pasjans_services.eventstore.records import encode_event
from pasjans_services.gateway.socket import Socket
from pasjans_services.telemetry import configure_logs
from support.inprocess import InProcess
from support.lines import after, dealt, random_line
from support.slow import narrow, server_side, stuff
from support.wire import Table, Wire, fresh_id, until

LINE = random_line("russian", 60, seed=61, undo=0)


async def begin(wire: Wire) -> Table:
    return await wire.create(LINE.rules, deal=LINE.deal)


def keep_only(inprocess: InProcess, game: str, versions: int, *further: bytes) -> None:
    """Do to a log what a failover does that loses its tail; then append other records."""
    with redis.Redis.from_url(inprocess.redis_url) as client:
        log = keys.of(game).log
        entries = client.xrange(log)
        client.delete(log)
        for number, fields in entries[:versions]:
            client.xadd(log, fields, id=number)
        for version, record in enumerate(further, versions + 1):
            client.xadd(log, {"t": 1, "r": record}, id=f"{version}-0")


async def test_a_slow_reader_alone_on_its_channel_harms_nobody(inprocess: InProcess) -> None:
    """It was taken out of the room in the middle of a broadcast, and the player's socket died."""
    async with (
        inprocess.gateway() as running,
        Wire.connect(running.ws_url) as player,
        Wire.connect(running.ws_url) as watcher,
        Wire.open(running.ws_url, **narrow(running.ws_url)) as slow,
    ):
        await slow.hello()
        table = await begin(player)
        await slow.join((await begin(player)).game)
        await slow.join(table.game)
        seat = await watcher.join(table.game)
        stuff(running, slow)

        await table.play(*LINE.actions[:3])
        await seat.reach(4)

        assert seat.view == table.view


async def test_a_log_that_lost_its_tail_stops_no_heart(inprocess: InProcess) -> None:
    """A resume from a version that had gone broke the heartbeats of a whole process, in silence."""
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as other:
        await begin(other)
        async with Wire.connect(running.ws_url) as player:
            table = await begin(player)
            await table.play(LINE.actions[0])
            async with Wire.connect(running.ws_url) as early:
                memory = await early.join(table.game)
            await table.play(LINE.actions[1])
        await until(lambda: table.game not in running.gateway.lobby.rooms)
        async with Wire.connect(running.ws_url) as watcher, Wire.connect(running.ws_url) as late:
            await watcher.join(table.game)
            keep_only(inprocess, table.game, 2)

            assert (await late.resume(memory)).version == 2
            await _diverged(watcher, 2)
            for _ in range(2):
                await other.receive_heartbeat()


async def test_a_tail_that_was_replaced_is_noticed(inprocess: InProcess) -> None:
    """The head was the same number but another event, and moves went on from a phantom position."""
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as player:
        table = await begin(player)
        await table.play(*LINE.actions[:2])
        game = after(dealt(LINE.rules, LINE.deal), LINE.actions[0])
        other = next(move for move in (*legal(game), "undo") if move != LINE.actions[1])
        (event,) = decide(game, parse_command(game.rules, other))
        keep_only(inprocess, table.game, 2, encode_event(event))

        running.gateway.lobby.reconcile(running.gateway.lobby.rooms.values())
        await _diverged(player, 3)

        assert table.view == view(after(game, other))
        await table.play("undo")
        loaded = await running.gateway.lobby.gamelog.load(table.game)
        assert view(loaded.game) == table.view


async def _diverged(wire: Wire, version: int) -> None:
    while not isinstance(message := await wire.receive(), Snapshot):
        pass
    assert (message.reason, message.version) == (SnapshotReason.DIVERGED, version)


async def test_a_game_that_has_gone_is_told_and_the_socket_lives(inprocess: InProcess) -> None:
    """A game expired under an open socket, and the next command ended that socket."""
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as player:
        table = await begin(player)
        with redis.Redis.from_url(inprocess.redis_url) as client:
            client.flushall()

        refused = await table.command(LINE.actions[0])

        assert isinstance(refused, Refused)
        assert refused.code is Code.NO_SUCH_GAME
        assert isinstance(await player.ask(Ping(fresh_id())), Pong)
        await begin(player)


async def test_a_create_that_is_repeated_on_its_own_socket_is_answered(
    inprocess: InProcess,
) -> None:
    """The game had a channel there, and asking for it again ended the socket without an answer."""
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as player:
        request = Create(fresh_id(), "polish")
        first = await player.ask(request)
        assert isinstance(first, Snapshot)

        refused = await player.refused(request)

        assert refused.code is Code.ALREADY_JOINED
        assert first.game in refused.message


async def test_a_request_that_fails_here_is_answered_all_the_same(
    inprocess: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something unforeseen was raised; the request got no answer, and the socket's games ended."""
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as player:
        table = await begin(player)

        async def fail(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(running.gateway.commands, "execute", fail)
        refused = await table.command(LINE.actions[0])
        monkeypatch.undo()

        assert isinstance(refused, Refused)
        assert refused.code is Code.UNAVAILABLE
        await table.play(LINE.actions[0])


async def test_a_frame_that_was_read_after_the_end_is_passed_over(inprocess: InProcess) -> None:
    """At a restart under load every frame that was still queued left a traceback in the log."""
    async with inprocess.gateway() as running, Wire.connect(running.ws_url):
        (socket,) = running.gateway.sockets
        assert isinstance(socket, Socket)
        socket.session.end()
        frame = socket.session.codec.encode(Pong("x"))
        assert await socket.session.take(frame) is None


async def test_who_asks_while_a_room_catches_up_gets_what_is_there_then(
    inprocess: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The read that was under way was too old, and the acknowledgement came before its delta."""
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as player:
        table = await begin(player)
        lobby, store = running.gateway.lobby, running.gateway.lobby.store
        read = store.read
        reads: list[tuple[Stored, ...]] = []
        (event,) = decide(
            dealt(LINE.rules, LINE.deal),
            parse_command(dealt(LINE.rules, LINE.deal).rules, LINE.actions[0]),
        )

        async def read_and_be_overtaken(game: str, since: int = 0, /) -> tuple[Stored, ...]:
            stored = await read(game, since)
            if not reads:
                await store.append(game, 1, "elsewhere", [encode_event(event)], final=False)
                lobby.catch_up(game)
            reads.append(stored)
            return stored

        monkeypatch.setattr(store, "read", read_and_be_overtaken)
        await lobby.caught_up(table.game)

        assert lobby.rooms[table.game].version == 2
        assert len(reads) == 2


@pytest.fixture
def _logs_as_usual() -> Iterator[None]:
    yield
    structlog.reset_defaults()


@pytest.mark.usefixtures("_logs_as_usual")
async def test_a_traceback_shows_no_secrets(
    inprocess: InProcess,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Tracebacks showed local variables, and among them the seeds of games in progress."""
    configure_logs("info", as_json=False)
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as player:
        table = await player.create("polish")
        header = running.gateway.lobby.rooms[table.game].header

        async def fail(seat: object, command: object) -> None:
            secret = header
            raise RuntimeError(f"{secret} {seat} {command}")

        monkeypatch.setattr(running.gateway.commands, "execute", fail)
        await table.command("undo")
    written = capsys.readouterr().err
    assert "RuntimeError" in written
    assert header.seed is not None
    assert header.seed not in written
    assert player.welcome.token not in written


async def test_nothing_is_sent_into_a_connection_that_is_lost(
    inprocess: InProcess, caplog: pytest.LogCaptureFixture
) -> None:
    """Of a replay whose viewer had gone, plain asyncio logged a warning for each frame."""
    async with inprocess.gateway() as running, Wire.connect(running.ws_url) as gone:
        outbox = server_side(running, gone).outbox
        gone.socket.transport.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
        for _ in range(100):
            outbox.push(b"frame")
        await gone.drop()
    assert [record.message for record in caplog.records if record.name == "asyncio"] == []
