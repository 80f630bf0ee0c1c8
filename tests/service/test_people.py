"""Corrected openings: people keep their penalties, results and cards, in every game and kit."""

import re
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.audit import recheck
from domain.correction_preview import Edit, preview_correction
from domain.decision import RuleViolation, decide
from domain.decoding import converted
from domain.games.tabletop import GAME as KIT_GAME
from domain.judging import Appealed, Appointed, Confirmed, Penalised, Ruled
from domain.match import Match, fold
from domain.notation import Names, print_command
from domain.registry import game_names, load_game
from domain.replay import AnyHistory, open_history
from domain.seats import JUDGE, SeatSetup, TableSetup
from domain.table.tokens import doubled_tokens
from domain.timeline import Address
from projections.analytics import Analytics
from service.judging.judge_actions import confirm, docket_of, record, rule
from service.judging.rulings import RequestedPenalty, Ruling
from service.reading.log import log_lines
from service.recording.correction_requests import CorrectionRequest, Preview, RequestedEdit, correct, preview, redo
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from service.witnessing.slip import slip_of
from tests.campaigns import some
from tests.games.tabletop import tables
from tests.minigame.matches import match_entries, next_entry
from tests.replay_tui.live import open_sheet
from tests.rulebooks import RULEBOOKS
from tests.service.disputes import ledger_of

KITS = {"chess": 2, "crazy_eights": 3, "go_fish": 2, "hearts": 4, "pig": 3, "werewolf": 5}
PEOPLE = ("Ada", "Bo", "Cy", "Dee", "Eve")
ORDERED = {"official": "Jo", "role": "head_judge"}


def opened(app: MatchService, name: str, players: tuple[str, ...] = ()) -> str:
    """A match of a game or kit with only its opening."""
    kit = name in KITS
    game, count = load_game("tabletop" if kit else name), KITS.get(name, 2)
    catalogue = load_catalogue(game, name if kit else None)
    game = game.for_catalogue(catalogue)
    decks = 30 if name in RULEBOOKS[:2] else None
    seats = tuple(SeatSetup(player, deck=decks) for player in players or PEOPLE[:count])
    options = {"victories_to_win": "2"} if name == "robin_in_the_hood" else {}
    opening = Opening(game=game.name, commands=game.open_table(TableSetup(seats, options))[:1], catalogue=catalogue)
    return app.open_match(opening).id


def reseating(app: MatchService, match_id: str, **people: str) -> RequestedEdit:
    """The opening with other names."""
    match = app.match(match_id)
    line = print_command(match.actions[0].command, Names(match.state.catalogue, match.state.seats))
    for old in people:
        line = line.replace(old, f"<{old}>")
    for old, new in people.items():
        line = line.replace(f"<{old}>", new)
    return RequestedEdit(Address(1), "replace", line)


def seats(app: MatchService, match_id: str, kind: type) -> list[str]:
    """The people in entries of a kind, in the current match."""
    match = app.match(match_id)
    return [match.state.seats[act.seat].name for act in docket_of(app, match).of(kind).values()]


@pytest.mark.parametrize("name", [*RULEBOOKS, *KITS])
def test_a_corrected_opening_moves_no_penalty_appeal_confirmation_result_or_tie(app: MatchService, name: str) -> None:
    """Ada is warned and appeals, Jo has ties to Bo, Bo wins by agreement and confirms; then the two were seated
    wrongly."""
    match_id = opened(app, name)
    rules = (next(iter(app.match(match_id).game.rules)),)
    record(app, match_id, Appointed(official="Uli", role="judge", conflicts=(1,)))
    ruled = Ruled(official="Jo", role="head_judge", rules=rules, text="late")
    ruling = rule(app, match_id, Ruling(ruled=ruled, penalties=(RequestedPenalty(seat=0, penalty="warning"),)))[
        0
    ].version
    record(app, match_id, Appealed(about=ruling, seat=0))
    app.conclude(match_id, (1,))
    confirm(app, match_id, 1)
    before = list(log_lines(app.history(match_id), "judge", "recorded"))

    asked = CorrectionRequest(match=match_id, changes=(reseating(app, match_id, Ada="Bo", Bo="Ada"),))
    found = preview(app, asked)
    assert [said.split()[1] for said in found.named] == ["2", "4", "5", "6", "7"], "every entry that names a person"
    for unordered in ({}, {"official": "Jo", "role": "judge"}, {"role": "head_judge"}):
        with pytest.raises(RuleViolation, match="JP-U01"):
            correct(app, CorrectionRequest(match=match_id, changes=asked.changes, **unordered))
    correct(app, CorrectionRequest(match=match_id, changes=asked.changes, **ORDERED))

    match = app.match(match_id)
    assert [match.state.seats[seat].name for seat in (0, 1)] == ["Bo", "Ada"]
    assert [seats(app, match_id, kind) for kind in (Penalised, Appealed, Confirmed)] == [["Ada"], ["Ada"], ["Bo"]]
    assert docket_of(app, match).conflicts_of("Uli") == {0}
    assert [line["player"] for line in ledger_of(app)] == ["Ada"]
    slip = slip_of(app, match_id)
    assert slip.result.startswith("Bo wins")
    assert "Ada: warning" in slip.penalties[0]
    assert dict(slip.confirmations)["Bo"].startswith("confirmed")
    recorded = list(log_lines(app.history(match_id), "judge", "recorded"))
    assert recorded[0] == f"{before[0]}, as recorded"
    assert recorded[1 : len(before)] == before[1:], "as recorded shows what was recorded"
    assert "including the seating (ordered by Jo, head judge)" in "\n".join(recorded[len(before) :])
    with pytest.raises(RuleViolation, match="JP-U01"):
        redo(app, match_id, 7)
    redo(app, match_id, 7, **ORDERED)
    assert seats(app, match_id, Confirmed) == ["Bo"], "nor does redo move it"
    assert slip_of(app, match_id).result.startswith("Bo wins")


