"""The keys of a device: private signing keys, one file each, and trusted public keys, one line each.

<folder>/desk-1.key      PRIVATE+KEY+desk-1+…, readable only by its owner, never overwritten
<folder>/trusted.keys    desk-1+2f0c9a11+AbCd… [until 2027-12-31]
"""

import os
import re
from datetime import date
from pathlib import Path
from typing import Final

from msgspec import Struct

from service.errors import UsageProblem
from service.outputs import whole_file
from service.resources import read_text
from storage.errors import NoteRejected
from storage.signed_notes import (
    NAME,
    Checkpoint,
    PrivateKey,
    PublicKey,
    new_key,
    open_note,
    read_private_key,
    read_public_key,
)

_LINE: Final = re.compile(r"(\S+)(?: until (\S+))?")


class TrustedKey(Struct, frozen=True):
    """A key whose signatures count."""

    name: str
    key: str
    """The public key in C2SP's verifier key format."""
    until: str
    """The last day on which it may sign, `2027-12-31`; empty: it does not expire."""
    own: bool
    """True if this device has the private key."""


class KeyRing:
    """The keys in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._trusted = folder / "trusted.keys"

    def trusted(self) -> tuple[TrustedKey, ...]:
        """The keys that are trusted, by name. Raises UnreadableFile, NoteRejected."""
        found = []
        for number, line in enumerate(read_text(self._trusted).splitlines() if self._trusted.exists() else (), start=1):
            parts = _LINE.fullmatch(line)
            try:
                key = read_public_key(parts[1] if parts else line)
                until = _day(parts[2]) if parts and parts[2] else ""
            except (NoteRejected, UsageProblem) as error:
                raise NoteRejected(f"{self._trusted}, line {number}: {error}") from None
            found.append(TrustedKey(key.name, str(key), until, self._private(key.name).exists()))
        return tuple(sorted(found, key=lambda key: key.name))

    def new(self, name: str, until: str = "") -> TrustedKey:
        """Create a key for this device, and trust it. Raises UsageProblem if a key with this name exists."""
        if not NAME.fullmatch(name):
            raise UsageProblem(f"{name!r} cannot name a key: up to 64 of A-Z a-z 0-9 . _ -, a letter or digit first")
        key = new_key(name)
        self._expect_no_other(key.public)
        until = _day(until) if until else ""
        path = self._private(name)
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(key.written() + "\n")
        except FileExistsError:
            raise UsageProblem(
                f"{path} is there already, and a key is never written over; choose another name"
            ) from None
        except OSError as error:
            raise UsageProblem(f"{path} cannot be written: {error.strerror}") from None
        return self.trust(str(key.public), until)

    def trust(self, text: str, until: str = "") -> TrustedKey:
        """Trust a verifier key, or change its last day. Raises NoteRejected, UsageProblem."""
        key, until = read_public_key(text), _day(until) if until else ""
        self._expect_no_other(key)
        added = TrustedKey(key.name, text, until, self._private(key.name).exists())
        kept = sorted((*(one for one in self.trusted() if one.key != text), added), key=lambda one: one.name)
        lines = [one.key + (f" until {one.until}" if one.until else "") for one in kept]
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise UsageProblem(f"{self.folder} cannot be made: {error.strerror}") from None
        with whole_file(self._trusted, replace=True) as part:
            part.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return added

    def signing(self, name: str, day: str) -> PrivateKey:
        """Return this device's private key for signing on a day: the named one, or the only one. Raises UsageProblem."""
        own = [key for key in self.trusted() if key.own and name in ("", key.name)]
        if not own:
            raise UsageProblem(f"no key {name or 'on this device'}; `matchbook keys new {name or 'NAME'}` makes one")
        if len(own) > 1:
            raise UsageProblem(f"several keys are on this device: {', '.join(k.name for k in own)}; give --key NAME")
        [key] = own
        if key.until and day > key.until:
            raise UsageProblem(f"the key {key.name} expired on {key.until}; `matchbook keys new NAME` makes another")
        path = self._private(key.name)
        private = read_private_key(read_text(path).removesuffix("\n"))
        if str(private.public) != key.key:
            raise UsageProblem(f"{path} is not the key that is trusted as {key.name}; make one of another name")
        return private

    def open(self, data: bytes) -> tuple[Checkpoint, TrustedKey]:
        """Return a signed note's content and signer.

        Raises NoteRejected for a malformed note, or keys that are not trusted or had expired; NoteForged.
        """
        trusted = {one.key: one for one in self.trusted()}
        checkpoint, key = open_note(data, [read_public_key(text) for text in trusted])
        found = trusted[str(key)]
        if found.until and checkpoint.signed[:10] > found.until:
            raise NoteRejected(
                f"signed on {checkpoint.signed[:10]}, after the key {found.name} expired on {found.until}"
            )
        return checkpoint, found

    def _private(self, name: str) -> Path:
        return self.folder / f"{name}.key"

    def _expect_no_other(self, key: PublicKey) -> None:
        """Raise UsageProblem if another key with the same name is trusted, because people identify keys by name."""
        for one in self.trusted():
            if one.name == key.name and one.key != str(key):
                raise UsageProblem(f"another key is trusted as {key.name}; a new key needs a name of its own")


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise UsageProblem(f"{text!r} is not a date; write it as 2027-12-31") from None
