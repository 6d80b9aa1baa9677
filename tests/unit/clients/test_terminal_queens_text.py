"""What is said and written of games of queens."""

from pathlib import Path

import pytest

from pasjans import Advice, Suggestion, Verdict
from pasjans_engine.game import Game, legal
from pasjans_engine.queens import FACE_DOWN
from pasjans_engine.queens.advice.suggestion import card_text
from pasjans_engine.queens.seen import Seen, seen_name
from pasjans_engine.view import check, view
from pasjans_protocol.portable import lines
from pasjans_terminal.drawing.glyphs import ASCII
from pasjans_terminal.families import family_of
from pasjans_terminal.plain.story import Story
from pasjans_terminal.queens.hinting import verdict_text
from pasjans_terminal.queens.lines import position_lines, status_line
from pasjans_terminal.queens.story import ending, happened
from pasjans_terminal.screen.watching import Watching
from pasjans_terminal.tape import read_tape
from support.cards import SOLVED
from support.cardtables import cards_shown, queens
from support.lines import after
from support.portables import header, played
from support.scripted import dealt


def told(game: Game, action: str) -> str:
    return happened(view(game), view(after(game, action)))


def test_each_event_has_its_sentence() -> None:
    deal = dealt("queens")
    assert told(deal, "draw") == "Drawn: 7♣."
    drawn = after(deal, "draw")
    assert told(drawn, "undo") == "Taken back: 7♣ is in the stock again."
    assert told(deal, "resign") == "Given up."
    assert told(deal, "hint") == "The solver was asked."
    assert happened(view(deal), view(deal)) == ""


def test_moves_of_cards_have_their_sentences() -> None:
    game = queens(30)
    assert told(game, "w>h1") == "K♣ went from the waste to house 1."
    assert told(queens(0), "c6*1>c5") == "9♦ went from column 6 to column 5."
    run = queens(200)
    assert told(run, "c5*3>c6") == "The run 9♣ to 7♣ went from column 5 to column 6."
    back = after(run, "c5*3>c6")
    assert told(back, "undo") == "Taken back: the run 9♣ to 7♣ is in column 5 again."


def test_a_redeal_and_its_undo_have_their_sentences() -> None:
    game = queens(SOLVED["queens"].actions.index("redeal"))
    cards = len(Seen.of(view(game)).waste)
    assert told(game, "redeal") == f"The waste was turned over: {cards} cards to draw."
    again = after(game, "redeal")
    assert told(again, "undo") == "Taken back: the waste lies as it did before it was turned over."


def test_a_prisoner_that_opens_is_named() -> None:
    # Rule 3.6: "When a house has 13 cards its prisoner opens."
    solved = SOLVED["queens"]
    stories: list[str] = []
    game = queens(195)
    for action in solved.actions[195:260]:
        stories.append(told(game, action))
        game = after(game, action)
    opened = [story for story in stories if "opens" in story]
    prisoners = solved.deal.split(" | ")[0].split()
    assert opened
    for story in opened:
        number = int(story.partition("Prisoner ")[2].partition(" opens")[0])
        name = prisoners[number - 1].replace("T", "10")
        assert ASCII.told(story).endswith(f"opens: {name}.")
    freed = [story for story in stories if "from prison " in story]
    assert freed


def test_endings_have_their_sentences() -> None:
    solved = SOLVED["queens"]
    end = view(queens(len(solved.actions)))
    assert ending(end) == f"Solved in {solved.moves} moves with {solved.draws} draws!"
    assert ending(view(queens(0))) == ""


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["queens", "queens-3pass"])
def test_no_sentence_tells_a_card_that_lies_face_down(rules: str) -> None:
    solved = SOLVED[rules]
    for moves in range(0, len(solved.actions), 7):
        game = queens(moves, rules)
        seen = Seen.of(view(after(game, solved.actions[moves])))
        told_now = told(game, solved.actions[moves])
        lies = {*seen.houses, *seen.prisoners, *seen.waste, *(c for p in seen.columns for c in p)}
        for number in range(52):
            name = card_text(number)
            if number not in lies:
                assert f" {name}" not in f" {told_now}"


