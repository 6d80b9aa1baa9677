"""Asks workers about positions, and waits for what they say: the gateway's side of hints.

A question goes into the queue of hints, and its answer comes through the registry, where it is
looked for more and more rarely. No kernel runs in this process.

1. Nobody waits where no worker is there, and nobody longer than `PATIENCE_S`: clients take it for
   a broken connection when there is no answer for ten seconds.
2. Of each asker one question at a time goes into the queue: whoever asks much waits for himself.
"""

import asyncio
from time import perf_counter
from typing import Final
from weakref import WeakValueDictionary

from pasjans_engine.game import Game
from pasjans_protocol.errors import Code
from pasjans_services import telemetry
from pasjans_services.desk import NotGranted
from pasjans_services.eventstore.registry import Registry
from pasjans_services.games.advice import Advice
from pasjans_services.solver.advising import Answers
from pasjans_services.solver.attendance import is_there
from pasjans_services.solver.jobs import Full, Jobs
from pasjans_services.solver.lanes import AdviceJob

PATIENCE_S: Final = 8.0
"""How long an answer is waited for, and the asker's turn before that."""

FIRST_PAUSE_S: Final = 0.01
LONGEST_PAUSE_S: Final = 0.1
GROWTH: Final = 1.5
RETRY_AFTER_MS: Final = 2_000


class Consulting:
    """See `Adviser`, and the module.

    Args:
        registry: Where answers come.
        jobs: Where questions go.
        patience_s: How long somebody waits at most.
    """

    def __init__(
        self, registry: Registry, jobs: Jobs[AdviceJob], patience_s: float = PATIENCE_S
    ) -> None:
        self._registry = registry
        self._answers = Answers(registry)
        self._jobs = jobs
        self._patience_s = patience_s
        self._asking: dict[AdviceJob, asyncio.Task[Advice]] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def about(self, game: Game, asker: str, /) -> Advice:
        """See `Adviser.about`."""
        rules = game.rules
        question = AdviceJob(rules.id, game.deal, tuple(map(rules.move_name, game.line)))
        if (asking := self._asking.get(question)) is None:
            asking = asyncio.get_running_loop().create_task(self._ask(question, asker))
            self._asking[question] = asking
            asking.add_done_callback(lambda _: self._asking.pop(question))
        return await asyncio.shield(asking)

    async def _ask(self, question: AdviceJob, asker: str) -> Advice:
        if (known := await self._answers.to(question)) is not None:
            return known
        if not await is_there(self._registry):
            raise _unavailable("no solver is at work on this server now: ask again later")
        began_s = perf_counter()
        try:
            async with asyncio.timeout(self._patience_s), self._turn(asker):
                await self._answers.wait_for(question, self._patience_s)
                await self._jobs.put(question)
                answer = await self._answer(question)
        except Full as error:
            raise _unavailable("too many wait for a solver: ask again later") from error
        except TimeoutError as error:
            message = f"no solver has answered in {self._patience_s:g} s: ask again later"
            raise _unavailable(message) from error
        telemetry.HINT_SECONDS.observe(perf_counter() - began_s)
        return answer

    def _turn(self, asker: str) -> asyncio.Lock:
        return self._turns.setdefault(asker, asyncio.Lock())

    async def _answer(self, question: AdviceJob) -> Advice:
        pause_s = FIRST_PAUSE_S
        while True:
            await asyncio.sleep(pause_s)
            if (answer := await self._answers.to(question)) is not None:
                return answer
            pause_s = min(GROWTH * pause_s, LONGEST_PAUSE_S)


def _unavailable(message: str) -> NotGranted:
    return NotGranted(Code.UNAVAILABLE, message, retry_after_ms=RETRY_AFTER_MS)
