"""Forks (what-ifs): separate matches that branch off any entry of another match and share only its history."""

from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.corrected_history import corrected_entry
from domain.entries import Annotated, Opened
from domain.game import AnyGame, Command
from domain.match import AnyMatch
from domain.seats import GameState
from domain.table.candidates import sample
from domain.text import with_article
from service.addresses import format_address, parse_address
from service.errors import EntryNotFound, UsageProblem
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from storage.records import AnyPayload

WHAT_IF_TAG: Final = "what-if"


class Branch(Struct, frozen=True, kw_only=True):
    """The request for a what-if: where it branches off, and whether unknown cards are sampled."""

    match: str
    at: int | None = None
    """The entry to branch from; `None`: the last one."""
    sample: bool = False
    """True: unknown cards in hands get random identities that their deck lists allow."""
    seed: int = 0
    title: str = ""


class RecordedFork(Struct, frozen=True):
    """A what-if as it was recorded."""

    match: str
    version: int
    forked_from: str
    """Address of the entry that it branches off from."""
    sampled: int = 0
    """Unknown cards that got an identity."""
    remark: str = ""
    """Why cards were not sampled as requested; else empty."""


def fork(app: MatchService, branch: Branch) -> RecordedFork:
    """Record a new match that begins with the state after an entry of another, without its undone actions and with its
    corrections applied.

    Actions keep their table time, violations and reasons; their recorders' names stay in the other match. Raises
    UsageProblem (unknown entry, a competition), RuleViolation, BrokenChain, and the errors of the store, atomically.
    """
    with app.store.lock:
        match = _as_it_stood(app, branch)
        remark = app.remark_on(match)
        entries = app.store.entries(match.id, upto=match.version)
        address = format_address(match.id, match.version)
        opening = _opening(match, address, branch.title, app.store.recorder.tag)
        batch = app.new_batch(opening)
        for action in match.actions:
            entry = corrected_entry(action, entries[action.version - 1])
            # An inserted action keeps the time of the action before it, not that of the correction.
            if not action.number:
                batch.happened_at = entry.envelope.happened_at
            batch.adopt(_copied(entry.payload, opening))
        batch.happened_at = None
        if remark:
            batch.add(Annotated(about=1, text=remark))
        sampled, why_not = 0, ""
        if branch.sample:
            command, sampled, why_not = _sampling(match.game, match.state, branch.seed)
            if command is not None:
                batch.act(command)
        stored = batch.store()
    return RecordedFork(batch.match.id, len(stored), address, sampled, why_not)


def origin_of(match: AnyMatch) -> str | None:
    """Return the id of the match from which a what-if branched; `None` for a match that was played."""
    return parse_address(match.forked_from)[0] or None


def _as_it_stood(app: MatchService, branch: Branch) -> AnyMatch:
    match = app.store.load(branch.match)
    if match.game.kind == "competition":
        raise UsageProblem(f"{match.id} is {with_article(match.game.title.lower())}: only matches have what-ifs")
    at = match.version if branch.at is None else branch.at
    if not 0 < at <= match.version:
        raise EntryNotFound(at, match.version)
    return app.store.load(match.id, at)


def _opening(match: AnyMatch, address: str, title: str, tag: str) -> Opening:
    opened = match.opened
    assert opened is not None, "a match with an entry is opened"
    return Opening(
        game=match.game.name,
        catalogue=match.states[0].catalogue,
        title=title,
        # The match's own tags are not copied, because tags of a competition would add the what-if to it. Only the token's tag
        # is set.
        tags=(WHAT_IF_TAG, tag) if tag else (WHAT_IF_TAG,),
        strictness=opened.strictness,
        forked_from=address,
    )


def _copied(payload: AnyPayload, opening: Opening) -> AnyPayload:
    if isinstance(payload, Opened):
        return replace(
            payload,
            catalogue_name=opening.catalogue.name,
            title=opening.title,
            tags=opening.tags,
            forked_from=opening.forked_from,
        )
    return payload


def _sampling(game: AnyGame, state: GameState, seed: int) -> tuple[Command | None, int, str]:
    """Return the command that gives unknown cards an identity, and their number; or `None`, 0 and the reason why there
    is no such command."""
    if game.hidden.identify is None:
        return None, 0, f"{game.title} has no command that names unknown cards"
    if game.outcome(state) is not None:
        return None, 0, "the game is over there, so its cards cannot be played"
    identities = sample(game.hidden.candidates(state), Random(seed))
    if not identities:
        return None, 0, "all cards of registered deck lists are known"
    # Everybody can read the reason, so it omits the seed: with seed and deck lists the cards could be computed.
    command = game.hidden.identify("unknown cards sampled for a what-if", identities)
    if violations := game.check(state, command):
        return None, 0, str(violations[0])  # for example before the match has begun
    return command, len(identities), ""
