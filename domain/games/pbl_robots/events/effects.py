"""Events of cards with effects."""

from msgspec.structs import replace

from domain.cards import CardId, SeatIndex, SideNumber, Token
from domain.effects.lasting import Lasting, begun, each_text, until_text, without
from domain.effects.vocabulary import sentence
from domain.games.pbl_robots import parts
from domain.games.pbl_robots.cards import SLOT_INDEX, SLOTS, SlotName
from domain.games.pbl_robots.events.base import PblEvent, cards_text, place_text
from domain.games.pbl_robots.state import ActionInProgress, Attached, State
from domain.games.pbl_robots.visibility import sees_side
from domain.games.pbl_robots.vocabulary import VOCABULARY
from domain.narration import Narrator
from domain.table.visibility import sees_hand
from domain.text import join_words, pluralize


class ActionPlayed(PblEvent, frozen=True, kw_only=True, tag="action_played"):
    """A player played an action card from the hand."""

    seat: SeatIndex
    token: int | None
    card: CardId
    by_hand: bool = False
    """True if its effect is entered by hand."""
    template = "{seat} plays {card}"

    def evolve(self, state: State) -> State:
        action = ActionInProgress(self.card, state.seats[self.seat].side, self.seat, by_hand=self.by_hand)
        return replace(state, people=parts.people_less(state, self.seat, self.token), action=action)


class ActionAttached(PblEvent, frozen=True, kw_only=True, tag="action_attached"):
    """The action in progress was attached to a limb."""

    side: SideNumber
    slot: SlotName
    attached: Attached
    template = "{attached.card} is attached to {side}'s {slot:words}"

    def evolve(self, state: State) -> State:
        side = state.sides[self.side]
        slot = side.slots[SLOT_INDEX[self.slot]]
        slot = replace(slot, attached=(*slot.attached, self.attached))
        state = parts.with_side(state, self.side, parts.with_slot(side, self.slot, slot))
        if state.action is None or state.action.card != self.attached.card:
            return state
        return replace(state, action=replace(state.action, attached=True))


class ActionDetached(PblEvent, frozen=True, kw_only=True, tag="action_detached"):
    """An attached action went to the scrap heap of its owner."""

    side: SideNumber
    attached: Attached
    template = "{attached.card} leaves {side}'s robot"

    def evolve(self, state: State) -> State:
        side = state.sides[self.side]
        for name in SLOTS:
            slot = side.slots[SLOT_INDEX[name]]
            if self.attached in slot.attached:
                left = tuple(one for one in slot.attached if one != self.attached)
                side = parts.with_slot(side, name, replace(slot, attached=left))
        return parts.scrapped(parts.with_side(state, self.side, side), self.attached.owner, (self.attached.card,))


class ActionResolved(PblEvent, frozen=True, kw_only=True, tag="action_resolved"):
    """The action is finished. It went to its owner's scrap heap, unless it is attached."""

    card: CardId
    template = "{card} is resolved"

    def evolve(self, state: State) -> State:
        action = state.action
        if action is None or action.attached:
            return replace(state, action=None)
        return replace(state, action=None, sides=parts.sides_scrapping(state, action.side, (action.card,)))


class CardEffectResolved(PblEvent, frozen=True, kw_only=True, tag="card_effect_resolved"):
    """The effect of a card was resolved at the table; its changes follow as separate events."""

    source: str
    note: str = ""
    template = "the effect of {source:name} is carried out{note:?: *}"

    def evolve(self, state: State) -> State:
        return replace(state, action=replace(state.action, by_hand=False)) if state.action is not None else state


class CrewBlasted(PblEvent, frozen=True, kw_only=True, tag="crew_blasted"):
    """A crew member was discarded for its effect."""

    side: SideNumber
    card: CardId
    template = "{side} discards {card} for its blast"

    def evolve(self, state: State) -> State:
        state = parts.with_side(state, self.side, parts.without_crew(state.sides[self.side], self.card))
        return parts.scrapped(state, self.side, (self.card,))


class PickUsed(PblEvent, frozen=True, kw_only=True, tag="pick_used"):
    """A crew card was discarded from a hand for a search."""

    seat: SeatIndex
    token: int
    card: CardId
    template = "{seat} discards {card} to pick a card"

    def evolve(self, state: State) -> State:
        sides = parts.sides_scrapping(state, state.seats[self.seat].side, (self.card,))
        return replace(state, sides=sides, people=parts.people_less(state, self.seat, self.token))


