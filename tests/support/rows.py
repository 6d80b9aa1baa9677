"""Rows of boards, as property tests draw them."""

from hypothesis import strategies as st

from pasjans_services.leaderboard.rows import (
    MAX_DRAWS,
    MAX_MOVES,
    MAX_RULES_VERSION,
    MAX_TIME_MS,
    MAX_UNDOS,
    MAX_WINDOWS,
    Row,
)


def numbers(most: int) -> st.SearchStrategy[int]:
    """Small ones, which make ties, and those near the ends of the range and of each byte."""
    edges = sorted({max(0, min(most, 256**n + d)) for n in range(7) for d in (-1, 0, 1)} | {most})
    return st.one_of(st.integers(0, 3), st.sampled_from(edges), st.integers(0, most))


names = st.one_of(
    st.sampled_from(["a", "aa", "a-", "b", "_", "-", "Z"]),
    st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True),
)

DEAL_ID = "n3inchcdznabcdef"

deal_ids = st.from_regex(r"[a-z2-7]{16}", fullmatch=True)

rows: st.SearchStrategy[Row] = st.builds(
    Row,
    numbers(MAX_MOVES),
    numbers(MAX_DRAWS),
    numbers(MAX_WINDOWS),
    numbers(MAX_UNDOS),
    numbers(MAX_TIME_MS),
    names,
    names,
    deal_ids,
    numbers(MAX_RULES_VERSION),
)

close_rows: st.SearchStrategy[Row] = st.builds(
    Row,
    st.integers(30, 33),
    st.integers(0, 2),
    st.integers(1, 3),
    st.integers(0, 1),
    st.integers(1_000, 1_002),
    names,
    names,
    deal_ids,
    st.just(1),
)
"""Rows that tie often."""
