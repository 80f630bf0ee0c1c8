"""Events of critical forms, eliminations, time limits, ends and adjustments."""

from typing import Literal

from msgspec.structs import replace

from domain.cards import SeatIndex, SideNumber
from domain.game import with_fields_of
from domain.games.pbl_robots.events.base import PblEvent, PblNarrativeEvent
from domain.games.pbl_robots.numbers import robot_cards, seats_of
from domain.games.pbl_robots.parts import with_person, with_side
from domain.games.pbl_robots.state import REASONS, Person, Shop, Side, Slot, State, Turn
from domain.narration import Narrator
from domain.outcome import Outcome
from domain.text import join_words


class CriticalFormEntered(PblEvent, frozen=True, kw_only=True, tag="critical_form_entered"):
    """The pilot entered critical form; `bonus` is True if its bonus applies (PBL-X03)."""

    side: SideNumber
    bonus: bool = True
    template = "{side}'s pilot goes into critical form{bonus:?|, without the bonus}"

    def evolve(self, state: State) -> State:
        return with_side(state, self.side, replace(state.sides[self.side], critical=True))


class CriticalFormLeft(PblEvent, frozen=True, kw_only=True, tag="critical_form_left"):
    """The pilot returned to normal form."""

    side: SideNumber
    template = "{side}'s pilot is back in normal form"

    def evolve(self, state: State) -> State:
        return with_side(state, self.side, replace(state.sides[self.side], critical=False))


class RobotTerminated(PblEvent, frozen=True, kw_only=True, tag="robot_terminated"):
    """A robot lost its last limb; `by` is the side credited."""

    side: SideNumber
    by: SideNumber | None = None
    template = "{side}'s robot is terminated{by:? by *}"

    def evolve(self, state: State) -> State:
        state = _eliminated(state, self.side)
        if self.by is None:
            return state
        by = state.sides[self.by]
        return with_side(state, self.by, replace(by, terminations=by.terminations + 1))


class SideResigned(PblEvent, frozen=True, kw_only=True, tag="side_resigned"):
    """A side resigned."""

    side: SideNumber
    template = "{side} resigns"

    def evolve(self, state: State) -> State:
        return _eliminated(state, self.side)


class CardsRemoved(PblEvent, frozen=True, kw_only=True, tag="cards_removed"):
    """The cards of an eliminated side were removed from the game (PBL-V23)."""

    side: SideNumber
    template = "{side}'s cards leave the game"

    def evolve(self, state: State) -> State:
        side = state.sides[self.side]
        known = [card for place, cards in robot_cards(side) if place != "cockpit" for card in cards]
        known += [pilot.card for pilot in side.pilots if pilot.expert]
        top = side.top if state.community is None else ()
        known += [*side.scrap, *(card for card in top if card)]
        unknown = side.deck - sum(card is not None for card in top)
        tokens = list(side.face_down)
        for seat in seats_of(state, self.side):
            tokens += state.people[seat].hand
            state = with_person(state, seat, replace(state.people[seat], hand=(), shown=frozenset()))
        known += [token.card for token in tokens if token.card]
        unknown += sum(token.card is None for token in tokens)
        known += sorted(side.unplaced)
        unknown -= len(side.unplaced)
        if state.community is not None and any(token.card is None for token in tokens):
            state = replace(state, community_unplaced=frozenset())
        state = replace(state, out_of_game=(*state.out_of_game, *known), out_unknown=state.out_unknown + unknown)
        return with_side(state, self.side, replace(_bare(side), top=() if state.community is None else side.top))


class TimeLimitStarted(PblEvent, frozen=True, kw_only=True, tag="time_limit_started"):
    """The time limit started in this turn."""

    turn: int
    template = "the time limit starts"

    def evolve(self, state: State) -> State:
        return replace(state, clock=replace(state.clock, started_turn=self.turn))


