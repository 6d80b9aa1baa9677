"""What becomes of a board that is followed, with servers that real ones never are."""

import asyncio
from datetime import UTC, datetime

import pytest

import pasjans
from pasjans_protocol.close_codes import CloseCode
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import (
    Capability,
    Ping,
    Pong,
    Refused,
    Row,
    Standings,
    Subscribe,
    Unsubscribe,
    Unsubscribed,
)
from support.scripted import Peer, scripted

AT_ONCE = pasjans.Options(random=lambda: 0.0)
BOARD = "daily:polish"
ENDS = datetime(2026, 12, 1, tzinfo=UTC)
ENDS_MS = 1_796_083_200_000
FIRST = Row(1, "g1", "p1", "Halina", 38, 3, 0, ENDS_MS - 1)
SECOND = Row(2, "g2", "p2", None, 39, 2, 1, ENDS_MS - 86_400_000, 36, 4)


def rows(request: str | None, *shown: Row, size: int | None = None) -> Standings:
    return Standings(request, BOARD, ENDS_MS, len(shown) if size is None else size, shown)


async def show(peer: Peer, *shown: Row) -> Subscribe:
    """Answer the request for the board."""
    subscribe = await peer.receive(Subscribe)
    assert subscribe.board == BOARD
    await peer.send(rows(subscribe.id, *shown))
    return subscribe


async def test_a_board_is_shown_and_its_changes_after_it() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        subscribe = await show(peer, SECOND)
        assert subscribe.limit == 5
        ping = await peer.receive(Ping)
        await peer.send(rows(None, FIRST, SECOND, size=7), Pong(ping.id))
        unsubscribe = await peer.receive(Unsubscribe)
        await peer.send(rows(None, FIRST), Unsubscribed(unsubscribe.id))

    async with scripted(script) as url, pasjans.connect(url) as client:
        standings = await client.standings(BOARD, limit=5)
        assert (standings.board, standings.ends, standings.size) == (BOARD, ENDS, 1)
        assert repr(standings) == "<Standings daily:polish 1 of 1>"
        (row,) = standings.rows
        assert (row.place, row.rank, row.game, row.player, row.name) == (1, 2, "g2", "p2", None)
        assert (row.moves, row.windows, row.undos, row.draws) == (39, 2, 1, 4)
        assert (row.par, row.over_par, row.optimal) == (36, 3, False)
        assert row.finished == datetime(2026, 11, 30, tzinfo=UTC)
        updates = standings.updates()
        await client.ping()
        assert [row.game for row in await anext(updates)] == ["g1", "g2"]
        assert [row.place for row in standings.rows] == [1, 2]
        assert standings.size == 7
        await standings.leave()
        assert [update async for update in updates] == []
        assert [update async for update in standings.updates()] == []
        assert len(standings.rows) == 2


async def test_who_reads_slowly_gets_only_the_newest() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await show(peer)
        ping = await peer.receive(Ping)
        await peer.send(rows(None, SECOND), rows(None, FIRST, SECOND), Pong(ping.id))

    async with scripted(script) as url, pasjans.connect(url) as client:
        standings = await client.standings(BOARD)
        updates = standings.updates()
        await client.ping()
        assert len(await anext(updates)) == 2
        await client.close()
        assert [update async for update in updates] == []


async def test_it_is_subscribed_to_again_when_the_connection_resumes() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        if peer.number == 0:
            await show(peer, SECOND)
            await peer.close(CloseCode.GOING_AWAY)
            return
        if peer.number == 1:
            subscribe = await show(peer, SECOND)
            assert subscribe.limit == 3
            await peer.close(CloseCode.GOING_AWAY)
            return
        subscribe = await peer.receive(Subscribe)
        await peer.send(Refused(subscribe.id, Code.UNAVAILABLE, "later", None, 1))
        await show(peer, FIRST, SECOND)

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        standings = await client.standings(BOARD, limit=3)
        assert len(await anext(standings.updates())) == 2


async def test_a_board_that_is_gone_when_the_connection_resumes_is_told() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        if peer.number == 0:
            await show(peer)
            await peer.close(CloseCode.GOING_AWAY)
            return
        subscribe = await peer.receive(Subscribe)
        await peer.send(Refused(subscribe.id, Code.NO_SUCH_BOARD, "no such board"))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        standings = await client.standings(BOARD)
        for _ in range(2):
            with pytest.raises(pasjans.Refused, match="no such board"):
                await anext(standings.updates())


