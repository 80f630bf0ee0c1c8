"""The narration of each kind of event in each of its cases, and the viewpoints to which a hidden card is named (B1, G19)."""

from functools import cache

import pytest
from msgspec.structs import replace

from domain.cards import Token, token_id
from domain.games.robin_in_the_hood import GAME
from domain.games.robin_in_the_hood.events.base import RobinEvent
from domain.games.robin_in_the_hood.events.battles import SkillLevelsDetermined
from domain.games.robin_in_the_hood.events.placements import (
    CharacterPlaced,
    ModifierPlayed,
    PlacementsRevealed,
    ShownChoice,
)
from domain.games.robin_in_the_hood.events.record import Adjusted, CardRevealed
from domain.games.robin_in_the_hood.events.rounds import (
    AnteAwarded,
    CardDrawn,
    CharacterAdvanced,
    HandEnded,
    RoundDrawn,
    RoundWon,
    TournamentWon,
)
from domain.games.robin_in_the_hood.events.setup import HandStarted, PlayingHandDrawn, TournamentOpened
from domain.games.robin_in_the_hood.options import Options
from domain.games.robin_in_the_hood.state import Adjustment, Level, State
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from tests.games.robin_in_the_hood.tables import playing

ANN, BEN = 0, 1
TOKENS = tuple(Token(token_id(ANN, number), card) for number, card in enumerate(("alys", None, "bram"), start=1))


@cache
def position() -> State:
    """Hand 1 of round 1."""
    return playing().state


def told(event: RobinEvent, viewpoint: Viewpoint = SPECTATOR) -> str:
    return GAME.narrate(position(), event, viewpoint)


def level(card: str, final: int, *adjustments: Adjustment) -> Level:
    return Level(player=ANN, stage="weapons", card=card, base=4, final=final, adjustments=adjustments)


def placed(order: str, stage: str = "agility") -> CharacterPlaced:
    return CharacterPlaced(
        player=ANN,
        token=TOKENS[0].id,
        card="alys",
        character="Alys",
        order=order,  # type: ignore[arg-type]
        stage=stage,  # type: ignore[arg-type]
    )


def modifier(order: str) -> ModifierPlayed:
    return ModifierPlayed(player=ANN, token=TOKENS[0].id, card="market_day", duration="lasting", order=order)  # type: ignore[arg-type]


def shown(zone: str, to: str) -> CardRevealed:
    return CardRevealed(player=ANN, zone=zone, token=TOKENS[0].id, card="alys", to=to)  # type: ignore[arg-type]


def advanced(*, pushed: bool) -> CharacterAdvanced:
    return CharacterAdvanced(
        player=ANN, token=TOKENS[0].id, card="alys", from_stage="agility", to_stage="weapons", pushed=pushed
    )


def opened(**options: object) -> TournamentOpened:
    return TournamentOpened(players=("Ann", "Ben"), options=Options(**options))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (SkillLevelsDetermined(levels=()), "the stages are empty: the battle is skipped"),
        (SkillLevelsDetermined(levels=(level("alys", 4),)), "the levels are Alys 4 on Weapons"),
        (SkillLevelsDetermined(levels=(level("alys", 4), level("bram", 4))),
         "the levels are Alys 4 on Weapons and Bram 4 on Weapons"),
        (
            SkillLevelsDetermined(
                levels=(level("alys", 3, Adjustment("market_day", "modifier", 2), Adjustment("", "manual", -3)),)
            ),
            "the levels are Alys 4 +2 (Market Day) -3 (by hand) = 3 on Weapons",
        ),
        (placed("first"), "Ann places Alys"),
        (placed("second", "weapons"), "Ann places Alys on Weapons"),
        (modifier("second"), "Ann plays the modifier Market Day"),
        (PlacementsRevealed(cards=()), "the cards are shown: none"),
        (
            PlacementsRevealed(
                cards=(ShownChoice(player=ANN, token=1, card="alys"), ShownChoice(player=BEN, token=2, card="kit"))
            ),
            "the cards are shown: Ann's Alys and Ben's Kit",
        ),
        (shown("playing_hand", "all"), "Alys of Ann's playing hand is shown"),
        (Adjusted(reason="miscounted", changes=()), "the record is adjusted (0 changes): miscounted"),
        (RoundWon(player=ANN), "Ann has all four stages and wins round 1"),
        (RoundDrawn(reason="draw_pile_empty"), "round 1 is drawn: a Draw pile is empty"),
        (advanced(pushed=False), "Ann's Alys advances to Weapons"),
        (advanced(pushed=True), "Ann's Alys is pushed to Weapons"),
        (HandEnded(), "hand 1 ends; both place at once next"),
        (HandEnded(agility_winner=BEN), "hand 1 ends; Ben places first next"),
        (TournamentWon(winner=ANN, scores=(3, 1)), "Ann wins the tournament 3-1"),
        (TournamentWon(winner=BEN, scores=(2, 3)), "Ben wins the tournament 3-2"),
        (TournamentWon(winner=BEN, scores=(2, 0), reason="concession"), "Ben wins the tournament by concession, 0-2"),
        (AnteAwarded(player=ANN, cards=("alys", "kit")), "Ann takes Alys and Kit home"),
        (opened(victories_to_win=1), "Ann and Ben play to 1 victory with 10 Active cards"),
        (opened(victories_to_win=3, modifiers=True, ante=True, active_count=12),
         "Ann and Ben play to 3 victories with 12 Active cards, with modifiers, with an ante"),
        (HandStarted(hand_no=2), "hand 2 begins: both place at once"),
        (HandStarted(hand_no=2, order=BEN), "hand 2 begins: Ben places first"),
    ],
)  # fmt: skip
def test_an_event_in_words(event: RobinEvent, line: str) -> None:
    """Numbers, one or many, whose it is, and what was said of it; what is left out leaves no gap."""
    assert told(event) == line


