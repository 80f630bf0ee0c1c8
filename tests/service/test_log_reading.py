"""A log is read back: what was printed for people is what the program plays again."""

from pathlib import Path
from typing import Final, get_args

import pytest

from domain.cards import CardRecord, Catalogue
from domain.corrections import Corrected
from domain.digest import digest_of
from domain.entries import Annotated, Concluded, Restored, TableEvent, TableEventKind, TakenBack
from domain.game import AnyGame
from domain.judging import (
    Appealed,
    Appointed,
    Confirmed,
    Decision,
    Disputed,
    Judging,
    Merged,
    Penalised,
    Rewound,
    Ruled,
    Withdrawn,
)
from domain.match import AnyMatch
from domain.outcome import Outcome
from domain.registry import game_names, load_game
from domain.seats import JUDGE, Seat
from service.errors import UsageProblem
from service.exchange.files import render
from service.reading.log import log_lines
from service.reading.record_acts import _WORDS, concluded_by, record_act_text
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import catalogue_names, load_catalogue, sample_sheets
from service.simulation.demonstration import type_in
from service.typing.log_form import RECORD_ACT
from service.typing.printed_log import read_sheet
from service.typing.scoresheet import ScoresheetLine, SheetError
from storage.match_file import export_match, import_match
from storage.store import MatchStore
from tests.campaigns import some, tries
from tests.service.conftest import CommandLine
from tests.service.random_records import Record, Stores
from tests.service.test_revisions import GAMES as PUT_RIGHT
from tests.service.whatifs import record

GAMES = [name for name in game_names() if load_game(name).kind == "game"]


def printed(app: MatchService, match_id: str) -> str:
    return "\n".join(log_lines(app.history(match_id), JUDGE))


def typed_again(app: MatchService, game: AnyGame, catalogue: Catalogue[CardRecord], log: str) -> AnyMatch:
    """A match built only from a log."""
    return app.open_match(Opening(game=game.name, catalogue=catalogue), read_sheet(log).lines)


@pytest.mark.parametrize("word", ["disputed", "contested"])
def test_a_claim_is_no_action_in_the_present_or_the_former_word(word: str) -> None:
    """Logs that were printed before claims were called disputes read back as well."""
    assert RECORD_ACT.fullmatch(f"{word}: entry 2, illegal: a second student (Ada, player)")


@pytest.mark.every_game
@pytest.mark.parametrize("seed", some([1, 2], 1))
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.promise(id="N1")
def test_a_whole_log_reads_back(name: str, seed: int) -> None:
    """The printed log of a match, typed in again, gives the same match to the last field, and prints the same log."""
    game = load_game(name)
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        match = record(app, name, seed)
        log = printed(app, match.id)
        again = typed_again(app, game, load_catalogue(game), log)
        assert digest_of(again.state) == digest_of(match.state)
        assert printed(app, again.id).partition("\n")[2] == log.partition("\n")[2]


@pytest.mark.promise(id="N1")
def test_what_was_taken_back_or_broken_reads_back(tmp_path: Path) -> None:
    """Undone actions are left out, illegal actions are recorded as played again."""
    game = load_game("frc_card_game")
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'a.db'}", create=True)) as app:
        match = type_in(app, game, sample_sheets(game)[0])
        app.take_back(match.id, 20, reason="from here: 12  play_student nia")
        app.annotate(match.id, Annotated(about=3, text="!?"))
        broken = app.take(match.id, "play_student wes", as_played=True).violations
        again = typed_again(app, game, match.state.catalogue, printed(app, match.id))
        assert digest_of(again.state) == digest_of(app.match(match.id).state)
        assert broken
        assert app.history(again.id).entries[-1].payload.violations == broken  # type: ignore[union-attr]


