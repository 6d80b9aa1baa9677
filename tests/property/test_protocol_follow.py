"""A copy that is kept by deltas is the full state, or says that it is not (L6, R8)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasjans_engine.events import Dealt
from pasjans_engine.game import decide, evolve, legal, replay
from pasjans_engine.notation import parse_command
from pasjans_engine.view import check, diff, view
from pasjans_protocol.errors import OutOfSync
from pasjans_protocol.examples import DEAL
from pasjans_protocol.follow import Follower
from pasjans_protocol.messages import Delta

View = tuple[int, ...]

slots = st.integers(0, 3) | st.integers(0, 2**32 - 1)


@st.composite
def histories(draw: st.DrawFn) -> list[View]:
    """Views one after another, mostly alike; each may have a slot more than the one before."""
    size = draw(st.integers(1, 40))
    views = [tuple(draw(st.lists(slots, min_size=size, max_size=size)))]
    for changed in draw(st.lists(st.dictionaries(st.integers(0, size - 1), slots), max_size=20)):
        before = views[-1]
        after = tuple(changed.get(slot, value) for slot, value in enumerate(before))
        views.append((*after, *draw(st.lists(slots, max_size=1))))
    return views


def deltas(views: list[View]) -> list[Delta]:
    return [
        Delta(1, base, diff(before, after), check(after))
        for base, (before, after) in enumerate(pairwise(views), start=1)
    ]


@pytest.mark.slow
@given(views=histories())
def test_l6_deltas_give_the_full_state(views: list[View]) -> None:
    follower = Follower(views[0], 1, check(views[0]))
    for version, (delta, after) in enumerate(zip(deltas(views), views[1:], strict=True), start=2):
        follower.apply(delta)
        assert (follower.view, follower.version) == (after, version)
        follower.heartbeat(version, check(after))


@pytest.mark.slow
@given(views=histories(), data=st.data())
def test_l6_a_delta_out_of_order_or_damaged_is_refused(
    views: list[View], data: st.DataObject
) -> None:
    sent = deltas(views)
    at = data.draw(st.integers(0, len(sent)))
    follower = Follower(views[at], at + 1, check(views[at]))
    before = (follower.view, follower.version, follower.check)
    wrong = [delta for delta in sent if delta.base != at + 1]
    if at < len(sent):
        right = sent[at]
        flipped = right.check ^ (1 << data.draw(st.integers(0, 31)))
        wrong.append(Delta(1, right.base, right.changes, flipped))
    for delta in wrong:
        with pytest.raises(OutOfSync) as caught:
            follower.apply(delta)
        assert (follower.view, follower.version, follower.check) == before
        assert (caught.value.version, caught.value.check) == before[1:]


@pytest.mark.slow
@given(views=histories(), data=st.data())
def test_r8_a_lost_delta_shows_at_the_next_one_or_at_the_heartbeat(
    views: list[View], data: st.DataObject
) -> None:
    again = (*views[0], *views[-1][len(views[0]) :])
    sent = deltas([*views, again])
    lost = data.draw(st.integers(0, len(sent) - 1))
    follower = Follower(views[0], 1, check(views[0]))
    for delta in sent[:lost]:
        follower.apply(delta)
    for delta in sent[lost + 1 :]:
        with pytest.raises(OutOfSync):
            follower.apply(delta)
    with pytest.raises(OutOfSync):
        follower.heartbeat(len(sent) + 1, sent[-1].check)


@pytest.mark.slow
@given(choices=st.lists(st.integers(0, 200), max_size=30))
def test_l6_a_game_is_followed_move_by_move(choices: list[int]) -> None:
    game = replay([Dealt("polish", 1, DEAL, None)])
    follower = Follower(view(game), game.version, check(view(game)))
    for choice in choices:
        actions = [*legal(game)]
        actions += ["undo"] * bool(game.moves) + ["redo"] * bool(game.redos) + ["hint"]
        if not actions:
            return
        before = view(game)
        for event in decide(game, parse_command(game.rules, actions[choice % len(actions)])):
            game = evolve(game, event)
        after = view(game)
        follower.apply(Delta(1, game.version - 1, diff(before, after), check(after)))
        assert (follower.view, follower.version) == (after, game.version)
