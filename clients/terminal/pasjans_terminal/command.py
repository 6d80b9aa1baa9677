"""How a subcommand is declared, and what its options take."""

import argparse
from typing import Protocol


class Subparsers(Protocol):
    """What `ArgumentParser.add_subparsers` returns, as far as it is needed."""

    def add_parser(
        self,
        name: str,
        /,
        *,
        help: str,  # noqa: A002
        description: str,
        epilog: str,
        formatter_class: type[argparse.HelpFormatter],
    ) -> argparse.ArgumentParser:
        """Declare a command."""
        ...


def declare(
    subparsers: Subparsers,
    name: str,
    *,
    summary: str,
    description: str,
    example: str,
) -> argparse.ArgumentParser:
    """Declare a command: what it is, what it does, and how it is typed.

    Args:
        subparsers: the commands it belongs to.
        name: its name on the command line.
        summary: its line in the list of commands.
        description: what it reads and writes.
        example: shell lines that work as they stand.
    """
    return subparsers.add_parser(
        name,
        help=summary,
        description=description,
        epilog=f"example:\n{example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def count(text: str) -> int:
    """The whole number from 1 that an option gives.

    Raises:
        ArgumentTypeError: anything else.
    """
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, not {text!r}")
    return int(text)


def text(given: str) -> str:
    """The text that an option gives.

    Raises:
        ArgumentTypeError: it cannot be written in UTF-8.
    """
    try:
        given.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError("expected a text in UTF-8") from None
    return given