def test_analytics_follow_the_people_of_a_corrected_opening(app: MatchService, tmp_path: Path) -> None:
    match_id = opened(app, "frc_card_game")
    ruled = Ruled(official="Jo", role="judge", rules=("CG-D01",), text="late")
    rule(app, match_id, Ruling(ruled=ruled, penalties=(RequestedPenalty(seat=0, penalty="warning"),)))
    app.conclude(match_id, (1,))
    correct(app, CorrectionRequest(match=match_id, changes=(reseating(app, match_id, Ada="Bo", Bo="Ada"),), **ORDERED))
    asked = "select j.seat, m.winners, m.players from judging j join matches m using (match) where penalty <> ''"
    with closing(Analytics(tmp_path / "a.duckdb", app.store)) as analytics:
        assert [tuple(row) for row in analytics.sql(asked).rows] == [(1, [0], ["Bo", "Ada"])]


@pytest.mark.parametrize("name", RULEBOOKS)
def test_what_a_penalty_does_in_the_game_goes_along_with_its_player(app: MatchService, name: str) -> None:
    """A game loss stays with who got it: the preview has its effect amended along, and the other wins as before."""
    match_id = open_sheet(app, name, 20)
    match = app.match(match_id)
    first, second = (seat.name for seat in match.state.seats)
    rules = (next(iter(match.game.rules)),)
    ruled = Ruled(official="Jo", role="head_judge", rules=rules, text="marked cards")
    effect = rule(app, match_id, Ruling(ruled=ruled, penalties=(RequestedPenalty(seat=0, penalty="game_loss"),)))[
        -1
    ].version
    before = slip_of(app, match_id).result
    assert before.startswith(f"{second} wins")
    change = reseating(app, match_id, **{first: second, second: first})
    found = preview(app, CorrectionRequest(match=match_id, changes=(change,)))
    assert [str(one.address) for one in found.having("replaced")] == ["1", str(effect)]
    assert not found.having("impossible")
    correct(app, CorrectionRequest(match=match_id, changes=(change,), **ORDERED))
    assert slip_of(app, match_id).result == before


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_preview_of_other_players_names_a_penalty_with_an_effect(app: MatchService, name: str) -> None:
    """The player with a game loss gets another name, and moves to the other seat: the preview lists both entries of it."""
    match_id = open_sheet(app, name, 20)
    match = app.match(match_id)
    first, second = (seat.name for seat in match.state.seats)
    ruled = Ruled(official="Jo", role="head_judge", rules=(next(iter(match.game.rules)),), text="marked cards")
    penalty, effect = rule(
        app, match_id, Ruling(ruled=ruled, penalties=(RequestedPenalty(seat=0, penalty="game_loss"),))
    )[1:]
    change = reseating(app, match_id, **{first: second, second: "Cleo"})
    found = preview(app, CorrectionRequest(match=match_id, changes=(change,)))
    assert [said.split()[1] for said in found.named] == [str(penalty.version)]
    assert f"{first} as Cleo" in found.named[0]
    assert str(effect.version) in [str(one.address) for one in found.having("replaced")]


@pytest.mark.parametrize("name", ["frc_tcg", "pig", "crazy_eights"])
def test_a_table_without_the_agreed_winner_is_refused(app: MatchService, name: str) -> None:
    """Cy wins at a table of three: a correction to a table of two names the entry, and leaves it undecided."""
    match_id = opened(app, name, PEOPLE[:3])
    app.conclude(match_id, (2,))
    two = opened(app, name, PEOPLE[:2])
    line = reseating(app, two).line
    with pytest.raises(RuleViolation, match="entry 2 names Cy"):
        correct(
            app, CorrectionRequest(match=match_id, changes=(RequestedEdit(Address(1), "replace", line),), **ORDERED)
        )


