"""The opening of a tournament and of its rounds (RH-S01 to RH-S09, RH-D01, RH-E06 to RH-E08)."""

from msgspec.structs import replace

from domain.cards import CardId, SeatIndex, Token
from domain.effects.lasting import Effects, after_turn
from domain.games.robin_in_the_hood.cards import Card
from domain.games.robin_in_the_hood.events.base import RobinEvent
from domain.games.robin_in_the_hood.options import Options, OptionValue
from domain.games.robin_in_the_hood.state import EMPTY_STAGES, Player, State, tokens_in_play, with_player
from domain.games.robin_in_the_hood.vocabulary import PLACE_FIRST
from domain.narration import Narrator
from domain.seats import seats_of_names
from domain.table.decks import unknown_deck
from domain.table.references import token_of
from domain.table.visibility import sees_hand
from domain.text import join_words, pluralize


class TournamentOpened(RobinEvent, frozen=True, kw_only=True, tag="tournament_opened"):
    """RH-S01 to RH-S05: two players agreed on a tournament."""

    players: tuple[str, ...]
    options: Options

    def evolve(self, state: State) -> State:
        return replace(state, seats=seats_of_names(self.players), options=self.options, phase="setup")

    def describe(self, narrator: Narrator[State]) -> str:  # noqa: ARG002
        options = self.options
        extras = (", with modifiers" if options.modifiers else "") + (", with an ante" if options.ante else "")
        players = join_words(self.players)
        goal = pluralize(options.victories_to_win or 0, "victory", "victories")
        return f"{players} play to {goal} with {pluralize(options.active_count, 'Active card')}{extras}"


class AnteStaked(RobinEvent, frozen=True, kw_only=True, tag="ante_staked"):
    """RH-S05: a player wagered a card for the whole tournament."""

    player: SeatIndex
    card: CardId
    template = "{player} stakes {card}"

    def evolve(self, state: State) -> State:
        return with_player(state, self.player, replace(state.players[self.player], ante=self.card))


class OptionChanged(RobinEvent, frozen=True, kw_only=True, tag="option_changed"):
    """The agreement was changed against the rules."""

    name: str
    value: OptionValue
    template = "the agreement changes: {name:words} is now {value}"

    def evolve(self, state: State) -> State:
        return replace(state, options=replace(state.options, **{self.name: self.value}))


class CardDefined(RobinEvent, frozen=True, kw_only=True, tag="card_defined"):
    """A card was added to the catalogue of this match."""

    card: Card
    template = "{card.name} is added to the catalogue"

    def evolve(self, state: State) -> State:
        return replace(state, catalogue=state.catalogue.plus(self.card))


class PreviousSetDiscarded(RobinEvent, frozen=True, kw_only=True, tag="previous_set_discarded"):
    """RH-E07: a player's old cards, including the Draw pile, leave the match; they stay on the table until the next
    round."""

    player: SeatIndex
    template = "{player} puts the previous Active set away"
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        return with_player(state, self.player, replace(state.players[self.player], new_set=True))


class ActiveSetDeclared(RobinEvent, frozen=True, kw_only=True, tag="active_set_declared"):
    """RH-D01: a player chose the cards to play with; `None` if the list is unknown."""

    player: SeatIndex
    cards: tuple[CardId, ...] | None
    size: int
    set_aside: tuple[CardId, ...] = ()
    template = "{player} plays with an Active set of {size:card}"

    def evolve(self, state: State) -> State:
        player = replace(
            state.players[self.player], active_set=self.cards, set_size=self.size, set_aside=self.set_aside
        )
        if state.phase == "setup":
            player = replace(player, draw_pile=unknown_deck(self.player, self.size))
        return with_player(state, self.player, player)


class TableCleared(RobinEvent, frozen=True, kw_only=True, tag="table_cleared"):
    """RH-E08: the mats were emptied. The cards of the players in `regathered` went back to one pile; with
    `between_rounds=continue` the others kept playing hand and Draw pile, and their cards in play went to the Dead Cards
    (RH-Q17)."""

    regathered: tuple[SeatIndex, ...]
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        players = [
            _regathered(seat, player) if seat in self.regathered else _carried_on(player)
            for seat, player in enumerate(state.players)
        ]
        lasting = tuple([e for e in state.lasting if e.scope != "card" and not (e.bound or e.last_turn or e.once)])
        return replace(
            state,
            players=(players[0], players[1]),
            levels=(),
            level_changes=(),
            results=(),
            defeated=(),
            lasting=lasting,
        )

    def describe(self, narrator: Narrator[State]) -> str:
        names = join_words((narrator.seat(seat) for seat in self.regathered), none="")
        regather = "regather all cards" if len(self.regathered) > 1 else "regathers all cards"
        return f"the table is cleared; {names} {regather}" if names else "the table is cleared"


