"""Commands of a league with keepers: open it, begin and end seasons, record results, adjust; and its options."""

from collections.abc import Iterator
from typing import Annotated, Never, TypeAlias, cast

from msgspec import Meta, Struct

from domain.cards import CardId, SeatIndex
from domain.competition import commands as shared
from domain.competition.commands import (
    AddPoints,
    CompetitionCommand,
    Count,
    KeptCards,
    ManualChange,
    check_seats,
    opening_violations,
)
from domain.competition.league import rank_anew
from domain.competition.record import Scale
from domain.event_buffer import EventBuffer
from domain.game import Event, made
from domain.games.pbl_robots.competitions.league.events import KeepersSet, LeagueStarted, MoneySet, SeasonEnded
from domain.games.pbl_robots.competitions.league.state import State, Terms
from domain.games.pbl_robots.state import KEEPERS
from domain.options import options_from
from domain.rules import Violation, impossible
from domain.seats import TableSetup, seat_name

LeagueBuffer: TypeAlias = EventBuffer[State, Event]


# --- opening -----------------------------------------------------------------------------------------------------------


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a league."""

    game: str = ""
    """Name of the game that is played."""
    form: Annotated[str, Meta(extra={"choices": ("plain", "keeper", "salary")})] = "plain"
    """Keepers in the league: none (`plain`), selected in turn (`keeper`), or bought at auction (`salary`)."""
    games_before_exchange: Count = 3
    """Games that a player must play in a season before exchanging a keeper (PBL-L07)."""
    money: Count = 100
    """Each player's money for the auction, in whole units (PBL-Q50)."""
    season_money: Count = 0
    """Money that each player gets after every season."""
    fire_refund: Annotated[str, Meta(extra={"choices": ("price", "none")})] = "price"
    """Refund for a fired keeper: its price or nothing."""
    win_points: Count = 3
    """What a win is worth."""
    draw_points: Count = 1
    """What a draw is worth."""
    loss_points: Count = 0
    """What a loss is worth."""
    kit: str = ""
    """Kit that is played, if the game is `tabletop`. `--game pig` of the command line sets both."""


def _opening_violations(state: State, players: tuple[str, ...], options: Options) -> Iterator[Violation]:
    if len(set(players)) < len(players):
        yield impossible("PBL-L03", "a player is named twice")
    yield from opening_violations(state, players, options)


def _started(players: tuple[str, ...], options: Options, season: int) -> LeagueStarted:
    scale = Scale(options.win_points, options.draw_points, options.loss_points)
    money = options.money if options.form == "salary" else 0
    return LeagueStarted(players=players, terms=made(Terms, options, scale=scale), money=money, season=season)


class StartLeague(CompetitionCommand, frozen=True, kw_only=True, tag="start_league"):
    """Opens a league."""

    title = "Open the league"
    players: tuple[str, ...]
    options: Options = Options()
    opens = True
    rules = ("CT-S01", "CT-S02", "PBL-L03")

    def validate(self, state: State) -> Iterator[Violation]:
        return _opening_violations(state, self.players, self.options)

    def resolve(self, out: LeagueBuffer) -> None:
        out.add(_started(self.players, self.options, 0))


class DeclarePosition(CompetitionCommand, frozen=True, kw_only=True, tag="declare_position"):
    """Opens a league that began elsewhere, with its keepers, between seasons."""

    title = "Open the league with its keepers"
    players: tuple[str, ...]
    keepers: tuple[KeptCards, ...] = ()
    season: Annotated[int, Meta(ge=0, le=999)] = 0
    """Number of seasons already played."""
    options: Options = Options()
    opens = True
    rules = ("CT-B01", "CT-S01", "CT-S02", "PBL-L03")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _opening_violations(state, self.players, self.options)
        players = [kept.player for kept in self.keepers]
        cards = [card for kept in self.keepers for card in kept.cards]
        if len(set(players)) < len(players) or not all(0 <= player < len(self.players) for player in players):
            yield impossible("CT-B01", "give the keepers of each player once")
        if len(set(cards)) < len(cards) or not all(card in state.catalogue for card in cards):
            yield impossible("CT-B01", "keepers must be different cards of the catalogue")
        if any(len(kept.cards) > KEEPERS for kept in self.keepers):
            yield impossible("CT-B01", f"a player has {KEEPERS} keepers at most")
        if cards and self.options.form == "plain":
            yield impossible("CT-B01", "a plain league has no keepers")

    def resolve(self, out: LeagueBuffer) -> None:
        out.add(_started(self.players, self.options, self.season))
        for kept in self.keepers:
            out.add(KeepersSet(player=kept.player, cards=kept.cards))


