"""From the opening command to the first turn."""

import pytest

from domain.games.frc_tcg import GAME
from domain.seats import SeatSetup, TableSetup
from service.resources import load_deck
from tests.games.frc_tcg.tables import WORKED, Table, cards, opened, player, ready, started
from tests.scenario import Scenario, as_played, cases, given, impossible, refused, then


def blank() -> Table:
    """Empty hands and boards."""
    return Scenario(GAME, WORKED)


def with_decks() -> Table:
    """Only decks registered by size."""
    return opened().do("register_deck Ada size=54", "register_deck Ben size=54")


test_rules = cases(
    ("TCG-S02, V08: options, decks and house rules are fixed once the match has started",
     given(started), refused("create_match [Ada, Ben]", "TCG-S02"), refused("register_deck Ada size=54", "TCG-S02"),
     refused('agree_house_rule "no ZAP"', "TCG-S02", "TCG-V08")),
    ("TCG-S03: who begins is recorded with a known method, for a player who sits here, once",
     given(opened), "determine_first_player Ben coin_flip heads",
     then(lambda t: t.state.first, 1), refused("determine_first_player Ada agreement", "TCG-S03"), given(opened),
     impossible("determine_first_player @2 hat", "TCG-S03")),
    ("TCG-S04: an opening hand off an unshuffled deck is refused; as played it stands",
     given(with_decks), refused("draw_opening_hand Ada [??, ??, ??, ??, ??, ??, ??]", "TCG-S04"), given(with_decks),
     as_played("draw_opening_hand Ada [??, ??, ??, ??, ??, ??, ??]", "TCG-S04"),
     then(lambda t: len(player(t).pit), 7)),
    ("TCG-S05: six cards are refused, and so is a second hand",
     given(with_decks), "shuffle_deck Ada", refused("draw_opening_hand Ada [??, ??, ??, ??, ??, ??]", "TCG-S05"),
     "draw_opening_hand Ada [RA1, BAT, ??, ??, ??, ??, ??]",
     refused("draw_opening_hand Ada [??, ??, ??, ??, ??, ??, ??]", "TCG-S05"),
     then(lambda t: cards(player(t).pit), "RA1 BAT ?? ?? ?? ?? ??")),
    ("TCG-S06: prize cards come out of the deck after the opening draw, as many as agreed, once",
     given(with_decks), "shuffle_deck Ada", refused("set_prize_cards Ada [RD1, RD1, ??, ??]", "TCG-S06"),
     "draw_opening_hand Ada [??, ??, ??, ??, ??, ??, ??]", refused("set_prize_cards Ada [RD1, RD1, ??]", "TCG-S06"),
     "set_prize_cards Ada [RD1, RD1, ??, ??]",
     then(lambda t: (cards(player(t).prize_cards), len(player(t).deck)), ("RD1 RD1 ?? ??", 43)),
     refused("set_prize_cards Ada [??, ??, ??, ??]", "TCG-S06")),
    ("TCG-S08: plays before the start are refused with the missing step",
     given(with_decks), impossible("play_robot RA1", "TCG-S08"), given(blank), impossible("end_turn", "TCG-S08")),
    ("TCG-D07: without a list, a fourth mentor is more than any profile has",
     given(with_decks), "shuffle_deck Ada",
     refused("draw_opening_hand Ada [MHP, MHP, MDMG, MDMG, ??, ??, ??]", "TCG-D07"),
     as_played("draw_opening_hand Ada [MHP, MHP, MDMG, MDMG, ??, ??, ??]", "TCG-D07")),
    ("TCG-S08: registering, shuffling, drawing and setting prize cards in any seat order leads to turn 1",
     given(lambda: ready(opened("Ada", "Ben", "Cleo").do(*(f"register_deck {n} size=54" for n in ("Cleo", "Ada", "Ben"))),
             ("",) * 3)),
     then(lambda t: (t.state.turn, t.state.active), (1, 0))),
    ("TCG-S01: fewer than two players, or one twice, are refused; three are fine",
     given(blank), refused("create_match [Ada]", "TCG-S01"), given(blank), "create_match [Ada, Ben, Cleo]",
     given(blank), refused("create_match [Ada, Ada]", "TCG-S01"), given(blank), "create_match [Ada, Ben, Cleo]",
     given(blank), refused("create_match []", "TCG-S01"), given(blank), "create_match [Ada, Ben, Cleo]"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("option", "rule"),
    [
        ("prize_count=0", "TCG-S07"),
        ("prize_count=5", "TCG-S07"),
        ("boosters=maybe", "TCG-D04"),
        ("prizes_face=sideways", "TCG-X04"),
        ("prize_on=sunday", "TCG-X02"),
        ("final_tie=coin", "TCG-E03"),
        ("multiplayer_win=x", "TCG-V06"),
        ("hand_cap=x", "TCG-T12"),
        ("surplus_components=x", "TCG-A05"),
        ("retreat_timing=x", "TCG-A20"),
        ("ability_counts_as_attack=x", "TCG-C07"),
        ("devolve_stage=x", "TCG-A18"),
        ("prize_settlement=x", "TCG-E04"),
        ("divisions=pink/red", "TCG-V02"),
        ("divisions=red", "TCG-V02"),
        ("teams=1", "TCG-V04"),
    ],
)
def test_unknown_option_values(option: str, rule: str) -> None:
    """TCG-S02, S07: an option value that does not exist is refused with the rule that it belongs to."""
    blank().refused(f"create_match [Ada, Ben] options=({option})", rule)


def test_no_start_without_a_first_player() -> None:
    """TCG-S03: the match does not start before the first player is known."""
    match = with_decks()
    for name in ("Ada", "Ben"):
        match.do(f"shuffle_deck {name}", f"draw_opening_hand {name} [??, ??, ??, ??, ??, ??, ??]")
        match.do(f"set_prize_cards {name} [??, ??, ??, ??]", f"shuffle_deck {name}")
    match.refused("start_match", "TCG-S03", "TCG-S08")
    match.do("determine_first_player Ada die_roll", "start_match")


def test_shuffled_again_after_the_search() -> None:
    """TCG-S04, S08: a searched deck that was not shuffled again holds up the start."""
    match = with_decks().do("determine_first_player Ada agreement")
    for name in ("Ada", "Ben"):
        match.do(f"shuffle_deck {name}", f"draw_opening_hand {name} [??, ??, ??, ??, ??, ??, ??]")
        match.do(f"set_prize_cards {name} [??, ??, ??, ??]")
    match.do("shuffle_deck Ada").refused("start_match", "TCG-S04", "TCG-S08")
    assert match.as_played("start_match", "TCG-S04", "TCG-S08").state.running


def test_prize_cards_from_the_deck() -> None:
    """TCG-S06: a card whose copies are all in the hand cannot be a prize card."""
    listed = load_deck(GAME, "worked_match_a")  # type: ignore[arg-type]
    setup = TableSetup((SeatSetup("Ada", deck=listed), SeatSetup("Ben")), {"prize_count": "1"})
    match = blank().do(*GAME.open_table(setup)).do("shuffle_deck Ada")
    match.do("draw_opening_hand Ada [MHP, MHP, MHP, ??, ??, ??, ??]")
    match.refused("set_prize_cards Ada [MHP]", "TCG-S06").do("set_prize_cards Ada [RD1]")


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_prize_count(count: int) -> None:
    """TCG-S07, V01: a match is played for one to four prize cards."""
    match = started(prize_count=count)
    assert [len(side.prize_cards) for side in match.state.players] == [count, count]


def test_prize_counts_are_equal() -> None:
    """TCG-S07: unequal numbers of prize cards hold up the start."""
    match = with_decks().do("determine_first_player Ada agreement", "shuffle_deck Ada", "shuffle_deck Ben")
    for name in ("Ada", "Ben"):
        match.do(f"draw_opening_hand {name} [??, ??, ??, ??, ??, ??, ??]")
    match.do("set_prize_cards Ada [??, ??, ??, ??]").as_played("set_prize_cards Ben [??, ??, ??]", "TCG-S06")
    match.do("shuffle_deck Ada", "shuffle_deck Ben").refused("start_match", "TCG-S07")


def test_ready_to_start() -> None:
    """TCG-S08: with four prize cards a deck of 43 is left; a start with a step missing names that step."""
    match = opened().do("determine_first_player Ada agreement", "register_deck Ada size=54")
    text = str(GAME.check(match.state, match.command("start_match"))[0])
    assert "Ada lacks shuffle_deck" in text
    match.do("register_deck Ben size=54")
    ready_match = started()
    assert [len(side.deck) for side in ready_match.state.players] == [43, 43]
    match.impossible("start_match", "TCG-S08")


def test_counters_are_no_cards() -> None:
    """TCG-S09: HP is kept in the state in steps of 10, and no counter is counted among the cards."""
    match = started("RA1").do("play_robot RA1")
    robot = player(match).alliance[0]
    assert robot.hp // 10 == 3
    assert GAME.card_counts(match.state) == {"Ada": 54, "Ben": 54}


def test_unknown_cards_come_to_light_within_the_list() -> None:
    """TCG-D07: an eleventh RA1 is refused, since the list has ten."""
    listed = load_deck(GAME, "worked_match_a")  # type: ignore[arg-type]
    setup = TableSetup((SeatSetup("Ada", deck=listed), SeatSetup("Ben")), {"prize_count": "4"})
    match = blank().do(*GAME.open_table(setup)).do("shuffle_deck Ada")
    match.do("draw_opening_hand Ada [RA1, RA1, RA1, RA1, RA1, RA1, RA1]")
    match.refused("set_prize_cards Ada [RA1, RA1, RA1, RA1]", "TCG-S06")
    match.do("set_prize_cards Ada [RA1, RA1, RA1, ??]")


def test_card_defined_at_the_table() -> None:
    """TCG-K01: a card that the catalogue lacks is defined during the match; its id must be new and its record sound."""
    line = "define_card record=robot(card_id=NEW, name=New, edition={}, division=Newton, team=9, hp=20, abilities=[{}])"
    ability = "(name=Nudge, requires={cim=1}, damage=10)"
    match = started("??").do(line.format("first", ability))
    match.do("play_robot NEW").refused(line.format("first", ability), "TCG-K01")
    started().refused(line.format("second", ability).replace("NEW", "OTHER"), "TCG-K04")


def test_opening_from_a_table_setup() -> None:
    """TCG-S02: an unknown option name, or an invalid number, is named in one line."""
    seats = (SeatSetup("Ada"), SeatSetup("Ben"))
    with pytest.raises(ValueError, match="no option 'prizes'; options: prize_count"):
        GAME.open_table(TableSetup(seats, {"prizes": "2"}))
    with pytest.raises(ValueError, match="prize_count: a whole number expected, found 'two'"):
        GAME.open_table(TableSetup(seats, {"prize_count": "two"}))
