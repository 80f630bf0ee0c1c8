"""Rules in the sections of their rulebooks, found by words."""

import pytest

from domain.game import AnyGame
from domain.registry import installed_games
from domain.rules import Rule
from service.reading.rulebook import OWN_SECTION, rule_citation, searched_text, sections_of
from service.reading.wordsearch import WordSearch
from tests.minigame import GAME

GAMES = list(installed_games().values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_sections_hold_every_rule_once(game: AnyGame):
    """Whatever the places say, no rule of any game is lost, and none stands twice."""
    listed = [rule.id for section in sections_of(game.rules) for rule in section.rules]
    assert sorted(listed) == sorted(game.rules)


def test_sections_are_parts_of_the_rulebook():
    """Rules stand under the part that their place names first; one of ours that has no neighbour there stands at the end."""
    assert [(s.title, len(s.rules)) for s in sections_of(GAME.rules)] == [
        ("§1", 5),
        ("§2", 6),
        ("§3", 1),
        (OWN_SECTION, 1),
    ]


def test_a_rule_of_ours_stands_with_its_neighbours():
    """What we supply belongs where the ids around it do."""
    rules = (("A-S01", "rulebook", "Setup, p. 1"), ("A-S02", "reading", ""), ("A-Q01", "reading", "Play"))
    rules = (*rules, ("A-P01", "rulebook", "Play; Setup"))
    sections = sections_of({id_: Rule(id_, "t", "x", "guard", source, place) for id_, source, place in rules})  # type: ignore[arg-type]
    assert [(s.title, [rule.id for rule in s.rules]) for s in sections] == [
        ("Setup", ["A-S01", "A-S02"]),
        ("Play", ["A-P01"]),
        (OWN_SECTION, ["A-Q01"]),
    ]


def test_a_citation_names_rule_place_and_game():
    """What one pastes elsewhere is understood there."""
    assert rule_citation(GAME.rules["MG-P03"], "High Card") == "MG-P03 Placing (rulebook: §2) · High Card"


SEARCH = WordSearch({rule.id: searched_text(rule) for rule in GAME.rules.values()})


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("placing", ["MG-P03"]),
        ("DIE odd", ["MG-P05"]),
        ("mgp03", ["MG-P03"]),
        ("mg-p", ["MG-P01", "MG-P02", "MG-P03", "MG-P04", "MG-P05"]),
        ("xyzzy", []),
        ("[b]", []),
    ],
)
def test_words_find_rules(typed: str, found: list[str]):
    """Each typed word begins a word of the rule, in any order; ids are found with and without their dash."""
    assert list(SEARCH.find(typed).keys) == found


def test_a_misspelt_word_is_read_as_its_nearest():
    """A slip of the fingers finds what was meant, and what it was read as is told."""
    found = SEARCH.find("plcing")
    assert (found.keys, found.read_as) == (("MG-P03",), "placing")


def test_scripts_without_blanks_are_found_inside():
    """Where words are not set apart, letters match anywhere."""
    assert WordSearch({"a": "桜の木", "b": "松の木"}).find("木").keys == ("a", "b")
