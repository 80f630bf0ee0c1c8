"""Commands of every kind with arbitrary contents: what a tired scorekeeper, or nobody at all, would enter."""

from collections.abc import Callable
from random import Random
from typing import get_args

from domain.cards import format_token
from domain.games.frc_card_game import changes as ch
from domain.games.frc_card_game.cards import PHASES, RECORDS, type_of
from domain.games.frc_card_game.commands.base import FrcCommand
from domain.games.frc_card_game.commands.by_hand import Adjust, DeclarePosition, ResolveCardEffect, RetireCard
from domain.games.frc_card_game.commands.plays import PlayEvent, PlayMentor, PlayRobot, PlayStudent, SwitchPosition
from domain.games.frc_card_game.commands.scoring import ChooseRetiredStudent, Observed, Score
from domain.games.frc_card_game.commands.setup import DrawOpeningHand, FlipCoin, PlayTeamCard
from domain.games.frc_card_game.commands.turns import (
    AdvancePhase,
    Concede,
    DiscardToHandLimit,
    DrawCard,
    EndTurn,
    RevealCard,
)
from domain.games.frc_card_game.position import DeclaredRobot, DeclaredSide
from domain.games.frc_card_game.state import Place, State
from domain.games.frc_card_game.zones import all_cards, robots_of

_FITS: dict[str, Place] = {
    "team": "team_slot",
    "student": "student_body",
    "mentor": "mentor_event_slots",
    "event": "mentor_event_slots",
    "robot": "robot_slots",
}


def kind_of(state: State, card: str) -> str:
    """`student`, `robot` …"""
    record = state.catalogue.get(card)
    assert isinstance(record, RECORDS)
    return type_of(record)


