"""The state of a match: zones, lasting effects and turn. Immutable."""

from typing import Final

from msgspec import Struct

from domain.cards import Catalogue, Token
from domain.effects.lasting import EffectState, Key
from domain.games.frc_tcg.cards.records import Card
from domain.games.frc_tcg.options import DEFAULTS, Options
from domain.seats import seat_name
from domain.table.references import token_of

MAX_ROBOTS: Final = 3
HAND: Final = 7

UNREGISTERED, REGISTERED, SHUFFLED, DRAWN, PRIZES_SET, READY = range(6)
"""The steps of a player's setup (`PlayerState.step`)."""


class StackLevel(Struct, frozen=True, gc=False):
    """One robot card of a stack, with the kickoff it was played with."""

    token: int
    card: str
    hp: int
    """Printed HP."""
    kickoff: Token | None = None


class Mounted(Struct, frozen=True, gc=False):
    """A component on a robot, in one ability's own stack."""

    token: int
    card: str
    ability: str
    """Empty: the robot's surplus pile."""


class RobotStack(Struct, frozen=True, gc=False):
    """A robot in play: its levels from bottom to top, and its components."""

    slot: int
    """Place in the alliance, from 1."""
    levels: tuple[StackLevel, ...]
    hp: int
    max_hp: int
    mounted: tuple[Mounted, ...] = ()
    entered: int = 0
    """The turn it came into play."""

    @property
    def key(self) -> int:
        """The token of the lowest level, which identifies this stack while it is in play."""
        return self.levels[0].token

    @property
    def top(self) -> StackLevel:
        """The robot's current level."""
        return self.levels[-1]

    @property
    def stage(self) -> int:
        """Number of levels; an unevolved robot is at stage 1."""
        return len(self.levels)

    def tokens(self) -> tuple[Token, ...]:
        """Return all cards of the stack: levels with their kickoffs from the bottom up, then components."""
        return (*level_tokens(self.levels), *[token_of(m) for m in self.mounted])


def level_tokens(levels: tuple[StackLevel, ...]) -> tuple[Token, ...]:
    """Return the robot cards of these levels, each followed by its kickoff."""
    found: list[Token] = []
    for level in levels:
        found.append(token_of(level))
        if level.kickoff is not None:
            found.append(level.kickoff)
    return tuple(found)


class Enhancement(Struct, frozen=True, gc=False):
    """A mentor or award in play."""

    token: int
    card: str
    duration: str
    ends: int = 0
    """The turn at whose end the card leaves; 0: no such turn."""
    before: int = -1
    """The card leaves just before this seat's next turn; -1: no such seat."""


class RevealedCard(Struct, frozen=True, gc=False):
    """A card in a hidden place that was shown."""

    token: int
    to: tuple[int, ...] = ()
    """Seats that saw it; empty: everyone."""


class PlayerState(Struct, frozen=True, gc=False):
    """Everything in front of one player."""

    deck: tuple[Token, ...] = ()
    """Top first."""
    pit: tuple[Token, ...] = ()
    """The hand, in the order of arrival; the rulebook calls it pit."""
    prize_cards: tuple[Token | None, ...] = ()
    """In order of places; `None` if captured."""
    captured: tuple[Token, ...] = ()
    """Opponents' prize cards that this player took."""
    shop: tuple[Token, ...] = ()
    alliance: tuple[RobotStack, ...] = ()
    mentors: tuple[Enhancement, ...] = ()
    """One at most under the rules."""
    awards: tuple[Enhancement, ...] = ()
    playing: tuple[Token, ...] = ()
    """An item while its effect is carried out."""
    revealed: tuple[RevealedCard, ...] = ()
    turns: int = 0
    """Turns this player has begun."""
    out: bool = False
    step: int = UNREGISTERED
    profile: str = ""
    deck_list: tuple[tuple[str, int], ...] = ()
    """Card ids with copies; empty when only the size is known."""
    deck_size: int = 0

    @property
    def prizes_left(self) -> int:
        """Prize cards not yet captured."""
        return len(self.prize_cards) - self.prize_cards.count(None)

    def zones(self) -> tuple[tuple[Token, ...], ...]:
        """Return all zones on this player's side, for counting cards."""
        return (
            self.deck,
            self.pit,
            tuple([t for t in self.prize_cards if t is not None]),
            self.captured,
            self.shop,
            self.playing,
            tuple([token_of(e) for e in (*self.mentors, *self.awards)]),
            *[stack.tokens() for stack in self.alliance],
        )


