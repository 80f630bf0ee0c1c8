"""The public Python API for notebooks and other programs: record, replay and ask.

Every error is one of the program's own, with one line that says what, where and what to do. A refused action raises
`RuleViolation`, whose `violations` have the rule ids. A book may be used from several threads; its calls wait for each
other while they record."""

from collections.abc import Iterator, Mapping, Sequence
from os import PathLike, fspath
from typing import Literal, Self

from domain.corrected_history import corrected_history
from domain.match import AnyMatch
from domain.replay import AnyFrame, AnyHistory, history_seen
from domain.seats import JUDGE, Viewpoint
from domain.text import pluralize
from matchbook.result_table import ResultTable
from projections.analytics import Analytics
from projections.answers import MatchRow, Status
from projections.questions.scope import Value
from projections.statements import read_request
from service import settings
from service.addresses import find_frame, parse_address
from service.analysis.views import read_query
from service.errors import UsageProblem
from service.reading.drawing import pictured, with_result
from service.reading.log import Reading, action_text, entry_violations, event_text, log_lines, violation_text
from service.reading.record_acts import outcome_text
from service.reading.styled_text import plain
from service.reading.svg import svg_of
from service.reading.viewpoints import parse_viewpoint
from service.recording.match_service import MatchService, Receipt, names_of
from storage.store import MatchStore

WIDTH = 100
"""Columns of a board as text."""


def open(  # noqa: A001 (as `gzip.open` and the like)
    store: str | PathLike[str] | None = None, *, create: bool = False, by: str = ""
) -> "Book":
    """Open a store: a file, or a URL as for `--store`; `None`: MATCHBOOK_STORE, or the user's own. `create` makes a
    missing store with the first match; `by` is the name of the recorder. Raises StoreNotFound, and StorageError for a
    file of another kind."""
    name = None if store is None else fspath(store)
    if name is not None and "://" not in name:
        name = f"sqlite:///{name}"
    return Book(settings.store_url(name), create=create, by=by)


