"""A state's digest: canonical JSON of it, and the SHA-256 of that."""

from collections.abc import Mapping
from hashlib import sha256

import msgspec
from msgspec import Struct

from domain.cards import Catalogue
from domain.seats import GameState


def _plain(value: object) -> object:
    """Return a state as plain values, each struct with all its fields (empty `later` fields left out). msgspec's own encoding
    is not used: it omits a default by identity, so it may differ between equal values."""
    if isinstance(value, Struct):
        later = getattr(type(value), "later", ())
        held = ((name, getattr(value, name)) for name in value.__struct_fields__)
        fields = {name: _plain(item) for name, item in held if item or name not in later}
        tag = value.__struct_config__.tag
        return fields if tag is None else {"": tag, **fields}
    if isinstance(value, Catalogue):
        return value.digest
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, frozenset):
        return sorted((_plain(item) for item in value), key=repr)
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return value


_encode_state = msgspec.json.Encoder(order="deterministic").encode


def state_to_json(state: GameState) -> bytes:
    """Canonical JSON of a state; the catalogue is written as its digest."""
    return _encode_state(_plain(state))


def digest_of(state: GameState) -> str:
    """SHA-256 of a state's canonical JSON: equal states, equal digests, on every machine."""
    return sha256(state_to_json(state)).hexdigest()
