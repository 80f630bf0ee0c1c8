"""Series, rule by rule."""

from typing import TypeAlias

from domain.competition.commands import CompetitionCommand
from domain.competition.series.commands import Adjust, Deck, RecordDecks, RecordResult, SetWins
from domain.game import Event
from domain.games.pbl_robots.competitions.series import SERIES
from domain.games.pbl_robots.competitions.series.state import State
from tests.domain.competition.tables import amended, cards_of
from tests.scenario import Scenario, as_played, cases, given, impossible, refused, then

Table: TypeAlias = Scenario[State, CompetitionCommand, Event]
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


test_rules = cases(
    ("CT-S02: an option takes none but its choices",
     given(Scenario, SERIES, CARDS), impossible("start_series Ana,Bo options=(starts=winner)", "CT-S02")),
    ("CT-V01: the first to win two games has won a best of three, and a game after that is refused",
     given(series), "record_result g1 Ana", "record_result g2 Ana",
     then(winner, (0,)), refused("record_result g3 Bo", "CT-V01")),
    ("CT-V01: a best of five goes to three wins",
     given(series, "best_of=5"), *(f"record_result g{n} {w}" for n, w in enumerate(["Ana", "Ana", "Bo", "Bo"])),
     then(winner, None), "record_result g5 Bo", then(winner, (1,))),
    ("CT-V01: a game played on after the decision can be recorded; the series keeps its winner",
     given(series), "record_result g1 Ana", "record_result g2 Ana", as_played("record_result g3 Bo", "CT-V01"),
     then(lambda t: (winner(t), t.state.wins), ((0,), (2, 1)))),
    ("CT-V01: a drawn game is nobody's win, and the game itself names who starts its replay",
     given(series), "record_result g1 Ana", "record_result g2",
     then(lambda t: (t.state.wins, t.state.number, t.state.starter), ((1, 0), 3, None))),
    ("CT-V02: the next game's deck may grow, and may not lose a card that nobody else has gained",
     given(series), DECKS, "record_result g1 Ana",
     "record_decks (player=Ana, cards={copper_jaw=1, long_reach=1, spare_fuse=1})",
     refused("record_decks (player=Ana, cards={copper_jaw=1, long_reach=1})", "CT-V02"),
     then(lambda t: t.state.decks[0], (("copper_jaw", 1), ("long_reach", 1), ("spare_fuse", 1)))),
    ("CT-V02: a card acquired by an action stays with its new owner: the old owner's deck loses it",
     given(series), DECKS,
     "record_decks [(player=Ana, cards={long_reach=1}), (player=Bo, cards={tin_loft=1, copper_jaw=1})]",
     then(lambda t: t.state.decks[1], (("copper_jaw", 1), ("tin_loft", 1)))),
    ("CT-V02: a deck holds cards of the catalogue, and is a side's of the series",
     given(series), impossible(RecordDecks(decks=(Deck(player=0, cards={"no_such": 1}),)), "CT-V02"),
     impossible(RecordDecks(decks=(Deck(player=9, cards={}),)), "CT-R01")),
    ("CT-V03: the loser of a game starts the next; that the winner started it is refused",
     given(series), "record_result g1 Ana", then(lambda t: t.state.starter, 1),
     refused("record_result g2 Bo starter=Ana", "CT-V03"), "record_result g2 Bo starter=Bo"),
    ("CT-V03: where that was agreed, the game itself names who starts",
     given(series, "starts=free"), "record_result g1 Ana", then(lambda t: t.state.starter, None)),
    ("CT-V03: of three sides the one that was out first starts the next game; it must be named and cannot have won",
     given(series, players="Ana,Bo,Cleo"), refused("record_result g1 Ana", "CT-V03"),
     impossible("record_result g1 Ana first_out=Ana", "CT-V03"), "record_result g1 Ana first_out=Cleo",
     then(lambda t: t.state.starter, 2)),
    ("PBL-V02: cited where cards are lost between two games of PBL ROBOTS",
     given(series, "game=pbl_robots"), DECKS, refused("record_decks (player=Ana, cards={copper_jaw=1})", "PBL-V02")),
    ("PBL-V03: cited where the winner of a game of PBL ROBOTS is said to have started the next",
     given(series, "game=pbl_robots"), "record_result g1 Ana", refused("record_result g2 Bo starter=Ana", "PBL-V03")),
    ("PBL-V04: a game of PBL ROBOTS gets nothing of the one before but score, number, starter, pilots and decks",
     given(series, "game=pbl_robots"), "record_result g1 Ana",
     then(lambda t: t.state.fixture((0, 1)).options,
         {"series": "best_of_3", "game": "2", "score": "1-0", "rotation": "0", "previous_loser": "2", "sides": "2"})),
    ("PBL-V09: a side drafts exactly three pilots; a fourth, or one of the other side's, cannot be",
     given(series, "rotation=3"), "draft_pilots Ana pira,rook,tamsin",
     impossible("draft_pilots Bo hale,iri,quill,vex", "PBL-V09"),
     impossible("draft_pilots Bo pira,iri,vex", "PBL-V09")),
    ("PBL-V09: a game before the pilots are drafted is refused; without a rotation there are no pilots to draft",
     given(series, "rotation=3"), refused("record_result g1 Ana", "PBL-V09"), given(series),
     impossible("draft_pilots Ana pira,rook,tamsin", "PBL-V09")),
    ("PBL-V10: a pilot that flew in a decided game cannot be selected again; both are revealed, before the game",
     given(rotation), refused("record_result g1 Ana", "PBL-V10"), impossible("reveal_pilots pira", "PBL-V10"),
     "reveal_pilots pira,hale", "record_result g1 Ana", refused("reveal_pilots pira,iri", "PBL-V10"),
     impossible("reveal_pilots vex,iri", "PBL-V10")),
    ("PBL-V10: pilots that are revealed stay; another reveal is refused, and a rotation is needed for one",
     given(rotation), "reveal_pilots pira,hale", refused("reveal_pilots rook,iri", "PBL-V10"), given(series),
     impossible("reveal_pilots pira,hale", "PBL-V10")),
    ("PBL-V10: after a drawn game the same pilots can be selected again",
     given(rotation), "reveal_pilots pira,hale", "record_result g1", "reveal_pilots pira,hale"),
    ("PBL-V11: after two decided games one pilot is left on each side",
     given(rotation), "reveal_pilots pira,hale", "record_result g1 Ana", "reveal_pilots rook,iri",
     "record_result g2 Bo", then(lambda t: (t.state.unused(0), t.state.unused(1)), (("tamsin",), ("quill",)))),
    ("PBL-V12: in a rotation the fastest revealed pilot starts, whoever lost before",
     given(rotation), "reveal_pilots pira,hale", then(lambda t: t.state.starter, 1), "record_result g1 Ana",
     "reveal_pilots rook,iri", then(lambda t: t.state.starter, 1)),
    ("CT-R01: a game of a series that one side did not play is impossible",
     given(series, players="Ana,Bo,Cleo"), impossible("record_result g1 Ana players=[Ana, Bo] first_out=Bo", "CT-R01")),
    ("CT-R02: a match has an id, and one result",
     given(series), "record_result g1 Ana", impossible("record_result g1 Bo", "CT-R02"),
     impossible('record_result "" Bo', "CT-R02")),
    ("CT-R03: an amended game changes the score and who starts the next one",
     given(series), "record_result g1 Ana", "amend_result g1 Bo",
     then(lambda t: (t.state.wins, t.state.starter), ((0, 1), 0)), impossible("amend_result g9 Bo", "CT-R03")),
    ("CT-R03: when the last game is amended, the series is open again, or has another winner",
     given(series), "record_result g1 Ana", "record_result g2 Bo", "record_result g3 Ana", "amend_result g3 Bo",
     then(winner, (1,)), "amend_result g3", then(winner, None)),
    ("CT-R03: a change that would have ended the series before a later game names the game to withdraw first",
     given(series), "record_result g1 Ana", "record_result g2 Bo", "record_result g3 Ana",
     impossible("amend_result g2 Ana", "CT-R03"), "withdraw_result g3", "amend_result g2 Ana", then(winner, (0,))),
    ("CT-R03: the last game can be withdrawn; an earlier one only after those that followed",
     given(series), "record_result g1 Ana", "record_result g2 Bo", impossible("withdraw_result g1", "CT-R03"),
     "withdraw_result g2", then(lambda t: (t.state.wins, t.state.number, t.state.starter), ((1, 0), 2, 1)),
     impossible("withdraw_result g2", "CT-R03")),
    ("CT-R03: the pilots of a withdrawn game are still revealed, and theirs is the right to start",
     given(rotation), "reveal_pilots pira,hale", "record_result g1 Ana", "withdraw_result g1",
     then(lambda t: (t.state.phase, t.state.starter, t.state.unused(0)), ("play", 1, ("pira", "rook", "tamsin")))),
    ("CT-R04: nothing is recorded before the series is open, and it is opened once; pilots are drafted before it begins",
     given(Scenario, SERIES, CARDS), impossible("record_result g1 @1", "CT-R04"), given(series),
     impossible("start_series Ana,Bo", "CT-R04"), given(rotation), "reveal_pilots pira,hale",
     impossible("draft_pilots Ana vex,wick,rook", "CT-R04")),
    ("CT-B01: a correction sets wins, the starter or a deck of a side that there is",
     given(series), "adjust slip [set_wins(player=Bo, wins=1), set_starter(player=Ana)]",
     then(lambda t: (t.state.wins, t.state.starter), ((0, 1), 0)),
     "adjust slip set_deck(player=Ana, cards={tin_loft=2})",
     impossible(Adjust(reason="slip", changes=(SetWins(player=9, wins=1),)), "CT-B01"),
     "adjust slip set_wins(player=Bo, wins=2)", then(winner, (1,))),
    ("CT-B01: a series whose first games were played elsewhere begins with its score; a decided one cannot",
     given(Scenario, SERIES, CARDS), "declare_position Ana,Bo 1,1 3", "record_result g3 Bo",
     then(winner, (1,)), given(Scenario, SERIES, CARDS), impossible("declare_position Ana,Bo 2,0 3", "CT-B01"),
     given(Scenario, SERIES, CARDS), impossible("declare_position Ana,Bo 1 3", "CT-B01")),
    ("CT-V01: the side with more wins leads the standings; statistics are summed up",
     given(series), *(f"record_result {game} Bo statistics=[(player=Bo, counts={{terminations=1}})]" for game in ("g1", "g2")),
     then(lambda t: [(line.player, line.wins, line.losses, line.counts) for line in t.state.standings()],
         [(1, 2, 0, (("terminations", 2),)), (0, 0, 2, ())])),
    ("CT-V01: a series is played over an odd number of games", given(Scenario, SERIES, CARDS),
     *(impossible(f"start_series Ana,Bo options=(best_of={games})", "CT-V01") for games in (0, 2, 4, 101))),
    ("CT-S01: a series of one player, of two of one name, or with a player without a name is impossible",
     given(Scenario, SERIES, CARDS), impossible("start_series Ana", "CT-S01"),
     impossible("start_series Ana,Ana", "CT-S01"), impossible('start_series [Ana, " "]', "CT-S01")),
    ("PBL-V09: three sides cannot play a pilot rotation",
     given(Scenario, SERIES, CARDS), impossible("start_series Ana,Bo,Cleo options=(rotation=3)", "PBL-V09")),
    ("CT-R01: a stranger, two winners and a winner named twice are impossible",
     given(series), impossible(RecordResult(match="g1", winners=(9,)), "CT-R01"),
     impossible(RecordResult(match="g1", winners=(0, 1)), "CT-R01"),
     impossible(RecordResult(match="g1", winners=(0, 0)), "CT-R01")),
)  # fmt: skip