class RoundStarted(RobinEvent, frozen=True, kw_only=True, tag="round_started"):
    """A round started; `order` is the player who places first in its first hand."""

    round_no: int
    order: SeatIndex | None = None
    template = "round {round_no} begins"

    def evolve(self, state: State) -> State:
        return replace(state, round_no=self.round_no, hand_no=0, order=self.order, phase="opening_draw")


class DrawPileShuffled(RobinEvent, frozen=True, kw_only=True, tag="draw_pile_shuffled"):
    """RH-S08: a Draw pile was shuffled. Top card first if the order is recorded; `None` if it is unknown."""

    player: SeatIndex
    order: tuple[CardId, ...] | None = None
    template = "{player} shuffles the Draw pile"

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        tokens = sorted(t.id for t in player.draw_pile)
        order = self.order if self.order is not None else (None,) * len(tokens)
        pile = tuple(Token(token, card) for token, card in zip(tokens, order, strict=False))
        shown = tuple(s for s in player.shown if s.token not in tokens)
        return with_player(state, self.player, replace(player, draw_pile=pile, shown=shown, shuffled=True))


class PlayingHandDrawn(RobinEvent, frozen=True, kw_only=True, tag="playing_hand_drawn"):
    """RH-S09: a player drew the cards that a round begins with."""

    player: SeatIndex
    cards: tuple[Token, ...]

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        player = replace(
            player,
            playing_hand=(*player.playing_hand, *self.cards),
            draw_pile=player.draw_pile[len(self.cards) :],
            hand_drawn=True,
        )
        return with_player(state, self.player, player)

    def describe(self, narrator: Narrator[State]) -> str:
        if sees_hand(narrator.viewpoint, self.player) and any(t.card is not None for t in self.cards):
            return f"{narrator.seat(self.player)} draws {join_words(narrator.card(t.card) for t in self.cards)}"
        return f"{narrator.seat(self.player)} draws {pluralize(len(self.cards), 'card')}"


def _lasting(state: State, hand_no: int) -> Effects:
    """Return the effects that continue in the next hand: not one-hand effects, and not those of cards that left
    play."""
    there = tokens_in_play(state)
    return tuple(
        [
            e
            for e in after_turn(state.lasting, hand_no - 1, (0, 1))
            if e.name != PLACE_FIRST
            and not (e.bound and e.source not in there)
            and not (e.scope == "card" and e.target not in there)
        ]
    )


class HandStarted(RobinEvent, frozen=True, kw_only=True, tag="hand_started"):
    """RH-T01: a hand began. `order` is the player who places first; `None`: both at once."""

    hand_no: int
    order: SeatIndex | None = None
    template = "hand {hand_no} begins: {order:?* places first|both place at once}"
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        """Return the state after the event; the start of the round is over, even if a shuffle or a draw was omitted."""
        first, second = (replace(player, chosen=(), shuffled=True, hand_drawn=True) for player in state.players)
        return replace(
            state,
            phase="placing",
            hand_no=self.hand_no,
            order=self.order,
            players=(first, second),
            levels=(),
            level_changes=(),
            results=(),
            defeated=(),
            lasting=_lasting(state, self.hand_no) if state.lasting else (),
        )


def _regathered(seat: int, player: Player) -> Player:
    return Player(
        draw_pile=unknown_deck(seat, player.set_size),
        victories=player.victories,
        ante=player.ante,
        active_set=player.active_set,
        set_size=player.set_size,
        set_aside=player.set_aside,
    )


def _carried_on(player: Player) -> Player:
    in_play = (*(t for t in player.stages if t is not None), *(token_of(m) for m in player.modifier_pile))
    dead = (*player.dead_cards, *in_play)
    return replace(player, stages=EMPTY_STAGES, modifier_pile=(), dead_cards=dead, used=(), chosen=())
