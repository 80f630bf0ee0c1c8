"""Changes made by hand: each is checked on the state that the play and the changes before it leave.

`MATCHBOOK_CHANGE_LISTS=5000` plays that many random lists in all.
"""

import os
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from domain.audit import older_rules, recheck
from domain.cards import format_token
from domain.digest import digest_of
from domain.entries import Acted, Entry, Opened
from domain.game import evolve_all, tag_of
from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.changes import Change, apply_changes
from domain.games.frc_tcg.changes.cards import DrawCards, ShowCard, Shuffle, TakePrize
from domain.games.frc_tcg.changes.moving import MoveCard
from domain.games.frc_tcg.changes.robots import AddEffect, ChangeHp, ChangeMaxHp, LiftEffect
from domain.games.frc_tcg.changes.turn import ChangeAllowance, FlipCoin, Note, RollDie, SetTurn
from domain.games.frc_tcg.commands.base import TcgCommand
from domain.games.frc_tcg.commands.by_hand import ResolveCardEffect
from domain.games.frc_tcg.commands.combat import Attack
from domain.games.frc_tcg.commands.plays import PlayAward, PlayItem, PlayMentor
from domain.games.frc_tcg.commands.position import Adjust
from domain.games.frc_tcg.commands.seasons import EvolveRobot
from domain.games.frc_tcg.commands.setup import CreateMatch, RegisterDeck
from domain.games.frc_tcg.ending import PrizePick
from domain.games.frc_tcg.events.base import TcgCourse, TcgEvent
from domain.games.frc_tcg.events.combat import PrizeCardCaptured
from domain.games.frc_tcg.events.ending import MatchDrawn, MatchWon
from domain.games.frc_tcg.references import zone
from domain.games.frc_tcg.state import State
from domain.unfolding import Course
from tests.games.frc_tcg.tables import WORKED, Table, cards, player, robot, side, stack, table
from tests.games.frc_tcg.test_simulation import MODES, played
from tests.minigame.matches import next_entry
from tests.scenario import Scenario

A1 = robot("RA1", 30, Ram="BAT")
B1 = robot("RC1", 40, Shove="CIM")
SEVEN: Final = "BAT BAT BAT BAT BAT BAT"
"""Six batteries: with the card that is played, a full hand."""


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


def test_evolving_leaves_room_for_two() -> None:
    """TCG-T12: kickoff and robot have left the hand when the text of the new season draws."""
    match = table(side("KO RA2 BAT BAT BAT BAT BAT", A1), side())
    line = "evolve_robot KO RA2 RA1 changes=[draw(count={})]"
    match.refused(line.format(3), "TCG-T12").do(line.format(2))
    assert len(player(match).pit) == 7


def test_a_covered_robot_is_not_there() -> None:
    """TCG-A12: a change of an evolution names the robot as it stands then; the covered one is not in play."""
    match = table(side("KO RA2", robot("RA1", 10, max_hp=30)), side())
    match.impossible("evolve_robot KO RA2 RA1 changes=[hp(robot=RA1, by=-10)]", "TCG-A12")
    match.do("evolve_robot KO RA2 RA1 changes=[hp(robot=RA2, by=-10)]")
    assert stack(match).hp == 30


def test_a_card_moves_to_the_hand_that_was_left() -> None:
    """TCG-T12: an item played from a full hand may bring one card to it, not two."""
    match = table(side(f"WIRE {SEVEN}", shop="CIM CIM"), side())
    move = "move_card(card=CIM, origin=shop, to=pit)"
    match.refused(f"play_item WIRE changes=[{move}, {move}]", "TCG-T12").do(f"play_item WIRE changes=[{move}]")
    assert cards(player(match).shop) == "CIM WIRE"


def test_a_raised_maximum_before_healing() -> None:
    """TCG-X08: healing goes up to the maximum that a change before it raised, in this order alone."""
    match = table(side("", A1, awards="STAY"), side())
    raised, healed = "max_hp(robot=RA1, by=20)", "hp(robot=RA1, to=50)"
    match.refused(f"resolve_card_effect STAY [{healed}, {raised}]", "TCG-X08")
    match.impossible(f"resolve_card_effect STAY [{raised}, hp(robot=RA1, by=10)]", "TCG-A12")
    match.do(f"resolve_card_effect STAY [hp(robot=RA1, by=-10), {raised}, {healed}]")
    assert (stack(match).hp, stack(match).max_hp) == (50, 50)


