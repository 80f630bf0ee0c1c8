"""Setup: the match, house rules, decks, the first player, opening hands, prize cards (TCG-S01 to S08, X10)."""

from msgspec import field
from msgspec.structs import replace

from domain.cards import SeatIndex, Token
from domain.effects.lasting import Effects
from domain.game import with_fields_of
from domain.games.frc_tcg.cards.records import Card
from domain.games.frc_tcg.events.base import TcgEvent
from domain.games.frc_tcg.events.phrases import seen_cards
from domain.games.frc_tcg.options import Options
from domain.games.frc_tcg.parts import put_player
from domain.games.frc_tcg.state import DRAWN, PRIZES_SET, READY, REGISTERED, SHUFFLED, PlayerState, State, TurnRecord
from domain.narration import Narrator
from domain.seats import Seat
from domain.table.decks import unknown_deck
from domain.text import pluralize


class MatchCreated(TcgEvent, frozen=True, kw_only=True, tag="match_created"):
    """A match was opened between these players."""

    players: tuple[str, ...]
    sides: tuple[int, ...]
    options: Options
    template = "{players} begin a match for {options.prize_count:prize card|prize cards} each"

    def evolve(self, state: State) -> State:
        seats = tuple(Seat(name, side) for name, side in zip(self.players, self.sides, strict=True))
        players = (PlayerState(),) * len(seats)
        return replace(state, seats=seats, players=players, options=self.options, status="setup")


class HouseRuleAgreed(TcgEvent, frozen=True, kw_only=True, tag="house_rule_agreed"):
    """A house rule was agreed; `options` and `sides` include its changes."""

    text: str
    options: Options
    sides: tuple[int, ...]
    template = "the table agrees on a house rule: {text}"

    def evolve(self, state: State) -> State:
        seats = tuple(Seat(seat.name, side) for seat, side in zip(state.seats, self.sides, strict=True))
        return replace(state, seats=seats, options=self.options, house_rules=(*state.house_rules, self.text))


class DeckRegistered(TcgEvent, frozen=True, kw_only=True, tag="deck_registered"):
    """A player's deck was registered."""

    player: SeatIndex
    profile: str
    size: int
    cards: dict[str, int] = field(default_factory=dict)
    template = "{player} registers a deck of {size:card|cards}"

    def evolve(self, state: State) -> State:
        deck = unknown_deck(self.player, self.size)
        # sorted as in the stored event, so that a replay gives the same state
        listed = tuple(sorted(self.cards.items()))
        fresh = PlayerState(deck=deck, step=REGISTERED, profile=self.profile, deck_list=listed, deck_size=self.size)
        return put_player(state, self.player, fresh)


class CardDefined(TcgEvent, frozen=True, kw_only=True, tag="card_defined"):
    """A card was added to the catalogue of this match."""

    record: Card
    template = "{record.name} joins the cards of this match"

    def evolve(self, state: State) -> State:
        return replace(state, catalogue=state.catalogue.plus(self.record))


class FirstPlayerDetermined(TcgEvent, frozen=True, kw_only=True, tag="first_player_determined"):
    """The first player was determined."""

    player: SeatIndex
    method: str
    result: str = ""
    template = "{player} begins ({method:words}{result:?: *})"

    def evolve(self, state: State) -> State:
        return replace(state, first=self.player)


class DeckShuffled(TcgEvent, frozen=True, kw_only=True, tag="deck_shuffled"):
    """A deck was shuffled; its order is unknown."""

    player: SeatIndex
    reason: str = ""
    seed: int | None = None
    template = "{player}'s deck is shuffled{reason:?: *}"

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        step = {REGISTERED: SHUFFLED, PRIZES_SET: READY}.get(player.step, player.step)
        deck = tuple([card if card.card is None else Token(card.id) for card in player.deck])
        revealed = player.revealed
        if revealed:
            in_deck = {card.id for card in deck}
            revealed = tuple(r for r in revealed if r.token not in in_deck)
        return put_player(state, self.player, replace(player, deck=deck, step=step, revealed=revealed))


class OpeningHandDrawn(TcgEvent, frozen=True, kw_only=True, tag="opening_hand_drawn"):
    """A player drew the opening hand."""

    player: SeatIndex
    cards: tuple[Token, ...]

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        deck = player.deck[len(self.cards) :]
        return put_player(state, self.player, replace(player, deck=deck, pit=(*player.pit, *self.cards), step=DRAWN))

    def describe(self, narrator: Narrator[State]) -> str:
        known = seen_cards(narrator, self.cards, self.player)
        return f"{narrator.seat(self.player)} draws an opening hand of {pluralize(len(self.cards), 'card')}{known}"


class PrizeCardsSet(TcgEvent, frozen=True, kw_only=True, tag="prize_cards_set"):
    """A player set out prize cards, in order of places."""

    player: SeatIndex
    cards: tuple[Token, ...]

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        taken = {card.id for card in self.cards}
        deck = tuple([card for card in player.deck if card.id not in taken])
        return put_player(state, self.player, replace(player, deck=deck, prize_cards=self.cards, step=PRIZES_SET))

    def describe(self, narrator: Narrator[State]) -> str:
        known = seen_cards(narrator, self.cards, self.player, face_up=narrator.state.options.prizes_face == "up")
        return f"{narrator.seat(self.player)} sets out {pluralize(len(self.cards), 'prize card')}{known}"


class MatchStarted(TcgEvent, frozen=True, kw_only=True, tag="match_started"):
    """Setup is over."""

    template = "the match starts"

    def evolve(self, state: State) -> State:
        return replace(state, status="running")


class PositionDeclared(TcgEvent, frozen=True, kw_only=True, tag="position_declared"):
    """The match has the position declared here."""

    turn: int
    active: SeatIndex
    players: tuple[PlayerState, ...]
    record: TurnRecord
    lasting: Effects = ()
    reason: str = ""
    template = "the match continues as declared: turn {turn}, and {active} is to act"

    def evolve(self, state: State) -> State:
        first, following = self.active if state.first < 0 else state.first, len(self.lasting) + 1
        state = replace(state, status="running", next_lasting=following, first=first, winners=(), end_rule="")
        return with_fields_of(self, state)
