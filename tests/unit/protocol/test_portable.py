"""Portable files: what is written, and what is wrong with files that were not written so."""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from pasjans_engine.domino import POLISH
from pasjans_engine.errors import Illegal, Invalid
from pasjans_engine.events import Dealt, Event, Played, Resigned, Undone
from pasjans_engine.game import Game
from pasjans_engine.status import Status
from pasjans_engine.view import check, view
from pasjans_protocol.portable import (
    MAX_EVENTS,
    MAX_LINE_BYTES,
    Flaw,
    NotVerified,
    Origin,
    Step,
    hash_of,
    lines,
    verify,
)
from support.portables import SEED, START_MS, header, played, rechained, timed
from support.strategies import stream
from support.walkthrough import walkthrough

STORY = walkthrough()
GIVEN = header("russian", deal=STORY.deal)
SOLVED = lines(GIVEN, played(GIVEN, (*STORY.moves, *STORY.finish)))

FIRST_KEYS = (
    "pasjans game rules rules_version deal deal_id commitment seed player bot source time check "
    "hash"
)

RANDOM = header("polish")
HAPPENED = [*stream(POLISH, SEED, range(3, 60, 2)), Resigned()]
RESIGNED = lines(RANDOM, timed(HAPPENED))


def refused(of: Sequence[bytes]) -> NotVerified:
    with pytest.raises(NotVerified) as caught:
        verify(of)
    return caught.value


def edited(of: Sequence[bytes], number: int, old: str, new: str) -> list[bytes]:
    """A file with one line changed and all hashes computed anew."""
    assert old.encode() in of[number - 1]
    changed = of[number - 1].replace(old.encode(), new.encode(), 1)
    return rechained([*of[: number - 1], changed, *of[number:]])


