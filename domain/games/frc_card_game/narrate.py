"""Each event as one line in the rulebook's words, without what a viewpoint may not know."""

from collections.abc import Callable
from typing import Final, cast

from domain.cards import UNKNOWN, Token
from domain.games.frc_card_game import events as ev
from domain.games.frc_card_game.board import knows_hand
from domain.games.frc_card_game.changes import OPEN_PLACES
from domain.games.frc_card_game.state import State
from domain.games.frc_card_game.zones import all_cards
from domain.table import JUDGE, Viewpoint, seat_name
from domain.text import counted


def narrate(before: State, event: ev.FrcEvent, viewpoint: Viewpoint) -> str:
    """One line for an event, given the state before it."""
    return _NARRATE[type(event)](_Voice(before, viewpoint), event)


class _Voice:
    """Names as this viewpoint may say them."""

    __slots__ = ("state", "viewpoint")

    def __init__(self, state: State, viewpoint: Viewpoint) -> None:
        self.state = state
        self.viewpoint = viewpoint

    def who(self, seat: int | None) -> str:
        """A player's name."""
        return seat_name(self.state.seats, seat)

    def card(self, card: str | None) -> str:
        """A card's name."""
        return self.state.catalogue.name_of(card)

    def cards(self, tokens: tuple[Token, ...]) -> str:
        """Names of cards that lie open."""
        return ", ".join(self.card(token.card) for token in tokens)

    def hidden(self, seat: int, card: str | None) -> str:
        """A card that only its holder and the judge see."""
        return self.card(card) if knows_hand(self.viewpoint, seat) else UNKNOWN

    def token(self, token: int | None) -> str:
        """A card that lies open, by its token."""
        found = (f for f in all_cards(self.state) if f.token.id == token and f.place not in ("hand", "deck"))
        return next((self.card(f.token.card) for f in found), UNKNOWN)


def _match_started(voice: _Voice, event: ev.MatchStarted) -> str:  # noqa: ARG001
    names = " against ".join(f"{p.name} ({counted(p.deck_size, 'card')})" for p in event.players)
    return f"{names}, {counted(event.points, 'point')} each"


def _card_defined(voice: _Voice, event: ev.CardDefined) -> str:  # noqa: ARG001
    return f"{event.card.name} joins the catalogue"


def _team_card_played(voice: _Voice, event: ev.TeamCardPlayed) -> str:
    return f"{voice.who(event.player)} plays the team card {voice.card(event.card)}"


def _deck_shuffled(voice: _Voice, event: ev.DeckShuffled) -> str:
    return f"{voice.who(event.player)}'s deck is shuffled"


def _opening_hand_drawn(voice: _Voice, event: ev.OpeningHandDrawn) -> str:
    cards = ", ".join(voice.hidden(event.player, token.card) for token in event.cards)
    return f"{voice.who(event.player)} draws the opening hand: {cards} (deck {event.deck_after})"


def _coin_flipped(voice: _Voice, event: ev.CoinFlipped) -> str:
    call = f"{voice.who(event.caller)} calls {event.call}; " if event.caller is not None and event.call else ""
    return f"{call}the coin {'falls ' + event.face + ': ' if event.face else 'says: '}{voice.who(event.first_player)} goes first"


def _turn_began(voice: _Voice, event: ev.TurnBegan) -> str:
    return f"turn {event.turn}, {voice.who(event.player)}"


def _phase_began(voice: _Voice, event: ev.PhaseBegan) -> str:
    owed = f", {event.draws_owed} to draw" if event.phase == "draw" else ""
    reminders = "; ".join(voice.token(token) for token in event.reminders)
    return f"{event.phase} phase{owed}" + (f"; remember {reminders}" if reminders else "")


def _phase_skipped(voice: _Voice, event: ev.PhaseSkipped) -> str:
    return f"{voice.who(event.player)} has no {event.phase} phase this turn"


def _card_drawn(voice: _Voice, event: ev.CardDrawn) -> str:
    card = voice.hidden(event.player, event.card)
    return f"{voice.who(event.player)} draws {card} (deck {event.deck_after})"


def _draw_failed(voice: _Voice, event: ev.DrawFailed) -> str:
    return f"{voice.who(event.player)} must draw and has no card left"


def _card_revealed(voice: _Voice, event: ev.CardRevealed) -> str:
    if event.to is None:
        return f"{voice.who(event.player)} shows {voice.card(event.card)}"
    seen = voice.viewpoint in (JUDGE, event.player, event.to)
    if event.to == event.player:
        return f"{voice.who(event.player)} turns out to hold {voice.card(event.card) if seen else UNKNOWN}"
    return f"{voice.who(event.player)} shows {voice.card(event.card) if seen else UNKNOWN} to {voice.who(event.to)}"


