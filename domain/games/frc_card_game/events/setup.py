"""Events of the setup (CG-S)."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardId, SeatIndex, Token
from domain.game import made
from domain.games.frc_card_game.cards import AnyCard
from domain.games.frc_card_game.events.base import FrcEvent
from domain.games.frc_card_game.options import Options
from domain.games.frc_card_game.state import Player, State
from domain.games.frc_card_game.zones import hold_back, number_after, with_player
from domain.narration import Narrator
from domain.seats import seats_of_names
from domain.table.visibility import card_names
from domain.text import pluralize


class Seated(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A player as seated."""

    name: str
    deck_size: int
    deck_list: tuple[tuple[str, int], ...] | None = None
    team_card: str | None = None


class MatchStarted(FrcEvent, frozen=True, kw_only=True, tag="match_started"):
    """The match is set up under these options (CG-S01, CG-S02, CG-S09)."""

    players: tuple[Seated, ...]
    options: Options
    rules_version: str
    points: int
    seed: int | None = None

    def evolve(self, state: State) -> State:
        players = tuple(made(Player, seated, points=self.points, deck=seated.deck_size) for seated in self.players)
        seats = seats_of_names(seated.name for seated in self.players)
        return replace(state, seats=seats, players=players, options=self.options, phase="setup")

    def describe(self, narrator: Narrator[State]) -> str:  # noqa: ARG002
        names = " plays ".join(f"{p.name} ({pluralize(p.deck_size, 'card')})" for p in self.players)
        return f"{names}; both begin with {pluralize(self.points, 'point')}"


class CardDefined(FrcEvent, frozen=True, kw_only=True, tag="card_defined"):
    """A card was added to the catalogue."""

    card: AnyCard
    template = "{card.name} joins the catalogue"

    def evolve(self, state: State) -> State:
        return replace(state, catalogue=state.catalogue.plus(self.card))


class TeamCardPlayed(FrcEvent, frozen=True, kw_only=True, tag="team_card_played"):
    """A team card is put in its slot."""

    player: SeatIndex
    token: int
    card: CardId
    dormant: bool = False
    """True if its effects start later than turn 1."""
    template = "{player} plays the team card {card}"

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        player = replace(
            player, team=Token(self.token, self.card), team_played=True, next_number=number_after(player, self.token)
        )
        return hold_back(with_player(state, self.player, player), self.token, self.dormant)


class DeckShuffled(FrcEvent, frozen=True, kw_only=True, tag="deck_shuffled"):
    """A deck was shuffled: known places are forgotten."""

    player: SeatIndex
    template = "{player}'s deck is shuffled"
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        return with_player(state, self.player, replace(state.players[self.player], deck_known=()))


class OpeningHandDrawn(FrcEvent, frozen=True, kw_only=True, tag="opening_hand_drawn"):
    """A player drew the opening hand (CG-S04)."""

    player: SeatIndex
    cards: tuple[Token, ...]
    deck_after: int

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        player = replace(
            player,
            hand=player.hand + self.cards,
            deck=self.deck_after,
            opening_drawn=True,
            next_number=number_after(player, self.cards[-1].id) if self.cards else player.next_number,
        )
        return with_player(state, self.player, player)

    def describe(self, narrator: Narrator[State]) -> str:
        cards = card_names(narrator, self.cards, self.player)
        return f"{narrator.seat(self.player)} draws the opening hand: {cards} (deck {self.deck_after})"


class CoinFlipped(FrcEvent, frozen=True, kw_only=True, tag="coin_flipped"):
    """The coin flip that decides who takes turn 1 (CG-S06)."""

    first_player: SeatIndex
    caller: SeatIndex | None = None
    call: Literal["heads", "tails"] | None = None
    face: Literal["heads", "tails"] | None = None

    def evolve(self, state: State) -> State:
        return replace(state, first_player=self.first_player)

    def describe(self, narrator: Narrator[State]) -> str:
        call = f"{narrator.seat(self.caller)} calls {self.call}, and " if self.caller is not None and self.call else ""
        first = narrator.seat(self.first_player)
        if self.face:
            return f"{call}the coin falls {self.face}: {first} goes first"
        return f"{call}the coin decides that {first} goes first"
