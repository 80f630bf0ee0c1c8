"""Changes by hand: armor, limbs, hangars, crew, storage bombs, pilots and counters of robots."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from domain.cards import CardId, CardRef, SeatIndex, parse_ref
from domain.effects.lasting import Lasting
from domain.games.pbl_robots.actors import player_problem
from domain.games.pbl_robots.builds import blow_off, place_armor, place_card, place_expert, regenerate
from domain.games.pbl_robots.cards import SHOULDERS, SLOT_INDEX, ArmorCard, CrewCard, ExpertPilot, HangarCard, SlotName
from domain.games.pbl_robots.changes.base import (
    PblAuthor,
    PblChange,
    check_place,
    put_card,
    side_of,
    slot_of,
    take_card,
    taken_from,
)
from domain.games.pbl_robots.events import builds
from domain.games.pbl_robots.events.base import PblBuffer, words
from domain.games.pbl_robots.events.effects import ActionAttached, ActionDetached, EffectBegan, EffectsEnded
from domain.games.pbl_robots.numbers import can_be_target, counters_of, faces, free_spaces
from domain.games.pbl_robots.references import Place, Target, card_at, name
from domain.games.pbl_robots.state import Attached, State
from domain.rules import Violation, impossible
from domain.table.references import card_named, find_or_identify
from domain.text import pluralize


class AddArmor(PblChange, frozen=True, kw_only=True, tag="add_armor"):
    """An armor from a place is put on a slot, without a MOVE."""

    player: SeatIndex
    card: CardRef
    slot: SlotName
    source: Place = "hand"

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        yield from taken_from(state, self.player, self.card, self.source)
        token = card_at(state, self.player, self.card, self.source)
        if token is not None and not isinstance(state.catalogue.get(token.card), ArmorCard):
            yield impossible("PBL-S02", "name an armor card")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        card = out.state.catalogue.get(take_card(out, self.player, self.card, self.source))
        if isinstance(card, ArmorCard):
            place_armor(out, out.state.seats[self.player].side, card, self.slot, seat=None, token=None)


class RemoveArmor(PblChange, frozen=True, kw_only=True, tag="remove_armor"):
    """The top armor of a slot is removed without being blown off (PBL-X13)."""

    player: SeatIndex
    slot: SlotName
    to: Target = "scrap"

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        if not slot_of(state, self.player, self.slot).stack:
            yield impossible("PBL-X13", f"the {words(self.slot)} has no armor")
        yield from check_place(state, self.player, self.to)

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        side = out.state.seats[self.player].side
        stack = out.state.sides[side].slots[SLOT_INDEX[self.slot]].stack
        card = stack[-1].card
        if stack[-1].counter is not None:
            out.add(builds.CounterReset(side=side, card=card))
        out.add(builds.ArmorRemoved(side=side, slot=self.slot, card=card, scrapped=self.to == "scrap"))
        if self.to != "scrap":
            put_card(out, self.player, card, self.to)


class BlowOff(PblChange, frozen=True, kw_only=True, tag="blow_off"):
    """A limb or shoulder is destroyed; the player `by` gets the credit."""

    player: SeatIndex
    slot: SlotName
    by: SeatIndex | None = None

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        if not can_be_target(slot_of(state, self.player, self.slot), self.slot):
            yield impossible("PBL-C03", f"the {words(self.slot)} is dead or empty, so it cannot be blown off")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        by = out.state.seats[self.by].side if self.by is not None else None
        blow_off(out, out.state.seats[self.player].side, self.slot, by)


class Regenerate(PblChange, frozen=True, kw_only=True, tag="regenerate"):
    """The blow-off card of a limb is removed (PBL-X15)."""

    player: SeatIndex
    slot: SlotName
    keep_upgrades: bool = False

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        if not slot_of(state, self.player, self.slot).dead:
            yield impossible("PBL-X15", f"the {words(self.slot)} is active, so it cannot regenerate")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        side = out.state.seats[self.player].side
        regenerate(out, side, self.slot, keep_upgrades=self.keep_upgrades)


class AddStorageBombs(PblChange, frozen=True, kw_only=True, tag="add_bombs"):
    """Dice are put into the hangar."""

    player: SeatIndex
    dice: tuple[int, ...]

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        yield from faces(self.dice)
        side = side_of(state, self.player)
        if not self.dice:
            yield impossible("PBL-A22", "name the dice that go into the hangar")
        elif not side.hangars or free_spaces(side) < len(self.dice):
            yield impossible(
                "PBL-A22", f"the hangar has no space for {pluralize(len(self.dice), 'more die', 'more dice')}"
            )

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        for die in self.dice:
            out.add(builds.StorageBombAdded(side=out.state.seats[self.player].side, value=die))


class RemoveStorageBombs(PblChange, frozen=True, kw_only=True, tag="remove_bombs"):
    """Storage bombs of these values are removed."""

    player: SeatIndex
    dice: tuple[int, ...]

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        have = side_of(state, self.player).bombs
        if not self.dice:
            yield impossible("PBL-C13", "name the values of the storage bombs to remove")
        elif any(self.dice.count(value) > have.count(value) for value in self.dice):
            yield impossible("PBL-C13", "the hangar has no such storage bomb")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        for die in self.dice:
            out.add(builds.StorageBombRemoved(side=out.state.seats[self.player].side, value=die))


class AttachNow(PblChange, frozen=True, kw_only=True, tag="attach"):
    """The action in progress is attached to a limb."""

    player: SeatIndex
    slot: SlotName
    no_attack: bool = False

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        if state.action is None:
            yield impossible("PBL-A28", "no action is in progress that could be attached")
        elif state.action.attached:
            yield impossible("PBL-A28", f"{name(state, state.action.card)} is attached already")
        if self.slot in SHOULDERS:
            yield Violation("PBL-A27", "an action is attached to a limb")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        action = out.state.action
        if action is not None:
            attached = Attached(action.card, action.side, self.no_attack)
            out.add(ActionAttached(side=out.state.seats[self.player].side, slot=self.slot, attached=attached))


class DetachNow(PblChange, frozen=True, kw_only=True, tag="detach"):
    """An attached action goes from a limb to the scrap heap of the side that played it."""

    player: SeatIndex
    card: CardId

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        if all(one.card != self.card for slot in side_of(state, self.player).slots for one in slot.attached):
            yield impossible("PBL-A28", f"{name(state, self.card)} is not attached to that robot")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        side = out.state.seats[self.player].side
        for slot in out.state.sides[side].slots:
            for attached in slot.attached:
                if attached.card == self.card:
                    out.add(ActionDetached(side=side, attached=attached))


class SetCounter(PblChange, frozen=True, kw_only=True, tag="set_counter"):
    """The counter on a card in play gets a value."""

    player: SeatIndex
    card: CardId
    value: int
    strength: tuple[Literal["attack", "defense"], ...] = ()
    """The numbers of the card that equal the counter, now and whenever it is set again."""

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        counters = counters_of(side_of(state, self.player))
        if self.card not in counters:
            yield impossible("PBL-A11", f"{name(state, self.card)} is not in play on that robot")
        elif counters[self.card] == self.value and not self._shown(state):
            yield impossible("PBL-A11", f"the counter on {name(state, self.card)} is {self.value} already")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        side = out.state.seats[self.player].side
        if counters_of(out.state.sides[side])[self.card] != self.value:
            out.add(builds.CounterSet(side=side, card=self.card, value=self.value))
        shown = self._shown(out.state)
        if before := tuple(e.id for e in out.state.lasting if _is_counter(e, self.card) and e.name in shown):
            out.add(EffectsEnded(effects=before))
        for number in shown:
            effect = Lasting("modify", number, "card", self.card, to=self.value, source=self.card, bound=True)
            out.add(EffectBegan(effect=effect))

    def _shown(self, state: State) -> tuple[str, ...]:
        """Return the strengths that follow the counter, as given now or by an earlier change."""
        return self.strength or tuple(e.name for e in state.lasting if _is_counter(e, self.card))


def _is_counter(effect: Lasting, card: str) -> bool:
    """Return True if an effect sets a strength of a card to its counter."""
    return effect.target == card == effect.source and effect.to is not None


class Put(PblChange, frozen=True, kw_only=True, tag="put"):
    """A crew member, hangar or expert is put into play on a player's robot, without a MOVE."""

    player: SeatIndex
    card: CardRef
    source: Place | Literal["crew", "hangar"] = "hand"
    """The place that the card comes from; `crew` and `hangar` are those of another robot."""
    from_player: SeatIndex | None = None
    """The player who owns that place; default: `player`."""

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        giver = self.player if self.from_player is None else self.from_player
        if problem := player_problem(state, giver):
            yield problem
            return
        card = card_named(self.card)
        if self.source == "crew" or self.source == "hangar":  # noqa: PLR1714 (narrows the type)
            side = side_of(state, giver)
            there = side.crew if self.source == "crew" else side.hangars[-1:]
            if all(one.card != card for one in there):
                yield impossible("PBL-A17", f"{name(state, card)} is not in play there as {self.source}")
            elif side is side_of(state, self.player):
                yield impossible("PBL-A17", f"{name(state, card)} is on that robot already")
            return
        yield from taken_from(state, giver, self.card, self.source)
        token = card_at(state, giver, self.card, self.source)
        record = state.catalogue.get(token.card) if token is not None else None
        if token is not None and not isinstance(record, CrewCard | HangarCard | ExpertPilot):
            yield impossible("PBL-S02", "name the crew member, hangar or expert; armor comes with add_armor")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        giver = self.player if self.from_player is None else self.from_player
        theirs, card = out.state.seats[giver].side, card_named(self.card)
        if self.source == "crew":
            out.add(builds.CrewScrapped(side=theirs, card=card or "", scrapped=False))
        elif self.source == "hangar":
            out.add(builds.HangarRemoved(side=theirs, card=card or "", scrapped=False))
        else:
            card = take_card(out, giver, self.card, self.source)
        place_card(out, out.state.seats[self.player].side, out.state.catalogue.get(card), "", seat=None, token=None)


