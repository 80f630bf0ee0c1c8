"""What is entered into a series: what forbids it, and what follows."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, ClassVar, Final, final

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.cards import CardId, SeatIndex
from domain.competition import commands as shared
from domain.competition.adjusting import adjust, faults_of
from domain.competition.commands import Count
from domain.competition.events import ResultAmended, ResultRecorded, ResultWithdrawn
from domain.competition.reporting import check_players, check_report, check_seats, check_withdrawal
from domain.competition.results import Result, amended, find_result
from domain.competition.series.changes import Change, Copies, SetDeck
from domain.competition.series.events import Adjusted, DeckRecorded, PilotsDrafted, PilotsRevealed, SeriesStarted
from domain.competition.series.options import Options
from domain.competition.series.score import SeriesCourse, fastest, next_starter, plus, score
from domain.competition.series.state import State, result_before
from domain.game import Command
from domain.options import choice_faults
from domain.rules import Violation
from domain.table import JUDGE, Viewpoint, seat_name
from domain.text import counted

_ROTATIONS: Final = {3: "PBL-V09", 5: "PBL-V13"}
_MOST_GAMES: Final = 99
_LATE: Final = {
    "over": ("PBL-V01", "the series is decided"),
    "pilots": ("PBL-V09", "the pilots are drafted before the first game"),
    "select": ("PBL-V10", "the pilots of this game are selected and revealed first"),
}


class SeriesCommand(Command, frozen=True, kw_only=True):
    """What is entered into a series."""

    opens: ClassVar[bool] = False

    def check(self, state: State) -> tuple[Violation, ...]:
        """CT-R04: anything but an opening finds the series open."""
        if state.phase == "unopened" and not self.opens:
            text = "the series is not open: start_series comes first"
            return (Violation("CT-R04", text, impossible=True),)
        return tuple(self.faults(state))

    @abstractmethod
    def faults(self, state: State) -> Iterator[Violation]:
        """What is wrong with it."""

    @abstractmethod
    def unfold(self, course: SeriesCourse) -> None:
        """What follows from it."""


# --- opening -----------------------------------------------------------------------------------------------------------


def _opening_faults(state: State, players: tuple[str, ...], options: Options) -> Iterator[Violation]:
    if state.phase != "unopened":
        yield Violation("CT-R04", "the series is open already", impossible=True)
    yield from check_players(players, most=8)
    yield from choice_faults(options, "CT-S02")
    if not 1 <= options.best_of <= _MOST_GAMES or options.best_of % 2 == 0:
        yield Violation("PBL-V01", f"best of {options.best_of}: an odd number of games, 1 to 99", impossible=True)
    if rule := _ROTATIONS.get(options.rotation):
        if len(players) != 2:
            yield Violation(rule, "a pilot rotation is for two sides", impossible=True)
        if options.best_of != options.rotation:
            yield Violation(rule, f"{counted(options.rotation, 'pilot')} each are for a best of {options.rotation}")


def _started(players: tuple[str, ...], options: Options, wins: tuple[int, ...], number: int) -> SeriesStarted:
    return SeriesStarted(
        players=players,
        game=options.game,
        best_of=options.best_of,
        needed=options.best_of // 2 + 1,
        starts=options.starts,
        rotation=options.rotation,
        wins=wins,
        number=number,
    )


@final
class StartSeries(SeriesCommand, frozen=True, kw_only=True, tag="start_series"):
    """Opens a series."""

    players: tuple[str, ...]
    options: Options = Options()
    opens = True

    def faults(self, state: State) -> Iterator[Violation]:
        return _opening_faults(state, self.players, self.options)

    def unfold(self, course: SeriesCourse) -> None:
        course.add(_started(self.players, self.options, (0,) * len(self.players), 1))


@final
class DeclarePosition(SeriesCommand, frozen=True, kw_only=True, tag="declare_position"):
    """Opens a series whose first games were played elsewhere."""

    players: tuple[str, ...]
    wins: tuple[Count, ...]
    number: Annotated[int, Meta(ge=1, le=999)]
    """The next game."""
    options: Options = Options()
    opens = True

    def faults(self, state: State) -> Iterator[Violation]:
        yield from _opening_faults(state, self.players, self.options)
        if len(self.wins) != len(self.players):
            yield Violation("CT-B01", "every side's wins are given", impossible=True)
        if max(self.wins, default=0) * 2 > self.options.best_of or sum(self.wins) >= self.number:
            text = "wins of a series that goes on, fewer than its next game's number"
            yield Violation("CT-B01", text, impossible=True)

    def unfold(self, course: SeriesCourse) -> None:
        course.add(_started(self.players, self.options, self.wins, self.number))


# --- pilots and decks --------------------------------------------------------------------------------------------------


def _unknown_cards(state: State, cards: tuple[str, ...], rule: str) -> Iterator[Violation]:
    if strange := [card for card in cards if card not in state.catalogue]:
        yield Violation(rule, f"no card {strange[0]!r} in the catalogue", impossible=True)


@final
class DraftPilots(SeriesCommand, frozen=True, kw_only=True, tag="draft_pilots"):
    """Rotation: the pilots that a side drafted; they lie open."""

    player: SeatIndex
    pilots: tuple[CardId, ...]

    def faults(self, state: State) -> Iterator[Violation]:
        rule, count = _ROTATIONS.get(state.rotation, "PBL-V09"), len(self.pilots)
        yield from check_seats(state.seats, (self.player,), "player")
        if not state.rotation:
            yield Violation(rule, "this series has no pilot rotation", impossible=True)
        if count != state.rotation:
            text = f"{counted(count, 'pilot')}; each side drafts {state.rotation}"
            yield Violation(rule, text, impossible=True)
        if state.flown:
            yield Violation("CT-R04", "the pilots of a game are revealed already", impossible=True)
        others = {p for seat, pilots in enumerate(state.pilots) for p in pilots if seat != self.player}
        if len({*self.pilots} - others) < count:
            yield Violation(rule, "a pilot is drafted once, by one side", impossible=True)
        yield from _unknown_cards(state, self.pilots, rule)

    def unfold(self, course: SeriesCourse) -> None:
        course.add(PilotsDrafted(player=self.player, pilots=self.pilots))


@final
class RevealPilots(SeriesCommand, frozen=True, kw_only=True, tag="reveal_pilots"):
    """Rotation: the pilots selected for the next game, turned up together, in the order of the seats."""

    pilots: tuple[CardId, ...]

    def faults(self, state: State) -> Iterator[Violation]:
        if state.phase not in ("select", "play") or not state.rotation:
            text = "pilots are selected before each game, once all are drafted"
            yield Violation("PBL-V10", text, impossible=True)
            return
        if len(self.pilots) != len(state.seats):
            yield Violation("PBL-V10", "both pilots are revealed together", impossible=True)
            return
        if state.phase == "play":
            yield Violation("PBL-V10", f"the pilots of game {state.number} are revealed already")
        for player, pilot in enumerate(self.pilots):
            name = state.catalogue.name_of(pilot)
            if pilot not in state.pilots[player]:
                text = f"{seat_name(state.seats, player)} has not drafted {name}"
                yield Violation("PBL-V10", text, impossible=True)
            elif pilot in state.used(player):
                left = ", ".join(map(state.catalogue.name_of, state.unused(player)))
                yield Violation("PBL-V10", f"{name} has flown; left: {left or 'none'}")

    def unfold(self, course: SeriesCourse) -> None:
        state = course.state
        starter = fastest(state, self.pilots)
        course.add(PilotsRevealed(number=state.number, pilots=self.pilots, starter=starter))


class Deck(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A side's deck, as copies of cards."""

    player: SeatIndex
    cards: dict[CardId, Copies]


