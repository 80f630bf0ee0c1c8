"""The narration of each kind of event in each of its cases, and the viewpoints to which a hidden card is named (B1, G19)."""

from functools import cache

import pytest
from msgspec.structs import replace

from domain.cards import Token, token_id
from domain.effects.lasting import Lasting
from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.events.base import TcgEvent
from domain.games.frc_tcg.events.changes import AllowanceChanged, CardEffectResolved, CardMoved
from domain.games.frc_tcg.events.combat import (
    AttackMade,
    DamageTaken,
    EffectApplied,
    EffectExpired,
    EffectsLifted,
    HpRestored,
    MaxHpChanged,
    PrizeCardCaptured,
    RobotDefeated,
)
from domain.games.frc_tcg.events.match_end import MatchAbandoned, MatchWon, PrizeCardsSettled
from domain.games.frc_tcg.events.plays import AbilityActivated, CardRevealed, CardShopped, ComponentPlayed, RobotPlayed
from domain.games.frc_tcg.events.robots import (
    ComponentMoved,
    MentorsWentForCoffee,
    RobotDevolved,
    RobotEvolved,
    RobotRetreated,
)
from domain.games.frc_tcg.events.setup import (
    DeckShuffled,
    FirstPlayerDetermined,
    MatchCreated,
    OpeningHandDrawn,
    PrizeCardsSet,
)
from domain.games.frc_tcg.events.turn import EnhancementEnded
from domain.games.frc_tcg.options import Options
from domain.games.frc_tcg.state import State
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from tests.games.frc_tcg.tables import robot, side, table

ADA, BEN = 0, 1


def ada(number: int, card: str | None = None) -> Token:
    return Token(token_id(ADA, number), card)


def ben(number: int, card: str | None = None) -> Token:
    return Token(token_id(BEN, number), card)


PRIZE, HELD, ANVIL, MOUNTED = ada(1).id, ada(5).id, ada(6).id, ada(7).id
BUMBLE = ben(5).id
LASTING = Lasting("modify", "damage_dealt", target=ANVIL, by=10, owner=ADA, id=1)


@cache
def position(prizes: str = "down") -> State:
    """Ada with four prize cards, a card in hand and an Anvil 15 with a battery; Ben with four prize cards and a Bumble 15; one
    effect on the Anvil."""
    sides = side("WRENCH", robot("RA1", 30, Ram="BAT")), side("", robot("RB1", 10))
    state = table(*sides, prizes_face=prizes).state
    assert {stack.key for player in state.players for stack in player.alliance} == {ANVIL, BUMBLE}
    return replace(state, lasting=(LASTING,))


def told(event: TcgEvent, viewpoint: Viewpoint = SPECTATOR, prizes: str = "down") -> str:
    return GAME.narrate(position(prizes), event, viewpoint)


def moved(
    origin: str, to: str, card: str | None = "WRENCH", token: int = HELD, owner: int = ADA, **more: object
) -> CardMoved:
    return CardMoved(player=ADA, card=Token(token, card), origin=origin, to=to, owner=owner, **more)  # type: ignore[arg-type]


def evolved(*shopped: Token) -> RobotEvolved:
    return RobotEvolved(
        player=ADA,
        robot=ANVIL,
        token=HELD,
        card="RA2",
        printed_hp=40,
        kickoff=None,
        hp=40,
        max_hp=40,
        mounted=(),
        shopped=shopped,
    )


def entered(hp: int) -> RobotPlayed:
    return RobotPlayed(player=ADA, token=HELD, card="RA1", slot=2, printed_hp=40, hp=hp, max_hp=hp)


def stacked(owner: int, robot: int, ability: str) -> ComponentPlayed:
    return ComponentPlayed(player=ADA, token=HELD, card="CIM", owner=owner, robot=robot, ability=ability)


