"""What officials put into the record: each rule of procedure refused and allowed, rewinds against the replayed prefix, statements
and rulings that change nothing, the audit of forged entries."""

from collections.abc import Callable
from dataclasses import replace as altered
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.amending import TableEvent
from domain.audit import recheck
from domain.entries import Concluded, TakenBack
from domain.game import Outcome
from domain.judging import (
    Appealed,
    Appointed,
    Confirmed,
    Contested,
    Merged,
    Penalised,
    PutBack,
    Rewound,
    Ruled,
    Withdrawn,
)
from domain.match import BrokenHistory, Match
from domain.parts import JudgingPart
from domain.procedure.authority import authority_faults
from domain.procedure.docket import Docket
from domain.registry import rules_of_procedure
from tests.campaigns import tries
from tests.domain import test_correcting
from tests.domain.test_correcting import SHEET
from tests.minigame import CATALOGUE, GAME

DICED = altered(GAME, judging=JudgingPart(dice=("roll_die",)))
TIED = (
    *SHEET[:3],
    "place_card Ada ??",
    "place_card Bo ??",
    "turn_up [ivy, ivy]",
    "roll_die 3",
    "draw Ada [??]",
)
MANY = tries("MATCHBOOK_JUDGING", few=50, many=10_000)
claim = Contested(about=4, claim="illegal", claimant="Bo", text="that card was another")
ruling = Ruled(official="Jo", role="judge", rules=("MG-P03",), text="it was")
backwards = replace(ruling, error=4, remedy="rewind", role="head_judge")


class Desk(test_correcting.Book):
    """A match at which officials act."""

    def __init__(self, *lines: str) -> None:
        super().__init__()
        self.match = Match("m", DICED, CATALOGUE)
        for line in lines:
            self.play(line)

    @property
    def docket(self) -> Docket[Any, Any, Any]:
        return Docket(self.match, self.entries)

    def refused(self, act: Any, rule: str, *words: str) -> None:
        """Refused by this rule alone, and the audit of a record that has it all the same says so too."""
        found = [fault for fault in self.docket.faults(act) if fault.rule == rule]
        assert found, f"{act} is allowed, or refused by {list(self.docket.faults(act))}"
        assert {fault.rule for fault in self.docket.faults(act)} == {rule}
        assert all(word in found[0].text for word in words), found
        forged = Desk()
        for entry in self.entries:
            forged.entries.append(entry)
            forged.match.apply(entry)
        try:
            forged.add(act)
        except BrokenHistory:
            return
        assert any(finding.startswith(f"{forged.match.version} {found[0].text}") for finding in forged.audited())

    def allowed(self, act: Any) -> int:
        """Proper, and recorded; the audit agrees."""
        assert list(self.docket.faults(act)) == []
        version = self.add(act)
        assert self.audited() == []
        return version

    def audited(self) -> list[str]:
        found = recheck(DICED, CATALOGUE, self.entries)
        return [f"{finding.version} {finding.text}" for finding in found if finding.kind != "violated"]


@pytest.fixture
def desk() -> Desk:
    """Ten entries, the fourth of which will be contested."""
    return Desk(*SHEET)


def ended() -> Desk:
    desk = Desk(*SHEET)
    desk.add(Concluded(outcome=Outcome((0,), "agreed")))
    return desk


def confirmation(desk: Desk, seat: int) -> Confirmed:
    return Confirmed(seat=seat, head=desk.match.head)


def test_every_rule_of_procedure_is_tested() -> None:
    """Each row of the procedure is named by a test of this file that has it refused."""
    text = Path(__file__).read_text("utf-8")
    assert [rule for rule in rules_of_procedure() if f'"{rule}"' not in text] == []


# --- the rows of the procedure --------------------------------------------------------------------------------------------


def test_officials_are_named(desk: Desk) -> None:
    """JP-A01: when somebody without a name, or with ties to nobody at the table, is named, then it is refused; else not."""
    desk.refused(Appointed(official=" ", role="judge"), "JP-A01", "name")
    desk.refused(Appointed(official="Jo", role="judge", conflicts=(2,)), "JP-A01", "seat 3")
    desk.allowed(Appointed(official="Jo", role="judge", conflicts=(1,)))


