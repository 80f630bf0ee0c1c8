"""Command -> its rules, and the check of a command."""

from collections.abc import Callable
from typing import Final, cast

from domain.cards import UNKNOWN
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.actors import acting_seat, gunner_of
from domain.games.pbl_robots.check import builds, cards, combat, creation, position, setup, turns
from domain.games.pbl_robots.check.base import ANYTIME, Problems, hindered, player_problem, player_there, wrong_phase
from domain.games.pbl_robots.resolve.command import unfold
from domain.games.pbl_robots.state import State
from domain.rules import Violation

__all__ = ["CHECK", "check"]

CHECK: Final = {
    c.CreateMatch: creation.check_create,
    c.ChooseBaseRobot: setup.check_robot,
    c.DefineCard: setup.check_define,
    c.SetCelebrity: setup.check_celebrity,
    c.DealInheritance: setup.check_inheritance,
    c.RevealTalentPool: setup.check_pool,
    c.RollD20: setup.check_roll,
    c.ChooseStarter: setup.check_starter,
    c.CommitStarter: setup.check_commit,
    c.RevealStarters: setup.check_reveal_starters,
    c.DealQuickPlay: setup.check_quick_play,
    c.StartDraft: setup.check_draft,
    c.PassPile: setup.check_pile,
    c.TakePile: setup.check_pile,
    c.SelectChallengeCard: setup.check_challenge,
    c.FormCommunityDeck: setup.check_community,
    c.ReduceDeck: setup.check_reduce,
    c.DealOpeningHands: setup.check_hands,
    c.KeepOpeningHand: setup.check_keep,
    c.StartGame: setup.check_start,
    c.BuildArmor: builds.check_build,
    c.PlayCrew: builds.check_build,
    c.BuildHangar: builds.check_build,
    c.PlayExpertPilot: builds.check_build,
    c.ChooseReduction: builds.check_reduction,
    c.PassMove: turns.check_pass,
    c.AnnounceEnd: turns.check_announce,
    c.DrawCard: turns.check_draw_card,
    c.RevealCard: turns.check_reveal,
    c.DiscardToLimit: turns.check_limit,
    c.ArrangeDeck: turns.check_arrange,
    c.RecordClock: turns.check_clock,
    c.Resign: turns.check_resign,
    c.DeclareAttack: combat.check_declare,
    c.DeclareShields: combat.check_shields_stated,
    c.WithdrawAttack: combat.check_withdraw,
    c.RollAttack: combat.check_roll_attack,
    c.RollDefense: combat.check_roll_defense,
    c.AddBombs: combat.check_bombs,
    c.AddShields: combat.check_bombs,
    c.UseStorageBombs: combat.check_storage,
    c.RecordStrike: combat.check_strike,
    c.ConcedeCombat: combat.check_concede,
    c.PlayAction: cards.check_action,
    c.ResolveEffect: cards.check_effect,
    c.BlastCrew: cards.check_blast,
    c.PickArmor: cards.check_pick,
    c.AddStorageBomb: cards.check_storage_bomb,
    c.Adjust: cards.check_adjust,
    c.DeclarePosition: position.check_position,
}
_FOR_ANYBODY: Final = ANYTIME | {c.CreateMatch, c.RecordClock, c.ResolveEffect, c.ChooseReduction}
_GUNNER: Final = frozenset(
    (c.ArrangeDeck, c.PassPile, c.TakePile, c.Resign, c.RollD20, c.ChooseStarter, c.ChooseBaseRobot)
)
"""What a gunner may do (PBL-V36)."""


def check(state: State, command: c.PblCommand) -> tuple[Violation, ...]:
    """Every broken rule; empty for a legal command."""
    problem = wrong_phase(state, command)
    if problem is not None:
        return (problem,)
    if type(command) not in _FOR_ANYBODY and not _shows_at_the_end(state, command):
        problem = _player(state, command)
        if problem is not None:
            return (problem,)
    problem = hindered(state, command)
    own = tuple(cast("Callable[[State, c.PblCommand], Problems]", CHECK[type(command)])(state, command))
    if _gives(command) and not any(one.impossible for one in own):
        own = (*own, *unfold(state, command).faults)
    if problem is None:
        return own
    # While something else is due, only what cannot be held at all is worth saying besides.
    return (problem, *(one for one in own if one.impossible))


def _shows_at_the_end(state: State, command: c.PblCommand) -> bool:
    """After the end the loser may show cards too (PBL-S02)."""
    return (
        state.phase == "over" and isinstance(command, c.RevealCard) and player_there(state, acting_seat(state, command))
    )


def _gives(command: c.PblCommand) -> bool:
    """Whether a command brings what can be judged only where it happens: changes by hand, draws, searches, cards turned up."""
    if isinstance(command, c.ResolveEffect | c.Adjust | c.ConcedeCombat):
        return bool(command.changes)
    if isinstance(command, c.Inputs | c.PickArmor) and (command.found not in (None, UNKNOWN) or command.from_row):
        return True
    return isinstance(command, c.Inputs) and bool(command.drawn or command.row)


def _named_seat(state: State, command: c.PblCommand) -> Violation | None:
    """Whether a player who is named as a target is at the table."""
    target: int | None = getattr(command, "target", None)
    if target is None or 0 <= target < len(state.seats):
        return None
    return Violation("PBL-S01", f"there is no player {target + 1}", impossible=True)


def _player(state: State, command: c.PblCommand) -> Violation | None:
    seat = acting_seat(state, command)
    problem = player_problem(state, seat) or _named_seat(state, command)
    team = state.options.team_mode == "pilot_and_gunner" and type(command) not in _GUNNER
    if problem is None and team and gunner_of(state, state.seats[seat].side) == seat:
        return Violation(
            "PBL-V36", f"{state.seats[seat].name} is the gunner; the pilot plays the game", impossible=True
        )
    return problem
