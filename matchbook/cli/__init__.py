"""The command line: `matchbook …`."""

from matchbook.cli.main import main

__all__ = ["main"]
