"""Card texts by hand, reveals, adjustments, declared positions."""

import pytest

from domain.cards import Token, token_owner
from domain.game import tag_of
from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.commands.position import DeclarePosition, PlayerPosition
from domain.games.frc_tcg.commands.setup import prize_tokens
from domain.games.frc_tcg.state import RevealedCard
from tests.games.frc_tcg.tables import SAMPLE, Table, cards, opened, player, ready, robot, side, stack, started, table
from tests.scenario import as_played, cases, given, impossible, refused, then

A1 = robot("RA1", 30, Ram="BAT")
B1 = robot("RC1", 40, Shove="CIM")


def tags(match: Table) -> list[str]:
    """Tags of the last events."""
    return [tag_of(event) for event in match.events]


def sample(*hands: str) -> Table:
    """A match of the sample catalogue at turn 1."""
    match = opened(catalogue=SAMPLE).do("register_deck Ada size=54", "register_deck Ben size=54")
    return ready(match, (*hands, "")[:2])


test_rules = cases(
    ("TCG-A12, X02: a defeat by a card's text captures for its owner, in any player's turn",
     given(table, side("", robot("RA1", 10)), side("", B1, awards="STAY")),
     "resolve_card_effect STAY [hp(robot=RA1, by=-10)] prize_picks=[(place=3)]",
     then(lambda t: (player(t).prizes_left, len(player(t, 1).captured)), (3, 1))),
    ("TCG-X10: a robot card that leaves as the last of its stack sends components and kickoffs to the shop",
     given(table, side("", robot("RA1 RA2", 40, kickoffs="- KO", Ram="BAT"), awards="STAY"), side()),
     "resolve_card_effect STAY [move_card(card=RA2, origin=robot, to=pit)]",
     then(lambda t: (stack(t).top.card, cards(player(t).shop)), ("RA1", "KO")),
     "resolve_card_effect STAY [move_card(card=RA1, origin=robot, to=pit)]",
     then(lambda t: (cards(player(t).pit), cards(player(t).shop)), ("RA2 RA1", "KO BAT"))),
    ("TCG-E04, D07: hands are laid open after the match too",
     given(table, side("??"), side()), "concede Ben", "reveal_card ?? RA1 player=Ada",
     then(lambda t: cards(player(t).pit), "RA1")),
    ("TCG-X10, T01: an adjustment changes what it says with a reason, and needs no source; nothing follows but the end",
     given(table, side("", robot("RA1", 10)), side("", B1, prizes=1)),
     "adjust reason=forgotten [hp(robot=RA1, to=0), turn(active=Ben, number=9, components=1)]",
     then(lambda t: (stack(t).hp, t.state.active, t.state.turn, t.state.record.components), (0, 1, 9, 1)),
     impossible("adjust reason=x [hp(robot=RM1, to=0)]"), "adjust reason=x [prize(owner=Ben, by=Ada, place=1)]",
     then(lambda t: t.state.winners, (0,))),
    ("TCG-X08, T12: an adjustment is checked for what cannot be, not for what may not be",
     given(lambda: table(side(" ".join(["BAT"] * 7), A1), side(), hand_cap="trim_at_turn_end")),
     "adjust reason=table [hp(robot=RA1, to=90), draw(count=1)]",
     then(lambda t: (stack(t).hp, len(player(t).pit)), (90, 8))),
    ("TCG-X10: a declared position starts a match late, with max HP, mentors and captured cards as they lie",
     given(table, side("BAT ??", robot("RA1", 40, max_hp=60, Ram="BAT"), mentor="MHP", captured="RC1"),
         side("", B1, prizes=3), turn=12, active=1),
     then(lambda t: (t.state.turn, t.state.active, t.state.status), (12, 1, "running")),
     then(lambda t: (stack(t).hp, stack(t).max_hp), (40, 60)), as_played("end_turn", "TCG-T09"),
     "play_component BAT RA1 Twin",
     then(lambda t: stack(t).max_hp, 60)),
    ("TCG-X10: with two players a position need not say whose prize cards somebody took; with three it must",
     given(table, side(captured="RC1"), side(captured="RA1 BAT")),
     then(lambda t: [[token_owner(card.id) for card in player(t, seat).captured] for seat in (0, 1)], [[1], [0, 0]]),
     given(table, side(), side(), side()),
     impossible("declare_position 1 Ada [(deck=54, pit=[], prize_cards=[], captured=[RA1]), (deck=54, pit=[], "
         "prize_cards=[]), (deck=54, pit=[], prize_cards=[])]", "TCG-X10")),
    ("TCG-A12: under its name, with its hit points, at the first free place",
     given(table, side("BAT", A1, shop="RA2"), side()), "adjust table [move_card(card=RA2, origin=shop, to=alliance)]",
     then(lambda t: [(one.slot, one.top.card, one.hp) for one in player(t).alliance],
         [(1, "RA1", 30), (2, "RA2", 40)])),
    ("TCG-S08: a position is declared once the decks are registered",
     given(opened),
     impossible("declare_position 1 Ada [(deck=53, pit=[], prize_cards=[??]), (deck=53, pit=[], prize_cards=[??])]",
         "TCG-S08")),
    ("TCG-A12: a bare shuffle during play is refused; as played the order is forgotten",
     given(started, "RA1"), refused("shuffle_deck Ada", "TCG-A12"), as_played("shuffle_deck Ada", "TCG-A12"),
     then(lambda t: set(cards(player(t).deck).split()), {"??"})),
    ("TCG-D07: with a deck known to its last card, drawing another one is refused",
     given(lambda: table(side("RA1 BAT", shop=" ".join(["CIM"] * 48)), side())),
     refused("swap_cards [RA1, BAT] drawn=[BAT, RA1]", "TCG-D07"), "swap_cards [RA1, BAT] drawn=[RA1, BAT]"),
    ("TCG-X06, X11: a mentor of the sample that lasts four turns leaves play after the fourth",
     given(sample, "petra"), "play_mentor petra", "end_turn", *["swap_cards [??, ??]"] * 2,
     then(lambda t: len(player(t).mentors), 1), "swap_cards [??, ??]",
     then(lambda t: (player(t).mentors, cards(player(t).shop), t.state.lasting), ((), "petra", ()))),
    ("TCG-X06: one of manual duration is ended by the scorekeeper, without a source",
     given(sample, "judges"), "play_award judges", "end_enhancement judges reason=decided",
     then(lambda t: cards(player(t).shop), "judges")),
)  # fmt: skip


