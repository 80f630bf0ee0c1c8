"""Cards played from the hand (TCG-A01 to A10, A13 to A17)."""

from typing import Final

from domain.cards import Token
from domain.games.frc_tcg.abilities import (
    abilities,
    ability_of,
    is_active,
    place_for,
    placed,
)
from domain.games.frc_tcg.cards.records import (
    Award,
    Item,
    Kickoff,
    Mentor,
    Robot,
)
from domain.games.frc_tcg.commands.plays import (
    EvolveRobot,
    PlayAward,
    PlayComponent,
    PlayItem,
    PlayMentor,
    PlayRobot,
)
from domain.games.frc_tcg.effects import (
    bonus,
    ends_of,
    max_hp,
    opposing_effects,
)
from domain.games.frc_tcg.events.plays import (
    AbilityActivated,
    AwardPlayed,
    CardShopped,
    ComponentPlayed,
    ItemPlayed,
    MentorPlayed,
    RobotPlayed,
)
from domain.games.frc_tcg.events.robots import RobotEvolved
from domain.games.frc_tcg.parts import lift
from domain.games.frc_tcg.references import any_stack, own_stack
from domain.games.frc_tcg.resolve.card_effects import Source, carry_out
from domain.games.frc_tcg.resolve.changes import apply_changes
from domain.games.frc_tcg.resolve.ending import settle
from domain.games.frc_tcg.resolve.progress import Cause, Progress
from domain.games.frc_tcg.resolve.turn import seat_of
from domain.games.frc_tcg.state import (
    Enhancement,
    Level,
    Placed,
    PlayerState,
    RobotStack,
    State,
    stack_of,
)


def free_slot(player: PlayerState) -> int:
    """The lowest place of the alliance that is free."""
    taken = {stack.slot for stack in player.alliance}
    return next(slot for slot in range(1, len(taken) + 2) if slot not in taken)


def robot_record(state: State, card: str | None) -> Robot:
    """The record of a robot card."""
    record = state.catalogue.get(card)
    assert isinstance(record, Robot)
    return record


def _play_robot(progress: Progress, command: PlayRobot) -> None:
    seat = seat_of(progress.state, command.player)
    token = progress.from_hand(seat, command.card)
    record = robot_record(progress.state, token.card)
    slot = free_slot(progress.state.players[seat])
    entering = RobotStack(slot, (Level(token.id, record.card_id, record.hp),), record.hp, record.hp)
    full = max_hp(progress.state, seat, entering)
    progress.add(
        RobotPlayed(
            player=seat,
            token=token.id,
            card=record.card_id,
            slot=slot,
            printed_hp=record.hp,
            hp=full,
            max_hp=full,
        )
    )
    source = Source(token.id, seat, token.id, record.name)
    carry_out(progress, record.effects, ("on_play", "while_in_play"), source, ())
    settle(progress, Cause(seat))


def _play_component(progress: Progress, command: PlayComponent) -> None:
    state = progress.state
    seat = seat_of(state, command.player)
    where = own_stack(state, seat, command.robot) or any_stack(state, seat, command.robot)
    assert where is not None
    token = progress.from_hand(seat, command.card)
    ability = place_for(state, where.stack, token.card, command.ability)
    progress.add(
        ComponentPlayed(
            player=seat,
            token=token.id,
            card=token.card or "",
            owner=where.seat,
            robot=where.stack.key,
            ability=ability,
        )
    )
    tell_activated(progress, where, ability)


def tell_activated(progress: Progress, before: Placed, ability_name: str) -> None:
    """Says so when an ability that was not active now is."""
    ability = ability_of(progress.state, before.stack, ability_name)
    now = stack_of(progress.state, before.stack.key)
    if ability is None or now is None or not is_active(progress.state, now.stack, ability):
        return
    if not is_active(progress.state, before.stack, ability):
        progress.add(AbilityActivated(player=now.seat, robot=now.stack.key, ability=ability.name))


