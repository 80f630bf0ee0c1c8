"""Catalogues and decks with their checks: those of a game, of a match through somebody's eyes, and of files."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.cards import CatalogueError, DeckList, catalogue_from_toml
from domain.game import AnyGame
from domain.registry import load_game
from domain.seats import JUDGE, SPECTATOR
from domain.simulation import simulate
from service.reading.catalogues import CheckedCatalogue, CheckedDeck, MatchView, collection, copies_of, games, read_file
from service.resources import UnreadableFile, catalogue_names, deck_names, load_catalogue, load_deck

LISTED = ("frc_card_game", "frc_tcg", "robin_in_the_hood")
"""Games in which players register lists."""


def states(name: str, seed: int = 3) -> Iterator[Any]:
    game = load_game(name)
    return (played.before for played in simulate(game, load_catalogue(game), seed))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_samples_are_all_there(game: AnyGame):
    held = collection(game)
    assert tuple(shelf.label for shelf in held.shelves) == catalogue_names(game)
    assert tuple(deck.label for deck in held.decks) == deck_names(game)
    assert all(card in deck.shelf.catalogue for deck in held.decks for card in deck.deck.cards)


@pytest.mark.parametrize(
    ("name", "rule"), [("frc_card_game", "CG-D01"), ("frc_tcg", "TCG-D01"), ("pbl_robots", "PBL-S02")]
)
def test_a_deck_is_checked_by_its_game(name: str, rule: str):
    game = load_game(name)
    deck = load_deck(game, deck_names(game)[0])
    found = game.cards.check_deck(DeckList({next(iter(deck.cards)): 2}, beside=deck.beside), load_catalogue(game))
    assert rule in [finding.rule for finding in found]


@pytest.mark.parametrize(
    ("name", "card", "rule"),
    [
        ("frc_card_game", 'type = "robot"\ncard_id = "r"\nname = "R"', "CG-K07"),
        ("frc_tcg", 'type = "item"\ncard_id = "i"\nname = ""', "TCG-K01"),
        (
            "pbl_robots",
            'type = "base_robot"\ncard_id = "b"\nname = "B"\nhead = [0, 0]\nleft_arm = [0, 0]\nright_arm = [0, 0]\nlegs = [0, 0]',
            "PBL-S02",
        ),
        ("robin_in_the_hood", 'type = "modifier"\ncard_id = "m"\nname = "M"\nduration = "weeks"', "RH-C09"),
    ],
)
def test_a_catalogue_is_checked_by_its_game(name: str, card: str, rule: str):
    game = load_game(name)
    spoilt = catalogue_from_toml(f"[[card]]\n{card}\n", game.cards.record)
    assert collection(game).shelves[0].findings == ()
    assert rule in [finding.rule for finding in game.cards.check(spoilt)]


@pytest.mark.parametrize("name", LISTED)
@pytest.mark.promise(id="H2")
def test_what_is_unseen_is_the_list_less_what_was_seen(name: str):
    """The judge's unseen cards are part of the list at each moment, in no more copies."""
    game = load_game(name)
    for state in states(name):
        for seat in range(len(state.seats)):
            known = game.hidden.registered(state, seat, JUDGE)
            if known is None:
                continue
            assert set(known.unseen) <= set(known.deck.cards)
            assert all(0 < left <= known.deck.cards[card] for card, left in known.unseen.items())


@pytest.mark.parametrize("name", LISTED)
@pytest.mark.promise(id="H2")
def test_seen_cards_leave_the_candidates(name: str):
    game = load_game(name)
    known = [found for state in states(name) if (found := game.hidden.registered(state, 0, 0)) is not None]
    counts = [sum(found.unseen.values()) for found in known]
    assert counts[0] == known[0].deck.size
    assert min(counts) < counts[0]


