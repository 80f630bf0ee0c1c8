"""What happened at the table: names, tokens, and every number after the change. `evolve` asks the layout, and no rules."""

from abc import abstractmethod
from typing import Literal, TypeAlias, final

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import TOKENS_PER_SEAT, CardId, SeatIndex, Token, bound, parse_ref
from domain.game import Event, Outcome
from domain.games.tabletop.layout import Layout
from domain.games.tabletop.sight import sees_choice, sees_counter, sees_lying
from domain.games.tabletop.state import EMPTY, Mark, Pile, State, Use, with_pile
from domain.table import JUDGE, Seat, put_at
from domain.telling import Voice
from domain.text import counted

Argument: TypeAlias = int | str | tuple[int | str, ...]
"""What stands for an argument of a verb: a seat or number, a word or card, cards, seats or dice."""


class TabletopEvent(Event, frozen=True, kw_only=True):
    """What happened in a match of a kit."""

    @abstractmethod
    def evolve(self, state: State) -> State:
        """The state after it."""


def _starting(layout: Layout, seats: int) -> tuple[tuple[tuple[int | None, ...], ...], tuple[tuple[str, ...], ...]]:
    """Counters and choices as a match begins."""
    counters = tuple((slot.start,) * (seats if slot.part.of == "player" else 1) for slot in layout.slots)
    return counters, tuple(("",) * (seats if part.of == "player" else 1) for part in layout.choices)


@final
class TableOpened(TabletopEvent, frozen=True, kw_only=True, tag="table_opened"):
    """TT-OPEN: players sit down, and all that a kit needs lies before them."""

    kit: str
    version: str
    """The kit's own version."""
    players: tuple[str, ...]
    sides: tuple[int, ...]
    """The side of each seat: what sides there are is said here."""
    first: SeatIndex
    options: tuple[int, ...] = ()
    score: int | None = None
    """With what each player's score begins; None where nothing is scored."""

    def evolve(self, state: State) -> State:
        layout, count = state.layout, len(self.players)
        seats = tuple(Seat(name, side) for name, side in zip(self.players, self.sides, strict=True))
        counters, choices = _starting(layout, count)
        zones = tuple((EMPTY,) * layout.holders(place, count) for place in range(len(layout.zones)))
        opened = replace(state, seats=seats, first=self.first, seat=self.first, options=self.options)
        return replace(
            opened, counters=counters, choices=choices, zones=zones, last=(0,) * (count + 1), lists=((),) * count
        )

    def say(self, voice: Voice[State]) -> str:  # noqa: ARG002
        return f"{self.kit}: {', '.join(self.players)}"


@final
class DeckRegistered(TabletopEvent, frozen=True, kw_only=True, tag="deck_registered"):
    """What a player's own deck is made of is known from now on."""

    seat: SeatIndex
    cards: tuple[tuple[str, int], ...]
    says = "{seat} registers a deck"

    def evolve(self, state: State) -> State:
        return replace(state, lists=put_at(state.lists, self.seat, self.cards))


