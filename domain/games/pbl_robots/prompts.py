"""Prompts: the required action or, if there is none, the possible ones."""

from typing import Final

from domain.board import Prompt
from domain.games.pbl_robots import actors, numbers
from domain.games.pbl_robots.actors import obligation
from domain.games.pbl_robots.progress import to_act
from domain.games.pbl_robots.state import Combat, State
from domain.text import pluralize

_OWED: Final = {"search": "carry out the search", "dice": "enter the dice"}


def prompts(state: State) -> tuple[Prompt, ...]:
    """Return one prompt with the seat to act; empty after the end."""
    if state.phase == "over":
        return ()
    return (Prompt(_text(state), to_act(state)),)


def _text(state: State) -> str:
    due = _due(state) if state.phase in ("opening", "play") else ""
    if due:
        return due
    match state.phase:
        case "unopened":
            return "open the match"
        case "setup":
            return _setup(state)
        case "draft":
            at = state.draft.at_pile if state.draft is not None else 1
            return f"look at pile {at}: take it or put it back"
        case "opening":
            return _opening(state)
        case _:
            return _play(state) if state.combat is None else _combat(state, state.combat)


def _due(state: State) -> str:
    """Return the prompt for an obligation; empty if there is none."""
    if state.owed:
        owed = state.owed[0]
        reason = f" ({owed.reason.replace('_', ' ')})" if owed.reason else ""
        if owed.kind == "draw":
            return f"draw {pluralize(owed.n, 'card')} first{reason}"
        if owed.kind == "storage_bomb":
            return f"roll {pluralize(owed.n, 'storage bomb')} first{reason}"
        return _OWED[owed.kind] + reason
    found = obligation(state)
    if found is None:
        return ""
    if found.due == "effect" and state.action is not None:
        return f"carry out {state.catalogue.name_of(state.action.card)}"
    if found.due == "reduction":
        over = numbers.excess(state, numbers.crowded_side(state) or 0)
        return f"take {over} crew or storage bombs out of the hangar"
    seat = numbers.full_hand(state) or 0
    limit = numbers.hand_limit(state, seat)
    return f"discard {pluralize(len(state.people[seat].hand) - limit, 'card')} for the hand limit of {limit}"


def _setup(state: State) -> str:
    setup = state.setup
    if any(not side.robot for side in state.sides):
        return "choose a base robot"
    if not setup.inheritances and not actors.challenge(state):
        return "deal the inheritances"
    if not setup.pool_shown and not setup.choices:
        return "turn up the talent pool"
    if actors.sides_to_roll(state):
        return "roll the d20"
    if actors.choosing_side(state) is not None:
        return "choose a pilot from the talent pool"
    if actors.pilots_done(state) and actors.challenge(state) and not actors.selecting_done(state):
        return "select a card for the robot"
    return "deal the decks"


def _opening(state: State) -> str:
    if actors.sides_without_selection(state):
        return "select a pilot, face down"
    seat = to_act(state)
    if seat is not None and not state.people[seat].ready:
        return "keep one of the two opening hands" if state.people[seat].offered else "deal two opening hands"
    return "roll the d20 for the first turn" if actors.sides_to_roll(state) else "start the game"


def _play(state: State) -> str:
    turn = state.turn
    if turn.end_announced:
        return "draw a card to end the turn"
    if turn.rage or turn.extra_attacks:
        return "attack once more, or draw a card to end the turn"
    if turn.move_used:
        return "draw a card to end the turn"
    return "make a MOVE (build, hire, attack), pass it, or end the turn"


def _combat(state: State, combat: Combat) -> str:
    if state.options.bomb_mode == "predetermination" and combat.shields_planned is None:
        return "state the shields"
    if not combat.attack_rolled:
        return f"roll the attack with {pluralize(numbers.attack_pool(state, combat), 'die', 'dice')}"
    if not combat.defense_rolled:
        return f"roll the defense with {pluralize(numbers.defense_pool(state, combat), 'die', 'dice')}"
    attack, defense = combat.attack_total, combat.defense_total
    mine, other = (attack, defense) if combat.behind == combat.attacker else (defense, attack)
    stand = f"{mine} against {other}"
    return f"{numbers.side_name(state, combat.behind)} is behind with {stand}: add dice, or concede the combat"
