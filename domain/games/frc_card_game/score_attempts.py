"""One score attempt: the numbers that decide it (CG-C04 to CG-C08)."""

from msgspec.structs import replace

from domain.games.frc_card_game.events.scoring import ScoreAttempted
from domain.games.frc_card_game.field import stat_of
from domain.games.frc_card_game.state import FieldRobot, ScoreOutcome, State, opponent_of


def resolve_attempt(
    state: State, player: int, attacker: FieldRobot, target: tuple[int, FieldRobot] | None
) -> ScoreAttempted:
    """The attempt of a player's robot on a target (side and robot), or directly at the opponent's points."""
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
    """The rule that decides an attempt."""
    if attempt.outcome == "target_retired":
        return "CG-C05" if attempt.target_position == "defensive" else "CG-C04"
    return {"attacker_retired": "CG-C06", "tied": "CG-C07", "direct": "CG-C08"}[attempt.outcome]
