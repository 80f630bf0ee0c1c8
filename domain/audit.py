"""Audit of a match: checks and resolves every command again and compares the result with the record."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, Literal, TypeVar

from msgspec import Struct

from domain.cards import CardRecord, Catalogue, format_token
from domain.correction_preview import Edit, preview_correction
from domain.corrections import AffectedAction, AmendedAction, Corrected
from domain.decision import decide
from domain.entries import ActionEntry, Concluded, Entry, Opened
from domain.game import C, E, Game, S, TurnInfo, tag_of
from domain.judging import Judging, Penalised
from domain.match import Match
from domain.payload import Revision
from domain.procedure.authority import authority_violations
from domain.procedure.docket import Docket
from domain.registry import competition_rules
from domain.seating import unknown_seat
from domain.table.tokens import doubled_tokens
from domain.timeline import BrokenHistory

T = TypeVar("T")

FindingKind = Literal["altered", "violated", "disagreeing", "miscounted", "broken"]
"""`altered`: stored bytes do not fit the hash chain. `violated`: the record itself says that a rule was broken. `disagreeing`:
turn info, events or violations differ from today's, or the command was impossible. `miscounted`: the recorded events lose or
double cards. `broken`: the entries cannot be folded."""


class Finding(Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing that an audit found."""

    version: int
    kind: FindingKind
    text: str
    rule: str = ""


def older_rules(game: Game[S, C, E], entries: Sequence[Entry[C, E]]) -> str:
    """Return a note if a match was recorded under another rules version than today's; else an empty text."""
    opened = entries[0].payload if entries else None
    if not isinstance(opened, Opened) or opened.rules_version == game.rules_version:
        return ""
    return f"recorded under rules {opened.rules_version} of {game.title}, checked under {game.rules_version}"


def recheck(
    game: Game[S, C, E],
    catalogue: Catalogue[CardRecord],
    entries: Iterable[Entry[C, E]],
    match: Match[S, C, E] | None = None,
    *,
    new_from: int | None = None,
) -> Iterator[Finding]:
    """Fold the entries while running `check` and `resolve` again, and yield the differences.

    Also yields every recorded violation and every lost or doubled card. Cards are counted only after an action that disagrees.
    Without findings, the only check of cards is a search for doubled ones at the end. `match`: an empty match to fold the
    entries into, if the caller needs it afterwards. `new_from`: the first entry that is not recorded yet; from there on,
    changes to the records of officials must be ordered by an official.
    """
    game = game.for_catalogue(catalogue)
    doubled: set[int] = set()
    docket: Docket[S, C, E] | None = None
    for entry in entries:
        if match is None:
            match = Match(entry.envelope.match, game, catalogue)
        docket = docket or Docket(match)
        before, version, payload = match.state, entry.envelope.version, entry.payload
        yield from _check_turn_info(game, before, entry)
        again = _Recheck(game, before, version, payload) if isinstance(payload, ActionEntry | Opened) else None
        yield from again.findings if again is not None else ()
        if isinstance(payload, Revision):
            yield from _check_ordered_change(docket, version, payload, new=new_from is not None and version >= new_from)
        if docket.acts or (again is None and isinstance(payload, Judging | Revision)):
            yield from _check_officials_entry(docket, entry)
        try:
            # Events that the game itself derives name only seats at the table, so they need no check of seats.
            derived = again is not None and again.derived
            match.apply(entry, check_seats=not derived, after=again.after if again is not None and derived else None)
        except BrokenHistory as error:
            yield Finding(version, "broken", str(error))
            return
        if again is not None and again.disagrees:
            yield from again.miscounted(match.state)
            if new := set(doubled_tokens(match.state)) - set(doubled_tokens(before)) - doubled:
                doubled |= new
                yield _doubled(version, new)
    if docket is not None:
        yield from _missing_effect(docket, docket.match.version)
    if match is not None and (left := set(doubled_tokens(match.state)) - doubled):
        first = next(version for version, state in enumerate(match.states) if left & set(doubled_tokens(state)))
        yield _doubled(first, left)


def rederived(match: Match[S, C, E], entry: Entry[C, E]) -> tuple[bool, S | None]:
    """Return whether today's game derives from the next entry exactly what the entry records, and if it is such an action, the
    state after it. Derived entries need no render check: they are as safe to show as live ones."""
    version, payload = entry.envelope.version, entry.payload
    if isinstance(payload, Corrected):
        return all(finding.kind == "violated" for finding in _check_correction(match, version, payload)), None
    if not isinstance(payload, ActionEntry | Opened):
        return True, None
    again = _Recheck(match.game, match.state, version, payload)
    return again.derived, again.after if again.derived else None


