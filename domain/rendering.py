"""Render check: can every board and sentence of a folded match be shown? A forged record may fold and still crash a screen."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Never, ParamSpec, TypeVar

from domain.board import Board
from domain.cards import Token
from domain.entries import Entry, action_parts
from domain.failure import failure
from domain.game import C, E, Game, S, evolve_all
from domain.match import Match
from domain.notation import Names, print_command
from domain.plan import Plan
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from domain.timeline import BrokenHistory

P = ParamSpec("P")
T = TypeVar("T")


def first_unrenderable(match: Match[S, C, E], entries: Iterable[Entry[C, E]]) -> tuple[int, str] | None:
    """Return the first entry that cannot be drawn or narrated from some viewpoint, and the reason, if there is one."""
    viewpoints: tuple[Viewpoint, ...] = (JUDGE, SPECTATOR, *range(len(match.state.seats)))
    for entry in entries:
        for viewpoint in viewpoints:
            try:
                for _ in _render(match, entry, viewpoint):
                    pass
            except Exception as error:
                # Events that the game's `resolve` never returns may raise anything.
                seen = viewpoint if isinstance(viewpoint, str) else f"seat {viewpoint + 1}"
                why = failure(error, match.game.package)
                return entry.envelope.version, f"cannot be drawn or told as {seen}: {why}"
    return None


def _render(match: Match[S, C, E], entry: Entry[C, E], viewpoint: Viewpoint) -> Iterator[object]:
    """Yield everything that screens show of an entry."""
    game, version = match.game, entry.envelope.version
    state, after = match.states[version - 1], match.states[version]
    command, events, _ = action_parts(entry.payload)
    if command is not None:
        yield from _render_action(game, state, command, events, viewpoint)
    for action in match.corrections.get(version, ()):
        before = match.states[0] if action.parent is None else action.parent.state
        yield from _render_action(game, before, action.command, action.events, viewpoint)
    yield game.turn_info(after)
    yield game.outcome(after)
    for seat in range(len(after.seats)):
        yield game.hidden.hand(after, seat)
        yield game.hidden.registered(after, seat, viewpoint)


def _render_action(
    game: Game[S, C, E], state: S, command: C, events: Sequence[E], viewpoint: Viewpoint
) -> Iterator[object]:
    seats = state.seats or evolve_all(game, state, events).seats
    yield print_command(game.redact(state, command, viewpoint), Names(state.catalogue, seats))
    for event in events:
        yield game.narrate(state, event, viewpoint)
        state = game.evolve(state, event)
        yield game.board(state, viewpoint)


class PlaceholderBoard(Board, frozen=True, gc=False):
    """Placeholder without content for a board that the game could not draw."""


def with_error_boundary(game: Game[S, C, E], note: Callable[[str], object]) -> Game[S, C, E]:
    """Return the game with errors in drawing and narration shown as text; `note` receives the reason.

    Parts without text raise BrokenHistory (a command, turn info) or return an empty value (a result, a hand, a list).
    """

    def failed(what: str, error: Exception) -> str:
        why = failure(error, game.package)
        note(f"damaged, or {game.name} is at fault; something of it cannot be {what}: {why}")
        return f"damaged record, or a fault in {game.name}: this cannot be {what}: {why}"

    def silent(error: Exception) -> None:
        failed("told", error)

    def no_cards(error: Exception) -> tuple[Token, ...]:
        failed("told", error)
        return ()

    def unsaid(error: Exception) -> Never:
        raise BrokenHistory(failed("told", error)) from error

    return replace(
        game,
        board=_with_fallback(
            game.board, lambda error: PlaceholderBoard(title=game.title, moment=failed("drawn", error))
        ),
        plan=_with_fallback(game.plan, lambda _: Plan()),
        narrate=_with_fallback(game.narrate, lambda error: failed("told", error)),
        redact=_with_fallback(game.redact, unsaid),
        turn_info=_with_fallback(game.turn_info, unsaid),
        outcome=_with_fallback(game.outcome, silent),
        hidden=replace(
            game.hidden,
            hand=_with_fallback(game.hidden.hand, no_cards),
            registered=_with_fallback(game.hidden.registered, silent),
        ),
    )


def _with_fallback(show: Callable[P, T], otherwise: Callable[[Exception], T]) -> Callable[P, T]:
    def shown(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return show(*args, **kwargs)
        except Exception as error:
            return otherwise(error)

    return shown
