"""Positions, steps, jumps, rows, and the course of the main gauge. The match of most tests has 18 entries and 21 events; its turns
begin at positions 0, 8 and 14."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC

import pytest

from domain.entries import Concluded, TakenBack
from domain.outcome import Outcome
from domain.registry import load_game
from domain.replay import AnyHistory, open_history
from domain.seats import SPECTATOR, Viewpoint
from replay_tui.captions import moment_line
from replay_tui.rows import ZOOMS, TimelineRows
from replay_tui.text_search import Hit, TextSearch
from replay_tui.timeline import NoSuchPlace, Timeline
from service.resources import load_catalogue
from tests.minigame import CATALOGUE, GAME
from tests.minigame.matches import match_entries
from tests.replay_tui.driving import visit
from tests.replay_tui.memory import adjusted, extend, finished, running, showing


@pytest.fixture
def timeline() -> Timeline:
    """The finished match."""
    return Timeline(finished())


def at(timeline: Timeline, address: str) -> int:
    """The position of an entry's end or of an event."""
    return timeline.place(address, 0)


def test_actions_end_at_their_last_event(timeline: Timeline):
    """A step goes to the end of the next action, from inside an action to its own end, and back to the end before."""
    assert timeline.step_action(at(timeline, "7"), 1) == at(timeline, "8") == at(timeline, "8.2")
    assert timeline.step_action(at(timeline, "8.1"), 1) == at(timeline, "8")
    assert timeline.step_action(at(timeline, "8.1"), -1) == at(timeline, "7")


def test_no_step_wraps_around(timeline: Timeline):
    """Steps beyond either end stay there."""
    for step in (timeline.step_action, timeline.step_event, timeline.step_turn, timeline.step_phase):
        assert step(0, -1) == 0
        assert step(timeline.last, 1) == timeline.last


def test_turn_steps(timeline: Timeline):
    """On: to the start of the next turn, at last to the end. Back: to the start of this turn, then of the one before."""
    assert [timeline.step_turn(p, 1) for p in (0, 8, 9, 14)] == [8, 14, 14, 20]
    assert [timeline.step_turn(p, -1) for p in (20, 14, 9, 8)] == [14, 8, 8, 0]


def test_phases_and_turns_are_where_the_moment_changes(timeline: Timeline):
    """Turns and phases start exactly where the turn context differs from the position before."""
    moments = [timeline.moment(p) for p in range(timeline.size)]
    changes = [p for p in range(1, timeline.size) if moments[p].turn != moments[p - 1].turn]
    assert timeline.turn_starts == [0, *changes]
    assert set(timeline.turn_starts) < set(timeline.phase_starts)


def test_tenths(timeline: Timeline):
    """`0` is the start, `5` the middle; all are positions."""
    assert timeline.tenth(0) == 0
    assert timeline.tenth(5) == timeline.size // 2
    assert 0 < timeline.tenth(9) <= timeline.last


def test_marks_are_found_from_anywhere(timeline: Timeline):
    """The next and the previous violation are found from any position; after the last one the result is `None`."""
    assert timeline.next_mark("violation", 0, 1) == at(timeline, "7")
    assert timeline.next_mark("violation", at(timeline, "7"), 1) == at(timeline, "12")
    assert timeline.next_mark("violation", at(timeline, "12"), -1) == at(timeline, "7")
    assert timeline.next_mark("violation", at(timeline, "12"), 1) is None
    assert timeline.next_mark("ruling", 0, 1) is None
    assert timeline.next_mark(None, 0, 1) == at(timeline, "7")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("8", "match-3/8"),
        ("8.1", "match-3/8"),
        ("match-3/8.1", "match-3/8"),
        (" 8 ", "match-3/8"),
        ("t2", "match-3/8"),
        ("t3", "match-3/13"),
        ("r2", "match-3/8"),
        ("15:07", "match-3/18"),
        ("15:07:04", "match-3/8"),
        ("3:00", "match-3/1"),
    ],
)
def test_entries_events_turns_and_times_are_places(timeline: Timeline, text: str, address: str):
    """Entries, events, addresses, turns and clock times are places; a time is the last entry up to it."""
    assert timeline.frame(timeline.place(text, 0, UTC)).entry.address == address


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("", "write an entry, a turn or a time: 18 · "),
        ("0", "there are 1 to 18"),
        ("99", "there are 1 to 18"),
        ("8.3", "entry 8 has 2"),
        ("8.0", "entry 8 has 2"),
        ("other/8", "this one is match-3"),
        ("t9", "no round 9"),
        ("25:00", "write an entry, a turn or a time: 18 · "),
        ("t", "write an entry, a turn or a time: 18 · "),
        ("²", "write an entry, a turn or a time: 18 · "),
        ("9" * 400, "write an entry, a turn or a time: 18 · "),
    ],
)
def test_no_such_place(timeline: Timeline, text: str, remedy: str):
    """The error for an unknown place says which places exist."""
    with pytest.raises(NoSuchPlace, match=remedy):
        timeline.place(text, 0, UTC)


