"""Tables that do not keep to the rules: whatever is recorded as played, the record goes on."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from domain.game import Command, evolve_all
from domain.games.robin_in_the_hood import GAME
from domain.games.robin_in_the_hood.changes import (
    ChangeLevel,
    ChangeVictories,
    EffectChange,
    MoveCard,
    SetOrder,
    TakeModifier,
)
from domain.games.robin_in_the_hood.commands.battles import ResolveBattles, StageResult
from domain.games.robin_in_the_hood.commands.hand_end import DrawCard, EndHand, StageMove
from domain.games.robin_in_the_hood.commands.placements import PlaceCard, PlaceCharacter, PlayModifier
from domain.games.robin_in_the_hood.commands.record import Adjust, ConcedeTournament, ResolveCardEffect, RevealCard
from domain.games.robin_in_the_hood.commands.rounds import (
    DeclareActiveSet,
    DrawPlayingHand,
    ShuffleDrawPile,
    StartRound,
)
from domain.games.robin_in_the_hood.commands.setup import ChangeOption
from domain.games.robin_in_the_hood.options import Options
from domain.games.robin_in_the_hood.state import ZONES, Stage, State
from domain.options import choices_of
from tests.campaigns import some
from tests.games.robin_in_the_hood.tables import ANN, BEN, CATALOGUE, Table, declared

CARDS = [record.card_id for record in CATALOGUE]
STAGES: tuple[Stage, ...] = ("agility", "weapons", "strength", "endurance")


def any_change(rng: Random) -> EffectChange:
    """Any change by hand."""
    seat, card, zone = rng.randrange(2), rng.choice([*CARDS, *ANN, *BEN, "??", "#1-03", "#2-07"]), rng.choice(ZONES)
    bottom = zone == "draw_pile" and rng.random() < 0.5
    return rng.choice(
        [
            MoveCard(player=seat, card=card, from_zone=rng.choice(ZONES), to_zone=zone, bottom=bottom),
            ChangeLevel(player=seat, stage=rng.choice(STAGES), amount=rng.randint(-5, 5)),
            TakeModifier(player=seat, card=card),
            ChangeVictories(player=seat, amount=rng.choice([-1, 1])),
        ]
    )


def anything(rng: Random) -> Command:
    """Any command of a table that knows no rules."""
    seat, card = rng.randrange(2), rng.choice([*CARDS, *ANN, *BEN, "??", "#1-03", "#2-07"])
    stage = rng.choice(STAGES)
    change = any_change(rng)
    moves = (StageMove(player=seat, from_stage=stage, to_stage=rng.choice(STAGES)),)
    result = rng.choice([None, "goes_on", "won", "drawn"])
    return rng.choice(
        [
            PlaceCard(player=seat, card=card),
            PlaceCharacter(player=seat, card=card, stage=stage),
            PlayModifier(player=seat, card=card),
            ResolveBattles(announced=(StageResult(stage=stage, winner=rng.choice([None, 0, 1])),)),
            EndHand(moves=rng.choice([None, moves]), result=result, winner=rng.choice([None, seat])),
            DrawCard(player=seat, card=card),
            DrawPlayingHand(player=seat),
            ShuffleDrawPile(player=seat),
            StartRound(),
            RevealCard(player=seat, zone=rng.choice(ZONES), card=card, to=rng.choice(["all", "owner", "nobody"])),
            ResolveCardEffect(player=seat, card=card, text="as printed", changes=(change,)),
            Adjust(reason="as it lay", changes=(change, SetOrder(first=rng.choice([None, seat])))),
            ChangeOption(
                name=(name := rng.choice([*choices_of(Options)])), value=rng.choice(choices_of(Options)[name])
            ),
            DeclareActiveSet(player=seat, cards=rng.choice([None, tuple(ANN), tuple(BEN)])),
        ]
    )


def careless(seed: int) -> Iterator[tuple[State, Command, State]]:
    """A table that plays by the rules half of the time; what is impossible is left out."""
    rng = Random(seed)
    table: Table = declared("modifiers=yes victories_to_win=9", [] if seed % 3 else None, None)
    for _ in range(250):
        before = table.state
        legal = tuple(command for command in GAME.legal(before) if not isinstance(command, ConcedeTournament))
        command = anything(rng) if not legal or rng.random() < 0.5 else rng.choice(legal)
        if any(violation.impossible for violation in GAME.check(before, command)):
            continue
        table.state = evolve_all(GAME, before, GAME.resolve(before, command))
        yield before, command, table.state


@pytest.mark.parametrize("seed", some(range(40), 10))
def test_careless_tables(seed: int) -> None:
    """RH-T02: what is possible is recorded, no card is lost or doubled, no stage holds two, and every view can be drawn."""
    for before, command, after in careless(seed):
        assert GAME.card_counts(after) == GAME.card_counts(before), command
        tokens = [token for player in after.players for token in _all_tokens(player)]
        assert len(tokens) == len(set(tokens)), command
        for viewpoint in (0, 1, "judge", "spectator"):
            assert msgspec.json.encode(GAME.board(after, viewpoint))
            assert GAME.redact(before, command, viewpoint)
            state = before
            for event in GAME.resolve(before, command):
                assert GAME.narrate(state, event, viewpoint)
                state = GAME.evolve(state, event)


@pytest.mark.parametrize("seed", some(range(40), 10))
def test_offers_to_careless_tables(seed: int) -> None:
    """RH-T02: whatever happened before, the commands that are offered are legal."""
    for _, _, after in careless(seed):
        for offered in GAME.legal(after):
            assert GAME.check(after, offered) == (), offered


def _all_tokens(player: object) -> Iterator[int]:
    for zone in ("playing_hand", "draw_pile", "dead_cards"):
        yield from (token.id for token in getattr(player, zone))
    yield from (token.id for token in player.stages if token is not None)
    yield from (modifier.token for modifier in player.modifier_pile)
    yield from (choice.token for choice in player.chosen if choice.hidden)
