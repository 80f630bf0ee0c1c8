"""Opening a match step by step: each answer is checked when it is given, by opening the match without storing it."""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

from domain.decision import RuleViolation, decide
from domain.entries import Strictness
from domain.fields import Field, field_of, fields_of
from domain.game import made
from domain.names import name_problems
from domain.registry import UnknownGame, installed_games, load_game
from domain.text import pluralize, span_text
from service.errors import UsageProblem
from service.kits import kit_titles, meant_game
from service.recording.entry_batch import Opening
from service.recording.opening import opening_notes, opening_of
from service.resources import bound_game, catalogue_names, deck_names, load_catalogue
from service.typing.scoresheet import Scoresheet

if TYPE_CHECKING:
    from service.recording.match_service import MatchService

Step: TypeAlias = Literal["game", "catalogue", "players", "options", "decks", "strictness", "title"]

STEPS: Final[tuple[Step, ...]] = get_args(Step)

_MEANINGS: Final[dict[Strictness, str]] = {
    "strict": "an illegal action is refused, unless it is recorded as played",
    "warn": "you are asked before an illegal action is recorded",
    "log": "an illegal action is recorded and flagged",
}


class WizardChoice(Struct, frozen=True):
    """An offered answer and its meaning."""

    value: str
    meaning: str = ""


class WizardAnswers(Struct, frozen=True, kw_only=True):
    """The answers so far; other values are defaults."""

    game: str = ""
    kit: str = ""
    """The kit as the user named it. It determines `catalogue`, which is then not asked for."""
    catalogue: str = ""
    players: tuple[str, ...] = ()
    sides: dict[int, int] = {}
    """Seat -> side, where a player was written with `@2`."""
    decks: dict[int, str] = {}
    """Seat -> deck name, file or size."""
    options: dict[str, str] = {}
    strictness: Strictness = "strict"
    title: str = ""


BRIEF: Final[tuple[Step, ...]] = ("game", "players", "decks")
"""Steps without a default."""


def steps_of(draft: WizardAnswers, *, brief: bool = False) -> tuple[Step, ...]:
    """Return the steps for the chosen game, in order. Steps about cards are left out if the game has no cards, or the
    kit provides them. `brief`: only the steps without a default."""
    left_out: set[Step] = set(STEPS) - set(BRIEF) if brief else set()
    left_out |= {"catalogue"} if draft.kit else set()
    if draft.game and not ((game := load_game(draft.game)).cards.records or catalogue_names(game)):
        left_out |= {"catalogue", "decks"}
    return tuple(step for step in STEPS if step not in left_out)


class InvalidAnswer(Exception):
    """A refused answer: one line per fault."""

    def __init__(self, *lines: str) -> None:
        super().__init__("; ".join(lines))
        self.lines = lines


def choices(draft: WizardAnswers, step: Step) -> tuple[WizardChoice, ...]:
    """The choices of a step, the default first. Steps without choices take free text."""
    if step == "game":
        games = (game for game in installed_games().values() if game.kind == "game" and game.kits is None)
        return (
            *(WizardChoice(game.name, game.title) for game in games),
            *(WizardChoice(name, f"{title} · a kit") for name, title in kit_titles().items()),
        )
    if step == "strictness":
        return tuple(WizardChoice(name, meaning) for name, meaning in _MEANINGS.items())
    if not draft.game:
        return ()
    game = bound_game(draft.game, draft.catalogue or None)
    if step == "catalogue":
        return tuple(WizardChoice(name) for name in catalogue_names(game))
    if step == "decks":
        return tuple(WizardChoice(name, "a sample deck") for name in deck_names(game))
    if step == "options":
        return tuple(_option(field, draft) for field in fields_of(game.options))
    return ()


def values_of(draft: WizardAnswers, option: str) -> tuple[str, ...]:
    """The values that an option lists; empty for free text."""
    field = field_of(bound_game(draft.game, draft.catalogue or None).options, option)
    return field.values if field is not None else ()


def _option(field: Field, draft: WizardAnswers) -> WizardChoice:
    return WizardChoice(f"{field.name}={draft.options.get(field.name, field.default_text)}", field.expects)


# --- answers -----------------------------------------------------------------------------------------------------------


def answered(draft: WizardAnswers, step: Step, text: str) -> WizardAnswers:
    """Return the draft with one step answered by typed text. Raises InvalidAnswer."""
    return _ANSWERS[step](draft, text.strip())


def _game(draft: WizardAnswers, text: str) -> WizardAnswers:
    if not text:
        raise InvalidAnswer("choose a game: its number, or letters of its name")
    try:
        game, catalogue = meant_game(text)
    except (UnknownGame, UsageProblem) as error:
        raise InvalidAnswer(str(error)) from None
    if game.kits is not None and catalogue is None:
        raise InvalidAnswer(f"{game.name} is played with kits: name one")
    kit = text if catalogue is not None else ""
    if (game.name, kit) == (draft.game, draft.kit):
        return draft
    chosen = WizardAnswers(
        game=game.name, kit=kit, catalogue=catalogue or "", title=draft.title, strictness=draft.strictness
    )
    return _tried(chosen, _cards) if kit else chosen


def _catalogue(draft: WizardAnswers, text: str) -> WizardAnswers:
    return _tried(replace(draft, catalogue=text or catalogue_names(load_game(draft.game))[0]), _cards)


