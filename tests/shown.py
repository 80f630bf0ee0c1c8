"""Compare the output that a page shows with the printed one: `python tests/shown.py SHOWN < PRINTED`."""

import re
import sys


def not_printed(shown: str, printed: str) -> str:
    """Return the first shown line that is not printed after the lines before it, or an empty text. `…` is for anything."""
    left = iter(printed.splitlines())
    for line in filter(str.strip, shown.splitlines()):
        pattern = re.compile(".*".join(map(re.escape, line.rstrip().split("…"))))
        if not any(pattern.fullmatch(other.rstrip()) for other in left):
            return line
    return ""


if __name__ == "__main__":
    if missing := not_printed(sys.argv[1], sys.stdin.read()):
        sys.exit(f"the page shows a line that the command does not print: {missing}")
