"""Recording of officials' acts. The rules of procedure are checked first; all entries of a request are stored atomically."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count, takewhile
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.decision import RuleViolation
from domain.entries import ActionEntry, Concluded
from domain.game import Command, Event
from domain.judging import GOING_BACK, AnyJudging, Appealed, Confirmed, Disputed, Penalised, Rewound, Ruled, Withdrawn
from domain.match import AnyMatch
from domain.notation import Names, print_command
from domain.procedure.docket import PENALTY, REMEDY, Docket
from domain.procedure.settlement import settled_by
from domain.replay import AnyHistory, open_history
from domain.rules import Violation
from domain.seats import JUDGE, GameState, seat_name
from domain.text import join_words, pluralize
from domain.timeline import Address, target_of
from service.errors import EntryNotFound, UsageProblem
from service.judging.effects import effect_of
from service.judging.guide import cited
from service.judging.plan import plan_of, plan_to
from service.judging.rulings import RequestedPenalty, Ruling
from service.reading.log import action_text
from service.reading.moment_diff import differing
from service.reading.record_acts import outcome_text, record_act_text
from service.recording.entry_batch import EntryBatch
from service.recording.match_service import MatchService, Receipt, history_game
from service.recording.repetition import expect_all_same, repeated_request
from service.recording.request_checks import validated_request
from service.typing.scoresheet import ScoresheetLine
from storage.records import AnyPayload


class RulingEffects(Struct, frozen=True, kw_only=True):
    """A preview of the effects of a ruling."""

    version: int
    """The version of the match."""
    entries: tuple[str, ...]
    """The entries that the ruling would record, as text."""
    changed: tuple[tuple[str, str, str], ...]
    """For each changed place on the board: its name, its content before, its content after."""
    result: str
    """The change of the result, `before → after`; empty if it stays the same."""
    guide: tuple[str, ...] = ()
    """The penalties of the infraction guide, one line per person."""


A = TypeVar("A", bound=AnyJudging)
AnyDocket: TypeAlias = Docket[GameState, Command, Event]


def docket_of(app: MatchService, match: AnyMatch) -> AnyDocket:
    """Return the docket of a match: its entries by officials."""
    return Docket(match, app.store.entries(match.id, upto=match.version))


def _history_of(app: MatchService, match: AnyMatch) -> AnyHistory:
    """Return the history of a match up to the version of `match`."""
    entries = app.store.entries(match.id, upto=match.version)
    return open_history(*history_game(entries, app.store), entries)


def record(
    app: MatchService, match_id: str, act: AnyJudging, *, at_version: int | None = None, command_id: str | None = None
) -> Receipt:
    """Record an appointment, a claim or an appeal. A repeated request with the same command id returns the first receipt. Raises
    RuleViolation (of the rules of procedure), Conflict, UsageProblem."""
    return _recorded(app, match_id, lambda session: session.add(act), at_version, command_id)[-1]


def added(app: MatchService, match_id: str, act: AnyJudging) -> EntryBatch:
    """Return a batch with a checked act that is not stored yet. Raises the errors of `record`, except those of storing."""
    return _made(app, app.store.load(match_id), lambda session: session.add(act), None)


def rule(
    app: MatchService, match_id: str, ruling: Ruling, *, at_version: int | None = None, command_id: str | None = None
) -> tuple[Receipt, ...]:
    """Record a ruling with its rewind, manual changes and penalties, atomically. Repeated requests: see `record`.

    Raises RuleViolation (of the rules of procedure; of the game for manual changes), Conflict, UsageProblem.
    """
    ruling = cited(ruling)

    return _recorded(app, match_id, lambda session: _rule(app, session, ruling), at_version, command_id)


def foresee(app: MatchService, match_id: str, ruling: Ruling, *, at_version: int | None = None) -> RulingEffects:
    """Return a preview of a ruling's effects; record nothing. Raises the errors of `rule`."""
    ruling = cited(ruling)
    with app.store.lock:
        match = app.store.load(match_id)
        app.expect(match, at_version)
        batch = _made(app, match, lambda session: _rule(app, session, ruling, drawn=False), None)
        game, before, after = match.game, match.state, batch.state
        ended = [match.outcome, batch.outcome]
        was, now = (outcome_text(one, before.seats) if one else "in progress" for one in ended)
        return RulingEffects(
            version=match.version,
            entries=tuple(_entry_text(entry.payload, before) for entry in batch.entries),
            changed=tuple(differing(game.board(before, JUDGE), game.board(after, JUDGE), things=True)),
            result=f"{was} → {now}" if was != now else "",
        )


