"""Series, celebrities, rotations, challenges, three sides, bomb variants, teams."""

import pytest
from msgspec.structs import replace

from domain.games.pbl_robots import GAME
from domain.games.pbl_robots.commands.decks import community_shop, draft_shop
from domain.games.pbl_robots.numbers import blow_off_deck
from domain.games.pbl_robots.series import carry_over
from domain.options import option_rules
from domain.seats import SeatSetup, TableSetup
from tests.games.pbl_robots.table import (
    PROVING_GROUND,
    adjust,
    attack,
    created,
    hand,
    limbs,
    opening,
    side,
    standard,
    tags,
    three,
    with_pilots,
)
from tests.scenario import Scenario, as_played, cases, given, impossible, refused, then

SERIES = "series=best_of_3, setup=carried_over, catalogue_check=off"
SEATS = "[(name=Ana, side=0), (name=Bo, side=1)]"
DECKS = (
    "carried=[(deck=41, cards=[f01, f02], starters=[vane], robot=crystal), (deck=39, starters=[brick], robot=obsidian)]"
)


def _series(options="game=2, score=1-0, previous_loser=2", carried=DECKS):
    table = Scenario(GAME, PROVING_GROUND)
    return table.do(f"create_match {SEATS} options=({SERIES}, {options}) {carried}")


def _rotation(number=3):
    pool = "vane, brick, moth, quill, pax, rook, ember" + (", dusk, tern, lull" if number == 5 else "")
    table = created(options={"rotation": str(number), "setup": "regular"})
    table.do(
        "choose_base_robot crystal", "choose_base_robot obsidian", "deal_inheritance", f"reveal_talent_pool [{pool}]"
    )
    table.do("roll_d20 9", "roll_d20 4")
    for pilot in pool.split(", ")[: number * 2]:
        table.do(f"choose_starter {pilot}")
    return table


def _drafted(table):
    table.do("start_draft")
    while table.state.draft is not None:
        table.do("take_pile")
    return table


def _challenge(setup="challenge_draft"):
    table = with_pilots(setup=setup).refused("select_challenge_card ar_ra1", "PBL-V15")
    return table.do("roll_d20 3 player=Ana", "roll_d20 8 player=Bo")


CHOICES = ("ar_la1", "ar_la1b", "ar_ra1", "hg1", "hg1b", "cr1a", "cr1b", "ar_hd1", "ar_lg1", "pod_a slot=left_arm")


def _selected(table):
    for choice in CHOICES:
        table.do(f"select_challenge_card {choice}")
    return table


def _eliminate(table, name, by):
    changes = [f"blow_off(player={name}, slot={s}, by={by})" for s in ("head", "left_arm", "right_arm", "legs")]
    return adjust(table, *changes)


