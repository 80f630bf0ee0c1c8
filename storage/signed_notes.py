"""Checkpoints as C2SP signed notes: a device's signed statement about a record, kept outside the record.

    matchbook/<venue>/<match id>                    origin; of a whole store `matchbook/<venue>`
    42                                              how many entries
    3q2+7w…=                                        the head after them, in standard base64
    time 2026-03-14T15:09:26Z                       when it was signed, by the device's clock

    — <key name> <base64 of key id ‖ signature>     Ed25519 over the text before the blank line

A key is identified by its name and its id: the first four bytes of SHA-256(name ‖ 0A ‖ 01 ‖ public key). Signatures of
unknown keys are ignored; an invalid signature of a known key is a forgery."""

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from domain.chain import read_head, write_head
from storage.errors import NoteForged, NoteRejected

_ED25519: Final = b"\x01"
_PRIVATE: Final = "PRIVATE+KEY+"
MAX_NOTE_BYTES: Final = 10_000
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
"""Allowed names of keys, venues and matches: easy to type, and valid in an origin and as a file name."""
_SIGNATURE: Final = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+=*)")
_TIME: Final = re.compile(r"time (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)")


class PublicKey(Struct, frozen=True):
    """A key that signatures are checked with."""

    name: str
    key: bytes

    @property
    def id(self) -> bytes:
        """Return four bytes that distinguish it from other keys with the same name."""
        return sha256(self.name.encode() + b"\n" + _ED25519 + self.key).digest()[:4]

    def __str__(self) -> str:
        """Return the key in C2SP's verifier key format: `name+id+base64`."""
        return f"{self.name}+{self.id.hex()}+{b64encode(_ED25519 + self.key).decode()}"


class PrivateKey(Struct, frozen=True):
    """A key of this device, which signs."""

    name: str
    seed: bytes

    @property
    def public(self) -> PublicKey:
        """The public key with which others verify its signatures."""
        return PublicKey(self.name, self._key.public_key().public_bytes_raw())

    @property
    def _key(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.seed)

    def sign(self, text: bytes) -> bytes:
        """Return the signature of a text: 64 bytes."""
        return self._key.sign(text)

    def written(self) -> str:
        """The stored form: `PRIVATE+KEY+name+id+base64`."""
        return f"{_PRIVATE}{self.name}+{self.public.id.hex()}+{b64encode(_ED25519 + self.seed).decode()}"


class Checkpoint(Struct, frozen=True):
    """The content of a verified signed note."""

    venue: str
    match: str
    """Empty: the whole store."""
    entries: int
    head: str
    """As `domain.chain.write_head` writes it."""
    signed: str
    """Time of signing, as `2026-03-14T15:09:26Z`."""

    @property
    def text(self) -> str:
        """Return the text that is signed."""
        origin = f"matchbook/{self.venue}/{self.match}".removesuffix("/")
        return f"{origin}\n{self.entries}\n{b64encode(read_head(self.head)).decode()}\ntime {self.signed}\n"


def new_key(name: str) -> PrivateKey:
    """Create a random key."""
    return PrivateKey(name, Ed25519PrivateKey.generate().private_bytes_raw())


def read_private_key(text: str) -> PrivateKey:
    """A key that `PrivateKey.written` wrote. Raises NoteRejected."""
    parts = _parts(text.removeprefix(_PRIVATE))
    if parts is None or PrivateKey(*parts).written() != text:
        raise NoteRejected("not a private key, or a damaged one")  # without repeating its text, which may be secret
    return PrivateKey(*parts)


def read_public_key(text: str) -> PublicKey:
    """A verifier key. Raises NoteRejected."""
    if text.startswith(_PRIVATE):
        raise NoteRejected("that is a private key, which must stay secret; `matchbook keys list` shows the public ones")
    parts = _parts(text)
    if parts is None:
        raise NoteRejected(f"{text[:80]!r} is not a verifier key: name+id+base64 expected, of an Ed25519 key")
    if str(PublicKey(*parts)) != text:
        raise NoteRejected(f"{text[:80]!r}: its id does not match its key; it was copied wrongly")
    return PublicKey(*parts)


