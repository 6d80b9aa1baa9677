"""Figures as Markdown."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose columns after the first are figures, set to the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def whole(value: float) -> str:
    """A figure without decimals, thousands apart: 12,345."""
    return f"{value:,.0f}"


def tenths(value: float) -> str:
    """A figure with one decimal: 12.3."""
    return f"{value:,.1f}"


def hundredths(value: float) -> str:
    """A figure with two decimals: 1.23."""
    return f"{value:,.2f}"


def percent(share: float) -> str:
    """A share: 45 %."""
    return f"{share * 100:.0f} %"
