import subprocess
import sys
from functools import partial
from threading import Thread

import pytest

from domain.cards import Catalogue
from domain.chain import first_head, write_head
from domain.entries import Annotated, Envelope
from storage import errors
from storage.match_file import export_match
from storage.records import seal
from storage.store import MATCHES_KEPT, MatchStore
from storage.verify import verify_match
from tests.minigame import CATALOGUE
from tests.storage.tables import TOPIC, find_game, note, notes, record, resent, sealed_match


def test_a_recorded_match(store, url):
    """A match recorded by one program is the same match in another: state, head, outcome, entries. A sealed entry is
    stored byte for byte, and later loads give the folded match again, with the entries appended since."""
    match = record(store)
    with MatchStore.open(url, find_game=find_game) as other:
        again = other.load(match.id)
        assert (again.state, again.head, again.outcome) == (match.state, match.head, match.outcome)
        assert [s.entry for s in sealed_match()] == other.entries(match.id)
    record(store)
    assert list(store.raw("match-0")) == [s.row[1:] for s in sealed_match()]
    match = record(store)
    store.append(match, [note(match)])
    assert store.load(match.id) is match
    assert match.version == 18


def test_of_chains_no_more_is_kept_than_of_matches(store):
    """G21: given a program that records in one match after the other, then it keeps of no more of them how far it went
    along their chains than it keeps folded, and the first one is recorded on as ever."""
    first = record(store)
    for number in range(1, MATCHES_KEPT + 10):
        match = record(store, number)
        store.append(match, [note(match)])
    assert len(store._links) <= MATCHES_KEPT
    store.append(first, [note(first)])
    assert store.load(first.id).version == 18


def test_load_catches_up_with_other_programs(store, url):
    """A kept match is brought up to what another program recorded, and the position of the store moves."""
    kept = record(store)
    before = store.head_position()
    with MatchStore.open(url, find_game=find_game) as other:
        theirs = other.load(kept.id)
        other.append(theirs, notes(theirs, ["one", "two"]))
    assert (store.load(kept.id).version, store.head_position()) == (19, before + 2)
    assert kept.head == theirs.head


def test_load_at_a_version(store):
    """A match can be loaded at any entry, independent of the cached one, and rebuilt as another object in the same
    state. Asking for an entry after the last names the last."""
    match = record(store)
    early = store.load(match.id, version=5)
    assert early.version == 5
    assert early.state == match.states[5]
    assert store.load(match.id).version == 17
    record(store)
    with pytest.raises(errors.MatchNotFound, match="no entry 18; its last is 17"):
        store.load("match-0", version=18)
    match = record(store)
    again = store.rebuild(match.id)
    assert again is not match
    assert again.state == match.state
    assert again.command_ids == match.command_ids


def test_append_is_all_or_nothing(store):
    """When one row of many is refused, all are."""
    match = record(store)
    taken = note(match)
    store.append(match, [taken])
    with pytest.raises(errors.Conflict, match=r"match-0: .* entry 18"):
        store.append_rows(s.row for s in [*sealed_match(1), taken])
    assert not store.exists("match-1")


def test_conflict_names_the_winner(store):
    """The second writer gets the winner's name and entries, and the match stays unchanged."""
    match = record(store)
    late = store.load(match.id, version=17)
    store.append(match, [note(match, "first", by="grace")])
    with pytest.raises(errors.Conflict, match="grace recorded entry 18 first") as conflict:
        store.append(late, [note(late, "second")])
    assert [e.payload.text for e in conflict.value.entries] == ["first"]
    assert late.version == 17


def test_same_command_twice_is_stored_once(store):
    """A command id that is in the match already gives the entry of the first time, also to a program that does not know
    it was stored, because the answer was lost."""
    match = record(store)
    before = store.load(match.id, version=17)
    first = store.append(match, [note(match, "only once", command_id="c-7")])
    assert store.append(match, [note(match, "only once", command_id="c-7")]) == first
    assert store.append(before, [note(before, "only once", command_id="c-7")]) == first
    assert first == tuple(store.entries(match.id, after=17))
    assert (match.version, before.version) == (18, 18)


def test_first_entry_twice(store):
    """Creating a match twice with one command gives the match; with another command it is a conflict, and card
    definitions are recorded with the first entry or not at all."""
    first = sealed_match()[:1]
    assert store.create(first, CATALOGUE) is store.create(first, CATALOGUE)
    cards = Catalogue(list(CATALOGUE)[:5], "fewer")
    with pytest.raises(errors.Conflict):
        store.create([resent(first[0], "another")], cards)
    with pytest.raises(errors.CatalogueNotFound):
        store.catalogues.read(cards.digest, "high_card")


def test_ids(store, store_kind):
    """Matches are found by their whole id or a unique beginning; a missing one is named, with the store."""
    for match_id in ("alder-1", "alder-12", "birch"):
        record(store, match_id=match_id)
    assert store.match_ids() == ["alder-1", "alder-12", "birch"]
    assert store.resolve_id("b") == "birch"
    assert store.resolve_id("alder-1") == "alder-1"
    with pytest.raises(errors.AmbiguousMatch, match="alder-1, alder-12; type more"):
        store.resolve_id("ald")
    for nothing in ("", "c", "alder%", "birch "):
        with pytest.raises(errors.MatchNotFound):
            store.resolve_id(nothing)
    place = r".*store\.db" if store_kind == "sqlite" else r"postgresql://.*/matchbook_"
    for ask in (store.load, store.entries, store.rebuild):
        with pytest.raises(errors.MatchNotFound, match=f"'nobody' in {place}"):
            ask("nobody")


