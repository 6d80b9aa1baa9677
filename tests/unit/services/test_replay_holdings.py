"""What replays may hold in memory, and whom they refuse."""

import pytest

from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Refused,
    Replay,
    Steer,
)
from pasjans_services.replay import holdings
from support.logs import keep_line, resigned_line
from support.replaydesk import Noting, parts_with
from support.turned import run_turned

LINE = resigned_line("polish", 6, seed=2)


def refusals_of(way: Noting) -> list[tuple[str, Code]]:
    refused = [message for _, message in way.sent if isinstance(message, Refused)]
    assert all("replay" in one.message for one in refused)
    return [(str(one.id), one.code) for one in refused]


def test_no_address_replays_so_many_long_games_that_others_replay_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Some fifty paused games of one socket made every replay of anybody `too_many_games`."""

    async def run() -> None:
        monkeypatch.setattr(holdings, "MAX_EVENTS_AN_ADDRESS", 15)
        monkeypatch.setattr(holdings, "MAX_SHORT", 7)
        parts = await parts_with(LINE, 500)
        for name in ("g1", "g2", "g3"):
            await keep_line(parts.store, name, LINE)
        for id_, game in (("a", "g"), ("b", "g1"), ("c", "g2"), ("d", "g1")):
            await parts.ask(Replay(id_, game, playing=False))
        assert refusals_of(parts.way) == [("c", Code.TOO_MANY_GAMES)]
        mine = parts.way, parts.desk
        parts.way = Noting()
        parts.desk = parts.part.desk(parts.way)
        for id_ in ("g2", "g3"):
            await parts.ask(Replay(id_, id_, playing=False))
        # Whoever shares the address may replay one short game all the same.
        assert [id_ for id_, _ in refusals_of(parts.way)] == ["g3"]
        parts.desk.end()
        parts.way = Noting(address="elsewhere")
        parts.desk = parts.part.desk(parts.way)
        for id_, game in (("e", "g2"), ("f", "g3"), ("g", "g")):
            await parts.ask(Replay(id_, game, playing=False))
        assert refusals_of(parts.way) == []
        parts.desk.end()
        parts.way, parts.desk = mine
        await parts.ask(Replay("h", "g3", playing=False))
        assert parts.desk.leave(1)
        await parts.ask(Replay("i", "g3", playing=False))
        assert [id_ for id_, _ in refusals_of(parts.way)] == ["c", "h"]
        await parts.close()

    run_turned(run())


def test_no_more_long_games_are_replayed_than_there_is_memory_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is replayed already costs nothing more, and may always be replayed by others too."""

    async def run() -> None:
        monkeypatch.setattr(holdings, "MAX_EVENTS_IN_USE", 14)
        parts = await parts_with(LINE, 500)
        for name in ("g1", "g2"):
            await keep_line(parts.store, name, LINE)
        for id_, game in (("a", "g"), ("b", "g1"), ("c", "g2"), ("d", "g1")):
            await parts.ask(Replay(id_, game, playing=False))
        assert refusals_of(parts.way) == [("c", Code.TOO_MANY_GAMES)]
        for reserve, refused in ((0, 1), (100, 0)):
            monkeypatch.setattr(holdings, "RESERVE", reserve)
            way = parts.way = Noting()
            parts.desk = parts.part.desk(way)
            await parts.ask(Replay("e", "g2", playing=False))
            assert len(refusals_of(way)) == refused
        await parts.close()

    run_turned(run())


def test_what_cannot_be_replayed_is_refused() -> None:
    async def run() -> None:
        parts = await parts_with(LINE, 500)
        await parts.ask(Replay("a", "nosuchgame"))
        await parts.ask(Replay("b", "g", version=0))
        await parts.ask(Replay("c", "g", version=8))
        await parts.ask(Replay("d", "g", playing=False))
        await parts.ask(Steer("e", 1, version=8))
        refused = [message for _, message in parts.way.sent if isinstance(message, Refused)]
        assert [(one.code, one.version) for one in refused] == [
            (Code.NO_SUCH_GAME, None),
            *[(Code.NO_SUCH_VERSION, 7)] * 3,
        ]
        assert "1 to 7" in refused[-1].message
        await parts.close()

    run_turned(run())
