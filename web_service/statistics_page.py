"""The page of statistics. The question is in the page's address; links change it, and rows open their matches."""

from typing import TYPE_CHECKING, Any, Final

from litestar import Request, Response, get
from msgspec.structs import replace

from web_service.api.matches import HTML
from web_service.api.questions import tag_asked
from web_service.app_state import AppState
from web_service.drawings import DrawingRequest
from web_service.limits import QUESTIONS
from web_service.match_lists import ROWS, listed
from web_service.overview import mark_of, seen_by
from web_service.pages import as_on_cards, page_text
from web_service.parameters import Entry, Long, Number, State, Who
from web_service.permissions import Caller
from web_service.problems import forbidden

if TYPE_CHECKING:
    from service.analysis.statistics import Answer, StatisticsQuery

_FIRST: Final = "win-rate by player"
_ROWS: Final = 200
_BARS: Final = 24
"""Characters of a bar."""


@get("/statistics", right="ask")
async def statistics_page(
    app_state: State,
    caller: Who,
    request: Request[Any, Any, Any],
    *,
    q: Long = _FIRST,
    row: Entry = 0,
    page: Number = 1,
) -> Response[bytes]:
    """Return the answer to a question with its chart, and links for other dimensions and filters; with `row`, the
    matches behind that row. Rendered once for each state of the store."""

    def draw() -> bytes:
        app_state.limits.spend(QUESTIONS, caller.key)
        return page_text("statistics", caller, **_shown(app_state, caller, q.strip() or _FIRST, row, page)).encode()

    def look() -> DrawingRequest:
        key = ("statistics", seen_by(app_state, caller), q, row, page, caller.name, caller.standing)
        return DrawingRequest(key, mark_of(app_state, caller), draw)

    try:
        return await app_state.drawings.answer(request, caller, look, HTML)
    except (ValueError, LookupError) as error:
        given = {"q": q, "problem": str(error), "wrong": _parts(q, error), "wanted": None}
        return Response(page_text("statistics", caller, **given).encode(), status_code=400, media_type=HTML)


def _parts(line: str, error: Exception) -> tuple[str, str, str]:
    """Return the line before, in and after the wrong word; the word is empty if the error has no place."""
    column = getattr(error, "column", None)
    if column is None:
        return line, "", ""
    word = line[column:].split(maxsplit=1)[:1] or [""]
    return line[:column], word[0] or " ", line[column + len(word[0]) :]


def _shown(app_state: AppState, caller: Caller, q: str, row: int, page: int) -> dict[str, object]:
    from service.analysis import choices
    from service.analysis.statistics import read_filters, read_wish, row_text, within_tag

    statistics, wanted, tag = app_state.statistics, read_wish(q), tag_asked(caller)
    scoped = replace(wanted, where=within_tag(wanted.where, tag))
    if set(scoped.without) - set(wanted.without):
        raise forbidden("This statistic is about all matches, but this token covers only some.")
    limited = any(one.name == "limit" for one in wanted.where)
    asked = scoped if limited else replace(scoped, where=(*scoped.where, *read_filters(f"limit:{_ROWS}")))
    answer = statistics.ask(asked)
    given: dict[str, object] = {
        "q": q,
        "wanted": wanted,
        "numbers": choices.numbers(wanted, statistics.subjects()),
        "splits": choices.splits(wanted),
        "held": choices.held(wanted),
        "filters": dict(choices.filters(wanted, {} if tag else statistics.known())),
        "notes": (*wanted.without, *answer.notes),
        "matches": None,
        **_table(wanted, answer),
    }
    if not 0 < row <= len(answer.rows):
        return given
    cells = dict(zip(answer.columns, answer.rows[row - 1], strict=True))
    matches = listed(app_state, caller, "kind:all", page, statistics.matches_behind(scoped, cells))
    matches = replace(matches, matches=as_on_cards(app_state, caller, matches.matches))
    pages = -(-matches.total // ROWS)
    return given | {"matches": matches, "about": row_text(wanted, cells), "row": row, "pages": pages}


def _table(wanted: "StatisticsQuery", answer: "Answer") -> dict[str, object]:
    """Return the columns of the answer as in the terminal, its charts and its notes."""
    from service.analysis.charts import charts_of
    from service.analysis.report.plots import drawn_chart
    from service.analysis.statistics import described
    from service.analysis.tables import Column, tabulate
    from service.reading.styled_text import plain

    table = tabulate(wanted.shape, answer)
    columns = [
        (one.title, "number" if one.right else "", one.cells)
        if isinstance(one, Column)
        else (one.title, "bars", [plain((one.line(row, min(_BARS, one.most)),)) for row in range(len(answer.rows))])
        for one in table.columns
    ]
    charts = [(chart.title, drawn_chart(chart)) for chart in charts_of(wanted.shape, answer)]
    return {
        "columns": columns,
        "few": table.small,
        "same": table.same,
        "charts": charts,
        "said": described(wanted.subject),
        "command": wanted.command,
    }
