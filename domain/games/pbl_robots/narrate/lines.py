"""One line for each event, in the words of the rulebook."""

from domain.cards import Token
from domain.games.pbl_robots import events as e
from domain.games.pbl_robots.narrate.preparing import preparing_line
from domain.games.pbl_robots.numbers import side_name
from domain.games.pbl_robots.state import State
from domain.games.pbl_robots.views import sees_hand, sees_side, sees_top
from domain.table import Viewpoint, seat_name
from domain.text import counted


def narrate(before: State, event: e.PblEvent, viewpoint: Viewpoint) -> str:
    """The event as that viewpoint may be told of it."""
    text = preparing_line(before, event, viewpoint)
    if text is None:
        text = _turn_line(before, event, viewpoint)
    if text is None:
        text = _build_line(before, event)
    if text is None:
        text = _combat_line(before, event, viewpoint)
    if text is None:
        text = _effect_line(before, event, viewpoint)
    if text is None:
        text = _ending_line(before, event)
    return text


def _name(state: State, card: str | None) -> str:
    return state.catalogue.name_of(card)


def _slot(slot: str) -> str:
    return slot.replace("_", " ")


def _dice(dice: tuple[int, ...]) -> str:
    return " ".join(str(die) for die in dice) or "no dice"


def _cards(state: State, tokens: tuple[Token, ...], *, visible: bool) -> str:
    known = [_name(state, token.card) for token in tokens if visible and token.card]
    count = f"{len(tokens)} card{'s' if len(tokens) != 1 else ''}"
    return f"{count} ({', '.join(known)})" if known else count


def _turn_line(state: State, event: e.PblEvent, viewpoint: Viewpoint) -> str | None:  # noqa: C901 (an arm for each event)
    match event:
        case e.TurnStarted():
            extra = " (extra turn)" if event.extra else ""
            return f"turn {event.number}: {seat_name(state.seats, event.seat)}{extra}"
        case e.MovePassed():
            return f"{seat_name(state.seats, event.seat)} passes"
        case e.TurnEndAnnounced():
            return f"{seat_name(state.seats, event.seat)} is done"
        case e.TurnEnded():
            return f"{seat_name(state.seats, event.seat)}'s turn is over"
        case e.SomethingOwed():
            return f"{side_name(state, event.owed.side)} has {event.owed.n} {_slot(event.owed.kind)} due"
        case e.OwedSettled():
            return "what was due is done"
        case e.ShopOpened():
            names = ", ".join(_name(state, card) for _, card in event.row) or "nothing"
            shuffled = f", {counted(event.shuffled, 'card')} shuffled" if event.by_draw else ""
            return f"the Shop is open{shuffled}: {names}"
        case e.CardDrawn():
            card = f" {_name(state, event.card)}" if sees_hand(viewpoint, event.seat) and event.card else " a card"
            return f"{seat_name(state.seats, event.seat)} draws{card}"
        case e.ShopCardTaken():
            return f"{seat_name(state.seats, event.seat)} takes {_name(state, event.card)} from the shop row"
        case e.NoCardToDraw():
            return f"{seat_name(state.seats, event.seat)} has no card to draw"
        case _:
            return _card_line(state, event, viewpoint)


def _card_line(state: State, event: e.PblEvent, viewpoint: Viewpoint) -> str | None:
    match event:
        case e.CardRevealed():
            visible = event.shown or sees_hand(viewpoint, event.seat)
            card = _name(state, event.card) if visible else "a card"
            return f"{seat_name(state.seats, event.seat)} {'shows' if event.shown else 'turns out to hold'} {card}"
        case e.HandForgotten():
            return f"which cards {seat_name(state.seats, event.seat)} still holds is not known any more"
        case e.HandLimitDiscarded():
            cards = _cards(state, event.tokens, visible=sees_hand(viewpoint, event.seat))
            return f"{seat_name(state.seats, event.seat)} scraps {cards} for the hand limit"
        case e.DeckTopArranged():
            known = [_name(state, card) for card in event.order if card]
            order = f": {', '.join(known)}" if known and sees_top(state, viewpoint, event.side) else ""
            return f"the gunner of {side_name(state, event.side)} orders {counted(len(event.order), 'card')}{order}"
        case e.CardsPutUnder():
            known = [_name(state, card) for card in event.cards if card and sees_hand(viewpoint, event.seat)]
            what = ", ".join(known) or f"{counted(len(event.cards), 'card')}"
            return f"{what} {'lie' if len(event.cards) != 1 else 'lies'} under the deck"
        case e.DeckShuffled():
            return f"{side_name(state, event.side)} shuffles the deck"
        case _:
            return None


