"""A position laid down as it is on the table: a late start, or a record brought back in step (TCG-X10)."""

from collections.abc import Callable, Iterable
from itertools import zip_longest

from msgspec.structs import replace

from domain.cards import CardRef, Token, parse_ref, token_id
from domain.games.frc_tcg.cards.records import (
    Award,
    Mentor,
    Robot,
)
from domain.games.frc_tcg.commands.agreements import (
    DeclarePosition,
    PlayerPosition,
    RobotPosition,
)
from domain.games.frc_tcg.effects import ends_of, max_hp
from domain.games.frc_tcg.events.setup import PositionDeclared
from domain.games.frc_tcg.state import (
    READY,
    Enhancement,
    Lasting,
    Level,
    Mounted,
    PlayerState,
    RobotStack,
    State,
    TurnRecord,
)

Deal = Callable[[int, str | None], Token]
"""Gives the next token of a seat, with its identity if known."""


def declared(state: State, command: DeclarePosition) -> PositionDeclared:
    """The position with every card numbered anew; max HP beyond the cards in play counts as a lasting bonus."""
    numbers = [0] * len(command.players)

    def deal(seat: int, card: str | None) -> Token:
        numbers[seat] += 1
        return Token(token_id(seat, numbers[seat]), card)

    timed = replace(state, turn=command.turn, active=command.active)
    players = tuple(_player(timed, seat, laid, deal) for seat, laid in enumerate(command.players))
    lasting = _lasting(replace(timed, players=players), command)
    return PositionDeclared(
        turn=command.turn,
        active=command.active,
        players=players,
        record=TurnRecord(
            robots=command.robots,
            components=command.components,
            enhancements=command.enhancements,
            items=command.items,
            attacks=command.attacks,
            moves=command.moves,
            cards=command.robots + command.components + command.enhancements + command.items,
        ),
        lasting=lasting,
        reason=command.reason,
    )


def counted_cards(command: DeclarePosition, seat: int) -> int:
    """How many cards of this seat a declared position holds, those captured by others included."""
    laid = command.players[seat]
    robots = sum(
        len(r.cards) + sum(k is not None for k in r.kickoffs) + sum(len(c) for c in r.components.values())
        for r in laid.robots
    )
    prizes = sum(card is not None for card in laid.prize_cards)
    others = sum(owner == seat for s in range(len(command.players)) for owner in captured_owners(command, s))
    beside = laid.deck + len(laid.pit) + len(laid.shop) + prizes + len(laid.awards) + (laid.mentor is not None)
    return beside + robots + others


def captured_owners(command: DeclarePosition, seat: int) -> tuple[int, ...]:
    """Whose prize cards a seat holds: as stated, or the one opponent's."""
    laid = command.players[seat]
    if laid.captured_from or len(command.players) != 2:
        return laid.captured_from
    return (1 - seat,) * len(laid.captured)


def _player(state: State, seat: int, laid: PlayerPosition, deal: Deal) -> PlayerState:
    before = state.players[seat]

    def cards(texts: Iterable[CardRef]) -> tuple[Token, ...]:
        return tuple(deal(seat, parse_ref(text).card) for text in texts)

    owners = laid.captured_from or (1 - seat,) * len(laid.captured)
    prizes = tuple(deal(seat, parse_ref(c).card) if c is not None else None for c in laid.prize_cards)
    mentors = (laid.mentor,) if laid.mentor is not None else ()
    return replace(
        before,
        pit=cards(laid.pit),
        prize_cards=prizes,
        captured=tuple(deal(o, parse_ref(c).card) for o, c in zip(owners, laid.captured, strict=False)),
        shop=cards(laid.shop),
        alliance=tuple(_robot(state, seat, n, robot, deal) for n, robot in enumerate(laid.robots, start=1)),
        mentors=tuple(_enhancement(state, seat, card, deal) for card in mentors),
        awards=tuple(_enhancement(state, seat, card, deal) for card in laid.awards),
        deck=tuple(deal(seat, None) for _ in range(laid.deck)),
        playing=(),
        revealed=(),
        turns=laid.turns if laid.turns is not None else turns_begun(state, seat),
        out=not any(card is not None for card in laid.prize_cards) and len(state.players) > 2,
        step=READY,
    )


def turns_begun(state: State, seat: int) -> int:
    """How many turns a player has begun, when everybody took theirs in order."""
    count = len(state.players)
    last = state.turn - (state.active - seat) % count
    return (last - 1) // count + 1 if last > 0 else 0


def _robot(state: State, seat: int, slot: int, laid: RobotPosition, deal: Deal) -> RobotStack:
    levels: list[Level] = []
    for card, kickoff in zip_longest(laid.cards, laid.kickoffs[: len(laid.cards)]):
        record = state.catalogue.get(card)
        hp = record.hp if isinstance(record, Robot) else laid.hp
        token = deal(seat, card)
        levels.append(Level(token.id, card, hp, deal(seat, kickoff) if kickoff is not None else None))
    mounted = tuple(
        Mounted(deal(seat, card).id, card, ability)
        for ability, cards in sorted(laid.components.items())
        for card in cards
    )
    maximum = laid.max_hp if laid.max_hp is not None else levels[-1].hp
    return RobotStack(slot, tuple(levels), laid.hp, maximum, mounted, state.turn)


def _enhancement(state: State, seat: int, card: str, deal: Deal) -> Enhancement:
    record = state.catalogue.get(card)
    duration = record.duration if isinstance(record, Mentor | Award) else "until_removed"
    return Enhancement(deal(seat, card).id, card, duration, *ends_of(state, duration, seat))


def _lasting(state: State, command: DeclarePosition) -> tuple[Lasting, ...]:
    """What the mentors and awards in play do to all robots, and bonuses that the stated maxima imply."""
    found: list[Lasting] = []
    kinds = {"modify_max_hp": "max_hp", "modify_damage_dealt": "damage_dealt", "modify_damage_taken": "damage_taken"}
    for seat, player in enumerate(state.players):
        for card in (*player.mentors, *player.awards):
            record = state.catalogue.get(card.card)
            for effect in record.effects if isinstance(record, Mentor | Award) else ():
                kind = kinds.get(str(effect.__struct_config__.tag))
                if kind is not None and effect.when == "while_in_play" and effect.target in ("all_own", "all_opposing"):
                    scope = effect.target.removeprefix("all_")
                    number, amount = len(found) + 1, effect.amount
                    found.append(Lasting(number, kind, seat, card.token, amount, scope=scope, bound=True))
    state = replace(state, lasting=tuple(found))
    for seat, laid in enumerate(command.players):
        for robot, stack in zip(laid.robots, state.players[seat].alliance, strict=True):
            extra = robot.max_hp - max_hp(state, seat, stack) if robot.max_hp is not None else 0
            if extra:
                found.append(Lasting(len(found) + 1, "max_hp", seat, amount=extra, robot=stack.key))
    return tuple(found)
