"""Drawings of one card: a chip on a line, two rows, or a frame. If room is short, words are cut; numbers never are."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from rich.cells import cell_len

from domain.board import CardView, Gauge, Number, Tone
from domain.cards import UNKNOWN
from domain.plan import Plan, Role
from service.reading.styled_text import Span, StyledLine, clean, cut, pad, width_of

EMPTY: Final = "-"
BACK: Final = "▒"
CHANGED: Final = "*"
_MARKS: Final = {"": "", "attacks": "►", "target": "◄"}
_CORNERS: Final = 2
"""Numbers with a corner of their own; further numbers share one."""
_NUMBERED: Final = re.compile(r"(.*\S) (\d+)")


class Face(Struct, frozen=True):
    """A card's drawing: the card, whether this step changed it, and the previous content of its place."""

    card: CardView
    changed: bool = False
    ghost: str = ""
    """Name of the card that left this place in this step."""

    @property
    def empty(self) -> bool:
        """True for a place without a card."""
        return self.card.name == EMPTY

    @property
    def unseen(self) -> bool:
        """True if only its back is visible."""
        return self.card.name == UNKNOWN


def cut_name(name: str, width: int) -> str:
    """Return a name cut to a width; a number at its end is kept."""
    name = clean(name)
    if cell_len(name) > width and (found := _NUMBERED.fullmatch(name)) and len(found[2]) + 3 <= width:
        return f"{cut(found[1], width - len(found[2]) - 1)} {found[2]}"
    return cut(name, width)


