"""Catalogues, deck lists, tokens and references."""

import re
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.cards import (
    Catalogue,
    CatalogueError,
    Ref,
    Token,
    bound,
    catalogue_from_json,
    catalogue_from_toml,
    deck_from_toml,
    find,
    find_or_bind,
    format_token,
    is_card_id,
    parse_ref,
    parse_token,
    token_id,
    token_owner,
    unseen,
    without,
)
from domain.registry import load_game
from tests.minigame import CATALOGUE
from tests.minigame.cards import NumberCard

CEDAR = '[[card]]\ntype = "number"\ncard_id = "cedar"\nname = "Cedar"\nvalue = 4\n'
HAND = (Token(1001, "fir"), Token(1002), Token(1003, "fir"), Token(1004))


def card(card_id: str, value: int = 1) -> NumberCard:
    return NumberCard(card_id=card_id, name=card_id.title(), value=value)


@given(st.integers(0, 998), st.integers(1, 999))
def test_tokens_read_back(seat: int, number: int) -> None:
    """A token's written form names the same token, of the same owner."""
    token = token_id(seat, number)
    assert parse_token(format_token(token)) == token
    assert token_owner(token) == seat


def test_cards_of_the_table_have_a_number() -> None:
    """Owner 0 is the table: what belongs to no seat is written `#0-07`."""
    assert parse_token("#0-07") == token_id(-1, 7)
    assert (format_token(token_id(-1, 7)), token_owner(token_id(-1, 7))) == ("#0-07", -1)


@pytest.mark.parametrize("text", ["", "#", "#1", "#-1", "#1-", "#-01", "#1-²", "1-01", "#1-1000", "#1000-01", "zed"])
def test_texts_that_are_no_token(text: str) -> None:
    """What is not two short numbers behind a `#` is no token."""
    assert parse_token(text) is None


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("??", Ref()),
        ("zed", Ref(card="zed")),
        ("zed#2", Ref(card="zed", copy=2)),
        ("zed#0", Ref(card="zed", copy=1)),
        ("zed#999", Ref(card="zed", copy=999)),
        ("zed#1000", Ref(card="zed#1000")),
        ("#2-06", Ref(token=2006)),
        ("#2-06=zed", Ref(token=2006, card="zed")),
        ("#2-06=", Ref(token=2006)),
        ("a=b", Ref(card="a=b")),
        ("zed#²", Ref(card="zed#²")),
    ],
)
def test_references_are_taken_apart(text: str, ref: Ref) -> None:
    """A reference is a card, a copy, a token, a token that turns out to be a card, or unknown."""
    assert parse_ref(text) == ref


@given(st.text())
def test_no_reference_fails(text: str) -> None:
    """Every text is a reference: what is not a token or a copy is a card id."""
    ref = parse_ref(text)
    assert ref.copy >= 1
    assert text == "??" or ref.token is not None or ref.card is not None


@pytest.mark.parametrize(
    ("text", "token"),
    [("fir", 1001), ("fir#2", 1003), ("fir#9", 1003), ("??", 1002), ("#1-04", 1004), ("oak", None), ("#1-09", None)],
)
def test_find_looks_at_known_cards(text: str, token: int | None) -> None:
    """A reference finds a known card, its n-th copy, a token, or the unknown token held longest."""
    found = find(HAND, parse_ref(text))
    assert (found.id if found else None) == token


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("oak", Token(1002, "oak")),
        ("fir", Token(1001, "fir")),
        ("#1-04=oak", Token(1004, "oak")),
        ("#1-01=oak", Token(1001, "fir")),
        ("#1-09=oak", None),
        ("??", Token(1002)),
    ],
)
def test_unknown_card_is_bound(text: str, token: Token | None) -> None:
    """A card that no token is known to be is the unknown token held longest; a known identity is never overwritten."""
    assert find_or_bind(HAND, parse_ref(text)) == token


def test_nothing_to_bind() -> None:
    """In a hand of known cards another card cannot be found."""
    assert find_or_bind(HAND[:1], parse_ref("oak")) is None
    assert find((), parse_ref("??")) is None


