"""Campaigns: each goal of reliability with its tests, how much is tried in which tier, and the fault that the tests must see.

    python -m benchmarks.campaign run commit|nightly|release [--goal G2]...
    python -m benchmarks.campaign saboteurs [--goal G2]...
    python -m benchmarks.campaign mutants PACKAGE [--number 400] [--seed 1] [--seconds 3600]
    python -m benchmarks.campaign fuzz READER... [--seconds 10]
    python -m benchmarks.campaign pieces [CAMPAIGN]... [--minutes 60]
    python -m benchmarks.campaign report

`run` tries the goals and `saboteurs` puts one defect a goal into a copy of the program, where the goal's tests must fail; both
add what came of it to `results.jsonl`. `mutants` changes one place of a package's code at a time, drawn from a seed, and counts the
changes that its tests see. `fuzz` looks for bytes that a reader of `tests/reliability/readers.py` stumbles over. `pieces` goes on
with campaigns of hours where they were stopped (random records, changes by hand in each game and kit), and writes
`benchmarks/CAMPAIGNS.md`. `report` writes the latest of all else into `benchmarks/FIGURES.md`.
"""
