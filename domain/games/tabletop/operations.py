"""Operations on a table: they move cards and change counters and choices, and collect violations."""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from domain.cards import TOKENS_PER_SEAT, Token, token_id
from domain.event_buffer import EventBuffer
from domain.games.tabletop.context import Piece
from domain.games.tabletop.events.base import TabletopEvent
from domain.games.tabletop.events.moves import Moved, Revealed
from domain.games.tabletop.events.values import Chosen, recounted
from domain.games.tabletop.limits import over_cell
from domain.games.tabletop.schema import Period
from domain.games.tabletop.state import State
from domain.games.tabletop.visibility import act_on
from domain.rules import Violation, impossible

TabletopBuffer: TypeAlias = EventBuffer[State, TabletopEvent]


class Group(Struct, frozen=True):
    """Cards of one pile that move together."""

    zone: int
    holder: int
    tokens: tuple[Token, ...] = ()
    count: int = 0


class TableOperations:
    """Adds the events of operations to a buffer, and collects their violations."""

    def __init__(self, out: TabletopBuffer) -> None:
        self.out = out
        self.violations: list[Violation] = []
        self.layout = out.state.layout
        self._named: set[str] = set()
        """Cards that were identified."""

    @property
    def state(self) -> State:
        """The current state."""
        return self.out.state

    @property
    def stopped(self) -> bool:
        """True if an operation was impossible."""
        return bool(self.violations) and any(violation.impossible for violation in self.violations)

    def wrong(self, rule: str, text: str) -> None:
        """Add the violation of an illegal operation."""
        self.violations.append(Violation(rule, text))

    def cannot(self, rule: str, text: str) -> None:
        """Add the violation of an impossible operation."""
        self.violations.append(impossible(rule, text))

    # --- cards -----------------------------------------------------------------------------------------------------------

    def name(self, number: int, card: str) -> None:
        """Identify a token as a card."""
        self._named.add(card)
        self.out.add(Revealed(token=number, card=card))

    def new_numbers(self, owner: int, count: int) -> list[int] | None:
        """Return the next token numbers of an owner (-1 for the table); `None`, with a violation, if too few are left."""
        last = self.out.state.last[owner + 1]
        if last + count >= TOKENS_PER_SEAT:
            self.cannot(
                "TT-TOKENS",
                f"{last} of {TOKENS_PER_SEAT - 1} numbers for cards of one owner are used: gather the cards first",
            )
            return None
        start = token_id(owner, last + 1)
        return [*range(start, start + count)]

    def seat_in(self, zone: int, holder: int) -> int | None:
        """Return the seat that events name for a holder; `None` for a zone of the table."""
        return holder if self.layout.zones[zone].of == "player" else None

    def put(
        self,
        group: Group,
        zone: int,
        holder: int,
        *,
        cell: str = "",
        face: Literal["", "up", "down"] = "",
        bottom: bool = False,
    ) -> None:
        """Move cards of one pile to another."""
        layout, state, cells = self.layout, self.out.state, self.layout.cells[zone]
        if cells and cell not in layout.cell_at[zone]:
            known = ", ".join(cells[:8])
            self.cannot(
                "TT-CELL-NAME", f"{cell or 'an empty place'} is not one of {layout.zones[zone].name}: {known} …"
            )
            return
        if layout.hidden_stacks[zone] and state.made:
            group = self._without_made(group)
        tokens, count = group.tokens, group.count
        if not (tokens or count):
            return
        source, target = layout.zones[group.zone], layout.zones[zone]
        if count and not layout.hidden_stacks[zone]:
            numbers = self.new_numbers(holder if target.of == "player" else -1, count)
            if numbers is None:
                return
            tokens, count = tuple(map(Token, numbers)), 0
        self.out.add(
            Moved(
                tokens=tokens, count=count, cell=cell if cells else "", face=face, bottom=bottom,
                source=source.name, source_seat=group.holder if source.of == "player" else None,
                target=target.name, seat=holder if target.of == "player" else None,
                action=act_on(self.out.state, (group.zone, group.holder), group.tokens, (zone, holder), face),
            )
        )  # fmt: skip
        if cell and cells:
            self.violations += over_cell(self.out.state, zone, cell)

    def remove(self, group: Group) -> None:
        """Remove cards of one pile from the match."""
        zone, seat = self.layout.zones[group.zone].name, self.seat_in(group.zone, group.holder)
        self.out.add(Moved(tokens=group.tokens, count=group.count, source=zone, source_seat=seat))

    def _without_made(self, group: Group) -> Group:
        """Return the cards that can go on a hidden stack. Cards that belong to no deck leave the match, because the stack must
        not count them."""
        made = tuple(token for token in group.tokens if token.id in self.state.made)
        if made:
            self.remove(Group(group.zone, group.holder, made))
        return Group(group.zone, group.holder, tuple(t for t in group.tokens if t not in made), group.count)

    def draw(
        self, cards: Sequence[str | None], source: Group, zone: int, holder: int, *, bottom: bool = False
    ) -> tuple[Token | None, ...]:
        """Draw cards from the top of a stack; `cards` are their ids, or `None` for unseen cards. Return their tokens, or `None` for
        cards without a token."""
        layout, pile = self.layout, self.out.state.zones[source.zone][source.holder]
        if len(pile.tokens) + pile.count < len(cards):
            self.cannot(
                "TT-EMPTY", f"cannot draw {len(cards)} from {layout.zones[source.zone].name}, which has {pile.size}"
            )
            return ()
        if not layout.hidden_stacks[source.zone]:
            drawn = tuple(reversed(pile.tokens[len(pile.tokens) - len(cards) :]))
        elif layout.hidden_stacks[zone]:
            self.put(Group(source.zone, source.holder, (), len(cards)), zone, holder)
            return (None,) * len(cards)
        else:
            numbers = self.new_numbers(holder if layout.zones[zone].of == "player" else -1, len(cards))
            if numbers is None:
                return ()
            drawn = tuple(map(Token, numbers, cards))
            self._named.update(filter(None, cards))
        self.put(Group(source.zone, source.holder, drawn), zone, holder, bottom=bottom)
        return drawn

    def groups(self, pieces: Iterable[Piece]) -> list[Group]:
        """Return pieces grouped by the piles that they are in now."""
        numbers = [piece.number for piece in pieces]
        if len(numbers) == 1:
            found = None if numbers[0] is None else self.out.state.find(numbers[0])
            return [] if found is None else [Group(found[0].zone, found[0].holder, (found[1],))]
        places: dict[int, tuple[int, int, Token]] = {}
        for zone, piles in enumerate(self.out.state.zones if numbers else ()):
            for holder, pile in enumerate(piles):
                for token in pile.tokens:
                    if token.id in numbers:
                        places.setdefault(token.id, (zone, holder, token))
        groups: dict[tuple[int, int], list[Token]] = {}
        for number in numbers:
            if number in places:
                zone, holder, token = places[number]
                groups.setdefault((zone, holder), []).append(token)
        return [Group(zone, holder, tuple(tokens)) for (zone, holder), tokens in groups.items()]

    # --- numbers and words ---------------------------------------------------------------------------------------------

    def count(self, slot: int, seat: int, after: int) -> None:
        """Set a counter or box, and check its bounds."""
        state, one = self.out.state, self.layout.slots[slot]
        before, part = state.counters[slot][seat], one.part
        if one.box and before is not None:
            self.wrong("TT-BOX", f"{one.name} is already filled with {before}")
        low, high = part.min, part.max
        if part.stops:
            after = after if low is None else max(low, after)
            after = after if high is None else min(high, after)
        if (low is not None and after < low) or (high is not None and after > high):
            bounds = f"at least {low}" if high is None else f"at most {high}" if low is None else f"{low} to {high}"
            self.wrong("TT-RANGE", f"{one.name} would be {after}, but must be {bounds}")
        if before != after:
            self.out.add(recounted(state, slot, seat, after))

    def choose(self, place: int, holder: int, word: str, *, shown: bool = False) -> None:
        """Set, clear or show a choice."""
        part = self.layout.choices[place]
        if self.state.choices[place][holder] != word or (shown and (place, holder) not in self.state.shown):
            seat = holder if part.of == "player" else None
            self.out.add(Chosen(choice=part.name, seat=seat, word=word, shown=shown))

    def reset(self, *periods: Period) -> None:
        """Reset the counters and choices of periods that begin."""
        of_period = [self.layout.resets[period] for period in periods]
        for slots, _ in of_period:
            for slot, start in slots:
                for seat, value in enumerate(self.out.state.counters[slot]):
                    if value != start:
                        self.count(slot, seat, start)
        for _, choices in of_period:
            for place in choices:
                for holder, word in enumerate(self.out.state.choices[place]):
                    if word:
                        self.choose(place, holder, "")
