"""Series, rule by rule."""

from random import Random
from typing import TypeAlias

import pytest

from domain.competition.commands import ContestCommand
from domain.competition.series.changes import SetWins
from domain.competition.series.commands import Adjust, Deck, RecordDecks, RecordResult
from domain.digest import digest_of
from domain.game import Event
from domain.games.pbl_robots.contests.series import SERIES
from domain.games.pbl_robots.contests.series.state import State
from tests.domain.competition.tables import amend_at_random, cards_of, play_many
from tests.scenario import Scenario

Table: TypeAlias = Scenario[State, ContestCommand, Event]
CARDS = cards_of(SERIES)
DECKS = "record_decks [(player=Ana, cards={copper_jaw=1, long_reach=1}), (player=Bo, cards={tin_loft=1})]"


def series(options: str = "", players: str = "Ana,Bo") -> Table:
    return Scenario(SERIES, CARDS).do(f"start_series {players} options=({options})")


def rotation(pilots: int = 3) -> Table:
    """A series in which both sides have drafted their pilots."""
    return series(f"rotation={pilots}, best_of={pilots}").do(
        f"draft_pilots Ana {','.join(['pira', 'rook', 'tamsin', 'orla', 'vex'][:pilots])}",
        f"draft_pilots Bo {','.join(['hale', 'iri', 'quill', 'sorrel', 'wick'][:pilots])}",
    )


def winner(table: Table) -> tuple[int, ...] | None:
    outcome = SERIES.outcome(table.state)
    return outcome and outcome.winners


@pytest.mark.parametrize("line", ["start_series Ana", "start_series Ana,Ana", 'start_series [Ana, " "]'])
def test_players(line: str) -> None:
    """CT-S01: a series of one player, of two of one name, or with a player without a name is impossible."""
    Scenario(SERIES, CARDS).impossible(line, "CT-S01")


def test_options() -> None:
    """CT-S02: an option takes none but its choices."""
    Scenario(SERIES, CARDS).impossible("start_series Ana,Bo options=(starts=winner)", "CT-S02")


@pytest.mark.parametrize("games", [0, 2, 4, 101])
def test_odd_number_of_games(games: int) -> None:
    """CT-V01: a series is played over an odd number of games."""
    Scenario(SERIES, CARDS).impossible(f"start_series Ana,Bo options=(best_of={games})", "CT-V01")


def test_first_to_two() -> None:
    """CT-V01: the first to win two games has won a best of three, and a game after that is refused."""
    table = series().do("record_result g1 Ana", "record_result g2 Ana")
    assert winner(table) == (0,)
    table.refused("record_result g3 Bo", "CT-V01")


def test_first_to_three() -> None:
    """CT-V01: a best of five goes to three wins."""
    table = series("best_of=5").do(*(f"record_result g{n} {w}" for n, w in enumerate(["Ana", "Ana", "Bo", "Bo"])))
    assert winner(table) is None
    assert winner(table.do("record_result g5 Bo")) == (1,)


def test_game_after_the_end_as_played() -> None:
    """CT-V01: a game played on after the decision can be recorded; the series keeps its winner."""
    table = series().do("record_result g1 Ana", "record_result g2 Ana").as_played("record_result g3 Bo", "CT-V01")
    assert (winner(table), table.state.wins) == ((0,), (2, 1))


def test_drawn_game_scores_nobody() -> None:
    """CT-V01: a drawn game is nobody's win, and the game itself names who starts its replay."""
    table = series().do("record_result g1 Ana", "record_result g2")
    assert (table.state.wins, table.state.number, table.state.starter) == ((1, 0), 3, None)


def test_decks_are_carried_over() -> None:
    """CT-V02: the next game's deck may grow, and may not lose a card that nobody else has gained."""
    table = series().do(DECKS)
    table.do("record_result g1 Ana", "record_decks (player=Ana, cards={copper_jaw=1, long_reach=1, spare_fuse=1})")
    table.refused("record_decks (player=Ana, cards={copper_jaw=1, long_reach=1})", "CT-V02")
    assert table.state.decks[0] == (("copper_jaw", 1), ("long_reach", 1), ("spare_fuse", 1))