def test_the_log_gives_everything(store):
    """The log gives every row once, in the order of recording, whatever the page size. The event store answers the
    library's calls: from the end, with a limit, and by notification."""
    record(store, 0)
    record(store, 1)
    rows, position = [], 0
    while page := store.select(position, 7):
        rows += page
        position = page[-1].position
    expected = [s.row for seed in (0, 1) for s in sealed_match(seed)]
    assert [tuple(row[1:]) for row in rows] == expected
    assert position == store.head_position()
    record(store)
    entries = [s.entry for s in sealed_match()]
    assert list(store.events.get("match-0", desc=True, limit=2)) == entries[:-3:-1]
    assert [store.mapper.to_domain_event(n) for n in store.notification_log.select(1, 10)] == entries[:10]
    assert list(store.events.get("match-0", gt=3, lte=6)) == entries[3:6]


def test_catalogue_comes_back(store, url):
    """Card definitions come back under their digest with name and records."""
    store.save_catalogue("high_card", CATALOGUE)
    store.save_catalogue("high_card", CATALOGUE)
    with MatchStore.open(url, find_game=find_game) as other:
        again = other.catalogues.read(CATALOGUE.digest, "high_card")
    assert (again.digest, again.name, list(again)) == (
        CATALOGUE.digest,
        CATALOGUE.name,
        sorted(CATALOGUE, key=lambda c: c.card_id),
    )


SOUND = [sealed.row for sealed in sealed_match()]
ODD = seal(TOPIC, Envelope("match-0", 1, "c", 1), Annotated(about=1), write_head(first_head("match-0")))


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([row for row in SOUND if row[1] != 4], "entry 5 follows entry 3"),
        (
            [(m, v + 1, topic, state) for m, v, topic, state in SOUND[:3]],
            "entry 2 cannot be read: its content is that of match-0/1",
        ),
        ([ODD.row], "does not open a match"),
        ([*SOUND[:4], ("match-0", 5, TOPIC, b'{"envelope":{}}')], "entry 5 cannot be read: envelope: match is missing"),
    ],
    ids=["a hole", "another number", "no opening", "unreadable"],
)
def test_damaged_matches_are_not_folded(store, rows, said):
    """Entries that leave a hole, are not what their rows say, open no match or cannot be decoded are named."""
    store.append_rows(rows)
    store.save_catalogue("high_card", CATALOGUE)
    with pytest.raises(errors.DamagedEntry, match=said):
        store.load("match-0")


def test_missing_catalogue(store):
    """A match whose card definitions are missing says which."""
    store.append_rows(SOUND)
    with pytest.raises(errors.CatalogueNotFound, match=f"lacks the card definitions {CATALOGUE.digest[:12]}"):
        store.load("match-0")


def test_entries_that_skip_a_version_are_not_sealed_onto(store):
    """An entry that leaves a gap to the end of its match is or was chained to another head, is refused."""
    match = record(store)
    with pytest.raises(errors.StorageError, match="entry 19 does not follow entry 17"):
        store.append(match, notes(match, ["one", "two"])[1:])
    with pytest.raises(errors.StorageError, match="entry 18 does not follow entry 17"):
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


def test_a_late_store_is_made_by_its_first_rows(url, store_kind):
    """Before the first entry the store does not exist; rows that a server refuses do not create it. Entries that
    another program recorded meanwhile are beside the new ones, and an existing match is a conflict."""
    opened = partial(MatchStore.open, url, find_game=find_game)
    with opened(create=True, lazy_create=True) as late:
        assert (late.match_ids(), late.head_position(), late.pseudonyms.known()) == ([], 0, {})
        if store_kind == "postgres":
            with pytest.raises(errors.StorageError):
                late.recorder.insert_rows([("m", 0, "a topic", None)])
        with pytest.raises(errors.StoreNotFound):
            opened()
        with opened(create=True) as other:
            record(other)
        with pytest.raises(errors.Conflict):
            late.create([resent(sealed_match()[0], "another")], CATALOGUE)
        record(late, 1)
        assert (late.match_ids(), late.maintenance.lazy_create) == (["match-0", "match-1"], False)
    with opened() as again:
        assert (again.match_ids(), again.maintenance.deviations()) == (["match-0", "match-1"], ())


def test_opening_a_new_store_together(url):
    """Several programs that make the same new store at once all get it."""
    made = "MatchStore.open(sys.argv[1], create=True, lock_timeout=120).close()"
    code = f"import sys; from storage.store import MatchStore; {made}"
    programs = [subprocess.Popen([sys.executable, "-c", code, url]) for _ in range(4)]
    assert [program.wait(120) for program in programs] == [0, 0, 0, 0]
    with MatchStore.open(url, find_game=find_game) as store:
        assert store.maintenance.deviations() == ()


def test_read_only_store_still_reads(store, url):
    """A store opened read-only is replayed, verified and exported; recording says that it cannot be written to."""
    match = record(store)
    with MatchStore.open(url, find_game=find_game, read_only=True) as reader:
        assert reader.load("match-0").state == match.state
        assert verify_match(reader, "match-0").findings == ()
        assert export_match(reader, "match-0") == export_match(store, "match-0")
        with pytest.raises(errors.StoreUnwritable, match="read-only"):
            reader.append(reader.load("match-0"), [note(match)])


def test_a_match_of_two_schemas_is_read_at_once(store):
    """A match that was begun under schema 1 and goes on under schema 2 is still read by one statement and one decode;
    with a topic between that is another's, entry by entry."""
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
