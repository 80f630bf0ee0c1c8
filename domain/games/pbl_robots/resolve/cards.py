"""Actions, blasts, picks, effects entered by hand, adjustments and declared positions."""

from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.actors import acting_seat
from domain.games.pbl_robots.cards import CardFilter
from domain.games.pbl_robots.events.builds import StorageBombAdded
from domain.games.pbl_robots.events.combat import ResponseAllowed
from domain.games.pbl_robots.events.effects import (
    ActionPlayed,
    ActionResolved,
    CardEffectResolved,
    CrewBlasted,
    PickUsed,
)
from domain.games.pbl_robots.events.ending import Adjusted
from domain.games.pbl_robots.events.turns import OwedSettled
from domain.games.pbl_robots.resolve.base import Work, card_of, take_from_hand
from domain.games.pbl_robots.resolve.changes import apply_changes
from domain.games.pbl_robots.resolve.effects import Cause, apply_effects, search


def play_action(work: Work, command: c.PlayAction) -> None:
    """An action leaves the hand and does what it says, or waits for `resolve_effect`."""
    seat = acting_seat(work.state, command)
    token = take_from_hand(work, seat, command.card)
    if token is None or token.card is None:
        return
    card = work.state.catalogue.get(token.card)
    if work.state.action is not None:  # recorded as played, although the action before was not resolved yet
        work.add(ActionResolved(card=work.state.action.card))
    by_hand = not any(e.trigger in ("action", "on_play") for e in getattr(card, "effects", ()))
    work.add(ActionPlayed(seat=seat, token=token.id, card=token.card, by_hand=by_hand))
    combat, side = work.state.combat, work.state.seats[seat].side
    if combat is not None and not combat.attack_rolled and side != combat.attacker:
        work.add(ResponseAllowed(side=combat.attacker))
    cause = Cause(seat, token.card, "action", command)
    apply_effects(work, cause, "action")
    apply_effects(work, cause, "on_play")


def resolve_effect(work: Work, command: c.ResolveEffect) -> None:
    action = work.state.action
    seat = action.seat if action is not None and command.player is None else acting_seat(work.state, command)
    if work.state.owed and work.state.owed[0].kind != "draw":
        work.add(OwedSettled(n=work.state.owed[0].n))
    work.add(CardEffectResolved(source=card_of(command.source) or "", note=command.note))
    apply_changes(work, seat, command.changes)


def blast_crew(work: Work, command: c.BlastCrew) -> None:
    seat = acting_seat(work.state, command)
    side = work.state.seats[seat].side
    wanted = card_of(command.crew)
    crew = next((one.card for one in work.state.sides[side].crew if one.card == wanted), None)
    if crew is None:
        return
    work.add(CrewBlasted(side=side, card=crew))
    apply_effects(work, Cause(seat, crew, "blast", command), "blast")


def pick_armor(work: Work, command: c.PickArmor) -> None:
    seat = acting_seat(work.state, command)
    token = take_from_hand(work, seat, command.crew)
    if token is None or token.card is None:
        return
    pick: CardFilter | None = getattr(work.state.catalogue.get(token.card), "pick", None)
    work.add(PickUsed(seat=seat, token=token.id, card=token.card))
    search(work, seat, pick or CardFilter(), command.found, command.from_row)


def add_storage_bomb(work: Work, command: c.AddStorageBomb) -> None:
    side = work.state.seats[acting_seat(work.state, command)].side
    work.add(StorageBombAdded(side=side, value=command.die, source=card_of(command.source) or ""))
    if work.state.owed and work.state.owed[0].kind == "storage_bomb":
        work.add(OwedSettled())


def adjust(work: Work, command: c.Adjust) -> None:
    work.add(Adjusted(reason=command.reason))
    apply_changes(work, work.state.turn.seat, command.changes)
