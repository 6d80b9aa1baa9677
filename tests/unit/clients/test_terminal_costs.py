"""What moves cost: words and figures, the screen's state of knowledge, and the list."""

import asyncio
import json
from datetime import UTC, datetime
from itertools import accumulate

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pasjans
from pasjans import Api, Costs, Options, Verdict, WeighedVersion
from pasjans.api_games import LoggedEvent
from pasjans_protocol.portable import Step
from pasjans_terminal.drawing import compact
from pasjans_terminal.drawing.panel import Figures, panel
from pasjans_terminal.drawing.styles import text_of
from pasjans_terminal.drawing.table import Table
from pasjans_terminal.main import main
from pasjans_terminal.plain.costlist import cost_json, cost_lines
from pasjans_terminal.screen.costing import ELSEWHERE, NOT_OVER, PENDING, Costing, Unweighed
from pasjans_terminal.screen.watching import Watching
from pasjans_terminal.tape import Tape
from pasjans_terminal.weighing import Weighed
from support.boards import triangle
from support.http import Answer, answering
from support.lines import replayed
from support.walkthrough import walkthrough

TOLD = walkthrough()


def one(version: int, to_go: int | None, cost: int | None = None) -> WeighedVersion:
    """A version with a solution, or without one."""
    verdict = Verdict.UNSOLVABLE if to_go is None else Verdict.SOLVED
    return WeighedVersion(version=version, verdict=verdict, to_go=to_go, cost=cost)


UNKNOWN = WeighedVersion(version=6, verdict=Verdict.UNKNOWN, to_go=None, cost=None)

GAME = (one(1, 5), one(2, 4, 0), one(3, 5, 2), one(4, None), one(5, 5), UNKNOWN)
"""A best move, one that costs 2, one that loses the solution, an undo, one that is not known."""

COSTS = Costs(game="G", rules="russian", state="ready", solver=1, versions=GAME)
EVENTS = ("54@14", "44@33", "33@20", "undo", "30@32")
TIME = datetime(2026, 11, 30, tzinfo=UTC)
LOG = pasjans.GameLog(
    game="G",
    rules="russian",
    rules_version=1,
    deal=None,
    deal_id="deal",
    commitment=None,
    seed=None,
    source="random",
    player="player-1",
    bot=False,
    time=TIME,
    check=0,
    events=tuple(
        LoggedEvent(version=version, time=TIME, event=event, check=0)
        for version, event in enumerate(EVENTS, start=2)
    ),
    status="resigned",
    version=6,
    moves=3,
    windows=1,
    undos=1,
    net=(),
)


# Words and figures


def test_each_move_has_its_cost() -> None:
    weighed = Weighed(GAME)
    assert [weighed.cost(version) for version in range(1, 8)] == [
        *("", "best", "+2", "lost", "", "", ""),
    ]
    assert weighed.costly == (3, 4)
    assert [weighed.next_costly(version) for version in (1, 3, 4)] == [3, 4, None]
    assert weighed.told(2) == ""
    assert weighed.told(3) == "Costly move 1 of 2: 2 moves more than by a best one."
    assert weighed.told(4) == "Costly move 2 of 2: it lost the solution."


def test_each_position_has_its_worth() -> None:
    weighed = Weighed(GAME)
    assert [
        weighed.worth(version, moves)
        for version, moves in enumerate((0, 1, 2, 3, 2, 3, 4), start=1)
    ] == [
        "best from here 5  at par",
        "best from here 4  at par",
        "best from here 5  over par +2",
        "no solution from here",
        "best from here 5  over par +2",
        "best from here not known",
        "best from here not known",
    ]
    assert Weighed((UNKNOWN, one(2, 4))).worth(2, 1) == "best from here 4"


@given(st.integers(0, 60), st.lists(st.integers(0, 3), max_size=60))
def test_a_line_is_as_far_over_par_as_its_moves_have_cost(par: int, costs: list[int]) -> None:
    to_go = accumulate(costs, lambda left, cost: left - 1 + cost, initial=par + len(costs))
    versions = (one(at, left) for at, left in enumerate(to_go, start=1))
    weighed = Weighed(tuple(versions))
    for moves in range(len(costs) + 1):
        over = sum(costs[:moves])
        end = f"over par +{over}" if over else "at par"
        assert weighed.worth(moves + 1, moves).endswith(f"  {end}")


def test_figures_stand_in_the_panel() -> None:
    figures = Figures("playing", 12, 1, 0, 0, "event 13 of 39", "best from here 24  at par", "+1")
    lines = panel(Table("polish", (28,) * 28, guided=False), figures, 31)
    assert list(map(text_of, lines))[:4] == [
        "playing",
        "event 13 of 39",
        "best from here 24  at par",
        "moves 12 (+1)  windows 1",
    ]


def test_a_replay_with_three_windows_fits_beside_the_compact_triangle() -> None:
    """The last line was cut at 80 columns and 24 rows."""
    figures = Figures("solved, assisted", 38, 3, 1_234, 0, "event 13 of 39", "at par", "+1")
    lying = (tile for tile in range(28) if tile not in {0, 2, 5})
    guided = Table("russian", (*lying, 28, 28, 28), guided=True)
    lines = panel(guided, figures, compact.SIZE.panel_width)
    assert len(lines) == compact.SIZE.panel_height == 8
    assert text_of(lines[4]) == "undos 1234  set aside 00 11 22"
    assert [text_of(line).partition(" ")[2] for line in lines[5:]] == ["takes nothing"] * 3


# What the screen knows


READY = msgspec.json.encode(COSTS)
NOT_YET: Answer = (202, {"retry-after": "1"}, b'{"state": "pending"}')


def refused(code: str) -> Answer:
    return 409, {}, json.dumps({"code": code, "message": f"because {code}"}).encode()


