"""Effects of keys on the command line, given the offered rows."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from service.typing.rows import Suggestion, Suggestions
from service.typing.word_matches import exact, letters
from service.typing.words import TypedLine, closed, take_apart


class SetText(Struct, frozen=True):
    """Replace the line by this text."""

    text: str


class Send(Struct, frozen=True):
    """Record this line."""

    line: str


class RefusedKey(Struct, frozen=True):
    """A refused key, and the reason."""

    why: str


Step: TypeAlias = SetText | Send | RefusedKey


_TO_CHOOSE: Final = "several actions match; type more letters, or choose a row with ↓"


def on_digit(
    text: str, digit: str, offered: Suggestions, *, after_letters: bool = False, more_dice: bool = True
) -> SetText | RefusedKey | None:
    """Handle a digit. It chooses a row at the start of a word, or after letters that no digit can follow
    (`after_letters`); where a number may follow, it is text (`None`). `more_dice`: it may be the next die after a
    number and a blank."""
    numeric = offered.asked is not None and offered.asked.numeric
    if not text or text[-1].isspace() or text[-1] in "[=" or after_letters:
        row = row_of_digit(digit, offered)
        dice = more_dice and _ends_a_bare_number(text.rstrip()) and all(row.line.endswith("=") for row in offered.rows)
        if numeric or dice or not offered.rows:
            return None  # after a number, a digit chooses no optional argument, because dice may be typed with blanks
        return RefusedKey(f"row {digit} does not exist") if row is None else SetText(row.line)
    if numeric and offered.asked is not None and offered.asked.listed and _ends_a_bare_number(text):
        return SetText(f"{text},{digit}")
    return None


def on_space(text: str, offered: Suggestions, is_command: Callable[[str], bool]) -> SetText | None:
    """Handle a blank after a prefix: complete the word if all rows continue with the same one; `None`: a plain
    blank."""
    typed = take_apart(text)
    begun, depth = typed.rest, len(typed.words)
    if (
        typed.item.rstrip("]") == typed.item != ""
        and offered.asked is not None
        and offered.asked.listed
        and not offered.asked.numeric
    ):
        return _next_item(typed, offered.rows)
    if offered.quick and offered.quick != begun:
        return SetText(f"{offered.quick} ")
    if not begun or not begun.replace("_", "a").isalnum() or (not depth and is_command(begun)):
        return None
    likely = [row for row in offered.rows if row.count] or [row for row in offered.rows if not row.label.endswith("=")]
    rows = [take_apart(f"{row.line} ").words for row in likely]
    for words in rows:
        for at in range(1, min(depth, len(words))):
            if exact("_".join((*typed.words[at:], begun)), words[at]):
                return SetText(f"{' '.join(words[: at + 1])} ")  # `write low run`
    found = {words[depth] for words in rows if len(words) > depth}
    if len(found) != 1 or begun in found:
        return None
    whole = found.pop()
    if depth and _goes_on(begun, whole):
        return None  # its next word may be typed: `write low run 50`
    return SetText(f"{typed.with_word(whole)} ") if whole.casefold().startswith(begun.casefold()) else None


def _next_item(typed: TypedLine, rows: Sequence[Suggestion]) -> SetText | None:
    """Complete the current card of a list at a blank, if only one matches. Behind the first word of its name, open the list for
    the next word: `[snow `."""
    begun = typed.item
    meant = [row for row in rows if letters(row.label).startswith(letters(begun))]
    exactly = [row for row in meant if letters(begun) == letters(row.label)]
    found = exactly[:1] or meant
    opened = typed.with_item(begun, listed=True)
    if not exactly and opened.endswith(", ") and any(_goes_on(begun, row.label) for row in found):
        return SetText(f"{opened[:-2]} ")
    return SetText(found[0].line) if len(found) == 1 else None


def _goes_on(begun: str, name: str) -> bool:
    """Return True if a word is whole, and the name has another one behind it."""
    return name.casefold().replace("_", " ").startswith(f"{begun.casefold()} ")


def on_close(text: str, offered: Suggestions) -> SetText | None:
    """Close a list with `]`, also after a comma, and go on to the next required argument."""
    if not text.rstrip().endswith(",") or not closed(text).endswith("]"):
        return None
    return SetText(closed(text) + " " * (len(offered.required) > 1))


def _ends_a_bare_number(text: str) -> bool:
    """Handle dice: commas are added automatically, except in brackets, where numbers may have two digits."""
    word = text.rpartition(" ")[2].rpartition("=")[2]
    return text[-1:].isdigit() and word.replace(",", "").isdigit()


def row_of_digit(digit: str, offered: Suggestions) -> Suggestion | None:
    """Return the row of a digit: `1` for the first, `0` for the tenth."""
    place = (int(digit) - 1) % 10
    return offered.rows[place] if place < len(offered.rows) else None


def on_tab(offered: Suggestions, highlighted: int | None) -> SetText | RefusedKey:
    """Complete the line from the highlighted row, or from the first."""
    if not offered.rows:
        return RefusedKey(offered.verdict.text or "nothing to complete")
    return SetText(offered.rows[highlighted or 0].line)


def on_enter(text: str, offered: Suggestions, highlighted: int | None) -> Step:
    """Record the highlighted row, else the typed line if it is readable, else the only row that begins with it. If the
    letters of a command match several actions, complete only the command."""
    if highlighted is None and (offered.typed_first or not text.strip() or not offered.rows):
        return (
            Send(offered.line)
            if offered.verdict.readable
            else RefusedKey(offered.verdict.text or "choose or type a command")
        )
    row = offered.rows[highlighted or 0]
    if highlighted is None and text[-1].isspace():
        return RefusedKey(offered.verdict.text or "choose a row")
    if highlighted is None and not offered.sole:
        return (
            SetText(f"{offered.quick} ")
            if offered.quick
            else RefusedKey(f"{text.rsplit(maxsplit=1)[-1]}: {_TO_CHOOSE}")
        )
    guessed = highlighted is None and offered.corrected
    return Send(row.line) if row.complete and not guessed else SetText(row.line)


def left_over(text: str, sent: str) -> str:
    """Return the text that stays in the line after storing: letters typed after it was sent."""
    return text[len(sent) :].lstrip() if text.startswith(sent) else text
