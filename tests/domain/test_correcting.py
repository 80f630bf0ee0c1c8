"""Corrections and redo in the fold: what stands, what each entry left, what later acts become."""

from dataclasses import replace
from typing import Any

import pytest

from domain.amending import Address, Amended, BrokenHistory, Corrected, Followed, Restored, TableEvent
from domain.audit import recheck
from domain.correcting import Proposal, Wish, proposed
from domain.deciding import Decision, ImpossibleCommand, decide
from domain.entries import Acted, Annotated, Concluded, Entry, TakenBack
from domain.game import Moment, Outcome, evolve_all
from domain.lifting import lifted
from domain.match import Match, fold
from domain.notation import Names, parse_command
from domain.tokens import doubled_tokens, tokens_in
from storage.records import Codecs, encode_entry, grammar_of
from tests.minigame import CATALOGUE, GAME
from tests.minigame.matches import match_entries, next_entry

SHEET = (
    "start_match [Ada, Bo] [30, 30]",
    "draw Ada [fir, ivy, ??]",
    "draw Bo [??, ??, ??]",
    "place_card Ada fir",
    "place_card Bo ??",
    "turn_up [??, elder]",
    "draw Ada [??]",
    "draw Bo [larch]",
    "place_card Ada ivy",
    "place_card Bo larch",
)
CODECS = Codecs(lambda _: GAME)


class Book:
    """A match that is recorded entry by entry."""

    def __init__(self, *lines: str) -> None:
        self.match: Match[Any, Any, Any] = Match("m", GAME, CATALOGUE)
        self.entries: list[Entry[Any, Any]] = []
        for line in lines:
            self.play(line)

    def add(self, payload: Any) -> int:
        if not self.entries:
            entry = match_entries()[0]
            payload = type(entry.payload)(
                game=GAME.name,
                rules_version="1",
                catalogue=CATALOGUE.digest,
                command=payload.command,
                events=payload.events,
            )
        self.entries.append(next_entry(GAME, self.entries, payload, self.match.state, "m"))
        self.match.apply(self.entries[-1])
        return self.match.version

    def play(self, line: str) -> int:
        decision = self.decided(line, self.match.state)
        return self.add(Acted(command=decision.command, events=decision.events, violations=decision.violations))

    def decided(self, line: str, state: Any) -> Decision[Any, Any, Any]:
        command = parse_command(line, GAME.commands, Names(CATALOGUE, state.seats))
        return decide(GAME, state, command, as_played=True)

    def propose(self, *changes: tuple[int | Address, str]) -> Proposal[Any, Any, Any]:
        wishes = []
        for at, line in changes:
            how: Any = "strike" if line == "-" else "insert" if line.startswith("+") else "replace"
            address = at if isinstance(at, Address) else Address(at)
            wishes.append(Wish(address, how, line.removeprefix("+") if how != "strike" else None))
        return proposed(self.match, wishes, self.decided)

    def correct(self, *changes: tuple[int | Address, str]) -> int:
        found = self.propose(*changes)
        assert not found.impossible
        version = self.add(found.payload)
        assert self.match.state == found.state, "what was proposed is what stands"
        return version

    def audited(self) -> list[str]:
        found = recheck(GAME, CATALOGUE, self.entries)
        return [f"{finding.version} {finding.text}" for finding in found if finding.kind != "violated"]


def commands(book: Book) -> list[Any]:
    return [act.command for act in book.match.acts]


def test_a_correction_leaves_what_the_right_record_has() -> None:
    """A match with wrong entries that are put right stands as the one that was recorded right from the start."""
    wrong = list(SHEET)
    wrong[1], wrong[7] = "draw Ada [cedar, ivy, ??]", "draw Bo [cedar]"
    wrong[3], wrong[9] = "place_card Ada ivy", "place_card Bo cedar"
    wrong[8] = "place_card Ada cedar"
    book, right = Book(*wrong), Book(*SHEET)
    assert book.match.state != right.match.state
    book.correct(*((number, SHEET[number - 1]) for number in (2, 4, 8, 9, 10)))
    assert book.match.state == right.match.state
    assert commands(book) == commands(right)
    assert [act.events for act in book.match.acts] == [act.events for act in right.match.acts]
    assert [act.moment for act in book.match.acts] == [act.moment for act in right.match.acts]
    assert book.audited() == []


