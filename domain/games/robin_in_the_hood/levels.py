"""Skill levels and battles (RH-B01 to RH-B12)."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from domain.games.robin_in_the_hood.cards import FAR, STAGES, CharacterCard, ModifierCard, ModifySkill, RemoveModifier
from domain.games.robin_in_the_hood.events.modifiers import ModifierRemoved
from domain.games.robin_in_the_hood.state import AGILITY, STAGE_NAMES, Adjustment, Level, Stage, State, other


class Battle(Struct, frozen=True, gc=False):
    """The result of a stage. `loser` is the seat whose character is defeated."""

    stage: Stage
    winner: int | None
    how: Literal["level", "empty", "modifier", "announced"]
    loser: int | None = None


class _Standing(Struct, frozen=True, gc=False):
    """A character in play on its stage; the record is `None` for a card that is missing from the catalogue."""

    seat: int
    stage: Stage
    card: str
    record: CharacterCard | None


class _Source(Struct, frozen=True, gc=False):
    """A machine-readable effect and its card; `stage` is `None` for a modifier."""

    seat: int
    stage: Stage | None
    card: str
    kind: Literal["special", "star", "modifier"]
    effect: ModifySkill


def removed_modifiers(state: State) -> tuple[ModifierRemoved, ...]:
    """Return the lasting modifiers that the opponent's modifiers remove; two removals in one hand both work
    (RH-Q15)."""
    found = []
    for seat, player in enumerate(state.players):
        if not player.modifier_pile:
            continue
        remover = next((m.card for m in state.players[other(seat)].modifier_pile if _removes(state, m.card)), None)
        if remover is None:
            continue
        lasting = (m for m in player.modifier_pile if m.duration == "lasting")
        found += [ModifierRemoved(player=seat, token=m.token, card=m.card, by=remover) for m in lasting]
    return tuple(found)


def _removes(state: State, card: str) -> bool:
    record = state.catalogue.get(card)
    return isinstance(record, ModifierCard) and any(isinstance(effect, RemoveModifier) for effect in record.effects)


def levels_of(state: State) -> tuple[Level, ...]:
    """Return the level of every character in play: printed score and adjustments (RH-B02 to RH-B06)."""
    standing = tuple(_standing(state))
    sources = (*_special_skills(standing), *_modifiers(state))
    return tuple([_level(state, target, sources) for target in standing])


def _standing(state: State) -> Iterator[_Standing]:
    for seat, player in enumerate(state.players):
        for stage, token in zip(STAGE_NAMES, player.stages, strict=True):
            if token is not None and token.card is not None:
                record = state.catalogue.get(token.card)
                yield _Standing(seat, stage, token.card, record if isinstance(record, CharacterCard) else None)


def _special_skills(standing: tuple[_Standing, ...]) -> Iterator[_Source]:
    for source in standing:
        if source.record is None:
            continue
        for effect in source.record.effects:
            if isinstance(effect, ModifySkill) and (source.record.star or effect.who not in FAR):
                kind: Literal["special", "star"] = "star" if source.record.star else "special"
                yield _Source(source.seat, source.stage, source.card, kind, effect)


def _modifiers(state: State) -> Iterator[_Source]:
    for seat, player in enumerate(state.players):
        for modifier in player.modifier_pile:
            record = state.catalogue.get(modifier.card)
            if not isinstance(record, ModifierCard):
                continue
            for effect in record.effects:
                if isinstance(effect, ModifySkill):
                    yield _Source(seat, None, modifier.card, "modifier", effect)


def _level(state: State, target: _Standing, sources: tuple[_Source, ...]) -> Level:
    base = target.record.skills.on(target.stage).score if target.record is not None else 0
    adjustments = [Adjustment(s.card, s.kind, s.effect.amount) for s in sources if _touches(s, target)]
    adjustments += [
        Adjustment("", "manual", change.amount)
        for change in state.level_changes
        if change.player == target.seat and change.stage == target.stage
    ]
    return Level(
        player=target.seat,
        stage=target.stage,
        card=target.card,
        base=base,
        final=base + sum([a.amount for a in adjustments]),
        adjustments=tuple(adjustments),
    )


def _touches(source: _Source, target: _Standing) -> bool:
    effect, record = source.effect, target.record
    if effect.stage not in ("any", target.stage) or not _reaches(source, target):
        return False
    return (
        (effect.caste is None or (record is not None and record.caste == effect.caste))
        and (effect.politics is None or (record is not None and record.politics == effect.politics))
        and (effect.character is None or (record is not None and record.character == effect.character))
    )


def _reaches(source: _Source, target: _Standing) -> bool:
    match source.effect.who:
        case "self":
            return source.seat == target.seat and source.stage == target.stage
        case "faced":
            return source.seat != target.seat and source.stage == target.stage
        case "own":
            return source.seat == target.seat
        case "opposing":
            return source.seat != target.seat
        case who:
            return who == "all"


def battles_of(
    state: State, levels: tuple[Level, ...], said: Mapping[Stage, int | None] = MappingProxyType({})
) -> tuple[Battle, ...]:
    """Return the result of every stage with a character; announced results replace computed ones."""
    found = []
    for index, stage in enumerate(STAGE_NAMES):
        computed = _battle(state, levels, index, stage)
        if stage in said and (computed.winner if computed is not None else None) != said[stage]:
            found.append(_announced(state, index, stage, said[stage]))
        elif computed is not None:
            found.append(computed)
    return tuple(found)


def _battle(state: State, levels: tuple[Level, ...], index: int, stage: Stage) -> Battle | None:
    there = [seat for seat in (0, 1) if state.players[seat].stages[index] is not None]
    if not there:
        return None
    if len(there) == 1:
        winner = there[0]
        against_modifier = index == AGILITY and any(c.is_modifier for c in state.players[other(winner)].chosen)
        return Battle(stage, winner, "modifier" if against_modifier else "empty")
    final = {level.player: level.final for level in levels if level.stage == stage}
    first, second = final.get(0, 0), final.get(1, 0)
    if first == second:
        return Battle(stage, None, "level")
    winner = 0 if first > second else 1
    return Battle(stage, winner, "level", other(winner))


def _announced(state: State, index: int, stage: Stage, winner: int | None) -> Battle:
    if winner is None:
        return Battle(stage, None, "announced")
    loser = other(winner)
    beaten = loser if state.players[loser].stages[index] is not None else None
    return Battle(stage, winner, "announced", beaten)


assert STAGE_NAMES == STAGES
