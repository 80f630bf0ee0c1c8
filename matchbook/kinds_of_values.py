"""Long lists of kinds of values on the pages of games: each is written once, with a name, and linked from the fields."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

PLACE_OF_KINDS: Final = "<!-- kinds -->"
"""Where a page has the lists."""
_KINDS: Final = re.compile(r"`(\w+)`\??: (?:a list of )?(`\w+\(…\)`(?: or `\w+\(…\)`){4,})")
_TO_RECORDED: Final = """
### Recorded changes

You type a change as an order; the record keeps it as a fact, in the past tense: """


def with_kinds_by_name(page: str) -> str:
    """Return a page whose fields name and link the lists of kinds."""
    names = _names_of_kinds(page)
    for kinds in sorted(names, key=len, reverse=True):
        place = "recorded-changes" if names[kinds].startswith("recorded") else "kinds-of-values"
        page = page.replace(kinds, f"[{names[kinds]}](#{place})")
    typed = {kinds: name for kinds, name in names.items() if not name.startswith("recorded")}
    page = page.replace(PLACE_OF_KINDS, "".join(_kinds(typed)))
    recorded = ", ".join(kinds.replace(" or ", ", ") for kinds in names if kinds not in typed)
    return page + (f"{_TO_RECORDED}{recorded}.\n" if recorded else "")


def _names_of_kinds(page: str) -> dict[str, str]:
    """Return the name of each long list of kinds: that of its field, with its command or value if another list has that name."""
    typed, _, recorded = page.partition("\n## Events\n")
    names: dict[str, str] = {}
    for field, kinds in dict.fromkeys(map(_field_of_kinds, _KINDS.finditer(typed))):
        owners = {
            line.split("`")[1] for line in typed.splitlines() if kinds in f"{line} " and f"{kinds} or" not in line
        }
        names.setdefault(kinds, field if field not in names.values() else f"{field} of `{min(owners)}`")
    for field, kinds in map(_field_of_kinds, _KINDS.finditer(recorded)):
        names.setdefault(kinds, f"recorded {field}")
    return names


def _field_of_kinds(found: re.Match[str]) -> tuple[str, str]:
    return found[1], found[2]


def _kinds(names: Mapping[str, str]) -> Iterator[str]:
    """Yield the section on long lists of kinds: each as a list, or as an addition to the one before it."""
    if names:
        yield "\n### Kinds of values\n\nWhere a field takes one of these, write it with its keys, which are in the table below.\n\n"
        yield "| list | kinds |\n|---|---|\n"
    before: dict[str, set[str]] = {}
    for kinds, name in names.items():
        found = kinds.split(" or ")
        base = next((one for one, had in before.items() if had < set(found)), "")
        more = [one for one in found if one not in before.get(base, ())]
        before[name] = set(found)
        yield f"| {name} | {f'all of *{base}*, and ' if base else ''}{', '.join(more)} |\n"
