"""Events of turns, draws and the Shop."""

from msgspec.structs import replace

from domain.cards import TOKENS_PER_SEAT, CardId, SeatIndex, SideNumber, Token
from domain.effects.lasting import after_turn
from domain.games.pbl_robots import parts
from domain.games.pbl_robots.events.base import PblEvent, PblNarrativeEvent, cards_text
from domain.games.pbl_robots.numbers import lead_of
from domain.games.pbl_robots.state import EMPTY, Owed, State, Turn
from domain.games.pbl_robots.visibility import sees_top
from domain.narration import Narrator
from domain.seats import put_at
from domain.table.visibility import sees_hand
from domain.text import join_words, pluralize


class TurnStarted(PblEvent, frozen=True, kw_only=True, tag="turn_started"):
    """A player's turn began."""

    number: int
    seat: SeatIndex
    extra: bool = False
    template = "{seat} begins turn {number}{extra:? (extra turn)}"
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        extra = state.extra_turns[1:] if self.extra else state.extra_turns
        regular = state.turn.regular if self.extra else self.seat
        lasting = state.lasting
        if lasting:
            lasting = after_turn(lasting, self.number - 1, (lead_of(state, state.seats[self.seat].side),))
        turn = Turn(number=self.number, seat=self.seat, regular=regular)
        return replace(state, turn=turn, extra_turns=extra, lasting=lasting)


class TurnSkipped(PblEvent, frozen=True, kw_only=True, tag="turn_skipped"):
    """A player's turn does not take place."""

    seat: SeatIndex
    template = "{seat} skips this turn"

    def evolve(self, state: State) -> State:
        """End the effects that last until the player's next turn, and continue the turn order from this player."""
        skipped = list(state.skipped_turns)
        skipped.remove(self.seat)
        lead = lead_of(state, state.seats[self.seat].side)
        lasting = after_turn(state.lasting, 0, (lead,)) if state.lasting else ()
        turn = replace(state.turn, regular=self.seat)
        return replace(state, turn=turn, skipped_turns=tuple(skipped), lasting=lasting)


class MovePassed(PblEvent, frozen=True, kw_only=True, tag="move_passed"):
    """A player passed the MOVE."""

    seat: SeatIndex
    template = "{seat} passes the MOVE"

    def evolve(self, state: State) -> State:
        return replace(state, turn=replace(state.turn, move_used=True))


class TurnEndAnnounced(PblEvent, frozen=True, kw_only=True, tag="turn_end_announced"):
    """The player announced the end of the turn, before the draw that ends it."""

    seat: SeatIndex
    template = "{seat} announces the end of the turn"

    def evolve(self, state: State) -> State:
        return replace(state, turn=replace(state.turn, end_announced=True))


class TurnEnded(PblEvent, frozen=True, kw_only=True, tag="turn_ended"):
    """A turn ended."""

    seat: SeatIndex
    template = "{seat}'s turn is over"
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        return replace(state, last_attacks=state.turn.attacks)


class SomethingOwed(PblEvent, frozen=True, kw_only=True, tag="something_owed"):
    """An obligation was added: a draw, search or roll that comes before any other action."""

    owed: Owed

    def evolve(self, state: State) -> State:
        return replace(state, owed=(*state.owed, self.owed))

    def describe(self, narrator: Narrator[State]) -> str:
        owed = self.owed
        who = narrator.side(owed.side) if owed.seat is None else narrator.seat(owed.seat)
        what = {
            "draw": f"draw {pluralize(owed.n, 'card')}",
            "search": "carry out a search",
            "storage_bomb": f"roll {pluralize(owed.n, 'storage bomb')}",
            "dice": f"roll {pluralize(owed.n, 'die', 'dice')}",
        }
        return f"{who} must {what[owed.kind]} first"


class OwedSettled(PblEvent, frozen=True, kw_only=True, tag="owed_settled"):
    """`n` draws, searches or rolls of the first obligation were made."""

    n: int = 1
    template = "the obligation is settled"
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        if not state.owed:
            return state
        first, *rest = state.owed
        if self.n < first.n:
            return replace(state, owed=(replace(first, n=first.n - self.n, from_row=False), *rest))
        return replace(state, owed=tuple(rest))


