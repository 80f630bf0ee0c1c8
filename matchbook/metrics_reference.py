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
        "\n## Filters\n\nYou can split numbers by the filters that are dimensions.\n\n",
        "| filter | meaning | dimension |\n|---|---|---|\n",
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
        "\n| key of the header | meaning |\n|---|---|\n",
        *(f"| `{name}` | {cell(meaning)} |\n" for name, meaning in _HEADER.items()),
    ]
    return "".join(parts)


_HEADER = {
    "title": "name of the number",
    "meaning": "what the number measures, in one sentence",
    "formula": "the computation",
    "unit": "the unit of its numbers",
    "sample": "the cases counted in column `n`; fewer than 30 cases are marked `~`",
    "bias": "its known bias",
    "chart": "the kind of chart (`bars`, `lines`, `histogram`) and its columns",
    "percent": "columns that are shares from 0 to 1",
    "intervals": "a column with the columns of its lower and upper bound",
    "needs": "`ratings`, if the query reads players' ratings",
    "place": "`command line` if the statistics screen does not offer it",
    "recorded": "why `recorded:yes` does not apply, if the query has no `$recorded`",
    "[columns]": "name and meaning of each column of the answer",
    "keys": "for counted numbers: columns of the rows that dimensions need, such as `player`, `seat`, `result`, `card`",
    "kind": "how rows are combined to a value: `share` (default), `mean`, `quantile`, `difference`, `incidence` or `zscore`",
    "y, x": "SQL for each row `p`: the sum of `y` is divided by that of `x` (default 1). `y2`, `x2`: what a difference subtracts",
    "where": "SQL condition for the rows that are counted",
    "per, q": "`per`: a factor for the value; `q`: the quantile (default one half)",
    "exposed": "for an incidence: SQL for the exposure of a match, or `rows` for the sum of `x` over its rows",
    "known, covered": "`known`: the rows that are known, for the note on coverage; `covered`: true if the number needs this note",
    "[numbers.NAME]": "one of several numbers in a file; keys above these tables apply to all of them",
    "[parameters]": "name and meaning of filters for this number only: `$name` in the query",
}


def _doc(module: str) -> str:
    """Return the docstring of a module, with indented parts as code blocks."""
    text = getdoc(import_module(module)) or ""
    parts = [f"```text\n{dedent(part)}\n```" if part.startswith("    ") else part for part in text.split("\n\n")]
    return "\n\n".join(parts) + "\n"
