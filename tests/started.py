"""Programs that are started without importing everything again: each is forked from one process that has it imported.

The running program is a process of its own, with the arguments, folder, environment, standard streams and exit code of its caller;
`matchbook` in `folder` may be called from a shell. One start costs a third of what it costs otherwise. That the installed command
itself starts, help first, is proved elsewhere.
"""

import atexit
import gc
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

IMPORTED = ("domain", "storage", "projections", "service", "matchbook.cli")
CLIENT = """#!{python} -IS
import json, os, socket, sys
server = socket.socket(socket.AF_UNIX)
server.connect({address!r})
asked = json.dumps([sys.argv, os.getcwd(), dict(os.environ)]).encode()
socket.send_fds(server, [len(asked).to_bytes(4, "big")], [0, 1, 2])
server.sendall(asked)
code = int(server.makefile().readline())
os.kill(os.getpid(), -code) if code < 0 else sys.exit(code)
"""


@contextmanager
def matchbook_in(folder: Path, python: str = sys.executable) -> Iterator[Path]:
    """A new folder with an executable `matchbook`, good for as long as the block lasts."""
    folder.mkdir()
    with (
        TemporaryDirectory() as short,  # the address of a socket has a hundred bytes
        subprocess.Popen(
            [python, "-P", __file__, f"{short}/socket"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
        ) as server,
    ):
        try:
            assert server.stdout is not None
            assert server.stdout.readline() == b"ready\n"
            program = folder / "matchbook"
            program.write_text(CLIENT.format(python=python, address=f"{short}/socket"))
            program.chmod(0o755)
            yield folder
        finally:
            server.terminate()


def _import_all() -> None:
    for name in IMPORTED:
        package = import_module(name)
        for module in walk_packages(package.__path__, f"{name}."):
            import_module(module.name)


def _asked(client: socket.socket) -> tuple[list[int], list[Any]]:
    """The standard streams, and arguments, folder and environment."""
    size, streams, _, _ = socket.recv_fds(client, 4, 3)
    with client.makefile("rb") as stream:
        return streams, json.loads(stream.read(int.from_bytes(size, "big")))


def _becomes_a_program(listening: socket.socket) -> None:
    """Serves whoever comes; returns in each program that is to run, with all about it as was asked."""
    while True:
        client, _ = listening.accept()
        with client:
            if os.fork():
                os.waitpid(-1, os.WNOHANG)  # of those before, one that is done
                continue
            listening.close()
            streams, (arguments, folder, environment) = _asked(client)
            if program := os.fork():
                _, status = os.waitpid(program, 0)
                client.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))
                os._exit(0)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        sys.argv = arguments
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        # Environment variables that Python reads when it starts.
        sys.path[:0] = filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))
        sys.dont_write_bytecode = bool(environment.get("PYTHONDONTWRITEBYTECODE"))
        return


def _serve(address: str) -> None:
    _import_all()
    gc.collect()
    gc.freeze()
    from matchbook.cli import main

    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address)
        listening.listen()
        os.write(1, b"ready\n")
        _becomes_a_program(listening)
    try:
        main()
    except SystemExit as end:
        _leave(int(end.code or 0))


def _leave(code: int) -> NoReturn:
    """Ends as Python does, but without clearing modules, which would copy all imported memory."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    _serve(sys.argv[1])
