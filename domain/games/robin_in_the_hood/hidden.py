"""Hidden cards: the view of each viewpoint, possible identities, and the unseen rest of an Active set."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue, DeckList, Registered, Token, format_token, unseen
from domain.games.robin_in_the_hood.cards import CharacterCard
from domain.games.robin_in_the_hood.changes import IdentifyCard
from domain.games.robin_in_the_hood.commands.record import Adjust
from domain.games.robin_in_the_hood.state import HandChoice, Player, State, ZoneName, all_tokens, zone_of, zoned_tokens
from domain.games.robin_in_the_hood.visibility import may_see
from domain.seats import JUDGE, Viewpoint
from domain.table.candidates import Candidates, Identity, UnknownCard
from domain.table.visibility import masked, sees_hand

CLOSED: Final[tuple[ZoneName, ...]] = ("playing_hand", "draw_pile", "dead_cards")
"""The zones whose cards are hidden from someone."""


def hand(state: State, seat: int) -> tuple[Token, ...]:
    """Return a player's hand; empty for a seat without a player."""
    return state.players[seat].playing_hand if seat < len(state.players) else ()


def seen(state: State, viewpoint: Viewpoint) -> State:
    """Return the tournament as a viewpoint knows it (RH-Q27, RH-Q28): public cards, own hand, choice and set, shown
    cards."""
    first, second = (_seen_of(state, seat, viewpoint) for seat in (0, 1))
    return replace(state, players=(first, second))


def _seen_of(state: State, seat: int, viewpoint: Viewpoint) -> Player:
    player, own = state.players[seat], viewpoint == seat
    down = [choice.token for choice in player.chosen if choice.hidden and not own]
    hand, pile, dead = (_seen_zone(state, seat, viewpoint, zone) for zone in CLOSED)
    if down:  # unknown cards get new numbers, which hide the card of the hand that was chosen
        numbers = iter(sorted([*down, *(token.id for token in hand if token.card is None)]))
        down = [next(numbers) for _ in down]
        hand = tuple([Token(next(numbers)) if token.card is None else token for token in hand])
    return replace(
        player,
        playing_hand=hand,
        draw_pile=pile,
        dead_cards=dead,
        chosen=tuple(HandChoice(token=n, card="", is_modifier=False, hidden=True) for n in down)
        if down
        else player.chosen,
        used=tuple(
            used for used in player.used if own or used.token not in {c.token for c in player.chosen if c.hidden}
        ),
        active_set=player.active_set if own else None,
        set_aside=player.set_aside if own else (),
    )


def _seen_zone(state: State, seat: int, viewpoint: Viewpoint, zone: ZoneName) -> tuple[Token, ...]:
    cards = zone_of(state.players[seat], zone)
    return masked(cards, lambda card: may_see(state, viewpoint, seat, zone, card.id))


def candidates(state: State) -> tuple[Candidates, ...]:
    """Return the unknown hand cards of each player with a declared Active set, and what they may be."""
    return tuple(_candidates(state))


def _candidates(state: State) -> Iterator[Candidates]:
    for seat, player in enumerate(state.players):
        held = tuple(UnknownCard(seat, token.id) for token in player.playing_hand if token.card is None)
        if held and player.active_set is not None:
            yield Candidates(held, _left(player, state.catalogue))


def _left(player: Player, catalogue: Catalogue[CardRecord]) -> dict[str, int]:
    """Return the unseen rest of the Active set, less other printings of characters that were seen (RH-D03)."""
    known = [token.card for token in all_tokens(player)]
    characters = {used.character for used in player.used}
    characters |= {r.character for r in map(catalogue.get, known) if isinstance(r, CharacterCard)}
    left: dict[str, int] = {}
    for card in dict.fromkeys(player.active_set or ()):
        record = catalogue.get(card)
        copies = (player.active_set or ()).count(card) - known.count(card)
        if copies > 0 and not (isinstance(record, CharacterCard) and record.character in characters):
            left[card] = copies
    return left


def identify(reason: str, identities: tuple[Identity, ...]) -> Adjust:
    """Record the identity of cards; only their owners see it."""
    changes = tuple(IdentifyCard(player=one.seat, token=format_token(one.token), card=one.card) for one in identities)
    return Adjust(reason=reason, changes=changes)


def registered(state: State, seat: int, viewpoint: Viewpoint) -> Registered | None:
    """Return a player's Active set. Only the judge learns the order of the Draw pile, even if it is recorded."""
    player = state.players[seat] if 0 <= seat < len(state.players) else None
    if player is None or player.active_set is None or not sees_hand(viewpoint, seat):
        return None
    listed = dict(Counter(player.active_set))
    hidden = () if viewpoint == JUDGE else ("draw_pile",)
    seen = [] if player.new_set else [t.card for zone, t in zoned_tokens(player) if t.card and zone not in hidden]
    return Registered(DeckList(listed), unseen(listed, seen))
