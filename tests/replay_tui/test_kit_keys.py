"""A pilot logs the match of each kit live, key by key, through the record screen, and counts."""

import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, Final

import pytest
from textual.pilot import Pilot

from domain.game import AnyGame, Command
from domain.notation import Names, Unreadable
from domain.registry import load_game
from service.kits import KITS_GAME
from service.recording.opening import opening_of
from service.resources import read_text, sample_sheets
from service.typing.scoresheet import read_command, read_scoresheet
from tests.campaigns import some, tries
from tests.replay_tui.driving import settle, visit
from tests.replay_tui.live import recording, table
from tests.replay_tui.test_record_pilot import Fingers

SHEETS: Final = {sheet.name.removesuffix(".scoresheet"): sheet for sheet in sample_sheets(load_game(KITS_GAME))}
BARS: Final = {"werewolf": 4, "go_fish": 4, "chess": 6, "yacht": 7}
"""Median keys an action, `enter` counted, where entries say more than one thing: two names, two squares, five dice. Else 3."""
UNTYPED: Final = ("conquest", "darts", "duel")
"""Kits whose entries the pilot cannot follow: two lists of dice in one line, bare numbers, and copies told apart by `#2`."""
SHORT: Final = 4
"""Letters of a line that is sooner typed than chosen (but a verb alone); a digit at its beginning would choose a row."""
LONGEST: Final = tries("MATCHBOOK_KIT_ACTIONS", few=20, many=60)
"""Actions of a sheet that are logged: further ones are of the same kinds."""


async def logged(fingers: Fingers, text: str) -> int:
    """Records a line: typed as it stands where that is short (`e2e4`), or without its verb where that means the same (`h9`); else
    by what is offered."""
    match = fingers.screen.history.match
    names = Names(match.state.catalogue, match.state.seats)
    meant = read_command(text, match.game, names)
    verb, _, rest = text.partition(" ")
    short = [line for line in (text, rest) if 0 < len(line) <= SHORT and line != verb and not line[:1].isdigit()]
    typed = next((line for line in short if _means(line, meant, match.game, names)), "")
    if not typed:
        return await fingers.log(text)
    before, versions = fingers.keys, fingers.screen.timeline.versions
    for key in (*typed, "enter"):
        await fingers.press(key)
        if fingers.screen.saving:
            await settle(fingers.pilot)
        if fingers.screen.timeline.versions != versions:
            break
    return fingers.keys - before


def _means(line: str, meant: Command, game: AnyGame, names: Names) -> bool:
    try:
        return read_command(line, game, names) == meant
    except Unreadable:
        return False


@pytest.mark.parametrize("kit", some([kit for kit in SHEETS if kit not in UNTYPED], 1))
def test_a_match_of_a_kit_is_logged_in_few_keys(kit: str, tmp_path: Path) -> None:
    """Given a kit's sheet, when each action is logged from what the screen offers, then the median is within the kit's bar."""
    sheet = read_scoresheet(read_text(SHEETS[kit]))
    lines = [line for line in sheet.lines if not line.refused][:LONGEST]
    counts: dict[str, int] = {}

    async def play(pilot: Pilot[None], screen: Any) -> None:
        fingers = Fingers(pilot, screen)
        for line in lines:
            counts[f"{line.number} {line.text}"] = await logged(fingers, line.text)

    with table(tmp_path) as app:
        match_id = app.open_match(opening_of(load_game(KITS_GAME), sheet), ()).id
        visit(recording(app, match_id), play)
        assert app.match(match_id).version >= len(lines)
    sys.stdout.write("\n".join(_report(kit, counts)))  # shown by `pytest -s`
    assert median(counts.values()) <= BARS.get(kit, 3)


def _report(kit: str, counts: dict[str, int]) -> Iterator[str]:
    yield f"\n{kit}: {len(counts)} actions, median {median(counts.values()):g} keys, all {sum(counts.values())}"
    for line, keys in sorted(counts.items(), key=lambda pair: -pair[1])[:6]:
        yield f"  {keys:>3}  {line}"
