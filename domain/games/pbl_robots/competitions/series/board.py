"""The board of a series, with the pilots of its sides."""

from msgspec.structs import replace

from domain.board import Board, CardView, Panel, Prompt, Zone
from domain.competition.series import board as plain
from domain.games.pbl_robots.competitions.series.state import State
from domain.seats import Viewpoint
from domain.text import pluralize


def board(state: State, viewpoint: Viewpoint) -> Board:
    """Return the board: one panel per side with its pilots, which are public, then the games (PBL-V14)."""
    shown = plain(state, viewpoint)
    if not state.rotation:
        return shown
    return replace(
        shown,
        phases=("pilots", "select", "play"),
        panels=tuple(_with_pilots(state, panel) for panel in shown.panels),
        prompts=_prompts(state) or shown.prompts,
    )


def _with_pilots(state: State, panel: Panel) -> Panel:
    seat = panel.seat
    if seat is None or not state.pilots[seat]:
        return panel
    flown, now = state.used(seat), dict(state.flown).get(state.number)
    pilots = tuple(
        CardView(f"pilot{seat}.{pilot}", state.catalogue.name_of(pilot), states=_states(pilot, flown, now, seat))
        for pilot in state.pilots[seat]
    )
    return replace(panel, parts=(*panel.parts, Zone(f"pilots{seat}", "pilots", pilots)))


def _states(pilot: str, flown: tuple[str, ...], now: tuple[str, ...] | None, seat: int) -> tuple[str, ...]:
    if pilot in flown:
        return ("flown",)
    return ("selected",) if now is not None and now[seat] == pilot else ()


def _prompts(state: State) -> tuple[Prompt, ...]:
    if state.phase == "pilots":
        waiting = [seat for seat, pilots in enumerate(state.pilots) if not pilots]
        return tuple(Prompt(f"drafts {pluralize(state.rotation, 'pilot')}", seat) for seat in waiting)
    if state.phase == "select":
        return (Prompt(f"select a pilot each for game {state.number}"),)
    return ()
