"""The table between two commands, the heaps there are, and what may be agreed."""

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue
from domain.game import TurnInfo
from domain.outcome import Outcome
from domain.seats import GameState


class HeapCard(Struct, frozen=True, kw_only=True, tag_field="type", tag="heap", forbid_unknown_fields=True):
    """A heap as it begins."""

    card_id: str
    name: str
    stones: int


class Options(Struct, frozen=True, kw_only=True):
    """The options of a match, agreed before it."""

    most: int = 3
    """The most stones that one take may have, 1 to 9."""


class State(GameState, frozen=True, kw_only=True, gc=False):
    """Empty seats: the heaps are not there yet."""

    heaps: tuple[tuple[str, int], ...] = ()
    """Card id and stones left, as they were laid out."""
    taken: tuple[int, ...] = ()
    """Stones of each player."""
    most: int = 3
    turn: int = 0
    winner: int | None = None

    @property
    def to_move(self) -> int:
        """The player of this turn."""
        return (self.turn + 1) % 2


def stones_in(state: State, heap: str) -> int:
    """The rest of a heap; 0 for a missing one."""
    return dict(state.heaps).get(heap, 0)


def with_heap(state: State, heap: str, stones: int) -> State:
    """The state with so many stones in a heap."""
    return replace(state, heaps=tuple((name, stones if name == heap else left) for name, left in state.heaps))


def initial(catalogue: Catalogue[CardRecord]) -> State:
    """The empty table."""
    return State(catalogue=catalogue)


def turn_info(state: State) -> TurnInfo:
    """Players take in turn."""
    if not state.seats or state.winner is not None:
        return TurnInfo(state.turn, "over" if state.seats else "unopened")
    return TurnInfo(state.turn, "take", state.to_move)


def outcome(state: State) -> Outcome | None:
    """HP-E01: who took the last stone has won."""
    return None if state.winner is None else Outcome((state.winner,), "last_stone", "HP-E01", state.taken)


def card_counts(state: State) -> dict[str, int]:
    """All stones, in heaps and taken."""
    return {"stones": sum(left for _, left in state.heaps) + sum(state.taken)}
