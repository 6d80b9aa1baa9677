"""Games at a ply: as played, and on the net line."""

import pytest

from pasjans_engine.view import check, view
from pasjans_services.eventstore.memory import Memory, MemoryEventStore
from pasjans_services.games.gamelog import GameLog, History
from pasjans_services.replay.plies import NoSuchPly, actions, as_played, on_net_line, standing_of
from support.lines import Line, random_line, replayed
from support.logs import Clock, keep_line, resigned_line, solved_line


async def past_of(line: Line) -> History:
    store = MemoryEventStore(Memory(Clock(tick_ms=1_000)), "a")
    await keep_line(store, "g", line)
    return await GameLog(store).history("g")


async def test_as_played_every_ply_is_the_game_after_so_many_events() -> None:
    line = random_line("polish", 60, seed=3)
    past = await past_of(line)
    for ply in range(61):
        moment = as_played(past, ply)
        assert moment.game == replayed(line.rules, line.deal, line.actions[:ply])
        assert moment.version == ply + 1
        assert moment.action == (line.actions[ply - 1] if ply else None)
        assert moment.time_ms == past.stored[ply].time_ms
    assert actions(past) == list(line.actions)


@pytest.mark.parametrize("seed", range(5))
async def test_the_net_line_has_the_moves_that_stand_and_no_others(seed: int) -> None:
    line = resigned_line("russian", 80, seed)
    past = await past_of(line)
    net = past.last.line
    for ply in range(len(net) + 1):
        moment = on_net_line(past, standing_of(past), ply)
        assert (moment.game.line, moment.game.undos) == (net[:ply], 0)
        # From this version on the line has never again had fewer moves, and they are these.
        there = past.game_at(moment.version)
        assert there.position == moment.game.position
        assert all(game.moves >= ply for game in past.games[moment.version - 1 :])
        assert moment.time_ms == past.stored[moment.version - 1].time_ms
        moves = tuple(map(moment.game.rules.move_name, net[:ply]))
        assert moment.game == replayed(line.rules, line.deal, moves)
    with pytest.raises(NoSuchPly, match=f"0 to {len(net)}"):
        on_net_line(past, standing_of(past), len(net) + 1)


async def test_a_net_ply_is_looked_up_and_not_played_again() -> None:
    """Each request for a ply of a long net line held a whole process up for half a second."""
    past = await past_of(resigned_line("polish", 80, seed=6))
    standing = standing_of(past)
    for ply in range(past.last.moves + 1):
        moment = on_net_line(past, standing, ply)
        assert moment.game.ply is past.game_at(moment.version).ply


async def test_the_net_line_of_a_solved_game_ends_solved() -> None:
    past = await past_of(solved_line())
    end = on_net_line(past, standing_of(past), past.last.moves)
    assert end.game.status == "solved"
    assert check(view(end.game)) == past.check_at(past.head)


async def test_a_ply_beyond_the_last_is_named_with_those_there_are() -> None:
    past = await past_of(random_line("polish", 5, seed=1))
    with pytest.raises(NoSuchPly, match="0 to 5; 6 is none"):
        as_played(past, 6)
