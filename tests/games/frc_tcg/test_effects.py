"""Machine-readable effects of every kind, on cards of the sample catalogue."""

from random import Random

import pytest

from domain.cards import Catalogue, CatalogueError
from domain.games.frc_tcg import GAME
from domain.simulation import simulation_of
from tests.games.frc_tcg.tables import SAMPLE, Table, cards, player, robot, side, stack, table
from tests.scenario import as_played, cases, given, then

KILN = robot("kiln15", 30, Stoke="battery")
FERN = robot("fern15", 20, Prod="servo", Mend="joystick")


def sample(*sides: object, **options: object) -> Table:
    """A table of the sample catalogue."""
    return table(*sides, catalogue=SAMPLE, **options)  # type: ignore[arg-type]


test_rules = cases(
    ("TCG-A17, X09: what a kickoff's text adds lasts while it lies in the stack, and goes with its level",
     given(sample,
         side("kickoff17 kiln17 kickoff18", robot("kiln15 kiln16", 40, kickoffs="- kickoff16", Stoke="battery")),
         side("", robot("slate15 slate16", 90, max_hp=90, kickoffs="- kickoff16"))),
     "evolve_robot kickoff17 kiln17 kiln16", "attack kiln17 Stoke slate16",
     then(lambda t: stack(t, 1).hp, 90 - (20 + 10)), as_played("devolve_robot kiln17 slate16", "TCG-T02"),
     then(lambda t: t.state.lasting[-1].name, "max_hp"),
     then(lambda t: any(effect.name == "damage_dealt" for effect in t.state.lasting), False)),
    ("TCG-A16, A12: a kickoff that heals all own robots does so as it is played",
     given(sample, side("kickoff19 kiln19", robot("kiln18", 60), robot("ember15", 10)), side()),
     "evolve_robot kickoff19 kiln19 kiln18",
     then(lambda t: [r.hp for r in player(t).alliance], [70, 20])),
    ("TCG-X07, X06: an award's bonus on a chosen robot ends with the award",
     given(sample, side("imagery", KILN, robot("ember15", 20)), side("slate15 slate15")),
     "play_award imagery targets=[ember15]",
     then(lambda t: [r.max_hp for r in player(t).alliance], [30, 30]), "end_turn", "swap_cards [slate15, slate15]",
     as_played("end_turn", "TCG-T09"),
     then(lambda t: [r.max_hp for r in player(t).alliance], [30, 20])),
    ("TCG-X09, K05: an award that lifts effects takes off what opponents put on the robot",
     given(sample, side("gracious", KILN), side("tangle", FERN), active=1), "play_item tangle targets=[kiln15]",
     "end_turn",
     then(lambda t: [effect.name for effect in t.state.lasting], ["tangled"]), "play_award gracious targets=[kiln15]",
     then(lambda t: t.state.lasting, ())),
    ("TCG-C04, X05: an item hits all opposing robots; two defeats capture two prize cards",
     given(sample, side("trophy snacks", robot("fern15", 10)),
         side("", robot("kiln15", 10, max_hp=30), robot("kiln15", 10, max_hp=30))),
     "play_item trophy", "play_item snacks",
     then(lambda t: (player(t, 1).alliance, player(t, 1).prizes_left, stack(t).hp), ((), 2, 20))),
    ("TCG-X11, C04: an ability's protection lasts through the opponent's turn, and is over before the next own one",
     given(sample, side("slate16 slate16", robot("slate15", 40, Brace="air_tank")),
         side("", robot("kiln16", 40, Blaze="battery gearbox"))),
     "attack slate15 Brace", "end_turn", "attack kiln16 Blaze slate15",
     then(lambda t: stack(t).hp, 20), "end_turn",
     then(lambda t: t.state.lasting, ())),
    ("TCG-C04, X11: a bonus until the end of the turn counts for the attack that follows by card text",
     given(sample, side("", robot("oldguard15", 60, Salute="crio"), KILN, awards="judges"),
         side("", robot("slate15", 40))),
     "attack oldguard15 Salute", "resolve_card_effect judges [allowance(of=attacks)]", "attack kiln15 Stoke slate15",
     then(lambda t: stack(t, 1).hp, 20)),
    ("TCG-A11, T12: a card that would be the eighth in the hand stays in the shop",
     given(sample, side("rebuild battery battery battery battery battery battery", shop="kiln15"), side()),
     "play_item rebuild targets=[kiln15]",
     then(lambda t: (len(player(t).pit), cards(player(t).shop)), (7, "rebuild"))),
)  # fmt: skip


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


@pytest.mark.parametrize("kind", ["award", "kickoff"])
def test_sample_decks_need_their_cards(kind: str) -> None:
    """TCG-D02: a catalogue without a type that decks need makes no sample decks, and says so."""
    few = Catalogue(record for record in SAMPLE if str(record.__struct_config__.tag) != kind)  # type: ignore[attr-defined]
    if kind == "kickoff":
        assert simulation_of(GAME).sample_table(few, Random(0), {}).seats[0].deck is not None
    else:
        with pytest.raises(CatalogueError, match="lacks award cards"):
            simulation_of(GAME).sample_table(few, Random(0), {})
