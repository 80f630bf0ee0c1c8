"""Judges in the program: an entry disputed, its case, the ruling form, what it brings, the checklist of a rewind."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from domain.entries import TableEvent
from domain.judging import Appealed, Appointed, Disputed, Judging, Penalised, PutBack, Rewound, Ruled
from replay_tui.app import MatchbookApp
from replay_tui.screens.case import CaseScreen
from replay_tui.screens.disputes import DisputesScreen
from replay_tui.screens.record import RecordScreen
from replay_tui.screens.record_boxes import NoteBox
from replay_tui.screens.replay import ReplayScreen
from replay_tui.screens.ruling import RulingScreen
from replay_tui.screens.ruling_preview import PreviewScreen
from service.judging.judge_actions import record, rule
from service.judging.plan import plan_to
from service.judging.rulings import RequestedPenalty, Ruling
from service.recording.match_service import MatchService
from service.recording.recording_service import RecordingService
from storage.store import MatchStore
from tests.replay_tui.driving import LARGE, SMALL, Pictured, keys, see, visit
from tests.replay_tui.live import MATCH, analytics_of, open_sheet, recording, replay, table, ticking
from tests.storage.forging import unguarded

LAST = {"frc_card_game": 56, "frc_tcg": 44, "pbl_robots": 68, "robin_in_the_hood": 36}
"""The entry that ends the hand-written match of each game."""
FORM = "J enter r"
"""From a replay with one open claim to its ruling form."""


@pytest.fixture
def played(app: MatchService) -> str:
    """Ada's gamble, played to its end."""
    return open_sheet(app, "frc_card_game", 200, match_id=MATCH)


@pytest.fixture
def disputed(app: MatchService, played: str) -> str:
    """It, with Cannon's score in entry 55 disputed by Ada in entry 57."""
    record(app, played, Disputed(about=55, claim="illegal", claimant="Ada", text="Cannon had no right to"))
    return played


def judged(app: MatchService, match_id: str = MATCH) -> list[Any]:
    """Return the payloads that officials recorded."""
    return [entry.payload for entry in app.store.entries(match_id) if isinstance(entry.payload, Judging)]


# --- disputing --------------------------------------------------------------------------------------------------------


def test_two_keys_dispute_the_entry_of_a_replay(app: MatchService, played: str):
    """`C` and a letter store the claim about the current entry, `C` and esc do not; a statement may follow."""
    left, seen = visit(replay(app, played, place="55"), "C escape", "C i")
    assert isinstance(left.screen, ReplayScreen)
    [claim] = judged(app)
    assert (claim.about, claim.claim, claim.claimant, claim.role) == (55, "illegal", "tess", "scorekeeper")
    assert seen.messages == ("saved 57: entry 55 is disputed",)
    assert isinstance(seen.screen, NoteBox)


def test_each_kind_of_claim_has_a_letter(app: MatchService, played: str):
    """All kinds of the procedure can be claimed, each with a text."""
    see(replay(app, played, place="20"), *(f"C {letter} escape" for letter in "rmwc"))
    assert [claim.claim for claim in judged(app)] == ["misrecorded", "missed", "interpretation", "conduct"]
    assert all(claim.text for claim in judged(app))


def test_the_answer_to_the_question_is_a_statement_on_the_claim(app: MatchService, played: str):
    """The typed answer is recorded as a statement about the claim; esc records no statement."""
    see(replay(app, played, place="55"), "C i", keys("Bo: I paid for it"), "enter")
    said = app.store.entries(played)[-1].payload
    assert isinstance(said, TableEvent)
    assert (said.what, said.author, said.text, said.about) == ("statement", "Bo", "I paid for it", 57)
    see(replay(app, played, place="20"), "C c escape")
    assert isinstance(app.store.entries(played)[-1].payload, Disputed)


def test_a_broken_rule_on_record_is_named_in_the_claim(app: MatchService):
    """An entry that was recorded as played against a rule is disputed with that rule."""
    match = open_sheet(app, "frc_card_game", 22, match_id=MATCH)
    entry = app.take(match, "draw_card", as_played=True).version
    see(replay(app, match, place=str(entry)), "C i")
    assert judged(app)[0].text == "the action was illegal: CG-T04"


