"""What is wrong with plays and switches (CG-A, CG-F)."""

from collections.abc import Iterator, Sequence

from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.building import assign, lacking, skills_of
from domain.games.frc_card_game.cards import RECORDS, AnyCard, EventCard, MentorCard, RobotCard, StudentCard, type_of
from domain.games.frc_card_game.field import student_plays_allowed
from domain.games.frc_card_game.gates import in_hand, name, not_your_turn, only_in
from domain.games.frc_card_game.refs import acting, hand_card, robot_on, robot_on_either, student_for
from domain.games.frc_card_game.resolve import unfold
from domain.games.frc_card_game.state import State, opponent_of
from domain.games.frc_card_game.zones import Found, free_slot
from domain.rules import Violation
from domain.text import counted


def _play(state: State, player: int, text: str, wanted: type[AnyCard]) -> Iterator[Violation]:
    """What every play is asked: turn, phase, hand, type (CG-T01, CG-T06, CG-A01)."""
    yield from not_your_turn(state, player)
    yield from only_in(state, "main", "CG-T06", "playing cards")
    card = hand_card(state, player, text)
    yield from in_hand(state, player, text, card)
    record = state.catalogue.get(card.card) if card is not None else None
    if isinstance(record, RECORDS) and not isinstance(record, wanted):
        text = f"{record.name} is a {type_of(record)}, not a {wanted.__struct_config__.tag}"
        yield Violation("CG-A01", text, impossible=True)


def play_student(state: State, command: cmd.PlayStudent) -> Iterator[Violation]:
    """CG-A01, CG-A02."""
    player = acting(state, command.player)
    yield from _play(state, player, command.card, StudentCard)
    allowed = student_plays_allowed(state, player)
    if player == state.turn_player and state.students_played >= allowed:
        yield Violation("CG-A02", f"{state.students_played} of {allowed} student plays used")


def play_mentor(state: State, command: cmd.PlayMentor) -> Iterator[Violation]:
    """CG-A04, CG-F05."""
    player = acting(state, command.player)
    yield from _play(state, player, command.card, MentorCard)
    yield from _shared_slot(state, player, command.slot)


def play_event(state: State, command: cmd.PlayEvent) -> Iterator[Violation]:
    """CG-A04, CG-F05, CG-Q11."""
    player = acting(state, command.player)
    faults = (*_play(state, player, command.card, EventCard), *_shared_slot(state, player, command.slot))
    yield from faults
    if command.changes and not any(fault.impossible for fault in faults):
        yield from unfold(state, command).faults


def _shared_slot(state: State, player: int, slot: int | None) -> Iterator[Violation]:
    slots = state.players[player].slots
    if free_slot(slots) is None:
        yield Violation("CG-F05", f"{len(slots)} of {counted(len(slots), 'slot')} taken", impossible=True)
        yield Violation("CG-A04", "no open slot for a mentor or event")
    elif slot is not None:
        yield from _named_slot("CG-F05", slots, slot)


def _named_slot(rule: str, slots: Sequence[object], slot: int) -> Iterator[Violation]:
    if not 1 <= slot <= len(slots):
        yield Violation(rule, f"slots are numbered 1 to {len(slots)}, not {slot}", impossible=True)
    elif slots[slot - 1] is not None:
        yield Violation(rule, f"slot {slot} is taken", impossible=True)


def play_robot(state: State, command: cmd.PlayRobot) -> Iterator[Violation]:
    """CG-A07 to CG-A10, CG-F04, CG-F06."""
    player = acting(state, command.player)
    yield from _play(state, player, command.card, RobotCard)
    robots = state.players[player].robots
    if free_slot(robots) is None:
        yield Violation("CG-F04", f"{len(robots)} of {counted(len(robots), 'robot slot')} taken", impossible=True)
        yield Violation("CG-A07", "no open slot for a robot")
    elif command.slot is not None:
        yield from _named_slot("CG-F04", robots, command.slot)
    if command.position is None:
        yield Violation("CG-A10", "say the position: offensive or defensive", impossible=True)
    card = hand_card(state, player, command.card)
    record = state.catalogue.get(card.card) if card is not None else None
    if isinstance(record, RobotCard):
        yield from _build(state, player, record, command.students)


def _build(state: State, player: int, robot: RobotCard, texts: tuple[str, ...]) -> Iterator[Violation]:
    """CG-A08, CG-A09, CG-F06: the students exist, are free, and meet the attributes."""
    used: list[int] = []
    skills: list[tuple[str, ...]] = []
    for text in texts:
        student = student_for(state, player, text)
        if student is None:
            yield Violation("CG-A08", f"no {text} in {name(state, player)}'s Student Body", impossible=True)
            return
        if not isinstance(state.catalogue.get(student.token.card), StudentCard):
            yield Violation("CG-A08", f"{text} is not known to be a student", impossible=True)
            return
        if student.token.id in used:
            yield Violation("CG-A08", f"{text} is named twice")
        else:
            yield from _not_free(state, player, student)
        used.append(student.token.id)
        skills.append(skills_of(state.catalogue, student.token.card))
    every = state.options.multi_skill_student == "every_matching"
    if assign(robot.attributes, skills, every_matching=every) is None:
        yield Violation("CG-A08", f"{robot.name}: {lacking(robot.attributes, skills, every_matching=every)}")


def _not_free(state: State, player: int, student: Found) -> Iterator[Violation]:
    if student.place == "student_body" and student.side == player:
        return
    title = state.catalogue.name_of(student.token.card)
    if student.side != player:
        yield Violation("CG-F06", f"{title} is on {name(state, student.side)}'s side")
    elif student.place == "drive_team":
        yield Violation("CG-A09", f"{title} is on a Drive Team")
    yield Violation("CG-A08", f"{title} is not in {name(state, player)}'s Student Body")


def switch_position(state: State, command: cmd.SwitchPosition) -> Iterator[Violation]:
    """CG-A11."""
    player = acting(state, command.player)
    yield from not_your_turn(state, player)
    yield from only_in(state, "main", "CG-T06", "switching positions")
    found = robot_on_either(state, player, command.robot)
    if found is None:
        yield Violation("CG-A11", f"no robot {command.robot} on the field", impossible=True)
    elif robot_on(state, player, command.robot) is None:
        yield Violation("CG-A11", f"that robot is {name(state, opponent_of(player))}'s")
    elif found[1].position == command.to:
        yield Violation("CG-A11", f"it is in {command.to} position already", impossible=True)
