"""Card records, their machine-readable effects, and the checks of a catalogue and of a deck (CG-K, CG-D)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from domain.cards import CardRecord, Catalogue, DeckList
from domain.effects.words import AllowWord, EffectWord, ForbidWord, ModifyWord, PreventWord, trial_table
from domain.games.frc_card_game.vocabulary import VOCABULARY, ActionName, ChangeName, NumberName, Trait
from domain.rules import Violation, impossible
from domain.text import pluralize

Phase = Literal["draw", "median", "main", "scoring", "end"]
Whose = Literal["owner", "opponent"]
Skill = Literal["design", "programming", "pneumatics", "swerve", "climbing", "shooting"]

PHASES: Final[tuple[Phase, ...]] = ("draw", "median", "main", "scoring", "end")
SKILLS: Final[tuple[Skill, ...]] = ("design", "programming", "pneumatics", "swerve", "climbing", "shooting")
NEUTRAL: Final = "neutral"
LOOKS: Final = {
    "team": ("T", "blue"),
    "student": ("S", "yellow"),
    "mentor": ("M", "green"),
    "event": ("E", "purple"),
    "robot": ("R", "red"),
}
"""For each card type: the letter of its tag and the colour of its border (CG-K02)."""
DECK_SIZES: Final = range(30, 41)
MAX_COPIES: Final = 3


class _Effect(Struct, frozen=True, kw_only=True, tag_field="effect", forbid_unknown_fields=True, gc=False):
    pass


class DrawPhaseDraws(_Effect, frozen=True, kw_only=True, tag="draw_phase_draws"):
    """Changes the number of cards owed in a draw phase (CG-T04)."""

    delta: int
    whose: Whose = "owner"


class StudentPlays(_Effect, frozen=True, kw_only=True, tag="student_plays"):
    """Changes the number of students that may be played in a turn (CG-A02)."""

    delta: int
    whose: Whose = "owner"


class ActiveFrom(_Effect, frozen=True, kw_only=True, tag="active_from"):
    """The card's other effects start with this phase instead of when it is played (CG-A05)."""

    phase: Phase
    whose_turn: Whose = "owner"


class PhaseTrigger(_Effect, frozen=True, kw_only=True, tag="phase_trigger"):
    """Raises a reminder when a phase begins; its effect is resolved by hand (CG-T05, CG-T08)."""

    phase: Phase
    whose_turn: Whose = "owner"
    text: str = ""


class CannotScore(_Effect, frozen=True, kw_only=True, tag="cannot_score"):
    """Makes robots incapable of scoring (CG-C01)."""

    whose: Literal["owner", "opponent", "this"]


class ModifyPoints(_Effect, frozen=True, kw_only=True, tag="modify_points"):
    """Changes a player's points once, when the effect becomes active (CG-E01)."""

    delta: int
    whose: Whose = "owner"


class ModifyStat(_Effect, frozen=True, kw_only=True, tag="modify_stat"):
    """Changes a stat of robots while the card is on the field and active."""

    stat: Literal["offense", "defense"]
    delta: int
    scope: Literal["this", "own", "opposing"] = "own"


class _Lasting(_Effect, EffectWord, frozen=True, kw_only=True):
    """A lasting effect that begins when the card becomes active (CG-A05)."""

    only: tuple[Trait, ...] = ()


class ModifyNumber(_Lasting, ModifyWord[NumberName], frozen=True, kw_only=True, tag="modify"):
    """Changes a number for a while."""


class AllowAction(_Lasting, AllowWord[ActionName], frozen=True, kw_only=True, tag="allow"):
    """Allows something for a while."""


class ForbidAction(_Lasting, ForbidWord[ActionName], frozen=True, kw_only=True, tag="forbid"):
    """Forbids something for a while."""


class PreventChange(_Lasting, PreventWord[ChangeName], frozen=True, kw_only=True, tag="prevent"):
    """Prevents a kind of change for a while."""


LastingWord: TypeAlias = ModifyNumber | AllowAction | ForbidAction | PreventChange
Effect: TypeAlias = (
    DrawPhaseDraws | StudentPlays | ActiveFrom | PhaseTrigger | CannotScore | ModifyPoints | ModifyStat | LastingWord
)