async def test_a_request_that_had_no_answer_is_sent_again_once() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        if peer.number == 0:
            await peer.receive(Subscribe)
            await peer.close(CloseCode.GOING_AWAY)
            return
        await show(peer, FIRST)
        ping = await peer.receive(Ping)
        await peer.send(Pong(ping.id))

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        standings = await client.standings(BOARD)
        await client.ping()
        assert len(standings.rows) == 1


async def test_a_board_is_followed_once() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await show(peer, FIRST)
        for _ in range(2):
            unsubscribe = await peer.receive(Unsubscribe)
            await peer.send(Unsubscribed(unsubscribe.id))
            await show(peer)

    async with scripted(script) as url, pasjans.connect(url) as client:
        both = await asyncio.gather(client.standings(BOARD), client.standings(BOARD))
        third = await client.standings(BOARD, limit=50)
        assert [len(standings.rows) for standings in (*both, third)] == [1, 1, 1]
        for _ in range(2):
            async with await client.standings(BOARD):
                pass
            assert (await client.standings(BOARD)).rows == ()


async def test_a_refused_board_can_be_asked_for_again() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        subscribe = await peer.receive(Subscribe)
        await peer.send(Refused(subscribe.id, Code.NO_SUCH_BOARD, "no such board"))
        await show(peer, FIRST)

    async with scripted(script) as url, pasjans.connect(url) as client:
        asked = [client.standings(BOARD), client.standings(BOARD)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers] == [pasjans.Refused] * 2
        assert len((await client.standings(BOARD)).rows) == 1


async def test_leaving_is_tried_until_it_is_done() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        await show(peer)
        unsubscribe = await peer.receive(Unsubscribe)
        await peer.send(Refused(unsubscribe.id, Code.RATE_LIMITED, "later", None, 1))
        unsubscribe = await peer.receive(Unsubscribe)
        await peer.send(rows(None, FIRST), Unsubscribed(unsubscribe.id))
        await show(peer, FIRST, SECOND)

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        standings = await client.standings(BOARD)
        await standings.leave()
        assert standings.rows == ()
        assert len((await client.standings(BOARD)).rows) == 2


async def test_a_board_that_was_left_while_away_is_left_when_it_comes_back() -> None:
    asked, left, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.welcome()
        if peer.number == 0:
            await show(peer)
            await peer.close(CloseCode.GOING_AWAY)
            return
        subscribe = await peer.receive(Subscribe)
        asked.set()
        await left.wait()
        await peer.send(rows(subscribe.id))
        unsubscribe = await peer.receive(Unsubscribe)
        await peer.send(Unsubscribed(unsubscribe.id))
        done.set()

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        standings = await client.standings(BOARD)
        await asked.wait()
        await standings.leave()
        left.set()
        await done.wait()


async def test_a_time_that_is_none_closes_and_comes_back() -> None:
    wrong = Row(1, "g", "p", None, 1, 1, 0, 2**53 - 1)

    async def script(peer: Peer) -> None:
        await peer.welcome()
        await show(peer, wrong if peer.number == 0 else FIRST)

    async with scripted(script) as url, pasjans.connect(url, options=AT_ONCE) as client:
        assert (await client.standings(BOARD)).rows[0].game == "g1"


async def test_a_server_without_boards_is_unsupported() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome(capabilities=(Capability.RESUME,))

    async with scripted(script) as url, pasjans.connect(url) as client:
        for _ in range(2):
            with pytest.raises(pasjans.Unsupported, match="does not offer boards"):
                await client.standings(BOARD)


async def test_what_can_never_be_is_refused_here() -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()

    async with scripted(script) as url, pasjans.connect(url) as client:
        for board in ("", "b" * 97, "all/polish", "all:polish\n"):
            with pytest.raises(pasjans.Refused, match="no_such_board"):
                await client.standings(board)
        for limit in (0, 51):
            with pytest.raises(ValueError, match="1 to 50 rows"):
                await client.standings(BOARD, limit=limit)
