"""The generated pages of games: options, commands with what is typed for each, events and rules."""

import inspect as python_inspect
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from msgspec import Struct

from domain.fields import Field, fields_of
from domain.game import AnyGame, Command, Event, tag_of
from domain.rules import Rule

_REACHED: Final = {
    "tabletop": "You play a kit: type its verbs, for example `roll 6`, never `act`. `matchbook kits show NAME` lists the verbs of\n"
    "a kit, `matchbook games tabletop` prints the guide to logging with any kit, and [Kits](kits.md) describes how kits are made.\n"
    "The commands below are the same for every kit.\n\n",
    "gathering": "You run an event with `matchbook event-day`: see [Run a small tournament](../tutorials/run_a_tournament.md).\n"
    "Enter other commands with `matchbook take EVENT`, for example `matchbook take EVENT 'assign_scorekeeper Kim 1,2'`.\n\n",
    "series": "You play a series with `matchbook series`: see [Play a series](../how-to/play_a_series.md). Enter other\n"
    "commands with `matchbook take SERIES`.\n\n",
    "tournament": "You run a tournament with `matchbook tournament`: see [Run a knock-out](../how-to/run_a_knockout.md). Enter\n"
    "other commands with `matchbook take TOURNAMENT`, for example `matchbook take TOURNAMENT 'drop_player Ada'`.\n\n",
    "league": "You run a league with `matchbook league`: see [Run a league](../how-to/run_a_league.md). Enter other\n"
    "commands with `matchbook take LEAGUE`, for example `matchbook take LEAGUE close_league`.\n\n",
}
"""How people use a page's game, where it is not a rulebook."""
_WRITTEN: Final = re.compile(r"```text\n(.*?)```|`([a-z_]+(?: [^`\n]*)?)`", re.DOTALL)


def examples(game: AnyGame) -> dict[str, str]:
    """Return a line of notation for each command, from the sample matches and the guide of a rulebook's game."""
    package = files(game.package)
    if not (guide := package.joinpath("guide.md")).is_file():
        return {}
    sheets = sorted(package.joinpath("match").iterdir(), key=lambda one: one.name)
    lines = [line for sheet in sheets for line in sheet.read_text(encoding="utf-8").splitlines()]
    for block, inline in _WRITTEN.findall(guide.read_text(encoding="utf-8")):
        lines += (block or inline).splitlines()
    found = {"act": "roll 6", "open_table": "open_table [Ada, Bo]"} if game.name == "tabletop" else {}
    for line in sorted(map(str.strip, lines), key=lambda line: " " not in line):  # those with fields first
        found.setdefault(line.partition(" ")[0], line)
    return found


def _command_row(command: type[Command], title: str, typed: Mapping[str, str]) -> str:
    row = _struct_row(command, title)
    example = typed.get(tag_of(command), "")
    return f"{row.rstrip()} {f'`{cell(example)}`' if example else ''} |\n" if typed else row


def game_page(game: AnyGame, notice: str) -> str:
    """Return the page of a game: options, commands with an example each, events and rules."""
    typed = examples(game)
    header = "| command | title | fields | meaning | as typed |\n|---|---|---|---|---|\n"
    parts = [
        f"# {game.title}: reference\n\n{notice}\n{_REACHED.get(game.name, '')}",
        f"Game `{game.name}`, rule set {game.rules_version}. Source: {game.rulebook}.\n\n",
        "## Options\n\n| option | values | default |\n|---|---|---|\n",
        *map(_option_row, fields_of(game.options)),
        "\n## Commands\n\nRequired fields come first and may be given by place; the others as `name=value`.\n\n",
        header if typed else "| command | title | fields | meaning |\n|---|---|---|---|\n",
        *(_command_row(c, phrase.title, typed) for c in game.commands for phrase in c.grammar(None)),
        "\n## Events\n\n| event | fields | meaning |\n|---|---|---|\n",
        *(_struct_row(e) for e in game.events),
        "\n## Rules\n\n",
        *map(_rule, game.rules.values()),
    ]
    return "".join(parts).rstrip() + "\n"


def _rule(rule: Rule) -> str:
    quoted = f"> {rule.quote}\n\n" if rule.quote else ""
    return f"### {rule.id} {rule.title}\n\n{rule.text}\n\n{quoted}*{rule.kind} · {cell(rule.origin)}*\n\n"


def _option_row(field: Field) -> str:
    default = "required" if field.required else field.default_text
    return f"| `{field.name}` | {cell(field.expects)} | {cell(default)} |\n"


def _struct_row(struct: type[Struct], *titles: str) -> str:
    fields = "<br>".join(f"`{f.name}`{'' if f.required else '?'}: {cell(f.expects)}" for f in fields_of(struct))
    doc = (
        ""
        if struct.__doc__ is None or (issubclass(struct, Event) and struct.__doc__ == Event.__doc__)
        else struct.__doc__
    )
    first = python_inspect.cleandoc(doc).split("\n\n", maxsplit=1)[0].replace("\n", " ")
    cells = "".join(f" {title} |" for title in titles)
    return f"| `{tag_of(struct)}` |{cells} {fields} | {cell(first)} |\n"


def cell(text: str) -> str:
    """Return a text as a cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")
