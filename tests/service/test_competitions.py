"""Competitions over real matches in a store: results are read, follow the matches, and the command line runs it all."""

import json
from collections import Counter
from random import Random

import pytest

from domain.competition.record import find_result
from domain.competition.tournament.tiebreaks import GAMES
from domain.decision import RuleViolation
from domain.games.pbl_robots.commands.creation import CreateMatch
from domain.games.pbl_robots.events.match_end import RobotTerminated, SideResigned
from domain.registry import installed_games, load_game
from domain.seats import Seat, SeatSetup, TableSetup
from domain.simulation import simulate, simulation_of
from service.competitions.fixtures import FixtureSettings, next_match
from service.competitions.results import (
    Competitions,
    competition_cards,
    opening_of_competition,
    players_of,
    standings_of,
    state_of,
)
from service.errors import UsageProblem
from service.kits import kit_file, kits_folder
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue, read_text
from tests.golden import FOLDER as GOLDEN
from tests.service.conftest import CommandLine


def play(
    app: MatchService, game_name: str, players: list[str], seed: int, options: dict[str, str] | None = None
) -> str:
    """A simulated match of these players, recorded; its id."""
    game = load_game(game_name)
    catalogue = load_catalogue(game)
    sample = simulation_of(game).sample_table(catalogue, Random(seed), options or {})
    seats = tuple(SeatSetup(name, s.side, s.deck) for name, s in zip(players, sample.seats, strict=True))
    batch = app.new_batch(Opening(game=game_name, catalogue=catalogue))
    for step in simulate(game, catalogue, seed, setup=TableSetup(seats, sample.options)):
        batch.record(step.command, step.events)
    batch.store()
    return batch.match.id


def decided(app: MatchService, game: str, players: list[str], seed: int) -> tuple[str, int]:
    """A simulated match that somebody won, and the winner's seat; the first from a seed on."""
    while True:
        match = play(app, game, players, seed)
        outcome = app.match(match).outcome
        if outcome is not None and outcome.winners:
            return match, outcome.winners[0]
        seed += 100


def competition(app: MatchService, kind: str, game: str, players: list[str], **options: str) -> str:
    return app.open_match(opening_of_competition(kind, game, players, options)).id


def wins(app: MatchService, competition_id: str) -> dict[str, int]:
    found = app.match(competition_id)
    return {found.state.seats[line.player].name: line.wins for line in standings_of(found)}


@pytest.mark.parametrize("game", ["frc_card_game", "pbl_robots"])
def test_series_of_real_matches(app: MatchService, game: str) -> None:
    """PBL-V01: matches in the store score a series for their winners, until one has won two."""
    competitions, found = Competitions(app), competition(app, "series", game, ["Ana", "Bo"], starts="free")
    won = [0, 0]
    seed = 0
    while max(won) < 2:
        match, winner = decided(app, game, ["Ana", "Bo"], seed)
        competitions.record_result(found, match)
        won[winner], seed = won[winner] + 1, seed + 1
    state = app.match(found).state
    assert (state.wins, state.winner) == (tuple(won), won.index(2))
    extra, _ = decided(app, game, ["Ana", "Bo"], seed)
    with pytest.raises(RuleViolation, match="PBL-V01" if game == "pbl_robots" else "CT-V01"):
        competitions.record_result(found, extra)


@pytest.mark.slow
def test_starter_is_read_from_the_match(app: MatchService) -> None:
    """PBL-V03: a real second game is refused when the winner of the first started it, and taken when the loser did."""
    competitions, found = Competitions(app), competition(app, "series", "pbl_robots", ["Ana", "Bo"], best_of="5")
    first, winner = decided(app, "pbl_robots", ["Ana", "Bo"], 0)
    competitions.record_result(found, first)
    taken = set()
    for seed in range(1, 12):
        match, _ = decided(app, "pbl_robots", ["Ana", "Bo"], seed)
        if (starter := app.match(match).state.order[0]) == winner:
            with pytest.raises(RuleViolation, match="PBL-V03"):
                competitions.record_result(found, match)
        else:
            competitions.record_result(found, match)
            app.undo(found)
        taken.add(starter)
    assert taken == {0, 1}


def test_series_as_a_match(app: MatchService) -> None:
    """PBL-L01: a pairing of a tournament may be a series: its winner goes on, with the sums of its statistics."""
    competitions = Competitions(app)
    cup, best_of_three = (competition(app, kind, "pbl_robots", ["Ana", "Bo"]) for kind in ("tournament", "series"))
    app.take(cup, "draw_bracket")
    for number in (1, 2):
        counts = "statistics=[(player=Bo, counts={terminations=1})]"
        app.take(best_of_three, f"record_result game{number} Bo {counts}")
    competitions.record_result(cup, best_of_three)
    line = standings_of(app.match(cup))[0]
    assert (line.player, line.counts) == (1, (("terminations", 2),))
    app.undo(best_of_three)
    assert [one.done for one in competitions.sync(cup)] == ["withdrawn"]


