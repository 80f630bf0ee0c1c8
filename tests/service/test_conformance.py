"""The conformance suite proves itself: it passes on the mini game, and each check fails on the game that breaks it."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any, cast, final

import msgspec
import pytest
from msgspec import structs

from domain.board import Board, Panel
from domain.game import AnyGame, Event, Moment, Outcome
from domain.judging import RandomPart
from domain.parts import JudgingPart
from domain.plan import CountName, Plan
from domain.registry import load_game
from domain.rules import Violation
from domain.simulation import simulation_of
from domain.table import JUDGE, TableSetup, Viewpoint
from domain.unfolding import Course
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


ALONE = ("-p", "no:textual-snapshot")
"""That plugin keeps state in its module: a session inside a session would sweep it away."""


def problems(game: AnyGame, check: str, matches: int = 12) -> list[str]:
    """What one check finds by itself; those of a game as a whole look at what was seen in its matches."""
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


def _nothing_in_round_2(state: Any) -> Iterator[Any]:
    return iter(()) if state.round == 2 else GAME.legal(state)


class _StuckBot(RandomBot):
    def choose(self, state: Any, commands: Any, rng: Any) -> Any:
        raise RuntimeError("no idea")


def test_dead_end_is_found() -> None:
    """A state before the end at which nothing is legal is named with the action that led to it."""
    found = problems(replace(GAME, legal=_nothing_in_round_2), "ends")
    assert "nothing is legal" in found[0]
    assert "seed 0, action" in found[0]


def test_failing_bot_is_found() -> None:
    """A bot that fails is reported with its name, in whatever match it sat."""
    bots = cast("Any", {**SIMULATION.bots, "stuck": _StuckBot()})
    assert "stuck" in problems(replace(GAME, simulation=replace(SIMULATION, bots=bots)), "ends")[0]


def test_illegal_offer_is_found() -> None:
    """`legal` offering what `check` refuses is found."""

    def legal(state: Any) -> Iterator[Any]:
        yield from GAME.legal(state)
        yield c.RollDie(result=7)

    assert "is offered, then refused: [MG-P" in problems(replace(GAME, legal=legal), "legal_is_accepted")[0]


def test_unsteady_decision_is_found() -> None:
    """Events that depend on how often one asks are found."""
    calls = count()

    def resolve(state: Any, command: Any) -> tuple[Any, ...]:
        events = GAME.resolve(state, command)
        return events if next(calls) % 2 else (*events, *events[:0], e.PointsSet(seat=0, points=0))

    assert "other events" in problems(replace(GAME, unfold=happening(resolve)), "decides_alike")[0]


def test_a_state_that_its_events_do_not_lead_to_is_found() -> None:
    """A command that changes the table and says it in no event is found: nobody could replay it."""

    def unfold(state: Any, command: Any) -> Course[Any, Any]:
        course = GAME.unfold(state, command)
        if isinstance(command, c.Draw):
            course.state = GAME.evolve(course.state, e.PointsSet(seat=0, points=7))
        return course

    assert "replayed, the state after it is another" in problems(replace(GAME, unfold=unfold), "replays")[0]


def test_unsteady_replay_is_found() -> None:
    """An `evolve` that depends on anything but its arguments is found."""
    calls = count()

    def evolve(state: Any, event: Any) -> Any:
        after: Any = GAME.evolve(state, event)
        return structs.replace(after, rounds=after.rounds + next(calls) // 400)

    assert "replayed, the state after it is another" in problems(evolving(evolve), "replays")[0]


def test_changed_past_is_found() -> None:
    """An `evolve` that changes the state it is given is found."""

    def evolve(state: Any, event: Any) -> Any:
        if isinstance(event, e.RoundBegan):
            structs.force_setattr(state, "rounds", state.rounds + 1)
        return GAME.evolve(state, event)

    assert "changed the state before it" in problems(evolving(evolve), "replays")[0]


def test_lost_card_is_found() -> None:
    """A card that vanishes from the table is found."""

    def evolve(state: Any, event: Any) -> Any:
        after: Any = GAME.evolve(state, event)
        if isinstance(event, e.RoundScored):
            return structs.replace(after, players=tuple(structs.replace(p, pile=()) for p in after.players))
        return after

    assert "the census was" in problems(evolving(evolve), "conserves_cards")[0]


def test_lied_position_is_found() -> None:
    """A position that is another once it is declared is found."""
    game = load_game("frc_card_game")

    def lied(state: Any) -> Any:
        return structs.replace(cast("Any", game.position(state)), turn=state.turn + 2)

    found = suite_of(
        replace(game, position=lied), load_catalogue(game), matches=1, checks=("says_its_position",)
    ).problems("says_its_position")
    assert "declared, the position is another" in found[0]


def test_unreadable_command_is_found() -> None:
    """A command that notation cannot read back is found."""
    commands = tuple(command for command in GAME.commands if command is not c.TurnUp)
    assert "does not read back" in problems(replace(GAME, commands=commands), "reads_notation")[0]


def test_unstored_event_is_found() -> None:
    """An event that is missing from the game's table of events cannot be read back, and is found."""
    events = tuple(event for event in GAME.events if event is not e.RoundScored)
    assert "ValidationError" in problems(replace(GAME, events=events), "stores_entries")[0]


