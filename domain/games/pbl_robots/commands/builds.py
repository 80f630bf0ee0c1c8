"""Commands: builds, and removals if a robot has too many crew or storage bombs."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from domain.cards import CardId, CardRecord, CardRef
from domain.games.pbl_robots.actors import lead_seat
from domain.games.pbl_robots.builds import check_placing, place_card
from domain.games.pbl_robots.cards import ActionCard, BuiltCard, SlotName, kind_of
from domain.games.pbl_robots.commands.base import ActorCommand
from domain.games.pbl_robots.commands.inputs import Cause, Inputs, apply_effects, check_inputs
from domain.games.pbl_robots.draws import take_from_hand
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.builds import CrewScrapped, StorageBombRemoved
from domain.games.pbl_robots.numbers import crowded_side, excess, pilot_points
from domain.games.pbl_robots.references import held_card
from domain.games.pbl_robots.state import State
from domain.rules import Violation, impossible
from domain.text import pluralize, with_article

COMMAND_FOR = {
    "armor": "build_armor",
    "crew": "play_crew",
    "hangar": "build_hangar",
    "expert_pilot": "play_expert_pilot",
    "action": "play_action",
}


class Build(Inputs, frozen=True, kw_only=True):
    """MOVE: builds a card."""

    kind: ClassVar[str]
    """The type of card that the command builds."""
    is_move: ClassVar = True
    card: CardRef
    rules: ClassVar[tuple[str, ...]] = ("PBL-A29", "PBL-T02", "PBL-T03", "PBL-T09", "PBL-V39")

    def place(self) -> str:
        """Return the slot that the command names; empty if it names none."""
        return ""

    def announced(self) -> int | None:
        """Return the pilot points that the players announced; `None` if they did not."""
        return None

    def validate(self, state: State) -> Iterator[Violation]:
        """Check turn and MOVE, the card in the hand, its slot, and the inputs of its effects."""
        seat = self.acting_seat(state)
        yield from check_move_of_build(state, seat)
        yield from partner_card(state, seat, self.card)
        card, problem = held_card(state, seat, self.card)
        if problem is not None:
            yield problem
            return
        if card is None or kind_of(card) != self.kind:
            yield _wrong_kind(card, self.kind)
            return
        side = state.sides[state.seats[seat].side]
        yield from check_placing(side, card, self.place())
        if self.announced() not in (None, pilot_points(side)):
            yield Violation(
                "PBL-X01", f"{pluralize(pilot_points(side), 'pilot point')} on the robot, {self.announced()} announced"
            )
        if isinstance(card, BuiltCard):
            yield from check_inputs(state, seat, card.card_id, ("on_play",), self)

    def act(self, out: PblBuffer) -> None:
        """Build the card from the hand, and apply its effects on play."""
        seat = self.acting_seat(out.state)
        token = take_from_hand(out, seat, self.card)
        if token is None:
            return
        side = out.state.seats[seat].side
        card = out.state.catalogue.get(token.card)
        if not isinstance(card, BuiltCard):
            return
        place_card(out, side, card, self.place(), seat=seat, token=token.id, points=self.announced())
        apply_effects(out, Cause(seat, card.card_id, self.kind, self), "on_play")


class BuildArmor(Build, frozen=True, kw_only=True, tag="build_armor"):
    """MOVE: builds an armor; only pods need `slot`."""

    title = "Build an armor"
    kind: ClassVar = "armor"
    slot: SlotName | Literal[""] = ""
    rules = ("PBL-A01", "PBL-A02", "PBL-A04", "PBL-A06", "PBL-A09", "PBL-A10")

    def place(self) -> str:
        return self.slot


class PlayCrew(Build, frozen=True, kw_only=True, tag="play_crew"):
    """MOVE: hires a crew member."""

    title = "Play a crew card"
    kind: ClassVar = "crew"
    rules = ("PBL-A12", "PBL-A13", "PBL-A14")


class BuildHangar(Build, frozen=True, kw_only=True, tag="build_hangar"):
    """MOVE: builds a hangar."""

    title = "Build a hangar"
    kind: ClassVar = "hangar"
    rules = ("PBL-A20",)


class PlayExpertPilot(Build, frozen=True, kw_only=True, tag="play_expert_pilot"):
    """MOVE: puts an expert pilot into the cockpit; `points` are the pilot points that the player announced."""

    title = "Play an expert pilot"
    kind: ClassVar = "expert_pilot"
    is_move: ClassVar = False  # before the first turn, it gets the message of other commands, not that of PBL-S12
    points: int | None = None
    rules = ("PBL-X01",)

    def announced(self) -> int | None:
        return self.points


class ChooseReduction(ActorCommand, frozen=True, kw_only=True, tag="choose_reduction"):
    """Scraps crew and removes storage bombs (by value) if a robot has too many of them."""

    title = "Choose what to scrap for room"
    for_anybody: ClassVar = True
    settles: ClassVar = ("reduction",)

    crew: tuple[CardId, ...] = ()
    bombs: tuple[int, ...] = ()
    rules = ("PBL-A23",)

    def validate(self, state: State) -> Iterator[Violation]:
        """Check that exactly as many crew and storage bombs are removed as are too many (PBL-A24, PBL-X12)."""
        if self.player is not None and not 0 <= self.player < len(state.seats):
            yield impossible("PBL-S01", f"player {self.player + 1} does not exist")
            return
        index = self.acting_side(state)
        side = state.sides[index]
        rule = "PBL-A24" if side.hangars else "PBL-X12"
        crew = [one.card for one in side.crew]
        for card in dict.fromkeys(self.crew):
            if card not in crew:
                yield impossible(rule, f"{state.catalogue.name_of(card)} is not in play there")
            elif self.crew.count(card) > 1:
                yield impossible(rule, f"{state.catalogue.name_of(card)} is named twice")
        for value in set(self.bombs):
            if self.bombs.count(value) > side.bombs.count(value):
                yield impossible(rule, f"the hangar has no storage bomb {value} to remove")
        wanted, chosen = excess(state, index), len(self.crew) + len(self.bombs)
        if not wanted:
            text = "the robot has room for all crew and storage bombs: they leave only by abilities and combat"
            yield Violation("PBL-A23", text, impossible=not chosen)
        elif not chosen:
            yield impossible(rule, f"name the crew or storage bombs to remove: {wanted}")
        elif chosen != wanted:
            yield Violation(rule, f"{wanted} must be removed, {chosen} chosen")

    def act(self, out: PblBuffer) -> None:
        """Remove the named crew and storage bombs (PBL-A24)."""
        side = self.acting_side(out.state)
        for card in self.crew:
            out.add(CrewScrapped(side=side, card=card))
        for value in self.bombs:
            out.add(StorageBombRemoved(side=side, value=value))

    def due_seat(self, state: State) -> int:
        """Return the seat of the side that has too many crew or storage bombs."""
        side = crowded_side(state)
        return state.turn.seat if side is None else lead_seat(state, side)


def check_move(state: State, seat: int, *, rule: str) -> Iterator[Violation]:
    """Check that a player may make a MOVE now; `rule` is broken if it is another player's turn."""
    if seat != state.turn.seat:
        yield Violation(rule, f"it is {state.seats[state.turn.seat].name}'s turn")
    elif state.combat is not None:
        yield Violation("PBL-T02", "finish the attack in progress first")
    elif state.turn.move_used:
        yield Violation("PBL-T02", "the MOVE of this turn is used")


