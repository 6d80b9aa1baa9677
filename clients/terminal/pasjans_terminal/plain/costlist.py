"""What the moves of a game cost: a line for each costly one, or all as JSON."""

from pasjans import Costs, GameLog
from pasjans_engine.status import Status
from pasjans_terminal.jsonline import json_line
from pasjans_terminal.sentences import counted, rules_name
from pasjans_terminal.weighing import Weighed


def cost_lines(log: GameLog, costs: Costs) -> tuple[str, ...]:
    """The costly moves, below what the whole game cost."""
    weighed = Weighed(costs.versions)
    listed = tuple(_line(log, weighed, version) for version in weighed.costly)
    return (
        f"game {log.game}, {rules_name(log.rules)}: {_whole(log, weighed)}",
        *listed,
        f"{counted(len(listed), 'costly move')} known",
    )


def cost_json(log: GameLog, costs: Costs) -> str:
    """All versions, as an object on one line."""
    weighed = Weighed(costs.versions)
    return json_line(
        {
            "game": log.game,
            "rules": log.rules,
            "status": log.status,
            "moves": log.moves,
            "par": weighed.par,
            "over_par": _over_par(log, weighed),
            "solver": costs.solver,
            "versions": [
                {
                    "version": one.version,
                    "ply": one.version - 1,
                    "event": _event(log, one.version),
                    "verdict": str(one.verdict),
                    "to_go": one.to_go,
                    "cost": one.cost,
                    "lost": weighed.lost(one.version),
                }
                for one in costs.versions
            ],
        }
    )


def _whole(log: GameLog, weighed: Weighed) -> str:
    """How the game ended, and how far from par."""
    ended = f"{log.status} after {counted(log.moves, 'move')}"
    match weighed.par, _over_par(log, weighed):
        case None, _:
            return f"{ended}, par is not known"
        case par, None:
            return f"{ended}, par {par}"
        case par, 0:
            return f"{ended}, which is par"
        case par, over:
            return f"{ended}, {over} over par {par}"


def _over_par(log: GameLog, weighed: Weighed) -> int | None:
    """How many moves more than par a solved game has."""
    if weighed.par is None or log.status != Status.SOLVED:
        return None
    return log.moves - weighed.par


def _line(log: GameLog, weighed: Weighed, version: int) -> str:
    told = f"event {version - 1}: {_event(log, version)}"
    if weighed.lost(version):
        return f"{told} lost the solution"
    to_go = weighed.versions[version - 1].to_go
    return f"{told} cost {weighed.cost(version)}, then best from here {to_go}"


def _event(log: GameLog, version: int) -> str | None:
    """What led to a version, as it is logged; None for the deal."""
    return log.events[version - 2].event if version > 1 else None
