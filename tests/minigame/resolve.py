"""What follows from a command, legal or not."""

from collections.abc import Iterator
from typing import assert_never

from domain.cards import Token, find_or_bind, parse_ref, token_id, token_owner
from tests.minigame import commands as c
from tests.minigame import events as e
from tests.minigame.evolve import evolve
from tests.minigame.state import State


def resolve(state: State, command: c.HighCardCommand) -> tuple[e.HighCardEvent, ...]:
    """The events of a command that `check` did not call impossible."""
    events: list[e.HighCardEvent] = []
    for event in _resolve(state, command):
        events.append(event)
        state = evolve(state, event)
    return (*events, *_round_end(state, events))


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
            for change in command.changes:
                yield _changed(change)
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


def _changed(change: c.SetPoints | c.NameCard) -> e.HighCardEvent:
    if isinstance(change, c.SetPoints):
        return e.PointsSet(seat=change.player, points=change.points)
    ref = parse_ref(change.card)
    token = ref.token or 0
    return e.CardRevealed(seat=token_owner(token), token=token, card=ref.card or "")


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
