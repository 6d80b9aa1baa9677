"""Replay is live: at every ply the position and the check that were sent while it was played."""

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pasjans_engine.game import Dealt, Event, evolve
from pasjans_engine.view import View, check, patch, view
from pasjans_protocol import portable
from pasjans_protocol.messages import Delta
from pasjans_services.eventstore.memory import Memory, MemoryEventStore
from pasjans_services.eventstore.records import encode_event
from pasjans_services.games.gamelog import GameLog, History
from pasjans_services.gateway.room import Room
from pasjans_services.replay.bodies import log_info, ply_info, portable_lines
from pasjans_services.replay.histories import Histories
from pasjans_services.replay.plies import as_played, on_net_line, standing_of
from support.logs import append, header_of
from support.strategies import streams


class Live:
    """A game on a gateway, and what a watcher of it was sent."""

    def __init__(self, dealt: Dealt) -> None:
        self.store = MemoryEventStore(Memory(), "a")
        self.header = header_of(dealt.rules, dealt.deal)
        self.sent: list[Delta] = []
        self.views: list[View] = []

    async def begin(self) -> None:
        await append(self.store, "g", self.header, ())
        loaded = await GameLog(self.store).load("g")
        self.room = Room("g", loaded, lambda _: None, None)
        self.views.append(self.room.view)

    async def go_on(self, events: Sequence[Event]) -> None:
        for event in events:
            before, over = self.room.version, evolve(self.room.game, event).over
            await self.store.append("g", before, f"c{before}", [encode_event(event)], final=over)
            assert self.room.take(await self.store.read("g", before))
            (delta,) = self.room.deltas_after(before)
            self.sent.append(delta)
            self.views.append(patch(self.views[-1], delta.changes))
            assert check(self.views[-1]) == delta.check


def exported(past: History) -> list[int]:
    """The checks that a verified export has, ply by ply."""
    checks: list[int] = []
    lines = portable_lines("g", past, None)
    portable.verify(lines, lambda step: checks.append(check(view(step.game))))
    return checks


@pytest.mark.slow
@settings(max_examples=60)
@given(streams, st.lists(st.integers(1, 30), max_size=5), st.booleans())
def test_each_ply_of_a_replay_is_what_was_sent_live(
    events: list[Event], pieces: list[int], compacted: bool
) -> None:
    async def run() -> None:
        dealt, *happened = events
        assert isinstance(dealt, Dealt)
        live = Live(dealt)
        await live.begin()
        histories = Histories(GameLog(live.store))
        for piece in [*pieces, len(happened)]:
            part, happened = happened[:piece], happened[piece:]
            await live.go_on(part)
            # A history that is read on is the same as one that is read at once.
            await histories.get("g")
        if compacted and live.room.game.over:
            await live.store.compact("g")
        for past in (
            (await histories.get("g")).history,
            (await Histories(GameLog(live.store)).get("g")).history,
        ):
            assert list(past.deltas) == live.sent
            for ply, seen in enumerate(live.views):
                info = ply_info("g", ply, "played", as_played(past, ply))
                assert (info.view, info.check) == (seen, check(seen))
                assert past.check_at(ply + 1) == check(seen)
            info_ = log_info("g", past, lambda _: None)
            assert [event.check for event in info_.events] == [one.check for one in live.sent]
            if past.last.over:
                length = past.last.moves + past.last.draws
                end = on_net_line(past, standing_of(past), length)
                assert end.game.position == past.last.position
                assert list(info_.net) == [
                    on_net_line(past, standing_of(past), ply).action for ply in range(1, length + 1)
                ]
            assert exported(past) == [check(seen) for seen in live.views]

    asyncio.run(run())
