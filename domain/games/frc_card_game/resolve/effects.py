"""What follows from card effects resolved by hand, from adjustments, and from a declared position."""

from collections.abc import Callable, Sequence
from typing import Literal, cast

from msgspec.structs import replace

from domain.cards import Token, parse_ref
from domain.games.frc_card_game import changes as ch
from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game import events as ev
from domain.games.frc_card_game.cards import PHASES, MentorCard, Phase, RobotCard
from domain.games.frc_card_game.declared import declared
from domain.games.frc_card_game.field import draws_from_effects, triggered_in
from domain.games.frc_card_game.refs import acting, field_card, moved_card, robot_on_either, source_of
from domain.games.frc_card_game.resolve.course import (
    Cause,
    Course,
    change_points,
    fail_draw,
    is_dormant,
    look_at_points,
    retire_robot,
    settle_drive_team,
    show,
    start_effects,
)
from domain.games.frc_card_game.resolve.turns import draw, reveal
from domain.games.frc_card_game.slots import slotted_card
from domain.games.frc_card_game.state import Lasting, Position, Robot, Skip, State
from domain.games.frc_card_game.zones import Found, find_robot, find_slotted, free_slot


def resolve_card_effect(course: Course, command: cmd.ResolveCardEffect) -> None:
    """A card's effect, as the changes that it made."""
    player = acting(course.state, command.player)
    source = source_of(course.state, player, command.source)
    token = source.token.id if source is not None else None
    card = source.token.card if source is not None else parse_ref(command.source).card
    course.add(ev.CardEffectResolved(player=player, source=token, card=card, text=command.text))
    apply_changes(course, command.changes, player, token, "effect")
    look_at_points(course)


def retire_card(course: Course, command: cmd.RetireCard) -> None:
    """CG-X04: the condition of an event is met. Recorded as played, any card of the field can go."""
    player = acting(course.state, command.player)
    found = field_card(course.state, player, command.card)
    assert found is not None
    if found.place == "mentor_event_slots" and not isinstance(course.state.catalogue.get(found.token.card), MentorCard):
        course.add(
            ev.EventRetired(player=found.side, token=found.token.id, card=found.token.card or "", cause="effect_ended")
        )
    else:
        _retire_from_field(course, found, "effect")
    look_at_points(course)


def adjust(course: Course, command: cmd.Adjust) -> None:
    """The record follows the table."""
    course.add(ev.Adjusted(reason=command.reason))
    apply_changes(course, command.changes, acting(course.state, None), None, "adjustment")
    look_at_points(course)


def declare_position(course: Course, command: cmd.DeclarePosition) -> None:
    """The position on the table replaces what stood before."""
    event = declared(course.state, command)
    course.add(event)
    reminders = tuple(source.token for _, source in triggered_in(course.state, event.phase))
    if reminders:
        course.add(ev.RemindersRaised(reminders=reminders))


def apply_changes(
    course: Course, changes: Sequence[ch.AnyChange], player: int, source: int | None, cause: Cause
) -> None:
    """Each change in turn, on the state that the one before it left."""
    for change in changes:
        _APPLY[type(change)](course, change, _By(player, source, cause))


class _By:
    """For whom, by what card and why a change is made."""

    __slots__ = ("cause", "player", "source")

    def __init__(self, player: int, source: int | None, cause: Cause) -> None:
        self.player = player
        self.source = source
        self.cause = cause


def _points(course: Course, change: ch.ChangePoints, by: _By) -> None:
    change_points(course, change.player, change.delta, by.cause)


def _draw(course: Course, change: ch.DrawCards, by: _By) -> None:  # noqa: ARG001
    for text in change.cards:
        if course.state.players[change.player].deck:
            draw(course, change.player, text, "effect")
        elif course.state.options.deck_out_loss == "any_draw" and not course.over:
            fail_draw(course, change.player, "effect")


def _show(course: Course, change: ch.ShowCard, by: _By) -> None:  # noqa: ARG001
    reveal(course, change.player, change.card, change.to)