@pytest.mark.parametrize(
    ("change", "event"),
    [
        ("hp(robot=RC1, by=-20)", "damage_taken"),
        ("hp(robot=RC1, by=-20), hp(robot=RC1, to=40)", "hp_restored"),
        ("modify(number=max_hp, card=RA1, by=10, until=rest_of_game)", "effect_applied"),
        ("move_card(card=BAT, origin=shop, to=deck_top)", "card_moved"),
        ("move_card(card=RD1, origin=pit, to=alliance)", "card_moved"),
        ("move_card(card=MHP, origin=mentor, to=pit), move_card(card=MDMG, origin=shop, to=mentor)", "card_moved"),
        ("move_card(card=SHD, origin=shop, to=awards)", "card_moved"),
        ("move_card(card=BAT, origin=shop, to=robot, robot=RA1, ability=Twin)", "card_moved"),
        ("move_card(card=MHP, origin=mentor, to=pit)", "card_moved"),
        ("move_card(card=RB1, origin=prize_cards, to=deck_bottom)", "card_moved"),
        ("draw(count=2)", "cards_drawn"),
        ("draw(cards=[CIM], player=Ben)", "cards_drawn"),
        ("shuffle()", "deck_shuffled"),
        ("label(card=RC1, text=jammed, until=rest_of_game)", "effect_applied"),
        ("modify(number=damage_dealt, card=RA1, by=20, until=rest_of_game)", "effect_applied"),
        ("label(card=RA1, text=hot, until=rest_of_game), end(card=RA1)", "effects_lifted"),
        ("allowance(of=components)", "allowance_changed"),
        ("prize(owner=Ben, by=Ada, place=2, card=RC1)", "prize_card_captured"),
        ("coin_flip(heads)", "coin_flipped"),
        ("die_roll(4)", "die_rolled"),
        ("reveal(card=RD1)", "card_revealed"),
        ('note("all laugh")', "note_taken"),
    ],
)
def test_every_change(change: str, event: str) -> None:
    """TCG-A12, X10: each change of the closed list is carried out, and no card is lost by it."""
    mine = side("RD1 ??", A1, mentor="MHP", awards="STAY", shop="BAT MDMG SHD")
    match = table(mine, side("", B1)).do(f"resolve_card_effect STAY [{change}]")
    assert event in tags(match)
    assert GAME.card_counts(match.state) == {"Ada": 54, "Ben": 54}


@pytest.mark.parametrize(
    "change",
    [
        "hp(robot=RM1, by=-10)",
        "hp(robot=RA1)",
        "hp(robot=RA1, by=10, to=20)",
        "modify(number=max_hp, card=RA1, by=10, until=next)",
        "move_card(card=RA1, origin=robot, to=mentor)",
        "move_card(card=??, origin=deck, to=alliance)",
        "move_card(card=BAT, origin=shop, to=robot)",
        "draw(count=-1)",
        "prize(owner=Ben, by=Ada, place=9)",
        "die_roll(7)",
        "reveal(card=RD1)",
        "turn(active=Ben)",
    ],
)
def test_impossible_changes(change: str) -> None:
    """TCG-A12, X10: a change that names what is not there is impossible, as played too."""
    table(side("", A1, awards="STAY", shop="BAT"), side()).impossible(f"resolve_card_effect STAY [{change}]")