class DeckSearched(PblEvent, frozen=True, kw_only=True, tag="deck_searched"):
    """A search ended: with a card that went to the hand, unknown to the other players, or without a card (`token` is `None`)."""

    seat: SeatIndex
    token: int | None = None
    card: CardId | None = None

    def evolve(self, state: State) -> State:
        if self.token is None:
            return state
        side = state.seats[self.seat].side
        state = parts.left_unplaced(
            parts.deck_resized(parts.deck_taken(state, side, self.card), side, -1), side, (self.card,)
        )
        return parts.received(state, self.seat, self.token, self.card)

    def describe(self, narrator: Narrator[State]) -> str:
        found = "finds nothing" if self.token is None else "finds a card"
        if self.card is not None and sees_hand(narrator.viewpoint, self.seat):
            found = f"finds {narrator.card(self.card)}"
        return f"{narrator.seat(self.seat)} searches the deck and {found}"


class ExtraAttackGiven(PblEvent, frozen=True, kw_only=True, tag="extra_attack_given"):
    """The active player got further attacks in this turn."""

    n: int

    def evolve(self, state: State) -> State:
        return replace(state, turn=replace(state.turn, extra_attacks=state.turn.extra_attacks + self.n))

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{narrator.seat(narrator.state.turn.seat)} gets {pluralize(self.n, 'extra attack')} in this turn"


class ExtraTurnGiven(PblEvent, frozen=True, kw_only=True, tag="extra_turn_given"):
    """A player got a turn directly after this one."""

    seat: SeatIndex
    template = "{seat} gets an extra turn"

    def evolve(self, state: State) -> State:
        return replace(state, extra_turns=(*state.extra_turns, self.seat))


class HandLimitChanged(PblEvent, frozen=True, kw_only=True, tag="hand_limit_changed"):
    """A player's hand limit changed."""

    seat: SeatIndex
    limit: int
    template = "{seat}'s hand limit is {limit:card|cards} now"

    def evolve(self, state: State) -> State:
        return parts.with_person(state, self.seat, replace(state.people[self.seat], limit=self.limit))


class EffectBegan(PblEvent, frozen=True, kw_only=True, tag="effect_began"):
    """A lasting effect began."""

    effect: Lasting

    def evolve(self, state: State) -> State:
        return replace(state, lasting=begun(state.lasting, self.effect))

    def describe(self, narrator: Narrator[State]) -> str:
        owner = narrator.seat(self.effect.owner)
        return f"{_reached(narrator, self.effect)} {sentence(self.effect, VOCABULARY)}{until_text(self.effect, owner)}"


class EffectsEnded(PblEvent, frozen=True, kw_only=True, tag="effects_ended"):
    """Lasting effects ended by another effect, with their card, or because they were used."""

    effects: tuple[int, ...]

    def evolve(self, state: State) -> State:
        return replace(state, lasting=without(state.lasting, self.effects))

    def describe(self, narrator: Narrator[State]) -> str:
        ended = [effect for effect in narrator.state.lasting if effect.id in self.effects]
        return f"no longer: {join_words(f'{_reached(narrator, e)} {sentence(e, VOCABULARY)}' for e in ended)}"


def _reached(narrator: Narrator[State], effect: Lasting) -> str:
    """Return the words for the card, limbs or players that an effect reaches."""
    if effect.scope == "player":
        return narrator.seat(effect.seat)
    if effect.scope == "card":
        return narrator.card(str(effect.target))
    named = VOCABULARY.names.get(effect.name)
    kinds = effect.only or (("player",) if named is not None and named.of == "player" else ("card",))
    what = " ".join(kinds).replace("_", " ")
    return each_text(effect, what, narrator.seat(effect.owner))


class BlowOffPrevented(PblEvent, frozen=True, kw_only=True, tag="blow_off_prevented"):
    """An effect prevented the destruction of a limb or shoulder."""

    side: SideNumber
    slot: SlotName
    effect: int
    template = "{side}'s {slot:words} is not blown off"

    def evolve(self, state: State) -> State:
        """End the effect if it lasts until its next use."""
        return replace(state, lasting=tuple([e for e in state.lasting if e.id != self.effect or not e.once]))


class TurnSkipOrdered(PblEvent, frozen=True, kw_only=True, tag="turn_skip_ordered"):
    """A player's next turn will be skipped."""

    seat: SeatIndex
    template = "{seat} will skip the next turn"

    def evolve(self, state: State) -> State:
        return replace(state, skipped_turns=(*state.skipped_turns, self.seat))


class CardsDiscarded(PblEvent, frozen=True, kw_only=True, tag="cards_discarded"):
    """An effect scrapped hand cards."""

    seat: SeatIndex
    tokens: tuple[Token, ...]
    face_down: bool = False

    def evolve(self, state: State) -> State:
        if self.face_down:
            return parts.thrown(state, self.seat, self.tokens)
        for token in self.tokens:
            state = parts.spent(state, self.seat, token.id)
        side = state.seats[self.seat].side
        return parts.scrapped(state, side, (token.card for token in self.tokens if token.card))

    def describe(self, narrator: Narrator[State]) -> str:
        visible = not self.face_down or sees_hand(narrator.viewpoint, self.seat)
        return f"{narrator.seat(self.seat)} discards {cards_text(narrator, self.tokens, visible=visible)}"


