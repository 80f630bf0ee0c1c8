"""Plain symbols for terminals that cannot draw the usual ones, or draw them two cells wide. Each takes one cell."""

from collections.abc import Mapping
from typing import Final

VARIABLE: Final = "MATCHBOOK_SIGNS"
"""`plain` or `full`; else the locale decides."""
_LOCALE: Final = ("LC_ALL", "LC_CTYPE", "LANG")
_PLAIN: Final = str.maketrans(
    "▶━→▲▼·–▒●○►◄×█░▁▂▃▄▅▆▇▌┃♦−─│┄╭╮╰╯┌┐└┘├┤┬┴┼…←↑↓⏎✓§“”’",
    ">=>^v.-#o.}{x#._.:-=+#||+--|.++++++++++++" + '+~<^v<vS""\'',
)


def plain_signs(text: str) -> str:
    """Return the text with symbols that every terminal can draw. Letters of names stay."""
    return text.replace("→ ", "->").translate(_PLAIN)


def wants_plain(environ: Mapping[str, str]) -> bool:
    """Return True if plain symbols were chosen, or if the locale is set and is not UTF-8."""
    if environ.get(VARIABLE) in ("plain", "full"):
        return environ[VARIABLE] == "plain"
    named = next((environ[name] for name in _LOCALE if environ.get(name)), "")
    return bool(named) and "utf" not in named.lower()
