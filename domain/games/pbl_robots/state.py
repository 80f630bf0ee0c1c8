"""The state of a match. States are frozen and share unchanged parts; cards in play are card ids."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from domain.cards import CardId, SeatIndex, SideNumber, Token
from domain.effects.lasting import EffectState
from domain.games.pbl_robots.cards import ORANGE_CARDS, SLOTS
from domain.games.pbl_robots.options import Options
from domain.outcome import Outcome

ROW_PLACES: Final = 5
PILES: Final = 5
"""Number of draft piles (PBL-D04)."""
KEEPERS: Final = 5
"""Highest number of a player's keepers (PBL-L04, PBL-L09)."""
ARRANGED: Final = 5
"""Highest number of cards that the gunner arranges (PBL-V35)."""
HAND_LIMIT: Final = 10
D6: Final = 6
D20: Final = 20
"""Number of faces of the d20 (PBL-S14)."""
REASONS: Final = {
    "termination": "every other robot has lost all its limbs",
    "resignation": "every other side has resigned",
    "time_limit": "time is up",
    "blow_off_target": "the blow-off target is reached",
    "all_terminated": "all robots have lost all their limbs",
    "shop_exhausted": "the Shop has no card left",
}
"""Why a game ended, in words."""
EMPTY: Final = ""
"""An empty place of the shop row, or no card; `None` is an unknown card."""

Phase: TypeAlias = Literal["unopened", "setup", "draft", "opening", "play", "over"]


class Armor(Struct, frozen=True, gc=False, omit_defaults=True):
    """An armor on a slot, with its numbers when it was built."""

    card: CardId
    level: int = 0
    attack: int = 0
    defense: int = 0
    pod: str = ""
    excludes: tuple[int, ...] = ()
    """Faces of dice that do not count in an initial attack by this limb."""
    counter: int | None = None


class Attached(Struct, frozen=True, gc=False, omit_defaults=True):
    """An action on a limb; `owner` is the side that played it."""

    card: CardId
    owner: SideNumber
    no_attack: bool = False


class Slot(Struct, frozen=True, gc=False, omit_defaults=True):
    """A limb or shoulder: base numbers, the armors on it (the last one is on top), and attached actions. `dead` limbs are
    covered by a blow-off card."""

    attack: int = 0
    defense: int = 0
    stack: tuple[Armor, ...] = ()
    dead: bool = False
    attached: tuple[Attached, ...] = ()


class Hangar(Struct, frozen=True, gc=False, omit_defaults=True):
    """A hangar; the last of a side's hangars is the active one."""

    card: CardId
    level: int
    spaces: int
    attack: int = 0
    defense: int = 0


class Crew(Struct, frozen=True, gc=False, omit_defaults=True):
    """A crew member in play; without a hangar it is the sidekick."""

    card: CardId
    skill: int
    attack: int = 0
    defense: int = 0
    counter: int | None = None


class Pilot(Struct, frozen=True, gc=False, omit_defaults=True):
    """A pilot with both forms; the critical numbers are `None` without a critical form."""

    card: CardId
    attack: int = 0
    defense: int = 0
    speed: int = 0
    critical_attack: int | None = None
    critical_defense: int | None = None
    expert: bool = False
    counter: int | None = None


