"""Match options agreed before the start: the rulebook's own, then those that select a reading."""

from typing import Annotated, Final

from msgspec import Struct

from domain.options import ruled

COLOURS: Final = ("orange", "green", "blue", "red", "grey")
STAGES: Final = {4: "Qualification", 3: "Quarter-Finals", 2: "Semi-Finals", 1: "Final"}
"""Tournament stage by prize cards chosen, or still to capture (TCG-L02)."""
PRIZES: Final = max(STAGES)
"""The largest number of prize cards per player, and the default (TCG-S07)."""
SETTLEMENTS: Final = ("returned", "kept_by_winner")
"""The ways to settle captured prize cards (TCG-E04)."""


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Match options; each default is the rulebook's, or our reading if the rulebook is silent."""

    prize_count: Annotated[int, ruled("TCG-S07")] = PRIZES
    """Prize cards a player sets out: 4, or 3, 2, 1 for a shorter game."""
    boosters: Annotated[str, ruled("TCG-D04", "off", "on")] = "off"
    max_deck_size: Annotated[int, ruled("TCG-D04")] = 0
    """Largest deck with boosters on, 54 or more; 0 if not agreed."""
    prizes_face: Annotated[str, ruled("TCG-X04", "down", "up")] = "down"
    prize_on: Annotated[str, ruled("TCG-X02", "any_defeat", "attack_only")] = "any_defeat"
    final_tie: Annotated[str, ruled("TCG-E03", "draw", "active_player_wins")] = "draw"
    multiplayer_win: Annotated[str, ruled("TCG-V06", "last_standing", "first_sweep")] = "last_standing"
    hand_cap: Annotated[str, ruled("TCG-T12", "hard", "trim_at_turn_end")] = "hard"
    surplus_components: Annotated[str, ruled("TCG-A05", "refused", "allowed")] = "refused"
    retreat_timing: Annotated[str, ruled("TCG-A20", "before_attack", "any_time")] = "before_attack"
    ability_counts_as_attack: Annotated[str, ruled("TCG-C07", "yes", "no")] = "yes"
    devolve_stage: Annotated[str, ruled("TCG-A18", "levels", "edition")] = "levels"
    divisions: Annotated[str, ruled("TCG-V02")] = "none"
    """Allowed colours of each seat's robots: `red/green+blue`, seats in order; `none` if it is not a division game."""
    teams: Annotated[str, ruled("TCG-V04")] = "none"
    """Seat numbers (or names) of each team: `1+3/2+4`; `none` if each plays individually."""
    prize_settlement: Annotated[str, ruled("TCG-E04", *SETTLEMENTS)] = "returned"


DEFAULTS: Final = Options()


def colours_of(options: Options, seat: int) -> frozenset[str] | None:
    """Return the colours that a seat's robots may have; `None` if all are allowed."""
    if options.divisions in ("", "none"):
        return None
    parts = options.divisions.split("/")
    return frozenset(parts[seat].split("+")) if seat < len(parts) else frozenset()


def sides_of(options: Options, players: tuple[str, ...]) -> tuple[int, ...] | None:
    """Return the side of each seat. `None` if the teams option does not name every player exactly once."""
    if options.teams in ("", "none"):
        return tuple(range(len(players)))
    sides: dict[int, int] = {}
    for side, team in enumerate(options.teams.split("/")):
        for member in team.split("+"):
            seat = _seat(member.strip(), players)
            if seat is None or seat in sides:
                return None
            sides[seat] = side
    return tuple(sides[seat] for seat in range(len(players))) if len(sides) == len(players) else None


def _seat(text: str, players: tuple[str, ...]) -> int | None:
    if text in players:
        return players.index(text)
    if text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= len(players):
        return int(text) - 1
    return None
