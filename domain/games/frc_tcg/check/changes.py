"""What a card text or an adjustment may change, and prize picks (TCG-A12, T12, X02, X04, X08, X10)."""

from collections.abc import Callable, Iterator
from typing import Final, cast

from domain.cards import Token, parse_ref
from domain.game import Violation
from domain.games.frc_tcg.cards.records import Award, Card, Component, Mentor, Robot, is_duration
from domain.games.frc_tcg.check.acting import comes_to_light, identities_fit, impossible, is_seat
from domain.games.frc_tcg.commands import (
    AddEffect,
    Attack,
    Change,
    ChangeAllowance,
    ChangeHp,
    ChangeMaxHp,
    DrawCards,
    FlipCoin,
    LiftEffect,
    MoveCard,
    Note,
    PlayAward,
    PlayItem,
    PlayMentor,
    ResolveCardEffect,
    RollDie,
    SetTurn,
    ShowCard,
    Shuffle,
    TakePrize,
)
from domain.games.frc_tcg.events import PrizeCardCaptured
from domain.games.frc_tcg.references import any_stack
from domain.games.frc_tcg.resolve import resolve
from domain.games.frc_tcg.resolve.changes import card_to_move, over_cap, to_reveal
from domain.games.frc_tcg.state import HAND, State

Picking = PlayItem | PlayMentor | PlayAward | Attack | ResolveCardEffect


def check_changes(
    state: State, changes: tuple[Change, ...], seat: int, *, adjusting: bool = False
) -> Iterator[Violation]:
    """All that is wrong with a list of changes, each seen against the state before the first."""
    for change in changes:
        if isinstance(change, SetTurn) and not adjusting:
            yield impossible("TCG-A12", "no card text says whose turn it is: adjust")
            continue
        yield from CHECKS[type(change)](state, change, seat)


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


def _move_card(state: State, change: MoveCard, seat: int) -> Iterator[Violation]:
    side = change.player if change.player is not None else seat
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
    record = state.catalogue.get(card.card)
    if card.card is None and not change.to.startswith("deck") and change.to != "pit":
        yield impossible("TCG-A12", "name the card: it lies face up")
    elif not _belongs(record, change.to):
        yield impossible("TCG-A12", f"{state.catalogue.name_of(card.card)} does not belong in {change.to}")
    if change.to == "robot" and (change.robot is None or any_stack(state, seat, change.robot) is None):
        yield impossible("TCG-A12", "name the robot that the card goes to")
    if change.to == "pit" and over_cap(state, side):
        yield Violation("TCG-T12", "the hand has 7 cards: the card does not move")


def _belongs(record: Card | None, to: str) -> bool:
    wanted = {"mentor": Mentor, "awards": Award, "alliance": Robot, "robot": Component}.get(to)
    return wanted is None or isinstance(record, wanted)


def _draw(state: State, change: DrawCards, seat: int) -> Iterator[Violation]:
    side = change.player if change.player is not None else seat
    if not is_seat(state, side) or change.count < 0:
        yield impossible("TCG-A12", "name a player, and a number of cards of 0 or more")
        return
    player = state.players[side]
    if len(change.cards) > len(player.deck):
        yield impossible("TCG-X10", f"{len(change.cards)} cards drawn, the deck has {len(player.deck)}")
        return
    if state.options.hand_cap == "hard" and len(player.pit) + len(change.cards) > HAND:
        yield Violation("TCG-T12", f"{len(player.pit)} cards in hand: no more than 7")
    yield from identities_fit(state, side, change.cards)


def _shuffle(state: State, change: Shuffle, _seat: int) -> Iterator[Violation]:
    if not is_seat(state, change.player):
        yield impossible("TCG-A12", "there is no such seat")


def _prize(state: State, change: TakePrize, _seat: int) -> Iterator[Violation]:
    if not is_seat(state, change.owner) or not is_seat(state, change.by):
        yield impossible("TCG-X04", "name the owner and who captures")
        return
    yield from _place(state, change.owner, change.place, change.card)
    if state.side(change.owner) == state.side(change.by):
        yield Violation("TCG-V05", "a prize card is captured by an opponent")


def _place(state: State, owner: int, place: int, card: str | None) -> Iterator[Violation]:
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
    side = change.player if change.player is not None else seat
    yield from check_reveal(state, side, change.card, change.identity, change.to)


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
    for zone in (player.pit, player.deck, player.captured, player.prize_cards):
        yield from (card for card in zone if card is not None)


def _always(_state: State, _change: Change, _seat: int) -> Iterator[Violation]:
    """Nothing can be wrong with it."""
    yield from ()


def _turn(state: State, change: SetTurn, _seat: int) -> Iterator[Violation]:
    counts = (change.robots, change.components, change.enhancements, change.items, change.attacks, change.moves)
    if not is_seat(state, change.active) or min(counts) < 0 or (change.number is not None and change.number < 1):
        yield impossible("TCG-T01", "name a seat, and numbers of 0 or more")


def check_picks(state: State, command: Picking) -> Iterator[Violation]:
    """Whether each prize pick has its defeat, and takes a card that lies there (TCG-X02, X04)."""
    captures = [e for e in resolve(state, command) if isinstance(e, PrizeCardCaptured)]
    if len(command.prize_picks) > len(captures):
        yield Violation("TCG-X02", f"{len(command.prize_picks)} prize cards picked, {len(captures)} captured")
    owners = [e.owner for e in captures]
    for number, pick in enumerate(command.prize_picks):
        owner = pick.player if pick.player is not None else (owners[number] if number < len(owners) else None)
        if owner is not None and is_seat(state, owner):
            yield from _place(state, owner, pick.place, pick.card)


CHECKS: Final = cast(
    "dict[type, Callable[[State, Change, int], Iterator[Violation]]]",
    {
        ChangeHp: _hp,
        ChangeMaxHp: _lasting,
        MoveCard: _move_card,
        DrawCards: _draw,
        Shuffle: _shuffle,
        AddEffect: _lasting,
        LiftEffect: _robot,
        ChangeAllowance: _always,
        TakePrize: _prize,
        FlipCoin: _always,
        RollDie: _die,
        ShowCard: _reveal,
        Note: _always,
        SetTurn: _turn,
    },
)
"""Change type -> the generator of what is wrong with it."""