class Side(Struct, frozen=True, gc=False, omit_defaults=True):
    """A side: a robot with everything that its one or two people share."""

    robot: str = ""
    slots: tuple[Slot, ...] = (Slot(),) * len(SLOTS)
    """Limbs, then shoulders, in the order in which the board shows them."""
    pilots: tuple[Pilot, ...] = ()
    """The starter, then the expert, if there is one."""
    critical: bool = False
    hangars: tuple[Hangar, ...] = ()
    crew: tuple[Crew, ...] = ()
    bombs: tuple[int, ...] = ()
    """Values of the storage bombs."""
    deck: int = 0
    top: tuple[str | None, ...] = ()
    """The known order of the deck, next card first."""
    scrap: tuple[str, ...] = ()
    """Scrapped cards that are public."""
    face_down: tuple[Token, ...] = ()
    """Cards face down on the scrap heap: bombs, shields and discards to the hand limit."""
    unplaced: frozenset[str] = frozenset()
    """Cards known to be among this side's unidentified ones (deck, hand, face-down cards)."""
    blow_offs: int = 0
    terminations: int = 0
    eliminated: bool = False
    removed: bool = False
    """True if its cards are out of the game (PBL-V23)."""
    starters: tuple[str, ...] = ()
    """Starters drafted for a rotation, used ones included."""
    used_starters: tuple[str, ...] = ()
    committed: str | None = EMPTY
    """The pilot selected face down: empty before the selection, `None` if the pilot is unknown."""
    hand_bonus: int = 0
    reduction: int = 0
    """Cards still to be taken out of the deck for a league bonus (PBL-L11)."""


class Person(Struct, frozen=True, gc=False, omit_defaults=True):
    """One person's hand."""

    hand: tuple[Token, ...] = ()
    shown: frozenset[int] = frozenset()
    """Tokens of hand cards that are public."""
    limit: int = HAND_LIMIT
    serial: int = 0
    """Number of the latest new token."""
    offered: tuple[tuple[Token, ...], ...] = ()
    """The two opening hands, until one is chosen."""
    ready: bool = False
    """True if the opening hand is chosen."""


class DraftPile(Struct, frozen=True, gc=False, omit_defaults=True):
    """A face-down draft pile: its number of cards, and those known because a drafter looked at it."""

    count: int
    cards: tuple[str, ...] = ()


class Draft(Struct, frozen=True, gc=False, omit_defaults=True):
    """A draft in progress."""

    deck: int
    piles: tuple[DraftPile, ...]
    drafter: int
    at_pile: int = 1
    """The pile that the drafter looks at, from 1."""
    picks: int = 0
    last: bool = False
    """True if the deck was too small to restock all piles, so that this is the last pick."""


class Setup(Struct, frozen=True, gc=False, omit_defaults=True):
    """The progress of the setup."""

    undealt: int = ORANGE_CARDS
    inheritances: tuple[int, ...] = ()
    """Number of cards dealt to each side; empty before the deal."""
    pool: tuple[str | None, ...] = ()
    """Starters that can still be chosen."""
    pool_shown: bool = False
    rolls: tuple[tuple[int, ...], ...] = ()
    """d20 rolls of each side for the current purpose. After a tie, only the tied sides roll again."""
    order: tuple[int, ...] = ()
    """Sides in the order in which they choose pilots."""
    choices: int = 0
    selector: int = 0
    """The side that selects the next challenge card."""
    selections: tuple[tuple[str, ...], ...] = ()
    selection_order: tuple[int, ...] = ()
    keepers: tuple[tuple[str, ...], ...] = ()
    league_keepers: tuple[str, ...] = ()
    hands_due: bool = False
    """True if the decks are complete and opening hands come next."""


class Owed(Struct, frozen=True, gc=False, omit_defaults=True):
    """An obligation that comes before any other action. If `seat` is `None`, the team decides which member acts."""

    kind: Literal["draw", "search", "storage_bomb", "dice"]
    side: SideNumber
    seat: SeatIndex | None
    n: int
    reason: str
    rule: str
    card: str = ""
    """The card that caused it."""
    from_row: bool = False


