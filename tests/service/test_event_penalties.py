"""Acts of officials at a table reach its event: double losses, disqualifications, minutes; and losses in every game and kit."""

from typing import get_args

import pytest

from domain.competition.tournament.state import State as Tournament
from domain.decision import RuleViolation
from domain.entries import TableEvent
from domain.judging import Penalty, Ruled, Withdrawn
from domain.payload import Role
from domain.registry import load_game
from service.auditing.audit import audit_match
from service.competitions.event_days import EventDays, match_of
from service.competitions.fixtures import FixtureSettings
from service.competitions.results import opening_of_competition
from service.errors import UsageProblem
from service.judging.judge_actions import RequestedPenalty, Ruling, rule, withdraw
from service.recording.correction_requests import record_table_event
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.typing.scoresheet import Scoresheet
from service.witnessing.slip import slip_of
from tests.replay_tui.live import open_sheet
from tests.rulebooks import RULEBOOKS
from tests.service.conftest import CommandLine
from tests.service.test_people import KITS, opened

PLAYERS = ("Ana", "Bo", "Cy", "Dee")
DECKS = FixtureSettings(decks={0: "30", 1: "30"})


def ruled(app: MatchService, match_id: str, *penalties: tuple[int, Penalty], minutes: int = 0) -> int:
    """A ruling of the head judge's with these penalties."""
    rules = (next(iter(app.match(match_id).game.rules)),)
    act = Ruled(official="Jo", role="head_judge", text="as seen", rules=rules, minutes=minutes)
    given = tuple(RequestedPenalty(seat=seat, penalty=penalty) for seat, penalty in penalties)
    return rule(app, match_id, Ruling(ruled=act, penalties=given))[0].version


class Event:
    """Four players in a Swiss at two tables, the first round seated."""

    def __init__(self, app: MatchService, game: str = "frc_card_game") -> None:
        self.app, self.event_days = app, EventDays(app)
        swiss = opening_of_competition("tournament", game, PLAYERS, {"bracket": "swiss", "rounds": "3"})
        self.cup = app.open_match(swiss).id
        self.hall = app.open_match(opening_of_competition("gathering", "", ("Kim",), {})).id
        app.take(self.hall, f"add_tournament {self.cup} Cup")
        self.matches = self.event_days.next_round(self.hall, wishes=DECKS).opened

    @property
    def state(self) -> Tournament:
        state = self.app.match(self.cup).state
        assert isinstance(state, Tournament)
        return state

    def collect(self) -> None:
        """As the server does after each entry."""
        for match in self.matches:
            self.event_days.settle(self.app.match(match))


@pytest.fixture
def event(app: MatchService) -> Event:
    return Event(app)


def test_a_match_loss_of_both_is_a_double_loss(app: MatchService, event: Event) -> None:
    """Both lose without a point; after a withdrawal, the other one's loss remains."""
    ruling = ruled(app, event.matches[0], (0, "match_loss"), (1, "match_loss"))
    outcome = app.match(event.matches[0]).outcome
    assert (outcome.winners, outcome.drawn, outcome.reason) == ((), False, "double_loss")
    assert [found for found in audit_match(app, event.matches[0]).findings if found.kind != "violated"] == []
    event.collect()
    [result] = event.state.results
    lines = {line.player: line for line in event.state.standings()}
    assert [(lines[one].losses, lines[one].draws, lines[one].points) for one in result.players] == [(1, 0, 0)] * 2
    withdraw(app, event.matches[0], Withdrawn(about=ruling + 3, official="Jo", role="head_judge", text="too hard"))
    event.collect()
    assert event.state.results[0].winners == (result.players[1],)


