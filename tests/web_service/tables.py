"""Matches to serve."""

from domain.registry import load_game
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.typing.scoresheet import read_scoresheet

SHEET = """
@game frc_card_game
@player Ada
@player Bo
@deck 1 30
@deck 2 30
@catalogue adas_gamble
@tag cup
"""
LINES = (
    "play_team_card Ada iron_gears",
    "play_team_card Bo volt_club",
    "draw_opening_hand Ada",
    "draw_opening_hand Bo",
    "flip_coin Ada",
    "advance_phase main",
)


def opened(
    app: MatchService, *, title: str = "", tag: str = "cup", lines: int = len(LINES), match_id: str | None = None
) -> str:
    """A match with its first lines; its id."""
    sheet = read_scoresheet(
        SHEET.replace("cup", tag) + (f"@title {title}\n" if title else "") + "\n".join(LINES[:lines])
    )
    return app.open_match(opening_of(load_game(sheet.game), sheet), sheet.lines, match_id=match_id).id
