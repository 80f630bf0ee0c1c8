"""Hidden cards at the table: candidates with what is left of them, impossible reveals, choices made face down."""

import re
from collections import Counter
from itertools import takewhile
from typing import Any

import pytest

from domain.game import tag_of
from domain.registry import load_game
from domain.simulation import simulate
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.resources import load_catalogue
from service.typing.scoresheet import Scoresheet
from service.typing.suggestions import Suggester
from tests.campaigns import some
from tests.replay_tui.driving import keys, visit
from tests.replay_tui.live import open_sheet, recording

UNKNOWN_SEVEN = "[??, ??, ??, ??, ??, ??, ??]"
LISTED = {
    "frc_card_game": (("all_hands", "fast_shooters"), ("play_team_card Ada red_alliance", "draw_opening_hand Ada")),
    "frc_tcg": (
        ("first_as_printed", "first_as_printed_green"),
        ("shuffle_deck Ada", "shuffle_deck Bo", f"draw_opening_hand Ada {UNKNOWN_SEVEN}"),
    ),
    "robin_in_the_hood": (("ann", "ben"), ("start_round", "shuffle_draw_pile Ada", "draw_playing_hand Ada")),
}
"""Registered decks of Ada and Bo, and lines until Ada holds unknown cards."""
OPTIONS = {"robin_in_the_hood": {"victories_to_win": "2"}}
REVEALS = {
    "frc_card_game": ("reveal_card ", "reveal_card bram player=Ada", "CG-D06"),
    "frc_tcg": ("reveal_card #1-01 ", "reveal_card #1-01 comet17 player=Ada", "TCG-D07"),
    "robin_in_the_hood": ("reveal_card Ada playing_hand ", "reveal_card Ada playing_hand aldous", "RH-D07"),
}
"""The name of a card, a card that the list lacks, and the rule for it."""


def listed(app: MatchService, name: str) -> str:
    """A match with registered decks, in which Ada holds unseen cards."""
    decks, lines = LISTED[name]
    flags = Scoresheet((), players=("Ada", "Bo"), decks=dict(enumerate(decks)), options=OPTIONS.get(name, {}))
    match_id = app.open_match(opening_of(load_game(name), Scoresheet(()), flags)).id
    for line in lines:
        app.take(match_id, line)
    return match_id


@pytest.mark.parametrize("name", LISTED)
@pytest.mark.promise(id="H2")
def test_candidates_come_first_with_how_many_are_left(app: MatchService, name: str):
    """Where a card must be named, what the registered list still holds is offered before the rest of the catalogue."""
    match = app.match(listed(app, name))
    rows = Suggester(match.game, match.state).suggest(REVEALS[name][0]).rows
    left: Counter[str] = Counter()
    for seat in (0,) if "Ada" in REVEALS[name][0] else (0, 1):
        registered = match.game.hidden.registered(match.state, seat, "judge")
        assert registered is not None
        left += Counter(registered.unseen)
    offered = {re.split(r"[ \[=,]", row.line)[-1]: row.note for row in rows if row.label != "??"}
    assert offered == {card: f"{left[card]} left" if left[card] > 0 else "" for card in offered}
    assert len(offered) >= 9


@pytest.mark.parametrize("name", LISTED)
@pytest.mark.promise(id="H2")
def test_a_card_that_came_to_light_is_one_less(app: MatchService, name: str):
    """After a card is named, so many copies fewer of it are left; the last one is offered no more."""
    match_id = listed(app, name)
    match = app.match(match_id)
    ask = REVEALS[name][0]
    first = next(r for r in Suggester(match.game, match.state).suggest(ask).rows if r.note)
    app.take(match_id, first.line)
    after = app.match(match_id)
    rows = {r.label: r.note for r in Suggester(after.game, after.state).suggest(ask).rows if r.note}
    left = int(first.note.split()[0]) - 1
    assert rows.get(first.label, "0 left") == f"{left} left"


