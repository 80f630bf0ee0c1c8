"""Write the table of packages in docs/explanation/architecture.md from the imports.

`python docs/picture.py` writes it; `--check` exits with 1 if it is out of date, or if a package imports from a layer above it.
Uses only the standard library.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "explanation" / "architecture.md"
BEGIN, END = "<!-- table: written by `python docs/picture.py` -->\n", "<!-- end of table -->\n"
LAYERS = ("matchbook", "replay_tui", "web_service", "service", "projections", "storage", "domain")
"""The layers from the top; `projections` and `storage` are side by side and do not import each other."""


def packages() -> dict[str, set[str]]:
    """Return each package of the second level, or module of the first, with the packages that it imports from."""
    files = [file for layer in LAYERS for file in sorted((ROOT / layer).rglob("*.py"))]
    known = {package_of(module_of(file)) for file in files}
    found: dict[str, set[str]] = {package: set() for package in sorted(known)}
    for file in files:
        here = package_of(module_of(file))
        found[here] |= {there for name in imported(file) if (there := package_of(name)) in known and there != here}
    return found


def module_of(file: Path) -> str:
    """Return the module of a file, for example `service.reading.log`."""
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def package_of(module: str) -> str:
    """Return the package of a module, for example `service/reading`; for a module directly in a layer, the layer."""
    parts = module.split(".")
    inside = len(parts) > 1 and (ROOT / parts[0] / parts[1]).is_dir()
    return "/".join(parts[:2]) if inside else parts[0]


def imported(file: Path) -> Iterator[str]:
    """Yield the modules that a file imports, at its top and in functions."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def upwards(found: dict[str, set[str]]) -> list[str]:
    """Return the imports from a lower layer to a higher one."""
    rank = {layer: number for number, layer in enumerate(LAYERS)}
    return [
        f"{here} imports {there}"
        for here, others in found.items()
        for there in sorted(others)
        if rank[there.split("/")[0]] < rank[here.split("/")[0]]
    ]


def table(found: dict[str, set[str]]) -> str:
    """Return a Markdown table with a row for each package, layer by layer, and the other layers that it imports from."""
    lines = ["| Package | Imports from |", "|---|---|"]
    for layer in LAYERS:
        for package in (package for package in found if _layer(package) == layer):
            needed = {_layer(there) for there in found[package]} - {layer}
            lines.append(f"| `{package}` | {', '.join(f'`{one}`' for one in LAYERS if one in needed)} |")
    return "\n".join(["", *lines, "", ""])


def _layer(package: str) -> str:
    return package.split("/", maxsplit=1)[0]


def main() -> int:
    """Write or check the table; return the exit code."""
    found = packages()
    for arrow in (wrong := upwards(found)):
        print(f"docs/picture.py: a layer imports from one above it: {arrow}", file=sys.stderr)
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    drawn = before + BEGIN + table(found) + END + rest.partition(END)[2]
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(drawn, "utf-8")
    elif drawn != text:
        print(f"{PAGE.relative_to(ROOT)} is out of date: run `python docs/picture.py`", file=sys.stderr)
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
