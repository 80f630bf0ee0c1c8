"""The state of a round at the end of a hand (RH-E01 to RH-E05)."""

from msgspec import Struct

from domain.games.robin_in_the_hood.state import DrawReason, State, all_four, cannot_place


class RoundResult(Struct, frozen=True, gc=False, kw_only=True):
    """The result of a round: a winner or a reason for a draw; without either, the round goes on."""

    winner: int | None = None
    drawn: DrawReason | None = None

    @property
    def ended(self) -> bool:
        """Whether the round is over."""
        return self.winner is not None or self.drawn is not None


def round_result(state: State) -> RoundResult:
    """A full mat first, an empty Draw pile after it (RH-E05)."""
    if cannot_place(state):
        return RoundResult(drawn="no_playing_card")
    full = [seat for seat, player in enumerate(state.players) if all_four(player)]
    if len(full) == 1:
        return RoundResult(winner=full[0])
    if full:
        return RoundResult(drawn="both_four")
    if any(not player.draw_pile for player in state.players):
        return RoundResult(drawn="draw_pile_empty")
    return RoundResult()
