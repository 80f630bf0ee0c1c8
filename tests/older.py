"""Records as programs before this one may have left them: with texts that are refused today."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue
from domain.chain import first_head, write_head
from domain.entries import Entry, Opened
from storage.records import Sealed, seal

T = TypeVar("T", bound=Struct)


def with_texts(struct: T, texts: Mapping[str, str]) -> T:
    """The same struct with texts replaced if they match whole."""
    return cast("T", _replaced(struct, texts))


def _replaced(value: object, texts: Mapping[str, str]) -> object:
    if isinstance(value, str):
        return texts.get(value, value)
    if isinstance(value, Struct):
        return type(value)(**{name: _replaced(getattr(value, name), texts) for name in value.__struct_fields__})
    if isinstance(value, dict):
        return {_replaced(key, texts): _replaced(item, texts) for key, item in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return type(value)(_replaced(item, texts) for item in value)
    return value


def resealed(
    entries: Iterable[Entry[Any, Any]], texts: Mapping[str, str], catalogue: Catalogue[CardRecord], topic: str
) -> Iterator[Sealed]:
    """The entries with other texts and other cards, on a chain of their own that is whole."""
    head = ""
    for entry in entries:
        payload = with_texts(entry.payload, texts)
        if isinstance(payload, Opened):
            payload = replace(payload, catalogue=catalogue.digest, catalogue_name=catalogue.name)
        sealed = seal(
            topic, with_texts(entry.envelope, texts), payload, head or write_head(first_head(entry.envelope.match))
        )
        head = sealed.entry.head
        yield sealed