class Wild:
    """Makes commands out of whatever is on the table, in the catalogue, or nowhere."""

    def __init__(self, state: State, rng: Random) -> None:
        self.state = state
        self.rng = rng
        self.tokens = [found.token for found in all_cards(state)]
        self.ids = [record.card_id for record in state.catalogue]

    def ref(self) -> str:
        """A card reference, mostly of something that is there."""
        kind = self.rng.random()
        if kind < 0.45 and self.tokens:
            token = self.rng.choice(self.tokens)
            return token.card or format_token(token.id)
        if kind < 0.6 and self.tokens:
            token = self.rng.choice(self.tokens)
            return format_token(token.id) + (f"={self.rng.choice(self.ids)}" if self.rng.random() < 0.3 else "")
        if kind < 0.9:
            return self.rng.choice(self.ids) + self.rng.choice(["", "", "#2", "#9"])
        return self.rng.choice(["??", "#9-99", "nobody", "#1-01=nobody"])

    def refs(self, most: int = 4) -> tuple[str, ...]:
        return tuple(self.ref() for _ in range(self.rng.randint(0, most)))

    def seat(self) -> int | None:
        return self.rng.choice([None, None, None, 0, 1, 0, 1, 2, -1])

    def some_seat(self) -> int:
        return self.rng.choice([0, 1, 0, 1, 0, 1, 7])

    def slot(self) -> int | None:
        return self.rng.choice([None, None, None, 0, 1, 2, 3, 5, 6])

    def change(self) -> ch.EffectChange:
        """One change of an effect."""
        rng, robot = self.rng, self.robot()
        until = rng.choice(["end_of_turn", "turns", "while_source_on_field", "permanent"])
        turns = rng.choice([1, 1, 2, 3])
        makers: list[Callable[[], ch.EffectChange]] = [
            lambda: ch.ChangePoints(player=self.some_seat(), delta=rng.choice([0, rng.randint(-900, 900)])),
            lambda: ch.DrawCards(player=self.some_seat(), cards=self.refs(3)),
            lambda: ch.ShowCard(card=self.ref(), player=self.some_seat(), to=self.seat()),
            lambda: ch.SwitchRobot(robot=robot, player=self.seat()),
            lambda: ch.ChangeStat(
                robot=robot,
                stat="offense",
                delta=rng.randint(-2, 2) * 300,
                until=until,
                turns=turns,
                player=self.seat(),
            ),
            lambda: ch.ChangeScoring(
                robot=robot,
                ability=rng.choice(["may_score", "may_not_score", "extra_attempts"]),
                until=until,
                turns=turns,
            ),
            lambda: ch.ChangeAllowance(
                player=self.some_seat(),
                what=rng.choice(["student_plays", "draw_phase_draws"]),
                delta=rng.randint(-2, 2),
                until=until,
                turns=turns,
            ),
            lambda: ch.SkipPhase(
                player=self.some_seat(), phase=rng.choice(PHASES[:4]), turn=rng.choice([None, self.state.turn + 1])
            ),
            lambda: ch.ShuffleDeck(player=self.some_seat()),
            lambda: ch.RandomResult(kind="coin", value=rng.choice(["heads", "heads", ""])),
            lambda: ch.Note(text=rng.choice(["so it is", " "])),
        ]
        return self.move() if rng.random() < 0.5 else rng.choice(makers)()

    def robot(self) -> str:
        """A reference of a robot on the field, if there is one."""
        robots = [robot.card for player in self.state.players for robot in robots_of(player)]
        return self.rng.choice(robots) if robots and self.rng.random() < 0.8 else self.ref()

    def move(self) -> ch.MoveCard:
        """A card goes somewhere: mostly one that is there, out of where it is, to a place for its kind."""
        rng, places = self.rng, get_args(Place)
        if rng.random() < 0.3:
            return ch.MoveCard(
                card=self.ref(),
                to=rng.choice(places),
                origin=rng.choice([None, *places]),
                owner=self.seat(),
                player=self.seat(),
                slot=self.slot(),
                robot=rng.choice([None, self.robot()]),
                position=rng.choice(["offensive", "defensive"]),
            )
        found = rng.choice(list(all_cards(self.state)))
        named = found.token.card or rng.choice(self.ids)
        card = rng.choice([named, format_token(found.token.id), f"{format_token(found.token.id)}={named}"])
        to: Place = rng.choice(
            ["deck_top", "deck_bottom", "deck", "hand", "retirement_pile", _FITS[kind_of(self.state, named)]]
        )
        to = "drive_team" if to == "student_body" and rng.random() < 0.5 else to
        return ch.MoveCard(
            card=card,
            to=to,
            origin=rng.choice([None, found.place, "hand", "deck", "deck_top"]),
            player=rng.choice([None, None, 0, 1]),
            slot=self.slot() if to in ("robot_slots", "mentor_event_slots") else None,
            robot=self.robot() if to == "drive_team" else None,
        )

    def changes(self) -> tuple[ch.EffectChange, ...]:
        return tuple(self.change() for _ in range(self.rng.randint(0, 3)))

    def adjustment(self) -> ch.AnyChange:
        """One change of an adjustment."""
        rng = self.rng
        makers: list[Callable[[], ch.AnyChange]] = [
            self.change,
            lambda: ch.SetPhase(player=self.some_seat(), phase=rng.choice(PHASES)),
            lambda: ch.SetAttempts(robot=self.ref(), used=rng.randint(0, 2)),
            lambda: ch.SetDrawsOwed(owed=rng.randint(0, 3)),
            lambda: ch.SetStudentPlays(used=rng.randint(0, 3)),
        ]
        return rng.choice(makers)()

    def command(self) -> FrcCommand:
        """A command of any kind."""
        rng = self.rng
        position = rng.choice(["offensive", "defensive", "offensive", "defensive", None])
        observed = Observed(
            outcome=rng.choice(["tied", "direct", "target_retired", "attacker_retired"]), points_lost=90
        )
        makers: list[Callable[[], FrcCommand]] = [
            lambda: PlayTeamCard(player=self.some_seat(), card=self.ref()),
            lambda: DrawOpeningHand(player=self.some_seat(), cards=self.refs(5)),
            lambda: FlipCoin(first_player=self.some_seat(), caller=self.seat(), call="heads", face="tails"),
            lambda: DrawCard(card=self.ref(), player=self.seat()),
            lambda: AdvancePhase(to=rng.choice([None, *PHASES]), player=self.seat()),
            lambda: PlayStudent(card=self.ref(), player=self.seat()),
            lambda: PlayMentor(card=self.ref(), slot=self.slot(), player=self.seat()),
            lambda: PlayEvent(card=self.ref(), slot=self.slot(), changes=self.changes(), player=self.seat()),
            lambda: PlayRobot(card=self.ref(), students=self.refs(3), position=position, slot=self.slot()),
            lambda: SwitchPosition(robot=self.ref(), to=rng.choice(["offensive", "defensive"]), player=self.seat()),
            lambda: Score(
                robot=self.ref(),
                target=rng.choice([None, self.ref()]),
                retired_student=rng.choice([None, self.ref()]),
                observed=rng.choice([None, observed]),
                player=self.seat(),
            ),
            lambda: ChooseRetiredStudent(student=self.ref(), robot=rng.choice([None, self.ref()]), player=self.seat()),
            lambda: ResolveCardEffect(source=self.ref(), changes=self.changes(), player=self.seat()),
            lambda: RetireCard(card=self.ref(), player=self.seat()),
            lambda: RevealCard(card=self.ref(), to=self.seat(), player=self.seat()),
            lambda: DiscardToHandLimit(cards=self.refs(), player=self.seat()),
            lambda: EndTurn(discards=self.refs(2), player=self.seat()),
            lambda: Concede(player=self.seat()),
            lambda: Adjust(reason="so it lay", changes=tuple(self.adjustment() for _ in range(rng.randint(0, 2)))),
            lambda: self.declaration(),
        ]
        return rng.choice(makers)()

    def declaration(self) -> DeclarePosition:
        """A declared position, mostly one that adds up."""
        rng = self.rng
        sides = []
        for player in self.state.players:
            body = self.refs(2)
            robots = tuple(
                DeclaredRobot(card=self.ref(), position="offensive", drive_team=self.refs(1))
                for _ in range(rng.choice([0, 0, 0, 1, 4]))
            )
            used = len(body) + sum(1 + len(r.drive_team) for r in robots)
            hand = rng.randint(0, 9)
            sides.append(
                DeclaredSide(
                    points=rng.randint(-10, 4000),
                    deck=player.deck_size - used - hand + rng.choice([0, 0, 0, 1]),
                    hand=hand,
                    student_body=body,
                    robots=robots,
                )
            )
        return DeclarePosition(
            turn=rng.randint(0, 9), turn_player=self.some_seat(), phase=rng.choice(PHASES), sides=tuple(sides)
        )
