"""Games of queens, as the rest of the client sees them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from pasjans import Game
from pasjans.slots import QUEENS as SLOTS
from pasjans.slots import Slots
from pasjans_engine.queens.seen import Seen, seen_name
from pasjans_terminal.counsel import Counsel
from pasjans_terminal.counters import hints_in, status_of
from pasjans_terminal.drawing.cards.body import CardBody
from pasjans_terminal.family import Looked
from pasjans_terminal.queens import helptext, lines, story
from pasjans_terminal.queens.board import draws_in, figures_of, moved_to, table_of
from pasjans_terminal.queens.hand import CardHand
from pasjans_terminal.queens.hinting import SOLVER, Suggesting, counsels_of


class Queens:
    """See the module. It is a `Family`."""

    slots: Slots = SLOTS
    has_costs: bool = False
    commands: str = lines.COMMANDS
    playing_page: tuple[str, ...] = helptext.PLAYING
    watching_page: tuple[str, ...] = helptext.WATCHING

    def hand(self, game: Game, /, *, bot: bool) -> CardHand:
        """The hand of a game's player."""
        return CardHand(game, bot=bot)

    def counsels(self, game: Game, /, *, bot: bool) -> Mapping[str, Counsel]:
        """How help is asked for in lines."""
        return counsels_of(game, f"type {SOLVER} again", Suggesting(game), bot=bot)

    def body(self, looked: Looked, /) -> CardBody:
        """A game that is looked at."""
        moved = None if looked.before is None else moved_to(looked.before, looked.view)
        table = table_of(looked.rules, looked.view, looked.legal)
        figures = figures_of(looked.view, place=looked.place, watching=looked.watching)
        return CardBody(replace(table, moved=moved), figures)

    def happened(self, before: Sequence[int], after: Sequence[int], /) -> str:
        """What one event has changed."""
        return story.happened(before, after)

    def ending(self, view: Sequence[int], /) -> str:
        """How a game has ended, or stands."""
        return story.ending(view)

    def offer(self, legal: Sequence[str] | None, /) -> str:
        """Nothing: there is no special move."""
        del legal
        return ""

    def position_lines(self, view: Sequence[int], /) -> tuple[str, ...]:
        """The layout in lines."""
        return lines.position_lines(view)

    def status_line(self, view: Sequence[int], /) -> str:
        """How it stands, and what is counted."""
        return lines.status_line(view)

    def fields(self, view: Sequence[int], /) -> dict[str, object]:
        """The position and its counters."""
        seen = Seen.of(view)
        return {
            "position": seen_name(seen),
            "status": status_of(SLOTS, view),
            "moves": view[SLOTS.moves],
            "draws": draws_in(view),
            "redeals": seen.redeals,
            "undos": view[SLOTS.undos],
            "redos": view[SLOTS.redos],
            "hints": hints_in(SLOTS, view),
        }


QUEENS: Final = Queens()
