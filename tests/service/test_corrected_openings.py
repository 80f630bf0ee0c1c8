"""An opening that is put right: in every game and kit it can be, and its players are at the table from then on."""

import re
from typing import Any

import msgspec
import pytest

from domain.amending import Address
from domain.audit import recheck
from domain.correcting import Wish, proposed
from domain.deciding import decide
from domain.decoding import converted
from domain.games.tabletop import GAME as KIT_GAME
from domain.match import Match, fold
from domain.registry import game_names, load_game
from domain.replay import AnyHistory, open_history
from domain.table import JUDGE
from domain.tokens import doubled_tokens
from service.reading.log import log_lines
from service.resources import load_catalogue
from tests.campaigns import some
from tests.games.tabletop.tables import KITS
from tests.minigame.matches import match_entries, next_entry

GAMES = [(name, "") for name in game_names() if load_game(name).kind == "game" and name != KIT_GAME.name]


def corrected(game_name: str, kit: str, change: Any) -> tuple[AnyHistory, set[str]]:
    """The beginning of a simulated match whose opening was corrected, and what became of its entries."""
    game = load_game(game_name)
    catalogue = load_catalogue(game, kit or None)
    entries = match_entries(3, game=game, catalogue=catalogue, most=12)
    match = fold(Match(entries[0].envelope.match, game, catalogue), entries)
    opening = entries[0].payload.command
    wish = Wish(Address(1), "replace", converted(change(msgspec.to_builtins(opening), match.state), type(opening)))
    plan = proposed(match, [wish], lambda command, state: decide(match.game, state, command, as_played=True))
    entries.append(next_entry(game, entries, plan.payload, match.state))
    assert not [one for one in recheck(game, catalogue, entries) if one.kind != "violated"]
    return open_history(game, catalogue, entries), {one.verdict for one in plan.consequences}


def renamed(value: Any, state: Any) -> Any:
    """The opening with another second player."""
    if isinstance(value, str):
        return "Zoe" if value == state.seats[1].name else value
    if isinstance(value, dict):
        return {key: renamed(item, state) for key, item in value.items()}
    return [renamed(item, state) for item in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize(("game", "kit"), [*GAMES, *((KIT_GAME.name, kit) for kit in KITS)])
def test_a_name_that_is_corrected_in_the_opening_is_in_every_later_line(game: str, kit: str) -> None:
    """The cards stay the same, and the log names the player who was there throughout."""
    history, verdicts = corrected(game, kit, renamed)
    assert verdicts <= {"replaced", "same"}
    lines = list(log_lines(history, JUDGE))
    [begins] = [
        number for number, line in enumerate(lines) if line.endswith(f"(as entry {history.match.version} has it)")
    ]
    old = history.match.states[1].seats[1].name
    assert [line for line in lines[begins:] if re.search(rf"\b{old}\b", line)] == []
    assert any("Zoe" in line for line in lines[begins + 1 :])
    assert any(re.search(rf"\b{old}\b", line) for line in log_lines(history, JUDGE, "recorded"))


@pytest.mark.parametrize("kit", some(["crazy_eights", "go_fish"], 1))
def test_an_opening_with_another_player_gives_each_card_a_number_of_its_own(kit: str) -> None:
    """What the corrected opening deals besides takes numbers that no later entry has given."""
    history, _ = corrected(KIT_GAME.name, kit, lambda value, _: {**value, "players": [*value["players"][:2], "Zoe"]})
    assert (len(history.match.state.seats), doubled_tokens(history.match.state)) == (3, ())
