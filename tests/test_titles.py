"""Every command has a title of its own, in words that people read."""

import pytest

from domain.game import AnyGame, Phrase
from domain.notation import spoken_words
from domain.registry import game_names, load_game
from domain.text import title_of
from matchbook.conformance.shape import title_problems
from service.kits import installed_kits, load_kit


def phrases(game: AnyGame, kit: str = "") -> list[Phrase]:
    return [phrase for _, phrase in spoken_words(game.commands, load_kit(kit) if kit else None).values()]


@pytest.mark.parametrize("name", game_names())
def test_titles_of_games_and_competitions(name: str) -> None:
    """Of 2 to 40 characters, a capital first, without `_`, no two the same; the built-in ones state theirs."""
    game = load_game(name)
    assert list(title_problems(phrases(game))) == []
    if game.package.startswith("domain."):
        assert all(command.title for command in game.commands)


@pytest.mark.parametrize("kit", [kit.name for kit in installed_kits()])
def test_titles_of_kits(kit: str) -> None:
    """The verbs of a packaged kit, the built-in ones and the commands of every kit have different titles."""
    assert list(title_problems(phrases(load_game("tabletop"), kit))) == []


def test_a_title_made_of_a_name() -> None:
    """A plug-in or a kit that gives no title has the words of its names."""
    assert title_of("play_student") == "Play student"


def test_bad_titles_are_named() -> None:
    """Too short, too long, small, with `_`, given twice."""
    bad = ["Go_on", "X", "play", "A" * 41, "End", "End"]
    found = list(title_problems(Phrase(str(number), (), title) for number, title in enumerate(bad)))
    assert [title for title in bad[:4] if any(repr(title) in one for one in found)] == bad[:4]
    assert found[-1] == "2 commands have the title 'End'"
    assert len(found) == 5
