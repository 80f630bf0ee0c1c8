"""Event days over a store: rounds are paired, seated and opened; matches determine the standings; bad input."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from domain.competition.gathering.state import State as EventDay
from domain.competition.tournament.state import State as Tournament
from domain.decision import RuleViolation
from domain.judging import Ruled
from domain.syntax import NotationError
from domain.timeline import Address
from service.competitions.event_day_view import EventDayView, view_of
from service.competitions.event_days import EventDays
from service.competitions.fixtures import FixtureSettings
from service.competitions.results import opening_of_competition
from service.errors import LineRefused, UsageProblem
from service.judging.judge_actions import rule
from service.judging.rulings import RequestedPenalty, Ruling
from service.recording.correction_requests import CorrectionRequest, RequestedEdit, correct
from service.recording.match_service import MatchService
from service.resources import UnreadableFile
from service.typing.scoresheet import ScoresheetLine
from storage.errors import Conflict
from storage.store import MatchStore
from tests.replay_tui.test_terminals import on_terminal
from tests.service.conftest import CommandLine

DECKS = FixtureSettings(decks={0: "30", 1: "30"})
FIVE = ("Ana", "Bo", "Cleo", "Dara", "Emil")


class Event:
    """An event day of one Swiss in a store."""

    def __init__(
        self, app: MatchService, players: tuple[str, ...] = FIVE, game: str = "frc_card_game", tables: int = 4
    ) -> None:
        self.app, self.event_days = app, EventDays(app)
        self.cup = self.competition("tournament", players, game=game, bracket="swiss", rounds="3")
        self.id = self.competition("gathering", ("Kim",), tables=str(tables))
        self.app.take(self.id, f"add_tournament {self.cup} Cup")

    def competition(self, kind: str, players: tuple[str, ...], game: str = "", **options: str) -> str:
        return self.app.open_match(opening_of_competition(kind, game, players, options)).id

    @property
    def view(self) -> EventDayView:
        return view_of(self.app.match(self.id), self.app.match, 0)

    @property
    def state(self) -> Tournament:
        state = self.app.match(self.cup).state
        assert isinstance(state, Tournament)
        return state

    def match(self, table: int) -> str:
        return next(line.match for line in self.view.tournaments[0].tables if line.table == table)

    def standings(self) -> list[tuple[str, int, tuple[str, ...]]]:
        """Names, points and tie-breaks in order."""
        return [(line.player.name, line.points, line.further) for line in self.view.tournaments[0].standings]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[MatchService]:
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'event.db'}", create=True), recorder="Olga") as opened:
        yield opened


@pytest.fixture
def event(app: MatchService) -> Event:
    """Five players of whom round 1 is seated: Ana meets Cleo at table 1, Bo meets Dara at table 2, Emil has the bye."""
    found = Event(app)
    found.event_days.next_round(found.id, wishes=DECKS)
    return found


def record_revision(event: Event, match: str) -> None:
    """The scorekeeper logged the wrong player's concession."""
    change = RequestedEdit(Address(2), "replace", "concede Ana")
    correct(event.app, CorrectionRequest(match=match, changes=(change,), reason="it was Ana"))


def gone_back(event: Event, match: str) -> None:
    """The players agree that it was otherwise."""
    event.app.take_back(match, 1, reason="a misunderstanding")
    event.app.take(match, "concede Ana")


def penalised(event: Event, match: str) -> None:
    """A judge undoes the concession, and Ana loses the match by a penalty."""
    event.app.take_back(match, 1, reason="she did not concede")
    ruled = Ruled(about=0, official="Jo", role="head_judge", rules=("CG-C04",), text="marked cards")
    rule(event.app, match, Ruling(ruled=ruled, penalties=(RequestedPenalty(seat=0, penalty="match_loss"),)))


