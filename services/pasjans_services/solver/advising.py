"""Answers questions about positions: what a worker does for people who wait.

An answer is kept under the question for an hour, so that a question is looked at once, however
often and from wherever it is asked. A question that nobody waits for any more is left alone.
"""

import asyncio
from functools import partial
from hashlib import sha256
from time import perf_counter
from typing import Final

import msgspec
import structlog

from pasjans_engine.rules import rules_named
from pasjans_services import telemetry
from pasjans_services.eventstore.registry import Registry
from pasjans_services.games.advice import Advice
from pasjans_services.solver import judge
from pasjans_services.solver.advice import advice
from pasjans_services.solver.claims import claimed
from pasjans_services.solver.jobs import Later
from pasjans_services.solver.judge import hint_nodes, version_of
from pasjans_services.solver.lanes import AdviceJob

KEPT_S: Final = 3_600.0

log = structlog.get_logger(__name__)


class Answers:
    """The answers that workers gave. Each method raises StoreUnavailable.

    Args:
        registry: Where they are kept.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    async def to(self, job: AdviceJob) -> Advice | None:
        """The answer to a question; None while there is none."""
        text = await self._registry.get(key_of(job))
        return None if text is None else msgspec.json.decode(text, type=Advice)

    async def wait_for(self, job: AdviceJob, seconds: float) -> None:
        """Take note that somebody waits so long for the answer to a question."""
        await self._registry.put(_waits_for(job), "", seconds)

    async def is_waited_for(self, job: AdviceJob) -> bool:
        """Whether somebody waits for the answer to a question."""
        return await self._registry.get(_waits_for(job)) is not None

    async def keep(self, job: AdviceJob, answer: Advice) -> None:
        """Take note of the answer to a question."""
        await self._registry.put(key_of(job), msgspec.json.encode(answer).decode(), KEPT_S)


def key_of(job: AdviceJob) -> str:
    """The name of a question: the same for the same line from the same deal."""
    version = version_of(rules_named(job.rules))
    question = "\n".join((job.rules, job.deal, *job.line))
    return f"advice:{version}:{sha256(question.encode()).hexdigest()}"


def _waits_for(job: AdviceJob) -> str:
    return f"waits:{key_of(job)}"


class Advising:
    """See the module.

    Args:
        registry: Where answers and claims are.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._answers = Answers(registry)

    async def work(self, job: AdviceJob) -> None:
        """Answer a question, unless that was done, or nobody waits for it.

        Raises:
            Later: Somebody else is about it.
            StoreUnavailable: The store cannot be reached.
        """
        try:
            if await self._is_open(job):
                async with claimed(self._registry, f"claim:{key_of(job)}"):
                    # Whoever had the claim before may have answered it.
                    if await self._is_open(job):
                        await self._answers.keep(job, await self._advice(job))
        except Later:
            raise
        except Exception:
            telemetry.SOLVER_FAILURES.inc()
            raise

    async def _is_open(self, job: AdviceJob) -> bool:
        return await self._answers.to(job) is None and await self._answers.is_waited_for(job)

    async def _advice(self, job: AdviceJob) -> Advice:
        rules, began_s = rules_named(job.rules), perf_counter()
        work = partial(advice, rules, job.deal, job.line, judge.judge, hint_nodes(rules))
        answer = await asyncio.to_thread(work)
        seconds = perf_counter() - began_s
        telemetry.ADVICE_SECONDS.labels(rules.id).observe(seconds)
        log.debug(
            "advised", rules=rules.id, verdict=answer.verdict.value, seconds=round(seconds, 4)
        )
        return answer
