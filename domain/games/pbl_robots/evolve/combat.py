"""Combat and strikes."""

from msgspec.structs import replace

from domain.games.pbl_robots.cards import Pool
from domain.games.pbl_robots.events import (
    AttackDeclared,
    AttackRolled,
    AttackWithdrawn,
    BombsThrown,
    CombatEnded,
    DefenseRolled,
    DiceAdded,
    DieSet,
    LimbBlownOff,
    ResponseAllowed,
    ShieldsDeclared,
    ShieldsRaised,
    ShoulderDestroyed,
    StorageBombUsed,
    StrikeResolved,
    TargetChanged,
    TotalChanged,
)
from domain.games.pbl_robots.evolve.base import SLOT_INDEX, scrapped, with_side, with_slot
from domain.games.pbl_robots.evolve.play import without_bomb
from domain.games.pbl_robots.evolve.turns import thrown
from domain.games.pbl_robots.state import Combat, State, Turn


def attack_declared(state: State, event: AttackDeclared) -> State:
    turn = state.turn
    if event.paid == "rage":
        turn = replace(turn, rage=turn.rage - 1)
    elif event.paid == "extra":
        turn = replace(turn, extra_attacks=turn.extra_attacks - 1)
    else:
        turn = replace(turn, move_used=True)
    combat = Combat(
        attacker=event.side,
        limb=SLOT_INDEX[event.limb],
        target=event.target,
        slot=SLOT_INDEX[event.slot],
        paid=event.paid,
        bombs_planned=event.bombs,
    )
    return replace(state, combat=combat, turn=turn)


def _refunded(turn: Turn, combat: Combat) -> Turn:
    if combat.paid == "rage":
        return replace(turn, rage=turn.rage + 1)
    if combat.paid == "extra":
        return replace(turn, extra_attacks=turn.extra_attacks + 1)
    return replace(turn, move_used=False)


def attack_withdrawn(state: State, _event: AttackWithdrawn) -> State:
    turn = _refunded(state.turn, state.combat) if state.combat is not None else state.turn
    return replace(state, combat=None, turn=turn)


def shields_declared(state: State, event: ShieldsDeclared) -> State:
    return _with(state, shields_planned=event.count)


def response_allowed(state: State, _event: ResponseAllowed) -> State:
    return _with(state, may_withdraw=True)


def _with(state: State, **changes: object) -> State:
    """The state with parts of the combat changed; unchanged where there is none."""
    return replace(state, combat=replace(state.combat, **changes)) if state.combat is not None else state


def attack_rolled(state: State, event: AttackRolled) -> State:
    return _with(
        state,
        attack_rolled=True,
        attack_dice=event.dice,
        excluded=event.excluded,
        current_roll=event.dice,
        may_withdraw=False,
    )


def defense_rolled(state: State, event: DefenseRolled) -> State:
    combat = state.combat
    both = (*combat.attack_dice, *event.dice) if combat is not None else event.dice
    return _with(state, defense_rolled=True, defense_dice=event.dice, current_roll=both)


def bombs_thrown(state: State, event: BombsThrown) -> State:
    state = thrown(state, event.seat, event.tokens)
    used = state.combat.bombs + len(event.tokens) if state.combat is not None else 0
    return _rolled(_with(state, bombs=used), "attack", event.dice)


def shields_raised(state: State, event: ShieldsRaised) -> State:
    state = thrown(state, event.seat, event.tokens)
    used = state.combat.shields + len(event.tokens) if state.combat is not None else 0
    return _rolled(_with(state, shields=used), "defense", event.dice)


def _rolled(state: State, pool: Pool, dice: tuple[int, ...]) -> State:
    combat = state.combat
    if combat is None:
        return state
    if pool == "attack":
        return _with(state, attack_added=(*combat.attack_added, *dice), current_roll=dice)
    return _with(state, defense_added=(*combat.defense_added, *dice), current_roll=dice)


def storage_bomb_used(state: State, event: StorageBombUsed) -> State:
    state = with_side(state, event.side, without_bomb(state.sides[event.side], event.value))
    if event.counted and state.combat is not None:
        used = "bombs" if event.pool == "attack" else "shields"
        state = _with(state, **{used: (state.combat.bombs if used == "bombs" else state.combat.shields) + 1})
    return _bonus(state, event.pool, event.value)


def dice_added(state: State, event: DiceAdded) -> State:
    return _rolled(state, event.pool, event.dice)


def total_changed(state: State, event: TotalChanged) -> State:
    return _bonus(state, event.pool, event.n)


def _bonus(state: State, pool: Pool, n: int) -> State:
    combat = state.combat
    if combat is None:
        return state
    if pool == "attack":
        return _with(state, attack_bonus=combat.attack_bonus + n)
    return _with(state, defense_bonus=combat.defense_bonus + n)


def die_set(state: State, event: DieSet) -> State:
    """The first die of that face, initial dice before added ones; an excluded die of the face stays excluded."""
    combat = state.combat
    if combat is None:
        return state
    for field in (f"{event.pool}_dice", f"{event.pool}_added"):
        dice: tuple[int, ...] = getattr(combat, field)
        if event.old in dice:
            changed: dict[str, object] = {field: _turned(dice, event)}
            if field == "attack_dice" and event.old in combat.excluded:
                changed["excluded"] = _turned(combat.excluded, event)
            return _with(state, **changed)
    return state


def _turned(dice: tuple[int, ...], event: DieSet) -> tuple[int, ...]:
    at = dice.index(event.old)
    return (*dice[:at], event.new, *dice[at + 1 :])


def target_changed(state: State, event: TargetChanged) -> State:
    return _with(state, target=event.target, slot=SLOT_INDEX[event.slot], target_changed=True)


def combat_ended(state: State, event: CombatEnded) -> State:
    turn = state.turn
    if event.outcome == "void" and state.combat is not None:
        turn = _refunded(turn, state.combat)
    elif event.outcome != "void":
        turn = replace(turn, attacks=(*turn.attacks, (event.attacker, event.target)))
    return replace(state, combat=None, turn=turn)


def limb_blown_off(state: State, event: LimbBlownOff) -> State:
    side = state.sides[event.side]
    slot = replace(side.slots[SLOT_INDEX[event.slot]], dead=True)
    state = with_side(state, event.side, with_slot(side, event.slot, slot))
    if event.by is None:
        return state
    by = state.sides[event.by]
    return with_side(state, event.by, replace(by, blow_offs=by.blow_offs + 1))


def shoulder_destroyed(state: State, event: ShoulderDestroyed) -> State:
    side = state.sides[event.side]
    slot = side.slots[SLOT_INDEX[event.slot]]
    state = with_side(state, event.side, with_slot(side, event.slot, replace(slot, stack=slot.stack[: event.left])))
    return scrapped(state, event.side, event.scrapped)


def strike_resolved(state: State, _event: StrikeResolved) -> State:
    return state
