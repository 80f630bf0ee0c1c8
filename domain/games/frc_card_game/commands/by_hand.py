"""Recording by hand: effects of cards, retirements, adjustments and declared positions."""

from collections.abc import Iterator
from typing import Literal, Self, cast, final, get_args

from msgspec.structs import replace

from domain.cards import CardRef, SeatIndex, parse_ref
from domain.games.frc_card_game.cards import Phase
from domain.games.frc_card_game.changes import AnyChange, EffectChange, apply_changes, redacted_changes
from domain.games.frc_card_game.changes.base import CHANGE_RULES, ChangeSource
from domain.games.frc_card_game.commands.base import FrcCommand, closed
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.by_hand import Adjusted, CardEffectResolved, PositionDeclared, RemindersRaised
from domain.games.frc_card_game.field import triggered_in
from domain.games.frc_card_game.position import DeclaredSide, placed, standing, wrong_decks, wrong_totals
from domain.games.frc_card_game.reference_checks import no_such_player
from domain.games.frc_card_game.references import acting, field_card, source_of
from domain.games.frc_card_game.retirement import retire_from_field
from domain.games.frc_card_game.scoring import look_at_points
from domain.games.frc_card_game.state import Player, State, opponent_of
from domain.games.frc_card_game.zones import find_slotted
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.text import pluralize


@final
class ResolveCardEffect(FrcCommand, frozen=True, kw_only=True, tag="resolve_card_effect"):
    """Record the result of a card's effect as primitive changes."""

    title = "Resolve a card's effect"
    source: CardRef
    text: str = ""
    changes: tuple[EffectChange, ...] = ()
    player: SeatIndex | None = None
    rules = (*CHANGE_RULES,)

    def validate(self, state: State) -> Iterator[Violation]:
        """CG-A05: the source is on the field, or has just left it."""
        player = acting(state, self.player)
        source = source_of(state, player, self.source)
        if source is None:
            card = parse_ref(self.source).card
            unheard = card is not None and card not in state.catalogue
            text = f"{self.source} is not in play: effects work once it is played"
            yield Violation("CG-A05", text, impossible=unheard)
            if unheard:
                return
        yield from self.violations_of_changes(state)

    def resolve(self, out: FrcBuffer) -> None:
        player = acting(out.state, self.player)
        source = source_of(out.state, player, self.source)
        token = source.token.id if source is not None else None
        card = source.token.card if source is not None else parse_ref(self.source).card
        out.add(CardEffectResolved(player=player, source=token, card=card, text=self.text))
        apply_changes(out, self.changes, ChangeSource(player, token, "effect"))
        look_at_points(out)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        changes = redacted_changes(state, self.changes, acting(state, self.player), viewpoint)
        return replace(self, changes=changes)


@final
class RetireCard(FrcCommand, frozen=True, kw_only=True, tag="retire_card"):
    """Ends an event that lasts until a condition is met (CG-X04)."""

    title = "Retire a card"
    card: CardRef
    cause: Literal["effect_ended"] = "effect_ended"
    player: SeatIndex | None = None
    rules = ("CG-A06", "CG-A12", "CG-X04")

    def validate(self, state: State) -> Iterator[Violation]:
        """CG-A06, CG-A12, CG-X04."""
        found = field_card(state, acting(state, self.player), self.card)
        if found is None:
            yield impossible("CG-A12", f"{self.card} is not on the field")
            return
        title = state.catalogue.name_of(found.token.card)
        there = find_slotted(state, found.token.id)
        if there is None:
            yield Violation("CG-A12", f"{title} goes only by a card effect or a lost contest")
        elif there[2].kind == "mentor":
            yield Violation("CG-A06", f"{title} is a mentor: it stays until a card effect retires it")
        elif there[2].kind != "condition":
            yield Violation(
                "CG-X04",
                f"{title} retires by itself, {there[2].counted} of {pluralize(there[2].count, 'turn')} counted",
            )

    def resolve(self, out: FrcBuffer) -> None:
        """Recorded as played, any card of the field can go."""
        player = acting(out.state, self.player)
        found = field_card(out.state, player, self.card)
        assert found is not None
        retire_from_field(out, found, "effect", event=self.cause)
        look_at_points(out)


@final
class Adjust(FrcCommand, frozen=True, kw_only=True, tag="adjust"):
    """Makes the record follow the table, with a reason."""

    title = "Adjust the record"
    reason: str
    changes: tuple[AnyChange, ...]
    taken = "any_time"
    rules = (*CHANGE_RULES,)

    def validate(self, state: State) -> Iterator[Violation]:
        """Only what the table cannot hold."""
        if state.phase not in ("unopened", "setup"):
            yield from self.violations_of_changes(state)
        elif (shut := closed(state)) is not None:
            yield shut

    def resolve(self, out: FrcBuffer) -> None:
        out.add(Adjusted(reason=self.reason))
        apply_changes(out, self.changes, ChangeSource(acting(out.state, None), None, "adjustment"))
        look_at_points(out)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        changes = redacted_changes(state, self.changes, acting(state, None), viewpoint)
        return replace(self, changes=changes)


