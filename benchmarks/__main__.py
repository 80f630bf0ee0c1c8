"""All benchmarks, one after the other: `python -m benchmarks [--quick | --quickest]`. Each prints ratios of its own run."""

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
SIZES: dict[str, dict[str, tuple[str, ...]]] = {
    "--quick": {
        "storage_append": ("--entries", "1000"),
        "postgres_append": ("--entries", "500"),
        "storage_import": ("--entries", "20000"),
        "storage_rebuild": ("--entries", "20000"),
        "projections_rebuild": ("--events", "100000"),
        "viewer": ("--entries", "2000"),
        "matches_list": ("--matches", "5000"),
        "metrics": ("--events", "50000", "--times", "1"),
        "putting_right": (),
        "simulation": ("--matches", "5"),
        "startup": ("--runs", "5"),
        "web_service": ("--acts", "200"),
    },
    "--quickest": {
        "storage_append": ("--entries", "50"),
        "postgres_append": ("--entries", "40"),
        "storage_import": ("--entries", "500"),
        "storage_rebuild": ("--entries", "500"),
        "projections_rebuild": ("--events", "2000", "--rounds", "1"),
        "viewer": ("--entries", "200", "--steps", "10"),
        "matches_list": ("--matches", "60", "--presses", "8"),
        "metrics": ("--events", "2000", "--times", "1"),
        "putting_right": ("--entries", "20", "--corrections", "2"),
        "simulation": ("--matches", "1"),
        "startup": ("--runs", "1"),
        "web_service": ("--acts", "12", "--tables", "2", "--followers", "3"),
    },
}
"""Arguments of each benchmark: for a first look, and to see that all of them run."""


def main() -> int:
    chosen = next((SIZES[word] for word in sys.argv[1:] if word in SIZES), dict.fromkeys(SIZES["--quick"], ()))
    failed = 0
    for name, arguments in chosen.items():
        print(f"\n== {name}", flush=True)
        command = [sys.executable, str(FOLDER / f"{name}.py"), *arguments]
        failed |= subprocess.run(command, check=False).returncode
    return failed


if __name__ == "__main__":
    sys.exit(main())
