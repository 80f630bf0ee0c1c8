"""The command line of the campaigns."""

import argparse
import sys
import time
from collections.abc import Sequence

from benchmarks.campaign import __doc__ as meaning
from benchmarks.campaign import fuzzing, mutants, pieces, report
from benchmarks.campaign.claims import keep, run, sabotage
from benchmarks.campaign.goals import TIERS, read_goals
from tests.reliability.readers import READERS


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m benchmarks.campaign", description=meaning, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="what", required=True)
    tried = commands.add_parser("run", help="try the goals")
    tried.add_argument("tier", choices=TIERS)
    for one in (tried, commands.add_parser("saboteurs", help="put in a defect a goal")):
        one.add_argument("--goal", action="append", default=[], choices=[goal.id for goal in read_goals()])
    changing = commands.add_parser("mutants", help="change one place at a time")
    changing.add_argument("package", choices=mutants.PACKAGES)
    changing.add_argument("--number", type=_at_least_one, default=400)
    changing.add_argument("--seed", type=int, default=1)
    changing.add_argument("--seconds", type=_at_least_one, default=3600, help="no further change is begun after that")
    fuzzed = commands.add_parser("fuzz", help="look for bytes that a reader stumbles over")
    fuzzed.add_argument("readers", nargs="+", metavar="READER", choices=READERS, help=", ".join(READERS))
    fuzzed.add_argument("--seconds", type=_at_least_one, default=10, help="for each")
    tried = commands.add_parser("pieces", help="go on with campaigns of hours, a piece after the other")
    tried.add_argument(
        "campaigns", nargs="*", metavar="CAMPAIGN", choices=[[], *pieces.campaigns()], help="all, if none is named"
    )
    tried.add_argument("--minutes", type=_at_least_one, default=60, help="no further piece is begun after that")
    commands.add_parser("report", help="write the figures into benchmarks/FIGURES.md")
    return parser


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


def _go_on(chosen: Sequence[str], minutes: int) -> int:
    """Tries a piece of each campaign in turn, as long as there are some. Return 1 if one failed."""
    failed, known, deadline = False, pieces.campaigns(), time.monotonic() + minutes * 60
    running = {name: pieces.go_on(known[name], deadline) for name in chosen or known}
    while running:
        for name, going in [*running.items()]:
            piece = next(going, None)
            if piece is None:
                del running[name]
                continue
            pieces.write_table()
            failed |= bool(piece.failing)
            said = f"FAILS: {piece.failing}" if piece.failing else "holds"
            print(f"{name} {piece.first} to {piece.first + piece.size - 1}: {said}, {piece.seconds:.1f} s", flush=True)
    return int(failed)


def main() -> int:
    told = _parser().parse_args()
    if told.what == "report":
        report.write()
        return 0
    if told.what == "pieces":
        return _go_on(told.campaigns, told.minutes)
    if told.what == "mutants":
        score = mutants.measure(told.package, told.number, told.seed, told.seconds)
        print(f"{score.package}: {score.seen} of {score.tried} changes seen", *score.missed, sep="\n  ")
        return 0
    if told.what == "fuzz":
        faults = 0
        for reader in told.readers:
            one = fuzzing.fuzz(reader, told.seconds)
            faults += one.faults
            print(f"{one.reader}: {one.runs:,} runs, {one.faults} faults, {one.kept} kept", flush=True)
        return int(faults > 0)
    goals = [goal for goal in read_goals(tuple(told.goal)) if told.what == "run" or goal.saboteur]
    failed = False
    for goal in goals:
        result = run(goal, told.tier) if told.what == "run" else sabotage(goal)
        keep(result)
        failed |= not result.good
        said = result.saboteur or ("holds" if result.good else "FAILS")
        print(
            f"{goal.id:4} {said:7} {result.passed:5} passed {result.failed:4} failed {result.seconds:8.1f} s  {goal.claim}",
            flush=True,
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
