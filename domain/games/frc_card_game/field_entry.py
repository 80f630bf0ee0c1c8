"""Bringing cards onto the field: their entries in the slots and their immediate effects (CG-A05, CG-F04, CG-F05)."""

from domain.cards import Token
from domain.games.frc_card_game.cards import EventCard, LastingWord, ModifyPoints, RobotCard, effects_of, index_of
from domain.games.frc_card_game.effect_table import table_of
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.by_hand import LastingAdded
from domain.games.frc_card_game.field import counts_turn
from domain.games.frc_card_game.references import acting
from domain.games.frc_card_game.scoring import change_points
from domain.games.frc_card_game.state import FieldRobot, Position, SlotCard, State, opponent_of


def slotted_card(state: State, card: Token, side: int) -> SlotCard:
    """Return the slot entry of a mentor or event that is played; event counting is fixed now (CG-Q10, CG-V05)."""
    record = state.catalogue.get(card.card)
    order = state.plays + 1
    name = card.card or ""
    duration = record.duration if isinstance(record, EventCard) else None
    if duration is None:
        return SlotCard(card.id, name, "condition" if isinstance(record, EventCard) else "mentor", state.turn, order)
    if duration.kind != "turns":
        return SlotCard(card.id, name, duration.kind, state.turn, order)
    counting = duration.counting
    if counting is None:
        counting = "owners_turns" if state.options.event_turn_count == "owners_turns" else "each_turn"
    counted = 1 if counts_turn(counting, side, acting(state, None)) else 0
    return SlotCard(
        card.id, name, "turns", state.turn, order, duration.count, counting, duration.ends_in, counted, state.turn
    )


def robot_card(state: State, card: Token, position: Position) -> FieldRobot:
    """Return a robot for its slot, with its printed stats."""
    record = state.catalogue.get(card.card)
    offense, defense = (record.offense or 0, record.defense or 0) if isinstance(record, RobotCard) else (0, 0)
    return FieldRobot(card.id, card.card or "", offense, defense, position, turn=state.turn)


def start_effects(out: FrcBuffer, card: str | None, side: int, token: int, *, instant: bool = False) -> None:
    """Apply the one-time effects of a card that becomes active, and begin its lasting ones (CG-A05)."""
    for effect in index_of(out.state.catalogue, ModifyPoints).by_card.get(card or "", ()):
        player = side if effect.whose == "owner" else opponent_of(side)
        change_points(out, player, effect.delta, "effect")
    for word in effects_of(out.state.catalogue).get(card or "", ()):
        if isinstance(word, LastingWord):
            table = table_of(out.state, side, token, near=side, instant=instant)
            if not any(word.violations(table)):
                out.add(LastingAdded(lasting=word.lasting(table)))
