"""Competitions over recorded matches: results are read from the matches, recorded, and updated when the matches change."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import SystemRandom
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue, DeckList
from domain.competition.commands import Counts, KeptCards, Reported
from domain.competition.league import State as League
from domain.competition.record import CompetitionCard, CompetitionState, Result, ResultRecorded, Standing, find_result
from domain.competition.series import DeckRecorded
from domain.competition.series import State as Series
from domain.competition.tournament.state import State as Tournament
from domain.competition.tournament.tiebreaks import GAMES
from domain.competition_support import Tally
from domain.decision import RuleViolation
from domain.entries import ActionEntry, Opened
from domain.game import AnyGame, Command, Event, tag_of
from domain.judging import DOUBLE_LOSS, Penalised
from domain.match import AnyMatch
from domain.names import fold_name
from domain.procedure.docket import Docket
from domain.registry import load_game
from domain.seats import GameState, Seat, SeatSetup, TableSetup
from domain.text import first_of, with_article
from domain.validation import InvalidValue, validated
from service.errors import UsageProblem
from service.kits import KITS_GAME, game_and_kit, kit_file
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService, Receipt
from service.resources import load_catalogue
from storage.errors import BrokenChain

Done = Literal["recorded", "unchanged", "amended", "withdrawn", "refused", "elsewhere"]


class SyncedResult(Struct, frozen=True):
    """The outcome of comparing one result of a competition."""

    match: str
    done: Done
    text: str = ""


class Competitions:
    """The use cases over competitions in one store."""

    def __init__(self, app: MatchService) -> None:
        self.app = app

    def record_result(self, competition_id: str, match_id: str, *, as_played: bool = False) -> Receipt:
        """Record the result of a match in the store.

        Raises UsageProblem (a match in progress, abandoned, or between other players), RuleViolation, the errors of the store.
        """
        competition, match = self.competition(competition_id), self.app.match(match_id)
        if match.forked_from:
            raise UsageProblem(f"{match.id} is a what-if of {match.forked_from}: it counts in no competition")
        report = self._report(competition, match, "record_result")
        if report is None:
            raise UsageProblem(f"match {match.id} has no result yet: play on, or conclude it")
        recorded = self.app.take(competition.id, report, as_played=as_played, reason=self.app.remark_on(match))
        self._drop_disqualified(competition_id, match)
        return recorded

    def _drop_disqualified(self, competition_id: str, match: AnyMatch) -> None:
        """Drop a player from a Swiss tournament who was disqualified in one of its matches. Done once, so that the organiser
        can readmit them."""
        competition = self.competition(competition_id)
        state = state_of(competition)
        if not isinstance(state, Tournament) or state.bracket != "swiss" or state.ranking or not match.official_entries:
            return
        docket = Docket(match, self.app.store.entries(match.id))
        players, done = players_of(state.seats, match.state.seats), reasons_in(self.app, competition.id)
        for version, act in docket.of(Penalised).items():
            if act.seat is None or act.penalty != "disqualification" or docket.void_by(version):
                continue
            player, why = players[act.seat], f"disqualified by {match.id}/{version}"
            if player not in state.dropped and why not in done:
                self.act(competition, "drop_player", {"player": player}, reason=why)

    def act(
        self,
        competition: AnyMatch,
        tag: str,
        fields: Mapping[str, object],
        *,
        as_played: bool = False,
        reason: str = "",
    ) -> Receipt:
        """Record a command of a competition, by its tag and those of the fields that it has. Raises as `MatchService.take`."""
        command = command_of(competition.game, tag, fields)
        return self.app.take(competition.id, command, as_played=as_played, reason=reason)

    def sync(self, competition_id: str) -> tuple[SyncedResult, ...]:
        """Compare each result with its match, and record the differences.

        A difference that the competition cannot accept because other results depend on it is reported as refused, with the
        results to undo first.
        """
        results = state_of(self.competition(competition_id)).results
        # Later results first: a withdrawn game may block an earlier one.
        synced = [self._sync(competition_id, result) for result in reversed(results)]
        return tuple(reversed(synced))

    def settle(self, competition_id: str, match_id: str, players: Sequence[int]) -> SyncedResult | None:
        """Record the result of the match between these players, or its change; `None` if the result is unchanged or still
        open."""
        competition = self.competition(competition_id)
        known = find_result(state_of(competition).results, match_id)
        if known is not None:
            return self._sync(competition_id, known)
        if not self.app.store.exists(match_id) or (match := self.app.match(match_id)).outcome is None:
            return None
        try:
            if others_play(competition, match, players):
                paired = first_of([competition.state.seats[player].name for player in players])
                playing = first_of([seat.name for seat in match.state.seats])
                raise UsageProblem(f"match {match_id} is played by {playing}, but paired are {paired}")
            self.record_result(competition_id, match_id)
        except (RuleViolation, UsageProblem, BrokenChain) as refusal:
            return SyncedResult(match_id, "refused", str(refusal))
        return SyncedResult(match_id, "recorded")

    def ranks(self, league_id: str) -> tuple[str, ...]:
        """Return the players of a competition by name, best first."""
        competition = self.competition(league_id)
        return tuple(competition.state.seats[line.player].name for line in standings_of(competition))

    def decks_since(self, competition: AnyMatch) -> dict[int, DeckList]:
        """Return the decks by player that were recorded in a series after its last result."""
        decks: dict[int, DeckList] = {}
        for event in self._events(competition):
            if isinstance(event, ResultRecorded):
                decks = {}
            elif isinstance(event, DeckRecorded):
                decks[event.player] = DeckList(dict(event.cards))
        return decks

    def competition(self, competition_id: str) -> AnyMatch:
        """Load a competition. Raises UsageProblem for a match of a game."""
        competition = self.app.match(competition_id)
        if competition.game.kind != "competition":
            raise UsageProblem(f"{competition.id} is a match of {competition.game.title}, not a competition")
        return competition

    def _sync(self, competition_id: str, result: Result) -> SyncedResult:
        if not result.version or not self.app.store.exists(result.match):
            return SyncedResult(result.match, "elsewhere", "not recorded in this store")
        competition, match = self.competition(competition_id), self.app.match(result.match)
        try:
            reason = self.app.remark_on(match)
            report = self._report(competition, match, "amend_result")
            if report is None:
                fields = {"match": result.match, "reason": "the match has no outcome any more"}
                self.act(competition, "withdraw_result", fields, reason=reason)
                return SyncedResult(result.match, "withdrawn", "no outcome any more")
            if changed := _differs(result, report):
                self.app.take(competition.id, report, reason=reason)
            self._drop_disqualified(competition_id, match)
        except (RuleViolation, UsageProblem, BrokenChain) as refusal:
            if isinstance(refusal, BrokenChain) and refusal.match != match.id:
                raise  # a problem of the competition itself blocks all further results
            return SyncedResult(result.match, "refused", str(refusal))
        if not changed:
            return SyncedResult(result.match, "unchanged")
        return SyncedResult(result.match, "amended", f"as of entry {match.version} of the match")

    def _report(self, competition: AnyMatch, match: AnyMatch, tag: str) -> Reported | None:
        """Return the command of that tag with the result of a match; `None` without an outcome that counts."""
        if match.id == competition.id or (match.game.kind == "competition" and not isinstance(match.state, Series)):
            raise UsageProblem(f"{match.id} is {with_article(match.game.title.lower())}, not a match or a series")
        outcome = match.outcome
        if outcome is None or not (outcome.winners or outcome.drawn or outcome.reason == DOUBLE_LOSS):
            return None
        seats = match.state.seats
        players = players_of(competition.state.seats, seats)
        table = _Seating(players, {seat.side: player for seat, player in zip(seats, players, strict=True)})
        events, games = tuple(self._events(match)), _counts_games(state_of(competition), match.id)
        fields = {
            "match": match.id,
            "version": match.version,
            "players": tuple(dict.fromkeys(players)),
            "winners": tuple(dict.fromkeys(players[seat] for seat in outcome.winners)),
            "starter": _starter(match.game, events, players),
            "first_out": _first_out(match.game, events, table),
            "double_loss": not outcome.winners and not outcome.drawn,
            "statistics": msgspec.to_builtins(tuple(_statistics(match, events, table, games=games))),
            "inheritances": msgspec.to_builtins(tuple(_inheritances(match, table))),
        }
        report = command_of(competition.game, tag, fields)
        assert isinstance(report, Reported)
        return report

    def _events(self, match: AnyMatch) -> Iterator[Event]:
        """Yield the events of the current actions, in order."""
        standing = set(match.line)
        for entry in self.app.store.entries(match.id):
            if entry.envelope.version in standing and isinstance(entry.payload, Opened | ActionEntry):
                yield from entry.payload.events


def opening_of_competition(
    kind: str,
    game: str,
    players: Sequence[str],
    options: Mapping[str, str],
    *,
    catalogue: str | None = None,
    title: str = "",
    tags: tuple[str, ...] = (),
) -> Opening:
    """Return the opening of a competition of a game or kit. Raises UsageProblem, UnknownGame."""
    competition, kit = load_game(kind), options.get("kit", "")
    if game or kit:
        game, kit = game_and_kit(game or kit, kit or (catalogue or "" if game == KITS_GAME else ""))
    options = {**options, **({"game": game} if game else {}), **({"kit": kit} if kit else {})}
    setup = TableSetup(tuple(SeatSetup(name) for name in players), options)
    try:
        commands = competition.open_table(setup)
    except ValueError as error:
        raise UsageProblem(str(error)) from error
    cards = competition_cards(game, str(kit_file(kit)) if kit else catalogue)
    return Opening(game=competition.name, commands=commands, catalogue=cards, title=title, tags=tags)


def competition_cards(game: str, name: str | None = None) -> Catalogue[CardRecord]:
    """Return the cards of a game in the form for competitions; none without a game, and for kits without the name of one.
    Raises UnknownGame, CatalogueError."""
    if not game or (game == KITS_GAME and name is None):
        return Catalogue((), "no cards")
    cards = load_catalogue(load_game(game), name)
    return Catalogue((_competition_card(card) for card in cards), cards.name)


def _competition_card(card: CardRecord) -> CompetitionCard:
    kind = card.__struct_config__.tag if isinstance(card, Struct) else ""
    return CompetitionCard(
        card_id=card.card_id, name=card.name, kind=str(kind or ""), speed=int(getattr(card, "speed", 0) or 0)
    )


def command_of(game: AnyGame, tag: str, fields: Mapping[str, object]) -> Command:
    """Return a competition's command by its tag, with those of the fields that it has. Raises UsageProblem."""
    wanted = next((command for command in game.commands if tag_of(command) == tag), None)
    if wanted is None:
        raise UsageProblem(f"{with_article(game.title.lower())} has no {tag}")
    known = {name: value for name, value in fields.items() if name in wanted.__struct_fields__}
    try:
        return validated({**known, "type": tag}, wanted)
    except InvalidValue as error:
        raise UsageProblem(f"{tag}: {error}") from None


