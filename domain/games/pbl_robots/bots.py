"""Players of simulated matches: one that plays at random, one that plays to win."""

from collections.abc import Sequence
from random import Random

from domain.capabilities import Bot
from domain.games.pbl_robots.cards import SLOT_INDEX
from domain.games.pbl_robots.commands.attacks import DeclareAttack, WithdrawAttack, target_of
from domain.games.pbl_robots.commands.base import PblCommand
from domain.games.pbl_robots.commands.builds import BuildArmor, BuildHangar, PlayCrew, PlayExpertPilot
from domain.games.pbl_robots.commands.cards import BlastCrew, PickArmor, PlayAction
from domain.games.pbl_robots.commands.combat import AddBombs, AddShields, ConcedeCombat, UseStorageBombs
from domain.games.pbl_robots.commands.decks import PassPile, TakePile
from domain.games.pbl_robots.commands.turns import AnnounceEnd, ArrangeDeck, PassMove, Resign
from domain.games.pbl_robots.numbers import active_limbs, attack_of, base_stats, defense_of
from domain.games.pbl_robots.progress import to_act
from domain.games.pbl_robots.state import Combat, State

DIE = 3.5
"""Expected value of a die."""


class RandomBot:
    """Plays any legal command except a resignation. It chooses the kind of command first, because attacks, with one command
    for each pair of limbs, would otherwise crowd out builds."""

    def choose(self, state: State, commands: Sequence[PblCommand], rng: Random) -> PblCommand:
        """Return a random command of a random kind."""
        del state
        kinds = sorted({type(command) for command in commands} - {Resign}, key=lambda kind: kind.__name__)
        wanted = rng.choice(kinds)
        return rng.choice([command for command in commands if type(command) is wanted])


class StrikerBot:
    """Attacks where the odds are best, builds cards that add dice, and throws bombs while they can turn a combat."""

    def choose(self, state: State, commands: Sequence[PblCommand], rng: Random) -> PblCommand:
        """Return the most valuable command of the player to act; among equal ones, a random one."""
        seat = to_act(state)
        mine = [command for command in commands if command.acting_seat(state) == seat] or list(commands)
        scored = [(self._worth(state, command), rng.random(), command) for command in mine]
        return max(scored, key=lambda one: one[:2])[2]

    def _worth(self, state: State, command: PblCommand) -> float:
        match command:
            case DeclareAttack():
                return self._attack(state, command)
            case BuildArmor() | PlayCrew() | BuildHangar() | PlayExpertPilot():
                return self._build(state, command)
            case AddBombs() | AddShields() | UseStorageBombs():
                return self._addition(state, state.combat)
            case PlayAction() | BlastCrew():
                return self._effect(state, command)
            case TakePile():
                draft = state.draft
                return 0.0 if draft is None else draft.piles[draft.at_pile - 1].count - 3.0
            case ConcedeCombat() | PassPile():
                return 0.0
            case WithdrawAttack() | AnnounceEnd() | PassMove() | PickArmor() | Resign():
                return -2.0
            case ArrangeDeck():
                return -9.0
            case _:
                return -1.0

    def _attack(self, state: State, command: DeclareAttack) -> float:
        side = command.acting_side(state)
        target = target_of(state, side, command.target)
        attacker, defender = state.sides[side], state.sides[target]
        attack = base_stats(attacker)[0] + attack_of(attacker.slots[SLOT_INDEX[command.limb]])
        defense = base_stats(defender)[1] + defense_of(defender.slots[SLOT_INDEX[command.slot]])
        edge = (attack - defense) * DIE + min(5, command.bombs or 0) * 0.5
        last = 6.0 if active_limbs(defender) == 1 else 0.0
        return edge + last - (6.0 if "shoulder" in command.slot else 0.0) + 1.0

    def _build(self, state: State, command: PblCommand) -> float:
        hurry = 2.0 if state.turn.number > 40 else 0.0
        card: str = getattr(command, "card", "")
        record = state.catalogue.get(card)
        worth: int = getattr(record, "attack", 0) * 2 + getattr(record, "defense", 0)
        return 1.0 + worth - hurry

    def _addition(self, state: State, combat: Combat | None) -> float:
        if combat is None:
            return -1.0
        gap = abs(combat.attack_total - combat.defense_total)
        side = state.sides[combat.target]
        desperate = combat.behind == combat.target and active_limbs(side) <= 2
        return 1.0 if gap <= (12 if desperate else 5) else -1.0

    def _effect(self, state: State, command: PlayAction | BlastCrew) -> float:
        combat = state.combat
        if combat is None:
            return 0.5 if not command.to else -3.0
        side = command.acting_side(state)
        helping = "attack" if side == combat.attacker else "defense"
        return 2.0 if combat.rolled and combat.behind == side and command.to in ("", helping) else -3.0


BOTS: dict[str, Bot[State, PblCommand]] = {"random": RandomBot(), "striker": StrikerBot()}
