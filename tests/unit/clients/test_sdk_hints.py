"""Hints in joined games and in replays, with servers that real ones never are."""

from collections.abc import Callable
from typing import Any

import pytest

import pasjans
from pasjans_engine.view import view
from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Advised,
    Capability,
    Command,
    Create,
    Finished,
    Hint,
    Join,
    Leave,
    Left,
    Refused,
    Replay,
    SnapshotReason,
    Steer,
    Suggestion,
)
from support.lines import after
from support.scripted import GAME, Peer, scripted, snapshot
from support.scriptedgames import (
    AT_ONCE,
    MOVE,
    MOVED,
    OVER,
    START,
    at,
    begin,
    delta,
    give,
    resumed,
    stands,
)

HINTED = after(START, "hint")
BEST = (Suggestion(MOVE, "best", "36 moves from the end"),)


def advised(hint: Hint, version: int) -> Advised:
    """That the solver knows a solution."""
    return Advised(hint.id, version, "solved", 36, 0, BEST)


async def test_a_hint_returns_when_its_event_is_there() -> None:
    async def script(peer: Peer) -> None:
        await give(peer)
        hint = await peer.receive(Hint)
        assert (hint.channel, hint.version, hint.ask) == (1, 1, pasjans.Question.SOLVER)
        await peer.send(advised(hint, 2), delta(START, HINTED))

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await client.create("polish")
        assert game.hints == 0
        advice = await game.hint()
        assert (game.version, game.hints, game.moves) == (2, 1, 0)
        assert game.view == view(HINTED)
    assert advice == pasjans.Advice(2, pasjans.Verdict.SOLVED, 36, 0, BEST)
    assert advice.action == MOVE


async def test_a_hint_whose_answer_was_lost_is_asked_for_with_the_same_id() -> None:
    # Rule 3 of the protocol lets it be repeated, and its id makes it count once.
    sent: list[Hint] = []

    async def script(peer: Peer) -> None:
        if peer.number == 0:
            await give(peer)
            sent.append(await peer.receive(Hint))
            await peer.close(CloseCode.TOO_SLOW)
            return
        await peer.welcome()
        join = await peer.receive(Join)
        await peer.send(resumed(join.id, 1, 2, channel=9), delta(START, HINTED, channel=9))
        sent.append(hint := await peer.receive(Hint))
        await peer.send(advised(hint, 2))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        game = await client.create("polish")
        assert (await game.hint()).to_go == 36
        assert (game.version, game.hints) == (2, 1)
    first, second = sent
    assert (second.id, second.version, second.channel) == (first.id, 1, 9)


async def test_a_hint_that_no_solver_had_time_for_is_asked_for_again() -> None:
    async def script(peer: Peer) -> None:
        await give(peer)
        hints: set[Hint] = set()
        for _ in range(3):
            hints.add(hint := await peer.receive(Hint))
            await peer.send(Refused(hint.id, Code.UNAVAILABLE, "no solver has time", 1, 1))
        hints.add(hint := await peer.receive(Hint))
        assert len(hints) == 1
        await peer.send(delta(START, HINTED), advised(hint, 2))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        game = await client.create("polish")
        assert (await game.hint()).verdict == "solved"


async def test_who_waits_for_a_hint_is_soon_told_that_there_is_no_solver() -> None:
    """The SDK asked for a minute, as it does for a move."""
    now_s = 0.0

    async def sleep(seconds: float) -> None:
        nonlocal now_s
        now_s += seconds

    async def script(peer: Peer) -> None:
        await give(peer)
        while True:
            hint = await peer.receive(Hint)
            refused = Refused(hint.id, Code.UNAVAILABLE, "no solver", retry_after_ms=5_000)
            await peer.send(refused)

    options = pasjans.Options(hint_s=12.0, now=lambda: now_s, sleep=sleep, random=lambda: 0.0)
    async with scripted(script) as url, pasjans.connect(url, options=options) as client:
        game = await client.create("polish")
        with pytest.raises(pasjans.Refused, match="no solver"):
            await game.hint()
    assert now_s == 10.0


async def test_what_is_not_found_out_is_no_event() -> None:
    async def script(peer: Peer) -> None:
        await give(peer)
        hint = await peer.receive(Hint)
        await peer.send(Advised(hint.id, 1, "unknown", None, None))
        hint = await peer.receive(Hint)
        assert hint.ask is pasjans.Question.MOVES
        await peer.send(Advised(hint.id, 1, None, None, None, (Suggestion(None, "stuck", "no"),)))

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await client.create("polish")
        assert await game.hint() == pasjans.Advice(1, pasjans.Verdict.UNKNOWN, None, None, ())
        looked = await game.hint(ask="moves")
        assert (looked.verdict, looked.action, game.version, game.hints) == (None, None, 1, 0)


async def test_commands_and_hints_go_one_after_another() -> None:
    async def script(peer: Peer) -> None:
        await give(peer)
        hint = await peer.receive(Hint)
        await peer.send(delta(START, HINTED), advised(hint, 2))
        command = await peer.receive(Command)
        assert (command.expected, command.action) == (2, MOVE)
        await peer.send(Refused(command.id, Code.TOO_LONG, "no more"))

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await client.create("polish")
        advice = await game.hint()
        assert advice.action is not None
        with pytest.raises(pasjans.Refused, match="too_long"):
            await game.play(advice.action)


