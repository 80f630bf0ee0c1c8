"""Defeats, captures and the end of the match: settled together once an action is done (TCG-X01 to X05, E01 to E03, V06,
V07)."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, SeatIndex, Token, token_owner
from domain.effects.lasting import is_over
from domain.games.frc_tcg.combat import refresh_max_hp
from domain.games.frc_tcg.effects import next_seat, seats_reached
from domain.games.frc_tcg.events.base import TcgBuffer, TcgEvent
from domain.games.frc_tcg.events.combat import EffectExpired, PrizeCardCaptured, RobotDefeated
from domain.games.frc_tcg.events.match_end import MatchDrawn, MatchWon, PlayerOut, PrizeCardsSettled
from domain.games.frc_tcg.events.turn import EnhancementEnded, TurnEnded, TurnStarted
from domain.games.frc_tcg.options import DEFAULTS
from domain.games.frc_tcg.references import check_in_deck
from domain.games.frc_tcg.state import PlayerState, SeatedStack, State
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.table.references import card_named, token_of
from domain.text import pluralize


class PrizePick(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The prize card that a capture takes: its place from 1, the card if seen, and its player if several lose one."""

    place: int
    card: CardRef | None = None
    player: SeatIndex | None = None

    def redacted_for(self, state: State, seat: int, viewpoint: Viewpoint) -> "PrizePick":
        """Return this seat's pick as a viewpoint may see it. Captor and owner know a captured card; in a duel, these
        are both players."""
        player = isinstance(viewpoint, int)
        known = viewpoint in (seat, self.player) or (player and state.is_duel) or state.options.prizes_face == "up"
        return self if known or self.card is None else replace(self, card=UNKNOWN)


class DefeatCause(Struct, frozen=True):
    """The cause to which an action's defeats are attributed (TCG-X03)."""

    by: int
    """The seat whose attack or card it is."""
    attack: bool = False
    attacked: int | None = None
    """Owner of the first robot attacked, who captures for recoil among three or more players."""
    picks: tuple[PrizePick, ...] = ()


def settle(out: TcgBuffer, cause: DefeatCause) -> None:
    """Add the defeats of one action, their captures, and the end of the match if it follows."""
    defeated = _defeated(out.state, cause.by)
    picks = list(cause.picks)
    for placed in defeated:
        out.add(RobotDefeated(owner=placed.seat, robot=placed.stack.key, shopped=placed.stack.tokens()))
        captor = _captor(out.state, placed.seat, cause)
        if captor is not None and (cause.attack or out.state.options.prize_on == "any_defeat"):
            capture(out, placed.seat, captor, picks)
    if picks and not out.stopped:
        taken = len(cause.picks) - len(picks)
        out.violations.append(
            impossible("TCG-X02", f"{pluralize(len(cause.picks), 'prize card')} picked, {taken} captured")
        )
    if defeated:
        refresh_max_hp(out)
    finish(out)


def _defeated(state: State, by: int) -> list[SeatedStack]:
    """Return the robots at 0 HP: other players' first, in turn order."""
    found = [SeatedStack(seat, stack) for seat, p in enumerate(state.players) for stack in p.alliance if stack.hp <= 0]
    return sorted(found, key=lambda placed: (placed.seat - by - 1) % len(state.players)) if found else found


def _captor(state: State, owner: int, cause: DefeatCause) -> int | None:
    """Return the seat that captures for a defeated robot of this owner (TCG-X03)."""
    if state.side(owner) != state.side(cause.by):
        return cause.by
    if state.is_duel:
        return 1 - owner
    if cause.attack and owner == cause.by and cause.attacked is not None:
        return cause.attacked if state.side(cause.attacked) != state.side(owner) else None
    return None


def capture(out: TcgBuffer, owner: int, by: int, picks: list[PrizePick]) -> None:
    """Capture one prize card: the one picked, else the lowest remaining place. No-op if all are captured.

    Each pick is checked on the cards that remain after earlier captures (TCG-X04).
    """
    prizes = out.state.players[owner].prize_cards
    left = [place for place, card in enumerate(prizes, start=1) if card is not None]
    if not left:
        return
    pick = next((p for p in picks if p.player in (None, owner)), None)
    if pick is not None:
        picks.remove(pick)
        out.violations += prize_violations(out.state, owner, pick.place, pick.card)
    place = pick.place if pick is not None and pick.place in left else left[0]
    token = prizes[place - 1]
    assert token is not None
    seen = card_named(pick.card) if pick is not None else None
    out.add(PrizeCardCaptured(owner=owner, by=by, place=place, token=token.id, card=seen or token.card))


