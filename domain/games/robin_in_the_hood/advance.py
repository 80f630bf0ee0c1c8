"""How characters advance at the end of a hand (RH-C02 to RH-C06), under each reading of the rule."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from domain.cards import Token
from domain.effects.lasting import EffectSubject, prevention
from domain.games.robin_in_the_hood.state import AGILITY, ENDURANCE, Player, State, result_on


class Move(Struct, frozen=True, gc=False):
    """The move of one character, by stage numbers."""

    player: int
    start: int
    end: int
    pushed: bool = False


def moves_of(state: State) -> tuple[Move, ...]:
    """Return all moves at the end of this hand, those furthest ahead first, so that each target stage is clear."""
    return tuple([move for seat, player in enumerate(state.players) for move in _moves(state, seat, player)])


def _moves(state: State, seat: int, player: Player) -> Iterator[Move]:
    if any(choice.is_modifier for choice in player.chosen):
        return
    starters = _starters(state, seat, player) - _held(state, seat, player)
    rows = [row for row in rows_of(player.stages) if ENDURANCE not in row and starters.intersection(row)]
    if state.options.advance_rule == "single_push":
        rows = rows[:1]
    for row in reversed(rows):
        nearest = min(starters.intersection(row))
        for stage in reversed([s for s in row if s >= nearest]):
            yield Move(seat, stage, stage + 1, pushed=stage not in starters)


def rows_of(stages: tuple[Token | None, ...]) -> list[list[int]]:
    """Return the maximal rows of adjacent occupied stages, from Agility on."""
    rows: list[list[int]] = []
    for stage, token in enumerate(stages):
        if token is None:
            continue
        if rows and rows[-1][-1] == stage - 1:
            rows[-1].append(stage)
        else:
            rows.append([stage])
    return rows


def _starters(state: State, seat: int, player: Player) -> frozenset[int]:
    """Return the stages whose characters move without a push (RH-Q03 to RH-Q05). Agility is always cleared (RH-C07)."""
    occupied = frozenset([stage for stage, token in enumerate(player.stages) if token is not None])
    at_agility = occupied & {AGILITY}
    match state.options.advance_rule:
        case "survivors":
            return occupied
        case "agility_push":
            return at_agility
        case _:
            return at_agility | {s for s in occupied if (r := result_on(state, s)) is not None and r.winner == seat}


def _held(state: State, seat: int, player: Player) -> frozenset[int]:
    """Return the stages whose characters an effect keeps from advancing."""
    if not state.lasting:
        return frozenset()
    tokens = [(stage, token) for stage, token in enumerate(player.stages) if token is not None]
    return frozenset(
        [
            stage
            for stage, token in tokens
            if prevention(state.lasting, "advance", character(seat, token.id), state.seats)
        ]
    )


def character(seat: int, token: int) -> EffectSubject:
    """Return a character in play as the subject of lasting effects."""
    return EffectSubject(seat, token, frozenset({"character"}))


def announced_moves(state: State, said: Sequence[Move]) -> tuple[Move, ...]:
    """Return all moves at the end of this hand, announced ones instead of computed ones; furthest ahead first."""
    named = {(move.player, move.start) for move in said}
    computed = {(move.player, move.start, move.end): move for move in moves_of(state)}
    made = [computed.get((m.player, m.start, m.end), m) for m in said if m.start != m.end]
    made += [move for move in computed.values() if (move.player, move.start) not in named]
    return tuple(sorted(made, key=lambda move: (move.player, -move.start)))


def moves_fit(state: State, moves: tuple[Move, ...]) -> bool:
    """True if these moves are possible: each goes forward, from an occupied stage to one that is empty by then."""
    for seat, player in enumerate(state.players):
        own = [move for move in moves if move.player == seat]
        standing = {stage for stage, token in enumerate(player.stages) if token is not None}
        staying = standing - {move.start for move in own}
        ends = [move.end for move in own]
        if len({move.start for move in own}) != len(own) or not {move.start for move in own} <= standing:
            return False
        if len(set(ends)) != len(ends) or staying.intersection(ends) or any(m.end <= m.start for m in own):
            return False
    return True
