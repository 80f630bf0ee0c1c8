"""The surface of the notation: words, quotes, lists, maps, calls, and invalid text."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.syntax import MAX_DEPTH, MAX_TEXT, Argument, Call, Items, NotationError, Word, quote, shown, split_line


def values(line: str) -> tuple[Argument, ...]:
    return split_line(f"x {line}")[1]


@given(st.text())
def test_any_text_is_one_quoted_word(text: str) -> None:
    """A quoted text reads back as the same word; it is one line without a control, direction or separator character."""
    printed = quote(text)
    (argument,) = values(printed)
    assert isinstance(argument.value, Word)
    assert (argument.key, argument.value.text) == (None, text)
    assert len(printed.splitlines()) == 1
    assert not {"Cc", "Cs", "Zl", "Zp", "Cn", "Co"} & {unicodedata.category(c) for c in printed}
    assert "\u202e" not in printed


@pytest.mark.parametrize(
    ("texts", "quoted"),
    [
        (["zed", "日本語", "naïve", "x-1", "#2-06=zed", "a/b", "??"], False),
        (["", "-", "a b", "a,b", "(x", 'say "hi"', "it's", "k=v", "\u3000", "tab\t", "\u2028", "👩‍🚀"], True),
    ],
)
def test_texts_that_would_read_as_something_else_are_quoted(texts: list[str], *, quoted: bool) -> None:
    """Words of any script are written as they are; a picture of several signs is quoted, and not taken apart."""
    assert [quote(text)[0] == quote(text)[-1] == '"' for text in texts] == [quoted] * len(texts)
    assert [quote(text) == text for text in texts] == [not quoted] * len(texts)
    assert quote("👩‍🚀") == '"👩‍🚀"'


def test_words_and_what_separates_them() -> None:
    """A bare dash means an empty value, a quoted one itself; the wide space of East Asian keyboards separates, too. Given values
    are shown whole up to sixty characters, and longer ones are cut."""
    assert [a.value for a in values('- "-"')] == [Word("-", 2), Word("-", 4, quoted=True)]
    assert [a.value for a in values("a\u3000b")] == [Word("a", 2), Word("b", 4)]
    assert shown("x" * 60) == repr("x" * 60)
    assert shown("x" * 61) == repr("x" * 59 + "…")


@pytest.mark.parametrize("code", [0x0, 0xD7FF, 0xE000, 0x10FFFF])
def test_every_character_can_be_written_by_its_number(code: int) -> None:
    """From the first to the last code point, except those that are not characters."""
    assert [a.value for a in values(f'"\\u{{{code:x}}}"')] == [Word(chr(code), 2, quoted=True)]


def test_lists_keys_calls_and_maps() -> None:
    """`a,b`, `a, b` and `[a, b]` are the same list; `key=value`, `name(key=value)`, `{key=value}` and `()` are told apart."""
    for line in ("a,b", "a, b", "[a, b]", "[a,b]", "[ a , b ]"):
        (argument,) = values(line)
        assert isinstance(argument.value, Items)
        assert [w.text for w in argument.value.items if isinstance(w, Word)] == ["a", "b"]
    key, call, mapping, group = values('a=1 move(card=zed, to=2) {"an x"=1} ()')
    assert (key.key, key.value) == ("a", Word("1", 4))
    assert isinstance(call.value, Call)
    assert (call.value.name, [a.key for a in call.value.arguments]) == ("move", ["card", "to"])
    assert isinstance(mapping.value, Call)
    assert [a.key for a in mapping.value.arguments] == ["an x"]
    assert group.value == Call(None, (), 38)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "a word expected, the line ends"),
        ("x (", "'(' is never closed (column 3)"),
        ("x [a", "'[' is never closed (column 3)"),
        ("x [a b]", "',' or ']' expected, found 'b' (column 6)"),
        ("x [a,", "'[' is never closed (column 3)"),
        ('x "a', 'the quote " is never closed (column 3)'),
        ("x a]", "unexpected ']' (column 4)"),
        ("x ,", "a word expected, found ','"),
        ("x a,", "a word expected, the line ends"),
        ("x {a=1)", "',' or '}' expected, found ')'"),
        ('x "\\u{d800}"', "character \\u{d800} does not exist (column 4)"),
        ('x "\\u{dfff}"', "character \\u{dfff} does not exist (column 4)"),
        ('x "\\u{110000}"', "character \\u{110000} does not exist (column 4)"),
        ("x \ud800", "text that was not UTF-8 (column 3)"),
        ("x " + "[" * 100, f"nested deeper than {MAX_DEPTH}"),
        ("x" * (MAX_TEXT + 1), "a line of 100,001 characters; the limit is 100,000"),
    ],
)
def test_unreadable_says_what_and_where(line: str, words: str) -> None:
    """Given invalid text, then it is refused in one line with the problem and its column."""
    with pytest.raises(NotationError) as caught:
        split_line(line)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="ab=,;-?#\\\"'()[]{} \n\t\u2028\x00é"))
def test_no_text_breaks_the_reader(line: str) -> None:
    """Given any typed text, then it is read or raises NotationError."""
    try:
        split_line(line)
    except NotationError as error:
        assert len(str(error)) < 200


@pytest.mark.parametrize(
    ("before", "opened", "closed", "most"),
    [
        ("", "[", "]", MAX_DEPTH + 1),
        ("", "(", ")", MAX_DEPTH + 1),
        ("a, ", "[", "]", MAX_DEPTH),
        ("a, ", "{", "}", MAX_DEPTH),
    ],
)
def test_how_deep_a_line_is_nested(before: str, opened: str, closed: str, most: int) -> None:
    """Lists, groups and maps in each other, and in a list without brackets, up to this depth."""
    values(before + opened * most + closed * most)
    with pytest.raises(NotationError, match=f"nested deeper than {MAX_DEPTH}"):
        values(before + opened * (most + 1) + closed * (most + 1))


def test_long_lines_are_read_quickly() -> None:
    """Lines of up to a hundred thousand characters are read in one pass: a word, a list, quotes, escapes, brackets."""
    assert split_line("x" * MAX_TEXT) == (Word("x" * MAX_TEXT, 0), ())
    for body in ("a," * 45_000 + "a", '"' + "x" * 90_000 + '"', '"' + "\\\\" * 45_000 + '"', "[]" * 45_000):
        try:
            split_line("x " + body)
        except NotationError as error:
            assert "unexpected" in str(error)
