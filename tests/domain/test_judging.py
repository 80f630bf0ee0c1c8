"""Entries of officials: each rule of procedure refused and allowed, rewinds against the replayed prefix, statements and rulings
that leave the state unchanged, the audit of forged entries."""

from collections.abc import Callable
from dataclasses import replace as altered
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from domain import judging as acts
from domain.audit import recheck
from domain.capabilities import JudgingSupport
from domain.entries import Concluded, TableEvent, TakenBack
from domain.match import Match
from domain.outcome import Outcome
from domain.procedure.authority import authority_violations
from domain.procedure.docket import Docket
from domain.registry import rules_of_procedure
from domain.timeline import BrokenHistory
from tests.domain import test_correcting
from tests.domain.test_correcting import SHEET
from tests.minigame import CATALOGUE, GAME
from tests.scenario import facts

DICED = altered(GAME, judging=JudgingSupport(dice=("roll_die",)))
TIED = (*SHEET[:3], "place_card Ada ??", "place_card Bo ??", "turn_up [ivy, ivy]", "roll_die 3", "draw Ada [??]")
claim = acts.Disputed(about=4, claim="illegal", claimant="Bo", text="that card was another")
ruling = acts.Ruled(official="Jo", role="judge", rules=("MG-P03",), text="it was")
AGREED = Concluded(outcome=Outcome((0,), "agreed"))
backwards = replace(ruling, error=4, remedy="rewind", role="head_judge")


Step: TypeAlias = Callable[["Desk"], object]


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
        """Refused only by this rule, and the audit of a record that contains it reports the same rule."""
        found = [fault for fault in self.docket.validate(act) if fault.rule == rule]
        assert found, f"{act} is allowed, or refused by {list(self.docket.validate(act))}"
        assert {fault.rule for fault in self.docket.validate(act)} == {rule}
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
        assert list(self.docket.validate(act)) == []
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
    desk.add(AGREED)
    return desk


def confirmation(desk: Desk, seat: int) -> acts.Confirmed:
    return acts.Confirmed(seat=seat, head=desk.match.head)


def test_every_rule_of_procedure_is_tested() -> None:
    """Each row of the procedure is named by a test of this file that has it refused."""
    text = Path(__file__).read_text("utf-8")
    assert [rule for rule in rules_of_procedure() if f'"{rule}"' not in text] == []


# --- the rows of the procedure --------------------------------------------------------------------------------------------


def refuse(act: Any, rule: str, *words: str) -> Step:
    return lambda desk: desk.refused(act, rule, *words)


def allow(*acts: Any) -> Step:
    return lambda desk: [desk.allowed(act) for act in acts]


def record(*acts: Any) -> Step:
    return lambda desk: [desk.add(act) for act in acts]


def proper(act: Any) -> Step:
    """The act is allowed, and not recorded."""

    def ask(desk: Desk) -> None:
        assert list(desk.docket.validate(act)) == []

    return ask


def confirmed(seat: int) -> Step:
    return lambda desk: desk.allowed(confirmation(desk, seat))


def named(role: str, official: str = "Jo", *conflicts: int) -> acts.Appointed:
    return acts.Appointed(official=official, role=role, conflicts=conflicts)  # type: ignore[arg-type]


def penalty(about: int, kind: Any = "warning", seat: int = 0, **more: Any) -> acts.Penalised:
    return acts.Penalised(about=about, seat=seat, penalty=kind, **more)


headed = replace(ruling, role="head_judge")
upheld = replace(headed, decision="upheld")
undone = replace(upheld, decision="overturned", about=12)
deviating = replace(ruling, deviation="both learn the game")
spectator = acts.Penalised(about=11, person="Zoe", penalty="warning")
withdrawn = acts.Withdrawn(about=12, official="Jo", role="head_judge", text="table 4")
back = acts.PutBack(seat=0, place="deck top", candidates=("fir", "ivy"), chosen="oak")


