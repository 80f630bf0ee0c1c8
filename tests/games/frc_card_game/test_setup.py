"""From start_match to turn 1 (CG-S, options)."""

import pytest

from domain.cards import DeckList
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.cards import StudentCard
from domain.games.frc_card_game.commands.setup import FlipCoin, PlayerSetup, PlayTeamCard, StartMatch
from domain.games.frc_card_game.commands.turns import DrawCard
from domain.games.frc_card_game.options import Options
from domain.options import changed_options, choices_of, option_rules
from domain.seats import SeatSetup, TableSetup
from tests.games.frc_card_game.tables import ADA, BO, empty, names, opened, points, started, table, tags
from tests.scenario import cases, given, impossible, refused, then


def start(*players: str, **options: str) -> StartMatch:
    """A start of players with decks of 30."""
    return StartMatch(players=tuple(PlayerSetup(name=p, deck=30) for p in players), options=Options(**options))


test_rules = cases(
    ("CG-S01: the same name twice is refused", given(empty), refused(start("Ada", "Ada"), "CG-S01")),
    ("CG-S01: a command for a third seat is impossible", given(table), impossible(DrawCard(player=2), "CG-S01")),
    ("CG-S03: a card that is not a team card is refused", given(started), refused("play_team_card Ada dana", "CG-S03")),
    ("CG-S03, CG-Q04: another team card than the declared one is refused",
     given(empty),
     StartMatch(players=(PlayerSetup(name="Ada", deck=30, team="iron_gears"), PlayerSetup(name="Bo", deck=30))),
     refused("play_team_card Ada volt_club", "CG-S03"), "play_team_card Ada iron_gears"),
    ("CG-S03: a declared team card that is a student is refused at the start",
     given(empty),
     refused(StartMatch(players=(PlayerSetup(name="Ada", deck=30, team="dana"), PlayerSetup(name="Bo", deck=30))),
         "CG-S03")),
    ("CG-S03, CG-F02: a second team card is impossible: the one slot is taken",
     given(started), "play_team_card Ada iron_gears", impossible("play_team_card Ada volt_club", "CG-S03", "CG-F02")),
    ("CG-S04, CG-S08, CG-Q06: the deck is shuffled, then four cards leave it for the hand, unknown or known",
     given(started), "draw_opening_hand Ada dana,??,??,pax",
     then(tags, ["deck_shuffled", "opening_hand_drawn"]),
     then(lambda t: names(t, ADA, "hand"), ["dana", "??", "??", "pax"]), then(lambda t: t.state.players[ADA].deck, 26)),
    ("CG-S05, CG-S04, CG-Q08: drawing the opening hand again is refused",
     given(started), "draw_opening_hand Ada", refused("draw_opening_hand Ada", "CG-S04", "CG-S05")),
    ("CG-S06: a second flip is refused", given(started), "flip_coin Ada", impossible("flip_coin Bo", "CG-S06")),
    ("CG-S06: a first player who is not in the match is refused",
     given(started), impossible(FlipCoin(first_player=5), "CG-S06")),
    ("CG-S07, CG-T03, CG-Q09: whatever step comes last, turn 1 of the first player begins, in the median phase",
     given(started), "flip_coin Bo", "draw_opening_hand Bo", "draw_opening_hand Ada", "play_team_card Bo volt_club",
     "play_team_card Ada iron_gears",
     then(tags, ["team_card_played", "turn_began", "phase_skipped", "phase_began"]),
     then(lambda t: (t.state.turn, t.state.turn_player, t.state.phase), (1, BO, "median"))),
    ("CG-S09, CG-Q01: the options and the rules version are fixed at the start; starting again is impossible",
     given(started, draw_phase_draw="may"),
     then(lambda t: t.state.options.draw_phase_draw, "may"),
     then(lambda t: t.events[0].rules_version, GAME.rules_version), impossible(start("Ada", "Bo"), "CG-S09")),
    ("CG-K01, CG-S09: a card that the catalogue lacks can be added; a used id is impossible, a bad record is refused",
     given(opened), "define_card student(card_id=ivo, name=Ivo, skills=[climbing])", "advance_phase",
     "play_student ivo",
     then(lambda t: names(t, ADA, "body"), ["ivo"]),
     impossible("define_card student(card_id=dana, name=Other, skills=[design])", "CG-K01"),
     refused("define_card student(card_id=zed, name=Dana, skills=[design])", "CG-K01"),
     refused("define_card student(card_id=zed, name=Zed)", "CG-K04")),
    ("CG-K01, CG-S01, CG-S03: cards that the catalogue lacks and players without a name are refused",
     given(empty), refused(start("Ada", " "), "CG-S01"), given(empty),
     impossible(StartMatch(players=tuple(PlayerSetup(name=n, deck=DeckList({"nobody": 30},
         beside={"team": "nobody"})) for n in ("Ada", "Bo"))), "CG-K01"), given(started),
     impossible(PlayTeamCard(player=ADA, card="nobody"), "CG-S03"), given(empty),
     impossible("define_card student(card_id=ivo, name=Ivo, skills=[climbing])", "CG-S07")),
    ("CG-E01, CG-Q07: points changed as turn 1 begins are looked at; the turn then goes no further",
     given(started), "define_card team(card_id=doom, name=Doom, effect_text=x, effects=[modify_points(delta=-4000)])",
     "play_team_card Ada doom", "play_team_card Bo volt_club", "draw_opening_hand Ada", "draw_opening_hand Bo",
     "flip_coin Ada",
     then(lambda t: tags(t)[-1], "match_ended"), then(lambda t: t.state.result.winners, (BO,))),
    ("CG-S01: one or three players are refused; no table of this game can hold them",
     given(empty), impossible(start(*("Ada",)), "CG-S01"), impossible(start(*("Ada", "Bo", "Cy")), "CG-S01")),
    ("CG-S04: an opening hand of three or five cards is refused",
     given(started), refused("draw_opening_hand Ada ??,??,??", "CG-S04"),
     refused("draw_opening_hand Ada ??,??,??,??,??", "CG-S04")),
)  # fmt: skip


