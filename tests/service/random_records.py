"""Random records: what is done to a match in a store, and a model in a few lines that is grown beside it."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from domain.corrections import Corrected, EditKind
from domain.decision import RuleViolation
from domain.entries import ActionEntry, Annotated, Concluded, TableEvent
from domain.judging import Disputed, Ruled
from domain.match import AnyMatch
from domain.notation import NotationError, print_command
from domain.registry import load_game
from domain.rules import rules_of
from domain.simulation import simulate
from domain.timeline import Address
from projections.analytics import Analytics
from service.errors import LineRefused, MatchIsOver, UsageProblem
from service.judging import judge_actions
from service.recording.correction_requests import CorrectionRequest, RequestedEdit, correct, record_table_event, redo
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService, Receipt, names_of
from service.resources import load_catalogue
from storage.match_file import export_match, import_match
from storage.store import MatchStore

_REFUSED: Final = (RuleViolation, UsageProblem, LineRefused, MatchIsOver, NotationError)
Line = tuple[tuple[Address, Any], ...]
"""The current actions with their commands."""


class Followed:
    """A store, and analytics that follow it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.open()

    def open(self) -> None:
        self.app = MatchService(MatchStore.open(str(self.path), create=True), recorder="kim")
        self.analytics = Analytics(self.path.with_suffix(".duckdb"), self.app.store)

    def close(self) -> None:
        self.analytics.close()
        self.app.close()

    def crash(self, *, damaged: bool) -> None:
        """The program is gone, with whatever it held; of the analytics file half is left, if it is `damaged`."""
        self.close()
        if damaged:
            file = self.analytics.path
            file.write_bytes(file.read_bytes()[:5000] if file.exists() else b"")
        self.open()

    def follow(self) -> None:
        """Analytics are brought up to date in the middle."""
        self.analytics.tags()
        assert self.analytics.edited() == (), "the digests are those of the rows"


class Stores:
    """The stores of one record or many: all begin in the first, and one that is carried on goes to the next. For the `shared` ones,
    records do not say when they crash, and when analytics follow."""

    def __init__(self, folder: Path, *, shared: bool = False) -> None:
        self._folder, self.shared = folder, shared
        self.opened: list[Followed] = []

    def at(self, number: int) -> Followed:
        if number == len(self.opened):
            self.opened.append(Followed(self._folder / f"store-{number}.db"))
        return self.opened[number]

    def close(self) -> None:
        for store in self.opened:
            store.close()


class Record:
    """A record in a store, and its model, grown side by side."""

    def __init__(self, stores: Stores, game: str, seed: int, kit: str | None = None) -> None:
        self.random, self.stores, self.carried = Random(seed), stores, 0
        self.game = load_game(game)
        self.catalogue = load_catalogue(self.game, kit)
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

    @property
    def store(self) -> Followed:
        """Its present place."""
        return self.stores.at(self.carried)

    @property
    def app(self) -> MatchService:
        return self.store.app

    @property
    def analytics(self) -> Analytics:
        return self.store.analytics

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
        """The record, in the model: a line from the first on, and each action after it."""
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
            how: EditKind = self.random.choice(("replace", "insert", "strike"))
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
        self.add([record_table_event(self.app, self.match_id, event)])

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
            given = judge_actions.RequestedPenalty(
                seat=self.random.randrange(2), penalty=self.random.choice(("warning", "game_loss"))
            )
            self.add(judge_actions.rule(self.app, self.match_id, judge_actions.Ruling(ruled=ruled, penalties=(given,))))

    def crash(self) -> None:
        damaged = self.random.random() < 0.3
        if not self.stores.shared:
            self.store.crash(damaged=damaged)

    def carry(self) -> None:
        """The match goes on in another store, from a match file."""
        data = export_match(self.app.store, self.match_id)
        self.carried += 1
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
        if not self.stores.shared:
            self.store.follow()

    def agrees(self) -> None:
        match = self.match
        assert tuple((action.address, action.command) for action in match.actions) == self.line
        assert (match.concluded is not None) == self.ended
        assert match.version == len(self.after) - 1