@facts(
    ("JP-A01: when somebody without a name, or with ties to nobody at the table, is named, then it is refused; else not",
     refuse(named("judge", " "), "JP-A01", "name"), refuse(named("judge", "Jo", 2), "JP-A01", "seat 3"),
     allow(named("judge", "Jo", 1))),
    ("JP-C01: entries that are there, in order, with claimant and text; given 10 entries, 1 to 10 may be named",
     *(refuse(replace(claim, about=about, upto=upto), "JP-C01") for about, upto in ((0, 0), (11, 0), (4, 3), (4, 11), (-1, 2))),
     refuse(replace(claim, claimant=""), "JP-C01", "a claim needs a claimant"),
     refuse(replace(claim, text="  "), "JP-C01", "what is wrong"),
     allow(replace(claim, about=1, upto=10), replace(claim, about=4, upto=4))),
    ("JP-R01: no rule that the rulebook lacks, and none at all by the head judge alone",
     refuse(replace(ruling, rules=("MG-P03", "MG-Z99")), "JP-R01", "MG-Z99"),
     refuse(replace(ruling, rules=()), "JP-R01", "cite a rule"),
     refuse(replace(ruling, rules=("JP-R01",)), "JP-R01", "JP-R01"),
     allow(replace(headed, rules=()), ruling)),
    ("JP-R02: given facts in words it stands; blank ones do not",
     refuse(replace(ruling, text="\t "), "JP-R02"), allow(ruling)),
    ("JP-R03: neither players nor unnamed ones; and nobody in a higher role than they were named in",
     refuse(replace(ruling, role="player"), "JP-R03"), refuse(replace(ruling, role="scorekeeper"), "JP-R03"),
     refuse(replace(ruling, official=""), "JP-R03"), allow(named("judge")),
     refuse(replace(headed, official="jo"), "JP-R03", "was named judge"), allow(ruling, named("scorekeeper", "Kim")),
     refuse(replace(ruling, official="Kim"), "JP-R03", "scorekeeper"),
     allow(named("head_judge", "Kim"), replace(ruling, official="Kim"), replace(headed, official="Kim"))),
    *((f"JP-R04: a judge may rule a simple backup, and the head judge alone a {remedy}",
       refuse(replace(backwards, role="judge", remedy=remedy), "JP-R04", remedy.replace("_", " ")),
       allow(replace(backwards, role="judge", remedy="simple_backup"), replace(backwards, remedy=remedy)))
      for remedy in ("rewind", "replay_game")),
    ("JP-R05: given a reason, the head judge deviates; a judge does not",
     refuse(deviating, "JP-R05"), allow(replace(deviating, role="head_judge"))),
    ("JP-R06: given ties to Bo, all players must consent, Bo's opponent included; whoever has none needs nobody",
     allow(named("judge", "Jo", 1)), refuse(ruling, "JP-R06", "Ada and Bo must consent"),
     refuse(replace(ruling, consents=(1,)), "JP-R06", "Ada must consent"),
     allow(replace(ruling, consents=(1, 0)), replace(ruling, official="Kim"))),
    ("JP-R07: a ruling answers a claim that is there and open; two at once: the second is refused",
     allow(claim), refuse(replace(ruling, about=4), "JP-R07", "not a claim"),
     refuse(replace(ruling, about=99), "JP-R07", "no entry 99"), allow(replace(ruling, about=11)),
     refuse(replace(ruling, about=11, official="Kim"), "JP-R07", "appealed"), allow(claim, replace(ruling, about=13))),
    *((f"JP-R08: what a {remedy} puts right has a first wrong entry, which is there and stands; an adjustment needs none",
       *(refuse(replace(backwards, remedy=remedy, error=error), "JP-R08", "point of error") for error in (0, 11, -1)),
       allow(replace(backwards, remedy=remedy), replace(backwards, remedy="adjustment", error=0)), record(TakenBack(to=3)),
       refuse(replace(backwards, remedy=remedy), "JP-R08", "entry 13 undid it"),
       allow(replace(backwards, remedy=remedy, error=3)))
      for remedy in ("simple_backup", "rewind", "replay_game", "partial_fix", "reshuffle")),
    ("JP-P01: a penalty is given by a ruling, to a player of the match",
     allow(ruling), *(refuse(penalty(about), "JP-P01") for about in (0, 4, 99)),
     refuse(penalty(11, seat=2), "JP-P01", "seat 3"), allow(penalty(11, seat=1))),
    *((f"JP-P02: by a judge's ruling at most the score is adjusted; by the head judge's also a {kind}",
       allow(ruling), refuse(penalty(11, kind), "JP-P02", "head judge"),
       allow(penalty(11, "score_adjustment", amount=1), headed, penalty(13, kind)))
      for kind in ("game_loss", "match_loss", "disqualification")),
    ("JP-P01: one player, or one other person by name",
     allow(headed), refuse(acts.Penalised(about=11, penalty="warning"), "JP-P01", "by name"),
     *(refuse(replace(spectator, **both), "JP-P01", "by name") for both in ({"seat": 0}, {"person": " "}))),
    ("JP-P03: people who do not play have no score, no game to lose, and no effect in it",
     allow(headed), *(refuse(replace(spectator, penalty=kind, amount=amount), "JP-P03", "Zoe does not play")
                      for kind, amount in (("score_adjustment", 1), ("game_loss", 0), ("match_loss", 0))),
     refuse(replace(spectator, penalty="disqualification", effect=True), "JP-P03"),
     allow(*(replace(spectator, penalty=kind) for kind in ("caution", "warning", "disqualification")))),
    ("JP-R01: an infraction of the guide replaces a rule; words of another guide, as in older records, do not",
     allow(replace(ruling, rules=(), infraction="slow-play")),
     refuse(replace(ruling, rules=(), infraction="too slow"), "JP-R01", "or an infraction of the guide"),
     allow(replace(ruling, infraction="too slow")),
     refuse(replace(ruling, rules=("slow-plya",)), "JP-R01", "did you mean slow-play?")),
    ("JP-P03: an amount for score adjustments, from 1 on, and for them alone",
     allow(ruling), *(refuse(penalty(11, "score_adjustment", amount=amount), "JP-P03") for amount in (0, -1)),
     refuse(penalty(11, amount=1), "JP-P03"), allow(penalty(11, "score_adjustment", amount=1))),
    ("JP-L01: an appeal is against a ruling that was made, once, and not against the decision of an appeal",
     allow(ruling), refuse(acts.Appealed(about=4, seat=0), "JP-L01", "not a ruling"),
     refuse(acts.Appealed(about=11, seat=2), "JP-L01", "seat 3"), allow(acts.Appealed(about=11, seat=0)),
     refuse(acts.Appealed(about=11, seat=1), "JP-L01", "already"), refuse(replace(upheld, about=12), "JP-L02", "ruled first"),
     allow(replace(upheld, about=12, official="Kim")), refuse(acts.Appealed(about=13, seat=0), "JP-L01", "final")),
    ("JP-L02: by decision and role; and not by who ruled first, as a judge or where another head judge was named",
     refuse(replace(ruling, decision="upheld"), "JP-L02", "only an appeal"), allow(headed, acts.Appealed(about=11, seat=0)),
     refuse(replace(undone, decision=""), "JP-L02"), refuse(replace(undone, role="judge"), "JP-L02"), proper(undone),
     allow(named("head_judge", "Kim")), refuse(undone, "JP-L02", "another official"), allow(replace(undone, official="Kim"))),
    ("JP-L02, JP-R03: as what somebody was named last is what they are: whoever is a judge again was undone in the way",
     allow(named("head_judge", "Kim"), named("judge", "Kim"), headed, acts.Appealed(about=13, seat=0), replace(upheld, about=14))),
    ("JP-W01: a rewind is ordered by a ruling whose remedy is to go back, once",
     allow(replace(backwards, remedy="partial_fix")),
     *(refuse(acts.Rewound(about=about, to=3), "JP-W01") for about in (0, 4, 11, 99)),
     allow(backwards, acts.Rewound(about=12, to=3)), lambda desk: desk.play("place_card Ada ivy"),
     refuse(acts.Rewound(about=12, to=3), "JP-W01", "already")),
    ("JP-W02: a rewind goes to an act that stands before the point of error, with something behind it",
     allow(backwards, replace(backwards, error=9)),
     *(refuse(acts.Rewound(about=11, to=to), "JP-W02", "not before the point of error") for to in (4, 5, 10)),
     *(refuse(acts.Rewound(about=11, to=to), "JP-W02", "was undone") for to in (0, 11)),
     allow(acts.Rewound(about=11, to=2)), refuse(acts.Rewound(about=12, to=8), "JP-W02", "entry 13 undid it"),
     refuse(acts.Rewound(about=12, to=2), "JP-W02", "no action follows entry 2")),
    ("JP-W04: once all players confirmed the same record, nothing before that is undone; one of two is not all",
     record(AGREED), allow(backwards), confirmed(0), proper(acts.Rewound(about=12, to=3)), confirmed(1),
     refuse(acts.Rewound(about=12, to=3), "JP-W04", "entry 14")),
    ("JP-W05: the card that was drawn at random is one of those it was drawn among, or nobody saw it",
     allow(backwards), refuse(acts.Rewound(about=11, to=3, put_back=(back,)), "JP-W05", "oak is not one of fir and ivy"),
     proper(acts.Rewound(about=11, to=3, put_back=(replace(back, chosen="??"),))),
     refuse(acts.Rewound(about=11, to=3, put_back=(replace(back, seat=2),)), "JP-W01", "seat 3"),
     allow(acts.Rewound(about=11, to=3, put_back=(replace(back, chosen="ivy"),)))),
    ("JP-M01: a record is merged into another one, once",
     refuse(acts.Merged(into=""), "JP-M01"), refuse(acts.Merged(into="m"), "JP-M01"), allow(acts.Merged(into="other")),
     refuse(acts.Merged(into="third"), "JP-M01", "once")),
    ("JP-D01: a claim, ruling, penalty or appeal that counts is withdrawn once, with a reason, by a role as high as its own",
     allow(headed, penalty(11)), refuse(replace(withdrawn, about=4), "JP-D01", "cannot be withdrawn"),
     refuse(replace(withdrawn, text=" "), "JP-D01", "why"), refuse(replace(withdrawn, role="judge"), "JP-D01", "head judge"),
     refuse(replace(withdrawn, official=" "), "JP-D01", "by name"), allow(withdrawn),
     refuse(withdrawn, "JP-D01", "withdrawn by entry 13"), allow(replace(withdrawn, about=11)),
     refuse(penalty(11), "JP-P01", "withdrawn")),
)  # fmt: skip
def test_the_procedure(desk: Desk, steps: list[Step]) -> None:
    """Each case: its rules and the fact, and what officials do at a match of ten entries; their acts are entries from 11 on."""
    for step in steps:
        step(desk)


