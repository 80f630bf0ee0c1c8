"""One action as it unfolds: the shared course, with the steps that several commands of this game take."""

from msgspec import Struct

from domain.cards import CardRef, Token
from domain.games.frc_tcg import effects
from domain.games.frc_tcg.cards.records import COUNTER_HP
from domain.games.frc_tcg.commands.plays import PrizePick
from domain.games.frc_tcg.events.base import TcgEvent
from domain.games.frc_tcg.events.combat import (
    DamageTaken,
    HpRestored,
    MaxHpChanged,
)
from domain.games.frc_tcg.events.plays import CardRevealed
from domain.games.frc_tcg.references import hand_card
from domain.games.frc_tcg.state import (
    Placed,
    State,
    stack_of,
)
from domain.unfolding import Course


class Cause(Struct, frozen=True):
    """What an action's defeats are put down to (TCG-X03)."""

    by: int
    """Seat whose attack or card it is."""
    attack: bool = False
    attacked: int | None = None
    """Owner of the first robot attacked, who captures for recoil among three or more players."""
    picks: tuple[PrizePick, ...] = ()


class Progress(Course[State, TcgEvent]):
    """The course of one action of this game."""

    __slots__ = ()

    def __init__(self, state: State) -> None:
        super().__init__(state)

    def from_hand(self, seat: int, text: CardRef) -> Token:
        """The hand card that a play names; an unknown one is revealed first."""
        player = self.state.players[seat]
        token = hand_card(player, text)
        assert token is not None
        assert token.card is not None
        if Token(token.id) in player.pit:
            self.add(CardRevealed(player=seat, token=token.id, card=token.card))
        return token

    def damage(self, placed: Placed, amount: int, by: int, *, attack: bool = False) -> None:
        """Takes HP off a robot, never under 0 (TCG-C05)."""
        now = stack_of(self.state, placed.stack.key)
        if now is None:
            return
        lost = max(0, min(amount, now.stack.hp))
        hp = now.stack.hp - lost
        self.add(DamageTaken(owner=now.seat, robot=now.stack.key, amount=lost, hp=hp, by=by, attack=attack))

    def heal(self, placed: Placed, amount: int) -> None:
        """Gives HP back, up to the maximum (TCG-X08)."""
        now = stack_of(self.state, placed.stack.key)
        if now is None:
            return
        gain = max(0, min(amount, now.stack.max_hp - now.stack.hp))
        self.add(HpRestored(owner=now.seat, robot=now.stack.key, amount=gain, hp=now.stack.hp + gain))

    def refresh_max_hp(self) -> None:
        """Brings every robot's maximum in line with the effects that last: counters rise with it, or come off (TCG-X07)."""
        state = self.state
        modified = [effect for effect in state.lasting if effect.kind == "max_hp"]
        for seat, player in enumerate(state.players):
            for stack in player.alliance:
                if not modified and COUNTER_HP <= stack.levels[-1].hp == stack.max_hp:
                    continue
                maximum = effects.max_hp(state, seat, stack)
                if maximum == stack.max_hp:
                    continue
                raised = stack.hp + maximum - stack.max_hp
                hp = raised if maximum > stack.max_hp else min(stack.hp, maximum)
                self.add(MaxHpChanged(owner=seat, robot=stack.key, hp=hp, max_hp=maximum))
