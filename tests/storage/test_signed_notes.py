"""Signed notes: what is signed is read back, and whatever else is refused in one line."""

from base64 import b64decode
from random import Random

import pytest

from domain.chain import first_head, write_head
from storage.errors import NoteForged, NoteRejected
from storage.signed_notes import Checkpoint, PrivateKey, new_key, open_note, read_private_key, read_public_key, sign

DESK = PrivateKey("desk-1", bytes(range(32)))
OTHER = PrivateKey("desk-1", bytes(32))
MATCH = Checkpoint("hall", "7kq2m4xd9fra", 42, write_head(first_head("7kq2m4xd9fra")), "2026-03-14T15:09:26Z")
STORE = Checkpoint("hall", "", 0, write_head(first_head("s")), "2026-03-14T15:09:26Z")


@pytest.mark.parametrize("checkpoint", [MATCH, STORE], ids=["match", "store"])
def test_a_checkpoint_is_a_c2sp_signed_note(checkpoint):
    """Origin, size, root and time, an empty line, and `— name base64(key id ‖ signature)`; read back as it was
    signed."""
    note = sign(checkpoint, DESK)
    text, _, signature = note.decode().partition("\n\n")
    origin, size, root, time = text.split("\n")
    assert origin == ("matchbook/hall/7kq2m4xd9fra" if checkpoint is MATCH else "matchbook/hall")
    assert (size, len(b64decode(root)), time) == (str(checkpoint.entries), 32, "time 2026-03-14T15:09:26Z")
    dash, name, data = signature.split(" ")
    assert (dash, name, b64decode(data)[:4], len(b64decode(data))) == ("—", "desk-1", DESK.public.id, 68)
    assert open_note(note, [OTHER.public, DESK.public]) == (checkpoint, DESK.public)


def test_keys_and_notes_of_other_programs():
    """A new key signs, and is restored from its text; so is its public half. The published example of Go's note package
    is checked: its key is read, its signature fits, its text is not a checkpoint; with a word altered it is a
    forgery."""
    key = new_key("laptop")
    assert read_private_key(key.written()) == key
    assert read_public_key(str(key.public)) == key.public
    assert new_key("laptop") != key
    key = read_public_key("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")
    note = """If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
"""
    with pytest.raises(NoteRejected, match="not a checkpoint"):
        open_note(note.encode(), [key])
    with pytest.raises(NoteForged):
        open_note(note.replace("cryptography", "Cryptography").encode(), [key])


@pytest.mark.parametrize("checkpoint", [MATCH, STORE], ids=["match", "store"])
def test_every_byte_of_a_note_that_is_changed_is_found(checkpoint):
    """Any byte replaced, left out or doubled: the note is refused."""
    note, rng = sign(checkpoint, DESK), Random(7)
    for place, byte in enumerate(note):
        others = {byte ^ 1, byte ^ 32, rng.randrange(32, 127), rng.randrange(256), ord("0"), ord("\n")} - {byte}
        forged = [note[:place] + bytes([other]) + note[place + 1 :] for other in others]
        forged += [note[:place] + note[place + 1 :], note[: place + 1] + note[place:]]
        for data in forged:
            if data != note:
                with pytest.raises((NoteForged, NoteRejected)):
                    open_note(data, [DESK.public])


def test_a_note_signed_by_somebody_else_is_no_witness():
    """A key that is not known is passed over, one that bears a known name too; a known one that does not fit is a
    forgery."""
    note = sign(MATCH, OTHER)
    with pytest.raises(NoteRejected, match="desk-1, a key that is not trusted here"):
        open_note(note, [DESK.public])
    text = MATCH.text.replace("42", "43")
    forged = sign(MATCH, DESK).decode().replace(MATCH.text, text).encode()
    with pytest.raises(NoteForged, match="desk-1 did not sign this"):
        open_note(forged, [DESK.public])
    both = sign(MATCH, OTHER) + sign(MATCH, DESK).partition(b"\n\n")[2]
    assert open_note(both, [DESK.public])[1] == DESK.public


NO_NOTES = {
    "nothing": b"",
    "no text": b"\xff\xfe",
    "a file": b'{"format":"matchbook"}\n',
    "no signature": MATCH.text.encode() + b"\n",
    "no end": sign(MATCH, DESK)[:-1],
    "carriage returns": sign(MATCH, DESK).replace(b"\n", b"\r\n"),
    "too long": MATCH.text.encode() + b"\n" + sign(MATCH, DESK).partition(b"\n\n")[2] * 100,
    "a dash of another kind": sign(MATCH, DESK).replace("—".encode(), b"-"),
}


@pytest.mark.parametrize("what", NO_NOTES)
def test_what_is_no_note_is_refused_in_one_line(what):
    """G15: a clear line whatever the bytes."""
    with pytest.raises(NoteRejected, match=r"no(t a)? signed note") as refused:
        open_note(NO_NOTES[what], [DESK.public])
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        MATCH.text.replace("matchbook/", "example.com/"),
        MATCH.text.replace("hall", "ha ll"),
        MATCH.text.replace("42", "042"),
        MATCH.text.replace("42", "-1"),
        MATCH.text.replace("42", "٤٢"),
        MATCH.text.replace("42", "9" * 5000),
        MATCH.text.replace("time ", "Time "),
        MATCH.text + "more\n",
        MATCH.text.replace("7kq2m4xd9fra", "7kq2m4xd9fra/1"),
        "hello\n",
    ],
)
def test_a_note_that_is_signed_and_no_checkpoint_is_refused(text):
    """A device that signs other things too does not testify of a match with them."""

    class Other(Checkpoint, frozen=True):
        @property
        def text(self) -> str:
            return text

    with pytest.raises(NoteRejected, match="not a checkpoint of a match or store"):
        open_note(sign(Other("hall", "m", 1, MATCH.head, ""), DESK), [DESK.public])


@pytest.mark.parametrize("venue", ["", "a/b", "a b", "a\nb", "ü", "x" * 65])
def test_what_an_origin_cannot_hold_is_not_signed(venue):
    """A venue or a match that would read as something else is refused."""
    for checkpoint in (Checkpoint(venue, "m", 1, MATCH.head, ""), Checkpoint("hall", venue or "-", 1, MATCH.head, "")):
        with pytest.raises(NoteRejected, match="cannot be used in a checkpoint"):
            sign(checkpoint, DESK)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "a+b+c",
        "desk-1+00000000+" + str(DESK.public).rpartition("+")[2],
        str(DESK.public) + " ",
        str(DESK.public)[:-4],
        DESK.written(),
        "a b+" + str(DESK.public)[7:],
    ],
)
def test_what_is_no_key_is_refused_without_showing_a_private_one(text):
    """One line; and who pastes the private key does not find it in a log."""
    with pytest.raises(NoteRejected) as refused:
        read_public_key(text)
    assert "\n" not in str(refused.value)
    assert DESK.written().rpartition("+")[2] not in str(refused.value)
