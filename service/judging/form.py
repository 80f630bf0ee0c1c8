"""The ruling form: the fields of a ruling in the order of the form, and the ruling that results from the answers."""

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
"""Upper limit of entry numbers in the form."""
_MOST: Final = {"minutes": MOST_MINUTES}
_FIELDS: Final = {field.name: field for struct in (Ruled, Ruling) for field in declared_fields(struct)}
_VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "remedy": get_args(Remedy),
    "decision": get_args(Decision),
    "infraction": tuple(infractions()),
    "role": RULING_ROLES,
}
"""Field -> its choices or proposals, in declared order."""
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
"""Field -> its label and its hint. The claim, the rules and the rewind are entered elsewhere on the form."""
_ONLY: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "lines": ("remedy", get_args(Remedy)[1:]),
    "deviation": ("role", ("head_judge",)),
}
"""Field -> another field and the values for which it applies: manual changes belong to a remedy, deviations to the head judge.
Other fields always apply."""


class RulingField(Struct, frozen=True, kw_only=True):
    """A field to be filled in."""

    name: str
    label: str
    hint: str
    given: str
    """Initial value."""
    values: tuple[tuple[str, str], ...]
    """Choices and how they are written; for text, proposals."""
    kind: Kind
    """Type of its value, or of each item."""
    many: bool
    required: bool
    most: int
    """Largest value of a number."""
    only: tuple[str, tuple[str, ...]]
    """Another field and the values for which this one is shown; empty: always."""


def blanks(proposal: RulingProposal, official: str, seats: tuple[Seat, ...]) -> tuple[RulingField, ...]:
    """Return the fields of a ruling form. Decisions are asked only for appeals, consent only for declared ties."""
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
    """Return the fields that do not apply to the present values of the others."""
    return frozenset(name for name, (other, values) in _ONLY.items() if filled[other] not in values)


def ruling_of(about: int, rules: tuple[str, ...], filled: Mapping[str, str], names: Names) -> Ruling:
    """Return the ruling of a filled form. The rules of procedure are checked later, when it is previewed or stored. Raises
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
    """Parse a penalty: `Ada=warning`, `Bo=score_adjustment:100`; a unique prefix of a penalty is enough, and only `Ada`
    gets the penalty of the infraction guide. `person Zoe` is a person who does not play. Raises UsageProblem, NotationError."""
    player, equals, rest = text.rpartition("=")
    word, colon, amount = rest.partition(":")
    meant = [one for one in LADDER if one.startswith(word.strip().replace(" ", "_").casefold())]
    how = f"penalty {text}: write PLAYER=PENALTY or PLAYER=PENALTY:AMOUNT; one of {', '.join(LADDER)}"
    if not equals:
        try:
            return receiver_of(text, names)
        except NotationError as error:
            raise UsageProblem(f"{how}; or only PLAYER, for the penalty that the guide names: {error}") from error
    if len(meant) != 1 or (colon and not amount.strip()):
        raise UsageProblem(how)
    amount_given = _number(f"penalty {text}: amount", amount, MOST_AMOUNT)
    return replace(receiver_of(player, names), penalty=meant[0], amount=amount_given)


def receiver_of(text: str, names: Names) -> RequestedPenalty:
    """Parse the person of a penalty: a player, or `person NAME`. Raises NotationError."""
    word, _, person = text.strip().partition(" ")
    if word.casefold() == "person" and person.strip() and text.strip() not in [seat.name for seat in names.seats]:
        return RequestedPenalty(person=person.strip())
    return RequestedPenalty(seat=names.seat(text.strip()))


def _number(what: str, text: str, most: int) -> int:
    text = text.strip()
    if text and not (text.isascii() and text.isdigit() and len(text) < 8):
        raise UsageProblem(f"{what}: {text} is not a number")
    if (number := int(text or 0)) > most:
        raise UsageProblem(f"{what}: {most} at most")
    return number
