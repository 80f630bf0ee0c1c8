"""The position of a kit's table: the current one can be declared, at an open table or in place of its beginning."""

from itertools import islice

import pytest

from domain.game import evolve_all
from domain.games.tabletop import GAME
from domain.notation import Names, parse_command
from domain.simulation import simulate
from service.recording.position_form import position_form
from tests.games.tabletop.tables import KITS, parts, shipped, table


@pytest.mark.parametrize("kit", KITS)
def test_what_stands_can_be_declared_at_any_moment(kit: str) -> None:
    """Given a simulated match, then its current position is possible, declared at the table or on an empty one it leaves the same
    position, every card is kept, and the form equals the command."""
    catalogue = shipped(kit)
    game = GAME.for_catalogue(catalogue)
    for played in islice(simulate(GAME, catalogue, 3), 1, 60, 11):
        state = played.after
        command, names = game.position(state), Names(catalogue, state.seats)
        assert command is not None
        for before in (state, game.initial(catalogue)):
            assert game.check(before, command) == ()
            after = evolve_all(game, before, game.resolve(before, command))
            assert game.position(after) == command
            assert game.card_counts(after) == game.card_counts(state)
        form = position_form(game, state)
        assert form is not None
        assert parse_command(form.line, game.commands, names) == command


def test_faces_marks_and_what_is_of_no_deck_are_declared() -> None:
    """Given a tapped card, a created piece, a revealed choice and a filled box, then all are in the state afterwards."""
    at = table(parts()).do("take oak", "tap oak", "put a1", "be Ada fox", "reveal Ada", "write low 4", "out Bo")
    said = at.game.position(at.state)
    assert said is not None
    again = at.do(said)
    assert at.game.position(again.state) == said
    state = again.state
    assert [mark.value for mark in state.marks] == [1]
    assert (len(state.made), state.out, len(state.shown)) == (1, (1,), 1)
    assert at.game.card_counts(state) == at.game.card_counts(at.state)


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("declare_position Bo,Ada", "TT-SEATS"),
        ("declare_position Ada,Bo options={target=11}", "TT-ARGS"),
        ("declare_position Ada,Bo zones=[(zone=row, cards=[oak], up=[2])]", "TT-ARGS"),
        ("declare_position Ada,Bo zones=[(zone=row, cards=[oak], marks=[(place=1, counter=points, value=1)])]", "TT-NAME"),
    ],
)  # fmt: skip
def test_what_cannot_be_declared(line: str, rule: str) -> None:
    """Given other players or options, a missing card, or a counter that is not a mark, then it is refused in every mode."""
    table(parts()).refused(line, rule)