def test_card_that_changed_hands() -> None:
    """CT-V02: a card acquired by an action stays with its new owner: the old owner's deck loses it."""
    table = series().do(DECKS)
    table.do("record_decks [(player=Ana, cards={long_reach=1}), (player=Bo, cards={tin_loft=1, copper_jaw=1})]")
    assert table.state.decks[1] == (("copper_jaw", 1), ("tin_loft", 1))


def test_deck_of_unknown_cards() -> None:
    """CT-V02: a deck holds cards of the catalogue, and is a side's of the series."""
    strange = RecordDecks(decks=(Deck(player=0, cards={"no_such": 1}),))
    series().impossible(strange, "CT-V02").impossible(RecordDecks(decks=(Deck(player=9, cards={}),)), "CT-R01")


def test_deck_is_hidden() -> None:
    """CT-V02: what is in a deck is shown to its owner and the judge, not to the others."""
    table = series().do("record_decks (player=Ana, cards={copper_jaw=1})")
    shown = {view: "Copper Jaw" in str(SERIES.board(table.state, view)) for view in (0, 1, "judge", "spectator")}
    assert shown == {0: True, 1: False, "judge": True, "spectator": False}


def test_loser_starts() -> None:
    """CT-V03: the loser of a game starts the next; that the winner started it is refused."""
    table = series().do("record_result g1 Ana")
    assert table.state.starter == 1
    table.refused("record_result g2 Bo starter=Ana", "CT-V03").do("record_result g2 Bo starter=Bo")


def test_game_names_the_starter() -> None:
    """CT-V03: where that was agreed, the game itself names who starts."""
    assert series("starts=free").do("record_result g1 Ana").state.starter is None


def test_three_sides() -> None:
    """CT-V03: of three sides the one that was out first starts the next game; it must be named and cannot have won."""
    table = series(players="Ana,Bo,Cleo").refused("record_result g1 Ana", "CT-V03")
    table.impossible("record_result g1 Ana first_out=Ana", "CT-V03")
    assert table.do("record_result g1 Ana first_out=Cleo").state.starter == 2


def test_each_game_begins_anew() -> None:
    """CT-V04: between two games nothing changes but score, number and starter: decks stay as they are."""
    table = series().do("record_decks (player=Ana, cards={copper_jaw=1})")
    decks = table.state.decks
    assert table.do("record_result g1 Bo").state.decks == decks


def test_series_of_a_game_with_a_rulebook_of_its_own() -> None:
    """PBL-V01: a series of PBL ROBOTS cites its rulebook, one of another game the contest's own rule."""
    for game, rule in (("pbl_robots", "PBL-V01"), ("frc_tcg", "CT-V01"), ("not_installed", "CT-V01")):
        table = series(f"game={game}").do("record_result g1 Ana", "record_result g2 Ana")
        outcome = SERIES.outcome(table.refused("record_result g3 Bo", rule).state)
        assert outcome is not None
        assert outcome.rule == rule
        Scenario(SERIES, CARDS).impossible(f"start_series Ana,Bo options=(best_of=2, game={game})", rule)


def test_decks_in_its_rulebook() -> None:
    """PBL-V02: cited where cards are lost between two games of PBL ROBOTS."""
    series("game=pbl_robots").do(DECKS).refused("record_decks (player=Ana, cards={copper_jaw=1})", "PBL-V02")


def test_loser_starts_in_its_rulebook() -> None:
    """PBL-V03: cited where the winner of a game of PBL ROBOTS is said to have started the next."""
    series("game=pbl_robots").do("record_result g1 Ana").refused("record_result g2 Bo starter=Ana", "PBL-V03")


def test_each_game_begins_anew_in_its_rulebook() -> None:
    """PBL-V04: a game of PBL ROBOTS gets nothing of the one before but score, number, starter, pilots and decks."""
    table = series("game=pbl_robots").do("record_result g1 Ana")
    assert table.state.fixture((0, 1)).options == {
        "series": "best_of_3",
        "game": "2",
        "score": "1-0",
        "rotation": "0",
        "previous_loser": "2",
        "sides": "2",
    }


def test_three_pilots() -> None:
    """PBL-V09: a side drafts exactly three pilots; a fourth, or one of the other side's, cannot be."""
    table = series("rotation=3").do("draft_pilots Ana pira,rook,tamsin")
    table.impossible("draft_pilots Bo hale,iri,quill,vex", "PBL-V09").impossible(
        "draft_pilots Bo pira,iri,vex", "PBL-V09"
    )


