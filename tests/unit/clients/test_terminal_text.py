"""Sentences, plain lines, tokens and servers of the terminal client."""

import argparse
import json
import stat
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import msgspec
import pytest
from prompt_toolkit.utils import get_cwidth

from pasjans import (
    BoardInfo,
    BoardPage,
    BoardRow,
    Closed,
    Code,
    ConnectionLost,
    NoAnswer,
    Refused,
    Row,
)
from pasjans_engine.game import Game, legal
from pasjans_engine.view import view
from pasjans_terminal import address, server, tokens
from pasjans_terminal.boardjson import board_fields
from pasjans_terminal.dominoes.lines import position_lines, status_line
from pasjans_terminal.dominoes.story import ending, happened, offer
from pasjans_terminal.jsonline import json_line, ms_text, time_text
from pasjans_terminal.names import board_id, is_to_come
from pasjans_terminal.plain.text import legal_line
from pasjans_terminal.ranking import summary, table_lines
from pasjans_terminal.reaching import unreached
from pasjans_terminal.sentences import counted, refusal, rules_name
from support.lines import after, replayed
from support.walkthrough import walkthrough

TOLD = walkthrough()
LINE = (*TOLD.moves, *TOLD.finish)
URL = "ws://127.0.0.1:8000/ws"


def told(game: Game, action: str) -> str:
    return happened(view(game), view(after(game, action)))


def test_each_event_has_its_sentence() -> None:
    game = replayed("russian", TOLD.deal, LINE[:2])
    assert told(game, LINE[2]) == "44 went from 05 to 31."
    assert told(game, "undo") == "Taken back: 60 is in 31 again."
    assert told(game, "resign") == "Given up."
    closed = replayed("russian", TOLD.deal, TOLD.moves)
    assert told(closed, "open") == "11 is set aside: 42 is a window now."
    assert told(after(closed, "open"), "undo") == "Taken back: the last window is closed again."
    last = replayed("russian", TOLD.deal, LINE[:-1])
    assert told(last, LINE[-1]) == "33 went from 51 to 33. Solved in 38 moves with 3 windows!"
    assert happened(view(game), view(game)) == ""


def test_each_ending_has_its_sentence() -> None:
    cells = tuple(range(28))
    assert ending((*cells, 3, 0, 1, 0, 0)) == ""
    assert ending((*cells, 1, 1, 1, 0, 0)) == "Solved in 1 move with 1 window!"
    assert ending((*cells, 3, 2, 9, 0, 0)) == (
        "Lost: closed with three windows. Moves can be taken back."
    )
    assert ending((*cells, 3, 3, 9, 0, 0)) == "Given up."


def test_the_exit_is_offered_in_a_sentence() -> None:
    closed = replayed("russian", TOLD.deal, TOLD.moves)
    assert offer(legal(closed)).startswith("Closed: nothing you can do changes anything any more.")
    assert offer(("54@14",)) == offer(None) == ""


def test_refusals_are_sentences() -> None:
    refused = Refused(Code.ILLEGAL, "under 43 fits 42, not 66", fits=("42",))
    assert refusal(refused) == "Under 43 fits 42, not 66."
    unsaid = Refused(Code.ILLEGAL, "no", fits=("42", "33"))
    assert refusal(unsaid) == "No. It takes 42, 33."


def test_numbers_have_their_nouns() -> None:
    assert [counted(number, "move") for number in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]
    assert [rules_name(rules) for rules in ("polish", "other")] == ["Polish rules", "other"]


def test_plain_lines() -> None:
    game = replayed("russian", TOLD.deal, TOLD.moves)
    assert "/".join(line.partition(": ")[2] for line in position_lines(view(game))) == TOLD.position
    assert position_lines(view(game))[5] == "row 5: 40 --"
    assert status_line(view(game)) == (
        "playing: 22 moves, 1 window opened, 0 undos, 0 redos; set aside 00"
    )
    assert legal_line(("54@14", "open")) == "may be played: 54@14 open"
    assert legal_line(()) == "may be played: nothing"
    assert legal_line(None) == "what may be played is not known yet"


# Tokens


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "pasjans"


def test_a_token_is_kept_a_server_for_its_owner_alone(folder: Path) -> None:
    other = "wss://example.org/ws"
    assert tokens.read_token(URL) is None
    tokens.keep_token(URL, "one")
    tokens.keep_token(other, "two")
    tokens.keep_token(URL, "three")
    assert (tokens.read_token(URL), tokens.read_token(other)) == ("three", "two")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert len(list(folder.iterdir())) == 2
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}


