"""The sample matches of every game: typed in, compared with the notes on paper, audited, exported, imported, shown."""

import itertools
from pathlib import Path

import pytest
from msgspec import Struct

from domain.digest import digest_of
from domain.entries import TakenBack, action_parts
from domain.games.frc_card_game.state import Player
from domain.registry import game_names, load_game
from projections.analytics import Analytics
from service.auditing.audit import audit_match
from service.errors import ExitCode
from service.exchange.files import export_match, import_file, render
from service.recording.match_service import MatchService
from service.resources import sample_sheets
from service.simulation.demonstration import type_in, type_in_disputed, type_in_samples
from storage.store import MatchStore
from tests.campaigns import tries
from tests.service.conftest import CommandLine

SIMULATED = tries("MATCHBOOK_RELOADED_MATCHES", few=1, many=3)
GAMES = [name for name in game_names() if load_game(name).kind == "game"]


@pytest.mark.every_game
@pytest.mark.parametrize("name", GAMES)
def test_a_sample_match_goes_all_the_way(name: str, tmp_path: Path) -> None:
    """A scoresheet, its stated refusals checked, makes a match that ends, audits clean, and is the same in another store."""
    game = load_game(name)
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'a.db'}", create=True)) as app:
        match = type_in(app, game, sample_sheets(game)[0])
        assert match.outcome is not None
        assert audit_match(app, match.id).findings == ()
        rebuilt = app.store.rebuild(match.id)
        assert [digest_of(state) for state in rebuilt.states] == [digest_of(state) for state in match.states]
        file = tmp_path / "match.jsonl"
        file.write_bytes(export_match(app, match.id))
        row = Analytics(tmp_path / "a.duckdb", app.store).matches()[0]
        assert (row.status, row.entries) == ("finished", match.version)
        assert row.winners == tuple(match.state.seats[seat].name for seat in match.outcome.winners)
        seen = {who: render(app.history(match.id), "html", who) for who in ("judge", "spectator")}
        assert len(seen["judge"]) > len(seen["spectator"])
        with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'b.db'}", create=True)) as other:
            assert import_file(other, file).added == match.version
            assert digest_of(other.match(match.id).state) == digest_of(match.state)
            assert export_match(other, match.id) == file.read_bytes()


def test_a_sample_is_named_with_or_without_its_ending(
    matchbook: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (
        matchbook("new", "--sheet", "pig").code == matchbook("new", "--sheet", "pig.scoresheet").code == ExitCode.FINE
    )
    refused = matchbook("new", "--sheet", "pigg")
    assert refused.code == ExitCode.NOT_FOUND
    assert refused.err.startswith(
        "matchbook: error: pigg: no such file, and no sample; samples: adas_gamble, amber_isle, ana_and_bo, "
    )
    monkeypatch.chdir(tmp_path)
    Path("pig").write_text("@game nonsense\n")
    assert "nonsense" in matchbook("new", "--sheet", "pig").err, "a file goes before a sample of its name"


@pytest.mark.slow
@pytest.mark.every_game
@pytest.mark.parametrize("name", GAMES)
def test_recorded_simulations_reload_to_the_same_state(name: str, tmp_path: Path) -> None:
    """The played and recorded state equals, read back by another program, the same state to the last field."""
    from service.resources import load_catalogue
    from service.simulation.matches import SimulationPlan, run_plan

    game = load_game(name)
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'a.db'}", create=True)) as app:
        played = list(run_plan(game, load_catalogue(game), SimulationPlan(game=name, matches=SIMULATED, seed=40), app))
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'a.db'}")) as app:
        for simulated in played:
            assert digest_of(app.match(simulated.match).state) == simulated.digest
            assert audit_match(app, simulated.match).findings == ()


class Side(Struct, frozen=True):
    """One player after a turn, as on paper."""

    points: int
    hand: int
    deck: int
    field: str
    retired: int


