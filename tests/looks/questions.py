"""Can what happens be read off a picture? Draws random frames as screens and pages, and keeps what their boards say apart.

`python -m tests.looks.questions FOLDER` writes the pictures, `questions.json` and `answers.json`; a person who sees only the
pictures writes `given.json` (name of the picture -> answers), and `python -m tests.looks.questions FOLDER --check` compares.
"""

import argparse
import asyncio
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from domain.board import Board, CardView, Panel, Zone
from domain.game import AnyGame
from domain.plan import Plan
from domain.registry import game_names, load_game
from domain.replay import AnyHistory
from domain.seats import JUDGE
from domain.simulation import simulate
from service.exchange.files import render
from service.reading.log import told_texts
from service.resources import load_catalogue
from tests.replay_tui.driving import settle
from tests.replay_tui.memory import Shelf, on_shelf
from tests.service.browsing import close_browser, photograph
from tests.service.test_noninterference import recorded

SCREENS: Final = {"80x24": (80, 24), "120x40": (120, 40)}
PAGES: Final = {"phone": (390, 844), "desktop": (1280, 800)}
MATCH: Final = "looks0000000"
QUESTIONS: Final = {
    "turn": "Whose turn is it (who is to act)? A list of names; empty where the match is over.",
    "scores": "The main score of each player, by name.",
    "strongest": "By player: the names of the two strongest cards at the front (next to the middle), or of those that there are; "
    "the number in capitals or bold counts, else the first one.",
    "step": "What did the last step do? The sentence.",
    "choose": "What can or must be chosen next? The words of the picture.",
}


def main() -> None:
    """Draws, or checks."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--frames", type=int, default=10)
    arguments.add_argument("--seed", type=int, default=12)
    arguments.add_argument("--check", action="store_true")
    given = arguments.parse_args()
    if given.check:
        sys.stdout.write(checked(given.folder) + "\n")
    else:
        draw(given.folder, given.frames, given.seed)


def draw(folder: Path, frames: int, seed: int) -> None:
    """Pictures of so many frames a game, each in all forms."""
    folder.mkdir(parents=True, exist_ok=True)
    answers: dict[str, dict[str, object]] = {}
    for name in game_names():
        game = load_game(name)
        if game.kind != "game":
            continue
        history = played(game, seed)
        chosen = Random(seed).sample(range(8, history.match.version + 1), frames)
        for form in (*SCREENS, *PAGES):
            for version in sorted(chosen):
                picture = f"{name}-{version}-{form}.png"
                draw_one(history, version, form, folder / picture)
                answers[picture] = answers_of(history, version)
    close_browser()
    (folder / "questions.json").write_text(json.dumps(QUESTIONS, indent=1))
    (folder / "answers.json").write_text(json.dumps(answers, indent=1, ensure_ascii=False))


def played(game: AnyGame, seed: int) -> AnyHistory:
    """A simulated match."""
    catalogue = load_catalogue(game)
    return recorded(game, catalogue, [action.command for action in simulate(game, catalogue, seed)])


def draw_one(history: AnyHistory, version: int, form: str, picture: Path) -> None:
    """One frame: a screen of the terminal program, or the page."""
    with tempfile.TemporaryDirectory() as scratch:
        if form in PAGES:
            page = render(history, "html", JUDGE)
            photograph(page, picture, Path(scratch), at=f"#{version}", size=PAGES[form])
            return
        drawn = asyncio.run(screen(history, version, SCREENS[form]))
        box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawn)
        assert box is not None
        width, height = (int(float(side)) for side in box.groups())
        sized = drawn.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1)
        photograph(sized, picture, Path(scratch), size=(width, height))


async def screen(history: AnyHistory, version: int, size: tuple[int, int]) -> str:
    """The replay screen at an entry, as SVG."""
    shelf: Any = Shelf(history=history)
    app = on_shelf(shelf, match_id=MATCH, viewpoint=JUDGE)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await pilot.press("colon", *str(version), "enter")
        await settle(pilot)
        return re.sub(r"@font-face \{.*?\}", "", app.export_screenshot(), flags=re.DOTALL)


# --- answers --------------------------------------------------------------------------------------------------------------


def answers_of(history: AnyHistory, version: int) -> dict[str, object]:
    """The text of the board of a frame."""
    game, state = history.match.game, history.match.states[version]
    board, plan = game.board(state, JUDGE), game.plan(state)
    seated = [panel for panel in board.panels if panel.seat is not None]
    return {
        "turn": [] if board.result else sorted(panel.title for panel in seated if panel.active),
        "scores": {panel.title: panel.gauges[0].value for panel in seated if panel.gauges},
        "strongest": {panel.title: strongest(plan, board, panel) for panel in seated},
        "step": told_texts(history, version, JUDGE)[0],
        "choose": [] if board.result else [prompt.text for prompt in board.prompts],
    }


def strongest(plan: Plan, board: Board, panel: Panel) -> list[list[str]]:
    """The two strongest cards of a player's front, each with the names of all that tie with it."""
    front = {zone.key for zone in plan.zones if zone.where == "front"}
    zones = [part for part in panel.parts if isinstance(part, Zone) and part.plan in front]
    cards = [card for zone in zones for card in zone.cards if card.numbers and card.name not in ("-", "??")]
    ranked = sorted(cards, key=strength, reverse=True)
    return [[c.name for c in cards if strength(c) == strength(best)] for best in ranked[:2]]


