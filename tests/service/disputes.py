"""Scripted disputes of each game (D13), as data: what was played and recorded, what is claimed, what the plan of a rewind and the
state after the remedy must be, said beforehand from the rulebook; and the report, as a file."""

import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import msgspec

from domain.decision import RuleViolation
from domain.decoding import decoded
from domain.fields import children_of
from domain.judging import Disputed, Ruled
from domain.match import AnyMatch
from domain.registry import load_game
from domain.seats import JUDGE
from matchbook.cli.main import cli
from matchbook.cli.session import Session
from projections.analytics import Analytics
from service.judging.judge_actions import docket_of
from service.judging.plan import RewindPlan, plan_to
from service.judging.report import JudgeReport, written
from service.reading.moment_diff import places_of
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.resources import read_text, sample_sheets
from service.typing.scoresheet import Scoresheet, ScoresheetLine, read_scoresheet
from storage.store import MatchStore
from tests.rulebooks import RULEBOOKS

GAMES: Final = RULEBOOKS
FOLDER: Final = Path(__file__).parents[1] / "games"
MATCH: Final = "d1spvted0000"
"""The id of every disputed match: its report is the same to the byte on every machine."""
_HEAD: Final = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])")
"""The head of a chain: it hangs on ids of commands, which are drawn by lot."""
_BEGAN: Final = 1_760_000_000_000_000
_SECOND: Final = 1_000_000


