"""Events of a series in words, and commands with deck lists left out."""

from typing import assert_never

from msgspec.structs import replace

from domain.competition.pictures import winner_text
from domain.competition.results import ResultAmended, ResultRecorded, ResultWithdrawn
from domain.competition.series import commands as c
from domain.competition.series import events as e
from domain.competition.series.state import State
from domain.table import JUDGE, Viewpoint, seat_name
from domain.text import counted


def narrate(before: State, event: e.SeriesEvent, viewpoint: Viewpoint) -> str:  # noqa: C901 (an arm for each)
    """One line. Only the owner and the judge learn what is in a deck."""
    match event:
        case e.SeriesStarted():
            return f"{' against '.join(event.players)}, best of {event.best_of}"
        case e.PilotsDrafted():
            return f"{seat_name(before.seats, event.player)} drafts {_cards(before, event.pilots)}"
        case e.PilotsRevealed():
            return f"game {event.number} is flown by {_cards(before, event.pilots)}{_starts(before, event.starter)}"
        case ResultRecorded():
            return f"game {event.result.part} (match {event.result.match}): {winner_text(before.seats, event.result)}"
        case ResultAmended():
            return f"game {event.result.part} now stands as: {winner_text(before.seats, event.result)}"
        case ResultWithdrawn():
            return f"the result of match {event.match} is withdrawn"
        case e.SeriesGameScored():
            return f"{' : '.join(map(str, event.wins))}{_starts(before, event.starter)}"
        case e.SeriesDecided():
            return f"{seat_name(before.seats, event.winner)} wins the series"
        case e.SeriesReopened():
            return "the series is open again"
        case e.DeckRecorded():
            return _deck(before, event, viewpoint)
        case e.Adjusted():
            return f"adjusted: {event.reason}"
        case e.StarterSet():
            return f"next game{_starts(before, event.starter) or ': the game itself names who starts'}"
        case _:
            assert_never(event)


def _starts(state: State, player: int | None) -> str:
    return "" if player is None else f"; {seat_name(state.seats, player)} starts"


def _cards(state: State, cards: tuple[str, ...]) -> str:
    return ", ".join(state.catalogue.name_of(card) for card in cards)


def _deck(before: State, event: e.DeckRecorded, viewpoint: Viewpoint) -> str:
    line = (
        f"deck of {seat_name(before.seats, event.player)}: {counted(sum(copies for _, copies in event.cards), 'card')}"
    )
    if viewpoint not in (event.player, JUDGE):
        return line
    names = (
        f"{before.catalogue.name_of(card)} x{n}" if n > 1 else before.catalogue.name_of(card) for card, n in event.cards
    )
    return f"{line}: {', '.join(names)}"


def veil(before: State, command: c.SeriesCommand, viewpoint: Viewpoint) -> c.SeriesCommand:
    """The command without the deck lists that the viewpoint may not know."""
    del before
    match command:
        case c.RecordDecks():
            decks = tuple(
                deck if viewpoint in (deck.player, JUDGE) else replace(deck, cards={}) for deck in command.decks
            )
            return replace(command, decks=decks)
        case c.Adjust():
            changes = tuple(
                replace(change, cards={})
                if isinstance(change, c.SetDeck) and viewpoint not in (change.player, JUDGE)
                else change
                for change in command.changes
            )
            return replace(command, changes=changes)
        case _:
            return command