@pytest.mark.parametrize("key", ["C", "f12"])
def test_two_keys_dispute_the_last_action_of_the_record_screen(app: MatchService, key: str):
    """`C` on an empty line and F12 on any line dispute it; the line goes on after the question."""
    match = open_sheet(app, "frc_card_game", 22, match_id=MATCH)
    box, back = visit(recording(app, match), f"{key} i", "escape")
    assert isinstance(box.screen, NoteBox)
    assert judged(app)[0].about == 23
    assert isinstance(back.screen, RecordScreen)


# --- disputes and the case ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_j_lists_the_disputes_of_the_match(app: MatchService, disputed: str, size: tuple[int, int]):
    """Each row shows entry and status; the cursor is at the first open claim. `a` widens the list to all matches."""
    rule(app, disputed, Ruling(ruled=Ruled(about=57, official="tess", role="judge", rules=("CG-A02",), text="it may")))
    record(app, disputed, Disputed(about=20, claim="conduct", claimant="Bo", text="she took ages"))
    seen, wide, narrow = visit(replay(app, disputed), "J", "a", "a", size=size)
    assert isinstance(seen.screen, DisputesScreen)
    assert wide.lines[0].startswith("DISPUTES of all matches 1 open claim")
    assert narrow.lines[0] == seen.lines[0] == f"DISPUTES {disputed} 1 open claim or appeal"
    assert " 57     ruled in 58" in seen.text
    assert ">59     open            disputed: entry 20, conduct: she took ages" in seen.text


def test_j_in_the_match_list_lists_what_waits_in_all_matches(app: MatchService, disputed: str):
    """`J` on the list of matches shows the claims of every match by address; `enter` leads to the case."""
    other = open_sheet(app, "frc_tcg", 12)
    claim = record(app, other, Disputed(about=5, claim="missed", claimant="Ada", text="a card too few")).version
    whole = MatchbookApp(app, analytics_of(app), recording_service=RecordingService(app))
    listed, case = visit(whole, "J", "enter")
    assert isinstance(listed.screen, DisputesScreen)
    assert f"{disputed}/57" in listed.text
    assert f"{other}/{claim}" in listed.text
    assert isinstance(case.screen, CaseScreen)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_case_shows_before_action_after_difference_and_rules(
    app: MatchService, disputed: str, size: tuple[int, int]
):
    """The claim, what was done, what it changed, each rule that it names, and the boards around it, at any size; `g` goes
    to the entry."""
    *pages, there = visit(replay(app, disputed), "J enter", "b", "b", "g", size=size)
    text = "\n".join(page.text for page in pages)
    assert f"CASE {disputed}/55 open" in text
    assert "Cannon (2500) scores directly for" in text
    assert "Ada: points: 2600 → 100" in text
    assert "✓ passed [CG-C01]" in text
    assert "Before: after entry 54" in text
    assert "Ada  2600 " in text
    assert "After: after entry 55" in text
    assert "Ada * 100 " in text
    assert there.address == f"{disputed}/55"


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_case_shows_what_each_player_could_know(app: MatchService, size: tuple[int, int]):
    """`f` cuts boards, difference and action to a player: Bo's case has no card that only Ada saw; the judge's has it."""
    match = open_sheet(app, "frc_tcg", 12, match_id=MATCH)
    record(app, match, Disputed(about=11, claim="illegal", claimant="Bo", text="one card too many"))
    pages = "b b" if size == (80, 24) else "b"
    judge, ada, bo = visit(replay(app, match), f"J enter {pages}", "f", "f", size=size)
    assert [one.lines[0].split(" as ")[1] for one in (judge, ada, bo)] == ["judge", "Ada", "Ben"]
    assert ["Battery" in one.text for one in (judge, ada, bo)] == [True, True, False]


def test_the_case_of_a_ruling_is_that_of_its_claim(app: MatchService, disputed: str):
    """`enter` on a ruling opens its claim, with the ruling in it; the case does not ask for a second ruling."""
    ruled = Ruled(about=57, official="tess", role="judge", rules=("CG-A02",), text="she may")
    rule(app, disputed, Ruling(ruled=ruled))
    seen = see(replay(app, disputed), "J down enter")
    assert f"CASE {disputed}/55 ruled in 58" in seen.lines[0]
    assert "ruled on 57 [CG-A02] she may (tess, judge)" in seen.text
    assert isinstance(see(replay(app, disputed), FORM).screen, CaseScreen)