def test_reveal_to_one_or_all() -> None:
    """TCG-D07: a hidden card is shown to some or to all; one known to be another is impossible."""
    match = table(side("?? BAT"), side(), side())
    match.do("reveal_card ?? RA1 to=[Ben]")
    assert player(match).revealed == (RevealedCard(player(match).pit[0].id, (1,)),)
    token = player(match).pit[1].id
    match.impossible(f"reveal_card #1-{token % 1000:02d} CIM", "TCG-D07").do("reveal_card BAT BAT")


@pytest.mark.parametrize("wrong", [{"sides": 1}, {"sides": 3}, {"turn": 0}, {"active": 2}, {"active": -1}])
def test_a_declared_position_is_of_this_table(wrong: dict[str, int]) -> None:
    """TCG-X10: one side for each player, somebody at the table who is to act, and a turn from 1."""
    match = opened().do("register_deck Ada size=54", "register_deck Ben size=54")
    laid = PlayerPosition(deck=54, pit=(), prize_cards=())

    def position(sides: int = 2, turn: int = 1, active: int = 0) -> DeclarePosition:
        return DeclarePosition(turn=turn, active=active, players=(laid,) * sides)

    match.impossible(position(**wrong), "TCG-X10").do(position())


@pytest.mark.parametrize(("size", "found"), [(0, [True]), (1, [False]), (54, []), (999, [False]), (1000, [True])])
def test_how_large_a_deck_can_be(size: int, found: list[bool]) -> None:
    """TCG-D01: another number than 54 is refused; a missing number, or one beyond the limit, is impossible."""
    match = opened()
    check = GAME.check(match.state, match.command(f"register_deck Ada size={size}"))
    assert [one.impossible for one in check if one.rule == "TCG-D01"] == found


def test_prize_cards_are_searched_out_of_the_deck() -> None:
    """TCG-S06: a known card is taken from its place, others from the unknown ones at the bottom."""
    deck = tuple(Token(number, card) for number, card in enumerate(("RA1", None, "BAT", None), start=1))
    assert prize_tokens(deck, ("BAT", "??", "CIM")) == (Token(3, "BAT"), Token(4, None), Token(2, "CIM"))
    assert prize_tokens(deck, ("??", "RA1")) == (Token(4, None), Token(1, "RA1"))


@pytest.mark.parametrize(("to", "known"), [("shop", True), ("deck_top", False), ("deck_bottom", False)])
def test_what_is_put_away_face_down_hides_what_was_shown(to: str, known: bool) -> None:
    """TCG-D07: given shown cards of which one went into the deck, then the others cannot tell which ones are still in the hand."""
    match = table(side("SALV BAT"), side()).do("reveal_card SALV SALV")
    match.do(f"adjust table [move_card(card=BAT, origin=pit, to={to})]")
    assert [shown.token for shown in player(match).revealed] == [player(match).pit[0].id] * known


@pytest.mark.parametrize("deck", [0, 60])
def test_declared_position_counts_cards(deck: int) -> None:
    """TCG-X10: a position whose cards are not the deck's number is impossible."""
    match = opened().do("register_deck Ada size=54", "register_deck Ben size=54")
    mine = f"(deck={deck}, pit=[], prize_cards=[??])"
    line = f"declare_position 1 Ada [{mine}, (deck=53, pit=[], prize_cards=[??])]"
    match.impossible(line, "TCG-X10").do(line.replace(f"deck={deck}", "deck=53"))


@pytest.mark.parametrize(
    ("effect", "kind"),
    [("goldwrench", "heal"), ("tangle", "label"), ("overvolt", "damage_dealt"), ("bumper", "damage_taken")],
)
def test_sample_items(effect: str, kind: str) -> None:
    """TCG-A08, K05: items of the sample catalogue carry out each kind of effect."""
    match = sample(effect, "ember15")
    match.do("swap_cards [??, ??]", "play_robot ember15", "end_turn", "play_robot kiln15")
    target = "ember15" if effect == "tangle" else "kiln15"
    match.do(f"play_item {effect} targets=[{target}]")
    assert (
        ("hp_restored" in tags(match))
        if kind == "heal"
        else ([e.word if e.word == "label" else e.name for e in match.state.lasting] == [kind])
    )


@pytest.mark.parametrize(("turn", "active", "begun"), [(1, 0, [1, 0]), (2, 1, [1, 1]), (7, 0, [4, 3])])
def test_turns_of_a_declared_position(turn: int, active: int, begun: list[int]) -> None:
    """TCG-T08: where a position does not say how many turns each has begun, the turn number tells."""
    match = table(side(turns=None), side(turns=None), turn=turn, active=active)
    assert [player(match, seat).turns for seat in (0, 1)] == begun
