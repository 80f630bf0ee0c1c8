"""The state of a tournament. Four stages and five other zones per player; frozen, unchanged parts are shared.

Also the values that commands and events share.
"""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardId, SeatIndex, Token
from domain.effects.lasting import EffectState, EffectSubject, permission
from domain.game import TurnInfo
from domain.games.robin_in_the_hood.options import PLAYING_HAND_SIZE, Options
from domain.outcome import Outcome
from domain.table.references import token_of

Stage = Literal["agility", "weapons", "strength", "endurance"]
ZoneName = Literal[
    "agility", "weapons", "strength", "endurance", "playing_hand", "draw_pile", "dead_cards", "modifier_pile"
]
ShownTo = Literal["all", "owner", "opponent", "nobody"]
PlacedAs = Literal["simultaneous", "first", "second"]
WonBy = Literal["level", "empty", "modifier", "announced"]
Phase = Literal[
    "unopened", "setup", "opening_draw", "placing", "battles", "aftermath", "refill", "between_rounds", "finished"
]
DrawReason = Literal["both_four", "draw_pile_empty", "no_playing_card", "announced"]

AGILITY: Final = 0
ENDURANCE: Final = 3
STAGE_NAMES: Final[tuple[Stage, ...]] = ("agility", "weapons", "strength", "endurance")
STAGE_INDEX: Final = {"agility": 0, "weapons": 1, "strength": 2, "endurance": 3}

PHASES: Final = ("setup", "opening_draw", "placing", "battles", "aftermath", "refill", "between_rounds")

Stages = tuple[Token | None, Token | None, Token | None, Token | None]
EMPTY_STAGES: Final[Stages] = (None, None, None, None)


class Adjustment(Struct, frozen=True, gc=False, array_like=True):
    """One reason why a level differs from the printed score."""

    source: str
    """Card id; empty for a change by hand."""
    kind: Literal["special", "star", "modifier", "manual"]
    amount: int


