"""Running `pasjans` as a process, for its users' view of it."""

import asyncio
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pasjans
from support.gateways import GatewayProcess
from support.walkthrough import walkthrough

PASJANS = str(Path(sys.executable).with_name("pasjans"))
TOLD = walkthrough()
LINE = (*TOLD.moves, *TOLD.finish)
RUSSIAN = ("--rules", "russian", "--deal", TOLD.deal)
"""What asks for the narrated game."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a run of the command left."""

    code: int | None
    out: str
    err: str


async def run(home: Mapping[str, str], *arguments: str, typed: str = "") -> Run:
    """Run the command to its end."""
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
    """The command line of a command on a server."""
    return (PASJANS, *command, "--server", server)


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


async def solved_game(gateway: GatewayProcess) -> tuple[str, list[int]]:
    """The id of the narrated game, solved, and the check of each version."""
    async with pasjans.connect(gateway.ws_url) as client:
        game = await client.create(TOLD.rules, deal=TOLD.deal)
        checks = [game.check]
        for move in LINE:
            await game.play(move)
            checks.append(game.check)
        return game.id, checks


def keep_token(home: Mapping[str, str], server: str, token: str | None) -> None:
    """Make somebody the player whose token this is."""
    assert token is not None
    folder = Path(home["XDG_DATA_HOME"]) / "pasjans"
    folder.mkdir(parents=True)
    place = server.removeprefix("ws://").replace("/", "%2F")
    (folder / f"{place}.token").write_text(token, encoding="ascii")
