"""Passing, drawing, hand limit, reveals, the gunner, the clock, resigning."""

from domain.cards import parse_ref
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.actors import acting_seat, gunner_of, player_seats
from domain.games.pbl_robots.cards import ORANGE_CARDS, ArmorCard, CrewCard, ExpertPilot, HangarCard
from domain.games.pbl_robots.changes import Draw
from domain.games.pbl_robots.check.base import Problems, elsewhere, not_held, orange, unseen_cards
from domain.games.pbl_robots.check.builds import check_move, check_placing
from domain.games.pbl_robots.check.combat import can_declare
from domain.games.pbl_robots.check.draws import check_draw
from domain.games.pbl_robots.numbers import current_side, deck_count, top_of
from domain.games.pbl_robots.resolve.base import card_of
from domain.games.pbl_robots.resolve.shop import shuffled_cards, turned_up
from domain.games.pbl_robots.resolve.turns import revealed
from domain.games.pbl_robots.state import EMPTY, Owed, State
from domain.rules import Violation
from domain.text import counted

ARRANGED = 5
"""Cards that the gunner looks at (PBL-V35)."""


def check_pass(state: State, command: c.PassMove) -> Problems:
    seat = acting_seat(state, command)
    if state.turn.move_used and seat == state.turn.seat:
        yield Violation("PBL-T04", "the MOVE of this turn is used; there is nothing to pass")
        return
    yield from check_move(state, seat, rule="PBL-T01")
    yield from _check_able(state)


def _check_able(state: State) -> Problems:
    """Passing only if unable, where the match is played so (PBL-Q08)."""
    if state.options.passing == "only_if_unable" and (can_declare(state) or _can_build(state)):
        yield Violation("PBL-T04", "in this match the turn may be passed only if no MOVE is possible")


def _can_build(state: State) -> bool:
    side = state.sides[current_side(state)]
    for token in state.people[state.turn.seat].hand:
        card = state.catalogue.get(token.card)
        if isinstance(card, ArmorCard) and card.slot == "any_limb":
            if any(not tuple(check_placing(side, card, limb)) for limb in ("head", "left_arm", "right_arm", "legs")):
                return True
        elif isinstance(card, ArmorCard | CrewCard | HangarCard | ExpertPilot) and not tuple(
            check_placing(side, card, "")
        ):
            return True
    return False


def check_announce(state: State, command: c.AnnounceEnd) -> Problems:
    if acting_seat(state, command) != state.turn.seat:
        yield Violation("PBL-T01", f"it is {state.seats[state.turn.seat].name}'s turn")
    if state.combat is not None:
        yield Violation("PBL-C16", "the combat is not over")


def check_draw_card(state: State, command: c.DrawCard) -> Problems:
    seat = acting_seat(state, command)
    if state.owed:
        owed = state.owed[0]
        yield from _check_owed(state, command, seat, owed)
        yield from _check_source(state, command, seat, from_row=owed.from_row)
        return
    if state.phase != "play":
        yield Violation("PBL-S12", "no opening draw is due", impossible=True)
        return
    if seat != state.turn.seat:
        yield Violation("PBL-T07", f"{state.seats[seat].name}'s turn is over, or has not come")
        return
    if state.combat is not None:
        yield Violation("PBL-C16", "the combat is not over: concede_combat, then draw")
    if command.reason not in ("", "end_of_turn"):
        yield Violation("PBL-T07", f"no {command.reason} draw is due; this is the end draw")
    if not state.turn.move_used:
        yield from _check_able(state)
    yield from _check_source(state, command, seat, from_row=False)


def _check_owed(state: State, command: c.DrawCard, seat: int, owed: Owed) -> Problems:
    right = player_seats(state, owed.side) if owed.seat is None else (owed.seat,)
    if seat not in right:
        yield Violation(owed.rule, f"{state.seats[right[0]].name} draws first ({owed.reason})")
    if command.reason and command.reason != owed.reason:
        yield Violation(owed.rule, f"the {owed.reason} draw is due, not {command.reason}")