def _student_played(voice: _Voice, event: ev.StudentPlayed) -> str:
    return f"{voice.who(event.player)} plays the student {voice.card(event.card)} ({event.used} of {event.allowed})"


def _mentor_played(voice: _Voice, event: ev.MentorPlayed) -> str:
    return f"{voice.who(event.player)} plays the mentor {voice.card(event.mentor.card)}"


def _event_played(voice: _Voice, event: ev.EventPlayed) -> str:
    played = event.event
    lasts = f", turn {played.counted} of {played.count}" if played.kind == "turns" else ""
    return f"{voice.who(event.player)} plays the event {voice.card(played.card)}{lasts}"


def _robot_played(voice: _Voice, event: ev.RobotPlayed) -> str:
    stats = f"{event.offense}/{event.defense}, {event.position}"
    return f"{voice.who(event.player)} plays the robot {voice.card(event.card)} ({stats})"


def _drive_team_formed(voice: _Voice, event: ev.DriveTeamFormed) -> str:
    return f"{voice.cards(event.students) or 'nobody'} on {voice.token(event.robot)}'s Drive Team"


def _effect_started(voice: _Voice, event: ev.EffectStarted) -> str:
    return f"{voice.card(event.card)} becomes active"


def _position_switched(voice: _Voice, event: ev.PositionSwitched) -> str:
    return f"{voice.who(event.player)} switches {voice.token(event.robot)} to {event.to} position"


def _score_attempted(voice: _Voice, event: ev.ScoreAttempted) -> str:
    attacker = f"{voice.token(event.attacker)} ({event.attacker_offense})"
    seen = ", as the table had it" if event.observed else ""
    if event.target is None:
        return f"{attacker} scores directly for {event.points_lost}{seen}"
    compared = event.target_offense if event.compared_stat == "offense" else event.target_defense
    target = f"{voice.token(event.target)} ({event.compared_stat} {compared})"
    ends = {"target_retired": "and wins", "attacker_retired": "and fails", "tied": "and ties", "direct": "directly"}
    return f"{attacker} scores on {target} {ends[event.outcome]}{seen}"


def _robot_retired(voice: _Voice, event: ev.RobotRetired) -> str:
    return f"{voice.who(event.player)}'s {voice.card(event.card)} is retired"


def _student_choice_opened(voice: _Voice, event: ev.StudentChoiceOpened) -> str:
    names = voice.cards(event.candidates)
    return f"{voice.who(event.player)} must choose who retires with {voice.card(event.robot_card)}: {names}"


def _student_retired(voice: _Voice, event: ev.StudentRetired) -> str:
    return f"{voice.who(event.player)}'s student {voice.card(event.card)} is retired"


def _drive_team_returned(voice: _Voice, event: ev.DriveTeamReturned) -> str:
    verb = "returns" if len(event.students) == 1 else "return"
    return f"{voice.cards(event.students)} {verb} to {voice.who(event.player)}'s Student Body"


def _points_changed(voice: _Voice, event: ev.PointsChanged) -> str:
    verb = "loses" if event.delta < 0 else "gains"
    return f"{voice.who(event.player)} {verb} {abs(event.delta)}: {event.before} → {event.after}"


def _event_turn_counted(voice: _Voice, event: ev.EventTurnCounted) -> str:
    return f"{voice.card(event.card)}: turn {event.counted} of {event.count}"


def _event_retired(voice: _Voice, event: ev.EventRetired) -> str:
    why = {"run_out": " (run out)", "effect_ended": " (ended)"}.get(event.cause, "")
    return f"{voice.card(event.card)} is retired{why}"


def _cards_discarded(voice: _Voice, event: ev.CardsDiscarded) -> str:
    return f"{voice.who(event.player)} discards {voice.cards(event.cards)}"


def _turn_ended(voice: _Voice, event: ev.TurnEnded) -> str:
    return f"{voice.who(event.player)} ends turn {event.turn}"


def _match_conceded(voice: _Voice, event: ev.MatchConceded) -> str:
    return f"{voice.who(event.player)} concedes (not in the rulebook)"


def _match_ended(voice: _Voice, event: ev.MatchEnded) -> str:
    points = " to ".join(str(p) for p in event.points)
    who = "a draw" if event.winner is None else f"{voice.who(event.winner)} wins"
    return f"{who} ({event.reason.replace('_', ' ')}, {points})"


def _card_effect_resolved(voice: _Voice, event: ev.CardEffectResolved) -> str:
    return f"effect of {voice.card(event.card)}" + (f": {event.text}" if event.text else "")


def _card_moved(voice: _Voice, event: ev.CardMoved) -> str:
    is_open = event.origin in OPEN_PLACES or event.to in OPEN_PLACES
    card = voice.card(event.card) if is_open else voice.hidden(event.side, event.card)
    places = f"{event.origin.replace('_', ' ')} → {event.to.replace('_', ' ')}"
    to = f" of {voice.who(event.player)}" if event.player != event.side else ""
    return f"{voice.who(event.side)}'s {card}: {places}{to}"