def test_nothing_is_removed() -> None:
    """D2: each entry keeps the state that it left; the standing line has the acts as they are today."""
    book = Book(*SHEET)
    states = list(book.match.states)
    correction = book.correct((4, "place_card Ada ivy"), (9, "place_card Ada fir"))
    assert book.match.states[: len(states)] == states
    assert book.match.states[correction] == book.match.state
    act = book.match.standing(Address(4))
    assert act is not None
    assert act.by == correction
    assert act.state != states[4]
    assert book.match.line == list(range(1, 11))
    assert len(book.match.made) == 10 + 7


def test_a_forgotten_action_is_inserted() -> None:
    """An inserted act has an address of its own; its cards have numbers that nobody had, so later cards keep theirs."""
    book = Book(*SHEET)
    numbers = {token.id for token in tokens_in(book.match.state)}
    version = book.correct((7, "+adjust slip [set_points(player=Ada, points=5)]"), (7, "+draw Bo [fir]"))
    assert [str(act.address) for act in book.match.acts[5:9]] == ["6", f"{version}#1", f"{version}#2", "7"]
    new = {token.id for token in tokens_in(book.match.state)} - numbers
    assert new == {2005}, "Bo drew four cards in all: the fifth number is the first that was never given"
    assert doubled_tokens(book.match.state) == ()
    assert book.audited() == []
    third = book.correct((Address(version, 2), "-"))
    assert [str(act.address) for act in book.match.acts[5:8]] == ["6", f"{version}#1", "7"]
    assert book.match.acts[6].by == version
    assert third == version + 1
    assert {token.id for token in tokens_in(book.match.state)} == numbers


def test_strike_and_what_is_drawn_next() -> None:
    """Where a draw is struck, later cards keep their numbers, and the next one drawn gets one that is free."""
    book = Book(*SHEET[:3], "draw Ada [fir]", "draw Ada [cedar]", "draw Bo [cedar]")
    book.correct((4, "-"))
    assert 4 in book.match.undone
    book.play("draw Ada [hazel]")
    assert doubled_tokens(book.match.state) == ()
    assert book.audited() == []


def test_classes_of_later_acts() -> None:
    """Same, changed, newly illegal with its rule, newly legal, impossible: each later act is in exactly one class."""
    book = Book(*SHEET)
    found = book.propose((4, "place_card Ada fir"))
    assert [one.verdict for one in found.consequences] == ["replaced", *["same"] * 6]
    found = book.propose((2, "draw Ada [fir, ivy]"))
    verdicts = {str(one.address): one.verdict for one in found.consequences}
    assert verdicts["2"] == "replaced"
    assert verdicts["7"] == "newly_illegal"
    assert next(one for one in found.consequences if one.address == (7, 0)).violations[0].rule == "MG-P02"
    found = book.propose((2, "draw Ada [cedar, ivy, cedar]"))
    assert [str(one.address) for one in found.impossible] == ["4", "6"], "what builds on an impossible act is, too"
    found = book.propose((7, "+draw Ada [cedar]"))
    assert {str(one.address): one.verdict for one in found.consequences}["9"] == "same"


def test_newly_legal() -> None:
    """An act that broke a rule only because of what was recorded wrongly before is legal once that is right."""
    book = Book(SHEET[0], "draw Ada [fir, ivy]", "draw Bo [fir, ivy, cedar]", "place_card Ada fir", "draw Ada [cedar]")
    found = book.propose((2, "draw Ada [fir, ivy, cedar]"))
    assert {str(one.address): one.verdict for one in found.consequences}["4"] == "newly_legal"


def test_unknown_cards_are_bound_again() -> None:
    """A card that was unknown when drawn is bound again by the usual rule: to the unknown card held longest."""
    book = Book(*SHEET[:5])
    correction = book.correct((2, "draw Ada [??, ivy, ??]"))
    placed = book.match.standing(Address(4))
    assert placed is not None
    assert placed.by == correction
    assert [type(event).__name__ for event in placed.events] == ["CardRevealed", "CardPlaced"]
    assert book.match.state.players[0].placed[0].card == "fir"


def test_corrections_of_corrections() -> None:
    """An act can be corrected again and again, an inserted one too; each correction is audited in its own place."""
    book = Book(*SHEET)
    first = book.correct((4, "place_card Ada ivy"), (9, "place_card Ada fir"))
    second = book.correct((4, "place_card Ada fir"), (9, "place_card Ada ivy"))
    assert book.match.state == book.match.states[10]
    assert second == first + 1
    book.play("turn_up [??, ??]")
    assert book.audited() == []


