"""Setup, quick play, opening hands, the first turn."""

import pytest
from msgspec.structs import replace

from domain.cards import DeckList, token_id
from domain.games.pbl_robots import GAME
from domain.games.pbl_robots.cards import check_catalogue, check_deck
from domain.games.pbl_robots.commands.opening import StartGame
from domain.games.pbl_robots.events.turns import CardsPutUnder
from domain.games.pbl_robots.numbers import blow_off_deck
from domain.seats import SeatSetup, TableSetup
from tests.games.pbl_robots.table import (
    PROVING_GROUND,
    SAMPLE,
    adjust,
    created,
    hand,
    opening,
    side,
    standard,
    tags,
    three,
    with_pilots,
)
from tests.scenario import Scenario, as_played, cases, given, impossible, refused, then


def _open(seats, options=None, cards=PROVING_GROUND):
    (command, *_) = GAME.open_table(TableSetup(tuple(seats), {"catalogue_check": "off", **(options or {})}))
    return Scenario(GAME, cards), command


def _ready(setup):
    """A table at which the decks are to be made."""
    table = with_pilots(setup=setup)
    if setup == "challenge_community":
        table.do("roll_d20 3 player=Ana", "roll_d20 8 player=Bo")
        cards = "ar_la1", "ar_la1b", "ar_ra1", "hg1", "hg1b", "cr1a", "cr1b", "ar_hd1", "ar_lg1", "cr1x"
        table.do(*(f"select_challenge_card {card}" for card in cards))
    return table


