"""Base classes of the game's commands: phase, acting player, and checks common to all commands."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple, Self

from msgspec.structs import replace

from domain.cards import CardRef, SeatIndex
from domain.effects.lasting import EffectSubject, Key
from domain.effects.permissions import EffectCommand
from domain.event_buffer import EventBuffer
from domain.games.pbl_robots.actors import (
    GAME_OVER,
    Due,
    due_seat,
    gunner_of,
    lead_seat,
    obligation,
    owed_text,
    player_problem,
    player_there,
)
from domain.games.pbl_robots.cards import SLOT_INDEX
from domain.games.pbl_robots.changes import Change
from domain.games.pbl_robots.changes.base import redacted_changes
from domain.games.pbl_robots.consequences import settle
from domain.games.pbl_robots.effect_table import end_effects
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.numbers import lead_of, limb_subject, robot_cards
from domain.games.pbl_robots.state import Phase, State
from domain.games.pbl_robots.visibility import sees_side
from domain.games.pbl_robots.vocabulary import VOCABULARY
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.table.references import card_named
from domain.table.visibility import face_down, sees_hand


class PhaseRule(NamedTuple):
    """The phases that a command belongs to, the rule that says so, and what is wrong outside them."""

    rule: str
    phases: tuple[Phase, ...]
    otherwise: str


CREATION: Final = impossible("PBL-S01", "create_match comes first")


class PblCommand(EffectCommand, frozen=True, kw_only=True):
    """A command of the scorekeeper in a match of PBL ROBOTS."""

    rules: ClassVar[tuple[str, ...]] = (
        "PBL-A05", "PBL-A16", "PBL-A18", "PBL-A21", "PBL-A22", "PBL-A24", "PBL-A25", "PBL-A27", "PBL-E02", "PBL-S01",
        "PBL-S12", "PBL-T01", "PBL-V23", "PBL-V36", "PBL-X03", "PBL-X06", "PBL-X12",
    )  # fmt: skip
    """Obligations block almost any command, under the rule that creates them."""
    vocabulary = VOCABULARY
    taken: ClassVar = PhaseRule("PBL-T01", ("play",), "the game has not started")
    anytime: ClassVar = False
    """It fits into every phase after the match is created."""
    after_end: ClassVar = False
    """A finished game still takes it."""
    unhindered: ClassVar = False
    """No obligation holds it up."""
    settles: ClassVar[tuple[Due, ...]] = ()
    """The obligations that the command fulfils."""
    for_anybody: ClassVar = False
    """It does not matter whose it is."""
    gunner_may: ClassVar = False
    """A gunner may enter it too (PBL-V36)."""
    hidden_field: ClassVar = ""
    """The field that names hand cards hidden from other players."""
    is_move: ClassVar = False
    """It is a MOVE, which waits for the opening bonuses (PBL-S12)."""

    @abstractmethod
    def validate(self, state: State) -> Iterator[Violation]:
        """Yield the violations, each with its rule."""

    @abstractmethod
    def act(self, out: PblBuffer) -> None:
        """Add the command's own events. Does not check legality."""

    def resolve(self, out: PblBuffer) -> None:
        """Add the command's own events and their automatic consequences: commands in play leave all of these settled."""
        before = out.state
        self.act(out)
        settle(out, before)
        if out.state.lasting:
            end_effects(out)

    def subject(self, state: State) -> EffectSubject | None:
        """The limb that attacks, else the side that acts."""
        if not player_there(state, seat := self.acting_seat(state)) or not state.sides:
            return None
        side, limb = state.seats[seat].side, getattr(self, "limb", None)
        return EffectSubject(lead_of(state, side)) if limb is None else limb_subject(state, side, SLOT_INDEX[limb])

    def is_in_force(self, state: State, card: CardRef) -> bool:
        wanted = card_named(card)
        open_to_all = {*state.celebrities, *(one for side in state.sides for one in side.scrap)}
        open_to_all |= {state.action.card} if state.action is not None else set()
        on_robots = any(wanted in cards for side in state.sides for _, cards in robot_cards(side))
        return on_robots or wanted in open_to_all or any(effect.source == wanted for effect in state.lasting)

    def card_name(self, state: State, token: Key) -> str:
        return state.catalogue.name_of(str(token))

    def broken(self, state: State) -> tuple[Violation, ...]:
        """Every broken rule; empty for a legal command."""
        problem = self._out_of_phase(state)
        # After the end the loser may show cards too (PBL-S02).
        ended = state.phase == "over" and player_there(state, self.acting_seat(state))
        if problem is None and not self.for_anybody and not ended:
            problem = self._actor_problem(state)
        if problem is not None:
            return (problem,)
        problem = self.held_up(state)
        own = tuple(self.validate(state))
        if self.gives() and not any(one.impossible for one in own):
            out: PblBuffer = EventBuffer(state)
            self.act(out)
            own = (*own, *out.violations)
        if problem is None:
            return own
        # While something else is due, only what cannot be held at all is worth saying besides.
        return (problem, *(one for one in own if one.impossible))

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes made by hand."""
        return ()

    def gives(self) -> bool:
        """Whether it brings what can be judged only where it happens: changes by hand, draws, searches, cards turned up."""
        return bool(self.changes)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        if self.changes:
            return replace(self, changes=redacted_changes(self.changes, viewpoint))
        if self.hidden_field and not self.hand_seen(state, viewpoint):
            return replace(self, **{self.hidden_field: face_down(getattr(self, self.hidden_field))})
        return self

    def acting_seat(self, state: State) -> int:
        """The seat that it is by: the one it names, else the one who is to act."""
        player: int | None = getattr(self, "player", None)
        if player is not None:
            return player
        if not state.sides:
            return 0
        return self.due_seat(state) if state.draft is None else lead_seat(state, state.draft.drafter)

    def acting_side(self, state: State) -> int:
        """The side of the seat that it is by."""
        return state.seats[self.acting_seat(state)].side

    def due_seat(self, state: State) -> int:
        """Return the acting seat if the command does not name one: the one with an obligation, else the active one."""
        return due_seat(state)

    def side_seen(self, state: State, viewpoint: Viewpoint) -> bool:
        """Whether a viewpoint may look at what the side that it is by keeps face down."""
        return sees_side(state, viewpoint, self.redacted_side(state))

    def redacted_side(self, state: State) -> int:
        """The side that it is by; the first where a player is named who is not at the table."""
        seat = self.acting_seat(state)
        return state.seats[seat].side if player_there(state, seat) else 0

    def hand_seen(self, state: State, viewpoint: Viewpoint) -> bool:
        """Whether a viewpoint may look into the hand of the player that it is by."""
        return sees_hand(viewpoint, self.acting_seat(state))

    def held_up(self, state: State) -> Violation | None:
        """The obligation that holds it up, if any."""
        if self.anytime or self.unhindered or state.phase not in ("opening", "play"):
            return None
        due = obligation(state)
        return None if due is None or due.due in self.settles else due.violation

    def _out_of_phase(self, state: State) -> Violation | None:
        """Whether it does not belong to the phase the match is in."""
        rule, phases, otherwise = self.taken
        if state.phase in phases:
            return None
        if state.phase == "unopened":
            return CREATION
        if "unopened" in phases:
            return impossible(rule, otherwise)
        if state.phase == "over":
            return None if self.after_end else GAME_OVER
        if self.anytime:
            return None
        if state.owed and self.is_move:
            return impossible("PBL-S12", f"opening bonus outstanding: {owed_text(state)}")
        return impossible(rule, otherwise)

    def _actor_problem(self, state: State) -> Violation | None:
        """Whether the player cannot act, or names a player who is not at the table."""
        seat = self.acting_seat(state)
        problem = player_problem(state, seat)
        if problem is not None:
            return problem
        target: int | None = getattr(self, "target", None)
        if target is not None and not player_there(state, target):
            return impossible("PBL-S01", f"player {target + 1} does not exist")
        if not self.gunner_may and gunner_of(state, state.seats[seat].side) == seat:
            text = f"{state.seats[seat].name} is the gunner; the pilot plays the game"
            return impossible("PBL-V36", text)
        return None


class ActorCommand(PblCommand, frozen=True, kw_only=True):
    """`player` is the person who acts; left out, the one who is to act."""

    player: SeatIndex | None = None
