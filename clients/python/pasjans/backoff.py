"""How long to wait before the next attempt."""

import math

from pasjans.errors import Refused
from pasjans.options import Options
from pasjans_protocol import messages


class Backoff:
    """Pauses that grow with each attempt and that no two clients share.

    Source: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog (2015): of the
    variants there, "full jitter".
    """

    __slots__ = ("_attempts", "_options")

    def __init__(self, options: Options) -> None:
        self._options = options
        self._attempts = 0

    def next_s(self) -> float:
        """The next pause, in seconds."""
        options = self._options
        longest = min(options.backoff_most_s, options.backoff_first_s * 2.0**self._attempts)
        # Beyond this the doubling would only overflow.
        self._attempts = min(self._attempts + 1, 64)
        return options.random() * longest

    def reset(self) -> None:
        """Begin with the shortest pause again."""
        self._attempts = 0


class Retries:
    """Decides whether a refused request is sent again, and waits until then.

    Args:
        options: how patient to be.
        longest_s: how long to be patient at most, where the options allow longer.
    """

    __slots__ = ("_backoff", "_options", "_since", "_until_s")

    def __init__(self, options: Options, longest_s: float = math.inf) -> None:
        self._options = options
        self._until_s = min(options.retry_s, longest_s)
        self._backoff = Backoff(options)
        self._since = options.now()

    async def wait(self, refused: messages.Refused) -> None:
        """Return when the request may be sent again, with the same id.

        Raises:
            Refused: that would not help, or has been tried for as long as the options allow.
        """
        options = self._options
        pause_s = (refused.retry_after_ms or 0) / 1000 + self._backoff.next_s() / 2
        over = options.now() + pause_s - self._since > self._until_s
        if over or not refused.code.advice.retry:
            raise Refused.by_server(refused)
        await options.sleep(pause_s)