def test_a_take_back_after_a_correction_goes_to_the_standing_line() -> None:
    """D6: what is gone back to is the state after that act as it stands now; what was corrected before it stays right."""
    book = Book(*SHEET)
    correction = book.correct((4, "place_card Ada ivy"), (9, "place_card Ada fir"))
    taken_back = book.add(TakenBack(to=6))
    standing = book.match.standing(Address(6))
    assert standing is not None
    assert book.match.state == standing.state
    assert book.match.line == [1, 2, 3, 4, 5, 6]
    assert book.match.undone == dict.fromkeys((7, 8, 9, 10), taken_back), "the correction of entry 4 still holds"
    assert correction not in book.match.undone


def test_take_back_to_an_inserted_act() -> None:
    """An inserted act can be gone back to, by its address."""
    book = Book(*SHEET)
    version = book.correct((7, "+adjust slip [set_points(player=Ada, points=5)]"))
    payload = TakenBack(to=version, number=1)
    assert grammar_of(payload) == 1
    book.add(payload)
    assert str(book.match.acts[-1].address) == f"{version}#1"
    assert book.match.undo_target == Address(6)
    assert set(book.match.undone) == {7, 8, 9, 10}


def test_redo_is_the_record_as_it_stood() -> None:
    """Redo brings back the line, the end, and what was undone, as entry N left them; entries since are undone by it."""
    book = Book(*SHEET)
    book.add(Concluded(outcome=Outcome((0,), "agreed")))
    before = book.match.states[-1]
    book.add(TakenBack(to=8))
    assert (book.match.outcome, book.match.line[-1]) == (None, 8)
    redo = book.add(Restored(to=11))
    assert book.match.state is before
    assert book.match.line == list(range(1, 11))
    assert book.match.outcome == Outcome((0,), "agreed")
    assert book.match.undone == {12: redo}
    book.add(Restored(to=12))
    assert book.match.line == list(range(1, 9))
    assert book.match.undone == {9: 12, 10: 12, 11: 12, 13: 14}


def test_what_redo_goes_to() -> None:
    """Redo walks back over take-backs one by one; an action, or a correction, ends that."""
    book = Book(*SHEET[:6])
    book.add(TakenBack(to=5))
    book.add(TakenBack(to=4))
    assert book.match.redoable == (7, 6)
    book.add(Annotated(about=3, text="slow"))
    book.add(Restored(to=7))
    assert (book.match.redoable, book.match.line[-1]) == ((6,), 5)
    book.add(Restored(to=6))
    assert (book.match.redoable, book.match.line[-1]) == ((), 6)
    book.add(TakenBack(to=5))
    book.play("turn_up [??, cedar]")
    assert book.match.redoable == ()


def test_a_redo_undoes_a_correction() -> None:
    """The record before a correction can be brought back, and the correction again."""
    book = Book(*SHEET)
    correction = book.correct((4, "place_card Ada ivy"), (9, "place_card Ada fir"))
    corrected = book.match.state
    book.add(Restored(to=10))
    assert book.match.state == book.match.states[10]
    assert correction in book.match.undone
    book.add(Restored(to=correction))
    assert book.match.state == corrected
    assert book.audited() == []


def test_table_events_change_no_state() -> None:
    """What happens at the table beside the game changes neither the state nor what stands."""
    book = Book(*SHEET)
    state, line = book.match.state, book.match.line
    book.add(TableEvent(what="judge_called", author="kim", role="judge", about=4))
    assert book.match.state is state
    assert book.match.line == line
    with pytest.raises(BrokenHistory, match="notes entry 99"):
        book.add(TableEvent(what="note", author="kim", role="player", about=99))


MOMENT = Moment(1, "place")
ADA_FIR = Book(*SHEET).match.acts[3]


