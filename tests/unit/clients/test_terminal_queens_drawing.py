"""The table of cards in its three sizes, with every mark."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasjans_engine.queens import DRAW, WASTE, Pile, Place, Put
from pasjans_engine.view import view
from pasjans_terminal.drawing.cards import compact, large
from pasjans_terminal.drawing.cards.body import CardBody
from pasjans_terminal.drawing.cards.faces import face, ink_of
from pasjans_terminal.drawing.cards.panel import CardFigures
from pasjans_terminal.drawing.cards.slots import STOCK_SLOT, Spot, slot_of, spot_at
from pasjans_terminal.drawing.cards.table import CardTable, Moved
from pasjans_terminal.drawing.frame import Key, Scene, frame
from pasjans_terminal.drawing.glyphs import ASCII, UNICODE, Glyphs
from pasjans_terminal.drawing.styles import Line, Span, Style, text_of
from pasjans_terminal.queens.board import figures_of
from pasjans_terminal.queens.helptext import PLAYING, WATCHING
from support.cardtables import card_table, laid, queens
from support.queens import cards, table

FIGURES = CardFigures("playing", 12, 3, 1, 0, watching=3)
SIZES = ((99, 26), (100, 35), (80, 19), (80, 9), (40, 19), (32, 14))


def column(number: int) -> Pile:
    return Pile(Place.COLUMN, number - 1)


def house(number: int) -> Pile:
    return Pile(Place.HOUSE, number - 1)


RUN = Put(column(1), 2, column(2))
SEEN = laid(
    table(
        "6S QH",
        "9S 7S",
        ["2C 7D 6D", "8D", "", "AS"],
        waste="TH 3C 4C 5C 6C KH",
        stock="KC QC",
    )
)
CHOSEN = replace(
    SEEN,
    chosen=Moved(column(1), 2),
    target=column(2),
    moved=Moved(house(1)),
    redeals_left=1,
)

LARGE = """\
    1        2        3        4        5        6        7        8      stock    waste
┌──────┐ ┌──────┐ ┌──────┐ ┌──────┐ ┌──────┐ ┌──────┐ ┌──────┐ ┌──────┐  ┌──────┐ ┌──────┐
│* 6♠  │ │  Q♥  │ │      │ │      │ │      │ │      │ │      │ │      │  │░ 2 ░░│ │› K♥  │ on 5
│    ♠ │ │    ♥ │ │      │ │      │ │      │ │      │ │      │ │      │  │░░░░░░│ │    ♥ │
├──────┤ ├──────┤ ├──────┤ ├──────┤ ├──────┤ ├──────┤ ├──────┤ └──────┘  └──────┘ └──────┘
│░░░░░░│ │› 7♠  │ │      │ │      │ │      │ │      │ │      │           below 6♣ 5♣ 4♣ 3♣ ..
└──────┘ └──────┘ └──────┘ └──────┘ └──────┘ └──────┘ └──────┘
┌──────┐ ┏━━━━━━┓ ┌──────┐ ┌──────┐ ┌──────┐ ┌──────┐ ┌──────┐ ┌──────┐  playing
│  2♣  │ ┃  8♦ ←┃ │     +│ │  A♠  │ │     +│ │     +│ │     +│ │     +│  moves 12  draws 3
┢━━━━━━┪ ┃    ♦ ┃ │      │ │    ♠ │ │      │ │      │ │      │ │      │  redeals left 1
┃▶ 7♦ ◀┃ ┗━━━━━━┛ └──────┘ └──────┘ └──────┘ └──────┘ └──────┘ └──────┘  undos 1  redos 0
┣━━━━━━┫                                                                 2 watching
┃▶ 6♦ ◀┃
┃    ♦ ┃
┗━━━━━━┛"""

COMPACT = """\
             1     2     3     4     5     6     7     8
houses    * 6♠    Q♥    --    --    --    --    --    --  stock ░ 2░
prisoners  ░░░  › 7♠    --    --    --    --    --        waste › K♥  on 5
                                                          below 6♣ 5♣ 4♣ ..
