"""The players who have to act, and the possible next actions."""

from collections.abc import Iterator
from typing import Final

from domain.board import Prompt
from domain.games.robin_in_the_hood.advance import moves_of
from domain.games.robin_in_the_hood.events.rounds import DRAWN_BECAUSE
from domain.games.robin_in_the_hood.options import PLAYING_HAND_SIZE
from domain.games.robin_in_the_hood.plan import PLACES
from domain.games.robin_in_the_hood.round_end import round_result
from domain.games.robin_in_the_hood.state import State, cannot_place, is_ready, must_draw, seats_to_place
from domain.seats import seat_name
from domain.text import join_words, pluralize


def players_to_act(state: State) -> tuple[int, ...]:
    """Return the players who have to act; empty if both act together."""
    if state.phase == "setup":
        return tuple(seat for seat in (0, 1) if _to_set_up(state, seat))
    if state.phase == "refill":
        return tuple(seat for seat in (0, 1) if must_draw(state.players[seat]))
    if state.phase == "opening_draw":
        return tuple(seat for seat in (0, 1) if not is_ready(state.players[seat]))
    return seats_to_place(state)


def prompts(state: State) -> Iterator[Prompt]:
    """Yield the next possible actions, in every phase until the end."""
    if state.phase == "placing" and cannot_place(state):
        yield Prompt("end the hand: no card is left to place, the round is drawn")
    elif seats := players_to_act(state):
        yield from (Prompt(_what_next(state, seat), seat) for seat in seats)
    elif state.phase == "aftermath":
        yield from _end_of_hand(state)
    elif state.phase != "finished":
        yield Prompt(_FOR_THE_TABLE.get(state.phase, "end the hand"))


_FOR_THE_TABLE: Final = {
    "setup": "start the round",
    "battles": "compare the levels on all stages",
    "between_rounds": "start the next round, or declare a new Active set first",
}


def _to_set_up(state: State, seat: int) -> str:
    """Return a player's next setup step before the first round; empty if complete."""
    player = state.players[seat]
    stake = ["stake a card"] if state.options.ante and player.ante is None else []
    return " and ".join([*stake, *([] if player.set_size else ["declare an Active set"])])


def _what_next(state: State, seat: int) -> str:
    player = state.players[seat]
    if state.phase == "setup":
        return _to_set_up(state, seat)
    if state.phase == "placing":
        return "place a character or play a modifier" if state.options.modifiers else "place a character"
    if state.phase == "opening_draw" and not player.shuffled:
        return "shuffle the Draw pile"
    if state.phase == "opening_draw" and not player.hand_drawn:
        return "draw the playing hand"
    return f"draw {pluralize(min(len(player.draw_pile), PLAYING_HAND_SIZE - len(player.playing_hand)), 'card')}"


def _end_of_hand(state: State) -> Iterator[Prompt]:
    result = round_result(state)
    if result.winner is not None:
        yield Prompt(f"end the hand: {seat_name(state.seats, result.winner)} wins the round")
    elif result.drawn is not None:
        yield Prompt(f"end the hand: the round is drawn, {DRAWN_BECAUSE[result.drawn]}")
    else:
        yield Prompt("end the hand, then both draw")
        steps = {seat: list(_steps(state, seat)) for seat in (0, 1)}
        yield from (Prompt(f"advance {join_words(moves)}", seat) for seat, moves in steps.items() if moves)


def _steps(state: State, seat: int) -> Iterator[str]:
    for move in moves_of(state):
        token = state.players[seat].stages[move.start]
        if move.player == seat and token is not None:
            yield f"{state.catalogue.name_of(token.card)} to {PLACES[move.end]}"
