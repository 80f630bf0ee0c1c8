"""Makes the README's pictures: `python -m tests.replay_tui.pictures`. Real screens, without the fonts' addresses."""

import asyncio
import re
import tempfile
from pathlib import Path

from domain.game import load_game
from projections.analytics import Analytics
from replay_tui.app import MatchbookApp
from service.demonstration import type_in
from service.library import Library
from service.matchbook import Matchbook
from service.resources import sample_sheets
from storage.store import MatchStore

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SHOTS = {
    "replay": ("frc_card_game", ["6", "right", "c"]),
    "replay_robots": ("pbl_robots", ["5"]),
    "replay_stages": ("robin_in_the_hood", ["end", "left"]),
    "replay_alliances": ("frc_tcg", ["7"]),
}


async def picture(library: Library, match_id: str, keys: list[str]) -> str:
    """The screen after these keys, at 120x40, as SVG."""
    app = MatchbookApp(library, match_id=match_id, viewpoint="judge")
    async with app.run_test(size=(120, 40)) as pilot:
        await app.workers.wait_for_complete()
        for key in keys:
            await pilot.press(key)
        await pilot.pause()
        return app.export_screenshot(title="matchbook replay")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = MatchStore.open(f"sqlite:///{folder}/store.db", create=True)
        with Matchbook(store, clock=lambda: 1_772_899_200_000_000, recorder="tess") as app:
            library = Library(app, Analytics(Path(folder) / "store.duckdb", store))
            for name, (game_name, keys) in SHOTS.items():
                game = load_game(game_name)
                match = type_in(app, game, sample_sheets(game)[0])
                svg = asyncio.run(picture(library, match.id, keys))
                svg = re.sub(r"\s*@font-face \{.*?\}\n", "", svg, flags=re.DOTALL)
                (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