def fields(line: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(line)
    return found


def test_a_solved_game() -> None:
    proved = verify(SOLVED)
    assert proved.header.game == "Gq7pX2mV9bTc"
    assert proved.origin is Origin.GIVEN
    assert (proved.status, proved.windows, proved.undos) == (Status.SOLVED, 3, 0)
    assert proved.moves == len(STORY.moves) + len(STORY.finish)
    assert proved.events == len(SOLVED) - 1
    assert proved.ended_ms == START_MS + 1000 * (proved.events - 1)
    assert proved.hash == hash_of(SOLVED[-1])


def test_a_resigned_game_with_its_seed() -> None:
    proved = verify(RESIGNED)
    assert (proved.origin, proved.status) == (Origin.SEED, Status.RESIGNED)
    assert proved.undos == HAPPENED.count(Undone())
    assert proved.undos > 0


def test_the_keys_of_each_line_in_their_order() -> None:
    assert [" ".join(fields(line)) for line in (RESIGNED[0], RESIGNED[1], RESIGNED[-1])] == [
        FIRST_KEYS,
        "version time event check hash",
        "status moves windows undos net check hash",
    ]
    assert RESIGNED[0].startswith(b'{"pasjans":1,"game":"Gq7pX2mV9bTc","rules":"polish",')


def test_the_hash_is_over_the_hash_before_and_the_line_up_to_it() -> None:
    before = bytes(32)
    for line in RESIGNED:
        body, _, _ = line.partition(b',"hash"')
        before = sha256(before + body).digest()
        assert fields(line)["hash"] == before.hex() == hash_of(line)


def test_each_step_is_told_when_its_line_is_verified() -> None:
    steps: list[Step] = []
    verify(RESIGNED, steps.append)
    assert [step.game.version for step in steps] == list(range(1, len(RESIGNED)))
    assert [step.action for step in steps] == [
        None,
        *(fields(line)["event"] for line in RESIGNED[1:-1]),
    ]
    assert [check(view(step.game)) for step in steps] == [
        fields(line)["check"] for line in RESIGNED[:-1]
    ]
    assert steps[3].time_ms == fields(RESIGNED[3])["time"]


def test_a_game_in_progress() -> None:
    told = header("polish", tell=False)
    proved = verify(lines(told, timed(HAPPENED[:12])))
    assert (proved.status, proved.origin) == (Status.PLAYING, Origin.COMMITMENT)
    assert verify(lines(told, ())).events == 1


def test_the_seed_of_a_game_in_progress_is_not_written() -> None:
    with pytest.raises(ValueError, match="seed of a game in progress"):
        lines(RANDOM, timed(HAPPENED[:12]))


def test_the_seed_of_a_game_in_progress_is_not_verified() -> None:
    line = lines(header("polish", tell=False), timed(HAPPENED[:12]))
    wrong = refused(edited(line, 1, '"seed":null', f'"seed":"{SEED.hex()}"'))
    assert (wrong.code, wrong.version) == (Flaw.RESULT, None)


def test_a_finished_game_may_keep_its_seed() -> None:
    told = header("polish", tell=False)
    assert verify(lines(told, timed(HAPPENED))).origin is Origin.COMMITMENT


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"commitment": "0" * 64}, "not made for this seed"),
        ({"commitment": None}, "every other deal has one"),
        ({"source": "given"}, "a given deal has no commitment"),
        ({"deal_id": "aaaaaaaaaa"}, "the deal's name is"),
        ({"seed": "A" * 64}, "a commitment|not made"),
        ({"player": 'p"'}, "its `player` is not a string of ASCII characters"),
        ({"player": ""}, "its `player` is not a string of 1 to 64 characters"),
        ({"time_ms": -1}, "its `time` is not a whole number from 0 to"),
    ],
)
def test_a_header_that_is_not_true_is_not_written(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        lines(msgspec.structs.replace(RANDOM, **change), timed(HAPPENED))


def test_an_impossible_game_is_not_written() -> None:
    with pytest.raises(Illegal):
        lines(RANDOM, [(START_MS, Undone())])
    with pytest.raises(Invalid):
        lines(msgspec.structs.replace(RANDOM, rules_version=9), ())
    with pytest.raises(ValueError, match="dealt once"):
        lines(RANDOM, [(START_MS, HAPPENED[0])])
    assert isinstance(HAPPENED[0], Dealt)


# A file that was edited, its hashes computed anew.


@pytest.mark.parametrize(
    ("number", "old", "new", "code"),
    [
        (1, '"pasjans":1', '"pasjans":2', Flaw.UNSUPPORTED),
        (1, '"rules":"polish"', '"rules":"martian"', Flaw.UNSUPPORTED),
        (1, '"rules_version":1', '"rules_version":2', Flaw.UNSUPPORTED),
        (1, '"commitment":"', '"commitment":"0', Flaw.MALFORMED),
        (1, f'"{SEED.hex()}"', f'"{SEED[::-1].hex()}"', Flaw.COMMITMENT),
        (1, '"deal":"', '"deal":"00 ', Flaw.DEAL),
        (1, '"source":"random"', '"source":"given"', Flaw.DEAL),
        (1, '"bot":false', '"bot":0', Flaw.MALFORMED),
        (1, '"bot":false', '"bot": false', Flaw.MALFORMED),
        (1, '"player":"p', '"player":"\\u0070', Flaw.MALFORMED),
        (5, '"version":5,', '"version":6,', Flaw.ORDER),
        (5, '"version":5,', "", Flaw.MALFORMED),
        (5, '"version":5,', '"version":5,"note":[[[]]],', Flaw.MALFORMED),
        (5, '"event":"', '"event":"x', Flaw.ILLEGAL),
    ],
)
def test_an_edited_line_is_found(number: int, old: str, new: str, code: Flaw) -> None:
    wrong = refused(edited(RESIGNED, number, old, new))
    assert (wrong.line, wrong.version, wrong.code) == (number, number, code)


@pytest.mark.parametrize(
    ("number", "old", "new", "message"),
    [
        (5, '"check":', '"check":9999999999', "its `check` is not a whole number from 0 to 2^32-1"),
        (5, '"check":', '"check":-', "its `check` is not a whole number from 0 to 2^32-1"),
        (5, '"version":5,', "", "its `version` is missing"),
        (5, '"version":5,', '"version":5,"note":1,', "its `note` does not belong there"),
        (5, '"time":', '"time":0.5', "its `time` is not a whole number, but a floating-point"),
        (1, '"bot":false', '"bot":0', "its `bot` is not true or false, but a whole number"),
        (1, '"commitment":"', '"commitment":"0', "its `commitment` is not a string of 64 hexa"),
        (len(RESIGNED), '"resigned"', '"lost?"', "its `status` is not one of playing, "),
        (len(RESIGNED), '"net":["', '"net":["x\\n', "its `net[0]` is not a string of ASCII"),
    ],
)
def test_an_edited_field_is_named(number: int, old: str, new: str, message: str) -> None:
    wrong = refused(edited(RESIGNED, number, old, new))
    assert (wrong.line, wrong.code) == (number, Flaw.MALFORMED)
    assert wrong.message.partition(": ")[2].startswith(message)


def test_a_file_whose_line_ends_were_changed_says_so() -> None:
    wrong = refused([line.replace(b"\n", b"\r\n") for line in RESIGNED])
    assert (wrong.line, wrong.code) == (1, Flaw.MALFORMED)
    assert wrong.message.startswith(
        "the first line: lines end with CR LF: the file went through a program for Windows; "
    )


@pytest.mark.parametrize("number", [1, 5, len(RESIGNED)])
def test_an_edited_check_is_found(number: int) -> None:
    real: int = fields(RESIGNED[number - 1])["check"]
    wrong = refused(edited(RESIGNED, number, f'"check":{real}', f'"check":{real ^ 1}'))
    assert (wrong.line, wrong.code) == (number, Flaw.CHECK)
    assert wrong.message.endswith(f"it says check {real ^ 1}, and the position has {real}")


def test_a_seed_taken_out_is_one_that_is_not_told() -> None:
    told = edited(RESIGNED, 1, f'"{SEED.hex()}"', "null")
    assert verify(told).origin is Origin.COMMITMENT


def test_an_illegal_move_is_found() -> None:
    wrong = refused(edited(SOLVED, 4, fields(SOLVED[3])["event"], "66@05"))
    assert (wrong.line, wrong.version, wrong.code) == (4, 4, Flaw.ILLEGAL)
    assert wrong.message.startswith("event 4 (66@05): ")


def test_another_legal_move_is_found_by_its_check() -> None:
    steps: list[Step] = []
    verify(SOLVED, steps.append)
    game = steps[0].game
    other = next(
        name
        for name in map(game.rules.move_name, game.rules.legal_moves(game.position))
        if name != steps[1].action
    )
    wrong = refused(edited(SOLVED, 2, fields(SOLVED[1])["event"], other))
    assert (wrong.version, wrong.code) == (2, Flaw.CHECK)


def test_a_seed_of_another_deal_is_found() -> None:
    swapped = header("polish", seed=SEED[::-1])
    assert swapped.seed is not None
    assert swapped.commitment is not None
    assert RANDOM.commitment is not None
    forged = edited(RESIGNED, 1, SEED.hex(), swapped.seed)
    forged = edited(forged, 1, RANDOM.commitment, swapped.commitment)
    wrong = refused(forged)
    assert (wrong.line, wrong.code) == (1, Flaw.DEAL)
    assert "not the one that the seed gives" in wrong.message


def test_a_deal_of_another_name_is_found() -> None:
    wrong = refused(edited(SOLVED, 1, GIVEN.deal_id, "a" * 16))
    assert (wrong.line, wrong.code) == (1, Flaw.DEAL)


def test_a_name_as_short_as_version_0_1_made_it_is_right() -> None:
    assert verify(edited(SOLVED, 1, GIVEN.deal_id, GIVEN.deal_id[:10]))


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"status":"solved"', '"status":"resigned"', Flaw.RESULT),
        ('"status":"solved"', '"status":"won"', Flaw.MALFORMED),
        ('"moves":38', '"moves":37', Flaw.RESULT),
        ('"windows":3', '"windows":2', Flaw.RESULT),
        ('"windows":3', '"windows":null', Flaw.RESULT),
        ('"undos":0', '"undos":1', Flaw.RESULT),
        ('"net":["', '"net":["54@14","', Flaw.RESULT),
        ('"net":["', '"net":["nonsense","', Flaw.RESULT),
    ],
)
def test_an_edited_last_line_is_found(old: str, new: str, code: Flaw) -> None:
    wrong = refused(edited(SOLVED, len(SOLVED), old, new))
    assert (wrong.line, wrong.version, wrong.code) == (len(SOLVED), None, code)
    assert wrong.message.startswith("the last line: ")


