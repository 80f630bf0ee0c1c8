"""What is wrong with one change by hand, on the state that the play and the changes before it left.

A change is impossible where the table cannot hold it, and where it would do nothing: none is dropped in silence.
"""

from collections.abc import Callable
from typing import Final, cast

from domain.cards import find, parse_ref
from domain.games.pbl_robots import changes as ch
from domain.games.pbl_robots.cards import SHOULDERS, SLOT_INDEX, ArmorCard, CardFilter, ExpertPilot
from domain.games.pbl_robots.check.base import (
    GAME_OVER,
    Problems,
    elsewhere,
    faces,
    name,
    orange,
    player_problem,
    unseen_cards,
)
from domain.games.pbl_robots.check.draws import check_found, not_in_deck, row_cards
from domain.games.pbl_robots.numbers import can_be_target, counters_of, deck_count, free_spaces, meant, players
from domain.games.pbl_robots.resolve.base import card_of, lying
from domain.games.pbl_robots.resolve.shop import turned_up
from domain.games.pbl_robots.state import Side, Slot, State, Turn
from domain.rules import Violation
from domain.text import counted

NO_COMBAT: Final = "no attack has been declared"


def check_change(state: State, change: ch.Change) -> Problems:
    """Everything that is wrong with a change on the state as it stands."""
    if state.phase == "over":
        yield GAME_OVER
        return
    problem = _who(state, change)
    if problem is not None:
        yield problem
        return
    yield from cast("Callable[[State, ch.Change], Problems]", _FAULTS[type(change)])(state, change)


def idle(change: ch.Change) -> Violation:
    """What to say of a change that left nothing behind."""
    what = str(type(change).__struct_config__.tag)
    return Violation("PBL-A27", f"{what} would do nothing here", impossible=True)


def _who(state: State, change: ch.Change) -> Violation | None:
    """Whether everybody whom a change names is at the table, in the game, and holds a hand where that matters."""
    by: int | None = getattr(change, "by", None)
    if by is not None and not 0 <= by < len(state.seats):
        return player_problem(state, by)
    for seat in (getattr(change, "player", None), getattr(change, "to_player", None)):
        if seat is None:
            continue
        problem = player_problem(state, seat)
        if problem is not None:
            return problem
        if isinstance(change, _OF_PLAYERS) and seat not in players(state.seats, state.options):
            return _gunner(state, seat)
    return None


_OF_PLAYERS: Final = (
    ch.DrawNow,
    ch.Discard,
    ch.SearchNow,
    ch.ReplacePilot,
    ch.GiveExtraTurn,
    ch.ChangeHandLimit,
    ch.Reveal,
    ch.SetTurn,
)
"""Changes that concern a hand or a turn, which a gunner has not."""


def _gunner(state: State, seat: int) -> Violation:
    text = f"{state.seats[seat].name} is the gunner; the pilot plays the game"
    return Violation("PBL-V36", text, impossible=True)


def _impossible(rule: str, text: str) -> Violation:
    return Violation(rule, text, impossible=True)


def _side(state: State, seat: int) -> Side:
    return state.sides[state.seats[seat].side]


def _slot(state: State, change: ch.BlowOff | ch.Regenerate | ch.RemoveArmor) -> Slot:
    return _side(state, change.player).slots[SLOT_INDEX[change.slot]]


def _words(slot: str) -> str:
    return slot.replace("_", " ")


# --- cards that change places --------------------------------------------------------------------------------------------


def _draw(state: State, change: ch.DrawNow) -> Problems:
    del state  # each draw is checked when it is made
    if change.n < 1:
        yield _impossible("PBL-A27", "one card or more is drawn")
    elif len(change.drawn) > change.n:
        yield _impossible("PBL-A27", f"{counted(change.n, 'card')} drawn, {len(change.drawn)} given")


def _discard(state: State, change: ch.Discard) -> Problems:
    if not change.cards:
        yield _impossible("PBL-S02", "name the cards that are discarded, or write ??")
    yield from unseen_cards(state, change.player, change.cards, "PBL-S02")


def _taken(state: State, player: int, ref: str, source: ch.Place) -> Problems:
    """The card is where the change says, as far as anybody knows."""
    card = card_of(ref)
    if card is not None and state.catalogue.get(card) is None:
        yield _impossible("PBL-S02", f"{card} is not in the catalogue")
        return
    if source == "hand" and player not in players(state.seats, state.options):
        yield _gunner(state, player)
        return
    token = lying(state, player, ref, source)
    if token is None:
        yield _impossible("PBL-S02", f"{ref if card is None else name(state, card)} is not in the {_words(source)}")
        return
    if card is None or source in ("scrap", "out_of_game") or _known_there(state, player, ref, source):
        return
    side = state.seats[player].side
    if source in ("deck", "deck_top"):
        problem = not_in_deck(state, side, card)
    else:
        problem = orange(state, card) or elsewhere(state, card, None if source == "shop_deck" else side)
    if problem is not None:
        yield problem


