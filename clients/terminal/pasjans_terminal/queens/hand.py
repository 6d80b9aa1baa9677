"""The player of a game of queens: chooses cards, and the piles that they go to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from pasjans import Game
from pasjans_engine.queens import WASTE, Pile, Place, Put
from pasjans_engine.queens.layout import Size
from pasjans_engine.queens.notation import move_name
from pasjans_terminal.counsel import HINT, Counsel
from pasjans_terminal.drawing.cards.body import CardBody
from pasjans_terminal.drawing.cards.slots import spot_at
from pasjans_terminal.drawing.cards.table import CardTable, Moved
from pasjans_terminal.drawing.frame import Key
from pasjans_terminal.family import Done
from pasjans_terminal.queens.board import change_between, figures_of, moved_to, table_of
from pasjans_terminal.queens.choice import (
    NOTHING,
    Choice,
    at_move,
    choose,
    followed,
    kept,
    next_count,
    next_pile,
    next_target,
    sources,
    targets,
)
from pasjans_terminal.queens.hinting import SOLVER, Suggesting, counsels_of
from pasjans_terminal.queens.story import cards_text, pile_name

_COLUMNS: Final = Size().columns
_NO_MOVE: Final = "No card may move now: Space draws, u takes back."
_NO_TURN: Final = "There is nothing to draw, and the waste cannot be turned over."
_ONE_RUN: Final = "No other number of cards may move from there."


class CardHand:
    """See the module. It is a `Hand`.

    Args:
        game: the game, with guide.
        bot: whether the player is a program.
    """

    def __init__(self, game: Game, *, bot: bool) -> None:
        self._game = game
        self._suggesting = Suggesting(game)
        self._counsels = counsels_of(game, "s again", self._suggesting, bot=bot)
        self._moved: Moved | None = None
        self._choice = kept(self._dealt(), NOTHING)

    # What is shown

    def body(self) -> CardBody:
        """The game as it stands, with what is chosen."""
        table = replace(
            self._dealt(),
            chosen=self._choice.cards,
            target=self._choice.target,
            moved=self._moved,
            advised=self._suggesting.move,
        )
        return CardBody(table, figures_of(self._game.view, watching=self._game.watching))

    def _dealt(self) -> CardTable:
        return table_of(self._game.rules, self._game.view, self._game.legal)

    def shown_keys(self) -> tuple[Key, ...]:
        """The keys that do something now."""
        table, choice = self._dealt(), self._choice
        turns = {None: (), "draw": (Key("Space", "draw"),), "redeal": (Key("Space", "turn over"),)}
        return (
            *turns[None if table.turn is None else move_name(table.turn)],
            *([Key("1-8 w p <arrows>", "choose")] if sources(table) else ()),
            *([Key("Enter", "put")] if choice.put is not None else ()),
            *([Key("Tab", "other place")] if len(targets(table, choice)) > 1 else ()),
        )

    # What comes in

    def look(self, before: Sequence[int] | None, /) -> None:
        """Choose cards of the position as it is now.

        Those that were just put somewhere stay chosen when they fit another card; a card that was
        drawn is chosen when it fits a house or a card.
        """
        view, table, put = self._game.view, self._dealt(), self._choice.put
        waste = choose(table, WASTE)
        self._moved = None if before is None else moved_to(before, view)
        if before is not None and put is not None and change_between(before, view) == put:
            self._choice = followed(table, self._choice) or kept(table, self._choice)
        elif self._moved is None and waste.target is not None and not table.is_bare(waste.target):
            self._choice = waste
        else:
            self._choice = kept(table, self._choice)

    # What the player does

    def keys(self) -> Mapping[str, Callable[[], Done]]:
        """What each key does."""
        columns = {
            str(index + 1): partial(self._choose_pile, Pile(Place.COLUMN, index))
            for index in range(_COLUMNS)
        }
        return columns | {
            " ": self._turn,
            "w": partial(self._choose_pile, WASTE),
            "p": self._choose_prisoner,
            "left": partial(self._next_pile, -1),
            "right": partial(self._next_pile, 1),
            "up": partial(self._next_count, 1),
            "down": partial(self._next_count, -1),
            "tab": partial(self._next_target, 1),
            "s-tab": partial(self._next_target, -1),
            "enter": self._enter,
        }

    def counsels(self) -> Mapping[str, Counsel]:
        """How help is asked for."""
        return self._counsels | {HINT: replace(self._counsels[HINT], ask=self._suggest)}

    def counsel_keys(self) -> Mapping[str, str]:
        """The words for help, by key."""
        return {"h": HINT, "s": SOLVER}

    async def _suggest(self) -> str:
        """Ask for a hint, and choose its move, so that Enter plays it."""
        said = await self._suggesting.ask()
        move = self._suggesting.move
        if isinstance(move, Put):
            self._choice = at_move(move)
        return said

    def click(self, cell: int, /) -> Done:
        """Draw, choose cards, or put the chosen ones there; on these a click is Enter."""
        spot = spot_at(cell)
        if spot is None:
            return self._turn()
        table, choice = self._dealt(), self._choice
        if spot.pile in targets(table, choice):
            self._choice = replace(choice, target=spot.pile)
            return self._enter()
        column = spot.pile.place is Place.COLUMN
        count = len(table.cards_of(spot.pile)) - spot.index if column else 1
        clicked = choose(table, spot.pile, count)
        if clicked.cards is not None and clicked.cards == choice.cards:
            return self._enter()
        return self._chosen(clicked, f"Nothing of {pile_name(spot.pile)} may move from there.")

    def _turn(self) -> Done:
        turn = self._dealt().turn
        if turn is None and self._game.legal is not None:
            return Done(note=_NO_TURN, alert=True)
        return Done("draw" if turn is None else move_name(turn))

    def _choose_pile(self, pile: Pile) -> Done:
        """Choose a pile; when it is chosen already, the next longer run of it."""
        table, cards = self._dealt(), self._choice.cards
        if cards is not None and cards.pile == pile:
            return self._chosen(next_count(table, self._choice, 1), "")
        return self._chosen(choose(table, pile), f"Nothing of {pile_name(pile)} may move now.")

    def _choose_prisoner(self) -> Done:
        table, cards = self._dealt(), self._choice.cards
        piles = [pile for pile in sources(table) if pile.place is Place.PRISONER]
        if not piles:
            return Done(note="No prisoner may move now.", alert=True)
        later = [pile for pile in piles if cards is not None and pile.index > cards.pile.index]
        first = later[0] if cards is not None and cards.pile in piles and later else piles[0]
        return self._chosen(choose(table, first), "")

    def _next_pile(self, step: int) -> Done:
        return self._chosen(next_pile(self._dealt(), self._choice, step), _NO_MOVE)

    def _next_count(self, step: int) -> Done:
        choice = next_count(self._dealt(), self._choice, step)
        if choice.cards == self._choice.cards:
            return Done(note=_NO_MOVE if choice.cards is None else _ONE_RUN)
        return self._chosen(choice, _NO_MOVE)

    def _next_target(self, step: int) -> Done:
        return self._chosen(next_target(self._dealt(), self._choice, step), _NO_MOVE)

    def _chosen(self, choice: Choice, otherwise: str) -> Done:
        """Choose, and say what Enter does then; or say why nothing can be chosen."""
        if choice.put is None:
            return Done(note=otherwise, alert=True)
        self._choice = choice
        return Done(note=self._told(choice.put))

    def _told(self, put: Put) -> str:
        """What Enter does, and where else the cards fit."""
        table = self._dealt()
        others = [pile_name(pile) for pile in targets(table, self._choice) if pile != put.target]
        also = f" Tab: {', '.join(others)}." if others else ""
        return f"Enter puts {cards_text(table, put)} on {pile_name(put.target)}.{also}"

    def _enter(self) -> Done:
        put = self._choice.put
        if put is None:
            return Done(note=_NO_MOVE, alert=True)
        return Done(move_name(put))
