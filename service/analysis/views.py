"""Lists of matches as one writes them: `game:frc_tcg player:Ada tag:final violations:>0 words`, and back."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, get_args

from msgspec.structs import replace

from domain.registry import game_names
from domain.text import suggestion
from projections.answers import Amount, Kind, MatchQuery, SortKey, Status
from service.errors import UsageProblem
from service.kits import KITS_GAME, kit_files

LONGEST: Final = 500
"""Characters of a filter; more is pasted by mistake."""

_TERM: Final = re.compile(
    r'(?P<name>[A-Za-z][\w-]*):(?P<value>"(?:[^"]|"")*"?|\S*)|(?P<word>"(?:[^"]|"")*"?|\S+)',
)
_AMOUNT: Final = re.compile(r"([<>=]?)([0-9]{1,9})")
_UP: Final = "-up"
_ORDERS: Final = tuple(f"{key}{end}" for key in get_args(SortKey) for end in ("", _UP))
"""`entries` puts the most, the latest first; `entries-up` the least."""


def read_query(text: str, base: MatchQuery | None = None) -> MatchQuery:
    """Parse the query in a text. Unnamed filters are open; order and page stay those of `base`.

    Raises UsageProblem in one line with the possible values.
    """
    if len(text) > LONGEST:
        raise UsageProblem(f"a filter has {LONGEST} characters at most; this one has {len(text):,}")
    found: dict[str, object] = {}
    words = []
    for term in _TERM.finditer(text):
        if term["name"] is None:
            words.append(_unquoted(term["word"]))
            continue
        name = _closed("filter", term["name"].lower(), tuple(_READERS))
        if name in found:
            raise UsageProblem(f"{name}: stands twice")
        found[name] = _READERS[name](name, _unquoted(term["value"]))
    order = found.pop("sort", None)
    if kit := found.pop("kit", None):
        if "game" in found:
            raise UsageProblem("kit: says the game, too; leave game: out")
        found["game"] = kit
    start = base or MatchQuery()
    fields = {name: found.get(name) for name in _READERS if name not in ("sort", "kit")}
    query = replace(start, **fields, text=" ".join(" ".join(words).split()))
    if not isinstance(order, str):
        return query
    return replace(query, sort=order.removesuffix(_UP), descending=not order.endswith(_UP))


def write_query(query: MatchQuery, *, order: bool = True) -> str:
    """Format a query as one line that parses to the same query. Without `order`, only its filters; never its page."""
    terms = [
        f"{name}:{_quoted(value)}"
        for name in ("game", "player", "tag", "status", "kind")
        if (value := getattr(query, name))
    ]
    for name, amount in (("violations", query.violations), ("entries", query.entries)):
        if amount is not None:
            terms.append(f"{name}:{amount.sign.replace('=', '')}{amount.number}")
    terms += [_quoted(word) for word in query.text.split()]
    if order and (query.sort, query.descending) != (MatchQuery().sort, MatchQuery().descending):
        terms.append(f"sort:{query.sort}{'' if query.descending else _UP}")
    return " ".join(terms)


def _last_term(text: str) -> tuple[str, str]:
    """Name and beginning of the value that is being typed at the end of a text: `tag`, `fin`. No name: a word."""
    terms = list(_TERM.finditer(text))
    if not terms or terms[-1].end() < len(text):
        return "", ""
    term = terms[-1]
    return (term["name"] or "").lower(), _unquoted(term["value"] if term["name"] else term["word"])


def candidates(text: str, known: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return completions for the end of a text: whole terms, best first.

    `known`: the values in the store, by name of filter (tags, players).
    """
    name, beginning = _last_term(text)
    if not name:
        return tuple(f"{one}:" for one in _READERS if beginning and one.startswith(beginning.lower()))
    values = known.get(name) or _CLOSED.get(name, tuple)()
    found = [value for value in values if value.lower().startswith(beginning.lower())]
    return () if found == [beginning] else tuple(f"{name}:{_quoted(value)}" for value in found)


def completed(text: str, candidate: str) -> str:
    """The text with its last term replaced."""
    terms = list(_TERM.finditer(text))
    start = terms[-1].start() if terms and terms[-1].end() == len(text) else len(text)
    return text[:start] + candidate + ("" if candidate.endswith(":") else " ")


def _read_game(name: str, value: str) -> str:
    """A game, the name of an installed kit, or `game:kit` for any kit."""
    game, colon, kit = value.partition(":")
    if colon and kit:
        return f"{_read_closed(name, game)}:{kit}"
    return value if value.lower() in set(kit_files()) - set(game_names()) else _read_closed(name, value)


def _read_kit(name: str, value: str) -> str:
    return f"{KITS_GAME}:{_read_name(name, value).removeprefix(f'{KITS_GAME}:')}"


def _read_closed(name: str, value: str) -> str:
    return _closed(name, value.lower(), tuple(_CLOSED[name]()))


def _read_name(name: str, value: str) -> str:
    if not value.strip():
        raise UsageProblem(f'{name}: needs a name, such as {name}:ada or {name}:"ada b"')
    return value


def _read_amount(name: str, value: str) -> Amount:
    found = _AMOUNT.fullmatch(value)
    if found is None:
        raise UsageProblem(f"{name}:{value} is not an amount; write {name}:>0, {name}:<10 or {name}:3")
    match found[1]:
        case ">" | "<" as sign:
            return Amount(sign, int(found[2]))
        case _:
            return Amount("=", int(found[2]))


_CLOSED: Final[Mapping[str, Callable[[], Sequence[str]]]] = {
    "game": game_names,
    "kit": lambda: tuple(kit_files()),
    "status": lambda: get_args(Status),
    "kind": lambda: get_args(Kind),
    "sort": lambda: _ORDERS,
}
_READERS: Final[Mapping[str, Callable[[str, str], object]]] = {
    "game": _read_game,
    "player": _read_name,
    "tag": _read_name,
    "status": _read_closed,
    "kind": _read_closed,
    "violations": _read_amount,
    "entries": _read_amount,
    "kit": _read_kit,
    "sort": _read_closed,
}


def _closed(what: str, given: str, possible: Sequence[str]) -> str:
    """The one of some words that is given, or of which the beginning is given. Raises UsageProblem."""
    near = [word for word in possible if word.startswith(given)] if given else []
    if given in possible or len(near) == 1:
        return given if given in possible else near[0]
    if near:
        raise UsageProblem(f"{what} {given}: {' or '.join(near)}?")
    said = f"no {what} {given!r}" if given else f"{what}: which"
    raise UsageProblem(f"{said}; possible: {', '.join(possible)}{suggestion(given, possible)}")


def _unquoted(text: str) -> str:
    if not text.startswith('"'):
        return text
    return text[1 : -1 if len(text) > 1 and text.endswith('"') else None].replace('""', '"')


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if re.search(r'[\s":]', text) else text
