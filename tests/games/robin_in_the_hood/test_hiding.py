"""A viewpoint's boards, narrations and redacted commands omit what it may not know (RH-Q27, RH-Q28)."""

import msgspec
import pytest

from domain.board import Zone
from domain.game import Command
from domain.games.robin_in_the_hood import GAME
from domain.games.robin_in_the_hood.commands.placements import PlaceCard
from domain.seats import Viewpoint
from tests.games.robin_in_the_hood.tables import ANN, Table, declared, fight, hand, playing

OTHERS: tuple[Viewpoint, ...] = (1, "spectator")


def seen(table: Table, line: str, viewpoint: Viewpoint) -> tuple[bytes, list[str], Command]:
    """All that a viewpoint is shown of a command: the board after it, its narration, the command itself."""
    before, command = table.state, table.command(line)
    table.do(line)
    lines, state = [], before
    for event in table.events:
        lines.append(GAME.narrate(state, event, viewpoint))
        state = GAME.evolve(state, event)
    board = msgspec.json.encode(GAME.board(table.state, viewpoint))
    return board, lines, GAME.redact(before, command, viewpoint)


@pytest.mark.parametrize("viewpoint", OTHERS)
def test_first_choice_of_a_simultaneous_hand(viewpoint: Viewpoint) -> None:
    """RH-Q27: until the second card is placed, others do not see which card the first one is, or whether it is a modifier."""
    lines = (
        "place_character Ann alys",
        "place_character Ann ivo",
        "play_modifier Ann market_day",
        "place_card Ann bram",
    )
    views = [seen(playing("modifiers=yes"), line, viewpoint) for line in lines]
    assert views.count(views[0]) == len(views)
    assert views[0][1:] == (["Ann lays a card face down"], PlaceCard(player=0, card="??"))


def test_first_choice_is_known_to_its_owner() -> None:
    """RH-Q27: the owner and the judge see the face-down card."""
    for viewpoint in (0, "judge"):
        table = playing("modifiers=yes")
        _, lines, command = seen(table, "place_character Ann alys", viewpoint)
        zones = [part for panel in GAME.board(table.state, viewpoint).panels for part in panel.parts]
        cards = [card for zone in zones if isinstance(zone, Zone) for card in zone.cards]
        assert [(card.name, card.place) for card in cards if card.down] == [("Alys", "Agility")]
        assert (lines, getattr(command, "card", "")) == (["Ann lays Alys face down"], "alys")


@pytest.mark.parametrize("viewpoint", OTHERS)
def test_replaced_modifier_waits_for_the_reveal(viewpoint: Viewpoint) -> None:
    """RH-Q14, RH-Q27: what a face-down modifier replaces stays in play, on record too, until both cards are shown."""
    options = "modifiers=yes"
    views = []
    for line in ("play_modifier Ann toll_gate", "place_character Ann alys"):
        table = hand(playing(options, [], []), "market_day", "winter_truce")
        views.append(seen(table, line, viewpoint))
        assert [m.card for m in table.state.players[0].modifier_pile] == ["market_day"]
    assert views[0] == views[1]
    table = hand(playing(options, [], []), "market_day", "winter_truce").do("play_modifier Ann toll_gate")
    _, lines, _ = seen(table, "place_character Ben kit", viewpoint)
    assert lines[1:] == ["the cards are shown: Ann's Toll Gate and Ben's Kit", "Ann's Market Day is replaced"]


@pytest.mark.parametrize("first", [0, 1])
def test_both_are_shown_together(first: int) -> None:
    """RH-Q27: with the second card, whoever placed it, both are on every board."""
    lines = ["place_character Ann alys", "place_character Ben kit"]
    table = playing().do(lines[first], lines[1 - first])
    board = msgspec.json.encode(GAME.board(table.state, "spectator"))
    assert b"Alys" in board
    assert b"Kit" in board


def test_first_placer_shows_the_card() -> None:
    """RH-Q27, RH-T05: who places first, having won Agility, does so face up."""
    table = hand(playing(), "dunstan", "ned")
    board, lines, command = seen(table, "place_character Ann giles20", 1)
    assert b"Giles" in board
    assert lines == ["Ann places Giles (2020)"]
    assert command == table.command("place_character Ann giles20")


def test_moment_tells_who_has_chosen_alone() -> None:
    """RH-T04: while both may place, the player to act is open; then it is the other player."""
    table = playing()
    assert GAME.turn_info(table.state).seat is None
    assert GAME.turn_info(table.do("place_character Ben kit").state).seat == 0


@pytest.mark.parametrize("viewpoint", OTHERS)
def test_draws_are_private(viewpoint: Viewpoint) -> None:
    """RH-Q28: a drawn card is seen by its owner; others read that a card was drawn."""
    table = fight(playing(), "dunstan", "ned").do("end_hand")
    _, lines, command = seen(table, "draw_card Ann alys", viewpoint)
    assert (lines, getattr(command, "card", "")) == (["Ann draws a card"], "??")


