"""Base classes of the game's commands, and checks shared by all of them."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from domain.cards import CardRef, SeatIndex, Token, find, parse_ref
from domain.effects.lasting import EffectSubject, Key
from domain.effects.permissions import EffectCommand
from domain.games.robin_in_the_hood.effect_table import find_token
from domain.games.robin_in_the_hood.events.base import RobinBuffer
from domain.games.robin_in_the_hood.state import State, all_tokens
from domain.games.robin_in_the_hood.vocabulary import VOCABULARY
from domain.rules import Violation, impossible


class RobinCommand(EffectCommand, frozen=True, kw_only=True):
    """A command of the scorekeeper. Fields for facts that may be unknown have defaults."""

    rules: ClassVar[tuple[str, ...]] = ("RH-A05", "RH-E11", "RH-S01", "RH-T01")
    vocabulary = VOCABULARY
    opens: ClassVar[bool] = False
    """True for the command that opens the tournament."""
    taken_after_the_end: ClassVar[bool] = False

    def subject(self, state: State) -> EffectSubject | None:  # noqa: ARG002
        """Return the acting player."""
        player: int | None = getattr(self, "player", None)
        return None if player is None else EffectSubject(player)

    def is_in_force(self, state: State, card: CardRef) -> bool:
        sides = state.players
        defeated = [Token(one.token, one.card) for one in state.defeated]
        in_play = any(find_token(player, card) is not None for player in sides)
        sources = [
            token
            for player in sides
            for token in all_tokens(player)
            if any(e.source == token.id for e in state.lasting)
        ]
        return in_play or find([*defeated, *sources], parse_ref(card)) is not None

    def card_name(self, state: State, token: Key) -> str:
        cards = (card for player in state.players for card in all_tokens(player))
        return next((state.catalogue.name_of(card.card) for card in cards if card.id == token), "a card")

    def broken(self, state: State) -> tuple[Violation, ...]:
        """Return all violations of the command; empty if legal."""
        if strangers := [seat for seat in self.seats() if seat not in (0, 1, None)]:
            return (impossible("RH-S01", f"seat {strangers[0] + 1} does not exist; two players play"),)
        if state.phase == "unopened" and not self.opens:
            return (impossible("RH-T01", "no tournament is open; open_tournament comes first"),)
        if state.phase == "finished" and not self.taken_after_the_end:
            return tuple(self.check_not_over(state))
        return tuple(self.validate(state))

    def seats(self) -> tuple[int | None, ...]:
        """The seats that the command and its parts name."""
        return ()

    def check_not_over(self, state: State) -> Iterator[Violation]:  # noqa: ARG002
        """Yield the violations once the tournament is over."""
        yield impossible("RH-E11", "the tournament is over")

    @abstractmethod
    def validate(self, state: State) -> Iterator[Violation]:
        """Yield the violations in a tournament in progress."""

    @abstractmethod
    def resolve(self, out: RobinBuffer) -> None:
        """Add the resulting events, legal or not."""


class PlayerCommand(RobinCommand, frozen=True, kw_only=True):
    """An action of one player.

    Each command repeats the player among its own fields: msgspec puts inherited keyword fields last, and the order of
    the fields is the order of the stored bytes."""

    player: SeatIndex

    def seats(self) -> tuple[int | None, ...]:
        return (self.player,)


def wrong_phase(state: State, text: str) -> Violation:
    """Return the violation of a command in the wrong phase; impossible unless a hand is in progress."""
    no_hand = state.phase in ("setup", "opening_draw", "between_rounds")
    return Violation("RH-T02", f"{text}; the phase is {state.phase}", impossible=no_hand)
