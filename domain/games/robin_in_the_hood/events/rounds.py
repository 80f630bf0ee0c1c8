"""The end of a hand, of a round and of the tournament (RH-C02 to RH-C11, RH-E01 to RH-E12, RH-T08)."""

from typing import Final, Literal

from msgspec.structs import replace

from domain.cards import CardId, SeatIndex, Token
from domain.games.robin_in_the_hood.events.base import RobinEvent
from domain.games.robin_in_the_hood.state import (
    STAGE_INDEX,
    DrawReason,
    RoundEnd,
    Stage,
    State,
    with_player,
    with_stage,
)
from domain.games.robin_in_the_hood.visibility import may_see
from domain.narration import Narrator
from domain.table.visibility import sees_hand

DRAWN_BECAUSE: Final = {
    "both_four": "both players have all four stages",
    "draw_pile_empty": "a Draw pile is empty",
    "no_playing_card": "a player has no card left to place",
    "announced": "as announced",
}


class RoundWon(RobinEvent, frozen=True, kw_only=True, tag="round_won"):
    """RH-E01: only one player had a character on all four stages."""

    player: SeatIndex

    def evolve(self, state: State) -> State:
        end = RoundEnd(winner=self.player, reason="all_four", hands=state.hand_no)
        return replace(state, phase="between_rounds", rounds=(*state.rounds, end))

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{narrator.seat(self.player)} has all four stages and wins round {narrator.state.round_no}"


class VictoryScored(RobinEvent, frozen=True, kw_only=True, tag="victory_scored"):
    """RH-E02: the winner of a round scored a victory. `victories` is the counter afterwards."""

    player: SeatIndex
    victories: int
    template = "{player} has {victories:victory|victories}"

    def evolve(self, state: State) -> State:
        return with_player(state, self.player, replace(state.players[self.player], victories=self.victories))


class RoundDrawn(RobinEvent, frozen=True, kw_only=True, tag="round_drawn"):
    """RH-E03, RH-E04, RH-Q33: a round ended without a winner."""

    reason: DrawReason

    def evolve(self, state: State) -> State:
        end = RoundEnd(winner=None, reason=self.reason, hands=state.hand_no)
        return replace(state, phase="between_rounds", rounds=(*state.rounds, end))

    def describe(self, narrator: Narrator[State]) -> str:
        return f"round {narrator.state.round_no} is drawn: {DRAWN_BECAUSE[self.reason]}"


class CharacterAdvanced(RobinEvent, frozen=True, kw_only=True, tag="character_advanced"):
    """RH-C02 to RH-C05: a character moved on. `pushed`: it made room for the character behind it."""

    player: SeatIndex
    token: int
    card: CardId
    from_stage: Stage
    to_stage: Stage
    pushed: bool = False
    template = "{player}'s {card} {pushed:?is pushed|advances} to {to_stage:title}"

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        stages = with_stage(player.stages, STAGE_INDEX[self.from_stage], None)
        stages = with_stage(stages, STAGE_INDEX[self.to_stage], Token(self.token, self.card))
        return with_player(state, self.player, replace(player, stages=stages))


class HandEnded(RobinEvent, frozen=True, kw_only=True, tag="hand_ended"):
    """RH-C11: a hand ended; the winner of Agility places first in the next."""

    agility_winner: SeatIndex | None = None

    def evolve(self, state: State) -> State:
        phase = state.phase if state.phase in ("between_rounds", "finished") else "refill"
        return replace(state, phase=phase, agility_winner=self.agility_winner)

    def describe(self, narrator: Narrator[State]) -> str:
        if narrator.state.phase in ("between_rounds", "finished"):
            return f"hand {narrator.state.hand_no} ends"
        winner = self.agility_winner
        who = "both place at once" if winner is None else f"{narrator.seat(winner)} places first"
        return f"hand {narrator.state.hand_no} ends; {who} next"


class CardDrawn(RobinEvent, frozen=True, kw_only=True, tag="card_drawn"):
    """RH-T08: a player drew the top card of the Draw pile; `None` if the card was not named."""

    player: SeatIndex
    token: int
    card: CardId | None = None

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        player = replace(
            player, playing_hand=(*player.playing_hand, Token(self.token, self.card)), draw_pile=player.draw_pile[1:]
        )
        return with_player(state, self.player, player)

    def describe(self, narrator: Narrator[State]) -> str:
        seen = sees_hand(narrator.viewpoint, self.player) or may_see(
            narrator.state, narrator.viewpoint, self.player, "draw_pile", self.token
        )
        return f"{narrator.seat(self.player)} draws {narrator.card(self.card) if seen and self.card else 'a card'}"


class TournamentWon(RobinEvent, frozen=True, kw_only=True, tag="tournament_won"):
    """RH-E09, RH-E12: the tournament has a winner. `scores`: the victories of both."""

    winner: SeatIndex
    scores: tuple[int, ...]
    reason: Literal["victories", "concession"] = "victories"

    def evolve(self, state: State) -> State:
        return replace(state, phase="finished", ended=self.reason, winner=self.winner)

    def describe(self, narrator: Narrator[State]) -> str:
        """Return the result with the winner's victories first."""
        scores = sorted(enumerate(self.scores), key=lambda score: score[0] != self.winner)
        how = "by concession, " if self.reason == "concession" else ""
        return f"{narrator.seat(self.winner)} wins the tournament {how}{'-'.join(str(score) for _, score in scores)}"


class AnteAwarded(RobinEvent, frozen=True, kw_only=True, tag="ante_awarded"):
    """RH-E10: the winner gets both stakes."""

    player: SeatIndex
    cards: tuple[CardId, ...]
    template = "{player} takes {cards} home"

    def evolve(self, state: State) -> State:
        first, second = (replace(player, ante=None) for player in state.players)
        state = replace(state, players=(first, second))
        winner = state.players[self.player]
        return with_player(state, self.player, replace(winner, taken_home=(*winner.taken_home, *self.cards)))


class AnteReturned(RobinEvent, frozen=True, kw_only=True, tag="ante_returned"):
    """RH-Q20: a stake went back to its player, without a winner."""

    player: SeatIndex
    card: CardId
    template = "{player} takes {card} back"

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        return with_player(state, self.player, replace(player, ante=None, taken_home=(*player.taken_home, self.card)))