test_rules = cases(
    ("PBL-V01: no game after a side has two wins of three; the score must be readable",
     given(lambda: Scenario(GAME, PROVING_GROUND)),
     refused(f"create_match {SEATS} options=({SERIES}, game=3, score=2-0) {DECKS}", "PBL-V01"),
     impossible(f"create_match {SEATS} options=({SERIES}, game=3, score=lots) {DECKS}", "PBL-V01")),
    ("PBL-V02: a later game has the decks of the game before, acquired cards in them; a deck too small is impossible",
     given(_series),
     then(lambda t: (side(t, 0).deck, side(t, 1).deck, t.state.shop.deck), (41, 39, 20)),
     given(lambda: Scenario(GAME, PROVING_GROUND)),
     impossible(f"create_match {SEATS} options=({SERIES}, game=2) carried=[(deck=1, cards=[f01, f02], starters=[vane]), "
         f"(deck=39, starters=[brick])]", "PBL-V02")),
    ("PBL-V04, PBL-Q46: limbs are fresh, the Shop is closed, hands are dealt anew",
     given(_series),
     then(lambda t: (limbs(t, 0), t.state.shop.open, hand(t, 0)), (4, False, ())),
     then(lambda t: [pilot.card for pilot in side(t, 1).pilots], ["brick"])),
    ("PBL-V05: a crew card lies open for all; another card is refused",
     given(created), impossible("set_celebrity ar_ra1", "PBL-V05"), 'set_celebrity cr1a note="all crew may be blasted"',
     then(lambda t: t.state.celebrities, ("cr1a",))),
    ("PBL-V06: turning stops at the first crew card",
     given(created), impossible("set_celebrity ar_ra1 turned=[f01]", "PBL-V06"),
     refused("set_celebrity cr1a turned=[f01, cr1b]", "PBL-V06"), "set_celebrity cr1a turned=[f01, f02]"),
    ("PBL-V07: how a celebrity works is a note that changes nothing else",
     given(created), 'set_celebrity cr1a note="draw more cards"',
     then(lambda t: t.events[0].note, "draw more cards"),
     then(lambda t: t.game.card_counts(t.state), {"orange cards": 100})),
    ("PBL-V08: a celebrity is neither dealt nor played; the shop deck is one card smaller",
     given(created, options={"setup": "quick_play"}), "set_celebrity cr1a",
     impossible("deal_inheritance [[cr1a, f01, f02, f03, f04], [f05, f06, f07, f08, f09]]", "PBL-V08"),
     "deal_inheritance", "choose_base_robot crystal", "choose_base_robot obsidian",
     "reveal_talent_pool [vane, brick, moth]", "roll_d20 9", "roll_d20 4", "choose_starter vane",
     "choose_starter brick", "deal_quick_play",
     then(lambda t: t.state.shop.deck, 19)),
    ("PBL-V10: both select before the reveal; a used pilot is refused; what is revealed was selected",
     given(lambda: _drafted(_rotation())), "commit_starter vane player=Ana", impossible("reveal_starters", "PBL-V10"),
     impossible("commit_starter vane player=Bo", "PBL-V10"), "commit_starter player=Bo",
     impossible("reveal_starters", "PBL-V10"), refused("reveal_starters [moth, brick]", "PBL-V10"),
     "reveal_starters [vane, brick]",
     then(lambda t: [one.pilots[0].card for one in t.state.sides], ["vane", "brick"])),
    ("PBL-V10: where nobody is named, it is the first side that has not selected yet",
     given(lambda: _drafted(_rotation())), "commit_starter",
     then(lambda t: [one.committed == "" for one in t.state.sides], [False, True]), "commit_starter",
     "reveal_starters [vane, brick]"),
    ("PBL-V10: not a second time, before the reveal or after it, and not outside a rotation",
     given(lambda: _drafted(_rotation())), "commit_starter vane player=Ana",
     impossible("commit_starter moth player=Ana", "PBL-V10"), "commit_starter brick", "reveal_starters",
     impossible("commit_starter moth player=Ana", "PBL-V10"), impossible("reveal_starters", "PBL-V10"), given(opening),
     impossible("reveal_starters [vane, brick]", "PBL-V10")),
    ("PBL-V13, PBL-Q30: all ten starters are chosen; blow-offs are markers with the same pilot point",
     given(_rotation, 5),
     then(lambda t: (len(side(t, 0).starters), blow_off_deck(t.state)), (5, 0)),
     given(created, options={"rotation": "5"}), refused("reveal_talent_pool [vane, brick, moth]", "PBL-V13")),
    ("PBL-V15: the dice decide who begins, sides alternate, a sixth card is refused",
     given(_challenge), refused("select_challenge_card ar_ra1 player=Ana", "PBL-V15"), _selected,
     refused("select_challenge_card ar_ra1d", "PBL-V15"),
     then(lambda t: [len(cards) for cards in t.state.setup.selections], [5, 5])),
    ("PBL-V16: no actions, no Level 2 first, no Skill 2 without a hangar",
     given(_challenge), refused("select_challenge_card ac_boost", "PBL-V16"),
     refused("select_challenge_card hg2", "PBL-V16"), refused("select_challenge_card cr2a", "PBL-V16"),
     "select_challenge_card cr1a",
     then(lambda t: side(t, 1).crew[0].card, "cr1a")),
    ("PBL-V17: without an inheritance the draft has 75 cards for two sides",
     given(lambda: _selected(_challenge())), refused("deal_inheritance", "PBL-S05"), "start_draft draft_deck=75",
     then(lambda t: t.state.shop.deck, 15)),
    ("PBL-V15: by option the first selector takes the first turn; an unknown value is refused under this rule",
     given(lambda: Scenario(GAME, PROVING_GROUND)),
     impossible(f"create_match {SEATS} options=(setup=challenge_draft, challenge_first_turn=coin, catalogue_check=off)",
         "PBL-V15")),
    ("PBL-V18: 20 cards are the shop deck, 70 one deck from which both draw",
     given(lambda: _selected(_challenge("challenge_community"))),
     refused("form_community_deck shop_deck=15", "PBL-V18"), "form_community_deck",
     then(lambda t: (t.state.community, t.state.shop.deck), (70, 20))),
    ("PBL-V19: the first selector's hands are dealt first; both draw from the one deck; it reshuffles all heaps",
     given(lambda: _selected(_challenge("challenge_community"))), "form_community_deck",
     refused("deal_opening_hands player=Ana", "PBL-V19"), "deal_opening_hands player=Bo",
     "deal_opening_hands player=Ana", "keep_opening_hand player=Bo", "keep_opening_hand player=Ana", "start_game",
     "draw_card", "draw_card",
     then(lambda t: t.state.community, 58),
     lambda t: adjust(t, *["move_card(card=??, player=Ana, source=deck, to=out_of_game)"] * 58,
         "discard(player=Bo, cards=[f01])"),
     "draw_card slot=1",
     then(lambda t: (t.state.community, side(t, 1).scrap), (1, ()))),
    ("PBL-V20, PBL-Q32: Bo was attacked by Ana; Cleo may not attack him next, Ana may again",
     given(three), "declare_attack head head target=Cleo", "roll_attack [1, 1]", "roll_defense [6, 6]",
     "concede_combat", "draw_card", refused("declare_attack head head target=Cleo", "PBL-V20"),
     "declare_attack head head target=Ana"),
    ("PBL-V21: a strike may go at the side that was attacked last turn",
     given(three), "declare_attack head head target=Cleo", "roll_attack [1, 1]", "roll_defense [6, 6]",
     "concede_combat", "draw_card", "play_action f01 player=Bo", "record_strike f01 Cleo head player=Bo"),
    ("PBL-V22: with three sides an attack names its target",
     given(three), impossible("declare_attack head head", "PBL-V22")),
    ("PBL-V23, PBL-Q34: its cards leave the game, its turns are skipped, it plays nothing",
     given(lambda: _eliminate(three(), "Bo", "Ana")), impossible("play_action ac_draw player=Bo", "PBL-V23"),
     impossible("declare_attack head head target=Bo", "PBL-V23"), "draw_card",
     then(lambda t: (t.state.turn.seat, hand(t, 1), t.state.phase), (2, (), "play")),
     then(lambda t: t.game.card_counts(t.state), {"orange cards": 100})),
    ("PBL-V27, PBL-Q33: it starts with the first elimination; on expiry the turn is finished and most blow-offs win",
     given(three, time_limit="minutes"), refused("clock started", "PBL-V27"), lambda t: _eliminate(t, "Bo", "Cleo"),
     refused("clock expired", "PBL-V27"), "clock started", "clock expired",
     then(lambda t: t.state.result, None), "draw_card",
     then(lambda t: (t.state.result.winners, t.state.result.reason), ((2,), "time_limit"))),
    ("PBL-V27: after two turns blow-offs and limbs are equal: the next limb decides",
     given(three, time_limit="turns", time_limit_amount="2"),
     lambda t: adjust(t, *(f"blow_off(player=Bo, slot={s})" for s in ("head", "left_arm", "right_arm", "legs"))),
     "draw_card", "draw_card", "draw_card",
     then(lambda t: (t.state.clock.tied, t.state.result), (True, None)),
     lambda t: adjust(t, "blow_off(player=Ana, slot=head, by=Cleo)"),
     then(lambda t: t.state.result.winners, (2,))),
    ("PBL-V29: every side's blow-offs stand in the result",
     given(lambda: adjust(three(), "blow_off(player=Bo, slot=head, by=Cleo)")), "resign player=Ana", "resign player=Bo",
     then(lambda t: t.state.result.scores, (0, 0, 1))),
    ("PBL-V30: with a target and a time limit, whichever is met first decides",
     given(three, blow_off_target="4", time_limit="turns", time_limit_amount="1"),
     then(lambda t: _eliminate(t, "Bo", "Ana").state.result.reason, "blow_off_target")),
    ("PBL-V31: attacker, then defender, state cards before the dice; all are rolled once, none is added later",
     given(standard, bomb_mode="predetermination"), refused("declare_attack head head", "PBL-V31"),
     refused("declare_attack head head bombs=6", "PBL-V31"), "declare_attack head head bombs=1",
     refused("roll_attack [1, 1] bombs=[2] cards=[f01]", "PBL-V31"), refused("declare_shields 6", "PBL-V31"),
     "declare_shields 1", refused("roll_attack [1, 1]", "PBL-V31"), "roll_attack [1, 1] bombs=[6] cards=[f01]",
     "roll_defense [1, 1, 1] shields=[2] cards=[??]", refused("add_shields [f11] [3]", "PBL-V31"),
     then(lambda t: (t.state.combat.attack_total, t.state.combat.defense_total), (8, 5))),
    ("PBL-V31: stated cards that the hand has lost since are not rolled",
     given(standard, bomb_mode="predetermination"), "declare_attack head head bombs=5", "play_action f09 player=Bo",
     "resolve_effect f09 [discard(player=Ana, cards=[??, ??])]", "declare_shields 0",
     "roll_attack [1, 1] bombs=[1, 1, 1] cards=[??, ??, ??]"),
    ("PBL-V31, PBL-V32: not after the attack was rolled; the attacker's bombs use up nothing of the defender's limit",
     given(standard, bomb_mode="predetermination", bomb_limit="1"), "declare_attack head head bombs=1",
     as_played("roll_attack [1, 1] bombs=[2] cards=[??]", "PBL-V31"), refused("declare_shields 1", "PBL-V31")),
    ("PBL-V32: one bomb and one shield are two",
     given(lambda: attack(standard(bomb_limit="2", bomb_limit_scope="total"), "head", "head", "1, 1", "2, 1, 1")),
     "add_bombs [??] [6]", "add_shields [??] [6]", refused("add_bombs [??] [1]", "PBL-V32")),
    ("PBL-V33: any bomb or shield is refused",
     given(lambda: attack(standard(bomb_mode="none"), "head", "head", "1, 1", "6, 1, 1")),
     refused("add_bombs [f01] [1]", "PBL-V33")),
    ("PBL-V41: a label is kept and shown, nothing else",
     given(standard, label="Mortal"),
     then(lambda t: "Mortal" in GAME.board(t.state, "spectator").title, True)),
    ("PBL-V31: dice without cards, and cards without dice, are on record all the same, of bombs and of shields",
     given(standard, bomb_mode="predetermination"), "declare_attack head head bombs=1", "declare_shields 1",
     as_played("roll_attack [1, 1] bombs=[2]", "PBL-V31"),
     then(tags, ["attack_rolled", "bombs_thrown"]), as_played("roll_defense [1, 1, 1] shields=[2]", "PBL-V31"),
     then(tags, ["defense_rolled", "shields_raised"]), given(standard, bomb_mode="predetermination"),
     "declare_attack head head bombs=1", "declare_shields 1", as_played("roll_attack [1, 1] cards=[??]", "PBL-V31"),
     then(tags, ["attack_rolled", "bombs_thrown"]), as_played("roll_defense [1, 1, 1] cards=[??]", "PBL-V31"),
     then(tags, ["defense_rolled", "shields_raised"])),
)  # fmt: skip