def test_a_conclusion_holds_until_it_is_taken_back():
    """An agreed result holds from its entry until a take-back."""
    history = extend(running(), Concluded(outcome=Outcome(winners=(1,), reason="agreed")), TakenBack(to=8))
    timeline = Timeline(history)
    concluded = [timeline.concluded(timeline.end_of(v)) for v in (15, 16, 17)]
    assert concluded == [None, Outcome(winners=(1,), reason="agreed"), None]


def test_nobody_is_to_act_while_a_conclusion_holds():
    """The bar names the player to act before an agreed result and once it is taken back, not at its entry."""
    history = extend(running(), Concluded(outcome=Outcome(winners=(1,), reason="agreed")), TakenBack(to=8))
    timeline = Timeline(history)
    bars = [moment_line(timeline, timeline.end_of(v), (), UTC, 120) for v in (15, 16, 17)]
    assert ["to act" in "".join(span.text for span in bar) for bar in bars] == [True, False, True]


def test_growth_is_the_same_as_a_whole():
    """A timeline that grew with its history equals one made of the whole."""
    history: AnyHistory = running()
    timeline = Timeline(history)
    extend(history, adjusted(1, times=3), TakenBack(to=8), adjusted(2))
    seen_before = timeline.size
    timeline.extend()
    whole = Timeline(history)
    assert timeline.size > seen_before
    courses = [vars(one).pop("course") for one in (timeline, whole)]
    assert courses[0].turning() == courses[1].turning()
    assert vars(timeline) == vars(whole)


@pytest.mark.parametrize("zoom", ZOOMS)
def test_every_row_leads_back_to_itself(zoom: str):
    """At any zoom and position there is a current row, of that position, and each row's position is in its entry."""
    timeline = Timeline(extend(running(), adjusted(1, times=4)))
    for position in range(timeline.size):
        rows = TimelineRows(timeline, zoom, position)  # type: ignore[arg-type]
        current = rows[rows.current]
        assert current.version == timeline.version(current.position)
        assert current.position == (timeline.turn_starts[timeline.turn_at(position)] if zoom == "turns" else position)
        assert all(rows[i].version == timeline.version(rows[i].position) for i in range(rows.count))


def test_events_are_folded_but_for_the_entry_one_is_inside_of():
    """Among actions, only the entry around the position shows its events."""
    timeline = Timeline(finished())
    assert TimelineRows(timeline, "actions", at(timeline, "8")).count == 18
    inside = TimelineRows(timeline, "actions", at(timeline, "8.1"))
    assert inside.count == 20
    assert [inside[i].kind for i in (7, 8, 9, 10)] == ["actions", "events", "events", "actions"]
    assert TimelineRows(timeline, "events", 0).count == 18 + 21


def test_search_is_cut_for_the_viewpoint(timeline: Timeline):
    """A card that a viewpoint never saw drawn is not found there; the judge finds it; case does not matter."""
    search = TextSearch(timeline)

    def find(text: str, version: int, by: int, viewpoint: Viewpoint) -> int | None:
        found = search.find(text, version, by, viewpoint)
        return found and found.version

    assert find("BIRCH", 3, 1, "judge") == 9
    assert find("birch", 3, 1, 0) == 18
    assert find("mg-p03", 0, 1, "judge") == 7
    assert find("mg-p03", 0, 1, "spectator") is None, "the rules do not find it on a table with unknown hands"
    assert find("mg-p03", 18, -1, "spectator") is None
    assert find("nowhere", 0, 1, "judge") is None


