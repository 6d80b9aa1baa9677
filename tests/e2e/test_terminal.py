"""The terminal client as its users meet it: real server, real processes, a real pseudo-terminal."""

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

import pasjans
from support.gateways import NO_LIMITS, GatewayProcess, Serve
from support.proxy import Proxy
from support.terminal import Terminal
from support.walkthrough import walkthrough

PASJANS = str(Path(sys.executable).with_name("pasjans"))
TOLD = walkthrough()
LINE = (*TOLD.moves, *TOLD.finish)
RUSSIAN = ("--rules", "russian", "--deal", TOLD.deal)

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class Run:
    """What a run of the command left."""

    code: int | None
    out: str
    err: str


@pytest.fixture
def home(tmp_path: Path) -> Mapping[str, str]:
    """The environment of one player."""
    return {"XDG_DATA_HOME": str(tmp_path / "share")}


async def run(home: Mapping[str, str], *arguments: str, typed: str = "") -> Run:
    process = await asyncio.create_subprocess_exec(
        *(PASJANS, *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=os.environ | home,
    )
    out, err = await process.communicate(typed.encode())
    return Run(process.returncode, out.decode(), err.decode())


def shown_game(text: str) -> str:
    """The id of the game that a screen or the first line names."""
    return text.partition("game ")[2].split()[0].rstrip(",")


def at(server: str, *command: str) -> tuple[str, ...]:
    return (PASJANS, *command, "--server", server)


# Lines


async def test_the_narrated_game_in_lines(gateway: GatewayProcess, home: Mapping[str, str]) -> None:
    typed = "\n".join(LINE) + "\n"
    ran = await run(home, "play", *RUSSIAN, "--server", gateway.ws_url, typed=typed)
    assert (ran.code, ran.err) == (0, "")
    assert "\x1b" not in ran.out
    rows = "\n".join(f"row {n}: {row}" for n, row in enumerate(TOLD.position.split("/")))
    assert rows in ran.out
    assert "Closed: nothing you can do changes anything any more." in ran.out
    assert "Solved in 38 moves with 3 windows!" in ran.out
    last = ran.out.splitlines()[-1]
    assert last == "solved: 38 moves, 3 windows opened, 0 undos, 0 redos; set aside 00 11 22"


async def test_refusals_in_lines_are_sentences_and_a_1(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    typed = "66@06\nnonsense\n\nundo\nhelp\nlegal\nposition\nquit\nresign\n"
    ran = await run(home, "play", *RUSSIAN, "--server", gateway.ws_url, typed=typed)
    assert (ran.code, ran.err) == (1, "")
    refused = [line for line in ran.out.splitlines() if line.startswith("refused")]
    assert refused == [
        "refused, illegal: Cell 06 holds 50: a tile goes into a window, which is 32.",
        "refused, invalid: 'nonsense' is not a move: expected tile@cell, as 54@14, or open.",
        "refused, illegal: No move has been played, so none can be undone.",
    ]
    assert "commands, one a line:" in ran.out
    assert ran.out.count("may be played: 21@32 30@32") == 3
    assert "Given up." not in ran.out


async def test_a_game_goes_on_and_stays_ones_own(
    gateway: GatewayProcess, home: Mapping[str, str], tmp_path: Path
) -> None:
    server = ("--server", gateway.ws_url)
    name = f"Anna {os.getpid()}"
    first = await run(home, "play", *RUSSIAN, *server, "--name", name, typed=f"{LINE[0]}\n")
    assert first.code == 0
    game = shown_game(first.out)
    again = await run(home, "play", game, *server, typed=f"{LINE[1]}\n")
    assert again.code == 0
    assert "60 went from 31 to 00." in again.out
    assert "playing: 2 moves" in again.out
    stranger = {"XDG_DATA_HOME": str(tmp_path / "stranger")}
    refused = await run(stranger, "play", game, *server)
    assert refused.code == 1
    assert f"Game {game} is another player's. To look on: pasjans watch {game}" in refused.err
    taken = await run(stranger, "play", *server, "--name", name)
    assert taken.code == 1
    assert taken.out == ""
    assert taken.err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("play", "--deal", "00 11"), 1, "seven rows"),
        (("play", "no-such-game"), 1, "no-such-game"),
        (("play", "--rules", "chess"), 2, "invalid choice: 'chess'"),
        (("play", "--daily", "--deal", "00"), 2, "not allowed with argument"),
    ],
)
async def test_exit_codes(
    gateway: GatewayProcess,
    home: Mapping[str, str],
    arguments: tuple[str, ...],
    code: int,
    said: str,
) -> None:
    ran = await run(home, *arguments, "--server", gateway.ws_url)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


