"""Portable files that were edited, their hashes computed anew: what is found."""

from collections.abc import Iterator

import pytest

from pasjans_engine.game import Game
from pasjans_protocol.portable import (
    Flaw,
    Origin,
    Step,
    lines,
    verify,
)
from support.portablefiles import GIVEN, RANDOM, RESIGNED, SOLVED, edited, fields, refused
from support.portables import SEED, header, played, rechained


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


def test_a_hint_is_an_event_that_cannot_be_left_out_at_the_end() -> None:
    file = lines(RANDOM, played(RANDOM, ("hint", "resign")))
    assert (fields(file[1])["event"], fields(file[-1])["hints"]) == ("hint", 1)
    for told in ("", '"hints":2,'):
        wrong = refused(edited(file, len(file), '"hints":1,', told))
        assert (wrong.line, wrong.code) == (len(file), Flaw.RESULT)


def test_moves_after_the_end_are_found() -> None:
    more = SOLVED[-2].replace(b'"version":39', b'"version":40')
    wrong = refused(rechained([*SOLVED[:-1], more, SOLVED[-1]]))
    assert (wrong.version, wrong.code) == (40, Flaw.ILLEGAL)
    assert "the game is over" in wrong.message