def test_a_claim_is_about_what_was_recorded(desk: Desk) -> None:
    """JP-C01: entries that are there, in order, with claimant and text; given 10 entries, 1 to 10 may be named."""
    for about, upto in ((0, 0), (11, 0), (4, 3), (4, 11), (-1, 2)):
        desk.refused(replace(claim, about=about, upto=upto), "JP-C01")
    desk.refused(replace(claim, claimant=""), "JP-C01", "who claims")
    desk.refused(replace(claim, text="  "), "JP-C01", "what is wrong")
    desk.allowed(replace(claim, about=1, upto=10))
    desk.allowed(replace(claim, about=4, upto=4))


def test_a_ruling_rests_on_rules(desk: Desk) -> None:
    """JP-R01: no rule that the rulebook lacks, and none at all by the head judge alone."""
    desk.refused(replace(ruling, rules=("MG-P03", "MG-Z99")), "JP-R01", "MG-Z99")
    desk.refused(replace(ruling, rules=()), "JP-R01", "cite a rule")
    desk.refused(replace(ruling, rules=("JP-R01",)), "JP-R01", "JP-R01")
    desk.allowed(replace(ruling, rules=(), role="head_judge"))
    desk.allowed(ruling)


def test_a_ruling_is_explained(desk: Desk) -> None:
    """JP-R02: given facts in words it stands; blank ones do not."""
    desk.refused(replace(ruling, text="\t "), "JP-R02")
    desk.allowed(ruling)


def test_judges_rule(desk: Desk) -> None:
    """JP-R03: neither players nor unnamed ones; and nobody in a higher role than they were named in."""
    desk.refused(replace(ruling, role="player"), "JP-R03")
    desk.refused(replace(ruling, role="scorekeeper"), "JP-R03")
    desk.refused(replace(ruling, official=""), "JP-R03")
    desk.allowed(Appointed(official="Jo", role="judge"))
    desk.refused(replace(ruling, official="jo", role="head_judge"), "JP-R03", "was named judge")
    desk.allowed(ruling)
    desk.allowed(Appointed(official="Kim", role="scorekeeper"))
    desk.refused(replace(ruling, official="Kim"), "JP-R03", "scorekeeper")
    desk.allowed(Appointed(official="Kim", role="head_judge"))
    desk.allowed(replace(ruling, official="Kim"))
    desk.allowed(replace(ruling, official="Kim", role="head_judge"))


@pytest.mark.parametrize("remedy", ["rewind", "replay_game"])
def test_the_head_judge_undoes_play(desk: Desk, remedy: Literal["rewind", "replay_game"]) -> None:
    """JP-R04: a judge may rule a simple backup, and the head judge alone a rewind."""
    desk.refused(replace(backwards, role="judge", remedy=remedy), "JP-R04", remedy.replace("_", " "))
    desk.allowed(replace(backwards, role="judge", remedy="simple_backup"))
    desk.allowed(replace(backwards, remedy=remedy))


def test_a_deviation_is_the_head_judges(desk: Desk) -> None:
    """JP-R05: given a reason, the head judge deviates; a judge does not."""
    desk.refused(replace(ruling, deviation="both learn the game"), "JP-R05")
    desk.allowed(replace(ruling, deviation="both learn the game", role="head_judge"))


def test_a_conflict_of_interest_needs_consent(desk: Desk) -> None:
    """JP-R06: given ties to Bo, all players must consent, Bo's opponent included; whoever has none needs nobody."""
    desk.allowed(Appointed(official="Jo", role="judge", conflicts=(1,)))
    desk.refused(ruling, "JP-R06", "Ada and Bo must consent")
    desk.refused(replace(ruling, consents=(1,)), "JP-R06", "Ada must consent")
    desk.allowed(replace(ruling, consents=(1, 0)))
    desk.allowed(replace(ruling, official="Kim"))


def test_a_claim_is_ruled_on_once(desk: Desk) -> None:
    """JP-R07: a ruling answers a claim that is there and open; two at once: the second is refused."""
    number = desk.allowed(claim)
    desk.refused(replace(ruling, about=4), "JP-R07", "no claim")
    desk.refused(replace(ruling, about=99), "JP-R07", "no entry 99")
    desk.allowed(replace(ruling, about=number))
    desk.refused(replace(ruling, about=number, official="Kim"), "JP-R07", "appealed")
    desk.allowed(replace(ruling, about=desk.allowed(claim)))


