"""D14: random records of acts, take-backs, redo, corrections, notes, conclusions, rulings, rewinds and penalties agree with a model
in a few lines."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from domain.decision import RuleViolation
from domain.entries import Annotated, Concluded, Restored, TakenBack
from domain.game import evolve_all
from domain.judging import Appealed, Disputed, Penalised, Rewound, Ruled
from domain.match import Match, fold
from domain.notation import Names, print_command
from domain.outcome import Outcome
from domain.table.tokens import doubled_tokens
from domain.timeline import Address, BrokenHistory
from storage.records import Codecs, encode_entry
from tests.campaigns import tries
from tests.domain.test_correcting import Book
from tests.minigame import CATALOGUE, GAME

CODECS = Codecs(lambda _: GAME)
CARDS = [card.card_id for card in CATALOGUE]
Line = tuple[tuple[Address, str], ...]
RUNS = tries("MATCHBOOK_RECORDS", few=50, many=10_000)


class Model:
    """The current commands by address, and those after each entry."""

    def __init__(self) -> None:
        self.line: Line = ()
        self.ended = 0
        """The entry that concluded it."""
        self.after: list[tuple[Line, int]] = [((), 0)]
        self.back: list[int] = []
        """The entries before the take-backs that were not redone."""

    def entry(self, line: Line, ended: int, back: list[int]) -> None:
        """One more entry, which leaves this."""
        self.line, self.ended, self.back = line, ended, back
        self.after.append((line, ended))


def table(state: Any) -> object:
    """A state without the numbers of cards: they are given by the record, not by the table."""
    cards = [
        (p.deck, p.points, *([token.card for token in zone] for zone in (p.hand, p.placed, p.pile)))
        for p in state.players
    ]
    return state.phase, state.round, state.winner, cards


def played(line: Line) -> object:
    """The table that these commands lead to."""
    state = GAME.initial(CATALOGUE)
    for _, text in line:
        state = evolve_all(GAME, state, decided(text, state).events)
    return table(state)


def decided(text: str, state: Any) -> Any:
    return Book.decided(Book(), text, state)


def some_command(random: Random, state: Any) -> str:
    """A command that is legal in a state, with some of its cards known; or one that may not be."""
    legal = list(GAME.legal(state))
    if not legal or random.random() < 0.15:
        return random.choice((f"draw Ada [{random.choice(CARDS)}]", "adjust slip [set_points(player=Bo, points=3)]"))
    text = print_command(random.choice(legal), Names(CATALOGUE, state.seats))
    return text.replace("??", random.choice(CARDS), 1) if "??" in text and random.random() < 0.4 else text


class Records:
    """A record and its model, grown side by side."""

    def __init__(self, random: Random) -> None:
        self.random, self.model = random, Model()
        self.backs: list[tuple[int, ...]] = [(), ()]
        self.book = Book("start_match [Ada, Bo] [30, 30]")
        self.model.entry(((Address(1), "start_match [Ada, Bo] [30, 30]"),), 0, [])

    @property
    def version(self) -> int:
        return self.book.match.version

    def act(self) -> None:
        text = some_command(self.random, self.book.match.state)
        if self.model.ended:
            return
        try:
            decided(text, self.book.match.state)
        except RuleViolation:
            return
        version = self.book.play(text)
        self.model.entry((*self.model.line, (Address(version), text)), self.model.ended, [])

    def take_back(self) -> None:
        line = self.model.line
        place = len(line) - 2 if self.random.random() < 0.5 else self.random.randrange(len(line))
        if place < 0 or (place == len(line) - 1 and not self.model.ended):
            return
        to = line[place][0]
        last = max(address.version for address, _ in line[: place + 1] if not address.number)
        version = self.book.add(TakenBack(to=to.version, number=to.number))
        ended = self.model.ended if self.model.ended < last else 0
        self.model.entry(line[: place + 1], ended, [version - 1, *self.model.back])

    def conclude(self) -> None:
        if not self.model.ended:
            version = self.book.add(Concluded(outcome=Outcome((0,), "agreed")))
            self.model.entry(self.model.line, version, [])

    def redo(self) -> None:
        far = self.random.random() < 0.3
        to = self.random.randint(1, self.version) if far else next(iter(self.model.back), 0)
        if not to:
            assert self.book.match.redoable == ()
            return
        assert far or self.book.match.redoable[0] == to
        self.book.add(Restored(to=to))
        self.model.entry(*self.model.after[to], list(self.backs[to]))

    def correct(self) -> None:
        line, changes = self.model.line, []
        new = list(line)
        for place in sorted(
            self.random.sample(range(len(line)), min(len(line), self.random.choice((1, 1, 2)))), reverse=True
        ):
            action = self.book.match.actions[place]
            found = action.parent.state if action.parent else self.book.match.states[0]
            how = self.random.choice("r+-") if place else "r"
            text = line[0][1] if not place else some_command(self.random, found)
            address, marked = line[place][0], {"r": text, "+": f"+{text}", "-": "-"}[how]
            changes.append((address, marked))
            kept = {"r": [(address, text)], "+": [(Address(0), text), line[place]], "-": []}[how]
            new[place : place + 1] = kept
        changes.reverse()
        try:
            proposal = self.book.propose(*changes)
        except (RuleViolation, BrokenHistory):
            return
        if proposal.impossible:
            return
        version = self.book.add(proposal.payload)
        numbers = iter(range(1, len(changes) + 1))
        self.model.entry(
            tuple((address if address.version else Address(version, next(numbers)), text) for address, text in new),
            self.model.ended,
            [],
        )

    def note(self) -> None:
        self.book.add(Annotated(about=self.random.randint(1, self.version), text="so"))
        self.model.entry(self.model.line, self.model.ended, self.model.back)

    def official(self, act: Any) -> int:
        version = self.book.add(act)
        self.model.entry(self.model.line, self.model.ended, self.model.back)
        return version

    def rule(self) -> int:
        claim = Disputed(about=self.version, claim="illegal", claimant="Bo", text="so", upto=0)
        about = self.official(claim) if self.random.random() < 0.5 else 0
        return self.official(Ruled(about=about, official="Jo", role="head_judge", text="so"))

    def penalise(self) -> None:
        ruling = self.rule()
        self.official(Penalised(about=ruling, seat=self.random.randrange(2), penalty="warning"))
        if self.random.random() < 0.5:
            self.official(Appealed(about=ruling, seat=0))

    def rewind(self) -> None:
        line = self.model.line
        places = [place for place, (address, _) in enumerate(line) if place and not address.number]
        if not places:
            return
        place = self.random.choice(places)
        about = Ruled(error=line[place][0].version, remedy="rewind", official="Jo", role="head_judge", text="so")
        to = line[place - 1][0]
        version = self.official(about)
        self.book.add(Rewound(about=version, to=to.version, number=to.number))
        last = max(address.version for address, _ in line[:place] if not address.number)
        self.model.entry(line[:place], self.model.ended if self.model.ended < last else 0, [])

    def step(self) -> None:
        kinds: list[Callable[[], None]] = [self.act] * 6 + [self.correct] * 2
        kinds += [self.take_back, self.redo, self.note, self.conclude, self.penalise, self.rewind]
        self.random.choice(kinds)()
        while len(self.backs) <= self.version:
            self.backs.append(tuple(self.model.back))

    def agree(self) -> None:
        """State as ruled, standing line, and what was recorded."""
        match = self.book.match
        names = [
            (action.address, print_command(action.command, Names(CATALOGUE, match.state.seats)))
            for action in match.actions
        ]
        assert [address for address, _ in names] == [address for address, _ in self.model.line]
        assert table(match.state) == played(self.model.line)
        assert doubled_tokens(match.state) == ()
        assert (match.concluded is not None) == bool(self.model.ended)


@pytest.mark.parametrize("seed", range(RUNS))
def test_random_records_agree_with_the_model(seed: int) -> None:
    """Given any record, then the current line and the corrected state after every entry equal the model's; in the end each entry
    still has its own state, the audit is clean, and the record reads back the same."""
    records = Records(Random(seed))
    left = list(records.book.match.states)
    for _ in range(30):
        records.step()
        records.agree()
        left += records.book.match.states[len(left) :]
    book = records.book
    assert book.match.states == left
    assert [played(line) for line, _ in records.model.after[1:]] == [table(state) for state in left[1:]]
    assert book.audited() == []
    stored = [CODECS.decode(CODECS.topic("high_card", entry.payload), encode_entry(entry)) for entry in book.entries]
    again = fold(Match("m", GAME, CATALOGUE), stored)
    assert again.states == book.match.states
    assert again.actions == book.match.actions
    assert again.undone == book.match.undone
    late: Match[Any, Any, Any] = Match("m", GAME, CATALOGUE)
    late.apply_all(stored)
    assert late.state == book.match.state
    assert (late.states, late.actions, late.all_actions) == (again.states, again.actions, again.all_actions)
