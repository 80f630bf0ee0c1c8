"""The event of an action by a verb of the kit, and its sentence."""

from msgspec.structs import replace

from domain.cards import UNKNOWN, CardId, SeatIndex, parse_ref
from domain.games.tabletop.events.base import Argument, TabletopEvent
from domain.games.tabletop.state import State, Use
from domain.games.tabletop.visibility import sees_lying
from domain.narration import Narrator
from domain.seats import JUDGE, Viewpoint


class ActionTaken(TabletopEvent, frozen=True, kw_only=True, tag="acted"):
    """A player, or the table, acted by a verb of the kit."""

    verb: str
    seat: SeatIndex | None = None
    """The acting player; `None` for the table, or for all players together."""
    args: dict[str, Argument] = {}  # noqa: RUF012 - msgspec copies it
    hidden: tuple[str, ...] = ()
    """Arguments that are hidden from some viewpoints."""
    seers: tuple[SeatIndex, ...] = ()
    """The seats that see hidden arguments."""
    target: SeatIndex | None = None
    """The first player among the arguments."""
    amount: int | None = None
    """The first number among the arguments."""
    card: CardId | None = None
    """The first card among the arguments; `None` if it is unknown."""
    cell: str = ""
    """The first square or place among the arguments."""

    def evolve(self, state: State) -> State:
        layout, acts = state.layout, state.acts + 1
        place = layout.verb_at[self.verb]
        if not layout.kit.verbs[place].limit:
            return replace(state, acts=acts)
        seat = -1 if self.seat is None else self.seat
        others = tuple(use for use in state.used if (use.verb, use.seat) != (place, seat))
        return replace(state, acts=acts, used=(*others, Use(place, seat, state.times(place, seat) + 1)))

    def hides(self, name: str, viewpoint: Viewpoint) -> bool:
        """Return True if an argument is hidden from a viewpoint."""
        return name in self.hidden and viewpoint != JUDGE and viewpoint not in self.seers

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "ActionTaken":  # noqa: ARG002
        if not any(self.hides(name, viewpoint) for name in self.args):
            return self
        args = {name: hidden(value) if self.hides(name, viewpoint) else value for name, value in self.args.items()}
        return replace(self, args=args, target=None, amount=None, card=None, cell="")

    def describe(self, narrator: Narrator[State]) -> str:
        layout = narrator.state.layout
        verb = layout.kit.verbs[layout.verb_at[self.verb]]
        kinds = dict(verb.take)
        said = {
            name: self._spoken(narrator, name, self.args[name], kind)
            for name, kind in kinds.items()
            if name in self.args
        }
        who = "" if self.seat is None else narrator.seat(self.seat)
        if verb.say:
            template = verb.say.replace("{by}", who or "the table")
            for name in kinds:
                template = template.replace(f"{{{name}}}", said.get(name, "-"))
            return template
        words = " ".join(filter(None, (verb.name.replace("_", " "), *said.values())))
        return f"{who}: {words}" if who else words

    def _spoken(self, narrator: Narrator[State], name: str, value: Argument, kind: str) -> str:
        if self.hides(name, narrator.viewpoint):
            value = hidden(value)
            return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        first = kind.split(maxsplit=1)[0]
        items = value if isinstance(value, tuple) else (value,)
        if first in ("player", "players") or (first == "choice" and isinstance(value, int)):
            return ", ".join(narrator.seat(item) for item in items if isinstance(item, int))
        if first in ("card", "cards", "sort"):
            return ", ".join(_card_words(narrator, str(item)) for item in items)
        return " ".join(str(item).replace("_", " ") for item in items)


def hidden(value: Argument) -> Argument:
    """Return a hidden argument: `??`, or as many `??` as it has values."""
    return (UNKNOWN,) * len(value) if isinstance(value, tuple) else UNKNOWN


def _card_words(narrator: Narrator[State], ref: str) -> str:
    """Return the printed name of a card that a command names; for a token its known identity, for a square the piece on it."""
    on_square = narrator.state.standing(ref)
    if on_square is not None and ref not in narrator.state.layout.pieces:
        return f"{narrator.card(on_square.card if sees_lying(narrator.state, narrator.viewpoint, on_square.id) else None)} {ref}"
    parsed = parse_ref(ref)
    if parsed.token is not None and parsed.card is None:
        found = narrator.state.find(parsed.token)
        return narrator.card(found[1].card) if found else ref
    return narrator.card(parsed.card)
