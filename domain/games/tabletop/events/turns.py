"""Events of turns, phases and rounds, of players who are out, and of the end."""

from msgspec.structs import replace

from domain.cards import SeatIndex
from domain.games.tabletop.events.base import TabletopEvent
from domain.games.tabletop.state import State, Use
from domain.narration import Narrator
from domain.outcome import Outcome
from domain.text import join_words


def _without_uses(state: State, periods: tuple[str, ...]) -> tuple[Use, ...]:
    if not state.used:
        return ()
    verbs = state.layout.kit.verbs
    return tuple(use for use in state.used if verbs[use.verb].limit.partition(" ")[2] not in periods)


class TurnBegan(TabletopEvent, frozen=True, kw_only=True, tag="turn_began"):
    """A turn began."""

    turn: int
    seat: SeatIndex | None = None
    phase: str = ""
    """The phase that the turn begins with; empty if the phase stays the same."""
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        phases = state.layout.head.phases
        phase = phases.index(self.phase) if self.phase else state.phase
        periods = ("turn", "phase") if self.phase else ("turn",)
        return replace(state, turn=self.turn, seat=self.seat, phase=phase, used=_without_uses(state, periods))

    def describe(self, narrator: Narrator[State]) -> str:
        word = f"{narrator.state.layout.head.turn} {self.turn}"
        return word if self.seat is None else f"{word}: {narrator.seat(self.seat)}"


class PhaseBegan(TabletopEvent, frozen=True, kw_only=True, tag="phase_began"):
    """A phase began."""

    phase: str
    template = "{phase:words}"
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        return replace(state, phase=state.layout.head.phases.index(self.phase), used=_without_uses(state, ("phase",)))


class RoundBegan(TabletopEvent, frozen=True, kw_only=True, tag="round_began"):
    """A round began with the player `first`."""

    round: int
    first: SeatIndex
    phase: str = ""
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        phases = state.layout.head.phases
        used = _without_uses(state, ("turn", "phase", "round"))
        phase = phases.index(self.phase) if self.phase else state.phase
        return replace(state, round=self.round, first=self.first, turn=0, phase=phase, used=used)

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{narrator.state.layout.head.round or 'round'} {self.round}: {narrator.seat(self.first)} begins"


class SeatOut(TabletopEvent, frozen=True, kw_only=True, tag="seat_out"):
    """A player went out, or came back into the game."""

    seat: SeatIndex
    back: bool = False
    resting: bool = False
    """True if the player is out only until the next round."""
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        others = tuple(seat for seat in state.out if seat != self.seat)
        resting = tuple(seat for seat in state.resting if seat != self.seat)
        return replace(
            state,
            out=others if self.back else (*others, self.seat),
            resting=(*resting, self.seat) if self.resting else resting,
        )

    def describe(self, narrator: Narrator[State]) -> str:
        word = (
            "back in the game"
            if self.back
            else f"out of this {narrator.state.layout.head.round}"
            if self.resting
            else "out"
        )
        return f"{narrator.seat(self.seat)} is {word}"


class OrderReversed(TabletopEvent, frozen=True, kw_only=True, tag="order_reversed"):
    """The order of turns was reversed."""

    template = "the order is reversed"
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        return replace(state, reversed=not state.reversed)


class MatchEnded(TabletopEvent, frozen=True, kw_only=True, tag="match_ended"):
    """The match ended."""

    winners: tuple[SeatIndex, ...]
    reason: str
    rule: str = ""
    scores: tuple[int, ...] = ()
    drawn: bool = False

    def evolve(self, state: State) -> State:
        return replace(state, result=Outcome(self.winners, self.reason, self.rule, self.scores, self.drawn))

    def describe(self, narrator: Narrator[State]) -> str:
        if self.drawn:
            return "a draw"
        names = join_words((narrator.seat(seat) for seat in self.winners), none="")
        return f"{names} {'wins' if len(self.winners) == 1 else 'win'}" if names else "nobody wins"
