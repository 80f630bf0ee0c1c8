"""The new match wizard: keyboard alone, each wrong answer told at its step, nothing stored before the last one."""

from typing import Any

import pytest

from domain.entries import Opened
from replay_tui.app import MatchbookApp
from service.recording.acts import RecordingDesk
from service.recording.matchbook import Matchbook
from service.recording.wizard import Draft, Problem, answered
from tests.replay_tui.driving import Seen, keys, visit
from tests.replay_tui.memory import Shelf


def walk(app: Matchbook, *walks: str) -> tuple[Seen, ...]:
    """What is seen after each walk, from the match list on."""
    return visit(MatchbookApp(Shelf(), desk=RecordingDesk(app)), "n", *walks)[1:]


def opened(app: Matchbook) -> Any:
    """The opening of the only match of the store."""
    (match_id,) = app.store.match_ids()
    payload = app.history(match_id).entries[0].payload
    assert isinstance(payload, Opened)
    return payload


def test_a_match_is_opened_and_recorded_at_once(app: Matchbook):
    """Game, cards, players, options, decks, strictness, title: then the record screen of the new match is there."""
    answers = (keys("frc_card_game"), "enter enter", f"{keys('Ada, Bo')} enter enter", f"{keys('=30, =30')} enter")
    seen = walk(app, *answers, "down down enter", f"{keys('Table 4')} enter")[-1]
    assert seen.lines[0].startswith(f"RECORD {app.store.match_ids()[0]}")
    assert "Table 4" in seen.lines[0]
    payload = opened(app)
    assert (payload.strictness, payload.title) == ("warn", "Table 4")
    assert [player.name for player in payload.command.players] == ["Ada", "Bo"]


def test_a_digit_chooses_a_game(app: Matchbook):
    """The games are numbered; the chosen one stands in the line."""
    listed, chosen = walk(app, "", "1")
    assert "1 frc_card_game" in listed.text
    assert "> frc_card_game" in chosen.text


@pytest.mark.parametrize(
    ("answers", "said", "step"),
    [
        (f"enter enter {keys('Ada')} enter", "1 player; it is played by 2", "players"),
        (f"enter enter {keys('Ada, Bo')} enter {keys('colour=red')} enter", "! no option 'colour'", "options"),
        (f"enter enter {keys('Ada, Bo')} enter enter {keys('=12, =30')} enter", "! [CG-", "decks"),
        (
            f"enter enter {keys('Ada, Bo')} enter enter {keys('=30')} enter",
            "! 1 deck for 2 players; next is Bo's",
            "decks",
        ),
    ],
)
def test_a_wrong_answer_is_told_at_its_step(app: Matchbook, answers: str, said: str, step: str):
    """The step stays open and says what would be right; nothing is stored."""
    seen = walk(app, f"{keys('frc_card_game')} {answers}")[-1]
    assert said in seen.text
    assert f"> {step}" in seen.text
    assert app.store.match_ids() == []


def test_options_are_turned_by_numbers(app: Matchbook):
    """A digit changes an option to its next value; the answers show what is not default."""
    seen = walk(app, f"{keys('frc_card_game')} enter enter {keys('Ada, Bo')} enter", "1")[-1]
    assert "draw_phase_draw=may" in seen.text


def test_escape_goes_a_step_back(app: Matchbook):
    """The answer of the step before stands in the line again; from the first step `esc` leaves."""
    back, out = walk(app, f"{keys('frc_card_game')} enter enter {keys('Ada, Bo')} enter escape", "escape escape escape")
    assert "> Ada, Bo" in back.text
    assert "NEW MATCH" not in out.text


def test_sides_stand_behind_names(app: Matchbook):
    """Players of one side are written with its number."""
    seen = walk(app, f"{keys('frc_tcg')} enter enter", f"{keys('Ada@1, Bo@2, Cy@1, Di@2')} enter escape")[-1]
    assert "> Ada@1, Bo@2, Cy@1, Di@2" in seen.text


DECKS = f"{keys('frc_card_game')} enter enter {keys('Ada, Bo')} enter enter"


def test_decks_are_chosen_by_their_numbers_and_sizes_are_typed(app: Matchbook):
    """One digit is the deck of that row, a longer number a size: neither becomes part of the other."""
    rows, sizes, mixed = walk(app, DECKS, f"{keys('30 30')} enter", f"escape ctrl+u {keys('1, 30')} enter")
    first = next(line for line in rows.lines if line.lstrip().startswith("1 ")).split()[1]
    assert "decks       30, 30" in sizes.text
    assert f"decks       {first}, 30" in mixed.text


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
    """With and without commas."""
    draft = Draft(game="frc_card_game", catalogue="sample", players=("Ada", "Bo"))
    assert tuple(answered(draft, "decks", text).decks.values()) == decks


def test_a_row_that_is_not_there_is_told_with_how_a_size_is_written():
    """`9` is no deck; nine cards are `=9`."""
    draft = Draft(game="frc_card_game", catalogue="sample", players=("Ada", "Bo"))
    with pytest.raises(Problem, match="no deck 9 in the list; a size of 9 is written =9"):
        answered(draft, "decks", "9, 30")


def test_options_are_found_by_letters(app: Matchbook):
    """Any part of an option's name or of what it may be finds it."""
    seen = walk(app, f"{keys('frc_card_game')} enter enter {keys('Ada, Bo')} enter", keys("phase_draw"))[-1]
    assert "1 draw_phase_draw=" in seen.text


def test_a_kit_is_chosen_as_one_chooses_a_game(app: Matchbook):
    """Kits stand behind the games with their titles; one is chosen by its name, cards are not asked about, and its options and
    numbers of players are the kit's. The match opens on the record screen."""
    listed, players, few = walk(app, "", f"{keys('pig')} enter", f"{keys('Ada')} enter")
    assert "chess" in listed.text
    assert "tabletop" not in listed.text
    assert "pig" in players.text
    assert "> players" in players.text
    assert "catalogue" not in players.text
    assert "it is played by 2 or 3" in few.text
    seen = walk(
        app, f"{keys('pig')} enter {keys('Ada, Bo')} enter", f"{keys('target=50')} enter enter", "enter enter enter"
    )
    assert "target=50" in seen[1].text
    assert seen[-1].lines[0].startswith(f"RECORD {app.store.match_ids()[0]}")
    assert opened(app).command.options == {"target": 50}


def test_a_wrong_kit_is_told(app: Matchbook):
    """A file that is not there and the bare name of what is played with kits are told at their step; esc comes back to the kit."""
    missing, bare, back = walk(
        app,
        f"{keys('nowhere.toml')} enter",
        f"ctrl+u {keys('tabletop')} enter",
        f"ctrl+u {keys('pig')} enter escape",
    )
    assert "! nowhere.toml: no such file" in missing.text
    assert "! tabletop is played with kits: name one" in bare.text
    assert "> pig" in back.text
