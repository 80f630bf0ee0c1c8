"""The docket of a match: disputes, rulings, penalties, appeals, rewinds and confirmations, and validation of new ones.

The recording code calls `validate`; the audit calls it again.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Generic, TypeVar, assert_never

from msgspec.structs import replace

from domain.cards import UNKNOWN
from domain.entries import ActionEntry, Concluded, Entry
from domain.game import C, E, S, tag_of
from domain.judging import (
    GOING_BACK,
    LOSING,
    PERSONAL,
    RULING_ROLES,
    AnyJudging,
    Appealed,
    Appointed,
    Confirmed,
    Decision,
    Disputed,
    Judging,
    Merged,
    Penalised,
    Rewound,
    Ruled,
    Withdrawn,
)
from domain.match import Match
from domain.names import fold_name
from domain.payload import Revision, Role
from domain.procedure.guide import infractions
from domain.rules import Violation
from domain.seating import unknown_seat
from domain.text import join_words, suggestion
from domain.timeline import place_from, place_of, target_of

J = TypeVar("J", bound=Judging)
P = TypeVar("P", bound=Revision)
REMEDY: Final = "remedy of ruling"
PENALTY: Final = "penalty by ruling"
"""Start of the reason given for an action that a ruling causes. The ruling's entry follows it."""
FROM_THE_ERROR: Final = GOING_BACK | {"partial_fix", "reshuffle"}
"""Remedies that need the point of error."""


