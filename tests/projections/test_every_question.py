"""Every question: says how many rows it has, takes each scope or says why not, explains its columns, and answers in
time (A7). Facts counted with `player=` are that player's, not everybody's in their matches."""

import re
from collections.abc import Mapping
from math import inf
from time import process_time
from typing import Any

import pytest

from domain.judging import Penalised, Ruled
from domain.rules import Violation
from projections.analytics import Analytics
from projections.answers import Answer
from projections.errors import BadParameter, UnknownMetric
from projections.questions import explain, metric_questions, parameters_of, prepared_questions
from projections.sections import game_texts
from projections.statements import read_request
from storage.store import MatchStore
from tests.campaigns import tries
from tests.projections import planting
from tests.projections.made_once import archive_of
from tests.projections.retold import Retold, of_kit, table
from tests.projections.scorebook import Scorebook

GAME = "frc_card_game"
PLAYED = (GAME, "frc_tcg", "pbl_robots", "robin_in_the_hood")
MATCHES = tries("MATCHBOOK_VIEW_MATCHES", few=4, many=1000)
SECONDS = 0.2
"""A7: the most processor time that a question takes, all cores together, once what it needs is made."""
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
WHOLE = (
    *("endings", "first-edge", "first-player", "ledger", "length", "lengths", "points-race", "schedule"),
    *("tables",),
)
"""Questions about whole matches: `player=` narrows the matches."""