@pytest.mark.parametrize("code", [Code.NOT_OVER, Code.CONFLICT, Code.UNSUPPORTED])
async def test_a_hint_that_is_not_given_is_raised(code: Code) -> None:
    async def script(peer: Peer) -> None:
        await give(peer)
        hint = await peer.receive(Hint)
        await peer.send(Refused(hint.id, code, "no"))

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await client.create("polish")
        with pytest.raises(pasjans.Refused) as refused:
            await game.hint()
        assert refused.value.code is code


async def test_a_hint_that_the_log_lost_is_told() -> None:
    async def script(peer: Peer) -> None:
        await give(peer, MOVED)
        hint = await peer.receive(Hint)
        await peer.send(advised(hint, 3))
        await peer.send(snapshot(START, None, reason=SnapshotReason.DIVERGED))

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await client.create("polish")
        with pytest.raises(pasjans.Diverged, match="back at version 1"):
            await game.hint()


async def test_a_replay_is_asked_about_at_the_version_where_it_stands() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await begin(peer, MOVED)
        hint = await peer.receive(Hint)
        assert (hint.channel, hint.version, hint.ask) == (1, 2, pasjans.Question.SOLVER)
        await peer.send(Advised(hint.id, 2, "unsolvable", None, 1))

    async with scripted(script) as url, pasjans.connect(url) as client:
        replay = await client.replay(GAME, version=2, playing=False)
        advice = await replay.hint()
        assert (advice.verdict, advice.undo, advice.action) == ("unsolvable", 1, None)
        assert (replay.version, replay.hints) == (2, 0)


async def test_a_replay_is_asked_about_again_on_the_next_connection() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        if peer.number == 0:
            await begin(peer, MOVED)
            await peer.receive(Hint)
            await peer.close(CloseCode.GOING_AWAY)
            return
        request = await peer.receive(Replay)
        await peer.send(stands(MOVED, request.id))
        asked: dict[type, Any] = {}
        for _ in range(2):
            message = await peer.next()
            asked[type(message)] = message
        await peer.send(at(MOVED, asked[Steer].id, playing=False))
        assert asked[Hint].version == 2
        await peer.send(Refused(asked[Hint].id, Code.UNAVAILABLE, "no solver", None, 1))
        await peer.send(advised(await peer.receive(Hint), 2))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        replay = await client.replay(GAME, version=2, playing=False)
        assert (await replay.hint()).to_go == 36


async def test_a_replay_shows_where_hints_were_taken_and_where_not_yet() -> None:
    over = after(HINTED, "resign")

    async def script(peer: Peer) -> None:
        await peer.welcome()
        await begin(peer, over)
        for game in (START, HINTED):
            seek = await peer.receive(Steer)
            await peer.send(stands(game), at(game, seek.id, playing=False))

    async with scripted(script) as url, pasjans.connect(url) as client:
        replay = await client.replay(GAME, version=3, playing=False)
        updates = replay.updates()
        assert replay.hints == 1
        await replay.seek(1)
        assert (replay.hints, len(replay.view)) == (0, 33)
        assert (33, 0) in (await anext(updates)).changes
        await replay.seek(2)
        assert replay.hints == 1
        assert (33, 1) in (await anext(updates)).changes


@pytest.mark.parametrize(
    "ask", [lambda client: client.create("polish"), lambda client: client.replay(GAME)]
)
async def test_a_server_without_hints_is_unsupported(ask: Callable[[Any], Any]) -> None:
    capabilities = tuple(set(Capability) - {Capability.HINTS})

    async def script(peer: Peer) -> None:
        await peer.welcome(capabilities=capabilities)
        message = await peer.next()
        if isinstance(message, Replay):
            await peer.send(stands(START, message.id))
            steer = await peer.receive(Steer)
            await peer.send(at(START, steer.id))
        else:
            assert isinstance(message, Create)
            await peer.send(snapshot(START, message.id))

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await ask(client)
        with pytest.raises(pasjans.Unsupported, match="does not offer hints"):
            await game.hint()


async def test_what_no_hint_asks_for_is_a_value_error() -> None:
    async with scripted(give) as url, pasjans.connect(url) as client:
        game = await client.create("polish")
        with pytest.raises(ValueError, match="a hint asks for 'solver' or 'moves', not 'cards'"):
            await game.hint(ask="cards")


async def test_a_game_that_is_over_is_asked_about_and_stays_as_it_is() -> None:
    async def script(peer: Peer) -> None:
        await give(peer, OVER)
        await peer.send(Finished(1, 4, "resigned", 0, 1, None))
        hint = await peer.receive(Hint)
        assert hint.version == 4
        await peer.send(advised(hint, 4))
        leave = await peer.receive(Leave)
        await peer.send(Left(leave.id))

    async with (
        scripted(script) as url,
        pasjans.connect(url) as client,
        await client.create("polish") as game,
    ):
        assert (await game.hint()).to_go == 36
        assert game.version == 4
