"""The table as the shared words of effects see it."""

from domain.cards import CardRef
from domain.effects.lasting import EffectSubject
from domain.effects.words import EffectTable
from domain.games.frc_tcg.effects import robot_subject
from domain.games.frc_tcg.references import any_stack, find_enhancement
from domain.games.frc_tcg.state import State
from domain.games.frc_tcg.vocabulary import VOCABULARY


def table_of(state: State, owner: int, source: int, *, near: int) -> EffectTable:
    """Return what the words must know for an effect of a player's card. `near`: the player whose robots a reference means
    first."""

    def find(text: CardRef, player: int | None) -> EffectSubject | None:
        placed = any_stack(state, near, text, player)
        if placed is not None:
            return robot_subject(placed.seat, placed.stack)
        found = find_enhancement(state, text, player)
        return _own(state, found[1].token) if found is not None else None

    return EffectTable(
        vocabulary=VOCABULARY,
        seats=state.seats,
        effects=state.lasting,
        turn=state.turn,
        owner=owner,
        source=source,
        own=_own(state, source),
        find=find,
    )


def _own(state: State, token: int) -> EffectSubject | None:
    """Return a card that stays in play as effects see it: its robot, for cards of a robot."""
    for seat, player in enumerate(state.players):
        for stack in player.alliance:
            if any(card.id == token for card in stack.tokens()):
                return robot_subject(seat, stack)
        for kind, cards in (("mentor", player.mentors), ("award", player.awards)):
            if any(card.token == token for card in cards):
                return EffectSubject(seat, token, frozenset({kind}))
    return None