def every_game(store: MatchStore) -> None:
    """Matches of every game and of a kit, one with violations, two in progress, one of them with penalties."""
    for number in range(MATCHES):
        name = PLAYED[number % 4]
        Scorebook(store, name if number < 4 else f"m{number:05}", name, number % 4 + number // 4).play()
    book = Scorebook(store, "wrong", GAME, 5, tags=("cup",)).play(20)
    for _ in range(2):
        book.act(Violation("CG-A02", "a second student"), Violation("CG-T06", "not in main"))
        book.play(5)
    book = Scorebook(store, "going on", GAME, 2).play(30)
    book.add(Ruled(official="Jo", role="judge", infraction="slow-play", text="slow"))
    for seat in (0, 1):
        book.add(Penalised(about=book.match.version - seat, seat=seat, penalty="warning"))
    Retold(store, "of a kit", "tabletop", of_kit("crazy_eights", 0)).play(60)


archive = archive_of(every_game)


def in_time(archive: Analytics, name: str, given: Mapping[str, Any]) -> tuple[Answer, float]:
    """The answer to a question and its processor time in seconds, the best of three."""
    took = [inf]
    while min(took) > SECONDS and len(took) <= 3:
        begun = process_time()
        answer = archive.ask(name, given)
        took.append(process_time() - begun)
    return answer, min(took)


@pytest.mark.parametrize("name", list(prepared_questions()))
def test_every_question_counts_its_rows_and_is_explained(archive: Analytics, name: str) -> None:
    """Kind and tags narrow it, a limit cuts its rows and says so, and the answer comes in time. `recorded:` also counts
    actions taken back, or is refused with the reason. The explanation names each column in its order."""
    question = prepared_questions()[name]
    parameters = {name for name, _ in parameters_of(question)}
    assert {"kind", "tag", "forks", "limit"} <= parameters
    scope = {"kind": "all", "-tag": "cup"}
    part = archive.ask(name, {**scope, "limit": 1})
    whole, took = in_time(archive, name, scope)
    games = [row.game for row in archive.matches() if row.id != "wrong"]
    assert whole.n == sum(question.game in ("", game) for game in games)
    assert whole.total == len(whole.rows)
    assert whole.rows or name == "violations"  # those are in the match that the scope leaves out
    assert (part.total, part.rows) == (whole.total, whole.rows[:1])
    assert whole.total < 2 or part.notes[0] == f"1 of {whole.total:,} rows"
    assert took <= SECONDS
    text, header = explain(question), question
    assert tuple(header.columns) == whole.columns
    said = (header.title, header.meaning, header.formula, header.unit, header.sample, header.bias)
    assert all(len(part) > 3 and part in text for part in said)
    if "recorded" in parameters:
        assert header.recorded == ""
        assert archive.ask(name, {"recorded": "yes"}).total > 1
        return
    assert len(header.recorded) > 10
    assert header.recorded in text
    with pytest.raises(BadParameter, match="cannot count what was taken back: ") as refusal:
        archive.ask(name, {"recorded": "yes"})
    assert header.recorded in str(refusal.value)


@pytest.mark.slow
def test_an_empty_archive_answers_every_question_and_metric(analytics: Analytics) -> None:
    """The answer is empty, with a note that the scope is empty: a division by zero is avoided."""
    for name in prepared_questions():
        answer = analytics.ask(name)
        assert (answer.rows, answer.n) == ((), 0), name
        assert answer.notes[0].startswith("no match is in scope")
    for name in metric_questions():
        answer = analytics.ask(read_request([name]))
        assert (answer.rows, answer.n) == ((), 0), name


# --- one player ----------------------------------------------------------------------------------------------------------


def scope_of(archive: Analytics, name: str) -> tuple[dict[str, Any], list[str]]:
    """A match in which there is something to count, and its players."""
    game = "pbl_robots" if name == "dice" else prepared_questions()[name].game or GAME
    match = "wrong" if name == "violations" else "of a kit" if game == "tabletop" else game
    row = archive.match_row(match)
    assert row is not None
    return {"match": match}, sorted({*row.players})


def test_every_question_is_about_players_or_about_matches() -> None:
    """All are included here."""
    assert sorted([*OWN, *CURVES, *OF_PLAYERS, *WHOLE]) == sorted(prepared_questions())


@pytest.mark.parametrize("name", list(OWN))
def test_what_players_have_adds_up_to_what_all_have(archive: Analytics, name: str) -> None:
    """The answers for each player of a match, asked in any case of letters, make up the one for all."""
    scope, players = scope_of(archive, name)
    each = [table(archive, name, {**scope, "player": player.upper()}) for player in players]
    whole = table(archive, name, scope)
    assert sum(row[OWN[name]] or 0 for rows in each for row in rows) == sum(row[OWN[name]] or 0 for row in whole) > 0


@pytest.mark.parametrize("name", CURVES)
def test_the_curve_of_a_player_is_that_of_what_they_have(archive: Analytics, name: str) -> None:
    """It is another one than that of the others in the same match."""
    scope, players = scope_of(archive, "dice" if name == "dice-fairness" else name)
    curves = [table(archive, name, {**scope, "player": player}) for player in players]
    assert any(curves)
    assert all(one != other for n, one in enumerate(curves) if one for other in curves[:n])


def test_dice_of_a_player_are_those_they_threw(archive: Analytics) -> None:
    """One row for each kind of die, only of that player's; the metric has the same number."""
    [player, *_] = archive.match_row("pbl_robots").players  # type: ignore[union-attr]
    rows = table(archive, "dice-fairness", {"player": player, "game": "pbl_robots"})
    assert {row["player"] for row in rows} == {player}
    luck = archive.ask(read_request(["dice-luck", "by", "player", f"player:{player}", "game:pbl_robots"]))
    assert sum(row["n"] for row in rows) == dict(zip(luck.columns, luck.rows[0], strict=True))["n"]


@pytest.mark.parametrize("metric", ["deck-usage", "action-share", "violation-rate"])
def test_metrics_of_a_player_count_what_is_theirs(archive: Analytics, metric: str) -> None:
    """Also where they are rates over matches."""
    words = [metric, "by", "player", f"game:{GAME}"]
    assert len(archive.ask(read_request(words)).rows) > 1
    for name in scope_of(archive, "violations")[1]:
        own = archive.ask(read_request([*words, f"player:{name}"]))
        assert {row[1] for row in own.rows} == {name}


def test_an_unknown_player_is_an_error_in_questions_and_metrics_alike(archive: Analytics) -> None:
    """Both use the same words and suggest a name."""
    said = []
    for asked in (
        lambda: archive.ask("results", {"player": "Oto"}),
        lambda: archive.ask("head-to-head", {"opponent": "Oto"}),
        lambda: archive.ask("win-rate", {"player": "Oto"}),
    ):
        with pytest.raises(UnknownMetric) as refusal:
            asked()
        said.append(str(refusal.value))
    assert said[0] == said[2] == "no player 'Oto' in any match; did you mean Otto?"
    assert said[1] == said[0].replace("player", "opponent")


# --- one game ------------------------------------------------------------------------------------------------------------

OF_A_GAME = [(game, name, text) for game, name, text in game_texts("questions")]


@pytest.mark.parametrize(
    ("game", "text"), [(game, text) for game, _, text in OF_A_GAME], ids=[n for _, n, _ in OF_A_GAME]
)
def test_a_question_of_a_game_reads_what_only_that_game_has(game: str, text: str) -> None:
    """Tables that all games fill are asked about in a question for all games."""
    assert re.search(rf"\b{game}\.\w|\b(?:type|purpose|cause) (?:=|in) ", text)


def test_an_answer_that_is_empty_names_the_game_that_has_the_number(archive: Analytics) -> None:
    """Filters that leave only matches of another game are not mistaken for an archive without such matches."""
    told = archive.ask("blow-offs", {"game": "frc_tcg"}).notes
    assert told[0] == "no match is in scope: only matches of pbl_robots have blow-offs"
    assert (
        archive.ask("attack-luck", {"kit": "crazy_eights"})
        .notes[0]
        .endswith("only matches of pbl_robots have attack-luck")
    )


def test_dice_of_every_game_are_counted() -> None:
    """A kit's dice have the same histogram as those of a game with rules of its own."""
    connection = planting.opened()
    planting.thrown(connection, [[1, 1, 2], [6]])
    rows = planting.asked(connection, "dice game:0")
    assert [(row["game"], row["face"], row["count"]) for row in rows[:3]] == [("0", 1, 2), ("0", 2, 1), ("0", 3, 0)]
    assert len(rows) == 6
