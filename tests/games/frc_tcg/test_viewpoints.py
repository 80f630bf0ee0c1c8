"""Boards, narration and commands for each viewpoint."""

import msgspec
import pytest

from domain.board import Board, Number
from domain.cards import Token
from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.parts import put_player
from domain.games.frc_tcg.state import RevealedCard, State
from domain.notation import Names, print_command
from domain.seats import SPECTATOR, Viewpoint
from tests.games.frc_tcg.tables import Table, player, robot, side, table
from tests.scenario import Scenario, cases, given, then

A1 = robot("RA1", 30, Ram="BAT")
B1 = robot("RC1", 40, Shove="CIM")


def text(board: Board) -> str:
    """All that a board says."""
    return msgspec.json.encode(board).decode()


def told(match: Table, before: State, viewpoint: Viewpoint) -> list[str]:
    """The narration of the last events for a viewpoint."""
    lines, state = [], before
    for event in match.events:
        lines.append(GAME.narrate(state, event, viewpoint))
        state = GAME.evolve(state, event)
    return lines


def known_prize(state: State, card: str) -> State:
    """Ada's first prize card with this identity."""
    mine = state.players[0]
    first = mine.prize_cards[0]
    assert first is not None
    prizes = (Token(first.id, card), *mine.prize_cards[1:])
    changed = msgspec.structs.replace(mine, prize_cards=prizes)
    return msgspec.structs.replace(state, players=(changed, *state.players[1:]))


PICK = "prize_picks=[(place=1, card={}, player=Ben)]"
LAID = "(deck=53, pit=[], prize_cards=[??]{})"
VEILED: dict[str, tuple[str, str, set[Viewpoint], set[Viewpoint]]] = {
    "hand card by token": ("play_robot #1-08", "play_robot RA2", {0}, set()),
    "hand cards by token": ("evolve_robot #1-07 #1-08 RA1", "evolve_robot KO RA2 RA1", {0}, set()),
    "new season": ("evolve_robot KO RA2 RA1 changes=[draw(cards=[BAT])]", "evolve_robot KO RA2 RA1 changes=[draw(cards=[??])]",
                   {0}, set()),
    "season without kickoff": ("evolve_robot - RA2 RA1 changes=[draw(cards=[BAT])]",
                               "evolve_robot - RA2 RA1 changes=[draw(cards=[??])]", {0}, set()),
    "item": ("play_item WRENCH changes=[draw(cards=[BAT])]", "play_item WRENCH changes=[draw(cards=[??])]", {0}, set()),
    "effect": ("resolve_card_effect RA1 [draw(cards=[BAT])]", "resolve_card_effect RA1 [draw(cards=[??])]", {0}, set()),
    "attack": (f"attack RA1 Ram targets=[RC1] {PICK.format('RE1')}", f"attack RA1 Ram targets=[RC1] {PICK.format('??')}",
               {0, 1}, {2, SPECTATOR}),
    "draw by adjustment": ("adjust table [draw(cards=[BAT])]", "adjust table [draw(cards=[??])]", {0}, set()),
    "draw of another": ("adjust table [draw(cards=[BAT], player=Ben)]", "adjust table [draw(cards=[??], player=Ben)]", {1},
                        set()),
    "capture": ("adjust table [prize(owner=Ben, by=Ada, place=1, card=RE1)]",
                "adjust table [prize(owner=Ben, by=Ada, place=1, card=??)]", {0, 1}, {2, SPECTATOR}),
    "hand to deck": ("adjust table [move_card(card=SALV, origin=pit, to=deck_top)]",
                     "adjust table [move_card(card=??, origin=pit, to=deck_top)]", {0}, set()),
    "shown to Ben": ("reveal_card SALV SALV to=[Ben]", "reveal_card ?? ?? to=[Ben]", {0, 1}, set()),
    "opening hand": ("draw_opening_hand Ada [BAT, ??]", "draw_opening_hand Ada [??, ??]", {0}, set()),
    "prize cards": ("set_prize_cards Ada [BAT, ??]", "set_prize_cards Ada [??, ??]", {0}, {1, 2, SPECTATOR}),
    "swap": ("swap_cards [SALV, BAT] drawn=[RC1, ??]", "swap_cards [??, ??] drawn=[??, ??]", {0}, set()),
    "refill": ("end_turn drawn=[CIM]", "end_turn drawn=[??]", {0}, set()),
    "hand laid down": (
        f"declare_position 1 Ada [(deck=53, pit=[BAT], prize_cards=[-]), {LAID.format('')}, {LAID.format('')}]",
        f"declare_position 1 Ada [(deck=53, pit=[??], prize_cards=[-]), {LAID.format('')}, {LAID.format('')}]",
        {0},
        set(),
    ),
    "prize laid down": (
        f"declare_position 1 Ada [(deck=53, pit=[], prize_cards=[SALV, -]), {LAID.format('')}, {LAID.format('')}]",
        f"declare_position 1 Ada [(deck=53, pit=[], prize_cards=[??, -]), {LAID.format('')}, {LAID.format('')}]",
        {0},
        {1, 2, SPECTATOR},
    ),
    "captured card laid down": (
        f"declare_position 1 Ada [{LAID.format('')}, {LAID.format(', captured=[BAT], captured_from=[Ada]')}, {LAID.format('')}]",
        f"declare_position 1 Ada [{LAID.format('')}, {LAID.format(', captured=[??], captured_from=[Ada]')}, {LAID.format('')}]",
        {0, 1},
        {2, SPECTATOR},
    ),
}  # fmt: skip
"""Commands, their redacted text, the viewpoints that read them as entered, and those that do if prize cards are face up."""


