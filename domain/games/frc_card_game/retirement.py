"""Cards that go from the field to the retirement pile, and how a Drive Team is settled (CG-X01 to CG-X03)."""

from typing import Literal

from domain.effects.lasting import prevention
from domain.games.frc_card_game.cards import MentorCard
from domain.games.frc_card_game.events import scoring
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.by_hand import CardMoved, ChangePrevented
from domain.games.frc_card_game.events.turns import EventRetired
from domain.games.frc_card_game.field import robot_subject
from domain.games.frc_card_game.state import ByHandCause, Cause
from domain.games.frc_card_game.zones import CardLocation, find_robot


def retire_from_field(
    out: FrcBuffer, found: CardLocation, cause: ByHandCause, *, event: Literal["effect_ended"] | None = None
) -> None:
    """Field to pile: a retirement (CG-X01 to CG-X03). Why an event goes can be said more exactly."""
    token, card = found.token.id, found.token.card
    if found.place == "robot_slots":
        retire_robot(out, token, cause)
        settle_drive_team(out, token)
    elif found.place in ("student_body", "drive_team"):
        out.add(scoring.StudentRetired(player=found.side, token=token, card=card, robot=found.robot))
    elif found.place == "mentor_event_slots" and not isinstance(out.state.catalogue.get(card), MentorCard):
        out.add(EventRetired(player=found.side, token=token, card=card or "", cause=event or cause))
    else:
        out.add(
            CardMoved(
                token=token, card=card, origin=found.place, side=found.side, to="retirement_pile", player=found.side
            )
        )


def retire_robot(out: FrcBuffer, token: int, cause: Cause) -> None:
    """Retire a robot to the pile, unless an effect prevents it; `settle_drive_team` handles its students."""
    state = out.state
    found = find_robot(state, token)
    if found is None:
        return
    side, _, robot = found
    shields = state.lasting if cause != "adjustment" else ()
    guard = prevention(shields, "retirement", robot_subject(side, robot), state.seats) if shields else None
    if guard is not None:
        out.add(ChangePrevented(effect=guard.id, player=side, token=token))
    else:
        out.add(scoring.RobotRetired(player=side, token=token, card=robot.card, cause=cause))


def settle_drive_team(out: FrcBuffer, robot: int, student: int | None = None) -> None:
    """One student of a retired robot's Drive Team retires, the others return; more than one asks for a choice (CG-X02, CG-X03)."""
    choice = next((c for c in out.state.choices if c.robot == robot), None)
    if choice is None:
        return
    retiring = next((s for s in choice.candidates if s.id == student), None)
    if retiring is None and len(choice.candidates) == 1:
        retiring = choice.candidates[0]
    if retiring is None:
        out.add(
            scoring.StudentChoiceOpened(
                player=choice.player, robot=robot, robot_card=choice.robot_card, candidates=choice.candidates
            )
        )
        return
    out.add(scoring.StudentRetired(player=choice.player, token=retiring.id, card=retiring.card, robot=robot))
    others = tuple(s for s in choice.candidates if s.id != retiring.id)
    if others:
        out.add(scoring.DriveTeamReturned(player=choice.player, robot=robot, students=others))
