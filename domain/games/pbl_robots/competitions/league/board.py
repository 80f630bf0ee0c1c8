"""The board of a league: standings, and each player's keepers, money and bonuses."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.board import Board, CardView, Fact, Panel, Prompt, Zone
from domain.competition.pictures import results_panel, standings_panel
from domain.games.pbl_robots.competitions.league.state import State
from domain.games.pbl_robots.state import KEEPERS
from domain.seats import Viewpoint, seat_name

_FORMS = {"plain": "League", "keeper": "Keeper league", "salary": "Salary league"}
_RECENT = 10


def board(state: State, viewpoint: Viewpoint) -> Board:
    """Return the board, which is the same for every viewpoint."""
    del viewpoint
    return Board(
        title=_FORMS.get(state.terms.form, "League") if state.seats else "League",
        moment=f"season {state.season}" if state.season else "before the first season",
        phases=("preparation", "season"),
        phase=state.phase,
        facts=(Fact("game", state.played),) if state.game else (),
        panels=tuple(_panels(state)),
        prompts=_prompts(state),
        result=f"{seat_name(state.seats, state.ranking[0])} wins the league" if state.ranking else "",
    )


def _panels(state: State) -> Iterator[Panel]:
    if state.season:
        panel = standings_panel(state.seats, state.standings(state.season))
        yield replace(panel, title=f"Standings, season {state.season}")
    if state.season > 1:
        panel = standings_panel(state.seats, state.standings())
        yield replace(panel, key="overall", title="Standings, all seasons")
    if state.terms.form != "plain":
        yield from (_member(state, player) for player in range(len(state.members)))
    if state.results:
        yield replace(results_panel(state.seats, state.results[-_RECENT:], "season"), title="Last results")


def _member(state: State, player: int) -> Panel:
    member = state.members[player]
    keepers = tuple(
        CardView(f"keeper.{k.card}", state.catalogue.name_of(k.card), states=(str(k.price),) if k.price else ())
        for k in member.keepers
    )
    facts = [Fact("money", str(member.money))] if state.terms.form == "salary" else []
    facts += [Fact("bonuses", ", ".join(member.bonuses))] if member.bonuses else []
    zone = Zone(f"keepers{player}", "keepers", keepers, capacity=KEEPERS)
    return Panel(f"seat{player}", state.seats[player].name, player, state.selector == player, tuple(facts), (zone,))


def _prompts(state: State) -> tuple[Prompt, ...]:
    if state.lot is not None:
        what = state.lot.bonus or state.catalogue.name_of(state.lot.card)
        return (Prompt(f"{what}: {state.lot.amount} bid by {seat_name(state.seats, state.lot.bidder)}"),)
    if state.phase == "season":
        return (Prompt("record the matches of the season, then end it"),)
    return (_preparation(state),) if state.phase == "preparation" else ()


def _preparation(state: State) -> Prompt:
    if state.terms.form == "salary":
        offered = f" ({', '.join(state.offered)})" if state.offered else ""
        return Prompt(f"bid for keepers and bonuses{offered}, then start the season")
    if state.terms.form == "keeper" and not state.season:
        if not state.order:
            return Prompt("draw who selects first")
        if state.selector is not None:
            return Prompt("selects a keeper", state.selector)
    return Prompt("start a season")