def test_a_disqualified_player_is_dropped_once(app: MatchService, event: Event) -> None:
    """The next round is paired without them, unless the organiser lets them in again."""
    ruled(app, event.matches[0], (0, "disqualification"))
    app.conclude(event.matches[1], (0,))
    event.collect()
    gone = event.state.dropped
    assert [PLAYERS[player] for player in gone] == [app.match(event.matches[0]).state.seats[0].name]
    event.event_days.next_round(event.hall, wishes=DECKS)
    assert all(gone[0] not in pairing.players for pairing in event.state.pairings if pairing.round == 2)
    app.take(event.cup, f"enter_player {PLAYERS[gone[0]]}")
    event.collect()
    event.event_days.competitions.sync(event.cup)
    assert event.state.dropped == ()


def test_an_overturned_loss_changes_the_standings(app: MatchService, event: Event) -> None:
    """The result goes with the withdrawn ruling, and the match is to be played."""
    ruling = ruled(app, event.matches[0], (0, "game_loss"))
    event.collect()
    assert len(event.state.results) == 1
    withdraw(app, event.matches[0], Withdrawn(about=ruling, official="Jo", role="head_judge", text="table 4"))
    event.collect()
    assert event.state.results == ()


def test_granted_minutes_reach_the_clock_of_the_table(app: MatchService, event: Event) -> None:
    """Once, by the table of the match, and not where the ruling was withdrawn before the clock ran."""
    void = ruled(app, event.matches[0], minutes=3)
    withdraw(app, event.matches[0], Withdrawn(about=void, official="Jo", role="head_judge", text="table 4"))
    ruled(app, event.matches[0], minutes=5)
    event.collect()
    app.take(event.hall, f"set_clock start {app.clock() // 1_000_000}")
    event.collect()
    event.event_days.collect(event.hall)
    assert [round_.extra for round_ in app.match(event.hall).state.rounds] == [((1, 300),)]


def test_minutes_that_no_clock_takes_are_not_recorded(app: MatchService, event: Event) -> None:
    """Extra time is 1 to 1,440 minutes, in a table event and in a ruling; none of the others is stored."""
    match = event.matches[0]
    before = app.match(match).version
    for minutes in (-1, 0, 1_441, 10**9):
        given = TableEvent(what="extra_time", author="Jo", role="judge", text="late", minutes=minutes)
        with pytest.raises(UsageProblem, match="minutes"):
            record_table_event(app, match, given)
    for minutes in (-1, 1_441, 10**9):
        with pytest.raises(UsageProblem, match="minutes: 0 to 1,440 expected"):
            ruled(app, match, minutes=minutes)
    assert app.match(match).version == before


def test_extra_time_that_cannot_be_granted_stops_no_results(app: MatchService, event: Event) -> None:
    """Given an older entry of a billion minutes, then collecting reports it, and takes the results of all tables in."""
    app.take(event.hall, f"set_clock start {app.clock() // 1_000_000}")
    older = app.new_entries(app.match(event.matches[0]))
    older.adopt(TableEvent(what="extra_time", author="Jo", role="judge", text="late", minutes=10**9))
    older.store()
    for match in event.matches:
        app.conclude(match, (0,))
    said = event.event_days.collect(event.hall)
    assert [(one.match, one.done) for one in said] == [
        (event.matches[0], "refused"),
        *((match, "recorded") for match in event.matches),
    ]
    assert "extra time of entry 2 not granted: set_clock: minutes" in said[0].text
    assert [result.match for result in event.state.results] == [*event.matches]


def test_only_an_official_gives_a_table_extra_time(app: MatchService, event: Event) -> None:
    """Extra time that a player or a scorekeeper notes stays a note."""
    app.take(event.hall, f"set_clock start {app.clock() // 1_000_000}")
    for role in get_args(Role):
        record_table_event(app, event.matches[0], extra_time(role))
    event.collect()
    event.event_days.collect(event.hall)
    officials = ("judge", "head_judge", "organiser")
    assert [round_.extra for round_ in app.match(event.hall).state.rounds] == [((1, 60 * 240 * len(officials)),)]


