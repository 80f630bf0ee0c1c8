"""Plays and switches in the main phase (CG-A, CG-F)."""

from collections.abc import Iterator, Sequence
from typing import Self

from msgspec.structs import replace

from domain.cards import CardRef, SeatIndex, Token
from domain.games.frc_card_game import cards
from domain.games.frc_card_game.build_requirement import assign, lacking, skills_of
from domain.games.frc_card_game.changes import EffectChange, apply_changes, redacted_changes
from domain.games.frc_card_game.changes.base import CHANGE_RULES, ChangeSource
from domain.games.frc_card_game.commands.base import FrcCommand, not_your_turn, only_in
from domain.games.frc_card_game.events import plays
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.by_hand import CardEffectResolved
from domain.games.frc_card_game.events.turns import EventRetired
from domain.games.frc_card_game.field import counts_as_any_skill, is_held_back, student_plays_allowed
from domain.games.frc_card_game.movements import show, slotted_card, start_effects
from domain.games.frc_card_game.references import acting, hand_card, in_hand, robot_on, robot_on_either, student_for
from domain.games.frc_card_game.scoring import look_at_points
from domain.games.frc_card_game.state import Position, State, opponent_of
from domain.games.frc_card_game.zones import CardLocation, find_slotted, free_slot
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.text import pluralize


class PlayStudent(FrcCommand, frozen=True, kw_only=True, tag="play_student"):
    """Plays a student from the hand to the Student Body (CG-A02, CG-A03)."""

    title = "Play a student"
    card: CardRef
    player: SeatIndex | None = None
    rules = ("CG-A01", "CG-A02", "CG-D03", "CG-D05", "CG-D06", "CG-K01", "CG-T01", "CG-T05", "CG-T06")

    def validate(self, state: State) -> Iterator[Violation]:
        """Check the play and the number of students played (CG-A01, CG-A02)."""
        player = acting(state, self.player)
        yield from _play(state, player, self.card, cards.StudentCard)
        allowed = student_plays_allowed(state, player)
        if player == state.turn_player and state.students_played >= allowed:
            yield Violation("CG-A02", f"{state.students_played} of {allowed} student plays used")

    def resolve(self, out: FrcBuffer) -> None:
        player = acting(out.state, self.player)
        card = _shown_from_hand(out, player, self.card)
        name = card.card or ""
        out.add(
            plays.StudentPlayed(
                player=player,
                token=card.id,
                card=name,
                used=out.state.students_played + 1,
                allowed=student_plays_allowed(out.state, player),
                dormant=is_held_back(out.state, name, player),
            )
        )
        _arrived(out, name, player, card.id)


class PlayMentor(FrcCommand, frozen=True, kw_only=True, tag="play_mentor"):
    """Plays a mentor from the hand to a slot (CG-A04)."""

    title = "Play a mentor"
    card: CardRef
    slot: int | None = None
    """1 to 5; default: the lowest free one."""
    player: SeatIndex | None = None
    rules = ("CG-A01", "CG-A04", "CG-D03", "CG-D05", "CG-D06", "CG-F05", "CG-K01", "CG-T01", "CG-T05", "CG-T06")

    def validate(self, state: State) -> Iterator[Violation]:
        """Check the play and the slot (CG-A04, CG-F05)."""
        player = acting(state, self.player)
        yield from _play(state, player, self.card, cards.MentorCard)
        yield from _shared_slot(state, player, self.slot)

    def resolve(self, out: FrcBuffer) -> None:
        player = acting(out.state, self.player)
        card = _shown_from_hand(out, player, self.card)
        mentor = slotted_card(out.state, card, player)
        slot = self.slot or free_slot(out.state.players[player].slots) or 1
        out.add(
            plays.MentorPlayed(
                player=player, slot=slot, mentor=mentor, dormant=is_held_back(out.state, mentor.card, player)
            )
        )
        _arrived(out, mentor.card, player, card.id)


