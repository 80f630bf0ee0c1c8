"""Lasting effects: whom they reach, how long they last, and how they change numbers and actions.

A state keeps its effects as a tuple, in the order in which they began. Scopes are evaluated when a number is read, so
cards that enter play later are included."""

from collections.abc import Collection, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import SeatIndex
from domain.seats import GameState, Seat

WordName = Literal["modify", "allow", "forbid", "prevent", "label"]
Scope = Literal["card", "player", "own", "opposing", "all"]


Key: TypeAlias = int | str
"""A card in play: its token, or its id in a game in which every card is unique."""


class Lasting(Struct, frozen=True, gc=False, omit_defaults=True):
    """One effect in a state."""

    word: WordName
    name: str
    """The number, action or kind of change that it concerns; the words of a label."""
    scope: Scope = "card"
    """One card, one player, or the cards (or players) of `owner`, of the owner's opponents, or of everybody."""
    target: Key = 0
    """The card, or the seat of the player."""
    only: tuple[str, ...] = ()
    """Kinds, states and zones that a card must have, all of them."""
    by: int | None = None
    to: int | None = None
    times: int | None = None
    owner: SeatIndex | None = None
    """The player whose card it comes from; unset for an adjustment."""
    source: Key = 0
    """The card that it comes from; 0 without a card."""
    bound: bool = False
    """It ends when its source leaves play."""
    last_turn: int = 0
    """The last turn in which it applies; 0 if no turn ends it."""
    before: SeatIndex | None = None
    """It ends before the next turn of this seat."""
    once: bool = False
    """It ends when it is used."""
    id: int = 0
    """Given when the effect begins; 0 before."""

    @property
    def seat(self) -> int | None:
        """The one player that it reaches, if it is on a player."""
        return self.target if self.scope == "player" and isinstance(self.target, int) else None


Effects: TypeAlias = tuple[Lasting, ...]
"""The effects of a state, in the order in which they began."""


class EffectState(GameState, frozen=True, kw_only=True, gc=False):
    """The state of a game with lasting effects."""

    lasting: Effects = ()


class EffectSubject(Struct, frozen=True, gc=False):
    """A player, or a card in play, that a rule asks about."""

    seat: int
    """The player, or the player on whose side the card is."""
    token: Key = 0
    """0 for a player."""
    traits: frozenset[str] = frozenset()
    """Kind, state and zone of the card."""


def applies(effect: Lasting, subject: EffectSubject, seats: Sequence[Seat]) -> bool:
    """Return True if an effect reaches a player or card."""
    match effect.scope:
        case "card":
            reached = subject.token != 0 and effect.target == subject.token
        case "player":
            reached = effect.target == subject.seat
        case "own":
            reached = effect.owner == subject.seat
        case "opposing":
            reached = effect.owner is not None and seats[effect.owner].side != seats[subject.seat].side
        case _:
            reached = True
    return reached and (not effect.only or subject.traits.issuperset(effect.only))


def concerned(effects: Effects, name: str) -> bool:
    """Return True if any effect is about this number, action or kind of change. A quick check before `applies`."""
    return name in [effect.name for effect in effects]


def modified(effects: Effects, name: str, subject: EffectSubject, seats: Sequence[Seat], base: int) -> int:
    """Return a number after all effects on it, applied in the order in which they began."""
    for effect in effects:
        if effect.name != name or effect.word != "modify" or not applies(effect, subject, seats):
            continue
        if effect.to is not None:
            base = effect.to
        elif effect.times is not None:
            base *= effect.times
        else:
            base += effect.by or 0
    return base


def permission(effects: Effects, name: str, subject: EffectSubject, seats: Sequence[Seat]) -> Lasting | None:
    """Return the latest effect that allows or forbids an action to a player or card, if any."""
    for effect in reversed(effects):
        if effect.name == name and effect.word in ("allow", "forbid") and applies(effect, subject, seats):
            return effect
    return None


def prevention(effects: Effects, name: str, subject: EffectSubject, seats: Sequence[Seat]) -> Lasting | None:
    """Return the earliest effect that prevents a kind of change to a player or card, if any."""
    for effect in effects:
        if effect.name == name and effect.word == "prevent" and applies(effect, subject, seats):
            return effect
    return None


def begun(effects: Effects, effect: Lasting) -> Effects:
    """Return the effects with a new one at the end; if it has no id yet, it gets the next one."""
    if not effect.id:
        effect = replace(effect, id=1 + max([e.id for e in effects], default=0))
    return (*effects, effect)


def without(effects: Effects, ended: Collection[int]) -> Effects:
    """Return the effects without the ended ones, given by id."""
    return tuple([e for e in effects if e.id not in ended])


def without_cards(effects: Effects, gone: Collection[Key]) -> Effects:
    """Return the effects after cards (tokens) left play. Effects on them end, and so do effects that last while they
    are in play."""
    return tuple(
        [e for e in effects if not (e.bound and e.source in gone) and not (e.scope == "card" and e.target in gone)]
    )


def is_over(effect: Lasting, turn: int, reached: Collection[int]) -> bool:
    """Return True if an effect ends at the end of this turn. `reached`: the seats whose turn comes next, which ends
    effects that last until then."""
    return (effect.last_turn != 0 and effect.last_turn <= turn) or effect.before in reached


def after_turn(effects: Effects, turn: int, reached: Collection[int]) -> Effects:
    """Return the effects that continue after a turn; see `is_over`."""
    return tuple([e for e in effects if not is_over(e, turn, reached)])


def used_up(effects: Effects, names: Collection[str], subject: EffectSubject, seats: Sequence[Seat]) -> tuple[int, ...]:
    """Return the ids of the effects that end because one of these numbers or actions of a player or card was used."""
    return tuple([e.id for e in effects if e.once and e.name in names and applies(e, subject, seats)])


def until_text(effect: Lasting, owner: str) -> str:
    """Return when an effect ends, in words with a leading space; empty if the end is open or depends on a card."""
    if effect.once:
        return ", once"
    if effect.last_turn:
        return f" to the end of turn {effect.last_turn}"
    return f" until {owner}'s next turn" if effect.before is not None else ""


def each_text(effect: Lasting, what: str, owner: str) -> str:
    """Return a scope in words: `each robot`, `each robot of Ada`, `each robot that opposes Ada`."""
    opposes = f" {'who' if what.endswith('player') else 'that'} opposes {owner}"
    return f"each {what}" + {"own": f" of {owner}", "opposing": opposes}.get(effect.scope, "")
