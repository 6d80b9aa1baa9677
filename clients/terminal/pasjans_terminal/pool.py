"""Answers from several processes, in the order of the questions.

Questions are read in a thread, some ahead of the answers, so that an answer is given as soon as it
is there even if the next question is long in coming.
"""

import multiprocessing
import signal
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from queue import Queue
from typing import Final, TypeAlias, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")

_Waiting: TypeAlias = Queue[Future[A] | BaseException | None]

_AHEAD: Final = 16
"""Questions for each process that may be read before they are answered."""


def _nothing() -> None:
    """Make nothing ready."""


def in_order(
    answer: Callable[[Q], A],
    questions: Iterable[Q],
    workers: int,
    prepare: Callable[[], object] = _nothing,
) -> Generator[A, None, None]:
    """The answer to each question; with one worker in this process, else in so many others.

    Args:
        answer: a function at the top level of a module, so that other processes find it.
        questions: read while answers are given.
        workers: how many processes, 1 or more.
        prepare: called in each of them before the first question, and here before all, so that
            what it leaves on the disk is made once; a function at the top level of a module.
    """
    prepare()
    if workers == 1:
        yield from map(answer, questions)
        return
    executor = ProcessPoolExecutor(
        workers, multiprocessing.get_context("spawn"), _begin, (prepare,)
    )
    waiting: _Waiting[A] = Queue(workers * _AHEAD)
    read = threading.Thread(
        target=_read, args=(executor, answer, questions, waiting), daemon=True, name="questions"
    )
    read.start()
    try:
        while (future := waiting.get()) is not None:
            if isinstance(future, BaseException):
                raise future
            yield future.result()
        executor.shutdown()
    finally:
        _stop(executor)


def _read(
    executor: ProcessPoolExecutor,
    answer: Callable[[Q], A],
    questions: Iterable[Q],
    waiting: _Waiting[A],
) -> None:
    try:
        for question in questions:
            waiting.put(executor.submit(answer, question))
    except BaseException as error:  # noqa: BLE001  # it is raised again where answers are taken
        waiting.put(error)
    else:
        waiting.put(None)


def _stop(executor: ProcessPoolExecutor) -> None:
    """End what is still being worked out, which nobody waits for."""
    workers = multiprocessing.active_children()
    executor.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()


def _begin(prepare: Callable[[], object]) -> None:
    """Make a new process ready, and let it end without a word on Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    prepare()