class Faces:
    """Draws the cards of a match in its plan's letters, colours and short words."""

    def __init__(self, plan: Plan) -> None:
        self._kinds = {kind.key: kind for kind in plan.kinds}
        self._numbers = {number.name: number.short for number in plan.numbers}
        self._states = {state.word: state.short for state in plan.states}

    # --- chips ---------------------------------------------------------------------------------------------------------

    def chips(self, faces: Sequence[Face], hidden: int, room: int) -> StyledLine:
        """Return cards on one line: with whole names if they fit, else with shorter ones, else as many cards as fit and the
        number of the others."""
        faces = (*faces, *(Face(CardView(f"hidden{n}", UNKNOWN)) for n in range(hidden)))
        for longest in (99, 14, 12, 10):
            drawn = [self.chip(face, longest) for face in faces]
            if sum(map(width_of, drawn)) <= room + 1:
                return tuple(piece for line in drawn for piece in line)
        kept = _fitting(faces, drawn, room - 4)
        left = len(faces) - len(kept)
        return (*(piece for number in kept for piece in drawn[number]), Span(f"+{left}", "now"))

    def chip(self, face: Face, longest: int = 99) -> StyledLine:
        """One line: marker, kind, name, numbers, short states, covered cards; then a free cell."""
        card, mark = face.card, starred(face.changed)
        if face.ghost:
            return (Span(CHANGED, "mark"), Span(f"({cut_name(face.ghost, longest)}) ", "dim"))
        if face.empty:
            return (mark, Span("·", "dim"))
        if face.unseen:
            return (mark, Span(BACK, "dim"))
        behind = [*self._values(card), *(self._short(state) for state in card.states), *self._further(card)]
        letter, role = self.letter(card)
        head = (Span(f"{letter} ", role),) if letter else ()
        name = Span(cut_name(card.name, longest), "mark" if face.changed else "plain", card.key)
        return (mark, *head, name, *(Span(f" {text}", "dim") for text in behind if text), Span(" "))

    def cell(self, face: Face, width: int) -> StyledLine:
        """Return a row of exactly this width: the name of the place (if it has one) or card, its numbers, then other parts that
        fit."""
        card = face.card
        if face.empty or face.unseen:
            sign = BACK if face.unseen else f"({clean(face.ghost)})" if face.ghost else f"· {clean(card.place)}"
            return pad((_mark(face), Span(cut(sign, width - 2), "dim")), width)
        words = list(self._values(card))
        room = width - 2 - min(4, cell_len(card.place or card.name))
        for word in (*_signs(card), *map(self._short, card.states), *self._further(card)):
            if word and word not in words and sum(map(cell_len, words)) + len(words) + cell_len(word) < room:
                words.append(word)
        behind = "".join(f" {word}" for word in words)
        name = cut(clean(card.place), width - 2 - len(behind)) or cut_name(card.name, width - 2 - len(behind))
        return pad((_mark(face), Span(name, _tone(face), card.key), Span(behind, "dim")), width)

    def _values(self, card: CardView) -> Iterator[str]:
        if card.numbers:
            yield _joined(card.numbers)
        yield from (f"{gauge.value}/{gauge.maximum}" for gauge in card.gauges)

    def _further(self, card: CardView) -> Iterator[str]:
        yield from _signs(card)
        yield f"+{len(card.under)}" if card.under else ""

    def letter(self, card: CardView) -> tuple[str, Role]:
        """The letter and the colour of its kind."""
        kind = self._kinds.get(card.kind)
        return (kind.letter, kind.role) if kind is not None else ("", "slate")

    def _short(self, state: str) -> str:
        return self._states.get(state, cut(clean(state), 4))

    # --- frames --------------------------------------------------------------------------------------------------------

    def two(self, face: Face, width: int) -> list[StyledLine]:
        """Return two rows after a vertical bar: name and kind, then numbers."""
        if face.empty or face.unseen:
            sign = f"({clean(face.ghost)})" if face.ghost else clean(face.card.place) or ("·" if face.empty else BACK)
            return [pad(line, width) for line in ((_mark(face), Span(cut(sign, width - 1), "dim")), ())]
        card, role = face.card, self.letter(face.card)[1]
        states = " ".join(filter(None, (*(self._short(state) for state in card.states), *_signs(card))))
        right = f" {states}" if states else ""
        name = cut_name(card.name, width - 3 - cell_len(right))
        low = self._foot(card, width - 3)
        return [
            pad((_mark(face), Span("▌", role), Span(name, _tone(face), card.key), Span(right, "dim")), width),
            pad((Span(" "), Span("▌", role), *low), width),
        ]

    def frame(self, face: Face, width: int, inner: int = 1) -> list[StyledLine]:
        """Return a framed card with `inner` lines."""
        if face.empty:
            return _place(face, width, inner)
        card, (letter, role) = face.card, self.letter(face.card)
        inside = [(Span(BACK * (width - 2), "dim"),)] if face.unseen else list(self._inside(face, width - 2, inner))
        rows = [
            (Span("│", role), *pad(inside[row] if row < len(inside) else (), width - 2), Span("│", role))
            for row in range(inner)
        ]
        left = clean(card.place) or letter
        states = " ".join(filter(None, (self._state(card, width - 4 - cell_len(left)), *_signs(card))))
        corner = Span(CHANGED, "mark") if face.changed else Span("╭", role)
        head = _edge(Span(cut(left, width - 3), role), Span(states, "dim"), width - 2, role)
        foot = self._foot(card, width - 2, role)
        return [(corner, *head, Span("╮", role)), *rows, (Span("╰", role), *foot, Span("╯", role))]

    def _inside(self, face: Face, width: int, inner: int) -> Iterator[StyledLine]:
        """The name with its covered cards; with more lines, also abilities and details of covered cards."""
        card = face.card
        below = [clean(one.name) for one in card.under]
        beside = f"+{below[0]}" if len(below) == 1 else f"+{len(below)}" if below else ""
        if inner > 1 or cell_len(clean(card.name)) + cell_len(beside) >= width:
            beside = f"+{len(below)}" if below and inner == 1 else ""
        name = cut_name(card.name, width - cell_len(beside))
        gap = " " * (width - cell_len(name) - cell_len(beside))
        yield (Span(name, _tone(face), card.key), Span(gap + beside, "dim"))
        for ability in card.abilities:
            text = f"{'●' if ability.ready else '○'} {clean(ability.text)}"
            needs = f" {clean(ability.needs)}" if ability.needs else ""
            yield (Span(cut(text, width - cell_len(needs))), Span(needs, "dim"))
        if inner > 1 and below:
            rows = max(1, inner - 1 - len(card.abilities))
            shown = below if len(below) <= rows else below[: rows - 1]
            yield from ((Span(cut(f"+{one}", width), "dim"),) for one in shown)
            if len(below) > rows:
                yield (Span(f"+{len(below) - len(shown)}", "dim"),)

    def _state(self, card: CardView, room: int) -> str:
        """Return the states in full words if they fit, else in short forms."""
        words = clean(" ".join(card.states))
        return words if cell_len(words) <= room else cut(" ".join(map(self._short, card.states)), max(0, room))

    def _foot(self, card: CardView, width: int, role: Role = "slate") -> StyledLine:
        """Return the lower edge: the first number on the left, the last on the right, and a gauge whose bar fills the remaining
        room. If room is short, the last numbers are dropped."""
        value = "".join(f"{gauge.value}/{gauge.maximum} " for gauge in card.gauges[:1])
        room, shown = width - cell_len(value), list(card.numbers)
        numbers = [Span(self._named(number), "strong" if number.main else "plain") for number in shown]
        if len(numbers) > _CORNERS or sum(cell_len(number.text) for number in numbers) >= room:
            while shown and cell_len(_joined(shown)) + bool(value) > room:
                shown.pop()
            numbers = [Span(_joined(shown))] if shown else []
        if not value:
            return _filled(tuple(numbers[:1]), tuple(numbers[1:]), width, role)
        tail = tuple(Span(f" {number.text}", number.tone) for number in numbers)
        filled = Span(bar(card.gauges[0], max(0, room - width_of(tail))), "plain")
        return (Span(value), *_filled((filled,), tail, room, role))

    def _named(self, number: Number) -> str:
        short = self._numbers.get(number.name, number.name[:3])
        return f"{short.upper() if number.main else short} {_value(number)}"