def best_of_three(app: MatchService, players: list[str], *games: str) -> str:
    """A series with these games recorded on paper, each by its winner, `` for a drawn one."""
    series = competition(app, "series", "", players)
    for number, winner in enumerate(games, 1):
        app.take(series, f"record_result game{number} {winner}")
    return series


def test_a_tie_break_counts_the_games_that_a_series_played(app: MatchService) -> None:
    """CT-W05: given agreed tie-breaks of games, then a series counts with its games won, lost and drawn; one without any, and
    all where others are agreed, count as one game."""
    competitions, four = Competitions(app), ["Ana", "Bo", "Cleo", "Dara"]
    played = best_of_three(app, ["Ana", "Bo"], "Ana", "Bo", "", "Ana")
    unplayed = best_of_three(app, ["Cleo", "Dara"])
    app.conclude(unplayed, [0], note="Dara did not come")
    for tie_breaks, games in (("buchholz,game_wins", (2, 1, 1)), ("opponents_game_wins", (2, 1, 1)), ("buchholz", ())):
        cup = competition(app, "tournament", "", four, bracket="swiss", rounds="2", tie_breaks=tie_breaks)
        app.take(cup, "pair_round Ana,Bo,Cleo,Dara")
        for series in (played, unplayed):
            competitions.record_result(cup, series)
        lines = {line.player: dict(line.counts) for line in standings_of(app.match(cup))}
        assert lines[0] == dict(zip(GAMES, games, strict=False))
        assert lines[1] == (dict(zip(GAMES, (1, 2, 1), strict=True)) if games else {})
        assert lines[2] == lines[3] == {}
        assert [one.done for one in competitions.sync(cup)] == ["unchanged", "unchanged"]


@pytest.mark.parametrize(("rounds", "done"), [("1", "unchanged"), ("2", "amended")])
def test_a_result_recorded_without_its_games_gets_them_before_the_last_round_only(
    app: MatchService, rounds: str, done: str
) -> None:
    """CT-W05: given an older result without games, when it is compared, then a tournament in progress amends it once, and one that
    is over keeps its ranking."""
    competitions, players = Competitions(app), ["Ana", "Bo"]
    series = best_of_three(app, players, "Ana", "Bo", "Ana")
    cup = competition(app, "tournament", "", players, bracket="swiss", rounds=rounds, tie_breaks="game_wins")
    app.take(cup, "pair_round Ana,Bo")
    app.take(cup, f"record_result {series} Ana players=[Ana, Bo] version={app.match(series).version}")
    version = app.match(cup).version
    assert [one.done for one in competitions.sync(cup)] == [done]
    assert [one.done for one in competitions.sync(cup)] == ["unchanged"]
    assert app.match(cup).version == version + (done == "amended")


def test_statistics_are_read_from_the_match(app: MatchService) -> None:
    """PBL-L12: terminations and blow-offs are counted from the events of a match, and agree with its final state."""
    match, winner = decided(app, "pbl_robots", ["Ana", "Bo"], 3)
    found = competition(app, "league", "pbl_robots", ["Bo", "Ana"])
    app.take(found, "start_season")
    Competitions(app).record_result(found, match)
    lines = {
        app.match(found).state.seats[line.player].name: dict(line.counts) for line in standings_of(app.match(found))
    }
    state = app.match(match).state
    for side, name in enumerate(["Ana", "Bo"]):
        assert lines[name]["blow_offs_made"] == state.sides[side].blow_offs
        assert lines[name]["terminations"] == state.sides[side].terminations
    assert lines[["Ana", "Bo"][winner]]["terminations"] == 1


@pytest.mark.parametrize("game", [name for name, game in installed_games().items() if game.competition.tallies])
def test_every_statistic_occurs(app: MatchService, game: str) -> None:
    """PBL-L12: each statistic of a game is counted for somebody in some matches of it; its events and fields exist."""
    found = competition(app, "league", game, ["Ana", "Bo"])
    app.take(found, "start_season")
    for seed in range(4):
        Competitions(app).record_result(found, decided(app, game, ["Ana", "Bo"], seed)[0])
    totals = Counter[str]()
    for line in standings_of(app.match(found)):
        totals.update(dict(line.counts))
    assert {name for name, count in totals.items() if count} == set(load_game(game).competition.tallies)


def test_first_out_of_three(app: MatchService) -> None:
    """PBL-V03: of three sides in a real match, the first whose robot was terminated starts the next game."""
    found = competition(app, "series", "pbl_robots", ["Ana", "Bo", "Cleo"])
    match = play(app, "pbl_robots", ["Ana", "Bo", "Cleo"], 4, {"sides": "3"})
    Competitions(app).record_result(found, match)
    events = [event for entry in app.store.entries(match) for event in getattr(entry.payload, "events", ())]
    out = next(event.side for event in events if isinstance(event, RobotTerminated | SideResigned))
    assert app.match(found).state.starter == out


