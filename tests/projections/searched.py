"""Search results, computed a second time in plain Python from match files, without SQL and without code of `projections`.

A search is a tuple: what it is, and its parts. `text_of` writes it as one types it, `found` looks for it in a match.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from domain.cards import parse_ref
from domain.game import tag_of
from tests.projections.recomputed import Row, Told, _moves

Key: TypeAlias = tuple[int, int]
"""Version of an act and its number; of an entry, 0."""
Search: TypeAlias = tuple[Any, ...]
SIGNS: Final[dict[str, Callable[[int, int], bool]]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
POINTS: Final[dict[str, Callable[[Any, int], int]]] = {
    "frc_card_game": lambda state, seat: int(state.players[seat].points),
    "frc_tcg": lambda state, seat: len(state.players[seat].captured),
    "pbl_robots": lambda state, seat: int(state.sides[state.seats[seat].side].blow_offs),
    "robin_in_the_hood": lambda state, seat: int(state.players[seat].victories),
}
UNTOLD: Final = frozenset({"", "returned to hand", "moved", "returned"})
"""Fates of cards whose names in `recomputed` differ from those of the tables: questions do not use them."""


class Done(Struct):
    """One thing that was done."""

    seat: int | None
    action: str
    card: str | None
    place: int | None


class Told1(Struct):
    """A current entry, or an inserted action."""

    key: Key
    place: tuple[int, int]
    """Its place in its match."""
    moment: Any
    command: str | None
    deeds: list[Done]
    rules: set[str]
    points: dict[int, int]
    results: dict[int, str]
    """The result of the match for each seat."""


def named(command: Any, known: dict[int, str]) -> Iterator[str]:
    """The texts in a command, those on top before those within, each as the card that it may name."""
    plain = msgspec.json.decode(msgspec.json.encode(command))
    waiting = deque([value for key, value in plain.items() if key != "type"])
    while waiting:
        value = waiting.popleft()
        if isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, str) and not re.fullmatch(r"-?[0-9.]+|true|false|", value):
            ref = parse_ref(value)
            yield ref.card or known.get(ref.token or -1) or value


def entries_of(told: Told) -> list[Told1]:
    """The current actions of a match, in order."""
    match, found = told.match, []
    known = {row["token"]: row["seen"] for row in told.moves() if row["token"] is not None and row["seen"]}
    results: dict[int, str] = {row["seat"]: row["result"] for row in told.seat_rows()}
    last, behind = 0, 0
    standing: list[tuple[tuple[int, int], Any]] = []
    for action in told.acts:
        last, behind = (action.version, 0) if not action.number else (last, behind + 1)
        place = (last, behind)
        standing.append((place, action.state))
        found.append(
            Told1(
                key=(action.version, action.number),
                place=place,
                moment=action.stamp.moment,
                command=tag_of(action.command),
                deeds=list(_deeds(told, action, known)),
                rules={violation.rule for violation in action.violations},
                points={},
                results=results,
            )
        )
    acts = {one.key for one in found}
    undone = set(match.undone) | {
        action.version for action in match.all_actions if not action.number and (action.version, 0) not in acts
    }
    for version, payload in told.payloads.items():
        if (version, 0) in acts or version in undone:
            continue
        moment = told.envelopes[version].moment
        rules = set(getattr(payload, "rules", ()))
        deeds = [Done(moment.seat, tag_of(payload), None, None)]
        found.append(Told1((version, 0), (version, 0), moment, None, deeds, rules, {}, results))
    for one in found:
        states = [state for place, state in standing if place <= one.place]
        seats = range(len(told.players)) if states and states[-1].seats else ()
        one.points = {seat: POINTS[told.game](states[-1], seat) for seat in seats}
    return sorted(found, key=lambda one: one.place)


def _deeds(told: Told, act: Any, known: dict[int, str]) -> Iterator[Done]:
    command = msgspec.to_builtins(act.command)
    mine = next((command[name] for name in ("player", "seat") if isinstance(command.get(name), int)), None)
    seat, tag = act.stamp.moment.seat, tag_of(act.command)
    mine = seat if mine is None else mine
    yield Done(mine, tag, None, None)
    for place, card in enumerate(named(act.command, known), start=1):
        yield Done(mine, tag, card, place)
    for event in map(msgspec.to_builtins, act.events):
        own = event.get("seat", event.get("player"))
        card = event.get("card")
        yield Done(seat if own is None else own, event["type"], card if isinstance(card, str) else None, 1)
        for whose, _, one, action in _moved(told.game, event):
            yield Done(seat if whose is None else whose, action, one, 1)


def _moved(game: str, event: Row) -> Iterator[tuple[int | None, int | None, str | None, str]]:
    """As in metrics, except that unused card facts belong to the owners."""
    for seat, token, card, action in _moves(game, event):
        whose = event.get("owner", seat) if game == "frc_tcg" and not action else seat
        if event["type"] == "mentors_went_for_coffee" and token == event["other"]["id"]:
            whose = event["opponent"]
        yield whose, token, card, action


# searching ------------------------------------------------------------------------------------------------------------


def found(search: Search, told: Told, entries: list[Told1]) -> set[Key]:
    """The entries of a match that fit."""
    how, *parts = search
    everything = {one.key for one in entries}
    if how == "deed":
        return {one.key for one in entries if any(_fits(parts, deed, one, told) for deed in one.deeds)}
    sets = [found(part, told, entries) for part in parts if isinstance(part, tuple)]
    if how in ("and", "or"):
        return sets[0] & sets[1] if how == "and" else sets[0] | sets[1]
    if how in ("not", "never"):
        return everything - (sets[0] if how == "not" else everything if sets[0] else set())
    if how == "ever":
        return everything if sets[0] else set()
    within = parts[2]
    first, second = ([one for one in entries if one.key in keys] for keys in sets)
    return {late.key for late in second if any(_follows(early, late, within) for early in first)}


def _follows(early: Told1, late: Told1, within: int | None) -> bool:
    if early.place >= late.place:
        return False
    turns = late.moment.turn - early.moment.turn
    return within is None or (early.moment.round == late.moment.round and turns <= within)


def _fits(terms: list[Any], deed: Done, entry: Told1, told: Told) -> bool:
    return all(_holds(term, deed, entry, told) for term in terms)


def _holds(term: Any, deed: Done, entry: Told1, told: Told) -> bool:
    kind, *rest = term
    if kind in ("points", "lead"):
        return _counts(kind, deed.seat, rest, entry, told)
    if kind in ("card", "action", "by", "seat", "result"):
        return _of_deed(kind, rest, deed, entry, told)
    turn = entry.moment.turn
    possible: dict[str, Callable[..., bool]] = {
        "before": lambda end: turn < end,
        "after": lambda end: turn > end,
        "in": lambda one: turn == one,
        "between": lambda low, high: low <= turn <= high,
        "round": lambda number, end: (entry.moment.round, turn) > (number, end),
        "rule": lambda rule: rule in entry.rules,
        "command": lambda sign, name: (entry.command == name) == (sign == "="),
        "phase": lambda sign, name: (entry.moment.phase == name) == (sign == "="),
        "turn": lambda sign, number: SIGNS[sign](turn, number),
    }
    return possible[kind](*rest)


def _of_deed(kind: str, rest: list[Any], deed: Done, entry: Told1, told: Told) -> bool:
    if kind == "card":
        wanted = {"doer": deed.place == 1, "on": (deed.place or 0) > 1, "": True}
        return deed.card == rest[0] and wanted[rest[1]]
    if kind == "action":
        return bool(deed.action == rest[0])
    if deed.seat is None:
        return bool(kind == "seat" and rest[0] == "!=")
    if kind == "seat":
        return SIGNS[rest[0]](deed.seat + 1, rest[1])
    return bool((told.players[deed.seat] if kind == "by" else entry.results.get(deed.seat)) == rest[0])


def _counts(kind: str, seat: int | None, rest: list[Any], entry: Told1, told: Told) -> bool:
    if seat is None or seat not in entry.points:
        return bool(rest[0] == "!=")
    value = entry.points[seat]
    if kind == "lead":
        value -= max(entry.points[other] for other in entry.points if told.sides[other] != told.sides[seat])
    return SIGNS[rest[0]](value, rest[1])


# searches -------------------------------------------------------------------------------------------------------------


def invented(told: list[Told], entries: list[list[Told1]], rng: Random, depth: int = 2) -> Search:
    """A search about what occurs in some matches."""
    if depth and rng.random() < 0.6:
        how = rng.choice(("and", "or", "not", "ever", "never", "then", "then"))
        parts = [invented(told, entries, rng, depth - 1) for _ in range(2 if how in ("and", "or", "then") else 1)]
        return (how, *parts, *((rng.choice((None, 0, 1, 3)),) if how == "then" else ()))
    place = rng.randrange(len(told))
    entry = rng.choice(entries[place])
    deed = rng.choice([one for one in entry.deeds if one.action not in UNTOLD] or entry.deeds[:1])
    return ("deed", *_terms(told[place], entry, deed, rng))


def _terms(told: Told, entry: Told1, deed: Done, rng: Random) -> list[tuple[Any, ...]]:
    turn, points = entry.moment.turn, entry.points.get(deed.seat or 0, 0)
    sign = rng.choice(tuple(SIGNS))
    known = (
        deed.card is not None
        and re.fullmatch(r"[a-z][a-z0-9_]*", deed.card)
        and deed.card in told.match.state.catalogue
    )
    role = "" if deed.place is None else "doer" if deed.place == 1 else "on"
    possible: list[tuple[Any, ...]] = [
        ("action", deed.action),
        *([("card", deed.card, rng.choice((role, "")))] * 3 if known else []),
        *([("by", told.players[deed.seat])] if deed.seat is not None else []),
        rng.choice([("before", turn + 1), ("after", turn), ("in", turn), ("between", max(0, turn - 1), turn + 1)]),
        ("round", entry.moment.round, turn),
        ("turn", sign, turn + 1),
        ("seat", sign, 1),
        ("phase", rng.choice(("=", "!=")), entry.moment.phase),
        ("result", rng.choice(("won", "lost", "drawn"))),
        (rng.choice(("points", "lead")), sign, points),
        *([("rule", rule) for rule in sorted(entry.rules)] * 3),
        *([("command", "=", entry.command)] if entry.command else []),
    ]
    chosen = rng.sample(possible, rng.randint(1, 3))
    kinds = {term[0]: term for term in chosen if term[1:] != ("=", "")}
    terms = list(kinds.values()) or [("action", deed.action)]
    if "card" in kinds and kinds["card"][2] == "doer" and "action" not in kinds:
        terms.append(("action", deed.action))  # who does it says something beside what is done alone
    return terms


def text_of(search: Search) -> str:
    """A search as typed."""
    how, *parts = search
    if how == "deed":
        return " ".join(filter(None, (_term_text(term) for term in sorted(parts, key=_order))))
    texts = [f"({text_of(part)})" for part in parts if isinstance(part, tuple)]
    if how in ("not", "ever", "never"):
        return f"{how} {texts[0]}"
    if how != "then":
        return f" {how} ".join(texts)
    return f"{texts[0]} then {'' if parts[2] is None else f'within {parts[2]} turns '}{texts[1]}"


def _order(term: tuple[Any, ...]) -> int:
    """The player is before the action."""
    return {"card": 0 if term[-1] == "doer" else 2, "action": 1}.get(term[0], 3)


def _term_text(term: tuple[Any, ...]) -> str:
    forms = {
        "action": '"{0}"',
        "by": 'by "{0}"',
        "before": "before t{0}",
        "after": "after t{0}",
        "in": "in t{0}",
        "between": "between t{0} and turn {1}",
        "round": "after r{0}t{1}",
        "rule": "rule:{0}",
        "result": "result:{0}",
    }
    kind, *rest = term
    if kind == "card":
        return {"on": "on {0}", "doer": '"{0}"', "": "card:{0}"}[rest[1]].format(rest[0])
    if kind in forms:
        return forms[kind].format(*rest)
    sign, value = rest
    return f"-{kind}:{value}" if sign == "!=" else f"{kind}:{sign.replace('=', '') if sign == '=' else sign}{value}"