@final
class Acted(TabletopEvent, frozen=True, kw_only=True, tag="acted"):
    """Somebody did what a verb of the kit says."""

    verb: str
    seat: SeatIndex | None = None
    """None: nobody, or all together."""
    args: dict[str, Argument] = {}  # noqa: RUF012 - msgspec copies it
    hidden: tuple[str, ...] = ()
    """Arguments that not everybody sees."""
    seers: tuple[SeatIndex, ...] = ()
    """Who sees them."""
    target: SeatIndex | None = None
    """The first player that it names."""
    amount: int | None = None
    """The first number that it names."""
    card: CardId | None = None
    """The first card that it names, where it is known."""
    cell: str = ""
    """The first square or place that it names."""

    def evolve(self, state: State) -> State:
        state = replace(state, acts=state.acts + 1)
        place = state.layout.verb_at[self.verb]
        if not state.layout.kit.verbs[place].limit:
            return state
        seat = -1 if self.seat is None else self.seat
        others = tuple(use for use in state.used if (use.verb, use.seat) != (place, seat))
        return replace(state, used=(*others, Use(place, seat, state.times(place, seat) + 1)))

    def say(self, voice: Voice[State]) -> str:
        layout = voice.state.layout
        verb = layout.kit.verbs[layout.verb_at[self.verb]]
        kinds = dict(verb.take)
        said = {
            name: self._spoken(voice, name, self.args[name], kind) for name, kind in kinds.items() if name in self.args
        }
        who = "" if self.seat is None else voice.seat(self.seat)
        if verb.say:
            template = verb.say.replace("{by}", who or "the table")
            for name in kinds:
                template = template.replace(f"{{{name}}}", said.get(name, "-"))
            return template
        words = " ".join(filter(None, (verb.name.replace("_", " "), *said.values())))
        return f"{who}: {words}" if who else words

    def _spoken(self, voice: Voice[State], name: str, value: Argument, kind: str) -> str:
        if name in self.hidden and voice.viewpoint != JUDGE and voice.viewpoint not in self.seers:
            return ", ".join(["??"] * len(value)) if isinstance(value, tuple) else "??"
        first = kind.split(maxsplit=1)[0]
        items = value if isinstance(value, tuple) else (value,)
        if first in ("player", "players") or (first == "choice" and isinstance(value, int)):
            return ", ".join(voice.seat(item) for item in items if isinstance(item, int))
        if first in ("card", "cards", "sort"):
            return ", ".join(_card_words(voice, str(item)) for item in items)
        return " ".join(str(item).replace("_", " ") for item in items)


def _card_words(voice: Voice[State], ref: str) -> str:
    """A card as a command named it, by its printed name; a token by what it is known to be, a square with the piece on it."""
    on_square = voice.state.standing(ref)
    if on_square is not None and ref not in voice.state.layout.pieces:
        return f"{voice.card(on_square.card if sees_lying(voice.state, voice.viewpoint, on_square.id) else None)} {ref}"
    parsed = parse_ref(ref)
    if parsed.token is not None and parsed.card is None:
        found = voice.state.find(parsed.token)
        return voice.card(found[1].card) if found else ref
    return voice.card(parsed.card)


