"""Card texts resolved by hand, what the table agrees, corrections of the position (TCG-A12, X06, E04, E05)."""

from typing import Final

from domain.cards import Token, token_owner
from domain.games.frc_tcg.commands.agreements import (
    Abandon,
    Adjust,
    AgreeDraw,
    Concede,
    DeclarePosition,
    EndEnhancement,
    ResolveCardEffect,
    RevealCard,
    SettlePrizeCards,
)
from domain.games.frc_tcg.events.changes import Adjusted, CardEffectResolved
from domain.games.frc_tcg.events.ending import (
    DrawAgreed,
    MatchAbandoned,
    MatchConceded,
    MatchWon,
    PrizeCardsSettled,
)
from domain.games.frc_tcg.events.turn import EnhancementEnded
from domain.games.frc_tcg.references import find_enhancement, source_card
from domain.games.frc_tcg.resolve.changes import apply_changes, show
from domain.games.frc_tcg.resolve.ending import (
    finish,
    put_out,
    settle,
)
from domain.games.frc_tcg.resolve.position import declared
from domain.games.frc_tcg.resolve.progress import Cause, Progress
from domain.games.frc_tcg.resolve.turn import seat_of


def _resolve_card_effect(progress: Progress, command: ResolveCardEffect) -> None:
    state = progress.state
    source = source_card(state, command.source, command.player) if command.source is not None else None
    owner = token_owner(source.id) if source is not None else seat_of(state, command.player)
    token = source.id if source is not None else 0
    card = source.card if source is not None else command.source
    progress.add(CardEffectResolved(player=owner, source=token, card=card, note=command.note))
    apply_changes(progress, command.changes, owner, token)
    settle(progress, Cause(owner, picks=command.prize_picks))


def _end_enhancement(progress: Progress, command: EndEnhancement) -> None:
    found = find_enhancement(progress.state, command.card, command.player)
    assert found is not None
    seat, card = found
    progress.add(EnhancementEnded(player=seat, card=Token(card.token, card.card), reason=command.reason))
    progress.refresh_max_hp()


def _reveal_card(progress: Progress, command: RevealCard) -> None:
    seat = seat_of(progress.state, command.player)
    show(progress, max(0, seat), command.token, command.card_id, command.to)


def _concede(progress: Progress, command: Concede) -> None:
    progress.add(MatchConceded(player=command.player))
    state = progress.state
    if state.is_duel:
        progress.add(MatchWon(winners=(1 - command.player,), rule="TCG-E05"))
    else:
        put_out(progress, [command.player], "TCG-E05")


def _agree_draw(progress: Progress, command: AgreeDraw) -> None:
    progress.add(DrawAgreed(players=command.players))


def _abandon(progress: Progress, command: Abandon) -> None:
    progress.add(MatchAbandoned(reason=command.reason))


def _settle_prize_cards(progress: Progress, command: SettlePrizeCards) -> None:
    progress.add(PrizeCardsSettled(mode=command.mode))


def _adjust(progress: Progress, command: Adjust) -> None:
    progress.add(Adjusted(reason=command.reason))
    apply_changes(progress, command.changes, max(0, progress.state.active), adjusting=True)
    finish(progress)


def _declare_position(progress: Progress, command: DeclarePosition) -> None:
    progress.add(declared(progress.state, command))
    progress.refresh_max_hp()
    finish(progress)


AGREEMENTS: Final[dict[type, object]] = {
    ResolveCardEffect: _resolve_card_effect,
    EndEnhancement: _end_enhancement,
    RevealCard: _reveal_card,
    Concede: _concede,
    AgreeDraw: _agree_draw,
    Abandon: _abandon,
    SettlePrizeCards: _settle_prize_cards,
    Adjust: _adjust,
    DeclarePosition: _declare_position,
}
