"""The page about kits and the JSON Schema for editors, made from the schema's own types."""

import inspect
from collections.abc import Iterable, Iterator

import msgspec

from domain.fields import Field, declared_fields
from domain.games.tabletop.functions import functions
from domain.games.tabletop.import_parts import ExportPart, ImportPart, ImportRule
from domain.games.tabletop.program import KINDS
from domain.games.tabletop.schema import (
    BUILT_IN,
    BUILT_IN_TITLES,
    LIMITS,
    MOST_ARGUMENTS,
    MOST_BYTES,
    MOST_STEPS,
    PAIRED,
    RESERVED,
    TABLES,
    EndPart,
    GuardPart,
    KitHead,
    TraitPart,
)
from domain.games.tabletop.steps import STEPS
from matchbook.game_reference import cell, meanings

_EXAMPLE = """\
kit = "tally"
title = "Tally"
players = "2"
score = "points"

[counter]
points = {}

[verb.score]
take = { amount = "number 1-5" }
does = ["add points $amount", "next"]

[[end]]
when = "points >= 21"
"""


def kits_page(notice: str) -> str:
    """The elements of a kit."""
    return "\n".join(_lines(notice)) + "\n"


def _lines(notice: str) -> Iterator[str]:
    yield f"# Kits: elements\n\n{notice}"
    yield "A kit is a TOML file. The tutorial [Your own game as a kit](../tutorials/your_own_game.md) makes one. `matchbook kits"
    yield "check FILE` lists its mistakes, and `matchbook kits show NAME` describes it. Unknown keys are errors."
    yield "For example, you can play with this kit as it is:\n"
    yield f"```toml\n{_EXAMPLE}```\n"
    yield "## Keys of the kit\n"
    yield from _fields(KitHead)
    yield f"{_ABOUT_TABLES}\n"
    for table, (_, kind) in TABLES.items():
        yield f"## `[{table}]`\n\n{(kind.__doc__ or '').strip()}\n"
        if kind is not TraitPart:
            yield from _fields(kind)
    yield "## `[[card]]`\n\n`id` (required), `name`, `text`, and `copies` (1) in the deck that `deck` names."
    yield '`faces` lists the words for which it may be played: `faces = ["a", "b"]` makes a blank `blank_a` or `blank_b`.'
    yield "Any other key is a trait of the card, a text or a whole number.\n"
    yield f"## Deck files\n\n{_ABOUT_DECKS}\n"
    for name, row in (("guard", GuardPart), ("end", EndPart), ("import", ImportPart), ("export", ExportPart)):
        yield f"## `[[{name}]]`\n\n{inspect.cleandoc(row.__doc__ or '')}\n"
        yield from _fields(row, names=name in ("import", "export"))
    yield "## Rules of importers\n\nThe rows of `rules`. Texts may contain fields: `{name}`, or `{name|words}`.\n"
    yield from _fields(ImportRule)
    yield '## Arguments of verbs\n\n`name = "KIND WHERE ?"`; `?`: optional, and written `name=value`.\n'
    yield from _table("kind", "what is given", KINDS.items())
    yield f"## Steps\n\n{_ABOUT_STEPS}\n"
    yield from _table("step", "what it does", ((form, meaning) for form, meaning, *_ in STEPS.values()))
    yield f"## Conditions\n\n{_ABOUT_CONDITIONS}\n"
    yield from _table("value", "what it is", (*functions(), *_VALUES))
    yield "## Verbs of every kit\n"
    for verb in BUILT_IN:
        yield f"- `{verb.name}{''.join(f' <{name}>' for name, _ in verb.take)}`: {BUILT_IN_TITLES[verb.name]}"
    yield "\n## Limits\n"
    limits = {
        **LIMITS,
        "arguments of a verb": MOST_ARGUMENTS,
        "steps of a verb": MOST_STEPS,
        "bytes of a file": MOST_BYTES,
    }
    yield from (f"- {name}: {most:,}" for name, most in limits.items())
    yield f"\nReserved words: {', '.join(sorted(RESERVED))}."


