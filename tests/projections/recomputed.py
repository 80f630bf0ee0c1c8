"""Every metric, computed a second time in plain Python from match files, without SQL and without code of `projections`.

A match file is read and folded by the domain; its current actions are analysed here, game by game, only from the events.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import ceil, erfc, exp, floor, lgamma, sqrt
from statistics import NormalDist
from typing import Any, Final

import msgspec

from domain.entries import Opened
from domain.game import tag_of
from domain.match import Match, fold
from storage.catalogues import read_catalogue
from storage.match_file import read_match_file
from storage.records import Codecs
from tests.projections.estimates import Z95

Row = dict[str, Any]
LOSSES: Final = ("game_loss", "match_loss", "disqualification")


class Told:
    """A match as its file tells it."""

    def __init__(self, data: bytes, codecs: Codecs) -> None:
        file = read_match_file(data, codecs)
        game = codecs.find_game(file.header.game)
        catalogue = read_catalogue(file.catalogue, game)
        self.match: Match[Any, Any, Any] = fold(Match(file.header.match, game, catalogue), file.entries)
        self.id, self.game = self.match.id, game.name
        self.payloads = {entry.envelope.version: entry.payload for entry in file.entries}
        self.envelopes = {entry.envelope.version: entry.envelope for entry in file.entries}
        opened = self.payloads[1]
        assert isinstance(opened, Opened)
        self.kind = "what-if" if opened.forked_from else "match"
        self.acts = self.match.actions
        self.players = [seat.name for seat in self.match.state.seats]
        self.sides = [seat.side for seat in self.match.state.seats]
        outcome = self.match.outcome
        self.ended = outcome is not None
        self.agreed = self.match.concluded is not None
        self.winners = list(outcome.winners) if outcome else []
        self.drawn = bool(outcome and outcome.drawn)
        self.reason = outcome.reason if outcome else None
        self.by_play = self.ended and not self.agreed and not self.penalised()
        self.began = self._began()

    def row(self, **columns: Any) -> Row:
        """A row about this match."""
        return {"match": self.id, "game": self.game, **columns}

    def events(self) -> Iterator[tuple[Any, int, Row]]:
        """The current events, each with its action and its number in it."""
        for action in self.acts:
            for k, event in enumerate(action.events, start=1):
                yield action, k, msgspec.to_builtins(event)

    def judging(self, *kinds: str) -> Iterator[tuple[int, Any]]:
        """The current acts of officials."""
        for version, payload in self.payloads.items():
            if type(payload).__name__ in kinds and version not in self.match.undone:
                yield version, payload

    def penalised(self) -> bool:
        return any(payload.penalty in LOSSES for _, payload in self.judging("Penalised"))

    def _began(self) -> tuple[int, int]:
        """Where play begins in the record."""
        began = (0, 0)
        for act, _, event in self.events():
            if event["type"] == "position_declared":
                moment = act.stamp.moment
                place = {
                    "frc_card_game": (moment.round, event.get("turn")),
                    "frc_tcg": (moment.round, event.get("turn")),
                    "pbl_robots": (moment.round, event.get("number")),
                    "robin_in_the_hood": (event.get("round_no"), event.get("hand_no")),
                }[self.game]
                if None not in place and place > (moment.round, moment.turn):  # type: ignore[operator]
                    began = place  # type: ignore[assignment]
        return began

    def first_seat(self) -> int | None:
        found: list[int | None] = []
        for act, _, event in self.events():
            kind = event["type"]
            if self.game == "frc_card_game" and (
                kind == "coin_flipped" or (kind == "position_declared" and event["first_player"] is not None)
            ):
                found.append(event["first_player"])
            elif self.game == "frc_tcg" and kind == "first_player_determined":
                found.append(event.get("seat", event.get("player")))
            elif self.game == "pbl_robots" and kind == "game_started":
                found.append(event["order"][0])
            elif self.game == "robin_in_the_hood" and (
                kind == "tournament_opened"
                or (kind == "hand_started" and act.stamp.moment.round == 1 and event["hand_no"] == 1)
            ):
                found.append(event.get("order"))
        if found:
            return found[-1]
        moments = [action.stamp.moment for action in self.acts]
        return next((m.seat for m in moments if m.turn > 0 and m.seat is not None), None)

    def at(self, version: int) -> int:
        return self.envelopes[version].happened_at

    def seat_rows(self) -> list[Row]:
        """Seats of an ended match."""
        first = self.first_seat()
        rows = []
        for seat, player in enumerate(self.players if self.ended else ()):
            others = [name for n, name in enumerate(self.players) if self.sides[n] != self.sides[seat]]
            won = "won" if seat in self.winners else "lost" if self.winners else "none"
            rows.append(
                {
                    "match": self.id, "game": self.game, "seat": seat, "player": player, "opponent": others,
                    "result": "drawn" if self.drawn else won,
                    "first": None if first is None else "yes" if self.sides[seat] == self.sides[first] else "no",
                    "deck": self.decks().get(seat, (None, {}))[0], "score": self.scores()[seat] if self.scores() else None,
                }
            )  # fmt: skip
        return rows

    def scores(self) -> Sequence[int] | None:
        outcome = self.match.outcome
        if outcome is not None and outcome.scores:
            return outcome.scores
        if self.agreed or self.game not in _COUNTS:
            return None
        return [_COUNTS[self.game](self.match.state, seat) for seat in range(len(self.players))]

    def decks(self) -> dict[int, tuple[str, dict[str, int]]]:
        """The deck lists by seat: a name for equal lists, and the list."""
        found: dict[int, dict[str, int]] = {}
        for _, _, event in self.events():
            if event["type"] == "match_started" and "players" in event:
                for seat, player in enumerate(event["players"]):
                    if player["deck_list"] is not None:
                        found[seat] = dict(player["deck_list"])
            elif event["type"] == "deck_registered" and event["cards"]:
                found[event["player"]] = dict(event["cards"])
            elif event["type"] == "active_set_declared" and event["cards"] is not None:
                found[event["player"]] = dict(Counter(event["cards"]))
        return {seat: (repr(sorted(cards.items())), cards) for seat, cards in found.items()}

    def moves(self) -> list[Row]:
        """Single cards that moved, in the order of the record, with what became known of them later."""
        rows = [
            {
                "seat": seat,
                "token": token,
                "card": card,
                "action": action,
                "turn": act.stamp.moment.turn,
                "round": act.stamp.moment.round,
                "place": place,
            }
            for place, (act, _, event) in enumerate(self.events())
            for seat, token, card, action in _moves(self.game, event)
        ]
        for row in rows:
            row["seen"] = row["card"]
        for number, row in enumerate(rows):
            if row["seen"] is None and row["token"] is not None:
                after = (r for r in rows[number + 1 :] if r["token"] == row["token"] and r["place"] > row["place"])
                later = next((r for r in after if r["seen"] is not None or r["action"] in ARRIVALS), None)
                row["card"] = None if later is None or later["action"] in ARRIVALS else later["seen"]
        return rows


def once(told: Sequence[Told]) -> Iterator[Told]:
    """The matches without those that repeat an earlier one: the same players, cards and at least twenty standing commands."""
    seen = set()
    for one in told:
        opened = one.payloads[1]
        told_as = (tuple(one.players), opened.catalogue, repr([action.command for action in one.acts]))
        if len(one.acts) < LONG_ENOUGH or told_as not in seen:
            yield one
        seen.add(told_as)


LONG_ENOUGH: Final = 20
"""Actions from which on an equal match is the same one, typed in again."""
ARRIVALS: Final = ("opening", "drawn", "searched", "taken")
"""Events that bring a card to a hand: from then on its number is its own."""
_COUNTS: Final[dict[str, Callable[[Any, int], int]]] = {
    "frc_card_game": lambda state, seat: int(state.players[seat].points),
    "frc_tcg": lambda state, seat: len(state.players[seat].captured),
    "robin_in_the_hood": lambda state, seat: int(state.players[seat].victories),
}


def _moves(game: str, event: Row) -> Iterator[tuple[int | None, int | None, str | None, str]]:
    """Seat, token, card and act of each card that an event moves."""
    kind, own = event["type"], event.get("seat", event.get("player"))
    plain = _PLAIN[game].get(kind)
    if plain is not None and not (game == "pbl_robots" and event.get("token") is None):
        yield event.get("by", own) if game == "frc_tcg" else own, event.get("token"), event.get("card"), plain
    for field, action, token, whose in _HELD[game].get(kind, ()):
        items = event.get(field)
        seat = event.get(whose, own) if whose else own
        for item in items if isinstance(items, list | tuple) else [items]:
            if isinstance(item, dict) and not (game == "pbl_robots" and field in _BUILT and event.get("seat") is None):
                number = event.get("token") if token == "own" else item.get("id", item.get("token"))
                yield seat, number, item.get("card"), action


_BUILT: Final = ("armor", "crew", "hangar", "pilot")
_PLAIN: Final[dict[str, dict[str, str]]] = {
    "frc_card_game": {
        "card_drawn": "drawn", "card_revealed": "revealed", "robot_retired": "retired", "student_retired": "retired",
        "event_retired": "retired", "team_card_played": "played", "student_played": "played", "robot_played": "played",
    },
    "frc_tcg": {
        "card_revealed": "revealed", "prize_card_captured": "captured", "item_played": "played", "robot_played": "played",
        "robot_evolved": "played", "component_played": "played",
    },
    "pbl_robots": {
        "card_drawn": "drawn", "shop_card_taken": "taken", "deck_searched": "searched", "card_revealed": "revealed",
        "pick_used": "discarded", "action_played": "played",
    },
    "robin_in_the_hood": {
        "card_drawn": "drawn", "card_revealed": "revealed", "character_placed": "played", "modifier_played": "played",
        "character_defeated": "retired", "modifier_replaced": "", "modifier_removed": "", "modifier_expired": "",
    },
}  # fmt: skip
_HELD: Final[dict[str, dict[str, tuple[tuple[str, str, str, str], ...]]]] = {
    "frc_card_game": {
        "mentor_played": (("mentor", "played", "", ""),),
        "event_played": (("event", "played", "", ""),),
        "opening_hand_drawn": (("cards", "opening", "", ""),),
        "cards_discarded": (("cards", "discarded", "", ""),),
    },
    "frc_tcg": {
        **dict.fromkeys(("robot_defeated", "player_out"), (("cards", "", "", ""), ("shopped", "", "", ""))),
        **dict.fromkeys(("card_shopped", "enhancement_ended", "card_moved"), (("card", "moved", "", ""),)),
        "robot_retreated": (("returned", "returned to hand", "", ""), ("shopped", "", "", "")),
        "robot_devolved": (("shopped", "", "", ""),),
        "prize_cards_set": (("cards", "prize", "", ""),),
        "mentors_went_for_coffee": (("own", "", "", ""), ("other", "", "", "")),
        "mentor_played": (("card", "played", "", ""),),
        "award_played": (("card", "played", "", ""),),
        "robot_evolved": (("kickoff", "played", "", ""), ("shopped", "", "", "")),
        "opening_hand_drawn": (("cards", "opening", "", ""),),
        "hand_refilled": (("cards", "drawn", "", ""),),
        "cards_drawn": (("cards", "drawn", "", ""),),
        "cards_swapped": (("cards", "drawn", "", ""), ("drawn", "drawn", "", ""), ("put_down", "", "", "")),
    },
    "pbl_robots": {
        **{kind: tuple((field, "played", "own", "") for field in _BUILT)
           for kind in ("armor_built", "crew_played", "hangar_built", "expert_pilot_played")},
        "opening_hand_kept": (("hand", "opening", "", ""), ("returned", "returned", "", "")),
        **dict.fromkeys(
            ("bombs_thrown", "shields_raised", "cards_discarded", "hand_limit_discarded"),
            (("hand", "", "", ""), ("tokens", "", "", "")),
        ),
    },
    "robin_in_the_hood": {"playing_hand_drawn": (("cards", "opening", "", ""),)},
}  # fmt: skip
"""Fields that hold cards: their effect (empty if unused), the token that counts, the seat."""


# rows of each group ---------------------------------------------------------------------------------------------------


def seats(told: Sequence[Told]) -> list[Row]:
    return [row for one in told for row in one.seat_rows()]


def matches(told: Sequence[Told]) -> list[Row]:
    rows = []
    for one in told:
        if not one.ended:
            continue
        moments = [action.stamp.moment for action in one.acts]
        turns = {(m.round, m.turn) for m in moments if m.turn > 0 and (m.round, m.turn) >= one.began}
        times = [one.at(action.version) for action in one.acts if not action.number]
        first = one.first_seat()
        rows.append(
            one.row(
                turns=len(turns),
                actions=len(one.acts),
                minutes=(times[-1] - min(times)) / 60e6 or None,
                agreed=one.agreed,
                counts=one.by_play and first is not None and bool(one.winners),
                first=first is not None and one.sides[first] in {one.sides[w] for w in one.winners},
            )
        )
    return rows


def decided(told: Sequence[Told]) -> Iterator[tuple[Told, dict[int, Row]]]:
    for one in told:
        found = {row["seat"]: row for row in one.seat_rows() if row["result"] in ("won", "lost")}
        if one.by_play and found:
            yield one, found


def cards(told: Sequence[Told]) -> list[Row]:
    rows = []
    for one, found in decided(told):
        moves = one.moves()
        hidden = {m["seat"] for m in moves if m["action"] in ("opening", "drawn") and m["card"] is None}
        returned = any(m["action"] == "returned" and m["turn"] == 0 for m in moves)
        for move in moves:
            if move["seat"] in found:
                seat = found[move["seat"]]
                rows.append(
                    {**seat, **move, "open": move["seat"] not in hidden, "mulligan": returned and move["turn"] == 0}
                )
    return rows


def held(told: Sequence[Told]) -> list[Row]:
    rows = []
    waiting: dict[Hashable, Row] = {}
    for move in cards(told):
        hand = move["match"], move["seat"], move["token"]
        if move["token"] is None or move["action"] not in (*ARRIVALS, "played"):
            continue
        before = waiting.pop(hand, None)
        if move["action"] == "played" and before is not None and before["round"] == move["round"]:
            rows.append({**before, "held": move["turn"] - before["turn"]})
        if move["action"] in ("opening", "drawn") and move["card"] is not None:
            waiting[hand] = move
    return rows


def lists(told: Sequence[Told]) -> list[Row]:
    rows = []
    for one, found in decided(told):
        moves = one.moves()
        hidden = {m["seat"] for m in moves if m["action"] in ("opening", "drawn") and m["card"] is None}
        for seat, (_, deck) in one.decks().items():
            came = Counter((m["card"], m["action"]) for m in moves if m["seat"] == seat)
            for card, copies in deck.items():
                hand = came[card, "opening"] + came[card, "drawn"]
                tutored = came[card, "searched"] + came[card, "taken"]
                rows.append(
                    {
                        **found[seat], "card": card, "copies": copies, "hand": hand,
                        "not_seen": max(0, copies - hand - tutored), "open": seat not in hidden,
                        "searched": tutored, "excess": hand > copies,
                    }
                )  # fmt: skip
    return rows


def pace(told: Sequence[Told]) -> list[Row]:
    rows = []
    for one in told:
        turns: dict[tuple[int, int], list[Any]] = defaultdict(list)
        for action in one.acts:
            moment = action.stamp.moment
            if moment.turn > 0 and (moment.round, moment.turn) >= one.began:
                turns[moment.round, moment.turn].append(action)
        found = {row["seat"]: row for row in one.seat_rows()}
        for (_, turn), acts in turns.items():
            acting = {act.stamp.moment.seat for act in acts} - {None}
            if len(acting) == 1 and found:
                times = [one.at(act.version) for act in acts]
                seconds = (max(times) - min(times)) / 1e6
                rows.append({**found[min(acting)], "turn": turn, "actions": len(acts), "seconds": seconds})
    return rows


def records(told: Sequence[Told]) -> list[Row]:
    def count(one: Told, *kinds: str) -> int:
        return sum(type(payload).__name__ in kinds for payload in one.payloads.values())

    return [
        one.row(
            actions=len(one.acts), take_backs=count(one, "TakenBack"), corrections=count(one, "Corrected", "Restored")
        )
        for one in told
    ]


def unknown(told: Sequence[Told]) -> list[Row]:
    return [
        one.row(player=one.players[move["seat"]], unknown=move["seen"] is None)
        for one in told
        for move in one.moves()
        if move["action"] in ("opening", "drawn")
    ]


def actions(told: Sequence[Told]) -> list[Row]:
    return [
        one.row(command=tag_of(action.command), phase=action.stamp.moment.phase)
        for one in told
        for action in one.acts[1:]
    ]


def violations(told: Sequence[Told]) -> list[Row]:
    return [one.row(rule=violation.rule) for one in told for action in one.acts for violation in action.violations]


def claims(told: Sequence[Told]) -> list[Row]:
    return [one.row(claim=payload.claim) for one in told for _, payload in one.judging("Disputed")]


def calls(told: Sequence[Told]) -> list[Row]:
    return [one.row() for one in told for _, payload in one.judging("TableEvent") if payload.what == "judge_called"]


def penalties(told: Sequence[Told]) -> list[Row]:
    return [one.row(penalty=payload.penalty) for one in told for _, payload in one.judging("Penalised")]


def rulings(told: Sequence[Told]) -> list[Row]:
    rows = []
    for one in told:
        disputed = {version for version, _ in one.judging("Disputed")}
        for version, payload in one.judging("Ruled"):
            minutes = (one.at(version) - one.at(payload.about)) / 60e6 if payload.about in disputed else None
            first, *others = payload.rules or (None,)
            rows.append(one.row(rule=first, minutes=minutes, decision=payload.decision))
            rows += [one.row(rule=rule, minutes=None, decision="") for rule in others]
    return rows


def drafts(told: Sequence[Told]) -> list[Row]:
    rows = []
    for one in told:
        taken, seen = 0, []
        for _, _, event in one.events():
            if event["type"] in ("pile_passed", "pile_taken"):
                seen += [(card, taken + 1, event["type"] == "pile_taken") for card in event["cards"]]
                taken += event["type"] == "pile_taken"
        last = {card: number for card, number, _ in seen}
        rows += [one.row(card=card, pick=pick) for card, pick, took in seen if took]
        rows += [one.row(card=card, last=number) for card, number in last.items()]
    return rows


def dice(told: Sequence[Told]) -> list[Row]:
    """Dice of seats that are known, each with its roll: the place of its event."""
    rows = []
    for one in told:
        single = {side: one.sides.index(side) for side in set(one.sides) if one.sides.count(side) == 1}
        sides: tuple[int, int] = (0, 0)
        for place, (_, _, event) in enumerate(one.events()):
            kind = event["type"]
            if kind == "attack_declared":
                sides = event["side"], event["target"]
            thrown = [event["value"]] if event.get("value") is not None else event.get("dice")
            purpose = _THROWN.get(kind)
            if purpose is None or not thrown:
                continue
            side = event.get("side", sides[purpose != "attack" and event.get("pool") != "attack"])
            seat = event["seat"] if "seat" in event else single.get(side)
            player = None if seat is None else one.players[seat]
            die = {"faces": 20 if kind == "d20_rolled" else 6, "purpose": purpose, "roll": place}
            rows += [one.row(seat=seat, player=player, face=face, **die) for face in thrown]
    return rows


_THROWN: Final = {
    "attack_rolled": "attack",
    "defense_rolled": "defense",
    "bombs_thrown": "bomb",
    "shields_raised": "shield",
    "dice_added": "effect",
    "strike_resolved": "strike",
    "storage_bomb_added": "storage_bomb",
    "d20_rolled": "d20",
}


def attacks(told: Sequence[Told]) -> list[Row]:
    """First dice of attacks with those of the defense: who attacked, whether they came to more, and how likely that was."""
    rolls: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in dice(told):
        if row["purpose"] in ("attack", "defense"):
            rolls[row["match"], row["roll"]].append(row)
    found = []
    for first, then in pairwise(rolls.values()):
        if (first[0]["purpose"], then[0]["purpose"]) == ("attack", "defense") and first[0]["match"] == then[0]["match"]:
            higher = sum(row["face"] for row in first) > sum(row["face"] for row in then)
            found.append({**first[0], "higher": higher, "chance": _chance(len(first), len(then))})
    return found


@cache
def _chance(attack: int, defense: int) -> float:
    """That the sum of so many d6 is above that of so many others, by convolution."""
    sums = []
    for count in (attack, defense):
        of: dict[int, float] = {0: 1.0}
        for _ in range(count):
            grown: dict[int, float] = defaultdict(float)
            for total, p in of.items():
                for face in range(1, 7):
                    grown[total + face] += p / 6
            of = grown
        sums.append(of)
    return sum(p * q for x, p in sums[0].items() for y, q in sums[1].items() if x > y)


# values and intervals -------------------------------------------------------------------------------------------------

Value = dict[str, float | None]
"""The columns of an answer's row, other than those that it is split by."""
Parts = list[tuple[str, float, float]]
"""Match, numerator, denominator of each row."""


