"""A pilot logs whole matches live, key by key, through the screen, and counts: hand-written, longer and of kits."""

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any, Final

import pytest
from textual.pilot import Pilot

from domain.digest import digest_of
from domain.game import AnyGame, Command
from domain.notation import Names, NotationError, print_command
from domain.registry import installed_games, load_game
from domain.simulation import simulate
from replay_tui.scorekeeping.line_keys import on_space
from replay_tui.screens.record import RecordScreen
from service.kits import KITS_GAME
from service.recording.entry_batch import Opening
from service.recording.opening import opening_of
from service.resources import load_catalogue, read_text, sample_sheets
from service.typing.rows import Suggestion
from service.typing.scoresheet import read_command, read_scoresheet
from service.typing.words import closed
from tests.campaigns import some, tries
from tests.replay_tui.driving import press, settle, visit
from tests.replay_tui.live import open_sheet, recording, sheet_of, table
from tests.rulebooks import RULEBOOKS

MOST_KEYS = 120
LINES: Final = tries("MATCHBOOK_SHEET_ACTIONS", few=25, many=1000)
"""Lines of a hand-written match that are logged: further ones are of the same kinds."""
_NAMES = {" ": "space", "[": "left_square_bracket", "]": "right_square_bracket", ",": "comma", "?": "question_mark"}
_NAMES |= {"=": "equals_sign", "_": "underscore", "#": "number_sign", '"': "quotation_mark", "-": "minus"}
_NAMES |= {"(": "left_parenthesis", ")": "right_parenthesis", ".": "full_stop"}

_LOOSE = str.maketrans("", "", "[] ")

SHEETS = [name for name, game in installed_games().items() if sample_sheets(game)]


class Fingers:
    """Choose offered rows by their numbers and type letters for others; read only the screen."""

    def __init__(self, pilot: Pilot[None], screen: RecordScreen) -> None:
        self.pilot = pilot
        self.screen = screen
        self.keys = 0

    async def press(self, key: str) -> None:
        """One key."""
        self.keys += 1
        await press(self.pilot, _NAMES.get(key, key))

    async def log(self, text: str) -> int:
        """Records what a line means; returns the keys it took."""
        before, versions = self.keys, self.screen.timeline.versions
        spellings = self._spellings(text)
        while self.screen.timeline.versions == versions:
            assert self.keys - before < MOST_KEYS, f"{text}: stuck at {self.screen.line.value!r}"
            await self.press(self._next(spellings))
        return self.keys - before

    def _next(self, spellings: list[str]) -> str:
        text, offered = self.screen.line.value, self.screen.offered
        if any(_plain(text) == _plain(spelling) for spelling in spellings):
            return "enter"
        numeric = offered.asked is not None and offered.asked.numeric
        if only := self.screen.offers.only_number:
            return next(c for s in spellings if s.startswith(only) for c in s.removeprefix(only) if c.isdigit())
        if (not text or text.endswith(" ")) and not numeric:
            for place, row in enumerate(offered.rows[:10], start=1):
                begun = f"{row.line} " if row.complete else row.line
                ended = closed(row.line) if row.line.endswith(", ") else begun
                if any(s == row.line or s.startswith((begun, ended)) for s in spellings):
                    return str(place % 10)
        if self._is_whole_with_a_blank(text, spellings):
            return " "
        begun = text and not text.endswith(" ") and not offered.typed_first
        if begun and offered.rows and (key := self._taking(offered.rows[0], spellings)):
            return key
        if text.endswith(", ") and any(s.startswith(text.rstrip(", ") + "]") for s in spellings):
            return "]"
        spelling = next((s for s in spellings if s.startswith(text) or numeric), "")
        assert spelling, f"{text!r} leads to none of {spellings}; offered: {offered.rows[:3]}"
        if numeric and offered.asked and offered.asked.listed:
            return self._die(spelling, text)
        return spelling[len(text)]

    def _taking(self, first: Suggestion, spellings: list[str]) -> str:
        """The key that takes the first row, where it is meant and letters are saved."""
        if first.complete and first.line in spellings and self.screen.offered.sole:
            return "enter"
        whole = first.line.rstrip(", ")
        meant = any(s.startswith(whole) and s[len(whole) :][:1] in ("", " ", ",", "]") for s in spellings)
        return "tab" if meant and len(first.line) > len(self.screen.line.value) + 1 else ""

    def _is_whole_with_a_blank(self, text: str, spellings: list[str]) -> bool:
        """Whether a blank saves letters of the word being typed."""
        whole = on_space(text, self.screen.offered, self.screen.offers.suggester.is_command)
        return (
            whole is not None and len(whole.text) > len(text) + 1 and any(s.startswith(whole.text) for s in spellings)
        )

    def _die(self, spelling: str, text: str) -> str:
        """The next number of a list of dice."""
        word = text.rpartition(" ")[2]
        numbers = [c for c in spelling[len(text) - len(word) :].split("]", maxsplit=1)[0] if c.isdigit()]
        typed = sum(c.isdigit() for c in word)
        return numbers[typed] if typed < len(numbers) else "space"

    def _spellings(self, text: str) -> list[str]:
        """The legal lines that record the same, then the line itself."""
        match = self.screen.history.match
        names = Names(match.state.catalogue, match.state.seats)
        command = read_command(text, match.game, names)
        same = [c for c in match.game.legal(match.state) if self._same(c, command)]
        return [*(print_command(c, names) for c in same), text, print_command(command, names)]

    def _same(self, one: Command, other: Command) -> bool:
        match = self.screen.history.match
        return type(one) is type(other) and match.game.resolve(match.state, one) == match.game.resolve(
            match.state, other
        )


