from pathlib import Path

import pytest

from pasjans_services.main import listen, main


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--port", "99999"], "port is 0 to 65535"),
        (["--heartbeat-s", "0"], "heartbeat_s is more than 0"),
        (["--games-per-socket", "200"], "games_per_socket is 1 to 127"),
        (["--events-per-game", "20000"], "events_per_game is 1 to 19999"),
        (["--commands-per-s", "-1"], "commands_per_s is 0 or more"),
        (["--data", "x", "--redis", "redis://y"], "not allowed with"),
    ],
)
def test_a_setting_that_makes_no_sense_is_told(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert says in capsys.readouterr().err


def test_help_names_every_limit(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--help"])
    assert stopped.value.code == 0
    assert "--queue-bytes" in capsys.readouterr().out


def test_a_taken_port_is_told_with_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    with listen("127.0.0.1", 0) as taken:
        assert main(["--port", str(taken.getsockname()[1])]) == 1
    assert "choose with --port" in capsys.readouterr().err


def test_a_redis_that_does_not_answer_is_told_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--port", "0", "--redis", f"unix://{tmp_path / 'nobody.sock'}"]) == 1
    assert "leave --redis out" in capsys.readouterr().err
