from threading import Thread

import pytest

from domain.cards import Catalogue
from domain.chain import first_head, write_head
from domain.entries import Annotated, Envelope
from storage.errors import (
    AmbiguousMatch,
    CatalogueNotFound,
    Conflict,
    DamagedEntry,
    MatchNotFound,
    StorageError,
)
from storage.records import seal
from storage.store import MATCHES_KEPT, MatchStore
from tests.minigame import CATALOGUE
from tests.storage.tables import TOPIC, find_game, note, notes, record, resent, sealed_match


def test_recorded_match_is_rebuilt(store, url):
    """A match recorded by one program is the same match in another: state, head, outcome, entries."""
    match = record(store)
    with MatchStore.open(url, find_game=find_game) as other:
        again = other.load(match.id)
        assert (again.state, again.head, again.outcome) == (match.state, match.head, match.outcome)
        assert [s.entry for s in sealed_match()] == other.entries(match.id)


def test_stored_bytes_are_the_sealed_bytes(store):
    """What was sealed is stored byte for byte."""
    record(store)
    assert list(store.raw("match-0")) == [s.row[1:] for s in sealed_match()]


def test_loading_again_gives_the_same_folded_match(store):
    """A match is folded once: later loads give it again, with what was appended since."""
    match = record(store)
    store.append(match, [note(match)])
    assert store.load(match.id) is match
    assert match.version == 18


def test_of_chains_no_more_is_kept_than_of_matches(store):
    """G21: given a program that records in one match after the other, then it keeps of no more of them how far it went along
    their chains than it keeps folded, and the first one is recorded on as ever."""
    first = record(store)
    for number in range(1, MATCHES_KEPT + 10):
        match = record(store, number)
        store.append(match, [note(match)])
    assert len(store._links) <= MATCHES_KEPT
    store.append(first, [note(first)])
    assert store.load(first.id).version == 18


def test_load_catches_up_with_other_programs(store, url):
    """A kept match is brought up to what another program recorded."""
    kept = record(store)
    with MatchStore.open(url, find_game=find_game) as other:
        theirs = other.load(kept.id)
        other.append(theirs, notes(theirs, ["one", "two"]))
    assert store.load(kept.id).version == 19
    assert kept.head == theirs.head


def test_load_at_a_version(store):
    """A match can be had as it stood after any entry, apart from the kept one."""
    match = record(store)
    early = store.load(match.id, version=5)
    assert early.version == 5
    assert early.state == match.states[5]
    assert store.load(match.id).version == 17


def test_version_that_is_not_there(store):
    """Asking for an entry after the last names the last."""
    record(store)
    with pytest.raises(MatchNotFound, match="no entry 18; its last is 17"):
        store.load("match-0", version=18)


def test_rebuild_is_fresh(store):
    """A rebuilt match is another object in the same state."""
    match = record(store)
    again = store.rebuild(match.id)
    assert again is not match
    assert again.state == match.state
    assert again.command_ids == match.command_ids


def test_append_is_all_or_nothing(store):
    """When one row of many is refused, none is kept."""
    match = record(store)
    taken = note(match)
    store.append(match, [taken])
    with pytest.raises(Conflict, match="match-0: entry 18"):
        store.append_rows(s.row for s in [*sealed_match(1), taken])
    assert not store.exists("match-1")


def test_conflict_names_the_winner(store):
    """Who comes second gets the winner's name and entries, and the match stays as it was."""
    match = record(store)
    late = store.load(match.id, version=17)
    store.append(match, [note(match, "first", by="grace")])
    with pytest.raises(Conflict, match="entry 18 was recorded first by grace") as conflict:
        store.append(late, [note(late, "second")])
    assert [e.payload.text for e in conflict.value.entries] == ["first"]
    assert late.version == 17


def test_same_command_twice_is_stored_once(store):
    """A command id that is in the match already gives the entry of the first time."""
    match = record(store)
    first = store.append(match, [note(match, "only once", command_id="c-7")])
    again = store.append(match, [note(match, "only once", command_id="c-7")])
    assert again == first
    assert match.version == 18


