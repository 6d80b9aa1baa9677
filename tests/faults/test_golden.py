"""Logs of old versions: fault P3 that users of other servers reported."""

import pytest

from pasjans_engine.view import check, view
from pasjans_protocol.portable import windows_of
from support import corpus


@pytest.mark.parametrize("version", corpus.versions())
def test_p3_golden_corpus_replays_to_recorded_checks(version: str) -> None:
    """After an update old games replayed to other positions, and nobody had noticed."""
    logs = corpus.logs(corpus.FOLDER / version)
    assert {"polish", "russian"} <= {log.rules for log in logs.values()}
    assert {"solved", "resigned"} <= {log.status for log in logs.values()}
    for log in logs.values():
        *_, last = games = list(log.games())
        assert [check(view(game)) for game in games] == list(log.checks)
        assert (last.rules.id, last.status, last.version) == (log.rules, log.status, log.version)
        assert (last.moves, windows_of(last), last.undos) == (log.moves, log.windows, log.undos)
