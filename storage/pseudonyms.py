"""People's names beside a store, so that records need not hold them: entries say a pseudonym, and nothing that is hashed, signed,
exported or copied says more.

They lie beside the store, name -> pseudonym: in `<store>.names`, readable by its owner alone, or in a table of the server. Who
reads the store together with them sees the names; without them, and after a name was forgotten, the pseudonym. A name stands for
one person throughout a store: from the time that it is known there, nothing that is recorded says it.

A pseudonym is a commitment to the name: its letters follow from the name and a salt that lies beside it. So nobody can put another
name behind what was recorded, and without the salt, once it is forgotten, no name can be tried.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from secrets import token_urlsafe
from threading import Lock
from types import MappingProxyType
from typing import Final, TypeAlias, cast

import msgspec
from msgspec import Raw, Struct

from domain.decoding import decoded
from storage.beside import Beside, unreadable

_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_PREFIX: Final = "player-"
_SIZE: Final = 12
_UNBOUND: Final = 8
"""Letters of older pseudonyms, which were drawn at random: nothing binds their names."""


class _Bound(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies beside a name."""

    pseudonym: str
    salt: str


_ROW: Final = cast("type[_Bound | str]", _Bound | str)
"""What lies beside a name: of an older program the pseudonym alone."""
_Swaps: TypeAlias = tuple[tuple[bytes, bytes], ...]
"""JSON strings, and what stands in their place."""

_encode: Final = msgspec.json.encode


class Pseudonyms:
    """The names of one store. What another program changes is read again."""

    def __init__(self, beside: Beside) -> None:
        self._beside = beside
        self._mutex = Lock()
        self._known: dict[str, str] = {}
        self._forged: frozenset[str] = frozenset()
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

    def forged(self) -> frozenset[str]:
        """The pseudonyms behind which other names were put than those that they were made of. Raises BesideUnusable."""
        self._refresh()
        return self._forged

    @contextmanager
    def adding(self, names: Iterable[str]) -> Iterator[None]:
        """From now on nothing that is recorded says these names; unless the block fails. Raises BesideUnusable."""
        known = self.known()
        new = {name: _new_row(name) for name in names if name not in known}
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
                found = {name: decoded(row, _ROW) for name, row in rows.items()}
            except msgspec.MsgspecError as error:
                raise unreadable(self.place, error) from error
            known = {name: row if isinstance(row, str) else row.pseudonym for name, row in found.items()}
            self._forged = frozenset(known[name] for name, row in found.items() if not _is_of(name, row))
            pairs = [(_encode(name), _encode(pseudonym)) for name, pseudonym in known.items()]
            self._known, self._hiding = known, tuple(pairs)
            self._telling = tuple((pseudonym, name) for name, pseudonym in pairs)


def _pseudonym(name: str, salt: str) -> str:
    number, letters = int.from_bytes(sha256(f"{salt}\0{name}".encode()).digest()), ""
    for _ in range(_SIZE):
        number, place = divmod(number, len(_LETTERS))
        letters += _LETTERS[place]
    return f"{_PREFIX}{letters}"


def _new_row(name: str) -> Raw:
    salt = token_urlsafe(16)
    return Raw(_encode(_Bound(_pseudonym(name, salt), salt)))


def _is_of(name: str, row: _Bound | str) -> bool:
    """Whether a pseudonym was made of a name, as far as that can be told."""
    if isinstance(row, str):
        return len(row) == len(_PREFIX) + _UNBOUND
    return row.pseudonym == _pseudonym(name, row.salt)


def _swapped(text: bytes, swaps: _Swaps) -> bytes:
    for one, other in swaps:
        text = (
            text.replace(b":" + one, b":" + other).replace(b"," + one, b"," + other).replace(b"[" + one, b"[" + other)
        )
    return text
