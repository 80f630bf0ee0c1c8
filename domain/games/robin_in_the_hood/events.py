"""What happened. Every event holds the numbers and names it used: replay never asks the catalogue."""

from typing import Literal

from domain.cards import CardId, Seat, Token
from domain.game import Event
from domain.games.robin_in_the_hood.cards import Card
from domain.games.robin_in_the_hood.commands import ShownTo, Stage, ZoneName
from domain.games.robin_in_the_hood.options import Options, OptionValue
from domain.games.robin_in_the_hood.parts import AppliedChange, DeclaredTable, Level, PlacedAs, ShownChoice

# --- setup -------------------------------------------------------------------------------------------------------------


class TournamentOpened(Event, frozen=True, kw_only=True, tag="tournament_opened"):
    """RH-S01 to RH-S05."""

    players: tuple[str, ...]
    options: Options


class AnteStaked(Event, frozen=True, kw_only=True, tag="ante_staked"):
    """RH-S05."""

    player: Seat
    card: CardId


class OptionChanged(Event, frozen=True, kw_only=True, tag="option_changed"):
    """The agreement was changed against the rules."""

    name: str
    value: OptionValue


class CardDefined(Event, frozen=True, kw_only=True, tag="card_defined"):
    """The catalogue of this match has one more card."""

    card: Card


class PreviousSetDiscarded(Event, frozen=True, kw_only=True, tag="previous_set_discarded"):
    """RH-E07: the old cards, Draw pile included, leave the match; they lie on the table until the next round starts."""

    player: Seat


class ActiveSetDeclared(Event, frozen=True, kw_only=True, tag="active_set_declared"):
    """RH-D01."""

    player: Seat
    cards: tuple[CardId, ...] | None
    size: int
    set_aside: tuple[CardId, ...] = ()


class TableCleared(Event, frozen=True, kw_only=True, tag="table_cleared"):
    """RH-E08. The cards of the players in `regathered` go back to one pile; with `between_rounds=continue` the others keep
    playing hand and Draw pile, and their cards in play go to the Dead Cards (RH-Q17)."""

    regathered: tuple[Seat, ...]


class RoundStarted(Event, frozen=True, kw_only=True, tag="round_started"):
    """A round begins; `order` is who places first in its first hand."""

    round_no: int
    order: Seat | None = None


class DrawPileShuffled(Event, frozen=True, kw_only=True, tag="draw_pile_shuffled"):
    """RH-S08. Top card first where the order is recorded; None: nobody knows it."""

    player: Seat
    order: tuple[CardId, ...] | None = None


class PlayingHandDrawn(Event, frozen=True, kw_only=True, tag="playing_hand_drawn"):
    """RH-S09."""

    player: Seat
    cards: tuple[Token, ...]


class HandStarted(Event, frozen=True, kw_only=True, tag="hand_started"):
    """RH-T01. `order` is who places first; None: both at once."""

    hand_no: int
    order: Seat | None = None


# --- placing -----------------------------------------------------------------------------------------------------------


class CharacterPlaced(Event, frozen=True, kw_only=True, tag="character_placed"):
    """RH-A01. A simultaneous placement lies face down until `PlacementsRevealed`."""

    player: Seat
    token: int
    card: CardId
    character: str
    order: PlacedAs
    stage: Stage = "agility"


class ModifierPlayed(Event, frozen=True, kw_only=True, tag="modifier_played"):
    """RH-A02. A simultaneous choice lies face down until `PlacementsRevealed`."""

    player: Seat
    token: int
    card: CardId
    duration: str
    order: PlacedAs


class PlacementsRevealed(Event, frozen=True, kw_only=True, tag="placements_revealed"):
    """RH-Q27: the cards chosen at the same time are turned up together."""

    cards: tuple[ShownChoice, ...]


class ModifierReplaced(Event, frozen=True, kw_only=True, tag="modifier_replaced"):
    """RH-C09, RH-Q14: a modifier leaves play for a newer one of its owner."""

    player: Seat
    token: int
    card: CardId


# --- battles -----------------------------------------------------------------------------------------------------------


class CardEffectResolved(Event, frozen=True, kw_only=True, tag="card_effect_resolved"):
    """RH-A05: an instruction carried out by hand."""

    player: Seat
    card: CardId
    text: str
    changes: tuple[AppliedChange, ...]


class ModifierRemoved(Event, frozen=True, kw_only=True, tag="modifier_removed"):
    """RH-B05, RH-C09: a lasting modifier removed by the opponent's modifier `by`."""

    player: Seat
    """Owner of the removed modifier."""
    token: int
    card: CardId
    by: CardId


class SkillLevelsDetermined(Event, frozen=True, kw_only=True, tag="skill_levels_determined"):
    """RH-B02 to RH-B06: the levels of every character in play, before any removal (RH-B12)."""

    levels: tuple[Level, ...]


