"""Expansion of short lines: without a usual verb, with two squares as one word, or with dice as one word or several."""

import re
from typing import Final

from domain.cards import CardRecord, Catalogue, parse_token
from domain.games.tabletop.context import Arg
from domain.games.tabletop.interpreter import Verb
from domain.games.tabletop.layout import layout_of
from domain.games.tabletop.program import program_of
from domain.names import fold_name

_SQUARES: Final = re.compile(r"([a-z]\d{1,2})([a-z]\d{1,2})")


def meant_line(text: str, catalogue: Catalogue[CardRecord]) -> str:
    """Return the complete line for one without a verb, with squares or dice run together, or with dice apart; otherwise
    empty."""
    program = program_of(catalogue)
    word, _, rest = text.strip().partition(" ")
    verb = program.verbs.get(word)
    if verb is not None:
        return f"{word} {told}" if (told := _taken_apart(verb, rest)) != rest else ""
    for name in layout_of(catalogue).head.usual:
        usual = program.verbs[name]
        apart = _taken_apart(usual, text.strip())
        if usual.args and _begins(usual.args[0], apart.split(" ")[0], catalogue):
            return f"{name} {apart}"
    return ""


def _taken_apart(verb: Verb, text: str) -> str:
    """Return the arguments of a verb with the first two squares, or the dice, split."""
    word, blank, rest = text.partition(" ")
    if not verb.args:
        return text
    squares, dice = _SQUARES.fullmatch(word), verb.args[0]
    if squares and len(verb.args) > 1 and dice.kind == "card" and verb.args[1].kind == "cell":
        return f"{squares[1]} {squares[2]}{blank}{rest}"
    if dice.kind != "dice" or dice.count == 1:
        return text
    words, most = text.split(), dice.most or 6
    if len(verb.args) == 1 and len(words) > 1 and all(_is_face(one, most) for one in words):
        return ",".join(words)  # else the last would be the seat of who rolls
    if most < 10 and len(word) > 1 and word.isascii() and word.isdigit():
        return f"{','.join(word)}{blank}{rest}"
    return text


def _is_face(word: str, most: int) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= most


def _begins(arg: Arg, word: str, catalogue: Catalogue[CardRecord]) -> bool:
    """Return True if a word can be the first argument of a verb."""
    layout = layout_of(catalogue)
    if arg.kind in ("card", "cards"):
        head = word.strip("[],").partition("#")[0].partition("=")[0]
        return (
            word == "??"
            or fold_name(head) in layout.called
            or head in layout.cell_zone
            or parse_token(word) is not None
        )
    if arg.kind in ("number", "dice"):
        return word.replace(",", "").lstrip("-").isdigit()
    if arg.kind == "cell":
        return word in layout.cell_zone
    return word in arg.words
