"""Base classes of the commands: phase, acting player, and checks that all commands share."""

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
    seat_exists,
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
    """The phases in which a command is accepted, with the rule and the message of its violation in other phases."""

    rule: str
    phases: tuple[Phase, ...]
    otherwise: str


CREATION: Final = impossible("PBL-S01", "create the match first (create_match)")


class PblCommand(EffectCommand, frozen=True, kw_only=True):
    """A command of the scorekeeper in a match of PBL ROBOTS."""

    rules: ClassVar[tuple[str, ...]] = (
        "PBL-A05", "PBL-A16", "PBL-A18", "PBL-A21", "PBL-A22", "PBL-A24", "PBL-A25", "PBL-A27", "PBL-E02", "PBL-S01",
        "PBL-S12", "PBL-T01", "PBL-V23", "PBL-V36", "PBL-X03", "PBL-X06", "PBL-X12",
    )  # fmt: skip
    """Rules that any command may cite. Most of them create obligations, which block other commands until they are settled."""
    vocabulary = VOCABULARY
    accepted_in: ClassVar = PhaseRule("PBL-T01", ("play",), "the game has not started")
    anytime: ClassVar = False
    """True if the command is accepted in every phase after the match is created."""
    after_end: ClassVar = False
    """True if the command is accepted after the end of the game."""
    ignores_obligations: ClassVar = False
    """True if obligations do not block the command."""
    settles: ClassVar[tuple[Due, ...]] = ()
    """The kinds of obligations that the command settles."""
    for_anybody: ClassVar = False
    """True if the command is not the act of one player, so that the acting player is not checked."""
    gunner_may: ClassVar = False
    """True if a gunner may act by this command, too (PBL-V36)."""
    hidden_field: ClassVar = ""
    """The name of the field with hand cards that other players may not see; empty if there is none."""
    is_move: ClassVar = False
    """True if the command is a MOVE, which must wait for the opening bonuses (PBL-S12)."""

    @abstractmethod
    def validate(self, state: State) -> Iterator[Violation]:
        """Yield the command's own violations, each with its rule."""

    @abstractmethod
    def act(self, out: PblBuffer) -> None:
        """Add the command's own events, without checking the rules."""

    def resolve(self, out: PblBuffer) -> None:
        """Add the command's own events and their automatic consequences."""
        before = out.state
        self.act(out)
        settle(out, before)
        if out.state.lasting:
            end_effects(out)

    def subject(self, state: State) -> EffectSubject | None:
        """Return the limb that the command names, else the acting side."""
        if not seat_exists(state, seat := self.acting_seat(state)) or not state.sides:
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
        """Return the violations; empty for a legal command."""
        problem = self._out_of_phase(state)
        # After the end, a player whose robot is out of the game may show cards, too (PBL-S02).
        ended = state.phase == "over" and seat_exists(state, self.acting_seat(state))
        if problem is None and not self.for_anybody and not ended:
            problem = self._actor_problem(state)
        if problem is not None:
            return (problem,)
        problem = self.blocked_by(state)
        own = tuple(self.validate(state))
        if self.needs_resolving() and not any(one.impossible for one in own):
            out: PblBuffer = EventBuffer(state)
            self.act(out)
            own = (*own, *out.violations)
        if problem is None:
            return own
        # While an obligation is open, the command's own violations matter only if they are impossible.
        return (problem, *(one for one in own if one.impossible))

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes by hand that the command contains."""
        return ()

    def needs_resolving(self) -> bool:
        """Return True if the command must be resolved to find all its violations, because it contains changes by hand, draws,
        searches or cards of the shop row."""
        return bool(self.changes)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        if self.changes:
            return replace(self, changes=redacted_changes(self.changes, viewpoint))
        if self.hidden_field and not self.hand_seen(state, viewpoint):
            return replace(self, **{self.hidden_field: face_down(getattr(self, self.hidden_field))})
        return self

    def acting_seat(self, state: State) -> int:
        """Return the acting seat: the one that the command names, else the one that has to act."""
        player: int | None = getattr(self, "player", None)
        if player is not None:
            return player
        if not state.sides:
            return 0
        return self.due_seat(state) if state.draft is None else lead_seat(state, state.draft.drafter)

    def acting_side(self, state: State) -> int:
        """Return the side of the acting seat."""
        return state.seats[self.acting_seat(state)].side

    def due_seat(self, state: State) -> int:
        """Return the acting seat of a command that names none: the one with the first obligation, else the active one."""
        return due_seat(state)

    def side_seen(self, state: State, viewpoint: Viewpoint) -> bool:
        """Return True if a viewpoint may see the face-down cards of the acting side."""
        return sees_side(state, viewpoint, self.redacted_side(state))

    def redacted_side(self, state: State) -> int:
        """Return the acting side; 0 if the command names a seat that does not exist."""
        seat = self.acting_seat(state)
        return state.seats[seat].side if seat_exists(state, seat) else 0

    def hand_seen(self, state: State, viewpoint: Viewpoint) -> bool:
        """Return True if a viewpoint may see the hand of the acting player."""
        return sees_hand(viewpoint, self.acting_seat(state))

    def blocked_by(self, state: State) -> Violation | None:
        """Return the violation for an obligation that blocks the command; `None` if it is not blocked."""
        if self.anytime or self.ignores_obligations or state.phase not in ("opening", "play"):
            return None
        due = obligation(state)
        return None if due is None or due.due in self.settles else due.violation

    def _out_of_phase(self, state: State) -> Violation | None:
        """Return the violation if the current phase does not accept the command."""
        rule, phases, otherwise = self.accepted_in
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
            return impossible("PBL-S12", f"an opening bonus is due: {owed_text(state)}")
        return impossible(rule, otherwise)

    def _actor_problem(self, state: State) -> Violation | None:
        """Return the violation if the acting player cannot act, or if the target does not exist."""
        seat = self.acting_seat(state)
        problem = player_problem(state, seat)
        if problem is not None:
            return problem
        target: int | None = getattr(self, "target", None)
        if target is not None and not seat_exists(state, target):
            return impossible("PBL-S01", f"player {target + 1} does not exist")
        if not self.gunner_may and gunner_of(state, state.seats[seat].side) == seat:
            text = f"{state.seats[seat].name} is the gunner; the pilot plays the game"
            return impossible("PBL-V36", text)
        return None


class ActorCommand(PblCommand, frozen=True, kw_only=True):
    """A command of one player. `player` is the acting player; default: the player who has to act."""

    player: SeatIndex | None = None