def reasons_in(app: MatchService, competition_id: str) -> frozenset[str]:
    """Return the reasons in the action entries of a competition."""
    payloads = (entry.payload for entry in app.store.entries(competition_id))
    return frozenset(payload.reason for payload in payloads if isinstance(payload, ActionEntry))


def state_of(competition: AnyMatch) -> CompetitionState:
    """A competition in its current state."""
    assert isinstance(competition.state, CompetitionState)
    return competition.state


def standings_of(competition: AnyMatch, season: int | None = None) -> tuple[Standing, ...]:
    """Return a competition's standings, best first. Raises UsageProblem for a season that never began, and for a season of a
    competition that is not a league."""
    state = state_of(competition)
    if isinstance(state, League):
        if season is not None and not 1 <= season <= state.season:
            raise UsageProblem(f"no season {season}: seasons that began: {state.season}")
        return state.standings(season)
    if season is not None:
        raise UsageProblem(f"a {state.word} has no seasons")
    return state.standings()


def drawn_order(players: int) -> list[int]:
    """Return the seats in random order: lots drawn by the machine."""
    return SystemRandom().sample(range(players), players)


def players_of(competition: Sequence[Seat], seats: Sequence[Seat]) -> tuple[int, ...]:
    """Return the competition's player for each seat of a match, by the seat's name or the names of its side (`Ana & Bo`).

    Raises UsageProblem that names people who are not in the competition.
    """
    known = {fold_name(seat.name): number for number, seat in enumerate(competition)}
    found = []
    for seat in seats:
        side = " & ".join(other.name for other in seats if other.side == seat.side)
        player = known.get(fold_name(seat.name), known.get(fold_name(side)))
        if player is None:
            raise UsageProblem(
                f"{seat.name} plays the match, but not the competition of {first_of([one.name for one in competition])}"
            )
        found.append(player)
    return tuple(found)


