"""The options of a kit as a struct, so that wizards and lists read them as those of any game."""

from typing import Annotated

from msgspec import Meta, Struct, defstruct

from domain.games.tabletop.layout import KitLayout


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """Empty options: for a kit without options, or before they are known."""


def options_of(layout: KitLayout) -> type[Struct]:
    """A struct with a field for each option."""
    fields = [(part.name, Annotated[int, Meta(ge=part.min, le=part.max)], part.value) for part in layout.kit.options]
    return defstruct("KitOptions", fields, frozen=True, forbid_unknown_fields=True) if fields else NoOptions
