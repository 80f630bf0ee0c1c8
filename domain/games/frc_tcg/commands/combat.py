"""Attacks and other uses of abilities (TCG-C01 to C08, T08, A17, V05)."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.cards import CardRef, SeatIndex
from domain.effects.lasting import used_up
from domain.games.frc_tcg.abilities import (
    ability_named,
    ability_of,
    is_active,
    kickoff_ability,
    missing_components,
    robot_card,
)
from domain.games.frc_tcg.card_effects import EffectCard, check_targets, resolve_effects
from domain.games.frc_tcg.cards.records import Ability, effects_with_choice
from domain.games.frc_tcg.changes import Change, apply_changes
from domain.games.frc_tcg.changes.base import CHANGE_RULES
from domain.games.frc_tcg.combat import attacked, counts_as_attack, damage, damage_due
from domain.games.frc_tcg.commands.base import TurnAction
from domain.games.frc_tcg.effects import robot_subject
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.events.combat import AttackMade, EffectExpired
from domain.games.frc_tcg.match_end import DefeatCause, PrizePick, settle
from domain.games.frc_tcg.references import any_stack, opposing_stack, own_stack, seat_of, stack_ref
from domain.games.frc_tcg.state import SeatedStack, State, stacks_of
from domain.games.frc_tcg.turn_checks import any_impossible
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.text import pluralize


class Attack(TurnAction, frozen=True, kw_only=True, tag="attack"):
    """Attack with a robot, or use another ability of it."""

    title = "Attack with a robot"
    robot: CardRef
    ability: str
    targets: tuple[CardRef, ...] = ()
    """Opposing robots that take the damage."""
    effect_targets: tuple[CardRef, ...] = ()
    changes: tuple[Change, ...] = ()
    noted_damage: tuple[int, ...] = ()
    """Damage per target as the players counted it; if it differs from the cards, `note` names the effect."""
    note: str = ""
    prize_picks: tuple[PrizePick, ...] = ()
    player: SeatIndex | None = None
    rules = (
        "TCG-A11", "TCG-A17", "TCG-C02", "TCG-C03", "TCG-C04", "TCG-C06", "TCG-C07", "TCG-T02", "TCG-T08",
        *CHANGE_RULES,
    )  # fmt: skip

    def validate(self, state: State) -> Iterator[Violation]:
        seat = seat_of(state, self.player)
        where = own_stack(state, seat, self.robot)
        if where is None:
            yield impossible("TCG-C01", f"no own robot {self.robot} in play")
            return
        ability = ability_of(state, where.stack, self.ability)
        if ability is None:
            ability = kickoff_ability(state, where.stack, self.ability)
            if ability is None:
                name = state.catalogue.name_of(where.stack.top.card)
                yield impossible("TCG-C02", f"{name} has no ability {self.ability}")
                return
            yield Violation("TCG-A17", f"{ability.name} comes with a Kickoff; this robot was played without one")
        else:
            yield from _active(state, where, ability)
        yield from _timing(state, seat, where, ability)
        yield from self._at_whom(state, seat, where, ability)

    def resolve(self, out: TcgBuffer) -> None:
        state = out.state
        seat = seat_of(state, self.player)
        attacker = own_stack(state, seat, self.robot)
        assert attacker is not None
        record = robot_card(state, attacker.stack)
        ability = ability_named(record.abilities, self.ability) if record is not None else None
        assert ability is not None
        targets = attacked(state, seat, self.targets) if ability.damage is not None else []
        out.add(
            AttackMade(
                player=seat,
                robot=attacker.stack.key,
                ability=ability.name,
                targets=tuple([t.stack.key for t in targets]),
                counted=counts_as_attack(state, ability),
                note=self.note,
            )
        )
        for number, target in enumerate(targets):
            noted = self.noted_damage[number] if number < len(self.noted_damage) else None
            amount = noted if noted is not None else damage_due(state, attacker, target, ability)
            damage(out, target, amount, seat, attack=True)
        if state.lasting:
            _use_up(out, (attacker, *targets))
        source = EffectCard(attacker.stack.top.token, seat, attacker.stack.key, ability.name)
        resolve_effects(out, ability.effects, ("on_attack",), source, self.effect_targets)
        apply_changes(out, self.changes, seat, source.token)
        first = targets[0].seat if targets else None
        settle(out, DefeatCause(seat, attack=True, attacked=first, picks=self.prize_picks))

    def _at_whom(self, state: State, seat: int, where: SeatedStack, ability: Ability) -> Iterator[Violation]:
        found = tuple(self._targets(state, seat, ability))
        yield from found
        if self.effect_targets:
            yield from check_targets(
                state, seat, effects_with_choice(ability.effects, ("on_attack",)), self.effect_targets
            )
        if self.noted_damage and not any_impossible(found):
            yield from self._noted(state, where, ability)

    def _targets(self, state: State, seat: int, ability: Ability) -> Iterator[Violation]:
        if ability.damage is None:
            if self.targets:
                yield Violation("TCG-C03", f"{ability.name} does no damage: its targets are effect_targets")
            return
        opposing = stacks_of(state, state.opponents(seat))
        if not opposing:
            yield Violation("TCG-C06", "opponents have no robot in play to attack")
            if not self.targets:
                return
        elif not self.targets and not attacked(state, seat, ()):
            names = ", ".join(stack_ref(opposing, placed) for placed in opposing)
            yield Violation("TCG-C03", f"name the opposing robot that is attacked: {names}")
        if len(self.targets) > ability.max_targets:
            yield Violation(
                "TCG-C03", f"{pluralize(len(self.targets), 'target')}; {ability.name} takes up to {ability.max_targets}"
            )
        for text in self.targets:
            yield from _target(state, seat, text)
        keys = [placed.stack.key for placed in attacked(state, seat, self.targets)]
        if len(set(keys)) < len(keys):
            yield Violation("TCG-C03", "the same robot is named twice")

    def _noted(self, state: State, where: SeatedStack, ability: Ability) -> Iterator[Violation]:
        targets = attacked(state, where.seat, self.targets) if ability.damage is not None else []
        if len(self.noted_damage) != len(targets) or any(n < 0 for n in self.noted_damage):
            yield impossible(
                "TCG-C04", f"{pluralize(len(self.noted_damage), 'amount')} for {pluralize(len(targets), 'target')}"
            )
            return
        due = [damage_due(state, where, target, ability) for target in targets]
        if list(self.noted_damage) != due and not self.note:
            stated = ", ".join(map(str, self.noted_damage))
            yield Violation(
                "TCG-C04", f"damage {stated}, the cards say {', '.join(map(str, due))}: name the effect in note"
            )

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "Attack":
        return replace(self, **self.redacted_by_hand(state, seat_of(state, self.player), viewpoint))


def _use_up(out: TcgBuffer, robots: tuple[SeatedStack, ...]) -> None:
    """End the damage effects that last for one attack."""
    state, names = out.state, ("damage_dealt", "damage_taken")
    subjects = [robot_subject(placed.seat, placed.stack) for placed in robots]
    used = {one for who in subjects for one in used_up(state.lasting, names, who, state.seats)}
    out.add(*[EffectExpired(effect=one) for one in sorted(used)])


def _active(state: State, where: SeatedStack, ability: Ability) -> Iterator[Violation]:
    if is_active(state, where.stack, ability):
        return
    for kind, lacking in missing_components(state, where.stack, ability).items():
        needed = ability.requires[kind]
        yield Violation("TCG-C02", f"{ability.name} has {kind} {needed - lacking} of {needed}")


def _timing(state: State, seat: int, where: SeatedStack, ability: Ability) -> Iterator[Violation]:
    if not counts_as_attack(state, ability):
        if state.record.attacks:
            yield Violation("TCG-T02", "an ability without damage must be used before the attack")
        if where.stack.key in state.record.free_abilities:
            yield Violation("TCG-C07", "this robot has used an ability without damage in this turn")
        return
    if state.players[seat].turns <= 1:
        yield Violation("TCG-T08", "no attack on your first turn")
    allowed = state.record.allowed("attacks")
    if state.record.attacks >= allowed:
        yield Violation(
            "TCG-C01", f"{state.record.attacks} of {pluralize(allowed, 'attack')} made: one robot attacks, once a turn"
        )


def _target(state: State, seat: int, text: str) -> Iterator[Violation]:
    if opposing_stack(state, seat, text) is not None:
        return
    other = any_stack(state, seat, text)
    if other is None:
        yield impossible("TCG-C03", f"no robot {text} in play")
        return
    yield Violation("TCG-C03", f"{text} is not an opponent's robot")
    if other.seat != seat:
        yield Violation("TCG-V05", f"{text} is a partner's robot")
