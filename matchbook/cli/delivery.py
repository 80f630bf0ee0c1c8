"""Output of commands: to standard output, or into a file that is written completely or stays unchanged."""

import sys
from pathlib import Path

import click

from domain.text import pluralize
from matchbook.cli.session import say
from service.errors import UsageProblem
from service.outputs import whole_file

as_output = click.option(
    "-o",
    "--output",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Output file (default: standard output).",
)
as_forced = click.option("--force", is_flag=True, help="Overwrite an existing file.")
"""Option for every command that writes a file."""


def deliver(data: bytes, output: Path | None, *, force: bool = False) -> None:
    """Write to the path; `None`: to standard output. Raises UsageProblem for an existing file, unless forced."""
    if output is None:
        sys.stdout.buffer.write(data)
        return
    try:
        with whole_file(output, replace=force) as part:
            part.write_bytes(data)
    except FileExistsError:
        raise UsageProblem(f"{output} exists; --force overwrites it") from None
    say(f"{output}: {pluralize(len(data), 'byte')}")
