"""Given a game whose title, options or rules depend on its cards, then all services ask the game made for those cards."""

from dataclasses import replace
from typing import Any, Final

from domain.audit import recheck
from domain.cards import CardRecord, Catalogue
from domain.game import Game
from domain.match import Match
from domain.replay import open_history
from domain.rules import Rule
from domain.simulation import simulate
from service.recording.opening import opening_of
from service.typing.scoresheet import Scoresheet
from tests.minigame import CATALOGUE, GAME
from tests.minigame.matches import match_entries

HOUSE_RULE: Final = Rule("MG-X99", "House rule", "No humming.", "agreement", "reading")
SEEN: Final[list[str]] = []
"""The titles under which a table was asked for, or a moment told."""


def bound(catalogue: Catalogue[CardRecord]) -> Game[Any, Any, Any]:
    """High Card as played with these cards."""
    title = f"High Card with {catalogue.name}"

    def noted(real: Any) -> Any:
        def called(*given: Any) -> Any:
            SEEN.append(title)
            return real(*given)

        return called

    asked: Any = {"open_table": noted(GAME.open_table), "turn_info": noted(GAME.turn_info)}
    return replace(GAME, title=title, further_rules=(HOUSE_RULE,), **asked)


LOOSE: Final[Game[Any, Any, Any]] = replace(GAME, specialise=bound)
TITLE: Final = f"High Card with {CATALOGUE.name}"


def test_a_match_is_opened_and_played_in_the_bound_game() -> None:
    """Opening, folding, simulation and audit ask the bound game, whose further rules are listed."""
    assert GAME.for_catalogue(CATALOGUE) is GAME
    assert "MG-X99" not in LOOSE.rules
    entries = match_entries(0)
    match: Match[Any, Any, Any] = Match(entries[0].envelope.match, LOOSE, CATALOGUE)
    assert (match.game.title, match.game.rules["MG-X99"]) == (TITLE, HOUSE_RULE)
    assert list(match.game.rules)[:-1] == list(GAME.rules)
    assert open_history(LOOSE, CATALOGUE, entries).match.game.title == TITLE
    for asking in (lambda: next(simulate(LOOSE, CATALOGUE, 0)), lambda: list(recheck(LOOSE, CATALOGUE, entries))):
        SEEN.clear()
        asking()
        assert set(SEEN) == {TITLE}
    SEEN.clear()
    opening_of(LOOSE, Scoresheet((), players=("Ada", "Bo")))
    assert SEEN == [TITLE]
