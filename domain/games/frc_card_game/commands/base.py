"""Checks shared by all commands: does the match accept commands, is it the player's turn, and is the phase right."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Literal

from domain.cards import CardRef
from domain.effects.lasting import EffectSubject, Key
from domain.effects.permissions import EffectCommand
from domain.event_buffer import EventBuffer
from domain.games.frc_card_game.cards import Phase
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.field import robot_subject
from domain.games.frc_card_game.references import acting, drive_team, no_such_player, robot_on_either, source_of
from domain.games.frc_card_game.state import State
from domain.games.frc_card_game.vocabulary import VOCABULARY
from domain.games.frc_card_game.zones import all_cards
from domain.rules import Violation, impossible


class FrcCommand(EffectCommand, frozen=True, kw_only=True):
    """A command of the scorekeeper. `player` is the player who acts; default: the turn player."""

    rules: ClassVar[tuple[str, ...]] = ("CG-A05", "CG-E06", "CG-S01", "CG-S07", "CG-X02")
    taken: ClassVar[Literal["any_time", "from_setup", "in_turns"]] = "in_turns"
    """When the match accepts the command: from turn 1, from the setup, or at any time. Commands for `any_time` check that
    themselves."""
    with_open_choice: ClassVar[bool] = False
    """True if the command is allowed while a player must choose which student retires."""

    vocabulary = VOCABULARY

    def broken(self, state: State) -> tuple[Violation, ...]:
        """Return the violations; empty for a legal command. If the match does not accept the command now, that violation comes
        first, and only impossible ones follow it."""
        shut = None
        if self.taken != "any_time":
            shut = closed(state, setup=self.taken == "from_setup", choice=not self.with_open_choice)
            if shut is not None and shut.impossible:
                return (shut,)
        player = getattr(self, "player", None)
        if player is not None and (strangers := tuple(no_such_player(state, player))):
            return strangers
        violations = tuple(self.validate(state))
        if shut is None:
            return violations
        return (shut, *self.out_of_turn(state), *(violation for violation in violations if violation.impossible))

    def subject(self, state: State) -> EffectSubject | None:
        """Return the robot that the command names, or else the player who acts."""
        player = acting(state, getattr(self, "player", None))
        robot = getattr(self, "robot", None)
        found = robot_on_either(state, player, robot) if robot is not None else None
        return EffectSubject(player) if found is None else robot_subject(*found)

    def is_in_force(self, state: State, card: CardRef) -> bool:
        return source_of(state, acting(state, getattr(self, "player", None)), card) is not None

    def card_name(self, state: State, token: Key) -> str:
        return next((state.catalogue.name_of(f.token.card) for f in all_cards(state) if f.token.id == token), "a card")

    def out_of_turn(self, state: State) -> Iterator[Violation]:  # noqa: ARG002
        """Yield further violations while the match does not accept this command."""
        return iter(())

    @abstractmethod
    def validate(self, state: State) -> Iterator[Violation]:
        """Yield the violations of the command, each with its rule. `broken` adds those of a wrong time and of unknown seats."""

    @abstractmethod
    def resolve(self, out: FrcBuffer) -> None:
        """Add the resulting events. The command may be illegal, if it is recorded as played."""

    def violations_of_changes(self, state: State) -> Iterator[Violation]:
        """Yield the violations of the command's changes by hand. Resolving the command finds them."""
        out: FrcBuffer = EventBuffer(state)
        self.resolve(out)
        yield from out.violations


def closed(state: State, *, choice: bool = True, setup: bool = False) -> Violation | None:
    """Return the violation if the match does not accept a command now. `setup`: the command is accepted before turn 1.
    `choice`: it must wait for open choices."""
    if state.phase == "unopened":
        return impossible("CG-S07", "setup not complete: the match has not been started")
    if state.result is not None:
        return Violation("CG-E06", "the match is over")
    if state.phase == "setup" and not setup:
        return impossible("CG-S07", f"setup not complete: missing {', '.join(_missing(state))}")
    if choice and state.choices:
        teams = [(choice.player, drive_team(state, choice.robot_card, choice.candidates)) for choice in state.choices]
        waiting = " and ".join(f"{state.name(player)} one of {team}" for player, team in teams)
        return Violation("CG-X02", f"first choose the student who retires (choose_retired_student): {waiting}")
    return None


def _missing(state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        if not player.team_played:
            yield f"{state.name(seat)}'s team card"
        if not player.opening_drawn:
            yield f"{state.name(seat)}'s opening hand"
    if state.first_player is None:
        yield "the coin flip"


def not_your_turn(state: State, player: int) -> Iterator[Violation]:
    """Yield a violation of CG-T01 if it is another player's turn."""
    if player != state.turn_player:
        yield Violation("CG-T01", f"it is {state.name(state.turn_player)}'s turn, not {state.name(player)}'s")


def only_in(state: State, phase: Phase, rule: str, what: str) -> Iterator[Violation]:
    """Yield a violation if an action (`what`, in words) belongs to another phase: of CG-T05 in the median phase, else of
    `rule`."""
    if state.phase == "median" and phase != "draw":
        yield Violation("CG-T05", f"the median phase has only card effects; {what} belongs to {phase}")
    elif state.phase != phase:
        yield Violation(rule, f"{what} only in the {phase} phase, not in {state.phase}")
