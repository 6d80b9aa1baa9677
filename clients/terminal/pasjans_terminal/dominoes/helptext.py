"""What `?` shows: at most 18 lines of 78 characters, so that it fits a terminal of 80 by 24."""

from typing import Final

_SIGNS: Final = (
    "",
    "  A tile with a sign before it may move; a heavy box is about the chosen one.",
    "  A shaded cell is a window, with its name and the tiles that it takes now.",
    "  An asterisk is before the tile that moved last.",
    "  Any key goes back.",
)

PLAYING: Final = (
    "  arrows        choose among the tiles that may move; Tab takes the next one",
    "  Enter, Space  put the chosen tile into its window",
    "                where it fits several: arrows or Tab choose one, Enter again",
    "                puts the tile there, Escape does not",
    "  o             take the exit, when the layout is closed",
    "  u, r          take a move back, make it again",
    "  h             ask a solver for the best move; ! is after its tile and window",
    "  R             give the game up, for good; n begins another one then",
    "  :             type a move, as 54@14 (tile 54 into row 1, column 4), or a",
    "                word: open undo redo hint resign quit",
    "  q             leave; the game is kept",
    "  mouse         a click on a tile plays it; where it fits several windows,",
    "                a click on one of them, or on the tile again, chooses",
    *_SIGNS,
)

WATCHING: Final = (
    "  left, right   a move back, a move on",
    "  Home, End     the deal, the end; End of a live game follows it again",
    "  c             the next move that cost something: that was not a best one",
    "  f             follow the live game again",
    "  Space         let it run, or stop it; at the end it begins anew",
    "  + -           faster, slower",
    "  q             leave",
    "",
    "  Who scrolled back stays there, whatever the game does, until f or End.",
    "  Behind the moves is what the last one cost: best, +2 (so many more than by a",
    "  best one) or lost (the solution). Par is the fewest moves from the deal.",
    *_SIGNS,
)
