"""Active sets (RH-D) and the catalogue they come from."""

import pytest

from domain.cards import Catalogue, DeckList, catalogue_from_toml, deck_from_toml
from domain.games.robin_in_the_hood import GAME
from domain.games.robin_in_the_hood.cards import (
    Card,
    CharacterCard,
    ModifierCard,
    catalogue_warnings,
    check_catalogue,
    check_deck,
    check_deck_list,
)
from domain.games.robin_in_the_hood.commands.placements import PlaceCharacter
from domain.games.robin_in_the_hood.options import Options
from tests.games.robin_in_the_hood.tables import (
    ANN,
    ANN_M,
    CATALOGUE,
    SAMPLES,
    begin_round,
    declared,
    fight,
    hand,
    opened,
    playing,
    standing,
)
from tests.scenario import Scenario, as_played, cases, given, impossible, refused, then

SKILLS = "skills=(agility=(score=3), weapons=(score=3), strength=(score=3), endurance=(score=3))"


def declare(cards: list[str], extra: str = "") -> str:
    return f"declare_active_set Ann cards=[{', '.join(cards)}] {extra}"


# --- catalogues --------------------------------------------------------------------------------------------------------
def catalogue_with(**fields: object) -> Catalogue[Card]:
    """A catalogue with one such character."""
    lines = [f"{key} = {value}" for key, value in fields.items()]
    text = "\n".join(
        [
            "[[card]]",
            'type = "character"',
            'card_id = "x"',
            'name = "X"',
            'character = "X"',
            *lines,
            "[card.skills]",
            *(f"{stage} = {{score = 3}}" for stage in ("agility", "weapons", "strength", "endurance")),
        ]
    )
    return catalogue_from_toml(text, Card)


def catalogue_of(**fields: object) -> list[str]:
    """The rules that a catalogue with one such character breaks."""
    return [v.rule for v in check_catalogue(catalogue_with(**fields))]