class PlanFacts(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The plan of a rewind to before the point of error."""

    to: str
    """The last current action then."""
    undo: list[str]
    """Acts, the newest first."""
    decisions: int
    simple: bool
    dice: list[str] = []
    gained: dict[str, list[str]] = {}
    """Player -> cards that he has seen since."""
    returning: dict[str, str] = {}
    """Player -> `1 of Dana, Wall, ??`: so many at random among these."""
    random: list[str] = []
    """Piles left to chance: `Ada deck 26`."""


class Case(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A dispute."""

    id: str
    why: str
    """The play at the table, and the rulebook's text about it."""
    table: str = "match"
    after: int = 0
    """Lines of the table's sheet that were played before."""
    played: list[str] = []
    """The entries recorded then, as played."""
    flagged: dict[str, list[str]] = {}
    """Entry -> the rules that it breaks on record; the other entries are legal."""
    error: int = 0
    """The point of error, or 0."""
    plan: PlanFacts | None = None
    steps: list[str]
    """The lines that officials type, M for the match: `!JP-R04 rule M ...` must be refused by that rule; `> draw_card` plays on."""
    then: dict[str, str | list[str]]
    """The board then, by its labels: all of a text, or parts of it."""
    result: list[str] = []
    """The winner and the deciding rule; empty: the match goes on."""


class Disputes(msgspec.Struct, forbid_unknown_fields=True):
    """The file of a game: its disputes, and tables beside that of its written match, as scoresheets."""

    case: list[Case]
    table: dict[str, str] = {}


def disputes_of(game: str) -> Disputes:
    return msgspec.toml.decode((FOLDER / game / "disputes.toml").read_bytes(), type=Disputes)


def all_cases() -> Iterator[tuple[str, Case]]:
    return ((game, case) for game in GAMES for case in disputes_of(game).case)


def golden(game: str, case: Case) -> Path:
    """The place of the report on a dispute."""
    return FOLDER / game / "disputes" / f"{case.id}.txt"


def sheet_of(game: str, text: str | None) -> tuple[Scoresheet, list[str]]:
    """A scoresheet (`None`: the written match of the game), and its played lines."""
    sheet = read_scoresheet(read_text(sample_sheets(load_game(game))[0]) if text is None else text)
    return sheet, [line.text for line in sheet.lines if not line.refused]


def new_app() -> MatchService:
    """A store in memory, whose clock goes on by a second from entry to entry."""
    ticks = iter(range(_BEGAN, 2 * _BEGAN, _SECOND))
    return MatchService(MatchStore.open(":memory:", create=True), recorder="tess", clock=lambda: next(ticks))


def play(app: MatchService, match: str, lines: Iterable[str]) -> None:
    app.play_lines(match, [ScoresheetLine(number, text) for number, text in enumerate(lines, start=1)])


class Table:
    """A dispute at its table: what was played is recorded, what officials do is yet to come."""

    def __init__(self, app: MatchService, game: str, case: Case) -> None:
        self.app, self.case, self.game = app, case, load_game(game)
        sheet, lines = sheet_of(game, disputes_of(game).table.get(case.table))
        assert case.after <= len(lines)
        app.open_match(opening_of(self.game, sheet, strictness="log"), match_id=MATCH)
        play(app, MATCH, lines[: case.after])
        play(app, MATCH, case.played)
        self._session = Session("none", "tess")
        self._session._app = app

    @property
    def match(self) -> AnyMatch:
        return self.app.match(MATCH)

    def flagged(self) -> dict[str, list[str]]:
        """The broken rules on record, by entry."""
        return {
            str(action.address): sorted({v.rule for v in action.violations})
            for action in self.match.actions
            if action.violations
        }

    def plan(self) -> PlanFacts:
        """The program's plan for going back to before the point of error."""
        plan = plan_to(self.app.history(MATCH), self.case.error)[1]
        return _facts(plan, [seat.name for seat in self.match.state.seats])

    def officials_act(self) -> None:
        """Type the officials' lines; the expected refusals must occur and leave the record unchanged."""
        for step in self.case.steps:
            if step.startswith("> "):
                play(self.app, MATCH, [step[2:]])
            elif step.startswith("!"):
                rule, _, typed = step[1:].partition(" ")
                self._refused(rule, typed)
            else:
                self._type(step)

    def _refused(self, rule: str, typed: str) -> None:
        before = self.match.head
        try:
            self._type(typed)
        except RuleViolation as refusal:
            assert [v.rule for v in refusal.violations] == [rule], f"{typed}: {refusal}"
        else:
            raise AssertionError(f"{typed}: it was recorded, {rule} should forbid it")
        assert self.match.head == before

    def _type(self, step: str) -> None:
        name, *rest = shlex.split(step)
        command = cli.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None, f"no command {name}"
        arguments = [MATCH + one[1:] if one == "M" or one.startswith("M/") else one for one in rest]
        command.main(arguments, prog_name=name, standalone_mode=False, obj=self._session)

    def facts(self) -> dict[str, list[str]]:
        """All that the judge's board shows, by its labels."""
        found: dict[str, list[str]] = {}
        for place in places_of(self.game.board(self.match.state, JUDGE)).values():
            found.setdefault(place.label, []).append(place.text)
        return found

    def result(self) -> list[str]:
        outcome = self.match.outcome
        if outcome is None:
            return []
        return [*(self.match.state.seats[seat].name for seat in outcome.winners), outcome.rule]

    def ruled(self) -> dict[int, Ruled]:
        return docket_of(self.app, self.match).of(Ruled)

    def claims(self) -> dict[int, Disputed]:
        return docket_of(self.app, self.match).of(Disputed)

    def report(self) -> str:
        """The report's text, without what the match file holds anyway: the head of the report, the boards, and the entries before
        the first that somebody disputes."""
        return shortened(written(self.app, MATCH, "text"), self._first_disputed())

    def untold(self) -> list[tuple[str, str]]:
        """Parts that the report's JSON has more often than its other forms: the form, and the text."""
        report = decoded(written(self.app, MATCH, "json"), JudgeReport)
        said = Counter(_unspaced(fact) for fact in _facts_in(report))
        del said[report.format]
        page = _Page()
        page.feed(written(self.app, MATCH, "html"))
        forms = {"text": _unspaced(written(self.app, MATCH, "text")), "html": _unspaced("".join(page.told))}
        return [(name, fact) for name, form in forms.items() for fact, n in said.items() if form.count(fact) < n]

    def _first_disputed(self) -> int:
        errors = [ruling.error for ruling in self.ruled().values() if ruling.error]
        return min([*errors, *(claim.about for claim in self.claims().values()), self.match.version])


class _Page(HTMLParser):
    """The text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def handle_data(self, data: str) -> None:
        self.told.append(data)


def _unspaced(text: str) -> str:
    return "".join(text.split())


def _facts_in(value: object) -> Iterator[str]:
    """Every text that a value holds, as often as it does."""
    if isinstance(value, str) and value:
        yield value
    else:
        yield from (fact for one in children_of(value) for fact in _facts_in(one))


def shortened(report: str, first: int) -> str:
    """A report from its result on, without boards and without entries before one."""
    lines = report.split("\nResult ", 1)[1].splitlines()
    kept, board = [f"Result {lines[0]}"], False
    listed = False
    for line in lines[1:]:
        if line in ("Before:", "After:"):
            board = True
        elif line == "Changed:":
            board = False
        listed = listed or line == "All entries"
        skipped = listed and line[1:5].strip().isdigit() and int(line[1:5]) < first
        if not board and not skipped and not line.startswith(("Rules  ", "Cards  ", "Head  ", "Chain  ")):
            kept.append(line)
    return _HEAD.sub("HEAD", "\n".join(kept)) + "\n"


def _facts(plan: RewindPlan, names: list[str]) -> PlanFacts:
    return PlanFacts(
        to=plan.to,
        undo=[one.act for one in plan.undo],
        decisions=plan.decisions,
        simple=not plan.not_simple,
        dice=list(plan.dice),
        gained={names[one.seat]: list(one.cards) for one in plan.gained},
        returning={names[one.seat]: f"{one.count} of {', '.join(one.candidates)}" for one in plan.returning},
        random=[_pile(pile, names) for pile in plan.random],
    )


def _pile(pile: Any, names: list[str]) -> str:
    whose = "" if pile.seat is None else f"{names[pile.seat]} "
    return f"{whose}{pile.name} {pile.cards}" + "".join(f", {known}" for known in pile.known)


def renew(games: list[str]) -> None:
    """Write the reports on disputes again, of all games or some: view the changes before you keep them."""
    for game, case in all_cases():
        if games and game not in games:
            continue
        with new_app() as app:
            table = Table(app, game, case)
            table.officials_act()
            golden(game, case).parent.mkdir(exist_ok=True)
            golden(game, case).write_text(table.report(), encoding="utf-8")


if __name__ == "__main__":
    renew(sys.argv[1:])


def ledger_of(app: MatchService, **filters: str) -> list[dict[str, object]]:
    """The ledger of penalties, a line each."""
    with closing(Analytics(Path(app.store.location.name).with_suffix(".duckdb"), app.store)) as analytics:
        answer = analytics.ask("ledger", dict(filters))
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