@pytest.mark.parametrize(("line", "words"), [("one\ntwo", "more than one line"), ("", "is not narrated")])
def test_narration_of_another_length_is_found(line: str, words: str) -> None:
    """An event that is told in two lines, or that not even the judge is told, is found."""
    game = replace(GAME, narrate=lambda before, event, viewpoint: line)
    assert words in problems(game, "draws_boards")[0]


def test_thawed_state_is_found() -> None:
    """A list in a state is found."""

    def evolve(state: Any, event: Any) -> Any:
        after: Any = GAME.evolve(state, event)
        return structs.replace(after, players=list(after.players))

    assert "a changeable list" in problems(evolving(evolve), "states_are_frozen")[0]


def test_resolve_that_needs_legality_is_found() -> None:
    """A `resolve` that fails on an illegal command recorded as played is found."""

    def resolve(state: Any, command: Any) -> tuple[Any, ...]:
        if GAME.check(state, command):
            raise KeyError(command)
        return GAME.resolve(state, command)

    assert "KeyError" in problems(replace(GAME, unfold=happening(resolve)), "takes_odd_commands")[0]


def test_an_opening_that_makes_cards_is_found() -> None:
    """A command of the opening that brings its cards in once more, when it is taken again, is found."""

    def census(state: Any) -> dict[str, int]:
        counts[id(state)] = counts.get(id(state), len(counts) + 1)
        return {"all": counts[id(state)]}

    counts: dict[int, int] = {}
    assert "makes cards of all" in problems(replace(GAME, census=census), "opens_once")[0]


def _with_changes(events: Callable[[Any, Any, Any], tuple[Any, ...]]) -> AnyGame:
    """The mini game, but the events of a command with changes are `events(state, command, right events)`."""

    def resolve(state: Any, command: Any) -> tuple[Any, ...]:
        right = GAME.resolve(state, command)
        return events(state, command, right) if getattr(command, "changes", ()) else right

    return replace(GAME, unfold=happening(resolve))


def test_change_without_event_is_found() -> None:
    """A change by hand that is accepted and leaves no event is found, whatever command it hangs on."""
    for kind in (c.Adjust, c.TurnUp):

        def silent(state: Any, command: Any, right: Any, kind: Any = kind) -> tuple[Any, ...]:
            return tuple(e_ for e_ in right if not (isinstance(command, kind) and isinstance(e_, e.PointsSet)))

        assert "is accepted and leaves no event" in problems(_with_changes(silent), CHANGES, 40)[0]


def test_lost_second_change_is_found() -> None:
    """The second of two changes by hand that is dropped, because the first was made, is found."""

    def once(state: Any, command: Any, right: Any) -> tuple[Any, ...]:
        made = [event for event in right if isinstance(event, e.CardPutUnder)]
        return tuple(event for event in right if event not in made[1:])

    found = problems(_with_changes(once), CHANGES, 60)
    assert "is accepted and leaves no event" in found[0]
    assert found[0].count("put_under(") > 1


def test_change_that_loses_a_card_is_found() -> None:
    """A change by hand that loses a card is found by the census, an adjustment's included."""

    def evolve(state: Any, event: Any) -> Any:
        after: Any = GAME.evolve(state, event)
        if not isinstance(event, e.CardPutUnder):
            return after
        players = tuple(
            structs.replace(p, deck=max(0, p.deck - (n == event.seat))) for n, p in enumerate(after.players)
        )
        return structs.replace(after, players=players)

    assert "the census was" in problems(evolving(evolve), CHANGES, 40)[0]