def test_a_program_is_another_player(folder: Path) -> None:
    tokens.keep_token(URL, "person")
    tokens.keep_token(URL, "program", bot=True)
    assert (tokens.read_token(URL), tokens.read_token(URL, bot=True)) == ("person", "program")
    assert len(list(folder.iterdir())) == 2


def test_without_xdg_it_is_in_the_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/anna")
    file = tokens.token_file("ws://Example.org:8000/ws/")
    assert file == Path("/home/anna/.local/share/pasjans/example.org:8000%2Fws.token")


def test_what_is_no_token_is_an_error(folder: Path) -> None:
    folder.mkdir(parents=True)
    tokens.token_file(URL).write_bytes(b"\xff")
    with pytest.raises(OSError, match="holds no token: move it away"):
        tokens.read_token(URL)


# Servers


def test_the_pages_of_a_server() -> None:
    assert address.http_url("ws://127.0.0.1:8000/ws") == "http://127.0.0.1:8000"
    assert address.http_url("WSS://example.org/games/ws/") == "https://example.org/games"


def test_the_default_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(address.VARIABLE, raising=False)
    parser = argparse.ArgumentParser()
    address.add_server(parser)
    assert parser.parse_args([]).server == address.DEFAULT
    assert address.again("play", "G", address.DEFAULT) == "pasjans play G"
    assert address.again("play", "G", "ws://x/ws") == "pasjans play G --server ws://x/ws"
    assert address.again("play", "-G", address.DEFAULT) == "pasjans play -- -G"
    assert address.again("watch", "-G", "ws://x/ws") == "pasjans watch --server ws://x/ws -- -G"
    monkeypatch.setenv(address.VARIABLE, "x:80")
    assert address.again("play", "G", "ws://x:80/ws") == "pasjans play G"


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("ws://127.0.0.1:8000/ws", "ws://127.0.0.1:8000/ws"),
        ("ws://127.0.0.1:8000", "ws://127.0.0.1:8000/ws"),
        ("wss://example.org/", "wss://example.org/ws"),
        ("WSS://example.org/games/socket", "wss://example.org/games/socket"),
        ("http://127.0.0.1:8000", "ws://127.0.0.1:8000/ws"),
        ("https://example.org/games/", "wss://example.org/games/ws"),
        ("http://example.org/ws", "ws://example.org/ws"),
        ("127.0.0.1:8000", "ws://127.0.0.1:8000/ws"),
        ("localhost:8000/", "ws://localhost:8000/ws"),
        ("[::1]:8000", "ws://[::1]:8000/ws"),
    ],
)
def test_a_server_is_named_in_several_ways(text: str, url: str) -> None:
    parser = argparse.ArgumentParser()
    address.add_server(parser)
    assert parser.parse_args(["--server", text]).server == url