@pytest.mark.parametrize("line", ["start_series Ana,Bo,Cleo options=(rotation=3)"])
def test_rotation_is_for_two_sides(line: str) -> None:
    """PBL-V09: three sides cannot play a pilot rotation."""
    Scenario(SERIES, CARDS).impossible(line, "PBL-V09")


def test_game_before_the_draft() -> None:
    """PBL-V09: a game before the pilots are drafted is refused; without a rotation there are no pilots to draft."""
    series("rotation=3").refused("record_result g1 Ana", "PBL-V09")
    series().impossible("draft_pilots Ana pira,rook,tamsin", "PBL-V09")


def test_pilot_flies_once() -> None:
    """PBL-V10: a pilot that flew in a decided game cannot be selected again; both are revealed, before the game."""
    table = rotation().refused("record_result g1 Ana", "PBL-V10").impossible("reveal_pilots pira", "PBL-V10")
    table.do("reveal_pilots pira,hale", "record_result g1 Ana").refused("reveal_pilots pira,iri", "PBL-V10")
    table.impossible("reveal_pilots vex,iri", "PBL-V10")


def test_pilots_revealed_twice() -> None:
    """PBL-V10: pilots that are revealed stay; another reveal is refused, and a rotation is needed for one."""
    rotation().do("reveal_pilots pira,hale").refused("reveal_pilots rook,iri", "PBL-V10")
    series().impossible("reveal_pilots pira,hale", "PBL-V10")


def test_drawn_game_uses_no_pilot() -> None:
    """PBL-V10: after a drawn game the same pilots can be selected again."""
    rotation().do("reveal_pilots pira,hale", "record_result g1", "reveal_pilots pira,hale")


def test_last_game_has_the_last_pilots() -> None:
    """PBL-V11: after two decided games one pilot is left on each side."""
    table = rotation().do(
        "reveal_pilots pira,hale", "record_result g1 Ana", "reveal_pilots rook,iri", "record_result g2 Bo"
    )
    assert (table.state.unused(0), table.state.unused(1)) == (("tamsin",), ("quill",))


def test_fastest_pilot_starts() -> None:
    """PBL-V12: in a rotation the fastest revealed pilot starts, whoever lost before."""
    table = rotation().do("reveal_pilots pira,hale")
    assert table.state.starter == 1
    assert table.do("record_result g1 Ana", "reveal_pilots rook,iri").state.starter == 1


def test_five_pilots() -> None:
    """PBL-V13: five pilots each are for a best of five."""
    Scenario(SERIES, CARDS).refused("start_series Ana,Bo options=(rotation=5)", "PBL-V13")
    assert rotation(5).state.phase == "select"


def test_drafted_pilots_are_public() -> None:
    """PBL-V14: everybody sees the pilots that a side has drafted."""
    assert all("Pira" in str(SERIES.board(rotation().state, view)) for view in (0, 1, "spectator"))


@pytest.mark.parametrize("winners", [(9,), (0, 1), (0, 0)])
def test_who_a_result_is_about(winners: tuple[int, ...]) -> None:
    """CT-R01: a stranger, two winners and a winner named twice are impossible."""
    series().impossible(RecordResult(match="g1", winners=winners), "CT-R01")


def test_every_side_plays() -> None:
    """CT-R01: a game of a series that one side did not play is impossible."""
    series(players="Ana,Bo,Cleo").impossible("record_result g1 Ana players=[Ana, Bo] first_out=Bo", "CT-R01")


def test_one_match_one_result() -> None:
    """CT-R02: a match has an id, and one result."""
    series().do("record_result g1 Ana").impossible("record_result g1 Bo", "CT-R02").impossible(
        'record_result "" Bo', "CT-R02"
    )


def test_amended_result_counts() -> None:
    """CT-R03: an amended game changes the score and who starts the next one."""
    table = series().do("record_result g1 Ana", "amend_result g1 Bo")
    assert (table.state.wins, table.state.starter) == ((0, 1), 0)
    table.impossible("amend_result g9 Bo", "CT-R03")


def test_amended_decision() -> None:
    """CT-R03: when the last game is amended, the series is open again, or has another winner."""
    table = series().do("record_result g1 Ana", "record_result g2 Bo", "record_result g3 Ana")
    assert winner(table.do("amend_result g3 Bo")) == (1,)
    assert winner(table.do("amend_result g3")) is None


