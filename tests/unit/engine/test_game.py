"""Commands and events: what a game allows, and what stays as it was when it does not."""

import pytest

from pasjans_engine.domino import OPEN
from pasjans_engine.errors import Illegal, Invalid, Reason
from pasjans_engine.game import (
    Command,
    Dealt,
    Event,
    Game,
    Play,
    Played,
    Redo,
    Redone,
    Resigned,
    Status,
    Undo,
    Undone,
    decide,
    evolve,
    legal,
    replay,
    restore,
)
from pasjans_engine.notation import parse_command
from support import oracles
from support.dominoes import DEAL, GOAL, SOLVED

STORY = oracles.walkthrough()


def begun(deal: str = STORY["deal"], rules: str = "russian") -> Game:
    return replay([Dealt(rules, 1, deal, None)])


def after(game: Game, commands: str) -> Game:
    for text in commands.split():
        (event,) = decide(game, parse_command(game.rules, text))
        game = evolve(game, event)
    return game


def refused(game: Game, command: Command) -> Illegal:
    before = repr(game)
    with pytest.raises(Illegal) as refusal:
        decide(game, command)
    assert repr(game) == before
    return refusal.value


def test_a_game_begins_with_its_deal() -> None:
    game = replay([Dealt("polish", 1, DEAL, "c0ffee")])
    assert (game.version, game.moves, game.undos, game.redos) == (1, 0, 0, 0)
    assert (game.rules.id, game.deal, game.commitment) == ("polish", DEAL, "c0ffee")
    assert (game.status, game.over, game.line, game.redo_line) == (Status.PLAYING, False, (), ())


def test_a_move_is_decided_then_happens() -> None:
    game = begun()
    move = game.rules.parse_move("30@32")
    assert decide(game, Play(move)) == (Played(move),)
    there = evolve(game, Played(move))
    assert (there.version, there.moves, there.line) == (2, 1, (move,))
    assert game.version == 1


def test_undo_takes_back_the_last_move() -> None:
    game = after(begun(), "30@32 60@00 undo")
    assert (game.version, game.moves, game.undos, game.redos) == (4, 1, 1, 1)
    assert game.position == after(begun(), "30@32").position
    assert game.redo_line == (game.rules.parse_move("60@00"),)


def test_redo_plays_it_again() -> None:
    game = after(begun(), "30@32 60@00 undo undo redo redo")
    assert (game.version, game.moves, game.undos, game.redos) == (7, 2, 2, 0)
    assert game.position == after(begun(), "30@32 60@00").position


def test_a_new_move_ends_what_could_be_redone() -> None:
    game = after(begun(), "30@32 undo")
    other = next(name for name in legal(game) if name != "30@32")
    game = after(game, other)
    assert (game.moves, game.undos, game.redos, game.redo_line) == (1, 1, 0, ())
    assert refused(game, Redo()).reason is Reason.NOTHING_TO_REDO


def test_nothing_to_undo() -> None:
    refusal = refused(after(begun(), "30@32 undo"), Undo())
    assert refusal.reason is Reason.NOTHING_TO_UNDO
    assert str(refusal) == "no move has been played, so none can be undone"


def test_nothing_to_redo() -> None:
    refusal = refused(begun(), Redo())
    assert refusal.reason is Reason.NOTHING_TO_REDO
    assert str(refusal).startswith("no move was undone since the last move was played")


def test_undo_at_every_ply_and_back() -> None:
    game = begun()
    games = [game]
    for name in [*STORY["moves"].split(), "open"]:
        game = after(game, name)
        games.append(game)
    for earlier in reversed(games[:-1]):
        game = after(game, "undo")
        assert (game.position, game.line) == (earlier.position, earlier.line)
    for later in games[1:]:
        game = after(game, "redo")
        assert (game.position, game.line, game.status) == (later.position, later.line, later.status)


def test_an_exit_is_a_move() -> None:
    game = after(begun(), STORY["moves"])
    assert legal(game)[-1] == "open"
    there = after(game, "open")
    assert there.moves == game.moves + 1
    assert after(there, "undo").position == game.position


def test_the_score_counts_tiles_moved_and_exits_taken() -> None:
    """1.8 **Score**: the number of moves = tiles moved + exits taken. Fewer is better."""
    game = after(begun(), f"{STORY['moves']} {STORY['a_finish']}")
    assert game.status is Status.SOLVED
    assert game.moves == len(STORY["moves"].split()) + len(STORY["a_finish"].split()) == 38
    detour = after(begun(), "30@32 60@00 undo undo redo redo undo")
    assert detour.moves == 1


