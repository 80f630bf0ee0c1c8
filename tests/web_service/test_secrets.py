"""Facts that a caller may not know, or not yet, do not change a byte of the service's answers, over whole matches of every game."""

from bisect import bisect_right
from itertools import accumulate, islice
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from domain.entries import action_parts
from domain.game import AnyGame, Command
from domain.registry import installed_games, load_game
from domain.replay import AnyHistory
from domain.seats import SPECTATOR
from domain.simulation import simulate
from service.delay import Delay
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from tests.campaigns import some, tries
from tests.rulebooks import RULEBOOKS
from tests.service.test_noninterference import NOW, acts_of, logs_differ, pairs
from tests.web_service.serving import Served, serving
from tests.web_service.test_roles import all_that_anybody_gets
from web_service.limits import Limits

PAIRS = tries("MATCHBOOK_PAIRS", few=1, many=500)
DELAYED = tries("MATCHBOOK_DELAYED", few=1, many=40)
"""Matches of each of five games."""
SIMULATED = [game.name for game in installed_games().values() if game.kind == "game" and game.simulation is not None]
BEHIND = 60
"""Seconds."""


def all_that_is_got(client: httpx.Client, match: str) -> dict[str, str]:
    """The bodies and headers of every address that shows a match, the disputes and each entry of its stream."""
    found = all_that_anybody_gets(client, match)
    for path in ("disputes", "offers", "board?at=1&width=46", "log?view=judge", "board?view=nobody"):
        answer = client.get(f"/api/matches/{match}/{path}")
        found[path] = f"{answer.status_code} {answer.text}"
    version = client.get(f"/api/matches/{match}").json()["version"]
    with client.stream("GET", f"/api/matches/{match}/live", params={"after": max(0, version - 90)}) as stream:
        entries = (line for line in stream.iter_lines() if line.startswith(("id: ", "data: ")))
        found["entries"] = "\n".join(islice(entries, 2 * min(version, 90)))
    return found


def record(app: MatchService, history: AnyHistory, match: str) -> None:
    """The commands of a record in a match of that id, as played where they break rules."""
    opening = Opening(game=history.match.game.name, catalogue=history.match.states[0].catalogue)
    batch = app.new_batch(opening, match_id=match)
    for entry in history.entries:
        command: Command | None = action_parts(entry.payload)[0]
        batch.act(command, as_played=True)
    batch.store()


@pytest.mark.slow
@pytest.mark.timeout(900 + 30 * PAIRS)
@pytest.mark.parametrize("name", some(RULEBOOKS, 1))
def test_what_hides_from_somebody_is_in_none_of_their_bytes(name: str, tmp_path: Path) -> None:
    """S16: twins give the same bytes, headers and streams to whom the card is hidden; a judge sees which."""
    game, left = load_game(name), PAIRS
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    with serving(folders[0], clock=lambda: NOW) as one, serving(folders[1], clock=lambda: NOW) as other:
        for seed in range(10 * PAIRS):
            for viewpoint, first, second in islice(pairs(game, acts_of(game, seed), seed), left):
                match = f"{left:012}"
                seat = None if viewpoint == SPECTATOR else viewpoint
                got, judged = [], []
                for served, history in ((one, first), (other, second)):
                    record(served.app, history, match)
                    got.append(seen(served, match, seat))
                    judged.append(log(served, match))
                assert got[0] == got[1], f"seed {seed}, as {viewpoint}"
                assert (judged[0] == judged[1]) is not logs_differ(first, second, "judge"), "the records are no twins"
                left -= 1
            if not left:
                return
    raise AssertionError("too few records hide something")


def seen(served: Served, match: str, seat: Any) -> dict[str, str]:
    """The answers to a player at a seat of a match, and to callers without one. The file is left out: its chain is that of another
    record."""
    secret = "" if seat is None else served.token("player", "Pat", match=match, seat=seat)
    with served.client(secret) as client:
        found = all_that_is_got(client, match)
        return {path: text for path, text in found.items() if path != "/file"}


def log(served: Served, match: str) -> str:
    with served.client(served.token("judge")) as judge:
        return judge.get(f"/api/matches/{match}/log").text


@pytest.mark.slow
@pytest.mark.timeout(900 + 60 * DELAYED)
@pytest.mark.parametrize("name", some(SIMULATED, 1))
def test_behind_the_delay_every_path_shows_the_record_cut(name: str, tmp_path: Path) -> None:
    """S17: at every moment tried, each path is that of a record that ends where the delay does."""
    folders = [tmp_path / "whole", tmp_path / "cut"]
    for folder in folders:
        folder.mkdir()
    now = [NOW]
    behind = Delay(seconds=BEHIND)
    with (
        serving(folders[0], delay=behind, clock=lambda: now[0]) as whole,
        serving(folders[1], delay=behind, clock=lambda: now[0]) as cut,
    ):
        for served in (whole, cut):
            served.app_state.limits = Limits(lambda: 0.0)
        for seed in range(DELAYED):
            _compared(load_game(name), seed, whole, cut, now)


def _compared(game: AnyGame, seed: int, whole: Served, cut: Served, now: list[int]) -> None:
    rng, catalogue, match = Random(seed), load_catalogue(game), f"{seed:012}"
    played = list(simulate(game, catalogue, seed))
    times = list(accumulate(rng.choices((1, 5, 20), k=len(played)), initial=now[0] // 1_000_000))[1:]
    moments = {*rng.sample(times, min(4, len(times))), times[0], times[-1], times[-1] + BEHIND}
    done, shown = 0, 0
    for moment in sorted(moments):
        for act, time in zip(played[done:], times[done:], strict=True):
            if time > moment:
                break
            now[0] = time * 1_000_000
            opening = Opening(game=game.name, catalogue=catalogue, tags=("cup",))
            batch = (
                whole.app.new_entries(whole.app.match(match)) if done else whole.app.new_batch(opening, match_id=match)
            )
            batch.record(act.command, act.events)
            batch.store()
            done += 1
        now[0] = moment * 1_000_000
        old = max(1, bisect_right(times, moment - BEHIND))  # an opening is always shown
        rows = whole.app.store.recorder.select_rows(match, shown, old)
        cut.app.store.append_rows([(match, *row) for row in rows], whole.app.store.recorder.select_catalogues())
        shown = old
        got = []
        for served in (whole, cut):
            with served.client() as anybody:
                got.append(all_that_is_got(anybody, match))
        assert got[0] == got[1], f"{game.name}, seed {seed}, {moment - times[0]} s after the opening"
    now[0] += 2 * BEHIND * 1_000_000