test_rules = cases(
    ("TCG-D07: a card shown to all is seen by all until its owner puts cards away face down",
     given(table, side("?? BAT BAT"), side("RC1 RC1"), side()), "reveal_card ?? SALV",
     then(lambda t: "Salvage" in text(GAME.board(t.state, SPECTATOR)), True), "swap_cards [BAT, BAT]",
     then(lambda t: "Salvage" not in text(GAME.board(t.state, SPECTATOR)), True)),
    ("TCG-A22: opponents know the robot that came back; of two alike, the known one is the one played",
     given(table, side("RA1", A1), side("", B1)), "retreat_robot RA1",
     then(lambda t: "Anvil 15" in text(GAME.board(t.state, 1)), True), "play_robot RA1",
     then(lambda t: player(t).revealed, ())),
    ("TCG-X11: a labelled effect stands on its robot with whose it is and until when",
     given(table, side("", A1), side("", B1, awards="STAY")),
     "resolve_card_effect STAY [label(card=RA1, text=jammed, player=Ada, turns=3)]",
     then(lambda t: "effects: jammed (Ben, ends: end of turn 9)" in text(GAME.board(t.state, SPECTATOR)), True)),
)  # fmt: skip


@pytest.mark.parametrize(("viewpoint", "sees"), [(0, True), ("judge", True), (1, False), ("spectator", False)])
def test_hands_are_hidden(viewpoint: Viewpoint, sees: bool) -> None:
    """TCG-A01: only the owner and the judge see a hand; all know its number of cards."""
    board = GAME.board(table(side("SALV ??", A1), side("", B1)).state, viewpoint)
    assert ("Salvage" in text(board)) is sees
    facts = {fact.label: fact.value for fact in board.panels[0].facts}
    assert facts["hand"] == "2"


@pytest.mark.parametrize(
    ("face", "viewpoint", "sees"), [("down", 0, True), ("down", 1, False), ("up", SPECTATOR, True)]
)
def test_prize_cards_face_down(face: str, viewpoint: Viewpoint, sees: bool) -> None:
    """TCG-X04: prize cards are known to their owner, and to all when played face up."""
    match = table(side(), side(), prizes_face=face)
    match.given(lambda state: known_prize(state, "RE1"))
    assert ("Elder 15" in text(GAME.board(match.state, viewpoint))) is sees


@pytest.mark.parametrize(
    ("viewpoint", "sees"), [(0, True), (1, True), (2, False), ("spectator", False), ("judge", True)]
)
def test_captured_cards(viewpoint: Viewpoint, sees: bool) -> None:
    """TCG-X04: a captured card is known to its holder and its owner, not to third parties."""
    match = table(side("", A1), side("", robot("RB1", 10)), side())
    before = match.state
    match.do("attack RA1 Ram RB1 prize_picks=[(place=1, card=RE1, player=Ben)]")
    assert ("Elder 15" in text(GAME.board(match.state, viewpoint))) is sees
    assert any("Elder 15" in line for line in told(match, before, viewpoint)) is sees
    veiled = GAME.redact(
        before, match.command("attack RA1 Ram RB1 prize_picks=[(place=1, card=RE1, player=Ben)]"), viewpoint
    )
    assert ("RE1" in print_command(veiled, Names(before.catalogue, before.seats))) is sees


@pytest.mark.parametrize(
    "line",
    ["swap_cards [SALV, BAT] drawn=[RE1, RE1] refill=[RE1, ??, ??, ??, ??]", "end_turn drawn=[RE1, RE1, ??, ??, ??]"],
)
def test_draws_and_swaps_are_private(line: str) -> None:
    """TCG-T11, A24: cards drawn or put under the deck are hidden from others."""
    match = table(side("SALV BAT", A1), side("", B1))
    if line.startswith("end"):
        match.do("attack RA1 Ram RC1")
    before = match.state
    match.do(line)
    for viewpoint in (1, SPECTATOR):
        veiled = print_command(
            GAME.redact(before, match.command(line), viewpoint), Names(before.catalogue, before.seats)
        )
        assert "RE1" not in veiled
        assert "SALV" not in veiled
        assert not any("Elder" in said or "Salvage" in said for said in told(match, before, viewpoint))
    assert any("Elder" in said for said in told(match, before, 0))


