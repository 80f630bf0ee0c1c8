"""The chain: golden values, so that a fingerprint written on paper stays good for ever."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.chain import first_head, next_head, payload_digest, read_head, write_head


def test_golden_heads() -> None:
    """The heads of a small chain are what they were when it was first written. After another entry, or in another match, they
    differ."""
    head = first_head("m1")
    assert write_head(head) == "baq-SO6JZV9LKS4UfF1FKyywbMLDPDuGf8fq-3CO9Qw"
    head = next_head(head, "high_card/1", b'{"version":1}', payload_digest("salt", b'{"kind":"opened"}'))
    assert write_head(head) == "a24AcjMV0Uo7oUF3CXtf4-dRjkfQDwVaz7x1qKt7Qrw"
    head = next_head(head, "high_card/1", b'{"version":2}', payload_digest("tlas", b"{}"))
    assert write_head(head) == "OYKnSGIbmM5euzq0Jv39qTaAwo91DV_OnjCou2WVcR8"
    assert next_head(first_head("m"), *PARTS) != next_head(first_head("n"), *PARTS)


PARTS = ("topic", b"envelope", payload_digest("salt", b"payload"))


@pytest.mark.parametrize(
    "changed",
    [
        ("topiC", *PARTS[1:]),
        (PARTS[0], b"envelopE", PARTS[2]),
        (*PARTS[:2], payload_digest("salT", b"payload")),
        (*PARTS[:2], payload_digest("salt", b"payloaD")),
        ("topice", b"nvelope", PARTS[2]),
    ],
)
def test_every_part_counts(changed: tuple[str, bytes, bytes]) -> None:
    """Another topic, envelope, salt or payload gives another head; so does a shifted border between parts."""
    assert next_head(first_head("m"), *changed) != next_head(first_head("m"), *PARTS)


@given(st.binary(min_size=32, max_size=32))
def test_heads_read_back(head: bytes) -> None:
    """A head is 43 letters that name the same 32 bytes, without signs that need quoting in a URL."""
    text = write_head(head)
    assert (len(text), read_head(text)) == (43, head)
    assert all(c.isalnum() or c in "-_" for c in text)


@pytest.mark.parametrize("text", ["", "A" * 42, "A" * 44, "A" * 42 + "B", "é" * 43, "+" * 43, "A" * 42 + "="])
def test_what_is_no_head(text: str) -> None:
    """Text of another length, another alphabet or with loose bits is refused."""
    with pytest.raises(ValueError, match=r"."):
        read_head(text)
