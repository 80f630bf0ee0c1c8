"""Commands of the setup: robots, celebrities, inheritances, pilots; and the definition of cards."""

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar, Self

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, parse_ref
from domain.games.pbl_robots import actors
from domain.games.pbl_robots.builds import starter_of
from domain.games.pbl_robots.cards import BLACK_CARDS, BaseRobot, Card, CrewCard, StarterPilot, effect_problems
from domain.games.pbl_robots.commands.base import ActorCommand, PblCommand, PhaseRule
from domain.games.pbl_robots.commands.creation import take_robot
from domain.games.pbl_robots.events import setup
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.decks import InheritanceDealt
from domain.games.pbl_robots.numbers import blow_offs_at_start, faces, side_name
from domain.games.pbl_robots.references import hidden_cards, known_hands, name
from domain.games.pbl_robots.state import D20, EMPTY, State
from domain.games.pbl_robots.visibility import sees_side
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.table.references import card_named, cards_named
from domain.table.visibility import face_down
from domain.text import pluralize

POOL_SIZE = {0: {2: 3, 3: 4}, 3: {2: 7}, 5: {2: BLACK_CARDS}}
"""Number of starters turned up, by rotation and number of sides (PBL-S06, PBL-V09, PBL-Q30)."""


HAND_SIZE = 5


class ChooseBaseRobot(ActorCommand, frozen=True, kw_only=True, tag="choose_base_robot"):
    """A side takes one of the three robots."""

    title = "Choose a base robot"
    accepted_in: ClassVar = PhaseRule("PBL-S03", ("setup", "opening"), "robots are chosen before the pilots")
    gunner_may: ClassVar = True

    robot: CardRef
    rules = ("PBL-S03",)

    def validate(self, state: State) -> Iterator[Violation]:
        seat = self.acting_seat(state)
        card = card_named(self.robot)
        if not isinstance(state.catalogue.get(card), BaseRobot):
            yield impossible("PBL-S03", f"{name(state, card)} is not a base robot")
            return
        for index, side in enumerate(state.sides):
            if side.robot == card:
                yield impossible("PBL-S03", f"{name(state, card)} is taken by {side_name(state, index)}")
        if state.sides[state.seats[seat].side].robot:
            yield Violation("PBL-S03", f"{state.seats[seat].name} already has a robot")

    def act(self, out: PblBuffer) -> None:
        robot = out.state.catalogue.get(card_named(self.robot))
        if isinstance(robot, BaseRobot):
            take_robot(out, self.acting_side(out.state), robot)

    def due_seat(self, state: State) -> int:
        return actors.lead_seat(state, next((side for side, one in enumerate(state.sides) if not one.robot), 0))


class DefineCard(PblCommand, frozen=True, kw_only=True, tag="define_card"):
    """Adds a card that the catalogue lacks."""

    title = "Define a card"
    anytime: ClassVar = True
    after_end: ClassVar = True
    for_anybody: ClassVar = True

    card: Card
    rules = ("PBL-S02",)

    def validate(self, state: State) -> Iterator[Violation]:
        record = self.card
        if record.card_id in state.catalogue:
            yield impossible("PBL-S02", f"{record.card_id} is already in the catalogue")
        elif not record.card_id or parse_ref(record.card_id).card != record.card_id:
            yield impossible("PBL-S02", f"{record.card_id!r} cannot be a card id")
        yield from (impossible("PBL-S02", text) for text in effect_problems(record))

    def act(self, out: PblBuffer) -> None:
        out.add(setup.CardDefined(card=self.card))