def test_an_inserted_act_stands_where_it_was_put() -> None:
    """JP-W02: given an act that a correction inserted before the error, a rewind may go back to it, and not to one behind it."""
    desk = Desk(*SHEET)
    correction = desk.correct(
        (7, "+adjust slip [set_points(player=Ada, points=5)]"), (9, "+adjust slip [set_points(player=Bo, points=5)]")
    )
    number = desk.allowed(replace(backwards, error=8))
    desk.refused(acts.Rewound(about=number, to=correction, number=2), "JP-W02", "not before the point of error")
    desk.allowed(acts.Rewound(about=number, to=correction, number=1))
    assert [str(action.address) for action in desk.match.actions[-2:]] == ["6", f"{correction}#1"]


def test_dice_are_kept_or_rolled_anew_said_aloud() -> None:
    """JP-W03: given a die since then, the rewind names it; otherwise it has no such remark."""
    desk = Desk(*TIED)
    number = desk.allowed(replace(backwards, error=5))
    desk.refused(acts.Rewound(about=number, to=4), "JP-W03", "entry 7", "keep or reroll")
    for dice in ("keep", "reroll"):
        assert list(desk.docket.validate(acts.Rewound(about=number, to=4, dice=dice))) == []  # type: ignore[arg-type]
    later = desk.allowed(replace(backwards, error=8))
    desk.refused(acts.Rewound(about=later, to=7, dice="keep"), "JP-W03", "no dice were rolled")
    desk.allowed(acts.Rewound(about=later, to=7))