class Book:
    """A store with its analytics. Close it, or use it in a `with` statement."""

    def __init__(self, url: str, *, create: bool = False, by: str = "") -> None:
        self._app = MatchService(MatchStore.open(url, create=create, lazy_create=create), recorder=by)
        path, beside = settings.analytics_path(url)
        self._analytics = Analytics(path, self._app.store, beside=beside)

    def close(self) -> None:
        """Close the store and its analytics."""
        self._analytics.close()
        self._app.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def matches(self, query: str = "", *, limit: int = 100) -> tuple[MatchRow, ...]:
        """Return the matches that a filter finds, as in the list: `game:frc_tcg player:Ada tag:final violations:>0`. A
        row has `id`, `game`, `kit`, `title`, `players`, `sides`, `tags`, `opened_at`, `updated_at` (microseconds since
        1970), `entries`, `round`, `turn`, `status`, `winners`, `drawn`, `reason`, `scores`, `violations`, `take_backs`,
        `kind`, `forked_from`, `duplicate_of` and `damage`.

        Raises UnknownMetric for a filter that does not exist, BadParameter or UsageProblem for a value that does not
        fit."""
        from msgspec.structs import replace

        return self._analytics.matches(replace(read_query(query, played=self._analytics.kits), limit=limit))

    def match(self, match: str, viewpoint: str = "judge") -> "RecordedMatch":
        """Return a match by its id or the beginning of its id, as a viewpoint sees it: a player's name, `judge` or
        `spectator`.

        Raises MatchNotFound, AmbiguousMatch, DamagedEntry, UsageProblem.
        """
        history = self._app.history(self._app.store.resolve_id(match))
        return RecordedMatch(self._app, history, parse_viewpoint(viewpoint, history.match.state.seats))

    def new(
        self,
        game: str,
        players: Sequence[str],
        *,
        decks: Sequence[int | str] = (),
        options: Mapping[str, object] | None = None,
        catalogue: str | None = None,
        title: str = "",
        tags: Sequence[str] = (),
        strictness: str = "strict",
    ) -> "RecordedMatch":
        """Open a match of a game or kit, as `matchbook new` does. `decks` are sizes, names or files, in the order of
        the players.

        Raises RuleViolation, or ImpossibleCommand if the game cannot be set up so; UnknownGame, UsageProblem,
        NotationError; and CatalogueError or UnreadableFile for a deck list or a catalogue."""
        from service.kits import meant_game
        from service.recording.opening import opening_of
        from service.typing.scoresheet import Scoresheet

        if isinstance(players, str):
            raise UsageProblem(f"players: a list of names is needed, such as [{players!r}]")
        loaded, cards = meant_game(game, catalogue)
        sheet = Scoresheet(
            (),
            players=tuple(players),
            decks={seat: str(deck) for seat, deck in enumerate(decks)},
            options={name: str(value) for name, value in (options or {}).items()},
            catalogue=cards,
            title=title,
            tags=tuple(tags),
        )
        return self.match(self._app.open_match(opening_of(loaded, sheet, strictness=strictness)).id)

    def ask(
        self, question: str, scope: Mapping[str, str | int | bool | None] | None = None, *, viewpoint: str = "judge"
    ) -> "ResultTable":
        """Answer a question as `matchbook stats` does: `book.ask("win-rate by deck game:frc_tcg")`. `scope`: further
        filters by name.

        Raises UnknownQuestion, UnknownMetric, BadParameter.
        """
        from service.analysis.statistics import StatisticsQuery

        asked = read_request(question, scope)
        if viewpoint != "judge":
            found = ResultTable.of(self._analytics.ask(asked, viewpoint=viewpoint))
        else:
            found = ResultTable.saved(lambda path: self._analytics.save(asked, path, "parquet"))
        found.shape = StatisticsQuery(asked.number, asked.by, asked.filters).shape
        return found

    def find(self, search: str, *, limit: int | None = 20, viewpoint: str = "judge") -> "ResultTable":
        """Return the entries that a search finds, as `matchbook find` does:
        `book.find("krabby scored before t4 game:frc_tcg")`. A row has no sentence:
        `book.match(row["match"]).at(row["version"]).action` is its action.

        Raises BadParameter, UnknownMetric for names that occur in no match.
        """
        from projections.entry_search import read_searched

        return ResultTable.of(self._analytics.find(read_searched(search, {"limit": limit}), viewpoint=viewpoint))

    def explore(self, game: str, *moves: str, filters: str = "", viewpoint: str = "judge") -> "ResultTable":
        """Return the moves played after some moves, as `matchbook explore` does: `book.explore("frc_tcg", "end_turn")`.
        A row has `move`, `n`, `matches`, `share`, `won`, `drawn`, `lost`, `win_rate`, `low`, `high`, `rating`, `last` and `links`.

        Raises UnknownGame, UnknownMove, BadParameter.
        """
        from projections.grammar import read_filters
        from service.analysis.opening_explorer import game_explored, read_explored

        asked = read_explored(game_explored(self._analytics, game), moves, read_filters(filters))
        return ResultTable.of(self._analytics.explore(asked, viewpoint=viewpoint))

    def winning(self, match: str) -> "ResultTable":
        """Return each side's chance to win at the end of every turn, learnt from the other matches, never simulated.
        The answer has no rows if too few matches have ended; its `notes` say so. Raises MatchNotFound, UsageProblem."""
        from service.analysis.win_chances import expect_match, told_by_matches

        found = self._app.match(self._app.store.resolve_id(match))
        expect_match(found)
        learnt = self._analytics.learnt(found.id)
        story = None if learnt.gate.problems else told_by_matches(found, learnt.weights, learnt.gate)
        rows = [] if story is None else [(one.address, one.round, one.turn, list(one.chances)) for one in story.moments]
        why = learnt.gate.problems or (f"learnt from {pluralize(learnt.gate.matches, 'match', 'matches')}",)
        return ResultTable.made(("address", "round", "turn", "chances"), rows, why)

    def sql(self, query: str, parameters: Mapping[str, Value] | None = None) -> "ResultTable":
        """Return the result of one reading SQL statement, after catching up with the store:
        `book.sql("from matches where kit = $kit", {"kit": "pig"})`. Raises QueryRefused."""
        values = parameters or {}
        if query.lstrip().lower().startswith("explain"):
            return ResultTable.of(self._analytics.sql(query))
        return ResultTable.saved(lambda path: self._analytics.save_sql(query, path, "parquet", parameters=values))


