"""Commands of a series with pilots that a plain series lacks, and the options."""

from collections.abc import Iterator
from itertools import product
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from domain.cards import CardId, DeckList, SeatIndex
from domain.competition.commands import CompetitionCommand, Count, check_seats
from domain.competition.record import CompetitionCard
from domain.competition.series import commands as plain
from domain.competition.series.commands import Deck, RecordDecks, score_violations, series_violations, unknown_cards
from domain.event_buffer import EventBuffer
from domain.game import Event, made
from domain.games.pbl_robots.competitions.series.events import PilotsDrafted, PilotsRevealed, SeriesStarted
from domain.games.pbl_robots.competitions.series.state import State
from domain.options import options_from
from domain.rules import Violation, impossible
from domain.seats import TableSetup, seat_name
from domain.text import pluralize

SeriesBuffer: TypeAlias = EventBuffer[State, Event]

_ROTATIONS: Final = {3: "PBL-V09", 5: "PBL-V13"}


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a series. The defaults are the rulebook's best of three."""

    game: str = ""
    """Name of the game that is played."""
    best_of: int = 3
    """An odd number of games; the first side to win more than half of them wins the series."""
    starts: Annotated[str, Meta(extra={"choices": ("loser", "free")})] = "loser"
    """The side that starts a later game: the loser of the previous one (`loser`), or as the game's own rules say (`free`)."""
    rotation: Annotated[int, Meta(extra={"choices": (0, 3, 5)})] = 0
    """Number of pilots that each side brings, one for each game; 0 for the same pilot in every game."""
    kit: str = ""
    """Kit that is played, if the game is `tabletop`. `--game pig` of the command line sets both."""


def _opening_violations(state: State, players: tuple[str, ...], options: Options) -> Iterator[Violation]:
    yield from series_violations(state, players, options, options.best_of)
    if rule := _ROTATIONS.get(options.rotation):
        if len(players) != 2:
            yield impossible(rule, "a pilot rotation is for two sides")
        if options.best_of != options.rotation:
            yield Violation(
                rule, f"a rotation of {pluralize(options.rotation, 'pilot')} needs a best of {options.rotation}"
            )


class StartSeries(CompetitionCommand, frozen=True, kw_only=True, tag="start_series"):
    """Opens a series."""

    title = "Open the series"
    players: tuple[str, ...]
    options: Options = Options()
    opens = True
    rules = ("CT-S01", "CT-S02", "CT-V01", "PBL-V09", "PBL-V13")

    def validate(self, state: State) -> Iterator[Violation]:
        return _opening_violations(state, self.players, self.options)

    def resolve(self, out: SeriesBuffer) -> None:
        wins, needed = (0,) * len(self.players), self.options.best_of // 2 + 1
        out.add(made(SeriesStarted, self, self.options, needed=needed, wins=wins, number=1))


class DeclarePosition(CompetitionCommand, frozen=True, kw_only=True, tag="declare_position"):
    """Opens a series whose first games were played elsewhere."""

    title = "Open the series with its wins"
    players: tuple[str, ...]
    wins: tuple[Count, ...]
    number: Annotated[int, Meta(ge=1, le=999)]
    """Number of the next game."""
    options: Options = Options()
    opens = True
    rules = ("CT-B01", "CT-S01", "CT-S02", "CT-V01", "PBL-V09", "PBL-V13")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _opening_violations(state, self.players, self.options)
        yield from score_violations(self.players, self.wins, self.number, self.options.best_of)

    def resolve(self, out: SeriesBuffer) -> None:
        out.add(made(SeriesStarted, self, self.options, needed=self.options.best_of // 2 + 1))


class DraftPilots(CompetitionCommand, frozen=True, kw_only=True, tag="draft_pilots"):
    """Rotation: records the pilots that a side drafted, which are public."""

    title = "Draft the pilots"
    player: SeatIndex
    pilots: tuple[CardId, ...]
    makes = PilotsDrafted
    rules = ("CT-R01", "PBL-V09", "PBL-V13")

    def validate(self, state: State) -> Iterator[Violation]:
        rule, count = _ROTATIONS.get(state.rotation, "PBL-V09"), len(self.pilots)
        yield from check_seats(state.seats, (self.player,), "player")
        if not state.rotation:
            yield impossible(rule, "this series has no pilot rotation")
        if count != state.rotation:
            yield impossible(rule, f"each side drafts {pluralize(state.rotation, 'pilot')}, not {count}")
        if state.flown:
            yield impossible("CT-R04", "the pilots of a game have already been revealed")
        others = {p for seat, pilots in enumerate(state.pilots) for p in pilots if seat != self.player}
        if len({*self.pilots} - others) < count:
            yield impossible(rule, "each pilot can be drafted only once")
        yield from unknown_cards(state, self.pilots, rule)


class RevealPilots(CompetitionCommand, frozen=True, kw_only=True, tag="reveal_pilots"):
    """Rotation: reveals the pilots selected for the next game, in the order of the seats."""

    title = "Reveal the pilots"
    pilots: tuple[CardId, ...]
    rules = ("PBL-V10",)

    def validate(self, state: State) -> Iterator[Violation]:
        if state.phase not in ("select", "play") or not state.rotation:
            yield impossible("PBL-V10", "pilots are selected before each game, after all are drafted")
            return
        if len(self.pilots) != len(state.seats):
            yield impossible("PBL-V10", "reveal one pilot of each side")
            return
        if state.phase == "play":
            yield Violation("PBL-V10", f"the pilots of game {state.number} have already been revealed")
        for player, pilot in enumerate(self.pilots):
            name = state.catalogue.name_of(pilot)
            if pilot not in state.pilots[player]:
                yield impossible("PBL-V10", f"{seat_name(state.seats, player)} has not drafted {name}")
            elif pilot in state.used(player):
                left = ", ".join(map(state.catalogue.name_of, state.unused(player)))
                yield Violation("PBL-V10", f"{name} has already flown; unused pilots: {left or 'none'}")

    def resolve(self, out: SeriesBuffer) -> None:
        state = out.state
        starter = state.fastest(self.pilots)
        out.add(PilotsRevealed(number=state.number, pilots=self.pilots, starter=starter))


def open_table(setup: TableSetup) -> tuple[CompetitionCommand, ...]:
    """Return the command that opens the series, then one for the known decks. Raises ValueError for an unknown option."""
    options = options_from(setup.options, Options(), least=None)
    decks = tuple(
        Deck(player=player, cards=seat.deck.cards)
        for player, seat in enumerate(setup.seats)
        if isinstance(seat.deck, DeckList)
    )
    start = StartSeries(players=tuple(seat.name for seat in setup.seats), options=options)
    return (start, RecordDecks(decks=decks)) if decks else (start,)


def legal(state: State) -> Iterator[CompetitionCommand]:
    """Yield the legal commands of the series."""
    if state.phase == "pilots":
        taken = {pilot for pilots in state.pilots for pilot in pilots}
        free = [card.card_id for card in state.catalogue if isinstance(card, CompetitionCard) and card.speed]
        free = [pilot for pilot in free if pilot not in taken]
        for player, pilots in enumerate(state.pilots):
            if not pilots and len(free) >= state.rotation:
                yield DraftPilots(player=player, pilots=tuple(free[: state.rotation]))
    elif state.phase == "select":
        for selected in product(*(state.unused(player) for player in range(len(state.seats)))):
            yield RevealPilots(pilots=selected)
    yield from plain.legal(state)
