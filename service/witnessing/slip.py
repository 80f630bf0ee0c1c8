"""The result slip: the result, its confirmations, and the head hash for the players to keep. The same record gives the same
bytes."""

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from domain.entries import Annotated, TakenBack
from domain.judging import Confirmed, Penalised
from domain.match import AnyMatch
from domain.names import fold_name
from domain.procedure.docket import Docket
from domain.procedure.settlement import unsettled
from domain.replay import AnyHistory
from domain.seats import SPECTATOR, seat_name
from domain.text import pluralize, sanitize
from service.clock import format_time
from service.judging.judge_actions import AnyDocket
from service.reading.log import action_text
from service.reading.page import content_policy, inline_hash, tokens_style
from service.reading.record_acts import outcome_text, record_act_text
from service.recording.match_service import MatchService
from storage.errors import BrokenChain
from storage.verify import verify_match

Form: TypeAlias = Literal["text", "html"]
_UNCHANGING: Final = (Confirmed, Annotated)
"""Kinds of entries that may follow a confirmation without affecting it."""


class Slip(Struct, frozen=True, kw_only=True):
    """The content of a result slip."""

    match: str
    game: str
    title: str
    players: tuple[str, ...]
    result: str
    scores: tuple[str, ...]
    """`Ada 21`, if the game has a score for each seat."""
    penalties: tuple[str, ...]
    contested: tuple[str, ...]
    """Claims and appeals that wait for a ruling: the result may still change."""
    taken_back: tuple[str, ...]
    """Take-backs for which the record names who asked or agreed, with the cards that were publicly revealed in the undone
    play."""
    confirmations: tuple[tuple[str, str], ...]
    """Player and confirmation: `entries 1 to 56 on …`, or `not confirmed`."""
    amended: tuple[str, ...]
    """Entries since a confirmation: the result then and now, the entries and their recorders."""
    recorded: str
    """The recorders, and the times of the first and the last entry."""
    entries: int
    head: str

    @property
    def groups(self) -> str:
        """The head for reading aloud, in groups of four."""
        return " ".join(self.head[start : start + 4] for start in range(0, len(self.head), 4))

    @property
    def code(self) -> str:
        """The content of the QR code."""
        return f"matchbook:{self.match}/{self.entries}:{self.head}"


def slip_of(app: MatchService, match_id: str) -> Slip:
    """Return the slip of the current match. Raises BrokenChain: damaged records are not confirmed."""
    verified = verify_match(app.store, match_id)
    if verified.findings:
        raise BrokenChain(match_id, max(1, min(finding.version for finding in verified.findings)), witnessed=True)
    history = app.history(match_id)
    match, seats, entries = history.match, history.match.state.seats, history.entries
    docket: AnyDocket = Docket(match, entries)
    confirmed = {act.seat: version for version, act in docket.of(Confirmed).items() if _fits(history, version, act)}
    times = [format_time(entries[0].envelope.happened_at), format_time(entries[-1].envelope.happened_at)]
    recorders = ", ".join(dict.fromkeys(entry.envelope.by or "somebody" for entry in entries))
    scores = match.outcome.scores if match.outcome else ()
    return Slip(
        match=match_id,
        game=match.game.title,
        title=match.opened.title if match.opened else "",
        players=tuple(seat.name for seat in seats),
        result=_result(match),
        scores=tuple(f"{seat_name(seats, seat)} {score}" for seat, score in enumerate(scores)),
        penalties=tuple(
            f"entry {version}: {record_act_text(docket.acts[version], match.seats_at(version))}{_mark(docket, version)}"
            for version in docket.of(Penalised)
        ),
        contested=tuple(
            f"entry {version}: {record_act_text(act, match.seats_at(version))}"
            for version, act in docket.open_claims().items()
        ),
        taken_back=tuple(
            f"entry {version}: {action_text(history, version, SPECTATOR)}"
            for version, act in enumerate((entry.payload for entry in entries), start=1)
            if isinstance(act, TakenBack) and (act.asked is not None or act.agreed)
        ),
        confirmations=tuple(
            (seat.name, _confirmation(history, confirmed.get(number, 0), seat.name))
            for number, seat in enumerate(seats)
        ),
        amended=tuple(_amended(app, history, min(confirmed.values()))) if confirmed else (),
        recorded=f"by {recorders}, {times[0]} to {times[1]} (UTC)",
        entries=match.version,
        head=verified.head,
    )


