"""Commands: actions, blasts, picks, storage bombs, effects entered by hand, adjustments."""

from collections.abc import Iterator
from typing import ClassVar, Self

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, SeatIndex, parse_ref
from domain.games.pbl_robots.cards import ActionCard, CardFilter, CrewCard
from domain.games.pbl_robots.changes import Change
from domain.games.pbl_robots.changes.base import CHANGE_RULES, PblAuthor, apply_changes
from domain.games.pbl_robots.commands.base import ActorCommand, PblCommand, PhaseRule
from domain.games.pbl_robots.commands.builds import partner_card
from domain.games.pbl_robots.commands.inputs import Cause, Inputs, apply_effects, check_inputs
from domain.games.pbl_robots.draws import DRAW_RULES, search, take_from_hand
from domain.games.pbl_robots.events import effects
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.builds import StorageBombAdded
from domain.games.pbl_robots.events.combat import ResponseAllowed
from domain.games.pbl_robots.events.match_end import Adjusted
from domain.games.pbl_robots.events.turns import OwedSettled
from domain.games.pbl_robots.numbers import current_side, faces, free_spaces
from domain.games.pbl_robots.references import held_card, name, not_held, orange
from domain.games.pbl_robots.state import State
from domain.games.pbl_robots.visibility import redacted_search
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.table.references import card_named, find_or_identify


class PlayAction(Inputs, frozen=True, kw_only=True, tag="play_action"):
    """Plays an action card, at any time from the first turn on."""

    title = "Play an action"
    accepted_in: ClassVar = PhaseRule("PBL-A26", ("play",), "actions are played from the first turn on")

    card: CardRef
    rules = ("PBL-A26", "PBL-V39")

    def validate(self, state: State) -> Iterator[Violation]:
        seat = self.acting_seat(state)
        yield from partner_card(state, seat, self.card)
        card, problem = held_card(state, seat, self.card)
        if problem is not None:
            yield problem
            return
        if not isinstance(card, ActionCard):
            yield impossible("PBL-A26", f"{card.name if card else 'that'} is not an action card")
            return
        yield from check_inputs(state, seat, card.card_id, ("action", "on_play"), self)

    def act(self, out: PblBuffer) -> None:
        """Play the action. It takes effect, or waits for `resolve_effect` if its effects are not machine-readable."""
        seat = self.acting_seat(out.state)
        token = take_from_hand(out, seat, self.card)
        if token is None or token.card is None:
            return
        card = out.state.catalogue.get(token.card)
        if out.state.action is not None:  # as played, although the previous action is not resolved yet
            out.add(effects.ActionResolved(card=out.state.action.card))
        by_hand = not any(e.trigger in ("action", "on_play") for e in getattr(card, "effects", ()))
        out.add(effects.ActionPlayed(seat=seat, token=token.id, card=token.card, by_hand=by_hand))
        combat, side = out.state.combat, out.state.seats[seat].side
        if combat is not None and not combat.attack_rolled and side != combat.attacker:
            out.add(ResponseAllowed(side=combat.attacker))
        cause = Cause(seat, token.card, "action", self)
        apply_effects(out, cause, "action")
        apply_effects(out, cause, "on_play")


class ResolveEffect(PblCommand, frozen=True, kw_only=True, tag="resolve_effect"):
    """Records what a card did at the table, for cards whose effect is not in the catalogue."""

    title = "Resolve a card's effect"
    for_anybody: ClassVar = True
    settles: ClassVar = ("search", "storage_bomb", "dice", "effect")

    source: CardRef
    changes: tuple[Change, ...] = ()
    note: str = ""
    player: SeatIndex | None = None
    rules = (*CHANGE_RULES,)

    def validate(self, state: State) -> Iterator[Violation]:
        card = card_named(self.source)
        problem = orange(state, card or UNKNOWN) if state.catalogue.get(card) is None or card is None else None
        if problem is not None:
            yield problem
        if self.player is not None and not 0 <= self.player < len(state.seats):
            yield impossible("PBL-S01", f"player {self.player + 1} does not exist")
        if state.action is not None and state.action.by_hand and card != state.action.card:
            yield Violation("PBL-A27", f"first resolve {name(state, state.action.card)}, which is in progress")

    def act(self, out: PblBuffer) -> None:
        action = out.state.action
        seat = action.seat if action is not None and self.player is None else self.acting_seat(out.state)
        if out.state.owed and out.state.owed[0].kind != "draw":
            out.add(OwedSettled(n=out.state.owed[0].n))
        out.add(effects.CardEffectResolved(source=card_named(self.source) or "", note=self.note))
        apply_changes(out, self.changes, PblAuthor(seat, card_named(self.source) or ""))