@final
class DeclarePosition(FrcCommand, frozen=True, kw_only=True, tag="declare_position"):
    """Starts late or resynchronises: the position on the table, one side per player."""

    title = "Declare the position"
    turn: int
    turn_player: SeatIndex
    phase: Phase
    sides: tuple[DeclaredSide, ...]
    first_player: SeatIndex | None = None
    students_played: int = 0
    draws_made: int = 0
    taken = "any_time"
    rules = (
        "CG-C02", "CG-D01", "CG-D03", "CG-D05", "CG-D06", "CG-F01", "CG-F02", "CG-F03", "CG-F04", "CG-F05", "CG-K01",
        "CG-S03", "CG-T01", "CG-T03", "CG-X04",
    )  # fmt: skip

    def validate(self, state: State) -> Iterator[Violation]:
        """Yield violations of positions that are impossible at a table or with these decks (CG-D03, CG-D05, CG-D06)."""
        if state.phase == "unopened":
            yield impossible("CG-S07", "setup not complete: the match has not been started")
            return
        strangers = tuple(no_such_player(state, self.turn_player, self.first_player))
        if strangers:
            yield from strangers
            return
        if len(self.sides) != len(state.players):
            yield impossible("CG-S01", f"two sides, not {len(self.sides)}")
            return
        violations = [violation for side in self.sides for violation in side.validate()]
        violations += [violation for side in self.sides for violation in side.card_violations(state)]
        violations += self._moment(state)
        yield from violations
        if not violations:
            players = self._players(state)
            yield from wrong_totals(state, players)
            yield from wrong_decks(state, players)

    def resolve(self, out: FrcBuffer) -> None:
        """Replace the previous position with the one on the table; 0 points or fewer end the match (CG-E01)."""
        first = self.first_player
        if first is None:
            first = self.turn_player if self.turn % 2 else opponent_of(self.turn_player)
        players = self._players(out.state)
        out.add(
            PositionDeclared(
                turn=self.turn,
                turn_player=self.turn_player,
                first_player=first,
                phase=self.phase,
                players=players,
                students_played=self.students_played,
                draws_made=self.draws_made,
                plays=max((slotted.order for p in players for slotted in p.slots if slotted is not None), default=0),
            )
        )
        reminders = tuple(source.token for _, source in triggered_in(out.state, self.phase))
        if reminders:
            out.add(RemindersRaised(reminders=reminders))
        look_at_points(out)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:  # noqa: ARG002
        return replace(self, sides=tuple(side.redacted_for(seat, viewpoint) for seat, side in enumerate(self.sides)))

    def _players(self, state: State) -> tuple[Player, ...]:
        """Return both players after the declaration."""
        # The turn player decides how an event in a slot is counted.
        at = replace(state, turn=self.turn, turn_player=self.turn_player, plays=0)
        return tuple(placed(at, seat, side) for seat, side in enumerate(self.sides))

    def _moment(self, state: State) -> Iterator[Violation]:
        """CG-T01, CG-T03: whether there is such a moment."""
        if self.turn < 1 or self.students_played < 0 or self.draws_made < 0:
            yield impossible("CG-T01", "turns count from 1, plays and draws from 0")
            return
        if self.turn == 1 and self.phase in ("draw", "scoring"):
            yield impossible("CG-T03", f"turn 1 has no {self.phase} phase")
        first = state.first_player if self.first_player is None else self.first_player
        if first is not None and (self.turn_player == first) != (self.turn % 2 == 1):
            other = state.name(opponent_of(self.turn_player))
            text = f"turn {self.turn} is {other}'s where {state.name(first)} goes first"
            if self.first_player is None:
                text += f"; if {state.name(opponent_of(first))} does, say so (first_player=)"
            yield impossible("CG-T01", text)


def position(state: State) -> DeclarePosition:
    """Return the current position as a declaration: the initial contents of a form for a late start or a correction.

    Known cards are named and unknown ones are counted. Before the first turn, it is the start of a turn.
    """
    phase = cast("Phase", state.phase) if state.phase in get_args(Phase) else "median"
    turn = max(1, state.turn)
    turn_player = (state.first_player or 0) if state.turn_player is None else state.turn_player
    return DeclarePosition(
        turn=turn,
        turn_player=turn_player,
        phase=phase,
        sides=tuple(standing(player, seat) for seat, player in enumerate(state.players)),
        first_player=turn_player if turn % 2 else opponent_of(turn_player),
        students_played=state.students_played,
        draws_made=state.draws_made,
    )
