"""Each question against a recomputation in plain Python from the events, and what is said around the numbers."""

from collections import Counter, defaultdict
from random import Random
from statistics import median
from typing import Any

import pytest

from domain.registry import game_names
from domain.rules import Violation
from projections.analytics import Analytics
from projections.errors import BadParameter, UnknownMetric, UnknownQuestion
from projections.facts import game_facts
from projections.statements import read_request
from storage.store import MatchStore
from tests.projections.estimates import ends
from tests.projections.retold import Retold, happened, simulated, table
from tests.projections.scorebook import Scorebook
from tests.projections.shelves import Shelf, share_of


@pytest.fixture(scope="module")
def shelf(read_only: tuple[MatchStore, Analytics]) -> Shelf:
    """Twelve matches of FRC: The Card Game in a store: whole, cut short, agreed, with take-backs and violations."""
    store, analytics = read_only
    rng = Random(5)
    books = []
    for number in range(12):
        book = Scorebook(store, f"m{number:02}", "frc_card_game", number, tags=("odd",) if number % 2 else ())
        book.play(rng.randrange(20, 40))
        book.act(Violation("CG-A02", "a second student"), Violation("CG-T06", "not in main"))
        if number % 3 == 0:
            book.take_back(book.match.line[-5])
        book.play(8 if number == 7 else None)
        if number == 8:
            book.conclude((1,))
        books.append(book)
    return Shelf(analytics, books, store)


def standing(book: Scorebook) -> list[tuple[int, Any, Any]]:
    """Version, payload and envelope of the current actions."""
    return [(v, book.payloads[v - 1], book.envelopes[v - 1]) for v in book.match.line]


@pytest.mark.slow
def test_seats_and_endings(shelf: Shelf) -> None:
    """Sides, first seat, winners, draw, reason and points of every match are the game's own."""
    shelf.expect_results(lambda book: book.match.state.first_player)
    shelf.expect_points(lambda state: [player.points for player in state.players])


def test_cards_have_seats_and_identities(shelf: Shelf) -> None:
    """Opening hands of four, then draws and plays for every seat: each drawn token once, played cards known and drawn
    before."""
    counts = "select match, seat, count(*) filter (action = 'opening'), count(*) filter (action = 'drawn') > 0, "
    found = shelf.rows(
        f"{counts} count(*) filter (action = 'played') > 0 from cards where not undone group by match, seat"
    )
    assert sorted(found) == [(book.match.id, seat, 4, True, True) for book in shelf.books for seat in range(2)]
    assert shelf.rows("select count(*) from cards where action = 'played' and card is null") == [(0,)]
    drawn = "from cards where action in ('opening', 'drawn') and not undone"
    assert shelf.rows(f"select match, token {drawn} group by match, token having count(*) > 1") == []
    played = "select match, token from cards where action = 'played' and turn > 0 and not undone"
    assert shelf.rows(f"{played} except select match, token {drawn}") == []


def test_score_attempts(shelf: Shelf) -> None:
    """FRC: The Card Game: each attempt is there with the numbers that decided it."""
    attempts = [
        (*told.place, e.player, e.attacker, e.target, e.attacker_offense, e.compared_stat, e.outcome, e.points_lost)
        for told in shelf.told("ScoreAttempted")
        for e in [told.event]
    ]
    columns = "seat, attacker, target, offense, compared_stat, outcome, points_lost"
    assert shelf.facts("frc_card_game.score_attempts", columns) == attempts
    assert len(attempts) > 10


def test_scoring_question(shelf: Shelf) -> None:
    """FRC: The Card Game: attempts by what they were aimed at, how they came out, points taken and lost; cases by
    match."""
    attempts: dict[str, list[tuple[str, Any]]] = {}
    for told in shelf.told("ScoreAttempted"):
        for target in (told.event.target_position or "direct", "all"):
            attempts.setdefault(target, []).append((told.place[0], told.event))
    found = {row["target"]: row for row in shelf.table("scoring", game="frc_card_game")}
    assert set(found) == set(attempts) >= {"direct", "offensive", "all"}
    for target, row in found.items():
        events = [event for _, event in attempts[target]]
        won = [event.outcome in ("target_retired", "direct") for event in events]
        failed = sum(event.outcome == "attacker_retired" for event in events)
        assert (row["n"], row["succeeded"], row["failed"]) == (len(events), sum(won), failed)
        parts = [(match, float(one), 1.0) for (match, _), one in zip(attempts[target], won, strict=True)]
        assert [row["share"], row["low"], row["high"]] == pytest.approx(share_of(parts))
        lost = [
            sum(e.points_lost or 0 for e in events if (e.points_player == e.player) is own) for own in (False, True)
        ]
        assert [row["points"], row["own"]] == pytest.approx([one / len(events) for one in lost])


