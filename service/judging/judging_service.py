"""The judges' service for the terminal program. Methods that read raise errors; methods that record return them as values."""

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from domain.entries import action_parts
from domain.judging import GOING_BACK, ClaimKind, Disputed, Rewound, Withdrawn
from domain.replay import AnyHistory
from domain.seats import JUDGE, Viewpoint
from service.judging.case import Hearing, hearing_of
from service.judging.checklist import Checklist
from service.judging.disputes import Dispute, disputes, open_disputes
from service.judging.guide import guided
from service.judging.judge_actions import RulingEffects, docket_of, foresee, record, rewind, rule, withdraw
from service.judging.plan import plan_to
from service.judging.rulings import Ruling
from service.recording.recording_service import Recorded, RecordingOutcome, tried

if TYPE_CHECKING:
    from service.judging.guide import Ledger
    from service.recording.match_service import MatchService

CLAIMED: Final[dict[ClaimKind, str]] = {
    "misrecorded": "the log is not what was played",
    "illegal": "the action was illegal",
    "missed": "something that must happen did not",
    "interpretation": "the meaning of a rule",
    "conduct": "how somebody behaved",
}
"""Kind of claim -> default text of the claim."""


class PreparedRuling(Struct, frozen=True):
    """A preview of a ruling's effects, and the steps for the table."""

    foresight: RulingEffects
    checklist: Checklist | None
    """`None` if the ruling does not undo play."""


def prepared(
    app: "MatchService", match_id: str, ruling: Ruling, ledger: "Ledger" = None, *, at_version: int | None = None
) -> PreparedRuling:
    """Preview a ruling with the penalties of the infraction guide. The decision about dice and the names of returned cards may be
    missing: they do not change the state. Raises the errors of `rule`."""
    found = guided(ledger, app.match(match_id), ruling, at_version)
    made = _prepared(app, match_id, found.ruling, at_version)
    return replace(made, foresight=replace(made.foresight, guide=found.advice))


def _prepared(app: "MatchService", match_id: str, ruling: Ruling, at_version: int | None) -> PreparedRuling:
    if ruling.ruled.remedy not in GOING_BACK:
        return PreparedRuling(foresee(app, match_id, ruling, at_version=at_version), None)
    alone = ruling if ruling.later else replace(ruling, later=True, lines=(), penalties=())
    first = foresee(app, match_id, alone, at_version=at_version)
    target, plan = plan_to(app.history(match_id), ruling.ruled.error)
    found = foresee(app, match_id, replace(ruling, to=target, dice="keep" if plan.dice else "", later=False))
    if ruling.later:
        found = replace(found, entries=first.entries)
    return PreparedRuling(found, Checklist(plan=plan, target=target))


class JudgingService:
    """The use cases of judges. Call the methods in workers, because they wait for the store."""

    def __init__(self, app: "MatchService", ledger: "Ledger" = None) -> None:
        self.app = app
        self._ledger = ledger

    def disputes(self, match_id: str) -> tuple[Dispute, ...]:
        """Return the officials' entries of a match. With an empty id, return the waiting claims and appeals of all matches."""
        return disputes(self.app, match_id) if match_id else open_disputes(self.app)

    def hearing(self, match_id: str, entry: int, viewpoint: Viewpoint = JUDGE) -> tuple[AnyHistory, Hearing]:
        """Return the history of a match, and the case of one of its entries. Raises UsageProblem, and the errors of reading a
        match."""
        history = self.app.history(match_id)
        return history, hearing_of(history, entry, viewpoint)

    def checklist(self, match_id: str, error: int) -> Checklist:
        """Return the steps for undoing play back to the point of error. Raises UsageProblem."""
        target, plan = plan_to(self.app.history(match_id), error)
        return Checklist(plan=plan, target=target)

    def dispute(self, match_id: str, version: int, claim: ClaimKind) -> RecordingOutcome:
        """Record a claim about an entry. A claim of illegal play names the recorded violations of the entry."""

        def disputed() -> Recorded:
            match = self.app.match(match_id)
            entries = self.app.store.entries(match_id)
            broken = action_parts(entries[version - 1].payload)[2] if 0 < version <= len(entries) else ()
            rules = ", ".join(dict.fromkeys(one.rule for one in broken)) if claim == "illegal" else ""
            act = Disputed(
                about=version,
                claim=claim,
                claimant=self.app.by,
                role=docket_of(self.app, match).role_of(self.app.by) or "scorekeeper",
                text=CLAIMED[claim] + (f": {rules}" if rules else ""),
            )
            return Recorded(record(self.app, match_id, act).version)

        return tried(disputed)

    def prepare(self, match_id: str, ruling: Ruling) -> PreparedRuling | RecordingOutcome:
        """Return the effects of a ruling and the steps for the table, without recording."""
        return tried(lambda: prepared(self.app, match_id, ruling, self._ledger))

    def rule(self, match_id: str, ruling: Ruling, at_version: int, done: Checklist | None) -> RecordingOutcome:
        """Record a ruling with its effects. `done`: the finished checklist of the rewind; `None`: the rewind follows later."""
        if done is not None:
            ruling = replace(ruling, to=done.target, dice=done.dice, put_back=done.put_back)
        elif ruling.ruled.remedy in GOING_BACK:
            ruling = replace(ruling, later=True)

        def ruled() -> Recorded:
            found = guided(self._ledger, self.app.match(match_id), ruling, at_version).ruling
            return Recorded(rule(self.app, match_id, found, at_version=at_version)[0].version)

        return tried(ruled)

    def withdraw(self, match_id: str, entry: int, why: str) -> RecordingOutcome:
        """Withdraw a claim, ruling, penalty or appeal. The official's role is the appointed one."""

        def withdrawn() -> Recorded:
            role = docket_of(self.app, self.app.match(match_id)).ruling_role(self.app.by)
            act = Withdrawn(about=entry, official=self.app.by, role=role, text=why)
            return Recorded(withdraw(self.app, match_id, act)[0].version)

        return tried(withdrawn)

    def rewind(self, match_id: str, ruling: int, done: Checklist | None) -> RecordingOutcome:
        """Record the rewind of an earlier ruling, when the table has finished its checklist."""
        assert done is not None
        act = Rewound(
            about=ruling, to=done.target.version, number=done.target.number, dice=done.dice, put_back=done.put_back
        )
        return tried(lambda: Recorded(rewind(self.app, match_id, act)[0].version))


def trouble_of(outcome: RecordingOutcome) -> str:
    """Return the error or the violations of an outcome on one line; empty if it was recorded."""
    violations = getattr(outcome, "violations", ())
    return getattr(outcome, "text", "") or "; ".join(map(str, violations))
