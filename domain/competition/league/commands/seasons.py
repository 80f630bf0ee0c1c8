"""A league is opened, its seasons begin and end, matches are reported; what is put right by hand."""

from collections.abc import Iterator
from typing import Annotated, final

from msgspec import Meta

from domain.cards import CardId, SeatIndex
from domain.competition import commands as shared
from domain.competition.adjusting import adjust, faults_of
from domain.competition.commands import Kept
from domain.competition.events import ResultAmended, ResultRecorded, ResultWithdrawn
from domain.competition.league.changes import AddPoints, Change, LeagueCourse
from domain.competition.league.commands.base import LeagueCommand, lot_faults
from domain.competition.league.events import (
    Adjusted,
    KeepersSet,
    LeagueClosed,
    LeagueStarted,
    SeasonEnded,
    SeasonRanked,
    SeasonStarted,
)
from domain.competition.league.options import Options
from domain.competition.league.state import MOST_KEEPERS, State, Terms, standings
from domain.competition.pictures import names
from domain.competition.reporting import check_players, check_report, check_seats, check_withdrawal
from domain.competition.results import Scale, find_result
from domain.options import choice_faults
from domain.rules import Violation
from domain.table import seat_name

# --- opening -----------------------------------------------------------------------------------------------------------


def _opening_faults(state: State, players: tuple[str, ...], options: Options) -> Iterator[Violation]:
    if state.phase != "unopened":
        yield Violation("CT-R04", "the league is open already", impossible=True)
    if len(set(players)) < len(players):
        yield Violation("PBL-L03", "a player is in the league once", impossible=True)
    yield from check_players(players)
    yield from choice_faults(options, "CT-S02")


def _started(players: tuple[str, ...], options: Options, season: int) -> LeagueStarted:
    terms = Terms(
        game=options.game,
        form=options.form,
        games_before_exchange=options.games_before_exchange,
        season_money=options.season_money,
        fire_refund=options.fire_refund,
        scale=Scale(options.win_points, options.draw_points, options.loss_points),
    )
    money = options.money if options.form == "salary" else 0
    return LeagueStarted(players=players, terms=terms, money=money, season=season)


@final
class StartLeague(LeagueCommand, frozen=True, kw_only=True, tag="start_league"):
    """Opens a league."""

    players: tuple[str, ...]
    options: Options = Options()
    opens = True

    def faults(self, state: State) -> Iterator[Violation]:
        return _opening_faults(state, self.players, self.options)

    def unfold(self, course: LeagueCourse) -> None:
        course.add(_started(self.players, self.options, 0))


@final
class DeclarePosition(LeagueCommand, frozen=True, kw_only=True, tag="declare_position"):
    """Opens a league that was prepared elsewhere: with its keepers, before a season."""

    players: tuple[str, ...]
    keepers: tuple[Kept, ...] = ()
    season: Annotated[int, Meta(ge=0, le=999)] = 0
    """Seasons that were played."""
    options: Options = Options()
    opens = True

    def faults(self, state: State) -> Iterator[Violation]:
        yield from _opening_faults(state, self.players, self.options)
        players = [kept.player for kept in self.keepers]
        cards = [card for kept in self.keepers for card in kept.cards]
        if len(set(players)) < len(players) or not all(0 <= player < len(self.players) for player in players):
            yield Violation("CT-B01", "keepers are given once for each player", impossible=True)
        if len(set(cards)) < len(cards) or not all(card in state.catalogue for card in cards):
            yield Violation("CT-B01", "keepers are different cards of the catalogue", impossible=True)
        if any(len(kept.cards) > MOST_KEEPERS for kept in self.keepers):
            yield Violation("CT-B01", f"a player has {MOST_KEEPERS} keepers at most", impossible=True)
        if cards and self.options.form == "plain":
            yield Violation("CT-B01", "a plain league has no keepers", impossible=True)

    def unfold(self, course: LeagueCourse) -> None:
        course.add(_started(self.players, self.options, self.season))
        for kept in self.keepers:
            course.add(KeepersSet(player=kept.player, cards=kept.cards))


# --- seasons -----------------------------------------------------------------------------------------------------------


@final
class StartSeason(LeagueCommand, frozen=True, kw_only=True, tag="start_season"):
    """The keepers stand; matches count from here on."""

    def faults(self, state: State) -> Iterator[Violation]:
        if state.phase != "preparation":
            yield Violation("CT-R04", "a season runs, or the league is over", impossible=True)
        yield from lot_faults(state)
        for player, member in enumerate(state.members):
            if state.terms.form == "keeper" and len(member.keepers) < MOST_KEEPERS:
                text = f"{seat_name(state.seats, player)} has {len(member.keepers)} of {MOST_KEEPERS} keepers"
                yield Violation("PBL-L04", text)
            if state.terms.form == "salary" and not member.keepers:
                yield Violation("PBL-L09", f"{seat_name(state.seats, player)} has no keeper; one to five are needed")

    def unfold(self, course: LeagueCourse) -> None:
        course.add(SeasonStarted(season=course.state.season + 1))


@final
class EndSeason(LeagueCommand, frozen=True, kw_only=True, tag="end_season"):
    """The season's last match was played."""

    def faults(self, state: State) -> Iterator[Violation]:
        if state.phase != "season":
            yield Violation("CT-R04", "no season runs", impossible=True)

    def unfold(self, course: LeagueCourse) -> None:
        state = course.state
        money = tuple(member.money + state.terms.season_money for member in state.members)
        course.add(SeasonEnded(season=state.season, ranking=_ranking(state, state.season), money=money))


