"""Two clients do anything in any order, and what they see is what the engine says.

A Hypothesis state machine over real sockets and a real gateway with a real data server.
"""

import asyncio
import threading
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pasjans_engine.errors import Illegal, Invalid
from pasjans_engine.game import Game, legal
from pasjans_engine.rules import RULES
from pasjans_engine.view import view
from pasjans_protocol.messages import Ack, Refused
from support.gateways import GatewayProcess
from support.lines import after, dealt
from support.wire import Table, Wire, fresh_id

T = TypeVar("T")


class Loop:
    """An event loop in a thread, for a machine whose rules are plain functions."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


class Client:
    """One client: a socket that comes and goes, and what it remembers of the game."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._stack: AsyncExitStack | None = None
        self.token: str | None = None
        self.table: Table

    @property
    def connected(self) -> bool:
        return self._stack is not None

    async def connect(self, token: str | None) -> Wire:
        self._stack = AsyncExitStack()
        wire = await self._stack.enter_async_context(Wire.connect(self._url, token=token))
        self.token = wire.welcome.token
        return wire

    async def resume(self) -> None:
        wire = await self.connect(self.token)
        self.table = await wire.resume(self.table)

    async def drop(self) -> None:
        assert self._stack is not None
        await self.table.wire.drop()
        await self._stack.aclose()
        self._stack = None

    async def close(self) -> None:
        if self._stack is not None:
            await self._stack.aclose()


class TwoClients(RuleBasedStateMachine):
    """The player has two clients; `model` is the game as the engine has it."""

    url = ""

    def __init__(self) -> None:
        super().__init__()
        self.loop = Loop()
        self.clients = [Client(self.url), Client(self.url)]
        self.answers: dict[str, tuple[str, int]] = {}

    @initialize(rules=st.sampled_from(sorted(RULES)), seed=st.binary(min_size=32, max_size=32))
    def begin(self, rules: str, seed: bytes) -> None:
        deal = RULES[rules].deal(seed)
        self.model = dealt(rules, deal)
        self.loop.run(self._begin(rules, deal))

    async def _begin(self, rules: str, deal: str) -> None:
        first, second = self.clients
        first.table = await (await first.connect(None)).create(rules, deal=deal)
        second.table = await (await second.connect(first.token)).join(first.table.game)

    def _send(self, client: Client, action: str, expected: int, request_id: str) -> Ack | Refused:
        if not client.connected:
            self.loop.run(client.resume())
        return self.loop.run(client.table.command(action, expected=expected, request_id=request_id))

    def _outcome(self, action: str) -> Game | str:
        try:
            return after(self.model, action)
        except Invalid:
            return "invalid"
        except Illegal as error:
            return "game_over" if error.reason == "game_over" else "illegal"

    @rule(who=st.integers(0, 1), pick=st.integers(0, 1_000))
    def play_something_legal(self, who: int, pick: int) -> None:
        choices = legal(self.model)
        if choices:
            self._command(who, choices[pick % len(choices)])

    @rule(
        who=st.integers(0, 1),
        action=st.sampled_from(["undo", "redo", "open", "undo", "00@00", "11@35", "e2e4", ""]),
    )
    def do_anything(self, who: int, action: str) -> None:
        self._command(who, action or "x")

    @rule(
        who=st.integers(0, 1), tile=st.integers(0, 6), half=st.integers(0, 6), row=st.integers(0, 6)
    )
    def play_anything(self, who: int, tile: int, half: int, row: int) -> None:
        high, low = max(tile, half), min(tile, half)
        self._command(who, f"{high}{low}@{row}{(tile + half) % (7 - row)}")

    def _command(self, who: int, action: str) -> None:
        request_id, expected = fresh_id(), self.model.version
        outcome = self._outcome(action)
        answer = self._send(self.clients[who], action, expected, request_id)
        if isinstance(outcome, str):
            assert isinstance(answer, Refused)
            assert (answer.code, answer.version) == (outcome, expected)
        else:
            self.model = outcome
            assert answer == Ack(request_id, expected + 1)
            self.answers[request_id] = (action, expected + 1)

    @precondition(lambda self: self.answers)
    @rule(who=st.integers(0, 1), pick=st.integers(0, 1_000), fresh=st.booleans())
    def repeat_a_command(self, who: int, pick: int, fresh: bool) -> None:
        request_id = sorted(self.answers)[pick % len(self.answers)]
        action, version = self.answers[request_id]
        expected = self.model.version if fresh else version - 1
        assert self._send(self.clients[who], action, expected, request_id) == Ack(
            request_id, version
        )

    @rule(who=st.integers(0, 1), back=st.integers(1, 3), action=st.sampled_from(["undo", "redo"]))
    def send_a_stale_version(self, who: int, back: int, action: str) -> None:
        expected = max(0, self.model.version - back)
        answer = self._send(self.clients[who], action, expected, fresh_id())
        assert isinstance(answer, Refused)
        assert (answer.code, answer.version) == ("conflict", self.model.version)

    @rule(who=st.integers(0, 1))
    def drop(self, who: int) -> None:
        if self.clients[who].connected:
            self.loop.run(self.clients[who].drop())

    @rule(who=st.integers(0, 1))
    def come_back(self, who: int) -> None:
        if not self.clients[who].connected:
            self.loop.run(self.clients[who].resume())

    @invariant()
    def everybody_sees_what_the_engine_says(self) -> None:
        if not hasattr(self, "model"):
            return
        for client in self.clients:
            if client.connected:
                self.loop.run(client.table.reach(self.model.version))
                assert client.table.version == self.model.version
                assert client.table.view == view(self.model)

    def teardown(self) -> None:
        for client in self.clients:
            self.loop.run(client.close())
        self.loop.close()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_two_clients_see_what_the_engine_says(gateway: GatewayProcess) -> None:
    TwoClients.url = gateway.ws_url
    many = settings(
        max_examples=40, stateful_step_count=30, suppress_health_check=list(HealthCheck)
    )
    run_state_machine_as_test(TwoClients, settings=many)
