"""The generated pages of games: a match to try, options, commands by job, their fields and values, rules and events."""

import ast
import inspect as python_inspect
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from textwrap import dedent
from typing import Any, Final, get_args

from msgspec import Struct

from domain.competition.tournament.tiebreaks import TIE_BREAKS
from domain.effects.vocabulary import EffectName, EffectVocabulary
from domain.fields import TypeSpec, config_of, fields_of
from domain.game import AnyGame, Event, tag_of
from domain.rules import Rule
from matchbook.competition_reference import INTRODUCTIONS
from matchbook.kinds_of_values import PLACE_OF_KINDS, with_kinds_by_name
from matchbook.remedies import rule_table

_RULEBOOK: Final = """\
You keep the score of this game: look up what to type, or the rule that refused your line. If you log it for the first time, read
`matchbook games {name}`, the guide to a whole match, and [Record your first match](../tutorials/record_a_match.md).

"""
_WAYS: Final = {
    "Try it": "see a line recorded, refused and recorded as played",
    "Options": "set what the players agreed",
    "Commands": "know what to type",
    "Fields of commands": "see everything that a line can say",
    "Words of effects": "write an effect that lasts",
    "Rules": "look up the rule that a message names",
    "Events": "write a query or a program",
}
"""Section of a page -> for whom it is: people who want to …"""
_GO_TO: Final = "| You want to | Go to |\n|---|---|\n"
_NOTATION: Final = """\
You type one line for each action, in `matchbook record MATCH` or after `matchbook take MATCH`. Its first word is the command,
which leads to its fields here. While you record, `tab` completes a line.

"""
_TAKEN: Final = """\
Enter a command with `matchbook take`; its name leads to its fields. `new` has entered the one that opens it.

"""
_FIELDS: Final = """\
Write required fields first, in this order and without their names. `?` marks an optional field: write it as `name=value`, and `-`
for its empty value. A list is in `[…]`, a value with several keys in `(…)`: see [values in parentheses](#values-in-parentheses).

"""
_TO_SHARED: Final = """\
A field without a description is described below the table, in [fields of many commands and
values](#fields-of-many-commands-and-values).

"""
_TO_EVENTS: Final = """\
Matchbook works these out and records them below your line, as `18.1`, `18.2` …; you never type them. You need them to write a query
of the table [`events`](sql_schema.md#table-events) or a program. In fields, players and seats are numbers from 0.

"""
_TO_RULES: Final = """\
`matchbook rules {name} {rule}` prints one rule. The line below a rule says how Matchbook uses it, and where it comes from:

| below the rule | Matchbook |
|---|---|
| guard | refuses a line that breaks it; if it happened, you record it as played, and it stays flagged |
| setup | checks it when the match, a deck or the cards are set up |
| option | follows the [option](#options) that you agreed |
| automatic | applies it for you |
| bookkeeping | keeps its record so |
| agreement | records what the players agree |

*Our reading* marks a place where the rulebook is silent or ambiguous.

"""
_OTHER_JOB: Final = "When record and table differ"
_MEANINGS: Final = tomllib.loads(files("matchbook").joinpath("field_meanings.toml").read_text("utf-8"))
"""Field, or `value.field` -> its meaning, where neither the struct nor the game has one."""
_SHARED_BY: Final = 5
"""A field that at least so many commands have is described once."""
_WRITTEN: Final = re.compile(r"```text\n(.*?)```|`([a-z_]+(?: [^`\n]*)?)`", re.DOTALL)
_OBVIOUS: Final = re.compile(r"`(\w+)`: a \1")
_TRUTH: Final = re.compile(r"\b([TtFf])(?:rue|alse) (if|for|where)\b")
_CAPITAL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def examples(game: AnyGame) -> dict[str, str]:
    """Return a line of notation for each command, from the sample matches and the guide of a rulebook's game."""
    package = files(game.package)
    if not (guide := package.joinpath("guide.md")).is_file():
        return {}
    folder = package.joinpath("match")
    sheets = sorted(folder.iterdir(), key=lambda one: one.name) if folder.is_dir() else []
    lines = [line for sheet in sheets for line in sheet.read_text(encoding="utf-8").splitlines()]
    for block, inline in _WRITTEN.findall(guide.read_text(encoding="utf-8")):
        lines += (block or inline).splitlines()
    found = dict(_own_parts(game.package).get("examples", {}))
    for line in sorted(map(str.strip, lines), key=lambda line: " " not in line):  # those with fields first
        found.setdefault(line.partition(" ")[0], line)
    return found


