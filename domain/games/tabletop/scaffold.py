"""Writing a new kit from a few answers: a commented file that is valid and can be used at once."""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

USES: Final = ("cards", "dice", "board", "counters", "sheet")


class KitAnswers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answers to the questions for a new kit."""

    name: str
    title: str = ""
    players: str = "2-4"
    uses: tuple[str, ...] = ("counters",)
    """Things that the game uses, of `USES`."""
    hand: int = 5
    """Number of cards that each player begins with."""
    board: str = "8x8"
    counters: tuple[str, ...] = ("score",)
    boxes: tuple[str, ...] = ("first_box", "second_box", "third_box")
    order: Literal["turns", "together"] = "turns"
    goal: int = 50
    """The score that ends the match; 0 if the players declare the winner."""


def scaffold(wishes: KitAnswers) -> str:
    """Return the text of the kit file, with explanations as comments."""
    return "\n".join(_lines(wishes)) + "\n"


def _lines(wishes: KitAnswers) -> Iterator[str]:
    title = wishes.title or wishes.name.replace("_", " ").capitalize()
    yield f"# {title}: a kit for Matchbook. `matchbook kits check` reports mistakes; the reference page Kits lists all elements."
    yield f'kit = "{wishes.name}"'
    yield f"title = {_text(title)}"
    yield f'players = "{wishes.players}"'
    yield f'order = "{wishes.order}"'
    score = _score(wishes)
    if score:
        yield f'score = "{score}"'
    if "cards" in wishes.uses:
        yield f'begin = ["deal {wishes.hand} stock hand@each"]'
        yield 'usual = ["play"]  # `h9` means `play h9`'
    if score and wishes.goal:
        yield from (
            "",
            "[option]",
            f"target = {{ value = {wishes.goal}, min = 1 }}  # players can agree on another value for a match",
        )
    yield from _things(wishes)
    yield from ("", "# The actions of the players, each with its arguments and steps.", "[verb]", *_verbs(wishes))
    if "sheet" in wishes.uses:
        yield from ("", "[[end]]", 'when = "blank(sheet) = 0"', 'win = "highest sheet"')
    elif score and wishes.goal:
        yield from ("", "[[end]]", f'when = "{score} >= target"')


def _text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _score(wishes: KitAnswers) -> str:
    if "sheet" in wishes.uses:
        return "sheet"
    return wishes.counters[0] if "counters" in wishes.uses and wishes.counters else ""


def _things(wishes: KitAnswers) -> Iterator[str]:
    if "cards" in wishes.uses:
        yield from (
            "",
            "[deck]",
            'cards = { into = "stock", pack = "french52" }  # or cards = { into = "stock", cards = { wolf = 3 } }',
        )
    if "dice" in wishes.uses:
        yield from ("", "[dice]", "die = {}  # count = 1, faces = 6")
    if {"cards", "board"} & set(wishes.uses):
        yield from ("", "[zone]")
        if "cards" in wishes.uses:
            yield from ('stock = { kind = "stack" }', "pile = {}", 'hand = { of = "player" }')
        if "board" in wishes.uses:
            yield f'board = {{ grid = "{wishes.board}", cell_max = 9 }}'
    counters = wishes.counters if "counters" in wishes.uses else ()
    if counters or "sheet" in wishes.uses:
        yield from ("", "[counter]", *(f"{name} = {{}}" for name in counters))
        if "sheet" in wishes.uses:
            boxes = ", ".join(f'"{box}"' for box in wishes.boxes)
            yield f"sheet = {{ boxes = [{boxes}] }}"
    if "board" in wishes.uses:
        yield from ("", "[[card]]", 'id = "stone"')


def _verbs(wishes: KitAnswers) -> Iterator[str]:
    if "cards" in wishes.uses:
        yield 'play = { take = { card = "card hand" }, does = ["move $card pile"] }'
        yield 'take = { take = { card = "card stock" }, does = ["draw $card stock hand"] }'
    if "dice" in wishes.uses:
        yield 'roll = { take = { die = "dice die" }, does = ["roll die $die"] }'
    if "board" in wishes.uses:
        yield 'place = { take = { to = "cell board" }, does = ["make stone board at=$to"] }'
        yield 'shift = { take = { piece = "card board", to = "cell board" }, does = ["move $piece board at=$to"] }'
    for name in wishes.counters if "counters" in wishes.uses else ():
        yield f'{_free(name)} = {{ take = {{ amount = "number" }}, does = ["add {name} $amount"], by = "named" }}'
    if "sheet" in wishes.uses:
        yield 'write = { take = { box = "counter sheet", points = "number" }, does = ["set $box $points"] }'
    if not (_score(wishes) and (wishes.goal or "sheet" in wishes.uses)):
        yield 'wins = { does = ["win me"], by = "named" }  # the players declare the winner'
    if wishes.order == "turns":
        yield 'done = { does = ["next"] }'


def _free(name: str) -> str:
    """Return the verb that changes a counter: `scores` for the counter `score`."""
    return f"{name}s" if not name.endswith("s") else f"{name}_get"
