"""Visibility: hands and face-down cards are known to their owner, and the judge sees all that is recorded."""

from domain.cards import UNKNOWN, CardRef, Token
from domain.games.pbl_robots.actors import gunner_of
from domain.games.pbl_robots.numbers import seats_of
from domain.games.pbl_robots.state import Person, State
from domain.seats import JUDGE, Viewpoint


def sees_hand(viewpoint: Viewpoint, seat: int) -> bool:
    """Whether a viewpoint may look into a player's hand."""
    return viewpoint in (JUDGE, seat)


def sees_side(state: State, viewpoint: Viewpoint, side: int) -> bool:
    """Whether a viewpoint may look at what a side keeps face down: its own people and the judge."""
    return viewpoint == JUDGE or (isinstance(viewpoint, int) and state.seats[viewpoint].side == side)


def sees_top(state: State, viewpoint: Viewpoint, side: int) -> bool:
    """Whether a viewpoint knows the order that a gunner gave the deck."""
    return viewpoint == JUDGE or (viewpoint == gunner_of(state, side) and isinstance(viewpoint, int))


def looks_through_deck(state: State, side: int) -> bool:
    """Whether a side may look through what it has got so far: until a draft is over and hands are dealt (PBL-D12)."""
    if state.phase in ("setup", "draft"):
        return True
    drafted = state.options.setup in ("regular", "challenge_draft", "keeper")
    dealt = any(state.people[seat].offered or state.people[seat].ready for seat in seats_of(state, side))
    return state.phase == "opening" and drafted and not dealt


def hand_cards(person: Person, viewpoint: Viewpoint, seat: int) -> tuple[Token, ...]:
    """The hand as a viewpoint knows it: identities it may not know are left out."""
    if sees_hand(viewpoint, seat):
        return person.hand
    return tuple(token if token.id in person.shown else Token(token.id) for token in person.hand)


def seen(card: str | None, *, visible: bool) -> str:
    """A card reference for a viewpoint."""
    return card if visible and card is not None else UNKNOWN


def unknown(refs: tuple[CardRef, ...]) -> tuple[CardRef, ...]:
    """Return the same number of unknown cards."""
    return (UNKNOWN,) * len(refs)


def redacted_search(found: CardRef | None, from_row: int) -> CardRef | None:
    """Redact the result of a search for viewpoints that do not see the hand; a card of the row is public."""
    return found if found is None or from_row else UNKNOWN