@final
class Moved(TabletopEvent, frozen=True, kw_only=True, tag="moved"):
    """Cards or pieces went from one place to another, came into play or left it."""

    tokens: tuple[Token, ...] = ()
    """As they are known behind it."""
    count: int = 0
    """Cards without a number, from one hidden stack to another."""
    source: str = ""
    """Empty: they came into play."""
    source_seat: SeatIndex | None = None
    target: str = ""
    """Empty: they left it."""
    seat: SeatIndex | None = None
    cell: str = ""
    face: Literal["", "up", "down"] = ""
    bottom: bool = False
    setup: bool = False
    """They lay there as the match began."""
    action: Literal["", "drawn", "played"] = ""
    """Drawn from a stack to a player; played to where all see them, from where not all did."""
    minor = True

    def evolve(self, state: State) -> State:
        # What most events of a match are: one new state, made of what changed.
        layout, numbers = state.layout, {token.id for token in self.tokens}
        zones, made, gone = list(state.zones), state.made, state.gone
        is_new = not self.source
        if self.source:
            zone, holder = layout.zone_at[self.source], self.source_seat or 0
            is_new = layout.is_hidden_stack(zone)
            zones[zone] = put_at(zones[zone], holder, self._left(zones[zone][holder], numbers, counted=is_new))
        elif not self.setup:
            made = (*made, *(token.id for token in self.tokens))
        stays = False
        if self.target:
            zone, holder = layout.zone_at[self.target], self.seat or 0
            stays = not layout.is_hidden_stack(zone)
            cell = layout.cell_at[zone][self.cell] if layout.cells[zone] else None
            pile = zones[zone][holder]
            pile = (
                self._joined(pile, cell)
                if stays
                else Pile(pile.tokens, pile.count + len(numbers) + self.count, pile.at)
            )
            zones[zone] = put_at(zones[zone], holder, pile)
        if not stays and made:
            kept = tuple([number for number in made if number not in numbers])
            gone -= 0 if self.target else len(made) - len(kept)
            made = kept
        if not self.target:
            gone += len(numbers) + self.count
        up, down, marks = self._traces(state, numbers, stays=stays)
        last = self._numbered(state.last) if is_new and stays else state.last
        return replace(state, zones=tuple(zones), made=made, gone=gone, up=up, down=down, marks=marks, last=last)

    def _left(self, pile: Pile, numbers: set[int], *, counted: bool) -> Pile:
        """The pile without what went."""
        if counted:
            return Pile(pile.tokens, pile.count - len(numbers) - self.count, pile.at)
        tokens, at = pile.tokens, pile.at
        if not at:
            return Pile(tuple([token for token in tokens if token.id not in numbers]), pile.count)
        for place in [place for place, token in enumerate(tokens) if token.id in numbers][::-1]:
            tokens, at = tokens[:place] + tokens[place + 1 :], at[:place] + at[place + 1 :]
        return Pile(tokens, pile.count, at)

    def _joined(self, pile: Pile, cell: int | None) -> Pile:
        """The pile with what came."""
        at = () if cell is None else (cell,) * len(self.tokens)
        if self.bottom:
            return Pile(self.tokens + pile.tokens, pile.count, at + pile.at)
        return Pile(pile.tokens + self.tokens, pile.count, pile.at + at)

    def _traces(
        self, state: State, numbers: set[int], *, stays: bool
    ) -> tuple[tuple[int, ...], tuple[int, ...], tuple[Mark, ...]]:
        """Faces begin anew with every move; cards that lose their number lose marks with it."""
        up, down, marks = state.up, state.down, state.marks
        if up:
            up = tuple([number for number in up if number not in numbers])
        if down:
            down = tuple([number for number in down if number not in numbers])
        if not stays and marks:
            marks = tuple([mark for mark in marks if mark.number not in numbers])
        if stays and self.face == "up":
            up = (*up, *(token.id for token in self.tokens))
        elif stays and self.face == "down":
            down = (*down, *(token.id for token in self.tokens))
        return up, down, marks

    def _numbered(self, last: tuple[int, ...]) -> tuple[int, ...]:
        """The last number given to each owner, with those of these tokens."""
        highest = list(last)
        for token in self.tokens:
            owner, number = divmod(token.id, TOKENS_PER_SEAT)
            highest[owner] = max(highest[owner], number)
        return tuple(highest)

    def say(self, voice: Voice[State]) -> str:
        """From a square to another: nothing, for the sentence of the act names both."""
        if self.cell and self.source == self.target:
            return ""
        what = self._shown(voice) or counted(len(self.tokens) + self.count, "card")
        to = _zone_words(voice, self.target, self.seat, self.cell) if self.target else ""
        if not self.source:
            return f"{what} in {to}"
        source = _zone_words(voice, self.source, self.source_seat, "")
        return f"{what} from {source} to {to}" if to else f"{what} from {source} out of play"

    def _shown(self, voice: Voice[State]) -> str:
        """The cards as the viewpoint sees them, where it sees one."""
        state, after = voice.state, voice.state if not self.target else self.evolve(voice.state)
        names = []
        for token in self.tokens:
            before = self.source and sees_lying(state, voice.viewpoint, token.id)
            seen = before or (self.target and sees_lying(after, voice.viewpoint, token.id))
            names.append(voice.card(token.card if seen else None))
        return ", ".join(names) if any(name != "??" for name in names) else ""


def _without_traces(state: State, numbers: frozenset[int]) -> State:
    """Cards that lost their number lose marks and faces with it."""
    marks = tuple(mark for mark in state.marks if mark.number not in numbers)
    up = tuple(number for number in state.up if number not in numbers)
    return replace(state, marks=marks, up=up, down=tuple(n for n in state.down if n not in numbers))


def _zone_words(voice: Voice[State], zone: str, seat: int | None, cell: str) -> str:
    name = zone.replace("_", " ")
    place = f"{name} {cell}" if cell else name
    return place if seat is None else f"{place} of {voice.seat(seat)}"


@final
class Revealed(TabletopEvent, frozen=True, kw_only=True, tag="revealed"):
    """A token's identity became known, or turned out to be another."""

    token: int
    card: CardId
    minor = True

    def evolve(self, state: State) -> State:
        found = state.find(self.token)
        if found is None:
            return state
        pile = state.pile(found[0].zone, found[0].holder)
        return with_pile(
            state, found[0].zone, found[0].holder, replace(pile, tokens=bound(pile.tokens, self.token, self.card))
        )

    def say(self, voice: Voice[State]) -> str:
        if not sees_lying(voice.state, voice.viewpoint, self.token):
            return "a hidden card is noted"
        return f"the card is {voice.card(self.card)}"


