"""Commands of a tournament: their validation and resulting events."""

from collections.abc import Iterator
from itertools import chain
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.cards import SeatIndex
from domain.competition import commands as shared
from domain.competition.commands import (
    MOST_PLAYERS,
    AddPoints,
    CompetitionCommand,
    Count,
    ManualChange,
    check_players,
    check_seats,
    opening_violations,
    unknown_players,
)
from domain.competition.record import Result, Scale, decide, free_name, names
from domain.competition.tournament import events
from domain.competition.tournament.pairings import Pair, Pairing, elimination, repeated, round_robin
from domain.competition.tournament.state import State
from domain.competition.tournament.tiebreaks import tie_breaks_named
from domain.event_buffer import EventBuffer
from domain.game import Event, made
from domain.options import options_from
from domain.rules import Violation, impossible
from domain.seats import JUDGE, TableSetup, Viewpoint
from domain.text import first_of, pluralize

TournamentBuffer: TypeAlias = EventBuffer[State, Event]

_SHOWN: Final = 6
MOST_ENTRANTS: Final = 2_000
"""Most players in a bracket or a Swiss. The limit for round robins is `MOST_PLAYERS`."""


# --- opening and seeds -------------------------------------------------------------------------------------------------


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Options that define the format and scoring of a tournament."""

    game: str = ""
    """Name of the game that is played."""
    bracket: Annotated[str, Meta(extra={"choices": ("single", "round_robin", "swiss")})] = "single"
    """Single elimination, everybody against everybody, or rounds of players with like scores."""
    legs: Annotated[int, Meta(extra={"choices": (1, 2)})] = 1
    """Round robin: how often each pair meets."""
    win_points: Count = 3
    """Round robin and Swiss: what a win is worth."""
    draw_points: Count = 1
    """Round robin and Swiss: what a draw is worth."""
    loss_points: Count = 0
    """Round robin and Swiss: what a loss is worth."""
    rounds: Annotated[int, Meta(ge=0, le=30)] = 0
    """Swiss: number of rounds; 0: as many as a knock-out of so many players would take."""
    tie_breaks: str = "buchholz,sonneborn_berger,head_to_head"
    """Swiss: what decides equal points, in this order: some of buchholz, sonneborn_berger, head_to_head, opponents_match_wins,
    game_wins and opponents_game_wins. The last two count the games that a series played (the statistics games_won,
    games_lost and games_drawn of its result); any other result is one game."""
    kit: str = ""
    """Kit that is played, if the game is `tabletop`. `--game pig` of the command line sets both."""


class _Opening(CompetitionCommand, frozen=True, kw_only=True):
    """Opens a tournament."""

    players: tuple[str, ...]
    options: Options = Options()
    decks: tuple[str, ...] = ()
    """Name or size of each player's deck for all rounds, empty for an unknown one; only judges see it."""
    opens = True
    makes = events.TournamentStarted
    rules = ("CT-S01", "CT-S02")

    def validate(self, state: State) -> Iterator[Violation]:
        most = MOST_PLAYERS if self.options.bracket == "round_robin" else MOST_ENTRANTS
        yield from opening_violations(state, self.players, self.options, most=most)
        options = self.options
        if self.decks and len(self.decks) != len(self.players):
            yield impossible(
                "CT-S02", f"{pluralize(len(self.decks), 'deck')} for {pluralize(len(self.players), 'player')}"
            )
        try:
            tie_breaks_named(options.tie_breaks)
        except ValueError as error:
            yield impossible("CT-S02", f"option tie_breaks: {error}")
        if options.bracket == "swiss" and options.win_points <= max(options.draw_points, options.loss_points):
            text = f"a win is worth {options.win_points}: in a Swiss it is worth more than a draw and a loss"
            yield impossible("CT-S02", text)

    def resolve(self, out: TournamentBuffer) -> None:
        options, swiss = self.options, self.options.bracket == "swiss"
        ties = ",".join(tie_breaks_named(options.tie_breaks)) if swiss else ""
        scale = Scale(options.win_points, options.draw_points, options.loss_points)
        rounds = options.rounds if swiss else 0
        out.add(made(self.makes, self, options, scale=scale, rounds=rounds, tie_breaks=ties))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> CompetitionCommand:  # noqa: ARG002
        return replace(self, decks=self.decks if viewpoint == JUDGE else ())


class StartTournament(_Opening, frozen=True, kw_only=True, tag="start_tournament"):
    """Opens a tournament."""

    title = "Open the tournament"


class DeclarePosition(_Opening, frozen=True, kw_only=True, tag="declare_position"):
    """Open a tournament with its bracket drawn or, for a Swiss, its first round paired. `players` are in seed order."""

    title = "Open the tournament with its bracket"

    def resolve(self, out: TournamentBuffer) -> None:
        super().resolve(out)
        if self.options.bracket == "swiss":
            next_round(out.state).resolve(out)
        else:
            _draw(out)


