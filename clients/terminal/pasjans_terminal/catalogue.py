"""A file of deals with their levels, one JSON object a line, that grows and is never rewritten.

Each line was solved, and its solution played by the rules, before it was written. A line that was
cut off when the process ended is dropped when the file is opened again.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from pasjans_engine.queens import QUEENS, Position, levels, policy, solver
from pasjans_engine.queens.levels import BANDS, Level
from pasjans_engine.queens.solver import Solved
from pasjans_terminal.jsonline import json_line

PREFIX: Final = "pasjans/levels/1"
_BEGINNING: Final = b'{"rules": "'
"""What each line begins with; a last line that does not is somebody's, and is not cut off."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal of a catalogue.

    Attributes:
        rules: id of the rules.
        catalogue: the text that decides all deals of the catalogue.
        number: which of its deals, 0-based; those between the entries are of no level, or of one
            that was full.
        seed: the deal's, 64 hexadecimal digits.
        level: `easy`, `medium` or `hard`.
        wins: play-outs that came out.
        play_outs: play-outs in all.
        policy: version of the player who played them.
        solver: version of the solver.
        nodes: positions that the solver looked at.
        line: moves that solve the deal, with a space between them.
    """

    rules: str
    catalogue: str
    number: int
    seed: str
    level: str
    wins: int
    play_outs: int
    policy: int
    solver: int
    nodes: int
    line: str


class BadCatalogue(Exception):
    """A file that cannot be gone on with; the message says why."""


class WrongLine(Exception):
    """A solver's line that does not solve its deal."""


class Catalogue:
    """A catalogue in a file.

    Args:
        path: the file; it is made if there is none.
        text: the text that decides the deals; None for the file's own.

    Raises:
        BadCatalogue: the file is none, or was begun with another text.
    """

    def __init__(self, path: Path, text: str | None) -> None:
        self._path = path
        self.counts: Counter[Level] = Counter()
        self.next_number = 0
        self.text = text
        if path.exists():
            self._read()

    def _read(self) -> None:
        content = self._path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                entry = Entry(**json.loads(line))
                self._count(entry)
            except (TypeError, ValueError) as error:
                message = f"{self._path}, line {number}: not a deal of a catalogue"
                raise BadCatalogue(f"{message} ({error})") from error
            if self.text not in {None, entry.catalogue}:
                raise BadCatalogue(f"{self._path} was begun with another --seed")
            self.text = entry.catalogue
        rest = content.removeprefix(whole)
        if rest[: len(_BEGINNING)] != _BEGINNING[: len(rest)]:
            raise BadCatalogue(f"{self._path}: the last line is not the beginning of a deal")
        if rest:
            with self._path.open("r+b") as file:
                file.truncate(len(whole))

    def append(self, entry: Entry) -> None:
        """Write an entry."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json_line(asdict(entry)) + "\n")
        self._count(entry)

    def wanting(self, count: int) -> frozenset[Level]:
        """The levels with fewer deals than this."""
        return frozenset(band.level for band in BANDS if self.counts[band.level] < count)

    def _count(self, entry: Entry) -> None:
        self.counts[Level(entry.level)] += 1
        self.next_number = entry.number + 1


def deal_seed(text: str, number: int) -> bytes:
    """The 32 bytes that decide a deal of the catalogue with this text.

    Source: docs/levels.md of this project, "Catalogues".
    """
    # Catalogues: "The seed of deal i is the SHA-256 of the text `pasjans/levels/1:S:i`".
    return sha256(f"{PREFIX}:{text}:{number}".encode()).digest()


def built(catalogue: Catalogue, text: str, count: int) -> Iterator[int]:
    """Add deals until each level has so many; gives the number of each that is looked at.

    Args:
        catalogue: where they go.
        text: decides the deals.
        count: how many deals a level.

    Raises:
        WrongLine: the solver is at fault.
    """
    while wanting := catalogue.wanting(count):
        number = catalogue.next_number
        entry = _entry(text, number, wanting)
        if entry is None:
            catalogue.next_number += 1
        else:
            catalogue.append(entry)
        yield number


def _entry(text: str, number: int, wanting: frozenset[Level]) -> Entry | None:
    """A deal as a catalogue has it, if it is of a level that is wanting and is solved."""
    seed = deal_seed(text, number)
    position = QUEENS.start(QUEENS.deal(seed))
    grade = levels.grade(QUEENS, position)
    if grade.level is None or grade.level not in wanting:
        return None
    verdict = solver.solve(QUEENS, position)
    if not isinstance(verdict, Solved):
        return None
    line = tuple(map(QUEENS.move_name, verdict.line))
    if not is_solution(position, line):
        raise WrongLine(f"the solver's line does not solve deal {seed.hex()}")
    return Entry(
        rules=QUEENS.id,
        catalogue=text,
        number=number,
        seed=seed.hex(),
        level=grade.level,
        wins=grade.wins,
        play_outs=grade.play_outs,
        policy=policy.VERSION,
        solver=solver.VERSION,
        nodes=verdict.nodes,
        line=" ".join(line),
    )


def is_solution(position: Position, line: tuple[str, ...]) -> bool:
    """Whether moves, by the rules, solve a deal of queens.

    Raises:
        Invalid, Illegal: one of them is none, or may not be played.
    """
    for name in line:
        position = QUEENS.play(position, QUEENS.parse_move(name))
    return QUEENS.solved(position)