test_rules = cases(
    ("PBL-S02: a card that lies on Ana's robot cannot come from Bo's hand, in no mode of recording",
     given(standard), "build_armor ar_ra1", "draw_card", impossible("build_armor ar_ra1", "PBL-S02")),
    ("PBL-S02: a card named in both inheritances is refused",
     given(created),
     impossible("deal_inheritance [[ar_ra1, f01, f02, f03, f04], [ar_ra1, f05, f06, f07, f08]]", "PBL-S02")),
    ("PBL-S03: a robot that is taken cannot be taken again",
     given(created), "choose_base_robot crystal player=Ana",
     impossible("choose_base_robot crystal player=Bo", "PBL-S03")),
    ("PBL-S10: a starter that is chosen after a card put an expert into the cockpit sits below the expert",
     given(created), "choose_base_robot crystal player=Ana", "choose_base_robot obsidian player=Bo", "deal_inheritance",
     "reveal_talent_pool [vane, brick, lull]", "roll_d20 20 player=Ana", "roll_d20 19 player=Bo",
     "adjust test [put(player=Ana, card=ep_grand, source=deck)]", "choose_starter vane player=Ana",
     then(lambda t: [pilot.card for pilot in side(t, 0).pilots], ["vane", "ep_grand"]),
     then(lambda t: t.game.card_counts(t.state), {"orange cards": 100})),
    ("PBL-S05: four cards are refused; five go into the deck",
     given(created), refused("deal_inheritance [[f01, f02, f03, f04], [f05, f06, f07, f08, f09]]", "PBL-S05"),
     "deal_inheritance [[f01, f02, f03, f04, f10], [f05, f06, f07, f08, f09]]",
     then(lambda t: side(t, 0).deck, 5), then(lambda t: side(t, 0).unplaced, {"f01", "f02", "f03", "f04", "f10"})),
    ("PBL-S05: recorded as played, each side has the cards that it was given, and no more",
     given(created), as_played("deal_inheritance [[], [f05, f06, f07, f08, f09, f10]]", "PBL-S05"),
     then(lambda t: [one.deck for one in t.state.sides], [0, 6]),
     then(lambda t: t.game.card_counts(t.state), {"orange cards": 100})),
    ("PBL-S06: two sides turn up three starters",
     given(created), refused("reveal_talent_pool [vane, brick]", "PBL-S06")),
    ("PBL-S07: the highest roll chooses first, and nobody before all have rolled",
     given(created), "choose_base_robot crystal", "choose_base_robot obsidian", "deal_inheritance",
     "reveal_talent_pool [vane, brick, moth]", "roll_d20 4 player=Ana",
     refused("choose_starter vane player=Ana", "PBL-S07"), "roll_d20 9 player=Bo",
     refused("choose_starter vane player=Ana", "PBL-S07"), "choose_starter vane player=Bo"),
    ("PBL-S07, PBL-Q03: equal rolls are repeated by the tied sides alone",
     given(created, ("Ana", "Bo", "Cleo")), "roll_d20 9 player=Ana", "roll_d20 9 player=Bo", "roll_d20 12 player=Cleo",
     refused("roll_d20 3 player=Cleo", "PBL-S07"), "roll_d20 3 player=Ana", "roll_d20 8 player=Bo",
     then(lambda t: t.state.setup.order, (2, 1, 0))),
    ("PBL-S08: a pilot that was not turned up, or is taken, cannot be chosen",
     given(created), "choose_base_robot crystal", "choose_base_robot obsidian", "deal_inheritance",
     "reveal_talent_pool [vane, brick, moth]", "roll_d20 14", "roll_d20 9", "choose_starter vane",
     impossible("choose_starter vane", "PBL-S08"), impossible("choose_starter quill", "PBL-S08")),
    ("PBL-S11: cards of both hands, or four cards, are refused; the other hand goes back",
     given(opening), "deal_opening_hands [f01, f02, f03, f04, f05] [f06, f07, f08, f09, f10] player=Ana",
     refused("keep_opening_hand cards=[f01, f02, f03, f04, f06] player=Ana", "PBL-S11"),
     refused("keep_opening_hand cards=[f01, f02, f03, f04] player=Ana", "PBL-S11"),
     "keep_opening_hand cards=[f06, f07, f08, f09, f10] player=Ana",
     then(lambda t: set(hand(t, 0)), {"f06", "f07", "f08", "f09", "f10"}), then(lambda t: side(t, 0).deck, 35)),
    ("PBL-S11: what was not known of it is then; what was stays where it lies, and the other hand is no better known",
     given(opening), "deal_opening_hands [??, f02, ??, ??, ??] [f06, ??, ??, ??, ??] player=Ana",
     "keep_opening_hand cards=[f01, f02, f03, f04, f05] player=Ana",
     then(lambda t: hand(t, 0), ("f01", "f02", "f03", "f04", "f05")),
     then(lambda t: [event.cards for event in t.events if isinstance(event, CardsPutUnder)], [("f06", *[None] * 4)])),
    ("PBL-S11: a card that is known to lie on top is dealt first, and lies there no more",
     given(lambda: adjust(opening(), "move_card(card=f01, player=Ana, source=deck, to=deck_top)")),
     then(lambda t: side(t, 0).top, ("f01",)), "deal_opening_hands player=Ana",
     then(lambda t: side(t, 0).top, ())),
    ("PBL-S11: an opening hand of four is refused",
     given(opening), refused("deal_opening_hands [f01, f02, f03, f04] player=Ana", "PBL-S11")),
    ("PBL-S12: quill draws one card before anything else",
     given(standard, ("quill", "brick")),
     then(lambda t: [(owed.side, owed.seat) for owed in t.state.owed], [(0, 0)]), refused("start_game", "PBL-S12"),
     impossible("build_armor ar_ra1", "PBL-S12"), "draw_card player=Ana reason=opening", "start_game",
     then(lambda t: len(hand(t, 0)), 6)),
    ("PBL-S14: 21 on the d20 and 7 or 0 on a d6 are refused",
     given(created), refused("roll_d20 21", "PBL-S14"), given(standard), "declare_attack head head",
     refused("roll_attack [7, 1]", "PBL-S14"), refused("roll_attack [0, 1]", "PBL-S14")),
    ("PBL-D01: decks are not dealt before pilots are chosen, nor drafted in quick play",
     given(created, options={"setup": "quick_play"}), refused("deal_quick_play", "PBL-D01"),
     given(with_pilots, setup="quick_play"), refused("start_draft", "PBL-D01")),
    ("PBL-D02, PBL-Q06: 40 cards each, the inheritance included, 20 in the shop deck; other sizes are refused",
     given(with_pilots, setup="quick_play"), refused("deal_quick_play sizes=[34, 35]", "PBL-D02"), "deal_quick_play",
     then(lambda t: (side(t, 0).deck, side(t, 1).deck, t.state.shop.deck), (40, 40, 20))),
    ("PBL-D11: decks of unequal size are played with",
     given(with_pilots, setup="quick_play"), as_played("deal_quick_play sizes=[30, 36]", "PBL-D02"),
     then(lambda t: (side(t, 0).deck, side(t, 1).deck), (35, 41))),
    ("PBL-S02: a card that the catalogue lacks is defined once and can then be played",
     given(standard), 'define_card armor(card_id=new, name="New Arm", slot=left_arm, level=1, attack=2, defense=2)',
     impossible('define_card armor(card_id=new, name="New Arm", slot=left_arm, level=1, attack=2, defense=2)',
         "PBL-S02"),
     "build_armor new",
     then(lambda t: tags(t)[-1], "armor_built")),
)  # fmt: skip


