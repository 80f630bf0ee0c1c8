"""Changes made by hand: what is checked is what happens, no card is lost or doubled, and nothing is dropped in silence."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from domain.audit import Finding, recheck
from domain.digest import digest_of
from domain.entries import Acted, Entry, Opened, Payload, payload_commands
from domain.game import evolve_all, tag_of
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game import changes as ch
from domain.games.frc_card_game.cards import EventCard, cards_of_type
from domain.games.frc_card_game.commands.base import FrcCommand
from domain.games.frc_card_game.commands.by_hand import Adjust, DeclarePosition, ResolveCardEffect
from domain.games.frc_card_game.commands.plays import PlayEvent
from domain.games.frc_card_game.commands.setup import PlayerSetup, StartMatch
from domain.games.frc_card_game.events.base import FrcEvent
from domain.games.frc_card_game.events.turns import EventRetired, MatchEnded
from domain.games.frc_card_game.state import State
from domain.games.frc_card_game.zones import all_cards
from domain.notation import Names, parse_command, print_command
from domain.simulation import simulate
from tests.campaigns import tries
from tests.games.frc_card_game.tables import ADA, CARDS, SAMPLE, Table, by_hand, names, side, started, table, tags
from tests.games.frc_card_game.wild import Wild
from tests.minigame.matches import next_entry

MATCHES = tries("MATCHBOOK_WILD_MATCHES", few=4, many=10)
EFFECT = "resolve_card_effect iron_gears changes=[{}]"


# --- on the state that the play leaves ---------------------------------------------------------------------------------


def test_a_play_takes_its_slot_before_its_effect() -> None:
    """CG-F05: the event lies in the last free slot when its effect puts a card there: there is no room, and no card is lost."""
    four = ["gloom 1", "gloom 1", "hangar_day 1", "open_house"]
    there = table(ada=side(hand="pep_rally rain_delay", slots=four))
    move = "card_moved(card=rain_delay, origin=hand, to=mentor_event_slots{})"
    there.impossible(f"play_event pep_rally changes=[{move.format('')}]", "CG-F05")
    there.impossible(f"play_event pep_rally changes=[{move.format(', slot=5')}]", "CG-F05")
    there.impossible(f"play_event pep_rally slot=5 changes=[{move.format(', slot=5')}]", "CG-F05")


def test_a_named_slot_is_taken_by_the_play() -> None:
    """CG-F05: with other slots free, the slot of the event that is just played is taken all the same."""
    there = table(ada=side(hand="pep_rally gloom"))
    move = "card_moved(card=gloom, origin=hand, to=mentor_event_slots, slot=1)"
    there.impossible(f"play_event pep_rally changes=[{move}]", "CG-F05")
    there.do(f"play_event pep_rally slot=2 changes=[{move}]")
    assert names(there, ADA, "slots") == ["gloom"]


@pytest.mark.parametrize(("to", "zone"), [("deck", None), ("hand", "hand"), ("retirement_pile", "retired")])
@pytest.mark.parametrize("known", [True, False])
def test_an_event_that_moves_itself(to: str, zone: str | None, *, known: bool) -> None:
    """CG-Q11, CG-F01: an instant event that its own effect takes away lies there, once; unknown before it was played too."""
    there = table(ada=side(hand="pep_rally") if known else side(unknown=1))
    before, deck = GAME.census(there.state), there.state.players[ADA].deck
    there.do(f"play_event pep_rally changes=[card_moved(card=pep_rally, to={to})]")
    assert GAME.census(there.state) == before
    assert names(there, ADA, "slots") == []
    assert [names(there, ADA, z) for z in ("hand", "retired")] == [
        ["pep_rally"] * (z == zone) for z in ("hand", "retired")
    ]
    assert there.state.players[ADA].deck == deck + (zone is None)


def test_the_unknown_card_is_the_one_played() -> None:
    """CG-A01, CG-F01: the only unknown card of the hand was played: a change can neither show nor move it as another."""
    there = table(ada=side(unknown=1))
    there.impossible("play_event pep_rally changes=[card_revealed(card=wes, player=Ada)]", "CG-A01")
    there.impossible("play_event pep_rally changes=[card_moved(card=wes, origin=hand, to=student_body)]", "CG-F01")


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
    """CG-D03, CG-K01: naming an unknown card counts wherever it lies, in a pile too."""
    there = table(ada=side(hand="wes wes", body="wes", unknown=1))
    there.do("adjust lost [card_moved(card=??, origin=hand, to=retirement_pile)]")
    token = there.state.players[ADA].retired[0].id % 1000
    there.refused(EFFECT.format(f"card_moved(card=#1-{token:02d}=wes, to=hand)"), "CG-D03")
    nobody = ch.MoveCard(card=f"#1-{token:02d}=nobody", to="hand")
    there.impossible(Adjust(reason="x", changes=(nobody,)), "CG-K01")


def test_what_no_deck_can_hold_is_flagged_in_an_adjustment() -> None:
    """CG-D03, CG-D05, CG-D06: the record follows the table, and says that a fourth copy or a team card came out of a deck."""
    there = table(ada=side(hand="wes wes", body="wes", unknown=2))
    drawn = "adjust missed [card_moved(card={}, origin=deck, to=hand)]"
    there.refused(drawn.format("wes"), "CG-D03").as_played(drawn.format("wes"), "CG-D03")
    there.refused("adjust missed [cards_drawn(player=Ada, cards=[volt_club])]", "CG-D05")
    there.do(drawn.format("dana"))


# --- against each other ------------------------------------------------------------------------------------------------


def test_changes_see_each_other() -> None:
    """CG-F01, CG-F02, CG-F05: a card moved twice, a slot filled twice, a slot freed before: each change sees the ones before it."""
    there = table(
        ada=side(hand="dana coach_may", slots=["gloom 1", "gloom 1", "gloom 1", "hangar_day 1", "open_house"])
    )
    away = "card_moved(card=dana, origin=hand, to=deck)"
    there.impossible(EFFECT.format(f"{away}, {away}"), "CG-F01")
    put = "card_moved(card=coach_may, to=mentor_event_slots)"
    there.impossible(EFFECT.format(f"{put}, card_moved(card=open_house, to=hand)"), "CG-F05")
    there.do(EFFECT.format(f"card_moved(card=open_house, to=hand), {put}"))
    assert names(there, ADA, "slots")[-1] == "coach_may"


def test_a_source_that_left_holds_nothing() -> None:
    """CG-A05, CG-Q48: a change can hang only on a card that stays on the field: not on one that a change before took away,
    not on an instant event, and not on nothing."""
    there = table(ada=side(hand="pep_rally", slots=["coach_may"]))
    lasting = "allowance_changed(player=Ada, what=student_plays, delta=1, until=while_source_on_field)"
    away = "card_moved(card=coach_may, to=retirement_pile)"
    there.impossible(f"resolve_card_effect coach_may changes=[{away}, {lasting}]", "CG-A05")
    there.impossible(f"play_event pep_rally changes=[{lasting}]", "CG-A05")
    there.impossible(f"adjust x [{lasting}]", "CG-A05")
    there.do(f"resolve_card_effect coach_may changes=[{lasting}, {away}]")
    assert there.state.lasting == ()


def test_draws_by_what_is_known_of_the_deck() -> None:
    """CG-T04: each of several draws is checked by what is known of the top then; a card put there in the same list counts."""
    there = table(ada=side(hand="dana", unknown=1))
    on_top = "card_moved(card=dana, to=deck_top)"
    there.impossible(EFFECT.format(f"{on_top}, cards_drawn(player=Ada, cards=[wes, ??])"), "CG-T04")
    there.impossible(EFFECT.format(f"{on_top}, card_moved(card=wes, origin=deck_top, to=hand)"), "CG-F01")
    there.do(EFFECT.format(f"{on_top}, cards_drawn(player=Ada, cards=[dana, wes])"))
    assert names(there, ADA, "hand") == ["??", "dana", "wes"]


def test_a_card_put_on_top_unknown_is_named_there() -> None:
    """CG-F01: an unknown card that was put on top of the deck is the one that is taken from there."""
    there = by_hand(table(ada=side(unknown=1)), "card_moved(card=??, origin=hand, to=deck_top)")
    token = there.state.players[ADA].deck_known[0].token.id
    by_hand(there, "card_moved(card=wes, origin=deck_top, to=retirement_pile)")
    assert [(t.id, t.card) for t in there.state.players[ADA].retired] == [(token, "wes")]


def test_draws_that_are_not_made_are_said() -> None:
    """CG-Q03: of two draws with one card left, the second is on record as not made; with none left, the only one is."""
    there = by_hand(table(ada=side(deck=1)), "cards_drawn(player=Ada, cards=[??, ??])")
    assert tags(there)[1:] == ["card_drawn", "draw_failed"]
    assert there.state.result is None
    by_hand(there, "cards_drawn(player=Ada)")
    assert tags(there)[1:] == ["draw_failed"]
    assert there.state.result is None


def test_a_token_is_taken_from_where_it_is_said_to_be() -> None:
    """CG-F01: where a change says from where, or from whose side, a card comes that lies elsewhere, it means no card."""
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
        "stat_modified(robot=wall, stat=offense, delta=1, player={})",
    ):
        there.impossible(EFFECT.format(change.format("Ada")), "CG-F04")
        there.do(EFFECT.format(change.format("Bo")))


# --- what would do nothing ---------------------------------------------------------------------------------------------

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
    ch.ShowCard: [
        ("card_revealed(card=dana, player=Ada)", "CG-Q35"),
        ("card_revealed(card=dana, player=Ada, to=Bo)", "CG-Q35"),
        ("card_revealed(card=wes, player=Ada, to=Ada)", "CG-Q35"),
    ],
    ch.SwitchRobot: [],
    ch.ChangeStat: [
        ("stat_modified(robot=wall, stat=offense, delta=0)", "CG-Q33"),
        ("stat_modified(robot=wall, stat=offense, delta=1, turns=2)", "CG-A05"),
    ],
    ch.ChangeScoring: [
        ("score_ability_changed(robot=wall, ability=may_score)", "CG-C01"),
        ("score_ability_changed(robot=jab, ability=may_not_score)", "CG-C01"),
        ("score_ability_changed(robot=wall, ability=may_not_score, attempts=2)", "CG-C02"),
    ],
    ch.ChangeAllowance: [
        ("allowance_changed(player=Ada, what=student_plays, delta=0)", "CG-Q48"),
        ("allowance_changed(player=Bo, what=student_plays, delta=1)", "CG-A02"),
        ("allowance_changed(player=Ada, what=draw_phase_draws, delta=1, until=turns, turns=2)", "CG-T04"),
    ],
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
}
"""Every kind of change -> such as would do nothing, or leave something that is said unheeded, at the table below."""


def nothing_to_do() -> Table:
    """Ada's turn 3, main phase: Bo's deck is empty, Dana was shown to all, Jab may not score, Bo's next draw is skipped."""
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
        EFFECT.format("phase_skipped(player=Bo, phase=draw), score_ability_changed(robot=jab, ability=may_not_score)"),
    )