test_rules = cases(
    ("RH-D01: a set of nine where ten were agreed is refused; so is eleven",
     given(opened), refused(declare(ANN[:9]), "RH-D01"), refused(declare([*ANN, "wat"]), "RH-D01"), declare(ANN)),
    ("RH-D01: round 1 does not start without a set of each player; an unknown list is declared as such",
     given(opened), declare(ANN), impossible("start_round", "RH-D01"), "declare_active_set Ben -", "start_round"),
    ("RH-E06, RH-D01: before the first round a set is replaced as long as all its cards lie in the Draw pile; "
     "cards drawn as played would be there twice",
     given(declared, ben=[]), "declare_active_set Ben", as_played("draw_playing_hand Ben", "RH-S08", "RH-S09"),
     impossible("declare_active_set Ben", "RH-E06"), "declare_active_set Ann",
     then(lambda t: t.game.card_counts(t.state), {"Ann": 10, "Ben": 10})),
    ("RH-D03, RH-Q19: two printings of one character in a set are refused; both players may have the character",
     given(opened), refused(declare([*ANN[:9], "giles18"]), "RH-D03"), given(opened), declare(ANN),
     f"declare_active_set Ben cards=[{', '.join(ANN)}]"),
    ("RH-D03, RH-Q19: with unknown lists, the second printing of a character in a round is refused when placed",
     given(lambda: hand(playing(ann=[], ben=[]), "giles18", "ned")), "place_character Ben kit",
     refused("place_character Ann giles20", "RH-D03"), refused("reveal_card Ann playing_hand giles20", "RH-D03")),
    ("RH-D03: a character that an effect brought back to the playing hand is the same card and may be placed again",
     given(playing, ann=[], ben=[]), "place_card Ann noll", "place_card Ben piers", "resolve_battles",
     'resolve_card_effect Ann noll "returns to the playing hand" changes=[move(player=Ann, card=noll, '
     'from_zone=dead_cards, to_zone=playing_hand)]',
     "end_hand", "draw_card Ben",
     then(lambda t: t.state.hand_no, 2), "place_card Ben ned", "place_card Ann noll"),
    ("RH-D03: the limit is of one round; in the next the character may be used again",
     given(lambda: fight(standing("-|-|-|-", "-|-|-|-", pile=0), "giles18", "ned")), "end_hand", begin_round,
     "place_character Ann giles20"),
    ("RH-D04: a card set aside does not count in the set, and is refused when placed or named as drawn",
     given(opened), refused(declare(ANN, "set_aside=[giles20]"), "RH-D04"), given(opened),
     declare(ANN, "set_aside=[giles18]"), "declare_active_set Ben", "start_round", "shuffle_draw_pile Ann",
     refused("draw_playing_hand Ann cards=[giles18, ??, ??, ??, ??]", "RH-D04"), "draw_playing_hand Ann",
     "shuffle_draw_pile Ben", "draw_playing_hand Ben", refused("place_character Ann giles18", "RH-D04")),
    ("RH-D05: without modifiers a set that holds one is refused, and so is playing one from an unknown list",
     given(opened), refused(declare([*ANN[:9], "market_day"]), "RH-D05"), given(playing, ann=[]),
     refused("play_modifier Ann market_day", "RH-D05")),
    ("RH-D06: two copies of a modifier are legal in a set",
     given(opened, "modifiers=yes"), declare([*ANN[:8], "market_day", "market_day"])),
    ("RH-D06, RH-A04: with one of two copies in play the other may be played; a third is impossible",
     given(playing, "modifiers=yes", ann=[*ANN[:8], "market_day", "market_day"]),
     lambda t: hand(t, "market_day", "simon"), "place_card Ben kit", "place_card Ann market_day", "resolve_battles",
     "end_hand", "draw_card Ann", "draw_card Ben", "place_card Ben luce",
     impossible("place_card Ann market_day", "RH-A04")),
    ("RH-D07: a set with a card that the catalogue lacks is refused until the card is defined",
     given(opened), f"define_card character(card_id=newcomer, name=Newcomer, character=Newcomer, {SKILLS})",
     declare([*ANN[:9], "newcomer"]),
     impossible(f"define_card character(card_id=newcomer, name=Newcomer, character=Newcomer, {SKILLS})", "RH-D07")),
    ("RH-Q13: modifiers are part of the agreed number of cards and are drawn with the others",
     given(playing, "modifiers=yes"),
     then(lambda t: t.state.players[0].set_size == len(ANN_M) == 10, True), "play_modifier Ann market_day"),
    ("RH-C09: a modifier lasts a hand or is lasting; a card of another duration cannot be defined",
     given(opened), impossible("define_card modifier(card_id=x, name=X, duration=week)", "RH-C09")),
    ("RH-C09: a match cannot be opened with a modifier of a duration that there is not",
     given(lambda: Scenario(GAME,
             catalogue_from_toml('[[card]]\ntype = "modifier"\ncard_id = "fog"\nname = "Fog"\nduration = "day"\n',
                 Card))),
     impossible("open_tournament [Ann, Ben] victories_to_win=1", "RH-C09")),
    ("RH-V02, RH-V03, RH-B04: a match is not opened with a catalogue whose misspelt words would change battles in silence",
     given(lambda: Scenario(GAME, catalogue_with(caste='"nobel"'))),
     refused("open_tournament [Ann, Ben] victories_to_win=1", "RH-V02"),
     given(lambda: Scenario(GAME, catalogue_with(politics='"pacifict"'))),
     refused("open_tournament [Ann, Ben] victories_to_win=1", "RH-V03"),
     given(lambda: Scenario(GAME, catalogue_with(effects='[{effect = "modify_skill", amount = 1, who = "all"}]'))),
     refused("open_tournament [Ann, Ben] victories_to_win=1", "RH-B04")),
)  # fmt: skip


def test_years_are_mixed() -> None:
    """RH-D02: printings of several years make one legal set."""
    years = {card.year for card in CATALOGUE if isinstance(card, CharacterCard)}
    assert len(years) >= 3
    opened().do(declare(["giles18", "robin19", *[card for card in ANN if card != "giles20"][:8]]))


def test_cards_of_the_set() -> None:
    """RH-D07: a card outside the known set is refused, one that the catalogue lacks is impossible."""
    table = playing().refused("place_character Ann wat", "RH-D07")
    rules = {v.rule: v.impossible for v in GAME.check(table.state, PlaceCharacter(player=0, card="nobody"))}
    assert rules["RH-D07"] is True