def _entry_text(payload: AnyPayload, state: GameState) -> str:
    if isinstance(payload, ActionEntry):
        return f"{print_command(payload.command, Names(state.catalogue, state.seats))} ({payload.reason})"
    return record_act_text(payload, state.seats)


def penalise(
    app: MatchService,
    match_id: str,
    ruling: int,
    given: RequestedPenalty,
    *,
    at_version: int | None = None,
    command_id: str | None = None,
) -> tuple[Receipt, ...]:
    """Record a penalty for an earlier ruling, with its effect in the game. Raises the errors of `rule`."""

    return _recorded(app, match_id, lambda session: session.penalise(ruling, given), at_version, command_id)


def _penalised(ruling: int, given: RequestedPenalty) -> Penalised:
    if not given.penalty:
        raise UsageProblem("name the penalty: it can be left out only if the ruling names an infraction of the guide")
    return Penalised(about=ruling, seat=given.seat, person=given.person, penalty=given.penalty, amount=given.amount)


def before_error(app: MatchService, match_id: str, ruling: int) -> Address:
    """Return the action that will be the last one after the rewind of a ruling. Raises RuleViolation (of the rules of procedure),
    UsageProblem."""
    history = app.history(match_id)
    if not 0 < ruling <= history.match.version:
        raise EntryNotFound(ruling, history.match.version)
    ruled = Docket(history.match, history.entries).acts.get(ruling)
    if not isinstance(ruled, Ruled) or ruled.remedy not in GOING_BACK:
        raise RuleViolation([Violation("JP-W01", f"entry {ruling} is not a ruling that undoes play")])
    return plan_to(history, ruled.error)[0]


def rewind(
    app: MatchService,
    match_id: str,
    act: Rewound,
    lines: Sequence[str] = (),
    *,
    at_version: int | None = None,
    command_id: str | None = None,
) -> tuple[Receipt, ...]:
    """Record the rewind of an earlier ruling, then manual changes. Raises the errors of `rule`."""

    def undo(session: "_Session") -> None:
        session.rewind(app, act)
        session.play(act.about, lines)

    return _recorded(app, match_id, undo, at_version, command_id)


def withdraw(
    app: MatchService, match_id: str, act: Withdrawn, *, at_version: int | None = None, command_id: str | None = None
) -> tuple[Receipt, ...]:
    """Withdraw a claim, ruling, penalty or appeal, and undo its effects. If a claim or appeal has a ruling, withdraw the ruling
    first. Raises the errors of `rule`."""

    def withdrawn(session: "_Session") -> None:
        session.expect_no_ruling_on(act.about)
        session.add(act)
        session.settle(act.about, act)

    return _recorded(app, match_id, withdrawn, at_version, command_id)


def confirm(
    app: MatchService, match_id: str, seat: int, *, at_version: int | None = None, command_id: str | None = None
) -> Receipt:
    """Record a player's confirmation of the result and the record. Raises the errors of `record`."""

    def confirmed(session: "_Session") -> int:
        return session.add(Confirmed(seat=seat, head=session.match.head))

    return _recorded(app, match_id, confirmed, at_version, command_id)[-1]


def taken_back_text(app: MatchService, match_id: str, version: int) -> str:
    """Return the text of an entry that was taken back, with the names of players who had confirmed the record after it."""
    history = app.history(match_id)
    confirmed = Docket(history.match, history.entries).of(Confirmed)
    seats = sorted({act.seat for number, act in confirmed.items() if number > version})
    names = join_words(seat_name(history.match.state.seats, seat) for seat in seats)
    return action_text(history, version, JUDGE) + (f", although {names} had confirmed it" if seats else "")


