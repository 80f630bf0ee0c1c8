"""What is wrong with a change that a card text or an adjustment makes, on the state that it meets (TCG-A12, T12, X04, X08, X10)."""

from collections.abc import Callable, Iterator
from typing import Final, cast

from domain.cards import Token, parse_ref, token_owner
from domain.games.frc_tcg.abilities import (
    SURPLUS,
    ability_of,
    kickoff_ability,
    missing,
    type_of_component,
)
from domain.games.frc_tcg.cards.records import (
    Ability,
    Award,
    Card,
    Component,
    Mentor,
    Robot,
    is_duration,
)
from domain.games.frc_tcg.commands.changes import (
    AddEffect,
    Change,
    ChangeAllowance,
    ChangeHp,
    ChangeMaxHp,
    DrawCards,
    FlipCoin,
    LiftEffect,
    MoveCard,
    Note,
    RollDie,
    SetTurn,
    ShowCard,
    Shuffle,
    TakePrize,
)
from domain.games.frc_tcg.known import (
    comes_to_light,
    identities_fit,
    impossible,
    is_seat,
)
from domain.games.frc_tcg.references import (
    any_stack,
    card_to_move,
    lands_with,
    over_cap,
    side_of,
    to_reveal,
    zone,
)
from domain.games.frc_tcg.state import (
    MAX_ROBOTS,
    Placed,
    State,
)
from domain.rules import Violation
from domain.table import seat_name
from domain.text import counted


def faults_of(state: State, change: Change, seat: int, *, adjusting: bool = False) -> Iterator[Violation]:
    """All that is wrong with one change by this seat's card (or, adjusting, by the table)."""
    if isinstance(change, SetTurn) and not adjusting:
        yield impossible("TCG-A12", "no card text says whose turn it is: adjust")
        return
    yield from FAULTS[type(change)](state, change, seat)


def idle(change: Change) -> Violation:
    """What is said of a change that would do nothing."""
    return impossible("TCG-A12", f"{change.__struct_config__.tag}: nothing would change")


def _robot(state: State, change: ChangeHp | ChangeMaxHp | AddEffect | LiftEffect, seat: int) -> Iterator[Violation]:
    if any_stack(state, seat, change.robot, change.player) is None:
        yield impossible("TCG-A12", f"no robot {change.robot} in play")


def _hp(state: State, change: ChangeHp, seat: int) -> Iterator[Violation]:
    yield from _robot(state, change, seat)
    if (change.by is None) == (change.to is None) or (change.to is not None and change.to < 0):
        yield impossible("TCG-A12", "HP changes by an amount, or to a number of 0 or more")
        return
    where = any_stack(state, seat, change.robot, change.player)
    if where is not None and change.to is not None and change.to > max(where.stack.hp, where.stack.max_hp):
        yield Violation("TCG-X08", f"{change.to} HP is over the maximum {where.stack.max_hp}")


def _lasting(state: State, change: ChangeMaxHp | AddEffect, seat: int) -> Iterator[Violation]:
    yield from _robot(state, change, seat)
    if not is_duration(change.duration):
        yield impossible("TCG-A12", f"no duration {change.duration!r}")


def _effect_added(state: State, change: AddEffect, seat: int) -> Iterator[Violation]:
    yield from _lasting(state, change, seat)
    if change.kind == "label" and (not change.label.strip() or change.amount):
        yield impossible("TCG-A12", "a label has words and no amount; damage_dealt and damage_taken have an amount")
    elif change.kind != "label" and not change.amount:
        yield impossible("TCG-A12", f"{change.kind} needs an amount")


