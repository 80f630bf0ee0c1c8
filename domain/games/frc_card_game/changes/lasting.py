"""Changes by hand that last a while, in the shared words of effects."""

from collections.abc import Iterator
from typing import TypeAlias, final

from domain.cards import CardRef, parse_ref
from domain.effects.lasting import NOBODY, Subject
from domain.effects.words import AllowWord, EndWord, ForbidWord, LabelWord, ModifyWord, PreventWord, Table, Word
from domain.games.frc_card_game.cards import Phase
from domain.games.frc_card_game.changes.base import Change, ChangeSource
from domain.games.frc_card_game.changes.turn import turn_with
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.by_hand import EffectsEnded, LastingAdded
from domain.games.frc_card_game.field import card_subject
from domain.games.frc_card_game.references import field_card, robot_meant
from domain.games.frc_card_game.state import State
from domain.games.frc_card_game.vocabulary import VOCABULARY, ActionName, ChangeName, NumberName, Trait
from domain.games.frc_card_game.zones import on_field
from domain.rules import Violation

_READ_IN: dict[str, Phase] = {"student_plays": "main", "draw_phase_draws": "draw"}
"""Numbers of a player that a rule reads in one phase only."""


def table_of(state: State, by: ChangeSource) -> Table:
    """Return what the words must know of a match, for a change by this card."""

    def find(text: CardRef, player: int | None) -> Subject | None:
        robot = robot_meant(state, by.player, player, text)
        if robot is not None:
            return card_subject(state, robot[1].token)
        found = field_card(state, by.player if player is None else player, text) if parse_ref(text).card else None
        return card_subject(state, found.token.id) if found and player in (None, found.side) else None

    def read_from(name: str, seat: int) -> int:
        phase = _READ_IN.get(name)
        return 0 if phase is None else turn_with(state, seat, phase, begun=True)

    return Table(
        vocabulary=VOCABULARY,
        seats=state.seats,
        effects=state.lasting,
        turn=state.turn,
        owner=NOBODY if by.cause == "adjustment" else by.player,
        source=by.source or 0,
        stays=by.source is not None and not by.instant and on_field(state, by.source),
        find=find,
        read_from=read_from,
    )


class _Lasting(Change, Word, frozen=True, kw_only=True):
    """A change that begins a lasting effect."""

    only: tuple[Trait, ...] = ()
    nothing = ("CG-A05", "an effect that is in force already")

    def validate(self, state: State, by: ChangeSource) -> Iterator[Violation]:
        return self.faults(table_of(state, by))

    def apply(self, out: FrcBuffer, by: ChangeSource) -> None:
        out.add(LastingAdded(lasting=self.lasting(table_of(out.state, by))))


@final
class Modify(_Lasting, ModifyWord, frozen=True, kw_only=True, tag="modify"):
    """A number changes for a while."""

    number: NumberName
    by: int | None = None
    to: int | None = None
    times: int | None = None


@final
class Allow(_Lasting, AllowWord, frozen=True, kw_only=True, tag="allow"):
    """Something is allowed for a while."""

    action: ActionName


@final
class Forbid(_Lasting, ForbidWord, frozen=True, kw_only=True, tag="forbid"):
    """Something is forbidden for a while."""

    action: ActionName


@final
class Prevent(_Lasting, PreventWord, frozen=True, kw_only=True, tag="prevent"):
    """A kind of change does not happen for a while."""

    what: ChangeName


@final
class Label(_Lasting, LabelWord, frozen=True, kw_only=True, tag="label"):
    """Words that the board shows for a while."""

    text: str


@final
class End(Change, EndWord, frozen=True, kw_only=True, tag="end"):
    """Lasting effects end."""

    nothing = ("CG-A05", "no such effect is in force")

    def validate(self, state: State, by: ChangeSource) -> Iterator[Violation]:
        return self.faults(table_of(state, by))

    def apply(self, out: FrcBuffer, by: ChangeSource) -> None:
        if ended := self.ended(table_of(out.state, by)):
            out.add(EffectsEnded(effects=ended))


LastingChange: TypeAlias = Modify | Allow | Forbid | Prevent | Label | End