def test_an_entry_without_a_claim_has_no_case(app: MatchService, played: str):
    """Given an official's entry, then it cannot be ruled on, and the message names entries that can."""
    record(app, played, Appointed(official="Quin", role="head_judge"))
    seen = see(replay(app, played), "J enter")
    assert isinstance(seen.screen, DisputesScreen)
    assert "belongs to no claim" in seen.messages[-1]


def test_a_players_view_opens_no_dispute(app: MatchService, disputed: str):
    """A case names what is hidden: only the judge's view leads to it."""
    seen = see(replay(app, disputed, as_="Ada"), "J")
    assert isinstance(seen.screen, ReplayScreen)
    assert "judge's view" in seen.messages[-1]


# --- the ruling --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", LAST)
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_from_opening_the_match_to_a_stored_ruling_in_25_keys(app: MatchService, game: str, size: tuple[int, int]):
    """Every key counted from the list on: the match opened, its last act gone to, disputed, ruled on with a rule found by
    search, play undone with its checklist and its dice, and stored."""
    match = open_sheet(app, game, 200, match_id=MATCH)
    record(app, match, Appointed(official="tess", role="head_judge"))
    dice = bool(plan_to(app.history(match), LAST[game])[1].dice)
    walk = (
        f"enter : {' '.join(str(LAST[game]))} enter C i escape J down enter r down enter tab {keys('late')} tab r f2 a"
    )
    pressed = [*walk.replace(":", "colon").split(), *(["r"] if dice else []), "enter"]
    seen = see(MatchbookApp(app, analytics_of(app), recording_service=RecordingService(app)), *pressed, size=size)
    assert len(pressed) <= 25
    assert isinstance(seen.screen, CaseScreen)
    claim, ruled, undone = judged(app)[1:]
    assert (claim.about, ruled.about, ruled.text, ruled.remedy, ruled.role) == (
        LAST[game], LAST[game] + 2, "late", "rewind", "head_judge",
    )  # fmt: skip
    assert len(ruled.rules) == 1
    assert (undone.about, undone.dice) == (LAST[game] + 3, "reroll" if dice else "")


def test_the_form_takes_the_role_that_was_recorded_for_who_rules(app: MatchService, disputed: str):
    """Given a recorder without a role and a head judge on record, when the head judge is typed as the official, then the ruling is
    theirs as head judge; somebody else rules as a judge."""
    record(app, disputed, Appointed(official="Quin", role="head_judge"))
    to_official = f"{FORM} {'tab ' * 7} ctrl+u"
    named, other = visit(replay(app, disputed), f"{to_official} {keys('quin')}", f"ctrl+u {keys('Zoe')}")
    assert "[head judge]" in named.text
    assert "[judge]" in other.text


def test_the_form_is_filled_in_as_its_page_says(app: MatchService, disputed: str):
    """docs/how-to/rule_in_the_terminal.md: arrows go to the remedy and to the head judge; only then the deviation appears."""
    walk = f"{FORM} enter tab {keys('late')} tab right right"
    judge, chief, asked = visit(replay(app, disputed), f"{walk} {'tab ' * 7}", "right", "f2")
    assert "[rewind]" in judge.text
    assert "deviation" not in judge.text
    assert "[head judge]" in chief.text
    assert "deviation" in chief.text
    assert isinstance(asked.screen, PreviewScreen)


def test_rules_are_found_by_words_ids_and_misspelt(app: MatchService, disputed: str):
    """The registered rulebook's rules: first those with the words in id or title; a misspelt word is read as the nearest. Given an
    empty line, then the rules checked for the disputed action come first."""
    words = ("a02", "sutdent", "xyzzy", "")
    found = visit(replay(app, disputed), f"{FORM} {keys(words[0])}", *(f"ctrl+u {keys(word)}" for word in words[1:]))
    proposed = found[-1].screen.hearing.proposal.rules
    assert "CG-C01" in proposed
    assert [rule.id for rule in found[-1].screen.found[: len(proposed)]] == list(proposed)
    assert found[0].lines[4].startswith(">  CG-A02  ")
    assert "Student" in found[1].lines[4]
    assert "0 of 146 rules and infractions" in found[2].text
    assert "146 of 146 rules and infractions" in found[3].text


