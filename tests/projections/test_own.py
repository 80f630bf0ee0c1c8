"""`player=` selects what belongs to a player: their dice, cards, turns and points, not those of everybody in their matches."""

from typing import Any

import pytest

from domain.rules import Violation
from projections.analytics import Analytics
from projections.errors import UnknownMetric
from projections.metrics.wording import read_wanted
from projections.questions import questions
from storage.store import MatchStore
from tests.projections.retold import Retold, table
from tests.projections.scorebook import Scorebook
from tests.projections.test_tabletop import of_kit

OWN = {
    "abilities": "n", "blow-offs": "n", "captures": "n", "cards": "copies", "combat-cards": "n", "counters": "n", "deck-lists": "n",
    "dice": "count", "duels": "n", "patterns": "n", "placing": "n", "results": "n", "scoring": "n", "shuffles": "n",
    "stage-battles": "n", "turn-use": "n", "verbs": "uses", "violations": "violations",
}  # fmt: skip
"""Questions about what belongs to one seat or side each, and the column that counts it."""
CURVES = ("dice-fairness", "limb-survival", "pilot-points", "points-by-turn", "survival")
"""Others about it, which do not add up."""
OF_PLAYERS = ("head-to-head", "prediction", "profile", "rating-history", "ratings")
"""Each row of these is a player's."""
WHOLE = ("endings", "first-edge", "first-player", "length", "lengths", "prize-race", "schedule", "tables")
"""Questions about whole matches: `player=` narrows the matches."""


@pytest.fixture(scope="module")
def archive(read_only: tuple[MatchStore, Analytics]) -> Analytics:
    """A match of each game, one with violations; of a kit as well."""
    store, analytics = read_only
    for seed, game in enumerate(("frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood")):
        Scorebook(store, game, game, seed).play()
    book = Scorebook(store, "wrong", "frc_card_game", 5).play(20)
    for _ in range(4):
        book.act(Violation("CG-A02", "as played"))
        book.play(5)
    Retold(store, "of a kit", "tabletop", of_kit("crazy_eights", 0)).play(60)
    return analytics


def players(archive: Analytics) -> list[str]:
    return [name for (name,) in archive.sql("select distinct player from seats order by all").rows]


def total(archive: Analytics, question: str, column: str, **given: Any) -> int:
    return sum(row[column] or 0 for row in table(archive, question, given))


def test_every_question_is_about_players_or_about_matches() -> None:
    """None is left out here."""
    assert sorted([*OWN, *CURVES, *OF_PLAYERS, *WHOLE]) == sorted(questions())


@pytest.mark.parametrize("name", list(OWN))
def test_what_players_have_adds_up_to_what_all_have(archive: Analytics, name: str) -> None:
    """The answers for each player, asked in any case of letters, make up the one for all."""
    each = [total(archive, name, OWN[name], player=player.upper()) for player in players(archive)]
    assert sum(each) == total(archive, name, OWN[name]) > 0


@pytest.mark.parametrize("name", CURVES)
def test_the_curve_of_a_player_is_that_of_what_they_have(archive: Analytics, name: str) -> None:
    """It is another one than that of all in the same matches."""
    for player in players(archive):
        own = table(archive, name, {"player": player})
        everybody = {
            name
            for row in archive.sql(f"select players from matches where list_contains(players, '{player}')").rows
            for name in row[0]
        }
        for other in everybody - {player}:
            theirs = table(archive, name, {"player": other})
            assert not own or own != theirs, (player, other)


def test_dice_of_a_player_are_those_they_threw(archive: Analytics) -> None:
    """One row a kind of die, of nobody else's; the metric has the same number."""
    player = archive.sql(
        "select m.players[d.seat + 1] from dice d join matches m on m.match = d.match where d.seat is not null limit 1"
    ).rows[0][0]
    rows = table(archive, "dice-fairness", {"player": player})
    assert {row["player"] for row in rows} == {player}
    luck = archive.measure(read_wanted(["dice-luck", "by", "player", "where", f"player={player}"]))
    assert sum(row["n"] for row in rows) == dict(zip(luck.columns, luck.rows[0], strict=True))["n"]


@pytest.mark.parametrize(
    ("metric", "rows"), [("deck-usage", "seats"), ("action-share", "actions"), ("violation-rate", "violations")]
)
def test_metrics_of_a_player_count_what_is_theirs(archive: Analytics, metric: str, rows: str) -> None:
    """Also where they are rates over matches."""
    words = [metric, "by", "player", "where", "game=frc_card_game"]
    whole = archive.measure(read_wanted(words))
    for name in players(archive):
        own = archive.measure(read_wanted([*words, f"player={name}"]))
        assert {row[1] for row in own.rows} <= {name}, rows
    assert len(whole.rows) > 1


def test_an_unknown_player_is_an_error_in_questions_and_metrics_alike(archive: Analytics) -> None:
    """With the same words, and what may be meant."""
    said = []
    for asked in (
        lambda: archive.ask("results", {"player": "Oto"}),
        lambda: archive.ask("head-to-head", {"opponent": "Oto"}),
        lambda: archive.measure(read_wanted(["win-rate", "where", "player=Oto"])),
    ):
        with pytest.raises(UnknownMetric) as refusal:
            asked()
        said.append(str(refusal.value))
    assert said[0] == said[2] == "no player 'Oto' in any match; did you mean Otto?"
    assert said[1] == said[0].replace("player", "opponent")