def _play_item(progress: Progress, command: PlayItem) -> None:
    seat = seat_of(progress.state, command.player)
    token = progress.from_hand(seat, command.card)
    record = progress.state.catalogue.get(token.card)
    assert isinstance(record, Item)
    progress.add(ItemPlayed(player=seat, token=token.id, card=record.card_id))
    source = Source(token.id, seat, name=record.name)
    carry_out(progress, record.effects, ("on_play", "while_in_play"), source, command.targets)
    apply_changes(progress, command.changes, seat, token.id)
    if any(card.id == token.id for card in progress.state.players[seat].playing):
        progress.add(CardShopped(player=seat, card=token))
    settle(progress, Cause(seat, picks=command.prize_picks))


def _play_mentor(progress: Progress, command: PlayMentor) -> None:
    seat = seat_of(progress.state, command.player)
    token = progress.from_hand(seat, command.card)
    record = progress.state.catalogue.get(token.card)
    assert isinstance(record, Mentor)
    progress.add(MentorPlayed(player=seat, card=_entering(progress.state, token, record, seat)))
    _enhance(progress, record, token, seat, command)


def _play_award(progress: Progress, command: PlayAward) -> None:
    seat = seat_of(progress.state, command.player)
    token = progress.from_hand(seat, command.card)
    record = progress.state.catalogue.get(token.card)
    assert isinstance(record, Award)
    progress.add(AwardPlayed(player=seat, card=_entering(progress.state, token, record, seat)))
    _enhance(progress, record, token, seat, command)


def _entering(state: State, token: Token, record: Mentor | Award, seat: int) -> Enhancement:
    ends, before = ends_of(state, record.duration, seat)
    return Enhancement(token.id, record.card_id, record.duration, ends, before)


def _enhance(
    progress: Progress, record: Mentor | Award, token: Token, seat: int, command: PlayMentor | PlayAward
) -> None:
    source = Source(token.id, seat, name=record.name)
    carry_out(progress, record.effects, ("on_play", "while_in_play"), source, command.targets)
    apply_changes(progress, command.changes, seat, token.id)
    settle(progress, Cause(seat, picks=command.prize_picks))


def _evolve_robot(progress: Progress, command: EvolveRobot) -> None:
    seat = seat_of(progress.state, command.player)
    where = own_stack(progress.state, seat, command.onto)
    assert where is not None
    assert command.robot_card is not None
    token = progress.from_hand(seat, command.robot_card)
    kickoff = progress.from_hand(seat, command.kickoff) if command.kickoff is not None else None
    record = robot_record(progress.state, token.card)
    event = evolved(progress.state, where, Level(token.id, record.card_id, record.hp, kickoff), command)
    progress.add(event)
    progress.refresh_max_hp()
    source = Source(token.id, seat, where.stack.key, record.name)
    carry_out(progress, record.effects, ("on_play", "while_in_play"), source, ())
    if kickoff is not None:
        text = progress.state.catalogue.get(kickoff.card)
        assert isinstance(text, Kickoff)
        source = Source(kickoff.id, seat, where.stack.key, text.name)
        carry_out(progress, text.effects, ("on_play", "while_in_play"), source, ())
    apply_changes(progress, command.changes, seat, kickoff.id if kickoff is not None else token.id)
    settle(progress, Cause(seat))


def evolved(state: State, where: Placed, level: Level, command: EvolveRobot) -> RobotEvolved:
    """A new season on a robot: opponents' effects lifted, full HP, components re-placed (TCG-A16)."""
    seat, stack = where.seat, where.stack
    covered = tuple(e.id for e in state.lasting if e.bound and e.source == stack.top.token)
    lifted = (*opposing_effects(state, seat, stack.key), *covered)
    grown = RobotStack(stack.slot, (*stack.levels, level), 0, 0)
    placing = placed(state, stack.mounted, abilities(state, grown), command.placements)
    full = max(10, level.hp + bonus(lift(state, lifted), "max_hp", seat, stack.key))
    return RobotEvolved(
        player=seat,
        robot=stack.key,
        token=level.token,
        card=level.card,
        printed_hp=level.hp,
        kickoff=level.kickoff,
        hp=full,
        max_hp=full,
        mounted=tuple(placing.mounted),
        shopped=tuple(placing.shopped),
        lifted=lifted,
    )


PLAYS: Final[dict[type, object]] = {
    PlayRobot: _play_robot,
    PlayComponent: _play_component,
    PlayItem: _play_item,
    PlayMentor: _play_mentor,
    PlayAward: _play_award,
    EvolveRobot: _evolve_robot,
}
