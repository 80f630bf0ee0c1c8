"""Copies for one viewpoint: what was altered in them is found, with the entry, or said to be of the whole file."""

from pathlib import Path

import pytest

from domain.chain import first_head, write_head
from storage.errors import ImportRejected
from storage.match_file import MAX_FINDINGS
from storage.redacted_file import verify_view

COPY = (Path(__file__).parents[1] / "golden" / "files" / "spectator.view.jsonl").read_bytes()
LINES = COPY.splitlines(keepends=True)
HEAD = verify_view(COPY).head
MATCH = "00000000000a"
EMPTY = b'{"seal":{"entries":0,"head":"%b"}}\n' % write_head(first_head(MATCH)).encode()
"""The seal of no entry."""


def found(data: bytes, expect: str = "") -> list[tuple[str, int, str]]:
    """Match, entry (0: of the whole file) and code of what is wrong."""
    return [(one.match, one.version, one.code) for one in verify_view(data, expect).findings]


def test_a_copy_is_verified_with_its_witness() -> None:
    """Given an untouched copy, then its last head is known, and any head on the way is a witness."""
    whole = verify_view(COPY, HEAD)
    assert (whole.match, whole.entries, whole.head, whole.findings, whole.witnessed) == (MATCH, 22, HEAD, (), True)
    assert not verify_view(COPY).witnessed


ALTERED = {
    "a head from elsewhere": (COPY, "x" * 43, [(MATCH, 0, "head")]),
    "another seal": (COPY.replace(HEAD.encode(), b"A" * 43), "", [(MATCH, 0, "seal")]),
    "another number": (COPY.replace(b'"entries":22', b'"entries":21'), "", [(MATCH, 0, "seal")]),
    "no entries": (LINES[0] + EMPTY, "", [(MATCH, 0, "seal")]),
    "an entry by another": (COPY.replace(b'"by":"kim"', b'"by":"eve"', 1), "", [(MATCH, 1, "chain")]),
    "the last entry altered": (
        b"".join([*LINES[:-2], LINES[-2].replace(b'"by":"kim"', b'"by":"eve"'), LINES[-1]]),
        "",
        [(MATCH, 22, "chain")],
    ),
    "an entry left out": (
        b"".join([*LINES[:5], *LINES[6:]]),
        "",
        [(MATCH, 5, "chain"), *((MATCH, version, "misfiled") for version in range(5, 22))],
    ),
}


@pytest.mark.parametrize("alteration", ALTERED)
def test_what_was_altered_in_a_copy_is_found(alteration: str) -> None:
    """Given a copy that was altered, then the entry from which on it does not fit, or the whole file, is named."""
    data, expect, findings = ALTERED[alteration]
    assert found(data, expect) == findings[:MAX_FINDINGS]
    checked = verify_view(data, expect)
    assert (checked.head, checked.witnessed) == ("", False)


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"".join(LINES[:-1]), "content", 23),
        (LINES[0], "truncated", 1),
        (b"".join(LINES[:2]), "content", 2),
        (COPY[:-1], "truncated", 24),
        (COPY.replace(b'"told":["', b'"told": ["', 1), "form", 2),
        (COPY.replace(b'"payload":"T', b'"payload":"*', 1), "content", 2),
        (COPY.replace(b'"version":2,', b'"version":"2",', 1), "content", 3),
        (COPY.replace(b'"format_version":1', b'"format_version":2', 1), "content", 1),
    ],
)
def test_a_copy_that_cannot_be_read_is_refused_at_its_line(data: bytes, code: str, line: int) -> None:
    """Given a file that is cut off, or of another form than copies are written in, then its line is named."""
    with pytest.raises(ImportRejected) as refused:
        verify_view(data)
    assert (refused.value.code, refused.value.line) == (code, line)
