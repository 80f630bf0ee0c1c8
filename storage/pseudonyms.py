"""People's names beside a store, so that records need not hold them: entries say a pseudonym, and nothing that is hashed, signed,
exported or copied says more.

`<store>.names` is a JSON object, name -> pseudonym, readable by its owner alone. Who reads the store together with it sees the
names; without it, and after a name was forgotten, the pseudonym. A name stands for one person throughout a store: from the time
that it is known there, nothing that is recorded says it.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from secrets import choice, token_hex
from types import MappingProxyType
from typing import Final, TypeAlias

import msgspec

from storage.errors import NamesUnusable

_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_SIZE: Final = 8

_Swaps: TypeAlias = tuple[tuple[bytes, bytes], ...]
"""JSON strings, and what stands in their place."""

_encode: Final = msgspec.json.encode
_format: Final = msgspec.json.format


class Pseudonyms:
    """The names of one store. A file that another process changes is read again."""

    def __init__(self, path: Path | None) -> None:
        """`path`: None for a store that is no file; it has no names."""
        self.path = path
        self._stamp: tuple[int, int] | None = None
        self._known: dict[str, str] = {}
        self._hiding: _Swaps = ()
        self._telling: _Swaps = ()

    def known(self) -> Mapping[str, str]:
        """Name -> pseudonym. Raises NamesUnusable."""
        self._refresh()
        return MappingProxyType(self._known)

    @contextmanager
    def adding(self, names: Iterable[str]) -> Iterator[None]:
        """From now on nothing that is recorded says these names; unless the block fails. Raises NamesUnusable."""
        before = {**self.known()}
        new = [name for name in dict.fromkeys(names) if name not in before]
        if new:
            self._write(before | {name: f"player-{''.join(choice(_LETTERS) for _ in range(_SIZE))}" for name in new})
        try:
            yield
        except BaseException:
            if new:
                self._write(before)
            raise

    def forget(self, name: str) -> str:
        """Forgets who has a pseudonym, and returns it. Raises KeyError for a name that is not known, NamesUnusable."""
        known = {**self.known()}
        pseudonym = known.pop(name)
        self._write(known)
        return pseudonym

    def hidden(self, payload: bytes) -> bytes:
        """A payload with each value that is a known name as its pseudonym. Raises NamesUnusable."""
        self._refresh()
        return _swapped(payload, self._hiding)

    def told(self, state: bytes) -> bytes:
        """A stored state with each known pseudonym as the name. Raises NamesUnusable."""
        self._refresh()
        return _swapped(state, self._telling)

    def _refresh(self) -> None:
        if self.path is None:
            return
        try:
            found = self.path.stat()
            stamp = found.st_mtime_ns, found.st_size
            if stamp != self._stamp:
                self._take(msgspec.json.decode(self.path.read_bytes(), type=dict[str, str]))
                self._stamp = stamp
        except FileNotFoundError:
            self._take({})
            self._stamp = None
        except (OSError, msgspec.MsgspecError) as error:
            raise NamesUnusable(f"{self.path}: {error}; restore the file, or take it away") from error

    def _take(self, known: dict[str, str]) -> None:
        pairs = [(_encode(name), _encode(pseudonym)) for name, pseudonym in known.items()]
        self._known, self._hiding = known, tuple(pairs)
        self._telling = tuple((pseudonym, name) for name, pseudonym in pairs)

    def _write(self, known: Mapping[str, str]) -> None:
        if self.path is None:
            raise NamesUnusable("names are kept beside a store's file, and this store has none")
        part = self.path.with_name(f".{self.path.name}.{token_hex(4)}.part")
        try:
            part.touch(0o600, exist_ok=False)
            part.write_bytes(_format(_encode(known)))
            part.replace(self.path)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise NamesUnusable(f"{self.path}: {error.strerror}") from error


def _swapped(text: bytes, swaps: _Swaps) -> bytes:
    for one, other in swaps:
        text = (
            text.replace(b":" + one, b":" + other).replace(b"," + one, b"," + other).replace(b"[" + one, b"[" + other)
        )
    return text
