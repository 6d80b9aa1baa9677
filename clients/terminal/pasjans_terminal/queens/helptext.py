"""What `?` shows: at most 18 lines of 78 characters, so that it fits a terminal of 80 by 24."""

from typing import Final

PLAYING: Final = (
    "  Space         draw a card; turn the waste over when the stock is empty",
    "  1-8, w, p     choose a column, the waste, a prisoner; left, right go round",
    "  up, down      a longer run of the column, a shorter one; its number too",
    "  Enter         put them where the arrow is, into a house if there is one;",
    "                Enter again puts them on another card that they fit",
    "  Tab           another place for them: a plus is after each",
    "  u, r          take a move or a draw back, make it again",
    "  h             what looks useful by what is seen; again for the next hint",
    "  s             ask a solver: can this still be won? It asks back first",
    "  R             give the game up, for good; n begins another one then",
    "  :             type a move: draw redeal w>h3 w>c5 c2>h1 c4*3>c7 p1>h4, or a",
    "                word: undo redo hint solver resign quit",
    "  q             leave; the game is kept",
    "  mouse         choose cards, then click where they go, or on them again",
    "",
    "  A sign is before a card that fits a house or a card, alone or with those",
    "  below it; * before what moved last, ! after what a hint tells.",
    "  Any key goes back.",
)

WATCHING: Final = (
    "  left, right   a move back, a move on",
    "  Home, End     the deal, the end; End of a live game follows it again",
    "  f             follow the live game again",
    "  Space         let it run, or stop it; at the end it begins anew",
    "  + -           faster, slower",
    "  q             leave",
    "",
    "  Who scrolled back stays there, whatever the game does, until f or End.",
    "  What lies face down for the player does so here too.",
    "",
    "  A sign is before cards that fit somewhere, * before what moved last.",
    "  Any key goes back.",
)
