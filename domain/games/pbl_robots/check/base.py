"""What checks share: windows, obligations, cards that a command names."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.cards import CardRecord, CardRef, Ref, parse_ref
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.cards import is_orange
from domain.games.pbl_robots.numbers import excess, known_places, meant, place_of, side_name, unidentified, unplaced_of
from domain.games.pbl_robots.state import State
from domain.rules import Violation
from domain.text import counted

Problems = Iterator[Violation]

PHASES: Final[dict[type[c.PblCommand], tuple[str, tuple[str, ...], str]]] = {
    c.ChooseBaseRobot: ("PBL-S03", ("setup", "opening"), "robots are chosen before the pilots"),
    c.SetCelebrity: ("PBL-V05", ("setup",), "celebrities are agreed before the cards are dealt"),
    c.DealInheritance: ("PBL-S05", ("setup",), "inheritances are dealt before the decks"),
    c.RevealTalentPool: ("PBL-S06", ("setup",), "the talent pool is turned up before the decks are made"),
    c.RollD20: ("PBL-S07", ("setup", "opening"), "no d20 roll is due"),
    c.ChooseStarter: ("PBL-S08", ("setup",), "starters are chosen before the decks are made"),
    c.CommitStarter: ("PBL-V10", ("opening",), "pilots are selected after the draft"),
    c.RevealStarters: ("PBL-V10", ("opening",), "pilots are revealed after the draft"),
    c.DealQuickPlay: ("PBL-D01", ("setup",), "decks are dealt once, before the game"),
    c.StartDraft: ("PBL-D01", ("setup",), "the draft is held once, before the game"),
    c.PassPile: ("PBL-D09", ("draft",), "no draft is under way: the draft is over or has not begun"),
    c.TakePile: ("PBL-D09", ("draft",), "no draft is under way: the draft is over or has not begun"),
    c.SelectChallengeCard: ("PBL-V15", ("setup",), "challenge cards are selected before the decks are made"),
    c.FormCommunityDeck: ("PBL-V18", ("setup",), "the community deck is formed once, before the game"),
    c.ReduceDeck: ("PBL-L11", ("opening",), "decks are reduced before the opening hands"),
    c.DealOpeningHands: ("PBL-S11", ("opening",), "opening hands are dealt once the decks are complete"),
    c.KeepOpeningHand: ("PBL-S11", ("opening",), "opening hands are chosen once the decks are complete"),
    c.StartGame: ("PBL-S13", ("opening",), "the game starts once, after the opening hands"),
    c.PlayAction: ("PBL-A26", ("play",), "actions are played from the first turn on"),
    c.DrawCard: ("PBL-T07", ("opening", "play"), "there is nothing to draw for yet"),
}
"""Command -> the rule, the phases it belongs to, and what is wrong outside them. All others belong to play."""

ANYTIME: Final[frozenset[type[c.PblCommand]]] = frozenset((c.DefineCard, c.Adjust, c.DeclarePosition))
"""Commands that fit into every phase after the match is created."""
UNHINDERED: Final[frozenset[type[c.PblCommand]]] = ANYTIME | {c.RevealCard, c.RecordClock, c.Resign}
"""Commands that no obligation holds up."""
_MOVES: Final = frozenset((c.BuildArmor, c.PlayCrew, c.BuildHangar, c.PassMove, c.DeclareAttack))
GAME_OVER: Final = Violation("PBL-E02", "the game is over; a take-back reopens it", impossible=True)
CREATION: Final = Violation("PBL-S01", "create_match comes first", impossible=True)


def wrong_phase(state: State, command: c.PblCommand) -> Violation | None:
    """Whether a command does not belong to the phase the match is in."""
    if state.phase == "unopened":
        return None if isinstance(command, c.CreateMatch) else CREATION
    if isinstance(command, c.CreateMatch):
        return Violation("PBL-S01", "the match is already created", impossible=True)
    if state.phase == "over":
        free = isinstance(command, c.RevealCard | c.DefineCard)
        return None if free else GAME_OVER
    if type(command) in ANYTIME:
        return None
    rule, phases, text = PHASES.get(type(command), ("PBL-T01", ("play",), "the game has not started"))
    if state.phase in phases:
        return None
    if state.owed and type(command) in _MOVES:
        return Violation("PBL-S12", f"opening bonus outstanding: {owed_text(state)}", impossible=True)
    return Violation(rule, text, impossible=True)


def owed_text(state: State) -> str:
    """What is due first, in words."""
    owed = state.owed[0]
    who = side_name(state, owed.side) if owed.seat is None else state.seats[owed.seat].name
    what = {
        "draw": f"draw_card, {owed.n} to draw",
        "storage_bomb": f"add_storage_bomb, {owed.n} to roll",
    }.get(owed.kind, "resolve_effect")
    return f"{who} must {what} first ({owed.reason})"


def obligation(state: State) -> tuple[Violation, tuple[type[c.PblCommand], ...]] | None:
    """What must happen before anything else, and the commands that do it."""
    if state.owed:
        owed = state.owed[0]
        does: dict[str, tuple[type[c.PblCommand], ...]] = {
            "draw": (c.DrawCard,),
            "storage_bomb": (c.AddStorageBomb, c.ResolveEffect),
        }
        return Violation(owed.rule, owed_text(state)), does.get(owed.kind, (c.ResolveEffect,))
    if state.action is not None and state.action.by_hand:
        name = state.catalogue.name_of(state.action.card)
        return Violation("PBL-A27", f"{name} is resolved completely first: resolve_effect"), (c.ResolveEffect,)
    return _too_many(state)


def _too_many(state: State) -> tuple[Violation, tuple[type[c.PblCommand], ...]] | None:
    skill_1 = state.options.sidekick_after_hangar_loss == "skill_1_only"
    for index, side in enumerate(state.sides):
        over = excess(side, skill_1_only=skill_1) if side.crew or side.bombs else 0
        if over:
            rule = "PBL-A24" if side.hangars else "PBL-X12"
            text = f"{side_name(state, index)} has {over} crew or storage bombs too many: choose_reduction first"
            return Violation(rule, text), (c.ChooseReduction,)
    for seat, person in enumerate(state.people):
        if len(person.hand) > person.limit:
            text = f"{state.seats[seat].name}: {counted(len(person.hand), 'card')}, the limit is {person.limit}: discard_to_limit"
            return Violation("PBL-X06", text), (c.DiscardToLimit,)
    return None


def hindered(state: State, command: c.PblCommand) -> Violation | None:
    """The obligation that holds a command up, if any."""
    if type(command) in UNHINDERED or state.phase not in ("opening", "play"):
        return None
    due = obligation(state)
    if due is None or isinstance(command, due[1]):
        return None
    action = state.action
    if isinstance(command, c.RecordStrike) and action is not None and not state.owed:
        # A strike may be what the action in progress does.
        return None if parse_ref(command.source).card == action.card else due[0]
    return due[0]


def name(state: State, card: str | None) -> str:
    """A card's printed name."""
    return state.catalogue.name_of(card)


