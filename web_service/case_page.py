"""The page of disputes: the list, a case with the board before and after, and proposals for a ruling."""

from typing import TYPE_CHECKING, Any, Final, get_args

from msgspec import Struct

from domain.judging import GOING_BACK, LADDER, MOST_AMOUNT, ClaimKind
from domain.payload import Role
from domain.replay import AnyHistory
from domain.seats import JUDGE, GameState
from service.errors import UsageProblem
from service.judging.case import Hearing, hearing_of, states_of
from service.judging.disputes import Dispute, disputes
from service.judging.form import RulingField, blanks
from service.judging.plan import RewindPlan, plan_to
from service.reading.drawing import draw_board
from service.reading.styled_text import plain
from service.recording.match_service import MatchService
from web_service.problems import rule_title

if TYPE_CHECKING:
    from service.reading.match_list import OpenAnalytics

WIDTH: Final = 46
"""Columns of a board: two fit side by side on a laptop, one fits a phone."""


class ClaimCase(Struct, frozen=True, kw_only=True):
    """A case as the page shows it."""

    hearing: Hearing
    before: str
    after: str
    rules: tuple[tuple[str, str], ...]
    """Id and title of each rule that is proposed."""
    blanks: tuple[RulingField, ...]
    """The fields of the ruling form for a signed-in official; their name and role are known from the token."""
    undo: RewindPlan | None
    """The steps of the rewind that a ruling orders and that is not recorded yet."""


def disputed(app: MatchService, match: str, entry: int, official: str, role: Role) -> dict[str, Any]:
    """Return the data of the page. `entry` is a claim, ruling or appeal; for any other entry, the first open dispute is shown, or
    else the last one. Raises the errors of reading the match."""
    history, rows = app.history(match), disputes(app, match)
    return {
        "match": match,
        "title": (history.match.opened and history.match.opened.title) or history.match.game.title,
        "seats": tuple(seat.name for seat in history.match.state.seats),
        "rows": rows,
        "heard": _heard(history, _chosen(rows, entry), official),
        "version": history.match.version,
        "role": role,
        "going_back": sorted(GOING_BACK),
        "most_amount": MOST_AMOUNT,
        "claims": tuple((str(kind), str(kind)) for kind in get_args(ClaimKind)),
        "penalties": (
            *((str(one), one.replace("_", " ")) for one in LADDER),
            ("guide", "penalties of the infraction guide"),
        ),
    }


def ledger_of(analytics: "OpenAnalytics", match: str) -> list[dict[str, object]]:
    """Return the penalties of a match and of its event's other matches, each with the next step of the upgrade path."""
    answer = analytics().ask("ledger", {"alongside": match})
    lines = (dict(zip(answer.columns, row, strict=True)) for row in answer.rows)
    return [line for line in lines if not line["overturned"]]


def _chosen(rows: tuple[Dispute, ...], entry: int) -> int:
    known = [row.version for row in rows]
    waiting = [row.version for row in rows if row.state == "open"]
    return entry if entry in known else next(iter(waiting or reversed(known)), 0)


def _heard(history: AnyHistory, entry: int, official: str) -> ClaimCase | None:
    try:
        hearing = hearing_of(history, entry, JUDGE)
    except UsageProblem:  # an entry without a claim
        return None
    game = history.match.game
    before, after = (_drawn(history, state) for state in states_of(history, hearing.case))
    ruling, error = hearing.to_undo
    titles = {rule: rule_title(game, rule) for rule in hearing.proposal.rules}
    return ClaimCase(
        hearing=hearing,
        before=before,
        after=after,
        rules=tuple(titles.items()),
        blanks=tuple(
            blank
            for blank in blanks(hearing.proposal, official, history.match.state.seats)
            if blank.name not in ("official", "role")
        ),
        undo=plan_to(history, error)[1] if ruling else None,
    )


def _drawn(history: AnyHistory, state: GameState) -> str:
    return plain(draw_board(history.match.game.board(state, JUDGE), WIDTH))
