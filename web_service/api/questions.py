"""Questions about all matches, and a copy of the store. SQL over HTTP is not offered."""

import tarfile
import tempfile
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from litestar import get
from litestar.params import FromPath
from litestar.response import Stream
from msgspec import Struct

from domain.positions import position_of
from domain.registry import UnknownGame
from domain.seats import JUDGE
from service.addresses import find_frame
from service.backups import BackupManifest, back_up
from service.errors import UsageProblem
from service.failures import kind_of
from web_service.app_state import AppState
from web_service.limits import QUESTIONS
from web_service.parameters import Entry, Long, Name, State, Who, Word
from web_service.permissions import Caller
from web_service.problems import Problem, forbidden, not_here, problem_of, unreadable
from web_service.responses import StatsAnswer

if TYPE_CHECKING:
    from service.analysis.statistics import Answer

_PIECE: Final = 1 << 18
_ROWS: Final = 100


class QuestionRow(Struct, frozen=True):
    """A question that can be asked."""

    name: str
    title: str
    meaning: str
    parameters: tuple[str, ...]


@get("/api/stats", right="ask", answers=list[QuestionRow])
async def stats(app_state: State) -> list[QuestionRow]:
    """Return the questions that can be asked."""
    from service.analysis.statistics import parameters_of

    found = await app_state.read(lambda: app_state.statistics.questions())
    return [QuestionRow(q.name, q.title, q.meaning, tuple(name for name, _ in parameters_of(q))) for q in found]


@get("/api/stats/{question:str}", right="ask", answers=StatsAnswer, missing=True)
async def stats_answer(app_state: State, caller: Who, question: FromPath[str], given: Word = "") -> StatsAnswer:
    """Answer a question. `given`: filters as on the command line, for example `game:frc_tcg since:2026-01-01`."""
    app_state.limits.spend(QUESTIONS, caller.key)
    tag = tag_asked(caller)

    def ask() -> StatsAnswer:
        from service.analysis.statistics import StatisticsQuery, asked_over_http, within_tag

        statistics = app_state.statistics
        found = next((one for one in statistics.questions() if one.name == question), None)
        if found is None:
            raise not_here()
        try:
            wanted = StatisticsQuery(found, (), within_tag(asked_over_http(given), tag))
            if wanted.without:
                raise UsageProblem("; ".join(wanted.without))
            return _answer(statistics.ask(wanted))
        except Exception as error:
            raise _problem(error) from error

    return await app_state.drawings.paced(caller, ask)


@get("/api/explore/{game:str}", right="ask", answers=StatsAnswer, missing=True)
async def explore(
    app_state: State,
    caller: Who,
    game: FromPath[str],
    moves: Long = "",
    given: Word = "",
    match: Name = "",
    at: Entry = 0,
) -> StatsAnswer:
    """Return the moves played from a position in matches of a game or kit (`frc_tcg`, `tabletop:chess`, `chess`). The
    position is reached by `moves` (separated by semicolons), or is that of a match after an entry. `given`: filters as
    on the command line, for example `player:Ada since:2026-01-01`."""
    app_state.limits.spend(QUESTIONS, caller.key)
    tag = tag_asked(caller)

    def ask() -> StatsAnswer:
        from service.analysis.opening_explorer import game_explored, read_explored
        from service.analysis.statistics import asked_over_http, within_tag

        try:
            name = game_explored(app_state.analytics(), game, tag)
            key = _position(app_state, caller, match, at, name.partition(":")[0]) if match else ""
            played = [move for move in moves.split(";") if move.strip()]
            narrowed = within_tag(asked_over_http(given), tag)
            asked = read_explored(name, played, (*narrowed, *asked_over_http(f"limit:{_ROWS}")), key)
            return _answer(app_state.statistics.explore(asked))
        except UnknownGame as error:
            raise not_here() from error
        except Exception as error:
            raise _problem(error) from error

    return await app_state.drawings.paced(caller, ask)


def tag_asked(caller: Caller) -> str:
    """Return the tag of the matches that the caller may ask about; empty: all matches. Raises Problem."""
    if not caller.asks:
        raise forbidden("This token is for one match.")
    return caller.token.tag if caller.token else ""


def _position(app_state: AppState, caller: Caller, match: str, at: int, game: str) -> str:
    """Return the corrected position of a match after an entry (0: the last one). Raises Problem, UsageProblem."""
    found = app_state.match(caller, "ask", match)
    if found.game.name != game:
        raise UsageProblem("that is a match of another game")
    frame = find_frame(app_state.app.history(match), at or None, None, "corrected")
    return position_of(found.game, frame.state).key


def _problem(error: Exception) -> Problem:
    """Return the message for a question that cannot be answered, without paths."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, ValueError) or kind_of(error) == "unreadable":
        return unreadable(str(error))
    return problem_of(error, whole=True)


def _answer(found: "Answer") -> StatsAnswer:
    return StatsAnswer(columns=found.columns, rows=found.rows, matches=found.n, total=found.total, notes=found.notes)


@get("/api/backup", right="backup", answers=bytes, media="application/octet-stream")
async def backup(app_state: State, caller: Who) -> Stream:
    """Stream a backup of the whole store as a tar file, while recording goes on; `matchbook restore` reads its
    contents."""
    await app_state.read(lambda: app_state.looked(caller, "", JUDGE, "backup"))
    folder = tempfile.TemporaryDirectory(prefix="matchbook-backup-")
    packed, manifest = await app_state.read(partial(_packed, app_state, Path(folder.name)))
    headers = {
        "Content-Disposition": f'attachment; filename="{packed.name}"',
        "Cache-Control": "no-store",
        "X-Matchbook-Head": manifest.head,
    }
    return Stream(_pieces(app_state, folder, packed), media_type="application/octet-stream", headers=headers)


def _packed(app_state: AppState, folder: Path) -> tuple[Path, BackupManifest]:
    made, manifest = back_up(app_state.app.store, folder)
    packed = folder / f"matchbook-{made.name}.tar"
    with tarfile.open(packed, "w") as tar:
        tar.add(made, packed.stem)
    return packed, manifest


async def _pieces(app_state: AppState, folder: "tempfile.TemporaryDirectory[str]", copy: Path) -> AsyncIterator[bytes]:
    with folder, copy.open("rb") as file:
        while piece := await app_state.read(lambda: file.read(_PIECE)):
            yield piece