async def found(*answers: Answer) -> tuple[Costing, list[str]]:
    """What is known after these answers of a server, and what the screen said meanwhile."""
    left = list(answers)
    said: list[str] = []

    async def sleep(_: float) -> None:
        await asyncio.sleep(0)

    costing = Costing(sleep=sleep)
    async with (
        answering(lambda _: left.pop(0)) as url,
        Api(url, options=Options(retry_s=0.0, sleep=sleep)) as api,
    ):
        await costing.find_out(api, "G", lambda: said.append(costing.worth(1, 0)))
    assert not left
    return costing, said


async def test_costs_are_worked_out_while_the_replay_goes_on() -> None:
    costing, said = await found(NOT_YET, NOT_YET, (200, {}, READY))
    assert said == [*["costs: being worked out"] * 3, "best from here 5  at par"]
    assert costing.state == Weighed(GAME)
    assert costing.costly == (3, 4)
    assert (costing.cost(3), costing.told(4)[:16]) == ("+2", "Costly move 2 of")
    assert [costing.next_costly(version) for version in (1, 4)] == [
        3,
        "No costly move comes after this.",
    ]


async def test_a_game_in_progress_has_no_costs_yet() -> None:
    costing, said = await found(refused("not_over"))
    assert said == ["costs: being worked out", "costs: after the game's end"]
    assert costing.next_costly(1) == NOT_OVER.why


async def test_why_there_are_no_costs_is_said() -> None:
    costing, _ = await found(refused("unsupported"))
    assert costing.state == Unweighed("costs: not known", "Because unsupported.")
    costing, _ = await found((404, {}, b"<html>"))
    assert costing.next_costly(1) == "This server does not tell what moves cost."


async def test_a_server_that_fails_is_asked_again() -> None:
    costing, said = await found((502, {}, b"bad gateway"), (200, {}, READY))
    assert said[1:] == ["costs: no answer yet", "best from here 5  at par"]
    assert costing.costly


def test_what_is_not_known_is_said_in_words() -> None:
    for state in (ELSEWHERE, PENDING):
        costing = Costing(state)
        assert (costing.costly, costing.cost(2), costing.told(2)) == ((), "", "")
        assert (costing.worth(2, 1), costing.next_costly(1)) == (state.line, state.why)
    assert Costing(Weighed(GAME[:2])).next_costly(1) == "No move is known to have cost anything."


# The screen


async def test_c_goes_to_the_next_costly_move() -> None:
    games = [replayed("russian", TOLD.deal, TOLD.moves[:count]) for count in range(6)]
    tape = Tape("G", tuple(Step(0, None, game) for game in games))
    changed = asyncio.Event()
    watching = Watching(tape, None, None, changed.set, lambda _: None)
    running = asyncio.create_task(watching.run())

    async def press(key: str, note: str) -> None:
        watching.keys()[key]()
        async with asyncio.timeout(5):
            while note not in watching.scene().note:
                changed.clear()
                await changed.wait()

    await press("c", ELSEWHERE.why)
    watching.costing.state = PENDING
    assert "c" not in {key.name for key in watching.scene().keys}
    await press("c", PENDING.why)
    assert triangle(watching.scene()).figures.worth == "costs: being worked out"
    watching.costing.state = Weighed(GAME)
    assert "c" in {key.name for key in watching.scene().keys}
    await press("c", "60 went from 31 to 00. Costly move 1 of 2: 2 moves more than by a best one.")
    figures = triangle(watching.scene()).figures
    assert (figures.place, figures.cost) == ("event 2 of 5", "+2")
    assert triangle(watching.scene()).table.moved == 0
    await press("c", "Costly move 2 of 2: it lost the solution.")
    await press("c", "No costly move comes after this.")
    await press("home", "")
    running.cancel()
    await watching.close()


# The list


def test_costs_in_lines() -> None:
    assert cost_lines(LOG, COSTS) == (
        "game G, Russian rules: resigned after 3 moves, par 5",
        "event 2: 44@33 cost +2, then best from here 5",
        "event 3: 33@20 lost the solution",
        "2 costly moves known",
    )


@pytest.mark.parametrize(
    ("moves", "versions", "text"),
    [
        (7, GAME, "solved after 7 moves, 2 over par 5"),
        (5, GAME, "solved after 5 moves, which is par"),
        (5, (UNKNOWN,), "solved after 5 moves, par is not known"),
    ],
)
def test_a_solved_game_is_measured_by_par(
    moves: int, versions: tuple[WeighedVersion, ...], text: str
) -> None:
    log = msgspec.structs.replace(LOG, status="solved", moves=moves)
    first, *_ = cost_lines(log, msgspec.structs.replace(COSTS, versions=versions))
    assert first == f"game G, Russian rules: {text}"


def test_costs_in_json() -> None:
    told = json.loads(cost_json(LOG, COSTS))
    versions = told.pop("versions")
    assert told == {
        "game": "G",
        "rules": "russian",
        "status": "resigned",
        "moves": 3,
        "par": 5,
        "over_par": None,
        "solver": 1,
    }
    assert [each["event"] for each in versions] == [None, *EVENTS]
    assert versions[3] == {
        "version": 4,
        "ply": 3,
        "event": "33@20",
        "verdict": "unsolvable",
        "to_go": None,
        "cost": None,
        "lost": True,
    }
    assert [each["cost"] for each in versions] == [None, 0, 2, None, None, None]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("game.pasjans", "--costs"), "a server says what moves cost, not a file"),
        (("G", "--costs", "--from", "3"), "it goes without --from and --speed"),
        (("G", "--costs", "--speed", "2"), "it goes without --from and --speed"),
    ],
)
def test_a_list_is_of_a_whole_game_on_a_server(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["replay", *arguments])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
