"""What every version stored, sent and exported is read by this one.

So is what `support.golden` would write for this version now.
"""

from pathlib import Path

import msgspec
import pytest

from pasjans_engine.game import replay
from pasjans_engine.view import check, view
from pasjans_protocol.follow import Follower
from pasjans_protocol.messages import Finished, GuidedDelta, Snapshot
from pasjans_protocol.portable import Step, Verified, verify
from pasjans_services.eventstore.archive import unpack
from pasjans_services.eventstore.records import decode
from pasjans_services.eventstore.snapshots import thaw
from support import corpus, golden

NOW = "what would be made now"
WITH_SCHEMA_1 = ("0.1.0",)
WITHOUT_PORTABLES = ("0.1.0",)


@pytest.fixture(params=[*corpus.versions(), NOW], scope="module")
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpus of a version."""
    version: str = request.param
    if version != NOW:
        return corpus.FOLDER / version
    made = tmp_path_factory.mktemp("golden") / "now"
    golden.make(made)
    return made


def test_logs_replay_to_their_checks_and_results(folder: Path) -> None:
    for log in corpus.logs(folder).values():
        *_, last = games = list(log.games())
        assert [check(view(game)) for game in games] == list(log.checks)
        assert (last.status, last.moves, last.undos) == (log.status, log.moves, log.undos)
        assert (last.hints, last.draws) == (log.hints, log.draws)


def test_archives_unpack_to_the_records_and_times(folder: Path) -> None:
    logs = corpus.logs(folder).values()
    for log in logs:
        assert (log.archive is None) == (log.status == "playing")
        assert log.archive is None or unpack(log.archive) == log.stored
    assert any(log.archive is not None for log in logs)


def test_snapshots_thaw(folder: Path) -> None:
    thawed = 0
    for log in corpus.logs(folder).values():
        if log.snapshot is None:
            assert log.version <= golden.SNAPSHOT_EVERY
            continue
        frozen = thaw(log.snapshot)
        assert frozen is not None
        header, game = frozen
        assert header == log.header
        assert game == replay((header.event, *log.events[: game.version - 1]))
        thawed += 1
    assert thawed


def test_deal_ids_are_those_of_the_deals(folder: Path) -> None:
    """The first version gave them ten characters."""
    for log in corpus.logs(folder).values():
        assert log.header.name_of_deal.startswith(log.header.deal_id)


def test_frames_lead_a_follower_to_the_checks(folder: Path) -> None:
    logs = corpus.logs(folder)
    for sent in corpus.frames(folder):
        log = logs[sent.name]
        first, *rest = sent.messages
        assert isinstance(first, Snapshot)
        follower = Follower.of(first)
        for message in rest:
            match message:
                case GuidedDelta():
                    follower.apply(message)
                    assert follower.check == log.checks[follower.version - 1]
                case Finished():
                    assert (message.status, message.moves) == (log.status, log.moves)
                    assert message.draws == log.draws
                    assert message.seed == log.header.seed
                case _:
                    pytest.fail(f"{message} is not sent in the course of a game")
        assert follower.version == log.version


def test_portable_files_verify(folder: Path) -> None:
    logs = corpus.logs(folder)
    files = corpus.portables(folder)
    for file in files:
        steps: list[Step] = []
        with file.open("rb") as stream:
            proved: Verified = verify(stream, steps.append)
        log = logs[file.stem]
        assert (proved.status, proved.moves, proved.undos) == (log.status, log.moves, log.undos)
        assert (proved.hints, proved.draws) == (log.hints, log.draws)
        assert [check(view(step.game)) for step in steps] == list(log.checks)
        assert [step.time_ms for step in steps] == [entry.time_ms for entry in log.stored]
        assert proved.header.bot == log.header.bot
        assert proved.header.seed in {log.header.seed, None}
    assert len(files) == (0 if folder.name in WITHOUT_PORTABLES else len(logs))


@pytest.mark.parametrize("version", WITH_SCHEMA_1)
def test_logs_written_before_schema_2_are_read(version: str) -> None:
    for log in corpus.logs(corpus.FOLDER / version).values():
        schema, _, *fields = msgspec.msgpack.decode(log.stored[0].record)
        assert schema == 1
        assert decode(log.stored[0].record) == log.header
        assert not log.header.bot
        assert fields[0] == log.header.rules
        assert fields[-1] == log.header.source


def test_a_corpus_is_never_made_twice(tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        golden.make(tmp_path)
