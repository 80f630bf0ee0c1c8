"""Cards moved, drawn, shuffled, shown and captured by hand (TCG-A12, D07, T12, X04, X10)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardId, CardRef, SeatIndex, Token, parse_ref
from domain.games.frc_tcg.changes.base import OnSide, TcgAuthor, TcgChange
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.events.combat import PrizeCardCaptured
from domain.games.frc_tcg.events.plays import CardRevealed
from domain.games.frc_tcg.events.setup import DeckShuffled
from domain.games.frc_tcg.events.turn import CardsDrawn
from domain.games.frc_tcg.match_end import prize_violations
from domain.games.frc_tcg.references import (
    check_drawn,
    check_in_deck,
    exceeds_hand_limit,
    find_hidden_card,
    hand_limit,
    is_seat,
    top_cards,
)
from domain.games.frc_tcg.state import State
from domain.rules import Violation, impossible
from domain.seats import Viewpoint, seat_name
from domain.table.visibility import face_down


class DrawCards(OnSide, frozen=True, kw_only=True, tag="draw"):
    """Draw cards from a deck; `cards` names them if they were seen."""

    count: int = 1
    cards: tuple[CardRef, ...] = ()
    player: SeatIndex | None = None

    def validate(self, state: State, by: TcgAuthor, /) -> Iterator[Violation]:
        side = self.side(by.seat)
        if not is_seat(state, side) or self.count < 0:
            yield impossible("TCG-A12", "name a player, and a number of cards of 0 or more")
            return
        player, count = state.players[side], len(self.cards) or self.count
        if self.cards and self.count not in (1, count):
            yield impossible("TCG-A12", f"count says {self.count}, the list has {count}")
        if count > len(player.deck):
            yield impossible("TCG-X10", f"{count} to draw, the deck has {len(player.deck)}")
            return
        if count and exceeds_hand_limit(state, side, count):
            yield Violation(
                "TCG-T12", f"{len(player.pit)} in hand and {count} to draw: no more than {hand_limit(state, side)}"
            )
        yield from check_drawn(state, side, self.cards)

    def apply(self, out: TcgBuffer, by: TcgAuthor, /) -> None:
        seat = self.side(by.seat)
        cards = top_cards(out.state.players[seat].deck, self.count, self.cards or None)
        if cards:
            out.add(CardsDrawn(player=seat, cards=cards))

    def redacted_for(self, state: State, seat: int, viewpoint: Viewpoint) -> "DrawCards":  # noqa: ARG002
        return self if viewpoint == self.side(seat) else replace(self, cards=face_down(self.cards))


class Shuffle(OnSide, frozen=True, kw_only=True, tag="shuffle"):
    """Shuffle a deck; its known order is forgotten."""

    player: SeatIndex | None = None

    def validate(self, state: State, by: TcgAuthor, /) -> Iterator[Violation]:
        side = self.side(by.seat)
        if not is_seat(state, side):
            yield impossible("TCG-A12", "this seat does not exist")
        elif not state.players[side].deck:
            yield impossible("TCG-A12", "the deck has no cards")

    def apply(self, out: TcgBuffer, by: TcgAuthor, /) -> None:
        out.add(DeckShuffled(player=self.side(by.seat), reason="card effect"))


class ShowCard(OnSide, frozen=True, kw_only=True, tag="reveal"):
    """Show a hidden card to some seats, or to all."""

    card: CardRef
    identity: CardId | None = None
    to: tuple[SeatIndex, ...] = ()
    player: SeatIndex | None = None

    def validate(self, state: State, by: TcgAuthor, /) -> Iterator[Violation]:
        side = self.side(by.seat)
        found = tuple(check_reveal(state, side, self.card, self.identity, self.to))
        yield from found
        shown = (
            find_hidden_card(state, side, self.card, self.identity) if not any(f.impossible for f in found) else None
        )
        if shown is not None and _have_seen(state, side, shown[1].id, self.to):
            yield impossible("TCG-D07", "they have seen that card already")

    def apply(self, out: TcgBuffer, by: TcgAuthor, /) -> None:
        show(out, self.side(by.seat), self.card, self.identity, self.to)

    def redacted_for(self, state: State, seat: int, viewpoint: Viewpoint) -> "ShowCard":  # noqa: ARG002
        seen = not self.to or viewpoint in (self.side(seat), *self.to)
        return self if seen else replace(self, card=UNKNOWN, identity=None)


class TakePrize(TcgChange, frozen=True, kw_only=True, tag="prize"):
    """Capture an opponent's prize card."""

    owner: SeatIndex
    by: SeatIndex
    place: int
    card: CardRef | None = None

    def validate(self, state: State, _by: TcgAuthor, /) -> Iterator[Violation]:
        if not is_seat(state, self.owner) or not is_seat(state, self.by):
            yield impossible("TCG-X04", "name the owner and who captures")
            return
        yield from prize_violations(state, self.owner, self.place, self.card)
        if state.side(self.owner) == state.side(self.by):
            yield impossible("TCG-V05", "a prize card is captured by an opponent")
        if state.players[self.by].out:
            yield impossible("TCG-V06", f"{seat_name(state.seats, self.by)} is out of the match")

    def apply(self, out: TcgBuffer, _by: TcgAuthor, /) -> None:
        card = out.state.players[self.owner].prize_cards[self.place - 1]
        assert card is not None
        seen = parse_ref(self.card).card if self.card is not None else None
        identity = seen or card.card
        out.add(PrizeCardCaptured(owner=self.owner, by=self.by, place=self.place, token=card.id, card=identity))

    def redacted_for(self, state: State, seat: int, viewpoint: Viewpoint) -> "TakePrize":  # noqa: ARG002
        known = viewpoint in (self.owner, self.by) or state.options.prizes_face == "up"
        return self if known or self.card is None else replace(self, card=UNKNOWN)