@pytest.mark.parametrize("remedy", ["simple_backup", "rewind", "replay_game", "partial_fix", "reshuffle"])
def test_a_remedy_starts_at_the_point_of_error(remedy: Any) -> None:
    """JP-R08: what is undone or put right has a first wrong entry, which is there and stands; an adjustment needs none."""
    desk = Desk(*SHEET)
    wrong = replace(backwards, remedy=remedy)
    for error in (0, 11, -1):
        desk.refused(replace(wrong, error=error), "JP-R08", "point of error")
    desk.allowed(wrong)
    desk.allowed(replace(wrong, remedy="adjustment", error=0))
    back = desk.add(TakenBack(to=3))
    desk.refused(wrong, "JP-R08", f"entry {back} undid it")
    desk.allowed(replace(wrong, error=3))


def test_a_penalty_belongs_to_a_ruling(desk: Desk) -> None:
    """JP-P01: given by a ruling, to a player of the match."""
    number = desk.allowed(ruling)
    for about in (0, 4, 99):
        desk.refused(Penalised(about=about, seat=0, penalty="warning"), "JP-P01")
    desk.refused(Penalised(about=number, seat=2, penalty="warning"), "JP-P01", "seat 3")
    desk.allowed(Penalised(about=number, seat=1, penalty="warning"))


@pytest.mark.parametrize("penalty", ["game_loss", "match_loss", "disqualification"])
def test_the_head_judge_ends_games(desk: Desk, penalty: Any) -> None:
    """JP-P02: by a judge's ruling at most the score is adjusted; by the head judge's also this."""
    number = desk.allowed(ruling)
    desk.refused(Penalised(about=number, seat=0, penalty=penalty), "JP-P02", "head judge")
    desk.allowed(Penalised(about=number, seat=0, penalty="score_adjustment", amount=1))
    number = desk.allowed(replace(ruling, role="head_judge"))
    desk.allowed(Penalised(about=number, seat=0, penalty=penalty))


def test_a_score_adjustment_says_by_how_much(desk: Desk) -> None:
    """JP-P03: an amount for score adjustments, from 1 on, and for them alone."""
    number = desk.allowed(ruling)
    for amount in (0, -1):
        desk.refused(Penalised(about=number, seat=0, penalty="score_adjustment", amount=amount), "JP-P03")
    desk.refused(Penalised(about=number, seat=0, penalty="warning", amount=1), "JP-P03")
    desk.allowed(Penalised(about=number, seat=0, penalty="score_adjustment", amount=1))


def test_a_penalty_of_somebody_who_does_not_play_names_them(desk: Desk) -> None:
    """JP-P01: one player or one other person. JP-P03: who does not play has no score, no game to lose, and nothing to do in it."""
    number = desk.allowed(replace(ruling, role="head_judge"))
    spectator = Penalised(about=number, person="Zoe", penalty="warning")
    desk.refused(Penalised(about=number, penalty="warning"), "JP-P01", "by name")
    for both in (replace(spectator, seat=0), replace(spectator, person=" ")):
        desk.refused(both, "JP-P01", "by name")
    for penalty in ("score_adjustment", "game_loss", "match_loss"):
        amount = int(penalty == "score_adjustment")
        desk.refused(replace(spectator, penalty=penalty, amount=amount), "JP-P03", "Zoe does not play")
    desk.refused(replace(spectator, penalty="disqualification", effect=True), "JP-P03")
    for penalty in ("caution", "warning", "disqualification"):
        desk.allowed(replace(spectator, penalty=penalty))


def test_an_infraction_of_the_guide_stands_for_a_rule(desk: Desk) -> None:
    """JP-R01: a judge needs a rule or an infraction of the guide; words of another guide, as in older records, are none."""
    desk.allowed(replace(ruling, rules=(), infraction="slow-play"))
    desk.refused(replace(ruling, rules=(), infraction="too slow"), "JP-R01", "or an infraction of the guide")
    desk.allowed(replace(ruling, infraction="too slow"))
    desk.refused(replace(ruling, rules=("slow-plya",)), "JP-R01", "did you mean slow-play?")


