"""Keys of the rules browser and of the card and deck browser."""

from typing import Final

from replay_tui.keymap.key import Key

LINKS: Final = (
    Key(id="links.down", keys="down,j", action="move(1)", help="Next row", shown="↓ j"),
    Key(id="links.up", keys="up,k", action="move(-1)", help="Previous row", shown="↑ k"),
    Key(id="links.page_down", keys="pagedown,space", action="page(1)", help="A page down", shown="pgdn"),
    Key(id="links.page_up", keys="pageup", action="page(-1)", help="A page up", shown="pgup"),
    Key(id="links.first", keys="home", action="first", help="First row"),
    Key(id="links.last", keys="end", action="last", help="Last row"),
    Key(
        id="links.follow",
        keys="enter",
        action="follow",
        help="Read it; go where the row leads",
        shown="⏎",
        label="read",
    ),
)

_GAMES: Final = (
    Key(id="reference.game", keys="g", action="game(1)", help="Next game", label="game"),
    Key(id="reference.game_back", keys="G", action="game(-1)", help="Previous game"),
    Key(id="reference.pane", keys="tab", action="app.focus_next", help="Next pane"),
    Key(id="reference.pane_back", keys="shift+tab", action="app.focus_previous", help="Previous pane"),
    Key(id="reference.maximise", keys="z", action="maximise", help="Give the text all the room, and back"),
    Key(id="reference.cite", keys="y", action="cite", help="Copy what names this", label="copy"),
)

RULES: Final = (
    Key(id="rules.find", keys="slash", action="find", help="Find rules by words", label="find", shown="/"),
    Key(id="rules.next", keys="n", action="find_next(1)", help="Next find", label="next"),
    Key(id="rules.previous", keys="N", action="find_next(-1)", help="Previous find"),
    Key(id="rules.broken", keys="v", action="broken(1)", help="Next rule that this match broke", label="broken"),
    Key(id="rules.broken_back", keys="V", action="broken(-1)", help="Previous rule that this match broke"),
    *_GAMES,
)

CARDS: Final = (
    Key(
        id="cards.filter", keys="slash", action="filter", help="Filter by words of any field", label="filter", shown="/"
    ),
    Key(id="cards.decks", keys="d", action="turn", help="Cards, or decks", label="decks"),
    Key(id="cards.catalogue", keys="c", action="catalogue(1)", help="Next catalogue", label="catalogue"),
    Key(id="cards.catalogue_back", keys="C", action="catalogue(-1)", help="Previous catalogue"),
    Key(
        id="cards.file",
        keys="colon",
        action="file",
        help="Read and check a catalogue or deck from a file",
        label="file",
        shown=":",
    ),
    *_GAMES,
)
