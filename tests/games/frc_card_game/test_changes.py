"""Changes made by hand: a checked change takes effect, every card is kept once, and every statement has an effect."""

import re

import pytest
from msgspec.structs import replace

from domain.audit import Finding, recheck
from domain.entries import ActionEntry, Entry, Opened, Payload, action_parts
from domain.game import evolve_all, tag_of
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game import changes as ch
from domain.games.frc_card_game.changes import lasting as la
from domain.games.frc_card_game.commands.base import FrcCommand
from domain.games.frc_card_game.commands.by_hand import Adjust, ResolveCardEffect
from domain.games.frc_card_game.commands.plays import PlayEvent
from domain.games.frc_card_game.commands.position import DeclarePosition
from domain.games.frc_card_game.commands.setup import PlayerSetup, StartMatch
from domain.games.frc_card_game.events.base import FrcEvent
from domain.notation import NotationError
from tests.games.frc_card_game.tables import ADA, CARDS, Table, by_hand, names, side, started, table, tags
from tests.minigame.matches import next_entry
from tests.scenario import as_played, cases, given, impossible, refused, then

EFFECT = "resolve_card_effect iron_gears changes=[{}]"
# --- changes without effect --------------------------------------------------------------------------------------------
NOTHING = {
    ch.ChangePoints: [("points_changed(player=Ada, delta=0)", "CG-X06")],
    ch.DrawCards: [("cards_drawn(player=Ada, cards=[])", "CG-Q03"), ("cards_drawn(player=Bo, cards=[])", "CG-Q03")],
    ch.MoveCard: [
        ("card_moved(card=dana, to=hand)", "CG-F01"),
        ("card_moved(card=nia, to=student_body)", "CG-F01"),
        ("card_moved(card=pax, to=drive_team, robot=wall)", "CG-F01"),
        ("card_moved(card=wall, to=robot_slots)", "CG-F01"),
        ("card_moved(card=wall, to=robot_slots, slot=1)", "CG-F04"),
        ("card_moved(card=gloom, to=mentor_event_slots)", "CG-F01"),
        ("card_moved(card=iron_gears, to=team_slot)", "CG-F01"),
        ("card_moved(card=sol, to=retirement_pile)", "CG-F01"),
        ("card_moved(card=??, origin=deck_top, to=deck_top)", "CG-F01"),
        ("card_moved(card=??, origin=deck_bottom, to=deck_bottom)", "CG-F01"),
        ("card_moved(card=wes, origin=deck, to=deck)", "CG-F01"),
        ("card_moved(card=dana, to=deck, player=Bo)", "CG-X01"),
        ("card_moved(card=dana, to=deck, slot=1)", "CG-F01"),
        ("card_moved(card=nia, to=hand, robot=wall)", "CG-F01"),
        ("card_moved(card=wall, to=hand, position=defensive)", "CG-A10"),
        ("card_moved(card=wall, to=robot_slots, slot=2, position=defensive)", "CG-A10"),
    ],
    ch.ShowCard: [("card_revealed(card=dana, player=Ada)", "CG-Q35"), ("card_revealed(card=dana, player=Ada, to=Bo)", "CG-Q35"),
                  ("card_revealed(card=wes, player=Ada, to=Ada)", "CG-Q35")],
    ch.SwitchRobot: [],
    la.Modify: [
        ("modify(number=offense, card=wall, by=0)", "CG-Q33"),
        ("modify(number=offense, card=wall, to=-1)", "CG-Q33"),
        ("modify(number=offense, card=nia, by=1)", "CG-A05"),
        ("modify(number=offense, card=??, by=1)", "CG-F04"),
        ("modify(number=offense, player=Ada, by=1)", "CG-A05"),
        ("modify(number=offense, scope=own, only=[mentor], by=1)", "CG-A05"),
        ("modify(number=offense, scope=own, only=[robot, student], by=1)", "CG-A05"),
        ("modify(number=student_plays, scope=all, only=[robot], by=1)", "CG-A05"),
        ("modify(number=student_plays, card=wall, by=1)", "CG-A05"),
        ("modify(number=student_plays, scope=own, by=1, until=next)", "CG-A05"),
        ("modify(number=student_plays, player=Ada, by=0)", "CG-A02"),
        ("modify(number=student_plays, player=Bo, by=1, until=end_of_turn)", "CG-A02"),
        ("modify(number=draw_phase_draws, player=Ada, by=1, turns=2)", "CG-T04"),
    ],
    la.Allow: [("allow(action=play_student, card=wall)", "CG-A05"), ("allow(action=score)", "CG-A05")],
    la.Forbid: [("forbid(action=score, card=jab, until=end_of_turn)", "CG-C01")],
    la.Prevent: [("prevent(what=points_lost, card=wall)", "CG-A05"), ("prevent(what=retirement, card=nia)", "CG-A05")],
    la.Label: [('label(card=nia, text="x", until=next)', "CG-A05")],
    la.End: [("end(card=wall)", "CG-A05"), ("end(source=krabby)", "CG-F04")],
    ch.SkipPhase: [
        ("phase_skipped(player=Bo, phase=draw)", "CG-T02"),
        ("phase_skipped(player=Ada, phase=draw, turn=3)", "CG-T02"),
        ("phase_skipped(player=Ada, phase=main, turn=4)", "CG-T02"),
    ],
    ch.ShuffleDeck: [("deck_shuffled(player=Bo)", "CG-S08")],
    ch.RandomResult: [('random_result(kind=coin, value="")', "CG-A05")],
    ch.Note: [('note(text=" ")', "CG-A05")],
    ch.SetPhase: [("phase_set(player=Ada, phase=main)", "CG-T02")],
    ch.SetAttempts: [("attempts_set(robot=wall, used=0)", "CG-C02")],
    ch.SetDrawsOwed: [("draws_owed_set(owed=1)", "CG-T04")],
    ch.SetStudentPlays: [("student_plays_set(used=0)", "CG-A02")],
}  # fmt: skip
"""Every kind of change -> examples without any effect, or with an ignored statement, at the table below."""


