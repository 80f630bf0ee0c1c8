"""Opening a tournament, antes, the shuffle and the playing hands (RH-S), numbers agreed (RH-V)."""

import inspect
from typing import get_args

import pytest
from msgspec import Struct

from domain.game import tag_of
from domain.games.robin_in_the_hood import GAME
from domain.games.robin_in_the_hood.changes import Change
from domain.games.robin_in_the_hood.commands.hand_end import DrawCard
from domain.games.robin_in_the_hood.commands.setup import StakeAnte
from domain.games.robin_in_the_hood.events.changes import AppliedChange
from domain.seats import SeatSetup, TableSetup
from tests.games.robin_in_the_hood.tables import ANN, CATALOGUE, Table, begin_round, declared, opened, playing
from tests.scenario import Scenario, as_played, cases, given, impossible, refused, then


def unopened() -> Table:
    return Scenario(GAME, CATALOGUE)


test_rules = cases(
    ("RH-S01: the same name twice is refused",
     given(unopened), refused("open_tournament [Ann, ann] victories_to_win=3", "RH-S01")),
    ("RH-S02: the number of victories does not change after the opening; as played it is applied and flagged",
     given(playing), refused("change_option victories_to_win 2", "RH-S02"),
     as_played("change_option victories_to_win 2", "RH-S02"),
     then(lambda t: t.state.options.victories_to_win, 2)),
    ("RH-S03: the number of Active cards does not change after the opening",
     given(playing), refused("change_option active_count 12", "RH-S03")),
    ("RH-S04, RH-V01: modifiers are off by default and cannot be switched on later",
     given(playing),
     then(lambda t: t.state.options.modifiers, False), refused("change_option modifiers yes", "RH-S04")),
    ("RH-S05, RH-V04: with an ante, round 1 starts once both have staked a card; one each",
     given(declared, "ante=yes"), "stake_ante Ann wat", refused("start_round", "RH-S05"),
     refused("stake_ante Ann vane", "RH-S05"), "stake_ante Ben ysolt", "start_round",
     then(lambda t: [player.ante for player in t.state.players], ["wat", "ysolt"])),
    ("RH-S05, RH-V04: an ante is off by default and refused then",
     given(declared), refused("stake_ante Ann wat", "RH-S05")),
    ("RH-S05: after round 1 began nobody stakes a card",
     given(declared, "ante=yes"), "stake_ante Ann wat", "stake_ante Ben wat", "start_round",
     refused("stake_ante Ann vane", "RH-S05")),
    ("RH-S05: an ante cannot be agreed after the opening", given(playing), refused("change_option ante yes", "RH-S05")),
    ("RH-Q20: the staked card is not a card of the Active set; a further copy of it may be played",
     given(declared, "ante=yes"), "stake_ante Ann alys", "stake_ante Ben kit", begin_round, "place_character Ann alys",
     then(lambda t: GAME.card_counts(t.state), {"Ann": 10, "Ben": 10})),
    ("RH-D07: a stake that the catalogue lacks is refused",
     given(declared, "ante=yes"),
     then(lambda t: [v.rule for v in GAME.check(t.state, StakeAnte(player=0, card="nobody"))], ["RH-D07"])),
    ("RH-S07: the colour reference in a catalogue is not a card that could be played",
     given(playing, ann=[], ben=[]), impossible("place_character Ann colour_reference", "RH-D07")),
    ("RH-S08: nothing is drawn before the Draw pile is shuffled",
     given(declared), "start_round", refused("draw_playing_hand Ann", "RH-S08"), refused("draw_card Ann", "RH-S08")),
    ("RH-S08: a recorded order consists of the cards of the Active set; another length is impossible",
     given(declared), "start_round", refused(f"shuffle_draw_pile Ann order=[{', '.join([*ANN[:9], 'wat'])}]", "RH-S08"),
     impossible("shuffle_draw_pile Ann order=[alys, bram]", "RH-S08")),
    ("RH-S08, RH-D03: an order makes an unknown list known; two cards of a character in it are refused",
     given(declared, ann=[]), "start_round",
     refused(f"shuffle_draw_pile Ann "
         f"order=[{', '.join(['giles18', 'giles20', *[card for card in ANN if card != 'giles20'][:8]])}]", "RH-D03")),
    ("RH-S09: the playing hand is drawn once",
     given(declared), "start_round", "shuffle_draw_pile Ann", "draw_playing_hand Ann",
     refused("draw_playing_hand Ann", "RH-S09")),
    ("RH-S09: cards that are not the top five of a recorded order are impossible; unnamed ones are filled in",
     given(declared), "start_round", f"shuffle_draw_pile Ann order=[{', '.join(ANN)}]",
     impossible("draw_playing_hand Ann cards=[joan, alys, bram, cuthbert, dunstan]", "RH-S09"), "draw_playing_hand Ann",
     then(lambda t: [token.card for token in t.state.players[0].playing_hand], ANN[:5])),
    ("RH-A04: with a known list, a card cannot be drawn that was drawn already",
     given(declared), "start_round", "shuffle_draw_pile Ann",
     impossible("draw_playing_hand Ann cards=[alys, alys, bram, cuthbert, dunstan]", "RH-A04")),
    ("RH-S09: a round begins with the playing hand, not with single cards",
     given(declared), "start_round", "shuffle_draw_pile Ann", refused("draw_card Ann", "RH-S09")),
    ("RH-T01: without an open tournament there is nothing to do, and it opens once",
     given(unopened), impossible("start_round", "RH-T01"), given(opened),
     impossible("open_tournament [Ann, Ben] victories_to_win=1", "RH-T01")),
    ("RH-V06: an option of reading takes the listed values alone",
     given(unopened), impossible("open_tournament [Ann, Ben] victories_to_win=1 advance_rule=all", "RH-V06")),
    ("RH-V06: another name or value than there is cannot be recorded",
     given(playing), impossible("change_option colour red", "RH-V06"), given(playing),
     impossible("change_option advance_rule all", "RH-V06"), given(playing),
     impossible("change_option victories_to_win many", "RH-S02")),
    ("RH-S01, RH-Q30: one player or three cannot open a tournament",
     given(unopened), impossible("open_tournament [Ann] victories_to_win=3", "RH-S01"),
     impossible("open_tournament [Ann, Ben, Cay] victories_to_win=3", "RH-S01")),
    ("RH-S02, RH-V05: without a number of victories, or with none, the tournament does not open",
     given(unopened), refused("open_tournament [Ann, Ben] ", "RH-S02"),
     refused("open_tournament [Ann, Ben] victories_to_win=0", "RH-S02"),
     refused("open_tournament [Ann, Ben] victories_to_win=-1", "RH-S02")),
    ("RH-S09: a playing hand of four or six cards is refused",
     given(declared), "start_round", "shuffle_draw_pile Ann",
     refused(f"draw_playing_hand Ann cards=[{', '.join(['??'] * 4)}]", "RH-S09"), given(declared), "start_round",
     "shuffle_draw_pile Ann", refused(f"draw_playing_hand Ann cards=[{', '.join(['??'] * 6)}]", "RH-S09")),
    ("RH-V06: the options of reading are fixed when the tournament opens; as played a change is applied and flagged",
     given(playing), refused("change_option advance_rule survivors", "RH-V06"),
     as_played("change_option advance_rule survivors", "RH-V06"),
     then(lambda t: t.state.options.advance_rule, "survivors"), given(playing),
     refused("change_option between_rounds continue", "RH-V06"),
     as_played("change_option between_rounds continue", "RH-V06"),
     then(lambda t: t.state.options.between_rounds, "continue"), given(playing),
     refused("change_option first_hand_order carry_over", "RH-V06"),
     as_played("change_option first_hand_order carry_over", "RH-V06"),
     then(lambda t: t.state.options.first_hand_order, "carry_over"), given(playing),
     refused("change_option modifier_replace lasting_only", "RH-V06"),
     as_played("change_option modifier_replace lasting_only", "RH-V06"),
     then(lambda t: t.state.options.modifier_replace, "lasting_only")),
)  # fmt: skip