def _per_match(parts: Parts) -> list[tuple[float, float]]:
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for match, y, x in parts:
        sums[match][0] += y
        sums[match][1] += x
    return [(y, x) for y, x in sums.values() if x > 0]


def _totals(parts: Parts) -> tuple[float, float]:
    return sum(y for _, y, _ in parts), sum(x for _, _, x in parts)


def student(freedom: int) -> float:
    """97.5 % point of Student's t, by Cornish and Fisher's expansion."""
    z, f = Z95, freedom
    return (
        z + (z**3 + z) / (4 * f) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * f**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * f**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * f**4)
    )  # fmt: skip


def _reach(sums: list[tuple[float, float]], value: float) -> float | None:
    """Half of Student's interval of a ratio, over matches."""
    m = len(sums)
    if m == 1:
        return None
    spread = sum((y - value * x) ** 2 for y, x in sums)
    return student(m - 1) * sqrt(spread * m / (m - 1)) / sum(x for _, x in sums)


def _around(value: float, reach: float | None, per: float = 1, least: float = float("-inf")) -> Value:
    if reach is None:
        return {"value": per * value, "low": None, "high": None}
    return {"value": per * value, "low": max(least, per * (value - reach)), "high": per * (value + reach)}


def cases(parts: Parts) -> tuple[float, float]:
    """The share, and how many independent cases it is worth: residuals are added up match by match."""
    sums = _per_match(parts)
    total = sum(x for _, x in sums)
    share = sum(y for y, _ in sums) / total
    spread = sum((y - share * x) ** 2 for y, x in sums)
    m = len(sums)
    if share in (0, 1) or m == 1:
        return share, m
    return share, total if spread < 1e-12 else min(total, share * (1 - share) * total**2 * (m - 1) / (m * spread))


