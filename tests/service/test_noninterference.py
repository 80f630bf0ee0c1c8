"""Hidden facts do not change a byte of a viewpoint's view.

Two records that differ only in hidden cards are shown in every form; a form that differs is a leak.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import pytest

from domain.cards import CardRecord, Catalogue
from domain.corrected_history import state_found
from domain.entries import action_parts
from domain.game import AnyGame, Command, tag_of
from domain.match import Match
from domain.positions import first_steps
from domain.registry import load_game
from domain.replay import AnyHistory, history_seen
from domain.seats import JUDGE, SPECTATOR, SeatSetup, TableSetup, Viewpoint
from domain.simulation import simulate, simulation_of
from projections.redacted.entries import action_as
from replay_tui.app import MatchbookApp
from service.addresses import find_frame
from service.errors import UsageProblem
from service.exchange.files import export_view, render
from service.exchange.position_codes import position_code
from service.judging.report import report_of
from service.reading.drawing import pictured
from service.reading.explanations import Explanation, explain
from service.reading.held_cards import hand_lines
from service.reading.log import event_text
from service.reading.match_diff import compare
from service.reading.moment_diff import differences
from service.reading.styled_text import plain
from service.reading.viewpoints import viewpoint_name
from service.recording.entry_batch import EntryBatch, Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue, sample_sheets
from service.simulation.demonstration import type_in
from storage.store import MatchStore
from tests.campaigns import WHOLE, some, tries
from tests.games.pbl_robots.table import PROVING_GROUND
from tests.replay_tui.driving import visit
from tests.replay_tui.memory import Shelf, on_shelf
from tests.rulebooks import RULEBOOKS
from tests.scenario import Scenario
from tests.service.conftest import CommandLine
from tests.service.twins import Act, odd_commands, played, twin

pytestmark = pytest.mark.promise(id="H3")

GAMES: Final = RULEBOOKS
MATCH: Final = "7kq2m4xd9fra"
PLACING: Final = ("place_character", "play_modifier", "place_card")
NOW: Final = 1_760_000_000_000_000


def recorded(
    game: AnyGame, catalogue: Catalogue[CardRecord], commands: Sequence[Command], url: str = ":memory:"
) -> AnyHistory:
    """These commands recorded in a store, as played where they break rules."""
    with MatchService(MatchStore.open(url, create=True)) as app:
        opening = Opening(game=game.name, catalogue=catalogue)
        batch = EntryBatch(app.store, Match(MATCH, game, catalogue), opening, clock=lambda: NOW, by="kim")
        for command in commands:
            batch.act(command, as_played=True)
        batch.store()
        return app.history(MATCH)


def told(history: AnyHistory, viewpoint: Viewpoint) -> Iterator[tuple[str, object]]:
    """All that a viewpoint is shown of a match: name of the form -> what it says."""
    match, seats = history.match, history.match.state.seats
    who = viewpoint_name(viewpoint, seats)
    yield "page", render(history, "html", who)
    yield "page of two", render(history, "html", who, others=["spectator"])
    yield "log", render(history, "text", who)
    yield "report", repr(report_of(history, viewpoint))
    for frame in history_seen(history, viewpoint).frames:
        if not isinstance(viewpoint, int) or viewpoint < len(frame.state.seats):
            yield f"board at {frame.address}", match.game.board(frame.state, viewpoint)
            yield f"address {frame.address}", place_named(history, frame.version, frame.number or None, viewpoint)
    yield (
        "past the last event",
        [place_named(history, version, 99, viewpoint) for version in range(1, match.version + 1)],
    )
    known = [match.game.hidden.seen(state, viewpoint) for state in match.states]
    yield "known", known
    if viewpoint == SPECTATOR:
        yield "explored", repr(list(first_steps(match)))
    yield "stories", repr([hand_lines(history, version, viewpoint) for version in range(1, match.version + 1)])
    seen_lists = [
        match.game.hidden.registered(state, seat, viewpoint)
        for state in match.states
        for seat in range(len(state.seats))
    ]
    yield "lists", repr(seen_lists)
    middle = match.version // 2
    for width in (80, 120):
        yield f"{width} columns", plain(pictured(match.game, match.states[middle], viewpoint, width))
    yield "picture", render(history, "svg", who, at=max(middle, 1))
    if match.game.position(match.states[middle]) is not None:
        yield "position", position_code(match, match.states[middle], middle, viewpoint)
    yield "difference", repr(differences(history, middle, match.version, viewpoint))


def place_named(history: AnyHistory, version: int, event: int | None, viewpoint: Viewpoint) -> object:
    """The sentence and board of the step that an address names, or why it names none."""
    try:
        frame = find_frame(history, version, event, "corrected", viewpoint)
    except UsageProblem as problem:
        return str(problem)
    game = history.match.game
    return frame.address, event_text(game, frame, viewpoint), game.board(frame.state, viewpoint)


def leaks(one: AnyHistory, other: AnyHistory, viewpoint: Viewpoint) -> list[str]:
    """The forms in which two matches differ for a viewpoint."""
    first, second = dict(told(one, viewpoint)), dict(told(other, viewpoint))
    return [form for form in first.keys() | second.keys() if first.get(form) != second.get(form)]


def logs_differ(one: AnyHistory, other: AnyHistory, viewpoint: Viewpoint) -> bool:
    """Whether the logs of two matches read otherwise for a viewpoint."""
    who = viewpoint_name(viewpoint, one.match.state.seats)
    return render(one, "text", who) != render(other, "text", who)


def acts_of(game: AnyGame, seed: int, options: Mapping[str, str] = {}) -> list[Act]:
    """A simulated match, cut somewhere, in the normal run after 120 actions at the latest."""
    names = sorted(simulation_of(game).bots)
    steps = simulate(game, load_catalogue(game), seed, bots=(names[seed % len(names)],), options=options)
    acts = [Act(step.before, step.command, step.events) for step in steps]
    return acts[: Random(seed).randint(len(acts) // 5, len(acts))][: None if WHOLE else 120]


def written(game: AnyGame) -> list[Act]:
    """The match that was written down at a table."""
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        history = app.history(type_in(app, game, sample_sheets(game)[0]).id)
    commands = [action_parts(entry.payload)[0] for entry in history.entries]
    acts = played(game, history.match.states[0].catalogue, [command for command in commands if command is not None])
    assert acts is not None
    return acts


def pairs(game: AnyGame, acts: Sequence[Act], seed: int) -> Iterator[tuple[Viewpoint, AnyHistory, AnyHistory]]:
    """For each viewpoint with hidden facts (in the normal run one seat and the spectator): the match, and its twin."""
    catalogue = acts[0].before.catalogue
    one = recorded(game, catalogue, [act.command for act in acts])
    seats = range(len(one.match.state.seats))
    for viewpoint in (*(seats if WHOLE else (seats[seed % len(seats)],)), SPECTATOR):
        other = twin(game, catalogue, acts, viewpoint, Random(seed))
        if other is not None:
            yield viewpoint, one, recorded(game, catalogue, other.commands)


@pytest.mark.every_game
@pytest.mark.parametrize("seed", range(tries("MATCHBOOK_TWINS", few=1, many=6)))
@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_change_nothing_that_is_shown(name: str, seed: int) -> None:
    """Every form is the same to the byte, whatever the unseen cards are; the judge's log differs."""
    game = load_game(name)
    for viewpoint, one, other in pairs(game, acts_of(game, seed), seed):
        assert leaks(one, other, viewpoint) == [], f"as {viewpoint}"
        assert logs_differ(one, other, JUDGE)


