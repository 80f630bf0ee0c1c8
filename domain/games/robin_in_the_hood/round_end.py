"""The start of hands, the end of rounds and of the tournament, antes (RH-E01 to RH-E05, RH-E09 to RH-E12)."""

from typing import Literal

from msgspec import Struct

from domain.games.robin_in_the_hood.events.base import RobinBuffer
from domain.games.robin_in_the_hood.events.modifiers import ModifierReplaced
from domain.games.robin_in_the_hood.events.placements import PlacementsRevealed, ShownChoice
from domain.games.robin_in_the_hood.events.rounds import AnteAwarded, TournamentWon
from domain.games.robin_in_the_hood.events.setup import HandStarted
from domain.games.robin_in_the_hood.state import DrawReason, Player, State, cannot_place, has_all_four, is_ready, other
from domain.games.robin_in_the_hood.vocabulary import PLACE_FIRST


class RoundResult(Struct, frozen=True, gc=False, kw_only=True):
    """The result of a round: a winner or a reason for a draw; without either, the round goes on."""

    winner: int | None = None
    drawn: DrawReason | None = None

    @property
    def ended(self) -> bool:
        """True if the round is over."""
        return self.winner is not None or self.drawn is not None


def round_result(state: State) -> RoundResult:
    """Return the result of the round: four occupied stages count before an empty Draw pile (RH-E05)."""
    if cannot_place(state):
        return RoundResult(drawn="no_playing_card")
    full = [seat for seat, player in enumerate(state.players) if has_all_four(player)]
    if len(full) == 1:
        return RoundResult(winner=full[0])
    if full:
        return RoundResult(drawn="both_four")
    if any(not player.draw_pile for player in state.players):
        return RoundResult(drawn="draw_pile_empty")
    return RoundResult()


def win_when_reached(out: RobinBuffer) -> None:
    """End the tournament as soon as a player has the agreed number of victories (RH-E09)."""
    goal = out.state.options.victories_to_win
    if goal is None or out.state.phase == "finished":
        return
    for seat, player in enumerate(out.state.players):
        if player.victories >= goal:
            win_tournament(out, seat, "victories")
            return


def win_tournament(out: RobinBuffer, winner: int, reason: Literal["victories", "concession"]) -> None:
    """End the tournament with a winner, who gets the antes (RH-E09, RH-E10, RH-E12)."""
    scores = tuple(player.victories for player in out.state.players)
    out.add(TournamentWon(winner=winner, scores=scores, reason=reason))
    _award_antes(out, winner)


def _award_antes(out: RobinBuffer, winner: int) -> None:
    """Award both stakes to the winner (RH-E10)."""
    players = out.state.players
    cards = tuple(a for a in (players[winner].ante, players[other(winner)].ante) if a is not None)
    if cards:
        out.add(AnteAwarded(player=winner, cards=cards))


def start_hand(out: RobinBuffer) -> None:
    """Start the next hand; the winner of the last Agility stage places first (RH-T05, RH-C11)."""
    state = out.state
    order = state.agility_winner if state.phase != "opening_draw" else state.order
    order = next((effect.seat for effect in reversed(state.lasting) if effect.name == PLACE_FIRST), order)
    out.add(HandStarted(hand_no=state.hand_no + 1, order=order))


def start_hand_when_ready(out: RobinBuffer) -> None:
    """Start the next hand once both players hold their cards (RH-T08)."""
    state = out.state
    if state.phase in ("opening_draw", "refill") and all(is_ready(player) for player in state.players):
        start_hand(out)


def reveal_choices(out: RobinBuffer) -> None:
    """Turn up simultaneous choices together; then modifiers replace others (RH-Q14, RH-Q27)."""
    hidden = [
        ShownChoice(player=seat, token=choice.token, card=choice.card)
        for seat, player in enumerate(out.state.players)
        for choice in player.chosen
        if choice.hidden
    ]
    if hidden:
        out.add(PlacementsRevealed(cards=tuple(hidden)))
        for seat in (0, 1):
            replace_modifiers(out, seat)


def replace_modifiers(out: RobinBuffer, seat: int) -> None:
    """Replace the modifiers in play by the one that a player chose in this hand (RH-C09, RH-Q14)."""
    for token, card in _replaced(out.state, out.state.players[seat]):
        out.add(ModifierReplaced(player=seat, token=token, card=card))


def _replaced(state: State, player: Player) -> list[tuple[int, str]]:
    chosen = {choice.token for choice in player.chosen}
    new = [m for m in player.modifier_pile if m.token in chosen]
    if not new:
        return []
    if state.options.modifier_replace == "lasting_only" and all(m.duration != "lasting" for m in new):
        return []
    return [(m.token, m.card) for m in player.modifier_pile if m.token not in chosen]
