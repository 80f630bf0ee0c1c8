"""Players of simulated matches: one that plays at random, one that plays to win."""

from collections.abc import Sequence
from random import Random

from domain.capabilities import Bot
from domain.games.frc_card_game.cards import RobotCard
from domain.games.frc_card_game.commands.base import FrcCommand
from domain.games.frc_card_game.commands.by_hand import RetireCard
from domain.games.frc_card_game.commands.plays import PlayEvent, PlayMentor, PlayRobot, PlayStudent, SwitchPosition
from domain.games.frc_card_game.commands.scoring import ChooseRetiredStudent, Score
from domain.games.frc_card_game.commands.turns import AdvancePhase, Concede, DrawCard, EndTurn
from domain.games.frc_card_game.references import robot_on
from domain.games.frc_card_game.scoring import resolve_attempt
from domain.games.frc_card_game.state import State, opponent_of
from domain.games.frc_card_game.zones import robots_of


class RandomBot:
    """Plays any legal command except a concession. Prefers commands that do something to passing, so that matches progress."""

    def choose(self, state: State, commands: Sequence[FrcCommand], rng: Random) -> FrcCommand:  # noqa: ARG002
        """Return a random command; four times out of five one that does more than pass."""
        passing = [c for c in commands if isinstance(c, AdvancePhase | EndTurn)]
        acting = [c for c in commands if not isinstance(c, AdvancePhase | EndTurn | Concede)]
        return rng.choice(acting if acting and (not passing or rng.random() < 0.8) else passing)


class BuilderBot:
    """Draws, plays all the cards that it can, the strongest robots first, and scores whenever it gains points."""

    def choose(self, state: State, commands: Sequence[FrcCommand], rng: Random) -> FrcCommand:
        """Return the command with the highest value; among equal ones, a random one."""
        values = [(self._value(state, command), command) for command in commands]
        best = max(value for value, _ in values)
        return rng.choice([command for value, command in values if value == best])

    def _value(self, state: State, command: FrcCommand) -> float:
        if isinstance(command, Score):
            return self._gain(state, command)
        if isinstance(command, PlayRobot):
            return self._robot(state, command)
        if isinstance(command, SwitchPosition):
            return self._switch(state, command)
        return _PLAIN.get(type(command), 0.0)

    def _gain(self, state: State, command: Score) -> float:
        """Return the points that a score attempt gains, plus 300 for a retired target; -1, less than passing, for a loss or
        a tie."""
        seat = state.turn_player or 0
        robot = robot_on(state, seat, command.robot)
        if robot is None:
            return -1.0
        facing = robot_on(state, opponent_of(seat), command.target) if command.target is not None else None
        attempt = resolve_attempt(state, seat, robot, (opponent_of(seat), facing) if facing is not None else None)
        worth = {"target_retired": 300, "direct": 1, "tied": -1, "attacker_retired": -1000}[attempt.outcome]
        gained = attempt.points_lost if attempt.points_player != seat else -attempt.points_lost
        return 10.0 + worth + gained if worth > 0 else -1.0

    def _robot(self, state: State, command: PlayRobot) -> float:
        """Return a value that prefers strong robots, and for each robot the position that uses its better stat."""
        record = state.catalogue.get(command.card)
        if not isinstance(record, RobotCard):
            return -1.0
        offense, defense = record.offense or 0, record.defense or 0
        fits = (command.position == "offensive") == (offense >= defense)
        return 60.0 + (offense + defense) / 1000 if fits else 1.0

    def _switch(self, state: State, command: SwitchPosition) -> float:
        """Return a high value for a switch to offensive if the opponent has no robots; otherwise -1, so that turns end."""
        seat = state.turn_player or 0
        free = not robots_of(state.players[opponent_of(seat)])
        return 55.0 if command.to == "offensive" and free else -1.0


_PLAIN: dict[type[FrcCommand], float] = {
    DrawCard: 90.0,
    PlayStudent: 80.0,
    PlayMentor: 70.0,
    PlayEvent: 65.0,
    ChooseRetiredStudent: 5.0,
    AdvancePhase: 3.0,
    EndTurn: 2.0,
    RetireCard: 1.0,
    Concede: -100.0,
}

BOTS: dict[str, Bot[State, FrcCommand]] = {"random": RandomBot(), "builder": BuilderBot()}