class _CardOnItsWay(PblEvent, frozen=True, kw_only=True):
    side: SideNumber
    place: str
    card: CardId | None = None
    """`None`: unknown."""
    seat: SeatIndex | None = None
    token: int | None = None


class CardTaken(_CardOnItsWay, frozen=True, kw_only=True, tag="card_taken"):
    """A card left a place; the next event says where it went."""

    def evolve(self, state: State) -> State:
        """Remove the card from its place. If it is unknown, it may be any unidentified card of the side, so none of
        these is certain any longer (`unplaced` is emptied)."""
        side = self.side
        if self.place in ("deck", "deck_top"):
            state = (parts.top_taken if self.place == "deck_top" else parts.deck_taken)(state, side, self.card)
        if self.card is None and self.place in ("deck", "deck_top", "hand", "face_down"):
            state = _uncertain(state, side)
        if self.place == "hand" and self.seat is not None:
            state = parts.spent(state, self.seat, self.token)
            return parts.with_person(state, self.seat, replace(state.people[self.seat], shown=frozenset()))
        if self.place in ("deck", "deck_top"):
            return parts.left_unplaced(parts.deck_resized(state, side, -1), side, (self.card,))
        if self.place == "scrap":
            one = state.sides[side]
            return parts.with_side(state, side, replace(one, scrap=tuple(c for c in one.scrap if c != self.card)))
        if self.place == "face_down":
            one = state.sides[side]
            return parts.with_side(
                state, side, replace(one, face_down=tuple(t for t in one.face_down if t.id != self.token))
            )
        return _taken_from_table(state, self)

    def describe(self, narrator: Narrator[State]) -> str:
        visible = self.place == "scrap" or sees_side(narrator.state, narrator.viewpoint, self.side)
        card = narrator.card(self.card) if visible and self.card else "a card"
        return f"{card} leaves {place_text(narrator, self.side, self.place)}"


class CardPlaced(_CardOnItsWay, frozen=True, kw_only=True, tag="card_placed"):
    """A card was put in a place."""

    def evolve(self, state: State) -> State:
        """Put the card in its place; a card for a hand or face down gets its token."""
        side = self.side
        if self.place == "hand" and self.seat is not None and self.token is not None:
            return parts.received(state, self.seat, self.token, self.card)
        if self.place == "deck":
            return parts.joined_unplaced(parts.put_in(parts.deck_resized(state, side, 1), side), side, (self.card,))
        if self.place == "deck_top":
            return parts.put_on_top(parts.deck_resized(state, side, 1), side, self.card)
        if self.place == "deck_bottom":
            return parts.put_under(parts.deck_resized(state, side, 1), side, (self.card,))
        if self.place == "scrap" and self.card is not None:
            return parts.scrapped(state, side, (self.card,))
        if self.place in ("scrap", "face_down"):
            one = state.sides[side]
            token = Token(self.token or 0, self.card)
            return parts.with_side(state, side, replace(one, face_down=(*one.face_down, token)))
        if self.place == "shop_deck":
            unplaced = state.shop.unplaced | {self.card} if self.card else state.shop.unplaced
            return replace(state, shop=replace(state.shop, deck=state.shop.deck + 1, unplaced=unplaced))
        if self.card is None:
            return replace(state, out_unknown=state.out_unknown + 1)
        return replace(state, out_of_game=(*state.out_of_game, self.card))

    def describe(self, narrator: Narrator[State]) -> str:
        visible = self.place == "scrap" or sees_side(narrator.state, narrator.viewpoint, self.side)
        card = narrator.card(self.card) if visible and self.card else "a card"
        return f"{card} goes to {place_text(narrator, self.side, self.place)}"


def _taken_from_table(state: State, event: CardTaken) -> State:
    if event.place == "shop_deck":
        unplaced = state.shop.unplaced - {event.card} if event.card else frozenset()
        return replace(state, shop=replace(state.shop, deck=state.shop.deck - 1, unplaced=unplaced))
    if event.card is None:
        return replace(state, out_unknown=state.out_unknown - 1)
    return replace(state, out_of_game=tuple(c for c in state.out_of_game if c != event.card))


def _uncertain(state: State, side: int) -> State:
    if state.community is not None:
        return replace(state, community_unplaced=frozenset())
    return parts.with_side(state, side, replace(state.sides[side], unplaced=frozenset()))
