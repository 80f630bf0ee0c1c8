"""Visibility: owners see their hands and face-down cards, and the judge sees everything that is recorded."""

from domain.cards import UNKNOWN, CardRef, Token
from domain.games.pbl_robots.actors import gunner_of
from domain.games.pbl_robots.numbers import seats_of
from domain.games.pbl_robots.state import Person, State
from domain.seats import JUDGE, Viewpoint
from domain.table.visibility import masked, sees_hand


def sees_side(state: State, viewpoint: Viewpoint, side: int) -> bool:
    """Return True for viewpoints that see a side's face-down cards: its own people and the judge."""
    return viewpoint == JUDGE or (isinstance(viewpoint, int) and state.seats[viewpoint].side == side)


def sees_top(state: State, viewpoint: Viewpoint, side: int) -> bool:
    """Return True for viewpoints that know how the gunner arranged the deck: the gunner and the judge."""
    return viewpoint == JUDGE or (viewpoint == gunner_of(state, side) and isinstance(viewpoint, int))


def looks_through_deck(state: State, side: int) -> bool:
    """Return True if a side may look through its cards: before and during a draft, until its opening hands are dealt (PBL-D12)."""
    if state.phase in ("setup", "draft"):
        return True
    drafted = state.options.setup in ("regular", "challenge_draft", "keeper")
    dealt = any(state.people[seat].offered or state.people[seat].ready for seat in seats_of(state, side))
    return state.phase == "opening" and drafted and not dealt


def hand_cards(person: Person, viewpoint: Viewpoint, seat: int) -> tuple[Token, ...]:
    """Return the hand with the identities that a viewpoint may not know removed."""
    if sees_hand(viewpoint, seat):
        return person.hand
    return masked(person.hand, lambda token: token.id in person.shown)


def seen(card: str | None, *, visible: bool) -> str:
    """Return a reference to a card, `??` if it is unknown or not `visible`."""
    return card if visible and card is not None else UNKNOWN


def redacted_search(found: CardRef | None, from_row: int) -> CardRef | None:
    """Redact the result of a search for viewpoints that do not see the hand. A card of the shop row is public."""
    return found if found is None or from_row else UNKNOWN
