"""Match options: the modes of the rulebook and our readings. Defaults are the rulebook's."""

from typing import Annotated, Final

from msgspec import Meta, Struct, convert, inspect


def _choices(*values: str | int) -> Meta:
    return Meta(extra={"choices": values})


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a match is played under. Every default is the standard game of rule book 1.2."""

    sides: Annotated[int, _choices(2, 3)] = 2
    team_mode: Annotated[str, _choices("none", "pilot_and_gunner", "two_robots_four_hands")] = "none"
    setup: Annotated[
        str, _choices("quick_play", "regular", "challenge_draft", "challenge_community", "keeper", "carried_over")
    ] = "regular"
    """How decks come about; `carried_over`: a later game of a series, with the decks of the game before."""
    series: Annotated[str, _choices("none", "best_of_3", "best_of_5")] = "none"
    game: int = 1
    """Number of this game in its series."""
    score: str = ""
    """Games won before this one, per side: `1-0`."""
    previous_loser: int = 0
    """Number of the side (from 1) that lost the game before; 0: there was none, or it was a draw."""
    rotation: Annotated[int, _choices(0, 3, 5)] = 0
    bomb_mode: Annotated[str, _choices("normal", "predetermination", "none")] = "normal"
    bomb_limit: int = 0
    """Most bombs/shields per combat; 0: no limit."""
    bomb_limit_scope: Annotated[str, _choices("per_side", "total")] = "per_side"
    bomb_mode_covers_storage: bool = False
    time_limit: Annotated[str, _choices("none", "minutes", "turns")] = "none"
    time_limit_amount: int = 15
    """Minutes, or turns, from the first elimination on."""
    blow_off_target: int = 0
    """Blow-offs that win at once; 0: none."""
    label: str = ""
    """Ultimate, Mortal, Blind: text only."""
    catalogue_check: Annotated[str, _choices("base_set", "off")] = "base_set"
    quick_play_deck: Annotated[str, _choices("total", "plus_inheritance")] = "total"
    passing: Annotated[str, _choices("free", "only_if_unable")] = "free"
    shoulder_stack_destroyed: Annotated[str, _choices("all", "top_only")] = "all"
    sidekick_after_hangar_loss: Annotated[str, _choices("any_skill", "skill_1_only")] = "any_skill"
    pick_timing: Annotated[str, _choices("any", "own_turn")] = "any"
    tie_attacker_may_add: bool = True
    shop_exhausted: Annotated[str, _choices("continue", "draw_game")] = "continue"
    challenge_first_turn: Annotated[str, _choices("speed", "dice")] = "speed"
    top_up_inheritance: bool = False


OPTION_RULES: Final = {
    "sides": "PBL-S01",
    "team_mode": "PBL-V35",
    "setup": "PBL-D01",
    "series": "PBL-V01",
    "rotation": "PBL-V09",
    "bomb_mode": "PBL-V31",
    "bomb_limit_scope": "PBL-V32",
    "time_limit": "PBL-V27",
    "catalogue_check": "PBL-S02",
    "quick_play_deck": "PBL-D02",
    "passing": "PBL-T04",
    "shoulder_stack_destroyed": "PBL-C19",
    "sidekick_after_hangar_loss": "PBL-X12",
    "pick_timing": "PBL-A19",
    "shop_exhausted": "PBL-X07",
    "challenge_first_turn": "PBL-V15",
}
"""The rule under which an unknown value of an option is refused."""


def choices() -> dict[str, tuple[str | int, ...]]:
    """Option name -> the values it may have, for options that have a list."""
    info = inspect.type_info(Options)
    assert isinstance(info, inspect.StructType)
    return {
        field.name: tuple(field.type.extra["choices"])
        for field in info.fields
        if isinstance(field.type, inspect.Metadata) and field.type.extra and "choices" in field.type.extra
    }


CHOICES: Final = choices()


def options_of(values: dict[str, str]) -> Options:
    """Options from text. Raises ValueError naming the option and what exists."""
    info = inspect.type_info(Options)
    assert isinstance(info, inspect.StructType)
    types = {field.name: field.type for field in info.fields}
    found: dict[str, str | int | bool] = {}
    for name, text in values.items():
        if name not in types:
            raise ValueError(f"no option {name!r}; options: {', '.join(types)}")
        found[name] = _value(name, text, types[name])
    return convert(found, Options)


def _value(name: str, text: str, wanted: inspect.Type) -> str | int | bool:
    if isinstance(wanted, inspect.Metadata):
        wanted = wanted.type
    if isinstance(wanted, inspect.BoolType):
        truth = {"true": True, "yes": True, "false": False, "no": False}.get(text.lower())
        if truth is None:
            raise ValueError(f"option {name}: true or false expected, found {text!r}")
        return truth
    if isinstance(wanted, inspect.IntType):
        if not (text.isascii() and text.isdigit() and len(text) < 7):
            raise ValueError(f"option {name}: a whole number expected, found {text!r}")
        return int(text)
    return text
