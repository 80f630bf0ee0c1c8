"""Adjustments, and declared positions that start or resynchronise a record (TCG-X10)."""

from collections.abc import Iterator
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import UNKNOWN, CardId, CardRef, SeatIndex, token_owner
from domain.effects.lasting import Effects, Lasting, Scope
from domain.game import made
from domain.games.frc_tcg.cards.records import Award, Component, Kickoff, LastingWord, Mentor, Robot
from domain.games.frc_tcg.changes import Change, apply_changes, redacted_changes
from domain.games.frc_tcg.changes.base import CHANGE_RULES
from domain.games.frc_tcg.combat import refresh_max_hp
from domain.games.frc_tcg.commands.base import TcgCommand
from domain.games.frc_tcg.effects import ends_of, max_hp, table_of
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.events.changes import Adjusted
from domain.games.frc_tcg.events.setup import PositionDeclared
from domain.games.frc_tcg.match_end import finish
from domain.games.frc_tcg.state import (
    READY,
    REGISTERED,
    Enhancement,
    Mounted,
    PlayerState,
    RobotStack,
    StackLevel,
    State,
    turn_record,
)
from domain.games.frc_tcg.turn_checks import check_started
from domain.rules import Violation, impossible
from domain.seats import Viewpoint, seat_name
from domain.table.position import CardNumbers, refs_of
from domain.table.visibility import face_down
from domain.text import pluralize, with_article


class RobotPosition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A robot stack in a declared position: cards from the bottom up."""

    cards: tuple[CardId, ...]
    hp: int
    max_hp: int | None = None
    """If `None`, the HP of the top card."""
    kickoffs: tuple[CardId | None, ...] = ()
    """The kickoff of each level, from the bottom up; omitted levels were played without a kickoff."""
    components: dict[str, tuple[CardId, ...]] = {}
    """Ability -> its components."""


class PlayerPosition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One player's side of a declared position. Omitted facts are unknown."""

    deck: int
    pit: tuple[CardRef, ...]
    prize_cards: tuple[CardRef | None, ...]
    """In order of places; `-` for a captured one."""
    shop: tuple[CardRef, ...] = ()
    captured: tuple[CardRef, ...] = ()
    """Prize cards captured from opponents; with more than two players, `captured_from` names the owner of each."""
    captured_from: tuple[SeatIndex, ...] = ()
    robots: tuple[RobotPosition, ...] = ()
    mentor: CardId | None = None
    awards: tuple[CardId, ...] = ()
    turns: int | None = None
    """Turns begun; by default as many as follow from the turn number."""

    def redacted_for(self, state: State, seat: int, viewpoint: Viewpoint) -> "PlayerPosition":
        """Return this seat's side as a viewpoint may see it."""
        if viewpoint == seat:
            return self
        prizes = self.prize_cards
        if state.options.prizes_face == "down":
            prizes = tuple(UNKNOWN if card is not None else None for card in prizes)
        owners = self.captured_from or (1 - seat,) * len(self.captured)
        captured = tuple(
            card if viewpoint == owner or state.options.prizes_face == "up" else UNKNOWN
            for owner, card in zip(owners, self.captured, strict=False)
        )
        return replace(self, pit=face_down(self.pit), prize_cards=prizes, captured=captured)


class Adjust(TcgCommand, frozen=True, kw_only=True, tag="adjust"):
    """Adjust the record to the table if other commands cannot. Only the end of the match may follow from it."""

    title = "Adjust the record"
    reason: str
    changes: tuple[Change, ...]
    rules = (*CHANGE_RULES,)

    def validate(self, state: State) -> Iterator[Violation]:
        early = check_started(state)
        if early is not None:
            yield early

    def resolve(self, out: TcgBuffer) -> None:
        out.add(Adjusted(reason=self.reason))
        apply_changes(out, self.changes, max(0, out.state.active), adjusting=True)
        finish(out)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "Adjust":
        return replace(self, changes=redacted_changes(state, self.changes, state.active, viewpoint))