class Combat(Struct, frozen=True, gc=False, omit_defaults=True):
    """An attack from declaration to outcome."""

    attacker: int
    limb: int
    target: int
    slot: int
    paid: Literal["move", "rage", "extra"] = "move"
    bombs_planned: int | None = None
    shields_planned: int | None = None
    may_withdraw: bool = False
    attack_rolled: bool = False
    defense_rolled: bool = False
    attack_dice: tuple[int, ...] = ()
    """All dice of the initial attack, excluded ones too."""
    excluded: tuple[int, ...] = ()
    """Dice of the initial attack that do not count."""
    defense_dice: tuple[int, ...] = ()
    attack_added: tuple[int, ...] = ()
    defense_added: tuple[int, ...] = ()
    attack_bonus: int = 0
    defense_bonus: int = 0
    bombs: int = 0
    shields: int = 0
    """Number of hand cards used by the defender; `bombs` are those of the attacker."""
    current_roll: tuple[int, ...] = ()
    target_changed: bool = False

    @property
    def attack_total(self) -> int:
        """The sum of the attacker's counted dice and bonuses (PBL-C09)."""
        return sum(self.attack_dice) - sum(self.excluded) + sum(self.attack_added) + self.attack_bonus

    @property
    def defense_total(self) -> int:
        """The sum of the defender's dice and bonuses (PBL-C09)."""
        return sum(self.defense_dice) + sum(self.defense_added) + self.defense_bonus

    @property
    def rolled(self) -> bool:
        """True if both initial rolls are made."""
        return self.attack_rolled and self.defense_rolled

    @property
    def behind(self) -> int:
        """The side with the lower total; the attacker at a tie (PBL-C10)."""
        return self.target if self.attack_total > self.defense_total else self.attacker

    @property
    def tied(self) -> bool:
        """True if the totals are equal."""
        return self.attack_total == self.defense_total


class ActionInProgress(Struct, frozen=True, gc=False, omit_defaults=True):
    """An action card that is being resolved."""

    card: CardId
    side: int
    seat: int
    attached: bool = False
    by_hand: bool = False
    """True if it waits for `resolve_effect`."""


class Turn(Struct, frozen=True, gc=False, omit_defaults=True):
    """The current turn: the active player, and what they have used."""

    number: int = 0
    seat: int = 0
    regular: int = 0
    """The seat of the latest regular turn; extra turns do not change it."""
    move_used: bool = False
    rage: int = 0
    """Number of attacks that rage still allows."""
    extra_attacks: int = 0
    end_announced: bool = False
    attacks: tuple[tuple[int, int], ...] = ()
    """(attacking side, target side) of attacks that were rolled in this turn."""


class Shop(Struct, frozen=True, gc=False, omit_defaults=True):
    """The shop deck and its row of five places."""

    deck: int = 0
    unplaced: frozenset[str] = frozenset()
    row: tuple[str | None, ...] = (EMPTY,) * ROW_PLACES
    open: bool = False


class Clock(Struct, frozen=True, gc=False, omit_defaults=True):
    """The time limit of three-player games (PBL-V27)."""

    started_turn: int | None = None
    expired: bool = False
    tied: bool = False
    """True if blow-offs and limbs were equal when time was up, so that the next limb decides."""


class State(EffectState, frozen=True, kw_only=True, gc=False):
    """The complete state at one moment of a match."""

    later = frozenset({"lasting", "skipped_turns"})
    options: Options = Options()
    phase: Phase = "unopened"
    sides: tuple[Side, ...] = ()
    people: tuple[Person, ...] = ()
    setup: Setup = Setup()
    draft: Draft | None = None
    turn: Turn = Turn()
    order: tuple[int, ...] = ()
    """Seats in turn order, from the first player."""
    combat: Combat | None = None
    action: ActionInProgress | None = None
    owed: tuple[Owed, ...] = ()
    shop: Shop = Shop()
    community: int | None = None
    """Number of cards in the community deck; `None` if every side has its own deck."""
    community_unplaced: frozenset[str] = frozenset()
    blow_off_start: int = 0
    celebrities: tuple[str, ...] = ()
    out_of_game: tuple[str, ...] = ()
    out_unknown: int = 0
    clock: Clock = Clock()
    extra_turns: tuple[int, ...] = ()
    skipped_turns: tuple[int, ...] = ()
    """Seats whose next regular turn is skipped; a seat can be in it several times."""
    last_attacks: tuple[tuple[int, int], ...] = ()
    """Attacks of the previous turn."""
    result: Outcome | None = None
