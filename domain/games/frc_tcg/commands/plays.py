"""Cards played from the hand (TCG-T03 to T06, A01 to A10, A17, A28)."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Self

from msgspec.structs import replace

from domain.cards import CardRef, SeatIndex
from domain.games.frc_tcg.abilities import ability_of, check_stacking, is_active, place_for, robot_record
from domain.games.frc_tcg.card_effects import WHEN_PLAYED, EffectCard, check_targets, resolve_effects
from domain.games.frc_tcg.cards.records import Award, Item, Mentor, effects_with_choice
from domain.games.frc_tcg.changes import Change, apply_changes
from domain.games.frc_tcg.changes.base import CHANGE_RULES
from domain.games.frc_tcg.combat import reveal_from_hand
from domain.games.frc_tcg.commands.base import TurnAction
from domain.games.frc_tcg.effects import ends_of, max_hp
from domain.games.frc_tcg.events import plays
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.match_end import DefeatCause, PrizePick, settle
from domain.games.frc_tcg.references import any_stack, hand_card, own_stack, seat_of
from domain.games.frc_tcg.state import (
    MAX_ROBOTS,
    Enhancement,
    PlayerState,
    RobotStack,
    SeatedStack,
    StackLevel,
    State,
    stack_of,
)
from domain.games.frc_tcg.turn_checks import (
    HAND_RULES,
    any_impossible,
    check_before_attack,
    check_in_hand,
    check_may_act,
    check_robot_play,
)
from domain.games.frc_tcg.visibility import public_name
from domain.rules import Violation, impossible
from domain.seats import Viewpoint, seat_name
from domain.text import pluralize


class Play(TurnAction, frozen=True, kw_only=True):
    """Play a card from the hand."""

    wanted: ClassVar[str]
    """The type of card that the command plays."""
    rules: ClassVar[tuple[str, ...]] = ("TCG-T02", *HAND_RULES)

    @property
    @abstractmethod
    def card(self) -> CardRef:
        """The card to play."""

    def gate(self, state: State) -> tuple[Violation, ...]:
        acting = check_may_act(state, self.player)
        if any_impossible(acting):
            return acting
        held = check_in_hand(state, seat_of(state, self.player), self.card, self.wanted)
        return (*acting, *check_before_attack(state), *held)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        seat = seat_of(state, self.player)
        return self if viewpoint == seat else replace(self, card=public_name(state, seat, self.card))


class PlayRobot(Play, frozen=True, kw_only=True, tag="play_robot"):
    """Play a robot into the alliance."""

    title = "Play a robot"
    card: CardRef
    player: SeatIndex | None = None
    wanted = "robot"
    rules = ("TCG-A02", "TCG-T03")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from check_robot_play(state)
        player = state.players[seat_of(state, self.player)]
        if len(player.alliance) >= MAX_ROBOTS:
            yield Violation(
                "TCG-A02", f"{pluralize(len(player.alliance), 'robot')} in play: an alliance is three Robots"
            )

    def resolve(self, out: TcgBuffer) -> None:
        seat = seat_of(out.state, self.player)
        token = reveal_from_hand(out, seat, self.card)
        record = robot_record(out.state, token.card)
        slot = free_slot(out.state.players[seat])
        entering = RobotStack(slot, (StackLevel(token.id, record.card_id, record.hp),), record.hp, record.hp)
        full = max_hp(out.state, seat, entering)
        played = plays.RobotPlayed(
            player=seat, token=token.id, card=record.card_id, slot=slot, printed_hp=record.hp, hp=full, max_hp=full
        )
        out.add(played)
        source = EffectCard(token.id, seat, token.id, record.name)
        resolve_effects(out, record.effects, WHEN_PLAYED, source, ())
        settle(out, DefeatCause(seat))


class PlayComponent(Play, frozen=True, kw_only=True, tag="play_component"):
    """Play a component onto a robot, for one of its abilities."""

    title = "Play a component"
    card: CardRef
    robot: CardRef
    ability: str
    player: SeatIndex | None = None
    wanted = "component"
    rules = ("TCG-A04", "TCG-A05", "TCG-A17", "TCG-T02", "TCG-T04")

    def validate(self, state: State) -> Iterator[Violation]:
        allowed = state.record.allowed("components")
        if state.record.components >= allowed:
            yield Violation("TCG-T04", f"{state.record.components} of {allowed} component plays used")
        yield from self._place(state)

    def resolve(self, out: TcgBuffer) -> None:
        state = out.state
        seat = seat_of(state, self.player)
        where = own_stack(state, seat, self.robot) or any_stack(state, seat, self.robot)
        assert where is not None
        token = reveal_from_hand(out, seat, self.card)
        ability = place_for(state, where.stack, token.card, self.ability)
        out.add(
            plays.ComponentPlayed(
                player=seat,
                token=token.id,
                card=token.card or "",
                owner=where.seat,
                robot=where.stack.key,
                ability=ability,
            )
        )
        add_if_activated(out, where, ability)

    def _place(self, state: State) -> Iterator[Violation]:
        seat = seat_of(state, self.player)
        own = own_stack(state, seat, self.robot)
        where = own or any_stack(state, seat, self.robot)
        if where is None:
            yield impossible("TCG-A04", f"no robot {self.robot} in play")
            return
        if own is None:
            whose = seat_name(state.seats, where.seat)
            yield Violation("TCG-A04", f"that robot is {whose}'s: components go on your own robots")
        token = hand_card(state.players[seat], self.card)
        assert token is not None
        yield from check_stacking(state, where, self.ability, token.card)


class _EnhancementPlay(Play, frozen=True, kw_only=True):
    card: CardRef
    targets: tuple[CardRef, ...] = ()
    """Robots (or shop cards) that the card's effects choose, in printed order."""
    changes: tuple[Change, ...] = ()
    """The effects of the card's text beyond those in the catalogue."""
    prize_picks: tuple[PrizePick, ...] = ()
    player: SeatIndex | None = None
    rules: ClassVar[tuple[str, ...]] = CHANGE_RULES

    def check_choices(self, state: State) -> Iterator[Violation]:
        """Yield the violations of the choices made for the card's effects."""
        seat = seat_of(state, self.player)
        if self.targets:
            token = hand_card(state.players[seat], self.card)
            record = state.catalogue.get(token.card) if token is not None else None
            effects = record.effects if isinstance(record, Item | Mentor | Award) else ()
            yield from check_targets(state, seat, effects_with_choice(effects, WHEN_PLAYED), self.targets)

    def enter(self, out: TcgBuffer, played: type[plays.MentorPlayed | plays.AwardPlayed]) -> None:
        """Put the mentor or award into play and resolve its effects."""
        seat = seat_of(out.state, self.player)
        token = reveal_from_hand(out, seat, self.card)
        record = out.state.catalogue.get(token.card)
        assert isinstance(record, Mentor | Award)
        ends, before = ends_of(out.state, record.duration, seat)
        out.add(played(player=seat, card=Enhancement(token.id, record.card_id, record.duration, ends, before)))
        self.carry_out(out, seat, token.id, record)
        settle(out, DefeatCause(seat, picks=self.prize_picks))

    def carry_out(self, out: TcgBuffer, seat: int, token: int, record: Item | Mentor | Award) -> None:
        """Resolve the card's effects from the catalogue, then the changes entered by hand."""
        resolve_effects(out, record.effects, WHEN_PLAYED, EffectCard(token, seat, name=record.name), self.targets)
        apply_changes(out, self.changes, seat, token)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        by_hand = self.redacted_by_hand(state, seat_of(state, self.player), viewpoint)
        return replace(super().redacted_for(state, viewpoint), **by_hand)