def test_another_net_line_is_found_though_it_leads_to_the_same_layout() -> None:
    steps: list[Step] = []
    verify(SOLVED, steps.append)
    game, detour = next((step.game, found) for step in steps for found in _detours(step.game))
    actions = [step.action for step in steps if step.action][: game.moves]
    told = lines(GIVEN, played(GIVEN, actions))
    forged = edited(told, len(told), f'"{actions[-1]}"]', f'"{actions[-1]}","{detour}"]')
    wrong = refused(forged)
    assert wrong.message == "the last line: its net line is not the moves that stand at the end"


def _detours(game: Game) -> Iterator[str]:
    """Two moves that lead from a position to itself, as the end of a net line."""
    rules, here = game.rules, game.position
    for there in rules.legal_moves(here):
        for back in rules.legal_moves(rules.play(here, there)):
            if rules.play(rules.play(here, there), back) == here:
                yield f'{rules.move_name(there)}","{rules.move_name(back)}'


def test_moves_after_the_end_are_found() -> None:
    more = SOLVED[-2].replace(b'"version":39', b'"version":40')
    wrong = refused(rechained([*SOLVED[:-1], more, SOLVED[-1]]))
    assert (wrong.version, wrong.code) == (40, Flaw.ILLEGAL)
    assert "the game is over" in wrong.message


# A file whose lines are right, but not all there, or not where they belong.


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


# Hostile files.


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
