"""Machine-readable effects of cards: their targets, and how they resolve (TCG-A08 to A12, C04, X07, X08)."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardRef, Token, find, parse_ref
from domain.effects.lasting import Lasting, Scope
from domain.games.frc_tcg.cards.records import (
    ApplyEffect,
    CardEffect,
    DealDamage,
    Effect,
    Heal,
    LastingWord,
    LiftEffects,
    ModifyDamageDealt,
    ModifyMaxHp,
    ReturnFromShop,
    When,
)
from domain.games.frc_tcg.combat import damage, heal, refresh_max_hp
from domain.games.frc_tcg.effects import ends_of, opposing_effects, table_of
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.events.changes import CardMoved, NoteTaken
from domain.games.frc_tcg.events.combat import EffectApplied, EffectsLifted
from domain.games.frc_tcg.references import any_stack, exceeds_hand_limit, opposing_stack, own_stack
from domain.games.frc_tcg.state import SeatedStack, State, all_stacks, stack_of, stacks_of
from domain.rules import Violation, impossible
from domain.seats import seat_name
from domain.text import pluralize

_OnRobot: TypeAlias = DealDamage | Heal | LiftEffects | ApplyEffect
T = TypeVar("T")

WHEN_PLAYED: Final[tuple[When, ...]] = ("on_play", "while_in_play")
"""The moments of effects that apply as soon as the card is played."""


class EffectCard(Struct, frozen=True):
    """The card whose effects are carried out."""

    token: int
    owner: int
    robot: int = 0
    """Key of the robot that the card is or is attached to; 0 if it is not on a robot."""
    name: str = ""
    """The card's name, for notes in the log."""


class Choices:
    """The targets that a player named, in order; the last one is used again if there are too few."""

    def __init__(self, targets: Sequence[CardRef]) -> None:
        self.left = list(targets)
        self.open = False
        """True if the player left a choice among several targets open."""

    def only(self, possible: Sequence[T]) -> tuple[T, ...]:
        """Return the only possible target if the player did not name one; empty if several are possible."""
        self.open = self.open or len(possible) > 1
        return tuple(possible) if len(possible) == 1 else ()

    def take(self) -> CardRef | None:
        """Return the next target; `None` if the player did not name one."""
        if len(self.left) > 1:
            return self.left.pop(0)
        return self.left[0] if self.left else None


def resolve_effects(
    out: TcgBuffer, effects: Sequence[Effect], when: tuple[When, ...], source: EffectCard, targets: Sequence[CardRef]
) -> None:
    """Resolve the effects with one of these `when` values in printed order. Lasting effects have no `when` and always
    begin."""
    now = [effect for effect in effects if isinstance(effect, LastingWord) or effect.when in when]
    if not now:
        return
    choices = Choices(targets)
    for effect in now:
        if isinstance(effect, LastingWord):
            _begin(out, effect, source)
        else:
            _resolve_effect(out, effect, source, choices)
    if choices.open:
        out.add(NoteTaken(text=f"{source.name}: name a player"))
    refresh_max_hp(out)


def _begin(out: TcgBuffer, word: LastingWord, source: EffectCard) -> None:
    table = table_of(out.state, source.owner, source.token, near=source.owner)
    if not any(word.violations(table)):
        out.add(EffectApplied(effect=replace(word.lasting(table), id=out.state.next_lasting)))


def _resolve_effect(out: TcgBuffer, effect: CardEffect, source: EffectCard, choices: Choices) -> None:
    if isinstance(effect, ReturnFromShop):
        for _ in range(max(1, effect.amount)):
            _return_from_shop(out, source, choices)
    elif isinstance(effect, _OnRobot):
        for placed in _robots(out.state, effect, source, choices):
            _on_robot(out, effect, source, placed)
    else:
        _modify(out, effect, source, choices)


def _on_robot(out: TcgBuffer, effect: _OnRobot, source: EffectCard, placed: SeatedStack) -> None:
    match effect:
        case DealDamage():
            damage(out, placed, effect.amount, source.owner)
        case Heal():
            heal(out, placed, effect.amount)
        case LiftEffects():
            lifted = opposing_effects(out.state, placed.seat, placed.stack.key)
            out.add(EffectsLifted(owner=placed.seat, robot=placed.stack.key, effects=lifted))
        case ApplyEffect():
            _begin_lasting(out, effect, source, kind="label", robot=placed.stack.key)


def _modify(out: TcgBuffer, effect: CardEffect, source: EffectCard, choices: Choices) -> None:
    if isinstance(effect, ModifyMaxHp):
        kind = "max_hp"
    else:
        kind = "damage_dealt" if isinstance(effect, ModifyDamageDealt) else "damage_taken"
    if effect.target in ("all_own", "all_opposing"):
        _begin_lasting(out, effect, source, kind=kind, scope="own" if effect.target == "all_own" else "opposing")
        return
    for placed in _robots(out.state, effect, source, choices):
        _begin_lasting(out, effect, source, kind=kind, robot=placed.stack.key)


