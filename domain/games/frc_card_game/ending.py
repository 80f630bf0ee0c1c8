"""Points, and the end of the match (CG-X06, CG-E)."""

from domain.games.frc_card_game.events.base import FrcCourse
from domain.games.frc_card_game.events.scoring import PointsChanged
from domain.games.frc_card_game.events.turns import DrawFailed, MatchEnded
from domain.games.frc_card_game.state import Cause, DrawCause, EndReason, opponent_of


def change_points(course: FrcCourse, player: int, delta: int, cause: Cause) -> None:
    """Add a change of points, unless it is 0."""
    if delta:
        before = course.state.players[player].points
        course.add(PointsChanged(player=player, before=before, delta=delta, after=before + delta, cause=cause))


def look_at_points(course: FrcCourse) -> None:
    """Ends the match when a player is at 0 or less (CG-X06, CG-E01 to CG-E03)."""
    first, second = course.state.players
    if (first.points > 0 and second.points > 0) or course.state.result is not None:
        return
    points = first.points, second.points
    out = [seat for seat, value in enumerate(points) if value <= 0]
    if len(out) == 1:
        end(course, opponent_of(out[0]), "points", "CG-E01")
    elif out and points[0] == points[1]:
        end(course, None, "draw", "CG-E03")
    elif out:
        end(course, 0 if points[0] > points[1] else 1, "both_out", "CG-E02")


def fail_draw(course: FrcCourse, player: int, cause: DrawCause) -> None:
    """A draw that cannot be made loses the match (CG-E04, CG-V02)."""
    course.add(DrawFailed(player=player, cause=cause))
    if course.state.result is None:
        end(course, opponent_of(player), "unable_to_draw", "CG-E04" if cause == "draw_phase" else "CG-V02")


def end(course: FrcCourse, winner: int | None, reason: EndReason, rule: str) -> None:
    """The match is over."""
    points = tuple(player.points for player in course.state.players)
    course.add(MatchEnded(winner=winner, reason=reason, rule=rule, points=points))


def ended_now(course: FrcCourse) -> bool:
    """Whether this command ended the match: what would follow does not."""
    return course.state.result is not None and any(isinstance(event, MatchEnded) for event in course.events)