def shares(groups: Mapping[Hashable, Parts]) -> dict[Hashable, Value]:
    """Shares with Wilson's intervals, the share of all, what it draws them to, and the false discovery rate against it."""
    groups = {key: parts for key, parts in groups.items() if _totals(parts)[1]}
    won, of = map(sum, zip(*map(_totals, groups.values()), strict=True))
    base = won / of
    found: dict[Hashable, Value] = {}
    chances: dict[Hashable, float] = {}
    for key, parts in groups.items():
        value, worth = cases(parts)
        low, high = _wilson(value, worth)
        n, matches = round(_totals(parts)[1]), len(_per_match(parts))
        found[key] = {"value": value, "low": low, "high": high, "n": n, "matches": matches, "baseline": base}
        found[key]["more"] = max(0, ceil(needed(base) * matches / worth) - matches)
        chances[key] = 1.0 if base in (0, 1) else erfc(abs(value - base) / sqrt(2 * base * (1 - base) / worth))
    worths = {key: cases(parts) for key, parts in groups.items()}
    likely = _likely([*worths.values()], base)
    for key, (value, worth) in worths.items():
        means = [w * (worth * value + base * (1 / rho - 1)) / (worth + 1 / rho - 1) for rho, w in likely]
        found[key]["shrunk"] = sum(means) / sum(w for _, w in likely) if likely else base
    least = 1.0
    for place, key in reversed(list(enumerate(sorted(chances, key=chances.__getitem__), start=1))):
        least = min(least, chances[key] * len(chances) / place)
        found[key]["q"] = least
    return found