def test_what_each_game_begins_with_and_who_sees_it() -> None:
    """CT-V04, CT-V02: decks stay as they are between two games, and are shown to their owner and the judge."""
    table = series().do("record_decks (player=Ana, cards={copper_jaw=1})")
    decks = table.state.decks
    assert table.do("record_result g1 Bo").state.decks == decks
    table = series().do("record_decks (player=Ana, cards={copper_jaw=1})")
    shown = {view: "Copper Jaw" in str(SERIES.board(table.state, view)) for view in (0, 1, "judge", "spectator")}
    assert shown == {0: True, 1: False, "judge": True, "spectator": False}


def test_series_of_a_game_with_a_rulebook_of_its_own() -> None:
    """PBL-V01: a series of PBL ROBOTS cites its rulebook, one of another game the contest's own rule."""
    for game, rule in (("pbl_robots", "PBL-V01"), ("frc_tcg", "CT-V01"), ("not_installed", "CT-V01")):
        table = series(f"game={game}").do("record_result g1 Ana", "record_result g2 Ana")
        outcome = SERIES.outcome(table.refused("record_result g3 Bo", rule).state)
        assert outcome is not None
        assert outcome.rule == rule
        Scenario(SERIES, CARDS).impossible(f"start_series Ana,Bo options=(best_of=2, game={game})", rule)


def test_five_pilots() -> None:
    """PBL-V13, PBL-V14: five pilots each are for a best of five, and everybody sees the pilots that a side has drafted."""
    Scenario(SERIES, CARDS).refused("start_series Ana,Bo options=(rotation=5)", "PBL-V13")
    assert rotation(5).state.phase == "select"
    assert all("Pira" in str(SERIES.board(rotation().state, view)) for view in (0, 1, "spectator"))


def test_amendments_keep_the_score_right() -> None:
    """Given any amendment, then the score equals the sum of the results, and the winner has enough of them."""
    for state in amended(SERIES, range(60)):
        wins = tuple(sum(player in r.winners for r in state.results) for player in range(len(state.seats)))
        assert state.wins == wins
        assert (state.winner is not None) == (max(wins) >= state.needed)
