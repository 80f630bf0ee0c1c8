"""Points, score attempts, and the end of the match (CG-C04 to CG-C08, CG-X06, CG-E)."""

from msgspec.structs import replace

from domain.effects.lasting import EffectSubject, prevention
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.by_hand import ChangePrevented
from domain.games.frc_card_game.events.scoring import PointsChanged, ScoreAttempted
from domain.games.frc_card_game.events.turns import DrawFailed, MatchEnded
from domain.games.frc_card_game.field import stat_of
from domain.games.frc_card_game.state import Cause, DrawCause, EndReason, FieldRobot, ScoreOutcome, State, opponent_of


def change_points(buffer: FrcBuffer, player: int, delta: int, cause: Cause) -> None:
    """Add a change of points, unless it is 0 or an effect prevents the loss."""
    state = buffer.state
    loss = state.lasting and delta < 0 and cause != "adjustment"
    guard = prevention(state.lasting, "points_lost", EffectSubject(player), state.seats) if loss else None
    if guard is not None:
        buffer.add(ChangePrevented(effect=guard.id, player=player, points=-delta))
    elif delta:
        before = buffer.state.players[player].points
        buffer.add(PointsChanged(player=player, before=before, delta=delta, after=before + delta, cause=cause))


def look_at_points(buffer: FrcBuffer) -> None:
    """End the match if a player has 0 points or less (CG-X06, CG-E01 to CG-E03)."""
    first, second = buffer.state.players
    if (first.points > 0 and second.points > 0) or buffer.state.result is not None:
        return
    points = first.points, second.points
    out = [seat for seat, value in enumerate(points) if value <= 0]
    if len(out) == 1:
        end(buffer, opponent_of(out[0]), "points", "CG-E01")
    elif out and points[0] == points[1]:
        end(buffer, None, "draw", "CG-E03")
    elif out:
        end(buffer, 0 if points[0] > points[1] else 1, "both_out", "CG-E02")


def fail_draw(buffer: FrcBuffer, player: int, cause: DrawCause) -> None:
    """Record a draw from an empty deck, which loses the match (CG-E04, CG-V02)."""
    buffer.add(DrawFailed(player=player, cause=cause))
    if buffer.state.result is None:
        end(buffer, opponent_of(player), "unable_to_draw", "CG-E04" if cause == "draw_phase" else "CG-V02")


def end(buffer: FrcBuffer, winner: int | None, reason: EndReason, rule: str) -> None:
    """End the match; `winner` is `None` for a draw."""
    points = tuple(player.points for player in buffer.state.players)
    buffer.add(MatchEnded(winner=winner, reason=reason, rule=rule, points=points))


def ended_now(buffer: FrcBuffer) -> bool:
    """Return True if the current command has ended the match. Its remaining events are then not added."""
    return buffer.state.result is not None and any(isinstance(event, MatchEnded) for event in buffer.events)


def resolve_attempt(
    state: State, player: int, attacker: FieldRobot, target: tuple[int, FieldRobot] | None
) -> ScoreAttempted:
    """Compute the attempt of a player's robot on a target (seat and robot), or directly on the opponent's points."""
    offense = stat_of(state, player, attacker, "offense")
    if target is None:
        return ScoreAttempted(
            player=player,
            attacker=attacker.token,
            attacker_offense=offense,
            outcome="direct",
            points_player=opponent_of(player),
            points_lost=offense,
        )
    side, robot = target
    target_offense, target_defense = stat_of(state, side, robot, "offense"), stat_of(state, side, robot, "defense")
    defended = robot.position == "defensive"
    compared = target_defense if defended else target_offense
    outcome: ScoreOutcome = (
        "target_retired" if offense > compared else "attacker_retired" if offense < compared else "tied"
    )
    attempt = ScoreAttempted(
        player=player,
        attacker=attacker.token,
        attacker_offense=offense,
        outcome=outcome,
        target_player=side,
        target=robot.token,
        target_position=robot.position,
        target_offense=target_offense,
        target_defense=target_defense,
        compared_stat="defense" if defended else "offense",
    )
    if outcome == "target_retired" and not defended:
        return replace(attempt, points_player=side, points_lost=offense - target_offense)
    if outcome == "attacker_retired":
        basis = state.options.failed_score_penalty
        lost = compared - offense if basis == "compared_stats" else abs(offense - target_offense)
        return replace(attempt, points_player=player, points_lost=lost, penalty_basis=basis)
    return attempt


def rule_of(attempt: ScoreAttempted) -> str:
    """Return the id of the rule that decided an attempt."""
    if attempt.outcome == "target_retired":
        return "CG-C05" if attempt.target_position == "defensive" else "CG-C04"
    return {"attacker_retired": "CG-C06", "tied": "CG-C07", "direct": "CG-C08"}[attempt.outcome]
