"""The public Python API for notebooks and other programs. It only reads a store.

Every error is one of the program's own, with one line that says what, where and what to do.
"""

from collections.abc import Iterator, Mapping
from html import escape
from os import PathLike, fspath
from typing import TYPE_CHECKING, Self

from domain.entries import action_parts
from domain.game import AnyGame
from domain.replay import AnyFrame, AnyHistory
from domain.seats import GameState, Viewpoint
from projections.analytics import Analytics
from projections.answers import Answer, Cell, MatchRow
from service import settings
from service.addresses import find_frame, parse_address
from service.analysis.views import read_query
from service.reading.log import action_text, event_text, log_lines, violation_text
from service.reading.styled_text import plain
from service.reading.svg import svg_of
from service.reading.table.picture import pictured
from service.reading.viewpoints import parse_viewpoint
from service.recording.match_service import MatchService
from storage.store import MatchStore

if TYPE_CHECKING:
    from pandas import DataFrame

WIDTH = 100
"""Columns of a board as text."""


def open(store: str | PathLike[str] | None = None) -> "Book":  # noqa: A001 (as `gzip.open` and the like)
    """Open a store for reading: a file, or a URL as `--store` takes it; `None`: MATCHBOOK_STORE, or the user's own.

    Raises StoreNotFound, UsageProblem.
    """
    name = None if store is None else fspath(store)
    if name is not None and "://" not in name:
        name = f"sqlite:///{name}"
    return Book(settings.store_url(name))


class Book:
    """A store with its analytics. Close it, or use it in a `with` statement."""

    def __init__(self, url: str) -> None:
        self._app = MatchService(MatchStore.open(url, create=False))
        path, beside = settings.analytics_path(url)
        self._analytics = Analytics(path, self._app.store, beside=beside)

    def close(self) -> None:
        """Lets go of the store."""
        self._analytics.close()
        self._app.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def matches(self, query: str = "", *, limit: int = 100) -> tuple[MatchRow, ...]:
        """The matches that a filter finds, as the match list has it: `game:frc_tcg player:Ada tag:final violations:>0`.

        Raises UsageProblem for a filter that cannot be read.
        """
        from msgspec.structs import replace

        return self._analytics.matches(replace(read_query(query), limit=limit))

    def match(self, match: str, viewpoint: str = "judge") -> "MatchReplay":
        """A match by its id, or by the beginning of one, as a viewpoint sees it: a player's name, `judge`, `spectator`.

        Raises MatchNotFound, AmbiguousMatch, DamagedEntry, UsageProblem.
        """
        history = self._app.history(self._app.store.resolve_id(match))
        return MatchReplay(history, parse_viewpoint(viewpoint, history.match.state.seats))

    def ask(self, question: str, scope: Mapping[str, str | int | None] | None = None) -> "ResultTable":
        """One of the built-in questions (`matchbook stats`), with its scope. Raises UnknownQuestion, QueryRefused."""
        return ResultTable(self._analytics.ask(question, dict(scope or {})))

    def sql(self, query: str) -> "ResultTable":
        """Return the result of one reading SQL statement, after catching up with the store. Raises QueryRefused."""
        return ResultTable(self._analytics.sql(query))


class MatchReplay:
    """A match with all its steps, as one viewpoint sees it."""

    def __init__(self, history: AnyHistory, viewpoint: Viewpoint) -> None:
        self._history = history
        self._viewpoint = viewpoint

    @property
    def id(self) -> str:
        """Its whole id."""
        return self._history.match.id

    @property
    def players(self) -> tuple[str, ...]:
        """The names in the order of the seats."""
        return tuple(seat.name for seat in self._history.match.state.seats)

    @property
    def damage(self) -> str:
        """The damage to the record in one line; empty if it is intact."""
        return self._history.damage

    def __len__(self) -> int:
        """How many entries it has."""
        return len(self._history.entries)

    def __str__(self) -> str:
        """The log."""
        return "\n".join(log_lines(self._history, self._viewpoint))

    def steps(self) -> Iterator["ReplayStep"]:
        """Every step: an event, or an entry without events."""
        return (ReplayStep(self._history, frame, self._viewpoint) for frame in self._history.frames)

    def at(self, place: str | int) -> "ReplayStep":
        """The step after an entry (`7`), or after one event of it (`7.2`). Raises UsageProblem."""
        _, version, event = parse_address(f"{self.id}/{place}")
        return ReplayStep(self._history, find_frame(self._history, version, event), self._viewpoint)

    @property
    def board(self) -> "BoardPicture":
        """The current table."""
        return ReplayStep(self._history, self._history.frames[-1], self._viewpoint).board


class ReplayStep:
    """The match after one event."""

    def __init__(self, history: AnyHistory, frame: AnyFrame, viewpoint: Viewpoint) -> None:
        self._history, self._frame, self._viewpoint = history, frame, viewpoint

    @property
    def address(self) -> str:
        """`7kq2m4xd9fra/7.2`: stable for ever."""
        return self._frame.address

    @property
    def action(self) -> str:
        """The entry's command in notation, or what it did to the record."""
        return action_text(self._history, self._frame.version, self._viewpoint)

    @property
    def text(self) -> str:
        """Events in the rulebook's words."""
        return event_text(self._history.match.game, self._frame, self._viewpoint) or self.action

    @property
    def violations(self) -> tuple[str, ...]:
        """The rules that the entry broke."""
        found = action_parts(self._frame.entry.payload)[2]
        return tuple(violation_text(self._history.match.game, violation, self._viewpoint) for violation in found)

    @property
    def board(self) -> "BoardPicture":
        """The table after it."""
        return BoardPicture(self._history.match.game, self._frame.state, self._viewpoint)

    def __str__(self) -> str:
        return f"{self.address} {self.text}"


class BoardPicture:
    """A board: text by `str`, a picture in a notebook; `data` is what it is drawn from."""

    def __init__(self, game: AnyGame, state: GameState, viewpoint: Viewpoint) -> None:
        self.data = game.board(state, viewpoint)
        self._lines = pictured(game, state, viewpoint, WIDTH)

    def __str__(self) -> str:
        return plain(self._lines)

    def _repr_html_(self) -> str:
        return svg_of(self._lines, f"{self.data.title}, {self.data.moment}")


class ResultTable:
    """An answer: columns, rows, and what to know before believing it."""

    def __init__(self, answer: Answer) -> None:
        self.columns: tuple[str, ...] = answer.columns
        self.rows: tuple[tuple[Cell, ...], ...] = answer.rows
        self.notes: tuple[str, ...] = answer.notes

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Cell]]:
        """The rows by the names of the columns."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def df(self) -> "DataFrame":
        """Return a pandas data frame. Raises ImportError if pandas, which is optional, is not installed."""
        from pandas import DataFrame

        return DataFrame(list(self.rows), columns=list(self.columns))

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(column)}</th>" for column in self.columns)
        rows = "".join(f"<tr>{''.join(f'<td>{escape(str(c))}</td>' for c in row)}</tr>" for row in self.rows)
        return f"<table><tr>{head}</tr>{rows}</table>"
