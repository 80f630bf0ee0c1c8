"""Event days: rounds of tournaments are paired, seated at tables and opened there; results come back from the tables."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.competition.gathering.commands import SeatRound, SetClock
from domain.competition.gathering.state import Linked, Round, RoundSeated, Seating
from domain.competition.gathering.state import State as EventDay
from domain.competition.record import find_result
from domain.competition.tournament.commands import DrawBracket, next_round
from domain.competition.tournament.pairings import Pairing
from domain.competition.tournament.state import State as Tournament
from domain.decision import RuleViolation
from domain.entries import ActionEntry, TableEvent
from domain.judging import Ruled
from domain.match import AnyMatch
from domain.names import fold_name
from domain.notation import NotationError
from domain.payload import OFFICIALS
from domain.procedure.docket import Docket
from domain.seats import GameState
from domain.text import join_words, pluralize, suggestion, with_article
from service.clock import id_of, new_match_id
from service.competitions.fixtures import FixtureSettings, match_of_pairing, named
from service.competitions.results import (
    Competitions,
    SyncedResult,
    command_of,
    others_play,
    pairs_unseeded,
    players_of,
    reasons_in,
)
from service.errors import EndedInPlay, UsageProblem
from service.recording.entry_batch import EntryBatch, store_together
from service.recording.match_service import MatchService, Receipt
from storage.errors import Conflict


class StartedRound(Struct, frozen=True, kw_only=True):
    """A seated round, and the matches opened for it."""

    tournament: str
    name: str
    round: int
    tables: tuple[int, ...]
    opened: tuple[str, ...] = ()
    """Matches, where the tournament names its game."""
    unseeded: bool = False
    """True if the first round was paired without seeds, in the order of entry."""


_NONE: Final = FixtureSettings()


class EventDays:
    """The use cases over event days in one store."""

    def __init__(self, app: MatchService) -> None:
        self.app = app
        self.competitions = Competitions(app)

    def next_round(
        self, event_id: str, tournament: str = "", number: int = 0, wishes: FixtureSettings = _NONE
    ) -> StartedRound:
        """Pair the next round of a tournament, seat it, and open its matches, atomically. Parts that were recorded before are
        kept.

        `number` is the intended round: if it is seated already, another person was first. Raises Conflict, RuleViolation,
        UsageProblem (too few tables, for example), and the errors of opening a match and storing.
        """
        with self.app.store.lock:
            event_day = event_day_of(self.competitions, event_id)
            state, linked = _event_day(event_day), linked_in(event_day, tournament)
            competition = self.competitions.competition(linked.id)
            seated = state.round_of(linked.id)
            complete = seated is None or self._linked(event_day.id, competition, competition.state, seated) == seated
            if number and seated is not None and seated.number >= number and complete:
                raise self._seated_before(event_day, linked.id, number)
            taken = state.taken(linked.id)
            free = [table for table in state.tables if table not in taken]
            following = 1 if seated is None else seated.number + complete
            paired, pairings = self._paired(competition, number, following, free)
            found = _seated_as(state, linked.id, pairings, free)
            found = self._linked(event_day.id, competition, paired.state, found)
            seats = self.app.new_entries(event_day)
            if found != seated:
                seats.act(SeatRound(tournament=linked.id, round=found.number, seatings=found.seatings))
            opened = list(self._opened(event_day.id, competition, found, pairings, wishes))
            unseeded = pairs_unseeded(competition.state, paired.state)
            store_together(self.app.store, [paired, seats, *opened])
        matches = tuple(one.match.id for one in opened)
        return StartedRound(
            tournament=linked.id,
            name=linked.name,
            round=found.number,
            tables=found.tables,
            opened=matches,
            unseeded=unseeded,
        )

    def collect(self, event_id: str) -> tuple[SyncedResult, ...]:
        """Record the current results of the matches at the tables, and corrected results of earlier ones."""
        state = _event_day(event_day_of(self.competitions, event_id))
        done: dict[str, SyncedResult] = {}
        not_granted: list[SyncedResult] = []
        for found in state.rounds:
            for seating, pairing in self.pairings(found):
                match = match_of(found.tournament, seating.match, pairing)
                if not seating.match and not self._is_at(event_id, found.tournament, match):
                    continue
                if self.app.store.exists(match):
                    not_granted += self._grant_minutes(
                        event_id, found.tournament, pairing.number, self.app.match(match)
                    )
                if (said := self.competitions.settle(found.tournament, match, pairing.players)) is not None:
                    done[match] = said
        for linked in state.tournaments:
            done.update({one.match: one for one in self.competitions.sync(linked.id) if one.match not in done})
        return (*not_granted, *(one for one in done.values() if one.done not in ("unchanged", "elsewhere")))

    def settle(self, match: AnyMatch) -> None:
        """Record the current result of a match that decides a pairing of an event; ignore other matches. A tag of the match
        names the event, but only the event's own record decides. Raises UsageProblem, the errors of the store."""
        for event, tournament, pairing in self._decided(match):
            self._grant_minutes(event, tournament, pairing.number, match)
            self.competitions.settle(tournament, match.id, pairing.players)

    def is_over(self, match: AnyMatch) -> bool:
        """Return True if the event of a match is closed or has seated a later round of its tournament."""
        for event, tournament, pairing in self._decided(match):
            state = _event_day(event_day_of(self.competitions, event))
            seated = state.round_of(tournament)
            if state.closed or (seated is not None and seated.number > pairing.round):
                return True
        return False

    def _decided(self, match: AnyMatch) -> Iterator[tuple[str, str, Pairing]]:
        """Yield event, tournament and pairing that a match decides."""
        for tag in match.opened.tags if match.opened else ():
            kind, _, event = tag.partition(":")
            if kind == "gathering" and "/" not in event and (found := self._decided_by(event, match)) is not None:
                yield event, *found

    def _grant_minutes(self, event_id: str, tournament: str, pairing: int, match: AnyMatch) -> list[SyncedResult]:
        """Give a table the extra minutes that officials granted in its match, once, while the clock of its round runs. Return
        those that the event refuses; older entries may have any number of minutes."""
        refused: list[SyncedResult] = []
        found = _event_day(event_day_of(self.competitions, event_id)).round_of(tournament)
        if found is None or found.clock is None or found.ended or not match.official_entries:
            return refused
        table = next((one.table for one in found.seatings if one.pairing == pairing), None)
        if table is None:
            return refused
        entries, done = self.app.store.entries(match.id), reasons_in(self.app, event_id)
        docket, at = Docket(match, entries), self.app.clock() // 1_000_000
        for entry in entries:
            version, payload = entry.envelope.version, entry.payload
            minutes = payload.minutes if isinstance(payload, Ruled) and not docket.void_by(version) else 0
            if isinstance(payload, TableEvent) and payload.what == "extra_time" and payload.role in OFFICIALS:
                minutes = payload.minutes
            if minutes and (why := f"granted by {match.id}/{version}") not in done:
                extended = SetClock(act="extend", at=at, minutes=minutes, table=table, tournament=tournament)
                try:
                    self.app.take(event_id, extended, reason=why)
                except (RuleViolation, NotationError, UsageProblem) as refusal:
                    text = f"extra time of entry {version} not granted: {refusal}"
                    refused.append(SyncedResult(match.id, "refused", text))
        return refused

    def _decided_by(self, event_id: str, match: AnyMatch) -> tuple[str, Pairing] | None:
        """Return the tournament and the pairing that a match decides, if any."""
        state = _event_day(event_day_of(self.competitions, event_id))
        for link in state.links:
            if link.match == match.id:
                pairing = _tournament(self.competitions.competition(link.tournament)).pairing(link.pairing)
                return None if pairing is None else (link.tournament, pairing)
        known = {(link.tournament, link.pairing) for link in state.links}
        for linked in state.tournaments:
            if self._is_at(event_id, linked.id, match.id):
                for pairing in _tournament(self.competitions.competition(linked.id)).pairings:
                    if match_of(linked.id, "", pairing) == match.id and (linked.id, pairing.number) not in known:
                        return linked.id, pairing
        return None

    def _is_at(self, event_id: str, tournament: str, match_id: str) -> bool:
        """Return True if the tags of a match say that it was opened for a tournament of an event day. Older records have only
        tags, not links."""
        opened = self.app.match(match_id).opened if self.app.store.exists(match_id) else None
        return opened is not None and {f"gathering:{event_id}", f"tournament:{tournament}"} <= {*opened.tags}

    def enter_result(
        self, event_id: str, table: int, winners: Sequence[str], *, drawn: bool = False, official: str = ""
    ) -> Receipt:
        """Enter the result slip of a table, by its number; a second slip replaces the first. `official`: the head judge who
        orders this result, for a table that is recorded move by move. Raises UsageProblem, RuleViolation."""
        found, seating, pairing, competition = self._at(event_id, table)
        state = _tournament(competition)
        by_name = {fold_name(state.seats[player].name): player for player in pairing.players}
        names = join_words(state.seats[player].name for player in pairing.players)
        if strange := next((name for name in winners if fold_name(name) not in by_name), ""):
            near = suggestion(strange, [state.seats[player].name for player in pairing.players])
            raise UsageProblem(f"{strange} does not play at table {table}: {names} do{near}")
        if bool(winners) == drawn:
            raise UsageProblem(f"who of {names} won at table {table}? Or was it drawn?")
        match = match_of(found.tournament, seating.match, pairing)
        if self.app.store.exists(match) and (seating.match or self._is_at(event_id, found.tournament, match)):
            if not official:
                raise UsageProblem(f"table {table} is recorded: its result comes from match {match}")
            meant = [by_name[fold_name(name)] for name in winners]
            return self._conclude(competition, self.app.match(match), pairing, meant, official)
        tag = "record_result" if find_result(state.results, match) is None else "amend_result"
        fields = {"match": match, "players": pairing.players, "winners": [by_name[fold_name(name)] for name in winners]}
        return self.app.take(competition.id, command_of(competition.game, tag, fields))

    # --- parts ---------------------------------------------------------------------------------------------------------

    def _conclude(
        self, competition: AnyMatch, match: AnyMatch, pairing: Pairing, winners: Sequence[int], official: str
    ) -> Receipt:
        """End a match as a slip says. An end by an earlier slip is taken back first. Without winners, the match is drawn."""
        players, drawn = players_of(competition.state.seats, match.state.seats), not winners
        seats = tuple(seat for seat, player in enumerate(players) if player in winners)
        if (stands := match.outcome) is not None and ({*stands.winners}, stands.drawn) != ({*seats}, drawn):
            target = match.undo_target
            if match.concluded is None or target is None:
                raise EndedInPlay(match.id)
            if find_result(_tournament(competition).results, match.id) is not None:
                # Tried without storing, so that the match stays unchanged if the tournament refuses the result.
                fields = {"match": match.id, "version": match.version, "players": pairing.players, "winners": winners}
                self.app.new_entries(competition).act(command_of(competition.game, "amend_result", fields))
            order = "the result slip was corrected"
            self.app.take_back(match.id, target, reason=order, official=official, role="head_judge")
            stands = None
        if stands is None:
            return self.app.conclude(match.id, seats, drawn=drawn, note="result slip")
        said = self.competitions.settle(competition.id, match.id, pairing.players)
        if said is not None and said.done == "refused":
            raise UsageProblem(said.text)
        return Receipt(entry=self.app.store.entries(match.id)[-1], repeated=True, match_after=match)

    def _at(self, event_id: str, table: int) -> tuple[Round, Seating, Pairing, AnyMatch]:
        state = _event_day(event_day_of(self.competitions, event_id))
        for found in sorted(state.rounds, key=lambda one: one.ended):
            for seating, pairing in self.pairings(found):
                if seating.table == table:
                    return found, seating, pairing, self.competitions.competition(found.tournament)
        raise UsageProblem(f"table {table} has no players")

    def pairings(self, found: Round) -> list[tuple[Seating, Pairing]]:
        """Return the players at the tables of a round."""
        state = _tournament(self.competitions.competition(found.tournament))
        return [(one, pairing) for one in found.seatings if (pairing := state.pairing(one.pairing)) is not None]

    def _paired(
        self, competition: AnyMatch, number: int, following: int, free: Sequence[int]
    ) -> tuple[EntryBatch, Sequence[Pairing]]:
        """Return the matches of the round to seat, with the command that pairs them if necessary. `following`: the default round
        of a Swiss tournament."""
        batch, state = self.app.new_entries(competition), _tournament(competition)
        if state.bracket == "swiss":
            wanted = number or following
            if wanted > state.rounds_paired + 1:
                raise UsageProblem(f"round {wanted} is not the next: {state.rounds_paired} are paired")
            if wanted > state.rounds_paired:
                best = next_round(state)
                _expect_tables(len(best.pairs), free)
                batch.act(best)
        elif state.pairings:
            wanted = number or state.round
        else:
            batch.act(DrawBracket())
            wanted = number or 1
        after = batch.state
        assert isinstance(after, Tournament)
        found = [one for one in after.pairings if one.round == wanted and not one.bye and len(one.players) == 2]
        if not found or wanted > (after.round or wanted):
            raise UsageProblem(f"round {wanted} cannot be seated: round {after.round} is not over")
        _expect_tables(len(found), free)
        return batch, found

    def _linked(self, event_id: str, competition: AnyMatch, state: GameState, found: Round) -> Round:
        """Return a round with a match for each pairing that lacks one, if the tournament names its game."""
        assert isinstance(state, Tournament)

        def lacks(seating: Seating) -> bool:
            if not state.game or (pairing := state.pairing(seating.pairing)) is None or not pairing.open:
                return False
            match = match_of(found.tournament, seating.match, pairing)
            if not seating.match and not self._is_at(event_id, found.tournament, match):
                return True
            return not self.app.store.exists(match) or others_play(competition, self.app.match(match), pairing.players)

        seatings = (replace(one, match=new_match_id()) if lacks(one) else one for one in found.seatings)
        return replace(found, seatings=tuple(seatings))

    def _opened(
        self, event_day: str, competition: AnyMatch, found: Round, pairings: Sequence[Pairing], wishes: FixtureSettings
    ) -> Iterator[EntryBatch]:
        """Yield batches for the matches of a round that do not exist yet; they are not stored."""
        by_number = {pairing.number: pairing for pairing in pairings}
        for seating in found.seatings:
            if not seating.match or self.app.store.exists(seating.match):
                continue
            opening = match_of_pairing(competition, by_number[seating.pairing], wishes)
            tags = (*opening.tags, f"gathering:{event_day}", table_tag(event_day, seating.table))
            title = f"table {seating.table}, round {found.number}"
            opening = replace(opening, title=title, tags=tags)
            players = (competition.state.seats[player].name for player in by_number[seating.pairing].players)
            try:
                batch = self.app.opened_batch(opening, match_id=seating.match)
            except RuleViolation as refusal:
                raise named(refusal, *players, place=f"table {seating.table}, ") from refusal
            yield batch

    def _seated_before(self, event_day: AnyMatch, tournament: str, number: int) -> Exception:
        for entry in self.app.store.entries(event_day.id):
            events = entry.payload.events if isinstance(entry.payload, ActionEntry) else ()
            for event in events:
                if isinstance(event, RoundSeated) and (event.tournament, event.round) == (tournament, number):
                    return Conflict(event_day.id, entry.envelope.version, [entry])
        return UsageProblem(f"round {number} is over")


