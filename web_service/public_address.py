"""The address of the service in sign-in codes."""

from collections.abc import Collection
from contextlib import suppress
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct


class PublicAddress(Struct, frozen=True):
    """How people reach the service."""

    url: str = ""
    """The configured URL without a trailing slash; empty: the URL of the request is used, if its host is known."""
    hosts: Collection[str] = ()
    """Known hosts, `*` for any."""

    def seen_from(self, scheme: str, host: str) -> str:
        """Return the address for a request; empty if none is configured and the host, which the sender chooses, is
        unknown."""
        return self.url or (f"{scheme}://{host}" if is_known_host(host, self.hosts) else "")

    def expects(self, host: str) -> bool:
        """Whether a request may name this host. A service that listens on this machine only is asked for by a name of this machine
        or the configured one: under any other name, a page of another site could read it through its visitors' browsers."""
        if not self.hosts or "*" in self.hosts or not all(map(_is_loopback, self.hosts)):
            return True
        return is_known_host(host, self.hosts) or urlsplit(self.url).netloc == host


AS_ASKED: Final = PublicAddress()
"""The default: nothing is configured."""


def is_known_host(host: str, hosts: Collection[str]) -> bool:
    """Return True if a host (with a port) is in `hosts` (`*`: any host), or belongs to this machine or a private
    network."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if {name, "*"}.intersection(hosts) or name == "localhost" or name.endswith(".local"):
        return True
    with suppress(ValueError):
        return ip_address(name).is_private
    return False


def _is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"