def test_zones_are_changed_by_copying() -> None:
    """Taking out and binding give new zones and leave the old one as it was."""
    assert without(HAND, 1002) == (HAND[0], HAND[2], HAND[3])
    assert bound(HAND, 1002, "oak")[1] == Token(1002, "oak")
    assert bound(HAND, 1001, None)[0] == Token(1001)
    assert HAND[1] == Token(1002)


def test_unseen_counts_down() -> None:
    """What a list still holds: used-up cards vanish, and cards that the list cannot hold show as negative."""
    assert unseen({"fir": 2, "oak": 1}, ["fir", "oak", "elm"]) == {"fir": 1, "elm": -1}


def test_digest_is_of_the_content() -> None:
    """Catalogues of the same records have the same digest in whatever order and under whatever name, and are equal."""
    one = Catalogue([card("a"), card("b")], "one")
    two = Catalogue([card("b"), card("a")], "two")
    assert (one.digest, one) == (two.digest, two)
    assert len({one, two}) == 1
    assert Catalogue([card("a"), card("b", 2)]) != one


def test_catalogue_grows_by_copying() -> None:
    """A further record makes another catalogue; one of the same id takes the place of the old one."""
    base = Catalogue([card("a")])
    assert [r.card_id for r in base.plus(card("b"))] == ["a", "b"]
    replaced = base.plus(card("a", 9)).get("a")
    assert replaced == card("a", 9)
    assert [r.card_id for r in base] == ["a"]


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ('nam = "Trees"\n', "no field 'nam' in a catalogue; it has name and [[card]] tables"),
        ("name = 5\n", "name: text expected, found '5'"),
    ],
)
def test_the_head_of_a_catalogue(head: str, words: str) -> None:
    """Nothing of a catalogue is left out in silence: a misspelt field, or a misspelt table with all its cards, is named."""
    with pytest.raises(CatalogueError) as error:
        catalogue_from_toml(head + CEDAR, NumberCard)
    assert str(error.value) == f"catalogue: {words}"
    with pytest.raises(CatalogueError, match="no field 'cards' in a catalogue"):
        catalogue_from_toml(CEDAR + CEDAR.replace("[[card]]", "[[cards]]"), NumberCard)


def test_names_of_cards() -> None:
    """A card is called by its printed name, `??` when unknown, and by its id where the catalogue lacks it."""
    assert [CATALOGUE.name_of(c) for c in ("cedar", None, "nobody")] == ["Cedar", "??", "nobody"]
    assert CATALOGUE.get(None) is None


def test_catalogue_reads_back() -> None:
    """A catalogue written as JSON reads back as an equal one."""
    assert catalogue_from_json(CATALOGUE.to_json(), NumberCard) == CATALOGUE


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[card", "trees.toml: not TOML"),
        ("x = 1", "trees.toml: no [[card]] tables found"),
        ("card = 3", "no [[card]] tables"),
        ("card = [3]", "card number 1: a table expected, found 3"),
        (CEDAR + CEDAR, "card id 'cedar' is used twice"),
        (CEDAR.replace("4", '"four"'), "line 1: card cedar: value: a whole number expected, found 'four'"),
        (CEDAR + "colour = 1", "card cedar: no field 'colour'; there are card_id, name, value"),
        (CEDAR.replace("number", "spell"), "card cedar: type: 'spell' is none of number"),
        ("a = " + "[" * 5000, "not TOML"),
        (CEDAR.replace('"cedar"', '"cedar#2"'), "card number 1: 'cedar#2' is no card id; use letters, digits and _"),
        (CEDAR.replace('"cedar"', '""'), "card number 1: '' is no card id"),
    ],
)
def test_bad_catalogues_name_card_and_field(text: str, words: str) -> None:
    """A catalogue that cannot be used is refused with the file, the card and the field."""
    with pytest.raises(CatalogueError) as caught:
        catalogue_from_toml(text, NumberCard, "trees.toml")
    assert words in str(caught.value)


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"\xff", b"[" * 100_000, b'[{"type":"number"}]'])
def test_bad_catalogue_bytes(data: bytes) -> None:
    """Stored catalogues that are damaged are refused by name."""
    with pytest.raises(CatalogueError, match="catalogue 'stored'"):
        catalogue_from_json(data, NumberCard, "stored")


