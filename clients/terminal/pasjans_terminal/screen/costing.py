"""What the screen knows of the costs of moves, which may take a while to find out."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from pasjans import Api, Code, NoAnswer, PasjansError, Refused
from pasjans_terminal.sentences import refusal
from pasjans_terminal.weighing import Weighed

_AGAIN_S: Final = 5.0
"""How long to wait after an answer that is none yet; the SDK has then asked for a while."""


@dataclass(frozen=True, slots=True)
class Unweighed:
    """Why the costs are not known.

    Attributes:
        line: in a few words, for the figures; empty where nobody expects them.
        why: in a sentence.
        ever: whether they may be known later.
    """

    line: str
    why: str
    ever: bool = False


State: TypeAlias = Weighed | Unweighed

ELSEWHERE: Final = Unweighed("", "What moves cost is shown by pasjans replay, with a game's ID.")
NEVER: Final = Unweighed("", "What moves cost is told of domino games alone.")
PENDING: Final = Unweighed(
    "costs: being worked out", "What the moves cost is being worked out.", ever=True
)
NOT_OVER: Final = Unweighed(
    "costs: after the game's end", "What the moves cost is told once the game is over."
)
NO_ANSWER: Final = Unweighed(
    "costs: no answer yet",
    "The server does not answer what the moves cost; it is asked again.",
    ever=True,
)


class Costing:
    """See the module.

    Args:
        state: what is known at first.
        sleep: waits so many seconds.

    Attributes:
        state: what is known now.
    """

    def __init__(
        self,
        state: State = ELSEWHERE,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self.state: State = state
        self._sleep = sleep

    @property
    def costly(self) -> tuple[int, ...]:
        """The versions to which costly moves led, as far as they are known."""
        return self.state.costly if isinstance(self.state, Weighed) else ()

    def worth(self, version: int, moves: int) -> str:
        """How far a version is from the end, or why that is not known."""
        match self.state:
            case Weighed():
                return self.state.worth(version, moves)
            case Unweighed():
                return self.state.line

    def cost(self, version: int) -> str:
        """What the move that led to a version cost, in a word."""
        return self.state.cost(version) if isinstance(self.state, Weighed) else ""

    def told(self, version: int) -> str:
        """A sentence about the move that led to a version, if it is a costly one."""
        return self.state.told(version) if isinstance(self.state, Weighed) else ""

    def next_costly(self, version: int) -> int | str:
        """The next costly move after a version, or a sentence why there is none."""
        match self.state:
            case Unweighed():
                return self.state.why
            case Weighed(costly=()):
                return "No move is known to have cost anything."
            case Weighed():
                return self.state.next_costly(version) or "No costly move comes after this."

    async def find_out(self, api: Api, game: str, changed: Callable[[], None]) -> None:
        """Ask until the costs are known, or cannot be known.

        Args:
            api: the server.
            game: the game's id.
            changed: is told of each change.
        """
        self.state = PENDING
        changed()
        self.state = await _found(api, game)
        while isinstance(self.state, Unweighed) and self.state.ever:
            changed()
            await self._sleep(_AGAIN_S)
            self.state = await _found(api, game)
        changed()


async def _found(api: Api, game: str) -> State:
    try:
        return Weighed((await api.costs(game)).versions)
    except NoAnswer:
        return NO_ANSWER
    except Refused as refused:
        match refused.code:
            case Code.UNAVAILABLE | Code.RATE_LIMITED:
                return PENDING
            case Code.NOT_OVER:
                return NOT_OVER
            case _:
                return Unweighed("costs: not known", refusal(refused))
    except PasjansError:
        return Unweighed("costs: not known", "This server does not tell what moves cost.")
