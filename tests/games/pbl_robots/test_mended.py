"""Single points in which the record once left the table: reveals, positions, combat, cards under the deck."""

import pytest
from msgspec.structs import replace

from domain.cards import format_token
from domain.games.pbl_robots import GAME
from domain.games.pbl_robots.commands.position import AttachedPosition
from domain.games.pbl_robots.numbers import under_deck
from domain.seats import JUDGE, SPECTATOR, SeatSetup, TableSetup
from domain.simulation import simulate
from domain.table.tokens import doubled_tokens
from tests.games.pbl_robots.table import SAMPLE, adjust, attack, hand, opening, side, slot, standard, tags, three
from tests.games.test_simulation import MODES
from tests.scenario import Scenario, cases, given, impossible, refused, then

WHOLE = "deck=30, face_down=2, face_down_cards=[f01], scrap=[f02], hangars=[hg1], armor={head=[ar_hd1]}"
REST = "(robot=obsidian, starter=brick, deck=20)"


test_rules = cases(
    ("PBL-S02: after the end both players may show cards; a command for the match is still refused",
     given(standard), "resign player=Bo", "reveal_card f01 player=Bo shown=yes", "reveal_card f02 player=Ana shown=yes",
     then(lambda t: (hand(t, 1)[0], hand(t, 0)[0]), ("f01", "f02")), impossible("draw_card", "PBL-E02"),
     impossible("reveal_card f01 player=Ana", "PBL-S02")),
    ("PBL-V33: where no bombs are played and storage bombs count as such, none are used; the rule named is that one",
     given(standard, bomb_mode="none", bomb_mode_covers_storage="true"),
     lambda t: adjust(t, "move_card(card=hg1, player=Ana, source=deck, to=hand)"), "build_hangar hg1",
     "add_storage_bomb f01 4 player=Ana", "draw_card", "draw_card",
     lambda t: attack(t, "head", "head", "1, 1", "6, 6, 6"), refused("use_storage_bombs [4]", "PBL-V33")),
    ("PBL-A01, PBL-A09: a construction pod on a shoulder breaks both rules, and both are named",
     given(standard), refused("build_armor pod_a slot=left_shoulder", "PBL-A01", "PBL-A09")),
    ("PBL-V25: a card of a side outside the combat adds to nobody's total until it is said to whose",
     given(lambda: attack(three(), "head", "head target=Bo", "1, 1", "6, 6, 6")),
     impossible("play_action ac_boost player=Cleo", "PBL-V25"), "play_action ac_boost player=Cleo to=attack",
     then(lambda t: t.state.combat.attack_total, 4)),
    ("PBL-A29: a pilot whose record says rage in both ways gives one attack",
     given(standard),
     "define_card card=expert_pilot(card_id=wild, name=Wild, pilot_points_required=0, rage=yes, effects=[rage()])",
     "play_expert_pilot wild",
     then(lambda t: t.state.turn.rage, 1)),
    ("PBL-S11: what a card puts under the deck is known to lie there, until the deck is shuffled",
     given(lambda: adjust(standard(), "move_card(card=f01, player=Ana, source=hand, to=deck_bottom)")),
     then(lambda t: under_deck(t.state, 0), ("f01",)), refused("draw_card f01", "PBL-S11"),
     lambda t: adjust(t, "shuffle(player=Ana)"), "draw_card f01",
     then(lambda t: hand(t, 0)[-1], "f01")),
)  # fmt: skip