def _begin_lasting(
    out: TcgBuffer, effect: CardEffect, source: EffectCard, *, kind: str, scope: Scope = "card", robot: int = 0
) -> None:
    bound = effect.when == "while_in_play"
    last_turn, before = (0, -1) if bound else ends_of(out.state, effect.duration, source.owner)
    label = effect.label if isinstance(effect, ApplyEffect) else ""
    lasting = Lasting(
        id=out.state.next_lasting,
        word="label" if label else "modify",
        name=label or kind,
        owner=source.owner,
        source=source.token,
        by=None if label else effect.amount,
        scope=scope,
        target=robot,
        last_turn=last_turn,
        before=before if before >= 0 else None,
        bound=bound,
    )
    out.add(EffectApplied(effect=lasting))


def _robots(state: State, effect: CardEffect, source: EffectCard, choices: Choices) -> list[SeatedStack]:
    """Return the robots affected. Without a named target, the only possible robot; empty if there are several
    (TCG-A28)."""
    match effect.target:
        case "this_robot":
            placed = stack_of(state, source.robot)
            return [placed] if placed is not None else []
        case "all_own":
            return stacks_of(state, (source.owner,))
        case "all_opposing":
            return stacks_of(state, state.opponents(source.owner))
        case _:
            text = choices.take()
            if text is None:
                return list(choices.only(possible_robots(state, effect, source.owner)))
            found = chosen_robot(state, effect, source.owner, text)
            return [found] if found is not None else []


def possible_robots(state: State, effect: CardEffect, owner: int) -> list[SeatedStack]:
    """Return the robots that an effect of a player's card may choose."""
    if effect.target == "own_robot":
        return stacks_of(state, (owner,))
    return stacks_of(state, state.opponents(owner)) if effect.target == "opposing_robot" else all_stacks(state, owner)


def chosen_robot(state: State, effect: CardEffect, owner: int, text: CardRef) -> SeatedStack | None:
    """Return the chosen robot: one that the effect may choose, else any robot on the table (as played)."""
    if effect.target == "own_robot":
        return own_stack(state, owner, text) or any_stack(state, owner, text)
    return opposing_stack(state, owner, text) or any_stack(state, owner, text)


def shop_card(state: State, seat: int, text: CardRef) -> Token | None:
    """Return a card in the player's shop; `None` if it is not there."""
    return find(state.players[seat].shop, parse_ref(text))


def _return_from_shop(out: TcgBuffer, source: EffectCard, choices: Choices) -> None:
    state, seat = out.state, source.owner
    text = choices.take()
    if text is None:
        only = choices.only(tuple({card.card: card for card in state.players[seat].shop}.values()))
        card = only[0] if only else None
    else:
        card = shop_card(state, seat, text)
    if card is not None and exceeds_hand_limit(state, seat):
        name = state.catalogue.name_of(card.card)
        out.add(NoteTaken(text=f"{source.name}: the hand is full, {name} stays in the shop"))
    elif card is not None:
        out.add(CardMoved(player=seat, card=card, origin="shop", to="pit", owner=seat))


def check_targets(
    state: State, seat: int, effects: tuple[CardEffect, ...], targets: tuple[CardRef, ...]
) -> Iterator[Violation]:
    """Check that each target is one that its effect may choose. Fewer targets are legal: the last one is reused
    (TCG-A28)."""
    if len(targets) > len(effects):
        yield Violation("TCG-A12", f"{pluralize(len(targets), 'target')} named; the card chooses {len(effects)}")
    lying = list(state.players[seat].shop)
    for effect, text in zip(effects, targets, strict=False):
        if not isinstance(effect, ReturnFromShop):
            yield from _target(state, seat, effect, text)
            continue
        card = find(lying, parse_ref(text))
        if card is None:
            yield impossible("TCG-A11", f"{text} is not in the shop, or is chosen more often than it is there")
        else:
            lying.remove(card)


def _target(state: State, seat: int, effect: CardEffect, text: CardRef) -> Iterator[Violation]:
    found = any_stack(state, seat, text)
    if found is None:
        yield impossible("TCG-A12", f"no robot {text} in play")
    elif effect.target == "own_robot" and own_stack(state, seat, text) is None:
        yield Violation("TCG-A12", f"choose one of your own robots; {text} is {seat_name(state.seats, found.seat)}'s")
    elif effect.target == "opposing_robot" and opposing_stack(state, seat, text) is None:
        partner = found.seat != seat
        rule = "TCG-V05" if partner and isinstance(effect, DealDamage) else "TCG-A12"
        whose = "a partner's" if partner else "one's own"
        yield Violation(rule, f"choose an opposing robot; {text} is {whose}")
