"""Agreements of the players about the end (TCG-E04, E05)."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from domain.cards import SeatIndex
from domain.games.frc_tcg.commands.base import TcgCommand
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.events.match_end import DrawAgreed, MatchAbandoned, MatchConceded, MatchWon, PrizeCardsSettled
from domain.games.frc_tcg.match_end import end, put_out
from domain.games.frc_tcg.options import SETTLEMENTS
from domain.games.frc_tcg.state import State
from domain.games.frc_tcg.turn_checks import check_not_over
from domain.rules import Violation, impossible
from domain.seats import seat_name


class Concede(TcgCommand, frozen=True, kw_only=True, tag="concede"):
    """Record that a player gives up."""

    title = "Concede the match"
    player: SeatIndex
    rules = ("TCG-E05",)

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _agreeing(state)
        if not 0 <= self.player < len(state.players):
            yield impossible("TCG-E05", "only a player concedes")
        elif state.status == "setup":
            yield impossible("TCG-E05", "the match has not started: abandon it")
        elif state.players[self.player].out and not state.over:
            yield Violation("TCG-E05", f"{seat_name(state.seats, self.player)} is out of the match")

    def resolve(self, out: TcgBuffer) -> None:
        out.add(MatchConceded(player=self.player))
        state = out.state
        if state.is_duel:
            end(out, MatchWon(winners=(1 - self.player,), rule="TCG-E05"))
        else:
            put_out(out, [self.player], "TCG-E05")


class AgreeDraw(TcgCommand, frozen=True, kw_only=True, tag="agree_draw"):
    """Record that all remaining players agree on a draw."""

    title = "Agree on a draw"
    players: tuple[SeatIndex, ...]
    rules = ("TCG-E05",)

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _agreeing(state)
        if not all(0 <= seat < len(state.players) for seat in self.players):
            yield impossible("TCG-E05", "only players agree on a draw")
            return
        still_in = {seat for seat, player in enumerate(state.players) if not player.out}
        missing = still_in - set(self.players)
        if missing:
            yield Violation(
                "TCG-E05", f"{seat_name(state.seats, min(missing))} has not agreed: a draw needs all players"
            )

    def resolve(self, out: TcgBuffer) -> None:
        end(out, DrawAgreed(players=self.players))


class Abandon(TcgCommand, frozen=True, kw_only=True, tag="abandon"):
    """Abandon the match without a result."""

    title = "Abandon the match"
    reason: str = ""
    rules = ("TCG-E05",)

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _agreeing(state)

    def resolve(self, out: TcgBuffer) -> None:
        end(out, MatchAbandoned(reason=self.reason))


class SettlePrizeCards(TcgCommand, frozen=True, kw_only=True, tag="settle_prize_cards"):
    """Settle who keeps the captured prize cards after the match."""

    title = "Settle the captured prize cards"
    mode: Annotated[str, Meta(extra={"choices": SETTLEMENTS})]
    rules = ("TCG-E04",)

    def validate(self, state: State) -> Iterator[Violation]:
        if self.mode not in SETTLEMENTS:
            yield impossible("TCG-E04", f"no settlement {self.mode!r}; there are {', '.join(SETTLEMENTS)}")
        if not state.over:
            yield Violation("TCG-E04", "captured prize cards are settled after the end")
        elif state.settlement:
            yield Violation("TCG-E04", f"they are settled: {state.settlement}")

    def resolve(self, out: TcgBuffer) -> None:
        out.add(PrizeCardsSettled(mode=self.mode))


def _agreeing(state: State) -> Iterator[Violation]:
    if state.status == "unopened":
        yield impossible("TCG-S08", "no match is open: create_match first")
    yield from check_not_over(state)