def test_decks_that_go_on_are_their_sides_secret():
    """PBL-V02, G19: of the decks carried over each side knows its own cards, the judge all and the shop deck's."""
    table = Scenario(GAME, PROVING_GROUND)
    decks = "carried=[(deck=41, cards=[f01], starters=[vane]), (deck=39, cards=[f02], starters=[brick])] shop=[f03]"
    command = table.command(f"create_match {SEATS} options=({SERIES}, game=2) {decks}")
    veiled = {view: GAME.redact(table.state, command, view) for view in (0, 1, "spectator", "judge")}
    known = {view: ([one.cards for one in it.carried], it.shop) for view, it in veiled.items()}
    assert known == {
        0: ([("f01",), ()], ()),
        1: ([(), ("f02",)], ()),
        "spectator": ([(), ()], ()),
        "judge": ([("f01",), ("f02",)], ("f03",)),
    }


def test_cards_acquired_stay():
    """PBL-V02: after a game each side's cards are counted in every zone; a row card stays with its taker."""
    table = standard().do("build_armor ar_ra1", "draw_card", "play_action ac_jam player=Bo target=Ana target_slot=head")
    moves = ["move_card(card=??, player=Bo, source=deck, to=scrap)"] * 35
    adjust(table, *moves).do("draw_card slot=1 row=[f50, f51, f52, f53, f54]", "resign player=Bo")
    ana, bo = carry_over(table.state, (0, 1), (None, None)).fields["carried"]
    assert (ana.deck, bo.deck) == (40, 41)
    assert {"f50", "ac_jam"} <= set(bo.cards)
    assert (ana.starters, ana.robot) == (("vane",), "crystal")
    assert "ar_ra1" in ana.cards
    assert "ac_jam" not in ana.cards


