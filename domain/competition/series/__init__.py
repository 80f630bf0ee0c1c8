"""A series between two games: its state, the events that every series has, and its board."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from domain.board import Board, CardView, Fact, Panel, Prompt, Zone
from domain.cards import SeatIndex
from domain.competition.pictures import results_panel
from domain.competition.record import (
    CompetitionEvent,
    CompetitionState,
    Result,
    Scale,
    Standing,
    find_result,
    rule_of,
    standing_of,
    winner_text,
)
from domain.event_buffer import EventBuffer
from domain.game import Event, TurnInfo
from domain.narration import Narrator
from domain.outcome import Outcome
from domain.rules import Violation, impossible
from domain.seats import JUDGE, Viewpoint, put_at, seat_name
from domain.text import pluralize

DeckCards = tuple[tuple[str, int], ...]
"""Copies per card id."""

SCALE = Scale(1, 0, 0)
"""Points for a game: 1 for a win, 0 for a draw or a loss (CT-V01)."""


class State(CompetitionState, frozen=True, kw_only=True, gc=False):
    """State of a series; `number` is the next game. Games that prepare something between the games extend it."""

    word: ClassVar = "series"
    later: ClassVar = frozenset({"kit"})
    game: str = ""
    kit: str = ""
    best_of: int = 0
    needed: int = 0
    starts: str = "loser"
    number: int = 0
    wins: tuple[int, ...] = ()
    starter: SeatIndex | None = None
    winner: SeatIndex | None = None
    decks: tuple[DeckCards, ...] = ()

    @property
    def phase(self) -> str:
        """unopened, play or over."""
        if not self.seats:
            return "unopened"
        return "play" if self.winner is None else "over"

    @property
    def unready(self) -> Violation | None:
        """Why no game is played now."""
        return Violation("CT-V01", "the series is decided") if self.winner is not None else None

    def part_of(self, players: tuple[int, ...]) -> int:  # noqa: ARG002
        return self.number

    def built_on(self, known: Result, results: tuple[Result, ...]) -> Iterator[Violation]:
        if find_result(results, known.match) is not None:
            if (late := self._after_the_end(results)) is not None:
                text = (
                    f"that would have decided the series before game {late.part}: match {late.match} is withdrawn first"
                )
                yield impossible("CT-R03", text)
        elif (last := self.results[-1]) != known:
            yield impossible("CT-R03", f"game {last.part} (match {last.match}) is withdrawn first")

    def _after_the_end(self, results: tuple[Result, ...]) -> Result | None:
        """Return the first game that follows the decision."""
        recorded = Counter(winner for result in self.results for winner in result.winners)
        wins = {seat: won - recorded[seat] for seat, won in enumerate(self.wins)}
        for result, following in pairwise(results):
            for winner in result.winners:
                wins[winner] = wins.get(winner, 0) + 1
                if wins[winner] >= self.needed:
                    return following
        return None

    def starter_after(self, result: Result) -> int | None:
        """The loser starts the next game (CT-V03), if that was agreed; after a draw the game itself names who does."""
        return result.loser if result.winners and self.starts == "loser" else None

    def starter_amended(self, result: Result) -> int | None:
        """Return the player who starts the next game after a result was amended."""
        return self.starter_after(result) if result == self.results[-1] else self.starter

    def starter_again(self, withdrawn: Result) -> int | None:
        """Return the player who starts a game whose result was withdrawn, as determined by the game before it."""
        before = next((result for result in reversed(self.results) if result.part < withdrawn.part), None)
        return self.starter_after(before) if before is not None else None

    def describe(self, result: Result) -> str:
        return f"game {result.part} (match {result.match}): {winner_text(self.seats, result)}"

    def told_anew(self, result: Result) -> str:
        return f"game {result.part} is now: {winner_text(self.seats, result)}"

    def standings(self) -> tuple[Standing, ...]:
        """The sides by games won."""
        lines = (standing_of(self.results, player, SCALE.points) for player in range(len(self.seats)))
        return tuple(sorted(lines, key=lambda line: -self.wins[line.player]))


def turn_info(state: State) -> TurnInfo:
    """The turn of a series is its game; anybody may enter what comes next."""
    return TurnInfo(state.number, state.phase)


def outcome(state: State) -> Outcome | None:
    """Return the player who first won more than half of the games (CT-V01)."""
    if state.winner is None:
        return None
    return Outcome((state.winner,), "games_won", rule_of(state.game, "CT-V01"), state.wins)


# --- events ------------------------------------------------------------------------------------------------------------


class SeriesGameScored(CompetitionEvent, frozen=True, kw_only=True, tag="series_game_scored"):
    """The score after a result was recorded, amended or withdrawn."""

    wins: tuple[int, ...]
    number: int
    """The next game."""
    starter: SeatIndex | None
    """Player who starts the next game; unset: the player chosen by the game itself."""
    formats = CompetitionEvent.formats | {"score": lambda _, wins: " : ".join(map(str, wins))}
    template = "{wins:score}{starter:?; * starts}"


class SeriesDecided(CompetitionEvent, frozen=True, kw_only=True, tag="series_decided"):
    """A side has won more than half of the games."""

    winner: SeatIndex
    template = "{winner:wins}"


class SeriesReopened(CompetitionEvent, frozen=True, kw_only=True, tag="series_reopened"):
    """The series became undecided again."""

    template = "the series is open again"
    sets = {"winner": None}  # noqa: RUF012 (a constant)


class DeckRecorded(CompetitionEvent, frozen=True, kw_only=True, tag="deck_recorded"):
    """The deck with which a side begins the next game."""

    player: SeatIndex
    cards: DeckCards

    def evolve(self, state: State) -> State:
        return replace(state, decks=put_at(state.decks, self.player, self.cards))

    def describe(self, narrator: Narrator[State]) -> str:
        line = f"deck of {narrator.seat(self.player)}: {pluralize(sum(copies for _, copies in self.cards), 'card')}"
        if narrator.viewpoint not in (self.player, JUDGE):
            return line
        names = (f"{narrator.card(card)} x{n}" if n > 1 else narrator.card(card) for card, n in self.cards)
        return f"{line}: {', '.join(names)}"


class StarterSet(CompetitionEvent, frozen=True, kw_only=True, tag="starter_set"):
    """A correction of who starts the next game."""

    starter: SeatIndex | None
    template = "next game{starter:?; * starts|: the game itself names who starts}"


SeriesBuffer: TypeAlias = EventBuffer[State, Event]


def score(out: SeriesBuffer, wins: tuple[int, ...], number: int, starter: int | None) -> None:
    """The score changes, and with it perhaps whether the series is decided."""
    state = out.state
    winner = next((player for player, won in enumerate(wins) if won >= state.needed), None)
    out.add(SeriesGameScored(wins=wins, number=number, starter=starter if winner is None else None))
    if winner is not None and winner != state.winner:
        out.add(SeriesDecided(winner=winner))
    elif winner is None and state.winner is not None:
        out.add(SeriesReopened())


def plus(wins: tuple[int, ...], result: Result, change: int) -> tuple[int, ...]:
    """Return the score with a result added or removed. Drawn games do not change it."""
    return tuple(max(0, won + change * (player in result.winners)) for player, won in enumerate(wins))


# --- board -------------------------------------------------------------------------------------------------------------


def board(state: State, viewpoint: Viewpoint) -> Board:
    """One panel a side, then the games. A deck list is for its owner and the judge."""
    games = (results_panel(state.seats, state.results, "game"),) if state.results else ()
    score = " : ".join(map(str, state.wins))
    return Board(
        title=f"Series, best of {state.best_of}" if state.best_of else "Series",
        moment=f"game {state.number}" if state.phase != "over" else f"{pluralize(len(state.results), 'game')}",
        phases=("play",),
        phase=state.phase,
        facts=(Fact("game", state.played),) if state.game else (),
        panels=(*(_side(state, seat, viewpoint) for seat in range(len(state.seats))), *games),
        prompts=_prompts(state),
        result="" if state.winner is None else f"{seat_name(state.seats, state.winner)} wins the series {score}",
    )


def _side(state: State, seat: int, viewpoint: Viewpoint) -> Panel:
    deck = state.decks[seat]
    parts: list[Zone] = []
    if deck and viewpoint in (seat, JUDGE):
        cards = tuple(
            CardView(f"deck{seat}.{card}", state.catalogue.name_of(card), states=(f"x{n}",) if n > 1 else ())
            for card, n in deck
        )
        parts.append(Zone(f"deck{seat}", "deck", cards))
    facts = (
        Fact("wins", f"{state.wins[seat]} of {state.needed}", "strong"),
        Fact("deck", str(sum(n for _, n in deck))),
    )
    active = state.starter == seat and state.phase == "play"
    return Panel(f"seat{seat}", state.seats[seat].name, seat, active, facts if deck else facts[:1], tuple(parts))


def _prompts(state: State) -> tuple[Prompt, ...]:
    if state.phase != "play":
        return ()
    who = "the game names who starts" if state.starter is None else f"{seat_name(state.seats, state.starter)} starts"
    return (Prompt(f"game {state.number}: {who}"),)
