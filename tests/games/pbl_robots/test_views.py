"""The view of each viewpoint, which reveals only what it may know."""

import msgspec
import pytest
from msgspec.structs import replace

from domain.game import evolve_all, tag_of
from domain.games.pbl_robots import GAME
from domain.notation import Names, parse_command, print_command
from domain.simulation import simulate
from tests.games.pbl_robots.table import SAMPLE, attack, standard

PLAYED = [
    played
    for options in ({"setup": "regular"}, {"rotation": "3", "setup": "quick_play"})
    for played in simulate(GAME, SAMPLE, 11, options=options, bots=("striker", "random"))
]


@pytest.mark.parametrize("viewpoint", [0, 1, "spectator"])
def test_veiled_commands_show_no_hidden_card(viewpoint):
    """PBL-C11, PBL-X09: draws from the deck, bombs, opening hands and pilots of others are veiled, the judge sees all."""
    for played in PLAYED:
        command = GAME.redact(played.before, played.command, viewpoint)
        tag = tag_of(command)
        seat = getattr(command, "player", None)
        if tag in ("add_bombs", "add_shields", "discard_to_limit") and seat != viewpoint and seat is not None:
            assert set(command.cards) == {"??"}
        if tag == "draw_card" and not command.slot and seat != viewpoint:
            assert command.card == "??"
        if tag == "deal_quick_play":
            assert command.decks == ()
        assert GAME.redact(played.before, played.command, "judge") == played.command
        print_command(command, Names(played.before.catalogue, played.before.seats))


def test_lines_hide_drawn_cards():
    """PBL-S05: a drawn card is named only to its owner and the judge."""
    drawn = [
        (played.before, event)
        for played in PLAYED
        for event in played.events
        if tag_of(event) == "card_drawn" and event.card and event.seat == 0
    ]
    assert drawn
    for state, event in drawn:
        name = SAMPLE.name_of(event.card)
        assert name in GAME.narrate(state, event, 0)
        assert name in GAME.narrate(state, event, "judge")
        assert name not in GAME.narrate(state, event, 1)
        assert name not in GAME.narrate(state, event, "spectator")


def test_board_of_a_combat():
    """PBL-C09: the combat shows dice, totals and who is behind; the prompt says what comes next."""
    table = attack(standard(), "head", "legs", "6, 5", "1, 2, 3")
    board = GAME.board(table.state, "spectator")
    combat = next(panel for panel in board.panels if panel.key == "combat")
    assert [cell.text for cell in combat.parts[0].rows[0]] == ["Ana attacks", "HEAD", "6 5", "-", "-", "11", ""]
    assert combat.parts[0].rows[1][-1].text == "behind"
    assert (board.prompts[0].text, board.prompts[0].seat) == (
        "Bo is behind with 6 against 11: add dice, or concede the combat",
        1,
    )


def test_moments():
    """PBL-T01: the moment names turn, phase and who is to act, in combat the fighter who is behind."""
    table = standard()
    assert (GAME.turn_info(table.state).turn, GAME.turn_info(table.state).phase, GAME.turn_info(table.state).seat) == (
        1,
        "move",
        0,
    )
    attack(table, "head", "legs", "6, 5", "1, 2, 3")
    assert (GAME.turn_info(table.state).phase, GAME.turn_info(table.state).seat) == ("combat", 1)


def test_an_adjustment_can_name_a_card_to_the_record_alone():
    """PBL-A27: with `shown=no` owner and judge see which card it is; the opponent's board and log hide it."""
    before = standard().state
    command = parse_command(
        "adjust video [reveal(player=Ana, card=ar_ra1, shown=no)]", GAME.commands, Names(None, before.seats)
    )
    events = GAME.resolve(before, command)
    after = evolve_all(GAME, before, events)
    assert after.people[0].hand[0].card == "ar_ra1"
    assert GAME.board(after, 1) == GAME.board(before, 1)
    assert "ar_ra1" not in print_command(GAME.redact(before, command, 1), Names(None, before.seats))
    assert "Drill" not in " ".join(GAME.narrate(before, event, 1) for event in events)
    shown = evolve_all(
        GAME,
        before,
        GAME.resolve(before, msgspec.structs.replace(command, changes=(replace(command.changes[0], shown=True),))),
    )
    assert GAME.board(shown, 1) != GAME.board(before, 1)