class SeedPlayers(CompetitionCommand, frozen=True, kw_only=True, tag="seed_players"):
    """All players, the best first: as given, as drawn by lot, or as ranked by league games (CT-T06)."""

    title = "Seed the players"
    order: tuple[SeatIndex, ...]
    source: Literal["given", "drawn", "ranks"] = "given"
    makes = events.PlayersSeeded
    rules = ("CT-T01",)

    def validate(self, state: State) -> Iterator[Violation]:
        if state.pairings:
            yield impossible("CT-R04", f"the {state.form} is {state.made}: seeds come before that")
        if sorted(self.order) != list(range(len(state.seats))):
            yield impossible("CT-T01", f"seeds name each of the {pluralize(len(state.seats), 'player')} once")


class DrawBracket(CompetitionCommand, frozen=True, kw_only=True, tag="draw_bracket"):
    """Pairs the players by their seeds."""

    title = "Draw the bracket"

    def validate(self, state: State) -> Iterator[Violation]:
        if state.bracket == "swiss":
            yield impossible("CT-R04", "a Swiss is paired round by round: pair_round")
        elif state.pairings:
            yield impossible("CT-R04", f"the {state.form} is drawn already")

    def resolve(self, out: TournamentBuffer) -> None:
        _draw(out)


def _draw(out: TournamentBuffer) -> None:
    state = out.state
    single = state.bracket == "single"
    out.add(events.BracketDrawn(pairings=elimination(state.seeds) if single else round_robin(state.seeds, state.legs)))
    decide_all(out)


# --- rounds of a Swiss -------------------------------------------------------------------------------------------------


class PairRound(CompetitionCommand, frozen=True, kw_only=True, tag="pair_round"):
    """Pairs the next round of a Swiss: the first with the second, the third with the fourth …; an odd last one has the bye."""

    title = "Pair the round"
    players: tuple[SeatIndex, ...]
    rules = ("CT-W01", "CT-W02", "CT-W03")

    def validate(self, state: State) -> Iterator[Violation]:
        if state.bracket != "swiss":
            yield impossible("CT-R04", "only a Swiss is paired round by round")
            return
        if why := _no_round(state):
            yield impossible("CT-W01", why)
        if sorted(self.players) != sorted(state.active):
            text = f"a round names each of the {pluralize(len(state.active), 'player')} who are in once"
            yield impossible("CT-W02", text)
            return
        best = next_round(state)
        again = repeated(self.pairs, state.met)
        if len(again) > len(repeated(best.pairs, state.met)):
            yield Violation("CT-W03", f"{names(state.seats, again[0])} met before")
        if self.bye in state.byes and best.bye not in state.byes:
            yield Violation("CT-W03", f"{names(state.seats, (self.bye,))} had a bye before")

    @property
    def pairs(self) -> list[Pair]:
        """Who meets whom."""
        return list(zip(self.players[::2], self.players[1::2], strict=False))

    @property
    def bye(self) -> int | None:
        """The player without an opponent, if the number of players is odd."""
        return self.players[-1] if len(self.players) % 2 else None

    def resolve(self, out: TournamentBuffer) -> None:
        state, bye = out.state, self.bye
        number, first = state.rounds_paired + 1, len(state.pairings) + 1
        pairings = [
            Pairing(number=place, round=number, first=one, second=other)
            for place, (one, other) in enumerate(self.pairs, start=first)
        ]
        if bye is not None:
            last = first + len(pairings)
            pairings.append(Pairing(number=last, round=number, first=bye, bye=True, decided=True, winner=bye))
        out.add(events.RoundPaired(round=number, pairings=tuple(pairings)))


def next_round(state: State) -> PairRound:
    """Return the next round of a Swiss as it is best paired."""
    pairs, bye = state.next_round()
    return PairRound(players=(*chain.from_iterable(pairs), *(() if bye is None else (bye,))))


def _no_round(state: State) -> str:
    """Why no round can be paired now; empty: it can."""
    if state.open:
        return f"round {state.round} is not over: {_to_play(state)}"
    if state.rounds_paired >= state.rounds:
        return f"all {pluralize(state.rounds, 'round')} are played"
    return "" if len(state.active) > 1 else "fewer than two players are in"


class DropPlayer(CompetitionCommand, frozen=True, kw_only=True, tag="drop_player"):
    """A player leaves a Swiss. A match that is paired is still to be reported."""

    title = "Drop a player"
    player: SeatIndex
    rules = ("CT-R01", "CT-W04")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from check_seats(state.seats, (self.player,), "player")
        if state.bracket != "swiss" or state.ranking:
            yield impossible("CT-R04", "players drop out of a Swiss that goes on")
        elif self.player in state.dropped:
            yield impossible("CT-W04", f"{names(state.seats, (self.player,))} dropped before")

    def resolve(self, out: TournamentBuffer) -> None:
        out.add(events.PlayerDropped(player=self.player))
        decide_all(out)


