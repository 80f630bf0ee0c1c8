"""Any tabletop game that a kit describes: zones, counters, dice, cards, turns, verbs and guards."""

from dataclasses import replace
from functools import partial
from typing import Annotated, Final

from msgspec import Meta, Struct, defstruct

from domain.capabilities import CardSupport, HiddenCardSupport, KitSupport, Simulation
from domain.cards import CardRecord, Catalogue
from domain.competition_support import CompetitionSupport
from domain.game import Game
from domain.games.tabletop.archives import read_formats, table_importer
from domain.games.tabletop.board import board, plan
from domain.games.tabletop.commands import COMMANDS
from domain.games.tabletop.commands.base import TabletopCommand
from domain.games.tabletop.commands.position import position
from domain.games.tabletop.deal import BOTS, deal, named_acts, open_table, sample_table
from domain.games.tabletop.dump import kit_text
from domain.games.tabletop.events import EVENTS
from domain.games.tabletop.events.base import TabletopEvent
from domain.games.tabletop.events.setup import TableOpened
from domain.games.tabletop.hidden import candidates, hand, identify, registered, seen
from domain.games.tabletop.kit_page import kit_facts, kit_page, kit_warnings
from domain.games.tabletop.layout import KitLayout, layout_of
from domain.games.tabletop.legal import legal, obstacles
from domain.games.tabletop.load import read_kit
from domain.games.tabletop.program import prefix_of, program_of
from domain.games.tabletop.redaction import redact_between
from domain.games.tabletop.schema import KIT_ID, MOST_PLAYERS, KitRecord, PieceRecord
from domain.games.tabletop.state import State, card_counts, initial, outcome, turn_info, with_next_card_numbers
from domain.memo import Memo
from domain.rules import Rule
from domain.seats import TableSetup


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """Empty options, for a kit without options and before a kit is chosen."""


def options_of(layout: KitLayout) -> type[Struct]:
    """Return a struct with a field for each option of a kit."""
    fields = [(part.name, Annotated[int, Meta(ge=part.min, le=part.max)], part.value) for part in layout.kit.options]
    return defstruct("KitOptions", fields, frozen=True, forbid_unknown_fields=True) if fields else NoOptions


RULES_VERSION: Final = "1"


def _no_table(setup: TableSetup) -> tuple[TabletopCommand, ...]:  # noqa: ARG001
    raise ValueError("name a kit as the catalogue, for example --catalogue crazy_eights")


def _starter(event: Struct) -> int | None:
    return event.first if isinstance(event, TableOpened) else None


def bound(catalogue: Catalogue[CardRecord]) -> Game[State, TabletopCommand, TabletopEvent]:
    """Return the game with the title, words, players, options and rules of a kit. Raises CatalogueError for an invalid kit."""
    return _BOUND[catalogue] if KIT_ID in catalogue else GAME


def _bound(catalogue: Catalogue[CardRecord]) -> Game[State, TabletopCommand, TabletopEvent]:
    layout, program = layout_of(catalogue), program_of(catalogue)
    head = layout.head
    guards = tuple(
        Rule(
            f"{prefix_of(layout)}-{row.id}",
            row.id.capitalize(),
            row.text,
            "guard",
            source="program",
            place=f"kit {head.kit}",
        )
        for row in layout.kit.guards
    )
    keys = {verb.part.name: verb.part.key for verb in program.verbs.values() if verb.part.key}
    return replace(
        GAME,
        title=head.title,
        rulebook=head.source or head.title,
        seat_counts=layout.seat_counts,
        turn_word=head.turn,
        round_word=head.round,
        options=options_of(layout),
        open_table=partial(open_table, catalogue),
        further_rules=guards,
        quick_keys=keys,
        open_after_end=tuple(name for name, verb in program.verbs.items() if verb.after_end),
    )


_BOUND: Final[Memo[Catalogue[CardRecord], Game[State, TabletopCommand, TabletopEvent]]] = Memo(_bound)

GAME: Final[Game[State, TabletopCommand, TabletopEvent]] = Game(
    name="tabletop",
    title="Any tabletop game",
    rules_version=RULES_VERSION,
    rulebook="The kit that a match is played with",
    package=__name__,
    seat_counts=tuple(range(1, MOST_PLAYERS + 1)),
    commands=COMMANDS,
    events=EVENTS,
    options=NoOptions,
    initial=initial,
    open_table=_no_table,
    legal=legal,
    outcome=outcome,
    turn_info=turn_info,
    board=board,
    plan=plan,
    redact_between=redact_between,
    position=position,
    card_counts=card_counts,
    with_next_card_numbers=with_next_card_numbers,
    open_after_end=(),
    cards=CardSupport(records=(KitRecord, PieceRecord), reader=read_kit, sample="crazy_eights"),
    hidden=HiddenCardSupport(hand=hand, registered=registered, candidates=candidates, identify=identify, seen=seen),
    competition=CompetitionSupport(starter=_starter, seats_starter=True),
    simulation=Simulation(deal=deal, sample_table=sample_table, bots=BOTS),
    specialise=bound,
    kits=KitSupport(
        facts=kit_facts,
        page=kit_page,
        warnings=kit_warnings,
        text=kit_text,
        acts=named_acts,
        obstacles=obstacles,
        formats=read_formats,
        table=table_importer,
    ),
)
