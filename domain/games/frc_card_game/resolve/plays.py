"""What follows from plays and switches in the main phase (CG-A)."""

from domain.cards import Token
from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.building import assign, skills_of
from domain.games.frc_card_game.cards import RobotCard
from domain.games.frc_card_game.events.by_hand import CardEffectResolved
from domain.games.frc_card_game.events.plays import (
    Assigned,
    DriveTeamFormed,
    EventPlayed,
    MentorPlayed,
    PositionSwitched,
    RobotPlayed,
    StudentPlayed,
)
from domain.games.frc_card_game.events.turns import EventRetired
from domain.games.frc_card_game.field import student_plays_allowed
from domain.games.frc_card_game.refs import acting, hand_card, robot_on_either, student_for
from domain.games.frc_card_game.resolve.changes import By, apply_changes
from domain.games.frc_card_game.resolve.course import Course, is_dormant, look_at_points, show, start_effects
from domain.games.frc_card_game.slots import slotted_card
from domain.games.frc_card_game.state import State
from domain.games.frc_card_game.zones import find_slotted, free_slot


def _shown_from_hand(course: Course, player: int, text: str) -> Token:
    """The hand card that is played, known from now on. `check` saw to it that there is one."""
    card = hand_card(course.state, player, text)
    assert card is not None
    show(course, player, card)
    return card


def play_student(course: Course, command: cmd.PlayStudent) -> None:
    """CG-A02, CG-A03."""
    player = acting(course.state, command.player)
    card = _shown_from_hand(course, player, command.card)
    name = card.card or ""
    course.add(
        StudentPlayed(
            player=player,
            token=card.id,
            card=name,
            used=course.state.students_played + 1,
            allowed=student_plays_allowed(course.state, player),
            dormant=is_dormant(course, name, player),
        )
    )
    _arrived(course, name, player, card.id)


def _arrived(course: Course, card: str, player: int, token: int) -> None:
    if token not in course.state.dormant:
        start_effects(course, card, player)
    look_at_points(course)


def play_mentor(course: Course, command: cmd.PlayMentor) -> None:
    """CG-A04, CG-A05."""
    player = acting(course.state, command.player)
    card = _shown_from_hand(course, player, command.card)
    mentor = slotted_card(course.state, card, player)
    slot = command.slot or free_slot(course.state.players[player].slots) or 1
    course.add(MentorPlayed(player=player, slot=slot, mentor=mentor, dormant=is_dormant(course, mentor.card, player)))
    _arrived(course, mentor.card, player, card.id)


def play_event(course: Course, command: cmd.PlayEvent) -> None:
    """CG-A04, CG-A05; an instant one retires at once (CG-Q11), unless its own effect has taken it away."""
    player = acting(course.state, command.player)
    card = _shown_from_hand(course, player, command.card)
    event = slotted_card(course.state, card, player)
    slot = command.slot or free_slot(course.state.players[player].slots) or 1
    course.add(EventPlayed(player=player, slot=slot, event=event, dormant=is_dormant(course, event.card, player)))
    if card.id not in course.state.dormant:
        start_effects(course, event.card, player)
    if command.changes:
        course.add(CardEffectResolved(player=player, source=card.id, card=event.card))
        stays = None if event.kind == "instant" else card.id
        apply_changes(course, command.changes, By(player, stays, "effect"))
    if event.kind == "instant" and find_slotted(course.state, card.id) is not None:
        course.add(EventRetired(player=player, token=card.id, card=event.card, cause="instant"))
    look_at_points(course)


def play_robot(course: Course, command: cmd.PlayRobot) -> None:
    """CG-A07 to CG-A10."""
    player = acting(course.state, command.player)
    card = _shown_from_hand(course, player, command.card)
    record = course.state.catalogue.get(card.card)
    assert isinstance(record, RobotCard)
    students = tuple(found.token for text in command.students if (found := student_for(course.state, player, text)))
    students = tuple(dict.fromkeys(students))
    course.add(
        RobotPlayed(
            player=player,
            slot=command.slot or free_slot(course.state.players[player].robots) or 1,
            token=card.id,
            card=record.card_id,
            offense=record.offense or 0,
            defense=record.defense or 0,
            position=command.position or "offensive",
            assigned=_assigned(course.state, record, students),
            dormant=is_dormant(course, record.card_id, player),
        )
    )
    course.add(DriveTeamFormed(player=player, robot=card.id, students=students))
    _arrived(course, record.card_id, player, card.id)


def _assigned(state: State, robot: RobotCard, students: tuple[Token, ...]) -> tuple[Assigned, ...]:
    """Which student stands for which attribute; nothing where they do not fit."""
    chosen = assign(
        robot.attributes,
        [skills_of(state.catalogue, student.card) for student in students],
        every_matching=state.options.multi_skill_student == "every_matching",
    )
    if chosen is None:
        return ()
    return tuple(
        Assigned(attribute, students[index].id) for attribute, index in zip(robot.attributes, chosen, strict=True)
    )


def switch_position(course: Course, command: cmd.SwitchPosition) -> None:
    """CG-A11."""
    found = robot_on_either(course.state, acting(course.state, command.player), command.robot)
    assert found is not None
    side, robot = found
    course.add(PositionSwitched(player=side, robot=robot.token, to=command.to))
