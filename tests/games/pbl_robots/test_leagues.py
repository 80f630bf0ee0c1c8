"""Keepers, league bonuses, and what a league counts."""

import pytest

from domain.games.pbl_robots import GAME
from tests.games.pbl_robots.table import PROVING_GROUND, adjust, hand, side, standard, three
from tests.scenario import Scenario, as_played, cases, given, impossible, refused, then

SEATS = "[(name=Ana, side=0), (name=Bo, side=1)]"
OPTIONS = "options=(setup=keeper, catalogue_check=off)"
KEEPERS = "keepers=[[ar_ra1, hg1], [cr1a, cr1b, ar_la1, ar_hd1, hg2]]"


def _league(extra="", keepers=KEEPERS, options=OPTIONS):
    return Scenario(GAME, PROVING_GROUND).do(f"create_match {SEATS} {options} {keepers} {extra}")


def _pilots(table):
    table.do("choose_base_robot crystal", "choose_base_robot obsidian", "reveal_talent_pool [vane, brick, moth]")
    return table.do("roll_d20 9", "roll_d20 4", "choose_starter vane", "choose_starter brick")


test_rules = cases(
    ("PBL-L05: the inheritance is the keepers, whatever their number; another one is refused",
     given(_league), refused("deal_inheritance [[ar_ra1, f01], [cr1a, cr1b, ar_la1, ar_hd1, hg2]]", "PBL-L05"),
     "deal_inheritance",
     then(lambda t: (side(t, 0).unplaced, side(t, 1).deck), ({"ar_ra1", "hg1"}, 5)),
     given(lambda: Scenario(GAME, PROVING_GROUND)),
     impossible(f"create_match {SEATS} options=(catalogue_check=off) {KEEPERS}", "PBL-L05")),
    ("PBL-L05: recorded as played, the keepers are in it, whatever was named",
     given(_league), as_played("deal_inheritance [[ar_ra1], [cr1a, cr1b, ar_la1, ar_hd1, hg2]]", "PBL-L05"),
     then(lambda t: (side(t, 0).deck, side(t, 0).unplaced), (2, {"ar_ra1", "hg1"}))),
    ("PBL-L06: no shop deck is set aside, and nobody's keeper lies in a pile",
     given(lambda: _pilots(_league("league_keepers=[cr2a]").do("deal_inheritance"))),
     refused("start_draft shop_deck=15", "PBL-L06"), "start_draft",
     then(lambda t: t.state.draft.deck, 100 - 7 - 1 - 5), impossible("take_pile cards=[cr2a]", "PBL-S02"),
     impossible("take_pile cards=[hg1]", "PBL-S02")),
    ("PBL-L09: what is dealt besides the keepers is known where it was named, and no keeper is counted twice",
     given(_league, options="options=(setup=keeper, top_up_inheritance=yes, catalogue_check=off)"),
     "deal_inheritance [[ar_ra1, f01, f02, f03, hg1], [cr1a, cr1b, ar_la1, ar_hd1, hg2]]",
     then(lambda t: [event.cards[0] for event in t.events], [("ar_ra1", "hg1", "f01", "f02", "f03")])),
    ("PBL-L12: terminations and blow-offs of every side stand in the state, the result in the outcome",
     given(three),
     lambda t: adjust(t, *(f"blow_off(player=Bo, slot={s}, by=Cleo)" for s in ("head", "left_arm", "right_arm",
         "legs"))),
     then(lambda t: [(one.blow_offs, one.terminations, one.eliminated) for one in t.state.sides], [(0, 0, False), (0,
         0, True), (4, 1, False)])),
)  # fmt: skip


def test_keepers_are_no_actions():
    """PBL-L04: an action card, and a card kept twice, are refused."""
    scene = Scenario(GAME, PROVING_GROUND)
    scene.refused(f"create_match {SEATS} {OPTIONS} keepers=[[ac_boost], [cr1a]]", "PBL-L04")
    scene.impossible(f"create_match {SEATS} {OPTIONS} keepers=[[cr1a], [cr1a]]", "PBL-L04")


@pytest.mark.parametrize(("others", "left"), [("", 3), ("league_keepers=[cr2a, cr3a]", 1)])
def test_last_restock_of_a_league(others, left):
    """PBL-D09: when fewer than five cards are left they are dealt from pile 1 on, and one last pick is made."""
    table = _pilots(_league(others).do("deal_inheritance")).do("start_draft")
    for _ in range(17):  # whole restocks, after the five cards to begin with
        table.do("take_pile")
    assert (table.state.draft.deck, table.state.draft.last) == (left, False)
    assert table.do("take_pile").state.draft.last
    table.do("take_pile")
    assert table.state.draft is None
    assert table.game.card_counts(table.state) == {"orange cards": 100 - (2 if others else 0)}