def _build_line(state: State, event: e.PblEvent) -> str | None:  # noqa: C901 (an arm for each event)
    match event:
        case e.ArmorBuilt():
            return f"{side_name(state, event.side)} builds {_name(state, event.armor.card)} on the {_slot(event.slot)}"
        case e.CounterReset():
            return f"the counter on {_name(state, event.card)} is reset"
        case e.LimbRegenerated():
            return f"{side_name(state, event.side)}'s {_slot(event.slot)} is regenerated"
        case e.CrewPlayed():
            return f"{side_name(state, event.side)} hires {_name(state, event.crew.card)}"
        case e.HangarBuilt():
            return f"{side_name(state, event.side)} builds the hangar {_name(state, event.hangar.card)}"
        case e.SidekickMoved():
            return f"{_name(state, event.card)} moves into the hangar"
        case e.ExpertPilotPlayed():
            pilot = _name(state, event.pilot.card)
            return f"{pilot} takes {side_name(state, event.side)}'s cockpit ({counted(event.points, 'pilot point')})"
        case e.ExpertPilotLeft():
            return f"{_name(state, event.card)} leaves the cockpit; the starter returns"
        case e.RageGiven():
            return f"{side_name(state, event.side)} may also attack (rage)"
        case e.CrewScrapped():
            return f"{side_name(state, event.side)} loses {_name(state, event.card)}"
        case e.StorageBombRemoved():
            return f"{side_name(state, event.side)} loses storage bomb {event.value}"
        case e.StorageBombAdded():
            return f"{side_name(state, event.side)} gets storage bomb {event.value}"
        case e.HangarRemoved():
            return f"{side_name(state, event.side)} loses the hangar {_name(state, event.card)}"
        case e.ArmorRemoved():
            return f"{_name(state, event.card)} leaves {side_name(state, event.side)}'s {_slot(event.slot)}"
        case _:
            return None


def _combat_line(state: State, event: e.PblEvent, viewpoint: Viewpoint) -> str | None:  # noqa: C901 (an arm for each event)
    match event:
        case e.AttackDeclared():
            bombs = f", {counted(event.bombs, 'bomb')} stated" if event.bombs is not None else ""
            attacker, target = side_name(state, event.side), side_name(state, event.target)
            return f"{attacker} attacks {target}'s {_slot(event.slot)} with the {_slot(event.limb)}{bombs}"
        case e.ShieldsDeclared():
            return f"{counted(event.count, 'shield')} stated"
        case e.AttackWithdrawn():
            return f"{side_name(state, event.side)} withdraws the attack"
        case e.ResponseAllowed():
            return f"{side_name(state, event.side)} may choose the MOVE again"
        case e.AttackRolled():
            without = f" without {_dice(event.excluded)}" if event.excluded else ""
            return f"attack: {_dice(event.dice)}{without} = {sum(event.dice) - sum(event.excluded)}"
        case e.DefenseRolled():
            return f"defense: {_dice(event.dice)} = {sum(event.dice)}"
        case e.BombsThrown() | e.ShieldsRaised():
            what = "bomb" if isinstance(event, e.BombsThrown) else "shield"
            cards = _cards(state, event.tokens, visible=sees_hand(viewpoint, event.seat))
            return f"{seat_name(state.seats, event.seat)}: {what} of {cards}: {_dice(event.dice)}"
        case e.StorageBombUsed():
            return f"{side_name(state, event.side)} uses storage bomb {event.value}"
        case e.DiceAdded():
            return f"{event.pool}: {_dice(event.dice)} added"
        case e.TotalChanged():
            return f"{event.pool} {event.n:+d}"
        case e.DieSet():
            return f"{event.pool}: a {event.old} is turned to {event.new}"
        case e.TargetChanged():
            return f"the attack goes at {side_name(state, event.target)}'s {_slot(event.slot)}"
        case _:
            return _outcome_line(state, event)


def _outcome_line(state: State, event: e.PblEvent) -> str | None:
    match event:
        case e.CombatEnded():
            words = {
                "defended": "defended",
                "destroyed": "the attack succeeds",
                "replaced": "the attack succeeds, but a card replaces the blow-off",
                "no_result": "the combat ends without result",
                "void": "the declaration is void",
            }
            return f"{words[event.outcome]} ({event.attack} against {event.defense})"
        case e.LimbBlownOff():
            return f"{side_name(state, event.side)}'s {_slot(event.slot)} is blown off"
        case e.ShoulderDestroyed():
            return f"{side_name(state, event.side)}'s {_slot(event.slot)} is destroyed"
        case e.StrikeResolved():
            result = "succeeds" if event.success else "fails"
            target = f"{side_name(state, event.target)}'s {_slot(event.slot)}"
            return f"{side_name(state, event.side)}'s strike with {_name(state, event.source)} at {target} {result}"
        case _:
            return None


