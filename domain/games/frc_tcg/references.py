"""References in commands to seats, cards and robots, and the cards that a deck can still contain (TCG-D07)."""

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Final

from domain.cards import CardRef, Token, copies_in, find, parse_ref, token_owner
from domain.effects.lasting import EffectSubject, concerned, modified
from domain.games.frc_tcg.cards.decks import type_limit
from domain.games.frc_tcg.cards.records import type_of
from domain.games.frc_tcg.state import (
    HAND,
    Enhancement,
    Mounted,
    PlayerState,
    SeatedStack,
    StackLevel,
    State,
    seats_from,
    stacks_of,
)
from domain.rules import Violation, impossible
from domain.table.references import find_each, find_or_identify, token_of


def seat_of(state: State, player: int | None) -> int:
    """Return the acting player: the one named, else the active player."""
    return state.active if player is None else player


def is_seat(state: State, seat: int | None) -> bool:
    """True if the seat exists; also for `None`, the active player."""
    return seat is None or 0 <= seat < len(state.players)


def find_stack(state: State, seats: Iterable[int], text: CardRef) -> SeatedStack | None:
    """Return the robot of these seats that a reference means: by its top card, or by the number of any of its cards."""
    ref = parse_ref(text)
    if ref.token is not None:
        stacks = stacks_of(state, tuple(seats))
        return next((p for p in stacks if any(t.id == ref.token for t in p.stack.tokens())), None)
    card, left, found = ref.card, ref.copy, None
    for seat in seats:
        for stack in state.players[seat].alliance:
            if stack.levels[-1].card == card:
                found, left = SeatedStack(seat, stack), left - 1
                if not left:
                    return found
    return found


def own_stack(state: State, seat: int, text: CardRef) -> SeatedStack | None:
    """Return one of the player's own robots; `None` if there is no such robot."""
    return find_stack(state, (seat,), text)


def opposing_stack(state: State, seat: int, text: CardRef) -> SeatedStack | None:
    """Return one of the opponents' robots; `None` if there is no such robot."""
    return find_stack(state, state.opponents(seat), text)


def any_stack(state: State, seat: int, text: CardRef, owner: int | None = None) -> SeatedStack | None:
    """Return any robot in play, the player's own first; with `owner`, only one of theirs."""
    if owner is not None:
        return find_stack(state, (owner,), text) if 0 <= owner < len(state.players) else None
    return find_stack(state, seats_from(state, seat), text)


def stack_ref(stacks: Sequence[SeatedStack], placed: SeatedStack) -> CardRef:
    """Return the reference to a robot among these: its card, with a copy number if several have that card."""
    same = [p.stack.key for p in stacks if p.stack.top.card == placed.stack.top.card]
    card = placed.stack.top.card
    return card if len(same) == 1 else f"{card}#{same.index(placed.stack.key) + 1}"


def in_hand_order(player: PlayerState) -> tuple[Token, ...]:
    """Return the hand with shown cards first, because a played card is taken to be the one that others saw."""
    if not player.revealed:
        return player.pit
    shown = {r.token for r in player.revealed}
    return tuple([t for t in player.pit if t.id in shown] + [t for t in player.pit if t.id not in shown])


def hand_card(player: PlayerState, text: CardRef) -> Token | None:
    """Return the hand card of a reference, with its identity if it was unknown so far; `None` if it is not in the
    hand."""
    return find_or_identify(in_hand_order(player), parse_ref(text))


def hand_cards(player: PlayerState, texts: Sequence[CardRef]) -> tuple[Token, ...] | None:
    """Return several different hand cards, face down: `??` is an unknown one. `None` if one is not in the hand."""
    if not texts:
        return ()
    found = [token for token in find_each(in_hand_order(player), map(parse_ref, texts)) if token is not None]
    return tuple(found) if len(found) == len(texts) else None


def top_cards(deck: tuple[Token, ...], count: int, named: Sequence[CardRef] | None) -> tuple[Token, ...]:
    """Return `count` cards from the top of a deck, or as many as are named, identified by those names."""
    if named is None:
        return deck[:count]
    drawn = zip(deck, named, strict=False)
    return tuple([Token(top.id, parse_ref(text).card or top.card) for top, text in drawn])


def find_enhancement(state: State, text: CardRef, seat: int | None = None) -> tuple[int, Enhancement] | None:
    """Return a mentor or award in play with its player's seat; `None` if there is none."""
    ref = parse_ref(text)
    for owner, player in enumerate(state.players):
        if seat is not None and owner != seat:
            continue
        cards = (*player.mentors, *player.awards)
        token = find(tuple(token_of(e) for e in cards), ref)
        if token is not None:
            return owner, next(e for e in cards if e.token == token.id)
    return None


def in_play(state: State) -> list[Token]:
    """Return all cards in play on all sides, including an item while it is used."""
    found: list[Token] = []
    for player in state.players:
        for stack in player.alliance:
            found.extend(stack.tokens())
        found.extend(token_of(e) for e in (*player.mentors, *player.awards))
        found.extend(player.playing)
    return found


def lies_open(state: State, token: int) -> bool:
    """Return True for a token that everyone sees: in play or in a shop."""
    shops = (card for player in state.players for card in player.shop)
    return any(card.id == token for card in (*in_play(state), *shops))