def meanings(struct: type[Struct]) -> dict[str, str]:
    """Return field -> the text below it in the source, of a struct and its bases."""
    found: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if issubclass(base, Struct) and base.__module__.startswith("domain."):
            found |= _own_meanings(base)
    return found


@cache
def _own_parts(package: str) -> Mapping[str, Any]:
    """Return what a game's `reference.toml` adds to its page; empty without such a file."""
    file = files(package).joinpath("reference.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def typed_meanings(struct: type[Struct]) -> dict[str, str]:
    """Return field -> meaning of a command or value of a game: the text in the source, else that of the table of fields."""
    modules = [base.__module__ for base in struct.__mro__ if base.__module__.startswith("domain.")]
    if any(module.startswith("domain.competition") for module in modules):
        return meanings(struct)
    game = next((".".join(module.split(".")[:3]) for module in modules if module.startswith("domain.games.")), "")
    tables = (_own_parts(game).get("meanings", {}) if game else {}, _MEANINGS)
    value = config_of(struct).tag or _named(struct)
    found: dict[str, str] = {}
    for field in fields_of(struct):
        names = (field.name,) if field.required else (f"{field.name}?", field.name)
        texts = (table.get(start + name) for start in (f"{value}.", "") for table in tables for name in names)
        found[field.name] = next(filter(None, texts), "")
    return found | meanings(struct)


@cache
def _own_meanings(struct: type[Struct]) -> dict[str, str]:
    tree = ast.parse(dedent(python_inspect.getsource(struct))).body[0]
    assert isinstance(tree, ast.ClassDef)
    found: dict[str, str] = {}
    for before, after in zip(tree.body, tree.body[1:], strict=False):
        text = after.value if isinstance(after, ast.Expr) else None
        if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name) and isinstance(text, ast.Constant):
            found[before.target.id] = python_inspect.cleandoc(str(text.value))
    return found


def game_page(game: AnyGame, notice: str) -> str:
    """Return the page of a game: a match to try, options, commands by job, their fields and values, rules and events."""
    parts = {
        "Options": _options(game),
        "Tie-breaks": _tie_breaks(game),
        "Commands": _commands(game),
        "Fields of commands": _fields_of_commands(game),
        "Words of effects": _words_of_effects(game),
        "Rules": _rules(game),
        "Events": _events(game),
    }
    sections = {title: text for title, rows in parts.items() if (text := "".join(rows))}
    if tried := _own_parts(game.package).get("try"):
        sections = {"Try it": tried.lstrip(), **sections}
    listed = [] if game.kind == "competition" else [title for title in sections if title in _WAYS]
    ways = "".join(f"| {_WAYS[title]} | [{title}](#{_anchor(title)}) |\n" for title in listed)
    reached = INTRODUCTIONS.get(game.name) or _own_parts(game.package).get(
        "introduction", _RULEBOOK.format(name=game.name)
    )
    page = (
        f"# {game.title}: reference\n\n{notice}\n{reached}"
        f"Game `{game.name}`, rule set {game.rules_version}. Source: {game.rulebook}.\n\n"
        f"{_GO_TO if ways else ''}{ways}"
        f"{''.join(f'{chr(10)}## {title}{chr(10) * 2}{text}' for title, text in sections.items())}"
    )
    return _in_notation(page, game).rstrip() + "\n"


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def _in_notation(page: str, game: AnyGame) -> str:
    """Return a page with the words of notation where docstrings have those of Python, and long lists of kinds by name."""
    page = _TRUTH.sub(
        lambda found: f"`{'yes' if found[1] in 'Tt' else 'no'}` {found[2]}", page.replace("`None`", "`-`")
    )
    for struct in (*game.commands, *game.events):
        page = page.replace(f"`{struct.__name__}`", f"`{tag_of(struct)}`")
    page = with_kinds_by_name(page)
    return re.sub(r"\n{3,}", "\n\n", page)


def _options(game: AnyGame) -> Iterator[str]:
    if not (options := fields_of(game.options)):
        yield "Each kit declares its own: `matchbook kits show NAME` lists them.\n"
        return
    yield "| option | meaning | values | default |\n|---|---|---|---|\n"
    said = meanings(game.options)
    for one in options:
        default = "required" if one.required else one.default_text
        rule = f" ({one.rule})" if one.rule and one.rule not in said.get(one.name, "") else ""
        cells = map(cell, (f"`{one.name}`", f"{said.get(one.name, '')}{rule}", one.expects, default))
        yield f"| {' | '.join(cells)} |\n"


