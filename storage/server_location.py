"""Stores on a PostgreSQL server: `postgresql://USER@HOST:PORT/DATABASE?sslmode=require`, as libpq reads it, for one
host."""

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl, quote, unquote, urlsplit

import msgspec
from msgspec import Struct

from storage.errors import StoreUnsupported

SCHEMES: Final = ("postgresql://", "postgres://")
_FORM: Final = "write postgresql://USER@HOST:PORT/DATABASE, with @ : / and % in a name as %40 %3A %2F %25"


class ServerAddress(Struct, frozen=True):
    """The parts of a server's address. Its repr omits the password."""

    name: str
    """The address without password and settings."""
    parameters: Mapping[str, str]
    """Connection parameters, with libpq's names."""
    password: str

    def __repr__(self) -> str:
        return f"ServerAddress({self.name!r})"

    @property
    def label(self) -> str:
        """Host, port and database as part of a file's name."""
        host = self.parameters.get("host") or "local"
        said = "-".join(filter(None, (host, self.parameters.get("port"), self.parameters["dbname"])))
        return re.sub(r"[^A-Za-z0-9._-]", "_", said).strip(".")


def read_server(url: str) -> ServerAddress:
    """Parse an address. Raises StoreUnsupported without repeating an invalid address, because it may contain a
    password."""
    try:
        parts = urlsplit(url)
        port = parts.port
        settings = dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))
    except ValueError:
        raise StoreUnsupported(f"the address of the PostgreSQL store cannot be read; {_FORM}") from None
    database = unquote(parts.path.removeprefix("/")) or settings.pop("dbname", "")
    # `hostname` is not used because it is lower-cased, and a host may be the folder of a socket.
    host = parts.netloc.rpartition("@")[2].removesuffix(f":{port}").strip("[]")
    user, host = unquote(parts.username or "") or settings.pop("user", ""), unquote(host) or settings.pop("host", "")
    if not database or "/" in database or parts.fragment or "@" in host or "," in parts.netloc:
        raise StoreUnsupported(f"the address of the PostgreSQL store must name one host and one database; {_FORM}")
    if any("password" in name for name in settings):
        raise StoreUnsupported("write a password before the @ of a store's address, in PGPASSWORD or in ~/.pgpass")
    given = {"user": user, "host": host, "port": str(port or settings.pop("port", "")), "dbname": database}
    parameters = {name: value for name, value in given.items() if value}
    at = f"{quote(user)}@" if user else ""
    place = quote(host, safe=":") + (f":{parameters['port']}" if "port" in parameters else "")
    name = f"postgresql://{at}{place}/{quote(database)}"
    return ServerAddress(name, {**settings, **parameters}, unquote(parts.password or ""))


def encoded(parameters: Mapping[str, str]) -> str:
    """Parameters as text for a configuration."""
    return msgspec.json.encode(parameters).decode()