def written(app: MatchService, match_id: str, form: Form, links: Sequence[tuple[str, str]] = ()) -> str:
    """Return the slip in one of its forms; `links` (address, words) appear above the page on screens, not on paper. Raises as
    `slip_of`."""
    slip = slip_of(app, match_id)
    return sanitize(_page(slip, links) if form == "html" else _text(slip), lines=True)


def _mark(docket: AnyDocket, version: int) -> str:
    """Return a remark on a penalty: overturned, or waiting for officials."""
    left, fate = unsettled(docket).get(version, ""), docket.fate_of(version)
    return f" (open: {left})" if left else f" ({fate})" if fate else ""


def _result(match: AnyMatch) -> str:
    return outcome_text(match.outcome, match.state.seats) if match.outcome else "not over yet"


def _fits(history: AnyHistory, version: int, act: Confirmed) -> bool:
    """Return True if the confirmed head is the head before the confirmation."""
    return version > 1 and history.entries[version - 2].head == act.head


def _confirmation(history: AnyHistory, version: int, player: str) -> str:
    """Return a player's confirmation in words, with the person who entered it for them."""
    if not version:
        return "not confirmed"
    envelope = history.entries[version - 1].envelope
    entered = f", entered by {envelope.by}" if envelope.by and fold_name(envelope.by) != fold_name(player) else ""
    at = format_time(envelope.happened_at)
    return f"confirmed {pluralize(version - 1, 'entry', 'entries')} with entry {version}{entered}, {at} (UTC)"


def _amended(app: MatchService, history: AnyHistory, first: int) -> Iterator[str]:
    """Describe the entries after the first confirmation, and whether they changed the result."""
    later = [entry for entry in history.entries[first:] if not isinstance(entry.payload, _UNCHANGING)]
    then, now = _result(app.store.load(history.match.id, first)), _result(history.match)
    if then != now:
        yield f"confirmed was: {then}; now: {now}"
    for entry in later:
        kind = str(entry.payload.__struct_config__.tag).replace("_", " ")
        yield f"entry {entry.envelope.version}: {kind}, by {entry.envelope.by or 'somebody'}"


def _rows(slip: Slip) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield title and lines of the parts of a slip, for both forms."""
    yield "Players", (" v ".join(slip.players),)
    yield "Result", (slip.result,)
    if slip.scores:
        yield "Score", (", ".join(slip.scores),)
    if slip.penalties:
        yield "Penalties", slip.penalties
    if slip.contested:
        yield "Contested", slip.contested
    if slip.taken_back:
        yield "Taken back", slip.taken_back
    yield "Confirmed", tuple(f"{name}: {said}" for name, said in slip.confirmations)
    if slip.amended:
        yield "Since then", slip.amended
    yield "Recorded", (slip.recorded,)
    yield "Match", (f"{slip.match}, {pluralize(slip.entries, 'entry', 'entries')}",)
    yield "Head", (slip.head,)
    yield "Aloud", (slip.groups,)


def _heading(slip: Slip) -> str:
    return f"{slip.game}{f': {slip.title}' if slip.title else ''}"


def _text(slip: Slip) -> str:
    lines = [_heading(slip), ""]
    for label, values in _rows(slip):
        lines += [f"{label if not number else '':<12}{value}" for number, value in enumerate(values)]
    lines += [
        "",
        f"`matchbook verify {slip.match} --expect {slip.head}` shows later whether the record still holds this.",
    ]
    return "\n".join(lines) + "\n"


def policy() -> str:
    """The content policy of a slip's page: its own style."""
    return content_policy(f"style-src '{inline_hash(_style())}'", "base-uri 'none'", "form-action 'none'")


def _page(slip: Slip, links: Sequence[tuple[str, str]]) -> str:
    import segno

    shown = " ".join(f'<a href="{escape(there)}">{escape(text)}</a>' for there, text in links)
    ways = f'<nav aria-label="Elsewhere">{shown}</nav>\n' if links else ""
    rows = "\n".join(
        f"<dt>{label}</dt><dd class='{label.lower().replace(' ', '-')}'>"
        + "".join(f"<p>{escape(value)}</p>" for value in values)
        + "</dd>"
        for label, values in _rows(slip)
    )
    return Template(_read("slip.html")).substitute(
        policy=policy(),
        heading=escape(_heading(slip)),
        players=escape(" v ".join(slip.players)),
        style=_style(),
        ways=ways,
        rows=rows,
        code=segno.make(slip.code, error="m", micro=False, boost_error=False).svg_inline(scale=4, border=4),
        text=escape(slip.code),
    )


def _style() -> str:
    return tokens_style() + _read("slip.css")


def _read(name: str) -> str:
    return (files("service.witnessing") / "pages" / name).read_text("utf-8")
