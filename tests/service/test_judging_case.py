"""Screens of judges, without a screen: the case, the form, the checklist, the effects of a ruling."""

import re

import pytest
from msgspec.structs import replace

from domain.decision import RuleViolation
from domain.fields import declared_fields
from domain.judging import Appealed, Appointed, Disputed, Penalised, PutBack, Ruled
from domain.notation import Names, NotationError
from domain.registry import load_game
from domain.seats import Seat
from service.errors import UsageProblem
from service.judging.case import hearing_of, rules_found, states_of
from service.judging.checklist import Checklist
from service.judging.form import blanks, ruling_of
from service.judging.judge_actions import foresee, record, rule
from service.judging.judging_service import prepared
from service.judging.plan import plan_to
from service.judging.rulings import RequestedPenalty, Ruling
from service.recording.match_service import MatchService
from service.resources import sample_sheets
from service.simulation.demonstration import type_in


def played(app: MatchService, game: str = "frc_card_game") -> str:
    return type_in(app, load_game(game), sample_sheets(load_game(game))[0]).id


def checklist(app: MatchService, match: str, error: int) -> Checklist:
    """The steps for going back to before an entry."""
    target, plan = plan_to(app.history(match), error)
    return Checklist(plan=plan, target=target)


def test_a_case_has_its_error_states_and_claim(app: MatchService) -> None:
    """The first broken rule on record is proposed; states are those before and after; penalties lead back to the claim."""
    match = played(app)
    app.take_back(match, 54, reason="played on otherwise")
    flagged = app.take(match, "draw_card", as_played=True).version
    claim = record(
        app, match, Disputed(about=flagged - 2, upto=flagged, claim="illegal", claimant="Ada", text="no")
    ).version
    proposal = hearing_of(app.history(match), claim).proposal
    assert (proposal.about, proposal.error, proposal.rules[0], proposal.role_of("Rae")) == (
        claim,
        flagged,
        "CG-T04",
        "judge",
    )
    assert proposal.text
    assert "CG-T04" not in proposal.text, "a ruling prints the rules that it cites itself"
    match = played(app)
    claim = record(app, match, Disputed(about=55, upto=56, claim="illegal", claimant="Ada", text="no")).version
    history = app.history(match)
    hearing = hearing_of(history, claim)
    before, after = states_of(history, hearing.case)
    assert (before, after) == (history.match.states[54], history.match.states[56])
    assert ("Ada: points", "2600", "-100") in hearing.case.changed
    assert len(hearing.asked) == 2
    match = played(app)
    claim = record(app, match, Disputed(about=55, claim="illegal", claimant="Ada", text="no")).version
    ruled = Ruled(about=claim, official="Rae", role="judge", rules=("CG-A02",), text="no")
    first = rule(app, match, Ruling(ruled=ruled))[0].version
    penalty = record(app, match, Penalised(about=first, seat=0, penalty="warning")).version
    assert hearing_of(app.history(match), penalty).case.entry == claim
    with pytest.raises(UsageProblem, match="belongs to no claim"):
        hearing_of(app.history(match), 3)


def test_an_appeal_is_what_the_next_ruling_answers(app: MatchService) -> None:
    """A ruled claim does not need a ruling; after an appeal, the appeal does, and then the case is closed."""
    match = played(app)
    record(app, match, Appointed(official="tess", role="head_judge"))
    claim = record(app, match, Disputed(about=55, claim="illegal", claimant="Ada", text="no")).version
    ruled = Ruled(about=claim, official="Rae", role="judge", rules=("CG-A02",), text="she may")
    first = rule(app, match, Ruling(ruled=ruled))[0].version
    assert hearing_of(app.history(match), first).proposal.about == 0
    appeal = record(app, match, Appealed(about=first, seat=0)).version
    found = hearing_of(app.history(match), appeal).proposal
    assert (found.about, found.appeal, found.role_of("tess")) == (appeal, True, "head_judge")
    decided = Ruled(about=appeal, official="tess", role="head_judge", rules=("CG-A02",), text="yes", decision="upheld")
    rule(app, match, Ruling(ruled=decided))
    assert hearing_of(app.history(match), claim).proposal.about == 0


