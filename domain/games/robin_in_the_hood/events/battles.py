"""Battles on the stages, and instructions carried out by hand (RH-B01 to RH-B12, RH-A05, RH-C01)."""

from typing import Final

from msgspec.structs import replace

from domain.board import Arrow
from domain.cards import CardId, SeatIndex, Token
from domain.games.robin_in_the_hood.events.base import RobinEvent
from domain.games.robin_in_the_hood.events.changes import AppliedChange, after_changes
from domain.games.robin_in_the_hood.plan import stage_key
from domain.games.robin_in_the_hood.state import (
    STAGE_INDEX,
    Defeated,
    Level,
    Stage,
    StageOutcome,
    State,
    WonBy,
    other,
    with_player,
    with_stage,
)
from domain.narration import Narrator
from domain.text import join_words


class CardEffectResolved(RobinEvent, frozen=True, kw_only=True, tag="card_effect_resolved"):
    """RH-A05: an instruction carried out by hand."""

    player: SeatIndex
    card: CardId
    text: str
    changes: tuple[AppliedChange, ...]
    template = "{player} carries out {card}: {text}"

    def evolve(self, state: State) -> State:
        return after_changes(state, self.changes)


class SkillLevelsDetermined(RobinEvent, frozen=True, kw_only=True, tag="skill_levels_determined"):
    """RH-B02 to RH-B06: the levels of every character in play, before any removal (RH-B12)."""

    levels: tuple[Level, ...]
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        return replace(state, levels=self.levels, results=(), phase="aftermath")

    def describe(self, narrator: Narrator[State]) -> str:
        if not self.levels:
            return "the stages are empty: the battle is skipped"
        found = (
            f"{narrator.card(level.card)} {level_text(narrator.state, level)} on {level.stage.capitalize()}"
            for level in self.levels
        )
        return f"the levels are {join_words(found)}"


class StageWon(RobinEvent, frozen=True, kw_only=True, tag="stage_won"):
    """RH-B07, RH-B09, RH-B11: a stage was won by the higher level, against an empty stage, or against a modifier; or as
    announced."""

    stage: Stage
    player: SeatIndex
    how: WonBy

    def evolve(self, state: State) -> State:
        result = StageOutcome(stage=STAGE_INDEX[self.stage], winner=self.player, how=self.how)
        return replace(state, results=(*state.results, result))

    def arrows(self, state: State) -> tuple[Arrow, ...]:
        """Return an arrow from the winner to the beaten card or empty place."""
        stage = STAGE_INDEX[self.stage]
        return (Arrow(stage_key(state, self.player, stage), stage_key(state, other(self.player), stage)),)

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{narrator.seat(self.player)} wins {self.stage.capitalize()} {self.how_won(narrator.state)}"

    def how_won(self, before: State) -> str:
        """Return `7-6` or `1 to -1`, the winner's level first, or the reason for a win without a comparison."""
        if self.how != "level":
            return _WON_WITHOUT_LEVEL[self.how]
        levels = _final(before, self.stage, self.player)
        return ("-" if min(levels) >= 0 else " to ").join(map(str, levels))


class StageDrawn(RobinEvent, frozen=True, kw_only=True, tag="stage_drawn"):
    """RH-B08: the levels on a stage are equal, and both characters stay."""

    stage: Stage

    def evolve(self, state: State) -> State:
        result = StageOutcome(stage=STAGE_INDEX[self.stage], winner=None, how="level")
        return replace(state, results=(*state.results, result))

    def arrows(self, state: State) -> tuple[Arrow, ...]:
        """Return arrows in both directions, because the stage is a draw."""
        first, second = (stage_key(state, seat, STAGE_INDEX[self.stage]) for seat in (0, 1))
        return Arrow(first, second), Arrow(second, first)

    def describe(self, narrator: Narrator[State]) -> str:
        """Return the level of both, `6-6`, or `as announced` if the levels differ."""
        levels = _final(narrator.state, self.stage, 0)
        how = ("-" if min(levels) >= 0 else " to ").join(map(str, levels)) if len(set(levels)) == 1 else "as announced"
        return f"{self.stage.capitalize()} is drawn {how}"


class CharacterDefeated(RobinEvent, frozen=True, kw_only=True, tag="character_defeated"):
    """RH-C01: a character lost its battle and goes to its player's Dead Cards."""

    player: SeatIndex
    stage: Stage
    token: int
    card: CardId
    template = "{player}'s {card} is defeated"

    def evolve(self, state: State) -> State:
        player, stage = state.players[self.player], STAGE_INDEX[self.stage]
        player = replace(
            player,
            stages=with_stage(player.stages, stage, None),
            dead_cards=(*player.dead_cards, Token(self.token, self.card)),
        )
        defeated = Defeated(player=self.player, stage=stage, token=self.token, card=self.card)
        return replace(with_player(state, self.player, player), defeated=(*state.defeated, defeated))


_WON_WITHOUT_LEVEL: Final = {"empty": "unopposed", "modifier": "against a modifier", "announced": "as announced"}


def _final(state: State, stage: Stage, first: int) -> tuple[int, int]:
    """Return the levels of both on a stage, one player's first; 0 for an empty side."""
    final = {level.player: level.final for level in state.levels if level.stage == stage}
    return final.get(first, 0), final.get(other(first), 0)


def level_text(state: State, level: Level) -> str:
    """Return `4 +2 (Market Day) -3 (by hand) = 3`, or only the score without adjustments."""
    if not level.adjustments:
        return str(level.final)
    steps = (
        f"{a.amount:+d} ({state.catalogue.name_of(a.source) if a.source else 'by hand'})" for a in level.adjustments
    )
    return " ".join((str(level.base), *steps, "=", str(level.final)))
