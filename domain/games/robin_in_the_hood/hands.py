"""Hands that begin of themselves, and cards that are turned up (RH-T05, RH-T08, RH-Q14, RH-Q27)."""

from domain.games.robin_in_the_hood.events.base import RobinBuffer
from domain.games.robin_in_the_hood.events.modifiers import ModifierReplaced
from domain.games.robin_in_the_hood.events.placing import PlacementsRevealed, ShownChoice
from domain.games.robin_in_the_hood.events.setup import HandStarted
from domain.games.robin_in_the_hood.state import Player, State, is_ready
from domain.games.robin_in_the_hood.vocabulary import PLACE_FIRST


def start_hand(out: RobinBuffer) -> None:
    """The next hand begins, whoever won the last Agility stage placing first (RH-T05, RH-C11)."""
    state = out.state
    order = state.agility_winner if state.phase != "opening_draw" else state.order
    order = next((effect.seat for effect in reversed(state.lasting) if effect.name == PLACE_FIRST), order)
    out.add(HandStarted(hand_no=state.hand_no + 1, order=order))


def start_hand_when_ready(out: RobinBuffer) -> None:
    """The next hand begins once both players hold their cards (RH-T08)."""
    state = out.state
    if state.phase in ("opening_draw", "refill") and all(is_ready(player) for player in state.players):
        start_hand(out)


def reveal_choices(out: RobinBuffer) -> None:
    """Choices made at the same time are turned up together, and modifiers replace others then (RH-Q14, RH-Q27)."""
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
    """The modifier that a player chose in this hand puts the one in play aside (RH-C09, RH-Q14)."""
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
