"""The start of a round: Active sets, Draw piles, playing hands (RH-S06 to RH-S09, RH-D01 to RH-D07, RH-E06 to
RH-E08)."""

import hashlib
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardId, CardRef, SeatIndex, Token, bound
from domain.games.robin_in_the_hood.cards import check_active_set
from domain.games.robin_in_the_hood.commands.base import PlayerCommand, RobinCommand
from domain.games.robin_in_the_hood.events import setup
from domain.games.robin_in_the_hood.events.base import RobinBuffer
from domain.games.robin_in_the_hood.options import LARGEST_SET, PLAYING_HAND_SIZE
from domain.games.robin_in_the_hood.round_end import reveal_choices, start_hand_when_ready
from domain.games.robin_in_the_hood.state import State, with_player
from domain.games.robin_in_the_hood.whereabouts import check_drawn, drawn_as
from domain.rules import Violation, impossible
from domain.seats import Viewpoint, seat_name
from domain.table.visibility import face_down, sees_hand
from domain.text import pluralize


class DeclareActiveSet(PlayerCommand, frozen=True, kw_only=True, tag="declare_active_set"):
    """Declare the cards a player plays with; `None` if the list is unknown."""

    title = "Declare an Active set"
    player: SeatIndex
    cards: tuple[CardId, ...] | None = None
    set_aside: tuple[CardId, ...] = ()
    """Surplus cards of a character, out of play for the round; they are not in `cards`."""
    rules = ("RH-D01", "RH-D03", "RH-D04", "RH-D05", "RH-D07", "RH-E06")

    def validate(self, state: State) -> Iterator[Violation]:
        player, name = state.players[self.player], seat_name(state.seats, self.player)
        if state.phase not in ("setup", "between_rounds"):
            yield Violation("RH-E06", "a new Active set is chosen between rounds only")
        elif state.phase == "setup" and len(player.draw_pile) != player.set_size:
            text = f"{name} has drawn from the declared Active set: undo the draw, then declare another"
            yield impossible("RH-E06", text)
        size = len(self.cards) if self.cards is not None else state.options.active_count
        if size > LARGEST_SET:
            yield impossible("RH-D01", f"Active set has {size}; at most {LARGEST_SET} can be recorded")
        if self.cards is None:
            return
        if state.phase == "between_rounds" and size != state.options.active_count:
            yield Violation(
                "RH-E06", f"a new Active set has {pluralize(state.options.active_count, 'card')} again, not {size}"
            )
        yield from check_active_set(state.catalogue, self.cards, self.set_aside, state.options)

    def resolve(self, out: RobinBuffer) -> None:
        if out.state.phase == "between_rounds":
            out.add(setup.PreviousSetDiscarded(player=self.player))
        size = len(self.cards) if self.cards is not None else out.state.options.active_count
        out.add(setup.ActiveSetDeclared(player=self.player, cards=self.cards, size=size, set_aside=self.set_aside))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> RobinCommand:  # noqa: ARG002
        return self if sees_hand(viewpoint, self.player) else DeclareActiveSet(player=self.player)


class StartRound(RobinCommand, frozen=True, kw_only=True, tag="start_round"):
    """Start a round; from the second one, sets without a new declaration are kept."""

    title = "Start the round"
    rules = ("RH-D01", "RH-E09", "RH-S05", "RH-T02")

    def validate(self, state: State) -> Iterator[Violation]:
        if state.phase not in ("setup", "between_rounds"):
            yield Violation("RH-T02", "this round is not over")
            return
        for seat, player in enumerate(state.players):
            name = seat_name(state.seats, seat)
            if player.set_size == 0:
                text = f"{name} has no Active set; declare_active_set {name} - where the list is not known"
                yield impossible("RH-D01", text)
            if state.phase == "setup" and state.options.ante and player.ante is None:
                yield Violation("RH-S05", f"{name} has not staked a card; both players do")

    def check_not_over(self, state: State) -> Iterator[Violation]:
        yield from super().check_not_over(state)
        if state.ended == "victories":
            text = (
                f"{seat_name(state.seats, state.winner)} has reached {state.options.victories_to_win}; no further round"
            )
            yield impossible("RH-E09", text)

    def resolve(self, out: RobinBuffer) -> None:
        reveal_choices(out)
        state = out.state
        if state.round_no:
            out.add(setup.TableCleared(regathered=_regathered(state)))
        carried = state.options.first_hand_order == "carry_over" and state.round_no > 0
        out.add(setup.RoundStarted(round_no=state.round_no + 1, order=state.agility_winner if carried else None))
        start_hand_when_ready(out)