def shifted(token: int, origin: int, ability: str) -> ComponentMoved:
    return ComponentMoved(player=ADA, token=token, origin=origin, owner=BEN, robot=BUMBLE, ability=ability)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (CardEffectResolved(player=ADA, source=HELD, card="WRENCH"), "Wrench takes effect"),
        (CardEffectResolved(player=ADA, source=HELD, card="WRENCH", note="twice"), "Wrench takes effect: twice"),
        (CardEffectResolved(player=ADA, source=0, card=None), "an effect without a card is carried out"),
        (EffectExpired(effect=1), "effect ends: Ada's Anvil 15 does 10 more damage"),
        (EffectExpired(effect=2), "an effect ends"),
        (EffectsLifted(owner=ADA, robot=ANVIL, effects=()), "no effects are taken off Ada's Anvil 15"),
        (EffectsLifted(owner=ADA, robot=ANVIL, effects=(1,)), "1 effect is taken off Ada's Anvil 15"),
        (EffectsLifted(owner=ADA, robot=ANVIL, effects=(1, 2)), "2 effects are taken off Ada's Anvil 15"),
        (AttackMade(player=ADA, robot=ANVIL, ability="Ram"), "Ada's Anvil 15 uses Ram"),
        (AttackMade(player=ADA, robot=ANVIL, ability="Ram", targets=(BUMBLE, ANVIL), note="a toss"),
         "Ada's Anvil 15 uses Ram on Ben's Bumble 15 and Ada's Anvil 15 (a toss)"),
        (AttackMade(player=ADA, robot=ada(99).id, ability="Ram"), "a robot uses Ram"),
        (DamageTaken(owner=BEN, robot=BUMBLE, amount=9, hp=1, by=ADA), "Ben's Bumble 15 goes from 10 to 1 hit point"),
        (DamageTaken(owner=BEN, robot=BUMBLE, amount=0, hp=10, by=ADA), "Ben's Bumble 15 stays at 10 hit points"),
        (HpRestored(owner=ADA, robot=ANVIL, amount=10, hp=40), "Ada's Anvil 15 goes from 30 to 40 hit points"),
        (MaxHpChanged(owner=ADA, robot=ANVIL, hp=30, max_hp=50), "Ada's Anvil 15 has 30 of 50 hit points now"),
        (RobotDefeated(owner=BEN, robot=BUMBLE, shopped=(Token(BUMBLE, "RB1"),)),
         "Ben's Bumble 15 is defeated and goes to the shop"),
        (RobotDefeated(owner=ADA, robot=ANVIL, shopped=(Token(ANVIL, "RA1"), ada(7, "BAT"), ada(9, "KO"))),
         "Ada's Anvil 15 is defeated and goes to the shop with Battery and Kickoff"),
        (MatchWon(winners=(ADA,)), "Ada wins the match"),
        (MatchWon(winners=(ADA, BEN)), "Ada and Ben win the match"),
        (MatchWon(winners=(BEN,), rule="TCG-E05"), "Ben wins the match by concession"),
        (MatchAbandoned(), "the match is abandoned (not in the rulebook)"),
        (MatchAbandoned(reason="fire"), "the match is abandoned (not in the rulebook): fire"),
        (AbilityActivated(player=ADA, robot=ANVIL, ability="Ram"), "Ada's Anvil 15 can use Ram now"),
        (entered(40), "Ada plays Anvil 15 at place 2 with 40 hit points"),
        (entered(50), "Ada plays Anvil 15 at place 2 with 50 hit points (40 + 10)"),
        (entered(30), "Ada plays Anvil 15 at place 2 with 30 hit points (40 - 10)"),
        (entered(41), "Ada plays Anvil 15 at place 2 with 41 hit points (40 + 1)"),
        (stacked(ADA, ANVIL, "Crush"), "Ada stacks CIM on Anvil 15 for Crush"),
        (stacked(ADA, ANVIL, ""), "Ada stacks CIM on Anvil 15 as surplus"),
        (stacked(BEN, BUMBLE, "Poke"), "Ada stacks CIM on Ben's Bumble 15 for Poke"),
        (CardShopped(player=ADA, card=ada(5, "WRENCH")), "Ada's Wrench goes to the shop"),
        (CardShopped(player=ADA, card=ada(5, "WRENCH"), origin="pit"), "Ada's Wrench goes from the hand to the shop"),
        (evolved(), "Ada's Anvil 15 evolves into Anvil 16 for a new season, with 40 hit points"),
        (evolved(ada(7, "BAT")),
         "Ada's Anvil 15 evolves into Anvil 16 for a new season, with 40 hit points; Battery goes to the shop"),
        (evolved(ada(7, "BAT"), ada(8, "CIM")),
         "Ada's Anvil 15 evolves into Anvil 16 for a new season, with 40 hit points; Battery and CIM go to the shop"),
        (RobotDevolved(player=ADA, owner=BEN, robot=BUMBLE, hp=1, max_hp=1, mounted=(), shopped=(ben(9, "RB2"),)),
         "Ben's Bumble 15 devolves, with 1 of 1 hit point; Bumble 16 goes to the shop"),
        (shifted(MOUNTED, ANVIL, "Poke"), "Battery goes from Ada's Anvil 15 to Ben's Bumble 15 for Poke"),
        (shifted(MOUNTED, ANVIL, ""), "Battery goes from Ada's Anvil 15 to Ben's Bumble 15 as surplus"),
        (shifted(99, ANVIL, ""), "a component goes from Ada's Anvil 15 to Ben's Bumble 15 as surplus"),
        (shifted(MOUNTED, 99, ""), "a component goes from a robot to Ben's Bumble 15 as surplus"),
        (RobotRetreated(player=ADA, robot=ANVIL, returned=ada(6, "RA1"), shopped=(ada(7, "BAT"),)),
         "Ada's Anvil 15 retreats to the hand; Battery goes to the shop"),
        (MentorsWentForCoffee(player=ADA, opponent=BEN, own=ada(9, "MHP"), other=ben(9, "MDMG")),
         "Ada's Coach Ada Holt and Ben's Coach Dara Mint go out for coffee, to the shop"),
        (EnhancementEnded(player=ADA, card=ada(9, "MHP")), "Ada's Coach Ada Holt is over and goes to the shop"),
        (MatchCreated(players=("Ada", "Ben"), sides=(0, 1), options=Options()),
         "Ada and Ben begin a match for 4 prize cards each"),
        (FirstPlayerDetermined(player=ADA, method="coin_flip"), "Ada begins (coin flip)"),
        (FirstPlayerDetermined(player=ADA, method="die", result="6 to 2"), "Ada begins (die: 6 to 2)"),
        (DeckShuffled(player=ADA), "Ada's deck is shuffled"),
        (DeckShuffled(player=ADA, reason="it was searched"), "Ada's deck is shuffled: it was searched"),
    ],
)  # fmt: skip
def test_an_event_in_words(event: TcgEvent, line: str) -> None:
    """Numbers, one or many, whose it is, and what was said of it; what is left out leaves no gap."""
    assert told(event) == line


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (moved("pit", "robot", "BAT", robot=ANVIL, ability="Ram"), "Battery goes from Ada's hand to Ada's Anvil 15 for Ram"),
        (moved("shop", "robot", "BAT", robot=ANVIL), "Battery goes from Ada's shop to Ada's Anvil 15 for its surplus pile"),
        (moved("pit", "shop"), "Wrench goes from Ada's hand to Ada's shop"),
        (moved("robot", "shop", "BAT", ben(9).id), "Battery goes from Ada's robot to Ben's shop"),
        (moved("shop", "deck_top"), "Wrench goes from Ada's shop to the top of the deck"),
        (moved("mentor", "deck_bottom", "MHP"), "Coach Ada Holt goes from Ada's mentor's place to the bottom of the deck"),
        (moved("robot", "deck_top", "BAT", owner=BEN), "Battery goes from Ada's robot to the top of Ben's deck"),
        (moved("playing", "awards", "SHD", owner=BEN), "Shield Award goes from Ada's cards in play to Ben's awards"),
        (moved("awards", "mentor", "SHD"), "Shield Award goes from Ada's awards to the mentor's place"),
        (moved("shop", "alliance", "RA1"), "Anvil 15 goes from Ada's shop to the alliance"),
        (moved("deck", "shop"), "Wrench goes from Ada's deck to Ada's shop"),
    ],
)  # fmt: skip
def test_a_card_on_its_way_says_whence_and_whither(event: CardMoved, line: str) -> None:
    """Open beginnings and ends are named to all, places in a player's words; a shop is that of the card's owner."""
    assert told(event) == line


