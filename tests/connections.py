"""Settings that SQLite keeps by connection, for all connections of a store: a screen that reads meanwhile holds one of them."""

from storage.sqlite_connections import DurablePool
from storage.store import MatchStore


def every_connection(store: MatchStore, setting: str) -> None:
    """Makes the setting (`query_only=1`) on each connection from now on, whoever asks for it, before it is used."""
    pool = store.recorder.datastore.pool
    handed_out = DurablePool.get_connection

    def get_connection(*args, **kwargs):
        connection = handed_out(pool, *args, **kwargs)
        connection.cursor().sqlite_cursor.execute(f"PRAGMA {setting}").fetchall()
        return connection

    pool.get_connection = get_connection
