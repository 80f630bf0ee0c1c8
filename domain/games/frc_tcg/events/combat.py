"""Attacks, HP, lasting effects, defeats and captures (TCG-C01 to C08, X01 to X08, X11)."""

from msgspec.structs import replace

from domain.board import Arrow
from domain.cards import SeatIndex, Token
from domain.effects.lasting import Lasting, begun
from domain.games.frc_tcg.events.base import TcgEvent
from domain.games.frc_tcg.events.phrases import effect_sentence, hit_points, robot_name
from domain.games.frc_tcg.parts import (
    remaining_effects,
    set_hp,
    with_move_counted,
    with_shopped,
    with_stack,
    without_effects,
)
from domain.games.frc_tcg.plan import card_keys, player_key, robot_key
from domain.games.frc_tcg.state import State, stack_of
from domain.games.frc_tcg.visibility import knows_captured
from domain.narration import Narrator
from domain.seats import put_at
from domain.text import join_words, pluralize


class AttackMade(TcgEvent, frozen=True, kw_only=True, tag="attack_made"):
    """A robot used an ability."""

    player: SeatIndex
    robot: int
    ability: str
    targets: tuple[int, ...] = ()
    counted: bool = True
    """True if it was the turn's attack (option ability_counts_as_attack)."""
    note: str = ""
    template = "{robot:robot} uses {ability}{targets:robots? on *}{note:? (*)}"

    def evolve(self, state: State) -> State:
        if self.counted:
            return with_move_counted(state, self.player, attacks=1)
        if self.player != state.active:
            return state
        record = state.record
        used = (*record.free_abilities, self.robot)
        return replace(state, record=replace(record, free_abilities=used, moves=record.moves + 1))

    def arrows(self, state: State) -> tuple[Arrow, ...]:
        keys = card_keys(state)
        ends = {key: robot_key(keys, found.stack) for key in self.stacks if (found := stack_of(state, key)) is not None}
        hit = [ends[key] for key in self.targets if key in ends and key != self.robot]
        return tuple(Arrow(ends[self.robot], target) for target in hit) if self.robot in ends else ()

    @property
    def stacks(self) -> tuple[int, ...]:
        """The attacking robot and its targets."""
        return (self.robot, *self.targets)


class DamageTaken(TcgEvent, frozen=True, kw_only=True, tag="damage_taken"):
    """A robot lost HP; `amount` excludes damage beyond its last HP."""

    owner: SeatIndex
    robot: int
    amount: int
    hp: int
    by: SeatIndex
    """Seat whose attack or card it was."""
    attack: bool = False
    """True for the damage of the attack itself; false for recoil and other effects."""

    def evolve(self, state: State) -> State:
        return set_hp(state, self.owner, self.robot, self.hp)

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{robot_name(narrator, self.robot)} {hit_points(self.hp + self.amount, self.hp)}"


class DamagePrevented(TcgEvent, frozen=True, kw_only=True, tag="damage_prevented"):
    """An effect prevented damage to a robot."""

    owner: SeatIndex
    robot: int
    effect: int
    amount: int
    template = "{robot:robot} takes no damage instead of {amount}"

    def evolve(self, state: State) -> State:
        """Return the state after the event; an effect for one use ends."""
        used = tuple([e.id for e in state.lasting if e.id == self.effect and e.once])
        return without_effects(state, used)


class HpRestored(TcgEvent, frozen=True, kw_only=True, tag="hp_restored"):
    """A robot gained HP."""

    owner: SeatIndex
    robot: int
    amount: int
    hp: int

    def evolve(self, state: State) -> State:
        return set_hp(state, self.owner, self.robot, self.hp)

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{robot_name(narrator, self.robot)} {hit_points(self.hp - self.amount, self.hp)}"


class MaxHpChanged(TcgEvent, frozen=True, kw_only=True, tag="max_hp_changed"):
    """A robot's maximum HP changed."""

    owner: SeatIndex
    robot: int
    hp: int
    max_hp: int
    template = "{robot:robot} has {hp} of {max_hp:hit point|hit points} now"

    def evolve(self, state: State) -> State:
        return set_hp(state, self.owner, self.robot, self.hp, self.max_hp)


class EffectApplied(TcgEvent, frozen=True, kw_only=True, tag="effect_applied"):
    """A lasting effect began."""

    effect: Lasting
    template = "{effect:effect}{effect:until}"

    def evolve(self, state: State) -> State:
        effect = self.effect
        return replace(state, lasting=begun(state.lasting, effect), next_lasting=effect.id + 1)


class EffectsLifted(TcgEvent, frozen=True, kw_only=True, tag="effects_lifted"):
    """Lasting effects were taken off a robot."""

    owner: SeatIndex
    robot: int
    effects: tuple[int, ...]

    def evolve(self, state: State) -> State:
        return without_effects(state, self.effects)

    def describe(self, narrator: Narrator[State]) -> str:
        lifted = pluralize(len(self.effects), "effect", none="no")
        return f"{lifted} {'is' if len(self.effects) == 1 else 'are'} taken off {robot_name(narrator, self.robot)}"


class EffectExpired(TcgEvent, frozen=True, kw_only=True, tag="effect_expired"):
    """A lasting effect's time was up."""

    effect: int

    def evolve(self, state: State) -> State:
        return without_effects(state, (self.effect,))

    def describe(self, narrator: Narrator[State]) -> str:
        effect = next((e for e in narrator.state.lasting if e.id == self.effect), None)
        return f"effect ends: {effect_sentence(narrator, effect)}" if effect is not None else "an effect ends"


class RobotDefeated(TcgEvent, frozen=True, kw_only=True, tag="robot_defeated"):
    """A robot at 0 HP: its whole stack went to the shop."""

    owner: SeatIndex
    robot: int
    shopped: tuple[Token, ...]

    def evolve(self, state: State) -> State:
        player = state.players[self.owner]
        left = replace(player, alliance=with_stack(player, self.robot, None))
        players = with_shopped(put_at(state.players, self.owner, left), self.shopped)
        return replace(state, players=players, lasting=remaining_effects(state, self.shopped, self.robot))

    def describe(self, narrator: Narrator[State]) -> str:
        placed = stack_of(narrator.state, self.robot)
        top = placed.stack.top.token if placed is not None else 0
        others = join_words((narrator.card(card.card) for card in self.shopped if card.id != top), none="")
        return (
            f"{robot_name(narrator, self.robot)} is defeated and goes to the shop{' with ' if others else ''}{others}"
        )


class PrizeCardCaptured(TcgEvent, frozen=True, kw_only=True, tag="prize_card_captured"):
    """A prize card changed hands."""

    owner: SeatIndex
    by: SeatIndex
    place: int
    token: int
    card: str | None = None
    """The card, if it is known."""

    def evolve(self, state: State) -> State:
        owner = state.players[self.owner]
        left = replace(owner, prize_cards=put_at(owner.prize_cards, self.place - 1, None))
        players = put_at(state.players, self.owner, left)
        captor = players[self.by]
        captured = (*captor.captured, Token(self.token, self.card))
        return replace(state, players=put_at(players, self.by, replace(captor, captured=captured)))

    def describe(self, narrator: Narrator[State]) -> str:
        seen = knows_captured(narrator.state, self.by, narrator.viewpoint, self.owner) and self.card is not None
        which = f": {narrator.card(self.card)}" if seen else ""
        return f"{narrator.seat(self.by)} captures {narrator.seat(self.owner)}'s prize card {self.place}{which}"

    def arrows(self, state: State) -> tuple[Arrow, ...]:  # noqa: ARG002
        return (Arrow(player_key(self.by), player_key(self.owner)),)