def test_change_that_doubles_a_card_is_found() -> None:
    """A card that stands in two places after a change by hand is found, though the census counts right."""

    def evolve(state: Any, event: Any) -> Any:
        after: Any = GAME.evolve(state, event)
        if not isinstance(event, e.CardPutUnder):
            return after
        first, second = after.players
        if not (first.hand and second.hand):
            return after
        return structs.replace(after, players=(structs.replace(first, hand=(*first.hand[:-1], second.hand[0])), second))

    assert "cards that stand twice" in problems(evolving(evolve), CHANGES, 40)[0]


def test_forgiven_change_is_found() -> None:
    """An impossible change by hand that another one after it makes acceptable is found."""

    def without_impossible(state: Any, command: Any) -> Any:
        kept: tuple[Any, ...] = ()
        for change in command.changes:
            longer = structs.replace(command, changes=(*kept, change))
            if not any(violation.impossible for violation in GAME.check(state, longer)):
                kept = (*kept, change)
        return structs.replace(command, changes=kept)

    def check(state: Any, command: Any) -> tuple[Violation, ...]:
        changes = getattr(command, "changes", ())
        if not changes:
            return GAME.check(state, command)
        before = without_impossible(state, structs.replace(command, changes=changes[:-1]))
        return GAME.check(state, structs.replace(command, changes=(*before.changes, changes[-1])))

    def resolve(state: Any, command: Any) -> tuple[Any, ...]:
        return GAME.resolve(state, without_impossible(state, command) if hasattr(command, "changes") else command)

    found = problems(replace(GAME, check=check, unfold=happening(resolve)), CHANGES, 40)
    assert "is impossible, but with one more change" in found[0]


def test_change_that_fails_is_found() -> None:
    """A change by hand that is accepted and cannot be made is found, with the command as it was written."""

    def evolve(state: Any, event: Any) -> Any:
        if isinstance(event, e.CardPutUnder) and len(state.players[event.seat].hand) == 2:
            raise KeyError(event.token)
        return GAME.evolve(state, event)

    found = problems(evolving(evolve), CHANGES, 60)
    assert "KeyError" in found[0]
    assert "put_under(" in found[0]


def test_result_without_rule_is_found() -> None:
    """A match that a change by hand ends by no rule of the game is found."""

    def outcome(state: Any) -> Outcome | None:
        rich = [n for n, player in enumerate(state.players) if player.points == 20]
        return Outcome((rich[0],), "riches") if rich else GAME.outcome(state)

    assert "the match ends by rule ''" in problems(replace(GAME, outcome=outcome), CHANGES, 60)[0]


def test_unplayable_table_after_changes_is_found() -> None:
    """A command that is offered after changes by hand, and refused then, is found."""

    def check(state: Any, command: Any) -> tuple[Violation, ...]:
        if isinstance(command, c.Draw) and any(player.points > 9 for player in state.players):
            return (Violation("MG-P02", "rich players draw nothing"),)
        return GAME.check(state, command)

    assert "is offered, and refused" in problems(replace(GAME, check=check), CHANGES, 60)[0]


def test_changes_are_tried_and_accepted(good_suite: Suite) -> None:
    """Every kind of change is tried and accepted on every command that takes changes, legal ones included; counts say so."""
    assert good_suite.problems(CHANGES) == []
    counts = good_suite.seen.changes
    for command in ("adjust", "turn_up"):
        for kind in ("set_points", "name_card", "put_under"):
            assert 0 < counts[command, kind, "accepted"] < counts[command, kind, "tried"]
    assert any(line.startswith("  turn_up: name_card ") for line in good_suite.lines())


def test_games_without_changes_have_nothing_to_try() -> None:
    """A game none of whose commands takes changes keeps the property."""
    commands = tuple(command for command in GAME.commands if command not in (c.Adjust, c.TurnUp))
    assert problems(replace(GAME, commands=commands), CHANGES) == []


def test_unlisted_rule_is_found() -> None:
    """A violation of a rule that the game does not list is found."""

    def unlisted(state: Any, command: Any) -> tuple[Violation, ...]:
        return tuple(structs.replace(v, rule="MG-X99") for v in GAME.check(state, command))

    assert "MG-X99" in problems(replace(GAME, check=unlisted), "raises_its_rules", 2)[0]


def test_leaking_board_is_found() -> None:
    """A board that shows the other player's hand is found."""
    game = replace(GAME, board=lambda state, viewpoint: GAME.board(state, JUDGE))
    assert "the board differs, and nothing else" in problems(game, "hides_cards")[0]


def test_wavering_plan_is_found() -> None:
    """A plan that depends on the frame is found: every layout would jump."""

    def plan(state: Any) -> Plan:
        return structs.replace(GAME.plan(state), tray=bool(state.players[0].placed))

    assert "another than after the opening" in problems(replace(GAME, plan=plan), "keeps_its_plan")[0]


