"""The narration of each kind of event in each of its cases, and the viewpoints to which a hidden card is named (B1, G19)."""

from functools import cache

import pytest
from msgspec.structs import replace

from domain.cards import Token
from domain.games.pbl_robots import GAME
from domain.games.pbl_robots.cards import SLOT_INDEX
from domain.games.pbl_robots.events.base import PblEvent
from domain.games.pbl_robots.events.builds import ExpertPilotPlayed, LimbRegenerated, StorageBombAdded
from domain.games.pbl_robots.events.combat import (
    AttackDeclared,
    AttackRolled,
    BombsThrown,
    CombatEnded,
    DefenseRolled,
    DiceAdded,
    LimbBlownOff,
    ShieldsDeclared,
    ShieldsRaised,
    StrikeResolved,
    TotalChanged,
)
from domain.games.pbl_robots.events.decks import DeckReduced, InheritanceDealt, OpeningHandKept
from domain.games.pbl_robots.events.effects import (
    ActionAttached,
    CardEffectResolved,
    CardPlaced,
    CardsDiscarded,
    CardTaken,
    DeckSearched,
    ExtraAttackGiven,
)
from domain.games.pbl_robots.events.match_end import CriticalFormEntered, GameEnded, RobotTerminated
from domain.games.pbl_robots.events.setup import GameStarted, StarterCommitted, StartersRevealed, TalentPoolRevealed
from domain.games.pbl_robots.events.turns import (
    CardDrawn,
    CardRevealed,
    CardsPutUnder,
    DeckTopArranged,
    HandLimitDiscarded,
    ShopOpened,
    SomethingOwed,
    TurnStarted,
)
from domain.games.pbl_robots.state import Attached, Combat, Owed, Pilot, State
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from tests.games.pbl_robots.table import standard

ANA, BO = 0, 1
TOKENS = (Token(1, "f01"), Token(2, "f02"), Token(3))


@cache
def position(*, fighting: bool = True) -> State:
    """Ana and Bo at the standard table; Bo's head was blown off, and Ana's left arm attacks Bo's legs."""
    state = standard().do("adjust test [blow_off(player=Bo, slot=head)]").state
    combat = Combat(ANA, SLOT_INDEX["left_arm"], BO, SLOT_INDEX["legs"])
    return replace(state, combat=combat) if fighting else state


def told(event: PblEvent, viewpoint: Viewpoint = SPECTATOR, *, fighting: bool = True) -> str:
    return GAME.narrate(position(fighting=fighting), event, viewpoint)


def ended(outcome: str) -> CombatEnded:
    return CombatEnded(attacker=ANA, target=BO, slot="legs", outcome=outcome, attack=9, defense=7)  # type: ignore[arg-type]


def over(reason: str, *winners: int) -> GameEnded:
    return GameEnded(winners=winners, reason=reason, rule="PBL-E02")  # type: ignore[arg-type]


def owed(kind: str, n: int, seat: int | None = BO) -> SomethingOwed:
    return SomethingOwed(owed=Owed(kind, BO, seat, n, "effect", "PBL-A27"))  # type: ignore[arg-type]


