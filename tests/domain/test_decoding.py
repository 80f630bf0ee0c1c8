"""Types are read by several threads at once: a server's first readers, a terminal that looks while it records."""

import subprocess
import sys

import pytest

_AT_ONCE = """
import sys
from threading import Barrier, Thread
from types import ModuleType
from domain.decoding import converted, decoded, decoder

sys.setswitchinterval(1e-6)
inner = "".join(f"class N{n}(msgspec.Struct):\\n    a: int = 1\\n    b: 'dict[str, int]' = {{}}\\n" for n in range(10))
outer = "class Outer(msgspec.Struct):\\n" + "".join(f"    f{n}: N{n}\\n" for n in range(10))
plain = {f"f{n}": {} for n in reversed(range(10))}
text = "{" + ",".join(f'"{name}":{{}}' for name in plain) + "}"

def meet():
    together.wait()
    met.append(READ)

for number in range(100):
    module = sys.modules[f"m{number}"] = ModuleType(f"m{number}")
    exec("import msgspec\\n" + inner + outer, module.__dict__)
    wanted, together, met = module.Outer, Barrier(4), []
    threads = [Thread(target=meet) for _ in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    assert len(met) == 4 and met[0] == met[3]
"""


@pytest.mark.parametrize("read", ["decoded(text, wanted)", "converted(plain, wanted)", "decoder(wanted).decode(text)"])
def test_threads_meet_a_type_for_the_first_time_at_once(read: str) -> None:
    """Given types that are new to the process, when four threads decode each at the same moment, then all four get the value. In a
    process of its own: without the turns that threads take it ends with a fault in memory."""
    done = subprocess.run(
        [sys.executable, "-c", _AT_ONCE.replace("READ", read)], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
