"""What a match is played under: the version of the rules, and the places where two readings of the rulebook are both plausible."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

RULES_VERSION: Final = "2"
"""Stored in every match; raised when a rule changes."""


class Options(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Fixed when the match starts. `check` of `start_match` refuses an unknown value with the option's rule id."""

    draw_phase_draw: Annotated[str, Meta(extra={"choices": ("must", "may")})] = "must"
    """CG-V01: whether the draw of the draw phase may be declined."""
    deck_out_loss: Annotated[str, Meta(extra={"choices": ("draw_phase", "any_draw")})] = "draw_phase"
    """CG-V02: which draws lose the match when no card is left."""
    failed_score_penalty: Annotated[str, Meta(extra={"choices": ("offense_stats", "compared_stats")})] = "offense_stats"
    """CG-V03: which difference a failed score on a defensive robot costs."""
    multi_skill_student: Annotated[str, Meta(extra={"choices": ("one_attribute", "every_matching")})] = "one_attribute"
    """CG-V04: for how many attributes one student may stand."""
    event_turn_count: Annotated[str, Meta(extra={"choices": ("each_turn", "owners_turns")})] = "each_turn"
    """CG-V05: which turns count for an event whose card says only how many."""


CHOICES: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "draw_phase_draw": ("CG-V01", ("must", "may")),
    "deck_out_loss": ("CG-V02", ("draw_phase", "any_draw")),
    "failed_score_penalty": ("CG-V03", ("offense_stats", "compared_stats")),
    "multi_skill_student": ("CG-V04", ("one_attribute", "every_matching")),
    "event_turn_count": ("CG-V05", ("each_turn", "owners_turns")),
}
"""Option -> its rule id and its values, the default first."""


def changed_options(options: Options) -> dict[str, str]:
    """The options that are not at their default."""
    return {name: str(value) for name, value in msgspec.structs.asdict(options).items() if value != CHOICES[name][1][0]}
