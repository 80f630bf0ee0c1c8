"""Stored matches under today's rules and cards. Records are never changed: they keep the rules of their time."""

from functools import cache

from msgspec import Struct

from domain.audit import recheck
from domain.cards import CardRecord, Catalogue
from domain.entries import Opened
from domain.game import AnyGame
from domain.registry import UnknownGame, load_game
from domain.timeline import BrokenHistory
from service.recording.match_service import MatchService, history_game
from service.resources import catalogue_names, load_catalogue
from storage.errors import StorageError


class Drift(Struct, frozen=True):
    """One difference between the record and the result under today's rules."""

    match: str
    version: int
    rule: str
    text: str


def drift_of(app: MatchService, match_id: str) -> tuple[Drift, ...]:
    """Return the differences of a match under today's rules. A match that cannot be checked or was altered gives one that says
    so."""
    try:
        entries = app.store.entries(match_id)
        game, recorded = history_game(entries, app.store)
    except (StorageError, BrokenHistory, UnknownGame) as error:
        return (Drift(match_id, getattr(error, "version", 0), "", str(error)),)
    opened = entries[0].payload
    cards = _today(game, recorded, opened.catalogue_name) if isinstance(opened, Opened) else recorded
    found = [Drift(match_id, f.version, f.rule, f.text) for f in recheck(game, cards, entries) if f.kind != "violated"]
    if found and cards != recorded:
        found.insert(0, Drift(match_id, 1, "", f"the cards {cards.name!r} are others today than in this match"))
    if trouble := app.chain_problem(match_id):
        found.insert(0, Drift(match_id, 0, "", trouble.removeprefix(f"{match_id}: ")))
    return tuple(found)


def _today(game: AnyGame, recorded: Catalogue[CardRecord], name: str) -> Catalogue[CardRecord]:
    """Return the card definitions that a game has today under a name, or those of the record as a fallback. Names are never
    treated as file paths."""
    return next((cards for cards in _brought(game.name) if name and cards.name == name), recorded)


@cache
def _brought(game: str) -> tuple[Catalogue[CardRecord], ...]:
    found = load_game(game)
    return tuple(load_catalogue(found, name) for name in catalogue_names(found))