class ShopOpened(PblEvent, frozen=True, kw_only=True, tag="shop_opened"):
    """The Shop was opened or refilled. `row` are (place from 0, card) of the cards turned up. If a draw opened it, `shuffled`
    scrap cards became the new deck."""

    side: SideNumber
    row: tuple[tuple[int, str | None], ...]
    shuffled: int = 0
    by_draw: bool = True

    def evolve(self, state: State) -> State:
        if self.by_draw:
            state = _reshuffled(state, self.side, self.shuffled)
        shop = state.shop
        row = list(shop.row)
        for place, card in self.row:
            row[place] = card
        known = {card for _, card in self.row if card}
        shop = replace(
            shop, deck=max(0, shop.deck - len(self.row)), unplaced=shop.unplaced - known, row=tuple(row), open=True
        )
        return replace(state, shop=shop)

    def describe(self, narrator: Narrator[State]) -> str:
        names = join_words((narrator.card(card) for _, card in self.row), none="no card")
        scrap = pluralize(self.shuffled, "card")
        shuffled = f"; {scrap} from the scrap make a new deck" if self.by_draw and self.shuffled else ""
        return f"the Shop turns up {names}{shuffled}"


class CardDrawn(PblEvent, frozen=True, kw_only=True, tag="card_drawn"):
    """A player drew the top card of the deck."""

    seat: SeatIndex
    token: int
    card: CardId | None = None

    def evolve(self, state: State) -> State:
        """Move the card to the hand. This is the most frequent event, so side and hand are replaced in one step."""
        card, index = self.card, state.seats[self.seat].side
        if state.community is not None:
            state = replace(parts.top_taken(state, index, card), community=state.community - 1)
            return parts.received(parts.left_unplaced(state, index, (card,)), self.seat, self.token, card)
        side, person = state.sides[index], state.people[self.seat]
        top = parts.top_left(side.top, card) if side.top else ()
        if top is None:
            top, side = (), parts.order_forgotten(state, index).sides[index]
        unplaced = side.unplaced - {card} if card in side.unplaced else side.unplaced
        side = replace(side, deck=side.deck - 1, unplaced=unplaced, top=top)
        owner, number = divmod(self.token, TOKENS_PER_SEAT)
        serial = number if owner == self.seat + 1 else person.serial
        person = replace(person, hand=(*person.hand, Token(self.token, card)), serial=serial)
        return replace(state, sides=put_at(state.sides, index, side), people=put_at(state.people, self.seat, person))

    def describe(self, narrator: Narrator[State]) -> str:
        card = f" {narrator.card(self.card)}" if sees_hand(narrator.viewpoint, self.seat) and self.card else " a card"
        return f"{narrator.seat(self.seat)} draws{card}"


class ShopCardTaken(PblEvent, frozen=True, kw_only=True, tag="shop_card_taken"):
    """A player took a card from the shop row, known to everyone."""

    seat: SeatIndex
    token: int
    slot: int
    card: CardId | None = None
    template = "{seat} takes {card} from the shop row"

    def evolve(self, state: State) -> State:
        shop = replace(state.shop, row=put_at(state.shop.row, self.slot, EMPTY))
        return parts.received(replace(state, shop=shop), self.seat, self.token, self.card, shown=self.card is not None)


class NoCardToDraw(PblNarrativeEvent, frozen=True, kw_only=True, tag="no_card_to_draw"):
    """A player had to draw, but deck and row were empty."""

    seat: SeatIndex
    template = "{seat} has no card to draw"


class CardRevealed(PblEvent, frozen=True, kw_only=True, tag="card_revealed"):
    """A hand card or face-down card was identified; if `shown`, everyone saw it."""

    seat: SeatIndex
    token: int
    card: CardId
    shown: bool = False
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        side = state.seats[self.seat].side
        state = parts.left_unplaced(state, side, (self.card,))
        person, one = state.people[self.seat], state.sides[side]
        named = Token(self.token, self.card)
        if any(token.id == self.token for token in person.hand):
            hand = tuple(named if token.id == self.token else token for token in person.hand)
            shown = person.shown | {self.token} if self.shown else person.shown
            return parts.with_person(state, self.seat, replace(person, hand=hand, shown=shown))
        face_down = tuple(named if token.id == self.token else token for token in one.face_down)
        return parts.with_side(state, side, replace(one, face_down=face_down))

    def describe(self, narrator: Narrator[State]) -> str:
        """Return the sentence; empty for who does not see the card: it tells that the record did not name it before."""
        if not (self.shown or sees_hand(narrator.viewpoint, self.seat)):
            return ""
        return f"{narrator.seat(self.seat)} {'shows' if self.shown else 'turns out to have'} {narrator.card(self.card)}"


