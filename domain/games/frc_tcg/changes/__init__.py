"""The closed list of changes that a card text or an adjustment may make (TCG-A12)."""

from collections.abc import Iterator
from functools import partial
from typing import TypeAlias, cast

from domain.game import tag_of
from domain.games.frc_tcg.changes.base import Author
from domain.games.frc_tcg.changes.cards import DrawCards, ShowCard, Shuffle, TakePrize
from domain.games.frc_tcg.changes.moving import MoveCard
from domain.games.frc_tcg.changes.robots import AddEffect, ChangeHp, ChangeMaxHp, LiftEffect
from domain.games.frc_tcg.changes.turn import ChangeAllowance, FlipCoin, Note, RollDie, SetTurn
from domain.games.frc_tcg.combat import refresh_max_hp
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.state import State
from domain.rules import Violation, impossible
from domain.seats import Viewpoint

Change: TypeAlias = (
    ChangeHp
    | ChangeMaxHp
    | MoveCard
    | DrawCards
    | Shuffle
    | AddEffect
    | LiftEffect
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
    """All changes in order, each checked on the state that the play and the changes before it left.

    An adjustment is checked for what cannot be, not for what may not be.
    """
    author = Author(seat, source)
    for change in changes:
        found = _impossible(out.state, change, seat) if adjusting else _violations(out.state, change, seat)
        idle = impossible("TCG-A12", f"{tag_of(change)}: a change without effect")
        out.change(found, partial(_carry_out, out, change, author), idle=idle)


def _violations(state: State, change: Change, seat: int) -> Iterator[Violation]:
    if change.adjusting:
        yield impossible("TCG-A12", "no card text says whose turn it is: adjust")
    else:
        yield from change.validate(state, seat)


def _impossible(state: State, change: Change, seat: int) -> Iterator[Violation]:
    return (violation for violation in change.validate(state, seat) if violation.impossible)


def _carry_out(out: TcgBuffer, change: Change, author: Author) -> None:
    change.apply(out, author)
    refresh_max_hp(out)


def redacted_changes(state: State, changes: tuple[Change, ...], seat: int, viewpoint: Viewpoint) -> tuple[Change, ...]:
    """The changes as that viewpoint may see them, when this seat entered them."""
    return tuple(cast("Change", change.redacted_for(state, seat, viewpoint)) for change in changes)
