"""Matches in memory: simulated games of High Card with violations, a take-back and notes, and the program that shows them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC
from functools import cache
from typing import Any

from msgspec.structs import replace

from domain.entries import ActionEntry, Annotated, Entry, TakenBack
from domain.replay import History, open_history
from domain.rules import Violation
from replay_tui.app import MatchbookApp
from service.reading.match_list import MatchQuery, MatchRow
from tests.minigame import CATALOGUE, GAME
from tests.minigame import commands as c
from tests.minigame.changes import SetPoints
from tests.minigame.matches import FIRST_INSTANT, SECONDS, match_entries, next_entry
from tests.older import with_texts

AnyHistory = History[Any, Any, Any]

BROKEN = Violation("MG-P03", "a card was placed already")
"""A violation that tests add to entries; its rule is one of the mini game's."""


def extend(history: AnyHistory, *payloads: Any) -> AnyHistory:
    """The history with further entries made of these payloads."""
    for payload in payloads:
        history.extend([next_entry(GAME, history.entries, payload, history.match.state)])
    return history


def marked(entries: Iterable[Entry[Any, Any]], versions: Sequence[int]) -> list[Entry[Any, Any]]:
    """The entries, those of some versions recorded as played against a rule."""
    return [
        replace(e, payload=replace(e.payload, violations=(BROKEN,))) if e.envelope.version in versions else e
        for e in entries
    ]


def finished() -> AnyHistory:
    """A finished match of three turns: 18 entries, 21 events, rules broken by entries 7 and 12."""
    return open_history(GAME, CATALOGUE, marked(match_entries(3), (7, 12)))


def running() -> AnyHistory:
    """A running match: entries 9 to 13 taken back by entry 14, a note in entry 15."""
    history = open_history(GAME, CATALOGUE, marked(match_entries(3)[:13], (7, 12)))
    return extend(history, TakenBack(to=8, reason="wrong card"), Annotated(about=3, text="a new deck"))


def named(*players: str) -> AnyHistory:
    """A finished match of players of these names, whatever they are: it may be recorded by an older program."""
    opened, *entries = match_entries(3)
    before = [seat.name for seat in open_history(GAME, CATALOGUE, [opened]).match.state.seats]
    texts = dict(zip(before, players, strict=True))
    command, events = (with_texts(one, texts) for one in (opened.payload.command, opened.payload.events[0]))
    payload = replace(opened.payload, command=command, events=(events, *opened.payload.events[1:]))
    return open_history(GAME, CATALOGUE, [replace(opened, payload=payload), *entries])


def adjusted(points: int, *, times: int = 1, player: int = 0) -> ActionEntry[Any, Any]:
    """An action of `times` events, possible at any time."""
    changes = tuple(SetPoints(player=player, points=points + n) for n in range(times))
    command = c.Adjust(reason="counted again", changes=changes)
    return ActionEntry(command=command, events=GAME.resolve(_begun(), command))


@cache
def _begun() -> Any:
    """The state of a match in its first round."""
    return open_history(GAME, CATALOGUE, match_entries(3)[:4]).match.state


def row(number: int, **changes: Any) -> MatchRow:
    """A line of the match list."""
    line = MatchRow(
        id=f"m{number:04d}",
        game="high_card",
        title="",
        players=("Ada", "Bo"),
        sides=(0, 1),
        tags=(),
        opened_at=FIRST_INSTANT + number * 3600 * SECONDS,
        updated_at=FIRST_INSTANT + number * 3600 * SECONDS,
        entries=20 + number,
        round=0,
        turn=3,
        status="finished",
        winners=("Ada",),
        reason="points",
    )
    return replace(line, **changes)


class Shelf:
    """Matches in memory, behind the interface that the program asks."""

    def __init__(self, rows: Sequence[MatchRow] = (), history: AnyHistory | None = None) -> None:
        self.rows = list(rows)
        self.shown = history if history is not None else finished()
        self.waiting: list[Any] = []
        """Payloads that the next refresh finds recorded."""
        self.failure: Exception | None = None
        self.queries: list[MatchQuery] = []

    def matches(self, query: MatchQuery) -> Sequence[MatchRow]:
        """Filtered by text, sorted by the column of that name."""
        self.queries.append(query)
        return self._found(query)[query.offset : query.offset + query.limit]

    def listing(
        self, query: MatchQuery, progress: Callable[[int, int], None] | None = None
    ) -> tuple[int, Sequence[MatchRow]]:
        """A page, and how many there are."""
        if self.failure:
            raise self.failure
        return len(self._found(query)), self.matches(query)

    def damage(self, matches: Sequence[str]) -> Mapping[str, str]:
        """None is."""
        del matches
        return {}

    def tags(self) -> Sequence[tuple[str, int]]:
        """Counted."""
        return Counter(tag for row in self.rows for tag in row.tags).most_common()

    def players(self) -> Sequence[str]:
        """Return the names in alphabetical order."""
        return sorted({name for row in self.rows for name in row.players})

    def kits(self) -> Sequence[str]:
        """Return the kits in alphabetical order."""
        return sorted({row.kit for row in self.rows if row.kit})

    def history(self, match_id: str) -> AnyHistory:
        """Always the same match."""
        if self.failure:
            raise self.failure
        return self.shown

    def chain_problem(self, match_id: str, upto: int) -> str:
        """None."""
        return ""

    def cancel_reads(self) -> None:
        """Returns at once."""

    def follow(self, wake: Callable[[], None]) -> None:
        """Ignore the call: this store reports no changes."""

    def refresh(self, history: AnyHistory) -> int:
        """Hands out what waits."""
        if self.failure:
            raise self.failure
        came, self.waiting = self.waiting, []
        extend(history, *came)
        return len(came)

    def _found(self, query: MatchQuery) -> list[MatchRow]:
        found = [
            r
            for r in self.rows
            if (query.value("text") or "").casefold() in f"{r.id} {r.title} {r.game} {' '.join(r.players)}".casefold()
            and query.value("tag") in (None, *r.tags)
            and query.value("kind") in (None, r.kind)
            and query.value("status") in (None, r.status)
        ]
        key = {"updated": "updated_at", "opened": "opened_at"}.get(query.sort, query.sort)
        return sorted(found, key=lambda r: getattr(r, key), reverse=query.descending)


def on_shelf(shelf: Shelf, **options: Any) -> MatchbookApp:
    """The program on matches in memory, which are its service and its analytics."""
    return MatchbookApp(shelf, lambda: shelf, **options)  # type: ignore[arg-type]


def showing(history: AnyHistory | None = None, **options: Any) -> MatchbookApp:
    """Return the program with one match open: by default the finished one."""
    return on_shelf(Shelf(history=history), match_id="match-3", zone=UTC, **options)
