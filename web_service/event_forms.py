"""Forms for organisers, generated from the fields of the commands that they record."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from domain.competition.gathering.state import State as EventDay
from domain.competition.tournament.state import State as Tournament
from domain.fields import Field, fields_of
from domain.game import AnyGame, tag_of
from domain.judging import Disputed
from domain.match import AnyMatch
from domain.registry import installed_games
from domain.seats import JUDGE
from domain.text import first_of
from service.competitions.event_day_view import EventDayView
from service.competitions.new_event import lacks_deck
from service.judging.disputes import disputes
from service.kits import playable_games
from service.reading.log import told_texts
from service.reading.styled_text import clean
from service.recording.match_service import MatchService
from service.resources import deck_names
from web_service.permissions import Caller, tags_of

_COMMANDS: Final = {
    "tournament": ("enter_player", "drop_player", "seed_players"),
    "gathering": ("announce", "set_clock", "assign_scorekeeper", "close_gathering"),
}
"""Commands with a form: those of a tournament and those of the event."""
_OWN: Final = {"at", "tournament"}
"""Fields that the page fills in."""


class FormInput(Struct, frozen=True):
    """A field of a form."""

    name: str
    label: str
    kind: str
    """`text`, `number`, `choice`, `list`."""
    choices: tuple[tuple[str, str], ...]
    """Value and label of each choice."""
    required: bool


class CommandForm(Struct, frozen=True):
    """The form of a command."""

    command: str
    title: str
    meaning: str
    fields: tuple[FormInput, ...]
    clock: bool
    """True if it has a field for the time."""


class EventRecord(Struct, frozen=True, kw_only=True):
    """The event, or one of its tournaments, with its forms."""

    id: str
    title: str
    tournament: str
    """Empty for the event."""
    version: int
    last: str
    """The last action, if it can be undone, in words; else empty."""
    undo_to: int
    forms: tuple[CommandForm, ...]


class JudgeCall(Struct, frozen=True):
    """An open call for a judge."""

    table: str
    match: str
    entry: int
    at: int
    """Seconds since 1970."""
    text: str


def streams(app: MatchService, view: EventDayView) -> tuple[EventRecord, ...]:
    """Return the event and its tournaments with the forms for an organiser."""
    ids = ((view.event_day, ""), *((one.id, one.id) for one in view.tournaments))
    return tuple(_stream(app, match, tournament) for match, tournament in ids)


def _stream(app: MatchService, match_id: str, tournament: str) -> EventRecord:
    history = app.history(match_id)
    match, target = history.match, history.match.undo_target
    undone = target is not None and not target.number
    return EventRecord(
        id=match_id,
        title=(match.opened.title if match.opened else "") or match.game.title,
        tournament=tournament,
        version=match.version,
        last=told_texts(history, match.line[-1], JUDGE)[0] if undone and match.line else "",
        undo_to=target.version if target is not None and undone else 0,
        forms=tuple(_forms(match)),
    )


def _forms(match: AnyMatch) -> Iterator[CommandForm]:
    by_tag = {tag_of(command): command for command in match.game.commands}
    for tag in _COMMANDS[match.game.name]:
        command = by_tag[tag]
        known = fields_of(command)
        meaning = (command.__doc__ or "").strip().partition("\n")[0]
        own = tuple(_field(field, match) for field in known if field.name not in _OWN)
        yield CommandForm(tag, command.title, meaning, own, any(field.name == "at" for field in known))


def _field(field: Field, match: AnyMatch) -> FormInput:
    kind = field.kinds[0]
    names = tuple((seat.name, seat.name) for seat in match.state.seats)
    choices = names if kind.kind == "seat" else tuple((value, value.replace("_", " ")) for value in kind.values)
    if field.name == "instead" and isinstance(match.state, EventDay):
        announced = tuple((str(number), text) for number, text in enumerate(match.state.notices, start=1))
        return FormInput(field.name, "Replaces the announcement", "choice", announced, required=False)
    shown = "choice" if choices else kind.kind if kind.kind in ("number", "list") else "text"
    label = "players, best first" if kind.kind == "list" and kind.of[0].kind == "seat" else field.words
    return FormInput(field.name, label.capitalize(), shown, choices, field.required)


class RoundNeeds(Struct, frozen=True):
    """The fields that a round of a tournament needs before it is paired."""

    decks: str
    """The players whose decks are needed, in words; empty if none are."""
    kits: tuple[tuple[str, str], ...]
    """Name and title of each kit, if the game is played with kits."""


def decks_of(game: AnyGame) -> tuple[tuple[str, ...], bool, str]:
    """Return a game's sample decks, True if a match needs decks or their sizes, and the deck size in the rules (`30 to
    40`; empty: any)."""
    sizes = game.cards.deck_sizes
    wanted = " to ".join(map(str, dict.fromkeys((sizes[0], sizes[-1])))) if sizes else ""
    return ((), False, "") if game.kits else (deck_names(game), lacks_deck(game), wanted)


def needs_of(app: MatchService, tournament: str) -> RoundNeeds:
    """Return the fields that the next round needs."""
    state = app.match(tournament).state
    game = installed_games().get(state.game) if isinstance(state, Tournament) else None
    if game is None:
        return RoundNeeds(decks="", kits=())
    assert isinstance(state, Tournament)
    kits = ((name, one.title) for name, one in playable_games().items() if one.kits is not None)
    asked = game.kits is None and lacks_deck(game)
    lacking = [state.seats[player].name for player in state.active if not state.deck_of(player)] if asked else []
    whole = len(lacking) == len(state.active)
    return RoundNeeds(
        decks="" if not lacking else "each player" if whole else first_of(lacking, 3),
        kits=tuple(kits) if game.kits and not state.kit else (),
    )


def calls(app: MatchService, caller: Caller, view: EventDayView) -> tuple[JudgeCall, ...]:
    """Return the open calls at tables in the caller's scope, the oldest first."""
    found = []
    for line in (line for one in view.tournaments for line in one.tables if line.match):
        match = app.match(line.match) if app.store.exists(line.match) else None
        if match is None or not match.official_entries or not caller.owns(match.id, tags_of(match.opened)):
            continue
        for one in disputes(app, match.id):
            if one.state == "open":
                [entry] = app.store.entries(match.id, after=one.version - 1, upto=one.version)
                act, at = entry.payload, entry.envelope.recorded_at // 1_000_000
                text = clean(f"{act.claimant}: {act.text}") if isinstance(act, Disputed) else one.text
                found.append(JudgeCall(str(line.table), match.id, one.version, at, text))
    return tuple(sorted(found, key=lambda call: call.at))


def own_seat(caller: Caller, view: EventDayView) -> dict[str, object] | None:
    """Return a player's rank, table and match in an event, as far as known; `None` for callers who are not players."""
    token, code = caller.token, caller.code
    if token is None or caller.standing != "player":
        return None
    for one in view.tournaments:
        number = code.seat + 1 if code and code.seat is not None and code.tag == f"tournament:{one.id}" else 0
        lines = (line for line in one.tables if any(player.number == number for player in line.players))
        line = next(lines, None) if code else next((line for line in one.tables if line.match == token.match), None)
        if line is not None and not code:
            number = next((player.number for player in line.players[token.seat :]), 0)
        standing = next((each for each in one.standings if each.player.number == number), None)
        if line is not None or standing is not None:
            others = [player.name for player in line.players if player.number != number] if line else []
            match = token.match if token.seat is not None else ""
            return {
                "line": line,
                "round": one.round,
                "others": others,
                "standing": standing,
                "seat": token.seat,
                "match": match,
            }
    return None