@pytest.mark.parametrize("count", [1, 4])
def test_two_or_three_robots(count):
    """PBL-S01: one robot, or four, is refused."""
    table, command = _open([SeatSetup(f"P{n}", n) for n in range(count)])
    table.impossible(command, "PBL-S01")


def test_match_is_created_first_and_once():
    """PBL-S01: every command is refused before create_match, and create_match happens once."""
    table: Scenario = Scenario(GAME, PROVING_GROUND)
    table.impossible("draw_card", "PBL-S01")
    created().impossible("create_match seats=[(name=A, side=0), (name=B, side=1)]", "PBL-S01")


def test_full_base_set():
    """PBL-S02: a base set has 38 armor, 10 hangars, 26 crew, 21 actions, 5 experts, 10 starters, 3 robots."""
    assert check_catalogue(SAMPLE) == ()
    table, command = _open([SeatSetup("A"), SeatSetup("B")], {"catalogue_check": "base_set"})
    table.impossible(command, "PBL-S02")


def test_deck_lists_hold_each_card_once():
    """PBL-S02: a deck list with a card twice, or with a robot in it, is wrong."""
    assert check_deck(DeckList({"visor": 1, "clamp": 1}), SAMPLE) == ()
    assert [v.rule for v in check_deck(DeckList({"visor": 2}), SAMPLE)] == ["PBL-S02"]
    assert [v.rule for v in check_deck(DeckList({"lancer_frame": 1}), SAMPLE)] == ["PBL-S02"]


def test_a_robot_is_chosen_once():
    """PBL-S03: a player who already has one is told so; if both have one, the first player is told."""
    table = created().do("choose_base_robot crystal", "choose_base_robot obsidian")
    faults = GAME.check(table.state, table.command("choose_base_robot solar"))
    assert [one.text for one in faults] == ["Ana already has a robot"]


@pytest.mark.parametrize(
    "line", ["roll_d20 3", "reduce_deck [??]", "commit_starter", "deal_opening_hands", "keep_opening_hand"]
)
def test_what_is_due_of_nobody_is_the_first_players(line):
    """PBL-S07, PBL-S11, PBL-L11, PBL-V10: given a command without a due player, then it is read as the first player's."""
    table = standard(("brick", "vane"))
    assert table.state.turn.seat == 1
    assert table.command(line).acting_seat(table.state) == 0


def test_fresh_robot():
    """PBL-S04: four active limbs at Level 0, no crew, no hangar, no pilot points."""
    robot = side(standard(), 0)
    assert not any(slot.dead or slot.stack for slot in robot.slots)
    assert (robot.crew, robot.hangars, robot.blow_offs) == ((), (), 0)


def test_a_talent_pool_is_turned_up_once():
    """PBL-S06, PBL-S02: a second one is refused, a pilot named twice is impossible; the first is described only by its size."""
    texts = []
    for table in (created(), created().do("reveal_talent_pool [vane, brick, moth]")):
        command = table.command("reveal_talent_pool [vane, brick]")
        texts.append([one.text for one in GAME.check(table.state, command)])
    size = "the talent pool is 3 starters, 2 given"
    assert texts == [[size], ["the talent pool is already turned up", size]]
    created().impossible("reveal_talent_pool [vane, brick, vane]", "PBL-S02")


def test_who_rolls_is_told():
    """PBL-S07: of several, the first who has not rolled yet."""
    table = created(("Ana", "Bo", "Cleo")).do("roll_d20 9 player=Cleo")
    faults = GAME.check(table.state, table.command("roll_d20 3 player=Cleo"))
    assert [one.text for one in faults] == ["Cleo has rolled; Ana rolls"]


