"""Cards moved by hand: what is wrong with a move as the table stands, and what follows from it."""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from domain.cards import Token, token_owner
from domain.games.frc_card_game import changes as ch
from domain.games.frc_card_game.cards import AnyCard, EventCard, MentorCard, RobotCard, StudentCard, TeamCard
from domain.games.frc_card_game.events.by_hand import CardMoved
from domain.games.frc_card_game.events.scoring import DriveTeamReturned, StudentRetired
from domain.games.frc_card_game.events.turns import EventRetired
from domain.games.frc_card_game.gates import newly_known
from domain.games.frc_card_game.refs import moved_card, robot_meant
from domain.games.frc_card_game.resolve.course import (
    Course,
    is_dormant,
    retire_robot,
    settle_drive_team,
    show,
    start_effects,
)
from domain.games.frc_card_game.slots import slotted_card
from domain.games.frc_card_game.state import FIELD, OPEN_PLACES, Cause, Place, Robot, State
from domain.games.frc_card_game.zones import Found, all_cards, find_robot, find_slotted, free_slot, place_in_deck
from domain.rules import Violation
from domain.text import counted

_TYPES: Final[dict[str, tuple[str, tuple[type[AnyCard], ...]]]] = {
    "team_slot": ("CG-F02", (TeamCard,)),
    "student_body": ("CG-F03", (StudentCard,)),
    "drive_team": ("CG-F03", (StudentCard,)),
    "robot_slots": ("CG-F04", (RobotCard,)),
    "mentor_event_slots": ("CG-F05", (MentorCard, EventCard)),
}
"""Place of the field -> its rule and the card types that it takes."""
_SLOTS: Final = ("robot_slots", "mentor_event_slots")


def move_faults(state: State, change: ch.MoveCard, player: int) -> Iterator[Violation]:
    """Whether the card is there, can be what it is said to be, has somewhere to go, and goes somewhere else."""
    found = moved_card(state, change, player)
    if found is None:
        where = f" in {change.origin}" if change.origin is not None else "; say where it comes from"
        yield Violation("CG-F01", f"no card {change.card}{where}", impossible=True)
        return
    if found.token.card is None and change.to in OPEN_PLACES:
        needed = change.to in (*_SLOTS, "team_slot")
        yield Violation("CG-X05", "the card will lie open: say which card it is", impossible=needed)
    elif found.token.card is not None and not _is_known(state, found.token):
        yield from newly_known(state, token_owner(found.token.id), (found.token.card,))
    yield from _meaningless(state, change, found)
    if _stays(state, change, found):
        title = state.catalogue.name_of(found.token.card)
        yield Violation("CG-F01", f"{title} is there already ({change.to}): nothing would move", impossible=True)
    else:
        yield from _room(state, change, found, _side(change, found))


def _is_known(state: State, card: Token) -> bool:
    """Whether it is on record which card this is."""
    return any(found.token == card for found in all_cards(state))


def _side(change: ch.MoveCard, found: Found) -> int:
    """To whose side the card goes."""
    return found.side if change.player is None else change.player


def _meaningless(state: State, change: ch.MoveCard, found: Found) -> Iterator[Violation]:
    """What is said of a move and would not be heeded."""
    if change.slot is not None and change.to not in _SLOTS:
        yield Violation("CG-F01", f"there are no slots in {change.to}: leave slot= out", impossible=True)
    if change.robot is not None and change.to != "drive_team":
        yield Violation("CG-F01", f"robot= goes with to=drive_team, not with {change.to}", impossible=True)
    owner = token_owner(found.token.id)
    if change.player not in (None, owner) and (change.to.startswith("deck") or change.to == "retirement_pile"):
        yield Violation("CG-X01", "a card goes to its owner's deck or pile: leave player= out", impossible=True)
    if change.position == "defensive":
        there = find_robot(state, found.token.id)
        if change.to != "robot_slots" or (there is not None and there[2].position == "offensive"):
            text = (
                "position= is of a robot that comes onto the field; one that is there is switched (position_switched)"
            )
            yield Violation("CG-A10", text, impossible=True)


def _stays(state: State, change: ch.MoveCard, found: Found) -> bool:
    """Whether the card would lie where it lies."""
    if change.to.startswith("deck"):
        if not found.place.startswith("deck"):
            return False
        bottom = state.players[found.side].deck - 1
        return place_in_deck(state.players[found.side], found) == {"deck_top": 0, "deck_bottom": bottom}.get(change.to)
    if change.to == "drive_team":
        above = _robot_above(state, change, _side(change, found))
        return found.place == "drive_team" and above is not None and above[1].token == found.robot
    here = found.place == change.to and (found.side == _side(change, found) or change.to == "retirement_pile")
    return here and change.slot is None


