"""Corrections and redo in the fold: current actions, the state after each entry, the effects on later actions."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from domain.audit import recheck
from domain.correction_preview import Edit, Proposal, preview_correction
from domain.corrections import AffectedAction, AmendedAction, Corrected
from domain.decision import Decision, ImpossibleCommand, decide
from domain.entries import ActionEntry, Annotated, Concluded, Entry, Restored, TableEvent, TakenBack
from domain.game import TurnInfo, evolve_all
from domain.match import Match, fold
from domain.notation import Names, parse_command
from domain.outcome import Outcome
from domain.table.tokens import doubled_tokens, tokens_in
from domain.timeline import Address, BrokenHistory
from domain.upcasting import upcast
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
OTHERWISE = ((4, "place_card Ada ivy"), (9, "place_card Ada fir"))
"""Ada's two cards placed in the other order."""
SLIP = "+adjust slip [set_points(player=Ada, points=5)]"


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
        return self.add(ActionEntry(command=decision.command, events=decision.events, violations=decision.violations))

    def decided(self, line: str, state: Any) -> Decision[Any, Any, Any]:
        command = parse_command(line, GAME.commands, Names(CATALOGUE, state.seats))
        return decide(GAME, state, command, as_played=True)

    def propose(self, *changes: tuple[int | Address, str]) -> Proposal[Any, Any, Any]:
        edits = []
        for at, line in changes:
            how: Any = "strike" if line == "-" else "insert" if line.startswith("+") else "replace"
            address = at if isinstance(at, Address) else Address(at)
            edits.append(Edit(address, how, line.removeprefix("+") if how != "strike" else None))
        return preview_correction(self.match, edits, self.decided)

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
    return [action.command for action in book.match.actions]


def test_a_correction_leaves_what_the_right_record_has() -> None:
    """Given a match whose wrong entries are corrected, then it equals the match that was recorded correctly from the start."""
    wrong = list(SHEET)
    wrong[1], wrong[7] = "draw Ada [cedar, ivy, ??]", "draw Bo [cedar]"
    wrong[3], wrong[9] = "place_card Ada ivy", "place_card Bo cedar"
    wrong[8] = "place_card Ada cedar"
    book, right = Book(*wrong), Book(*SHEET)
    assert book.match.state != right.match.state
    book.correct(*((number, SHEET[number - 1]) for number in (2, 4, 8, 9, 10)))
    assert book.match.state == right.match.state
    assert commands(book) == commands(right)
    assert [action.events for action in book.match.actions] == [action.events for action in right.match.actions]
    assert [action.moment for action in book.match.actions] == [action.moment for action in right.match.actions]
    assert book.audited() == []


def test_a_forgotten_action_is_inserted_and_a_draw_struck() -> None:
    """Given an inserted action, then it has its own address, and its cards have unused numbers, so later cards keep theirs. Given a
    struck draw, then later cards keep their numbers too, and the next drawn card gets a free one."""
    book = Book(*SHEET)
    numbers = {token.id for token in tokens_in(book.match.state)}
    version = book.correct((7, SLIP), (7, "+draw Bo [fir]"))
    assert [str(action.address) for action in book.match.actions[5:9]] == ["6", f"{version}#1", f"{version}#2", "7"]
    new = {token.id for token in tokens_in(book.match.state)} - numbers
    assert new == {2005}, "Bo drew four cards in all: the fifth number is the first that was never given"
    assert doubled_tokens(book.match.state) == ()
    assert book.audited() == []
    third = book.correct((Address(version, 2), "-"))
    assert [str(action.address) for action in book.match.actions[5:8]] == ["6", f"{version}#1", "7"]
    assert book.match.actions[6].by == version
    assert third == version + 1
    assert {token.id for token in tokens_in(book.match.state)} == numbers
    book = Book(*SHEET[:3], "draw Ada [fir]", "draw Ada [cedar]", "draw Bo [cedar]")
    book.correct((4, "-"))
    assert 4 in book.match.undone
    book.play("draw Ada [hazel]")
    assert doubled_tokens(book.match.state) == ()
    assert book.audited() == []


