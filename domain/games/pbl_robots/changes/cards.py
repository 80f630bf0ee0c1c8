"""Changes by hand: cards that are drawn, moved, searched for or revealed, shuffles, and the Shop."""

from collections.abc import Iterator
from typing import ClassVar, Self

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, SeatIndex, parse_ref
from domain.games.pbl_robots import draws
from domain.games.pbl_robots.cards import CardFilter
from domain.games.pbl_robots.changes.base import (
    PblAuthor,
    PblChange,
    check_place,
    heap_of,
    put_card,
    take_card,
    taken_from,
)
from domain.games.pbl_robots.events.base import PblBuffer, words
from domain.games.pbl_robots.events.effects import CardsDiscarded
from domain.games.pbl_robots.events.turns import CardRevealed, DeckShuffled
from domain.games.pbl_robots.numbers import deck_count
from domain.games.pbl_robots.references import Place, Target, name, unseen_cards
from domain.games.pbl_robots.state import Owed, State
from domain.games.pbl_robots.visibility import redacted_search
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.table.references import card_named, find_or_identify
from domain.table.visibility import face_down
from domain.text import pluralize


class DrawNow(PblChange, frozen=True, kw_only=True, tag="draw"):
    """A player draws cards. Give them here as `drawn`, or later with `draw_card`."""

    of_player: ClassVar = True
    player: SeatIndex
    n: int = 1
    drawn: tuple[draws.Draw, ...] = ()

    def validate(self, _state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        if self.n < 1:
            yield impossible("PBL-A27", "n is the number of cards drawn, at least 1")
        elif len(self.drawn) > self.n:
            yield impossible("PBL-A27", f"{pluralize(self.n, 'card')} drawn, {len(self.drawn)} given")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        side = out.state.seats[self.player].side
        owed = Owed("draw", side, self.player, self.n, "effect", "PBL-A27")
        draws.draw_due(out, owed, self.player, self.drawn)

    def redacted_for(self, viewpoint: Viewpoint) -> Self:
        if viewpoint == self.player:
            return self
        return replace(self, drawn=draws.redacted_draws(self.drawn))


class Discard(PblChange, frozen=True, kw_only=True, tag="discard"):
    """Hand cards go to the scrap heap, face up unless `face_down`."""

    of_player: ClassVar = True
    player: SeatIndex
    cards: tuple[CardRef, ...]
    face_down: bool = False

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        if not self.cards:
            yield impossible("PBL-S02", "name the discarded cards, or write ?? for unknown ones")
        yield from unseen_cards(state, self.player, self.cards, "PBL-S02")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        found = draws.take_unseen(out, self.player, self.cards)
        named = tuple(token for token in found if token.card is not None and not self.face_down)
        if named:
            out.add(CardsDiscarded(seat=self.player, tokens=named))
        hidden = tuple(token for token in found if token not in named)
        if hidden:
            out.add(CardsDiscarded(seat=self.player, tokens=hidden, face_down=True))

    def redacted_for(self, viewpoint: Viewpoint) -> Self:
        if viewpoint == self.player:
            return self
        return replace(self, cards=face_down(self.cards)) if self.face_down else self


class MoveCard(PblChange, frozen=True, kw_only=True, tag="move_card"):
    """A card goes from one place to another. `player` owns the place it leaves, `to_player` the place it goes to."""

    card: CardRef
    player: SeatIndex
    source: Place
    to: Target
    to_player: SeatIndex | None = None

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        yield from taken_from(state, self.player, self.card, self.source)
        to = self.player if self.to_player is None else self.to_player
        yield from check_place(state, to, self.to)
        if heap_of(state, self.player, self.source) == heap_of(state, to, self.to):
            yield impossible("PBL-S02", f"the card is in the {words(self.to)} already")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        card = take_card(out, self.player, self.card, self.source)
        put_card(out, self.player if self.to_player is None else self.to_player, card, self.to)

    def redacted_for(self, viewpoint: Viewpoint) -> Self:
        """Hide the card, except from its old and new owner, unless it comes from or goes to the scrap heap."""
        seen = viewpoint in (self.player, self.to_player) or "scrap" in (self.source, self.to)
        return self if seen else replace(self, card=UNKNOWN)


class SearchNow(PblChange, frozen=True, kw_only=True, tag="search"):
    """A player takes a card out of the deck and shuffles it, or takes one from the shop row; `-` for an unsuccessful search."""

    of_player: ClassVar = True
    player: SeatIndex
    card: CardRef | None = UNKNOWN
    slot: int = 0

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        if self.slot or self.card is None or card_named(self.card) is not None:
            yield from draws.check_found(state, self.player, CardFilter(), self.card, self.slot)
        elif deck_count(state, state.seats[self.player].side) == 0:
            yield impossible("PBL-X07", "the deck is empty: write card=- or the slot of the shop row")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        draws.search(out, self.player, CardFilter(), self.card, self.slot)

    def redacted_for(self, viewpoint: Viewpoint) -> Self:
        if viewpoint == self.player:
            return self
        return replace(self, card=redacted_search(self.card, self.slot))


class Reveal(PblChange, frozen=True, kw_only=True, tag="reveal"):
    """A hand card is identified and shown to everyone, or with `shown=no` only recorded."""

    of_player: ClassVar = True
    player: SeatIndex
    card: CardRef
    shown: bool = True

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        yield from taken_from(state, self.player, self.card, "hand")
        person = state.people[self.player]
        token = find_or_identify(person.hand, parse_ref(self.card))
        if token is None:
            return
        if token.card is None:
            yield impossible("PBL-S02", "name the revealed card")
        elif token in person.hand and (not self.shown or token.id in person.shown):
            yield impossible("PBL-S02", f"{name(state, token.card)} is known already")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        token = draws.take_from_hand(out, self.player, self.card)
        if token is not None and token.card is not None and self.shown:
            out.add(CardRevealed(seat=self.player, token=token.id, card=token.card, shown=True))

    def redacted_for(self, viewpoint: Viewpoint) -> Self:
        if viewpoint == self.player:
            return self
        return self if self.shown else replace(self, card=UNKNOWN)


class ShuffleNow(PblChange, frozen=True, kw_only=True, tag="shuffle"):
    """A deck is shuffled; the order of its cards is no longer known."""

    player: SeatIndex

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        if deck_count(state, state.seats[self.player].side) < 2:
            yield impossible("PBL-A27", "a deck needs two cards or more to be shuffled")

    def apply(self, out: PblBuffer, _by: PblAuthor, /) -> None:
        out.add(DeckShuffled(side=out.state.seats[self.player].side))


class OpenShopNow(PblChange, frozen=True, kw_only=True, tag="open_shop"):
    """The Shop opens or is refilled."""

    row: tuple[CardRef, ...] = ()

    def validate(self, state: State, _by: PblAuthor, /) -> Iterator[Violation]:
        yield from draws.row_cards(state, self.row)
        if state.shop.open and not draws.turned_up(state, ()):
            yield impossible("PBL-X10", "the Shop is open, and no card can be turned up")

    def apply(self, out: PblBuffer, by: PblAuthor, /) -> None:
        draws.open_shop(out, out.state.seats[by.seat].side, self.row, by_draw=False)