class StageWon(Event, frozen=True, kw_only=True, tag="stage_won"):
    """RH-B07, RH-B09, RH-B11: by the higher level, against an empty stage, or against a modifier; or as announced."""

    stage: Stage
    player: Seat
    how: Literal["level", "empty", "modifier", "announced"]


class StageDrawn(Event, frozen=True, kw_only=True, tag="stage_drawn"):
    """RH-B08."""

    stage: Stage


class CharacterDefeated(Event, frozen=True, kw_only=True, tag="character_defeated"):
    """RH-C01."""

    player: Seat
    stage: Stage
    token: int
    card: CardId


# --- end of the hand ---------------------------------------------------------------------------------------------------


class ModifierExpired(Event, frozen=True, kw_only=True, tag="modifier_expired"):
    """RH-C08."""

    player: Seat
    token: int
    card: CardId


class RoundWon(Event, frozen=True, kw_only=True, tag="round_won"):
    """RH-E01."""

    player: Seat


class VictoryScored(Event, frozen=True, kw_only=True, tag="victory_scored"):
    """RH-E02. `victories` is the counter afterwards."""

    player: Seat
    victories: int


class RoundDrawn(Event, frozen=True, kw_only=True, tag="round_drawn"):
    """RH-E03, RH-E04, RH-Q33."""

    reason: Literal["both_four", "draw_pile_empty", "no_playing_card", "announced"]


class CharacterAdvanced(Event, frozen=True, kw_only=True, tag="character_advanced"):
    """RH-C02 to RH-C05. `pushed`: it made room for the character behind it."""

    player: Seat
    token: int
    card: CardId
    from_stage: Stage
    to_stage: Stage
    pushed: bool = False


class HandEnded(Event, frozen=True, kw_only=True, tag="hand_ended"):
    """RH-C11: who won Agility places first in the next hand."""

    agility_winner: Seat | None = None


class CardDrawn(Event, frozen=True, kw_only=True, tag="card_drawn"):
    """RH-T08."""

    player: Seat
    token: int
    card: CardId | None = None


class TournamentWon(Event, frozen=True, kw_only=True, tag="tournament_won"):
    """RH-E09, RH-E12. `scores`: the victories of both."""

    winner: Seat
    scores: tuple[int, ...]
    reason: Literal["victories", "concession"] = "victories"


class AnteAwarded(Event, frozen=True, kw_only=True, tag="ante_awarded"):
    """RH-E10: the winner takes both stakes home."""

    player: Seat
    cards: tuple[CardId, ...]


class AnteReturned(Event, frozen=True, kw_only=True, tag="ante_returned"):
    """RH-Q20: without a winner every stake goes back."""

    player: Seat
    card: CardId


# --- record ------------------------------------------------------------------------------------------------------------


class CardRevealed(Event, frozen=True, kw_only=True, tag="card_revealed"):
    """A card was shown or named."""

    player: Seat
    zone: ZoneName
    token: int
    card: CardId
    to: ShownTo


class TournamentConceded(Event, frozen=True, kw_only=True, tag="tournament_conceded"):
    """RH-E12."""

    player: Seat


class TournamentAbandoned(Event, frozen=True, kw_only=True, tag="tournament_abandoned"):
    """RH-E12."""

    reason: str


class Adjusted(Event, frozen=True, kw_only=True, tag="adjusted"):
    """The record was brought in line with the table."""

    reason: str
    changes: tuple[AppliedChange, ...]


class PositionDeclared(Event, frozen=True, kw_only=True, tag="position_declared"):
    """The table as it stands; the record goes on from here."""

    round_no: int
    hand_no: int
    order: Seat | None
    tables: tuple[DeclaredTable, ...]


RobinEvent = (
    TournamentOpened
    | AnteStaked
    | OptionChanged
    | CardDefined
    | PreviousSetDiscarded
    | ActiveSetDeclared
    | TableCleared
    | RoundStarted
    | DrawPileShuffled
    | PlayingHandDrawn
    | HandStarted
    | CharacterPlaced
    | ModifierPlayed
    | PlacementsRevealed
    | ModifierReplaced
    | CardEffectResolved
    | ModifierRemoved
    | SkillLevelsDetermined
    | StageWon
    | StageDrawn
    | CharacterDefeated
    | ModifierExpired
    | RoundWon
    | VictoryScored
    | RoundDrawn
    | CharacterAdvanced
    | HandEnded
    | CardDrawn
    | TournamentWon
    | AnteAwarded
    | AnteReturned
    | CardRevealed
    | TournamentConceded
    | TournamentAbandoned
    | Adjusted
    | PositionDeclared
)