@pytest.mark.slow
def test_a_penalty_is_left_to_the_guide(app: MatchService, disputed: str):
    """Given an earlier warning of Bo's for slow play in this match, when the infraction is found by its words and cited, and Bo is
    named without a penalty, then the preview says what the guide names for a repeat and since when, and what that brings."""
    ruled = Ruled(official="Jo", role="head_judge", text="slow", infraction="slow-play")
    first = rule(app, disputed, Ruling(ruled=ruled, penalties=(RequestedPenalty(seat=1, penalty="warning"),)))[
        1
    ].version
    record(app, disputed, Appointed(official="tess", role="head_judge"))
    cite = f"{FORM} {keys('slow play')} enter tab {keys('four minutes')} tab tab tab"
    form, preview = visit(replay(app, disputed), f"{cite} {keys('Bo')}", "f2")
    assert "cites [slow-play] Slow play" in form.text
    told = " ".join(preview.text.split())
    assert f"the guide's penalty for Bo, slow play: game loss, after {disputed}/{first}" in told
    assert "Bo: game loss" in told


IMPROPER = {
    f"tab {keys('late')}": "[JP-R01] cite a rule",
    "shift+tab enter tab tab r": "[JP-R04] rewind needs the head judge",
    "s": "not a simple backup (2 decisions since): only the head judge may rewind",
    f"n tab ctrl+u {keys('x1')}": "point of error: x1 is not a number",
    f"ctrl+u {keys('14')} tab {keys('Ada=fine')}": "one of caution, warning, score_adjustment,",
}
"""Keys that change the form, and what the program then says against it."""


@pytest.mark.parametrize(
    ("role", "refused"),
    [
        ("judge", IMPROPER),
        ("spectator", {f"enter tab {keys('late')}": "[JP-R03] tess was named spectator for this match"}),
    ],
)
def test_an_improper_form_is_refused_in_one_line(app: MatchService, disputed: str, role: Any, refused: dict[str, str]):
    """The form says what is missing or wrong and stays as filled in; it is not stored."""
    record(app, disputed, Appointed(official="tess", role=role))
    for seen, said in zip(
        visit(replay(app, disputed), FORM, *(f"{fill} f2" for fill in refused))[1:], refused.values(), strict=True
    ):
        assert isinstance(seen.screen, RulingScreen)
        assert said in seen.words
        assert "ruling text    late" in seen.text
    assert [type(one) for one in judged(app)] == [Disputed, Appointed]


def test_a_complaint_disappears_when_the_form_is_changed(app: MatchService, disputed: str):
    """The message is about the old content: a corrected field removes it, before the next preview."""
    wrong, corrected = visit(
        replay(app, disputed), FORM, f"enter tab {keys('late')} tab tab ctrl+u {keys('x1')} f2", "backspace"
    )[1:]
    assert "point of error: x1 is not a number" in wrong.words
    assert "is not a number" not in corrected.words


def test_escape_asks_before_a_form_that_was_filled_in_is_thrown_away(app: MatchService, disputed: str):
    """`esc` leaves an untouched form at once. With a cited rule, a finding or a remedy the form stays and says that another `esc`
    throws it away; after a change it asks again; pressed twice, it leaves."""
    fills = (("enter", "tab x"), (f"tab {keys('late')}", "x"), ("tab tab r", "tab x"))
    walks = (one for fill, more in fills for one in (f"r {fill} escape", f"{more} escape", "escape"))
    untouched, *seen = visit(replay(app, disputed), f"{FORM} tab tab escape", *walks)
    for left in (untouched, *seen[2::3]):
        assert isinstance(left.screen, CaseScreen)
    for asked in (*seen[::3], *seen[1::3]):
        assert isinstance(asked.screen, RulingScreen)
        assert "esc again throws away what you filled in" in asked.words


def test_a_rule_that_was_cited_by_mistake_is_taken_out_again(app: MatchService, disputed: str):
    """`enter` on a cited rule leaves it cited; `F3` removes it."""
    seen = see(replay(app, disputed), FORM, "enter enter down enter up f3")
    assert len(seen.screen.cited) == 1
    assert seen.screen.cited == (seen.screen.found[1].id,)


def test_the_preview_shows_what_the_ruling_brings_before_it_is_stored(app: MatchService):
    """A penalty with its effect: the entries that would be recorded and their effects; esc stores zero, enter all."""
    match = open_sheet(app, "frc_card_game", 22, match_id=MATCH)
    record(app, match, Disputed(about=14, claim="illegal", claimant="Ada", text="no"))
    fill = f"{FORM} enter tab {keys('late')} tab tab tab {keys('Bo=score_adjustment:100')} enter"
    stored: list[int] = []

    async def count(_: Pilot[None]) -> None:
        stored.append(len(judged(app)))

    preview, back, _ = visit(replay(app, match), fill, "escape", "f2 enter", then=count)
    assert isinstance(preview.screen, PreviewScreen)
    assert "penalty by 25: Bo: score adjustment of 100" in preview.text
    assert "Bo: points: 4000 → 3900" in preview.text
    assert isinstance(back.screen, RulingScreen)
    assert stored == [1, 1, 3]
    assert [type(one) for one in judged(app)] == [Disputed, Ruled, Penalised]
    assert judged(app)[2].seat == 1