@pytest.mark.parametrize(
    ("lack", "found"),
    [
        ({"kinds": ()}, "has a kind 'number'"),
        ({"numbers": ()}, "has a number 'value'"),
        ({"zones": ()}, "is a zone 'hand'"),
        ({"counts": (CountName("score", "sc"),)}, "does not say the count 'score'"),
    ],
)
def test_what_the_plan_lacks_is_found(lack: dict[str, Any], found: str) -> None:
    """A board that names what its plan does not have is found."""
    game = replace(GAME, plan=lambda state: structs.replace(GAME.plan(state), **lack))
    assert found in problems(game, "keeps_its_plan")[0]


def fined(seat: int) -> c.Adjust:
    """A penalty that ends nothing."""
    return c.Adjust(reason="a fine", changes=(SetPoints(player=seat, points=99),))


@pytest.mark.parametrize(
    ("judging", "found"),
    [
        (JudgingPart(penalty=lambda _state, seat, _kind, _amount: fined(seat)), "a warning does adjust"),
        (JudgingPart(penalty=lambda _s, seat, kind, _a: None if kind == "warning" else fined(seat)), "and it goes on"),
        (JudgingPart(random_part=lambda _state: (RandomPart(0, "deck", 0, ("top: one",)),)), "more are known of it"),
        (JudgingPart(dice=("throw",)), "no command 'throw' records dice"),
    ],
)
def test_what_officials_cannot_ask_is_found(judging: JudgingPart[Any, Any], found: str) -> None:
    """A lost game that goes on, a warning that changes the game, a pile of which too much is known, dice that no
    command records."""
    assert found in problems(replace(GAME, judging=judging), "can_be_judged")[0]


def test_leaking_key_is_found() -> None:
    """A board that tells which of the drawn cards was placed is found, though it names none."""

    def board(state: Any, viewpoint: Viewpoint) -> Board:
        tokens = " ".join(str(token.id) for player in state.players for token in player.placed)
        return structs.replace(GAME.board(state, viewpoint), panels=(Panel(key=tokens, title="placed"),))

    assert "a token's number tells" in problems(replace(GAME, board=board), "hides_cards", matches=40)[0]


@pytest.mark.promise(id="H3")
def test_telling_list_is_found() -> None:
    """A registered list whose unseen cards are told to everyone gives away what was drawn."""
    open_lists = replace(
        GAME.hidden, registered=lambda state, seat, viewpoint: GAME.hidden.registered(state, seat, JUDGE)
    )
    game = replace(GAME, hidden=open_lists)
    assert "a registered list differs, and nothing else" in problems(game, "hides_cards", matches=40)[0]


def test_leaking_narration_is_found() -> None:
    """A narration that names the other player's draws is found."""
    game = replace(GAME, narrate=lambda before, event, viewpoint: GAME.narrate(before, event, JUDGE))
    assert "the narration differs, and nothing else" in problems(game, "hides_cards")[0]


def test_leaking_veil_is_found() -> None:
    """A command that keeps its hidden cards for every viewpoint is found."""
    game = replace(GAME, veil=lambda before, command, viewpoint: command)
    assert "the veiled command differs, and nothing else" in problems(game, "hides_cards")[0]


def test_a_verdict_from_all_that_is_known_is_found() -> None:
    """A game whose verdicts come from the whole table, whoever asks, is found."""
    hidden = replace(GAME.hidden, seen=lambda state, viewpoint: state)
    assert "a verdict on a command differs" in problems(replace(GAME, hidden=hidden), "hides_cards")[0]


def test_leaking_moment_is_found() -> None:
    """A moment that depends on what is in a hand is found: everyone reads it."""

    def moment(state: Any) -> Moment:
        held = sorted(str(token.card) for player in state.players for token in player.hand)
        return structs.replace(GAME.moment(state), phase=" ".join(held))

    assert "the moment differs, and nothing else" in problems(replace(GAME, moment=moment), "hides_cards")[0]


def test_leaking_event_is_found() -> None:
    """An event that happens for some hidden cards alone is found: everyone reads that something followed."""

    def resolve(state: Any, command: Any) -> tuple[Any, ...]:
        events = GAME.resolve(state, command)
        if isinstance(command, c.Draw) and min(command.cards, default="") < "f":
            return (*events, e.PointsSet(seat=0, points=state.players[0].points))
        return events

    found = problems(replace(GAME, unfold=happening(resolve)), "hides_cards", matches=40)
    assert "the narration differs, and nothing else" in found[0]