def test_a_shuffle_hides_what_lies_in_the_deck_alone() -> None:
    """TCG-D07, TCG-A12: a card of the deck that was shown may be any of it after a shuffle; one in the hand is known still."""
    match = table(side("SALV BAT"), side()).do("adjust table [reveal(card=SALV)]")
    match.do(
        "adjust table [move_card(card=BAT, origin=pit, to=shop), move_card(card=BAT, origin=shop, to=deck_bottom)]"
    )
    held, laid = player(match).pit[0], player(match).deck[-1]
    shown = (RevealedCard(held.id), RevealedCard(laid.id))
    match.given(lambda state: put_player(state, 0, msgspec.structs.replace(state.players[0], revealed=shown)))
    match.do("adjust table [shuffle()]")
    assert player(match).revealed == (RevealedCard(held.id),)
    assert all(card.card is None for card in player(match).deck)
    assert "Salvage" in text(GAME.board(match.state, SPECTATOR))


def test_shown_to_one() -> None:
    """TCG-D07: a card shown to one player stays hidden from the third, in the board, the telling and the command."""
    match = table(side("??"), side(), side())
    before = match.state
    match.do("reveal_card ?? SALV to=[Ben]")
    command = match.command("reveal_card ?? SALV to=[Ben]")
    names = Names(before.catalogue, before.seats)
    for viewpoint, sees in ((1, True), (2, False)):
        assert ("Salvage" in text(GAME.board(match.state, viewpoint))) is sees
        assert any("Salvage" in line for line in told(match, before, viewpoint)) is sees
        assert ("SALV" in print_command(GAME.redact(before, command, viewpoint), names)) is sees


def test_robots_on_the_board() -> None:
    """TCG-L02, A17: a robot shows season, stage, HP, and its abilities: active, not yet, and those of a kickoff."""
    grown = robot("RA1 RA2", 30, kickoffs="- KO", Ram="BAT", Crush="RIO")
    view = GAME.board(table(side("", grown), side()).state, SPECTATOR).panels[0].parts[0]
    card = view.cards[0]  # type: ignore[union-attr]
    assert (card.name, card.numbers[1]) == ("Anvil 16", Number("stage", 2))
    assert card.lines == ("* Ram 20 Batt 1/1", "o Crush 40 Batt 0/1 RIO 1/1", "K Surge 50 Gear 0/1")
    assert [(g.value, g.maximum) for g in card.gauges] == [(30, 40)]


def test_play_limits_on_the_board() -> None:
    """TCG-T03, T04, T05: the board counts the plays of the turn against what is allowed."""
    match = table(side("RA1 BAT"), side()).do("play_robot RA1", "play_component BAT RA1 Ram")
    facts = {fact.label: fact.value for fact in GAME.board(match.state, 0).facts}
    assert (facts["robot"], facts["component"], facts["mentor or award"], facts["attack"]) == (
        "1/1",
        "1/2",
        "0/1",
        "0/1",
    )


@pytest.mark.parametrize("viewpoint", [0, 1, 2, "judge", SPECTATOR])
@pytest.mark.parametrize("what", VEILED)
def test_a_command_names_hidden_cards_to_those_who_may_know_them(what: str, viewpoint: Viewpoint) -> None:
    """G19, TCG-X04: the judge and who holds, held or was shown a card read its name; the others read that there was one."""
    line, hidden, knowing, face_up = VEILED[what]
    for face in ("down", "up"):
        state = table(side("SALV BAT KO RA2 WRENCH", A1), side("BAT", B1), side(), prizes_face=face).state
        names = Names(state.catalogue, state.seats)
        command = Scenario(GAME, state.catalogue, state).command(line)
        sees = viewpoint in {*knowing, "judge"} or (face == "up" and viewpoint in face_up)
        assert print_command(GAME.redact(state, command, viewpoint), names) == (line if sees else hidden)


def test_captured_cards_of_a_duel_are_read_by_both_players() -> None:
    """G19, TCG-X04: where a position names no owners, a captured card is the other's, who knows it; a list of owners that is too
    short hides the rest."""
    state = table(side(), side()).state
    names = Names(state.catalogue, state.seats)
    read = Scenario(GAME, state.catalogue, state).command
    empty = "(deck=54, pit=[], prize_cards=[])"
    laid = "(deck=52, pit=[], prize_cards=[], captured=[BAT, CIM]{})"
    for line in (f"[{laid.format('')}, {empty}]", f"[{empty}, {laid.format('')}]"):
        command = read(f"declare_position 1 Ada {line}")
        said = [print_command(GAME.redact(state, command, viewpoint), names) for viewpoint in (0, 1, SPECTATOR)]
        assert ["captured=[BAT, CIM]" in one for one in said] == [True, True, False]
        assert "captured=[??, ??]" in said[2]
    short = read(f"declare_position 1 Ada [{laid.format(', captured_from=[Ben]')}, {empty}]")
    assert "captured=[??]" in print_command(GAME.redact(state, short, SPECTATOR), names)
