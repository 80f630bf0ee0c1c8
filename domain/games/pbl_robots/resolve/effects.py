"""Machine-readable effects of cards, and how limbs die and come back."""

from domain.cards import CardId
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.cards import (
    SHOULDERS,
    SLOT_INDEX,
    AddDice,
    AddTotal,
    AttachToLimb,
    CardFilter,
    ChangeTarget,
    DrawCards,
    Effect,
    ExtraAttack,
    ExtraTurn,
    GainStorageBomb,
    HandLimit,
    OpeningDraw,
    OpenShop,
    Pool,
    Rage,
    RegenerateLimb,
    SearchDeck,
    SlotName,
    Trigger,
)
from domain.games.pbl_robots.check.draws import check_found, row_cards
from domain.games.pbl_robots.events.builds import CounterReset, LimbRegenerated, RageGiven, StorageBombAdded
from domain.games.pbl_robots.events.combat import (
    DiceAdded,
    LimbBlownOff,
    ShoulderDestroyed,
    TargetChanged,
    TotalChanged,
)
from domain.games.pbl_robots.events.effects import (
    ActionAttached,
    DeckSearched,
    ExtraAttackGiven,
    ExtraTurnGiven,
    HandLimitChanged,
)
from domain.games.pbl_robots.events.turns import DeckShuffled, ShopCardTaken, SomethingOwed
from domain.games.pbl_robots.numbers import deck_count, free_spaces
from domain.games.pbl_robots.resolve.base import Work, card_of, next_token
from domain.games.pbl_robots.resolve.draws import draw_due
from domain.games.pbl_robots.resolve.shop import open_shop
from domain.games.pbl_robots.state import EMPTY, Attached, Combat, Owed, State

DUE_RULES = {
    "opening": "PBL-S12",
    "critical": "PBL-X03",
    "armor": "PBL-A05",
    "crew": "PBL-A16",
    "hangar": "PBL-A21",
    "expert_pilot": "PBL-A25",
    "blast": "PBL-A18",
    "action": "PBL-A27",
}
"""The row that makes a draw due, per kind of cause."""


class Cause:
    """A card whose effects are applied: by whom, why, and what the command gave for them."""

    def __init__(self, seat: int, card: CardId, kind: str, inputs: c.Inputs | None) -> None:
        self.seat = seat
        self.card = card
        self.kind = kind
        self.inputs = inputs
        self.draws = list(inputs.drawn) if inputs is not None else []
        self.dice = list(inputs.dice) if inputs is not None else []
        self.opened = False
        """The card has opened the Shop: its first draw is from the row (PBL-Q59)."""

    @property
    def rule(self) -> str:
        """The row that makes what is left over due."""
        return DUE_RULES.get(self.kind, "PBL-A27")


def effects_of(state: State, card: str, trigger: Trigger) -> tuple[Effect, ...]:
    """A card's machine-readable effects for one trigger."""
    found: tuple[Effect, ...] = getattr(state.catalogue.get(card), "effects", ())
    return tuple(effect for effect in found if effect.trigger == trigger)


def apply_effects(work: Work, cause: Cause, trigger: Trigger) -> None:
    """All effects of a card for one trigger, in printed order."""
    for effect in effects_of(work.state, cause.card, trigger):
        _apply(work, cause, effect)


def _apply(work: Work, cause: Cause, effect: Effect) -> None:
    side = work.state.seats[cause.seat].side
    match effect:
        case DrawCards() | OpeningDraw():
            _draw(work, cause, side, effect.n)
        case SearchDeck():
            _search_of(work, cause, effect.filter)
        case GainStorageBomb():
            _gain_bombs(work, cause, side, effect.n)
        case OpenShop():
            _open_shop(work, cause, side)
        case Rage():
            _give_rage(work, cause, side)
        case ExtraAttack():
            work.add(ExtraAttackGiven(n=effect.n))
        case ExtraTurn():
            work.add(ExtraTurnGiven(seat=cause.seat))
        case HandLimit():
            limit = max(0, work.state.people[cause.seat].limit + effect.delta)
            work.add(HandLimitChanged(seat=cause.seat, limit=limit))
        case _:
            _apply_to_robot(work, cause, effect, side)


def _apply_to_robot(work: Work, cause: Cause, effect: Effect, side: int) -> None:
    combat, inputs = work.state.combat, cause.inputs
    match effect:
        case AddDice() if combat is not None:
            dice = tuple(cause.dice[: effect.n])
            del cause.dice[: effect.n]
            work.add(DiceAdded(pool=pool_of(combat, side, effect.side, inputs), dice=dice))
        case AddTotal() if combat is not None:
            work.add(TotalChanged(pool=pool_of(combat, side, effect.side, inputs), n=effect.n))
        case ChangeTarget() if combat is not None:
            slot = effect.slot or (inputs.target_slot if inputs else "")
            if slot:
                work.add(TargetChanged(target=combat.target, slot=slot))
        case AttachToLimb() if cause.kind == "action" and inputs is not None and inputs.target_slot:
            target = work.state.seats[inputs.target].side if inputs.target is not None else side
            attached = Attached(cause.card, side, effect.no_attack)
            work.add(ActionAttached(side=target, slot=inputs.target_slot, attached=attached))
        case RegenerateLimb() if inputs is not None and inputs.target_slot:
            regenerate(work, side, inputs.target_slot, keep_upgrades=effect.keep_upgrades)
        case _:
            pass


