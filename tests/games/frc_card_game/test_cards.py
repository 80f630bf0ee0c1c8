"""Card records and decks (CG-K, CG-D)."""

from collections import Counter

import pytest

from domain.cards import Catalogue, CatalogueError, DeckList, catalogue_from_toml
from domain.games.frc_card_game import cards as c
from domain.games.frc_card_game.commands.setup import PlayerSetup, StartMatch
from tests.games.frc_card_game.tables import ADA, CARDS, SAMPLE, empty, sample_decks, side, table

TEXT = {"effect_text": "does something"}


def rules_of(*records: c.AnyCard) -> list[str]:
    """The rule ids that a catalogue of these records breaks."""
    return sorted(v.rule for v in c.check_catalogue(Catalogue(records)))


def deck(cards: dict[str, int], team: str | None = "gear_guild") -> list[str]:
    """The rule ids that a deck of sample cards breaks."""
    beside = {} if team is None else {"team": team}
    return sorted(v.rule for v in c.check_deck(DeckList(cards, beside=beside), SAMPLE))


THIRTY = {record.card_id: 3 for record in c.cards_of_type(SAMPLE, c.StudentCard)[:10]}


@pytest.mark.parametrize(
    "record",
    [
        c.StudentCard(card_id="x", skills=("design",)),
        c.StudentCard(name="X", skills=("design",)),
        c.StudentCard(card_id="x", name="X", skills=("design",), tag="R"),
        c.StudentCard(card_id="x", name="X", skills=("design",), border="red"),
    ],
)
def test_every_card_has_name_id_tag_and_border(record: c.AnyCard) -> None:
    """CG-K01: a card without id or name, or whose tag or border contradicts its type, is refused."""
    assert rules_of(record) == ["CG-K01"]


def test_names_are_unique() -> None:
    """CG-K01, CG-Q37: two records may not share a name, for copies are counted by name."""
    one = c.StudentCard(card_id="x", name="X", skills=("design",))
    other = c.StudentCard(card_id="y", name="X", skills=("swerve",))
    assert rules_of(one, other) == ["CG-K01", "CG-K01"]


def test_a_card_id_used_twice_is_refused() -> None:
    """CG-K01: the same card id twice makes no catalogue."""
    one = c.StudentCard(card_id="x", name="X", skills=("design",))
    with pytest.raises(CatalogueError, match="used twice"):
        Catalogue((one, one))


def test_there_are_five_types() -> None:
    """CG-K02: any other type than the five is refused by name; each type has its own tag and border."""
    with pytest.raises(CatalogueError, match="sponsor"):
        catalogue_from_toml('[[card]]\ntype = "sponsor"\ncard_id = "x"\nname = "X"', c.AnyCard)
    assert len(set(c.LOOKS.values())) == len(c.RECORDS) == 5


def test_team_cards_need_an_effect() -> None:
    """CG-K03: a team card without effect text is refused."""
    assert rules_of(c.TeamCard(card_id="x", name="X")) == ["CG-K03"]
    assert rules_of(c.TeamCard(card_id="x", name="X", **TEXT)) == []


@pytest.mark.parametrize("skills", [(), ("design", "design"), ("cooking",), ("neutral",)])
def test_students_need_skills(skills: tuple[str, ...]) -> None:
    """CG-K04, CG-Q17: no skill, a skill twice, an unknown one or neutral is refused; the list of six is closed."""
    assert rules_of(c.StudentCard(card_id="x", name="X", skills=skills)) == ["CG-K04"]


def test_mentors_are_permanent() -> None:
    """CG-K05: a mentor without an effect, or with a duration, is refused."""
    assert rules_of(c.MentorCard(card_id="x", name="X")) == ["CG-K05"]
    lasting = c.MentorCard(card_id="x", name="X", duration=c.Duration(kind="instant"), **TEXT)
    assert rules_of(lasting) == ["CG-K05"]


@pytest.mark.parametrize(
    "event",
    [
        c.EventCard(card_id="x", name="X", duration=c.Duration(kind="instant")),
        c.EventCard(card_id="x", name="X", **TEXT),
        c.EventCard(card_id="x", name="X", duration=c.Duration(kind="turns", count=0), **TEXT),
    ],
)
def test_events_are_temporary(event: c.EventCard) -> None:
    """CG-K06: an event without an effect, without a duration, or of less than one turn is refused."""
    assert rules_of(event) == ["CG-K06"]


@pytest.mark.parametrize(
    ("offense", "defense", "attributes"), [(None, 1, ("design",)), (1, -1, ("design",)), (1, 1, ())]
)
def test_robots_need_stats_and_attributes(
    offense: int | None, defense: int | None, attributes: tuple[str, ...]
) -> None:
    """CG-K07: a missing or negative stat, or no attribute, is refused."""
    assert rules_of(c.RobotCard(card_id="x", name="X", offense=offense, defense=defense, attributes=attributes)) == [
        "CG-K07"
    ]


def test_attributes_are_skills_or_neutral() -> None:
    """CG-K08: an unknown attribute is refused; skills and neutral, repeated too, are fine."""
    robot = c.RobotCard(card_id="x", name="X", offense=1, defense=1, attributes=("speed",))
    assert rules_of(robot) == ["CG-K08"]
    robot = c.RobotCard(card_id="x", name="X", offense=1, defense=1, attributes=("design", "design", "neutral"))
    assert rules_of(robot) == []