@pytest.mark.parametrize(
    ("version", "by", "found"),
    [(0, 1, (7, "1 of 2")), (12, 1, (7, "1 of 2 · from the start")), (7, -1, (12, "2 of 2 · from the end"))],
)
def test_search_goes_around_and_counts(timeline: Timeline, version: int, by: int, found: tuple[int, str]):
    """The first match follows the last one, in both directions, and each has its number."""
    hit = TextSearch(timeline).find("mg-p03", version, by, "judge")
    assert hit == Hit(*found)


# --- the course of the main gauge --------------------------------------------------------------------------------------


def values(history: AnyHistory, version: int) -> tuple[int, ...]:
    """Each player's points after an entry, read off the board."""
    panels = history.match.game.board(history.match.states[version], SPECTATOR).panels
    return tuple(panel.gauges[0].value for panel in panels if panel.seat is not None)


def turns(history: AnyHistory) -> list[int]:
    """Return the entries in which the lead changes or a gauge moves by a fifth of its range."""
    found, leader, high = [], None, GAME.plan(history.match.state).gauges[0].high
    for version in range(2, history.match.version + 1):
        before, after = values(history, version - 1), values(history, version)
        ahead = after.index(max(after)) if after.count(max(after)) == 1 else None
        moved = max(abs(now - then) for then, now in zip(before, after, strict=True))
        if moved >= max(1, high // 5) or (ahead is not None and leader is not None and ahead != leader):
            found.append(version)
        leader = leader if ahead is None else ahead
    return found


@pytest.mark.parametrize("rounds", [1, 3, 9])
def test_turning_points(rounds: int) -> None:
    """Found without looking at each entry, and the same as by looking at each."""
    history = open_history(GAME, CATALOGUE, match_entries(rounds))
    assert Timeline(history).course.turning() == turns(history)


def test_later_entries_add_turning_points() -> None:
    """A live match turns as it grows; what was taken back turns back."""
    timeline = Timeline(running())
    before = timeline.course.turning()
    extend(timeline.history, adjusted(9))
    timeline.extend()
    assert timeline.course.turning() == turns(timeline.history) != before


@pytest.mark.parametrize(
    ("changing", "most"),
    [pytest.param(lambda n: n, 600, id="every entry scores"), pytest.param(lambda n: n // 500, 160, id="two score")],
)
def test_a_long_match_is_not_read_through(changing: Callable[[int], int], most: int) -> None:
    """Finding the turning points of 1,500 entries draws a few hundred boards, and no more than the changed scores need."""
    drawn: list[object] = []
    game = replace(GAME, board=lambda state, viewpoint: drawn.append(state) or GAME.board(state, viewpoint))
    history = open_history(game, CATALOGUE, match_entries(3))
    extend(history, *(adjusted(changing(n)) for n in range(1500)))
    timeline = Timeline(history)
    found = timeline.course.turning()
    assert 100 < len(drawn) <= most
    assert len(found) > 1
    assert most == 600 or found == turns(history)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_graph_says_whose_gauge_it_is_and_what_it_measures(size: tuple[int, int]) -> None:
    """A row a player: name, heights up to the position and after it, the value there and its unit."""
    for seen, version in zip(visit(showing(), "home", "end", size=size), (1, 18), strict=True):
        history = finished()
        for row, seat in zip(seen.lines[-5:-3] if size[1] > 29 else seen.lines[-4:-2], (1, 0), strict=True):
            assert row.split()[0] == history.match.state.seats[seat].name
            assert row.rstrip().endswith(f"{values(history, version)[seat]} points")
        assert any(row.count("┃") == 1 for row in seen.lines[-5:-2])


def test_marks_lead_to_turning_points() -> None:
    """`d` goes to the entries in which the match turned, as to those that are marked."""
    history = finished()
    stops = sorted({*turns(history), 7, 12})
    seen = visit(showing(), "home d", *["d"] * (len(stops) - 1))
    assert [int(one.address.rpartition("/")[2]) for one in seen] == stops


def test_a_game_without_a_gauge_shows_marks_alone() -> None:
    """A competition has zero gauges: there is one row, without turns."""
    game = load_game("tournament")
    assert game.plan(game.initial(load_catalogue(load_game("frc_card_game")))).gauges == ()