def test_blow_off_deck():
    """PBL-S09: eight black cards with two sides, seven with three."""
    assert blow_off_deck(standard().state) == 8
    assert blow_off_deck(three().state) == 7


def test_pilot_sits_in_the_cockpit():
    """PBL-S10: the chosen starter is in the cockpit; hands are not dealt without one."""
    assert side(with_pilots(), 0).pilots[0].card == "vane"
    created_match = created(options={"setup": "quick_play"})
    created_match.impossible("deal_opening_hands", "PBL-S11")


@pytest.mark.parametrize(
    ("line", "rules", "kept"), [("2", (), 1), ("1", (), 0), ("3", ("PBL-S11",), 0), ("0", ("PBL-S11",), 0)]
)
def test_which_hand_is_kept(line, rules, kept):
    """PBL-S11: the stated one; given an unknown number, recorded as played, the first."""
    table = opening().do("deal_opening_hands player=Ana")
    offered = table.state.people[0].offered
    table.as_played(f"keep_opening_hand {line} player=Ana", *rules)
    assert table.state.people[0].hand == offered[kept]


def test_cards_of_a_hand_that_nobody_saw_are_those_of_the_hand_that_is_said():
    """PBL-S11: cards named when a hand is kept belong to the kept hand, and cards elsewhere are refused."""
    table = opening().do("deal_opening_hands player=Ana")
    second = [token.id for token in table.state.people[0].offered[1]]
    table.impossible("keep_opening_hand 2 cards=[vane, f02, f03, f04, f05] player=Ana", "PBL-S02")
    table.do("keep_opening_hand 2 cards=[f01, f02, f03, f04, f05] player=Ana")
    assert [token.id for token in table.state.people[0].hand] == second
    assert hand(table, 0) == ("f01", "f02", "f03", "f04", "f05")


@pytest.mark.parametrize(("deck", "sizes"), [(12, (5, 5)), (7, (5, 2)), (3, (3, 0))])
def test_a_small_deck_gives_what_it_has(deck, sizes):
    """PBL-Q45: opening hands of fewer than five cards, and the second after the first."""
    table = opening().given(lambda state: replace(state, sides=(replace(state.sides[0], deck=deck), state.sides[1])))
    table.do("deal_opening_hands player=Ana")
    assert tuple(map(len, table.state.people[0].offered)) == sizes


def test_opening_hands_are_dealt_once():
    """PBL-S11: it is refused for a player with two hands and for one who has kept a hand; a hand is kept once."""
    table = opening().impossible("keep_opening_hand player=Ana", "PBL-S11")
    for line in ("deal_opening_hands", "keep_opening_hand"):
        table.do(f"{line} player=Ana").impossible("deal_opening_hands player=Ana", "PBL-S11")
    table.impossible("keep_opening_hand player=Ana", "PBL-S11").impossible("start_game", "PBL-S11")


def test_a_start_that_nobody_rolled_for():
    """PBL-S13: recorded as played at equal speed, the first player begins, or the named one; an unknown player is refused."""
    for line, first in (("start_game", 0), ("start_game first=Bo", 1)):
        table = opening(starters=("vane", "moth"))
        for name in ("Ana", "Bo"):
            table.do(f"deal_opening_hands player={name}", f"keep_opening_hand player={name}")
        assert table.as_played(line, "PBL-S13").state.turn.seat == first
    for starters in (("vane", "moth"), ("vane", "brick")):
        table = opening(starters=starters)
        for name in ("Ana", "Bo"):
            table.do(f"deal_opening_hands player={name}", f"keep_opening_hand player={name}")
        for seat in (-1, 2):
            table.impossible(StartGame(first=seat), "PBL-S13")


@pytest.mark.parametrize("name", ["Ana", "Bo"])
def test_cards_are_numbered_on_after_the_opening_hands(name):
    """S2: no card that is drawn later has the number of one that was dealt."""
    table = standard(("brick", "vane") if name == "Bo" else ("vane", "brick"))
    seat = ("Ana", "Bo").index(name)
    dealt = [token.id for token in table.state.people[seat].hand]
    table.do("start_game" if table.state.phase == "opening" else "draw_card")
    drawn = [token.id for token in table.state.people[seat].hand if token.id not in dealt]
    assert drawn == [token_id(seat, 11)]