async def test_nobody_there_is_a_1(home: Mapping[str, str]) -> None:
    async with Proxy.before("ws://127.0.0.1:9/ws") as proxy:
        ran = await run(home, "play", "--server", proxy.ws_url)
    assert (ran.code, ran.out) == (1, "")
    *_, last = ran.err.splitlines()
    assert last == f"Nobody answers at {proxy.ws_url}: is the server running? (scripts/serve)"


async def test_a_connection_that_is_lost_and_comes_back_is_said_in_lines(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    async with Proxy.before(gateway.ws_url) as proxy:
        process = await asyncio.create_subprocess_exec(
            *at(proxy.ws_url, "play", *RUSSIAN),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=os.environ | home,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        await process.stdout.readuntil(b"may be played: ")
        proxy.refuses = True
        proxy.cut()
        await process.stderr.readuntil(b"connection lost, coming back ...\n")
        proxy.refuses = False
        await process.stderr.readuntil(b"connected again\n")
        out, err = await process.communicate(f"{LINE[0]}\n".encode())
        assert (process.returncode, err) == (0, b"")
        assert b"30 went from 00 to 32." in out


# The screen


async def test_moves_are_played_with_keys(gateway: GatewayProcess, home: Mapping[str, str]) -> None:
    play = at(gateway.ws_url, "play", *RUSSIAN)
    async with Terminal.running(play, environment=home) as terminal:
        text = await terminal.shows("32 takes 21 30")
        game = shown_game(text)
        assert "Russian rules" in text
        assert "┃" in text
        assert "6           5           4           3           2           1           0" in text
        terminal.press("enter")
        await terminal.shows("30 went from 00 to 32.")
        terminal.press("enter")
        await terminal.shows("60 went from 31 to 00.")
        terminal.press("u")
        await terminal.shows("Taken back: 60 is in 31 again.")
        terminal.press("r")
        text = await terminal.shows("60 went from 31 to 00.")
        assert "moves 2  windows 1" in text
        assert "undos 1  redos 0" in text
        terminal.press(":", "66@06", "enter")
        await terminal.shows("Cell 06 holds 50: a tile goes into a window, which is 31.")
        terminal.press(":", "reseg", "escape", "?")
        await terminal.shows("Tab takes the next one")
        terminal.press("x")
        await terminal.shows("moves 2  windows 1")
        terminal.press("R")
        await terminal.shows("Give this game up, for good?")
        terminal.press("n", "q")
        await terminal.shows(f"Game {game} is kept. To go on: pasjans play {game} --server")
        assert await terminal.ends() == 0
    async with Terminal.running(at(gateway.ws_url, "play", game), environment=home) as terminal:
        await terminal.shows("moves 2  windows 1")
        terminal.press("R", "y")
        await terminal.shows("Given up.")
        terminal.press("n")
        await terminal.shows(lambda text: "moves 0" in text and game not in text)
        terminal.press("q")
        assert await terminal.ends() == 0


async def test_the_narrated_game_on_a_small_screen(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    play = at(gateway.ws_url, "play", *RUSSIAN)
    async with Terminal.running(play, size=(80, 24), environment=home) as terminal:
        await terminal.shows("moves 0")
        for number, move in enumerate(LINE, start=1):
            if move == "open":
                terminal.press("o")
            else:
                terminal.press(":", move, "enter")
            await terminal.shows(f"moves {number} ")
        text = await terminal.shows("Solved in 38 moves with 3 windows!")
        assert "solved" in text
        assert "set aside 00 11 22" in text
        terminal.press("q")
        await terminal.shows("is solved. To see it again: pasjans replay ")
        assert await terminal.ends() == 0


async def test_the_mouse_plays_and_chooses_windows(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        for move in LINE[:30]:
            await game.play(move)
        _keep_token(home, gateway.ws_url, client.token)
    play = at(gateway.ws_url, "play", game.id)
    async with Terminal.running(play, size=(80, 24), environment=home) as terminal:
        await terminal.shows("3│1")
        terminal.click("3│1")
        await terminal.shows("It fits several windows")
        terminal.click("3│1")
        await terminal.shows(lambda text: "▶ 3│1 ◀" in text and "several" in text)
        terminal.press("escape")
        await terminal.shows(lambda text: "several" not in text)
        terminal.click("3│1")
        await terminal.shows("It fits several windows")
        terminal.press("enter")
        await terminal.shows("31 went from")


def _keep_token(home: Mapping[str, str], server: str, token: str | None) -> None:
    assert token is not None
    folder = Path(home["XDG_DATA_HOME"]) / "pasjans"
    folder.mkdir(parents=True)
    place = server.removeprefix("ws://").replace("/", "%2F")
    (folder / f"{place}.token").write_text(token, encoding="ascii")


async def test_a_lost_connection_is_shown_and_heals(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    async with Proxy.before(gateway.ws_url) as proxy:
        play = at(proxy.ws_url, "play", *RUSSIAN)
        async with Terminal.running(play, environment=home) as terminal:
            await terminal.shows("moves 0")
            proxy.refuses = True
            proxy.cut()
            await terminal.shows("connection lost, coming back...")
            terminal.press("u")
            await terminal.shows("No move has been played, so none can be undone.")
            terminal.press("enter")
            await terminal.shows("There is no connection: 30@32 is sent when it is back.")
            proxy.refuses = False
            text = await terminal.shows("30 went from 00 to 32.")
            assert "connection lost" not in text
            terminal.press("c-c")
            assert await terminal.ends() == 130


async def test_the_screen_follows_the_terminals_size_and_leaves_it_as_it_was(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    play = at(gateway.ws_url, "play", *RUSSIAN)
    async with Terminal.running(play, size=(100, 40), environment=home) as terminal:
        await terminal.shows("●")
        terminal.resize(80, 24)
        await terminal.shows(lambda text: "▶ 3│0 ◀" in text and "●" not in text)
        terminal.resize(30, 16)
        await terminal.shows("▶30◀")
        terminal.process.terminate()
        assert await terminal.ends() == 143
        assert "is kept. To" in terminal.text
        modes = terminal.screen.mode
        assert 1049 << 5 not in modes
        assert 1000 << 5 not in modes


async def test_no_color_and_no_utf8(gateway: GatewayProcess, home: Mapping[str, str]) -> None:
    play = at(gateway.ws_url, "play", *RUSSIAN)
    plain = {**home, "LC_ALL": "C", "NO_COLOR": "1"}
    async with Terminal.running(play, size=(80, 24), environment=plain) as terminal:
        text = await terminal.shows("[ 3|0 ]")
        assert text.isascii()
        cells = [cell for row in terminal.screen.buffer.values() for cell in row.values()]
        assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}


async def test_another_hand_of_the_same_player_is_seen(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        _keep_token(home, gateway.ws_url, client.token)
        play = at(gateway.ws_url, "play", game.id)
        async with Terminal.running(play, environment=home) as terminal:
            await terminal.shows("32 takes 21 30")
            await game.play(LINE[0])
            await terminal.shows("30 went from 00 to 32.")


async def test_a_gateway_that_is_killed_is_no_end(serve: Serve, home: Mapping[str, str]) -> None:
    first, second = serve(2, *NO_LIMITS)
    async with Proxy.before(first.ws_url) as proxy:
        play = at(proxy.ws_url, "play", *RUSSIAN)
        async with Terminal.running(play, environment=home) as terminal:
            await terminal.shows("moves 0")
            terminal.press("enter")
            await terminal.shows("30 went from 00 to 32.")
            await asyncio.to_thread(first.kill)
            await terminal.shows("connection lost")
            host, _, port = second.ws_url.removeprefix("ws://").removesuffix("/ws").partition(":")
            proxy._target = (host, int(port))
            terminal.press("enter")
            await terminal.shows("60 went from 31 to 00.")


# Looking on


async def test_watch_scrolls_back_and_stays_there(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    """P5: a viewer who scrolled back stayed not there when the connection resumed."""
    async with (
        Proxy.before(gateway.ws_url) as proxy,
        pasjans.connect(gateway.ws_url) as client,
    ):
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        watch = at(proxy.ws_url, "watch", game.id)
        async with Terminal.running(watch, environment=home) as terminal:
            await terminal.shows("event 0")
            for move in LINE[:4]:
                await game.play(move)
            await terminal.shows("65 went from 12 to 05.")
            terminal.press("left", "left")
            text = await terminal.shows("event 2 of 4")
            assert "replay, stopped" in text
            assert "60 takes" not in text
            await game.play(LINE[4])
            await terminal.shows("event 2 of 5")
            proxy.refuses = True
            proxy.cut()
            await terminal.shows("connection lost")
            proxy.refuses = False
            await terminal.shows(lambda text: "connection lost" not in text)
            await game.play(LINE[5])
            await terminal.shows("event 2 of 6")
            terminal.press("right")
            await terminal.shows("44 went from 05 to 31.")
            await terminal.shows("event 3 of 6")
            terminal.press("home")
            await terminal.shows("event 0 of 6")
            terminal.press("f")
            text = await terminal.shows("moves 6")
            assert "· live" in text
            await game.resign()
            await terminal.shows("Given up.")
            terminal.press("q")
            assert await terminal.ends() == 0


async def test_watch_in_json_lines(gateway: GatewayProcess, home: Mapping[str, str]) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        process = await asyncio.create_subprocess_exec(
            *at(gateway.ws_url, "watch", game.id, "--json"),
            stdout=asyncio.subprocess.PIPE,
            env=os.environ | home,
        )
        assert process.stdout is not None
        assert json.loads(await process.stdout.readline())["check"] == game.check
        for move in LINE:
            await game.play(move)
            told = json.loads(await process.stdout.readline())
            assert (told["version"], told["check"]) == (game.version, game.check)
            assert told["position"] == game.position
        assert told["status"] == "solved"
        assert await process.stdout.read() == b""
        assert await process.wait() == 0


async def solved_game(gateway: GatewayProcess) -> tuple[str, list[int]]:
    """The id of the narrated game, solved, and the check of each version."""
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        checks = [game.check]
        for move in LINE:
            await game.play(move)
            checks.append(game.check)
        return game.id, checks


async def test_replays_of_server_and_file_tell_the_same(
    gateway: GatewayProcess, home: Mapping[str, str], tmp_path: Path
) -> None:
    game, checks = await solved_game(gateway)
    file = tmp_path / "game.pasjans"
    exported = await asyncio.to_thread(httpx.get, f"{gateway.http_url}/api/v1/games/{game}/export")
    file.write_bytes(exported.content)
    served = await run(home, "replay", game, "--json", "--server", gateway.ws_url)
    read = await run(home, "replay", str(file), "--json", "--server", "ws://127.0.0.1:9/ws")
    assert (served.code, read.code) == (0, 0)
    told = [json.loads(line) for line in served.out.splitlines()]
    assert [each["check"] for each in told] == checks
    assert [json.loads(line) for line in read.out.splitlines()] == told
    later = await run(home, "replay", str(file), "--from", "37")
    first = f"game {game}, Russian rules\nevent 37: 10 went from 33 to 50.\n"
    assert later.out.startswith(first)
    later = await run(home, "replay", game, "--from", "37", "--server", gateway.http_url)
    assert later.out.startswith(first)
    assert later.out.count("row 0: ") == 2
    assert "Solved in 38 moves with 3 windows!" in later.out


async def test_a_replay_that_cannot_be_is_a_1(
    gateway: GatewayProcess, home: Mapping[str, str], tmp_path: Path
) -> None:
    game, _ = await solved_game(gateway)
    file = tmp_path / "game.pasjans"
    exported = await asyncio.to_thread(httpx.get, f"{gateway.http_url}/api/v1/games/{game}/export")
    file.write_bytes(exported.content.replace(b"30@32", b"21@32"))
    changed = await run(home, "replay", str(file))
    assert (changed.code, changed.out) == (1, "")
    assert "is not verified, and so not shown" in changed.err
    beyond = await run(home, "replay", game, "--from", "39", "--server", gateway.ws_url)
    assert (beyond.code, beyond.err) == (1, "There is no event 39: the last is 38.\n")
    file.write_bytes(exported.content)
    beyond = await run(home, "replay", str(file), "--from", "39")
    assert (beyond.code, beyond.err) == (1, "There is no event 39: the last is 38.\n")
    nobody = await run(home, "replay", "no-such-game", "--server", gateway.ws_url)
    assert (nobody.code, nobody.out) == (1, "")
    wrong = await run(home, "replay", game, "--speed", "0")
    assert wrong.code == 2


async def test_a_replay_on_the_screen(gateway: GatewayProcess, home: Mapping[str, str]) -> None:
    game, _ = await solved_game(gateway)
    replay = at(gateway.ws_url, "replay", game)
    async with Terminal.running(replay, size=(80, 24), environment=home) as terminal:
        await terminal.shows("Solved in 38 moves with 3 windows!")
        await terminal.shows("replay, stopped")
        terminal.press("home", "right")
        await terminal.shows("event 1 of 38")
        await terminal.shows("30 went from 00 to 32.")
        terminal.press(*"-" * 20)
        await terminal.shows("replay x0.25, stopped")
        terminal.press(*"+" * 20)
        await terminal.shows("replay x64, stopped")
        terminal.press(" ")
        await terminal.shows("event 38 of 38")
        terminal.press("?")
        await terminal.shows("follow the live game again")
        terminal.press("?", "q")
        assert await terminal.ends() == 0


async def test_a_file_on_the_screen(
    gateway: GatewayProcess, home: Mapping[str, str], tmp_path: Path
) -> None:
    game, _ = await solved_game(gateway)
    file = tmp_path / "game.pasjans"
    exported = await asyncio.to_thread(httpx.get, f"{gateway.http_url}/api/v1/games/{game}/export")
    file.write_bytes(exported.content)
    replay = (PASJANS, "replay", str(file), "--from", "22", "--speed", "1000")
    async with Terminal.running(replay, size=(100, 40), environment=home) as terminal:
        await terminal.shows("event 38 of 38")
        terminal.press("home", *["right"] * 23)
        await terminal.shows("11 is set aside: 42 is a window now.")
        terminal.press("left")
        await terminal.shows("event 22 of 38")
        terminal.press("end")
        await terminal.shows("Solved in 38 moves with 3 windows!")
        terminal.press("q")
        assert await terminal.ends() == 0


# Boards


async def test_a_solve_stands_on_the_board(
    gateway: GatewayProcess, home: Mapping[str, str], tmp_path: Path
) -> None:
    server = ("--server", gateway.ws_url)
    stranger = {"XDG_DATA_HOME": str(tmp_path / "stranger")}
    unknown = await run(stranger, "top", "--around", *server)
    assert unknown.code == 1
    assert "You have not played on" in unknown.err
    process = await asyncio.create_subprocess_exec(
        *at(gateway.ws_url, "top", "all:russian", "--watch", "--json", "--limit", "50"),
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | home,
    )
    assert process.stdout is not None
    await process.stdout.readline()
    played = await run(home, "play", *RUSSIAN, *server, typed="\n".join(LINE))
    game = shown_game(played.out)
    while game not in {row["game"] for row in json.loads(await process.stdout.readline())["rows"]}:
        pass
    process.terminate()
    await process.wait()
    around = await run(home, "top", "all:russian", "--around", *server)
    assert (around.code, around.err) == (0, "")
    assert around.out.startswith("Russian rules, all deals, all time: ")
    own = [line for line in around.out.splitlines() if line.startswith(">")]
    assert any(line.endswith(game) and " 38 " in line for line in own)
    top = ("top", "all:russian", "--limit", "50", *server)
    page = json.loads((await run(home, *top, "--json")).out)
    assert page["board"] == "all:russian"
    assert page["rows"][0]["rank"] == 1
    assert game in {row["game"] for row in page["rows"] if row["own"]}
    shown = await run(home, *top)
    assert any(line.startswith(">") and line.endswith(game) for line in shown.out.splitlines())
    near = json.loads((await run(home, *top, "--json", "--around")).out)
    assert near.keys() == page.keys()
    assert near["rows"][0].keys() == page["rows"][0].keys()
    followed = await first_lines(home, "top", "all:russian", "--watch", *server)
    assert followed[0] == around.out.splitlines()[0]
    (line,) = await first_lines(home, "top", "all:russian", "--watch", "--json", *server)
    live = json.loads(line)
    assert set(page) - set(live) == {"next"}
    assert set(page["rows"][0]) - set(live["rows"][0]) == {"rules_version", "deal_id"}
    assert live["rows"][0]["finished"] == page["rows"][0]["finished"]
    nowhere = await run(home, "top", "--around", *server)
    assert (nowhere.code, nowhere.err) == (1, "None of your solves stands there.\n")
    wrong = await run(home, "top", "all:chess", *server)
    assert (wrong.code, wrong.out) == (1, "")
    assert "no board" in wrong.err
    early = await run(home, "top", "daily:polish:9999-12-31", *server)
    assert (early.code, early.out) == (1, "")
    assert "that day has not come yet" in early.err


async def first_lines(home: Mapping[str, str], *arguments: str) -> list[str]:
    """The first lines of a command that goes on, and that ends when nobody reads it any more."""
    process = await asyncio.create_subprocess_exec(
        *(PASJANS, *arguments), stdout=asyncio.subprocess.PIPE, env=os.environ | home
    )
    assert process.stdout is not None
    lines = [(await process.stdout.readline()).decode().rstrip("\n")]
    # asyncio has no other way to close what it reads from.
    process.stdout._transport.close()  # type: ignore[attr-defined]
    assert await process.wait() == 141
    return lines


async def test_who_looks_on_ends_when_nobody_reads(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        (line,) = await first_lines(home, "watch", game.id, "--json", "--server", gateway.ws_url)
        assert json.loads(line)["check"] == game.check


async def test_a_program_has_its_own_player_and_boards(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    server = ("--server", gateway.ws_url)
    async with pasjans.connect(gateway.ws_url) as client:
        standings = await client.standings("all:russian:bots")
        changes = standings.updates()
        played = await run(home, "play", "--bot", *RUSSIAN, *server, typed="\n".join(LINE))
        game = shown_game(played.out)
        while game not in {row.game for row in await anext(changes)}:
            pass
    person = await run(home, "play", game, *server)
    assert person.code == 1
    assert "is another player's" in person.err


async def test_lines_end_when_the_game_is_over_elsewhere(
    gateway: GatewayProcess, home: Mapping[str, str]
) -> None:
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        _keep_token(home, gateway.ws_url, client.token)
        process = await asyncio.create_subprocess_exec(
            *at(gateway.ws_url, "play", game.id),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=os.environ | home,
        )
        assert process.stdout is not None
        await process.stdout.readuntil(b"may be played: ")
        await game.play(LINE[0])
        await process.stdout.readuntil(b"30 went from 00 to 32.")
        await game.resign()
        await process.stdout.readuntil(b"Given up.")
        assert await process.wait() == 0
