"""Portable files that are not whole, or hostile."""

import pytest

from pasjans_engine.events import Event, Played, Undone
from pasjans_protocol.portable import (
    MAX_EVENTS,
    MAX_LINE_BYTES,
    Flaw,
    lines,
    verify,
)
from support.portablefiles import HAPPENED, SOLVED, edited, fields, refused
from support.portables import header, rechained, timed


def test_lines_dropped_doubled_and_swapped() -> None:
    for at in range(len(SOLVED)):
        dropped = refused([*SOLVED[:at], *SOLVED[at + 1 :]])
        assert dropped.line == at + 1
        doubled = refused([*SOLVED[: at + 1], *SOLVED[at:]])
        assert doubled.line == at + 2
    for at in range(len(SOLVED) - 1):
        swapped = refused([*SOLVED[:at], SOLVED[at + 1], SOLVED[at], *SOLVED[at + 2 :]])
        assert swapped.line == at + 1


def test_a_missing_line_is_named() -> None:
    wrong = refused([*SOLVED[:16], *SOLVED[17:]])
    assert (wrong.line, wrong.version, wrong.code) == (17, 17, Flaw.ORDER)
    assert wrong.message == "event 17: the line of event 18 stands in its place"


def test_a_changed_line_is_named() -> None:
    action = fields(SOLVED[16])["event"]
    time = str(fields(SOLVED[16])["time"]).encode()
    changed = SOLVED[16].replace(time, time[:-1] + b"9")
    wrong = refused([*SOLVED[:16], changed, *SOLVED[17:]])
    assert (wrong.line, wrong.version, wrong.code) == (17, 17, Flaw.CHAIN)
    assert wrong.message.startswith(f"event 17 ({action}): its hash is not")


def test_the_last_line_is_named_though_its_beginning_is_changed() -> None:
    wrong = refused([*SOLVED[:-1], SOLVED[-1].replace(b'"status"', b'"Status"')])
    assert (wrong.line, wrong.version, wrong.code) == (len(SOLVED), None, Flaw.MALFORMED)


def test_a_line_cut_short_is_named() -> None:
    wrong = refused([*SOLVED[:20], SOLVED[20][:30]])
    assert (wrong.line, wrong.version, wrong.code) == (21, 21, Flaw.MALFORMED)
    assert wrong.message.startswith("event 21: it does not end with a line feed")


def test_an_empty_file() -> None:
    wrong = refused([])
    assert (wrong.line, wrong.version, wrong.code) == (1, 1, Flaw.INCOMPLETE)


def test_the_last_line_missing() -> None:
    wrong = refused(SOLVED[:-1])
    assert (wrong.line, wrong.version, wrong.code) == (len(SOLVED), None, Flaw.INCOMPLETE)
    assert wrong.message == "the last line: it is missing: the file ends after event 39"


def test_something_after_the_last_line() -> None:
    for more in (b"\n", b"x", SOLVED[0]):
        wrong = refused([*SOLVED, more])
        assert (wrong.line, wrong.version, wrong.code) == (len(SOLVED) + 1, None, Flaw.SURPLUS)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"[" * 100_000 + b"\n", Flaw.MALFORMED),
        (b'{"pasjans":1,"game":' + b"[" * 100_000 + SOLVED[0][-76:], Flaw.MALFORMED),
        (b'{"x":' + b"[" * 100_000 + SOLVED[0][-76:], Flaw.MALFORMED),
        (b'{"x":"\xff"' + SOLVED[0][-76:], Flaw.MALFORMED),
        (b'{"x":"\\ud800"' + SOLVED[0][-76:], Flaw.MALFORMED),
        (b" " * MAX_LINE_BYTES + b"\n", Flaw.TOO_LARGE),
    ],
)
def test_a_hostile_line_is_refused(line: bytes, code: Flaw) -> None:
    wrong = refused([line])
    assert (wrong.line, wrong.code) == (1, code)


def test_no_control_character_of_a_file_gets_into_a_message() -> None:
    wrong = refused(edited(SOLVED, len(SOLVED), '"solved"', '"\\u001b[2Jsolved"'))
    assert wrong.message.isprintable()
    assert len(wrong.message) < 300


@pytest.mark.slow
def test_a_file_has_a_largest_number_of_events() -> None:
    move = HAPPENED[1]
    assert isinstance(move, Played)
    told = header("polish", tell=False)
    pair: list[Event] = [Undone(), move]
    back_and_forth = [move, *pair * (MAX_EVENTS // 2 - 1)]
    longest = lines(told, timed(back_and_forth))
    assert verify(longest).events == MAX_EVENTS
    with pytest.raises(ValueError, match="20000 events at most"):
        lines(told, timed([*back_and_forth, Undone()]))
    more = longest[-2].replace(b'"version":20000', b'"version":20001')
    wrong = refused(rechained([*longest[:-1], more, longest[-1]]))
    assert (wrong.version, wrong.code) == (MAX_EVENTS + 1, Flaw.TOO_LARGE)