def test_results(shelf: Shelf) -> None:
    """Won, drawn and lost by player are those of the folded matches; the score has Wilson's interval."""
    books = shelf.books
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    for book in books:
        outcome = book.match.outcome
        for seat, player in enumerate(book.match.state.seats):
            if outcome and (outcome.winners or outcome.drawn):
                won = "won" if seat in outcome.winners else "drawn" if outcome.drawn else "lost"
                tally[player.name][won] += 1
    found = shelf.table("results")
    assert {r["player"]: (r["won"], r["drawn"], r["lost"]) for r in found} == {
        name: (t["won"], t["drawn"], t["lost"]) for name, t in tally.items()
    }
    for r in found:
        assert r["low"] == pytest.approx(ends(r["won"] + r["drawn"] / 2, r["n"])[0])
    assert [r["low"] for r in found] == sorted((r["low"] for r in found), reverse=True)


def test_endings(shelf: Shelf) -> None:
    """Ended matches by the game's reason, agreed ends apart, as the folded matches have them; the rows open these
    matches."""
    books = shelf.books
    ended: dict[tuple[str, str], list[str]] = defaultdict(list)
    for book in books:
        outcome = book.match.outcome
        if outcome is not None:
            agreed = book.match.concluded is not None
            ended[book.match.game.name, "agreed" if agreed else outcome.reason].append(book.match.id)
    found = shelf.table("endings")
    assert {(r["game"], r["reason"]): r["n"] for r in found} == {key: len(ids) for key, ids in ended.items()}
    for r in found:
        whole = sum(len(ids) for (game, _), ids in ended.items() if game == r["game"])
        assert r["share"] == r["n"] / whole
        assert r["high"] == pytest.approx(ends(r["n"], whole)[1])
        assert set(shelf.analytics.matches_behind("endings", r)) == set(ended[r["game"], r["reason"]])


def test_first_player(shelf: Shelf) -> None:
    """The first player's wins are counted over matches that ended by the rules with a winner."""
    books = shelf.books
    n = first = 0
    for book in books:
        outcome = book.match.game.outcome(book.match.state)
        if outcome and outcome.winners and not book.match.concluded:
            n += 1
            first += book.match.state.first_player in outcome.winners
    [found] = shelf.table("first-player")
    assert (found["n"], found["first_won"]) == (n, first)
    assert [found["low"], found["high"]] == pytest.approx(ends(first, n))
    assert "1 match ended by agreement: left out" in shelf.analytics.ask("first-player").notes


def test_cards(shelf: Shelf) -> None:
    """Copies played, seats that played and won with a card: exactly those of the standing events."""
    books = shelf.books
    copies: Counter[str] = Counter()
    users: dict[str, list[bool]] = defaultdict(list)
    for book in books:
        outcome = book.match.game.outcome(book.match.state)
        if not outcome or not outcome.winners or book.match.concluded:
            continue
        seen = set()
        for _, _, event, _ in happened(book):
            if type(event).__name__.endswith("Played"):
                card = getattr(event, "mentor", None) or getattr(event, "event", None) or event
                copies[card.card] += 1
                seen.add((event.player, card.card))
        for seat, card_id in seen:
            users[card_id].append(seat in outcome.winners)
    found = {r["card"]: r for r in shelf.table("cards", limit=1000)}
    known = {card.card_id for book in books for card in book.match.state.catalogue}
    assert {c: (r["copies"], r["n"], r["won"]) for c, r in found.items()} == {
        c: (copies[c], len(users[c]), sum(users[c])) for c in known | set(users)
    }, "a card that was never played is a row"
    assert all(r["lift"] == pytest.approx(r["share"] - 0.5) for r in found.values() if r["n"])
    assert all(r["share"] is None for r in found.values() if not r["n"])


