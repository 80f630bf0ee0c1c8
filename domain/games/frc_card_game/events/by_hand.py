"""Events of effects resolved by hand, adjustments and declared positions."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec.structs import replace

from domain.cards import CardId, SeatIndex, Token, token_owner
from domain.effects.lasting import Lasting, begun, until_text, without
from domain.game import with_fields_of
from domain.games.frc_card_game import zones
from domain.games.frc_card_game.cards import Phase
from domain.games.frc_card_game.events.base import FrcEvent, FrcNarrativeEvent
from domain.games.frc_card_game.state import (
    FIELD,
    OPEN_PLACES,
    FieldRobot,
    Place,
    Player,
    RevealedHandCard,
    Skip,
    SlotCard,
    State,
)
from domain.games.frc_card_game.visibility import knows_move, open_card, reach_text
from domain.narration import Narrator
from domain.text import join_words, pluralize

_WORDS: Final[Mapping[Place, str]] = {
    "deck_top": "top of the deck",
    "deck_bottom": "bottom of the deck",
    "deck": "deck",
    "hand": "hand",
    "team_slot": "team slot",
    "student_body": "Student Body",
    "drive_team": "Drive Team",
    "robot_slots": "robot slots",
    "mentor_event_slots": "mentor and event slots",
    "retirement_pile": "retirement pile",
}
"""Places in words."""


class CardEffectResolved(FrcEvent, frozen=True, kw_only=True, tag="card_effect_resolved"):
    """A card's effect was resolved by hand; the results follow as separate events."""

    player: SeatIndex
    source: int | None
    card: CardId | None
    text: str = ""
    template = "{player} carries out {card:?*|an effect}{text:?: *}"

    def evolve(self, state: State) -> State:
        """Remove the reminder of the card."""
        return replace(state, reminders=tuple(t for t in state.reminders if t != self.source))


class CardMoved(FrcEvent, frozen=True, kw_only=True, tag="card_moved"):
    """A card went from one zone to another. For a slot of the field, `robot` or `slotted` is the new content."""

    token: int
    card: CardId | None
    origin: Place
    side: SeatIndex
    """The seat on whose side the card was."""
    to: Place
    player: SeatIndex
    """The seat on whose side the card now is."""
    slot: int | None = None
    robot: FieldRobot | None = None
    slotted: SlotCard | None = None
    under: int | None = None
    """The robot that it goes under, for `drive_team`."""
    dormant: bool = False

    def evolve(self, state: State) -> State:
        """Move the card. A card from an unknown place in a deck gets a token."""
        card, owner = Token(self.token, self.card), token_owner(self.token)
        before = state
        state = zones.remove_card(state, self.token, stays=self.origin in FIELD and self.to in FIELD)
        if state is before and self.origin.startswith("deck"):
            player = zones.drawn_from(state.players[owner], 0 if self.origin == "deck_top" else None)
            player = replace(player, next_number=zones.number_after(player, self.token))
            state = zones.with_player(state, owner, player)
        if self.to == "retirement_pile":
            return zones.retire(state, card)
        if self.to.startswith("deck"):
            return zones.with_player(state, owner, zones.put_in_deck(state.players[owner], card, self.to))
        if self.under is not None:
            return zones.with_robot(state, self.under, lambda r: replace(r, drive_team=(*r.drive_team, card)))
        state = zones.with_player(state, self.player, self._placed(state.players[self.player], card))
        if self.slotted is not None:
            state = replace(state, plays=max(state.plays, self.slotted.order))
        return zones.hold_back(state, self.token, self.dormant)

    def _placed(self, player: Player, card: Token) -> Player:
        """Return the side with the card in its new place."""
        if self.robot is not None and self.slot is not None:
            return zones.set_robot(player, self.slot - 1, self.robot)
        if self.slotted is not None and self.slot is not None:
            return zones.set_slotted(player, self.slot - 1, self.slotted)
        if self.to == "student_body":
            return replace(player, student_body=(*player.student_body, card))
        if self.to == "team_slot":
            return replace(player, team=card)
        shown = (*player.shown, RevealedHandCard(card.id)) if self.origin in OPEN_PLACES else player.shown
        return replace(player, hand=(*player.hand, card), shown=shown)

    def describe(self, narrator: Narrator[State]) -> str:
        is_open = self.origin in OPEN_PLACES or self.to in OPEN_PLACES
        known = self.card is not None and knows_move(narrator.viewpoint, self.origin, self.side, self.to, self.player)
        card = narrator.card(self.card) if is_open or known else "a card"
        to = f"{narrator.seat(self.player)}'s" if self.player != self.side else "the"
        places = f"{narrator.seat(self.side)}'s {_WORDS[self.origin]} to {to} {_WORDS[self.to]}"
        return f"{card} goes from {places}"


class LastingAdded(FrcEvent, frozen=True, kw_only=True, tag="lasting_added"):
    """A lasting effect began."""

    lasting: Lasting

    def evolve(self, state: State) -> State:
        """Add the effect to the state."""
        return replace(state, lasting=begun(state.lasting, self.lasting))

    def describe(self, narrator: Narrator[State]) -> str:
        effect = self.lasting
        return reach_text(narrator, effect) + until_text(effect, narrator.seat(effect.owner))


