"""Folding of events into match states, with error texts for events that do not fit."""

from typing import Generic

from domain.failure import failure
from domain.game import C, E, Game, S, tag_of
from domain.seating import unknown_seat
from domain.timeline import Address, BrokenHistory


class Folder(Generic[S, C, E]):
    """Folds events into match states. Actions with a pending state keep a reference to this instead of the match."""

    def __init__(self, match_id: str, game: Game[S, C, E]) -> None:
        self._id = match_id
        self._game = game

    def step_states(self, where: str, state: S, events: tuple[E, ...], check_seats: bool) -> list[S]:
        """The state after each event. Raises BrokenHistory for one that does not fit."""
        evolve, states = self._game.evolve, []
        for number, event in enumerate(events, start=1):
            try:
                after = evolve(state, event)
            except Exception as error:
                # In a forged or damaged record, events can make a game fail in any way: its own `resolve` never returned them.
                raise self._unfit(where, number, event, state, error) from error
            state = after
            states.append(state)
            # An event with an unknown seat may evolve without error and fail later, when it is drawn or narrated.
            if check_seats and unknown_seat(event, state.seats):
                raise self._unfit(where, number, event, state)
        return states

    def after(self, version: int, check_seats: bool, address: Address, state: S, events: tuple[E, ...]) -> S:
        """The state after the events that an act has by entry `version`. Raises BrokenHistory."""
        where = f"entry {version}" if address == (version, 0) else f"act {address} as corrected by entry {version}"
        states = self.step_states(where, state, events, check_seats)
        return states[-1] if states else state

    def _unfit(self, where: str, number: int, event: E, state: S, error: Exception | None = None) -> BrokenHistory:
        strange = unknown_seat(event, state.seats) if state.seats else ""
        why = f"names {strange}, which is not at the table" if strange else "does not fit what was before it"
        if error is not None and not strange:
            why += f": {failure(error, self._game.package)}"
        return BrokenHistory(f"{self._id}: event {number} ({tag_of(event)}) of {where} {why}")