@pytest.mark.parametrize(
    ("event", "open_line", "hidden_line"),
    [
        (placed("simultaneous"), "Ann lays Alys face down", "Ann lays a card face down"),
        (modifier("simultaneous"), "Ann lays Market Day face down", "Ann lays a card face down"),
        (shown("playing_hand", "owner"), "Alys of Ann's playing hand is looked at by Ann",
         "a card of Ann's playing hand is looked at by Ann"),
        (shown("playing_hand", "nobody"), "Alys of Ann's playing hand is put on record",
         "a card of Ann's playing hand is put on record"),
        (shown("draw_pile", "owner"), "Alys of Ann's Draw pile is looked at by Ann",
         "a card of Ann's Draw pile is looked at by Ann"),
        (CardDrawn(player=ANN, token=TOKENS[0].id, card="alys"), "Ann draws Alys", "Ann draws a card"),
        (PlayingHandDrawn(player=ANN, cards=TOKENS), "Ann draws Alys, ?? and Bram", "Ann draws 3 cards"),
    ],
)  # fmt: skip
def test_a_hidden_card_is_named_to_those_who_may_know_it(event: RobinEvent, open_line: str, hidden_line: str) -> None:
    """RH-Q27, RH-Q28: its player and the judge hear its name, the others that there is a card."""
    assert [told(event, viewpoint) for viewpoint in (ANN, JUDGE)] == [open_line] * 2
    assert [told(event, viewpoint) for viewpoint in (BEN, SPECTATOR)] == [hidden_line] * 2


@pytest.mark.parametrize("phase", ["between_rounds", "finished"])
def test_after_the_last_hand_of_a_round_nobody_places(phase: str) -> None:
    """RH-E07: a round comes next, or the end."""
    state = replace(position(), phase=phase)
    assert GAME.narrate(state, HandEnded(agility_winner=BEN), SPECTATOR) == "hand 1 ends"


@pytest.mark.parametrize(
    ("event", "knowing", "open_line", "hidden_line"),
    [
        (shown("playing_hand", "opponent"), {ANN, BEN, JUDGE}, "Alys of Ann's playing hand is shown to Ben",
         "a card of Ann's playing hand is shown to Ben"),
        (shown("dead_cards", "opponent"), {BEN, JUDGE}, "Alys of Ann's Dead Cards is shown to Ben",
         "a card of Ann's Dead Cards is shown to Ben"),
        (shown("dead_cards", "nobody"), {JUDGE}, "Alys of Ann's Dead Cards is put on record",
         "a card of Ann's Dead Cards is put on record"),
    ],
)  # fmt: skip
def test_a_card_that_is_shown_is_named_to_those_who_see_it(
    event: CardRevealed, knowing: set[Viewpoint], open_line: str, hidden_line: str
) -> None:
    """RH-Q27: the viewpoints that are shown the card, its owner if permitted, and the judge."""
    for viewpoint in (ANN, BEN, JUDGE, SPECTATOR):
        assert told(event, viewpoint) == (open_line if viewpoint in knowing else hidden_line)


def test_cards_that_nobody_knows_are_counted() -> None:
    """Unknown cards have no names for their player and the judge either."""
    for viewpoint in (ANN, JUDGE):
        assert told(PlayingHandDrawn(player=ANN, cards=TOKENS[1:2]), viewpoint) == "Ann draws 1 card"
        assert told(CardDrawn(player=ANN, token=TOKENS[1].id), viewpoint) == "Ann draws a card"