@pytest.mark.promise(id="N1")
def test_logs_go_through_the_command_line(matchbook: CommandLine, tmp_path: Path) -> None:
    """`log` prints what `new --sheet` and `record --from` take; the tail of a log continues another match."""
    first = matchbook("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")
    match = first.out.strip()
    for line in ("play_team_card Ada red_alliance", "draw_opening_hand Ada", "play_team_card Bo torque_society"):
        assert matchbook("take", match, line).code == 0
    log = matchbook("log", match).out
    whole, tail = tmp_path / "whole.txt", tmp_path / "tail.txt"
    whole.write_text(log)
    tail.write_text("\n".join(matchbook("log", f"{match}/{n}").out for n in (2, 3, 4)))
    copy = matchbook("new", "frc_card_game", "--sheet", whole).out.strip()
    assert matchbook("log", copy).out.splitlines()[1:] == log.splitlines()[1:]
    other = matchbook(
        *("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")
    )
    assert matchbook("record", other.out.strip(), "--from", tail).code == 0
    assert matchbook("log", other.out.strip()).out.splitlines()[1:] == log.splitlines()[1:]


LOGS = tries("MATCHBOOK_LOGS", few=6, many=3_000)
TABLES: Final = [(game, None) for game in PUT_RIGHT] + [
    ("tabletop", kit) for kit in catalogue_names(load_game("tabletop"))
]


def grown(folder: Path, seed: int) -> Record:
    """A random record, corrected, taken back, judged and concluded in the midst of play."""
    game, kit = TABLES[seed % len(TABLES)]
    record = Record(Stores(folder), game, seed, kit)
    for _ in range(10):
        record.step()
    return record


@pytest.mark.parametrize("seed", range(LOGS))
def test_logs_of_corrected_and_concluded_matches_read_back(tmp_path: Path, seed: int) -> None:
    """The log, in a terminal or a file, holds every current action with its broken rules, and the agreed end. It says how many
    entries it does not hold. As recorded, a corrected match is refused; as JSON, every match."""
    record = grown(tmp_path, seed)
    match, history = record.match, record.app.history(record.match_id)
    logs = [printed(record.app, match.id), render(history, "text", "judge")]
    for log in logs if match.corrections else [*logs, "\n".join(log_lines(history, JUDGE, "recorded"))]:
        again = typed_again(record.app, record.game, record.catalogue, log)
        assert [(action.command, action.violations) for action in again.actions] == [
            (a.command, a.violations) for a in match.actions
        ]
        assert again.concluded == match.concluded
    about = sum(isinstance(one.payload, Annotated | Judging | TableEvent) for one in record.app.store.entries(match.id))
    assert about or not read_sheet(log).left_out
    if {*match.corrections} - {*match.undone}:
        with pytest.raises(SheetError, match="as recorded, without this correction"):
            read_sheet("\n".join(log_lines(history, JUDGE, "recorded")))
    copied = export_match(record.app.store, match.id)
    with MatchStore.open(":memory:", create=True) as store:
        import_match(store, copied)
        assert store.load(match.id).state == match.state
    record.stores.close()


@pytest.mark.parametrize("winners", [(), (0,), (1,), (0, 1), (0, 1, 2)])
@pytest.mark.parametrize("note", ["", "by the clock (and more)"])
def test_an_agreed_end_reads_back(winners: tuple[int, ...], note: str) -> None:
    """Given any winner with any name."""
    seats = tuple(Seat(name, side) for side, name in enumerate(("Ada", "Ada and Bo", "a draw")))
    for drawn in (False, True) if not winners else (False,):
        for outcome in (Outcome(winners, "agreed", drawn=drawn), Outcome(winners, "time_out", "CG-E01", drawn=drawn)):
            concluded = Concluded(outcome=outcome, note=note)
            assert concluded_by(record_act_text(concluded, seats), seats) == concluded
    with pytest.raises(UsageProblem, match="no result of this match"):
        concluded_by("concluded: Zoe wins (agreed)", seats)


