"""Preview of a correction: its effects on a match before it is recorded.

The later actions are validated and resolved again, each with its stored command. The audit of a correction does the same.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import TOKENS_PER_SEAT, Token, token_owner
from domain.corrections import AffectedAction, AmendedAction, Amendments, Corrected, EditKind
from domain.decision import Decision
from domain.game import C, E, S, evolve_all
from domain.match import Match
from domain.payload import Role
from domain.rules import Violation
from domain.seats import seat_name
from domain.table.tokens import tokens_in
from domain.timeline import Action, Address, Stamped

L = TypeVar("L")

Verdict: TypeAlias = Literal[
    "replaced", "inserted", "struck", "same", "changed", "newly_illegal", "newly_legal", "impossible"
]
"""Effect of a correction on an action. The first three are requested, the others follow from them. `same`: its events,
violations and turn info do not change."""


class Edit(Struct, Generic[L], frozen=True):
    """A requested edit of one action. `line` is the new command in the form it is read from (unset: strike the action)."""

    address: Address
    how: EditKind
    line: L | None = None


class EditEffect(Struct, Generic[S, C, E], frozen=True):
    """Effect of a correction on one action."""

    address: Address
    verdict: Verdict
    before: Action[S, C, E] | None
    """The current action; unset for an inserted one."""
    after: Action[S, C, E] | None
    """The action after the correction; unset if it is struck or impossible."""
    violations: tuple[Violation, ...] = ()
    """Violations that make it impossible or newly illegal."""

    @property
    def is_unchanged(self) -> bool:
        """True if the action is recorded exactly as before."""
        one, other = self.before, self.after
        same = one is not None and other is not None and (one.command, one.events) == (other.command, other.events)
        return same and one is not None and other is not None and one.violations == other.violations

    @property
    def handed(self) -> tuple[int, int] | None:
        """Return the seats of the player before and after the correction, if the correction gives the action to another
        player."""
        if self.before is None or self.after is None or self.verdict == "replaced":
            return None
        was, now = _seat_of(self.before), _seat_of(self.after)
        if was is None or now is None or was == now:
            return None
        same = seat_name(self.before.state.seats, was) == seat_name(self.after.state.seats, now)
        return None if same else (was, now)


def _seat_of(action: Action[S, C, E]) -> int | None:
    """The seat of an action: that of its first event, else the seat that was to act."""
    named = (getattr(action.events[0], name, None) for name in ("player", "seat")) if action.events else ()
    return next((seat for seat in named if isinstance(seat, int)), action.moment.seat)


class Proposal(Struct, Generic[S, C, E], frozen=True):
    """A correction that is not recorded yet."""

    version: int
    """The version that it would have."""
    consequences: tuple[EditEffect[S, C, E], ...]
    """Effects on all actions from the first corrected one on, in the order of the new timeline."""
    payload: Corrected[C, E]
    state: S
    """The match state after the correction."""

    def ordered(self, official: str, role: Role | Literal[""]) -> Corrected[C, E]:
        """The correction by order of an official."""
        return replace(self.payload, official=official, role=role)

    @property
    def impossible(self) -> tuple[EditEffect[S, C, E], ...]:
        """Actions that block the correction: they must be amended or struck, too."""
        return self.having("impossible")

    def having(self, verdict: Verdict) -> tuple[EditEffect[S, C, E], ...]:
        """The actions with this verdict."""
        return tuple(one for one in self.consequences if one.verdict == verdict)

    @property
    def counts(self) -> Mapping[Verdict, int]:
        """The number of actions with each verdict."""
        return Counter(one.verdict for one in self.consequences)


def preview_correction(
    match: Match[S, C, E], edits: Sequence[Edit[L]], decided: Callable[[L, S], Decision[S, C, E]], reason: str = ""
) -> Proposal[S, C, E]:
    """Return a preview of a correction. `decided` resolves the line of an edit in the state before it.

    Raises BrokenHistory for edits of actions that are not on the timeline, and the errors of `decided`. Later actions stay even
    if they now break rules; impossible ones block the correction."""
    amendments: Amendments[Edit[L]] = Amendments(edits)
    rebuild = _Rebuild(match, decided)
    first = amendments.first_in(match.actions)
    rebuild.begin(first)
    for action in match.actions[first:]:
        for edit in amendments.inserted.get(action.address, ()):
            rebuild.amend(edit, Address(rebuild.version, amendments.numbers[id(edit)]), None)
        instead = amendments.instead.get(action.address)
        if instead is None:
            rebuild.keep(action)
        elif instead.how == "strike":
            rebuild.strike(instead, action)
        else:
            rebuild.amend(instead, action.address, action)
    amended = tuple(rebuild.amended[id(edit)] for edit in edits)
    payload = Corrected(amended=amended, following=tuple(rebuild.following), reason=reason)
    return Proposal(rebuild.version, tuple(rebuild.consequences), payload, rebuild.state)


class _Rebuild(Generic[S, C, E, L]):
    """Builds the corrected timeline, action by action."""

    def __init__(self, match: Match[S, C, E], decided: Callable[[L, S], Decision[S, C, E]]) -> None:
        self.version = match.version + 1
        self.state: S = match.states[0]
        self.amended: dict[int, AmendedAction[C, E]] = {}
        """Keyed by `id()` of the edit."""
        self.following: list[AffectedAction[E]] = []
        self.consequences: list[EditEffect[S, C, E]] = []
        self._match, self._game = match, match.game
        self._decided = decided
        self._numbers = _Numbers(match)
        self._tip: Action[S, C, E] | None = None

    def begin(self, first: int) -> None:
        """Start at the index of the first changed action."""
        if first:
            self._tip = self._match.actions[first - 1]
            self.state = self._tip.state

    def amend(self, edit: Edit[L], address: Address, instead_of: Action[S, C, E] | None) -> None:
        """Add a requested command, in place of an action or before the next one."""
        assert edit.line is not None, "it is not to be struck"
        decision = self._decided(edit.line, self.state)
        events, after = self._numbered(decision.command, decision.events, decision.after, instead_of)
        form = AmendedAction(
            entry=edit.address.version,
            number=edit.address.number,
            how=edit.how,
            command=decision.command,
            events=events,
            violations=decision.violations,
            moment=(moment := self._game.turn_info(self.state).kept),
        )
        self.amended[id(edit)] = form
        verdict: Verdict = "inserted" if instead_of is None else "replaced"
        action = Action(
            *address, self.version, decision.command, events, decision.violations, Stamped(moment), self.state, None
        )
        grown = self._grow(action, after)
        self.consequences.append(EditEffect(address, verdict, instead_of, grown, decision.violations))

    def strike(self, edit: Edit[L], action: Action[S, C, E]) -> None:
        """Remove an action."""
        self.amended[id(edit)] = AmendedAction(entry=action.version, number=action.number, how="strike")
        self.consequences.append(EditEffect(action.address, "struck", action, None))

    def keep(self, action: Action[S, C, E]) -> None:
        """Validate and resolve a later action again."""
        game, state = self._game, self.state
        found = game.check(state, action.command)
        if stopping := tuple(violation for violation in found if violation.impossible):
            self.consequences.append(EditEffect(action.address, "impossible", action, None, stopping))
            return
        out, moment = game.resolution(state, action.command), game.turn_info(state).kept
        events, after = tuple(out.events), out.state
        if events != action.events:
            events, after = self._numbered(action.command, events, after, action)
        if events == action.events and found == action.violations and moment == action.moment:
            self.consequences.append(EditEffect(action.address, "same", action, self._grow(action, after)))
            return
        changed = AffectedAction(
            entry=action.version, number=action.number, events=events, violations=found, moment=moment
        )
        self.following.append(changed)
        changed_act = replace(action, by=self.version, events=events, violations=found, stamp=Stamped(moment))
        grown = self._grow(changed_act, after)
        before, now = ({violation.rule for violation in some} for some in (action.violations, found))
        verdict: Verdict = "newly_illegal" if now - before else "newly_legal" if before - now else "changed"
        new = tuple(violation for violation in found if violation.rule not in before)
        self.consequences.append(EditEffect(action.address, verdict, action, grown, new))

    def _numbered(
        self, command: C, events: tuple[E, ...], after: S, instead_of: Action[S, C, E] | None
    ) -> tuple[tuple[E, ...], S]:
        """Return the events of a command and the state after them, with card numbers preserved."""
        kept = self._numbers.kept(self.state, command, events, instead_of)
        return (events, after) if kept == events else (kept, evolve_all(self._game, self.state, kept))

    def _grow(self, action: Action[S, C, E], after: S) -> Action[S, C, E]:
        """Append the action to the new timeline, with the state after it."""
        self.state = after
        self._tip = replace(action, cached_state=self.state, parent=self._tip, compute=None)
        return self._tip


class _Numbers(Generic[S, C, E]):
    """Numbers of physical cards: a corrected action keeps its numbers, a new one gets numbers that were never used."""

    def __init__(self, match: Match[S, C, E]) -> None:
        self._match = match
        self._highest: dict[int, int] = {}
        """Owner -> the highest number ever given."""

    def kept(self, state: S, command: C, events: tuple[E, ...], action: Action[S, C, E] | None) -> tuple[E, ...]:
        """Return the events of a command with the right numbers for new cards. `action`: the action that it replaces, if any."""
        game = self._match.game
        if game.with_next_card_numbers is None or not state.seats or not (named := set(_numbers_in(events))):
            return events
        own: set[int] = set()
        if action is not None:
            own = set(_numbers_in(action.events))
            if named == own:
                return events
            own -= {token.id for token in tokens_in(action.parent.state)} if action.parent is not None else set()
        new = named - {token.id for token in tokens_in(state)}
        first = self._first_numbers(Counter(map(token_owner, new)), own)
        return game.resolve(game.with_next_card_numbers(state, first), command) if first else events

    def _first_numbers(self, new: Mapping[int, int], own: set[int]) -> dict[int, int]:
        """Return the first number for each owner's new cards, reusing the numbers of the corrected action if they suffice.
        Return an empty mapping if an owner's numbers run out: the game's own numbers are then used."""
        first: dict[int, int] = {}
        for owner, count in new.items():
            had = [token for token in own if token_owner(token) == owner]
            if count <= len(had):
                first[owner] = min(had) % TOKENS_PER_SEAT
                continue
            highest = self._highest_of(owner)
            if highest + count >= TOKENS_PER_SEAT:
                return {}
            first[owner] = highest + 1
            self._highest[owner] = highest + count
        return first

    def _highest_of(self, owner: int) -> int:
        if not self._highest:
            match = self._match
            named = (token for action in match.all_actions for token in _numbers_in(action.events))
            for token in (*named, *(token.id for token in tokens_in(match.state))):
                number = token % TOKENS_PER_SEAT
                self._highest[token_owner(token)] = max(number, self._highest.get(token_owner(token), 0))
        return self._highest.setdefault(owner, 0)


def _numbers_in(part: object, field: str = "") -> Iterator[int]:
    """The card numbers in the `token` fields of events."""
    if isinstance(part, Struct):
        for name in part.__struct_fields__:
            yield from _numbers_in(getattr(part, name), "token" if isinstance(part, Token) and name == "id" else name)
    elif isinstance(part, int):
        if "token" in field and part > TOKENS_PER_SEAT:
            yield part
    elif isinstance(part, tuple):
        for item in part:
            yield from _numbers_in(item, field)