def test_a_confirmed_result(desk: Desk) -> None:
    """JP-W04, JP-F01: given a result, then a player may confirm it with the current head. Given one confirmation of a record that
    was amended since, the other does not make two."""
    desk.refused(confirmation(desk, 0), "JP-F01", "in progress")
    desk = ended()
    old = desk.match.head
    desk.refused(replace(confirmation(desk, 0), seat=2), "JP-F01", "seat 3")
    desk.allowed(claim)
    desk.refused(acts.Confirmed(seat=0, head=old), "JP-F01", "has changed since")
    desk.allowed(confirmation(desk, 0))
    desk = ended()
    desk.allowed(confirmation(desk, 0))
    desk.play("adjust slip [set_points(player=Ada, points=5)]")
    number = desk.allowed(backwards)
    desk.allowed(confirmation(desk, 1))
    assert desk.docket.confirmed_by_all() == 0
    assert list(desk.docket.validate(acts.Rewound(about=number, to=3))) == []
    last = desk.allowed(confirmation(desk, 0))
    assert desk.docket.confirmed_by_all() == last
    desk.refused(acts.Rewound(about=number, to=3), "JP-W04")
    desk.play("adjust slip [set_points(player=Ada, points=7)]")
    desk.refused(acts.Rewound(about=number, to=3), "JP-W04", f"entry {last}")


