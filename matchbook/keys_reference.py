"""The page of keys: one table for each screen, by purpose, in the order of `replay_tui/keymap/page.toml`."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files

from replay_tui.keymap import KEYS, Key

_INTRODUCTION = """\
You work in the terminal program, and look for a key. Start with the twenty that you need in every match; the rest is ordered by
screen. In the program, `?` shows the keys of the screen that you are on, and `F1` does so while you type a line.

For example, you record with `⏎`, take the action back with `^z`, and return to the list of matches with `esc`.

`^z` is `ctrl` and `z`, `⏎` the enter key. Capital letters need `shift`.

## The keys of every match

"""
_SCREENS = """
## Screens

| Screen | How you reach it | Boxes and forms on it |
|---|---|---|
"""


def keys_page(notice: str) -> str:
    """Return the page in Markdown, with the notice that it is generated."""
    page = tomllib.loads(files("replay_tui.keymap").joinpath("page.toml").read_text("utf-8"))
    keys = {key.id: key for group in KEYS.values() for key in group}
    parts = [f"# Keys\n\n{notice}\n{_INTRODUCTION}| You want to | Screen | Key |\n|---|---|---|\n"]
    for wish, screen in page["most"].items():
        name, _, ids = screen.partition(" · ")
        parts.append(
            f"| {wish} | [{name}](#{_anchor(name)}) | {' / '.join(_written(keys[one]) for one in ids.split())} |\n"
        )
    parts.extend((_SCREENS, *_screens(page["section"])))
    for section in page["section"]:
        level = "###" if ":" in section["title"] else "##"
        parts.append(f"\n{level} {section['title']}\n\n{section['about']}\n")
        often = {name: section["keys"][name] for name in section.get("often", section["keys"])}
        rest = {name: rows for name, rows in section["keys"].items() if name not in often}
        parts.extend(_table(often, keys))
        if rest:
            parts.extend(("\nLess often:\n", *_table(rest, keys)))
    return "".join(parts)


def _screens(sections: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """Yield a row for each screen, with how it is reached and links to its boxes."""
    titles = [section["title"] for section in sections]
    for section in sections:
        if "reached" in section:
            word = section["title"].partition(" (")[0]
            boxes = [title for title in titles if title.startswith(f"{word}: ")]
            links = ", ".join(f"[{title.partition(': ')[2]}](#{_anchor(title)})" for title in boxes)
            yield f"| [{section['title']}](#{_anchor(section['title'])}) | {section['reached']} | {links} |\n"


def _table(purposes: Mapping[str, Sequence[str]], keys: Mapping[str, Key]) -> Iterator[str]:
    yield "\n| for | key | action |\n|---|---|---|\n"
    yield from _rows(purposes, keys)


def _anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


def _rows(purposes: Mapping[str, Sequence[str]], keys: Mapping[str, Key]) -> Iterator[str]:
    """Yield a row for each key, or for several keys that belong together; the first row of a purpose names it."""
    for purpose, rows in purposes.items():
        for at, ids in enumerate(rows):
            row = [keys[one] for one in ids.split()]
            first, *more = dict.fromkeys(key.help for key in row)
            said = " / ".join([first, *(text[0].lower() + text[1:] for text in more)]).replace("|", "\\|")
            yield f"| {'' if at else purpose} | {' / '.join(map(_written, row))} | {said} |\n"


def _written(key: Key) -> str:
    """Return the key as the page writes it: `^z`, `F2`, `⏎`; several names one by one, unless they are a range."""
    written = _NAMES.get(key.written, key.written)
    names = [written] if "…" in written else written.split(" ")
    return " ".join(f"`{name.upper() if re.fullmatch('f[0-9]+', name) else name}`" for name in names)


_NAMES = {"enter": "⏎", "escape": "esc"}
