"""Steps of a connection that are refused."""

from collections.abc import Callable
from typing import Any

import pytest

from pasjans_protocol.errors import ProtocolError


def refused(step: Callable[..., Any], *step_args: Any, dump: Callable[[Any], Any]) -> ProtocolError:
    """The error of a step, which changed nothing."""
    connection = step.__self__  # type: ignore[attr-defined]
    before = dump(connection)
    with pytest.raises(ProtocolError) as caught:
        step(*step_args)
    assert dump(connection) == before
    return caught.value
