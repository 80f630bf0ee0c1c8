"""The help lists every command where its readers look for it."""

import re

from matchbook.cli.main import _COMMANDS, _READERS
from tests.service.conftest import CommandLine

READERS = ("Scorekeeper", "Judge", "Analyst", "Organiser", "Programmer", "Kit author", "Administrator")


def test_each_command_stands_under_one_reader(matchbook: CommandLine) -> None:
    """No command is missing and none is listed twice; each has its own line under one of the seven readers."""
    listed = [name for names in _READERS.values() for name in names.split()]
    assert sorted(listed) == sorted(_COMMANDS)
    parts = re.split(r"^(\w[\w ]+):$", matchbook("--help").out, flags=re.MULTILINE)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert tuple(found)[1:] == READERS
    for reader, names in _READERS.items():
        assert re.findall(r"^  (\S+) ", found[reader], re.MULTILINE) == names.split()