class PlayItem(_EnhancementPlay, frozen=True, kw_only=True, tag="play_item"):
    """Play an item: its effect happens once, then it goes to the shop."""

    title = "Play an item"
    wanted = "item"

    def validate(self, state: State) -> Iterator[Violation]:
        yield from self.check_choices(state)

    def resolve(self, out: TcgBuffer) -> None:
        seat = seat_of(out.state, self.player)
        token = reveal_from_hand(out, seat, self.card)
        record = out.state.catalogue.get(token.card)
        assert isinstance(record, Item)
        out.add(plays.ItemPlayed(player=seat, token=token.id, card=record.card_id))
        self.carry_out(out, seat, token.id, record)
        if any(card.id == token.id for card in out.state.players[seat].playing):
            out.add(plays.CardShopped(player=seat, card=token))
        settle(out, DefeatCause(seat, picks=self.prize_picks))


class PlayMentor(_EnhancementPlay, frozen=True, kw_only=True, tag="play_mentor"):
    """Play a mentor, which stays while its effect lasts."""

    title = "Play a mentor"
    wanted = "mentor"

    def validate(self, state: State) -> Iterator[Violation]:
        yield from check_enhancement_play(state)
        if state.players[seat_of(state, self.player)].mentors:
            yield Violation("TCG-A09", "a mentor is in play; it stays until its effect is over or it goes for coffee")
        yield from self.check_choices(state)

    def resolve(self, out: TcgBuffer) -> None:
        self.enter(out, plays.MentorPlayed)


class PlayAward(_EnhancementPlay, frozen=True, kw_only=True, tag="play_award"):
    """Play an award, which stays while its effect lasts."""

    title = "Play an award"
    wanted = "award"

    def validate(self, state: State) -> Iterator[Violation]:
        yield from check_enhancement_play(state)
        yield from self.check_choices(state)

    def resolve(self, out: TcgBuffer) -> None:
        self.enter(out, plays.AwardPlayed)


def check_enhancement_play(state: State) -> Iterator[Violation]:
    """Yield a violation if this turn's mentor or award is already played (TCG-T05)."""
    allowed = state.record.allowed("enhancements")
    if state.record.enhancements >= allowed:
        yield Violation("TCG-T05", f"{state.record.enhancements} of {allowed} mentor-or-award plays used")


def free_slot(player: PlayerState) -> int:
    """Return the lowest free place in the player's alliance."""
    taken = {stack.slot for stack in player.alliance}
    return next(slot for slot in range(1, len(taken) + 2) if slot not in taken)


def add_if_activated(out: TcgBuffer, before: SeatedStack, ability_name: str) -> None:
    """Add an event if this play made the ability active."""
    ability = ability_of(out.state, before.stack, ability_name)
    now = stack_of(out.state, before.stack.key)
    if ability is None or now is None or not is_active(out.state, now.stack, ability):
        return
    if not is_active(out.state, before.stack, ability):
        out.add(plays.AbilityActivated(player=now.seat, robot=now.stack.key, ability=ability.name))
