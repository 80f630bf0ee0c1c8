"""The generated pages of statistics: one for analysts (statistics by what they say, filters, grammar), one for their authors."""

import tomllib
from collections.abc import Collection, Iterator, Mapping
from importlib import import_module
from importlib.resources import files
from inspect import getdoc
from textwrap import dedent

from matchbook.game_reference import cell
from projections.filters import filters
from projections.questions import Question, described, questions

_ASKING = """\
You want to know something about many matches. Find the [statistic](#find-a-statistic), ask for it, and split or filter it.
For example, does the first player have an advantage in simulated matches, and is it the same for both players?

```console
$ matchbook simulate frc_card_game -n 50 --seed 1 --record
$ matchbook stats first-player kind:simulated
game          sides  n first_won drawn share   low  high fair verdict
frc_card_game     2 50        32     0  0.64 0.501 0.759  0.5 first player favoured
$ matchbook stats win-rate by player, first kind:simulated
game          player first   n matches value   low  high baseline shrunk     q
frc_card_game Rin    yes   ~23      23 0.696 0.487 0.846      0.5  0.545 0.133
frc_card_game Otto   yes   ~27      27 0.593 0.404 0.757      0.5  0.524 0.345
frc_card_game Rin    no    ~27      27 0.407 0.243 0.596      0.5  0.476 0.345
frc_card_game Otto   no    ~23      23 0.304 0.154 0.513      0.5  0.455 0.133
```

It has: the first player won 32 of 50, and the interval from `low` to `high` is above 0.5. For each player by itself there are too
few matches to say (`~`). `win-rate` can be split (`by …`); `first-player` has columns of its own and takes filters only.

[Your first ten questions](../tutorials/ten_questions.md) is a lesson, [Split a statistic](../how-to/split_a_number.md) a
recipe. You can also ask in the terminal program (`F8`), in [Python](python_api.md#bookask) and
[over HTTP](http_api.md#ask-statistics).

| You want to | You type |
|---|---|
| ask for one game, player or time | `matchbook stats win-rate game:frc_tcg player:Ada since:2026-01-01` |
| split a statistic | `matchbook stats match-turns by month` |
| split it twice | `matchbook stats win-rate by player, first` |
| keep rows with enough cases | `matchbook stats gih-win-rate by card least:30` |
| know what a statistic means | `matchbook metrics explain win-rate` |
| save the rows | `matchbook stats win-rate by player -o rows.csv` |
| see a chart | `matchbook stats lengths --chart` |
| add a statistic | [Files of statistics](number_files.md) |

## Find a statistic

"""
_READING = """
## Read an answer

| Column | Meaning |
|---|---|
| `n`, `matches` | the cases counted, and the matches that they are from; `~` marks fewer than 30 cases |
| `value` | the number; shares go from 0 to 1 |
| `low`, `high` | its 95 % interval: the true value is plausibly between them |
| `baseline` | what the same number is over all rows of the game |
| `shrunk` | the share moved towards the average of all rows, the more the fewer cases; rows are sorted by it |
| `q` | the expected share of false finds among rows with this `q` or less; 0.1 or less is worth a look |

[How statistics are computed](../explanation/statistics.md) has the methods behind them.

| If you read | Do this |
|---|---|
| `no statistic 'winrate'; did you mean win-rate …?` | take the name from the tables above |
| `win-rate cannot be split by card; possible: …` | take a dimension of its line *by* below, or a statistic of *Cards* |
| `only simulated matches are in scope` | record matches; as long as there are none, simulated ones count |
| no rows | remove filters one by one; `least:` hides rows with few cases |

## Grammar

"""
_KINDS_OF_NUMBERS = {
    True: "## Statistics that you can split\n\n"
    "The line *by* has the dimensions of a statistic, as in `win-rate by month, first`. *Of matches* are {match}; "
    "*of seats* are\n{seat}.\n"
    "Unless the table says otherwise, `n` is the denominator of the formula.\n",
    False: "## Fixed statistics\n\nThese have columns of their own. They take filters, but no `by`.\n",
}
_TOPICS: Mapping[str, Mapping[str, str]] = tomllib.loads(
    files("matchbook").joinpath("metrics_page.toml").read_text("utf-8")
)
_OWN_NUMBER = """\
You write SQL, and the statistic that you need is not [there](metrics.md#find-a-statistic). If you need it once, [ask in
SQL](../how-to/ask_in_sql.md). If you need it with filters, notes and charts, you add one file: a header in TOML, then the parts
of the query. It belongs in `questions/` of a [game package](game_api.md); for all games, in `projections/questions/` of a
checkout of Matchbook, where you also run the program.

## A fixed statistic

For example, `entries_per_match.sql` makes `matchbook stats entries-per-match` answer:

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

`chosen` is the table of the matches in scope. `$name` anywhere is the value of the filter *name*.

## A statistic that can be split

A statistic that can be split has `[rows]` in place of `[answer]`: the rows to count, with the columns that its `keys` name.
Matchbook combines them by the `kind` of the statistic and computes the intervals. `action_share.sql` can be split by
`command`, among others:

```sql
COUNTED
```

## Parts of the file

| part | content |
|---|---|
| `[answer]` | the query of a fixed statistic |
| `[rows]` | the rows of a statistic that can be split |
| `[matches]` | the matches behind a row of the answer, whose cells are `$row_<column>`; without it, all matches of the row's game |
| `[notes]` | one text for each row; null: no note |
| `[fit]` | the data for a model fit |

"""


