"""The HTTP side: resources, documents, pages, health and metrics."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate as validate_openapi

from pasjans_engine.rules import RULES
from pasjans_engine.shuffle import commitment
from support.gateways import GatewayProcess
from support.inprocess import InProcess
from support.lines import random_line
from support.redisproxy import RedisProxy
from support.wire import Wire

LINE = random_line("russian", 20, seed=51)


@pytest.fixture
def web(gateway: GatewayProcess) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=gateway.http_url) as client:
        yield client


async def test_a_game_as_everybody_may_see_it(gateway: GatewayProcess, web: httpx.Client) -> None:
    async with Wire.connect(gateway.ws_url) as wire:
        table = await wire.create(LINE.rules, deal=LINE.deal, guide=True)
        await table.play(*LINE.actions)
        game = web.get(f"/api/v1/games/{table.game}").json()

        assert (game["version"], tuple(game["view"]), game["check"]) == (
            table.version,
            table.view,
            table.check,
        )
        assert (game["deal"], tuple(game["legal"])) == (LINE.deal, table.legal)
        rules = RULES[LINE.rules]
        position = rules.parse_position(game["position"], table.view[28])
        assert rules.board(position) == table.view[:29]


async def test_the_seed_is_told_when_the_game_is_over_and_not_before(
    gateway: GatewayProcess, web: httpx.Client
) -> None:
    async with Wire.connect(gateway.ws_url) as wire:
        table = await wire.create("polish")
        before = web.get(f"/api/v1/games/{table.game}").json()
        await table.play("resign")
        over = web.get(f"/api/v1/games/{table.game}").json()
    assert before["seed"] is None
    assert commitment(bytes.fromhex(over["seed"])) == before["commitment"]
    assert (over["status"], over["legal"]) == ("resigned", [])


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/v1/games/nosuchgame42", "no_such_game"),
        ("/api/v1/games/not%20a%20name", "no_such_game"),
        ("/api/v1/daily/czech", "unknown_rules"),
    ],
)
def test_what_does_not_exist_is_told_with_a_code(web: httpx.Client, path: str, code: str) -> None:
    answer = web.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, code)
    assert answer.json()["message"]


def test_the_daily_deal_is_stated_with_its_end(web: httpx.Client) -> None:
    daily = web.get("/api/v1/daily/polish").json()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", daily["date"])
    assert daily["ends"].endswith("T00:00:00.000Z")
    assert re.fullmatch(r"[0-9a-f]{64}", daily["commitment"])
    RULES["polish"].start(daily["deal"])
    assert web.get("/api/v1/daily/polish").json() == daily
    assert web.get("/api/v1/daily/russian").json()["deal"] != daily["deal"]


ASKED_TOO_SOON = {"/api/v1/deals/{rules}/{deal_id}": 404, "/api/v1/games/{game}/costs": 409}
"""The game is not over, and no solver has looked at its deal."""


async def test_the_openapi_document_is_valid_and_true(
    gateway: GatewayProcess, web: httpx.Client
) -> None:
    document = web.get("/openapi.json").json()
    validate_openapi(document)
    async with Wire.connect(gateway.ws_url) as wire:
        table = await wire.create("polish")
        values = {"rules": "polish", "game": table.game, "ply": "0", "board": "all:polish"}
        values["deal_id"] = web.get(f"/api/v1/games/{table.game}").json()["deal_id"]
        values["player"] = wire.welcome.player
        for path, item in document["paths"].items():
            answer = web.get(path.format_map(values))
            assert answer.status_code == ASKED_TOO_SOON.get(path, 200), path
            media, _, _ = answer.headers["content-type"].partition(";")
            described = item["get"]["responses"][str(answer.status_code)]
            assert media in described["content"], path
            if media == "application/json":
                _must_match(document, described, answer.json())
    missing = web.get("/api/v1/games/nosuchgame42").json()
    responses = document["paths"]["/api/v1/games/{game}"]["get"]["responses"]
    _must_match(document, responses["404"], missing)


def _must_match(document: dict[str, Any], response: dict[str, Any], value: object) -> None:
    schema = response["content"]["application/json"]["schema"]
    Draft202012Validator({**schema, "components": document["components"]}).validate(value)


def test_the_asyncapi_document_is_served(web: httpx.Client, gateway: GatewayProcess) -> None:
    document = web.get("/asyncapi.json").json()
    assert document["asyncapi"] == "3.0.0"
    assert document["channels"]["games"]["address"] == "/ws"
    assert gateway.ws_url.endswith("/ws")


class Links(HTMLParser):
    """Every address that a page names, and every tag that loads or runs something."""

    def __init__(self) -> None:
        super().__init__()
        self.hrefs: list[str] = []
        self.loading: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hrefs += [value for name, value in attrs if name == "href" and value]
        if tag in {"script", "img", "link", "iframe"}:
            self.loading.append(tag)


@pytest.mark.parametrize("path", ["/", "/docs/websocket", "/docs/http"])
def test_pages_load_nothing_and_their_links_lead_somewhere(web: httpx.Client, path: str) -> None:
    page = web.get(path)
    assert page.status_code == 200
    assert "default-src 'none'" in page.headers["content-security-policy"]
    links = Links()
    links.feed(page.text)
    assert links.loading == []
    assert {web.get(href).status_code for href in links.hrefs} == {200}


def test_the_pages_tell_everything_that_the_documents_do(web: httpx.Client) -> None:
    websocket, http = web.get("/docs/websocket").text, web.get("/docs/http").text
    document = web.get("/asyncapi.json").json()
    for name in document["components"]["messages"]:
        assert f'id="{name}"' in websocket
    for code in document["x-close-codes"]:
        assert f"<td>{code['code']}</td>" in websocket
    for path in web.get("/openapi.json").json()["paths"]:
        assert path in http


async def test_metrics_count_what_happened(gateway: GatewayProcess, web: httpx.Client) -> None:
    def value(name: str) -> float:
        line = next(one for one in web.get("/metrics").text.splitlines() if one.startswith(name))
        return float(line.rsplit(" ", 1)[1])

    commands = value('pasjans_requests_total{kind="command"}')
    appended = value("pasjans_append_seconds_count")
    async with Wire.connect(gateway.ws_url) as wire:
        table = await wire.create(LINE.rules, deal=LINE.deal)
        await table.play(*LINE.actions[:5])
        assert value("pasjans_connections ") >= 1
    assert value('pasjans_requests_total{kind="command"}') == commands + 5
    assert value("pasjans_append_seconds_count") == appended + 5


@pytest.mark.slow
async def test_not_ready_while_the_store_is_away_but_alive(
    inprocess: InProcess, tmp_path: Path
) -> None:
    async with (
        RedisProxy.before(inprocess.redis_url, tmp_path) as proxy,
        inprocess.gateway(proxy.url) as running,
        httpx.AsyncClient(base_url=running.ws_url.replace("ws:", "http:")[:-3]) as web,
    ):
        assert (await web.get("/readyz")).status_code == 200
        proxy.hold_requests_with = b"PING"
        away = await web.get("/readyz", timeout=20)
        assert (away.status_code, away.json()["code"]) == (503, "unavailable")
        assert away.headers["retry-after"] == "1"
        assert (await web.get("/healthz")).status_code == 200
        proxy.hold_requests_with = None
        assert (await web.get("/readyz")).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status", "text"),
    [
        ("GET", "/api/v1/games/x/moves", 404, "there is nothing at /api/v1/games/x/moves"),
        ("POST", "/api/v1/rules", 405, "/api/v1/rules can be read, with GET, and nothing else"),
    ],
)
def test_what_is_not_there_says_where_to_look(
    web: httpx.Client, method: str, path: str, status: int, text: str
) -> None:
    answer = web.request(method, path)
    assert answer.status_code == status
    assert answer.json() == {
        "code": "unsupported",
        "message": f"{text}; /docs/http lists what can be asked",
    }


def test_the_address_of_all_leads_to_what_can_be_asked(web: httpx.Client) -> None:
    assert web.get("/api/v1", follow_redirects=True).url.path == "/docs/http"