def _check_officials_entry(docket: Docket[S, C, E], entry: Entry[C, E]) -> Iterator[Finding]:
    """Validate an official's entry again, and add it to the docket."""
    version, payload = entry.envelope.version, entry.payload
    if isinstance(payload, Judging):
        yield from (Finding(version, "disagreeing", one.text, one.rule) for one in docket.validate(payload))
    if not isinstance(payload, ActionEntry | Concluded):
        yield from _missing_effect(docket, version - 1)
    docket.follow((entry,))


def _missing_effect(docket: Docket[S, C, E], version: int) -> Iterator[Finding]:
    """Yield a finding if a penalty announces its effect as the next entry and that entry is missing."""
    act = docket.acts.get(version)
    if isinstance(act, Penalised) and act.effect:
        yield Finding(version, "disagreeing", "this penalty's effect in the game is missing after it", "JP-P01")


def _check_ordered_change(docket: Docket[S, C, E], version: int, payload: Revision, *, new: bool) -> Iterator[Finding]:
    """Check a correction again; for a `new` entry, also check that an official with the authority ordered it."""
    if isinstance(payload, Corrected):
        yield from _check_correction(docket.match, version, payload)
    violations = authority_violations(docket, payload) if new else ()
    yield from (Finding(version, "disagreeing", one.text, one.rule) for one in violations)


def _check_correction(match: Match[S, C, E], version: int, payload: Corrected[C, E]) -> Iterator[Finding]:
    """Preview a recorded correction again, and compare the amended commands and the changed later actions with the record."""
    violations = [one.violations for one in payload.amended] + [one.violations for one in payload.following]
    yield from (Finding(version, "violated", one.text, one.rule) for some in violations for one in some)
    edits = [Edit(one.address, one.how, one.command) for one in payload.amended]
    again = _attempt(
        lambda: preview_correction(
            match, edits, lambda command, state: decide(match.game, state, command, as_played=True)
        )
    )
    if again is None:
        yield Finding(
            version, "disagreeing", "the recorded correction could not have been given: an amended act is impossible"
        )
        return
    for one in again.impossible:
        text = f"act {one.address} is impossible after this correction: {one.violations[0].text}"
        yield Finding(version, "disagreeing", text, one.violations[0].rule)
    for old, new in zip(payload.amended, again.payload.amended, strict=True):
        yield from _compare_forms(version, f"amended act {old.address}", old, new)
    recorded, now = ({one.address: one for one in said.following} for said in (payload, again.payload))
    for address in sorted(recorded.keys() | now.keys()):
        yield from _compare_forms(version, f"act {address}", recorded.get(address), now.get(address))


def _compare_forms(
    version: int,
    act: str,
    old: AmendedAction[C, E] | AffectedAction[E] | None,
    new: AmendedAction[C, E] | AffectedAction[E] | None,
) -> Iterator[Finding]:
    if old == new:
        return
    if old is None or new is None:
        what = "is recorded to change, and would not" if new is None else "would change, and is not recorded to"
        yield Finding(version, "disagreeing", f"{act} {what}")
    elif old.events != new.events:
        yield Finding(version, "disagreeing", f"{act}: {_difference(old.events, new.events)}")
    else:
        yield Finding(version, "disagreeing", f"{act} breaks other rules, or is of another moment, than is recorded")


def _check_turn_info(game: Game[S, C, E], before: S, entry: Entry[C, E]) -> Iterator[Finding]:
    """Yield a finding if an entry was recorded with other turn info than the state before it has."""
    recorded, made = entry.envelope.moment, _attempt(lambda: game.turn_info(before).kept)
    if made is not None and recorded != made:
        words = (("turn", game.turn_word), ("phase", "phase"), ("seat", "seat"), ("round", game.round_word or "round"))
        differing = [(name, word) for name, word in words if getattr(recorded, name) != getattr(made, name)]
        said, right = (
            ", ".join(f"{word} {_turn_info_text(m, name)}" for name, word in differing) for m in (recorded, made)
        )
        yield Finding(entry.envelope.version, "disagreeing", f"recorded as made in {said}; it was made in {right}")


def _turn_info_text(moment: TurnInfo, name: str) -> str:
    if name == "seat":
        return "none" if moment.seat is None else str(moment.seat + 1)
    return str(getattr(moment, name)) or "none"


def _attempt(work: Callable[[], T]) -> T | None:
    """Return the result of `work`, if it succeeds. Forged or damaged records can make the code of a game fail in any way."""
    try:
        return work()
    except Exception:
        return None


