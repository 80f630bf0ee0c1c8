"""The closed list of changes that a card text or an adjustment may make (TCG-A12)."""

from collections.abc import Callable
from typing import Final, cast

from msgspec import Struct

from domain.cards import Token, find, find_or_bind, parse_ref
from domain.games.frc_tcg.cards.records import Robot
from domain.games.frc_tcg.commands import (
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
from domain.games.frc_tcg.effects import ends_of
from domain.games.frc_tcg.events import (
    AllowanceChanged,
    CardMoved,
    CardRevealed,
    CardsDrawn,
    CoinFlipped,
    DamageTaken,
    DeckShuffled,
    DieRolled,
    EffectApplied,
    EffectsLifted,
    HpRestored,
    NoteTaken,
    PrizeCardCaptured,
    TurnSet,
)
from domain.games.frc_tcg.references import any_stack, in_hand_order, off_the_top
from domain.games.frc_tcg.resolve.progress import Progress
from domain.games.frc_tcg.state import HAND, Lasting, Placed, PlayerState, State, TurnRecord


class Author(Struct, frozen=True):
    """Whose change it is, and by which card."""

    seat: int
    source: int = 0


def apply_changes(progress: Progress, changes: tuple[Change, ...], seat: int, source: int = 0) -> None:
    """All changes in order. One whose robot or card is gone by then does nothing."""
    author = Author(seat, source)
    for change in changes:
        CHANGES[type(change)](progress, change, author)
    if changes:
        progress.refresh_max_hp()


def _hp(progress: Progress, change: ChangeHp, author: Author) -> None:
    where = any_stack(progress.state, author.seat, change.robot, change.player)
    if where is None:
        return
    key, old = where.stack.key, where.stack.hp
    wanted = change.to if change.to is not None else min(old + (change.by or 0), max(old, where.stack.max_hp))
    hp = max(0, wanted)
    if hp < old:
        progress.add(DamageTaken(owner=where.seat, robot=key, amount=old - hp, hp=hp, by=author.seat))
    else:
        progress.add(HpRestored(owner=where.seat, robot=key, amount=hp - old, hp=hp))
    if hp % 10:
        progress.add(NoteTaken(text=f"HP {hp} is no number of counters: keep it on paper"))


def _lasting(
    progress: Progress, where: Placed, author: Author, *, kind: str, amount: int, label: str, lasts: str
) -> None:
    ends, before = ends_of(progress.state, lasts, author.seat)
    effect = Lasting(
        id=progress.state.next_lasting,
        kind=kind,
        owner=author.seat,
        source=author.source,
        amount=amount,
        label=label,
        robot=where.stack.key,
        ends=ends,
        before=before,
    )
    progress.add(EffectApplied(effect=effect))


def _max_hp(progress: Progress, change: ChangeMaxHp, author: Author) -> None:
    where = any_stack(progress.state, author.seat, change.robot, change.player)
    if where is not None:
        _lasting(progress, where, author, kind="max_hp", amount=change.by, label="", lasts=change.duration)
        progress.refresh_max_hp()


def _effect_added(progress: Progress, change: AddEffect, author: Author) -> None:
    where = any_stack(progress.state, author.seat, change.robot, change.player)
    if where is not None:
        _lasting(
            progress,
            where,
            author,
            kind=change.kind,
            amount=change.amount,
            label=change.label,
            lasts=change.duration,
        )


def _effect_lifted(progress: Progress, change: LiftEffect, author: Author) -> None:
    where = any_stack(progress.state, author.seat, change.robot, change.player)
    if where is None:
        return
    key = where.stack.key
    on_robot = (e for e in progress.state.lasting if e.scope == "robot" and e.robot == key)
    lifted = tuple(e.id for e in on_robot if not change.label or e.label == change.label)
    progress.add(EffectsLifted(owner=where.seat, robot=key, effects=lifted))


def zone(player: PlayerState, name: str) -> tuple[Token, ...]:
    """The cards of a zone, as a card may be moved out of it."""
    match name:
        case "deck":
            return player.deck
        case "pit":
            return in_hand_order(player)
        case "shop":
            return player.shop
        case "captured":
            return player.captured
        case "playing":
            return player.playing
        case "prize_cards":
            return tuple(card for card in player.prize_cards if card is not None)
        case "mentor":
            return tuple(Token(e.token, e.card) for e in player.mentors)
        case "awards":
            return tuple(Token(e.token, e.card) for e in player.awards)
        case _:
            return tuple(token for stack in player.alliance for token in stack.tokens())


def card_to_move(state: State, change: MoveCard, seat: int) -> Token | None:
    """The card that a change moves; in hidden zones an unknown card may turn out to be it."""
    player = state.players[change.player if change.player is not None else seat]
    ref = parse_ref(change.card)
    hidden = change.origin in ("deck", "pit", "prize_cards", "captured")
    token = (find_or_bind if hidden else find)(zone(player, change.origin), ref)
    if token is None or (ref.card is not None and token.card != ref.card):
        return None
    return token


def over_cap(state: State, seat: int) -> bool:
    """Whether one more card would be over the hard limit of the hand (TCG-T12)."""
    return state.options.hand_cap == "hard" and len(state.players[seat].pit) >= HAND


def _move_card(progress: Progress, change: MoveCard, author: Author) -> None:
    state = progress.state
    seat = change.player if change.player is not None else author.seat
    card = card_to_move(state, change, author.seat)
    target = any_stack(state, author.seat, change.robot) if change.robot is not None else None
    if card is None or (change.to == "pit" and over_cap(state, seat)) or (change.to == "robot" and target is None):
        return
    if change.origin == "robot":
        _strip(progress, seat, card)
    record = state.catalogue.get(card.card)
    printed = record.hp if isinstance(record, Robot) else 10
    taken = {stack.slot for stack in progress.state.players[seat].alliance}
    progress.add(
        CardMoved(
            player=seat,
            card=card,
            origin=change.origin,
            to=change.to,
            owner=target.seat if target is not None else seat,
            robot=target.stack.key if target is not None else 0,
            ability=change.ability,
            slot=next(n for n in range(1, len(taken) + 2) if n not in taken) if change.to == "alliance" else 0,
            hp=printed if change.to == "alliance" else 0,
            max_hp=printed if change.to == "alliance" else 0,
        )
    )


def _strip(progress: Progress, seat: int, card: Token) -> None:
    """A robot card that leaves a stack sends its kickoff, and with the last level all components, to the shop."""
    for stack in progress.state.players[seat].alliance:
        level = next((level for level in stack.levels if level.token == card.id), None)
        if level is None:
            continue
        gone = [level.kickoff] if level.kickoff is not None else []
        if stack.stage == 1:
            gone += [Token(m.token, m.card) for m in stack.mounted]
        for other in gone:
            progress.add(CardMoved(player=seat, card=other, origin="robot", to="shop", owner=seat))


def _draw(progress: Progress, change: DrawCards, author: Author) -> None:
    state = progress.state
    seat = change.player if change.player is not None else author.seat
    player = state.players[seat]
    room = HAND - len(player.pit) if state.options.hand_cap == "hard" else len(player.deck)
    count = max(0, min(len(change.cards) or change.count, room))
    cards = off_the_top(player, count, change.cards[:count] or None)
    if cards:
        progress.add(CardsDrawn(player=seat, cards=cards))


def _shuffle(progress: Progress, change: Shuffle, author: Author) -> None:
    seat = change.player if change.player is not None else author.seat
    progress.add(DeckShuffled(player=seat, reason="card effect"))


def _allowance(progress: Progress, change: ChangeAllowance, _author: Author) -> None:
    progress.add(AllowanceChanged(of=change.of, by=change.by))


def _prize(progress: Progress, change: TakePrize, _author: Author) -> None:
    prizes = progress.state.players[change.owner].prize_cards
    card = prizes[change.place - 1] if 1 <= change.place <= len(prizes) else None
    if card is None:
        return
    seen = parse_ref(change.card).card if change.card is not None else None
    captured = PrizeCardCaptured(
        owner=change.owner, by=change.by, place=change.place, token=card.id, card=seen or card.card
    )
    progress.add(captured)


def _coin_flip(progress: Progress, change: FlipCoin, _author: Author) -> None:
    progress.add(CoinFlipped(result=change.result))


def _die_roll(progress: Progress, change: RollDie, _author: Author) -> None:
    progress.add(DieRolled(result=change.result, faces=change.faces))


HIDDEN: Final = ("pit", "prize_cards", "deck", "captured")
"""Zones whose cards can be shown."""


def to_reveal(state: State, seat: int, text: str, identity: str | None) -> tuple[str, Token] | None:
    """The hidden card that is shown, with its identity, and its zone; None where no such card can be there."""
    ref = parse_ref(text)
    player = state.players[seat]
    for name in HIDDEN:
        cards = zone(player, name)
        token = find(cards, ref) or (find(cards, parse_ref(identity)) if identity and ref.token is None else None)
        if token is None and ref.token is None and name == "pit":
            token = next((card for card in cards if card.card is None), None)
        if token is not None:
            known = identity or ref.card or token.card
            return (name, Token(token.id, known)) if known is not None else None
    return None


def _reveal(progress: Progress, change: ShowCard, author: Author) -> None:
    seat = change.player if change.player is not None else author.seat
    show(progress, seat, change.card, change.identity, change.to)


def show(progress: Progress, seat: int, text: str, identity: str | None, to: tuple[int, ...]) -> None:
    """A hidden card's identity becomes known to some seats, or to all."""
    found = to_reveal(progress.state, seat, text, identity)
    if found is not None:
        where, card = found
        progress.add(CardRevealed(player=seat, token=card.id, card=card.card or "", to=to, where=where))


def _note(progress: Progress, change: Note, _author: Author) -> None:
    progress.add(NoteTaken(text=change.text))


def _turn(progress: Progress, change: SetTurn, _author: Author) -> None:
    record = TurnRecord(
        robots=change.robots,
        components=change.components,
        enhancements=change.enhancements,
        items=change.items,
        attacks=change.attacks,
        moves=change.moves,
        cards=change.robots + change.components + change.enhancements + change.items,
    )
    number = change.number if change.number is not None else progress.state.turn
    progress.add(TurnSet(player=change.active, turn=number, record=record))


CHANGES: Final = cast(
    "dict[type, Callable[[Progress, Change, Author], None]]",
    {
        ChangeHp: _hp,
        ChangeMaxHp: _max_hp,
        MoveCard: _move_card,
        DrawCards: _draw,
        Shuffle: _shuffle,
        AddEffect: _effect_added,
        LiftEffect: _effect_lifted,
        ChangeAllowance: _allowance,
        TakePrize: _prize,
        FlipCoin: _coin_flip,
        RollDie: _die_roll,
        ShowCard: _reveal,
        Note: _note,
        SetTurn: _turn,
    },
)
"""Change type -> the function that carries it out."""
