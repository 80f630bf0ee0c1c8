"""Board content beside names: the plan, the stages as places, levels, results, gauges, arrows and sentences."""

from functools import partial

import pytest
from msgspec.structs import replace

from domain.board import Arrow, Table
from domain.game import evolve_all
from domain.games.robin_in_the_hood import GAME
from domain.games.robin_in_the_hood.cards import CharacterCard
from domain.games.robin_in_the_hood.events.battles import StageDrawn, StageWon
from domain.games.robin_in_the_hood.events.setup import TableCleared
from domain.games.robin_in_the_hood.state import STAGE_INDEX, STAGE_NAMES, Level, State
from domain.simulation import simulate
from tests.games import looking
from tests.games.robin_in_the_hood.tables import CATALOGUE, fight, hand, place, playing, standing
from tests.scenario import cases, given, then

panel, cards = (partial(one, GAME) for one in (looking.panel, looking.cards))
told = partial(looking.told, GAME, minor=False)

ANN, BEN = 0, 1


def results(state: State) -> list[str]:
    """The cells under the stages."""
    parts = [part for panel in GAME.board(state, "judge").panels for part in panel.parts]
    table = next(part for part in parts if isinstance(part, Table) and part.plan == "results")
    return [cell.text for cell in table.rows[0][1:]]


def frames(seed: int) -> list[State]:
    """The states of a simulated tournament, those inside its entries too."""
    return [
        evolve_all(GAME, played.before, played.events[: number + 1])
        for played in simulate(GAME, CATALOGUE, seed, options={"modifiers": "yes"})
        for number in range(len(played.events))
    ]


test_rules = cases(
    ("One short result a stage: the levels, that nobody opposed, or that there was no battle",
     given(lambda: fight(standing("-|alys|-|-", "-|-|-|-"), "dunstan", "ned")),
     then(lambda t: results(t.state), ["Ann 7 > 6", "Ann (empty)", "no battle", "no battle"])),
    ("What happened is who won; the levels come along with it",
     given(lambda: place(standing("-|alys|-|-", "-|-|-|-"), "dunstan", "ned")),
     then(lambda t: told(t, "resolve_battles"),
         ["Ann wins Agility 7-6", "Ann wins Weapons unopposed", "Ben's Ned is defeated"]),
     then(lambda t: told(t, "end_hand")[0], "Ann's Alys advances to Strength")),
    ("Equal levels are named",
     given(lambda: place(playing(), "dunstan", "piers")),
     then(lambda t: told(t, "resolve_battles"), ["Agility is drawn 7-7"])),
    ("The table is cleared by the way",
     given(standing, "-|alys|bram|edith", "-|-|-|-"), lambda t: hand(t, "dunstan", "ned"),
     then(lambda t: told(t, "start_round")[0], "round 2 begins")),
)  # fmt: skip


def test_the_stages_are_places_of_each_player() -> None:
    """All four are always there, in their order and by their names, empty or not."""
    for state in frames(2):
        for seat in range(len(state.seats)):
            there = cards(state, seat, "stages")
            assert [card.place for card in there] == ["Agility", "Weapons", "Strength", "Endurance"]


def test_a_level_says_what_changed_it() -> None:
    """The level is the number that counts; if it was changed, the printed score is beside it."""
    table = fight(standing("-|alys|-|-", "-|-|-|-"), "market_day", "luce")
    assert cards(table.state, ANN, "modifiers")[0].kind == "modifier"
    _, alys, _, _ = cards(table.state, ANN, "stages")
    found = next(level for level in table.state.levels if level.card == "alys")
    assert [(n.name, n.value, n.printed, n.main) for n in alys.numbers] == [("level", found.final, found.base, True)]
    assert found.final != found.base


def test_who_fell_is_shown_in_its_place_until_the_hand_ends() -> None:
    """Defeated characters have a state; in the Dead Cards they keep their key, and each key occurs once."""
    table = place(playing(), "dunstan", "ned")
    key = cards(table.state, BEN, "stages")[0].key
    table.do("resolve_battles")
    agility = cards(table.state, BEN, "stages")[0]
    assert (agility.name, agility.states) == ("Ned", ("defeated",))
    assert [card.key for card in cards(table.state, BEN, "dead")] == [key]
    table.do("end_hand")
    assert [card.name for card in cards(table.state, BEN, "stages")] == ["-"] * 4


def test_a_face_down_card_lies_on_agility() -> None:
    """Others see its back without any distinguishing mark; its owner sees the card, under its key."""
    table = playing("modifiers=yes")
    key = next(card.key for card in cards(table.state, ANN, "unseen") if card.name == "Alys")
    table.do("place_character Ann alys")
    own, others = (cards(table.state, ANN, "stages", viewpoint)[0] for viewpoint in (ANN, BEN))
    assert (own.key, own.name, own.kind, own.down) == (key, "Alys", "townsfolk", True)
    assert (others.name, others.kind, others.tags, others.down) == ("??", "", (), True)
    assert "alys" not in others.key


def test_the_stages_held_are_a_second_gauge() -> None:
    """Victories come one a round; how a round goes is told by the stages that a player holds."""
    table = standing("-|alys|bram|-", "-|-|-|kit", "victories_to_win=2")
    gauges = GAME.plan(table.state).gauges
    assert [(gauge.name, gauge.high) for gauge in gauges] == [("victories", 2), ("stages", 4)]
    assert [(g.label, g.value, g.maximum) for g in panel(table.state, ANN).gauges] == [
        ("victories", 0, 2),
        ("stages", 2, 4),
    ]


