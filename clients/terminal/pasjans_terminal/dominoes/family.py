"""Domino games, as the rest of the client sees them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from pasjans import Game
from pasjans.slots import DOMINO, Slots
from pasjans_engine.domino.notation import cells_name
from pasjans_engine.tiles import CELL_COUNT
from pasjans_terminal.counsel import HINT, Counsel
from pasjans_terminal.counters import hints_in, status_of
from pasjans_terminal.dominoes import helptext, lines, story
from pasjans_terminal.dominoes.board import OPENED, figures_of, moved_to, table_of
from pasjans_terminal.dominoes.hand import DominoHand
from pasjans_terminal.dominoes.hinting import ASKED, TYPED, Hinting
from pasjans_terminal.drawing.body import Triangle
from pasjans_terminal.family import Looked


class Dominoes:
    """See the module. It is a `Family`."""

    slots: Slots = DOMINO
    has_costs: bool = True
    commands: str = lines.COMMANDS
    playing_page: tuple[str, ...] = helptext.PLAYING
    watching_page: tuple[str, ...] = helptext.WATCHING

    def hand(self, game: Game, /, *, bot: bool) -> DominoHand:
        """The hand of a game's player."""
        return DominoHand(game, bot=bot)

    def counsels(self, game: Game, /, *, bot: bool) -> Mapping[str, Counsel]:
        """How help is asked for in lines."""
        hinting = Hinting(game, f"type {HINT} again", TYPED, bot=bot)
        return {HINT: Counsel(HINT, hinting.warning, hinting.ask, ASKED)}

    def body(self, looked: Looked, /) -> Triangle:
        """A game that is looked at."""
        moved = None if looked.before is None else moved_to(looked.before, looked.view)
        figures = figures_of(looked.view, place=looked.place, watching=looked.watching)
        return Triangle(
            table_of(looked.rules, looked.view, looked.legal, moved=moved),
            replace(figures, worth=looked.worth, cost=looked.cost),
        )

    def happened(self, before: Sequence[int], after: Sequence[int], /) -> str:
        """What one event has changed."""
        return story.happened(before, after)

    def ending(self, view: Sequence[int], /) -> str:
        """How a game has ended, or stands."""
        return story.ending(view)

    def offer(self, legal: Sequence[str] | None, /) -> str:
        """What can be said about the moves there are."""
        return story.offer(legal)

    def position_lines(self, view: Sequence[int], /) -> tuple[str, ...]:
        """The layout in lines."""
        return lines.position_lines(view)

    def status_line(self, view: Sequence[int], /) -> str:
        """How it stands, and what is counted."""
        return lines.status_line(view)

    def fields(self, view: Sequence[int], /) -> dict[str, object]:
        """The position and its counters."""
        return {
            "position": cells_name(bytes(view[:CELL_COUNT])),
            "status": status_of(DOMINO, view),
            "moves": view[DOMINO.moves],
            "windows": view[OPENED],
            "undos": view[DOMINO.undos],
            "redos": view[DOMINO.redos],
            "hints": hints_in(DOMINO, view),
        }


DOMINOES: Final = Dominoes()
