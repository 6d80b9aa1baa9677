"""Answers in the order of the questions, whoever works them out."""

from collections.abc import Iterator
from itertools import count, islice

import pytest

from pasjans_terminal.pool import in_order

pytestmark = pytest.mark.slow
BOTH = pytest.mark.parametrize("workers", [1, 2])


@BOTH
def test_answers_are_in_order(workers: int) -> None:
    assert list(in_order(abs, range(-50, 50), workers, int)) == [*range(50, 0, -1), *range(50)]


@BOTH
def test_questions_may_be_without_end(workers: int) -> None:
    answers = in_order(abs, count(), workers, int)
    assert list(islice(answers, 100)) == list(range(100))
    answers.close()


@BOTH
def test_what_goes_wrong_comes_after_the_answers_before_it(workers: int) -> None:
    def questions() -> Iterator[int]:
        yield -7
        raise ValueError("no more")

    answers = in_order(abs, questions(), workers, int)
    assert next(answers) == 7
    with pytest.raises(ValueError, match="no more"):
        next(answers)


@BOTH
def test_a_question_that_cannot_be_answered(workers: int) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        list(in_order(int, ["1", "one"], workers, int))
