"""What follows from a command, legal or not."""

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from domain.cards import Token, find_or_bind, parse_ref, token_id
from domain.rules import Violation
from domain.unfolding import Course
from tests.minigame import commands as c
from tests.minigame import events as e
from tests.minigame.changes import made, wrong_with
from tests.minigame.evolve import evolve
from tests.minigame.state import State

HighCardCourse: TypeAlias = Course[State, e.HighCardEvent]


def resolve(state: State, command: c.HighCardCommand) -> tuple[e.HighCardEvent, ...]:
    """The events of a command that `check` did not call impossible."""
    return tuple(unfold(state, command).events)


def unfold(state: State, command: c.HighCardCommand) -> HighCardCourse:
    """The course of a possible command: the play, the changes made by hand, the end of the round. `check` reads its faults."""
    course: HighCardCourse = Course(state, evolve)
    course.add(*_resolve(state, command))
    for change in command.changes if isinstance(command, c.TurnUp | c.Adjust) else ():
        _make(course, change)
    if not course.stopped:
        course.add(*_round_end(course.state, course.events))
    return course


def _make(course: HighCardCourse, change: c.Change) -> None:
    """One change on the state that the play and the changes before it left."""
    idle = Violation("MG-B01", "a change that does nothing", impossible=True)
    course.change(wrong_with(course.state, change), lambda: course.add(made(course.state, change)), idle=idle)


def _resolve(state: State, command: c.HighCardCommand) -> Iterator[e.HighCardEvent]:
    match command:
        case c.StartMatch():
            yield _started(command, points=(0, 0), number=1)
        case c.DeclarePosition():
            yield _started(command, command.points, command.round)
        case c.RegisterDeck():
            yield e.DeckRegistered(seat=command.player, cards=tuple(command.cards.items()))
        case c.Draw():
            first = state.players[command.player].drawn + 1
            drawn = (Token(token_id(command.player, n), parse_ref(r).card) for n, r in enumerate(command.cards, first))
            yield e.CardsDrawn(seat=command.player, tokens=tuple(drawn))
        case c.PlaceCard():
            yield from _place(state, command)
        case c.TurnUp():
            yield from _turn_up(state, command)
        case c.RollDie():
            yield e.DieRolled(result=command.result, winner=(command.result + 1) % 2)
        case c.Adjust():
            pass
        case _:
            assert_never(command)


def _started(command: c.StartMatch | c.DeclarePosition, points: tuple[int, ...], number: int) -> e.MatchStarted:
    options = command.options
    return e.MatchStarted(
        players=command.players, decks=command.decks, points=points, round=number,
        rounds=options.rounds, ties=options.ties,
    )  # fmt: skip


def _place(state: State, command: c.PlaceCard) -> Iterator[e.HighCardEvent]:
    hand = state.players[command.player].hand
    token = find_or_bind(hand, parse_ref(command.card))
    if token is None:
        return
    if token not in hand and token.card is not None:
        yield e.CardRevealed(seat=command.player, token=token.id, card=token.card)
    yield e.CardPlaced(seat=command.player, token=token.id)


def _turn_up(state: State, command: c.TurnUp) -> Iterator[e.HighCardEvent]:
    cards: list[str] = []
    for seat, (player, ref) in enumerate(zip(state.players, command.cards, strict=True)):
        token = player.placed[-1]
        card = parse_ref(ref).card or token.card or ""
        if card != token.card:
            yield e.CardRevealed(seat=seat, token=token.id, card=card)
        cards.append(card)
    first, second = (state.value(card) for card in cards)
    winner = None if first == second else int(second > first)
    yield e.RoundScored(values=(first, second), cards=tuple(cards), winner=winner)


def _round_end(state: State, events: list[e.HighCardEvent]) -> Iterator[e.HighCardEvent]:
    """The next round, or the end, once a round has been taken (or tied for good)."""
    tied = state.phase == "roll" and state.ties == "die"
    if tied and not any(isinstance(event, e.DieRolled) for event in events):
        return
    if not any(isinstance(event, e.RoundScored | e.DieRolled) for event in events):
        return
    if state.round < state.rounds:
        yield e.RoundBegan(round=state.round + 1)
        return
    points = tuple(p.points for p in state.players)
    winner = None if points[0] == points[1] else int(points[1] > points[0])
    yield e.MatchEnded(winner=winner, points=points)
