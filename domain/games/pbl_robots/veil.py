"""Commands as a viewpoint may see them."""

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef
from domain.games.pbl_robots import changes as ch
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.actors import acting_seat
from domain.games.pbl_robots.sight import sees_hand, sees_side, sees_top
from domain.games.pbl_robots.state import State
from domain.table import JUDGE, Viewpoint


def veil(before: State, command: c.PblCommand, viewpoint: Viewpoint) -> c.PblCommand:
    """The command with hidden cards unknown."""
    if viewpoint == JUDGE:
        return command
    match command:
        case c.CreateMatch():
            carried = tuple(
                one if _own_side(command, viewpoint, index) else replace(one, cards=())
                for index, one in enumerate(command.carried)
            )
            return replace(command, carried=carried, shop=())
        case c.DealInheritance():
            hands = tuple(
                hand if sees_side(before, viewpoint, index) else _hidden(hand)
                for index, hand in enumerate(command.hands)
            )
            return replace(command, hands=hands)
        case c.DealQuickPlay():
            sizes = command.sizes or tuple(len(deck) for deck in command.decks)
            return replace(command, decks=(), sizes=sizes)
        case c.PassPile():  # what a drafter saw in passing is on nobody's board
            return replace(command, cards=())
        case c.DeclarePosition():
            shown = tuple(
                hand if sees_hand(viewpoint, seat) else _hidden(hand) for seat, hand in enumerate(command.hands)
            )
            sides = tuple(
                one if sees_side(before, viewpoint, index) else _veil_heap(one)
                for index, one in enumerate(command.sides)
            )
            return replace(command, hands=shown, sides=sides)
        case c.ResolveEffect() | c.Adjust() | c.ConcedeCombat():
            return replace(command, changes=_veil_changes(command.changes, viewpoint))
        case _:
            return _veil_own(before, command, viewpoint)


def _veil_heap(one: c.SidePosition) -> c.SidePosition:
    return replace(one, face_down_cards=(), face_down=one.face_down + len(one.face_down_cards))


def _own_side(command: c.CreateMatch, viewpoint: Viewpoint, side: int) -> bool:
    return isinstance(viewpoint, int) and viewpoint < len(command.seats) and command.seats[viewpoint].side == side


def _hidden(refs: tuple[CardRef, ...]) -> tuple[CardRef, ...]:
    return (UNKNOWN,) * len(refs)


def _veil_own(before: State, command: c.PblCommand, viewpoint: Viewpoint) -> c.PblCommand:
    """What is hidden from everybody but the player who acts (a team drafts together)."""
    seat = acting_seat(before, command)
    side = before.seats[seat].side if 0 <= seat < len(before.seats) else 0
    if isinstance(command, c.TakePile | c.CommitStarter | c.ReduceDeck):
        return command if sees_side(before, viewpoint, side) else _veil_side(command)
    if isinstance(command, c.ArrangeDeck):
        return command if sees_top(before, viewpoint, side) else replace(command, order=())
    return command if sees_hand(viewpoint, seat) else _veil_hand(command)


def _veil_side(command: c.TakePile | c.CommitStarter | c.ReduceDeck) -> c.PblCommand:
    match command:
        case c.TakePile():
            return replace(command, cards=())
        case c.CommitStarter():
            return replace(command, pilot=UNKNOWN)
        case c.ReduceDeck():
            return replace(command, cards=_hidden(command.cards))


def _veil_hand(command: c.PblCommand) -> c.PblCommand:
    match command:
        case c.DealOpeningHands():
            return replace(command, first=(), second=())
        case c.KeepOpeningHand():
            return replace(command, cards=())
        case c.DrawCard():
            return command if command.slot else replace(command, card=UNKNOWN)
        case c.AddBombs() | c.AddShields() | c.RollAttack() | c.RollDefense() | c.DiscardToLimit():
            return replace(command, cards=_hidden(command.cards))
        case c.RevealCard():
            return command if command.shown else replace(command, card=UNKNOWN)
        case c.PickArmor():
            return replace(command, found=_found(command.found, command.from_row))
        case c.PlayAction() | c.BlastCrew() | c.BuildArmor() | c.PlayCrew() | c.BuildHangar() | c.PlayExpertPilot():
            found = _found(command.found, command.from_row)
            return replace(command, drawn=_veil_draws(command.drawn), found=found)
        case _:
            return command


def _found(found: CardRef | None, from_row: int) -> CardRef | None:
    return found if found is None or from_row else UNKNOWN


def _veil_draws(draws: tuple[ch.Draw, ...]) -> tuple[ch.Draw, ...]:
    return tuple(one if one.slot else replace(one, card=UNKNOWN) for one in draws)


def _veil_changes(changes: tuple[ch.Change, ...], viewpoint: Viewpoint) -> tuple[ch.Change, ...]:
    return tuple(_veil_change(change, viewpoint) for change in changes)


def _veil_change(change: ch.Change, viewpoint: Viewpoint) -> ch.Change:
    if getattr(change, "player", None) == viewpoint:
        return change
    match change:
        case ch.DrawNow():
            return replace(change, drawn=_veil_draws(change.drawn))
        case ch.SearchNow():
            return replace(change, card=_found(change.card, change.slot))
        case ch.Reveal() if not change.shown:
            return replace(change, card=UNKNOWN)
        case ch.Discard() if change.face_down:
            return replace(change, cards=_hidden(change.cards))
        case ch.MoveCard() if change.to_player != viewpoint and not _open(change):
            return replace(change, card=UNKNOWN)
        case _:
            return change


def _open(change: ch.MoveCard) -> bool:
    """A card that comes from or goes to a heap that everybody sees."""
    return "scrap" in (change.source, change.to)
