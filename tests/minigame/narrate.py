"""Events in words, and commands with hidden cards left out."""

from typing import assert_never

from msgspec.structs import replace

from domain.cards import UNKNOWN, token_owner
from domain.table import JUDGE, Viewpoint, seat_name
from tests.minigame import commands as c
from tests.minigame import events as e
from tests.minigame.state import State


def narrate(before: State, event: e.HighCardEvent, viewpoint: Viewpoint) -> str:
    """One line. Only the owner and the judge learn what is drawn or placed."""
    match event:
        case e.CardsDrawn():
            return _drawn(before, event, viewpoint)
        case e.CardRevealed():
            return _revealed(before, event, viewpoint)
        case _:
            return _open(before, event)


def _open(before: State, event: e.OpenEvent) -> str:
    """What everybody at the table sees."""
    match event:
        case e.MatchStarted():
            return f"{' against '.join(event.players)}, {event.rounds} rounds"
        case e.DeckRegistered():
            return f"{seat_name(before.seats, event.seat)} registers a deck"
        case e.CardPlaced():
            return f"{seat_name(before.seats, event.seat)} places a card face down"
        case e.RoundScored():
            shown = " against ".join(f"{_name(before, c)} {v}" for c, v in zip(event.cards, event.values, strict=True))
            return (
                f"{shown}: {'a tie' if event.winner is None else seat_name(before.seats, event.winner) + ' takes it'}"
            )
        case e.DieRolled():
            return f"the die shows {event.result}: {seat_name(before.seats, event.winner)} takes the round"
        case e.RoundBegan():
            return f"round {event.round}"
        case e.PointsSet():
            return f"{seat_name(before.seats, event.seat)} has {event.points} points"
        case e.CardPutUnder():
            return f"{seat_name(before.seats, event.seat)} puts a card under the deck"
        case e.MatchEnded():
            return "a draw" if event.winner is None else f"{seat_name(before.seats, event.winner)} wins"
        case _:
            assert_never(event)


def _drawn(before: State, event: e.CardsDrawn, viewpoint: Viewpoint) -> str:
    line = f"{seat_name(before.seats, event.seat)} draws {len(event.tokens)}"
    if not _knows(viewpoint, event.seat):
        return line
    return f"{line}: {', '.join(_name(before, token.card) for token in event.tokens)}"


def veil(before: State, command: c.HighCardCommand, viewpoint: Viewpoint) -> c.HighCardCommand:
    """The command without the cards that the viewpoint may not know."""
    match command:
        case c.Draw() if not _knows(viewpoint, command.player):
            return replace(command, cards=(UNKNOWN,) * len(command.cards))
        case c.PlaceCard() if not _knows(viewpoint, command.player):
            return replace(command, card=UNKNOWN)
        case c.RegisterDeck() if not _knows(viewpoint, command.player):
            return replace(command, cards={})
        case c.Adjust() | c.TurnUp() if viewpoint != JUDGE:
            return replace(command, changes=tuple(ch for ch in command.changes if isinstance(ch, c.SetPoints)))
        case _:
            return command


def _revealed(before: State, event: e.CardRevealed, viewpoint: Viewpoint) -> str:
    player = before.players[token_owner(event.token)]
    turned_up = before.phase == "turn_up" and any(t.id == event.token for t in player.placed)
    if not turned_up and not _knows(viewpoint, event.seat):
        return "a hidden card is noted"
    return f"{seat_name(before.seats, event.seat)} shows {_name(before, event.card)}"


def _knows(viewpoint: Viewpoint, seat: int) -> bool:
    return viewpoint in (seat, JUDGE)


def _name(state: State, card: str | None) -> str:
    return state.catalogue.name_of(card)