def test_same_command_after_a_lost_answer(store, url):
    """A command whose answer was lost can be sent again by a program that does not know it was stored."""
    match = record(store)
    before = store.load(match.id, version=17)
    store.append(match, [note(match, "kept", command_id="c-7")])
    stored = store.append(before, [note(before, "kept", command_id="c-7")])
    assert stored == tuple(store.entries(match.id, after=17))
    assert before.version == 18


def test_first_entry_twice(store):
    """Creating a match twice with one command gives the match; with another command it is a conflict."""
    first = sealed_match()[:1]
    assert store.create(first, CATALOGUE) is store.create(first, CATALOGUE)
    with pytest.raises(Conflict):
        store.create([resent(first[0], "another")], CATALOGUE)


def test_failed_creation_keeps_no_catalogue(store):
    """Card definitions are recorded with the first entry or not at all."""
    record(store)
    cards = Catalogue(list(CATALOGUE)[:5], "fewer")
    with pytest.raises(Conflict):
        store.create([resent(sealed_match()[0], "another")], cards)
    with pytest.raises(CatalogueNotFound):
        store.catalogue(cards.digest, "high_card")


def test_ids(store):
    """Matches are found by their whole id or a beginning that fits one alone."""
    for match_id in ("alder-1", "alder-12", "birch"):
        record(store, match_id=match_id)
    assert store.match_ids() == ["alder-1", "alder-12", "birch"]
    assert store.resolve_id("b") == "birch"
    assert store.resolve_id("alder-1") == "alder-1"
    with pytest.raises(AmbiguousMatch, match="alder-1, alder-12; type more"):
        store.resolve_id("ald")
    for nothing in ("", "c", "alder%", "birch "):
        with pytest.raises(MatchNotFound):
            store.resolve_id(nothing)


def test_match_that_is_not_there(store, store_kind):
    """A match that is not there is named, with the store."""
    place = r".*store\.db" if store_kind == "sqlite" else r"postgresql://.*/matchbook_"
    for ask in (store.load, store.entries, store.rebuild):
        with pytest.raises(MatchNotFound, match=f"'nobody' in {place}"):
            ask("nobody")


def test_the_log_pages_through_everything(store):
    """The log gives every row once, in the order of recording, whatever the page size."""
    record(store, 0)
    record(store, 1)
    rows, position = [], 0
    while page := store.select(position, 7):
        rows += page
        position = page[-1].position
    expected = [s.row for seed in (0, 1) for s in sealed_match(seed)]
    assert [tuple(row[1:]) for row in rows] == expected
    assert position == store.head_position()


def test_head_position_tells_of_other_programs(store, url):
    """The position moves when another program records."""
    match = record(store)
    before = store.head_position()
    with MatchStore.open(url, find_game=find_game) as other:
        theirs = other.load(match.id)
        other.append(theirs, [note(theirs)])
    assert store.head_position() == before + 1


def test_catalogue_comes_back(store, url):
    """Card definitions come back under their digest with name and records."""
    store.save_catalogue("high_card", CATALOGUE)
    store.save_catalogue("high_card", CATALOGUE)
    with MatchStore.open(url, find_game=find_game) as other:
        again = other.catalogue(CATALOGUE.digest, "high_card")
    assert (again.digest, again.name, list(again)) == (
        CATALOGUE.digest,
        CATALOGUE.name,
        sorted(CATALOGUE, key=lambda c: c.card_id),
    )


def test_missing_catalogue(store):
    """A match whose card definitions are missing says which."""
    store.append_rows(s.row for s in sealed_match())
    with pytest.raises(CatalogueNotFound, match=f"lacks the card definitions {CATALOGUE.digest[:12]}"):
        store.load("match-0")