def test_exactly_the_named_card():
    """PBL-Q25: a card named by its number is that one, in the hand and on the heap; what it is known to be, it stays."""
    table = attack(standard(), "head", "head", "1, 1", "6, 6, 6").do("add_bombs [??, ??] [1, 1]")
    heap = [format_token(token.id) for token in side(table, 0).face_down]
    table.do(f"reveal_card {heap[1]}=f05 player=Ana")
    assert [token.card for token in side(table, 0).face_down] == [None, "f05"]
    table.impossible(f"reveal_card {heap[1]}=f06 player=Ana", "PBL-S02")
    table.impossible(f"reveal_card {heap[1]}=f05 player=Ana", "PBL-S02")
    table.impossible("reveal_card f05 player=Bo", "PBL-S02")
    last = format_token(table.state.people[0].hand[-1].id)
    table.do(f"reveal_card {last}=f07 player=Ana")
    assert hand(table, 0) == (None, None, "f07")
    table.impossible(f"reveal_card {last}=f08 player=Ana", "PBL-S02").impossible(
        "reveal_card f07 player=Ana", "PBL-S02"
    )
    table.impossible(f"build_armor {last}=ar_ra1", "PBL-S02")
    table.do("reveal_card f07 player=Ana shown=yes")
    assert tags(table) == ["card_revealed"]


def test_a_card_that_is_revealed_is_named():
    """PBL-Q25, PBL-S02: by what it is; who has no card that could be it is told so."""
    table = standard()
    hands = [f"reveal(player=Ana, card=f0{n})" for n in range(1, 6)]
    adjust(table, *hands)
    texts = {
        line: [one.text for one in GAME.check(table.state, table.command(f"reveal_card {line}"))]
        for line in ("?? player=Bo", "#9-50 player=Bo", "f09 player=Ana")
    }
    assert texts == {
        "?? player=Bo": ["name the revealed card"],
        "#9-50 player=Bo": ["name the revealed card"],
        "f09 player=Ana": ["Ana has no unknown card that can be Stunt 09"],
    }


def test_a_hand_card_is_shown_and_one_on_the_heap_becomes_known():
    """PBL-Q25: `shown` is about a hand; a face-down card is named only in the record."""
    table = attack(standard(), "head", "head", "1, 1", "6, 6, 6").do("add_bombs [??] [1]", "reveal_card f01")
    assert [(tag, event.shown) for tag, event in zip(tags(table), table.events, strict=True)] == [
        ("card_revealed", False)
    ]
    heap = format_token(side(table, 0).face_down[0].id)
    for line, shown in ((f"{heap}=f05", [False]), ("f01", [True])):
        table.do(f"reveal_card {line} player=Ana shown=yes")
        assert [event.shown for event in table.events] == shown


@pytest.mark.parametrize("ending", [(), ("resign player=Bo",)], ids=["running", "over"])
def test_a_card_on_the_heap_is_told_to_nobody_but_its_owner(ending: tuple[str, ...]):
    """PBL-Q25, PBL-S02: what becomes known face down on the heap reads `??` in the command and has no story, with `shown` too."""
    table = attack(standard(), "head", "head", "1, 1", "6, 6, 6").do("add_bombs [??] [1]")
    adjust(table, *(f"reveal(player=Ana, card=f0{n})" for n in range(1, 5)))
    table.do(*ending)
    before, command = table.state, table.command("reveal_card f11 player=Ana shown=yes")
    table.do("reveal_card f11 player=Ana shown=yes")
    assert side(table, 0).face_down[0].card == "f11"
    for viewpoint, told in ((SPECTATOR, False), (1, False), (0, True), (JUDGE, True)):
        story, said = GAME.narrate(before, table.events[0], viewpoint), GAME.redact(before, command, viewpoint).card
        assert bool(story) is told
        assert said == ("f11" if told else "??")


def test_declared_cards_are_cards_of_their_own():
    """PBL-Q25: each declared face-down card has a number, so that one of them becomes known, not all."""
    table = standard().do(
        "declare_position [(robot=crystal, starter=vane, deck=30, face_down=2, face_down_cards=[f09]), "
        "(robot=obsidian, starter=brick, deck=28)] hands=[[??, ??], [f02]] turn=Ana"
    )
    heap = side(table, 0).face_down
    assert len({token.id for token in (*heap, *table.state.people[0].hand)}) == 5
    table.do(f"reveal_card {format_token(heap[2].id)}=f05 player=Ana")
    assert [token.card for token in side(table, 0).face_down] == ["f09", None, "f05"]


