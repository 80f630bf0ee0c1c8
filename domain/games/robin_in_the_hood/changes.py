"""Changes by hand; each is checked and applied on the state after the earlier ones."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, SeatIndex, Token, find, parse_ref
from domain.cards import Ref as CardReference
from domain.effects.lasting import Lasting
from domain.effects.words import AllowWord, EffectWord, EndWord, ForbidWord, PreventWord, contradiction
from domain.event_buffer import EventBuffer
from domain.game import made
from domain.games.robin_in_the_hood.cards import CharacterCard, ModifierCard, is_card
from domain.games.robin_in_the_hood.effect_table import NOBODY, RobinAuthor, table_of
from domain.games.robin_in_the_hood.events import changes
from domain.games.robin_in_the_hood.state import STAGE_INDEX, LevelChanged, Stage, State, ZoneName, other
from domain.games.robin_in_the_hood.visibility import is_open, may_see
from domain.games.robin_in_the_hood.vocabulary import PLACE_FIRST, ActionName, ChangeName, Trait
from domain.games.robin_in_the_hood.whereabouts import check_identity, find_card, is_newly_known, shown_name
from domain.rules import Violation, impossible
from domain.seats import Viewpoint, seat_name
from domain.text import pluralize

CHANGE_RULES: Final = (
    "RH-A04", "RH-A05", "RH-B12", "RH-D03", "RH-D05", "RH-D07", "RH-E02", "RH-E09", "RH-T02", "RH-T05",
)  # fmt: skip
"""Rules that changes made by hand may cite; commands that contain changes include them."""

AppliedBuffer: TypeAlias = EventBuffer[State, changes.AppliedChange]
"""The changes applied so far, and the state after them."""

_IDLE: Final = "it changes nothing"


class _Change(Struct, frozen=True, kw_only=True, tag_field="change", forbid_unknown_fields=True):
    """One change by hand."""

    @abstractmethod
    def seats(self) -> tuple[int | None, ...]:
        """The seats that the change names."""

    @abstractmethod
    def validate(self, state: State, by: RobinAuthor, /) -> Iterator[Violation]:
        """Yield the violations of the change in the current state."""

    @abstractmethod
    def apply(self, out: AppliedBuffer, by: RobinAuthor, /) -> None:
        """Add the resulting changes; called only if the change is possible."""

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "Change":  # noqa: ARG002
        """Return the change as a player or spectator may see it."""
        return cast("Change", self)


class _PlayerChange(_Change, frozen=True, kw_only=True):
    """A change on one player's side."""

    player: SeatIndex

    def seats(self) -> tuple[int | None, ...]:
        return (self.player,)


class ChangeLevel(_PlayerChange, frozen=True, kw_only=True, tag="level"):
    """Raise or lower a level in this hand, before the battles."""

    player: SeatIndex
    stage: Stage
    amount: int

    def validate(self, state: State, _by: RobinAuthor, /) -> Iterator[Violation]:
        if state.phase not in ("placing", "battles"):
            yield _impossible("levels change only before the battles of a hand", "RH-B12")
        elif state.players[self.player].stages[STAGE_INDEX[self.stage]] is None:
            name = seat_name(state.seats, self.player)
            yield _impossible(f"{name} has no character on {self.stage.capitalize()}")
        elif self.amount == 0:
            yield _impossible(f"a level by 0: {_IDLE}")

    def apply(self, out: AppliedBuffer, _by: RobinAuthor, /) -> None:
        out.add(LevelChanged(player=self.player, stage=self.stage, amount=self.amount))


