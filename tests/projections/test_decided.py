"""One definition of a match that play decided, in every question and metric that asks for it."""

from domain.entries import Concluded
from domain.judging import Appealed, Penalised, Ruled
from domain.outcome import Outcome
from projections.analytics import Analytics
from projections.statements import read_request
from storage.store import MatchStore
from tests.projections.made_once import archive_of
from tests.projections.scorebook import Scorebook

GAME = "frc_card_game"


def with_a_game_loss(book: Scorebook) -> Scorebook:
    """A ruling on the whole match, and a game loss of its first seat."""
    book.add(Ruled(official="Jo", role="head_judge", text="so be it"))
    book.add(Penalised(about=book.match.version, seat=0, penalty="game_loss"))
    return book


def every_end(store: MatchStore) -> None:
    """Matches that play, agreement and penalties decided; one whose penalty was overturned before play ended it; one running."""
    for number in range(6):
        Scorebook(store, f"play{number}", GAME, number).play()
    for number in range(3):
        Scorebook(store, f"agreed{number}", GAME, 10 + number).play(20 + number).conclude((number % 2,))
    Scorebook(store, "drawn", GAME, 14).play(25).conclude(())
    for number in range(2):
        with_a_game_loss(Scorebook(store, f"penalty{number}", GAME, 20 + number).play())
    with_a_game_loss(Scorebook(store, "agreed after a penalty", GAME, 24).play(30)).conclude((1,))
    overturned = with_a_game_loss(Scorebook(store, "overturned", GAME, 25).play(30))
    overturned.add(Appealed(about=overturned.match.version - 1, seat=0))
    overturned.add(
        Ruled(about=overturned.match.version, official="Kay", role="head_judge", text="no", decision="overturned")
    )
    overturned.play()
    imported = Scorebook(store, "imported", GAME, 27).play(30)
    imported.add(Concluded(outcome=Outcome((0,), "result"), note="as its file says"))
    Scorebook(store, "running", GAME, 26).play(30)


archive = archive_of(every_end)


def measured(archive: Analytics, words: str) -> list[dict[str, object]]:
    answer = archive.ask(read_request([*words.split(), f"game:{GAME}"]))
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def test_who_first_is_counted_over_the_same_matches_everywhere(archive: Analytics) -> None:
    """`first-player`, `first-share` and `win-rate by first` give the same share of the same matches: exactly those that play
    decided, including the one with an overturned penalty and the one whose result an imported file has."""
    answer = archive.ask("first-player", {"game": GAME})
    [row] = [dict(zip(answer.columns, one, strict=True)) for one in answer.rows]
    [share] = measured(archive, "first-share")
    seats = {one["first"]: one for one in measured(archive, "win-rate by first")}
    assert row["n"] == share["n"] == seats["yes"]["n"] == seats["no"]["n"] == 8
    assert row["share"] == share["value"] == seats["yes"]["value"]
    behind = set(archive.matches_behind("first-player", row))
    assert behind == {*(f"play{number}" for number in range(6)), "overturned", "imported"}
    assert {"3 matches decided by a penalty: left out", "4 matches ended by agreement: left out"} <= set(answer.notes)


def test_cards_and_the_first_player_rest_on_the_same_matches(archive: Analytics) -> None:
    """Matches that a question excludes as not decided by play are also missing from the matches behind its rows."""
    answer = archive.ask("cards", {"game": GAME})
    [most, *_] = sorted((dict(zip(answer.columns, one, strict=True)) for one in answer.rows), key=lambda one: -one["n"])
    behind = archive.matches_behind("cards", most)
    assert set(behind) <= {*(f"play{number}" for number in range(6)), "overturned", "imported"}
    assert len(behind) <= most["n"] <= 2 * len(behind)


def test_reasons_of_matches_are_those_of_endings(archive: Analytics) -> None:
    """The column `reason`, the question `endings` and the filter `reason=` say the same of each match."""
    listed = archive.sql(
        "select reason, count(*) from matches where decided_by(status, reason) is not null group by all order by all"
    ).rows
    answer = archive.ask("endings", {"game": GAME})
    assert sorted((row[1], row[2]) for row in answer.rows) == [tuple(row) for row in listed]
    for reason, n in listed:
        [counted] = archive.ask(read_request(["match-turns", f"reason:{reason}"])).rows
        assert counted[1] == n
    found = dict(archive.sql("select match, decided_by(status, reason) from matches").rows)
    assert found["agreed after a penalty"] == "penalty"
    assert (found["drawn"], found["running"], found["overturned"], found["imported"]) == (
        "agreement",
        None,
        "play",
        "play",
    )
