"""A replay as one HTML page: opens from disk, needs no network. What its viewpoints may not know is not in it."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Final

import msgspec

from domain.replay import AnyHistory
from domain.table import Viewpoint
from service.reading.framed import view_of
from service.reading.log import heading, what_if_text
from service.reading.viewpoints import viewpoint_name

_STYLES: Final = ("tokens.css", "board.css", "replay.css")
_SCRIPTS: Final = ("board.js", "replay.js")


def html_replay(history: AnyHistory, viewpoints: Sequence[Viewpoint], first: int = 1) -> str:
    """The page of a match as these viewpoints may see it, each a choice on it and the first one shown, open at entry `first`.
    The same record gives the same bytes."""
    match = history.match
    data = {"match": match.id, "first": first, "plan": match.game.plan(match.state)}
    views = [_data(view_of(history, viewpoint), "view") for viewpoint in viewpoints]
    style, script = _read(_STYLES), _read(_SCRIPTS)
    names = ", ".join(seat.name for seat in match.state.seats)
    title = match.opened.title if match.opened and match.opened.title else match.game.title
    return Template(_read(("replay.html",))).substitute(
        title=escape(title),
        names=escape(names),
        subtitle=escape(heading(history, viewpoints[0])),
        style=style,
        style_hash=_digest(style),
        script=script,
        script_hash=_digest(script),
        viewpoint=escape(viewpoint_name(viewpoints[0], match.state.seats)),
        what_if=escape(what_if_text(match.forked_from)),
        final=f"{match.id}/{match.version}",
        data="\n".join((_data(data, "match"), *views)),
    )


def _read(names: Sequence[str]) -> str:
    folder = files("service.reading") / "pages"
    return "".join((folder / name).read_text(encoding="utf-8") for name in names)


def _data(what: object, kind: str) -> str:
    """A part of the page that the script reads; nothing in it ends that part."""
    text = msgspec.json.encode(what).decode().replace("<", "\\u003c")
    return f'<script type="application/json" class="{kind}">{text}</script>'


def _digest(text: str) -> str:
    """What the page's policy names its own style or script by."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
