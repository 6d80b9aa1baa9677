"""Records of surveys, made up."""

from hypothesis import strategies as st

from pasjans_terminal.solvers import Verdict
from pasjans_terminal.surveying.deals import Record, Survey

SURVEY = Survey("polish", "a seed: ż", 1000)
VERDICTS = st.sampled_from(Verdict)
NATURALS = st.integers(0, 1000)


def record(number: int, par: int | None = 40, windows: int = 3, nodes: int = 7) -> Record:
    """A record of a solved deal, or with par None of an unsolvable one."""
    if par is None:
        return Record(number, Verdict.UNSOLVABLE, (), nodes, 0.5)
    return Record(number, Verdict.SOLVED, (par, windows), nodes, 0.5)


@st.composite
def records(draw: st.DrawFn) -> list[Record]:
    """The records of some deals, from the first."""

    def one(number: int) -> Record:
        verdict = draw(VERDICTS)
        figures = draw(st.tuples(NATURALS, NATURALS)) if verdict is Verdict.SOLVED else ()
        return Record(number, verdict, figures, draw(NATURALS), draw(st.floats(0, 1e6)))

    return [one(number) for number in range(draw(st.integers(1, 8)))]
