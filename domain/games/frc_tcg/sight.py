"""Who may see which hidden cards (TCG-X04, D07, Q08)."""

from domain.games.frc_tcg.state import State
from domain.table import JUDGE, Viewpoint


def knows_hand(state: State, seat: int, viewpoint: Viewpoint, token: int) -> bool:
    """Whether a viewpoint may know a hand card: its owner, the judge, and whoever it was shown to."""
    if viewpoint in (seat, JUDGE):
        return True
    shown = next((r for r in state.players[seat].revealed if r.token == token), None)
    return shown is not None and (not shown.to or viewpoint in shown.to)


def knows_prize(state: State, seat: int, viewpoint: Viewpoint, token: int) -> bool:
    """Whether a viewpoint may know a prize card that lies on the table (Q08)."""
    return state.options.prizes_face == "up" or knows_hand(state, seat, viewpoint, token)


def knows_captured(state: State, holder: int, viewpoint: Viewpoint, owner: int) -> bool:
    """Whether a viewpoint may know a captured card: its holder, its first owner, the judge."""
    return state.options.prizes_face == "up" or viewpoint in (holder, owner, JUDGE)