def test_both_start_with_4000() -> None:
    """CG-S02: each starts with 4000 points; a handicap is an adjustment after the start."""
    assert points(started()) == (4000, 4000)
    assert points(opened().do("adjust handicap [points_changed(player=Bo, delta=-500)]")) == (4000, 3500)


@pytest.mark.parametrize(
    ("deck", "cards", "found"), [(4, 4, []), (3, 3, [False]), (3, 4, [True]), (2, 3, [True]), (5, 5, [False])]
)
def test_an_opening_hand_is_no_more_than_there_is(deck: int, cards: int, found: list[bool]) -> None:
    """CG-S04: another number than four is refused; more than the deck has is impossible, all that it has is not."""
    players = (PlayerSetup(name="Ada", deck=deck), PlayerSetup(name="Bo", deck=30))
    there = empty().as_played(StartMatch(players=players), *["CG-D01"] * (deck < 30))
    command = there.command(f"draw_opening_hand Ada [{', '.join(['??'] * cards)}]")
    assert [one.impossible for one in GAME.check(there.state, command) if one.rule == "CG-S04"] == found


@pytest.mark.parametrize(
    ("first", "face", "legal"), [("Ada", "heads", True), ("Bo", "heads", False), ("Bo", "tails", True)]
)
def test_flip_with_a_call(first: str, face: str, legal: bool) -> None:
    """CG-S06, CG-Q05: with caller, call and face given the caller goes first exactly if the call was right."""
    line = f"flip_coin {first} caller=Ada call=heads face={face}"
    if legal:
        started().do(line)
    else:
        started().refused(line, "CG-S06")


def test_turn_commands_wait_for_the_setup() -> None:
    """CG-S07: a turn command during the setup is refused and says what is missing."""
    there = started().do("play_team_card Ada iron_gears", "draw_opening_hand Ada")
    found = GAME.check(there.state, there.command("advance_phase"))
    assert [v.rule for v in found] == ["CG-S07"]
    assert found[0].text.endswith("missing Bo's team card, Bo's opening hand, the coin flip")


def test_commands_before_the_start() -> None:
    """CG-S07: before start_match every other command is impossible."""
    for line in ("play_team_card 1 iron_gears", "draw_card", "concede 1", "reveal_card dana player=1", "adjust x []"):
        empty().impossible(line, "CG-S07")


@pytest.mark.parametrize("option", option_rules(Options))
def test_unknown_option_value(option: str) -> None:
    """CG-V01, CG-V02, CG-V03, CG-V04, CG-V05: an unknown value is refused with the option's rule."""
    empty().refused(start("Ada", "Bo", **{option: "sometimes"}), option_rules(Options)[option])


def test_options_default_to_the_first_value() -> None:
    """The defaults are the first values, and only other ones count as changed."""
    assert all(getattr(Options(), name) == values[0] for name, values in choices_of(Options).items())
    assert changed_options(Options(draw_phase_draw="may")) == {"draw_phase_draw": "may"}


def test_open_table() -> None:
    """A table as asked for becomes start_match; an option that does not exist or a missing deck is named."""
    seats = (SeatSetup("Ada", deck=30), SeatSetup("Bo", deck=DeckList({"dana": 3}, beside={"team": "iron_gears"})))
    (command,) = GAME.open_table(TableSetup(seats, {"draw_phase_draw": "may"}))
    assert command == StartMatch(
        players=(PlayerSetup(name="Ada", deck=30), PlayerSetup(name="Bo", deck=seats[1].deck)),
        options=Options(draw_phase_draw="may"),
    )
    with pytest.raises(ValueError, match="no option 'speed'; options: draw_phase_draw"):
        GAME.open_table(TableSetup(seats, {"speed": "fast"}))
    with pytest.raises(ValueError, match="Cy: give a deck list"):
        GAME.open_table(TableSetup((SeatSetup("Cy"),)))


def test_a_catalogue_with_faults_starts_no_match() -> None:
    """CG-K04: a match cannot start on a catalogue that breaks a rule."""
    there = empty()
    there.state = there.game.initial(there.state.catalogue.plus(StudentCard(card_id="x", name="X")))
    there.refused(start("Ada", "Bo"), "CG-K04")


def test_team_card_beside_a_list() -> None:
    """CG-D02: a list without its team card takes the one that is declared with it."""
    listed = DeckList(dict.fromkeys(("dana", "pax", "nia", "wes", "cleo", "sol", "dee", "wall", "tank", "jab"), 3))
    players = tuple(PlayerSetup(name=name, deck=listed, team="iron_gears") for name in ("Ada", "Bo"))
    there = empty().do(StartMatch(players=players))
    assert there.state.players[BO].team_card == "iron_gears"
