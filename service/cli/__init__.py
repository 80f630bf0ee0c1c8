"""The command line: `matchbook …`."""

from service.cli.main import main

__all__ = ["main"]