def test_an_opening_of_the_same_people_needs_no_head_judge(app: MatchService) -> None:
    """Another spelling is the same person, another deck does not concern people."""
    match_id = opened(app, "pig", ("Adda", "Bo", "Cy"))
    ruled = Ruled(official="Jo", role="judge", rules=(next(iter(app.match(match_id).game.rules)),), text="late")
    rule(app, match_id, Ruling(ruled=ruled, penalties=(RequestedPenalty(seat=0, penalty="warning"),)))
    asked = CorrectionRequest(match=match_id, changes=(reseating(app, match_id, Adda="Ada"),))
    found: Preview = preview(app, asked)
    assert found.missing_authority
    correct(app, CorrectionRequest(match=match_id, changes=asked.changes, official="Jo", role="judge"))
    assert [line["player"] for line in ledger_of(app, person="Ada")] == ["Ada"]


@pytest.mark.parametrize("people", [{"Ada": "Cleo"}, {"Ada": "Bo", "Bo": "Cleo"}])
def test_a_result_that_goes_to_another_name_is_not_said_to_stay(app: MatchService, people: dict[str, str]) -> None:
    """Ada wins by agreement; a correction with Cleo in place of Ada says to whom the result goes, and what to do about
    it."""
    match_id = opened(app, "pig", PEOPLE[:2])
    app.conclude(match_id, (0,))
    found = preview(app, CorrectionRequest(match=match_id, changes=(reseating(app, match_id, **people),)))
    assert "goes with the people" not in found.named[0]
    assert "passes to Ada as Cleo" in found.named[0]
    assert "take back or withdraw entry 2 first" in found.named[0]
    match_id = opened(app, "frc_card_game")
    app.conclude(match_id, (1,))
    change = RequestedEdit(Address(1), "replace", reseating(app, match_id).line.replace("deck=30", "deck=31"))
    assert not preview(app, CorrectionRequest(match=match_id, changes=(change,))).missing_authority
    correct(app, CorrectionRequest(match=match_id, changes=(change,)))


GAMES = [(name, "") for name in game_names() if load_game(name).kind == "game" and name != KIT_GAME.name]


def corrected(game_name: str, kit: str, change: Any) -> tuple[AnyHistory, set[str]]:
    """The beginning of a simulated match whose opening was corrected, and what became of its entries."""
    game = load_game(game_name)
    catalogue = load_catalogue(game, kit or None)
    entries = match_entries(3, game=game, catalogue=catalogue, most=12)
    match = fold(Match(entries[0].envelope.match, game, catalogue), entries)
    opening = entries[0].payload.command
    edit = Edit(Address(1), "replace", converted(change(msgspec.to_builtins(opening), match.state), type(opening)))
    plan = preview_correction(match, [edit], lambda command, state: decide(match.game, state, command, as_played=True))
    entries.append(next_entry(game, entries, plan.payload, match.state))
    assert not [one for one in recheck(game, catalogue, entries) if one.kind != "violated"]
    return open_history(game, catalogue, entries), {one.verdict for one in plan.consequences}


def renamed(value: Any, state: Any) -> Any:
    if isinstance(value, str):
        return "Zoe" if value == state.seats[1].name else value
    if isinstance(value, dict):
        return {key: renamed(item, state) for key, item in value.items()}
    return [renamed(item, state) for item in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize(("game", "kit"), [*GAMES, *((KIT_GAME.name, kit) for kit in tables.KITS)])
def test_a_name_that_is_corrected_in_the_opening_is_in_every_later_line(game: str, kit: str) -> None:
    """The cards stay the same, and the log names the player who was there throughout."""
    history, verdicts = corrected(game, kit, renamed)
    assert verdicts <= {"replaced", "same"}
    lines = list(log_lines(history, JUDGE))
    [begins] = [
        number for number, line in enumerate(lines) if line.endswith(f"(after correction {history.match.version})")
    ]
    old = history.match.states[1].seats[1].name
    assert [line for line in lines[begins:] if re.search(rf"\b{old}\b", line)] == []
    assert any("Zoe" in line for line in lines[begins + 1 :])
    assert any(re.search(rf"\b{old}\b", line) for line in log_lines(history, JUDGE, "recorded"))


@pytest.mark.parametrize("kit", some(["crazy_eights", "go_fish"], 1))
def test_an_opening_with_another_player_gives_each_card_a_number_of_its_own(kit: str) -> None:
    """Cards dealt by the corrected opening take numbers that later entries have not used."""
    history, _ = corrected(KIT_GAME.name, kit, lambda value, _: {**value, "players": [*value["players"][:2], "Zoe"]})
    assert (len(history.match.state.seats), doubled_tokens(history.match.state)) == (3, ())