def test_loser_starts():
    """PBL-V03: Bo lost and starts, though Ana's pilot is faster."""
    table = _series()
    for name in ("Ana", "Bo"):
        table.do(f"deal_opening_hands player={name}", f"keep_opening_hand player={name}")
    table.refused("start_game first=Ana", "PBL-V03").do("start_game")
    assert table.state.turn.seat == 1


@pytest.mark.parametrize(
    "table",
    [lambda: created().do("deal_inheritance"), lambda: created(options={"setup": "quick_play"}).do("deal_inheritance")],
)
def test_celebrities_come_before_the_cards(table):
    """PBL-V05: once cards are dealt, no celebrity is agreed any more."""
    table().refused("set_celebrity cr1a", "PBL-V05")


def test_celebrities_come_out_of_the_shop_deck():
    """PBL-V08, PBL-Q29: of a draft, and beside a community deck, too."""
    state = created().do("set_celebrity cr1a").state
    assert (draft_shop(state), community_shop(state)) == (14, 19)
    many = replace(state, celebrities=("cr1a",) * 21)
    assert (draft_shop(many), community_shop(many)) == (0, 0)


def test_three_pilots_each():
    """PBL-V09: seven starters for three each; a fourth, another pool and a third side are refused."""
    table = _rotation()
    table.impossible("choose_starter ember", "PBL-V09")
    assert (side(table, 0).starters, blow_off_deck(table.state)) == (("vane", "moth", "pax"), 4)
    created(options={"rotation": "3"}).refused("reveal_talent_pool [vane, brick, moth]", "PBL-V09")
    scene = Scenario(GAME, PROVING_GROUND)
    (command, *_) = GAME.open_table(
        TableSetup(tuple(map(SeatSetup, "ABC")), {"rotation": "3", "catalogue_check": "off"})
    )
    scene.impossible(command, "PBL-V09")


