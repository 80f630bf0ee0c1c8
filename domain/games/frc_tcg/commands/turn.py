"""The end of a turn, swaps, and turns without a possible move (TCG-T09 to T14, A24, A25)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.cards import CardRef, SeatIndex, Token
from domain.games.frc_tcg.abilities import abilities, is_active, open_places
from domain.games.frc_tcg.cards.records import Award, Component, Item, Mentor, Robot
from domain.games.frc_tcg.combat import counts_as_attack, reveal_from_hand
from domain.games.frc_tcg.commands.base import TurnAction
from domain.games.frc_tcg.commands.seasons import may_devolve
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.events.plays import CardShopped
from domain.games.frc_tcg.events.turn import CardsSwapped, HandRefilled, NoMoveDeclared, TurnEnded
from domain.games.frc_tcg.match_end import expire, start_next
from domain.games.frc_tcg.parts import put_player
from domain.games.frc_tcg.references import hand_cards, hand_limit, seat_of, top_cards
from domain.games.frc_tcg.state import MAX_ROBOTS, PlayerState, State, stacks_of
from domain.games.frc_tcg.turn_checks import any_impossible, check_all_in_hand, check_draws
from domain.games.frc_tcg.visibility import face_down_draws, public_names
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.table.visibility import face_down
from domain.text import pluralize


class SwapCards(TurnAction, frozen=True, kw_only=True, tag="swap_cards"):
    """Put two cards under the deck and draw two; then the turn ends with the refill."""

    title = "Swap cards with the deck"
    put_down: tuple[CardRef, ...]
    drawn: tuple[CardRef, ...] | None = None
    refill: tuple[CardRef, ...] | None = None
    trimmed: tuple[CardRef, ...] = ()
    player: SeatIndex | None = None
    rules = ("TCG-A01", "TCG-A24", "TCG-A25", "TCG-D07", "TCG-T11", "TCG-T12")

    def validate(self, state: State) -> Iterator[Violation]:
        seat = seat_of(state, self.player)
        player = state.players[seat]
        if len(self.put_down) > len(player.pit):
            yield impossible(
                "TCG-A24", f"{pluralize(len(self.put_down), 'card')} put down, the hand has {len(player.pit)}"
            )
            return
        if len(self.put_down) != 2:
            yield Violation("TCG-A24", f"{pluralize(len(self.put_down), 'card')} put down; swap exactly 2")
        if state.record.cards or state.record.attacks:
            yield Violation("TCG-A25", "no swap after a card was played or an attack made in this turn")
        down = hand_cards(player, self.put_down)
        away = tuple(check_all_in_hand(state, seat, self.put_down, down))
        yield from away
        if down is not None and not any_impossible(away):
            yield from self._swap_draws(state, seat, down)

    def resolve(self, out: TcgBuffer) -> None:
        seat = seat_of(out.state, self.player)
        player = out.state.players[seat]
        down = hand_cards(player, self.put_down)
        assert down is not None
        drawn = top_cards(player.deck + down, len(down), self.drawn)
        out.add(CardsSwapped(player=seat, put_down=down, drawn=drawn))
        _end(out, seat, self.refill, self.trimmed)

    def _swap_draws(self, state: State, seat: int, down: tuple[Token, ...]) -> Iterator[Violation]:
        player = state.players[seat]
        gone = {card.id for card in down}
        lying = PlayerState(
            deck=(*player.deck, *down),
            pit=tuple([card for card in player.pit if card.id not in gone]),
            deck_list=player.deck_list,
            profile=player.profile,
        )
        after = put_player(state, seat, lying)
        yield from check_draws(after, seat, self.drawn, len(down), "TCG-A24")
        drawn = top_cards(lying.deck, len(down), self.drawn)
        full = PlayerState(deck=lying.deck[len(drawn) :], pit=(*lying.pit, *drawn), deck_list=player.deck_list)
        after = put_player(state, seat, full)
        trimmed = hand_cards(full, self.trimmed)
        yield from _trims(after, seat, self.trimmed, trimmed)
        after = _shown(after, seat, trimmed)
        yield from check_draws(
            after, seat, self.refill, refill_due(full, hand_limit(state, seat), len(self.trimmed)), "TCG-T11"
        )

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "SwapCards":
        seat = seat_of(state, self.player)
        if viewpoint == seat:
            return self
        return replace(
            self,
            put_down=face_down(self.put_down),
            drawn=face_down_draws(self.drawn),
            refill=face_down_draws(self.refill),
            trimmed=public_names(state, seat, self.trimmed),
        )


class EndTurn(TurnAction, frozen=True, kw_only=True, tag="end_turn"):
    """End the turn and refill the hand. If `drawn` is omitted, the cards due are drawn unseen."""

    title = "End the turn"
    drawn: tuple[CardRef, ...] | None = None
    trimmed: tuple[CardRef, ...] = ()
    """Cards over the hand limit, which go to the shop (option hand_cap)."""
    player: SeatIndex | None = None
    rules = ("TCG-A01", "TCG-D07", "TCG-T09", "TCG-T11", "TCG-T12")

    def validate(self, state: State) -> Iterator[Violation]:
        record, seat = state.record, seat_of(state, self.player)
        if not record.moves and not record.no_move:
            yield Violation("TCG-T09", "a turn may not be passed: make a move, swap, or declare_no_move")
        player = state.players[seat]
        trimmed = hand_cards(player, self.trimmed)
        yield from _trims(state, seat, self.trimmed, trimmed)
        state = _shown(state, seat, trimmed)
        yield from check_draws(
            state, seat, self.drawn, refill_due(player, hand_limit(state, seat), len(self.trimmed)), "TCG-T11"
        )

    def resolve(self, out: TcgBuffer) -> None:
        _end(out, seat_of(out.state, self.player), self.drawn, self.trimmed)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "EndTurn":
        seat = seat_of(state, self.player)
        if viewpoint == seat:
            return self
        return replace(self, drawn=face_down_draws(self.drawn), trimmed=public_names(state, seat, self.trimmed))


class DeclareNoMove(TurnAction, frozen=True, kw_only=True, tag="declare_no_move"):
    """End the turn of a player without a possible move."""

    title = "Declare that no move is left"
    player: SeatIndex | None = None
    rules = ("TCG-T10",)

    def validate(self, state: State) -> Iterator[Violation]:
        seat = seat_of(state, self.player)
        if state.record.moves:
            yield Violation("TCG-T10", "a move was made in this turn")
        move = possible_move(state, seat)
        if move:
            yield Violation("TCG-T10", f"there is a move: {move}")

    def resolve(self, out: TcgBuffer) -> None:
        out.add(NoMoveDeclared(player=seat_of(out.state, self.player)))


def _trims(
    state: State, seat: int, trimmed: tuple[CardRef, ...], found: tuple[Token, ...] | None
) -> Iterator[Violation]:
    limit = hand_limit(state, seat)
    over = max(0, len(state.players[seat].pit) - limit) if state.options.hand_cap == "trim_at_turn_end" else 0
    if found and any(card.card is None for card in found):
        yield impossible("TCG-A01", "name the cards that go to the shop: they are face up")
    if len(trimmed) != over:
        yield Violation(
            "TCG-T12", f"{pluralize(len(trimmed), 'card')} go to the shop, {over} are over a hand of {limit}"
        )
    if trimmed:
        yield from check_all_in_hand(state, seat, trimmed, found)


def _shown(state: State, seat: int, cards: tuple[Token, ...] | None) -> State:
    """Return the state in which these hand cards are known, so that draws are checked against them too (TCG-D07)."""
    if not cards:
        return state
    player, named = state.players[seat], {card.id: card for card in cards}
    pit = tuple([named.get(card.id, card) for card in player.pit])
    return put_player(state, seat, replace(player, pit=pit))


def possible_move(state: State, seat: int) -> str:
    """Return a possible move of the player, in words; empty without one. A single unknown card counts as unplayable
    (Q31)."""
    player, record = state.players[seat], state.record
    if len(player.pit) >= 2 and not record.cards and not record.attacks:
        return "two cards can be swapped"
    if _playable(state, seat):
        return "a card in the hand can be played"
    if player.mentors and any(state.players[s].mentors for s in state.opponents(seat)):
        return "the mentors can go out for coffee"
    if may_devolve(state, seat):
        return "a robot can devolve"
    active = [s for s in player.alliance if any(is_active(state, s, a) for a in abilities(state, s))]
    if active and len(player.pit) < hand_limit(state, seat) and not record.attacks:
        return "a robot can retreat"
    if active and not record.attacks and _can_attack(state, seat):
        return "a robot can use an ability"
    return ""


def _can_attack(state: State, seat: int) -> bool:
    """True if an active ability may be used: attacks from the second turn on, damage only if there is an opposing
    robot."""
    attacking = state.players[seat].turns > 1
    opposed = bool(stacks_of(state, state.opponents(seat)))
    return any(
        is_active(state, stack, ability)
        and (attacking or not counts_as_attack(state, ability))
        and (opposed or ability.damage is None)
        for stack in state.players[seat].alliance
        for ability in abilities(state, stack)
    )


def _playable(state: State, seat: int) -> bool:
    player = state.players[seat]
    for card in player.pit:
        record = state.catalogue.get(card.card)
        if isinstance(record, Item | Award) or (isinstance(record, Mentor) and not player.mentors):
            return True
        if isinstance(record, Robot) and len(player.alliance) < MAX_ROBOTS:
            return True
        spare = state.options.surplus_components == "allowed" and bool(player.alliance)
        if isinstance(record, Component) and (spare or open_places(state, seat, record)):
            return True
    return False


def refill_due(player: PlayerState, limit: int, trimmed: int = 0) -> int:
    """Return the number of cards to draw at the end of the turn: up to the hand limit or the end of the deck
    (TCG-T11)."""
    due, left = limit - len(player.pit) + trimmed, len(player.deck)
    return 0 if due < 0 else due if due < left else left


def _end(out: TcgBuffer, seat: int, drawn: tuple[CardRef, ...] | None, trimmed: tuple[CardRef, ...]) -> None:
    state = out.state
    out.add(TurnEnded(player=seat, turn=state.turn))
    expire(out)
    for text in trimmed:
        card = reveal_from_hand(out, seat, text)
        out.add(CardShopped(player=seat, card=card, origin="pit"))
    player = out.state.players[seat]
    cards = top_cards(player.deck, refill_due(player, hand_limit(out.state, seat)), drawn)
    if cards:
        out.add(HandRefilled(player=seat, cards=cards))
    start_next(out)