class RemoveHangar(PblChange, frozen=True, kw_only=True, tag="remove_hangar"):
    """The active hangar is destroyed or removed (PBL-X12)."""

    player: SeatIndex
    to: Target = "scrap"

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        if not side_of(state, self.player).hangars:
            yield impossible("PBL-X12", "the robot has no hangar to remove")
        yield from check_place(state, self.player, self.to)

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        side = out.state.seats[self.player].side
        hangars = out.state.sides[side].hangars
        out.add(builds.HangarRemoved(side=side, card=hangars[-1].card, scrapped=self.to == "scrap"))
        if self.to != "scrap":
            put_card(out, self.player, hangars[-1].card, self.to)


class RemoveCrew(PblChange, frozen=True, kw_only=True, tag="remove_crew"):
    """A crew member leaves play."""

    player: SeatIndex
    card: CardId
    to: Target = "scrap"

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        if all(crew.card != self.card for crew in side_of(state, self.player).crew):
            yield impossible("PBL-A17", f"{name(state, self.card)} is not in play there")
        yield from check_place(state, self.player, self.to)

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        side = out.state.seats[self.player].side
        out.add(builds.CrewScrapped(side=side, card=self.card, scrapped=self.to == "scrap"))
        if self.to != "scrap":
            put_card(out, self.player, self.card, self.to)


class ReplacePilot(PblChange, frozen=True, kw_only=True, tag="replace_pilot"):
    """An expert from the hand takes the cockpit. Without a card, the expert leaves and the starter returns (PBL-Q15)."""

    of_player: ClassVar = True
    player: SeatIndex
    card: CardRef | None = None

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        pilots = side_of(state, self.player).pilots
        if self.card is None:
            if not any(pilot.expert for pilot in pilots):
                yield impossible("PBL-A25", "the cockpit has no expert who could leave")
            return
        if not pilots:
            yield impossible("PBL-A25", "the robot has no pilot to replace yet")
        yield from taken_from(state, self.player, self.card, "hand")
        token = find_or_identify(state.people[self.player].hand, parse_ref(self.card))
        if token is not None and not isinstance(state.catalogue.get(token.card), ExpertPilot):
            yield impossible("PBL-A25", "name the expert pilot who takes the cockpit")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        side = out.state.seats[self.player].side
        if self.card is None:
            out.add(builds.ExpertPilotLeft(side=side, card=out.state.sides[side].pilots[-1].card))
            return
        card = out.state.catalogue.get(take_card(out, self.player, self.card, "hand"))
        if isinstance(card, ExpertPilot):
            place_expert(out, side, card, seat=None, token=None)