def test_an_appeal_follows_a_ruling(desk: Desk) -> None:
    """JP-L01: against a ruling that was made, once, and not against the decision of an appeal."""
    number = desk.allowed(ruling)
    desk.refused(Appealed(about=4, seat=0), "JP-L01", "no ruling")
    desk.refused(Appealed(about=number, seat=2), "JP-L01", "seat 3")
    appeal = desk.allowed(Appealed(about=number, seat=0))
    desk.refused(Appealed(about=number, seat=1), "JP-L01", "already")
    upheld = replace(ruling, about=appeal, role="head_judge", decision="upheld")
    desk.refused(upheld, "JP-L02", "ruled first")
    decided = desk.allowed(replace(upheld, official="Kim"))
    desk.refused(Appealed(about=decided, seat=0), "JP-L01", "final")


def test_the_head_judge_decides_appeals(desk: Desk) -> None:
    """JP-L02: by decision and role; and not by who ruled first, as a judge or where another head judge was named."""
    desk.refused(replace(ruling, decision="upheld"), "JP-L02", "only an appeal")
    number = desk.allowed(replace(ruling, role="head_judge"))
    appeal = desk.allowed(Appealed(about=number, seat=0))
    decided = replace(ruling, about=appeal, role="head_judge", decision="overturned")
    desk.refused(replace(decided, decision=""), "JP-L02")
    desk.refused(replace(decided, role="judge"), "JP-L02")
    assert list(desk.docket.faults(decided)) == [], "there is no other head judge"
    desk.allowed(Appointed(official="Kim", role="head_judge"))
    desk.refused(decided, "JP-L02", "another official")
    desk.allowed(replace(decided, official="Kim"))


def test_a_head_judge_who_was_replaced_is_no_other(desk: Desk) -> None:
    """JP-L02, JP-R03: as what somebody was named last is what they are: whoever is a judge again does not stand in the way."""
    desk.allowed(Appointed(official="Kim", role="head_judge"))
    desk.allowed(Appointed(official="Kim", role="judge"))
    number = desk.allowed(replace(ruling, role="head_judge"))
    appeal = desk.allowed(Appealed(about=number, seat=0))
    desk.allowed(replace(ruling, about=appeal, role="head_judge", decision="upheld"))


def test_a_rewind_is_ordered(desk: Desk) -> None:
    """JP-W01: by a ruling whose remedy is to go back, once."""
    fixed = desk.allowed(replace(backwards, remedy="partial_fix"))
    for about in (0, 4, fixed, 99):
        desk.refused(Rewound(about=about, to=3), "JP-W01")
    number = desk.allowed(backwards)
    desk.allowed(Rewound(about=number, to=3))
    desk.play("place_card Ada ivy")
    desk.refused(Rewound(about=number, to=3), "JP-W01", "already")


def test_a_rewind_goes_back_to_before_the_error(desk: Desk) -> None:
    """JP-W02: to an act that stands before the point of error, with something behind it."""
    first, second = desk.allowed(backwards), desk.allowed(replace(backwards, error=9))
    for to in (4, 5, 10):
        desk.refused(Rewound(about=first, to=to), "JP-W02", "not before the point of error")
    desk.refused(Rewound(about=first, to=0), "JP-W02", "does not stand")
    desk.refused(Rewound(about=first, to=first), "JP-W02", "does not stand")
    back = desk.allowed(Rewound(about=first, to=2))
    desk.refused(Rewound(about=second, to=8), "JP-W02", f"entry {back} undid it")
    desk.refused(Rewound(about=second, to=2), "JP-W02", "nothing stands behind")


def test_an_inserted_act_stands_where_it_was_put() -> None:
    """JP-W02: given an act that a correction inserted before the error, a rewind may go back to it, and not to one behind it."""
    desk = Desk(*SHEET)
    correction = desk.correct(
        (7, "+adjust slip [set_points(player=Ada, points=5)]"), (9, "+adjust slip [set_points(player=Bo, points=5)]")
    )
    number = desk.allowed(replace(backwards, error=8))
    desk.refused(Rewound(about=number, to=correction, number=2), "JP-W02", "not before the point of error")
    desk.allowed(Rewound(about=number, to=correction, number=1))
    assert [str(act.address) for act in desk.match.acts[-2:]] == ["6", f"{correction}#1"]