class ShuffleDrawPile(PlayerCommand, frozen=True, kw_only=True, tag="shuffle_draw_pile"):
    """Shuffle an Active set, which becomes the Draw pile."""

    title = "Shuffle a Draw pile"
    player: SeatIndex
    order: tuple[CardId, ...] | None = None
    """The order, top card first, if it is recorded."""
    seed: str | None = None
    """Seed for a shuffle by the program; the same text gives the same order."""
    rules = ("RH-D01", "RH-D03", "RH-D04", "RH-D05", "RH-D07", "RH-S08")

    def validate(self, state: State) -> Iterator[Violation]:
        player = state.players[self.player]
        if state.phase != "opening_draw" or player.shuffled:
            yield Violation("RH-S08", "the Draw pile is shuffled once, when the round starts")
        whole = player.active_set is not None and len(player.active_set) == len(player.draw_pile)
        if self.seed is not None and (self.order is not None or not whole or player.shuffled):
            text = "a seed needs a declared Active set, all in the Draw pile, not shuffled yet, and no `order`"
            yield impossible("RH-S08", text)
            return
        if self.order is not None:
            yield from _check_order(state, self.player, self.order)

    def resolve(self, out: RobinBuffer) -> None:
        out.add(setup.DrawPileShuffled(player=self.player, order=self._order(out.state)))

    def _order(self, state: State) -> tuple[str, ...] | None:
        if self.order is None and self.seed is not None:
            return _shuffled(state.players[self.player].active_set or (), self.seed)
        return self.order

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> RobinCommand:  # noqa: ARG002
        return ShuffleDrawPile(player=self.player)


class DrawPlayingHand(PlayerCommand, frozen=True, kw_only=True, tag="draw_playing_hand"):
    """Draw the five cards that a round begins with."""

    title = "Draw a Playing hand"
    player: SeatIndex
    cards: tuple[CardRef, ...] = (UNKNOWN,) * PLAYING_HAND_SIZE
    rules = ("RH-A04", "RH-D03", "RH-D04", "RH-D05", "RH-D07", "RH-S08", "RH-S09")

    def validate(self, state: State) -> Iterator[Violation]:
        player = state.players[self.player]
        if not player.shuffled:
            yield Violation("RH-S08", "the Draw pile is shuffled before cards are drawn")
        if state.phase != "opening_draw" or player.hand_drawn:
            yield Violation("RH-S09", "a playing hand is drawn once, when the round starts")
        if len(self.cards) > len(player.draw_pile):
            text = f"{pluralize(len(self.cards), 'card')}; the Draw pile holds {len(player.draw_pile)}"
            yield impossible("RH-S09", text)
        elif len(self.cards) != PLAYING_HAND_SIZE:
            text = f"{pluralize(len(self.cards), 'card')}; a playing hand is the top {PLAYING_HAND_SIZE}"
            yield Violation("RH-S09", text)
        for token, ref in zip(player.draw_pile, self.cards, strict=False):
            yield from check_drawn(state, self.player, token, ref, "RH-S09")
            state = _knowing(state, self.player, token, ref)

    def resolve(self, out: RobinBuffer) -> None:
        pile = out.state.players[self.player].draw_pile
        cards = tuple(Token(token.id, drawn_as(token, ref)) for token, ref in zip(pile, self.cards, strict=False))
        out.add(setup.PlayingHandDrawn(player=self.player, cards=cards))
        start_hand_when_ready(out)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> RobinCommand:  # noqa: ARG002
        return self if sees_hand(viewpoint, self.player) else replace(self, cards=face_down(self.cards))


def _regathered(state: State) -> tuple[int, ...]:
    """Return the players whose cards are gathered and reshuffled (RH-E08, RH-Q17)."""
    if state.options.between_rounds != "continue":
        return (0, 1)
    return tuple(seat for seat, player in enumerate(state.players) if player.new_set or not player.draw_pile)


def _check_order(state: State, seat: int, order: tuple[str, ...]) -> Iterator[Violation]:
    player = state.players[seat]
    if len(order) != len(player.draw_pile):
        text = f"the order has {pluralize(len(order), 'card')}, the Draw pile {len(player.draw_pile)}"
        yield impossible("RH-S08", text)
    elif player.active_set is not None and not player.shuffled and sorted(order) != sorted(player.active_set):
        yield Violation("RH-S08", "the order does not contain exactly the cards of the Active set")
    elif player.active_set is None:
        options = replace(state.options, active_count=len(order))
        yield from check_active_set(state.catalogue, order, (), options)


def _shuffled(cards: Sequence[str], seed: str) -> tuple[str, ...]:
    """Return the cards in the order of a seed, the same on every machine."""
    numbered = enumerate(sorted(cards))
    keyed = [(hashlib.sha256(f"{seed}\n{number}".encode()).digest(), card) for number, card in numbered]
    return tuple(card for _, card in sorted(keyed))


def _knowing(state: State, seat: int, token: Token, ref: str) -> State:
    """Return the state in which a card of the Draw pile is known."""
    player = state.players[seat]
    return with_player(state, seat, replace(player, draw_pile=bound(player.draw_pile, token.id, drawn_as(token, ref))))
