"""Cards: records in a catalogue, physical cards as tokens (known or unknown), references to them, deck lists.

A *token* is one physical card of one owner. Its number never changes. Its identity (`card`) may be unknown, and is bound when
the card is played or shown. Notation writes a token as `#2-06`: the sixth card of the second seat.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Final, Generic, Protocol, TypeVar

import msgspec
from msgspec import Meta, Struct

from domain.syntax import shown
from domain.text import control_char
from domain.validation import (
    LARGEST,
    InvalidValue,
    disturbing_field,
    holds_huge_number,
    toml_tables,
    validated,
    validated_json,
)

UNKNOWN: Final = "??"
"""Notation of an unknown card, in all games."""

CardId = Annotated[str, Meta(extra={"notation": "card"})]
"""The id of a catalogue record."""

CardRef = Annotated[str, Meta(extra={"notation": "card"})]
"""A card as a command names it: `zed` (a card id), `zed#2` (the second copy on the table), `#2-06` (a token),
`#2-06=zed` (this token, which turns out to be zed) or `??` (unknown)."""

SeatIndex = Annotated[int, Meta(extra={"notation": "seat"})]
"""A seat's index, 0 for the first; notation writes the player's name."""

SideNumber = Annotated[int, Meta(extra={"notation": "side"})]
"""The number of a side, 0 for the first."""

RawText = Annotated[str, Meta(extra={"notation": "raw"})]
"""Text in the game's own notation, which may contain signs that have a meaning in ours: `e8=Q`."""

TOKENS_PER_SEAT: Final = 1000


class CatalogueError(ValueError):
    """A catalogue or deck list that cannot be used. The message names the place and the remedy."""

    lines: tuple[str, ...] = ()
    """All errors, one per line, if the message names only the first."""


class CardRecord(Protocol):
    """Fields that the card records of all games have."""

    @property
    def card_id(self) -> str: ...
    @property
    def name(self) -> str: ...


R = TypeVar("R", bound=CardRecord)
R_co = TypeVar("R_co", bound=CardRecord, covariant=True)


class Catalogue(Generic[R_co]):
    """The card records that a match uses, named by the digest of their content. Immutable.

    Not a struct: states share it by reference, and `digest_of` writes its digest in its place.
    """

    __slots__ = ("_records", "digest", "name")

    def __init__(self, records: Iterable[R_co], name: str = "") -> None:
        self._records: dict[str, R_co] = {}
        for record in records:
            if record.card_id in self._records:
                raise CatalogueError(f"catalogue {name!r}: card id {record.card_id!r} is used twice")
            self._records[record.card_id] = record
        self.name = name
        self.digest: str = hashlib.sha256(self.to_json()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Catalogue) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[R_co]:
        """Iterate over the cards. Skip records whose id begins with @, such as a kit; `get` returns them."""
        return (record for record in self._records.values() if not record.card_id.startswith("@"))

    def __contains__(self, card_id: object) -> bool:
        return card_id in self._records

    def get(self, card_id: str | None) -> R_co | None:
        """Return the record with that id, if the catalogue has one."""
        return self._records.get(card_id) if card_id is not None else None

    def name_of(self, card_id: str | None) -> str:
        """The printed name; `??` for an unknown card; the id itself where the catalogue lacks it."""
        if card_id is None:
            return UNKNOWN
        record = self._records.get(card_id)
        return record.name if record is not None else card_id

    def plus(self: "Catalogue[R]", record: R) -> "Catalogue[R]":
        """Return a catalogue with a record added, or replaced if its id exists."""
        others = (r for r in self._records.values() if r.card_id != record.card_id)
        return Catalogue((*others, record), self.name)

    def to_json(self) -> bytes:
        """The records sorted by id as canonical JSON: what the digest covers."""
        ordered = [self._records[key] for key in sorted(self._records)]
        return msgspec.json.encode(ordered, order="deterministic")


class CardRules(Struct, frozen=True):
    """Ids of the game's rules that are cited for invalid cards; empty if the game has no such rule."""

    id: str = ""
    """Card ids are unique."""
    type: str = ""
    """The card types that there are."""


NO_CARD_RULES: Final = CardRules()