def check_move_of_build(state: State, seat: int) -> Iterator[Violation]:
    """Make the checks of `check_move`, and check that rage is not used for a second build (PBL-A29)."""
    yield from check_move(state, seat, rule="PBL-T09")
    if seat == state.turn.seat and state.turn.move_used and state.turn.rage and state.combat is None:
        yield Violation("PBL-A29", "rage allows an attack, not another build")


def partner_card(state: State, seat: int, ref: str) -> Iterator[Violation]:
    """Four hands: yield a violation if the card is in the partner's hand (PBL-V39)."""
    if state.options.team_mode != "two_robots_four_hands":
        return
    for other, person in enumerate(state.people):
        partner = other != seat and state.seats[other].side == state.seats[seat].side
        if partner and any(token.card == ref for token in person.hand if token.card):
            yield Violation("PBL-V39", f"that card is in {state.seats[other].name}'s hand; partners do not share hands")


def _wrong_kind(card: CardRecord | None, wanted: str) -> Violation:
    kind = kind_of(card) if card is not None else "card"
    name = card.name if card is not None else "that"
    text = f"{name} is not {with_article(wanted.replace('_', ' '))} but {with_article(kind.replace('_', ' '))}: "
    rule = "PBL-T03" if isinstance(card, ActionCard) else "PBL-S02"
    return Violation(rule, text + COMMAND_FOR.get(kind, "it is not built"), impossible=rule == "PBL-S02")