def test_committed_pilot_is_secret():
    """PBL-V14: the drafted pilots are public, and only its side sees the selected one."""
    table = _drafted(_rotation()).do("commit_starter vane player=Ana")
    panels = {view: str(GAME.board(table.state, view).panels[0].facts) for view in (0, 1, "judge")}
    assert "Vane" in panels[0]
    assert "Vane" in panels["judge"]
    assert "Vane" not in panels[1]
    assert "Vane" in str(GAME.board(table.state, 1).panels[0].parts)


def test_later_games_of_a_rotation():
    """PBL-V11, PBL-V12: game 2 selects from the other two, and the fastest pilot starts, not the loser."""
    pilots = "starters=[vane, moth, pax], used_starters=[vane]), (deck=40, starters=[brick, quill, rook], used_starters=[brick]"
    carried = f"carried=[(deck=40, robot=crystal, {pilots}, robot=obsidian)]"
    table = _series("game=2, score=1-0, previous_loser=2, rotation=3", carried)
    table.refused("commit_starter vane player=Ana", "PBL-V10").do(
        "commit_starter moth player=Ana", "commit_starter rook player=Bo"
    )
    table.do("reveal_starters")
    for name in ("Ana", "Bo"):
        table.do(f"deal_opening_hands player={name}", f"keep_opening_hand player={name}")
    table.refused("start_game first=Bo", "PBL-V12").do("start_game")
    used = (
        "carried=[(deck=40, starters=[vane, moth, pax], used_starters=[vane, moth, pax]), "
        "(deck=40, starters=[brick, quill, rook])]"
    )
    scene = Scenario(GAME, PROVING_GROUND)
    scene.impossible(f"create_match {SEATS} options=({SERIES}, game=3, rotation=3) {used}", "PBL-V11")