def _switch(course: Course, change: ch.SwitchRobot, by: _By) -> None:
    found = robot_on_either(course.state, by.player if change.player is None else change.player, change.robot)
    if found is not None:
        side, robot = found
        to: Position = "defensive" if robot.position == "offensive" else "offensive"
        course.add(ev.PositionSwitched(player=side, robot=robot.token, to=to))


def _last_turn(state: State, until: ch.Until, turns: int) -> int | None:
    if until == "end_of_turn":
        return state.turn
    return state.turn + turns - 1 if until == "turns" else None


def _robot_lasting(course: Course, change: ch.ChangeStat | ch.ChangeScoring, by: _By) -> None:
    found = robot_on_either(course.state, by.player if change.player is None else change.player, change.robot)
    if found is None:
        return
    last = _last_turn(course.state, change.until, change.turns)
    source = by.source if change.until == "while_source_on_field" else None
    if isinstance(change, ch.ChangeStat):
        lasting = Lasting(change.stat, found[1].token, change.delta, last, source)
    else:
        delta = change.attempts if change.ability == "extra_attempts" else 0
        lasting = Lasting(change.ability, found[1].token, delta, last, source)
    course.add(ev.LastingAdded(lasting=lasting))


def _allowance(course: Course, change: ch.ChangeAllowance, by: _By) -> None:
    last = _last_turn(course.state, change.until, change.turns)
    source = by.source if change.until == "while_source_on_field" else None
    course.add(ev.LastingAdded(lasting=Lasting(change.what, change.player, change.delta, last, source)))


def _skip(course: Course, change: ch.SkipPhase, by: _By) -> None:  # noqa: ARG001
    turn = change.turn if change.turn is not None else _next_turn_with(course.state, change.player, change.phase)
    course.add(ev.PhaseSkipOrdered(skip=Skip(change.player, change.phase, turn)))


def _next_turn_with(state: State, player: int, phase: Phase) -> int:
    """The player's next turn in which a phase is still to come."""
    if state.turn_player != player:
        return state.turn + 1
    to_come = state.phase not in PHASES or PHASES.index(state.phase) < PHASES.index(phase)
    return state.turn if to_come else state.turn + 2


def _shuffle(course: Course, change: ch.ShuffleDeck, by: _By) -> None:  # noqa: ARG001
    course.add(ev.DeckShuffled(player=change.player))


def _random(course: Course, change: ch.RandomResult, by: _By) -> None:  # noqa: ARG001
    course.add(ev.RandomRecorded(kind=change.kind, value=change.value))


def _note(course: Course, change: ch.Note, by: _By) -> None:  # noqa: ARG001
    course.add(ev.Noted(text=change.text))


def _set_phase(course: Course, change: ch.SetPhase, by: _By) -> None:  # noqa: ARG001
    course.add(ev.PhaseSet(player=change.player, phase=change.phase))


def _set_attempts(course: Course, change: ch.SetAttempts, by: _By) -> None:
    found = robot_on_either(course.state, by.player if change.player is None else change.player, change.robot)
    if found is not None:
        course.add(ev.AttemptsSet(robot=found[1].token, used=change.used))


def _set_draws(course: Course, change: ch.SetDrawsOwed, by: _By) -> None:  # noqa: ARG001
    state = course.state
    base = change.owed + state.draws_made - draws_from_effects(state, acting(state, None))
    course.add(ev.DrawsOwedSet(owed=change.owed, base=base))


def _set_plays(course: Course, change: ch.SetStudentPlays, by: _By) -> None:  # noqa: ARG001
    course.add(ev.StudentPlaysSet(used=change.used))


# --- moving cards ------------------------------------------------------------------------------------------------------


def _move(course: Course, change: ch.MoveCard, by: _By) -> None:
    found = moved_card(course.state, change, by.player)
    if found is None:
        return
    if found.place == "hand" and change.to in ch.OPEN_PLACES:
        show(course, found.side, found.token)
    if change.to == "retirement_pile" and found.place in ch.FIELD:
        _retire_from_field(course, found, by.cause)
    else:
        _relocate(course, change, found)