def others_play(competition: AnyMatch, match: AnyMatch, players: Sequence[int]) -> bool:
    """Return True if a match is between other players of the competition than these."""
    try:
        return {*players_of(competition.state.seats, match.state.seats)} != {*players}
    except UsageProblem:  # a name is unknown to the competition, for example because it was corrected
        return False


def _starter(game: AnyGame, events: Sequence[Event], players: Sequence[int]) -> int | None:
    seats = (game.competition.starter(event) for event in events)
    return next((players[seat] for seat in seats if seat is not None), None)


class _Seating(Struct, frozen=True):
    """The mapping of a competition's players to seats and sides of a match."""

    seats: tuple[int, ...]
    sides: Mapping[int, int]

    def named(self, tally: Tally, event: Event) -> int | None:
        """Return the competition's player whom an event names; `None` if it names another player."""
        number = tally.of_event(event)
        if number is None or tally.of == "side":
            return None if number is None else self.sides.get(number)
        return self.seats[number] if 0 <= number < len(self.seats) else None


def _first_out(game: AnyGame, events: Sequence[Event], table: _Seating) -> int | None:
    """Return the player who was eliminated first, if more than two sides played."""
    if len(table.sides) < 3:
        return None
    named = (table.named(tally, event) for event in events for tally in game.competition.eliminations)
    return next((player for player in named if player is not None), None)


