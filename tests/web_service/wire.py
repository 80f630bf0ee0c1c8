"""HTTP on the wire, with so little work at this end that hundreds of clients in one process do not delay each other."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, Final

from msgspec import Struct

_LIMIT: Final = 1 << 24
LOST: Final = (OSError, asyncio.IncompleteReadError)
"""The error of a broken connection; the request may have arrived."""


class Answer(Struct, frozen=True):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Wire:
    """One persistent connection; after a failure, the next request opens it again."""

    def __init__(self, port: int, secret: str = "") -> None:
        self._port = port
        self._head = f"Host: 127.0.0.1:{port}\r\n" + (f"Authorization: Bearer {secret}\r\n" if secret else "")
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, sent: object = None, **headers: str) -> Answer:
        """Sends a request and reads the answer. Raises LOST."""
        body = b"" if sent is None else json.dumps(sent).encode()
        if sent is not None:
            headers |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
        try:
            reader = await self._send(method, path, headers, body)
            status, found = await _begun(reader)
            answer = Answer(status, found, await reader.readexactly(int(found.get("content-length", "0"))))
        except LOST:
            self.close()
            raise
        if found.get("connection") == "close":
            self.close()
        return answer

    async def events(self, path: str, **headers: str) -> AsyncIterator[tuple[str, int | None, bytes]]:
        """Kind, id and data of each event of a stream, until it ends; a word that it is there has no kind. Raises LOST, and
        TimeoutError where it is silent for long."""
        try:
            reader = await self._send("GET", path, headers, b"")
            status, _ = await _begun(reader)
            if status != 200:
                raise ConnectionError(f"{path}: {status}")
            async with aclosing(_chunks(reader)) as chunks:
                async for event in _told(chunks):
                    yield event
        finally:
            self.close()

    async def _send(self, method: str, path: str, headers: dict[str, str], body: bytes) -> asyncio.StreamReader:
        if self._line is None or self._line[0].at_eof():  # the server closes what was silent for long
            self.close()
            self._line = await asyncio.open_connection("127.0.0.1", self._port, limit=_LIMIT)
        reader, writer = self._line
        more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{self._head}{more}\r\n".encode() + body)
        await writer.drain()
        return reader

    def close(self) -> None:
        if self._line is not None:
            self._line[1].transport.abort()
            self._line = None


async def _begun(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Status and headers of an answer."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")[:-2]
    pairs = (line.partition(": ") for line in lines)
    return int(first.split()[1]), {name.lower(): value for name, _, value in pairs}


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The pieces of a body without a length. A live stream says at least every 5 s that it is there."""
    while size := int(await asyncio.wait_for(reader.readuntil(b"\r\n"), 60), 16):
        yield (await reader.readexactly(size + 2))[:-2]


async def _told(chunks: AsyncIterator[bytes]) -> AsyncIterator[tuple[str, int | None, bytes]]:
    left = b""
    async for chunk in chunks:
        *whole, left = (left + chunk).split(b"\n\n")
        for text in whole:
            fields = dict(line.partition(b": ")[::2] for line in text.split(b"\n"))
            number = fields.get(b"id")
            kind, data = fields.get(b"event", b"").decode(), fields.get(b"data", b"")
            yield kind, None if number is None else int(number), data
