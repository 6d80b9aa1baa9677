"""Looking at a game afterwards: the tape of a file, and what keys do."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pasjans_engine.game import legal
from pasjans_engine.view import check, view
from pasjans_protocol.portable import NotVerified, Step, lines
from pasjans_terminal.main import main
from pasjans_terminal.plain.story import Story
from pasjans_terminal.screen.watching import Watching
from pasjans_terminal.tape import Tape, read_tape
from support.boards import triangle
from support.lines import replayed
from support.portables import header, played
from support.walkthrough import walkthrough

TOLD = walkthrough()
LINE = (*TOLD.moves, *TOLD.finish)
GAMES = [replayed("russian", TOLD.deal, LINE[:count]) for count in range(len(LINE) + 1)]
GAP_MS = 2_000
STEPS = tuple(
    Step(GAP_MS * number, None if number == 0 else LINE[number - 1], game)
    for number, game in enumerate(GAMES)
)


class Clock:
    """Sleeps that end when the test says so.

    Attributes:
        slept_s: how long each sleep was to last.
    """

    def __init__(self) -> None:
        self.slept_s: list[float] = []
        self._asleep: asyncio.Queue[asyncio.Event] = asyncio.Queue()

    async def sleep(self, seconds: float) -> None:
        self.slept_s.append(seconds)
        morning = asyncio.Event()
        self._asleep.put_nowait(morning)
        await morning.wait()

    async def wake(self) -> None:
        """End the sleep that began first of those that go on."""
        (await self._asleep.get()).set()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tape(clock: Clock) -> Tape:
    return Tape("G", STEPS, clock.sleep)


# The tape


async def test_a_tape_shows_each_version(tape: Tape) -> None:
    assert (tape.id, tape.rules, tape.version, tape.head) == ("G", "russian", 1, 39)
    for number, game in enumerate(GAMES, start=1):
        await tape.seek(number)
        assert (tape.version, tape.view, tape.check) == (number, view(game), check(view(game)))
        assert tape.legal == legal(game)
    await tape.seek(99)
    assert tape.version == 39
    await tape.seek(-1)
    assert tape.version == 1


async def test_a_tape_runs_at_the_pace_of_the_game(tape: Tape, clock: Clock) -> None:
    updates = tape.updates()
    await tape.pace(50)
    await tape.play()
    for version in range(2, 40):
        await clock.wake()
        assert (await anext(updates)).version == version
    assert clock.slept_s == [4.0] * 38
    assert not tape.playing
    await tape.play()
    assert not tape.playing
    await tape.leave()
    assert [still async for still in updates] == []


async def test_long_pauses_are_cut_and_clocks_may_go_back(clock: Clock) -> None:
    times = (0, 3_600_000, 10)
    steps = tuple(Step(time, None, game) for time, game in zip(times, GAMES[:3], strict=True))
    tape = Tape("G", steps, clock.sleep)
    updates = tape.updates()
    await tape.play()
    for _ in range(2):
        await clock.wake()
        await anext(updates)
    assert clock.slept_s == [3.0, 0.0]


async def test_a_tape_stops_and_goes_on(tape: Tape, clock: Clock) -> None:
    await tape.play()
    await asyncio.sleep(0)
    await tape.pause()
    assert (tape.playing, tape.version) == (False, 1)
    await tape.play()
    await tape.seek(10)
    await tape.pace(200)
    assert tape.playing
    await asyncio.sleep(0)
    assert clock.slept_s[-1] == 1.0
    await tape.leave()


def portable_file(folder: Path) -> Path:
    told = header("russian", deal=TOLD.deal)
    file = folder / "game.pasjans"
    file.write_bytes(b"".join(lines(told, played(told, LINE))))
    return file


async def test_a_file_is_verified_before_it_is_shown(tmp_path: Path) -> None:
    file = portable_file(tmp_path)
    tape = read_tape(file)
    await tape.seek(39)
    assert (tape.head, tape.view) == (39, view(GAMES[-1]))
    file.write_bytes(file.read_bytes().replace(b"30@32", b"21@32"))
    with pytest.raises(NotVerified):
        read_tape(file)


# Keys


class Onlooker:
    """Somebody who looks on at a tape."""

    def __init__(self, tape: Tape) -> None:
        self.ended: list[int] = []
        self.refreshed = asyncio.Event()
        self.watching = Watching(tape, None, None, self.refreshed.set, self.ended.append)

    def press(self, *keys: str) -> None:
        for key in keys:
            acts = self.watching.keys()
            acts.get(key, acts["<any>"])()

    async def sees(self, wanted: Callable[[], bool]) -> None:
        async with asyncio.timeout(5):
            while not wanted():
                self.refreshed.clear()
                await self.refreshed.wait()

    async def is_at(self, place: str) -> None:
        await self.sees(lambda: triangle(self.watching.scene()).figures.place == place)

    async def shows(self, note: str) -> None:
        await self.sees(lambda: note in self.watching.scene().note)

    async def has_title(self, end: str) -> None:
        await self.sees(lambda: self.watching.scene().title.endswith(end))


@asynccontextmanager
async def looking_at(tape: Tape) -> AsyncGenerator[Onlooker]:
    onlooker = Onlooker(tape)
    running = asyncio.create_task(onlooker.watching.run())
    try:
        yield onlooker
    finally:
        running.cancel()
        await onlooker.watching.close()


async def test_arrows_go_back_and_on(tape: Tape) -> None:
    async with looking_at(tape) as onlooker:
        onlooker.press("right", "right")
        await onlooker.is_at("event 2 of 38")
        await onlooker.shows("60 went from 31 to 00.")
        onlooker.press("left", "left", "left")
        await onlooker.is_at("event 0 of 38")
        onlooker.press("end")
        await onlooker.is_at("event 38 of 38")
        await onlooker.shows("Solved in 38 moves with 3 windows!")
        onlooker.press("right", "home")
        await onlooker.is_at("event 0 of 38")


async def test_the_tile_that_moved_is_marked(tape: Tape) -> None:
    async with looking_at(tape) as onlooker:
        onlooker.press("right")
        await onlooker.shows("30 went from 00 to 32.")
        assert triangle(onlooker.watching.scene()).table.moved == 20


async def test_space_runs_and_stops(tape: Tape, clock: Clock) -> None:
    async with looking_at(tape) as onlooker:
        await onlooker.has_title("replay, stopped")
        onlooker.press(" ")
        await clock.wake()
        await onlooker.is_at("event 1 of 38")
        await onlooker.has_title("replay, running")
        onlooker.press(" ")
        await onlooker.has_title("replay, stopped")
        onlooker.press("end")
        await onlooker.is_at("event 38 of 38")
        onlooker.press(" ")
        await onlooker.is_at("event 0 of 38")
        await onlooker.has_title("replay, running")


async def test_plus_and_minus_change_the_pace_within_bounds(tape: Tape) -> None:
    async with looking_at(tape) as onlooker:
        onlooker.press("+")
        await onlooker.has_title("replay x2, stopped")
        onlooker.press("=", *"+" * 9)
        await onlooker.has_title("replay x64, stopped")
        onlooker.press(*"-" * 20)
        await onlooker.has_title("replay x0.25, stopped")


async def test_there_is_nothing_live_about_a_file(tape: Tape) -> None:
    async with looking_at(tape) as onlooker:
        onlooker.press("f", "right")
        await onlooker.is_at("event 1 of 38")
        assert "f" not in {key.name for key in onlooker.watching.scene().keys}


async def test_keys_that_cannot_be_used_say_why(tape: Tape) -> None:
    async with looking_at(tape) as onlooker:
        onlooker.press("left")
        await onlooker.shows("This is the deal: there is nothing before it.")
        onlooker.press("f")
        await onlooker.shows("This is a file: there is no live game to follow.")
        onlooker.press("end")
        await onlooker.shows("Solved in 38 moves")
        onlooker.press("right")
        await onlooker.shows("This is the last event: there is nothing after it.")
        onlooker.watching.connection(False)
        onlooker.press("left")
        assert onlooker.watching.scene().note.startswith("There is no connection: this is done")
        await onlooker.is_at("event 37 of 38")


async def test_help_and_leaving(tape: Tape) -> None:
    async with looking_at(tape) as onlooker:
        onlooker.press("?")
        assert onlooker.watching.scene().page
        onlooker.press("x")
        assert not onlooker.watching.scene().page
        onlooker.watching.click(3)
        onlooker.watching.typed("54@14")
        onlooker.watching.connection(False)
        assert not onlooker.watching.scene().connected
        onlooker.press("q")
        assert onlooker.ended == [0]


# Lines


def test_a_story_in_json_has_all_figures(tape: Tape) -> None:
    said: list[str] = []
    story = Story("G", "russian", said.append, as_json=True)
    story.tell(tape)
    story.tell(tape)
    (line,) = said
    assert json.loads(line) == {
        "game": "G",
        "rules": "russian",
        "version": 1,
        "ply": 0,
        "position": TOLD.deal.replace("00", "--"),
        "status": "playing",
        "moves": 0,
        "windows": 1,
        "undos": 0,
        "redos": 0,
        "hints": 0,
        "legal": list(legal(GAMES[0])),
        "check": check(view(GAMES[0])),
        "change": "",
    }


def test_the_first_line_says_what_led_to_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(portable_file(tmp_path))
    assert main(["replay", file, "--json", "--from", "1"]) == 0
    first, second, *_ = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["ply"], first["change"]) == (1, "30 went from 00 to 32.")
    assert (second["ply"], second["change"]) == (2, "60 went from 31 to 00.")
    assert main(["replay", file, "--plain", "--from", "38"]) == 0
    head, event, *_ = capsys.readouterr().out.splitlines()
    assert head.endswith(", Russian rules")
    assert event == "event 38: 33 went from 51 to 33. Solved in 38 moves with 3 windows!"


def test_a_name_with_a_slash_or_a_dot_is_a_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["replay", "../nofile.pasjans"]) == 2
    assert capsys.readouterr() == ("", "There is no file ../nofile.pasjans.\n")
    assert main(["replay", "nofile.pasjans"]) == 2
    assert main(["replay", "."]) == 2
    assert ". is a folder: give a file, or a game's ID." in capsys.readouterr().err
    portable_file(tmp_path).rename(tmp_path / "saved")
    assert main(["replay", "saved", "--from", "38"]) == 0
    assert main(["replay", "./saved", "--from", "39"]) == 1


async def test_a_story_in_lines(tape: Tape) -> None:
    said: list[str] = []
    story = Story("G", "russian", said.append, as_json=False)
    for version in (1, 2, 39):
        await tape.seek(version)
        story.tell(tape)
    assert said[:2] == ["game G, Russian rules", "event 0"]
    assert "event 1: 30 went from 00 to 32." in said
    assert said[-9] == "event 38: Solved in 38 moves with 3 windows!"
    assert said[-1].startswith("solved: 38 moves, 3 windows opened")