class EnterPlayer(CompetitionCommand, frozen=True, kw_only=True, tag="enter_player"):
    """Somebody comes late to a Swiss, or back; the next round that is paired is theirs."""

    title = "Enter a player"
    name: str
    deck: str = ""
    """Name or size of their deck; empty: as before."""
    makes = events.PlayerEntered
    rules = ("CT-S01", "CT-W04")

    def validate(self, state: State) -> Iterator[Violation]:
        known = [seat.name for seat in state.seats]
        if state.bracket != "swiss" or state.ranking:
            yield impossible("CT-R04", "players enter a Swiss that goes on")
        elif self.name not in known:
            yield from check_players((*known, self.name), most=MOST_ENTRANTS)
        elif known.index(self.name) not in state.dropped:
            yield impossible("CT-W04", f"{self.name} is in")

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> CompetitionCommand:  # noqa: ARG002
        return replace(self, deck=self.deck if viewpoint == JUDGE else "")


# --- results -----------------------------------------------------------------------------------------------------------


@shared.settle.register
def _settle(_: State, out: TournamentBuffer, known: Result | None, result: Result | None) -> None:
    """Pairings, and the tournament, are decided by the results."""
    if (changed := result or known) is not None and (pairing := out.state.pairing(changed.part)) is not None:
        decided, winner = out.state.decision(pairing.number, out.state.results)
        if (decided, winner) != (pairing.decided, pairing.winner):
            if decided:
                out.add(events.PairingDecided(pairing=pairing.number, winner=winner))
            else:
                out.add(events.PairingReopened(pairing=pairing.number))
            if pairing.to is not None:
                out.add(events.PairingFilled(pairing=pairing.to, place=pairing.place, player=winner))
    decide_all(out)


def decide_all(out: TournamentBuffer) -> None:
    """Decide the tournament once every match is decided, or reopen it if a match becomes undecided."""
    state = out.state
    if state.pairings and all(pairing.decided for pairing in state.pairings) and not state.between_rounds:
        decide(out, events.TournamentDecided)
    elif state.ranking:
        out.add(events.TournamentReopened())


class RecordResult(shared.RecordResult, frozen=True, kw_only=True, tag="record_result"):
    """A match of the tournament has ended."""

    rules = ("CT-T05",)

    def own_violations(self, state: State) -> Iterator[Violation]:
        players = self.players or tuple(range(len(state.seats)))
        if not all(0 <= player < len(state.seats) for player in players):
            return
        if not state.pairings:
            yield Violation("CT-R04", f"the {state.form} is not {state.made} yet")
        elif state.pairing_of(players) is None:
            yield Violation("CT-T05", f"{names(state.seats, players)} are not paired; {_to_play(state)}")


def _to_play(state: State) -> str:
    waiting = [names(state.seats, pairing.players) for pairing in state.open]
    return f"to play are {first_of(waiting, _SHOWN)}" if waiting else "no match is left"


# --- by hand -----------------------------------------------------------------------------------------------------------


class SetPairing(ManualChange, frozen=True, kw_only=True, tag="set_pairing"):
    """Puts other players into a match that has not been played."""

    pairing: int
    first: SeatIndex
    second: SeatIndex

    def validate(self, state: State) -> Iterator[Violation]:
        yield from unknown_players(state, self.first, self.second)
        if self.first == self.second:
            yield impossible("CT-B01", "two different players play a match")
        pairing = state.pairing(self.pairing)
        if pairing is None or pairing.decided or state.results_in(self.pairing):
            text = f"match {self.pairing} is not there, or was played: only a match to come gets other players"
            yield impossible("CT-B01", text)

    def apply(self, out: TournamentBuffer) -> None:
        pairing = out.state.pairing(self.pairing)
        if pairing is None or (pairing.first, pairing.second) != (self.first, self.second):
            out.add(events.PairingSet(pairing=self.pairing, first=self.first, second=self.second))


class Adjust(shared.AdjustCommand[State], frozen=True, kw_only=True, tag="adjust"):
    """Record changes made at the table that the regular commands cannot express."""

    reason: str
    changes: tuple[AddPoints | SetPairing, ...]

    def resolve(self, out: TournamentBuffer) -> None:
        super().resolve(out)
        decide_all(out)


def open_table(setup: TableSetup) -> tuple[CompetitionCommand, ...]:
    """start_tournament. Raises ValueError for an unknown option."""
    options = options_from(setup.options, Options(), least=None)
    return (StartTournament(players=tuple(seat.name for seat in setup.seats), options=options),)


# --- legal commands ----------------------------------------------------------------------------------------------------


def legal(state: State) -> Iterator[CompetitionCommand]:
    """Seeding and the draw, then a result for every match that can be played."""
    if state.phase == "seeding" and not state.seeded:
        yield SeedPlayers(order=state.seeds, source="drawn")
    if state.phase == "seeding" and state.bracket != "swiss":
        yield DrawBracket()
    elif state.between_rounds:
        yield next_round(state)
    match = free_name(state.results)
    for pairing in state.open:
        players = pairing.players
        if len({*players}) < len(players):
            continue  # put there twice by hand: somebody else comes in before it is played
        yield RecordResult(match=match, players=players)
        for winner in players:
            yield RecordResult(match=match, players=players, winners=(winner,))
