"""The triangle in its three sizes, in both rule sets, with every mark."""

from dataclasses import replace

import pytest

from pasjans_engine.tiles import parse_cell
from pasjans_engine.view import view
from pasjans_terminal.dominoes.board import figures_of
from pasjans_terminal.dominoes.choice import Choice
from pasjans_terminal.dominoes.helptext import PLAYING, WATCHING
from pasjans_terminal.drawing import compact, large
from pasjans_terminal.drawing.body import Triangle
from pasjans_terminal.drawing.canvas import HEAVY, LIGHT, Canvas
from pasjans_terminal.drawing.compact import compact as draw_compact
from pasjans_terminal.drawing.frame import Key, Scene, frame
from pasjans_terminal.drawing.glyphs import ASCII, UNICODE, Glyphs
from pasjans_terminal.drawing.large import half
from pasjans_terminal.drawing.large import large as draw_large
from pasjans_terminal.drawing.panel import panel
from pasjans_terminal.drawing.small import small
from pasjans_terminal.drawing.styles import Line, Span, Style, cut, text_of
from pasjans_terminal.drawing.table import Table
from support.boards import table
from support.lines import replayed
from support.walkthrough import walkthrough

TOLD = walkthrough()
PANEL: tuple[Line, ...] = ((Span("first"),), (Span("second"),))

COMPACT_RUSSIAN = """\
     6          5          4          3          2          1          0
┌──────────┬──────────┬──────────┬──────────┬──────────┬──────────┬──────────┐
│   6│6    │   6│5    │   6│4    │   1│0    │   5│3    │   6│1    │ › 6│0    │ 0
└──────────┼──────────╆━━━━━━━━━━╅──────────┼──────────┼──────────┼──────────┤
           │   1│1    ┃ ▶ 3│3 ◀  ┃   2│1    │   5│2    │ › 5│1    │   5│0    │ 1
           └──────────╄━━━━━━━━━━╃──────────┼──────────┼──────────┼──────────┤
                      │   4│1    │   3│2    │   2│2    │   6│3    │   4│3    │ 2
                      └──────────┼──────────┼──────────┼──────────┼──────────┤
first                            │   2│0    │ * 3│0    │   4│4    │▶33 42 ..◀│ 3
second                           └──────────┼──────────┼──────────┼──────────┤
                                            │   6│2    │ › 4│2    │   5│4    │ 4
                                            └──────────┼──────────┼──────────┤
                                                       │   4│0    │   5│5    │ 5
                                                       └──────────┼──────────┤
                                                                  │   3│1    │ 6
                                                                  └──────────┘"""

COMPACT_POLISH = """\
       0          1          2          3          4          5          6
  ┌──────────┬──────────┬──────────┬──────────┬──────────┬──────────┬──────────┐
0 │   3│0    │   6│1    │   5│3    │   1│0    │   5│2    │   4│4    │   5│0    │
  ├──────────┼──────────┼──────────┼──────────┼──────────┼──────────┼──────────┘
1 │   6│4    │   5│1    │   6│5    │ › 2│1    │   3│3    │   1│1    │
  ├──────────┼──────────┼──────────┼──────────┼──────────┼──────────┘
2 │   4│3    │   6│3    │   2│2    │   3│2    │   4│1    │
  ├──────────┼──────────┼──────────┼──────────┼──────────┘
3 │   6│6    │   6│0    │░░░ 21 ░░░│   2│0    │  first
  ├──────────┼──────────┼──────────┼──────────┘  second
4 │   5│4    │   4│2    │   6│2    │
  ├──────────┼──────────┼──────────┘
5 │   5│5    │   4│0    │
  ├──────────┼──────────┘
6 │   3│1    │
  └──────────┘"""