class HandForgotten(PblEvent, frozen=True, kw_only=True, tag="hand_forgotten"):
    """An unseen card left a known hand, so the identities of the other cards in it are no longer certain."""

    seat: SeatIndex
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        person = state.people[self.seat]
        state = parts.joined_unplaced(state, state.seats[self.seat].side, (token.card for token in person.hand))
        hand = tuple(Token(token.id) for token in person.hand)
        return parts.with_person(state, self.seat, replace(person, hand=hand, shown=frozenset()))

    def describe(self, narrator: Narrator[State]) -> str:
        """Return the sentence; empty for who saw no card of the hand: it tells which cards the record named before."""
        if not (sees_hand(narrator.viewpoint, self.seat) or narrator.state.people[self.seat].shown):
            return ""
        return f"{narrator.seat(self.seat)}'s hand is no longer known"


class HandLimitDiscarded(PblEvent, frozen=True, kw_only=True, tag="hand_limit_discarded"):
    """A player scrapped cards down to the hand limit."""

    seat: SeatIndex
    tokens: tuple[Token, ...]

    def evolve(self, state: State) -> State:
        return parts.thrown(state, self.seat, self.tokens)

    def describe(self, narrator: Narrator[State]) -> str:
        cards = cards_text(narrator, self.tokens, visible=sees_hand(narrator.viewpoint, self.seat))
        return f"{narrator.seat(self.seat)} scraps {cards} for the hand limit"


class DeckTopArranged(PblEvent, frozen=True, kw_only=True, tag="deck_top_arranged"):
    """A gunner arranged the top cards of the deck."""

    side: SideNumber
    order: tuple[str | None, ...]

    def evolve(self, state: State) -> State:
        return parts.arranged(state, self.side, self.order)

    def describe(self, narrator: Narrator[State]) -> str:
        known = [narrator.card(card) for card in self.order if card]
        order = f": {', '.join(known)}" if known and sees_top(narrator.state, narrator.viewpoint, self.side) else ""
        count = pluralize(len(self.order), "card")
        return f"the gunner of {narrator.side(self.side)} puts {count} on top of the deck in order{order}"


class CardsPutUnder(PblEvent, frozen=True, kw_only=True, tag="cards_put_under"):
    """Cards that a player saw were put under the deck, in unknown order."""

    side: SideNumber
    seat: SeatIndex
    cards: tuple[str | None, ...]

    def evolve(self, state: State) -> State:
        return parts.put_under(state, self.side, self.cards)

    def describe(self, narrator: Narrator[State]) -> str:
        """Return the sentence; empty for who does not see the cards: it tells that the record named some of them before."""
        if not sees_hand(narrator.viewpoint, self.seat):
            return ""
        what = join_words((narrator.card(card) for card in self.cards if card), none=pluralize(len(self.cards), "card"))
        return f"{what} {'are' if len(self.cards) != 1 else 'is'} put under the deck"


class DeckShuffled(PblEvent, frozen=True, kw_only=True, tag="deck_shuffled"):
    """A deck was shuffled, so its order is unknown."""

    side: SideNumber
    template = "{side} shuffles the deck"

    def evolve(self, state: State) -> State:
        return parts.order_forgotten(state, self.side)


def _reshuffled(state: State, side: int, shuffled: int) -> State:
    """Shuffle the scrap heap into the deck; with a community deck, all scrap heaps."""
    for index in range(len(state.sides)) if state.community is not None else (side,):
        one = state.sides[index]
        cards = (*one.scrap, *(token.card for token in one.face_down))
        state = parts.with_side(state, index, replace(one, scrap=(), face_down=(), top=()))
        state = parts.joined_unplaced(state, index, cards)
    return parts.deck_resized(state, side, shuffled)
