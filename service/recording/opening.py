"""The opening of a match: a scoresheet's header, overridden by command line flags."""

from typing import Final, cast

from domain.cards import CardRecord, Catalogue
from domain.entries import Strictness
from domain.game import AnyGame, Command
from domain.seats import TableSetup
from domain.text import pluralize
from service.errors import UsageProblem
from service.kits import name_taken
from service.recording.entry_batch import Opening
from service.resources import load_catalogue, load_deck
from service.typing.scoresheet import Scoresheet


def opening_of(
    game: AnyGame,
    sheet: Scoresheet,
    flags: Scoresheet | None = None,
    strictness: str = "strict",
    *,
    pseudonyms: bool = False,
) -> Opening:
    """Return the opening that a sheet requests; `flags` override it. With `pseudonyms`, the record does not contain the
    players' names.

    Raises UsageProblem, CatalogueError, UnreadableFile.
    """
    flags = flags or Scoresheet(())
    merged = Scoresheet(
        (),
        players=flags.players or sheet.players,
        sides=flags.sides or sheet.sides,
        decks=sheet.decks | flags.decks,
        options=sheet.options | flags.options,
    )
    commands: tuple[Command, ...] = ()
    catalogue = load_catalogue(game, flags.catalogue or sheet.catalogue)
    if not sheet.opens_itself:
        if not merged.players:
            raise UsageProblem("give --player once for each seat")
        strangers = [seat + 1 for seat in merged.decks if seat >= len(merged.players)]
        if strangers:
            raise UsageProblem(f"a deck for seat {strangers[0]}, but only {pluralize(len(merged.players), 'player')}")
        commands = _commands(game.for_catalogue(catalogue), merged.setup(lambda name: load_deck(game, name)))
    if pseudonyms and not merged.players:
        raise UsageProblem(
            "give --player once for each seat: names in the lines of a sheet are recorded, and cannot be replaced by pseudonyms"
        )
    return Opening(
        game=game.name,
        commands=commands,
        catalogue=catalogue,
        title=flags.title or sheet.title,
        tags=flags.tags or sheet.tags,
        strictness=cast("Strictness", strictness),
        pseudonyms=merged.players if pseudonyms else (),
    )


MOST_NOTES: Final = 5


def opening_notes(game: AnyGame, catalogue: Catalogue[CardRecord]) -> tuple[str, ...]:
    """Return up to MOST_NOTES lines about unusual cards of a match, without the texts of their effects."""
    notes = [str(note) for note in game.cards.notes(catalogue) if note.card]
    left = len(notes) - MOST_NOTES
    more = (
        (f"and {pluralize(left, 'further note')} on the cards: 'matchbook cards check' lists them",) if left > 0 else ()
    )
    taken = name_taken(catalogue) if game.kits is not None else ""
    return (*filter(None, (taken,)), *notes[:MOST_NOTES], *more)


def _commands(game: AnyGame, setup: TableSetup) -> tuple[Command, ...]:
    try:
        return game.open_table(setup)
    except ValueError as error:
        raise UsageProblem(str(error)) from error