@pytest.mark.parametrize("seed", range(3))
def test_no_battle_is_said_of_stages_without_one_alone(seed: int) -> None:
    """In every frame of the battles, a stage without a result is shown as still open, and one with a result is not."""
    for played in simulate(GAME, CATALOGUE, seed, options={"modifiers": "yes"}):
        fought = {STAGE_INDEX[event.stage] for event in played.events if isinstance(event, StageWon | StageDrawn)}
        for number in range(len(played.events) if fought else 0):
            state = evolve_all(GAME, played.before, played.events[: number + 1])
            done = {result.stage for result in state.results} if state.phase == "aftermath" else set()
            said = dict(enumerate(results(state)))
            assert not any(said[stage] for stage in fought - done)
            assert all(said[stage] not in ("", "no battle") for stage in done)


@pytest.mark.parametrize("seed", range(3))
def test_a_level_is_that_of_the_card_it_stands_on(seed: int) -> None:
    """In every frame, also inside the end of a hand, each character has its own level, not that of the one there before it."""
    for state in frames(seed):
        for seat in range(len(state.seats)):
            for stage, card in enumerate(cards(state, seat, "stages")):
                token = state.players[seat].stages[stage]
                if token is not None:
                    record = CATALOGUE.get(token.card)
                    assert isinstance(record, CharacterCard)
                    own = [level for level in state.levels if (level.player, level.card) == (seat, token.card)]
                    right = {record.skills.on(STAGE_NAMES[stage]).score, *(level.final for level in own)}
                    assert card.numbers[0].value in right


def test_arrows_tell_which_stages_fight() -> None:
    """From the winner to the beaten, or to the empty place; both ways where a stage is drawn."""
    table = place(standing("-|alys|-|-", "-|-|-|-"), "dunstan", "ned")
    state, arrows = table.state, []
    dunstan, alys = (card.key for card in cards(state, ANN, "stages")[:2])
    ned, nobody = (card.key for card in cards(state, BEN, "stages")[:2])
    for event in table.do("resolve_battles").events:
        arrows += event.arrows(state)
        state = GAME.evolve(state, event)
    assert arrows == [Arrow(dunstan, ned), Arrow(alys, nobody)]


@pytest.mark.parametrize(
    ("levels", "event", "line"),
    [
        ((0, 0), StageDrawn(stage="agility"), "Agility is drawn 0-0"),
        ((-1, -1), StageDrawn(stage="agility"), "Agility is drawn -1 to -1"),
        ((2, 3), StageDrawn(stage="agility"), "Agility is drawn as announced"),
        ((3, 0), StageWon(stage="agility", player=ANN, how="level"), "Ann wins Agility 3-0"),
        ((-1, 1), StageWon(stage="agility", player=BEN, how="level"), "Ben wins Agility 1 to -1"),
        ((2, 3), StageWon(stage="agility", player=ANN, how="announced"), "Ann wins Agility as announced"),
        ((2, 3), StageWon(stage="agility", player=ANN, how="modifier"), "Ann wins Agility against a modifier"),
    ],
)
def test_levels_below_0_are_told_with_a_word(levels: tuple[int, int], event: StageWon | StageDrawn, line: str) -> None:
    """RH-Q21: given a level below 0, then "to" separates the levels, because a hyphen would read as a sign; the winner's level is
    first."""
    found = tuple(
        Level(player=seat, stage="agility", card="ned", base=level, final=level) for seat, level in enumerate(levels)
    )
    state = replace(playing().state, levels=found)
    assert GAME.narrate(state, event, "judge") == line


def test_arrows_of_a_drawn_stage_go_both_ways() -> None:
    """RH-B08: both survive: each points at the other."""
    table = place(playing(), "dunstan", "piers")
    state = table.state
    ann, ben = (cards(state, seat, "stages")[0].key for seat in (ANN, BEN))
    [drawn] = [event for event in table.do("resolve_battles").events if isinstance(event, StageDrawn)]
    assert drawn.arrows(state) == (Arrow(ann, ben), Arrow(ben, ann))


@pytest.mark.parametrize(
    ("regathered", "line"),
    [
        ((ANN, BEN), "the table is cleared; Ann and Ben regather all cards"),
        ((BEN,), "the table is cleared; Ben regathers all cards"),
        ((), "the table is cleared"),
    ],
)
def test_who_regathers_is_told(regathered: tuple[int, ...], line: str) -> None:
    """RH-E08, RH-Q17: the players who regather are both, only the winner of the round, or an empty list."""
    assert GAME.narrate(playing().state, TableCleared(regathered=regathered), "judge") == line


def test_who_places_first_is_told() -> None:
    """A hand begins with the winner of Agility, or with both at once after a draw."""
    for cards, who in ((("dunstan", "ned"), "Ann places first"), (("dunstan", "piers"), "both place at once")):
        table = place(playing(), *cards).do("resolve_battles", "end_hand", "draw_card Ann")
        state = table.state
        events = table.do("draw_card Ben").events
        assert GAME.narrate(state, events[-1], "judge") == f"hand 2 begins: {who}"