def test_an_empty_pile_is_not_looked_at():
    """PBL-D06: after the last restock a pile that got no card is passed over; one that has cards is not."""
    table = _pilots(_league().do("deal_inheritance")).do("start_draft")
    for _ in range(17):
        table.do("take_pile")
    table.do("pass_pile", "pass_pile", "pass_pile", "take_pile")
    assert [pile.count > 0 for pile in table.state.draft.piles] == [True, True, True, False, True]
    table.refused("take_pile 3", "PBL-D06").refused("take_pile 5", "PBL-D06")
    table.do("pass_pile", "pass_pile", "pass_pile", "take_pile 5")
    assert table.state.draft is None
    assert table.game.card_counts(table.state) == {"orange cards": 100}


def test_one_to_five_keepers():
    """PBL-L09: six keepers, or zero, are refused; by option fewer than five are filled up."""
    scene = Scenario(GAME, PROVING_GROUND)
    scene.refused(f"create_match {SEATS} {OPTIONS} keepers=[[], [cr1a]]", "PBL-L09")
    scene.refused(f"create_match {SEATS} {OPTIONS} keepers=[[hg1, hg2, hg3, cr1b, cr2a, cr3a], [cr1a]]", "PBL-L09")
    table = _league(options="options=(setup=keeper, top_up_inheritance=yes, catalogue_check=off)").do(
        "deal_inheritance"
    )
    assert [one.deck for one in table.state.sides] == [5, 5]
    none = scene.as_played(f"create_match {SEATS} {OPTIONS} keepers=[[], [cr1a]]", "PBL-L09").do("deal_inheritance")
    assert [one.deck for one in none.state.sides] == [0, 1]


def test_league_bonuses():
    """PBL-L11, PBL-Q49: hand limit, starting hand and deck size change for the side that bought them; no unknown side."""
    bonus = "bonuses=[(side=0, hand_limit=1, starting_hand=1, deck_reduction=3)]"
    table = _pilots(_league(bonus).do("deal_inheritance")).do("start_draft")
    while table.state.draft is not None:
        table.do("take_pile")
    before = side(table, 0).deck
    table.refused("reduce_deck [??, ??, ??, ??] player=Ana", "PBL-L11")
    table.refused("deal_opening_hands player=Ana", "PBL-L11").do("reduce_deck [??, ??, ??] player=Ana")
    for name in ("Ana", "Bo"):
        table.do(f"deal_opening_hands player={name}", f"keep_opening_hand player={name}")
    table.do("draw_card player=Ana reason=opening", "start_game")
    assert (side(table, 0).deck, len(hand(table, 0)), table.state.people[0].limit) == (before - 3 - 6, 6, 11)
    Scenario(GAME, PROVING_GROUND).impossible(f"create_match {SEATS} {OPTIONS} {KEEPERS} bonuses=[(side=4)]", "PBL-L11")


def test_a_deck_is_reduced_by_whom_it_is_due_before_there_are_hands():
    """PBL-L11, G19: without a name by the side that bought it, its cards hidden from the other; never once hands are dealt."""
    table = _pilots(_league("bonuses=[(side=1, deck_reduction=3)]").do("deal_inheritance")).do("start_draft")
    while table.state.draft is not None:
        table.do("take_pile")
    command = table.command("reduce_deck [f01, ??]")
    veiled = [GAME.redact(table.state, command, view).cards for view in (0, 1, "spectator", "judge")]
    assert veiled == [("??", "??"), ("f01", "??"), ("??", "??"), ("f01", "??")]
    deck = side(table, 1).deck
    assert side(table.do(command), 1).deck == deck - 2
    table.refused("reduce_deck [] player=Bo", "PBL-L11")
    table.as_played("deal_opening_hands player=Bo", "PBL-L11").refused("reduce_deck [??] player=Bo", "PBL-L11")
    table.do("keep_opening_hand player=Bo").refused("reduce_deck [??] player=Bo", "PBL-L11")


def test_a_deck_may_be_reduced_to_nothing_as_played():
    """PBL-L11: as many cards as the deck has can be taken out, more cannot."""
    table = _pilots(_league("bonuses=[(side=0, deck_reduction=9)]").do("deal_inheritance")).do("start_draft")
    while table.state.draft is not None:
        table.do("take_pile")
    count = side(table, 0).deck
    cards = ["??"] * count
    table.impossible(f"reduce_deck [{', '.join([*cards, '??'])}]", "PBL-L11")
    table.as_played(f"reduce_deck [{', '.join(cards)}]", "PBL-L11")
    assert side(table, 0).deck == 0


@pytest.mark.parametrize("rule", ["PBL-L01", "PBL-L02", "PBL-L03", "PBL-L07", "PBL-L08", "PBL-L10", "PBL-Q50"])
def test_league_business_is_outside_a_match(rule):
    """PBL-L01, PBL-L02, PBL-L03, PBL-L07, PBL-L08, PBL-L10, PBL-Q50: a league keeps these; no command of a match breaks them."""
    assert GAME.rules[rule].kind == "bookkeeping"
    table = standard().do("build_armor ar_ra1")
    assert rule not in {v.rule for command in GAME.legal(table.state) for v in GAME.check(table.state, command)}