def _known_there(state: State, player: int, ref: str, source: ch.Place) -> bool:
    """Whether a card that is named was known to be in that place before."""
    tokens = {"hand": state.people[player].hand, "face_down": _side(state, player).face_down}.get(source, ())
    found = find(tokens, parse_ref(ref))
    return found is not None and found.card == card_of(ref)


def _reached(state: State, player: int, place: ch.Target) -> Problems:
    """A card can come to that place."""
    if place == "hand" and player not in players(state.seats, state.options):
        yield _gunner(state, player)


def _heap(state: State, player: int, place: ch.Target) -> tuple[str, int]:
    """A place and whose it is; -1: the table's."""
    shared = place in ("shop_deck", "out_of_game") or (place.startswith("deck") and state.community is not None)
    return place, -1 if shared else player if place == "hand" else state.seats[player].side


def _move(state: State, change: ch.MoveCard) -> Problems:
    yield from _taken(state, change.player, change.card, change.source)
    to = change.player if change.to_player is None else change.to_player
    yield from _reached(state, to, change.to)
    if _heap(state, change.player, change.source) == _heap(state, to, change.to):
        yield _impossible("PBL-S02", f"the card is in the {_words(change.to)} already")


def _search(state: State, change: ch.SearchNow) -> Problems:
    if change.slot or change.card is None or card_of(change.card) is not None:
        yield from check_found(state, change.player, CardFilter(), change.card, change.slot)
    elif deck_count(state, state.seats[change.player].side) == 0:
        yield _impossible("PBL-X07", "the deck is empty: card=- or slot")


def _add_armor(state: State, change: ch.AddArmor) -> Problems:
    yield from _taken(state, change.player, change.card, change.source)
    token = lying(state, change.player, change.card, change.source)
    if token is not None and not isinstance(state.catalogue.get(token.card), ArmorCard):
        yield _impossible("PBL-S02", "name the armor that is added")


def _reveal(state: State, change: ch.Reveal) -> Problems:
    yield from _taken(state, change.player, change.card, "hand")
    person = state.people[change.player]
    token = meant(person.hand, parse_ref(change.card))
    if token is None:
        return
    if token.card is None:
        yield _impossible("PBL-S02", "name the card that is revealed")
    elif token in person.hand and (not change.shown or token.id in person.shown):
        yield _impossible("PBL-S02", f"{name(state, token.card)} is known already")


def _shuffle(state: State, change: ch.ShuffleNow) -> Problems:
    if deck_count(state, state.seats[change.player].side) < 2:
        yield _impossible("PBL-A27", "a deck of two cards or more is shuffled")


def _open_shop(state: State, change: ch.OpenShopNow) -> Problems:
    yield from row_cards(state, change.row)
    if state.shop.open and not turned_up(state, ()):
        yield _impossible("PBL-X10", "the Shop is open, and no card can be turned up")


# --- robots --------------------------------------------------------------------------------------------------------------


def _remove_armor(state: State, change: ch.RemoveArmor) -> Problems:
    if not _slot(state, change).stack:
        yield _impossible("PBL-X13", f"there is no armor on the {_words(change.slot)}")
    yield from _reached(state, change.player, change.to)


def _blow_off(state: State, change: ch.BlowOff) -> Problems:
    if not can_be_target(_slot(state, change), change.slot):
        yield _impossible("PBL-C03", f"the {_words(change.slot)} is dead or empty: nothing is blown off")


def _regenerate(state: State, change: ch.Regenerate) -> Problems:
    if not _slot(state, change).dead:
        yield _impossible("PBL-X15", f"the {_words(change.slot)} is active; nothing to regenerate")


def _add_bombs(state: State, change: ch.AddStorageBombs) -> Problems:
    yield from faces(change.dice)
    side = _side(state, change.player)
    if not change.dice:
        yield _impossible("PBL-A22", "name the dice that are put into the hangar")
    elif not side.hangars or free_spaces(side) < len(change.dice):
        yield _impossible("PBL-A22", f"there is no free hangar space for {len(change.dice)}")


def _remove_bombs(state: State, change: ch.RemoveStorageBombs) -> Problems:
    have = _side(state, change.player).bombs
    if not change.dice:
        yield _impossible("PBL-C13", "name the storage bombs that are removed")
    elif any(change.dice.count(value) > have.count(value) for value in change.dice):
        yield _impossible("PBL-C13", "there is no such storage bomb")


def _detach(state: State, change: ch.DetachNow) -> Problems:
    if all(one.card != change.card for slot in _side(state, change.player).slots for one in slot.attached):
        yield _impossible("PBL-A28", f"{name(state, change.card)} is not attached to that robot")


def _attach(state: State, change: ch.AttachNow) -> Problems:
    if state.action is None:
        yield _impossible("PBL-A28", "no action is in progress that could be attached")
    elif state.action.attached:
        yield _impossible("PBL-A28", f"{name(state, state.action.card)} is attached already")
    if change.slot in SHOULDERS:
        yield Violation("PBL-A27", "an action is attached to a limb")