def test_dice_are_kept_or_rolled_anew_said_aloud() -> None:
    """JP-W03: given a die since, the rewind says which; given none, it says nothing."""
    desk = Desk(*TIED)
    number = desk.allowed(replace(backwards, error=5))
    desk.refused(Rewound(about=number, to=4), "JP-W03", "entry 7", "keep or reroll")
    for dice in ("keep", "reroll"):
        assert list(desk.docket.faults(Rewound(about=number, to=4, dice=dice))) == []  # type: ignore[arg-type]
    later = desk.allowed(replace(backwards, error=8))
    desk.refused(Rewound(about=later, to=7, dice="keep"), "JP-W03", "no dice fell")
    desk.allowed(Rewound(about=later, to=7))


def test_a_confirmed_result_is_not_undone() -> None:
    """JP-W04: once all players confirmed the same record, nothing before that is undone; one of two is not all."""
    desk = ended()
    number = desk.allowed(backwards)
    desk.allowed(confirmation(desk, 0))
    assert list(desk.docket.faults(Rewound(about=number, to=3))) == []
    last = desk.allowed(confirmation(desk, 1))
    desk.refused(Rewound(about=number, to=3), "JP-W04", f"entry {last}")


def test_confirmations_of_different_records_are_not_all_players() -> None:
    """JP-W04, D9: given one player's confirmation of a record that was amended since, the other's does not make two."""
    desk = ended()
    desk.allowed(confirmation(desk, 0))
    desk.play("adjust slip [set_points(player=Ada, points=5)]")
    number = desk.allowed(backwards)
    desk.allowed(confirmation(desk, 1))
    assert desk.docket.confirmed_by_all() == 0
    assert list(desk.docket.faults(Rewound(about=number, to=3))) == []
    last = desk.allowed(confirmation(desk, 0))
    assert desk.docket.confirmed_by_all() == last
    desk.refused(Rewound(about=number, to=3), "JP-W04")
    desk.play("adjust slip [set_points(player=Ada, points=7)]")
    desk.refused(Rewound(about=number, to=3), "JP-W04", f"entry {last}")


def test_what_goes_back_unknown_is_one_of_the_candidates(desk: Desk) -> None:
    """JP-W05: the card that was drawn at random is one of those it was drawn among, or nobody saw it."""
    number = desk.allowed(backwards)
    back = PutBack(seat=0, place="deck top", candidates=("fir", "ivy"), chosen="oak")
    desk.refused(Rewound(about=number, to=3, put_back=(back,)), "JP-W05", "oak is none of fir and ivy")
    assert list(desk.docket.faults(Rewound(about=number, to=3, put_back=(replace(back, chosen="??"),)))) == []
    desk.refused(Rewound(about=number, to=3, put_back=(replace(back, seat=2),)), "JP-W01", "seat 3")
    desk.allowed(Rewound(about=number, to=3, put_back=(replace(back, chosen="ivy"),)))


def test_what_has_ended_is_confirmed(desk: Desk) -> None:
    """JP-F01: a result there is, by a player, over the head as it stands."""
    desk.refused(confirmation(desk, 0), "JP-F01", "not over")
    desk = ended()
    old = desk.match.head
    desk.refused(replace(confirmation(desk, 0), seat=2), "JP-F01", "seat 3")
    desk.allowed(claim)
    desk.refused(Confirmed(seat=0, head=old), "JP-F01", "went on")
    desk.allowed(confirmation(desk, 0))


def test_a_record_is_merged_once(desk: Desk) -> None:
    """JP-M01: into another record, once."""
    desk.refused(Merged(into=""), "JP-M01")
    desk.refused(Merged(into="m"), "JP-M01")
    desk.allowed(Merged(into="other"))
    desk.refused(Merged(into="third"), "JP-M01", "once")


# --- the fold -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "forged",
    [
        Appointed(official="Jo", role="judge", conflicts=(7,)),
        Penalised(about=1, seat=7, penalty="warning"),
        Appealed(about=1, seat=7),
        Confirmed(seat=7, head=""),
        Rewound(about=1, to=3, put_back=(PutBack(seat=7, place="deck", candidates=(), chosen="??"),)),
        Rewound(about=99, to=3),
        replace(ruling, about=99),
        replace(ruling, consents=(7,)),
    ],
    ids=lambda payload: type(payload).__name__,
)
def test_forged_entries_of_officials_do_not_fold(desk: Desk, forged: Any) -> None:
    """An entry that names a seat, or an entry, that is not there breaks the history: whoever shows it need not look again."""
    with pytest.raises(BrokenHistory):
        desk.add(forged)


