import asyncio

import pytest
from starlette.types import Message

from pasjans_services.gateway.outbox import Outbox


class Peer:
    """An ASGI server's side of a socket whose peer reads, or does not."""

    def __init__(self) -> None:
        self.sent: list[bytes | str] = []
        self.reads = asyncio.Event()
        self.reads.set()
        self.gone = False

    async def send(self, message: Message) -> None:
        await self.reads.wait()
        if self.gone:
            raise OSError("the peer is gone")
        self.sent.append(message["bytes"] if "bytes" in message else message["text"])

    async def has(self, count: int) -> None:
        while len(self.sent) < count:
            await asyncio.sleep(0)


@pytest.fixture
async def peer() -> Peer:
    return Peer()


def never() -> None:
    raise AssertionError("nothing overflows here")


async def test_a_frame_is_sent_at_once_without_a_task(peer: Peer) -> None:
    outbox = Outbox(peer.send, 8, 1_000, never)
    tasks = asyncio.all_tasks()

    outbox.push(b"one")
    outbox.push("two")

    assert peer.sent == [b"one", "two"]
    assert asyncio.all_tasks() == tasks


async def test_frames_for_a_slow_reader_wait_and_keep_their_order(peer: Peer) -> None:
    outbox = Outbox(peer.send, 8, 1_000, never)
    peer.reads.clear()
    for frame in (b"1", b"2", b"3"):
        outbox.push(frame)
    assert peer.sent == []
    assert outbox.waiting_bytes == 2

    peer.reads.set()
    await peer.has(3)
    outbox.push(b"4")
    await peer.has(4)

    assert peer.sent == [b"1", b"2", b"3", b"4"]
    assert outbox.waiting_bytes == 0


@pytest.mark.parametrize(("max_frames", "max_bytes"), [(2, 1_000), (1_000, 20)])
async def test_a_full_outbox_overflows_once_and_takes_nothing_more(
    peer: Peer, max_frames: int, max_bytes: int
) -> None:
    overflows: list[None] = []
    outbox = Outbox(peer.send, max_frames, max_bytes, lambda: overflows.append(None))
    peer.reads.clear()
    for _ in range(10):
        outbox.push(b"ten bytes.")
    assert overflows == []
    await asyncio.sleep(0)

    assert len(overflows) == 1
    assert outbox.waiting_bytes == 0
    await outbox.close()
    assert peer.sent == []


async def test_an_answer_bounded_elsewhere_may_be_longer_than_the_queue(peer: Peer) -> None:
    outbox = Outbox(peer.send, 2, 1_000, never)
    peer.reads.clear()
    for number in range(10):
        outbox.push(bytes((number,)), unbounded=True)

    peer.reads.set()
    await peer.has(10)

    assert peer.sent == [bytes((number,)) for number in range(10)]


async def test_close_lets_what_waits_go_out(peer: Peer) -> None:
    outbox = Outbox(peer.send, 8, 1_000, never)
    peer.reads.clear()
    outbox.push(b"1")
    outbox.push(b"2")
    closing = asyncio.create_task(outbox.close(drain_s=60))
    await asyncio.sleep(0)
    outbox.push(b"too late")

    peer.reads.set()
    await closing

    assert peer.sent == [b"1", b"2"]


async def test_a_peer_that_is_gone_ends_the_outbox_quietly(peer: Peer) -> None:
    outbox = Outbox(peer.send, 8, 1_000, never)
    peer.gone = True

    outbox.push(b"1")
    outbox.push(b"2")

    await outbox.close()
    assert peer.sent == []