def open_table(setup: TableSetup) -> tuple[CompetitionCommand, ...]:
    """Return the command that opens the league. Raises ValueError for an unknown option."""
    options = options_from(setup.options, Options(), least=None)
    return (StartLeague(players=tuple(seat.name for seat in setup.seats), options=options),)


# --- seasons -----------------------------------------------------------------------------------------------------------


class EndSeason(CompetitionCommand, frozen=True, kw_only=True, tag="end_season"):
    """Ends the season after its last match."""

    title = "End the season"

    def validate(self, state: State) -> Iterator[Violation]:
        if state.phase != "season":
            yield impossible("CT-R04", "no season is in progress")

    def resolve(self, out: LeagueBuffer) -> None:
        state = out.state
        money = tuple(member.money + state.terms.season_money for member in state.members)
        out.add(SeasonEnded(season=state.season, ranking=state.rank(state.season), money=money))


# --- results -----------------------------------------------------------------------------------------------------------


class RecordResult(shared.RecordResult, frozen=True, kw_only=True, tag="record_result"):
    """Records the result of a match of the season."""

    winners: tuple[SeatIndex, ...] = ()
    players: tuple[SeatIndex, ...] = ()
    inheritances: tuple[KeptCards, ...] = ()
    """The keepers with which players began, if noted (PBL-L05)."""
    drafted: tuple[CardId, ...] = ()
    """Cards seen in the draft of the match, if noted (PBL-L06)."""
    rules = ("PBL-L05", "PBL-L06")

    def own_violations(self, state: State) -> Iterator[Violation]:
        if state.phase != "season":
            yield Violation("CT-R04", "no season is in progress: start one first (start_season)")
        for kept in self.inheritances:
            strangers = tuple(check_seats(state.seats, (kept.player,), "inheritances"))
            yield from strangers
            if not strangers and state.terms.form != "plain" and {*kept.cards} != {*state.members[kept.player].cards}:
                cards = ", ".join(map(state.catalogue.name_of, state.members[kept.player].cards)) or "none"
                yield Violation(
                    "PBL-L05", f"{seat_name(state.seats, kept.player)} must begin with their keepers: {cards}"
                )
        for card in self.drafted:
            if (keeper := state.keeper_of(card)) is not None:
                text = f"{state.catalogue.name_of(card)} cannot be drafted: {seat_name(state.seats, keeper)} keeps it"
                yield Violation("PBL-L06", text)


# --- by hand -----------------------------------------------------------------------------------------------------------


class SetMoney(ManualChange, frozen=True, kw_only=True, tag="set_money"):
    """A player's money is set."""

    player: SeatIndex
    money: Count

    def apply(self, out: LeagueBuffer) -> None:
        if self.money != out.state.members[self.player].money:
            out.add(MoneySet(player=self.player, money=self.money))


class SetKeepers(ManualChange, frozen=True, kw_only=True, tag="set_keepers"):
    """A player's keepers are set."""

    player: SeatIndex
    cards: tuple[CardId, ...]

    def validate(self, state: State) -> Iterator[Violation]:
        if strangers := tuple(super().validate(cast("Never", state))):
            yield from strangers
            return
        for card in self.cards:
            if card not in state.catalogue or state.keeper_of(card) not in (None, self.player):
                yield impossible("CT-B01", f"{card} is not in the catalogue, or another player keeps it")
            if state.lot is not None and state.lot.card == card:
                yield impossible("CT-B01", f"{state.catalogue.name_of(card)} is up for auction: sell it first")
        if len({*self.cards}) < len(self.cards) or len(self.cards) > KEEPERS:
            yield impossible("CT-B01", f"a player has up to {KEEPERS} different keepers")

    def apply(self, out: LeagueBuffer) -> None:
        if self.cards != out.state.members[self.player].cards:
            out.add(KeepersSet(player=self.player, cards=self.cards))


Change: TypeAlias = AddPoints | SetMoney | SetKeepers


class Adjust(shared.AdjustCommand[State], frozen=True, kw_only=True, tag="adjust"):
    """Records a decision of the league manager that other commands cannot express."""

    reason: str
    changes: tuple[Change, ...]

    def resolve(self, out: LeagueBuffer) -> None:
        super().resolve(out)
        if any(isinstance(change, AddPoints) for change in self.changes):
            rank_anew(out.state, out)