@pytest.mark.slow
@pytest.mark.parametrize("name", some(SHEETS, 1))
@pytest.mark.promise(id="R1")
def test_a_match_is_logged_in_few_keys(name: str, tmp_path: Path):
    """Actions of the hand-written match (all of them in campaigns) are logged from what the screen offers, with at most three keys
    at the median."""
    counts: dict[str, int] = {}
    lines = [line for line in sheet_of(name)[1].lines if not line.refused][:LINES]

    async def play(pilot: Pilot[None], screen: Any) -> None:
        fingers = Fingers(pilot, screen)
        for line in lines:
            counts[f"{line.number} {line.text}"] = await fingers.log(line.text)

    with table(tmp_path) as app:
        match_id = open_sheet(app, name)
        visit(recording(app, match_id), play)
        logged, typed = app.match(match_id), app.match(open_sheet(app, name, len(lines)))
        assert digest_of(logged.state) == digest_of(typed.state)
    sys.stdout.write("\n".join(_report(name, counts)))  # shown by `pytest -s`
    assert median(counts.values()) <= 3


def _plain(text: str) -> str:
    return text.translate(_LOOSE).rstrip(",")


def _report(name: str, counts: dict[str, int]) -> Iterator[str]:
    yield f"\n{name}: {len(counts)} actions, median {median(counts.values()):g} keys, all {sum(counts.values())}, "
    yield f"{sum(keys <= 3 for keys in counts.values())} in three keys or fewer"
    for line, keys in sorted(counts.items(), key=lambda pair: -pair[1])[:8]:
        yield f"  {keys:>3}  {line}"


# --- longer matches ----------------------------------------------------------------------------------------------------


ACTIONS = 150
"""More than the longest hand-written match of a game has by a factor of two."""


@pytest.mark.campaign
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_longer_matches_take_no_more_keys_an_action(name: str, seed: int, tmp_path: Path):
    """Every action of a simulated match of 150 actions is logged from what the screen offers, with at most three keys at the
    median, as in the hand-written ones; the state is that of the simulation."""
    game = load_game(name)
    catalogue = load_catalogue(game)
    played = list(islice(simulate(game, catalogue, seed), ACTIONS))
    keys: list[int] = []

    async def play(pilot: Pilot[None], screen: RecordScreen) -> None:
        fingers = Fingers(pilot, screen)
        for step in played[1:]:
            state: Any = screen.history.match.state
            keys.append(await fingers.log(print_command(step.command, Names(state.catalogue, state.seats))))

    with table(tmp_path) as app:
        batch = app.new_batch(Opening(game=name, catalogue=catalogue))
        batch.record(played[0].command, played[0].events)
        batch.store()
        visit(recording(app, batch.match.id), play)
        assert digest_of(app.match(batch.match.id).state) == digest_of(played[-1].after)
    print(f"{name} {seed}: {len(keys)} actions, median {median(keys):g} keys, all {sum(keys)}")  # noqa: T201 (pytest -s)
    assert median(keys) <= 3