def _rule(app: MatchService, session: "_Session", ruling: Ruling, *, drawn: bool = True) -> None:
    ruled = ruling.ruled
    version = session.add(ruled)
    if ruled.decision in ("overturned", "modified") and isinstance(asked := session.act(ruled.about), Appealed):
        session.settle(asked.about, ruled)
    if ruled.remedy in GOING_BACK and not ruling.later:
        to = ruling.to or plan_to(_history_of(app, session.match), ruled.error)[0]
        back = Rewound(about=version, to=to.version, number=to.number, dice=ruling.dice, put_back=ruling.put_back)
        session.rewind(app, back, drawn=drawn)
    elif ruling.to or ruling.dice or ruling.put_back or (ruling.later and ruled.remedy not in GOING_BACK):
        what = "play is undone later" if ruled.remedy in GOING_BACK else f"remedy {_words(ruled.remedy)} undoes no play"
        raise UsageProblem(f"{what}: leave out the target of the rewind, dice, cards and --later")
    session.play(version, ruling.lines)
    for given in ruling.penalties:
        session.penalise(version, given)


def _words(name: str) -> str:
    return name.replace("_", " ")


class _Session:
    """The new entries of one request, in a batch."""

    def __init__(self, match: AnyMatch, docket: AnyDocket, batch: EntryBatch, command_id: str | None) -> None:
        self.match = match
        self._docket = docket
        self._recorder = batch
        self._command_id = command_id

    def add(self, act: AnyJudging) -> int:
        """Check an act and add it to the batch; return its version. Raises EntryNotFound, RuleViolation, UsageProblem."""
        act = self._permitted(act)
        self._recorder.add(act, command_id=self._next_id())
        return self._docket.expect(act)

    def _permitted(self, act: A) -> A:
        """Check an act; return it in its stored form. Raises EntryNotFound for an entry that the match does not have,
        RuleViolation, UsageProblem."""
        act = validated_request(act)
        for entry in (act.about, getattr(act, "upto", 0), getattr(act, "error", 0)):
            if not 0 <= entry <= self._docket.version:
                raise EntryNotFound(entry, self._docket.version)
        if violations := tuple(self._docket.validate(act)):
            raise RuleViolation(violations)
        return act

    def act(self, version: int) -> AnyJudging | None:
        """Return the official's act in an entry; `None` if the entry has none."""
        return self._docket.acts.get(version)

    def expect_no_ruling_on(self, version: int) -> None:
        """Raise RuleViolation for a claim or appeal with a ruling. Otherwise the ruling would have effects without a claim."""
        if isinstance(self.act(version), Disputed | Appealed) and (ruling := self._docket.ruling_on(version)):
            raise RuleViolation(
                [Violation("JP-D01", f"entry {ruling} ruled on entry {version}: withdraw entry {ruling} first")]
            )

    def settle(self, version: int, by: Ruled | Withdrawn) -> None:
        """Undo the effects of overturned or withdrawn rulings and penalties, if possible."""
        for payload, after in settled_by(self._docket, version, by, f"entry {version} counts no more"):
            self._recorder.add(payload, command_id=self._next_id(), after=after)
            self._docket.expect(None)

    def rewind(self, app: MatchService, act: Rewound, *, drawn: bool = True) -> None:
        """Undo play. Only the head judge may make a backup that is not simple. `drawn`: the returned cards must be named; false in
        a preview. Raises RuleViolation, UsageProblem."""
        self.add(act)
        ruling, plan = self._docket.acts[act.about], plan_of(_history_of(app, self.match), target_of(act))
        why, judge = "; ".join(plan.not_simple), isinstance(ruling, Ruled) and ruling.role != "head_judge"
        if why and judge and isinstance(ruling, Ruled) and ruling.remedy == "simple_backup":
            raise RuleViolation(
                [Violation("JP-R04", f"this is not a simple backup ({why}): only the head judge may rewind")]
            )
        wanted = Counter({back.seat: back.count for back in plan.returning})
        anew = isinstance(ruling, Ruled) and ruling.remedy == "replay_game"
        if drawn and not anew and (missing := wanted - Counter(back.seat for back in act.put_back)):
            names = ", ".join(f"{pluralize(n, 'card')} of {self.match.state.seats[s].name}" for s, n in missing.items())
            text = f"name the cards that were returned at random: {names} (--put-back; ?? for a card that nobody saw)"
            raise RuleViolation([Violation("JP-W05", text)])

    def play(self, ruling: int, lines: Sequence[str]) -> None:
        """Add the manual changes of a remedy. Raises LineRefused, RuleViolation."""
        for number, line in enumerate(lines, start=1):
            self._act(ruling, self._recorder.read(ScoresheetLine(number, line)), REMEDY)

    def penalise(self, ruling: int, given: RequestedPenalty) -> None:
        """Add a penalty and its effect in the game. If the game has no command for a loss, the loss concludes the match. After the
        end of the match, a winner can still lose it. Raises RuleViolation, LineRefused, UsageProblem."""
        given = validated_request(given)
        act = self._permitted(_penalised(ruling, given))
        effect = ending = None
        if given.effect:
            effect = self._recorder.read(ScoresheetLine(1, given.effect))
        else:
            effect, ending = effect_of(self._docket, self._recorder.state, self._recorder.outcome, act)
        self.add(replace(act, effect=effect is not None or ending is not None))
        if effect is not None:
            self._act(ruling, effect, PENALTY)
        elif ending is not None:
            self._recorder.add(Concluded(outcome=ending, note=f"{PENALTY} {ruling}"), command_id=self._next_id())
            self._docket.expect(None)

    def _act(self, ruling: int, command: Command, why: str) -> None:
        """Add an effect of a ruling in the game. It is refused before the rewind of the ruling, which would undo the effect.
        Raises RuleViolation, UsageProblem."""
        if self._docket.waits(ruling):
            raise UsageProblem(
                f"the rewind of entry {ruling} is not recorded yet, and manual changes and penalties come after it: "
                "record the rewind first, or together with them"
            )
        self._recorder.act(command, as_played=True, reason=f"{why} {ruling}", command_id=self._next_id())
        self._docket.expect(None)

    def _next_id(self) -> str | None:
        return self._command_id and _nth(self._command_id, len(self._recorder.entries) + 1)


