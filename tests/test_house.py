"""One class is enough for a new command or event, and an incomplete one is refused at its definition."""

import ast
import re
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import Struct

from domain.cards import SeatIndex
from domain.decision import decide
from domain.entries import ActionEntry
from domain.game import AnyGame
from domain.notation import Names, parse_command
from domain.plugin_checks import defects_in
from domain.registry import installed_games
from domain.replay import open_history
from domain.rules import Violation
from matchbook.conformance.suite import suite_of
from matchbook.conformance.trial import unnamed_rules
from projections.analytics import Analytics
from service.reading.drawing import pictured
from service.reading.styled_text import plain
from storage.store import MatchStore
from tests.minigame import CATALOGUE, GAME
from tests.minigame.changes import HighCardBuffer
from tests.minigame.commands import HighCardCommand
from tests.minigame.events import HighCardEvent
from tests.minigame.state import State
from tests.projections.scorebook import GAMES, Scorebook


class LightsDimmed(HighCardEvent, frozen=True, kw_only=True, tag="lights_dimmed"):
    """Someone dims the lights; the table stays unchanged."""

    seat: SeatIndex
    template = "{seat} dims the lights"

    def evolve(self, state: State) -> State:
        return state


class DimLights(HighCardCommand, frozen=True, kw_only=True, tag="dim_lights"):
    """A player dims the lights."""

    player: SeatIndex

    def validate(self, state: State) -> Iterator[Violation]:
        return iter(())

    def resolve(self, out: HighCardBuffer) -> None:
        out.add(LightsDimmed(seat=self.player))


def test_one_class_is_all_that_a_new_event_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command and an event that are listed once are read, recorded, replayed, told, drawn and counted."""
    game = cast("AnyGame", replace(GAME, commands=(*GAME.commands, DimLights), events=(*GAME.events, LightsDimmed)))
    monkeypatch.setitem(GAMES, game.name, game)
    with MatchStore.open(f"sqlite:///{tmp_path / 's.db'}", create=True, find_game=GAMES.__getitem__) as store:
        book = Scorebook(store, "one").play(4)
        state: Any = book.match.state
        name = state.seats[1].name
        command = parse_command(f"dim_lights {name}", game.commands, Names(state.catalogue, state.seats))
        decision = decide(game, state, command)
        book.add(ActionEntry(command=decision.command, events=decision.events))
        history = open_history(game, CATALOGUE, store.entries("one"))
        frame = history.frames[-1]
        assert frame.event == LightsDimmed(seat=1)
        assert game.narrate(frame.before, frame.event, "spectator") == f"{name} dims the lights"
        assert "High Card" in plain(pictured(game, frame.state, "spectator", 80))
        answer = Analytics(tmp_path / "a.duckdb", store).sql("select type from events order by position desc, k desc")
        assert answer.rows[0] == ("lights_dimmed",)


class _Switched(HighCardCommand, frozen=True, kw_only=True):
    @property
    @abstractmethod
    def lamps(self) -> int:
        """How many."""


class Incomplete(_Switched, frozen=True, kw_only=True, tag="incomplete"):
    def validate(self, state: State) -> Iterator[Violation]:
        return iter(())


def test_an_incomplete_class_is_refused_when_its_game_is_loaded() -> None:
    """Each method that a class leaves out is named, also those of a base of the game's own."""
    game = replace(GAME, commands=(*GAME.commands, Incomplete))
    assert list(defects_in(game, game.name)) == ["Incomplete has no lamps", "Incomplete has no resolve"]
    assert list(defects_in(GAME, GAME.name)) == []


class _Half(Struct, frozen=True, tag_field="change", tag="half", forbid_unknown_fields=True):
    @abstractmethod
    def apply(self) -> None:
        """Does something."""


class ChangeHalf(HighCardCommand, frozen=True, kw_only=True, tag="change_half"):
    changes: tuple[_Half, ...]

    def validate(self, state: State) -> Iterator[Violation]:
        return iter(())

    def resolve(self, out: HighCardBuffer) -> None: ...


def test_an_incomplete_change_by_hand_is_found() -> None:
    """Changes are in no list of the game; the conformance suite finds them in the commands that take them."""
    game = replace(GAME, commands=(*GAME.commands, ChangeHalf))
    assert "_Half has no apply" in suite_of(game, CATALOGUE, matches=0, checks=("is_well_formed",)).problems(
        "is_well_formed"
    )


RULE_ID = re.compile(r"^[A-Z]{2,4}-[A-Z]?\d+[a-z]?$")


def test_every_rule_id_in_the_code_is_a_row() -> None:
    """Each literal in `domain/` in the form of a rule id is in a `rules.toml`."""
    domain = Path(__file__).resolve().parent.parent / "domain"
    rows = {
        rule
        for file in domain.rglob("rules.toml")
        for rule in re.findall(r'^id = "(.+)"', file.read_text("utf-8"), re.M)
    }
    literals = {
        node.value
        for file in domain.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE_ID.match(node.value)
    }
    assert len(literals) > 300
    assert sorted(literals - rows) == []


@pytest.mark.parametrize("game", [*installed_games().values(), GAME], ids=lambda game: game.name)
def test_every_command_names_the_rules_that_it_asks(game: AnyGame) -> None:
    """Each command names rules, by itself or by its base, and each of them is a row of the game's rules."""
    for command in game.commands:
        assert command.rule_ids()
        assert sorted(command.rule_ids() - set(game.rules)) == [], command


def test_a_command_that_breaks_a_rule_it_does_not_name_is_found() -> None:
    """The conformance suite says which command raises which rule without naming it."""
    state: Any = GAME.initial(CATALOGUE)
    stranger = Violation("MG-S01", "no match is open")
    assert unnamed_rules(state, DimLights(player=0), [stranger]) == set()
    assert unnamed_rules(state, DimLights(player=0), [stranger, Violation("MG-P03", "placed")]) == {"MG-P03"}