@pytest.mark.parametrize(("change", "rule"), [case for cases in NOTHING.values() for case in cases])
def test_what_would_do_nothing_is_impossible(change: str, rule: str) -> None:
    """CG-X06, CG-Q03, CG-F01, CG-F04, CG-X01, CG-A10, CG-Q35, CG-Q33, CG-A05, CG-C01, CG-C02, CG-Q48, CG-A02, CG-T04, CG-T02,
    CG-S08: a change that would do nothing, or not what is said, is impossible in every mode, by itself and among others."""
    there = nothing_to_do()
    lines = [f"adjust x [{change}]", f'adjust x [note(text="first"), {change}]']
    if not any(
        change.startswith(tag_of(kind)) for kind in (ch.SetPhase, ch.SetAttempts, ch.SetDrawsOwed, ch.SetStudentPlays)
    ):
        lines.append(EFFECT.format(change))
    for line in lines:
        there.impossible(line, rule)


def test_every_kind_of_change_has_its_nothing() -> None:
    """Each kind of change that can do nothing stands in the table above; a switch always does something."""
    assert set(NOTHING) == set(ch.AnyChange.__args__)
    assert [kind for kind, cases in NOTHING.items() if not cases] == [ch.SwitchRobot]
    assert all(case.startswith(f"{tag_of(kind)}(") for kind, cases in NOTHING.items() for case, _ in cases)


