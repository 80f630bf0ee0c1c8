"""Cards and decks as rows: lists with columns, one card in words, one deck with its checks."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final

from msgspec import Struct
from rich.cells import cell_len

from domain.cards import CardRecord
from domain.rules import CatalogueNote, Violation
from domain.text import pluralize
from replay_tui.browsers.text_rows import BLANK, labelled_rows, right_aligned, text_rows
from replay_tui.widgets.link_list import Link, LinkRow
from service.reading.card_tables import CardColumn, CardGroup, card_fields, card_groups, kind_of, kinds_of
from service.reading.catalogues import CheckedCatalogue, CheckedDeck
from service.reading.styled_text import Span, StyledLine, clean, pad

_GAP: Final = 2
_ID: Final = 14
_NAME: Final = (16, 30)
"""Minimum and maximum width of a name, in cells."""
_SOURCE: Final = 22


def card_list_rows(shelf: CheckedCatalogue, cards: Sequence[CardRecord], width: int) -> Iterator[LinkRow]:
    """Return the game's findings about a catalogue, the cards by kind, and their totals."""
    if shelf.findings:
        yield from finding_rows(shelf.findings, width)
        yield BLANK
    odd = tuple(note for note in shelf.notes if note.card)
    if odd:
        yield from note_rows(odd, width)
        yield BLANK
    for number, group in enumerate(card_groups(cards)):
        if number:
            yield BLANK
        yield from _group_rows(group, width)
    if whole := tuple(note for note in shelf.notes if not note.card):
        yield BLANK
        yield from note_rows(whole, width)


class _Layout(Struct, frozen=True):
    """Widths of names and ids in cells, and the columns that fit, from the first one."""

    name: int
    id: int
    columns: tuple[CardColumn, ...]

    def line(self, name: Span, card_id: str, values: Sequence[str]) -> StyledLine:
        """Return a row; `values` are those of all columns."""
        line: list[Span] = [*pad((name,), self.name), Span(" " * _GAP), *pad((Span(clean(card_id), "dim"),), self.id)]
        for value, column in zip(values, self.columns, strict=False):
            shown = right_aligned(clean(value), column.width) if column.numeric else (Span(clean(value)),)
            line += [Span(" " * _GAP), *pad(shown, column.width)]
        return tuple(line)


def _layout(group: CardGroup, width: int) -> _Layout:
    card_id = min(max(cell_len(row.card_id) for row in group.rows), _ID)
    left = width - _NAME[0] - card_id - _GAP
    places = (*accumulate(column.width + _GAP for column in group.columns),)
    fitting = sum(place <= left for place in places)
    used = places[fitting - 1] if fitting else 0
    return _Layout(min(_NAME[0] + left - used, _NAME[1]), card_id, group.columns[:fitting])


def _group_rows(group: CardGroup, width: int) -> Iterator[LinkRow]:
    layout = _layout(group, width)
    count = Span(f"{clean(group.kind)}  {len(group.rows)}", "strong")
    yield LinkRow(layout.line(count, "id", [column.title for column in group.columns]))
    for row in group.rows:
        yield LinkRow(
            layout.line(Span(clean(row.name) or "(no name)"), row.card_id, row.cells), Link("card", row.card_id)
        )


def finding_rows(findings: Iterable[Violation], width: int) -> Iterator[LinkRow]:
    """Yield the findings of a check, each with a link to its rule."""
    found = tuple(findings)
    if not found:
        yield from text_rows("no findings", width, "good")
        return
    yield from text_rows(pluralize(len(found), "finding"), width, "bad")
    for finding in found:
        yield from text_rows(f"! [{finding.rule}] {finding.text}", width, "plain", Link("rule", finding.rule))


def note_rows(notes: Sequence[CatalogueNote], width: int) -> Iterator[LinkRow]:
    """Yield notes, each with a link to its rule."""
    yield from text_rows(pluralize(len(notes), "note"), width, "warn")
    for note in notes:
        yield from text_rows(f"· {note}", width, "plain", Link("rule", note.rule))


def card_rows(
    card: CardRecord, shelf: CheckedCatalogue, holders: Iterable[tuple[CheckedDeck, int]], width: int
) -> Iterator[LinkRow]:
    """Yield one card: all its fields in words, and the decks that contain it."""
    yield from text_rows(card.name or "(no name)", width, "strong")
    yield from text_rows(f"{card.card_id} · catalogue {shelf.label}: {shelf.catalogue.name}", width, "dim")
    yield BLANK
    label = ""
    for field in card_fields(card):
        yield from labelled_rows("" if field.label == label else field.label, field.text, width)
        if field.meaning:
            yield from labelled_rows("", field.meaning, width, "dim")
        label = field.label
    yield BLANK
    decks = tuple(holders)
    yield from text_rows(
        "In these decks" if decks else "in none of the decks listed here", width, "strong" if decks else "dim"
    )
    for deck, copies in decks:
        unseen = f"  ({deck.unseen.get(card.card_id, 0)} not seen yet)" if deck.unseen is not None else ""
        copy = right_aligned(str(copies), 4)
        yield LinkRow((*copy, Span(f"  {clean(deck.deck.name or deck.label)}{unseen}")), Link("deck", deck.label))