def prize_violations(state: State, owner: int, place: int, card: str | None) -> Iterator[Violation]:
    """Yield violations if the place is empty, or if it cannot be the card that was seen (TCG-X04)."""
    prizes = state.players[owner].prize_cards
    token = prizes[place - 1] if 1 <= place <= len(prizes) else None
    if token is None:
        left = ", ".join(str(n) for n, prize in enumerate(prizes, start=1) if prize is not None)
        yield impossible("TCG-X04", f"no prize card at place {place}; left: {left or 'none'}")
        return
    seen = card_named(card)
    if seen is None or seen == token.card:
        return
    if token.card is not None:
        yield Violation("TCG-X04", f"place {place} is known to be {state.catalogue.name_of(token.card)}")
    elif seen not in state.catalogue:
        yield impossible("TCG-X04", f"no card {seen} in the catalogue: define_card first")
    else:
        yield from check_in_deck(state, owner, (seen,))


def finish(out: TcgBuffer) -> None:
    """End the match, or put players out, if they have no prize cards left."""
    state = out.state
    if not state.running:
        return
    swept = [s for s, p in enumerate(state.players) if p.prize_cards and not p.out and not any(p.prize_cards)]
    if not swept:
        return
    if state.is_duel:
        _win_or_tie(out, [[1 - seat] for seat in swept], "TCG-E01")
    else:
        put_out(out, swept)


def put_out(out: TcgBuffer, swept: list[int], rule: str = "TCG-V06") -> None:
    """Remove players from the match; the last remaining side wins, or one that swept an opponent by itself (TCG-V06,
    V07).

    With TCG-E05 as the rule, the players gave up and the remaining side wins by concession.
    """
    state = out.state
    alive = [s for s, p in enumerate(state.players) if not p.out and s not in swept]
    sides = {state.side(s) for s in alive}
    first_sweep = state.options.multiplayer_win == "first_sweep" and rule != "TCG-E05"
    sweepers = _sweepers(state, swept) if first_sweep else []
    ending = len(sides) < 2 or bool(sweepers)
    for seat in swept:
        shopped = () if ending else _in_play(state.players[seat])
        out.add(PlayerOut(player=seat, shopped=shopped, cleared=not ending))
    if ending:
        winners = sweepers or sorted(sides)
        _win_or_tie(out, [_members(state, side) for side in winners], rule)
        return
    refresh_max_hp(out)
    if state.active in swept:
        end_turn_without_refill(out)


def _in_play(player: PlayerState) -> tuple[Token, ...]:
    stacks = tuple(token for stack in player.alliance for token in stack.tokens())
    return (*stacks, *(token_of(e) for e in (*player.mentors, *player.awards)))


def _members(state: State, side: int) -> list[int]:
    return [seat for seat in range(len(state.players)) if state.side(seat) == side]


def _sweepers(state: State, swept: list[int]) -> list[int]:
    """Return the sides that captured all prize cards of one of these players."""
    found = []
    for side in sorted({seat.side for seat in state.seats}):
        held = [token_owner(c.id) for s in _members(state, side) for c in state.players[s].captured]
        if any(held.count(seat) == len(state.players[seat].prize_cards) for seat in swept):
            found.append(side)
    return found


def _win_or_tie(out: TcgBuffer, winners: list[list[int]], rule: str) -> None:
    state = out.state
    if len(winners) == 1:
        end(out, MatchWon(winners=tuple(winners[0]), rule=rule))
        return
    active = _members(state, state.side(state.active))
    if state.options.final_tie == "active_player_wins" and (not winners or active in winners):
        end(out, MatchWon(winners=tuple(active), rule="TCG-E03"))
    else:
        end(out, MatchDrawn())


def end(out: TcgBuffer, ending: TcgEvent) -> None:
    """End the match. Captured prize cards are settled as agreed before the start, or otherwise in a later command
    (TCG-E04)."""
    out.add(ending)
    agreed = out.state.options.prize_settlement
    if agreed != DEFAULTS.prize_settlement and not out.state.settlement:
        out.add(PrizeCardsSettled(mode=agreed))


def end_turn_without_refill(out: TcgBuffer) -> None:
    """End the turn of a player who is out, without a refill; expired effects end."""
    state = out.state
    out.add(TurnEnded(player=state.active, turn=state.turn))
    expire(out)
    start_next(out)


def expire(out: TcgBuffer) -> None:
    """End the effects, mentors and awards that expire now (TCG-X06, X11)."""
    state = out.state
    enhancements = [(seat, card) for seat, p in enumerate(state.players) for card in p.mentors + p.awards]
    if state.lasting or enhancements:
        reached = seats_reached(state)
        for effect in state.lasting:
            if not effect.bound and is_over(effect, state.turn, reached):
                out.add(EffectExpired(effect=effect.id))
        for seat, card in enhancements:
            if (card.ends and card.ends <= state.turn) or card.before in reached:
                out.add(EnhancementEnded(player=seat, card=token_of(card), reason=card.duration))
    refresh_max_hp(out)


def start_next(out: TcgBuffer) -> None:
    """Start the next player's turn."""
    state = out.state
    out.add(TurnStarted(player=next_seat(state), turn=state.turn + 1))