def nothing_to_do() -> Table:
    """Ada's turn 3, main phase: Bo's deck is empty, Dana was shown to all, Jab may not score, Bo's next draw is
    skipped."""
    there = table(
        ada=side(
            hand="dana wes",
            body="nia",
            robots=["wall offensive pax", "jab offensive"],
            slots=["gloom 1"],
            retired="sol",
        ),
        bo=side(deck=0),
    )
    return there.do(
        "reveal_card dana",
        EFFECT.format("phase_skipped(player=Bo, phase=draw), forbid(action=score, card=jab, until=end_of_turn)"),
    )


FULL = DeclarePosition(
    turn=3,
    turn_player=ADA,
    phase="main",
    sides=(side(hand="pep_rally gloom", slots=["gloom 1", "gloom 1", "hangar_day 1", "open_house"]), side()),
)


def audit(command: FrcCommand, events: tuple[FrcEvent, ...]) -> list[Finding]:
    """The findings of an audit of a match in which this was recorded in that position."""
    start = StartMatch(players=(PlayerSetup(name="Ada", deck=30), PlayerSetup(name="Bo", deck=30)))
    opened, there = GAME.resolve(GAME.initial(CARDS), start), started().do(FULL)
    payloads: list[Payload[FrcCommand, FrcEvent]] = [
        Opened(game=GAME.name, rules_version=GAME.rules_version, catalogue="", command=start, events=opened),
        ActionEntry(command=FULL, events=there.events),
        ActionEntry(command=command, events=events),
    ]
    state, entries = GAME.initial(CARDS), list[Entry[FrcCommand, FrcEvent]]()
    for payload in payloads:
        entries.append(next_entry(GAME, entries, payload, state, "m"))
        state = evolve_all(GAME, state, action_parts(payload)[1])
    return list(recheck(GAME, CARDS, entries))


