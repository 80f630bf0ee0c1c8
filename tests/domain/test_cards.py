"""Catalogues, deck lists, tokens and references."""

import re
from functools import partial
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from domain import cards
from domain.registry import load_game
from tests.minigame import CATALOGUE
from tests.minigame.cards import NumberCard

CEDAR = '[[card]]\ntype = "number"\ncard_id = "cedar"\nname = "Cedar"\nvalue = 4\n'
OAK = CEDAR.replace('"cedar"', '"oak"')
HAND = (cards.Token(1001, "fir"), cards.Token(1002), cards.Token(1003, "fir"), cards.Token(1004))


def card(card_id: str, value: int = 1) -> NumberCard:
    return NumberCard(card_id=card_id, name=card_id.title(), value=value)


@given(st.integers(-1, 998), st.integers(1, 999))
@example(-1, 7)
def test_tokens_read_back(seat: int, number: int) -> None:
    """A token's written form names the same token, of the same owner; owner 0 is the table: `#0-07`."""
    token = cards.token_id(seat, number)
    assert cards.parse_token(cards.format_token(token)) == token
    assert (cards.token_owner(token), cards.format_token(cards.token_id(-1, 7))) == (seat, "#0-07")


@pytest.mark.parametrize("text", ["", "#", "#1", "#-1", "#1-", "#-01", "#1-²", "1-01", "#1-1000", "#1000-01", "zed"])
def test_texts_that_are_no_token(text: str) -> None:
    """Only two short numbers after a `#` are a token."""
    assert cards.parse_token(text) is None


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("??", cards.Ref()),
        ("zed", cards.Ref(card="zed")),
        ("zed#2", cards.Ref(card="zed", copy=2)),
        ("zed#0", cards.Ref(card="zed", copy=1)),
        ("zed#999", cards.Ref(card="zed", copy=999)),
        ("zed#1000", cards.Ref(card="zed#1000")),
        ("#2-06", cards.Ref(token=2006)),
        ("#2-06=zed", cards.Ref(token=2006, card="zed")),
        ("#2-06=", cards.Ref(token=2006)),
        ("a=b", cards.Ref(card="a=b")),
        ("zed#²", cards.Ref(card="zed#²")),
    ],
)
def test_references_are_taken_apart(text: str, ref: cards.Ref) -> None:
    """A reference is a card, a copy, a token, a token that turns out to be a card, or unknown."""
    assert cards.parse_ref(text) == ref


@given(st.text())
def test_no_reference_fails(text: str) -> None:
    """Every text is a reference: what is not a token or a copy is a card id."""
    ref = cards.parse_ref(text)
    assert ref.copy >= 1
    assert text == "??" or ref.token is not None or ref.card is not None


@pytest.mark.parametrize(
    ("text", "found", "bound_to"),
    [
        ("fir", HAND[0], cards.Token(1001, "fir")),
        ("fir#2", HAND[2], cards.Token(1003, "fir")),
        ("fir#9", HAND[2], cards.Token(1003, "fir")),
        ("??", HAND[1], cards.Token(1002)),
        ("oak", None, cards.Token(1002, "oak")),
        ("#1-04", HAND[3], cards.Token(1004)),
        ("#1-04=oak", HAND[3], cards.Token(1004, "oak")),
        ("#1-01=oak", HAND[0], cards.Token(1001, "fir")),
        ("#1-09", None, None),
        ("#1-09=oak", None, None),
    ],
)
def test_references_find_and_bind(text: str, found: cards.Token | None, bound_to: cards.Token | None) -> None:
    """A reference finds a known card, its n-th copy, a token, or the unknown token held longest; a card that no token is known to
    be is that one. A known identity is never overwritten, and in a hand of known cards another card is not found."""
    assert cards.find(HAND, cards.parse_ref(text)) == found
    assert cards.find_or_bind(HAND, cards.parse_ref(text)) == bound_to
    assert cards.find_or_bind(HAND[:1], cards.parse_ref("oak")) is None
    assert cards.find((), cards.parse_ref("??")) is None