class Docket(Generic[S, C, E]):
    """Records of officials in a match."""

    def __init__(self, match: Match[S, C, E], entries: Iterable[Entry[C, E]] = ()) -> None:
        self.match = match
        self.acts: dict[int, AnyJudging] = {}
        """Records of officials by version, in order."""
        self.brought: dict[int, int] = {}
        """Actions that rulings caused in the game: entry -> the ruling."""
        self.ordered: dict[int, Role] = {}
        """Corrections, take-backs and redos that an official ordered: entry -> the official's role."""
        self.ahead = 0
        """Entries that will follow the match but are not in it yet."""
        self.follow(entries)

    @property
    def version(self) -> int:
        """The version of the last entry, recorded or expected."""
        return self.match.version + self.ahead

    def follow(self, entries: Iterable[Entry[C, E]]) -> None:
        """Add further entries."""
        for entry in entries:
            version, payload = entry.envelope.version, entry.payload
            if isinstance(payload, Judging):
                self.acts[version] = payload
            elif isinstance(payload, ActionEntry | Concluded):
                self._follow_effect(version, getattr(payload, "reason", ""))
            elif isinstance(payload, Revision) and payload.role:
                self.ordered[version] = payload.role

    def _follow_effect(self, version: int, reason: str) -> None:
        """Link an action to its ruling. The entry after a penalty is its effect; other effects name the ruling in their
        reason."""
        before = self.acts.get(version - 1)
        said, _, number = reason.rpartition(" ")
        ruling = int(number) if said == REMEDY and number.isascii() and number.isdigit() and len(number) < 9 else 0
        if isinstance(before, Penalised) and before.effect:
            ruling = before.about
        if isinstance(self.acts.get(ruling), Ruled):
            self.brought[version] = ruling

    def acts_in(self, version: int) -> bool:
        """True if an entry is an official's act on the match: an effect, a remedy, a rewind, or an ordered change."""
        return version in self.brought or version in self.ordered or isinstance(self.acts.get(version), Rewound)

    def role_behind(self, version: int) -> Role | None:
        """Return the role of the official who recorded, caused or ordered an entry, if one did."""
        if version in self.ordered:
            return self.ordered[version]
        act = self.acts.get(self.brought.get(version, version))
        ruling = self.acts.get(act.about) if isinstance(act, Penalised | Rewound) else act
        return ruling.role if isinstance(ruling, Ruled) else None

    def expect(self, act: AnyJudging | None) -> int:
        """Add the next expected entry (`None`: an action of the game) and return its version."""
        self.ahead += 1
        if act is not None:
            self.acts[self.version] = act
        return self.version

    def of(self, kind: type[J]) -> dict[int, J]:
        """Return all records of a kind by version, with the current seats of the people that they name."""
        as_seated = self.match.as_seated
        return {version: as_seated(version, act) for version, act in self.acts.items() if isinstance(act, kind)}

    def about(self, version: int, kind: type[J]) -> dict[int, J]:
        """Return the records of a kind about an entry."""
        return {number: act for number, act in self.of(kind).items() if act.about == version}

    def ruling_on(self, version: int) -> int:
        """Return the ruling that answers a claim or appeal; 0 if it is still open."""
        return next((ruling for ruling in self.about(version, Ruled) if not self.about(ruling, Withdrawn)), 0)

    def void_by(self, version: int) -> int:
        """Return the entry that ended a claim, ruling, penalty or appeal; 0 if it still counts. It was withdrawn, or
        the ruling overturned on appeal; a modified ruling stays, with other penalties."""
        if withdrawn := next(iter(self.about(version, Withdrawn)), 0):
            return withdrawn
        act = self.acts.get(version)
        if isinstance(act, Penalised):
            return self.void_by(act.about) or self._decided(act.about, "modified")
        return self._decided(version, "overturned")

    def _decided(self, ruling: int, decision: Decision) -> int:
        """Return the decision on appeal that overruled a ruling; 0 without one."""
        rulings = (self.ruling_on(appeal) for appeal in self.about(ruling, Appealed))
        return next((n for n in rulings if isinstance(act := self.acts.get(n), Ruled) and act.decision == decision), 0)

    def fate_of(self, version: int) -> str:
        """Return the end of a claim, ruling, penalty or appeal in words: `overturned by entry 19`; empty if it still
        counts."""
        void = self.void_by(version)
        by = self.acts.get(void)
        how = by.decision if isinstance(by, Ruled) else "withdrawn"
        return f"{how} by entry {void}" if void else ""

    def waits(self, ruling: int) -> bool:
        """Return True if a ruling in force orders a rewind that is not recorded yet."""
        act = self.acts.get(ruling)
        ordered = isinstance(act, Ruled) and act.remedy in GOING_BACK
        return ordered and not self.about(ruling, Rewound) and not self.void_by(ruling)

    def open_claims(self) -> dict[int, Disputed | Appealed]:
        """Return the claims and appeals that wait for a ruling, by version."""
        waiting: dict[int, Disputed | Appealed] = {**self.of(Disputed), **self.of(Appealed)}
        return {
            version: act
            for version, act in sorted(waiting.items())
            if not self.ruling_on(version) and not self.void_by(version)
        }

    def role_of(self, official: str) -> Role | None:
        """Return the role for which somebody was last registered, if they were."""
        named = [act.role for act in self.of(Appointed).values() if fold_name(act.official) == fold_name(official)]
        return named[-1] if named else None

    def ruling_role(self, official: str) -> Role:
        """Return the role in which somebody rules: their registered one, or judge."""
        named = self.role_of(official)
        return named if named in RULING_ROLES else "judge"

    def in_role(self, payload: P) -> P:
        """Return a change of the record with the role of the official who orders it, unless it has one."""
        if not payload.official or payload.role:
            return payload
        return replace(payload, role=self.ruling_role(payload.official))

    def named_otherwise(self, official: str, role: str) -> str:
        """Return why somebody may not act in a role that is not their registered one; empty if they may."""
        named = self.role_of(official)
        if named is None or named == role or (role != "head_judge" and named in RULING_ROLES):
            return ""
        return f"{official} was named {named.replace('_', ' ')} for this match"

    def conflicts_of(self, official: str) -> frozenset[int]:
        """The seats to which somebody has declared ties."""
        same = (act for act in self.of(Appointed).values() if fold_name(act.official) == fold_name(official))
        return frozenset(seat for act in same for seat in act.conflicts)

    def confirmed_by_all(self) -> int:
        """Return the last entry by which all players had confirmed the same record; 0 if they never did."""
        confirmations, alike = self.of(Confirmed), self.match.stood_alike
        for version in sorted(confirmations, reverse=True):
            before = (act.seat for other, act in confirmations.items() if other <= version and alike(other, version))
            if len(set(before)) == len(self.match.state.seats):
                return version
        return 0

    def validate(self, act: AnyJudging) -> Iterator[Violation]:
        """Yield the violations of a further record by officials; empty if it may be recorded."""
        if strange := unknown_seat(act, self.match.state.seats):
            yield Violation(_RULES[type(act)], f"{strange} is not at the table")
        elif not 0 <= act.about <= self.version:
            yield Violation(_RULES[type(act)], f"no entry {act.about}; the match has {self.version}")
        else:
            yield from self._violations_of(act)

    def _violations_of(self, act: AnyJudging) -> Iterator[Violation]:
        if isinstance(act, Appointed):
            return iter(() if act.official.strip() else (Violation("JP-A01", "give the name of the official"),))
        if isinstance(act, Disputed):
            return self._claim_violations(act)
        if isinstance(act, Ruled):
            return self._ruling_violations(act)
        if isinstance(act, Penalised):
            return self._penalty_violations(act)
        if isinstance(act, Appealed):
            return self._appeal_violations(act)
        if isinstance(act, Rewound):
            return self._rewind_violations(act)
        if isinstance(act, Confirmed):
            return self._confirmation_violations(act)
        if isinstance(act, Merged):
            return self._merging_violations(act)
        if isinstance(act, Withdrawn):
            return self._withdrawal_violations(act)
        assert_never(act)

    def _claim_violations(self, act: Disputed) -> Iterator[Violation]:
        last = act.upto or act.about
        if not 0 < act.about <= last <= self.match.version:
            yield Violation(
                "JP-C01", f"entries {act.about} to {last}: name entries from 1 to {self.match.version}, in order"
            )
        if not act.claimant.strip() or not act.text.strip():
            yield Violation("JP-C01", "a claim needs a claimant, and a text that says what is wrong")

    def _ruling_violations(self, act: Ruled) -> Iterator[Violation]:
        game = self.match.game
        if unknown := [rule for rule in act.rules if rule not in game.rules]:
            near = suggestion(unknown[0], (*game.rules, *infractions()))
            guide = " or the infraction guide"
            yield Violation("JP-R01", f"no rule {join_words(unknown)} in the rulebook of {game.title}{guide}{near}")
        if not act.rules and act.infraction not in infractions() and act.role != "head_judge":
            yield Violation(
                "JP-R01",
                "cite a rule or an infraction of the guide; only the head judge rules that neither covers the case",
            )
        if not act.text.strip():
            yield Violation("JP-R02", "say what was found and why")
        yield from self._standing_of(act)
        yield from self._answer_violations(act)
        if act.remedy in GOING_BACK and act.remedy != "simple_backup" and act.role != "head_judge":
            yield Violation("JP-R04", f"{act.remedy.replace('_', ' ')} needs the head judge")
        if act.deviation and act.role != "head_judge":
            yield Violation("JP-R05", "only the head judge deviates from the guide")
        if not 0 <= act.error <= self.match.version:
            yield Violation(
                "JP-R08", f"the point of error: entry {act.error} does not exist, the last one is {self.match.version}"
            )
        elif act.remedy in FROM_THE_ERROR and not act.error:
            yield Violation("JP-R08", "name the point of error: the first entry that is wrong")
        elif act.remedy in FROM_THE_ERROR and (by := self.match.undone.get(act.error)):
            yield Violation("JP-R08", f"entry {act.error} does not count: entry {by} undid it")

    def _standing_of(self, act: Ruled) -> Iterator[Violation]:
        """Yield the violations of the official who rules."""
        if not act.official.strip() or act.role not in RULING_ROLES:
            yield Violation("JP-R03", "a ruling is made by a judge or the head judge, by name")
        elif problem := self.named_otherwise(act.official, act.role):
            yield Violation("JP-R03", problem)
        ties, seats = self.conflicts_of(act.official), range(len(self.match.state.seats))
        if ties and (missing := [seat for seat in seats if seat not in act.consents]):
            names = join_words(self.match.state.seats[seat].name for seat in missing)
            yield Violation("JP-R06", f"{act.official} has declared ties to a player: {names} must consent")

    def _answer_violations(self, act: Ruled) -> Iterator[Violation]:
        """Yield violations if the answered claim or appeal is not open, or not for this official."""
        asked = self.acts.get(act.about)
        if act.about and not isinstance(asked, Disputed | Appealed):
            yield Violation("JP-R07", f"entry {act.about} is not a claim or an appeal: dispute it first")
        elif act.about and (ruling := self.ruling_on(act.about)):
            yield Violation("JP-R07", f"entry {act.about} was ruled on in entry {ruling}: it can be appealed against")
        if not isinstance(asked, Appealed):
            if act.decision:
                yield Violation("JP-L02", "only an appeal is upheld, modified or overturned: name its entry")
            return
        if act.role != "head_judge" or not act.decision:
            yield Violation("JP-L02", "an appeal is decided by the head judge: upheld, modified or overturned")
        first = self.acts.get(asked.about)
        named = {fold_name(one.official) for one in self.of(Appointed).values()}
        others = {one for one in named if self.role_of(one) == "head_judge"}
        same = isinstance(first, Ruled) and fold_name(first.official) == fold_name(act.official)
        if same and (others - {fold_name(act.official)} or (isinstance(first, Ruled) and first.role != "head_judge")):
            yield Violation("JP-L02", f"{act.official} ruled first: another official decides the appeal")

    def _penalty_violations(self, act: Penalised) -> Iterator[Violation]:
        ruling = self.acts.get(act.about)
        if not isinstance(ruling, Ruled):
            yield Violation("JP-P01", f"entry {act.about} is not a ruling")
        elif fate := self.fate_of(act.about):
            yield Violation("JP-P01", f"the ruling of entry {act.about} was {fate}")
        elif act.penalty in LOSING and ruling.role != "head_judge":
            yield Violation("JP-P02", f"a {act.penalty.replace('_', ' ')} needs the head judge")
        if (act.penalty == "score_adjustment") != (act.amount > 0):
            yield Violation("JP-P03", "a score adjustment has an amount from 1 on; other penalties have none")
        if (act.seat is None) != bool(act.person.strip()):
            yield Violation("JP-P01", "a penalty is one player's, or that of one other person, by name")
        elif act.seat is None and (act.penalty not in PERSONAL or act.effect):
            yield Violation(
                "JP-P03", f"{act.person} does not play: a caution, a warning or a disqualification, no more"
            )

    def _appeal_violations(self, act: Appealed) -> Iterator[Violation]:
        ruling = self.acts.get(act.about)
        if not isinstance(ruling, Ruled):
            yield Violation("JP-L01", f"entry {act.about} is not a ruling, so it cannot be appealed")
        elif ruling.decision:
            yield Violation("JP-L01", f"entry {act.about} decides an appeal: it is final")
        elif self.about(act.about, Appealed):
            yield Violation("JP-L01", f"an appeal against entry {act.about} was made already")

    def _rewind_violations(self, act: Rewound) -> Iterator[Violation]:
        ruling = self.acts.get(act.about)
        if not isinstance(ruling, Ruled) or ruling.remedy not in GOING_BACK:
            yield Violation("JP-W01", f"entry {act.about} is not a ruling that undoes play")
            return
        if not self.waits(act.about):
            fate = self.fate_of(act.about) or "done already"
            yield Violation("JP-W01", f"the rewind ordered by entry {act.about} was {fate}")
        place = place_of(self.match.actions, target_of(act))
        if place < 0:
            by = self.match.undone.get(act.to)
            yield Violation("JP-W02", f"entry {target_of(act)} was undone" + (f": entry {by} undid it" if by else ""))
        elif place >= place_from(self.match.actions, ruling.error):
            yield Violation("JP-W02", f"entry {target_of(act)} is not before the point of error, entry {ruling.error}")
        elif place == len(self.match.actions) - 1:
            yield Violation("JP-W02", f"no action follows entry {target_of(act)}")
        undone = self.match.actions[place + 1 :] if place >= 0 else ()
        yield from self._overrules(ruling, [one.version for one in undone])
        rolled = [action.address for action in undone if tag_of(action.command) in self.match.game.judging.dice]
        if bool(rolled) != bool(act.dice):
            why = (
                f"dice rolled in entry {join_words(map(str, rolled))}: keep or reroll?"
                if rolled
                else "no dice were rolled since"
            )
            yield Violation("JP-W03", why)
        if (confirmed := self.confirmed_by_all()) and act.to < confirmed:
            yield Violation("JP-W04", f"all players confirmed the result by entry {confirmed}: amend it by a ruling")
        for one in act.put_back:
            if one.chosen not in (*one.candidates, UNKNOWN):
                yield Violation("JP-W05", f"{one.chosen} is not one of {join_words(one.candidates)}")

    def _overrules(self, ruling: Ruled, undone: Iterable[int]) -> Iterator[Violation]:
        """Yield a violation if another official undoes an action of the head judge."""
        heads = (entry for entry in undone if self.acts_in(entry) and self.role_behind(entry) == "head_judge")
        if ruling.role != "head_judge" and (first := next(heads, 0)):
            yield Violation("JP-U01", f"entry {first} is the head judge's doing: the head judge undoes it")

    def _withdrawal_violations(self, act: Withdrawn) -> Iterator[Violation]:
        if not isinstance(self.acts.get(act.about), Disputed | Ruled | Penalised | Appealed):
            yield Violation(
                "JP-D01", f"entry {act.about} is not a claim, ruling, penalty or appeal, so it cannot be withdrawn"
            )
        elif fate := self.fate_of(act.about):
            yield Violation("JP-D01", f"entry {act.about} was {fate}")
        if not act.text.strip():
            yield Violation("JP-D01", "say why it is withdrawn")
        needed = self.role_behind(act.about) or "judge"
        if not act.official.strip() or act.role not in RULING_ROLES[RULING_ROLES.index(needed) :]:
            yield Violation("JP-D01", f"the {needed.replace('_', ' ')} withdraws it, by name")
        elif problem := self.named_otherwise(act.official, act.role):
            yield Violation("JP-D01", problem)

    def _merging_violations(self, act: Merged) -> Iterator[Violation]:
        if act.into in ("", self.match.id) or self.of(Merged):
            yield Violation("JP-M01", "a record goes on in one other record, and is merged once")

    def _confirmation_violations(self, act: Confirmed) -> Iterator[Violation]:
        if self.match.outcome is None:
            yield Violation("JP-F01", "the match is in progress: it has no result to confirm")
        elif act.head != self.match.head:
            yield Violation("JP-F01", "the record has changed since: look at it again, then confirm")


_RULES: Final[Mapping[type[Judging], str]] = {
    Appointed: "JP-A01",
    Disputed: "JP-C01",
    Ruled: "JP-R07",
    Penalised: "JP-P01",
    Appealed: "JP-L01",
    Rewound: "JP-W01",
    Confirmed: "JP-F01",
    Merged: "JP-M01",
    Withdrawn: "JP-D01",
}
"""The rule that a record breaks if it names unknown entries or people."""
