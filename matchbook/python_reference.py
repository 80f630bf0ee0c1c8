"""The page of the Python API, made from signatures and docstrings."""

import inspect as python_inspect
import re
from collections.abc import Callable, Iterator

from domain.board import Board, CardView, Fact, Gauge, Panel, Zone
from matchbook.game_reference import cell, meanings

_PYTHON = """\
Install Matchbook into the environment of your program: `pip install PATH-OF-THE-CHECKOUT`. Your program cannot import an
installation by `pipx` or `uv tool`, because these use a separate environment.

The example prints the eleven steps of the corrected match, the board after entry 3, one match, and two answers. `…` marks what
is left out here:

```text
5acbw6g4t69v/1.1 pig: Ada, Bo
5acbw6g4t69v/1.2 turn 1: Ada
5acbw6g4t69v/2.1 Ada: roll 4
…
5acbw6g4t69v/3.2 score of Ada 4
…
5acbw6g4t69v/4 correction of 1 entry: misread
5acbw6g4t69v/5 concluded: Ada wins (agreed)
Pig  turn 2
…
5acbw6g4t69v Ada Bo
[{'game': 'tabletop:pig', 'player': 'Ada', 'n': 1, 'matches': 1, 'value': 1.0, …}, …]
[{'game': 'tabletop', 'n': 1}]
```

| You want to | You write | More |
|---|---|---|
| open your own store | `book = matchbook.open()` | [`open`](#open) |
| open a match | `match = book.new("pig", ["Ada", "Bo"], options={"target": 50})` | [`new`](#booknew) |
| continue a match | `match = book.match("5acb")` | [`match`](#bookmatch) |
| list matches | `book.matches("player:Ada violations:>0")` | [`matches`](#bookmatches) |
| record, undo, correct | `match.take("roll 6")`, `match.undo()`, `match.correct(2, "roll 4")` | [`take`](#matchtake) |
| end a match by agreement | `match.conclude("Ada")` | [`conclude`](#matchconclude) |
| step through a match | `for step in match.steps(): print(step.text)` | [`steps`](#matchsteps) |
| look at a board | `print(match.at(3).board)` | [`at`](#matchat) |
| see it from another viewpoint | `book.match("5acb", "spectator")` | [`match`](#bookmatch) |
| share a match | `Path("final.html").write_bytes(match.export("html"))` | [`export`](#matchexport) |
| ask a question | `book.ask("win-rate by player", {"game": "pig", "kind": "all"})` | [`ask`](#bookask) |
| find moves | `book.find("hold game:pig")` | [`find`](#bookfind) |
| see the moves played from a position | `book.explore("pig", "roll 4")` | [`explore`](#bookexplore) |
| query the tables | `book.sql("from matches")` | [`sql`](#booksql) |

An action that breaks a rule is refused. If it happened at the table, you can record it as played:

```python
try:
    match.take("hold")
except matchbook.RuleViolation as problem:
    print(problem)  # [P-HOLD] roll before you hold
    match.take("hold", as_played=True, reason="noticed too late")
```

After `conclude`, `take` raises `MatchIsOver`; `match.undo()` takes the conclusion back. After an end by the rules it raises
`RuleViolation` with the game's own rule, for kits `[TT-OVER] the match is over`.

Not in the API: redo, notes, table events, what-ifs, disputes and rulings, competitions and event days, import, simulation,
verification, audits and backups. Run the [command line](command_line.md) for them, for example
`subprocess.run(["matchbook", "verify", match.id])`; most commands have `--json`.

How-to guides: [ask in SQL or Python](../how-to/ask_in_sql.md), [export answers and tables](../how-to/export_answers_and_tables.md).
"""

_OWNERS = {
    "Book": "book",
    "RecordedMatch": "match",
    "ReplayStep": "step",
    "BoardPicture": "board",
    "ResultTable": "answer",
}
"""The public classes, in the order of the page, with the variable that the page uses for an object of each."""