def source_card(state: State, text: CardRef, seat: int | None) -> Token | None:
    """Return a card whose effect may be carried out: in play, played this turn, or with a lasting effect (TCG-A12)."""
    played = set(state.record.played)
    candidates = in_play(state)
    played.update(effect.source for effect in state.lasting if isinstance(effect.source, int))
    candidates += [card for player in state.players for card in player.shop if card.id in played]
    if seat is not None:
        candidates = [card for card in candidates if token_owner(card.id) == seat]
    return find(candidates, parse_ref(text))


def zone(player: PlayerState, name: str) -> tuple[Token, ...]:
    """Return the cards of a zone; `robot` and `alliance` are all cards of the alliance."""
    match name:
        case "deck" | "shop" | "captured" | "playing":
            cards: tuple[Token, ...] = getattr(player, name)
            return cards
        case "pit":
            return in_hand_order(player)
        case "prize_cards":
            return tuple(card for card in player.prize_cards if card is not None)
        case "mentor":
            return tuple(token_of(e) for e in player.mentors)
        case "awards":
            return tuple(token_of(e) for e in player.awards)
        case _:
            return tuple(token for stack in player.alliance for token in stack.tokens())


def hand_limit(state: State, seat: int) -> int:
    """Return the number of cards that a player may hold (TCG-T12)."""
    if not concerned(state.lasting, "hand_limit"):
        return HAND
    return max(0, modified(state.lasting, "hand_limit", EffectSubject(seat), state.seats, HAND))


def exceeds_hand_limit(state: State, seat: int, more: int = 1) -> bool:
    """True if `more` cards would exceed the hard hand limit (TCG-T12)."""
    return state.options.hand_cap == "hard" and len(state.players[seat].pit) + more > hand_limit(state, seat)


HIDDEN: Final = ("pit", "prize_cards", "deck", "captured")
"""Zones whose cards can be shown."""


def find_hidden_card(state: State, seat: int, text: str, identity: str | None) -> tuple[str, Token] | None:
    """Return the zone and the hidden card to show, identified; `None` if the player cannot have it."""
    ref = parse_ref(text)
    player = state.players[seat]
    for name in HIDDEN:
        cards = zone(player, name)
        token = find(cards, ref) or (find(cards, parse_ref(identity)) if identity and ref.token is None else None)
        if token is None and ref.token is None and name == "pit":
            token = next((card for card in cards if card.card is None), None)
        if token is not None:
            known = identity or ref.card or token.card
            return (name, Token(token.id, known)) if known is not None else None
    return None


def known_cards(state: State, seat: int, among: Container[str]) -> list[str]:
    """Return the ids of a player's known cards in all zones, if they are among these ids."""
    player = state.players[seat]
    lying = [*player.deck, *player.pit, *player.shop, *player.playing, *filter(None, player.prize_cards)]
    in_play: list[StackLevel | Mounted | Enhancement] = [*player.mentors, *player.awards]
    for holder in state.players:
        lying += holder.captured
    for stack in player.alliance:
        in_play += stack.levels
        in_play += stack.mounted
        for level in stack.levels:
            if level.kickoff is not None:
                lying.append(level.kickoff)
    found = [c.card for c in lying if c.card is not None and c.card in among and token_owner(c.id) == seat]
    return found + [c.card for c in in_play if c.card in among and token_owner(c.token) == seat]


def check_in_deck(state: State, seat: int, cards: Iterable[str]) -> Iterator[Violation]:
    """Yield a violation for each of these cards that the player's deck cannot also contain (TCG-D07)."""
    player, new = state.players[seat], list(cards)
    if not new:
        return
    if player.deck_list:
        known = known_cards(state, seat, set(new)) + new
        for card in dict.fromkeys(new):
            has, listed = known.count(card), copies_in(player.deck_list, card)
            if has > listed:
                name = state.catalogue.name_of(card)
                yield Violation("TCG-D07", f"{name} number {has} of {listed}: the list has {listed}")
    elif state.options.boosters == "off":
        known = known_cards(state, seat, state.catalogue) + new
        for card in dict.fromkeys(new):
            yield from _over_profile(state, player, known, card)


def _over_profile(state: State, player: PlayerState, known: list[str], card: str) -> Iterator[Violation]:
    record = state.catalogue.get(card)
    if record is None:
        return
    kind = type_of(record)
    has = sum(isinstance(r, type(record)) for r in map(state.catalogue.get, known))
    limit = type_limit(player.profile, kind)
    if has > limit:
        yield Violation("TCG-D07", f"{kind} number {has} of {limit}: the profile has {limit}")


def check_drawn(state: State, seat: int, cards: Sequence[CardRef]) -> Iterator[Violation]:
    """Yield violations if the cards named as drawn cannot be on top of the deck."""
    new: list[str] = []
    for top, text in zip(state.players[seat].deck, cards, strict=False):
        card = parse_ref(text).card
        if card is None or card == top.card:
            continue
        if card not in state.catalogue:
            yield impossible("TCG-D07", f"no card {card} in the catalogue: define_card first")
        elif top.card is not None:
            name = state.catalogue.name_of(top.card)
            yield Violation("TCG-D07", f"the card drawn is known to be {name}")
        else:
            new.append(card)
    if new:
        yield from check_in_deck(state, seat, new)
