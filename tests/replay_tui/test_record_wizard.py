"""The new match wizard: keyboard only, each wrong answer reported at its step, stored only after the last one."""

from typing import Any

import pytest

from domain.entries import Opened
from service.recording.match_service import MatchService
from service.recording.recording_service import RecordingService
from service.recording.wizard import InvalidAnswer, WizardAnswers, answered
from tests.replay_tui.driving import Seen, keys, visit
from tests.replay_tui.memory import Shelf, on_shelf


def walk(app: MatchService, *walks: str) -> tuple[Seen, ...]:
    """Return the screen after each walk, from the match list on, with all questions asked."""
    return visit(on_shelf(Shelf(), recording_service=RecordingService(app)), "n ctrl+o", *walks)[1:]


def opened(app: MatchService) -> Any:
    """The opening of the only match of the store."""
    (match_id,) = app.store.match_ids()
    payload = app.history(match_id).entries[0].payload
    assert isinstance(payload, Opened)
    return payload


def test_a_match_is_opened_and_recorded_at_once(app: MatchService):
    """Game, cards, players, options, decks, strictness, title: then the record screen of the new match is there."""
    answers = (keys("frc_card_game"), "enter enter", f"{keys('Ada, Bo')} enter enter", f"{keys('=30, =30')} enter")
    seen = walk(app, *answers, "down down enter", f"{keys('Table 4')} enter")[-1]
    assert seen.lines[0].startswith(f"RECORD {app.store.match_ids()[0]}")
    assert "Table 4" in seen.lines[0]
    payload = opened(app)
    assert (payload.strictness, payload.title) == ("warn", "Table 4")
    assert [player.name for player in payload.command.players] == ["Ada", "Bo"]


CARD_GAME = f"{keys('frc_card_game')} enter enter"
OPTIONS = f"{CARD_GAME} {keys('Ada, Bo')} enter"


@pytest.mark.parametrize(
    "shown",
    [
        {
            "": "1 frc_card_game",  # games have numbers
            "1": "> frc_card_game",
            f"enter enter {keys('Ada, Bo')} enter 1": "draw_phase_draw=may",
            f"ctrl+u {keys('phase_draw')}": "1 draw_phase_draw=",
            "ctrl+u enter escape": "> options",
            "escape": "> Ada, Bo",
            f"enter enter {keys('30 30')} enter": "decks       30, 30",
            f"escape ctrl+u {keys('1, 30')} enter": "decks       all_hands, 30",
        },
        {f"{keys('frc_tcg')} enter enter {keys('Ada@1, Bo@2, Cy@1, Di@2')} enter escape": "> Ada@1, Bo@2, Cy@1, Di@2"},
        {f"{keys('pig')} enter {keys('Ada')} enter escape": "> pig"},
    ],
    ids=["numbers, letters, decks and steps back", "players of a side have its number", "a kit is in the line again"],
)
def test_answers_are_chosen_typed_and_gone_back_to(app: MatchService, shown: dict[str, str]):
    """Digits choose rows, letters find options, `esc` goes a step back with the answer in the line; the screen shows the answers
    so far."""
    for seen, part in zip(walk(app, *shown), shown.values(), strict=True):
        assert part in seen.text


def test_escape_leaves_from_the_first_step(app: MatchService):
    """`esc` on the first step leaves the wizard."""
    assert "NEW MATCH" not in walk(app, f"{OPTIONS} escape escape escape escape")[-1].text


WRONG = {
    f"{keys('nowhere.toml')} enter": ("! nowhere.toml: no such file", "game"),
    f"ctrl+u {keys('tabletop')} enter": ("! tabletop is played with kits: name one", "game"),
    f"ctrl+u {CARD_GAME} {keys('Ada')} enter": (
        "1 player; the game needs 2; separate names with commas: Ada, Bo",
        "players",
    ),
    f"ctrl+u {keys('Ada, Bo')} enter {keys('colour=red')} enter": ("! ", "options"),
    f"ctrl+u enter {keys('=12, =30')} enter": ("! [CG-", "decks"),
    f"ctrl+u {keys('=30')} enter": ("! 1 deck for 2 players; next is Bo's", "decks"),
}


def test_a_wrong_answer_is_told_at_its_step(app: MatchService):
    """The step stays open and says what would be right; the store stays empty."""
    for seen, (said, step) in zip(walk(app, *WRONG), WRONG.values(), strict=True):
        assert said in seen.text
        assert f"> {step}" in seen.text
    assert app.store.match_ids() == []


@pytest.mark.parametrize(
    ("text", "decks"),
    [
        ("30 30", ("30", "30")),
        ("30, =30", ("30", "30")),
        ("1 30", ("all_hands", "30")),
        ("1,2", ("all_hands", "fast_shooters")),
    ],
)
def test_deck_sizes_and_rows_are_told_apart(text: str, decks: tuple[str, ...]):
    """Sizes and row numbers of decks are read with and without commas."""
    draft = WizardAnswers(game="frc_card_game", catalogue="sample", players=("Ada", "Bo"))
    assert tuple(answered(draft, "decks", text).decks.values()) == decks


def test_a_row_that_is_not_there_is_told_with_how_a_size_is_written():
    """`9` names no row; nine cards are written `=9`."""
    draft = WizardAnswers(game="frc_card_game", catalogue="sample", players=("Ada", "Bo"))
    with pytest.raises(InvalidAnswer, match="there is no deck 9 in the list; for a deck of 9 cards, write =9"):
        answered(draft, "decks", "9, 30")


def test_a_kit_is_chosen_as_one_chooses_a_game(app: MatchService):
    """The list shows kits with their titles after the games. A kit brings its own options and numbers of players, and the wizard
    skips the question about cards. The match opens on the record screen."""
    listed, players, few = walk(app, "", f"{keys('pig')} enter", f"{keys('Ada')} enter")
    assert "chess" in listed.text
    assert "tabletop" not in listed.text
    assert "pig" in players.text
    assert "> players" in players.text
    assert "catalogue" not in players.text
    assert "the game needs 2 to 8; separate names with commas: Ada, Bo" in few.words
    seen = walk(
        app, f"{keys('pig')} enter {keys('Ada, Bo')} enter", f"{keys('target=50')} enter enter", "enter enter enter"
    )
    assert "target=50" in seen[1].text
    assert seen[-1].lines[0].startswith(f"RECORD {app.store.match_ids()[0]}")
    assert opened(app).command.options == {"target": 50}