class Level(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A character's skill on its stage in this hand."""

    player: SeatIndex
    stage: Stage
    card: CardId
    base: int
    final: int
    adjustments: tuple[Adjustment, ...] = ()


class LevelChanged(Struct, frozen=True, kw_only=True, gc=False, tag="level_changed", tag_field="change"):
    """A level of this hand was changed by hand."""

    player: SeatIndex
    stage: Stage
    amount: int

    def evolve(self, state: "State") -> "State":
        """The state after it."""
        return replace(state, level_changes=(*state.level_changes, self))


class InPlay(Struct, frozen=True, gc=False, kw_only=True):
    """A modifier in play, and the hand in which it entered."""

    token: int
    card: CardId
    duration: str
    hand_no: int


class Used(Struct, frozen=True, gc=False, array_like=True):
    """A character used in this round, and its card."""

    character: str
    token: int


class HandChoice(Struct, frozen=True, gc=False, kw_only=True):
    """A player's choice in this hand. A simultaneous choice stays here, face down, until both are shown (RH-Q27)."""

    token: int
    card: str
    is_modifier: bool
    hidden: bool
    stage: int = AGILITY
    duration: str = ""


class Shown(Struct, frozen=True, gc=False, array_like=True):
    """A card in a closed zone that somebody was shown: `all`, `owner` or `opponent`."""

    token: int
    to: str


class Player(Struct, frozen=True, gc=False, kw_only=True):
    """One player's side of the table."""

    stages: Stages = EMPTY_STAGES
    playing_hand: tuple[Token, ...] = ()
    draw_pile: tuple[Token, ...] = ()
    """Top first."""
    dead_cards: tuple[Token, ...] = ()
    """In the order of arrival; face down (RH-Q28)."""
    modifier_pile: tuple[InPlay, ...] = ()
    chosen: tuple[HandChoice, ...] = ()
    """This hand's choice; more than one only where a rule was broken."""
    used: tuple[Used, ...] = ()
    """Characters used in this round (RH-D03)."""
    shown: tuple[Shown, ...] = ()
    victories: int = 0
    ante: str | None = None
    taken_home: tuple[str, ...] = ()
    """Stakes won or given back at the end."""
    active_set: tuple[str, ...] | None = None
    """`None` if the list is unknown."""
    set_size: int = 0
    """Cards in the Active set; 0 until one is declared."""
    set_aside: tuple[str, ...] = ()
    new_set: bool = False
    """True if a new set was declared since the last round."""
    shuffled: bool = False
    hand_drawn: bool = False


class StageOutcome(Struct, frozen=True, gc=False, kw_only=True):
    """The result of a stage in this hand; winner `None`: drawn."""

    stage: int
    winner: int | None
    how: str


class Defeated(Struct, frozen=True, gc=False, kw_only=True):
    """A character defeated in this hand: already in the Dead Cards, but shown in its place until the hand ends."""

    player: int
    stage: int
    token: int
    card: str


class RoundEnd(Struct, frozen=True, gc=False, kw_only=True):
    """The result of a past round; winner `None`: drawn."""

    winner: int | None
    reason: str
    hands: int


class State(EffectState, frozen=True, kw_only=True, gc=False):
    """The state of a tournament."""

    later = frozenset({"lasting"})
    options: Options = Options()
    phase: Phase = "unopened"
    round_no: int = 0
    hand_no: int = 0
    order: int | None = None
    """The player who places first in this hand; `None`: both at once."""
    players: tuple[Player, Player] = (Player(), Player())
    levels: tuple[Level, ...] = ()
    level_changes: tuple[LevelChanged, ...] = ()
    """Changes by hand of the levels in this hand."""
    results: tuple[StageOutcome, ...] = ()
    defeated: tuple[Defeated, ...] = ()
    agility_winner: int | None = None
    """The winner of Agility in the last ended hand."""
    rounds: tuple[RoundEnd, ...] = ()
    ended: str = ""
    """`victories`, `concession` or `abandoned` once finished."""
    winner: int | None = None


def other(seat: int) -> int:
    """Return the opponent's seat."""
    return 1 - seat


def with_player(state: State, seat: int, player: Player) -> State:
    """Return the state with one player's side replaced."""
    first, second = state.players
    return replace(state, players=(player, second) if seat == 0 else (first, player))


def with_stage(stages: Stages, stage: int, token: Token | None) -> Stages:
    """Return the stages with one of them replaced."""
    agility, weapons, strength, endurance = stages
    if stage == AGILITY:
        return (token, weapons, strength, endurance)
    if stage == 1:
        return (agility, token, strength, endurance)
    if stage == 2:
        return (agility, weapons, token, endurance)
    return (agility, weapons, strength, token)


def zone_of(player: Player, zone: ZoneName) -> tuple[Token, ...]:
    """Return the cards in a zone as tokens."""
    if zone == "modifier_pile":
        return tuple(token_of(m) for m in player.modifier_pile)
    if zone in STAGE_INDEX:
        token = player.stages[STAGE_INDEX[zone]]
        return (token,) if token is not None else ()
    cards: tuple[Token, ...] = getattr(player, zone)
    return cards


ZONES: Final[tuple[ZoneName, ...]] = (
    "agility",
    "weapons",
    "strength",
    "endurance",
    "modifier_pile",
    "dead_cards",
    "playing_hand",
    "draw_pile",
)


def zoned_tokens(player: Player) -> Iterator[tuple[str, Token]]:
    """Yield all of a player's cards in the match with the names of their zones (`chosen` for a face-down choice)."""
    for zone in ZONES:
        for token in zone_of(player, zone):
            yield zone, token
    for choice in player.chosen:
        if choice.hidden:
            yield "chosen", token_of(choice)


def all_tokens(player: Player) -> tuple[Token, ...]:
    """Return all of a player's cards in the match, zone by zone."""
    return (
        *[token for token in player.stages if token is not None],
        *[token_of(m) for m in player.modifier_pile],
        *player.dead_cards,
        *player.playing_hand,
        *player.draw_pile,
        *[token_of(choice) for choice in player.chosen if choice.hidden],
    )


def must_draw(player: Player) -> bool:
    """True below five cards, if the Draw pile has cards (RH-T08, RH-Q26)."""
    return len(player.playing_hand) < PLAYING_HAND_SIZE and bool(player.draw_pile)


def is_ready(player: Player) -> bool:
    """True if the pile is shuffled and the playing hand is drawn and full, or the pile is empty."""
    return player.shuffled and player.hand_drawn and not must_draw(player)


def has_all_four(player: Player) -> bool:
    """True with a character on every stage (RH-E01)."""
    return None not in player.stages


def result_on(state: State, stage: int) -> StageOutcome | None:
    """Return how a stage ended in this hand; `None` if it was empty, or before the battles."""
    for result in state.results:
        if result.stage == stage:
            return result
    return None


def may_place(state: State, seat: int) -> bool:
    """Return False if an effect forbids a player to place a card in this hand."""
    effect = permission(state.lasting, "place", EffectSubject(seat), state.seats) if state.lasting else None
    return effect is None or effect.word == "allow"


def tokens_in_play(state: State) -> set[int]:
    """Return the token ids of the characters and modifiers in play of both players."""
    modifiers = {modifier.token for player in state.players for modifier in player.modifier_pile}
    return modifiers | {token.id for player in state.players for token in player.stages if token is not None}


def seats_to_place(state: State) -> tuple[int, ...]:
    """Return the players who may place now: both at once, or the first and then the other (RH-T04 to RH-T06)."""
    if state.phase != "placing":
        return ()
    missing = tuple(seat for seat in (0, 1) if not state.players[seat].chosen and may_place(state, seat))
    if state.order is not None and state.order in missing:
        return (state.order,)
    return missing


def cannot_place(state: State) -> bool:
    """True if a player has run out of playing cards without a choice on the table for this hand (RH-Q33)."""
    if state.phase != "placing":
        return False
    return any(not p.playing_hand and not p.chosen and may_place(state, seat) for seat, p in enumerate(state.players))


def turn_info(state: State) -> TurnInfo:
    """Return round, hand, phase and the seat to act; `None` if either may act."""
    seats: tuple[int, ...] = ()
    if state.phase == "placing":
        seats = seats_to_place(state)
    elif state.phase == "refill":
        seats = tuple(seat for seat in (0, 1) if must_draw(state.players[seat]))
    elif state.phase == "opening_draw":
        seats = tuple(seat for seat in (0, 1) if not is_ready(state.players[seat]))
    return TurnInfo(state.hand_no, state.phase, seats[0] if len(seats) == 1 else None, state.round_no)


def outcome(state: State) -> Outcome | None:
    """Return the outcome of the tournament; `None` while it is in progress (RH-E09, RH-E12)."""
    if state.phase != "finished":
        return None
    winners = (state.winner,) if state.winner is not None else ()
    rule = "RH-E09" if state.ended == "victories" else "RH-E12"
    return Outcome(winners, state.ended, rule, tuple(p.victories for p in state.players))


def card_counts(state: State) -> dict[str, int]:
    """Count the cards in the match by owner. A set chosen between rounds has the old one's size, so totals stay."""
    return {seat.name: len(all_tokens(state.players[n])) for n, seat in enumerate(state.seats)}
