"""The generated page of numbers and filters: grammar, filters, numbers to split, fixed numbers, and how to add one."""

from importlib import import_module
from inspect import getdoc
from textwrap import dedent

from matchbook.game_reference import cell
from projections.filters import filters
from projections.questions import described, questions

_ASKING = """\
You ask with one line: a number, what to split it by, and filters. For example:

```text
matchbook stats win-rate by player game:frc_tcg     # how often each player won
matchbook stats match-turns-90 by month kind:all    # how long nine of ten matches took, month by month
matchbook stats first-player date:2026-01..         # a fixed number: filters only
```

Numbers are of two kinds: those [that you can split](#numbers-that-you-can-split) (`matchbook metrics list`), and [fixed
ones](#fixed-numbers) (`matchbook stats` lists both). [A number of your own](#a-number-of-your-own) is one file.

## Grammar

"""
_KINDS_OF_NUMBERS = {
    True: "## Numbers that you can split\n\nThe line *by* has the dimensions of a number: `win-rate by month, first`.\n",
    False: "## Fixed numbers\n\nThese have columns of their own. They take filters, but no `by`.\n",
}
_OWN_NUMBER = """\
## A number of your own

You add a number with one file in `projections/questions/`, or in `questions/` of a [game package](game_api.md). For example,
`entries_per_match.sql` makes `matchbook stats entries-per-match` answer:

```sql
/*
title = "Entries of matches"
meaning = "How many entries the record of a match has."
formula = "entries divided by matches"
unit = "entries per match"
sample = "matches"
recorded = "every entry is in the record, whatever is counted of it"
bias = "A careful scorekeeper records more."

[columns]
game = "the game"
n = "matches"
per_match = "entries per match"
*/

-- [answer]
select game, count(*) as n, sum(entries) / count(*) as per_match
from chosen group by game order by game

-- [matches]
select match from chosen where game = $row_game
```

"""


def numbers_page(notice: str, games: list[str]) -> str:
    """Return the page of numbers and filters, with the numbers of these games."""

    parts = [
        f"# Numbers and filters\n\n{notice}\n{_ASKING}",
        _doc("projections.grammar"),
        "\n## Filters\n\nNumbers are split by the dimensions among them.\n\n| filter | what it is | dimension |\n|---|---|---|\n",
        *(f"| `{one.name}:` | {cell(one.meaning)} | {'yes' if one.splits else ''} |\n" for one in filters().values()),
    ]
    for counted, heading in _KINDS_OF_NUMBERS.items():
        parts.append(f"\n{heading}")
        for one in questions().values():
            if one.game in ("", *games) and one.is_counted is counted:
                parts.append(f"\n### `{one.name}`: {one.title}\n\n| | |\n|---|---|\n")
                parts += [f"| {label} | {cell(text)} |\n" for label, text in described(one).items()]
    parts += [
        f"\n{_OWN_NUMBER}",
        _doc("projections.questions"),
        "\n| key of the header | what it says |\n|---|---|\n",
        *(f"| `{name}` | {cell(meaning)} |\n" for name, meaning in _HEADER.items()),
    ]
    return "".join(parts)


_HEADER = {
    "title": "the number, in words",
    "meaning": "what it tells",
    "formula": "the computation",
    "unit": "the unit of its numbers",
    "sample": "the sample rule: what is counted in column `n`; fewer than 30 cases are marked `~`",
    "bias": "its known bias",
    "chart": "what is drawn: a kind (`bars`, `lines`, `histogram`) and its columns",
    "percent": "columns that are shares from 0 to 1",
    "intervals": "a column, with those that hold its lower and upper end",
    "needs": "`ratings`, if the query reads players' ratings",
    "place": "`command line` if the statistics screen does not offer it",
    "recorded": "why `recorded:yes` does not apply, if the query has no `$recorded`",
    "[columns]": "name and meaning of each column of the answer",
    "keys": "of a counted number: columns of its rows that dimensions need, such as `player`, `seat`, `result`, `card`",
    "kind": "`share` (default), `mean`, `quantile`, `difference`, `incidence` or `zscore`: how the rows become a value",
    "y, x": "SQL of each row `p`: what is summed, over what; default 1. `y2`, `x2`: what a difference subtracts",
    "where": "SQL: which rows are counted",
    "per, q": "a factor of the value; the quantile (default one half)",
    "exposed": "of an incidence, SQL: what a match counts for; `rows`: its rows in question",
    "known, covered": "which rows are known, for the note on coverage; whether the number needs it",
    "[numbers.NAME]": "one of several numbers of a file; keys above these tables hold for all of them",
    "[parameters]": "name and meaning of filters that only this number has: `$name` in the query",
}


def _doc(module: str) -> str:
    """The text above a module, its indented parts as code."""
    text = getdoc(import_module(module)) or ""
    parts = [f"```text\n{dedent(part)}\n```" if part.startswith("    ") else part for part in text.split("\n\n")]
    return "\n\n".join(parts) + "\n"
