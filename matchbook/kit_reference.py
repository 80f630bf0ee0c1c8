"""The page about kits and the JSON Schema of kit files, both generated from the types in `tabletop.schema`."""

import inspect
import re
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


_EXAMPLES = {
    "option": "[option]\ntarget = { value = 50, min = 10, max = 1000 }",
    "deck": '[deck]\ncards = { into = "stock", pack = "french52" }',
    "trait": "[trait]\nworth = { hearts = 1, sQ = 13, else = 0 }",
    "zone": '[zone]\nstock = { kind = "stack" }\nhand = { of = "player" }\npile = {}\nboard = { grid = "3x3" }',
    "counter": '[counter.tricks]\nmin = 0\nmax = 13\nreset = "round"',
    "choice": '[choice]\nsuit = { one_of = ["clubs", "diamonds", "hearts", "spades"], reset = "round" }',
    "dice": "[dice]\npair = { count = 2, faces = 6 }",
    "verb": '[verb.play]\ntitle = "Play a card"\ntake = { card = "card hand", suit = "choice suit ?" }\nlimit = "1 turn"\n'
    'does = ["move $card pile", "choose suit $suit", "next"]',
    "card": '[[card]]\nid = "joker"\nname = "Joker"\ndeck = "cards"\ncopies = 2\nsuit = "none"',
    "guard": '[[guard]]\nid = "SUIT"\non = ["play"]\nneeds = "worth($card) < 13 or turn > 1"\n'
    'text = "keep that card for the next turn"',
    "end": '[[end]]\nwhen = "points >= target"\nwin = "best"',
    "import": """[[import]]
name = "tal"
title = "Tally file"
names = ["Ada", "Bo"]
parts = { n = '\\d+' }
words.month = [["Mai", "05"]]
rules = [
  { find = 'scores: (?P<text>.*)', each = '\\d', line = ["score {item}"] },
  { find = 'date: (?P<d>%n%) (?P<m>\\w+) (?P<y>%n%)', date = "{y}-{m|month}-{d}" },
  { find = '\\s+' },
]""",
    "export": """[[export]]
name = "tal"
title = "Tally file"
head = "{seats}\\n"
each.seats = "{by}={player} "
lines = { score = "{amount} ", play = "" }""",
}
"""Table of a kit -> an example of it. Together with the example above they are one kit."""


def _example(table: str) -> str:
    return f"```toml\n{_EXAMPLES[table]}\n```\n"


def kits_page(notice: str) -> str:
    """Return the page with all elements of a kit, in Markdown."""
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
        yield f"## `[{table}]`\n\n{(kind.__doc__ or '').strip()} For example:\n\n{_example(table)}"
        if kind is not TraitPart:
            yield from _fields(kind)
    yield "## `[[card]]`\n\n`id` (required), `name`, `text`, and `copies` (1) in the deck that `deck` names."
    yield 'A card with `faces` is played as one of them: with `faces = ["a", "b"]`, `blank` is played as `blank_a` or `blank_b`.'
    yield f"Any other key is a trait of the card, a text or a whole number. For example:\n\n{_example('card')}"
    yield f"## Deck files\n\n{_ABOUT_DECKS}\n"
    for name, row in (("guard", GuardPart), ("end", EndPart), ("import", ImportPart), ("export", ExportPart)):
        yield f"## `[[{name}]]`\n\n{inspect.cleandoc(row.__doc__ or '')} For example:\n\n{_example(name)}"
        yield from _fields(row, names=name in ("import", "export"))
    yield "## Rules of importers\n\nThe rows of `rules`. Texts may contain fields: `{name}`, or `{name|words}`.\n"
    yield from _fields(ImportRule)
    yield from _table("built-in word: `{at|upper}`", "what it makes of a field", BUILT_IN_WORDS.items())
    yield '## Arguments of verbs\n\n`name = "KIND WHERE ?"`. An argument with `?` is optional and typed as `name=value`.\n'
    yield from _table("kind", "value", KINDS.items())
    yield f"## Steps\n\n{_ABOUT_STEPS}\n"
    yield from _table("step", "effect", ((form, meaning) for form, meaning, *_ in STEPS.values()))
    yield f"## Conditions\n\n{_ABOUT_CONDITIONS}\n"
    yield from _table("value", "meaning", (*functions(), *_VALUES))
    yield "## Verbs of every kit\n"
    for verb in BUILT_IN:
        yield f"- `{verb.name}{''.join(f' <{name}>' for name, _ in verb.take)}`: {BUILT_IN_TITLES[verb.name]}"
    yield "\n## Limits\n"
    limits = LIMITS | {
        "arguments of a verb": MOST_ARGUMENTS,
        "steps of a verb": MOST_STEPS,
        "bytes of a file": MOST_BYTES,
    }
    yield from (f"- {name}: {most:,}" for name, most in limits.items())
    yield f"\nReserved words: {', '.join(sorted(RESERVED))}."