def test_zones_are_changed_by_copying() -> None:
    """Taking out and binding give new zones and leave the old one as it was. Remaining copies of a list count down: used-up cards
    vanish, and cards beyond the list show as negative."""
    assert cards.without(HAND, 1002) == (HAND[0], HAND[2], HAND[3])
    assert cards.bound(HAND, 1002, "oak")[1] == cards.Token(1002, "oak")
    assert cards.bound(HAND, 1001, None)[0] == cards.Token(1001)
    assert HAND[1] == cards.Token(1002)
    assert cards.unseen({"fir": 2, "oak": 1}, ["fir", "oak", "elm"]) == {"fir": 1, "elm": -1}


def test_catalogues_are_their_content() -> None:
    """Catalogues of the same records have the same digest in whatever order and under whatever name, and are equal. A further
    record makes another; one of the same id takes the place of the old one."""
    one = cards.Catalogue([card("a"), card("b")], "one")
    two = cards.Catalogue([card("b"), card("a")], "two")
    assert (one.digest, one) == (two.digest, two)
    assert len({one, two}) == 1
    assert cards.Catalogue([card("a"), card("b", 2)]) != one
    base = cards.Catalogue([card("a")])
    assert [r.card_id for r in base.plus(card("b"))] == ["a", "b"]
    assert base.plus(card("a", 9)).get("a") == card("a", 9)
    assert [r.card_id for r in base] == ["a"]


def test_a_catalogue_names_cards_and_reads_back() -> None:
    """A card has its printed name, `??` when unknown, its id where the catalogue lacks it. Written as JSON, a catalogue reads back.
    A deck list holds copies per card, and cards beside the deck."""
    assert [CATALOGUE.name_of(c) for c in ("cedar", None, "nobody")] == ["Cedar", "??", "nobody"]
    assert CATALOGUE.get(None) is None
    assert cards.catalogue_from_json(CATALOGUE.to_json(), NumberCard) == CATALOGUE
    deck = cards.deck_from_toml('name = "Woods"\n[cards]\nfir = 2\noak = 1\n[beside]\nteam = "elm"\n')
    assert (deck.size, deck.beside) == (3, {"team": "elm"})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('nam = "Trees"\n' + CEDAR, "trees.toml: no field 'nam' in a catalogue; it has name and [[card]] tables"),
        ("name = 5\n" + CEDAR, "trees.toml: name: text expected, found '5'"),
        (CEDAR + CEDAR.replace("[[card]]", "[[cards]]"), "no field 'cards' in a catalogue"),
        ("[[card", "trees.toml: not TOML"),
        ("x = 1", "trees.toml: no [[card]] tables found"),
        ("card = 3", "no [[card]] tables"),
        ("card = [3]", "card number 1: a table expected, found 3"),
        (CEDAR + CEDAR, "card id 'cedar' is used twice"),
        (CEDAR.replace("4", '"four"'), "line 1: card cedar: value: a whole number expected, found 'four'"),
        (
            CEDAR + OAK.replace("4", '"four"'),
            "trees.toml, line 6: card oak: value: a whole number expected, found 'four'",
        ),
        (
            CEDAR + OAK.replace('"oak"', '"a b"'),
            "line 6: card number 2: 'a b' is not a card id; use letters, digits and _",
        ),
        (
            CEDAR + OAK.replace("Cedar", "A\\u001b"),
            "line 6: card oak: name: the control character U+001B cannot be in it",
        ),
        (CEDAR + OAK.replace("Cedar", "A\\nB"), "line 6: card oak: name: a line break cannot be in it"),
        (CEDAR + "colour = 1", "card cedar: no field 'colour'; there are card_id, name, value"),
        (CEDAR.replace("number", "spell"), "card cedar: type: 'spell' is not one of number"),
        ("a = " + "[" * 5000, "not TOML"),
        (CEDAR.replace('"cedar"', '"cedar#2"'), "card number 1: 'cedar#2' is not a card id; use letters, digits and _"),
        (CEDAR.replace('"cedar"', '""'), "card number 1: '' is not a card id"),
    ],
)
def test_bad_catalogues_name_card_and_field(text: str, words: str) -> None:
    """A catalogue that cannot be used is refused with the file, the card and the field."""
    with pytest.raises(cards.CatalogueError) as caught:
        cards.catalogue_from_toml(text, NumberCard, "trees.toml")
    assert words in str(caught.value)


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"\xff", b"[" * 100_000, b'[{"type":"number"}]'])
def test_bad_catalogue_bytes(data: bytes) -> None:
    """Stored catalogues that are damaged are refused by name."""
    with pytest.raises(cards.CatalogueError, match="catalogue 'stored'"):
        cards.catalogue_from_json(data, NumberCard, "stored")