def test_positions_state_what_lies_on_a_robot():
    """PBL-X01: attached actions, counters and known face-down cards are declared, and given back as they were."""
    table = standard().do("play_action ac_jam player=Bo target=Ana target_slot=head")
    adjust(
        table,
        "add_armor(player=Ana, card=ar_ct, slot=right_arm, source=deck)",
        "set_counter(player=Ana, card=ar_ct, value=7)",
    )
    adjust(table, "discard(player=Bo, cards=[f01, ??], face_down=yes)")
    before, said = table.state, GAME.position(table.state)
    table.do(said)
    assert (slot(table, 0, "head").attached, slot(table, 0, "right_arm").stack[-1].counter) == (
        before.sides[0].slots[0].attached,
        7,
    )
    assert [token.card for token in side(table, 1).face_down] == ["f01", None]
    assert GAME.position(table.state) == said


@pytest.mark.parametrize(
    ("part", "rule"),
    [
        ("armor={head=[cr1a]}", "PBL-S02"),
        ("hangars=[cr1a]", "PBL-S02"),
        ("crew=[hg1]", "PBL-S02"),
        ("attached=[(slot=head, card=hg1)]", "PBL-S02"),
        ("counters={ar_ct=2}", "PBL-A11"),
        ("dead=[left_shoulder]", "PBL-E03"),
        ("deck=-1", "PBL-S02"),
        ("face_down_cards=[f02]", "PBL-S02"),
    ],
)
def test_positions_lose_nothing_in_silence(part, rule):
    """PBL-S02: given a card of another kind than the present one, a counter without a card, or a dead shoulder, then the change is
    impossible, not ignored."""
    sides = f"[(robot=crystal, starter=vane, {part}), (robot=obsidian, starter=brick)]"
    standard().impossible(f"declare_position {sides} hands=[[], [f02]] turn=Ana", rule)


@pytest.mark.parametrize(
    ("sides", "rest", "rules"),
    [
        (f"[(robot=crystal, starter=vane), {REST}]", "hands=[[], []] turn=Ana", []),
        (f"[{REST}]", "hands=[[], []] turn=Ana", ["PBL-S01"]),
        (f"[(robot=crystal, starter=vane), {REST}]", "hands=[[]] turn=Ana", ["PBL-S01"]),
        (f"[(robot=crystal, starter=vane), {REST}]", "hands=[[], []] turn=Ana number=0", []),
        (f"[(robot=crystal, starter=vane), {REST}]", "hands=[[], []] turn=Ana number=-1", ["PBL-S02"]),
        (f"[(robot=crystal, starter=vane), {REST}]", "hands=[[], []] turn=Ana shop_deck=-1", ["PBL-S02"]),
        (f"[(robot=crystal, starter=vane, face_down=-1), {REST}]", "hands=[[], []] turn=Ana", ["PBL-S02"]),
        (f"[(robot=crystal, starter=vane, blow_offs=-1), {REST}]", "hands=[[], []] turn=Ana", ["PBL-S02"]),
        (f"[(robot=crystal, starter=vane), {REST}]", "hands=[[], []] turn=Ana shop_row=[??, ??, ??, ??, -]", []),
        (f"[(robot=crystal, starter=vane), {REST}]", "hands=[[], []] turn=Ana shop_row=[-, -, -, -, -, -]", ["PBL-X07"]),
        # 36 + 20 cards at the sides, three in hands, two in the row
        (f"[(robot=crystal, starter=vane, {WHOLE}), {REST}]",
         "hands=[[??], [f03, ??]] turn=Ana shop_row=[f04, -, ??] shop_deck=39", []),
        (f"[(robot=crystal, starter=vane, {WHOLE}), {REST}]",
         "hands=[[??], [f03, ??]] turn=Ana shop_row=[f04, -, ??] shop_deck=40", ["PBL-S02"]),
        (f"[(robot=crystal, starter=vane, {WHOLE}), {REST}]", "hands=[[f01], []] turn=Ana", ["PBL-S02"]),
        (f"[(robot=crystal, starter=vane, {WHOLE}), {REST}]", "hands=[[f02], []] turn=Ana", ["PBL-S02"]),
        (f"[(robot=crystal, starter=vane, {WHOLE}), {REST}]", "hands=[[], []] turn=Ana shop_row=[hg1]", ["PBL-S02"]),
        (f"[(robot=crystal, starter=vane, {WHOLE}), {REST}]", "hands=[[ar_hd1], [vane]] turn=Ana", ["PBL-S02", "PBL-S02"]),
        (f"[(robot=hg1, starter=vane), {REST}]", "hands=[[], []] turn=Ana", ["PBL-S03"]),
        (f"[(robot=crystal, starter=hg1), {REST}]", "hands=[[], []] turn=Ana", ["PBL-S08"]),
        (f"[(robot=crystal, starter=vane, expert=ep_fury), {REST}]", "hands=[[], []] turn=Ana", []),
        (f"[(robot=crystal, starter=vane, expert=hg1), {REST}]", "hands=[[], []] turn=Ana", ["PBL-A25"]),
        (f"[(robot=crystal, starter=vane, expert=ep_fury), {REST}]", "hands=[[ep_fury], []] turn=Ana", ["PBL-S02"]),
        (f"[(robot=crystal, starter=vane, counters={{vane=2}}), {REST}]", "hands=[[], []] turn=Ana", []),
        (f"[(robot=crystal, starter=vane, hangars=[hg1], counters={{hg1=2}}), {REST}]", "hands=[[], []] turn=Ana", ["PBL-A11"]),
        (f"[(robot=crystal, starter=vane, attached=[(slot=head, card=ac_jam, by=Bo)]), {REST}]", "hands=[[], []] turn=Ana", []),
    ],
)  # fmt: skip
def test_what_a_declared_position_holds(sides, rest, rules):
    """PBL-S01, PBL-S02, PBL-X07: a part a side, a hand a person, a hundred cards at most, each in one place and of its kind."""
    table = standard()
    assert [one.rule for one in GAME.check(table.state, table.command(f"declare_position {sides} {rest}"))] == rules


