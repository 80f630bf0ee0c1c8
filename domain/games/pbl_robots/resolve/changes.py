"""The primitive changes of effects entered by hand and of adjustments."""

from collections.abc import Callable
from functools import partial
from typing import Final, cast

from domain.cards import Token
from domain.games.pbl_robots import changes as ch
from domain.games.pbl_robots.cards import SLOT_INDEX, ArmorCard, CardFilter, ExpertPilot
from domain.games.pbl_robots.check.changes import check_change, idle
from domain.games.pbl_robots.events.builds import (
    ArmorRemoved,
    CounterReset,
    CounterSet,
    CrewScrapped,
    ExpertPilotLeft,
    HangarRemoved,
    StorageBombAdded,
    StorageBombRemoved,
)
from domain.games.pbl_robots.events.combat import DiceAdded, DieSet, TargetChanged, TotalChanged
from domain.games.pbl_robots.events.effects import (
    ActionAttached,
    ActionDetached,
    CardPlaced,
    CardsDiscarded,
    CardTaken,
    ExtraAttackGiven,
    ExtraTurnGiven,
    HandLimitChanged,
)
from domain.games.pbl_robots.events.ending import TurnSet
from domain.games.pbl_robots.events.turns import CardRevealed, DeckShuffled
from domain.games.pbl_robots.resolve.base import Work, lying, next_token, take_from_hand, take_unseen
from domain.games.pbl_robots.resolve.builds import place_armor, place_expert
from domain.games.pbl_robots.resolve.draws import draw_due
from domain.games.pbl_robots.resolve.effects import blow_off, regenerate, search
from domain.games.pbl_robots.resolve.shop import open_shop
from domain.games.pbl_robots.state import Attached, Owed


def apply_changes(work: Work, seat: int, changes: tuple[ch.Change, ...]) -> None:
    """Applies changes in order, each checked on the table that the ones before it left; `seat` is the player whose card
    causes them."""
    for change in changes:
        apply = partial(cast("Callable[[Work, int, ch.Change], None]", _APPLY[type(change)]), work, seat, change)
        work.change(check_change(work.state, change), apply, idle=idle(change))


def _draw(work: Work, _seat: int, change: ch.DrawNow) -> None:
    side = work.state.seats[change.player].side
    owed = Owed("draw", side, change.player, change.n, "effect", "PBL-A27")
    draw_due(work, owed, change.player, change.drawn)


def _discard(work: Work, _seat: int, change: ch.Discard) -> None:
    found = take_unseen(work, change.player, change.cards)
    named = tuple(token for token in found if token.card is not None and not change.face_down)
    if named:
        work.add(CardsDiscarded(seat=change.player, tokens=named))
    hidden = tuple(token for token in found if token not in named)
    if hidden:
        work.add(CardsDiscarded(seat=change.player, tokens=hidden, face_down=True))


def take_card(work: Work, player: int, ref: str, source: ch.Place) -> str | None:
    """Takes a card out of a place; its id where it is known."""
    token = lying(work.state, player, ref, source)
    if token is None:
        return None
    side = work.state.seats[player].side
    if source in ("hand", "face_down") and token.card is not None and not _known(work, player, token):
        work.add(CardRevealed(seat=player, token=token.id, card=token.card))
    work.add(CardTaken(side=side, place=source, card=token.card, seat=player, token=token.id or None))
    return token.card


def _known(work: Work, player: int, token: Token) -> bool:
    return token in (*work.state.people[player].hand, *work.state.sides[work.state.seats[player].side].face_down)


def _put_card(work: Work, player: int, card: str | None, place: ch.Target) -> None:
    side = work.state.seats[player].side
    token = next_token(work.state, player) if place in ("hand", "face_down", "scrap") else None
    work.add(CardPlaced(side=side, place=place, card=card, seat=player, token=token))


def _move_card(work: Work, _seat: int, change: ch.MoveCard) -> None:
    card = take_card(work, change.player, change.card, change.source)
    _put_card(work, change.player if change.to_player is None else change.to_player, card, change.to)


def _search(work: Work, _seat: int, change: ch.SearchNow) -> None:
    search(work, change.player, CardFilter(), change.card, change.slot)


def _add_armor(work: Work, _seat: int, change: ch.AddArmor) -> None:
    card = work.state.catalogue.get(take_card(work, change.player, change.card, change.source))
    if isinstance(card, ArmorCard):
        place_armor(work, work.state.seats[change.player].side, card, change.slot, seat=None, token=None)


def _remove_armor(work: Work, _seat: int, change: ch.RemoveArmor) -> None:
    side = work.state.seats[change.player].side
    stack = work.state.sides[side].slots[SLOT_INDEX[change.slot]].stack
    card = stack[-1].card
    if stack[-1].counter is not None:
        work.add(CounterReset(side=side, card=card))
    work.add(ArmorRemoved(side=side, slot=change.slot, card=card, scrapped=change.to == "scrap"))
    if change.to != "scrap":
        _put_card(work, change.player, card, change.to)


def _blow_off(work: Work, _seat: int, change: ch.BlowOff) -> None:
    by = work.state.seats[change.by].side if change.by is not None else None
    blow_off(work, work.state.seats[change.player].side, change.slot, by)


def _regenerate(work: Work, _seat: int, change: ch.Regenerate) -> None:
    side = work.state.seats[change.player].side
    regenerate(work, side, change.slot, keep_upgrades=change.keep_upgrades)


