"""The conformance suite proves itself: it passes on the mini game, and each check fails on the game that breaks it."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any, TypeAlias, cast, final

import msgspec
import pytest
from msgspec import structs

from domain.board import Board, Panel
from domain.capabilities import JudgingSupport
from domain.event_buffer import EventBuffer
from domain.game import AnyGame, Event, TurnInfo
from domain.judging import RandomPart
from domain.outcome import Outcome
from domain.plan import CountName, Plan
from domain.registry import load_game
from domain.rules import Violation
from domain.seats import JUDGE, TableSetup, Viewpoint
from domain.simulation import simulation_of
from matchbook.conformance.suite import GAME_CHECKS, MATCH_CHECKS, NoSuite, Suite, open_suite, suite_of
from service.resources import load_catalogue
from tests.minigame import CATALOGUE
from tests.minigame import GAME as HIGH_CARD
from tests.minigame import commands as c
from tests.minigame import events as e
from tests.minigame.altered import evolving, happening
from tests.minigame.changes import SetPoints
from tests.minigame.deal import RandomBot

pytest_plugins = ["pytester"]

GAME: AnyGame = cast("AnyGame", HIGH_CARD)
SIMULATION = simulation_of(GAME)
CHANGES = "makes_changes_by_hand"
CHECKS = (*MATCH_CHECKS, *GAME_CHECKS)
Decide: TypeAlias = Callable[[Any, Any], tuple[Any, ...]]
Evolve: TypeAlias = Callable[[Any, Any], Any]


def problems(game: AnyGame, check: str, matches: int = 12) -> list[str]:
    """The findings of one check; those about a game as a whole use observations of its matches."""
    checks = (check,) if check in MATCH_CHECKS else (*MATCH_CHECKS, check)
    return suite_of(game, CATALOGUE, matches=matches, checks=checks).problems(check)


@pytest.fixture(scope="module")
def good_suite() -> Suite:
    """The suite of a correct game."""
    return suite_of(GAME, CATALOGUE, matches=20)


@pytest.mark.parametrize("check", CHECKS)
def test_mini_game_conforms(check: str, good_suite: Suite) -> None:
    """A correct game keeps every property of the suite."""
    assert good_suite.problems(check) == []


class _StuckBot(RandomBot):
    def choose(self, state: Any, commands: Any, rng: Any) -> Any:
        raise RuntimeError("no idea")


def _offers_a_seven(state: Any) -> Iterator[Any]:
    yield from GAME.legal(state)
    yield c.RollDie(result=7)


def _decides_otherwise_each_time() -> Decide:
    calls = count()

    def resolve(state: Any, command: Any) -> tuple[Any, ...]:
        events = GAME.resolve(state, command)
        return events if next(calls) % 2 else (*events, e.PointsSet(seat=0, points=0))

    return resolve


def _changes_the_table_in_silence(state: Any, command: Any) -> EventBuffer[Any, Any]:
    out = GAME.resolution(state, command)
    if isinstance(command, c.Draw):
        out.state = GAME.evolve(out.state, e.PointsSet(seat=0, points=7))
    return out


def _counts_its_calls() -> Evolve:
    calls = count()

    def evolve(state: Any, event: Any) -> Any:
        after: Any = GAME.evolve(state, event)
        return structs.replace(after, rounds=after.rounds + next(calls) // 400)

    return evolve


def _changes_the_past(state: Any, event: Any) -> Any:
    if isinstance(event, e.RoundBegan):
        structs.force_setattr(state, "rounds", state.rounds + 1)
    return GAME.evolve(state, event)


def _loses_cards(state: Any, event: Any) -> Any:
    after: Any = GAME.evolve(state, event)
    if isinstance(event, e.RoundScored):
        return structs.replace(after, players=tuple(structs.replace(p, pile=()) for p in after.players))
    return after


def _keeps_a_list(state: Any, event: Any) -> Any:
    after: Any = GAME.evolve(state, event)
    return structs.replace(after, players=list(after.players))


def _needs_legality(state: Any, command: Any) -> tuple[Any, ...]:
    if GAME.check(state, command):
        raise KeyError(command)
    return GAME.resolve(state, command)


def _makes_cards(counts: dict[int, int]) -> Callable[[Any], dict[str, int]]:
    def card_counts(state: Any) -> dict[str, int]:
        counts[id(state)] = counts.get(id(state), len(counts) + 1)
        return {"all": counts[id(state)]}

    return card_counts


def _with_changes(events: Callable[[Any, Any], tuple[Any, ...]]) -> AnyGame:
    """The mini game, but the events of a command with changes are `events(command, right events)`."""

    def resolve(state: Any, command: Any) -> tuple[Any, ...]:
        right = GAME.resolve(state, command)
        return events(command, right) if getattr(command, "changes", ()) else right

    return replace(GAME, resolution=happening(resolve))


def _silent(kind: type) -> Callable[[Any, Any], tuple[Any, ...]]:
    return lambda command, right: tuple(
        one for one in right if not (isinstance(command, kind) and isinstance(one, e.PointsSet))
    )


def _puts_one_card_under(command: Any, right: Any) -> tuple[Any, ...]:
    made = [event for event in right if isinstance(event, e.CardPutUnder)]
    return tuple(event for event in right if event not in made[1:])


def _after_put_under(change: Callable[[Any, Any], Any]) -> AnyGame:
    """The mini game, but a card put under something changes the players."""

    def evolve(state: Any, event: Any) -> Any:
        after: Any = GAME.evolve(state, event)
        return change(after, event) if isinstance(event, e.CardPutUnder) else after

    return evolving(evolve)


def _loses_a_card(after: Any, event: Any) -> Any:
    decks = [max(0, player.deck - (n == event.seat)) for n, player in enumerate(after.players)]
    players = tuple(structs.replace(p, deck=deck) for p, deck in zip(after.players, decks, strict=True))
    return structs.replace(after, players=players)


def _doubles_a_card(after: Any, event: Any) -> Any:
    first, second = after.players
    if not (first.hand and second.hand):
        return after
    return structs.replace(after, players=(structs.replace(first, hand=(*first.hand[:-1], second.hand[0])), second))


def _fails(state: Any, event: Any) -> Any:
    if isinstance(event, e.CardPutUnder) and len(state.players[event.seat].hand) == 2:
        raise KeyError(event.token)
    return GAME.evolve(state, event)


def _possible(state: Any, command: Any) -> Any:
    """The command without its impossible changes."""
    kept: tuple[Any, ...] = ()
    for change in command.changes:
        longer = structs.replace(command, changes=(*kept, change))
        if not any(violation.impossible for violation in GAME.check(state, longer)):
            kept = (*kept, change)
    return structs.replace(command, changes=kept)


def _forgives(state: Any, command: Any) -> tuple[Violation, ...]:
    changes = getattr(command, "changes", ())
    if not changes:
        return GAME.check(state, command)
    before = _possible(state, structs.replace(command, changes=changes[:-1]))
    return GAME.check(state, structs.replace(command, changes=(*before.changes, changes[-1])))


def _resolves_what_is_possible(state: Any, command: Any) -> tuple[Any, ...]:
    return GAME.resolve(state, _possible(state, command) if hasattr(command, "changes") else command)


def _ends_by_riches(state: Any) -> Outcome | None:
    rich = [n for n, player in enumerate(state.players) if player.points == 20]
    return Outcome((rich[0],), "riches") if rich else GAME.outcome(state)


def _refuses_the_rich(state: Any, command: Any) -> tuple[Violation, ...]:
    if isinstance(command, c.Draw) and any(player.points > 9 for player in state.players):
        return (Violation("MG-P02", "rich players draw nothing"),)
    return GAME.check(state, command)


def _cites_no_rule_of_the_list(state: Any, command: Any) -> tuple[Violation, ...]:
    return tuple(structs.replace(v, rule="MG-X99") for v in GAME.check(state, command))


def _plans_each_frame(state: Any) -> Plan:
    return structs.replace(GAME.plan(state), tray=bool(state.players[0].placed))


def _shows_keys(state: Any, viewpoint: Viewpoint) -> Board:
    tokens = " ".join(str(token.id) for player in state.players for token in player.placed)
    return structs.replace(GAME.board(state, viewpoint), panels=(Panel(key=tokens, title="placed"),))


def _tells_hands_in_the_moment(state: Any) -> TurnInfo:
    held = sorted(str(token.card) for player in state.players for token in player.hand)
    return structs.replace(GAME.turn_info(state), phase=" ".join(held))


def _acts_on_hidden_cards(state: Any, command: Any) -> tuple[Any, ...]:
    events = GAME.resolve(state, command)
    if isinstance(command, c.Draw) and min(command.cards, default="") < "f":
        return (*events, e.PointsSet(seat=0, points=state.players[0].points))
    return events


def _tells_a_secret_later(before: Any, event: Event, viewpoint: Viewpoint) -> str:
    if isinstance(event, e.CardPlaced):
        return " ".join(str(token.card) for token in before.players[event.seat].hand)
    return GAME.narrate(before, event, viewpoint)


def fined(seat: int) -> c.Adjust:
    return c.Adjust(reason="a fine", changes=(SetPoints(player=seat, points=99),))


def _judged(**parts: Any) -> AnyGame:
    return replace(GAME, judging=JudgingSupport(**parts))


def _planned(**lack: Any) -> AnyGame:
    return replace(GAME, plan=lambda state: structs.replace(GAME.plan(state), **lack))


def _to_everybody(name: str) -> AnyGame:
    """The mini game, but a hook answers everybody as the judge."""
    told = getattr(GAME, name)
    return replace(GAME, **{name: lambda *given: told(*given[:-1], JUDGE)})


LEFT_OUT = tuple(command for command in GAME.commands if command is not c.TurnUp)
BOTS = {**SIMULATION.bots, "stuck": _StuckBot()}
HANDS_TOLD = replace(GAME.hidden, registered=lambda state, seat, viewpoint: GAME.hidden.registered(state, seat, JUDGE))
ALL_SEEN = replace(GAME.hidden, seen=lambda state, viewpoint: state)
ENDS_AFTER_A_ROUND = lambda state: iter(()) if state.round == 2 else GAME.legal(state)  # noqa: E731 (a case of the table)
FORGIVING = replace(GAME, check=_forgives, resolution=happening(_resolves_what_is_possible))
CASES: dict[str, tuple[AnyGame, str, int, tuple[str, ...]]] = {
    "a dead end": (replace(GAME, legal=ENDS_AFTER_A_ROUND), "ends", 12, ("no command is legal", "seed 0, action")),
    "a bot that fails": (replace(GAME, simulation=replace(SIMULATION, bots=BOTS)), "ends", 12, ("stuck",)),  # type: ignore[arg-type]
    "an illegal offer": (
        replace(GAME, legal=_offers_a_seven), "legal_is_accepted", 12, ("is offered, then refused: [MG-P",),
    ),
    "an unsteady decision": (
        replace(GAME, resolution=happening(_decides_otherwise_each_time())), "decides_alike", 12, ("other events",),
    ),
    "a change without an event": (
        replace(GAME, resolution=_changes_the_table_in_silence), "replays", 12, ("replayed, the state after it is another",),
    ),
    "an unsteady replay": (
        evolving(_counts_its_calls()), "replays", 12, ("replayed, the state after it is another",),
    ),
    "a changed past": (evolving(_changes_the_past), "replays", 12, ("changed the state before it",)),
    "lost cards": (evolving(_loses_cards), "conserves_cards", 12, ("the census was",)),
    "a command that notation cannot read": (
        replace(GAME, commands=LEFT_OUT), "reads_notation", 12, ("does not read back",),
    ),
    "an event that is not listed": (
        replace(GAME, events=tuple(one for one in GAME.events if one is not e.RoundScored)),
        "stores_entries", 12, ("ValidationError",),
    ),
    "an event in two lines": (
        replace(GAME, narrate=lambda *_: "one\ntwo"), "draws_boards", 12, ("more than one line",),
    ),
    "an event without words": (replace(GAME, narrate=lambda *_: ""), "draws_boards", 12, ("is not narrated",)),
    "a list in a state": (evolving(_keeps_a_list), "states_are_frozen", 12, ("a changeable list",)),
    "a resolve that needs legality": (
        replace(GAME, resolution=happening(_needs_legality)), "takes_odd_commands", 12, ("KeyError",),
    ),
    "an opening that makes cards": (
        replace(GAME, card_counts=_makes_cards({})), "opens_once", 12, ("makes cards of all",),
    ),
    **{
        f"a silent change of {kind.__name__}": (
            _with_changes(_silent(kind)), CHANGES, 40, ("is accepted and leaves no event",),
        )
        for kind in (c.Adjust, c.TurnUp)
    },
    "a second change that is lost": (
        _with_changes(_puts_one_card_under), CHANGES, 60, ("is accepted and leaves no event", "put_under("),
    ),
    "a change that loses a card": (_after_put_under(_loses_a_card), CHANGES, 40, ("the census was",)),
    "a change that doubles a card": (_after_put_under(_doubles_a_card), CHANGES, 40, ("duplicated cards",)),
    "a change that is forgiven": (FORGIVING, CHANGES, 40, ("is impossible, but with one more change",)),
    "a change that fails": (evolving(_fails), CHANGES, 60, ("KeyError", "put_under(")),
    "an end without a rule": (replace(GAME, outcome=_ends_by_riches), CHANGES, 60, ("the match ends by rule ''",)),
    "an unplayable table after changes": (
        replace(GAME, check=_refuses_the_rich), CHANGES, 60, ("is offered, and refused",),
    ),
    "a rule that is not listed": (replace(GAME, check=_cites_no_rule_of_the_list), "raises_its_rules", 2, ("MG-X99",)),
    "a plan that depends on the frame": (
        replace(GAME, plan=_plans_each_frame), "keeps_its_plan", 12, ("another than after the opening",),
    ),
    "a plan without a kind": (_planned(kinds=()), "keeps_its_plan", 12, ("has a kind 'number'",)),
    "a plan without a number": (_planned(numbers=()), "keeps_its_plan", 12, ("has a number 'value'",)),
    "a plan without a zone": (_planned(zones=()), "keeps_its_plan", 12, ("is a zone 'hand'",)),
    "a plan with another count": (
        _planned(counts=(CountName("score", "sc"),)), "keeps_its_plan", 12, ("does not say the count 'score'",),
    ),
    "a warning that changes the game": (
        _judged(penalty=lambda _state, seat, _kind, _amount: fined(seat)), "can_be_judged", 12, ("a warning does adjust",),
    ),
    "a lost game that goes on": (
        _judged(penalty=lambda _s, seat, kind, _a: None if kind == "warning" else fined(seat)),
        "can_be_judged", 12, ("and it goes on",),
    ),
    "a pile that is known too well": (
        _judged(random_part=lambda _state: (RandomPart(0, "deck", 0, ("top: one",)),)),
        "can_be_judged", 12, ("more are known of it",),
    ),
    "dice that no command records": (
        _judged(dice=("throw",)), "can_be_judged", 12, ("no command 'throw' records dice",),
    ),
    "a leaking board": (_to_everybody("board"), "hides_cards", 12, ("only the board differs",)),
    "a leaking key": (replace(GAME, board=_shows_keys), "hides_cards", 40, ("a token's number tells",)),
    "a leaking list": (
        replace(GAME, hidden=HANDS_TOLD), "hides_cards", 40, ("only a registered list differs",),
    ),
    "a leaking narration": (_to_everybody("narrate"), "hides_cards", 12, ("only the narration differs",)),
    "a leaking veil": (
        replace(GAME, redact=lambda _before, command, _viewpoint: command),
        "hides_cards", 12, ("only the redacted command differs",),
    ),
    "a verdict from all that is known": (
        replace(GAME, hidden=ALL_SEEN), "hides_cards", 12, ("a verdict on a command differs",),
    ),
    "a leaking moment": (
        replace(GAME, turn_info=_tells_hands_in_the_moment),
        "hides_cards", 12, ("only the turn context differs",),
    ),
    "a leaking event": (
        replace(GAME, resolution=happening(_acts_on_hidden_cards)),
        "hides_cards", 40, ("only the narration differs",),
    ),
    "a late leak": (
        replace(GAME, narrate=_tells_a_secret_later), "hides_cards", 40, ("a card hidden since action",),
    ),
    "a number for a name": (replace(GAME, name="High Card"), "is_well_formed", 0, ("not snake_case",)),
    "no command to adjust": (replace(GAME, commands=GAME.commands[:-1]), "is_well_formed", 0, ("no command adjust",)),
    "a quick key of no command": (
        replace(GAME, quick_keys={"deal": "d"}), "is_well_formed", 0, ("a quick key for deal, which is not a command",),
    ),
    "a quick key of two": (
        replace(GAME, quick_keys={"draw": "d", "place_card": "d"}),
        "is_well_formed", 0, ("each belongs to one command",),
    ),
    "an event twice": (
        replace(GAME, events=(*GAME.events, e.RoundBegan)),
        "is_well_formed", 0, ("round_began is the name of 2 structs",),
    ),
    "no bot that plays to win": (
        replace(GAME, simulation=replace(SIMULATION, bots={"random": RandomBot()})),
        "is_well_formed", 0, ("one that plays to win",),
    ),
}  # fmt: skip
"""Defect of a game -> the game, the check that finds it, in how many matches, and the message."""


@pytest.mark.promise(id="H3")
@pytest.mark.parametrize("case", CASES)
def test_a_fault_is_found(case: str) -> None:
    game, check, matches, words = CASES[case]
    found = problems(game, check, matches)
    assert [word for word in words if not any(word in one for one in found)] == []


def test_lied_position_is_found() -> None:
    """A position that is another once it is declared is found."""
    game = load_game("frc_card_game")

    def lied(state: Any) -> Any:
        return structs.replace(cast("Any", game.position(state)), turn=state.turn + 2)

    found = suite_of(
        replace(game, position=lied), load_catalogue(game), matches=1, checks=("says_its_position",)
    ).problems("says_its_position")
    assert "declared, the position is another" in found[0]


def test_changes_are_tried_and_accepted(good_suite: Suite) -> None:
    """Every kind of change is tried and accepted on every command that takes changes, legal ones included; counts say so."""
    assert good_suite.problems(CHANGES) == []
    counts = good_suite.seen.changes
    for command in ("adjust", "turn_up"):
        for kind in ("set_points", "name_card", "put_under"):
            assert 0 < counts[command, kind, "accepted"] < counts[command, kind, "tried"]
    assert any(line.startswith("  turn_up: name_card ") for line in good_suite.lines())


def test_games_without_changes_have_nothing_to_try() -> None:
    """A game without commands that take changes keeps the property."""
    commands = tuple(command for command in GAME.commands if command not in (c.Adjust, c.TurnUp))
    assert problems(replace(GAME, commands=commands), CHANGES) == []


def test_loose_struct_is_found() -> None:
    """A command that takes unknown fields is found."""

    @final
    class Loose(msgspec.Struct, tag_field="type", tag="loose"):
        pass

    game = replace(GAME, commands=(*GAME.commands, cast("Any", Loose)))
    found = problems(game, "is_well_formed", matches=0)
    assert found == ["loose is not frozen", "loose takes unknown fields, or its tag is not under `type`"]


def test_forgotten_event_is_found() -> None:
    """An event type without a function in `evolve` is found, though no simulation shows it."""

    def evolve(state: Any, event: Any) -> Any:
        if isinstance(event, e.PointsSet):
            raise KeyError(type(event))
        return GAME.evolve(state, event)

    assert problems(evolving(evolve), "evolves_every_event", 2) == ["points_set is not evolved"]


def test_swallowed_option_is_found() -> None:
    """Options that are taken whatever their name or value are found."""

    def open_table(setup: TableSetup) -> tuple[Any, ...]:
        return GAME.open_table(TableSetup(setup.seats))

    found = problems(replace(GAME, open_table=open_table), "names_its_options", matches=0)
    assert "unknown option is not refused" in found[0]
    assert "option ties takes any word" in found[1]


def test_unplayable_choice_is_found() -> None:
    """A choice under which no match can be simulated is found by option and choice."""

    def sample_table(catalogue: Any, rng: Any, options: Any) -> TableSetup:
        if options.get("ties") == "none":
            raise ValueError("not ready")
        return SIMULATION.sample_table(catalogue, rng, options)

    found = problems(
        replace(GAME, simulation=replace(SIMULATION, sample_table=sample_table)), "plays_every_choice", matches=1
    )
    assert len(found) == 1
    assert found[0].startswith("ties=none, seed 0: NoTable: no table to simulate high_card with: not ready (in ")


def test_refused_choice_is_listed() -> None:
    """A choice that only the rules refuse is not a defect; it is listed with the rule."""

    def check(state: Any, command: Any) -> tuple[Violation, ...]:
        if isinstance(command, c.StartMatch) and command.options.ties == "none":
            return (Violation("MG-O02", "not with a die on the table"),)
        return GAME.check(state, command)

    suite = suite_of(replace(GAME, check=check), CATALOGUE, matches=1)
    assert suite.problems("plays_every_choice") == []
    assert "choices refused without others (1): ties=none [MG-O02]" in list(suite.seen.lines(GAME))


@pytest.mark.slow
def test_plugin_collects_and_reports(pytester: pytest.Pytester) -> None:
    """`pytest --matchbook-game` runs every check and prints what was seen besides."""
    result = pytester.runpytest("--matchbook-game", "tests.minigame:GAME", "--matchbook-matches", "2", "-v")
    result.assert_outcomes(passed=len(CHECKS))
    result.stdout.fnmatch_lines(
        ["*high_card::hides_cards PASSED*", "*matchbook: high_card*", "2 matches, * actions each"]
    )


def test_plugin_leaves_named_files_in(pytester: pytest.Pytester) -> None:
    """Test files that are named besides the game are run too."""
    path = pytester.makepyfile("def test_one(): pass")
    result = pytester.runpytest(path, "--matchbook-game", "tests.minigame:GAME", "--matchbook-matches", "1")
    result.assert_outcomes(passed=len(CHECKS) + 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--matchbook-game", "chess"], "no game 'chess'"),
        (["--matchbook-game", "tests.minigame:GAME", "--matchbook-option", "rounds"], "write it as name=value"),
        (["--matchbook-game", "tests.minigame:CATALOGUE"], "is not a Game"),
    ],
)
def test_plugin_refuses_in_one_line(pytester: pytest.Pytester, arguments: list[str], words: str) -> None:
    """A game or option that does not exist is a usage error, not a traceback."""
    result = pytester.runpytest(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert words in result.stderr.str()
    assert "Traceback" not in result.stderr.str() + result.stdout.str()


def test_options_and_catalogues_are_named() -> None:
    """Options reach every match; a wrong option is the first problem; a missing catalogue is named."""
    suite = open_suite("tests.minigame:GAME", matches=2, options=["rounds=1"])
    assert suite.problems("ends") == []
    assert max(suite.seen.lengths) <= 9
    suite = open_suite("tests.minigame:GAME", matches=1, options=["colour=red"])
    assert "no option 'colour'" in suite.problems("ends")[0]
    with pytest.raises(NoSuite, match=r"nowhere\.toml"):
        open_suite("tests.minigame:GAME", catalogue="nowhere.toml")


def test_plugin_costs_nothing_unused() -> None:
    """Importing the plugin does not import games, or the project's domain."""
    code = (
        "import matchbook.conformance, sys; print([m for m in sys.modules if m.split('.')[0] in ('domain', 'msgspec')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood"])
def test_facts_and_states_say_the_same(name: str) -> None:
    """A game's facts computed from its events equal those of its states; a missing or misread ending is found."""
    game = load_game(name)
    silent = replace(game, outcome=lambda state: None)
    suites = [suite_of(one, load_catalogue(game), matches=2, checks=("counts_alike",)) for one in (game, silent)]
    sound, missed = (suite.problems("counts_alike") for suite in suites)
    assert sound == []
    assert "whether it ended: the facts say True, the states False" in missed[0]
