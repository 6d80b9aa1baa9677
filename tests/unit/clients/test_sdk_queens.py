"""Games of cards, as the SDK shows them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pasjans
from pasjans.cards import cards_of
from pasjans.gamecopy import GameCopy, Result
from pasjans.slots import SLOTS, slots_of
from pasjans_engine.game import Game, legal
from pasjans_engine.rules import RULES
from pasjans_engine.status import Status
from pasjans_engine.view import check, view
from pasjans_protocol.messages import Create, Finished
from support.lines import after
from support.scripted import Peer, dealt, scripted, snapshot

START = dealt("queens")


def played(choices: list[int]) -> Game:
    """A game that some actions lead to."""
    game = START
    for choice in choices:
        actions = [*legal(game), "hint"]
        actions += ["undo"] * (game.ply.before is not None) + ["redo"] * (game.redos > 0)
        game = after(game, actions[choice % len(actions)])
    return game


def test_all_rules_of_the_engine_have_slots() -> None:
    assert set(SLOTS) == set(RULES)
    for rules in RULES:
        seen = view(dealt(rules))
        assert len(seen) == slots_of(rules).hints


def test_rules_of_a_later_version_have_none() -> None:
    with pytest.raises(pasjans.Unsupported, match="cannot read knights games"):
        slots_of("knights")


@pytest.mark.slow
@given(choices=st.lists(st.integers(0, 999), max_size=30))
def test_the_counters_are_those_of_the_game(choices: list[int]) -> None:
    game = played(choices)
    copy = GameCopy(snapshot(game, "1"))

    assert (copy.status, copy.moves, copy.draws) == (game.status, game.moves, game.draws)
    assert (copy.undos, copy.redos, copy.hints) == (game.undos, game.redos, game.hints)
    assert copy.windows == 0


@pytest.mark.slow
@given(choices=st.lists(st.integers(0, 999), max_size=30))
def test_the_cards_are_those_of_the_deal_and_none_that_lies_face_down(choices: list[int]) -> None:
    game = played(choices)
    cards = cards_of("queens", view(game))
    _, columns, _ = game.deal.split(" | ")

    # Rule 3.1: "Two decks, 104 cards."
    assert sum(map(len, cards.columns)) + len(cards.waste) + cards.stock + 7 + _housed(cards) == 104
    assert len(cards.houses) == len(cards.columns) == 8
    assert len(cards.prisoners) == 7
    assert {*cards.waste} <= {*game.deal.split()}
    if game.moves == 0:
        assert " / ".join(map(" ".join, cards.columns)) == columns


def _housed(cards: pasjans.Cards) -> int:
    # Rule 3.2: "On the king: ace, two, …, queen of that suit, 13 cards."
    return sum("KA23456789TJQ".index(top[0]) + 1 for top in cards.houses if top is not None)


def test_prisoners_lie_face_down_until_their_house_is_full() -> None:
    # Rule 3.6: "When a house has 13 cards its prisoner opens."
    seen = [*view(START)]
    seen[0], seen[1], seen[8], seen[9] = 11, 12, 5, 52
    cards = cards_of("queens-3pass", tuple(seen))

    assert cards.houses[:3] == ("QS", "KS", None)
    assert cards.prisoners == ("6S", None, *["??"] * 5)


def test_dominoes_show_no_cards() -> None:
    with pytest.raises(pasjans.Unsupported, match="polish games show no cards"):
        cards_of("polish", view(dealt()))


def test_the_result_tells_draws_apart() -> None:
    game = after(after(START, "draw"), "resign")
    copy = GameCopy(snapshot(game, "1"))
    copy.take(Finished(1, 3, "resigned", 0, 0, "0" * 64, 1))

    assert copy.result == Result(Status.RESIGNED, 0, 0, 3, "0" * 64, draws=1)


@pytest.mark.parametrize("level", [None, "easy"])
async def test_a_game_of_a_level_is_created_and_shown(level: str | None) -> None:
    async def script(peer: Peer) -> None:
        await peer.welcome()
        create = await peer.receive(Create)
        assert (create.rules, create.level, create.deal) == ("queens", level, None)
        await peer.send(snapshot(after(START, "draw"), create.id))

    async with scripted(script) as url, pasjans.connect(url) as client:
        game = await client.create("queens", level=level)
        assert (game.moves, game.draws, game.windows) == (0, 1, 0)
        assert game.cards.stock == 64
        assert game.position.endswith(f" | {game.cards.waste[0]} | 64")
        assert game.check == check(game.view)


async def test_a_level_is_of_deals_that_the_server_chooses() -> None:
    async with scripted(Peer.welcome) as url, pasjans.connect(url) as client:
        with pytest.raises(ValueError, match="`level` at most"):
            await client.create("queens", daily=True, level="easy")
        with pytest.raises(pasjans.Refused, match="no_such_level"):
            await client.create("queens", level="x" * 33)
