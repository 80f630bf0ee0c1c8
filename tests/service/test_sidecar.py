"""Forgettable data beside a store, names and tokens: in files beside a file, in tables beside a server's store."""

from contextlib import closing
from pathlib import Path
from threading import Barrier, Thread

import pytest
from msgspec import Raw

from service.access import Access
from service.settings import analytics_path
from storage.errors import SidecarUnusable
from storage.sidecar import Sidecar
from storage.store import MatchStore
from tests.service.conftest import CommandLine
from tests.service.test_pseudonyms import PLAYERS, opened


def stored_bytes(url: str) -> bytes:
    with MatchStore.open(url, read_only=True) as store:
        return b"".join(state for match in store.match_ids() for _, _, state in store.raw(match))


def test_names_stand_beside_the_store_and_are_forgotten(matchbook: CommandLine, store_url: str) -> None:
    """Players are shown by name, but entries do not contain names; a forgotten name is never shown, and the record verifies."""
    match = opened(matchbook)
    matchbook("table-event", match, "judge_called", "--author", "Ada Lovelace", "--role", "player")
    assert "Ada Lovelace" in matchbook("show", match).out
    pseudonym = matchbook("names", "forget", "Ada Lovelace").out.strip()
    shown = matchbook("show", match).out
    assert (pseudonym in shown, "Lovelace" in shown, "Bo" in shown) == (True, False, True)
    assert b"Lovelace" not in stored_bytes(store_url)
    assert pseudonym.encode() in stored_bytes(store_url)
    assert matchbook("verify", match).code == 0


def test_an_organisers_token_has_no_scope(matchbook: CommandLine) -> None:
    """An organiser reaches everything, so a scope that would not hold is refused."""
    ran = matchbook("tokens", "new", "Olga", "organiser", "--tag", "cup")
    assert (ran.code, ran.err.count("\n"), "for everything" in ran.err) == (2, 1, True)


def test_tokens_are_given_listed_and_revoked(matchbook: CommandLine) -> None:
    """A token is listed without its secret until it is revoked; an unknown token cannot be revoked."""
    secret = matchbook("tokens", "new", "Olga", "organiser").out.strip()
    listed = matchbook("tokens", "list").out
    assert ("Olga" in listed, secret in listed) == (True, False)
    token = listed.splitlines()[-1].split()[0]
    by_name = matchbook("tokens", "revoke", "Olga")
    assert (by_name.code, f"by its id: {token}" in by_name.err, by_name.err.count("\n")) == (2, True, 1)
    assert matchbook("tokens", "revoke", token).code == 0
    assert "Olga" not in matchbook("tokens", "list").out
    ran = matchbook("tokens", "revoke", token)
    assert (ran.code, ran.err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("what", "acts"),
    [
        ("tokens", [("tokens", "new", "Olga", "organiser"), ("tokens", "list")]),
        ("names", [("new", "frc_tcg", *PLAYERS, "--pseudonyms"), ("names", "list")]),
    ],
)
def test_what_lies_beside_a_store_has_its_exit_codes(
    matchbook: CommandLine, store_path: Path, what: str, acts: list[tuple[str, ...]]
) -> None:
    """Given a file beside a store that the disk does not read or write, then it is unavailable as the store would be (7); a foreign
    one is damage (6); in one line, and it is kept."""
    assert matchbook("tokens", "new", "Olga", "organiser").code == 0
    file = Path(f"{store_path}.{what}")
    for content, code in ((b'{"Ada": []}', 6), (b"no", 6), (None, 7)):
        file.unlink(missing_ok=True)
        file.mkdir() if content is None else file.write_bytes(content)
        for act in acts:
            ran = matchbook(*act)
            assert (ran.code, ran.err.count("\n"), str(file) in ran.err) == (code, 1, True), (content, act, ran.err)


def beside(store: MatchStore) -> Sidecar:
    return store.recorder.sidecar("names")


def test_of_two_that_add_a_name_at_once_one_is_kept(store_url: str) -> None:
    with MatchStore.open(store_url, create=True) as one, MatchStore.open(store_url) as other:
        names, start = [f"name {n}" for n in range(20)], Barrier(2)
        added: list[frozenset[str]] = []

        def add(store: MatchStore, pseudonym: bytes) -> None:
            start.wait()
            added.append(beside(store).put({name: Raw(pseudonym) for name in names}))

        threads = [Thread(target=add, args=given) for given in ((one, b'"a"'), (other, b'"b"'))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(name for some in added for name in some) == sorted(names)
        assert beside(one).read() == beside(other).read()


def test_what_another_program_revokes_is_seen(store_url: str) -> None:
    with MatchStore.open(store_url, create=True) as one, MatchStore.open(store_url) as other:
        mine, theirs = (Access(store.recorder.sidecar("tokens")) for store in (one, other))
        granted = mine.grant("Jo", "judge")
        assert theirs.holder(granted.secret) == granted.token
        mine.revoke(granted.token.id)
        while theirs.known(granted.secret) is not None:  # as who serves does, again and again
            theirs.look()
        assert theirs.holder(granted.secret) is None


def test_what_is_none_of_ours_is_said(store_url: str, store_kind: str) -> None:
    with MatchStore.open(store_url, create=True) as store:
        beside(store).put({"Ada": Raw(b"[1]")})
        place = {"sqlite": ".names: ", "postgres": "(matchbook_beside.names): "}[store_kind]
        with pytest.raises(SidecarUnusable, match="restore the file, or remove it") as raised:
            store.pseudonyms.known()
        assert place in str(raised.value)


def test_a_store_in_memory_has_none() -> None:
    with closing(MatchStore.open(":memory:", create=True)) as store:
        assert beside(store).read() == {}
        with pytest.raises(SidecarUnusable, match="in memory"):
            beside(store).put({"Ada": Raw(b"1")})


def test_no_two_stores_share_their_analytics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stores that differ only in their ending each have their own analytics file; that of `NAME.db` is `NAME.duckdb`."""
    monkeypatch.delenv("MATCHBOOK_ANALYTICS", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    stores = [f"sqlite:///{tmp_path}/{name}" for name in ("x", "x.db", "x.sqlite", "x.analytics.db")]
    paths = [analytics_path(url) for url in (*stores, "postgresql://ada@db.example/league")]
    names = ("x.analytics", "x.duckdb", "x.sqlite.analytics", "x.analytics.duckdb", "db.example-league.duckdb")
    assert [(path.name, beside) for path, beside in paths] == [(name, True) for name in names]
