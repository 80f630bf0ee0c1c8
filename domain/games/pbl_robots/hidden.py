"""Hidden cards: what a viewpoint sees, candidates for unknown hand cards, and the command that identifies them."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.cards import Token, token_owner
from domain.games.pbl_robots.changes.cards import Reveal
from domain.games.pbl_robots.commands.cards import Adjust
from domain.games.pbl_robots.numbers import seats_of, unidentified, unplaced_of
from domain.games.pbl_robots.state import DraftPile, Person, Side, State
from domain.games.pbl_robots.visibility import hand_cards, sees_side, sees_top
from domain.seats import Viewpoint
from domain.table.candidates import Candidates, Identity, UnknownCard
from domain.table.visibility import masked, sees_hand


def hand(state: State, seat: int) -> tuple[Token, ...]:
    """Return a player's hand; empty before the match is created."""
    return state.people[seat].hand if seat < len(state.people) else ()


def seen(state: State, viewpoint: Viewpoint) -> State:
    """Return the match as a viewpoint knows it. It sees the face-down cards of its own side only, and only the number of cards
    out of the game."""
    draft = state.draft
    return replace(
        state,
        sides=tuple(_seen_side(state, side, viewpoint) for side in range(len(state.sides))),
        people=tuple(_seen_person(person, seat, viewpoint) for seat, person in enumerate(state.people)),
        draft=None if draft is None else replace(draft, piles=tuple(DraftPile(pile.count) for pile in draft.piles)),
        shop=replace(state.shop, unplaced=frozenset()),
        community_unplaced=frozenset(),
        out_of_game=(),
        out_unknown=len(state.out_of_game) + state.out_unknown,
    )


def _seen_side(state: State, index: int, viewpoint: Viewpoint) -> Side:
    side, own = state.sides[index], sees_side(state, viewpoint, index)
    down = masked(side.face_down, lambda token: sees_hand(viewpoint, token_owner(token.id)))
    return replace(
        side,
        top=side.top if sees_top(state, viewpoint, index) else (None,) * len(side.top),
        face_down=down,
        unplaced=side.unplaced if own else frozenset(),
        committed=side.committed if own else side.committed and None,
    )


def _seen_person(person: Person, seat: int, viewpoint: Viewpoint) -> Person:
    own = sees_hand(viewpoint, seat)
    offered = person.offered if own else tuple(masked(hand, lambda _: False) for hand in person.offered)
    return replace(person, hand=hand_cards(person, viewpoint, seat), offered=offered)


def candidates(state: State) -> tuple[Candidates, ...]:
    """Return the unknown hand cards of each side (with a community deck, of all sides together) with the cards that they can
    be, if all unidentified cards of the deck are known."""
    everyone = tuple(range(len(state.sides)))
    groups = (everyone,) if state.community is not None else tuple((side,) for side in everyone)
    return tuple(found for group in groups for found in _candidates(state, group))


def _candidates(state: State, sides: tuple[int, ...]) -> Iterator[Candidates]:
    seats = [seat for side in sides for seat in seats_of(state, side)]
    held = tuple(UnknownCard(seat, t.id) for seat in seats for t in state.people[seat].hand if t.card is None)
    if held and len(unplaced_of(state, sides[0])) >= unidentified(state, sides[0]):
        yield Candidates(held, dict.fromkeys(sorted(unplaced_of(state, sides[0])), 1))


def identify(reason: str, identities: tuple[Identity, ...]) -> Adjust:
    """Return the command that records the identity of cards, visible only to their owners and the judge."""
    changes = tuple(Reveal(player=one.seat, card=one.ref, shown=False) for one in identities)
    return Adjust(reason=reason, changes=changes)
