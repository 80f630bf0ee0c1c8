"""Verifies a Matchbook match file (see file_format.md) without Matchbook: `python verify.py FILE [HEAD]`. Plays nothing back."""

import json
import re
import sys
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path

ENTRY = re.compile(r'\{"topic":"([a-z0-9_/.-]+)/([1-9][0-9]*)","envelope":')
TAIL = re.compile(r',"salt":"([^"\\]*)","head":"([\w-]+)"\}')
KEYS = ["format", "format_version", "match", "game", "rules_version", "catalogue"], ["digest", "name", "cards"]
READ = json.JSONDecoder()


def need(fine, what):
    if not fine:
        raise ValueError(what)


def verify(data, expect=""):
    need(data.endswith(b"\n") and b"\r" not in data, "the last line has no end, or a line ends in a carriage return")
    first, *lines, last = data.decode()[:-1].split("\n")
    header, seal = READ.decode(first), READ.decode(last)
    written = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in (header, seal)]
    need(written == [first, last], "header or seal are not in the written form")
    form, version, match, game, rules, cards = header.values()
    need(form == "matchbook" and (list(header), list(cards)) == KEYS, "no header of a match file")
    need(repr(version) in ("1", "2") and repr(cards["cards"]).isdigit(), "another version or count")
    body, entries = ",".join(lines[: cards["cards"]]), lines[cards["cards"] :]
    need(entries and sha256(f"[{body}]".encode()).hexdigest() == cards["digest"], "no entries, or other cards")
    head, heads = sha256(b"matchbook:" + match.encode()).digest(), []
    for number, line in enumerate(entries, start=1):
        start = ENTRY.match(line)
        need(start and start[1] == game, f"entry {number} is none, or of another game")
        envelope, middle = READ.raw_decode(line, start.end())
        payload, end = READ.raw_decode(line, middle + len(',"payload":'))
        tail = TAIL.fullmatch(line, end)
        need(tail and line.startswith(',"payload":', middle), f"entry {number} is not in the written form")
        need(repr((envelope["match"], envelope["version"])) == repr((match, number)), f"entry {number} is out of place")
        digest = sha256((tail[1] + line[middle + len(',"payload":') : end]).encode()).digest()
        leaf = f"\0{start[1]}/{start[2]}\n{line[start.end() : middle]}\n".encode() + digest
        head = sha256(head + sha256(leaf).digest()).digest()
        heads.append(urlsafe_b64encode(head).decode().rstrip("="))
        need(tail[2] == heads[-1][: 43 if version == 1 else 4], f"entry {number} or the one before it was changed")
        if number == 1:  # a topic of schema 1 is older than the catalogue's name in the first entry
            said = [payload.get(name, "") for name in ("kind", "game", "rules_version", "catalogue", "catalogue_name")]
            name = cards["name"] if int(start[2]) > 1 else said[4]
            need(said == ["opened", game, rules, cards["digest"], name], "header and entry 1 do not agree")
    need(repr(seal) == repr({"seal": {"entries": len(entries), "head": heads[-1]}}), "the seal is of other entries")
    need(not expect or expect in heads, "no entry has the expected head")
    return heads[-1]


if __name__ == "__main__":
    path = Path(sys.argv[1] if len(sys.argv) > 1 else sys.exit(__doc__))
    try:
        sys.stdout.write(verify(path.read_bytes(), *sys.argv[2:]) + "\n")
    except (ValueError, TypeError, LookupError, AttributeError, OSError, RecursionError) as error:
        sys.exit(f"{path}: {error}")
