"""Load and limits, and what viewers see: faults L2, L6, L7, L8 that users reported elsewhere."""

import random

import msgpack
import pytest
from msgpack.fallback import Unpacker as PurePythonUnpacker

from pasjans_engine.view import check, patch, view
from pasjans_protocol.errors import Code, OutOfSync
from pasjans_protocol.follow import Follower
from pasjans_protocol.messages import Ack, Command, Delta, Ping, Pong, Refused
from support.gateways import GatewayProcess, Serve
from support.inprocess import InProcess
from support.lines import after, dealt, random_line
from support.wire import Wire, fresh_id

LINE = random_line("polish", 300, seed=23)


@pytest.mark.slow
async def test_l2_above_the_limit_each_command_is_acknowledged_or_told_when_to_come_back(
    serve: Serve,
) -> None:
    """Commands above the rate limit vanished, and their players waited for ever."""
    (gateway,) = serve(1, "--commands-per-s", "20", "--commands-burst", "10")
    async with Wire.connect(gateway.ws_url) as wire:
        table = await wire.create(LINE.rules, deal=LINE.deal)
        requests = [
            Command(fresh_id(), table.channel, version, action)
            for version, action in enumerate(LINE.actions[:200], 1)
        ]
        for request in requests:
            await wire.send(request)
        answers = {request.id: await wire.answer_to(request.id) for request in requests}

        limited = [
            answer
            for answer in answers.values()
            if isinstance(answer, Refused) and answer.code is Code.RATE_LIMITED
        ]
        acknowledged = [answer for answer in answers.values() if isinstance(answer, Ack)]
        conflicts = [
            answer
            for answer in answers.values()
            if isinstance(answer, Refused) and answer.code is Code.CONFLICT
        ]
        assert len(acknowledged) >= 10
        assert len(limited) >= 100
        assert len(limited) + len(acknowledged) + len(conflicts) == 200
        assert all(answer.retry_after_ms for answer in limited)
        assert table.version == 1 + len(acknowledged)


@pytest.mark.slow
async def test_l2_a_person_or_bot_at_legal_pace_never_meets_a_limit(serve: Serve) -> None:
    """A quick player was thrown out by a limit that was meant for floods."""
    (gateway,) = serve()
    async with Wire.connect(gateway.ws_url) as wire:
        for _ in range(3):
            table = await wire.create(LINE.rules, deal=LINE.deal)
            await table.play(*LINE.actions[:16])


async def test_l6_a_delta_that_does_not_fit_is_refused_and_random_deltas_equal_the_state() -> None:
    """Deltas were applied to the wrong base, and the board was wrong without anybody knowing."""
    chance = random.Random(6)
    game = dealt(LINE.rules, LINE.deal)
    seen = view(game)
    follower = Follower(seen, 1, check(seen))
    for action in LINE.actions:
        game = after(game, action)
        now = view(game)
        changes = tuple(
            number
            for slot, (old, new) in enumerate(zip(seen, now, strict=True))
            if old != new
            for number in (slot, new)
        )
        good = Delta(1, game.version - 1, changes, check(now))
        wrong = chance.choice(
            [
                Delta(1, good.base + chance.choice((-1, 1, 7)), good.changes, good.check),
                Delta(1, good.base, good.changes, good.check ^ 1 << chance.randrange(32)),
                Delta(1, good.base, (*good.changes, 99, 1), good.check),
                Delta(1, good.base, (0, (seen[0] + 1) % 29), good.check),
            ]
        )
        before = (follower.version, follower.view)
        with pytest.raises(OutOfSync):
            follower.apply(wrong)
        assert (follower.version, follower.view) == before
        follower.apply(good)
        seen = now
        assert (follower.version, follower.view) == (game.version, seen)
        assert patch(before[1], changes) == seen


async def test_l7_undo_leaves_all_viewers_equal_in_every_field(inprocess: InProcess) -> None:
    """After an undo the player's counters and the watchers' differed until the next reload."""
    async with (
        inprocess.gateway() as here,
        inprocess.gateway() as there,
        Wire.connect(here.ws_url) as player,
        Wire.connect(here.ws_url) as near,
        Wire.connect(there.ws_url) as far,
    ):
        table = await player.create(LINE.rules, deal=LINE.deal)
        seats = [await wire.join(table.game) for wire in (near, far)]
        game = dealt(LINE.rules, LINE.deal)
        for action in (*LINE.actions[:40], "undo", "undo", "redo", "undo", *LINE.actions[:0]):
            await table.play(action)
            game = after(game, action)
            for seat in seats:
                await seat.reach(table.version)
            async with Wire.connect(there.ws_url) as late:
                fresh = await late.join(table.game)
            assert {seat.view for seat in (table, *seats, fresh)} == {view(game)}


async def test_l8_other_msgpack_libraries_read_the_same_values(gateway: GatewayProcess) -> None:
    """Numbers above 2^53 and integer keys came out differently in other languages."""
    frames: list[bytes] = []
    async with Wire.connect(gateway.ws_url) as wire:
        receive = wire.socket.recv

        async def record() -> bytes | str:
            frame = await receive()
            assert isinstance(frame, bytes)
            frames.append(frame)
            return frame

        wire.socket.recv = record  # type: ignore[method-assign, assignment]
        table = await wire.create(LINE.rules, deal=LINE.deal, guide=True)
        await table.play(*LINE.actions[:30])
        assert isinstance(await wire.ask(Ping(fresh_id())), Pong)
        await wire.refused(Command(fresh_id(), table.channel, 1, "nonsense"))
    assert len(frames) > 60
    for frame in frames:
        in_c = msgpack.unpackb(frame, strict_map_key=True)
        pure = PurePythonUnpacker(strict_map_key=True)
        pure.feed(frame)
        assert next(iter(pure)) == in_c
        _must_be_portable(in_c)


def _must_be_portable(value: object) -> None:
    match value:
        case bool() | None | str():
            pass
        case int():
            assert abs(value) < 2**53
        case list():
            for one in value:
                _must_be_portable(one)
        case dict():
            assert all(isinstance(key, str) for key in value)
            for one in value.values():
                _must_be_portable(one)
        case _:
            raise AssertionError(f"not every language has {value!r}")