@pytest.mark.parametrize(
    "name", [name for name in GAMES if name != "frc_card_game"]
)  # in whose record none stays unseen
def test_holds_for_matches_written_down_at_a_table(name: str) -> None:
    """The same, for a real record with its notes of effects and cards shown by hand, as far as cards in it stayed unseen."""
    game, compared = load_game(name), 0
    acts = written(game)
    for cut in (len(acts) // 3, len(acts)):
        for viewpoint, one, other in pairs(game, acts[:cut], cut):
            assert leaks(one, other, viewpoint) == [], f"as {viewpoint}, {cut} entries"
            compared += 1
    assert compared


PBL: Final = (
    "choose_base_robot crystal player=Ana", "choose_base_robot obsidian player=Bo", "deal_inheritance",
    "reveal_talent_pool [vane, brick, lull]", "roll_d20 20 player=Ana", "roll_d20 19 player=Bo", "choose_starter vane player=Ana",
    "choose_starter brick player=Bo", "deal_quick_play", "deal_opening_hands player=Ana", "keep_opening_hand player=Ana",
    "deal_opening_hands [f11, f12, f14, f15, ??] player=Bo", "keep_opening_hand player=Bo", "start_game",
    "declare_attack head head", "roll_attack [6, 6]", "roll_defense [1, 1, 1]",
)  # fmt: skip
DEALT: Final = "deal_opening_hands [{}, ??, ??, ??, ??] player=Ana"
CARD_GAME: Final = (
    "play_team_card Ada iron_gears", "play_team_card Bo volt_club", "draw_opening_hand Ada [??, ??, ??, ??]",
    "draw_opening_hand Bo [??, ??, ??, ??]", "flip_coin Ada", "advance_phase main",
)  # fmt: skip
PILED: Final = 'adjust [card_moved(card=nia, to=retirement_pile, origin=hand, owner=Ada)] reason="as at the table"'
TCG: Final = (
    "determine_first_player Ada agreement", "shuffle_deck Ada reason=dealt", "shuffle_deck Ben reason=dealt",
    "draw_opening_hand Ada [??, ??, ??, ??, ??, ??, ??]", "draw_opening_hand Ben [??, ??, ??, ??, ??, ??, ??]",
    "set_prize_cards Ada [??, ??]", "set_prize_cards Ben [??, ??]", "shuffle_deck Ada reason=prizes",
    "shuffle_deck Ben reason=prizes", "start_match",
)  # fmt: skip
NOTED: Final = {
    "go_fish": ("tabletop", "Ada,Bo,Cy", ("ask Bo 7", "ask Cy 7", "fish s2", "ask Ada K gets=[{}]"), ("s2", "dK"), 2),
    "hearts": ("tabletop", "A,B,C,D", ("give A B [c3, c4, c5]", "give B C [{}, d4, d5]"), ("c3", "d3"), 3),
    "a shield": ("pbl_robots", "Ana,Bo", (*PBL, "add_shields [{}] [2]"), ("f11", "f13"), 0),
    "a play": (
        "frc_card_game",
        "Ada,Bo",
        (*CARD_GAME, "reveal_card {} to=Ada player=Ada", "play_student nia"),
        ("nia", "pax"),
        1,
    ),
    "a hand returned": (
        "pbl_robots",
        "Ana,Bo",
        (*PBL[:9], DEALT, "keep_opening_hand hand=2 player=Ana", *PBL[11:]),
        ("f10", "??"),
        1,
    ),
    "a move": ("frc_card_game", "Ada,Bo", (*CARD_GAME, "reveal_card {} to=Ada player=Ada", PILED), ("nia", "pax"), 1),
    "a robot": ("frc_tcg", "Ada,Ben", (*TCG, "reveal_card ?? {} to=[Ada]", "play_robot RA1"), ("RA1", "BAT"), 1),
    "a shield and another": ("pbl_robots", "Ana,Bo", (*PBL, "add_shields [{}, ??] [2, 2]"), ("f11", "f13"), 0),
}
"""Kit, or case -> its game, players, lines, a card in the last one that was named before or not, a seat that sees neither."""
NOTED_CARDS: Final = {"frc_card_game": "adas_gamble", "frc_tcg": "worked_match"}
TABLES: Final = {"pbl_robots": {"catalogue_check": "off", "setup": "quick_play"}, "frc_tcg": {"prize_count": "2"}}
DECKS: Final = {"frc_card_game": 30}
INNER: Final = ("known",)
"""Forms with the numbers of unseen cards; no viewpoint reads those."""


@pytest.mark.parametrize("kit", NOTED)
def test_nobody_else_learns_whether_a_hidden_card_was_named_before(kit: str, tmp_path: Path) -> None:
    """The naming of a card is told to those who see it; others have no line, number or row of it."""
    name, players, lines, cards, blind = NOTED[kit]
    game = load_game(name)
    catalogue = PROVING_GROUND if name == "pbl_robots" else load_catalogue(game, NOTED_CARDS.get(name, kit))
    seats = tuple(SeatSetup(player, deck=DECKS.get(name)) for player in players.split(","))
    setup = TableSetup(seats, TABLES.get(name, {}))
    kept = []
    for number, card in enumerate(cards):
        scenario = Scenario(game.for_catalogue(catalogue), catalogue)
        commands = list(scenario.game.open_table(setup))
        scenario.do(*commands)
        for line in lines:
            commands.append(scenario.command(line.format(card)))
            scenario.do(commands[-1])
        url = f"sqlite:///{tmp_path / str(number)}.db"
        history = recorded(scenario.game, catalogue, commands, url)
        with MatchService(MatchStore.open(url)) as app:
            kept.append((history, {who: copied(export_view(app, history, who)) for who in seen_by(history, blind)}))
    (one, copies), (other, others) = kept
    for viewpoint in (blind, SPECTATOR):
        assert [form for form in leaks(one, other, viewpoint) if form.partition(" ")[0] not in INNER] == []
        assert boards(one, viewpoint) == boards(other, viewpoint)
        assert events_as(one, viewpoint) == events_as(other, viewpoint)
    assert copies == others
    assert logs_differ(one, other, JUDGE)


def boards(history: AnyHistory, viewpoint: Viewpoint) -> list[object]:
    """The board after each entry."""
    return [history.match.game.board(state, viewpoint) for state in history.match.states]


def seen_by(history: AnyHistory, seat: int) -> tuple[str, str]:
    """The names of a seat and the spectator."""
    return history.match.state.seats[seat].name, "spectator"


def copied(view: bytes) -> list[object]:
    """What a copy tells of each entry."""
    return [msgspec.json.decode(line).get("told") for line in view.splitlines()]


def events_as(history: AnyHistory, viewpoint: Viewpoint) -> list[list[str]]:
    """The kinds of the events of each action in the analytics of a viewpoint (whose tables have no card numbers)."""
    match = history.match
    told = (
        action_as(match.game, state_found(match, act), (act.command, act.events, act.violations), viewpoint)["events"]
        for act in match.actions
    )
    return [[event["type"] for event in events] for events in told]  # type: ignore[attr-defined]


def explained(history: AnyHistory, number: int, command: Command, viewpoint: Viewpoint) -> object:
    """The rules' verdict on a command after an entry, as that viewpoint reads it."""
    try:
        return explain(history.match.game, history.match.states[number], command, viewpoint)
    except UsageProblem as problem:
        return str(problem)


@pytest.mark.every_game
@pytest.mark.parametrize("name", GAMES)
def test_a_verdict_on_a_command_tells_no_hidden_card(name: str) -> None:
    """Every legal command on one of two similar tables is explained in the same words on both; only the judge sees a difference."""
    game, told_apart, told_alike = load_game(name), 0, 0
    for viewpoint, one, other in pairs(game, acts_of(game, 5), 5):
        for number in range(5, len(one.match.states), 5):
            states = [history.match.states[number] for history in (one, other)]
            asked = [command for state in states for command in islice(game.legal(state), 40)]
            for command in asked:
                answers = [explained(history, number, command, viewpoint) for history in (one, other)]
                assert answers[0] == answers[1], f"as {viewpoint}, after {number}: {command}"
                judged = [explained(history, number, command, JUDGE) for history in (one, other)]
                told_apart += judged[0] != judged[1]
                told_alike += isinstance(answers[0], Explanation) and answers[0].allowed
    assert told_apart
    assert told_alike


@pytest.mark.parametrize("name", GAMES)
def test_two_tables_that_look_alike_compare_as_one(name: str) -> None:
    """A match and its twin have no difference for the viewpoint that cannot tell them apart."""
    game = load_game(name)
    for viewpoint, one, other in pairs(game, acts_of(game, 9), 9):
        found = compare(one, other, viewpoint)
        assert (found.shared, found.pairs, found.differences) == (len(one.match.line), (), ())


OPTIONS: Final = {
    "frc_tcg": ({"prizes_face": "up"}, {"boosters": "on"}),
    "pbl_robots": (
        {"team_mode": "pilot_and_gunner"},
        {"team_mode": "two_robots_four_hands"},
        {"sides": "3"},
        {"setup": "quick_play"},
        {"bomb_mode": "predetermination"},
    ),
    "robin_in_the_hood": ({"modifiers": "yes"}, {"between_rounds": "continue"}),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"),
    [case for name, sets in OPTIONS.items() for case in some([pytest.param(name, options) for options in sets], 1)],
)
def test_holds_at_other_tables(name: str, options: dict[str, str]) -> None:
    """Teams, three sides, cards set out face up, modifiers: what a table agreed on changes who knows what, and no byte more."""
    game = load_game(name)
    for viewpoint, one, other in pairs(game, acts_of(game, 11, options), 11):
        assert leaks(one, other, viewpoint) == [], f"as {viewpoint}"


@pytest.mark.slow
@pytest.mark.promise(id="H5")
def test_a_choice_that_lies_face_down_is_any_choice() -> None:
    """The record reads the same whatever the first player chose, until both have chosen."""
    game = load_game("robin_in_the_hood")
    acts, checked = acts_of(game, 3, {"modifiers": "yes"}), 0
    for number, act in enumerate(acts[:-1]):
        if not (tag_of(act.command) in PLACING and game.turn_info(act.before).seat is None):
            continue
        seat = act.command.player  # type: ignore[attr-defined]
        others = [c for c in game.legal(act.before) if tag_of(c) in PLACING and getattr(c, "player", None) == seat]
        before = [earlier.command for earlier in acts[:number]]
        histories = [recorded(game, act.before.catalogue, [*before, command]) for command in (act.command, *others[:3])]
        for viewpoint in (1 - seat, SPECTATOR):
            assert all(leaks(histories[0], history, viewpoint) == [] for history in histories[1:])
        assert any(logs_differ(histories[0], history, seat) for history in histories[1:])
        checked += 1
        if checked == 3:
            return
    pytest.fail("no simultaneous hand with a choice")


@pytest.mark.parametrize("name", GAMES)
def test_holds_for_whatever_is_entered_by_hand(name: str) -> None:
    """Effects by hand, adjustments, shown cards and illegal commands tell a viewpoint the same on both tables."""
    game, acts = load_game(name), acts_of(load_game(name), 5)
    catalogue, commands = acts[0].before.catalogue, [act.command for act in acts]
    one = recorded(game, catalogue, commands)
    for viewpoint in (*range(len(one.match.state.seats)), SPECTATOR):
        other = twin(game, catalogue, acts, viewpoint, Random(5))
        state = recorded(game, catalogue, other.commands).match.state
        odd = list(islice(odd_commands(game, one.match.state, state, other.swapped, Random(5)), 25))
        longer = [recorded(game, catalogue, [*before, *odd]) for before in (commands, other.commands)]
        assert leaks(longer[0], longer[1], viewpoint) == [], f"as {viewpoint}"
        assert any(action_parts(entry.payload)[2] for entry in longer[0].entries[len(commands) :])


CLI: Final = (
    ("show", MATCH),
    ("show", MATCH, "--json"),
    ("log", MATCH),
    ("log", MATCH, "--json"),
    ("diff", MATCH, "3", "20"),
    ("diff", MATCH, "3", "20", "--json"),
    ("replay", MATCH),
    *(("export", MATCH, "--format", form) for form in ("html", "text", "svg")),
)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_command_line_tells_no_more(
    name: str, matchbook: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command that takes `--as` prints the same for both tables, and JSON too; without `--as` the judge's words differ."""
    game, acts = load_game(name), acts_of(load_game(name), 6)
    catalogue, commands = acts[0].before.catalogue, [act.command for act in acts]
    other = twin(game, catalogue, acts, 0, Random(6))
    printed = []
    for number, played_there in enumerate((commands, other.commands)):
        url = f"sqlite:///{tmp_path / str(number)}.db"
        recorded(game, catalogue, played_there, url)
        monkeypatch.setenv("MATCHBOOK_STORE", url)
        seat = acts[-1].before.seats[0].name
        printed.append([matchbook(*line, "--as", seat) for line in CLI] + [matchbook("log", MATCH)])
    assert [ran.code for ran in printed[0]] == [0] * (len(CLI) + 1)
    assert printed[0][:-1] == printed[1][:-1]
    assert printed[0][-1] != printed[1][-1]


def headless(text: str, history: AnyHistory) -> str:
    """The text of a screen without the heads of the chain, of which it may show the end in a second line."""
    for head in (entry.head for entry in history.entries):
        shown = next((width for width in range(len(head), 8, -1) if head[:width] in text), 0)
        if shown:
            rest = re.escape(head[shown:])
            text = re.sub(rf"{rest} *$", "", text.replace(head[:shown], ""), count=1, flags=re.MULTILINE)
    return text


def opened(history: AnyHistory, viewpoint: str) -> MatchbookApp:
    """The terminal program with one match open, from a viewpoint."""
    return on_shelf(Shelf(history=history), match_id=MATCH, zone=UTC, viewpoint=viewpoint)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_terminal_program_tells_no_more(name: str) -> None:
    """Screens are the same for both tables, apart from the random head of the chain."""
    game, acts = load_game(name), acts_of(load_game(name), 7)
    catalogue, commands = acts[0].before.catalogue, [act.command for act in acts]
    other = twin(game, catalogue, acts, 1, Random(7))
    search = " ".join(next(iter(sorted(other.swapped))).replace("_", " ").split()[0])
    first = next(n for n, pair in enumerate(zip(commands, other.commands, strict=True), start=1) if pair[0] != pair[1])
    walks = (
        "i",
        f"escape colon {' '.join(str(first))} enter",
        "enter",
        "c",
        "5",
        "z",
        "z end",
        f"g slash {search} enter",
    )
    histories = [recorded(game, catalogue, played_there) for played_there in (commands, other.commands)]
    for viewpoint, same in ((acts[-1].before.seats[1].name, True), (JUDGE, False)):
        screens = [
            [headless(seen.text, h) for seen in visit(opened(h, viewpoint), *walks, size=(120, 40))] for h in histories
        ]
        assert (screens[0] == screens[1]) is same