def _counts_games(state: CompetitionState, match: str) -> bool:
    """Return True if a tie-break of the competition reads how many games of a series each player won (CT-W05). After the last
    round, a result that was recorded without them stays so, and the ranking with it."""
    if not isinstance(state, Tournament) or not state.counts_games:
        return False
    known = find_result(state.results, match)
    return known is None or not state.ranking or any(GAMES[0] in dict(counts) for _, counts in known.counts)


def _statistics(match: AnyMatch, events: Sequence[Event], table: _Seating, *, games: bool) -> Iterator[Counts]:
    """Yield the statistics of a match; for a series the sums over its games and, with `games`, how those that were played ended."""
    tallies = match.game.competition.tallies
    counts = {player: Counter(dict.fromkeys(tallies, 0)) for player in table.sides.values()}
    for event in events:
        for name, tally in tallies.items():
            if (player := table.named(tally, event)) is not None:
                counts[player][name] += 1
    if isinstance(match.state, Series):
        counts = {}
        for line in standings_of(match):
            ends = (line.wins, line.losses, line.draws) if games and line.games else ()
            counts[table.seats[line.player]] = Counter({**dict(line.counts), **dict(zip(GAMES, ends, strict=False))})
    for player, counted in counts.items():
        if counted:
            yield Counts(player=player, counts=dict(counted))


def _inheritances(match: AnyMatch, table: _Seating) -> Iterator[KeptCards]:
    """Yield the cards that the sides brought along, which the game reads from the opening command."""
    brought = match.game.competition.brought(match.opened.command) if match.opened else ()
    for side, cards in enumerate(brought):
        if cards and side in table.sides:
            yield KeptCards(player=table.sides[side], cards=tuple(cards))


def _differs(result: Result, report: Reported) -> bool:
    """True if a match has another result than the recorded one, whatever its version."""
    now = report.result(report.players, result.part)
    loser = result.loser if report.loser is None else report.loser
    return replace(now, version=result.version, loser=loser) != result


def pairs_unseeded(before: GameState, after: GameState) -> bool:
    """Return True if an action paired the first round of a tournament without seeds."""
    return (
        isinstance(before, Tournament)
        and isinstance(after, Tournament)
        and bool(after.pairings)
        and not (before.pairings or before.seeded)
    )