class PlayEvent(FrcCommand, frozen=True, kw_only=True, tag="play_event"):
    """Plays an event from the hand to a slot (CG-A04)."""

    title = "Play an event"
    card: CardRef
    slot: int | None = None
    """1 to 5; default: the lowest free one."""
    changes: tuple[EffectChange, ...] = ()
    """The immediate results of the event's effect."""
    player: SeatIndex | None = None
    rules = ("CG-A04", "CG-T01", "CG-T05", "CG-T06", *CHANGE_RULES)

    def validate(self, state: State) -> Iterator[Violation]:
        """Check the play, the slot, and the changes that the effect makes (CG-A04, CG-F05, CG-Q11)."""
        player = acting(state, self.player)
        violations = (*_play(state, player, self.card, cards.EventCard), *_shared_slot(state, player, self.slot))
        yield from violations
        # The changes are checked in the state after the play, so the play must be possible.
        if self.changes and not any(violation.impossible for violation in violations):
            yield from self.violations_of_changes(state)

    def resolve(self, out: FrcBuffer) -> None:
        """Play the event. An instant event retires at once (CG-Q11), unless its own effect already moved it."""
        player = acting(out.state, self.player)
        card = _shown_from_hand(out, player, self.card)
        event = slotted_card(out.state, card, player)
        slot = self.slot or free_slot(out.state.players[player].slots) or 1
        out.add(
            plays.EventPlayed(
                player=player, slot=slot, event=event, dormant=is_held_back(out.state, event.card, player)
            )
        )
        if card.id not in out.state.dormant:
            start_effects(out, event.card, player, card.id, instant=event.kind == "instant")
        if self.changes:
            out.add(CardEffectResolved(player=player, source=card.id, card=event.card))
            instant = event.kind == "instant"
            apply_changes(out, self.changes, ChangeSource(player, card.id, "effect", instant))
        if event.kind == "instant" and find_slotted(out.state, card.id) is not None:
            out.add(EventRetired(player=player, token=card.id, card=event.card, cause="instant"))
        look_at_points(out)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        changes = redacted_changes(state, self.changes, acting(state, self.player), viewpoint)
        return replace(self, changes=changes)


class PlayRobot(FrcCommand, frozen=True, kw_only=True, tag="play_robot"):
    """Plays a robot from the hand to a slot, built by students of the Student Body (CG-A07 to CG-A10)."""

    title = "Play a robot"
    card: CardRef
    students: tuple[CardRef, ...]
    position: Position | None = None
    """Required: without it, the play breaks CG-A10."""
    slot: int | None = None
    """1 to 3; default: the lowest free one."""
    player: SeatIndex | None = None
    rules = (
        "CG-A01", "CG-A07", "CG-A08", "CG-A09", "CG-A10", "CG-D03", "CG-D05", "CG-D06", "CG-F04", "CG-F06", "CG-K01",
        "CG-T01", "CG-T05", "CG-T06",
    )  # fmt: skip

    def validate(self, state: State) -> Iterator[Violation]:
        """Check the play, the slot, the position and the students (CG-A07 to CG-A10, CG-F04, CG-F06)."""
        player = acting(state, self.player)
        yield from _play(state, player, self.card, cards.RobotCard)
        robots = state.players[player].robots
        if free_slot(robots) is None:
            yield impossible("CG-F04", f"{len(robots)} of {pluralize(len(robots), 'robot slot')} taken")
            yield Violation("CG-A07", "no open slot for a robot")
        elif self.slot is not None:
            yield from _named_slot("CG-F04", robots, self.slot)
        if self.position is None:
            yield impossible("CG-A10", "say the position: offensive or defensive")
        card = hand_card(state, player, self.card)
        record = state.catalogue.get(card.card) if card is not None else None
        if isinstance(record, cards.RobotCard):
            yield from _build(state, player, record, self.students)

    def resolve(self, out: FrcBuffer) -> None:
        player = acting(out.state, self.player)
        card = _shown_from_hand(out, player, self.card)
        record = out.state.catalogue.get(card.card)
        assert isinstance(record, cards.RobotCard)
        students = tuple(found.token for text in self.students if (found := student_for(out.state, player, text)))
        students = tuple(dict.fromkeys(students))
        out.add(
            plays.RobotPlayed(
                player=player,
                slot=self.slot or free_slot(out.state.players[player].robots) or 1,
                token=card.id,
                card=record.card_id,
                offense=record.offense or 0,
                defense=record.defense or 0,
                position=self.position or "offensive",
                assigned=_assigned(out.state, record, students),
                dormant=is_held_back(out.state, record.card_id, player),
            )
        )
        out.add(plays.DriveTeamFormed(player=player, robot=card.id, students=students))
        _arrived(out, record.card_id, player, card.id)


class SwitchPosition(FrcCommand, frozen=True, kw_only=True, tag="switch_position"):
    """Switches one of the player's robots to the other position (CG-A11)."""

    title = "Switch a robot's position"
    robot: CardRef
    to: Position
    player: SeatIndex | None = None
    rules = ("CG-A11", "CG-T01", "CG-T05", "CG-T06")

    def validate(self, state: State) -> Iterator[Violation]:
        """Check turn, phase, robot and position (CG-A11)."""
        player = acting(state, self.player)
        yield from not_your_turn(state, player)
        yield from only_in(state, "main", "CG-T06", "switching positions")
        found = robot_on_either(state, player, self.robot)
        if found is None:
            yield impossible("CG-A11", f"no robot {self.robot} on the field")
        elif robot_on(state, player, self.robot) is None:
            yield Violation("CG-A11", f"that robot is {state.name(opponent_of(player))}'s")
        elif found[1].position == self.to:
            yield impossible("CG-A11", f"it is in {self.to} position already")

    def resolve(self, out: FrcBuffer) -> None:
        found = robot_on_either(out.state, acting(out.state, self.player), self.robot)
        assert found is not None
        side, robot = found
        out.add(plays.PositionSwitched(player=side, robot=robot.token, to=self.to))


