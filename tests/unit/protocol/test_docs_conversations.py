"""The views and conversations of `docs/protocol.md` are right, byte for byte."""

import json
import re
import zlib

from pasjans_engine.cards import card_name
from pasjans_engine.queens import QUEENS
from pasjans_engine.queens.seen import Seen
from pasjans_engine.view import canonical, check, diff, patch
from pasjans_protocol.codec import CLIENT_CODECS
from pasjans_protocol.examples import EXAMPLES, SEED
from pasjans_protocol.messages import (
    Advised,
    Command,
    Create,
    Delta,
    GuidedDelta,
    Hint,
    Snapshot,
)
from pasjans_protocol.subprotocols import Subprotocol
from support.protocoldocs import Conversation, block, lines_of, section

HELLO = lines_of(block(""))[:2]


def test_the_check_is_computed_as_the_text_says() -> None:
    view = tuple(json.loads(block("json view")))
    octets = bytes.fromhex(block("hex view"))
    text = section("Check").split("```json queens")[0]
    first, after = (int(n) for n in re.findall(r"is (\d{9,10}) \(`0x", text))
    changes = json.loads(re.findall(r"After the delta `(\[.*?\])`", text)[0])

    assert b"".join(slot.to_bytes(4, "big") for slot in view) == octets == canonical(view)
    assert len(octets) == 132
    assert zlib.crc32(octets) == first == check(view)
    moved = list(view)
    for slot, value in zip(changes[::2], changes[1::2], strict=True):
        moved[slot] = value
    assert zlib.crc32(b"".join(slot.to_bytes(4, "big") for slot in moved)) == after
    assert patch(view, changes) == tuple(moved)
    for number in (first, after):
        assert f"{number} (`0x{number:08x}`)" in text


def test_the_view_of_queens_is_that_of_the_deal() -> None:
    view = tuple(json.loads(block("json queens")))
    position = QUEENS.start(QUEENS.deal(bytes.fromhex(SEED)))
    drawn = QUEENS.play(position, QUEENS.parse_move("draw"))
    after = (*QUEENS.board(drawn), 0, 0, 0, 0, 1)
    text = section("Check").split("```json queens")[1]

    assert view == (*QUEENS.board(position), 0, 0, 0, 0, 0)
    assert f"have {len(view)}:" in section("Positions")
    changes = json.loads(re.findall(r"`(\[.*?\])`", text)[0])
    assert tuple(changes) == diff(view, after)
    assert card_name(changes[1]) == "KD"
    for number in (check(view), check(after)):
        assert f"{number} (`0x{number:08x}`)" in text


def test_the_slots_of_queens_are_as_the_table_says() -> None:
    view = (*QUEENS.board(QUEENS.start(QUEENS.deal(bytes.fromhex(SEED)))), 0, 0, 0, 0, 0)
    ranges = re.findall(r"^\| (\d+)(?: to (\d+))? \|", section("Positions"), re.MULTILINE)[-9:]
    houses, prisoners, columns, waste = (
        view[int(first) : int(last) + 1] for first, last in ranges[:4]
    )
    seen = Seen.of(view)

    assert (bytes(houses), bytes(prisoners)) == (seen.houses, seen.prisoners)
    assert [bytes(columns[at : at + 16]) for at in range(0, 128, 16)] == [
        column.ljust(16, b"4") for column in seen.columns
    ]
    assert bytes(waste) == seen.waste.ljust(65, b"4")
    assert view[int(ranges[4][0])] == seen.stock
    assert [first for first, _ in ranges[4:]] == ["208", "209", "210", "214", str(len(view))]


def test_the_game_in_ten_lines_is_a_right_conversation() -> None:
    talk = Conversation(lines_of(block("")))
    snapshot = next(message for message in talk.messages if isinstance(message, Snapshot))

    assert not talk.client.pending
    assert {type(message) for message in talk.messages} > {Create, Snapshot, Command, GuidedDelta}
    assert [*snapshot.view] == json.loads(block("json view"))


def test_the_replay_is_a_right_conversation() -> None:
    talk = Conversation([*HELLO, *lines_of(block("", section("Replays")))])

    assert not talk.client.pending
    assert talk.client.game_on(2)
    assert not talk.client.games


def test_the_hint_is_a_right_conversation_after_the_game_in_ten_lines() -> None:
    talk = Conversation([*lines_of(block("")), *lines_of(block("", section("Hints")))])

    assert not talk.client.pending
    # The slot of hints is the last one, and the delta of the first hint adds it.
    assert len(talk.view) == 34
    assert talk.view[33] == 1
    assert [message for message in talk.messages if isinstance(message, Hint | Advised)] == [
        example for example in EXAMPLES if isinstance(example, Hint | Advised)
    ]


def test_the_frame_of_the_hints_delta_is_that_of_the_conversation() -> None:
    talk = Conversation([*lines_of(block("")), *lines_of(block("", section("Hints")))])
    guided = [message for message in talk.messages if isinstance(message, GuidedDelta)][-1]
    frames = [line.split() for line in block("hex frames").splitlines()]
    octets = [bytes.fromhex(octets) for name, octets in frames if name == "delta"][-1]

    assert CLIENT_CODECS[Subprotocol.MSGPACK].decode(octets) == Delta(
        guided.channel, guided.base, guided.changes, guided.check
    )