def test_late_leak_is_found() -> None:
    """A secret that leaks some actions after it arose is found, with the action at which it does."""

    def narrate(before: Any, event: Event, viewpoint: Viewpoint) -> str:
        if isinstance(event, e.CardPlaced):
            return " ".join(str(token.card) for token in before.players[event.seat].hand)
        return GAME.narrate(before, event, viewpoint)

    assert "a card hidden since action" in problems(replace(GAME, narrate=narrate), "hides_cards", matches=40)[0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"commands": GAME.commands[:-1]}, "no command adjust"),
        ({"name": "High Card"}, "not snake_case"),
        ({"quick_keys": {"deal": "d"}}, "a quick key for deal, which is no command"),
        ({"quick_keys": {"draw": "d", "place_card": "d"}}, "each belongs to one command"),
        ({"events": (*GAME.events, e.RoundBegan)}, "round_began is the name of 2 structs"),
        ({"simulation": replace(SIMULATION, bots={"random": RandomBot()})}, "one that plays to win"),
    ],
)
def test_ill_formed_game_is_found(change: dict[str, Any], words: str) -> None:
    """Bad names, missing commands and bots are found."""
    assert words in " ".join(problems(replace(GAME, **change), "is_well_formed", matches=0))


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
    """A choice that the rules refuse by itself is no defect; it is listed with the rule."""

    def check(state: Any, command: Any) -> tuple[Violation, ...]:
        if isinstance(command, c.StartMatch) and command.options.ties == "none":
            return (Violation("MG-O02", "not with a die on the table"),)
        return GAME.check(state, command)

    suite = suite_of(replace(GAME, check=check), CATALOGUE, matches=1)
    assert suite.problems("plays_every_choice") == []
    assert "choices refused without others (1): ties=none [MG-O02]" in list(suite.seen.lines(GAME))


def test_plugin_collects_and_reports(pytester: pytest.Pytester) -> None:
    """`pytest --matchbook-game` runs every check and prints what was seen besides."""
    result = pytester.runpytest(*ALONE, "--matchbook-game", "tests.minigame:GAME", "--matchbook-matches", "2", "-v")
    result.assert_outcomes(passed=len(CHECKS))
    result.stdout.fnmatch_lines(
        ["*high_card::hides_cards PASSED*", "*matchbook: high_card*", "2 matches, * actions each"]
    )


def test_plugin_leaves_named_files_in(pytester: pytest.Pytester) -> None:
    """Test files that are named besides the game are run too."""
    path = pytester.makepyfile("def test_one(): pass")
    result = pytester.runpytest(*ALONE, path, "--matchbook-game", "tests.minigame:GAME", "--matchbook-matches", "1")
    result.assert_outcomes(passed=len(CHECKS) + 1)


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
    result = pytester.runpytest(*ALONE, *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert words in result.stderr.str()
    assert "Traceback" not in result.stderr.str() + result.stdout.str()


def test_options_reach_the_matches() -> None:
    """`--matchbook-option` sets up every simulated match."""
    suite = open_suite("tests.minigame:GAME", matches=2, options=["rounds=1"])
    assert suite.problems("ends") == []
    assert max(suite.seen.lengths) <= 9


def test_wrong_option_is_reported_as_a_problem() -> None:
    """An option that the game refuses is the first problem of the run."""
    suite = open_suite("tests.minigame:GAME", matches=1, options=["colour=red"])
    assert "no option 'colour'" in suite.problems("ends")[0]


def test_missing_catalogue_is_named() -> None:
    """A catalogue file that is not there is named."""
    with pytest.raises(NoSuite, match=r"nowhere\.toml"):
        open_suite("tests.minigame:GAME", catalogue="nowhere.toml")


def test_plugin_costs_nothing_unused() -> None:
    """Importing the plugin imports no game, and nothing of the project's domain."""
    code = (
        "import matchbook.conformance, sys; print([m for m in sys.modules if m.split('.')[0] in ('domain', 'msgspec')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", ["frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood"])
def test_facts_and_states_say_the_same(name: str) -> None:
    """What a game's facts read off its events is what its states say; an ending that they miss or misread is found."""
    game = load_game(name)
    silent = replace(game, outcome=lambda state: None)
    suites = [suite_of(one, load_catalogue(game), matches=2, checks=("counts_alike",)) for one in (game, silent)]
    sound, missed = (suite.problems("counts_alike") for suite in suites)
    assert sound == []
    assert "whether it ended: the facts say True, the states False" in missed[0]