def test_nothing_that_is_foreseen_is_recorded(app: MatchService) -> None:
    """The preview of a rewind equals its effects, entry by entry and on the board; the record is the same before."""
    match = played(app)
    claim = record(app, match, Disputed(about=55, claim="illegal", claimant="Ada", text="no")).version
    ruled = Ruled(about=claim, error=55, official="Q", role="head_judge", rules=("CG-A02",), text="no", remedy="rewind")
    head, state = app.match(match).head, app.match(match).state
    found = foresee(app, match, Ruling(ruled=ruled))
    assert (app.match(match).head, app.match(match).state) == (head, state)
    assert found.version == claim
    assert ("Ada: points", "-100", "2600") in found.changed
    assert found.result == "Bo wins (points, CG-E01) → in progress"
    assert len(found.entries) == len(rule(app, match, Ruling(ruled=ruled))) == 2


def test_what_may_not_be_recorded_is_not_foreseen(app: MatchService) -> None:
    """The same faults as when it is stored; without a point of error the procedure says so before any plan is made."""
    match = played(app)
    ruled = Ruled(official="Q", role="head_judge", rules=("CG-A02",), text="no", remedy="rewind")
    with pytest.raises(RuleViolation, match="JP-R08"):
        prepared(app, match, Ruling(ruled=ruled))
    with pytest.raises(RuleViolation, match="JP-R01"):
        prepared(app, match, Ruling(ruled=Ruled(official="Q", role="judge", text="no")))


def test_what_waits_for_the_table_is_foreseen_as_it_may_be_recorded(app: MatchService) -> None:
    """A penalty that costs points is refused before a later rewind, also where it is only foreseen; a warning is not."""
    match = played(app)
    ruled = Ruled(error=54, official="Q", role="head_judge", rules=("CG-A02",), text="no", remedy="rewind")
    points = Ruling(
        ruled=ruled, penalties=(RequestedPenalty(seat=1, penalty="score_adjustment", amount=50),), later=True
    )
    with pytest.raises(UsageProblem, match="is not recorded yet, and manual changes"):
        prepared(app, match, points)
    for allowed in (
        replace(points, later=False),
        replace(points, penalties=(RequestedPenalty(seat=1, penalty="warning"),)),
    ):
        found = prepared(app, match, allowed).foresight
        assert found.changed
        assert [entry for entry in found.entries if entry.startswith("rewound")] == (
            [] if allowed.later else ["rewound to entry 53 by ruling 57"]
        )


def test_a_checklist_misses_what_has_no_default(app: MatchService) -> None:
    """Steps, then dice, then the card, then its place; only then the checklist is complete."""
    begun = checklist(app, played(app, "pbl_robots"), 63)
    ticked = begun.all_ticked()
    thrown = ticked.throwing("reroll")
    drawn = thrown.drawing(0, -1)
    said = [one.missing for one in (begun, ticked, thrown, drawn, drawn.putting(" "))]
    assert said == [
        "6 steps not marked as done",
        "dice rolled in entry 67, 66: keep them, or roll again?",
        "1 card not drawn at random yet",
        "",
        "where were the cards put?",
    ]
    candidates = ("Stunt 12", "#2-14", "#2-15", "#2-16", "#2-17")
    assert drawn.put_back == (PutBack(seat=1, place="deck top", candidates=candidates, chosen="??"),)


def test_a_card_goes_back_no_more_often_than_it_was_there(app: MatchService) -> None:
    done = checklist(app, played(app, "frc_tcg"), 41).all_ticked()
    servo = done.drawing(0, 3).drawing(1, 3).drawing(2, 1)
    assert servo.drawn == ("Servo", "Servo", "Bumble 15")
    assert servo.missing == "Servo is returned more often than the hand had it"
    assert done.drawing(0, 2).drawing(1, 2).drawing(2, 1).missing == ""


