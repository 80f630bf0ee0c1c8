"""One line for each event, in the rulebook's words, as a viewpoint may read it."""

from collections.abc import Callable, Mapping
from typing import Final, cast

from domain.game import Event
from domain.games.robin_in_the_hood import events as e
from domain.games.robin_in_the_hood.parts import Level
from domain.games.robin_in_the_hood.sight import is_open, is_private_to, may_see, sees_reveal
from domain.games.robin_in_the_hood.state import BETWEEN_ROUNDS, FINISHED, State
from domain.table import Viewpoint, seat_name
from domain.text import counted

ZONE_TITLES: Final = {
    "playing_hand": "playing hand",
    "draw_pile": "Draw pile",
    "dead_cards": "Dead Cards",
    "modifier_pile": "Modifier pile",
}
DRAWN_BECAUSE: Final = {
    "both_four": "both players have all four stages",
    "draw_pile_empty": "a Draw pile is empty",
    "no_playing_card": "a player has no card left to place",
    "announced": "as announced",
}


def narrate(before: State, event: Event, viewpoint: Viewpoint) -> str:
    """The event in one line, given the state before it."""
    return _LINES[type(event)](before, event, viewpoint)


def _who(state: State, seat: int) -> str:
    return seat_name(state.seats, seat)


def _card(state: State, card: str | None) -> str:
    return state.catalogue.name_of(card)


def _opened(_: State, event: e.TournamentOpened, __: Viewpoint) -> str:
    options = event.options
    extras = (", with modifiers" if options.modifiers else "") + (", with an ante" if options.ante else "")
    players = " and ".join(event.players)
    goal = counted(options.victories_to_win or 0, "victory", "victories")
    return f"{players} play to {goal} with {counted(options.active_count, 'Active card')}{extras}"


def _ante_staked(before: State, event: e.AnteStaked, _: Viewpoint) -> str:
    return f"{_who(before, event.player)} stakes {_card(before, event.card)}"


def _option_changed(_: State, event: e.OptionChanged, __: Viewpoint) -> str:
    return f"{event.name} is now {event.value}"


def _card_defined(_: State, event: e.CardDefined, __: Viewpoint) -> str:
    return f"{event.card.name} is added to the catalogue"


def _set_discarded(before: State, event: e.PreviousSetDiscarded, _: Viewpoint) -> str:
    return f"{_who(before, event.player)} puts the previous Active set away"


def _set_declared(before: State, event: e.ActiveSetDeclared, _: Viewpoint) -> str:
    return f"{_who(before, event.player)} plays with an Active set of {event.size}"


def _table_cleared(before: State, event: e.TableCleared, _: Viewpoint) -> str:
    names = " and ".join(_who(before, seat) for seat in event.regathered)
    return f"the table is cleared; {names} regather all cards" if names else "the table is cleared"


def _round_started(_: State, event: e.RoundStarted, __: Viewpoint) -> str:
    return f"round {event.round_no} begins"


def _shuffled(before: State, event: e.DrawPileShuffled, _: Viewpoint) -> str:
    return f"{_who(before, event.player)} shuffles the Draw pile"


def _hand_drawn(before: State, event: e.PlayingHandDrawn, viewpoint: Viewpoint) -> str:
    if is_private_to(viewpoint, event.player) and any(t.card is not None for t in event.cards):
        return f"{_who(before, event.player)} draws {', '.join(_card(before, t.card) for t in event.cards)}"
    return f"{_who(before, event.player)} draws {counted(len(event.cards), 'card')}"


def _hand_started(before: State, event: e.HandStarted, _: Viewpoint) -> str:
    who = "both place at once" if event.order is None else f"{_who(before, event.order)} places first"
    return f"hand {event.hand_no}: {who}"


def _placed(before: State, event: e.CharacterPlaced, viewpoint: Viewpoint) -> str:
    if event.order == "simultaneous":
        return _face_down(before, event.player, event.card, viewpoint)
    stage = "" if event.stage == "agility" else f" on {event.stage.capitalize()}"
    return f"{_who(before, event.player)} places {_card(before, event.card)}{stage}"