@final
class RecordDecks(SeriesCommand, frozen=True, kw_only=True, tag="record_decks"):
    """The decks with which the next game begins: all cards of the game before, and what was acquired in it."""

    decks: tuple[Deck, ...]

    def faults(self, state: State) -> Iterator[Violation]:
        strangers = tuple(check_seats(state.seats, tuple(deck.player for deck in self.decks), "decks"))
        yield from strangers
        for deck in self.decks:
            yield from _unknown_cards(state, tuple(deck.cards), "PBL-V02")
        if not strangers:
            yield from self._lost_cards(state)

    def _lost_cards(self, state: State) -> Iterator[Violation]:
        """Cards that no deck has any more."""
        lost: dict[int, Counter[str]] = {}
        gained: Counter[str] = Counter()
        for deck in self.decks:
            before, after = Counter(dict(state.decks[deck.player])), Counter(deck.cards)
            lost[deck.player] = before - after
            gained += after - before
        for player, cards in lost.items():
            if gone := sorted((cards - gained).elements()):
                names = ", ".join(map(state.catalogue.name_of, gone))
                yield Violation("PBL-V02", f"the deck of {seat_name(state.seats, player)} loses {names}")

    def unfold(self, course: SeriesCourse) -> None:
        for deck in self.decks:
            course.add(DeckRecorded(player=deck.player, cards=tuple(sorted(deck.cards.items()))))

    def veiled(self, state: State, viewpoint: Viewpoint) -> SeriesCommand:  # noqa: ARG002
        decks = tuple(deck if viewpoint in (deck.player, JUDGE) else replace(deck, cards={}) for deck in self.decks)
        return replace(self, decks=decks)


# --- results -----------------------------------------------------------------------------------------------------------


def _game_faults(state: State, command: "RecordResult | AmendResult") -> Iterator[Violation]:
    yield from check_report(state.seats, state.results, command)
    if command.players and len(set(command.players)) < len(state.seats):
        yield Violation("CT-R01", "every side plays every game of a series", impossible=True)
    if len(command.winners) > 1:
        yield Violation("CT-R01", "one side wins a game of a series, or none", impossible=True)
    for player, what in ((command.starter, "starter"), (command.first_out, "first_out")):
        if player is not None:
            yield from check_seats(state.seats, (player,), what)
    if command.first_out is not None and command.first_out in command.winners:
        yield Violation("PBL-V03", "who was out first did not win", impossible=True)
    if command.winners and command.first_out is None and len(state.seats) > 2:
        yield Violation("PBL-V03", "with more than two sides, first_out says who starts the next game")


