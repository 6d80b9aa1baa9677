"""The command as it is typed: help, versions, exit codes, pipes and signals."""

import json
import os
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from pasjans_terminal.main import _parser, main
from support.dominoes import DEAL

BIN = Path(sys.executable).parent
BATCH = ["deal", "perft", "closed", "apply", "solve"]
COMMANDS = [*BATCH, "survey", "verify"]
ONLINE = ["play", "watch", "replay", "top"]
LINE = json.dumps({"rules": "polish", "deal": DEAL}).encode() + b"\n"


def started(*args: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "pasjans_terminal", *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"pasjans {version('pasjans')}\n"


def test_help_names_every_command_and_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert all(f"    {command}" in text for command in [*COMMANDS, *ONLINE])
    assert "exit codes: 0 fine, every line was answered" in text


def test_alone_it_is_the_help_and_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert all(f"    {command}" in err for command in [*COMMANDS, *ONLINE])


@pytest.mark.slow
@pytest.mark.parametrize("command", BATCH)
def test_the_example_in_each_help_works(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    _, example = capsys.readouterr().out.split("example:\n")
    shell = subprocess.run(
        ["/bin/sh", "-c", example],
        env=os.environ | {"PATH": f"{BIN}{os.pathsep}{os.defpath}"},
        capture_output=True,
        check=True,
    )
    (answer,) = shell.stdout.splitlines()
    assert "error" not in json.loads(answer)
    assert shell.stderr == b""


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["dance"], "invalid choice: 'dance'"),
        (["deal"], "the following arguments are required: --game"),
        (["deal", "--game", "chess"], "invalid choice: 'chess'"),
        (["perft"], "the following arguments are required: --depth"),
        (["perft", "--depth", "0"], "expected a whole number from 1, not '0'"),
        (["perft", "--depth", "x"], "expected a whole number from 1, not 'x'"),
        (["verify"], "the following arguments are required: FILE"),
        (["closed", "file.jsonl"], "unrecognized arguments: file.jsonl"),
    ],
)
def test_wrong_usage_is_2(
    args: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(args)
    assert end.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("command", ONLINE)
def test_online_commands_say_how_they_are_typed(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert f"  pasjans {command} " in text
    assert "exit codes: 0 fine, 1 the server or the rules said no" in text
    assert "PASJANS_SERVER" in text


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["play", "G", "--daily"], "give ID alone, or no ID"),
        (["play", "G", "--rules", "polish"], "give ID alone, or no ID"),
        (["watch"], "the following arguments are required: ID"),
        (["replay"], "the following arguments are required: ID|FILE"),
        (["replay", "G", "--from", "-1"], "expected a whole number from 0, not '-1'"),
        (["replay", "G", "--speed", "x"], "expected a number from 0.01 to 1000, not 'x'"),
        (["replay", "G", "--speed", "nan"], "expected a number from 0.01 to 1000, not 'nan'"),
        (["top", "--limit", "51"], "expected a whole number from 1 to 50, not '51'"),
        (["top", "--around", "--watch"], "not allowed with argument"),
        (["play", "--server", "ftp://127.0.0.1"], "expected one such as ws://127.0.0.1:8000/ws"),
        (["watch", "bad id!"], "'bad id!' is not a game's id (1 to 64 letters, digits, - and _)"),
        (["play", "G" * 65], "is not a game's id"),
        (["replay", "bad id!"], "'bad id!' is not a game's id"),
        (["top", "a b"], "'a b' is not a board: those are such as all:polish"),
        (["top", "daily:polish:2026-13-40"], "there is no such day"),
        (["top", "daily:polish:2026-1-5:bots"], "there is no such day"),
    ],
)
def test_wrong_usage_of_online_commands_is_2(
    args: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    test_wrong_usage_is_2(args, message, capsys)


@pytest.mark.parametrize("command", ["play", "watch", "replay"])
def test_an_id_may_begin_with_a_dash(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    args = vars(_parser().parse_args([command, "--", "-abc"]))
    assert "-abc" in {args.get("game"), args.get("source")}
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert f"pasjans {command} -- -ID" in capsys.readouterr().out


def test_a_bad_variable_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PASJANS_SERVER", "nowhere")
    with pytest.raises(SystemExit) as end:
        main(["top"])
    assert end.value.code == 2
    err = capsys.readouterr().err
    assert "$PASJANS_SERVER is 'nowhere': expected one such as ws://127.0.0.1:8000/ws" in err
    assert "--server" not in err
    assert _parser().parse_args(["top", "--server", "[::1]:80"]).server == "ws://[::1]:80/ws"


@pytest.mark.slow
def test_batch_commands_load_nothing_that_talks() -> None:
    code = "import sys, pasjans_terminal.main; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    names = loaded.decode().split()
    assert not {"asyncio", "httpx", "msgspec", "pasjans", "prompt_toolkit", "websockets"} & set(
        names
    )


@pytest.mark.slow
def test_each_answer_is_there_before_the_next_line_is_asked() -> None:
    with started("apply") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(LINE)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["score"] == 0
        process.stdin.close()
        assert process.wait(10) == 0


@pytest.mark.slow
def test_a_reader_that_goes_is_no_disaster() -> None:
    with started("apply") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(LINE)
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(LINE)
        process.stdin.flush()
        assert process.wait(10) == 141
        assert process.stderr.read() == b""


@pytest.mark.slow
def test_ctrl_c_is_no_disaster() -> None:
    with started("apply") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(LINE)
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert process.stderr.read() == b""


@pytest.mark.slow
def test_the_installed_command_is_this_one() -> None:
    done = subprocess.run(
        [BIN / "pasjans", "apply"], input=LINE + b"{\n", capture_output=True, check=False
    )
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 2