def test_set_without_characters() -> None:
    """RH-Q32: a set of only modifiers is legal, and then a modifier must be played."""
    table = playing("modifiers=yes", ann=["market_day"] * 10)
    placements = {type(c).__name__ for c in GAME.legal(table.state) if getattr(c, "player", None) == 0}
    assert placements == {"PlayModifier", "ConcedeTournament"}


def test_castes() -> None:
    """RH-V02, RH-Q31: six castes or an empty one; others are refused."""
    assert catalogue_of(caste='"pirate"') == ["RH-V02"]
    assert catalogue_of(caste='"guard"') == catalogue_of() == []


def test_politics() -> None:
    """RH-V03, RH-Q31: activist, pacifist or empty; others are refused."""
    assert catalogue_of(politics='"royalist"') == ["RH-V03"]
    assert catalogue_of(politics='"pacifist"') == []


def test_unstarred_skills_stay_near() -> None:
    """RH-B04: without a star an effect on own, opposing or all characters is a catalogue error."""
    far = '[{effect = "modify_skill", amount = 1, who = "own"}]'
    assert catalogue_of(effects=far) == ["RH-B04"]
    assert catalogue_of(effects=far, star="true") == []


@pytest.mark.parametrize(
    ("effect", "rule"),
    [
        ('{effect = "modify_skill", amount = 1, who = "neighbours"}', "RH-B03"),
        ('{effect = "modify_skill", amount = 1, who = "self", stage = "wits"}', "RH-B01"),
        ('{effect = "modify_skill", amount = 1, who = "faced", caste = "pirate"}', "RH-V02"),
        ('{effect = "remove_modifier"}', "RH-C09"),
    ],
)
def test_effects_of_characters(effect: str, rule: str) -> None:
    """RH-B03, RH-C09: a character's effect names whom and which stage it touches, and removes no modifier."""
    assert catalogue_of(effects=f"[{effect}]") == [rule]


def test_effects_of_modifiers() -> None:
    """RH-B05: a modifier has no stage, so its effects cannot be about `self` or `faced`."""
    text = 'name="m"\n[[card]]\ntype="modifier"\ncard_id="m"\nname="M"\nduration="hand"\n'
    text += 'effects=[{effect="modify_skill", amount=1, who="faced"}]\n'
    assert [v.rule for v in check_catalogue(catalogue_from_toml(text, Card))] == ["RH-B05"]


def test_colours_are_display() -> None:
    """RH-Q25: a score that disagrees with its colour is a warning; the score decides."""
    text = SAMPLES.joinpath("catalogue/sample.toml").read_text()
    text = text.replace('score = 5, colour = "blue"', 'score = 5, colour = "gold"', 1)
    odd = catalogue_from_toml(text, Card)
    assert [v.rule for v in catalogue_warnings(odd)] == ["RH-Q25"]
    assert check_catalogue(odd) == ()


def test_sample_catalogue() -> None:
    """The sample catalogue has 60 characters and 12 modifiers at least, without errors or warnings."""
    kinds = [type(card) for card in CATALOGUE]
    assert kinds.count(CharacterCard) >= 60
    assert kinds.count(ModifierCard) >= 12
    assert (check_catalogue(CATALOGUE), catalogue_warnings(CATALOGUE)) == ((), ())


@pytest.mark.parametrize("name", sorted(path.name for path in SAMPLES.joinpath("decks").iterdir()))
def test_sample_sets(name: str) -> None:
    """RH-D01: every sample set is legal under the agreement that suits its size."""
    deck = deck_from_toml(SAMPLES.joinpath(f"decks/{name}").read_text())
    assert check_deck_list(deck, CATALOGUE) == ()
    assert deck.game == "robin_in_the_hood"


def test_deck_lists_are_checked() -> None:
    """RH-D01, RH-D03, RH-D07: a deck list is checked like a declared set, its ante too."""
    deck = DeckList(cards={"giles18": 1, "giles20": 1, "nobody": 1}, beside={"ante": "nobody"})
    found = [v.rule for v in check_deck(deck, CATALOGUE, Options())]
    assert found == ["RH-D01", "RH-D03", "RH-D07", "RH-D07"]
    assert declared().state.players[0].active_set == tuple(ANN)
