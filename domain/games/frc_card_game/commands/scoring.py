"""Score attempts, and the choice of a student after a robot retires (CG-C, CG-X02)."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardRef, SeatIndex, parse_ref
from domain.effects.lasting import used_up
from domain.games.frc_card_game import field
from domain.games.frc_card_game.changes.base import Count
from domain.games.frc_card_game.commands.base import FrcCommand, not_your_turn, only_in
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.by_hand import EffectsEnded
from domain.games.frc_card_game.events.scoring import ScoreAttempted
from domain.games.frc_card_game.movements import retire_robot, settle_drive_team
from domain.games.frc_card_game.references import acting, choice_reference, choices_meant, drive_team, robot_on_either
from domain.games.frc_card_game.scoring import change_points, ended_now, look_at_points, resolve_attempt, rule_of
from domain.games.frc_card_game.state import FieldRobot, ScoreOutcome, State, opponent_of
from domain.rules import Violation, impossible
from domain.table.references import find_known
from domain.text import pluralize


class Observed(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The result used at the table, if it differs from the computed one."""

    outcome: ScoreOutcome
    points_lost: Count = 0

    def instead_of(self, attempt: ScoreAttempted, target_side: int) -> ScoreAttempted:
        """Return the attempt with this result instead of the computed one."""
        losers = {
            "target_retired": target_side,
            "direct": target_side,
            "attacker_retired": attempt.player,
            "tied": None,
        }
        return replace(
            attempt,
            outcome=self.outcome,
            points_player=losers[self.outcome] if self.points_lost else None,
            points_lost=self.points_lost,
            observed=True,
        )


class Score(FrcCommand, frozen=True, kw_only=True, tag="score"):
    """A score attempt: on a robot of the opponent, or directly if the opponent has no robots (CG-C01 to CG-C09)."""

    title = "Attempt to score"
    robot: CardRef
    target: CardRef | None = None
    retired_student: CardRef | None = None
    """The student who retires under CG-X02, if already chosen."""
    observed: Observed | None = None
    player: SeatIndex | None = None
    rules = (
        "CG-C01", "CG-C02", "CG-C03", "CG-C04", "CG-C05", "CG-C06", "CG-C07", "CG-C08", "CG-C09", "CG-T01", "CG-T03",
        "CG-T05", "CG-T07",
    )  # fmt: skip

    def validate(self, state: State) -> Iterator[Violation]:
        """Check turn, phase, robot, target and the given result (CG-C01 to CG-C09, CG-T03, CG-T07)."""
        player = acting(state, self.player)
        yield from not_your_turn(state, player)
        if state.turn == 1:
            yield Violation("CG-T03", "the scoring phase of turn 1 is skipped for the first player")
        else:
            yield from only_in(state, "scoring", "CG-T07", "scoring")
        found = robot_on_either(state, player, self.robot)
        if found is None:
            yield impossible("CG-C01", f"no robot {self.robot} on the field")
            return
        side, robot = found
        yield from _able(state, player, side, robot)
        target = robot_on_either(state, opponent_of(player), self.target) if self.target else None
        yield from _target(state, player, self.target, target)
        if self.target is None or target is not None:
            yield from self._result(state, resolve_attempt(state, player, robot, target))

    def resolve(self, out: FrcBuffer) -> None:
        """Resolve the attempt (CG-C04 to CG-C08). The end of the match is checked before the Drive Team is settled (CG-Q28)."""
        player = acting(out.state, self.player)
        attacker = robot_on_either(out.state, player, self.robot)
        assert attacker is not None
        target = robot_on_either(out.state, opponent_of(player), self.target) if self.target else None
        attempt = resolve_attempt(out.state, player, attacker[1], target)
        if self.observed is not None:
            attempt = self.observed.instead_of(attempt, target[0] if target else opponent_of(player))
        out.add(attempt)
        retired = {"target_retired": attempt.target, "attacker_retired": attempt.attacker}.get(attempt.outcome)
        if retired is not None:
            retire_robot(out, retired, "score")
        _use_up(out, attacker, target)
        if attempt.points_player is not None:
            change_points(out, attempt.points_player, -attempt.points_lost, "score")
            look_at_points(out)
        if retired is not None and not ended_now(out):  # no choice after the end of the match
            settle_drive_team(out, retired, _student(out.state, retired, self.retired_student))

    def out_of_turn(self, state: State) -> Iterator[Violation]:
        """Yield a violation of CG-C09 if a student must be chosen first."""
        if state.choices and state.result is None:
            yield Violation("CG-C09", "the previous attempt is not finished: a student must be chosen first")

    def _result(self, state: State, attempt: ScoreAttempted) -> Iterator[Violation]:
        """Check the observed result and the student named for CG-X02."""
        seen = self.observed
        outcome = attempt.outcome if seen is None else seen.outcome
        if seen is not None and (seen.outcome, seen.points_lost) != (attempt.outcome, attempt.points_lost):
            text = f"by the rules: {attempt.outcome}, {pluralize(attempt.points_lost, 'point')} lost"
            yield Violation(rule_of(attempt), text)
        if self.retired_student is None:
            return
        token = {"target_retired": attempt.target, "attacker_retired": attempt.attacker}.get(outcome)
        robots = [r for p in state.players for r in p.robots if r is not None and r.token == token]
        if not robots:
            yield Violation("CG-X02", "no robot retires, so no student does")
        elif find_known(robots[0].drive_team, parse_ref(self.retired_student)) is None:
            team = drive_team(state, robots[0].card, robots[0].drive_team)
            yield impossible("CG-X02", f"{self.retired_student} is not on {team}")