def test_a_longer_ban_is_no_repetition() -> None:
    """CG-C01: that a robot may not score can be said again for a longer time, and then not again."""
    there = table("scoring", side(robots=["wall offensive dana"]))
    ban = "score_ability_changed(robot=wall, ability=may_not_score, until={})"
    there.do(EFFECT.format(ban.format("end_of_turn")), EFFECT.format(ban.format("turns, turns=3")))
    there.impossible(EFFECT.format(ban.format("turns, turns=2")), "CG-C01")
    there.do(EFFECT.format("score_ability_changed(robot=wall, ability=may_score)"), "score wall")


def test_a_phase_of_turn_1_that_is_not() -> None:
    """CG-T03: turn 1 is set to no draw or scoring phase, and these are not skipped once more."""
    there = table(turn=1, draws_made=0)
    there.impossible("adjust x [phase_set(player=Ada, phase=scoring)]", "CG-T03")
    there.impossible(EFFECT.format("phase_skipped(player=Ada, phase=scoring, turn=1)"), "CG-T02")
    there.do(EFFECT.format("phase_skipped(player=Bo, phase=scoring)"))


# --- whatever is entered -----------------------------------------------------------------------------------------------


def trails(event: FrcEvent) -> bool:
    """Whether an event ends a command: a change can bring it about, put it off or make it needless."""
    return isinstance(event, MatchEnded) or (isinstance(event, EventRetired) and event.cause == "instant")


SAID_ONLY = (ch.Note, ch.RandomResult, ch.ShuffleDeck)
"""Changes that are on record and may leave the table as it is."""