def pool_of(combat: Combat, side: int, fixed: str, inputs: c.Inputs | None) -> Pool:
    """Which fighter an effect adds to: the card's own word, else the player's choice, else his own side."""
    wanted = fixed if fixed != "any" else (inputs.to if inputs is not None else "")
    if wanted:
        return "attack" if wanted == "attack" else "defense"
    return "attack" if side == combat.attacker else "defense"


def _draw(work: Work, cause: Cause, side: int, n: int) -> None:
    shared = work.state.options.team_mode == "two_robots_four_hands" and cause.kind in ("opening", "critical")
    seat = None if shared else cause.seat
    reason = cause.kind if cause.kind in ("opening", "critical") else "effect"
    from_row = cause.opened and any(card != EMPTY for card in work.state.shop.row)
    owed = Owed("draw", side, seat, n, reason, cause.rule, cause.card, from_row)
    draw_due(work, owed, cause.seat, tuple(cause.draws[:n]))
    del cause.draws[:n]
    cause.opened = False


def _gain_bombs(work: Work, cause: Cause, side: int, n: int) -> None:
    """Dice go into the hangar while there is room; what was not given is due (PBL-A22)."""
    one = work.state.sides[side]
    room = min(n, free_spaces(one)) if one.hangars else 0
    given = cause.dice[:room]
    del cause.dice[:room]
    for die in given:
        work.add(StorageBombAdded(side=side, value=die, source=cause.card))
    if room > len(given):
        owed = Owed("storage_bomb", side, cause.seat, room - len(given), "effect", "PBL-A22", cause.card)
        work.add(SomethingOwed(owed=owed))


def _open_shop(work: Work, cause: Cause, side: int) -> None:
    row = cause.inputs.row if cause.inputs else ()
    work.faults += row_cards(work.state, row)
    if not work.stopped:
        open_shop(work, side, row, by_draw=False)
    cause.opened = True


def _give_rage(work: Work, cause: Cause, side: int) -> None:
    """A card that says so both by its field and by an effect says it once (PBL-A29)."""
    if not getattr(work.state.catalogue.get(cause.card), "rage", False):
        work.add(RageGiven(side=side))


def _search_of(work: Work, cause: Cause, wanted: CardFilter) -> None:
    found = cause.inputs.found if cause.inputs is not None else None
    place = cause.inputs.from_row if cause.inputs is not None else 0
    search(work, cause.seat, wanted, found, place)


def search(work: Work, seat: int, wanted: CardFilter, found: str | None, from_row: int) -> None:
    """A search ends with a deck card, a row card (PBL-X11) or nothing; the deck is shuffled."""
    work.faults += check_found(work.state, seat, wanted, found, from_row)
    if work.stopped:
        return
    side = work.state.seats[seat].side
    row = work.state.shop.row
    token = next_token(work.state, seat)
    if 0 < from_row <= len(row) and row[from_row - 1] != EMPTY:
        work.add(ShopCardTaken(seat=seat, token=token, slot=from_row - 1, card=row[from_row - 1] or card_of(found)))
    elif found is None or deck_count(work.state, side) == 0:
        work.add(DeckSearched(seat=seat))
    else:
        work.add(DeckSearched(seat=seat, token=token, card=card_of(found)))
    work.add(DeckShuffled(side=side))


def blow_off(work: Work, side: int, slot: SlotName, by: int | None) -> None:
    """A limb dies (PBL-C18) or a shoulder is scrapped (PBL-C19)."""
    if slot not in SHOULDERS:
        work.add(LimbBlownOff(side=side, slot=slot, by=by if by != side else None))
        return
    stack = work.state.sides[side].slots[SLOT_INDEX[slot]].stack
    left = len(stack) - 1 if work.state.options.shoulder_stack_destroyed == "top_only" else 0
    scrapped = tuple(armor.card for armor in stack[max(0, left) :])
    work.add(ShoulderDestroyed(side=side, slot=slot, scrapped=scrapped, left=max(0, left)))


def regenerate(work: Work, side: int, slot: SlotName, *, keep_upgrades: bool) -> None:
    """A blow-off card leaves a limb; the upgrades are scrapped unless the card says otherwise (PBL-X15)."""
    one = work.state.sides[side].slots[SLOT_INDEX[slot]]
    if not one.dead:  # an action whose text says so may be played without a dead limb
        return
    if keep_upgrades:
        work.add(LimbRegenerated(side=side, slot=slot))
        return
    cards = tuple(armor.card for armor in one.stack)
    work.add(LimbRegenerated(side=side, slot=slot, scrapped=cards, detached=one.attached))


def cover_counter(work: Work, side: int, slot: SlotName) -> None:
    """The counter on the armor that is about to be covered goes back to its start (PBL-A11)."""
    stack = work.state.sides[side].slots[SLOT_INDEX[slot]].stack
    if stack and stack[-1].counter is not None:
        start: int | None = getattr(work.state.catalogue.get(stack[-1].card), "counter", None)
        if start != stack[-1].counter:
            work.add(CounterReset(side=side, card=stack[-1].card, value=start))