def strike(*, success: bool, dice: tuple[int, ...] = ()) -> StrikeResolved:
    return StrikeResolved(side=ANA, source="ac_jam", target=BO, slot="legs", success=success, dice=dice)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (LimbRegenerated(side=ANA, slot="legs"), "Ana's legs are regenerated"),
        (LimbRegenerated(side=ANA, slot="left_arm"), "Ana's left arm is regenerated"),
        (ExpertPilotPlayed(side=ANA, pilot=Pilot("ep_fury"), points=1), "Fury takes Ana's cockpit (1 pilot point)"),
        (ExpertPilotPlayed(side=ANA, pilot=Pilot("ep_fury"), points=12), "Fury takes Ana's cockpit (12 pilot points)"),
        (StorageBombAdded(side=ANA, value=5), "Ana gets a storage bomb of 5"),
        (StorageBombAdded(side=ANA, value=5, source="cr1a"), "Ana gets a storage bomb of 5 by Mags"),
        (AttackDeclared(side=ANA, limb="left_arm", target=BO, slot="legs"), "Ana attacks Bo's legs with the left arm"),
        (AttackDeclared(side=ANA, limb="left_arm", target=BO, slot="legs", bombs=1),
         "Ana attacks Bo's legs with the left arm, 1 bomb stated"),
        (AttackDeclared(side=ANA, limb="left_arm", target=BO, slot="legs", bombs=0),
         "Ana attacks Bo's legs with the left arm, 0 bombs stated"),
        (ShieldsDeclared(count=2), "Bo states 2 shields"),
        (AttackRolled(dice=(6, 5, 1)), "Ana rolls 6 5 1 in attack: 12"),
        (AttackRolled(dice=(6, 5, 1), excluded=(5, 1)), "Ana rolls 6 5 1 (without 5 1) in attack: 6"),
        (AttackRolled(dice=()), "Ana rolls no dice in attack: 0"),
        (DefenseRolled(dice=(2, 3)), "Bo rolls 2 3 in defense: 5"),
        (DiceAdded(pool="attack", dice=(2, 3)), "the attack gets more dice, 2 3: 5 more"),
        (TotalChanged(pool="attack", n=3), "the attack gains 3"),
        (TotalChanged(pool="defense", n=-2), "the defense loses 2"),
        (TotalChanged(pool="defense", n=0), "the defense gains 0"),
        (ended("defended"), "Bo defends with 7 against 9"),
        (ended("destroyed"), "Ana's attack succeeds with 9 against 7"),
        (ended("replaced"), "Ana's attack succeeds with 9 against 7, but a card replaces the blow-off"),
        (ended("no_result"), "the combat ends without a result"),
        (ended("void"), "the attack is cancelled before the dice"),
        (LimbBlownOff(side=ANA, slot="head"), "Ana's head is blown off: 3 limbs left"),
        (LimbBlownOff(side=BO, slot="legs"), "Bo's legs are blown off: 2 limbs left"),
        (LimbBlownOff(side=BO, slot="head"), "Bo's head is blown off: 3 limbs left"),
        (strike(success=True, dice=(4, 4)), "Ana's strike with Jam at Bo's legs succeeds with 4 4"),
        (strike(success=False), "Ana's strike with Jam at Bo's legs fails"),
        (InheritanceDealt(counts=(10, 1), cards=((), ())), "the inheritances are dealt: 10 cards for Ana and 1 card for Bo"),
        (DeckReduced(side=ANA, cards=(None,)), "Ana takes 1 card out of the deck"),
        (OpeningHandKept(seat=ANA, hand=TOKENS, returned=()), "Ana keeps a hand of 3 cards"),
        (ActionAttached(side=BO, slot="left_arm", attached=Attached("ac_jam", ANA)), "Jam is attached to Bo's left arm"),
        (CardEffectResolved(source="ac_jam"), "the effect of Jam is carried out"),
        (CardEffectResolved(source="ac_jam", note="both arms"), "the effect of Jam is carried out: both arms"),
        (ExtraAttackGiven(n=1), "Ana gets 1 extra attack in this turn"),
        (ExtraAttackGiven(n=2), "Ana gets 2 extra attacks in this turn"),
        (CriticalFormEntered(side=ANA), "Ana's pilot goes into critical form"),
        (CriticalFormEntered(side=ANA, bonus=False), "Ana's pilot goes into critical form, without the bonus"),
        (RobotTerminated(side=BO), "Bo's robot is terminated"),
        (RobotTerminated(side=BO, by=ANA), "Bo's robot is terminated by Ana"),
        (over("termination", ANA), "Ana wins: every other robot has lost all its limbs"),
        (over("termination", ANA, BO), "Ana and Bo win: every other robot has lost all its limbs"),
        (over("all_terminated"), "the game is a draw: all robots have lost all their limbs"),
        (TalentPoolRevealed(pilots=("vane", "brick")), "the talent pool shows Vane and Brick"),
        (StartersRevealed(pilots=(Pilot("vane"), Pilot("brick"))),
         "the pilots take their cockpits: Vane for Ana and Brick for Bo"),
        (GameStarted(order=(BO, ANA)), "Bo has the first turn"),
        (TurnStarted(number=2, seat=BO), "Bo begins turn 2"),
        (TurnStarted(number=2, seat=BO, extra=True), "Bo begins turn 2 (extra turn)"),
        (owed("draw", 1), "Bo must draw 1 card first"),
        (owed("draw", 3, None), "Bo must draw 3 cards first"),
        (owed("search", 1), "Bo must carry out a search first"),
        (owed("storage_bomb", 2), "Bo must roll 2 storage bombs first"),
        (owed("dice", 1), "Bo must roll 1 die first"),
        (owed("dice", 2), "Bo must roll 2 dice first"),
        (ShopOpened(side=ANA, row=((0, "f01"), (1, "f02")), shuffled=9),
         "the Shop turns up Stunt 01 and Stunt 02; 9 cards from the scrap make a new deck"),
        (ShopOpened(side=ANA, row=((0, "f01"),), shuffled=9, by_draw=False), "the Shop turns up Stunt 01"),
        (ShopOpened(side=ANA, row=()), "the Shop turns up no card"),
        (CardTaken(side=ANA, place="scrap", card="f01"), "Stunt 01 leaves Ana's scrap"),
        (CardPlaced(side=ANA, place="scrap", card="f01"), "Stunt 01 goes to Ana's scrap"),
        (CardsDiscarded(seat=ANA, tokens=TOKENS), "Ana discards 3 cards (Stunt 01 and Stunt 02)"),
        (CardRevealed(seat=ANA, token=1, card="f01", shown=True), "Ana shows Stunt 01"),
    ],
)  # fmt: skip
def test_an_event_in_words(event: PblEvent, line: str) -> None:
    """Numbers, one or many, whose it is, and what was said of it; what is left out leaves no gap."""
    assert told(event) == line


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (ShieldsDeclared(count=1), "the defender states 1 shield"),
        (AttackRolled(dice=(1,)), "the attacker rolls 1 in attack: 1"),
        (DefenseRolled(dice=(1,)), "the defender rolls 1 in defense: 1"),
    ],
)
def test_dice_outside_a_combat(event: PblEvent, line: str) -> None:
    """Recorded as played where no combat is on record, dice are told of a fighter without a name."""
    assert told(event, fighting=False) == line