def test_amending_what_later_games_depend_on() -> None:
    """CT-R03: a change that would have ended the series before a later game names the game to withdraw first."""
    table = series().do("record_result g1 Ana", "record_result g2 Bo", "record_result g3 Ana")
    table.impossible("amend_result g2 Ana", "CT-R03")
    assert winner(table.do("withdraw_result g3", "amend_result g2 Ana")) == (0,)


def test_withdrawn_result() -> None:
    """CT-R03: the last game can be withdrawn; an earlier one only after those that followed."""
    table = series().do("record_result g1 Ana", "record_result g2 Bo").impossible("withdraw_result g1", "CT-R03")
    table.do("withdraw_result g2")
    assert (table.state.wins, table.state.number, table.state.starter) == ((1, 0), 2, 1)
    table.impossible("withdraw_result g2", "CT-R03")


def test_withdrawn_game_of_a_rotation() -> None:
    """CT-R03: the pilots of a withdrawn game are still revealed, and theirs is the right to start."""
    table = rotation().do("reveal_pilots pira,hale", "record_result g1 Ana", "withdraw_result g1")
    assert (table.state.phase, table.state.starter, table.state.unused(0)) == ("play", 1, ("pira", "rook", "tamsin"))


def test_nothing_before_the_opening() -> None:
    """CT-R04: nothing is recorded before the series is open, and it is opened once; pilots are drafted before it begins."""
    Scenario(SERIES, CARDS).impossible("record_result g1 @1", "CT-R04")
    series().impossible("start_series Ana,Bo", "CT-R04")
    rotation().do("reveal_pilots pira,hale").impossible("draft_pilots Ana vex,wick,rook", "CT-R04")


def test_corrections() -> None:
    """CT-B01: a correction sets wins, the starter or a deck of a side that there is."""
    table = series().do("adjust slip [set_wins(player=Bo, wins=1), set_starter(player=Ana)]")
    assert (table.state.wins, table.state.starter) == ((0, 1), 0)
    table.do("adjust slip set_deck(player=Ana, cards={tin_loft=2})")
    table.impossible(Adjust(reason="slip", changes=(SetWins(player=9, wins=1),)), "CT-B01")
    assert winner(table.do("adjust slip set_wins(player=Bo, wins=2)")) == (1,)


def test_declared_position() -> None:
    """CT-B01: a series whose first games were played elsewhere begins with its score; a decided one cannot."""
    table = Scenario(SERIES, CARDS).do("declare_position Ana,Bo 1,1 3")
    assert winner(table.do("record_result g3 Bo")) == (1,)
    Scenario(SERIES, CARDS).impossible("declare_position Ana,Bo 2,0 3", "CT-B01")
    Scenario(SERIES, CARDS).impossible("declare_position Ana,Bo 1 3", "CT-B01")


def test_standings() -> None:
    """CT-V01: the side with more wins leads the standings; statistics are summed up."""
    counts = "statistics=[(player=Bo, counts={terminations=1})]"
    table = series().do(f"record_result g1 Bo {counts}", f"record_result g2 Bo {counts}")
    first, second = table.state.standings()
    assert (first.player, first.wins, first.counts) == (1, 2, (("terminations", 2),))
    assert (second.player, second.losses) == (0, 2)


def test_two_hundred_series() -> None:
    """200 series of every form come to an end and replay to the same state."""
    for options in ({}, {"best_of": "5"}, {"rotation": "3"}, {"rotation": "5", "best_of": "5"}):
        play_many(SERIES, range(50), options)


def test_amendments_keep_the_score_right() -> None:
    """Whatever is amended, the score is what the results add up to, and the winner is who has enough of them."""
    rng = Random(1)
    for states in play_many(SERIES, range(60)):
        state = states[-1]
        for _ in range(4):
            players = tuple(range(len(state.seats)))
            match = rng.choice(state.results).match
            state = amend_at_random(SERIES, state, rng, players, match) or state
        wins = tuple(sum(player in r.winners for r in state.results) for player in range(len(state.seats)))
        assert state.wins == wins
        assert (state.winner is not None) == (max(wins) >= state.needed)


def test_refusal_changes_nothing() -> None:
    """CT-R02: a refused result leaves the series as it was, to the last byte."""
    table = series().do("record_result g1 Ana")
    before = digest_of(table.state)
    assert digest_of(table.impossible("record_result g1 Bo", "CT-R02").state) == before