LARGE_TOP_OF_POLISH = """\
        0           1           2           3           4           5           6
  ┌─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┐
  │ ●   │     │ ● ● │     │ ● ● │ ●   │     │     │ ● ● │ ●   │ ● ● │ ● ● │ ● ● │     │
0 │  ●  │     │ ● ● │  ●  │  ●  │  ●  │  ●  │     │  ●  │     │     │     │  ●  │     │
  │   ● │     │ ● ● │     │ ● ● │   ● │     │     │ ● ● │   ● │ ● ● │ ● ● │ ● ● │     │
  ├─────┼─────┼─────┼─────┼─────┼─────╆━━━━━┿━━━━━╅─────┼─────┼─────┼─────┼─────┴─────┘
  │ ● ● │ ● ● │ ● ● │     │ ● ● │ ● ● ┃ ●   │     ┃ ●   │ ●   │     │     │
1 │ ● ● │     │  ●  │  ●  │ ● ● │  ●  ┃▶    │  ● ◀┃  ●  │  ●  │  ●  │  ●  │
  │ ● ● │ ● ● │ ● ● │     │ ● ● │ ● ● ┃   ● │     ┃   ● │   ● │     │     │
  ├─────┼─────┼─────┼─────┼─────┼─────╄━━━━━┿━━━━━╃─────┼─────┼─────┴─────┘
  │ ● ● │ ●   │ ● ● │ ●   │ ●   │ ●   │ ●   │ ●   │ ● ● │     │
2 │     │  ●  │ ● ● │  ●  │     │     │  ●  │     │     │  ●  │
  │ ● ● │   ● │ ● ● │   ● │   ● │   ● │   ● │   ● │ ● ● │     │
  ├─────┼─────┼─────┼─────┼─────┴─────┼─────┼─────┼─────┴─────┘
  │ ● ● │ ● ● │ ● ● │     │░░░ ▶32◀ ░░│ ●   │     │  first
3 │ ● ● │ ● ● │ ● ● │     │░░░░ 21 ░░░│     │     │  second
  │ ● ● │ ● ● │ ● ● │     │░░░░░░░░░░░│   ● │     │"""

SMALL_RUSSIAN = """\
 66  65  64  10  53  61 [60]
     11 >33  21  52 >51  50
         41  32  22  63  43
             20  30  44 [--]
                 62 >42  54
                     40  55
                         31"""


def drawn(lines: tuple[Line, ...]) -> str:
    return "\n".join(text_of(line).rstrip() for line in lines)


def russian(choice: Choice = Choice(), moved: int | None = None) -> Table:  # noqa: B008
    """After eight moves the window 30 lies under 43, and takes four tiles."""
    return table(replayed("russian", TOLD.deal, TOLD.moves[:8]), choice, moved)


def polish(choice: Choice = Choice()) -> Table:  # noqa: B008
    return table(replayed("polish", TOLD.deal, ()), choice)


def test_compact_russian_is_mirrored_and_flush_right() -> None:
    seen = russian(Choice(parse_cell("14")), moved=parse_cell("32"))
    assert drawn(draw_compact(seen, PANEL, UNICODE)) == COMPACT_RUSSIAN


def test_compact_polish_is_flush_left() -> None:
    assert drawn(draw_compact(polish(), PANEL, UNICODE)) == COMPACT_POLISH


def test_large_polish_has_pips_and_marks() -> None:
    lines = draw_large(polish(Choice(parse_cell("13"))), PANEL, UNICODE)
    assert drawn(lines[:17]) == LARGE_TOP_OF_POLISH


def test_a_window_with_four_tiles_that_fit_shows_them_all_when_large() -> None:
    text = drawn(draw_large(russian(), PANEL, UNICODE))
    assert "│33 42 51 60│ 3" in text
    assert "│░░░░ 30 ░░░│" in text


def test_small_russian_in_ascii() -> None:
    assert drawn(small(russian(Choice(parse_cell("00"))), ASCII)) == SMALL_RUSSIAN


def test_a_window_where_nothing_fits_says_so() -> None:
    game = replayed("polish", TOLD.deal, ["21@32"])
    closed = table(game)
    assert "│░ nothing ░│" in drawn(draw_large(closed, PANEL, UNICODE))
    assert "│░░░ 13 ░░░│" in drawn(draw_compact(closed, PANEL, UNICODE))
    assert "13 takes nothing" in drawn(panel(closed, figures_of(view(game)), 33))


def test_the_chosen_window_has_a_heavy_box() -> None:
    seen = russian(Choice(parse_cell("00"), parse_cell("30")))
    lines = draw_large(seen, PANEL, UNICODE)
    assert "╆━━━━━┷━━━━━┪" in text_of(lines[13])
    assert "┃░░░ ▶30◀ ░░┃" in text_of(lines[14])


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("pips", range(7))
def test_each_half_has_its_pips(pips: int, glyphs: Glyphs) -> None:
    rows = half(pips, glyphs)
    assert [len(row) for row in rows] == [5, 5, 5]
    assert "".join(rows).count(glyphs.pip) == pips
    assert [row[::-1] for row in rows[::-1]] == list(rows)


def test_ascii_is_ascii() -> None:
    for seen in (russian(Choice(parse_cell("00"), parse_cell("30"))), polish()):
        assert drawn(draw_large(seen, PANEL, ASCII)).isascii()
        assert drawn(draw_compact(seen, PANEL, ASCII)).isascii()
        assert drawn(small(seen, ASCII)).isascii()


