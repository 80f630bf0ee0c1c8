"""Deciding, digests, and the registry of games."""

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from domain import registry as games
from domain.decision import ImpossibleCommand, RuleViolation, decide
from domain.digest import digest_of, state_to_json
from domain.game import tag_of
from domain.registry import UnknownGame, installed_games, package_folders
from domain.rules import Violation
from domain.seats import GameState
from domain.simulation import NoTable, played_on, simulate, simulation_of
from tests.minigame import CATALOGUE, GAME
from tests.minigame.commands import Draw, HighCardCommand, PlaceCard, RollDie
from tests.minigame.deal import deal, sample_table
from tests.minigame.state import State

PLAYED = list(simulate(GAME, CATALOGUE, 1))
PLACING = next(step.before for step in PLAYED if isinstance(step.command, PlaceCard))


def test_illegal_commands() -> None:
    """A command that rules forbid is refused with all of them; recorded as played it gives its events and the rules."""
    with pytest.raises(RuleViolation, match=r"\[MG-P01\] this belongs to phase roll"):
        decide(GAME, PLACING, RollDie(result=3))
    decision = decide(GAME, PLACING, RollDie(result=3), as_played=True)
    assert [v.rule for v in decision.violations] == ["MG-P01"]
    assert decision.events
    with pytest.raises(RuleViolation) as caught:
        decide(GAME, PLACING, Draw(player=0, cards=("??", "??")))
    assert [v.rule for v in caught.value.violations] == ["MG-P01", "MG-P02"]


@pytest.mark.parametrize("as_played", [False, True])
def test_impossible_command_is_always_refused(as_played: bool) -> None:
    """Given a command that the state cannot hold, then it is refused, also as played."""
    with pytest.raises(ImpossibleCommand, match="a die shows 1 to 6"):
        decide(GAME, PLACING, RollDie(result=9), as_played=as_played)


def test_digests_of_states() -> None:
    """The digest covers the whole state, the catalogue by its own digest, and sets in one order whatever this process keeps them
    in. Given a field that a later version added, then the digest is unchanged while the field is empty."""
    last = PLAYED[-1].after
    assert digest_of(last) == digest_of(list(simulate(GAME, CATALOGUE, 1))[-1].after)
    assert digest_of(last) != digest_of(PLAYED[-2].after)
    assert msgspec.json.decode(state_to_json(last))["catalogue"] == CATALOGUE.digest
    marks = [f"mark {n}" for n in range(20)]
    written = [state_to_json(Marked(catalogue=CATALOGUE, marks=frozenset(some))) for some in (marks, marks[::-1])]
    assert written[0] == written[1]
    assert msgspec.json.decode(written[0])["marks"] == sorted(marks)
    assert digest_of(Marked(catalogue=CATALOGUE, marks=frozenset(marks[1:]))) != digest_of(
        Marked(catalogue=CATALOGUE, marks=frozenset(marks))
    )
    assert b"marks" in state_to_json(Marked(catalogue=CATALOGUE))
    assert b"marks" not in state_to_json(Grown(catalogue=CATALOGUE))
    assert b"marks" in state_to_json(Grown(catalogue=CATALOGUE, marks=frozenset({"a"})))


class Marked(GameState, frozen=True, kw_only=True):
    """A table with marks in no order."""

    marks: frozenset[str] = frozenset()


class Grown(Marked, frozen=True, kw_only=True):
    """The same table once more, whose marks a later version added."""

    later = frozenset({"marks"})


def test_words_for_rules_commands_and_zones() -> None:
    """A violation prints as rule and text; a kit's own guards are listed behind the rulebook's. Commands and events are stored
    under their tags; zones are found by their keys. Every entry of a game has a known player."""
    assert str(Violation("MG-P01", "not now")) == "[MG-P01] not now"
    assert tag_of(Draw) == tag_of(Draw(player=0, cards=())) == "draw"
    plan = GAME.plan(PLAYED[-1].after)
    assert [plan.zone(zone.key) for zone in plan.zones] == list(plan.zones)
    assert plan.zone("nowhere") is None
    own = GAME.rules
    [first, *_] = own.values()
    further = msgspec.structs.replace(first, id="MG-X99")
    bound = replace(GAME, further_rules=(further,))
    assert list(bound.rules.items()) == [*own.items(), ("MG-X99", further)]
    assert simulation_of(GAME) is GAME.simulation
    with pytest.raises(NoTable, match="high_card cannot be simulated"):
        simulation_of(replace(GAME, simulation=None))


class Noted:
    """A bot that notes for whom it was asked."""

    def __init__(self) -> None:
        self.asked: list[int | None] = []

    def choose(self, state: State, commands: Sequence[HighCardCommand], rng: Random) -> HighCardCommand:
        self.asked.append(GAME.turn_info(state).seat)
        return rng.choice(commands)


def test_each_seat_is_played_by_its_own_bot() -> None:
    """The acting player chooses; the last bot plays for seats beyond the bots, and the first one if every seat is idle."""
    setup = sample_table(CATALOGUE, Random(1), {})
    opening = PLAYED[0].after
    for count, seats in ((2, ({0, None}, {1})), (1, ({0, 1, None},))):
        bots = [Noted() for _ in range(count)]
        rng = Random(1)
        for _ in played_on(GAME, opening, deal(setup, CATALOGUE, rng), [*bots], rng, max_actions=1000):
            pass
        assert tuple(set(bot.asked) for bot in bots) == seats


def test_the_folder_of_a_game_is_that_of_its_package() -> None:
    """Each installed game's folder is its package's folder, found without importing it."""
    folders = package_folders()
    for name, game in installed_games().items():
        assert folders[name] == Path(import_module(game.package).__file__ or "").parent


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Entry points of a test: a good game and a broken one."""
    points = [
        EntryPoint("high_card", "tests.minigame:GAME", games.ENTRY_POINT_GROUP),
        EntryPoint("broken", "tests.minigame:NOWHERE", games.ENTRY_POINT_GROUP),
    ]
    names = ("announced", "load_game", "installed_games", "broken_games", "package_folders", "game_names")
    cached = [getattr(games, name) for name in names]
    for function in cached:
        function.cache_clear()
    monkeypatch.setattr(games, "entry_points", lambda group: points)
    yield
    for function in cached:
        function.cache_clear()


@pytest.mark.usefixtures("registry")
def test_games_are_found_by_name() -> None:
    """Installed games are listed without importing them, and loaded by name. Given a package that cannot be imported, then other
    games still work, and asking for it gives the reason; an unknown game is refused with the list of installed ones."""
    assert games.game_names() == ("broken", "high_card")
    assert games.load_game("high_card") is GAME
    assert list(games.installed_games()) == ["high_card"]
    with pytest.raises(UnknownGame, match=r"game 'broken' cannot be loaded from tests\.minigame:NOWHERE"):
        games.load_game("broken")
    with pytest.raises(UnknownGame, match="no game 'chess'; installed: broken, high_card"):
        games.load_game("chess")


@pytest.mark.usefixtures("registry")
def test_what_is_installed_is_gone_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """S1: however many games there are, and however often they are asked for, all that is installed is looked through once."""
    points, asked = games.entry_points(group=games.ENTRY_POINT_GROUP), []
    monkeypatch.setattr(games, "entry_points", lambda group: asked.append(group) or points)
    games.installed_games()
    games.broken_games()
    games.package_folders()
    assert asked == [games.ENTRY_POINT_GROUP]
