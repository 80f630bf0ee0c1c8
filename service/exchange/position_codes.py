"""Position codes: one line that carries a position as one viewpoint knows it, for stores that lack the match.

    mb1_eNqNkk1v2zAMhv9K…

After `mb1_` follows the zlib-compressed JSON of a `PositionCode` in URL-safe Base64 without padding. Its commands open a match
and declare the position. They are redacted for the viewpoint, so the code names no card that the viewpoint does not know.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Final

from msgspec import Meta, Raw, Struct

from domain.cards import CardRecord, Catalogue, CatalogueError, catalogue_from_json
from domain.corrected_history import state_found
from domain.decision import RuleViolation, decide
from domain.decoding import decoded
from domain.entries import command_type
from domain.game import AnyGame, Command
from domain.match import AnyMatch
from domain.notation import NotationError
from domain.registry import UnknownGame, load_game
from domain.seats import GameState, Viewpoint
from domain.text import pluralize
from domain.validation import InvalidValue, in_json, validated_json
from service.addresses import POSITION_MARK, format_address
from service.clock import id_of
from service.errors import UsageProblem
from service.reading.moment_diff import differing
from service.reading.viewpoints import viewpoint_name
from service.recording.entry_batch import Opening
from service.recording.forks import WHAT_IF_TAG
from service.recording.match_service import MatchService
from service.resources import catalogue_names, load_catalogue
from storage.errors import CatalogueNotFound
from storage.store import MatchStore

MAX_CODE: Final = 16_000
"""Most characters of a code; terminals and URLs accept lines of this length."""
_MAX_TEXT: Final = 400_000
"""Bytes of the JSON in it."""
_MAX_OPENING: Final = 12
"""Most commands with which a game opens its table."""


class PositionCode(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The content of a code."""

    game: str
    digest: str
    """Digest of the card definitions."""
    commands: Annotated[tuple[Raw, ...], Meta(min_length=1, max_length=_MAX_OPENING + 1)]
    """Open a match and declare the position."""
    source: str
    """Address of the entry, in the store where the code was made."""
    viewpoint: str
    """Name of the viewpoint that it was made from."""
    cards_name: str = ""
    cards: tuple[Raw, ...] = ()
    """The card definitions; empty if the game brings them."""


def position_code(match: AnyMatch, state: GameState, version: int, viewpoint: Viewpoint) -> str:
    """Return the code of the state after an entry, as a viewpoint knows it. Raises UsageProblem if the game cannot declare
    positions, or if the code would be longer than `MAX_CODE`."""
    game, catalogue = match.game, state.catalogue
    declared = game.position(state)
    if declared is None:
        raise UsageProblem(f"{game.title} has no position to declare here, so there is no code for it")
    position = game.redact(state, declared, viewpoint)
    included = _included(game.name, catalogue.digest, catalogue.name)
    code = PositionCode(
        game=game.name,
        digest=catalogue.digest,
        commands=tuple(Raw(in_json(command)) for command in _commands(match, catalogue, version, viewpoint, position)),
        source=format_address(match.id, version),
        viewpoint=viewpoint_name(viewpoint, state.seats),
        cards_name=catalogue.name,
        cards=() if included is not None else decoded(catalogue.to_json(), tuple[Raw, ...]),
    )
    text = POSITION_MARK + urlsafe_b64encode(zlib.compress(in_json(code), 9)).decode().rstrip("=")
    if len(text) > MAX_CODE:
        raise UsageProblem(
            f"the code would have {pluralize(len(text), 'character')}, more than {MAX_CODE:,}: export the match instead"
        )
    return text


def left_out(game: AnyGame, state: GameState, text: str, viewpoint: Viewpoint) -> tuple[str, ...]:
    """Return the places of a state's board that a code of it does not carry, as its viewpoint sees them."""
    opened = open_position(text)
    shown = game.board(opened.app.match(opened.match).state, viewpoint)
    return tuple(label for label, _, _ in differing(game.board(state, viewpoint), shown))