def amended(entry: int, how: Any = "replace", number: int = 0) -> Amended[Any, Any]:
    if how == "strike":
        return Amended(entry=entry, number=number, how="strike")
    return Amended(entry=entry, number=number, how=how, command=ADA_FIR.command, events=ADA_FIR.events, moment=MOMENT)


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        (Corrected(amended=()), "nothing is amended"),
        (Corrected(amended=(amended(99),)), "act 99 does not stand"),
        (Corrected(amended=(amended(4, number=1),)), "act 4#1 does not stand"),
        (Corrected(amended=(amended(1, "strike"),)), "the opening can be replaced"),
        (Corrected(amended=(amended(1, "insert"),)), "the opening can be replaced"),
        (Corrected(amended=(amended(4), amended(4, "strike"))), "amended twice"),
        (Corrected(amended=(Amended(entry=4),)), "no command or moment"),
        (Corrected(amended=(amended(4),), following=(Followed(entry=3, moment=MOMENT),)), "act 3 cannot follow"),
        (Corrected(amended=(amended(4),), following=(Followed(entry=4, moment=MOMENT),)), "act 4 cannot follow"),
        (Corrected(amended=(amended(2, "strike"),)), "does not fit"),
        (Restored(to=0), "goes to entry 0"),
        (Restored(to=11), "goes to entry 11"),
    ],
)
def test_what_is_no_correction(payload: Any, why: str) -> None:
    """A correction of what does not stand, or one that does not fit, is no history; the match is as it was."""
    book = Book(*SHEET)
    before = (book.match.version, book.match.line, dict(book.match.undone), book.match.state, len(book.match.made))
    with pytest.raises(BrokenHistory, match=why):
        book.add(payload)
    assert before == (book.match.version, book.match.line, book.match.undone, book.match.state, len(book.match.made))


def test_of_the_opening_the_command_can_be_amended() -> None:
    """A name that was misspelt when the match was opened is put right; what the match is played under stays."""
    book = Book(*SHEET)
    book.correct((1, "start_match [Ada, Bob] [30, 30]"))
    assert [seat.name for seat in book.match.state.seats] == ["Ada", "Bob"]
    assert book.match.opened is not None
    assert book.match.opened.catalogue == CATALOGUE.digest
    assert book.audited() == []


def counting(calls: list[Any]) -> Any:
    """The game, with each event that it folds noted down."""

    def evolve(state: Any, event: Any) -> Any:
        calls.append(event)
        return GAME.evolve(state, event)

    return replace(GAME, evolve=evolve)


def test_lines_that_corrections_left_behind_are_folded_when_somebody_looks() -> None:
    """D14: a match with many corrections of an early act folds the line that stands and no other; what each entry left is there all
    the same once it is asked for."""
    book = Book(*SHEET)
    for line in ("place_card Ada ivy", "place_card Ada fir") * 5:
        book.correct((4, line), (9, "place_card Ada fir" if "ivy" in line else "place_card Ada ivy"))
    calls: list[Any] = []
    late: Match[Any, Any, Any] = Match("m", counting(calls), CATALOGUE)
    late.apply_all(book.entries)
    assert len(calls) == sum(len(act.events) for act in book.match.acts)
    assert late.state == book.match.state
    calls.clear()
    assert late.states == book.match.states
    assert calls
    assert late.made == book.match.made


def test_a_line_that_does_not_fit_is_told_when_it_stands_or_somebody_looks() -> None:
    """D14: a correction whose events do not fit is no history where it stands in the end; left behind by a later one
    it is told to whoever looks there."""
    book = Book(*SHEET)
    book.correct((4, "place_card Ada ivy"), (9, "place_card Ada fir"))
    forged = next_entry(GAME, book.entries, Corrected(amended=(amended(2, "strike"),)), book.match.state, "m")
    late: Match[Any, Any, Any] = Match("m", GAME, CATALOGUE)
    with pytest.raises(BrokenHistory, match="as entry 12 has it does not fit"):
        late.apply_all([*book.entries, forged])
    redone = next_entry(GAME, [*book.entries, forged], Restored(to=11), book.match.state, "m")
    late = Match("m", GAME, CATALOGUE)
    late.apply_all([*book.entries, forged, redone])
    assert late.state == book.match.state
    with pytest.raises(BrokenHistory, match="as entry 12 has it does not fit"):
        late.states  # noqa: B018


def test_an_amended_command_is_decided_as_any_other() -> None:
    """One that the state cannot hold is refused."""
    with pytest.raises(ImpossibleCommand):
        Book(*SHEET).propose((4, "place_card Ada cedar"), (2, "draw Ada [fir, ivy, elder]"))


def test_replay_needs_evolve_alone() -> None:
    """Folding asks neither `check` nor `unfold`: a changed rule never changes a corrected match."""
    book = Book(*SHEET)
    book.correct((2, "draw Ada [fir, ??, ??]"), (7, "+adjust slip [set_points(player=Ada, points=5)]"))

    def never(*_: object) -> Any:
        raise AssertionError("a replay asks no rules")

    mute = replace(GAME, check=never, unfold=never, legal=never, numbered=never)
    again = fold(Match("m", mute, CATALOGUE), book.entries)
    assert again.states == book.match.states
    state = book.match.states[0]
    for act in again.acts:
        state = evolve_all(mute, state, act.events)
        assert act.state == state


