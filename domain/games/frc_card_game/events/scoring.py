"""Events of score attempts and their consequences (CG-C, CG-X)."""

from typing import Literal

from msgspec.structs import replace

from domain.board import Arrow
from domain.cards import CardId, SeatIndex, Token
from domain.games.frc_card_game.events.base import FrcEvent, FrcNarrativeEvent
from domain.games.frc_card_game.plan import card_keys, player_key
from domain.games.frc_card_game.state import Cause, Position, ScoreOutcome, State, StudentChoice, opponent_of
from domain.games.frc_card_game.visibility import open_card, open_cards
from domain.games.frc_card_game.zones import find_robot, forget, remove_card, retire, set_robot, with_player, with_robot
from domain.narration import Narrator


class ScoreAttempted(FrcEvent, frozen=True, kw_only=True, tag="score_attempted"):
    """A score attempt with the numbers that decided it (CG-C04 to CG-C08)."""

    player: SeatIndex
    attacker: int
    attacker_offense: int
    outcome: ScoreOutcome
    target_player: SeatIndex | None = None
    target: int | None = None
    target_position: Position | None = None
    target_offense: int | None = None
    target_defense: int | None = None
    compared_stat: Literal["offense", "defense"] | None = None
    points_player: SeatIndex | None = None
    """The player who loses points; `None` if points stay the same."""
    points_lost: int = 0
    penalty_basis: str = ""
    """For a failed attempt: the value of the option that its cost was computed with (CG-V03)."""
    observed: bool = False
    """True if the outcome was observed at the table and replaces the computed one."""

    def evolve(self, state: State) -> State:
        """Count the attempt (CG-C02)."""
        return with_robot(state, self.attacker, lambda robot: replace(robot, attempts=robot.attempts + 1))

    def arrows(self, state: State) -> tuple[Arrow, ...]:
        """Return an arrow to the target, or to the player who is scored on directly."""
        keys = card_keys(state)
        side = opponent_of(self.player) if self.target_player is None else self.target_player
        target = player_key(side) if self.target is None else keys.get(self.target)
        source = keys.get(self.attacker)
        return (Arrow(source, target),) if source is not None and target is not None else ()

    def describe(self, narrator: Narrator[State]) -> str:
        attacker = f"{open_card(narrator, self.attacker)} ({self.attacker_offense})"
        seen = ", as the table had it" if self.observed else ""
        if self.target is None:
            return f"{attacker} scores directly for {self.points_lost}{seen}"
        compared = self.target_offense if self.compared_stat == "offense" else self.target_defense
        target = f"{open_card(narrator, self.target)} ({self.compared_stat} {compared})"
        ends = {"target_retired": "and wins", "attacker_retired": "and fails", "tied": "and ties", "direct": "directly"}
        return f"{attacker} scores on {target} {ends[self.outcome]}{seen}"


class RobotRetired(FrcEvent, frozen=True, kw_only=True, tag="robot_retired"):
    """A robot goes to its owner's pile (CG-X01); later events settle its Drive Team (CG-X02)."""

    player: SeatIndex
    token: int
    card: CardId
    cause: Cause
    template = "{player}'s {card} is retired"

    def evolve(self, state: State) -> State:
        """Move the robot to the pile (CG-X01); its Drive Team waits for a choice under CG-X02."""
        found = find_robot(state, self.token)
        if found is None:
            return state
        side, index, robot = found
        state = forget(with_player(state, side, set_robot(state.players[side], index, None)), self.token)
        if robot.drive_team:
            choice = StudentChoice(side, self.token, self.card, robot.drive_team)
            state = replace(state, choices=(*state.choices, choice))
        return retire(state, Token(self.token, self.card))


class StudentChoiceOpened(FrcNarrativeEvent, frozen=True, kw_only=True, tag="student_choice_opened"):
    """A player must choose which student retires (CG-X02)."""

    player: SeatIndex
    robot: int
    robot_card: CardId
    candidates: tuple[Token, ...]
    template = "{player} must choose who retires with {robot_card}: {candidates:cards}"


class StudentRetired(FrcEvent, frozen=True, kw_only=True, tag="student_retired"):
    """A student goes to its owner's pile (CG-X01, CG-X02)."""

    player: SeatIndex
    token: int
    card: CardId | None
    robot: int | None = None
    """The robot whose Drive Team the student was on."""
    template = "{player}'s student {card} is retired"

    def evolve(self, state: State) -> State:
        return retire(remove_card(state, self.token), Token(self.token, self.card))


class DriveTeamReturned(FrcEvent, frozen=True, kw_only=True, tag="drive_team_returned"):
    """Drive Team students go back to the Student Body (CG-X03)."""

    player: SeatIndex
    robot: int
    students: tuple[Token, ...]

    def evolve(self, state: State) -> State:
        for student in self.students:
            state = remove_card(state, student.id, stays=True)
        player = state.players[self.player]
        return with_player(state, self.player, replace(player, student_body=player.student_body + self.students))

    def describe(self, narrator: Narrator[State]) -> str:
        verb = "returns" if len(self.students) == 1 else "return"
        return f"{open_cards(narrator, self.students)} {verb} to {narrator.seat(self.player)}'s Student Body"


class PointsChanged(FrcEvent, frozen=True, kw_only=True, tag="points_changed"):
    """A player's points went up or down (CG-X06)."""

    player: SeatIndex
    before: int
    delta: int
    after: int
    cause: Cause

    def evolve(self, state: State) -> State:
        """Set the points, which may be negative (CG-Q30)."""
        return with_player(state, self.player, replace(state.players[self.player], points=self.after))

    def describe(self, narrator: Narrator[State]) -> str:
        verb = "loses" if self.delta < 0 else "gains"
        return f"{narrator.seat(self.player)} {verb} {abs(self.delta)}: {self.before} to {self.after}"
