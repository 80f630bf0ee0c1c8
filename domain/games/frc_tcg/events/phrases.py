"""Phrases that event descriptions share."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Never

from domain.cards import Token, token_owner
from domain.effects.lasting import Key, Lasting, until_text
from domain.effects.vocabulary import sentence
from domain.games.frc_tcg.state import State, stack_of
from domain.games.frc_tcg.vocabulary import VOCABULARY
from domain.narration import Narrator
from domain.table.visibility import card_names, sees_hand
from domain.text import join_words, pluralize


def robot_name(narrator: Narrator[State], key: Key) -> str:
    """Return a robot with its player: `Ada's Anvil 15`."""
    placed = stack_of(narrator.state, key)
    return f"{narrator.seat(placed.seat)}'s {narrator.card(placed.stack.top.card)}" if placed is not None else "a robot"


def robot_names(narrator: Narrator[State], keys: Sequence[Key]) -> str:
    """Return robots with their players: `Ada's Anvil 15 and Bo's Crane 9`."""
    return join_words(robot_name(narrator, key) for key in keys)


def seen_cards(narrator: Narrator[State], cards: Sequence[Token], seat: int, *, face_up: bool = False) -> str:
    """Return `: a and b` if the viewpoint sees the cards or they are face up, and at least one is known."""
    if not any(card.card for card in cards) or not (face_up or sees_hand(narrator.viewpoint, seat)):
        return ""
    return f": {card_names(narrator, cards, seat, face_up=face_up)}"


def shopped(narrator: Narrator[State], cards: Sequence[Token]) -> str:
    """Return the cards that also go to the shop, in words; empty without any."""
    goes = "goes" if len(cards) == 1 else "go"
    return f"; {join_words(narrator.card(card.card) for card in cards)} {goes} to the shop" if cards else ""


def owned(narrator: Narrator[State], card: Token) -> str:
    """Return a public card with its owner: `Ada's Wrench`."""
    return f"{narrator.seat(token_owner(card.id))}'s {narrator.card(card.card)}"


def effect_sentence(narrator: Narrator[State], effect: Lasting) -> str:
    """Return a lasting effect as a sentence: `Ada's robots do 10 more damage`."""
    one, who = effect.scope in ("card", "player"), affected(narrator, effect)
    if effect.word == "label":
        return f"{who} {'is' if one else 'are'} under the effect {effect.name}"
    by = effect.by or 0
    amount = f"{abs(by)} {'more' if by >= 0 else 'less'}"
    match effect.name if effect.by is not None else "":
        case "max_hp":
            points = pluralize(abs(by), "more hit point" if by >= 0 else "fewer hit point")
            return f"{who} {'has' if one else 'have'} {points} at most"
        case "damage_taken":
            return f"{who} {'takes' if one else 'take'} {amount} damage from attacks"
        case "damage_dealt":
            return f"{who} {'does' if one else 'do'} {amount} damage"
    return f"{who if one else f'each of {who}'} {sentence(effect, VOCABULARY)}"


def affected(narrator: Narrator[State], effect: Lasting) -> str:
    """Return the robots or players that an effect changes: `Ada's robots`."""
    if effect.scope == "player":
        return narrator.seat(effect.seat)
    if effect.scope == "card":
        return robot_name(narrator, effect.target)
    named = VOCABULARY.names.get(effect.name)
    many = "players" if named is not None and named.of == "player" else "robots"
    if effect.scope == "all":
        return f"all {many}"
    whose = narrator.seat(effect.owner)
    if many == "players":
        return whose if effect.scope == "own" else f"{whose}'s opponents"
    return f"{whose}'s robots" if effect.scope == "own" else f"the robots of {whose}'s opponents"


def until_phrase(narrator: Narrator[State], effect: Lasting) -> str:
    """Return the end of an effect, if it is known: ` until the end of turn 4`."""
    if effect.last_turn:
        return f" until the end of turn {effect.last_turn}"
    return until_text(effect, narrator.seat(effect.before))


def hit_points(before: int, after: int) -> str:
    """Return a change of HP: `goes from 10 to 0 hit points`."""
    points = pluralize(after, "hit point")
    return f"goes from {before} to {points}" if before != after else f"stays at {points}"


FORMATS: Final[Mapping[str, Callable[[Never, Never], str]]] = {
    "robot": robot_name,
    "robots": robot_names,
    "owned": owned,
    "shopped": shopped,
    "effect": effect_sentence,
    "until": until_phrase,
}
"""Formats for fields in this game's templates."""
