"""Board of a series: the score, each side's deck, the games."""

from domain.board import Board, CardView, Fact, Panel, Prompt, Zone
from domain.competition.pictures import results_panel
from domain.competition.series.state import State
from domain.seats import JUDGE, Viewpoint, seat_name
from domain.text import pluralize


def board(state: State, viewpoint: Viewpoint) -> Board:
    """One panel a side, then the games. A deck list is for its owner and the judge."""
    return Board(
        title=f"Series, best of {state.best_of}" if state.best_of else "Series",
        moment=f"game {state.number}" if state.phase != "over" else f"{pluralize(len(state.results), 'game')}",
        phases=("play",),
        phase=state.phase,
        facts=(Fact("game", state.game),) if state.game else (),
        panels=(*(_side(state, seat, viewpoint) for seat in range(len(state.seats))), *_games(state)),
        prompts=_prompts(state),
        result=_result(state),
    )


def _side(state: State, seat: int, viewpoint: Viewpoint) -> Panel:
    deck = state.decks[seat]
    parts: list[Zone] = []
    if deck and viewpoint in (seat, JUDGE):
        cards = tuple(
            CardView(f"deck{seat}.{card}", state.catalogue.name_of(card), states=(f"x{n}",) if n > 1 else ())
            for card, n in deck
        )
        parts.append(Zone(f"deck{seat}", "deck", cards))
    facts = (
        Fact("wins", f"{state.wins[seat]} of {state.needed}", "strong"),
        Fact("deck", str(sum(n for _, n in deck))),
    )
    active = state.starter == seat and state.phase == "play"
    return Panel(f"seat{seat}", state.seats[seat].name, seat, active, facts if deck else facts[:1], tuple(parts))


def _games(state: State) -> tuple[Panel, ...]:
    return (results_panel(state.seats, state.results, "game"),) if state.results else ()


def _prompts(state: State) -> tuple[Prompt, ...]:
    if state.phase != "play":
        return ()
    who = "the game names who starts" if state.starter is None else f"{seat_name(state.seats, state.starter)} starts"
    return (Prompt(f"game {state.number}: {who}"),)


def _result(state: State) -> str:
    if state.winner is None:
        return ""
    return f"{seat_name(state.seats, state.winner)} wins the series {' : '.join(map(str, state.wins))}"
