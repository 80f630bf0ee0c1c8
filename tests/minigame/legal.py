"""The legal commands."""

from collections.abc import Iterator
from itertools import product

from domain.cards import UNKNOWN
from tests.minigame import commands as c
from tests.minigame.state import Player, State


def legal(state: State) -> Iterator[c.HighCardCommand]:
    """Every legal command; drawn cards are left unknown."""
    for seat, player in enumerate(state.players):
        if state.phase == "draw" and player.missing > 0:
            yield c.Draw(player=seat, cards=(UNKNOWN,) * player.missing)
        if state.phase == "place" and not player.placed:
            for card in dict.fromkeys(token.card or UNKNOWN for token in player.hand):
                yield c.PlaceCard(player=seat, card=card)
    if state.phase == "turn_up":
        for cards in product(*(_candidates(state, player) for player in state.players)):
            yield c.TurnUp(cards=cards)
    if state.phase == "roll":
        for result in range(1, 7):
            yield c.RollDie(result=result)


def _candidates(state: State, player: Player) -> tuple[str, ...]:
    """The possible identities of the placed card."""
    card = player.placed[-1].card
    if card is not None:
        return (card,)
    if player.listed:
        return tuple(card for card, left in player.unseen().items() if left > 0)
    return tuple(record.card_id for record in state.catalogue)