class TimeLimitExpired(PblEvent, frozen=True, kw_only=True, tag="time_limit_expired"):
    """Time is up: after this turn, blow-offs decide."""

    template = "time is up: this turn is the last"

    def evolve(self, state: State) -> State:
        return replace(state, clock=replace(state.clock, expired=True))


class TimeLimitTied(PblEvent, frozen=True, kw_only=True, tag="time_limit_tied"):
    """Blow-offs and limbs were equal at the time limit: the next limb decides."""

    template = "a tie when time is up: the next limb decides"

    def evolve(self, state: State) -> State:
        return replace(state, clock=replace(state.clock, tied=True))


class GameEnded(PblEvent, frozen=True, kw_only=True, tag="game_ended"):
    """The game ended; `winners` are the winning sides, empty for a draw."""

    winners: tuple[SideNumber, ...]
    reason: Literal["termination", "resignation", "time_limit", "blow_off_target", "all_terminated", "shop_exhausted"]
    rule: str

    def evolve(self, state: State) -> State:
        winners = tuple(index for index, seat in enumerate(state.seats) if seat.side in self.winners)
        outcome = Outcome(
            winners=winners,
            reason=self.reason,
            rule=self.rule,
            scores=tuple(state.sides[seat.side].blow_offs for seat in state.seats),
            drawn=not self.winners,
        )
        return replace(state, phase="over", result=outcome, combat=None, owed=())

    def describe(self, narrator: Narrator[State]) -> str:
        names = join_words((narrator.side(side) for side in self.winners), none="")
        several = len(self.winners) > 1 or "&" in names
        who = f"{names} {'win' if several else 'wins'}" if names else "the game is a draw"
        return f"{who}: {REASONS[self.reason]}"


class Adjusted(PblNarrativeEvent, frozen=True, kw_only=True, tag="adjusted"):
    """The record was adjusted to the table; the changes follow as separate events."""

    reason: str
    template = "the record is corrected: {reason}"


class TurnSet(PblEvent, frozen=True, kw_only=True, tag="turn_set"):
    """An adjustment set the active player."""

    seat: SeatIndex
    move_used: bool
    template = "it is {seat}'s turn now"

    def evolve(self, state: State) -> State:
        turn = Turn(number=state.turn.number, seat=self.seat, regular=self.seat, move_used=self.move_used)
        return replace(state, turn=turn, combat=None)


class PositionDeclared(PblEvent, frozen=True, kw_only=True, tag="position_declared"):
    """A declared position replaced the previous one."""

    sides: tuple[Side, ...]
    people: tuple[Person, ...]
    shop: Shop
    order: tuple[SeatIndex, ...]
    turn: int
    number: int
    move_used: bool
    undealt: int
    blow_off_deck: int
    template = "the match continues as declared at turn {number}"

    def evolve(self, state: State) -> State:
        kept = State(catalogue=state.catalogue, seats=state.seats, options=state.options, celebrities=state.celebrities)
        turn = Turn(number=self.number, seat=self.turn, regular=self.turn, move_used=self.move_used)
        setup = replace(state.setup, undealt=self.undealt, rolls=(), hands_due=False)
        return with_fields_of(self, kept, phase="play", turn=turn, setup=setup, blow_off_start=self.blow_off_deck)


def _eliminated(state: State, side: int) -> State:
    """Return the state with the side eliminated and its obligations and extra turns removed."""
    owed = tuple(one for one in state.owed if one.side != side)
    extra = tuple(seat for seat in state.extra_turns if state.seats[seat].side != side)
    state = replace(state, owed=owed, extra_turns=extra)
    return with_side(state, side, replace(state.sides[side], eliminated=True))


def _bare(side: Side) -> Side:
    """Return the side without its cards: robot, starters, blow-offs and terminations remain."""
    return Side(
        robot=side.robot,
        slots=tuple(Slot(attack=slot.attack, defense=slot.defense) for slot in side.slots),
        pilots=side.pilots[:1],
        blow_offs=side.blow_offs,
        terminations=side.terminations,
        starters=side.starters,
        used_starters=side.used_starters,
        eliminated=True,
        removed=True,
    )
