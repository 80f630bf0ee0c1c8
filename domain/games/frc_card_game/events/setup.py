"""Events of the setup (CG-S)."""

from typing import Literal

from msgspec import Struct

from domain.cards import Seat, Token
from domain.game import Event
from domain.games.frc_card_game.cards import AnyCard
from domain.games.frc_card_game.options import Options


class Seated(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A player as seated."""

    name: str
    deck_size: int
    deck_list: tuple[tuple[str, int], ...] | None = None
    team_card: str | None = None


class MatchStarted(Event, frozen=True, kw_only=True, tag="match_started"):
    """The match is set up under these options (CG-S01, CG-S02, CG-S09)."""

    players: tuple[Seated, ...]
    options: Options
    rules_version: str
    points: int
    seed: int | None = None


class CardDefined(Event, frozen=True, kw_only=True, tag="card_defined"):
    """The catalogue has one more card."""

    card: AnyCard


class TeamCardPlayed(Event, frozen=True, kw_only=True, tag="team_card_played"):
    """A team card lies in its slot."""

    player: Seat
    token: int
    card: str
    dormant: bool = False
    """Its effects start later than turn 1."""


class DeckShuffled(Event, frozen=True, kw_only=True, tag="deck_shuffled"):
    """A deck was shuffled: known places are forgotten."""

    player: Seat


class OpeningHandDrawn(Event, frozen=True, kw_only=True, tag="opening_hand_drawn"):
    """The opening hand (CG-S04)."""

    player: Seat
    cards: tuple[Token, ...]
    deck_after: int


class CoinFlipped(Event, frozen=True, kw_only=True, tag="coin_flipped"):
    """Who takes turn 1 (CG-S06)."""

    first_player: Seat
    caller: Seat | None = None
    call: Literal["heads", "tails"] | None = None
    face: Literal["heads", "tails"] | None = None