@pytest.mark.parametrize("amended", [record_revision, gone_back, penalised])
def test_what_becomes_of_a_match_becomes_of_the_standings(
    app: MatchService, event: Event, amended: Callable[[Event, str], None]
) -> None:
    """Events: given Ana won, when the record is corrected, gone back over, or she loses by a penalty, also after round
    2 was paired, then the standings are, tie-breaks included, those of a match recorded right from the start."""
    right = Event(app)
    right.event_days.next_round(right.id, wishes=DECKS)
    for one, loser in ((event, "Cleo"), (right, "Ana")):
        app.take(one.match(1), f"concede {loser}")
        app.take(one.match(2), "concede Dara")
        assert {said.done for said in one.event_days.collect(one.id)} == {"recorded"}
    assert event.standings() != right.standings()
    first = event.match(1)
    event.event_days.next_round(event.id, wishes=DECKS)
    paired = [line.players for line in event.view.tournaments[0].tables]
    seats = ",".join(f"@{player.number}" for players in paired for player in players)
    right.app.take(right.cup, f"pair_round [{seats}]", as_played=True)
    amended(event, first)
    assert [said.done for said in event.event_days.collect(event.id)] == ["amended"]
    assert event.standings() == right.standings()
    assert [line.players for line in event.view.tournaments[0].tables] == paired
    assert event.event_days.collect(event.id) == ()


def test_a_bye_and_a_recorded_table_take_no_slip(event: Event) -> None:
    """Events: Emil rests; Dara is found by a part of her name, by her number and with her table."""
    tables = event.view.tournaments[0].tables
    assert [(line.table, line.result) for line in tables] == [(1, ""), (2, ""), (None, "bye")]
    for text in ("dar", "4", "2"):
        assert any(line.table == 2 for _, line in event.view.found(text)), text
    assert event.view.found("emil")[0][1].table is None
    assert event.view.found("") == event.view.found("99") == event.view.found("zed") == ()
    with pytest.raises(UsageProblem, match="is recorded"):
        event.event_days.enter_result(event.id, 1, ["Ana"])


def test_when_everybody_drops_no_round_follows(event: Event) -> None:
    """Events, CT-W04: given all but one drop, then it is decided and no round can be had; seats and points stay."""
    for table in (1, 2):
        event.app.take(event.match(table), "concede @1")
    event.event_days.collect(event.id)
    points = [line[:2] for line in event.standings()]
    for name in FIVE[:4]:
        event.app.take(event.cup, f"drop_player {name}")
    with pytest.raises(RuleViolation, match="CT-R04"):
        event.app.take(event.cup, "drop_player Emil")
    assert event.app.match(event.cup).outcome is not None
    with pytest.raises(RuleViolation, match="CT-W01"):
        event.event_days.next_round(event.id, wishes=DECKS)
    assert event.view.tournaments[0].round == 1
    assert [line[:2] for line in event.standings()] == points


@pytest.mark.parametrize("decks", [{0: "no_such_deck", 1: "30"}, {0: "30", 1: "3"}, {}])
def test_a_round_whose_matches_cannot_be_opened_is_not_paired(app: MatchService, decks: dict[int, str]) -> None:
    """A bad, small or missing deck refuses the round whole; with good decks it is paired once."""
    event = Event(app)
    before = app.store.head_position()
    with pytest.raises((UnreadableFile, RuleViolation, UsageProblem)):
        event.event_days.next_round(event.id, wishes=FixtureSettings(decks=decks))
    assert app.store.head_position() == before
    first = event.event_days.next_round(event.id, number=1, wishes=DECKS)
    assert (first.round, first.tables, len(first.opened)) == (1, (1, 2), 2)
    with pytest.raises(Conflict, match=r"Olga recorded entry \d+ first"):
        event.event_days.next_round(event.id, number=1, wishes=DECKS)
    assert event.state.rounds_paired == 1