def _check_source(state: State, command: c.DrawCard, seat: int, *, from_row: bool) -> Problems:
    side = state.seats[seat].side
    if command.nothing:
        there = deck_count(state, side) or shuffled_cards(state, side)
        row = any(place != EMPTY for place in state.shop.row) or bool(turned_up(state, ()))
        if there or row:
            yield Violation("PBL-T07", "there is a card to draw, and the draw is compulsory")
        return
    yield from check_draw(state, seat, Draw(command.card, command.slot, command.row), from_row=from_row)


def check_reveal(state: State, command: c.RevealCard) -> Problems:
    """A hand card, else one that lies face down on the heap: exactly the one that is named (PBL-Q25)."""
    seat = acting_seat(state, command)
    wanted, person = parse_ref(command.card), state.people[seat]
    token = revealed(state, seat, command)
    if token is None or token.card is None:
        if token is not None or wanted.card is None:
            yield Violation("PBL-S02", "name the card that was revealed", impossible=True)
        else:
            yield not_held(state, seat, wanted)
        return
    if token in (*person.hand, *state.sides[state.seats[seat].side].face_down):
        if token not in person.hand or not command.shown or token.id in person.shown:
            text = f"{state.catalogue.name_of(token.card)} is known already"
            yield Violation("PBL-S02", text, impossible=True)
        return
    problem = orange(state, token.card) or elsewhere(state, token.card, state.seats[seat].side)
    if problem is not None:
        yield problem


def check_limit(state: State, command: c.DiscardToLimit) -> Problems:
    seat = acting_seat(state, command)
    person = state.people[seat]
    over = len(person.hand) - person.limit
    if over <= 0:
        yield Violation(
            "PBL-X06", f"{state.seats[seat].name} holds {len(person.hand)} of {counted(person.limit, 'card')}"
        )
        return
    if len(command.cards) != over:
        yield Violation("PBL-X06", f"{counted(over, 'card')} must go, {len(command.cards)} given")
    yield from unseen_cards(state, seat, command.cards, "PBL-X06")


def check_arrange(state: State, command: c.ArrangeDeck) -> Problems:
    seat = acting_seat(state, command)
    side = state.seats[seat].side
    if state.options.team_mode != "pilot_and_gunner" or gunner_of(state, side) != seat:
        yield Violation("PBL-V35", "only the gunner of a team orders the deck")
    if not 1 <= command.count <= ARRANGED or len(command.order) > command.count:
        yield Violation(
            "PBL-V35", f"the gunner looks at up to {ARRANGED} cards", impossible=command.count > ORANGE_CARDS
        )
    elif command.count > deck_count(state, side):
        text = f"the deck has {counted(deck_count(state, side), 'card')}"
        yield Violation("PBL-V37", text, impossible=True)
    cards = [card for ref in command.order if (card := card_of(ref)) is not None]
    for position, card in enumerate(cards):
        problem = orange(state, card)
        if problem is None and card not in top_of(state, side):
            problem = elsewhere(state, card, side)
        if problem is not None:
            yield problem
        elif card in cards[:position]:
            yield Violation("PBL-S02", f"{card} is named twice", impossible=True)


def check_clock(state: State, command: c.RecordClock) -> Problems:
    if state.options.time_limit != "minutes":
        yield Violation("PBL-V27", "this match has no time limit in minutes")
        return
    if not any(side.eliminated for side in state.sides):
        yield Violation("PBL-V27", "the time limit starts with the first elimination")
    elif command.what == "expired" and (state.clock.started_turn is None or state.clock.expired):
        yield Violation("PBL-V27", "the clock is not running")
    elif command.what == "started" and state.clock.started_turn is not None:
        yield Violation("PBL-V27", "the clock is already running")


def check_resign(_state: State, _command: c.Resign) -> Problems:
    yield from ()
