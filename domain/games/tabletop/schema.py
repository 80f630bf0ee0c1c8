"""The parts of a kit file as structs, and the records that a match pins.

A file has a table for each named part. A record has lists of named parts instead, because canonical JSON sorts keys, and the order
of parts matters.
"""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

FORMAT: Final = 1
"""The newest format of kit files that this program reads."""
KIT_ID: Final = "@kit"
"""The id of the record with the kit itself; the other records are its cards."""

Text: TypeAlias = Annotated[str, Meta(max_length=500)]
Amount: TypeAlias = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
See: TypeAlias = Literal["all", "owner", "others", "none"]
"""Who sees the cards of a zone."""
Trait: TypeAlias = Amount | Text
Holder: TypeAlias = Literal["table", "player"]
Period: TypeAlias = Literal["turn", "phase", "round"]


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A named part of a kit."""

    name: str


class OptionPart(Part, frozen=True, kw_only=True):
    """A number on which the players agree before the match, for example a target. Conditions and steps use its name."""

    value: Amount
    """The default, if players do not agree on another value."""
    min: Amount | None = None
    """The lowest value that players can agree on."""
    max: Amount | None = None
    """The highest value."""
    title: Text = ""
    """Its meaning, in words."""


class DeckPart(Part, frozen=True, kw_only=True):
    """Cards that are in a zone at the start of a match."""

    into: str
    """The zone where its cards begin: unseen in a stack, known in a row."""
    pack: Literal["", "french32", "french52", "french54"] = ""
    """Predefined cards: `h9`, `sQ`, `c10`, with the traits suit, rank, value and order."""
    cards: tuple[tuple[str, Annotated[int, Meta(ge=1, le=999)]], ...] = ()
    """Number of copies by card id."""
    own: bool = False
    """True if each player brings a deck, as a list or a size, when the match is opened."""


class TraitPart(Part, frozen=True, kw_only=True):
    """A value of cards, by their id or by the value of another trait: `points = { hearts = 1, sQ = 13, else = 0 }`."""

    values: tuple[tuple[str, Trait], ...]


class ZonePart(Part, frozen=True, kw_only=True):
    """A place for cards or pieces."""

    of: Holder = "table"
    """The table has the zone, or each player has one."""
    kind: Literal["row", "stack"] = "row"
    """`row`: cards side by side; people can name and take each of them. `stack`: the order is hidden, cards are taken from the top
    and put on the top."""
    see: Literal["", "all", "owner", "others", "none"] = ""
    """The players who see the cards. Default: `none` for stacks, `owner` for a zone named hand, otherwise `all`. `others` means
    everyone except the owner."""
    max: Annotated[int, Meta(ge=1, le=5000)] | None = None
    """The highest number of cards in it."""
    max_at: Literal["act", "turn"] = "act"
    """The number is checked after each action, or when the owner's turn ends."""
    grid: str = ""
    """A board with squares a1, b1 …: columns x rows, up to 26x26."""
    first_row: Literal["bottom", "top"] = "bottom"
    """The position of row 1 of a grid in pictures."""
    cells: tuple[str, ...] = ()
    """Named places."""
    hexes: str = ""
    """Hexagons a1, a2 …: the length of each row from the top, for example `3-4-5-4-3`. Adjacent rows differ by one."""
    setup: Annotated[str, Meta(max_length=2000)] = ""
    """A picture of the initial position: a line for each row, with signs separated by blanks, and `.` for an empty square."""
    legend: tuple[tuple[str, str], ...] = ()
    """The meaning of the signs: with `K = "king@1"`, K is a king of the first player."""
    pieces: tuple[tuple[str, Annotated[str, Meta(pattern=r"^([1-9]\d? )?[A-Za-z]\w*(@\d+)?$")]], ...] = ()
    """The initial pieces on squares or named places: `p24 = "2 checker@1"` puts two checkers of the first player on p24."""
    cell_max: Annotated[int, Meta(ge=1, le=999)] | None = None
    """The highest number of pieces on one square: by default 1 on grids, any number on named places."""

    @property
    def seen_by(self) -> See:
        """The players who see its cards: `see`, or the default for its kind and name."""
        return self.see or ("none" if self.kind == "stack" else "owner" if self.name == "hand" else "all")


class CounterPart(Part, frozen=True, kw_only=True):
    """A number of each player, of the table, or on a card."""

    of: Literal["player", "table", "card"] = "player"
    """The owner of the number. On a card, it is a mark."""
    start: Amount = 0
    """The initial value."""
    min: Amount | None = None
    """The lowest value. A line that goes below it is refused, or flagged if it is recorded as played."""
    max: Amount | None = None
    """The highest value. A line that goes above it is refused, or flagged if it is recorded as played."""
    stops: bool = False
    """If true, the counter stops at `min` and `max` without a violation. For example, damage cannot go below zero."""
    pairs: bool = False
    """If true, there is a number for each other player, and steps need `from=$player`. Conditions use the highest of them."""
    see: Literal["all", "owner"] = "all"
    """The players who see the number."""
    reset: Literal["", "turn", "phase", "round"] = ""
    """The counter is reset to `start` when such a period begins."""
    boxes: tuple[str, ...] = ()
    """The boxes of a score sheet. Each can be filled once; the value of the counter is their sum."""


