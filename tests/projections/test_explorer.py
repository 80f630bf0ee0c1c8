"""The explorer against match files read without it: positions, moves, who made them, how it ended. Bad questions. The
times at which positions are computed."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
import pytest

from domain.notation import Names, print_command
from domain.seats import SPECTATOR, Seat
from projections.analytics import Analytics
from projections.answers import Answer
from projections.errors import BadParameter, UnknownMetric, UnknownMove
from projections.filters import given_filters
from projections.grammar import read_filters
from projections.opening_explorer import read_explored
from storage.match_file import export_match
from storage.store import MatchStore
from tests.projections.archived import NAMES
from tests.projections.recomputed import Told
from tests.projections.retold import rows
from tests.projections.scorebook import Scorebook
from tests.projections.shelves import share_of

MATCHES = 8


class Made(NamedTuple):
    """One move, as a match file tells it."""

    match: str
    version: int
    seat: int | None
    before: str
    move: str
    after: str
    first: bool
    result: str | None


# --- match files read by hand ----------------------------------------------------------------------------------------------


def keyless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: "" if name == "key" else keyless(part) for name, part in value.items()}
    return [keyless(part) for part in value] if isinstance(value, list | tuple) else value


def seen(game: Any, state: Any, start: int) -> str:
    """A digest of the open cards, with that seat called A."""
    count = len(state.seats)
    letters = [chr(ord("A") + (seat - start) % count) for seat in range(count)]
    seats = tuple(Seat(letter, seat.side) for letter, seat in zip(letters, state.seats, strict=True))
    board = keyless(msgspec.to_builtins(game.board(msgspec.structs.replace(state, seats=seats), SPECTATOR)))
    for part in (*board["panels"], *board["prompts"]):
        part["seat"] = None if part["seat"] is None else (part["seat"] - start) % count
    board["panels"].sort(key=lambda panel: 99 if panel["seat"] is None else panel["seat"])
    board["prompts"].sort(key=lambda prompt: (99 if prompt["seat"] is None else prompt["seat"], prompt["text"]))
    text = json.dumps(board, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def readings(game: Any, state: Any) -> dict[int, str]:
    """All digests of a position by the seat that may be called A."""
    acts = game.turn_info(state).seat
    return {start: seen(game, state, start) for start in (range(len(state.seats)) if acts is None else [acts])}


def made(told: Told) -> Iterator[Made]:
    """The moves of the first six turns of a match, from its file."""
    game, first = told.match.game, True
    ended = None if told.agreed else game.outcome(told.match.state)
    for earlier, action in pairwise(told.acts):
        before, command = earlier.state, action.command
        moment = game.turn_info(before)
        if not 1 <= moment.turn <= 6 or moment.round > 1:
            continue
        found = readings(game, before)
        own = (getattr(command, name, None) for name in ("player", "seat"))
        seat = next((one for one in own if one is not None), moment.seat)
        least = [start for start, key in found.items() if key == min(found.values())]
        start = seat if seat in least else least[0]
        count = len(before.seats)
        letters = tuple(Seat(chr(ord("A") + (n - start) % count), one.side) for n, one in enumerate(before.seats))
        move = print_command(game.redact(before, command, SPECTATOR), Names(before.catalogue, letters))
        result = None
        if ended is not None and seat is not None:
            lost = "lost" if ended.winners else None
            result = "drawn" if ended.drawn else "won" if seat in ended.winners else lost
        after = min(readings(game, action.state).values())
        yield Made(told.id, action.version, seat, min(found.values()), move, after, first, result)
        first = False


def expected(moves: Sequence[Made], places: set[str]) -> dict[str, dict[str, Any]]:
    """The expected answer for each move from some positions."""
    once: dict[tuple[str, str, int | None], Made] = {}
    for one in moves:
        if one.before in places:
            once.setdefault((one.move, one.match, one.seat), one)
    found: dict[str, dict[str, Any]] = {}
    for move in {move for move, _, _ in once}:
        cases = [one for one in once.values() if one.move == move]
        results = [one.result for one in cases]
        parts = defaultdict[str, list[bool]](list)
        for one in cases:
            if one.result is not None:
                parts[one.match].append(one.result == "won")
        said = {word: results.count(word) for word in ("won", "drawn", "lost")}
        matches = len({one.match for one in cases})
        found[move] = {"n": len(cases), "matches": matches, "share": len(cases) / len(once), **said, **interval(parts)}
    return found


def interval(parts: dict[str, list[bool]]) -> dict[str, float | None]:
    """The share that won, with Wilson's interval for as many cases as the spread over matches says that there are."""
    if not parts:
        return {"win_rate": None, "low": None, "high": None}
    told = [(match, float(won), 1.0) for match, part in parts.items() for won in part]
    return dict(zip(("win_rate", "low", "high"), share_of(told), strict=True))


