"""The sample matches of every game, written down at tables: typed in, audited, carried to another store, shown."""

from pathlib import Path

import pytest

from domain.digest import digest_of
from domain.registry import game_names, load_game
from projections.analytics import Analytics
from service.errors import ExitCode
from service.exchange.files import export_match, import_file, render
from service.reading.audit import audit_match
from service.recording.matchbook import Matchbook
from service.resources import sample_sheets
from service.simulation.demonstration import type_in
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
    with Matchbook(MatchStore.open(f"sqlite:///{tmp_path / 'a.db'}", create=True)) as app:
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
        with Matchbook(MatchStore.open(f"sqlite:///{tmp_path / 'b.db'}", create=True)) as other:
            assert import_file(other, file).added == match.version
            assert digest_of(other.match(match.id).state) == digest_of(match.state)
            assert export_match(other, match.id) == file.read_bytes()


def test_a_sample_is_named_with_or_without_its_ending(matchbook: CommandLine) -> None:
    """`--sheet pig` is the sample of that name; of another name it is said which samples there are."""
    assert (
        matchbook("new", "--sheet", "pig").code == matchbook("new", "--sheet", "pig.scoresheet").code == ExitCode.FINE
    )
    refused = matchbook("new", "--sheet", "pigg")
    assert refused.code == ExitCode.UNREADABLE
    assert refused.err.startswith(
        "matchbook: error: pigg: no such file, and no sample; samples: adas_gamble, ana_and_bo, "
    )


@pytest.mark.every_game
@pytest.mark.parametrize("name", GAMES)
def test_recorded_simulations_reload_to_the_same_state(name: str, tmp_path: Path) -> None:
    """What was played and recorded is, read back by another program, the same state to the last field."""
    from service.resources import load_catalogue
    from service.simulation.matches import Plan, run_plan

    game = load_game(name)
    with Matchbook(MatchStore.open(f"sqlite:///{tmp_path / 'a.db'}", create=True)) as app:
        played = list(run_plan(game, load_catalogue(game), Plan(game=name, matches=SIMULATED, seed=40), app))
    with Matchbook(MatchStore.open(f"sqlite:///{tmp_path / 'a.db'}")) as app:
        for simulated in played:
            assert digest_of(app.match(simulated.match).state) == simulated.digest
            assert audit_match(app, simulated.match).findings == ()
