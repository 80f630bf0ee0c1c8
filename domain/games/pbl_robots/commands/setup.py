"""Commands: preparation and draft."""

from typing import Literal

from msgspec import Struct

from domain.cards import UNKNOWN, CardId, CardRef, Seat
from domain.game import Command
from domain.games.pbl_robots.cards import Card, SlotName
from domain.games.pbl_robots.commands.base import Act
from domain.games.pbl_robots.options import Options
from domain.table import Seat as TableSeat


class Bonus(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a side bought in a league (PBL-L11)."""

    side: int
    hand_limit: int = 0
    starting_hand: int = 0
    deck_reduction: int = 0


class Carried(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a side brings from the game before of a series (PBL-V01, PBL-V02, PBL-V11)."""

    deck: int
    """Cards of the deck."""
    cards: tuple[CardId, ...] = ()
    """Those that are known to be in it, cards acquired in earlier games included."""
    starters: tuple[CardId, ...] = ()
    """The starter; in a rotation all the side's starters."""
    used_starters: tuple[CardId, ...] = ()
    robot: str = ""


class CreateMatch(Command, frozen=True, kw_only=True, tag="create_match"):
    """Opens the match: who plays for which side, the mode and its options."""

    seats: tuple[TableSeat, ...]
    options: Options = Options()
    keepers: tuple[tuple[CardId, ...], ...] = ()
    """Keepers per side (setup `keeper`)."""
    league_keepers: tuple[CardId, ...] = ()
    """Keepers of league members who are not at this table: in no draft."""
    bonuses: tuple[Bonus, ...] = ()
    carried: tuple[Carried, ...] = ()
    """Per side, for later games of a series (setup `carried_over`)."""
    shop: tuple[CardId, ...] = ()
    """Cards that are known to be in the shop deck of a later game."""
    celebrities: tuple[CardId, ...] = ()
    """Celebrities of a series, from its second game on."""


class ChooseBaseRobot(Act, frozen=True, kw_only=True, tag="choose_base_robot"):
    """A side takes one of the three robots."""

    robot: CardRef


class DefineCard(Command, frozen=True, kw_only=True, tag="define_card"):
    """A card that the catalogue lacks."""

    card: Card


class SetCelebrity(Command, frozen=True, kw_only=True, tag="set_celebrity"):
    """A crew card whose effect holds for everybody; `turned` are cards turned over before it (PBL-V06)."""

    card: CardRef
    turned: tuple[CardRef, ...] = ()
    note: str = ""


class DealInheritance(Command, frozen=True, kw_only=True, tag="deal_inheritance"):
    """Five cards for each side; `hands` are the cards per side, left out when unknown."""

    hands: tuple[tuple[CardRef, ...], ...] = ()


class RevealTalentPool(Command, frozen=True, kw_only=True, tag="reveal_talent_pool"):
    """The starters turned face up."""

    pilots: tuple[CardRef, ...]


class RollD20(Act, frozen=True, kw_only=True, tag="roll_d20"):
    """A d20 roll: for the choice of pilots, the challenge, or the first turn, whichever is due."""

    value: int


class ChooseStarter(Act, frozen=True, kw_only=True, tag="choose_starter"):
    """A side takes a starter from the talent pool."""

    pilot: CardRef


class CommitStarter(Act, frozen=True, kw_only=True, tag="commit_starter"):
    """Rotation: a side selects an unused starter, face down (`??` when it was not recorded which)."""

    pilot: CardRef = UNKNOWN


class RevealStarters(Command, frozen=True, kw_only=True, tag="reveal_starters"):
    """Rotation: the selected starters are turned up, one per side; left out where the commits were recorded."""

    pilots: tuple[CardRef, ...] = ()


class DealQuickPlay(Command, frozen=True, kw_only=True, tag="deal_quick_play"):
    """Whole decks are dealt; the rest is the shop deck. `decks`: the cards per side where known, `sizes`: counts otherwise."""

    decks: tuple[tuple[CardRef, ...], ...] = ()
    sizes: tuple[int, ...] = ()


class StartDraft(Command, frozen=True, kw_only=True, tag="start_draft"):
    """The shop deck is set aside and the five piles are laid out. Counts are checked when given."""

    shop_deck: int | None = None
    draft_deck: int | None = None


class PassPile(Act, frozen=True, kw_only=True, tag="pass_pile"):
    """The drafter looks at a pile and puts it back."""

    pile: int = 0
    """0: the pile he looks at."""
    cards: tuple[CardRef, ...] = ()


class TakePile(Act, frozen=True, kw_only=True, tag="take_pile"):
    """The drafter takes the pile he looks at."""

    pile: int = 0
    cards: tuple[CardRef, ...] = ()


class SelectChallengeCard(Act, frozen=True, kw_only=True, tag="select_challenge_card"):
    """Challenge: a side selects an orange card and plays it at once; `slot` for pods."""

    card: CardRef
    slot: SlotName | Literal[""] = ""


class FormCommunityDeck(Command, frozen=True, kw_only=True, tag="form_community_deck"):
    """Challenge without a draft: a shop deck of 20, all other cards in one deck for everybody."""

    shop_deck: int | None = None


class ReduceDeck(Act, frozen=True, kw_only=True, tag="reduce_deck"):
    """A league bonus: cards taken out of one's deck before the opening hands."""

    cards: tuple[CardRef, ...]


class DealOpeningHands(Act, frozen=True, kw_only=True, tag="deal_opening_hands"):
    """A player deals himself two hands of five."""

    first: tuple[CardRef, ...] = ()
    second: tuple[CardRef, ...] = ()


class KeepOpeningHand(Act, frozen=True, kw_only=True, tag="keep_opening_hand"):
    """The player keeps one hand; the other goes to the bottom of the deck. `cards`: the cards kept, where known."""

    hand: int = 1
    cards: tuple[CardRef, ...] = ()


class StartGame(Command, frozen=True, kw_only=True, tag="start_game"):
    """The first turn begins; `first` is the player, or left out for the one that the rules name."""

    first: Seat | None = None
