"""Events of the setup."""

from itertools import permutations
from typing import Literal

from msgspec.structs import replace

from domain.cards import CardId, SeatIndex, SideNumber
from domain.game import with_fields_of
from domain.games.pbl_robots.cards import Card
from domain.games.pbl_robots.events.base import PblEvent
from domain.games.pbl_robots.numbers import tied
from domain.games.pbl_robots.options import Options
from domain.games.pbl_robots.parts import with_side
from domain.games.pbl_robots.state import EMPTY, Person, Pilot, Setup, Side, State
from domain.games.pbl_robots.visibility import sees_side
from domain.narration import Narrator
from domain.seats import Seat
from domain.text import join_words, pluralize


class MatchCreated(PblEvent, frozen=True, kw_only=True, tag="match_created"):
    """The match was opened; no cards are dealt yet."""

    seats: tuple[Seat, ...]
    options: Options
    sides: tuple[Side, ...]
    people: tuple[Person, ...]
    setup: Setup
    blow_off_deck: int

    def evolve(self, state: State) -> State:
        return with_fields_of(self, state, phase="setup", blow_off_start=self.blow_off_deck)

    def describe(self, narrator: Narrator[State]) -> str:  # noqa: ARG002
        return f"{join_words(seat.name for seat in self.seats)} begin a match of {pluralize(len(self.sides), 'robot')}"


class DecksCarriedOver(PblEvent, frozen=True, kw_only=True, tag="decks_carried_over"):
    """In a later game of a series, decks, shop deck and starters are those of the previous game (PBL-V02)."""

    sides: tuple[Side, ...]
    shop_deck: int
    shop: tuple[str, ...] = ()
    """Cards known to be in the shop deck."""
    celebrities: tuple[str, ...] = ()
    template = "the decks of the previous game are used again"

    def evolve(self, state: State) -> State:
        setup = replace(state.setup, hands_due=True, undealt=0)
        shop = replace(state.shop, deck=self.shop_deck, unplaced=frozenset(self.shop))
        return replace(state, sides=self.sides, shop=shop, celebrities=self.celebrities, setup=setup, phase="opening")


class CardDefined(PblEvent, frozen=True, kw_only=True, tag="card_defined"):
    """A card was added to the catalogue."""

    card: Card
    template = "{card.name} joins the cards of this match"

    def evolve(self, state: State) -> State:
        return replace(state, catalogue=state.catalogue.plus(self.card))


class BaseRobotChosen(PblEvent, frozen=True, kw_only=True, tag="base_robot_chosen"):
    """A side chose its robot; `limbs` are (attack, defense) of its Level 0 limbs, in slot order."""

    side: SideNumber
    robot: CardId
    limbs: tuple[tuple[int, int], ...]
    template = "{side} takes {robot}"

    def evolve(self, state: State) -> State:
        side = state.sides[self.side]
        slots = tuple(
            replace(slot, attack=attack, defense=defense)
            for slot, (attack, defense) in zip(side.slots, self.limbs, strict=False)
        )
        slots = (*slots, *side.slots[len(slots) :])
        return with_side(state, self.side, replace(side, robot=self.robot, slots=slots))


class CelebritySet(PblEvent, frozen=True, kw_only=True, tag="celebrity_set"):
    """A crew card became a celebrity, whose effect applies to everyone."""

    card: CardId
    turned: tuple[str, ...] = ()
    note: str = ""
    template = "{card} is on the table as a celebrity"

    def evolve(self, state: State) -> State:
        setup = replace(state.setup, undealt=state.setup.undealt - 1)
        return replace(state, celebrities=(*state.celebrities, self.card), setup=setup)


class TalentPoolRevealed(PblEvent, frozen=True, kw_only=True, tag="talent_pool_revealed"):
    """The starters of the talent pool were turned up."""

    pilots: tuple[str, ...]
    template = "the talent pool shows {pilots:name}"

    def evolve(self, state: State) -> State:
        return replace(state, setup=replace(state.setup, pool=self.pilots, pool_shown=True))


class D20Rolled(PblEvent, frozen=True, kw_only=True, tag="d20_rolled"):
    """A side rolled the d20."""

    side: SideNumber
    value: int
    purpose: Literal["pilots", "challenge", "first_turn"]
    template = "{side} rolls {value} on the d20 (for the {purpose:words})"

    def evolve(self, state: State) -> State:
        rolls = state.setup.rolls or ((),) * len(state.sides)
        rolls = (*rolls[: self.side], (*rolls[self.side], self.value), *rolls[self.side + 1 :])
        setup = replace(state.setup, rolls=rolls)
        if not any(tied(mine, other) for mine, other in permutations(rolls, 2)):
            setup = _with_order(setup, self)
        return replace(state, setup=setup)