def needed(base: float) -> float:
    """Cases that find a share 5 points from `base`, towards a half, with a power of 80 % in a two-sided test at 5 %."""
    other = base + 0.05 if base < 0.5 else base - 0.05
    alpha, beta = NormalDist().inv_cdf(0.975), NormalDist().inv_cdf(0.8)
    return float((alpha * (base * (1 - base)) ** 0.5 + beta * (other * (1 - other)) ** 0.5) ** 2 / 0.0025)


def _likely(rows: Sequence[tuple[float, float]], base: float) -> list[tuple[float, float]]:
    """The possible dependence of two cases of one row, 1 / (a + b + 1) of a Beta distribution, each with its weight: the likelihood
    of the rows, times an exponential prior of its root."""
    fits = []
    for s in ((step - 0.5) / 40 for step in range(1, 41) if 0 < base < 1):
        both = 1 / s**2 - 1
        a, b = base * both, (1 - base) * both
        fit = sum(_log_beta(a + n * share, b + n * (1 - share)) - _log_beta(a, b) for share, n in rows)
        fits.append((s * s, fit - 10 * s))
    return [(rho, exp(fit - max(fit for _, fit in fits))) for rho, fit in fits]


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def _wilson(value: float, worth: float) -> tuple[float, float]:
    square = Z95 * Z95
    half = Z95 * sqrt(value * (1 - value) / worth + square / (4 * worth * worth))
    centre, scale = value + square / (2 * worth), 1 + square / worth
    return max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale)


