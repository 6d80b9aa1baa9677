"""`pasjans-admin`, as an operator runs it beside a service that is used."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from pasjans_engine.deal_id import deal_id
from pasjans_services.backends import open_backends
from pasjans_services.games.pars import Known, Par, Pars
from support.gateways import NO_LIMITS, GatewayProcess, Serve
from support.walkthrough import walkthrough
from support.wire import Wire, poll

ADMIN = Path(sys.executable).with_name("pasjans-admin")

pytestmark = pytest.mark.slow


def admin(folder: Path, *arguments: str, code: int = 0) -> str:
    """What the command says."""
    command = [str(ADMIN), "--data", str(folder), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


async def rows(web: httpx.AsyncClient, board: str) -> list[str]:
    """The games on a board."""
    answer = await web.get(f"/api/v1/boards/{board}")
    return [row["game"] for row in answer.json()["rows"]]


async def solved(gateway: GatewayProcess) -> str:
    """The narrated game, solved and on its board."""
    told = walkthrough()
    async with (
        Wire.connect(gateway.ws_url) as wire,
        httpx.AsyncClient(base_url=gateway.http_url) as web,
    ):
        table = await wire.create(told.rules, deal=told.deal)
        await table.play(*told.moves, *told.finish)
        await poll(lambda: rows(web, "all:russian"), lambda games: table.game in games)
        return table.game


async def test_lists_and_boards_made_anew_have_the_same_bytes(serve: Serve, tmp_path: Path) -> None:
    (gateway,) = serve(1, *NO_LIMITS)
    folder = tmp_path / "data"
    games = {await solved(gateway) for _ in range(3)}
    before = admin(folder, "dump")
    assert len(before.splitlines()) > len(games)

    assert admin(folder, "rebuild").startswith("the index of games is what the logs say\n")
    assert admin(folder, "dump") == before
    told = admin(folder, "--json", "rebuild", "boards", "--from-empty")
    assert json.loads(told) == {"rebuilt": "boards", "solves": 3, "removed": 0}
    assert admin(folder, "dump") == before


async def test_a_solve_below_par_is_kept_for_study(serve: Serve, tmp_path: Path) -> None:
    """The par is a false one, as a fault of the solver would give."""
    (gateway,) = serve(1, *NO_LIMITS)
    folder, told = tmp_path / "data", walkthrough()
    assert admin(folder, "below-par") == ""
    async with open_backends(f"unix://{folder / 'valkey' / 'server.sock'}") as backends:
        false = Par(Known.SOLVED, 1, 1, 99, 3)
        await Pars(backends.registry).keep(told.rules, deal_id("domino", told.deal), false)
    async with Wire.connect(gateway.ws_url) as wire:
        table = await wire.create(told.rules, deal=told.deal)
        await table.play(*told.moves, *told.finish)

    async def kept() -> str:
        return await asyncio.to_thread(admin, folder, "below-par")

    text = await poll(kept, lambda text: text != "")
    assert text == f"game {table.game}: 38 moves\n"
    assert json.loads(admin(folder, "--json", "below-par")) == {"game": table.game, "moves": 38}
    async with httpx.AsyncClient(base_url=gateway.http_url) as web:
        assert await rows(web, "all:russian") == []
        assert "pasjans_below_par_total 1.0" in (await web.get("/metrics")).text
    assert any('"below_par"' in line for line in gateway.log)


async def test_an_excluded_game_stands_nowhere_until_it_is_included(
    serve: Serve, tmp_path: Path
) -> None:
    (gateway,) = serve(1, *NO_LIMITS)
    folder = tmp_path / "data"
    game = await solved(gateway)
    before = admin(folder, "dump")
    async with httpx.AsyncClient(base_url=gateway.http_url) as web:
        assert admin(folder, "exclude", game).endswith("from now on\n")
        assert admin(folder, "exclude", game).endswith("as before\n")
        assert await rows(web, "all:russian") == []
        admin(folder, "rebuild", "boards", "--from-empty")
        assert await rows(web, "all:russian") == []
        admin(folder, "include", game)
        assert await rows(web, "all:russian") == [game]
    assert admin(folder, "dump") == before


async def test_what_cannot_be_done_is_said(serve: Serve, tmp_path: Path) -> None:
    serve(1)
    folder = tmp_path / "data"
    assert "there is no game nosuchgame" in admin(folder, "exclude", "nosuchgame", code=1)
    assert "there is no folder" in admin(tmp_path / "elsewhere", "dump", code=1)
    assert "is not a game's name" in admin(folder, "exclude", "no such game", code=2)


def test_the_folder_may_be_named_before_the_command_and_after_it(
    serve: Serve, tmp_path: Path
) -> None:
    serve(1)
    folder = str(tmp_path / "data")
    for arguments in (
        ["--data", folder, "--json", "rebuild"],
        ["rebuild", "--json", "--data", folder],
    ):
        done = subprocess.run(
            [str(ADMIN), *arguments], capture_output=True, text=True, timeout=60, check=True
        )
        assert [json.loads(line)["rebuilt"] for line in done.stdout.splitlines()] == [
            "index",
            "boards",
        ]