class Duration(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """How long an event lasts (CG-K06, CG-X04)."""

    kind: Literal["instant", "turns", "condition"]
    count: int = 0
    """Number of turns, for `turns`."""
    counting: Literal["each_turn", "owners_turns", "opponents_turns"] | None = None
    """The players whose turns count; `None`: the match option `event_turn_count` decides (CG-V05)."""
    ends_in: Phase = "end"
    """The event retires when this phase of the last counted turn begins."""


class _Card(
    Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """Fields shared by all card types. Any value can be loaded; `check_record` then names the rule that a bad value breaks."""

    card_id: str = ""
    name: str = ""
    description: str = ""
    effect_text: str = ""
    photo: str = ""
    tag: str = ""
    border: str = ""
    effects: tuple[Effect, ...] = ()


class TeamCard(_Card, frozen=True, kw_only=True, tag="team"):
    """Played once, at the beginning (CG-K03)."""


class StudentCard(_Card, frozen=True, kw_only=True, tag="student"):
    """Builds robots with its skills (CG-K04)."""

    skills: tuple[str, ...] = ()


class MentorCard(_Card, frozen=True, kw_only=True, tag="mentor"):
    """Has permanent effects (CG-K05)."""

    duration: Duration | None = None
    """Must be `None`, because a mentor stays; another value is refused (CG-K05)."""


class EventCard(_Card, frozen=True, kw_only=True, tag="event"):
    """Has temporary effects (CG-K06)."""

    duration: Duration | None = None


class RobotCard(_Card, frozen=True, kw_only=True, tag="robot"):
    """Scores; built out of students (CG-K07, CG-K08)."""

    offense: int | None = None
    defense: int | None = None
    attributes: tuple[str, ...] = ()


AnyCard: TypeAlias = TeamCard | StudentCard | MentorCard | EventCard | RobotCard
K = TypeVar("K", bound=_Effect)
RECORDS: Final[tuple[type[AnyCard], ...]] = (TeamCard, StudentCard, MentorCard, EventCard, RobotCard)


@lru_cache(maxsize=16)
def effects_of(catalogue: Catalogue[CardRecord]) -> dict[str, tuple[Effect, ...]]:
    """Return the effects of each card that has effects, by card id."""
    return {record.card_id: record.effects for record in catalogue if isinstance(record, RECORDS) and record.effects}


class Index(Struct, Generic[K], frozen=True):
    """The cards of a catalogue with effects of one kind, and the zones of the field where such cards can be."""

    by_card: Mapping[str, tuple[K, ...]]
    teams: bool
    slots: bool
    students: bool
    robots: bool


@lru_cache(maxsize=64)
def index_of(catalogue: Catalogue[CardRecord], kind: type[K]) -> Index[K]:
    """Return the cards with effects of one kind, and the zones where they can be. The results are cached, because almost
    every action needs them."""
    found = {card: tuple(e for e in effects if isinstance(e, kind)) for card, effects in effects_of(catalogue).items()}
    by_card = {card: effects for card, effects in found.items() if effects}
    types = {type(catalogue.get(card)) for card in by_card}
    slots = not types.isdisjoint({MentorCard, EventCard})
    return Index(by_card, TeamCard in types, slots, StudentCard in types, RobotCard in types)


@lru_cache(maxsize=64)
def called_phases(catalogue: Catalogue[CardRecord]) -> frozenset[Phase]:
    """Return the phases that effects name; other phases need no reminders. Cached like `index_of`."""
    triggers = index_of(catalogue, PhaseTrigger).by_card.values()
    return frozenset(effect.phase for effects in triggers for effect in effects)


def type_of(record: AnyCard) -> str:
    """Return the card's type, for example `student`."""
    return str(record.__struct_config__.tag)


@lru_cache(maxsize=16)
def check_catalogue(catalogue: Catalogue[CardRecord]) -> tuple[Violation, ...]:
    """Return the violations of a catalogue's records (CG-K01 to CG-K08)."""
    names = Counter(record.name for record in catalogue)
    found: list[Violation] = []
    for record in catalogue:
        if isinstance(record, RECORDS):
            found += check_record(record)
        if record.name and names[record.name] > 1:
            found.append(
                Violation(
                    "CG-K01",
                    f"{record.card_id}: the name {record.name!r} is used {pluralize(names[record.name], 'time')}",
                )
            )
    return tuple(found)


def check_record(record: AnyCard) -> Iterator[Violation]:
    """Yield the violations of one card record."""
    label = record.card_id or record.name or "a card"
    for rule, text in (*_shared_problems(record), *_own_problems(record)):
        yield Violation(rule, f"{label}: {text}")
    instant = isinstance(record, EventCard) and record.duration is not None and record.duration.kind == "instant"
    table = trial_table(VOCABULARY, type_of(record), stays=not instant)
    for effect in record.effects:
        if isinstance(effect, LastingWord):
            yield from (Violation("CG-K01", f"{label}: {one.text}") for one in effect.violations(table))


def _shared_problems(record: AnyCard) -> Iterator[tuple[str, str]]:
    if not record.card_id or not record.name:
        yield "CG-K01", "card_id and name must not be empty"
    tag, border = LOOKS[type_of(record)]
    if record.tag not in ("", tag):
        yield "CG-K01", f"a {type_of(record)} has the tag {tag}, not {record.tag!r}"
    if record.border not in ("", border):
        yield "CG-K01", f"a {type_of(record)} has a {border} border, not {record.border!r}"


def _own_problems(record: AnyCard) -> Iterator[tuple[str, str]]:
    if isinstance(record, StudentCard):
        yield from _student_problems(record)
    elif isinstance(record, RobotCard):
        yield from _robot_problems(record)
    elif not record.effect_text:
        rule = {"team": "CG-K03", "mentor": "CG-K05", "event": "CG-K06"}[type_of(record)]
        yield rule, f"a {type_of(record)} needs an effect_text"
    if isinstance(record, MentorCard) and record.duration is not None:
        yield "CG-K05", "a mentor's effects are permanent: no duration"
    if isinstance(record, EventCard):
        if record.duration is None:
            yield "CG-K06", "an event needs a duration"
        elif record.duration.kind == "turns" and record.duration.count < 1:
            yield "CG-K06", f"an event lasts 1 turn or more, not {record.duration.count}"


def _student_problems(record: StudentCard) -> Iterator[tuple[str, str]]:
    if not record.skills:
        yield "CG-K04", "a student needs a skill"
    for skill, count in Counter(record.skills).items():
        if skill not in SKILLS:
            yield "CG-K04", f"{skill!r} is not a skill; skills: {', '.join(SKILLS)}"
        elif count > 1:
            yield "CG-K04", f"the skill {skill} is listed {pluralize(count, 'time')}"


def _robot_problems(record: RobotCard) -> Iterator[tuple[str, str]]:
    for stat, value in (("offense", record.offense), ("defense", record.defense)):
        if value is None or value < 0:
            yield "CG-K07", f"{stat} must be 0 or more" + ("" if value is None else f", not {value}")
    if not record.attributes:
        yield "CG-K07", "a robot needs an attribute"
    for attribute in dict.fromkeys(record.attributes):
        if attribute not in SKILLS and attribute != NEUTRAL:
            yield "CG-K08", f"{attribute!r} is not an attribute; attributes: {', '.join(SKILLS)}, {NEUTRAL}"


def check_deck(deck: DeckList, catalogue: Catalogue[CardRecord], whose: str = "the deck") -> tuple[Violation, ...]:
    """Return the violations of a deck list (CG-D01 to CG-D05). A card that is missing from the catalogue makes it
    impossible."""
    return tuple(_deck_violations(catalogue, deck, whose))


def _deck_violations(catalogue: Catalogue[CardRecord], deck: DeckList, whose: str) -> Iterator[Violation]:
    yield from check_deck_size(deck.size, whose)
    yield from _team_violations(catalogue, deck, whose)
    copies: Counter[str] = Counter()
    for card, count in deck.cards.items():
        record = catalogue.get(card)
        if record is None:
            yield impossible("CG-K01", f"{whose}: no card {card!r} in the catalogue")
            continue
        copies[record.name] += count
        if isinstance(record, TeamCard):
            yield Violation("CG-D05", f"{whose}: the team card {record.name} belongs beside the deck, not in it")
    for name, count in copies.items():
        if count > MAX_COPIES:
            yield Violation("CG-D03", f"{whose}: {pluralize(count, 'copy', 'copies')} of {name}; at most {MAX_COPIES}")


def check_deck_size(size: int, whose: str) -> Iterator[Violation]:
    """Check CG-D01 for a deck given as a number of cards."""
    if size not in DECK_SIZES:
        text = f"{whose}: the deck has {pluralize(size, 'card')}, needs {DECK_SIZES[0]} to {DECK_SIZES[-1]}"
        yield Violation("CG-D01", text, impossible=size < 1 or size > 900)


def _team_violations(catalogue: Catalogue[CardRecord], deck: DeckList, whose: str) -> Iterator[Violation]:
    if set(deck.beside) != {"team"}:
        given = ", ".join(sorted(deck.beside)) or "nothing"
        text = f"{whose}: one team card is beside the deck, under the key team (beside={{team=CARD}}); found {given}"
        yield Violation("CG-D02", text)
    if "team" in deck.beside:
        yield from check_team_card(catalogue, deck.beside["team"], whose)


def check_team_card(catalogue: Catalogue[CardRecord], card: str, whose: str) -> Iterator[Violation]:
    """Check that the declared team card is a team card (CG-S03)."""
    record = catalogue.get(card)
    if record is None:
        yield impossible("CG-K01", f"{whose}: no card {card!r} in the catalogue")
    elif not isinstance(record, TeamCard):
        yield Violation("CG-S03", f"{whose}: {record.name} is not a team card")


def cards_of_type(catalogue: Catalogue[CardRecord], *types: type[AnyCard]) -> tuple[AnyCard, ...]:
    """Return the records of these types, in the order of the catalogue."""
    return tuple(record for record in catalogue if isinstance(record, RECORDS) and isinstance(record, types))