def test_a_verb_that_reads_like_a_record_act_is_an_action(tmp_path: Path) -> None:
    """A kit's verb may be called `note`: in the log it is in quotes, and reads back."""
    kit = tmp_path / "notes.toml"
    kit.write_text(
        'kit = "notes"\ntitle = "Notes"\nplayers = "2"\n[counter]\nscore = {}\n[verb]\n'
        'note = { take = { many = "number" }, does = ["add score $many"] }\n'
    )
    game = load_game("tabletop")
    catalogue = load_catalogue(game, str(kit))
    with MatchService(MatchStore.open(":memory:", create=True)) as app:
        match = app.open_match(
            Opening(game=game.name, catalogue=catalogue), [ScoresheetLine(1, "open_table [Ada, Bo]")]
        )
        app.take(match.id, "note 3")
        app.annotate(match.id, Annotated(about=2, text="3"))
        log = printed(app, match.id)
        again = typed_again(app, game, catalogue, log)
        assert '  2  "note" 3\n' in log
        assert [action.command for action in again.actions] == [
            action.command for action in app.match(match.id).actions
        ]


def test_each_record_act_is_told_apart_from_actions() -> None:
    """Every entry that is not an action has words that the reader of logs knows."""
    said = {"about": 4, "text": "so", "official": "Jo", "role": "judge"}
    events = [
        TableEvent(what=what, author="kim", role="judge", text="so", minutes=3) for what in get_args(TableEventKind)
    ]
    appeals = [Ruled(**said, decision=decision) for decision in get_args(Decision)]  # type: ignore[arg-type]
    acts = (
        *events, *appeals, TakenBack(to=1), Restored(to=1), Corrected(amended=()), Annotated(about=1),
        Annotated(about=1, bookmark=True), Concluded(outcome=Outcome((), "agreed")), Appointed(official="Jo", role="judge"),
        Disputed(about=1, claim="illegal", claimant="Bo", text="so"), Penalised(about=1, seat=0, penalty="warning"),
        Appealed(about=1, seat=0), Rewound(about=1, to=1), Confirmed(seat=0, head="abc"), Merged(into="abc"),
        Withdrawn(about=1, official="Jo", role="judge", text="so"),
    )  # fmt: skip
    assert {type(act) for act in acts} == {*_WORDS}
    for act in acts:
        assert RECORD_ACT.fullmatch(record_act_text(act, (Seat("Ada", 0), Seat("Bo", 1)))), act


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("  12.1  roll 5", "no line of a log: 12.1  roll 5"),
        ("12 roll 5", "no line of a log"),
        ("    7  roll 5  (as entry 9 has it", ""),
        ("and so on", "no line of a log: and so on"),
    ],
)
def test_no_line_of_a_log_is_skipped(line: str, why: str) -> None:
    log = f"    1  open_table [Ada, Bo]\n{line}\n"
    if why:
        with pytest.raises(SheetError, match=f"line 2: {why}"):
            read_sheet(log)
    else:
        assert read_sheet(log).lines[-1].text == "roll 5  (as entry 9 has it"


@pytest.mark.parametrize("text", ["play_student dana", "# a comment\nplay_student dana", '{"type":"play_student"}'])
def test_other_texts_are_scoresheets(text: str) -> None:
    assert not read_sheet(text).opens_itself
    assert len(read_sheet(text).lines) == 1


def test_reasons_viewpoints_and_lines_are_read() -> None:
    """A hidden viewpoint is said, a line keeps its number, and a log in JSON is refused with what to do."""
    log = "Pig · match 7kq2 · Ada · as Bo\n    2  roll 5\n     ! [HOLD] so\n     ! as played: it (was) so (kim)\n"
    log += "    3  note on 2: x\n"
    sheet = read_sheet(log)
    assert sheet.lines == (ScoresheetLine(2, "roll 5", as_played=True, reason="it (was) so"),)
    assert sheet.left_out == (
        "left out: 1 entry of 'note'; only actions and an agreed end are taken from a log",
        "the log was printed as Bo: cards that were hidden from that viewpoint are unknown",
    )
    log = "── turn 1 ──\n   12  play_student dana\n       12.1 Dana joins\n     ! [CG-A02] one too many\n"
    assert read_sheet(log).lines == (ScoresheetLine(2, "play_student dana", as_played=True),)
    with pytest.raises(
        SheetError, match="line 1: a JSON list; write one command a line, or print the log without --json"
    ):
        read_sheet('[\n  {"address": "7kq2/1"}\n]\n')
