"""The structs with which people and catalogues write lasting effects: `modify`, `allow`, `forbid`, `prevent`, `label`
and `end`. A game derives its own structs from these, with its numbers, actions and kinds of change as choices, and
describes them in an `EffectVocabulary`. Manual changes, catalogues and cards defined at the table use the same structs.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Generic, Literal, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, SeatIndex
from domain.effects.lasting import Effects, EffectSubject, Key, Lasting, Scope, WordName, applies
from domain.effects.vocabulary import EffectName, EffectVocabulary
from domain.rules import Violation, impossible, malformed
from domain.seats import Seat

Until = Literal["end_of_turn", "until_my_next_turn", "next", "while_source_in_play", "rest_of_game"]
"""How long an effect lasts, where it is not a number of turns."""
Turns = Annotated[int, Meta(ge=1)]
Many = Literal["own", "opposing", "all"]
"""The players (or their cards) that an effect reaches, relative to the player who owns the effect's card."""


N = TypeVar("N", bound=str)
"""Names of a game's numbers, actions or kinds of change."""


@dataclass(frozen=True, slots=True)
class EffectTable:
    """The facts of a match that are needed to begin or end an effect."""

    vocabulary: EffectVocabulary
    seats: Sequence[Seat]
    effects: Effects
    turn: int
    owner: int | None
    """The player who owns the effect's card; unset for an adjustment."""
    source: Key
    """The effect's card; 0 without a card."""
    own: EffectSubject | None
    """The effect's card, if it stays in play; else `None`."""
    find: Callable[[CardRef, int | None], EffectSubject | None]
    """Finds the card in play that a reference names, on the side of a player (`None`: any side)."""
    read_from: Callable[[str, int], int] = lambda _name, _seat: 0
    """Returns the next turn in which a player's number (name, seat) is used; 0 if it is used in every turn."""

    def refusal(self, text: str, rule: str = "") -> Violation:
        """Return the violation for an effect that is impossible here. `rule` defaults to the rule of card effects."""
        return impossible(rule or self.vocabulary.rule, text)


def trial_table(vocabulary: EffectVocabulary, *traits: str, stays: bool = True) -> EffectTable:
    """Return a table of two players with only one card in play, for checking effects of a catalogue. `traits` are those
    of the card; `stays`: True if it stays in play."""
    source = EffectSubject(0, 1, frozenset(traits))
    seats = (Seat("owner", 0), Seat("opponent", 1))
    return EffectTable(vocabulary, seats, (), 1, 0, 1, source if stays else None, find=lambda _text, _player: None)