class DeclarePosition(TcgCommand, frozen=True, kw_only=True, tag="declare_position"):
    """Start a match late, or set it to the position on the table."""

    title = "Declare the position"
    turn: int
    active: SeatIndex
    players: tuple[PlayerPosition, ...]
    robots: int = 0
    components: int = 0
    enhancements: int = 0
    items: int = 0
    attacks: int = 0
    moves: int = 0
    reason: str = ""
    rules = ("TCG-X10",)

    def validate(self, state: State) -> Iterator[Violation]:
        if state.status == "unopened" or any(p.step < REGISTERED for p in state.players):
            yield impossible("TCG-S08", "open the match and register the decks first")
            return
        if len(self.players) != len(state.players) or not 0 <= self.active < len(state.players) or self.turn < 1:
            yield impossible("TCG-X10", "a position names every player, who is to act, and a turn from 1")
            return
        for seat in range(len(state.players)):
            yield from self._side(state, seat)

    def resolve(self, out: TcgBuffer) -> None:
        out.add(self.declared(out.state))
        refresh_max_hp(out)
        finish(out)

    def _side(self, state: State, seat: int) -> Iterator[Violation]:
        laid, name = self.players[seat], seat_name(state.seats, seat)
        owners = captured_owners(self, seat)
        if laid.deck < 0 or len(owners) != len(laid.captured) or not all(0 <= o < len(state.players) for o in owners):
            yield impossible("TCG-X10", f"{name}: a deck of 0 or more, and the owner of each captured card")
            return
        total, size = counted_cards(self, seat), state.players[seat].deck_size
        if total != size:
            yield impossible("TCG-X10", f"{name}: {pluralize(total, 'card')} laid down, the deck has {size}")
        for robot in laid.robots:
            yield from _laid_robot(state, robot)
        for card, wanted in ((laid.mentor, Mentor), *((award, Award) for award in laid.awards)):
            if card is not None and not isinstance(state.catalogue.get(card), wanted):
                yield impossible("TCG-X10", f"{card} is not {with_article(wanted.__name__.lower())} of the catalogue")

    def declared(self, state: State) -> PositionDeclared:
        """Return the position with new card numbers; max HP beyond the cards in play counts as a lasting bonus."""
        numbers = CardNumbers()
        timed = replace(state, turn=self.turn, active=self.active)
        players = tuple(_player(timed, seat, laid, numbers) for seat, laid in enumerate(self.players))
        counts = (self.robots, self.components, self.enhancements, self.items, self.attacks, self.moves)
        return PositionDeclared(
            turn=self.turn,
            active=self.active,
            players=players,
            record=turn_record(counts),
            lasting=_lasting(replace(timed, players=players), self),
            reason=self.reason,
        )

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "DeclarePosition":
        players = tuple(side.redacted_for(state, seat, viewpoint) for seat, side in enumerate(self.players))
        return replace(self, players=players)


def _laid_robot(state: State, robot: RobotPosition) -> Iterator[Violation]:
    if not robot.cards or robot.hp < 0 or (robot.max_hp is not None and robot.max_hp < robot.hp):
        yield impossible("TCG-X10", "a robot has one card or more, and HP up to its maximum")
    if len(robot.kickoffs) > len(robot.cards):
        yield impossible("TCG-X10", "a robot has one Kickoff a level at most")
    parts = [card for cards in robot.components.values() for card in cards]
    expected: list[tuple[str, type[Robot | Kickoff | Component]]] = [(card, Robot) for card in robot.cards]
    expected += [(card, Kickoff) for card in robot.kickoffs if card is not None]
    expected += [(card, Component) for card in parts]
    for card, wanted in expected:
        if not isinstance(state.catalogue.get(card), wanted):
            yield impossible("TCG-X10", f"{card} is not {with_article(wanted.__name__.lower())} of the catalogue")


def counted_cards(command: DeclarePosition, seat: int) -> int:
    """Count the cards of this seat's deck in a declared position, including those that others captured."""
    laid = command.players[seat]
    robots = sum(
        len(r.cards) + sum(k is not None for k in r.kickoffs) + sum(len(c) for c in r.components.values())
        for r in laid.robots
    )
    prizes = sum(card is not None for card in laid.prize_cards)
    others = sum(owner == seat for s in range(len(command.players)) for owner in captured_owners(command, s))
    beside = laid.deck + len(laid.pit) + len(laid.shop) + prizes + len(laid.awards) + (laid.mentor is not None)
    return beside + robots + others


def captured_owners(command: DeclarePosition, seat: int) -> tuple[int, ...]:
    """Return the owner of each prize card that a seat captured: `captured_from`, else the only opponent."""
    laid = command.players[seat]
    if laid.captured_from or len(command.players) != 2:
        return laid.captured_from
    return (1 - seat,) * len(laid.captured)


def _player(state: State, seat: int, laid: PlayerPosition, numbers: CardNumbers) -> PlayerState:
    owners = laid.captured_from or (1 - seat,) * len(laid.captured)
    prizes = tuple(numbers.token(seat, card) if card is not None else None for card in laid.prize_cards)
    mentors = (laid.mentor,) if laid.mentor is not None else ()
    return replace(
        state.players[seat],
        pit=numbers.tokens(seat, laid.pit),
        prize_cards=prizes,
        captured=tuple(numbers.token(o, c) for o, c in zip(owners, laid.captured, strict=False)),
        shop=numbers.tokens(seat, laid.shop),
        alliance=tuple(_robot(state, seat, n, robot, numbers) for n, robot in enumerate(laid.robots, start=1)),
        mentors=tuple(_enhancement(state, seat, card, numbers) for card in mentors),
        awards=tuple(_enhancement(state, seat, card, numbers) for card in laid.awards),
        deck=numbers.tokens(seat, unknown=laid.deck),
        playing=(),
        revealed=(),
        turns=laid.turns if laid.turns is not None else turns_begun(state, seat),
        out=not any(card is not None for card in laid.prize_cards) and len(state.players) > 2,
        step=READY,
    )


