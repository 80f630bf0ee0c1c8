"""People's names beside a store, so that records need not hold them: entries say a pseudonym, and nothing that is hashed, signed,
exported or copied says more.

They lie beside the store, name -> pseudonym: in `<store>.names`, readable by its owner alone, or in a table of the server. Who
reads the store together with them sees the names; without them, and after a name was forgotten, the pseudonym. A name stands for
one person throughout a store: from the time that it is known there, nothing that is recorded says it.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from secrets import choice
from threading import Lock
from types import MappingProxyType
from typing import Final, TypeAlias

import msgspec
from msgspec import Raw

from domain.decoding import decoded
from storage.beside import Beside, unreadable

_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_SIZE: Final = 8

_Swaps: TypeAlias = tuple[tuple[bytes, bytes], ...]
"""JSON strings, and what stands in their place."""

_encode: Final = msgspec.json.encode


class Pseudonyms:
    """The names of one store. What another program changes is read again."""

    def __init__(self, beside: Beside) -> None:
        self._beside = beside
        self._mutex = Lock()
        self._known: dict[str, str] = {}
        self._hiding: _Swaps = ()
        self._telling: _Swaps = ()

    @property
    def place(self) -> str:
        """Where they lie."""
        return self._beside.place

    def known(self) -> Mapping[str, str]:
        """Name -> pseudonym. Raises BesideUnusable."""
        self._refresh()
        return MappingProxyType(self._known)

    @contextmanager
    def adding(self, names: Iterable[str]) -> Iterator[None]:
        """From now on nothing that is recorded says these names; unless the block fails. Raises BesideUnusable."""
        known = self.known()
        new = {name: _as_row(_pseudonym()) for name in names if name not in known}
        added = self._beside.put(new) if new else frozenset()
        try:
            yield
        except BaseException:
            if added:
                self._beside.drop(added)
            raise

    def forget(self, name: str) -> str:
        """Forgets who has a pseudonym, and returns it. Raises KeyError for a name that is not known, BesideUnusable."""
        pseudonym = self.known()[name]
        self._beside.drop([name])
        return pseudonym

    def hidden(self, payload: bytes) -> bytes:
        """A payload with each value that is a known name as its pseudonym. Raises BesideUnusable."""
        self._refresh()
        return _swapped(payload, self._hiding)

    def told(self, state: bytes) -> bytes:
        """A stored state with each known pseudonym as the name. Raises BesideUnusable."""
        self._refresh()
        return _swapped(state, self._telling)

    def _refresh(self) -> None:
        with self._mutex:
            if (rows := self._beside.read()) is None:
                return
            try:
                known = {name: decoded(row, str) for name, row in rows.items()}
            except msgspec.MsgspecError as error:
                raise unreadable(self.place, error) from error
            pairs = [(_encode(name), _encode(pseudonym)) for name, pseudonym in known.items()]
            self._known, self._hiding = known, tuple(pairs)
            self._telling = tuple((pseudonym, name) for name, pseudonym in pairs)


def _pseudonym() -> str:
    return f"player-{''.join(choice(_LETTERS) for _ in range(_SIZE))}"


def _as_row(pseudonym: str) -> Raw:
    return Raw(_encode(pseudonym))


def _swapped(text: bytes, swaps: _Swaps) -> bytes:
    for one, other in swaps:
        text = (
            text.replace(b":" + one, b":" + other).replace(b"," + one, b"," + other).replace(b"[" + one, b"[" + other)
        )
    return text