class ChoicePart(Part, frozen=True, kw_only=True):
    """A word that players set, for example a trump suit, a role, a vote or a bid."""

    of: Holder = "table"
    """The table has the choice, or each player has one."""
    one_of: tuple[Text, ...] = ()
    """The possible words. `["player"]` allows any player; an empty list allows any text."""
    see: Literal["all", "owner"] = "all"
    """The players who see the word; the step `show` shows it to all."""
    reset: Literal["", "turn", "phase", "round"] = ""
    """The choice is cleared when such a period begins."""


class DicePart(Part, frozen=True, kw_only=True):
    """Dice of one kind."""

    count: Annotated[int, Meta(ge=1, le=20)] = 1
    """The number of dice in a roll."""
    faces: Annotated[int, Meta(ge=2, le=100)] = 6
    """The number of faces, which show 1 to this number."""


class VerbPart(Part, frozen=True, kw_only=True):
    """An action of the players: a word, its arguments, its steps."""

    take: tuple[tuple[str, Text], ...] = ()
    """Its [arguments](#arguments-of-verbs): name = kind."""
    does: tuple[Text, ...] = ()
    """Its [steps](#steps), done in order."""
    by: Literal["", "turn", "anyone", "named", "table"] = ""
    """The acting player. `turn`: only the player to act; `anyone`: the player to act, unless `by=` names another one; `named`: the
    player comes first on the line; `table`: the table itself. Default: `turn`, or `named` if all players act together."""
    phase: tuple[str, ...] = ()
    """The phases in which the verb can be used; default: all."""
    limit: str = ""
    """How often a player may use the verb: `1 turn`, `2 phase`, `1 round` or `3 match`, with any number."""
    key: Annotated[str, Meta(pattern="^[a-z]?$")] = ""
    """The quick key of the verb; by default, the program chooses one."""
    title: Text = ""
    """The title of the verb on buttons and in lists, for example `Play a card`: 2 to 40 characters. Default: its name."""
    say: Text = ""
    """The sentence in the log, for example `{by} bids {amount}`."""
    checked: Literal["", "enforced", "partly", "entered"] = ""
    """How many of its rules are checked: all, some, or none. Default: `checks` of the kit; without that, `partly` if it has a
    guard, phase or limit, else `entered` (recorded as entered)."""


class GuardPart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule of the kit: a condition for some verbs."""

    id: Annotated[str, Meta(pattern="^[A-Z][A-Z0-9-]{0,19}$")]
    """The id of the rule, without the kit's prefix: capitals, digits and -."""
    on: tuple[str, ...]
    """The verbs that it guards."""
    needs: Text
    """The [condition](#conditions) that must be true before the verb is used."""
    text: Text
    """The message for a player whose action is refused: what would be correct."""


