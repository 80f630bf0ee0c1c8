"""The report on a match for later decisions: agreements, play, claims, rulings and the check of the hash chain.

The same record and viewpoint always give the same bytes. A spectator's report omits statements, evidence and the names of
recorders. A player's report contains only what that player may know.
"""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.corrected_history import corrected_history
from domain.corrections import Corrected
from domain.entries import Restored, TableEvent, TakenBack
from domain.judging import Appealed, Disputed, Judging, Penalised, Rewound, Ruled
from domain.options import changed_options
from domain.procedure.docket import Docket
from domain.procedure.guide import infractions
from domain.registry import find_rule
from domain.replay import AnyHistory
from domain.seats import JUDGE, SPECTATOR, Viewpoint, seat_name
from service.clock import format_time
from service.errors import UsageProblem
from service.judging.disputes import state_of
from service.judging.judge_actions import AnyDocket
from service.reading.drawing import pictured
from service.reading.log import entry_violations, moment_before, told_texts, turn_text, undone_text, violation_text
from service.reading.moment_diff import differing
from service.reading.page import inline_hash, tokens_style
from service.reading.record_acts import outcome_text, record_act_text
from service.reading.svg import svg_of
from service.reading.viewpoints import viewpoint_name
from service.recording.match_service import MatchService
from storage.records import AnyEntry
from storage.verify import verify_match

Form: TypeAlias = Literal["html", "text", "json"]
WIDTH: Final = 78
"""Width of a drawn board, in columns."""


class ReportRow(Struct, frozen=True, kw_only=True):
    """One entry, for one line of the report."""

    entry: int
    at: str
    """Table time, in UTC."""
    turn: str
    text: str
    undone: str = ""
    """A text about the entry that undid this one; empty if this one is current."""
    by: str = ""
    """The recorder; empty except for officials."""
    rules: tuple[str, ...] = ()
    """The recorded violations, as texts."""


class CitedRule(Struct, frozen=True):
    """A rule that a ruling cites."""

    rule: str
    title: str
    text: str


class ReportedRuling(Struct, frozen=True, kw_only=True):
    """A ruling with its effects."""

    entry: int
    text: str
    rules: tuple[CitedRule, ...]
    followed: tuple[ReportRow, ...]
    """The rewind, manual changes and penalties of the ruling."""
    appeals: tuple[ReportRow, ...]


class Case(Struct, frozen=True, kw_only=True):
    """A claim: the disputed entries, statements about them, and rulings."""

    entry: int
    first: int
    """The first disputed entry; `last` is the last one."""
    last: int
    text: str
    state: str
    action: tuple[str, ...]
    """The effects of the disputed entries, in sentences."""
    before: tuple[str, ...]
    """The board before the first disputed entry, drawn as text."""
    after: tuple[str, ...]
    changed: tuple[tuple[str, str, str], ...]
    """For each changed place on the board: its name, its content before, its content after."""
    statements: tuple[ReportRow, ...]
    answers: tuple[ReportedRuling, ...]


class JudgeReport(Struct, frozen=True, kw_only=True):
    """The whole report."""

    format: Literal["matchbook-report/1"] = "matchbook-report/1"
    match: str
    seen_as: str
    game: str
    rulebook: str
    rules_version: str
    catalogue: str
    digest: str
    """The digest of the card definitions."""
    title: str
    players: tuple[str, ...]
    strictness: str
    options: dict[str, str]
    """Options that differ from the rulebook's defaults."""
    result: str
    entries: int
    head: str
    chain: tuple[str, ...]
    """Findings of the check of the hash chain; empty if the chain is intact."""
    cases: tuple[Case, ...]
    unasked: tuple[ReportedRuling, ...]
    """Rulings without a claim."""
    officials: tuple[ReportRow, ...]
    confirmations: tuple[ReportRow, ...]
    corrections: tuple[ReportRow, ...]
    """Corrections, redos, take-backs and rewinds."""
    unruled: tuple[ReportRow, ...]
    """Current entries with recorded violations that nobody has disputed."""
    unknown: dict[str, int]
    """Player -> number of cards in hand whose names are not recorded."""
    clock: tuple[str, ...]
    """Texts about entries with an earlier table time than an entry before them."""
    timeline: tuple[ReportRow, ...]


def report_on(app: MatchService, match_id: str, viewpoint: Viewpoint = JUDGE) -> JudgeReport:
    """Return the report on a match. Raises the errors of reading a match."""
    verified = verify_match(app.store, match_id)
    return report_of(app.history(match_id), viewpoint, verified.head, tuple(found.text for found in verified.findings))


def report_of(history: AnyHistory, viewpoint: Viewpoint, head: str = "", damage: tuple[str, ...] = ()) -> JudgeReport:
    """Return the report on a loaded match. `head`: the digest of the last entry; `damage`: findings of the hash chain check."""
    return _Writer(history, viewpoint).report(head, damage)


