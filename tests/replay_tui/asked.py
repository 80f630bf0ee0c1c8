"""Statistics to look at: one filled store, the service that answers from it, and the program with both in its reach."""

from collections.abc import Callable, Iterator
from datetime import UTC
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from projections.analytics import Analytics
from replay_tui.app import MatchbookApp
from service.analysis.statistics import Answer, Question, Report, StatisticsService
from service.recording.match_service import MatchService
from storage.store import MatchStore
from tests.projections.made_once import made_once
from tests.projections.scorebook import Scorebook
from tests.replay_tui.driving import SMALL, Seen, visit
from tests.replay_tui.memory import Shelf, row

OF_GAMES = {
    "frc_card_game": "points-by-turn",
    "frc_tcg": "points-race",
    "pbl_robots": "dice",
    "robin_in_the_hood": "stage-battles",
}
"""A question for each game."""


class PausedStatistics(StatisticsService):
    """The real service, with the time of the analytics held still; what was asked is kept, the answer too where `answers` are."""

    def __init__(self, analytics: Analytics, answers: dict[str, Answer] | None = None) -> None:
        super().__init__(analytics)
        self.asked: list[Any] = []
        self.answers = answers
        self.before: Callable[[Report | None], object] = lambda _: None
        """A failure or a wait before an answer."""

    def ask(self, wanted: Any, report: Report | None = None) -> Answer:
        return self._kept(wanted, report, super().ask)

    def explore(self, asked: Any, report: Report | None = None) -> Answer:
        return self._kept(asked, report, super().explore)

    def _kept(self, wanted: Any, report: Report | None, ask: Callable[[Any, Report | None], Answer]) -> Answer:
        self.asked.append(wanted)
        self.before(report)
        answer = (self.answers or {}).get(repr(wanted)) or ask(wanted, report)
        if self.answers is not None:
            self.answers[repr(wanted)] = answer
        return replace(answer, as_of=replace(answer.as_of, updated_at=1_750_000_000_000_000))


def program_over(questions: PausedStatistics, service: Any, analytics: Any, **options: Any) -> MatchbookApp:
    """The program with these statistics."""

    class Program(MatchbookApp):
        statistics = questions

    return Program(service, lambda: analytics, zone=UTC, **options)


def fill(store: MatchStore) -> None:
    """Record four matches of each game, one of them agreed; every other one has a tag."""
    salts = count()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("storage.records.new_salt", lambda: f"salt{next(salts):012}")  # heads are in the pictures
        for game in OF_GAMES:
            for number in range(4):
                book = Scorebook(store, f"{game}{number}", game, number, tags=("odd one",) if number % 2 else ())
                book.play(None if number else 30)
                if not number:
                    book.conclude((1,))


@pytest.fixture(scope="session")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[MatchStore, Analytics]]:
    """These matches, and what is counted of them."""
    with made_once(fill, tmp_path_factory) as opened:
        yield opened


@pytest.fixture(scope="session")
def counted_store(counted: tuple[MatchStore, Analytics]) -> MatchStore:
    """These matches."""
    return counted[0]


@pytest.fixture(scope="session")
def analytics(counted: tuple[MatchStore, Analytics]) -> Analytics:
    """The analytics of the matches."""
    return counted[1]


@pytest.fixture(scope="session")
def answers() -> dict[str, Answer]:
    """The answer about these matches."""
    return {}


@pytest.fixture
def statistics(analytics: Analytics, answers: dict[str, Answer]) -> PausedStatistics:
    """The screen's question. Its matches stay as they are: a question is answered once."""
    return PausedStatistics(analytics, answers)


def program(statistics: PausedStatistics, game: str = "") -> MatchbookApp:
    """The program with the statistics in its reach, on a list of one match of a game."""
    shelf = Shelf([row(1, game=game)] if game else ())
    return program_over(statistics, shelf, shelf)


def whole_program(questions: PausedStatistics, store: MatchStore, **options: Any) -> MatchbookApp:
    """The program over the store itself: every match of it is listed, and can be opened."""
    return program_over(questions, MatchService(store, recorder="tess"), questions._analytics, **options)


def touring(app: MatchbookApp, size: tuple[int, int], **walks: str) -> dict[str, Seen]:
    """The screen after each walk of one run, by the name of the walk."""
    return dict(zip(walks, visit(app, *walks.values(), size=size), strict=True))


def asking(
    statistics: PausedStatistics, *walks: str, game: str = "", size: tuple[int, int] = SMALL
) -> tuple[Seen, ...]:
    """The screen after each walk, once the answer is there. The screen opens first."""
    return visit(program(statistics, game), "f8", *walks, size=size)[1:] if walks else ()


def to(subject: str) -> str:
    """The keys from the top of the list to a question or metric."""
    known: list[Question] = list(StatisticsService(None).subjects())  # type: ignore[arg-type]  # what there is to ask needs no store
    place = [one.name for one in known].index(subject)
    rest = len(known) - 1 - place
    return "~".join(["home", *["j"] * place] if place <= rest else ["end", *["k"] * rest])
