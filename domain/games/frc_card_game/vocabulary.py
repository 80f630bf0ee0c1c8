"""The numbers, actions, changes and traits of this game that lasting effects can name."""

from typing import Final, Literal

from domain.effects.vocabulary import EffectName, EffectVocabulary

NumberName = Literal[
    "offense", "defense", "score_attempts", "student_plays", "draw_phase_draws", "hand_limit"
]  # fmt: skip
ActionName = Literal[
    "score", "score_in_defensive_position", "count_as_any_skill", "play_student", "play_mentor",
    "play_event", "play_robot", "switch_position",
]  # fmt: skip
ChangeName = Literal["points_lost", "retirement"]
Trait = Literal[
    "team", "student", "mentor", "event", "robot", "offensive", "defensive", "student_body", "drive_team"
]  # fmt: skip
"""Kinds and states of cards on the field."""


def _play(kind: str, *lifts: str) -> EffectName:
    tag = f"play_{kind}"
    article = "an" if kind == "event" else "a"
    return EffectName(f"play {article} {kind}", of="player", commands=(tag,), lifts=lifts)


VOCABULARY: Final = EffectVocabulary(
    rule="CG-A05",
    target_rule="CG-F04",
    end_rule="CG-E06",
    kinds=frozenset({"team", "student", "mentor", "event", "robot"}),
    names={
        "offense": EffectName("offense", rule="CG-Q33", kinds=("robot",), once=True),
        "defense": EffectName("defense", rule="CG-Q33", kinds=("robot",), once=True),
        "score_attempts": EffectName("score attempts", rule="CG-C02", kinds=("robot",)),
        "student_plays": EffectName("student plays a turn", of="player", rule="CG-A02"),
        "draw_phase_draws": EffectName("draws a draw phase", of="player", rule="CG-T04"),
        "hand_limit": EffectName("cards as hand limit", of="player", rule="CG-T09"),
        "score": EffectName("score", rule="CG-C01", kinds=("robot",)),
        "score_in_defensive_position": EffectName("score in defensive position", rule="CG-C01", kinds=("robot",)),
        "count_as_any_skill": EffectName("count as any skill", rule="CG-A08", kinds=("student",)),
        "play_student": _play("student", "CG-A02"),
        "play_mentor": _play("mentor"),
        "play_event": _play("event"),
        "play_robot": _play("robot"),
        "switch_position": EffectName(
            "switch position", rule="CG-A11", kinds=("robot",), commands=("switch_position",), lifts=("CG-T06",)
        ),
        "points_lost": EffectName("losing points", of="player", rule="CG-X06", once=True),
        "retirement": EffectName("retirement", rule="CG-X01", kinds=("robot",), once=True),
    },
)  # fmt: skip
