"""The page of keys: one table for each screen, by purpose, in the order of `replay_tui/keymap/page.toml`."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files

from replay_tui.keymap import KEYS, Key

_INTRODUCTION = """\
You find a key by screen, then by purpose; the keys that you need most come first. In the program, `?` shows the keys of the
screen that you are on, and `F1` does so while you type a line. For example, you record with `⏎`, take the action back with `^z`
(`ctrl` and `z`), and return to the list of matches with `esc`.

Go to: {links}.
"""


def keys_page(notice: str) -> str:
    """Return the page in Markdown, with the notice that it is generated."""
    sections = tomllib.loads(files("replay_tui.keymap").joinpath("page.toml").read_text("utf-8"))["section"]
    keys = {key.id: key for group in KEYS.values() for key in group}
    titles = [str(section["title"]) for section in sections if ":" not in section["title"]]
    links = ", ".join(f"[{title}](#{_anchor(title)})" for title in titles)
    parts = [f"# Keys\n\n{notice}\n{_INTRODUCTION.format(links=links)}"]
    for section in sections:
        parts.append(f"\n## {section['title']}\n\n{section['about']}\n\n| for | key | action |\n|---|---|---|\n")
        parts.extend(_rows(section["keys"], keys))
    return "".join(parts)


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