@final
class RecordResult(shared.RecordResult, SeriesCommand, frozen=True, kw_only=True, tag="record_result"):
    """A game of the series has ended."""

    winners: tuple[SeatIndex, ...] = ()
    starter: SeatIndex | None = None
    """Who started it, where that was noted."""
    first_out: SeatIndex | None = None
    """With three sides: who was eliminated first."""

    def faults(self, state: State) -> Iterator[Violation]:
        yield from _game_faults(state, self)
        if late := _LATE.get(state.phase):
            yield Violation(*late)
        if self.starter is not None and state.starter not in (None, self.starter):
            yield Violation("PBL-V03", f"{seat_name(state.seats, state.starter)} starts game {state.number}")

    def unfold(self, course: SeriesCourse) -> None:
        state = course.state
        result = self.result(range(len(state.seats)), state.number, self.first_out)
        course.add(ResultRecorded(result=result))
        score(course, plus(state.wins, result, 1), state.number + 1, next_starter(state, result))


@final
class AmendResult(shared.AmendResult, SeriesCommand, frozen=True, kw_only=True, tag="amend_result"):
    """A game of the series stands otherwise than it was recorded."""

    winners: tuple[SeatIndex, ...] = ()
    starter: SeatIndex | None = None
    first_out: SeatIndex | None = None

    def faults(self, state: State) -> Iterator[Violation]:
        yield from _game_faults(state, self)
        known = find_result(state.results, self.match)
        if known is None:
            return
        late = _after_the_end(state, amended(state.results, self._result(state, known)))
        if late is not None:
            text = f"that would have decided the series before game {late.part}: match {late.match} is withdrawn first"
            yield Violation("CT-R03", text, impossible=True)

    def _result(self, state: State, known: Result) -> Result:
        return self.result(range(len(state.seats)), known.part, self.first_out)

    def unfold(self, course: SeriesCourse) -> None:
        state = course.state
        known = find_result(state.results, self.match)
        if known is None:
            return
        result = self._result(state, known)
        course.add(ResultAmended(result=result))
        last = known == state.results[-1] and not state.rotation
        starter = next_starter(state, result) if last else state.starter
        score(course, plus(plus(state.wins, known, -1), result, 1), state.number, starter)


def _after_the_end(state: State, results: tuple[Result, ...]) -> Result | None:
    """The first game that follows the decision."""
    recorded = Counter(winner for result in state.results for winner in result.winners)
    wins = {seat: won - recorded[seat] for seat, won in enumerate(state.wins)}
    for result, following in pairwise(results):
        for winner in result.winners:
            wins[winner] = wins.get(winner, 0) + 1
            if wins[winner] >= state.needed:
                return following
    return None


@final
class WithdrawResult(shared.WithdrawResult, SeriesCommand, frozen=True, kw_only=True, tag="withdraw_result"):
    """A game of the series has no outcome any more."""

    def faults(self, state: State) -> Iterator[Violation]:
        yield from check_withdrawal(state.results, self)
        if state.results and (last := state.results[-1]).match != self.match:
            yield Violation("CT-R03", f"game {last.part} (match {last.match}) is withdrawn first", impossible=True)

    def unfold(self, course: SeriesCourse) -> None:
        state = course.state
        known = find_result(state.results, self.match)
        if known is None:
            return
        course.add(ResultWithdrawn(match=self.match))
        before = result_before(state, self.match)
        starter = next_starter(state, before) if before is not None else None
        if pilots := dict(state.flown).get(known.part):
            starter = fastest(state, pilots)
        score(course, plus(state.wins, known, -1), known.part, starter)


# --- by hand -----------------------------------------------------------------------------------------------------------


@final
class Adjust(SeriesCommand, frozen=True, kw_only=True, tag="adjust"):
    """Follows the table where no other command can."""

    reason: str
    changes: tuple[Change, ...]

    def faults(self, state: State) -> Iterator[Violation]:
        yield from faults_of(state, self.changes)

    def unfold(self, course: SeriesCourse) -> None:
        course.add(Adjusted(reason=self.reason))
        adjust(course, self.changes)

    def veiled(self, state: State, viewpoint: Viewpoint) -> SeriesCommand:  # noqa: ARG002
        hidden = (isinstance(change, SetDeck) and viewpoint not in (change.player, JUDGE) for change in self.changes)
        changes = (replace(c, cards={}) if hide else c for c, hide in zip(self.changes, hidden, strict=True))
        return replace(self, changes=tuple(changes))


COMMANDS: Final[tuple[type[SeriesCommand], ...]] = (
    StartSeries,
    DeclarePosition,
    DraftPilots,
    RevealPilots,
    RecordResult,
    AmendResult,
    WithdrawResult,
    RecordDecks,
    Adjust,
)
