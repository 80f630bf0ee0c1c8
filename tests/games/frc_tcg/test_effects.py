"""Machine-readable effects of every kind, on cards of the sample catalogue."""

from random import Random

import pytest

from domain.cards import Catalogue, CatalogueError
from domain.games.frc_tcg import GAME
from domain.simulation import simulation_of
from tests.games.frc_tcg.tables import SAMPLE, Table, cards, player, robot, side, stack, table

KILN = robot("kiln15", 30, Stoke="battery")
FERN = robot("fern15", 20, Prod="servo", Mend="joystick")


def sample(*sides: object, **options: object) -> Table:
    """A table of the sample catalogue."""
    return table(*sides, catalogue=SAMPLE, **options)  # type: ignore[arg-type]


def test_kickoff_text_works_in_the_stack() -> None:
    """TCG-A17, X09: what a kickoff's text adds lasts while it lies in the stack, and goes with its level."""
    mine = robot("kiln15 kiln16", 40, kickoffs="- kickoff16", Stoke="battery")
    match = sample(
        side("kickoff17 kiln17 kickoff18", mine),
        side("", robot("slate15 slate16", 90, max_hp=90, kickoffs="- kickoff16")),
    )
    match.do("evolve_robot kickoff17 kiln17 kiln16", "attack kiln17 Stoke slate16")
    assert stack(match, 1).hp == 90 - (20 + 10)
    match.as_played("devolve_robot kiln17 slate16", "TCG-T02")
    assert match.state.lasting[-1].kind == "max_hp"
    assert not any(effect.kind == "damage_dealt" for effect in match.state.lasting)


def test_kickoff_text_on_play() -> None:
    """TCG-A16, A12: a kickoff that heals all own robots does so as it is played."""
    match = sample(side("kickoff19 kiln19", robot("kiln18", 60), robot("ember15", 10)), side())
    match.do("evolve_robot kickoff19 kiln19 kiln18")
    assert [r.hp for r in player(match).alliance] == [70, 20]


def test_robot_text_ends_when_covered() -> None:
    """TCG-A16, A19, X07: a robot card's own text works while it is the top level, and again when it is laid bare."""
    aura = "[modify_max_hp(amount=10, target=all_own, when=while_in_play)]"
    ability = "[(name=Stoke, requires={battery=1}, damage=10)]"
    facts = "card_id=aura15, name=Aura, edition=first, division=Galileo, team=9101, hp=30"
    line = f"define_card record=robot({facts}, abilities={ability}, effects={aura})"
    theirs = robot("slate15 slate16", 50, kickoffs="- kickoff16")
    match = sample(side("?? kickoff16 kiln16"), side("?? ??", theirs))
    match.do(line, "play_robot aura15")
    assert stack(match).max_hp == 40
    match.do("end_turn", "swap_cards [??, ??]", "evolve_robot kickoff16 kiln16 aura15")
    assert stack(match).max_hp == 40
    assert match.state.lasting == ()
    match.as_played("devolve_robot kiln16 slate16", "TCG-A18")
    assert (stack(match).hp, stack(match).max_hp) == (40, 40)


def test_award_on_one_robot() -> None:
    """TCG-X07, X06: an award's bonus on a chosen robot ends with the award."""
    match = sample(side("imagery", KILN, robot("ember15", 20)), side("slate15 slate15")).do(
        "play_award imagery targets=[ember15]"
    )
    assert [r.max_hp for r in player(match).alliance] == [30, 30]
    match.do("end_turn", "swap_cards [slate15, slate15]").as_played("end_turn", "TCG-T09")
    assert [r.max_hp for r in player(match).alliance] == [30, 20]


def test_lifting_effects() -> None:
    """TCG-X09, K05: an award that lifts effects takes off what opponents put on the robot."""
    match = sample(side("gracious", KILN), side("tangle", FERN), active=1).do(
        "play_item tangle targets=[kiln15]", "end_turn"
    )
    assert [effect.label for effect in match.state.lasting] == ["tangled"]
    match.do("play_award gracious targets=[kiln15]")
    assert match.state.lasting == ()


def test_all_robots_of_a_side() -> None:
    """TCG-C04, X05: an item hits all opposing robots; two defeats capture two prize cards."""
    weak = robot("kiln15", 10, max_hp=30)
    match = sample(side("trophy snacks", robot("fern15", 10)), side("", weak, weak)).do(
        "play_item trophy", "play_item snacks"
    )
    assert (player(match, 1).alliance, player(match, 1).prizes_left, stack(match).hp) == ((), 2, 20)


def test_protection_until_the_next_own_turn() -> None:
    """TCG-X11, C04: an ability's protection lasts through the opponent's turn, and is over before the next own one."""
    braced = robot("slate15", 40, Brace="air_tank")
    match = sample(side("slate16 slate16", braced), side("", robot("kiln16", 40, Blaze="battery gearbox")))
    match.do("attack slate15 Brace", "end_turn", "attack kiln16 Blaze slate15")
    assert stack(match).hp == 20
    match.do("end_turn")
    assert match.state.lasting == ()


def test_bonus_on_all_own_attacks() -> None:
    """TCG-C04, X11: a bonus until the end of the turn counts for the attack that follows by card text."""
    guard = robot("oldguard15", 60, Salute="crio")
    match = sample(side("", guard, KILN, awards="judges"), side("", robot("slate15", 40)))
    match.do(
        "attack oldguard15 Salute", "resolve_card_effect judges [allowance(of=attacks)]", "attack kiln15 Stoke slate15"
    )
    assert stack(match, 1).hp == 20


def test_a_card_brought_back_respects_the_hand() -> None:
    """TCG-A11, T12: a card that would be the eighth in the hand stays in the shop."""
    match = sample(side("rebuild battery battery battery battery battery battery", shop="kiln15"), side())
    match.do("play_item rebuild targets=[kiln15]")
    assert (len(player(match).pit), cards(player(match).shop)) == (7, "rebuild")


@pytest.mark.parametrize("kind", ["award", "kickoff"])
def test_sample_decks_need_their_cards(kind: str) -> None:
    """TCG-D02: a catalogue without a type that decks need makes no sample decks, and says so."""
    few = Catalogue(record for record in SAMPLE if str(record.__struct_config__.tag) != kind)  # type: ignore[attr-defined]
    if kind == "kickoff":
        assert simulation_of(GAME).sample_table(few, Random(0), {}).seats[0].deck is not None
    else:
        with pytest.raises(CatalogueError, match="no award cards"):
            simulation_of(GAME).sample_table(few, Random(0), {})
