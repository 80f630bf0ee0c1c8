"""Plain symbols for terminals that lack the others, or draw them two cells wide; each takes one cell."""

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
    """The same text in signs that every terminal draws; names keep their letters."""
    return text.replace("→ ", "->").translate(_PLAIN)


def wants_plain(environ: Mapping[str, str]) -> bool:
    """Whether plain signs were chosen, or a locale is named that is not UTF-8."""
    if environ.get(VARIABLE) in ("plain", "full"):
        return environ[VARIABLE] == "plain"
    named = next((environ[name] for name in _LOCALE if environ.get(name)), "")
    return bool(named) and "utf" not in named.lower()
