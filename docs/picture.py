"""The picture of the house in docs/architecture.md, drawn from the imports.

`python docs/picture.py` draws it anew; `--check` says whether it is out of date, or an arrow points upwards, and exits with 1.
Standard library only.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- picture: drawn by `python docs/picture.py` -->\n", "<!-- end of picture -->\n"
LAYERS = ("matchbook", "replay_tui", "web_service", "service", "projections", "storage", "domain")
"""From the top; those of one row (`projections`, `storage`) do not know each other."""


def rooms() -> dict[str, set[str]]:
    """Each package of the second level, or module of the first, with the rooms that it imports from."""
    files = [file for layer in LAYERS for file in sorted((ROOT / layer).rglob("*.py"))]
    known = {room_of(module_of(file)) for file in files}
    found: dict[str, set[str]] = {room: set() for room in sorted(known)}
    for file in files:
        here = room_of(module_of(file))
        found[here] |= {there for name in imported(file) if (there := room_of(name)) in known and there != here}
    return found


def module_of(file: Path) -> str:
    """`service.reading.log` for its file."""
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def room_of(module: str) -> str:
    """`service/reading`: the package a module lies in; the layer itself for a module that lies in none."""
    parts = module.split(".")
    inside = len(parts) > 1 and (ROOT / parts[0] / parts[1]).is_dir()
    return "/".join(parts[:2]) if inside else parts[0]


def imported(file: Path) -> Iterator[str]:
    """The modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def upwards(found: dict[str, set[str]]) -> list[str]:
    """Arrows from a lower layer to a higher one."""
    rank = {layer: number for number, layer in enumerate(LAYERS)}
    return [
        f"{here} imports {there}"
        for here, others in found.items()
        for there in sorted(others)
        if rank[there.split("/")[0]] < rank[here.split("/")[0]]
    ]


def picture(found: dict[str, set[str]]) -> str:
    """A Mermaid graph: a box a room, a frame a layer, an arrow from each room to those of other layers that it needs."""
    lines = ["```mermaid", "flowchart TB"]
    for layer in LAYERS:
        lines.append(f"  subgraph {layer}")
        lines += [f'    {_id(room)}["{room}"]' for room in found if room.split("/")[0] == layer]
        lines.append("  end")
    arrows = {
        (here, there.split("/")[0])
        for here, others in found.items()
        for there in others
        if _layer(here) != _layer(there)
    }
    lines += [f"  {_id(here)} --> {there}" for here, there in sorted(arrows)]
    return "\n".join([*lines, "```", ""])


def _layer(room: str) -> str:
    return room.split("/", maxsplit=1)[0]


def _id(room: str) -> str:
    return room.replace("/", "_") if "/" in room else f"{room}_modules"


def main() -> int:
    """Draws or checks; returns the exit code."""
    found = rooms()
    for arrow in (wrong := upwards(found)):
        print(f"docs/picture.py: an arrow points upwards: {arrow}", file=sys.stderr)
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    drawn = before + BEGIN + picture(found) + END + rest.partition(END)[2]
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(drawn, "utf-8")
    elif drawn != text:
        print(
            "docs/architecture.md: the picture is out of date; `python docs/picture.py` draws it anew", file=sys.stderr
        )
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
