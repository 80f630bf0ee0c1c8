"""Unknown hand cards: what they can be, and the adjustment that names them to their owner alone."""

from collections.abc import Iterator

from domain.cards import Token
from domain.games.pbl_robots.changes.cards import Reveal
from domain.games.pbl_robots.commands.cards import Adjust
from domain.games.pbl_robots.numbers import seats_of, unidentified, unplaced_of
from domain.games.pbl_robots.state import State
from domain.sampling import Candidates, Held, Identity


def hand(state: State, seat: int) -> tuple[Token, ...]:
    """A player's hand; empty for a seat that is not taken."""
    return state.people[seat].hand if seat < len(state.people) else ()


def candidates(state: State) -> tuple[Candidates, ...]:
    """The unknown hand cards of each side (of all, with a community deck), where all cards of its deck are known."""
    everyone = tuple(range(len(state.sides)))
    groups = (everyone,) if state.community is not None else tuple((side,) for side in everyone)
    return tuple(found for group in groups for found in _candidates(state, group))


def _candidates(state: State, sides: tuple[int, ...]) -> Iterator[Candidates]:
    seats = [seat for side in sides for seat in seats_of(state, side)]
    held = tuple(Held(seat, t.id) for seat in seats for t in state.people[seat].hand if t.card is None)
    if held and len(unplaced_of(state, sides[0])) >= unidentified(state, sides[0]):
        yield Candidates(held, dict.fromkeys(sorted(unplaced_of(state, sides[0])), 1))


def identify(reason: str, identities: tuple[Identity, ...]) -> Adjust:
    """Names the cards on record; nobody but their owners sees them."""
    changes = tuple(Reveal(player=one.seat, card=one.ref, shown=False) for one in identities)
    return Adjust(reason=reason, changes=changes)