def _modifier_played(before: State, event: e.ModifierPlayed, viewpoint: Viewpoint) -> str:
    if event.order == "simultaneous":
        return _face_down(before, event.player, event.card, viewpoint)
    return f"{_who(before, event.player)} plays {_card(before, event.card)}"


def _face_down(before: State, seat: int, card: str, viewpoint: Viewpoint) -> str:
    name = _card(before, card) if is_private_to(viewpoint, seat) else "a card"
    return f"{_who(before, seat)} lays {name} face down"


def _revealed_choices(before: State, event: e.PlacementsRevealed, _: Viewpoint) -> str:
    shown = ", ".join(f"{_who(before, choice.player)} {_card(before, choice.card)}" for choice in event.cards)
    return f"the cards are shown: {shown}"


def _replaced(before: State, event: e.ModifierReplaced, _: Viewpoint) -> str:
    return f"{_who(before, event.player)}'s {_card(before, event.card)} is replaced"


def _effect(before: State, event: e.CardEffectResolved, _: Viewpoint) -> str:
    return f"{_who(before, event.player)} carries out {_card(before, event.card)}: {event.text}"


def _removed(before: State, event: e.ModifierRemoved, _: Viewpoint) -> str:
    return f"{_card(before, event.by)} removes {_who(before, event.player)}'s {_card(before, event.card)}"


def _levels(before: State, event: e.SkillLevelsDetermined, _: Viewpoint) -> str:
    found = ", ".join(
        f"{_card(before, level.card)} {level_text(before, level)} on {level.stage.capitalize()}"
        for level in event.levels
    )
    return f"levels: {found or 'none'}"


def level_text(state: State, level: Level) -> str:
    """`4 +2 (Market Day) -3 (by hand) = 3`, or the score alone where nothing adjusts it."""
    if not level.adjustments:
        return str(level.final)
    steps = (f"{a.amount:+d} ({_card(state, a.source) if a.source else 'by hand'})" for a in level.adjustments)
    return " ".join((str(level.base), *steps, "=", str(level.final)))


def _stage_won(before: State, event: e.StageWon, _: Viewpoint) -> str:
    return f"{_who(before, event.player)} wins {event.stage.capitalize()} {how_won(before, event)}"


def how_won(before: State, event: e.StageWon) -> str:
    """`7-6`, the winner's level first, or what stood against no level."""
    if event.how != "level":
        return {"empty": "(empty)", "modifier": "(modifier)", "announced": "(announced)"}[event.how]
    final = {level.player: level.final for level in before.levels if level.stage == event.stage}
    return "-".join(str(final.get(seat, 0)) for seat in (event.player, 1 - event.player))


def _stage_drawn(_: State, event: e.StageDrawn, __: Viewpoint) -> str:
    return f"{event.stage.capitalize()} is drawn"


def _defeated(before: State, event: e.CharacterDefeated, _: Viewpoint) -> str:
    return f"{_who(before, event.player)}'s {_card(before, event.card)} is defeated"


def _expired(before: State, event: e.ModifierExpired, _: Viewpoint) -> str:
    return f"{_who(before, event.player)}'s {_card(before, event.card)} leaves play"


def _round_won(before: State, event: e.RoundWon, _: Viewpoint) -> str:
    return f"{_who(before, event.player)} has all four stages and wins round {before.round_no}"


def _victory(before: State, event: e.VictoryScored, _: Viewpoint) -> str:
    return f"{_who(before, event.player)} has {counted(event.victories, 'victory', 'victories')}"


def _round_drawn(before: State, event: e.RoundDrawn, _: Viewpoint) -> str:
    return f"round {before.round_no} is drawn: {DRAWN_BECAUSE[event.reason]}"


def _advanced(before: State, event: e.CharacterAdvanced, _: Viewpoint) -> str:
    verb = "is pushed" if event.pushed else "advances"
    return f"{_who(before, event.player)}'s {_card(before, event.card)} {verb} to {event.to_stage.capitalize()}"