@pytest.mark.parametrize("name", some(LISTED, 1))
@pytest.mark.promise(id="H2")
def test_an_impossible_reveal_is_flagged_at_once(app: MatchService, name: str):
    """Rows say how many copies are left; a card that the list does not have is judged while it is typed, and enter opens the box
    of its rule."""
    begun, line, rule = REVEALS[name]
    match_id = listed(app, name)
    asked, typed, boxed = visit(recording(app, match_id), keys(begun), keys(line.removeprefix(begun)), "enter")
    version = app.match(match_id).version
    assert " left" in asked.text
    assert f"[{rule}]" in typed.text
    assert f"[{rule}]" in boxed.text
    assert app.match(match_id).version == version


@pytest.mark.promise(id="H2")
def test_in_a_game_without_lists_a_card_is_in_one_place(app: MatchService):
    """PBL ROBOTS has each card once: a hand card that is elsewhere is impossible, and the box says so."""
    match_id = open_sheet(app, "pbl_robots", 30)
    card = next(iter(c for side in app.match(match_id).state.sides for c in side.scrap))  # type: ignore[attr-defined]
    seen = visit(recording(app, match_id), f"{keys(f'reveal_card {card}')} enter")[-1]
    assert "Impossible" in seen.text
    assert "PBL-" in seen.text


# --- face down ---------------------------------------------------------------------------------------------------------

SEEN_BY_BEN, BACK_TO_JUDGE = "f2 f2", "f2 f2"


@pytest.mark.promise(id="H5")
def test_a_choice_is_hidden_until_both_are_recorded(app: MatchService):
    """Robin in the Hood: what Ann placed face down is nowhere on Ben's screen until Ben's choice is recorded too."""
    match_id = open_sheet(app, "robin_in_the_hood", 5)
    assert app.match(match_id).game.turn_info(app.match(match_id).state).phase == "placing"
    mine, theirs = _choices(app, match_id)
    alone, both = visit(
        recording(app, match_id),
        f"{keys(mine)} enter {SEEN_BY_BEN}",
        f"{BACK_TO_JUDGE} {keys(theirs)} enter {SEEN_BY_BEN}",
        size=(120, 40),
    )
    name = mine.split()[-1]
    assert "as Ben" in alone.lines[0]
    assert name not in alone.text.lower()
    assert name in both.text.lower()


@pytest.mark.promise(id="H5")
def test_a_seat_is_offered_nothing(app: MatchService):
    """Given a seat's view, then offers, verdicts and boxes reveal only its own cards, and recording is refused there."""
    match_id = open_sheet(app, "robin_in_the_hood", 5)
    mine, _ = _choices(app, match_id)
    version = app.match(match_id).version
    seen = visit(recording(app, match_id), f"f2 {keys(mine)} enter", "f5")
    assert all("actions are recorded only in the judge's view" in s.text or "F2" in s.text for s in seen)
    assert seen[0].offered == ()
    assert app.match(match_id).version == version


@pytest.mark.promise(id="H5")
def test_starters_are_committed_in_secret(app: MatchService):
    """PBL ROBOTS, rotation: a starter laid face down is hidden from the other side until both are revealed."""
    game = load_game("pbl_robots")
    catalogue = load_catalogue(game)
    played = simulate(game, catalogue, 1, options={"rotation": "3", "setup": "quick_play"})
    setup = takewhile(lambda command: tag_of(command) != "commit_starter", (step.command for step in played))
    match = app.open_match(Opening(game=game.name, commands=tuple(setup), catalogue=catalogue))
    state: Any = match.state
    seat = next(seat for seat, one in enumerate(state.seats) if one.side == 0)
    starter = state.sides[0].starters[0]
    line = f"commit_starter {starter} player={state.seats[seat].name}"
    others_view = "f2" if seat else "f2 f2"
    mine, theirs = visit(recording(app, match.id), f"{keys(line)} enter", others_view, size=(120, 40))
    assert f"selected {state.catalogue.name_of(starter)}" in mine.text
    assert f"as {state.seats[1 - seat].name}" in theirs.lines[0]
    assert f"selected {state.catalogue.name_of(starter)}" not in theirs.text
    assert f"commit_starter {starter}" not in theirs.text


def _choices(app: MatchService, match_id: str) -> tuple[str, str]:
    """A character for Ann and one for Ben, as lines."""
    match = app.match(match_id)
    ask = Suggester(match.game, match.state)
    return tuple(ask.suggest(f"place_character {seat} ").rows[0].line for seat in ("Ann", "Ben"))  # type: ignore[return-value]
