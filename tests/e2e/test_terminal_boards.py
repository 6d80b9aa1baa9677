"""Boards in the terminal: real server, real processes."""

import asyncio
import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

import pasjans
from support.commands import (
    LINE,
    RUSSIAN,
    at,
    first_lines,
    run,
    shown_game,
)
from support.gateways import GatewayProcess

pytestmark = pytest.mark.slow


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
