"""How a client gets a connection, with servers that say what real ones never do."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

import pasjans
from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Capability,
    Claim,
    Claimed,
    Hello,
    Refused,
)
from support.impatience import impatient, unused_url
from support.scripted import Peer, scripted
from support.scriptedgames import (
    AT_ONCE,
)


@asynccontextmanager
async def http_server(
    answer: Callable[[ServerConnection, Request], Response | None],
) -> AsyncIterator[str]:
    async def talk(connection: ServerConnection) -> None:
        await connection.wait_closed()

    async with serve(talk, "127.0.0.1", 0, process_request=answer) as server:
        host, port = next(iter(server.sockets)).getsockname()[:2]
        yield f"ws://{host}:{port}/ws"


@pytest.mark.parametrize("url", ["http://127.0.0.1/ws", "ws:///ws", "nonsense"])
def test_a_url_that_is_no_websocket_is_a_value_error(url: str) -> None:
    with pytest.raises(ValueError, match="expected one such as ws://"):
        pasjans.connect(url)


def test_no_url_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="give a URL"):
        pasjans.connect()


async def test_hello_says_who_and_what() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        assert peer.hello.client.startswith("pasjans-python ")
        assert peer.hello.token == "my-token"
        assert set(peer.hello.capabilities) == {*Capability}
        assert not peer.hello.bot

    async with scripted(script) as url, pasjans.connect(url, token="my-token") as client:
        assert (client.player, client.token, client.server) == ("player-1", "token-1", "scripted 1")
        assert (client.name, dict(client.games)) == (None, {})


async def test_a_name_is_claimed_when_it_is_not_there_yet() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        claim = await peer.receive(Claim)
        await peer.send(Claimed(claim.id, claim.name.title()))

    async with scripted(script) as url, pasjans.connect(url, name="ola") as client:
        assert client.name == "Ola"


async def test_a_name_that_cannot_be_had_is_raised() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        claim = await peer.receive(Claim)
        await peer.send(Refused(claim.id, Code.NAME_TAKEN, "Ola is taken"))

    async with scripted(script) as url:
        with pytest.raises(pasjans.Refused, match="Ola is taken"):
            async with pasjans.connect(url, name="Ola"):
                pass


async def test_another_version_is_unsupported() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome(protocol=2)

    async with scripted(script) as url:
        with pytest.raises(pasjans.Unsupported, match="update this package to what scripted 1"):
            async with pasjans.connect(url):
                pass


async def test_a_server_without_resume_is_unsupported() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome(capabilities=("guide",))

    async with scripted(script) as url:
        with pytest.raises(pasjans.Unsupported, match="does not offer resume"):
            async with pasjans.connect(url):
                pass


async def test_a_refused_hello_is_raised() -> None:
    async def script(peer: Peer) -> None:
        await peer.receive(Hello)
        await peer.send(Refused(None, Code.UNSUPPORTED, "not with this capability"))

    async with scripted(script) as url:
        with pytest.raises(pasjans.Refused, match="not with this capability"):
            async with pasjans.connect(url):
                pass


async def test_a_bad_token_is_raised() -> None:
    async def script(peer: Peer) -> None:
        await peer.receive(Hello)
        await peer.send(Refused(None, Code.BAD_TOKEN, "not signed here"))
        await peer.close(CloseCode.BAD_TOKEN)

    async with scripted(script) as url:
        with pytest.raises(pasjans.Closed, match="say hello without it") as closed:
            async with pasjans.connect(url, token="forged"):
                pass
    assert closed.value.code == CloseCode.BAD_TOKEN


async def test_a_store_that_is_away_at_hello_is_waited_for() -> None:
    async def script(peer: Peer) -> None:
        if peer.number < 3:
            await peer.receive(Hello)
            await peer.send(Refused(None, Code.UNAVAILABLE, "no store", retry_after_ms=1000))
            await peer.close(CloseCode.TRY_AGAIN_LATER)
        else:
            await peer.welcome()

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        assert client.player == "player-1"


@pytest.mark.parametrize(
    "status", [HTTPStatus.BAD_REQUEST, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND]
)
async def test_an_http_answer_about_the_client_is_final(status: HTTPStatus) -> None:
    async with http_server(lambda peer, _: peer.respond(status, "not like this")) as url:
        with pytest.raises(
            pasjans.Unsupported, match=f"HTTP {status}: not like this. Check the URL"
        ):
            async with pasjans.connect(url):
                pass


async def test_an_http_answer_about_the_server_is_waited_out() -> None:
    asked = 0

    def answer(peer: ServerConnection, _request: Request) -> Response:
        nonlocal asked
        asked += 1
        return peer.respond(HTTPStatus.SERVICE_UNAVAILABLE, "full")

    async with http_server(answer) as url:
        with pytest.raises(pasjans.ConnectionLost, match="HTTP 503: full"):
            async with pasjans.connect(url, options=impatient()):
                pass
    assert asked > 3


async def test_a_websocket_of_something_else_is_unsupported() -> None:
    async with http_server(lambda _peer, _request: None) as url:
        with pytest.raises(pasjans.Unsupported, match="check the URL's path"):
            async with pasjans.connect(url):
                pass


async def test_the_next_url_is_used_when_one_is_away() -> None:
    async with (
        scripted(Peer.welcome) as url,
        pasjans.connect(unused_url(), unused_url(), url, options=impatient()) as client,
    ):
        assert client.player == "player-1"


async def test_nobody_there_is_said_after_a_while() -> None:
    url = unused_url()
    with pytest.raises(pasjans.ConnectionLost, match=f"no connection to {url} in ") as lost:
        async with pasjans.connect(url, options=impatient()):
            pass
    assert url in lost.value.last


async def test_a_server_that_does_not_answer_is_given_up() -> None:
    async def script(peer: Peer) -> None:
        await peer.receive(Hello)

    options = pasjans.Options(attempt_s=0.02, first_patience_s=0.0)
    async with scripted(script) as url:
        with pytest.raises(pasjans.ConnectionLost, match=r"does not answer in 0\.02 s"):
            async with pasjans.connect(url, options=options):
                pass


async def test_hello_says_that_a_bot_plays() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        assert peer.hello.bot
        if peer.number == 0:
            await peer.close(CloseCode.GOING_AWAY)

    async with (
        scripted(script) as url,
        pasjans.connect(url, bot=True, options=AT_ONCE) as client,
    ):
        connections = client.connections()
        while await anext(connections):
            pass
        assert await anext(connections)