def elsewhere(state: State, card: str, side: int | None, places: Mapping[str, str] | None = None) -> Violation | None:
    """Whether a card that comes out of a side's unknown cards (or, with None, from the undealt ones) is known to be elsewhere.

    `places`: all known places, where many cards are looked for.
    """
    if side is not None and card in unplaced_of(state, side):
        return None
    if side is None and card in state.shop.unplaced:
        return None
    place = place_of(state, card) if places is None else places.get(card, "")
    if place:
        rule = "PBL-V08" if card in state.celebrities else "PBL-S02"
        return Violation(rule, f"{name(state, card)} is already in {place}", impossible=True)
    if side is not None and len(unplaced_of(state, side)) >= unidentified(state, side):
        return Violation("PBL-S02", f"{name(state, card)} is not among the cards left of that deck", impossible=True)
    return None


def orange(state: State, card: str) -> Violation | None:
    """Whether a card does not belong to the deck of 100."""
    record = state.catalogue.get(card)
    if record is None:
        return Violation("PBL-S02", f"{card} is not in the catalogue: define_card first", impossible=True)
    if not is_orange(record):
        return Violation("PBL-S02", f"{record.name} is not one of the 100 orange cards", impossible=True)
    return None


def hidden_cards(state: State, refs: tuple[CardRef, ...], side: int | None) -> Problems:
    """Cards named as coming out of unknown ones: known orange cards, each once, none of them elsewhere."""
    cards = [card for ref in refs if (card := parse_ref(ref).card) is not None]
    places = known_places(state) if len(cards) > 1 else None
    for position, card in enumerate(cards):
        problem = orange(state, card) or elsewhere(state, card, side, places)
        if problem is not None:
            yield problem
        elif card in cards[:position]:
            yield _twice(state, card)