@final
class Gathered(TabletopEvent, frozen=True, kw_only=True, tag="gathered"):
    """All cards of some zones are back on a stack: order and identities forgotten, numbers begin anew."""

    target: str
    seat: SeatIndex | None = None
    zones: tuple[str, ...]
    """From where they came."""
    minor = True

    def evolve(self, state: State) -> State:
        layout = state.layout
        taken, numbers = 0, set[int]()
        zones = list(state.zones)
        for name in self.zones:
            place = layout.zone_at[name]
            for pile in zones[place]:
                numbers.update(token.id for token in pile.tokens)
                taken += pile.size
            zones[place] = (EMPTY,) * len(zones[place])
        made = tuple(number for number in state.made if number not in numbers)
        taken -= len(state.made) - len(made)
        state = _without_traces(replace(state, zones=tuple(zones), made=made), frozenset(numbers))
        place, holder = layout.zone_at[self.target], self.seat or 0
        pile = state.pile(place, holder)
        state = with_pile(state, place, holder, replace(pile, count=pile.count + taken))
        last = [0] * len(state.last)
        for _, token in state.lies():
            owner, number = divmod(token.id, TOKENS_PER_SEAT)
            last[owner] = max(last[owner], number)
        return replace(state, last=tuple(last))

    def say(self, voice: Voice[State]) -> str:
        return f"all cards back to {_zone_words(voice, self.target, self.seat, '')}"


@final
class Shuffled(TabletopEvent, frozen=True, kw_only=True, tag="shuffled"):
    """The order of a zone is forgotten."""

    zone: str
    seat: SeatIndex | None = None
    minor = True

    def evolve(self, state: State) -> State:
        return state

    def say(self, voice: Voice[State]) -> str:
        return f"{_zone_words(voice, self.zone, self.seat, '')} is shuffled"


@final
class Turned(TabletopEvent, frozen=True, kw_only=True, tag="turned"):
    """A card was turned."""

    token: int
    up: bool
    minor = True

    def evolve(self, state: State) -> State:
        up = tuple(number for number in state.up if number != self.token)
        down = tuple(number for number in state.down if number != self.token)
        return replace(state, up=(*up, self.token) if self.up else up, down=down if self.up else (*down, self.token))

    def say(self, voice: Voice[State]) -> str:
        found = voice.state.find(self.token)
        seen = sees_lying(self.evolve(voice.state), voice.viewpoint, self.token)
        name = voice.card(found[1].card) if found and seen else "a card"
        return f"{name} is turned {'up' if self.up else 'down'}"


@final
class Counted(TabletopEvent, frozen=True, kw_only=True, tag="counted"):
    """A counter or a box has another number."""

    counter: str
    seat: SeatIndex | None = None
    change: int = 0
    """What was added."""
    after: int | None
    """None: the box is empty."""
    score: int | None = None
    """The player's score after it, where it counts towards that."""
    minor = True

    def evolve(self, state: State) -> State:
        slot = state.layout.slot_at[self.counter]
        return replace(
            state, counters=put_at(state.counters, slot, put_at(state.counters[slot], self.seat or 0, self.after))
        )

    def say(self, voice: Voice[State]) -> str:
        name = self.counter.replace("_", " ")
        whose = name if self.seat is None else f"{name} of {voice.seat(self.seat)}"
        part = voice.state.layout.slots[voice.state.layout.slot_at[self.counter]].part
        if not sees_counter(part, voice.viewpoint, self.seat):
            return f"{whose} ??"
        return f"{whose} {'-' if self.after is None else self.after}"


def recounted(state: State, slot: int, seat: int, after: int | None) -> Counted:
    """A counter or box of a seat (0: also the table's) has another number."""
    one, before = state.layout.slots[slot], state.counters[slot][seat]
    change, score = (after or 0) - (before or 0), None
    if slot in state.layout.scored:
        score = change + sum(state.counters[place][seat] or 0 for place in state.layout.scored)
    whose = seat if one.part.of == "player" else None
    return Counted(counter=one.name, seat=whose, change=change, after=after, score=score)


