"""Teams of two: a pilot and a gunner, or four hands on two robots."""

import pytest

from domain.games.pbl_robots import GAME
from domain.seats import SeatSetup, TableSetup
from tests.games.pbl_robots.table import PROVING_GROUND, adjust, hand, side, slot, standard, tags
from tests.scenario import Scenario, cases, given, impossible, refused, then

TEAM = ("Ana", "Gia", "Bo", "Hal")


def _decks_dealt(team_mode: str):
    options = {"catalogue_check": "off", "setup": "quick_play", "team_mode": team_mode}
    table = Scenario(GAME, PROVING_GROUND).do(*GAME.open_table(TableSetup(tuple(map(SeatSetup, TEAM)), options)))
    table.do("choose_base_robot crystal", "choose_base_robot obsidian", "deal_inheritance")
    table.do("reveal_talent_pool [vane, brick, moth]", "roll_d20 9", "roll_d20 4")
    return table.do("choose_starter vane", "choose_starter brick", "deal_quick_play")


def _gunners_open():
    table = _decks_dealt("pilot_and_gunner")
    table.do("deal_opening_hands player=Ana", "deal_opening_hands player=Bo")
    return table.do("keep_opening_hand player=Ana", "keep_opening_hand player=Bo")


def _gunners():
    return _gunners_open().do("start_game")


GUNNER = [
    "draw(player=Gia)",
    "search(player=Gia)",
    "discard(player=Gia, cards=[??])",
    "move_card(card=??, player=Ana, source=deck, to=hand, to_player=Gia)",
    "remove_hangar(player=Gia, to=hand)",
    "extra_turn(player=Gia)",
    "hand_limit(player=Gia, delta=1)",
    "set_turn(player=Gia)",
]


def _four_hands():
    table = _decks_dealt("two_robots_four_hands")
    for name in TEAM:
        table.do(f"deal_opening_hands player={name}", f"keep_opening_hand player={name}")
    return table.do("start_game first=Gia")


test_rules = cases(
    ("PBL-V35: up to five cards, by the gunner alone; a known top card is the one drawn, for whoever may see it",
     given(_gunners), refused("arrange_deck 6 player=Gia", "PBL-V35"), refused("arrange_deck 5 player=Ana", "PBL-V35"),
     "arrange_deck 2 order=[f01, f02] player=Gia", refused("draw_card f09", "PBL-V35"), "draw_card",
     then(lambda t: hand(t, 0)[-1], "f01"), then(lambda t: "Stunt 02" in str(GAME.board(t.state, 1)), True),
     then(lambda t: "Stunt 02" not in str(GAME.board(t.state, 0)), True)),
    ("PBL-V36: a MOVE or an opening hand by the gunner is refused",
     given(_gunners_open), impossible("deal_opening_hands player=Gia", "PBL-V36"),
     impossible("start_game first=Gia", "PBL-S13"), given(_gunners),
     impossible("build_armor ar_ra1 player=Gia", "PBL-V36"), impossible("play_action ac_draw player=Gia", "PBL-V36")),
    ("PBL-V37: no more cards than the deck has, and not in the middle of an action",
     given(_gunners), "play_action f09", refused("arrange_deck 5 player=Gia", "PBL-A27"), "resolve_effect f09",
     lambda t: adjust(t, *["move_card(card=??, player=Ana, source=deck, to=out_of_game)"] * 32),
     impossible("arrange_deck 5 player=Gia", "PBL-V37"), "arrange_deck 3 player=Gia"),
    ("PBL-V38: a pilot's bonus is due to the side, and either member draws it; what a card gives is its player's",
     given(lambda: adjust(_four_hands(), *[f"blow_off(player=Bo, slot={limb})" for limb in ("head", "left_arm",
         "right_arm")])),
     then(lambda t: [(owed.kind, owed.side, owed.seat) for owed in t.state.owed], [("draw", 1, None)]),
     "draw_card player=Hal", then(lambda t: len(hand(t, 3)), 6), given(_four_hands), "play_action ac_draw3 player=Gia",
     then(lambda t: [(owed.kind, owed.side, owed.seat) for owed in t.state.owed], [("draw", 0, 1)])),
    ("PBL-V40: Hal shields the shared robot in Gia's attack, and Ana plays an action",
     given(_four_hands), "declare_attack head head", "roll_attack [6, 6]", "roll_defense [1, 1, 1]",
     "add_shields [??] [4] player=Hal", "play_action ac_boost player=Ana to=attack", "add_shields [??] [6] player=Bo",
     then(lambda t: [len(hand(t, n)) for n in range(4)], [4, 5, 4, 4])),
)  # fmt: skip


