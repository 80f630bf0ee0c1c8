"""The plan of the boards of a match: stages, castes, the number of victories to win, and keys.

Boards, and arrows from card to card, name cards and places by keys. The number of a card would reveal when it was
drawn, so cards are named by owner, card and copy. Public cards on the stages are counted first, so that their keys are
the same for every viewpoint."""

from typing import Final

from domain.games.robin_in_the_hood.options import PLAYING_HAND_SIZE
from domain.games.robin_in_the_hood.state import STAGE_NAMES, State
from domain.plan import CountName, GaugeName, Kind, NumberName, Plan, SeatPlan, StateWord, ZonePlan

NO_CASTE: Final = "no caste"
PLACES: Final = tuple(stage.capitalize() for stage in STAGE_NAMES)

_KINDS: Final = (
    Kind("noble", "noble", "N", "purple", "diamond"),
    Kind("townsfolk", "townsfolk", "T", "brown", "square"),
    Kind("outlaw", "outlaw", "O", "green", "triangle"),
    Kind("royalty", "royalty", "R", "vermilion", "hexagon"),
    Kind("knight", "knight", "K", "blue", "shield"),
    Kind("guard", "guard", "G", "teal"),
    Kind(NO_CASTE, "character of no caste", "-", "slate", "none"),
    Kind("modifier", "modifier", "M", "pink"),
)
_NUMBERS: Final = (
    NumberName(
        "level", "lvl", "what a battle compares: the score of the stage, and from the battle on what changes it"
    ),
    NumberName("agility", "agi", "score on the first stage"),
    NumberName("weapons", "wea", "score on the second stage"),
    NumberName("strength", "str", "score on the third stage"),
    NumberName("endurance", "end", "score on the fourth stage"),
)
_STATES: Final = (
    StateWord("defeated", "dead", "lost its battle in this hand"),
    StateWord("activist", "act", "its politics"),
    StateWord("pacifist", "pac", "its politics"),
    StateWord("star", "star", "its special skill reaches other stages"),
)
_STAGES: Final = ZonePlan(
    "stages", "stages", "slots", "front", len(PLACES), importance=9, name=12, wide=20, places=PLACES
)
_RESULTS: Final = ZonePlan("results", "results", "cells", "middle", len(PLACES), importance=8, name=16, places=PLACES)
_HAND: Final = ZonePlan("hand", "hand", "fan", "hand", PLAYING_HAND_SIZE, importance=7, name=10, wide=16)
_MODIFIERS: Final = ZonePlan("modifiers", "modifiers", "row", "back", room=2, importance=6, name=14, wide=20)
_PILES: Final = (
    ZonePlan("draw", "draw pile", "stack", "pile", room=5, importance=3, name=10, wide=16),
    ZonePlan("dead", "dead", "stack", "pile", room=6, importance=2, name=10, wide=16),
    ZonePlan("unseen", "not seen yet", "list", "pile", room=6, importance=1, name=10, wide=16, quiet=True),
)


def plan(state: State) -> Plan:
    """Return the plan for the agreed options. Victories change once a round, so the gauge of a round is the number of
    occupied stages."""
    options = state.options
    return Plan(
        seats=tuple(SeatPlan(seat.name, seat.side) for seat in state.seats),
        kinds=_KINDS,
        numbers=_NUMBERS,
        states=_STATES,
        zones=(_STAGES, _RESULTS, *((_MODIFIERS,) if options.modifiers else ()), _HAND, *_PILES),
        gauges=(
            GaugeName("victories", high=max(1, options.victories_to_win or 1), one="victory"),
            GaugeName("stages", high=len(PLACES), one="stage"),
        ),
        counts=(CountName("hand", "hand", 1), CountName("draw", "draw"), CountName("dead", "dead")),
    )


def card_key(seat: int, card: str, copy: int) -> str:
    """Return the key of a player's card; `copy` counts from 1."""
    return f"{seat + 1}/{card}/{copy}"


def place_key(seat: int, stage: int) -> str:
    """Return the key of an empty stage of a player."""
    return f"stage.{seat}.{STAGE_NAMES[stage]}"


def stage_key(state: State, seat: int, stage: int) -> str:
    """Return the key of the character on a player's stage, or else of the empty place."""
    cards = [token.card if token is not None else None for token in state.players[seat].stages]
    card = cards[stage]
    return place_key(seat, stage) if card is None else card_key(seat, card, cards[: stage + 1].count(card))
