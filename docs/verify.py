"""Verify match files, redacted copies and proofs (reference/match_file.md) without Matchbook: `python verify.py FILE [HEAD]`.

FILE is a match file, a redacted copy or a proof; HEAD a head hash kept elsewhere: on a result slip, or in a checkpoint whose
signature you checked. Prints the last head hash. Hashes are checked, not rules; the sentences in a copy are its author's.
"""

import json
import re
import sys
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from pathlib import Path

ENTRY = re.compile(r'\{"topic":"([a-z0-9_/.-]+)/([1-9][0-9]*)","envelope":')
TAIL = re.compile(r',"salt":"([^"\\]*)","head":"([\w-]+)"\}')
TOPIC, SALT = re.compile(r"[a-z0-9_/.-]+/[1-9][0-9]*"), re.compile(r"[A-Za-z0-9_-]*")
KEYS = ["format", "format_version", "match", "game", "rules_version", "catalogue"], ["digest", "name", "cards"]
VIEW = ["format", "format_version", "match", "game", "rules_version", "catalogue", "viewpoint"]
INCLUSION = ["proof", "before", "topic", "envelope", "payload", "salt", "leaves", "head"]
CONSISTENCY = ["proof", "before", "leaves", "head"]
ONCE = "a key is given twice"
READ = json.JSONDecoder(object_pairs_hook=lambda pairs: need(len(dict(pairs)) == len(pairs), ONCE) or dict(pairs))


def need(fine, what):
    if not fine:
        raise ValueError(what)


def written(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def text_of(digest):
    return urlsafe_b64encode(digest).decode()[:-1]


def digest_of(text):
    digest = urlsafe_b64decode(text + "=")
    need(len(digest) == 32 and text_of(digest) == text, f"{text} is not a digest")
    return digest


def leaf_of(topic, envelope, payload_digest):
    return sha256(f"\0{topic}\n{envelope}\n".encode() + payload_digest).digest()


def first_head(match):
    return sha256(f"matchbook:{match}".encode()).digest()


def verify(data, expect=""):
    """Return the last head. Raises ValueError, or TypeError and LookupError for values of a wrong type."""
    need(data.endswith(b"\n") and b"\r" not in data, "the last line has no end, or a line ends in a carriage return")
    first, *lines = data.decode()[:-1].split("\n")
    header = READ.decode(first)
    need(written(header) == first, "the first line is not in the written form")
    if "proof" in header:
        need(not lines, "more than a proof")
        return verify_proof(header, expect)
    heads = (verify_match if header["format"] == "matchbook" else verify_view)(header, lines[:-1])
    need(lines[-1] == written({"seal": {"entries": len(heads), "head": heads[-1]}}), "the seal is of other entries")
    need(not expect or expect in heads, "no entry has the expected head")
    return heads[-1]


def verify_match(header, lines):
    form, version, match, game, rules, cards = header.values()
    need(form == "matchbook" and (list(header), list(cards)) == KEYS, "line 1 is not the header of a match file")
    need(repr(version) in ("1", "2") and repr(cards["cards"]).isdigit(), "another version or count")
    body, entries = ",".join(lines[: cards["cards"]]), lines[cards["cards"] :]
    need(entries and sha256(f"[{body}]".encode()).hexdigest() == cards["digest"], "no entries, or changed cards")
    head, heads = first_head(match), []
    for number, line in enumerate(entries, start=1):
        topic, envelope, middle = begin(line, match, game, number)
        payload, end = READ.raw_decode(line, middle + len(',"payload":'))
        tail = TAIL.fullmatch(line, end)
        need(tail and line.startswith(',"payload":', middle), f"entry {number} is not in the written form")
        digest = sha256((tail[1] + line[middle + len(',"payload":') : end]).encode()).digest()
        head = sha256(head + leaf_of(topic, envelope, digest)).digest()
        heads.append(text_of(head))
        need(tail[2] == heads[-1][: 43 if version == 1 else 4], f"entry {number} or the one before it was changed")
        if number == 1:  # a topic of schema 1 is older than the catalogue's name in the first entry
            said = [payload.get(name, "") for name in ("kind", "game", "rules_version", "catalogue", "catalogue_name")]
            name = said[4] if topic.endswith("/1") else cards["name"]
            need(said == ["opened", game, rules, cards["digest"], name], "header and entry 1 do not agree")
    return heads


def begin(line, match, game, number):
    """Return the topic and envelope of an entry, and the position after them."""
    start = ENTRY.match(line)
    need(start and start[1] == game, f"entry {number} is not an entry, or is of another game")
    envelope, middle = READ.raw_decode(line, start.end())
    need(repr((envelope["match"], envelope["version"])) == repr((match, number)), f"entry {number} is out of place")
    return f"{start[1]}/{start[2]}", line[start.end() : middle], middle


def verify_view(header, lines):
    need(list(header) == VIEW and repr(header["format_version"]) == "1" and lines, "not a copy's header, or no entries")
    head, heads = first_head(header["match"]), []
    for number, line in enumerate(lines, start=1):
        topic, envelope, middle = begin(line, header["match"], header["game"], number)
        rest = line[middle:].replace(",", "{", 1)
        other = READ.decode(rest)
        need(written(other) == rest and list(other) == ["told", "payload", "head"], f"entry {number} is misshapen")
        head = sha256(head + leaf_of(topic, envelope, digest_of(other["payload"]))).digest()
        heads.append(text_of(head))
        need(other["head"] == heads[-1][:4], f"entry {number} or the one before it was changed")
    return heads


def verify_proof(proof, expect=""):
    head, leaves = digest_of(proof["before"]), [digest_of(leaf) for leaf in proof["leaves"]]
    heads = [proof["head"]]
    if proof["proof"] == "inclusion":
        envelope = READ.decode(proof["envelope"])
        need(list(proof) == INCLUSION and SALT.fullmatch(proof["salt"]), "this is not a proof of an entry")
        need(TOPIC.fullmatch(proof["topic"]) and "\n" not in proof["envelope"], "no entry")
        need(proof["payload"][:1] == "{" and repr(envelope["version"]).isdigit(), "no entry")
        need(envelope["version"] > 1 or head == first_head(envelope["match"]), "it is not the first entry of the match")
        digest = sha256((proof["salt"] + proof["payload"]).encode()).digest()
        leaves.insert(0, leaf_of(proof["topic"], proof["envelope"], digest))
    else:
        need(list(proof) == CONSISTENCY and proof["proof"] == "consistency", "this is not a proof")
        heads.append(proof["before"])
    for leaf in leaves:
        head = sha256(head + leaf).digest()
    need(text_of(head) == proof["head"], "the proof leads to another head than it names")
    need(not expect or expect in heads, "no entry has the expected head")
    return proof["head"]


if __name__ == "__main__":
    path = Path(sys.argv[1] if len(sys.argv) > 1 else sys.exit(__doc__))
    try:
        sys.stdout.write(verify(path.read_bytes(), *sys.argv[2:]) + "\n")
    except (ValueError, TypeError, LookupError, AttributeError, OSError, RecursionError) as error:
        sys.exit(f"{path}: {error}")
