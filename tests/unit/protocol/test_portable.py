"""Portable files: what is written."""

from hashlib import sha256
from typing import Any

import msgspec
import pytest

from pasjans_engine.errors import Illegal, Invalid
from pasjans_engine.events import Dealt, Undone
from pasjans_engine.status import Status
from pasjans_engine.view import check, view
from pasjans_protocol.portable import (
    Flaw,
    Origin,
    Step,
    hash_of,
    lines,
    verify,
)
from support.portablefiles import HAPPENED, RANDOM, RESIGNED, SOLVED, STORY, edited, fields, refused
from support.portables import SEED, START_MS, header, timed

FIRST_KEYS = (
    "pasjans game rules rules_version deal deal_id commitment seed player bot source time check "
    "hash"
)


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
