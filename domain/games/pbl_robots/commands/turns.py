"""Commands of a turn: pass, draw, discard, reveal, arrange the deck, time limit, resign."""

from collections.abc import Iterator
from typing import ClassVar, Literal, Self

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, Token, parse_ref
from domain.games.pbl_robots import draws
from domain.games.pbl_robots.actors import gunner_of, player_seats
from domain.games.pbl_robots.builds import check_placing
from domain.games.pbl_robots.cards import ArmorCard, BuiltCard
from domain.games.pbl_robots.commands.attacks import can_declare
from domain.games.pbl_robots.commands.base import ActorCommand, PblCommand, PhaseRule
from domain.games.pbl_robots.commands.builds import check_move
from domain.games.pbl_robots.consequences import end_turn
from domain.games.pbl_robots.events import turns
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.match_end import SideResigned, TimeLimitExpired, TimeLimitStarted
from domain.games.pbl_robots.numbers import current_side, deck_count, full_hand, hand_limit, top_of
from domain.games.pbl_robots.references import elsewhere, not_held, orange, unseen_cards
from domain.games.pbl_robots.state import ARRANGED, EMPTY, Owed, State
from domain.games.pbl_robots.visibility import sees_top
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.table.references import card_named, cards_named, find_or_identify
from domain.text import pluralize


class PassMove(ActorCommand, frozen=True, kw_only=True, tag="pass_move"):
    """Passes the MOVE of this turn."""

    title = "Pass the MOVE"
    is_move: ClassVar = True
    rules = ("PBL-T02", "PBL-T04")

    def validate(self, state: State) -> Iterator[Violation]:
        seat = self.acting_seat(state)
        if state.turn.move_used and seat == state.turn.seat:
            yield Violation("PBL-T04", "the MOVE of this turn is used, so it cannot be passed")
            return
        yield from check_move(state, seat, rule="PBL-T01")
        yield from _check_able(state)

    def act(self, out: PblBuffer) -> None:
        out.add(turns.MovePassed(seat=self.acting_seat(out.state)))


class AnnounceEnd(ActorCommand, frozen=True, kw_only=True, tag="announce_end"):
    """The player announces the end of the turn; other players may still play actions."""

    title = "Announce the end of the turn"
    rules = ("PBL-C16",)

    def validate(self, state: State) -> Iterator[Violation]:
        if self.acting_seat(state) != state.turn.seat:
            yield Violation("PBL-T01", f"it is {state.seats[state.turn.seat].name}'s turn")
        if state.combat is not None:
            yield Violation("PBL-C16", "the combat is not over")

    def act(self, out: PblBuffer) -> None:
        out.add(turns.TurnEndAnnounced(seat=self.acting_seat(out.state)))


class DrawCard(ActorCommand, frozen=True, kw_only=True, tag="draw_card"):
    """Draws a card: one that is due, else the draw that ends the turn. `row` are the cards turned up if the Shop opens."""

    title = "Draw a card"
    accepted_in: ClassVar = PhaseRule(
        "PBL-T07", ("opening", "play"), "cards are drawn only after the decks are complete"
    )
    settles: ClassVar = ("draw",)

    card: CardRef = UNKNOWN
    slot: int = 0
    """Place of the shop row, 1 to 5; 0 for the deck."""
    row: tuple[CardRef, ...] = ()
    nothing: bool = False
    """True if deck and row are empty, so that no card can be drawn."""
    reason: Literal["", "end_of_turn", "opening", "critical", "effect"] = ""
    rules = ("PBL-C16", "PBL-T04", "PBL-T07", "PBL-V08", *draws.DRAW_RULES)

    def validate(self, state: State) -> Iterator[Violation]:
        seat = self.acting_seat(state)
        if state.owed:
            owed = state.owed[0]
            yield from _check_owed(state, self, seat, owed)
            yield from _check_source(state, self, seat, from_row=owed.from_row)
            return
        if state.phase != "play":
            yield impossible("PBL-S12", "no opening draw is due")
            return
        if seat != state.turn.seat:
            yield Violation("PBL-T07", f"it is not {state.seats[seat].name}'s turn")
            return
        if state.combat is not None:
            yield Violation("PBL-C16", "the combat is not over: end it first (concede_combat)")
        if self.reason not in ("", "end_of_turn"):
            yield Violation("PBL-T07", f"no {self.reason} draw is due; this draw ends the turn")
        if not state.turn.move_used:
            yield from _check_able(state)
        yield from _check_source(state, self, seat, from_row=False)

    def act(self, out: PblBuffer) -> None:
        """Make the draw that is due, else the draw that ends the turn. If the MOVE is unused, that is a pass (PBL-T04)."""
        seat, turn = self.acting_seat(out.state), out.state.turn
        due = _draw_due(out.state)
        if not due and not turn.move_used and seat == turn.seat:
            out.add(turns.MovePassed(seat=seat))
        draws.draw_card(out, seat, draws.Draw(self.card, self.slot, self.row))
        if due:
            out.add(turns.OwedSettled())

    def resolve(self, out: PblBuffer) -> None:
        """Add the events. If the draw ends the turn, the turn ends after all consequences of the draw."""
        closes = not _draw_due(out.state) and self.acting_seat(out.state) == out.state.turn.seat
        super().resolve(out)
        if closes and out.state.phase == "play":
            end_turn(out)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        return self if self.slot or self.hand_seen(state, viewpoint) else replace(self, card=UNKNOWN)