def test_a_round_that_was_half_done_is_finished_and_not_done_twice(app: MatchService) -> None:
    """A round paired and seated by hand keeps its tables, and each match is opened once."""
    event = Event(app)
    app.take(event.cup, "pair_round [@1, @2, @3, @4, @5]", as_played=True)
    app.take(event.id, "seat_round 1 [(table=3, pairing=1), (table=2, pairing=2)]")
    first = event.event_days.next_round(event.id, wishes=DECKS)
    assert (first.round, first.tables, len(first.opened)) == (1, (3, 2), 2)
    assert (event.match(3), event.match(2)) == first.opened
    assert event.state.rounds_paired == 1


def test_two_organisers_who_pair_at_once_pair_once(app: MatchService, tmp_path: Path) -> None:
    """Events: given two processes that look at the same standings, when both pair, then the second is told that it came
    second."""
    event = Event(app)
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'event.db'}"), recorder="Otto") as other:
        seen = other.match(event.cup)
        event.event_days.next_round(event.id, wishes=DECKS)
        pairs, bye = seen.state.next_round()
        line = ",".join(str(f"@{player + 1}") for pair in pairs for player in pair)
        with pytest.raises(Conflict, match=r"Olga recorded entry \d+ first"):
            other.take(event.cup, f"pair_round [{line},@{bye + 1}]", at_version=seen.version)
        with pytest.raises(RuleViolation, match="CT-W01"):
            EventDays(other).next_round(event.id)
    assert event.state.rounds_paired == 1


def test_two_tournaments_have_tables_of_their_own(event: Event) -> None:
    """Events: given a cup at tables 1 and 2 of four, when a side event is seated, then it plays at 3 and 4, and a third
    nowhere."""
    for name, players in (("Side", ("Gia", "Hugo", "Ines", "Jonas")), ("Late", ("Kai", "Lena"))):
        one = event.competition("tournament", players, bracket="round_robin")
        event.app.take(event.id, f"add_tournament {one} {name}")
    with pytest.raises(UsageProblem, match="which tournament"):
        event.event_days.next_round(event.id)
    assert event.event_days.next_round(event.id, "Side").tables == (3, 4)
    before = event.app.match(event.id).version
    with pytest.raises(UsageProblem, match="1 table needed, 0 free"):
        event.event_days.next_round(event.id, "Late")
    assert event.app.match(event.id).version == before


@pytest.mark.parametrize("bracket", ["single", "round_robin"])
def test_brackets_are_seated_round_by_round(app: MatchService, bracket: str) -> None:
    """Events: given a knock-out or a round robin of four, then each round is seated once the one before is over."""
    event = Event(app, FIVE[:4], game="")
    event.cup = event.competition("tournament", FIVE[:4], bracket=bracket)
    app.take(event.id, f"add_tournament {event.cup} Bracket")
    assert event.event_days.next_round(event.id, "Bracket").round == 1
    with pytest.raises(UsageProblem, match="round 2 cannot be seated: round 1 is not over"):
        event.event_days.next_round(event.id, "Bracket", 2)
    for line in event.view.tournaments[1].tables:
        event.event_days.enter_result(event.id, line.table, [line.players[0].name])
    assert event.event_days.next_round(event.id, "Bracket", 2).round == 2


def test_slips_that_say_nothing_are_refused(app: MatchService) -> None:
    """No winner, two results, a stranger, an empty table; a slip that is entered again amends."""
    event = Event(app, game="")
    event.event_days.next_round(event.id)
    for table, winners, drawn in ((1, [], False), (1, ["Ana"], True), (1, ["Bo"], False), (3, ["Ana"], False)):
        with pytest.raises(UsageProblem):
            event.event_days.enter_result(event.id, table, winners, drawn=drawn)
    assert event.state.results == ()
    event.event_days.enter_result(event.id, 1, ["ana"])
    event.event_days.enter_result(event.id, 1, [], drawn=True)
    assert [result.winners for result in event.state.results] == [()]


