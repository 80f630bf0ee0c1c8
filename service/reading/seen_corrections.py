"""What corrections changed before a viewpoint's eyes: later actions that read otherwise than before.

A correction may change hidden results of later actions, such as whether a card was known. Only the judge is told of those:
every other mark and number follows from what its viewpoint reads, as if nothing hidden were recorded.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import structs, to_builtins

from domain.corrected_history import state_found
from domain.correction_preview import EditEffect, Verdict
from domain.corrections import Corrected
from domain.entries import action_parts
from domain.game import AnyGame, Command, Event, tag_of
from domain.match import AnyMatch
from domain.replay import AnyHistory
from domain.seats import JUDGE, GameState, Viewpoint
from domain.timeline import Address, AnyAction
from domain.verdicts import known_violations
from storage.records import AnyEntry

AnyEffect: TypeAlias = EditEffect[GameState, Command, Event]
_Look: TypeAlias = tuple[object, ...]


def reads_same(match: AnyMatch, one: AnyAction, other: AnyAction, viewpoint: Viewpoint) -> bool:
    """Return True if two forms of an action tell a viewpoint the same; other names of the players do not count."""
    seats = state_found(match, other).seats or other.state.seats
    return _look(match, one, seats, viewpoint) == _look(match, other, seats, viewpoint)


def _look(match: AnyMatch, act: AnyAction, seats: tuple[object, ...], viewpoint: Viewpoint) -> _Look:
    game, before = match.game, state_found(match, act)
    if before.seats and len(before.seats) == len(seats):
        before = structs.replace(before, seats=seats)
    broken = [one.rule for one in known_violations(game, before, act.command, act.violations, viewpoint)]
    try:
        command: object = to_builtins(game.redact(before, act.command, viewpoint))
    except Exception:  # a forged command cannot be redacted safely
        command = tag_of(act.command)
    return command, list(_sentences(game, before, act, viewpoint)), broken, act.moment.kept


def _sentences(game: AnyGame, state: GameState, act: AnyAction, viewpoint: Viewpoint) -> Iterator[str]:
    """Yield what the events of an action tell. The record alone knows of bookkeeping about a hidden card: it does not count."""
    for event in act.events:
        told = game.narrate(state, event, viewpoint)
        if not event.is_bookkeeping or told == game.narrate(state, event, JUDGE):
            yield told
        state = game.evolve(state, event)


def changed_later(match: AnyMatch, entry: AnyEntry, viewpoint: Viewpoint) -> int:
    """Return how many later actions a correction changed, as far as a viewpoint reads."""
    payload, version = entry.payload, entry.envelope.version
    if not isinstance(payload, Corrected):
        return 0
    if viewpoint == JUDGE:
        return len(payload.following)
    amended = {one.address for one in payload.amended if one.how != "insert"}
    before = {act.address: act for act in match.actions_after(version - 1)}
    kept = (act for act in match.corrections[version] if act.address in before and act.address not in amended)
    return sum(not reads_same(match, before[act.address], act, viewpoint) for act in kept)


def seen_effect(match: AnyMatch, one: AnyEffect, viewpoint: Viewpoint) -> tuple[Verdict, tuple[str, ...]]:
    """Return what a correction does to an action as far as a viewpoint reads, and the rules that the action then breaks."""
    was, now = one.before, one.after
    shown = now or was
    found = one.violations
    if shown is not None:
        found = known_violations(match.game, state_found(match, shown), shown.command, found, viewpoint)
    rules = tuple(dict.fromkeys(violation.rule for violation in found))
    if viewpoint == JUDGE or was is None or now is None or one.verdict == "replaced":
        return one.verdict, rules
    before, after = (
        {
            broken.rule
            for broken in known_violations(match.game, state_found(match, act), act.command, act.violations, viewpoint)
        }
        for act in (was, now)
    )
    if after != before:
        return "newly_illegal" if after - before else "newly_legal", rules
    return "same" if reads_same(match, was, now, viewpoint) else "changed", rules


class SeenCorrections:
    """The corrections of a match as a viewpoint reads them."""

    def __init__(self, history: AnyHistory, viewpoint: Viewpoint) -> None:
        self.history, self.match, self.viewpoint = history, history.match, viewpoint
        undone = self.match.undone
        self._standing = [version for version in sorted(self.match.corrections, reverse=True) if version not in undone]
        self._forms: dict[int, tuple[dict[Address, AnyAction], dict[Address, AnyAction]]] = {}

    def is_replaced(self, act: AnyAction) -> bool:
        """Return True if a corrected action is shown after the one that was recorded, which is struck out."""
        recorded = action_parts(self.history.entries[act.version - 1].payload)[0]
        if self.viewpoint == JUDGE:
            return act.command != recorded  # nobody else may learn that a hidden card is again the recorded one
        return any(self._amends(version, act.address) for version in self._standing)

    def changed_by(self, act: AnyAction) -> int:
        """Return the correction that last changed what a viewpoint reads of an action, or its own entry if none did."""
        if self.viewpoint == JUDGE:
            return act.by
        for version in self._standing:
            if version <= act.version:
                break
            if self._amends(version, act.address):
                return version
            before, after = self._forms_at(version)
            was, now = before.get(act.address), after.get(act.address)
            if was is not None and now is not None and not reads_same(self.match, was, now, self.viewpoint):
                return version
        return act.version

    def _amends(self, version: int, address: Address) -> bool:
        payload = self.history.entries[version - 1].payload
        return isinstance(payload, Corrected) and any(
            one.address == address and one.how == "replace" for one in payload.amended
        )

    def _forms_at(self, version: int) -> tuple[dict[Address, AnyAction], dict[Address, AnyAction]]:
        """Return the actions before and after a correction, by address."""
        if version not in self._forms:
            lines: tuple[Sequence[AnyAction], ...] = (
                self.match.actions_after(version - 1),
                self.match.corrections[version],
            )
            before, after = ({act.address: act for act in line} for line in lines)
            self._forms[version] = before, after
        return self._forms[version]
