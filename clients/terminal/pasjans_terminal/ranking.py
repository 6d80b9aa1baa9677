"""A board as a table of text."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from prompt_toolkit.utils import get_cwidth

from pasjans import Row
from pasjans_terminal.sentences import counted

_BEFORE: Final = ("", "rank", "player", "moves")
_AFTER: Final = ("undos", "solved (UTC)", "game")
_TO_THE_LEFT: Final = frozenset({"", "player", "solved (UTC)", "game"})


def table_lines(
    rows: Sequence[Row], own: str | None = None, *, draws: bool = False
) -> tuple[str, ...]:
    """The rows below their heads.

    Args:
        rows: one after another.
        own: id of the player whose rows are marked.
        draws: whether draws are counted in place of windows, and no par is known, as in games of
            cards.
    """
    heads = (*_BEFORE, *(("draws",) if draws else ("par", "over", "windows")), *_AFTER)
    cells = [heads, *(_cells(row, own, draws=draws) for row in rows)]
    widths = [max(map(get_cwidth, column)) for column in zip(*cells, strict=True)]
    return tuple(_line(row, heads, widths) for row in cells)


def summary(title: str, size: int, ends: datetime | None, now: datetime) -> str:
    """What the board is.

    Args:
        title: what it ranks.
        size: how many rows it has.
        ends: when it takes no more solves, if ever.
        now: the time.
    """
    solves = counted(size, "solve")
    if ends is None:
        return f"{title}: {solves}"
    return f"{title}: {solves}, {'ended' if ends <= now else 'until'} {_time(ends)} UTC"


def _cells(row: Row, own: str | None, *, draws: bool) -> tuple[str, ...]:
    return (
        ">" if row.player == own else "",
        str(row.rank),
        _printable(row.name) if row.name else row.player,
        str(row.moves),
        *((str(row.draws),) if draws else _beside_par(row)),
        str(row.undos),
        _time(row.finished),
        row.game,
    )


def _beside_par(row: Row) -> tuple[str, str, str]:
    """Par, what is above it, and the windows."""
    over = "" if row.over_par is None else "best" if row.optimal else f"+{row.over_par}"
    return "" if row.par is None else str(row.par), over, str(row.windows)


def _line(cells: Sequence[str], heads: Sequence[str], widths: Sequence[int]) -> str:
    padded: list[str] = []
    for cell, head, width in zip(cells, heads, widths, strict=True):
        room = " " * (width - get_cwidth(cell))
        padded.append(cell + room if head in _TO_THE_LEFT else room + cell)
    mark, *others = padded
    return f"{mark} {'  '.join(others)}".rstrip(" ") if mark else "  ".join(others).rstrip(" ")


def _printable(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def _time(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%d %H:%M")