def _tie_breaks(game: AnyGame) -> Iterator[str]:
    """Yield the table of tie-breaks, for the page of tournaments."""
    if game.name == "tournament":
        yield "A Swiss takes those of its option `tie_breaks`, in that order, then the seeds.\n\n"
        yield "| name | column | meaning |\n|---|---|---|\n"
        yield from (f"| `{name}` | {one.heading} | {one.meaning} |\n" for name, one in TIE_BREAKS.items())


def _commands(game: AnyGame) -> Iterator[str]:
    """Yield a table of commands for each job, with an example of each."""
    typed = examples(game)
    jobs: Mapping[str, str] = _own_parts(game.package).get("jobs", {})
    of = {word: job for job, words in jobs.items() for word in words.split()}
    yield _NOTATION if game.kind != "competition" else _TAKEN
    for job in (*jobs, _OTHER_JOB):
        rows = [
            f"| [`{word}`](#fields-{word}) | {cell(_summary(command) or phrase.title)} | {_as_typed(typed, word)} |\n"
            for command in game.commands
            for phrase in command.grammar(None)
            if of.get(word := phrase.word, _OTHER_JOB) == job
        ]
        if rows:
            heading = f"### {job}\n\n" if jobs else ""
            yield f"{heading}| command | what it does | for example |\n|---|---|---|\n{''.join(rows)}\n"


def _as_typed(typed: Mapping[str, str], word: str) -> str:
    return f"`{cell(typed[word])}`" if word in typed else ""


def _fields_of_commands(game: AnyGame) -> Iterator[str]:
    """Yield the tables of the fields of commands, of those that many share, and of the values that they take."""
    found: dict[type[Struct], None] = {}
    for command in game.commands:
        _collect(command, found)
    shared = _shared(found)
    yield f"{_FIELDS}{_TO_SHARED if shared else ''}| command | fields |\n|---|---|\n"
    for command in game.commands:
        for phrase in command.grammar(None):
            yield f'| <a id="fields-{phrase.word}"></a>`{phrase.word}` | {_fields(command, shared)} |\n'
    if shared:
        yield "\n### Fields of many commands and values\n\n"
        yield from (f"- {text}\n" for text in shared)
    yield PLACE_OF_KINDS
    yield from _values("Values in parentheses", found, (*game.commands, game.options), shared)


def _rules(game: AnyGame) -> Iterator[str]:
    """Yield the rules below the topics that the letters of their ids name; those of competitions as a table with remedies."""
    if game.kind == "competition":
        yield from rule_table(game.rules.values(), game.name)
        return
    topics: Mapping[str, str] = _own_parts(game.package).get("topics", {})
    yield _TO_RULES.format(name=game.name, rule=next(iter(game.rules)))
    before = ""
    for rule in game.rules.values():
        topic = rule.id.rstrip("0123456789")
        if topics and topic != before:
            yield f"### {topics[topic.rpartition('-')[2]]} ({topic})\n\n"
        before = topic
        yield rule_text(rule, 4 if topics else 3)


def _events(game: AnyGame) -> Iterator[str]:
    """Yield the tables of events and of their values that commands do not take."""
    known: dict[type[Struct], None] = {}
    found: dict[type[Struct], None] = {}
    for command in game.commands:
        _collect(command, known)
    yield f"{_TO_EVENTS}| event | fields | meaning |\n|---|---|---|\n"
    for event in game.events:
        _collect(event, found)
        yield f"| `{tag_of(event)}` | {_fields(event)} | {cell(_summary(event))} |\n"
    yield from _values("Values of events", found, (*game.events, *known), None)


def _values(
    title: str, found: Iterable[type[Struct]], known: Iterable[type[Struct]], shared: Mapping[str, None] | None
) -> Iterator[str]:
    rows = {
        (_named(one), frozenset(_described(one, meanings(one)))): one
        for one in reversed([*found])
        if one not in set(known)
    }
    if rows:
        yield f"\n### {title}\n\n| value | keys | meaning |\n|---|---|---|\n"
        for one in reversed(rows.values()):
            yield f"| {_named(one)} | {_fields(one, shared)} | {cell(_summary(one))} |\n"


