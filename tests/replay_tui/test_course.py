"""How the main gauge ran through a match: what the graph shows, where the match turned, what a long match costs."""

import pytest

from domain.replay import AnyHistory, open_history
from domain.table import SPECTATOR
from replay_tui.timeline import Timeline
from service.reading.course import Course
from tests.minigame import CATALOGUE, GAME
from tests.minigame.matches import match_entries
from tests.replay_tui.driving import visit
from tests.replay_tui.memory import adjusted, extend, finished, running, showing


def values(history: AnyHistory, version: int) -> tuple[int, ...]:
    """Each player's points after an entry, read off the board."""
    panels = history.match.game.board(history.match.states[version], SPECTATOR).panels
    return tuple(panel.gauges[0].value for panel in panels if panel.seat is not None)


def turns(history: AnyHistory) -> list[int]:
    """Where a match turned, entry by entry: the lead passes on, or a gauge moves by a fifth of its range."""
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


def test_what_comes_later_turns_too() -> None:
    """A live match turns as it grows; what was taken back turns back."""
    timeline = Timeline(running())
    before = timeline.course.turning()
    extend(timeline.history, adjusted(9))
    timeline.extend()
    assert timeline.course.turning() == turns(timeline.history) != before


def test_a_long_match_is_not_read_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of thousands of entries the boards of a few hundred are made."""
    history = extend(finished(), *(adjusted(n % 3) for n in range(3000)))
    course, made = Course(history), []
    course.versions = history.match.version
    after = course.after
    monkeypatch.setattr(course, "after", lambda version: made.append(version) or after(version))
    course.turning()
    assert len(set(made)) <= 900


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
