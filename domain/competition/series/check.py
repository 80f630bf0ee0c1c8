"""All that is wrong with a command in a series."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, assert_never

from domain.competition.commands import WithdrawResult
from domain.competition.opening import check_choices
from domain.competition.reporting import check_players, check_report, check_seats, check_withdrawal
from domain.competition.results import Result, amended, find_result
from domain.competition.series import commands as c
from domain.competition.series.adjusting import adjusted
from domain.competition.series.resolve import result_from
from domain.competition.series.state import State
from domain.rules import Violation
from domain.table import seat_name
from domain.text import counted

_ROTATIONS: Final = {3: "PBL-V09", 5: "PBL-V13"}
_MOST_GAMES: Final = 99
_LATE: Final = {
    "over": ("PBL-V01", "the series is decided"),
    "pilots": ("PBL-V09", "the pilots are drafted before the first game"),
    "select": ("PBL-V10", "the pilots of this game are selected and revealed first"),
}


def check(state: State, command: c.SeriesCommand) -> tuple[Violation, ...]:
    """Every broken rule; nothing for a legal command."""
    return tuple(_check(state, command))


def _check(state: State, command: c.SeriesCommand) -> Iterator[Violation]:
    if isinstance(command, c.StartSeries | c.DeclarePosition):
        yield from _check_opening(state, command)
    elif state.phase == "unopened":
        yield Violation("CT-R04", "the series is not open: start_series comes first", impossible=True)
    else:
        yield from _check_in_series(state, command)


def _check_in_series(state: State, command: c.InSeries) -> Iterator[Violation]:
    match command:
        case c.DraftPilots():
            yield from _check_draft(state, command)
        case c.RevealPilots():
            yield from _check_reveal(state, command)
        case c.RecordResult():
            yield from _check_game(state, command)
            yield from _check_recorded(state, command)
        case c.AmendResult():
            yield from _check_game(state, command)
            yield from _check_amended(state, command)
        case WithdrawResult():
            yield from _check_withdrawn(state, command)
        case c.RecordDecks():
            yield from _check_decks(state, command)
        case c.Adjust():
            yield from adjusted(state, command.changes).faults
        case _:
            assert_never(command)


def _check_opening(state: State, command: c.StartSeries | c.DeclarePosition) -> Iterator[Violation]:
    options = command.options
    if state.phase != "unopened":
        yield Violation("CT-R04", "the series is open already", impossible=True)
    yield from check_players(command.players, most=8)
    yield from check_choices(options)
    if not 1 <= options.best_of <= _MOST_GAMES or options.best_of % 2 == 0:
        yield Violation("PBL-V01", f"best of {options.best_of}: an odd number of games, 1 to 99", impossible=True)
    if rule := _ROTATIONS.get(options.rotation):
        if len(command.players) != 2:
            yield Violation(rule, "a pilot rotation is for two sides", impossible=True)
        if options.best_of != options.rotation:
            yield Violation(rule, f"{counted(options.rotation, 'pilot')} each are for a best of {options.rotation}")
    if isinstance(command, c.DeclarePosition):
        yield from _check_position(command)


def _check_position(command: c.DeclarePosition) -> Iterator[Violation]:
    if len(command.wins) != len(command.players):
        yield Violation("CT-B01", "every side's wins are given", impossible=True)
    if max(command.wins, default=0) * 2 > command.options.best_of or sum(command.wins) >= command.number:
        yield Violation("CT-B01", "wins of a series that goes on, fewer than its next game's number", impossible=True)


def _check_draft(state: State, command: c.DraftPilots) -> Iterator[Violation]:
    rule = _ROTATIONS.get(state.rotation, "PBL-V09")
    yield from check_seats(state.seats, (command.player,), "player")
    if not state.rotation:
        yield Violation(rule, "this series has no pilot rotation", impossible=True)
    if len(command.pilots) != state.rotation:
        yield Violation(
            rule, f"{counted(len(command.pilots), 'pilot')}; each side drafts {state.rotation}", impossible=True
        )
    if state.flown:
        yield Violation("CT-R04", "the pilots of a game are revealed already", impossible=True)
    others = {p for seat, pilots in enumerate(state.pilots) for p in pilots if seat != command.player}
    if len({*command.pilots} - others) < len(command.pilots):
        yield Violation(rule, "a pilot is drafted once, by one side", impossible=True)
    yield from _check_known(state, command.pilots, rule)


def _check_known(state: State, cards: tuple[str, ...], rule: str) -> Iterator[Violation]:
    if strange := [card for card in cards if card not in state.catalogue]:
        yield Violation(rule, f"no card {strange[0]!r} in the catalogue", impossible=True)


def _check_reveal(state: State, command: c.RevealPilots) -> Iterator[Violation]:
    if state.phase not in ("select", "play") or not state.rotation:
        text = "pilots are selected before each game, once all are drafted"
        yield Violation("PBL-V10", text, impossible=True)
    elif len(command.pilots) != len(state.seats):
        yield Violation("PBL-V10", "both pilots are revealed together", impossible=True)
    else:
        if state.phase == "play":
            yield Violation("PBL-V10", f"the pilots of game {state.number} are revealed already")
        for player, pilot in enumerate(command.pilots):
            if pilot not in state.pilots[player]:
                text = f"{seat_name(state.seats, player)} has not drafted {state.catalogue.name_of(pilot)}"
                yield Violation("PBL-V10", text, impossible=True)
            elif pilot in state.used(player):
                left = ", ".join(map(state.catalogue.name_of, state.unused(player)))
                yield Violation("PBL-V10", f"{state.catalogue.name_of(pilot)} has flown; left: {left or 'none'}")


def _check_game(state: State, command: c.RecordResult | c.AmendResult) -> Iterator[Violation]:
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


def _check_recorded(state: State, command: c.RecordResult) -> Iterator[Violation]:
    if late := _LATE.get(state.phase):
        yield Violation(*late)
    if command.starter is not None and state.starter not in (None, command.starter):
        yield Violation("PBL-V03", f"{seat_name(state.seats, state.starter)} starts game {state.number}")


def _check_withdrawn(state: State, command: WithdrawResult) -> Iterator[Violation]:
    yield from check_withdrawal(state.results, command)
    if state.results and (last := state.results[-1]).match != command.match:
        yield Violation("CT-R03", f"game {last.part} (match {last.match}) is withdrawn first", impossible=True)


def _check_amended(state: State, command: c.AmendResult) -> Iterator[Violation]:
    known = find_result(state.results, command.match)
    if known is None:
        return
    results = amended(state.results, result_from(state, command, known.part))
    if (late := _after_the_end(state, results)) is not None:
        text = f"that would have decided the series before game {late.part}: match {late.match} is withdrawn first"
        yield Violation("CT-R03", text, impossible=True)


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


def _check_decks(state: State, command: c.RecordDecks) -> Iterator[Violation]:
    players = tuple(deck.player for deck in command.decks)
    problems = tuple(check_seats(state.seats, players, "decks"))
    yield from problems
    for deck in command.decks:
        yield from _check_known(state, tuple(deck.cards), "PBL-V02")
    if problems:
        return
    lost: dict[int, Counter[str]] = {}
    gained: Counter[str] = Counter()
    for deck in command.decks:
        before, after = Counter(dict(state.decks[deck.player])), Counter(deck.cards)
        lost[deck.player] = before - after
        gained += after - before
    for player, cards in lost.items():
        if gone := sorted((cards - gained).elements()):
            text = f"the deck of {seat_name(state.seats, player)} loses {', '.join(map(state.catalogue.name_of, gone))}"
            yield Violation("PBL-V02", text)
