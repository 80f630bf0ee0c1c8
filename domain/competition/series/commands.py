"""Commands of a series: their validation and resulting events."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Final, Never, TypeAlias, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.cards import CardId, SeatIndex
from domain.competition import commands as shared
from domain.competition.commands import CompetitionCommand, Count, ManualChange, check_seats, opening_violations
from domain.competition.record import Result, free_name
from domain.competition.series import DeckRecorded, SeriesBuffer, StarterSet, State, plus, score
from domain.rules import Violation, impossible
from domain.seats import JUDGE, Viewpoint, put_at, seat_name

_MOST_GAMES: Final = 99
Copies = Annotated[int, Meta(ge=1, le=999)]


# --- opening -----------------------------------------------------------------------------------------------------------


def series_violations(state: State, players: tuple[str, ...], options: Struct, best_of: int) -> Iterator[Violation]:
    """Yield the violations of opening a series with these options."""
    yield from opening_violations(state, players, options, most=8)
    if not 1 <= best_of <= _MOST_GAMES or best_of % 2 == 0:
        yield impossible("CT-V01", f"best of {best_of}: an odd number of games, 1 to 99")


def score_violations(players: tuple[str, ...], wins: tuple[int, ...], number: int, best_of: int) -> Iterator[Violation]:
    """Yield the violations of the score of a series whose first games were played elsewhere."""
    if len(wins) != len(players):
        yield impossible("CT-B01", "every side's wins are given")
    if max(wins, default=0) * 2 > best_of or sum(wins) >= number:
        yield impossible("CT-B01", "wins of a series that goes on, fewer than its next game's number")


# --- results -----------------------------------------------------------------------------------------------------------


@shared.settle.register
def _score_anew(state: State, out: SeriesBuffer, known: Result | None, result: Result | None) -> None:
    """The score follows from the results."""
    wins = plus(state.wins, known, -1) if known is not None else state.wins
    if result is None:
        assert known is not None
        score(out, wins, known.part, state.starter_again(known))
        return
    starter = state.starter_after(result) if known is None else state.starter_amended(result)
    score(out, plus(wins, result, 1), state.number + (known is None), starter)


class _Game(shared.Reported, frozen=True, kw_only=True):
    """How a game of the series ended."""

    winners: tuple[SeatIndex, ...] = ()
    starter: SeatIndex | None = None
    """Player who started the game, if noted."""
    first_out: SeatIndex | None = None
    """With three sides: who was eliminated first."""

    @property
    def loser(self) -> int | None:
        return self.first_out

    def own_violations(self, state: State) -> Iterator[Violation]:
        if self.players and len(set(self.players)) < len(state.seats):
            yield impossible("CT-R01", "every side plays every game of a series")
        for player, what in ((self.starter, "starter"), (self.first_out, "first_out")):
            if player is not None:
                yield from check_seats(state.seats, (player,), what)
        if self.first_out is not None and self.first_out in self.winners:
            yield impossible("CT-V03", "the player who was out first cannot win")
        if self.winners and self.first_out is None and len(state.seats) > 2:
            yield Violation("CT-V03", "with more than two sides, first_out says who starts the next game")


class RecordResult(_Game, shared.RecordResult, frozen=True, kw_only=True, tag="record_result"):
    """A game of the series has ended."""

    rules = ("CT-V01", "CT-V03")

    def own_violations(self, state: State) -> Iterator[Violation]:
        yield from super().own_violations(state)
        if state.unready is not None:
            yield state.unready
        if self.starter is not None and state.starter not in (None, self.starter):
            yield Violation("CT-V03", f"{seat_name(state.seats, state.starter)} starts game {state.number}")


class AmendResult(_Game, shared.AmendResult, frozen=True, kw_only=True, tag="amend_result"):
    """Amend the result of a game of the series that was corrected, rewound or ruled on."""

    rules = ("CT-V03",)


# --- decks -------------------------------------------------------------------------------------------------------------


def unknown_cards(state: State, cards: tuple[str, ...], rule: str) -> Iterator[Violation]:
    """Cards that the catalogue does not know."""
    if strange := [card for card in cards if card not in state.catalogue]:
        yield impossible(rule, f"no card {strange[0]!r} in the catalogue")


class Deck(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A side's deck, as copies of cards."""

    player: SeatIndex
    cards: dict[CardId, Copies]


