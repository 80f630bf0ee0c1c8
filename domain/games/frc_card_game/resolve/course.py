"""What follows from one command step by step: points, the end of the match, retirements, cards that are shown."""

from typing import Literal

from domain.cards import Token
from domain.games.frc_card_game.cards import ModifyPoints, index_of
from domain.games.frc_card_game.events.base import FrcEvent
from domain.games.frc_card_game.events.plays import CardRevealed
from domain.games.frc_card_game.events.scoring import (
    DriveTeamReturned,
    PointsChanged,
    RobotRetired,
    StudentChoiceOpened,
    StudentRetired,
)
from domain.games.frc_card_game.events.turns import DrawFailed, MatchEnded
from domain.games.frc_card_game.field import is_held_back
from domain.games.frc_card_game.state import Cause, EndReason, State, opponent_of
from domain.games.frc_card_game.zones import find_robot
from domain.unfolding import Course as Unfolding


class Course(Unfolding[State, FrcEvent]):
    """The unfolding of one command, with what the end of a match means for it."""

    __slots__ = ("_was_over",)

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self._was_over = state.result is not None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.result is not None

    @property
    def ended_now(self) -> bool:
        """Whether this command ended the match: what would follow does not."""
        return self.over and not self._was_over


def change_points(course: Course, player: int, delta: int, cause: Cause) -> None:
    """Points go up or down; by 0 is no event."""
    if delta:
        before = course.state.players[player].points
        course.add(PointsChanged(player=player, before=before, delta=delta, after=before + delta, cause=cause))


def look_at_points(course: Course) -> None:
    """Ends the match when a player is at 0 or less (CG-X06, CG-E01 to CG-E03)."""
    first, second = course.state.players
    if (first.points > 0 and second.points > 0) or course.over:
        return
    points = first.points, second.points
    out = [seat for seat, value in enumerate(points) if value <= 0]
    if len(out) == 1:
        end(course, opponent_of(out[0]), "points", "CG-E01")
    elif out and points[0] == points[1]:
        end(course, None, "draw", "CG-E03")
    elif out:
        end(course, 0 if points[0] > points[1] else 1, "both_out", "CG-E02")


def end(course: Course, winner: int | None, reason: EndReason, rule: str) -> None:
    """The match is over."""
    points = tuple(player.points for player in course.state.players)
    course.add(MatchEnded(winner=winner, reason=reason, rule=rule, points=points))


def fail_draw(course: Course, player: int, cause: Literal["draw_phase", "effect"]) -> None:
    """A draw that cannot be made loses the match (CG-E04, CG-V02)."""
    course.add(DrawFailed(player=player, cause=cause))
    if not course.over:
        end(course, opponent_of(player), "unable_to_draw", "CG-E04" if cause == "draw_phase" else "CG-V02")


def is_dormant(course: Course, card: str, side: int) -> bool:
    """Whether the effects of a card that comes onto the field now are held back."""
    return is_held_back(course.state, card, side)


def start_effects(course: Course, card: str | None, side: int) -> None:
    """What an effect does once, when it becomes active (CG-A05)."""
    for effect in index_of(course.state.catalogue, ModifyPoints).by_card.get(card or "", ()):
        player = side if effect.whose == "owner" else opponent_of(side)
        change_points(course, player, effect.delta, "effect")


def show(course: Course, player: int, card: Token) -> None:
    """A hand card that is played or named becomes known first."""
    known = next((t.card for t in course.state.players[player].hand if t.id == card.id), card.card)
    if known is None and card.card is not None:
        course.add(CardRevealed(player=player, token=card.id, card=card.card))


def retire_robot(course: Course, token: int, cause: Cause) -> None:
    """A robot goes to the pile; `settle_drive_team` says what becomes of its students."""
    found = find_robot(course.state, token)
    if found is not None:
        side, _, robot = found
        course.add(RobotRetired(player=side, token=token, card=robot.card, cause=cause))


def settle_drive_team(course: Course, robot: int, student: int | None = None) -> None:
    """One student of a retired robot's Drive Team retires, the others return; more than one asks for a choice (CG-X02, CG-X03)."""
    choice = next((c for c in course.state.choices if c.robot == robot), None)
    if choice is None:
        return
    retiring = next((s for s in choice.candidates if s.id == student), None)
    if retiring is None and len(choice.candidates) == 1:
        retiring = choice.candidates[0]
    if retiring is None:
        course.add(
            StudentChoiceOpened(
                player=choice.player, robot=robot, robot_card=choice.robot_card, candidates=choice.candidates
            )
        )
        return
    course.add(StudentRetired(player=choice.player, token=retiring.id, card=retiring.card, robot=robot))
    others = tuple(s for s in choice.candidates if s.id != retiring.id)
    if others:
        course.add(DriveTeamReturned(player=choice.player, robot=robot, students=others))