def _twice(state: State, card: str) -> Violation:
    return Violation("PBL-S02", f"{name(state, card)} is named twice; every card is unique", impossible=True)


def held_card(state: State, seat: int, ref: CardRef) -> tuple[CardRecord | None, Violation | None]:
    """The record of a hand card that is played, or what is wrong with naming it."""
    wanted = parse_ref(ref)
    token = meant(state.people[seat].hand, wanted)
    if token is None or token.card is None:
        return None, not_held(state, seat, wanted)
    if token not in state.people[seat].hand:
        problem = orange(state, token.card) or elsewhere(state, token.card, state.seats[seat].side)
        if problem is not None:
            return None, problem
    return state.catalogue.get(token.card), None


def not_held(state: State, seat: int, wanted: Ref) -> Violation:
    """Why a card cannot come from a hand."""
    who = state.seats[seat].name
    if wanted.card is None:
        return Violation("PBL-S02", "a card that is played must be named", impossible=True)
    place = place_of(state, wanted.card)
    if place:
        rule = "PBL-V08" if wanted.card in state.celebrities else "PBL-S02"
        return Violation(rule, f"{name(state, wanted.card)} is already in {place}", impossible=True)
    return Violation("PBL-S02", f"{who} has no unknown card that could be {name(state, wanted.card)}", impossible=True)


def unseen_cards(state: State, seat: int, refs: tuple[CardRef, ...], rule: str) -> Problems:
    """Hand cards discarded face down: each of them there once, and not more than the hand holds."""
    hand = state.people[seat].hand
    if len(refs) > len(hand):
        yield Violation(
            rule, f"{counted(len(refs), 'card')}, but {state.seats[seat].name} holds {len(hand)}", impossible=True
        )
        return
    left, names = list(hand), list[str]()
    for ref in refs:
        wanted = parse_ref(ref)
        if wanted == Ref():
            continue
        token = meant(tuple(left), wanted)
        if token is None:
            yield _missing(state, seat, wanted)
            continue
        if token.card is not None:
            if token.card in names:
                yield _twice(state, token.card)
            names.append(token.card)
        if token.card is not None and token not in left:
            problem = orange(state, token.card) or elsewhere(state, token.card, state.seats[seat].side)
            if problem is not None:
                yield problem
        left = [one for one in left if one.id != token.id]


def _missing(state: State, seat: int, wanted: Ref) -> Violation:
    if wanted.card is None:
        return Violation("PBL-S02", f"no such card in {state.seats[seat].name}'s hand", impossible=True)
    return not_held(state, seat, wanted)


def faces(dice: tuple[int, ...], sides: int = 6) -> Problems:
    """Dice show 1 to their number of faces (PBL-S14)."""
    for die in dice:
        if not 1 <= die <= sides:
            yield Violation("PBL-S14", f"{die} is not a face of a d{sides}")


def player_there(state: State, seat: int) -> bool:
    """Whether a seat is at the table."""
    return 0 <= seat < len(state.seats)


def player_problem(state: State, seat: int) -> Violation | None:
    """Whether a seat cannot act: not at the table, or out of the game."""
    if not player_there(state, seat):
        return Violation("PBL-S01", f"there is no player {seat + 1}", impossible=True)
    if state.sides[state.seats[seat].side].eliminated:
        return Violation("PBL-V23", f"{state.seats[seat].name}'s robot is out of the game", impossible=True)
    return None