def test_the_item_that_is_played() -> None:
    """TCG-A12: an item may move itself while its effect is carried out, once, and goes nowhere else."""
    match = table(side("WIRE"), side())
    move = "move_card(card=WIRE, origin=playing, to=deck_bottom)"
    match.impossible(f"play_item WIRE changes=[{move}, {move}]", "TCG-X10").do(f"play_item WIRE changes=[{move}]")
    assert (cards(player(match).deck)[-4:], cards(player(match).shop)) == ("WIRE", "")


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("hp(robot=RA1, by=10)", "TCG-A12"),
        ("hp(robot=RA1, to=30)", "TCG-A12"),
        ("hp(robot=RA1, by=0)", "TCG-A12"),
        ("max_hp(robot=RA1, by=0)", "TCG-A12"),
        ("effect_added(robot=RA1)", "TCG-A12"),
        ("effect_added(robot=RA1, label=hot, amount=20)", "TCG-A12"),
        ("effect_added(robot=RA1, kind=damage_dealt)", "TCG-A12"),
        ("effect_lifted(robot=RA1)", "TCG-A12"),
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
    """TCG-A12, X10: what would do nothing, names nothing, has no room or contradicts itself is impossible in every mode."""
    mine = side("CIM", A1, robot("RB1 RB2", 20, kickoffs="- KO"), awards="STAY", shop="BAT")
    match = table(mine, side("", shop=" ".join(["CIM"] * 50)))
    assert player(match, 1).deck == ()
    before = digest_of(match.state)
    match.impossible(f"resolve_card_effect STAY [{change}]", rule).impossible(f"adjust reason=x [{change}]", rule)
    assert digest_of(match.state) == before


def test_moving_a_component_nowhere() -> None:
    """TCG-A06: a component that lies there already is not moved, recorded as played neither."""
    match = table(side("", A1), side())
    match.impossible("move_component BAT RA1 Ram", "TCG-A06").as_played("move_component BAT RA1 Twin", "TCG-A06")


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
    """TCG-A02, A05, A09: a change for which there is no room is refused with its rule; as played it happens all the same."""
    mine = side("RD1", A1, robot("RD1", 10), robot("RD1", 10), mentor="MHP", awards="STAY", shop="MDMG BAT")
    match = table(mine, side()).refused(f"resolve_card_effect STAY [{change}]", rule)
    match.as_played(f"resolve_card_effect STAY [{change}]", rule)
    assert GAME.census(match.state) == {"Ada": 54, "Ben": 54}


def test_identities_come_to_light_in_order() -> None:
    """TCG-D07: copies named by changes count together, and a card found in the deck counts as one drawn does."""
    match = table(side("WIRE ?? ??", mentor="MHP", shop="MHP"), side())
    shown = "reveal(card=??, identity=MHP)"
    match.refused(f"play_item WIRE changes=[{shown}, {shown}]", "TCG-D07").do(f"play_item WIRE changes=[{shown}]")
    found = table(side("WIRE", mentor="MHP", shop="MHP MHP"), side())
    found.refused("play_item WIRE changes=[move_card(card=MHP, origin=deck, to=pit)]", "TCG-D07")


def test_the_last_prize_card_leaves_by_capture() -> None:
    """TCG-E01: no change but a capture takes the last prize card, so none wins a match that nobody won."""
    match = table(side("", A1, awards="STAY", prizes=1), side(prizes=2))
    match.impossible("adjust reason=x [move_card(card=??, origin=prize_cards, to=deck_bottom)]", "TCG-E01")
    twice = "move_card(card=??, origin=prize_cards, to=pit, player=Ben)"
    match.impossible(f"resolve_card_effect STAY [{twice}, {twice}]", "TCG-E01")
    match.do(f"resolve_card_effect STAY [{twice}]")
    assert match.state.running


def test_a_captured_card_returns_to_its_owner() -> None:
    """TCG-X10: a captured card put into a hand or a deck comes to its owner's, not to its captor's."""
    match = table(side(captured="RC1"), side("BAT", prizes=3))
    match.do("adjust reason=x [move_card(card=RC1, origin=captured, to=pit)]")
    assert (cards(player(match).captured), cards(player(match, 1).pit)) == ("", "BAT RC1")


def test_seen_by_one_more() -> None:
    """TCG-D07: who saw a card still knows it when it is shown to another."""
    match = table(side("CIM"), side(), side())
    match.do("reveal_card CIM CIM to=[Ben]", "reveal_card CIM CIM to=[Cleo]")
    assert player(match).revealed[0].to == (1, 2)
    match.do("reveal_card CIM CIM", "reveal_card CIM CIM to=[Ben]")
    assert player(match).revealed[0].to == ()


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
            payload = Acted(command=replace(command, changes=lost) if lost else command, events=events)
        entries.append(next_entry(GAME, entries, payload, before, "old"))
    (finding,) = recheck(GAME, WORKED, entries)
    assert (finding.version, finding.kind, finding.rule) == (5, "disagreeing", "TCG-A12")
    assert older_rules(GAME, entries) == "recorded under rules 2019.1 of FRC TCG, checked under 2019.2"