def test_the_audit_misses_the_effect_of_a_penalty(desk: Desk) -> None:
    """JP-P01: where a penalty says that its effect follows, and nothing or something else follows, the audit says so."""
    number = desk.allowed(replace(ruling, role="head_judge"))
    version = desk.add(Penalised(about=number, seat=0, penalty="game_loss", effect=True))
    missed = [f"{version} what this penalty does in the game does not follow it"]
    assert desk.audited() == missed
    desk.add(TableEvent(what="note", author="tess", role="scorekeeper", text="so"))
    assert desk.audited() == missed


def test_what_is_forgotten_is_forgotten_by_all(desk: Desk) -> None:
    """Entries that are cut off leave no marks behind: others of the same numbers are undone as any."""
    number = desk.allowed(backwards)
    desk.allowed(Rewound(about=number, to=3))
    match = desk.match
    match.cut(number)
    assert (match.remarks, match.rewinds, match.redos) == (set(), set(), set())


# --- D6, D12, D14 ---------------------------------------------------------------------------------------------------------


@settings(max_examples=MANY)
@given(places=st.lists(st.integers(2, len(SHEET)), min_size=1, max_size=4), notes=st.booleans())
def test_rewind_and_the_same_inputs_give_the_same_state(places: list[int], notes: bool) -> None:
    """D6, D14: after a rewind the state is the replayed prefix exactly; the same inputs then give the same states and events."""
    desk = Desk(*SHEET)
    straight = Desk(*SHEET)
    for error in places:
        first = desk.match.acts[error - 1].version
        number = desk.add(replace(backwards, error=first))
        desk.add(Rewound(about=number, to=desk.match.acts[error - 2].version))
        assert desk.match.state == straight.match.states[error - 1]
        assert desk.match.state == Desk(*SHEET[: error - 1]).match.state
        for line in SHEET[error - 1 :]:
            if notes:
                desk.add(TableEvent(what="note", author="tess", role="scorekeeper", text=line))
            desk.play(line)
        assert desk.match.state == straight.match.state
        assert [act.events for act in desk.match.acts] == [act.events for act in straight.match.acts]
    assert desk.audited() == []


WORDS: dict[str, Callable[[Desk], Any]] = {
    "official": lambda _: Appointed(official="Jo", role="head_judge"),
    "claim": lambda _: claim,
    "ruling": lambda _: replace(ruling, role="head_judge", remedy="adjustment", error=4, minutes=3),
    "answer": lambda desk: replace(ruling, role="head_judge", about=next(iter(desk.docket.open_claims()), 0)),
    "penalty": lambda desk: Penalised(about=max(desk.docket.of(Ruled), default=0), seat=0, penalty="warning"),
    "appeal": lambda desk: Appealed(about=max(desk.docket.of(Ruled), default=0), seat=1),
    "decision": lambda desk: replace(
        ruling, role="head_judge", about=max(desk.docket.of(Appealed), default=0), decision="modified"
    ),
    "confirmation": lambda desk: confirmation(desk, 1),
    "statement": lambda _: TableEvent(what="statement", author="Ada", role="player", text="I drew two", about=1),
    "evidence": lambda _: TableEvent(what="evidence", author="Jo", role="judge", digest="0" * 64),
}


@settings(max_examples=MANY)
@given(words=st.lists(st.sampled_from(sorted(WORDS)), max_size=12), place=st.integers(1, len(SHEET)))
def test_what_is_said_never_changes_the_state(words: list[str], place: int) -> None:
    """D14: whatever is contested, ruled, appealed, penalised without effect and confirmed: state, line and outcome stay."""
    desk = Desk(*SHEET[:place])
    if place == len(SHEET):
        desk.add(Concluded(outcome=Outcome((0,), "agreed")))
    state, line = desk.match.state, list(desk.match.acts)
    for word in words:
        act = WORDS[word](desk)
        if isinstance(act, TableEvent) or not list(desk.docket.faults(act)):
            desk.add(act)
    assert desk.match.state == state
    assert desk.match.acts == line
    assert desk.match.undone == {}
    for text in SHEET[place:]:
        desk.play(text)
    assert desk.match.state == Desk(*SHEET).match.state
    assert desk.audited() == []


