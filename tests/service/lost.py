"""Work that no process outlives. It imports nothing: processes are started for it again and again."""

import os
import signal


def killed(_: object) -> None:
    """Kills the process that does it."""
    os.kill(os.getpid(), signal.SIGKILL)