def test_an_event_is_not_closed_while_a_table_still_plays(app: MatchService) -> None:
    """Given a seated round of which table 2 has no result, when the event is closed, then it is refused with the
    table's name, however it is recorded; with all results, or as played, it closes."""
    event = Event(app, game="")
    event.event_days.next_round(event.id)
    event.event_days.enter_result(event.id, 1, ["Ana"])
    with pytest.raises(RuleViolation, match=r"table 2 of Cup still plays: enter its result"):
        app.take(event.id, "close_gathering")
    with pytest.raises(LineRefused, match="table 2 of Cup still plays"):
        app.play_lines(event.id, [ScoresheetLine(1, "close_gathering")])
    assert not event.view.closed
    app.take(event.id, "close_gathering", as_played=True)
    assert event.view.closed
    app.undo(event.id)
    event.event_days.enter_result(event.id, 2, [], drawn=True)
    app.take(event.id, "close_gathering")
    assert event.view.closed


def test_a_first_round_without_seeds_says_so(app: MatchService) -> None:
    """The first round of a tournament that was not seeded says that the order of entering counts; later rounds do
    not."""
    event = Event(app, game="")
    assert event.event_days.next_round(event.id).unseeded
    for table in (1, 2):
        event.event_days.enter_result(event.id, table, [], drawn=True)
    assert not event.event_days.next_round(event.id).unseeded
    other = Event(app, game="")
    app.take(other.cup, f"seed_players [{','.join(reversed(FIVE))}] drawn")
    assert not other.event_days.next_round(other.id).unseeded


def test_a_winner_who_does_not_sit_at_the_table_is_named(app: MatchService) -> None:
    """A misspelt winner is told with who is meant; no winner at all is asked for."""
    event = Event(app, game="")
    event.event_days.next_round(event.id)
    with pytest.raises(UsageProblem, match=r"Anna does not play at table 1: Ana and Cleo do; did you mean Ana\?"):
        event.event_days.enter_result(event.id, 1, ["Anna"])
    with pytest.raises(UsageProblem, match="who of Ana and Cleo won at table 1"):
        event.event_days.enter_result(event.id, 1, [])


@pytest.mark.campaign
def test_campaign_a_thousand_players_are_paired_and_seated(app: MatchService) -> None:
    """Events: 1,000 players: three rounds are paired, seated and stored, each in 2 s of processor time; players meet at
    most once."""
    event = Event(app, tuple(f"Player {number}" for number in range(1000)), game="", tables=500)
    for number in range(1, 4):
        begun = time.process_time()
        event.event_days.next_round(event.id, number=number)
        took = time.process_time() - begun
        assert took < 2
        for pairing in event.state.open:
            winners = [f"@{pairing.players[0] + 1}"] if pairing.number % 9 else []
            players = ",".join(f"@{player + 1}" for player in pairing.players)
            app.take(event.cup, f"record_result m{pairing.number} [{','.join(winners)}] [{players}]")
    assert len(event.state.met) == 1500
    with pytest.raises(NotationError) as nobody:
        app.take(event.cup, "drop_player Nobody")
    assert len(str(nobody.value)) < 400
    assert isinstance(app.match(event.id).state, EventDay)


