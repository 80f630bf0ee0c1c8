"""Makes the README's pictures: `python -m tests.replay_tui.pictures`. Real screens, without the fonts' addresses."""

import asyncio
import re
import tempfile
from pathlib import Path

from msgspec import Struct

from domain.registry import load_game
from replay_tui.app import MatchbookApp
from service.recording.forking import Branch, fork
from service.recording.match_service import MatchService
from service.simulation.demonstration import simulate_some, type_in_samples
from tests.replay_tui.driving import LARGE, keys, settle, walk
from tests.replay_tui.live import open_sheet, recording, table, whole
from tests.rulebooks import RULEBOOKS

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
INSTANT = 1_772_899_200_000_000


class Shot(Struct, frozen=True):
    """A screen of the sample match of a game, after some keys."""

    name: str
    game: str
    keys: str
    opens: str = "replay"
    """`replay`, `list`, or `record`: the match half played."""


SHOTS = (
    Shot("replay", "frc_card_game", "6 right c"),
    Shot("replay_robots", "pbl_robots", "5"),
    Shot("replay_stages", "robin_in_the_hood", "end left"),
    Shot("replay_alliances", "frc_tcg", "7"),
    Shot("violation", "frc_card_game", "v enter"),
    Shot("differences", "frc_tcg", "5 x 7 x"),
    Shot("rules", "frc_card_game", "v f6"),
    Shot("cards", "robin_in_the_hood", "5 f7 down down"),
    Shot("matches", "frc_card_game", "", "list"),
    Shot("statistics", "robin_in_the_hood", "f8"),
    Shot("record", "frc_card_game", keys("play_student sol"), "record"),
)


def program(app: MatchService, matches: dict[str, str], shot: Shot) -> MatchbookApp:
    """The program as it is started for a picture."""
    if shot.opens == "record":
        return recording(app, open_sheet(app, shot.game, 22))
    return whole(app, match_id=matches[shot.game] if shot.opens == "replay" else None)


async def picture(app: MatchbookApp, keys: str) -> str:
    """The screen after these keys, at 120x40, as SVG."""
    async with app.run_test(size=LARGE) as pilot:
        await settle(pilot)
        await walk(pilot, keys)
        return app.export_screenshot(title="matchbook")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, table(Path(folder), clock=lambda: INSTANT) as app:
        games = [load_game(name) for name in RULEBOOKS]
        for game in games:
            simulate_some(app, game, 40, lambda: None)
        matches = {sample.game: sample.match for sample in type_in_samples(app, games)}
        fork(app, Branch(match=matches["frc_tcg"], at=30, title="what if Ben had swapped"))
        for shot in SHOTS:
            svg = asyncio.run(picture(program(app, matches, shot), shot.keys))
            svg = re.sub(r"\s*@font-face \{.*?\}\n", "", svg, flags=re.DOTALL)
            (FOLDER / f"{shot.name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
