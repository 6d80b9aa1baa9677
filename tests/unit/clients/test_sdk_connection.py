"""How a client gets and keeps a connection, with servers that say what real ones never do."""

import asyncio
import socket
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
    Create,
    Hello,
    Join,
    Ping,
    Pong,
    Refused,
)
from support.scripted import GAME, Peer, dealt, scripted, snapshot

AT_ONCE = pasjans.Options(random=lambda: 0.0)


def unused_url() -> str:
    """A URL where nobody listens."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return f"ws://127.0.0.1:{unused.getsockname()[1]}/ws"


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def now(self) -> float:
        return self.now_s

    async def sleep(self, seconds: float) -> None:
        self.now_s += seconds


def impatient() -> pasjans.Options:
    clock = Clock()
    return pasjans.Options(now=clock.now, sleep=clock.sleep, random=lambda: 1.0)


@asynccontextmanager
async def http_server(
    answer: Callable[[ServerConnection, Request], Response | None],
) -> AsyncIterator[str]:
    async def talk(connection: ServerConnection) -> None:
        await connection.wait_closed()

    async with serve(talk, "127.0.0.1", 0, process_request=answer) as server:
        host, port = next(iter(server.sockets)).getsockname()[:2]
        yield f"ws://{host}:{port}/ws"


# Opening


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


# Coming back


@pytest.mark.parametrize("code", [c for c in CloseCode if not c.reconnects] + [4150, 3000])
async def test_after_a_final_close_code_the_client_stays_away(code: int) -> None:
    async def script(peer: Peer) -> None:
        assert peer.number == 0
        await peer.welcome()
        create = await peer.receive(Create)
        await peer.send(snapshot(dealt(), create.id))
        await peer.receive(Ping)
        await peer.close(code, "that is why")

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        game = await client.create("polish")
        updates = game.updates()
        with pytest.raises(pasjans.Closed, match="that is why") as closed:
            await client.ping()
        assert closed.value.code == code
        with pytest.raises(pasjans.Closed):
            await anext(updates)
        with pytest.raises(pasjans.Closed):
            await game.undo()
        with pytest.raises(pasjans.Closed):
            await client.create("polish")


@pytest.mark.parametrize("code", [4000, 4001, 4002, 4003, 4050, 1001, 1011, 1012, 1013])
async def test_after_other_close_codes_it_comes_back_with_its_token(code: int) -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        ping = await peer.receive(Ping)
        if peer.number == 0:
            await peer.close(code)
            return
        assert peer.hello.token == "token-1"
        await peer.send(Pong(ping.id))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        await client.ping()


async def test_requests_are_sent_again_with_the_same_id() -> None:
    ids: set[str] = set()

    async def script(peer: Peer) -> None:
        await peer.welcome()
        create = await peer.receive(Create)
        ids.add(create.id)
        if peer.number < 3:
            await peer.close(CloseCode.GOING_AWAY)
        else:
            await peer.send(snapshot(dealt(), create.id))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        game = await client.create("polish")
        assert game.id == GAME
    assert len(ids) == 1


async def test_silence_is_a_lost_connection() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome(heartbeat_ms=10 if peer.number == 0 else 60_000)
        ping = await peer.receive(Ping)
        if peer.number > 0:
            await peer.send(Pong(ping.id))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        await client.ping()


async def test_an_answer_that_does_not_come_is_asked_for_again() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        ping = await peer.receive(Ping)
        if peer.number > 0:
            await peer.send(Pong(ping.id))

    options = pasjans.Options(random=lambda: 0.0, answer_s=0.02)
    async with scripted(script) as url, pasjans.connect(url, options=options) as client:
        await client.ping()


@pytest.mark.parametrize("frame", [b"", b"\xc1", b"\x92\x2c\x05", b"\x92\x2c\xa1x"])
async def test_what_is_no_message_closes_and_comes_back(frame: bytes) -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        ping = await peer.receive(Ping)
        await peer.send_raw(frame) if peer.number == 0 else await peer.send(Pong(ping.id))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        await client.ping()


async def test_a_server_that_sends_only_nonsense_is_given_up() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await peer.send_raw(b"\xc1")

    async with scripted(script) as url:
        with pytest.raises(pasjans.ConnectionLost, match="does not understand"):
            async with pasjans.connect(url, options=impatient()) as client:
                await client.create("polish")


async def test_messages_of_a_later_version_are_passed_over() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await peer.send_raw(b"\x93\x7f\x01\x02")
        ping = await peer.receive(Ping)
        await peer.send(Refused(None, Code.MALFORMED, "what was that?"), Pong(ping.id))

    async with scripted(script) as url, pasjans.connect(url) as client:
        await client.ping()


# Closing


async def test_a_client_that_is_not_open_says_so() -> None:
    client = pasjans.connect(unused_url())
    with pytest.raises(pasjans.ClientClosed, match="async with"):
        await client.ping()
    with pytest.raises(pasjans.ClientClosed):
        _ = client.player
    await client.close()


async def test_a_client_opens_once() -> None:
    async with scripted(Peer.welcome) as url:
        async with pasjans.connect(url) as client:
            pass
        with pytest.raises(pasjans.ClientClosed):
            await client.create("polish")
        with pytest.raises(pasjans.ClientClosed):
            await client.__aenter__()


async def test_whoever_waits_when_it_closes_is_told() -> None:
    asked = asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.welcome()
        await peer.receive(Join)
        asked.set()

    async with scripted(script) as url:
        async with pasjans.connect(url) as client:
            joining = asyncio.create_task(client.join("any-game"))
            again = asyncio.create_task(client.join("any-game"))
            await asked.wait()
        for waiting in (joining, again):
            with pytest.raises(pasjans.ClientClosed):
                await waiting


async def test_opening_can_be_cancelled() -> None:
    asked = asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.receive(Hello)
        asked.set()

    async with scripted(script) as url:
        client = pasjans.connect(url)
        opening = asyncio.create_task(client.__aenter__())
        await asked.wait()
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening
        with pytest.raises(pasjans.ClientClosed):
            await client.ping()


async def test_no_task_is_left_when_it_closes() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        create = await peer.receive(Create)
        await peer.send(snapshot(dealt(), create.id))
        await peer.receive(Ping)
        await peer.close(CloseCode.GOING_AWAY)

    async with scripted(script) as url:
        before = asyncio.all_tasks()
        async with pasjans.connect(url, options=AT_ONCE) as client:
            game = await client.create("polish")
            asked = asyncio.create_task(client.ping())
            await asyncio.sleep(0)
            await game.leave()
        with pytest.raises(pasjans.ClientClosed):
            await asked
        own = {task for task in asyncio.all_tasks() - before if "pasjans" in repr(task.get_coro())}
        assert own == set()
