import msgspec
import pytest

from domain.chain import first_head, next_head, payload_digest, write_head
from domain.match import Annotated, Envelope
from domain.registry import UnknownGame
from storage.errors import StoreTooNew
from storage.records import UNREADABLE, Codecs, encode_entry, head_after, parse_topic, seal, split, unchanged
from tests.storage.tables import TOPIC, find_game, sealed_match

CODECS = Codecs(find_game)
START = write_head(first_head("m"))


def a_note(text: str = "seen") -> Annotated:
    return Annotated(about=1, text=text)


def envelope(version: int = 1) -> Envelope:
    return Envelope("m", version, f"c{version}", 1_750_000_000_000_000, by="ada")


def test_state_is_one_json_object_in_fixed_order():
    """A stored state is a JSON object of envelope, payload, salt and head, in this order, with no spaces."""
    state = seal(TOPIC, envelope(), a_note(), START, salt="s" * 16).state
    assert list(msgspec.json.decode(state)) == ["envelope", "payload", "salt", "head"]
    assert state.startswith(b'{"envelope":{"match":"m","version":1,')
    assert b'"salt":"ssssssssssssssss"' in state


def test_sealed_entry_is_what_is_read_back():
    """Every entry of a match reads back from its bytes as the entry that was sealed."""
    for sealed in sealed_match():
        assert CODECS.decode(sealed.topic, sealed.state) == sealed.entry


def test_today_s_entries_encode_to_their_stored_bytes():
    """Encoding an entry of the current schema anew gives the stored bytes."""
    assert all(encode_entry(s.entry) == s.state for s in sealed_match())


def test_head_follows_the_chain():
    """The head covers the previous head, topic, envelope bytes and the salted payload digest."""
    sealed = seal(TOPIC, envelope(), a_note(), START, salt="s" * 16)
    parts = split(sealed.state)
    digest = payload_digest("s" * 16, bytes(parts.payload))
    assert sealed.entry.head == write_head(next_head(first_head("m"), TOPIC, bytes(parts.envelope), digest))
    assert write_head(head_after(first_head("m"), TOPIC, parts)) == sealed.entry.head


def test_salts_differ():
    """Two sealings of the same entry have different salts of 11 characters, so equal payloads cannot be told from digests."""
    first, second = (seal(TOPIC, envelope(), a_note(), START) for _ in range(2))
    assert first.entry.salt != second.entry.salt
    assert len(first.entry.salt) == 11
    assert first.entry.head != second.entry.head


def test_same_salt_same_bytes():
    """Nothing but the salt is random."""
    first, second = (seal(TOPIC, envelope(), a_note(), START, salt="s" * 16) for _ in range(2))
    assert first == second


def test_head_must_be_a_head():
    """Sealing onto something that is no head is refused."""
    with pytest.raises(ValueError, match="not a head"):
        seal(TOPIC, envelope(), a_note(), "xyz")


def old_bytes() -> bytes:
    """An entry of an invented schema 1, in which a note was called `remark` and its text `words`."""
    sealed = seal("high_card/1", envelope(), a_note(), START, salt="s" * 16)
    return sealed.state.replace(b'"kind":"annotated"', b'"kind":"remark"').replace(b'"text":', b'"words":')


def lift(tree: dict[str, object]) -> dict[str, object]:
    payload = dict(tree["payload"])
    payload["kind"] = "annotated"
    payload["text"] = payload.pop("words")
    return {**tree, "payload": payload}


def shout(tree: dict[str, object]) -> dict[str, object]:
    return {**tree, "payload": {**tree["payload"], "text": tree["payload"]["text"].upper()}}


def test_old_schema_is_lifted():
    """An entry of an older schema is lifted by the upcasters from its schema on, in order; its bytes stay."""
    codecs = Codecs(find_game, {"high_card": (lift, shout)})
    assert codecs.topic("high_card") == "high_card/3"
    assert codecs.decode("high_card/1", old_bytes()).payload == a_note("SEEN")
    lifted_once = old_bytes().replace(b"remark", b"annotated").replace(b'"words"', b'"text"')
    assert codecs.decode("high_card/2", lifted_once).payload == a_note("SEEN")
    assert codecs.decode("high_card/3", lifted_once).payload == a_note("seen")


def test_old_schema_is_not_read_as_a_list():
    """The list decoder is for the current schema alone."""
    with pytest.raises(LookupError):
        Codecs(find_game, {"high_card": (lift,)}).decode_list("high_card/1", "high_card/1", b"[]")


def test_mend_c2_a_schema_is_raised_without_lifting():
    """A step that changes nothing leaves entries of both schemas to one decoder, also as one list; what really lifts does not."""
    states = b"[" + b",".join(sealed.state for sealed in sealed_match()) + b"]"
    entries = [sealed.entry for sealed in sealed_match()]
    assert CODECS.topic("high_card") == "high_card/2"
    for first, last in (("high_card/1", "high_card/1"), ("high_card/1", "high_card/2"), ("high_card/2", "high_card/2")):
        assert CODECS.decode_list(first, last, states) == entries
    lifting = Codecs(find_game, {"high_card": (unchanged, lift, unchanged)})
    assert lifting.topic("high_card") == "high_card/4"
    assert lifting.decode_list("high_card/3", "high_card/4", states) == entries
    for first, last in (("high_card/2", "high_card/4"), ("high_card/4", "high_card/5"), ("high_card/3", "low_card/3")):
        with pytest.raises(LookupError):
            lifting.decode_list(first, last, states)


def test_mend_c2_topics_are_compared_as_texts():
    """Texts order one-digit schemas alone: between `game/2` and `game/10` no list is read."""
    many = Codecs(find_game, {"high_card": (unchanged,) * 11})
    assert many.decode_list("high_card/10", "high_card/10", b"[]") == []
    with pytest.raises(LookupError):
        many.decode_list("high_card/10", "high_card/12", b"[]")


def test_mend_c2_an_older_program_says_that_a_newer_one_is_needed():
    """A program that knows schema 1 alone does not call an opening with a catalogue's name unreadable, but too new."""
    opening = sealed_match()[0]
    assert b'"catalogue_name":"' in opening.state
    with pytest.raises(StoreTooNew, match="high_card/2 need a newer Matchbook: this one knows high_card/1"):
        Codecs(find_game, {"high_card": ()}).decode(opening.topic, opening.state)


def test_newer_schema_asks_for_a_newer_program():
    """A schema that this program does not know is named, with what is needed."""
    with pytest.raises(StoreTooNew, match="high_card/3 need a newer Matchbook: this one knows high_card/2"):
        CODECS.decode("high_card/3", b"{}")


def test_unknown_game():
    """An entry of a game that is not installed says so."""
    with pytest.raises(UnknownGame, match="chess"):
        CODECS.decode("chess/1", b"{}")


@pytest.mark.parametrize("topic", ["", "high_card", "/1", "high_card/0", "high_card/x", "high_card/-1", "high_card/²"])
def test_what_is_no_topic(topic):
    """Text that is not `<game>/<schema>` is unreadable."""
    with pytest.raises(UNREADABLE):
        parse_topic(topic)
