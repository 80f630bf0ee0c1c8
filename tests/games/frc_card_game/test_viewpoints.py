"""The view of each viewpoint, unaffected by hidden facts."""

import pytest

from domain.board import Number, Zone
from domain.cards import UNKNOWN, DeckList
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.commands.setup import DrawOpeningHand, PlayerSetup, StartMatch
from domain.games.frc_card_game.commands.turns import DrawCard
from domain.notation import Names, print_command
from domain.seats import Viewpoint
from tests.games.frc_card_game.tables import ADA, BO, Table, side, table

VIEWPOINTS: tuple[Viewpoint, ...] = (0, 1, "judge", "spectator")


def zone(there: Table, viewpoint: Viewpoint, key: str) -> Zone:
    """A zone of the board."""
    board = GAME.board(there.state, viewpoint)
    return next(part for panel in board.panels for part in panel.parts if isinstance(part, Zone) and part.key == key)


def fact(there: Table, viewpoint: Viewpoint, seat: int, label: str) -> str:
    """A fact of a player's panel."""
    panel = next(p for p in GAME.board(there.state, viewpoint).panels if p.seat == seat)
    return next(f.value for f in panel.facts if f.label == label)


def test_hands_are_their_owners() -> None:
    """CG-Q35: a hand is listed for its owner and the judge, and counted for everyone else."""
    there = table(ada=side(hand="dana", unknown=1))
    for viewpoint, listed in ((ADA, ["Dana", "??"]), ("judge", ["Dana", "??"]), (BO, []), ("spectator", [])):
        hand = zone(there, viewpoint, "seat-1-hand")
        assert [card.name for card in hand.cards] == listed
        assert hand.hidden == 2 - len(listed)
    assert (fact(there, ADA, ADA, "hand"), fact(there, BO, ADA, "hand")) == ("2", "2")


def test_shown_cards_stay_known() -> None:
    """CG-Q35: a card shown to everyone stays known while it is in the hand."""
    there = table(ada=side(unknown=2)).do("reveal_card dana")
    assert [card.name for card in zone(there, "spectator", "seat-1-hand").cards] == ["Dana"]
    there.do("play_student dana")
    assert zone(there, "spectator", "seat-1-hand").cards == ()


def test_card_shown_to_one_player() -> None:
    """CG-Q35: a card shown only to the opponent is hidden from a spectator, in board, narration and command."""
    there = table(ada=side(hand="dana", unknown=1))
    before, command = there.state, there.command("reveal_card dana to=Bo")
    there.do(command)
    assert [c.name for c in zone(there, BO, "seat-1-hand").cards] == ["Dana"]
    assert zone(there, "spectator", "seat-1-hand").cards == ()
    assert GAME.narrate(before, there.events[0], "spectator") == "Ada shows ?? to Bo"
    assert GAME.narrate(before, there.events[0], BO) == "Ada shows Dana to Bo"
    assert GAME.redact(before, command, "spectator").card == UNKNOWN


@pytest.mark.parametrize(
    ("hands", "move", "knowing"),
    [
        (("dana", ""), "to=hand player=Bo", {ADA, BO, "judge"}),
        (("", "dana"), "to=deck_top", {BO, "judge"}),
        (("", ""), "origin=deck_top owner=Ada to=hand player=Bo", {BO, "judge"}),
        (("", ""), "origin=deck_top to=hand", {ADA, "judge"}),
    ],
)
def test_a_move_names_its_card_to_who_holds_it(hands: tuple[str, str], move: str, knowing: set[Viewpoint]) -> None:
    """CG-Q35: the command of a hidden move is printed with its card to who held it or holds it then, whoever's turn it is."""
    there = table(ada=side(hand=hands[ADA]), bo=side(hand=hands[BO]))
    command = there.command(f"adjust r changes=[card_moved(card=dana, {move.replace(' ', ', ')})]")
    for viewpoint in VIEWPOINTS:
        shown = print_command(GAME.redact(there.state, command, viewpoint), Names(None, there.state.seats))
        assert ("dana" in shown) == (viewpoint in knowing), viewpoint


def test_the_stat_that_counts_is_the_main_one() -> None:
    """The board tells the stat that a contest compares, with modifiers in it, and what is printed where that differs."""
    there = table("scoring", side(robots=["wall defensive dana", "jab offensive pax"], slots=["steel_stan"]))
    wall, jab, empty = zone(there, BO, "seat-1-robots").cards
    assert (wall.states, wall.numbers) == (
        ("defensive",),
        (Number("offense", 500, 200), Number("defense", 1200, main=True)),
    )
    assert (jab.states, jab.numbers) == (
        ("offensive",),
        (Number("offense", 700, 400, main=True), Number("defense", 400)),
    )
    assert [member.name for member in jab.under] == ["Pax"]
    assert empty.name == "-"


