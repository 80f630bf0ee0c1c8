"""Compares an action here with a move of python-chess and an action of PokerKit, in one run.

    python benchmarks/other_libraries.py [--matches 10]

Matchbook does not require these libraries, and python-chess is under the GPL: they are used if installed (`pip install
chess pokerkit` into the environment of the benchmarks). Checked: `push_uci`, `push_san` and an audited action check legality.
Unchecked: `push` and the fold of an action's events.
"""

import argparse
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from math import inf
from typing import Any

from domain.game import evolve_all
from domain.registry import installed_games
from domain.simulation import simulate
from service.resources import load_catalogue

ROUNDS = 25
PLIES = 400
BATCH = 40
"""Plies, or actions, that are timed together."""


def microseconds(works: Sequence[Callable[[], int]]) -> float:
    """Processor time of this thread per step: for each piece of work, the fastest of
    some rounds. Pieces are short, so that other programs disturb them equally."""
    least, steps = [inf] * len(works), [0] * len(works)
    for _ in range(ROUNDS):
        for place, work in enumerate(works):
            start = time.thread_time()
            steps[place] = work()
            least[place] = min(least[place], time.thread_time() - start)
    return sum(least) / sum(steps) * 1e6


def of_chess() -> dict[str, float]:
    """Seconds per ply in python-chess, over random legal moves."""
    chess = import_module("chess")
    chosen, board = random.Random(1), chess.Board()
    pieces: list[tuple[Any, list[Any]]] = []
    for number in range(PLIES):
        if board.is_game_over():
            board = chess.Board()
        if number % BATCH == 0 or not board.move_stack:
            pieces.append((board.copy(stack=False), []))
        move = chosen.choice(list(board.legal_moves))
        pieces[-1][1].append((move, move.uci(), board.san(move)))
        board.push(move)

    def pushed(start: Any, plies: list[Any], place: int, how: str) -> Callable[[], int]:
        def work() -> int:
            push = getattr(start.copy(stack=False), how)
            for ply in plies:
                push(ply[place])
            return len(plies)

        return work

    return {
        how: microseconds([pushed(start, plies, place, how) for start, plies in pieces])
        for place, how in enumerate(("push", "push_uci", "push_san"))
    }


def of_poker(hands: int = 20) -> float:
    """Seconds per action in PokerKit: hands of hold'em in which all players call or check to the end."""
    pokerkit = import_module("pokerkit")
    automated = tuple(one for one in pokerkit.Automation if one.name not in ("CARD_BURNING", "BOARD_DEALING"))

    def work() -> int:
        actions = 0
        state = pokerkit.NoLimitTexasHoldem.create_state(automated, True, 0, (1, 2), 2, 200, 4)
        while state.status:
            if state.can_deal_hole():
                state.deal_hole()
            elif state.can_burn_card():
                state.burn_card("??")
            elif state.can_deal_board():
                state.deal_board()
            else:
                state.check_or_call()
            actions += 1
        return actions

    return microseconds([work] * hands)


def of_game(game: Any, matches: int) -> tuple[float, float]:
    """Seconds per audited action and folded event."""
    catalogue = load_catalogue(game)
    acts = [played for seed in range(matches) for played in simulate(game, catalogue, seed)]
    pieces = [acts[start : start + BATCH] for start in range(0, len(acts), BATCH)]

    def audited(acts: Sequence[Any]) -> int:
        for played in acts:
            game.check(played.before, played.command)
            game.resolve(played.before, played.command)
        return len(acts)

    def folded(acts: Sequence[Any]) -> int:
        for played in acts:
            evolve_all(game, played.before, played.events)
        return sum([len(played.events) for played in acts])

    return microseconds([partial(audited, piece) for piece in pieces]), microseconds(
        [partial(folded, piece) for piece in pieces]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=10)
    matches = parser.parse_args().matches
    chess = of_chess() if find_spec("chess") else {}
    poker = of_poker() if find_spec("pokerkit") else None
    for name, cost in chess.items():
        print(f"python-chess {name:9} {cost:7.2f} us a ply")
    if poker is not None:
        print(f"PokerKit               {poker:7.2f} us an action")
    if not chess or poker is None:
        print("chess or pokerkit is not installed: compared with what there is")
    for game in installed_games().values():
        if game.kind != "game" or game.simulation is None:
            continue
        action, event = of_game(game, matches)
        ratios = [f"{cost / action:5.2f} of {name}'s speed" for name, cost in chess.items() if name != "push"]
        if poker is not None:
            ratios.append(f"{poker / action:5.1f} times PokerKit")
        if chess:
            ratios.append(f"an event {chess['push'] / event:5.2f} times as fast as push")
        print(
            f"{game.name:18} audited {action:6.2f} us ({1e6 / action:7,.0f}/s), an event {event:5.2f} us; {'; '.join(ratios)}"
        )


if __name__ == "__main__":
    main()