# --- what is asked ---------------------------------------------------------------------------------------------------------


def filled(store: MatchStore, game: str) -> list[Made]:
    """Matches with take-backs, agreed ends and some that go on; what their files say."""
    for number in range(MATCHES):
        book = Scorebook(store, f"m{number}", game, number)
        book.play(30 + number)
        book.take_back(book.match.line[-1 - number]).play(25)
        if number % 4 == 3:
            book.conclude((0,))
        elif number % 4 != 2:
            book.play()
    return [one for n in range(MATCHES) for one in made(Told(export_match(store, f"m{n}"), store.codecs))]


def explored(analytics: Analytics, game: str, *moves: str, where: Sequence[str] = (), **given: Any) -> Answer:
    return analytics.explore(read_explored(game, moves, (*read_filters(" ".join(where)), *given_filters(given))))


def table(answer: Answer) -> dict[str, dict[str, Any]]:
    return {str(row[0]): dict(zip(answer.columns, row, strict=True)) for row in answer.rows}


@pytest.mark.slow
@pytest.mark.parametrize("game", NAMES)
def test_answers_are_what_match_files_say(store: MatchStore, analytics: Analytics, game: str) -> None:
    """From where the first turn begins and on, along the commonest moves and a rare one: the same moves, counts,
    results and intervals as worked out by hand; and in the table, the same positions."""
    moves = filled(store, game)
    asked: list[tuple[str, ...]] = [()]
    while asked:
        path = asked.pop()
        places = {one.before for one in moves if one.first}
        for step in path:
            places = {one.after for one in moves if one.before in places and one.move == step}
        want, got = expected(moves, places), table(explored(analytics, game, *path))
        assert got.keys() == want.keys()
        for move, said in want.items():
            assert {name: got[move][name] for name in said} == pytest.approx(said, abs=1e-9)
        if len(path) < 6:
            asked += [(*path, move) for move in [*list(got)[:1], *list(got)[-1:]]] if len(path) < 3 else []
            asked += [(*path, next(iter(got)))] if len(path) >= 3 and got else []
    laid = rows(
        analytics, "select match, version, seat, before_key, move, after_key, begins from steps order by match, version"
    )
    assert laid == [tuple(one[:7]) for one in moves]


@pytest.fixture(scope="module")
def card_game(read_only: tuple[MatchStore, Analytics]) -> tuple[Analytics, list[Made]]:
    """Matches of one game, and their first moves."""
    store, analytics = read_only
    return analytics, [one for one in filled(store, "frc_card_game") if one.first]


@pytest.mark.slow
def test_counts_and_results_by_filters(card_game: tuple[Analytics, list[Made]]) -> None:
    """Filters are those of who makes the move; the number of cases can be bounded from below; a limit says of how
    many."""
    analytics, moves = card_game
    players = {str(match): names for match, names in rows(analytics, "select match, players from matches")}
    name = players["m0"][next(one.seat for one in moves if one.match == "m0") or 0]
    whole, own = explored(analytics, "frc_card_game"), explored(analytics, "frc_card_game", where=[f"player:{name}"])
    others = explored(analytics, "frc_card_game", where=[f"-player:{name}"])
    mine = [one for one in moves if one.seat is not None and players[one.match][one.seat] == name]
    assert 0 < sum(row["n"] for row in table(own).values()) == len(mine) < len(moves)
    assert sum(row["n"] for row in table(others).values()) == len(moves) - len(mine)
    assert whole.n == MATCHES
    some = explored(analytics, "frc_card_game", where=["least:2"])
    assert [row[0] for row in some.rows] == [move for move, row in table(whole).items() if row["n"] >= 2]
    one = explored(analytics, "frc_card_game", limit=1)
    assert (one.rows, one.total, one.notes[0]) == (whole.rows[:1], len(whole.rows), f"1 of {len(whole.rows)} rows")


