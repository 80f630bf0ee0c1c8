"""The form for rulings: its fields in order, and the ruling that a filled form gives."""

from collections.abc import Mapping
from typing import Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from domain.decoding import converted
from domain.fields import Kind, declared_fields
from domain.judging import LADDER, MOST_AMOUNT, MOST_MINUTES, RULING_ROLES, Decision, Remedy, Ruled
from domain.names import Names
from domain.procedure.guide import infractions
from domain.seats import Seat
from domain.syntax import NotationError
from service.errors import UsageProblem
from service.judging.case import RulingProposal
from service.judging.rulings import RequestedPenalty, Ruling

_LONGEST: Final = 9_999_999
"""The largest entry number that the form accepts."""
_MOST: Final = {"minutes": MOST_MINUTES}
_FIELDS: Final = {field.name: field for struct in (Ruled, Ruling) for field in declared_fields(struct)}
_VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "remedy": get_args(Remedy),
    "decision": get_args(Decision),
    "infraction": tuple(infractions()),
    "role": RULING_ROLES,
}
"""Field -> its choices or proposals, in order of declaration."""
_ASKED: Final[Mapping[str, tuple[str, str]]] = {
    "text": ("ruling text", "the facts, and the explanation of the ruling"),
    "remedy": ("remedy", ""),
    "lines": ("by hand", "manual changes: command; command"),
    "error": ("point of error", "the first entry that is wrong"),
    "penalties": ("penalties", ""),
    "infraction": ("infraction", "from the infraction guide, instead of a rule; or free text"),
    "decision": ("appeal is", ""),
    "minutes": ("extra minutes", "time extension"),
    "deviation": ("deviation", "why the guide is not followed"),
    "official": ("official", "who rules"),
    "role": ("as", ""),
    "consents": ("consent of", "players who accept an official with declared ties"),
}
"""Field -> label and hint. The claim, the rules and the rewind have their own places on the form."""
_ONLY: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "lines": ("remedy", get_args(Remedy)[1:]),
    "deviation": ("role", ("head_judge",)),
}
"""Field -> another field, and the values of it for which this field applies: manual changes need a remedy, and only the head
judge deviates from the guide. Other fields always apply."""


class RulingField(Struct, frozen=True, kw_only=True):
    """A field of the form."""

    name: str
    label: str
    hint: str
    given: str
    """The initial value."""
    values: tuple[tuple[str, str], ...]
    """Pairs of value and label: the choices, or the proposals for a text."""
    kind: Kind
    """The type of the value; for a list, of each item."""
    many: bool
    required: bool
    most: int
    """The largest allowed number."""
    only: tuple[str, tuple[str, ...]]
    """Another field, and the values of it for which this one is shown; empty if it is always shown."""


def blanks(proposal: RulingProposal, official: str, seats: tuple[Seat, ...]) -> tuple[RulingField, ...]:
    """Return the fields of the form. Only appeals have the field for the decision, only declared ties the field for consent."""
    names = [seat.name for seat in seats]
    given = {
        "text": proposal.text,
        "error": str(proposal.error),
        "official": official,
        "role": proposal.role_of(official),
    }
    hints = {"penalties": f"{names[0]}=warning; {names[-1]}=score_adjustment:5 (short: w, s:5)"} if names else {}
    asked = {"decision": proposal.appeal, "consents": proposal.ties}
    return tuple(
        RulingField(
            name=name,
            label=label,
            hint=hints.get(name, hint),
            given=given.get(name, _VALUES[name][0] if field.kind == "choice" else ""),
            values=tuple((one, one.replace("_", " ") or "?") for one in _VALUES.get(name, ())),
            kind=(field.item or field).kind,
            many=field.item is not None,
            required=field.required,
            most=_MOST.get(name, _LONGEST),
            only=_ONLY.get(name, ("", ())),
        )
        for name, (label, hint) in _ASKED.items()
        for field in [_FIELDS[name]]
        if asked.get(name, True)
    )


def idle(filled: Mapping[str, str]) -> frozenset[str]:
    """Return the fields that do not apply, given the values of the others."""
    return frozenset(name for name, (other, values) in _ONLY.items() if filled[other] not in values)


def ruling_of(about: int, rules: tuple[str, ...], filled: Mapping[str, str], names: Names) -> Ruling:
    """Return the ruling that a filled form gives. The preview and the recording check the rules of procedure. Raises
    UsageProblem, NotationError."""
    read = {name: _read(name, text.strip(), names) for name, text in filled.items() if name not in idle(filled)}
    own: dict[str, object] = {name: read.pop(name) for name in ("lines", "penalties") if name in read}
    ruled = converted({"about": about, "rules": rules, **read}, Ruled)
    return converted(own | {"ruled": ruled}, Ruling)


def _read(name: str, text: str, names: Names) -> object:
    field, label = _FIELDS[name], _ASKED[name][0]
    if field.kind == "number":
        return _number(label, text, _MOST.get(name, _LONGEST))
    if field.item is None:
        return text
    if field.item.kind == "seat":
        return [names.seat(piece.strip()) for piece in text.replace(",", ";").split(";") if piece.strip()]
    pieces = (piece.strip() for piece in text.split(";"))
    return [given_of(piece, names) if field.item.struct else piece for piece in pieces if piece]


def given_of(text: str, names: Names) -> RequestedPenalty:
    """Parse a penalty, for example `Ada=warning` or `Bo=score_adjustment:100`. A unique prefix of a penalty is enough. A name
    alone (`Ada`) gets the penalty of the infraction guide. `person Zoe` is a person who does not play. Raises UsageProblem,
    NotationError."""
    player, equals, rest = text.rpartition("=")
    word, colon, amount = rest.partition(":")
    meant = [one for one in LADDER if one.startswith(word.strip().replace(" ", "_").casefold())]
    how = f"penalty {text}: write PLAYER=PENALTY or PLAYER=PENALTY:AMOUNT; one of {', '.join(LADDER)}"
    if not equals:
        try:
            return receiver_of(text, names)
        except NotationError as error:
            raise UsageProblem(f"{how}; or only PLAYER, for the guide's penalty: {error}") from error
    if len(meant) != 1 or (colon and not amount.strip()):
        raise UsageProblem(how)
    amount_given = _number(f"penalty {text}: amount", amount, MOST_AMOUNT)
    return replace(receiver_of(player, names), penalty=meant[0], amount=amount_given)


def receiver_of(text: str, names: Names) -> RequestedPenalty:
    """Parse the person who gets a penalty: a player, or `person NAME`. Raises NotationError."""
    word, _, person = text.strip().partition(" ")
    if word.casefold() == "person" and person.strip() and text.strip() not in [seat.name for seat in names.seats]:
        return RequestedPenalty(person=person.strip())
    return RequestedPenalty(seat=names.seat(text.strip()))


def _number(what: str, text: str, most: int) -> int:
    text = text.strip()
    if text and not (text.isascii() and text.isdigit() and len(text) < 8):
        raise UsageProblem(f"{what}: {text} is not a number")
    if (number := int(text or 0)) > most:
        raise UsageProblem(f"{what}: at most {most}")
    return number