def _parts(text: str) -> tuple[str, bytes] | None:
    """Parse the name and bytes of a key; its id is not checked."""
    name, _, rest = text.partition("+")
    data = _decoded(rest.partition("+")[2])
    return (name, data[1:]) if NAME.fullmatch(name) and len(data) == 33 and data[:1] == _ED25519 else None


def _decoded(text: str) -> bytes:
    """Decode canonical standard base64; return empty bytes for any other text."""
    try:
        data = b64decode(text.encode("ascii"), validate=True)
    except ValueError:
        return b""
    return data if b64encode(data).decode() == text else b""


def sign(checkpoint: Checkpoint, key: PrivateKey) -> bytes:
    """Return the signed note. Raises NoteRejected if the name of the venue or match is not allowed in an origin."""
    for name in filter(None, (checkpoint.venue or "?", checkpoint.match)):
        if not NAME.fullmatch(name):
            raise NoteRejected(
                f"{name!r} cannot be used in a checkpoint: up to 64 characters from A-Z a-z 0-9 . _ - are allowed"
            )
    text = checkpoint.text
    signature = b64encode(key.public.id + key.sign(text.encode())).decode()
    return f"{text}\n— {key.name} {signature}\n".encode()


def open_note(data: bytes, known: Sequence[PublicKey]) -> tuple[Checkpoint, PublicKey]:
    """Verify a note; return its content and the known key that signed it.

    Raises NoteRejected for an invalid checkpoint or unknown keys, NoteForged if a known key did not sign this text.
    """
    text, signatures = _taken_apart(data)
    found = None
    for name, signature in signatures:
        for key in known:
            if key.name == name and key.id == signature[:4]:
                try:
                    Ed25519PublicKey.from_public_bytes(key.key).verify(signature[4:], text.encode())
                except InvalidSignature:
                    raise NoteForged(f"forged or altered: {name} did not sign this") from None
                found = found or key
    if found is None:
        names = ", ".join(dict.fromkeys(name for name, _ in signatures))
        raise NoteRejected(
            f"signed by {names}, a key that is not trusted here; `matchbook keys trust KEY` with the key from its owner"
        )
    return _checkpoint(text), found


def _taken_apart(data: bytes) -> tuple[str, list[tuple[str, bytes]]]:
    """Split a note into its text and its signatures. Raises NoteRejected."""
    try:
        text, blank, signed = data.decode().rpartition("\n\n")
    except UnicodeDecodeError:
        raise NoteRejected("not a signed note: it is not UTF-8 text") from None
    *lines, end = signed.split("\n")
    if not (blank and lines) or end or len(data) > MAX_NOTE_BYTES:
        raise NoteRejected(
            "not a signed note: text, an empty line and signatures are expected, each line ending with a line break"
        )
    signatures = []
    for line in lines:
        found = _SIGNATURE.fullmatch(line)
        signature = _decoded(found[2]) if found else b""
        if not found or len(signature) != 68:
            raise NoteRejected(f"not a signed note: {line[:80]!r} is not an Ed25519 signature")
        signatures.append((found[1], signature))
    return text + "\n", signatures


def _checkpoint(text: str) -> Checkpoint:
    """Parse the text of a checkpoint. Raises NoteRejected for other kinds of notes."""
    lines = text.split("\n")
    origin = lines[0].split("/")
    time = _TIME.fullmatch(lines[3]) if len(lines) == 5 else None
    if time is None or len(origin) not in (2, 3) or not lines[1].isdecimal():
        raise NoteRejected("a signed note, but not a checkpoint of a match or store")
    root = _decoded(lines[2])
    checkpoint = Checkpoint(origin[1], "".join(origin[2:]), int(lines[1][:18]), write_head(root), time[1])
    if len(root) != 32 or not all(map(NAME.fullmatch, origin)) or checkpoint.text != text:
        raise NoteRejected("a signed note, but not a checkpoint of a match or store")
    return checkpoint
