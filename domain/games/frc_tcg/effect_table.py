"""The table as the shared words of effects see it."""

from domain.cards import CardRef
from domain.effects.lasting import Subject
from domain.effects.words import Table
from domain.games.frc_tcg.effects import robot_subject
from domain.games.frc_tcg.references import any_stack, find_enhancement, in_play
from domain.games.frc_tcg.state import State
from domain.games.frc_tcg.vocabulary import VOCABULARY


def table_of(state: State, owner: int, source: int, *, near: int) -> Table:
    """Return what the words must know for an effect of a player's card. `near`: the player whose robots a reference means
    first."""

    def find(text: CardRef, player: int | None) -> Subject | None:
        placed = any_stack(state, near, text, player)
        if placed is not None:
            return robot_subject(placed.seat, placed.stack)
        found = find_enhancement(state, text, player)
        if found is None:
            return None
        seat, card = found
        kind = "mentor" if card in state.players[seat].mentors else "award"
        return Subject(seat, card.token, frozenset({kind}))

    items = [card.id for player in state.players for card in player.playing]
    return Table(
        vocabulary=VOCABULARY,
        seats=state.seats,
        effects=state.lasting,
        turn=state.turn,
        owner=owner,
        source=source,
        stays=source not in items and any(card.id == source for card in in_play(state)),
        find=find,
    )