def catalogue_from_toml(
    text: str, record_type: type[R], source: str = "catalogue", rules: CardRules = NO_CARD_RULES
) -> Catalogue[R]:
    """Reads `name = "..."` and `[[card]]` tables. Raises CatalogueError naming the card, its line and the field."""
    data = _tables(text, source)
    cards = data.get("card")
    if not isinstance(cards, list):
        raise CatalogueError(f"{source}: no [[card]] tables found")
    for key in sorted(data.keys() - {"name", "card"}):
        raise CatalogueError(f"{source}: no field {key!r} in a catalogue; it has name and [[card]] tables")
    name = data.get("name", source)
    if not isinstance(name, str):
        raise CatalogueError(f"{source}: name: text expected, found {shown(str(name))}")
    if found := control_char(name):
        raise CatalogueError(f"{source}: name: {found}")
    records: dict[str, R] = {}
    for number, (card, where) in enumerate(zip(cards, _places(text, cards, source), strict=True), start=1):
        record = _record(card, record_type, where, rules)
        if record.card_id in records:
            first = next(n for n, one in enumerate(records, start=1) if one == record.card_id)
            raise CatalogueError(
                f"{_cited(rules.id)}{where}: card id {record.card_id!r} is used twice, in cards {first} and {number}"
            )
        records[record.card_id] = record
    return Catalogue(records.values(), name)


def _tables(text: str, source: str) -> dict[str, object]:
    try:
        return toml_tables(text)
    except InvalidValue as error:
        raise CatalogueError(f"{source}: {error}") from None


_CARD_TABLE: Final = re.compile(r"^[ \t]*\[\[[ \t]*[\"']?card[\"']?[ \t]*\]\]", re.MULTILINE)


def _places(text: str, cards: Sequence[object], source: str) -> Iterator[str]:
    """Yield the name of each card of a file for messages: its id, and the line where its table begins."""
    begins = [text.count("\n", 0, found.start()) + 1 for found in _CARD_TABLE.finditer(text)]
    lines = [f", line {line}" for line in begins] if len(begins) == len(cards) else [""] * len(cards)
    for number, (card, line) in enumerate(zip(cards, lines, strict=True), start=1):
        given = card.get("card_id") if isinstance(card, dict) else None
        yield f"{source}{line}: card {given if isinstance(given, str) and is_card_id(given) else f'number {number}'}"


def _cited(rule: str) -> str:
    return f"[{rule}] " if rule else ""


def _record(card: object, record_type: type[R], where: str, rules: CardRules) -> R:
    try:
        record = validated(card, record_type)
    except InvalidValue as error:
        about_type = rules.type if str(error).startswith("type") else ""
        raise CatalogueError(f"{_cited(about_type)}{where}: {error}") from None
    if not is_card_id(record.card_id):
        raise CatalogueError(f"{where}: {record.card_id!r} is not a card id; use letters, digits and _")
    if problem := disturbing_field(record):
        raise CatalogueError(f"{where}: {problem}")
    if holds_huge_number(record):
        raise CatalogueError(f"{where}: a number is beyond {LARGEST:,}")
    return record


def is_card_id(text: str) -> bool:
    """Return True if the text can be used as a card id in references. It must be printable and must not be empty, `-` or
    `??`, or contain `#`, `=` or whitespace."""
    return text.isprintable() and text not in ("", "-", UNKNOWN) and not any(c in "#=" or c.isspace() for c in text)


def catalogue_from_json(data: bytes, record_type: type[R], name: str = "") -> Catalogue[R]:
    """Reads what `Catalogue.to_json` wrote. Raises CatalogueError."""
    try:
        return Catalogue(validated_json(data, list[record_type]), name)  # type: ignore[valid-type]
    except InvalidValue as error:
        raise CatalogueError(f"catalogue {name!r}: {error}") from None


class DeckList(Struct, frozen=True, forbid_unknown_fields=True):
    """A registered deck: copies per card id, and cards kept beside the deck (a team card, an ante)."""

    cards: dict[str, Annotated[int, Meta(ge=1, le=999)]]
    name: str = ""
    game: str = ""
    beside: dict[str, str] = {}
    """Role -> card id, e.g. {"team": "iron_gears"}."""

    @property
    def size(self) -> int:
        return sum(self.cards.values())


class Registered(Struct, frozen=True):
    """A seat's registered list as one viewpoint knows it."""

    deck: DeckList
    unseen: dict[str, int]
    """Card id -> copies that this viewpoint has not seen yet: its unknown cards are among them. Negative if more copies were
    seen than the list has."""


def deck_from_toml(text: str, source: str = "deck") -> DeckList:
    """Reads a deck list file: `name`, `game`, `[beside]` and `[cards]` with copies per card id. Raises CatalogueError."""
    try:
        deck = validated(_tables(text, source), DeckList)
    except InvalidValue as error:
        raise CatalogueError(f"{source}: {error}") from None
    if problem := disturbing_field(deck):
        raise CatalogueError(f"{source}: {problem}")
    return deck


class Token(Struct, frozen=True, gc=False):
    """One physical card in a zone: its number and, once known, its card id."""

    id: int
    card: str | None = None


def token_id(seat: int, number: int) -> int:
    """The token id of a seat's (-1: the table's) n-th card (numbers start at 1)."""
    return (seat + 1) * TOKENS_PER_SEAT + number


