"""What players agree on before the start: the rulebook's own switches first, then those our readings leave open."""

from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import fields

COLOURS: Final = ("orange", "green", "blue", "red", "grey")
STAGES: Final = {4: "Qualification", 3: "Quarter-Finals", 2: "Semi-Finals", 1: "Final"}
"""Tournament stage by prize cards chosen, or still to capture (TCG-L02)."""

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "boosters": ("off", "on"),
    "prizes_face": ("down", "up"),
    "prize_on": ("any_defeat", "attack_only"),
    "final_tie": ("draw", "active_player_wins"),
    "multiplayer_win": ("last_standing", "first_sweep"),
    "hand_cap": ("hard", "trim_at_turn_end"),
    "surplus_components": ("refused", "allowed"),
    "retreat_timing": ("before_attack", "any_time"),
    "ability_counts_as_attack": ("yes", "no"),
    "devolve_stage": ("levels", "edition"),
    "prize_settlement": ("returned", "kept_by_winner"),
}

RULE_OF: Final = {
    "prize_count": "TCG-S07",
    "boosters": "TCG-D04",
    "max_deck_size": "TCG-D04",
    "prizes_face": "TCG-X04",
    "prize_on": "TCG-X02",
    "final_tie": "TCG-E03",
    "multiplayer_win": "TCG-V06",
    "hand_cap": "TCG-T12",
    "surplus_components": "TCG-A05",
    "retreat_timing": "TCG-A20",
    "ability_counts_as_attack": "TCG-C07",
    "devolve_stage": "TCG-A18",
    "divisions": "TCG-V02",
    "teams": "TCG-V04",
    "prize_settlement": "TCG-E04",
}
"""The rule that each option belongs to: an unknown value is refused with it."""


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Match options; the defaults are the rulebook's, or our reading where it is silent."""

    prize_count: int = 4
    """Prize cards a player sets out: 4, or 3, 2, 1 for a shorter game."""
    boosters: Annotated[str, Meta(extra={"choices": CHOICES["boosters"]})] = "off"
    max_deck_size: int = 0
    """Largest deck with boosters on, 54 or more; 0: none agreed."""
    prizes_face: Annotated[str, Meta(extra={"choices": CHOICES["prizes_face"]})] = "down"
    prize_on: Annotated[str, Meta(extra={"choices": CHOICES["prize_on"]})] = "any_defeat"
    final_tie: Annotated[str, Meta(extra={"choices": CHOICES["final_tie"]})] = "draw"
    multiplayer_win: Annotated[str, Meta(extra={"choices": CHOICES["multiplayer_win"]})] = "last_standing"
    hand_cap: Annotated[str, Meta(extra={"choices": CHOICES["hand_cap"]})] = "hard"
    surplus_components: Annotated[str, Meta(extra={"choices": CHOICES["surplus_components"]})] = "refused"
    retreat_timing: Annotated[str, Meta(extra={"choices": CHOICES["retreat_timing"]})] = "before_attack"
    ability_counts_as_attack: Annotated[str, Meta(extra={"choices": CHOICES["ability_counts_as_attack"]})] = "yes"
    devolve_stage: Annotated[str, Meta(extra={"choices": CHOICES["devolve_stage"]})] = "levels"
    divisions: str = "none"
    """Allowed colours of each seat's robots: `red/green+blue`, seats in order; `none` for no division game."""
    teams: str = "none"
    """Seat numbers (or names) of each team: `1+3/2+4`; `none` when each plays alone."""
    prize_settlement: Annotated[str, Meta(extra={"choices": CHOICES["prize_settlement"]})] = "returned"


DEFAULTS: Final = Options()


def option_names() -> tuple[str, ...]:
    """All option names in declared order."""
    return tuple(field.name for field in fields(Options))


def changed_options(options: Options) -> dict[str, str]:
    """What differs from the defaults, as text."""
    pairs = ((name, getattr(options, name), getattr(DEFAULTS, name)) for name in option_names())
    return {name: str(value) for name, value, default in pairs if value != default}


def with_text(options: Options, changes: dict[str, str]) -> Options:
    """The options with values given as text. Raises ValueError naming the option and what exists."""
    values: dict[str, object] = {name: getattr(options, name) for name in option_names()}
    for name, text in changes.items():
        if name not in values:
            raise ValueError(f"no option {name!r}; frc_tcg has {', '.join(values)}")
        values[name] = _number(name, text) if isinstance(values[name], int) else text
    return Options(**values)  # type: ignore[arg-type]


def _number(name: str, text: str) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6):
        raise ValueError(f"option {name}: a whole number expected, found {text!r}")
    return int(digits)


def colours_of(options: Options, seat: int) -> frozenset[str] | None:
    """The colours that a seat's robots may have; None: all (no division game)."""
    if options.divisions in ("", "none"):
        return None
    parts = options.divisions.split("/")
    return frozenset(parts[seat].split("+")) if seat < len(parts) else frozenset()


def sides_of(options: Options, players: tuple[str, ...]) -> tuple[int, ...] | None:
    """The side of each seat. None where the teams option does not name every player exactly once."""
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
