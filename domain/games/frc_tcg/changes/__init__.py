"""The closed list of changes that a card text or an adjustment may make (TCG-A12)."""

from collections.abc import Iterator
from functools import partial
from typing import TypeAlias, cast

from domain.effects.words import contradiction
from domain.game import tag_of
from domain.games.frc_tcg.changes.base import TcgAuthor
from domain.games.frc_tcg.changes.cards import DrawCards, ShowCard, Shuffle, TakePrize
from domain.games.frc_tcg.changes.lasting import LastingChange
from domain.games.frc_tcg.changes.moves import MoveCard
from domain.games.frc_tcg.changes.turn import ChangeAllowance, ChangeHp, FlipCoin, Note, RollDie, SetTurn
from domain.games.frc_tcg.combat import refresh_max_hp
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.state import State
from domain.rules import Violation, impossible
from domain.seats import Viewpoint

Change: TypeAlias = (
    ChangeHp
    | MoveCard
    | DrawCards
    | Shuffle
    | LastingChange
    | ChangeAllowance
    | TakePrize
    | FlipCoin
    | RollDie
    | ShowCard
    | Note
    | SetTurn
)


def apply_changes(
    out: TcgBuffer, changes: tuple[Change, ...], seat: int, source: int = 0, *, adjusting: bool = False
) -> None:
    """Apply changes in order, each checked on the state after the play and the earlier changes.

    An adjustment reports only impossible changes, not illegal ones.
    """
    author = TcgAuthor(seat, source)
    if text := contradiction(changes):
        out.violations.append(impossible("TCG-A12", text))
    for change in changes:
        found = (_impossible if adjusting else _violations)(out.state, change, author)
        idle = impossible("TCG-A12", f"{tag_of(change)}: a change without effect")
        out.change(found, partial(_carry_out, out, change, author), idle=idle)


def _violations(state: State, change: Change, author: TcgAuthor) -> Iterator[Violation]:
    if change.adjusting:
        yield impossible("TCG-A12", "only adjust can set whose turn it is")
    else:
        yield from change.validate(state, author)


def _impossible(state: State, change: Change, author: TcgAuthor) -> Iterator[Violation]:
    return (violation for violation in change.validate(state, author) if violation.impossible)


def _carry_out(out: TcgBuffer, change: Change, author: TcgAuthor) -> None:
    change.apply(out, author)
    refresh_max_hp(out)


def redacted_changes(state: State, changes: tuple[Change, ...], seat: int, viewpoint: Viewpoint) -> tuple[Change, ...]:
    """Return the changes that this seat entered, as a viewpoint may see them."""
    return tuple(cast("Change", change.redacted_for(state, seat, viewpoint)) for change in changes)
