"""Campaigns: each goal of the record's reliability with its tests, how much is tried in which tier, and the fault that they must see.

    python -m benchmarks.campaign run commit|nightly|release [--goal G2]...
    python -m benchmarks.campaign saboteurs [--goal G2]...
    python -m benchmarks.campaign report

`run` tries the goals and `saboteurs` puts one defect a goal into a copy of the program, where the goal's tests must fail; both
add what came of it to `results.jsonl`, and `report` writes the latest of it into `docs/reliability.md`.
"""
