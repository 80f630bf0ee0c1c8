"""A game or kit has the same names in all filters; an unknown one is an error, not an empty answer."""

from itertools import product

import pytest

from tests.service.conftest import CommandLine

NAMES = ("pig", "tabletop:pig", "PIG")
ASKED = {
    "stats --game": ("stats", "length", "--game", "{}", "kind:all"),
    "stats game:": ("stats", "length", "game:{}", "kind:all"),
    "a metric": ("stats", "match-turns", "game:{}", "kind:all"),
    "find where": ("find", "turn_began", "game:{}", "kind:all"),
    "find": ("find", "turn_began game:{}", "kind:all"),
    "report": ("metrics", "report", "--game", "{}", "--where", "kind:all"),
    "explore": ("explore", "{}"),
    "matches --game": ("matches", "--game", "{}"),
    "matches --find": ("matches", "--find", "game:{}"),
    "matches kit:": ("matches", "--find", "kit:{}"),
    "stats kit:": ("stats", "length", "kit:{}", "kind:all"),
}


@pytest.fixture
def kits(stocked) -> CommandLine:
    matchbook = stocked("pig", 3)
    assert matchbook("simulate", "yacht", "-n", "1", "--record").code == 0
    return matchbook


@pytest.mark.slow
def test_a_kit_means_the_same_by_each_of_its_names(kits: CommandLine) -> None:
    """Its answers are the same under each name, and differ from another kit's."""
    for way, words in ASKED.items():
        ran = {name: kits(*(word.format(name) for word in words)) for name in (*NAMES, "yacht")}
        assert {name: found.code for name, found in ran.items()} == dict.fromkeys(ran, 0), (way, ran)
        told = {name: found.out.replace(f"game:{name}", "") + found.err for name, found in ran.items()}
        assert len({told[name] for name in NAMES}) == 1, way
        assert told["pig"] != told["yacht"], way


@pytest.mark.slow
def test_what_is_no_game_is_an_error_and_no_empty_answer(kits: CommandLine) -> None:
    for name, (way, words) in product(("pigs", "tabletop:pigs", "nothing"), ASKED.items()):
        ran = kits(*(word.format(name) for word in words))
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), (way, ran)
        assert name.removeprefix("tabletop:") in ran.err, way


@pytest.mark.slow
def test_a_game_without_matches_is_no_error(kits: CommandLine) -> None:
    for way, words in ASKED.items():
        if "kit" not in way:
            ran = kits(*(word.format("frc_tcg") for word in words))
            assert ran.code == 0, (way, ran.err)