PLAYS: Final = {"robots": 1, "components": 2, "enhancements": 1, "attacks": 1}
"""Plays allowed per turn, before effects of cards (TCG-T03, TCG-T04, TCG-T05, TCG-C01)."""


class TurnRecord(Struct, frozen=True, gc=False, omit_defaults=True):
    """The active player's actions in this turn, counted against the limits."""

    robots: int = 0
    components: int = 0
    enhancements: int = 0
    items: int = 0
    attacks: int = 0
    moves: int = 0
    """Everything that counts as a move (TCG-T09)."""
    cards: int = 0
    """Card plays and evolutions; after one, a swap is not allowed."""
    free_abilities: tuple[int, ...] = ()
    """Robots that used an ability without damage besides the attack (option ability_counts_as_attack)."""
    no_move: bool = False
    played: tuple[int, ...] = ()
    """Tokens played this turn."""
    more_robots: int = 0
    more_components: int = 0
    more_enhancements: int = 0
    more_attacks: int = 0
    """Additional plays that card texts allowed."""

    def allowed(self, of: str) -> int:
        """Return the number of plays of a kind that this turn allows."""
        more: int = getattr(self, f"more_{of}")
        return PLAYS[of] + more


NEW_TURN: Final = TurnRecord()


def turn_record(used: tuple[int, int, int, int, int, int]) -> TurnRecord:
    """Return a turn record from counts entered by hand: robots, components, enhancements, items, attacks, moves."""
    return TurnRecord(*used, cards=sum(used[:4]))


class State(EffectState, frozen=True, kw_only=True, gc=False):
    """A match of the FRC TCG at one moment."""

    catalogue: Catalogue[Card]
    status: str = "unopened"
    """unopened, setup, running, won, drawn, conceded or abandoned."""
    options: Options = DEFAULTS
    house_rules: tuple[str, ...] = ()
    players: tuple[PlayerState, ...] = ()
    first: int = -1
    """The seat that begins; -1 until determined."""
    active: int = -1
    turn: int = 0
    record: TurnRecord = NEW_TURN
    next_lasting: int = 1
    winners: tuple[int, ...] = ()
    end_rule: str = ""
    settlement: str = ""
    """The agreed mode of dividing captured prize cards; empty until settled."""

    @property
    def running(self) -> bool:
        """True while the match is in progress."""
        return self.status == "running"

    @property
    def over(self) -> bool:
        """True once the match has ended."""
        return self.status not in ("unopened", "setup", "running")

    def side(self, seat: int) -> int:
        """Return the side of a seat; partners share one."""
        return self.seats[seat].side

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Return the seats of other sides still in the match, in turn order after this one."""
        seats, players = self.seats, self.players
        side = seats[seat].side
        others = (*range(seat + 1, len(players)), *range(seat))
        return tuple([s for s in others if seats[s].side != side and not players[s].out])

    @property
    def is_duel(self) -> bool:
        """True for two players; then the match ends as soon as one of them has no prize cards left."""
        return len(self.players) == 2


class SeatedStack(Struct, frozen=True, gc=False):
    """A robot stack and the seat whose alliance it is in."""

    seat: int
    stack: RobotStack


def stacks_of(state: State, seats: tuple[int, ...]) -> list[SeatedStack]:
    """Return all robots in play of these seats, in the order of `seats` and slots."""
    return [SeatedStack(seat, stack) for seat in seats for stack in state.players[seat].alliance]


def seats_from(state: State, seat: int) -> tuple[int, ...]:
    """Return all seats in turn order, this one first."""
    count = len(state.players)
    return tuple([(seat + n) % count for n in range(count)])


def all_stacks(state: State, seat: int) -> list[SeatedStack]:
    """Return all robots in play, this seat's first, then in turn order."""
    return stacks_of(state, seats_from(state, seat))


def stack_of(state: State, key: Key) -> SeatedStack | None:
    """Return the stack with this key, in any alliance."""
    for seat, player in enumerate(state.players):
        for stack in player.alliance:
            if stack.levels[0].token == key:
                return SeatedStack(seat, stack)
    return None


def missing_step(state: State) -> str:
    """Return the first missing setup step in words; empty if everyone is ready."""
    words = ("register_deck", "shuffle_deck", "draw_opening_hand", "set_prize_cards", "shuffle_deck again")
    if state.first < 0:
        return "the first player is not determined"
    for seat, player in enumerate(state.players):
        if player.step < READY:
            return f"{seat_name(state.seats, seat)} lacks {words[player.step]}"
    return ""