def _room(state: State, change: ch.MoveCard, found: Found, side: int) -> Iterator[Violation]:
    """Whether there is a place of that kind for the card."""
    player, record = state.players[side], state.catalogue.get(found.token.card)
    if change.to in _TYPES and record is not None and not isinstance(record, _TYPES[change.to][1]):
        yield Violation(_TYPES[change.to][0], f"{record.name} cannot lie there ({change.to})", impossible=True)
    if change.to == "team_slot" and player.team is not None:
        yield Violation("CG-F02", "the one team card slot is taken", impossible=True)
    elif change.to == "robot_slots":
        yield from _open_slot("CG-F04", player.robots, change.slot)
    elif change.to == "mentor_event_slots":
        yield from _open_slot("CG-F05", player.slots, change.slot)
    elif change.to == "drive_team" and _robot_above(state, change, side) is None:
        yield Violation("CG-F04", "name the robot under which the card goes", impossible=True)


def _open_slot(rule: str, slots: tuple[object | None, ...], slot: int | None) -> Iterator[Violation]:
    if None not in slots:
        yield Violation(rule, f"{len(slots)} of {counted(len(slots), 'slot')} taken", impossible=True)
    elif slot is not None and (not 1 <= slot <= len(slots) or slots[slot - 1] is not None):
        yield Violation(rule, f"slot {slot} is taken or does not exist (1 to {len(slots)})", impossible=True)


def _robot_above(state: State, change: ch.MoveCard, side: int) -> tuple[int, Robot] | None:
    """Side and robot under which the card goes."""
    return robot_meant(state, side, change.player, change.robot) if change.robot is not None else None


def move(course: Course, change: ch.MoveCard, player: int, cause: Cause) -> None:
    """A card goes from one zone to another."""
    found = moved_card(course.state, change, player)
    assert found is not None
    if found.place == "hand" and change.to in OPEN_PLACES:
        show(course, found.side, found.token)
    if change.to == "retirement_pile" and found.place in FIELD:
        retire_from_field(course, found, cause)
    else:
        _relocate(course, change, found)


def retire_from_field(course: Course, found: Found, cause: Cause) -> None:
    """Field to pile: a retirement (CG-X01 to CG-X03)."""
    token, card = found.token.id, found.token.card
    if found.place == "robot_slots":
        retire_robot(course, token, cause)
        settle_drive_team(course, token)
    elif found.place in ("student_body", "drive_team"):
        course.add(StudentRetired(player=found.side, token=token, card=card, robot=found.robot))
    elif found.place == "mentor_event_slots" and not isinstance(course.state.catalogue.get(card), MentorCard):
        course.add(EventRetired(player=found.side, token=token, card=card or "", cause=_by_hand(cause)))
    else:
        course.add(_moved(found, "retirement_pile", found.side))


def _by_hand(cause: Cause) -> Literal["effect", "adjustment"]:
    return "adjustment" if cause == "adjustment" else "effect"


def _moved(found: Found, to: Place, player: int) -> CardMoved:
    return CardMoved(
        token=found.token.id, card=found.token.card, origin=found.place, side=found.side, to=to, player=player
    )


def _relocate(course: Course, change: ch.MoveCard, found: Found) -> None:
    """Any other move. A robot that goes to another slot takes its Drive Team along."""
    there = find_robot(course.state, found.token.id)
    if there is not None and change.to != "robot_slots":
        _return_drive_team(course, there)
    side = _side(change, found)
    arriving = change.to in FIELD and found.place not in FIELD
    dormant = arriving and is_dormant(course, found.token.card or "", side)
    moved = replace(_moved(found, change.to, side), dormant=dormant)
    course.add(_with_place(course.state, change, moved, there[2] if there is not None else None))
    if arriving and not dormant:
        start_effects(course, found.token.card, side)


def _with_place(state: State, change: ch.MoveCard, moved: CardMoved, robot: Robot | None) -> CardMoved:
    """The move with what stands in the slot then, or under which robot the card goes."""
    player, card = state.players[moved.player], Token(moved.token, moved.card)
    if change.to == "robot_slots":
        robot = robot if robot is not None else _new_robot(state, card, change)
        return replace(moved, slot=change.slot or free_slot(player.robots) or 1, robot=robot)
    if change.to == "mentor_event_slots":
        there = find_slotted(state, card.id)
        slotted = there[2] if there is not None else slotted_card(state, card, moved.player)
        return replace(moved, slot=change.slot or free_slot(player.slots) or 1, slotted=slotted)
    if change.to == "drive_team":
        above = _robot_above(state, change, moved.player)
        assert above is not None
        return replace(moved, player=above[0], under=above[1].token)
    return moved


def _return_drive_team(course: Course, there: tuple[int, int, Robot]) -> None:
    """A robot that leaves the field unretired gives its whole Drive Team back (CG-Q27)."""
    side, _, robot = there
    if robot.drive_team:
        course.add(DriveTeamReturned(player=side, robot=robot.token, students=robot.drive_team))


def _new_robot(state: State, card: Token, change: ch.MoveCard) -> Robot:
    record = state.catalogue.get(card.card)
    offense, defense = (record.offense or 0, record.defense or 0) if isinstance(record, RobotCard) else (0, 0)
    return Robot(card.id, card.card or "", offense, defense, change.position, turn=state.turn)