@pytest.mark.parametrize(
    ("event", "open_line", "hidden_line"),
    [
        (
            BombsThrown(seat=ANA, tokens=TOKENS, dice=(1, 2, 3)),
            "Ana throws a bomb of 3 cards (Stunt 01 and Stunt 02) and rolls 1 2 3: 6 more",
            "Ana throws a bomb of 3 cards and rolls 1 2 3: 6 more",
        ),
        (ShieldsRaised(seat=ANA, tokens=TOKENS[:1], dice=(4,)), "Ana raises a shield of 1 card (Stunt 01) and rolls 4: 4 more",
         "Ana raises a shield of 1 card and rolls 4: 4 more"),
        (DeckSearched(seat=ANA, token=1, card="f01"), "Ana searches the deck and finds Stunt 01",
         "Ana searches the deck and finds a card"),
        (CardsDiscarded(seat=ANA, tokens=TOKENS, face_down=True), "Ana discards 3 cards (Stunt 01 and Stunt 02)",
         "Ana discards 3 cards"),
        (CardTaken(side=ANA, place="deck_top", card="f01"), "Stunt 01 leaves the top of Ana's deck",
         "a card leaves the top of Ana's deck"),
        (CardTaken(side=ANA, place="deck_bottom", card="f01"), "Stunt 01 leaves the bottom of Ana's deck",
         "a card leaves the bottom of Ana's deck"),
        (CardPlaced(side=ANA, place="face_down", card="f01"), "Stunt 01 goes to Ana's face-down scrap",
         "a card goes to Ana's face-down scrap"),
        (CardPlaced(side=ANA, place="shop_deck", card="f01"), "Stunt 01 goes to the shop deck", "a card goes to the shop deck"),
        (CardPlaced(side=ANA, place="out_of_game", card="f01"), "Stunt 01 goes to the cards out of the game",
         "a card goes to the cards out of the game"),
        (StarterCommitted(side=ANA, pilot="vane"), "Ana selects Vane", "Ana selects a pilot"),
        (CardDrawn(seat=ANA, token=1, card="f01"), "Ana draws Stunt 01", "Ana draws a card"),
        (CardRevealed(seat=ANA, token=1, card="f01"), "Ana turns out to have Stunt 01", ""),
        (HandLimitDiscarded(seat=ANA, tokens=TOKENS), "Ana scraps 3 cards (Stunt 01 and Stunt 02) for the hand limit",
         "Ana scraps 3 cards for the hand limit"),
        (CardsPutUnder(side=ANA, seat=ANA, cards=("f01", "f02")), "Stunt 01 and Stunt 02 are put under the deck",
         ""),
        (CardsPutUnder(side=ANA, seat=ANA, cards=("f01",)), "Stunt 01 is put under the deck", ""),
    ],
)  # fmt: skip
def test_a_hidden_card_is_named_to_those_who_may_know_it(event: PblEvent, open_line: str, hidden_line: str) -> None:
    """PBL-S05, PBL-C11, PBL-X09: its player and the judge hear its name, the others that there is a card, or nothing if it was only
    named."""
    assert [told(event, viewpoint) for viewpoint in (ANA, JUDGE)] == [open_line] * 2
    assert [told(event, viewpoint) for viewpoint in (BO, SPECTATOR)] == [hidden_line] * 2


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (DeckSearched(seat=ANA), "Ana searches the deck and finds nothing"),
        (DeckSearched(seat=ANA, token=1), "Ana searches the deck and finds a card"),
        (StarterCommitted(side=ANA), "Ana selects a pilot"),
        (CardDrawn(seat=ANA, token=1), "Ana draws a card"),
        (DeckTopArranged(side=ANA, order=(None, None)), "the gunner of Ana puts 2 cards on top of the deck in order"),
        (CardsPutUnder(side=ANA, seat=ANA, cards=(None,)), "1 card is put under the deck"),
        (CardTaken(side=ANA, place="deck_top"), "a card leaves the top of Ana's deck"),
    ],
)
def test_what_nobody_knows_is_not_named(event: PblEvent, line: str) -> None:
    """An unknown card has no name for its player and the judge either."""
    assert [told(event, viewpoint) for viewpoint in (ANA, JUDGE)] == [line] * 2


def test_the_order_of_a_deck_is_told_to_who_knows_it() -> None:
    """PBL-S05: the judge reads the cards on top; for a side without a gunner others do not."""
    event = DeckTopArranged(side=ANA, order=("f01", None, "f02"))
    line = "the gunner of Ana puts 3 cards on top of the deck in order"
    assert told(event, JUDGE) == f"{line}: Stunt 01, Stunt 02"
    assert [told(event, viewpoint) for viewpoint in (ANA, BO, SPECTATOR)] == [line] * 3
