"""The page of the Python API, made from signatures and docstrings."""

import inspect as python_inspect
import re
from collections.abc import Callable, Iterator
from importlib.resources import files

from domain.board import Board, CardView, Fact, Gauge, Panel, Zone
from matchbook.game_reference import cell, meanings

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

    introduction = files("matchbook").joinpath("python_api.md").read_text("utf-8")
    parts = [f"# Python API\n\n{notice}\n{introduction}"]
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