@pytest.mark.parametrize(("by", "rules"), [(0, []), (1, []), (-1, ["PBL-S01"]), (2, ["PBL-S01"])])
def test_who_attached_what_lies_on_a_limb(by, rules):
    """PBL-S01: somebody at the table."""
    table = standard()
    command = table.command(f"declare_position [(robot=crystal, starter=vane), {REST}] hands=[[], []] turn=Ana")
    lying = AttachedPosition("head", "ac_jam", by)
    sides = (replace(command.sides[0], attached=(lying,)), command.sides[1])
    assert [one.rule for one in GAME.check(table.state, replace(command, sides=sides))] == rules


def test_of_a_declared_position_others_see_how_many_cards():
    """PBL-C11, PBL-S05: hands and what is known of the face-down heap are their side's, and the judge's."""
    table = standard()
    sides = f"[(robot=crystal, starter=vane, face_down=2, face_down_cards=[f01]), {REST}]"
    command = table.command(f"declare_position {sides} hands=[[f02, ??], [f03]] turn=Ana")
    hidden = table.command(
        f"declare_position [(robot=crystal, starter=vane, face_down=3), {REST}] hands=[[??, ??], [f03]] turn=Ana"
    )
    assert GAME.redact(table.state, command, 1) == hidden
    assert GAME.redact(table.state, command, 0) == replace(command, hands=(command.hands[0], ("??",)))
    assert GAME.redact(table.state, command, "judge") == command


@pytest.mark.parametrize("mode", ["quick play", "three sides", "pilot and gunner", "four hands"])
def test_positions_come_back(mode):
    """PBL-S02: at any moment of a match, the position that is declared is the one that is given back."""
    played = [one.after for one in simulate(GAME, SAMPLE, 3, options=MODES["pbl_robots"][mode])]
    for state in (one for one in played[::9] if one.phase == "play"):
        said = GAME.position(state)
        assert GAME.check(state, said) == ()
        after = state
        for event in GAME.resolve(state, said):
            after = GAME.evolve(after, event)
        assert GAME.position(after) == said