def test_no_third_seat() -> None:
    """RH-S01: a command for a seat that does not exist is impossible."""
    [violation] = GAME.check(playing().state, DrawCard(player=2))
    assert (violation.rule, violation.impossible) == ("RH-S01", True)


def test_ten_active_cards() -> None:
    """RH-S03, RH-V05: nine Active cards are too few, ten are the default."""
    unopened().refused("open_tournament [Ann, Ben] victories_to_win=1 active_count=9", "RH-S03")
    assert opened().state.options.active_count == 10


@pytest.mark.parametrize(
    ("count", "refused", "impossible"),
    [(10, False, False), (999, False, False), (9, True, False), (5, True, False), (4, True, True), (1000, True, True)],
)
def test_how_many_active_cards_there_can_be(count: int, *, refused: bool, impossible: bool) -> None:
    """RH-S03: at least ten, and 999 can be recorded; fewer than a playing hand of five would be unplayable."""
    table = unopened()
    command = table.command(f"open_tournament [Ann, Ben] victories_to_win=1 active_count={count}")
    found = [(one.rule, one.impossible) for one in GAME.check(table.state, command)]
    assert found == [("RH-S03", impossible)] * refused


def test_zones_at_the_start() -> None:
    """RH-S06: a round starts with empty stages, Dead Cards and Modifier piles, victories at 0."""
    for player in playing("modifiers=yes").state.players:
        assert (player.stages, player.dead_cards, player.modifier_pile, player.victories) == ((None,) * 4, (), (), 0)


