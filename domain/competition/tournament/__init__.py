"""A tournament: single elimination with seeds and byes, a round robin, or a Swiss; its board has the standings, and every round."""

from collections.abc import Iterator
from typing import Final

from domain.board import Board, Cell, Fact, Panel, Prompt, Table
from domain.capabilities import CardSupport
from domain.competition.commands import AmendResult, CompetitionCommand, WithdrawResult, rights_of
from domain.competition.pictures import standings_panel
from domain.competition.record import RESULT_EVENTS, CompetitionCard, PointsAdded, card_counts, names
from domain.competition.tournament import commands, events
from domain.competition.tournament.pairings import Pairing
from domain.competition.tournament.state import State, outcome, turn_info
from domain.competition.tournament.tiebreaks import TIE_BREAKS, shown, tie_breaks_named
from domain.game import Event, Game, kinds_in
from domain.seats import Viewpoint, seat_name
from domain.text import pluralize

_TITLES = {
    "single": "Tournament, single elimination",
    "round_robin": "Tournament, round robin",
    "swiss": "Tournament, Swiss",
}
_SHOWN = 8


def board(state: State, viewpoint: Viewpoint) -> Board:
    """Everybody sees everything."""
    del viewpoint
    points = "round" if state.bracket == "single" else "points"
    table = (
        (standings_panel(state.seats, state.standings(), points=points, more=further_columns(state)),)
        if state.seats
        else ()
    )
    return Board(
        title=_TITLES.get(state.bracket, "Tournament") if state.seats else "Tournament",
        moment=f"round {state.round}" if state.round else f"{pluralize(len(state.seats), 'player')}",
        phases=("seeding", "play"),
        phase=state.phase,
        facts=tuple(_facts(state)),
        panels=(*table, *_rounds(state)),
        prompts=_prompts(state),
        result=f"{seat_name(state.seats, state.ranking[0])} wins the tournament" if state.ranking else "",
    )


def _facts(state: State) -> Iterator[Fact]:
    if state.game:
        yield Fact("game", state.played)
    if state.bracket == "swiss":
        yield Fact("rounds", str(state.rounds))
        named = (
            f"{name.replace('_', ' ')} ({TIE_BREAKS[name].heading})" for name in tie_breaks_named(state.tie_breaks)
        )
        yield Fact("tie-breaks", ", ".join(named) or "none")


def further_columns(state: State) -> dict[str, dict[int, str]]:
    """Of a Swiss: whether somebody dropped, and the tie-breaks, by player."""
    if state.bracket != "swiss":
        return {}
    broken = state.broken_ties(state.record)
    named = tie_breaks_named(state.tie_breaks)
    columns = {
        TIE_BREAKS[name].heading: {player: shown(name, ties[place]) for player, ties in broken.items()}
        for place, name in enumerate(named)
    }
    byes = {"byes": {player: str(state.byes.count(player)) for player in state.byes}} if state.byes else {}
    dropped = {"": dict.fromkeys(state.dropped, "dropped")} if state.dropped else {}
    return {**byes, **columns, **dropped}


def _rounds(state: State) -> Iterator[Panel]:
    last = max((pairing.round for pairing in state.pairings), default=0)
    for number in range(1, last + 1):
        rows = tuple(_row(state, pairing) for pairing in state.pairings if pairing.round == number)
        title = "Final" if state.bracket == "single" and number == last else f"Round {number}"
        table = Table(f"round{number}", ("match", "players", "result"), rows)
        yield Panel(f"round{number}", title, active=number == state.round, parts=(table,))


def _row(state: State, pairing: Pairing) -> tuple[Cell, ...]:
    first, second = (
        seat_name(state.seats, player) if player is not None else "" for player in (pairing.first, pairing.second)
    )
    between = f"{first} (bye)" if pairing.bye else f"{first or '…'} - {second or '…'}"
    return (Cell(str(pairing.number)), Cell(between), Cell(_result(state, pairing)))


def _result(state: State, pairing: Pairing) -> str:
    played = ", ".join(result.match for result in state.results_in(pairing.number))
    if pairing.bye:
        return "goes on" if state.bracket == "single" else "counts as won"
    if not pairing.decided:
        return f"drawn ({played}), to be played again" if played else ""
    who = state.ending_of(pairing)
    return f"{who} ({played})" if played else who


def _prompts(state: State) -> tuple[Prompt, ...]:
    if state.between_rounds:
        return (Prompt(f"pair round {state.rounds_paired + 1} of {state.rounds}"),)
    if state.phase == "seeding":
        return (Prompt(f"seed the players, then draw the {state.form}"),)
    waiting = [f"{pairing.number}: {names(state.seats, pairing.players)}" for pairing in state.open]
    more = f" and {len(waiting) - _SHOWN} more" if len(waiting) > _SHOWN else ""
    return (Prompt(f"to play: {' · '.join(waiting[:_SHOWN])}{more}"),) if waiting else ()


# Where commands are typed, letters are given out in this order.
_COMMANDS: Final[tuple[type[CompetitionCommand], ...]] = (
    *kinds_in(commands)[:-1],
    AmendResult,
    WithdrawResult,
    commands.Adjust,
)

TOURNAMENT: Final[Game[State, CompetitionCommand, Event]] = Game(
    name="tournament",
    title="Tournament",
    kind="competition",
    rules_version="2",
    rulebook="Tournaments of PBL ROBOTS (rule book 1.2), for any game",
    package=__name__,
    seat_counts=tuple(range(2, commands.MOST_ENTRANTS + 1)),
    turn_word="round",
    commands=_COMMANDS,
    events=(*kinds_in(events), *RESULT_EVENTS, PointsAdded),
    options=commands.Options,
    initial=lambda catalogue: State(catalogue=catalogue),
    open_table=commands.open_table,
    legal=commands.legal,
    outcome=outcome,
    turn_info=turn_info,
    board=board,
    card_counts=card_counts,
    rights=rights_of(_COMMANDS),
    open_after_end=("amend_result", "withdraw_result", "adjust"),
    cards=CardSupport(records=(CompetitionCard,)),
)