SHORT = (SHEET[0], "draw Ada [fir, ivy]", "draw Bo [fir, ivy, cedar]", "place_card Ada fir", "draw Ada [cedar]")


@pytest.mark.parametrize(
    ("lines", "change", "verdicts", "impossible"),
    [
        (SHEET, (4, "place_card Ada fir"), {"4": "replaced", **{str(n): "same" for n in range(5, 11)}}, []),
        (SHEET, (2, "draw Ada [fir, ivy]"), {"2": "replaced", "7": "newly_illegal"}, []),
        # Given an impossible action, then the actions that build on it are impossible, too.
        (SHEET, (2, "draw Ada [cedar, ivy, cedar]"), {"2": "replaced"}, ["4", "6"]),
        (SHEET, (7, "+draw Ada [cedar]"), {"9": "same"}, []),
        (SHORT, (2, "draw Ada [fir, ivy, cedar]"), {"4": "newly_legal"}, []),
    ],
)
def test_classes_of_later_acts(lines: Any, change: Any, verdicts: dict[str, str], impossible: list[str]) -> None:
    """Same, changed, newly illegal with its rule, newly legal, impossible: each later act is in exactly one class."""
    found = Book(*lines).propose(change)
    told = {str(one.address): one for one in found.consequences}
    assert {address: told[address].verdict for address in verdicts} == verdicts
    assert [str(one.address) for one in found.impossible] == impossible
    assert verdicts.get("7") != "newly_illegal" or told["7"].violations[0].rule == "MG-P02"


def test_unknown_cards_are_bound_again() -> None:
    """A card that was unknown when drawn is bound again by the usual rule: to the unknown card held longest."""
    book = Book(*SHEET[:5])
    correction = book.correct((2, "draw Ada [??, ivy, ??]"))
    placed = book.match.standing(Address(4))
    assert placed is not None
    assert placed.by == correction
    assert [type(event).__name__ for event in placed.events] == ["CardRevealed", "CardPlaced"]
    assert book.match.state.players[0].placed[0].card == "fir"


def test_a_take_back_after_a_correction_goes_to_the_standing_line() -> None:
    """Given a take-back to a corrected action, then the state is the one after its correction; earlier corrections stay in force.
    An inserted act can be gone back to by its address."""
    book = Book(*SHEET)
    correction = book.correct(*OTHERWISE)
    taken_back = book.add(TakenBack(to=6))
    standing = book.match.standing(Address(6))
    assert standing is not None
    assert (book.match.state, book.match.line) == (standing.state, [1, 2, 3, 4, 5, 6])
    assert book.match.undone == dict.fromkeys((7, 8, 9, 10), taken_back), "the correction of entry 4 still holds"
    assert correction not in book.match.undone
    book = Book(*SHEET)
    payload = TakenBack(to=book.correct((7, SLIP)), number=1)
    assert grammar_of(payload) == 1
    book.add(payload)
    assert (str(book.match.actions[-1].address), book.match.undo_target) == (f"{payload.to}#1", Address(6))
    assert set(book.match.undone) == {7, 8, 9, 10}


def test_redo() -> None:
    """Redo brings back the line, the end, and what was undone, as entry N left them; entries since are undone by it. It walks back
    over take-backs one by one; an action, or a correction, ends that."""
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


def test_table_events_change_no_state() -> None:
    """Given table events beside the game, then the state and the current actions stay the same."""
    book = Book(*SHEET)
    state, line = book.match.state, book.match.line
    book.add(TableEvent(what="judge_called", author="kim", role="judge", about=4))
    assert (book.match.state, book.match.line) == (state, line)
    with pytest.raises(BrokenHistory, match="notes entry 99"):
        book.add(TableEvent(what="note", author="kim", role="player", about=99))


