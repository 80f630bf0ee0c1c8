"""Compares the facts of a game's `facts.sql` with its states."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from domain.game import AnyGame
from domain.match import AnyMatch
from domain.registry import game_names
from matchbook.conformance.trial import Subject, play
from projections.analytics import Analytics
from projections.errors import AnalyticsError
from projections.outcome_rows import FOLDED, rows_of, tables_from_fold
from projections.questions import bad_questions, questions
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from storage.store import MatchStore

_MATCHES: Final = 4
_READ: Final = """
    select
        players, sides, status <> 'running', coalesce(winners, []), coalesce(drawn, false), coalesce(reason, ''),
        coalesce(scores, []), first_seat
    from matches where match = '{}'
"""
_NAMES: Final = ("players", "sides", "whether it ended", "winners", "a draw", "reason", "scores", "who went first")


def counts_alike(subject: Subject) -> Iterator[str]:
    """The facts of `facts.sql` about seats, endings and first players agree with the states. All parts can be filled,
    and each of the game's questions can be asked."""
    game = subject.game
    if game.name not in game_names():
        return
    with TemporaryDirectory() as folder, MatchStore.open(":memory:", find_game=lambda _: game) as store:
        analytics, app = (
            Analytics(Path(folder) / "analytics.duckdb", store),
            MatchService(store, recorder="conformance"),
        )
        for number in range(min(_MATCHES, subject.matches)):
            trial = play(subject, number)
            batch = app.new_batch(Opening(game=game.name, catalogue=subject.catalogue))
            for step in trial.steps:
                batch.record(step.command, step.events)
            batch.store()
            match = store.load(batch.match.id)
            if tables_from_fold(game.name) == FOLDED:
                continue
            [read] = analytics.sql(_READ.format(match.id)).rows
            for name, counted, said in zip(_NAMES, read, _said(game, match), strict=True):
                if counted != said:
                    yield f"after {trial.place(len(trial.steps) - 1)}, {name}: the facts say {counted}, the states {said}"
        yield from analytics.defects()
        yield from _question_problems(analytics, game)


def _question_problems(analytics: Analytics, game: AnyGame) -> Iterator[str]:
    yield from (bad for bad in bad_questions().values() if bad.startswith(f"{game.name}/"))
    for question in questions().values():
        if game.name == question.game:
            try:
                analytics.ask(question.name)
            except AnalyticsError as error:
                yield str(error)


def _said(game: AnyGame, match: AnyMatch) -> tuple[object, ...]:
    outcome = game.outcome(match.state)
    seats = match.state.seats
    ended = (True, list(outcome.winners), outcome.drawn, outcome.reason, list(outcome.scores)) if outcome else None
    places = {f"{version}#0": Decimal(version) for version in range(match.version + 1)}
    firsts = [row[-1] for table, row in rows_of(match, places) if table == "firsts"]
    first = firsts[0] if firsts else None
    return ([s.name for s in seats], [s.side for s in seats], *(ended or (False, [], False, "", [])), first)