@pytest.mark.parametrize("name", LISTED)
@pytest.mark.promise(id="H3")
def test_a_list_is_its_players_and_the_judges(name: str):
    """Other seats and spectators do not get a list, in the data: the other's is not among the decks."""
    game = load_game(name)
    state = list(states(name))[-1]
    sources = {
        viewpoint: [d.source for d in collection(game, MatchView(game, state, viewpoint)).decks if d.unseen is not None]
        for viewpoint in (0, 1, JUDGE, SPECTATOR)
    }
    first, second = (f"registered for {seat.name}" for seat in state.seats)
    assert sources == {0: [first], 1: [second], JUDGE: [first, second], SPECTATOR: []}


@pytest.mark.parametrize("name", LISTED)
@pytest.mark.promise(id="H3")
def test_a_player_is_told_nothing_of_the_hidden_order(name: str):
    """At the first draw the whole list is a candidate, although a simulated table knows the order of the deck."""
    game = load_game(name)
    first = next(state for state in states(name) if game.hidden.registered(state, 1, 1) is not None)
    known = game.hidden.registered(first, 1, 1)
    assert Counter(known.unseen) == Counter(known.deck.cards)


def test_a_match_s_own_cards_come_first():
    game = load_game("frc_tcg")
    held = collection(game, MatchView(game, list(states("frc_tcg"))[-1], JUDGE))
    assert [shelf.label for shelf in held.shelves] == ["this match", *catalogue_names(game)]
    assert [deck.shelf.label for deck in held.decks[:3]] == ["this match", "this match", "sample"]


def test_copies_are_counted_in_decks_of_the_same_cards():
    game = load_game("frc_card_game")
    held = collection(game)
    found = {deck.label: copies for deck, copies in copies_of("ines", held.decks, held.shelves[0])}
    assert found == {"all_hands": 2, "wall_of_design": found["wall_of_design"]}
    assert list(copies_of("ines", held.decks, held.shelves[1])) == []


def read(folder: Path, text: str | bytes, name: str = "mine.toml") -> CheckedCatalogue | CheckedDeck:
    """Read a file with this text as a catalogue of FRC: The Card Game."""
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    game = load_game("frc_card_game")
    return read_file(game, str(file), collection(game).shelves)


def test_files_are_read_and_checked(tmp_path: Path):
    deck = read(tmp_path, 'name = "Two"\n[cards]\nines = 2\n')
    assert isinstance(deck, CheckedDeck)
    assert [finding.rule for finding in deck.findings] == ["CG-D01", "CG-D02"]
    shelf = read(tmp_path, 'name = "Mine"\n[[card]]\ntype = "robot"\ncard_id = "r"\nname = "R"\n')
    assert isinstance(shelf, CheckedCatalogue)
    assert "CG-K07" in [finding.rule for finding in shelf.findings]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[cards\n", "mine.toml: not TOML"),
        ("", "not a catalogue"),
        ("[cards]\nines = 0\n", "cards.ines: a whole number from 1 to 999 expected, found 0"),
        ("[cards]\nines = 'two'\n", "cards.ines: a whole number from 1 to 999 expected, found 'two'"),
        ('game = "frc_tcg"\n[cards]\nines = 1\n', "a deck of frc_tcg, not of frc_card_game"),
        ("card = 3\n", "no [[card]] tables"),
        ("[[card]]\ntype = 'spaceship'\n", "card number 1"),
        ("a = " + "[" * 5000, "mine.toml: not TOML"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_a_bad_file_is_one_line(tmp_path: Path, text: str | bytes, says: str):
    with pytest.raises((CatalogueError, UnreadableFile)) as problem:
        read(tmp_path, text)
    assert says in str(problem.value)
    assert "mine.toml" in str(problem.value)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("nowhere.toml", "No such file"),
        (".", "not a file"),
        ("/dev/zero", "not a file"),
        ("a" * 5000, "File name too long"),
        ("a\0b", "null byte"),
        ("~nobody_of_that_name/x", "home directory"),
    ],
)
def test_what_is_no_file_is_one_line(path: str, says: str):
    with pytest.raises(UnreadableFile, match=says) as problem:
        read_file(load_game("frc_card_game"), path, ())
    assert len(str(problem.value)) < 120
