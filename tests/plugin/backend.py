"""Builds the wheel with Python's own modules, so tests work offline. (A package of one's own names hatchling or another.)"""

import tomllib
from pathlib import Path
from zipfile import ZipFile


def build_wheel(folder: str, settings: object = None, metadata: object = None) -> str:
    """The package and what pip must know of it."""
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    [(group, games)] = project["entry-points"].items()
    stem = f"{project['name'].replace('-', '_')}-{project['version']}"
    about = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    notes = {
        "METADATA": about + "".join(f"Requires-Dist: {needed}\n" for needed in project["dependencies"]),
        "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "entry_points.txt": f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in games.items()),
        "RECORD": "",
    }
    with ZipFile(Path(folder) / f"{stem}-py3-none-any.whl", "w") as wheel:
        for file in sorted(path for path in Path("heaps").rglob("*") if path.is_file() and path.suffix != ".pyc"):
            wheel.write(file)
        for name, text in notes.items():
            wheel.writestr(f"{stem}.dist-info/{name}", text)
    return f"{stem}-py3-none-any.whl"
