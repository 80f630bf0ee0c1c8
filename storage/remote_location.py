"""Stores behind a Matchbook server: the address `https://HOST/`, and the token, which is never part of an address."""

import os
import re
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from storage.errors import StoreUnsupported

REMOTE: Final = ("https://", "http://")
VARIABLE: Final = "MATCHBOOK_TOKEN"
FILE_VARIABLE: Final = "MATCHBOOK_TOKEN_FILE"
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{1,200}")


def read_remote(url: str) -> str:
    """Return the address of a server without a trailing slash. Raises StoreUnsupported without repeating an address that
    contains more than host, port and folder: the rest may be a token."""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        parts, port = urlsplit(""), ""
    host = parts.hostname or ""
    if not host or "@" in parts.netloc or parts.query or parts.fragment or not re.fullmatch(r"[\w./~-]*", parts.path):
        raise StoreUnsupported(
            f"the address of the server cannot be read; write https://HOST/, and the token into {VARIABLE}"
        )
    if parts.scheme == "http" and not is_here(host):
        raise StoreUnsupported(
            f"http://{host}: unencrypted, so that everybody on the way could read the token; write https://"
        )
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{port}{parts.path.rstrip('/')}"


def is_here(host: str) -> bool:
    """Return True if a host is this machine."""
    return host in _LOOPBACK


def token_for(address: str) -> str:
    """The token for a server: MATCHBOOK_TOKEN, or the text of the file that MATCHBOOK_TOKEN_FILE names. Raises
    StoreUnsupported."""
    token, file = os.environ.get(VARIABLE, ""), os.environ.get(FILE_VARIABLE, "")
    if not token and file:
        try:
            token = Path(file).expanduser().read_text().strip()
        except (OSError, UnicodeDecodeError) as error:
            told = getattr(error, "strerror", None) or "not text"
            raise StoreUnsupported(f"{file}: the token cannot be read ({told}); see {FILE_VARIABLE}") from error
    if not token:
        raise StoreUnsupported(
            f"{address}: a token is needed; put it into {VARIABLE}, or into a file that {FILE_VARIABLE} names"
        )
    if not _TOKEN.fullmatch(token):
        raise StoreUnsupported(
            f"{address}: {VARIABLE if os.environ.get(VARIABLE) else file} holds no token; "
            "`matchbook tokens new`, where the store is served, makes one"
        )
    return token


def remote_label(url: str) -> str:
    """Return server and token as part of a file name. Each token has its own files, because it sees another part of the
    store."""
    address = read_remote(url)
    host = re.sub(r"[^A-Za-z0-9._-]", "_", address.partition("://")[2])
    return f"{host}-{sha256(token_for(address).encode()).hexdigest()[:8]}"
