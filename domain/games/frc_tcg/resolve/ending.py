"""Defeats, captures and the end of the match: settled together once an action is done (TCG-X01 to X05, E01 to E03, V06, V07)."""

from domain.cards import Token, parse_ref, token_owner
from domain.games.frc_tcg.commands.plays import PrizePick
from domain.games.frc_tcg.effects import (
    is_over,
    next_seat,
    seats_reached,
)
from domain.games.frc_tcg.events.combat import (
    EffectExpired,
    PrizeCardCaptured,
    RobotDefeated,
)
from domain.games.frc_tcg.events.ending import (
    MatchDrawn,
    MatchWon,
    PlayerOut,
    PrizeCardsSettled,
)
from domain.games.frc_tcg.events.turn import (
    EnhancementEnded,
    TurnEnded,
    TurnStarted,
)
from domain.games.frc_tcg.known import impossible
from domain.games.frc_tcg.options import DEFAULTS
from domain.games.frc_tcg.resolve.faults import prize_faults
from domain.games.frc_tcg.resolve.progress import Cause, Progress
from domain.games.frc_tcg.state import (
    Placed,
    PlayerState,
    State,
)
from domain.text import counted


def settle(progress: Progress, cause: Cause) -> None:
    """All defeats of one action with their captures, then the end of the match."""
    defeated = _defeated(progress.state, cause.by)
    picks = list(cause.picks)
    for placed in defeated:
        progress.add(RobotDefeated(owner=placed.seat, robot=placed.stack.key, shopped=placed.stack.tokens()))
        captor = _captor(progress.state, placed.seat, cause)
        if captor is not None and (cause.attack or progress.state.options.prize_on == "any_defeat"):
            capture(progress, placed.seat, captor, picks)
    if picks and not progress.stopped:
        taken = len(cause.picks) - len(picks)
        progress.faults.append(
            impossible("TCG-X02", f"{counted(len(cause.picks), 'prize card')} picked, {taken} for what fell")
        )
    if defeated:
        progress.refresh_max_hp()
    finish(progress)


def _defeated(state: State, by: int) -> list[Placed]:
    """Robots at 0 HP: other players' first, in turn order."""
    count = len(state.players)
    order = [(by + n) % count for n in range(1, count + 1)]
    return [Placed(seat, stack) for seat in order for stack in state.players[seat].alliance if stack.hp <= 0]


def _captor(state: State, owner: int, cause: Cause) -> int | None:
    """Who captures for a defeated robot of this owner (TCG-X03)."""
    if state.side(owner) != state.side(cause.by):
        return cause.by
    if state.is_duel:
        return 1 - owner
    if cause.attack and owner == cause.by and cause.attacked is not None:
        return cause.attacked if state.side(cause.attacked) != state.side(owner) else None
    return None


def capture(progress: Progress, owner: int, by: int, picks: list[PrizePick]) -> None:
    """One prize card changes hands: the one picked, else the lowest place left; none if none is left.

    Each pick is checked on the cards that the captures before it left (TCG-X04).
    """
    prizes = progress.state.players[owner].prize_cards
    left = [place for place, card in enumerate(prizes, start=1) if card is not None]
    if not left:
        return
    pick = next((p for p in picks if p.player in (None, owner)), None)
    if pick is not None:
        picks.remove(pick)
        progress.faults += prize_faults(progress.state, owner, pick.place, pick.card)
    place = pick.place if pick is not None and pick.place in left else left[0]
    token = prizes[place - 1]
    assert token is not None
    seen = parse_ref(pick.card).card if pick is not None and pick.card is not None else None
    progress.add(PrizeCardCaptured(owner=owner, by=by, place=place, token=token.id, card=seen or token.card))


def finish(progress: Progress) -> None:
    """Ends the match, or puts players out, where prize cards are used up."""
    state = progress.state
    if not state.running:
        return
    swept = [s for s, p in enumerate(state.players) if p.prize_cards and not p.out and p.prizes_left == 0]
    if not swept:
        return
    if state.is_duel:
        _win_or_tie(progress, [[1 - seat] for seat in swept], "TCG-E01")
    else:
        put_out(progress, swept)


