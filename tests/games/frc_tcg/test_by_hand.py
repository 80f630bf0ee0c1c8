"""Changes made by hand: each is checked on the state that the play and the changes before it leave."""

from typing import Any, Final

import pytest
from msgspec.structs import replace

from domain.audit import older_rules, recheck
from domain.digest import digest_of
from domain.entries import ActionEntry, Entry, Opened
from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.changes.turn import ChangeHp
from domain.games.frc_tcg.commands.plays import PlayItem
from domain.games.frc_tcg.commands.setup import CreateMatch, RegisterDeck
from tests.games.frc_tcg.tables import WORKED, Table, cards, player, robot, side, stack, table
from tests.minigame.matches import next_entry
from tests.scenario import Scenario, as_played, cases, given, impossible, refused, then

A1 = robot("RA1", 30, Ram="BAT")
B1 = robot("RC1", 40, Shove="CIM")
SEVEN: Final = "BAT BAT BAT BAT BAT BAT"
"""Six batteries: with the card that is played, a full hand."""


test_rules = cases(
    ("TCG-T12: kickoff and robot have left the hand when the text of the new season draws",
     given(table, side("KO RA2 BAT BAT BAT BAT BAT", A1), side()),
     refused("evolve_robot KO RA2 RA1 changes=[draw(count=3)]", "TCG-T12"),
     "evolve_robot KO RA2 RA1 changes=[draw(count=2)]",
     then(lambda t: len(player(t).pit), 7)),
    ("TCG-A12: a change of an evolution names the robot as it stands then; the covered one is not in play",
     given(table, side("KO RA2", robot("RA1", 10, max_hp=30)), side()),
     impossible("evolve_robot KO RA2 RA1 changes=[hp(robot=RA1, by=-10)]", "TCG-A12"),
     "evolve_robot KO RA2 RA1 changes=[hp(robot=RA2, by=-10)]",
     then(lambda t: stack(t).hp, 30)),
    ("TCG-T12: an item played from a full hand may bring one card to it, not two",
     given(table, side(f"WIRE {SEVEN}", shop="CIM CIM"), side()),
     refused("play_item WIRE changes=[move_card(card=CIM, origin=shop, to=pit), move_card(card=CIM, origin=shop, to=pit)]",
         "TCG-T12"),
     "play_item WIRE changes=[move_card(card=CIM, origin=shop, to=pit)]",
     then(lambda t: cards(player(t).shop), "CIM WIRE")),
    ("TCG-A12: an item may move itself while its effect is carried out, once, and goes nowhere else",
     given(table, side("WIRE"), side()),
     impossible("play_item WIRE changes=[move_card(card=WIRE, origin=playing, to=deck_bottom), move_card(card=WIRE, "
         "origin=playing, to=deck_bottom)]", "TCG-X10"),
     "play_item WIRE changes=[move_card(card=WIRE, origin=playing, to=deck_bottom)]",
     then(lambda t: (cards(player(t).deck)[-4:], cards(player(t).shop)), ("WIRE", ""))),
    ("TCG-A06: a component that is there already is not moved, recorded as played neither",
     given(table, side("", A1), side()), impossible("move_component BAT RA1 Ram", "TCG-A06"),
     as_played("move_component BAT RA1 Twin", "TCG-A06")),
    ("TCG-X10: a captured card put into a hand or a deck comes to its owner's, not to its captor's",
     given(table, side(captured="RC1"), side("BAT", prizes=3)),
     "adjust reason=x [move_card(card=RC1, origin=captured, to=pit)]",
     then(lambda t: (cards(player(t).captured), cards(player(t, 1).pit)), ("", "BAT RC1"))),
    ("TCG-D07: who saw a card still knows it when it is shown to another",
     given(table, side("CIM"), side(), side()), "reveal_card CIM CIM to=[Ben]", "reveal_card CIM CIM to=[Cleo]",
     then(lambda t: player(t).revealed[0].to, (1, 2)), "reveal_card CIM CIM", "reveal_card CIM CIM to=[Ben]",
     then(lambda t: player(t).revealed[0].to, ())),
)  # fmt: skip


