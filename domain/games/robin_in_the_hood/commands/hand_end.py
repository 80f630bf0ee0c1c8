"""The end of a hand and the refill (RH-C02 to RH-C11, RH-E01 to RH-E05, RH-T08)."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, SeatIndex
from domain.games.robin_in_the_hood.advance import Move, announced_moves, moves_fit, moves_of
from domain.games.robin_in_the_hood.commands.base import PlayerCommand, RobinCommand, wrong_phase
from domain.games.robin_in_the_hood.events import rounds
from domain.games.robin_in_the_hood.events.base import RobinBuffer
from domain.games.robin_in_the_hood.events.modifiers import ModifierExpired
from domain.games.robin_in_the_hood.options import PLAYING_HAND_SIZE
from domain.games.robin_in_the_hood.round_end import (
    RoundResult,
    reveal_choices,
    round_result,
    start_hand_when_ready,
    win_when_reached,
)
from domain.games.robin_in_the_hood.state import (
    AGILITY,
    STAGE_INDEX,
    STAGE_NAMES,
    Stage,
    State,
    cannot_place,
    result_on,
)
from domain.games.robin_in_the_hood.whereabouts import check_drawn, drawn_as
from domain.rules import Violation, impossible
from domain.seats import Viewpoint, seat_name
from domain.table.visibility import sees_hand


class StageMove(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An announced move at the end of a hand; a character stays if both stages are the same."""

    player: SeatIndex
    from_stage: Stage
    to_stage: Stage


class EndHand(RobinCommand, frozen=True, kw_only=True, tag="end_hand"):
    """End the hand: one-hand modifiers leave, the round is checked, characters advance. Announced results are
    checked."""

    title = "End the hand"
    moves: tuple[StageMove, ...] | None = None
    """Moves that differ from the computed ones; other characters move as computed."""
    result: Literal["goes_on", "won", "drawn"] | None = None
    winner: SeatIndex | None = None
    victories: int | None = None
    """The winner's Victories counter afterwards."""
    rules = ("RH-C02", "RH-E01", "RH-E02", "RH-E03", "RH-E04", "RH-T02")

    def seats(self) -> tuple[int | None, ...]:
        return (self.winner, *[move.player for move in self.moves or ()])

    def validate(self, state: State) -> Iterator[Violation]:
        if state.phase != "aftermath" and not cannot_place(state):
            yield wrong_phase(state, "the battles come before the end of the hand")
        computed = round_result(state)
        yield from self._check_result(state, computed)
        if self.moves is not None:
            yield from self._check_moves(state, computed)

    def _check_result(self, state: State, computed: RoundResult) -> Iterator[Violation]:
        winner = computed.winner if self.result is None else self.winner
        if self.result == "won" and self.winner is None:
            yield impossible("RH-E01", "a round that is won has a winner; name the player")
        elif self.result is not None and not self._as_computed(computed):
            yield Violation(_rule_of_result(computed), _result_text(state, computed))
        elif self.winner is not None and self.winner != computed.winner and self.result != "won":
            yield Violation("RH-E01", _result_text(state, computed))
        if self.victories is not None:
            right = state.players[winner].victories + 1 if winner is not None else None
            if self.victories < 0 or winner is None:
                text = "no victory is scored" if winner is None else "a counter does not fall below 0"
                yield impossible("RH-E02", text)
            elif self.victories != right:
                yield Violation("RH-E02", f"a round scores exactly one victory: {right}, not {self.victories}")

    def _as_computed(self, computed: RoundResult) -> bool:
        if self.result == "won":
            return computed.winner is not None and computed.winner == self.winner
        return computed.winner is None and (computed.drawn is not None) == (self.result == "drawn")

    def _check_moves(self, state: State, computed: RoundResult) -> Iterator[Violation]:
        if (self._announced_result() or computed).ended:
            yield impossible("RH-C02", "the round is over: players cannot advance")
            return
        announced, right = self.moves or (), moves_of(state)
        made = announced_moves(state, self._announced_moves())
        named = {(m.player, STAGE_INDEX[m.from_stage]) for m in announced}
        nobody = any(state.players[seat].stages[stage] is None for seat, stage in named)
        if nobody or len(named) != len(announced) or not moves_fit(state, made):
            text = (
                f"the moves would be {_steps(state, made)}; each goes forward, from an occupied to a then clear stage"
            )
            yield impossible("RH-C02", text)
        elif {(m.player, m.start, m.end) for m in made} != {(m.player, m.start, m.end) for m in right}:
            yield Violation("RH-C02", f"the moves are: {_steps(state, right)}")

    def resolve(self, out: RobinBuffer) -> None:
        reveal_choices(out)
        agility = result_on(out.state, AGILITY)
        for seat, player in enumerate(out.state.players):
            for modifier in player.modifier_pile:
                if modifier.duration == "hand":
                    out.add(ModifierExpired(player=seat, token=modifier.token, card=modifier.card))
        result = self._announced_result() or round_result(out.state)
        if result.ended:
            _end_round(out, result, self.victories)
        else:
            _advance(out, announced_moves(out.state, self._announced_moves()))
        out.add(rounds.HandEnded(agility_winner=agility.winner if agility is not None else None))
        start_hand_when_ready(out)

    def _announced_result(self) -> RoundResult | None:
        """Return the announced result of the round; `None` without one."""
        if self.result is None:
            return None
        if self.result == "won":
            return RoundResult(winner=self.winner)
        return RoundResult(drawn="announced" if self.result == "drawn" else None)

    def _announced_moves(self) -> list[Move]:
        return [Move(m.player, STAGE_INDEX[m.from_stage], STAGE_INDEX[m.to_stage]) for m in self.moves or ()]


