"""Words for people: lists, guesses, and characters that have no place in a text."""

import pytest

from domain.text import control_char, first_of, is_undrawn, join_words, suggestion, with_article


def test_names_in_a_row() -> None:
    """Commas, and a word before the last; a word for an empty list."""
    said = [join_words(iter(["Ada", "Bo", "Cy"][:count])) for count in range(4)]
    assert said == ["nobody", "Ada", "Ada and Bo", "Ada, Bo and Cy"]
    assert join_words(["a", "b", "c"], "or") == "a, b or c"
    assert join_words([], none="no card") == "no card"


@pytest.mark.parametrize(
    ("names", "most", "said"),
    [((), 2, ""), (("a", "b"), 2, "a, b"), (("a", "b", "c"), 2, "a, b and 1 more"), (("a",) * 5, 2, "a, a and 3 more")],
)
def test_the_first_names_of_many(names: tuple[str, ...], most: int, said: str) -> None:
    """As many as fit, and the number of the others; sixteen at most by default."""
    assert first_of(names, most) == said
    assert first_of(["a"] * 16) == ", ".join(["a"] * 16)
    assert first_of(["a"] * 17).endswith("a and 1 more")


def test_a_guess_at_what_was_meant() -> None:
    """Up to three near ones, if any; an overlong text has no suggestion. Only texts of several lines may have line feeds and
    tabs."""
    assert suggestion("wrnch", ["wrench", "zap"]) == "; did you mean wrench?"
    assert suggestion("card", ["cards", "card1", "cart", "care"]).count(" or ") == 2
    assert suggestion("wrench", ["zap"]) == ""
    assert suggestion("x" * 100, ["x" * 99]) == f"; did you mean {'x' * 99}?"
    assert suggestion("x" * 101, ["x" * 100]) == ""
    assert [control_char(f"a\n{end}b", lines=True) for end in "\t\r"] == ["", "the control character U+000D"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ada", ""),
        ("Zoë 'n' 李 — 🙂", ""),
        ("a\u200db", ""),
        ("a\x1b[2J", "the control character U+001B"),
        ("a\u202eb", "the control character U+202E"),
        ("a\ud800", "text that is not UTF-8"),
        ("a\nb", "a line break"),
        ("a\tb", "a tab"),
        ("a\u2028b", "the control character U+2028"),
    ],
)
def test_what_disturbs_a_screen_is_named(text: str, said: str) -> None:
    """The first character that is not drawn and does something; joiners are part of how words are spelled."""
    assert control_char(text) == said
    assert any(map(is_undrawn, text)) is bool(said)


def test_with_article_says_an_before_a_vowel():
    """Nouns that begin with a vowel take "an"."""
    assert [with_article(noun) for noun in ("crew", "armor", "expert pilot", "hangar")] == [
        "a crew",
        "an armor",
        "an expert pilot",
        "a hangar",
    ]