# --- what was seen -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("card", ["item WIRE", "award SHD"])
def test_the_play_has_left_the_hand(card: str) -> None:
    """TCG-T12: a card played from a full hand has left it when its text draws one; two are one too many."""
    kind, name = card.split()
    match = table(side(f"{name} {SEVEN}", A1), side())
    match.refused(f"play_{kind} {name} changes=[draw(cards=[??, ??])]", "TCG-T12")
    match.refused(f"play_{kind} {name} changes=[draw(count=2)]", "TCG-T12")
    match.refused(f"play_{kind} {name} changes=[draw(), draw()]", "TCG-T12")
    match.do(f"play_{kind} {name} changes=[draw(cards=[??])]")
    assert len(player(match).pit) == 7


def test_a_raised_maximum_before_healing() -> None:
    """TCG-X08: healing goes up to the maximum that an earlier change raised, only in this order."""
    match = table(side("", A1, awards="STAY"), side())
    raised, healed = "modify(number=max_hp, card=RA1, by=20, until=rest_of_game)", "hp(robot=RA1, to=50)"
    match.refused(f"resolve_card_effect STAY [{healed}, {raised}]", "TCG-X08")
    match.impossible(f"resolve_card_effect STAY [{raised}, hp(robot=RA1, by=10)]", "TCG-A12")
    match.do(f"resolve_card_effect STAY [hp(robot=RA1, by=-10), {raised}, {healed}]")
    assert (stack(match).hp, stack(match).max_hp) == (50, 50)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("hp(robot=RA1, by=10)", "TCG-A12"),
        ("hp(robot=RA1, to=30)", "TCG-A12"),
        ("hp(robot=RA1, by=0)", "TCG-A12"),
        ("modify(number=max_hp, card=RA1, by=0, until=rest_of_game)", "TCG-X07"),
        ("modify(number=max_hp, card=RA1, to=0)", "TCG-X07"),
        ("modify(number=max_hp, card=??, by=10)", "TCG-A12"),
        ("modify(number=max_hp, card=RM1, by=10)", "TCG-A12"),
        ("allow(action=attack, card=RA1), forbid(action=attack, card=RA1)", "TCG-A12"),
        ("end(card=RA1)", "TCG-A12"),
        ("draw(count=0)", "TCG-A12"),
        ("draw(count=3, cards=[??])", "TCG-A12"),
        ("draw(count=60)", "TCG-X10"),
        ("allowance(of=robots, by=0)", "TCG-A12"),
        ('note(" ")', "TCG-A12"),
        ("move_card(card=CIM, origin=pit, to=pit)", "TCG-A12"),
        ("move_card(card=BAT, origin=shop, to=shop)", "TCG-A12"),
        ("move_card(card=STAY, origin=awards, to=awards)", "TCG-A12"),
        ("move_card(card=RA1, origin=robot, to=alliance)", "TCG-A12"),
        ("move_card(card=BAT, origin=robot, to=robot, robot=RA1, ability=ram)", "TCG-A12"),
        ("move_card(card=BAT, origin=shop, to=robot, robot=RA1, ability=Fly)", "TCG-A04"),
        ("move_card(card=BAT, origin=shop, to=pit, robot=RA1)", "TCG-A12"),
        ("move_card(card=??, origin=deck, to=deck_top)", "TCG-A12"),
        ("move_card(card=RB1, origin=robot, to=pit)", "TCG-A12"),
        ("prize(owner=Ada, by=Ada, place=1)", "TCG-V05"),
        ("reveal(card=CIM), reveal(card=CIM)", "TCG-D07"),
        ("reveal(card=CIM), reveal(card=CIM, to=[Ben])", "TCG-D07"),
        ("shuffle(player=Ben)", "TCG-A12"),
    ],
)
def test_a_change_that_would_do_nothing(change: str, rule: str) -> None:
    """TCG-A12, X10: a change without effect, target or room, or a contradictory one, is impossible in every mode."""
    mine = side("CIM", A1, robot("RB1 RB2", 20, kickoffs="- KO"), awards="STAY", shop="BAT")
    match = table(mine, side("", shop=" ".join(["CIM"] * 50)))
    assert player(match, 1).deck == ()
    before = digest_of(match.state)
    match.impossible(f"resolve_card_effect STAY [{change}]", rule).impossible(f"adjust reason=x [{change}]", rule)
    assert digest_of(match.state) == before


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("move_card(card=RD1, origin=pit, to=alliance)", "TCG-A02"),
        ("move_card(card=MDMG, origin=shop, to=mentor)", "TCG-A09"),
        ("move_card(card=BAT, origin=shop, to=robot, robot=RA1, ability=Ram)", "TCG-A05"),
        ("move_card(card=BAT, origin=shop, to=robot, robot=RA1)", "TCG-A05"),
    ],
)
def test_a_change_without_room(change: str, rule: str) -> None:
    """TCG-A02, A05, A09: given a change without room, then it is refused with its rule; as played it is recorded."""
    mine = side("RD1", A1, robot("RD1", 10), robot("RD1", 10), mentor="MHP", awards="STAY", shop="MDMG BAT")
    match = table(mine, side()).refused(f"resolve_card_effect STAY [{change}]", rule)
    match.as_played(f"resolve_card_effect STAY [{change}]", rule)
    assert GAME.card_counts(match.state) == {"Ada": 54, "Ben": 54}


