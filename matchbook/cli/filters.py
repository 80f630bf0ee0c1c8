"""Excluding filters, `-tag:…`, among the words of a command: they look like options."""

import re
from typing import Final

import click

NEGATED: Final = re.compile(r"-[a-z][a-z_-]+(:|!?=)")
"""Beginning of an excluding filter, which looks like an option."""
_FILTER: Final = re.compile(r"-?[A-Za-z][\w-]*:.*", re.DOTALL)


class WithFilters(click.Command):
    """A command with excluding filters among its `words`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse arguments, but keep excluding filters among the words."""
        negated = [word for word in args if NEGATED.match(word)]
        rest = super().parse_args(ctx, [word for word in args if word not in negated])
        ctx.params["words"] = (*ctx.params["words"], *negated)
        return rest


def part_filters(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the other words, and the filters. Raises BadParameter for filters in the old spelling."""
    from projections.grammar import expect_current, requoted

    expect_current(words)
    found = tuple(word for word in words if _FILTER.fullmatch(word))
    return tuple(word for word in words if word not in found), tuple(map(requoted, found))