def test_fastest_pilot_starts():
    """PBL-S13, PBL-Q04: speed 7 before 4; another side is refused."""
    table = opening()
    for name in ("Ana", "Bo"):
        table.do(f"deal_opening_hands player={name}", f"keep_opening_hand player={name}")
    table.refused("start_game first=Bo", "PBL-S13").do("start_game")
    assert table.state.turn.seat == 0


def test_equal_speed_is_rolled_off():
    """PBL-S13, PBL-Q05: with equal top speed the tied sides roll the d20."""
    table = opening(starters=("vane", "moth"))
    for name in ("Ana", "Bo"):
        table.do(f"deal_opening_hands player={name}", f"keep_opening_hand player={name}")
    table.refused("start_game", "PBL-S13").do("roll_d20 3 player=Ana", "roll_d20 15 player=Bo", "start_game")
    assert table.state.turn.seat == 1


def test_quick_play_with_the_inheritance_on_top():
    """PBL-D02: by option the 40 cards come on top of the inheritance; with three sides that is impossible."""
    table = with_pilots(setup="quick_play", quick_play_deck="plus_inheritance").do("deal_quick_play")
    assert (side(table, 0).deck, table.state.shop.deck) == (45, 10)
    scene, command = _open([SeatSetup(n) for n in "ABC"], {"quick_play_deck": "plus_inheritance"})
    scene.impossible(command, "PBL-D02")


@pytest.mark.parametrize(
    ("setup", "line", "rule", "held", "not_held"),
    [
        ("quick_play", "deal_quick_play sizes=[45, {}]", "PBL-D02", (45,), (46,)),
        ("regular", "start_draft shop_deck={}", "PBL-D03", (0, 85), (-1, 86)),
        ("challenge_community", "form_community_deck shop_deck={}", "PBL-V18", (0, 90), (-1, 91)),
    ],
)
def test_no_deck_has_more_cards_than_there_are(setup, line, rule, held, not_held):
    """PBL-D02, PBL-D03, PBL-V18: recorded as played, decks share out what is left of the hundred, to the last card."""
    for count in held:
        table = _ready(setup).as_played(line.format(count), rule)
        assert table.state.setup.undealt == 0
        assert table.game.card_counts(table.state) == {"orange cards": 100}
    for count in not_held:
        _ready(setup).impossible(line.format(count), rule)


def test_decks_that_are_made_too_early():
    """PBL-D01, PBL-S05: recorded as played, decks are whole without an inheritance, and the first side drafts first."""
    table = created(options={"setup": "quick_play"}).as_played("deal_quick_play", "PBL-D01")
    assert [one.deck for one in table.state.sides] == [40, 40]
    table = created(options={"setup": "regular"}).as_played("start_draft", "PBL-D01")
    drafters = [table.state.draft.drafter, table.do("take_pile").state.draft.drafter]
    assert [*drafters, table.do("take_pile").state.draft.drafter] == [0, 1, 0]


def test_of_decks_that_are_named_others_see_the_size():
    """PBL-S02, G19: known cards, and a size that was given, are the judge's to see."""
    table = with_pilots(setup="quick_play")
    named = table.command("deal_quick_play decks=[[f01, f02], [f03]]")
    assert GAME.redact(table.state, named, 0) == table.command("deal_quick_play sizes=[2, 1]")
    assert GAME.redact(table.state, named, "judge") == named
    sized = table.command("deal_quick_play sizes=[35, 35]")
    assert GAME.redact(table.state, sized, "spectator") == sized


def test_unknown_option_is_named():
    """PBL-D01: an unknown setup is refused under its option's rule, an unknown option name by name."""
    table, command = _open([SeatSetup("A"), SeatSetup("B")], {"setup": "blitz"})
    table.impossible(command, "PBL-D01")
    with pytest.raises(ValueError, match="no option 'colour'"):
        _open([SeatSetup("A"), SeatSetup("B")], {"colour": "red"})
    with pytest.raises(ValueError, match="bomb_limit: a whole number"):
        _open([SeatSetup("A"), SeatSetup("B")], {"bomb_limit": "two"})


@pytest.mark.parametrize("card_id", ["", "??", "arm#2"])
def test_a_card_id_names_one_card(card_id):
    """PBL-S02: what would be read as no card, any card or a second copy cannot be an id."""
    table, card = standard(), f'action(card_id="{card_id}", name="New")'
    table.impossible(f"define_card {card}", "PBL-S02")
