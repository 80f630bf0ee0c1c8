"""The course of a turn."""

import pytest
from msgspec.structs import replace

from domain.games.pbl_robots import GAME
from domain.games.pbl_robots.commands.attacks import can_declare
from domain.games.pbl_robots.events.turns import OwedSettled
from domain.games.pbl_robots.state import Owed, Shop
from tests.games.pbl_robots.table import PROVING_GROUND, adjust, hand, side, standard, tags, three
from tests.scenario import Scenario, as_played, cases, given, impossible, refused, then

BARE = Shop(open=True)


test_rules = cases(
    ("PBL-T01: an attack by a side whose turn it is not is refused",
     given(standard), refused("declare_attack head head player=Bo", "PBL-T01"),
     refused("pass_move player=Bo", "PBL-T01")),
    ("PBL-T02: a second build or an attack after a build is refused",
     given(standard), "build_armor ar_ra1", refused("play_crew cr1a", "PBL-T02"),
     refused("declare_attack head head", "PBL-T02")),
    ("PBL-T03: an action card is not a MOVE", given(standard), refused("build_armor ac_boost", "PBL-T03")),
    ("PBL-T04: a pass uses the MOVE; there is none after a MOVE",
     given(standard), "pass_move", refused("build_armor ar_ra1", "PBL-T02"), refused("pass_move", "PBL-T04")),
    ("PBL-T04: an end draw with the MOVE unused is recorded as a pass",
     given(standard), "draw_card",
     then(lambda t: tags(t)[:2], ["move_passed", "card_drawn"])),
    ("PBL-T04: by option a player who can attack may not pass",
     given(standard, passing="only_if_unable"), refused("pass_move", "PBL-T04"), refused("draw_card", "PBL-T04"),
     "build_armor ar_ra1", "draw_card"),
    ("PBL-T04: who has nothing to attack with, and nothing that can be built, may pass by that option too",
     given(standard, passing="only_if_unable"), "build_armor pod_a slot=right_arm", "draw_card",
     lambda t: adjust(t, *[f"blow_off(player=Ana, slot={limb})" for limb in ("head", "left_arm", "legs")],
         "set_turn(player=Ana)"),
     "pass_move"),
    ("PBL-X08: only the draw that opens the Shop is from its row",
     given(lambda: adjust(standard(), "open_shop(row=[f01, f02, f03, f04, f05])")), "draw_card", "draw_card slot=1"),
    ("PBL-T05: after a blast the MOVE is still open",
     given(standard), "play_crew cr1x", "draw_card", "draw_card", "blast_crew cr1x", "draw_card", "draw_card",
     "build_armor ar_ra1"),
    ("PBL-T06: after an action the MOVE is still open",
     given(standard), "play_action ac_draw", "draw_card", "draw_card", "build_armor ar_ra1"),
    ("PBL-T07: after the draw it is Bo's turn; a second end draw is refused",
     given(standard), "build_armor ar_ra1", "draw_card",
     then(lambda t: t.state.turn.seat, 1), refused("draw_card player=Ana", "PBL-T07")),
    ("PBL-T07, PBL-T04: recorded as played, Ana's second draw gives her a card; it is still Bo's turn, and nobody has passed",
     given(standard), "build_armor ar_ra1", "draw_card", as_played("draw_card player=Ana", "PBL-T07"),
     then(tags, ["card_drawn"]), then(lambda t: t.state.turn.seat, 1), "play_crew cr1b"),
    ("PBL-T07: ending without a card is refused while there is one to draw",
     given(standard), refused("draw_card nothing=yes", "PBL-T07")),
    ("PBL-T08: after the announced end others play actions; after the draw an action belongs to the next turn",
     given(standard), "build_armor ar_ra1", "announce_end", "play_action ac_jam player=Bo target=Ana target_slot=head",
     "draw_card", "play_action ac_boost player=Ana",
     then(lambda t: (t.state.turn.number, t.state.turn.seat), (2, 1))),
    ("PBL-T09: building in another's turn is refused",
     given(standard), refused("build_armor ar_lg1 player=Bo", "PBL-T09"),
     refused("play_crew cr1a player=Bo", "PBL-T09")),
    ("PBL-T02: an attack under way is finished before anything is built or drawn for the end",
     given(standard), "declare_attack head head", refused("build_armor ar_ra1", "PBL-T02"),
     refused("draw_card", "PBL-C16"), refused("announce_end", "PBL-C16")),
    ("PBL-T07: a draw nobody recorded is an unknown card that a later play names",
     given(standard), "draw_card",
     then(lambda t: hand(t, 0), (None,) * 6), then(lambda t: side(t, 0).deck, 34)),
    ("PBL-E06: an adjustment needs a reason; it can set whose turn it is",
     given(standard), impossible('adjust " " [set_turn(player=Bo)]', "PBL-E06"),
     lambda t: adjust(t, "set_turn(player=Bo)"), "build_armor ar_lg1"),
)  # fmt: skip


