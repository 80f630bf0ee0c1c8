"""Named and hidden cards: with another card in its place, an unauthorised viewpoint sees the same.

Simulated matches of kits leave drawn cards unknown, so that the conformance suite seldom meets a hidden card with a name. Here
each has one, and who may know it is said beside it.
"""

from typing import Any

import pytest

from domain.game import evolve_all
from domain.seats import SPECTATOR, Viewpoint
from tests.games.tabletop.tables import table

CASES = {
    "a card drawn into the hand": ("go_fish", "Ada,Bo,Cy", (), "lucky {}", ("sK", "h4"), {0}, ("ask Bo 4", "fish ??")),
    "a card drawn from an own deck": ("duel", "Ada,Bo", (), "draw {} by=Bo", ("bear", "bolt"), {1}, ("on", "done")),
    "cards laid away": ("cribbage", "Ada,Bo", (), "discard Ada [{}, ??]", ("h5", "cK"), {0}, ("peg Bo 2",)),
    "cards given": ("hearts", "A,B,C,D", (), "give A B [{}]", ("h5", "cK"), {0, 1}, ("leads C", "s2")),
    "a role": ("werewolf", "A,B,C,D,E", (), "role A {}", ("wolf", "seer"), {0}, ("role B villager", "dawn")),
}


def seen(game: Any, state: Any, line: Any, viewpoint: Viewpoint) -> tuple[Any, Any]:
    """The view and narration of a command for a viewpoint, and the state after it."""
    events, told, before = game.resolve(state, line), [], state
    for event in events:
        told.append(game.narrate(state, event, viewpoint))
        state = game.evolve(state, event)
    declared = game.redact(state, game.position(state), viewpoint)
    return (
        told,
        game.board(state, viewpoint),
        game.redact(before, line, viewpoint),
        declared,
        game.turn_info(state),
    ), state


@pytest.mark.parametrize("case", CASES)
def test_nobody_else_learns_it(case: str) -> None:
    """An unauthorised viewpoint sees the same in both worlds, then and later; an authorised one does not."""
    kit, players, before, line, cards, knowing, later = CASES[case]
    more = "decks=30,30" if kit == "duel" else ""
    worlds = [table(kit, players, more).do(*before) for _ in cards]
    game = worlds[0].game
    seats = range(len(worlds[0].state.seats))
    for number, text in enumerate((line, *later)):
        commands = [world.command(text.format(card)) for world, card in zip(worlds, cards, strict=True)]
        for viewpoint in (*seats, SPECTATOR):
            views = [
                seen(game, world.state, command, viewpoint)[0] for world, command in zip(worlds, commands, strict=True)
            ]
            if viewpoint not in knowing:
                assert views[0] == views[1], (text, viewpoint)
            elif not number:
                assert views[0] != views[1], (text, viewpoint)
        for world, command in zip(worlds, commands, strict=True):
            world.state = evolve_all(game, world.state, game.resolve(world.state, command))