def _commands(
    match: AnyMatch, catalogue: Catalogue[CardRecord], version: int, viewpoint: Viewpoint, position: Command
) -> Sequence[Command]:
    """Return the fewest opening commands of the match after which the position can be declared, followed by that declaration.
    Raises UsageProblem."""
    game, opening = match.game, []
    actions = [action for action in match.actions if action.version <= version][:_MAX_OPENING]
    for action in (None, *actions):
        if action is not None:
            opening.append(game.redact(state_found(match, action), action.command, viewpoint))
        with suppress(RuleViolation, NotationError):
            _play(game, catalogue, (*opening, position))
            return (*opening, position)
    raise UsageProblem("this position cannot be declared, so there is no code for it")


def _play(game: AnyGame, catalogue: Catalogue[CardRecord], commands: Sequence[Command]) -> GameState:
    state = game.initial(catalogue)
    for command in commands:
        state = decide(game, state, command, as_played=True).after
    return state


@lru_cache(64)
def _included(name: str, digest: str, called: str) -> Catalogue[CardRecord] | None:
    """Card definitions that a game brings, found by their name and digest; `None` for others."""
    game = load_game(name)
    names = catalogue_names(game) or (() if game.cards.records else (None,))
    # Kits take long to read, so the likely one is read first.
    found = (load_catalogue(game, one) for one in sorted(names, key=lambda one: one != called))
    return next((catalogue for catalogue in found if catalogue.digest == digest), None)


class OpenedPosition(Struct, frozen=True):
    """A position in a store of its own, in memory."""

    app: MatchService
    match: str
    viewpoint: str
    """Name of the viewpoint that it was made from."""


def open_position(text: str) -> OpenedPosition:
    """Read a code into a match in memory that begins with its position. Raises UsageProblem."""
    code = read_position_code(text)
    app = MatchService(MatchStore.open(":memory:", create=True), recorder="position code")
    match_id = id_of(sha256(text.encode()).digest())
    return OpenedPosition(app, record_position(app, text, match_id=match_id, forked_from=code.source), code.viewpoint)


def record_position(
    app: MatchService, text: str, *, title: str = "", match_id: str | None = None, forked_from: str = ""
) -> str:
    """Record a what-if that begins with the position of a code. Return its id. Raises UsageProblem, and the errors of the store."""
    code = read_position_code(text)
    try:
        game = load_game(code.game)
        opening = Opening(
            game=code.game,
            catalogue=_catalogue(game, code),
            title=title or f"Position of {code.source} as {code.viewpoint}",
            tags=(WHAT_IF_TAG,),
            forked_from=forked_from,
        )
        batch = app.new_batch(opening, match_id=match_id)
        for command in code.commands:
            batch.act(validated_json(bytes(command), command_type(game)), as_played=True)
        batch.store()
    except (RuleViolation, UnknownGame, CatalogueError, InvalidValue, NotationError, UsageProblem) as error:
        raise UsageProblem(f"this position code cannot be opened here: {error}") from error
    return batch.match.id


def read_position_code(text: str) -> PositionCode:
    """Return the content of a code. Raises UsageProblem for texts that are too long, damaged, or of another kind."""
    body = text.removeprefix(POSITION_MARK)
    if len(text) > MAX_CODE or body == text:
        raise UsageProblem(f"a position code begins with {POSITION_MARK} and has up to {MAX_CODE:,} characters")
    try:
        unpack = zlib.decompressobj()
        data = unpack.decompress(urlsafe_b64decode(body + "=" * (-len(body) % 4)), _MAX_TEXT)
        if not unpack.eof or unpack.unused_data:
            raise ValueError
        return validated_json(data, PositionCode)
    except (ValueError, zlib.error):
        raise UsageProblem("the position code is damaged or incomplete: copy the whole line") from None


def expect_known_cards(app: MatchService, code: PositionCode) -> None:
    """Raise UsageProblem for a code with cards that are not used in the store. A kit contains code that the service would
    run."""
    try:
        if code.cards:
            app.store.catalogues.row(code.digest, code.game)
    except CatalogueNotFound:
        raise UsageProblem("its cards are unknown here; `matchbook show --position` opens it") from None


def _catalogue(game: AnyGame, code: PositionCode) -> Catalogue[CardRecord]:
    if code.cards:
        found = catalogue_from_json(in_json(code.cards), game.cards.record, code.cards_name)
        if found.digest != code.digest:
            raise UsageProblem("its cards are others than it says")
        return found
    if (included := _included(code.game, code.digest, code.cards_name)) is None:
        raise UsageProblem(f"it needs other cards of {code.cards_name!r} than this version brings")
    return included
