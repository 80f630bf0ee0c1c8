"""The battles on all stages (RH-B01 to RH-B12, RH-C01)."""

from collections.abc import Iterator

from msgspec import Struct

from domain.cards import SeatIndex
from domain.games.robin_in_the_hood.commands.base import RobinCommand, wrong_phase
from domain.games.robin_in_the_hood.events.base import RobinBuffer
from domain.games.robin_in_the_hood.events.battles import CharacterDefeated, SkillLevelsDetermined, StageDrawn, StageWon
from domain.games.robin_in_the_hood.levels import Battle, battles_of, levels_of, removed_modifiers
from domain.games.robin_in_the_hood.round_end import reveal_choices
from domain.games.robin_in_the_hood.state import STAGE_INDEX, Stage, State, other
from domain.rules import Violation, impossible
from domain.seats import seat_name


class StageResult(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The announced winner of a stage; `None` for a draw or without a battle."""

    stage: Stage
    winner: SeatIndex | None = None


class ResolveBattles(RobinCommand, frozen=True, kw_only=True, tag="resolve_battles"):
    """Compare the levels on every stage."""

    title = "Resolve the battles"
    announced: tuple[StageResult, ...] = ()
    """The results that the players announced; they are checked. Omitted stages are as computed."""
    rules = ("RH-B07", "RH-B08", "RH-B09", "RH-B10", "RH-B11", "RH-T02", "RH-T03")

    def seats(self) -> tuple[int | None, ...]:
        return tuple([result.winner for result in self.announced])

    def validate(self, state: State) -> Iterator[Violation]:
        if state.phase == "placing":
            for seat, player in enumerate(state.players):
                if not player.chosen:
                    yield Violation("RH-T03", f"{seat_name(state.seats, seat)} has not placed a card, and may not pass")
        elif state.phase != "battles":
            yield wrong_phase(state, "battles follow the placements, once in a hand")
        elif self.announced:
            yield from self._check_announced(state)

    def _check_announced(self, state: State) -> Iterator[Violation]:
        for event in removed_modifiers(state):
            state = event.evolve(state)
        levels = levels_of(state)
        computed = {battle.stage: battle for battle in battles_of(state, levels)}
        if len({said.stage for said in self.announced}) != len(self.announced):
            yield impossible("RH-B10", "a stage has one result; one is announced twice")
        for said in self.announced:
            battle = computed.get(said.stage)
            if said.winner == (battle.winner if battle is not None else None):
                continue
            scores = {level.player: level.final for level in levels if level.stage == said.stage}
            found = ", ".join(f"{seat_name(state.seats, seat)} {scores[seat]}" for seat in sorted(scores))
            announced = seat_name(state.seats, said.winner) if said.winner is not None else "a draw"
            text = f"{said.stage.capitalize()}: {found or 'empty'}{_why(state, battle)}; announced {announced}"
            yield Violation(_rule_of(battle), text)

    def resolve(self, out: RobinBuffer) -> None:
        reveal_choices(out)
        out.add(*removed_modifiers(out.state))
        levels = levels_of(out.state)
        battles = battles_of(out.state, levels, {said.stage: said.winner for said in self.announced})
        out.add(SkillLevelsDetermined(levels=levels))
        for battle in battles:
            if battle.winner is None:
                out.add(StageDrawn(stage=battle.stage))
            else:
                out.add(StageWon(stage=battle.stage, player=battle.winner, how=battle.how))
        for battle in battles:
            if battle.loser is not None:
                token = out.state.players[battle.loser].stages[STAGE_INDEX[battle.stage]]
                assert token is not None
                assert token.card is not None
                out.add(CharacterDefeated(player=battle.loser, stage=battle.stage, token=token.id, card=token.card))


def _why(state: State, battle: Battle | None) -> str:
    """Return the reason if a stage is won without a comparison; empty otherwise."""
    if battle is None or battle.winner is None or battle.how not in ("empty", "modifier"):
        return ""
    winner, beaten = (seat_name(state.seats, seat) for seat in (battle.winner, other(battle.winner)))
    if battle.how == "modifier":
        return f", and {beaten} chose a modifier: the character of {winner} wins whatever its level"
    return f", and {beaten} has no character there: {winner} wins"


def _rule_of(battle: Battle | None) -> str:
    if battle is None:
        return "RH-B10"
    if battle.winner is None:
        return "RH-B08"
    return {"level": "RH-B07", "empty": "RH-B09", "modifier": "RH-B11"}[battle.how]