class ChooseRetiredStudent(FrcCommand, frozen=True, kw_only=True, tag="choose_retired_student"):
    """Chooses the student of a retired robot's Drive Team who retires too (CG-X02)."""

    title = "Choose a student to retire"
    student: CardRef
    robot: CardRef | None = None
    """Default: the robot of the only open choice."""
    player: SeatIndex | None = None
    with_open_choice = True

    def validate(self, state: State) -> Iterator[Violation]:
        """Check that the student belongs to one open choice, and that its player chooses (CG-X02)."""
        meant = choices_meant(state, self.robot, self.student)
        if len(meant) != 1:
            yield impossible("CG-X02", _which_choice(state, self.robot, len(meant)))
            return
        choice = meant[0]
        if find_known(choice.candidates, parse_ref(self.student)) is None:
            team = drive_team(state, choice.robot_card, choice.candidates)
            yield impossible("CG-X02", f"{self.student} is not on {team}")
        if self.player not in (None, choice.player):
            yield Violation("CG-X02", f"{state.name(choice.player)} chooses, not {state.name(self.player)}")

    def resolve(self, out: FrcBuffer) -> None:
        choice = choices_meant(out.state, self.robot, self.student)[0]
        student = find_known(choice.candidates, parse_ref(self.student))
        settle_drive_team(out, choice.robot, student.id if student is not None else None)


def _use_up(out: FrcBuffer, *robots: tuple[int, FieldRobot] | None) -> None:
    """End the effects on stats that last for one use, which this attempt was."""
    state = out.state
    subjects = [field.robot_subject(*found) for found in robots if found is not None] if state.lasting else []
    ended = {
        one for subject in subjects for one in used_up(state.lasting, ("offense", "defense"), subject, state.seats)
    }
    if ended:
        out.add(EffectsEnded(effects=tuple(sorted(ended))))


def _able(state: State, player: int, side: int, robot: FieldRobot) -> Iterator[Violation]:
    """Check that the robot may score (CG-C01, CG-C02)."""
    title = state.catalogue.name_of(robot.card)
    if side != player:
        yield Violation("CG-C01", f"{title} is on {state.name(side)}'s side")
    elif not field.may_score_here(state, side, robot):
        yield Violation("CG-C01", f"{title} is in defensive position")
    forbidden = field.score_forbidden_by(state, side, robot)
    if forbidden is not None:
        yield Violation("CG-C01", f"{title} cannot score: {forbidden}")
    if robot.attempts >= field.attempts_allowed(state, side, robot):
        yield Violation("CG-C02", f"{title} has already scored this turn")


def _target(state: State, player: int, text: str | None, target: tuple[int, FieldRobot] | None) -> Iterator[Violation]:
    """Check that the target is a valid one (CG-C03, CG-C08)."""
    if text is None:
        if field.opponent_has_robot(state, player):
            yield Violation("CG-C08", f"{state.name(opponent_of(player))} has a robot: name one as the target")
    elif target is None:
        yield impossible("CG-C03", f"no robot {text} on {state.name(opponent_of(player))}'s side")
    elif target[0] == player:
        yield Violation("CG-C03", "the target must be a robot of the opponent")


def _which_choice(state: State, robot: str | None, meant: int) -> str:
    """Return the message for a reference that matches no open choice or several; it lists the open ones."""
    if not state.choices:
        return "no choice of a student is open"
    there = " or ".join(
        f"robot={choice_reference(state, choice)} for {drive_team(state, choice.robot_card, choice.candidates)}"
        for choice in state.choices
    )
    return (
        f"{pluralize(meant, 'choice')} {'is' if meant == 1 else 'are'} open: say {there}"
        if meant
        else f"no choice is open for {robot}: say {there}"
    )


def _student(state: State, robot: int, text: str | None) -> int | None:
    """Return the token of the student that a reference means on a retired robot's Drive Team."""
    choice = next((c for c in state.choices if c.robot == robot), None)
    student = find_known(choice.candidates, parse_ref(text)) if choice is not None and text is not None else None
    return student.id if student is not None else None
