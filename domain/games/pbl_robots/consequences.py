"""Automatic consequences of commands: terminations, critical forms, ends of combats, turns and games."""

from domain.games.pbl_robots.cards import SLOTS, DrawCards
from domain.games.pbl_robots.draws import draw_due
from domain.games.pbl_robots.events import match_end
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.builds import LimbRegenerated, StorageBombRemoved
from domain.games.pbl_robots.events.combat import CombatEnded, LimbBlownOff
from domain.games.pbl_robots.events.effects import ActionResolved
from domain.games.pbl_robots.events.turns import TurnEnded, TurnSkipped, TurnStarted
from domain.games.pbl_robots.numbers import active_limbs, can_attack, can_be_target, in_critical_form, playing, seats_of
from domain.games.pbl_robots.state import Combat, Owed, Side, State


def settle(out: PblBuffer, before: State) -> None:
    """Add the automatic consequences of a command. `before` is the state before the command.

    Every earlier command in play has added its consequences, so unchanged robots need no further checks.
    """
    if out.state.phase != "play":
        return
    if before.phase == "play" and all(map(_as_found, out.state.sides, before.sides)):
        _drop_combat(out, before)
        _finish_action(out)
        return
    _terminate(out)
    _drop_combat(out, before)
    if _decide_game(out):
        return
    _change_forms(out)
    _drop_storage_bombs(out)
    _finish_action(out)
    _remove_eliminated(out)


def _as_found(side: Side, found: Side) -> bool:
    """True if a robot is unchanged. Drawing or scrapping cards changes its side, but not the robot."""
    return side is found or (
        side.slots is found.slots
        and side.pilots is found.pilots
        and side.hangars is found.hangars
        and side.bombs is found.bombs
        and side.robot == found.robot
        and side.critical == found.critical
        and side.blow_offs == found.blow_offs
        and side.eliminated == found.eliminated
        and side.removed == found.removed
    )


def _credited(out: PblBuffer, side: int) -> int | None:
    """Return the side that blew off a side's last limb in this action; `None` if it was the same side (PBL-E04, PBL-Q43)."""
    for event in reversed(out.events):
        if isinstance(event, LimbBlownOff) and event.side == side:
            return event.by if event.by != side else None
    return None


def _terminate(out: PblBuffer) -> None:
    for index, side in enumerate(out.state.sides):
        if not side.eliminated and side.robot and active_limbs(side) == 0:
            out.add(match_end.RobotTerminated(side=index, by=_credited(out, index)))


def _drop_combat(out: PblBuffer, before: State) -> None:
    combat = out.state.combat
    if combat is None or _as_declared(before, combat):
        return
    outcome = _early_end(out.state, combat)
    if outcome is not None:
        out.add(
            CombatEnded(
                attacker=combat.attacker,
                target=combat.target,
                slot=SLOTS[combat.slot],
                outcome="void" if outcome == "void" else "no_result",
                attack=combat.attack_total,
                defense=combat.defense_total,
            )
        )


def _as_declared(before: State, combat: Combat) -> bool:
    """Return True if the combat had a reason to end before this command, because its attack was recorded as played.
    The dice are still rolled: only a limb or robot lost after the declaration ends a combat (PBL-Q21)."""
    gone = before.sides[combat.attacker].eliminated or before.sides[combat.target].eliminated
    return not gone and _early_end(before, combat) is not None


def _early_end(state: State, combat: Combat) -> str | None:
    """Return the outcome of a combat that ends early; `None` if it continues (PBL-Q21)."""
    attacker, target = state.sides[combat.attacker], state.sides[combat.target]
    if attacker.eliminated or target.eliminated:
        return "no_result" if combat.attack_rolled else "void"
    if not can_be_target(target.slots[combat.slot], SLOTS[combat.slot]):
        return "no_result" if combat.attack_rolled else "void"
    if not combat.attack_rolled and not can_attack(attacker.slots[combat.limb]):
        return "void"
    return None


def _decide_game(out: PblBuffer) -> bool:
    """End the game if a side has won; return True if it is over."""
    state = out.state
    left = playing(state)
    if not left:
        out.add(match_end.GameEnded(winners=(), reason="all_terminated", rule="PBL-E05"))
    elif len(left) == 1:
        terminated = any(isinstance(event, match_end.RobotTerminated) for event in out.events)
        if terminated:
            out.add(match_end.GameEnded(winners=left, reason="termination", rule="PBL-E02"))
        else:
            out.add(match_end.GameEnded(winners=left, reason="resignation", rule="PBL-E06"))
    elif state.options.blow_off_target and _target_reached(state):
        out.add(match_end.GameEnded(winners=_target_reached(state), reason="blow_off_target", rule="PBL-V28"))
    elif state.clock.tied and any(isinstance(e, LimbBlownOff | LimbRegenerated) for e in out.events):
        _decide_by_blow_offs(out)
    return out.state.phase == "over"