def _retire_from_field(course: Course, found: Found, cause: Cause) -> None:
    """Field to pile: a retirement (CG-X01 to CG-X03)."""
    token, card = found.token.id, found.token.card
    if found.place == "robot_slots":
        retire_robot(course, token, cause)
        settle_drive_team(course, token)
    elif found.place in ("student_body", "drive_team"):
        course.add(ev.StudentRetired(player=found.side, token=token, card=card, robot=found.robot))
    elif found.place == "mentor_event_slots" and not isinstance(course.state.catalogue.get(card), MentorCard):
        course.add(ev.EventRetired(player=found.side, token=token, card=card or "", cause=_by_hand(cause)))
    else:
        course.add(_moved(found, "retirement_pile", found.side))


def _by_hand(cause: Cause) -> Literal["effect", "adjustment"]:
    return "adjustment" if cause == "adjustment" else "effect"


def _moved(found: Found, to: ch.Place, player: int) -> ev.CardMoved:
    return ev.CardMoved(
        token=found.token.id, card=found.token.card, origin=found.place, side=found.side, to=to, player=player
    )


def _relocate(course: Course, change: ch.MoveCard, found: Found) -> None:
    """Any other move. A robot that goes to another slot takes its Drive Team along."""
    there = find_robot(course.state, found.token.id)
    if there is not None and change.to != "robot_slots":
        _return_drive_team(course, there)
    side = found.side if change.player is None else change.player
    arriving = change.to in ch.FIELD and found.place not in ch.FIELD
    dormant = arriving and is_dormant(course, found.token.card or "", side)
    moved = replace(_moved(found, change.to, side), dormant=dormant)
    course.add(_with_place(course.state, change, moved, there[2] if there is not None else None))
    if arriving and not dormant:
        start_effects(course, found.token.card, side)


def _with_place(state: State, change: ch.MoveCard, moved: ev.CardMoved, robot: Robot | None) -> ev.CardMoved:
    """The move with what stands in the slot then, or under which robot the card goes."""
    player, card = state.players[moved.player], Token(moved.token, moved.card)
    if change.to == "robot_slots":
        robot = robot if robot is not None else _new_robot(state, card, change)
        return replace(moved, slot=change.slot or free_slot(player.robots) or 1, robot=robot)
    if change.to == "mentor_event_slots":
        there = find_slotted(state, card.id)
        slotted = there[2] if there is not None else slotted_card(state, card, moved.player)
        return replace(moved, slot=change.slot or free_slot(player.slots) or 1, slotted=slotted)
    if change.to == "drive_team" and change.robot is not None:
        above = robot_on_either(state, moved.player, change.robot)
        return replace(moved, under=above[1].token if above is not None else None)
    return moved


def _return_drive_team(course: Course, there: tuple[int, int, Robot]) -> None:
    """A robot that leaves the field unretired gives its whole Drive Team back (CG-Q27)."""
    side, _, robot = there
    if robot.drive_team:
        course.add(ev.DriveTeamReturned(player=side, robot=robot.token, students=robot.drive_team))


def _new_robot(state: State, card: Token, change: ch.MoveCard) -> Robot:
    record = state.catalogue.get(card.card)
    offense, defense = (record.offense or 0, record.defense or 0) if isinstance(record, RobotCard) else (0, 0)
    return Robot(card.id, card.card or "", offense, defense, change.position, turn=state.turn)


_APPLY = cast(
    "dict[type[ch.AnyChange], Callable[[Course, ch.AnyChange, _By], None]]",
    {
        ch.ChangePoints: _points,
        ch.DrawCards: _draw,
        ch.MoveCard: _move,
        ch.ShowCard: _show,
        ch.SwitchRobot: _switch,
        ch.ChangeStat: _robot_lasting,
        ch.ChangeScoring: _robot_lasting,
        ch.ChangeAllowance: _allowance,
        ch.SkipPhase: _skip,
        ch.ShuffleDeck: _shuffle,
        ch.RandomResult: _random,
        ch.Note: _note,
        ch.SetPhase: _set_phase,
        ch.SetAttempts: _set_attempts,
        ch.SetDrawsOwed: _set_draws,
        ch.SetStudentPlays: _set_plays,
    },
)
