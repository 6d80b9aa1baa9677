"""How a client keeps a connection, with servers that say what real ones never do."""

import asyncio

import pytest

import pasjans
from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Create,
    Hello,
    Join,
    Ping,
    Pong,
    Refused,
)
from support.impatience import impatient, unused_url
from support.scripted import GAME, Peer, dealt, scripted, snapshot
from support.scriptedgames import (
    AT_ONCE,
)


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
