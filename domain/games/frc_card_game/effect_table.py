"""The table as the shared words of effects see it."""

from typing import Final

from domain.cards import CardRef, parse_ref
from domain.effects.lasting import EffectSubject
from domain.effects.words import EffectTable
from domain.games.frc_card_game.cards import Phase
from domain.games.frc_card_game.field import card_subject, turn_with
from domain.games.frc_card_game.references import field_card, robot_meant
from domain.games.frc_card_game.state import State
from domain.games.frc_card_game.vocabulary import VOCABULARY

_READ_IN: Final[dict[str, Phase]] = {"student_plays": "main", "draw_phase_draws": "draw"}
"""Numbers of a player that a rule reads in one phase only."""


def table_of(state: State, owner: int | None, source: int | None, *, near: int, instant: bool = False) -> EffectTable:
    """Return what the words must know for an effect of a player's card.

    `near`: the player whose cards a reference means first; `instant`: the card leaves the field at once.
    """

    def find(text: CardRef, player: int | None) -> EffectSubject | None:
        robot = robot_meant(state, near, player, text)
        if robot is not None:
            return card_subject(state, robot[1].token)
        ref = parse_ref(text)
        found = field_card(state, near if player is None else player, text) if ref.card or ref.token else None
        return card_subject(state, found.token.id) if found and player in (None, found.side) else None

    def read_from(name: str, seat: int) -> int:
        phase = _READ_IN.get(name)
        return 0 if phase is None else turn_with(state, seat, phase, begun=True)

    return EffectTable(
        vocabulary=VOCABULARY,
        seats=state.seats,
        effects=state.lasting,
        turn=state.turn,
        owner=owner,
        source=source or 0,
        own=card_subject(state, source) if source is not None and not instant else None,
        find=find,
        read_from=read_from,
    )