def test_a_challenge_card_is_one_that_is_there():
    """PBL-V16, PBL-V08, PBL-S02: the card is named, is not a celebrity, and was not selected before."""
    table = _challenge().given(lambda state: replace(state, celebrities=("cr1b",))).do("select_challenge_card cr1a")
    table.impossible("select_challenge_card ??", "PBL-V16").impossible("select_challenge_card cr1b", "PBL-V08")
    table.impossible("select_challenge_card cr1a", "PBL-S02")


def test_challenge_cards_go_round():
    """PBL-V15: three sides select in the order of their dice; recorded as played before the dice, in that of the seats."""
    table = with_pilots(("Ana", "Bo", "Cleo"), ("vane", "brick", "rook"), setup="challenge_draft")
    early = Scenario(GAME, PROVING_GROUND, table.state).as_played("select_challenge_card cr1a player=Ana", "PBL-V15")
    assert early.state.setup.selector == 1
    table.do("roll_d20 3 player=Ana", "roll_d20 8 player=Bo", "roll_d20 5 player=Cleo")
    selectors = [table.do(f"select_challenge_card {card}").state.setup.selector for card in ("cr1a", "cr1b", "ar_la1")]
    assert selectors == [2, 0, 1]


def test_numbers_for_three():
    """PBL-V24: talent pool 4, blow-off deck 7, quick play 30 each and shop 10; in a draft 5 and 80."""
    table = three()
    assert (table.state.shop.deck, side(table, 2).deck, blow_off_deck(table.state)) == (10, 25, 7)
    drafting = with_pilots(("Ana", "Bo", "Cleo"), ("vane", "brick", "rook"), setup="regular")
    drafting.refused("start_draft shop_deck=15", "PBL-D03").do("start_draft shop_deck=5 draft_deck=80")
    created(("Ana", "Bo", "Cleo")).refused("reveal_talent_pool [vane, brick, moth]", "PBL-S06")


