"""Match options: the version of the rules, and choices where the rulebook has two plausible readings."""

from typing import Annotated, Final

from msgspec import Struct

from domain.options import rule_option

RULES_VERSION: Final = "3"
"""Stored in every match; raised when a rule changes."""


class Options(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Options of a match, fixed when it starts. An unknown value is a violation of the option's rule."""

    draw_phase_draw: Annotated[str, rule_option("CG-V01", "must", "may")] = "must"
    """The draw in the draw phase is required (`must`) or optional (`may`)."""
    deck_out_loss: Annotated[str, rule_option("CG-V02", "draw_phase", "any_draw")] = "draw_phase"
    """Which draws lose the match when no card is left."""
    failed_score_penalty: Annotated[str, rule_option("CG-V03", "offense_stats", "compared_stats")] = "offense_stats"
    """The stats whose difference a failed score on a defensive robot costs."""
    multi_skill_student: Annotated[str, rule_option("CG-V04", "one_attribute", "every_matching")] = "one_attribute"
    """The number of attributes that one student may provide."""
    event_turn_count: Annotated[str, rule_option("CG-V05", "each_turn", "owners_turns")] = "each_turn"
    """Which turns count for an event whose card gives only a number of turns."""