class EffectWord(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base class with the fields of all effects: whom an effect reaches and how long it lasts."""

    card: CardRef | None = None
    """The one card that it reaches."""
    player: SeatIndex | None = None
    """The one player, or the player on whose side the card is."""
    scope: Many | None = None
    """All cards or players of this kind; cards that enter play later are included."""
    only: tuple[str, ...] = ()
    """With a scope: kinds and states that a card must have."""
    until: Until | None = None
    """Default: while the source is in play; the end of the turn if the source does not stay in play."""
    turns: Turns | None = None
    """Instead of `until`: for how many turns, the current one included."""

    word: ClassVar[WordName]
    """`modify`, `allow`, `forbid`, `prevent` or `label`."""

    @property
    @abstractmethod
    def about(self) -> str:
        """Return the name of the number, action or kind of change; for a label, its text."""

    def violations(self, table: EffectTable) -> Iterator[Violation]:
        """Yield the reasons why this effect is impossible at a table."""
        yield from self._target_violations(table)
        yield from self._duration_violations(table)

    def lasting(self, table: EffectTable) -> Lasting:
        """Return the effect that begins; call it only if `violations` is empty."""
        until = self._until(table)
        scope, target = self._reach(table)
        return Lasting(
            word=self.word,
            name=self.about,
            scope=scope,
            target=target,
            only=self.only,
            owner=table.owner,
            source=table.source,
            bound=until == "while_source_in_play",
            last_turn=self._last_turn(table, until),
            before=table.owner if until == "until_my_next_turn" else None,
            once=until == "next",
        )

    def named(self, table: EffectTable) -> EffectName:
        """Return the game's description of the number, action or kind of change."""
        return table.vocabulary.names.get(self.about) or EffectName(words=self.about)

    def _until(self, table: EffectTable) -> Until | None:
        """Return the duration, unless it is a number of turns."""
        if self.until is not None or self.turns is not None:
            return self.until
        return "while_source_in_play" if table.own is not None else "end_of_turn"

    def _last_turn(self, table: EffectTable, until: Until | None) -> int:
        if self.turns is not None:
            return table.turn + self.turns - 1
        return table.turn if until == "end_of_turn" else 0

    def _reach(self, table: EffectTable) -> tuple[Scope, Key]:
        if self.card is not None:
            found = table.find(self.card, self.player)
            return "card", found.token if found is not None else 0
        if self.scope is not None:
            return self.scope, 0
        if self.word != "label" and self.named(table).of == "card" and table.own is not None:
            return "card", table.own.token
        return "player", (table.owner or 0) if self.player is None else self.player

    def _target_violations(self, table: EffectTable) -> Iterator[Violation]:
        named, rule = self.named(table), table.vocabulary.target_rule
        if self.card is not None and self.scope is not None:
            yield malformed(f"{self.word} takes card= or scope=, not both")
        elif named.of == "player" and self.card is not None:
            yield table.refusal(f"{named.words} belongs to a player: name a player or a scope, not a card")
        elif self.card is not None and UNKNOWN in self.card:
            yield table.refusal("name the card: an effect cannot be on an unknown card", rule)
        elif self.card is not None:
            yield from self._card_violations(table, self.card)
        elif self.scope is None and self.only:
            yield malformed("only= needs scope=: own, opposing or all")
        elif self.scope is None and named.of == "card" and self.word != "label":
            yield from self._own_violations(table)
        elif self.scope is None and self.player is None and table.owner is None:
            yield table.refusal("name a player, a card or a scope")
        elif self.scope is not None:
            yield from self._scope_violations(table)

    def _card_violations(self, table: EffectTable, card: CardRef) -> Iterator[Violation]:
        found, named = table.find(card, self.player), self.named(table)
        if self.only:
            yield malformed("only= needs scope=: own, opposing or all")
        if found is None:
            side = f" on {table.seats[self.player].name}'s side" if self.player is not None else ""
            yield table.refusal(f"no card {card} in play{side}", table.vocabulary.target_rule)
        elif named.kinds and found.traits.isdisjoint(named.kinds):
            yield table.refusal(f"{card} has no {named.words}: only a {' or '.join(named.kinds)} has")

    def _own_violations(self, table: EffectTable) -> Iterator[Violation]:
        """Yield a violation if an effect without card and scope cannot apply to its own source."""
        named, source = self.named(table), table.own
        if source is None or self.player is not None or (named.kinds and source.traits.isdisjoint(named.kinds)):
            yield table.refusal(f"{named.words} belongs to cards: name a card or a scope")

    def _scope_violations(self, table: EffectTable) -> Iterator[Violation]:
        named, kinds = self.named(table), table.vocabulary.kinds.intersection(self.only)
        if self.player is not None:
            yield malformed(f"{self.word} takes player= or scope=, not both")
        elif self.scope in ("own", "opposing") and table.owner is None:
            yield table.refusal(f"scope={self.scope} needs a card with an owner; use scope=all, or name a player")
        elif named.of == "player" and self.only:
            yield table.refusal(f"this scope has no members: {named.words} belongs to players, not to cards")
        elif len(kinds) > 1 or (named.kinds and kinds and kinds.isdisjoint(named.kinds)):
            yield table.refusal(f"this scope has no members: no {' and '.join(sorted(kinds))} has {named.words}")

    def _duration_violations(self, table: EffectTable) -> Iterator[Violation]:
        named = self.named(table)
        if self.until is not None and self.turns is not None:
            yield malformed(f"{self.word}: give turns= or until=, not both")
        elif self.until == "while_source_in_play" and table.own is None:
            yield table.refusal("the effect's card does not stay in play: choose another until=")
        elif self.until == "until_my_next_turn" and table.owner is None:
            yield table.refusal("until_my_next_turn needs a card with an owner: choose another until=")
        elif self.until == "next" and not named.once:
            yield table.refusal(f"until=next needs something that is used once; {named.words} is not")
        else:
            yield from self._too_short(table)

    def _too_short(self, table: EffectTable) -> Iterator[Violation]:
        last = self._last_turn(table, self._until(table))
        scope, seat = self._reach(table)
        if not last or scope != "player" or not isinstance(seat, int) or self.named(table).of != "player":
            return
        turn = table.read_from(self.about, seat)
        if last < turn:
            text = f"{table.seats[seat].name}'s next {self.named(table).words} counts in turn {turn}"
            yield table.refusal(f"{text}, and this has passed by then (turns=…)", self.named(table).rule)


class ModifyWord(EffectWord, Generic[N], frozen=True, kw_only=True):
    """Changes a number for a while: by an amount, to a value, or times a factor."""

    number: N
    by: int | None = None
    to: int | None = None
    times: int | None = None
    word = "modify"

    @property
    def about(self) -> str:
        return self.number

    def violations(self, table: EffectTable) -> Iterator[Violation]:
        yield from super().violations(table)
        named, given = self.named(table), [one for one in (self.by, self.to, self.times) if one is not None]
        rule = named.rule or table.vocabulary.rule
        if len(given) != 1:
            yield malformed(f"modify needs one of by=, to= and times=: how {named.words} changes")
        elif self.by == 0 or self.times == 1:
            yield table.refusal(f"{named.words} would stay the same: an effect without effect", rule)
        elif named.floor is not None and self.by is None and given[0] < named.floor:
            yield table.refusal(f"{named.words} has no value below {named.floor}", rule)

    def lasting(self, table: EffectTable) -> Lasting:
        return replace(super().lasting(table), by=self.by, to=self.to, times=self.times)


class _Permission(EffectWord, Generic[N], frozen=True, kw_only=True):
    action: N

    @property
    def about(self) -> str:
        return self.action

    def violations(self, table: EffectTable) -> Iterator[Violation]:
        """Also yield a violation if an effect in force already allows or forbids the same for at least as long."""
        found = tuple(super().violations(table))
        yield from found
        if found:
            return
        new = self.lasting(table)
        for effect in reversed(table.effects):
            if (effect.name, effect.scope, effect.target, effect.only) != (new.name, new.scope, new.target, new.only):
                continue
            rule, words = self.named(table).rule, self.named(table).words
            if effect.word == new.word and _as_long(effect, new):
                yield table.refusal(f"an effect in force already has {new.word} {words}", rule)
            if effect.word in ("allow", "forbid"):
                return


class AllowWord(_Permission[N], frozen=True, kw_only=True):
    """Allows an action, or the breach of a rule, for a while: it is then not a violation."""

    word = "allow"


class ForbidWord(_Permission[N], frozen=True, kw_only=True):
    """Forbids an action for a while: it is then a violation that names the card."""

    word = "forbid"


class PreventWord(EffectWord, Generic[N], frozen=True, kw_only=True):
    """Prevents a kind of change for a while."""

    what: N
    word = "prevent"

    @property
    def about(self) -> str:
        return self.what


class LabelWord(EffectWord, frozen=True, kw_only=True):
    """Shows a text on the board for a while, without effect on the rules. While it lasts, its card may justify
    deviations."""

    text: str
    word = "label"

    @property
    def about(self) -> str:
        return self.text

    def violations(self, table: EffectTable) -> Iterator[Violation]:
        yield from super().violations(table)
        if not self.text.strip():
            yield malformed("label needs text=: the words of the label")


class EndWord(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Ends lasting effects: those with this name, on this card or player, or from this source."""

    name: str = ""
    """The number, action or kind of change, or the words of a label; empty: any."""
    card: CardRef | None = None
    """The card that they are on."""
    player: SeatIndex | None = None
    """The player whom they are on, or on whose side the card is."""
    source: CardRef | None = None
    """The card that they come from."""

    def violations(self, table: EffectTable) -> Iterator[Violation]:
        """Yield the reasons why no effect can match."""
        if (self.name, self.card, self.player, self.source) == ("", None, None, None):
            yield malformed("end needs name=, card=, player= or source= to choose the effects that end")
        for card, player in ((self.card, self.player), (self.source, None)):
            if card is not None and table.find(card, player) is None:
                yield table.refusal(f"no card {card} in play", table.vocabulary.target_rule)

    def ended(self, table: EffectTable) -> tuple[int, ...]:
        """Return the ids of the effects that end."""
        on = table.find(self.card, self.player) if self.card is not None else None
        source = table.find(self.source, None) if self.source is not None else None
        return tuple(
            effect.id
            for effect in table.effects
            if self.name in ("", effect.name)
            and (source is None or effect.source == source.token)
            and (on is None or (effect.scope == "card" and effect.target == on.token))
            and (on is not None or self.player is None or _on_player(effect, self.player, table.seats))
        )


def contradiction(changes: Sequence[object]) -> str:
    """Return why changes made together contradict each other; empty if they do not."""
    said: dict[object, object] = {}
    for change in changes:
        if isinstance(change, _Permission):
            value: object = change.word
        elif isinstance(change, ModifyWord) and change.to is not None:
            value = f"to={change.to}"
        else:
            continue
        about = (change.about, change.card, change.player, change.scope, change.only)
        if said.setdefault(about, value) != value:
            return f"{said[about]} and {value} contradict each other for {change.about}: keep only one"
    return ""


def _on_player(effect: Lasting, player: int, seats: Sequence[Seat]) -> bool:
    return effect.scope != "card" and applies(effect, EffectSubject(player), seats)


def _as_long(effect: Lasting, new: Lasting) -> bool:
    """Return True if an effect in force lasts at least as long as a new one."""
    if effect.bound or effect.once or effect.before is not None:
        return (effect.bound, effect.once, effect.before, effect.source) == (
            new.bound, new.once, new.before, new.source,
        )  # fmt: skip
    return not effect.last_turn or 0 < new.last_turn <= effect.last_turn