def _doubled(version: int, tokens: Iterable[int]) -> Finding:
    cards = ", ".join(format_token(token) for token in sorted(tokens))
    return Finding(version, "miscounted", f"cards are doubled: {cards} in two places at once")


class _Recheck(Generic[S, C, E]):
    """An action checked and resolved again on the state before it."""

    __slots__ = ("_before", "_game", "_payload", "_version", "after", "derived", "findings")

    def __init__(self, game: Game[S, C, E], before: S, version: int, payload: ActionEntry[C, E] | Opened[C, E]) -> None:
        self._game, self._before, self._version, self._payload = game, before, version, payload
        self.after: S | None = None
        """State that the command leads to today; unset if the command is impossible."""
        self.derived = False
        """True if the recorded events equal those that the command leads to today."""
        self.findings = tuple(self._compare())

    @property
    def disagrees(self) -> bool:
        """True if there is a finding other than a recorded violation."""
        return any(finding.kind != "violated" for finding in self.findings)

    def _disagreeing(self, text: str, rule: str = "") -> Finding:
        return Finding(self._version, "disagreeing", text, rule)

    def _impossible(self, why: str) -> Finding:
        return self._disagreeing(
            f"the recorded command, {tag_of(self._payload.command)}, could not have been given: {why}"
        )

    def _compare(self) -> Iterator[Finding]:
        game, payload, before = self._game, self._payload, self._before
        for violation in payload.violations:
            yield Finding(self._version, "violated", violation.text, violation.rule)
        if before.seats and (strange := unknown_seat(payload.command, before.seats)):
            yield self._impossible(f"it names {strange}, which is not at the table")
            return
        found = _attempt(lambda: game.check(before, payload.command))
        if found is None:
            yield self._impossible("the rules cannot resolve it at this point")
            return
        # A competition may cite a rule by the id in the game's rulebook or by its own id: both mean the same rule.
        same = competition_rules() if game.kind == "competition" and (found or payload.violations) else {}
        recorded = {same.get(v.rule, v.rule): v.rule for v in payload.violations}
        now = {same.get(v.rule, v.rule) for v in found}
        for violation in found:
            if same.get(violation.rule, violation.rule) not in recorded:
                yield self._disagreeing(f"now refused, not flagged on record: {violation.text}", violation.rule)
        for rule in sorted(recorded[rule] for rule in recorded.keys() - now):
            yield self._disagreeing("flagged on record, now allowed", rule)
        if any(violation.impossible for violation in found):
            return
        out = _attempt(lambda: game.resolution(before, payload.command))
        if out is None:
            yield self._impossible("the rules cannot resolve it at this point")
            return
        self.after = out.state
        if (events := tuple(out.events)) != payload.events:
            yield self._disagreeing(_difference(payload.events, events))
        else:
            self.derived = True

    def miscounted(self, after: S) -> Iterator[Finding]:
        """Yield a finding for each owner who has more or fewer cards after the recorded events than after today's."""
        card_counts, before = self._game.card_counts, self._before
        if self.after is None and tag_of(self._payload.command) == "declare_position":
            return
        would_be = before if self.after is None else self.after
        counted = _attempt(lambda: card_counts(after))
        if counted is None:
            yield Finding(self._version, "miscounted", "cards cannot be counted after this entry")
            return
        right = dict(card_counts(would_be))
        for owner, cards in counted.items():
            if right.get(owner, 0) and cards != right[owner]:
                word = "lost" if cards < right[owner] else "doubled"
                text = f"cards are {word}: {owner} has {cards} in all after this entry, and would have {right[owner]}"
                yield Finding(self._version, "miscounted", text)


def _difference(recorded: tuple[E, ...], resolved: tuple[E, ...]) -> str:
    for number, (old, new) in enumerate(zip(recorded, resolved, strict=False), start=1):
        if old != new:
            return f"event {number} is recorded as {tag_of(old)} and would be {_short_difference(old, new)}"
    longer, word = (recorded, "only recorded") if len(recorded) > len(resolved) else (resolved, "not recorded")
    alike = min(len(recorded), len(resolved))
    return f"event {alike + 1}, {tag_of(longer[alike])}, is {word}"


def _short_difference(old: E, new: E) -> str:
    if type(old) is not type(new):
        return tag_of(new)
    changed = [name for name in old.__struct_fields__ if getattr(old, name) != getattr(new, name)]
    return "different in " + ", ".join(f"{n} ({getattr(old, n)} / {getattr(new, n)})" for n in changed[:3])
