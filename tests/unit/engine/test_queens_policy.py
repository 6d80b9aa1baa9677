"""The ordinary player: play-outs by the rules, the same everywhere."""

import pytest

from pasjans_engine.queens import DRAW, QUEENS, QUEENS_3PASS, QueensRules, Size, policy
from pasjans_engine.queens.policy.reference import line
from pasjans_engine.queens.tables import build
from pasjans_engine.shuffle import shuffled
from support.queens import EASY_DEAL, table

pytestmark = pytest.mark.slow

BOTH = pytest.mark.parametrize("rules", [QUEENS, QUEENS_3PASS], ids=lambda rules: rules.id)


def seed(number: int) -> bytes:
    return bytes(shuffled(bytes((number,) * 32), 32))


@BOTH
@pytest.mark.parametrize("number", range(4))
def test_the_kernel_plays_as_the_reference_does(rules: QueensRules, number: int) -> None:
    """The reference plays by the rules, which refuse what is not allowed."""
    deal = rules.start(rules.deal(seed(number)))
    for play_out in range(1, 5):
        here = deal
        for move in line(rules, deal, play_out):
            here = rules.play(here, move)
        assert policy.wins(rules, deal, range(play_out, play_out + 1)) == rules.solved(here)


def test_a_play_out_may_begin_in_the_middle_of_a_game() -> None:
    here = QUEENS.start(QUEENS.deal(seed(9)))
    for _ in range(20):
        here = QUEENS.play(here, DRAW)
    for play_out in range(1, 5):
        there = here
        for move in line(QUEENS, here, play_out):
            there = QUEENS.play(there, move)
        won = policy.wins(QUEENS, here, range(play_out, play_out + 1))
        assert won == QUEENS.solved(there)


def test_an_easy_deal_is_mostly_won_and_a_hopeless_position_never() -> None:
    assert policy.wins(QUEENS, QUEENS.start(EASY_DEAL), range(1, 33)) > 16
    hopeless = table("2S", columns=["3S 3H", "4S 4H"])
    assert policy.wins(QUEENS, hopeless, range(1, 33)) == 0


def test_play_outs_are_pinned_to_the_version() -> None:
    """Grades are published with the version, and can be checked ever after."""
    deals = [QUEENS.start(QUEENS.deal(seed(number))) for number in range(8)]
    found = [policy.wins(QUEENS, deal, range(1, 65)) for deal in deals]
    assert (policy.VERSION, found) == (1, [41, 1, 17, 5, 10, 36, 23, 51])
    assert (
        policy.wins(QUEENS, deals[0], range(1, 33)) + policy.wins(QUEENS, deals[0], range(33, 65))
        == found[0]
    )


def test_it_plays_the_whole_game_alone() -> None:
    small = QueensRules("small", build(Size(suits=2, columns=2)), max_redeals=None)
    with pytest.raises(ValueError, match="two whole decks"):
        policy.wins(small, small.start(small.deal(seed(0))), range(1, 2))
