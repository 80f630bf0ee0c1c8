"""Templates of events: every one of every game is read against its event's fields."""

from pathlib import Path

import msgspec
import pytest

from domain.cards import CardId, Catalogue, SeatIndex, Token
from domain.game import AnyGame, Event
from domain.narration import Narrator, parts_of
from domain.registry import installed_games
from domain.rules import rules_of
from domain.seats import GameState, Seat, seats_of_names
from tests.minigame import CATALOGUE, GAME

GAMES: list[AnyGame] = [*installed_games().values(), GAME]  # type: ignore[list-item]


class Won(Event, frozen=True, kw_only=True, tag="won"):
    """An event with a field of each kind that a template tells."""

    player: SeatIndex | None
    card: CardId | None
    stage: str
    points: int
    formats = {"loud": lambda _, text: text.upper()}  # noqa: RUF012 (a constant)


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """An event with lists."""

    players: tuple[SeatIndex, ...]
    cards: tuple[CardId, ...]


def told(template: str, **changes: object) -> str:
    """The template in the words of a table of two."""
    state = GameState(catalogue=CATALOGUE, seats=seats_of_names(["Ada", "Bo"]))
    event = Won(player=1, card="cedar", stage="weapons", points=2)
    return Narrator(state, "judge").render(msgspec.structs.replace(event, **changes), template)


def test_fields_are_told_by_their_kind() -> None:
    """Seats and cards are told by name, `title` and `one|many` say how; a dot leads into a struct. Unknown fields are found."""
    assert told("{player} wins by {card}") == "Bo wins by Cedar"
    assert told("{player} wins by {card}", player=None, card=None) == "the table wins by ??"
    assert told("{stage:title}: {points:victory|victories}") == "Weapons: 2 victories"
    assert told("{points:victory|victories}", points=1) == "1 victory"
    with pytest.raises(AttributeError, match="Won has no field winner"):
        told("{winner} wins")
    state = GameState(catalogue=CATALOGUE)
    event = Shown(token=Token(1001, "cedar"))
    assert Narrator(state, "judge").render(event, "{token.card} is #{token.id}") == "cedar is #1001"
    assert Narrator(state, "judge").render(event, "{token}") == str(event.token)
    with pytest.raises(AttributeError, match="Token has no field name"):
        Narrator(state, "judge").render(event, "{token.name}")


def test_optional_texts_and_lists_are_told() -> None:
    """`?` tells a text only of what is there, seat 0 included; lists are joined or counted; a game has formats of its own."""
    assert told("{player:?* wins|a draw}{stage:? (*)}", player=0) == "Ada wins (weapons)"
    assert told("{player:?* wins|a draw}{stage:? (*)}", player=None, stage="") == "a draw"
    assert told("{points:point?, * each}", points=0) == ""
    assert told("{points:point?, * each}") == ", 2 points each"
    assert told("{stage:name} {stage:loud}", stage="cedar") == "Cedar CEDAR"
    state = GameState(catalogue=CATALOGUE, seats=seats_of_names(["Ada", "Bo"]))
    event = Dealt(players=(0, 1), cards=("cedar", "cedar"))
    dealt = Narrator(state, "judge").render(event, "{players} get {cards}: {cards:card}")
    assert dealt == "Ada and Bo get Cedar and Cedar: 2 cards"


def test_sides_and_cards_of_a_table() -> None:
    """A side is all its people, else its number; a card has its name in the catalogue in play, else its id."""
    seats = tuple(Seat(name, side) for name, side in (("Ada", 0), ("Bo", 1), ("Cy", 0)))
    narrator = Narrator(GameState(catalogue=CATALOGUE, seats=seats), "judge")
    assert [narrator.side(side) for side in (0, 1, 2)] == ["Ada & Cy", "Bo", "side 3"]
    state = GameState(catalogue=Catalogue([]), seats=())
    assert Narrator(state, "judge").card("cedar") == "cedar"


class Shown(Event, frozen=True, kw_only=True, tag="shown"):
    """An event with a struct in it."""

    token: Token


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_template_fits_its_event(game: AnyGame) -> None:
    """Each `template` names fields that its event has."""
    for event in game.events:
        parts_of(event, event.template)


TWICE = """also = ["tests.minigame"]

[[rule]]
id = "MG-S01"
title = "Seats"
text = "Two sit down."
place = "Setup"
kind = "setup"
"""


def test_rules_are_given_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse a rule id that a game defines twice, and name it."""
    package = tmp_path / "twice_told"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.toml").write_text(TWICE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match=r"twice_told/rules\.toml: rule MG-S01 is defined twice"):
        rules_of("twice_told")
