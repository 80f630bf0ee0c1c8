"""Catalogue records and deck lists."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from domain.cards import Catalogue, CatalogueError, DeckList
from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.cards.catalogue import catalogue_notes, check_card, check_catalogue
from domain.games.frc_tcg.cards.records import (
    COLOUR_OF,
    COMPONENT_EDITIONS,
    DIVISIONS,
    EDITIONS,
    TYPES,
    Ability,
    Award,
    Card,
    Component,
    DealDamage,
    Heal,
    Item,
    Kickoff,
    Mentor,
    Robot,
    type_of,
)
from service.resources import deck_names, load_deck
from tests.games.frc_tcg.tables import SAMPLE, WORKED, opened
from tests.scenario import cases, given, refused, then

PUSH = Ability(name="Push", requires={"cim": 1}, damage=10)
GOOD = Robot(card_id="x", name="X", edition="first", division="Newton", team=1, hp=30, abilities=(PUSH,))


def rules(card: Card) -> set[str]:
    """Rule ids that a record breaks."""
    return {v.rule for v in check_card(card)}


BAD_ROBOTS: dict[str, Robot] = {
    "no edition": replace(GOOD, edition=None, division=None),
    "hp 0": replace(GOOD, hp=0),
    "hp 25": replace(GOOD, hp=25),
    "no abilities": replace(GOOD, abilities=()),
    "same name twice": replace(GOOD, abilities=(PUSH, PUSH)),
    "nothing required": replace(GOOD, abilities=(replace(PUSH, requires={}),)),
    "none of it required": replace(GOOD, abilities=(replace(PUSH, requires={"cim": 0}),)),
    "damage 15": replace(GOOD, abilities=(replace(PUSH, damage=15),)),
    "damage 0": replace(GOOD, abilities=(replace(PUSH, damage=0),)),
    "no targets": replace(GOOD, abilities=(replace(PUSH, max_targets=0),)),
    "effect on play": replace(GOOD, abilities=(replace(PUSH, effects=(Heal(amount=10),)),)),
}


def enhancements() -> Iterator[Card]:
    """Records of the other types, each with one fault."""
    yield Item(card_id="i", name="I")
    yield Mentor(card_id="m", name="M", edition="first", division="Newton")
    yield Mentor(card_id="m", name="M", duration="a while")
    yield Award(card_id="a", name="A", duration="turns:0")
    yield Kickoff(card_id="k", name="K", edition="first")
    yield Item(card_id="i", name="I", effects=(DealDamage(amount=10, when="on_attack"),))
    yield Item(card_id="i", name="I", effects=(Heal(amount=10, duration="soon"),))


def deck(**changes: int) -> dict[str, int]:
    """Deck A of the worked match with other numbers."""
    cards = dict(load_deck(GAME, "worked_match_a").cards) | changes  # type: ignore[arg-type]
    return {card: copies for card, copies in cards.items() if copies}


def register(cards: dict[str, int], **more: object) -> str:
    """A register_deck line."""
    listed = ", ".join(f"{card}={copies}" for card, copies in cards.items())
    extra = "".join(f" {key}={value}" for key, value in more.items())
    return f"register_deck Ada cards={{{listed}}}{extra}"


test_rules = cases(
    ("TCG-D01: 53 cards are refused, by list and by size",
     given(opened), refused("register_deck Ada size=53", "TCG-D01"), given(opened),
     refused(register(deck(RA1=9), profile="first_2015"), "TCG-D01", "TCG-D03")),
    ("TCG-D03: deck A is a 2015 deck; one robot less and a component more is not",
     given(opened), register(deck()),
     then(lambda t: t.state.players[0].profile, "first_2015"), given(opened),
     refused(register(deck(RA1=9, BAT=14), profile="first_2015"), "TCG-D03")),
    ("TCG-D03: the printed 2015 list with two kickoffs has 56 cards and is a profile of its own",
     given(opened), register(deck(KO=2)),
     then(lambda t: (t.state.players[0].profile, t.state.players[0].deck_size), ("first_2015_as_printed", 56)),
     given(opened), refused(register(deck(), profile="first_2015_as_printed"), "TCG-D03")),
    ("TCG-D05: a kickoff in a 2015 deck is refused, and so is a card that no catalogue knows",
     given(opened), refused(register(deck(KO=1, BAT=12), profile="first_2015"), "TCG-D05", "TCG-D03"), given(opened),
     refused(register(deck(BAT=12) | {"duck": 1}, profile="first_2015"), "TCG-D05", "TCG-D03")),
)  # fmt: skip


def test_sample_catalogues_are_sound() -> None:
    """TCG-K01: both catalogues that come along pass every check."""
    assert check_catalogue(SAMPLE) == check_catalogue(WORKED) == ()


def test_sample_has_everything() -> None:
    """TCG-K01, K03, K04: the sample has every card type, component type, edition and colour, and full season chains."""
    found = [card for card in SAMPLE if isinstance(card, Card)]
    assert {type_of(card) for card in found} == set(TYPES)
    assert {card.component_type for card in found if isinstance(card, Component)} == set(COMPONENT_EDITIONS)
    assert {card.colour for card in found if isinstance(card, Robot)} == set(COLOUR_OF.values())
    chains = {t: {c.edition for c in found if isinstance(c, Robot) and c.team == t} for t in (9101, 9201, 9301, 9401)}
    assert all(editions == set(EDITIONS) for editions in chains.values())


def test_an_id_stands_once() -> None:
    """TCG-K01: two cards of one id are a catalogue error."""
    with pytest.raises(CatalogueError):
        Catalogue((GOOD, GOOD))


def test_a_card_needs_a_name() -> None:
    """TCG-K01: a card without a name, or of an edition that never was, is refused."""
    assert rules(replace(GOOD, name="")) == {"TCG-K01"}
    assert "TCG-K01" in rules(Item(card_id="i", name="I", edition="sixth", text="does things"))


@pytest.mark.parametrize("case", BAD_ROBOTS)
def test_robot_records(case: str) -> None:
    """TCG-K02: a robot shows edition, division, HP and damage in steps of 10, and abilities that need components."""
    assert rules(BAD_ROBOTS[case]) == {"TCG-K02"}


def test_component_types_and_editions() -> None:
    """TCG-K03: sixteen types; CRio is only in the first edition, the new Victor from the third on."""
    assert len(COMPONENT_EDITIONS) == 16
    assert rules(Component(card_id="c", name="C", component_type="crio", edition="first")) == set()
    assert rules(Component(card_id="c", name="C", component_type="crio", edition="second")) == {"TCG-K03"}
    assert rules(Component(card_id="c", name="C", component_type="new_victor", edition="second")) == {"TCG-K03"}
    assert rules(Component(card_id="c", name="C", component_type="duck")) == {"TCG-K03"}
    assert rules(replace(GOOD, abilities=(replace(PUSH, requires={"duck": 1}),))) == {"TCG-K03"}


def test_fourteen_types_in_an_edition() -> None:
    """TCG-K03: each edition has fourteen of the types."""
    for edition in EDITIONS:
        assert sum(edition in editions for editions in COMPONENT_EDITIONS.values()) == 14


@pytest.mark.parametrize(("edition", "division"), [("first", "Tesla"), ("third", "Newton"), ("fifth", "Galileo")])
def test_divisions_belong_to_editions(edition: str, division: str) -> None:
    """TCG-K04: a division of another edition is refused."""
    assert rules(replace(GOOD, edition=edition, division=division)) == {"TCG-K04"}


def test_colours() -> None:
    """TCG-K04: Galileo, Tesla and Turing are all red; Einstein is grey in every edition."""
    assert {COLOUR_OF[name] for name in ("Galileo", "Tesla", "Turing")} == {"red"}
    assert all(names[-1] == "Einstein" and COLOUR_OF[names[-1]] == "grey" for names in DIVISIONS.values())


@pytest.mark.parametrize("card", enhancements(), ids=repr)
def test_enhancement_records(card: Card) -> None:
    """TCG-K05: items have an effect, mentors are Einstein, durations exist, no kickoff is of the first edition."""
    assert rules(card) == {"TCG-K05"}


def test_einstein_robots_are_epic() -> None:
    """TCG-K06: a Hall of Fame robot is marked epic; an Einstein award is only remarked on."""
    assert rules(replace(GOOD, division="Einstein")) == {"TCG-K06"}
    assert rules(replace(GOOD, division="Einstein", epic=True)) == set()
    award = Award(card_id="a", name="A", edition="first", division="Einstein")
    assert rules(award) == set()
    assert any(note.rule == "TCG-K06" and note.card == "a" for note in catalogue_notes(Catalogue((award,))))


@pytest.mark.parametrize(("founded", "hp", "remarked"), [(2014, 10, False), (2012, 30, False), (2012, 40, True)])
def test_original_hp(founded: int, hp: int, remarked: bool) -> None:
    """TCG-K07: 10 HP a year, a 2014 rookie 10, founded in 2012 30; a difference is a remark."""
    card = replace(GOOD, founded=founded, hp=hp)
    assert any(note.rule == "TCG-K07" for note in catalogue_notes(Catalogue((card,)))) is remarked
    assert rules(card) == set()


def test_coverage_and_balance() -> None:
    """TCG-K08, K09: the notes count the cards of each year against those published, and the HP of each colour."""
    notes = [str(note) for note in catalogue_notes(Catalogue((GOOD,)))]
    assert "[TCG-K08] 1 of 71 cards of 2015" in notes
    assert "[TCG-K09] blue (defence): 30 HP, 0 components, 0 items" in notes


def test_later_profile() -> None:
    """TCG-D02: 14 robots and 29 components are refused for a later deck; deck L is right."""
    cards = dict(load_deck(GAME, "worked_match_l").cards)  # type: ignore[arg-type]
    opened().do(register(cards))
    opened().refused(register(cards | {"RA1": 4, "BAT": 11}), "TCG-D02")


def test_boosters() -> None:
    """TCG-D04: with boosters a maximum of 54 or more is agreed; deck sizes are within it, and any mix is allowed."""
    for maximum in (0, 53):
        opened("Ada", "Ben").impossible(f"create_match [Ada, Ben] options=(boosters=on, max_deck_size={maximum})")
    with_boosters = opened(boosters="on", max_deck_size=60)
    with_boosters.refused("register_deck Ada size=61", "TCG-D04")
    with_boosters.refused("register_deck Ada size=53", "TCG-D04")
    with_boosters.do(register(deck(RA1=16)))


def test_copies_and_editions_are_free() -> None:
    """TCG-D06: thirteen batteries, robots of three editions, and two profiles at one table are fine."""
    match = opened().do(register(dict(load_deck(GAME, "worked_match_l").cards)))  # type: ignore[arg-type]
    match.do(register(deck(BAT=19, MEC=0)).replace("Ada", "Ben"))
    assert [side.profile for side in match.state.players] == ["later", "first_2015"]


@pytest.mark.parametrize("name", deck_names(GAME))  # type: ignore[arg-type]
def test_sample_decks_are_legal(name: str) -> None:
    """TCG-D01, D02, D03, D04: every deck that comes along is legal, the boosted ones with boosters."""
    listed: DeckList = load_deck(GAME, name)  # type: ignore[arg-type]
    catalogue = WORKED if name.startswith("worked") else SAMPLE
    options = {"boosters": "on", "max_deck_size": 60} if name.startswith("boosted") else {}
    opened(catalogue=catalogue, **options).do(register(listed.cards))