# --- the fold -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "forged",
    [
        acts.Appointed(official="Jo", role="judge", conflicts=(7,)),
        acts.Penalised(about=1, seat=7, penalty="warning"),
        acts.Appealed(about=1, seat=7),
        acts.Confirmed(seat=7, head=""),
        acts.Rewound(about=1, to=3, put_back=(acts.PutBack(seat=7, place="deck", candidates=(), chosen="??"),)),
        acts.Rewound(about=99, to=3),
        replace(ruling, about=99),
        replace(ruling, consents=(7,)),
    ],
    ids=lambda payload: type(payload).__name__,
)
def test_forged_entries_of_officials_do_not_fold(desk: Desk, forged: Any) -> None:
    """An entry that names a seat, or an entry, that is not there breaks the history: whoever shows it need not look again."""
    with pytest.raises(BrokenHistory):
        desk.add(forged)


def test_a_penalty_with_an_effect(desk: Desk) -> None:
    """JP-P01, JP-U02: given a penalty whose announced effect is missing or different, then the audit reports it. Amended with the
    opening, it would strike the other player."""
    number = desk.allowed(replace(ruling, role="head_judge"))
    version = desk.add(acts.Penalised(about=number, seat=0, penalty="game_loss", effect=True))
    missed = [f"{version} this penalty's effect in the game is missing after it"]
    assert desk.audited() == missed
    desk.add(TableEvent(what="note", author="tess", role="scorekeeper", text="so"))
    assert desk.audited() == missed
    desk = Desk(*SHEET)
    given = desk.allowed(replace(ruling, role="head_judge"))
    desk.add(acts.Penalised(about=given, seat=0, penalty="game_loss", effect=True))
    desk.play("draw Ada [??]")
    assert reseated(desk, official="Jo", role="head_judge") == ["JP-U02"]


def test_what_is_forgotten_is_forgotten_by_all(desk: Desk) -> None:
    """Entries that are cut off leave no marks behind: others of the same numbers are undone as any."""
    number = desk.allowed(backwards)
    desk.allowed(acts.Rewound(about=number, to=3))
    match = desk.match
    match.cut(number)
    assert (match.official_entries, match.rewinds, match.redos) == (set(), set(), set())


# --- who may put right what officials did -----------------------------------------------------------------------------------


def reseated(desk: Desk, **ordered: Any) -> list[str]:
    """The rules that forbid the opening with the two players on each other's seats."""
    line = SHEET[0].replace("Ada", "<>").replace("Bo", "Ada").replace("<>", "Bo")
    return [
        fault.rule for fault in authority_violations(desk.docket, replace(desk.propose((1, line)).payload, **ordered))
    ]


def test_an_official_orders_that_an_opening_seats_named_people_otherwise(desk: Desk) -> None:
    """JP-U01: by name, of the role of the ruling behind the penalty, and as they were named for the match."""
    assert reseated(desk) == [], "nobody is named by officials yet"
    desk.allowed(acts.Appointed(official="Jo", role="judge"))
    desk.add(AGREED)
    assert reseated(desk) == ["JP-U01"]
    assert reseated(desk, official="Jo", role="judge") == []
    assert reseated(desk, official=" ", role="judge") == ["JP-U01"]
    assert reseated(desk, official="Jo", role="head_judge") == ["JP-U01"], "she was named judge"
    given = desk.allowed(replace(ruling, role="head_judge", official="Uli"))
    desk.allowed(acts.Penalised(about=given, seat=0, penalty="warning"))
    assert reseated(desk, official="Jo", role="judge") == ["JP-U01"]
    assert reseated(desk, official="Uli", role="head_judge") == []


def test_a_judges_backup_undoes_nothing_of_the_head_judges(desk: Desk) -> None:
    """JP-U01: the effect of a penalty and a remedy are refused; the head judge's own rewind is allowed."""
    given = desk.allowed(replace(ruling, role="head_judge"))
    desk.add(acts.Penalised(about=given, seat=0, penalty="game_loss", effect=True))
    desk.play("draw Ada [??]")
    for role, rules in (("judge", ["JP-U01"]), ("head_judge", [])):
        order = desk.add(replace(backwards, error=10, remedy="simple_backup", role=role))
        assert [fault.rule for fault in desk.docket.validate(acts.Rewound(about=order, to=9))] == rules