class SetCelebrity(PblCommand, frozen=True, kw_only=True, tag="set_celebrity"):
    """Sets a celebrity: a crew card whose effect applies to everyone. `turned` are the cards turned over before it (PBL-V06)."""

    title = "Set a celebrity"
    accepted_in: ClassVar = PhaseRule("PBL-V05", ("setup",), "celebrities are agreed before the cards are dealt")

    card: CardRef
    turned: tuple[CardRef, ...] = ()
    note: str = ""
    rules = ("PBL-S02", "PBL-V05", "PBL-V06", "PBL-V08")

    def validate(self, state: State) -> Iterator[Violation]:
        card = card_named(self.card)
        if state.setup.inheritances or state.shop.deck or state.setup.selections:
            yield Violation("PBL-V05", "celebrities are agreed before the cards are dealt")
        if not isinstance(state.catalogue.get(card), CrewCard):
            rule = "PBL-V06" if self.turned else "PBL-V05"
            yield impossible(rule, f"{name(state, card)} is not a crew card")
            return
        yield from hidden_cards(state, (self.card,), None)
        for turned in cards_named(self.turned):
            if isinstance(state.catalogue.get(turned), CrewCard):
                yield Violation(
                    "PBL-V06",
                    f"{name(state, turned)} is a crew card, so it is the celebrity: no more cards are turned over",
                )

    def act(self, out: PblBuffer) -> None:
        out.add(setup.CelebritySet(card=card_named(self.card) or "", turned=cards_named(self.turned), note=self.note))


class DealInheritance(PblCommand, frozen=True, kw_only=True, tag="deal_inheritance"):
    """Deals five cards to each side. `hands` are the cards of each side, if known."""

    title = "Deal the inheritance"
    accepted_in: ClassVar = PhaseRule("PBL-S05", ("setup",), "inheritances are dealt before the decks")

    hands: tuple[tuple[CardRef, ...], ...] = ()
    rules = ("PBL-L05", "PBL-S02", "PBL-S05", "PBL-V08")

    def validate(self, state: State) -> Iterator[Violation]:
        if actors.challenge(state) or state.setup.inheritances:
            yield impossible("PBL-S05", "the inheritance is dealt only once, and never in a challenge")
            return
        keeper = state.options.setup == "keeper"
        rule = "PBL-L05" if keeper else "PBL-S05"
        sizes = inheritance_sizes(state)
        if self.hands and len(self.hands) != len(state.sides):
            yield impossible(rule, f"{pluralize(len(state.sides), 'side')} play, {len(self.hands)} inheritances given")
            return
        for index, hand in enumerate(self.hands):
            if len(hand) != sizes[index]:
                yield Violation(rule, f"the inheritance is {pluralize(sizes[index], 'card')}, {len(hand)} given")
            kept = state.setup.keepers[index] if keeper else ()
            others = set(cards_named(hand)) - set(kept)
            if keeper and len(others) > sizes[index] - len(kept):
                yield Violation("PBL-L05", "the inheritance is the side's keepers")
        yield from hidden_cards(state, tuple(ref for hand in self.hands for ref in hand), None)

    def act(self, out: PblBuffer) -> None:
        state = out.state
        cards = known_hands(state, self.hands)
        if state.options.setup == "keeper":
            cards = tuple(
                (*kept, *(x for x in more if x not in kept))
                for kept, more in zip(state.setup.keepers, cards, strict=True)
            )
        counts = inheritance_sizes(state)
        if self.hands:
            counts = tuple(
                max(len(hand), size if state.options.setup == "keeper" else 0)
                for hand, size in zip(self.hands, counts, strict=False)
            )
        out.add(InheritanceDealt(counts=counts, cards=cards))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        hands = tuple(
            hand if sees_side(state, viewpoint, index) else face_down(hand) for index, hand in enumerate(self.hands)
        )
        return replace(self, hands=hands)


