"""The changes by corrections that a viewpoint may know of.

A correction may change hidden results of later actions, for example whether a card was known. Only the judge sees those
changes. For other viewpoints, marks and numbers depend only on the redacted commands and sentences that they can read.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

import msgspec
from msgspec import structs

from domain.corrected_history import state_found
from domain.correction_preview import EditEffect, Verdict
from domain.corrections import Corrected
from domain.entries import action_parts
from domain.game import AnyGame, Command, Event, tag_of
from domain.match import AnyMatch
from domain.replay import AnyHistory
from domain.rules import Violation
from domain.seats import JUDGE, GameState, Seat, Viewpoint
from domain.timeline import Address, AnyAction
from domain.verdicts import known_violations
from storage.records import AnyEntry

AnyEffect: TypeAlias = EditEffect[GameState, Command, Event]
_Forms: TypeAlias = dict[Address, AnyAction]


class _Looks:
    """The forms of actions as a viewpoint reads them. Each form is computed once, although it is compared twice: with the form
    before it and the form after it."""

    def __init__(self, viewpoint: Viewpoint) -> None:
        self._viewpoint = viewpoint
        self._looks: dict[int, tuple[AnyAction, object]] = {}
        """By `id()` of the action; the action is kept so that the id is not reused."""
        self._forms: dict[int, tuple[object, _Forms, _Forms]] = {}

    def reads_same(self, match: AnyMatch, one: AnyAction, other: AnyAction) -> bool:
        """Return True if two forms of an action read the same to the viewpoint, apart from the names of the players."""
        seats = state_found(match, other).seats or other.state.seats
        return self._look(match, one, seats) == self._look(match, other, seats)

    def forms_at(self, match: AnyMatch, version: int) -> tuple[_Forms, _Forms]:
        """Return the actions before and after a correction, by address."""
        after = match.corrections[version]
        if version not in self._forms or self._forms[version][0] is not after:
            lines: tuple[Sequence[AnyAction], ...] = match.actions_after(version - 1), after
            self._forms[version] = after, *({act.address: act for act in line} for line in lines)  # type: ignore[assignment]
        return self._forms[version][1:]

    def _look(self, match: AnyMatch, act: AnyAction, seats: tuple[Seat, ...]) -> object:
        before = state_found(match, act)
        if before.seats and before.seats != seats and len(before.seats) == len(seats):
            return _look(match.game, structs.replace(before, seats=seats), act, self._viewpoint)
        if id(act) not in self._looks:
            self._looks[id(act)] = act, _look(match.game, before, act, self._viewpoint)
        return self._looks[id(act)][1]


_LOOKS: Final = WeakKeyDictionary[AnyMatch, dict[Viewpoint, _Looks]]()


def _looks(match: AnyMatch, viewpoint: Viewpoint) -> _Looks:
    return _LOOKS.setdefault(match, {}).setdefault(viewpoint, _Looks(viewpoint))


def _look(game: AnyGame, before: GameState, act: AnyAction, viewpoint: Viewpoint) -> object:
    try:
        command: object = msgspec.json.encode(game.redact(before, act.command, viewpoint))
    except Exception:  # a forged command cannot be redacted safely
        command = tag_of(act.command)
    broken = tuple(_broken_rules(game, before, act, act.violations, viewpoint))
    return command, tuple(_sentences(game, before, act, viewpoint)), broken, act.moment.kept


def _broken_rules(
    game: AnyGame, state: GameState, act: AnyAction, found: Sequence[Violation], viewpoint: Viewpoint
) -> list[str]:
    """Return the rules of the violations that a viewpoint may know of, in order. `state`: the state before the action."""
    return [one.rule for one in known_violations(game, state, act.command, found, viewpoint)]


def _sentences(game: AnyGame, state: GameState, act: AnyAction, viewpoint: Viewpoint) -> Iterator[str]:
    """Yield the sentences of an action's events. Bookkeeping about a hidden card is left out, because only the record knows it."""
    states = (*accumulate(act.events[:-1], game.evolve, initial=state), act.state)
    for number, event in enumerate(act.events):
        told = game.told(states[number:], event, viewpoint)
        if told is not None and (not event.is_bookkeeping or told == game.narrate(states[number], event, JUDGE)):
            yield told


def changed_later(match: AnyMatch, entry: AnyEntry, viewpoint: Viewpoint) -> int:
    """Return the number of later actions that a correction changed and a viewpoint may know of."""
    payload, version = entry.payload, entry.envelope.version
    if not isinstance(payload, Corrected):
        return 0
    if viewpoint == JUDGE:
        return len(payload.following)
    amended = {one.address for one in payload.amended if one.how != "insert"}
    looks = _looks(match, viewpoint)
    before, after = looks.forms_at(match, version)
    kept = (act for address, act in after.items() if address in before and address not in amended)
    return sum(not looks.reads_same(match, before[act.address], act) for act in kept)


def seen_effect(match: AnyMatch, one: AnyEffect, viewpoint: Viewpoint) -> tuple[Verdict, tuple[str, ...]]:
    """Return the effect of a correction on an action, and the rules that the action then breaks, limited to what a
    viewpoint may know."""
    was, now = one.before, one.after
    shown = now or was
    broken = [violation.rule for violation in one.violations]
    if shown is not None:
        broken = _broken_rules(match.game, state_found(match, shown), shown, one.violations, viewpoint)
    rules = tuple(dict.fromkeys(broken))
    if viewpoint == JUDGE or was is None or now is None or one.verdict == "replaced":
        return one.verdict, rules
    before, after = (
        set(_broken_rules(match.game, state_found(match, act), act, act.violations, viewpoint)) for act in (was, now)
    )
    if after != before:
        return "newly_illegal" if after - before else "newly_legal", rules
    return "same" if _Looks(viewpoint).reads_same(match, was, now) else "changed", rules


class SeenCorrections:
    """The corrections of a match, for one viewpoint."""

    def __init__(self, history: AnyHistory, viewpoint: Viewpoint) -> None:
        self.history, self.match, self.viewpoint = history, history.match, viewpoint
        undone = self.match.undone
        self._standing = [version for version in sorted(self.match.corrections, reverse=True) if version not in undone]
        self._looks = _looks(self.match, viewpoint)

    def is_replaced(self, act: AnyAction) -> bool:
        """Return True if the recorded action is struck out and the corrected one is shown after it."""
        recorded = action_parts(self.history.entries[act.version - 1].payload)[0]
        if self.viewpoint == JUDGE:
            return act.command != recorded  # others would learn that a correction restored a hidden card
        return any(self._amends(version, act.address) for version in self._standing)

    def changed_by(self, act: AnyAction) -> int:
        """Return the last correction that changed an action for the viewpoint, or the action's own entry if none did."""
        if self.viewpoint == JUDGE:
            return act.by
        for version in self._standing:
            if version <= act.version:
                break
            if self._amends(version, act.address):
                return version
            before, after = self._looks.forms_at(self.match, version)
            was, now = before.get(act.address), after.get(act.address)
            if was is not None and now is not None and not self._looks.reads_same(self.match, was, now):
                return version
        return act.version

    def _amends(self, version: int, address: Address) -> bool:
        payload = self.history.entries[version - 1].payload
        return isinstance(payload, Corrected) and any(
            one.address == address and one.how == "replace" for one in payload.amended
        )
