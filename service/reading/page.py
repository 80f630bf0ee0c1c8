"""A replay as one HTML page: works offline, and contains only information that its viewpoints may know."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Final

import msgspec

from domain.replay import AnyHistory
from domain.seats import JUDGE, Seat, Viewpoint
from service.reading.log import heading, what_if_text
from service.reading.page_data import ViewpointPage, view_of
from service.reading.viewpoints import viewpoint_name

_STYLES: Final = ("tokens.css", "gauges.css", "board.css", "replay.css")
_SCRIPTS: Final = ("board.js", "replay.js")


def html_replay(
    history: AnyHistory, viewpoints: Sequence[Viewpoint], first: int = 1, views: Sequence[ViewpointPage] = ()
) -> str:
    """Return the page of a match with a choice of these viewpoints, the first one shown, opened at entry `first`. `views`: the
    data of each viewpoint, if already computed. The same record gives the same bytes."""
    match = history.match
    parts = [data_part(view, "view") for view in views or (view_of(history, one) for one in viewpoints)]
    data = {"match": match.id, "first": first, "plan": match.game.plan(match.state)}
    style, script = replay_style(), replay_script()
    sources = (f"style-src '{inline_hash(style)}'", f"script-src '{inline_hash(script)}'")
    policy = content_policy(*sources, "base-uri 'none'", "form-action 'none'")
    head = f"""<meta http-equiv="Content-Security-Policy" content="{policy}">"""
    return page_of(
        history,
        viewpoints[0],
        head=f"{head}\n<style>{style}</style>",
        data="\n".join((data_part(data, "match"), *parts)),
        tail=f"<script>{script}</script>",
        plain="<p>The board is drawn by this page's script, which is turned off here.</p>",
    )


def page_of(
    history: AnyHistory,
    viewpoint: Viewpoint,
    *,
    head: str,
    data: str,
    tail: str,
    plain: str,
    badge: str = "REPLAY",
    mode: str = "replay",
    tools: str = "",
    beside: str = "",
) -> str:
    """Return the page around a replay. Arguments are HTML: `head`, `data`, `tail` (scripts), `plain` (content without scripts),
    `tools` of the title bar, and content `beside` the board."""
    match = history.match
    opened = match.opened
    return Template(_read(("replay.html",))).substitute(
        title=escape(opened.title if opened and opened.title else match.game.title),
        names=escape(", ".join(seat.name for seat in match.state.seats)),
        subtitle=escape(heading(history, viewpoint)),
        eyes=escape(_eyes(viewpoint, match.state.seats)),
        what_if=escape(what_if_text(match.forked_from)),
        final=f"{match.id}/{match.version}",
        head=head,
        data=data,
        tail=tail,
        plain=plain,
        badge=badge,
        mode=mode,
        tools=tools,
        beside=beside,
    )


def _eyes(viewpoint: Viewpoint, seats: tuple[Seat, ...]) -> str:
    """Say who sees the page; the judge's view shows everything, also to scorekeepers and organisers."""
    return "Everything shown" if viewpoint == JUDGE else f"Seen as {viewpoint_name(viewpoint, seats)}"


def replay_style() -> str:
    """The style of a replay and its boards."""
    return _read(_STYLES)


def replay_script() -> str:
    """The script that draws a replay from the data of its page."""
    return _read(_SCRIPTS)


def tokens_style() -> str:
    """The colours and sizes of all pages."""
    return _read(_STYLES[:1])


def gauges_style() -> str:
    """Styles of gauges and score curves on all pages."""
    return _read(_STYLES[1:2])


def _read(names: Sequence[str]) -> str:
    folder = files("service.reading") / "pages"
    return "".join((folder / name).read_text(encoding="utf-8") for name in names)


def data_part(what: object, kind: str) -> str:
    """A data part for the page's script, escaped so that it cannot end early."""
    text = msgspec.json.encode(what).decode().replace("<", "\\u003c")
    return f'<script type="application/json" class="{kind}">{text}</script>'


def content_policy(*directives: str) -> str:
    """Return a Content-Security-Policy that permits only the given sources, such as `script-src 'self'`."""
    return "; ".join(("default-src 'none'", *directives))


def inline_hash(text: str) -> str:
    """The hash of an inline style or script for the page's policy."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