def _effect_line(state: State, event: e.PblEvent, viewpoint: Viewpoint) -> str | None:  # noqa: C901 (an arm for each event)
    match event:
        case e.ActionPlayed():
            return f"{seat_name(state.seats, event.seat)} plays {_name(state, event.card)}"
        case e.ActionAttached():
            card = _name(state, event.attached.card)
            return f"{card} is attached to {side_name(state, event.side)}'s {_slot(event.slot)}"
        case e.ActionDetached():
            return f"{_name(state, event.attached.card)} leaves {side_name(state, event.side)}'s robot"
        case e.ActionResolved():
            return f"{_name(state, event.card)} is resolved"
        case e.CardEffectResolved():
            note = f": {event.note}" if event.note else ""
            return f"the effect of {_name(state, event.source)} is resolved{note}"
        case e.CrewBlasted():
            return f"{side_name(state, event.side)} blasts {_name(state, event.card)}"
        case e.PickUsed():
            return f"{seat_name(state.seats, event.seat)} picks with {_name(state, event.card)}"
        case e.DeckSearched():
            found = "finds nothing" if event.token is None else "finds a card"
            if event.card is not None and sees_hand(viewpoint, event.seat):
                found = f"finds {_name(state, event.card)}"
            return f"{seat_name(state.seats, event.seat)} searches the deck and {found}"
        case e.ExtraAttackGiven():
            return f"{event.n} extra attack{'s' if event.n != 1 else ''} in this turn"
        case e.ExtraTurnGiven():
            return f"{seat_name(state.seats, event.seat)} gets an extra turn"
        case e.HandLimitChanged():
            return f"{seat_name(state.seats, event.seat)}'s hand limit is {event.limit}"
        case _:
            return _moved_line(state, event, viewpoint)


def _moved_line(state: State, event: e.PblEvent, viewpoint: Viewpoint) -> str | None:
    match event:
        case e.CardsDiscarded():
            visible = not event.face_down or sees_hand(viewpoint, event.seat)
            return f"{seat_name(state.seats, event.seat)} discards {_cards(state, event.tokens, visible=visible)}"
        case e.CardTaken() | e.CardPlaced():
            visible = event.place == "scrap" or sees_side(state, viewpoint, event.side)
            card = _name(state, event.card) if visible and event.card else "a card"
            way = "leaves" if isinstance(event, e.CardTaken) else "goes to"
            return f"{card} {way} {side_name(state, event.side)}'s {_slot(event.place)}"
        case e.CounterSet():
            return f"the counter on {_name(state, event.card)} is {event.value}"
        case _:
            return None


def _ending_line(state: State, event: e.PblEvent) -> str:  # noqa: C901 (an arm for each event)
    match event:
        case e.CriticalFormEntered():
            bonus = "" if event.bonus else " (no bonus)"
            return f"{side_name(state, event.side)}'s pilot is in critical form{bonus}"
        case e.CriticalFormLeft():
            return f"{side_name(state, event.side)}'s pilot is back in normal form"
        case e.RobotTerminated():
            by = f" by {side_name(state, event.by)}" if event.by is not None else ""
            return f"{side_name(state, event.side)}'s robot is terminated{by}"
        case e.SideResigned():
            return f"{side_name(state, event.side)} resigns"
        case e.CardsRemoved():
            return f"{side_name(state, event.side)}'s cards leave the game"
        case e.TimeLimitStarted():
            return "the time limit runs"
        case e.TimeLimitExpired():
            return "time is up: the turn is finished"
        case e.TimeLimitTied():
            return "a tie when time is up: the next limb decides"
        case e.GameEnded():
            names = ", ".join(side_name(state, side) for side in event.winners)
            return f"{names} won ({_slot(event.reason)})" if names else f"a draw ({_slot(event.reason)})"
        case e.Adjusted():
            return f"adjusted: {event.reason}"
        case e.TurnSet():
            return f"it is {seat_name(state.seats, event.seat)}'s turn"
        case e.PositionDeclared():
            return f"position declared at turn {event.number}"
        case _:
            raise AssertionError(f"no line for {type(event).__name__}")
