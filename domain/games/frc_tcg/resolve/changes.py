"""The closed list of changes that a card text or an adjustment may make (TCG-A12)."""

from collections.abc import Callable
from functools import partial
from typing import Final, cast

from msgspec import Struct

from domain.cards import Token, parse_ref, token_owner
from domain.games.frc_tcg.abilities import place_for
from domain.games.frc_tcg.cards.records import Robot
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
from domain.games.frc_tcg.effects import ends_of
from domain.games.frc_tcg.events.changes import (
    AllowanceChanged,
    CardMoved,
    CoinFlipped,
    DieRolled,
    NoteTaken,
    TurnSet,
)
from domain.games.frc_tcg.events.combat import (
    DamageTaken,
    EffectApplied,
    EffectsLifted,
    HpRestored,
    PrizeCardCaptured,
)
from domain.games.frc_tcg.events.plays import CardRevealed
from domain.games.frc_tcg.events.setup import DeckShuffled
from domain.games.frc_tcg.events.turn import CardsDrawn
from domain.games.frc_tcg.references import (
    any_stack,
    card_to_move,
    lands_with,
    off_the_top,
    side_of,
    to_reveal,
)
from domain.games.frc_tcg.resolve.faults import faults_of, idle
from domain.games.frc_tcg.resolve.progress import Progress
from domain.games.frc_tcg.state import (
    Lasting,
    Placed,
    State,
    TurnRecord,
)


class Author(Struct, frozen=True):
    """Whose change it is, and by which card."""

    seat: int
    source: int = 0


def apply_changes(
    progress: Progress, changes: tuple[Change, ...], seat: int, source: int = 0, *, adjusting: bool = False
) -> None:
    """All changes in order, each checked on the state that the play and the changes before it left.

    An adjustment is checked for what cannot be, not for what may not be.
    """
    author = Author(seat, source)
    for change in changes:
        found = (
            f for f in faults_of(progress.state, change, seat, adjusting=adjusting) if f.impossible or not adjusting
        )
        progress.change(found, partial(_carry_out, progress, change, author), idle=idle(change))


def _carry_out(progress: Progress, change: Change, author: Author) -> None:
    CHANGES[type(change)](progress, change, author)
    progress.refresh_max_hp()


def robot_of(state: State, author: Author, change: ChangeHp | ChangeMaxHp | AddEffect | LiftEffect) -> Placed:
    """The robot that a change names; that it is there was checked."""
    where = any_stack(state, author.seat, change.robot, change.player)
    assert where is not None
    return where


def _hp(progress: Progress, change: ChangeHp, author: Author) -> None:
    where = robot_of(progress.state, author, change)
    key, old = where.stack.key, where.stack.hp
    wanted = change.to if change.to is not None else min(old + (change.by or 0), max(old, where.stack.max_hp))
    hp = max(0, wanted)
    if hp == old:
        return
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
    where = robot_of(progress.state, author, change)
    if change.by:
        _lasting(progress, where, author, kind="max_hp", amount=change.by, label="", lasts=change.duration)


def _effect_added(progress: Progress, change: AddEffect, author: Author) -> None:
    where = robot_of(progress.state, author, change)
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
    where = robot_of(progress.state, author, change)
    key = where.stack.key
    on_robot = (e for e in progress.state.lasting if e.scope == "robot" and e.robot == key)
    lifted = tuple(e.id for e in on_robot if not change.label or e.label == change.label)
    if lifted:
        progress.add(EffectsLifted(owner=where.seat, robot=key, effects=lifted))


def _move_card(progress: Progress, change: MoveCard, author: Author) -> None:
    state = progress.state
    seat = side_of(change, author.seat)
    card = card_to_move(state, change, author.seat)
    assert card is not None
    target = any_stack(state, author.seat, change.robot) if change.robot is not None else None
    if change.origin == "robot":
        _strip(progress, seat, card)
    record = state.catalogue.get(card.card)
    printed = record.hp if isinstance(record, Robot) and change.to == "alliance" else 0
    taken = {stack.slot for stack in progress.state.players[seat].alliance}
    progress.add(
        CardMoved(
            player=seat,
            card=card,
            origin=change.origin,
            to=change.to,
            owner=target.seat if target is not None else lands_with(change, card, seat),
            robot=target.stack.key if target is not None else 0,
            ability=place_for(state, target.stack, card.card, change.ability) if target is not None else "",
            slot=next(n for n in range(1, len(taken) + 2) if n not in taken) if change.to == "alliance" else 0,
            hp=printed,
            max_hp=printed,
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
            owner = token_owner(other.id)
            progress.add(CardMoved(player=seat, card=other, origin="robot", to="shop", owner=owner))


def _draw(progress: Progress, change: DrawCards, author: Author) -> None:
    seat = side_of(change, author.seat)
    cards = off_the_top(progress.state.players[seat], change.count, change.cards or None)
    if cards:
        progress.add(CardsDrawn(player=seat, cards=cards))


def _shuffle(progress: Progress, change: Shuffle, author: Author) -> None:
    progress.add(DeckShuffled(player=side_of(change, author.seat), reason="card effect"))


def _allowance(progress: Progress, change: ChangeAllowance, _author: Author) -> None:
    if change.by:
        progress.add(AllowanceChanged(of=change.of, by=change.by))


def _prize(progress: Progress, change: TakePrize, _author: Author) -> None:
    card = progress.state.players[change.owner].prize_cards[change.place - 1]
    assert card is not None
    seen = parse_ref(change.card).card if change.card is not None else None
    captured = PrizeCardCaptured(
        owner=change.owner, by=change.by, place=change.place, token=card.id, card=seen or card.card
    )
    progress.add(captured)


def _coin_flip(progress: Progress, change: FlipCoin, _author: Author) -> None:
    progress.add(CoinFlipped(result=change.result))


def _die_roll(progress: Progress, change: RollDie, _author: Author) -> None:
    progress.add(DieRolled(result=change.result, faces=change.faces))


def _reveal(progress: Progress, change: ShowCard, author: Author) -> None:
    show(progress, side_of(change, author.seat), change.card, change.identity, change.to)


def show(progress: Progress, seat: int, text: str, identity: str | None, to: tuple[int, ...]) -> None:
    """A hidden card's identity becomes known to some seats, or to all; who saw it before still knows it."""
    found = to_reveal(progress.state, seat, text, identity)
    assert found is not None
    where, card = found
    seen = next((r.to for r in progress.state.players[seat].revealed if r.token == card.id), None)
    if seen is not None and to:
        to = tuple(dict.fromkeys((*seen, *to))) if seen else ()
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
    state = progress.state
    number = change.number if change.number is not None else state.turn
    if (change.active, number, record) != (state.active, state.turn, state.record):
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