def _move_card(state: State, change: MoveCard, seat: int) -> Iterator[Violation]:
    side = side_of(change, seat)
    if not is_seat(state, side):
        yield impossible("TCG-X10", f"there is no seat {side + 1}")
        return
    card = card_to_move(state, change, seat)
    if card is None:
        yield impossible("TCG-X10", f"{change.card} is not in {change.origin}: no card is created or lost")
        return
    ref = parse_ref(change.card).card
    if ref is not None and ref not in state.catalogue:
        yield impossible("TCG-X10", f"no card {ref} in the catalogue: define_card first")
        return
    yield from _leaving(state, change, side, card)
    record = state.catalogue.get(card.card)
    if card.card is None and not change.to.startswith("deck") and change.to != "pit":
        yield impossible("TCG-A12", "name the card: it lies face up")
    elif not _belongs(record, change.to):
        yield impossible("TCG-A12", f"{state.catalogue.name_of(card.card)} does not belong in {change.to}")
    elif _is_there(state, change, side, card):
        yield impossible("TCG-A12", f"{state.catalogue.name_of(card.card)} is there already")
    elif change.to == "robot":
        yield from _onto_robot(state, change, seat, card)
    else:
        yield from _room(state, change, side, card)


def _leaving(state: State, change: MoveCard, side: int, card: Token) -> Iterator[Violation]:
    """Whether the card may leave its place: no covered robot card, no last prize card; what it turns out to be (TCG-D07)."""
    player = state.players[side]
    for stack in player.alliance if change.origin == "robot" else ():
        if card.id in [level.token for level in stack.levels[:-1]]:
            top = state.catalogue.name_of(stack.top.card)
            yield impossible("TCG-A12", f"{state.catalogue.name_of(card.card)} lies under {top}, which leaves first")
    if change.origin == "prize_cards" and player.prizes_left == 1:
        yield impossible("TCG-E01", "the last prize card leaves only by a capture: prize(owner=…, by=…, place=…)")
    before = next(t for t in zone(player, change.origin) if t.id == card.id)
    if before.card is None and card.card is not None:
        yield from comes_to_light(state, token_owner(card.id), (card.card,))


def _is_there(state: State, change: MoveCard, side: int, card: Token) -> bool:
    """Whether the card lies already where it should go; components are looked at by `_onto_robot`."""
    player = state.players[side]
    match change.to:
        case "deck_top" | "deck_bottom":
            end = 0 if change.to == "deck_top" else -1
            return change.origin == "deck" and player.deck[end].id == card.id
        case "alliance":
            return change.origin == "robot" and any(s.stage == 1 and s.key == card.id for s in player.alliance)
        case _:
            return change.origin == change.to and change.to != "robot"


def _onto_robot(state: State, change: MoveCard, seat: int, card: Token) -> Iterator[Violation]:
    where = any_stack(state, seat, change.robot) if change.robot is not None else None
    if where is None:
        yield impossible("TCG-A12", "name the robot that the card goes to")
        return
    ability = ability_of(state, where.stack, change.ability)
    name = ability.name if ability is not None else ""
    if any(m.token == card.id and m.ability == name for m in where.stack.mounted):
        yield impossible("TCG-A12", f"{state.catalogue.name_of(card.card)} is there already")
    elif change.ability in ("", SURPLUS) and ability is None:
        if state.options.surplus_components == "refused":
            yield Violation("TCG-A05", "name the ability that needs the component: there is no surplus pile")
    else:
        yield from stacking(state, where, change.ability, card.card)


def stacking(state: State, where: Placed, name: str, card: str | None) -> Iterator[Violation]:
    """Whether a component may be stacked for this ability of a robot (TCG-A04, A05, A17)."""
    ability = ability_of(state, where.stack, name)
    if ability is not None:
        yield from _needed(state, where, ability, card)
    elif kickoff_ability(state, where.stack, name) is not None:
        yield Violation("TCG-A17", f"{name} comes with a Kickoff; this robot was played alone")
    elif not (name == SURPLUS and state.options.surplus_components == "allowed"):
        robot = state.catalogue.name_of(where.stack.top.card)
        yield impossible("TCG-A04", f"{robot} has no ability {name}")


def _needed(state: State, where: Placed, ability: Ability, card: str | None) -> Iterator[Violation]:
    if state.options.surplus_components == "allowed":
        return
    kind = type_of_component(state, card)
    if kind in missing(state, where.stack, ability):
        return
    if kind in ability.requires:
        yield Violation("TCG-A05", f"{ability.name} already has its {kind} ({ability.requires[kind]})")
    else:
        yield Violation("TCG-A05", f"{ability.name} needs no {kind}")