@pytest.mark.parametrize("size", [29, 41])
def test_deck_size(size: int) -> None:
    """CG-D01: 29 and 41 cards are refused, as a list and as a bare size."""
    cards = (
        dict(list(THIRTY.items())[:9]) | {"pincher": 2}
        if size == 29
        else THIRTY | {"pincher": 3, "bulwark": 3, "skitter": 3, "lobber": 2}
    )
    assert deck(cards) == ["CG-D01"]
    players = (PlayerSetup(name="Ada", deck=size), PlayerSetup(name="Bo", deck=30))
    empty().refused(StartMatch(players=players), "CG-D01")


def test_deck_size_ends_are_allowed() -> None:
    """CG-D01, CG-Q38: 30 and 40 cards are legal, the team card not counted."""
    assert deck(THIRTY) == []
    assert deck(THIRTY | {"pincher": 3, "bulwark": 3, "skitter": 3, "lobber": 1}) == []


def test_one_team_card_beside_the_deck() -> None:
    """CG-D02: no team card beside the deck, or two different ones declared, is refused."""
    assert deck(THIRTY, team=None) == ["CG-D02"]
    for beside, found in (
        ({"gear_guild": 1}, "gear_guild"),
        ({}, "nothing"),
        ({"team": "gear_guild", "x": 1}, "team, x"),
    ):
        (one,) = c.check_deck(DeckList(THIRTY, beside={key: str(value) for key, value in beside.items()}), SAMPLE)
        assert "beside={team=CARD}" in one.text
        assert one.text.endswith(f"found {found}")
    listed = DeckList(THIRTY, beside={"team": "gear_guild"})
    players = (PlayerSetup(name="Ada", deck=listed, team="night_shift"), PlayerSetup(name="Bo", deck=30))
    there = empty()
    there.state = there.game.initial(SAMPLE)
    there.refused(StartMatch(players=players), "CG-D02")


def test_three_copies() -> None:
    """CG-D03: four copies of a card are refused."""
    four = dict(list(THIRTY.items())[:9]) | {"pincher": 4}
    assert deck(four) == ["CG-D03"]


def test_fourth_copy_comes_to_light() -> None:
    """CG-D03: with an unknown list, the fourth physical card of one owner that turns out the same is refused."""
    there = table("draw", side(hand="wes wes", retired="wes", unknown=1), draws_made=0)
    there.refused("draw_card wes", "CG-D03")
    there.as_played("draw_card wes", "CG-D03")
    assert sum(t.card == "wes" for t in there.state.players[ADA].hand) == 3


def test_any_mix_of_types() -> None:
    """CG-D04: a deck of only students, without any robot, is legal."""
    assert all(isinstance(SAMPLE.get(card), c.StudentCard) for card in THIRTY)
    assert deck(THIRTY) == []


def test_no_team_card_in_the_deck() -> None:
    """CG-D05: a team card in the list is refused, and so is one that is drawn."""
    assert deck(THIRTY | {"night_shift": 1}) == ["CG-D05"]
    table("draw", draws_made=0).refused("draw_card volt_club", "CG-D05")


def test_decks_known_by_size() -> None:
    """CG-D06: given a list, then showing or drawing a card without an unseen copy is refused; as played it is recorded."""
    cards = {r.card_id: 3 for r in c.cards_of_type(SAMPLE, c.StudentCard)[:10]}
    listed = DeckList(cards, beside={"team": "gear_guild"})
    there = empty()
    there.state = there.game.initial(SAMPLE)
    there.do(StartMatch(players=(PlayerSetup(name="Ada", deck=listed), PlayerSetup(name="Bo", deck=30))))
    there.refused("draw_opening_hand Ada ines,ines,ines,ines", "CG-D06")
    there.do("draw_opening_hand Ada ines,ines,ines,??")
    there.refused("reveal_card pincher player=Ada", "CG-D06")
    there.refused("reveal_card #1-04=ines player=Ada", "CG-D06")
    there.as_played("reveal_card #1-04=ines player=Ada", "CG-D06")


def test_sample_catalogue() -> None:
    """The sample catalogue is clean, says that it is invented, and has all five types and every machine-readable effect."""
    assert c.check_catalogue(SAMPLE) == ()
    assert c.check_catalogue(CARDS) == ()
    assert "invented" in SAMPLE.name
    assert len(SAMPLE) >= 40
    types = Counter(type(record) for record in SAMPLE)
    assert set(types) == set(c.RECORDS)
    effects = {type(effect) for record in c.cards_of_type(SAMPLE, *c.RECORDS) for effect in record.effects}
    assert effects == set(c.Effect.__args__) - set(c.LastingWord.__args__)


def test_sample_decks_are_legal() -> None:
    """CG-D01, CG-D02, CG-D03: the decks that come with the game are legal."""
    assert len(sample_decks()) >= 3
    for listed in sample_decks().values():
        assert c.check_deck(listed, SAMPLE) == ()
        assert listed.game == "frc_card_game"