def test_an_event_on_the_command_line(matchbook: CommandLine) -> None:
    """Events: an event day is run by its commands; each mistake is one line, with the exit code of its kind."""
    cup = matchbook(
        "tournament", "new", "--option", "bracket=swiss", *(f"--player={name}" for name in FIVE)
    ).out.strip()
    hall = matchbook("event-day", "new", "--scorekeeper", "Kim", "--tables", "2", "--title", "Autumn open").out.strip()
    assert matchbook("event-day", "add", hall, cup, "--name", "Cup").code == 0
    paired = matchbook("event-day", "round", hall)
    assert paired.out.strip() == "Cup, round 1: 2 tables"
    assert "no seeds, so players are paired in the order in which they were entered" in paired.err
    assert f"'matchbook tournament seed {cup}' before the first round seeds them" in paired.err
    assert matchbook("event-day", "clock", hall, "start").code == 0
    assert matchbook("event-day", "result", hall, "1", "--winner", "Ana").code == 0
    shown = matchbook("event-day", "show", hall).out
    assert re.search(r"Cup · round 1 of 3 · (50:00|4\d:\d\d)", shown)
    assert "1     Ana (1) - Cleo (3) Ana wins" in shown
    assert "Bo (2) - Dara (4)" in matchbook("event-day", "show", hall, "--find", "dara").out
    for arguments, code, words in (
        (("round", hall), 3, "CT-W01"),
        (("clock", hall, "start"), 3, "CT-E05"),
        (("result", hall, "7", "--drawn"), 2, "table 7 has no players"),
        (("show", hall, "--find", "Zed"), 2, "Zed"),
        (("show", cup), 2, "is a tournament, not an event day"),
        (("add", hall, hall), 2, "is an event day, not a tournament"),
        (("round", hall, "--tournament", "Side"), 2, "which tournament?"),
        (("show", "nobody"), 5, "nobody"),
        (
            ("round", matchbook("event-day", "new", "--scorekeeper", "Kim").out.strip()),
            2,
            "Add one with 'matchbook event-day add",
        ),
    ):
        ran = matchbook("event-day", *arguments)
        assert (ran.code, words in ran.err, ran.err.count("\n")) == (code, True, 1), (arguments, ran)


def test_a_misspelt_option_is_told_with_the_nearest(matchbook: CommandLine) -> None:
    ran = matchbook("tournament", "new", "--option", "round=2", "--player=Ana", "--player=Bo")
    assert (ran.code, "did you mean rounds?" in ran.err, ran.err.count("\n")) == (2, True, 1), ran


def test_players_come_from_a_file(matchbook: CommandLine, tmp_path: Path) -> None:
    """Events: a list of names is one file, a name on each line, with any line ends and any byte order mark; an empty
    one is refused, and one in another encoding is refused in a line."""
    names = tmp_path / "players.txt"
    names.write_bytes("\ufeffZoë\r\nBo\r\n".encode())
    matchbook("tournament", "new", "--players", str(names), "--title", "Marked")
    assert "Zoë · Bo " in matchbook("matches", "--find", "Marked kind:competition").out
    names.write_bytes("Zoë\nBo\n".encode("latin-1"))
    ran = matchbook("tournament", "new", "--players", str(names))
    assert (ran.code, "not UTF-8 text (byte 2)" in ran.err, ran.err.count("\n")) == (2, True, 1)
    names.write_text("Ana\n\nBo\n Cleo \n", encoding="utf-8")
    cup = matchbook("tournament", "new", "--players", str(names)).out.strip()
    assert matchbook("tournament", "standings", cup).out.count("\n") == 4
    names.write_text("", encoding="utf-8")
    assert matchbook("tournament", "new", "--players", str(names)).code == 2
    for kind, act in (("seed", ("--drawn",)), ("pair", ())):
        hall = matchbook("event-day", "new", "--scorekeeper", "Kim").out.strip()
        ran = matchbook("tournament", kind, hall, *act)
        assert (ran.code, "an event day has no" in ran.err) == (2, True)


def test_a_terminal_follows_until_it_is_told_to_stop(tmp_path: Path) -> None:
    """Events: on a real terminal `--follow` draws the event day, as plain text where a title would disturb, and ends on
    ctrl+c."""
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'm.db'}", create=True), recorder="Olga") as app:
        event = Event(app, game="")
        event.event_days.next_round(event.id)
        app.take(event.id, "announce Lunch")
    code, written = on_terminal(
        tmp_path, {}, "event-day", "show", event.id, "--follow", awaited="Emil (5)", keys=b"\x03"
    )
    assert code == 0
    assert "1. Lunch" in written
    assert "�" not in written