def mean(parts: Parts, per: float = 1) -> Value:
    sums, (y, x) = _per_match(parts), _totals(parts)
    return {**_around(y / x, _reach(sums, y / x), per), "n": round(x), "matches": len(sums)}


def quantile(rows: list[tuple[str, float]], q: float) -> Value:
    values = sorted(value for _, value in rows)
    n, place, matches = len(values), q * (len(values) - 1), len({match for match, _ in rows})
    low = values[floor(place)]
    value = low + (values[min(floor(place) + 1, n - 1)] - low) * (place - floor(place))
    reach = Z95 * sqrt(q * (1 - q) / matches)
    ends = max(1, floor(n * (q - reach))), min(n, ceil(n * (q + reach)) + 1)
    return {"value": value, "low": values[ends[0] - 1], "high": values[ends[1] - 1], "n": n, "matches": matches}


def incidence(parts: Parts, exposed: dict[str, float], per: float = 1) -> Value:
    counts: dict[str, float] = defaultdict(float)
    for match, y, _ in parts:
        counts[match] += y
    total = sum(exposed.values())
    value = sum(counts.values()) / total
    sums = [(counts[match], x) for match, x in exposed.items()]
    return {**_around(value, _reach(sums, value), per, least=0.0), "n": round(total), "matches": len(exposed)}