columns     2♣    8♦←   --+   A♠    --+   --+   --+   --+
          ▶ 7♦◀                                           playing
          ▶ 6♦◀                                           moves 12  draws 3
                                                          redeals left 1
                                                          undos 1  redos 0
                                                          2 watching"""

SMALL_ASCII = """\
stock . 2. waste > KH  on 5
 1   2   3   4   5   6   7   8
*6S  QH  --  --  --  --  --  --
 ...>7S  --  --  --  --  --
 2C <8D +--  AS +-- +-- +-- +--
[7D
[6D
playing
moves 12  draws 3
redeals left 1
undos 1  redos 0
2 watching"""


def drawn(lines: tuple[Line, ...]) -> str:
    return "\n".join(text_of(line).rstrip() for line in lines).rstrip()


def lines_of(seen: CardTable, size: tuple[int, int], glyphs: Glyphs = UNICODE) -> tuple[Line, ...]:
    return CardBody(seen, FIGURES).lines(*size, glyphs)


def spans_of(seen: CardTable, size: tuple[int, int]) -> list[Span]:
    return [span for line in lines_of(seen, size) for span in line]


def test_large_has_a_border_about_each_card() -> None:
    assert drawn(lines_of(CHOSEN, (100, 35))) == LARGE


def test_compact_fits_80_columns() -> None:
    assert drawn(lines_of(CHOSEN, (80, 19))) == COMPACT


def test_small_in_ascii() -> None:
    assert drawn(lines_of(CHOSEN, (40, 19), ASCII)) == SMALL_ASCII


def test_the_largest_drawing_that_fits_is_taken() -> None:
    assert (large.WIDTH, large.HEIGHT, compact.WIDTH, compact.LEAST_ROWS) == (99, 26, 80, 9)
    for size, mark in (
        ((99, 26), "┌"),
        ((98, 26), "columns "),
        ((99, 25), "columns "),
        ((80, 9), "columns "),
        ((79, 19), "stock ░ 2░ waste"),
        ((80, 8), "stock ░ 2░ waste"),
    ):
        assert mark in drawn(lines_of(CHOSEN, size))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("moves", [0, 30, 100, 206, 300])
def test_a_drawing_is_never_larger_than_the_terminal(
    size: tuple[int, int], glyphs: Glyphs, moves: int
) -> None:
    lines = lines_of(card_table(queens(moves)), size, glyphs)
    assert len(lines) <= size[1]
    assert max(len(text_of(line)) for line in lines) <= size[0]
    assert glyphs is UNICODE or drawn(lines).isascii()


# Rule 3.3: a column never has more than 16 cards: four that were dealt, the last of them a king,
# and a run from a queen down to the ace.
LONGEST = table("", "", ["2H 4H 6H KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"])


@pytest.mark.parametrize("size", [(99, 26), (100, 35), (80, 19)])
def test_the_longest_column_is_shown_whole(size: tuple[int, int]) -> None:
    names = [span.text.strip(" ›") for span in spans_of(laid(LONGEST), size)]
    shown = [name for name in names if name.endswith(("♠", "♥")) and len(name) > 1]
    run = [f"{rank}♠" for rank in ("K", "Q", "J", 10, 9, 8, 7, 6, 5, 4, 3, 2, "A")]
    assert shown == ["2♥", "4♥", "6♥", *run]


def test_where_there_are_fewer_rows_the_first_cards_are_counted() -> None:
    text = drawn(lines_of(laid(LONGEST), (80, 9)))
    assert "columns    +11 " in text
    assert "A♠" in text
    assert "6♥" not in text


def test_cards_under_a_long_column_have_no_borders() -> None:
    text = drawn(lines_of(laid(LONGEST), (100, 35)))
    assert "│  2♥  │" in text
    assert text.count("├──────┤") == 7


def test_each_pile_can_be_clicked() -> None:
    for size in SIZES:
        cells = {span.cell for span in spans_of(SEEN, size)}
        assert STOCK_SLOT in cells
        wanted = [Spot(WASTE), Spot(house(8)), Spot(Pile(Place.PRISONER, 6)), Spot(column(3))]
        wanted += [Spot(column(1), index) for index in range(3)]
        assert {slot_of(spot) for spot in wanted} <= cells


@given(slot=st.integers(0, 142))
def test_slots_are_those_of_the_view(slot: int) -> None:
    spot = spot_at(slot)
    assert spot is not None
    assert slot_of(spot) == slot


def test_the_slots_of_the_waste_are_one_pile() -> None:
    assert {spot_at(slot) for slot in range(143, 208)} == {Spot(WASTE)}
    assert spot_at(STOCK_SLOT) is None


def test_what_a_colour_says_a_sign_says_too() -> None:
    advised = replace(CHOSEN, advised=Put(WASTE, 1, house(3)))
    signs = {
        Style.CHOSEN: "▶",
        Style.TARGET: "←",
        Style.MOVABLE: "›",
        Style.MOVED: "*",
        Style.ADVISED: "!",
        Style.BACK: "░",
    }
    spans = [span for span in spans_of(advised, (80, 19)) if span.cell is not None]
    assert {*signs, Style.TILE, Style.WINDOW} <= {span.style for span in spans}
    for span in spans:
        assert signs.get(span.style, " ") in span.text
        assert span.style is not Style.TILE or not set("▶←›*!░") & set(span.text)


def test_an_open_prisoner_stands_out_and_a_hidden_one_is_shade() -> None:
    # Rule 3.6: "When a house has 13 cards its prisoner opens."
    closed = laid(table("KS QH", "6S 7S"))
    assert "7♠" in drawn(lines_of(closed, (80, 19)))
    assert "6♠" not in drawn(lines_of(closed, (80, 19)))
    unable = replace(closed, puts=())
    styles = {span.cell: span.style for span in spans_of(unable, (80, 19))}
    assert (styles[8], styles[9]) == (Style.BACK, Style.OPENED)


def test_a_hint_to_draw_is_at_the_stock() -> None:
    advised = replace(SEEN, advised=DRAW)
    assert "░ 2░!" in drawn(lines_of(advised, (80, 19)))
    assert "┃░ 2 ░!┃" in drawn(lines_of(advised, (100, 35)))


def test_each_card_has_its_rank_and_suit() -> None:
    assert [face(card, UNICODE) for card in cards("AS TH QD 9C")] == [" A♠", "10♥", " Q♦", " 9♣"]
    assert [face(card, ASCII) for card in cards("AS TH QD 9C")] == [" AS", "10H", " QD", " 9C"]
    assert [ink_of(card) for card in cards("AS TH QD 9C")] == ["dark", "red", "red", "dark"]
    assert len({face(card, UNICODE) for card in range(52)}) == 52


def test_an_empty_stock_and_waste_have_no_shade() -> None:
    text = drawn(lines_of(laid(table("KS")), (80, 19)))
    assert "stock   0\n" in text
    assert "waste   --\n" in text


def test_a_screen_of_cards_has_its_note_with_the_suits_of_the_locale() -> None:
    game = queens(30)
    body = CardBody(card_table(game), figures_of(view(game)))
    scene = Scene("pasjans - game G", body, "Drawn: 10♥.", keys=(Key("Space", "draw"),))
    for columns, rows in ((100, 40), (80, 24), (40, 20)):
        lines = frame(scene, columns, rows, ASCII)
        assert len(lines) == rows
        assert "\nDrawn: 10H." in drawn(lines)
        assert "moves 4  draws 26" in drawn(lines)
        assert "Drawn: 10♥." in drawn(frame(scene, columns, rows, UNICODE))


def test_help_and_leave_are_shown_on_a_narrow_terminal() -> None:
    keys = tuple(Key(name, "does something") for name in "abcdef?q")
    scene = Scene("pasjans", CardBody(SEEN, FIGURES), keys=keys)
    text = drawn(frame(scene, 40, 24, UNICODE))
    assert "a does something" in text
    assert "? does something  q does something" in text
    assert "c does" not in text


@pytest.mark.parametrize("page", [PLAYING, WATCHING])
def test_the_help_fits_a_small_terminal(page: tuple[str, ...]) -> None:
    assert len(page) <= 18
    assert max(map(len, page)) <= 78