@pytest.mark.parametrize("text", ["ftp://127.0.0.1", "127.0.0.1", "ws://", "a b:80", "x:", ""])
def test_a_server_that_is_none_is_wrong_usage(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    parser = argparse.ArgumentParser()
    address.add_server(parser)
    with pytest.raises(SystemExit) as end:
        parser.parse_args(["--server", text])
    assert end.value.code == 2
    assert "expected one such as ws://127.0.0.1:8000/ws" in capsys.readouterr().err


def test_failures_say_what_to_do() -> None:
    nobody = f"Nobody answers at {URL}: is the server running? (scripts/serve)"
    lost = server.failure(URL, ConnectionLost((URL,), 60, "refused"))
    assert lost.startswith(f"The connection to {URL} did not come back. Games are kept")
    assert server.failure(URL, NoAnswer("http://127.0.0.1:8000/api", "refused")) == nobody
    assert server.failure(URL, NoAnswer("http://127.0.0.1:8000/api", "HTTP 502 Bad")) == (
        f"{URL} answers HTTP 502 Bad. Try again later."
    )
    assert str(unreached(URL, f"{URL}: [Errno 111] Connect call failed")) == nobody
    assert str(unreached(URL, f"{URL} does not answer in 5 s")) == nobody
    busy = f"{URL} answers HTTP 503: busy"
    assert str(unreached(URL, busy)) == f"{busy}. Try again later."
    assert str(unreached(URL, "too many requests")) == "too many requests. Try again later."
    forgotten = server.failure(URL, Closed(4101, "bad token"))
    assert str(tokens.token_file(URL)) in forgotten
    assert "begin there anew as a guest" in forgotten


# Boards


def row(rank: int, name: str | None, player: str, moves: int = 38, par: int | None = None) -> Row:
    return Row(
        place=rank,
        rank=rank,
        game=f"game{rank}",
        player=player,
        name=name,
        moves=moves,
        windows=3,
        undos=0,
        finished=datetime(2026, 11, 30, 23, 59, 59, tzinfo=timezone(timedelta(hours=14))),
        par=par,
    )


def test_a_board_is_a_table() -> None:
    rows = (
        row(1, "Łucja", "abc", 9, par=9),
        row(10, None, "ARXgso4Teo0y", par=36),
        row(10, "a\x1b[2J", "x"),
    )
    assert table_lines(rows) == (
        "rank  player        moves  par  over  windows  undos  solved (UTC)      game",
        "   1  Łucja             9    9  best        3      0  2026-11-30 09:59  game1",
        "  10  ARXgso4Teo0y     38   36    +2        3      0  2026-11-30 09:59  game10",
        "  10  a?[2J            38                   3      0  2026-11-30 09:59  game10",
    )
    assert table_lines(rows[:2], own="abc") == (
        "  rank  player        moves  par  over  windows  undos  solved (UTC)      game",
        "> 1  Łucja             9    9  best        3      0  2026-11-30 09:59  game1".replace(
            "> 1", ">    1"
        ),
        "    10  ARXgso4Teo0y     38   36    +2        3      0  2026-11-30 09:59  game10",
    )


def test_boards_of_cards_count_draws_and_know_no_par() -> None:
    rows = (msgspec.structs.replace(row(1, "Anna", "x", 9), windows=0, draws=81),)
    assert table_lines(rows, draws=True) == (
        "rank  player  moves  draws  undos  solved (UTC)      game",
        "   1  Anna        9     81      0  2026-11-30 09:59  game1",
    )


def test_wide_letters_do_not_move_the_columns() -> None:
    head, line = table_lines((row(1, "太郎 太郎", "x"),))
    assert get_cwidth(line.partition("2026")[0]) == len(head.partition("solved")[0])


def test_a_board_says_what_it_is() -> None:
    ends = datetime(2026, 12, 1, tzinfo=UTC)
    before = ends - timedelta(seconds=1)
    assert summary("All", 1, None, ends) == "All: 1 solve"
    assert summary("Daily", 2, ends, before) == "Daily: 2 solves, until 2026-12-01 00:00 UTC"
    assert summary("Daily", 2, ends, ends) == "Daily: 2 solves, ended 2026-12-01 00:00 UTC"


def test_a_board_is_the_same_json_however_it_came() -> None:
    ends = datetime(2026, 12, 1, tzinfo=UTC)
    info = BoardInfo(board="all:polish", title="All", rules="polish", ends=ends, size=2)
    followed = row(1, "Anna", "abc", par=36)
    paged = BoardRow(
        **msgspec.structs.asdict(followed), rules="polish", rules_version=1, deal_id="deal"
    )
    fields = json.loads(json_line(board_fields(info, (followed,), "abc")))
    assert fields == {
        "board": "all:polish",
        "title": "All",
        "rules": "polish",
        "ends": "2026-12-01T00:00:00.000Z",
        "size": 2,
        "rows": [
            {
                "place": 1,
                "rank": 1,
                "game": "game1",
                "player": "abc",
                "name": "Anna",
                "own": True,
                "moves": 38,
                "par": 36,
                "over_par": 2,
                "optimal": False,
                "windows": 3,
                "draws": 0,
                "undos": 0,
                "finished": "2026-11-30T09:59:59.000Z",
                "rules": "polish",
            }
        ],
    }
    page = BoardPage(**msgspec.structs.asdict(info), rows=(paged,), next="after")
    more = json.loads(json_line(board_fields(page, page.rows, None)))
    assert set(more) - set(fields) == {"next"}
    (first,), (second,) = fields["rows"], more["rows"]
    assert second == first | {"own": False, "rules_version": 1, "deal_id": "deal"}


def test_times_have_one_form() -> None:
    assert ms_text(1_795_000_000_208) == "2026-11-18T11:06:40.208Z"
    assert ms_text(2**53 - 1) is None
    assert time_text(None) is None


def test_days_of_boards() -> None:
    today = date(2026, 11, 30)
    assert is_to_come("daily:polish:2026-12-01:bots", today)
    assert is_to_come("daily:queens-3pass:2026-12-01:assisted", today)
    assert is_to_come("daily:polish:2026-12-01:assisted", today)
    assert not is_to_come("daily:polish:2026-11-30", today)
    assert not is_to_come("daily:polish", today)


def test_days_of_boards_that_are_none_are_said_to_be_none() -> None:
    assert board_id("all:polish:assisted") == "all:polish:assisted"
    with pytest.raises(argparse.ArgumentTypeError, match="there is no such day"):
        board_id("daily:polish:2026-02-30:assisted")
