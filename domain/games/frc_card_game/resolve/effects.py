"""What follows from card effects resolved by hand, from adjustments, and from a declared position."""

from domain.cards import parse_ref
from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.cards import MentorCard
from domain.games.frc_card_game.declared import declared
from domain.games.frc_card_game.events.by_hand import Adjusted, CardEffectResolved, RemindersRaised
from domain.games.frc_card_game.events.turns import EventRetired
from domain.games.frc_card_game.field import triggered_in
from domain.games.frc_card_game.refs import acting, field_card, source_of
from domain.games.frc_card_game.resolve.changes import By, apply_changes
from domain.games.frc_card_game.resolve.course import Course, look_at_points
from domain.games.frc_card_game.resolve.moves import retire_from_field


def resolve_card_effect(course: Course, command: cmd.ResolveCardEffect) -> None:
    """A card's effect, as the changes that it made."""
    player = acting(course.state, command.player)
    source = source_of(course.state, player, command.source)
    token = source.token.id if source is not None else None
    card = source.token.card if source is not None else parse_ref(command.source).card
    course.add(CardEffectResolved(player=player, source=token, card=card, text=command.text))
    apply_changes(course, command.changes, By(player, token, "effect"))
    look_at_points(course)


def retire_card(course: Course, command: cmd.RetireCard) -> None:
    """CG-X04: the condition of an event is met. Recorded as played, any card of the field can go."""
    player = acting(course.state, command.player)
    found = field_card(course.state, player, command.card)
    assert found is not None
    if found.place == "mentor_event_slots" and not isinstance(course.state.catalogue.get(found.token.card), MentorCard):
        course.add(
            EventRetired(player=found.side, token=found.token.id, card=found.token.card or "", cause="effect_ended")
        )
    else:
        retire_from_field(course, found, "effect")
    look_at_points(course)


def adjust(course: Course, command: cmd.Adjust) -> None:
    """The record follows the table."""
    course.add(Adjusted(reason=command.reason))
    apply_changes(course, command.changes, By(acting(course.state, None), None, "adjustment"))
    look_at_points(course)


def declare_position(course: Course, command: cmd.DeclarePosition) -> None:
    """The position on the table replaces what stood before; with 0 points or less it is the end (CG-E01)."""
    event = declared(course.state, command)
    course.add(event)
    reminders = tuple(source.token for _, source in triggered_in(course.state, event.phase))
    if reminders:
        course.add(RemindersRaised(reminders=reminders))
    look_at_points(course)
