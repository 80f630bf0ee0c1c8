"""Base classes of the commands of this game, and checks shared by all commands of a kind."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from domain.cards import CardRef, SeatIndex
from domain.effects.lasting import EffectSubject, Key
from domain.effects.permissions import EffectCommand
from domain.event_buffer import EventBuffer
from domain.games.frc_tcg.changes import Change, redacted_changes
from domain.games.frc_tcg.effects import robot_subject
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.match_end import PrizePick
from domain.games.frc_tcg.references import own_stack, seat_of, source_card
from domain.games.frc_tcg.state import State
from domain.games.frc_tcg.turn_checks import any_impossible, check_may_act
from domain.games.frc_tcg.vocabulary import VOCABULARY
from domain.rules import Violation
from domain.seats import Viewpoint


class TcgCommand(EffectCommand, frozen=True, kw_only=True):
    """A command of the scorekeeper in a match of the FRC TCG."""

    rules: ClassVar[tuple[str, ...]] = ("TCG-A12", "TCG-E01", "TCG-S08")
    vocabulary = VOCABULARY

    @abstractmethod
    def validate(self, state: State) -> Iterator[Violation]:
        """Yield the violations of the command; called only if `gate` found nothing impossible."""

    @abstractmethod
    def resolve(self, out: TcgBuffer) -> None:
        """Add the resulting events, legal or not; called only if the command is possible."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes entered by hand, beyond the catalogue's effects."""
        return ()

    @property
    def prize_picks(self) -> tuple[PrizePick, ...]:
        """The prize cards that the command's captures take."""
        return ()

    def gate(self, state: State) -> tuple[Violation, ...]:  # noqa: ARG002
        """Return the violations to check before `validate`, which may rely on them."""
        return ()

    def redacted_by_hand(self, state: State, seat: int, viewpoint: Viewpoint) -> dict[str, object]:
        """Return the changes and prize picks that this seat entered, as a viewpoint may see them, by field."""
        picks = tuple(pick.redacted_for(state, seat, viewpoint) for pick in self.prize_picks)
        return {"prize_picks": picks, "changes": redacted_changes(state, self.changes, seat, viewpoint)}

    def subject(self, state: State) -> EffectSubject | None:
        """Return the player's robot that the command names, else the acting player."""
        seat = seat_of(state, getattr(self, "player", None))
        if not 0 <= seat < len(state.players):
            return None
        robot = getattr(self, "robot", None) or getattr(self, "onto", None)
        placed = own_stack(state, seat, robot) if robot is not None else None
        return EffectSubject(seat) if placed is None else robot_subject(placed.seat, placed.stack)

    def is_in_force(self, state: State, card: CardRef) -> bool:
        return source_card(state, card, None) is not None

    def card_name(self, state: State, token: Key) -> str:
        cards = (card for player in state.players for zone in player.zones() for card in zone)
        return next((state.catalogue.name_of(card.card) for card in cards if card.id == token), "a card")

    def broken(self, state: State) -> tuple[Violation, ...]:
        """Return all violations in this state; empty if legal. After the end, only TCG-E01 and impossible ones.

        Changes by hand and prize picks are checked while the command is resolved.
        """
        found = self.gate(state)
        if not found:
            found = tuple(self.validate(state))
        elif not any_impossible(found):
            found = (*found, *self.validate(state))
        if (self.changes or self.prize_picks) and not any_impossible(found):
            out: TcgBuffer = EventBuffer(state)
            self.resolve(out)
            found = (*found, *out.violations)
        if found and state.over and any(v.rule == "TCG-E01" for v in found):
            return tuple(v for v in found if v.impossible or v.rule == "TCG-E01")
        return found


class TurnAction(TcgCommand, frozen=True, kw_only=True):
    """A player's action in a turn."""

    rules: ClassVar[tuple[str, ...]] = ("TCG-T01", "TCG-V06")

    @property
    @abstractmethod
    def player(self) -> SeatIndex | None:
        """The acting player; `None`: the active player."""

    def gate(self, state: State) -> tuple[Violation, ...]:
        return check_may_act(state, self.player)