test_rules = cases(
    ("CG-F05: with other slots free, the slot of the event that is just played is taken all the same",
     given(table, ada=side(hand="pep_rally gloom")),
     impossible("play_event pep_rally changes=[card_moved(card=gloom, origin=hand, to=mentor_event_slots, slot=1)]",
         "CG-F05"),
     "play_event pep_rally slot=2 changes=[card_moved(card=gloom, origin=hand, to=mentor_event_slots, slot=1)]",
     then(lambda t: names(t, ADA, "slots"), ["gloom"])),
    ("CG-A01, CG-F01: the only unknown card of the hand was played: a change can neither show nor move it as another",
     given(table, ada=side(unknown=1)),
     impossible("play_event pep_rally changes=[card_revealed(card=wes, player=Ada)]", "CG-A01"),
     impossible("play_event pep_rally changes=[card_moved(card=wes, origin=hand, to=student_body)]", "CG-F01")),
    ("CG-D03, CG-D05, CG-D06: the record follows the table, and says that a fourth copy or a team card came out of a deck",
     given(table, ada=side(hand="wes wes", body="wes", unknown=2)),
     refused("adjust missed [card_moved(card=wes, origin=deck, to=hand)]", "CG-D03"),
     as_played("adjust missed [card_moved(card=wes, origin=deck, to=hand)]", "CG-D03"),
     refused("adjust missed [cards_drawn(player=Ada, cards=[volt_club])]", "CG-D05"),
     "adjust missed [card_moved(card=dana, origin=deck, to=hand)]"),
    ("CG-F01, CG-F02, CG-F05: a card moved twice, a slot filled twice, a slot freed before: each change sees the "
     "ones before it",
     given(table,
         ada=side(hand="dana coach_may", slots=["gloom 1", "gloom 1", "gloom 1", "hangar_day 1", "open_house"])),
     impossible(EFFECT.format("card_moved(card=dana, origin=hand, to=deck), card_moved(card=dana, origin=hand, to=deck)"),
         "CG-F01"),
     impossible(EFFECT.format("card_moved(card=coach_may, to=mentor_event_slots), card_moved(card=open_house, to=hand)"),
         "CG-F05"),
     EFFECT.format("card_moved(card=open_house, to=hand), card_moved(card=coach_may, to=mentor_event_slots)"),
     then(lambda t: names(t, ADA, "slots")[-1], "coach_may")),
    ("CG-T04: each of several draws is checked by what is known of the top then; a card put there in the same list counts",
     given(table, ada=side(hand="dana", unknown=1)),
     impossible(EFFECT.format("card_moved(card=dana, to=deck_top), cards_drawn(player=Ada, cards=[wes, ??])"),
         "CG-T04"),
     impossible(EFFECT.format("card_moved(card=dana, to=deck_top), card_moved(card=wes, origin=deck_top, to=hand)"),
         "CG-F01"),
     EFFECT.format("card_moved(card=dana, to=deck_top), cards_drawn(player=Ada, cards=[dana, wes])"),
     then(lambda t: names(t, ADA, "hand"), ["??", "dana", "wes"])),
    ("CG-T03: turn 1 is set to no draw or scoring phase, and these are not skipped once more",
     given(table, turn=1, draws_made=0), impossible("adjust x [phase_set(player=Ada, phase=scoring)]", "CG-T03"),
     impossible(EFFECT.format("phase_skipped(player=Ada, phase=scoring, turn=1)"), "CG-T02"),
     EFFECT.format("phase_skipped(player=Bo, phase=scoring)")),
)  # fmt: skip


# --- on the state that the play leaves ---------------------------------------------------------------------------------
def test_a_play_takes_its_slot_before_its_effect() -> None:
    """CG-F05: given an event in the last free slot whose effect puts a card there, then it is refused for lack of room,
    and every card is kept."""
    four = ["gloom 1", "gloom 1", "hangar_day 1", "open_house"]
    there = table(ada=side(hand="pep_rally rain_delay", slots=four))
    move = "card_moved(card=rain_delay, origin=hand, to=mentor_event_slots{})"
    there.impossible(f"play_event pep_rally changes=[{move.format('')}]", "CG-F05")
    there.impossible(f"play_event pep_rally changes=[{move.format(', slot=5')}]", "CG-F05")
    there.impossible(f"play_event pep_rally slot=5 changes=[{move.format(', slot=5')}]", "CG-F05")


@pytest.mark.parametrize(("to", "zone"), [("deck", None), ("hand", "hand"), ("retirement_pile", "retired")])
@pytest.mark.parametrize("known", [True, False])
def test_an_event_that_moves_itself(to: str, zone: str | None, *, known: bool) -> None:
    """CG-Q11, CG-F01: given an instant event that its own effect takes away, then it is in its new place once, even if
    it was unknown before."""
    there = table(ada=side(hand="pep_rally") if known else side(unknown=1))
    before, deck = GAME.card_counts(there.state), there.state.players[ADA].deck
    there.do(f"play_event pep_rally changes=[card_moved(card=pep_rally, to={to})]")
    assert GAME.card_counts(there.state) == before
    assert names(there, ADA, "slots") == []
    assert [names(there, ADA, z) for z in ("hand", "retired")] == [
        ["pep_rally"] * (z == zone) for z in ("hand", "retired")
    ]
    assert there.state.players[ADA].deck == deck + (zone is None)