@pytest.mark.parametrize(
    ("texts", "is_id"),
    [
        (["", "-", "??", "#1-02", "zed#2", "a=b", "a b", "a\n", "\u202e"], False),
        (["zed", "iron_gears", "R2", "日本", "x-1"], True),
    ],
)
def test_a_word_of_any_script_names_a_card(texts: list[str], *, is_id: bool) -> None:
    """An id that would read as a token, a copy, an unknown card or several words does not."""
    assert [cards.is_card_id(text) for text in texts] == [is_id] * len(texts)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a = 1\n\nab\n", "not TOML (line 3, column 3): = is expected behind a name"),
        ("a =", "not TOML (line 1, at the end): a value is expected"),
        ("a = one", "not TOML (line 1, column 5): a value is expected: a number, true, false, text in quotes"),
        ("[[card]\n", "not TOML (line 1, column 7): a table's name is written in [ ] or [[ ]]"),
        ("a = 1 b = 2", "not TOML (line 1, column 7): each field has a line of its own"),
        ('\na = "x\n', "not TOML (line 2, column 7): this character is not allowed here"),
        ('a = "x', "not TOML (line 1, at the end): text is not closed with its quotes"),
        ("a = [1", "not TOML (line 1, at the end): a list is not closed with ]"),
        ("a = {b = 1", "not TOML (line 1, at the end): a table is not closed with }"),
        ("a = 1\na = 2", "not TOML (line 2, at the end): this was given before"),
        ("[a]\n[a]\n", "not TOML (line 2, column 3): this was given before"),
        ("a = {b = 1, b = 2}", "this was given before"),
        ("a = 2026-02-30", "this cannot be read"),
        ('a = "\\q"', "a \\ in text is written twice"),
        ("= 1", "not TOML (line 1, column 1): a name or a table is expected"),
        ("a. = 1", "a name is expected"),
        ("cards = 1", "cards: a table expected, found 1"),
        ("[cards]\nfir = 0", "cards.fir: a whole number from 1 to 999 expected, found 0"),
        ("[cards]\nfir = 1000", "from 1 to 999 expected, found 1000"),
        ("name = 'x'", "cards is missing (a table)"),
        ("[cards]\n[decks]", "no field 'decks'"),
        ("[cards]\nfir = 1\nfir = 2", "not TOML"),
    ],
)
def test_bad_decks_in_our_words(text: str, words: str) -> None:
    """A deck list that cannot be used is refused with its name and the field or line, in no words of the parser."""
    with pytest.raises(cards.CatalogueError) as error:
        cards.deck_from_toml(text, "deck.toml")
    assert str(error.value).startswith("deck.toml: ")
    assert words in str(error.value)
    assert "Expected" not in str(error.value)
    assert "Invalid" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "of_id", "of_type"),
    [("frc_card_game", "CG-K01", "CG-K02"), ("frc_tcg", "TCG-K01", "TCG-D05"), ("pbl_robots", "PBL-S02", "")],
)
def test_catalogues_cite_their_rules(name: str, of_id: str, of_type: str) -> None:
    """CG-K01, CG-K02, TCG-K01, TCG-D05, PBL-S02: an id used twice and an unknown card type name the rule of the game."""
    game = load_game(name)
    [first, *_] = sorted((Path(__file__).parents[2] / f"domain/games/{name}/catalogue").glob("*.toml"))
    read = partial(cards.catalogue_from_toml, record_type=game.cards.record, source="c.toml", rules=game.cards.rules)
    text = first.read_text("utf-8")
    table = re.search(r"\[\[card\]\].*?(?=\[\[card\]\])", text, re.DOTALL)
    assert table is not None
    with pytest.raises(cards.CatalogueError, match=rf"^\[{of_id}\] c.toml, line \d+: .* is used twice"):
        read(text + "\n" + table[0])
    other = re.sub(r'(?m)^type = ".*"', 'type = "dragon"', table[0])
    assert other != table[0]
    with pytest.raises(cards.CatalogueError) as error:
        read(other)
    assert str(error.value).startswith(f"[{of_type}] c.toml, line 1: card " if of_type else "c.toml, line 1: card ")
    assert {of_id, of_type} - {""} <= set(game.rules)