@final
class Marked(TabletopEvent, frozen=True, kw_only=True, tag="marked"):
    """A number on a card is another."""

    token: int
    counter: str
    after: int
    minor = True

    def evolve(self, state: State) -> State:
        slot = state.layout.slot_at[self.counter]
        others = tuple(mark for mark in state.marks if (mark.number, mark.slot) != (self.token, slot))
        return replace(state, marks=(*others, Mark(self.token, slot, self.after)) if self.after else others)

    def say(self, voice: Voice[State]) -> str:
        found = voice.state.find(self.token)
        seen = sees_lying(voice.state, voice.viewpoint, self.token)
        name = voice.card(found[1].card) if found and seen else "a card"
        word = self.counter.replace("_", " ")
        if voice.state.layout.slots[voice.state.layout.slot_at[self.counter]].part.max == 1:
            return f"{name}: {word}" if self.after else f"{name}: no longer {word}"
        return f"{name}: {word} {self.after}"


@final
class Rolled(TabletopEvent, frozen=True, kw_only=True, tag="rolled"):
    """Dice, as read off the table."""

    dice: str
    seat: SeatIndex | None = None
    faces: tuple[int, ...]
    minor = True

    def evolve(self, state: State) -> State:
        return state

    def say(self, voice: Voice[State]) -> str:  # noqa: ARG002
        return f"{self.dice.replace('_', ' ')}: {' '.join(map(str, self.faces))}"


@final
class Chosen(TabletopEvent, frozen=True, kw_only=True, tag="chosen"):
    """A word was set, cleared or shown."""

    choice: str
    seat: SeatIndex | None = None
    word: str
    """Empty: cleared."""
    shown: bool = False
    minor = True

    def evolve(self, state: State) -> State:
        place, holder = state.layout.choice_at[self.choice], self.seat or 0
        others = tuple(pair for pair in state.shown if pair != (place, holder))
        shown = (*others, (place, holder)) if self.shown else others
        choices = put_at(state.choices, place, put_at(state.choices[place], holder, self.word))
        return replace(state, choices=choices, shown=shown)

    def say(self, voice: Voice[State]) -> str:
        place = voice.state.layout.choice_at[self.choice]
        name = self.choice.replace("_", " ")
        whose = name if self.seat is None else f"{name} of {voice.seat(self.seat)}"
        if not (self.shown or sees_choice(voice.state, voice.viewpoint, place, self.seat or 0)):
            return f"{whose} ??"
        return f"{whose}: {choice_words(voice.state, place, self.word)}"


def choice_words(state: State, place: int, word: str) -> str:
    """A choice as it is told: a player by name."""
    if state.layout.choices[place].one_of == ("player",) and word.isdigit() and 0 < int(word) <= len(state.seats):
        return state.seats[int(word) - 1].name
    return word.replace("_", " ") or "-"


def _without_uses(state: State, periods: tuple[str, ...]) -> tuple[Use, ...]:
    if not state.used:
        return ()
    verbs = state.layout.kit.verbs
    return tuple(use for use in state.used if verbs[use.verb].limit.partition(" ")[2] not in periods)


@final
class TurnBegan(TabletopEvent, frozen=True, kw_only=True, tag="turn_began"):
    """The next player is to act."""

    turn: int
    seat: SeatIndex | None = None
    phase: str = ""
    """The phase that it begins with; empty: it stays."""
    minor = True

    def evolve(self, state: State) -> State:
        phases = state.layout.head.phases
        phase = phases.index(self.phase) if self.phase else state.phase
        periods = ("turn", "phase") if self.phase else ("turn",)
        return replace(state, turn=self.turn, seat=self.seat, phase=phase, used=_without_uses(state, periods))

    def say(self, voice: Voice[State]) -> str:
        word = f"{voice.state.layout.head.turn} {self.turn}"
        return word if self.seat is None else f"{word}: {voice.seat(self.seat)}"


@final
class PhaseBegan(TabletopEvent, frozen=True, kw_only=True, tag="phase_began"):
    """The next phase."""

    phase: str
    minor = True

    def evolve(self, state: State) -> State:
        return replace(state, phase=state.layout.head.phases.index(self.phase), used=_without_uses(state, ("phase",)))

    def say(self, voice: Voice[State]) -> str:  # noqa: ARG002
        return self.phase.replace("_", " ")


