"""Builds: armor, crew, hangars, pilots, and what they bring."""

from domain.cards import CardRecord
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.actors import acting_seat
from domain.games.pbl_robots.cards import SLOT_INDEX, SLOTS, ArmorCard, CrewCard, ExpertPilot, HangarCard, SlotName
from domain.games.pbl_robots.events.builds import (
    ArmorBuilt,
    CrewPlayed,
    CrewScrapped,
    ExpertPilotPlayed,
    HangarBuilt,
    LimbRegenerated,
    RageGiven,
    SidekickMoved,
    StorageBombRemoved,
)
from domain.games.pbl_robots.numbers import pilot_points
from domain.games.pbl_robots.resolve.base import Work, armor_of, crew_of, expert_of, hangar_of, take_from_hand
from domain.games.pbl_robots.resolve.effects import Cause, apply_effects, cover_counter


def slot_for(card: CardRecord | None, slot: str) -> SlotName:
    """The slot an armor goes on: the one it names, or for a pod the one asked for."""
    named = slot or getattr(card, "slot", "head")
    return next((place for place in SLOTS if place == named), "head")


def place_armor(work: Work, side: int, card: ArmorCard, slot: SlotName, *, seat: int | None, token: int | None) -> None:
    """An armor comes on a slot; a regeneration pod takes the blow-off card away first (PBL-A10)."""
    cover_counter(work, side, slot)
    if card.pod == "regeneration" and work.state.sides[side].slots[SLOT_INDEX[slot]].dead:
        work.add(LimbRegenerated(side=side, slot=slot))
    armor = armor_of(card, work.state.sides[side].slots[SLOT_INDEX[slot]])
    work.add(ArmorBuilt(side=side, slot=slot, armor=armor, seat=seat, token=token, move=seat is not None))


def place_crew(work: Work, side: int, card: CrewCard, *, seat: int | None, token: int | None) -> None:
    """A crew member comes into play."""
    work.add(CrewPlayed(side=side, crew=crew_of(card), seat=seat, token=token, move=seat is not None))


def place_hangar(work: Work, side: int, card: HangarCard, *, seat: int | None, token: int | None) -> None:
    """A hangar becomes active; the sidekick moves in (PBL-A15)."""
    first = not work.state.sides[side].hangars
    work.add(HangarBuilt(side=side, hangar=hangar_of(card), seat=seat, token=token, move=seat is not None))
    if first:
        for crew in work.state.sides[side].crew:
            work.add(SidekickMoved(side=side, card=crew.card))


def place_expert(
    work: Work, side: int, card: ExpertPilot, *, seat: int | None, token: int | None, points: int | None = None
) -> None:
    """An expert takes the cockpit (PBL-A25); an expert before it is scrapped (PBL-Q15)."""
    one = work.state.sides[side]
    old = next((pilot.card for pilot in one.pilots if pilot.expert), "")
    counted = pilot_points(one) if points is None else points
    work.add(
        ExpertPilotPlayed(
            side=side,
            pilot=expert_of(card),
            points=counted,
            scrapped=old,
            seat=seat,
            token=token,
            move=seat is not None,
        )
    )
    if card.rage:
        work.add(RageGiven(side=side))


def build(work: Work, command: c.BuildArmor | c.PlayCrew | c.BuildHangar | c.PlayExpertPilot) -> None:
    """A MOVE that builds a card from the hand, and its effects on play."""
    seat = acting_seat(work.state, command)
    token = take_from_hand(work, seat, command.card)
    if token is None:
        return
    side = work.state.seats[seat].side
    card = work.state.catalogue.get(token.card)
    match card:
        case ArmorCard():
            slot = slot_for(card, command.slot if isinstance(command, c.BuildArmor) else "")
            place_armor(work, side, card, slot, seat=seat, token=token.id)
            kind = "armor"
        case CrewCard():
            place_crew(work, side, card, seat=seat, token=token.id)
            kind = "crew"
        case HangarCard():
            place_hangar(work, side, card, seat=seat, token=token.id)
            kind = "hangar"
        case ExpertPilot():
            points = command.points if isinstance(command, c.PlayExpertPilot) else None
            place_expert(work, side, card, seat=seat, token=token.id, points=points)
            kind = "expert_pilot"
        case _:
            return
    apply_effects(work, Cause(seat, card.card_id, kind, command), "on_play")


def choose_reduction(work: Work, command: c.ChooseReduction) -> None:
    """Crew and storage bombs go because there is no room (PBL-A24)."""
    side = work.state.seats[acting_seat(work.state, command)].side
    for card in command.crew:
        work.add(CrewScrapped(side=side, card=card))
    for value in command.bombs:
        work.add(StorageBombRemoved(side=side, value=value))