def _lasting_added(voice: _Voice, event: ev.LastingAdded) -> str:
    change = event.lasting
    words = change.what.replace("_", " ")
    number = f" {change.delta:+d}" if change.delta else ""
    of_player = change.what in ("student_plays", "draw_phase_draws")
    target = voice.who(change.target) if of_player else voice.token(change.target)
    until = f", to the end of turn {change.last_turn}" if change.last_turn is not None else ""
    return f"{target}: {words}{number}{until}"


def _phase_skip_ordered(voice: _Voice, event: ev.PhaseSkipOrdered) -> str:
    return f"{voice.who(event.skip.player)} will skip the {event.skip.phase} phase of turn {event.skip.turn}"


def _random_recorded(voice: _Voice, event: ev.RandomRecorded) -> str:  # noqa: ARG001
    return f"{event.kind}: {event.value}"


def _noted(voice: _Voice, event: ev.Noted) -> str:  # noqa: ARG001
    return event.text


def _adjusted(voice: _Voice, event: ev.Adjusted) -> str:  # noqa: ARG001
    return f"adjusted to the table: {event.reason}"


def _phase_set(voice: _Voice, event: ev.PhaseSet) -> str:
    return f"set to {voice.who(event.player)}'s {event.phase} phase"


def _attempts_set(voice: _Voice, event: ev.AttemptsSet) -> str:
    return f"{voice.token(event.robot)}: {counted(event.used, 'score attempt')} used"


def _draws_owed_set(voice: _Voice, event: ev.DrawsOwedSet) -> str:  # noqa: ARG001
    return f"{event.owed} draws owed"


def _student_plays_set(voice: _Voice, event: ev.StudentPlaysSet) -> str:  # noqa: ARG001
    return f"{event.used} student plays used"


def _position_declared(voice: _Voice, event: ev.PositionDeclared) -> str:
    points = " to ".join(str(player.points) for player in event.players)
    return f"position declared: turn {event.turn}, {voice.who(event.turn_player)}, {event.phase} phase, {points}"


def _reminders_raised(voice: _Voice, event: ev.RemindersRaised) -> str:
    return "remember " + "; ".join(voice.token(token) for token in event.reminders)


_NARRATE: Final = cast(
    "dict[type[ev.FrcEvent], Callable[[_Voice, ev.FrcEvent], str]]",
    {
        ev.MatchStarted: _match_started,
        ev.CardDefined: _card_defined,
        ev.TeamCardPlayed: _team_card_played,
        ev.DeckShuffled: _deck_shuffled,
        ev.OpeningHandDrawn: _opening_hand_drawn,
        ev.CoinFlipped: _coin_flipped,
        ev.TurnBegan: _turn_began,
        ev.PhaseBegan: _phase_began,
        ev.PhaseSkipped: _phase_skipped,
        ev.CardDrawn: _card_drawn,
        ev.DrawFailed: _draw_failed,
        ev.CardRevealed: _card_revealed,
        ev.StudentPlayed: _student_played,
        ev.MentorPlayed: _mentor_played,
        ev.EventPlayed: _event_played,
        ev.RobotPlayed: _robot_played,
        ev.DriveTeamFormed: _drive_team_formed,
        ev.EffectStarted: _effect_started,
        ev.PositionSwitched: _position_switched,
        ev.ScoreAttempted: _score_attempted,
        ev.RobotRetired: _robot_retired,
        ev.StudentChoiceOpened: _student_choice_opened,
        ev.StudentRetired: _student_retired,
        ev.DriveTeamReturned: _drive_team_returned,
        ev.PointsChanged: _points_changed,
        ev.EventTurnCounted: _event_turn_counted,
        ev.EventRetired: _event_retired,
        ev.CardsDiscarded: _cards_discarded,
        ev.TurnEnded: _turn_ended,
        ev.MatchConceded: _match_conceded,
        ev.MatchEnded: _match_ended,
        ev.CardEffectResolved: _card_effect_resolved,
        ev.CardMoved: _card_moved,
        ev.LastingAdded: _lasting_added,
        ev.PhaseSkipOrdered: _phase_skip_ordered,
        ev.RandomRecorded: _random_recorded,
        ev.Noted: _noted,
        ev.Adjusted: _adjusted,
        ev.PhaseSet: _phase_set,
        ev.AttemptsSet: _attempts_set,
        ev.DrawsOwedSet: _draws_owed_set,
        ev.StudentPlaysSet: _student_plays_set,
        ev.PositionDeclared: _position_declared,
        ev.RemindersRaised: _reminders_raised,
    },
)
