"""The event of a declared position."""

from msgspec import Struct

from domain.cards import TOKENS_PER_SEAT, SeatIndex, Token
from domain.game import with_fields_of
from domain.games.tabletop.events.base import TabletopEvent
from domain.games.tabletop.state import EMPTY, Mark, Pile, State
from domain.seats import put_at


class PutThere(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The contents of a zone in a declared position."""

    zone: str
    holder: SeatIndex | None = None
    cards: tuple[Token, ...] = ()
    cells: tuple[str, ...] = ()
    count: int = 0


class MarkedThere(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mark on a card of a declared position."""

    token: int
    counter: str
    value: int


class PositionSet(TabletopEvent, frozen=True, kw_only=True, tag="position_set"):
    """A declared position replaced the previous one."""

    turn: int
    round: int
    phase: str = ""
    seat: SeatIndex | None = None
    put: tuple[PutThere, ...] = ()
    first: SeatIndex
    """The player who began the round."""
    out: tuple[SeatIndex, ...] = ()
    resting: tuple[SeatIndex, ...] = ()
    reversed: bool = False
    gone: int = 0
    """Number of cards of decks that left play."""
    up: tuple[int, ...] = ()
    """Tokens turned face up individually; `down`: turned face down; `made`: tokens that are not from a deck."""
    down: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    marks: tuple[MarkedThere, ...] = ()
    template = "the position is declared"

    def evolve(self, state: State) -> State:
        layout = state.layout
        zones = [(EMPTY,) * len(piles) for piles in state.zones]
        last = [0] * len(state.last)
        for put in self.put:
            place = layout.zone_at[put.zone]
            at = tuple(layout.cells[place].index(cell) for cell in put.cells)
            zones[place] = put_at(zones[place], put.holder or 0, Pile(put.cards, put.count, at))
            for token in put.cards:
                owner, number = divmod(token.id, TOKENS_PER_SEAT)
                last[owner] = max(last[owner], number)
        phase = layout.head.phases.index(self.phase) if self.phase else 0
        marks = tuple(Mark(mark.token, layout.slot_at[mark.counter], mark.value) for mark in self.marks)
        return with_fields_of(self, state, zones=tuple(zones), last=tuple(last), marks=marks, phase=phase)