def test_ratings_are_those_before_the_match(card_game: tuple[Analytics, list[Made]]) -> None:
    """The mean of what who made the move had reached by the match before, 1500 for a newcomer."""
    analytics, moves = card_game
    got = table(explored(analytics, "frc_card_game"))
    rated = rows(analytics, "select match, seat, player, glicko from ratings order by number, seat")
    reached: dict[str, float] = {}
    before: dict[tuple[str, int], float] = {}
    for match, seat, player, glicko in rated:
        before[match, seat] = reached.get(player, 1500.0)
        reached[player] = glicko
    for move, row in got.items():
        known = [
            before[one.match, one.seat or 0] for one in moves if one.move == move and (one.match, one.seat) in before
        ]
        assert row["rating"] == (pytest.approx(sum(known) / len(known)) if known else None)
    assert any(value != 1500 for value in before.values())


@pytest.mark.slow
def test_laid_out_once_and_again_where_a_match_went_on(store: MatchStore, analytics: Analytics) -> None:
    """Given a query, then only the positions of its game are computed, then only new ones, and those of take-backs are
    removed."""
    book = Scorebook(store, "m", "frc_card_game", 1).play(20)
    Scorebook(store, "other", "robin_in_the_hood", 1).play(40)
    told: list[tuple[int, int]] = []
    analytics.catch_up()
    assert rows(analytics, "select count(*) from steps") == [(0,)]
    asked = read_explored("frc_card_game", (), ())
    analytics.explore(asked, lambda done, total: told.append((done, total)))
    assert told[-1] == (1, 1)
    assert rows(analytics, "select match, entries from explored") == [("m", 20)]
    before = rows(analytics, "select version from steps order by version")
    told.clear()
    analytics.explore(asked, lambda done, total: told.append((done, total)))
    assert told == []
    book.take_back(book.match.line[-3])
    content = analytics.content_hash()
    analytics.explore(asked)
    assert rows(analytics, "select version from steps order by version") == before[:-2]
    assert analytics.content_hash() == content


@pytest.mark.parametrize(
    ("moves", "where", "error", "said"),
    [
        (("nonsense",), (), UnknownMove, "from there 'nonsense' was never played; there are "),
        (("end_turnn",), (), UnknownMove, "did you mean"),
        (("",), (), BadParameter, "a move is blank"),
        ((), ("recorded:yes",), BadParameter, "explore counts only current moves"),
        ((), ("game:frc_tcg",), BadParameter, "give the game before the moves"),
        ((), ('player:"Nobody At All"',), UnknownMetric, "no player 'Nobody At All' in any match"),
        ((), ("colour:red",), UnknownMetric, "no filter 'colour'"),
        ((), ("rule:CG-A01",), BadParameter, "explore cannot be narrowed by rule"),
        ((), ("red",), BadParameter, "a filter is written NAME:VALUE"),
    ],
)
def test_bad_questions(
    card_game: tuple[Analytics, list[Made]],
    moves: tuple[str, ...],
    where: tuple[str, ...],
    error: type[Exception],
    said: str,
) -> None:
    """Each is refused in one line that says what is wrong with it."""
    with pytest.raises(error, match=said) as found:
        explored(card_game[0], "frc_card_game", *moves, where=where)
    assert "\n" not in str(found.value)


def test_nothing_there(analytics: Analytics) -> None:
    """An empty archive has no moves, and says so."""
    assert "no match is in scope" in explored(analytics, "frc_tcg").notes
    with pytest.raises(UnknownMove, match="no match in the store has another move; leave 'end_turn' out"):
        explored(analytics, "frc_tcg", "end_turn")