class RevealTalentPool(PblCommand, frozen=True, kw_only=True, tag="reveal_talent_pool"):
    """Turns the starters of the talent pool face up."""

    title = "Reveal the talent pool"
    accepted_in: ClassVar = PhaseRule("PBL-S06", ("setup",), "the talent pool is turned up before the decks are made")

    pilots: tuple[CardRef, ...]
    rules = ("PBL-S02", "PBL-S06", "PBL-V09", "PBL-V13")

    def validate(self, state: State) -> Iterator[Violation]:
        wanted = POOL_SIZE[state.options.rotation][len(state.sides)]
        if state.setup.pool_shown:
            yield Violation("PBL-S06", "the talent pool is already turned up")
        rule = {0: "PBL-S06", 3: "PBL-V09", 5: "PBL-V13"}[state.options.rotation]
        if len(self.pilots) != wanted:
            yield Violation(rule, f"the talent pool is {pluralize(wanted, 'starter')}, {len(self.pilots)} given")
        cards = cards_named(self.pilots)
        for card, copies in Counter(cards).items():
            if not isinstance(state.catalogue.get(card), StarterPilot):
                yield impossible("PBL-S06", f"{name(state, card)} is not a starter pilot")
            elif copies > 1:
                yield impossible("PBL-S02", f"{name(state, card)} is named twice")

    def act(self, out: PblBuffer) -> None:
        out.add(setup.TalentPoolRevealed(pilots=cards_named(self.pilots)))


class RollD20(ActorCommand, frozen=True, kw_only=True, tag="roll_d20"):
    """A side rolls the d20: for the choice of pilots, the challenge, or the first turn, whichever is due."""

    title = "Roll a D20"
    accepted_in: ClassVar = PhaseRule("PBL-S07", ("setup", "opening"), "no d20 roll is due")
    gunner_may: ClassVar = True

    value: int
    rules = ("PBL-S07", "PBL-S13", "PBL-S14", "PBL-V15")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from faces((self.value,), D20)
        side = self.acting_side(state)
        rule = {"challenge": "PBL-V15", "first_turn": "PBL-S13"}.get(actors.roll_purpose(state), "PBL-S07")
        due = actors.sides_to_roll(state)
        if not due:
            yield impossible(rule, "no d20 roll is due")
        elif side not in due:
            yield Violation(rule, f"{side_name(state, side)} has rolled; {side_name(state, due[0])} rolls")

    def act(self, out: PblBuffer) -> None:
        side = self.acting_side(out.state)
        purpose = actors.roll_purpose(out.state) or "pilots"
        out.add(setup.D20Rolled(side=side, value=self.value, purpose=purpose))

    def due_seat(self, state: State) -> int:
        return actors.lead_seat(state, next(iter(actors.sides_to_roll(state)), 0))


class ChooseStarter(ActorCommand, frozen=True, kw_only=True, tag="choose_starter"):
    """A side takes a starter from the talent pool."""

    title = "Choose a starter"
    accepted_in: ClassVar = PhaseRule("PBL-S08", ("setup",), "starters are chosen before the decks are made")
    gunner_may: ClassVar = True

    pilot: CardRef
    rules = ("PBL-S03", "PBL-S06", "PBL-S07", "PBL-S08", "PBL-V09")

    def validate(self, state: State) -> Iterator[Violation]:
        card = card_named(self.pilot)
        side = self.acting_side(state)
        if actors.pilots_done(state):
            rule = "PBL-V09" if state.options.rotation else "PBL-S08"
            yield impossible(rule, f"every side already has {pluralize(actors.pilots_each(state), 'starter')}")
            return
        if not state.setup.pool_shown:
            yield impossible("PBL-S06", "turn up the talent pool first")
            return
        if card not in state.setup.pool:
            yield impossible("PBL-S08", f"{name(state, card)} is not in the talent pool")
        due = actors.choosing_side(state)
        if due is None:
            yield Violation("PBL-S07", "every side rolls the d20 before pilots are chosen")
        elif due != side:
            yield Violation("PBL-S07", f"{side_name(state, due)} chooses now")
        if not all(one.robot for one in state.sides):
            yield Violation("PBL-S03", "robots are chosen before pilots")

    def act(self, out: PblBuffer) -> None:
        state = out.state
        card = state.catalogue.get(card_named(self.pilot))
        if not isinstance(card, StarterPilot):
            return
        side = self.acting_side(state)
        out.add(setup.StarterChosen(side=side, pilot=starter_of(card), seated=not state.options.rotation))
        if actors.pilots_done(out.state):
            count = blow_offs_at_start(len(state.sides), state.options.rotation)
            out.add(setup.BlowOffDeckFormed(count=count))

    def due_seat(self, state: State) -> int:
        return actors.lead_seat(state, actors.choosing_side(state) or 0)