HIDDEN: dict[str, tuple[TcgEvent, set[Viewpoint], str, str]] = {
    "hand to hand": (moved("pit", "pit", owner=BEN), {ADA, BEN}, "Wrench goes from Ada's hand to Ben's hand",
                     "?? goes from Ada's hand to Ben's hand"),
    "hand to deck": (moved("pit", "deck_top"), {ADA}, "Wrench goes from Ada's hand to the top of the deck",
                     "?? goes from Ada's hand to the top of the deck"),
    "deck to hand": (moved("deck", "pit"), {ADA}, "Wrench goes from Ada's deck to the hand",
                     "?? goes from Ada's deck to the hand"),
    "captured of Ben": (moved("captured", "pit", token=ben(1).id), {ADA, BEN},
                        "Wrench goes from Ada's captured cards to the hand", "?? goes from Ada's captured cards to the hand"),
    "captured of her own": (moved("captured", "pit"), {ADA}, "Wrench goes from Ada's captured cards to the hand",
                            "?? goes from Ada's captured cards to the hand"),
    "prize to hand": (moved("prize_cards", "pit", token=PRIZE), {ADA}, "Wrench goes from Ada's prize cards to the hand",
                      "?? goes from Ada's prize cards to the hand"),
    "opening hand": (OpeningHandDrawn(player=ADA, cards=(ada(5, "WRENCH"), ada(6))), {ADA},
                     "Ada draws an opening hand of 2 cards: Wrench and a card", "Ada draws an opening hand of 2 cards"),
    "prize cards": (PrizeCardsSet(player=ADA, cards=(ada(1, "WRENCH"), ada(2), ada(3))), {ADA},
                    "Ada sets out 3 prize cards: Wrench and 2 cards", "Ada sets out 3 prize cards"),
    "a prize card": (PrizeCardCaptured(owner=ADA, by=BEN, place=2, token=PRIZE, card="WRENCH"), {ADA, BEN},
                     "Ben captures Ada's prize card 2: Wrench", "Ben captures Ada's prize card 2"),
    "found": (CardRevealed(player=ADA, token=HELD, card="WRENCH", to=(ADA,)), {ADA}, "Ada turns out to have Wrench (hand)",
              "Ada turns out to have ?? (hand)"),
    "shown to Ben": (CardRevealed(player=ADA, token=1, card="WRENCH", to=(BEN,), where="prize_cards"), {ADA, BEN},
                     "Ada shows Wrench (prize cards)", "Ada shows a card (prize cards) to Ben"),
}  # fmt: skip
FACE_UP = {"captured of Ben", "captured of her own", "prize to hand", "prize cards", "a prize card"}
"""Common knowledge about face-up prize cards."""