def test_history_with_a_hole(store):
    """A match whose entries do not follow each other is reported, not folded."""
    store.save_catalogue("high_card", CATALOGUE)
    store.append_rows(s.row for s in sealed_match() if s.originator_version != 4)
    with pytest.raises(DamagedEntry, match="entry 5 follows entry 3"):
        store.load("match-0")


def test_entry_under_another_number(store):
    """An entry that names another place than its row is not believed."""
    store.append_rows((m, v + 1, topic, state) for m, v, topic, state in (s.row for s in sealed_match()[:3]))
    with pytest.raises(DamagedEntry, match="entry 2 cannot be read: it calls itself match-0/1"):
        store.entries("match-0")


def test_entries_that_skip_a_version_are_not_sealed_onto(store):
    """An entry that leaves a gap to the end of its match is or was chained to another head, is refused."""
    match = record(store)
    with pytest.raises(StorageError, match="entry 19 does not follow entry 17"):
        store.append(match, notes(match, ["one", "two"])[1:])
    with pytest.raises(StorageError, match="entry 18 does not follow entry 17"):
        store.append(match, [note(store.load(match.id, version=16), version=18)])
    assert store.head_position() == 17


def test_threads_share_a_match(store):
    """Threads that load and append under the lock record every note exactly once."""
    match_id = record(store).id

    def scribble(name: str) -> None:
        for number in range(20):
            with store.lock:
                match = store.load(match_id)
                store.append(match, [note(match, f"{name}{number}", by=name)])

    threads = [Thread(target=scribble, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.load(match_id).version == 17 + 80
    assert store.rebuild(match_id).head == store.load(match_id).head


def test_memory_store():
    """A store in memory works like a file, and two of them are apart."""
    with (
        MatchStore.open(":memory:", find_game=find_game) as one,
        MatchStore.open(":memory:", find_game=find_game) as two,
    ):
        match = record(one)
        assert one.rebuild(match.id).head == match.head
        assert two.match_ids() == []


def test_the_library_s_own_reads_work(store):
    """The event store answers the library's calls: from the end, with a limit, and by notification."""
    record(store)
    entries = [s.entry for s in sealed_match()]
    assert list(store.events.get("match-0", desc=True, limit=2)) == entries[:-3:-1]
    assert [store.mapper.to_domain_event(n) for n in store.notification_log.select(1, 10)] == entries[:10]
    assert list(store.events.get("match-0", gt=3, lte=6)) == entries[3:6]


def test_a_match_that_does_not_begin_at_the_beginning(store):
    """A match whose first entry does not open it is damaged, not empty."""
    odd = seal(TOPIC, Envelope("odd", 1, "c", 1), Annotated(about=1), write_head(first_head("odd")))
    store.append_rows([odd.row])
    with pytest.raises(DamagedEntry, match="does not open a match"):
        store.load("odd")


def test_unreadable_entry_is_named(store):
    """An entry that cannot be decoded is named with its match and number."""
    store.save_catalogue("high_card", CATALOGUE)
    rows = [s.row for s in sealed_match()]
    store.append_rows([*rows[:4], ("match-0", 5, TOPIC, b'{"envelope":{}}')])
    with pytest.raises(DamagedEntry, match="entry 5 cannot be read: envelope: match is missing"):
        store.load("match-0")


def test_a_match_of_two_schemas_is_read_at_once(store):
    """A match that was begun under schema 1 and goes on under schema 2 is still read by one statement and one decode; with a
    topic between that is another's, entry by entry."""
    head, rows = write_head(first_head("old")), []
    for number, old in enumerate(sealed_match(match_id="old"), start=1):
        topic = "high_card/1" if number < 9 else "high_card/2"
        sealed = seal(topic, old.entry.envelope, old.entry.payload, head)
        head = sealed.entry.head
        rows.append(sealed.row)
    store.append_rows(rows)
    read = store.events._entries_at_once("old", None)
    assert read == store.entries("old")
    assert [entry.envelope.version for entry in read] == list(range(1, len(rows) + 1))
