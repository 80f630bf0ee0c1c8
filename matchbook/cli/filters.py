"""Excluding filters, `-tag=…`, among the words of a command: they look like options."""

import re
from typing import Final

import click

NEGATED: Final = re.compile(r"-[a-z][a-z_-]+!?=")
"""How a filter that leaves out begins on the command line, where it might be taken for an option."""
_WHERE: Final = "where"


class WithFilters(click.Command):
    """A command with such filters among its `words`, after `where`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keeps them from being taken for options."""
        negated = [word for word in args if NEGATED.match(word)]
        rest = super().parse_args(ctx, [word for word in args if word not in negated])
        words = ctx.params["words"]
        ctx.params["words"] = (*words, *(() if _WHERE in words or not negated else (_WHERE,)), *negated)
        return rest


def split_where(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words before `where`, and the filters behind it."""
    place = words.index(_WHERE) if _WHERE in words else len(words)
    return words[:place], words[place + 1 :]