class MoveCard(_PlayerChange, frozen=True, kw_only=True, tag="move"):
    """Move a card from one zone of its owner to another."""

    player: SeatIndex
    card: CardRef
    from_zone: ZoneName
    to_zone: ZoneName
    bottom: bool = False
    """Under the Draw pile instead of on top."""

    def validate(self, state: State, _by: RobinAuthor, /) -> Iterator[Violation]:
        player = state.players[self.player]
        token = find_card(player, self.from_zone, self.card)
        if token is None:
            yield _impossible(f"{self.card} is not in {self.from_zone}")
            return
        if is_newly_known(player, self.from_zone, token):
            yield from check_identity(state, self.player, token, newly_known=True)
        if self.bottom and self.to_zone != "draw_pile":
            yield _impossible("only the Draw pile has a bottom")
        yield from self._wrong_destination(state, token)

    def apply(self, out: AppliedBuffer, _by: RobinAuthor, /) -> None:
        token = find_card(out.state.players[self.player], self.from_zone, self.card)
        assert token is not None
        record = out.state.catalogue.get(token.card)
        duration = record.duration if self.to_zone == "modifier_pile" and isinstance(record, ModifierCard) else ""
        out.add(made(changes.CardMoved, self, token=token.id, card=token.card, duration=duration))

    def _wrong_destination(self, state: State, token: Token) -> Iterator[Violation]:
        record = state.catalogue.get(token.card)
        if self.to_zone in STAGE_INDEX and not isinstance(record, CharacterCard):
            yield _impossible("only a known character can be on a stage")
        if self.to_zone == "modifier_pile" and not isinstance(record, ModifierCard):
            yield _impossible("only a known modifier can be on the Modifier pile")
        if token.card is not None and record is None:
            yield _impossible(f"{token.card!r} is not in the catalogue; define_card adds it", "RH-D07")
        if self.from_zone == self.to_zone:
            if self._stays(state, token):
                yield _impossible(f"{self.card} is in {self.to_zone} already: {_IDLE}")
        elif self.to_zone in STAGE_INDEX and _is_taken(state, self.player, STAGE_INDEX[self.to_zone]):
            yield _impossible(f"{self.to_zone.capitalize()} is occupied")

    def _stays(self, state: State, token: Token) -> bool:
        """True if a card that goes to its own zone keeps its place. Order matters only in the Draw pile."""
        pile = state.players[self.player].draw_pile
        return self.to_zone != "draw_pile" or pile[-1 if self.bottom else 0].id == token.id

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "MoveCard":
        """Show the card to its owner if it comes from or goes to the playing hand, and to all if a zone is open."""
        zones = (self.from_zone, self.to_zone)
        if viewpoint == self.player and "playing_hand" in zones:
            return self
        token = find_card(state.players[self.player], self.from_zone, self.card)
        known = token is not None and may_see(state, viewpoint, self.player, self.from_zone, token.id)
        if known or any(is_open(zone) for zone in zones):
            return replace(self, card=shown_name(state.players[self.player], self.from_zone, self.card))
        return replace(self, card=UNKNOWN)


class TakeModifier(_PlayerChange, frozen=True, kw_only=True, tag="remove_modifier"):
    """Move a modifier in play to its owner's Dead Cards."""

    player: SeatIndex
    card: CardRef

    def validate(self, state: State, _by: RobinAuthor, /) -> Iterator[Violation]:
        if find_card(state.players[self.player], "modifier_pile", self.card) is None:
            yield _impossible(f"{self.card} is not a modifier of {seat_name(state.seats, self.player)}'s in play")

    def apply(self, out: AppliedBuffer, by: RobinAuthor, /) -> None:
        away = MoveCard(player=self.player, card=self.card, from_zone="modifier_pile", to_zone="dead_cards")
        away.apply(out, by)


class ChangeVictories(_PlayerChange, frozen=True, kw_only=True, tag="victory"):
    """Raise or lower a Victories counter."""

    player: SeatIndex
    amount: int

    def validate(self, state: State, _by: RobinAuthor, /) -> Iterator[Violation]:
        victories = state.players[self.player].victories + self.amount
        if victories < 0:
            yield _impossible("a Victories counter does not fall below 0", "RH-E02")
        elif self.amount == 0:
            yield _impossible(f"victories by 0: {_IDLE}", "RH-E02")
        elif _contradicts_the_end(state, self.player, victories):
            goal = state.options.victories_to_win
            yield _impossible(
                f"{victories} of {pluralize(goal or 0, 'victory', 'victories')} contradicts the winner of the tournament",
                "RH-E09",
            )

    def apply(self, out: AppliedBuffer, _by: RobinAuthor, /) -> None:
        victories = out.state.players[self.player].victories + self.amount
        out.add(changes.VictoriesChanged(player=self.player, amount=self.amount, victories=victories))


class IdentifyCard(_PlayerChange, frozen=True, kw_only=True, tag="identify"):
    """Record the real identity of a card; `??` forgets it."""

    player: SeatIndex
    token: CardRef
    """The physical card, as `#1-03`."""
    card: CardRef

    def validate(self, state: State, _by: RobinAuthor, /) -> Iterator[Violation]:
        ref, card = parse_ref(self.token), parse_ref(self.card).card
        player = state.players[self.player]
        closed = (*player.playing_hand, *player.draw_pile, *player.dead_cards)
        found = find(closed, ref) if ref == CardReference(token=ref.token) and ref.token is not None else None
        if found is None:
            yield _impossible(
                f"{self.token} is not a card of the playing hand, Draw pile or Dead Cards; for example #1-03"
            )
        elif card is None and self.card != UNKNOWN:
            yield _impossible(f"{self.card} is not a card; write a card, or ?? if it is unknown")
        elif card == found.card:
            yield _impossible(f"{self.token} is {card or 'not known'} already: {_IDLE}")
        elif card is not None and not is_card(state.catalogue, card):
            yield _impossible(f"{card!r} is not in the catalogue; define_card adds it", "RH-D07")
        elif card is not None:
            yield from check_identity(state, self.player, Token(found.id, card), newly_known=True)

    def apply(self, out: AppliedBuffer, _by: RobinAuthor, /) -> None:
        token = parse_ref(self.token).token
        assert token is not None
        out.add(changes.CardIdentified(player=self.player, token=token, card=parse_ref(self.card).card))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "IdentifyCard":
        held = find_card(state.players[self.player], "playing_hand", self.token)
        return self if held is not None and viewpoint == self.player else replace(self, card=UNKNOWN)