def _play(state: State, player: int, text: str, wanted: type[cards.AnyCard]) -> Iterator[Violation]:
    """Yield the violations common to all plays: turn, phase, hand, type (CG-T01, CG-T06, CG-A01)."""
    yield from not_your_turn(state, player)
    yield from only_in(state, "main", "CG-T06", "playing cards")
    card = hand_card(state, player, text)
    yield from in_hand(state, player, text, card)
    record = state.catalogue.get(card.card) if card is not None else None
    if isinstance(record, cards.RECORDS) and not isinstance(record, wanted):
        text = f"{record.name} is a {cards.type_of(record)}, not a {wanted.__struct_config__.tag}"
        yield impossible("CG-A01", text)


def _shared_slot(state: State, player: int, slot: int | None) -> Iterator[Violation]:
    """Check that there is a slot for a mentor or event (CG-A04, CG-F05)."""
    slots = state.players[player].slots
    if free_slot(slots) is None:
        yield impossible("CG-F05", f"{len(slots)} of {pluralize(len(slots), 'slot')} taken")
        yield Violation("CG-A04", "no open slot for a mentor or event")
    elif slot is not None:
        yield from _named_slot("CG-F05", slots, slot)


def _named_slot(rule: str, slots: Sequence[object], slot: int) -> Iterator[Violation]:
    """Check that the named slot exists and is free."""
    if not 1 <= slot <= len(slots):
        yield impossible(rule, f"slots are numbered 1 to {len(slots)}, not {slot}")
    elif slots[slot - 1] is not None:
        yield impossible(rule, f"slot {slot} is taken")


def _build(state: State, player: int, robot: cards.RobotCard, texts: tuple[str, ...]) -> Iterator[Violation]:
    """Check that the students exist, are available, and meet the robot's attributes (CG-A08, CG-A09, CG-F06)."""
    used: list[int] = []
    skills: list[tuple[str, ...]] = []
    for text in texts:
        student = student_for(state, player, text)
        if student is None:
            yield impossible("CG-A08", f"no {text} in {state.name(player)}'s Student Body")
            return
        if not isinstance(state.catalogue.get(student.token.card), cards.StudentCard):
            yield impossible("CG-A08", f"{text} is not known to be a student")
            return
        if student.token.id in used:
            yield Violation("CG-A08", f"{text} is named twice")
        else:
            yield from _not_free(state, player, student)
        used.append(student.token.id)
        skills.append(_skills(state, student.token))
    every = state.options.multi_skill_student == "every_matching"
    if assign(robot.attributes, skills, every_matching=every) is None:
        yield Violation("CG-A08", f"{robot.name}: {lacking(robot.attributes, skills, every_matching=every)}")


def _skills(state: State, student: Token) -> tuple[str, ...]:
    """Return the skills of a student; all of them if an effect lets it count as any skill."""
    return cards.SKILLS if counts_as_any_skill(state, student.id) else skills_of(state.catalogue, student.card)


def _not_free(state: State, player: int, student: CardLocation) -> Iterator[Violation]:
    """Yield the violation if a student is not available for building (CG-A08, CG-A09, CG-F06)."""
    if student.place == "student_body" and student.side == player:
        return
    title = state.catalogue.name_of(student.token.card)
    if student.side != player:
        yield Violation("CG-F06", f"{title} is on {state.name(student.side)}'s side")
    elif student.place == "drive_team":
        yield Violation("CG-A09", f"{title} is on a Drive Team")
    yield Violation("CG-A08", f"{title} is not in {state.name(player)}'s Student Body")


def _shown_from_hand(out: FrcBuffer, player: int, text: str) -> Token:
    """Reveal the hand card that is played, and return it. The check of the command has found it in the hand."""
    card = hand_card(out.state, player, text)
    assert card is not None
    show(out, player, card)
    return card


def _arrived(out: FrcBuffer, card: str, player: int, token: int) -> None:
    """Start the effects of a played card (CG-A05), unless they wait for a phase."""
    if token not in out.state.dormant:
        start_effects(out, card, player, token)
    look_at_points(out)


def _assigned(state: State, robot: cards.RobotCard, students: tuple[Token, ...]) -> tuple[plays.Assigned, ...]:
    """Return each attribute with the student who provides it; empty if the students do not fit."""
    chosen = assign(
        robot.attributes,
        [_skills(state, student) for student in students],
        every_matching=state.options.multi_skill_student == "every_matching",
    )
    if chosen is None:
        return ()
    return tuple(
        plays.Assigned(attribute, students[index].id) for attribute, index in zip(robot.attributes, chosen, strict=True)
    )
