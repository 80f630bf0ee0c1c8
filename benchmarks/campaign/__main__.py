"""The command line of the campaigns."""

import argparse
import sys

from benchmarks.campaign import __doc__ as meaning
from benchmarks.campaign import report
from benchmarks.campaign.goals import TIERS, read_goals
from benchmarks.campaign.running import keep, run, sabotage


def main() -> int:
    parser = argparse.ArgumentParser(
        "python -m benchmarks.campaign", description=meaning, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("run", "saboteurs", "report"))
    parser.add_argument("tier", nargs="?", choices=TIERS, default="commit")
    parser.add_argument("--goal", action="append", default=[], metavar="ID", help="this goal alone, or several")
    told = parser.parse_args()
    if told.what == "report":
        report.write()
        return 0
    try:
        goals = read_goals(tuple(told.goal))
    except KeyError as unknown:
        parser.error(f"no goal {unknown}")
    failed = False
    for goal in goals:
        if told.what == "saboteurs" and goal.saboteur is None:
            continue
        result = sabotage(goal) if told.what == "saboteurs" else run(goal, told.tier)
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