@pytest.mark.parametrize(
    "change",
    [
        "card_revealed(card=#1-{}=pep_rally, player=Ada)",
        "card_moved(card=#1-{}=pep_rally, origin=hand, to=deck)",
        "cards_drawn(player=Ada, cards=[pep_rally])",
        "card_moved(card=pep_rally, origin=deck, to=hand)",
    ],
)
def test_a_fourth_copy_through_a_change(change: str) -> None:
    """CG-D03: the copy that is played counts when a change names a further one."""
    there = table(ada=side(hand="pep_rally pep_rally", unknown=2))
    other = next(t.id for t in reversed(there.state.players[ADA].hand) if t.card is None) % 1000
    third = f"play_event pep_rally changes=[{change.format(other)}]"
    there.do("play_event pep_rally changes=[]").do(EFFECT.format(change.format(other)))
    there = table(ada=side(hand="pep_rally pep_rally", retired="pep_rally", unknown=2))
    there.refused(third, "CG-D03").as_played(third, "CG-D03")


def test_a_retired_unknown_card_is_named() -> None:
    """CG-D03, CG-K01: naming an unknown card counts in every zone, also in a pile."""
    there = table(ada=side(hand="wes wes", body="wes", unknown=1))
    there.do("adjust lost [card_moved(card=??, origin=hand, to=retirement_pile)]")
    token = there.state.players[ADA].retired[0].id % 1000
    there.refused(EFFECT.format(f"card_moved(card=#1-{token:02d}=wes, to=hand)"), "CG-D03")
    nobody = ch.MoveCard(card=f"#1-{token:02d}=nobody", to="hand")
    there.impossible(Adjust(reason="x", changes=(nobody,)), "CG-K01")


def test_a_source_that_left_holds_nothing() -> None:
    """CG-A05, CG-Q48: a change can be attached only to a card that stays on the field: not to a removed one, an instant
    event or a missing card."""
    there = table(ada=side(hand="pep_rally", slots=["coach_may"]))
    lasting = "modify(number=student_plays, player=Ada, by=1, until=while_source_in_play)"
    away = "card_moved(card=coach_may, to=retirement_pile)"
    there.impossible(f"resolve_card_effect coach_may changes=[{away}, {lasting}]", "CG-A05")
    there.impossible(f"play_event pep_rally changes=[{lasting}]", "CG-A05")
    there.impossible(f"adjust x [{lasting}]", "CG-A05")
    there.do(f"resolve_card_effect coach_may changes=[{lasting}, {away}]")
    assert there.state.lasting == ()


def test_a_card_put_on_top_unknown_is_named_there() -> None:
    """CG-F01: an unknown card that was put on top of the deck is the one that is taken from there."""
    there = by_hand(table(ada=side(unknown=1)), "card_moved(card=??, origin=hand, to=deck_top)")
    token = there.state.players[ADA].deck_known[0].token.id
    by_hand(there, "card_moved(card=wes, origin=deck_top, to=retirement_pile)")
    assert [(t.id, t.card) for t in there.state.players[ADA].retired] == [(token, "wes")]


def test_draws_that_are_not_made_are_said() -> None:
    """CG-Q03: given one card left, then the second of two draws is recorded as not made; given an empty deck, the only
    one is."""
    there = by_hand(table(ada=side(deck=1)), "cards_drawn(player=Ada, cards=[??, ??])")
    assert tags(there)[1:] == ["card_drawn", "draw_failed"]
    assert there.state.result is None
    by_hand(there, "cards_drawn(player=Ada)")
    assert tags(there)[1:] == ["draw_failed"]
    assert there.state.result is None


def test_a_token_is_taken_from_where_it_is_said_to_be() -> None:
    """CG-F01: given a change with a wrong origin or side for a card, then it is refused as unknown."""
    there = table(ada=side(body="dana"))
    token = f"#1-{there.state.players[ADA].student_body[0].id % 1000:02d}"
    there.impossible(EFFECT.format(f"card_moved(card={token}, origin=hand, to=deck)"), "CG-F01")
    there.impossible(EFFECT.format(f"card_moved(card={token}, owner=Bo, to=deck)"), "CG-F01")
    there.do(EFFECT.format(f"card_moved(card={token}, origin=student_body, owner=Ada, to=deck)"))


