"""The state of a match, and the numbers that are derived from it. Everything is frozen; known cards in play are card ids."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from domain.cards import CardId, SeatIndex, SideNumber, Token
from domain.effects.lasting import EffectState
from domain.games.pbl_robots.cards import ORANGE_CARDS, SLOTS
from domain.games.pbl_robots.options import Options
from domain.outcome import Outcome

ROW_PLACES: Final = 5
PILES: Final = 5
"""Draft piles (PBL-D04)."""
KEEPERS: Final = 5
"""Keepers of a player at most (PBL-L04, PBL-L09)."""
ARRANGED: Final = 5
"""Cards that the gunner looks at (PBL-V35)."""
HAND_LIMIT: Final = 10
D6: Final = 6
D20: Final = 20
"""Faces of the dice (PBL-S14)."""
REASONS: Final = {
    "termination": "every other robot has lost all its limbs",
    "resignation": "every other side gave up",
    "time_limit": "time is up",
    "blow_off_target": "the target of blow-offs is reached",
    "all_terminated": "all robots have lost all their limbs",
    "shop_exhausted": "the Shop has no card left",
}
"""How a game ends, in words."""
EMPTY: Final = ""
"""An empty place of the shop row; `None` is an unknown card."""

Phase: TypeAlias = Literal["unopened", "setup", "draft", "opening", "play", "over"]


class Armor(Struct, frozen=True, gc=False, omit_defaults=True):
    """An armor on a slot, with the numbers it was built with."""

    card: CardId
    level: int = 0
    attack: int = 0
    defense: int = 0
    pod: str = ""
    excludes: tuple[int, ...] = ()
    """Faces that do not count in an initial attack from here."""
    counter: int | None = None


class Attached(Struct, frozen=True, gc=False, omit_defaults=True):
    """An action on a limb; `owner` is the side that played it."""

    card: CardId
    owner: SideNumber
    no_attack: bool = False


class Slot(Struct, frozen=True, gc=False, omit_defaults=True):
    """A limb or shoulder: base numbers, the armors on it (last = top), and a blow-off card or attached actions."""

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
    """A pilot with both forms; `None`: without critical form."""

    card: CardId
    attack: int = 0
    defense: int = 0
    speed: int = 0
    critical_attack: int | None = None
    critical_defense: int | None = None
    expert: bool = False
    counter: int | None = None


class Side(Struct, frozen=True, gc=False, omit_defaults=True):
    """A robot with everything that its one or two people share."""

    robot: str = ""
    slots: tuple[Slot, ...] = (Slot(),) * len(SLOTS)
    """In the order of `cards.SLOTS`."""
    pilots: tuple[Pilot, ...] = ()
    """The starter, and an expert over it."""
    critical: bool = False
    hangars: tuple[Hangar, ...] = ()
    crew: tuple[Crew, ...] = ()
    bombs: tuple[int, ...] = ()
    """Values of the storage bombs."""
    deck: int = 0
    top: tuple[str | None, ...] = ()
    """Known cards on top of the deck (the gunner's order), next card first."""
    scrap: tuple[str, ...] = ()
    """Scrapped cards that everybody saw."""
    face_down: tuple[Token, ...] = ()
    """Bombs, shields and hand-limit discards."""
    unplaced: frozenset[str] = frozenset()
    """Cards known to be among this side's unidentified ones, without being known which."""
    blow_offs: int = 0
    terminations: int = 0
    eliminated: bool = False
    removed: bool = False
    """Its cards are out of the game (PBL-V23)."""
    starters: tuple[str, ...] = ()
    """Starters drafted for a rotation; used ones are in `used_starters`."""
    used_starters: tuple[str, ...] = ()
    committed: str | None = EMPTY
    """A pilot chosen face down: empty before the choice, `None` if the chosen pilot is not recorded."""
    hand_bonus: int = 0
    reduction: int = 0
    """Cards still to be taken out of the deck for a league bonus (PBL-L11)."""


class Person(Struct, frozen=True, gc=False, omit_defaults=True):
    """One person's hand."""

    hand: tuple[Token, ...] = ()
    shown: frozenset[int] = frozenset()
    """Tokens in the hand that everybody knows."""
    limit: int = HAND_LIMIT
    serial: int = 0
    """Number of the token given last."""
    offered: tuple[tuple[Token, ...], ...] = ()
    """The two opening hands while one of them is to be chosen."""
    ready: bool = False
    """The opening hand is chosen."""


class DraftPile(Struct, frozen=True, gc=False, omit_defaults=True):
    """A face-down draft pile: how many cards, and those that a look has made known."""

    count: int
    cards: tuple[str, ...] = ()


class Draft(Struct, frozen=True, gc=False, omit_defaults=True):
    """A draft under way."""

    deck: int
    piles: tuple[DraftPile, ...]
    drafter: int
    at_pile: int = 1
    """The pile that the drafter looks at, from 1."""
    picks: int = 0
    last: bool = False
    """The deck was too small for a whole restock: this is the last pick."""


class Setup(Struct, frozen=True, gc=False, omit_defaults=True):
    """The progress of the setup."""

    undealt: int = ORANGE_CARDS
    inheritances: tuple[int, ...] = ()
    """Cards dealt per side; empty before."""
    pool: tuple[str | None, ...] = ()
    """Starters that can still be chosen."""
    pool_shown: bool = False
    rolls: tuple[tuple[int, ...], ...] = ()
    """d20 results per side for the current purpose; a tie adds a roll only to the tied sides."""
    order: tuple[int, ...] = ()
    """Sides in the order in which they chose (or choose) pilots."""
    choices: int = 0
    selector: int = 0
    """Side that selects a challenge card."""
    selections: tuple[tuple[str, ...], ...] = ()
    selection_order: tuple[int, ...] = ()
    keepers: tuple[tuple[str, ...], ...] = ()
    league_keepers: tuple[str, ...] = ()
    hands_due: bool = False
    """The decks are complete: opening hands come next."""


class Owed(Struct, frozen=True, gc=False, omit_defaults=True):
    """An obligation before any other action. `seat` `None`: a member of the side, as the team names."""

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
    """Counted and uncounted dice of the initial attack, as thrown."""
    excluded: tuple[int, ...] = ()
    """Those of them that do not count."""
    defense_dice: tuple[int, ...] = ()
    attack_added: tuple[int, ...] = ()
    defense_added: tuple[int, ...] = ()
    attack_bonus: int = 0
    defense_bonus: int = 0
    bombs: int = 0
    shields: int = 0
    """Hand cards used per fighter."""
    current_roll: tuple[int, ...] = ()
    target_changed: bool = False

    @property
    def attack_total(self) -> int:
        """Counted dice and bonuses of the attacker (PBL-C09)."""
        return sum(self.attack_dice) - sum(self.excluded) + sum(self.attack_added) + self.attack_bonus

    @property
    def defense_total(self) -> int:
        """Dice and bonuses of the defender (PBL-C09)."""
        return sum(self.defense_dice) + sum(self.defense_added) + self.defense_bonus

    @property
    def rolled(self) -> bool:
        """Both initial rolls are made."""
        return self.attack_rolled and self.defense_rolled

    @property
    def behind(self) -> int:
        """The side with the lower total; the attacker at a tie (PBL-C10)."""
        return self.target if self.attack_total > self.defense_total else self.attacker

    @property
    def tied(self) -> bool:
        """Equal totals."""
        return self.attack_total == self.defense_total


class ActionInProgress(Struct, frozen=True, gc=False, omit_defaults=True):
    """A card that waits for its effect: an action, or another card whose text is entered by hand."""

    card: CardId
    side: int
    seat: int
    attached: bool = False
    by_hand: bool = False
    """Waits for `resolve_effect`."""


class Turn(Struct, frozen=True, gc=False, omit_defaults=True):
    """The active player and the used part of the turn."""

    number: int = 0
    seat: int = 0
    regular: int = 0
    """The seat whose turn it is or was in the normal order; extra turns do not change it."""
    move_used: bool = False
    rage: int = 0
    """Attacks allowed after a build with rage."""
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
    """Expired with equal blow-offs and limbs: the next limb decides."""


class State(EffectState, frozen=True, kw_only=True, gc=False):
    """A whole match."""

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
    """Cards in the community deck; `None` if every side has its own deck."""
    community_unplaced: frozenset[str] = frozenset()
    blow_off_start: int = 0
    celebrities: tuple[str, ...] = ()
    out_of_game: tuple[str, ...] = ()
    out_unknown: int = 0
    clock: Clock = Clock()
    extra_turns: tuple[int, ...] = ()
    skipped_turns: tuple[int, ...] = ()
    """Seats whose next regular turn is skipped, once for each time that they are named."""
    last_attacks: tuple[tuple[int, int], ...] = ()
    """Attacks of the turn before this one."""
    result: Outcome | None = None
