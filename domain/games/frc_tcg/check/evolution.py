"""New seasons and devolving (TCG-A13 to A19)."""

from collections.abc import Iterator
from typing import Final

from domain.cards import CardRef
from domain.games.frc_tcg.abilities import (
    Placing,
    abilities,
    named,
    placed,
    wished_component,
)
from domain.games.frc_tcg.cards.records import (
    EDITIONS,
    Ability,
    Robot,
)
from domain.games.frc_tcg.check.acting import (
    before_attack,
    from_hand,
    may_act,
    stops,
)
from domain.games.frc_tcg.commands.plays import (
    DevolveRobot,
    EvolveRobot,
    Placement,
)
from domain.games.frc_tcg.known import impossible
from domain.games.frc_tcg.references import (
    any_stack,
    hand_card,
    opposing_stack,
    own_stack,
)
from domain.games.frc_tcg.resolve.turn import seat_of
from domain.games.frc_tcg.state import (
    Mounted,
    Placed,
    RobotStack,
    State,
    stacks_of,
)
from domain.rules import Violation


def _evolve_robot(state: State, command: EvolveRobot) -> Iterator[Violation]:
    acting = may_act(state, command.player)
    yield from acting
    if stops(acting):
        return
    seat = seat_of(state, command.player)
    yield from before_attack(state)
    if command.robot_card is None:
        yield impossible("TCG-A14", "a Kickoff needs next year's Robot of a team in play")
        return
    cards = tuple(_two_cards(state, seat, command.kickoff, command.robot_card))
    yield from cards
    where = own_stack(state, seat, command.onto)
    if where is None:
        elsewhere = any_stack(state, seat, command.onto) is not None
        text = "an opponent's robot" if elsewhere else "not in play"
        yield impossible("TCG-A13", f"{command.onto} is {text}: evolve one of your own")
        return
    if stops(cards):
        return
    yield from _robot_allowance(state)
    yield from _next_season(state, seat, where, command)


def _robot_allowance(state: State) -> Iterator[Violation]:
    allowed = 1 + state.record.more_robots
    if state.record.robots >= allowed:
        yield Violation("TCG-T03", f"{state.record.robots} of {allowed} robot plays used")


def _two_cards(state: State, seat: int, kickoff: CardRef | None, robot: CardRef) -> Iterator[Violation]:
    yield from from_hand(state, seat, robot, "robot")
    if kickoff is None:
        yield Violation("TCG-A13", "a new season needs a Kickoff card with the robot")
        return
    yield from from_hand(state, seat, kickoff, "kickoff")
    player = state.players[seat]
    first, second = hand_card(player, robot), hand_card(player, kickoff)
    unknown = sum(card.card is None for card in player.pit)
    if first is not None and second is not None and first.id == second.id and unknown < 2:
        yield impossible("TCG-A01", "the hand has one unknown card: it cannot be both")


def _next_season(state: State, seat: int, where: Placed, command: EvolveRobot) -> Iterator[Violation]:
    token = hand_card(state.players[seat], command.robot_card or "")
    new = state.catalogue.get(token.card) if token is not None else None
    old = state.catalogue.get(where.stack.top.card)
    if not isinstance(new, Robot) or not isinstance(old, Robot):
        return
    if new.team != old.team:
        yield Violation("TCG-A13", f"team {new.team} on team {old.team}: the same team evolves")
    following = EDITIONS.index(old.edition or "first") + 1
    if new.edition not in EDITIONS[following : following + 1]:
        wanted = EDITIONS[following] if following < len(EDITIONS) else "no edition"
        yield Violation("TCG-A13", f"{new.edition} edition on {old.edition}: {wanted} follows")
    kickoff = hand_card(state.players[seat], command.kickoff) if command.kickoff is not None else None
    options = new.abilities if kickoff is not None else tuple(a for a in new.abilities if not a.kickoff_only)
    yield from check_placements(state, where.stack.mounted, options, command.placements, "TCG-A16")


def check_placements(
    state: State, mounted: tuple[Mounted, ...], options: tuple[Ability, ...], wishes: tuple[Placement, ...], rule: str
) -> Iterator[Violation]:
    """Whether components go where they fit, and none to the shop that has an open place (TCG-A16 c, d)."""
    left, trial = list(mounted), Placing(state, options)
    for wish in wishes:
        component = wished_component(left, wish.component)
        if component is None:
            yield impossible(rule, f"{wish.component} is not on that robot")
            return
        left.remove(component)
        ability = named(options, wish.ability) if wish.ability is not None else None
        if ability is not None and trial.fits(component.card, ability.name):
            trial.put(component, ability.name)
        elif wish.ability is not None:
            yield Violation(rule, f"{wish.ability} has no open place for {state.catalogue.name_of(component.card)}")
    final = placed(state, mounted, options, wishes)
    for card in final.shopped:
        if any(final.fits(card.card or "", ability.name) for ability in options):
            yield Violation(rule, f"{state.catalogue.name_of(card.card)} still has an open place")


def is_far_enough(state: State, stack: RobotStack) -> bool:
    """Whether a robot may be devolved for its owner's benefit: stage 3 and up, or by the option third edition and up (Q12)."""
    if state.options.devolve_stage == "levels":
        return stack.stage >= 3
    card = state.catalogue.get(stack.top.card)
    return stack.stage >= 2 and isinstance(card, Robot) and card.edition in EDITIONS[2:]


def may_devolve(state: State, seat: int) -> bool:
    """Whether the player has a robot to devolve, and an opponent's to devolve with it."""
    own = any(is_far_enough(state, stack) for stack in state.players[seat].alliance)
    return own and any(p.stack.stage >= 2 for p in stacks_of(state, state.opponents(seat)))


def _devolve_robot(state: State, command: DevolveRobot) -> Iterator[Violation]:
    acting = may_act(state, command.player)
    yield from acting
    if stops(acting):
        return
    seat = seat_of(state, command.player)
    yield from before_attack(state)
    own = own_stack(state, seat, command.own)
    target = opposing_stack(state, seat, command.target) or any_stack(state, seat, command.target)
    if own is None or target is None:
        yield impossible("TCG-A18", f"{command.own if own is None else command.target} is not in play there")
        return
    if not is_far_enough(state, own.stack):
        alone = own.stack.stage < 2
        yield Violation(
            "TCG-A18", f"stage {own.stack.stage}: one's own robot is at stage 3 or higher", impossible=alone
        )
    if state.side(target.seat) == state.side(seat):
        yield Violation("TCG-A18", "the other robot is an opponent's", impossible=target.seat == seat)
    if target.stack.stage < 2:
        yield impossible("TCG-A18", "the opponent's robot has not evolved")
        return
    for where, wishes in ((own, command.own_placements), (target, command.target_placements)):
        if where.stack.stage >= 2:
            below = RobotStack(where.stack.slot, where.stack.levels[:-1], 0, 0)
            options = abilities(state, below)
            yield from check_placements(state, where.stack.mounted, options, wishes, "TCG-A19")


EVOLUTION: Final[dict[type, object]] = {EvolveRobot: _evolve_robot, DevolveRobot: _devolve_robot}