def _players(draft: WizardAnswers, text: str) -> WizardAnswers:
    names = [name.strip() for name in text.split(",") if name.strip()]
    counts = bound_game(draft.game, draft.catalogue or None).seat_counts
    if len(names) not in counts:
        raise InvalidAnswer(
            f"{pluralize(len(names), 'player')}; the game needs {span_text(counts)}; separate names with commas: Ada, Bo"
        )
    split = [name.partition("@") for name in names]
    sides = {seat: int(side) - 1 for seat, (_, _, side) in enumerate(split) if side.isascii() and side.isdigit()}
    players = tuple(name.strip() for name, _, _ in split)
    if fault := next(name_problems(players), ""):
        raise InvalidAnswer(fault)
    decks = {seat: deck for seat, deck in draft.decks.items() if seat < len(players)}
    return replace(draft, players=players, sides=sides, decks=decks)


def _decks(draft: WizardAnswers, text: str) -> WizardAnswers:
    """Parse decks: a single digit is the row of a deck, a longer number (or one after `=`) a size. Commas between
    numbers are optional."""
    words = [
        part for word in text.split(",") for part in ([word.strip()] if re.search(r"[^\d\s=]", word) else word.split())
    ]
    if words and len(words) != len(draft.players):
        more = f"; next is {draft.players[len(words)]}'s" if len(words) < len(draft.players) else ""
        raise InvalidAnswer(f"{pluralize(len(words), 'deck')} for {pluralize(len(draft.players), 'player')}{more}")
    rows = [choice.value for choice in choices(draft, "decks")]
    decks = {seat: _deck(word, rows) for seat, word in enumerate(words) if word}
    return _tried(replace(draft, decks=decks), _whole_table)


def _deck(word: str, rows: Sequence[str]) -> str:
    if not re.fullmatch("[0-9]", word):
        return word.removeprefix("=")
    place = (int(word) - 1) % 10
    if place >= len(rows):
        size = pluralize(int(word), "card")
        raise InvalidAnswer(f"there is no deck {word} in the list; for a deck of {size}, write ={word}")
    return rows[place]


def _options(draft: WizardAnswers, text: str) -> WizardAnswers:
    options = dict(draft.options)
    for pair in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = pair.partition("=")
        if not equals:
            raise InvalidAnswer(f"{pair}: write it as name=value")
        options[name.strip()] = value.strip()
    changed = replace(draft, options=options)
    try:
        return _tried(changed, _whole_table)
    except InvalidAnswer as problem:
        # Without decks other rules may fail, too; these violations are reported at the step for decks.
        names = {field.name for field in fields_of(bound_game(draft.game, draft.catalogue or None).options)} | set(
            options
        )
        about = [line for line in problem.lines if any(name in line for name in names)]
        if about or draft.decks:
            raise InvalidAnswer(*(about or problem.lines)) from None
        return changed


def _strictness(draft: WizardAnswers, text: str) -> WizardAnswers:
    for name in _MEANINGS:
        if name == text:
            return replace(draft, strictness=name)
    raise InvalidAnswer(f"one of {', '.join(_MEANINGS)}")


def _title(draft: WizardAnswers, text: str) -> WizardAnswers:
    return replace(draft, title=text)


_ANSWERS: Final[dict[Step, Callable[[WizardAnswers, str], WizardAnswers]]] = {
    "game": _game,
    "catalogue": _catalogue,
    "players": _players,
    "decks": _decks,
    "options": _options,
    "strictness": _strictness,
    "title": _title,
}


# --- opening -----------------------------------------------------------------------------------------------------------


def opening(draft: WizardAnswers) -> Opening:
    """Return the opening of a draft. Raises UsageProblem, CatalogueError, UnreadableFile, UnknownGame."""
    flags = made(Scoresheet, draft, lines=(), game="", catalogue=draft.catalogue or None)
    return opening_of(load_game(draft.game), Scoresheet(()), flags, draft.strictness)


def notes(draft: WizardAnswers) -> tuple[str, ...]:
    """Return notes on the chosen cards; empty before they are chosen."""
    if not draft.catalogue:
        return ()
    game = load_game(draft.game)
    return opening_notes(game, load_catalogue(game, draft.catalogue))


def open_drafted(app: "MatchService", draft: WizardAnswers) -> str:
    """Open the match and return its id. Raises InvalidAnswer, and the errors of the store."""
    _tried(draft, _whole_table)
    return app.open_match(opening(draft)).id


def _tried(draft: WizardAnswers, attempt: Callable[[WizardAnswers], None]) -> WizardAnswers:
    try:
        attempt(draft)
    except RuleViolation as error:
        raise InvalidAnswer(*map(str, error.violations)) from None
    except ValueError as error:  # unreadable, missing or contradictory answers, one line each
        raise InvalidAnswer(str(error)) from None
    return draft


def _cards(draft: WizardAnswers) -> None:
    load_catalogue(load_game(draft.game), draft.catalogue)


def _whole_table(draft: WizardAnswers) -> None:
    asked = opening(draft)
    game = load_game(draft.game).for_catalogue(asked.catalogue)
    state = game.initial(asked.catalogue)
    for command in asked.commands:
        state = decide(game, state, command).after