def test_length(shelf: Shelf) -> None:
    """Turns, actions and minutes of ended matches, from current actions."""
    books = shelf.books
    ended = [b for b in books if b.match.outcome]
    turns = [len({e.turn for _, _, e in standing(b) if e.turn}) for b in ended]
    actions = [len(b.match.line) for b in ended]
    minutes = [(standing(b)[-1][2].at - standing(b)[0][2].at) / 60e6 for b in ended]
    [found] = shelf.table("length")
    assert (found["n"], found["turns"], found["actions"]) == (len(ended), median(turns), median(actions))
    assert found["minutes"] == pytest.approx(median(minutes))


def test_violations(shelf: Shelf) -> None:
    """Violations by rule on the current line; as recorded, those taken back too."""
    books = shelf.books
    ruled: Counter[str] = Counter()
    for book in books:
        for _, payload, _ in standing(book):
            ruled.update(v.rule for v in payload.violations)
    found = shelf.table("violations")
    assert {r["rule"]: r["violations"] for r in found} == dict(ruled)
    actions = sum(len(b.match.line) for b in books)
    assert found[0]["per_100"] == pytest.approx(100 * found[0]["violations"] / actions)
    recorded = shelf.table("violations", recorded=True)
    assert sum(r["violations"] for r in recorded) == 2 * len(books)


def test_points_by_turn(shelf: Shelf) -> None:
    """Each player's points at the end of each turn, with the matches that reached it."""
    books = shelf.books
    lines: dict[int, dict[bool, list[int]]] = defaultdict(lambda: {True: [], False: []})
    for book in books:
        state, reached = book.match.states[0], {}
        for version, _, envelope in standing(book):
            state = book.match.states[version]
            reached[envelope.turn] = [p.points for p in state.players]
        for turn in range(1, max(reached) + 1):
            points = reached[max(t for t in reached if t <= turn)]
            for seat, number in enumerate(points):
                lines[turn][seat == state.first_player].append(number)
    found = shelf.table("points-by-turn", limit=1000)
    assert [(r["turn"], r["n"], r["first"], r["others"]) for r in found] == [
        (turn, len(line[True]), median(line[True]), median(line[False])) for turn, line in sorted(lines.items())
    ]


def test_parameters_narrow(shelf: Shelf) -> None:
    """Player, tag, day and least number of cases leave out the rest; the answer counts what was looked at."""
    books = shelf.books
    assert shelf.analytics.ask("length", {"tag": "odd"}).n == 6
    assert shelf.analytics.ask("length", {"since": "2030-01-01"}).n == 0
    assert shelf.analytics.ask("length", {"until": "2030-01-01"}).n == 12
    name = books[0].match.state.seats[0].name
    assert {r["player"] for r in shelf.table("results", player=name)} == {name}
    assert all(r["n"] >= 5 for r in shelf.table("cards", least="5"))


def test_small_samples_and_limits_are_told(shelf: Shelf) -> None:
    """Few matches come with a note; a table that was cut says so."""
    answer = shelf.analytics.ask("cards", {"limit": 3})
    assert answer.notes[1].startswith("only 12 matches")
    assert (len(answer.rows), answer.total) == (3, len(shelf.analytics.ask("cards").rows))
    assert any("identities are known of 100 % of the cards drawn" in note for note in answer.notes)


def test_an_answer_without_rows_says_so(shelf: Shelf) -> None:
    """Given matches with coin flips but without dice thrown by players, when a player's dice are asked about, then a
    note says that they are missing, without a word on shares; metrics do the same."""
    books = shelf.books
    player = books[0].match.state.seats[0].name
    for answer in (
        shelf.analytics.ask("dice-fairness", {"player": player}),
        shelf.analytics.ask(read_request(["dice-luck", "by", "player"])),
    ):
        assert answer.rows == ()
        assert any(note.startswith("no data for this statistic in ") for note in answer.notes)
        assert not any(note.startswith("only ") for note in answer.notes)