def test_what_a_colour_says_a_sign_says_too() -> None:
    seen = russian(Choice(parse_cell("00")), moved=parse_cell("32"))
    signs = {Style.CHOSEN: "▶", Style.TAKES: "▶", Style.MOVABLE: "›", Style.MOVED: "*"}
    spans = [span for line in draw_compact(seen, PANEL, UNICODE) for span in line]
    texts: dict[tuple[Style, int], str] = {}
    for span in spans:
        if span.cell is not None:
            key = (span.style, span.cell)
            texts[key] = texts.get(key, "") + span.text
    styles = {style for style, _ in texts}
    assert {Style.CHOSEN, Style.MOVABLE, Style.MOVED, Style.TILE, Style.TAKES} == styles
    for (style, _), text in texts.items():
        assert signs.get(style, " ") in text
        assert style is not Style.TILE or not set("▶›*░") & set(text)


def test_each_cell_can_be_clicked() -> None:
    for draw in (draw_large, draw_compact):
        spans = [span for line in draw(russian(), PANEL, UNICODE) for span in line]
        assert {span.cell for span in spans} - {None} == set(range(28))


def test_lines_join_where_they_meet() -> None:
    canvas = Canvas(5, 3, UNICODE)
    canvas.box(0, 0, 2, 2, LIGHT)
    canvas.box(0, 2, 2, 4, HEAVY)
    canvas.put(9, 9, "lost")
    assert drawn(canvas.lines()) == "┌─┲━┓\n│ ┃ ┃\n└─┺━┛"


def scene(seen: Table, **more: object) -> Scene:
    figures = figures_of(view(replayed("russian", TOLD.deal, TOLD.moves[:8])), watching=3)
    body = Triangle(seen, figures)
    keys = tuple(Key(name, "does something") for name in "abcdefgh")
    return Scene("pasjans - game G", body, "A sentence.", keys=keys, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("columns", "rows", "has"),
    [
        (100, 40, "│33 42 51 60│"),
        (87, 35, "│33 42 51 60│"),
        (87, 34, "│ 33 42 .. │"),
        (80, 21, "│ 33 42 .. │"),
        (80, 20, "33 "),
        (80, 24, "│ 33 42 .. │"),
        (86, 40, "│ 33 42 .. │"),
        (40, 20, "33 "),
        (20, 8, "33 "),
    ],
)
def test_a_screen_takes_the_size_that_there_is(columns: int, rows: int, has: str) -> None:
    lines = frame(scene(russian()), columns, rows, UNICODE)
    assert len(lines) == rows
    assert max(len(text_of(line)) for line in lines) <= columns
    text = drawn(lines)
    assert has in text
    assert text.startswith("pasjans · game G")
    assert "A sentence." in text
    assert "a does something" in text


def test_keys_that_come_and_go_leave_the_size_as_it_is() -> None:
    for rows in range(18, 38):
        few, many = (
            frame(replace(scene(russian()), keys=keys), 87, rows, UNICODE)
            for keys in ((), scene(russian()).keys)
        )
        assert few[1:8] == many[1:8]
        assert (len(few), len(many)) == (rows, rows)


def test_the_panel_is_complete_at_80_by_24() -> None:
    text = drawn(frame(scene(russian()), 80, 24, UNICODE))
    for line in ("playing", "moves 8  windows 1", "undos 0  redos 0", "set aside 00"):
        assert f"\n{line}" in text
    assert "30 takes 33 42 51 60" in text
    assert "2 watching" in text


def test_a_lost_connection_is_shown() -> None:
    text = drawn(frame(scene(russian(), connected=False), 80, 24, UNICODE))
    assert "connection lost, coming back..." in text


def test_the_help_takes_the_place_of_the_triangle() -> None:
    text = drawn(frame(scene(russian(), page=("one", "two")), 80, 24, UNICODE))
    assert "\none\ntwo\n" in text
    assert "│" not in text


@pytest.mark.parametrize("page", [PLAYING, WATCHING])
def test_the_help_fits_a_small_terminal(page: tuple[str, ...]) -> None:
    assert len(page) <= 18
    assert max(map(len, page)) <= 78


def test_sizes() -> None:
    assert (large.SIZE.width, large.SIZE.height) == (87, 30)
    assert (compact.SIZE.width, compact.SIZE.height) == (80, 16)


def test_a_line_is_cut_with_its_styles() -> None:
    line = (Span("abc", Style.TILE, 3), Span("def"))
    assert cut(line, 4) == (Span("abc", Style.TILE, 3), Span("d"))
    assert cut(line, 2) == (Span("ab", Style.TILE, 3),)