def test_plain_lines_are_the_notation() -> None:
    game = queens(206)
    lines = position_lines(view(game))
    assert lines[0] == "houses: QC TH TS 2C JD KH 6S --"
    assert lines[1].startswith("prisoners: ")
    assert lines[1].count("??") == 6
    assert [line.partition(":")[0] for line in lines[2:10]] == [f"column {n}" for n in range(1, 9)]
    assert lines[11] == "stock: 19 cards"
    parts = [
        lines[0].removeprefix("houses: "),
        lines[1].removeprefix("prisoners: "),
        " / ".join(line.partition(": ")[2] for line in lines[2:10]),
        lines[10].removeprefix("waste, top last: "),
        "19",
    ]
    assert " | ".join(parts) == seen_name(Seen.of(view(game)))


def test_the_status_line_counts_everything() -> None:
    assert status_line(view(queens(206))) == "playing: 125 moves, 81 draws, 0 undos, 0 redos"
    game = after(queens(1), "hint")
    assert status_line(view(game)) == (
        "playing, assisted: 1 move, 0 draws, 0 undos, 0 redos, 1 hint"
    )
    third = queens(len(SOLVED["queens-3pass"].actions), "queens-3pass")
    redeals = SOLVED["queens-3pass"].actions.count("redeal")
    assert f", {redeals} redeal" in status_line(view(third))


@pytest.mark.parametrize(
    ("verdict", "undo", "text"),
    [
        ("solved", 0, "Yes: this can still be won."),
        (
            "unsolvable",
            4,
            "No, not from here: take back 4 moves, draws counted, to one that can be won.",
        ),
        ("unsolvable", None, "No: this cannot be won, and nothing is known before it that can."),
        ("unknown", None, "Not known: the solver found no answer in its time. This was no hint."),
        ("later", None, "Not known: the solver found no answer in its time. This was no hint."),
    ],
)
def test_verdicts_are_sentences(verdict: str, undo: int | None, text: str) -> None:
    line = Suggestion("draw", "best", "a line is never told")
    assert verdict_text(Advice(1, Verdict(verdict), None, undo, (line,))) == text


class Moment:
    """A game as a story sees it."""

    def __init__(self, game: Game) -> None:
        self.version = game.version
        self.view = view(game)
        self.check = check(self.view)
        self.legal = legal(game)


def test_a_story_of_cards_is_told_in_lines() -> None:
    said: list[str] = []
    story = Story("G", "queens-3pass", said.append, as_json=False)
    game = dealt("queens-3pass")
    story.tell(Moment(game))
    story.tell(Moment(after(game, "draw")))
    assert said[0] == "game G, Topsy-Turvy Queens, three passes"
    assert said.index("event 1: Drawn: 7♣.") < said.index("waste, top last: 7C")
    assert said[-1].startswith("may be played: ")


def test_the_fields_of_a_game_of_cards() -> None:
    fields = family_of("queens").fields(view(queens(30)))
    assert list(fields) == [
        *("position", "status", "moves", "draws", "redeals", "undos", "redos", "hints")
    ]
    assert (fields["moves"], fields["draws"], fields["status"]) == (4, 26, "playing")
    assert "??" in str(fields["position"])
    assert family_of("queens").offer(("draw",)) == ""


async def test_a_file_of_a_game_of_cards_is_shown_with_what_was_seen(tmp_path: Path) -> None:
    told_by = header("queens")
    file = tmp_path / "game.pasjans"
    file.write_bytes(b"".join(lines(told_by, played(told_by, ("draw", "draw", "undo", "resign")))))
    tape = read_tape(file)
    ended: list[int] = []
    watching = Watching(tape, None, None, lambda: None, ended.append)
    await tape.seek(2)
    body = cards_shown(watching.scene())
    assert (body.figures.place, body.table.seen.stock) == ("event 1 of 4", 64)
    await tape.seek(5)
    # Rule 3.9: hidden "until the game is over"; what lies face down is on no board even then.
    assert set(cards_shown(watching.scene()).table.seen.prisoners) == {FACE_DOWN}
    assert watching.costing.next_costly(1) == "What moves cost is told of domino games alone."
