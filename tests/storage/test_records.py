from dataclasses import replace

import msgspec
import pytest

from domain.chain import first_head, next_head, payload_digest, write_head
from domain.entries import Annotated, Envelope
from domain.registry import UnknownGame
from domain.upcasting import Upcaster, parse_topic
from storage.errors import StoreTooNew
from storage.records import UNREADABLE, Codecs, encode_entry, head_after, seal, split
from tests.storage.tables import TOPIC, find_game, sealed_match

CODECS = Codecs(find_game)
START = write_head(first_head("m"))


def a_note(text: str = "seen") -> Annotated:
    return Annotated(about=1, text=text)


def envelope(version: int = 1) -> Envelope:
    return Envelope("m", version, f"c{version}", 1_750_000_000_000_000, by="ada")


def test_sealed_entries_read_back():
    """A stored state is a JSON object of envelope, payload, salt and head, in this order, with no spaces. Every entry of a match
    reads back from its bytes as it was sealed; one of the current schema encodes to them again."""
    state = seal(TOPIC, envelope(), a_note(), START, salt="s" * 16).state
    assert list(msgspec.json.decode(state)) == ["envelope", "payload", "salt", "head"]
    assert state.startswith(b'{"envelope":{"match":"m","version":1,')
    assert b'"salt":"ssssssssssssssss"' in state
    for sealed in sealed_match():
        assert CODECS.decode(sealed.topic, sealed.state) == sealed.entry
    assert all(encode_entry(s.entry) == s.state for s in sealed_match())


def test_head_follows_the_chain():
    """The head covers the previous head, topic, envelope bytes and the salted payload digest."""
    sealed = seal(TOPIC, envelope(), a_note(), START, salt="s" * 16)
    parts = split(sealed.state)
    digest = payload_digest("s" * 16, bytes(parts.payload))
    assert sealed.entry.head == write_head(next_head(first_head("m"), TOPIC, bytes(parts.envelope), digest))
    assert write_head(head_after(first_head("m"), TOPIC, parts)) == sealed.entry.head


def test_salts_differ():
    """Two sealings of the same entry have different salts of 11 characters, so equal payloads cannot be recognised by digests; the
    rest is not random. Sealing onto an invalid head is refused."""
    first, second = (seal(TOPIC, envelope(), a_note(), START) for _ in range(2))
    assert first.entry.salt != second.entry.salt
    assert len(first.entry.salt) == 11
    assert first.entry.head != second.entry.head
    first, second = (seal(TOPIC, envelope(), a_note(), START, salt="s" * 16) for _ in range(2))
    assert first == second
    with pytest.raises(ValueError, match="not a head"):
        seal(TOPIC, envelope(), a_note(), "xyz")


def old_draw(schema: int) -> bytes:
    """An entry with a command and an event as they were stored in an invented past: `draw` said `seat` in schema 2, `who` in 3,
    and its event bore another name."""
    acted = next(one for one in sealed_match() if one.state.find(b'"type":"draw"') > 0)
    field = {2: b'"seat":', 3: b'"who":'}[schema]
    old = acted.state.replace(b'"type":"draw","player":', b'"type":"draw",' + field)
    assert old != acted.state
    return old.replace(b'"type":"cards_drawn"', b'"type":"cards_taken"') if schema == 2 else old


def first_lift(tree: dict[str, object]) -> dict[str, object]:
    if tree["type"] == "draw":
        tree["who"] = tree.pop("seat")
    return {**tree, "type": "cards_drawn"} if tree["type"] == "cards_taken" else tree


def second_lift(tree: dict[str, object]) -> dict[str, object]:
    if tree["type"] == "draw":
        tree["player"] = tree.pop("who")
    return tree


def lifting(*upcasters: Upcaster) -> Codecs:
    return Codecs(lambda name: replace(find_game(name), upcasters=upcasters))


def test_old_schema_is_lifted():
    """An entry of an older schema is lifted by the game's lifts from its schema on, in order."""
    codecs = lifting(first_lift, second_lift)
    assert codecs.topic("high_card") == "high_card/4"
    today = next(one.entry for one in sealed_match() if one.state.find(b'"type":"draw"') > 0)
    assert codecs.decode("high_card/2", old_draw(2)) == today
    assert codecs.decode("high_card/3", old_draw(3)) == today
    for topic, state in (("high_card/4", old_draw(3)), ("high_card/3", old_draw(2))):
        with pytest.raises(UNREADABLE):
            codecs.decode(topic, state)


def test_old_schema_is_not_read_as_a_list():
    """The list decoder is for entries that are read as they are: those of today's schema, and of schema 1 without lifts, whatever
    order their topics have as texts."""
    states = b"[" + b",".join(sealed.state for sealed in sealed_match()) + b"]"
    entries = [sealed.entry for sealed in sealed_match()]
    assert CODECS.topic("high_card") == "high_card/2"
    for first, last in (("high_card/1", "high_card/1"), ("high_card/1", "high_card/2"), ("high_card/2", "high_card/2")):
        assert CODECS.decode_list((first, last), states) == entries
    codecs = lifting(first_lift)
    assert codecs.decode_list(("high_card/3",), states) == entries
    for first, last in (("high_card/2", "high_card/3"), ("high_card/3", "high_card/4"), ("high_card/3", "low_card/3")):
        with pytest.raises(LookupError):
            codecs.decode_list((first, last), states)
    many = lifting(*(first_lift,) * 9)
    assert many.decode_list(("high_card/11",), b"[]") == []
    with pytest.raises(LookupError):
        many.decode_list(("high_card/11", "high_card/12"), b"[]")


@pytest.mark.parametrize("state", [b"{}", b"[]", b'{"payload":1}', b'{"payload":{"command":{"type":"draw"}}}', b"\xff"])
def test_what_cannot_be_lifted_is_unreadable(state: bytes):
    """Bytes that were never of that schema are unreadable, whatever a lift makes of them."""
    with pytest.raises(UNREADABLE):
        lifting(first_lift).decode("high_card/2", state)


def test_entries_of_other_programs():
    """A schema that the game does not know yet is named, with the package that is needed: not Matchbook, where it is not ours. An
    entry of a game that is not installed says so."""
    with pytest.raises(StoreTooNew, match=r"high_card/3 need a newer High Card \(package tests.minigame\): this one"):
        CODECS.decode("high_card/3", b"{}")
    with pytest.raises(UnknownGame, match="chess"):
        CODECS.decode("chess/1", b"{}")


@pytest.mark.parametrize("topic", ["", "high_card", "/1", "high_card/0", "high_card/x", "high_card/-1", "high_card/²"])
def test_what_is_no_topic(topic):
    """Text that is not `<game>/<schema>` is unreadable."""
    with pytest.raises(UNREADABLE):
        parse_topic(topic)
