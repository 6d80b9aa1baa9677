import zlib
from typing import Any

import pytest

from pasjans_protocol.errors import Code, OutOfSync, ProtocolError
from pasjans_protocol.follow import Follower
from pasjans_protocol.messages import Delta, GuidedDelta, Snapshot


def check_of(view: tuple[int, ...]) -> int:
    return zlib.crc32(b"".join(slot.to_bytes(4, "big") for slot in view))


VIEW = (4, 28, 14)
AFTER = (4, 14, 28)
MOVE = Delta(1, 7, (1, 14, 2, 28), check_of(AFTER))


@pytest.fixture
def follower() -> Follower:
    return Follower(VIEW, 7, check_of(VIEW))


def copy(follower: Follower) -> Any:
    return follower.view, follower.version, follower.check


def test_a_delta_makes_the_next_version(follower: Follower) -> None:
    follower.apply(MOVE)

    assert copy(follower) == (AFTER, 8, check_of(AFTER))


def test_a_guided_delta_does_the_same(follower: Follower) -> None:
    follower.apply(GuidedDelta(1, 7, MOVE.changes, MOVE.check, ("54@14",)))

    assert follower.view == AFTER


@pytest.mark.parametrize(
    ("delta", "text"),
    [
        (Delta(1, 6, MOVE.changes, MOVE.check), "of version 6 came at version 7"),
        (Delta(1, 8, MOVE.changes, MOVE.check), "of version 8 came at version 7"),
        (Delta(1, 7, MOVE.changes, MOVE.check ^ 1), "has another check"),
        (Delta(1, 7, (1, 14), MOVE.check), "has another check"),
        (Delta(1, 7, (3, 0), MOVE.check), "has another check"),
        (Delta(1, 7, (4, 0), MOVE.check), "slot 4"),
        (Delta(1, 7, (-1, 0), MOVE.check), "slot -1"),
        (Delta(1, 7, (1, 2**32), MOVE.check), "4294967296"),
        (Delta(1, 7, (1,), MOVE.check), "pairs"),
    ],
)
def test_l6_a_delta_that_does_not_fit_changes_nothing(
    delta: Delta, text: str, follower: Follower
) -> None:
    before = copy(follower)
    with pytest.raises(OutOfSync, match=text) as caught:
        follower.apply(delta)

    assert copy(follower) == before
    assert (caught.value.version, caught.value.check) == (7, check_of(VIEW))
    follower.apply(MOVE)


def test_a_delta_may_add_the_slot_after_the_last(follower: Follower) -> None:
    hinted = (*VIEW, 1)
    follower.apply(Delta(1, 7, (3, 1), check_of(hinted)))

    assert copy(follower) == (hinted, 8, check_of(hinted))


def test_a_heartbeat_that_agrees_says_nothing(follower: Follower) -> None:
    follower.heartbeat(7, check_of(VIEW))


@pytest.mark.parametrize(
    ("version", "check"), [(8, check_of(AFTER)), (7, check_of(AFTER)), (6, check_of(VIEW))]
)
def test_r8_a_heartbeat_tells_that_a_delta_was_lost(
    version: int, check: int, follower: Follower
) -> None:
    before = copy(follower)
    with pytest.raises(OutOfSync, match=f"the server has version {version}, check {check}"):
        follower.heartbeat(version, check)

    assert copy(follower) == before


def test_a_copy_begins_with_a_snapshot(example: Any) -> None:
    snapshot: Snapshot = example(Snapshot)
    follower = Follower.of(snapshot)

    assert copy(follower) == (snapshot.view, snapshot.version, snapshot.check)


def test_a_snapshot_proves_itself() -> None:
    with pytest.raises(ProtocolError, match="not that of its view") as caught:
        Follower(VIEW, 7, 0)

    assert caught.value.code is Code.MALFORMED
