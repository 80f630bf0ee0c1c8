"""All benchmarks, one after the other: `python -m benchmarks [--quick]`. Each prints ratios of its own run."""

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
QUICK = {
    "storage_append": ["--entries", "1000"],
    "storage_import": ["--entries", "20000"],
    "storage_rebuild": ["--entries", "20000"],
    "projections_rebuild": ["--events", "100000"],
    "matches_list": ["--matches", "5000"],
    "simulation": ["--matches", "5"],
    "startup": ["--runs", "5"],
}


def main() -> int:
    quick = "--quick" in sys.argv
    failed = 0
    for name, arguments in QUICK.items():
        print(f"\n== {name}", flush=True)
        command = [sys.executable, str(FOLDER / f"{name}.py"), *(arguments if quick else [])]
        failed |= subprocess.run(command, check=False).returncode
    return failed


if __name__ == "__main__":
    sys.exit(main())