def _add_bombs(work: Work, _seat: int, change: ch.AddStorageBombs) -> None:
    for die in change.dice:
        work.add(StorageBombAdded(side=work.state.seats[change.player].side, value=die))


def _remove_bombs(work: Work, _seat: int, change: ch.RemoveStorageBombs) -> None:
    for die in change.dice:
        work.add(StorageBombRemoved(side=work.state.seats[change.player].side, value=die))


def _set_die(work: Work, _seat: int, change: ch.SetDie) -> None:
    work.add(DieSet(pool=change.pool, old=change.old, new=change.new))


def _add_dice(work: Work, _seat: int, change: ch.AddDiceNow) -> None:
    work.add(DiceAdded(pool=change.pool, dice=change.dice))


def _add_total(work: Work, _seat: int, change: ch.AddToTotal) -> None:
    work.add(TotalChanged(pool=change.pool, n=change.n))


def _change_target(work: Work, _seat: int, change: ch.RetargetNow) -> None:
    combat = work.state.combat
    if combat is not None:
        target = combat.target if change.player is None else work.state.seats[change.player].side
        work.add(TargetChanged(target=target, slot=change.slot))


def _attach(work: Work, _seat: int, change: ch.AttachNow) -> None:
    action = work.state.action
    if action is not None:
        attached = Attached(action.card, action.side, change.no_attack)
        work.add(ActionAttached(side=work.state.seats[change.player].side, slot=change.slot, attached=attached))


def _detach(work: Work, _seat: int, change: ch.DetachNow) -> None:
    side = work.state.seats[change.player].side
    for slot in work.state.sides[side].slots:
        for attached in slot.attached:
            if attached.card == change.card:
                work.add(ActionDetached(side=side, attached=attached))


def _set_counter(work: Work, _seat: int, change: ch.SetCounter) -> None:
    work.add(CounterSet(side=work.state.seats[change.player].side, card=change.card, value=change.value))


def _remove_hangar(work: Work, _seat: int, change: ch.RemoveHangar) -> None:
    side = work.state.seats[change.player].side
    hangars = work.state.sides[side].hangars
    work.add(HangarRemoved(side=side, card=hangars[-1].card, scrapped=change.to == "scrap"))
    if change.to != "scrap":
        _put_card(work, change.player, hangars[-1].card, change.to)


def _remove_crew(work: Work, _seat: int, change: ch.RemoveCrew) -> None:
    side = work.state.seats[change.player].side
    work.add(CrewScrapped(side=side, card=change.card, scrapped=change.to == "scrap"))
    if change.to != "scrap":
        _put_card(work, change.player, change.card, change.to)


def _replace_pilot(work: Work, _seat: int, change: ch.ReplacePilot) -> None:
    side = work.state.seats[change.player].side
    if change.card is None:
        work.add(ExpertPilotLeft(side=side, card=work.state.sides[side].pilots[-1].card))
        return
    card = work.state.catalogue.get(take_card(work, change.player, change.card, "hand"))
    if isinstance(card, ExpertPilot):
        place_expert(work, side, card, seat=None, token=None)


def _extra_attack(work: Work, _seat: int, change: ch.GiveExtraAttack) -> None:
    work.add(ExtraAttackGiven(n=change.n))


def _extra_turn(work: Work, _seat: int, change: ch.GiveExtraTurn) -> None:
    work.add(ExtraTurnGiven(seat=change.player))


def _open_shop(work: Work, seat: int, change: ch.OpenShopNow) -> None:
    open_shop(work, work.state.seats[seat].side, change.row, by_draw=False)


def _hand_limit(work: Work, _seat: int, change: ch.ChangeHandLimit) -> None:
    limit = work.state.people[change.player].limit + change.delta
    work.add(HandLimitChanged(seat=change.player, limit=limit))


def _reveal(work: Work, _seat: int, change: ch.Reveal) -> None:
    token = take_from_hand(work, change.player, change.card)
    if token is not None and token.card is not None and change.shown:
        work.add(CardRevealed(seat=change.player, token=token.id, card=token.card, shown=True))


def _shuffle(work: Work, _seat: int, change: ch.ShuffleNow) -> None:
    work.add(DeckShuffled(side=work.state.seats[change.player].side))


def _set_turn(work: Work, _seat: int, change: ch.SetTurn) -> None:
    work.add(TurnSet(seat=change.player, move_used=change.move_used))


_APPLY: Final = {
    ch.DrawNow: _draw,
    ch.Discard: _discard,
    ch.MoveCard: _move_card,
    ch.SearchNow: _search,
    ch.AddArmor: _add_armor,
    ch.RemoveArmor: _remove_armor,
    ch.BlowOff: _blow_off,
    ch.Regenerate: _regenerate,
    ch.AddStorageBombs: _add_bombs,
    ch.RemoveStorageBombs: _remove_bombs,
    ch.SetDie: _set_die,
    ch.AddDiceNow: _add_dice,
    ch.AddToTotal: _add_total,
    ch.RetargetNow: _change_target,
    ch.AttachNow: _attach,
    ch.DetachNow: _detach,
    ch.SetCounter: _set_counter,
    ch.RemoveHangar: _remove_hangar,
    ch.RemoveCrew: _remove_crew,
    ch.ReplacePilot: _replace_pilot,
    ch.GiveExtraAttack: _extra_attack,
    ch.GiveExtraTurn: _extra_turn,
    ch.OpenShopNow: _open_shop,
    ch.ChangeHandLimit: _hand_limit,
    ch.Reveal: _reveal,
    ch.ShuffleNow: _shuffle,
    ch.SetTurn: _set_turn,
}
