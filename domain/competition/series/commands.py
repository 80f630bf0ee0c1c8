"""Commands of a series: their validation and resulting events."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, final

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardId, SeatIndex
from domain.competition import adjusting
from domain.competition import commands as shared
from domain.competition.commands import CompetitionCommand
from domain.competition.events import ResultAmended, ResultRecorded, ResultWithdrawn
from domain.competition.opening import opening_violations
from domain.competition.reporting import check_report, check_seats, check_withdrawal
from domain.competition.results import Result, amended, find_result
from domain.competition.series.changes import Change, Copies, SetDeck
from domain.competition.series.events import DeckRecorded
from domain.competition.series.score import SeriesBuffer, plus, score
from domain.competition.series.state import State
from domain.rules import Violation
from domain.seats import JUDGE, Viewpoint, seat_name

_MOST_GAMES: Final = 99


# --- opening -----------------------------------------------------------------------------------------------------------


def series_violations(state: State, players: tuple[str, ...], options: Struct, best_of: int) -> Iterator[Violation]:
    """Yield the violations of opening a series with these options."""
    yield from opening_violations(state, players, options, most=8)
    if not 1 <= best_of <= _MOST_GAMES or best_of % 2 == 0:
        yield Violation("CT-V01", f"best of {best_of}: an odd number of games, 1 to 99", impossible=True)


def score_violations(players: tuple[str, ...], wins: tuple[int, ...], number: int, best_of: int) -> Iterator[Violation]:
    """Yield the violations of the score of a series whose first games were played elsewhere."""
    if len(wins) != len(players):
        yield Violation("CT-B01", "every side's wins are given", impossible=True)
    if max(wins, default=0) * 2 > best_of or sum(wins) >= number:
        text = "wins of a series that goes on, fewer than its next game's number"
        yield Violation("CT-B01", text, impossible=True)


# --- decks -------------------------------------------------------------------------------------------------------------


def unknown_cards(state: State, cards: tuple[str, ...], rule: str) -> Iterator[Violation]:
    """Cards that the catalogue does not know."""
    if strange := [card for card in cards if card not in state.catalogue]:
        yield Violation(rule, f"no card {strange[0]!r} in the catalogue", impossible=True)


class Deck(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A side's deck, as copies of cards."""

    player: SeatIndex
    cards: dict[CardId, Copies]


@final
class RecordDecks(CompetitionCommand, frozen=True, kw_only=True, tag="record_decks"):
    """The decks with which the next game begins: all cards of the game before, and what was acquired in it."""

    title = "Record the decks"
    decks: tuple[Deck, ...]
    rules = ("CT-R01", "CT-V02")

    def validate(self, state: State) -> Iterator[Violation]:
        strangers = tuple(check_seats(state.seats, tuple(deck.player for deck in self.decks), "decks"))
        yield from strangers
        for deck in self.decks:
            yield from unknown_cards(state, tuple(deck.cards), "CT-V02")
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
                yield Violation("CT-V02", f"the deck of {seat_name(state.seats, player)} loses {names}")

    def resolve(self, out: SeriesBuffer) -> None:
        for deck in self.decks:
            out.add(DeckRecorded(player=deck.player, cards=tuple(sorted(deck.cards.items()))))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> CompetitionCommand:  # noqa: ARG002
        decks = tuple(deck if viewpoint in (deck.player, JUDGE) else replace(deck, cards={}) for deck in self.decks)
        return replace(self, decks=decks)


# --- results -----------------------------------------------------------------------------------------------------------