def test_board_tells_what_is_next() -> None:
    """Open draws, cuts and choices are prompts, with the player who must act."""
    there = table("draw", draws_made=0)
    assert [(p.text, p.seat) for p in GAME.board(there.state, BO).prompts] == [("draw 1 card", ADA)]
    there = table("end", side(unknown=10))
    assert [p.text for p in GAME.board(there.state, BO).prompts] == ["discard 2 cards"]
    there = table("scoring", side(robots=["krabby offensive nia pax"]), side(robots=["wall defensive dana"]))
    there.do("score krabby wall")
    assert [p.text for p in GAME.board(there.state, ADA).prompts] == ["choose a student of Krabby to retire"]
    there.do("concede")
    assert GAME.board(there.state, ADA).result == "Bo wins: concession [CG-E07]"


def test_own_side_is_below() -> None:
    """A player sees the own side as the lower panel."""
    there = table()
    assert [panel.title for panel in GAME.board(there.state, ADA).panels] == ["Bo", "Ada"]
    assert [panel.title for panel in GAME.board(there.state, BO).panels] == ["Ada", "Bo"]


def test_narration_in_the_rulebooks_words() -> None:
    """A contest reads as the rulebook tells it."""
    there = table("scoring", side(robots=["krabby offensive nia pax"]), side(robots=["lifter offensive cleo"]))
    state, told = there.state, []
    for event in there.do("score krabby lifter").events:
        told.append(GAME.narrate(state, event, "spectator"))
        state = GAME.evolve(state, event)
    assert told == [
        "Krabby (900) scores on Lifter (offense 600) and wins",
        "Bo's Lifter is retired",
        "Bo loses 300: 4000 to 3700",
        "Bo's student Cleo is retired",
    ]


def test_deck_lists_are_veiled() -> None:
    """CG-Q35: a registered deck list is seen by its owner and the judge; others see its size."""
    there = table()
    listed = DeckList({"dana": 3}, beside={"team": "iron_gears"})
    command = StartMatch(players=tuple(PlayerSetup(name=name, deck=listed) for name in ("Ada", "Bo")))
    veiled = GAME.redact(there.state, command, ADA)
    assert isinstance(veiled, StartMatch)
    assert [p.deck for p in veiled.players] == [listed, 3]
    assert GAME.redact(there.state, command, "judge") == command


def test_draws_are_veiled() -> None:
    """CG-Q35: the card drawn is the owner's; others see that one was drawn."""
    there = table("draw", draws_made=0)
    before, command = there.state, DrawCard(card="dana")
    there.do(command)
    assert GAME.redact(before, command, BO) == DrawCard(card="??")
    assert GAME.redact(before, command, ADA) == command
    assert GAME.narrate(before, there.events[0], BO).startswith("Ada draws a card")
    opening = DrawOpeningHand(player=BO, cards=("dana", "pax", "nia", "wes"))
    assert GAME.redact(before, opening, ADA) == DrawOpeningHand(player=BO)


@pytest.mark.parametrize(
    ("change", "seen_by_bo"),
    [
        ("cards_drawn(player=Ada, cards=[dana])", False),
        ("card_moved(card=pax, origin=hand, to=deck_top)", False),
        ("card_moved(card=pax, origin=hand, to=retirement_pile)", True),
        ("card_moved(card=nia, origin=student_body, to=hand)", True),
        ("card_revealed(card=pax, player=Ada, to=Bo)", True),
    ],
)
def test_changes_are_veiled(change: str, *, seen_by_bo: bool) -> None:
    """CG-Q35: a change between hidden places is veiled for others; one from or to an open place is not."""
    there = table(ada=side(hand="pax", body="nia"))
    command = there.command(f"resolve_card_effect iron_gears changes=[{change}]")
    assert (GAME.redact(there.state, command, BO) == command) == seen_by_bo
    assert GAME.redact(there.state, command, ADA) == command
    there.do(command)


def test_board_keys_do_not_tell_when_a_card_was_drawn() -> None:
    """CG-Q35: which of two copies was played, the older or the newer one, is not seen on the opponent's board."""
    boards = []
    for newer in (False, True):
        there = table(ada=side(hand="dana dana"))
        token = there.state.players[ADA].hand[newer].id
        there.do(f"play_student #1-{token % 1000:02d}")
        boards.append([GAME.board(there.state, viewpoint) for viewpoint in (BO, "spectator")])
    assert boards[0] == boards[1]
