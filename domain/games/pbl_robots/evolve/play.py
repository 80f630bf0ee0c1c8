"""Builds."""

from msgspec.structs import replace

from domain.games.pbl_robots.events import (
    ArmorBuilt,
    ArmorRemoved,
    CounterReset,
    CounterSet,
    CrewPlayed,
    CrewScrapped,
    ExpertPilotLeft,
    ExpertPilotPlayed,
    HangarBuilt,
    HangarRemoved,
    LimbRegenerated,
    RageGiven,
    SidekickMoved,
    StorageBombAdded,
    StorageBombRemoved,
)
from domain.games.pbl_robots.evolve.base import SLOT_INDEX, scrapped, spent, with_side, with_slot
from domain.games.pbl_robots.state import Side, State


def _moved(state: State, *, move: bool) -> State:
    return replace(state, turn=replace(state.turn, move_used=True)) if move and state.phase == "play" else state


def armor_built(state: State, event: ArmorBuilt) -> State:
    state = _moved(spent(state, event.seat, event.token), move=event.move)
    side = state.sides[event.side]
    slot = side.slots[SLOT_INDEX[event.slot]]
    return with_side(state, event.side, with_slot(side, event.slot, replace(slot, stack=(*slot.stack, event.armor))))


def counter_reset(state: State, event: CounterReset) -> State:
    return _with_counter(state, event.side, event.card, event.value)


def counter_set(state: State, event: CounterSet) -> State:
    return _with_counter(state, event.side, event.card, event.value)


def _with_counter(state: State, index: int, card: str, value: int | None) -> State:
    side = state.sides[index]
    slots = tuple(
        replace(slot, stack=tuple(replace(a, counter=value) if a.card == card else a for a in slot.stack))
        for slot in side.slots
    )
    crew = tuple(replace(c, counter=value) if c.card == card else c for c in side.crew)
    pilots = tuple(replace(p, counter=value) if p.card == card else p for p in side.pilots)
    return with_side(state, index, replace(side, slots=slots, crew=crew, pilots=pilots))


def limb_regenerated(state: State, event: LimbRegenerated) -> State:
    side = state.sides[event.side]
    slot = replace(side.slots[SLOT_INDEX[event.slot]], dead=False)
    if event.scrapped:
        slot = replace(slot, stack=())
    if event.detached:
        slot = replace(slot, attached=())
    state = with_side(state, event.side, with_slot(side, event.slot, slot))
    state = scrapped(state, event.side, event.scrapped) if event.scrapped else state
    for attached in event.detached:
        state = scrapped(state, attached.owner, (attached.card,))
    return state


def crew_played(state: State, event: CrewPlayed) -> State:
    state = _moved(spent(state, event.seat, event.token), move=event.move)
    side = state.sides[event.side]
    return with_side(state, event.side, replace(side, crew=(*side.crew, event.crew)))


def hangar_built(state: State, event: HangarBuilt) -> State:
    state = _moved(spent(state, event.seat, event.token), move=event.move)
    side = state.sides[event.side]
    return with_side(state, event.side, replace(side, hangars=(*side.hangars, event.hangar)))


def sidekick_moved(state: State, _event: SidekickMoved) -> State:
    return state


def expert_pilot_played(state: State, event: ExpertPilotPlayed) -> State:
    state = _moved(spent(state, event.seat, event.token), move=event.move)
    if event.scrapped:
        state = scrapped(state, event.side, (event.scrapped,))
    side = state.sides[event.side]
    starters = tuple(pilot for pilot in side.pilots if not pilot.expert)
    return with_side(state, event.side, replace(side, pilots=(*starters, event.pilot), critical=False))


def expert_pilot_left(state: State, event: ExpertPilotLeft) -> State:
    side = state.sides[event.side]
    starters = tuple(pilot for pilot in side.pilots if not pilot.expert)
    return scrapped(with_side(state, event.side, replace(side, pilots=starters)), event.side, (event.card,))


def rage_given(state: State, _event: RageGiven) -> State:
    return replace(state, turn=replace(state.turn, rage=state.turn.rage + 1))


def crew_scrapped(state: State, event: CrewScrapped) -> State:
    state = with_side(state, event.side, without_crew(state.sides[event.side], event.card))
    return scrapped(state, event.side, (event.card,)) if event.scrapped else state


def without_crew(side: Side, card: str) -> Side:
    """The side less one crew member."""
    return replace(side, crew=tuple(crew for crew in side.crew if crew.card != card))


def storage_bomb_removed(state: State, event: StorageBombRemoved) -> State:
    return with_side(state, event.side, without_bomb(state.sides[event.side], event.value))


def without_bomb(side: Side, value: int) -> Side:
    """The side less one storage bomb of that value."""
    if value not in side.bombs:
        return side
    at = side.bombs.index(value)
    return replace(side, bombs=(*side.bombs[:at], *side.bombs[at + 1 :]))


def storage_bomb_added(state: State, event: StorageBombAdded) -> State:
    side = state.sides[event.side]
    return with_side(state, event.side, replace(side, bombs=(*side.bombs, event.value)))


def hangar_removed(state: State, event: HangarRemoved) -> State:
    side = state.sides[event.side]
    hangars = tuple(hangar for hangar in side.hangars if hangar.card != event.card)
    state = with_side(state, event.side, replace(side, hangars=hangars))
    return scrapped(state, event.side, (event.card,)) if event.scrapped else state


def armor_removed(state: State, event: ArmorRemoved) -> State:
    side = state.sides[event.side]
    slot = side.slots[SLOT_INDEX[event.slot]]
    stack = tuple(armor for armor in slot.stack if armor.card != event.card)
    state = with_side(state, event.side, with_slot(side, event.slot, replace(slot, stack=stack)))
    return scrapped(state, event.side, (event.card,)) if event.scrapped else state
