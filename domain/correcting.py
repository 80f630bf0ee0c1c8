"""Preview of a correction: its effects on a match before it is recorded.

The later actions are validated and resolved again, each with its stored command. The audit of a correction does the same.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.amending import Act, Address, Amended, Amending, Amendments, Corrected, Followed, Stamped
from domain.cards import TOKENS_PER_SEAT, Token, token_owner
from domain.deciding import Decision
from domain.game import C, E, S, evolve_all
from domain.match import Match
from domain.payload import Role
from domain.rules import Violation
from domain.tokens import tokens_in

L = TypeVar("L")

Verdict: TypeAlias = Literal[
    "replaced", "inserted", "struck", "same", "changed", "newly_illegal", "newly_legal", "impossible"
]
"""Effect of a correction on an action. The first three are requested, the others follow from them. `same`: its events,
violations and turn info stay."""


class Wish(Struct, Generic[L], frozen=True):
    """A requested edit of one action. `line` is the new command in the form it is read from (unset: strike the action)."""

    address: Address
    how: Amending
    line: L | None = None


class Consequence(Struct, Generic[S, C, E], frozen=True):
    """Effect of a correction on one action."""

    address: Address
    verdict: Verdict
    before: Act[S, C, E] | None
    """The current action; unset for an inserted one."""
    after: Act[S, C, E] | None
    """The action after the correction; unset if it is struck or impossible."""
    violations: tuple[Violation, ...] = ()
    """Violations that make it impossible or newly illegal."""


class Proposal(Struct, Generic[S, C, E], frozen=True):
    """A correction that is not recorded yet."""

    version: int
    """The version that it would have."""
    consequences: tuple[Consequence[S, C, E], ...]
    """Effects on all actions from the first corrected one on, in the order of the new timeline."""
    payload: Corrected[C, E]
    state: S
    """The match state after the correction."""

    def ordered(self, official: str, role: Role | Literal[""]) -> Corrected[C, E]:
        """The correction by order of an official."""
        return replace(self.payload, official=official, role=role)

    @property
    def impossible(self) -> tuple[Consequence[S, C, E], ...]:
        """Actions that block the correction: they must be amended or struck, too."""
        return self.having("impossible")

    def having(self, verdict: Verdict) -> tuple[Consequence[S, C, E], ...]:
        """The acts of which that becomes."""
        return tuple(one for one in self.consequences if one.verdict == verdict)

    @property
    def counts(self) -> Mapping[Verdict, int]:
        """How many acts of each verdict."""
        return Counter(one.verdict for one in self.consequences)


def proposed(
    match: Match[S, C, E], wishes: Sequence[Wish[L]], decided: Callable[[L, S], Decision[S, C, E]], reason: str = ""
) -> Proposal[S, C, E]:
    """Return a preview of a correction. `decided` resolves the line of a wish in the state before it.

    Raises BrokenHistory for wishes about actions that are not on the timeline, and the errors of `decided`. The later actions
    are kept whatever rules they break.
    """
    amendments: Amendments[Wish[L]] = Amendments(wishes)
    course = _Course(match, decided)
    first = amendments.first_in(match.acts)
    course.begin(first)
    for act in match.acts[first:]:
        for wish in amendments.inserted.get(act.address, ()):
            course.amend(wish, Address(course.version, amendments.numbers[id(wish)]), None)
        instead = amendments.instead.get(act.address)
        if instead is None:
            course.keep(act)
        elif instead.how == "strike":
            course.strike(instead, act)
        else:
            course.amend(instead, act.address, act)
    amended = tuple(course.amended[id(wish)] for wish in wishes)
    payload = Corrected(amended=amended, following=tuple(course.following), reason=reason)
    return Proposal(course.version, tuple(course.consequences), payload, course.state)


class _Course(Generic[S, C, E, L]):
    """The new line as it grows."""

    def __init__(self, match: Match[S, C, E], decided: Callable[[L, S], Decision[S, C, E]]) -> None:
        self.version = match.version + 1
        self.state: S = match.states[0]
        self.amended: dict[int, Amended[C, E]] = {}
        """By the identity of the wish."""
        self.following: list[Followed[E]] = []
        self.consequences: list[Consequence[S, C, E]] = []
        self._match, self._game = match, match.game
        self._decided = decided
        self._numbers = _Numbers(match)
        self._tip: Act[S, C, E] | None = None

    def begin(self, first: int) -> None:
        """Goes to where the line begins to change."""
        if first:
            self._tip = self._match.acts[first - 1]
            self.state = self._tip.state

    def amend(self, wish: Wish[L], address: Address, instead_of: Act[S, C, E] | None) -> None:
        """A new command, in place of an act or before the next one."""
        assert wish.line is not None, "it is not to be struck"
        decision = self._decided(wish.line, self.state)
        events, after = self._numbered(decision.command, decision.events, decision.after, instead_of)
        form = Amended(
            entry=wish.address.version,
            number=wish.address.number,
            how=wish.how,
            command=decision.command,
            events=events,
            violations=decision.violations,
            moment=(moment := self._game.moment(self.state).kept),
        )
        self.amended[id(wish)] = form
        verdict: Verdict = "inserted" if instead_of is None else "replaced"
        act = Act(
            *address, self.version, decision.command, events, decision.violations, Stamped(moment), self.state, None
        )
        grown = self._grow(act, after)
        self.consequences.append(Consequence(address, verdict, instead_of, grown, decision.violations))

    def strike(self, wish: Wish[L], act: Act[S, C, E]) -> None:
        """An act goes."""
        self.amended[id(wish)] = Amended(entry=act.version, number=act.number, how="strike")
        self.consequences.append(Consequence(act.address, "struck", act, None))

    def keep(self, act: Act[S, C, E]) -> None:
        """A later act is checked and unfolded again."""
        game, state = self._game, self.state
        found = game.check(state, act.command)
        if stopping := tuple(violation for violation in found if violation.impossible):
            self.consequences.append(Consequence(act.address, "impossible", act, None, stopping))
            return
        course, moment = game.unfold(state, act.command), game.moment(state).kept
        events, after = tuple(course.events), course.state
        if events != act.events:
            events, after = self._numbered(act.command, events, after, act)
        if events == act.events and found == act.violations and moment == act.moment:
            self.consequences.append(Consequence(act.address, "same", act, self._grow(act, after)))
            return
        changed = Followed(entry=act.version, number=act.number, events=events, violations=found, moment=moment)
        self.following.append(changed)
        changed_act = replace(act, by=self.version, events=events, violations=found, stamp=Stamped(moment))
        grown = self._grow(changed_act, after)
        before, now = ({violation.rule for violation in some} for some in (act.violations, found))
        verdict: Verdict = "newly_illegal" if now - before else "newly_legal" if before - now else "changed"
        new = tuple(violation for violation in found if violation.rule not in before)
        self.consequences.append(Consequence(act.address, verdict, act, grown, new))

    def _numbered(
        self, command: C, events: tuple[E, ...], after: S, instead_of: Act[S, C, E] | None
    ) -> tuple[tuple[E, ...], S]:
        """Return the events of a command and the state after them, with card numbers preserved."""
        kept = self._numbers.kept(self.state, command, events, instead_of)
        return (events, after) if kept == events else (kept, evolve_all(self._game, self.state, kept))

    def _grow(self, act: Act[S, C, E], after: S) -> Act[S, C, E]:
        """The act behind the last one, with the state after it."""
        self.state = after
        self._tip = replace(act, known=self.state, parent=self._tip, late=None)
        return self._tip


class _Numbers(Generic[S, C, E]):
    """Numbers of physical cards: a corrected action keeps its numbers, a new one gets numbers that were never used."""

    def __init__(self, match: Match[S, C, E]) -> None:
        self._match = match
        self._highest: dict[int, int] = {}
        """Owner -> the highest number ever given."""

    def kept(self, state: S, command: C, events: tuple[E, ...], act: Act[S, C, E] | None) -> tuple[E, ...]:
        """The events of a command with the right numbers for the cards that they bring to the table. `act`: whose place they
        take."""
        game = self._match.game
        if game.numbered is None or not state.seats or not (named := set(_numbers_in(events))):
            return events
        own: set[int] = set()
        if act is not None:
            own = set(_numbers_in(act.events))
            if named == own:
                return events
            own -= {token.id for token in tokens_in(act.parent.state)} if act.parent is not None else set()
        new = named - {token.id for token in tokens_in(state)}
        first = self._first_numbers(Counter(map(token_owner, new)), own)
        return game.resolve(game.numbered(state, first), command) if first else events

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
            named = (token for act in match.made for token in _numbers_in(act.events))
            for token in (*named, *(token.id for token in tokens_in(match.state))):
                number = token % TOKENS_PER_SEAT
                self._highest[token_owner(token)] = max(number, self._highest.get(token_owner(token), 0))
        return self._highest.setdefault(owner, 0)


def _numbers_in(part: object, field: str = "") -> Iterator[int]:
    """The numbers of cards that events name as such."""
    if isinstance(part, Struct):
        for name in part.__struct_fields__:
            yield from _numbers_in(getattr(part, name), "token" if isinstance(part, Token) and name == "id" else name)
    elif isinstance(part, int):
        if "token" in field and part > TOKENS_PER_SEAT:
            yield part
    elif isinstance(part, tuple):
        for item in part:
            yield from _numbers_in(item, field)
