"""How a match was won: chances turn by turn, turning points, worlds that are played on."""

import json
from itertools import pairwise
from math import log2

import pytest

from domain.registry import load_game
from domain.rollouts import roll_out
from domain.simulation import simulate
from projections.win_model.logistic import Gate
from service.analysis.win_chances import Rolling, expect_match, told_by_matches, told_by_worlds, what_if
from service.errors import UsageProblem
from service.resources import load_catalogue
from storage.store import MatchStore
from tests.projections.retold import Retold, simulated
from tests.projections.scorebook import GAMES
from tests.service.conftest import CommandLine

NAMES = ("frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood")


@pytest.mark.parametrize("name", NAMES)
def test_worlds_come_to_an_end_and_are_the_seeds(name: str) -> None:
    """Every world is played out from a third of a match on; the same seed gives the same, and a decided match stays
    decided."""
    game = load_game(name)
    catalogue = load_catalogue(game)
    game = game.for_catalogue(catalogue)
    played = [*simulate(game, catalogue, 3)]
    found = roll_out(game, played[len(played) // 3].after, worlds=4, seed=7)
    assert (found.worlds, found.unplayed, sum(found.points)) == (4, 0, pytest.approx(4))
    assert found == roll_out(game, played[len(played) // 3].after, worlds=4, seed=7)
    over = roll_out(game, played[-1].after, worlds=2, seed=1)
    assert over.points[played[-1].after.seats[game.outcome(played[-1].after).winners[0]].side] == 2


@pytest.fixture
def book(tmp_path):
    with MatchStore.open(f"sqlite:///{tmp_path / 's.db'}", create=True, find_game=GAMES.__getitem__) as store:
        retold = Retold(store, "m", "frc_card_game", simulated("frc_card_game", 4))
        retold.play()
        yield retold


def test_told_by_matches(book):
    """A chance for the end of each turn, the result at the end; excitement, tension and comeback are those of the
    chances."""
    story = told_by_matches(book.match, (0.001, *(0.0,) * 9), Gate(300))
    firsts = [one.chances[0] for one in story.moments]
    turns = {(act.stamp.moment.round, act.stamp.moment.turn) for act in book.match.actions}
    assert len(turns) - 1 <= len(firsts) <= len(turns)
    assert all(one.chances[0] + one.chances[1] == pytest.approx(1) for one in story.moments)
    won = book.match.outcome.winners[0]
    assert story.moments[-1].chances[won] == 1
    changes = [abs(b - a) for a, b in pairwise(firsts)]
    assert story.excitement == pytest.approx(sum(changes) / len(changes))
    assert story.comeback == pytest.approx(1 / min(one.chances[won] for one in story.moments))
    bits = [0 if p in (0, 1) else -p * log2(p) - (1 - p) * log2(1 - p) for p in firsts]
    assert story.tension == pytest.approx(sum(bits) / len(bits))
    assert [one.change for one in story.turning] == sorted((c for c in changes if c >= 0.1), reverse=True)[:3]


@pytest.mark.slow
def test_told_by_worlds(book):
    """At most sixteen turns are played on, each in so many worlds, with Wilson's interval; why matches do not tell is
    said."""
    done = []
    story = told_by_worlds(
        book.match, Rolling(worlds=5, seed=2), done.append, why=("3 matches to learn from; at least 200 are needed",)
    )
    assert (story.source, story.bot, story.why) == (
        "simulated",
        "builder",
        ("3 matches to learn from; at least 200 are needed",),
    )
    assert len(done) == len(story.moments) <= 17
    assert {one.worlds for one in story.moments} <= {0, 5}
    assert story.moments[-1].worlds == 0
    for one in story.moments[:-1]:
        assert all(low <= p <= high for p, (low, high) in zip(one.chances, one.intervals, strict=True))
    low, high = next(one.intervals[0] for one in story.moments if one.chances[0] in (0, 1) and one.worlds)
    assert high - low == pytest.approx(0.4345, abs=1e-3)  # none or all of five


def test_what_if(book):
    """Before and after an entry, from the same seed; undone entries are without a value."""
    version = book.match.line[len(book.match.line) // 2]
    before, after = what_if(book.match, version, Rolling(worlds=3))
    assert (before.worlds, after.worlds) == (3, 3)
    assert after.address == f"m/{version}"
    for wrong in (1, book.match.version + 1):
        with pytest.raises(UsageProblem, match=f"m/{wrong}: it is not an action after the opening"):
            what_if(book.match, wrong, Rolling(worlds=1))
    with pytest.raises(UsageProblem, match="no bot 'bilder'; did you mean builder"):
        what_if(book.match, version, Rolling(bot="bilder"))
    expect_match(book.match)


@pytest.mark.slow
def test_the_command(matchbook: CommandLine) -> None:
    """Few matches: simulated, and why; a gate that opens is told with its errors; bad input in one line."""
    matchbook("simulate", "robin_in_the_hood", "-n", "2", "--record")
    found = json.loads(matchbook("matches", "--json").out)
    match = (found["matches"] if isinstance(found, dict) else found)[0]["id"]
    done = matchbook("winning", match, "--worlds", "2")
    assert "simulated: " in done.err
    assert "recorded matches are not used: 1 match to learn from; at least 200 are needed" in done.err
    assert "excitement" in done.out
    story = json.loads(matchbook("winning", match, "--worlds", "2", "--json").out)
    assert (story["source"], story["gate"]["matches"], len(story["sides"])) == ("simulated", 1, 2)
    last = story["moments"][-1]["address"].partition("/")[2]
    pair = json.loads(matchbook("winning", match, "--what-if", last, "--worlds", "2", "--json").out)
    assert pair["before"]["worlds"] == 2
    for words, said in (
        (("--what-if", "9999"), "it is not an action after the opening"),
        (("--bot", "nobody"), "no bot 'nobody'; there are random, tactician"),
        (("--worlds", "0"), "0"),
    ):
        refused = matchbook("winning", match, *words)
        assert refused.code != 0
        assert said in refused.err