AFTER_TURN = {
    1: (Side(4000, 2, 26, "dasher offensive (wes)", 0), Side(4000, 4, 26, "", 0)),
    2: (Side(3900, 2, 26, "", 2), Side(4000, 3, 25, "lifter offensive (cleo)", 0)),
    3: (Side(3900, 2, 25, "nia", 2), Side(4000, 3, 25, "lifter offensive (cleo)", 0)),
    4: (Side(3300, 2, 25, "nia", 2), Side(4000, 2, 24, "sol; lifter offensive (cleo); coach_may", 0)),
    5: (Side(3300, 1, 24, "krabby offensive (nia, pax)", 2), Side(3700, 2, 24, "sol; coach_may", 2)),
    6: (
        Side(3300, 1, 24, "krabby offensive (nia, pax)", 2),
        Side(3700, 1, 23, "sol; wall defensive (dana); coach_may", 2),
    ),
    7: (Side(2600, 1, 23, "dee, nia", 4), Side(3700, 1, 23, "sol; wall defensive (dana); coach_may", 2)),
    8: (
        Side(-100, 1, 23, "dee, nia", 4),
        Side(3700, 0, 22, "wall offensive (dana), cannon offensive (sol, cleo); coach_may", 2),
    ),
}


def side_of(player: Player) -> Side:
    """A player's side in the words of the table."""
    students = ", ".join(str(t.card) for t in player.student_body)
    robots = ", ".join(
        f"{r.card} {r.position} ({', '.join(str(t.card) for t in r.drive_team)})"
        for r in player.robots
        if r is not None
    )
    slots = ", ".join(slot.card for slot in player.slots if slot is not None)
    field = "; ".join(part for part in (students, robots, slots) if part)
    return Side(player.points, len(player.hand), player.deck, field, len(player.retired))


def turns_of(app: MatchService, match_id: str) -> dict[int, tuple[Side, ...]]:
    found = {}
    for state in app.match(match_id).states:
        if state.turn:
            found[state.turn] = tuple(side_of(player) for player in state.players)
    return found


def type_in_match(app: MatchService) -> str:
    game = load_game("frc_card_game")
    sheet = next(s for s in sample_sheets(game) if s.name == "adas_gamble.scoresheet")
    return type_in(app, game, sheet).id


def test_every_turn_is_as_it_was_on_paper(app: MatchService) -> None:
    """After each turn points, hands, decks, fields and piles are those written down; Bo wins by points."""
    match_id = type_in_match(app)
    assert turns_of(app, match_id) == AFTER_TURN
    outcome = app.match(match_id).outcome
    assert (outcome.winners, outcome.reason, outcome.rule) == ((1,), "points", "CG-E01")
    assert audit_match(app, match_id).findings == ()


@pytest.mark.parametrize("name", ["frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood"])
def test_a_mistake_is_flagged_noted_and_taken_back(app: MatchService, name: str):
    """The match of each game has a violation, a note on it and a take-back, and then ends as if it had not happened."""
    game = load_game(name)
    sheet = sample_sheets(game)[0]
    clean, disputed = type_in(app, game, sheet), type_in_disputed(app, game, sheet)
    payloads = [entry.payload for entry in app.history(disputed.id).entries]
    broken = [version for version, payload in enumerate(payloads, start=1) if action_parts(payload)[2]]
    assert len(broken) == 1
    note, back = payloads[broken[0]], payloads[broken[0] + 1]
    assert note.about == broken[0]
    assert isinstance(back, TakenBack)
    assert disputed.state == clean.state
    assert disputed.undone == {broken[0]: broken[0] + 2, broken[0] + 1: broken[0] + 2}


def test_a_sheet_that_states_no_refusal_is_typed_in(app: MatchService, tmp_path: Path):
    game = load_game("frc_card_game")
    lines = sample_sheets(game)[0].read_text(encoding="utf-8").splitlines(keepends=True)
    sheet = tmp_path / "quiet.scoresheet"
    sheet.write_text("".join(line for line in lines if not line.startswith("!refused")), encoding="utf-8")
    match = type_in_disputed(app, game, sheet)
    assert match.state == type_in(app, game, sheet).state
    assert not match.undone


def test_samples_go_on_as_at_a_table(app: MatchService):
    """Entries of a sample are seconds apart, never all at one instant and never in the future: real time can be seen."""
    begun = app.clock()
    for sample in type_in_samples(app, [load_game("frc_card_game"), load_game("pbl_robots")]):
        times = [entry.envelope.happened_at for entry in app.history(sample.match).entries]
        gaps = {(later - earlier) / 1_000_000 for earlier, later in itertools.pairwise(times)}
        assert min(gaps) >= 3
        assert max(gaps) <= 60
        assert len(gaps) > 3
        assert times[-1] < begun
