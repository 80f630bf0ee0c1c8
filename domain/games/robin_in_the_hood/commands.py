"""What the scorekeeper enters. Fields that the table need not know have defaults."""

from typing import Literal

from msgspec import Struct

from domain.cards import UNKNOWN, CardId, CardRef, Seat
from domain.game import Command
from domain.games.robin_in_the_hood.cards import Card
from domain.games.robin_in_the_hood.options import PLAYING_HAND_SIZE
from domain.games.robin_in_the_hood.state import ShownTo, Stage, ZoneName

# --- setup -------------------------------------------------------------------------------------------------------------


class OpenTournament(Command, frozen=True, kw_only=True, tag="open_tournament"):
    """Two players agree on a tournament. The options are those of `Options`."""

    players: tuple[str, ...]
    victories_to_win: int | None = None
    active_count: int = 10
    modifiers: bool = False
    ante: bool = False
    advance_rule: str = "winners"
    between_rounds: str = "reshuffle"
    first_hand_order: str = "simultaneous"
    modifier_replace: str = "any"


class StakeAnte(Command, frozen=True, kw_only=True, tag="stake_ante"):
    """A player wagers a card for the whole tournament."""

    player: Seat
    card: CardId


class ChangeOption(Command, frozen=True, kw_only=True, tag="change_option"):
    """The table went on under another agreement. Never legal; recorded as played it is applied."""

    name: str
    value: str


class DefineCard(Command, frozen=True, kw_only=True, tag="define_card"):
    """A card that the catalogue lacks."""

    card: Card


class DeclareActiveSet(Command, frozen=True, kw_only=True, tag="declare_active_set"):
    """The cards a player plays with; None where the list is not known."""

    player: Seat
    cards: tuple[CardId, ...] | None = None
    set_aside: tuple[CardId, ...] = ()
    """Surplus cards of a character, out of play for the round; none of them stands in `cards` too."""


class StartRound(Command, frozen=True, kw_only=True, tag="start_round"):
    """A round begins; from the second on, sets that were not declared anew are kept."""


class ShuffleDrawPile(Command, frozen=True, kw_only=True, tag="shuffle_draw_pile"):
    """An Active set is shuffled and becomes the Draw pile."""

    player: Seat
    order: tuple[CardId, ...] | None = None
    """Top card first, where the order is recorded."""
    seed: str | None = None
    """The program shuffles the declared set, always the same way for the same text."""


class DrawPlayingHand(Command, frozen=True, kw_only=True, tag="draw_playing_hand"):
    """The five cards a round begins with."""

    player: Seat
    cards: tuple[CardRef, ...] = (UNKNOWN,) * PLAYING_HAND_SIZE


# --- hands -------------------------------------------------------------------------------------------------------------


class PlaceCharacter(Command, frozen=True, kw_only=True, tag="place_character"):
    """A player chooses a character for this hand."""

    player: Seat
    card: CardRef
    stage: Stage = "agility"


class PlayModifier(Command, frozen=True, kw_only=True, tag="play_modifier"):
    """A player chooses a modifier for this hand; Agility stays empty."""

    player: Seat
    card: CardRef


class PlaceCard(Command, frozen=True, kw_only=True, tag="place_card"):
    """A player's choice for this hand, placed or played as its kind demands. A choice that still lies face down reads
    `place_card Ann ??` to everybody else, so that its kind stays hidden too."""

    player: Seat
    card: CardRef


class ChangeLevel(Struct, frozen=True, kw_only=True, tag="level", tag_field="change", forbid_unknown_fields=True):
    """A skill level up or down in this hand, before the battles."""

    player: Seat
    stage: Stage
    amount: int


class MoveCard(Struct, frozen=True, kw_only=True, tag="move", tag_field="change", forbid_unknown_fields=True):
    """A card from one zone of its owner to another."""

    player: Seat
    card: CardRef
    from_zone: ZoneName
    to_zone: ZoneName
    bottom: bool = False
    """Under the Draw pile instead of on top."""


class TakeModifier(
    Struct, frozen=True, kw_only=True, tag="remove_modifier", tag_field="change", forbid_unknown_fields=True
):
    """A modifier in play goes to its owner's Dead Cards."""

    player: Seat
    card: CardRef


class ChangeVictories(Struct, frozen=True, kw_only=True, tag="victory", tag_field="change", forbid_unknown_fields=True):
    """Victories up or down."""

    player: Seat
    amount: int


