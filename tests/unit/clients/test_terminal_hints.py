"""Hints: what they say and cost, and the move that they mark."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import product

import msgspec
import pytest

import pasjans
from pasjans import Advice, Suggestion, Verdict
from pasjans_engine.game import legal
from pasjans_engine.tiles import CELL_NAMES, tile_name
from pasjans_engine.view import check, diff, view
from pasjans_protocol.messages import Advised, Capability, Create, GuidedDelta, Hint
from pasjans_terminal.counsel import NO_HINTS
from pasjans_terminal.dominoes.board import figures_of
from pasjans_terminal.dominoes.choice import Choice, at_move, entered
from pasjans_terminal.dominoes.hand import DominoHand
from pasjans_terminal.dominoes.hinting import KEYS, TYPED, Hinting, Words, advice_text
from pasjans_terminal.dominoes.lines import status_line
from pasjans_terminal.dominoes.story import happened
from pasjans_terminal.drawing.compact import compact
from pasjans_terminal.drawing.glyphs import ASCII, UNICODE, Glyphs
from pasjans_terminal.drawing.large import large
from pasjans_terminal.drawing.small import small
from pasjans_terminal.drawing.styles import Line, Style, text_of
from pasjans_terminal.drawing.table import Table
from pasjans_terminal.plain.playing import PlainPlaying
from support.boards import table, triangle
from support.lines import after, replayed
from support.players import Player, obey
from support.scripted import Peer, dealt, scripted, snapshot
from support.walkthrough import walkthrough

TOLD = walkthrough()
START = dealt()
WARNING = "A hint puts this game on the assisted boards, for good: h again to have one."
ALL = tuple(Capability)


def best(action: str, to_go: int) -> Advised:
    message = f"{to_go} moves from the end"
    return Advised("", 1, "solved", to_go, 0, (Suggestion(action, "best", message),))


BEST = best("60@40", 23)
LOST = Advised("", 1, "unsolvable", None, 4)
UNKNOWN = Advised("", 1, "unknown", None, None)


@asynccontextmanager
async def advised(
    *answers: Advised, capabilities: Sequence[Capability] = ALL
) -> AsyncGenerator[pasjans.Game]:
    """A game on a server that gives these hints, and then obeys commands."""

    async def script(peer: Peer) -> None:
        await peer.welcome(capabilities=tuple(capabilities))
        create = await peer.receive(Create)
        game = START
        await peer.send(snapshot(game, create.id))
        for answer in answers:
            hint = await peer.receive(Hint)
            assert hint.version == game.version
            if answer.verdict != "unknown":
                now = after(game, "hint")
                seen = view(now)
                changes = diff(view(game), seen)
                await peer.send(GuidedDelta(1, game.version, changes, check(seen), legal(now)))
                game = now
            await peer.send(msgspec.structs.replace(answer, id=hint.id, version=game.version))
        await obey(peer, game)

    async with scripted(script) as url, pasjans.connect(url) as client:
        yield await client.create("polish")


@asynccontextmanager
async def at_the_screen(*answers: Advised, bot: bool = False) -> AsyncGenerator[Player]:
    async with advised(*answers) as game:
        player = Player(game, bot=bot)
        yield player
        await player.playing.close()


# The screen


async def test_the_first_hint_is_told_to_assist_before_it_is_asked_for() -> None:
    async with at_the_screen(BEST, LOST) as player:
        await player.press("h")
        assert player.note == WARNING
        assert player.playing.scene().alert
        assert player.game.hints == 0
        await player.press("h")
        assert player.note == "Best: 60@40, 23 moves from the end."
        assert (player.game.hints, player.game.version) == (1, 2)
        assert triangle(player.playing.scene()).figures.status == "playing, assisted"
        await player.press("h")
        assert player.note == "No solution from here: take back 4 moves (u) to one that has."
        assert player.game.hints == 2


async def test_a_hint_marks_its_move_and_enter_plays_it() -> None:
    async with at_the_screen(BEST) as player:
        await player.press("h", "h")
        seen = triangle(player.playing.scene()).table
        assert seen.advised is not None
        origin, window = seen.advised.origin, seen.advised.window
        assert (tile_name(seen.tiles[origin]), CELL_NAMES[window]) == ("60", "40")
        assert seen.chosen == origin
        await player.press("enter")
        assert player.note.startswith("60 went from ")
        seen = triangle(player.playing.scene()).table
        assert (seen.advised, seen.moved) == (None, window)


async def test_what_is_not_known_is_no_hint() -> None:
    async with at_the_screen(UNKNOWN, BEST) as player:
        await player.press("h", "h")
        assert player.note.startswith("Not known: ")
        assert player.game.hints == 0
        assert triangle(player.playing.scene()).figures.status == "playing"
        await player.press("h")
        assert player.note.startswith("Best: 60@40")


async def test_a_hint_can_be_typed_as_a_word() -> None:
    async with at_the_screen(BEST) as player:
        await player.type("hint")
        assert player.note == WARNING
        await player.type("hint")
        assert player.note.startswith("Best: 60@40")


async def test_a_program_is_told_nothing_of_boards_that_it_does_not_come_to() -> None:
    async with at_the_screen(BEST, bot=True) as player:
        await player.press("h")
        assert player.note.startswith("Best: 60@40")


async def test_a_hint_leaves_the_mark_of_the_last_move() -> None:
    async with advised(BEST) as game:
        player = Player(game)
        hand = player.playing._hand
        assert isinstance(hand, DominoHand)
        hand._moved = 3
        await player.press("h", "h")
        assert triangle(player.playing.scene()).table.moved == 3
        await player.playing.close()


async def test_a_game_that_is_over_has_no_hints() -> None:
    async with at_the_screen() as player:
        await player.press("R", "y", "h")
        assert player.note == "The game is over: n begins another one."


async def test_a_server_without_hints_is_said_to_be_one() -> None:
    without = [capability for capability in ALL if capability is not Capability.HINTS]
    async with advised(capabilities=without) as game:
        player = Player(game)
        await player.press("h", "h")
        assert player.note == NO_HINTS
        assert player.playing.failure is None
        await player.playing.close()


# Lines


async def test_a_hint_in_lines() -> None:
    said: list[str] = []

    async def lines() -> AsyncGenerator[str]:
        for line in ("hint", "hint", "quit"):
            yield line

    async with advised(BEST) as game:
        assert await PlainPlaying(game, said.append).run(lines()) == 0
    told = said[-3:]
    assert WARNING.replace("h again", "type hint again") == told[0]
    assert "Best: 60@40, 23 moves from the end." in told[1:]
    assert any(line.startswith("playing, assisted: 0 moves") for line in told[1:])


def test_figures_tell_of_hints() -> None:
    game = after(replayed("russian", TOLD.deal, TOLD.moves), "hint")
    assert status_line(view(game)) == (
        "playing, assisted: 22 moves, 1 window opened, 0 undos, 0 redos, 1 hint; set aside 00"
    )
    assert figures_of(view(game)).status == "playing, assisted"
    assert happened(view(game), view(after(game, "hint"))) == "A hint was given."


# Words


@pytest.mark.parametrize(
    ("advice", "words", "text"),
    [
        ((Verdict.SOLVED, 1, 0, "54@14"), KEYS, "Best: 54@14, 1 move from the end."),
        ((Verdict.SOLVED, 5, 0, "open"), KEYS, "Best: open the exit (o), 5 moves from the end."),
        (
            (Verdict.SOLVED, 2, 0, "open"),
            TYPED,
            "Best: open the exit (open), 2 moves from the end.",
        ),
        ((Verdict.SOLVED, None, 0, "54@14"), KEYS, "Best: 54@14."),
        ((Verdict.SOLVED, 0, 0, None), KEYS, "Nothing is left to do."),
        ((Verdict.SOLVED, None, 0, None), KEYS, "There is a solution from here."),
        (
            (Verdict.UNSOLVABLE, None, 1, None),
            TYPED,
            "No solution from here: take back 1 move (undo) to one that has.",
        ),
        (
            (Verdict.UNSOLVABLE, None, None, None),
            KEYS,
            "No solution from here, and none is known of from any move before.",
        ),
        ((None, None, None, "54@14"), KEYS, "so it looks."),
        (
            (Verdict.UNKNOWN, None, None, None),
            KEYS,
            "Not known: the solver found no answer in its time. This was no hint.",
        ),
    ],
)
def test_advice_in_words(
    advice: tuple[Verdict | None, int | None, int | None, str | None], words: Words, text: str
) -> None:
    verdict, to_go, undo, action = advice
    suggestions = () if action is None else (Suggestion(action, "best", "so it looks"),)
    assert advice_text(Advice(1, verdict, to_go, undo, suggestions), words) == text


async def test_an_exit_is_advised_without_a_mark() -> None:
    async with advised(best("open", 5)) as game:
        hinting = Hinting(game, "h again", KEYS)
        assert hinting.warning()
        assert not hinting.warning()
        assert await hinting.ask() == "Best: open the exit (o), 5 moves from the end."
        assert hinting.step is None


# Drawing


def drawings(seen: Table, glyphs: Glyphs) -> tuple[tuple[Line, ...], ...]:
    """A table in its three sizes."""
    return small(seen, glyphs), compact(seen, (), glyphs), large(seen, (), glyphs)


@pytest.mark.slow
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_a_mark_is_a_sign_in_each_size_and_not_a_colour_alone(glyphs: Glyphs) -> None:
    seen = table(replayed("russian", TOLD.deal, TOLD.moves[:8]))
    for lines in drawings(seen, glyphs):
        assert glyphs.advised not in "".join(map(text_of, lines))
    for step, choosing in product(seen.steps, (False, True)):
        chosen = step.origin if choosing else None
        for lines in drawings(replace(seen, advised=step, chosen=chosen), glyphs):
            spans = [span for line in lines for span in line]
            signed = {span.cell for span in spans if glyphs.advised in span.text}
            styled = {span.cell for span in spans if span.style is Style.ADVISED}
            assert signed == {step.origin, step.window}
            assert styled == signed - {chosen}


def test_enter_plays_an_advised_move_also_where_the_tile_fits_two_windows() -> None:
    two = table(replayed("russian", TOLD.deal, [*TOLD.moves, *TOLD.finish[:8]]))
    assert len({step.origin for step in two.steps}) < len(two.steps)
    for step in two.steps:
        done = entered(at_move(two, step), two)
        assert done.choice == Choice(step.origin)
        assert done.move is not None
        assert done.move.endswith(f"@{CELL_NAMES[step.window]}")