class RevealCard(ActorCommand, frozen=True, kw_only=True, tag="reveal_card"):
    """Identifies a hand card: for everyone with `shown`, else only in the record."""

    title = "Reveal a card"
    ignores_obligations: ClassVar = True
    after_end: ClassVar = True

    card: CardRef
    shown: bool = False
    rules = ("PBL-S02", "PBL-V08")

    def validate(self, state: State) -> Iterator[Violation]:
        """Check that the named card is in the hand or face down on the scrap heap (PBL-Q25)."""
        seat = self.acting_seat(state)
        wanted, person = parse_ref(self.card), state.people[seat]
        token = revealed(state, seat, self)
        if token is None or token.card is None:
            if token is not None or wanted.card is None:
                yield impossible("PBL-S02", "name the revealed card")
            else:
                yield not_held(state, seat, wanted)
            return
        if token in (*person.hand, *state.sides[state.seats[seat].side].face_down):
            if token not in person.hand or not self.shown or token.id in person.shown:
                yield impossible("PBL-S02", f"{state.catalogue.name_of(token.card)} is known already")
            return
        problem = orange(state, token.card) or elsewhere(state, token.card, state.seats[seat].side)
        if problem is not None:
            yield problem

    def act(self, out: PblBuffer) -> None:
        """Identify the card, and show it if it is a hand card and `shown` is set."""
        seat = self.acting_seat(out.state)
        token = revealed(out.state, seat, self)
        if token is None or token.card is None:
            return
        person = out.state.people[seat]
        if token not in (*person.hand, *out.state.sides[out.state.seats[seat].side].face_down):
            out.add(turns.CardRevealed(seat=seat, token=token.id, card=token.card))
        if self.shown and any(one.id == token.id for one in person.hand):
            out.add(turns.CardRevealed(seat=seat, token=token.id, card=token.card, shown=True))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        """Hide the card from other players, unless it is a hand card that is shown. Face-down cards of the scrap heap are visible
        only to their owner (PBL-Q25)."""
        open_to_all = (
            self.shown
            and find_or_identify(state.people[self.acting_seat(state)].hand, parse_ref(self.card)) is not None
        )
        return self if open_to_all or self.hand_seen(state, viewpoint) else replace(self, card=UNKNOWN)


class DiscardToLimit(ActorCommand, frozen=True, kw_only=True, tag="discard_to_limit"):
    """Scraps hand cards down to the limit."""

    title = "Discard to the hand limit"
    hidden_field: ClassVar = "cards"
    settles: ClassVar = ("hand_limit",)

    cards: tuple[CardRef, ...]
    rules = ("PBL-S02", "PBL-V08")

    def validate(self, state: State) -> Iterator[Violation]:
        seat = self.acting_seat(state)
        person = state.people[seat]
        limit = hand_limit(state, seat)
        over = len(person.hand) - limit
        if over <= 0:
            yield Violation(
                "PBL-X06",
                f"{state.seats[seat].name} has {pluralize(len(person.hand), 'card')}; the hand limit is {limit}",
            )
            return
        if len(self.cards) != over:
            yield Violation("PBL-X06", f"discard {pluralize(over, 'card')}, not {len(self.cards)}")
        yield from unseen_cards(state, seat, self.cards, "PBL-X06")

    def act(self, out: PblBuffer) -> None:
        seat = self.acting_seat(out.state)
        out.add(turns.HandLimitDiscarded(seat=seat, tokens=draws.take_unseen(out, seat, self.cards)))

    def due_seat(self, state: State) -> int:
        full = full_hand(state)
        return state.turn.seat if full is None else full