class RecordDecks(CompetitionCommand, frozen=True, kw_only=True, tag="record_decks"):
    """The decks with which the next game begins: all cards of the game before, and what was acquired in it."""

    title = "Record the decks"
    decks: tuple[Deck, ...]
    rules = ("CT-R01", "CT-V02")

    def validate(self, state: State) -> Iterator[Violation]:
        strangers = tuple(check_seats(state.seats, tuple(deck.player for deck in self.decks), "decks"))
        yield from strangers
        for deck in self.decks:
            yield from unknown_cards(state, tuple(deck.cards), "CT-V02")
        if not strangers:
            yield from self._lost_cards(state)

    def _lost_cards(self, state: State) -> Iterator[Violation]:
        """Cards that no deck has any more."""
        lost: dict[int, Counter[str]] = {}
        gained: Counter[str] = Counter()
        for deck in self.decks:
            before, after = Counter(dict(state.decks[deck.player])), Counter(deck.cards)
            lost[deck.player] = before - after
            gained += after - before
        for player, cards in lost.items():
            if gone := sorted((cards - gained).elements()):
                names = ", ".join(map(state.catalogue.name_of, gone))
                yield Violation("CT-V02", f"the deck of {seat_name(state.seats, player)} loses {names}")

    def resolve(self, out: SeriesBuffer) -> None:
        for deck in self.decks:
            out.add(DeckRecorded(player=deck.player, cards=tuple(sorted(deck.cards.items()))))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> CompetitionCommand:  # noqa: ARG002
        decks = tuple(deck if viewpoint in (deck.player, JUDGE) else replace(deck, cards={}) for deck in self.decks)
        return replace(self, decks=decks)


# --- by hand -----------------------------------------------------------------------------------------------------------


class SetWins(ManualChange, frozen=True, kw_only=True, tag="set_wins"):
    """Games that a side has won."""

    player: SeatIndex
    wins: Count

    def apply(self, out: SeriesBuffer) -> None:
        state = out.state
        wins = put_at(state.wins, self.player, self.wins)
        if wins != state.wins:
            score(out, wins, state.number, state.starter)


class SetStarter(ManualChange, frozen=True, kw_only=True, tag="set_starter"):
    """Set the player who starts the next game."""

    player: SeatIndex | None
    """Unset: the player chosen by the game itself."""

    def apply(self, out: SeriesBuffer) -> None:
        if self.player != out.state.starter:
            out.add(StarterSet(starter=self.player))


class SetDeck(ManualChange, frozen=True, kw_only=True, tag="set_deck"):
    """A side's deck."""

    player: SeatIndex
    cards: dict[CardId, Copies]

    def validate(self, state: State) -> Iterator[Violation]:
        yield from super().validate(cast("Never", state))
        for card in self.cards:
            if card not in state.catalogue:
                yield impossible("CT-B01", f"the catalogue has no card {card}")

    def apply(self, out: SeriesBuffer) -> None:
        cards, decks = tuple(sorted(self.cards.items())), out.state.decks
        if not decks or cards != decks[self.player]:
            out.add(DeckRecorded(player=self.player, cards=cards))


Change: TypeAlias = SetWins | SetStarter | SetDeck


class Adjust(shared.AdjustCommand[State], frozen=True, kw_only=True, tag="adjust"):
    """Record changes made at the table that the regular commands cannot express."""

    reason: str
    changes: tuple[Change, ...]

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> CompetitionCommand:  # noqa: ARG002
        hidden = (isinstance(change, SetDeck) and viewpoint not in (change.player, JUDGE) for change in self.changes)
        changes = (replace(c, cards={}) if hide else c for c, hide in zip(self.changes, hidden, strict=True))
        return replace(self, changes=tuple(changes))


# --- legal commands ----------------------------------------------------------------------------------------------------


def legal(state: State) -> Iterator[CompetitionCommand]:
    """The result of the next game, under a name that is free."""
    if state.phase != "play":
        return
    match, players = free_name(state.results), range(len(state.seats))
    yield RecordResult(match=match)
    for winner in players:
        if len(players) == 2:
            yield RecordResult(match=match, winners=(winner,))
        else:
            for out in players:
                if out != winner:
                    yield RecordResult(match=match, winners=(winner,), first_out=out)