def recorded_before(app: MatchService, match_id: str, command_id: str) -> tuple[Receipt, ...]:
    """Return the receipts of the entries stored under a command id; empty if the id is new. Raises the errors of the store."""
    with app.store.lock:
        match = app.store.load(match_id)
        ids = takewhile(match.command_ids.__contains__, (_nth(command_id, number) for number in count(1)))
        return tuple(app.receipt(match, one) for one in ids)


def _nth(command_id: str, number: int) -> str:
    """Return the command id of entry `number` of one request, from 1."""
    return command_id if number == 1 else f"{command_id}.{number}"


def _recorded(
    app: MatchService,
    match_id: str,
    make: Callable[[_Session], object],
    at_version: int | None,
    command_id: str | None,
) -> tuple[Receipt, ...]:
    """Store the entries that `make` adds to a batch. A repeated request is made again on the state before the first one; its
    entries must be equal."""
    with app.store.lock:
        match = app.store.load(match_id)
        if command_id is not None and (before := recorded_before(app, match_id, command_id)):
            with repeated_request(before[0].entry):
                meant = _made(app, app.store.load(match_id, before[0].version - 1), make, command_id).entries
                expect_all_same([one.entry for one in before], [entry.payload for entry in meant])
            return before
        app.expect(match, at_version)
        batch = _made(app, match, make, command_id)
        return tuple(Receipt(entry=entry, match_after=match) for entry in batch.store())


def _made(app: MatchService, match: AnyMatch, make: Callable[[_Session], object], command_id: str | None) -> EntryBatch:
    docket, batch = docket_of(app, match), app.new_entries(match)
    make(_Session(match, docket, batch, command_id))
    return batch