def put_out(progress: Progress, swept: list[int], rule: str = "TCG-V06") -> None:
    """Players leave the match; the last side in it wins, or one that swept an opponent alone (TCG-V06, V07).

    With TCG-E05 as the rule they gave up: who is left then wins by concession.
    """
    state = progress.state
    alive = [s for s, p in enumerate(state.players) if not p.out and s not in swept]
    sides = {state.side(s) for s in alive}
    first_sweep = state.options.multiplayer_win == "first_sweep" and rule != "TCG-E05"
    sweepers = _sweepers(state, swept) if first_sweep else []
    ending = len(sides) < 2 or bool(sweepers)
    for seat in swept:
        shopped = () if ending else _in_play(state.players[seat])
        progress.add(PlayerOut(player=seat, shopped=shopped, cleared=not ending))
    if ending:
        winners = sweepers or sorted(sides)
        _win_or_tie(progress, [_members(state, side) for side in winners], rule)
        return
    progress.refresh_max_hp()
    if state.active in swept:
        pass_turn(progress)


def _in_play(player: PlayerState) -> tuple[Token, ...]:
    stacks = tuple(token for stack in player.alliance for token in stack.tokens())
    return (*stacks, *(Token(e.token, e.card) for e in (*player.mentors, *player.awards)))


def _members(state: State, side: int) -> list[int]:
    return [seat for seat in range(len(state.players)) if state.side(seat) == side]


def _sweepers(state: State, swept: list[int]) -> list[int]:
    """Sides that hold every prize card of a player who was just swept."""
    found = []
    for side in sorted({seat.side for seat in state.seats}):
        held = [token_owner(c.id) for s in _members(state, side) for c in state.players[s].captured]
        if any(held.count(seat) == len(state.players[seat].prize_cards) for seat in swept):
            found.append(side)
    return found


def _win_or_tie(progress: Progress, winners: list[list[int]], rule: str) -> None:
    state = progress.state
    if len(winners) == 1:
        progress.add(MatchWon(winners=tuple(winners[0]), rule=rule))
        return
    active = _members(state, state.side(state.active))
    if state.options.final_tie == "active_player_wins" and (not winners or active in winners):
        progress.add(MatchWon(winners=tuple(active), rule="TCG-E03"))
    else:
        progress.add(MatchDrawn())


def settle_as_agreed(progress: Progress) -> None:
    """What was agreed before the start about captured prize cards is done; else they are settled after the end (TCG-E04)."""
    agreed = progress.state.options.prize_settlement
    if agreed != DEFAULTS.prize_settlement and not progress.state.settlement:
        progress.add(PrizeCardsSettled(mode=agreed))


def pass_turn(progress: Progress) -> None:
    """The turn is over without a refill, because its player is out; what lasted until now ends."""
    state = progress.state
    progress.add(TurnEnded(player=state.active, turn=state.turn))
    expire(progress)
    start_next(progress)


def expire(progress: Progress) -> None:
    """Effects whose time is up end, and with them the mentors and awards that bore them (TCG-X06, X11)."""
    state = progress.state
    reached = seats_reached(state)
    for effect in state.lasting:
        if not effect.bound and is_over(state, effect.ends, effect.before, reached):
            progress.add(EffectExpired(effect=effect.id))
    for seat, player in enumerate(state.players):
        for card in (*player.mentors, *player.awards):
            if is_over(state, card.ends, card.before, reached):
                ended = EnhancementEnded(player=seat, card=Token(card.token, card.card), reason=card.duration)
                progress.add(ended)
    progress.refresh_max_hp()


def start_next(progress: Progress) -> None:
    """The next player's turn begins."""
    state = progress.state
    progress.add(TurnStarted(player=next_seat(state), turn=state.turn + 1))
