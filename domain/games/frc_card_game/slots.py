"""How a mentor or event lies in its slot, and how the turns of an event are counted (CG-F05, CG-X04)."""

from domain.cards import Token
from domain.games.frc_card_game.cards import EventCard
from domain.games.frc_card_game.field import counts_turn
from domain.games.frc_card_game.refs import acting
from domain.games.frc_card_game.state import Slotted, State


def slotted_card(state: State, card: Token, side: int) -> Slotted:
    """A mentor or event as it will lie in its slot; how an event counts is fixed now (CG-Q10, CG-V05)."""
    record = state.catalogue.get(card.card)
    order = state.plays + 1
    name = card.card or ""
    duration = record.duration if isinstance(record, EventCard) else None
    if duration is None:
        return Slotted(card.id, name, "condition" if isinstance(record, EventCard) else "mentor", state.turn, order)
    if duration.kind != "turns":
        return Slotted(card.id, name, duration.kind, state.turn, order)
    counting = duration.counting
    if counting is None:
        counting = "owners_turns" if state.options.event_turn_count == "owners_turns" else "each_turn"
    counted = 1 if counts_turn(counting, side, acting(state, None)) else 0
    return Slotted(
        card.id, name, "turns", state.turn, order, duration.count, counting, duration.ends_in, counted, state.turn
    )
