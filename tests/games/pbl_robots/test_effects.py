"""What cards do by themselves: dice, totals, draws, storage bombs, limits, attachments."""

import pytest

from domain.games.pbl_robots import GAME
from domain.games.pbl_robots.events.turns import ShopOpened
from tests.games.pbl_robots.table import adjust, attack, side, standard, tags


def test_dice_of_an_action():
    """PBL-A27: an action that adds dice needs them in a combat; outside one there is nothing to add them to."""
    more = "action(card_id=more, name=More, effects=[add_dice(trigger=action, n=2)])"
    table = standard().do(f"define_card {more}").impossible("play_action more dice=[1, 2]", "PBL-A22")
    attack(table, "head", "head", "1, 1", "6, 6, 6").refused("play_action more dice=[1]", "PBL-A27")
    table.do("play_action more dice=[1, 2] to=attack")
    assert table.state.combat.attack_added == (1, 2)
    attack(standard().do(f"define_card {more}"), "head", "head", "1, 1", "6, 6, 6").do("play_action more dice=[1, 2]")


@pytest.mark.parametrize("given", ["drawn=[(card=f01)]", "dice=[1]", "row=[f01, f02, f03, f04, f05]"])
def test_a_card_without_effects_takes_none(given):
    """PBL-A27, PBL-A22, PBL-X10: a card that does nothing by itself draws no card, rolls no die and opens no Shop."""
    standard().impossible(f"play_action f09 {given}")


def test_a_storage_bomb_needs_a_hangar_to_be_rolled():
    """PBL-A22: an effect that gives one rolls a die where there is room for it, and none elsewhere; what is not rolled is due."""
    gain = "action(card_id=more, name=More, effects=[storage_bomb(trigger=action, n=2)])"
    table = (
        standard().do(f"define_card {gain}").impossible("play_action more dice=[3]", "PBL-A22").do("play_action more")
    )
    assert table.state.owed == ()
    table = standard().do(
        f"define_card {gain}", "build_hangar hg1", "draw_card", "draw_card", "play_action more dice=[3]"
    )
    assert side(table, 0).bombs == (3,)
    assert [(owed.kind, owed.n) for owed in table.state.owed] == [("storage_bomb", 1)]


def test_an_action_may_give_rage():
    """PBL-A29: by its effect, once."""
    table = standard().do("define_card action(card_id=more, name=More, effects=[rage(trigger=action)])")
    assert table.do("play_action more").state.turn.rage == 1


def test_a_card_that_opens_the_shop_shuffles_nothing():
    """PBL-X10, PBL-Q48: the scrap becomes a new deck where a draw finds none, not where a card opens the Shop."""
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


@pytest.mark.parametrize("where", ["", "target_slot=left_shoulder"])
def test_an_action_is_attached_to_a_limb(where):
    """PBL-A27: to one that is named, and to no shoulder."""
    standard().refused(f"play_action ac_jam target=Bo {where}", "PBL-A27")


def test_what_no_action_is_attached():
    """PBL-A28: an effect of that kind on a card that is built attaches nothing."""
    card = "armor(card_id=new, name=New, slot=head, level=1, attack=1, defense=1, effects=[attach_to_limb(trigger=on_play)])"
    table = standard().do(f"define_card {card}", "build_armor new target_slot=legs")
    assert "action_attached" not in tags(table)


@pytest.mark.parametrize(("player", "totals"), [("Ana", (4, 18)), ("Bo", (2, 20))])
def test_who_adds_without_a_word_adds_to_himself(player, totals):
    """PBL-A27: the attacker to the attack, the defender to the defense."""
    table = attack(standard(), "head", "head", "1, 1", "6, 6, 6").do(f"play_action ac_boost player={player}")
    assert (table.state.combat.attack_total, table.state.combat.defense_total) == totals


@pytest.mark.parametrize(("delta", "limit"), [(2, 12), (-2, 8), (-11, 0)])
def test_a_card_changes_the_hand_limit(delta, limit):
    """PBL-X06: up or down, and never below nothing."""
    table = standard().do(
        f"define_card action(card_id=more, name=More, effects=[hand_limit(trigger=action, delta={delta})])"
    )
    assert table.do("play_action more").state.people[0].limit == limit


def test_the_first_draw_after_a_shop_is_from_its_row():
    """PBL-Q59: of a card that opens the Shop and draws twice; what it does not say is owed, by its player."""
    effects = "[open_shop(trigger=action), draw_cards(trigger=action, n=1), draw_cards(trigger=action, n=1)]"
    table = standard().do(
        f"define_card action(card_id=more, name=More, effects={effects})", "play_action more player=Bo"
    )
    assert [(owed.seat, owed.from_row) for owed in table.state.owed] == [(1, True), (1, False)]


@pytest.mark.parametrize(("kind", "dice"), [("add_dice", "[1]"), ("add_total", "[]")])
def test_an_action_for_one_fighter_adds_to_no_other(kind, dice):
    """PBL-A27: what a card adds to the defense is not added to the attack."""
    effect = f"{kind}(trigger=action, n=1, side=defense)"
    table = standard().do(f"define_card action(card_id=more, name=More, effects=[{effect}])")
    attack(table, "head", "head", "1, 1", "6, 6, 6").refused(f"play_action more dice={dice} to=attack", "PBL-A27")
    table.do(f"play_action more dice={dice} to=defense")
