"""Random records in a real store: what is done to them, crashes, files and whoever follows agree with a model in a few lines."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from domain.audit import recheck
from domain.corrections import Amending, Corrected
from domain.deciding import RuleViolation
from domain.entries import ActionEntry, Annotated, Concluded, TableEvent
from domain.game import evolve_all
from domain.judging import DOUBLE_LOSS, LOSING, Disputed, Judging, Penalised, Rewound, Ruled
from domain.match import AnyMatch
from domain.notation import NotationError, print_command
from domain.registry import load_game
from domain.rules import rules_of
from domain.simulation import simulate
from domain.timeline import Address
from projections.analytics import Analytics
from service.errors import LineRefused, MatchIsOver, UsageProblem
from service.judging import judge_actions
from service.recording.correcting import CorrectionRequest, RequestedEdit, correct, happened, redo
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService, Receipt, names_of
from service.resources import load_catalogue
from storage.match_file import export_match, import_match
from storage.store import MatchStore
from tests.campaigns import tries
from tests.service.test_put_right import GAMES, everything, rows

RUNS: Final = range(
    *(tries(f"MATCHBOOK_RECORDS{name}", few=few, many=many) for name, few, many in (("_FROM", 0, 0), ("", 4, 10_000)))
)
"""Seeds. A long campaign goes on where it was stopped: `MATCHBOOK_RECORDS_FROM=4000`."""
LOST: Final = (281, 316, 1050)
"""The shortest records in which a take-back once took rulings and penalties out of the analytics, and one in which an inserted
attack once was at the same place as the event before it."""
_STEPS: Final = 16
_REFUSED: Final = (RuleViolation, UsageProblem, LineRefused, MatchIsOver, NotationError)
Line = tuple[tuple[Address, Any], ...]
"""Acts that stand: which, and with what command."""


class Record:
    """A record in a store, and its model, grown side by side."""

    def __init__(self, folder: Path, game: str, seed: int, kit: str | None = None) -> None:
        self.random, self.folder, self.files = Random(seed), folder, 0
        self.game = load_game(game)
        self.catalogue = load_catalogue(self.game, kit)
        self.open("matches.db")
        length = self.random.randint(10, 60)
        self.match_id = self.recorded(
            (one.command, one.events, (), "") for one in islice(simulate(self.game, self.catalogue, seed), length)
        )
        self.line: Line = ()
        self.ended, self.concluded = False, 0
        self.after: list[tuple[Line, bool]] = [((), False)]
        for action in self.match.actions:
            self.leaves((*self.line, (action.address, action.command)))
        self.back: list[int] = []
        """The entries before the take-backs that were not redone."""
        self.backs = [self.back] * len(self.after)
        self.left = [*self.match.states]

    def open(self, name: str) -> None:
        self.app = MatchService(MatchStore.open(str(self.folder / name), create=True), recorder="kim")
        self.analytics = Analytics(self.folder / f"{name}.duckdb", self.app.store)

    def close(self) -> None:
        self.analytics.close()
        self.app.close()

    def recorded(self, acts: Iterable[tuple[Any, Any, Any, str]]) -> str:
        """A match of these acts as they are."""
        batch = self.app.new_batch(Opening(game=self.game.name, catalogue=self.catalogue))
        for command, events, violations, reason in acts:
            batch.record(command, events, violations, reason=reason)
        batch.store()
        return batch.match.id

    @property
    def match(self) -> AnyMatch:
        return self.app.match(self.match_id)

    def leaves(self, line: Line, *, ended: bool | None = None) -> None:
        """One more entry, which leaves this."""
        self.line, self.ended = line, self.ended if ended is None else ended
        self.after.append((self.line, self.ended))

    def add(self, receipts: Iterable[Receipt], line: Line | None = None, *, ended: bool | None = None) -> None:
        """What was recorded, in the model: a line from the first on, and each action after it."""
        for receipt in receipts:
            payload = receipt.entry.payload
            if isinstance(payload, ActionEntry):
                self.back = []
                line = (*(self.line if line is None else line), (Address(receipt.version), payload.command))
            elif isinstance(payload, Concluded):
                ended, self.concluded = True, receipt.version
            self.leaves(self.line if line is None else line, ended=ended)

    def some_line(self, match: AnyMatch, state: Any) -> str:
        """A command that is legal in a state, or one that was recorded somewhere."""
        legal = list(self.game.legal(state))
        command = (
            self.random.choice(legal) if legal and self.random.random() < 0.7 else self.random.choice(self.line)[1]
        )
        return print_command(command, names_of(match))

    def act(self) -> None:
        match = self.match
        legal = list(self.game.legal(match.state))
        if legal:
            self.add([self.app.take(match.id, self.random.choice(legal), as_played=True)])

    def undo(self) -> None:
        version = self.match.version
        line = self.line if self.ended else self.line[:-1]
        self.add([self.app.undo(self.match_id)], line, ended=False)
        self.back = [version, *self.back]

    def take_back(self) -> None:
        place = self.random.randrange(len(self.line))
        last = max(address.version for address, _ in self.line[: place + 1] if not address.number)
        version = self.match.version
        receipt = self.app.take_back(self.match_id, self.line[place][0], reason="agreed")
        self.add([receipt], self.line[: place + 1], ended=self.ended and self.concluded < last)
        self.back = [version, *self.back]

    def redo(self) -> None:
        version = self.match.version
        to = self.random.choice([*self.back[:1], self.random.randint(1, version)])
        receipt = redo(self.app, self.match_id, to)
        line, ended = self.after[to]
        self.add([receipt], line, ended=ended)
        self.back = self.backs[to]

    def correct(self) -> None:
        match, line = self.match, list(self.line)
        changes = []
        for place in sorted(self.random.sample(range(1, len(line)), min(2, len(line) - 1)), reverse=True):
            how: Amending = self.random.choice(("replace", "insert", "strike"))
            text = "" if how == "strike" else self.some_line(match, match.actions[place - 1].state)
            changes.append(RequestedEdit(line[place][0], how, text))
            line[place : place + 1] = {
                "strike": [],
                "insert": [(Address(0), None), line[place]],
                "replace": [(line[place][0], None)],
            }[how]
        receipt = correct(self.app, CorrectionRequest(match=match.id, changes=tuple(reversed(changes)), as_played=True))
        payload = receipt.entry.payload
        assert isinstance(payload, Corrected)
        numbers = iter(range(1, len(changes) + 1))
        amended = (one.command for one in payload.amended if one.how != "strike")
        new = ((a if a.version else Address(receipt.version, next(numbers)), c or next(amended)) for a, c in line)
        self.back = []
        self.add([receipt], tuple(new))

    def note(self) -> None:
        self.add(
            [self.app.annotate(self.match_id, Annotated(about=self.random.randint(1, self.match.version), text="so"))]
        )
        event = TableEvent(what="note", author="kim", role="scorekeeper", text="so")
        self.add([happened(self.app, self.match_id, event)])

    def conclude(self) -> None:
        self.add([self.app.conclude(self.match_id, [0])])

    def judge(self) -> None:
        """A claim, and a ruling that undoes play or gives a penalty."""
        place = self.random.randrange(len(self.line))
        about = self.line[place][0].version
        claim = Disputed(about=about, claim="illegal", claimant="Bo", text="so", upto=0)
        self.add([judge_actions.record(self.app, self.match_id, claim)])
        rules = tuple(rules_of(self.game.package))[:1]
        ruled = Ruled(about=self.match.version, official="Jo", role="head_judge", rules=rules, text="so")
        if place and self.random.random() < 0.5 and not self.line[place][0].number:
            ruling = judge_actions.Ruling(
                ruled=replace(ruled, error=about, remedy="rewind"), dice=self.random.choice(("", "keep"))
            )
            receipts = judge_actions.rule(self.app, self.match_id, ruling)
            self.back = []
            ended = self.ended and self.concluded < about
            self.add(receipts[:1])
            self.add(receipts[1:], self.line[:place], ended=ended)
        else:
            given = judge_actions.Given(
                seat=self.random.randrange(2), penalty=self.random.choice(("warning", "game_loss"))
            )
            self.add(judge_actions.rule(self.app, self.match_id, judge_actions.Ruling(ruled=ruled, penalties=(given,))))

    def crash(self) -> None:
        """The program is gone, with whatever it held; half an analytics file is left."""
        self.app.close()
        self.analytics.close()
        if self.random.random() < 0.3:
            self.analytics.path.write_bytes(
                self.analytics.path.read_bytes()[:5000] if self.analytics.path.exists() else b""
            )
        self.open(Path(self.app.store.location.name).name)

    def carry(self) -> None:
        """The match goes on in another store, from a match file."""
        data = export_match(self.app.store, self.match_id)
        self.close()
        self.files += 1
        self.open(f"copy-{self.files}.db")
        assert import_match(self.app.store, data).appended == len(self.after) - 1

    def step(self) -> None:
        kinds: list[Callable[[], None]] = [self.act] * 5 + [self.correct] * 4
        kinds += [self.undo, self.take_back, self.redo, self.note, self.conclude, self.judge, self.crash, self.carry]
        kinds += [self.follow]
        with suppress(*_REFUSED):  # what is refused leaves nothing: `agrees` looks
            self.random.choice(kinds)()
        self.backs += [self.back] * (len(self.after) - len(self.backs))
        self.left += self.match.states[len(self.left) :]

    def follow(self) -> None:
        """Analytics are brought up to date in the middle."""
        self.analytics.catch_up()
        assert self.analytics.edited() == (), "the digests are those of the rows"

    def agrees(self) -> None:
        match = self.match
        assert tuple((action.address, action.command) for action in match.actions) == self.line
        assert (match.concluded is not None) == self.ended
        assert match.version == len(self.after) - 1


@pytest.mark.parametrize(
    "seed", [LOST[0], *(pytest.param(seed, marks=pytest.mark.slow) for seed in sorted({*LOST[1:], *RUNS} - {LOST[0]}))]
)
def test_random_records_in_a_store_agree_with_the_model(tmp_path: Path, seed: int) -> None:
    """D2, D6, D14: after every step the standing line is the model's. In the end each entry still has the state that it left, the
    acts of the line lead to what stands, and the audit finds nothing that differs. Whoever follows, whoever reads it anew, and
    whoever counts a match of the same acts recorded right from the start have the same rows."""
    record = Record(tmp_path, GAMES[seed % len(GAMES)], seed)
    for _ in range(_STEPS):
        record.step()
        record.agrees()
    match, app = record.match, record.app
    assert match.states == record.left
    state = match.states[0]
    for action in match.actions:
        state = evolve_all(match.game, state, action.events)
    assert state == match.state
    entries = app.store.entries(match.id)
    found = list(recheck(match.game, record.catalogue, entries))
    assert [one for one in found if one.kind != "violated"] == []
    reasons = {entry.envelope.version: getattr(entry.payload, "reason", "") for entry in entries}
    right = record.recorded(
        (action.command, action.events, action.violations, "" if action.number else reasons[action.version])
        for action in match.actions
    )
    if match.concluded is not None:
        app.record(app.match(right), Concluded(outcome=match.concluded))
    found, wanted = rows(record.analytics, match.id), rows(record.analytics, right)
    assert wanted.pop("main.judging") == []  # what officials said is said of the other record alone
    assert len(found.pop("main.judging")) == sum(
        isinstance(one.payload, Judging) and not isinstance(one.payload, Rewound) for one in entries
    )
    if "penalty" in found["main.matches"][0]:
        # The record of the same actions has no penalty, only the end that follows from it.
        assert any(isinstance(one.payload, Penalised) and one.payload.penalty in LOSING for one in entries)
        pairs = zip(found["main.matches"][0], wanted["main.matches"][0], strict=True)
        found["main.matches"] = [tuple(right if left == "penalty" else left for left, right in pairs)]
    if any(DOUBLE_LOSS in row for row in found["main.endings"]):
        # The second loss ends a match again that the first one ended.
        found["main.endings"], wanted["main.endings"] = found["main.endings"][-1:], wanted["main.endings"][-1:]
    assert found == wanted
    expect_undone(record.analytics, match)
    anew = Analytics(tmp_path / "anew.duckdb", app.store)
    assert everything(anew, match.id) == everything(record.analytics, match.id)
    assert (anew.edited(), record.analytics.edited()) == ((), ())
    record.close()


@pytest.mark.parametrize("follows", [True, False])
def test_a_take_back_leaves_in_analytics_what_officials_and_the_table_said(tmp_path: Path, follows: bool) -> None:
    record = Record(tmp_path, "frc_tcg", 281)
    rules = tuple(rules_of(record.game.package))[:1]
    ruled = Ruled(official="Jo", role="head_judge", rules=rules, text="so")
    given = (judge_actions.Given(seat=0, penalty="warning"),)
    judge_actions.record(record.app, record.match_id, Disputed(about=1, claim="illegal", claimant="Bo", text="so"))
    judge_actions.rule(record.app, record.match_id, judge_actions.Ruling(ruled=ruled, penalties=given))
    record.note()
    if follows:
        record.follow()
    record.app.take_back(record.match_id, Address(2), reason="agreed")
    judging = rows(record.analytics, record.match_id)["main.judging"]
    assert ["warning" in row for row in judging].count(True) == 1
    assert len(judging) == 3
    expect_undone(record.analytics, record.match)
    record.close()


def expect_undone(analytics: Analytics, match: AnyMatch) -> None:
    """The same entries are undone; analytics name the first entry that undid each, the fold the one that does so now."""
    first, now = undone(analytics, match.id), match.undone
    assert first.keys() == now.keys()
    assert {version: by for version, by in first.items() if now[version] not in (by, now.get(by))} == {}


def undone(analytics: Analytics, match: str) -> dict[int, int]:
    """The entries that analytics count as undone, and by which."""
    entries = everything(analytics, match)["main.entries"]
    return {
        version: by
        for _, _, _, version, number, *_, undone, by in (row[:11] for row in entries)
        if undone and not number
    }