def grown(command: Adjust | ResolveCardEffect | PlayEvent, state: State, rng: Random) -> Iterator[FrcCommand]:
    """The command with more and more arbitrary changes, as far as they are possible together."""
    if not possible(state, command):
        return
    yield command
    here = state
    for _ in range(12):
        wild = Wild(here, rng)
        change = wild.adjustment() if isinstance(command, Adjust) else wild.change()
        longer = replace(command, changes=(*command.changes, change))
        if possible(state, longer):
            command = longer
            here = evolve_all(GAME, state, GAME.resolve(state, command))
            yield command


def possible(state: State, command: FrcCommand) -> bool:
    """Whether the command can be recorded as played; what is wrong is always said by a rule of the reference."""
    violations = GAME.check(state, command)
    assert all(v.rule in GAME.rules and v.text for v in violations)
    return not any(v.impossible for v in violations)


def holds(before: State, after: State) -> None:
    """No card is lost, doubled or left over, and no match ends by what the rules do not know."""
    assert GAME.census(after) == GAME.census(before)
    assert max(Counter(found.token.id for found in all_cards(after)).values()) == 1
    for player in after.players:
        assert (len(player.robots), len(player.slots)) == (3, 5)
        assert all(0 <= placed.place < player.deck for placed in player.deck_known)
    if after.result is not None and before.result is None:
        out = any(player.points <= 0 for player in after.players)
        assert out if after.result.rule in ("CG-E01", "CG-E02", "CG-E03") else after.result.rule == "CG-V02"


def something_happened(state: State, shorter: FrcCommand, longer: FrcCommand) -> None:
    """The last change left an event of its own, and another table than the changes before it."""
    events = [[e for e in GAME.resolve(state, command) if not trails(e)] for command in (shorter, longer)]
    assert len(events[0]) < len(events[1]), longer
    tables = [digest_of(evolve_all(GAME, state, happened)) for happened in events]
    assert tables[0] != tables[1] or isinstance(longer.changes[-1], SAID_ONLY), longer


@pytest.mark.parametrize("seed", range(MATCHES))
def test_any_changes_by_hand(seed: int) -> None:
    """CG-F01: over simulated matches, arbitrary changes by hand are refused by a rule or happen: the cards stay the same, each
    change leaves an event, and a match ends only as the rules say."""
    rng = Random(f"changes {seed}")
    options = {"deck_out_loss": rng.choice(["draw_phase", "any_draw"])}
    for number, played in enumerate(simulate(GAME, SAMPLE, seed, options=options)):
        if number < 7 or number % 9 or number > 150:
            continue
        state = played.after
        for _ in range(4):
            state = changed(state, rng)


def changed(state: State, rng: Random) -> State:
    """The table after one command with changes of each kind that takes them."""
    hand = {token.card for token in state.players[state.turn_player or 0].hand}
    events = [record.card_id for record in cards_of_type(state.catalogue, EventCard)]
    event = rng.choice(sorted(hand.intersection(events)) or events)
    starts = [
        PlayEvent(card=event, slot=rng.choice([None, None, 1, 2])),
        ResolveCardEffect(source=Wild(state, rng).ref()),
        Adjust(reason="so it lay", changes=()),
    ]
    for start in starts:
        steps = list(grown(start, state, rng))
        for shorter, longer in pairwise(steps):
            something_happened(state, shorter, longer)
        if steps:
            after = evolve_all(GAME, state, GAME.resolve(state, steps[-1]))
            line = print_command(steps[-1], names := Names(state.catalogue, state.seats))
            assert parse_command(line, GAME.commands, names) == steps[-1]
            holds(state, after)
            state = after
    return state


FULL = DeclarePosition(
    turn=3,
    turn_player=ADA,
    phase="main",
    sides=(side(hand="pep_rally gloom", slots=["gloom 1", "gloom 1", "hangar_day 1", "open_house"]), side()),
)


def test_the_audit_says_what_older_rules_let_pass() -> None:
    """CG-F05: a record in which a change overwrote the event just played is found by the audit, with the rule it breaks now."""
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


def audit(command: FrcCommand, events: tuple[FrcEvent, ...]) -> list[Finding]:
    """What an audit finds in a match in which, in that position, this was recorded."""
    start = StartMatch(players=(PlayerSetup(name="Ada", deck=30), PlayerSetup(name="Bo", deck=30)))
    opened, there = GAME.resolve(GAME.initial(CARDS), start), started().do(FULL)
    payloads: list[Payload[FrcCommand, FrcEvent]] = [
        Opened(game=GAME.name, rules_version=GAME.rules_version, catalogue="", command=start, events=opened),
        Acted(command=FULL, events=there.events),
        Acted(command=command, events=events),
    ]
    state, entries = GAME.initial(CARDS), list[Entry[FrcCommand, FrcEvent]]()
    for payload in payloads:
        entries.append(next_entry(GAME, entries, payload, state, "m"))
        state = evolve_all(GAME, state, payload_commands(payload)[1])
    return list(recheck(GAME, CARDS, entries))