class BlastCrew(Inputs, frozen=True, kw_only=True, tag="blast_crew"):
    """Discards a crew member from play for its effect."""

    title = "Blast a crew member"
    crew: CardRef
    rules = ("PBL-A17", "PBL-C15")

    def validate(self, state: State) -> Iterator[Violation]:
        seat = self.acting_seat(state)
        side = state.sides[state.seats[seat].side]
        wanted = card_named(self.crew)
        if all(crew.card != wanted for crew in side.crew):
            yield impossible("PBL-A17", f"{name(state, wanted)} is not in play on that robot")
            return
        card = state.catalogue.get(wanted)
        if not isinstance(card, CrewCard) or not card.blast:
            yield Violation("PBL-A17", f"{name(state, wanted)} has no blast")
            return
        yield from _check_timing(state, seat, card)
        yield from check_inputs(state, seat, card.card_id, ("blast",), self)

    def act(self, out: PblBuffer) -> None:
        seat = self.acting_seat(out.state)
        side = out.state.seats[seat].side
        wanted = card_named(self.crew)
        crew = next((one.card for one in out.state.sides[side].crew if one.card == wanted), None)
        if crew is None:
            return
        out.add(effects.CrewBlasted(side=side, card=crew))
        apply_effects(out, Cause(seat, crew, "blast", self), "blast")


class PickArmor(ActorCommand, frozen=True, kw_only=True, tag="pick_armor"):
    """Discards a crew card from the hand to search for an armor; `-` for an unsuccessful search."""

    title = "Pick an armor"
    crew: CardRef
    found: CardRef | None = UNKNOWN
    from_row: int = 0
    rules = ("PBL-V08", "PBL-X11", *DRAW_RULES)

    def validate(self, state: State) -> Iterator[Violation]:
        seat = self.acting_seat(state)
        wanted = parse_ref(self.crew)
        side = state.sides[state.seats[seat].side]
        if any(crew.card == wanted.card for crew in side.crew):
            yield impossible("PBL-A19", "a pick is used from the hand, not with a crew member in play")
            return
        if find_or_identify(state.people[seat].hand, wanted) is None:
            yield not_held(state, seat, wanted)
            return
        card, problem = held_card(state, seat, self.crew)
        if problem is not None:
            yield problem
            return
        if not isinstance(card, CrewCard) or card.pick is None:
            yield Violation("PBL-A19", f"{card.name if card else 'that'} has no pick")
            return
        timing = card.pick_timing or state.options.pick_timing
        if timing == "own_turn" and seat != state.turn.seat:
            yield Violation("PBL-A19", f"{card.name} may be used for a pick only in its player's own turn")

    def act(self, out: PblBuffer) -> None:
        seat = self.acting_seat(out.state)
        token = take_from_hand(out, seat, self.crew)
        if token is None or token.card is None:
            return
        pick: CardFilter | None = getattr(out.state.catalogue.get(token.card), "pick", None)
        out.add(effects.PickUsed(seat=seat, token=token.id, card=token.card))
        search(out, seat, pick or CardFilter(), self.found, self.from_row)

    def needs_resolving(self) -> bool:
        return self.found not in (None, UNKNOWN) or bool(self.from_row)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        if self.hand_seen(state, viewpoint):
            return self
        return replace(self, found=redacted_search(self.found, self.from_row))


class AddStorageBomb(ActorCommand, frozen=True, kw_only=True, tag="add_storage_bomb"):
    """Puts a die into the hangar by a card's ability."""

    title = "Add a storage bomb"
    settles: ClassVar = ("storage_bomb",)

    source: CardRef
    die: int
    rules = ("PBL-S14",)

    def validate(self, state: State) -> Iterator[Violation]:
        side = state.sides[self.acting_side(state)]
        yield from faces((self.die,))
        card = card_named(self.source)
        if card is None or state.catalogue.get(card) is None:
            yield Violation("PBL-A22", "a storage bomb comes from a card's ability: name the card")
        if not side.hangars or free_spaces(side) < 1:
            yield Violation("PBL-A22", "the hangar has no free space")

    def act(self, out: PblBuffer) -> None:
        side = self.acting_side(out.state)
        out.add(StorageBombAdded(side=side, value=self.die, source=card_named(self.source) or ""))
        if out.state.owed and out.state.owed[0].kind == "storage_bomb":
            out.add(OwedSettled())


class Adjust(PblCommand, frozen=True, kw_only=True, tag="adjust"):
    """Adjusts the record to the table, with a reason, if no other command can."""

    title = "Adjust the record"
    anytime: ClassVar = True
    for_anybody: ClassVar = True

    reason: str
    changes: tuple[Change, ...]
    rules = (*CHANGE_RULES,)

    def validate(self, state: State) -> Iterator[Violation]:  # noqa: ARG002 (`broken` checks the changes by applying them)
        if not self.reason.strip():
            yield impossible("PBL-E06", "an adjustment needs a reason")

    def act(self, out: PblBuffer) -> None:
        out.add(Adjusted(reason=self.reason))
        apply_changes(out, self.changes, PblAuthor(out.state.turn.seat))


def _check_timing(state: State, seat: int, card: CrewCard) -> Iterator[Violation]:
    """Check the timing of a blast (PBL-A18, PBL-Q58); with four hands, `own_turn` includes the partner's turn (PBL-Q35)."""
    side, combat = state.seats[seat].side, state.combat
    if card.blast == "own_turn" and current_side(state) != side:
        yield Violation("PBL-A18", f"{card.name} is discarded only in its player's own turn")
        if combat is not None and combat.target == side:
            yield Violation("PBL-C15", f"{card.name} has no blast for a defender")
    elif card.blast == "attacking" and (combat is None or combat.attacker != side):
        yield Violation("PBL-A18", f"{card.name} is discarded only while attacking")
    elif card.blast == "defending" and (combat is None or combat.target != side):
        yield Violation("PBL-A18", f"{card.name} is discarded only while defending")