class StarterChosen(PblEvent, frozen=True, kw_only=True, tag="starter_chosen"):
    """A side chose a starter from the pool. If `seated`, it takes the cockpit at once (PBL-S10)."""

    side: SideNumber
    pilot: Pilot
    seated: bool = True
    template = "{side} chooses {pilot.card}"

    def evolve(self, state: State) -> State:
        setup, side = state.setup, state.sides[self.side]
        pool = tuple(card for card in setup.pool if card != self.pilot.card)
        state = replace(state, setup=replace(setup, pool=pool, choices=setup.choices + 1))
        if self.seated:
            experts = tuple(one for one in side.pilots if one.expert)  # a card may have put one into play earlier
            return with_side(state, self.side, replace(side, pilots=(self.pilot, *experts)))
        return with_side(state, self.side, replace(side, starters=(*side.starters, self.pilot.card)))


class BlowOffDeckFormed(PblEvent, frozen=True, kw_only=True, tag="blow_off_deck_formed"):
    """The unused black cards formed the blow-off deck."""

    count: int
    template = "the unused pilots make a blow-off deck of {count:card|cards}"

    def evolve(self, state: State) -> State:
        return replace(state, blow_off_start=self.count, setup=replace(state.setup, pool=()))


class StarterCommitted(PblEvent, frozen=True, kw_only=True, tag="starter_committed"):
    """A starter was selected face down."""

    side: SideNumber
    pilot: str | None = None

    def evolve(self, state: State) -> State:
        return with_side(state, self.side, replace(state.sides[self.side], committed=self.pilot))

    def describe(self, narrator: Narrator[State]) -> str:
        visible = self.pilot is not None and sees_side(narrator.state, narrator.viewpoint, self.side)
        return f"{narrator.side(self.side)} selects {narrator.card(self.pilot) if visible else 'a pilot'}"


class StartersRevealed(PblEvent, frozen=True, kw_only=True, tag="starters_revealed"):
    """The selected starters were revealed and took their cockpits."""

    pilots: tuple[Pilot, ...]

    def evolve(self, state: State) -> State:
        sides = tuple(
            replace(
                side,
                pilots=(pilot, *(one for one in side.pilots if one.expert)),
                committed=EMPTY,
                used_starters=(*side.used_starters, pilot.card),
            )
            for side, pilot in zip(state.sides, self.pilots, strict=True)
        )
        return replace(state, sides=sides)

    def describe(self, narrator: Narrator[State]) -> str:
        seated = (f"{narrator.card(pilot.card)} for {narrator.side(side)}" for side, pilot in enumerate(self.pilots))
        return f"the pilots take their cockpits: {join_words(seated)}"


class ChallengeCardPlayed(PblEvent, frozen=True, kw_only=True, tag="challenge_card_played"):
    """A side selected a challenge card; the events of its build follow."""

    side: SideNumber
    card: CardId
    next_side: SideNumber
    template = "{side} selects {card}"

    def evolve(self, state: State) -> State:
        setup = state.setup
        selections = setup.selections or ((),) * len(state.sides)
        mine = (*selections[self.side], self.card)
        selections = (*selections[: self.side], mine, *selections[self.side + 1 :])
        setup = replace(setup, selections=selections, selector=self.next_side, undealt=setup.undealt - 1)
        return replace(state, setup=setup)


class GameStarted(PblEvent, frozen=True, kw_only=True, tag="game_started"):
    """The game started; `order` are the seats in turn order."""

    order: tuple[SeatIndex, ...]

    def evolve(self, state: State) -> State:
        return replace(state, order=self.order, phase="play", setup=replace(state.setup, rolls=(), hands_due=False))

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{narrator.seat(self.order[0])} has the first turn"


def _with_order(setup: Setup, event: D20Rolled) -> Setup:
    """Return the setup with the order that distinct rolls give. The rolls are cleared, except those for the first turn."""
    order = tuple(sorted(range(len(setup.rolls)), key=lambda side: setup.rolls[side], reverse=True))
    if event.purpose == "pilots":
        return replace(setup, order=order, rolls=())
    if event.purpose == "challenge":
        return replace(setup, selection_order=order, selector=order[0], rolls=())
    return setup