def _seated_as(state: EventDay, tournament: str, pairings: Sequence[Pairing], free: Sequence[int]) -> Round:
    """Return a round as seated, or with a free table for each of its pairings."""
    before, number = state.round_of(tournament), pairings[0].round
    if before is not None and before.number == number:
        return before
    seatings = (Seating(table, pairing.number) for table, pairing in zip(free, pairings, strict=False))
    return Round(tournament=tournament, number=number, seatings=tuple(seatings))


def seat_now(app: MatchService, event_id: str, tournament_id: str, player: int) -> tuple[str, int] | None:
    """Return a player's match in the seated round, and their seat in it; `None` for a bye or a round on paper. Players who
    dropped keep their match of that round. Raises UsageProblem, the errors of the store."""
    if not (app.store.exists(event_id) and app.store.exists(tournament_id)):
        return None
    days = EventDays(app)
    found = _event_day(event_day_of(days.competitions, event_id)).round_of(tournament_id)
    for seating, pairing in days.pairings(found) if found is not None else ():
        if (match := seating.match) and player in pairing.players and app.store.exists(match):
            seats = days.competitions.competition(tournament_id).state.seats
            players = players_of(seats, app.match(match).state.seats)
            return (match, players.index(player)) if player in players else None
    return None


def match_of(tournament: str, linked: str, pairing: Pairing) -> str:
    """Return the id of a pairing's match: its link; for rounds on paper or without links, an id derived from its players."""
    if linked:
        return linked
    players = ",".join(map(str, pairing.players))
    return id_of(sha256(f"{tournament}/{pairing.number}/{players}".encode()).digest())