@settings(max_examples=MANY)
@given(order=st.permutations(range(5)), places=st.lists(st.integers(1, len(SHEET)), min_size=5, max_size=5))
def test_the_order_of_statements_does_not_matter(order: list[int], places: list[int]) -> None:
    """D14: statements of all parties, taken in any order and at any moment, leave the same state and the same claims open."""
    said = [TableEvent(what="statement", author=who, role="player", text=f"said {who}") for who in "ABCDE"]
    desk = Desk(SHEET[0])
    for number, line in enumerate(SHEET[1:], start=1):
        for one in order:
            if places[one] == number:
                desk.add(said[one])
        desk.play(line)
    assert desk.match.state == Desk(*SHEET).match.state
    assert [act.events for act in desk.match.acts] == [act.events for act in Desk(*SHEET).match.acts]
    assert desk.docket.open_claims() == {}


# --- who may put right what officials did -----------------------------------------------------------------------------------


def reseated(desk: Desk, **ordered: Any) -> list[str]:
    """The rules that forbid the opening with the two players on each other's seats."""
    line = SHEET[0].replace("Ada", "<>").replace("Bo", "Ada").replace("<>", "Bo")
    return [fault.rule for fault in authority_faults(desk.docket, replace(desk.propose((1, line)).payload, **ordered))]


def test_an_official_orders_that_an_opening_seats_named_people_otherwise(desk: Desk) -> None:
    """JP-U01: by name, of the role of the ruling behind the penalty, and as they were named for the match."""
    assert reseated(desk) == [], "nobody is named by officials yet"
    desk.allowed(Appointed(official="Jo", role="judge"))
    desk.add(Concluded(outcome=Outcome((0,), "agreed")))
    assert reseated(desk) == ["JP-U01"]
    assert reseated(desk, official="Jo", role="judge") == []
    assert reseated(desk, official=" ", role="judge") == ["JP-U01"]
    assert reseated(desk, official="Jo", role="head_judge") == ["JP-U01"], "she was named judge"
    given = desk.allowed(replace(ruling, role="head_judge", official="Uli"))
    desk.allowed(Penalised(about=given, seat=0, penalty="warning"))
    assert reseated(desk, official="Jo", role="judge") == ["JP-U01"]
    assert reseated(desk, official="Uli", role="head_judge") == []


def test_an_effect_of_a_penalty_is_amended_with_the_opening(desk: Desk) -> None:
    """JP-U02: what the penalty does in the game would strike the other player."""
    given = desk.allowed(replace(ruling, role="head_judge"))
    desk.add(Penalised(about=given, seat=0, penalty="game_loss", effect=True))
    desk.play("draw Ada [??]")
    assert reseated(desk, official="Jo", role="head_judge") == ["JP-U02"]


def test_an_official_withdraws_what_does_not_belong_here(desk: Desk) -> None:
    """JP-D01: a claim, ruling, penalty or appeal that counts, once, with a reason, by a role as high as its own."""
    given = desk.allowed(replace(ruling, role="head_judge"))
    penalty = desk.allowed(Penalised(about=given, seat=0, penalty="warning"))
    withdrawn = Withdrawn(about=penalty, official="Jo", role="head_judge", text="table 4")
    desk.refused(replace(withdrawn, about=4), "JP-D01", "nothing to withdraw")
    desk.refused(replace(withdrawn, text=" "), "JP-D01", "why")
    desk.refused(replace(withdrawn, role="judge"), "JP-D01", "head judge")
    desk.refused(replace(withdrawn, official=" "), "JP-D01", "by name")
    at = desk.allowed(withdrawn)
    desk.refused(withdrawn, "JP-D01", f"withdrawn by entry {at}")
    desk.allowed(replace(withdrawn, about=given))
    desk.refused(Penalised(about=given, seat=0, penalty="warning"), "JP-P01", "withdrawn")


def test_a_judges_backup_undoes_nothing_of_the_head_judges(desk: Desk) -> None:
    """JP-U01: neither the effect of a penalty nor a remedy; the head judge's own rewind does."""
    given = desk.allowed(replace(ruling, role="head_judge"))
    desk.add(Penalised(about=given, seat=0, penalty="game_loss", effect=True))
    desk.play("draw Ada [??]")
    for role, rules in (("judge", ["JP-U01"]), ("head_judge", [])):
        order = desk.add(replace(backwards, error=10, remedy="simple_backup", role=role))
        assert [fault.rule for fault in desk.docket.faults(Rewound(about=order, to=9))] == rules
