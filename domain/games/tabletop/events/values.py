"""Events of counters, boxes, marks on cards, dice and choices."""

from msgspec.structs import replace

from domain.cards import SeatIndex
from domain.games.tabletop.events.base import TabletopEvent
from domain.games.tabletop.state import Mark, State
from domain.games.tabletop.visibility import sees_choice, sees_counter, sees_lying
from domain.narration import Narrator
from domain.seats import Viewpoint, put_at


class Counted(TabletopEvent, frozen=True, kw_only=True, tag="counted"):
    """A counter or box changed."""

    counter: str
    seat: SeatIndex | None = None
    change: int = 0
    """The difference to the value before."""
    after: int | None
    """The new value; `None` for an empty box."""
    score: int | None = None
    """The player's score after the change; `None` if the counter is not part of the score."""
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        slot = state.layout.slot_at[self.counter]
        return replace(
            state, counters=put_at(state.counters, slot, put_at(state.counters[slot], self.seat or 0, self.after))
        )

    def _seen(self, state: State, viewpoint: Viewpoint) -> bool:
        return sees_counter(state.layout.slots[state.layout.slot_at[self.counter]].part, viewpoint, self.seat)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "Counted":
        return self if self._seen(state, viewpoint) else replace(self, change=0, after=None, score=None)

    def describe(self, narrator: Narrator[State]) -> str:
        name = self.counter.replace("_", " ")
        whose = name if self.seat is None else f"{name} of {narrator.seat(self.seat)}"
        if not self._seen(narrator.state, narrator.viewpoint):
            return f"{whose} ??"
        return f"{whose} {'-' if self.after is None else self.after}"


def recounted(state: State, slot: int, seat: int, after: int | None) -> Counted:
    """Return the event that sets a counter or box of a seat (0 for the table) to a value."""
    layout, before = state.layout, state.counters[slot][seat]
    one, change, score = layout.slots[slot], (after or 0) - (before or 0), None
    if slot in layout.scored:
        score = change + sum([state.counters[place][seat] or 0 for place in layout.scored])
    whose = seat if one.part.of == "player" else None
    return Counted(counter=one.name, seat=whose, change=change, after=after, score=score)


class Marked(TabletopEvent, frozen=True, kw_only=True, tag="marked"):
    """A mark on a card changed."""

    token: int
    counter: str
    after: int
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        slot = state.layout.slot_at[self.counter]
        others = tuple(mark for mark in state.marks if (mark.number, mark.slot) != (self.token, slot))
        return replace(state, marks=(*others, Mark(self.token, slot, self.after)) if self.after else others)

    def describe(self, narrator: Narrator[State]) -> str:
        found = narrator.state.find(self.token)
        seen = sees_lying(narrator.state, narrator.viewpoint, self.token)
        name = narrator.card(found[1].card) if found and seen else "a card"
        word = self.counter.replace("_", " ")
        if narrator.state.layout.slots[narrator.state.layout.slot_at[self.counter]].part.max == 1:
            return f"{name}: {word}" if self.after else f"{name}: no longer {word}"
        return f"{name}: {word} {self.after}"


class Rolled(TabletopEvent, frozen=True, kw_only=True, tag="rolled"):
    """Dice were rolled at the table."""

    dice: str
    seat: SeatIndex | None = None
    faces: tuple[int, ...]
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        return state

    def describe(self, narrator: Narrator[State]) -> str:  # noqa: ARG002
        return f"{self.dice.replace('_', ' ')}: {' '.join(map(str, self.faces))}"


class Chosen(TabletopEvent, frozen=True, kw_only=True, tag="chosen"):
    """A choice was set, cleared or shown."""

    choice: str
    seat: SeatIndex | None = None
    word: str
    """The chosen word; empty if the choice was cleared."""
    shown: bool = False
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        place, holder = state.layout.choice_at[self.choice], self.seat or 0
        others = tuple(pair for pair in state.shown if pair != (place, holder))
        shown = (*others, (place, holder)) if self.shown else others
        choices = put_at(state.choices, place, put_at(state.choices[place], holder, self.word))
        return replace(state, choices=choices, shown=shown)

    def _seen(self, state: State, viewpoint: Viewpoint) -> bool:
        return self.shown or sees_choice(state, viewpoint, state.layout.choice_at[self.choice], self.seat or 0)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "Chosen":
        return self if self._seen(state, viewpoint) else replace(self, word="")

    def describe(self, narrator: Narrator[State]) -> str:
        name = self.choice.replace("_", " ")
        whose = name if self.seat is None else f"{name} of {narrator.seat(self.seat)}"
        if not self._seen(narrator.state, narrator.viewpoint):
            return f"{whose} ??"
        return f"{whose}: {choice_words(narrator.state, narrator.state.layout.choice_at[self.choice], self.word)}"


def choice_words(state: State, place: int, word: str) -> str:
    """Return a choice in words, a player by name; `-` for an unset choice."""
    if state.layout.choices[place].one_of == ("player",) and word.isdigit() and 0 < int(word) <= len(state.seats):
        return state.seats[int(word) - 1].name
    return word.replace("_", " ") or "-"