class EndPart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A condition that ends the match, and the winners."""

    when: Text
    """The [condition](#conditions). It is checked for each player in turn."""
    at: Literal["act", "turn", "round"] = "act"
    """The condition is checked after each action, or when a turn or round ends."""
    win: Text = "this"
    """The winners: `this` (the player for whom the condition is true), `others`, `last` (all who are not out), `best` (by `score`),
    `highest COUNTER`, `lowest COUNTER`, `with CHOICE WORD`, `without CHOICE WORD` or `nobody`. If everyone wins, it is a draw."""
    reason: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")] = "points"
    """A word for the reason of the end, for lists and statistics."""


class KitHead(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The keys at the top of a kit."""

    kit: str
    """The name of the kit: a-z, digits and _."""
    title: Text
    """The title of the game."""
    format: int = FORMAT
    """The format of the file. The program refuses a newer format than it knows."""
    version: Text = "1"
    """The author's version of the kit; stored in the opening event."""
    source: Text = ""
    """The source of the rules, as a citation."""
    prefix: Annotated[str, Meta(pattern="^([A-Z]{1,4})?$")] = ""
    """The beginning of the rule ids of the kit's guards; default: the initials of its name."""
    players: str
    """The number of players: `2` or `2-5`."""
    turn: Text = "turn"
    """The word for a turn."""
    round: Text = ""
    """The word for a round. By default, the game has no rounds. A round ends only by the step `next round` or the line
    `next_round`; with `turns_by`, also after its last turn. Turns then begin at 1 again."""
    order: Literal["turns", "together"] = "turns"
    """`turns`: one player acts at a time; `together`: all players act."""
    turns_by: str = ""
    """A counter of players that sets the order of turns: the player with the highest value begins each round, and the others follow
    by descending value. The next round begins after the last player."""
    first: Literal["rotates", "same"] = "rotates"
    """The player who begins the next round: the next player, or the same one."""
    phases: tuple[str, ...] = ()
    """The phases, in order."""
    phases_in: Literal["turn", "round"] = "turn"
    """Each turn has the phases, or each round."""
    begin: tuple[Text, ...] = ()
    """Steps at the beginning of the match."""
    each_round: tuple[Text, ...] = ()
    """Steps at the beginning of each round, including the first."""
    each_turn: tuple[Text, ...] = ()
    """Steps at the beginning of each turn."""
    score: str = ""
    """The counter with the score."""
    best: Literal["high", "low"] = "high"
    """The highest or the lowest score wins."""
    usual: tuple[str, ...] = ()
    """Verbs that a line without a verb can mean."""
    checks: Literal["", "enforced", "partly", "entered"] = ""
    """How many of the rules the guards check: all, some, or none. Default: `partly` with guards, else `entered` (recorded as
    entered)."""
    simulate: Annotated[int, Meta(ge=1, le=5000)] = 300
    """The number of actions after which simulated matches stop."""


class KitRecord(
    Struct, frozen=True, kw_only=True, tag_field="type", tag="kit", forbid_unknown_fields=True, omit_defaults=True
):
    """The kit as a match pins it, without the comments of its file."""

    card_id: str
    name: str
    head: KitHead
    options: tuple[OptionPart, ...] = ()
    decks: tuple[DeckPart, ...] = ()
    traits: tuple[TraitPart, ...] = ()
    zones: tuple[ZonePart, ...] = ()
    counters: tuple[CounterPart, ...] = ()
    choices: tuple[ChoicePart, ...] = ()
    dice: tuple[DicePart, ...] = ()
    verbs: tuple[VerbPart, ...] = ()
    """The kit's own verbs, then the built-in ones of the time when the file was read."""
    built_in: int = 0
    """The number of built-in verbs."""
    guards: tuple[GuardPart, ...] = ()
    ends: tuple[EndPart, ...] = ()


class PieceRecord(
    Struct, frozen=True, kw_only=True, tag_field="type", tag="card", forbid_unknown_fields=True, omit_defaults=True
):
    """A card or piece of a kit."""

    card_id: str
    name: str
    text: Text = ""
    copies: tuple[tuple[str, int], ...] = ()
    """The number of copies in each deck."""
    traits: tuple[tuple[str, Trait], ...] = ()
    """Sorted by name."""
    listed: bool = False
    """True if the file has a [[card]] with this id."""
    face_of: str = ""
    """For a face, the card that it belongs to: `blank` for `blank_a`."""


TABLES: Final[dict[str, tuple[str, type[Part]]]] = {
    "option": ("options", OptionPart),
    "deck": ("decks", DeckPart),
    "trait": ("traits", TraitPart),
    "zone": ("zones", ZonePart),
    "counter": ("counters", CounterPart),
    "choice": ("choices", ChoicePart),
    "dice": ("dice", DicePart),
    "verb": ("verbs", VerbPart),
}
"""The field of the record and the type of the parts, for each table of a file."""
PAIRED: Final = {"cards": "deck", "legend": "zone", "pieces": "zone", "take": "verb"}
"""Fields that are tables in a file and pairs in a record, so that their order is kept."""

LIMITS: Final = {
    "zone": 64, "counter": 200, "choice": 32, "verb": 100, "guard": 60, "end": 20, "dice": 12, "option": 32, "deck": 32,
    "trait": 32,
}  # fmt: skip
MOST_BYTES: Final = 64 * 1024
MOST_STEPS: Final = 12
MOST_ARGUMENTS: Final = 8
MOST_CELLS: Final = 100
MOST_CARDS: Final = 3000
MOST_COPIES: Final = 5000
MOST_PLAYERS: Final = 12

RESERVED: Final = frozenset({
    "turn", "round", "players", "none", "count", "top", "first", "at", "blank", "having", "without", "mine", "follows",
    "all", "each", "others", "next", "me", "table", "any",
})  # fmt: skip


def _built_in(name: str, does: str = "", **take: str) -> VerbPart:
    return VerbPart(name=name, take=tuple(take.items()), does=(does,) if does else (), by="anyone")


BUILT_IN: Final[tuple[VerbPart, ...]] = (
    _built_in("move", "move $card $to at=$at", card="card any", to="zone", at="text ?"),
    _built_in("draw", "draw $count $source $to", count="number 1-99", source="zone", to="zone"),
    _built_in("add", "add $counter $amount", counter="counter", amount="number"),
    _built_in("set", "set $counter $amount", counter="counter", amount="number"),
    _built_in("name", "name $card", card="card any"),
    _built_in("pass", "next"),
    _built_in("next_phase", "next phase"),
    _built_in("next_round", "next round"),
    _built_in("out", "out $who", who="player"),
    _built_in("win", "win $who", who="player"),
    _built_in("stop", "end"),
    _built_in("note", text="text"),
)
"""Verbs of every kit. A kit can replace them with its own; they are suggested only when people type them."""
BUILT_IN_TITLES: Final = {
    "move": "Move a card", "draw": "Draw cards", "add": "Add to a counter", "set": "Set a counter", "name": "Name a card",
    "pass": "Pass the turn", "next_phase": "Begin the next phase", "next_round": "Begin the next round",
    "out": "Take a player out", "win": "Declare the winner", "stop": "Stop the match", "note": "Make a note",
}  # fmt: skip
"""The titles of the built-in verbs. The records that matches pin do not contain them."""