def _room(state: State, change: MoveCard, side: int, card: Token) -> Iterator[Violation]:
    """Whether there is room where the card goes (TCG-A02, A09, T12), and nothing is said that goes nowhere."""
    player = state.players[side]
    if change.robot is not None or change.ability:
        yield impossible("TCG-A12", "robot and ability are said of a component that goes to a robot")
    elif change.to == "alliance" and len(player.alliance) >= MAX_ROBOTS:
        yield Violation("TCG-A02", f"{counted(len(player.alliance), 'robot')} in play: an alliance is three Robots")
    elif change.to == "mentor" and player.mentors:
        yield Violation("TCG-A09", "a mentor is in play")
    elif change.to == "pit" and over_cap(state, lands_with(change, card, side)):
        yield Violation("TCG-T12", "the hand has 7 cards: the card does not move")


def _belongs(record: Card | None, to: str) -> bool:
    wanted = {"mentor": Mentor, "awards": Award, "alliance": Robot, "robot": Component}.get(to)
    return wanted is None or isinstance(record, wanted)


def _draw(state: State, change: DrawCards, seat: int) -> Iterator[Violation]:
    side = side_of(change, seat)
    if not is_seat(state, side) or change.count < 0:
        yield impossible("TCG-A12", "name a player, and a number of cards of 0 or more")
        return
    player, count = state.players[side], len(change.cards) or change.count
    if change.cards and change.count not in (1, count):
        yield impossible("TCG-A12", f"count says {change.count}, the list has {count}")
    if count > len(player.deck):
        yield impossible("TCG-X10", f"{count} to draw, the deck has {len(player.deck)}")
        return
    if count and over_cap(state, side, count):
        yield Violation("TCG-T12", f"{len(player.pit)} in hand and {count} to draw: no more than 7")
    yield from identities_fit(state, side, change.cards)


def _shuffle(state: State, change: Shuffle, seat: int) -> Iterator[Violation]:
    side = side_of(change, seat)
    if not is_seat(state, side):
        yield impossible("TCG-A12", "there is no such seat")
    elif not state.players[side].deck:
        yield impossible("TCG-A12", "the deck has no cards: nothing would change")


ALLOWED: Final = {
    "robots": (1, "TCG-T03"),
    "components": (2, "TCG-T04"),
    "enhancements": (1, "TCG-T05"),
    "attacks": (1, "TCG-C01"),
}
"""Plays of a turn without any card text, and their rule."""


def _allowance(state: State, change: ChangeAllowance, _seat: int) -> Iterator[Violation]:
    plain, rule = ALLOWED[change.of]
    allowed: int = plain + getattr(state.record, f"more_{change.of}")
    if allowed + change.by < 0:
        yield impossible(rule, f"{change.of}: {allowed} allowed in this turn, {-change.by} less is below zero")


def _prize(state: State, change: TakePrize, _seat: int) -> Iterator[Violation]:
    if not is_seat(state, change.owner) or not is_seat(state, change.by):
        yield impossible("TCG-X04", "name the owner and who captures")
        return
    yield from prize_faults(state, change.owner, change.place, change.card)
    if state.side(change.owner) == state.side(change.by):
        yield impossible("TCG-V05", "a prize card is captured by an opponent")
    if state.players[change.by].out:
        yield impossible("TCG-V06", f"{seat_name(state.seats, change.by)} is out of the match")


def prize_faults(state: State, owner: int, place: int, card: str | None) -> Iterator[Violation]:
    """Whether this prize card lies there, and can be the one that was seen (TCG-X04)."""
    prizes = state.players[owner].prize_cards
    token = prizes[place - 1] if 1 <= place <= len(prizes) else None
    if token is None:
        left = ", ".join(str(n) for n, prize in enumerate(prizes, start=1) if prize is not None)
        yield impossible("TCG-X04", f"no prize card at place {place}; left: {left or 'none'}")
        return
    seen = parse_ref(card).card if card is not None else None
    if seen is None or seen == token.card:
        return
    if token.card is not None:
        yield Violation("TCG-X04", f"place {place} is known to be {state.catalogue.name_of(token.card)}")
    elif seen not in state.catalogue:
        yield impossible("TCG-X04", f"no card {seen} in the catalogue: define_card first")
    else:
        yield from comes_to_light(state, owner, (seen,))