def _have_seen(state: State, side: int, token: int, to: tuple[int, ...]) -> bool:
    """True if a hidden card was already shown to all of these seats (empty: everyone)."""
    seen = next((r.to for r in state.players[side].revealed if r.token == token), None)
    return seen is not None and (not seen or (bool(to) and set(to) <= set(seen)))


def check_reveal(state: State, seat: int, card: str, identity: str | None, to: tuple[int, ...]) -> Iterator[Violation]:
    """Yield violations if the shown card cannot be among this player's hidden cards."""
    if not is_seat(state, seat) or seat < 0 or not all(is_seat(state, s) for s in to):
        yield impossible("TCG-D07", "name a player and existing seats")
        return
    wanted = identity or parse_ref(card).card
    if wanted is not None and wanted not in state.catalogue:
        yield impossible("TCG-D07", f"no card {wanted} in the catalogue: define_card first")
        return
    found = find_hidden_card(state, seat, card, identity)
    if found is None:
        yield impossible("TCG-D07", f"{card} is not among that player's hidden cards")
        return
    where, token = found
    before = next((t.card for t in _hidden(state, seat) if t.id == token.id), None)
    if before is not None and before != token.card:
        yield impossible("TCG-D07", f"that card is known to be {state.catalogue.name_of(before)}")
    elif before is None and token.card is not None and where != "captured":
        yield from check_in_deck(state, seat, (token.card,))


def _hidden(state: State, seat: int) -> Iterator[Token]:
    player = state.players[seat]
    for cards in (player.pit, player.deck, player.captured, player.prize_cards):
        yield from (card for card in cards if card is not None)


def show(out: TcgBuffer, seat: int, text: str, identity: str | None, to: tuple[int, ...]) -> None:
    """Reveal a hidden card to some seats, or to all; seats that saw it before still know it."""
    found = find_hidden_card(out.state, seat, text, identity)
    assert found is not None
    where, card = found
    seen = next((r.to for r in out.state.players[seat].revealed if r.token == card.id), None)
    if seen is not None and to:
        to = tuple(dict.fromkeys((*seen, *to))) if seen else ()
    out.add(CardRevealed(player=seat, token=card.id, card=card.card or "", to=to, where=where))
