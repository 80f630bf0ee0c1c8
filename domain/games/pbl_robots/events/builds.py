"""Events of builds, and of cards that leave a robot."""

from msgspec.structs import replace

from domain.cards import CardId, SeatIndex, SideNumber
from domain.games.pbl_robots.cards import SLOT_INDEX, SlotName
from domain.games.pbl_robots.events.base import PblEvent, PblNarrativeEvent, limb_text
from domain.games.pbl_robots.parts import people_less, scrapped, with_side, with_slot, without_bomb, without_crew
from domain.games.pbl_robots.state import Armor, Attached, Crew, Hangar, Pilot, Side, State
from domain.narration import Narrator
from domain.seats import put_at


class ArmorBuilt(PblEvent, frozen=True, kw_only=True, tag="armor_built"):
    """An armor was built on a slot; `token` is the hand card, `None` if it came from elsewhere."""

    side: SideNumber
    slot: SlotName
    armor: Armor
    seat: SeatIndex | None = None
    token: int | None = None
    move: bool = True
    template = "{side} builds {armor.card} on the {slot:words}"

    def evolve(self, state: State) -> State:
        side = state.sides[self.side]
        slot = side.slots[SLOT_INDEX[self.slot]]
        return _built(state, self, with_slot(side, self.slot, replace(slot, stack=(*slot.stack, self.armor))))


class CounterReset(PblEvent, frozen=True, kw_only=True, tag="counter_reset"):
    """The counter on a covered or removed card was reset to its start, or removed (PBL-A11)."""

    side: SideNumber
    card: CardId
    value: int | None = None
    template = "the counter on {side}'s {card} is reset"

    def evolve(self, state: State) -> State:
        return _with_counter(state, self.side, self.card, self.value)


class LimbRegenerated(PblEvent, frozen=True, kw_only=True, tag="limb_regenerated"):
    """The blow-off card of a limb was removed. Armor in `scrapped` and actions in `detached` went to the scrap heap."""

    side: SideNumber
    slot: SlotName
    scrapped: tuple[str, ...] = ()
    detached: tuple[Attached, ...] = ()

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{limb_text(narrator, self.side, self.slot)} regenerated"

    def evolve(self, state: State) -> State:
        side = state.sides[self.side]
        slot = replace(side.slots[SLOT_INDEX[self.slot]], dead=False)
        if self.scrapped:
            slot = replace(slot, stack=())
        if self.detached:
            slot = replace(slot, attached=())
        state = with_side(state, self.side, with_slot(side, self.slot, slot))
        state = scrapped(state, self.side, self.scrapped) if self.scrapped else state
        for attached in self.detached:
            state = scrapped(state, attached.owner, (attached.card,))
        return state


class CrewPlayed(PblEvent, frozen=True, kw_only=True, tag="crew_played"):
    """A crew member entered play."""

    side: SideNumber
    crew: Crew
    seat: SeatIndex | None = None
    token: int | None = None
    move: bool = True
    template = "{side} hires {crew.card}"

    def evolve(self, state: State) -> State:
        side = state.sides[self.side]
        return _built(state, self, replace(side, crew=(*side.crew, self.crew)))


class HangarBuilt(PblEvent, frozen=True, kw_only=True, tag="hangar_built"):
    """A hangar was built and became the active one."""

    side: SideNumber
    hangar: Hangar
    seat: SeatIndex | None = None
    token: int | None = None
    move: bool = True
    template = "{side} builds the hangar {hangar.card}"

    def evolve(self, state: State) -> State:
        side = state.sides[self.side]
        return _built(state, self, replace(side, hangars=(*side.hangars, self.hangar)))


class SidekickMoved(PblNarrativeEvent, frozen=True, kw_only=True, tag="sidekick_moved"):
    """The sidekick moved into the new hangar."""

    side: SideNumber
    card: CardId
    template = "{side}'s sidekick {card} moves into the hangar"


class ExpertPilotPlayed(PblEvent, frozen=True, kw_only=True, tag="expert_pilot_played"):
    """An expert took the cockpit; a previous expert was scrapped."""

    side: SideNumber
    pilot: Pilot
    points: int
    scrapped: str = ""
    seat: SeatIndex | None = None
    token: int | None = None
    move: bool = True
    template = "{pilot.card} takes {side}'s cockpit ({points:pilot point|pilot points})"

    def evolve(self, state: State) -> State:
        side = state.sides[self.side]
        pilots = (*[pilot for pilot in side.pilots if not pilot.expert], self.pilot)
        scrap = (*side.scrap, self.scrapped) if self.scrapped else side.scrap
        return _built(state, self, replace(side, pilots=pilots, critical=False, scrap=scrap))