_ABOUT_TABLES = """\
You choose the names of the parts in the tables below: write `[zone.hand]`, or `hand = { of = "player" }` below `[zone]`."""
_ABOUT_DECKS = """\
If players bring their `own` decks, `matchbook new KIT --player Ada --deck 1=FILE` names a TOML file with the deck list of seat 1;
`--deck 1=40` gives only the number of cards, for an unknown list. `cards` has the copies (1 to 999) of each card id of
the kit. `name` and `game` are optional; `game` is `tabletop` for every kit:

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
A step may end in ` if CONDITION`: it runs only if the condition is true and all values in it are known. A step with an
optional argument is skipped if the argument is missing. `hand` is the hand of the acting player; `hand@each`,
`hand@others`, `hand@next` and `hand@$who` are those of other players. Write counters and choices of players in the
same way. WHO is `me`, `next`, `first` (the starting player), `each`, `others` or an argument.

There is no arithmetic. If a rule needs a sum, let people type it, or use a trait or `total(TRAIT, ZONE)`.

`draw` and `move` differ: `draw $cards heap market` takes the top cards of `heap`, in one event, and says which they are;
`move $card market` takes this card from any place."""
_ABOUT_CONDITIONS = """\
A condition is `V`, or `V = V` (`!=` `<` `<=` `>` `>=`); up to six can be joined by ` or `. For *and*, write two guards. A guard
with an unknown value in its condition is not broken. V is a number, a word, an option, a counter or choice, `$argument` (for
dice and lists of numbers, their sum), or one of these, where `card` is `$argument`, `top(ZONE)`, `first(ZONE)`, `at(CELL)` or an
id:"""
_VALUES = (
    ("TRAIT(card)", "The card's trait; 0 for a card without it, if the trait is a number."),
    ("turn, round", "Number of the turn or round, from 1; `round` is 0 in a kit without the key `round`."),
    ("players", "Number of players who are not out."),
    ("none", "The empty value: a cell without a card, or an unset word."),
)


BUILT_IN_WORDS = {
    "number": "the place of the first letter in the alphabet: `c` is 3",
    "lower": "small letters",
    "upper": "capitals",
    "letters": "numbers as letters: `c3` is `cc`",
    "list": "the letters as a list: `abc` is `[a,b,c]`",
    "seat": "in importers: the seat of the player whom the file calls so",
}
"""Words that fields may name without a declaration."""
_FORMS = re.compile(r", (?![^(]*\))| or ")
"""Between the forms of one step or value."""


def _table(one: str, other: str, rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield f"| {one} | {other} |\n|---|---|"
    yield from (f"| `{'`, `'.join(_FORMS.split(cell(form)))}` | {cell(meaning)} |" for form, meaning in rows)
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
    """Return the JSON Schema of a kit file, for editors that check TOML."""
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
