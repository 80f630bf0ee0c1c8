"""The end of the match, and what the table agrees about it (TCG-E01 to E05, V06, V07)."""

from msgspec.structs import replace

from domain.cards import SeatIndex, Token
from domain.games.frc_tcg.events.base import TcgEvent, TcgNarrativeEvent
from domain.games.frc_tcg.parts import put_player, to_shops, without_effects_of
from domain.games.frc_tcg.state import State
from domain.narration import Narrator
from domain.text import join_words


class PlayerOut(TcgEvent, frozen=True, kw_only=True, tag="player_out"):
    """In a match of three or more, a player lost all prize cards or conceded; their cards in play go to the shop."""

    player: SeatIndex
    shopped: tuple[Token, ...] = ()
    """Empty if the match ends, because the board then stays as it is."""
    cleared: bool = True
    template = "{player} is out of the match"

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        if not self.cleared:
            return put_player(state, self.player, replace(player, out=True))
        for stack in player.alliance:
            state = without_effects_of(state, (), stack.key)
        state = without_effects_of(state, self.shopped)
        state = put_player(state, self.player, replace(player, out=True, alliance=(), mentors=(), awards=()))
        return to_shops(state, self.shopped)


class MatchWon(TcgEvent, frozen=True, kw_only=True, tag="match_won"):
    """These seats won the match."""

    winners: tuple[SeatIndex, ...]
    rule: str = "TCG-E01"

    def evolve(self, state: State) -> State:
        status = "conceded" if self.rule == "TCG-E05" else "won"
        return replace(state, status=status, winners=self.winners, end_rule=self.rule)

    def describe(self, narrator: Narrator[State]) -> str:
        how = " by concession" if self.rule == "TCG-E05" else ""
        verb = "wins" if len(self.winners) == 1 else "win"
        return f"{join_words(narrator.seat(seat) for seat in self.winners)} {verb} the match{how}"


class MatchDrawn(TcgEvent, frozen=True, kw_only=True, tag="match_drawn"):
    """The match is over without a winner."""

    rule: str = "TCG-E03"
    template = "the match is a draw"

    def evolve(self, state: State) -> State:
        return replace(state, status="drawn", end_rule=self.rule)


class MatchConceded(TcgNarrativeEvent, frozen=True, kw_only=True, tag="match_conceded"):
    """A player gave up."""

    player: SeatIndex
    template = "{player} concedes (not in the rulebook)"


class DrawAgreed(TcgEvent, frozen=True, kw_only=True, tag="draw_agreed"):
    """The players agreed on a draw."""

    players: tuple[SeatIndex, ...]
    template = "the players agree on a draw (not in the rulebook)"

    def evolve(self, state: State) -> State:
        return replace(state, status="drawn", end_rule="TCG-E05")


class MatchAbandoned(TcgEvent, frozen=True, kw_only=True, tag="match_abandoned"):
    """The match was broken off."""

    reason: str = ""
    template = "the match is abandoned (not in the rulebook){reason:?: *}"

    def evolve(self, state: State) -> State:
        return replace(state, status="abandoned", end_rule="TCG-E05")


class PrizeCardsSettled(TcgEvent, frozen=True, kw_only=True, tag="prize_cards_settled"):
    """The players settled who keeps the captured prize cards."""

    mode: str

    def evolve(self, state: State) -> State:
        return replace(state, settlement=self.mode)

    def describe(self, narrator: Narrator[State]) -> str:
        if self.mode != "kept_by_winner":
            return "the captured prize cards go back to their owners"
        winners = narrator.state.winners
        keep = "keep" if len(winners) > 1 else "keeps"
        return f"{join_words(narrator.seat(seat) for seat in winners)} {keep} the captured prize cards"