@pytest.mark.parametrize("viewpoint", [ADA, BEN, JUDGE, SPECTATOR])
@pytest.mark.parametrize("what", HIDDEN)
def test_a_hidden_card_is_named_to_those_who_may_know_it(what: str, viewpoint: Viewpoint) -> None:
    """TCG-X04: holder and judge hear its name, and whoever held or was shown it; the others that there is a card. Face-up prize
    cards are named to all."""
    event, knowing, open_line, hidden_line = HIDDEN[what]
    for prizes in ("down", "up"):
        knows = viewpoint in {*knowing, JUDGE} or (prizes == "up" and what in FACE_UP)
        assert told(event, viewpoint, prizes) == (open_line if knows else hidden_line)


def test_what_nobody_knows_is_not_named() -> None:
    """An unknown card has no name for its holder either."""
    assert told(OpeningHandDrawn(player=ADA, cards=(ada(5), ada(6))), ADA) == "Ada draws an opening hand of 2 cards"
    captured = PrizeCardCaptured(owner=ADA, by=BEN, place=2, token=PRIZE)
    assert told(captured, JUDGE) == "Ben captures Ada's prize card 2"


@pytest.mark.parametrize(
    ("of", "by", "line"),
    [
        ("robots", 1, "Ada may play 1 more robot in this turn"),
        ("robots", -2, "Ada may play 2 fewer robots in this turn"),
        ("components", 2, "Ada may play 2 more components in this turn"),
        ("enhancements", 1, "Ada may play 1 more mentor or award in this turn"),
        ("enhancements", -2, "Ada may play 2 fewer mentors or awards in this turn"),
        ("attacks", -1, "Ada may make 1 fewer attack in this turn"),
        ("attacks", 2, "Ada may make 2 more attacks in this turn"),
    ],
)
def test_an_allowance_says_how_many_more_of_what(of: str, by: int, line: str) -> None:
    """One or many, more or fewer; cards are played, attacks made."""
    assert told(AllowanceChanged(of=of, by=by)) == line