def test_changes_by_hand_come_with_the_ruling(app: MatchService):
    """The line of a partial fix is read, previewed and recorded after the ruling; the form reports an unreadable line."""
    match = open_sheet(app, "frc_card_game", 22, match_id=MATCH)
    record(app, match, Disputed(about=23, claim="missed", claimant="Ada", text="no card was drawn"))
    begun = f"{FORM} enter tab {keys('late')} tab p tab {keys('drow')} f2"
    wrong, _ = visit(replay(app, match), begun, f"ctrl+u {keys('end_turn')} f2 enter")
    assert "line 1: " in wrong.text
    assert [type(one) for one in judged(app)] == [Disputed, Ruled]
    assert "remedy of ruling 25" in str(app.store.entries(match)[-1].payload)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_form_takes_all_that_the_command_takes(app: MatchService, size: tuple[int, int]):
    """Two penalties, a time extension, a deviation and the consent of both players to an official with ties: each has its row,
    the preview says it, and `enter` stores the ruling that `matchbook rule` stores."""
    match = open_sheet(app, "frc_card_game", 22, match_id=MATCH)
    record(app, match, Disputed(about=14, claim="illegal", claimant="Ada", text="no"))
    record(app, match, Appointed(official="tess", role="head_judge", conflicts=(1,)))
    typed = ("late", "tab tab", "Ada=w; Bo=s:100", "tab", "5", "here twice", "tab tab", "Ada; Bo")
    text, error, given, infraction, minutes, deviation, role, consents = (
        one if one.startswith("tab") else keys(one) for one in typed
    )
    fill = (
        f"{FORM} enter tab {text} {error} tab {given} {infraction} tab {minutes} tab {deviation} {role} tab {consents}"
    )
    form, preview, _ = visit(replay(app, match), fill, "f2", "enter", size=size)
    for row in (
        "penalties      Ada=w; Bo=s:100",
        "extra minutes  5",
        "deviation      here twice",
        "consent of     Ada; Bo",
    ):
        assert row in form.text
    told = preview.words
    assert "; 5 minutes more; deviation: here twice; Ada and Bo consented (tess, head judge)" in told
    assert "penalty by 26: Ada: warning" in told
    assert "penalty by 26: Bo: score adjustment of 100" in told
    ruled, *given_ = judged(app)[2:]
    assert (ruled.minutes, ruled.deviation, ruled.consents) == (5, "here twice", (0, 1))
    assert [(one.seat, one.penalty, one.amount) for one in given_] == [(0, "warning", 0), (1, "score_adjustment", 100)]


def test_a_claim_is_withdrawn_from_the_list(app: MatchService, disputed: str):
    """`w` asks why, and what was recorded by mistake waits no more; without a reason, or where another role must, it says so."""
    unexplained = see(replay(app, disputed), "J w enter")
    assert "[JP-D01] say why it is withdrawn" in " ".join(unexplained.messages)
    seen = see(replay(app, disputed), "J w", keys("table 4"), "enter")
    assert isinstance(seen.screen, DisputesScreen)
    assert "none open" in seen.text
    [withdrawn] = judged(app)[1:]
    assert (withdrawn.about, withdrawn.official, withdrawn.role, withdrawn.text) == (57, "tess", "judge", "table 4")


def test_ties_are_asked_about_where_there_are_any(app: MatchService, disputed: str):
    """The form asks for consent only if the official declared ties. Then the ruling waits for it, and the form says who must
    consent and how to write several names."""
    plain = see(replay(app, disputed), FORM)
    assert "consent of" not in plain.text
    record(app, disputed, Appointed(official="tess", role="judge", conflicts=(0,)))
    seen = see(replay(app, disputed), FORM, "enter tab", keys("late"), "f2")
    assert "consent of     players who accept an official with declared ties (name; name)" in seen.text
    assert "[JP-R06] tess has declared ties to a player: Ada and Bo must consent" in seen.text
    assert len(judged(app)) == 2


