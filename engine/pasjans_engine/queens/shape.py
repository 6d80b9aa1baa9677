"""Which moves there are at all, whatever the game looks like."""

from typing import Final

from pasjans_engine.errors import Invalid
from pasjans_engine.queens.layout import Pile, Place, Put, Size

_WORDS: Final = {Place.COLUMN: "column", Place.PRISONER: "prisoner", Place.HOUSE: "house"}


def pile_name(pile: Pile) -> str:
    """`w` for the waste, `c4` for the fourth column, `p1` for a prisoner, `h3` for a house."""
    return pile.place if pile.place is Place.WASTE else f"{pile.place}{pile.index + 1}"


def put_name(move: Put) -> str:
    """`w>h3`, `c2>h1`, `p1>h4`, and with the number of cards between columns `c4*3>c7`."""
    between_columns = move.source.place is move.target.place is Place.COLUMN
    count = f"*{move.count}" if between_columns else ""
    return f"{pile_name(move.source)}{count}>{pile_name(move.target)}"


def require_put(size: Size, move: Put) -> None:
    """Refuse a move that no position allows.

    Raises:
        Invalid: no such pile, or cards that never go there; says what does.
    """
    source, target = move.source, move.target
    for pile in (source, target):
        _require_pile(size, pile)
    # Rule 3.5: "Nothing leaves a house."
    if source.place is Place.HOUSE:
        raise Invalid("nothing leaves a house", pile_name(source))
    if target.place is Place.HOUSE:
        _require_single(move)
        return
    if target.place is not Place.COLUMN:
        raise Invalid("cards go to a house, as h3, or to a column, as c5", pile_name(target))
    # Rule 3.6: "A prisoner may go only to a house."
    if source.place is Place.PRISONER:
        raise Invalid("a prisoner may go only to a house, as p1>h4", pile_name(target))
    if source.place is Place.WASTE:
        _require_single(move)
        return
    if source == target:
        raise Invalid(f"column {source.index + 1} holds these cards already", put_name(move))
    if not 1 <= move.count <= size.ranks:
        raise Invalid(f"a run has 1 to {size.ranks} cards, not {move.count}", put_name(move))


def _require_pile(size: Size, pile: Pile) -> None:
    if pile.place is Place.WASTE:
        if pile.index:
            raise Invalid("there is one waste, w", pile_name(pile))
        return
    piles = {
        Place.COLUMN: size.columns,
        Place.PRISONER: size.prisoners,
        Place.HOUSE: size.houses,
    }[pile.place]
    if not 0 <= pile.index < piles:
        word = _WORDS[pile.place]
        message = f"there is no {word} {pile.index + 1}: the {word}s are 1 to {piles}"
        raise Invalid(message, pile_name(pile))


def _require_single(move: Put) -> None:
    if move.count != 1:
        source, target = pile_name(move.source), pile_name(move.target)
        message = f"one card at a time goes from {source} to {target}: {source}>{target}"
        raise Invalid(message, f"{source}*{move.count}>{target}")