def _shared(structs: Iterable[type[Struct]]) -> dict[str, None]:
    """Return the descriptions of fields that many structs have; of one name only the most frequent."""
    described = Counter(
        text
        for struct in structs
        for text in _described(struct, typed_meanings(struct))
        if not _OBVIOUS.fullmatch(text)
    )
    found = {
        text.partition("`:")[0].partition("`?")[0]: text
        for text, times in reversed(described.most_common())
        if times >= _SHARED_BY
    }
    return dict.fromkeys(sorted(found.values()))


def _collect(struct: type[Struct], found: dict[type[Struct], None]) -> None:
    """Add the structs among the values of a struct's fields, and the struct itself."""
    if struct not in found:
        found[struct] = None
        for field in fields_of(struct):
            for one in _structs(field):
                _collect(one, found)


def _structs(spec: TypeSpec) -> Iterator[type[Struct]]:
    if spec.struct is not None:
        yield spec.struct
    for part in spec.of:
        yield from _structs(part)


def _named(struct: type[Struct]) -> str:
    """Return a struct as the pages name it: `points_changed(…)` by its tag, else the words of its class in parentheses."""
    tag = config_of(struct).tag
    return f"`{tag}(…)`" if tag is not None else f"({_CAPITAL.sub(' ', struct.__name__).lower()})"


def _expects(spec: TypeSpec) -> str:
    """Return the allowed values of a field as a cell: `TypeSpec.expects`, with structs by name."""
    if spec.kind == "either" and not spec.choices:
        return " or ".join(dict.fromkeys(map(_expects, spec.of)))
    if spec.kind == "list" and not spec.choices:
        return f"a list of {_expects(spec.of[0])}"
    if spec.kind == "nested" and spec.struct is not None:
        return _named(spec.struct)
    return cell(spec.expects)


def _described(struct: type[Struct], said: Mapping[str, str]) -> Iterator[str]:
    for field in fields_of(struct):
        meaning = cell(said.get(field.name, "").partition("\n\n")[0])
        yield f"`{field.name}`{'' if field.required else '?'}: {_expects(field)}{f' — {meaning}' if meaning else ''}"


def _fields(struct: type[Struct], shared: Mapping[str, None] | None = None) -> str:
    """Return the fields of a struct as a cell, in the order of notation; those described elsewhere by name only. Without `shared`,
    they are of an event."""
    said = meanings(struct) if shared is None else typed_meanings(struct)
    texts = (text.partition(":")[0] if text in (shared or ()) else text for text in _described(struct, said))
    return "<br>".join(texts).replace("`<br>`", "`, `").replace("?<br>`", "?, `")


def _words_of_effects(game: AnyGame) -> Iterator[str]:
    """Yield the section on the game's names in lasting effects, if it has such effects."""
    vocabulary = next((getattr(one, "vocabulary", None) for one in game.commands), None)
    if not isinstance(vocabulary, EffectVocabulary):
        return
    yield "[Effects](effects.md) explains them, for example "
    yield "`modify(number=NAME, …)`, `allow(action=NAME, …)` and `prevent(what=NAME, …)`.\n\n"
    yield "| name | after | in the log | belongs to | rule |\n|---|---|---|---|---|\n"
    module = import_module(f"{game.package}.vocabulary")
    uses = {"NumberName": "`number=`", "ActionName": "`action=`", "ChangeName": "`what=`"}
    for name, one in vocabulary.names.items():
        after = " ".join(use for kind, use in uses.items() if name in get_args(getattr(module, kind, None)))
        yield f"| `{name}` | {after} | {one.words} | {_owner(one)} | {one.rule or vocabulary.rule} |\n"
    yield f"\n`only=[…]` takes {', '.join(f'`{trait}`' for trait in get_args(module.Trait))}.\n"


def _owner(name: EffectName) -> str:
    return f"a {name.of}" if not name.kinds else f"a card: {', '.join(name.kinds)}"


def rule_text(rule: Rule, level: int = 3) -> str:
    """Return a rule as a section of a page, with a heading of a level."""
    quoted = f"> {rule.quote}\n\n" if rule.quote else ""
    return f"{'#' * level} {rule.id} {rule.title}\n\n{rule.text}\n\n{quoted}*{rule.kind} · {cell(rule.origin)}*\n\n"


def _summary(struct: type[Struct]) -> str:
    """Return the first paragraph of a struct's docstring; empty for one that is inherited."""
    doc = struct.__doc__ if struct.__doc__ != Event.__doc__ else None
    return python_inspect.cleandoc(doc or "").split("\n\n", maxsplit=1)[0]


def cell(text: str) -> str:
    """Return a text as a cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")