def test_teams_are_sides() -> None:
    """CT-R01: a competition's player may be a team: its name is those of its people."""
    seats = (Seat("Ana", 0), Seat("Bo", 0), Seat("Cleo", 1), Seat("Dara", 1))
    assert players_of((Seat("Cleo & Dara", 0), Seat("ana & bo", 1)), seats) == (1, 1, 0, 0)


def test_stranger_is_named(app: MatchService) -> None:
    competitions, found = Competitions(app), competition(app, "series", "frc_card_game", ["Ana", "Cleo"])
    match, _ = decided(app, "frc_card_game", ["Ana", "Bo"], 0)
    with pytest.raises(UsageProblem, match="Bo plays the match"):
        competitions.record_result(found, match)
    app.take_back(match, 1, reason="cards were missing")
    with pytest.raises(UsageProblem, match="has no result yet: play on"):
        competitions.record_result(competition(app, "series", "frc_card_game", ["Ana", "Bo"]), match)
    with pytest.raises(UsageProblem, match="not a competition"):
        competitions.record_result(match, match)
    for other in (found, competition(app, "tournament", "", ["Ana", "Cleo"])):
        with pytest.raises(UsageProblem, match="not a match"):
            competitions.record_result(found, other)


def test_sync_follows_a_take_back(app: MatchService) -> None:
    """CT-R03: when the last game of a series is taken back, sync withdraws its result; after another conclusion, it counts
    again."""
    competitions, found = Competitions(app), competition(app, "series", "frc_card_game", ["Ana", "Bo"])
    match, winner = decided(app, "frc_card_game", ["Ana", "Bo"], 0)
    competitions.record_result(found, match)
    assert [one.done for one in competitions.sync(found)] == ["unchanged"]
    app.take_back(match, app.match(match).line[-2], reason="the last action was misread")
    assert [one.done for one in competitions.sync(found)] == ["withdrawn"]
    assert wins(app, found) == {"Ana": 0, "Bo": 0}
    app.conclude(match, [1 - winner], note="ruled")
    competitions.record_result(found, match)
    assert wins(app, found)[["Ana", "Bo"][1 - winner]] == 1


def test_sync_amends(app: MatchService) -> None:
    """CT-R03: a match that ends otherwise than recorded is amended, and the standings follow."""
    competitions, found = Competitions(app), competition(app, "league", "frc_card_game", ["Ana", "Bo"])
    app.take(found, "start_season")
    match, winner = decided(app, "frc_card_game", ["Ana", "Bo"], 0)
    competitions.record_result(found, match)
    app.take_back(match, app.match(match).line[-2], reason="ruled otherwise")
    app.conclude(match, [1 - winner])
    assert [one.done for one in competitions.sync(found)] == ["amended"]
    assert wins(app, found) == {["Ana", "Bo"][1 - winner]: 1, ["Ana", "Bo"][winner]: 0}
    assert [one.done for one in competitions.sync(found)] == ["unchanged"]


def test_sync_says_what_stands_in_the_way(app: MatchService) -> None:
    """CT-R03: a changed semifinal is refused while the final was played on it; with the final withdrawn, it follows."""
    competitions = Competitions(app)
    found = competition(app, "tournament", "frc_card_game", ["Ana", "Bo", "Cleo"])
    app.take(found, "draw_bracket")
    semifinal, winner = decided(app, "frc_card_game", ["Bo", "Cleo"], 0)
    competitions.record_result(found, semifinal)
    finalist = ["Bo", "Cleo"][winner]
    final, _ = decided(app, "frc_card_game", ["Ana", finalist], 7)
    competitions.record_result(found, final)
    app.take_back(semifinal, app.match(semifinal).line[-2], reason="ruled otherwise")
    app.conclude(semifinal, [1 - winner])
    refused, unchanged = competitions.sync(found)
    assert (refused.done, unchanged.done) == ("refused", "unchanged")
    assert final in refused.text
    app.take(found, f"withdraw_result {final}")
    assert [one.done for one in competitions.sync(found)] == ["amended"]


def test_match_elsewhere_is_left_alone(app: MatchService) -> None:
    competitions, found = Competitions(app), competition(app, "series", "", ["Ana", "Bo"])
    competitions.act(app.match(found), "record_result", {"match": "paper-1", "winners": [0]})
    assert [one.done for one in competitions.sync(found)] == ["elsewhere"]
    assert wins(app, found) == {"Ana": 1, "Bo": 0}


def test_contests_over_many_real_matches(app: MatchService) -> None:
    """Given any take-backs of matches, then a synced league equals one that was recorded from the matches as they are now."""
    rng, names = Random(5), ["Ana", "Bo", "Cleo", "Dara"]
    competitions, found = Competitions(app), competition(app, "league", "frc_card_game", names)
    app.take(found, "start_season")
    matches = [decided(app, "frc_card_game", rng.sample(names, 2), seed)[0] for seed in range(12)]
    for match in matches:
        competitions.record_result(found, match)
    for match in rng.sample(matches, 5):
        app.take_back(match, app.match(match).line[-2], reason="misread")
        if rng.random() < 0.6:
            app.conclude(match, [rng.randrange(2)])
    competitions.sync(found)
    again = competition(app, "league", "frc_card_game", names)
    app.take(again, "start_season")
    for match in matches:
        if app.match(match).outcome is not None:
            competitions.record_result(again, match)
    assert standings_of(app.match(found)) == standings_of(app.match(again))


