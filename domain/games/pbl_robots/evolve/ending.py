"""Forms, eliminations, ends and adjustments."""

from msgspec.structs import replace

from domain.game import Outcome
from domain.games.pbl_robots.events import (
    Adjusted,
    CardsRemoved,
    CriticalFormEntered,
    CriticalFormLeft,
    GameEnded,
    PositionDeclared,
    RobotTerminated,
    SideResigned,
    TimeLimitExpired,
    TimeLimitStarted,
    TimeLimitTied,
    TurnSet,
)
from domain.games.pbl_robots.evolve.base import with_person, with_side
from domain.games.pbl_robots.numbers import robot_cards, seats_of
from domain.games.pbl_robots.state import Clock, Person, Side, Slot, State, Turn


def critical_form_entered(state: State, event: CriticalFormEntered) -> State:
    return with_side(state, event.side, replace(state.sides[event.side], critical=True))


def critical_form_left(state: State, event: CriticalFormLeft) -> State:
    return with_side(state, event.side, replace(state.sides[event.side], critical=False))


def robot_terminated(state: State, event: RobotTerminated) -> State:
    state = _eliminated(state, event.side)
    if event.by is None:
        return state
    by = state.sides[event.by]
    return with_side(state, event.by, replace(by, terminations=by.terminations + 1))


def side_resigned(state: State, event: SideResigned) -> State:
    return _eliminated(state, event.side)


def _eliminated(state: State, side: int) -> State:
    """What was due from the side, or because of it, falls away."""
    owed = tuple(one for one in state.owed if one.side != side)
    extra = tuple(seat for seat in state.extra_turns if state.seats[seat].side != side)
    state = replace(state, owed=owed, extra_turns=extra)
    return with_side(state, side, replace(state.sides[side], eliminated=True))


def cards_removed(state: State, event: CardsRemoved) -> State:
    side = state.sides[event.side]
    known = [card for place, cards in robot_cards(side) if place != "cockpit" for card in cards]
    known += [pilot.card for pilot in side.pilots if pilot.expert]
    top = side.top if state.community is None else ()
    known += [*side.scrap, *(card for card in top if card)]
    unknown = side.deck - sum(card is not None for card in top)
    tokens = list(side.face_down)
    for seat in seats_of(state, event.side):
        tokens += state.people[seat].hand
        state = with_person(state, seat, replace(state.people[seat], hand=(), shown=frozenset()))
    known += [token.card for token in tokens if token.card]
    unknown += sum(token.card is None for token in tokens)
    known += sorted(side.unplaced)
    unknown -= len(side.unplaced)
    if state.community is not None and any(token.card is None for token in tokens):
        state = replace(state, community_unplaced=frozenset())
    state = replace(state, out_of_game=(*state.out_of_game, *known), out_unknown=state.out_unknown + unknown)
    return with_side(state, event.side, replace(_bare(side), top=() if state.community is None else side.top))


def _bare(side: Side) -> Side:
    """The side without cards: its robot, starter and what it achieved."""
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


def time_limit_started(state: State, event: TimeLimitStarted) -> State:
    return replace(state, clock=replace(state.clock, started_turn=event.turn))


def time_limit_expired(state: State, _event: TimeLimitExpired) -> State:
    return replace(state, clock=replace(state.clock, expired=True))


def time_limit_tied(state: State, _event: TimeLimitTied) -> State:
    return replace(state, clock=replace(state.clock, tied=True))


def game_ended(state: State, event: GameEnded) -> State:
    winners = tuple(index for index, seat in enumerate(state.seats) if seat.side in event.winners)
    outcome = Outcome(
        winners=winners,
        reason=event.reason,
        rule=event.rule,
        scores=tuple(state.sides[seat.side].blow_offs for seat in state.seats),
        drawn=not event.winners,
    )
    return replace(state, phase="over", result=outcome, combat=None, owed=())


def adjusted(state: State, _event: Adjusted) -> State:
    return state


def turn_set(state: State, event: TurnSet) -> State:
    turn = Turn(number=state.turn.number, seat=event.seat, regular=event.seat, move_used=event.move_used)
    return replace(state, turn=turn, combat=None)


def position_declared(state: State, event: PositionDeclared) -> State:
    people: tuple[Person, ...] = event.people
    return replace(
        state,
        phase="play",
        sides=event.sides,
        people=people,
        shop=event.shop,
        order=event.order,
        turn=Turn(number=event.number, seat=event.turn, regular=event.turn, move_used=event.move_used),
        setup=replace(state.setup, undealt=event.undealt, rolls=(), hands_due=False),
        draft=None,
        combat=None,
        action=None,
        owed=(),
        clock=Clock(),
        extra_turns=(),
        last_attacks=(),
        result=None,
        blow_off_start=event.blow_off_deck,
        out_of_game=(),
        out_unknown=0,
        community=None,
        community_unplaced=frozenset(),
    )