@pytest.mark.parametrize(
    ("question", "parameters", "error", "words"),
    [
        ("who-wins", {}, UnknownQuestion, "no statistic 'who-wins'; `matchbook stats` lists them"),
        ("length", {"speed": "1"}, UnknownMetric, "no filter 'speed'; there are "),
        ("cards", {"least": "many"}, BadParameter, "least:many: a whole number from 0 to 1,000,000 expected"),
        ("cards", {"limit": -1}, BadParameter, "limit:-1: a whole number from 0 to 1,000,000 expected"),
        ("length", {"since": "last week"}, BadParameter, "since:last week: a day like 2026-05-31, or 2026-05 expected"),
        ("cards", {"recorded": "perhaps"}, BadParameter, "recorded:perhaps: one of yes, no expected"),
        ("length", {"game": "\ud800"}, BadParameter, "a text expected"),
        ("length", {"game": "'; drop table matches --"}, UnknownMetric, "no game "),
        ("length", {"kit": "pig"}, UnknownMetric, "no kit 'pig' in any match"),
        ("length", {"tag": "'; drop table matches --"}, UnknownMetric, "no tag "),
    ],
)
def test_bad_parameters(
    shelf: Shelf, question: str, parameters: dict[str, Any], error: type[Exception], words: str
) -> None:
    """An unknown question or parameter and a value that cannot be read are refused in one line; values are never
    SQL."""
    with pytest.raises(error) as refusal:
        shelf.analytics.ask(question, parameters)
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_files_are_named_for_games() -> None:
    """A file that no installed game bears the name of would never be read."""
    assert set(game_facts()) <= set(game_names())


def test_why_there_are_no_points_by_turn(store: MatchStore, analytics: Analytics) -> None:
    """An empty answer gives its reason: a game without points, an unplayed match, or a game without a first player."""
    Scorebook(store, "high", seed=1).play()
    assert "1 match of high_card: points are not counted turn by turn" in analytics.ask("points-by-turn").notes
    Scorebook(store, "begun", "frc_card_game", 1).play(1)
    told = analytics.ask("points-by-turn", {"game": "frc_card_game"})
    assert told.rows == ()
    assert "1 match before the first turn: nothing to tell" in told.notes
    Scorebook(store, "robin", "robin_in_the_hood", 1).play()
    told = analytics.ask("points-by-turn", {"game": "robin_in_the_hood", "least": 2})
    assert told.rows == ()
    assert "1 match with unknown first player: in neither column" in told.notes
    assert "rows of fewer than 2 matches: left out" in told.notes


@pytest.mark.slow
def test_more_than_two_sides_have_a_first_player(store: MatchStore, analytics: Analytics) -> None:
    """Matches of three sides are a row of their own, compared with their own fair share."""
    won, n, sides = 0, 0, 3
    for seed in range(2):
        book = Retold(store, f"m{seed}", "pbl_robots", simulated("pbl_robots", seed, sides=str(sides))).play()
        outcome = book.match.game.outcome(book.match.state)
        assert outcome is not None
        n += bool(outcome.winners)
        won += book.match.state.order[0] in outcome.winners
    Scorebook(store, "two", "pbl_robots", 1).play()
    found = {row["sides"]: row for row in table(analytics, "first-player", {})}
    assert (found[sides]["n"], found[sides]["first_won"], found[sides]["fair"]) == (n, won, pytest.approx(1 / sides))
    assert found[2]["fair"] == 0.5


def test_cards_of_a_player_are_compared_with_their_own_share(store: MatchStore, analytics: Analytics) -> None:
    """The lift of a card with `player=` is that above the player's total share of wins."""
    books = [Scorebook(store, f"m{number}", "frc_card_game", number).play() for number in range(3)]
    name = books[0].match.state.seats[0].name
    own = f"from results where player = '{name}' and result in ('won', 'lost')"
    [(mean,)] = analytics.sql(f"select avg((result = 'won')::int) {own}").rows
    [first, *_] = table(analytics, "cards", {"player": name.upper()})
    assert first["lift"] == pytest.approx(first["share"] - float(str(mean)))


def test_violations_say_what_was_taken_back(store: MatchStore, analytics: Analytics) -> None:
    """Beside the current violations: the undone ones, for each rule and in total."""
    book = Scorebook(store, "m", "frc_card_game", 0).play(30)
    book.act(Violation("CG-A02", "a second student"))
    book.act(Violation("CG-A02", "a third"), Violation("CG-T06", "not in main"))
    book.take_back(31)
    [found] = table(analytics, "violations", {})
    assert (found["rule"], found["violations"], found["taken_back"]) == ("CG-A02", 1, 1)
    assert "2 violations in what was taken back; recorded:yes counts them too" in analytics.ask("violations").notes
    both = {
        row["rule"]: (row["violations"], row["taken_back"])
        for row in table(analytics, "violations", {"recorded": True})
    }
    assert both == {"CG-A02": (2, 1), "CG-T06": (1, 1)}