def test_how_many_cards_a_gunner_orders():
    """PBL-V35, PBL-V37: one to five; as played more, and never more than the deck has."""
    for line in ("arrange_deck 0", "arrange_deck 6", "arrange_deck 1 order=[??, ??]"):
        _gunners().as_played(f"{line} player=Gia", "PBL-V35")
    _gunners().do("arrange_deck 1 player=Gia").as_played("arrange_deck 35 player=Gia", "PBL-V35")
    for line in ("arrange_deck 36", f"arrange_deck 1 order=[{', '.join(['??'] * 36)}]"):
        _gunners().impossible(f"{line} player=Gia", "PBL-V37")


def test_what_a_gunner_puts_on_top():
    """PBL-V35, PBL-S02: cards of the deck, each once; cards already on top may change places."""
    table = _gunners().do("arrange_deck 3 order=[f01, f02] player=Gia")
    assert side(table, 0).top == ("f01", "f02", None)
    table.do("arrange_deck 2 order=[f02, f01] player=Gia")
    assert side(table, 0).top[:2] == ("f02", "f01")
    table.do("reveal_card f09 player=Ana")
    for order in ("f03, f03", "crystal", "f09"):
        table.impossible(f"arrange_deck 2 order=[{order}] player=Gia", "PBL-S02")


def test_of_two_gunners_the_one_of_the_turn_orders():
    """PBL-V35: without a name it is the gunner of the side whose turn it is; without teams it is refused."""
    table = _gunners()
    assert [table.command("arrange_deck").acting_seat(table.do("draw_card").state) for _ in range(2)] == [3, 1]
    standard().refused("arrange_deck 2", "PBL-V35")


@pytest.mark.parametrize("change", GUNNER)
def test_no_change_makes_a_gunner_play(change):
    """PBL-V36: by no change does the gunner get cards, a turn or a hand limit."""
    _gunners().impossible(f"adjust test [{change}]", "PBL-V36")


def test_four_hands():
    """PBL-V38: each member keeps a hand of five from the shared deck; a team of one is refused."""
    table = _four_hands()
    assert ([len(hand(table, n)) for n in range(4)], side(table, 0).deck) == ([5, 5, 5, 5], 30)
    seats = tuple(map(SeatSetup, ("Ana", "Gia", "Bo")))
    scene = Scenario(GAME, PROVING_GROUND)
    for mode, rule in (("two_robots_four_hands", "PBL-V38"), ("pilot_and_gunner", "PBL-V35")):
        (command, *_) = GAME.open_table(TableSetup(seats, {"team_mode": mode, "catalogue_check": "off"}))
        scene.impossible(command, rule)


def test_members_take_turns():
    """PBL-V39, PBL-Q35: Gia, Bo, Ana, Hal, Gia; a partner's card is refused."""
    table = _four_hands().do("reveal_card ar_ra1 player=Ana").impossible("build_armor ar_ra1", "PBL-S02")
    assert "PBL-V39" in {v.rule for v in GAME.check(table.state, table.command("build_armor ar_ra1"))}
    assert [table.do("draw_card").state.turn.seat for _ in range(4)] == [2, 0, 3, 1]


def test_shared_bonus_goes_to_a_member_of_choice():
    """PBL-V38: a bonus of the shared pilot goes to the member whom the team names."""
    table = _four_hands()
    adjust(table, *(f"blow_off(player=Bo, slot={name})" for name in ("head", "left_arm", "right_arm")))
    table.refused("draw_card player=Ana", "PBL-X03").do("draw_card player=Hal")
    assert [len(hand(table, n)) for n in range(4)] == [5, 5, 5, 6]
    assert slot(table, 1, "head").dead
    assert tags(table)[0] == "card_drawn"
