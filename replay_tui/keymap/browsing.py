"""Keys of the rules browser and of the card and deck browser."""

from typing import Final

from replay_tui.keymap.key import Key

LINKS: Final = (
    Key("links.down", "down,j", "move(1)", "Next row", shown="↓ j"),
    Key("links.up", "up,k", "move(-1)", "Previous row", shown="↑ k"),
    Key("links.page_down", "pagedown,space", "page(1)", "A page down", shown="pgdn"),
    Key("links.page_up", "pageup", "page(-1)", "A page up", shown="pgup"),
    Key("links.first", "home", "first", "First row"),
    Key("links.last", "end", "last", "Last row"),
    Key("links.follow", "enter", "follow", "Read it; go where the row leads", label="read", shown="⏎"),
)

_GAMES: Final = (
    Key("reference.game", "g", "game(1)", "Next game"),
    Key("reference.game_back", "G", "game(-1)", "Previous game"),
    Key("reference.pane", "tab", "app.focus_next", "Next pane"),
    Key("reference.pane_back", "shift+tab", "app.focus_previous", "Previous pane"),
    Key("reference.maximise", "z", "maximise", "Give the text all the room, and back"),
    Key("reference.cite", "y", "cite", "Copy what names this"),
)

RULES: Final = (
    Key("rules.find", "slash", "find", "Find rules by words", label="find", shown="/"),
    Key("rules.next", "n", "find_next(1)", "Next find"),
    Key("rules.previous", "N", "find_next(-1)", "Previous find"),
    Key("rules.broken", "v", "broken(1)", "Next rule that this match broke"),
    Key("rules.broken_back", "V", "broken(-1)", "Previous rule that this match broke"),
    *_GAMES,
)

CARDS: Final = (
    Key("cards.filter", "slash", "filter", "Filter by words of any field", label="filter", shown="/"),
    Key("cards.decks", "d", "turn", "Cards, or decks"),
    Key("cards.catalogue", "c", "catalogue(1)", "Next catalogue"),
    Key("cards.catalogue_back", "C", "catalogue(-1)", "Previous catalogue"),
    Key("cards.file", "colon", "file", "Read and check a catalogue or deck from a file", shown=":"),
    *_GAMES,
)