class IdentifyCard(Struct, frozen=True, kw_only=True, tag="identify", tag_field="change", forbid_unknown_fields=True):
    """What a card on record really is; `??` forgets it."""

    player: Seat
    token: CardRef
    """The physical card, as `#1-03`."""
    card: CardRef


class SetOrder(Struct, frozen=True, kw_only=True, tag="order", tag_field="change", forbid_unknown_fields=True):
    """Who places first in this hand; `-` for both at once."""

    first: Seat | None = None


EffectChange = ChangeLevel | MoveCard | TakeModifier | ChangeVictories
Change = EffectChange | IdentifyCard | SetOrder


class ResolveCardEffect(Command, frozen=True, kw_only=True, tag="resolve_card_effect"):
    """A card's instruction that the catalogue cannot express, with every change made."""

    player: Seat
    card: CardRef
    """The card that says so: a character or modifier of the player in play, or a character defeated in this hand."""
    text: str
    changes: tuple[EffectChange, ...]


class StageResult(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who won a stage as the table announced it; None for a draw or no battle."""

    stage: Stage
    winner: Seat | None = None


class ResolveBattles(Command, frozen=True, kw_only=True, tag="resolve_battles"):
    """Levels are compared on every stage."""

    announced: tuple[StageResult, ...] = ()
    """What the players made of it, to be checked; stages left out are as computed."""


class StageMove(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A character's way at the end of a hand as the table announced it; from a stage to the same one: it stays."""

    player: Seat
    from_stage: Stage
    to_stage: Stage


class EndHand(Command, frozen=True, kw_only=True, tag="end_hand"):
    """One-hand modifiers leave, the round is examined, characters advance. What is announced is checked."""

    moves: tuple[StageMove, ...] | None = None
    """The moves that the table made otherwise; characters left out move as computed."""
    result: Literal["goes_on", "won", "drawn"] | None = None
    winner: Seat | None = None
    victories: int | None = None
    """The winner's counter afterwards."""


class DrawCard(Command, frozen=True, kw_only=True, tag="draw_card"):
    """A player draws the top card of the Draw pile."""

    player: Seat
    card: CardRef = UNKNOWN


# --- record and end ----------------------------------------------------------------------------------------------------


class RevealCard(Command, frozen=True, kw_only=True, tag="reveal_card"):
    """A card is shown or named; an unknown one becomes known."""

    player: Seat
    """The owner."""
    zone: ZoneName
    card: CardRef
    to: ShownTo = "all"
    """Who saw it; `nobody`: it is only put on record."""


class ConcedeTournament(Command, frozen=True, kw_only=True, tag="concede_tournament"):
    """A player gives up."""

    player: Seat


class AbandonTournament(Command, frozen=True, kw_only=True, tag="abandon_tournament"):
    """The tournament ends without a winner."""

    reason: str = ""
    """Why; a reason must be given (RH-E12)."""


class Adjust(Command, frozen=True, kw_only=True, tag="adjust"):
    """The record follows the table where no command can."""

    reason: str
    changes: tuple[Change, ...]


class Position(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One player's table. Cards that are not known are written `??`."""

    player: Seat
    agility: CardId | None = None
    weapons: CardId | None = None
    strength: CardId | None = None
    endurance: CardId | None = None
    playing_hand: tuple[CardRef, ...] = (UNKNOWN,) * PLAYING_HAND_SIZE
    draw_pile: int = 0
    """Number of cards left."""
    dead_cards: tuple[CardRef, ...] = ()
    modifiers: tuple[CardId, ...] = ()
    """Modifiers in play."""
    victories: int = 0


class DeclarePosition(Command, frozen=True, kw_only=True, tag="declare_position"):
    """The table as it stands before a hand: where a record starts late or is brought up to date."""

    round_no: int
    hand_no: int
    positions: tuple[Position, ...]
    first: Seat | None = None
    """Who places first; None: both at once."""


SetupCommand = (
    OpenTournament
    | StakeAnte
    | ChangeOption
    | DefineCard
    | DeclareActiveSet
    | StartRound
    | ShuffleDrawPile
    | DrawPlayingHand
)
HandCommand = PlaceCharacter | PlayModifier | PlaceCard | ResolveCardEffect | ResolveBattles | EndHand | DrawCard
RecordCommand = RevealCard | ConcedeTournament | AbandonTournament | Adjust | DeclarePosition
RobinCommand = SetupCommand | HandCommand | RecordCommand