def test_on_a_low_terminal_the_form_scrolls_to_what_is_filled_in_and_said(app: MatchService, disputed: str):
    """On sixteen rows the form shows the field with the cursor and the reason for a refusal."""
    last, said = visit(replay(app, disputed), f"{FORM} shift+tab", "f2", size=(80, 16))
    assert "as             [judge]" in last.text
    assert "[JP-R01] cite a rule" in said.text


def test_an_appeal_is_decided_in_the_same_form(app: MatchService, disputed: str):
    """After an appeal the form asks for its decision, and only the head judge decides."""
    rule(app, disputed, Ruling(ruled=Ruled(about=57, official="Rae", role="judge", rules=("CG-A02",), text="she may")))
    record(app, disputed, Appealed(about=58, seat=0))
    record(app, disputed, Appointed(official="tess", role="head_judge"))
    down = "J enter r enter tab"
    undecided = see(replay(app, disputed), down, keys("no"), "f2")
    assert "appeal is" in undecided.text
    see(replay(app, disputed), down, keys("no"), "tab tab tab tab tab o f2 enter")
    assert judged(app)[-1].decision == "overturned"
    assert judged(app)[-1].about == 59


# --- rewinding ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def robots(app: MatchService) -> str:
    """A match of robots, in whose last six acts dice fell and a card was drawn; entry 63 is disputed, tess is head judge."""
    match = open_sheet(app, "pbl_robots", 200, match_id=MATCH)
    record(app, match, Disputed(about=63, claim="illegal", claimant="Ada", text="the wrong one"))
    record(app, match, Appointed(official="tess", role="head_judge"))
    return match


REWIND = f"J enter r enter tab {keys('late')} tab r f2"


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_checklist_is_physical_newest_first_with_what_was_learned(
    app: MatchService, robots: str, size: tuple[int, int]
):
    """Each act of the plan, the newest first, with what hands do; decisions, cards seen, cards that go back among which."""
    seen = see(replay(app, robots), REWIND, size=size)
    assert isinstance(seen.screen, PreviewScreen)
    checklist, width = seen.screen.checklist, size[0] - 2
    rows = [*(row for _, row in seen.screen._rows(checklist, width)), *seen.screen._known(checklist, width)]
    lines = ["".join(span.text for span in row) for row in rows]
    text = "\n".join(lines)
    steps = [line.split("entry ")[1].split(":")[0] for line in lines if line[2:].startswith("[ ] entry")]
    assert steps == ["68", "67", "66", "65", "64", "63"]
    assert "back to" in text
    assert "decisions since" in text
    assert "has seen" in text
    assert "returns a card, drawn at random from Stunt 12" in " ".join(text.split())
    assert "dice rolled in entry 67, 66: k keep · r re-roll" in text


def test_dice_and_cards_have_no_default(app: MatchService, robots: str):
    """Given an unticked, undecided or undrawn step, then one line says what is missing and the ruling is not stored; then it is
    stored whole."""
    walks = (REWIND, "enter", "a enter", "k enter", "down " * 6 + "right enter")
    _, ticks, dice, card, done = visit(replay(app, robots), *walks)
    assert ticks.lines[-2] == "6 steps not marked as done"
    assert dice.lines[-2] == "dice rolled in entry 67, 66: keep them, or roll again?"
    assert card.lines[-2] == "1 card not drawn at random yet"
    assert isinstance(done.screen, CaseScreen)
    _, _, ruled, undone = judged(app)
    assert isinstance(ruled, Ruled)
    assert isinstance(undone, Rewound)
    candidates = ("Stunt 12", "#2-14", "#2-15", "#2-16", "#2-17")
    assert (undone.to, undone.dice) == (62, "keep")
    assert undone.put_back == (PutBack(seat=1, place="deck top", candidates=candidates, chosen="Stunt 12"),)


def test_escape_asks_before_ticked_steps_are_thrown_away(app: MatchService, robots: str):
    """Given a checklist with a ticked step, when `esc` is pressed, then it stays and says so; pressed twice, it leaves."""
    asked, left = visit(replay(app, robots), f"{REWIND} space escape", "escape")
    assert isinstance(asked.screen, PreviewScreen)
    assert "esc again throws away what you ticked" in asked.words
    assert isinstance(left.screen, RulingScreen)