@pytest.mark.parametrize("kind", ["amended", "following"])
def test_the_audit_derives_both_again(kind: str) -> None:
    """A correction whose amended or later acts are not what follows from the commands is found."""
    from msgspec.structs import replace

    book = Book(*SHEET)
    payload = book.propose((2, "draw Ada [fir, ??, ??]")).payload
    assert payload.following
    if kind == "amended":
        payload = replace(payload, amended=(replace(payload.amended[0], moment=Moment(7, "draw")),))
    else:
        payload = replace(payload, following=(*payload.following[:-1], replace(payload.following[-1], moment=MOMENT)))
    book.add(payload)
    assert [line.partition(" ")[0] for line in book.audited()] == ["11"]


@pytest.mark.parametrize(
    ("left_out", "said"),
    [(True, "act 9 would change, and is not recorded to"), (False, "act 8 is recorded to change, and would not")],
)
def test_the_audit_says_which_later_act_is_wrong(left_out: bool, said: str) -> None:
    """A later act that would change and is not recorded to is found, and one that is recorded to and would not."""
    from msgspec.structs import replace

    book = Book(*SHEET)
    payload = book.propose((2, "draw Ada [fir, ??, ??]")).payload
    assert [one.entry for one in payload.following] == [9]
    [later] = payload.following
    act = book.match.acts[7]
    unchanged = Followed(entry=8, events=act.events, violations=act.violations, moment=act.moment)
    book.add(replace(payload, following=() if left_out else (unchanged, later)))
    assert book.audited() == [f"11 {said}"]


def test_what_a_later_act_becomes_is_told_with_it() -> None:
    """Each consequence has the act as it stood, and as it would stand: in its place, with its events, at its state."""
    book = Book(*SHEET)
    found = book.propose((2, "draw Ada [fir, ??, ??]"))
    assert [one.address for one in found.consequences] == [Address(version) for version in range(2, 11)]
    for one in found.consequences[1:]:
        assert one.before is not None
        assert one.after is not None
        assert (one.after.address, one.after.command) == (one.address, one.before.command)
        assert (one.after.events == one.before.events) is (one.verdict == "same")
    assert found.consequences[-1].after is not None
    assert found.consequences[-1].after.state == found.state


def test_new_kinds_are_too_new_for_older_programs() -> None:
    """The topic of a new kind of entry has a schema that older programs do not know; all other entries keep theirs."""
    book = Book(*SHEET)
    book.correct((4, "place_card Ada ivy"), (9, "place_card Ada fir"))
    book.add(Restored(to=10))
    book.add(TableEvent(what="note", author="kim", role="player"))
    topics = [CODECS.topic("high_card", entry.payload) for entry in book.entries]
    assert topics == ["high_card/2"] * 10 + ["high_card/2001"] * 3
    for topic, entry in zip(topics, book.entries, strict=True):
        assert CODECS.decode(topic, encode_entry(entry)) == entry
    states = b"[" + b",".join(map(encode_entry, book.entries)) + b"]"
    assert CODECS.decode_list(("high_card/2", "high_card/2001"), states) == book.entries


def test_corrections_are_lifted() -> None:
    """Commands and events inside a correction are lifted as all others."""
    book = Book(*SHEET)
    book.correct((2, "draw Ada [fir, ??, ??]"))
    seen: list[object] = []

    def lift(tree: dict[str, object]) -> dict[str, object]:
        seen.append(tree["type"])
        return tree

    lifted(encode_entry(book.entries[-1]), (lift,))
    assert {"draw", "cards_drawn", "card_revealed"} <= set(seen)


def test_a_note_falls_with_the_entry_that_a_correction_strikes() -> None:
    """Given notes on a struck entry, on a struck insertion and on one that stays, then the first two fall with what they are about;
    redo brings them back."""
    book = Book(*SHEET)
    inserted = book.correct((7, "+adjust slip [set_points(player=Ada, points=5)]"))
    gone = book.add(Annotated(about=inserted, number=1, text="late"))
    stays = book.add(Annotated(about=2, text="a long look"))
    lost = book.add(Annotated(about=8, bookmark=True))
    before = book.match.version
    struck = book.correct((Address(inserted, 1), "-"), (8, "-"))
    assert book.match.undone == {8: struck, gone: struck, lost: struck}
    assert stays not in book.match.undone
    redo = book.add(Restored(to=before))
    assert {gone, lost, 8}.isdisjoint(book.match.undone), redo