class ExpertPilotLeft(PblEvent, frozen=True, kw_only=True, tag="expert_pilot_left"):
    """The expert was scrapped and the starter returned."""

    side: SideNumber
    card: CardId
    template = "{card} leaves {side}'s cockpit, and the starter returns"

    def evolve(self, state: State) -> State:
        side = state.sides[self.side]
        starters = tuple(pilot for pilot in side.pilots if not pilot.expert)
        return scrapped(with_side(state, self.side, replace(side, pilots=starters)), self.side, (self.card,))


class RageGiven(PblEvent, frozen=True, kw_only=True, tag="rage_given"):
    """The side may attack in addition to its build (PBL-A29)."""

    side: SideNumber
    template = "{side} may attack as well in a rage"

    def evolve(self, state: State) -> State:
        return replace(state, turn=replace(state.turn, rage=state.turn.rage + 1))


class CrewScrapped(PblEvent, frozen=True, kw_only=True, tag="crew_scrapped"):
    """A crew member left play."""

    side: SideNumber
    card: CardId
    scrapped: bool = True
    """False if it went elsewhere; the next event says where."""
    template = "{side} loses {card}"

    def evolve(self, state: State) -> State:
        state = with_side(state, self.side, without_crew(state.sides[self.side], self.card))
        return scrapped(state, self.side, (self.card,)) if self.scrapped else state


class StorageBombRemoved(PblEvent, frozen=True, kw_only=True, tag="storage_bomb_removed"):
    """A storage bomb left the hangar unused."""

    side: SideNumber
    value: int
    template = "{side} loses a storage bomb of {value}"

    def evolve(self, state: State) -> State:
        return with_side(state, self.side, without_bomb(state.sides[self.side], self.value))


class StorageBombAdded(PblEvent, frozen=True, kw_only=True, tag="storage_bomb_added"):
    """A die was put into the hangar."""

    side: SideNumber
    value: int
    source: str = ""
    template = "{side} gets a storage bomb of {value}{source:name? by *}"

    def evolve(self, state: State) -> State:
        side = state.sides[self.side]
        return with_side(state, self.side, replace(side, bombs=(*side.bombs, self.value)))


class HangarRemoved(PblEvent, frozen=True, kw_only=True, tag="hangar_removed"):
    """The active hangar was removed; the one below it became active."""

    side: SideNumber
    card: CardId
    scrapped: bool = True
    template = "{side} loses the hangar {card}"

    def evolve(self, state: State) -> State:
        side = state.sides[self.side]
        hangars = tuple(hangar for hangar in side.hangars if hangar.card != self.card)
        state = with_side(state, self.side, replace(side, hangars=hangars))
        return scrapped(state, self.side, (self.card,)) if self.scrapped else state


class ArmorRemoved(PblEvent, frozen=True, kw_only=True, tag="armor_removed"):
    """The top armor of a slot was removed without being blown off."""

    side: SideNumber
    slot: SlotName
    card: CardId
    scrapped: bool = True
    template = "{card} leaves {side}'s {slot:words}"

    def evolve(self, state: State) -> State:
        side = state.sides[self.side]
        slot = side.slots[SLOT_INDEX[self.slot]]
        stack = tuple(armor for armor in slot.stack if armor.card != self.card)
        state = with_side(state, self.side, with_slot(side, self.slot, replace(slot, stack=stack)))
        return scrapped(state, self.side, (self.card,)) if self.scrapped else state


def _built(state: State, build: ArmorBuilt | CrewPlayed | HangarBuilt | ExpertPilotPlayed, side: Side) -> State:
    """Return the state with the side after a build. A hand card leaves its hand, and a MOVE is used."""
    turn = replace(state.turn, move_used=True) if build.move and state.phase == "play" else state.turn
    people = people_less(state, build.seat, build.token)
    return replace(state, sides=put_at(state.sides, build.side, side), people=people, turn=turn)


def _with_counter(state: State, index: int, card: str, value: int | None) -> State:
    side = state.sides[index]
    slots = tuple(
        replace(slot, stack=tuple(replace(a, counter=value) if a.card == card else a for a in slot.stack))
        for slot in side.slots
    )
    crew = tuple(replace(c, counter=value) if c.card == card else c for c in side.crew)
    pilots = tuple(replace(p, counter=value) if p.card == card else p for p in side.pilots)
    return with_side(state, index, replace(side, slots=slots, crew=crew, pilots=pilots))


class CounterSet(PblEvent, frozen=True, kw_only=True, tag="counter_set"):
    """The counter on a card in play got a value."""

    side: SideNumber
    card: CardId
    value: int
    template = "the counter on {side}'s {card} shows {value}"

    def evolve(self, state: State) -> State:
        return _with_counter(state, self.side, self.card, self.value)
