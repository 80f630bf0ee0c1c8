"""Work that no process outlives. It has no imports: processes are started for it again and again."""

import os
import signal
from pathlib import Path
from time import sleep


def killed(_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def killed_at_three(piece: tuple[int, Path]) -> int:
    """Leaves a file of its number; the one of number 3 waits until it may, and kills its process once."""
    number, folder = piece
    (folder / str(number)).touch()
    if number == 3 and not (folder / "killed").exists():
        while not (folder / "go").exists():
            sleep(0.005)
        (folder / "killed").touch()
        killed(piece)
    return number