MOMENT = TurnInfo(1, "place")
ADA_FIR = Book(*SHEET).match.actions[3]


def amended(entry: int, how: Any = "replace", number: int = 0) -> AmendedAction[Any, Any]:
    if how == "strike":
        return AmendedAction(entry=entry, number=number, how="strike")
    return AmendedAction(
        entry=entry, number=number, how=how, command=ADA_FIR.command, events=ADA_FIR.events, moment=MOMENT
    )


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        (Corrected(amended=()), "the correction changes nothing"),
        (Corrected(amended=(amended(99),)), "action 99 was undone"),
        (Corrected(amended=(amended(4, number=1),)), "action 4#1 was undone"),
        (Corrected(amended=(amended(1, "strike"),)), "the opening can only be replaced"),
        (Corrected(amended=(amended(1, "insert"),)), "the opening can only be replaced"),
        (Corrected(amended=(amended(4), amended(4, "strike"))), "corrected twice"),
        (Corrected(amended=(AmendedAction(entry=4),)), "no command or turn info"),
        (
            Corrected(amended=(amended(4),), following=(AffectedAction(entry=3, moment=MOMENT),)),
            "action 3 cannot follow",
        ),
        (
            Corrected(amended=(amended(4),), following=(AffectedAction(entry=4, moment=MOMENT),)),
            "action 4 cannot follow",
        ),
        (Corrected(amended=(amended(2, "strike"),)), "does not fit"),
        (Restored(to=0), "goes to entry 0"),
        (Restored(to=11), "goes to entry 11"),
    ],
)
def test_what_is_no_correction(payload: Any, why: str) -> None:
    """Given a correction of an undone action, or one that does not fit, then it is refused as broken history; the match is
    unchanged."""
    book, untouched = Book(*SHEET), Book(*SHEET).match
    with pytest.raises(BrokenHistory, match=why):
        book.add(payload)
    assert (book.match.version, book.match.line, book.match.state) == (10, untouched.line, untouched.state)
    assert (book.match.undone, len(book.match.all_actions)) == ({}, 10)


def test_an_amended_command_is_decided_as_any_other() -> None:
    """One that the state cannot hold is refused. Of the opening the names can be put right; what the match is played under stays.
    One that the state cannot hold is refused. Of the opening the names can be put right; what the match is played under stays."""
    book = Book(*SHEET)
    book.correct((1, "start_match [Ada, Bob] [30, 30]"))
    assert [seat.name for seat in book.match.state.seats] == ["Ada", "Bob"]
    assert book.match.opened is not None
    assert book.match.opened.catalogue == CATALOGUE.digest
    assert book.audited() == []
    with pytest.raises(ImpossibleCommand):
        Book(*SHEET).propose((4, "place_card Ada cedar"), (2, "draw Ada [fir, ivy, elder]"))


def counting(calls: list[Any]) -> Any:
    """The game, with each event that it folds noted down."""

    def evolve(state: Any, event: Any) -> Any:
        calls.append(event)
        return GAME.evolve(state, event)

    return replace(GAME, evolve=evolve)


def test_lines_that_corrections_left_behind() -> None:
    """Given a match with many corrections of an early action, then only the current line is folded; the states of earlier entries
    are computed on request. Given a correction that does not fit, then the error names its entry, for every viewpoint."""
    book = Book(*SHEET)
    for one, other in (("ivy", "fir"), ("fir", "ivy")) * 5:
        book.correct((4, f"place_card Ada {one}"), (9, f"place_card Ada {other}"))
    calls: list[Any] = []
    late: Match[Any, Any, Any] = Match("m", counting(calls), CATALOGUE)
    late.apply_all(book.entries)
    assert len(calls) == sum(len(action.events) for action in book.match.actions)
    assert late.state == book.match.state
    calls.clear()
    assert late.states == book.match.states
    assert calls
    assert late.all_actions == book.match.all_actions
    book = Book(*SHEET)
    book.correct(*OTHERWISE)
    forged = next_entry(GAME, book.entries, Corrected(amended=(amended(2, "strike"),)), book.match.state, "m")
    late: Match[Any, Any, Any] = Match("m", GAME, CATALOGUE)
    with pytest.raises(BrokenHistory, match="as corrected by entry 12 does not fit"):
        late.apply_all([*book.entries, forged])
    redone = next_entry(GAME, [*book.entries, forged], Restored(to=11), book.match.state, "m")
    late = Match("m", GAME, CATALOGUE)
    late.apply_all([*book.entries, forged, redone])
    assert late.state == book.match.state
    with pytest.raises(BrokenHistory, match="as corrected by entry 12 does not fit"):
        late.states  # noqa: B018


