"""What the SDK asks over HTTP, and what it makes of answers that real servers never give."""

import json
import socket
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

import pasjans
from pasjans_engine.view import check, view
from pasjans_protocol.errors import Code
from support.http import Answer, answering
from support.scripted import dealt

AT_ONCE = pasjans.Options(random=lambda: 0.0)
SEEN = view(dealt())
ROW = {
    "rank": 1,
    "place": 1,
    "game": "g1",
    "player": "p1",
    "name": None,
    "moves": 38,
    "windows": 3,
    "undos": 0,
    "finished": "2026-11-30T12:00:00.250Z",
    "rules": "polish",
    "rules_version": 1,
    "deal_id": "c3v5gqsk2v7xw4ep",
    "par": 36,
}
PAGE = {
    "board": "all:polish",
    "title": "All",
    "rules": "polish",
    "ends": None,
    "size": 1,
    "rows": [ROW],
    "next": "cursor",
}
PLY = {
    "game": "g1",
    "ply": 0,
    "version": 1,
    "line": "played",
    "status": "playing",
    "moves": 0,
    "windows": 1,
    "undos": 0,
    "redos": 0,
    "position": "…",
    "view": SEEN,
    "check": check(SEEN),
    "legal": [],
    "event": None,
    "time": "2026-11-30T12:00:00.000Z",
}
LISTED = {
    "game": "g1",
    "rules": "polish",
    "deal_id": "d",
    "player": "p1",
    "name": "Ola",
    "bot": False,
    "result": "playing",
    "version": 3,
    "dealt": "2026-11-30T12:00:00.000Z",
    "ended": None,
    "moves": None,
    "windows": None,
    "undos": None,
}
PROFILE = {
    "player": "p1",
    "name": None,
    "records": [{"board": "all:polish", "rules": "polish", "solves": 1, "best": ROW}],
}


WEIGHED = {"version": 2, "verdict": "solved", "to_go": 36, "cost": 2}
COSTS = {"game": "g1", "rules": "polish", "state": "ready", "solver": 1, "versions": [WEIGHED]}


def always(status: int, answer: object, **headers: str) -> Callable[[str], Answer]:
    """The same answer, in JSON, whatever is asked for."""
    return lambda _: (status, headers, json.dumps(answer).encode())


ASKED: list[tuple[Callable[[pasjans.Api], Any], object, str]] = [
    (lambda api: api.rules(), [], "rules"),
    (lambda api: api.daily("no such/rules?"), None, "daily/no%20such%2Frules%3F"),
    (lambda api: api.games(), None, "games"),
    (
        lambda api: api.games(player="p1", rules="polish", deal="d", result="solved"),
        {"games": [LISTED], "next": None},
        "games?player=p1&rules=polish&deal=d&result=solved",
    ),
    (
        lambda api: api.games(limit=5, before="c"),
        {"games": [], "next": "d"},
        "games?limit=5&before=c",
    ),
    (lambda api: api.at("g1", 0), PLY, "games/g1/at/0"),
    (lambda api: api.at("g1", 3, net=True), PLY, "games/g1/at/3?line=net"),
    (lambda api: api.costs("g1"), COSTS, "games/g1/costs"),
    (lambda api: api.boards(), [], "boards"),
    (lambda api: api.board("all:polish"), PAGE, "boards/all:polish?from=1&limit=20"),
    (
        lambda api: api.board("all:polish", start=21, limit=50),
        PAGE,
        "boards/all:polish?from=21&limit=50",
    ),
    (
        lambda api: api.board("all:polish", after="c"),
        PAGE,
        "boards/all:polish?after=c&limit=20",
    ),
    (lambda api: api.around("all:polish", "p1"), PAGE, "boards/all:polish/around/p1?limit=9"),
    (lambda api: api.player("p1"), PROFILE, "players/p1"),
]


@pytest.mark.parametrize(("ask", "answer", "path"), ASKED, ids=range(len(ASKED)))
async def test_what_is_asked_for(
    ask: Callable[[pasjans.Api], Any], answer: object, path: str
) -> None:
    asked: list[str] = []

    def note(asked_for: str) -> Answer:
        asked.append(asked_for)
        return 200, {}, json.dumps(answer).encode()

    async with answering(note) as url, pasjans.Api(url) as api:
        if answer is None:
            with pytest.raises(pasjans.Unsupported, match="not understood here"):
                await ask(api)
        else:
            got = msgspec.to_builtins(await ask(api))
            assert not answer or got
    assert asked == [f"/api/v1/{path}"]


async def test_answers_are_typed_and_what_is_not_known_is_passed_over() -> None:
    async with answering(always(200, PAGE)) as url, pasjans.Api(url) as api:
        page = await api.board("all:polish")
        assert (page.board, page.size, page.next) == ("all:polish", 1, "cursor")
        (row,) = page.rows
        assert isinstance(row, pasjans.Row)
        assert row.finished == datetime(2026, 11, 30, 12, 0, 0, 250_000, UTC)
        assert (row.place, row.rules_version) == (1, 1)
        assert (row.par, row.over_par, row.optimal) == (36, 2, False)
        assert (page.verdict, page.par) == (None, None)


async def test_an_export_is_bytes() -> None:
    async with answering(lambda _: (200, {}, b"\x00line\n")) as url, pasjans.Api(url) as api:
        assert await api.export("g1") == b"\x00line\n"


async def test_a_position_that_contradicts_its_check_is_raised() -> None:
    wrong = PLY | {"check": check(SEEN) ^ 1}
    async with answering(always(200, wrong)) as url, pasjans.Api(url) as api:
        with pytest.raises(pasjans.Inconsistent):
            await api.at("g1", 0)


