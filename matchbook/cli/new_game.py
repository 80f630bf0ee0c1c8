"""The command `new-game`."""

import re
from importlib.resources import files
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Final

import click

from domain.registry import game_names
from matchbook.cli.session import say
from service.errors import UsageProblem

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{1,39}", re.ASCII)
_BESIDE: Final = ("pyproject.toml",)
"""Files beside the package."""


@click.command("new-game")
@click.argument("name")
@click.option("--title", help="Title of the game (default: its name).")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, file_okay=False), help="The folder (default: ./matchbook-NAME)."
)
def new_game_command(name: str, title: str | None, output: Path | None) -> None:
    """Write the package of a new game NAME: small, complete, and easy to change step by step.

    It can be installed, played and tested unchanged.
    """
    if not _NAME.fullmatch(name):
        raise UsageProblem(
            f"{name}: a game's name is letters a to z, digits and _, at most 40, beginning with a letter"
        )
    if name in game_names():
        raise UsageProblem(f"{name} is an installed game: choose another name")
    if iskeyword(name) or ((spec := find_spec(name)) and spec.origin):
        raise UsageProblem(
            f"{name} is taken by Python or an installed package, so it cannot be imported; choose another name"
        )
    title = (title or "").strip() or name.replace("_", " ").title()
    if not title.isprintable() or set(title) & set('"\\'):
        raise UsageProblem("--title: quotes, backslashes and line breaks cannot be in it")
    folder = output or Path(f"matchbook-{name.replace('_', '-')}")
    if folder.exists():
        raise UsageProblem(f"{folder} exists; choose another folder with -o")
    words = {"@name@": name, "@title@": title, "@dashed@": name.replace("_", "-")}
    package = folder / name
    package.mkdir(parents=True)
    for template in files("matchbook").joinpath("new_game").iterdir():
        file = template.name.removesuffix(".txt")
        text = template.read_text(encoding="utf-8")
        for sign, word in words.items():
            text = text.replace(sign, word)
        (folder if file in _BESIDE else package).joinpath(file).write_text(text, encoding="utf-8")
    (package / "py.typed").touch()
    click.echo(str(folder))
    say(f"install it: pip install -e {folder}; then: pytest --matchbook-game {name}")