def difference(first: Parts, second: Parts) -> Value:
    totals = [_totals(parts) for parts in (first, second)]
    values = [y / x for y, x in totals]
    residuals: dict[str, float] = defaultdict(float)
    for sign, parts, (_, total), value in zip((1, -1), (first, second), totals, values, strict=True):
        for match, y, x in parts:
            residuals[match] += sign * (y - value * x) / total
    m = len(residuals)
    reach = None if m == 1 else student(m - 1) * sqrt(sum(r * r for r in residuals.values()) * m / (m - 1))
    counts = {
        "n": round(totals[0][1]),
        "n2": round(totals[1][1]),
        "matches": m,
        "first": values[0],
        "second": values[1],
    }
    return {**_around(values[0] - values[1], reach), **counts}


def zscores(groups: Mapping[Hashable, Parts]) -> dict[Hashable, Value]:
    found = {key: (*cases(parts), _totals(parts)[1]) for key, parts in groups.items()}
    weight = sum(n for *_, n in found.values())
    middle = sum(s * n for s, _, n in found.values()) / weight
    spread = sqrt(sum(n * (s - middle) ** 2 for s, _, n in found.values()) / weight)
    return {
        key: {
            **dict(
                zip(("value", "low", "high"), ((one - middle) / spread for one in (s, *_wilson(s, worth))), strict=True)
            ),
            "n": round(n),
            "matches": len(_per_match(groups[key])),
        }
        for key, (s, worth, n) in found.items()
    }
