"""Reveals, the end by agreement, adjustments, declared positions."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardId, SeatIndex, Token, bound
from domain.game import with_fields_of
from domain.games.robin_in_the_hood.events.base import RobinEvent
from domain.games.robin_in_the_hood.events.changes import AppliedChange, after_changes
from domain.games.robin_in_the_hood.state import (
    InPlay,
    Player,
    Shown,
    ShownTo,
    State,
    Used,
    ZoneName,
    other,
    with_player,
)
from domain.games.robin_in_the_hood.visibility import is_open, may_see, sees_reveal
from domain.narration import Narrator

_ZONE_TITLES: Final = {
    "playing_hand": "playing hand",
    "draw_pile": "Draw pile",
    "dead_cards": "Dead Cards",
    "modifier_pile": "Modifier pile",
}


class DeclaredTable(Struct, frozen=True, kw_only=True):
    """One player's cards as declared, with new numbers."""

    player: SeatIndex
    stages: tuple[Token | None, Token | None, Token | None, Token | None]
    playing_hand: tuple[Token, ...]
    draw_pile: tuple[Token, ...]
    dead_cards: tuple[Token, ...]
    modifier_pile: tuple[InPlay, ...]
    used: tuple[Used, ...]
    victories: int


class CardRevealed(RobinEvent, frozen=True, kw_only=True, tag="card_revealed"):
    """A card was shown or named."""

    player: SeatIndex
    zone: ZoneName
    token: int
    card: CardId
    to: ShownTo

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        shown = player.shown if self.to == "nobody" else (*player.shown, Shown(self.token, self.to))
        player = replace(
            player,
            playing_hand=bound(player.playing_hand, self.token, self.card),
            draw_pile=bound(player.draw_pile, self.token, self.card),
            dead_cards=bound(player.dead_cards, self.token, self.card),
            shown=shown,
        )
        return with_player(state, self.player, player)

    def describe(self, narrator: Narrator[State]) -> str:
        zone = _ZONE_TITLES.get(self.zone, self.zone.capitalize())
        seen = sees_reveal(narrator.viewpoint, self.player, self.to) or is_open(self.zone)
        seen = seen or may_see(narrator.state, narrator.viewpoint, self.player, self.zone, self.token)
        name = narrator.card(self.card) if seen else "a card"
        owner, opponent = narrator.seat(self.player), narrator.seat(other(self.player))
        to = {"all": "is shown", "owner": f"is looked at by {owner}", "opponent": f"is shown to {opponent}"}
        return f"{name} of {owner}'s {zone} {to.get(self.to, 'is put on record')}"


class TournamentConceded(RobinEvent, frozen=True, kw_only=True, tag="tournament_conceded"):
    """RH-E12: a player gave up."""

    player: SeatIndex
    template = "{player} concedes the tournament"

    def evolve(self, state: State) -> State:
        return state


class TournamentAbandoned(RobinEvent, frozen=True, kw_only=True, tag="tournament_abandoned"):
    """RH-E12: the players stopped without a winner."""

    reason: str
    template = "the tournament is abandoned: {reason}"

    def evolve(self, state: State) -> State:
        return replace(state, phase="finished", ended="abandoned")


class Adjusted(RobinEvent, frozen=True, kw_only=True, tag="adjusted"):
    """The record was brought in line with the table."""

    reason: str
    changes: tuple[AppliedChange, ...]
    template = "the record is adjusted ({changes:change|changes}): {reason}"

    def evolve(self, state: State) -> State:
        return after_changes(state, self.changes)


class PositionDeclared(RobinEvent, frozen=True, kw_only=True, tag="position_declared"):
    """The declared table; the record continues from it."""

    round_no: int
    hand_no: int
    order: SeatIndex | None
    tables: tuple[DeclaredTable, ...]
    template = "the position is declared: round {round_no}, hand {hand_no}"

    def evolve(self, state: State) -> State:
        state = replace(state, phase="placing", levels=(), level_changes=(), results=(), defeated=(), lasting=())
        state = with_fields_of(self, state)
        for table in self.tables:
            state = with_player(state, table.player, _declared(state.players[table.player], table))
        return state


def _declared(player: Player, table: DeclaredTable) -> Player:
    on_stages = sum(token is not None for token in table.stages)
    closed = len(table.playing_hand) + len(table.draw_pile) + len(table.dead_cards)
    size = player.set_size or on_stages + closed + len(table.modifier_pile)
    player = replace(player, chosen=(), set_size=size, shown=(), shuffled=True, hand_drawn=True)
    return with_fields_of(table, player)