def strength(card: CardView) -> int:
    """The number that counts now, else the first."""
    return next((number.value for number in card.numbers if number.main), card.numbers[0].value)


# --- comparing ------------------------------------------------------------------------------------------------------------


def checked(folder: Path) -> str:
    """The number of right answers, by question, and the wrong ones."""
    answers, given = (json.loads((folder / f"{name}.json").read_text()) for name in ("answers", "given"))
    wrong: list[str] = []
    right = dict.fromkeys(QUESTIONS, 0)
    for picture, said in given.items():
        for question in QUESTIONS:
            if is_right(question, said.get(question), answers[picture][question]):
                right[question] += 1
            else:
                wrong.append(f"{picture} {question}: said {said.get(question)!r}, is {answers[picture][question]!r}")
    share = 100 * sum(right.values()) / (len(given) * len(QUESTIONS))
    return "\n".join(
        [f"{share:.1f} % of {len(given)} pictures", *(f"{q}: {n}/{len(given)}" for q, n in right.items()), *wrong]
    )


def is_right(question: str, said: object, true: object) -> bool:
    """Whether an answer means the true one; words are compared by what they name."""
    if question == "turn":
        return isinstance(said, list) and sorted(said) == true
    if question == "scores":
        return isinstance(said, dict) and isinstance(true, dict) and {k: int(v) for k, v in said.items()} == true
    if question == "strongest":
        assert isinstance(true, dict)
        return isinstance(said, dict) and all(names_fit(said.get(who, []), tied) for who, tied in true.items())
    words = [str(said)] if not isinstance(said, list) else list(map(str, said))
    truths = [true] if isinstance(true, str) else list(true) if isinstance(true, list) else []
    return all(any(near(one, two) for two in words) for one in truths)


def names_fit(said: Sequence[str], tied: Sequence[Sequence[str]]) -> bool:
    """Whether each name said is one of those that tie for its place."""
    return len(said) == len(tied) and all(
        any(near(name, one) for one in names) for name, names in zip(said, tied, strict=True)
    )


def near(one: str, two: str) -> bool:
    """The same words, but for what a narrow picture cuts off behind `…`."""
    first, second = (list(words(text)) for text in (one, two))
    shorter = min(len(first), len(second))
    return shorter > 0 and first[: max(1, shorter - 1)] == second[: max(1, shorter - 1)]


def words(text: str) -> Iterator[str]:
    """Its words and numbers, folded."""
    yield from re.findall(r"[\w']+", text.casefold())


if __name__ == "__main__":
    main()