def token_owner(token: int) -> int:
    """The seat that owns a token; -1 for one of the table."""
    return token // TOKENS_PER_SEAT - 1


def format_token(token: int) -> str:
    """`#2-06` for the sixth card of the second seat; `#0-06` for the sixth of the table."""
    return f"#{token // TOKENS_PER_SEAT}-{token % TOKENS_PER_SEAT:02d}"


def parse_token(text: str) -> int | None:
    """Return the token id of a text such as `#2-06`, if it is one."""
    owner, dash, number = text[1:].partition("-")
    if not (
        text.startswith("#") and dash and owner.isascii() and owner.isdigit() and number.isascii() and number.isdigit()
    ):
        return None
    if len(owner) > 3 or len(number) > 3:
        return None
    return int(owner) * TOKENS_PER_SEAT + int(number)


class Ref(Struct, frozen=True, gc=False):
    """A parsed card reference. With all fields at their defaults, it refers to an unknown card."""

    token: int | None = None
    card: str | None = None
    copy: int = 1
    """Which of several tokens with that card, counted in zone order."""


@lru_cache(maxsize=4096)
def parse_ref(text: CardRef) -> Ref:
    """Parse a CardRef. Never fails: any text that is not a token is a card id."""
    if text == UNKNOWN:
        return Ref()
    head, _, identity = text.partition("=")
    token = parse_token(head)
    if token is not None:
        return Ref(token=token, card=identity or None)
    card, hash_mark, copy = text.rpartition("#")
    if hash_mark and copy.isascii() and copy.isdigit() and len(copy) <= 3:
        return Ref(card=card, copy=max(1, int(copy)))
    return Ref(card=text)


def find(tokens: Sequence[Token], ref: Ref) -> Token | None:
    """Return the token that a reference names, considering only known identities."""
    if ref.token is not None:
        return next((t for t in tokens if t.id == ref.token), None)
    if ref.card is None:
        return next((t for t in tokens if t.card is None), None)
    card, left, found = ref.card, ref.copy, None
    for token in tokens:
        if token.card == card:
            found, left = token, left - 1
            if not left:
                break
    return found


def find_or_bind(tokens: Sequence[Token], ref: Ref) -> Token | None:
    """As `find`; if no token is known to be the card, the unknown token that was held longest becomes it.

    Returns the token with its identity filled in; compare with the one in the zone to see whether it was bound.
    """
    found = find(tokens, ref)
    if found is not None:
        return Token(found.id, ref.card) if ref.card is not None and found.card is None else found
    unknown = next((t for t in tokens if t.card is None), None)
    if unknown is None or ref.card is None or ref.token is not None:
        return None
    return Token(unknown.id, ref.card)


def without(tokens: tuple[Token, ...], token: int) -> tuple[Token, ...]:
    """Return the tokens without this one."""
    for there in tokens:
        if there.id == token:
            left = [*tokens]
            left.remove(there)
            return tuple(left)
    return tokens


def bound(tokens: tuple[Token, ...], token: int, card: str | None) -> tuple[Token, ...]:
    """Return the tokens with the card id of one of them set (or cleared, if `card` is unset)."""
    return tuple([Token(t.id, card) if t.id == token else t for t in tokens])


def copy_keys(cards: Iterable[Token], *, numbered: bool = False) -> dict[int, str]:
    """Return token -> key on boards and in arrows. A key has the owner, the card and the copy, counted in the given order.

    Token numbers would reveal when a card was drawn, so keys omit them. `numbered`: unknown cards are named by number
    nevertheless."""
    copies: Counter[tuple[int, str]] = Counter()
    keys: dict[int, str] = {}
    for token in cards:
        if token.id in keys:
            continue
        if numbered and token.card is None:
            keys[token.id] = format_token(token.id)
            continue
        owner, card = token_owner(token.id), token.card or UNKNOWN
        copies[owner, card] += 1
        keys[token.id] = f"{owner + 1}/{card}/{copies[owner, card]}"
    return keys


def copies_in(deck_list: tuple[tuple[str, int], ...], card: str) -> int:
    """Return the number of copies of a card in a list; of duplicates, the last counts. No dict is built: this runs at almost
    every draw."""
    for listed, copies in reversed(deck_list):
        if listed == card:
            return copies
    return 0


def unseen(deck: Mapping[str, int], seen: Iterable[str]) -> dict[str, int]:
    """Return the card counts left in a deck list after these cards were seen: the candidates for an unknown card. A count is
    negative if more copies were seen than the list has."""
    left = dict(deck)
    for card in seen:
        left[card] = left.get(card, 0) - 1
    return {card: count for card, count in left.items() if count}
