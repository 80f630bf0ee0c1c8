"""Commands of the opening: opening hands and the start of the game."""

from collections.abc import Iterator
from typing import ClassVar, Self

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, SeatIndex, Token
from domain.games.pbl_robots.actors import first_side, hands_done, hands_order, lead_seat, player_seats, sides_to_roll
from domain.games.pbl_robots.commands.base import ActorCommand, PblCommand, PhaseRule
from domain.games.pbl_robots.commands.inputs import Cause, apply_effects
from domain.games.pbl_robots.commands.setup import HAND_SIZE
from domain.games.pbl_robots.draws import draw_due
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.decks import OpeningHandKept, OpeningHandsDealt
from domain.games.pbl_robots.events.setup import GameStarted
from domain.games.pbl_robots.events.turns import CardsPutUnder, TurnStarted
from domain.games.pbl_robots.numbers import deck_count, players, side_name
from domain.games.pbl_robots.references import hidden_cards, next_token
from domain.games.pbl_robots.state import Owed, State
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.table.references import card_named, cards_named
from domain.text import join_words, pluralize


class DealOpeningHands(ActorCommand, frozen=True, kw_only=True, tag="deal_opening_hands"):
    """A player is dealt two hands of five cards."""

    title = "Deal two opening hands"
    accepted_in: ClassVar = PhaseRule("PBL-S11", ("opening",), "opening hands are dealt once the decks are complete")

    first: tuple[CardRef, ...] = ()
    second: tuple[CardRef, ...] = ()
    rules = ("PBL-L11", "PBL-S02", "PBL-S10", "PBL-S11", "PBL-V08", "PBL-V19")

    def validate(self, state: State) -> Iterator[Violation]:
        seat = self.acting_seat(state)
        if seat not in hands_order(state):
            yield impossible("PBL-V36", f"{state.seats[seat].name} is the gunner and has no hand")
            return
        person = state.people[seat]
        if person.ready or person.offered:
            yield impossible("PBL-S11", f"{state.seats[seat].name} already has opening hands")
        if not all(side.robot and side.pilots for side in state.sides):
            yield impossible("PBL-S10", "every robot needs its pilot before hands are dealt")
        for index, side in enumerate(state.sides):
            if side.reduction and index == state.seats[seat].side:
                yield Violation(
                    "PBL-L11", f"first take {pluralize(side.reduction, 'card')} out of the deck (reduce_deck)"
                )
        if state.community is not None:
            before = hands_order(state)[: hands_order(state).index(seat)]
            if any(not (state.people[other].ready or state.people[other].offered) for other in before):
                yield Violation("PBL-V19", "with a community deck the first selector's hands are dealt first")
        for hand, size in zip((self.first, self.second), opening_sizes(state, seat), strict=True):
            if hand and len(hand) != size:
                yield Violation("PBL-S11", f"an opening hand is {pluralize(size, 'card')}, {len(hand)} given")
        yield from hidden_cards(state, (*self.first, *self.second), state.seats[seat].side)

    def act(self, out: PblBuffer) -> None:
        seat = self.acting_seat(out.state)
        sizes = opening_sizes(out.state, seat)
        hands = []
        given = 0
        for refs, size in zip((self.first, self.second), sizes, strict=True):
            cards = refs or (UNKNOWN,) * size
            hands.append(
                tuple(
                    Token(next_token(out.state, seat, after=given + n), card_named(ref)) for n, ref in enumerate(cards)
                )
            )
            given += len(cards)
        out.add(OpeningHandsDealt(seat=seat, hands=tuple(hands)))

    def due_seat(self, state: State) -> int:
        waiting = (s for s in hands_order(state) if not state.people[s].ready and not state.people[s].offered)
        return next(waiting, 0)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        return self if self.hand_seen(state, viewpoint) else replace(self, first=(), second=())


class KeepOpeningHand(ActorCommand, frozen=True, kw_only=True, tag="keep_opening_hand"):
    """A player keeps one hand; the other goes to the bottom of the deck. `cards` are the cards kept, if known."""

    title = "Keep an opening hand"
    accepted_in: ClassVar = PhaseRule("PBL-S11", ("opening",), "opening hands are chosen once the decks are complete")

    hand: int = 1
    cards: tuple[CardRef, ...] = ()
    rules = ("PBL-S02", "PBL-S11", "PBL-V08")

    def validate(self, state: State) -> Iterator[Violation]:
        seat = self.acting_seat(state)
        offered = state.people[seat].offered
        if not offered:
            yield impossible("PBL-S11", f"no opening hands are dealt to {state.seats[seat].name}")
            return
        if self.hand not in (1, 2):
            yield Violation("PBL-S11", "a player keeps hand 1 or hand 2")
        cards = cards_named(self.cards)
        if not self.cards:
            return
        if len(self.cards) not in {len(hand) for hand in offered}:
            yield Violation(
                "PBL-S11", f"a player keeps a whole hand of {HAND_SIZE}, {pluralize(len(self.cards), 'card')} given"
            )
            return
        homes = {index for index, hand in enumerate(offered) for token in hand if token.card in cards}
        if len(homes) > 1:
            yield Violation("PBL-S11", "these are cards of both hands: a player keeps one whole hand")
            return
        hand = offered[next(iter(homes), (self.hand - 1) % 2)]
        known = [token.card for token in hand if token.card]
        if any(card not in cards for card in known) and len(cards) == len(self.cards):
            yield impossible("PBL-S11", "some of these cards are not in that hand")
        fresh = tuple(card for card in cards if card not in known)
        yield from hidden_cards(state, fresh, state.seats[seat].side)

    def act(self, out: PblBuffer) -> None:
        seat = self.acting_seat(out.state)
        offered = out.state.people[seat].offered
        if not offered:
            return
        kept, returned = _kept_hand(offered, self)
        out.add(OpeningHandKept(seat=seat, hand=kept, returned=returned))
        if any(token.card for token in returned):
            side = out.state.seats[seat].side
            out.add(CardsPutUnder(side=side, seat=seat, cards=tuple(token.card for token in returned)))
        if hands_done(out.state):
            _opening_bonuses(out)

    def due_seat(self, state: State) -> int:
        return next((seat for seat in hands_order(state) if state.people[seat].offered), 0)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        return self if self.hand_seen(state, viewpoint) else replace(self, cards=())


