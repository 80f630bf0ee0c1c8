"""Changes made to a league by hand."""

from collections.abc import Iterator
from typing import TypeAlias, final

from msgspec import Struct

from domain.cards import CardId, SeatIndex
from domain.competition.adjusting import unknown_players
from domain.competition.commands import Count
from domain.competition.league.changes import AddPoints
from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.games.pbl_robots.contests.league.events import KeepersSet, MoneySet
from domain.games.pbl_robots.contests.league.state import State
from domain.games.pbl_robots.state import KEEPERS
from domain.rules import Violation

LeagueBuffer: TypeAlias = EventBuffer[State, Event]


@final
class SetMoney(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_money", forbid_unknown_fields=True):
    """Money that a player has."""

    player: SeatIndex
    money: Count

    def validate(self, state: State) -> Iterator[Violation]:
        yield from unknown_players(state.seats, state.word, self.player)

    def apply(self, out: LeagueBuffer) -> None:
        if self.money != out.state.members[self.player].money:
            out.add(MoneySet(player=self.player, money=self.money))


@final
class SetKeepers(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_keepers", forbid_unknown_fields=True):
    """Cards that a player keeps."""

    player: SeatIndex
    cards: tuple[CardId, ...]

    def validate(self, state: State) -> Iterator[Violation]:
        if strangers := tuple(unknown_players(state.seats, state.word, self.player)):
            yield from strangers
            return
        for card in self.cards:
            if card not in state.catalogue or state.keeper_of(card) not in (None, self.player):
                yield Violation("CT-B01", f"{card}: a card of the catalogue without another keeper", impossible=True)
            if state.lot is not None and state.lot.card == card:
                yield Violation("CT-B01", f"{state.catalogue.name_of(card)} is bid for: sell it first", impossible=True)
        if len({*self.cards}) < len(self.cards) or len(self.cards) > KEEPERS:
            yield Violation("CT-B01", f"up to {KEEPERS} different keepers", impossible=True)

    def apply(self, out: LeagueBuffer) -> None:
        if self.cards != out.state.members[self.player].cards:
            out.add(KeepersSet(player=self.player, cards=self.cards))


Change: TypeAlias = AddPoints | SetMoney | SetKeepers
