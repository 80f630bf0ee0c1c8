"""Lines of JSON from strangers: each is refused at its byte, and what is just not too much is read."""

import pytest

from storage.errors import ImportRejected
from storage.strict_json import MAX_DEPTH, MAX_INTEGER, MAX_LINE, NumberedLines, check_ends, check_line


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        (b'{"a":"\xff"}', "encoding", 7),
        (b'{"a" 1}', "json", 6),
        ('{"\u00e9" 1}'.encode(), "json", 7),
        (b"", "json", 1),
        (b'{"a":1,"a":2}', "duplicate_key", 8),
        (b'{"a":NaN}', "number", 6),
        (b'{"a":-Infinity}', "number", 6),
        (b'{"a":1e999}', "number", 6),
        (b'{"a":%d}' % (MAX_INTEGER + 1), "integer", 6),
        (b'{"a":%d}' % (-MAX_INTEGER - 1), "integer", 6),
        (b"[" * (MAX_DEPTH + 1), "too_deep", MAX_DEPTH + 1),
        (b"[]," * MAX_DEPTH + b"{" * (MAX_DEPTH + 1), "too_deep", 4 * MAX_DEPTH + 1),
        (b"x" * (MAX_LINE + 1), "line_too_long", MAX_LINE),
    ],
)
def test_a_line_is_refused_at_its_byte(line: bytes, code: str, column: int) -> None:
    """Counted from 1, in bytes, whatever the line is written in."""
    with pytest.raises(ImportRejected) as caught:
        check_line(7, line)
    assert (caught.value.code, caught.value.line, caught.value.column) == (code, 7, column)


@pytest.mark.parametrize(
    "line",
    [
        b'{"a":%d,"b":%d}' % (MAX_INTEGER, -MAX_INTEGER),
        b"[" * MAX_DEPTH + b"]" * MAX_DEPTH,
        b"[" + b"[]," * MAX_DEPTH + b"{}]",
        b'["' + b"[" * (MAX_DEPTH + 1) + b'"]',
        b'"' + b"x" * (MAX_LINE - 2) + b'"',
    ],
    ids=["integers", "depth", "many brackets", "brackets in a text", "length"],
)
def test_what_is_just_not_too_much_is_read(line: bytes) -> None:
    """The largest integers, the deepest nesting, the longest line."""
    check_line(1, line)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"a\nb\n", []),
        (b"a\nb", [("truncated", 2, 1)]),
        (b"", [("truncated", 1, 1)]),
        (b"ab\r\ncd\r\n", [("line_ends", 1, 3)]),
        (b"ab\ncde\r\n", [("line_ends", 2, 4)]),
        (b"\xef\xbb\xbfa\n", [("byte_order_mark", 1, 1)]),
    ],
)
def test_how_a_file_begins_and_ends(data: bytes, found: list[tuple[str, int, int]]) -> None:
    """Each with its line and byte."""
    assert [(one.code, one.line, one.column) for one in check_ends(data)] == found


@pytest.mark.parametrize("data", [b"a\nbc\n\nd\n", b"a\nbc\n\nd"])
def test_lines_are_cut_off_one_after_the_other(data: bytes) -> None:
    """With their numbers, the last one known as such, with its end or without."""
    lines, told = NumberedLines(data), []
    for number, line in lines:
        told.append((number, line, lines.last))
    assert told == [(1, b"a", False), (2, b"bc", False), (3, b"", False), (4, b"d", True)]