class StartGame(PblCommand, frozen=True, kw_only=True, tag="start_game"):
    """Begins the first turn. `first` is its player; default: the player that the rules name."""

    title = "Start the game"
    accepted_in: ClassVar = PhaseRule("PBL-S13", ("opening",), "the game starts once, after the opening hands")

    first: SeatIndex | None = None
    rules = ("PBL-S11", "PBL-S13", "PBL-V03", "PBL-V12")

    def validate(self, state: State) -> Iterator[Violation]:
        if not hands_done(state):
            yield impossible("PBL-S11", "every player must choose an opening hand first")
            return
        if self.first is not None and self.first not in hands_order(state):
            yield impossible("PBL-S13", "no such player")
            return
        side = first_side(state)
        if side is None:
            names = join_words(side_name(state, one) for one in sides_to_roll(state))
            yield Violation("PBL-S13", f"the speed is equal: {names} must roll the d20 first")
        elif self.first is not None and state.seats[self.first].side != side:
            loser = state.options.previous_loser and not state.options.rotation
            rule = "PBL-V03" if loser else "PBL-V12" if state.options.rotation else "PBL-S13"
            yield Violation(rule, f"{state.seats[lead_seat(state, side)].name} starts")

    def act(self, out: PblBuffer) -> None:
        state = out.state
        side = first_side(state)
        if side is None:
            side = 0
        first = lead_seat(state, side) if self.first is None else self.first
        order = turn_order(state, first)
        out.add(GameStarted(order=order))
        out.add(TurnStarted(number=1, seat=order[0]))


def opening_sizes(state: State, seat: int) -> tuple[int, int]:
    """Return the sizes of the two opening hands, which are smaller if the deck has too few cards (PBL-Q45)."""
    deck = deck_count(state, state.seats[seat].side)
    first = min(HAND_SIZE, deck)
    return first, min(HAND_SIZE, deck - first)


def _kept_hand(
    offered: tuple[tuple[Token, ...], ...], command: KeepOpeningHand
) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """Return the hand kept, with the cards that the command names, and the other one."""
    cards = cards_named(command.cards)
    number = command.hand - 1 if command.hand in (1, 2) else 0
    for index, hand in enumerate(offered):
        if any(token.card in cards for token in hand if token.card):
            number = index
    left = [card for card in cards if all(token.card != card for token in offered[number])]
    kept = tuple(Token(t.id, left.pop(0)) if t.card is None and left else t for t in offered[number])
    others = tuple(token for index, hand in enumerate(offered) if index != number for token in hand)
    return kept, others


def _opening_bonuses(out: PblBuffer) -> None:
    """Make the bonuses of starters and of the league due, after the last hand is chosen (PBL-S12, PBL-L11)."""
    for index, side in enumerate(out.state.sides):
        if side.pilots:
            cause = Cause(lead_seat(out.state, index), side.pilots[0].card, "opening", None)
            apply_effects(out, cause, "opening")
        for _ in range(side.hand_bonus):
            owe_card(out, index)


def owe_card(out: PblBuffer, side: int) -> None:
    """Make one more card due, as a league bonus."""
    draw_due(out, Owed("draw", side, lead_seat(out.state, side), 1, "opening", "PBL-S12"), None, ())


def turn_order(state: State, first: int) -> tuple[int, ...]:
    """Return the seats in turn order, `first` first. With four hands, the teams alternate (PBL-Q35)."""
    able = players(state.seats, state.options)
    if state.options.team_mode != "two_robots_four_hands":
        at = able.index(first)
        return (*able[at:], *able[:at])
    lead = state.seats[first].side
    mine = [first, *(seat for seat in player_seats(state, lead) if seat != first)]
    theirs = [seat for side in range(len(state.sides)) if side != lead for seat in player_seats(state, side)]
    return tuple(seat for pair in zip(mine, theirs, strict=False) for seat in pair)
