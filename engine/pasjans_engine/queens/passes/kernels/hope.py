"""Whether the prisoners can still come free in some order, if every other card lay open.

A search over standings of the houses alone: kings take houses, a house that leads its suit becomes
full when at most one copy of each card that it lacks is locked in, and the other one when none is.
Most of what cannot be solved, once the kings have gone to houses without thought, fails here.
"""

from pasjans_engine.kernels.jit import inner
from pasjans_engine.queens.passes.kernels.arrays import (
    DEEPEST,
    FATES,
    FIRST,
    FOLLOWING,
    FULL,
    HOUSES_END,
    LEADER,
    LEADING,
    LEVELS,
    MOST_FATES,
    PRISONER_COUNT,
    PRISONERS,
    RANKS,
    SECOND,
    SUITS,
    Beam,
    Numbers,
    Rows,
)
from pasjans_engine.queens.passes.kernels.houses import house, is_open
from pasjans_engine.queens.passes.kernels.worth import mixed

_CHOICE = HOUSES_END
_HOPE = 1
_NO_HOPE = 0
_NOT_KNOWN = -1


@inner
def hopeful(beam: Beam, row: Rows) -> bool:
    """Whether there is an order in which all prisoners come free."""
    standings = beam.standings
    _copy(row, standings[0])
    fate = _enter(beam, 0)
    if fate != _NOT_KNOWN:
        return fate == _HOPE
    depth = 0
    while depth >= 0:
        choice = int(standings[depth, _CHOICE])
        if choice == 12:
            _note(beam, standings[depth], _NO_HOPE)
            depth -= 1
            continue
        standings[depth, _CHOICE] += 1
        _copy(standings[depth], standings[depth + 1])
        if not _chosen(beam.game, standings[depth + 1], choice):
            continue
        fate = _enter(beam, depth + 1)
        if fate == _HOPE:
            for known in range(depth + 1):
                _note(beam, standings[known], _HOPE)
            return True
        if fate == _NOT_KNOWN:
            depth += 1
    return False


@inner
def _copy(source: Rows, target: Rows) -> None:
    for part in range(HOUSES_END):
        target[part] = source[part]


@inner
def _enter(beam: Beam, depth: int) -> int:
    """Fill what can be filled without a choice, and look up the fate."""
    game, standing = beam.game, beam.standings[depth]
    standing[_CHOICE] = 0
    _fill_second_houses(game, standing)
    if _all_free(game, standing):
        return _HOPE
    if depth + 2 == DEEPEST:
        return _HOPE
    return _known(beam, standing)


@inner
def _chosen(game: Numbers, standing: Rows, choice: int) -> bool:
    """Make one of twelve choices, if it can be made: fill a house of a suit, or start one."""
    suit = choice % 4
    if suit >= game[SUITS]:
        return False
    if choice >= 8:
        return _start_house(game, standing, suit)
    return _fill_first_house(game, standing, suit, choice // 4 + 1)


@inner
def _start_house(game: Numbers, standing: Rows, suit: int) -> bool:
    if standing[FOLLOWING + suit] > 0:
        return False
    kings = 2 - (standing[LEADING + suit] > 0)
    king = 13 * suit + game[RANKS] - 1
    if _locked(game, standing, king) >= kings:
        return False
    house(game, standing, king, 1)
    return True


@inner
def _fill_first_house(game: Numbers, standing: Rows, suit: int, number: int) -> bool:
    leading, following = standing[LEADING + suit], standing[FOLLOWING + suit]
    ranks = game[RANKS]
    if leading in (0, ranks) or (number == 2 and following == 0):
        return False
    if _most_locked(game, standing, suit, leading, ranks) > 1:
        return False
    leader = standing[LEADER + suit]
    if leader not in (0, number):
        if following == 0 or _most_locked(game, standing, suit, following, leading) > 0:
            return False
        standing[FOLLOWING + suit] = leading
    standing[LEADING + suit] = ranks
    standing[LEADER + suit] = number
    at = FIRST + suit if number == 1 else SECOND + suit
    standing[FULL] |= 1 << (standing[at] - 1)
    return True


@inner
def _fill_second_houses(game: Numbers, standing: Rows) -> None:
    ranks = game[RANKS]
    suit = 0
    while suit < game[SUITS]:
        following = standing[FOLLOWING + suit]
        waits = standing[LEADING + suit] == ranks and 0 < following < ranks
        if waits and _most_locked(game, standing, suit, following, ranks) == 0:
            standing[FOLLOWING + suit] = ranks
            standing[FULL] |= 1 << (standing[FIRST + suit] - 1)
            standing[FULL] |= 1 << (standing[SECOND + suit] - 1)
            suit = 0
        else:
            suit += 1


@inner
def _most_locked(game: Numbers, standing: Rows, suit: int, first: int, end: int) -> int:
    """The most copies that are locked in of one of a suit's cards, numbered by their turn."""
    most = 0
    for under in range(first, end):
        card = 13 * suit + (under + game[RANKS] - 1) % game[RANKS]
        most = max(most, _locked(game, standing, card))
    return most


@inner
def _locked(game: Numbers, standing: Rows, card: int) -> int:
    """How many copies of a card are prisoners of houses that are not full."""
    count = 0
    for prisoner in range(game[PRISONER_COUNT]):
        if game[PRISONERS + prisoner] == card and not is_open(standing, prisoner):
            count += 1
    return count


@inner
def _all_free(game: Numbers, standing: Rows) -> bool:
    locks = (1 << game[PRISONER_COUNT]) - 1
    return bool(standing[FULL] & locks == locks)


@inner
def _key(game: Numbers, standing: Rows) -> int:
    """A number of its own for each standing; how far houses are counts by their locked cards."""
    key = 0
    for suit in range(game[SUITS]):
        part = game[LEVELS + 14 * suit + standing[LEADING + suit]]
        part |= game[LEVELS + 14 * suit + standing[FOLLOWING + suit]] << 4
        part |= (max(standing[FIRST + suit], 1) - 1) << 8
        part |= (max(standing[SECOND + suit], 1) - 1) << 11
        key = key << 16 | part | standing[LEADER + suit] << 14
    return key + 1


@inner
def _known(beam: Beam, standing: Rows) -> int:
    key = _key(beam.game, standing)
    at = _slot(beam, key)
    return _NOT_KNOWN if beam.fates[at, 0] == 0 else int(beam.fates[at, 1])


@inner
def _note(beam: Beam, standing: Rows, fate: int) -> None:
    if beam.counts[FATES] < MOST_FATES:
        key = _key(beam.game, standing)
        at = _slot(beam, key)
        if beam.fates[at, 0] == 0:
            beam.counts[FATES] += 1
        beam.fates[at, 0] = key
        beam.fates[at, 1] = fate


@inner
def _slot(beam: Beam, key: int) -> int:
    mask = len(beam.fates) - 1
    at = mixed(key) & mask
    while beam.fates[at, 0] not in (0, key):
        at = (at + 1) & mask
    return at
