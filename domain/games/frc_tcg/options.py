"""Match options agreed before the start: the rulebook's own, then those that select a reading."""

from typing import Annotated, Final

from msgspec import Struct

from domain.options import rule_option

COLOURS: Final = ("orange", "green", "blue", "red", "grey")
STAGES: Final = {4: "Qualification", 3: "Quarter-Finals", 2: "Semi-Finals", 1: "Final"}
"""Tournament stage by prize cards chosen, or still to capture (TCG-L02)."""
PRIZES: Final = max(STAGES)
"""The largest number of prize cards per player, and the default (TCG-S07)."""
SETTLEMENTS: Final = ("returned", "kept_by_winner")
"""The ways to settle captured prize cards (TCG-E04)."""


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Match options; each default is the rulebook's, or our reading if the rulebook is silent."""

    prize_count: Annotated[int, rule_option("TCG-S07")] = PRIZES
    """Prize cards a player sets out: 4, or 3, 2, 1 for a shorter game."""
    boosters: Annotated[str, rule_option("TCG-D04", "off", "on")] = "off"
    """Decks with boosters, of 54 cards up to `max_deck_size`."""
    max_deck_size: Annotated[int, rule_option("TCG-D04")] = 0
    """Largest deck with boosters on, 54 or more; 0 if not agreed."""
    prizes_face: Annotated[str, rule_option("TCG-X04", "down", "up")] = "down"
    """How prize cards are set out: face down, known to their owner, or face up."""
    prize_on: Annotated[str, rule_option("TCG-X02", "any_defeat", "attack_only")] = "any_defeat"
    """The defeats that cost a prize card: all, or only those by an attack."""
    final_tie: Annotated[str, rule_option("TCG-E03", "draw", "active_player_wins")] = "draw"
    """The result if the last prize cards of both sides fall in one action."""
    multiplayer_win: Annotated[str, rule_option("TCG-V06", "last_standing", "first_sweep")] = "last_standing"
    """Three or more players: who wins, the last player left or the first with all prize cards of an opponent."""
    hand_cap: Annotated[str, rule_option("TCG-T12", "hard", "trim_at_turn_end")] = "hard"
    """An eighth card is not drawn (`hard`), or shopped at the end of the turn."""
    surplus_components: Annotated[str, rule_option("TCG-A05", "refused", "allowed")] = "refused"
    """Components that an ability does not need any more: refused, or put on a surplus pile."""
    retreat_timing: Annotated[str, rule_option("TCG-A20", "before_attack", "any_time")] = "before_attack"
    """When a robot may retreat."""
    ability_counts_as_attack: Annotated[str, rule_option("TCG-C07", "yes", "no")] = "yes"
    """Whether an ability without damage is the attack of the turn; `no`: one for each robot before the attack."""
    devolve_stage: Annotated[str, rule_option("TCG-A18", "levels", "edition")] = "levels"
    """The stage that lets a player devolve: the levels on the robot, or the edition of its top card."""
    divisions: Annotated[str, rule_option("TCG-V02")] = "none"
    """Allowed colours of each seat's robots: `red/green+blue`, seats in order; `none` if it is not a division game."""
    teams: Annotated[str, rule_option("TCG-V04")] = "none"
    """Seat numbers (or names) of each team: `1+3/2+4`; `none` if each plays individually."""
    prize_settlement: Annotated[str, rule_option("TCG-E04", *SETTLEMENTS)] = "returned"
    """Who keeps the captured prize cards after the match."""


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
