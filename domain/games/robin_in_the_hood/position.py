"""The current position as a declaration: the initial contents of a form for a late start or a correction."""

from domain.cards import UNKNOWN, Token
from domain.games.robin_in_the_hood.commands.position import DeclarePosition, TablePosition
from domain.games.robin_in_the_hood.state import Player, State


def position(state: State) -> DeclarePosition:
    """Return the position; known cards are named, unknown ones are `??`. A card placed face down counts as still in the hand,
    because a position is declared before a hand."""
    return DeclarePosition(
        round_no=max(1, state.round_no),
        hand_no=max(1, state.hand_no),
        positions=tuple(_table(player, seat) for seat, player in enumerate(state.players)),
        first=state.order,
    )


def _table(player: Player, seat: int) -> TablePosition:
    agility, weapons, strength, endurance = player.stages
    placed = [Token(choice.token, choice.card or None) for choice in player.chosen if choice.hidden]
    return TablePosition(
        player=seat,
        agility=_card(agility),
        weapons=_card(weapons),
        strength=_card(strength),
        endurance=_card(endurance),
        playing_hand=tuple(card.card or UNKNOWN for card in (*player.playing_hand, *placed)),
        draw_pile=len(player.draw_pile),
        dead_cards=tuple(card.card or UNKNOWN for card in player.dead_cards),
        modifiers=tuple(modifier.card for modifier in player.modifier_pile),
        victories=player.victories,
    )


def _card(stage: Token | None) -> str | None:
    return stage.card if stage is not None else None