def _hand_ended(before: State, event: e.HandEnded, _: Viewpoint) -> str:
    if before.phase in (BETWEEN_ROUNDS, FINISHED):
        return f"hand {before.hand_no} ends"
    winner = event.agility_winner
    who = "both place at once" if winner is None else f"{_who(before, winner)} places first"
    return f"hand {before.hand_no} ends; {who} next"


def _card_drawn(before: State, event: e.CardDrawn, viewpoint: Viewpoint) -> str:
    seen = is_private_to(viewpoint, event.player) or may_see(before, viewpoint, event.player, "draw_pile", event.token)
    return f"{_who(before, event.player)} draws {_card(before, event.card) if seen else 'a card'}"


def _tournament_won(before: State, event: e.TournamentWon, _: Viewpoint) -> str:
    return f"{_who(before, event.winner)} wins the tournament by {event.reason}"


def _ante_awarded(before: State, event: e.AnteAwarded, _: Viewpoint) -> str:
    return f"{_who(before, event.player)} takes {' and '.join(_card(before, c) for c in event.cards)} home"


def _ante_returned(before: State, event: e.AnteReturned, _: Viewpoint) -> str:
    return f"{_who(before, event.player)} takes {_card(before, event.card)} back"


def _card_revealed(before: State, event: e.CardRevealed, viewpoint: Viewpoint) -> str:
    zone = ZONE_TITLES.get(event.zone, event.zone.capitalize())
    seen = sees_reveal(viewpoint, event.player, event.to) or is_open(event.zone)
    seen = seen or may_see(before, viewpoint, event.player, event.zone, event.token)
    name = _card(before, event.card) if seen else "a card"
    to = {"all": "is shown", "owner": "is looked at by the owner", "opponent": "is shown to the opponent"}
    return f"{name} of {_who(before, event.player)}'s {zone} {to.get(event.to, 'is put on record')}"


def _conceded(before: State, event: e.TournamentConceded, _: Viewpoint) -> str:
    return f"{_who(before, event.player)} concedes the tournament"


def _abandoned(_: State, event: e.TournamentAbandoned, __: Viewpoint) -> str:
    return f"the tournament is abandoned: {event.reason}"


def _adjusted(_: State, event: e.Adjusted, __: Viewpoint) -> str:
    return f"the record is adjusted ({counted(len(event.changes), 'change', 'changes')}): {event.reason}"


def _position(_: State, event: e.PositionDeclared, __: Viewpoint) -> str:
    return f"position declared: round {event.round_no}, hand {event.hand_no}"


_LINES: Final = cast(
    "Mapping[type[Event], Callable[[State, Event, Viewpoint], str]]",
    {
        e.TournamentOpened: _opened,
        e.AnteStaked: _ante_staked,
        e.OptionChanged: _option_changed,
        e.CardDefined: _card_defined,
        e.PreviousSetDiscarded: _set_discarded,
        e.ActiveSetDeclared: _set_declared,
        e.TableCleared: _table_cleared,
        e.RoundStarted: _round_started,
        e.DrawPileShuffled: _shuffled,
        e.PlayingHandDrawn: _hand_drawn,
        e.HandStarted: _hand_started,
        e.CharacterPlaced: _placed,
        e.ModifierPlayed: _modifier_played,
        e.PlacementsRevealed: _revealed_choices,
        e.ModifierReplaced: _replaced,
        e.CardEffectResolved: _effect,
        e.ModifierRemoved: _removed,
        e.SkillLevelsDetermined: _levels,
        e.StageWon: _stage_won,
        e.StageDrawn: _stage_drawn,
        e.CharacterDefeated: _defeated,
        e.ModifierExpired: _expired,
        e.RoundWon: _round_won,
        e.VictoryScored: _victory,
        e.RoundDrawn: _round_drawn,
        e.CharacterAdvanced: _advanced,
        e.HandEnded: _hand_ended,
        e.CardDrawn: _card_drawn,
        e.TournamentWon: _tournament_won,
        e.AnteAwarded: _ante_awarded,
        e.AnteReturned: _ante_returned,
        e.CardRevealed: _card_revealed,
        e.TournamentConceded: _conceded,
        e.TournamentAbandoned: _abandoned,
        e.Adjusted: _adjusted,
        e.PositionDeclared: _position,
    },
)