@lru_cache(maxsize=8)
def faces_of(plan: Plan) -> Faces:
    """Return the drawing rules for a plan (cached: one per match)."""
    return Faces(plan)


def bar(gauge: Gauge, cells: int) -> str:
    """Draw a gauge as a bar of some cells. Any value above zero fills at least one."""
    filled = round(cells * min(max(gauge.value, 0), gauge.maximum) / max(1, gauge.maximum))
    if gauge.value > 0 and cells:
        filled = max(1, filled)
    return "█" * filled + "░" * (cells - filled)


def _signs(card: CardView) -> tuple[str, str]:
    """Return the sign of its role in an attack, and a sign if it is face down although its name is known."""
    return _MARKS[card.mark], BACK if card.down and card.name != UNKNOWN else ""


def _joined(numbers: Iterable[Number]) -> str:
    return "/".join(map(_value, numbers))


def _value(number: Number) -> str:
    if number.printed is None:
        return str(number.value)
    return f"{number.value}{'▲' if number.value > number.printed else '▼'}"


def starred(changed: bool) -> Span:
    """Return the cell that is reserved for the sign of a change."""
    return Span(CHANGED, "mark") if changed else Span(" ")


def _mark(face: Face) -> Span:
    return starred(bool(face.changed or face.ghost))


def _tone(face: Face) -> Tone:
    return "mark" if face.changed else "strong"


def _place(face: Face, width: int, inner: int) -> list[StyledLine]:
    """Return an empty place: corners, name, and the card that left it in this step."""
    left = Span("┌", "dim") if not (face.changed or face.ghost) else Span(CHANGED, "mark")
    top = (left, *pad((Span(cut(clean(face.card.place), width - 2), "dim"),), width - 2), Span("┐", "dim"))
    inside = f" ({cut_name(face.ghost, width - 4)})" if face.ghost else ""
    rows = [pad((Span(inside, "dim"),), width) if not row else (Span(" " * width),) for row in range(inner)]
    return [top, *rows, (Span("└", "dim"), Span(" " * (width - 2)), Span("┘", "dim"))]


def _edge(left: Span, right: Span, width: int, role: Role) -> StyledLine:
    return (left, Span("─" * max(0, width - width_of((left, right))), role), right)


def _filled(left: StyledLine, right: StyledLine, width: int, role: Role) -> StyledLine:
    return (*left, Span("─" * max(0, width - width_of(left) - width_of(right)), role), *right)


def _fitting(faces: Sequence[Face], drawn: Sequence[StyledLine], room: int) -> list[int]:
    """Return the indices of the cards that fit; changed cards take precedence."""
    kept: list[int] = []
    for number in sorted(range(len(faces)), key=lambda n: (not (faces[n].changed or faces[n].ghost), n)):
        size = width_of(drawn[number])
        if size <= room:
            room -= size
            kept.append(number)
        elif not faces[number].changed:
            break
    return sorted(kept)