def test_a_robot_is_on_the_side_that_is_named() -> None:
    """CG-F04: a change of a robot on one player's side never falls on the other's."""
    there = table(bo=side(robots=["wall offensive dana"]))
    for change in (
        "position_switched(robot=wall, player={})",
        "modify(number=offense, card=wall, by=1, player={}, until=end_of_turn)",
    ):
        there.impossible(EFFECT.format(change.format("Ada")), "CG-F04")
        there.do(EFFECT.format(change.format("Bo")))


@pytest.mark.parametrize(("change", "rule"), [case for cases in NOTHING.values() for case in cases])
def test_what_would_do_nothing_is_impossible(change: str, rule: str) -> None:
    """CG-X06, CG-Q03, CG-F01, CG-F04, CG-X01, CG-A10, CG-Q35, CG-Q33, CG-A05, CG-C01, CG-C02, CG-Q48, CG-A02, CG-T04,
    CG-T02, CG-S08: given a change without effect, or with another effect than stated, then it is impossible in every
    mode, singly and among others."""
    there = nothing_to_do()
    lines = [f"adjust x [{change}]", f'adjust x [note(text="first"), {change}]']
    if not any(
        change.startswith(tag_of(kind)) for kind in (ch.SetPhase, ch.SetAttempts, ch.SetDrawsOwed, ch.SetStudentPlays)
    ):
        lines.append(EFFECT.format(change))
    for line in lines:
        there.impossible(line, rule)


MALFORMED = {
    "modify(number=offense, card=wall)": "modify needs one of by=, to= and times=",
    "modify(number=offense, card=wall, by=1, times=2)": "modify needs one of by=, to= and times=",
    "modify(number=offense, card=wall, by=1, until=rest_of_game, turns=2)": "modify: give turns= or until=, not both",
    "modify(number=offense, card=wall, scope=own, by=1)": "modify takes card= or scope=, not both",
    "allow(action=score, player=Ada, scope=own)": "allow takes player= or scope=, not both",
    "allow(action=score, card=wall, only=[robot])": "only= needs scope=",
    'label(card=wall, text=" ")': "label needs text=",
    "end()": "end needs name=, card=, player= or source=",
}
"""Words of an effect that contradict each other, or lack one -> what they need."""


@pytest.mark.parametrize("change", MALFORMED)
def test_an_effect_that_lacks_a_word_is_no_violation(change: str) -> None:
    """It cannot be read: no rule is cited, and no mode records it."""
    for line in (f"adjust x [{change}]", EFFECT.format(change)):
        with pytest.raises(NotationError, match=re.escape(MALFORMED[change])):
            nothing_to_do().do(line)


def test_every_kind_of_change_has_its_nothing() -> None:
    """Each kind of change that can be without effect is in the table above; a switch always has one."""
    assert set(NOTHING) == set(ch.AnyChange.__args__)
    assert [kind for kind, cases in NOTHING.items() if not cases] == [ch.SwitchRobot]
    assert all(case.startswith(f"{tag_of(kind)}(") for kind, cases in NOTHING.items() for case, _ in cases)


def test_a_longer_ban_is_no_repetition() -> None:
    """CG-C01: that a robot may not score can be said again for a longer time, and then not again."""
    there = table("scoring", side(robots=["wall offensive dana"]))
    ban = "forbid(action=score, card=wall, {})"
    there.do(EFFECT.format(ban.format("until=end_of_turn")), EFFECT.format(ban.format("turns=3")))
    there.impossible(EFFECT.format(ban.format("turns=2")), "CG-C01")
    there.do(EFFECT.format("allow(action=score, card=wall, until=end_of_turn)"), "score wall")


def test_the_audit_says_what_older_rules_let_pass() -> None:
    """CG-F05: a record in which a change overwrote the event just played is found by the audit, with the rule it breaks
    now."""
    there = started().do(FULL)
    played = there.command("play_event pep_rally")
    moved = there.command(EFFECT.format("card_moved(card=gloom, origin=hand, to=mentor_event_slots)"))
    assert isinstance(played, PlayEvent)
    assert isinstance(moved, ResolveCardEffect)
    *play, retired = GAME.resolve(there.state, played)
    lost = (*play, *GAME.resolve(there.state, moved))
    assert audit(played, (*play, retired)) == []
    found = audit(replace(played, changes=moved.changes), lost)
    assert [(finding.kind, finding.rule) for finding in found] == [("disagreeing", "CG-F05"), ("miscounted", "")]