@final
class RoundBegan(TabletopEvent, frozen=True, kw_only=True, tag="round_began"):
    """The next round; who begins it."""

    round: int
    first: SeatIndex
    phase: str = ""
    minor = True

    def evolve(self, state: State) -> State:
        phases = state.layout.head.phases
        used = _without_uses(state, ("turn", "phase", "round"))
        phase = phases.index(self.phase) if self.phase else state.phase
        return replace(state, round=self.round, first=self.first, turn=0, phase=phase, used=used)

    def say(self, voice: Voice[State]) -> str:
        return f"{voice.state.layout.head.round or 'round'} {self.round}: {voice.seat(self.first)} begins"


@final
class SeatOut(TabletopEvent, frozen=True, kw_only=True, tag="seat_out"):
    """A player is out, or in again."""

    seat: SeatIndex
    back: bool = False
    minor = True

    def evolve(self, state: State) -> State:
        others = tuple(seat for seat in state.out if seat != self.seat)
        return replace(state, out=others if self.back else (*others, self.seat))

    def say(self, voice: Voice[State]) -> str:
        return f"{voice.seat(self.seat)} is {'in again' if self.back else 'out'}"


@final
class OrderReversed(TabletopEvent, frozen=True, kw_only=True, tag="order_reversed"):
    """Turns go the other way round."""

    says = "the order is reversed"
    minor = True

    def evolve(self, state: State) -> State:
        return replace(state, reversed=not state.reversed)


@final
class MatchEnded(TabletopEvent, frozen=True, kw_only=True, tag="match_ended"):
    """How it ended."""

    winners: tuple[SeatIndex, ...]
    reason: str
    rule: str = ""
    scores: tuple[int, ...] = ()
    drawn: bool = False

    def evolve(self, state: State) -> State:
        return replace(state, result=Outcome(self.winners, self.reason, self.rule, self.scores, self.drawn))

    def say(self, voice: Voice[State]) -> str:
        if self.drawn:
            return "a draw"
        names = " and ".join(voice.seat(seat) for seat in self.winners)
        return f"{names} {'wins' if len(self.winners) == 1 else 'win'}" if names else "nobody wins"


class PutThere(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What lies in a zone of a declared position."""

    zone: str
    holder: SeatIndex | None = None
    cards: tuple[Token, ...] = ()
    cells: tuple[str, ...] = ()
    count: int = 0


class MarkedThere(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number on a card of a declared position."""

    token: int
    counter: str
    value: int


@final
class PositionSet(TabletopEvent, frozen=True, kw_only=True, tag="position_set"):
    """The table is as somebody says: what a match that begins in the middle begins with."""

    turn: int
    round: int
    phase: str = ""
    seat: SeatIndex | None = None
    put: tuple[PutThere, ...] = ()
    first: SeatIndex
    """Who began the round."""
    out: tuple[SeatIndex, ...] = ()
    reversed: bool = False
    gone: int = 0
    """Cards of decks that left play."""
    up: tuple[int, ...] = ()
    """Tokens that lie face up where others do not; `down`: the other way round; `made`: those that belong to no deck."""
    down: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    marks: tuple[MarkedThere, ...] = ()
    says = "the position is declared"

    def evolve(self, state: State) -> State:
        layout = state.layout
        zones = [(EMPTY,) * len(piles) for piles in state.zones]
        last = [0] * len(state.last)
        for put in self.put:
            place = layout.zone_at[put.zone]
            at = tuple(layout.cells[place].index(cell) for cell in put.cells)
            zones[place] = put_at(zones[place], put.holder or 0, Pile(put.cards, put.count, at))
            for token in put.cards:
                owner, number = divmod(token.id, TOKENS_PER_SEAT)
                last[owner] = max(last[owner], number)
        phase = layout.head.phases.index(self.phase) if self.phase else 0
        marks = tuple(Mark(mark.token, layout.slot_at[mark.counter], mark.value) for mark in self.marks)
        state = replace(state, zones=tuple(zones), last=tuple(last), marks=marks, up=self.up, down=self.down)
        state = replace(state, gone=self.gone, made=self.made, out=self.out, reversed=self.reversed, first=self.first)
        return replace(state, turn=self.turn, round=self.round, phase=phase, seat=self.seat)
