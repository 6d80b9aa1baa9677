"""`closed` by its words alone: everything that can be reached, and no shortcut.

Works on the texts of rules.md and shares no code with the engine.
"""

from collections.abc import Iterator

ENOUGH = 700
"""The largest closed set ever seen has 576 positions; what reaches more is not closed."""

Layout = tuple[tuple[str, ...], ...]
"""Seven rows of tile names, `--` for a window."""


def closed(rules: str, position: str) -> bool:
    """Whether a position is closed."""
    start = tuple(tuple(row.split(" ")) for row in position.split("/"))
    if _solved(rules, start):
        return False
    leads_to: dict[Layout, set[Layout]] = {}
    ahead = [start]
    while ahead:
        here = ahead.pop()
        if here in leads_to:
            continue
        leads_to[here] = set(_moves(rules, here))
        if len(leads_to) > ENOUGH or any(_solved(rules, there) for there in leads_to[here]):
            return False
        ahead.extend(leads_to[here])
    return len(_getting_back(start, leads_to)) == len(leads_to)


def _getting_back(start: Layout, leads_to: dict[Layout, set[Layout]]) -> set[Layout]:
    """The positions from which some moves lead to the start."""
    back = {start}
    while True:
        more = {here for here, there in leads_to.items() if here not in back and there & back}
        if not more:
            return back
        back |= more


def _moves(rules: str, here: Layout) -> Iterator[Layout]:
    places = [(row, column) for row in range(7) for column in range(7 - row)]
    for row, column in places:
        if here[row][column] != "--":
            continue
        for from_row, from_column in places:
            tile = here[from_row][from_column]
            above = here[row - 1][column] if row else ""
            if tile == "--" or above == "--":
                continue
            if tile == f"6{column}" if row == 0 else _fits(rules, above, tile):
                after = [list(line) for line in here]
                after[row][column], after[from_row][from_column] = tile, "--"
                yield tuple(tuple(line) for line in after)


def _fits(rules: str, above: str, tile: str) -> bool:
    high, low = int(above[0]), int(above[1])
    halves = sorted(map(int, tile))
    if rules == "russian":
        return sum(halves) == high + low - 1
    return halves in (sorted((high, low - 1)), sorted((high - 1, low)))


def _solved(rules: str, here: Layout) -> bool:
    return all(
        tile in {"--", f"{6 - row}{column}"}
        or (rules == "russian" and row > 0 and int(tile[0]) + int(tile[1]) == 6 - row + column)
        for row, line in enumerate(here)
        for column, tile in enumerate(line)
    )
