"""Events of cards and pieces: moved, revealed, gathered, shuffled and turned."""

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from domain.cards import TOKENS_PER_SEAT, CardId, SeatIndex, Token, bound
from domain.games.tabletop.events.base import TabletopEvent
from domain.games.tabletop.state import EMPTY, Mark, Pile, State, with_pile
from domain.games.tabletop.visibility import sees_lying
from domain.narration import Narrator
from domain.seats import put_at
from domain.text import pluralize


class Moved(TabletopEvent, frozen=True, kw_only=True, tag="moved"):
    """Cards or pieces went from one place to another, came into play or left it."""

    tokens: tuple[Token, ...] = ()
    """The cards with the identities that are known after the move."""
    count: int = 0
    """Number of cards without a token, which go from one hidden stack to another."""
    source: str = ""
    """The zone that they leave; empty if they come into play."""
    source_seat: SeatIndex | None = None
    target: str = ""
    """The zone that they go to; empty if they leave play."""
    seat: SeatIndex | None = None
    cell: str = ""
    face: Literal["", "up", "down"] = ""
    bottom: bool = False
    setup: bool = False
    """True for cards that are in place when the match begins."""
    action: Literal["", "drawn", "played"] = ""
    """`drawn` for a move from a stack to a player, `played` for a move to a public place from a less public one."""
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        # Most events of a match are of this kind, so the new state is built in one step.
        layout, numbers = state.layout, {token.id for token in self.tokens}
        zones, made, gone = list(state.zones), state.made, state.gone
        is_new = not self.source
        if self.source:
            zone, holder = layout.zone_at[self.source], self.source_seat or 0
            is_new = layout.hidden_stacks[zone]
            zones[zone] = put_at(zones[zone], holder, self._left(zones[zone][holder], numbers, counted=is_new))
        elif not self.setup:
            made = (*made, *(token.id for token in self.tokens))
        stays = False
        if self.target:
            zone, holder = layout.zone_at[self.target], self.seat or 0
            stays = not layout.hidden_stacks[zone]
            cell = layout.cell_at[zone][self.cell] if layout.cells[zone] else None
            pile = zones[zone][holder]
            pile = (
                self._joined(pile, cell)
                if stays
                else Pile(pile.tokens, pile.count + len(numbers) + self.count, pile.at)
            )
            zones[zone] = put_at(zones[zone], holder, pile)
        if not stays and made:
            kept = tuple([number for number in made if number not in numbers])
            gone -= 0 if self.target else len(made) - len(kept)
            made = kept
        if not self.target:
            gone += len(numbers) + self.count
        last = highest_numbers(state.last, self.tokens) if is_new and stays else state.last
        if not (self.face or state.up or state.down or state.marks):
            return replace(state, zones=tuple(zones), made=made, gone=gone, last=last)
        up, down, marks = self._traces(state, numbers, stays=stays)
        return replace(state, zones=tuple(zones), made=made, gone=gone, up=up, down=down, marks=marks, last=last)

    def _left(self, pile: Pile, numbers: set[int], *, counted: bool) -> Pile:
        """Return the pile without the moved cards."""
        if counted:
            return Pile(pile.tokens, pile.count - len(numbers) - self.count, pile.at)
        tokens, at = pile.tokens, pile.at
        if not at:
            return Pile(tuple([token for token in tokens if token.id not in numbers]), pile.count)
        for place in [place for place, token in enumerate(tokens) if token.id in numbers][::-1]:
            tokens, at = tokens[:place] + tokens[place + 1 :], at[:place] + at[place + 1 :]
        return Pile(tokens, pile.count, at)

    def _joined(self, pile: Pile, cell: int | None) -> Pile:
        """Return the pile with the moved cards."""
        at = () if cell is None else (cell,) * len(self.tokens)
        if self.bottom:
            return Pile(self.tokens + pile.tokens, pile.count, at + pile.at)
        return Pile(pile.tokens + self.tokens, pile.count, pile.at + at)

    def _traces(
        self, state: State, numbers: set[int], *, stays: bool
    ) -> tuple[tuple[int, ...], tuple[int, ...], tuple[Mark, ...]]:
        """Return faces and marks after a move. Every move resets faces; cards that lose their token lose their marks."""
        up, down, marks = state.up, state.down, state.marks
        if up:
            up = tuple([number for number in up if number not in numbers])
        if down:
            down = tuple([number for number in down if number not in numbers])
        if not stays and marks:
            marks = tuple([mark for mark in marks if mark.number not in numbers])
        if stays and self.face == "up":
            up = (*up, *(token.id for token in self.tokens))
        elif stays and self.face == "down":
            down = (*down, *(token.id for token in self.tokens))
        return up, down, marks

    def describe(self, narrator: Narrator[State]) -> str:
        """Return the sentence; empty for a move between squares, because the sentence of the action names both."""
        if self.cell and self.source == self.target:
            return ""
        what = self._shown(narrator) or pluralize(len(self.tokens) + self.count, "card")
        to = _zone_words(narrator, self.target, self.seat, self.cell) if self.target else ""
        if not self.source:
            return f"{what} in {to}"
        source = _zone_words(narrator, self.source, self.source_seat, "")
        return f"{what} from {source} to {to}" if to else f"{what} from {source} out of play"

    def _shown(self, narrator: Narrator[State]) -> str:
        """Return the names of the cards for the viewpoint; empty if it sees none of them."""
        state, after = narrator.state, narrator.state if not self.target else self.evolve(narrator.state)
        names = []
        for token in self.tokens:
            before = self.source and sees_lying(state, narrator.viewpoint, token.id)
            seen = before or (self.target and sees_lying(after, narrator.viewpoint, token.id))
            names.append(narrator.card(token.card if seen else None))
        return ", ".join(names) if any(name != "??" for name in names) else ""


