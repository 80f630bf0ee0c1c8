"""People's names, kept beside a store: entries, hashes, signatures, exports and copies contain only pseudonyms.

The table name -> pseudonym is the file `<store>.names`, readable only by its owner, or a table of the server. Readers
of the store with this table see names; without it, or after a name was forgotten, they see the pseudonym. A name means
the same person throughout a store: once it is in the table, new records contain only the pseudonym.

A pseudonym is a commitment to the name: its letters are derived from the name and a salt in the table. So another name
behind a recorded pseudonym is detected. After the salt is deleted, nobody can find out by trying names who a pseudonym
was."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from secrets import token_urlsafe
from threading import Lock
from types import MappingProxyType
from typing import Final, TypeAlias, cast

import msgspec
from msgspec import Raw, Struct

from domain.decoding import decoded
from storage.sidecar import Sidecar, unreadable

_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_PREFIX: Final = "player-"
_SIZE: Final = 12
_UNBOUND: Final = 8
"""Letters of older pseudonyms, which were drawn at random and are not bound to their names."""


class _Bound(Struct, frozen=True, forbid_unknown_fields=True):
    """The row stored for a name."""

    pseudonym: str
    salt: str


_ROW: Final = cast("type[_Bound | str]", _Bound | str)
"""The stored row for a name; older programs stored only the pseudonym."""
_Swaps: TypeAlias = tuple[tuple[bytes, bytes], ...]
"""JSON strings and their replacements."""
_STRING: Final = rb'"(?:[^"\\]|\\.)*"'
_VIOLATIONS: Final = re.compile(rb'"violations":\[(?:[^\]"]|' + _STRING + rb")*\]")
_KEPT: Final = "surrogateescape"
"""Bytes that are not valid text stay unchanged; the reader of the entry reports them as damage."""
_TEXT: Final = re.compile(rb'"text":' + _STRING)

_encode: Final = msgspec.json.encode


class Pseudonyms:
    """The names of one store. Changes by other programs are read again."""

    def __init__(self, sidecar: Sidecar) -> None:
        self._beside = sidecar
        self._mutex = Lock()
        self._known: dict[str, str] = {}
        self._forged: frozenset[str] = frozenset()
        self._hiding: _Swaps = ()
        self._telling: _Swaps = ()

    @property
    def place(self) -> str:
        """The path or table of the names."""
        return self._beside.place

    def known(self) -> Mapping[str, str]:
        """Name -> pseudonym. Raises SidecarUnusable."""
        self._refresh()
        return MappingProxyType(self._known)

    def forged(self) -> frozenset[str]:
        """Return the pseudonyms whose names in the table are not those that they were derived from. Raises
        SidecarUnusable."""
        self._refresh()
        return self._forged

    @contextmanager
    def adding(self, names: Iterable[str]) -> Iterator[None]:
        """Replace these names in all later records, unless the block fails. Raises SidecarUnusable."""
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
        """Forget a name, and return its pseudonym. Raises KeyError for an unknown name, SidecarUnusable."""
        pseudonym = self.known()[name]
        self._beside.drop([name])
        return pseudonym

    def hidden(self, payload: bytes) -> bytes:
        """Return a payload with known names replaced by pseudonyms, in values and in texts of violations. Raises
        SidecarUnusable."""
        return self.hiding()(payload)

    def hiding(self) -> Callable[[bytes], bytes]:
        """Return a function that does this for many payloads, with the names known now. Raises SidecarUnusable."""
        self._refresh()
        swaps = self._hiding
        return lambda payload: _swapped(payload, swaps)

    def with_names(self, state: bytes) -> bytes:
        """Return a stored state with known pseudonyms replaced by names. Raises SidecarUnusable."""
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
    """Return False if a pseudonym was not derived from a name. Older random pseudonyms cannot be checked and count as
    True."""
    if isinstance(row, str):
        return len(row) == len(_PREFIX) + _UNBOUND
    return row.pseudonym == _pseudonym(name, row.salt)


def _swapped(text: bytes, swaps: _Swaps) -> bytes:
    for one, other in swaps:
        text = (
            text.replace(b":" + one, b":" + other).replace(b"," + one, b"," + other).replace(b"[" + one, b"[" + other)
        )
    # Texts of violations contain names written by the rules. Other texts are written by people and stay unchanged.
    if swaps and b'"violations"' in text:
        text = _VIOLATIONS.sub(lambda found: _TEXT.sub(lambda part: _words_swapped(part[0], swaps), found[0]), text)
    return text


def _words_swapped(text: bytes, swaps: _Swaps) -> bytes:
    """Replace whole words in a JSON string, the longest first."""
    words = {one[1:-1].decode(): other[1:-1].decode() for one, other in swaps}
    either = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{either})(?!\w)", lambda found: words[found[0]], text.decode(errors=_KEPT)).encode(
        errors=_KEPT
    )