@pytest.mark.parametrize(
    ("effect", "line"),
    [
        (Lasting("modify", "damage_dealt", target=ANVIL, by=10, id=2, owner=ADA), "Ada's Anvil 15 does 10 more damage"),
        (Lasting("modify", "damage_dealt", target=ANVIL, by=-1, id=2, owner=ADA), "Ada's Anvil 15 does 1 less damage"),
        (Lasting("modify", "damage_dealt", target=ANVIL, by=0, id=2, owner=ADA), "Ada's Anvil 15 does 0 more damage"),
        (Lasting("modify", "damage_dealt", scope="own", by=10, id=2, owner=ADA), "Ada's robots do 10 more damage"),
        (Lasting("modify", "damage_dealt", "opposing", by=10, owner=ADA), "the robots of Ada's opponents do 10 more damage"),
        (Lasting("modify", "damage_taken", target=ANVIL, by=10), "Ada's Anvil 15 takes 10 more damage from attacks"),
        (Lasting("modify", "damage_taken", scope="own", by=-10, id=2, owner=ADA), "Ada's robots take 10 less damage from attacks"),
        (Lasting("modify", "max_hp", target=ANVIL, by=0, id=2, owner=ADA), "Ada's Anvil 15 has 0 more hit points at most"),
        (Lasting("modify", "max_hp", scope="own", by=10, id=2, owner=ADA), "Ada's robots have 10 more hit points at most"),
        (Lasting("modify", "max_hp", scope="own", by=-1, id=2, owner=ADA), "Ada's robots have 1 fewer hit point at most"),
        (Lasting("label", "jammed", target=ANVIL, id=2, owner=ADA), "Ada's Anvil 15 is under the effect jammed"),
        (Lasting("label", "jammed", scope="own", id=2, owner=ADA), "Ada's robots are under the effect jammed"),
        (Lasting("modify", "damage_dealt", target=ANVIL, by=10, owner=ADA, last_turn=9, id=2),
         "Ada's Anvil 15 does 10 more damage until the end of turn 9"),
        (Lasting("modify", "damage_dealt", target=ANVIL, by=10, owner=ADA, before=ADA, id=2),
         "Ada's Anvil 15 does 10 more damage until Ada's next turn"),
    ],
)  # fmt: skip
def test_a_lasting_effect_says_whom_it_concerns_and_how_long(effect: Lasting, line: str) -> None:
    """One robot or all of a side, more or less of what, and its end where that is fixed."""
    assert told(EffectApplied(effect=effect)) == line


@pytest.mark.parametrize(
    ("winners", "mode", "line"),
    [
        ((ADA,), "kept_by_winner", "Ada keeps the captured prize cards"),
        ((ADA, BEN), "kept_by_winner", "Ada and Ben keep the captured prize cards"),
        ((), "kept_by_winner", "nobody keeps the captured prize cards"),
        ((ADA,), "returned", "the captured prize cards go back to their owners"),
    ],
)
def test_who_keeps_the_prize_cards(winners: tuple[int, ...], mode: str, line: str) -> None:
    """TCG-V06: the winners, or everybody their own."""
    state = replace(position(), winners=winners)
    assert GAME.narrate(state, PrizeCardsSettled(mode=mode), SPECTATOR) == line