def python_page(notice: str) -> str:
    """Return the page of the Python API, from signatures and docstrings."""
    import matchbook

    parts = [f"# Python API\n\n{notice}\n{_example(matchbook.__doc__ or '')}\n{_PYTHON}"]
    parts.append(f"\n## `open`\n\n{_called('matchbook.open', matchbook.open)}{_doc_of(matchbook.open)}\n")
    errors = {name for names in matchbook.ERRORS.values() for name in names}
    assert {*_OWNERS, "open", *errors} == set(matchbook.__all__)
    for name, owner in _OWNERS.items():
        found = getattr(matchbook, name)
        parts.append(f"\n## `{owner}`: `matchbook.{name}`\n\n{_doc_of(found)}\n")
        public = {member: value for member, value in vars(found).items() if not member.startswith("_")}
        read = {name: one.fget for name, one in public.items() if isinstance(one, property) and one.fget is not None}
        if read:
            rows = (
                f"| `{owner}.{member}` | `{_returned(getter)}` | {cell(_doc_of(getter))} |\n"
                for member, getter in read.items()
            )
            parts.append(f"\n| attribute | type | meaning |\n|---|---|---|\n{''.join(rows)}")
        for member, value in public.items():
            if callable(value):
                parts.append(f"\n### `{owner}.{member}`\n\n{_called(f'{owner}.{member}', value)}{_doc_of(value)}\n")
        if name == "BoardPicture":
            parts += _data()
    parts.append("\n## Errors\n\nCatch them as `matchbook.NAME`.\n\n| error | is a | meaning |\n|---|---|---|\n")
    for name in sorted(errors):
        error = getattr(matchbook, name)
        meaning = cell(_doc_of(error).partition("\n\n")[0])
        parts.append(f"| `{name}` | `{error.__base__.__name__}` | {meaning} |\n")
    return "".join(parts)


def _doc_of(found: object) -> str:
    return python_inspect.getdoc(found) or ""


def _called(name: str, function: Callable[..., object]) -> str:
    """Return how a function is called, as a block: names of modules left out, an argument a line where one line is too short."""
    signature = python_inspect.signature(function)
    signature = signature.replace(parameters=[one for one in signature.parameters.values() if one.name != "self"])
    arguments = [str(one) for one in signature.parameters.values()]
    kinds = [one.kind for one in signature.parameters.values()]
    if python_inspect.Parameter.KEYWORD_ONLY in kinds and python_inspect.Parameter.VAR_POSITIONAL not in kinds:
        arguments.insert(kinds.index(python_inspect.Parameter.KEYWORD_ONLY), "*")
    line = f"{name}({', '.join(arguments)})"
    if len(line) > _LINE:
        line = f"{name}(\n    " + ",\n    ".join(arguments) + ",\n)"
    return f"```python\n{_MODULES.sub('', line)} -> {_returned(function)}\n```\n\n"


def _returned(function: Callable[..., object]) -> str:
    """Return the type of what a function returns, without the names of modules."""
    returned = _QUOTED.sub(r"\1", str(python_inspect.signature(function)).rpartition(" -> ")[2])
    return _MODULES.sub("", returned)


def _data() -> Iterator[str]:
    """Yield a table for each kind of struct in `board.data`."""
    for struct in (Board, Panel, Fact, Gauge, Zone, CardView):
        said = meanings(struct)
        summary = _doc_of(struct).partition("\n\n")[0].replace("\n", " ")
        yield f"\n### `{struct.__name__}`\n\n{summary}\n\n| field | type | meaning |\n|---|---|---|\n"
        for name, kind in struct.__annotations__.items():
            text = _MODULES.sub("", kind if isinstance(kind, str) else getattr(kind, "__name__", "") or str(kind))
            text = _MODULES.sub("", str(kind)) if "[" in str(kind) else text
            yield f"| `{name}` | `{cell(text)}` | {cell(said.get(name, ''))} |\n"


_QUOTED = re.compile(r"'([A-Z]\w+)'")
_LINE = 100
_MODULES = re.compile(r"\b(?:[a-z_]+\.)+(?=[A-Z])")


def _example(doc: str) -> str:
    title, _, code = doc.partition("\n\n")
    return f"{title}\n\n```python\n{code.rstrip()}\n```\n"