# --- random lists --------------------------------------------------------------------------------------------------------

LISTS: Final = int(os.environ.get("MATCHBOOK_CHANGE_LISTS", "330"))
EACH: Final = -(-LISTS // len(MODES))
TELLING: Final = (FlipCoin, RollDie, Note, Shuffle)
"""Changes that tell what happened and may leave the state as it was."""
ZONES: Final = ("deck", "pit", "shop", "prize_cards", "captured", "mentor", "awards", "robot", "playing")
PLACES: Final = ("deck_top", "deck_bottom", "pit", "shop", "mentor", "awards", "alliance", "robot")


@cache
def moments(mode: str, seed: int) -> tuple[State, ...]:
    """The states of one match in which it is being played."""
    return tuple(step.before for step in played(mode, seed) if step.before.running)


class Hands:
    """Invents what a hand might write: mostly what could be, now and then what could not."""

    def __init__(self, state: State, rng: Random) -> None:
        self.state = state
        self.rng = rng

    def seat(self) -> int:
        """Any seat; rarely one that is not there."""
        return self.rng.randrange(len(self.state.players) + (self.rng.random() < 0.03))

    def side(self) -> int | None:
        """Whose side, or nobody's in particular."""
        return self.seat() if self.rng.random() < 0.6 else None

    def card(self) -> str:
        """A card that lies somewhere, by its name, its number or both; an unknown one; one that is no card."""
        zones = [zone for side in self.state.players for zone in side.zones() if zone]
        token = self.rng.choice(self.rng.choice(zones))
        number = format_token(token.id)
        of_all = self.rng.choice(list(self.state.catalogue)).card_id
        return self.rng.choice([token.card or "??", token.card or "??", number, f"{number}={of_all}", "??", of_all])

    def robot(self) -> str:
        """A robot in play, if there is one."""
        tops = [stack.top for side in self.state.players for stack in side.alliance]
        if not tops or self.rng.random() < 0.05:
            return self.card()
        top = self.rng.choice(tops)
        return self.rng.choice([top.card, format_token(top.token)])

    def ability(self) -> str:
        """An ability of some robot in play, or none."""
        records = [self.state.catalogue.get(s.top.card) for side in self.state.players for s in side.alliance]
        names = [a.name for record in records for a in getattr(record, "abilities", ())]
        return self.rng.choice(["", "surplus", *names, *names])

    def number(self) -> int:
        """A small number, below zero too."""
        return self.rng.choice([-30, -20, -10, -1, 0, 1, 2, 10, 20, 30])

    def duration(self) -> str:
        """How long something lasts."""
        return self.rng.choice(["until_removed", "end_of_turn", "turns:2", "end_of_opponents_next_turn", "soon"])

    def move(self) -> MoveCard:
        """A card from anywhere to anywhere; often one that lies where it is said to lie."""
        side, origin = self.rng.randrange(len(self.state.players)), self.rng.choice(ZONES)
        lying = [token.card or format_token(token.id) for token in zone(self.state.players[side], origin)]
        to = self.rng.choice(PLACES)
        onto = to == "robot" or self.rng.random() < 0.05
        return MoveCard(
            card=self.rng.choice(lying) if lying and self.rng.random() < 0.8 else self.card(),
            origin=origin,  # type: ignore[arg-type]
            to=to,  # type: ignore[arg-type]
            player=side if self.rng.random() < 0.9 else None,
            robot=self.robot() if onto else None,
            ability=self.ability() if onto else "",
        )

    def change(self) -> Change:
        """Any change of the closed list."""
        rng = self.rng
        makers = [
            lambda: ChangeHp(robot=self.robot(), by=self.number(), player=self.side()),
            lambda: ChangeHp(robot=self.robot(), to=rng.choice([0, 10, 25, 60, -1])),
            lambda: ChangeMaxHp(robot=self.robot(), by=self.number(), duration=self.duration()),
            self.move,
            self.move,
            self.move,
            lambda: DrawCards(count=rng.choice([0, 1, 1, 2, 9]), player=self.side()),
            lambda: DrawCards(cards=tuple(self.card() for _ in range(rng.randrange(3))), player=self.side()),
            lambda: Shuffle(player=self.side()),
            lambda: AddEffect(robot=self.robot(), label=rng.choice(["hot", ""]), duration=self.duration()),
            lambda: AddEffect(robot=self.robot(), kind="damage_dealt", amount=self.number()),
            lambda: LiftEffect(robot=self.robot(), label=rng.choice(["", "", "hot"])),
            lambda: ChangeAllowance(of=rng.choice(["robots", "attacks", "components"]), by=rng.choice([-2, -1, 0, 1])),
            lambda: TakePrize(
                owner=self.seat(), by=self.seat(), place=rng.randrange(6), card=rng.choice([None, self.card()])
            ),
            lambda: FlipCoin(result="heads"),
            lambda: RollDie(result=rng.randrange(8)),
            lambda: ShowCard(card=self.card(), to=rng.choice([(), (self.seat(),)]), player=self.side()),
            lambda: Note(text=rng.choice(["hm", ""])),
            lambda: SetTurn(
                active=self.seat(), number=rng.choice([None, self.state.turn]), robots=rng.choice([0, 1, -1])
            ),
        ]
        return rng.choice(makers)()  # type: ignore[no-untyped-call, no-any-return]

    def changes(self) -> tuple[Change, ...]:
        """A list of one to four changes, sometimes the same twice."""
        found = [self.change() for _ in range(self.rng.choice([1, 1, 2, 3, 4]))]
        return tuple(found + found[:1] if self.rng.random() < 0.1 else found)

    def picks(self) -> tuple[PrizePick, ...]:
        """Prize cards picked, mostly none."""
        count = self.rng.choice([0, 0, 0, 0, 1, 2])
        return tuple(PrizePick(place=self.rng.randrange(1, 5), player=self.side()) for _ in range(count))

    def commands(self) -> Iterator[TcgCommand]:
        """Every kind of command that takes changes, with a list of its own each; plays are such as are legal now."""
        yield Adjust(reason="random", changes=self.changes())
        yield ResolveCardEffect(
            source=self.card(), changes=self.changes(), prize_picks=self.picks(), player=self.side()
        )
        legal = [
            c for c in GAME.legal(self.state) if isinstance(c, PlayItem | PlayMentor | PlayAward | Attack | EvolveRobot)
        ]
        for kind in {type(command) for command in legal}:
            play = self.rng.choice([command for command in legal if type(command) is kind])
            if isinstance(play, EvolveRobot):
                yield replace(play, changes=self.changes())
            else:
                yield replace(play, changes=self.changes(), prize_picks=self.picks())


def sound(state: State) -> None:
    """No card twice, none lost; what lies on robots lies on robots that are there."""
    tokens = [card.id for side in state.players for zone in side.zones() for card in zone]
    assert len(tokens) == len(set(tokens))
    assert list(GAME.census(state).values()) == [side.deck_size for side in state.players]
    keys = {stack.key for side in state.players for stack in side.alliance}
    assert {effect.robot for effect in state.lasting if effect.scope == "robot"} <= keys


def won_by_the_rules(before: State, after: State, events: tuple[TcgEvent, ...]) -> None:
    """TCG-E01, V06: a match that ends by a change ends with a prize card that was captured, its owner's last."""
    if not any(isinstance(event, MatchWon | MatchDrawn) for event in events):
        assert after.over == before.over
        return
    owners = [event.owner for event in events if isinstance(event, PrizeCardCaptured)]
    assert any(after.players[owner].prizes_left == 0 for owner in owners)


@pytest.mark.parametrize("mode", MODES)
def test_random_change_lists(mode: str) -> None:
    """TCG-X10, A12: whatever list is accepted, no card is lost or doubled, nothing ends that the rules do not end, and
    what is refused or accepted is so on the course that happens."""
    rng = Random(f"lists {mode}")
    accepted = 0
    for _ in range(EACH):
        state = rng.choice(moments(mode, rng.randrange(3)))
        for command in Hands(state, rng).commands():
            if any(v.impossible for v in GAME.check(state, command)):
                if not isinstance(command, ResolveCardEffect):
                    GAME.resolve(state, command)  # an audit works out an older record all the same
                continue
            accepted += 1
            events = GAME.resolve(state, command)
            after = evolve_all(GAME, state, events)
            sound(after)
            won_by_the_rules(state, after, events)
    assert accepted > EACH // 4


@pytest.mark.parametrize("mode", MODES)
def test_every_accepted_change_leaves_an_event(mode: str) -> None:
    """TCG-A12: a change that is accepted leaves an event and another state, or tells of chance and the like; one that is
    not leaves neither."""
    rng = Random(f"events {mode}")
    accepted = set()
    for _ in range(EACH * 3):
        state = rng.choice(moments(mode, rng.randrange(3)))
        course: TcgCourse = Course(state)
        for change in Hands(state, rng).changes():
            before, count = course.state, len(course.events)
            apply_changes(course, (change,), state.active, adjusting=True)
            if course.stopped:
                assert (course.state, len(course.events)) == (before, count)
                break
            accepted.add(tag_of(change))  # type: ignore[arg-type]
            assert len(course.events) > count, change
            assert course.state != before or isinstance(change, TELLING), change
            sound(course.state)
    assert len(accepted) >= 10