class EffectsEnded(FrcEvent, frozen=True, kw_only=True, tag="effects_ended"):
    """Lasting effects ended by another effect, or because they were used."""

    effects: tuple[int, ...]

    def evolve(self, state: State) -> State:
        return replace(state, lasting=without(state.lasting, self.effects))

    def describe(self, narrator: Narrator[State]) -> str:
        ended = [reach_text(narrator, effect) for effect in narrator.state.lasting if effect.id in self.effects]
        return f"no longer: {join_words(ended)}"


class ChangePrevented(FrcEvent, frozen=True, kw_only=True, tag="change_prevented"):
    """An effect prevented a loss of points or a retirement."""

    effect: int
    player: SeatIndex
    token: int | None = None
    """The card that does not retire; unset for points."""
    points: int = 0
    """The points that are not lost."""

    def evolve(self, state: State) -> State:
        """End the effect if it lasts until its next use."""
        return replace(state, lasting=tuple([e for e in state.lasting if e.id != self.effect or not e.once]))

    def describe(self, narrator: Narrator[State]) -> str:
        if self.token is not None:
            return f"{open_card(narrator, self.token)} does not retire"
        return f"{narrator.seat(self.player)} does not lose {pluralize(self.points, 'point')}"


class PhaseSkipOrdered(FrcEvent, frozen=True, kw_only=True, tag="phase_skip_ordered"):
    """A player will skip a phase."""

    skip: Skip
    template = "{skip.player} will skip the {skip.phase} phase of turn {skip.turn}"

    def evolve(self, state: State) -> State:
        """Keep the skip until its turn is over."""
        return replace(state, skips=(*state.skips, self.skip))


class RandomRecorded(FrcNarrativeEvent, frozen=True, kw_only=True, tag="random_recorded"):
    """A random result inside an effect."""

    kind: Literal["coin", "die", "pick"]
    value: str
    template = "the {kind} gives {value}"


class Noted(FrcNarrativeEvent, frozen=True, kw_only=True, tag="noted"):
    """A comment without effect on the state."""

    text: str
    template = "{text}"


class Adjusted(FrcNarrativeEvent, frozen=True, kw_only=True, tag="adjusted"):
    """The record was adjusted to the table; the changes follow as separate events."""

    reason: str
    template = "the record is adjusted to the table: {reason}"


class PhaseSet(FrcEvent, frozen=True, kw_only=True, tag="phase_set"):
    """Adjustment of turn player and phase."""

    player: SeatIndex
    phase: Phase
    template = "it is now {player}'s {phase} phase"

    def evolve(self, state: State) -> State:
        """Set turn player and phase. A finished match continues."""
        return replace(state, turn_player=self.player, phase=self.phase, reminders=(), result=None)


class AttemptsSet(FrcEvent, frozen=True, kw_only=True, tag="attempts_set"):
    """Adjustment of a robot's used score attempts."""

    robot: int
    used: int
    template = "{robot:open} has used {used:score attempt|score attempts}"

    def evolve(self, state: State) -> State:
        return zones.with_robot(state, self.robot, lambda robot: replace(robot, attempts=self.used))


class DrawsOwedSet(FrcEvent, frozen=True, kw_only=True, tag="draws_owed_set"):
    """Adjustment of the draws owed."""

    owed: int
    base: int
    """Draws before effects that result in this number of draws owed."""

    def evolve(self, state: State) -> State:
        return replace(state, draw_base=self.base)

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{narrator.seat(narrator.state.turn_player)} has {pluralize(self.owed, 'draw')} to make"


class StudentPlaysSet(FrcEvent, frozen=True, kw_only=True, tag="student_plays_set"):
    """Adjustment of the student plays used."""

    used: int

    def evolve(self, state: State) -> State:
        return replace(state, students_played=self.used)

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{narrator.seat(narrator.state.turn_player)} has played {pluralize(self.used, 'student')} in this turn"


class PositionDeclared(FrcEvent, frozen=True, kw_only=True, tag="position_declared"):
    """A declared position that replaces the previous one."""

    turn: int
    turn_player: SeatIndex
    first_player: SeatIndex | None
    phase: Phase
    players: tuple[Player, ...]
    students_played: int = 0
    draws_made: int = 0
    plays: int = 0

    def evolve(self, state: State) -> State:
        """Return the declared state. It keeps the catalogue, the seats and the options of the previous one."""
        return with_fields_of(self, State(catalogue=state.catalogue, seats=state.seats, options=state.options))

    def describe(self, narrator: Narrator[State]) -> str:
        points = " to ".join(str(player.points) for player in self.players)
        whose = f"{narrator.seat(self.turn_player)}'s {self.phase} phase of turn {self.turn}"
        return f"the position is declared: {whose}, points {points}"


class RemindersRaised(FrcEvent, frozen=True, kw_only=True, tag="reminders_raised"):
    """Reminders were raised for cards whose effects name the phase of a declared position."""

    reminders: tuple[int, ...]
    template = "{reminders:acting}"

    def evolve(self, state: State) -> State:
        """Raise the reminders, as at the beginning of a phase."""
        return replace(state, reminders=self.reminders)