class DrawCard(PlayerCommand, frozen=True, kw_only=True, tag="draw_card"):
    """Draw the top card of the Draw pile."""

    title = "Draw a card"
    player: SeatIndex
    card: CardRef = UNKNOWN
    rules = ("RH-A04", "RH-D03", "RH-D04", "RH-D05", "RH-D07", "RH-S08", "RH-S09", "RH-T08")

    def validate(self, state: State) -> Iterator[Violation]:
        player = state.players[self.player]
        if not player.shuffled:
            yield Violation("RH-S08", "the Draw pile is shuffled before cards are drawn")
        elif state.phase == "opening_draw" and not player.hand_drawn:
            yield Violation("RH-S09", "a round begins with draw_playing_hand")
        elif state.phase not in ("refill", "opening_draw"):
            yield Violation("RH-T08", f"cards are drawn after the end of a hand, not in the phase {state.phase}")
        if len(player.playing_hand) >= PLAYING_HAND_SIZE:
            yield Violation("RH-T08", f"{PLAYING_HAND_SIZE} cards are in the hand; draw no more")
        if not player.draw_pile:
            yield impossible("RH-T08", "the Draw pile is empty")
            return
        yield from check_drawn(state, self.player, player.draw_pile[0], self.card, "RH-T08")

    def resolve(self, out: RobinBuffer) -> None:
        top = out.state.players[self.player].draw_pile[0]
        out.add(rounds.CardDrawn(player=self.player, token=top.id, card=drawn_as(top, self.card)))
        start_hand_when_ready(out)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> RobinCommand:  # noqa: ARG002
        return self if sees_hand(viewpoint, self.player) else replace(self, card=UNKNOWN)


def _rule_of_result(computed: RoundResult) -> str:
    if computed.drawn == "both_four":
        return "RH-E03"
    return "RH-E04" if computed.drawn is not None else "RH-E01"


def _result_text(state: State, computed: RoundResult) -> str:
    if computed.winner is not None:
        return f"only {seat_name(state.seats, computed.winner)} has all four stages and wins the round"
    if computed.drawn == "both_four":
        return "both players have all four stages: the round is drawn"
    if computed.drawn is not None:
        return "a Draw pile is empty without a winner: the round is drawn"
    return "neither player has all four stages, and both Draw piles last: the round goes on"


def _steps(state: State, moves: tuple[Move, ...]) -> str:
    steps = (f"{seat_name(state.seats, m.player)} {STAGE_NAMES[m.start]} > {STAGE_NAMES[m.end]}" for m in moves)
    return ", ".join(steps) or "none"


def _end_round(out: RobinBuffer, result: RoundResult, victories: int | None) -> None:
    if result.winner is None:
        out.add(rounds.RoundDrawn(reason=result.drawn or "announced"))
        return
    computed = out.state.players[result.winner].victories + 1
    out.add(
        rounds.RoundWon(player=result.winner),
        rounds.VictoryScored(player=result.winner, victories=computed if victories is None else victories),
    )
    win_when_reached(out)


def _advance(out: RobinBuffer, moves: tuple[Move, ...]) -> None:
    for move in moves:
        token = out.state.players[move.player].stages[move.start]
        assert token is not None
        assert token.card is not None
        step = rounds.CharacterAdvanced(
            player=move.player,
            token=token.id,
            card=token.card,
            from_stage=STAGE_NAMES[move.start],
            to_stage=STAGE_NAMES[move.end],
            pushed=move.pushed,
        )
        out.add(step)