# --- matches of kits ---------------------------------------------------------------------------------------------------


KIT_SHEETS: Final = {sheet.name.removesuffix(".scoresheet"): sheet for sheet in sample_sheets(load_game(KITS_GAME))}
BARS: Final = {
    "werewolf": 4,  # a command and two names
    "go": 3.5,  # a point of rows 10 to 19 has three signs
    "amber_isle": 4,  # each good of a list is a thing to say
    "backgammon": 4,  # two dice behind the command, because a digit could choose a row; two points of 24
    "initiative": 4,  # who is hurt, and by how much, in two digits
    "chess": 5,  # two squares
    "life": 5,  # two players, and how much
    "yacht": 7,  # five dice
    "word_game": 4.5,  # a word has to be typed, letter by letter; its points are an action of their own
}
"""Median keys an action in whole matches, `enter` counted, of kits whose entries say more than two signs can; else 3."""
UNTYPED: Final = ("conquest", "darts", "duel")
"""Kits whose entries the pilot cannot follow: two lists of dice in one line, bare numbers, and copies told apart by `#2`."""
SHORT: Final = 4
"""Letters of a line that is shorter to type than to choose (except a bare verb); a digit at its beginning would choose a row."""
LONGEST: Final = tries("MATCHBOOK_KIT_ACTIONS", few=20, many=60)
"""Actions of a sheet that are logged: further ones are of the same kinds."""


async def logged(fingers: Fingers, text: str) -> int:
    """Record a line: typed whole if short (`e2e4`), or without its verb if that means the same (`h9`); else by offers."""
    match = fingers.screen.history.match
    names = Names(match.state.catalogue, match.state.seats)
    meant = read_command(text, match.game, names)
    _, _, rest = text.partition(" ")
    is_verb = fingers.screen.offers.suggester.is_command
    short = [s for s in (text, rest) if 0 < len(s) <= SHORT and not is_verb(s) and not s[:1].isdigit()]
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
    except NotationError:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("kit", some([kit for kit in KIT_SHEETS if kit not in UNTYPED], 1))
def test_a_match_of_a_kit_is_logged_in_few_keys(kit: str, tmp_path: Path) -> None:
    """Given a kit's sheet, when each action is logged from what the screen offers, then the median is within the kit's bar."""
    sheet = read_scoresheet(read_text(KIT_SHEETS[kit]))
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


# --- digits -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_digit_chooses_after_letters_that_no_digit_can_follow(tmp_path: Path):
    """Given letters that several actions begin with, when a digit is typed, then it chooses its row; after letters of a name with
    digits it is text. If only one action with dice is possible, digits of an empty line are its dice."""

    async def type_in(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "p", "l", "2")
        assert screen.line.value == screen.offers.suggester.suggest("pl").rows[1].line

    with table(tmp_path) as app:
        visit(recording(app, open_sheet(app, "frc_card_game", 8)), type_in)


@pytest.mark.slow
def test_digits_are_the_dice_of_the_only_action(tmp_path: Path):
    """Given a kit's match in which only a roll is possible, when two dice are typed, then they are the roll's."""

    async def type_in(pilot: Pilot[None], screen: Any) -> None:
        await press(pilot, "4", "3")
        assert screen.line.value == "roll 4,3"
        assert screen.offered.verdict.standing == "legal"

    sheet = read_scoresheet(read_text(KIT_SHEETS["amber_isle"]))
    lines = [line for line in sheet.lines if not line.refused][:6]
    with table(tmp_path) as app:
        match = app.open_match(opening_of(load_game(KITS_GAME), sheet), lines).id
        visit(recording(app, match), type_in)