def test_keepers_of_a_real_match(app: MatchService) -> None:
    """PBL-L05: the keepers with which a match was opened are compared with those of the league."""
    match = play(app, "pbl_robots", ["Ana", "Bo"], 2, {"setup": "keeper"})
    opened = app.match(match).opened
    keepers = opened.command.keepers
    for own, refused in ((keepers, False), (keepers[::-1], True)):
        found = competition(app, "league", "pbl_robots", ["Ana", "Bo"], form="salary")
        for player, cards in enumerate(own):
            for card in cards:
                app.take(found, f"place_bid @{player + 1} 1 {card}")
                app.take(found, "sell_lot")
        app.take(found, "start_season")
        if refused:
            with pytest.raises(RuleViolation, match="PBL-L05"):
                Competitions(app).record_result(found, match)
        else:
            Competitions(app).record_result(found, match)
            assert find_result(state_of(app.match(found)).results, match) is not None


def test_cards_of_the_game() -> None:
    cards = {card.card_id: card for card in competition_cards("pbl_robots")}
    kinds = {getattr(card, "kind", "") for card in cards.values()}
    assert {"action", "armor", "starter_pilot"} <= kinds
    assert len({getattr(card, "speed", 0) for card in cards.values()}) > 3
    assert len(competition_cards("")) == 0


def test_series_on_the_command_line(matchbook: CommandLine) -> None:
    found = matchbook("series", "new", "--player", "Ana", "--player", "Bo").out.strip()
    assert matchbook("series", "record", found, "g1", "--winner", "Ana").code == 0
    assert "Bo starts" in matchbook("series", "show", found).out
    assert matchbook("series", "record", found, "g2", "--winner", "Ana").code == 0
    late = matchbook("series", "record", found, "g3", "--winner", "Bo")
    assert (late.code, late.err) == (3, "matchbook: error: [CT-V01] the series is decided\n")
    standings = json.loads(matchbook("series", "standings", found, "--json").out)
    assert [(row["player"], row["wins"]) for row in standings] == [("Ana", 2), ("Bo", 0)]
    assert matchbook("verify", found).code == 0


OLD = {
    "series-of-another-game": ["PBL-V01"],
    "tournament-of-no-game": ["PBL-L01"],
    "series-with-pilots": ["PBL-V09"],
    "league-with-auction": ["PBL-L09", "PBL-L09"],
}


@pytest.mark.parametrize("name", OLD)
def test_contests_that_cited_one_rulebook_for_all_games(matchbook: CommandLine, name: str) -> None:
    """A competition recorded when all cited PBL ROBOTS reads and verifies, and its audit finds only recorded differences."""
    file = str(GOLDEN / "contests" / f"{name}.match.jsonl")
    assert matchbook("verify", file).code == 0
    assert matchbook("import", file).code == 0
    found = json.loads(matchbook("audit", "--all", "--json").out)
    assert [one["rule"] for report in found for one in report["findings"]] == OLD[name]


def test_tournament_on_the_command_line(matchbook: CommandLine) -> None:
    players = [word for name in ("Ana", "Bo", "Cleo", "Dara") for word in ("--player", name)]
    found = matchbook("tournament", "new", *players).out.strip()
    assert matchbook("tournament", "seed", found, "Dara", "Cleo", "Bo", "Ana").code == 0
    assert matchbook("tournament", "draw", found).code == 0
    wrong = matchbook("tournament", "record", found, "m1", "--winner", "Ana", "--player", "Ana", "--player", "Bo")
    assert (wrong.code, "[CT-T05] Ana and Bo are not paired" in wrong.err) == (3, True)
    right = matchbook("tournament", "record", found, "m1", "--winner", "Ana", "--player", "Ana", "--player", "Dara")
    assert "Ana goes on to match 3" in right.out
    assert matchbook("tournament", "sync", found).code == 0


def test_lots_on_the_command_line(matchbook: CommandLine) -> None:
    found = matchbook("tournament", "new", "--player", "Ana", "--player", "Bo").out.strip()
    assert "seeds (drawn)" in matchbook("tournament", "seed", found, "--drawn").out
    assert matchbook("tournament", "seed", found).code == 2
    assert matchbook("tournament", "seed", found, "Ana", "--drawn").code == 2


