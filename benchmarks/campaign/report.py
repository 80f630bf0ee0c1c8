"""The figures in `benchmarks/FIGURES.md`, generated from the latest results."""

from typing import Final

from benchmarks.campaign.claims import Result, latest
from benchmarks.campaign.goals import ROOT, TIERS, Goal, read_goals
from benchmarks.campaign.mutants import Score, scores
from tests.projections.estimates import wilson

PAGE: Final = ROOT / "benchmarks" / "FIGURES.md"
BEGIN: Final = "<!-- figures: python -m benchmarks.campaign report -->\n"
END: Final = "<!-- end of figures -->\n"


def write() -> None:
    """Puts the figures between their marks. Raises ValueError where these are not on the page."""
    before, rest = PAGE.read_text("utf-8").split(BEGIN)
    _, after = rest.split(END)
    PAGE.write_text(before + BEGIN + figures() + END + after, "utf-8")


def figures() -> str:
    """A row for each goal: what holds, what was tried in its largest tier, and whether its saboteur was caught."""
    results = latest()
    rows = [_row(goal, results) for goal in read_goals()]
    changes = [_change(one) for _, one in sorted(scores().items())]
    head = "| | what holds | tried | result | with a defect put in |\n|---|---|---|---|---|\n"
    return "\n" + head + "".join(rows) + "\n" + "".join(changes) + ("\n" if changes else "")


def _change(score: Score) -> str:
    share = wilson(score.seen, score.tried)
    return (
        f"- `{score.package}`: of {score.tried} changes of one place (seed {score.seed}) its tests see {score.seen}"
        f" ({score.seen / score.tried:.0%} [{share.low:.0%}, {share.high:.0%}]).\n"
    )


def _row(goal: Goal, results: dict[tuple[str, str, bool], Result]) -> str:
    runs = [results[key] for tier in TIERS if (key := (goal.id, tier, False)) in results]
    defects = [results[key] for tier in TIERS if (key := (goal.id, tier, True)) in results]
    tried = _tried(runs[-1]) if runs else "not yet"
    came = _came(runs[-1]) if runs else ""
    caught = defects[-1].saboteur if defects else "" if goal.saboteur else "-"
    return f"| {goal.id} | {goal.claim} | {tried} | {came} | {caught} |\n"


def _tried(run: Result) -> str:
    tests = f"{run.passed + run.failed} tests" if run.passed + run.failed != 1 else "1 test"
    each = f" of {run.each}" if run.each else ""
    measured = f": {run.measured}" if run.measured else ""
    return f"{run.tier}: {tests}{each}, {run.seconds:,.0f} s{measured}"


def _came(run: Result) -> str:
    said = "holds" if run.good else f"**{run.failed} failed**"
    skipped = f", {run.skipped} skipped" if run.skipped else ""
    return f"{said}{skipped} ({run.day}, Python {run.python}, SQLite {run.sqlite}, DuckDB {run.duckdb})"
