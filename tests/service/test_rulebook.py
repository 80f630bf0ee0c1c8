"""Rules by section and by words, and where each rule comes from."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.game import AnyGame
from domain.registry import installed_games, load_game
from domain.rules import Rule
from service.reading.rulebook import OWN_SECTION, rule_citation, searched_text, sections_of
from service.reading.wordsearch import WordSearch
from tests.minigame import GAME
from tests.rulebook_sentences import digest, known, normalised
from tests.rulebooks import RULEBOOKS
from tests.service.conftest import CommandLine

GAMES = list(installed_games().values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_sections_hold_every_rule_once(game: AnyGame):
    """Given any places, then every rule of any game occurs once."""
    listed = [rule.id for section in sections_of(game.rules) for rule in section.rules]
    assert sorted(listed) == sorted(game.rules)


def test_sections_are_parts_of_the_rulebook():
    """Our own rules are beside their neighbours, or at the end; a citation names rule, place and game."""
    assert [(s.title, len(s.rules)) for s in sections_of(GAME.rules)] == [
        ("§1", 5),
        ("§2", 6),
        ("§3", 1),
        (OWN_SECTION, 1),
    ]
    rules = (("A-S01", "rulebook", "Setup, p. 1"), ("A-S02", "reading", ""), ("A-Q01", "reading", "Play"))
    rules = (*rules, ("A-P01", "rulebook", "Play; Setup"))
    sections = sections_of({id_: Rule(id_, "t", "x", "guard", source, place) for id_, source, place in rules})  # type: ignore[arg-type]
    assert [(s.title, [rule.id for rule in s.rules]) for s in sections] == [
        ("Setup", ["A-S01", "A-S02"]),
        ("Play", ["A-P01"]),
        (OWN_SECTION, ["A-Q01"]),
    ]
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


def test_odd_words_are_found():
    """KitSyntaxError words are read as their nearest; scripts without blanks match anywhere."""
    found = SEARCH.find("plcing")
    assert (found.keys, found.read_as) == (("MG-P03",), "placing")
    assert WordSearch({"a": "桜の木", "b": "松の木"}).find("木").keys == ("a", "b")


CITED = re.compile(r"\b(?:CG|TCG|PBL|RH)-[A-Z]\d\d\b")


@pytest.mark.every_game
@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_quotation_is_a_sentence_of_the_rulebook(name: str) -> None:
    """Quotes of the rulebook are in the rulebook, word for word; our own rules do not have quotes."""
    rules, book = load_game(name).rules.values(), known(name)
    assert not [rule.id for rule in rules if (rule.source == "rulebook") is not bool(rule.quote and rule.place)]
    assert not [rule.id for rule in rules if rule.quote and digest(rule.quote) not in book]
    assert digest(next(rule.quote for rule in rules if rule.quote) + " not") not in book


def test_a_quotation_is_known_however_it_is_broken_and_marked() -> None:
    """Line breaks, marks and signs of a list are not part of a sentence; each of its words is."""
    assert normalised("•Make one **MOVE**\n per turn, if able.") == normalised("Make one 'MOVE' per turn (if able)")
    assert normalised("one card") != normalised("two cards")


@pytest.mark.parametrize("name", sorted(installed_games()))
def test_each_rule_says_who_says_so(name: str) -> None:
    """Readings are in each game with a rulebook; what kits and event days ask is this program's."""
    sources = {rule.source for rule in load_game(name).rules.values()}
    assert sources >= ({"rulebook", "reading"} if name in RULEBOOKS else {"program"})


def _cited() -> Iterator[tuple[str, str]]:
    for path in (path for ending in ("py", "md") for path in Path("domain").rglob(f"*.{ending}")):
        yield from ((found, str(path)) for found in CITED.findall(path.read_text("utf-8")))


def test_every_rule_that_the_program_names_can_be_looked_up() -> None:
    rules = {rule for game in installed_games().values() for rule in game.rules}
    assert not {(rule, path) for rule, path in _cited() if rule not in rules}


def test_rules_and_refusals_show_who_says_so(matchbook: CommandLine) -> None:
    shown = " ".join(matchbook("rules", "frc_card_game", "CG-A02").out.split())
    assert "“Only one student card may be played per turn (unless otherwise stated).” guard · rulebook: Stud" in shown
    assert "our reading" in matchbook("rules", "pbl_robots", "PBL-Q25").out
    match = matchbook("new", "frc_tcg", "--player", "Ann", "--player", "Ben").out.strip()
    refused = matchbook("take", match, "end_turn")
    assert refused.code == 3
    first, second = refused.err.splitlines()[:2]
    assert first.startswith("matchbook: error: [TCG-S08]")
    assert second.strip() == "TCG-S08 Ready · rulebook: To Begin “They are placed together on the table.”"