def test_nobody_knows_a_recorded_order() -> None:
    """RH-S08: only the judge sees a recorded order of a Draw pile; its owner does not see it either."""
    line = f"shuffle_draw_pile Ann order=[{', '.join(ANN)}]"
    for viewpoint in (0, 1, "spectator"):
        _, lines, command = seen(declared().do("start_round"), line, viewpoint)
        assert lines == ["Ann shuffles the Draw pile"]
        assert command == declared().command("shuffle_draw_pile Ann")
    assert seen(declared().do("start_round"), line, "judge")[2] == declared().command(line)


def test_dead_cards_are_counted() -> None:
    """RH-Q28, RH-C01: players see the number of Dead Cards, not the cards; the judge sees them."""
    state = hand(playing("", [], []), "dunstan", "ned").state
    shown = {viewpoint: msgspec.json.encode(GAME.board(state, viewpoint)) for viewpoint in (0, 1, "spectator", "judge")}
    assert [viewpoint for viewpoint, board in shown.items() if b"Ned" in board] == ["judge"]
    assert all(b'{"label":"dead","value":"1"' in board for board in shown.values())


def test_shown_cards() -> None:
    """RH-Q28: a card shown to the opponent is seen by both players and not by spectators."""
    line = "reveal_card Ann playing_hand alys to=opponent"
    found = {viewpoint: b"Alys" in seen(playing(), line, viewpoint)[0] for viewpoint in (0, 1, "spectator", "judge")}
    assert found == {0: True, 1: True, "spectator": False, "judge": True}
    assert seen(playing(), line, "spectator")[1:] == (
        ["a card of Ann's playing hand is shown to Ben"],
        playing().command("reveal_card Ann playing_hand ?? to=opponent"),
    )


def test_peeks() -> None:
    """RH-Q28: a Draw pile card that its owner looked at is not on the opponent's board."""
    line = "reveal_card Ann draw_pile alys to=owner"
    assert [b'"Alys"' in seen(playing("", [], []), line, viewpoint)[0] for viewpoint in (0, 1)] == [True, False]


def test_hidden_changes() -> None:
    """RH-Q28: a card that moves between closed zones is hidden from the opponent, and a revealed one is named."""
    closed = "move(player=Ann, card=alys, from_zone=playing_hand, to_zone=dead_cards)"
    opened = "move(player=Ann, card=alys, from_zone=playing_hand, to_zone=weapons)"
    for change, hidden in ((closed, True), (opened, False)):
        _, _, command = seen(playing(), f'adjust "as it happened" changes=[{change}]', 1)
        assert (command.changes[0].card == "??") is hidden
    line = 'adjust "named" changes=[identify(player=Ann, token=#1-02, card=alys)]'
    assert [seen(playing(), line, v)[2].changes[0].card for v in (0, 1)] == ["alys", "??"]


def test_hidden_changes_of_effects() -> None:
    """RH-A05, RH-Q28: a card effect's moves between closed zones are veiled like those of an adjustment."""
    table = playing("", [], []).do("place_card Ann verity", "place_card Ben kit")
    change = "move(player=Ben, card=luce, from_zone=playing_hand, to_zone=draw_pile)"
    _, _, command = seen(table, f'resolve_card_effect Ann verity "one goes back" changes=[{change}]', 0)
    assert command.changes[0].card == "??"


def test_declared_positions_are_veiled() -> None:
    """RH-Q28: of a declared position others see the stages and counts, not the playing hand or the Dead Cards."""
    table = declared("", [], [])
    ann = "(player=Ann, weapons=wat, playing_hand=[alys, ??, ??, ??, ??], dead_cards=[bram], draw_pile=3)"
    line = f"declare_position 1 3 positions=[{ann}, (player=Ben, draw_pile=5)]"
    for viewpoint, known in ((0, "alys"), (1, "??")):
        _, _, command = seen(declared("", [], []), line, viewpoint)
        first = command.positions[0]
        assert (first.weapons, first.playing_hand[0], first.dead_cards) == ("wat", known, ("??",))
    assert table.state.round_no == 0


def test_sets_are_private() -> None:
    """RH-D01: the list of an Active set is its owner's; others learn its size."""
    line = f"declare_active_set Ann cards=[{', '.join(ANN)}]"
    table = declared()
    _, lines, command = seen(table, line, 1)
    assert (lines, command) == (["Ann plays with an Active set of 10 cards"], table.command("declare_active_set Ann"))


def test_numbers_of_cards_are_not_told() -> None:
    """RH-Q28: a placed card is named to others by its name: its number would tell when it was drawn."""
    line = "place_character Ann #1-03=giles20"
    for viewpoint, told in ((0, "#1-03=giles20"), (1, "giles20"), ("judge", "#1-03=giles20")):
        table = hand(playing(), "dunstan", "ned")
        board, _, command = seen(table, line, viewpoint)
        assert getattr(command, "card", "") == told
        assert b"#1-03" not in board