def test_identities_come_to_light_in_order() -> None:
    """TCG-D07: copies named by changes count together, and a card found in the deck counts as one drawn does."""
    match = table(side("WIRE ?? ??", mentor="MHP", shop="MHP"), side())
    shown = "reveal(card=??, identity=MHP)"
    match.refused(f"play_item WIRE changes=[{shown}, {shown}]", "TCG-D07").do(f"play_item WIRE changes=[{shown}]")
    found = table(side("WIRE", mentor="MHP", shop="MHP MHP"), side())
    found.refused("play_item WIRE changes=[move_card(card=MHP, origin=deck, to=pit)]", "TCG-D07")


def test_the_last_prize_card_leaves_by_capture() -> None:
    """TCG-E01: only a capture takes the last prize card, so other changes cannot win the match."""
    match = table(side("", A1, awards="STAY", prizes=1), side(prizes=2))
    match.impossible("adjust reason=x [move_card(card=??, origin=prize_cards, to=deck_bottom)]", "TCG-E01")
    twice = "move_card(card=??, origin=prize_cards, to=pit, player=Ben)"
    match.impossible(f"resolve_card_effect STAY [{twice}, {twice}]", "TCG-E01")
    match.do(f"resolve_card_effect STAY [{twice}]")
    assert match.state.running


def test_the_audit_says_what_was_lost() -> None:
    """TCG-A12: of a match of older rules, in which a change was lost, the audit says so and under which rules it was recorded."""
    opening = CreateMatch(players=("Ada", "Ben"))
    decks = tuple(RegisterDeck(player=seat, size=54) for seat in (0, 1))
    mine = "(deck=49, pit=[WIRE], prize_cards=[??, ??], robots=[(cards=[RA1], hp=30)], shop=[BAT])"
    lines = (f"declare_position 7 Ada [{mine}, (deck=52, pit=[], prize_cards=[??, ??])]", "play_item WIRE")
    book: Table = Scenario(GAME, WORKED)
    entries: list[Entry[Any, Any]] = []
    for line in (opening, *decks, *lines):
        before, command = book.state, book.command(line)
        events = book.do(command).events
        if command is opening:
            payload: Any = Opened(game="frc_tcg", rules_version="2019.1", catalogue="", command=command, events=events)
        else:
            lost = (ChangeHp(robot="RA1", by=10),) if isinstance(command, PlayItem) else ()
            payload = ActionEntry(command=replace(command, changes=lost) if lost else command, events=events)
        entries.append(next_entry(GAME, entries, payload, before, "old"))
    (finding,) = recheck(GAME, WORKED, entries)
    assert (finding.version, finding.kind, finding.rule) == (5, "disagreeing", "TCG-A12")
    assert older_rules(GAME, entries) == "recorded under rules 2019.1 of FRC TCG, checked under 2019.3"
