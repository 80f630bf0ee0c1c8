"""A recorder from Python gets an error for a value that a field does not hold, before rules see it and before it is stored."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, get_args, get_type_hints

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.decision import decide
from domain.decoding import converted
from domain.entries import Annotated, TableEvent, action_parts
from domain.game import AnyGame, Command, tag_of
from domain.judging import (
    AnyJudging,
    Appealed,
    Appointed,
    Confirmed,
    Disputed,
    Merged,
    Penalised,
    Rewound,
    Ruled,
    Withdrawn,
)
from domain.notation import NotationError
from domain.plugin_checks import GameDefect
from domain.registry import game_names, load_game
from domain.simulation import simulate
from domain.timeline import Address
from service.errors import UsageProblem
from service.judging import judge_actions
from service.judging.rulings import RequestedPenalty, Ruling
from service.recording.correction_requests import CorrectionRequest, RequestedEdit, correct, preview, record_table_event
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from storage.records import Codecs
from tests.golden import golden_lines, read_golden
from tests.service.disputes import new_app

VALUES: Final = (5, 1.5, True, None, "no such word", ("x",), {"a": 1}, object(), "\ud800")
GAME: Final = load_game("frc_card_game")
CARDS: Final = load_catalogue(GAME)
PLAYED: Final = tuple(simulate(GAME, CARDS, 1))


def spoiled(act: Struct, values: Sequence[object] = VALUES) -> Iterator[Any]:
    """The act with each value in each field that the field does not hold."""
    kinds = get_type_hints(type(act), include_extras=True)
    for name in act.__struct_fields__:
        for value in values:
            try:
                msgspec.json.encode(value)
                held = converted(value, kinds[name])
            except (msgspec.ValidationError, TypeError, UnicodeEncodeError):
                held = None
            if held is None is not value:
                yield replace(act, **{name: value})


def commands_of(game: AnyGame) -> dict[str, Command]:
    """One command of each kind, as frozen entries have them."""
    read = Codecs().decode
    found = (action_parts(read(*read_golden(line)).payload)[0] for line in golden_lines(game.name))
    return {tag_of(command): command for command in found if command is not None}


@pytest.mark.parametrize("name", game_names())
def test_house_f1_no_field_of_a_command_takes_what_its_type_does_not_allow(name: str) -> None:
    """It is refused in one line that names the command, before a rule is asked."""
    game = load_game(name)
    commands = commands_of(game)
    assert len(commands) >= len(game.commands)
    state = game.initial(load_catalogue(game))
    for tag, command in commands.items():
        for wrong in spoiled(command):
            with pytest.raises(NotationError) as refused:
                decide(game, state, wrong, as_played=True)
            assert str(refused.value).startswith(f"{tag}: ")
            assert "\n" not in str(refused.value)


@pytest.fixture
def app() -> Iterator[MatchService]:
    """A store with one match in it, `m`."""
    with new_app() as opened:
        batch = opened.new_batch(Opening(game=GAME.name, catalogue=CARDS), match_id="m")
        for step in PLAYED[:20]:
            batch.record(step.command, step.events)
        batch.store()
        yield opened


def refused(app: MatchService, ask: Callable[[], object], error: type[Exception] = UsageProblem) -> str:
    """The error about an unrecordable command, which was not recorded."""
    before = app.match("m").head, app.store.head_position()
    with pytest.raises(error) as said:
        ask()
    assert (app.match("m").head, app.store.head_position()) == before
    assert "\n" not in str(said.value)
    return str(said.value)


def test_house_f1_no_field_of_what_officials_record_takes_what_its_type_does_not_allow(app: MatchService) -> None:
    """Claims, rulings, penalties, appeals, rewinds, confirmations: refused in one line, and not stored."""
    ruled = Ruled(about=21, error=3, official="Jo", role="judge", rules=("CG-C04",), text="so it is")
    acts = (
        ruled,
        Appointed(official="Jo", role="judge"),
        Disputed(about=3, claim="illegal", claimant="Ada", text="no"),
        Penalised(about=21, seat=0, penalty="warning"),
        Appealed(about=21, seat=0),
        Rewound(about=21, to=2),
        Confirmed(seat=0, head=app.match("m").head),
        Merged(into="other"),
        Withdrawn(about=21, official="Jo", role="judge", text="another match"),
    )
    assert set(map(type, acts)) == set(get_args(AnyJudging))
    for act in acts:
        for wrong in spoiled(act):
            assert refused(app, lambda wrong=wrong: judge_actions.record(app, "m", wrong)).endswith("not recorded")
            if isinstance(act, Ruled):
                refused(app, lambda wrong=wrong: judge_actions.rule(app, "m", Ruling(ruled=wrong)))
    for ruling in spoiled(Ruling(ruled=ruled)):
        refused(app, lambda ruling=ruling: judge_actions.foresee(app, "m", ruling))
    for given in spoiled(RequestedPenalty(seat=0, penalty="warning")):
        refused(app, lambda given=given: judge_actions.penalise(app, "m", 3, given))


def test_house_f1_no_field_of_a_note_or_a_correction_takes_what_its_type_does_not_allow(app: MatchService) -> None:
    """Notes, table events, corrections: refused in one line, and not stored."""
    for note in spoiled(Annotated(about=1, text="x")):
        refused(app, lambda note=note: app.annotate("m", note))
    for event in spoiled(TableEvent(what="note", author="Jo", role="judge", text="x")):
        refused(app, lambda event=event: record_table_event(app, "m", event))
    refused(
        app,
        lambda: record_table_event(
            app, "m", TableEvent(what="extra_time", author="Jo", role="judge", minutes=2**53 + 1)
        ),
    )
    change = RequestedEdit(Address(20), "strike")
    for asked in spoiled(CorrectionRequest(match="m", changes=(change,))):
        refused(app, lambda asked=asked: correct(app, asked))
    for wrong in spoiled(change):
        refused(app, lambda wrong=wrong: preview(app, CorrectionRequest(match="m", changes=(wrong,))))


@pytest.mark.parametrize("wrong", [5, ("x",), object(), 2**70])
def test_house_f1_nothing_beside_an_act_takes_what_its_type_does_not_allow(app: MatchService, wrong: Any) -> None:
    """Reasons, notes, titles, tags, times and ids of commands, too: what could not be read back is not stored."""
    command = PLAYED[20].command

    def opening(**fields: object) -> Opening:
        first = PLAYED[0].command
        return msgspec.structs.replace(Opening(game=GAME.name, catalogue=CARDS, commands=(first,)), **fields)

    refused(app, lambda: app.undo("m", reason=wrong))
    refused(app, lambda: app.take_back("m", 19, reason=wrong))
    refused(app, lambda: app.conclude("m", [0], note=wrong))
    refused(app, lambda: app.take("m", command, reason=wrong))
    refused(app, lambda: app.open_match(opening(title=wrong)))
    refused(app, lambda: app.open_match(opening(tags=(wrong,))))
    refused(app, lambda: app.open_match(opening(strictness=wrong)))
    if not isinstance(wrong, int):
        refused(app, lambda: app.take("m", command, happened_at=wrong))
    if wrong != ("x",):
        refused(app, lambda: app.take("m", command, command_id=wrong))


def test_house_f1_an_event_that_could_not_be_read_back_is_the_fault_of_the_game(app: MatchService) -> None:
    """It is named, and not stored; the next entry takes its place."""
    step = PLAYED[20]
    batch = app.new_entries(app.match("m"))
    for wrong in spoiled(step.events[0], VALUES[:-2]):
        said = refused(app, lambda wrong=wrong: batch.record(step.command, (wrong,)), GameDefect)
        assert said.startswith("game 'frc_card_game': events[1].")
    batch.record(step.command, step.events)
    batch.store()
    assert app.store.rebuild("m").state == step.after


def test_house_f1_what_is_decided_is_what_will_be_read(app: MatchService) -> None:
    """A list where a field has a tuple is recorded as the tuple that it will be read as: in memory, too."""
    rules: Any = ["CG-C04"]
    done = judge_actions.record(app, "m", Ruled(official="Jo", role="judge", rules=rules, text="found"))
    [stored] = app.store.entries("m", 20)
    assert done.entry == stored
