"""Suggestions for a command line: legal commands in notation, the next argument, the verdict on typed text. Pure: a `Suggester`
is made for one state and called at every key."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice
from typing import Final

from msgspec.structs import replace

from domain.cards import UNKNOWN
from domain.decision import expect_plain_texts
from domain.fields import Field, TypeSpec
from domain.game import AnyGame, tag_of
from domain.notation import Names, NotationError, spoken_words
from domain.seats import JUDGE, GameState
from service.kits import checked_text
from service.typing.arguments import asked_of, cards_in, incomplete, lists_in, takes_cards, waiting_in
from service.typing.offers import (
    MOST_NUMBERS,
    MOST_ROWS,
    Offer,
    expanded,
    is_numeric,
    numbers_of,
    offers_at,
    shared_words,
    spoken,
)
from service.typing.refusals import MOST_REFUSED, Refusals
from service.typing.rows import Suggestion, Suggestions, Verdict, is_sole, told_apart
from service.typing.scoresheet import read_command
from service.typing.values import valued
from service.typing.word_matches import (
    begins_any,
    corrections,
    exact,
    letters,
    plain,
    quick_keys,
    score,
    strict_prefix,
    tokens_of,
    words_in,
)
from service.typing.words import TypedLine, closed, take_apart, with_name

MOST_LIKELY: Final = 40
"""A command with more legal variants than this is offered last, because little is known about its arguments."""
_NOTHING: Final[Mapping[str, int]] = {}
_OPENERS: Final = {"card": "=", "list": "=["}
"""The beginnings of the values of arguments for cards."""
MOST_FREE_ROWS: Final = MOST_NUMBERS
"""Most values suggested by type: enough for all cards of a common deck."""


class Suggester:
    """The suggestions at one state. With registered decks, the candidates of unknown cards come first."""

    def __init__(
        self,
        game: AnyGame,
        state: GameState,
        *,
        played: Mapping[str, int] = _NOTHING,
        over: bool = False,
        may: Callable[[str], bool] = bool,
        touch: bool = False,
    ) -> None:
        """`played`: how often each command was recorded in similar positions of this match. `over`: the match was concluded, so
        only commands that are allowed after the end are offered. `may`: returns True for commands that the user may record.
        `touch`: also offer numbers, dice and unseen cards, for people who do not type."""
        self.game = game
        self.state = state
        self.names = Names(state.catalogue, state.seats, state)
        self._over, self._may, self._touch = over, may, touch
        self._played = played
        self._spoken = spoken_words(game.commands, state.catalogue)
        self._offers = tuple(
            offer for offer in offers_at(game, state, self.names) if may(word := offer.words[0]) and self._open(word)
        )
        # Based on all commands, not only on legal ones, so that letters keep their meaning throughout the match.
        self._quick = quick_keys(self._spoken, game.quick_keys)
        self._refusals = Refusals(game, state, self._spoken, self.judge, self.names)

    def is_command(self, word: str) -> bool:
        """Return True if the game has a command with this word."""
        return word in self._spoken

    def _quickly(self, typed: TypedLine) -> str:
        """Return the legal command whose bracketed letters are typed; empty if no command matches."""
        named = (tag for tag, key in self._quick.items() if key and key == typed.rest and not typed.words)
        return next((tag for tag in named if self._count(tag)), "")

    def _open(self, word: str) -> bool:
        return not self._over or word in self.game.open_after_end

    def suggest(self, text: str, *, values: bool = True) -> Suggestions:
        """Return continuations of a partly typed line, and the verdict on it. `values`: read numbers after words, too."""
        typed = take_apart(text)
        found = self._spoken.get(typed.words[0]) if typed.words else None
        line = closed(text)
        verdict = self.judge(line)
        if values and verdict.standing == "unreadable" and (answer := self.with_values(text)):
            return answer
        if verdict.standing == "unreadable":
            typed = with_name(typed, self._card_names, lambda words: self._seat(words) is not None)
        quick = self._quickly(typed)
        if found is None:
            return self._chosen(typed, text, Suggestions((), verdict, line, quick=quick))
        waiting = waiting_in(found[1].fields, typed)
        named = verdict.readable or any(typed.words == offer.words for offer in self._offers)
        rows = self._legal_rows(typed) or ([] if named else self._by_words(text))
        lists = lists_in(self._offers, typed) if waiting and takes_cards(waiting[0]) else ()
        rows = [] if len(lists) > MOST_ROWS else rows  # the cards of a long list are offered one by one
        unknown = [not row.label.strip("[]?, ") for row in rows]
        if typed.rest or lists or all(unknown) or (self._touch and any(unknown)):
            free = (row for row in self._free_rows(typed, waiting) if row.line not in {r.line for r in rows})
            rows += sorted(islice(free, MOST_FREE_ROWS), key=lambda row: not row.complete)
        required = tuple(asked_of(field) for field in waiting if field.required)
        lacking = required or tuple(asked_of(field) for field in waiting[:1] if typed.key)
        answer = Suggestions(
            tuple(rows),
            incomplete(verdict, lacking) if rows or not typed.item else verdict,
            line,
            asked=asked_of(waiting[0]) if waiting else None,
            required=required,
            optional=tuple(asked_of(field) for field in waiting[bool(typed.rest) :] if not field.required),
            typed_first=verdict.standing == "legal" or (verdict.readable and not self._begins_a_row(typed)),
            sole=is_sole(rows, quick),
            title=found[1].title,
            quick=quick,
        )
        return answer if rows or verdict.standing != "unreadable" else self._corrected(text, answer)

    def with_values(self, text: str) -> Suggestions | None:
        """Return the answer to words that name an action and end in its numbers; `None` for other texts."""
        return valued(text, partial(self.suggest, values=False), self._spoken, self.judge)

    # --- what is found by words ----------------------------------------------------------------------------------------

    def _chosen(self, typed: TypedLine, text: str, answer: Suggestions) -> Suggestions:
        """Answer a text that does not begin with a command with all commands that contain its words: legal ones first, then
        illegal ones with the rule, then impossible ones with the reason."""
        verdict = answer.verdict
        rows = self._legal_rows(typed) or self._by_words(text)
        if text.strip() and not (typed.words and verdict.readable):
            refused = self._refusals.rows(tokens_of(text), offered=bool(rows))[:MOST_REFUSED]
            refused.sort(key=lambda row: (len(row.violations), -self._played.get(row.line.split()[0], 0)))
            said = {row.line.split()[0] for row in refused if row.complete}
            rows = [*rows, *(() if rows else self._command_rows(typed, said)), *refused]
        if not rows and not typed.words and typed.rest.isdigit() and not verdict.readable:
            rows = self._legal_rows(take_apart(""))[int(typed.rest) - 1 : int(typed.rest)]
        if not rows and verdict.standing == "unreadable":
            return self._corrected(text, answer)
        if verdict.standing == "unreadable" and rows:
            # A prefix of an offered command is incomplete, not unreadable.
            lacks = verdict.text if text.strip() in self._spoken else "choose an action"
            verdict = Verdict("incomplete", lacks)
        sole = is_sole(rows, answer.quick) and (answer.quick != "" or len(self._with_words(tokens_of(text))) <= 1)
        return replace(answer, rows=tuple(rows), verdict=verdict, typed_first=verdict.readable, sole=sole)

    def _by_words(self, text: str) -> list[Suggestion]:
        """Return rows of legal commands that contain all words of the text, in any order: in title, name, cards or players."""
        tokens = tokens_of(text)
        if len(tokens) < 2:
            return []
        return told_apart([self._row(group, TypedLine(())) for group in expanded(self._with_words(tokens), 0)])

    def _with_words(self, tokens: Sequence[str]) -> list[Offer]:
        return [offer for offer in self._offers if all(begins_any(token, self._called[offer]) for token in tokens)]

    def _corrected(self, text: str, answer: Suggestions) -> Suggestions:
        """Return the answer with the rows that corrected words find; unchanged if they find none."""
        found = [self.suggest(reading) for reading in corrections(text, self._vocabulary)]
        rows = tuple({row.line: row for one in found for row in one.rows}.values())
        if not rows:
            return answer
        said = "no such words; the nearest that can be said" + (" is filled in by ⏎" if len(rows) == 1 else ": choose")
        verdict = Verdict("incomplete", said)
        return replace(answer, rows=rows, verdict=verdict, typed_first=False, sole=len(rows) == 1, corrected=True)

    @cached_property
    def _called(self) -> dict[Offer, tuple[str, ...]]:
        return {offer: offer.called for offer in self._offers}

    @cached_property
    def _vocabulary(self) -> set[str]:
        """Return all words that searches match."""
        titles = ((tag, phrase.title) for tag, (_, phrase) in self._spoken.items())
        cards = ((record.card_id, record.name) for record in self.state.catalogue)
        players = ((self.names.seat_text(seat),) for seat in range(len(self.state.seats)))
        return {word for texts in (*titles, *cards, *players) for word in words_in(*texts)}

    def judge(self, text: str) -> Verdict:
        """Return the verdict of `check` on a whole line, without recording it."""
        if not text.strip():
            return Verdict("empty")
        try:
            command = read_command(text, self.game, self.names)
            expect_plain_texts(command)
        except NotationError as error:
            return Verdict("unreadable", str(error), error.column)
        if not self._may(tag_of(command)):
            return Verdict("unreadable", "this token has no right to record that")
        if not self._open(command.to_words(self.state.catalogue)[0].word):
            return Verdict("unreadable", "the match is over, as agreed: ^z takes that back")
        violations = self.game.check(self.state, command)
        if any(violation.impossible for violation in violations):
            return Verdict("impossible", violations=violations)
        if violations:
            return Verdict("illegal", violations=violations)
        return Verdict("legal", checked_text(self.game, self.state.catalogue, command.word))

    def after(self, text: str) -> GameState | None:
        """Return the state after a legal line; `None` for any other line."""
        try:
            command = read_command(text, self.game, self.names)
        except NotationError:
            return None
        return None if self.game.check(self.state, command) else self.game.resolution(self.state, command).state

    def unsaid(self, rows: Sequence[Suggestion]) -> Iterator[Suggestion]:
        """Yield legal one-word commands that pass the turn on, such as a pass, if they are not among the rows."""
        said, acting = {row.line.split()[0] for row in rows}, self.game.turn_info(self.state).seat
        for tag, (_, phrase) in self._spoken.items():
            if tag in said or any(field.required for field in phrase.fields):
                continue
            after = self.after(tag)
            if after is not None and self.game.turn_info(after).seat not in (acting, None):
                yield Suggestion(tag, tag, phrase.title, 0, complete=True)

    def naming(self, line: str, names: Collection[str]) -> str:
        """Return the beginning of the first of these optional arguments that a complete line may have; empty if it has none."""
        typed = take_apart(f"{line} ")
        waiting = waiting_in(self._spoken[typed.words[0]][1].fields, typed)
        possible = (one for one in waiting if not one.required and one.name in names)
        return next((f"{one.name}{opener}" for one in possible if (opener := _OPENERS.get(one.kinds[0].kind))), "")

    # --- rows of legal commands ----------------------------------------------------------------------------------------

    def _matching(self, typed: TypedLine) -> list[Offer]:
        """Return the legal commands that match the typed text, best first."""
        depth = len(typed.words)
        found = [o for o in self._offers if len(o.words) > depth and all(map(exact, typed.words, o.words))]
        if not typed.rest:
            return found
        quick = self._quick if not depth else {}
        scored = [
            (
                max(
                    score(typed.rest, words[depth:], quick, "" if depth else offer.title)
                    for words in (offer.words, offer.spoken)
                ),
                offer,
            )
            for offer in found
        ]
        return [offer for points, offer in sorted(scored, key=lambda pair: -pair[0]) if points > 0]

    def _legal_rows(self, typed: TypedLine) -> list[Suggestion]:
        depth = len(typed.words)
        rows = expanded(self._matching(typed), depth)
        if not depth and not typed.rest:
            # Moves played here before come first, then those that the game ranks first; wildcards come last.
            rows.sort(key=lambda group: (len(group) > MOST_LIKELY, -self._played.get(group[0].words[0], 0)))
        return told_apart([self._row(group, typed) for group in rows])

    def _row(self, group: Sequence[Offer], typed: TypedLine) -> Suggestion:
        first, depth = group[0], len(typed.words)
        title = "" if depth else first.title
        if len(group) == 1:
            quick = "" if depth or self._count(first.words[0]) > 1 else self._quick.get(first.words[0], "")
            line, label = " ".join(first.words), " ".join(first.spoken[depth:])
            return Suggestion(line if first.whole else f"{line} ", label, title, complete=first.whole, quick=quick)
        shared = shared_words(group, depth + 1)
        quick = "" if depth else self._quick.get(first.words[0], "")
        label = " ".join(first.spoken[depth:shared])
        return Suggestion(" ".join(first.words[:shared]) + " ", label, title, len(group), quick=quick)

    def _count(self, tag: str) -> int:
        return sum(1 for offer in self._offers if offer.words[0] == tag)

    def _begins_a_row(self, typed: TypedLine) -> bool:
        """Return True if the word being typed is a proper prefix of a word in a legal command."""
        depth = len(typed.words)
        if not typed.rest or plain(typed.rest).lstrip("+-").isdigit():
            return False  # a number is always a whole word: 1 is not a prefix of 12
        candidates = [offer.words[depth] for offer in self._matching(typed)]
        return bool(candidates) and not any(exact(typed.rest, word) for word in candidates)

    # --- rows by type --------------------------------------------------------------------------------------------------

    def _command_rows(self, typed: TypedLine, said: Collection[str]) -> Iterator[Suggestion]:
        """Yield other commands of the game, except for those in `said`: adjustments, and commands that would be illegal."""
        if typed.rest and not typed.words:
            titles = {tag: phrase.title for tag, (_, phrase) in self._spoken.items() if tag not in said}
            scored = [(score(typed.rest, (tag,), {}, title), tag) for tag, title in titles.items()]
            for points, tag in sorted(scored, key=lambda pair: (-pair[0], pair[1])):
                if points > 0:
                    yield Suggestion(f"{tag} ", tag, titles[tag], count=0)

    def _free_rows(self, typed: TypedLine, waiting: Sequence[Field]) -> Iterator[Suggestion]:
        """Yield values that the next argument can have by its type, and names of optional arguments."""
        if not waiting:
            return
        field, begun = waiting[0], typed.item
        listed = field.item is not None
        if typed.key or field.required or typed.rest:
            left = self.candidates(typed)
            if self._touch and is_numeric(field):
                yield from self._number_rows(typed, field)
            known = cards_in(lists_in(self._offers, typed)) if takes_cards(field) else ()
            free = self._values(field, left) if begun or not known or UNKNOWN in known else ()
            goes_on = sum(one.required for one in waiting) > field.required
            for value in dict.fromkeys((*known, *free)):
                if not begun or self._begins(begun, value) or (listed and exact(begun, value)):
                    note = f"{left[value]} left" if value in left else ""
                    line, whole = self._with_value(typed, value, known, listed=listed)
                    line += " " if goes_on and not listed and not typed.key else ""
                    yield Suggestion(line, spoken(value, self.state), count=0, complete=whole, note=note)
        for option in waiting:
            if not typed.key and not option.required and (not typed.rest or strict_prefix(typed.rest, option.name)):
                yield Suggestion(typed.with_word(f"{option.name}="), f"{option.name}=", count=0)

    def _number_rows(self, typed: TypedLine, field: Field) -> Iterator[Suggestion]:
        """Yield the numbers that the next argument can be; long ranges by tens first."""
        for text, label in numbers_of(field.item or field.kinds[0], typed.item):
            listed = field.item is not None
            line, whole = self._with_value(typed, text, (text,), listed=listed)
            done = whole and label == text
            yield Suggestion(line if done else typed.with_item(text, listed=listed), label, count=0, complete=done)

    def _with_value(self, typed: TypedLine, value: str, further: Sequence[str], *, listed: bool) -> tuple[str, bool]:
        """Return the line with a value, and True if it is complete (a list that may continue is not)."""
        line = typed.with_item(value, listed=listed)
        whole = closed(line) if listed else line
        if self.judge(whole).standing != "legal":
            return line, False
        longer = (f"{whole[:-1]}, {one}]" for one in further)
        more = listed and (not further or any(self.judge(one).standing == "legal" for one in longer))
        return (line, False) if more else (whole, True)

    def values(self, wanted: TypeSpec, begun: str) -> tuple[str, ...]:
        """Return values of a type with this beginning, most likely first."""
        fitting = (value for value in self._values(wanted, {}) if not begun or self._begins(begun, value))
        return tuple(islice(fitting, MOST_FREE_ROWS))

    def _begins(self, begun: str, value: str) -> bool:
        """Return True if a value, or the printed name of its card, begins with `begun`."""
        return strict_prefix(begun, value) or letters(spoken(value, self.state)).startswith(letters(begun))

    @cached_property
    def _card_names(self) -> frozenset[str]:
        return frozenset(letters(name) for record in self.state.catalogue for name in (record.card_id, record.name))

    def candidates(self, typed: TypedLine) -> dict[str, int]:
        """Return card id -> copies: the candidates for an unknown card of the named player, or else of the player to act. Empty
        without a registered list."""
        named = [seat for word in typed.words[1:] if (seat := self._seat(word)) is not None]
        acting = self.game.turn_info(self.state).seat
        seats = named[:1] or ([acting] if acting is not None else list(range(len(self.state.seats))))
        found: dict[str, int] = {}
        for seat in seats:
            listed = self.game.hidden.registered(self.state, seat, JUDGE)
            groups = [listed.unseen] if listed is not None else self._held_candidates(seat)
            for left in groups:
                for card, copies in left.items():
                    if copies > 0:
                        found[card] = found.get(card, 0) + copies
        for item in typed.items:  # cards that are already in the list are used up
            if item in found:
                found[item] -= 1
        return {card: copies for card, copies in found.items() if copies}

    def _seat(self, word: str) -> int | None:
        try:
            return self.names.seat(word.rpartition("=")[2].strip('"'))
        except NotationError:
            return None

    def _held_candidates(self, seat: int) -> list[dict[str, int]]:
        """Return candidates for unknown cards in a hand, in a game without registered lists."""
        return [
            group.left for group in self.game.hidden.candidates(self.state) if any(h.seat == seat for h in group.held)
        ]

    def _values(self, wanted: TypeSpec, left: Mapping[str, int]) -> Iterator[str]:
        """Return possible texts for an argument, most likely first; `left` are the candidates of unknown cards."""
        if wanted.kind in ("either", "list"):
            for one in wanted.of:
                yield from self._values(one, left)
        elif wanted.kind == "seat":
            yield from (self.names.seat_text(seat) for seat in range(len(self.state.seats)))
        elif wanted.kind == "card":
            yield UNKNOWN
            yield from dict.fromkeys((*left, *(record.card_id for record in self.state.catalogue)))
        elif wanted.kind in ("choice", "flag"):
            yield from filter(None, wanted.values)
