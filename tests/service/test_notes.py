"""A game's notes on odd but permitted cards reach every person who opens a match or checks cards."""

import json
from importlib import resources
from pathlib import Path

import pytest

from domain.registry import load_game
from replay_tui.browsers.card_rows import card_list_rows, deck_rows
from service.reading.catalogues import collection, read_file
from service.reading.styled_text import plain
from service.recording.opening import MOST_NOTES, opening_notes
from service.recording.wizard import WizardAnswers, answered, notes
from service.resources import deck_names, load_catalogue
from tests.service.conftest import CommandLine

ODD_HP = (
    "frc_tcg",
    "hp = 30\nfounded = 2012",
    "hp = 40\nfounded = 2012",
    "[TCG-K07] kiln15: HP 40, 30 by a first year 2012",
)
ODD_COLOUR = (
    "robin_in_the_hood",
    'agility = {score = 5, colour = "blue"}',
    'agility = {score = 5, colour = "gold"}',
    "[RH-Q25] alys: agility 5 is not gold",
)


@pytest.fixture(params=[ODD_HP, ODD_COLOUR], ids=lambda case: case[0])
def odd(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str, str]:
    """A game, a sample catalogue of it in a file with one odd card, and the note on that card."""
    game, before, after, note = request.param
    text = resources.files(f"domain.games.{game}").joinpath("catalogue/sample.toml").read_text("utf-8")
    assert before in text
    path = tmp_path / "odd.toml"
    path.write_text(text.replace(before, after, 1), "utf-8")
    return game, str(path), note


def test_notes_in_cards_check(odd: tuple[str, str, str], matchbook: CommandLine) -> None:
    game, path, note = odd
    ran = matchbook("cards", "check", game, path)
    assert f"note: {note}\n" in ran.out
    assert ran.code == 0
    assert "0 findings" in ran.out
    told = json.loads(matchbook("cards", "check", game, path, "--json").out)["notes"]
    assert [f"[{one['rule']}] {one['text']}" for one in told if one.get("card")] == [note]


def test_notes_in_decks_check(odd: tuple[str, str, str], matchbook: CommandLine, tmp_path: Path) -> None:
    game, path, note = odd
    card = note.split()[1].rstrip(":")
    for name, told in (("with", 1), ("without", 0)):
        deck = tmp_path / f"{name}.toml"
        deck.write_text(f"[cards]\n{card if told else 'other'} = 1\n")
        ran = matchbook("decks", "check", game, deck, "--catalogue", path)
        assert ran.out.count("note: ") == told, ran.out
        assert (f"note: {note}\n" in ran.out) == bool(told)


def test_notes_in_new(odd: tuple[str, str, str], matchbook: CommandLine) -> None:
    """`new` says on standard error what is odd about the cards, after the match's id, and opens the match."""
    game, path, note = odd
    decks = ("--deck", "1=54", "--deck", "2=54") if game == "frc_tcg" else ("--option", "victories_to_win=1")
    ran = matchbook("new", game, "--player", "Ann", "--player", "Ben", *decks, "--catalogue", path)
    assert ran.code == 0, ran.err
    assert f"note: {note}\n" in ran.err
    assert note not in ran.out


def test_notes_in_the_wizard_and_at_the_opening(odd: tuple[str, str, str]) -> None:
    """The wizard tells all notes of the cards, an opening a few and the number of the others."""
    game, path, note = odd
    draft = answered(WizardAnswers(), "game", game)
    assert notes(draft) == ()
    assert notes(answered(draft, "catalogue", path)) == (note,)
    name, path, note = odd
    game = load_game(name)
    catalogue = load_catalogue(game, path)
    card = catalogue.get(note.split()[1].rstrip(":"))
    for number in range(MOST_NOTES):
        catalogue = catalogue.plus(
            type(card)(**{**{f: getattr(card, f) for f in card.__struct_fields__}, "card_id": f"x{number}"})
        )  # type: ignore[attr-defined]
    told = opening_notes(game, catalogue)
    assert len(told) == MOST_NOTES + 1
    assert told[-1] == "and 1 further note on the cards: 'matchbook cards check' lists them"


def test_notes_on_the_cards_screen(odd: tuple[str, str, str], tmp_path: Path) -> None:
    name, path, note = odd
    game = load_game(name)
    shelf = read_file(game, path, ())
    listed = [plain([row.line]) for row in card_list_rows(shelf, tuple(shelf.catalogue), 100)]  # type: ignore[union-attr,arg-type]
    assert listed.index(f"· {note}") < 3
    file = tmp_path / "deck.toml"
    file.write_text(f"[cards]\n{note.split()[1].rstrip(':')} = 1\n")
    deck = read_file(game, str(file), (shelf,))  # type: ignore[arg-type]
    assert f"· {note}" in [plain([row.line]) for row in deck_rows(deck, 100)]  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood"])
def test_sample_cards_are_not_odd(game: str) -> None:
    loaded = load_game(game)
    assert opening_notes(loaded, load_catalogue(loaded)) == ()
    assert [deck.notes for deck in collection(loaded).decks] == [()] * len(deck_names(loaded))