def _target_reached(state: State) -> tuple[int, ...]:
    target = state.options.blow_off_target
    return tuple(side for side in playing(state) if state.sides[side].blow_offs >= target)


def _decide_by_blow_offs(out: PblBuffer) -> None:
    """Decide the game at the time limit: by blow-offs, then by active limbs, of the robots left (PBL-V27, PBL-Q33)."""
    state = out.state
    score = {side: (state.sides[side].blow_offs, active_limbs(state.sides[side])) for side in playing(state)}
    best = max(score.values())
    winners = tuple(side for side in score if score[side] == best)
    if len(winners) == 1:
        out.add(match_end.GameEnded(winners=winners, reason="time_limit", rule="PBL-V27"))
    elif not state.clock.tied:
        out.add(match_end.TimeLimitTied())


def _change_forms(out: PblBuffer) -> None:
    for index in range(len(out.state.sides)):
        side = out.state.sides[index]
        wanted = not side.eliminated and in_critical_form(side)
        if wanted and not side.critical:
            bonus = any(isinstance(event, LimbBlownOff) and event.side == index for event in out.events)
            out.add(match_end.CriticalFormEntered(side=index, bonus=bonus))
            if bonus:
                _apply_critical_bonus(out, index, side.pilots[-1].card)
        elif side.critical and not wanted:
            out.add(match_end.CriticalFormLeft(side=index))


def _apply_critical_bonus(out: PblBuffer, side: int, pilot: str) -> None:
    record = out.state.catalogue.get(pilot)
    effects: tuple[object, ...] = getattr(record, "effects", ())
    for effect in effects:
        if isinstance(effect, DrawCards) and effect.trigger == "critical":
            seats = seats_of(out.state, side)
            seat = None if out.state.options.team_mode == "two_robots_four_hands" else seats[0]
            draw_due(out, Owed("draw", side, seat, effect.n, "critical", "PBL-X03", pilot), None, ())


def _drop_storage_bombs(out: PblBuffer) -> None:
    """Remove the storage bombs of robots without a hangar (PBL-X12)."""
    for index, side in enumerate(out.state.sides):
        if side.bombs and not side.hangars:
            for value in side.bombs:
                out.add(StorageBombRemoved(side=index, value=value))


def _finish_action(out: PblBuffer) -> None:
    action = out.state.action
    if action is None:
        return
    gone = out.state.sides[action.side].eliminated
    if gone or not (action.by_hand or out.state.owed):
        out.add(ActionResolved(card=action.card))


def _remove_eliminated(out: PblBuffer) -> None:
    state = out.state
    gone = [index for index, side in enumerate(state.sides) if side.eliminated and not side.removed]
    for index in gone:
        out.add(match_end.CardsRemoved(side=index))
    if gone:
        _start_clock(out)
    if gone and state.sides[state.seats[state.turn.seat].side].eliminated:
        end_turn(out)


def _start_clock(out: PblBuffer) -> None:
    state = out.state
    if state.options.time_limit == "turns" and state.clock.started_turn is None:
        out.add(match_end.TimeLimitStarted(turn=state.turn.number))


def end_turn(out: PblBuffer) -> None:
    """End the turn and begin the next one, unless the time limit decides the game."""
    out.add(TurnEnded(seat=out.state.turn.seat))
    if _time_is_up(out.state):
        _decide_by_blow_offs(out)
        if out.state.phase == "over":
            return
    state = out.state
    number = state.turn.number + 1
    if state.extra_turns:
        out.add(TurnStarted(number=number, seat=state.extra_turns[0], extra=True))
    else:
        while (seat := _next_seat(out.state)) in out.state.skipped_turns:
            out.add(TurnSkipped(seat=seat))
        out.add(TurnStarted(number=number, seat=seat))


def _time_is_up(state: State) -> bool:
    clock = state.clock
    if clock.tied:
        return False
    if clock.expired:
        return True
    if state.options.time_limit != "turns" or clock.started_turn is None:
        return False
    return state.turn.number - clock.started_turn >= state.options.time_limit_amount


def _next_seat(state: State) -> int:
    """Return the next seat in turn order whose side is still in the game (PBL-T01, PBL-V23)."""
    at = state.order.index(state.turn.regular) if state.turn.regular in state.order else -1
    following = state.order[at + 1 :] + state.order[: at + 1]
    return next((seat for seat in following if not state.sides[state.seats[seat].side].eliminated), state.turn.seat)
