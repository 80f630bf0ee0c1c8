"""Command -> what it does, and how a command unfolds."""

from collections.abc import Callable
from typing import Final, cast

from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.events.base import PblEvent
from domain.games.pbl_robots.resolve import builds, cards, combat, decks, position, setup, turns
from domain.games.pbl_robots.resolve.base import Work
from domain.games.pbl_robots.resolve.consequences import settle
from domain.games.pbl_robots.state import State

__all__ = ["RESOLVE", "resolve", "unfold"]

RESOLVE: Final = {
    c.CreateMatch: setup.create_match,
    c.ChooseBaseRobot: setup.choose_base_robot,
    c.DefineCard: setup.define_card,
    c.SetCelebrity: setup.set_celebrity,
    c.DealInheritance: setup.deal_inheritance,
    c.RevealTalentPool: setup.reveal_talent_pool,
    c.RollD20: setup.roll_d20,
    c.ChooseStarter: setup.choose_starter,
    c.CommitStarter: setup.commit_starter,
    c.RevealStarters: setup.reveal_starters,
    c.DealQuickPlay: decks.deal_quick_play,
    c.StartDraft: decks.start_draft,
    c.PassPile: decks.pass_pile,
    c.TakePile: decks.take_pile,
    c.SelectChallengeCard: setup.select_challenge_card,
    c.FormCommunityDeck: decks.form_community_deck,
    c.ReduceDeck: setup.reduce_deck,
    c.DealOpeningHands: setup.deal_opening_hands,
    c.KeepOpeningHand: setup.keep_opening_hand,
    c.StartGame: setup.start_game,
    c.BuildArmor: builds.build,
    c.PlayCrew: builds.build,
    c.BuildHangar: builds.build,
    c.PlayExpertPilot: builds.build,
    c.ChooseReduction: builds.choose_reduction,
    c.PassMove: turns.pass_move,
    c.AnnounceEnd: turns.announce_end,
    c.DrawCard: turns.draw_card,
    c.RevealCard: turns.reveal_card,
    c.DiscardToLimit: turns.discard_to_limit,
    c.ArrangeDeck: turns.arrange_deck,
    c.RecordClock: turns.clock,
    c.Resign: turns.resign,
    c.DeclareAttack: combat.declare_attack,
    c.DeclareShields: combat.declare_shields,
    c.WithdrawAttack: combat.withdraw_attack,
    c.RollAttack: combat.roll_attack,
    c.RollDefense: combat.roll_defense,
    c.AddBombs: combat.add_bombs,
    c.AddShields: combat.add_shields,
    c.UseStorageBombs: combat.use_storage_bombs,
    c.RecordStrike: combat.record_strike,
    c.ConcedeCombat: combat.concede_combat,
    c.PlayAction: cards.play_action,
    c.ResolveEffect: cards.resolve_effect,
    c.BlastCrew: cards.blast_crew,
    c.PickArmor: cards.pick_armor,
    c.AddStorageBomb: cards.add_storage_bomb,
    c.Adjust: cards.adjust,
    c.DeclarePosition: position.declare_position,
}


def unfold(state: State, command: c.PblCommand) -> Work:
    """The course of a command up to where the rules go on by themselves; what is wrong with what it gives is on it."""
    work = Work(state)
    cast("Callable[[Work, c.PblCommand], None]", RESOLVE[type(command)])(work, command)
    return work


def resolve(state: State, command: c.PblCommand) -> tuple[PblEvent, ...]:
    """The events of a command. Does not ask whether it is legal."""
    work = unfold(state, command)
    settle(work)
    return tuple(work.events)