class CommitStarter(ActorCommand, frozen=True, kw_only=True, tag="commit_starter"):
    """Rotation: a side selects an unused starter, face down (`??` if it is unknown)."""

    title = "Select a starter face down"
    accepted_in: ClassVar = PhaseRule("PBL-V10", ("opening",), "pilots are selected after the draft")

    pilot: CardRef = UNKNOWN
    rules = ("PBL-V10",)

    def validate(self, state: State) -> Iterator[Violation]:
        index = self.acting_side(state)
        side = state.sides[index]
        card = card_named(self.pilot)
        if not state.options.rotation:
            yield impossible("PBL-V10", "pilots are selected face down only in a rotation")
            return
        if side.committed != EMPTY or side.pilots:
            yield impossible("PBL-V10", f"{side_name(state, index)} has already selected a pilot")
        if card is not None and card not in side.starters:
            yield impossible("PBL-V10", f"{name(state, card)} is not one of the side's pilots")
        if card is not None and card in side.used_starters:
            yield Violation("PBL-V10", f"{name(state, card)} was used earlier in this series")

    def act(self, out: PblBuffer) -> None:
        side = self.acting_side(out.state)
        out.add(setup.StarterCommitted(side=side, pilot=card_named(self.pilot)))

    def due_seat(self, state: State) -> int:
        return actors.lead_seat(state, next(iter(actors.sides_without_selection(state)), 0))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        return self if self.side_seen(state, viewpoint) else replace(self, pilot=UNKNOWN)


class RevealStarters(PblCommand, frozen=True, kw_only=True, tag="reveal_starters"):
    """Rotation: turns up the selected starters, one per side. Leave them out if the selections were recorded."""

    title = "Reveal the starters"
    accepted_in: ClassVar = PhaseRule("PBL-V10", ("opening",), "pilots are revealed after the draft")

    pilots: tuple[CardRef, ...] = ()
    rules = ("PBL-V10",)

    def validate(self, state: State) -> Iterator[Violation]:
        if (
            not state.options.rotation
            or actors.sides_without_selection(state)
            or all(side.pilots for side in state.sides)
        ):
            yield impossible("PBL-V10", "pilots are revealed together, once both sides have selected")
            return
        given = [card_named(ref) for ref in self.pilots]
        for index, side in enumerate(state.sides):
            card = given[index] if index < len(given) else side.committed
            if card is None:
                yield impossible("PBL-V10", f"name the pilot that {side_name(state, index)} reveals")
            elif side.committed is not None and card != side.committed:
                text = f"{side_name(state, index)} selected {name(state, side.committed)}, not {name(state, card)}"
                yield Violation("PBL-V10", text)
            elif card not in side.starters:
                yield impossible("PBL-V10", f"{name(state, card)} is not one of the side's pilots")
            elif card in side.used_starters:
                yield Violation("PBL-V10", f"{name(state, card)} was used earlier in this series")

    def act(self, out: PblBuffer) -> None:
        state = out.state
        given = [card_named(ref) for ref in self.pilots]
        names = [given[index] if index < len(given) else side.committed for index, side in enumerate(state.sides)]
        records = [state.catalogue.get(name) for name in names]
        pilots = tuple(starter_of(record) for record in records if isinstance(record, StarterPilot))
        if len(pilots) == len(state.sides):
            out.add(setup.StartersRevealed(pilots=pilots))


def inheritance_sizes(state: State) -> tuple[int, ...]:
    """Return the size of each side's inheritance: five cards, or its keepers (PBL-L05, PBL-Q49)."""
    if state.options.setup != "keeper":
        return (HAND_SIZE,) * len(state.sides)
    least = HAND_SIZE if state.options.top_up_inheritance else 0
    return tuple(max(len(cards), least) for cards in state.setup.keepers)
