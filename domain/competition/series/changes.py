"""Changes made to a series by hand."""

from collections.abc import Iterator
from typing import Annotated, TypeAlias, final

from msgspec import Meta, Struct

from domain.cards import CardId, SeatIndex
from domain.competition.adjusting import unknown_players
from domain.competition.commands import Count
from domain.competition.series.events import DeckRecorded, StarterSet
from domain.competition.series.score import SeriesBuffer, score
from domain.competition.series.state import State
from domain.rules import Violation

Copies = Annotated[int, Meta(ge=1, le=999)]


@final
class SetWins(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_wins", forbid_unknown_fields=True):
    """Games that a side has won."""

    player: SeatIndex
    wins: Count

    def validate(self, state: State) -> Iterator[Violation]:
        yield from unknown_players(state.seats, state.word, self.player)

    def apply(self, out: SeriesBuffer) -> None:
        state = out.state
        wins = (*state.wins[: self.player], self.wins, *state.wins[self.player + 1 :])
        if wins != state.wins:
            score(out, wins, state.number, state.starter)


@final
class SetStarter(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_starter", forbid_unknown_fields=True):
    """Set the player who starts the next game."""

    player: SeatIndex | None
    """Unset: the player chosen by the game itself."""

    def validate(self, state: State) -> Iterator[Violation]:
        yield from unknown_players(state.seats, state.word, self.player)

    def apply(self, out: SeriesBuffer) -> None:
        if self.player != out.state.starter:
            out.add(StarterSet(starter=self.player))


@final
class SetDeck(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_deck", forbid_unknown_fields=True):
    """A side's deck."""

    player: SeatIndex
    cards: dict[CardId, Copies]

    def validate(self, state: State) -> Iterator[Violation]:
        yield from unknown_players(state.seats, state.word, self.player)
        for card in self.cards:
            if card not in state.catalogue:
                yield Violation("CT-B01", f"the catalogue has no card {card}", impossible=True)

    def apply(self, out: SeriesBuffer) -> None:
        cards, decks = tuple(sorted(self.cards.items())), out.state.decks
        if not decks or cards != decks[self.player]:
            out.add(DeckRecorded(player=self.player, cards=cards))


Change: TypeAlias = SetWins | SetStarter | SetDeck
