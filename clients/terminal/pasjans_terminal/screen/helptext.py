"""What `?` shows."""

from typing import Final

SIGNS: Final = (
    "  a tile with a sign before it may move; the chosen one stands in a heavy box",
    "  a shaded cell is a window: inside is what it takes now, or that nothing fits",
    "  signs about a window, or a heavy box: the chosen tile goes there",
    "  an asterisk: the tile that moved last",
)

PLAYING: Final = (
    "",
    "  Put each tile where it belongs: every row one less on the left, every column counts up.",
    "  A window takes what fits under the tile above it. What fits is shown in each window.",
    "",
    "  arrows        choose among the tiles that may move",
    "  Tab           the next of them (or the next window, while you choose one)",
    "  Enter, Space  put the chosen tile into its window; where it fits several,",
    "                the first press shows them, arrows or Tab choose, Enter puts it",
    "  Escape        do not choose a window after all",
    "  o             take the exit, when the layout is closed",
    "  u  r          take a move back, make it again",
    "  R             give the game up, for good",
    "  :             type a move, as 54@14, or a word: open undo redo resign",
    "  q             leave; the game is kept",
    "  mouse         a click on a tile plays it; a second one, or one on a window, chooses",
    "",
    *SIGNS,
    "",
    "  Any key goes back.",
)

WATCHING: Final = (
    "",
    "  left  right   a move back, a move on",
    "  Home  End     the deal; the end of a replay, or back to the live game",
    "  f             follow the live game again",
    "  Space         let it run, or stop it",
    "  +  -          faster, slower",
    "  q             leave",
    "",
    "  Who scrolled back stays there, whatever happens in the game, until End or f.",
    "",
    *SIGNS,
    "",
    "  Any key goes back.",
)