@final
class CloseLeague(LeagueCommand, frozen=True, kw_only=True, tag="close_league"):
    """No further season follows."""

    def faults(self, state: State) -> Iterator[Violation]:
        if state.phase != "preparation" or not state.season:
            yield Violation("CT-R04", "a league is closed after a season", impossible=True)
        yield from lot_faults(state)

    def unfold(self, course: LeagueCourse) -> None:
        _close(course, _ranking(course.state, None), _scores(course.state))


def _ranking(state: State, season: int | None) -> tuple[int, ...]:
    return tuple(line.player for line in standings(state, season))


def _scores(state: State) -> tuple[int, ...]:
    """Points over all seasons, in the order of the seats."""
    return tuple(line.points for line in sorted(standings(state), key=lambda line: line.player))


def _close(course: LeagueCourse, ranking: tuple[int, ...], scores: tuple[int, ...]) -> None:
    course.add(LeagueClosed(winner=ranking[0], ranking=ranking, scores=scores))


def _rank_anew(course: LeagueCourse) -> None:
    """What a changed result changes in seasons that have ended, and in a league that is closed."""
    state = course.state
    for season, ranking in state.ranks:
        if (now := _ranking(state, season)) != ranking:
            course.add(SeasonRanked(season=season, ranking=now))
    if state.phase == "over":
        ranking, scores = _ranking(state, None), _scores(state)
        if (ranking, scores) != (state.ranking, state.scores):
            _close(course, ranking, scores)


# --- results -----------------------------------------------------------------------------------------------------------


@final
class RecordResult(shared.RecordResult, LeagueCommand, frozen=True, kw_only=True, tag="record_result"):
    """A match of the season has ended."""

    winners: tuple[SeatIndex, ...] = ()
    players: tuple[SeatIndex, ...] = ()
    inheritances: tuple[Kept, ...] = ()
    """The keepers with which players began, where that was noted (PBL-L05)."""
    drafted: tuple[CardId, ...] = ()
    """Cards seen in the match's draft, where that was noted (PBL-L06)."""

    def faults(self, state: State) -> Iterator[Violation]:
        yield from check_report(state.seats, state.results, self)
        if state.phase != "season":
            yield Violation("CT-R04", "no season runs: start_season comes first")
        for kept in self.inheritances:
            strangers = tuple(check_seats(state.seats, (kept.player,), "inheritances"))
            yield from strangers
            if not strangers and state.terms.form != "plain" and {*kept.cards} != {*state.members[kept.player].cards}:
                cards = ", ".join(map(state.catalogue.name_of, state.members[kept.player].cards)) or "nobody"
                yield Violation("PBL-L05", f"{seat_name(state.seats, kept.player)} keeps {cards}, and begins with them")
        for card in self.drafted:
            if (keeper := state.keeper_of(card)) is not None:
                text = f"{state.catalogue.name_of(card)} is kept by {seat_name(state.seats, keeper)} and not drafted"
                yield Violation("PBL-L06", text)

    def unfold(self, course: LeagueCourse) -> None:
        state = course.state
        players = self.players or range(len(state.seats))
        season = state.season if state.phase == "season" else 0
        course.add(ResultRecorded(result=self.result(tuple(players), season)))


@final
class AmendResult(shared.AmendResult, LeagueCommand, frozen=True, kw_only=True, tag="amend_result"):
    """A match of the league stands otherwise than it was recorded."""

    def faults(self, state: State) -> Iterator[Violation]:
        yield from check_report(state.seats, state.results, self)
        known = find_result(state.results, self.match)
        if known is not None and {*(self.players or known.players)} != {*known.players}:
            text = f"{names(state.seats, known.players)} played it; withdraw it to record another match"
            yield Violation("CT-R03", text, impossible=True)
        elif known is not None and not {*self.winners} <= {*known.players}:
            yield Violation("CT-R01", "the winner did not play", impossible=True)

    def unfold(self, course: LeagueCourse) -> None:
        if (known := find_result(course.state.results, self.match)) is not None:
            course.add(ResultAmended(result=self.result(known.players, known.part)))
            _rank_anew(course)


@final
class WithdrawResult(shared.WithdrawResult, LeagueCommand, frozen=True, kw_only=True, tag="withdraw_result"):
    """A match of the league has no outcome any more."""

    def faults(self, state: State) -> Iterator[Violation]:
        yield from check_withdrawal(state.results, self)
        known = find_result(state.results, self.match)
        if known is None or known.part != state.season:
            return
        # A player who has exchanged a keeper needs the games that allowed it.
        for player in known.players:
            if state.members[player].exchanged and state.games(player) <= state.terms.games_before_exchange:
                name = seat_name(state.seats, player)
                text = f"{name} has exchanged a keeper after this game: that is taken back first"
                yield Violation("CT-R03", text, impossible=True)

    def unfold(self, course: LeagueCourse) -> None:
        if find_result(course.state.results, self.match) is not None:
            course.add(ResultWithdrawn(match=self.match))
            _rank_anew(course)


# --- by hand -----------------------------------------------------------------------------------------------------------


@final
class Adjust(LeagueCommand, frozen=True, kw_only=True, tag="adjust"):
    """Follows the league manager where no other command can."""

    reason: str
    changes: tuple[Change, ...]

    def faults(self, state: State) -> Iterator[Violation]:
        yield from faults_of(state, self.changes)

    def unfold(self, course: LeagueCourse) -> None:
        course.add(Adjusted(reason=self.reason))
        adjust(course, self.changes)
        if any(isinstance(change, AddPoints) for change in self.changes):
            _rank_anew(course)