def table_tag(event_day: str, table: int) -> str:
    """Return the tag of all matches at a table of an event day, which is the scope of the tablet at that table."""
    return f"gathering:{event_day}/{table}"


def event_day_of(competitions: Competitions, event_id: str) -> AnyMatch:
    """Load an event day. Raises UsageProblem for other matches."""
    event_day = competitions.competition(event_id)
    _event_day(event_day)
    return event_day


def _event_day(event_day: AnyMatch) -> EventDay:
    if not isinstance(event_day.state, EventDay):
        raise UsageProblem(f"{event_day.id} is {with_article(event_day.game.title.lower())}, not an event day")
    return event_day.state


def _tournament(competition: AnyMatch) -> Tournament:
    if not isinstance(competition.state, Tournament):
        raise UsageProblem(f"{competition.id} is {with_article(competition.game.title.lower())}, not a tournament")
    return competition.state


def linked_in(event_day: AnyMatch, tournament: str) -> Linked:
    """A tournament of an event day by id or name, or the only one. Raises UsageProblem."""
    state = _event_day(event_day)
    found = state.tournament(tournament)
    if found is None:
        names = ", ".join(one.name for one in state.tournaments)
        names = f"There are {names}" if names else f"Add one with 'matchbook event-day add {event_day.id} TOURNAMENT'"
        raise UsageProblem(f"which tournament? {names}")
    return found


def _expect_tables(needed: int, free: Sequence[int]) -> None:
    if needed > len(free):
        tables = pluralize(needed, "table")
        raise UsageProblem(f"{tables} needed, {len(free)} free: adjust the tables, or end another round")