class ArrangeDeck(ActorCommand, frozen=True, kw_only=True, tag="arrange_deck"):
    """The gunner arranges the top cards of the deck. `order` is secret and optional."""

    title = "Arrange the top of the deck"
    gunner_may: ClassVar = True

    count: int = ARRANGED
    order: tuple[CardRef, ...] = ()
    rules = ("PBL-S02", "PBL-V08", "PBL-V35", "PBL-V37")

    def validate(self, state: State) -> Iterator[Violation]:
        seat = self.acting_seat(state)
        side = state.seats[seat].side
        if state.options.team_mode != "pilot_and_gunner" or gunner_of(state, side) != seat:
            yield Violation("PBL-V35", "only the gunner of a team arranges the deck")
        if not 1 <= self.count <= ARRANGED or len(self.order) > self.count:
            yield Violation("PBL-V35", f"the gunner looks at up to {ARRANGED} cards")
        if max(self.count, len(self.order)) > deck_count(state, side):
            yield impossible("PBL-V37", f"the deck has {pluralize(deck_count(state, side), 'card')}")
        cards = cards_named(self.order)
        for position, card in enumerate(cards):
            problem = orange(state, card)
            if problem is None and card not in top_of(state, side):
                problem = elsewhere(state, card, side)
            if problem is not None:
                yield problem
            elif card in cards[:position]:
                yield impossible("PBL-S02", f"{card} is named twice")

    def act(self, out: PblBuffer) -> None:
        seat = self.acting_seat(out.state)
        known = [card_named(ref) for ref in self.order]
        order = (*known, *(None for _ in range(self.count - len(known))))
        out.add(turns.DeckTopArranged(side=out.state.seats[seat].side, order=order))

    def due_seat(self, state: State) -> int:
        gunner = gunner_of(state, state.seats[state.turn.seat].side)
        return state.turn.seat if gunner is None else gunner

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        return self if sees_top(state, viewpoint, self.redacted_side(state)) else replace(self, order=())


class RecordClock(PblCommand, frozen=True, kw_only=True, tag="clock"):
    """Records the start or the end of the time limit in a game of three sides."""

    title = "Record the time limit"
    for_anybody: ClassVar = True
    ignores_obligations: ClassVar = True

    what: Literal["started", "expired"]
    rules = ("PBL-V27",)

    def validate(self, state: State) -> Iterator[Violation]:
        if state.options.time_limit != "minutes":
            yield Violation("PBL-V27", "this match has no time limit in minutes")
            return
        if not any(side.eliminated for side in state.sides):
            yield Violation("PBL-V27", "the time limit starts with the first elimination")
        elif self.what == "expired" and (state.clock.started_turn is None or state.clock.expired):
            yield Violation("PBL-V27", "the clock is not running")
        elif self.what == "started" and state.clock.started_turn is not None:
            yield Violation("PBL-V27", "the clock is already running")

    def act(self, out: PblBuffer) -> None:
        if self.what == "started":
            out.add(TimeLimitStarted(turn=out.state.turn.number))
        else:
            out.add(TimeLimitExpired())


class Resign(ActorCommand, frozen=True, kw_only=True, tag="resign"):
    """A side resigns."""

    title = "Resign the match"
    ignores_obligations: ClassVar = True
    gunner_may: ClassVar = True

    def validate(self, state: State) -> Iterator[Violation]:  # noqa: ARG002
        yield from ()

    def act(self, out: PblBuffer) -> None:
        out.add(SideResigned(side=self.acting_side(out.state)))


def _check_able(state: State) -> Iterator[Violation]:
    """Yield a violation if the match allows passing only without a possible MOVE, and there is one (PBL-Q08)."""
    if state.options.passing == "only_if_unable" and (can_declare(state) or _can_build(state)):
        yield Violation("PBL-T04", "in this match the turn may be passed only if no MOVE is possible")


def _can_build(state: State) -> bool:
    side = state.sides[current_side(state)]
    for token in state.people[state.turn.seat].hand:
        card = state.catalogue.get(token.card)
        if isinstance(card, ArmorCard) and card.slot == "any_limb":
            if any(not tuple(check_placing(side, card, limb)) for limb in ("head", "left_arm", "right_arm", "legs")):
                return True
        elif isinstance(card, BuiltCard) and not tuple(check_placing(side, card, "")):
            return True
    return False


def _check_owed(state: State, command: DrawCard, seat: int, owed: Owed) -> Iterator[Violation]:
    right = player_seats(state, owed.side) if owed.seat is None else (owed.seat,)
    if seat not in right:
        yield Violation(owed.rule, f"{state.seats[right[0]].name} draws first ({owed.reason})")
    if command.reason and command.reason != owed.reason:
        yield Violation(owed.rule, f"the {owed.reason} draw is due, not {command.reason}")


def _check_source(state: State, command: DrawCard, seat: int, *, from_row: bool) -> Iterator[Violation]:
    side = state.seats[seat].side
    if command.nothing:
        there = deck_count(state, side) or draws.shuffled_cards(state, side)
        row = any(place != EMPTY for place in state.shop.row) or bool(draws.turned_up(state, ()))
        if there or row:
            yield Violation("PBL-T07", "a card is left, and the draw is compulsory")
        return
    yield from draws.check_draw(state, seat, draws.Draw(command.card, command.slot, command.row), from_row=from_row)


def revealed(state: State, seat: int, command: RevealCard) -> Token | None:
    """Return the revealed card with its identity: from the hand, else from the face-down cards of the scrap heap."""
    wanted = parse_ref(command.card)
    heap = state.sides[state.seats[seat].side].face_down
    return find_or_identify(state.people[seat].hand, wanted) or find_or_identify(heap, wanted)


def _draw_due(state: State) -> bool:
    return bool(state.owed) and state.owed[0].kind == "draw"