# --- decks ---------------------------------------------------------------------------------------------------------------


def deck_list_rows(decks: Sequence[CheckedDeck], width: int) -> Iterator[LinkRow]:
    """Yield the decks: name, source, cards, findings."""
    numbers = (5, 8, 6)
    source = _SOURCE if width >= sum(numbers) + 6 + _SOURCE + _NAME[0] else 0
    name = max(width - source - sum(numbers) - 6, 10)
    titles = tuple(right_aligned(t, n, "strong") for t, n in zip(("cards", "findings", "unseen"), numbers, strict=True))
    yield LinkRow(_deck_line("deck", "where from" if source else "", titles, name, source, strong=True))
    for deck in decks:
        unseen = str(_left(deck)) if deck.unseen is not None else ""
        found = (f"! {len(deck.findings)}", "bad") if deck.findings else ("none", "plain")
        values = (
            right_aligned(str(deck.deck.size), numbers[0]),
            right_aligned(found[0], numbers[1], "bad" if deck.findings else "dim"),
            right_aligned(unseen, numbers[2]),
        )
        line = _deck_line(deck.deck.name or deck.label, deck.source, values, name, source)
        yield LinkRow(line, Link("deck", deck.label))


def _deck_line(
    label: str, origin: str, values: Sequence[StyledLine], name: int, source: int, *, strong: bool = False
) -> StyledLine:
    line: list[Span] = [*pad((Span(clean(label), "strong" if strong else "plain"),), name - 2), Span("  ")]
    if source:
        line += pad((Span(clean(origin), "strong" if strong else "dim"),), source)
    for value in values:
        line += [Span("  "), *value]
    return tuple(line)


def _left(deck: CheckedDeck) -> int:
    return sum(copies for copies in (deck.unseen or {}).values() if copies > 0)


def deck_rows(deck: CheckedDeck, width: int) -> Iterator[LinkRow]:
    """Yield one deck: its checks, the number of cards of each kind, its cards."""
    catalogue = deck.shelf.catalogue
    yield from text_rows(deck.deck.name or deck.label, width, "strong")
    yield from text_rows(
        f"{deck.source} · checked against the cards of {deck.shelf.label}, default options", width, "dim"
    )
    yield BLANK
    yield from finding_rows(deck.findings, width)
    if deck.notes:
        yield from note_rows(deck.notes, width)
    yield BLANK
    kinds = " · ".join(f"{kind} {copies}" for kind, copies in kinds_of(deck.deck.cards, catalogue).items())
    yield from text_rows(f"{pluralize(deck.deck.size, 'card', none='no')} · {kinds}", width)
    if deck.unseen is not None:
        yield from text_rows(f"{pluralize(_left(deck), 'card', none='no')} not seen yet", width)
    for role, card in deck.deck.beside.items():
        yield from labelled_rows(role, f"{catalogue.name_of(card)} (beside the deck)", width)
    yield BLANK
    yield from _card_lines(deck, width)


def _card_lines(deck: CheckedDeck, width: int) -> Iterator[LinkRow]:
    titles = ("copies", "unseen") if deck.unseen is not None else ("copies",)
    yield LinkRow((*(Span(f"{title:>6}  ", "dim") for title in titles), Span("card", "dim")))
    cards = dict.fromkeys((*deck.deck.cards, *(deck.unseen or ())))
    kinds = {card: _kind(deck, card) for card in cards}
    room = max(8, width - 8 * len(titles) - max(map(cell_len, kinds.values()), default=0) - 2)
    for card in cards:
        numbers = right_aligned(str(deck.deck.cards.get(card, 0)), 6)
        unseen = deck.unseen.get(card, 0) if deck.unseen is not None else 0
        if deck.unseen is not None:
            numbers += (Span("  "), *right_aligned(str(max(unseen, 0)), 6, "plain" if unseen > 0 else "dim"))
        over = Span(f"  ! {-unseen} more than listed" if unseen < 0 else "", "bad")
        name = pad((Span(clean(deck.shelf.catalogue.name_of(card))),), room)
        line = (*numbers, Span("  "), *name, Span(f"  {kinds[card]}", "dim"), over)
        yield LinkRow(line, Link("card", card) if card in deck.shelf.catalogue else None)


def _kind(deck: CheckedDeck, card: str) -> str:
    record = deck.shelf.catalogue.get(card)
    return kind_of(record) if record is not None else "not in the catalogue"