def case_of(history: AnyHistory, claim: int, viewpoint: Viewpoint = JUDGE) -> Case:
    """Return the report on one claim. Raises UsageProblem for other entries."""
    writer = _Writer(history, viewpoint)
    act = writer.docket.acts.get(claim)
    if not isinstance(act, Disputed):
        raise UsageProblem(f"entry {claim} is not a claim: dispute an entry first")
    return writer.case(claim, act)


def written(app: MatchService, match_id: str, form: Form, viewpoint: Viewpoint = JUDGE) -> str:
    """Return the text of the report in a form. Raises the errors of reading a match."""
    report = report_on(app, match_id, viewpoint)
    if form == "json":
        return msgspec.json.format(msgspec.json.encode(report), indent=2).decode() + "\n"
    return _filled(form, report, _pictures(app, report, viewpoint) if form == "html" else {})


def _filled(form: Form, report: JudgeReport, pictures: Mapping[int, tuple[str, str]]) -> str:
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    style = tokens_style() + (files("service.judging") / "pages" / "report.css").read_text("utf-8")
    environment = Environment(
        loader=PackageLoader("service.judging", "pages"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    template = environment.get_template("report.html" if form == "html" else "report.txt")
    return template.render(r=report, pictures=pictures, style=style, style_hash=inline_hash(style)).strip() + "\n"


def _pictures(app: MatchService, report: JudgeReport, viewpoint: Viewpoint) -> dict[int, tuple[str, str]]:
    """Return entry of a claim -> SVG pictures of the board before and after the disputed entries."""
    match = app.match(report.match)
    game, found = match.game, {}
    for case in report.cases:
        states = match.states[case.first - 1], match.states[case.last]
        drawn = (svg_of(pictured(game, state, viewpoint, WIDTH), "board") if state.seats else "" for state in states)
        found[case.entry] = (next(drawn), next(drawn))
    return found


_CORRECTIONS: Final = (Corrected, Restored, TakenBack, Rewound)
"""Payloads of entries that correct the record or undo play."""


class _Writer:
    """Makes a report from the history of a match."""

    def __init__(self, history: AnyHistory, viewpoint: Viewpoint) -> None:
        self.history = history
        self.ruled = corrected_history(history)
        self.viewpoint = viewpoint
        self.match = history.match
        self.docket: AnyDocket = Docket(history.match, history.entries)
        self.acts = {
            version: act for version, act in self.docket.acts.items() if viewpoint != SPECTATOR or _public(act)
        }

    def report(self, head: str, damage: tuple[str, ...]) -> JudgeReport:
        match, opened, seats = self.match, self.match.opened, self.match.state.seats
        assert opened is not None, "a match that was read has an opening"
        options = getattr(match.state, "options", None)
        rows = tuple(self.row(entry) for entry in self.history.entries)
        claimed = {version for one in self.docket.of(Disputed).values() for version in _range(one)}
        answered = {answer.entry for case in self.cases() for answer in case.answers}
        return JudgeReport(
            match=match.id,
            seen_as=viewpoint_name(self.viewpoint, seats),
            game=match.game.title,
            rulebook=match.game.rulebook,
            rules_version=opened.rules_version,
            catalogue=opened.catalogue_name,
            digest=opened.catalogue,
            title=opened.title,
            players=tuple(seat.name for seat in seats),
            strictness=opened.strictness,
            options=changed_options(options) if isinstance(options, Struct) else {},
            result=outcome_text(match.outcome, seats) if match.outcome else "in progress",
            entries=match.version,
            head=head,
            chain=damage,
            cases=tuple(self.cases()),
            unasked=tuple(
                self.answer(version)
                for version, act in self.acts.items()
                if isinstance(act, Ruled) and version not in answered
            ),
            officials=tuple(row for row in rows if _tag(self.history, row) == "official"),
            confirmations=tuple(row for row in rows if _tag(self.history, row) == "confirmed"),
            corrections=tuple(row for row in rows if isinstance(self._payload(row.entry), _CORRECTIONS)),
            unruled=tuple(row for row in rows if row.rules and not row.undone and row.entry not in claimed),
            unknown=self._unknown(),
            clock=tuple(_backwards(self.history.entries)),
            timeline=rows,
        )

    def _unknown(self) -> dict[str, int]:
        """Return player -> number of unknown cards in hand, for hands with such cards. A player reads only the own number, because
        that of others tells which cards the record has named."""
        state, hand = self.match.state, self.match.game.hidden.hand
        seats = [seat for seat in range(len(state.seats)) if self.viewpoint in (JUDGE, seat)]
        counts = {seat: sum(card.card is None for card in hand(state, seat)) for seat in seats}
        return {seat_name(state.seats, seat): count for seat, count in counts.items() if count}

    def row(self, entry: AnyEntry) -> ReportRow:
        envelope, match = entry.envelope, self.match
        version = envelope.version
        moment = moment_before(self.history, version)
        payload = entry.payload
        said = told_texts(self.ruled, version, self.viewpoint)[0]
        if self.viewpoint == SPECTATOR and isinstance(payload, TableEvent | Judging) and not _public(payload):
            said = f"{payload.__struct_config__.tag} (for officials and players)"
        return ReportRow(
            entry=version,
            at=format_time(envelope.happened_at),
            turn=turn_text(match.game, moment, match.states[version - 1].seats),
            text=said,
            undone=undone_text(self.history, version),
            by=envelope.by if self.viewpoint == JUDGE else "",
            rules=tuple(
                violation_text(match.game, one, self.viewpoint)
                for one in entry_violations(match, entry, self.viewpoint)
            ),
        )

    def rows(self, versions: Sequence[int]) -> tuple[ReportRow, ...]:
        return tuple(self.row(self.history.entries[version - 1]) for version in versions)

    def cases(self) -> Iterator[Case]:
        for version, act in self.acts.items():
            if isinstance(act, Disputed):
                yield self.case(version, act)

    def case(self, version: int, act: Disputed) -> Case:
        game, states = self.match.game, self.match.states
        before, after = states[act.about - 1], states[act.upto or act.about]
        about = {version, *_range(act)}
        statements = [
            entry.envelope.version
            for entry in self.history.entries
            if isinstance(entry.payload, TableEvent) and entry.payload.about in about and self.viewpoint != SPECTATOR
        ]
        ruling = self.docket.ruling_on(version)
        answers = [ruling] if ruling else []
        for appeal in self.docket.about(ruling, Appealed) if ruling else ():
            answers += [decided] if (decided := self.docket.ruling_on(appeal)) else []
        return Case(
            entry=version,
            first=act.about,
            last=act.upto or act.about,
            text=record_act_text(act, self.match.seats_at(version)),
            state=state_of(self.docket, version, act),
            action=tuple(text for n in _range(act) for text in told_texts(self.history, n, self.viewpoint)),
            before=self.drawn(act.about - 1),
            after=self.drawn(act.upto or act.about),
            changed=tuple(
                differing(game.board(before, self.viewpoint), game.board(after, self.viewpoint), things=True)
            ),
            statements=self.rows(statements),
            answers=tuple(self.answer(one) for one in answers),
        )

    def answer(self, version: int) -> ReportedRuling:
        """Return a ruling with its effects, including those recorded later."""
        ruled = self.docket.acts[version]
        assert isinstance(ruled, Ruled)
        brought = [n for n in range(version + 1, self.match.version + 1) if self._brought(n, version)]
        rules = [find_rule(self.match.game, rule) for rule in ruled.rules]
        if (infraction := infractions().get(ruled.infraction)) is not None:
            rules.append(infraction.rule)
        return ReportedRuling(
            entry=version,
            text=record_act_text(ruled, self.match.seats_at(version)),
            rules=tuple(CitedRule(rule.id, rule.title, rule.text) for rule in rules if rule is not None),
            followed=self.rows(brought),
            appeals=self.rows(tuple(self.docket.about(version, Appealed))),
        )

    def _brought(self, version: int, ruling: int) -> bool:
        """Return True if an entry is an effect of a ruling: a rewind, a penalty or a manual change."""
        payload = self._payload(version)
        about = payload.about if isinstance(payload, Rewound | Penalised) else self.docket.brought.get(version)
        return about == ruling

    def drawn(self, version: int) -> tuple[str, ...]:
        """Return the board after an entry, as lines of text."""
        state = self.match.states[version]
        if not state.seats:
            return ()
        lines = pictured(self.match.game, state, self.viewpoint, WIDTH)
        return tuple("".join(span.text for span in line).rstrip() for line in lines)

    def _payload(self, version: int) -> object:
        return self.history.entries[version - 1].payload


def _range(act: Disputed) -> range:
    return range(act.about, (act.upto or act.about) + 1)


def _tag(history: AnyHistory, row: ReportRow) -> str:
    return str(history.entries[row.entry - 1].payload.__struct_config__.tag)


def _public(act: object) -> bool:
    """Return True if spectators may read an entry of an official or a table event."""
    return not isinstance(act, TableEvent) or act.what not in ("statement", "evidence", "note")


def _backwards(entries: Sequence[AnyEntry]) -> Iterator[str]:
    latest = 0
    for entry in entries:
        at = entry.envelope.happened_at
        if at < latest:
            yield f"entry {entry.envelope.version}: {format_time(at)} is before {format_time(latest)}"
        latest = max(latest, at)
