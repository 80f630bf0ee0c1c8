"""The primitive changes that make up an adjustment or a card effect resolved by hand. There are no others.

Each change checks itself and adds its events. Card effects and adjustments share the changes.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final, TypeAlias, TypeVar

from domain.effects.words import contradiction
from domain.games.frc_card_game.changes.base import ChangeSource, FrcChange
from domain.games.frc_card_game.changes.cards import ChangePoints, DrawCards, Note, RandomResult, ShowCard, ShuffleDeck
from domain.games.frc_card_game.changes.lasting import LastingChange
from domain.games.frc_card_game.changes.moves import MoveCard
from domain.games.frc_card_game.changes.turn import (
    SetAttempts,
    SetDrawsOwed,
    SetPhase,
    SetStudentPlays,
    SkipPhase,
    SwitchRobot,
)
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.references import no_such_player
from domain.games.frc_card_game.state import State
from domain.rules import impossible
from domain.seats import Viewpoint

EffectChange: TypeAlias = (
    ChangePoints
    | DrawCards
    | MoveCard
    | ShowCard
    | SwitchRobot
    | LastingChange
    | SkipPhase
    | ShuffleDeck
    | RandomResult
    | Note
)
AnyChange: TypeAlias = EffectChange | SetPhase | SetAttempts | SetDrawsOwed | SetStudentPlays

_OF_DECKS: Final = frozenset({"CG-D03", "CG-D05", "CG-D06"})
"""Deck rules that are checked for every change by hand, adjustments included."""
C = TypeVar("C", bound=FrcChange)


def apply_changes(out: FrcBuffer, changes: Sequence[FrcChange], by: ChangeSource) -> None:
    """Apply the changes in order, each to the state after the previous one. An adjustment may break rules of play, but
    contradictions to a deck list are still violations (CG-D03, CG-D05, CG-D06)."""
    if text := contradiction(changes):
        out.violations.append(impossible("CG-A05", text))
    for change in changes:
        state = out.state
        violations = tuple(no_such_player(state, *change.seats())) or tuple(change.validate(state, by))
        if by.cause == "adjustment":
            violations = tuple(
                violation for violation in violations if violation.impossible or violation.rule in _OF_DECKS
            )
        rule, nothing = change.nothing
        idle = impossible(rule, f"{nothing}: a change without effect")
        out.change(violations, partial(change.apply, out, by), idle=idle)


def redacted_changes(state: State, changes: Iterable[C], player: int, viewpoint: Viewpoint) -> tuple[C, ...]:
    """Return a player's changes, redacted for a viewpoint. Only public information decides what is redacted."""
    return tuple(change.redacted_for(state, player, viewpoint) for change in changes)