NAMES = Names(None, (Seat("Ada", 0), Seat("Bo Bean", 1)))
FILLED = {"text": " no ", "remedy": "partial_fix", "role": "head_judge", "official": " Q "}
"""Other fields of a form, beside those that a test fills in."""


def test_a_form_is_read_as_the_ruling_it_means() -> None:
    """Only what the chosen remedy and role ask for is in the ruling."""
    filled = FILLED | {
        "error": "55", "lines": "end_turn; ;draw_card", "minutes": "5", "deviation": "it was late",
        "consents": "Bo Bean, ada", "penalties": "Ada=w; bo bean=score_adjustment:100; Ada=game loss",
    }  # fmt: skip
    ruling = ruling_of(57, ("CG-A02",), filled, NAMES)
    ruled = Ruled(
        about=57, error=55, official="Q", role="head_judge", rules=("CG-A02",), text="no", remedy="partial_fix",
        deviation="it was late", minutes=5, consents=(1, 0),
    )  # fmt: skip
    given = (
        RequestedPenalty(seat=0, penalty="warning"),
        RequestedPenalty(seat=1, penalty="score_adjustment", amount=100),
        RequestedPenalty(seat=0, penalty="game_loss"),
    )
    assert ruling == Ruling(ruled=ruled, lines=("end_turn", "draw_card"), penalties=given)
    filled = FILLED | {"lines": "end_turn", "deviation": "it was late", "remedy": "none", "role": "judge"}
    ruling = ruling_of(57, ("CG-A02",), filled, NAMES)
    assert (ruling.lines, ruling.ruled.deviation) == ((), "")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"error": "x1"}, "point of error: x1 is not a number"),
        ({"minutes": "1441"}, "extra minutes: at most 1440"),
        ({"consents": "Zoe"}, "no player 'Zoe'; players: Ada"),
        ({"penalties": "Zoe=warning"}, "no player 'Zoe'; players: Ada"),
        ({"penalties": "Ada=x"}, "penalty Ada=x: write PLAYER=PENALTY"),
        ({"penalties": "Ada="}, "one of caution, warning"),
        ({"penalties": "warning"}, "write PLAYER=PENALTY"),
        ({"penalties": "Ada=s:"}, "PLAYER=PENALTY:AMOUNT"),
        ({"penalties": "Ada=s:1e3"}, "amount: 1e3 is not a number"),
        ({"penalties": "Ada=s:1000001"}, "amount: at most 1000000"),
    ],
)
def test_what_a_form_cannot_mean_is_said_with_its_field(wrong: dict[str, str], said: str) -> None:
    with pytest.raises((UsageProblem, NotationError), match=re.escape(said)):
        ruling_of(57, ("CG-A02",), FILLED | wrong, NAMES)


def test_the_form_asks_for_every_field_of_a_ruling(app: MatchService) -> None:
    """Claim, rules and a rewind's checklist have their own places; decisions are asked on appeals, consent from those with ties."""
    match = played(app, "frc_card_game")
    record(app, match, Disputed(about=20, claim="illegal", claimant="Ada", text="no"))
    seats = app.match(match).state.seats

    def asked() -> set[str]:
        proposal = hearing_of(app.history(match), 57).proposal
        return {blank.name for blank in blanks(replace(proposal, appeal=True), "Quin", seats)}

    elsewhere = {"about", "rules", "remark", "ruled", "to", "dice", "put_back", "later"}
    every = {field.name for struct in (Ruled, Ruling) for field in declared_fields(struct)} - elsewhere
    assert asked() == every - {"consents"}
    record(app, match, Appointed(official="Quin", role="judge", conflicts=(1,)))
    assert asked() == every
    plain = blanks(hearing_of(app.history(match), 57).proposal, "Quin", seats)
    assert "decision" not in {blank.name for blank in plain}


@pytest.mark.parametrize("game", ["frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood"])
def test_every_rule_of_the_rulebook_is_found_by_its_id(game: str) -> None:
    found = load_game(game)
    for rule_id in found.rules:
        assert rules_found(found, rule_id)[0].id == rule_id
        assert rule_id in [rule.id for rule in rules_found(found, rule_id.replace("-", "").lower())]