def test_a_match_with_the_id_of_a_pairing_gives_its_table_no_extra_time(app: MatchService) -> None:
    """Given a round on paper, when somebody opens a match of another club with the id of a pairing, then it grants nothing."""
    event = Event(app, game="")
    app.take(event.hall, f"set_clock start {app.clock() // 1_000_000}")
    [round_] = app.match(event.hall).state.rounds
    for seating, pairing in event.event_days.pairings(round_):
        foreign = match_of(event.cup, seating.match, pairing)
        sheet = Scoresheet((), players=("Ada", "Bo"), catalogue="pig")
        app.open_match(opening_of(load_game("tabletop"), sheet), match_id=foreign)
        record_table_event(app, foreign, extra_time("judge"))
        event.event_days.settle(app.match(foreign))
    event.event_days.collect(event.hall)
    assert [round_.extra for round_ in app.match(event.hall).state.rounds] == [()]


def extra_time(role: Role) -> TableEvent:
    return TableEvent(what="extra_time", author="Jo", role=role, text="late", minutes=240)


@pytest.mark.parametrize("name", [*RULEBOOKS, *(kit for kit, players in KITS.items() if players == 2)])
def test_a_game_loss_is_given_before_the_start_and_in_kits(app: MatchService, name: str) -> None:
    """TCG-E05: where the game has no command for it yet, the match is concluded for the other side."""
    match_id = opened(app, name)
    ruling = ruled(app, match_id, (1, "game_loss"))
    assert app.match(match_id).outcome.winners == (0,)
    assert [found for found in audit_match(app, match_id).findings if found.kind != "violated"] == []
    withdraw(app, match_id, Withdrawn(about=ruling, official="Jo", role="head_judge", text="table 4"))
    assert app.match(match_id).outcome is None


def test_a_loss_of_one_of_three_needs_its_effect(app: MatchService) -> None:
    """Given a kit for three, a game loss is refused with what to do about it: the loss does not decide which of the others wins."""
    match_id = opened(app, "pig", ("Ada", "Bo", "Cy"))
    why = r"3 sides play, .* give the effect as a command, or conclude the match first"
    with pytest.raises(RuleViolation, match=why):
        ruled(app, match_id, (1, "game_loss"))
    app.conclude(match_id, (0,))
    ruled(app, match_id, (1, "game_loss"))


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_loss_behind_an_end_by_play_changes_nothing(app: MatchService, name: str) -> None:
    match_id = open_sheet(app, name, 12)
    app.conclude(match_id, (0,))
    ruled(app, match_id, (0, "game_loss"))
    assert app.match(match_id).outcome.winners == (0,)


def test_a_score_adjusted_after_the_end_is_on_the_slip(app: MatchService) -> None:
    """The slip shows the current points, like the board."""
    match_id = open_sheet(app, "frc_card_game", 55)
    before = slip_of(app, match_id).scores
    rules = (next(iter(app.match(match_id).game.rules)),)
    act = Ruled(official="Jo", role="judge", text="slow play", rules=rules)
    given = (RequestedPenalty(seat=1, penalty="score_adjustment", amount=100),)
    rule(app, match_id, Ruling(ruled=act, penalties=given))
    after = slip_of(app, match_id).scores
    assert after[0] == before[0]
    assert int(after[1].split()[-1]) == int(before[1].split()[-1]) - 100


def test_a_penalty_of_a_ruling_says_its_effect(matchbook: CommandLine) -> None:
    """Each `--effect` belongs to a `--penalty`, in order; one too many is refused."""
    match_id = matchbook("new", "pig", "--player", "Ada", "--player", "Bo").out.strip()
    ruling = ("ruling", match_id, "both", "--official", "Jo", "--role", "head_judge")
    effects = ("--penalty", "Ada=warning", "--penalty", "Bo=game_loss", "--effect", "", "--effect", "roll 5")
    assert matchbook(*ruling, *effects).code == 0
    assert "roll 5" in matchbook("log", match_id).out
    assert matchbook(*ruling, "--effect", "roll 5").code == 2