class SetOrder(_Change, frozen=True, kw_only=True, tag="order"):
    """Set who places first in this hand; `-` for both at once."""

    first: SeatIndex | None = None

    def seats(self) -> tuple[int | None, ...]:
        return (self.first,)

    def validate(self, state: State, _by: RobinAuthor, /) -> Iterator[Violation]:
        if state.phase not in ("opening_draw", "placing"):
            yield _impossible(f"the order is set only before the battles; in the phase {state.phase} {_IDLE}", "RH-T05")
        elif self.first == state.order:
            yield _impossible(f"this hand has that order already: {_IDLE}", "RH-T05")

    def apply(self, out: AppliedBuffer, _by: RobinAuthor, /) -> None:
        out.add(changes.OrderSet(first=self.first))


class _Lasting(_Change, EffectWord, frozen=True, kw_only=True):
    """A change that begins a lasting effect."""

    only: tuple[Trait, ...] = ()

    def seats(self) -> tuple[int | None, ...]:
        return (self.player,)

    def validate(self, state: State, by: RobinAuthor, /) -> Iterator[Violation]:
        return self.violations(table_of(state, by))

    def apply(self, out: AppliedBuffer, by: RobinAuthor, /) -> None:
        out.add(changes.EffectBegan(effect=self.lasting(table_of(out.state, by))))


class Allow(AllowWord[ActionName], _Lasting, frozen=True, kw_only=True, tag="allow"):
    """Allow an action for a while."""


class Forbid(ForbidWord[ActionName], _Lasting, frozen=True, kw_only=True, tag="forbid"):
    """Forbid an action for a while."""


class Prevent(PreventWord[ChangeName], _Lasting, frozen=True, kw_only=True, tag="prevent"):
    """Prevent a kind of change for a while."""


class End(_Change, EndWord, frozen=True, kw_only=True, tag="end"):
    """End lasting effects."""

    def seats(self) -> tuple[int | None, ...]:
        return (self.player,)

    def validate(self, state: State, _by: RobinAuthor, /) -> Iterator[Violation]:
        return self.violations(table_of(state, NOBODY))

    def apply(self, out: AppliedBuffer, _by: RobinAuthor, /) -> None:
        if ended := self.ended(table_of(out.state, NOBODY)):
            out.add(changes.EffectsEnded(effects=ended))


class GoFirst(_PlayerChange, frozen=True, kw_only=True, tag="goes_first"):
    """Let a player place first in the next hand of this round."""

    player: SeatIndex

    def validate(self, state: State, _by: RobinAuthor, /) -> Iterator[Violation]:
        if any(effect.name == PLACE_FIRST and effect.target == self.player for effect in state.lasting[-1:]):
            yield _impossible(f"{seat_name(state.seats, self.player)} places first already: {_IDLE}", "RH-T05")

    def apply(self, out: AppliedBuffer, _by: RobinAuthor, /) -> None:
        out.add(changes.EffectBegan(effect=Lasting("allow", PLACE_FIRST, "player", self.player, once=True)))


EffectChange = ChangeLevel | MoveCard | TakeModifier | ChangeVictories | Allow | Forbid | Prevent | End | GoFirst
Change = EffectChange | IdentifyCard | SetOrder


def resolve_changes(state: State, changes: Sequence[Change], by: RobinAuthor = NOBODY) -> AppliedBuffer:
    """Apply the changes in order, collecting their violations; stop at the first impossible one.

    Checking and resolving share this code, so their results always agree.
    """
    out: AppliedBuffer = EventBuffer(state)
    if text := contradiction(changes):
        out.violations.append(_impossible(text))
    for number, change in enumerate(changes, start=1):
        _make(out, number, change, by)
    return out


def _make(out: AppliedBuffer, number: int, change: Change, by: RobinAuthor) -> None:
    if out.stopped:
        return
    violations = [Violation(v.rule, f"change {number}: {v.text}", v.impossible) for v in change.validate(out.state, by)]
    out.change(violations, lambda: change.apply(out, by), idle=_impossible(f"change {number}: {_IDLE}"))


def _impossible(text: str, rule: str = "RH-A05") -> Violation:
    return impossible(rule, text)


def _is_taken(state: State, seat: int, stage: int) -> bool:
    """True if the stage has a character, or will have one when face-down choices are shown."""
    player = state.players[seat]
    coming = any(choice.hidden and not choice.is_modifier and choice.stage == stage for choice in player.chosen)
    return coming or player.stages[stage] is not None


def _contradicts_the_end(state: State, seat: int, victories: int) -> bool:
    """True if so many victories contradict the winner of the tournament, or that it has none."""
    goal = state.options.victories_to_win
    if goal is None:
        return False
    if state.phase == "finished":
        return (victories >= goal) != (state.ended == "victories" and state.winner == seat)
    return victories >= goal and state.players[other(seat)].victories >= goal