def turns_begun(state: State, seat: int) -> int:
    """Return the number of turns that a player has begun if nobody was skipped."""
    count = len(state.players)
    last = state.turn - (state.active - seat) % count
    return (last - 1) // count + 1 if last > 0 else 0


def _robot(state: State, seat: int, slot: int, laid: RobotPosition, numbers: CardNumbers) -> RobotStack:
    levels: list[StackLevel] = []
    for card, kickoff in zip_longest(laid.cards, laid.kickoffs[: len(laid.cards)]):
        record = state.catalogue.get(card)
        hp = record.hp if isinstance(record, Robot) else laid.hp
        token = numbers.token(seat, card).id
        levels.append(StackLevel(token, card, hp, numbers.token(seat, kickoff) if kickoff is not None else None))
    mounted = tuple(
        Mounted(numbers.token(seat, card).id, card, ability)
        for ability, cards in sorted(laid.components.items())
        for card in cards
    )
    maximum = laid.max_hp if laid.max_hp is not None else levels[-1].hp
    return RobotStack(slot, tuple(levels), laid.hp, maximum, mounted, state.turn)


def _enhancement(state: State, seat: int, card: str, numbers: CardNumbers) -> Enhancement:
    record = state.catalogue.get(card)
    duration = record.duration if isinstance(record, Mentor | Award) else "until_removed"
    return Enhancement(numbers.token(seat, card).id, card, duration, *ends_of(state, duration, seat))


def _lasting(state: State, command: DeclarePosition) -> Effects:
    """Return the lasting effects of mentors and awards in play, and bonuses that explain the declared maxima."""
    found: list[Lasting] = []
    kinds = {"modify_max_hp": "max_hp", "modify_damage_dealt": "damage_dealt", "modify_damage_taken": "damage_taken"}
    for seat, player in enumerate(state.players):
        for card in (*player.mentors, *player.awards):
            record = state.catalogue.get(card.card)
            for effect in record.effects if isinstance(record, Mentor | Award) else ():
                kind = kinds.get(str(effect.__struct_config__.tag))
                if isinstance(effect, LastingWord):
                    table = table_of(replace(state, lasting=tuple(found)), seat, card.token, near=seat)
                    if not any(effect.violations(table)):
                        found.append(replace(effect.lasting(table), id=len(found) + 1))
                elif (
                    kind is not None and effect.when == "while_in_play" and effect.target in ("all_own", "all_opposing")
                ):
                    scope: Scope = "own" if effect.target == "all_own" else "opposing"
                    one = Lasting("modify", kind, scope, by=effect.amount, owner=seat, source=card.token, bound=True)
                    found.append(replace(one, id=len(found) + 1))
    state = replace(state, lasting=tuple(found))
    for seat, laid in enumerate(command.players):
        for robot, stack in zip(laid.robots, state.players[seat].alliance, strict=True):
            extra = robot.max_hp - max_hp(state, seat, stack) if robot.max_hp is not None else 0
            if extra:
                found.append(Lasting("modify", "max_hp", target=stack.key, by=extra, owner=seat, id=len(found) + 1))
    return tuple(found)


def position(state: State) -> DeclarePosition:
    """Return the current position; unknown cards are `??`. Before the first turn, `turn` is 1."""
    record = state.record
    players = tuple(_laid_side(state, seat) for seat in range(len(state.players)))
    return made(DeclarePosition, record, turn=max(1, state.turn), active=max(0, state.active), players=players)


def _laid_side(state: State, seat: int) -> PlayerPosition:
    player = state.players[seat]
    owners = tuple(token_owner(card.id) for card in player.captured)
    return PlayerPosition(
        deck=len(player.deck),
        pit=refs_of(player.pit),
        prize_cards=tuple(None if card is None else card.card or UNKNOWN for card in player.prize_cards),
        shop=refs_of((*player.shop, *player.playing)),
        captured=refs_of(player.captured),
        captured_from=() if state.is_duel else owners,
        robots=tuple(_laid_stack(stack) for stack in player.alliance),
        mentor=player.mentors[0].card if player.mentors else None,
        awards=tuple(award.card for award in player.awards),
        turns=player.turns,
    )


def _laid_stack(stack: RobotStack) -> RobotPosition:
    kickoffs = [level.kickoff.card if level.kickoff is not None else None for level in stack.levels]
    while kickoffs and kickoffs[-1] is None:
        kickoffs.pop()
    components: dict[str, tuple[str, ...]] = {}
    for mounted in stack.mounted:
        components[mounted.ability] = (*components.get(mounted.ability, ()), mounted.card)
    return RobotPosition(
        cards=tuple(level.card for level in stack.levels),
        hp=stack.hp,
        max_hp=stack.max_hp,
        kickoffs=tuple(kickoffs),
        components=components,
    )