@pytest.mark.parametrize("command", ["open", "undo", "redo", "resign", "60@00"])
def test_solved_is_final(command: str) -> None:
    game = after(begun(), f"{STORY['moves']} {STORY['a_finish']}")
    refusal = refused(game, parse_command(game.rules, command))
    assert refusal.reason is Reason.GAME_OVER
    assert str(refusal) == "the game is over (solved): nothing can follow"
    assert game.over
    assert legal(game) == ()


@pytest.mark.parametrize("command", ["open", "undo", "redo", "resign", "60@00"])
def test_resigned_is_final(command: str) -> None:
    game = after(begun(), "30@32 60@00 undo resign")
    assert (game.status, game.version, game.moves) == (Status.RESIGNED, 5, 1)
    assert refused(game, parse_command(game.rules, command)).reason is Reason.GAME_OVER
    assert legal(game) == ()


def test_a_deal_can_be_solved_already() -> None:
    game = begun(GOAL, "polish")
    assert (game.status, game.moves) == (Status.SOLVED, 0)


def lost_game() -> Game:
    """The first game that always plays the last legal move and is lost by it."""
    for case in oracles.cases("par-polish.jsonl"):
        game = begun(case["deal"], "polish")
        while game.status is Status.PLAYING and game.moves < 100:
            game = after(game, legal(game)[-1])
        if game.status is Status.LOST:
            return game
    raise AssertionError


def test_lost_is_not_the_end() -> None:
    game = lost_game()
    assert not game.over
    assert refused(game, Play(OPEN)).reason is Reason.LOST
    assert after(game, "undo").status is Status.PLAYING
    assert after(game, "undo redo").status is Status.LOST
    assert after(game, "resign").status is Status.RESIGNED


@pytest.mark.parametrize(
    "event", [Played(OPEN), Undone(), Redone(), Resigned()], ids=lambda event: type(event).__name__
)
def test_events_that_cannot_follow_are_refused(event: Event) -> None:
    with pytest.raises(Invalid, match="a game begins with Dealt, not with"):
        evolve(None, event)
    over = after(begun(), "resign")
    with pytest.raises(Illegal, match="the game is over"):
        evolve(over, event)
    if event != Resigned():
        with pytest.raises(Illegal):
            evolve(begun(), event)


def test_a_game_is_dealt_once() -> None:
    with pytest.raises(Invalid, match="a game is dealt once"):
        evolve(begun(), Dealt("russian", 1, DEAL, None))


def test_there_is_no_game_without_events() -> None:
    with pytest.raises(Invalid, match="at least one event"):
        replay([])


@pytest.mark.parametrize(
    ("dealt", "message"),
    [
        (Dealt("chess", 1, DEAL, None), "there are no rules 'chess'"),
        (Dealt("polish", 2, DEAL, None), "the polish rules in version 1, not 2"),
        (Dealt("polish", 1, SOLVED, None), "a deal has no windows"),
    ],
)
def test_what_was_never_dealt(dealt: Dealt, message: str) -> None:
    with pytest.raises(Invalid, match=message):
        replay([dealt])


def test_a_game_restored_is_the_game_replayed() -> None:
    for commands in ("", "30@32 60@00 44@31 undo undo redo", "30@32 undo resign"):
        game = after(begun(), commands)
        known = (game.rules.id, game.deal, game.commitment)
        again = restore(
            *known,
            game.line,
            game.redo_line,
            game.undos,
            game.version,
            resigned=game.status is Status.RESIGNED,
        )
        assert again == game
        assert hash(again) == hash(game)


def test_a_snapshot_that_breaks_the_rules_is_refused() -> None:
    game = begun()
    with pytest.raises(Illegal):
        restore("russian", game.deal, None, (OPEN,), (), 0, 2)


def test_games_differ_by_what_can_follow() -> None:
    game = after(begun(), "30@32 60@00")
    assert game != after(begun(), "30@32")
    assert game != after(begun(), "30@32 60@00 undo redo")
    assert game != "30@32 60@00"


def test_a_long_line_is_no_deeper_than_a_short_one() -> None:
    """The line is a chain; comparing or printing it link by link would end the stack."""
    games = []
    for _ in range(2):
        game = after(begun(), STORY["moves"])
        for _ in range(2_000):
            game = after(game, legal(game)[0])
        games.append(game)
    one, other = games
    assert one == other
    assert (len(one.line), one.version) == (2_022, 2_023)
    assert len(repr(one)) == len(repr(other))