def test_salary_league_on_the_command_line(matchbook: CommandLine) -> None:
    """A salary league: bids, sales, a season, a firing, and seeds for a tournament from its standings."""
    options = ["--game", "pbl_robots", "--option", "form=salary", "--option", "money=10"]
    found = matchbook("league", "new", *options, "--player", "Ana", "--player", "Bo").out.strip()
    cards = [card.card_id for card in competition_cards("pbl_robots") if getattr(card, "kind", "") == "armor"]
    for player, card in (("Ana", cards[0]), ("Bo", cards[1])):
        assert matchbook("league", "bid", found, player, 4, card).code == 0
        assert matchbook("league", "sell", found).code == 0
    over = matchbook("league", "bid", found, "Ana", 7, cards[2])
    assert (over.code, "[PBL-L08] Ana has 6 left" in over.err) == (3, True)
    assert matchbook("league", "offer", found, "hand_limit").code == 0
    assert matchbook("league", "bid", found, "Ana", 2, "--bonus", "hand_limit").code == 0
    assert matchbook("league", "sell", found).code == 0
    assert matchbook("league", "season", found, "start").code == 0
    assert matchbook("league", "record", found, "m1", "--winner", "Bo").code == 0
    assert matchbook("league", "season", found, "end").code == 0
    assert matchbook("league", "fire", found, "Ana", cards[0]).code == 0
    table = json.loads(matchbook("league", "standings", found, "--season", 1, "--json").out)
    assert [row["player"] for row in table] == ["Bo", "Ana"]
    for season in (0, 2):
        ran = matchbook("league", "standings", found, "--season", season)
        assert (ran.code, ran.out, f"no season {season}: seasons that began: 1" in ran.err) == (2, "", True)
    assert matchbook("league", "close", found).code == 0
    cup = matchbook("tournament", "new", "--player", "Ana", "--player", "Bo").out.strip()
    assert "seeds (ranks): Bo, Ana" in matchbook("tournament", "seed", cup, "--league", found).out


def test_keeper_league_on_the_command_line(matchbook: CommandLine) -> None:
    """A keeper league: lots for the order, keepers in turn, an exchange that comes too early."""
    options = ["--game", "pbl_robots", "--option", "form=keeper"]
    found = matchbook("league", "new", *options, "--player", "Ana", "--player", "Bo").out.strip()
    cards = [card.card_id for card in competition_cards("pbl_robots") if getattr(card, "kind", "") == "armor"]
    assert matchbook("league", "order", found, "Bo", "Ana").code == 0
    assert matchbook("league", "keep", found, "Bo", cards[0]).code == 0
    assert matchbook("league", "keep", found, "Bo", cards[1]).code == 3
    early = matchbook("league", "exchange", found, "Bo", cards[0], cards[2])
    assert (early.code, "PBL-L07" in early.err) == (3, True)


@pytest.mark.parametrize("kind", ["series", "tournament", "league"])
def test_mistakes_are_one_line(matchbook: CommandLine, kind: str) -> None:
    found = matchbook(kind, "new", "--player", "Ana", "--player", "Bo").out.strip()
    missing = matchbook(kind, "show", "zzzz")
    stranger = matchbook(kind, "record", found, "m1", "--winner", "Cleo")
    both = matchbook(kind, "record", found, "m1", "--winner", "Ana", "--drawn")
    unknown = matchbook(kind, "record", found, "m1")
    assert [run.code for run in (missing, stranger, both, unknown)] == [5, 2, 2, 5]
    assert all(run.err.count("\n") == 1 for run in (missing, stranger, both, unknown))


def test_next_match_of_a_league_has_its_keepers(app: MatchService) -> None:
    """PBL-L05, PBL-L06, PBL-L11: a league's match opens with the players' keepers and bonuses; the others' stay out of it."""
    found = competition(app, "league", "pbl_robots", ["Ana", "Bo", "Cleo"], form="salary")
    cards = [card.card_id for card in competition_cards("pbl_robots") if getattr(card, "kind", "") == "armor"]
    lines = [f"place_bid @{player} 1 {card}" for player, card in enumerate(cards[:3], start=1)]
    for line in (*lines, "place_bid Cleo 1 bonus=hand_limit"):
        if "bonus" in line:
            app.take(found, "offer_bonus hand_limit")
        app.take(found, line)
        app.take(found, "sell_lot")
    app.take(found, "start_season")
    match = app.open_match(next_match(Competitions(app), found, FixtureSettings(players=("cleo", "Ana"))))
    opened = match.opened.command if match.opened else None
    assert (opened.keepers, opened.league_keepers) == (((cards[2],), (cards[0],)), (cards[1],))
    assert [(bonus.side, bonus.hand_limit) for bonus in opened.bonuses] == [(0, 1)]


def opening(app: MatchService, series_id: str, **wishes: dict[int, str]) -> CreateMatch:
    """The opening command of a series' next game, opened."""
    match = app.open_match(next_match(Competitions(app), series_id, FixtureSettings(**wishes)))
    opened = match.opened.command if match.opened else None
    assert isinstance(opened, CreateMatch)
    assert match.game.card_counts(match.state) == {"orange cards": 100}
    return opened