class RecordedMatch:
    """A match with all its steps, as one viewpoint sees it. It contains each action as soon as you have recorded it."""

    def __init__(self, app: MatchService, history: AnyHistory, viewpoint: Viewpoint) -> None:
        self._app = app
        self._history = history
        self._viewpoint = viewpoint
        self._seen_as: dict[Reading, AnyHistory] = {}
        """The history with corrections applied; `None` until it is needed."""

    @property
    def id(self) -> str:
        """The id of the match, in full."""
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
        """The number of entries."""
        return len(self._history.entries)

    def __str__(self) -> str:
        """The log as text."""
        return "\n".join(log_lines(self._history, self._viewpoint))

    def export(self, form: Literal["match", "html", "text", "svg"] = "match") -> bytes:
        """Return the match as its viewpoint sees it: a match file, a page, a text or a picture. Raises UsageProblem."""
        from service.exchange.files import export_match, export_view, render

        seen = self._viewpoint
        viewpoint = self.players[seen] if isinstance(seen, int) else str(seen)
        if form != "match":
            return render(self._history, form, viewpoint).encode()
        if viewpoint == JUDGE:
            return export_match(self._app, self.id)
        return export_view(self._app, self._history, viewpoint)

    @property
    def status(self) -> Status:
        """`running`, `finished` by the rules, or `concluded` by agreement of the players."""
        match = self._history.match
        return "concluded" if match.concluded else "finished" if match.outcome else "running"

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the winners; empty while the match is running, and for a draw."""
        outcome = self._history.match.outcome
        return tuple(self.players[seat] for seat in outcome.winners) if outcome else ()

    @property
    def result(self) -> str:
        """How the match ended, in words; empty while it is running."""
        match = self._history.match
        return outcome_text(match.outcome, match.state.seats) if match.outcome else ""

    @property
    def head(self) -> str:
        """The head hash of the record, as on the result slip."""
        return self._history.match.head

    def steps(self, *, view: Reading = "corrected") -> Iterator["ReplayStep"]:
        """Yield every step: an event, or an entry without events. Steps that were taken back are included
        (`step.taken_back`). `view="recorded"` shows the record as entered, without later corrections."""
        history = self._seen(view)
        return (ReplayStep(history, frame, self._viewpoint) for frame in history.frames)

    def at(self, place: str | int, *, view: Reading = "corrected") -> "ReplayStep":
        """Return the step after an entry (`7`), or after one event of it (`7.2`). `view="recorded"` shows the record as
        entered, without later corrections. Raises UsageProblem."""
        _, version, event = parse_address(f"{self.id}/{place}")
        history = self._seen(view)
        return ReplayStep(history, find_frame(history, version, event), self._viewpoint)

    def _seen(self, view: Reading) -> AnyHistory:
        if view not in self._seen_as:
            shown = corrected_history if view == "corrected" else history_seen
            self._seen_as[view] = shown(self._history, self._viewpoint)
        return self._seen_as[view]

    @property
    def board(self) -> "BoardPicture":
        """The board after the last entry."""
        return ReplayStep(self._history, self._history.frames[-1], self._viewpoint).board

    def take(
        self, line: str, *, as_played: bool = False, reason: str = "", command_id: str | None = None
    ) -> "ReplayStep":
        """Record one action: `match.take("play_student wes")`. Return the step after it.

        `as_played` records it although it breaks a rule. The same `command_id` is stored once. Raises NotationError,
        RuleViolation, ImpossibleCommand, MatchIsOver, CommandIdTaken, Conflict and the other StorageError classes.
        """
        return self._recorded(
            self._app.take(self.id, line, as_played=as_played, unattended=True, reason=reason, command_id=command_id)
        )

    def undo(self, reason: str = "undo", *, asked: str = "", agreed: Sequence[str] = ()) -> "ReplayStep":
        """Take back the last action: `match.undo("the wrong card", asked="Bo", agreed=["Ada"])`. Raises UsageProblem if
        there is none, NotationError (a name), RuleViolation after a ruling, Conflict."""
        return self._recorded(self._app.undo(self.id, reason=reason, asked=asked, agreed=agreed))

    def correct(self, place: str | int, line: str, *, reason: str = "", as_played: bool = False) -> "ReplayStep":
        """Replace the action of an entry: `match.correct(7, "roll 4")`. Later entries are checked again.

        `as_played` records it although it breaks a rule, or a later entry then breaks one or becomes another player's.
        Raises NotationError, RuleViolation, ImpossibleCommand, Conflict, UsageProblem."""
        from service.addresses import parse_act
        from service.recording.correction_requests import CorrectionRequest, RequestedEdit, correct_unattended

        _, act = parse_act(f"{self.id}/{place}")
        if act is None:
            raise UsageProblem(f"{place}: name an entry of the match")
        edits = (RequestedEdit(act, "replace", line),)
        asked = CorrectionRequest(match=self.id, changes=edits, reason=reason, as_played=as_played)
        return self._recorded(correct_unattended(self._app, asked))

    def conclude(self, *winners: str, drawn: bool = False, note: str = "") -> "ReplayStep":
        """End the match by agreement: `match.conclude("Ada")`. Raises MatchIsOver, NotationError for a name that does
        not play, UsageProblem."""
        names = names_of(self._history.match)
        seats = [names.seat(winner) for winner in winners]
        return self._recorded(self._app.conclude(self.id, seats, drawn=drawn, note=note))

    def _recorded(self, receipt: Receipt) -> "ReplayStep":
        self._app.refresh(self._history)
        self._seen_as = {}
        return self.at(receipt.version)


class ReplayStep:
    """The match after one event."""

    def __init__(self, history: AnyHistory, frame: AnyFrame, viewpoint: Viewpoint) -> None:
        self._history, self._frame, self._viewpoint = history, frame, viewpoint

    @property
    def address(self) -> str:
        """The permanent address of the step, for example `7kq2m4xd9fra/7.2`."""
        return self._frame.address

    @property
    def action(self) -> str:
        """The command of the entry as you would type it, or its effect on the record, for example `undo`."""
        return action_text(self._history, self._frame.version, self._viewpoint)

    @property
    def text(self) -> str:
        """The event in the words of the rulebook."""
        return event_text(self._history.match.game, self._frame, self._viewpoint) or self.action

    @property
    def taken_back(self) -> bool:
        """True if the entry was taken back, rewound or removed, so that it no longer counts."""
        return self._frame.version in self._history.match.undone

    @property
    def violations(self) -> tuple[str, ...]:
        """The rules that the entry broke, each with its id and the reason."""
        match = self._history.match
        found = entry_violations(match, self._frame.entry, self._viewpoint)
        return tuple(violation_text(match.game, violation, self._viewpoint) for violation in found)

    @property
    def board(self) -> "BoardPicture":
        """The board after the step."""
        return BoardPicture(self._history.match, self._frame, self._viewpoint)

    def __str__(self) -> str:
        return f"{self.address} {self.text}"


class BoardPicture:
    """A board: text by `str`, a picture in a notebook; `data` is the board as data, for example
    `match.board.data.panels[1].facts[0].value`."""

    def __init__(self, match: AnyMatch, frame: AnyFrame, viewpoint: Viewpoint) -> None:
        self.data = with_result(match, frame.version, match.game.board(frame.state, viewpoint))
        self._lines = pictured(match.game, frame.state, viewpoint, WIDTH, self.data)

    def __str__(self) -> str:
        return plain(self._lines)

    def _repr_html_(self) -> str:
        return svg_of(self._lines, f"{self.data.title}, {self.data.moment}")