def test_last_robot_standing():
    """PBL-V26: the game goes on until one robot is left; limits are for three sides."""
    table = _eliminate(three(), "Bo", "Ana")
    assert table.state.result is None
    assert _eliminate(table, "Cleo", "Ana").state.result.winners == (0,)
    scene = Scenario(GAME, PROVING_GROUND)
    scene.refused(f"create_match {SEATS} options=(time_limit=turns, catalogue_check=off)", "PBL-V26")


def test_blow_off_target():
    """PBL-V28: the first side with two blow-offs wins at once; a target below 1 is refused."""
    table = three(blow_off_target="2")
    adjust(table, "blow_off(player=Bo, slot=head, by=Ana)", "blow_off(player=Cleo, slot=head, by=Ana)")
    assert table.state.result.reason == "blow_off_target"
    seats = "[(name=A, side=0), (name=B, side=1), (name=C, side=2)]"
    scene = Scenario(GAME, PROVING_GROUND)
    scene.impossible(f"create_match {seats} options=(sides=3, blow_off_target=-1, catalogue_check=off)", "PBL-V28")


def test_how_many_bombs_are_stated():
    """PBL-V31, PBL-V32: zero or more, up to the limit; of the limit for both, the stated part is used."""
    table = standard(bomb_mode="predetermination", bomb_limit="1", bomb_limit_scope="total")
    table.refused("declare_attack head head bombs=-1", "PBL-V31").refused("declare_attack head head bombs=2", "PBL-V32")
    none = Scenario(GAME, PROVING_GROUND, table.state).do("declare_attack head head bombs=0", "declare_shields 1")
    none.refused("declare_shields 1", "PBL-V31")
    table.do("declare_attack head head bombs=1").refused("declare_shields 1", "PBL-V32").do("declare_shields 0")


def test_maximum_limit():
    """PBL-V32: one bomb each; by option one together."""
    table = attack(standard(bomb_limit="1"), "head", "head", "1, 1", "6, 1, 1").do("add_bombs [f01] [1]")
    table.refused("add_bombs [f02] [6]", "PBL-V32")
    both = attack(standard(bomb_limit="1", bomb_limit_scope="total"), "head", "head", "1, 1", "2, 1, 1")
    both.do("add_bombs [f01] [6]").refused("add_shields [f11] [6]", "PBL-V32")
    texts = [
        one.text
        for there, line in ((table, "add_bombs [f02] [6]"), (both, "add_shields [f11] [6]"))
        for one in GAME.check(there.state, there.command(line))
    ]
    assert texts == [
        f"at most 1 bomb or shield {scope} per combat: 1 used, 1 more given" for scope in ("each", "together")
    ]


def test_variants_leave_storage_bombs():
    """PBL-V34: without bombs storage bombs are still used, unless the option covers them (PBL-V33)."""
    for option in ("false", "true"):
        table = standard(bomb_mode="none", bomb_mode_covers_storage=option)
        table.do("build_hangar hg1", "add_storage_bomb cr1a 5", "draw_card", "draw_card")
        attack(table, "head", "head", "1, 1", "6, 1, 1")
        if option == "false":
            table.do("use_storage_bombs [5]")
        else:
            table.refused("use_storage_bombs [5]", "PBL-V33")


@pytest.mark.parametrize("option", ["bomb_mode", "time_limit", "team_mode", "series", "passing"])
def test_unknown_values(option):
    """PBL-V31, PBL-V27, PBL-V35, PBL-V01, PBL-T04: an unknown value is refused under the rule of its option."""
    scene = Scenario(GAME, PROVING_GROUND)
    scene.impossible(
        f"create_match {SEATS} options=({option}=odd, catalogue_check=off)", option_rules(GAME.options)[option]
    )