@pytest.mark.parametrize("order", [["Ana", "Bo"], ["Bo", "Ana"]])
def test_a_series_carries_over_by_itself(app: MatchService, order: list[str]) -> None:
    """PBL-V01, PBL-V02, PBL-V03: the second game opens with decks, shop, robots and pilots of the first, by side."""
    found = competition(app, "series", "pbl_robots", ["Ana", "Bo"])
    first, winner = decided(app, "pbl_robots", order, 1)
    Competitions(app).record_result(found, first)
    opened, state = opening(app, found), app.match(first).state
    options, won = opened.options, ["Ana", "Bo"].index(order[winner])
    assert (options.game, options.score, options.previous_loser) == (2, ("1-0", "0-1")[won], 2 - won)
    sides = [state.sides[order.index(name)] for name in ("Ana", "Bo")]
    assert [carried.robot for carried in opened.carried] == [side.robot for side in sides]
    assert [carried.starters for carried in opened.carried] == [(side.pilots[0].card,) for side in sides]
    for carried, side in zip(opened.carried, sides, strict=True):
        assert {*side.scrap, *(crew.card for crew in side.crew), *side.unplaced} <= set(carried.cards)
    bought = {card for carried in opened.carried for card in carried.cards}
    assert bought.isdisjoint(opened.shop)
    assert {card for card in state.shop.row if card} <= set(opened.shop)


def test_a_deck_is_given_where_something_is_unknown(app: MatchService) -> None:
    """PBL-V02: a game that is not in the store tells no deck: it is asked for, by name, and taken from a list."""
    found = competition(app, "series", "pbl_robots", ["Ana", "Bo"])
    Competitions(app).act(app.match(found), "record_result", {"match": "on-paper", "winners": [0]})
    with pytest.raises(
        UsageProblem, match=r"on-paper does not tell the decks .*: give that of Ana, Bo \(--deck 1=FILE\)"
    ):
        next_match(Competitions(app), found, FixtureSettings())


def test_a_recorded_deck_goes_before_what_the_match_tells(app: MatchService) -> None:
    """PBL-V02: decks recorded after the last game are those of the next; those of an earlier game are old."""
    found = competition(app, "series", "pbl_robots", ["Ana", "Bo"], best_of="5")
    armors = [card.card_id for card in competition_cards("pbl_robots") if getattr(card, "kind", "") == "armor"]
    deck = f"record_decks (player=Bo, cards={{{', '.join(f'{card}=1' for card in armors[:30])}}})"
    app.take(found, deck)
    Competitions(app).record_result(found, decided(app, "pbl_robots", ["Ana", "Bo"], 1)[0])
    before = opening(app, found)
    assert before.carried[1].cards != tuple(sorted(armors[:30]))
    app.take(found, deck, as_played=True)
    again = next_match(Competitions(app), found, FixtureSettings()).commands[0]
    assert again.carried[1].cards == tuple(sorted(armors[:30]))
    assert again.carried[1].starters == before.carried[1].starters
    assert again.carried[0] == before.carried[0]


def test_who_was_out_early_has_a_deck_again(app: MatchService) -> None:
    """PBL-V02, PBL-Q34: of three sides, the cards of the one that left the game first are its deck in the next."""
    found = competition(app, "series", "pbl_robots", ["Ana", "Bo", "Cleo"])
    match = play(app, "pbl_robots", ["Ana", "Bo", "Cleo"], 4, {"sides": "3"})
    Competitions(app).record_result(found, match)
    state = app.match(match).state
    removed = next(index for index, side in enumerate(state.sides) if side.removed)
    opened = opening(app, found)
    assert opened.carried[removed].deck == len(state.out_of_game) + state.out_unknown > 20


def test_no_other_game_hands_on_anything(app: MatchService) -> None:
    """PBL-V02: given a game without remaining cards, then the opened match has the same fields as before."""
    found = competition(app, "series", "robin_in_the_hood", ["Ana", "Bo"])
    Competitions(app).record_result(found, decided(app, "robin_in_the_hood", ["Ana", "Bo"], 0)[0])
    wishes = FixtureSettings(options={"victories_to_win": "3"})
    assert app.open_match(next_match(Competitions(app), found, wishes)).opened is not None


def test_next_match_of_a_tournament(app: MatchService) -> None:
    """PBL-L01: a tournament's next match is the first pairing, or that of the players who are named."""
    competitions = Competitions(app)
    found = competition(app, "tournament", "pbl_robots", ["Ana", "Bo", "Cleo", "Dara"])
    app.take(found, "draw_bracket")
    assert [seat.name for seat in app.open_match(next_match(competitions, found, FixtureSettings())).state.seats] == [
        "Ana",
        "Dara",
    ]
    named = app.open_match(next_match(competitions, found, FixtureSettings(players=("Cleo", "Bo"))))
    assert [seat.name for seat in named.state.seats] == ["Bo", "Cleo"]
    with pytest.raises(UsageProblem, match="to play are Ana - Dara, Bo - Cleo"):
        next_match(competitions, found, FixtureSettings(players=("Ana", "Bo")))


