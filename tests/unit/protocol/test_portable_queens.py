"""Portable files of games with cards face down, with draws and with hints."""

from dataclasses import dataclass

import msgspec
import pytest

from pasjans_engine.deal_id import deal_id
from pasjans_engine.status import Status
from pasjans_protocol.portable import Flaw, Header, NotVerified, Origin, lines, verify
from support.cards import SOLVED, Solved
from support.portables import header, played, rechained


@dataclass(frozen=True, slots=True)
class Told:
    """A file, and what it was written from."""

    known: Solved
    header: Header
    lines: tuple[bytes, ...]


def told(rules: str, *ways: str) -> Told:
    """The file of a solved game that began with these commands."""
    known = SOLVED[rules]
    first = header(rules, seed=known.seed)
    return Told(known, first, lines(first, played(first, (*ways, *known.actions))))


@pytest.mark.parametrize("rules", SOLVED)
def test_a_solved_game_verifies(rules: str) -> None:
    file = told(rules, "draw", "undo", "hint", "hint")
    proved = verify(file.lines)
    assert (proved.status, proved.origin) == (Status.SOLVED, Origin.SEED)
    assert (proved.moves, proved.draws) == (file.known.moves, file.known.draws)
    assert (proved.undos, proved.hints, proved.windows) == (1, 2, None)


def test_draws_and_hints_are_proved() -> None:
    file = told("queens", "hint")
    for true, false in ((b'"hints":1', b'"hints":2'), (b'"draws":', b'"draws":1')):
        *others, last = file.lines
        assert true in last
        with pytest.raises(NotVerified) as caught:
            verify(rechained([*others, last.replace(true, false)]))
        assert caught.value.code is Flaw.RESULT


def test_no_hints_and_no_draws_are_left_out() -> None:
    first = header("queens", seed=bytes(32))
    (*_, last) = lines(first, played(first, ["resign"]))
    assert b"hints" not in last
    assert b"draws" not in last


def test_the_name_is_that_of_the_seed() -> None:
    """Of the layout it would tell it, and so it is taken for no name of a dealt deal."""
    file = told("queens")
    name = deal_id("queens", file.known.deal)
    wrong = msgspec.structs.replace(file.header, deal_id=name)
    with pytest.raises(ValueError, match="the deal's name is"):
        lines(wrong, [])
    first, *others = file.lines
    forged = first.replace(file.header.deal_id.encode(), name.encode())
    with pytest.raises(NotVerified) as caught:
        verify(rechained([forged, *others]))
    assert caught.value.code is Flaw.DEAL


def test_a_deal_with_cards_face_down_is_told_with_its_seed() -> None:
    """Without it the name could not be checked."""
    untold = header("queens", seed=bytes(32), tell=False)
    with pytest.raises(ValueError, match="is told together with its seed"):
        lines(untold, [])


def test_the_name_of_a_given_deal_may_be_any() -> None:
    """It is random: made of the layout it would tell those who look on of the prisoners."""
    known = SOLVED["queens"]
    first = header("queens", deal=known.deal)
    assert first.deal_id != deal_id("queens", known.deal)
    with pytest.raises(ValueError, match="is not the name of a deal"):
        lines(msgspec.structs.replace(first, deal_id="layout"), [])
    proved = verify(lines(first, played(first, known.actions)))
    assert (proved.status, proved.origin) == (Status.SOLVED, Origin.GIVEN)
