"""Automatic effects of cards: dice, totals, draws, storage bombs, limits, attachments."""

import pytest

from domain.games.pbl_robots import GAME
from domain.games.pbl_robots.events.turns import ShopOpened
from tests.games.pbl_robots.table import adjust, attack, side, standard, tags
from tests.scenario import cases, given, impossible, refused, then

test_rules = cases(
    ("PBL-A27: an action that adds dice needs them in a combat; outside one there is nothing to add them to",
     given(standard), "define_card action(card_id=more, name=More, effects=[add_dice(trigger=action, n=2)])",
     impossible("play_action more dice=[1, 2]", "PBL-A22"), lambda t: attack(t, "head", "head", "1, 1", "6, 6, 6"),
     refused("play_action more dice=[1]", "PBL-A27"), "play_action more dice=[1, 2] to=attack",
     then(lambda t: t.state.combat.attack_added, (1, 2)),
     given(lambda: attack(standard().do("define_card action(card_id=more, name=More, "
         "effects=[add_dice(trigger=action, n=2)])"), "head", "head", "1, 1", "6, 6, 6")),
     "play_action more dice=[1, 2]"),
    ("PBL-A22: an effect that gives one rolls a die where there is room for it, and none elsewhere; what is not "
     "rolled is due",
     given(standard), "define_card action(card_id=more, name=More, effects=[storage_bomb(trigger=action, n=2)])",
     impossible("play_action more dice=[3]", "PBL-A22"), "play_action more",
     then(lambda t: t.state.owed, ()), given(standard),
     "define_card action(card_id=more, name=More, effects=[storage_bomb(trigger=action, n=2)])", "build_hangar hg1",
     "draw_card", "draw_card", "play_action more dice=[3]",
     then(lambda t: side(t, 0).bombs, (3,)),
     then(lambda t: [(owed.kind, owed.n) for owed in t.state.owed], [("storage_bomb", 1)])),
    ("PBL-A29: by its effect, once",
     given(standard), "define_card action(card_id=more, name=More, effects=[rage(trigger=action)])", "play_action more",
     then(lambda t: t.state.turn.rage, 1)),
    ("PBL-A28: an effect of that kind on a card that is built attaches nothing",
     given(standard),
     "define_card armor(card_id=new, name=New, slot=head, level=1, attack=1, defense=1, "
     "effects=[attach_to_limb(trigger=on_play)])",
     "build_armor new target_slot=legs",
     then(lambda t: "action_attached" not in tags(t), True)),
    ("PBL-Q59: of a card that opens the Shop and draws twice; what it does not say is owed, by its player",
     given(standard),
     "define_card action(card_id=more, name=More, effects=[open_shop(trigger=action), draw_cards(trigger=action, n=1), "
     "draw_cards(trigger=action, n=1)])",
     "play_action more player=Bo",
     then(lambda t: [(owed.seat, owed.from_row) for owed in t.state.owed], [(1, True), (1, False)])),
    ("PBL-A27, PBL-A22, PBL-X10: a card that does nothing by itself draws no card, rolls no die and opens no Shop",
     given(standard), impossible("play_action f09 drawn=[(card=f01)]"), impossible("play_action f09 dice=[1]"),
     impossible("play_action f09 row=[f01, f02, f03, f04, f05]")),
    ("PBL-A27: to one that is named, and to no shoulder",
     given(standard), refused("play_action ac_jam target=Bo ", "PBL-A27"),
     refused("play_action ac_jam target=Bo target_slot=left_shoulder", "PBL-A27")),
    ("PBL-A27: the attacker to the attack, the defender to the defense",
     given(lambda: attack(standard(), "head", "head", "1, 1", "6, 6, 6")), "play_action ac_boost player=Ana",
     then(lambda t: (t.state.combat.attack_total, t.state.combat.defense_total), (4, 18)),
     given(lambda: attack(standard(), "head", "head", "1, 1", "6, 6, 6")), "play_action ac_boost player=Bo",
     then(lambda t: (t.state.combat.attack_total, t.state.combat.defense_total), (2, 20))),
)  # fmt: skip


def test_a_card_that_opens_the_shop_shuffles_nothing():
    """PBL-X10, PBL-Q48: the scrap becomes a new deck if a draw meets an empty deck, not if a card opens the Shop."""
    table = adjust(standard(), "discard(player=Ana, cards=[f01])")
    table.do("define_card action(card_id=more, name=More, effects=[open_shop(trigger=action)])", "play_action more")
    (opened,) = [event for event in table.events if isinstance(event, ShopOpened)]
    assert (opened.by_draw, opened.shuffled, side(table, 0).scrap) == (False, 0, ("f01", "more"))


def test_a_card_rolls_the_dice_of_all_its_effects():
    """PBL-A22, PBL-A27: those that it adds to a combat and those of its storage bombs, together."""
    both = "[add_dice(trigger=action, n=1), storage_bomb(trigger=action)]"
    table = standard().do(
        f"define_card action(card_id=more, name=More, effects={both})", "build_hangar hg1", "draw_card"
    )
    attack(table.do("draw_card"), "head", "head", "1, 1", "6, 6, 6")
    faults = GAME.check(table.state, table.command("play_action more dice=[1, 2, 3]"))
    assert [one.text for one in faults] == ["More rolls 2 dice here, 3 given"]
    table.do("play_action more dice=[1, 2]")
    assert (table.state.combat.attack_added, side(table, 0).bombs) == ((1,), (2,))


@pytest.mark.parametrize(("delta", "limit"), [(2, 12), (-2, 8), (-11, 0)])
def test_a_card_changes_the_hand_limit(delta, limit):
    """PBL-X06: up or down, and never below zero."""
    table = standard().do(
        f"define_card action(card_id=more, name=More, effects=[hand_limit(trigger=action, delta={delta})])"
    )
    assert table.do("play_action more").state.people[0].limit == limit


@pytest.mark.parametrize(("kind", "dice"), [("add_dice", "[1]"), ("add_total", "[]")])
def test_an_action_for_one_fighter_adds_to_no_other(kind, dice):
    """PBL-A27: what a card adds to the defense is not added to the attack."""
    effect = f"{kind}(trigger=action, n=1, side=defense)"
    table = standard().do(f"define_card action(card_id=more, name=More, effects=[{effect}])")
    attack(table, "head", "head", "1, 1", "6, 6, 6").refused(f"play_action more dice={dice} to=attack", "PBL-A27")
    table.do(f"play_action more dice={dice} to=defense")