def test_dice_of_an_attack_on_a_dead_limb():
    """PBL-C03: given an attack on a dead limb, recorded as played, then the rolled dice are used and every limb stays."""
    table = adjust(standard(), "blow_off(player=Bo, slot=head)")
    table.as_played("declare_attack head head", "PBL-C03").do("roll_attack [6, 6]", "roll_defense [1, 1, 1]")
    assert (table.state.combat.attack_total, table.state.combat.defense_total) == (12, 3)
    table.do("concede_combat outcome=destroyed")
    assert table.events[0].outcome == "no_result"
    assert tags(table) == ["combat_ended"]
    lost = standard().do("declare_attack head head")
    adjust(lost, "blow_off(player=Bo, slot=head)")
    assert lost.state.combat is None


def test_cards_under_the_deck():
    """PBL-S11: the hand that was not kept is under the deck: it is not drawn, held or shown while cards are above it."""
    table = opening().do("deal_opening_hands [f01, f02, f03, f04, f05] [f06, f07, f08, f09, f10] player=Ana")
    table.do(
        "keep_opening_hand 1 player=Ana", "deal_opening_hands player=Bo", "keep_opening_hand player=Bo", "start_game"
    )
    assert set(under_deck(table.state, 0)) == {"f06", "f07", "f08", "f09", "f10"}
    table.refused("draw_card f06", "PBL-S11").impossible("reveal_card f06 player=Ana", "PBL-S02")
    moves = ["move_card(card=??, player=Ana, source=deck_top, to=out_of_game)"] * 30
    adjust(table, *moves).impossible("draw_card f20", "PBL-S02").do("draw_card f08", "draw_card", "draw_card")
    assert hand(table, 0)[-2:] == ("f08", None)
    assert under_deck(table.state, 0) == ()
    assert side(table, 0).unplaced == {"f06", "f07", "f09", "f10"}


@pytest.mark.parametrize("mode", ["quick play", "regular", "three sides", "four hands", "three pilots", "no bombs"])
def test_every_match_can_be_carried_on(mode):
    """PBL-V02, PBL-V04: what a finished match hands on opens a legal next game of 100 cards under the same agreements."""
    for seed in (5, 6):
        *_, last = simulate(GAME, SAMPLE, seed, options=MODES["pbl_robots"][mode], bots=("striker",))
        state = last.after
        sides = tuple(range(len(state.sides)))
        carried = GAME.competition.carry_over(state, sides, (None,) * len(sides))
        series = {"series": "best_of_3", "game": "2", "score": "-".join(["1", *("0" for _ in sides[1:])])}
        setup = TableSetup(
            tuple(SeatSetup(seat.name, seat.side) for seat in state.seats), {**carried.options, **series}
        )
        (opening_command,) = GAME.open_table(setup)
        command = replace(opening_command, **carried.fields)
        table = Scenario(GAME, SAMPLE).do(command)
        assert GAME.card_counts(table.state) == {"orange cards": 100}
        assert command.options.bomb_mode == state.options.bomb_mode
        assert table.state.shop.deck == 100 - sum(one.deck for one in command.carried)
        assert doubled_tokens(table.state) == ()


def test_a_drawn_games_pilot_flies_again():
    """PBL-Q41, PBL-V11: the pilots of a drawn game are not used up; those of a game that was won are."""
    *_, last = simulate(GAME, SAMPLE, 2, options=MODES["pbl_robots"]["three pilots"], bots=("striker",))
    won = GAME.competition.carry_over(last.after, (0, 1), (None, None)).fields["carried"]
    drawn = replace(last.after, result=replace(last.after.result, winners=(), drawn=True))
    again = GAME.competition.carry_over(drawn, (0, 1), (None, None)).fields["carried"]
    assert [len(one.used_starters) for one in won] == [1, 1]
    assert [one.used_starters for one in again] == [(), ()]
