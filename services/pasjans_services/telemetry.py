"""Logs with structure, and the metrics of one process."""

import logging
import sys
from typing import Final

import structlog
from prometheus_client import Counter, Gauge, Histogram

CONNECTIONS: Final = Gauge("pasjans_connections", "Sockets that are open now.")
ROOMS: Final = Gauge("pasjans_rooms", "Games that somebody follows through this process now.")
REPLAYS: Final = Gauge("pasjans_replays", "Replays that are open on sockets of this process now.")
REQUESTS: Final = Counter("pasjans_requests_total", "Requests taken, by kind.", ["kind"])
REFUSALS: Final = Counter("pasjans_refusals_total", "Requests refused, by code.", ["code"])
CLOSES: Final = Counter("pasjans_closes_total", "Sockets closed by the server, by code.", ["code"])
RESUMES: Final = Counter("pasjans_resumes_total", "Answers to a resume, by outcome.", ["outcome"])
GAMES: Final = Counter("pasjans_games_total", "Games dealt here, by rules.", ["rules"])
FINISHED: Final = Counter("pasjans_finished_total", "Games ended here, by status.", ["status"])
APPEND_SECONDS: Final = Histogram(
    "pasjans_append_seconds",
    "Seconds from a decided command to its event in the log.",
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
)
PROJECTED: Final = Counter(
    "pasjans_projected_total", "Games applied to a projection.", ["projection"]
)
PROJECTION_FAILURES: Final = Counter(
    "pasjans_projection_failures_total",
    "Games that a projection failed on; each is tried again.",
    ["projection"],
)
VERIFICATION_FAILURES: Final = Counter(
    "pasjans_verification_failures_total", "Finished games that could not be verified."
)
BELOW_PAR: Final = Counter(
    "pasjans_below_par_total", "Solves with fewer moves than the proved par: a fault, see the log."
)
PROJECTION_BEHIND: Final = Gauge(
    "pasjans_projection_behind", "Announcements that wait to be applied.", ["projection"]
)

SOLVER_JOBS: Final = Counter(
    "pasjans_solver_jobs_total",
    "Jobs that solvers of this process did, by verdict; `known` when there was nothing to do.",
    ["verdict"],
)
SOLVER_FAILURES: Final = Counter(
    "pasjans_solver_failures_total", "Jobs that failed in this process; each is tried again."
)
SOLVER_SECONDS: Final = Histogram(
    "pasjans_solver_seconds",
    "Seconds that a deal took to examine, by rules.",
    ["rules"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 20.0, 60.0),
)
SOLVER_QUEUE: Final = Gauge(
    "pasjans_solver_queue", "Jobs that are not done, of all processes, by queue.", ["queue"]
)
ADVICE_SECONDS: Final = Histogram(
    "pasjans_advice_seconds",
    "Seconds that a position and the line to it took solvers of this process, by rules.",
    ["rules"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 20.0, 60.0),
)
COSTS_SECONDS: Final = Histogram(
    "pasjans_costs_seconds",
    "Seconds that all moves of a game took solvers of this process.",
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 20.0, 60.0, 120.0),
)
HINTS: Final = Counter(
    "pasjans_hints_total",
    "Hints that were given here, by verdict; `seen` when the solver was not asked.",
    ["verdict"],
)
HINT_SECONDS: Final = Histogram(
    "pasjans_hint_seconds",
    "Seconds from a question to the answer of a solver, where one had to be asked.",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 8.0),
)
SEEDS_READY: Final = Gauge(
    "pasjans_seeds_ready", "Solvable deals that are kept ready, by rules.", ["rules"]
)


def configure_logs(level: str, *, as_json: bool) -> None:
    """Send all logs of the process, libraries' too, to standard error in one form.

    Args:
        level: Least severe level that is shown: `debug`, `info`, `warning` or `error`.
        as_json: JSON lines in place of text.
    """
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            # The pretty ones show local variables, and with them seeds and tokens.
            exception_formatter=structlog.dev.plain_traceback,
        )
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    tail: list[structlog.typing.Processor] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta
    ]
    if as_json:
        tail.append(structlog.processors.format_exc_info)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[*tail, renderer])
    )
    handler.addFilter(_without_arguments)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # One line a request or socket is noise at the default level; failures are still shown.
    for noisy in ("uvicorn.access", "uvicorn.error"):
        logging.getLogger(noisy).setLevel(max(root.level, logging.WARNING))


def _without_arguments(record: logging.LogRecord) -> bool:
    """Name jobs by their ids: their arguments are deals, of which some are secret."""
    if isinstance(record.args, tuple):
        record.args = tuple(getattr(one, "message_id", one) for one in record.args)
    return True
