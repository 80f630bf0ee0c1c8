"""Makes the pictures of the page: `python -m tests.service.page_pictures`. Real Chromium, the matches from the tables."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from domain.registry import load_game
from service.exchange.files import render
from service.recording.match_service import MatchService
from service.resources import sample_sheets
from service.simulation.demonstration import type_in
from storage.store import MatchStore
from tests.service.browsing import PHONE, WIDE, Wishes, close_browser, photograph

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "pictures"
DARK: Final = Wishes(color_scheme="dark")
LIGHT: Final = Wishes(color_scheme="light")
SHOWN: Final = (
    ("frc_card_game", "", 34),
    ("frc_tcg", "", 31),
    ("pbl_robots", "", 50),
    ("robin_in_the_hood", "", 23),
    ("tabletop", "chess", 31),
)
"""Game, sample match (its first by default) and the shown entry."""


def main() -> None:
    with MatchService(MatchStore.open(":memory:", create=True)) as app, TemporaryDirectory() as folder:
        for number, (name, sample, entry) in enumerate(SHOWN):
            game = load_game(name)
            sheet = next(sheet for sheet in sample_sheets(game) if sheet.name.startswith(sample))
            page = render(app.history(type_in(app, game, sheet).id), "html", "spectator")
            for size, kind, wishes in (
                (WIDE, "wide", (LIGHT, DARK)[number % 2]),
                (PHONE, "phone", (DARK, LIGHT)[number % 2]),
            ):
                picture = FOLDER / f"page_{sample or name}_{kind}.png"
                photograph(page, picture, Path(folder), at=f"#{entry}", size=size, **wishes)
    close_browser()


if __name__ == "__main__":
    main()