def _set_counter(state: State, change: ch.SetCounter) -> Problems:
    counters = counters_of(_side(state, change.player))
    if change.card not in counters:
        yield _impossible("PBL-A11", f"{name(state, change.card)} is not in play on that robot")
    elif counters[change.card] == change.value:
        yield _impossible("PBL-A11", f"the counter on {name(state, change.card)} is {change.value} already")


def _remove_hangar(state: State, change: ch.RemoveHangar) -> Problems:
    if not _side(state, change.player).hangars:
        yield _impossible("PBL-X12", "there is no hangar to remove")
    yield from _reached(state, change.player, change.to)


def _remove_crew(state: State, change: ch.RemoveCrew) -> Problems:
    if all(crew.card != change.card for crew in _side(state, change.player).crew):
        yield _impossible("PBL-A17", f"{name(state, change.card)} is not in play there")
    yield from _reached(state, change.player, change.to)


def _replace_pilot(state: State, change: ch.ReplacePilot) -> Problems:
    pilots = _side(state, change.player).pilots
    if change.card is None:
        if not any(pilot.expert for pilot in pilots):
            yield _impossible("PBL-A25", "there is no expert to leave the cockpit")
        return
    if not pilots:
        yield _impossible("PBL-A25", "there is no pilot to replace yet")
    yield from _taken(state, change.player, change.card, "hand")
    token = meant(state.people[change.player].hand, parse_ref(change.card))
    if token is not None and not isinstance(state.catalogue.get(token.card), ExpertPilot):
        yield _impossible("PBL-A25", "name the expert pilot that takes the cockpit")


# --- combat and turns ----------------------------------------------------------------------------------------------------


def _set_die(state: State, change: ch.SetDie) -> Problems:
    yield from faces((change.new,))
    combat = state.combat
    if combat is None:
        yield _impossible("PBL-C09", NO_COMBAT)
        return
    attack, defense = (*combat.attack_dice, *combat.attack_added), (*combat.defense_dice, *combat.defense_added)
    if change.old not in (attack if change.pool == "attack" else defense):
        yield _impossible("PBL-C09", f"no die of the {change.pool} shows {change.old}")
    elif change.old == change.new:
        yield _impossible("PBL-C09", f"the die shows {change.new} already")


def _add_dice(state: State, change: ch.AddDiceNow) -> Problems:
    yield from faces(change.dice)
    if state.combat is None:
        yield _impossible("PBL-C09", NO_COMBAT)
    elif not change.dice:
        yield _impossible("PBL-C09", "name the dice that are added")


def _add_total(state: State, change: ch.AddToTotal) -> Problems:
    if state.combat is None:
        yield _impossible("PBL-C09", NO_COMBAT)
    elif not change.n:
        yield _impossible("PBL-C09", "adding 0 changes no total")


def _change_target(state: State, change: ch.RetargetNow) -> Problems:
    combat = state.combat
    if combat is None:
        yield _impossible("PBL-C01", NO_COMBAT)
        return
    target = combat.target if change.player is None else state.seats[change.player].side
    if target == combat.attacker:
        yield _impossible("PBL-C01", "a robot does not attack itself")
    elif (target, SLOT_INDEX[change.slot]) == (combat.target, combat.slot):
        yield _impossible("PBL-C03", f"the {_words(change.slot)} is the target already")
    elif not can_be_target(state.sides[target].slots[SLOT_INDEX[change.slot]], change.slot):
        yield _impossible("PBL-C03", f"the {_words(change.slot)} is dead or empty")


def _extra_attack(state: State, change: ch.GiveExtraAttack) -> Problems:
    yield from _in_play(state, "PBL-T02")
    if change.n < 1:
        yield _impossible("PBL-T02", "one further attack or more is given")


def _extra_turn(state: State, _change: ch.GiveExtraTurn) -> Problems:
    yield from _in_play(state, "PBL-T01")


def _hand_limit(state: State, change: ch.ChangeHandLimit) -> Problems:
    limit = state.people[change.player].limit
    if not change.delta or limit + change.delta < 0:
        yield _impossible("PBL-X06", f"the hand limit is {limit}; it cannot change by {change.delta}")


def _set_turn(state: State, change: ch.SetTurn) -> Problems:
    yield from _in_play(state, "PBL-T01")
    turn = Turn(state.turn.number, change.player, change.player, change.move_used)
    if state.turn == turn and state.combat is None:
        yield _impossible("PBL-T01", f"it is {state.seats[change.player].name}'s turn already")


def _in_play(state: State, rule: str) -> Problems:
    if state.phase != "play":
        yield _impossible(rule, "the game has not started")


_FAULTS: Final = {
    ch.DrawNow: _draw,
    ch.Discard: _discard,
    ch.MoveCard: _move,
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
