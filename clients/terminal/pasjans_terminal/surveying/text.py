"""What a survey comes to, as text."""

from collections.abc import Iterator, Sequence

from pasjans_terminal.surveying.histogram import histogram
from pasjans_terminal.surveying.measures import Share
from pasjans_terminal.surveying.summary import Cost, Spread, Summary


def text_of(summary: Summary, *, blocks: bool) -> str:
    """Tables and histograms, with an empty line between them.

    Args:
        summary: what to tell.
        blocks: whether more than ASCII can be shown.
    """
    return "\n\n".join("\n".join(lines) for lines in _parts(summary, blocks=blocks))


def _parts(summary: Summary, *, blocks: bool) -> Iterator[Sequence[str]]:
    yield (_title(summary, blocks=blocks),)
    yield _table(
        ("", "deals", "share", "95 % interval"),
        *((name, *_share_cells(share)) for name, share in summary.shares.items()),
    )
    solved = [(name, spread) for name, spread in summary.spreads.items() if spread is not None]
    if solved:
        yield _table(
            ("of solved deals", "min", "25 %", "median", "75 %", "max", "mean"),
            *((name, *_spread_cells(spread)) for name, spread in solved),
        )
    yield _table(
        ("of all deals", "median", "90 %", "99 %", "max"),
        ("nodes", *_cost_cells(summary.nodes, decimals=0)),
        ("ms", *_cost_cells(summary.ms, decimals=1)),
    )
    for name, spread in solved:
        rows = histogram(spread.counts, blocks=blocks)
        head, *lines = _table((name, "deals"), *((row.values, row.deals) for row in rows))
        yield (
            head,
            *(f"{line}  {row.bar}".rstrip() for line, row in zip(lines, rows, strict=True)),
        )


def _title(summary: Summary, *, blocks: bool) -> str:
    survey = summary.survey
    seed = repr(survey.seed) if blocks else ascii(survey.seed)
    return (
        f"{survey.rules}, {summary.deals:,} of {summary.asked:,} deals of the seed {seed}, "
        f"solver {survey.solver.version}, {survey.max_nodes:,} nodes a deal at most"
    )


def _share_cells(share: Share) -> tuple[str, ...]:
    low, high = share.low * 100, share.high * 100
    return (f"{share.count:,}", f"{share.share * 100:.2f} %", f"{low:.2f} to {high:.2f} %")


def _spread_cells(spread: Spread) -> tuple[str, ...]:
    quartiles = (spread.min, spread.p25, spread.median, spread.p75, spread.max)
    return (*(f"{value:,}" for value in quartiles), f"{spread.mean:,.2f}")


def _cost_cells(cost: Cost, decimals: int) -> tuple[str, ...]:
    return tuple(f"{value:,.{decimals}f}" for value in (cost.median, cost.p90, cost.p99, cost.max))


def _table(*rows: tuple[str, ...]) -> list[str]:
    """Rows as lines, the first column flush left and the others flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_padded(row, widths)) for row in rows]


def _padded(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    (name, *cells), (first, *others) = row, widths
    yield name.ljust(first)
    for cell, width in zip(cells, others, strict=True):
        yield cell.rjust(width)