@pytest.mark.parametrize("text", ["", "-", "??", "#1-02", "zed#2", "a=b", "a b", "a\n", "\u202e"])
def test_texts_that_are_no_card_id(text: str) -> None:
    """An id that would read as a token, a copy, an unknown card or several words names no card."""
    assert not is_card_id(text)


@pytest.mark.parametrize("text", ["zed", "iron_gears", "R2", "日本", "x-1"])
def test_texts_that_are_card_ids(text: str) -> None:
    """A word of any script names a card."""
    assert is_card_id(text)


def test_deck_list_is_read() -> None:
    """A deck list file holds copies per card and cards that lie beside the deck."""
    deck = deck_from_toml('name = "Woods"\n[cards]\nfir = 2\noak = 1\n[beside]\nteam = "elm"\n')
    assert (deck.size, deck.beside) == (3, {"team": "elm"})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cards = 1", "cards: a table expected, found 1"),
        ("[cards]\nfir = 0", "cards.fir: a whole number from 1 to 999 expected, found 0"),
        ("[cards]\nfir = 1000", "from 1 to 999 expected, found 1000"),
        ("name = 'x'", "cards is missing (a table)"),
        ("[cards]\n[decks]", "no field 'decks'"),
        ("[cards]\nfir = 1\nfir = 2", "not TOML"),
    ],
)
def test_bad_decks_name_the_field(text: str, words: str) -> None:
    """A deck list that cannot be used is refused with its name and the field."""
    with pytest.raises(CatalogueError) as caught:
        deck_from_toml(text, "woods.toml")
    assert str(caught.value).startswith("woods.toml: ")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a = 1\n\nab\n", "not TOML (line 3, column 3): = is expected behind a name"),
        ("a =", "not TOML (line 1, at the end): a value is expected"),
        ("a = one", "not TOML (line 1, column 5): a value is expected: a number, true, false, text in quotes"),
        ("[[card]\n", "not TOML (line 1, column 7): a table's name stands in [ ] or [[ ]]"),
        ("a = 1 b = 2", "not TOML (line 1, column 7): each field has a line of its own"),
        ('\na = "x\n', "not TOML (line 2, column 7): this character cannot be in it"),
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
    ],
)
def test_toml_in_our_words(text: str, words: str) -> None:
    """What is no TOML is told with its line, in no words of the parser."""
    with pytest.raises(CatalogueError) as error:
        deck_from_toml(text, "deck.toml")
    assert str(error.value).startswith(f"deck.toml: {words}") or words in str(error.value)
    assert "Expected" not in str(error.value)
    assert "Invalid" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "of_id", "of_type"),
    [("frc_card_game", "CG-K01", "CG-K02"), ("frc_tcg", "TCG-K01", "TCG-D05"), ("pbl_robots", "PBL-S02", "")],
)
def test_catalogues_cite_their_rules(name: str, of_id: str, of_type: str) -> None:
    """A card id used twice, and a card type that a game does not have, name the rule where the game has one (CG-K01, CG-K02,
    TCG-K01, TCG-D05, PBL-S02)."""
    game = load_game(name)
    [first, *_] = sorted((Path(__file__).parents[2] / f"domain/games/{name}/catalogue").glob("*.toml"))
    read = partial(catalogue_from_toml, record_type=game.cards.record, source="c.toml", rules=game.cards.rules)
    text = first.read_text("utf-8")
    table = re.search(r"\[\[card\]\].*?(?=\[\[card\]\])", text, re.DOTALL)
    assert table is not None
    with pytest.raises(CatalogueError, match=rf"^\[{of_id}\] c.toml, line \d+: .* is used twice"):
        read(text + "\n" + table[0])
    other = re.sub(r'(?m)^type = ".*"', 'type = "dragon"', table[0])
    assert other != table[0]
    with pytest.raises(CatalogueError) as error:
        read(other)
    assert str(error.value).startswith(f"[{of_type}] c.toml, line 1: card " if of_type else "c.toml, line 1: card ")
    assert {of_id, of_type} - {""} <= set(game.rules)