def test_next_match_on_the_command_line(matchbook: CommandLine) -> None:
    found = matchbook("series", "new", "--game", "frc_card_game", "--player", "Ana", "--player", "Bo").out.strip()
    match = matchbook("series", "open", found, "--deck", "1=30", "--deck", "2=30").out.strip()
    assert matchbook("conclude", match, "--winner", "Bo").code == 0
    assert "Bo wins" in matchbook("series", "record", found, match).out
    assert matchbook("series", "open", found, "--deck", "x=30").code == 2
    nameless = matchbook("series", "new", "--player", "Ana", "--player", "Bo").out.strip()
    assert "names no game" in matchbook("series", "open", nameless).err
    matchbook("series", "record", found, "g2", "--winner", "Bo")
    assert "Bo has won it" in matchbook("series", "open", found).err


@pytest.mark.parametrize("kind", ["series", "tournament", "league"])
def test_json_everywhere(matchbook: CommandLine, kind: str) -> None:
    new = json.loads(matchbook(kind, "new", "--player", "Ana", "--player", "Bo", "--json").out)
    found = new["contest"]
    assert new["kind"] == kind
    started = {
        "series": (),
        "tournament": ("tournament", "draw", found),
        "league": ("league", "season", found, "start"),
    }
    assert not started[kind] or matchbook(*started[kind]).code == 0
    recorded = json.loads(matchbook(kind, "record", found, "m1", "--winner", "Bo", "--json").out)
    assert recorded["entry"]["payload"]["command"]["winners"] == [1]
    assert json.loads(matchbook(kind, "show", found, "--json").out)["board"]["title"]
    assert [row["player"] for row in json.loads(matchbook(kind, "standings", found, "--json").out)] == ["Bo", "Ana"]
    assert json.loads(matchbook(kind, "sync", found, "--json").out)[0]["done"] == "elsewhere"


def test_a_series_seats_who_begins(app: MatchService) -> None:
    """CT-V03: where the first seat begins, the next game of a series seats the loser there; who sits elsewhere is refused."""
    competitions, found = Competitions(app), competition(app, "series", "tabletop", ["Ana", "Bo"])
    wishes = FixtureSettings(catalogue="chess")
    first = app.open_match(next_match(competitions, found, wishes)).id
    app.take(first, "resigns Bo")
    competitions.record_result(found, first)
    second = app.open_match(next_match(competitions, found, wishes)).id
    assert [seat.name for seat in app.match(second).state.seats] == ["Bo", "Ana"]
    app.take(second, "resigns Bo")
    competitions.record_result(found, second)
    state = app.match(found).state
    assert (state.wins, state.winner) == ((2, 0), 0)


def test_a_game_that_the_winner_began_is_no_game_of_the_series(app: MatchService) -> None:
    """CT-V03: a kit's opening says who begins, so that a game in the old seats is refused."""
    competitions, found = Competitions(app), competition(app, "series", "tabletop", ["Ana", "Bo"])
    opening = next_match(competitions, found, FixtureSettings(catalogue="chess"))
    first, again = app.open_match(opening).id, app.open_match(opening).id
    for match in (first, again):
        app.take(match, "resigns Bo")
    competitions.record_result(found, first)
    with pytest.raises(RuleViolation, match="CT-V03"):
        competitions.record_result(found, again)


KIT_NAMES = ("pig", "tabletop:pig")
"""Both ways in which `matchbook new` takes a kit."""


def new(matchbook: CommandLine, kind: str, *more: str) -> str:
    """A competition of Ana and Bo in which their first match can be opened; its id."""
    found = matchbook(kind, "new", *more, "--player", "Ana", "--player", "Bo").out.strip()
    ready = {"tournament": ("tournament", "draw", found), "league": ("league", "season", found, "start")}
    assert kind not in ready or matchbook(*ready[kind]).code == 0
    return found


def kit_of(matchbook: CommandLine, match: str) -> str:
    """The kit that a match is played with."""
    return str(json.loads(matchbook("matches", "--json", "--find", match).out)[0]["kit"])


@pytest.mark.parametrize("game", KIT_NAMES)
@pytest.mark.parametrize("kind", ["series", "tournament", "league"])
def test_a_competition_of_a_kit_opens_matches_of_it(matchbook: CommandLine, kind: str, game: str) -> None:
    """Given `--game` with a kit as `matchbook new` takes it, then matches of that kit are opened, and the board names it."""
    found = new(matchbook, kind, "--game", game)
    match = matchbook(kind, "open", found, "Ana", "Bo") if kind == "league" else matchbook(kind, "open", found)
    assert match.code == 0
    assert kit_of(matchbook, match.out.strip()) == "pig"
    assert "game pig" in " ".join(matchbook(kind, "show", found).out.split())


