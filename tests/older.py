"""Records as programs before this one may have left them: with texts that are refused today."""

from collections.abc import Mapping
from typing import TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T", bound=Struct)


def with_texts(struct: T, texts: Mapping[str, str]) -> T:
    """The same struct with texts replaced wherever they stand, keys of maps included."""

    def replaced(value: object) -> object:
        if isinstance(value, str):
            return texts.get(value, value)
        if isinstance(value, dict):
            return {replaced(key): replaced(item) for key, item in value.items()}
        return [replaced(item) for item in value] if isinstance(value, list | tuple) else value

    return msgspec.convert(replaced(msgspec.to_builtins(struct)), type(struct))
