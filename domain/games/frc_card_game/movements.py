"""Movements of cards: draws, discards, plays and retirements (CG-A05, CG-F04, CG-F05, CG-T04, CG-X01 to CG-X05)."""

from typing import Literal

from domain.cards import Token, parse_ref
from domain.effects.lasting import prevention
from domain.games.frc_card_game.cards import (
    EventCard,
    LastingWord,
    MentorCard,
    ModifyPoints,
    RobotCard,
    effects_of,
    index_of,
)
from domain.games.frc_card_game.events import scoring
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.by_hand import CardMoved, ChangePrevented, LastingAdded
from domain.games.frc_card_game.events.plays import CardRevealed
from domain.games.frc_card_game.events.turns import CardDrawn, CardsDiscarded, EventRetired
from domain.games.frc_card_game.field import counts_turn, robot_subject
from domain.games.frc_card_game.references import acting, hand_cards, table_of
from domain.games.frc_card_game.scoring import change_points, fail_draw
from domain.games.frc_card_game.state import (
    ByHandCause,
    Cause,
    DrawCause,
    FieldRobot,
    Position,
    SlotCard,
    State,
    opponent_of,
)
from domain.games.frc_card_game.zones import CardLocation, find_robot, next_token, top_card


def slotted_card(state: State, card: Token, side: int) -> SlotCard:
    """Return the slot entry of a mentor or event that is played. It fixes how an event counts its turns (CG-Q10, CG-V05)."""
    record = state.catalogue.get(card.card)
    order = state.plays + 1
    name = card.card or ""
    duration = record.duration if isinstance(record, EventCard) else None
    if duration is None:
        return SlotCard(card.id, name, "condition" if isinstance(record, EventCard) else "mentor", state.turn, order)
    if duration.kind != "turns":
        return SlotCard(card.id, name, duration.kind, state.turn, order)
    counting = duration.counting
    if counting is None:
        counting = "owners_turns" if state.options.event_turn_count == "owners_turns" else "each_turn"
    counted = 1 if counts_turn(counting, side, acting(state, None)) else 0
    return SlotCard(
        card.id, name, "turns", state.turn, order, duration.count, counting, duration.ends_in, counted, state.turn
    )


def robot_card(state: State, card: Token, position: Position) -> FieldRobot:
    """Return the slot entry of a robot, with its printed stats and without a Drive Team."""
    record = state.catalogue.get(card.card)
    offense, defense = (record.offense or 0, record.defense or 0) if isinstance(record, RobotCard) else (0, 0)
    return FieldRobot(card.id, card.card or "", offense, defense, position, turn=state.turn)


def start_effects(out: FrcBuffer, card: str | None, side: int, token: int, *, instant: bool = False) -> None:
    """Apply the one-time effects of a card that becomes active, and begin its lasting effects (CG-A05)."""
    for effect in index_of(out.state.catalogue, ModifyPoints).by_card.get(card or "", ()):
        player = side if effect.whose == "owner" else opponent_of(side)
        change_points(out, player, effect.delta, "effect")
    for word in effects_of(out.state.catalogue).get(card or "", ()):
        if isinstance(word, LastingWord):
            table = table_of(out.state, side, token, near=side, instant=instant)
            if not any(word.violations(table)):
                out.add(LastingAdded(lasting=word.lasting(table)))


def draw(out: FrcBuffer, seat: int, text: str, cause: DrawCause) -> None:
    """Draw one card from the top of a deck; `text` names it, or is `??`."""
    player = out.state.players[seat]
    if not player.deck:
        fail_draw(out, seat, cause)
        return
    top, ref = top_card(player), parse_ref(text)
    card = Token(top.id, top.card or ref.card) if top else Token(next_token(player, seat), ref.card)
    out.add(CardDrawn(player=seat, token=card.id, card=card.card, deck_after=player.deck - 1, cause=cause))


def show(out: FrcBuffer, player: int, card: Token) -> None:
    """Reveal a hand card that was unknown until now."""
    known = next((t.card for t in out.state.players[player].hand if t.id == card.id), card.card)
    if known is None and card.card is not None:
        out.add(CardRevealed(player=player, token=card.id, card=card.card))


def discard(out: FrcBuffer, player: int, texts: tuple[str, ...]) -> None:
    """Reveal and discard these hand cards (CG-X05)."""
    cards = tuple([card for card in hand_cards(out.state, player, texts) if card is not None])
    for card in cards:
        show(out, player, card)
    if cards:
        out.add(CardsDiscarded(player=player, cards=cards))


def retire_from_field(
    out: FrcBuffer, found: CardLocation, cause: ByHandCause, *, event: Literal["effect_ended"] | None = None
) -> None:
    """Retire a card from the field to the pile (CG-X01 to CG-X03). `event` is a more exact cause, for an event card."""
    token, card = found.token.id, found.token.card
    if found.place == "robot_slots":
        retire_robot(out, token, cause)
        settle_drive_team(out, token)
    elif found.place in ("student_body", "drive_team"):
        out.add(scoring.StudentRetired(player=found.side, token=token, card=card, robot=found.robot))
    elif found.place == "mentor_event_slots" and not isinstance(out.state.catalogue.get(card), MentorCard):
        out.add(EventRetired(player=found.side, token=token, card=card or "", cause=event or cause))
    else:
        out.add(
            CardMoved(
                token=token, card=card, origin=found.place, side=found.side, to="retirement_pile", player=found.side
            )
        )


def retire_robot(out: FrcBuffer, token: int, cause: Cause) -> None:
    """Retire a robot to the pile, unless an effect prevents it; `settle_drive_team` handles its students."""
    state = out.state
    found = find_robot(state, token)
    if found is None:
        return
    side, _, robot = found
    shields = state.lasting if cause != "adjustment" else ()
    guard = prevention(shields, "retirement", robot_subject(side, robot), state.seats) if shields else None
    if guard is not None:
        out.add(ChangePrevented(effect=guard.id, player=side, token=token))
    else:
        out.add(scoring.RobotRetired(player=side, token=token, card=robot.card, cause=cause))


def settle_drive_team(out: FrcBuffer, robot: int, student: int | None = None) -> None:
    """Retire one student of a retired robot's Drive Team and return the others. If `student` is `None` and there are several
    candidates, open a choice (CG-X02, CG-X03)."""
    choice = next((c for c in out.state.choices if c.robot == robot), None)
    if choice is None:
        return
    retiring = next((s for s in choice.candidates if s.id == student), None)
    if retiring is None and len(choice.candidates) == 1:
        retiring = choice.candidates[0]
    if retiring is None:
        out.add(
            scoring.StudentChoiceOpened(
                player=choice.player, robot=robot, robot_card=choice.robot_card, candidates=choice.candidates
            )
        )
        return
    out.add(scoring.StudentRetired(player=choice.player, token=retiring.id, card=retiring.card, robot=robot))
    others = tuple(s for s in choice.candidates if s.id != retiring.id)
    if others:
        out.add(scoring.DriveTeamReturned(player=choice.player, robot=robot, students=others))
