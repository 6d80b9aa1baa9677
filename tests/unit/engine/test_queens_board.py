"""What may be seen of a queens position, slot by slot."""

from pasjans_engine.queens import FACE_DOWN, NONE, QUEENS, QUEENS_3PASS
from support import oracles
from support.queens import EASY_DEAL, cards, greedy_line, played, table

DEAL = oracles.cases("deals.jsonl")[0]["queens"]


def test_the_slots_of_a_deal() -> None:
    start = QUEENS.start(DEAL)
    board = QUEENS.board(start)
    assert len(board) == 210
    assert board[:8] == (NONE,) * 8
    assert board[8:15] == (FACE_DOWN,) * 7
    for column, dealt in enumerate(DEAL.split(" | ")[1].split(" / ")):
        first = 15 + 16 * column
        assert board[first : first + 16] == (*cards(dealt), *(NONE,) * 12)
    assert board[143:208] == (NONE,) * 65
    assert board[208:] == (65, 0)


def test_houses_waste_and_stock() -> None:
    board = QUEENS.board(table("KS QH 4D", waste="2C 3H", stock="9D TD JD"))
    assert bytes(board[:4]) == cards("KS QH 4D --")
    assert bytes(board[143:146]) == cards("2C 3H --")
    assert board[208] == 3


def test_a_prisoner_is_seen_once_its_house_is_full() -> None:
    board = QUEENS.board(table("QS JS QH", "2C 3C -- 4C"))
    assert bytes(board[8:10]) == bytes((*cards("2C"), FACE_DOWN))
    assert board[10] == NONE
    assert board[11] == FACE_DOWN


def test_the_longest_column_fills_its_slots() -> None:
    """A king dealt last takes a run down to the ace: 4 and 12 cards."""
    column = "2C 3H 4D KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"
    board = QUEENS.board(table(columns=[column, "9C"]))
    assert bytes(board[15:31]) == cards(column)
    assert bytes(board[31:33]) == cards("9C --")


def test_the_longest_waste_fills_its_slots() -> None:
    here = played(QUEENS, QUEENS.start(DEAL), *["draw"] * 65)
    board = QUEENS.board(here)
    assert bytes(board[143:208]) == cards(DEAL.split(" | ")[2])
    assert board[208] == 0


def test_redeals_used_are_seen() -> None:
    here = played(QUEENS_3PASS, QUEENS_3PASS.start(DEAL), *["draw"] * 65, "redeal", "draw")
    assert QUEENS_3PASS.board(here)[208:] == (64, 1)


def test_a_solved_board_shows_full_houses_alone() -> None:
    here = QUEENS.start(EASY_DEAL)
    for move in greedy_line(QUEENS, here):
        here = QUEENS.play(here, move)
    assert bytes(QUEENS.board(here)[:8]) == cards("QC QS QS QH QH QD QD QC")
    assert QUEENS.board(here)[8:208] == (NONE,) * 200
