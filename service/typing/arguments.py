"""Arguments of a line that is being typed: missing ones, and lists of cards that are completed card by card."""

from collections.abc import Iterable, Sequence

from domain.cards import UNKNOWN
from domain.fields import Field
from domain.notation import NotationError
from domain.syntax import split_line
from service.typing.offers import Offer, is_numeric
from service.typing.rows import NextArgument, Verdict
from service.typing.word_matches import exact
from service.typing.words import TypedLine


def waiting_in(fields: Sequence[Field], typed: TypedLine) -> list[Field]:
    """The fields that have no value yet, the one being typed first."""
    try:
        _, arguments = split_line(" ".join(typed.words))
    except NotationError:
        return []
    named = {argument.key for argument in arguments}
    waiting = [field for field in fields if field.name not in named]
    del waiting[: sum(1 for argument in arguments if argument.key is None)]
    return sorted(waiting, key=lambda field: field.name != typed.key) if typed.key else waiting


def asked_of(field: Field) -> NextArgument:
    """Return a field as the argument that comes next."""
    listed = field.item is not None
    return NextArgument(field.name, field.expects, field.required, numeric=is_numeric(field), listed=listed)


def incomplete(verdict: Verdict, lacking: tuple[NextArgument, ...]) -> Verdict:
    """Return the verdict `incomplete` for an unreadable line that only lacks arguments."""
    if verdict.standing != "unreadable" or not lacking:
        return verdict
    return Verdict("incomplete", "needs " + ", ".join(f"{asked.name} ({asked.expects})" for asked in lacking))


def takes_cards(field: Field) -> bool:
    """Return True for a list of cards."""
    return field.item is not None and any(one.kind == "card" for one in field.item.kinds)


def lists_in(offers: Iterable[Offer], typed: TypedLine) -> tuple[tuple[str, ...], ...]:
    """Return the lists that legal commands have in the place of the list being typed. If none matches the line so far, return
    those of the same command with other arguments."""
    depth = len(typed.words)
    there = [o.words for o in offers if len(o.words) > depth and exact(typed.words[0], o.words[0])]
    fitting = [words for words in there if all(map(exact, typed.words, words))]
    lists = dict.fromkeys(words[depth].rpartition("=")[2].strip("[]") for words in fitting or there)
    return tuple(tuple(filter(None, one.split(", "))) for one in lists)


def cards_in(lists: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the cards of some lists, each once, an unseen one last."""
    return tuple(sorted(dict.fromkeys(card for one in lists for card in one), key=lambda card: card == UNKNOWN))