def _die(_state: State, change: RollDie, _seat: int) -> Iterator[Violation]:
    if not 1 <= change.result <= change.faces:
        yield impossible("TCG-A12", f"a die of {change.faces} faces shows no {change.result}")


def _reveal(state: State, change: ShowCard, seat: int) -> Iterator[Violation]:
    side = side_of(change, seat)
    found = tuple(check_reveal(state, side, change.card, change.identity, change.to))
    yield from found
    shown = to_reveal(state, side, change.card, change.identity) if not any(f.impossible for f in found) else None
    if shown is not None and _have_seen(state, side, shown[1].id, change.to):
        yield impossible("TCG-D07", "they have seen that card: nothing would change")


def _have_seen(state: State, side: int, token: int, to: tuple[int, ...]) -> bool:
    """Whether a hidden card was shown to all of these seats (none: everyone) before."""
    seen = next((r.to for r in state.players[side].revealed if r.token == token), None)
    return seen is not None and (not seen or (bool(to) and set(to) <= set(seen)))


def check_reveal(state: State, seat: int, card: str, identity: str | None, to: tuple[int, ...]) -> Iterator[Violation]:
    """Whether a hidden card of this player can be the one that was shown."""
    if not is_seat(state, seat) or seat < 0 or not all(is_seat(state, s) for s in to):
        yield impossible("TCG-D07", "name a player, and seats that are there")
        return
    wanted = identity or parse_ref(card).card
    if wanted is not None and wanted not in state.catalogue:
        yield impossible("TCG-D07", f"no card {wanted} in the catalogue: define_card first")
        return
    found = to_reveal(state, seat, card, identity)
    if found is None:
        yield impossible("TCG-D07", f"{card} is not among that player's hidden cards")
        return
    where, token = found
    before = next((t.card for t in _hidden(state, seat) if t.id == token.id), None)
    if before is not None and before != token.card:
        yield impossible("TCG-D07", f"that card is known to be {state.catalogue.name_of(before)}")
    elif before is None and token.card is not None and where != "captured":
        yield from comes_to_light(state, seat, (token.card,))


def _hidden(state: State, seat: int) -> Iterator[Token]:
    player = state.players[seat]
    for cards in (player.pit, player.deck, player.captured, player.prize_cards):
        yield from (card for card in cards if card is not None)


def _always(_state: State, _change: FlipCoin, _seat: int) -> Iterator[Violation]:
    """Nothing can be wrong with it."""
    yield from ()


def _note(_state: State, change: Note, _seat: int) -> Iterator[Violation]:
    if not change.text.strip():
        yield impossible("TCG-A12", "a note has words")


def _turn(state: State, change: SetTurn, _seat: int) -> Iterator[Violation]:
    counts = (change.robots, change.components, change.enhancements, change.items, change.attacks, change.moves)
    if not is_seat(state, change.active) or min(counts) < 0 or (change.number is not None and change.number < 1):
        yield impossible("TCG-T01", "name a seat, and numbers of 0 or more")
    elif state.players[change.active].out:
        yield impossible("TCG-V06", f"{seat_name(state.seats, change.active)} is out of the match")


FAULTS: Final = cast(
    "dict[type, Callable[[State, Change, int], Iterator[Violation]]]",
    {
        ChangeHp: _hp,
        ChangeMaxHp: _lasting,
        MoveCard: _move_card,
        DrawCards: _draw,
        Shuffle: _shuffle,
        AddEffect: _effect_added,
        LiftEffect: _robot,
        ChangeAllowance: _allowance,
        TakePrize: _prize,
        FlipCoin: _always,
        RollDie: _die,
        ShowCard: _reveal,
        Note: _note,
        SetTurn: _turn,
    },
)
"""Change type -> the generator of what is wrong with it."""
