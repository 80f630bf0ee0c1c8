"""Cards played from the hand (TCG-T03 to T06, A01 to A10, A17, A28)."""

from collections.abc import Iterator
from typing import Final

from domain.cards import CardRef, find, parse_ref
from domain.games.frc_tcg.cards.records import (
    Award,
    DealDamage,
    Effect,
    Item,
    Mentor,
    ReturnFromShop,
    choosing,
)
from domain.games.frc_tcg.check.acting import (
    before_attack,
    from_hand,
    may_act,
    stops,
)
from domain.games.frc_tcg.commands.plays import (
    PlayAward,
    PlayComponent,
    PlayItem,
    PlayMentor,
    PlayRobot,
)
from domain.games.frc_tcg.known import impossible
from domain.games.frc_tcg.references import (
    any_stack,
    hand_card,
    opposing_stack,
    own_stack,
)
from domain.games.frc_tcg.resolve.faults import stacking
from domain.games.frc_tcg.resolve.turn import seat_of
from domain.games.frc_tcg.state import MAX_ROBOTS, State
from domain.rules import Violation
from domain.table import seat_name
from domain.text import counted


def may_play(state: State, player: int | None, card: CardRef, wanted: str) -> Iterator[Violation]:
    """Whether this player may play this card at all now."""
    acting = may_act(state, player)
    yield from acting
    if stops(acting):
        return
    yield from before_attack(state)
    yield from from_hand(state, seat_of(state, player), card, wanted)


def robot_allowance(state: State) -> Iterator[Violation]:
    """One robot a turn, by play or by evolution (TCG-T03)."""
    allowed = 1 + state.record.more_robots
    if state.record.robots >= allowed:
        yield Violation("TCG-T03", f"{state.record.robots} of {allowed} robot plays used")


def _play_robot(state: State, command: PlayRobot) -> Iterator[Violation]:
    found = tuple(may_play(state, command.player, command.card, "robot"))
    yield from found
    if stops(found):
        return
    yield from robot_allowance(state)
    player = state.players[seat_of(state, command.player)]
    if len(player.alliance) >= MAX_ROBOTS:
        yield Violation("TCG-A02", f"{counted(len(player.alliance), 'robot')} in play: an alliance is three Robots")


def _play_component(state: State, command: PlayComponent) -> Iterator[Violation]:
    found = tuple(may_play(state, command.player, command.card, "component"))
    yield from found
    if stops(found):
        return
    allowed = 2 + state.record.more_components
    if state.record.components >= allowed:
        yield Violation("TCG-T04", f"{state.record.components} of {allowed} component plays used")
    yield from _place(state, command)


def _place(state: State, command: PlayComponent) -> Iterator[Violation]:
    seat = seat_of(state, command.player)
    own = own_stack(state, seat, command.robot)
    where = own or any_stack(state, seat, command.robot)
    if where is None:
        yield impossible("TCG-A04", f"no robot {command.robot} in play")
        return
    if own is None:
        whose = seat_name(state.seats, where.seat)
        yield Violation("TCG-A04", f"that robot is {whose}'s: components go on one's own")
    token = hand_card(state.players[seat], command.card)
    assert token is not None
    yield from stacking(state, where, command.ability, token.card)


def _play_item(state: State, command: PlayItem) -> Iterator[Violation]:
    found = tuple(may_play(state, command.player, command.card, "item"))
    yield from found
    if not stops(found):
        yield from _texts(state, command)


def _play_mentor(state: State, command: PlayMentor) -> Iterator[Violation]:
    found = tuple(may_play(state, command.player, command.card, "mentor"))
    yield from found
    if stops(found):
        return
    yield from enhancement_allowance(state)
    if state.players[seat_of(state, command.player)].mentors:
        yield Violation("TCG-A09", "a mentor is in play; it stays until its effect is over or it goes for coffee")
    yield from _texts(state, command)


def _play_award(state: State, command: PlayAward) -> Iterator[Violation]:
    found = tuple(may_play(state, command.player, command.card, "award"))
    yield from found
    if stops(found):
        return
    yield from enhancement_allowance(state)
    yield from _texts(state, command)


def enhancement_allowance(state: State) -> Iterator[Violation]:
    """One mentor or award a turn (TCG-T05)."""
    allowed = 1 + state.record.more_enhancements
    if state.record.enhancements >= allowed:
        yield Violation("TCG-T05", f"{state.record.enhancements} of {allowed} mentor-or-award plays used")


def _texts(state: State, command: PlayItem | PlayMentor | PlayAward) -> Iterator[Violation]:
    """What the card's effects choose."""
    seat = seat_of(state, command.player)
    if command.targets:
        token = hand_card(state.players[seat], command.card)
        record = state.catalogue.get(token.card) if token is not None else None
        effects = record.effects if isinstance(record, Item | Mentor | Award) else ()
        yield from check_targets(state, seat, choosing(effects, ("on_play", "while_in_play")), command.targets)


def check_targets(
    state: State, seat: int, effects: tuple[Effect, ...], targets: tuple[CardRef, ...]
) -> Iterator[Violation]:
    """Whether each target is one that its effect may choose. Fewer targets are no fault: the last serves again (TCG-A28)."""
    if len(targets) > len(effects):
        yield Violation("TCG-A12", f"{counted(len(targets), 'target')} named; the card chooses {len(effects)}")
    lying = list(state.players[seat].shop)
    for effect, text in zip(effects, targets, strict=False):
        if not isinstance(effect, ReturnFromShop):
            yield from _target(state, seat, effect, text)
            continue
        card = find(lying, parse_ref(text))
        if card is None:
            yield impossible("TCG-A11", f"{text} is not in the shop, or not that often")
        else:
            lying.remove(card)


def _target(state: State, seat: int, effect: Effect, text: CardRef) -> Iterator[Violation]:
    found = any_stack(state, seat, text)
    if found is None:
        yield impossible("TCG-A12", f"no robot {text} in play")
    elif effect.target == "own_robot" and own_stack(state, seat, text) is None:
        yield Violation("TCG-A12", f"the card works on an own robot; {text} is {seat_name(state.seats, found.seat)}'s")
    elif effect.target == "opposing_robot" and opposing_stack(state, seat, text) is None:
        partner = found.seat != seat
        rule = "TCG-V05" if partner and isinstance(effect, DealDamage) else "TCG-A12"
        whose = "a partner's" if partner else "one's own"
        yield Violation(rule, f"the card works on an opposing robot; {text} is {whose}")


PLAYS: Final[dict[type, object]] = {
    PlayRobot: _play_robot,
    PlayComponent: _play_component,
    PlayItem: _play_item,
    PlayMentor: _play_mentor,
    PlayAward: _play_award,
}