@pytest.mark.parametrize("kind", ["series", "tournament", "league"])
def test_a_kit_is_recorded_alike_however_it_is_named(kind: str) -> None:
    """Given a kit as GAME, then the record is that of `--game tabletop --option kit=pig`, with the cards of the kit."""
    ways = [("pig", {}), ("tabletop:pig", {}), ("tabletop", {"kit": "pig"}), ("", {"kit": "pig"})]
    found = [opening_of_competition(kind, game, ("Ana", "Bo"), options) for game, options in ways]
    found.append(opening_of_competition(kind, "tabletop", ("Ana", "Bo"), {}, catalogue="pig"))
    options = getattr(found[0].commands[0], "options")  # noqa: B009
    assert (options.game, options.kit) == ("tabletop", "pig")
    cards = [one.catalogue.digest for one in found]
    assert all(one.commands == found[0].commands for one in found)
    assert len(set(cards)) == 1
    assert cards[0] == competition_cards("tabletop", "pig").digest


def test_an_event_opens_matches_of_the_kit_of_its_tournament(matchbook: CommandLine) -> None:
    """Given a Swiss of a kit, then the table of its round gets a match of that kit."""
    cup = matchbook(
        "tournament", "new", "--game", "pig", "--option", "bracket=swiss", "--player", "Ana", "--player", "Bo"
    ).out.strip()
    hall = matchbook("event-day", "new", "--scorekeeper", "Kim", "--tables", "1").out.strip()
    assert matchbook("event-day", "add", hall, cup).code == 0
    assert "1 opened" in matchbook("event-day", "round", hall).out
    assert kit_of(matchbook, "table 1") == "pig"


@pytest.mark.parametrize("kind", ["series", "tournament", "league"])
def test_a_competition_without_a_kit_or_game_says_so_when_a_match_is_opened(matchbook: CommandLine, kind: str) -> None:
    players = ("Ana", "Bo") if kind == "league" else ()
    kitless = new(matchbook, kind, "--game", "tabletop")
    refused = matchbook(kind, "open", kitless, *players)
    assert (refused.code, "names no kit: choose one with --catalogue KIT" in refused.err) == (2, True)
    match = matchbook(kind, "open", kitless, *players, "--catalogue", "pig").out.strip()
    assert kit_of(matchbook, match) == "pig"
    nameless = new(matchbook, kind)
    assert (
        f"the {kind} names no game: open its matches with 'matchbook new'"
        in matchbook(kind, "open", nameless, *players).err
    )


def test_a_later_game_of_a_series_without_a_game_says_so(matchbook: CommandLine) -> None:
    """Given a series without a game whose loser starts the second game, then `open` still names what is missing."""
    found = new(matchbook, "series")
    assert matchbook("series", "record", found, "paper", "--winner", "Ana").code == 0
    assert "the series names no game" in matchbook("series", "open", found).err


@pytest.mark.parametrize("kind", ["series", "tournament", "league"])
@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("--game", "pigg"), "no game 'pigg'; did you mean pig?"),
        (("--game", "tabletop:pigg"), "no kit 'pigg'"),
        (("--game", "tabletop", "--option", "kit=pigg"), "no kit 'pigg'"),
        (("--game", "pig", "--option", "kit=chess"), "two kits, 'pig' and 'chess': name one"),
        (("--game", "frc_tcg", "--option", "kit=pig"), "frc_tcg is not played with kits"),
    ],
)
def test_a_kit_that_does_not_fit_is_refused_at_the_opening(
    matchbook: CommandLine, kind: str, given: tuple[str, ...], says: str
) -> None:
    refused = matchbook(kind, "new", *given, "--player", "Ana", "--player", "Bo")
    assert refused.code == 2
    assert says in refused.err
    assert refused.err.count("\n") == 1


def test_a_kit_of_your_own_folder_is_played_in_a_series(matchbook: CommandLine) -> None:
    """Given a kit in the folder of the user's kits, then a series takes its name, and all its games are of it."""
    text = read_text(kit_file("pig")).replace('kit = "pig"', 'kit = "hog"')
    kits_folder().mkdir(parents=True)
    (kits_folder() / "hog.toml").write_text(text, "utf-8")
    found = new(matchbook, "series", "--game", "hog")
    for _ in range(2):
        match = matchbook("series", "open", found).out.strip()
        assert kit_of(matchbook, match) == "hog"
        assert matchbook("conclude", match, "--drawn").code == 0
        assert matchbook("series", "record", found, match).code == 0


def test_a_game_of_a_rotation_is_opened_after_its_pilots_are_revealed(matchbook: CommandLine) -> None:
    """PBL-V09, PBL-V10: given a rotation, then `open` asks for the draft, then for the pilots of the game."""
    found = new(matchbook, "series", "--game", "pbl_robots", "--option", "rotation=3")
    assert "[PBL-V09] draft the pilots before the first game" in matchbook("series", "open", found).err
    for line in ("draft_pilots Ana [brannoc, gale, finn]", "draft_pilots Bo [juno, odo, mira]"):
        assert matchbook("take", found, line).code == 0
    assert "[PBL-V10] select and reveal the pilots" in matchbook("series", "open", found).err
    assert matchbook("take", found, "reveal_pilots [gale, juno]").code == 0
    assert matchbook("series", "open", found).code == 0
