"""Matches in which everything happens that can: take-backs, redos, corrections, rulings, penalties, late positions."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from domain.cards import Token
from domain.corrections import AmendedAction, Corrected
from domain.entries import Restored, TableEvent
from domain.judging import Disputed, Penalised, Ruled
from domain.rules import Violation
from domain.timeline import BrokenHistory
from projections.analytics import Analytics
from storage.match_file import export_match
from storage.store import MatchStore
from tests.projections.made_once import made_once
from tests.projections.recomputed import Told
from tests.projections.retold import Retold, declared, go_on, simulated
from tests.projections.scorebook import Scorebook

NAMES: Final = ("frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood")
SEARCHED: Final = 40
RULE: Final = {"frc_card_game": "CG-A02", "frc_tcg": "TCG-S01", "pbl_robots": "PBL-D01", "robin_in_the_hood": "RH-D01"}
OPTIONS: Final[dict[str, tuple[dict[str, str], ...]]] = {"pbl_robots": ({}, {"setup": "challenge_draft"})}


@contextmanager
def archive_of(game: str, matches: int, temporary: pytest.TempPathFactory) -> Iterator[tuple[Analytics, list[Told]]]:
    """So many matches of a game, in analytics that were taken in by batches, and as their files tell them."""

    def fill(store: MatchStore) -> None:
        for number in range(matches):
            recorded(store, game, number)

    with made_once(fill, temporary, f"{game}-{matches}", batch=700) as (store, analytics):
        ids = {row.match: None for row in store.select(0, 10_000_000)}
        told = [Told(export_match(store, match), store.codecs) for match in ids]
        yield analytics, [one for one in told if one.kind == "match"]


def unseen(event: Any) -> Any:
    """A draw as it would have been recorded with an unseen card; `None` for other events."""
    if type(event).__name__ == "CardDrawn":
        return replace(event, card=None)
    if type(event).__name__ in ("HandRefilled", "CardsDrawn") and event.cards:
        return replace(event, cards=(*event.cards[:-1], Token(event.cards[-1].id)))
    return None


def corrected(book: Scorebook) -> None:
    """A correction: the last draws that can be were not seen after all."""
    for act in reversed(book.match.actions[-SEARCHED:]):
        changed = [unseen(event) for event in act.events]
        if any(changed):
            events = tuple(new or old for new, old in zip(changed, act.events, strict=True))
            amended = AmendedAction(entry=act.version, command=act.command, events=events, moment=act.stamp.moment)
            try:
                book.add(Corrected(amended=(amended,), reason="nobody saw it"))
            except BrokenHistory:
                continue
            return


def judged(retold: Retold, how: int, number: int) -> None:
    """A claim about the last action, rulings on it and a penalty."""
    about = retold.match.line[-1]
    for what in ("judge_called", "note"):
        retold.add(TableEvent(what=what, author="Ada", role="player"))
    retold.add(Disputed(about=about, claim="illegal", claimant=retold.match.state.seats[0].name, text="no"))
    rules = (RULE[retold.match.game.name],) if how == 6 else ()
    retold.add(Ruled(about=retold.match.version, official="Jo", role="judge", rules=rules, text="it was"))
    penalty: Any = "game_loss" if how == 7 else "warning"
    retold.add(Penalised(about=retold.match.version, seat=0, penalty=penalty))
    retold.add(
        Ruled(
            official="Jo",
            role="head_judge",
            rules=rules,
            text="so be it",
            decision=("upheld", "overturned")[number // 10 % 2],
        )
    )


def recorded(store: MatchStore, game: str, number: int) -> None:
    """A match of an archive; what happens to it goes by its number."""
    name, how, rng = f"m-{game[-4:]}{number:05}", number % 10, Random(number)
    options = OPTIONS.get(game, ({},))
    if how == 9:
        book, _ = declared(store, name, game, 3 + number % 7)
        go_on(book, 3 + number % 7)
        if book.match.outcome is None:
            book.conclude((number % 2,))
        return
    opening: dict[str, Any] = {"forked_from": f"m-{game[-4:]}00000/3"} if how == 8 else {}
    retold = Retold(store, name, game, simulated(game, number, **options[number % len(options)]), **opening)
    retold.play(12 if how else None)
    if how == 1:
        retold.play(25).take_back(retold.match.line[-9])
    if how == 2:
        retold.play(rng.randrange(10, 60))
        if not retold.over:
            retold.act(Violation(RULE[game], "as played"), Violation(RULE[game], "twice"))
    if how == 3:
        retold.play(rng.randrange(5, 40)).conclude(() if number % 4 == 3 else (number % 2,))
        return
    if how == 4:
        retold.play(rng.randrange(20, 50))
        version = retold.match.version
        retold.take_back(retold.match.line[-6])
        retold.add(Restored(to=version, reason="it had been right"))
        retold._next[retold.match.line[-1]] = len(retold.match.line)
    retold.play()
    if how in (5, 6):
        corrected(retold)
    if how in (6, 7):
        judged(retold, how, number)
