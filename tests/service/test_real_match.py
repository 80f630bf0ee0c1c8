"""A match written down at a table: typed in, stored, rebuilt, checked turn by turn, exported, imported, projected."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

from domain.games.frc_card_game.state import Player, State
from domain.registry import load_game
from projections.analytics import Analytics
from service.exchange.files import export_match, import_file
from service.reading.audit import audit_match
from service.recording.matchbook import Matchbook
from service.resources import sample_sheets
from service.simulation.demonstration import type_in
from storage.store import MatchStore


class Side(Struct, frozen=True):
    """One player after a turn, as it stood on paper."""

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


def turns_of(app: Matchbook, match_id: str) -> dict[int, tuple[Side, ...]]:
    """Turn -> both sides as it ended."""
    found = {}
    for state in app.match(match_id).states:
        assert isinstance(state, State)
        if state.turn:
            found[state.turn] = tuple(side_of(player) for player in state.players)
    return found


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Matchbook]:
    """The application over a new store."""
    with Matchbook(MatchStore.open(f"sqlite:///{tmp_path / 'a.db'}", create=True), recorder="tess") as opened:
        yield opened


def type_in_match(app: Matchbook) -> str:
    """Records the scoresheet; returns the match id."""
    game = load_game("frc_card_game")
    sheet = next(s for s in sample_sheets(game) if s.name == "adas_gamble.scoresheet")
    return type_in(app, game, sheet).id


def test_every_turn_is_as_it_was_on_paper(app: Matchbook) -> None:
    """After each turn points, hands, decks, fields and piles are those written down; Bo wins by points."""
    match_id = type_in_match(app)
    assert turns_of(app, match_id) == AFTER_TURN
    outcome = app.match(match_id).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.rule) == ((1,), "points", "CG-E01")
    assert audit_match(app, match_id).findings == ()


def test_a_copy_in_another_store_tells_the_same(app: Matchbook, tmp_path: Path) -> None:
    """Exported and imported into a new store: the same turns, the same head, the same file again."""
    match_id = type_in_match(app)
    file = tmp_path / "match.jsonl"
    file.write_bytes(export_match(app, match_id))
    with Matchbook(MatchStore.open(f"sqlite:///{tmp_path / 'b.db'}", create=True)) as other:
        taken = import_file(other, file)
        assert (taken.entries, taken.added) == (56, 56)
        assert turns_of(other, match_id) == AFTER_TURN
        assert other.match(match_id).head == app.match(match_id).head
        assert export_match(other, match_id) == file.read_bytes()
        assert import_file(other, file).added == 0


def test_deleted_analytics_come_back_the_same(app: Matchbook, tmp_path: Path) -> None:
    """The analytics file is deleted and made anew: the same content, the same answer."""
    type_in_match(app)
    path = tmp_path / "a.duckdb"
    analytics = Analytics(path, app.store)
    content, points = analytics.content_hash(), analytics.ask("points-by-turn").rows
    path.unlink()
    assert analytics.content_hash() == content
    assert analytics.ask("points-by-turn").rows == points
    row = analytics.matches()[0]
    assert (row.players, row.winners, row.status, row.entries) == (("Ada", "Bo"), ("Bo",), "finished", 56)