def numbers_page(notice: str, games: list[str]) -> str:
    """Return the page for analysts, with the statistics of these games."""
    own = {name: one for name, one in questions().items() if one.game in ("", *games)}
    parts = [
        f"# Statistics and filters\n\n{notice}\n{_ASKING}",
        *_topics(own),
        _READING,
        _doc("projections.grammar"),
        "\n## Filters\n\nYou can split statistics by the filters that are dimensions.\n\n",
        "| filter | meaning | dimension |\n|---|---|---|\n",
        *(f"| `{one.name}:` | {cell(one.meaning)} | {'yes' if one.splits else ''} |\n" for one in filters().values()),
    ]
    sets = _sets_of_dimensions(own.values())
    for counted, heading in _KINDS_OF_NUMBERS.items():
        parts.append(f"\n{heading.format(**{name: ', '.join(found) for name, found in sets.items()})}")
        for one in own.values():
            if one.is_counted is counted:
                parts.append(f"\n### `{one.name}`: {one.title}\n\n| | |\n|---|---|\n")
                parts += [f"| {label} | {cell(text)} |\n" for label, text in _described(one, sets).items()]
    return "".join(parts)


def _topics(own: Mapping[str, Question]) -> Iterator[str]:
    """Yield a table for each topic: what an analyst wants to know, the statistic, and whether it can be split. Statistics without a
    topic come last, by their titles."""
    named = {name for numbers in _TOPICS.values() for name in numbers.values()}
    others = {one.title: name for name, one in own.items() if name not in named}
    for topic, numbers in {**_TOPICS, **({"Others": others} if others else {})}.items():
        yield f"### {topic}\n\n| You want to know | Ask for | |\n|---|---|---|\n"
        for wish, name in numbers.items():
            one = own[name]
            anchor = f"{name}-{one.title}".lower().replace(" ", "-")
            anchor = "".join(sign for sign in anchor if sign.isalnum() or sign in "-_")
            yield f"| {wish} | [`{name}`](#{anchor}) | {'split it' if one.is_counted else ''} |\n"
        yield "\n"


def _sets_of_dimensions(own: Collection[Question]) -> dict[str, tuple[str, ...]]:
    """Return the dimensions that all metrics have, and those that metrics of seats have besides."""
    splits = [one.splits for one in own if one.is_counted]
    match = tuple(name for name in splits[0] if all(name in others for others in splits))
    seat = tuple(name for name in questions()["win-rate"].splits if name not in match)
    return {"match": match, "seat": seat}


def _described(one: Question, sets: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the rows of a statistic: without what its section says for all, dimensions by set, and its columns."""
    rows = dict(described(one))
    if rows.get("n") == "the sum of the denominator":
        del rows["n"]
    if one.is_counted:
        named = {f"of {name}s" if name == "seat" else "of matches": found for name, found in sets.items()}
        had = {name: found for name, found in named.items() if set(found) <= set(one.splits)}
        rest = [name for name in one.splits if not any(name in found for found in had.values())]
        rows["by"] = ", ".join((*(f"*{name}*" for name in had), *rest))
    elif one.columns:
        rows["columns"] = "; ".join(f"`{name}`: {meaning}" for name, meaning in one.columns.items())
    return rows


_COUNTED = files("projections").joinpath("questions/action_share.sql")
"""An example of a statistic that can be split."""


def author_page(notice: str) -> str:
    """Return the page for authors: the file of a statistic, and the keys of its header."""
    return "".join(
        (
            f"# Files of statistics\n\n{notice}\n{_OWN_NUMBER.replace('COUNTED', _COUNTED.read_text('utf-8').strip())}",
            "## Keys of the header\n\n| key | meaning |\n|---|---|\n",
            *(f"| `{name}` | {cell(meaning)} |\n" for name, meaning in _HEADER.items()),
            _NEXT,
        )
    )


_NEXT = """
Next: the recipe *Add a statistic* of CONTRIBUTING.md leads you through a complete example, and the [SQL schema](sql_schema.md)
has the tables that your query reads.
"""
_HEADER = {
    "title": "name of the statistic",
    "meaning": "what the statistic measures, in one sentence",
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
    "keys": "for metrics: columns of the rows that dimensions need, such as `player`, `seat`, `result`, `card`",
    "kind": "how rows are combined to a value: `share` (default), `mean`, `quantile`, `difference`, `incidence` or `zscore`",
    "y, x": "SQL for each row `p`: the sum of `y` is divided by that of `x` (default 1). `y2`, `x2`: what a difference subtracts",
    "where": "SQL condition for the rows that are counted",
    "per, q": "`per`: a factor for the value; `q`: the quantile (default one half)",
    "exposed": "for an incidence: SQL for the exposure of a match, or `rows` for the sum of `x` over its rows",
    "known, covered": "`known`: the rows that are known, for the note on coverage; `covered`: true if it needs this note",
    "[numbers.NAME]": "one of several statistics in a file; keys above these tables apply to all of them",
    "[parameters]": "name and meaning of filters for this statistic only: `$name` in the query",
}


def _doc(module: str) -> str:
    """Return the docstring of a module, with indented parts as code blocks."""
    text = getdoc(import_module(module)) or ""
    parts = [f"```text\n{dedent(part)}\n```" if part.startswith("    ") else part for part in text.split("\n\n")]
    return "\n\n".join(parts) + "\n"