def highest_numbers(last: tuple[int, ...], tokens: Iterable[Token]) -> tuple[int, ...]:
    """Return the highest token number of each owner, including these tokens."""
    ids = [token.id for token in tokens]
    if not ids:
        return last
    owner, number = divmod(max(ids), TOKENS_PER_SEAT)
    if min(ids) // TOKENS_PER_SEAT == owner:  # nearly always
        return put_at(last, owner, number) if number > last[owner] else last
    highest = list(last)
    for one in ids:
        owner, number = divmod(one, TOKENS_PER_SEAT)
        highest[owner] = max(highest[owner], number)
    return tuple(highest)


def _without_traces(state: State, numbers: frozenset[int]) -> State:
    """Return the state without the marks and faces of cards that lost their tokens."""
    if not (state.up or state.down or state.marks):
        return state
    marks = tuple(mark for mark in state.marks if mark.number not in numbers)
    up = tuple(number for number in state.up if number not in numbers)
    return replace(state, marks=marks, up=up, down=tuple(n for n in state.down if n not in numbers))


def _zone_words(narrator: Narrator[State], zone: str, seat: int | None, cell: str) -> str:
    name = zone.replace("_", " ")
    place = f"{name} {cell}" if cell else name
    return place if seat is None else f"{place} of {narrator.seat(seat)}"


class Revealed(TabletopEvent, frozen=True, kw_only=True, tag="revealed"):
    """The identity of a token became known, or was corrected."""

    token: int
    card: CardId
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        found = state.find(self.token)
        if found is None:
            return state
        pile = state.pile(found[0].zone, found[0].holder)
        return with_pile(
            state, found[0].zone, found[0].holder, replace(pile, tokens=bound(pile.tokens, self.token, self.card))
        )

    def describe(self, narrator: Narrator[State]) -> str:
        """Return the sentence; empty for who does not see the card: it tells that the record did not name it before."""
        if not sees_lying(narrator.state, narrator.viewpoint, self.token):
            return ""
        return f"the card is {narrator.card(self.card)}"


class Gathered(TabletopEvent, frozen=True, kw_only=True, tag="gathered"):
    """All cards of some zones returned to a stack. Their order and identities are lost, and their numbers can be used again."""

    target: str
    seat: SeatIndex | None = None
    zones: tuple[str, ...]
    """The zones that they came from."""
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        layout = state.layout
        taken, numbers = 0, set[int]()
        zones = list(state.zones)
        for name in self.zones:
            place = layout.zone_at[name]
            for pile in zones[place]:
                numbers.update(token.id for token in pile.tokens)
                taken += pile.size
            zones[place] = (EMPTY,) * len(zones[place])
        made = tuple(number for number in state.made if number not in numbers)
        taken -= len(state.made) - len(made)
        place, holder = layout.zone_at[self.target], self.seat or 0
        pile = zones[place][holder]
        zones[place] = put_at(zones[place], holder, replace(pile, count=pile.count + taken))
        state = _without_traces(replace(state, zones=tuple(zones), made=made), frozenset(numbers))
        left = [token for piles in state.zones for pile in piles for token in pile.tokens]
        return replace(state, last=highest_numbers((0,) * len(state.last), left))

    def describe(self, narrator: Narrator[State]) -> str:
        return f"all cards back to {_zone_words(narrator, self.target, self.seat, '')}"


class Shuffled(TabletopEvent, frozen=True, kw_only=True, tag="shuffled"):
    """A zone was shuffled, so its order is unknown."""

    zone: str
    seat: SeatIndex | None = None
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        return state

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{_zone_words(narrator, self.zone, self.seat, '')} is shuffled"


class Turned(TabletopEvent, frozen=True, kw_only=True, tag="turned"):
    """A card was turned face up or face down."""

    token: int
    up: bool
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        up = tuple(number for number in state.up if number != self.token)
        down = tuple(number for number in state.down if number != self.token)
        return replace(state, up=(*up, self.token) if self.up else up, down=down if self.up else (*down, self.token))

    def describe(self, narrator: Narrator[State]) -> str:
        found = narrator.state.find(self.token)
        seen = sees_lying(self.evolve(narrator.state), narrator.viewpoint, self.token)
        name = narrator.card(found[1].card) if found and seen else "a card"
        return f"{name} is turned {'up' if self.up else 'down'}"