def test_three_sides_go_round():
    """PBL-T01: with three sides turns go by seat from the first player."""
    table = three()
    assert [table.do("draw_card").state.turn.seat for _ in range(4)] == [1, 2, 0, 1]


@pytest.mark.parametrize(
    ("card", "passes"), [("hg1", False), ("pod_b", False), ("ar_hd1", True), ("hg2", True), ("f01", True)]
)
def test_pass_where_nothing_can_be_built(card, passes):
    """PBL-T04, PBL-Q08: what a hand is known to hold may be built, a pod on any limb; no second level, no armor of a dead limb."""
    table = standard(passing="only_if_unable").do("build_armor pod_a slot=right_arm", "draw_card")
    gone = [f"blow_off(player=Ana, slot={limb})" for limb in ("head", "left_arm", "legs")]
    adjust(table, *gone, "set_turn(player=Ana)", f"reveal(player=Ana, card={card})")
    table.do("pass_move") if passes else table.refused("pass_move", "PBL-T04")


@pytest.mark.parametrize(
    ("shop", "changes", "there"),
    [
        (BARE, {}, False),
        (BARE, {"deck": 1}, True),
        (BARE, {"scrap": ("f01",)}, True),
        (replace(BARE, row=("f01", *BARE.row[1:])), {}, True),
        (replace(BARE, deck=1), {}, True),
        (Shop(), {"scrap": ("f01",)}, True),
        (Shop(), {}, False),
    ],
)
def test_a_turn_ends_without_a_draw_where_there_is_no_card(shop, changes, there):
    """PBL-T07: `nothing=yes` is refused while the deck, the scrap to be shuffled, the row or a card to be turned up has a card."""
    state = standard().do("pass_move").state
    one = replace(state.sides[0], **{"deck": 0, "scrap": (), **changes})
    state = replace(state, shop=shop, sides=(one, state.sides[1]))
    table = Scenario(GAME, PROVING_GROUND, state)
    table.refused("draw_card nothing=yes", "PBL-T07") if there else table.do("draw_card nothing=yes")


def test_who_draws_first_is_told():
    """PBL-X03: where another draws, whose draw is due, and what it is for."""
    table = adjust(standard(), *(f"blow_off(player=Bo, slot={limb})" for limb in ("head", "left_arm", "right_arm")))
    faults = GAME.check(table.state, table.command("draw_card player=Ana reason=opening"))
    assert [one.text for one in faults] == ["Bo draws first (critical)", "the critical draw is due, not opening"]


def test_a_hand_at_its_limit_is_not_over_it():
    """PBL-X06: a player at the hand limit scraps zero cards; without a name it is the player above the limit."""
    table = adjust(standard(), "hand_limit(player=Ana, delta=-5)", "hand_limit(player=Bo, delta=-6)")
    faults = GAME.check(table.state, table.command("discard_to_limit [??] player=Ana"))
    assert [one.text for one in faults] == ["Ana has 5 cards; the hand limit is 5"]
    assert len(hand(table.do("discard_to_limit [??]"), 1)) == 4


def test_pass_after_the_attacks_that_there_are():
    """PBL-T04: after its MOVE a turn cannot be passed; an unused attack does not change that."""
    table = standard()
    assert can_declare(table.state)
    assert not can_declare(table.do("pass_move").state)
    raging = replace(table.state, turn=replace(table.state.turn, rage=1))
    assert can_declare(raging)
    assert can_declare(table.do("play_action ac_twice").state)


def test_what_is_due_is_done_one_by_one():
    """PBL-T07, PBL-X08, PBL-Q39: only the first of several draws is from the row; a completed draw is settled."""
    owed = Owed("draw", 0, 0, 3, "effect", "PBL-A27", from_row=True)
    state = replace(standard().state, owed=(owed, owed))
    left = GAME.evolve(state, OwedSettled())
    assert left.owed == (replace(owed, n=2, from_row=False), owed)
    assert GAME.evolve(left, OwedSettled(n=2)).owed == (owed,)
    bare = replace(state, owed=())
    assert GAME.evolve(bare, OwedSettled()) == bare