_ABOUT_TABLES = """\
The tables below have parts with names of your own: `[zone.hand]`, or `hand = { of = "player" }` below `[zone]`."""
_ABOUT_DECKS = """\
Where a deck is the players' `own`, `matchbook new KIT --player Ada --deck 1=FILE` names a TOML file with the list of seat 1;
`--deck 1=40` gives the number of cards only, for a list that nobody knows. `cards` has the copies (1 to 999) of each card id of
the kit; `name` and `game` are optional, and `game` is always `tabletop`, whatever the kit:

```toml
name = "Bears and bolts"
game = "tabletop"

[cards]
forest = 16
bear = 12
bolt = 12
```

`matchbook decks check duel bears.toml` checks such a list against the kit `duel`."""
_ABOUT_STEPS = """\
Each may end in ` if CONDITION`: the step is done only if the condition holds and all that it reads is known. A step with an
optional argument is skipped if the argument was not given. `hand` is the hand of the acting player; `hand@each`,
`hand@others`, `hand@next` and `hand@$who` are those of other players. Counters and choices of players are written in the
same way. WHO is `me`, `next`, `first` (who began), `each`, `others` or an argument. There is no arithmetic."""
_ABOUT_CONDITIONS = """\
`V`, or `V = V` (`!=` `<` `<=` `>` `>=`), up to six joined by ` or `. A guard whose condition reads something unknown is not broken.
V is a number, a word, an option, a counter or choice, `$argument` (of dice and lists of numbers the sum), or one of these,
where `card` is `$argument`, `top(ZONE)`, `first(ZONE)`, `at(CELL)` or an id:"""
_VALUES = (
    ("TRAIT(card)", "The card's trait; 0 where a trait of numbers has none."),
    ("turn, round", "Their numbers, from 1."),
    ("players", "Number of players who are not out."),
    ("none", "Empty: a place without a card, an unset word."),
)


def _table(one: str, other: str, rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield f"| {one} | {other} |\n|---|---|"
    yield from (f"| `{cell(form)}` | {cell(meaning)} |" for form, meaning in rows)
    yield ""


def _fields(struct: type[msgspec.Struct], *, names: bool = False) -> Iterator[str]:
    said = meanings(struct)
    keys = dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True))
    yield "| key | values | default | meaning |\n|---|---|---|---|"
    for field in declared_fields(struct):
        if field.name != "name" or names:
            expects = (
                "a table"
                if field.name in (*PAIRED, "parts", "words", "lines")
                else field.expects.removesuffix(" or empty")
            )
            yield f"| `{keys[field.name]}` | {cell(expects)} | {_default(field)} | {cell(said.get(field.name, ''))} |"
    yield ""


def _default(field: Field) -> str:
    if isinstance(field.default, tuple):
        return ", ".join(map(str, field.default))
    return "required" if field.required else cell(field.default_text if field.default not in ("", {}) else "")


def kit_schema() -> bytes:
    """The JSON Schema of a kit file, for completion in editors that check TOML."""
    kinds = [KitHead, *(kind for _, kind in TABLES.values()), GuardPart, EndPart, ImportPart, ExportPart]
    _, parts = msgspec.json.schema_components(kinds)
    for kind in parts.values():
        for key in PAIRED:
            if key in kind.get("properties", {}):
                kind["properties"][key] = {"type": "object"}
        if "name" in kind.get("properties", {}) and "title" not in kind["required"]:
            del kind["properties"]["name"]
            kind["required"] = [name for name in kind.get("required", []) if name != "name"]
    parts["TraitPart"] = {"type": "object"}
    head = parts.pop("KitHead")
    tables = {
        table: {"type": "object", "additionalProperties": {"$ref": f"#/$defs/{kind.__name__}"}}
        for table, (_, kind) in TABLES.items()
    }
    rows = {
        "guard": {"type": "array", "items": {"$ref": "#/$defs/GuardPart"}},
        "end": {"type": "array", "items": {"$ref": "#/$defs/EndPart"}},
        "import": {"type": "array", "items": {"$ref": "#/$defs/ImportPart"}},
        "export": {"type": "array", "items": {"$ref": "#/$defs/ExportPart"}},
        "card": {"type": "array", "items": {"type": "object", "required": ["id"]}},
    }
    whole = {
        **head,
        "title": "A kit for Matchbook",
        "properties": {**head["properties"], **tables, **rows},
        "$defs": parts,
    }
    return msgspec.json.format(msgspec.json.encode(whole, order="deterministic"), indent=1) + b"\n"