def test_replay_needs_evolve_alone() -> None:
    """Given changed rules, then a corrected match stays the same, because folding does not call `check` or `resolve`."""
    book = Book(*SHEET)
    book.correct((2, "draw Ada [fir, ??, ??]"), (7, SLIP))

    def never(*_: object) -> Any:
        raise AssertionError("a replay asks no rules")

    mute = replace(GAME, check=never, resolution=never, legal=never, with_next_card_numbers=never)
    again = fold(Match("m", mute, CATALOGUE), book.entries)
    assert again.states == book.match.states
    state = book.match.states[0]
    for action in again.actions:
        state = evolve_all(mute, state, action.events)
        assert action.state == state


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("amended", "11 amended act 2 breaks other rules, or is of another moment"),
        ("following", "11 act 9 "),
        ("left out", "11 act 9 would change, and is not recorded to"),
        ("unchanged", "11 act 8 is recorded to change, and would not"),
    ],
)
def test_the_audit_derives_amended_and_later_acts_again(change: str, said: str) -> None:
    """A correction is found whose amended or later acts are not what follows from the commands: a later act that would change and
    is not recorded to, or one that is recorded to and would not."""
    book = Book(*SHEET)
    payload = book.propose((2, "draw Ada [fir, ??, ??]")).payload
    [amended_act], [later] = payload.amended, payload.following
    assert later.entry == 9
    action = book.match.actions[7]
    unchanged = AffectedAction(entry=8, events=action.events, violations=action.violations, moment=action.moment)
    changes = {
        "amended": {"amended": (structs.replace(amended_act, moment=TurnInfo(7, "draw")),)},
        "following": {"following": (structs.replace(later, moment=MOMENT),)},
        "left out": {"following": ()},
        "unchanged": {"following": (unchanged, later)},
    }
    book.add(structs.replace(payload, **changes[change]))
    [found] = book.audited()
    assert found.startswith(said)


def test_what_a_later_act_becomes_is_told_with_it() -> None:
    """Given a preview, then each effect has the action before and after: its place, its events and its state."""
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


def test_new_kinds_of_entries_are_stored() -> None:
    """The topic of a new kind of entry has a schema that older programs do not know; all others keep theirs. Commands and events
    inside a correction are lifted as all others."""
    book = Book(*SHEET)
    book.correct(*OTHERWISE)
    book.add(Restored(to=10))
    book.add(TableEvent(what="note", author="kim", role="player"))
    topics = [CODECS.topic("high_card", entry.payload) for entry in book.entries]
    assert topics == ["high_card/2"] * 10 + ["high_card/2001"] * 3
    for topic, entry in zip(topics, book.entries, strict=True):
        assert CODECS.decode(topic, encode_entry(entry)) == entry
    states = b"[" + b",".join(map(encode_entry, book.entries)) + b"]"
    assert CODECS.decode_list(("high_card/2", "high_card/2001"), states) == book.entries
    book = Book(*SHEET)
    book.correct((2, "draw Ada [fir, ??, ??]"))
    seen: list[object] = []

    def lift(tree: dict[str, object]) -> dict[str, object]:
        seen.append(tree["type"])
        return tree

    upcast(encode_entry(book.entries[-1]), (lift,))
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
