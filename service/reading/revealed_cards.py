"""Cards that were revealed in play that was taken back; people still know them."""

from typing import Final

from domain.match import AnyMatch
from domain.seats import JUDGE, SPECTATOR, GameState, Seat, Viewpoint, seat_name
from domain.table.tokens import cards_on_table
from domain.text import join_words
from service.reading.styled_text import clean

_ENTRIES: Final = 200
"""Most entries searched before a take-back."""
_NAMED: Final = 8
"""Most cards that are named; the others are counted."""


def revealed(match: AnyMatch, to: int, version: int, viewpoint: Viewpoint) -> dict[int, str]:
    """Return the cards that a viewpoint learnt in undone play (token -> card id): after entry `to`, and before the
    take-back in entry `version`. It is computed from the record, so it also works for take-backs recorded by older
    versions."""
    hidden = match.game.hidden
    known = dict(cards_on_table(hidden.seen(match.states[version], viewpoint)))
    # Newest state first, because it takes precedence; older states skip the parts that they share with it.
    # All views are kept until the end, because visited parts are recognised by their `id()`.
    views = [hidden.seen(state, viewpoint) for state in reversed(match.states[max(to, version - _ENTRIES) : version])]
    walked, learnt = set[int](), dict[int, str]()
    for view in views:
        for number, card in cards_on_table(view, walked):
            if card is not None and known.get(number) != card:
                learnt.setdefault(number, card)
    return learnt


def revealed_text(match: AnyMatch, to: int, version: int, viewpoint: Viewpoint) -> str:
    """`; revealed: K♠, Q♥`; for the judge, `; revealed to Ada: K♠; revealed to all: Q♥`. Empty if nothing was
    revealed."""
    state = match.states[version]
    if viewpoint != JUDGE:
        return _listed(state, "revealed", revealed(match, to, version, viewpoint))
    viewpoints: tuple[Viewpoint, ...] = (*range(len(state.seats)), SPECTATOR)
    learnt = {one: revealed(match, to, version, one) for one in viewpoints}
    groups: dict[tuple[Viewpoint, ...], dict[int, str]] = {}
    for number, card in sorted({item for found in learnt.values() for item in found.items()}):
        groups.setdefault(tuple(one for one, found in learnt.items() if number in found), {})[number] = card
    return "".join(_listed(state, f"revealed to {_people(who, state.seats)}", cards) for who, cards in groups.items())


def _people(who: tuple[Viewpoint, ...], seats: tuple[Seat, ...]) -> str:
    named = [seat_name(seats, one) for one in who if isinstance(one, int)]
    return "all" if len(who) > len(seats) else join_words(named, none="spectators")


def _listed(state: GameState, words: str, cards: dict[int, str]) -> str:
    names = sorted(state.catalogue.name_of(card) for card in cards.values())
    more = [f"{len(names) - _NAMED} more"] if len(names) > _NAMED else []
    return clean(f"; {words}: {', '.join([*names[:_NAMED], *more])}") if names else ""
