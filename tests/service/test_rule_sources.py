"""Who says what a rule says: the rulebook in its own words, we where it is silent, or this program."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.registry import installed_games, load_game
from tests.rulebook_sentences import digest, known, normalised
from tests.rulebooks import RULEBOOKS
from tests.service.conftest import CommandLine

CITED = re.compile(r"\b(?:CG|TCG|PBL|RH)-[A-Z]\d\d\b")


@pytest.mark.every_game
@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_quotation_is_a_sentence_of_the_rulebook(name: str) -> None:
    """What the rulebook says stands in the rulebook, word for word; of ours there is nothing to quote."""
    rules, book = load_game(name).rules.values(), known(name)
    assert not [rule.id for rule in rules if (rule.source == "rulebook") is not bool(rule.quote and rule.place)]
    assert not [rule.id for rule in rules if rule.quote and digest(rule.quote) not in book]
    assert digest(next(rule.quote for rule in rules if rule.quote) + " not") not in book


def test_a_quotation_is_known_however_it_is_broken_and_marked() -> None:
    """Line breaks, marks and signs of a list are no part of a sentence; each of its words is."""
    assert normalised("•Make one **MOVE**\n per turn, if able.") == normalised("Make one 'MOVE' per turn (if able)")
    assert normalised("one card") != normalised("two cards")


@pytest.mark.parametrize("name", sorted(installed_games()))
def test_each_rule_says_who_says_so(name: str) -> None:
    """Readings are in each game with a rulebook; what kits and gatherings ask is this program's."""
    sources = {rule.source for rule in load_game(name).rules.values()}
    assert sources >= ({"rulebook", "reading"} if name in RULEBOOKS else {"program"})


def _cited() -> Iterator[tuple[str, str]]:
    for path in (path for ending in ("py", "md") for path in Path("domain").rglob(f"*.{ending}")):
        yield from ((found, str(path)) for found in CITED.findall(path.read_text("utf-8")))


def test_every_rule_that_the_program_names_can_be_looked_up() -> None:
    """An id in the code or the guide of a game is a row of its rules."""
    rules = {rule for game in installed_games().values() for rule in game.rules}
    assert not {(rule, path) for rule, path in _cited() if rule not in rules}


def test_rules_and_refusals_show_who_says_so(matchbook: CommandLine) -> None:
    """The command line quotes the rulebook for a rule and for a refusal, and says of a reading that it is one."""
    shown = " ".join(matchbook("rules", "frc_card_game", "CG-A02").out.split())
    assert "“Only one student card may be played per turn (unless otherwise stated).” guard · rulebook: Stud" in shown
    assert "our reading" in matchbook("rules", "pbl_robots", "PBL-Q25").out
    match = matchbook("new", "frc_tcg", "--player", "Ann", "--player", "Ben").out.strip()
    refused = matchbook("take", match, "end_turn")
    assert refused.code == 3
    first, second = refused.err.splitlines()[:2]
    assert first.startswith("matchbook: error: [TCG-S08]")
    assert second.strip() == "TCG-S08 Ready · rulebook: To Begin “They are placed together on the table.”"