def test_steps_are_ticked_one_by_one_and_a_place_is_named(app: MatchService, robots: str):
    """The space bar goes from step to step and opens a ticked one again; you can name the place of the card."""
    walks = (f"{REWIND} " + "space " * 6 + "enter", "up space enter", "up space")
    first, second, _, _ = visit(replay(app, robots), *walks, f"left p ctrl+u {keys('discards')} enter r enter")
    assert first.lines[-2].startswith("dice rolled")
    assert second.lines[-2] == "1 step not marked as done"
    assert [(one.place, one.chosen) for one in judged(app)[-1].put_back] == [("discards", "??")]


def test_a_rewind_can_be_recorded_when_the_table_is_done(app: MatchService, robots: str):
    """`l` stores only the ruling; `w` in its case opens the checklist, which then records the rewind."""
    later, listed = visit(replay(app, robots), REWIND, "l")
    assert isinstance(listed.screen, CaseScreen)
    assert [type(one) for one in judged(app)] == [Disputed, Appointed, Ruled]
    assert app.match(robots).version == 71
    see(replay(app, robots), "J enter w a r", "down " * 6, "right enter")
    assert (judged(app)[-1].about, judged(app)[-1].to, judged(app)[-1].dice) == (71, 62, "reroll")
    assert isinstance(later.screen, PreviewScreen)


# --- others, and damage ------------------------------------------------------------------------------------------------


def test_two_rulings_at_once(app: MatchService, disputed: str):
    """If another official rules while you read the preview, then yours is not stored: the preview says who was first, and the form
    that the claim has a ruling."""
    ruled = Ruled(about=57, official="Rae", role="judge", rules=("CG-A02",), text="she may")

    async def meanwhile(pilot: Pilot[None]) -> None:
        if isinstance(pilot.app.screen, PreviewScreen) and len(judged(app)) == 1:
            rule(app, disputed, Ruling(ruled=ruled))

    walks = (f"{FORM} enter tab {keys('late')} f2", "enter", "escape f2")
    _, conflict, again = visit(replay(app, disputed), *walks, then=meanwhile)
    assert conflict.lines[-2] == "tess recorded entry 58 meanwhile: esc, then look at it again"
    assert "[JP-R07] entry 57 was ruled on in entry 58" in again.lines[-2]
    assert [one.text for one in judged(app) if isinstance(one, Ruled)] == ["she may"]


def altered(folder: Path, app: MatchService, match: str) -> None:
    """Somebody alters entry 3 in a database shell."""
    app.close()
    unguarded(
        folder / "m.db",
        'UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), \'"by":"tess"\', \'"by":"eve"\') AS BLOB) '
        f"WHERE originator_version = 3 AND originator_id = '{match}'",
    )


@pytest.mark.parametrize("why", ["", "seen by both"])
def test_an_altered_match_is_judged_only_where_somebody_says_why(tmp_path: Path, why: str):
    """Without --on-damaged one line refuses claim and ruling and names the first altered entry; with it, both are stored with
    that remark."""
    with table(tmp_path, clock=ticking()) as app:
        match = open_sheet(app, "frc_card_game", 200, match_id=MATCH)
        if not why:
            record(app, match, Disputed(about=55, claim="illegal", claimant="Ada", text="no"))
        altered(tmp_path, app, match)
    store = MatchStore.open(f"sqlite:///{tmp_path / 'm.db'}")
    with MatchService(store, recorder="tess", on_damaged=why) as app:
        seen = see(replay(app, match, place="55"), "C i escape")
        assert ("broken from entry 3 on" in seen.messages[-1]) is not bool(why)
        form = see(replay(app, match), FORM, "enter tab", keys("late"), "f2", "enter")
        assert [one.remark for one in judged(app)] == (
            [f"the chain of {match} is broken from entry 3 on: {why}"] * 2 if why else [""]
        )
        assert isinstance(form.screen, CaseScreen if why else RulingScreen)
        assert why or "broken from entry 3 on" in form.text


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize(
    ("name", "walk"),
    [("case", "J enter"), ("form", f"{FORM} enter"), ("checklist", f"{FORM} enter tab {keys('late')} tab r f2 space")],
)
def test_as_drawn(app: MatchService, disputed: str, pictured: Pictured, size: tuple[int, int], name: str, walk: str):
    """The case, the form with a rule cited, the checklist with one step done."""
    record(app, disputed, Appointed(official="tess", role="head_judge"))
    assert name
    pictured(replay(app, disputed), size, walk)
