"""The table for the shared effect words."""

from typing import Final

from msgspec import Struct

from domain.cards import CardRef, Token, find, format_token, parse_ref
from domain.effects.lasting import EffectSubject
from domain.effects.words import EffectTable
from domain.games.robin_in_the_hood.state import Player, State
from domain.games.robin_in_the_hood.vocabulary import VOCABULARY


class RobinAuthor(Struct, frozen=True, gc=False):
    """The player who makes a change, and the card that it comes from; both unset for an adjustment."""

    seat: int | None = None
    source: int = 0


NOBODY: Final = RobinAuthor()


def table_of(state: State, by: RobinAuthor) -> EffectTable:
    """Return the table for the effect words of a player's card."""

    def find(text: CardRef, player: int | None) -> EffectSubject | None:
        seats = (0, 1) if player is None else (player,)
        found = [(seat, find_token(state.players[seat], text)) for seat in seats]
        return next((_subject(state, seat, token.id) for seat, token in found if token is not None), None)

    own = [
        _subject(state, seat, by.source)
        for seat, p in enumerate(state.players)
        if find_token(p, format_token(by.source))
    ]
    return EffectTable(
        vocabulary=VOCABULARY,
        seats=state.seats,
        effects=state.lasting,
        turn=state.hand_no,
        owner=by.seat,
        source=by.source,
        own=own[0] if own and by.source else None,
        find=find,
    )


def find_token(player: Player, text: CardRef) -> Token | None:
    """Return the card in play that a reference means on a player's side; `None` if there is none."""
    on_stages = [token for token in player.stages if token is not None]
    return find([*on_stages, *[Token(m.token, m.card) for m in player.modifier_pile]], parse_ref(text))


def _subject(state: State, seat: int, token: int) -> EffectSubject:
    modifiers = [modifier.token for modifier in state.players[seat].modifier_pile]
    return EffectSubject(seat, token, frozenset({"modifier" if token in modifiers else "character"}))