def test_one_shuffle() -> None:
    """RH-S08: a second shuffle in the round is refused, before and after the draw."""
    table = declared().do("start_round", "shuffle_draw_pile Ann").refused("shuffle_draw_pile Ann", "RH-S08")
    begin_round(declared()).refused("shuffle_draw_pile Ben", "RH-S08")
    table.as_played("shuffle_draw_pile Ann", "RH-S08")


def test_seeded_shuffle() -> None:
    """RH-S08: a seed shuffles the declared set, always the same way; it needs the list."""
    table = declared(ben=[]).do("start_round", "shuffle_draw_pile Ann seed=market")
    pile = [token.card for token in table.state.players[0].draw_pile]
    assert sorted(map(str, pile)) == sorted(ANN)
    again = declared().do("start_round", "shuffle_draw_pile Ann seed=market")
    assert [token.card for token in again.state.players[0].draw_pile] == pile
    table.impossible("shuffle_draw_pile Ben seed=market", "RH-S08")


def test_stored_fields_stand_in_their_class() -> None:
    """Stored structs state all their fields in order themselves: msgspec would put inherited ones behind them."""
    stored = (*GAME.commands, *GAME.events, *get_args(Change), *get_args(AppliedChange))
    assert [one for one in stored if not _states_its_fields(one)] == []


def _states_its_fields(kind: type[Struct]) -> bool:
    """Return True if a struct states all its fields itself, except those that all games share."""
    bases = [base for base in kind.__mro__ if base.__module__.startswith("domain.effects")]
    shared = {name for base in bases for name in inspect.get_annotations(base)}
    own = tuple(name for name in inspect.get_annotations(kind) if name not in shared)
    fields = tuple(name for name in kind.__struct_fields__ if name not in shared and name != "only")
    return own == fields


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colour": "red"}, "no option 'colour'"),
        ({"victories_to_win": "many"}, "option victories_to_win"),
        ({"ante": "maybe"}, "option ante"),
    ],
)
def test_options_from_text(options: dict[str, str], message: str) -> None:
    """An option that does not exist or cannot be read is named in one line."""
    setup = TableSetup((SeatSetup("Ann"), SeatSetup("Ben")), options)
    with pytest.raises(ValueError, match=message):
        GAME.open_table(setup)


def test_deck_sizes_from_text() -> None:
    """RH-D01: given a deck known only by its size, then the size must be the agreed one."""
    with pytest.raises(ValueError, match="active_count"):
        GAME.open_table(TableSetup((SeatSetup("Ann", deck=12), SeatSetup("Ben")), {"victories_to_win": "1"}))
    opening = GAME.open_table(TableSetup((SeatSetup("Ann", deck=10), SeatSetup("Ben")), {"victories_to_win": "1"}))
    assert [tag_of(command) for command in opening] == ["open_tournament", *["declare_active_set"] * 2]


def test_board_before_the_opening() -> None:
    """Before the opening there is a board, and it asks for the opening command."""
    assert GAME.board(GAME.initial(CATALOGUE), "judge").prompts[0].text == "open the tournament"