def _game_violations(state: State, command: "RecordResult | AmendResult") -> Iterator[Violation]:
    yield from check_report(state.seats, state.results, command)
    if command.players and len(set(command.players)) < len(state.seats):
        yield Violation("CT-R01", "every side plays every game of a series", impossible=True)
    if len(command.winners) > 1:
        yield Violation("CT-R01", "a game of a series has at most one winning side", impossible=True)
    for player, what in ((command.starter, "starter"), (command.first_out, "first_out")):
        if player is not None:
            yield from check_seats(state.seats, (player,), what)
    if command.first_out is not None and command.first_out in command.winners:
        yield Violation("CT-V03", "the player who was out first cannot win", impossible=True)
    if command.winners and command.first_out is None and len(state.seats) > 2:
        yield Violation("CT-V03", "with more than two sides, first_out says who starts the next game")


@final
class RecordResult(shared.RecordResult, frozen=True, kw_only=True, tag="record_result"):
    """A game of the series has ended."""

    winners: tuple[SeatIndex, ...] = ()
    starter: SeatIndex | None = None
    """Player who started the game, if noted."""
    first_out: SeatIndex | None = None
    """With three sides: who was eliminated first."""
    rules = ("CT-V01", "CT-V03")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _game_violations(state, self)
        if state.unready is not None:
            yield state.unready
        if self.starter is not None and state.starter not in (None, self.starter):
            yield Violation("CT-V03", f"{seat_name(state.seats, state.starter)} starts game {state.number}")

    def resolve(self, out: SeriesBuffer) -> None:
        state = out.state
        result = self.result(range(len(state.seats)), state.number, self.first_out)
        out.add(ResultRecorded(result=result))
        score(out, plus(state.wins, result, 1), state.number + 1, state.starter_after(result))


@final
class AmendResult(shared.AmendResult, frozen=True, kw_only=True, tag="amend_result"):
    """Amend the result of a game of the series that was corrected, rewound or ruled on."""

    winners: tuple[SeatIndex, ...] = ()
    starter: SeatIndex | None = None
    first_out: SeatIndex | None = None
    rules = ("CT-V03",)

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _game_violations(state, self)
        known = find_result(state.results, self.match)
        if known is None:
            return
        late = _after_the_end(state, amended(state.results, self._result(state, known)))
        if late is not None:
            text = f"that would have decided the series before game {late.part}: match {late.match} is withdrawn first"
            yield Violation("CT-R03", text, impossible=True)

    def _result(self, state: State, known: Result) -> Result:
        return self.result(range(len(state.seats)), known.part, self.first_out)

    def resolve(self, out: SeriesBuffer) -> None:
        state = out.state
        known = find_result(state.results, self.match)
        if known is None:
            return
        result = self._result(state, known)
        out.add(ResultAmended(result=result))
        starter = state.starter_amended(known, result)
        score(out, plus(plus(state.wins, known, -1), result, 1), state.number, starter)


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
class WithdrawResult(shared.WithdrawResult, frozen=True, kw_only=True, tag="withdraw_result"):
    """A game of the series has no outcome any more."""

    def validate(self, state: State) -> Iterator[Violation]:
        yield from check_withdrawal(state.results, self)
        if state.results and (last := state.results[-1]).match != self.match:
            yield Violation("CT-R03", f"game {last.part} (match {last.match}) is withdrawn first", impossible=True)

    def resolve(self, out: SeriesBuffer) -> None:
        state = out.state
        known = find_result(state.results, self.match)
        if known is None:
            return
        out.add(ResultWithdrawn(match=self.match))
        score(out, plus(state.wins, known, -1), known.part, state.starter_again(known))


# --- by hand -----------------------------------------------------------------------------------------------------------


@final
class Adjust(adjusting.AdjustCommand[State], frozen=True, kw_only=True, tag="adjust"):
    """Record changes made at the table that the regular commands cannot express."""

    reason: str
    changes: tuple[Change, ...]

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> CompetitionCommand:  # noqa: ARG002
        hidden = (isinstance(change, SetDeck) and viewpoint not in (change.player, JUDGE) for change in self.changes)
        changes = (replace(c, cards={}) if hide else c for c, hide in zip(self.changes, hidden, strict=True))
        return replace(self, changes=tuple(changes))