async def test_the_servers_no_is_a_refusal() -> None:
    problem = {"code": "no_such_board", "message": "no such board", "more": 1}
    async with answering(always(404, problem)) as url, pasjans.Api(url) as api:
        with pytest.raises(pasjans.Refused, match="no such board") as refused:
            await api.board("all:chess")
        assert refused.value.code is Code.NO_SUCH_BOARD


async def test_a_refusal_for_now_is_waited_out() -> None:
    slept: list[float] = []
    answers = iter(
        [
            (429, {"retry-after": "2"}, b'{"code":"rate_limited","message":"slow down"}'),
            (503, {"retry-after": "x"}, b'{"code":"unavailable","message":"store away"}'),
            (200, {}, b"[]"),
        ]
    )

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    options = pasjans.Options(random=lambda: 0.0, sleep=sleep)
    async with answering(lambda _: next(answers)) as url, pasjans.Api(url, options=options) as api:
        assert await api.boards() == ()
    assert slept == [2.0, 0.0]


async def test_costs_are_waited_for_while_solvers_are_at_it() -> None:
    slept: list[float] = []
    pending = {"game": "g1", "rules": "polish", "state": "pending", "solver": 1, "versions": []}
    ready = pending | {"state": "ready", "versions": [WEIGHED]}
    answers = iter(
        [
            (202, {"retry-after": "1"}, json.dumps(pending).encode()),
            (202, {}, json.dumps(pending).encode()),
            (200, {}, json.dumps(ready).encode()),
        ]
    )

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    options = pasjans.Options(random=lambda: 0.0, sleep=sleep)
    async with answering(lambda _: next(answers)) as url, pasjans.Api(url, options=options) as api:
        costs = await api.costs("g1")
    assert slept == [1.0, 0.0]
    assert (costs.game, costs.state, costs.solver) == ("g1", "ready", 1)
    assert costs.versions == (
        pasjans.WeighedVersion(version=2, verdict=pasjans.Verdict.SOLVED, to_go=36, cost=2),
    )


async def test_costs_that_take_too_long_are_asked_for_later() -> None:
    options = pasjans.Options(retry_s=0.0)
    pending = always(202, {}, **{"retry-after": "1"})
    async with answering(pending) as url, pasjans.Api(url, options=options) as api:
        with pytest.raises(pasjans.Refused, match="solvers are still at it") as refused:
            await api.costs("g1")
        assert (refused.value.code, refused.value.retry_after_ms) == (Code.UNAVAILABLE, 1_000)


async def test_what_a_game_in_progress_costs_is_not_told() -> None:
    problem = {"code": "not_over", "message": "what moves cost is told when the game is over"}
    async with answering(always(409, problem)) as url, pasjans.Api(url) as api:
        with pytest.raises(pasjans.Refused, match="when the game is over"):
            await api.costs("g1")


async def test_a_refusal_for_now_is_raised_when_that_takes_too_long() -> None:
    problem = {"code": "rate_limited", "message": "slow down"}
    options = pasjans.Options(retry_s=0.0)
    limited = always(429, problem, **{"retry-after": "7"})
    async with answering(limited) as url, pasjans.Api(url, options=options) as api:
        with pytest.raises(pasjans.Refused) as refused:
            await api.boards()
        assert refused.value.retry_after_ms == 7_000


async def test_who_is_no_such_server_is_unsupported() -> None:
    async with answering(lambda _: (404, {}, b"<h1>Not Found")) as url, pasjans.Api(url) as api:
        with pytest.raises(pasjans.Unsupported, match="HTTP 404 Not Found: check the URL"):
            await api.boards()


async def test_a_fault_on_the_way_is_no_answer() -> None:
    async with answering(lambda _: (502, {}, b"<h1>Bad Gateway")) as url, pasjans.Api(url) as api:
        with pytest.raises(pasjans.NoAnswer, match="HTTP 502 Bad Gateway"):
            await api.boards()


async def test_nobody_there_is_no_answer() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        async with pasjans.Api(url) as api:
            with pytest.raises(pasjans.NoAnswer, match="Check the URL") as failed:
                await api.boards()
    assert failed.value.url == f"{url}/api/v1/boards"


@pytest.mark.parametrize("url", ["ws://127.0.0.1:8000/ws", "nonsense", "http://", "http://[::"])
def test_a_url_that_is_none_is_a_value_error(url: str) -> None:
    with pytest.raises(ValueError, match="such as http"):
        pasjans.Api(url)


async def test_what_can_never_be_is_refused_here() -> None:
    async with pasjans.Api("http://127.0.0.1:1") as api:
        for game in ("", "g" * 65, "../boards", "g\n"):
            for ask in (api.game, api.log, api.export, api.costs):
                with pytest.raises(pasjans.Refused, match="no_such_game"):
                    await ask(game)
            with pytest.raises(pasjans.Refused, match="no_such_game"):
                await api.at(game, 0)
        with pytest.raises(pasjans.Refused, match="no_such_board"):
            await api.board("../games")
        with pytest.raises(pasjans.Refused, match="malformed"):
            await api.player("a/b")
        with pytest.raises(pasjans.Refused, match="malformed"):
            await api.around("all:polish", "")


@pytest.mark.slow
def test_what_speaks_http_is_loaded_when_it_is_used() -> None:
    program = "import sys, pasjans; assert 'httpx' not in sys.modules; pasjans.Api"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_there_is_nothing_else_to_load() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Apo'"):
        pasjans.Apo  # type: ignore[attr-defined] # noqa: B018 - the access is what is tested
