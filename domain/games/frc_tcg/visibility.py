"""Visibility of hidden cards, and their redaction in commands (TCG-X04, D07, Q08)."""

from domain.cards import UNKNOWN, CardRef, parse_ref
from domain.games.frc_tcg.references import hand_card
from domain.games.frc_tcg.state import State
from domain.seats import JUDGE, Viewpoint
from domain.table.visibility import face_down


def knows_hand(state: State, seat: int, viewpoint: Viewpoint, token: int) -> bool:
    """True if a viewpoint may know a hand card: its owner, the judge, and seats that it was shown to."""
    if viewpoint in (seat, JUDGE):
        return True
    shown = next((r for r in state.players[seat].revealed if r.token == token), None)
    return shown is not None and (not shown.to or viewpoint in shown.to)


def knows_prize(state: State, seat: int, viewpoint: Viewpoint, token: int) -> bool:
    """True if a viewpoint may know a prize card on the table (Q08)."""
    return state.options.prizes_face == "up" or knows_hand(state, seat, viewpoint, token)


def knows_captured(state: State, holder: int, viewpoint: Viewpoint, owner: int) -> bool:
    """True if a viewpoint may know a captured card: its captor, its owner, the judge."""
    return state.options.prizes_face == "up" or viewpoint in (holder, owner, JUDGE)


def face_down_draws(cards: tuple[CardRef, ...] | None) -> tuple[CardRef, ...] | None:
    """Return the same number of unknown cards; `None` if the draws were not entered."""
    return face_down(cards) if cards is not None else None


def public_names(state: State, seat: int, cards: tuple[CardRef, ...]) -> tuple[CardRef, ...]:
    """Return only the names of hand cards that become public, without their physical numbers."""
    return tuple(public_name(state, seat, text) for text in cards)


def public_name(state: State, seat: int, text: CardRef) -> CardRef:
    """Return only the name of a hand card that becomes public: its physical number would reveal when it was drawn."""
    if parse_ref(text).token is None or not 0 <= seat < len(state.players):
        return text
    token = hand_card(state.players[seat], text)
    return token.card or UNKNOWN if token is not None else text
