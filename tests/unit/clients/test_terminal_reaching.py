"""Reaching a server, losing it, and losing whoever reads what is written."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from socket import create_server

import pytest

from pasjans_terminal import reaching
from pasjans_terminal.main import main
from pasjans_terminal.plain.connection import tell
from pasjans_terminal.reaching import Nobody, Patience, announced
from pasjans_terminal.terminal import output_gone

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A server's URL where nobody listens."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with closing(create_server(("127.0.0.1", 0))) as server:
        return f"ws://127.0.0.1:{server.getsockname()[1]}/ws"


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [["play"], ["watch", "G"], ["replay", "G"], ["top"], ["top", "--watch"]]
)
def test_nobody_there_is_said_in_one_line(
    command: list[str], nowhere: str, capsys: Captured
) -> None:
    assert main([*command, "--server", nowhere]) == 1
    said = f"Nobody answers at {nowhere}: is the server running? (scripts/serve)\n"
    assert capsys.readouterr() == ("", said)


async def test_only_the_first_connection_is_given_up_at_once(nowhere: str) -> None:
    patience = Patience(nowhere)
    with pytest.raises(Nobody):
        await patience.pause(0)
    patience.met = True
    await patience.pause(0)


async def test_who_listens_may_yet_answer() -> None:
    with closing(create_server(("127.0.0.1", 0))) as server:
        await Patience(f"ws://127.0.0.1:{server.getsockname()[1]}/ws").pause(0)


async def test_what_takes_a_while_is_announced(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    with announced("ws://x/ws"):
        pass
    monkeypatch.setattr(reaching, "SILENT_S", 0)
    said = asyncio.Event()
    with announced("ws://y/ws"):
        asyncio.get_running_loop().call_later(0, said.set)
        await said.wait()
    assert capsys.readouterr() == ("", "connecting to ws://y/ws ...\n")


async def test_a_lost_connection_is_said_and_its_return() -> None:
    async def connections() -> AsyncIterator[bool]:
        for connected in (True, False, True, False):
            yield connected

    said: list[str] = []
    await tell(connections(), said.append)
    lost, back = "connection lost, coming back ...", "connected again"
    assert said == [lost, back, lost]


async def test_a_pipe_that_nobody_reads_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    with os.fdopen(writer, "w") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        watching = asyncio.create_task(output_gone())
        await asyncio.sleep(0)
        assert not watching.done()
        os.close(reader)
        await asyncio.wait_for(watching, 5)


async def test_a_file_is_never_gone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "out").open("w") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        watching = asyncio.create_task(output_gone())
        await asyncio.sleep(0)
        assert not watching.done()
        watching.cancel()
